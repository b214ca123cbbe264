"""What a game of two players is made of: the typed description that a variant file becomes and the general engine plays.

Pieces are named by their marks, as White's stand in a FEN (`P`, `+P`); cells are masks, and
what differs by player is a pair, White's first.
"""

from collections.abc import Mapping
from itertools import chain
from typing import Final, Literal, NamedTuple

from fairyscore.notation.boards import HeadedBoard
from fairyscore.notation.rules.general.rows import CaptureMode, Effect, Exchange, Leaving, PieceCondition, Turns
from fairyscore.notation.rules.reasons import Code

Cells = tuple[int, int]
"""Masks of cells, White's and Black's."""

ANYWHERE: Final[Cells] = (-1, -1)
NOWHERE: Final[Cells] = (0, 0)

Marks = frozenset[str]
Value = Literal["wins", "draws", "loses"]
"""What an end is for the player it is about, who is to move unless something else is said."""

Passing = Literal["never", "always", "stalemate"]
"""When a player may pass."""

KINGSIDE, QUEENSIDE = 0, 1

RIVER: Final = "this side of the river"
"""As `GeneralPieceType.stays_in`: what keeps the piece there is the enemy's river."""


class Movement(NamedTuple):
    """One way to go: leaps in given directions, repeated up to a number. What Betza's notation says in letters.

    leaps: (to the right, forward) as the owner sees the board.
    most: how many leaps in a row at most, 0 for no limit.
    moves, captures: whether it goes to empty cells, and onto enemies.
    first: only from the cells in `GeneralPieceType.first`, unless its `Mobility` says from where.
    lame: the cells between must be empty too; with `any_way` those of one of the shortest ways of single steps.
    hop: exactly one piece must stand on the way. With `most` 1 it lands behind that piece at once (grasshopper), with 0
    anywhere behind (cannon), else no more than `most` cells from where it began.
    en_passant: whether it also captures in passing.
    bend: leaps of a second leg that goes outward from the end of the first, up to `bend_most` times (0: no limit).
    bend_must: it may not stop where the legs meet.
    rebounds: where a slide ends at an edge of the board it may go on, once (`Geometry.rebound`).

    >>> knight = Movement(tuple((x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y)))
    >>> len(knight.leaps)
    8
    """

    leaps: tuple[tuple[int, int], ...]
    most: int = 1
    moves: bool = True
    captures: bool = True
    first: bool = False
    lame: bool = False
    any_way: bool = False
    hop: bool = False
    en_passant: bool = False
    bend: tuple[tuple[int, int], ...] = ()
    bend_most: int = 0
    bend_must: bool = False
    rebounds: bool = False


def leaper(long: int, short: int) -> Movement:
    """One jump to all sides; `leaper(2, 1)` is a knight, `leaper(1, 0)` a wazir, `leaper(3, 1)` a camel.

    >>> leaper(1, 1).leaps
    ((1, 1), (1, -1), (-1, -1), (-1, 1))
    """
    sides = [(short, long)] if short in (0, long) else [(short, long), (-short, long)]
    quarters = []
    for _ in range(4):
        quarters += sides
        sides = [(ahead, -right) for right, ahead in sides]
    return Movement(tuple(quarters))


def rider(long: int, short: int) -> Movement:
    """The same leap over and over: `rider(1, 0)` is a rook, `rider(1, 1)` a bishop, `rider(2, 0)` a dababah-rider."""
    return leaper(long, short)._replace(most=0)


def pawn(*, en_passant: bool) -> tuple[Movement, ...]:
    """One step ahead, two from where it may move first, and capturing one step diagonally ahead."""
    return (
        Movement(((0, 1),), captures=False),
        Movement(((-1, 1), (1, 1)), moves=False, en_passant=en_passant),
        Movement(((0, 2),), captures=False, first=True, lame=True),
    )


class Mobility(NamedTuple):
    """Movements of a piece that begins on `origins` and ends on `targets`.

    unmoved: only while the piece has not moved. safe: not while the king is in check, nor where all that a leap may go over
    is attacked.
    """

    movements: tuple[Movement, ...]
    origins: Cells = ANYWHERE
    targets: Cells = ANYWHERE
    unmoved: bool = False
    safe: bool = False

    @property
    def bound(self) -> bool:
        """True if more than the board decides when its movements are made."""
        return self.unmoved or self.safe

    @property
    def has_first_moves(self) -> bool:
        """True if some of its movements are for the beginning, and may pass cells where the piece is then taken."""
        return self.bound or any(movement.first for movement in self.movements)


class GeneralPieceType(NamedTuple):
    """A kind of piece.

    letter: in moves; mark: in a FEN, as White's. also: other letters that are read. other_names: read for it in words.
    stays: the cells it may be on; nor does it give check elsewhere.
    first: where its first moves begin. passed: where it may be captured in passing, once it passed over them so.
    pawn: written without a letter in SAN, and its moves set back the clock.
    royal: it may not be left attacked; there is one on each side at most.
    counts_as: mark of the piece as which ends, limits and rows count it; empty for itself.
    hand_as: mark of what comes to the hand of who captures it; empty for nothing.
    not_takes: what it never captures. not_over: what is not a screen for its hops. takes: how it captures.
    arrows: its movements where no arrow counts, if it goes only as arrows on the cells point.
    touches: what it captures by a step onto it, however it captures else. trades: mark of what it may become by a step onto
    an enemy, which is captured, and so be gone too. gone: what becomes it leaves the board.
    leaves: how it may leave the board instead of a move, if it may.
    twice: steps of which it makes two in one move, the first of them a capture, by groups: the second is of the same group,
    or leads back to where it stood. Where the first would end on an empty cell, stepping there and back is a pass.
    switches: with what of its own side, beside it and of another kind, it may change places instead of moving.
    takes_own: what it captures of its own side. anti: it has to be attacked, by another than a king, and is not captured.
    stays_in: the name of the region that `stays` is ("palace"), if it has one. stands: where it can be in a position, if
    it turns into something else wherever else it goes. rule: where the rules say how it goes.
    """

    letter: str
    name: str
    mark: str
    mobility: tuple[Mobility, ...]
    also: tuple[str, ...] = ()
    other_names: tuple[str, ...] = ()
    stays: Cells = ANYWHERE
    first: Cells = NOWHERE
    passed: Cells = ANYWHERE
    pawn: bool = False
    royal: bool = False
    counts_as: str = ""
    hand_as: str = ""
    not_takes: Marks = frozenset()
    not_over: Marks = frozenset()
    takes: CaptureMode = "displace"
    takes_own: Marks = frozenset()
    twice: tuple[tuple[Movement, ...], ...] = ()
    switches: Marks = frozenset()
    anti: bool = False
    touches: Marks = frozenset()
    trades: str = ""
    gone: bool = False
    leaves: Leaving | None = None
    stays_in: str = ""
    stands: Cells = ANYWHERE
    arrows: tuple[Movement, ...] = ()
    rule: str = ""

    @property
    def movements(self) -> tuple[Movement, ...]:
        """All its movements, wherever they begin and end."""
        return tuple(chain.from_iterable(mobility.movements for mobility in self.mobility))

    def first_of(self, mobility: Mobility) -> Cells:
        """Where the first moves among its movements begin: where these begin at all, else where those of the piece do."""
        return self.first if mobility.origins == ANYWHERE else mobility.origins


class PromotionRule(NamedTuple):
    """A promotion: the types that a piece may turn into at the end of a move.

    Several may concern the same piece; they add up.

    to: marks by player. on: where the move ends. origins: where it begins. touch: `on` is a zone, and it is enough that
    the move begins there. No promotion that is a choice comes with a capture in passing.
    must: it has to turn into one of them.
    capture_only: only by capturing.
    captured: only into captured pieces of its own side, which come back. limit: how many of a mark a side may have.
    implied: with one choice only, which need not be written. silent: never written, because nothing is seen of it.
    demotion: it is turned back. in_place: also as a move of its own, by a step of a queen or on the spot (sittuyin).
    enemy: what it turns into is the enemy's.
    """

    piece: str
    to: tuple[tuple[str, ...], tuple[str, ...]]
    on: Cells
    origins: Cells = ANYWHERE
    touch: bool = False
    must: bool = True
    capture_only: bool = False
    captured: bool = False
    limit: Mapping[str, int] = {}
    implied: bool = False
    silent: bool = False
    demotion: bool = False
    in_place: bool = False
    enemy: bool = False
    rule: str = ""

    @property
    def marks(self) -> frozenset[str]:
        """The marks of what either player's piece may turn into."""
        return frozenset(chain(*self.to))


class CastlingRule(NamedTuple):
    """King and partner in one move, to given cells.

    side: KINGSIDE or QUEENSIDE. king_from, rook_from: cells, or -1 for where they stand when the right is read (Chess960:
    the outermost partner on that side of the king's rank). empty, safe: masks, or -1 for the usual: what both pass but
    themselves, and the king's way.
    """

    seat: int
    side: int
    king: str
    partners: Marks
    king_to: int
    rook_to: int
    king_from: int
    rook_from: int
    empty: int = -1
    safe: int = -1
    rule: str = ""

    @property
    def letter(self) -> str:
        """The right as a FEN has it: K Q k q."""
        letter = "K" if self.side == KINGSIDE else "Q"
        return letter.lower() if self.seat else letter


class Hand(NamedTuple):
    """Pieces beside the board and how they come onto it.

    drops: whether they are dropped at all (else they gate, or only wait). takes: marks (`hand_as`) that captures bring.
    regions: by mark where it may be dropped, "" for all others. no_double: marks of which no more than `doubles` may stand
    on a file where another is dropped. no_mate: marks that may not mate by a drop. no_check: drops may give no check.
    must: while pieces are in hand they have to be dropped; must_first: marks of which that holds, empty for all.
    promoted: pieces may be dropped as what they are promoted to. opposite: marks of which the second goes to cells of
    the other colour. castle: kings and rooks that were dropped may castle.
    own: marks of pieces that come to a player's hand when he captures them himself.
    mark: what a FEN writes after promoted pieces (`Q~`), empty for nothing; they come to a hand as what they were, or
    as they are with `loop`.
    """

    drops: bool = True
    takes: Marks = frozenset()
    own: Marks = frozenset()
    regions: Mapping[str, Cells] = {}
    no_double: Marks = frozenset()
    doubles: int = 1
    no_mate: Marks = frozenset()
    no_check: bool = False
    must: bool = False
    must_first: Marks = frozenset()
    promoted: bool = False
    opposite: Marks = frozenset()
    castle: bool = False
    mark: str = ""
    loop: bool = False
    rule: str = ""


class Goal(NamedTuple):
    """Cells whose owner wins once `needed` of his named pieces are there; or draws or loses, as `result` says.

    pieces: marks by player, empty for all. blocked: cells with anybody's pieces count as well, if one of his own is there.
    safe: the piece must not be attacked. reply: the other side has one more move, to draw by the same, or to capture.
    """

    pieces: tuple[Marks, Marks]
    cells: Cells
    needed: int = 1
    blocked: bool = False
    safe: bool = False
    reply: bool = False
    result: Value = "wins"
    rule: str = ""


class Extinction(NamedTuple):
    """The end when a side has no more than `at` of a kind of piece left.

    pieces: marks, each counted by itself; with `together` all kinds as one. result: for the side that is left with so few.
    opponent: the other side must have at least so many. pseudo_royal: the last ones may not be left attacked.
    duple: only if all of them are attacked is it check. claim: counted only for the side that is not to move.
    """

    pieces: Marks
    at: int = 0
    result: Value = "loses"
    together: bool = False
    opponent: int = 0
    pseudo_royal: bool = False
    duple: bool = False
    claim: bool = False
    rule: str = ""


class Ends(NamedTuple):
    """The ends of a game. mate, stalemate: for who cannot move. checks: so many checks win, 0 for no such rule.

    line: so many of one's own in a row end the game (`line_result` for their owner); line_ways: headings, 0 to 3.
    castling: letters of castlings (KQkq) that win. counts: `stalemate` is for who has fewer pieces then.
    bikjang: generals that face each other in two positions in a row end the game, as two passes in a row do in any game.
    points: what pieces are worth by mark, who has more wins such an end; black_points: what Black is given beside. Where
    nothing has points it is a draw.
    """

    mate: Value = "loses"
    stalemate: Value = "draws"
    goals: tuple[Goal, ...] = ()
    extinction: tuple[Extinction, ...] = ()
    checks: int = 0
    line: int = 0
    line_pieces: Marks = frozenset()
    line_ways: tuple[int, ...] = (0, 1, 2, 3)
    line_result: Value = "wins"
    castling: str = ""
    counts: bool = False
    bikjang: bool = False
    points: Mapping[str, int] = {}
    black_points: float = 0


class CountingRule(NamedTuple):
    """A counting rule: the player who counts, and the number at which a draw may be claimed (`rules.general.counting`).

    board: while both sides have pieces, for the one with fewer, once no pawn is left; 0 for no such count. few: that side
    has at most so many pieces, whether pawns are left or not. bare: for a lone king, once no pawn is left, by the marks of
    what the other side has at least, the first that fits; rest: where none fits, 0 for no count. from_pieces: that count
    begins with the number of pieces on the board. beyond: a draw comes only so many moves after the number. shorter: a
    count of the board goes on against a lone king where it is over sooner.
    """

    board: int = 0
    few: int = 0
    bare: tuple[tuple[tuple[str, ...], int], ...] = ()
    rest: int = 0
    from_pieces: bool = False
    beyond: int = 0
    shorter: bool = False


class ChaseRule(NamedTuple):
    """The definition of a perpetual chase (`rules.general.chase`), by marks of pieces.

    by, of: kinds that chase, and that are chased. crossed: kinds that are chased only outside a region. worth_more: by a
    kind that chases, those that it chases though they are protected.
    """

    by: Marks = frozenset()
    of: Marks = frozenset()
    crossed: Mapping[str, Cells] = {}
    worth_more: Mapping[str, Marks] = {}


class ImpasseRule(NamedTuple):
    """The conditions of an impasse that a player declares (`rules.general.impasse`).

    zone: where the king and so many other pieces have to be, `pieces`; those there and the hand are counted, `five` points
    for these kinds and one for others. first, second: points that who begins and who does not needs to win. draw: points
    that each needs for a draw, counted on the whole board.
    """

    zone: Cells = ANYWHERE
    pieces: int = 0
    five: Marks = frozenset()
    first: int = 0
    second: int = 0
    draw: int = 0


class CourseRules(NamedTuple):
    """The rules on the course of a game (`rules.course.Course`), 0 for no such rule. The usual ones are those of chess.

    claim_moves, end_moves: moves of each player without a capture or pawn move. counting, chase, impasse: None for no such
    rule. A chase is asked about where `perpetual_check` is.
    """

    claim_repetition: int = 3
    end_repetition: int = 5
    lost_repetition: int = 0
    perpetual_check: int = 0
    claim_moves: int = 50
    end_moves: int = 75
    longest: int = 0
    counting: CountingRule | None = None
    chase: ChaseRule | None = None
    impasse: ImpasseRule | None = None
    ruled: bool = False
    edition: str = ""
    since: str = ""


class Walls(NamedTuple):
    """Cells that turn into walls with a move.

    way: `duck` one wall that goes where it likes; `arrow` where the moved piece could go; `past` the cell it left;
    `edge` next to a wall or the edge; `static` any. or_move: wall or move, not both. through: a wall is no cell for who
    moves: he counts on with the next one behind it.
    """

    way: Literal["duck", "arrow", "past", "edge", "static"]
    cells: Cells = ANYWHERE
    or_move: bool = False
    through: bool = False
    rule: str = ""


class GameRules(NamedTuple):
    """A whole game.

    start: a FEN. checking, drop_checks... say what is forbidden beside leaving one's own king attacked.
    must_capture: who can capture has to.
    gating: first moves are kept as letters of files in the FEN's castling field, as those of pieces that remember
    (`Mobility.unmoved`): `seirawan` brings pieces from the hand
    with them, `cambodian` allows a leap. chess960: castling is written king takes rook.
    immobile: pieces may go where they could never move again.
    mating: a check is legal where none is otherwise, if it mates.
    undo: who has lost a piece to a capture may at once capture between the same cells (where captures swap).
    single: cells by player on only one of which his pieces may stand.
    edge: mask of cells where a move may end only to capture what no shorter move captures alike, or to swap.
    conditions, exchange, effects, turns: see `rules.general.rows`.
    unjudged: rules that are not judged, in sentences. cites: by code the rule that a refusal is about, if not the piece's.
    arrows: masks of cells by where arrows on them point, an index of `boards.HEADINGS`.
    cell, regions, sides: what a cell is called, cells that have a name, what the players are called; for texts only.
    """

    board: HeadedBoard
    pieces: tuple[GeneralPieceType, ...]
    start: str
    promotions: tuple[PromotionRule, ...] = ()
    pool: Marks = frozenset()
    castlings: tuple[CastlingRule, ...] = ()
    chess960: bool = False
    opposite_castling: bool = False
    hand: Hand | None = None
    ends: Ends = Ends()
    course: CourseRules = CourseRules()
    checking: bool = True
    must_capture: bool = False
    walls: Walls | None = None
    passing: tuple[Passing, Passing] = ("never", "never")
    gating: Literal["", "seirawan", "cambodian"] = ""
    immobile: bool = True
    mating: bool = False
    undo: bool = True
    edge: int = 0
    single: Cells = NOWHERE
    conditions: tuple[PieceCondition, ...] = ()
    exchange: Exchange | None = None
    effects: tuple[Effect, ...] = ()
    turns: Turns | None = None
    unjudged: tuple[str, ...] = ()
    arrows: tuple[int, ...] = ()
    cites: Mapping[Code, str] = {}
    cell: str = "square"
    sides: tuple[str, str] = ("white", "black")
    regions: Mapping[str, Cells] = {}

    @property
    def mates(self) -> bool:
        """True if a king may be mated: checks are given, if only such as mate."""
        return self.checking or self.mating

    @property
    def remembering(self) -> Marks:
        """The marks of pieces of which a position says whether they have moved."""
        return frozenset(piece.mark for piece in self.pieces if any(mobility.unmoved for mobility in piece.mobility))

    @property
    def facing(self) -> tuple[PieceCondition, ...]:
        """The conditions by which royal pieces may not be faced: all engines take that for an attack along a line."""
        royal = frozenset(piece.mark for piece in self.pieces if piece.royal)
        rows = (row for row in self.conditions if (row.relation, row.then) == ("faced", "avoided"))
        return tuple(row for row in rows if row.pieces <= royal)

    @property
    def departed(self) -> Marks:
        """The kinds that moves name for a piece that leaves the board with them."""
        frozen = (row.leaves for row in self.conditions)
        own = (piece.leaves.becomes for piece in self.pieces if piece.leaves is not None)
        return frozenset((*frozen, *own, *(piece.trades for piece in self.pieces))) - {""}

    @property
    def has_legs(self) -> bool:
        """True if rows of `rules.general.rows` say more of moves than steps and captures by displacement."""
        tabled = self.facing
        conditions = any(row.then != "takes" and row not in tabled for row in self.conditions)
        drawn = any(effect.on in ("left", "faced", "mated") or effect.becomes == "mirrored" for effect in self.effects)
        tunnels = self.walls is not None and self.walls.through
        rows = (
            tunnels
            or self.edge
            or any(self.single)
            or conditions
            or self.turns
            or self.mating
            or not self.undo
            or self.exchange
            or drawn
        )
        promoted = any(promotion.enemy for promotion in self.promotions)
        others = any(
            piece.takes != "displace"
            or piece.trades
            or piece.leaves
            or piece.takes_own
            or piece.twice
            or piece.switches
            or piece.anti
            for piece in self.pieces
        )
        return bool(rows) or promoted or others
