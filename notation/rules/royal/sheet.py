"""What a game won by mate is made of: the data that a variant's file fills in, nothing computed yet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from fairyscore.notation.boards.headed import HeadedBoard
from fairyscore.notation.rules.movement import Movement
from fairyscore.notation.rules.reasons import Code


class Pawn(NamedTuple):
    """How a pawn goes; headings are by seat, turns in eighths to the right of forward.

    forward: the heading ahead, for white and black.
    quiet, strike: turns of the steps without and with capture.
    double_from: names of the fields, by seat, from which it may step twice.
    en_passant: whether it takes en passant, `not_passing`: from which fields it does not, by seat.
    """

    forward: tuple[int, int]
    quiet: tuple[int, ...]
    strike: tuple[int, ...]
    double_from: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    en_passant: bool = False
    not_passing: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())


class RoyalPieceType(NamedTuple):
    """A kind of piece.

    letter: in move text; name: in words; mark: in a position text (upper case; the letter where it is empty).
    movements: how it goes, unless it is a pawn. confined_to: names of the fields it may be on, by seat; empty for all.
    For a pawn it says where one can stand at all, since its moves lead nowhere else. rule: where the page says how it goes.
    """

    letter: str
    name: str
    movements: tuple[Movement, ...] = ()
    pawn: Pawn | None = None
    royal: bool = False
    mark: str = ""
    confined_to: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    rule: str = ""

    @property
    def text(self) -> str:
        """What stands for it in a position text, for White."""
        return self.mark or self.letter


class Promotion(NamedTuple):
    """What a piece may turn into on certain moves.

    kinds: texts of the kinds (`RoyalPieceType.text`). moves: for each seat the (from, to) names of the moves on which
    it happens.
    must: it has to turn into one of them. implied: with one kind only, which need not be written. silent: never written,
    because nothing can be seen of it (a pawn crossing the centre). pooled: only pieces of its own side that are captured.
    """

    piece: str
    kinds: tuple[str, ...]
    moves: tuple[frozenset[tuple[str, str]], frozenset[tuple[str, str]]]
    must: bool = True
    implied: bool = False
    silent: bool = False
    pooled: bool = False
    rule: str = ""


class Castling(NamedTuple):
    """King and rook in one move. `empty` may hold no piece, `safe` may not be attacked (the king's own field included).

    letter: the right in a position text, as K Q k q.
    """

    seat: int
    side: int
    letter: str
    king: tuple[str, str]
    rook: tuple[str, str]
    empty: tuple[str, ...]
    safe: tuple[str, ...]
    rule: str = ""


class RoyalSheet(NamedTuple):
    """A whole game. `start` is a position text; `takes_back` the texts of kinds that a capture puts in the pool.

    Where `stalemate_loses`, who cannot move loses. `rules` gives the rule id or page heading for what a reason is about,
    where it is not that of the piece.
    """

    board: HeadedBoard
    kinds: tuple[RoyalPieceType, ...]
    start: str
    changes: tuple[Promotion, ...] = ()
    castlings: tuple[Castling, ...] = ()
    takes_back: tuple[str, ...] = ()
    stalemate_loses: bool = False
    rules: Mapping[Code, str] = {}
    most_pieces: int = 16
