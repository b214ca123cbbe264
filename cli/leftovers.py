"""Unfinished files and folders, known by their names, and those of killed runs, which are swept away.

Whoever writes holds a lock on what is unfinished. What is old and not locked belongs to nobody any more.
"""

from __future__ import annotations

import os
import re
import shutil
from contextlib import suppress
from time import time

SUFFIX = ".fairyscore-new"
"""The end of the name of an unfinished file."""

PREFIX = ".fairyscore-"
"""The beginning of the name of an unfinished folder."""

AGE = 3600
"""Seconds after which something unfinished may be abandoned: not every system has locks."""

_NAME = re.compile(rf"\..*{re.escape(SUFFIX)}|{re.escape(PREFIX)}[a-z0-9_]{{8}}", re.DOTALL)

_swept: set[str] = set()


def lock(descriptor: int) -> bool:
    """Lock an open file or folder, for as long as it is open; false where another process has it, or there are no locks."""
    try:
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (ImportError, OSError):
        return False
    return True


def locked_folder(path: str) -> int:
    """An open folder that is locked, to be closed; 0 where folders cannot be opened."""
    if os.name != "posix":
        return 0
    descriptor = os.open(path, os.O_RDONLY)
    lock(descriptor)
    return descriptor


def wait_for_lock(descriptor: int) -> None:
    """Lock an open file as soon as no other process has it, where there are locks."""
    with suppress(ImportError, OSError):
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX)


def sweep(folder: str) -> None:
    """Take away what killed runs left in a folder; once a run."""
    folder = os.path.abspath(folder)  # noqa: PTH100 (a path may hold any bytes)
    if folder in _swept:
        return
    _swept.add(folder)
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if _NAME.fullmatch(entry.name) and _is_abandoned(entry):
                if entry.is_dir(follow_symlinks=False):
                    shutil.rmtree(entry.path, ignore_errors=True)
                else:
                    with suppress(OSError):
                        os.unlink(entry.path)  # noqa: PTH108


def _is_abandoned(entry: os.DirEntry[str]) -> bool:
    try:
        if entry.is_symlink() or time() - entry.stat(follow_symlinks=False).st_mtime < AGE:
            return False
        descriptor = os.open(entry.path, os.O_RDONLY)
    except OSError:
        return False
    try:
        return lock(descriptor)
    finally:
        os.close(descriptor)
