"""A stats of games as a chart.

>>> from fairyscore.notation.records.game_text import GameText
>>> from fairyscore.notation.replay import Validator
>>> stats = Stats()
>>> stats.add(Validator(variant="chess").judge(GameText(1, "1. f3 e5 2. g4 Qh4# 0-1", 1)))
>>> [panel.title for panel in panels_of(stats)]
['Results', 'Length in plies', 'Endings']
>>> archive_chart(stats).title
'1 game of Chess'
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Final

from fairyscore.notation.stats.openings import numbered
from fairyscore.notation.stats.summary import NO_VARIANT, Count, Lengths, Stats
from fairyscore.notation.stats.tables import ranked, seats_of, variants_of
from fairyscore.notation.variants.registry import variant
from fairyscore.render.charts.panels import ChartBar, Panel, bars, chart, columns, percent, stacks
from fairyscore.render.drawing import Diagram
from fairyscore.render.themes import Theme

TOP: Final = 8  # bars of a panel, where nobody says how many
MOST_OPENED: Final = 3  # variants whose openings are shown: the most played ones
LEAST_OPENED: Final = 0.05  # so much of all games must be of a variant whose openings are shown
FEWEST_OPENED: Final = 2  # games of a line that is shown
MOST_COLUMNS: Final = 24

STEPS: Final = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 50_000)
"""Plies of a column."""

NAMES_BELOW: Final = 6  # so many columns at most have their names below them


def archive_chart(stats: Stats, *, top: int = TOP, theme: Theme | str = "screen", size: str = "180mm") -> Diagram:
    """A page about an archive. top: how many variants, openings, players and faults. Raises `DrawingError`."""
    games = f"{stats.games:,} {'game' if stats.games == 1 else 'games'}"
    names = [name for name, count in variants_of(stats) if count.games]
    title = f"{games} of {_called(names[0])}" if len(names) == 1 and names[0] else games
    return chart(title, tuple(panels_of(stats, top)), theme=theme, size=size)


def _called(name: str) -> str:
    """A variant as people call it, with its options."""
    return "unknown" if name == NO_VARIANT else name if ":" in name else variant(name).title


def panels_of(stats: Stats, top: int = TOP) -> Iterator[Panel]:
    """What is worth showing of a stats."""
    played = [(name, count) for name, count in variants_of(stats) if count.games]
    judged = [(name, count) for name, count in played if name != NO_VARIANT]
    everything = Count()  # without openings, which variants do not have in common
    for _, count in played:
        everything.games += count.games
        for name in ("endings", "lengths", "years", "faults"):
            getattr(everything, name).update(getattr(count, name))
    if len(played) > 1:
        yield _bars("Variants", [(_called(name), count.games) for name, count in played], everything.games, top)
    if judged:
        named = [("" if len(judged) == 1 else _called(name), _shares(name, count)) for name, count in judged[:top]]
        yield stacks("Results", tuple(named))
    if everything.lengths:
        yield _lengths(everything.lengths)
    if everything.endings:
        yield _bars("Endings", ranked(everything.endings), everything.endings.total(), top)
    for name, count in judged[:MOST_OPENED]:
        worth = count.games >= everything.games * LEAST_OPENED
        lines = count.openings.most_played(name, top, FEWEST_OPENED) if worth else ()
        seats, total = len(seats_of(name)), count.openings.games
        if told := [(numbered(line.moves, seats), line.games) for line in lines]:
            title = "Openings" if len(judged) == 1 else f"Openings: {_called(name)}"
            yield bars(title, tuple(ChartBar(line, games, _share(games, games, total)) for line, games in told))
    ranking = islice(stats.players.ranking(), top) if stats.players.complete else ()
    scores = [(player.name, player.score) for player in ranking]
    if scores:
        players = (ChartBar(name, it.games, _share(it.games, it.points, it.finished)) for name, it in scores)
        yield bars("Players: games and score", tuple(players))
    if len(everything.years) > 1:
        yield _years(everything.years)
    if everything.faults:
        faults = Counter[str]()
        for (_, code), number in everything.faults.items():
            faults[code] += number
        yield _bars("Faults and warnings", ranked(faults), 0, top)


def _bars(title: str, entries: list[tuple[str, int]], total: int, top: int) -> Panel:
    """Bars of the largest numbers; the heading says so where there are more."""
    told = tuple(ChartBar(name, number, _share(number, number, total)) for name, number in entries[:top])
    more = f": the first {top} of {len(entries):,}" if len(entries) > top else ""
    return bars(f"{title}{more}", told)


def _share(number: int, part: float, total: float) -> str:
    """A number of games, and what a part is of a whole where there is one."""
    return f"{number:,} · {percent(part, total)}" if total else f"{number:,}"


# -- results ----------------------------------------------------------------------------------------------------------


def _shares(name: str, count: Count) -> tuple[ChartBar, ...]:
    """The games that each seat has won, those with several winners or none, and those without a result."""
    seats = seats_of(name)
    won: Counter[str] = Counter()
    for result, games in count.results.items():
        scores = result.split("-")
        alone = seats[scores.index("1")] if scores.count("1") == 1 else "drawn"
        won["open" if result == "*" else alone] += games
    first, *others = seats
    order = ((first, first), ("drawn", "town"), *((seat, seat) for seat in others), ("open", "void"))
    return tuple(ChartBar(who, won[who], tone=tone) for who, tone in order)


# -- lengths and years ------------------------------------------------------------------------------------------------


def _lengths(lengths: Lengths) -> Panel:
    """Games by length; the few that are much longer than all others are in the last column."""
    games = lengths.total()
    far = lengths.nth(games - games // 50 - 1)
    step = next((step for step in STEPS if far // step < MOST_COLUMNS), STEPS[-1])
    bins: Counter[int] = Counter()
    last = min(far // step, MOST_COLUMNS - 1)
    for plies, number in lengths.items():
        bins[min(plies // step, last)] += number
    names = [f"{place * step:,}" for place in range(last + 1)]
    every = -(-len(names) // NAMES_BELOW)
    named = set(range(0, len(names), every))
    if lengths.longest // step > last:  # the last one is told, and has room
        named = {place for place in named if last - place >= every} | {last}
        names[last] += "+"
    row = _columns(bins, range(last + 1), {place: names[place] for place in named})
    mean, median = f"mean {lengths.mean:,.1f}", f"median {lengths.median:,.10g}"
    return columns("Length in plies", row, f"{mean} · {median} · longest {lengths.longest:,}", edges=True)


def _columns(bins: Counter[int], places: range, names: dict[int, str]) -> tuple[ChartBar, ...]:
    """A column for each place, with its name if it has one; at the first of the highest it is said how many there are."""
    highest = max(bins, key=lambda place: (bins[place], -place))
    said = {highest: f"{bins[highest]:,}"}
    return tuple(ChartBar(names.get(place, ""), bins[place], said.get(place, "")) for place in places)


def _years(years: Counter[str]) -> Panel:
    """Games by year, years without games too; by decade or century where there are too many."""
    first, last = int(min(years)), int(max(years))
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000) if last // step - first // step < 32)
    bins: Counter[int] = Counter()
    for year, number in years.items():
        bins[int(year) // step] += number
    places = range(first // step, last // step + 1)
    names = {place: f"{place * step}" for place in places[:: -(-len(places) // NAMES_BELOW)]}
    return columns("Years" if step == 1 else f"Years, {step} to a column", _columns(bins, places, names))
