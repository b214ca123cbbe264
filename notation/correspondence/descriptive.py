"""Descriptive notation of English postal chess: `P-K4`, `N-KB3`, `BxN`, `R(1)-K1`, `P-K8(Q)`. Files are named by the pieces
that stood on them, ranks counted from the mover's side; it names all legal moves that it fits.

>>> from fairyscore.notation.records.tree import Record
>>> state = Record("chess").start()
>>> [len(described(text, state, Record("chess").game)) for text in ("P-K4", "N-KB3", "N-B3", "PxP", "B-N5")]
[1, 1, 2, 0, 0]
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from fairyscore.notation.rules.moves import Move
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Variant

_SIDE_FILES: Final = {"R": "ah", "N": "bg", "KT": "bg", "B": "cf"}
_FILES: Final = {"Q": "d", "K": "e", **_SIDE_FILES}
_FILES_OF_QUEEN: Final = {f"Q{piece}": files[0] for piece, files in _SIDE_FILES.items()}
_FILES_OF_KING: Final = {f"K{piece}": files[1] for piece, files in _SIDE_FILES.items()}
FILES: Final = {**_FILES, **_FILES_OF_QUEEN, **_FILES_OF_KING}
"""The files that a name may mean."""

_FILE: Final = "[KQ]?(?:R|N|Kt|B)|K|Q"
_SQUARE: Final = rf"(?:{_FILE})[1-8]"
_PIECE: Final = rf"(?:{_FILE})?P|{_FILE}"
_TEXT: Final = re.compile(
    rf"(?P<piece>{_PIECE})(?:\((?P<origin>{_SQUARE}|[1-8])\))?"
    rf"(?:-(?P<target>{_SQUARE})|[x×](?P<taken>{_PIECE})(?:\((?P<at>{_SQUARE}|[1-8])\))?)"
    r"(?:[=/]?\(?(?P<becomes>Q|R|B|N|Kt)\)?)?(?P<check>\+|ch|dis ?ch|#|mate)?[!?]*",
)


def looks_descriptive(text: str, game: Variant) -> bool:
    """True if a text may be a move in descriptive notation: the game is played with the pieces and the board of chess."""
    return len(text) <= 16 and _is_chess_like(game) and _TEXT.fullmatch(text) is not None


@lru_cache(maxsize=64)
def _is_chess_like(game: Variant) -> bool:
    cells = {f"{file}{rank}" for file in "abcdefgh" for rank in range(1, 9)}
    letters = [piece.letter for piece in game.piece_types]
    return set(game.board.index) == cells and sorted(letters) == sorted("KQRBNP") and len(game.seats) == 2


def described(text: str, state: State, game: Variant) -> list[Move]:
    """All legal moves that a text fits; none where it is no descriptive notation."""
    if not looks_descriptive(text, game):
        return []
    found = _TEXT.fullmatch(text)
    assert found is not None
    return [move for move in state.moves() if _fits(found, move, state, game)]


def _fits(found: re.Match[str], move: Move, state: State, game: Variant) -> bool:
    standing = state.piece_at(move.origin) if move.origin >= 0 else None
    if standing is None or move.castle >= 0:
        return False
    captured = state.piece_at(move.target)
    first = state.turn == 0
    fits = [_is_piece(found["piece"], standing[1], move.origin, game), _is_becoming(found["becomes"], move, game)]
    if found["origin"]:
        fits.append(_is_square(found["origin"], move.origin, game, first=first))
    if found["target"]:
        fits += [captured is None, _is_square(found["target"], move.target, game, first=first)]
    else:
        fits.append(captured is not None and _is_piece(found["taken"], captured[1], move.target, game))
    if found["at"]:
        fits.append(_is_square(found["at"], move.target, game, first=first))
    return all(fits) and (not found["check"] or _gives(found["check"], move, state, game))


def _gives(stated: str, move: Move, state: State, game: Variant) -> bool:
    """True if a move gives the check or mate that its text says."""
    after = state.copy()
    after.push_unchecked(move)
    return bool(game.scenery.checked(after)) and (stated not in ("#", "mate") or after.outcome() is not None)


def _is_piece(name: str, piece: int, cell: int, game: Variant) -> bool:
    """True if a piece on a cell is the one of a name: `KBP` is a pawn on the file f, `QN` a knight on the queen's side."""
    letter = game.piece_types[piece].letter
    name = name.upper().replace("KT", "N")
    if name[-1] != letter:
        return False
    owner = name[:-1]
    if not owner:
        return True
    file = _cell_name(cell, game)[0]
    if letter == "P":
        return file in FILES[owner]
    return file in ("abcd" if owner == "Q" else "efgh")


def _is_square(name: str, cell: int, game: Variant, *, first: bool) -> bool:
    """True if a cell has a name, seen from the first player's side or from the other one; a rank alone is enough."""
    name_of_cell = _cell_name(cell, game)
    file, rank = name_of_cell[0], int(name_of_cell[1])
    own_rank = rank if first else 9 - rank
    named, number = name[:-1].upper(), int(name[-1])
    return own_rank == number and (not named or file in FILES[named])


def _is_becoming(name: str | None, move: Move, game: Variant) -> bool:
    """True if a pawn is promoted as the text says; a promotion must be stated."""
    becomes = game.piece_types[move.becomes].letter if move.becomes >= 0 else ""
    return becomes == (name or "").upper().replace("KT", "N")


@lru_cache(maxsize=8)
def _names(game: Variant) -> dict[int, str]:
    return {cell: name for name, cell in game.board.index.items()}


def _cell_name(cell: int, game: Variant) -> str:
    return _names(game)[cell]
