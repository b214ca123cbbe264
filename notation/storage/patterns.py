"""Paths that are patterns, where no shell has written them out: `games/*.pgn`, `games/**/2024-??.pgn.gz`.

`*` and `?` stand for characters of one name, `[abc]` for one of them, `**` for any number of folders. Links to folders
are followed where a name is written or matched, and never by `**`, so that a loop of links has an end.
"""

# ruff: noqa: PTH118, PTH206, PTH207
# A path may hold any bytes, and stays the text that it was.

from __future__ import annotations

import os
from collections.abc import Iterator
from fnmatch import fnmatchcase
from glob import glob, has_magic

ANY_FOLDERS = "**"


def matches(pattern: str) -> Iterator[str]:
    """The paths that a pattern stands for, in the order of their names."""
    parts = pattern.split(os.sep)
    if ANY_FOLDERS not in parts:
        yield from sorted(glob(pattern))
        return
    place = parts.index(ANY_FOLDERS)
    head = os.sep.join(parts[:place]) or (os.sep if place else "")
    roots = sorted(glob(head)) if has_magic(head) else [head]
    for root in roots:
        for path in _below(root or os.curdir):
            inside = os.path.relpath(path, root or os.curdir)
            if fits(inside.split(os.sep), parts[place:]):
                yield os.path.join(root, inside)


def _below(root: str) -> Iterator[str]:
    """The files below a folder, in the order of names; hidden folders are passed over, as shells do."""
    for here, folders, files in os.walk(root):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            yield os.path.join(here, name)


def fits(names: list[str], pattern: list[str]) -> bool:
    """Whether folders and a file match a pattern, part by part.

    >>> fits(["a", "b", "c.pgn"], ["**", "*.pgn"]), fits(["c.pgn"], ["**", "x", "*.pgn"])
    (True, False)
    """
    places = _on({0}, pattern)
    for name in names:
        onward = {place for place in places if pattern[place : place + 1] == [ANY_FOLDERS]}
        onward |= {place + 1 for place in places if place < len(pattern) and _fits(name, pattern[place])}
        places = _on(onward, pattern)
    return len(pattern) in places


def _on(places: set[int], pattern: list[str]) -> set[int]:
    """The places, and those behind each `**`, which may stand for nothing."""
    found = set(places)
    for place in range(len(pattern)):
        if place in found and pattern[place] == ANY_FOLDERS:
            found.add(place + 1)
    return found


def _fits(name: str, part: str) -> bool:
    hidden = name.startswith(".") and not part.startswith(".")
    return part != ANY_FOLDERS and not hidden and fnmatchcase(name, part)
