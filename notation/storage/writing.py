"""Writing safely: a file is there as it was, or completely new, and never anything between.

What is written goes to a file without a name where the system has such (Linux), else to one beside the target. It takes the
target's name once all of it is on the disk. On any error it is removed, and the old file is as it was. A run that is killed
leaves nothing that has no name; what it leaves with one is removed by a later run: whoever writes holds a lock on what is
unfinished, so what nobody has locked is abandoned. A program that wants this done at once when it is ended by a signal must
meet that signal, as the command does.
"""

# ruff: noqa: PTH100, PTH101, PTH102, PTH104, PTH105, PTH108, PTH110, PTH112, PTH113, PTH116, PTH118, PTH120, PTH123
# A path may hold any bytes, and stays the text that it was.

from __future__ import annotations

import os
import re
import shutil
import stat
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import chain
from time import sleep, time
from typing import BinaryIO, NamedTuple

from fairyscore.notation.errors import AlreadyThere, ChangedMeanwhile, NotWritten
from fairyscore.notation.storage.locking import SECONDS, Lock, locked
from fairyscore.notation.storage.source import system_reason
from fairyscore.notation.text import shown

SUFFIX = ".fairyscore-new"  # the end of the name of an unfinished file
PREFIX = ".fairyscore-"  # the beginning of the name of an unfinished folder
AGE = 3600  # seconds after which something unfinished counts as abandoned where there are no locks
YOUNG = 5  # seconds in which somebody may have made a file, and not have locked it yet

_NAME = re.compile(rf"\..*{re.escape(SUFFIX)}|{re.escape(PREFIX)}[a-z0-9_]{{8}}", re.DOTALL)

_swept: set[str] = set()


class LeaveUnchanged(Exception):
    """Raised inside `replaced` to discard what was written and to leave the file as it is."""


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
            status = os.stat(path)
        except (OSError, ValueError):
            return cls(0, 0, 0, 0, 0)
        if not stat.S_ISREG(status.st_mode) and not stat.S_ISDIR(status.st_mode):
            raise NotWritten(path, "it is a pipe, a socket or a device; only regular files can be written back")
        return cls(status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_nlink)


@contextmanager
def named_refusals(path: str) -> Iterator[None]:
    """Raise refusals of the system in this block as `NotWritten`; but not that nobody reads the output any more."""
    try:
        yield
    except (BrokenPipeError, NotWritten):
        raise
    except OSError as fault:
        raise NotWritten(path, system_reason(fault)) from None


@contextmanager
def replaced(path: str, stamp: FileStamp | None = None) -> Iterator[BinaryIO]:
    """A stream whose bytes become the file at `path` when the block ends well; `LeaveUnchanged` ends it without.

    A link is followed to the file it stands for; owner, group and permissions stay. A pipe or a device is written to as
    it is. stamp: that of the file when it was read; it must not have changed since.
    Raises `NotWritten` where the system refuses, or another program has changed the file meanwhile.
    """
    target = os.path.realpath(path)
    is_device = os.path.exists(target) and not (os.path.isfile(target) or os.path.isdir(target))
    with suppress(LeaveUnchanged), named_refusals(path), ExitStack() as stack:
        opened = open(target, "wb") if is_device else _replaced(path, target, stamp)  # noqa: SIM115
        yield stack.enter_context(opened)


def replace_all(files: Iterable[tuple[str, bytes]]) -> None:
    """Write several files, each by its path and its bytes; none is replaced before there is room for all of them.

    Raises `NotWritten` where the system refuses one.
    """
    with ExitStack() as stack:
        streams = [(stack.enter_context(replaced(path)), data) for path, data in files]
        for stream, data in streams:
            stream.write(data)


@contextmanager
def _replaced(path: str, target: str, stamp: FileStamp | None) -> Iterator[BinaryIO]:
    stream, path_beside = _unfinished(target)
    try:
        with stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
            if not path_beside:
                path_beside = _name_beside(target)
                _give_name(stream.fileno(), path_beside)
        _take_place(path, path_beside, target, stamp)
    finally:
        if path_beside:
            with suppress(OSError):  # it has its new name already
                os.unlink(path_beside)


def _unfinished(target: str) -> tuple[BinaryIO, str]:
    """A new file in the folder of the target, with its owner, group and permissions; its path, empty if it has no name.

    Raises `OSError`.
    """
    folder = os.path.dirname(target)
    if os.path.isdir(target):
        raise IsADirectoryError(0, "it is a folder")
    old = os.stat(target) if os.path.exists(target) else None
    if old is not None and not os.access(target, os.W_OK):
        raise PermissionError(0, "it is write-protected")
    sweep(folder)
    mode = 0o666 if old is None else 0o600
    descriptor, path = _unnamed(folder, mode), ""
    if descriptor is None:
        path = _name_beside(target)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode)
    locked(descriptor)
    try:
        if old is not None:
            _keep_owner(path or descriptor, os.fstat(descriptor), old)
    except OSError:
        os.close(descriptor)
        if path:
            os.unlink(path)
        raise
    return os.fdopen(descriptor, "w+b"), path


def _unnamed(folder: str, mode: int) -> int | None:
    """An open file in a folder that has no name yet, so that nothing of it stays if the process is killed.

    None where the system (Linux alone has it) or the file system knows no such file.
    """
    if not hasattr(os, "O_TMPFILE") or not os.path.isdir("/proc/self/fd"):
        return None
    try:
        return os.open(folder, os.O_TMPFILE | os.O_RDWR, mode)
    except OSError:
        return None


def _give_name(descriptor: int, path: str) -> None:
    """Link an unnamed file to a path where nothing is. Raises `OSError`."""
    os.link(f"/proc/self/fd/{descriptor}", path, src_dir_fd=descriptor, follow_symlinks=True)


def _name_beside(target: str) -> str:
    """The path for an unfinished file in the folder of its target."""
    folder, base = os.path.split(target)
    return os.path.join(folder, f".{base[:50]}.{os.urandom(8).hex()}{SUFFIX}")


def _keep_owner(file: str | int, new: os.stat_result, old: os.stat_result) -> None:
    """Give a new file the owner, group and permissions of the old one. file: its path or descriptor. Raises `OSError`."""
    if (new.st_uid, new.st_gid) != (old.st_uid, old.st_gid):  # never so where nothing has owners
        try:
            os.chown(file, old.st_uid, old.st_gid)
        except OSError:
            raise PermissionError(0, "its owner and group could not be kept") from None
    with suppress(OSError):  # some file systems have no permissions
        os.chmod(file, stat.S_IMODE(old.st_mode))


def _take_place(path: str, path_beside: str, target: str, stamp: FileStamp | None) -> None:
    """Give a finished file its name; of two programs that rewrite one file at a time, the second finds it changed."""
    with ExitStack() as stack:
        if stamp is not None and stamp.inode and os.name == "posix":  # nothing that is open can be replaced elsewhere
            old = stack.enter_context(open(target, "rb"))
            locked(old.fileno(), SECONDS)
        if stamp is not None and FileStamp.of(target)[:4] != stamp[:4]:
            raise ChangedMeanwhile(path)
        _replace(path_beside, target)


def _replace(source: str, target: str) -> None:
    """`os.replace`; on Windows again where a virus scanner or an editor has the file open for a moment."""
    for pause in _PAUSES if os.name == "nt" else ():
        try:
            os.replace(source, target)
        except PermissionError:
            sleep(pause)
        else:
            return
    os.replace(source, target)


_PAUSES = (0.01, 0.05, 0.1, 0.3, 0.5)  # seconds


# -- several files -----------------------------------------------------------------------------------------------------


def inside(folder: str, file: str) -> str:
    """The path of a file in a folder. Raises `NotWritten` for a name that leads out of it."""
    path = os.path.join(folder, file)
    try:
        base, target = os.path.realpath(folder), os.path.realpath(path)
    except ValueError as fault:  # a name that no file can have
        raise NotWritten(path, system_reason(fault)) from None
    if not file or not target.startswith(os.path.join(base, "")):
        raise NotWritten(path, "its name leads out of the folder")
    return path


class NewFiles:
    """New files of a folder, which get their names together in the end, or not at all; so does a new folder.

    Until then they lie in a folder of their own. Raises `OSError`.
    """

    def __init__(self, folder: str) -> None:
        self._folder = os.path.realpath(folder)
        self._names: dict[str, None] = {}
        self._closing = ExitStack()
        if os.path.lexists(self._folder) and not os.path.isdir(self._folder):
            raise NotADirectoryError(0, "it is not a folder")
        self._fresh = not os.path.isdir(self._folder)
        parent = os.path.dirname(self._folder) if self._fresh else self._folder
        sweep(parent)
        self._work = os.path.join(parent, f"{PREFIX}{os.urandom(4).hex()}")
        os.mkdir(self._work)
        self._closing.callback(shutil.rmtree, self._work, ignore_errors=True)
        if os.name == "posix":
            descriptor = os.open(self._work, os.O_RDONLY)
            self._closing.callback(os.close, descriptor)
            locked(descriptor)

    def path(self, file: str) -> str:
        """Where the file of that name is written. Raises `NotWritten` for a name that leads out of the folder."""
        inside(self._folder, file)
        self._names[file] = None
        return os.path.join(self._work, file)

    def place(self, *, force: bool) -> None:
        """Give the files their names; what goes wrong is undone. force: they may take the place of other files."""
        if self._fresh:
            os.rename(self._work, self._folder)
            return
        targets = {file: os.path.join(self._folder, file) for file in self._names}
        there = [file for file, target in targets.items() if os.path.lexists(target)]
        if there and not force:
            others = f" and {len(there) - 1:,} more exist" if there[1:] else " exists"
            raise AlreadyThere(self._folder, f"{shown(there[0])}{others} already")
        away = ((targets[file], os.path.join(self._work, f"old-{number}")) for number, file in enumerate(there))
        with ExitStack() as undoing:
            for source, target in chain(away, ((os.path.join(self._work, file), targets[file]) for file in targets)):
                if os.path.isdir(source):
                    raise NotWritten(source, "it is a folder")
                os.rename(source, target)
                undoing.callback(os.rename, target, source)
            undoing.pop_all()

    def close(self) -> None:
        """Take away what has no name yet."""
        self._closing.close()


# -- what killed runs leave ---------------------------------------------------------------------------------------------


def sweep(folder: str) -> None:
    """Take away what killed runs left in a folder; once a run."""
    folder = os.path.abspath(folder)
    if folder in _swept:
        return
    _swept.add(folder)
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in filter(lambda entry: _NAME.fullmatch(entry.name), entries):
            with suppress(OSError):
                if not _is_abandoned(entry):
                    continue
                if entry.is_dir(follow_symlinks=False):
                    shutil.rmtree(entry.path, ignore_errors=True)
                else:
                    os.unlink(entry.path)


def _is_abandoned(entry: os.DirEntry[str]) -> bool:
    """True if nobody holds its lock; where there are no locks, whether it is old. Raises `OSError`."""
    age = time() - entry.stat(follow_symlinks=False).st_mtime
    if entry.is_symlink() or age < YOUNG:
        return False
    descriptor = os.open(entry.path, os.O_RDONLY)
    try:
        lock = locked(descriptor)
        return lock is Lock.TAKEN or (lock is Lock.NONE and age >= AGE)
    finally:
        os.close(descriptor)
