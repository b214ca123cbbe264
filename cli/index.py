"""`fairyscore index`: an index beside an archive, which `find` asks in place of the files."""

from __future__ import annotations

import os
import sys

import click

from fairyscore.cli.options import grouped_command, paths_argument, reading_options
from fairyscore.cli.report import name
from fairyscore.cli.sources import Progress, Refused
from fairyscore.notation.errors import NotWritten
from fairyscore.notation.reader import RecordReader
from fairyscore.notation.text import counted
from fairyscore.notation.work.index import Indexed, updated_index


@grouped_command("index", epilog="Example: fairyscore index games/ && fairyscore find 'opening \"Najdorf\"' games/")
@paths_argument
@reading_options
def command(*, paths: tuple[str, ...], reader: RecordReader) -> None:
    """Make an index beside each PATH, named PATH.index, or bring it up to date.

    `find` with the same PATH and options asks it, and reads only the games that may fit; what it finds is the same
    without. Of files that have changed since, the index is not believed, and they are read, until this command is run
    again: then changed files are taken in anew, missing ones are forgotten. The file may be deleted at any time.

    Exit status: 0 all are up to date, 2 wrong usage or failed output.
    """
    for path in paths:
        if not os.path.exists(path):  # noqa: PTH110 (a path may hold any bytes)
            raise Refused(f"{name(path)} is no file or folder of this machine, beside which an index could stand")
        progress = Progress(reader.size([path])) if sys.stderr.isatty() else None
        try:
            made = updated_index(path, reader, progress.on_progress if progress else None)
        except NotWritten as fault:
            raise Refused(str(fault)) from None
        finally:
            if progress is not None:
                progress.hide()
        click.echo(_report(made))


def _report(made: Indexed) -> str:
    """What an index has, and what was done."""
    done = [f"{made.read:,} read"]
    done += [f"{made.dropped:,} dropped"] if made.dropped else []
    left = f"; {counted(made.left, 'file')} not in it" if made.left else ""
    return (
        f"{name(made.path)}: {counted(made.games, 'game')} in {counted(made.files, 'file')} ({', '.join(done)}){left}"
    )
