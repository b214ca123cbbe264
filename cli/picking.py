"""One game of a file: picked out, and put back changed while all others stay as they stand."""

import click

from fairyscore.cli.options import numbered_game
from fairyscore.cli.report import Reporter, name
from fairyscore.cli.writing import rewritten, see_plain
from fairyscore.notation.editing.rewrite import Rewriting, why_not_anew
from fairyscore.notation.errors import NotWritten
from fairyscore.notation.reader import RecordReader
from fairyscore.notation.replay import Verdict
from fairyscore.notation.storage.source import STDIN
from fairyscore.notation.storage.writing import FileStamp

game_option = numbered_game("The number of the game in the file; default: the last.")


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


def put_back(path: str, number: int, text: str, reader: RecordReader, *, stamp: FileStamp | None = None) -> None:
    """Write a file anew with another text for one game. Line ends stay; the encoding becomes UTF-8.

    stamp: that of the file before the game was read.
    """
    if path == STDIN:
        raise click.UsageError("only a file can be written back; give its name instead of -.")
    see_plain(path)
    with rewritten(path, stamp) as stream:
        rewriting = Rewriting(stream, line_end(path))
        for verdict in reader.verdicts(path):
            if verdict.game_text.number:
                rewriting.add(verdict, text if verdict.game_text.number == number else "")
            elif why_not := why_not_anew(verdict):
                raise NotWritten(path, why_not)
        rewriting.close()


def line_end(path: str) -> str:
    """The line ends of a file: those of Windows where its beginning has nothing else."""
    with open(path, "rb") as stream:  # noqa: PTH123
        head = stream.read(1 << 16)
    lines = head.count(b"\n")
    return "\r\n" if lines and head.count(b"\r\n") == lines else "\n"
