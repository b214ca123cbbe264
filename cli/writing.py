"""Where commands write: a file, completely or not at all (`notation.storage.writing`), or standard output."""

from __future__ import annotations

import codecs
import io
import os
import re
import secrets
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import TYPE_CHECKING, BinaryIO, cast

import click

from fairyscore.cli.report import name
from fairyscore.notation.errors import NotWritten
from fairyscore.notation.storage import writing
from fairyscore.notation.storage.source import STDIN, system_reason
from fairyscore.notation.storage.writing import FileStamp, LeaveUnchanged, inside
from fairyscore.notation.text import shown

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

CHUNK = 1 << 20


@contextmanager
def replaced(path: str) -> Iterator[BinaryIO]:
    """As `writing.replaced`; a signal that ends the program removes what is unfinished."""
    leave_in_order()
    with writing.replaced(path) as stream:
        yield stream


@contextmanager
def rewritten(path: str, stamp: FileStamp | None = None) -> Iterator[BinaryIO]:
    """A stream whose bytes become the file that was read from `path`; other names of it (hard links) keep the old text.

    stamp: that of the file before it was read, if that was before this block. Raises `NotWritten` also where the file
    is not a plain one, or was changed since.
    """
    leave_in_order()
    before = stamp or FileStamp.of(path)
    is_written = False
    with writing.replaced(path, before) as stream:
        yield stream
        is_written = True
    if is_written:
        report_other_names(path, before)


def report_other_names(path: str, stamp: FileStamp) -> None:
    """Tell of the hard links of a file that was written anew: they keep the old text. stamp: that of the file before."""
    if stamp.links > 1:
        one = "another name (a hard link) that keeps"
        others = one if stamp.links == 2 else "other names (hard links) that keep"
        click.echo(f"fairyscore: {name(path)} has {others} the old text", err=True)


@contextmanager
def written(path: str, *, at_once: bool = False) -> Iterator[BinaryIO]:
    """The stream for `-o PATH`; standard output where it is empty or `-`.

    at_once: nothing reaches standard output before the block has ended well; a file never has it otherwise.
    """
    if path not in ("", STDIN) or at_once:
        with held() if path in ("", STDIN) else replaced(path) as stream:
            yield stream
    else:
        stream = standard_output()
        yield stream
        stream.flush()


@contextmanager
def held() -> Iterator[BinaryIO]:
    """A stream that is copied to standard output when the block ends well; `LeaveUnchanged` ends it without."""
    with tempfile.TemporaryFile() as stream:
        try:
            yield stream
        except LeaveUnchanged:
            return
        stream.seek(0)
        output = standard_output()
        shutil.copyfileobj(stream, output, CHUNK)
        output.flush()


def same_file(one: str, other: str) -> bool:
    """Whether two paths lead to one file; `-` and what is not there are no file."""
    try:
        return STDIN not in (one, other) and os.path.samefile(one, other)  # noqa: PTH121 (a path may hold any bytes)
    except OSError:
        return False


# -- standard output for the bytes of records --------------------------------------------------------------------------


_STRANGE = re.compile(r"\r\n|[^\n\t -~]+")


def on_screen(text: str) -> str:
    r"""A text of several lines with everything written out that does not print.

    A tag or a comment may hold what moves a terminal's cursor, colours its text or turns its direction round. A file must
    have all of that back; a screen must not.

    >>> on_screen("e4 {\x1b[31m\u202e}\r\n")
    'e4 {\\x1b[31m\\u202e}\n'
    """
    return _STRANGE.sub(lambda found: "\n" if found[0] == "\r\n" else shown(found[0], len(found[0])), text)


class Screen(io.BufferedIOBase):
    """A stream of bytes in UTF-8 that ends on a terminal."""

    def __init__(self) -> None:
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode

    def writable(self) -> bool:
        """It is written to, and nothing else."""
        return True

    def write(self, data: ReadableBuffer, /) -> int:
        """Show some more."""
        sys.stdout.write(on_screen(self._decode(data)))
        return memoryview(data).nbytes

    def flush(self) -> None:
        """Show what waits."""
        sys.stdout.flush()


def standard_output() -> BinaryIO:
    """Standard output for bytes: records that are not written to a file."""
    return cast(BinaryIO, Screen()) if sys.stdout.isatty() else sys.stdout.buffer


# -- signals that end the program ---------------------------------------------------------------------------------------


def leave_in_order() -> None:
    """From now on, signals that end the program leave all blocks first, so that nothing unfinished stays.

    To be called before there is anything to remove. Signals that somebody ignores, as `nohup` does, stay so.
    """
    for ending in ("SIGTERM", "SIGHUP"):
        with suppress(AttributeError, ValueError):  # not every system has both, and only the main thread may
            if signal.getsignal(getattr(signal, ending)) is signal.SIG_DFL:
                signal.signal(getattr(signal, ending), _leave)


def _leave(number: int, _frame: FrameType | None) -> None:
    """With the exit code that shells give to a program that a signal ends."""
    raise SystemExit(128 + number)


def write_folder(folder: str, files: Iterable[tuple[str, bytes]]) -> None:
    """Write files by their paths below a folder; folders are made where needed. Raises `NotWritten`.

    A folder that is not there yet appears once all are written, or not at all; in one that is, each file is replaced.
    """
    leave_in_order()
    if os.path.lexists(folder):
        _write_into(folder, files)
        return
    beside = f"{os.path.abspath(folder)}.{secrets.token_hex(4)}"  # noqa: PTH100
    try:
        os.makedirs(beside)  # noqa: PTH103
        _write_into(beside, files)
        os.rename(beside, folder)  # noqa: PTH104
    except NotWritten as fault:
        raise NotWritten(folder, fault.why) from None
    except (OSError, ValueError) as error:
        raise NotWritten(folder, system_reason(error)) from None
    finally:
        with suppress(ValueError):
            shutil.rmtree(beside, ignore_errors=True)


def _write_into(folder: str, files: Iterable[tuple[str, bytes]]) -> None:
    """Write files below a folder, each completely or not at all."""
    for file, data in files:
        path = inside(folder, file)
        try:
            os.makedirs(os.path.dirname(path), exist_ok=True)  # noqa: PTH103, PTH120
        except (OSError, ValueError) as error:
            raise NotWritten(path, system_reason(error)) from None
        with replaced(path) as stream:
            stream.write(data)
