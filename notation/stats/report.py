"""What was counted, as a text for people: tables of each variant, then the players."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice

from fairyscore.notation.stats.losses import PHASES, Losses
from fairyscore.notation.stats.openings import OpeningLine, numbered
from fairyscore.notation.stats.summary import NO_VARIANT, Count, Score, Stats
from fairyscore.notation.stats.tables import by_name, ranked, seats_of, variants_of
from fairyscore.notation.text import counted, shown
from fairyscore.notation.variants.registry import variant

Rows = list[tuple[str, str]]
"""What is counted, and the numbers as they are printed."""

MOST_YEARS = 24  # rows of years


def report(stats: Stats, top: int) -> Iterator[str]:
    """The report, line by line."""
    yield f"{counted(stats.games, 'game')}, {counted(stats.plies, 'ply')}, {counted(stats.files, 'file')}"
    for game, count in variants_of(stats):
        yield ""
        faulty = f", {count.faulty:,} with faults" if count.faulty else ""
        yield f"{_title(game)}: {counted(count.games, 'game')}, {counted(count.plies, 'ply')}{faulty}"
        tables = dict(_tables(game, count, stats.options.depth, top))
        # The numbers of all tables stand in one column; a row without numbers may be longer.
        width = max((len(what) for rows in tables.values() for what, text in rows if text), default=0)
        for heading, rows in tables.items():
            yield from _table(heading, rows, width)
    yield from _players(stats, top)
    yield from _losses(stats, top)


def _tables(game: str, count: Count, asked: int, top: int) -> Iterator[tuple[str, Rows]]:
    """The report on a variant, table by table."""
    yield "results", _shares(ranked(count.results), count.games, top)
    yield "endings", _shares(ranked(count.endings), count.games, top)
    if count.lengths:
        lengths = count.lengths
        numbers = f"mean {lengths.mean:,.1f}, median {lengths.median:,.10g}, longest {lengths.longest:,}"
        yield "plies", [(numbers, "")]
    depth, placed = count.openings.depth, count.placed
    short = f"(to {depth} plies only: of {asked} there are too many lines to count)" if depth < asked else ""
    whose = "its" if placed == 1 else "their"
    other = f"({counted(placed, 'game')} from a position of {whose} own)" if placed else ""
    yield "openings", [*_openings(game, count, top), *((text, "") for text in (short, other) if text)]
    yield "by name", _named(count, top)
    yield "years", _shares(by_year(count.years, MOST_YEARS), count.games, MOST_YEARS)
    found = {f"{severity}: {code}": number for (severity, code), number in count.faults.items()}
    yield "found", [(text, f"{number:>7,}") for text, number in _top(ranked(found), top)]


def _title(game: str) -> str:
    """A variant's title, and the name that says its options."""
    if game == NO_VARIANT:
        return "unknown variant"
    title = variant(game).title
    return title if title.casefold() == game else f"{title} ({game})"


def _openings(game: str, count: Count, top: int) -> Rows:
    """The most played lines, each below the one that it goes on from."""
    if game == NO_VARIANT:
        return []
    seats, total = seats_of(game), count.openings.games
    return [
        (numbered(line.moves, len(seats)), f"{_share(line.games, total)}{_scores(line, seats)}")
        for line in count.openings.most_played(game, top)
    ]


def _named(count: Count, top: int) -> Rows:
    """The openings by name that the most games came to, each with its results in percent."""
    rows: Rows = []
    for name, results in by_name(count)[:top]:
        games = sum(results.values())
        shares = "".join(f"   {result} {100 * number / games:.1f} %" for result, number in results.items())
        rows.append((name, f"{_share(games, count.openings.games)}{shares}"))
    return rows


def _scores(line: OpeningLine, seats: tuple[str, ...]) -> str:
    """How well it went, for the first of two players or all of several."""
    if not line.finished:
        return ""
    points_by_seat = zip(seats[:1] if len(seats) == 2 else seats, line.points, strict=False)
    return "   " + ", ".join(f"{seat} {100 * points / line.finished:.1f} %" for seat, points in points_by_seat)


def _players(stats: Stats, top: int) -> Iterator[str]:
    if not stats.players.complete:
        yield from ("", "Players: too many names to be told apart (--player NAME counts those of one)")
        return
    rows = []
    for player in islice(stats.players.ranking(), top):
        score = player.score
        points = f"{100 * score.points / score.finished:6.1f} %" if score.finished else " " * 8
        seats = "   ".join(f"{seat} {number:,}" for seat, number in _by_seat(player.seats))
        rows.append((shown(player.name, 40), f"{score.games:>7,} {points}   {seats}"))
    if rows:
        yield from ("", f"Players: {len(stats.players):,}")
        yield from _table("", rows, max(len(what) for what, _ in rows))
    if len(stats.players) > top:
        yield f"  and {len(stats.players) - top:,} more (--top)"


def _losses(stats: Stats, top: int) -> Iterator[str]:
    """What a move lost on average, in percent of the chance to win: of each player, and by phase."""
    players = stats.losses.players()
    if not players:
        return
    head = f"{'moves':>7} {'a move':>8}" + "".join(f" {phase:>11}" for phase in PHASES)
    rows = [("", head)]
    for player in players[:top]:
        rows.append((shown(player or "?", 40), _loss(stats.losses, player)))
    yield from ("", "Chances lost by the evaluations beside the moves")
    yield from _table("", rows, max(len(what) for what, _ in rows))
    if len(players) > top:
        yield f"  and {len(players) - top:,} more (--top)"


def _loss(losses: Losses, player: str) -> str:
    """The numbers of a player; a phase without moves has none."""
    whole = losses.of(player)
    phases = (losses.of(player, phase) for phase in PHASES)
    averages = "".join(f" {100 * part.average:>9.1f} %" if part.moves else " " * 12 for part in phases)
    signs = "".join(f"   {sign} {number:,}" for sign, number in whole.signs.items())
    return f"{whole.moves:>7,} {100 * whole.average:>6.1f} %{averages}{signs}"


def _by_seat(seats: tuple[tuple[str, str, Score], ...]) -> list[tuple[str, int]]:
    by_seat: Counter[str] = Counter()
    for _, seat, score in seats:
        by_seat[seat] += score.games
    order = {seat: place for game, _, _ in seats for place, seat in enumerate(seats_of(game))}
    return sorted(by_seat.items(), key=lambda entry: order[entry[0]])


def _shares(entries: list[tuple[str, int]], total: int, top: int) -> Rows:
    return [(what, _share(number, total)) for what, number in _top(entries, top)]


def _share(number: int, total: int) -> str:
    return f"{number:>7,} {100 * number / total if total else 0:6.1f} %"


def _top(entries: list[tuple[str, int]], top: int) -> list[tuple[str, int]]:
    """The first entries, and the others as one."""
    first, rest = entries[:top], entries[top:]
    if not rest:
        return first
    others = counted(len(rest), "other")
    return [*first, (others, sum(number for _, number in rest))]


def by_year(years: dict[str, int], most: int) -> list[tuple[str, int]]:
    """Games by year, or by decade or century where there would be too many rows.

    >>> by_year({"1851": 1, "1858": 2, "1990": 4}, 2)
    [('1850s', 3), ('1990s', 4)]
    """
    for digits, mark in ((4, ""), (3, "0s"), (2, "00s")):
        spans: Counter[str] = Counter()
        for year, number in sorted(years.items()):
            spans[year[:digits] + mark] += number
        if len(spans) <= most:
            break
    return list(spans.items())


def _table(heading: str, rows: Rows, width: int) -> Iterator[str]:
    """Rows with what they say aligned; the heading stands beside the first."""
    for at, (what, text) in enumerate(rows):
        shown_heading = "" if at else heading
        front = f"  {shown_heading:<10}" if heading else "  "
        yield f"{front}{what:<{width}}  {text}".rstrip()
