"""How pieces move and why a move is refused, as pictures that the rules engine makes.

Of a piece the fields that it gets to, and by what kind of way; of a refused move the way it would take, what stands there,
who would give check, and the sentence.

>>> from fairyscore.notation.variants.registry import variant
>>> drawn = movement(variant("chess"), "N", "e4")
>>> drawn.title
'Chess: a knight on e4'
>>> refusal(Position.start("chess"), "Ra1-a5").title
'Ra1-a5: the path of the rook from a1 to a5 is blocked: a2 a3 a4: a white pawn on a2'
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import lru_cache
from operator import attrgetter
from typing import Final, Unpack

from fairyscore.notation.boards import bits
from fairyscore.notation.moves.reading import parse_move
from fairyscore.notation.position import Position
from fairyscore.notation.records.marks import Arrow, CellMark
from fairyscore.notation.rules.moves import ABSENT, CASTLE, GO, GO_OR_CASTLE, Move, ParsedMove
from fairyscore.notation.rules.reachability import Access, TargetStatus, standings
from fairyscore.notation.rules.reasons import Code, Reason
from fairyscore.notation.rules.state import State, Target
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.text import shown
from fairyscore.render import prose
from fairyscore.render.board_state import BoardState, moment
from fairyscore.render.canvas import plain
from fairyscore.render.drawing import Diagram, DrawingRequest, cell_named, drawn
from fairyscore.render.errors import DrawingError
from fairyscore.render.geometry import Box, Point, distance
from fairyscore.render.idiom import cells_here
from fairyscore.render.language import capital, translated
from fairyscore.render.layouts.base import bounds
from fairyscore.render.layouts.registry import layout_of, turn_of
from fairyscore.render.marks import BoardMarks, Pip, PlacedMarker, meaning, used
from fairyscore.render.routes import MovePath, along, path_between


def movement(
    game: Variant, piece: str, on: str = "", *, whole: bool = False, **wanted: Unpack[DrawingRequest]
) -> Diagram:
    """Draw where a piece gets to from a field of an empty board.

    piece: its letter or name, with its owner in front where that is not the first player: `P`, `black pawn`.
    on: the name of a field; one from which it gets to most fields if empty. whole: the whole board, where its part with
    the piece and these fields would do; that part is drawn as large as on the whole board.

    Raises `DrawingError` for a piece, field or player that the game does not have, and what `diagram` raises.
    """
    seat, kind = piece_named(game, piece)
    cell = cell_named(game, on) if on else next(telling_cells(game, seat, kind), 0)
    table = game.rules.lone_piece_position(seat, kind, cell)
    found = standings(game, table, cell, judged=False)
    seen = () if whole else part_around(game, {cell, *(standing.goal.target for standing in found)}, wanted)
    return _drawn(BoardState.of(Position(game, table)), cell, found, wanted, alone=True, crop=seen)


def reach(what: BoardState | Position, on: str, **wanted: Unpack[DrawingRequest]) -> Diagram:
    """Draw where the piece on a field gets to in a position, what stands in its way, and which of it is not legal.

    Raises `DrawingError` where no piece stands there, and what `diagram` raises.
    """
    given = what if isinstance(what, BoardState) else BoardState.of(what)
    game, table = given.variant, given.state
    cell = cell_named(game, on)
    if table.piece_at(cell) is None:
        raise DrawingError(f"no piece stands on {shown(on)}; name a piece too, to see how it moves on an empty board")
    about = CellMark("blue", cell)
    wanted["fields"] = (about, *wanted.get("fields", ()))
    return _drawn(given, cell, standings(game, table, cell), wanted)


def piece_named(game: Variant, text: str) -> tuple[int, int]:
    """Seat and kind of a piece named by letter or name, in either case, its owner in front. Raises `DrawingError`."""
    words = text.lower().split()
    players = [seat.name for seat in game.seats]
    seat = players.index(words.pop(0)) if len(words) > 1 and words[0] in players else 0
    wanted = " ".join(words)
    for kind, piece in enumerate(game.piece_types):
        if wanted in (piece.letter.lower(), piece.name.lower()):
            return seat, kind
    kinds = ", ".join(dict.fromkeys(f"{piece.letter} {piece.name}" for piece in game.piece_types))
    raise DrawingError(
        f"{game.name} has no piece '{shown(text)}'; its pieces are {kinds}; "
        f"the player may come first, one of {', '.join(players)}"
    )


def _drawn(
    given: BoardState,
    cell: int,
    found: tuple[TargetStatus, ...],
    wanted: DrawingRequest,
    *,
    alone: bool = False,
    crop: Collection[int] = (),
) -> Diagram:
    """The piece on a cell with where it gets to. alone: nobody else is on the board, and no game comes to that."""
    game, table = given.variant, given.state
    placed = [(standing.goal.target, Pip.standing(standing)) for standing in found]
    pips = [PlacedMarker(end, pip, table.piece_at(end) is not None) for end, pip in placed]
    faces = dict(game.scenery.faces(table, cell)) if alone else {}  # of a piece that changes with its field (H-2)
    becomes = {end: faces[game.scenery.fields[end]] for end, _ in placed} if faces else {}
    letters = tuple((end, game.piece_types[kind].letter) for end, kind in becomes.items())
    seat, kind = table.piece_at(cell) or (0, 0)
    name = translated(game.piece_types[kind].name) if alone and not seat else prose.owned(game, (seat, kind))
    form = "an {piece} on {cell}" if name[0] in "aeiou" else "a {piece} on {cell}"
    called = translated(form, piece=name, cell=cells_here(game)[cell])
    title = plain(wanted.get("caption", "")) or f"{translated(game.title)}: {called}"
    words = (title, f"{capital(called)}. {'. '.join(_sentences(game, pips, becomes))}.")
    marks = BoardMarks(pips=tuple(pips), numbers=letters)
    return drawn(given, marks, wanted, words=words, below=("legend",), crop=crop, embedded=not alone)


def _sentences(game: Variant, pips: list[PlacedMarker], becomes: dict[int, int]) -> Iterator[str]:
    """Every field that the piece gets to, by what the legend says of them. becomes: the kind that it is there."""
    cells = cells_here(game)
    for pip in used(pips):
        yield f"{capital(meaning(pip, game))}: {', '.join(cells[entry.cell] for entry in pips if entry.pip == pip)}"
    if not pips:
        yield translated("It gets nowhere")
    for kind in sorted(set(becomes.values())):
        names = ", ".join(cells[cell] for cell, known in becomes.items() if known == kind)
        yield translated("There it is a {piece}: {cells}", piece=translated(game.piece_types[kind].name), cells=names)


# -- the part of a board that shows a move ----------------------------------------------------------------------------

LEAST_PART: Final = 5  # cells each way, where the board has so many
MOST_OF_BOARD: Final = 0.75  # of its area; a larger part is not worth a frame of its own


def part_around(game: Variant, cells: Collection[int], wanted: DrawingRequest) -> tuple[int, ...]:
    """Cells of the part of the board that shows some cells with those next to them; none where all of it is to be shown."""
    turn = turn_of(game, wanted.get("flip") or wanted.get("seat", ""))
    layout = layout_of(game, wanted.get("view", ""), turn)
    if layout.middle is not None:
        return ()  # a piece of a round board has none of its names, and one does not see where it lies
    boxes = [bounds(spot.polygon) for spot in layout.spots]
    seen = bounds(corner for cell in cells for corner in layout.spots[cell].polygon)
    side = boxes[next(iter(cells))].width
    seen = _within(seen.grown(side), layout.field, LEAST_PART * side)
    inside = tuple(cell for cell, box in enumerate(boxes) if _holds(seen, box))
    part = layout.part(inside)
    return inside if part.width * part.height < MOST_OF_BOARD * layout.field.width * layout.field.height else ()


def _within(seen: Box, field: Box, least: float) -> Box:
    """A part of a board at least so wide and high, moved and cut so that it lies on the board."""
    left, right = _span(seen.left, seen.right, field.left, field.right, least)
    top, bottom = _span(seen.top, seen.bottom, field.top, field.bottom, least)
    return Box(left, top, right, bottom)


def _span(start: float, end: float, first: float, last: float, least: float) -> tuple[float, float]:
    start, end = max(start, first), min(end, last)
    short = max(0.0, least - (end - start))
    start = max(first, min(start - short / 2, last - least))
    return start, min(last, max(end, start + least))


def _holds(seen: Box, box: Box) -> bool:
    """Whether the middle of a box is in another."""
    across, down = (box.left + box.right) / 2, (box.top + box.bottom) / 2
    return seen.left < across < seen.right and seen.top < down < seen.bottom


# -- the cells that show most -----------------------------------------------------------------------------------------


def telling_cells(game: Variant, seat: int, kind: int) -> Iterator[int]:
    """The cell from which a piece gets to most fields, and one where it is promoted or barred, if that is another."""
    cells = range(len(game.board.cells))  # all where nobody is such a piece at the start, nor becomes one
    reached = ((cell, game.rules.reach(seat, kind, cell)) for cell in _reached(game, seat).get(kind) or cells)
    found = {cell: goals for cell, goals in reached if goals}
    if not found:
        return
    aside, table = _aside(game), game.initial_state()
    begins = any(table.piece_at(cell) == (seat, kind) for cell in cells)
    order = 1 if begins == (seat == 0) else -1  # what a piece becomes, it becomes on the other half of the board

    def best(cells: Iterable[int]) -> int:
        return min(cells, key=lambda cell: (-len(found[cell]), aside[cell], order * cell))

    first = best([cell for cell in found if aside[cell] < 1] or found)
    yield first
    for special in SPECIAL:
        others = [cell for cell, goals in found.items() if any(map(special, goals))]
        if others and not any(map(special, found[first])):
            yield best(others)
    crossing = [cell for cell in found if _crosses(game, cell, found[cell])]
    if crossing and first not in crossing:  # a step over the middle of a round board is what beginners ask about
        yield best(crossing)


def _crosses(game: Variant, cell: int, goals: Iterable[Target]) -> bool:
    """Whether a piece gets from a field to one on the other side of a hole in the middle of the board."""
    layout = layout_of(game)
    if layout.middle is None or any(spot.centre == layout.middle for spot in layout.spots):
        return False
    spots, (x, y) = layout.spots, layout.middle
    here = spots[cell].centre
    return any(
        (here.x - x) * (spots[goal.target].centre.x - x) + (here.y - y) * (spots[goal.target].centre.y - y) < 0
        for goal in goals
    )


SPECIAL: Final[tuple[Callable[[Target], object], ...]] = (attrgetter("becomes"), attrgetter("barred"))
"""What else may happen where a piece gets to: it is promoted, or it may not go there."""


@lru_cache(maxsize=16)
def _reached(game: Variant, seat: int) -> dict[int, list[int]]:
    """By kind the cells that a side's pieces come to from the start, alone on the board, or turn into."""
    table = game.initial_state()
    pieces = ((cell, table.piece_at(cell)) for cell in range(len(game.board.cells)))
    waiting = [(piece[1], cell) for cell, piece in pieces if piece is not None and piece[0] == seat]
    seen: set[tuple[int, int]] = set()
    while waiting:
        kind, cell = standing = waiting.pop()
        if standing not in seen:
            seen.add(standing)
            for goal in game.rules.reach(seat, kind, cell):
                if not goal.barred:
                    waiting += [(become, goal.target) for become in goal.becomes or (kind,)]
    cells_by_kind: dict[int, list[int]] = {}
    for kind, cell in sorted(seen):
        cells_by_kind.setdefault(kind, []).append(cell)
    return cells_by_kind


BEST_RING, FAR_FROM_IT = 0.65, 0.2
"""Against the radius of a round board: where pieces show best how they move, and what is too near the centre or the rim."""


def _aside(game: Variant) -> list[float]:
    """How far each field lies from where pieces show best: the middle, or a ring. Below 1, it is near enough."""
    layout = layout_of(game)
    centres = [spot.centre for spot in layout.spots]
    count = len(centres)
    middle = layout.middle or Point(sum(x for x, _ in centres) / count, sum(y for _, y in centres) / count)
    far = [distance(middle, centre) for centre in centres]
    best, limit = (BEST_RING, FAR_FROM_IT) if layout.middle else (0.0, 2.0)
    return [round(abs(from_middle / max(far) - best) / limit, 2) for from_middle in far]


# -- why a move is refused --------------------------------------------------------------------------------------------

MOST_WAYS: Final = 4  # ways of one move, or pieces that it may mean, that are drawn: more could not be told apart
MOST_REASONS: Final = 3  # reasons that stand below; `explain` prints all of them
LONGEST_MOVE: Final = 60
LINES_OF_REFUSAL: Final = 24  # below a refusal: all of it

IN_THE_WAY, CHECKING, LEGAL = "red", "orange", "green"
"""Colours of the rings about pieces in the way, of the arrows of those that would give check, and of a legal move."""

GOES_ELSEWHERE: Final = {
    Code.CANNOT_REACH,
    Code.NO_PIECE_REACHES,
    Code.TOO_FEW_STEPS,
    Code.TOO_MANY_STEPS,
    Code.CIRCLES_CROSSED,
    Code.NOTHING_TO_TAKE,
    Code.CANNOT_TAKE,
    Code.ACROSS_RIVER,
}
"""Where it helps to see which fields the piece does get to."""


def refusal(what: BoardState | Position, move: str, **wanted: Unpack[DrawingRequest]) -> Diagram:
    """Draw why a move, in any notation of the game, is refused in a position. A legal one is drawn as an arrow.

    caption: instead of move and reasons. fields, arrows, numbers are drawn too. Raises what `diagram` raises.
    """
    given = what if isinstance(what, BoardState) else moment(what)
    read = parse_move(move, given.variant)
    if isinstance(read, ParsedMove):
        reasons = given.state.reasons(read, shown(move))
        marks = _marks(given, read, reasons)
    else:
        reasons, marks = read, BoardMarks(checked=given.marks.checked)
    reason_text = (
        "; ".join(dict.fromkeys(prose.refused(given.variant, reason) for reason in reasons[:MOST_REASONS])) or "legal"
    )
    wanted["caption"] = wanted.get("caption") or f"{shown(move, LONGEST_MOVE)}: {reason_text}"
    title = plain(wanted["caption"])
    words, below = (title, f"{prose.described(given)} {title}."), ("status", "trays", "key", "legend")
    return drawn(given, marks, wanted, words=words, below=below, caption_lines=LINES_OF_REFUSAL)


Statuses = dict[int, TargetStatus | None]
"""The target of each piece that may be meant, by its cell; None where none of its ways leads there."""


def _marks(given: BoardState, parsed: ParsedMove, reasons: tuple[Reason, ...]) -> BoardMarks:
    game, table, marks = given.variant, given.state, BoardMarks(checked=given.marks.checked)
    if not reasons:
        return _legal(game, table, parsed, marks)
    if parsed.action == CASTLE:
        return _castling(game, table, parsed, marks)
    found: Statuses = {}
    for origin in _origins(game, table, parsed):
        standing = standings(game, table, origin, judged=False)
        found[origin] = next((target for target in standing if target.goal.target == parsed.target), None)
    if any(reason.code is Code.AMBIGUOUS for reason in reasons):
        found = {origin: target for origin, target in found.items() if target and target.access is Access.FREE}
    ways: list[MovePath] = []
    for origin, target in found.items():
        ways += _courses(game, table, origin, parsed, target)
    king, checking = _check(game, table, parsed, found, reasons)
    # Fields that reasons are about, where nobody stands, or somebody else; and who is in the way.
    named = (
        game.board.index.get(str(reason.facts.get("cell", "")))
        for reason in reasons
        if reason.code is not Code.NO_PIECE_REACHES
    )
    blockers = (cell for standing in found.values() if standing is not None for cell in standing.blockers)
    rings = (cell for cell in dict.fromkeys((*named, *blockers)) if cell is not None and cell not in king)
    return BoardMarks(
        refused=tuple(ways[:MOST_WAYS]),
        checked=king or marks.checked,
        fields=tuple(CellMark(IN_THE_WAY, cell) for cell in rings),
        arrows=checking,
        pips=tuple(_pips(game, table, parsed, found, {reason.code for reason in reasons})),
    )


def _legal(game: Variant, table: State, parsed: ParsedMove, marks: BoardMarks) -> BoardMarks:
    """A legal move: one arrow from the piece that moves, the king's where it castles; the cell where a piece is dropped."""
    if parsed.action == CASTLE:
        kings = _king_ways(game, table, parsed)
        return marks._replace(arrows=tuple(Arrow(LEGAL, *way) for way in kings[:1]))
    move = table.copy().try_push(parsed)
    if move is None or move.target == ABSENT:
        return marks
    if move.origin == ABSENT:
        return marks._replace(fields=(CellMark(LEGAL, move.target),))
    return marks._replace(arrows=(Arrow(LEGAL, move.origin, move.target),))


def _king_ways(game: Variant, table: State, parsed: ParsedMove) -> list[tuple[int, int]]:
    """Where the king of the player to move castles from and to."""
    sides = game.writing.castling_sides.items()
    return [way for way, side in sides if side == parsed.castle and (table.piece_at(way[0]) or (-1,))[0] == table.turn]


def _castling(game: Variant, table: State, parsed: ParsedMove, marks: BoardMarks) -> BoardMarks:
    """A castling that is refused: the king's way, and who stands on it."""
    kings = _king_ways(game, table, parsed)
    if not kings:
        return marks
    way = game.board.line(*kings[0]) or kings[0]
    standing = (cell for cell in way[1:] if table.piece_at(cell) is not None)
    rings = tuple(CellMark(IN_THE_WAY, cell) for cell in standing)
    return marks._replace(refused=(along(game.board, way, leaps=False),), fields=rings)


def _origins(game: Variant, table: State, parsed: ParsedMove) -> tuple[int, ...]:
    """The cells of the pieces that the move may mean."""
    if parsed.origin != ABSENT:
        return (parsed.origin,)
    if parsed.action not in (GO, GO_OR_CASTLE) or ABSENT in (parsed.kind, parsed.target):
        return ()
    letter, size = game.piece_types[parsed.kind].letter, len(game.board.cells)
    pieces = ((cell, table.piece_at(cell)) for cell in bits(parsed.sources & (1 << size) - 1))
    return tuple(
        cell
        for cell, piece in pieces
        if piece is not None and piece[0] == table.turn and game.piece_types[piece[1]].letter == letter
    )


def _courses(
    game: Variant, table: State, origin: int, parsed: ParsedMove, standing: TargetStatus | None
) -> Iterator[MovePath]:
    """The ways that a piece would take; where the rules have none, the two cells that the move names."""
    if parsed.target in (ABSENT, origin) or table.piece_at(origin) is None:
        return
    if standing is None or standing.access is not Access.BLOCKED:
        yield path_between(game, table, origin, parsed.target)
        return
    for way in standing.goal.ways[:MOST_WAYS]:
        yield along(game.board, way, standing.goal.leaps)


def _check(
    game: Variant, table: State, parsed: ParsedMove, found: Statuses, reasons: tuple[Reason, ...]
) -> tuple[tuple[int, ...], tuple[Arrow, ...]]:
    """Where the king would be in check, and the arrows of those who would give it."""
    left = next((reason for reason in reasons if reason.code is Code.LEAVES_CHECK), None)
    able = [origin for origin, standing in found.items() if standing and standing.access is Access.FREE]
    if left is None or not able:
        return (), ()
    king, after = game.board.index[str(left.facts["cell"])], table.copy()
    after.push_unchecked(Move(able[0], parsed.target, parsed.becomes))
    rivals = (cell for cell in range(len(game.board.cells)) if (after.piece_at(cell) or (-1,))[0] == after.turn)
    arrows = [Arrow(CHECKING, cell, king) for cell in rivals if _strikes(game, after, cell, king)]
    return (king,), tuple(arrows)


def _strikes(game: Variant, table: State, cell: int, target: int) -> bool:
    """Whether the piece on a cell may capture on another."""
    for standing in standings(game, table, cell, judged=False):
        if standing.goal.target == target and standing.goal.takes and standing.access is Access.FREE:
            return True
    return False


def _pips(game: Variant, table: State, parsed: ParsedMove, found: Statuses, codes: set[Code]) -> Iterator[PlacedMarker]:
    """The pips of a refused move: on its target, and where the piece does get to, if that helps."""
    if parsed.target != ABSENT:
        barred = (standing.access for standing in found.values() if standing and standing.access is not Access.FREE)
        yield PlacedMarker(parsed.target, Pip(next((access.value for access in barred), "refused")), beside=True)
    if len(found) == 1 and codes & GOES_ELSEWHERE:
        for standing in standings(game, table, next(iter(found))):
            target = standing.goal.target
            if standing.access is Access.FREE and target != parsed.target:
                yield PlacedMarker(target, Pip.standing(standing), table.piece_at(target) is not None)
