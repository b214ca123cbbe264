"""Writing safely: a file is there as it was, or whole and new, and never anything between.

What is written goes to a file beside it, and takes its name only once all of it lies on the disk; on any error, on
Ctrl-C, and where the system ends the program in good order, that file is gone and the old one is as it was. What a run
leaves that is killed, a later one removes: whoever writes holds a lock on what is unfinished, and what is not locked
belongs to nobody any more.
"""

# ruff: noqa: PTH100, PTH101, PTH104, PTH105, PTH108, PTH110, PTH112, PTH113, PTH116, PTH118, PTH120, PTH123
# A path may hold any bytes, and stays the text that it was.

from __future__ import annotations

import os
import re
import shutil
import signal
import stat
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import chain
from time import time
from types import FrameType
from typing import BinaryIO, NamedTuple

from fairyscore.notation.errors import NotWritten
from fairyscore.notation.storage.source import system_reason
from fairyscore.notation.text import shown

SUFFIX = ".fairyscore-new"  # the end of the name of an unfinished file
PREFIX = ".fairyscore-"  # the beginning of the name of an unfinished folder
AGE = 3600  # seconds after which something unfinished counts as abandoned where there are no locks
YOUNG = 5  # seconds in which somebody may have made a file, and not have locked it yet

_NAME = re.compile(rf"\..*{re.escape(SUFFIX)}|{re.escape(PREFIX)}[a-z0-9_]{{8}}", re.DOTALL)

_swept: set[str] = set()


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
            status = os.stat(path)
        except (OSError, ValueError):
            return cls(0, 0, 0, 0, 0)
        if not stat.S_ISREG(status.st_mode) and not stat.S_ISDIR(status.st_mode):
            raise NotWritten(path, "it is a pipe, a socket or a device, and only plain files are written back")
        return cls(status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_nlink)


@contextmanager
def named_refusals(path: str) -> Iterator[None]:
    """Whatever the system refuses in this block is told as `NotWritten`; but not that nobody reads the output any more."""
    try:
        yield
    except (BrokenPipeError, NotWritten):
        raise
    except OSError as fault:
        raise NotWritten(path, system_reason(fault)) from None


@contextmanager
def rewritten(path: str, stamp: FileStamp) -> Iterator[BinaryIO]:
    """As `replaced`, for a file that is read and written back. stamp: that of the file before it was read.

    Raises `NotWritten` also where the file was changed since.
    """
    with _replaced(path, os.path.realpath(path), stamp) as stream:
        yield stream


@contextmanager
def replaced(path: str) -> Iterator[BinaryIO]:
    """A stream whose bytes become the file at `path` when the block ends well; `Leave` ends it without.

    A link is followed to the file it stands for; owner, group and permissions stay. A pipe or a device is written to as
    it is. Raises `NotWritten` where the system refuses.
    """
    target = os.path.realpath(path)
    is_device = os.path.exists(target) and not (os.path.isfile(target) or os.path.isdir(target))
    with open(target, "wb") if is_device else _replaced(path, target) as stream:
        yield stream


@contextmanager
def _replaced(path: str, target: str, stamp: FileStamp | None = None) -> Iterator[BinaryIO]:
    with suppress(Leave), named_refusals(path):
        leave_in_order()
        stream, path_beside = _beside(target)
        try:
            with stream:
                yield stream
                stream.flush()
                os.fsync(stream.fileno())
            _take_place(path, path_beside, target, stamp)
        finally:
            with suppress(OSError):  # it has its new name already
                os.unlink(path_beside)


def _beside(target: str) -> tuple[BinaryIO, str]:
    """A new file in the folder of the target, with its owner, group and permissions. Raises `OSError`."""
    folder, base = os.path.split(target)
    if os.path.isdir(target):
        raise IsADirectoryError(0, "it is a folder")
    old = os.stat(target) if os.path.exists(target) else None
    if old is not None and not os.access(target, os.W_OK):
        raise PermissionError(0, "it is write-protected")
    sweep(folder)
    descriptor, path = tempfile.mkstemp(dir=folder, prefix=f".{base[:50]}.", suffix=SUFFIX)
    lock(descriptor)
    new = os.fstat(descriptor)
    if old is not None and (new.st_uid, new.st_gid) != (old.st_uid, old.st_gid):  # never so where nothing has owners
        try:
            os.chown(path, old.st_uid, old.st_gid)
        except OSError:
            os.close(descriptor)
            os.unlink(path)
            raise PermissionError(0, "its owner and group could not be kept") from None
    with suppress(OSError):  # some file systems have no permissions
        os.chmod(path, _new_mode(0o666) if old is None else stat.S_IMODE(old.st_mode))
    return os.fdopen(descriptor, "w+b"), path


def _new_mode(mode: int) -> int:
    """The permissions that something new gets here."""
    mask = os.umask(0)
    os.umask(mask)
    return mode & ~mask


def _take_place(path: str, path_beside: str, target: str, stamp: FileStamp | None) -> None:
    """Give a finished file its name; of two programs that rewrite one file at a time, the second finds it changed."""
    with ExitStack() as stack:
        if stamp is not None and stamp.inode and os.name == "posix":  # nothing that is open can be replaced elsewhere
            old = stack.enter_context(open(target, "rb"))
            with suppress(ImportError, OSError):  # where there are locks
                import fcntl

                fcntl.flock(old.fileno(), fcntl.LOCK_EX)
        if stamp is not None and FileStamp.of(target)[:4] != stamp[:4]:
            raise NotWritten(path, "another program has changed it meanwhile; run the command again")
        os.replace(path_beside, target)


# -- several files -----------------------------------------------------------------------------------------------------


class NewFiles:
    """New files of a folder, which get their names together in the end, or not at all; so does a new folder.

    Until then they lie in a folder of their own. Raises `OSError`.
    """

    def __init__(self, folder: str) -> None:
        self._folder = os.path.realpath(folder)
        self._names: dict[str, None] = {}
        self._closing = ExitStack()
        if os.path.lexists(self._folder) and not os.path.isdir(self._folder):
            raise NotADirectoryError(0, "it is no folder")
        self._fresh = not os.path.isdir(self._folder)
        parent = os.path.dirname(self._folder) if self._fresh else self._folder
        leave_in_order()
        sweep(parent)
        self._work = tempfile.mkdtemp(prefix=PREFIX, dir=parent)
        self._closing.callback(shutil.rmtree, self._work, ignore_errors=True)
        if os.name == "posix":
            descriptor = os.open(self._work, os.O_RDONLY)
            self._closing.callback(os.close, descriptor)
            lock(descriptor)

    def path(self, file: str) -> str:
        """Where the file of that name is written."""
        self._names[file] = None
        return os.path.join(self._work, file)

    def place(self, *, force: bool) -> None:
        """Give the files their names; what goes wrong is undone. force: they may take the place of other files."""
        if self._fresh:
            os.chmod(self._work, _new_mode(0o777))
            os.rename(self._work, self._folder)
            return
        targets = {file: os.path.join(self._folder, file) for file in self._names}
        there = [file for file, target in targets.items() if os.path.lexists(target)]
        if there and not force:
            others = f" and {len(there) - 1:,} more" if there[1:] else ""
            raise FileExistsError(0, f"there is {shown(there[0])} already{others} (--force replaces them)")
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


# -- what is ended, and what is left of it -----------------------------------------------------------------------------


def leave_in_order() -> None:
    """From now on, where the system asks the program to go, all blocks are left first: nothing half-written stays.

    To be called before there is anything to take away. Signals that somebody ignores, as `nohup` does, stay so.
    """
    for ending in ("SIGTERM", "SIGHUP"):
        with suppress(AttributeError, ValueError):  # not every system has both, and only the main thread may
            if signal.getsignal(getattr(signal, ending)) is signal.SIG_DFL:
                signal.signal(getattr(signal, ending), _leave)


def _leave(number: int, _frame: FrameType | None) -> None:
    """As a shell tells it."""
    raise SystemExit(128 + number)


def lock(descriptor: int) -> bool:
    """Lock an open file or folder, for as long as it is open; false where another process has it, or there are no locks."""
    try:
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (ImportError, OSError):
        return False
    return True


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
    """Whether nobody holds its lock; where there are no locks, whether it is old. Raises `OSError`."""
    age = time() - entry.stat(follow_symlinks=False).st_mtime
    if entry.is_symlink() or age < (YOUNG if os.name == "posix" else AGE):
        return False
    descriptor = os.open(entry.path, os.O_RDONLY)
    try:
        return lock(descriptor)
    finally:
        os.close(descriptor)
