"""Writing safely: a file is there as it was, or whole and new, and never anything between.

What is written goes to a file beside it, and takes its name only once all of it lies on the disk; on any error, on
Ctrl-C, and where the system ends the program in good order, that file is gone and the old one is as it was. What a run
leaves that is killed, a later one sweeps away (`leftovers`).
"""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO, NamedTuple

import click

from fairyscore.cli import leftovers
from fairyscore.cli.interrupts import leave_in_order
from fairyscore.cli.report import name
from fairyscore.cli.screen import standard_output
from fairyscore.cli.sources import source_of
from fairyscore.notation.storage.source import STDIN, Source, system_reason

CHUNK = 1 << 20


class NotWritten(click.ClickException):
    """A file that the system will not have written. One sentence, exit status 2."""

    exit_code = 2

    def __init__(self, path: str, why: str) -> None:
        super().__init__(f"{name(path)} cannot be written: {why}")

    def show(self, file: object = None) -> None:
        """As every message of the program begins."""
        click.echo(f"fairyscore: {self.format_message()}", err=True)


class Leave(Exception):
    """Raised inside `replaced`: what was written is forgotten, and the file left as it is."""


class FileStamp(NamedTuple):
    """Tells a file from what it is after somebody has changed or replaced it."""

    device: int
    inode: int
    size: int
    time: int
    links: int

    @classmethod
    def of(cls, path: str) -> FileStamp:
        """That of what is at a path, zeros for nothing. Raises `NotWritten` for a pipe, a socket or a device."""
        try:
            status = os.stat(path)  # noqa: PTH116 (a path may hold any bytes)
        except (OSError, ValueError):
            return cls(0, 0, 0, 0, 0)
        if not stat.S_ISREG(status.st_mode) and not stat.S_ISDIR(status.st_mode):
            raise NotWritten(path, "it is a pipe, a socket or a device, and only plain files are written back")
        return cls(status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_nlink)


@contextmanager
def rewritten(path: str, stamp: FileStamp | None = None) -> Iterator[BinaryIO]:
    """As `replaced`, for a file that is read and written back.

    stamp: that of the file before it was read, if that was before this block. Raises `NotWritten` also where the file
    is no plain one, or was changed since. Other names of the file (hard links) keep the old text, which is said.
    """
    before = stamp or FileStamp.of(path)
    with _replaced(path, os.path.realpath(path), before) as stream:
        yield stream
        if before.links > 1:
            others = (
                "another name (a hard link) that keeps" if before.links == 2 else "other names (hard links) that keep"
            )
            click.echo(f"fairyscore: {name(path)} has {others} the old text", err=True)


def _see_unchanged(path: str, target: str, stamp: FileStamp) -> None:
    """Raise `NotWritten` where a file is another one than it was when it was read."""
    if FileStamp.of(target)[:4] != stamp[:4]:
        raise NotWritten(path, "another program has changed it meanwhile; run the command again")


@contextmanager
def replaced(path: str) -> Iterator[BinaryIO]:
    """A stream whose bytes become the file at `path` when the block ends well; `Leave` ends it without.

    A link is followed to the file it stands for; owner, group and permissions stay. A pipe or a device is written to as
    it is. Raises `NotWritten` where the system refuses.
    """
    target = os.path.realpath(path)
    if _is_device(target):
        with open(target, "wb") as device:  # noqa: PTH123
            yield device
        return
    with _replaced(path, target) as stream:
        yield stream


@contextmanager
def _replaced(path: str, target: str, stamp: FileStamp | None = None) -> Iterator[BinaryIO]:
    try:
        stream, path_beside = _beside(target)
    except OSError as fault:
        raise NotWritten(path, system_reason(fault)) from None
    try:
        with stream:
            yield stream
            _to_disk(stream)
        _take_place(path, path_beside, target, stamp)
    except Leave:
        pass
    except BrokenPipeError:  # not of our file
        raise
    except OSError as fault:
        raise NotWritten(path, system_reason(fault)) from None
    finally:
        with suppress(OSError):  # it has its new name already
            os.unlink(path_beside)  # noqa: PTH108


def _beside(target: str) -> tuple[BinaryIO, str]:
    """A new file in the folder of the target, with its permissions. Raises `OSError`, also where the target is locked."""
    leave_in_order()
    folder, base = os.path.split(target)
    if os.path.isdir(target):  # noqa: PTH112
        raise IsADirectoryError(0, "it is a folder")
    mode = _mode_of(target)
    leftovers.sweep(folder)
    descriptor, path = tempfile.mkstemp(dir=folder, prefix=f".{base[:50]}.", suffix=leftovers.SUFFIX)
    leftovers.lock(descriptor)
    try:
        _keep_owner(path, target)
    except OSError:
        os.close(descriptor)
        os.unlink(path)  # noqa: PTH108
        raise
    with suppress(OSError):  # some file systems have no permissions
        os.chmod(path, mode)  # noqa: PTH101
    return os.fdopen(descriptor, "w+b"), path


def _keep_owner(path: str, target: str) -> None:
    """Give a new file the owner and the group of the one whose place it takes. Raises `PermissionError`."""
    if not os.path.exists(target) or not hasattr(os, "chown"):  # noqa: PTH110
        return
    new, old = os.stat(path), os.stat(target)  # noqa: PTH116
    if (new.st_uid, new.st_gid) != (old.st_uid, old.st_gid):
        try:
            os.chown(path, old.st_uid, old.st_gid)
        except PermissionError:
            raise PermissionError(0, "its owner and group could not be kept") from None


def _take_place(path: str, path_beside: str, target: str, stamp: FileStamp | None) -> None:
    """Give a finished file its name; of two programs that rewrite one file at a time, the second finds it changed."""
    if stamp is None:
        os.replace(path_beside, target)  # noqa: PTH105 (a path may hold any bytes)
        return
    if os.name != "posix" or not stamp.inode:  # nothing that is open can be replaced there
        _see_unchanged(path, target, stamp)
        os.replace(path_beside, target)  # noqa: PTH105
        return
    with open(target, "rb") as old:  # noqa: PTH123
        leftovers.wait_for_lock(old.fileno())
        _see_unchanged(path, target, stamp)
        os.replace(path_beside, target)  # noqa: PTH105


def _is_device(target: str) -> bool:
    """Whether a path is something that is written to as it is: a pipe with a name, `/dev/null`."""
    try:
        mode = os.stat(target).st_mode  # noqa: PTH116
    except OSError:
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


def _mode_of(target: str) -> int:
    """The permissions of a file, or those that new files get here."""
    try:
        mode = stat.S_IMODE(os.stat(target).st_mode)  # noqa: PTH116
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
    if not os.access(target, os.W_OK):
        raise PermissionError(0, "it is write-protected")
    return mode


def _to_disk(stream: BinaryIO) -> None:
    stream.flush()
    os.fsync(stream.fileno())


@contextmanager
def written(path: str, *, at_once: bool = False) -> Iterator[BinaryIO]:
    """The stream for `-o PATH`; standard output where it is empty or `-`.

    at_once: nothing reaches standard output before the block has ended well; a file never has it otherwise.
    """
    if path not in ("", STDIN):
        with replaced(path) as stream:
            yield stream
    elif at_once:
        with held() as stream:
            yield stream
    else:
        stream = standard_output()
        yield stream
        stream.flush()


@contextmanager
def held() -> Iterator[BinaryIO]:
    """A stream that is copied to standard output when the block ends well; `Leave` ends it without."""
    with tempfile.TemporaryFile() as stream:
        try:
            yield stream
        except Leave:
            return
        stream.seek(0)
        output = standard_output()
        while chunk := stream.read(CHUNK):
            output.write(chunk)
        output.flush()


def see_plain(path: str) -> None:
    """Raise `NotWritten` for what can be read but not be written back: what is packed, in an archive, or elsewhere."""
    source = source_of(path)
    if isinstance(source, Source) and source.packed:
        raise NotWritten(path, "it is packed or elsewhere, and only plain files are written back")


def same_file(one: str, other: str) -> bool:
    """Whether two paths lead to one file; `-` and what is not there are no file."""
    try:
        return STDIN not in (one, other) and os.path.samefile(one, other)  # noqa: PTH121
    except OSError:
        return False
