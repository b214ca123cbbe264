"""A stats as other programs read it: one JSON document, or one long table with a number in each row.

Both are described in docs/archives.md and cli/schemas/stats.schema.json; keys, tables and measures are only ever added.

>>> from fairyscore.notation.records.game_text import GameText
>>> from fairyscore.notation.replay import Validator
>>> stats = Stats()
>>> stats.add(Validator(variant="chess").judge(GameText(1, "1. e4 1-0", 1)))
>>> [row for row in rows(stats) if row.table == "openings"][0]
StatsRow(table='openings', variant='chess', name='e4', seat='', measure='games', value=1.0)
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any, BinaryIO, NamedTuple, TypeVar

from fairyscore.notation.stats.losses import PHASES, Losses
from fairyscore.notation.stats.summary import NO_VARIANT, Count, Player, Stats
from fairyscore.notation.variants.registry import variant

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


def by_name(count: Count) -> list[tuple[str, dict[str, int]]]:
    """The openings of which the names are counted, the most played first; each with its results."""
    games = Counter[str]()
    results: dict[str, dict[str, int]] = {}
    for (name, result), number in ranked(count.named):
        games[name] += number
        results.setdefault(name, {})[result] = number
    return [(name, results[name]) for name, _ in ranked(games)]


# -- JSON -------------------------------------------------------------------------------------------------------------


def write_json(stats: Stats, stream: BinaryIO) -> None:
    """All of it as one JSON document, a variant and a player to a line: memory holds one of them."""
    from json import dumps

    def write(before: str, items: Iterator[dict[str, Any]], after: str) -> None:
        stream.write(before.encode())
        for place, item in enumerate(items):
            stream.write(f"{',' if place else ''}\n  {dumps(item)}".encode())
        stream.write(after.encode())

    head = {"schema": 1, "files": stats.files, "games": stats.games, "plies": stats.plies}
    variants = (_variant(name, count, stats.options.depth) for name, count in variants_of(stats))
    write(f'{dumps(head)[:-1]},\n "variants": [', variants, "],\n")
    complete = dumps(stats.players.complete)
    write(f' "players": {{"complete": {complete}, "list": [', map(_player, stats.players.ranking()), "]}")
    if stats.options.losses:
        write(',\n "losses": [', _losses(stats.losses), "]")
    stream.write(b"}\n")


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
                for line in (() if name == NO_VARIANT else count.openings.lines(name))
            ],
            **({"named": _named(count)} if count.named else {}),
        },
        "faults": [
            {"severity": severity, "code": code, "count": number} for (severity, code), number in ranked(count.faults)
        ],
    }


def _named(count: Count) -> list[dict[str, Any]]:
    """The openings by their names."""
    found = []
    for text, results in by_name(count):
        code, _, name = text.partition(" ")
        found.append({"code": code, "name": name, "games": sum(results.values()), "results": results})
    return found


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


def _losses(losses: Losses) -> Iterator[dict[str, Any]]:
    """The losses of each player in each phase that has moves."""
    for player in losses.players():
        for phase in PHASES:
            found = losses.of(player, phase)
            if found.moves:
                values = {"moves": found.moves, "lost": found.lost, "signs": found.signs}
                yield {"player": player, "phase": phase, **values}


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
        yield from _rows(name, _variant(name, count, stats.options.depth))
    for player in stats.players.ranking():
        for game, seat, score in player.seats:
            for measure, number in score._asdict().items():
                yield StatsRow("players", game, player.name, seat, measure, float(number))
    for found in _losses(stats.losses):
        for measure, number in {"moves": found["moves"], "lost": found["lost"], **found["signs"]}.items():
            yield StatsRow("losses", "", found["player"], "", f"{found['phase']}: {measure}", float(number))


def _rows(name: str, facts: dict[str, Any]) -> Iterator[StatsRow]:
    """The facts of a variant, as they stand in JSON, as rows."""
    lengths, openings = facts["lengths"], facts["openings"]
    summary = {measure: facts[measure] for measure in ("games", "plies", "faulty")}
    summary["from elsewhere"] = openings["from_elsewhere"]
    summary |= {"mean length": lengths["mean"], "median length": lengths["median"], "longest": lengths["longest"]}
    yield from (StatsRow("summary", name, "", "", measure, float(number)) for measure, number in summary.items())
    counted = {table: facts[table] for table in ("results", "endings", "lengths", "years")}
    counted["lengths"] = lengths["distribution"]
    for table, entries in counted.items():
        yield from (StatsRow(table, name, what, "", "games", float(games)) for what, games in entries.items())
    for line in openings["lines"]:
        moves = " ".join(line["moves"])
        for measure in ("games", "finished"):
            yield StatsRow("openings", name, moves, "", measure, float(line[measure]))
        for seat, points in line["points"].items():
            yield StatsRow("openings", name, moves, seat, "points", points)
    for named in openings.get("named", ()):
        for result, games in named["results"].items():
            yield StatsRow("named openings", name, f"{named['code']} {named['name']}", "", result, float(games))
    for fault in facts["faults"]:
        yield StatsRow("faults", name, fault["code"], "", fault["severity"], float(fault["count"]))


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
