"""From a game to its rule sheet: the sections of its page with pictures of what they say, the readings, and the options.

The pictures are the board, the start, how every piece moves, and the examples of the rules, which are judged anew.

>>> sheet = book(variant("chess"))
>>> [chapter.heading for chapter in sheet.chapters]
['Board', 'Start', 'Pieces', 'End']
>>> sheet.figures()[0].caption
'The board and the names of its fields.'
"""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import groupby
from operator import attrgetter
from typing import Final, NamedTuple

from fairyscore.notation.moves.reading import parse_move
from fairyscore.notation.position import Position
from fairyscore.notation.rules.moves import ParsedMove
from fairyscore.notation.rules.readings import Example, Reading
from fairyscore.notation.rules.variant import PositionError, Target, Variant
from fairyscore.notation.storage.file_names import safe
from fairyscore.notation.variants.registry import UnknownVariant, game_of, options_of, variant
from fairyscore.render import prose
from fairyscore.render.board_state import BoardState
from fairyscore.render.drawing import diagram
from fairyscore.render.geometry import Point, distance
from fairyscore.render.language import capital, translated
from fairyscore.render.layouts.registry import layout
from fairyscore.render.marks import BoardMarks
from fairyscore.render.movement import movement, refusal
from fairyscore.render.routes import move_path
from fairyscore.render.themes import Theme


class RulebookFigure(NamedTuple):
    """A picture. name: of its file, without ending; title: for who does not see it; caption: what stands below."""

    name: str
    svg: str
    title: str
    caption: str


class FigureLook(NamedTuple):
    """How pictures of a rule sheet look. theme: as `drawing.diagram` has it; size: of most pictures, in millimetres."""

    theme: Theme | str = "screen"
    size: float = 50.0

    @property
    def small(self) -> str:
        """The width of most pictures."""
        return f"{self.size:g}mm"

    @property
    def large(self) -> str:
        """The width of board and start."""
        return f"{round(1.57 * self.size):g}mm"


class Points(NamedTuple):
    """Sentences, a point each."""

    lines: tuple[str, ...]


class AlignedLines(NamedTuple):
    """Lines whose blanks keep columns in their places."""

    lines: tuple[str, ...]


class RulebookEntry(NamedTuple):
    """Something with a name, and what is said of it, a paragraph a line."""

    term: str
    lines: tuple[str, ...]


class Entries(NamedTuple):
    """Terms and what they are."""

    items: tuple[RulebookEntry, ...]


class Figures(NamedTuple):
    """Pictures that belong together, side by side where there is room."""

    items: tuple[RulebookFigure, ...]


Block = Points | AlignedLines | Entries | Figures


class Chapter(NamedTuple):
    """What stands under a heading."""

    heading: str
    blocks: tuple[Block, ...]


class Rulebook(NamedTuple):
    """A whole rule sheet, however it is written. facts: in front of the first heading. paper: sides of a PDF, in mm."""

    title: str
    facts: Entries
    chapters: tuple[Chapter, ...]
    paper: tuple[float, float] = (210.0, 297.0)

    def figures(self) -> tuple[RulebookFigure, ...]:
        """All pictures, in their order."""
        blocks = [block for chapter in self.chapters for block in chapter.blocks]
        return tuple(figure for block in blocks if isinstance(block, Figures) for figure in block.items)


def book(game: Variant, how: FigureLook = FigureLook()) -> Rulebook:  # noqa: B008 (immutable)
    """The whole sheet. Every picture and every example is made and judged anew."""
    facts = {
        "Name": (game.name,),
        "Source": (f"{game.rules.page}.",),
        "Players": (", ".join(translated(seat.name) for seat in game.seats),),
        "Moves are written as": (", ".join(notation.name for notation in game.writing.notations),),
        "Start position": (game.write_position(game.initial_state()),),
        "Warning": game.rules.warnings,
    }
    entries = (RulebookEntry(translated(name), said) for name, said in facts.items() if said)
    chapters = (*_sections(game, how), *_readings(game.rules.readings), *_options(game))
    return Rulebook(game.title, Entries(tuple(entries)), chapters)


def _sections(game: Variant, how: FigureLook) -> Iterator[Chapter]:
    """The page's own headings; where none of them is about the start, one for it behind that of the board."""
    started = any(section.shows == "start" for section in game.rules.sections)
    for number, section in enumerate(game.rules.sections, 1):
        blocks: list[Block] = [*lines(section.lines)]
        if section.shows:
            blocks.append(Figures(tuple(SHOWN[section.shows](game, how))))
        examples = enumerate(section.examples, 1)
        found = [_example(game, example, f"example-{number}-{place}", how) for place, example in examples]
        if figures := tuple(figure for some in found for figure in some):
            blocks.append(Figures(figures))
        yield Chapter(translated(section.heading), tuple(blocks))
        if section.shows == "board" and not started:
            yield Chapter(translated("Start"), (Figures(tuple(_start(game, how))),))


def lines(said: Iterable[str]) -> Iterator[Points | AlignedLines]:
    """Sentences as points; lines that begin with blanks keep their columns, as those of a small table.

    >>> list(lines(["A point.", "  R G", "  Y B"]))
    [Points(lines=('A point.',)), AlignedLines(lines=('R G', 'Y B'))]
    """
    for in_columns, together in groupby(said, key=lambda line: line.startswith(" ")):
        if in_columns:
            table = list(together)
            least = min(len(line) - len(line.lstrip()) for line in table)
            yield AlignedLines(tuple(line[least:] for line in table))
        else:
            yield Points(tuple(together))


OPEN_POINTS = "Where the page leaves a point open, this project decides; rules above name these ids."


def _readings(readings: tuple[Reading, ...]) -> Iterator[Chapter]:
    entries = []
    for reading in readings:
        choices = (translated(sentence, **filled) for sentence, filled in reading.choices)
        why = translated("Why: {reason}", reason=reading.reason)
        entries.append(RulebookEntry(reading.id, (reading.says, why, *choices)))
    if entries:
        yield Chapter(translated("Readings"), (Points((translated(OPEN_POINTS),)), Entries(tuple(entries))))


def _options(game: Variant) -> Iterator[Chapter]:
    """How each is written, what it does, and what else sets it."""
    entries = []
    for option in options_of(game_of(game.name)):
        values = f"={'|'.join(option.values)}" if option.values else "=…" if option.pattern else ""
        usual = translated("If nothing is said, {default}.", default=option.default) if option.default else ""
        tag = translated("In records the tag {tag}.", tag=option.tag) if option.tag else ""
        entries.append(RulebookEntry(f"{option.name}{values}", tuple(filter(None, (f"{option.says}.", usual, tag)))))
    if entries:
        yield Chapter(translated("Options of the name"), (Entries(tuple(entries)),))


# -- board and start --------------------------------------------------------------------------------------------------


def _board(game: Variant, how: FigureLook) -> Iterator[RulebookFigure]:
    drawn = diagram(Position.start(game.name), theme=how.theme, names="all", size=how.large, bare=True)
    yield RulebookFigure("board", drawn.svg(), drawn.title, translated("The board and the names of its fields."))


def _start(game: Variant, how: FigureLook) -> Iterator[RulebookFigure]:
    position = Position.start(game.name)
    drawn = diagram(position, theme=how.theme, size=how.large, plain=True)
    said = translated("The start. {seat} begins.", seat=capital(translated(position.turn.name)))
    yield RulebookFigure("start", drawn.svg(), drawn.title, said)


# -- how pieces move -----------------------------------------------------------------------------------------------------


def _pieces(game: Variant, how: FigureLook) -> Iterator[RulebookFigure]:
    """Every kind of piece where it gets to most fields, and once more where something else happens to it."""
    for kind, piece in enumerate(game.piece_types):
        for number, cell in enumerate(_telling_cells(game, kind), 1):
            field = game.board.cells[cell]
            drawn = movement(game, piece.name, field, theme=how.theme, size=how.small)
            name = f"piece-{kind + 1}-{safe(piece.name).replace(' ', '-')}{f'-{number}' if number > 1 else ''}"
            called = f"{piece.letter} {translated(piece.name)}".strip()
            said = translated("{piece}, here on {cell}.", piece=called, cell=field)
            yield RulebookFigure(name, drawn.svg(), drawn.title, said)


SHOWN: Final = {"board": _board, "start": _start, "pieces": _pieces}  # the pictures of a section, by what it shows


def _telling_cells(game: Variant, kind: int) -> Iterator[int]:
    """The cell from which a piece gets to most fields, and one where it is promoted or barred, if that is another."""
    cells = range(len(game.board.cells))  # all where nobody is such a piece at the start, nor becomes one
    reached = ((cell, game.rules.reach(0, kind, cell)) for cell in _reached(game.name).get(kind) or cells)
    found = {cell: goals for cell, goals in reached if goals}
    if not found:
        return
    aside, table = _aside(game), game.initial_state()
    begins = any(table.piece_at(cell) == (0, kind) for cell in cells)
    order = 1 if begins else -1  # what a piece becomes, he becomes on the other half of the board

    def best(cells: Iterable[int]) -> int:
        return min(cells, key=lambda cell: (-len(found[cell]), aside[cell], order * cell))

    first = best([cell for cell in found if aside[cell] < 1] or found)
    yield first
    for special in SPECIAL:
        others = [cell for cell, goals in found.items() if any(map(special, goals))]
        if others and not any(map(special, found[first])):
            yield best(others)


SPECIAL: Final[tuple[Callable[[Target], object], ...]] = (attrgetter("becomes"), attrgetter("barred"))
"""What else may happen where a piece gets to: it is promoted, or it may not go there."""


@lru_cache(maxsize=8)
def _reached(name: str) -> dict[int, list[int]]:
    """By kind the cells that White's pieces come to from the start of a variant, alone on the board, or turn into."""
    game = variant(name)
    table = game.initial_state()
    pieces = ((cell, table.piece_at(cell)) for cell in range(len(game.board.cells)))
    waiting = [(piece[1], cell) for cell, piece in pieces if piece is not None and piece[0] == 0]
    seen: set[tuple[int, int]] = set()
    while waiting:
        kind, cell = standing = waiting.pop()
        if standing not in seen:
            seen.add(standing)
            goals = [goal for goal in game.rules.reach(0, kind, cell) if not goal.barred]
            waiting += [(become, goal.target) for goal in goals for become in goal.becomes or (kind,)]
    return {kind: sorted(cell for other, cell in seen if other == kind) for kind, _ in seen}


BEST_RING, FAR_FROM_IT = 0.65, 0.2
"""Against the radius of a round board: where pieces show best how they move, and what is too near the centre or the rim."""


def _aside(game: Variant) -> list[float]:
    """How far each field lies from where pieces show best: the middle, or a ring. Below 1, it is near enough."""
    laid = layout(game)
    centres = [spot.centre for spot in laid.spots]
    count = len(centres)
    middle = laid.middle or Point(sum(x for x, _ in centres) / count, sum(y for _, y in centres) / count)
    far = [distance(middle, centre) for centre in centres]
    best, limit = (BEST_RING, FAR_FROM_IT) if laid.middle else (0.0, 2.0)
    return [round(abs(from_middle / max(far) - best) / limit, 2) for from_middle in far]


# -- examples ---------------------------------------------------------------------------------------------------------


def _example(game: Variant, shown: Example, name: str, how: FigureLook) -> Iterator[RulebookFigure]:
    """A move that shows a rule, as the engine judges it now. Nothing where the options of the game make it another one."""
    try:
        position = Position.from_fen(shown.position, shown.game or game.name)
    except (PositionError, UnknownVariant):
        return
    reasons = position.explain(shown.move)
    if [reason.code.value for reason in reasons] != ([shown.refused] if shown.refused else []):
        return
    if shown.refused:
        drawn = refusal(position, shown.move, theme=how.theme, size=how.small, captioned=False)
        title = f"{shown.move} is refused: {reasons[0]}"
        yield RulebookFigure(name, drawn.svg(), title, f"{shown.says} {title}.")
        return
    parsed = parse_move(shown.move, position.variant)
    move = position.state.find(parsed) if isinstance(parsed, ParsedMove) else None
    if move is None:
        return
    path = move_path(position.variant, position.state, move)
    drawn = diagram(BoardState.of(position, BoardMarks(path)), arrow=True, theme=how.theme, size=how.small)
    yield RulebookFigure(name, drawn.svg(), f"{shown.move}: {shown.says}", f"{shown.says} {shown.move}")
    if shown.after:
        after = position.play(shown.move)
        checked = position.variant.scenery.checked(after.state)
        moment = BoardState.of(after, BoardMarks(path, checked=checked))
        told = translated("After {move}: {status}.", move=shown.move, status=prose.status(moment))
        yield RulebookFigure(f"{name}-after", diagram(moment, theme=how.theme, size=how.small).svg(), told, told)
