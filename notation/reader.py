"""Which records are read, and how: from paths to sources, and from sources to verdicts, by one set of options.

>>> import os, tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     with open(os.path.join(folder, "one.pgn"), "w") as file:
...         _ = file.write('[Result "*"]\\n\\n1. e4 *\\n')
...     [verdict.plies for verdict, _ in RecordReader(Validator()).games([folder])]
[1]
"""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate
from typing import IO, BinaryIO, NamedTuple, cast

from fairyscore.notation.archive import Judged, judge_batches, judge_file
from fairyscore.notation.formats.base import Format
from fairyscore.notation.formats.registry import (
    GAME_SUFFIXES,
    SHARED_SUFFIXES,
    begins_as_games,
    format_named,
    suffixes_of,
)
from fairyscore.notation.records.text_reader import OnProgress
from fairyscore.notation.replay import BatchOrder, Validator, Verdict
from fairyscore.notation.storage import listing
from fairyscore.notation.storage.source import Limits, Source, Unreadable
from fairyscore.notation.variants.registry import known_name

Readable = str | os.PathLike[str] | IO[str] | IO[bytes]
"""A path (also of a folder, a packed file or an archive), or an open file, text or binary."""


class RecordReader(NamedTuple):
    """Reads records; the same for every file of a run.

    judge: validates the games.
    form: the format, None where it is to be recognised.
    limits: how far packed files are unpacked.
    excludes: whether a path is left out.
    on_skipped: called with the paths in folders that are not game records, once all sources are listed.
    """

    judge: Validator
    form: Format | None = None
    limits: Limits = Limits()
    excludes: Callable[[str], bool] | None = None
    on_skipped: Callable[[list[str]], None] | None = None

    @property
    def forced(self) -> bool:
        """True if the caller gave the format, so that it is not detected."""
        return self.form is not None

    @property
    def form_name(self) -> str:
        """The name of that format, empty where it is to be recognised."""
        return self.form.name if self.form is not None else ""

    @property
    def suffixes(self) -> tuple[str, ...]:
        """Of the files that are read in folders and archives by their name."""
        if self.form is not None:
            return suffixes_of(self.form)
        # Bare moves are a game record only where the user says which game it is.
        return (*GAME_SUFFIXES, ".txt") if self.judge.variant else GAME_SUFFIXES

    @property
    def shared_suffixes(self) -> tuple[str, ...]:
        """Of the files in folders that are read if they begin as games do."""
        return () if self.form is not None else SHARED_SUFFIXES

    def size(self, paths: Iterable[str]) -> int:
        """Bytes to read as they lie on the disk, as far as the system knows them; for a progress bar."""
        return sum(listing.sizes(paths, (*self.suffixes, *self.shared_suffixes)))

    def exceeds(self, paths: Iterable[str], size: int) -> bool:
        """True if the files of this machine have more bytes in all; stops counting where they do."""
        sizes = listing.sizes(paths, (*self.suffixes, *self.shared_suffixes), elsewhere=False)
        return any(total > size for total in accumulate(sizes))

    def sources(self, paths: Iterable[str]) -> Iterator[Source | Unreadable]:
        """The sources that paths name: folders in the order of their names, archives as they are stored."""
        skipped: list[str] = []
        found = listing.sources(
            paths,
            self.suffixes,
            self.limits,
            texts=self.shared_suffixes,
            identifies=begins_as_games,
            on_skipped=skipped.append,
        )
        for source in found:
            if isinstance(source, Unreadable) or not self._is_excluded(source.path):
                yield source
        skipped = [path for path in skipped if not self._is_excluded(path)]
        if skipped and self.on_skipped is not None:
            self.on_skipped(skipped)

    def _is_excluded(self, path: str) -> bool:
        return self.excludes is not None and self.excludes(path)

    def verdicts(
        self,
        source: Source | Unreadable | str,
        on_progress: OnProgress | None = None,
    ) -> Iterator[Verdict]:
        """The verdicts on the games of a source or a path, one by one. on_progress: see `judge_file`."""
        yield from judge_file(self._opened(source), self.judge, on_progress=on_progress, form=self.form)

    def batches(
        self, source: Source | Unreadable | str, form: BatchOrder | None, on_progress: OnProgress | None = None
    ) -> Iterator[Judged]:
        """The judged games of a source or a path, in batches where they can be. form, on_progress: see `judge_batches`."""
        yield from judge_batches(self._opened(source), self.judge, form, on_progress=on_progress, form=self.form)

    def judged(self, source: Readable, form: BatchOrder | None = None) -> Iterator[tuple[Verdict, str]]:
        """The verdicts on the games of a path or an open file, and on the file as a whole; each with the file's name.

        form: `ROWS` for verdicts of which little is asked afterwards, `SiftedRows` for those on some games.
        Raises `FileNotFoundError`.
        """
        if isinstance(source, str | os.PathLike):
            path = os.fspath(source)
            listing.check_exists(path)
            for found in self.sources([path]):
                yield from ((verdict, found.name) for verdict in _verdicts_in(self.batches(found, form)))
            return
        name = str(getattr(source, "name", "-"))
        for verdict in _verdicts_in(judge_batches(_binary(source), self.judge, form, name, form=self.form)):
            yield verdict, name

    def _opened(self, source: Source | Unreadable | str) -> Source | Unreadable:
        return listing.only(source, self.limits) if isinstance(source, str) else source

    def games(self, paths: Iterable[str]) -> Iterator[tuple[Verdict, str]]:
        """The verdicts on the games of all paths, each with the name of its source."""
        for source in self.sources(paths):
            yield from ((verdict, source.name) for verdict in self.verdicts(source))


def reader_named(variant: str | None, format: str | None) -> RecordReader:
    """The reader of records by the names of a game and a format. Raises `UnknownFormat`, `UnknownVariant`.

    variant: the game of records that name none. format: None where it is to be recognised.
    """
    return RecordReader(Validator(variant=known_name(variant)), format_named(format) if format else None)


def _verdicts_in(judged: Iterable[Judged]) -> Iterator[Verdict]:
    """The verdicts without the batches between them."""
    return (one for one in judged if isinstance(one, Verdict))


def _binary(file: IO[str] | IO[bytes]) -> BinaryIO:
    """An open file as bytes: text is read whole, and encoded."""
    if not hasattr(file, "read"):
        raise TypeError(f"a source is a path or an open file, not {type(file).__name__}")
    content = file.read(0)
    if isinstance(content, bytes):
        return cast(BinaryIO, file)
    return io.BytesIO(cast(str, file.read()).encode(errors="replace"))
