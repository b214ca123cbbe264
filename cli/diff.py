"""`fairyscore diff`: two copies of a game compared."""

import json
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import zip_longest
from typing import Any

import click

from fairyscore.cli.options import format_option, grouped_command, reading_options
from fairyscore.cli.report import Reporter, name
from fairyscore.notation.correspondence.game_folder import log_of
from fairyscore.notation.correspondence.log import PostLog
from fairyscore.notation.reader import RecordReader
from fairyscore.notation.storage.source import STDIN
from fairyscore.notation.text import counted
from fairyscore.notation.work.compare import GameCopy, comparison_of, differences
from fairyscore.notation.work.reconcile import proposal

_PICKED = re.compile(r"(.+)#([0-9]{1,9})")


@grouped_command("diff", epilog="Example: fairyscore diff annas.pgn berts.pgn   (games.pgn#3 is its third game)")
@click.argument("one", metavar="A")
@click.argument("other", metavar="B")
@format_option("text", "json")
@click.option("--reconcile", is_flag=True, help="Propose which copy is the true record, and why, as a text.")
@reading_options
def command(*, one: str, other: str, style: str, reconcile: bool, reader: RecordReader) -> None:
    """Compare two copies of a game: tags, dates, times, draw offers, the first different move, and the result.

    Games are matched by their number in the file and compared by their moves, whatever the notation or format.
    A date or time counts where both copies state it. Other comments and variations are not compared. With --reconcile
    the letters in the logs of post offices beside the copies are witnesses.

    Exit status: 0 equal, 1 different, 2 wrong usage or unreadable input; of --reconcile 0 decided, 1 undecided.
    """
    telling = Reporter(forced=reader.forced)
    names = (name(one), name(other))
    copies = [_games(path, reader, telling) for path in (one, other)]
    pairs = ((number, mine, yours) for number, (mine, yours) in enumerate(zip_longest(*copies), 1))
    if reconcile:
        logs = [(log_of(os.path.dirname(path)), _name_in_log(path)) for path in (one, other)]  # noqa: PTH120
        decided = [_reconciled(number, mine, yours, names, logs) for number, mine, yours in pairs]
        click.get_current_context().exit(2 if telling.not_read else int(not all(decided)))
    same = (as_json if style == "json" else as_text)(pairs, names)
    click.get_current_context().exit(2 if telling.not_read else int(not same))


def _name_in_log(path: str) -> str:
    """The name of a copy's game in the log of a post office."""
    return os.path.basename(path)  # noqa: PTH119


def _reconciled(
    number: int,
    one: GameCopy | None,
    other: GameCopy | None,
    names: tuple[str, str],
    logs: Sequence[tuple[PostLog, str]],
) -> bool:
    """Tell which copy of a game is proposed. Whether there is one."""
    if one is None or other is None:
        click.echo(f"game {number}: only {names[one is None]} has it")
        return False
    try:
        found = proposal(one, other, logs)
    except ValueError as fault:
        click.echo(f"game {number}: {fault}")
        return False
    click.echo(f"game {number}:")
    for line in found.ruling(names):
        click.echo(f"  {line}")
    return found.dispute is None or found.taken is not None


def _games(path: str, reader: RecordReader, telling: Reporter) -> Iterator[GameCopy]:
    """The games of a file, or the one that `path#number` picks; findings are reported. Leaves if nothing can be read."""
    picked = None if path == STDIN or os.path.exists(path) else _PICKED.fullmatch(path)  # noqa: PTH110
    number = int(picked[2]) if picked else 0
    path = picked[1] if picked else path
    met = False
    for verdict in reader.verdicts(path):
        if verdict.game_text.number == 0 or number in (0, verdict.game_text.number):
            telling.verdict(verdict, path)
            if verdict.game_text.number:
                met = True
                yield GameCopy.of_verdict(verdict)
            elif telling.not_read and not met:
                click.get_current_context().exit(2)
        if met and number:
            return
    if number and not met and not telling.not_read:
        raise click.UsageError(f"{name(path)} has no game {number}.")


Pairs = Iterator[tuple[int, GameCopy | None, GameCopy | None]]
"""Copies with their number; None where a file has no more games."""


def as_text(pairs: Pairs, names: tuple[str, str]) -> bool:
    """A few lines for each difference; whether there was none."""
    games = different = 0
    for number, one, other in pairs:
        games += 1
        found = list(differences(number, one, other))
        different += bool(found)
        for difference in found:
            click.echo(f"game {number}: {difference.describe(names)}")
    click.echo(f"{counted(games, 'game')}, {f'{different:,} different' if different else 'no difference'}")
    return not different


def as_json(pairs: Pairs, names: tuple[str, str]) -> bool:
    """One JSON document: the files and a row for each game; whether there was no difference."""
    rows = [_row(number, one, other) for number, one, other in pairs]
    same = all(row["same"] for row in rows)
    click.echo(json.dumps({"files": names, "same": same, "games": rows}, indent=1))
    return same


def _row(number: int, one: GameCopy | None, other: GameCopy | None) -> dict[str, Any]:
    comparison = comparison_of(one, other)
    copies = (one, other)
    faulty = [copy is not None and not copy.whole for copy in copies]
    same = comparison is not None and comparison.same and not any(faulty)
    found = asdict(comparison) if comparison else {}
    return {"game": number, "same": same, "there": [copy is not None for copy in copies], "faulty": faulty, **found}
