"""The chart of a game: how it stood after each move, and the time that each player had left.

>>> from fairyscore import loads
>>> game, = loads("1. e4 {[%eval 0.3] [%clk 0:05:00]} e5 {[%eval 0.2] [%clk 0:04:50]} 2. Ba6?? {[%eval -4]} *")
>>> drawn = game_chart(game)
>>> drawn.title, drawn.svg()[:4]
('? - ?', '<svg')
>>> [panel.title for panel in panels_of(game)]
['Evaluation', 'Time left']
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import Any, Final, NamedTuple

from fairyscore.notation.engines.mistakes import usual_signs
from fairyscore.notation.engines.score import EngineScore
from fairyscore.notation.game import Game
from fairyscore.notation.game_tree import Node
from fairyscore.notation.records.nags import glyph_of
from fairyscore.notation.rules.variant import Seat
from fairyscore.notation.stats.summary import Stats
from fairyscore.render.canvas import shape, text
from fairyscore.render.charts import GAP, LETTERS, SMALL, STROKE, TOP, Panel, archive_chart, chart
from fairyscore.render.drawing import Diagram
from fairyscore.render.errors import DrawingError
from fairyscore.render.font_outlines.letters import width
from fairyscore.render.geometry import Point, circle, line, ring
from fairyscore.render.language import translated
from fairyscore.render.themes import Theme

TALL: Final = 170.0  # height of the field of a graph
BELOW: Final = 34.0  # room for the numbers of moves and the line of words
LEFT: Final = 44.0  # room for the numbers beside it
THICK: Final = 1.6  # width of a line
DOT: Final = 2.6  # radius of the dot at a mistake
RIM: Final = 0.1  # so near to the rim of the field a label stands on the inner side of its dot, else on the outer one
MOST_NUMBERS: Final = 12  # numbers of moves below a graph, at most
STEPS: Final = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000)

PAWNS: Final = (8, 4, 2, 1, 0, -1, -2, -4, -8)
"""Advantages that have a line of their own. They lie as far apart as the chances that they give."""

MINUTE, HOUR, DAY = 60, 3600, 86400
TIMES: Final = (1, 2, 5, 10, 15, 30, *(MINUTE * n for n in (1, 2, 5, 10, 15, 30)), *(HOUR * n for n in (1, 2, 6, 12)))
"""Seconds between two lines of a graph of times; beyond them whole days."""
MOST_TIMES: Final = 6


DASHES: Final = (("", "unbroken"), ("5 3", "dashed"), ("1.5 2.5", "dotted"), ("8 3 1.5 3", "dashes and dots"))
"""The lines of the players, and their names."""


class ChartMove(NamedTuple):
    """A move of the main line, as far as a chart shows it.

    number: of the move, as `23.` or `23…`. chance: of the first player to win, from 0 to 1. left: seconds on the clock.
    sign: of a mistake. Of what a record does not state there is None, and an empty sign.
    """

    number: str
    seat: int
    chance: float | None
    left: float | None
    sign: str


def chart_of(source: Stats | Game, *, top: int = TOP, theme: Theme | str = "screen", size: str = "180mm") -> Diagram:
    """A page about an archive (`archive_chart`) or about a game (`game_chart`).

    source: what `fairyscore.stats` counted, or a game.
    top: how many variants, openings, players and faults of an archive.
    theme: a name, the path of a `.toml`, or a `Theme`.
    size: width of the page, as `180mm`.

    Raises `DrawingError`.

    >>> from fairyscore import stats
    >>> chart_of(stats("samples/games/chess/romantic.pgn")).title
    '3 games of Chess'
    """
    if isinstance(source, Game):
        return game_chart(source, theme=theme, size=size)
    return archive_chart(source, top=top, theme=theme, size=size)


def game_chart(game: Game, *, theme: Theme | str = "screen", size: str = "180mm") -> Diagram:
    """A page about a game: graphs of its evaluations (`[%eval 0.3]`), mistakes marked, and of times (`[%clk 0:05:00]`).

    Raises `DrawingError` where its main line states neither, and for a wrong theme or size.
    """
    panels = tuple(panels_of(game))
    if not panels:
        raise DrawingError("the game states no evaluations and no times; `fairyscore annotate` writes evaluations")
    names = [game.tags.get(seat.name.capitalize(), "?") for seat in game.variant.seats]
    return chart(" - ".join(names), panels, theme=theme, size=size, columns=1)


class GraphPicture(NamedTuple):
    """The graphs of a game as a part of a page. words: for who does not see them. tall: the height against the width."""

    svg: str
    words: str
    tall: float


def graph_of(game: Game, theme: Theme | str, size: str) -> GraphPicture | None:
    """The graphs of a game, to stand below its moves; None where it states neither evaluations nor times.

    >>> from fairyscore import loads
    >>> game, = loads("1. e4 {[%eval 0.3]} e5 {[%eval 0.2]} *")
    >>> graph_of(game, "print", "100mm").words
    'Evaluation. Above the line White stands better. No mistakes are marked.'
    """
    panels = tuple(panels_of(game))
    if not panels:
        return None
    drawn = chart("", panels, theme=theme, size=size, columns=1, titled=False).svg()
    wide, tall = map(float, re.search(r'viewBox="0 0 (\S+) ([^"]+)"', drawn).groups())  # type: ignore[union-attr]
    return GraphPicture(drawn, " ".join(panel.words for panel in panels), tall / wide)


def panels_of(game: Game) -> Iterator[Panel]:
    """The graphs of a game: of its evaluations, and of its times."""
    moves = [*map(_move, game.nodes())]
    seats = game.variant.seats
    if any(move.chance is not None for move in moves):
        mistakes = [f"{move.number} {move.sign}" for move in moves if move.sign and move.chance is not None]
        marked = (
            translated("Mistakes: {moves}.", moves=", ".join(mistakes))
            if mistakes
            else translated("No mistakes are marked.")
        )
        words = f"{translated('Evaluation')}. {_better(seats[0])} {marked}"
        yield Panel(translated("Evaluation"), (), TALL + BELOW, words, partial(_stands, moves, seats[0]))
    if any(move.left is not None for move in moves):
        ends = {move.seat: move.left for move in moves if move.left is not None}
        last = ", ".join(f"{_player(seats[seat])} {_duration(left)}" for seat, left in sorted(ends.items()))
        words = translated("Time left at the end: {times}.", times=last)
        yield Panel(translated("Time left"), (), TALL + BELOW, words, partial(_times, moves, seats))


def _better(white: Seat) -> str:
    return translated("Above the line {player} stands better.", player=_player(white))


def _player(seat: Seat) -> str:
    return translated(seat.name.capitalize())


def _move(node: Node) -> ChartMove:
    """A move with all that is stated about it."""
    state = node.before.state
    seats = node.before.variant.seats
    number = f"{state.fullmove_number}{'.' if state.turn == 0 else '…'}"
    stated = node.eval if len(seats) == 2 else None
    chance = None if stated is None else EngineScore.stated(stated, seats[0]).chance
    mistakes = {sign.nag for sign in usual_signs()}
    sign = next((glyph_of(nag) for nag in node.nags if nag in mistakes), "")
    return ChartMove(number, state.turn, chance, node.clock, sign)


# -- the field of a graph -----------------------------------------------------------------------------------------------


class GraphField(NamedTuple):
    """The field of a graph: its place, its width, and how many moves lie side by side."""

    place: Point
    wide: float
    moves: int

    def at(self, move: int, share: float) -> Point:
        """The point of a move, by its place in the game, and of a share of the height, from below."""
        across = (self.wide - LEFT) * (move + 0.5) / self.moves
        return Point(self.place.x + LEFT + across, self.place.y + TALL * (1 - share))

    def level(self, share: float, label: str, theme: Theme, *, strong: bool = False) -> Iterator[Any]:
        """A level line over the whole field with its label at the left."""
        left, y = self.place.x + LEFT, self.place.y + TALL * (1 - share)
        ends = Point(left, y), Point(self.place.x + self.wide, y)
        colour = theme.ink if strong else theme.faint
        yield shape(line(*ends), "level", fill="none", stroke=colour, stroke_width=STROKE)
        yield text(label, Point(left - GAP, y), SMALL, theme.ink, "name", anchor="end")

    def numbers(self, moves: Sequence[ChartMove], theme: Theme) -> Iterator[Any]:
        """Numbers of moves below the field, no more than can be read."""
        firsts = [next(group)[0] for _, group in groupby(enumerate(moves), lambda each: each[1].number.rstrip(".…"))]
        step = next((step for step in STEPS if len(firsts) <= step * MOST_NUMBERS), STEPS[-1])
        for place in firsts:
            number = moves[place].number.rstrip(".…")
            if number == "1" or not int(number) % step:
                point = self.at(place, 0)
                yield text(number, point._replace(y=point.y + GAP + SMALL / 2), SMALL, theme.ink, "name")

    def caption(self, words: str, theme: Theme) -> Any:
        """The line of words below the numbers."""
        middle = Point(self.place.x + LEFT, self.place.y + TALL + BELOW - LETTERS / 2)
        return text(words, middle, LETTERS, theme.ink, "note", anchor="start")


def _stands(moves: Sequence[ChartMove], white: Seat, place: Point, wide: float, theme: Theme) -> Iterator[Any]:
    """The graph of the evaluations, with the mistakes."""
    field = GraphField(place, wide, len(moves))
    points = [field.at(at, move.chance) for at, move in enumerate(moves) if move.chance is not None]
    even = place.y + TALL / 2
    area = ring([Point(points[0].x, even), *points, Point(points[-1].x, even)])
    yield shape(area, "stands", fill=theme.field("castle").fill)
    for pawns in PAWNS:
        chance = EngineScore(white, 100 * pawns).chance
        yield from field.level(chance, f"{pawns:+d}" if pawns else "0", theme, strong=not pawns)
    yield shape(line(*points), "line", fill="none", stroke=theme.ink, stroke_width=THICK)
    free = {True: place.x, False: place.x}  # where the next label may begin, above and below the line
    for at, move in enumerate(moves):
        if move.sign and move.chance is not None:
            point = field.at(at, move.chance)
            above = move.chance < RIM or 0.5 <= move.chance < 1 - RIM
            yield shape(circle(point, DOT), "mistake", fill=theme.ink)
            label = f"{move.number}{move.sign}"
            half = width(label, SMALL) / 2
            if free[above] <= point.x - half:
                away = (SMALL / 2 + 2 * DOT) * (-1 if above else 1)
                yield text(label, point._replace(y=point.y + away), SMALL, theme.ink, "value")
                free[above] = point.x + half + GAP
    yield from field.numbers(moves, theme)
    yield field.caption(_better(white), theme)


def _times(moves: Sequence[ChartMove], seats: Sequence[Seat], place: Point, wide: float, theme: Theme) -> Iterator[Any]:
    """The graph of the times, a line for each player."""
    field = GraphField(place, wide, len(moves))
    most = max(move.left or 0 for move in moves) or 1
    step = next((step for step in TIMES if most <= step * MOST_TIMES), DAY * -(-int(most) // (DAY * MOST_TIMES)))
    for seconds in range(0, int(most) + 1, step):
        yield from field.level(seconds / most, _duration(seconds), theme, strong=not seconds)
    shown = []
    for number, seat in enumerate(seats):
        points = [
            field.at(at, move.left / most)
            for at, move in enumerate(moves)
            if move.seat == number and move.left is not None
        ]
        if points:
            pattern = DASHES[number][0]
            dash = {"stroke_dasharray": pattern} if pattern else {}
            yield shape(line(*points), "line", fill="none", stroke=theme.ink, stroke_width=THICK, **dash)
            shown.append(f"{translated(DASHES[number][1])}: {_player(seat)}")
    yield from field.numbers(moves, theme)
    yield field.caption("; ".join(shown), theme)


def _duration(seconds: float) -> str:
    """A time as a clock shows it; whole days beyond a day.

    >>> _duration(59), _duration(3725), _duration(200000)
    ('0:59', '1:02:05', '2 d')
    """
    whole = int(seconds)
    if whole >= DAY:
        return f"{whole // DAY} d"
    hours, rest = divmod(whole, HOUR)
    return f"{hours}:{rest // MINUTE:02}:{rest % MINUTE:02}" if hours else f"{rest // MINUTE}:{rest % MINUTE:02}"
