"""Archives of games: several put into one file, one cut into several."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from itertools import chain, islice
from typing import BinaryIO, Final, NamedTuple, cast

from fairyscore.notation.editing.rewrite import Text, target_of, text_in
from fairyscore.notation.formats.base import Format, TextSink
from fairyscore.notation.formats.pgn import PGN
from fairyscore.notation.formats.registry import format_for, format_named, suffixes_of
from fairyscore.notation.reader import RecordReader, reader_named
from fairyscore.notation.records.diagnostics import Diagnostic, Severity
from fairyscore.notation.replay import BatchForm, Verdict
from fairyscore.notation.stats.grouping import ORDERS, Cut, UnknownCut, cut_named
from fairyscore.notation.storage.file_names import Names
from fairyscore.notation.storage.writing import NewFiles, named_refusals, replaced
from fairyscore.notation.text import counted
from fairyscore.notation.work.sources import Paths, as_paths, check_free, holding

MOST_OPEN = 64  # systems have a limit for files that are open at a time

MATCHES: Final = "found"
OTHERS: Final = "others"
"""The parts of an archive that is cut by a query."""


class ArchiveGame(NamedTuple):
    """A game, its text in the format of the new archive, and the file it comes from."""

    text: str
    verdict: Verdict
    path: str


class ArchiveReader:
    """Reads the games of all paths, with their texts in the format of a new archive, and counts.

    target: the format that games are written in; None for that of the first one.
    read, written: games; faulty: of these those with a fault; left: those that could not be written; short: those written
    up to their fault.
    """

    def __init__(self, paths: Iterable[str], reader: RecordReader, target: Format | None = None) -> None:
        self.target = target
        self.paths = tuple(paths)
        self.reader = reader
        self.read = self.written = self.faulty = self.left = self.short = 0

    def on_file(self, verdict: Verdict, path: str) -> None:
        """Called with what is found in a file as a whole."""

    def on_changed(self, verdict: Verdict, path: str, text: Text) -> None:
        """Called with a game that is left out or written up to its fault."""

    def begin(self) -> tuple[Format, Iterator[ArchiveGame]]:
        """The format to write, which the first game decides where nobody has; and the games with their texts."""
        games = self.games()
        first = list(islice(games, 1))
        if self.target is None:
            self.target = target_of(format_named(first[0][0].form)) if first else PGN
        return self.target, self._texts_of(chain(first, games), self.target)

    def games(self) -> Iterator[tuple[Verdict, str]]:
        """The games with the files they come from."""
        for verdict, path in self.verdicts():
            if verdict.game_text.number:
                self.read += 1
                yield verdict, path
            else:
                self.on_file(verdict, path)

    def verdicts(self) -> Iterator[tuple[Verdict, str]]:
        """The verdicts on games and files.

        Only PGN comes as rows: where nobody has named the format to write, a first game that does makes it PGN.
        """
        for source in self.reader.sources(self.paths):
            form = BatchForm.ROWS if self.target in (None, PGN) else None
            for verdict in self.reader.batches(source, form, self.on_progress):
                yield cast(Verdict, verdict), source.name

    def on_progress(self, size: int) -> None:
        """Called with how much more was read, see `judge_file`."""

    def _texts_of(self, games: Iterator[tuple[Verdict, str]], target: Format) -> Iterator[ArchiveGame]:
        for verdict, path in games:
            text = text_in(verdict, target)
            if text.refusal or text.short:
                self.on_changed(verdict, path, text)
            self.left += bool(text.refusal)
            self.short += text.short
            if not text.refusal:
                self.written += 1
                self.faulty += any(finding.severity is Severity.ERROR for finding in verdict.findings)
                yield ArchiveGame(text.text, verdict, path)


@dataclass(frozen=True, slots=True)
class ArchiveReport:
    """A report on the games of an archive that was put together or cut.

    games: how many were written.
    faulty: how many of these have an error.
    left_out: games that the format cannot hold or that could not be read.
    cut: games written up to their fault, in another format.
    files: paths that were written.
    diagnostics: what is wrong with files as a whole, such as one that cannot be read.

    >>> import os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     merge("samples/games/chess/romantic.pgn", os.path.join(folder, "all.pgn"))
    <ArchiveReport: 3 games in 1 file, 0 faulty, 0 cut, 0 left out>
    """

    games: int
    faulty: int
    left_out: int
    cut: int
    files: tuple[str, ...]
    diagnostics: tuple[Diagnostic, ...]

    def __repr__(self) -> str:
        written = f"{counted(self.games, 'game')} in {counted(len(self.files), 'file')}"
        return f"<ArchiveReport: {written}, {self.faulty:,} faulty, {self.cut:,} cut, {self.left_out:,} left out>"


class _Collector(ArchiveReader):
    """Keeps what is wrong with files."""

    def __init__(self, paths: Iterable[str], reader: RecordReader, target: Format | None) -> None:
        super().__init__(paths, reader, target)
        self.diagnostics: list[Diagnostic] = []

    def on_file(self, verdict: Verdict, path: str) -> None:
        """Called with what is found in a file as a whole."""
        self.diagnostics += verdict.findings

    def report(self, files: Iterable[str]) -> ArchiveReport:
        """The numbers of games read and left out, and the files that were written."""
        counts = self.written, self.faulty, self.left, self.short
        return ArchiveReport(*counts, tuple(files) if self.written else (), tuple(self.diagnostics))


def merge(
    paths: Paths,
    output: str | os.PathLike[str],
    *,
    sort: str | None = None,
    variant: str | None = None,
    format: str | None = None,
    replace: bool = False,
) -> ArchiveReport:
    """Put the games of several files into one; faulty ones too, and copies.

    paths: files, folders, packed files or archives.
    output: the file to write, completely or not at all; its suffix says the format, one that holds everything.
    sort: the order, `date`, `variant` ...; else they stay as they come.
    variant: the game of records that name none.
    format: of the files, if it is not to be recognised.
    replace: whether a file at `output` may be replaced.

    Raises `NotWritten` where a file is there already or the system refuses, `UnknownFormat`, `ValueError` for an unknown
    order.

    >>> import os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     merge("samples/games/chess", os.path.join(folder, "all.pgn")).games > 3
    True
    """
    if sort is not None and sort not in ORDERS:
        raise ValueError(f"there is no order '{sort}'; there are {', '.join(ORDERS)}")
    path = os.fspath(output)
    collector = _Collector(as_paths(paths), reader_named(variant, format), holding(format_for(path)))
    check_free(path, replace)
    target, games = collector.begin()
    with replaced(path) as stream:
        sink = TextSink(target, stream)
        for text in in_order(games, sort):
            sink.put(text)
        sink.close()
    return collector.report([path])


def split(
    paths: Paths,
    folder: str | os.PathLike[str],
    by: str,
    *,
    to: str | None = None,
    variant: str | None = None,
    format: str | None = None,
    replace: bool = False,
) -> ArchiveReport:
    """Cut archives into files of a folder, all of them or none.

    paths: files, folders, packed files or archives.
    folder: where the files are written; it is made where there is none.
    by: `variant`, `player`, `year`, `event`, `result` ..., `count:1000`, `tag:NAME`, or a query (docs/find.md).
    to: the format of the files, one that holds everything; that of the first game if not said.
    variant: the game of records that name none.
    format: of the sources, if it is not to be recognised.
    replace: whether files of the same names may be replaced.

    Raises `NotWritten` where a file is there already or the system refuses, `UnknownFormat`, and `ValueError` for an
    unknown `by`.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     [os.path.basename(path) for path in split("samples/games/chess/romantic.pgn", folder, "count:1").files][:2]
    ['00001.pgn', '00002.pgn']
    """
    cut = cut_by(by)
    form = None if to is None else holding(to)
    collector = _Collector(as_paths(paths), reader_named(variant, format), form)
    target, games = collector.begin()
    files: list[str] = []
    if collector.read:
        with parts_in(os.fspath(folder), target, replace=replace) as parts:
            parts.add_all(games, cut)
        files = parts.paths(os.fspath(folder))
    return collector.report(files)


def cut_by(text: str) -> Cut:
    """The way to cut of a name (`stats.grouping`), or by a query: the games that fit it, and the others.

    Raises `UnknownCut`.

    >>> from fairyscore.notation.records.game_text import GameText
    >>> from fairyscore.notation.replay import Validator
    >>> cut_by("ply 2")(Validator().judge(GameText(1, "1. e4 *", 1)), 0)
    ('others',)
    """
    from fairyscore.notation.find.asking import first_place
    from fairyscore.notation.find.query import Query, QueryError

    try:
        return cut_named(text)
    except UnknownCut as unknown:
        try:
            query = Query.parse(text)
        except QueryError as fault:
            why = f"; as a query: {fault}" if " " in text.strip() else ", or a query, as 'player \"Anand\"'"
            raise UnknownCut(f"{unknown}{why}") from None
    return lambda verdict, _: (OTHERS if first_place(query, verdict) is None else MATCHES,)


def in_order(games: Iterator[ArchiveGame], order: str | None) -> Iterator[str]:
    """The texts in order; until all are there, they lie on the disk. order: None to leave them as they come."""
    if order is None:
        yield from (game.text for game in games)
        return
    from fairyscore.notation.stats.disk_index import SortedTexts

    key: Callable[[Verdict], str] = ORDERS[order]
    with SortedTexts() as store:
        for game in games:
            store.add(game.text, key(game.verdict))
        yield from store


@contextmanager
def parts_in(path: str, form: Format, *, replace: bool) -> Iterator[Parts]:
    """The parts that go to the folder at `path` when the block ends well. replace: they may take the place of other files.

    All of them are there in the end, or the folder is as it was. Raises `NotWritten` where the system refuses, or files of
    their names are there.
    """
    with named_refusals(path), closing(NewFiles(path)) as files:
        with closing(Parts(files, form)) as parts:
            yield parts
            parts.finish()
        files.place(force=replace)


class Parts:
    """The files that are being written, by the name of their part."""

    def __init__(self, files: NewFiles, form: Format) -> None:
        self._files = files
        self._form = form
        self._ending = suffixes_of(form)[0]
        self._names = Names()
        self._paths: dict[str, str] = {}
        self._open: dict[str, BinaryIO] = {}

    def __len__(self) -> int:
        return len(self._paths)

    def paths(self, folder: str) -> list[str]:
        """Where the parts are in the end."""
        return [os.path.join(folder, os.path.basename(path)) for path in self._paths.values()]  # noqa: PTH118, PTH119

    def add(self, part: str, text: str) -> None:
        """Put a game at the end of a part. Raises `OSError`."""
        fresh = part not in self._paths
        if fresh:
            self._paths[part] = self._files.path(f"{self._names.name(part)}{self._ending}")
        TextSink(self._form, self._stream(part), empty=fresh).put(text)

    def add_all(self, games: Iterable[ArchiveGame], cut: Cut) -> None:
        """Put each game at the end of its parts. Raises `OSError`."""
        for before, game in enumerate(games):
            for part in cut(game.verdict, before):
                self.add(part, game.text)

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
            if len(self._open) >= MOST_OPEN:
                self._open.pop(next(iter(self._open))).close()
            stream = open(self._paths[part], "ab")  # noqa: SIM115, PTH123
        self._open[part] = stream
        return stream
