"""The pictures of a rule sheet: the board, the start, how every man moves, and the examples of its rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from fairyscore.notation.game import Position
from fairyscore.notation.moves.reading import wish_for
from fairyscore.notation.rules.moves import Wish
from fairyscore.notation.rules.reach import Goal
from fairyscore.notation.rules.readings import Example
from fairyscore.notation.rules.variant import PositionError, Variant
from fairyscore.notation.variants.naming import UnknownVariant, variant
from fairyscore.render import prose
from fairyscore.render.canvas import element
from fairyscore.render.drawing import diagram, looked
from fairyscore.render.geometry import Point, distance
from fairyscore.render.layouts.known import layout
from fairyscore.render.marks import Marks
from fairyscore.render.men import Cast
from fairyscore.render.moments import Moment, move_marks
from fairyscore.render.movement import movement
from fairyscore.render.page import Page
from fairyscore.render.refusals import refusal
from fairyscore.render.rulebook.book import Figure

LARGE, SMALL = "110mm", "70mm"
"""How wide pictures are: board and start, and all others."""


class _Bare(Page):
    """A board without men."""

    def words(self) -> tuple[str, str]:
        title = f"{self.game.title}: the board"
        return title, f"{title}, with the names of its {len(self.game.board.cells)} fields."

    def metadata(self) -> Any:
        return element("metadata")

    def _men(self) -> Iterator[Any]:
        return iter(())


def board(game: Variant) -> Figure:
    """The board with the names of its fields."""
    given = Moment(Position(game, game.begin()))
    look, size = looked(game, "screen", names="all", seat="", view="", size=LARGE)
    page = _Bare(given, look, Marks(), Cast(game, look.theme), said="", plain=True)
    return Figure("board", page.finished(size, ""), page.words()[0], "The board and the names of its fields.")


def start(game: Variant) -> Figure:
    """The position that the game begins with."""
    position = Position.start(game.name)
    drawn = diagram(position, size=LARGE, plain=True)
    return Figure("start", drawn.svg(), drawn.title, f"The start. {position.mover.name.capitalize()} begins.")


# -- how men move -----------------------------------------------------------------------------------------------------


def men(game: Variant) -> Iterator[Figure]:
    """Every kind of man where it gets to most fields, and once more where something else happens to it."""
    for kind, man in enumerate(game.men):
        for number, cell in enumerate(_telling_cells(game, kind), 1):
            field = game.board.cells[cell]
            drawn = movement(game, man.name, field, size=SMALL)
            name = f"man-{kind + 1}-{man.name.replace(' ', '-')}{f'-{number}' if number > 1 else ''}"
            called = f"{man.letter} {man.name}" if man.letter else man.name
            yield Figure(name, drawn.svg(), drawn.title, f"{called}, here on {field}.")


def _telling_cells(game: Variant, kind: int) -> Iterator[int]:
    """The cell from which a man gets to most fields, and one where it is promoted or barred, if that is another."""
    found = {cell: game.reach(0, kind, cell) for cell in _stands(game, kind)}
    if not found:
        return
    aside, table = _aside(game), game.begin()
    begins = any(table.man_at(cell) == (0, kind) for cell in range(len(game.board.cells)))
    order = 1 if begins else -1  # what a man becomes, he becomes on the other half of the board

    def best(cells: Iterable[int]) -> int:
        return min(cells, key=lambda cell: (-len(found[cell]), aside[cell], order * cell))

    first = best([cell for cell in found if aside[cell] < 1] or found)
    yield first
    for special in (_promoting, _barred):
        cells = [cell for cell, goals in found.items() if any(map(special, goals))]
        if cells and not any(map(special, found[first])):
            yield best(cells)


def _stands(game: Variant, kind: int) -> list[int]:
    """The cells that a man of White's can come to and leave, ascending; all where nobody is such a man at the start."""
    cells = range(len(game.board.cells))
    return [cell for cell in (_reached(game.name).get(kind) or cells) if game.reach(0, kind, cell)]


@lru_cache(maxsize=8)
def _reached(name: str) -> dict[int, list[int]]:
    """By kind the cells that White's men come to from the start of a variant, alone on the board, or turn into."""
    game = variant(name)
    table = game.begin()
    men = ((cell, table.man_at(cell)) for cell in range(len(game.board.cells)))
    waiting = [(man[1], cell) for cell, man in men if man is not None and man[0] == 0]
    seen: set[tuple[int, int]] = set()
    while waiting:
        kind, cell = standing = waiting.pop()
        if standing not in seen:
            seen.add(standing)
            goals = [goal for goal in game.reach(0, kind, cell) if not goal.barred]
            waiting += [(become, goal.target) for goal in goals for become in goal.becomes or (kind,)]
    return {kind: sorted(cell for other, cell in seen if other == kind) for kind, _ in seen}


BEST_RING, FAR_FROM_IT = 0.65, 0.2
"""Against the radius of a round board: where men show best how they move, and what is too near the centre or the rim."""


def _aside(game: Variant) -> list[float]:
    """How far each field lies from where men show best how they move: from the middle, or on a round board from a ring
    between centre and rim. Below 1, it is near enough.
    """
    laid = layout(game)
    centres = [spot.centre for spot in laid.spots]
    middle = laid.middle or _middle(centres)
    far = [distance(middle, centre) for centre in centres]
    best, limit = (BEST_RING, FAR_FROM_IT) if laid.middle else (0.0, 2.0)
    return [round(abs(from_middle / max(far) - best) / limit, 2) for from_middle in far]


def _promoting(goal: Goal) -> bool:
    return bool(goal.becomes)


def _barred(goal: Goal) -> bool:
    return goal.barred


def _middle(points: list[Point]) -> Point:
    return Point(sum(point.x for point in points) / len(points), sum(point.y for point in points) / len(points))


# -- examples ---------------------------------------------------------------------------------------------------------


def example(game: Variant, shown: Example, name: str) -> Iterator[Figure]:
    """A move that shows a rule, as the engine judges it now. Nothing where the options of the game make it another one."""
    try:
        position = Position.read(shown.game or game.name, shown.position)
    except (PositionError, UnknownVariant):
        return
    codes = [reason.code.value for reason in position.explain(shown.move)]
    if codes != ([shown.refused] if shown.refused else []):
        return
    if shown.refused:
        yield _refused(position, shown, name)
    else:
        yield from _made(position, shown, name)


def _refused(position: Position, shown: Example, name: str) -> Figure:
    drawn = refusal(position, shown.move, size=SMALL, caption=" ")
    reasons = "; ".join(str(reason) for reason in position.explain(shown.move))
    title = f"{shown.move} is refused: {reasons}"
    return Figure(name, drawn.svg(), title, f"{shown.says} {title}.")


def _made(position: Position, shown: Example, name: str) -> Iterator[Figure]:
    table = position.table
    wish = wish_for(shown.move, position.game)
    move = table.find(wish) if isinstance(wish, Wish) else None
    if move is None:
        return
    marks = move_marks(table, move, position.game)
    drawn = diagram(Moment(position, marks=marks), arrow=True, size=SMALL)
    yield Figure(name, drawn.svg(), f"{shown.move}: {shown.says}", f"{shown.says} {shown.move}")
    if shown.after:
        after = position.play(shown.move)
        checked = position.game.scenery.checked(after.table)
        moment = Moment(after, marks=Marks(way=marks.way, leap=marks.leap, steps=marks.steps, checked=checked))
        told = f"After {shown.move}: {prose.status(moment)}."
        yield Figure(f"{name}-after", diagram(moment, size=SMALL).svg(), told, told)
