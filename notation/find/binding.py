"""What the words of a query mean in one game: its seats, pieces and cells as numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from fairyscore.notation.boards import HeadedBoard
from fairyscore.notation.rules.variant import SEATING, Variant
from fairyscore.notation.text import shown

SEATS: Final = (*(seat.name for seat in SEATING[max(SEATING)]), "red", "blue")
"""The names of all seats that a game may have, and what their players are called by the colour of their discs."""

ANY_PIECE: Final = "piece"
"""The word for a piece of any kind."""

PIECE: Final = r"\+?[A-Za-z][A-Za-z-]*(?![A-Za-z0-9*-])"
"""A letter or name of a piece that needs no quotes."""

CELL: Final = r"(?=00|[0-9]*[A-Za-z*])[A-Za-z0-9*]+(?:-[A-Za-z0-9]+)?"
"""A cell, or several: `e4`, `00`, `d*`, `d4-e5`."""

RESERVED: Final = frozenset(
    ("and", "or", "not", "then", "within", "for", "in", "on", "no", "by", "held", "plies", "empty", *SEATS)
)
"""Words of the language that are no names of pieces where they stand without quotes."""

_PARTS = re.compile(r"[A-Za-z]+|[0-9]+|\*")


def is_plain(text: str) -> bool:
    """True if the name of a piece or cell stands in a query without quotes.

    >>> is_plain("N"), is_plain("e4"), is_plain("gold general"), is_plain("silver")
    (True, True, False, False)
    """
    return text not in RESERVED and re.fullmatch(f"{PIECE}|{CELL}", text) is not None


class NotInGame(Exception):
    """A query asks for something that a game does not have; the message says what."""


class Binding:
    """One game, and what a query asks for in vain there.

    variant: the game; None for records of an unknown one.
    notices: sentences on what it does not have, with the column of the word that asks for it.
    """

    def __init__(self, variant: Variant | None) -> None:
        self.variant = variant
        self.notices: dict[str, int] = {}

    @property
    def game(self) -> Variant:
        """The game. Raises `NotInGame` where it is unknown."""
        self.need_game()
        assert self.variant is not None
        return self.variant

    def need_game(self) -> None:
        """Raise `NotInGame` where the game is unknown."""
        if self.variant is None:
            raise NotInGame("the variant of some games is unknown, so that only their tags are searched")

    def lacks(self, what: str) -> NotInGame:
        """The fault that the game does not have something."""
        return NotInGame(f"{self.game.title} has no {what}")

    def seat(self, name: str) -> int:
        """The place of a seat by its name."""
        place = self.game.seat_called(name)
        if place is None:
            raise self.lacks(f"player {name}")
        return place

    def seats(self, name: str) -> frozenset[int]:
        """The seats that a name stands for; all for the empty one."""
        return frozenset([self.seat(name)]) if name else frozenset(range(len(self.game.seats)))

    def kinds(self, text: str) -> frozenset[int]:
        """The piece types of a letter or name, all for `piece`. Several types may share a letter, as promoted pieces do."""
        types = self.game.piece_types
        if text == ANY_PIECE:
            return frozenset(range(len(types)))
        found = {kind for kind, piece in enumerate(types) if text == piece.letter}
        if not found:
            word = text.casefold()
            found = {
                kind for kind, piece in enumerate(types) if word in map(str.casefold, (piece.name, *piece.other_names))
            }
        found = found or {kind for kind, piece in enumerate(types) if text in piece.also}
        found = found or {kind for kind, piece in enumerate(types) if text.upper() == piece.letter}
        if not found:
            raise self.lacks(f"piece '{shown(text)}'")
        return frozenset(found)

    def is_piece(self, text: str) -> bool:
        """True if a text names a piece type of the game."""
        try:
            self.kinds(text)
        except NotInGame:
            return False
        return True

    def pieces(self, seat: str, text: str) -> frozenset[tuple[int, int]]:
        """The seats and types of pieces by the words for both, as a board has them."""
        return frozenset((owner, kind) for owner in self.seats(seat) for kind in self.kinds(text))

    def cells(self, text: str) -> tuple[int, ...]:
        """The cells that a text names: one (`e4`), a part of the board from corner to corner (`d4-e5`), or all that share a
        part of their names (`d*`, `*4`)."""
        board = self.game.board
        if text in board.index:
            return (board.index[text],)
        folded = [name for name in board.cells if name.casefold() == text.casefold()]
        if folded:
            return (board.index[folded[0]],)
        if "*" in text:
            found = tuple(cell for cell, name in enumerate(board.cells) if _matches(text, name))
        else:
            first, _, last = text.partition("-")
            found = self._between(first, last) if last else ()
        if not found:
            raise self.lacks(f"cell '{shown(text)}'")
        return found

    def all_cells(self, texts: Iterable[str]) -> tuple[int, ...]:
        """The cells of several texts, each once."""
        return tuple(dict.fromkeys(cell for text in texts for cell in self.cells(text)))

    def _between(self, first: str, last: str) -> tuple[int, ...]:
        """The cells of a rectangle by two corners; on a round board a part of some rings."""
        board = self.game.board
        if first not in board.index or last not in board.index:
            return ()
        if not isinstance(board, HeadedBoard):
            raise self.lacks(f"part of the board from corner to corner ('{shown(first)}-{shown(last)}')")
        one, other = board.spots[board.index[first]], board.spots[board.index[last]]
        spans = [range(min(pair), max(pair) + 1) for pair in zip(one, other, strict=True)]
        return tuple(cell for cell, spot in enumerate(board.spots) if spot[0] in spans[0] and spot[1] in spans[1])


def _matches(pattern: str, name: str) -> bool:
    """True if a name of a cell has the parts that a pattern names.

    >>> [_matches(pattern, "d4") for pattern in ("d*", "*4", "*", "e*", "*14")]
    [True, True, True, False, False]
    """
    parts, asked = _PARTS.findall(name), _PARTS.findall(pattern)
    if asked == ["*"]:
        return True
    if len(asked) != 2 or len(parts) != 2:
        return False
    return all(want in ("*", part) for want, part in zip(asked, parts, strict=True))
