"""Charts of archives: panels on one page, in two columns, of bars, columns, and wholes with their parts.

Every number stands where its bar is, so that no axis and no grid is needed.

>>> drawn = chart("Three games", (bars("Games", (ChartBar("chess", 2, "2"), ChartBar("tor-qi", 1, "1"))),))
>>> drawn.title, drawn.svg()[:4]
('Three games', '<svg')
>>> from fairyscore.notation.records.game_text import GameText
>>> from fairyscore.notation.replay import Validator
>>> stats = Stats()
>>> stats.add(Validator(variant="chess").judge(GameText(1, "1. f3 e5 2. g4 Qh4# 0-1", 1)))
>>> [panel.title for panel in panels_of(stats)]
['Results', 'Length in plies', 'Endings']
>>> archive_chart(stats).title
'1 game of Chess'
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any, Final, NamedTuple
from zlib import crc32

from svgwrite import Drawing

from fairyscore.notation.stats.openings import numbered
from fairyscore.notation.stats.summary import NO_VARIANT, Count, Lengths, Stats
from fairyscore.notation.stats.tables import ranked, seats_of, variants_of
from fairyscore.notation.variants.registry import variant
from fairyscore.render.canvas import PREFIX, group, hatches, painted, plain, shape, text
from fairyscore.render.drawing import Diagram
from fairyscore.render.font_outlines.letters import CAPITAL, FontFace, width
from fairyscore.render.geometry import Box, Point, number, upright
from fairyscore.render.measures import length
from fairyscore.render.themes import Paint, Theme, find

WIDE: Final = 720.0
MARGIN: Final = 30.0
GUTTER: Final = 38.0
APART: Final = 26.0  # between panels
TITLE: Final = 21.0

LETTERS: Final = 10.5  # size of labels, in units
SMALL: Final = 9.0  # size of labels of single columns
HEADING: Final = 13.0
HEAD: Final = 26.0  # height of a panel's heading
ROW: Final = 19.0
BAR: Final = 11.0  # height of a row, and of the bar in it
GAP: Final = 7.0  # between a bar and its label
WIDEST_NAME: Final = 0.5  # of a panel's width; longer names are cut
STROKE: Final = 0.75

TALL: Final = 92.0  # height of the highest column
ABOVE, BELOW = 14.0, 15.0  # room for labels above and below columns
THICK: Final = 17.0  # height of a whole
NAME_ROW, STACK_ROW = 15.0, 39.0  # height of the row of a whole's name, and of both


class ChartBar(NamedTuple):
    """A bar, a column or a part of a whole: its name, how long it is against the others, and its label.

    Texts may be empty. tone: how it is painted (`paint_of`).
    """

    name: str
    value: float
    label: str = ""
    tone: str = "castle"


class Panel(NamedTuple):
    """A part of a chart. height: without its heading. words: what it shows, for those who do not see it.

    draw: gives its parts for its left upper corner below the heading, its width, and a theme.
    """

    title: str
    bars: tuple[ChartBar, ...]
    height: float
    words: str
    draw: Callable[[Point, float, Theme], Iterator[Any]]


def bars(title: str, rows: tuple[ChartBar, ...]) -> Panel:
    """Bars that lie below each other."""
    words = "; ".join(f"{bar.name}, {bar.label}" for bar in rows)
    return Panel(title, rows, ROW * len(rows), f"{title}: {words}.", partial(_bars, rows))


def _bars(bars: tuple[ChartBar, ...], place: Point, wide: float, theme: Theme) -> Iterator[Any]:
    names = [fitted(bar.name, wide * WIDEST_NAME) for bar in bars]
    left = place.x + max((width(name, LETTERS) for name in names), default=0) + GAP
    value_width = max((width(bar.label, LETTERS) for bar in bars), default=0)
    longest = max((bar.value for bar in bars), default=0) or 1
    room = max(0, place.x + wide - left - value_width - GAP)
    for row, (bar, name) in enumerate(zip(bars, names, strict=True)):
        middle = place.y + ROW * (row + 0.5)
        end = left + room * (bar.value / longest)
        yield text(name, Point(place.x, middle), LETTERS, theme.ink, "name", anchor="start")
        yield from _block(bar, Box(left, middle - BAR / 2, end, middle + BAR / 2), theme, "bar")
        yield text(bar.label, Point(end + GAP, middle), LETTERS, theme.ink, "value", anchor="start")


def columns(title: str, row: tuple[ChartBar, ...], note: str = "", *, edges: bool = False) -> Panel:
    """Columns side by side, for what has an order: lengths, years.

    note: a line below. edges: names stand where their columns begin, else in their middle.
    """
    values = "; ".join(f"{column.name} {column.label}" for column in row if column.name and column.label)
    words = f"{title}: {'. '.join(filter(None, (values, note)))}."
    height = ABOVE + TALL + BELOW + (ROW if note else 0)
    return Panel(title, row, height, words, partial(_columns, row, note=note, edges=edges))


def _columns(
    columns: tuple[ChartBar, ...], place: Point, wide: float, theme: Theme, *, note: str, edges: bool
) -> Iterator[Any]:
    step = min(wide / max(1, len(columns)), 48.0)
    gap = min(3.0, step * 0.18)
    highest = max((column.value for column in columns), default=0) or 1
    ground = place.y + ABOVE + TALL

    def label(words: str, middle: float, y: float, kind: str) -> Any:
        half = width(words, SMALL) / 2
        inside = min(max(middle, place.x + half), max(place.x + half, place.x + wide - half))
        return text(words, Point(inside, y), SMALL, theme.ink, kind)

    for row, column in enumerate(columns):
        left, height = place.x + step * row, TALL * (column.value / highest)
        yield from _block(column, Box(left + gap / 2, ground - height, left + step - gap / 2, ground), theme, "column")
        if column.label:
            yield label(column.label, left + step / 2, ground - height - 7, "value")
        if column.name:
            yield label(column.name, left if edges else left + step / 2, ground + 9, "name")
    line = f"M{number(place.x)} {number(ground)}h{number(step * len(columns))}"
    yield shape(line, "ground", fill="none", stroke=theme.ink, stroke_width=STROKE)
    if note:
        yield text(note, Point(place.x, ground + BELOW + ROW / 2), LETTERS, theme.ink, "note", anchor="start")


Stack = tuple[str, tuple[ChartBar, ...]]  # the name of a whole, empty where there is only one, and its parts


def stacks(title: str, wholes: tuple[Stack, ...]) -> Panel:
    """Wholes of the same length below each other, each part with its name and percentage; beside it if it is thin."""
    entries = []
    for name, parts in wholes:
        shares = ", ".join(full for _, _, full, _ in _parts(parts, 1))
        entries.append(f"{name}: {shares}" if name else shares)
    every = tuple(part for _, parts in wholes for part in parts)
    return Panel(title, every, STACK_ROW * len(wholes), f"{title}: {'; '.join(entries)}.", partial(_stacks, wholes))


def _stacks(wholes: tuple[Stack, ...], place: Point, wide: float, theme: Theme) -> Iterator[Any]:
    for row, (name, shares) in enumerate(wholes):
        left, top = place.x, place.y + STACK_ROW * row
        beside = Point(left, top + (NAME_ROW / 2 if name else THICK + NAME_ROW / 2 + 2))
        parts = list(_parts(shares, wide))
        unlabelled = fitted(", ".join(full for *_, full, fitting in parts if not fitting), wide * WIDEST_NAME, SMALL)
        if name:
            room = wide - (width(unlabelled, SMALL) + GAP if unlabelled else 0)
            yield text(fitted(name, room), beside, LETTERS, theme.ink, "name", anchor="start")
            top += NAME_ROW
        if unlabelled:
            yield text(unlabelled, beside._replace(x=place.x + wide), SMALL, theme.ink, "value", anchor="end")
        for share, long, _, fitting in parts:
            yield from _block(share, Box(left, top, left + long, top + THICK), theme, "share")
            if fitting:
                middle = Point(left + long / 2, top + THICK / 2)
                on_field = theme.ink if share.tone == "void" else theme.label
                ink = theme.owners[share.tone].line if share.tone in theme.owners else on_field
                yield text(fitting, middle, SMALL, ink, "value")
            left += long


def _parts(shares: tuple[ChartBar, ...], wide: float) -> Iterator[tuple[ChartBar, float, str, str]]:
    """The parts that there are, how long each is, its label, and what of that has room in it."""
    total = sum(share.value for share in shares) or 1
    for share in shares:
        if share.value:
            long, short = wide * share.value / total, percent(share.value, total)
            full = f"{share.name} {short}"
            yield share, long, full, next((text for text in (full, short) if width(text, SMALL) + 6 <= long), "")


# -- the page --------------------------------------------------------------------------------------------------------


def chart(
    title: str,
    panels: Sequence[Panel],
    *,
    theme: Theme | str = "screen",
    size: str = "180mm",
    columns: int = 2,
    titled: bool = True,
) -> Diagram:
    """A page of panels, each in the column that is shorter. Raises `DrawingError` for a wrong theme or size.

    titled: whether the title stands above them; without it the page has no margins.
    """
    theme = find(theme) if isinstance(theme, str) else theme
    across = length(size)
    margin = MARGIN if titled else 0.0
    inner = WIDE - 2 * margin
    columns = min(columns, max(1, len(panels)))
    wide = (inner - GUTTER * (columns - 1)) / columns
    tops = [margin + (TITLE + 12.0 if titled else 2.0)] * columns
    places = []
    for panel in panels:
        column = tops.index(min(tops))
        places.append(Point(margin + (wide + GUTTER) * column, tops[column]))
        tops[column] += HEAD + panel.height + APART
    bottom = max(tops) - APART + margin
    drawing = Drawing(
        debug=False,
        size=(str(across), f"{number(across.number * bottom / WIDE)}{across.unit}"),
        viewBox=f"0 0 {number(WIDE)} {number(bottom)}",
    )
    drawing.attribs.update({"role": "img", "class": "fairyscore-chart"})
    drawing.set_desc(plain(title), plain(" ".join(panel.words for panel in panels)))
    paints = [paint_of(bar.tone, theme) for panel in panels for bar in panel.bars]
    drawing.defs.elements.extend(hatches((paint.hatch, paint.ink) for paint in paints))
    # The paper is a little larger than the page: where that ends within a pixel, no line of another colour is seen.
    drawing.elements.append(shape(upright(-2, -2, WIDE + 4, bottom + 4), "paper", fill=theme.paper))
    if titled:
        words, middle = fitted(title, inner, TITLE), Point(margin, margin + TITLE * 0.36)
        drawing.elements.append(text(words, middle, TITLE, theme.ink, "title", anchor="start", bold=True))
    for panel, place in zip(panels, places, strict=True):
        middle = Point(place.x, place.y + HEADING * CAPITAL / 2)
        words = fitted(panel.title, wide, HEADING)
        heading = text(words, middle, HEADING, theme.ink, "heading", anchor="start", bold=True)
        parts = panel.draw(Point(place.x, place.y + HEAD), wide, theme)
        drawing.elements.append(group("panel", (heading, *parts)))
    made = str(drawing.tostring())
    return Diagram(title, made.replace(PREFIX, f"fs{crc32(made.encode()):08x}-"))


# -- paint ------------------------------------------------------------------------------------------------------------


def paint_of(tone: str, theme: Theme) -> Paint:
    """The paint of a bar: by the name of a player, else by that of a kind of field; `void` for the rest."""
    if tone in theme.owners:
        return Paint(theme.owners[tone].body)
    return theme.void if tone == "void" else theme.field(tone)


def _block(bar: ChartBar, box: Box, theme: Theme, kind: str) -> list[Any]:
    """An upright rectangle with a thin border, which is seen on any paper; nothing for the value 0."""
    data = upright(box.left, box.top, box.width, box.height)
    paint = paint_of(bar.tone, theme)
    return painted(data, paint, kind, stroke=theme.faint, stroke_width=STROKE) if bar.value else []


# -- words ------------------------------------------------------------------------------------------------------------


def fitted(text: str, wide: float, size: float = LETTERS) -> str:
    """A text cut so that it is no wider than there is room."""
    return FontFace(size).cut(plain(text), wide)


def percent(value: float, total: float) -> str:
    """A share in words.

    >>> percent(1, 3), percent(1, 9999), percent(0, 0)
    ('33.3 %', '< 0.1 %', '0.0 %')
    """
    share = 100 * value / total if total else 0
    return "< 0.1 %" if 0 < share < 0.05 else f"{share:.1f} %"


# -- an archive -------------------------------------------------------------------------------------------------------

TOP: Final = 8  # bars of a panel, where nobody says how many
MOST_OPENED: Final = 3  # variants whose openings are shown: the most played ones
LEAST_OPENED: Final = 0.05  # so much of all games must be of a variant whose openings are shown
FEWEST_OPENED: Final = 2  # games of a line that is shown
MOST_COLUMNS: Final = 24

STEPS: Final = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 50_000)  # plies of a column
NAMES_BELOW: Final = 6  # so many columns at most have their names below them


def archive_chart(stats: Stats, *, top: int = TOP, theme: Theme | str = "screen", size: str = "180mm") -> Diagram:
    """A page about an archive: bar charts of results, lengths, endings, openings, players and faults.

    stats: what `fairyscore.stats` counted.
    top: how many variants, openings, players and faults.
    theme: a name, the path of a `.toml`, or a `Theme`.
    size: width of the page, as `180mm`.

    Raises `DrawingError`.

    >>> from fairyscore.notation.work.stats import stats
    >>> archive_chart(stats("samples/games/chess/romantic.pgn")).title
    '3 games of Chess'
    """
    games = f"{stats.games:,} {'game' if stats.games == 1 else 'games'}"
    names = [name for name, count in variants_of(stats) if count.games]
    title = f"{games} of {_called(names[0])}" if len(names) == 1 and names[0] else games
    return chart(title, tuple(panels_of(stats, top)), theme=theme, size=size)


def _called(name: str) -> str:
    """A variant as people call it, with its options."""
    if name == NO_VARIANT:
        return "unknown"
    return name if ":" in name else variant(name).title


def panels_of(stats: Stats, top: int = TOP) -> Iterator[Panel]:
    """The panels of a stats that are worth showing."""
    played = [(name, count) for name, count in variants_of(stats) if count.games]
    judged = [(name, count) for name, count in played if name != NO_VARIANT]
    everything = Count()  # without openings, which variants do not have in common
    for _, count in played:
        everything.games += count.games
        for name in ("endings", "lengths", "years", "faults"):
            getattr(everything, name).update(getattr(count, name))
    if len(played) > 1:
        yield _ranking("Variants", [(_called(name), count.games) for name, count in played], everything.games, top)
    if judged:
        is_only = len(judged) == 1
        results = []
        for name, count in judged[:top]:
            title = "" if is_only else _called(name)
            results.append((title, _shares(name, count)))
        yield stacks("Results", tuple(results))
    if everything.lengths:
        yield _lengths(everything.lengths)
    if everything.endings:
        yield _ranking("Endings", ranked(everything.endings), everything.endings.total(), top)
    for name, count in judged[:MOST_OPENED]:
        worth = count.games >= everything.games * LEAST_OPENED
        lines = count.openings.most_played(name, top, FEWEST_OPENED) if worth else ()
        seats, total = len(seats_of(name)), count.openings.games
        if entries := [(numbered(line.moves, seats), line.games) for line in lines]:
            title = "Openings" if len(judged) == 1 else f"Openings: {_called(name)}"
            yield bars(title, tuple(ChartBar(line, games, _share(games, games, total)) for line, games in entries))
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
        yield _ranking("Faults and warnings", ranked(faults), 0, top)


def _ranking(title: str, entries: list[tuple[str, int]], total: int, top: int) -> Panel:
    """Bars of the largest numbers; the heading says so where there are more."""
    ranking = tuple(ChartBar(name, number, _share(number, number, total)) for name, number in entries[:top])
    more = f": the first {top} of {len(entries):,}" if len(entries) > top else ""
    return bars(f"{title}{more}", ranking)


def _share(number: int, part: float, total: float) -> str:
    """A number of games, and what a part is of a whole where there is one."""
    return f"{number:,} · {percent(part, total)}" if total else f"{number:,}"


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


def _lengths(lengths: Lengths) -> Panel:
    """Games by length; the few that are much longer than all others are in the last column."""
    games = lengths.total()
    far = lengths.nth(games - games // 50 - 1)
    step = next((step for step in STEPS if far // step < MOST_COLUMNS), STEPS[-1])
    bins: Counter[int] = Counter()
    last = min(far // step, MOST_COLUMNS - 1)
    for plies, count in lengths.items():
        bins[min(plies // step, last)] += count
    names = [f"{place * step:,}" for place in range(last + 1)]
    every = -(-len(names) // NAMES_BELOW)
    named = set(range(0, len(names), every))
    if lengths.longest // step > last:  # the last one is labelled, and has room
        named = {place for place in named if last - place >= every} | {last}
        names[last] += "+"
    row = _binned(bins, range(last + 1), {place: names[place] for place in named})
    mean, median = f"mean {lengths.mean:,.1f}", f"median {lengths.median:,.10g}"
    return columns("Length in plies", row, f"{mean} · {median} · longest {lengths.longest:,}", edges=True)


def _binned(bins: Counter[int], places: range, names: dict[int, str]) -> tuple[ChartBar, ...]:
    """A column for each place, with its name if it has one; the first of the highest has the number."""
    highest = max(bins, key=lambda place: (bins[place], -place))
    values = {highest: f"{bins[highest]:,}"}
    return tuple(ChartBar(names.get(place, ""), bins[place], values.get(place, "")) for place in places)


def _years(years: Counter[str]) -> Panel:
    """Games by year, years without games too; by decade or century where there are too many."""
    first, last = int(min(years)), int(max(years))
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000) if last // step - first // step < 32)
    bins: Counter[int] = Counter()
    for year, count in years.items():
        bins[int(year) // step] += count
    places = range(first // step, last // step + 1)
    names = {place: f"{place * step}" for place in places[:: -(-len(places) // NAMES_BELOW)]}
    return columns("Years" if step == 1 else f"Years, {step} to a column", _binned(bins, places, names))
