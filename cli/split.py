"""`fairyscore split`: an archive cut into files."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from typing import BinaryIO

import click

from fairyscore.cli.options import grouped_command, paths_argument, reading_options, wrong_usage
from fairyscore.cli.report import many, name
from fairyscore.cli.texts import Texts, to_option
from fairyscore.cli.writing import leave_in_order
from fairyscore.notation.formats.base import Format, TextSink
from fairyscore.notation.formats.registry import FORMATS
from fairyscore.notation.reader import RecordReader
from fairyscore.notation.stats.grouping import CUTS, UnknownCut, cut_named
from fairyscore.notation.storage.file_names import Names
from fairyscore.notation.storage.writing import NewFiles, named_refusals


@grouped_command("split", epilog="Example: fairyscore split archive.pgn -o players --by player   (or --by count:1000)")
@paths_argument
@click.option(
    "-o", "--output", metavar="FOLDER", required=True, help="The folder for the files; made where there is none."
)
@click.option(
    "--by", "by", metavar="WHAT", required=True, help=f"What games go by: {', '.join(CUTS)}, count:N or tag:NAME."
)
@to_option
@click.option("--force", is_flag=True, help="Replace files of the same names in FOLDER.")
@reading_options
def command(
    *, paths: tuple[str, ...], output: str, by: str, target: Format | None, force: bool, reader: RecordReader
) -> None:
    """Cut archives into files by variant, player, year or whatever the tags say; or so many games to a file.

    Games stay as they are written, faulty ones too; those of other formats are converted to that of the files. By player,
    a game goes to the file of each of them. Games that do not say go to `unknown`. FOLDER gets all files, or is left
    as it was.

    Exit status: 0 all games are there, 1 some could not be written, 2 wrong usage or something that could not be read or
    written.
    """
    with wrong_usage(UnknownCut, option="--by"):
        cut = cut_named(by)
    texts = Texts(paths, reader, target)
    target, found = texts.begin()
    if texts.read:
        with filled(output, target, force=force) as parts:
            for before, one in enumerate(found):
                for part in cut(one.verdict, before):
                    parts.add(part, one.text)
        texts.told(f"in {many(len(parts), 'file')} of {name(output)}")
    click.get_current_context().exit(texts.exit_code())


@contextmanager
def filled(path: str, form: Format, *, force: bool) -> Iterator[Parts]:
    """The parts that go to the folder at `path` when the block ends well. force: they may take the place of other files.

    All of them are there in the end, or the folder is as it was. Raises `NotWritten` where the system refuses, or files of
    their names are there.
    """
    leave_in_order()
    with named_refusals(path), closing(NewFiles(path)) as files:
        with closing(Parts(files, form)) as parts:
            yield parts
            parts.finish()
        files.place(force=force)


class Parts:
    """The files that are being written, by the name of their part."""

    def __init__(self, files: NewFiles, form: Format) -> None:
        self._files = files
        self._form = form
        self._ending = FORMATS[form.name].endings[0]
        self._names = Names()
        self._paths: dict[str, str] = {}
        self._open: dict[str, BinaryIO] = {}

    def __len__(self) -> int:
        return len(self._paths)

    def add(self, part: str, text: str) -> None:
        """Put a game at the end of a part. Raises `OSError`."""
        fresh = part not in self._paths
        if fresh:
            self._paths[part] = self._files.path(f"{self._names.name(part)}{self._ending}")
        TextSink(self._form, self._stream(part), empty=fresh).put(text)

    def finish(self) -> None:
        """Write what stands at the ends. Raises `OSError`, also for what could not be written before."""
        if self._form.end:
            for part in self._paths:
                TextSink(self._form, self._stream(part), empty=False).close()
        while self._open:
            self._open.pop(next(iter(self._open))).close()

    def close(self) -> None:
        """Let go of the files, whatever has happened."""
        for stream in self._open.values():
            with suppress(OSError):
                stream.close()

    def _stream(self, part: str) -> BinaryIO:
        """The open file of a part; the one that was longest not asked for makes room."""
        stream = self._open.pop(part, None)
        if stream is None:
            if len(self._open) >= 64:  # systems have a limit for files that are open at a time
                self._open.pop(next(iter(self._open))).close()
            stream = open(self._paths[part], "ab")  # noqa: SIM115, PTH123
        self._open[part] = stream
        return stream
