"""What games say that neither steps nor captures by displacement cover, as rows of tables: ways to capture, conditions on
pieces, effects of moves, and turns of several moves.

A row says when it holds, of which pieces, and what follows. The rows of a game combine freely: Ultima has a way to capture
for each kind of piece and two conditions, Benedict one effect, Progressive Chess one rule of turns.
"""

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

Marks = frozenset[str]

CaptureMode = Literal[
    "displace", "rifle", "swap", "own", "none", "over", "withdraw", "approach", "custodian", "coordinate", "mimic",
    "shoot", "leap", "pushpull", "either", "touch",
]  # fmt: skip
"""How a piece captures. What follows `none` takes pieces elsewhere than on the cell where the move ends.

displace: by moving onto a piece. rifle: so, and it stays where it is. swap: so, and the captured piece goes to where it
came from. own: by moving onto pieces of its own side, and none of the enemy.
over: by passing over pieces one by one, each with an empty cell behind it. withdraw: by moving straight away from a piece
beside it. approach: by moving straight up to a piece. custodian: what is then between it and another piece of its side,
along files and ranks. coordinate: what then stands where its file crosses the rank of its own king, or its rank his file.
mimic: each piece as that would capture.
shoot: as rifle, what is at most two cells away, or as near to another piece of its side on an open line. leap: as over, one
piece only. pushpull: by withdrawing and approaching. either: by one of the two, and it makes no move by which it would
capture by both. touch: by a step onto a piece beside it.
"""

ON_TARGET: Final = frozenset(("displace", "rifle", "swap", "shoot", "touch"))
"""Ways to capture what stands on the cell to which the piece could move."""

HARMLESS: Final = frozenset(("own", "none"))
"""Ways to capture nothing of the enemy."""

Relation = Literal["beside", "with", "backed", "attacked", "faced", "protected", "protecting", "mated"]
"""How a piece stands to another one: next to an enemy, or (`with`) to one of its side; straight in front of one of its side
(`backed`); attacked by an enemy, on a line with one and nothing between them, protected by one of its side, or protecting
it; mated: attacked by one, so that no move of its side ends it, nor a capture, where nothing is captured by moving
either."""

OWN_SIDE: Final = frozenset(("with", "backed", "protected", "protecting"))
"""Relations to pieces of one's own side."""


class PieceCondition(NamedTuple):
    """A rule that holds of pieces while they stand in some relation to others.

    pieces: whom it is about. relation, by: to which pieces, of the enemy if they are beside, attack or face it, else of its
    side; an empty `by` means those of its own kind.
    then: `frozen` it may not move and gives no check; `moves` it moves as other pieces too (`like`: these kinds, empty for
    that of the other piece), or with `instead` no longer as its own kind; `avoided` no move may bring it about, of a piece
    of either side, and a royal piece is in check where it is so; `takes` if it moves, it takes the only one that attacks
    it.
    ways: the lines on which it is faced, as headings from 0 to 3.
    `safe` it cannot be captured; `kept` it does not leave the board (`Leaving`). leaves: mark of what a frozen piece may
    become, and so be gone, instead of a move.
    to: masks of the cells, by player, that it may go to so. steps: how far at most, 0 for any.
    """

    pieces: Marks
    relation: Relation
    by: Marks = frozenset()
    then: Literal["frozen", "safe", "moves", "avoided", "takes", "kept"] = "frozen"
    like: Marks = frozenset()
    ways: tuple[int, ...] = (0, 2)
    to: tuple[int, int] = (-1, -1)
    steps: int = 0
    instead: bool = False
    leaves: str = ""
    rule: str = ""


class Leaving(NamedTuple):
    """How a piece may leave the board instead of a move.

    becomes: mark of what stands for that. cells: masks of the other cells, by player, of which it is sent to one, that what
    follows happens there; none for the cell where it stands. needs: marks of which its player, or with `either` one of
    both, has to have one in hand; it is used up where it is what the piece becomes.
    """

    becomes: str
    cells: tuple[int, int] = (0, 0)
    needs: Marks = frozenset()
    either: bool = False


class Exchange(NamedTuple):
    """What keeps pieces of some kinds from being exchanged for each other, as the lions of Chu Shogi.

    pieces: these kinds. One of them takes another that is further away than a step only where nothing could take it back
    there, or if it takes something on its way too that is none of the kinds `light`. After one was taken by a piece of
    another kind, the next move takes none by a piece of another kind elsewhere.
    strict: so at any distance and whatever else it takes, wherever it ends; and the next move takes none elsewhere at all.
    """

    pieces: Marks
    light: Marks = frozenset()
    strict: bool = False
    rule: str = ""


class Effect(NamedTuple):
    """A change that a move makes beside moving and capturing. Rows follow each other, on the board as the last one left it.

    when: with any move of a piece, with a capture, or as a piece leaves the board instead of a move; it is then about where
    that is sent to. pieces: of which pieces that move, by what they were before, empty
    for all. taken: with which captured ones, empty for all. own_kind: only with a captured piece of the captor's kind.
    on: which pieces change: the one that moved, or the cell that it left; those on the cells around it; the enemies that it
    attacks from there; the nearest piece on each line along files and ranks that it faces, of the side `whose`; or the
    enemies that are mated then.
    spares: which of them stay as they are.
    where: masks of the cells, by player, on which the move ends.
    becomes: `gone`; `wall`; `hole`: pieces pass over the cell, and none enters it; `taken` what was captured; `joined` both
    in one (`joins`: the mark of two by their marks); `owner`: it changes sides; `pulled`: it comes up to the piece that
    moved; `pushed`: it goes away from it as far as the way is free; `mirrored`: it goes over to the same cell of the next
    board, which has to be empty.
    """

    when: Literal["move", "capture", "leave"]
    becomes: Literal["gone", "wall", "hole", "taken", "joined", "owner", "pulled", "pushed", "mirrored"]
    pieces: Marks = frozenset()
    on: Literal["mover", "left", "around", "attacked", "faced", "mated"] = "mover"
    whose: Literal["enemy", "own"] = "enemy"
    spares: Marks = frozenset()
    taken: Marks = frozenset()
    own_kind: bool = False
    joins: Mapping[str, str] = {}
    where: tuple[int, int] = (-1, -1)
    rule: str = ""


class Turns(NamedTuple):
    """How many moves a turn has.

    first: the first turn of the game; 0 for as many as any other. moves: each later turn, by player. rising: one more than
    the turn before, from `first` on; turns are then numbered one by one.
    check: `ends` a check ends the turn; `last` only its last move may give check; `free` neither.
    makes: what captures goes on at once, without capturing, as what it captured; else it may not capture.
    released: what is captured changes sides and goes on at once, on its way capturing too; the captor stays on its cell.
    completes: a capture is legal only if what goes on then can.
    plain: what goes on as another piece is not promoted, and has no first move.
    then: the last move of a turn of several is a step of one of these pieces of the enemy, onto an empty cell, if one can;
    it may lay the player's own king open, and who then moves has won. One that is promoted there is so by its owner, as he
    begins his turn.
    """

    first: int = 0
    moves: tuple[int, int] = (1, 1)
    rising: bool = False
    check: Literal["ends", "last", "free"] = "free"
    makes: bool = False
    released: bool = False
    completes: bool = True
    plain: bool = False
    then: Marks = frozenset()
    rule: str = ""

    def length(self, seat: int, number: int) -> int:
        """How many moves a turn has. number: of the round, or of the turn where it rises."""
        if self.rising:
            return max(1, self.first) + number - 1
        return self.first if self.first and (seat, number) == (0, 1) else self.moves[seat]

    def number_after(self, seat: int, number: int) -> int:
        """The number after a turn."""
        return number + 1 if self.rising else number + seat
