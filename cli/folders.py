"""A folder of new files, written as one: all of them are there in the end, or the folder is as it was.

Files are written under numbers in a folder of their own, and get their names only when all is done. Few of them are open
at a time, however many there are.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import BinaryIO

from fairyscore.cli import leftovers
from fairyscore.cli.interrupts import leave_in_order
from fairyscore.cli.writing import NotWritten
from fairyscore.notation.formats.base import Format, TextSink
from fairyscore.notation.formats.registry import FORMATS
from fairyscore.notation.stats.filenames import Names
from fairyscore.notation.storage.source import system_reason
from fairyscore.notation.text import shown

MOST_OPEN = 64


@contextmanager
def filled(path: str, form: Format, *, force: bool) -> Iterator[Parts]:
    """The parts that go to the folder at `path` when the block ends well. force: they may take the place of other files.

    Raises `NotWritten` where the system refuses, or files of their names are there.
    """
    target = os.path.realpath(path)
    work, lock = "", 0
    leave_in_order()
    try:
        if os.path.lexists(target) and not os.path.isdir(target):  # noqa: PTH112
            raise NotADirectoryError(0, "it is no folder")
        fresh = not os.path.isdir(target)  # noqa: PTH112
        parent = os.path.dirname(target) if fresh else target  # noqa: PTH120
        leftovers.sweep(parent)
        work = tempfile.mkdtemp(prefix=leftovers.PREFIX, dir=parent)
        lock = leftovers.locked_folder(work)
        parts = Parts(work, form)
        try:
            yield parts
            parts.finish()
        finally:
            parts.close()
        if fresh:
            _become(work, target, parts)
        else:
            _move_in(work, target, parts, force=force)
    except OSError as fault:
        raise NotWritten(path, system_reason(fault)) from None
    finally:
        if lock:
            os.close(lock)
        if work:
            shutil.rmtree(work, ignore_errors=True)


class Parts:
    """The files that are being written, by the name of their part."""

    def __init__(self, work: str, form: Format) -> None:
        self._work = work
        self._form = form
        self._ending = FORMATS[form.name].endings[0]
        self._names = Names()
        self._files: dict[str, int] = {}
        self._open: dict[str, BinaryIO] = {}

    def __len__(self) -> int:
        return len(self._files)

    def add(self, part: str, text: str) -> None:
        """Put a game at the end of a part. Raises `OSError`."""
        fresh = part not in self._files
        if fresh:
            self._files[part] = len(self._files)
        TextSink(self._form, self._stream(part), empty=fresh).put(text)

    def finish(self) -> None:
        """Write what stands at the ends. Raises `OSError`, also for what could not be written before."""
        if self._form.end:
            for part in self._files:
                TextSink(self._form, self._stream(part), empty=False).close()
        while self._open:
            self._open.pop(next(iter(self._open))).close()

    def close(self) -> None:
        """Let go of the files, whatever has happened."""
        for stream in self._open.values():
            with suppress(OSError):
                stream.close()

    def files(self) -> Iterator[tuple[str, str]]:
        """Each file with the name that it is to have."""
        for part, number in self._files.items():
            yield os.path.join(self._work, str(number)), f"{self._names.name(part)}{self._ending}"  # noqa: PTH118

    def _stream(self, part: str) -> BinaryIO:
        """The open file of a part; the one that was longest not asked for makes room."""
        stream = self._open.pop(part, None)
        if stream is None:
            if len(self._open) >= MOST_OPEN:
                self._open.pop(next(iter(self._open))).close()
            stream = open(os.path.join(self._work, str(self._files[part])), "ab")  # noqa: SIM115, PTH118, PTH123
        self._open[part] = stream
        return stream


def _become(work: str, target: str, parts: Parts) -> None:
    """The folder of numbers becomes the one that is wanted."""
    for source, name in parts.files():
        os.rename(source, os.path.join(work, name))  # noqa: PTH104, PTH118
    mask = os.umask(0)
    os.umask(mask)
    os.chmod(work, 0o777 & ~mask)  # noqa: PTH101
    os.rename(work, target)  # noqa: PTH104


def _move_in(work: str, target: str, parts: Parts, *, force: bool) -> None:
    """Files get their names in a folder that is there already; what goes wrong is undone."""
    wanted = [(source, os.path.join(target, name)) for source, name in parts.files()]  # noqa: PTH118
    there = [path for _, path in wanted if os.path.lexists(path)]
    if there and not force:
        others = f" and {len(there) - 1:,} more" if there[1:] else ""
        raise FileExistsError(0, f"there is {shown(_base(there[0]))} already{others} (--force replaces them)")
    with ExitStack() as undoing:
        for number, path in enumerate(there):
            _rename(path, os.path.join(work, f"old-{number}"), undoing)  # noqa: PTH118
        for source, path in wanted:
            _rename(source, path, undoing)
        undoing.pop_all()


def _rename(source: str, target: str, undoing: ExitStack) -> None:
    os.rename(source, target)  # noqa: PTH104
    undoing.callback(os.rename, target, source)


def _base(path: str) -> str:
    return os.path.split(path)[1]
