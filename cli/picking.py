"""One game of a file, by its number."""

import click

from fairyscore.cli.report import Reporter, name
from fairyscore.notation.reader import RecordReader
from fairyscore.notation.replay import Verdict


def picked(path: str, number: int | None, reader: RecordReader, telling: Reporter) -> Verdict:
    """The game of that number, or the last one. Leaves with exit status 2, and says why, where there is none."""
    found = None
    for verdict in reader.verdicts(path):
        if not verdict.game_text.number:
            telling.verdict(verdict, path)
        elif number in (None, verdict.game_text.number):
            found = verdict
    if found is None:
        if not telling.not_read:
            telling.line(f"fairyscore: {name(path)} has no game {number}")
        raise click.exceptions.Exit(2)
    return found
