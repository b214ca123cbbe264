"""A move, and a move as it was parsed. Both hold integers of the board, so that rules never see text.

A `ParsedMove` is what a written move asks for; nobody has checked it. A `Move` was generated or accepted by the rules.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

ABSENT: Final = -1
"""Any value that a parsed move leaves open, or that a move does not have: a cell, a kind of piece, a promotion."""

OWN: Final = -2
"""In `ParsedMove.loser`: the text says that the mover captures a piece of their own, and names no seat."""

PROMOTED: Final = -3
"""In `ParsedMove.becomes`: the text says only that the piece is promoted (`b2b3+`)."""

DEMOTED: Final = -4
"""In `ParsedMove.becomes`: the piece turns back into what it was before its promotion (`b2b3-`)."""

UNCHANGED: Final = -5
"""In `ParsedMove.becomes`: the text says that the piece is not promoted, though it could be (`b2b3=`)."""

EVERYWHERE: Final = -1
"""As a mask: all cells (in Python -1 has every bit set)."""

GO, CASTLE, DROP, PASS, GO_OR_CASTLE, RELATIVE = range(6)
"""Values of `ParsedMove.action`. Plain integers, because they are compared in the hot loop.

GO_OR_CASTLE: from one cell to another, and a castling king goes the same way. Notations that name no piece write both
alike (UCI, ICCF); it is a castling if the king stands on the origin.
RELATIVE: the move names its piece by how it stands to others; see `Relative`.
"""

CASTLINGS: Final = ("O-O", "O-O-O")
"""How castlings are written, by `ParsedMove.castle`."""


class Move(NamedTuple):
    """One ply that the rules allow. Cells, piece types and castlings are indices into those of the variant.

    origin: the cell left; ABSENT for a drop or a pass.
    target: the cell reached; ABSENT for a pass.
    becomes: index of the kind a piece turns into, or of the piece dropped; ABSENT for none.
    castle: index into the game's castlings; ABSENT for any other move.
    throw: the throw of the dice that allows the move; 0 in games without dice.
    put_on: the further cell of the move: on which it puts a piece (gating) or a wall, or captures with the first of two
    steps; ABSENT for none.
    put: index of that piece's kind; ABSENT for anything else.
    """

    origin: int
    target: int
    becomes: int = ABSENT
    castle: int = ABSENT
    throw: int = 0
    put_on: int = ABSENT
    put: int = ABSENT

    @property
    def passes(self) -> bool:
        """True if nothing on the board changes. Some games write a pass as a king's move to its own cell."""
        return self.target == ABSENT or (self.origin == self.target and self.becomes == ABSENT == self.put_on)


PASSING: Final = Move(ABSENT, ABSENT)
"""The pass."""


class Relative(NamedTuple):
    """A move that only a position can resolve, as `C+.5`: the front one of two cannons.

    text: the move as it is written.
    game: its variant.
    resolve: from the text, a state and the variant to the parsed move there, or to the reasons why there is none.
    """

    text: str
    game: Any
    resolve: Callable[[str, Any, Any], "ParsedMove | tuple[Any, ...]"]


@dataclass(frozen=True, slots=True)
class ParsedMove:
    """A written move, read: the action that it asks for. It may be illegal.

    action: GO, CASTLE, DROP, PASS, GO_OR_CASTLE or RELATIVE.
    origin: the cell it names as start, or ABSENT (SAN names it only where it must).
    target: the cell it names as end.
    kind: index of the kind of piece it names, or ABSENT.
    sources: mask of the cells the piece may stand on (SAN's file and rank); EVERYWHERE if it names none.
    capture: True or False as the capture mark says; None if the notation has no such mark.
    becomes: index of the kind named as promotion, or of the piece to drop.
    victim: index of the kind named as captured (spoken moves).
    castle: 0 for O-O and 1 for O-O-O.
    throw: the throw of the dice written before the move; 0 for none.
    owner: seat named as owner of the piece (spoken moves: "white wizard"); checked if it goes or castles.
    loser: seat named as owner of the captured piece, or OWN; checked only together with `victim`.
    put_on, put: as in `Move`: the cell named for a wall, a piece from the hand or a first step, and that piece's kind.
    relative: how to resolve it, if the action is RELATIVE.
    plans: a cache, no part of the value. Parsed moves are cached by text and used again, so whoever looks them up in tables
    does so once, and keeps what was found under a key of its own.
    """

    action: int
    origin: int = ABSENT
    target: int = ABSENT
    kind: int = ABSENT
    sources: int = EVERYWHERE
    capture: bool | None = None
    becomes: int = ABSENT
    victim: int = ABSENT
    castle: int = ABSENT
    throw: int = 0
    owner: int = ABSENT
    loser: int = ABSENT
    put_on: int = ABSENT
    put: int = ABSENT
    relative: Relative | None = None
    plans: dict[object, Any] = field(default_factory=dict, init=False, compare=False, repr=False)


def on_board(parsed: ParsedMove, state: Any) -> ParsedMove | tuple[Any, ...]:
    """A parsed move with its piece resolved, or the reasons why it has no meaning in this position."""
    relative = parsed.relative
    if relative is None:
        return parsed
    return relative.resolve(relative.text, state, relative.game)
