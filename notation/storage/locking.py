"""A folder that one program at a time writes to: the second one waits, and says at last who holds it.

The lock is one of the system, on a file in the folder: it ends with its process, however that ends, so no lock of a killed
program is left. The file itself stays, and tells who holds the lock. Where a file system has no locks nobody waits; what is
appended to a log is looked at before it is written all the same (`PostLog.add`).

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
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from time import monotonic, sleep

from fairyscore.notation.errors import FairyscoreError
from fairyscore.notation.text import shown

NAME = "lock"
SECONDS = 60.0
PAUSE = 0.05
_HELD_ELSEWHERE = {errno.EAGAIN, errno.EACCES, errno.EDEADLK}


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
        until = monotonic() + seconds
        while not _locked(descriptor):
            if monotonic() >= until:
                raise FolderHeld(f"{path.parent} is held by {_holder(descriptor)}; try again when it has ended")
            sleep(PAUSE)
        _write_holder(descriptor, what)
        try:
            yield
        finally:
            _unlock(descriptor)
    finally:
        os.close(descriptor)


def _locked(descriptor: int) -> bool:
    """Take the lock; False where another one has it. Where there are no locks, everybody gets one."""
    try:
        if os.name == "nt":
            import msvcrt

            os.lseek(descriptor, _FAR, os.SEEK_SET)
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as fault:
        return fault.errno not in _HELD_ELSEWHERE
    return True


_FAR = 1 << 20
"""Windows locks bytes, against readers too: one behind all that the file has."""


def _unlock(descriptor: int) -> None:
    with suppress(OSError):
        if os.name == "nt":
            import msvcrt

            os.lseek(descriptor, _FAR, os.SEEK_SET)
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
