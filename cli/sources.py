"""From the paths on the command line to streams of bytes: files, folders walked through, `-` for standard input."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from fairyscore.notation.archive import Heard, file_verdict, judge_file, why
from fairyscore.notation.formats.base import Format
from fairyscore.notation.formats.known import FORMATS
from fairyscore.notation.records.findings import Trouble
from fairyscore.notation.replay import Judge, Verdict, Watcher
from fairyscore.notation.text import shown

ENDINGS = (".pgn",)
ENDINGS_WITH_VARIANT = (".pgn", ".txt")
"""What is judged in folders: a text is a game record only where the user says which game it is."""

STDIN = "-"


@dataclass(frozen=True, slots=True)
class Source:
    """One thing to judge: a path to open, or a verdict that stands already because there is nothing to open."""

    path: str
    verdict: Verdict | None = None


def sources(paths: Iterable[str], with_texts: bool, form: Format | None = None) -> Iterator[Source]:
    """The files that the paths name, folders in the order of their names. form: the only format to look for in folders."""
    endings = FORMATS[form.name].endings if form is not None else ENDINGS_WITH_VARIANT if with_texts else ENDINGS
    for path in paths:
        if path != STDIN and os.path.isdir(path):  # noqa: PTH112 (a path may hold any bytes)
            yield from _walked(path, endings)
        else:
            yield Source(path)


def _walked(folder: str, endings: tuple[str, ...]) -> Iterator[Source]:
    found = False
    refused: list[OSError] = []
    for here, folders, files in os.walk(folder, onerror=refused.append):
        folders.sort()
        for name in sorted(files):
            if name.lower().endswith(endings):
                found = True
                yield Source(os.path.join(here, name))  # noqa: PTH118
    for fault in refused:
        name = str(fault.filename or folder)
        yield Source(name, file_verdict(Trouble.UNREADABLE_FILE, name, path=shown(name), why=why(fault)))
    if not found and not refused:
        what = f"the folder {shown(folder)} holds no file ending in {' or '.join(endings)}"
        yield Source(folder, file_verdict(Trouble.NO_RECORDS, folder, what=what))


def sizes(paths: Iterable[str], with_texts: bool, form: Format | None = None) -> int:
    """Bytes to judge, as far as the system tells; for the progress bar."""
    total = 0
    for source in sources(paths, with_texts, form):
        if source.verdict is None and os.path.isfile(source.path):  # noqa: PTH113
            total += os.path.getsize(source.path)  # noqa: PTH202
    return total


def verdicts(
    source: Source,
    judge: Judge,
    watcher: Watcher | None = None,
    heard: Heard | None = None,
    form: Format | None = None,
) -> Iterator[Verdict]:
    """What is to be said about a source, game by game. form: the format it is in, if it is not to be recognised."""
    if source.verdict is not None:
        yield source.verdict
    elif source.path == STDIN:
        if sys.stdin is None:
            yield file_verdict(Trouble.UNREADABLE_FILE, "<stdin>", path="standard input", why="it is closed")
            return
        yield from judge_file(sys.stdin.buffer, judge, "<stdin>", watcher=watcher, heard=heard, form=form)
    else:
        yield from judge_file(source.path, judge, watcher=watcher, heard=heard, form=form)
