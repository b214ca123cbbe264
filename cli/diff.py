"""`fairyscore diff`: two copies of a game compared."""

import json
import os
import re
from collections.abc import Iterator
from dataclasses import asdict
from itertools import zip_longest
from typing import Any, NamedTuple

import click

from fairyscore.cli.options import format_option, grouped_command, reading_options
from fairyscore.cli.report import Reporter, many, name
from fairyscore.notation.editing.compare import Comparison, Parting, compared
from fairyscore.notation.reader import RecordReader
from fairyscore.notation.replay import Verdict
from fairyscore.notation.storage.source import STDIN
from fairyscore.notation.text import shown

_PICKED = re.compile(r"(.+)#([0-9]{1,9})")


@grouped_command("diff", epilog="Example: fairyscore diff annas.pgn berts.pgn   (games.pgn#3 is its third game)")
@click.argument("one", metavar="A")
@click.argument("other", metavar="B")
@format_option("text", "json")
@reading_options
def command(*, one: str, other: str, style: str, reader: RecordReader) -> None:
    """Compare two copies of a game: tags, the first move that differs with the positions behind it, the result.

    Games are compared by their number in the file, by moves, whatever their notation or format. Comments and variations
    are not compared.

    Exit status: 0 the same, 1 different, 2 wrong usage or something that could not be read.
    """
    telling = Reporter(forced=reader.forced)
    names = (name(one), name(other))
    copies = [_games(path, reader, telling) for path in (one, other)]
    pairs = (Pair(number, (mine, yours)) for number, (mine, yours) in enumerate(zip_longest(*copies), 1))
    same = (as_json if style == "json" else as_text)(pairs, names)
    click.get_current_context().exit(2 if telling.not_read else int(not same))


def _games(path: str, reader: RecordReader, telling: Reporter) -> Iterator[Verdict]:
    """The games of a file, or the one that `path#number` picks; what is found is told. Leaves where nothing can be read."""
    picked = None if path == STDIN or os.path.exists(path) else _PICKED.fullmatch(path)  # noqa: PTH110
    number = int(picked[2]) if picked else 0
    path = picked[1] if picked else path
    met = False
    for verdict in reader.verdicts(path):
        if verdict.game_text.number == 0 or number in (0, verdict.game_text.number):
            telling.verdict(verdict, path)
            if verdict.game_text.number:
                met = True
                yield verdict
            elif telling.not_read and not met:
                click.get_current_context().exit(2)
        if met and number:
            return
    if number and not met and not telling.not_read:
        raise click.UsageError(f"{name(path)} has no game {number}.")


class Pair(NamedTuple):
    """Two copies with the same number, None where a file has no more games."""

    number: int
    verdicts: tuple[Verdict | None, Verdict | None]

    @property
    def comparison(self) -> Comparison | None:
        """How they differ, None where one is missing or could not be begun."""
        one, other = (None if verdict is None else verdict.record for verdict in self.verdicts)
        return None if one is None or other is None else compared(one, other)

    @property
    def faulty(self) -> list[bool]:
        """Which of them has a fault in its main line: what stands behind it is not compared."""
        return [verdict is not None and not verdict.main_line_whole for verdict in self.verdicts]


def as_text(pairs: Iterator[Pair], names: tuple[str, str]) -> bool:
    """A few lines for each difference; whether there was none."""
    games = different = 0
    for pair in pairs:
        games += 1
        lines = list(_told(pair, names))
        different += bool(lines)
        for line in lines:
            click.echo(f"game {pair.number}: {line}")
    click.echo(f"{many(games, 'game')}, {f'{different:,} different' if different else 'no difference'}")
    return not different


def _told(pair: Pair, names: tuple[str, str]) -> Iterator[str]:
    for verdict, path in zip(pair.verdicts, reversed(names), strict=True):
        if verdict is None:
            yield f"only in {path}"
    for verdict, path in zip(pair.verdicts, names, strict=True):
        if verdict is not None and not verdict.main_line_whole:
            yield f"{path} has a fault; it is compared as far as ply {verdict.plies}"
    comparison = pair.comparison
    if comparison is None:
        return
    if comparison.games:
        yield f"another game: {_both(*comparison.games)}"
    if comparison.starts:
        yield f"another start: {_both(*comparison.starts)}"
    for tag, *values in comparison.tags:
        yield f"tag {tag}: " + _both(*(f'"{value}"' if value else "(none)" for value in values))
    if comparison.parting:
        yield _parting(comparison.parting, names)
    if comparison.results:
        yield f"result: {_both(*comparison.results)}"


def _both(one: str, other: str) -> str:
    return " | ".join(shown(value, 200) for value in (one, other))


def _parting(parting: Parting, names: tuple[str, str]) -> str:
    """Where the moves part, with the positions; or which copy goes on."""
    if all(parting.moves):
        first = f"ply {parting.ply}, {parting.seat}: {_both(*parting.moves)}"
    else:
        longer = int(not parting.moves[0])
        more = many(parting.left[longer], "ply", "plies")
        first = f"same moves; {names[longer]} goes on with {more}, from {parting.moves[longer]}"
    after = [f"{name}: {after}" for name, after in zip(names, parting.after, strict=True) if after]
    return "\n  = ".join([first, f"before: {parting.before}", *after])


def as_json(pairs: Iterator[Pair], names: tuple[str, str]) -> bool:
    """One JSON document: the files and a row for each game; whether there was no difference."""
    rows = [_row(pair) for pair in pairs]
    same = all(row["same"] for row in rows)
    click.echo(json.dumps({"files": names, "same": same, "games": rows}, indent=1))
    return same


def _row(pair: Pair) -> dict[str, Any]:
    comparison, faulty = pair.comparison, pair.faulty
    same = comparison is not None and comparison.same and not any(faulty)
    there = [verdict is not None for verdict in pair.verdicts]
    found = asdict(comparison) if comparison else {}
    return {"game": pair.number, "same": same, "there": there, "faulty": faulty, **found}
