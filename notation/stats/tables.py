"""A stats as other programs read it: one JSON document, or one long table with a number in each row.

Both are described in docs/archives.md and cli/schemas/stats.schema.json; keys, tables and measures are only ever added.

>>> from fairyscore.notation.records.game_text import GameText
>>> from fairyscore.notation.replay import Validator
>>> stats = Stats()
>>> stats.add(Validator(variant="chess").judge(GameText(1, "1. e4 1-0", 1)))
>>> [row for row in rows(stats) if row.table == "openings"][0]
StatsRow(table='openings', variant='chess', name='e4', seat='', measure='games', value=1.0)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO, Final, NamedTuple, TypeVar

from fairyscore.notation.stats.openings import OpeningLine
from fairyscore.notation.stats.players import Player, Score
from fairyscore.notation.stats.summary import NO_VARIANT, Count, Stats
from fairyscore.notation.variants.registry import variant

SCHEMA: Final = 1

Counted = tuple[str, int]
Name = TypeVar("Name", str, tuple[str, str])


def ranked(counter: dict[Name, int]) -> list[tuple[Name, int]]:
    """Names, or several in a tuple, and numbers, the largest first; the same for the same counts.

    >>> ranked({"b": 2, "a": 2, "c": 9})
    [('c', 9), ('a', 2), ('b', 2)]
    """
    return sorted(counter.items(), key=lambda entry: (-entry[1], entry[0]))


def variants_of(stats: Stats) -> list[tuple[str, Count]]:
    """Variants with what was counted, the most played first."""
    return sorted(stats.variants.items(), key=lambda entry: (-entry[1].games, entry[0]))


def seats_of(name: str) -> tuple[str, ...]:
    """The seats of a variant, none where it is not known."""
    return () if name == NO_VARIANT else tuple(seat.name for seat in variant(name).seats)


def lines_of(name: str, count: Count, fewest: int = 1) -> Iterator[OpeningLine]:
    """The opening lines of a variant that so many games have."""
    return iter(()) if name == NO_VARIANT else count.openings.lines(name, fewest)


# -- JSON -------------------------------------------------------------------------------------------------------------


def write_json(stats: Stats, stream: BinaryIO) -> None:
    """All of it as one JSON document, a variant and a player to a line: memory holds one of them."""
    head = {"schema": SCHEMA, "files": stats.files, "games": stats.games, "plies": stats.plies}
    variants = (_variant(name, count, stats.asked.depth) for name, count in variants_of(stats))
    stream.write(f"{_dumped(head)[:-1]},\n".encode())
    _write_list(' "variants": [', variants, "],\n", stream)
    players = (_player(player) for player in stats.players.ranking())
    complete = _dumped(stats.players.complete)
    _write_list(f' "players": {{"complete": {complete}, "list": [', players, "]}}\n", stream)


def _write_list(begin: str, items: Iterator[dict[str, Any]], end: str, stream: BinaryIO) -> None:
    stream.write(begin.encode())
    for place, item in enumerate(items):
        stream.write(f"{',' if place else ''}\n  {_dumped(item)}".encode())
    stream.write(end.encode())


def _dumped(value: object) -> str:
    import json

    return json.dumps(value)


def _variant(name: str, count: Count, asked: int) -> dict[str, Any]:
    lengths = count.lengths
    return {
        "variant": name,
        "games": count.games,
        "plies": count.plies,
        "faulty": count.faulty,
        "results": dict(ranked(count.results)),
        "endings": dict(ranked(count.endings)),
        "lengths": {
            "mean": round(lengths.mean, 2),
            "median": lengths.median,
            "longest": lengths.longest,
            "distribution": {str(plies): games for plies, games in sorted(lengths.items())},
        },
        "years": dict(sorted(count.years.items())),
        "openings": {
            "depth": count.openings.depth,
            "asked": asked,
            "from_elsewhere": count.placed,
            "lines": [
                {
                    "moves": list(line.moves),
                    "games": line.games,
                    "finished": line.finished,
                    "points": dict(zip(seats_of(name), line.points, strict=True)),
                }
                for line in lines_of(name, count)
            ],
        },
        "faults": [
            {"severity": severity, "code": code, "count": number} for (severity, code), number in ranked(count.faults)
        ],
    }


def _player(player: Player) -> dict[str, Any]:
    score = player.score
    seats = [{"variant": name, "seat": seat, **score._asdict()} for name, seat, score in player.seats]
    return {
        "name": player.name,
        "games": score.games,
        "finished": score.finished,
        "points": score.points,
        "seats": seats,
    }


# -- the long table ---------------------------------------------------------------------------------------------------


class StatsRow(NamedTuple):
    """One number, and what it is of."""

    table: str
    variant: str
    name: str
    seat: str
    measure: str
    value: float


def rows(stats: Stats) -> Iterator[StatsRow]:
    """The table, row by row."""
    for name, count in variants_of(stats):
        yield from _rows(name, count)
    for player in stats.players.ranking():
        for game, seat, score in player.seats:
            for measure in Score._fields:
                yield StatsRow("players", game, player.name, seat, measure, float(getattr(score, measure)))


def _rows(name: str, count: Count) -> Iterator[StatsRow]:
    lengths = count.lengths
    summary = {
        "games": count.games,
        "plies": count.plies,
        "faulty": count.faulty,
        "from elsewhere": count.placed,
        "mean length": round(lengths.mean, 2),
        "median length": lengths.median,
        "longest": lengths.longest,
    }
    yield from (StatsRow("summary", name, "", "", measure, float(value)) for measure, value in summary.items())
    counted: tuple[tuple[str, Iterable[Counted]], ...] = (
        ("results", ranked(count.results)),
        ("endings", ranked(count.endings)),
        ("lengths", ((str(plies), games) for plies, games in sorted(lengths.items()))),
        ("years", sorted(count.years.items())),
    )
    for table, entries in counted:
        yield from (StatsRow(table, name, what, "", "games", float(games)) for what, games in entries)
    yield from _opening_rows(name, count)
    for (severity, code), number in ranked(count.faults):
        yield StatsRow("faults", name, code, "", severity, float(number))


def _opening_rows(name: str, count: Count) -> Iterator[StatsRow]:
    seats = seats_of(name)
    for line in lines_of(name, count):
        moves = " ".join(line.moves)
        yield StatsRow("openings", name, moves, "", "games", float(line.games))
        yield StatsRow("openings", name, moves, "", "finished", float(line.finished))
        for seat, points in zip(seats, line.points, strict=True):
            yield StatsRow("openings", name, moves, seat, "points", points)


def write_csv(stats: Stats, stream: BinaryIO) -> None:
    """The table as CSV. Names that spreadsheets would take for formulas get an apostrophe in front."""
    import csv
    import io

    from fairyscore.notation.formats.table import guarded

    text = io.TextIOWrapper(stream, encoding="utf-8", errors="replace", newline="", write_through=True)
    writer = csv.writer(text)
    writer.writerow(StatsRow._fields)
    for row in rows(stats):
        value = int(row.value) if row.value.is_integer() else row.value
        writer.writerow(row._replace(name=guarded(row.name), value=value))
    text.detach()


def write_parquet(stats: Stats, stream: BinaryIO) -> None:
    """The table as Parquet. Raises `MissingExtra` where pyarrow is not installed."""
    from io import BytesIO

    from fairyscore.notation.formats.table import ParquetRows

    whole = BytesIO()  # standard output cannot be sought
    table = ParquetRows(whole, StatsRow._fields, {"value": "float64"})
    table.add(rows(stats))
    table.close()
    stream.write(whole.getvalue())
