"""A move, and a move as it was parsed: both in the board's integers, so that rules never see text.

A `ParsedMove` is what a written move asks for before anyone judged it; a `Move` is one that the rules gave out or accepted.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

NOT_SAID: Final = -1
"""Stands in a parsed move for whatever the text left open: a cell, a kind of piece, a promotion."""

OWN: Final = -2
"""Stands in `ParsedMove.loser` where the text says that the mover knocks out a piece of his own, whoever he is."""

PROMOTED: Final = -3
"""Stands in `ParsedMove.becomes` where the text says only that the piece is promoted (`b2b3+`)."""

DEMOTED: Final = -4
"""Stands there where it is turned back (`b2b3-`)."""

UNCHANGED: Final = -5
"""Stands there where the text says that it is not promoted (`b2b3=`)."""

EVERYWHERE: Final = -1
"""As a mask: all cells (in Python -1 has every bit set)."""

MOST_SEATS: Final = 4

GO, CASTLE, DROP, PASS, GO_OR_CASTLE, RELATIVE = range(6)
"""What a parsed move asks for. Plain integers: they are compared in the hot loop.

GO_OR_CASTLE is a way from field to field that a king takes when he castles, in notations that name no piece and write
castling so (UCI, ICCF): what stands on the origin tells which of the two it is.
RELATIVE is a move that names its piece by how it stands to others (`Relative`): the position tells what it asks for.
"""

CASTLINGS: Final = ("O-O", "O-O-O")
"""How the castlings are written, by side."""


class Move(NamedTuple):
    """One ply that the rules allow.

    origin: the cell left; NOT_SAID for a drop or a pass.
    target: the cell reached; NOT_SAID for a pass.
    becomes: index of the kind a piece turns into, or of the piece dropped; NOT_SAID for none.
    castle: index into the game's castlings; NOT_SAID for any other move.
    throw: eyes of the dice that allow the move; 0 in games without dice.
    put_on, put: the cell on which the move puts something else, and the kind of that piece (gating), NOT_SAID for a wall.
    """

    origin: int
    target: int
    becomes: int = NOT_SAID
    castle: int = NOT_SAID
    throw: int = 0
    put_on: int = NOT_SAID
    put: int = NOT_SAID

    @property
    def passes(self) -> bool:
        """Whether it leaves all pieces where they are: a pass, which in some games is a king's move to where he stands."""
        return self.target == NOT_SAID or (self.origin == self.target and self.becomes == NOT_SAID)


PASSING: Final = Move(NOT_SAID, NOT_SAID)


class Relative(NamedTuple):
    """A move of which the board has to say what it asks for, as `C+.5`, the front one of two cannons.

    meant: gives, for the text, a state and the game, the parsed move in that position, or the reasons why there is none.
    """

    text: str
    game: Any
    meant: Callable[[str, Any, Any], "ParsedMove | tuple[Any, ...]"]


@dataclass(frozen=True, slots=True)
class ParsedMove:
    """What a written move asks for, not judged yet.

    action: GO, CASTLE, DROP, PASS or GO_OR_CASTLE.
    origin: the cell it names as start, or NOT_SAID (SAN leaves it to the reader).
    target: the cell it names as end.
    kind: index of the kind of piece it names, or NOT_SAID.
    sources: mask of the cells the piece may stand on (SAN's file and rank; EVERYWHERE where nothing is said).
    capture: True and False as marked, None where the notation has no mark for it.
    becomes: index of the kind named as promotion, or of the piece to drop.
    victim: index of the kind named as captured (spoken moves).
    castle: 0 for O-O and 1 for O-O-O.
    throw: the eyes written in front of the move, 0 for none.
    owner: seat that the text says the piece belongs to (spoken moves: "white wizard"); asked where it goes or castles.
    loser: seat that the text says the captured piece belongs to; asked only where `victim` is said.
    put_on, put: as in `Move`: the cell named for a wall or a piece from the hand, and that piece's kind.
    relative: what to ask of the position, where the action is RELATIVE.
    plans: room to note what was looked up for it, no part of the value: by the royal engine for each of two seats, behind
    them by the core. What was read is kept by its text and met again and again, so a game's tables need asking only once.
    """

    action: int
    origin: int = NOT_SAID
    target: int = NOT_SAID
    kind: int = NOT_SAID
    sources: int = EVERYWHERE
    capture: bool | None = None
    becomes: int = NOT_SAID
    victim: int = NOT_SAID
    castle: int = NOT_SAID
    throw: int = 0
    owner: int = NOT_SAID
    loser: int = NOT_SAID
    put_on: int = NOT_SAID
    put: int = NOT_SAID
    relative: Relative | None = None
    plans: list[Any] = field(default_factory=lambda: [None] * MOST_SEATS, init=False, compare=False, repr=False)


def on_board(parsed: ParsedMove, state: Any) -> ParsedMove | tuple[Any, ...]:
    """What a parsed move asks for in a position: itself; of a relative one its meaning, or the reasons why it has none."""
    relative = parsed.relative
    return parsed if relative is None else relative.meant(relative.text, state, relative.game)
