"""Locks of the system: on a file that is unfinished or shared, and on a folder that one program at a time writes to.

A lock ends with its process, however that ends, so none of a killed program is left. Where a file system has no locks
nobody waits; what is appended to a log is looked at before it is written all the same (`PostLog.add`). A folder is locked
by a file in it, which stays, and tells who holds it.

>>> import tempfile
>>> with tempfile.TemporaryDirectory() as folder, held(folder, "post read"):
...     try:
...         with held(folder, "post accept", seconds=0):
...             pass
...     except FolderHeld as fault:
...         print(str(fault).partition(" is ")[2].partition(" (")[0])
held by post read
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import datetime
from enum import Enum
from pathlib import Path
from time import monotonic, sleep

from fairyscore.notation.errors import FairyscoreError, NotWritten
from fairyscore.notation.storage.source import POST_FOLDER, system_reason
from fairyscore.notation.text import shown

NAME = "lock"
SECONDS = 60.0
PAUSE = 0.05
_HELD_ELSEWHERE = {errno.EAGAIN, errno.EACCES, errno.EDEADLK}


class Lock(Enum):
    """The answer to a request for a lock."""

    TAKEN = "taken"
    ELSEWHERE = "another process or file has it"
    NONE = "there are no locks"


class FolderHeld(FairyscoreError, OSError):
    """Another program writes to a folder, and did not end within the time that was waited."""


@contextmanager
def held(folder: str | os.PathLike[str], what: str, seconds: float = SECONDS) -> Iterator[None]:
    """Hold the lock of a folder, which is made if it is not there.

    what: what is done, for those who have to wait.
    seconds: how long another one is waited for.

    Raises `FolderHeld`, `OSError`.
    """
    path = Path(folder) / NAME
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        if locked(descriptor, seconds) is Lock.ELSEWHERE:
            raise FolderHeld(f"{path.parent} is held by {_holder(descriptor)}; try again when it has ended")
        _write_holder(descriptor, what)
        try:
            yield
        finally:
            _unlock(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def office_held(path: str, what: str, seconds: float = SECONDS) -> Iterator[None]:
    """Keep post offices from a record while it is written: those of the folders that it is in.

    what: what is done, for those who have to wait.
    seconds: how long another one is waited for.

    Raises `FolderHeld`, `NotWritten`.
    """
    with ExitStack() as stack:
        for folder in Path(path).resolve().parents:
            office = folder / POST_FOLDER
            if office.is_dir():
                try:
                    stack.enter_context(held(office, what, seconds))
                except PermissionError as fault:
                    raise NotWritten(path, f"{shown(str(office))} cannot be locked: {system_reason(fault)}") from None
        yield


def locked(descriptor: int, seconds: float = 0) -> Lock:
    """Ask for the lock of an open file or folder, which lasts until that is closed.

    seconds: how long it is asked for again where another one has it.
    """
    until = monotonic() + seconds
    while True:
        found = _attempt(descriptor)
        if found is not Lock.ELSEWHERE or monotonic() >= until:
            return found
        sleep(PAUSE)


def _attempt(descriptor: int) -> Lock:
    try:
        if os.name == "nt":
            import msvcrt

            with _far(descriptor):
                msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:
        return Lock.NONE
    except OSError as fault:
        return Lock.ELSEWHERE if fault.errno in _HELD_ELSEWHERE else Lock.NONE
    return Lock.TAKEN


_FAR = (1 << 31) - 2
"""Windows locks bytes, against readers too: the last one that it can count to, behind all that a file has."""


@contextmanager
def _far(descriptor: int) -> Iterator[None]:
    """An open file at the place that is locked; after that it is where it was."""
    place = os.lseek(descriptor, 0, os.SEEK_CUR)
    os.lseek(descriptor, _FAR, os.SEEK_SET)
    try:
        yield
    finally:
        os.lseek(descriptor, place, os.SEEK_SET)


def _unlock(descriptor: int) -> None:
    with suppress(OSError):
        if os.name == "nt":
            import msvcrt

            with _far(descriptor):
                msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)  # type: ignore[attr-defined]
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_UN)


def _write_holder(descriptor: int, what: str) -> None:
    now = datetime.now().astimezone().isoformat(" ", "seconds")
    line = f"{what} (process {os.getpid()}, since {now})"
    with suppress(OSError):  # it is for people only
        os.lseek(descriptor, 0, os.SEEK_SET)
        os.truncate(descriptor, 0)
        os.write(descriptor, line.encode())


def _holder(descriptor: int) -> str:
    with suppress(OSError):
        os.lseek(descriptor, 0, os.SEEK_SET)
        return shown(os.read(descriptor, 300).decode("utf-8", "replace"), 200) or "another program"
    return "another program"
