"""From paths to members: files, folders walked through, globs, compressed files, archives, URLs, `-`."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator

from fairyscore.notation.records.findings import Trouble
from fairyscore.notation.storage.members import STDIN, Member, Refused
from fairyscore.notation.storage.steps import Limits
from fairyscore.notation.text import shown

ENDINGS = (".pgn",)
"""What is taken from folders and archives, if nothing else is asked for."""


def members(
    paths: Iterable[str],
    endings: tuple[str, ...] = ENDINGS,
    limits: Limits = Limits(),  # noqa: B008 (immutable)
) -> Iterator[Member | Refused]:
    """What the paths name, one by one, in the order of the paths, folders in the order of names; found as it is asked for.

    endings: of the files that are taken from folders and archives, in small letters. Raises nothing for whatever is
    there: what cannot be opened comes as `Refused`, in its place.
    """
    for path in paths:
        if path != STDIN and os.path.isdir(path):  # noqa: PTH112 (a path may hold any bytes)
            yield from _walked(path, endings)
        else:
            yield _file(path)


def _file(path: str) -> Member:
    try:
        status = os.stat(path)  # noqa: PTH116
    except (OSError, ValueError):
        return Member(path, path)
    is_file = stat.S_ISREG(status.st_mode)
    return Member(path, path, status.st_size if is_file else 0, plain=is_file, once=not is_file)


def _walked(folder: str, endings: tuple[str, ...]) -> Iterator[Member | Refused]:
    found = False
    refused: list[OSError] = []
    for here, folders, files in os.walk(folder, onerror=refused.append):
        folders.sort()
        for name in sorted(files):
            if name.lower().endswith(endings):
                found = True
                yield _file(os.path.join(here, name))  # noqa: PTH118
    for fault in refused:
        name = str(fault.filename or folder)
        yield Refused(name, Trouble.UNREADABLE_FILE, {"path": shown(name), "why": fault.strerror or ""})
    if not found and not refused:
        what = f"the folder {shown(folder)} holds no file ending in {' or '.join(endings)}"
        yield Refused(folder, Trouble.NO_RECORDS, {"what": what})
