r"""Writes one game of a file back to its place, or adds one after the others, which stay unchanged.

>>> import os, tempfile
>>> from fairyscore.notation.editing.score_sheet import appended
>>> from fairyscore.notation.replay import Validator
>>> with tempfile.TemporaryDirectory() as folder:
...     path = os.path.join(folder, "games.pgn")
...     with open(path, "w") as file:
...         _ = file.write("[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1.d4 *\n")
...     reader, stamp = RecordReader(Validator()), FileStamp.of(path)
...     first, second = reader.verdicts(path)
...     write_back(path, first, appended(first.record, ["e5"]).record, reader, stamp=stamp)
...     with open(path) as file:
...         [line for line in file.read().split("\n") if line.startswith("1.")]
['1. e4 e5 *', '1.d4 *']
"""

# ruff: noqa: PTH110, PTH123
# A path may hold any bytes, and stays the text that it was.

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from fairyscore.notation.editing.rewrite import Rewriting, can_be_rewritten, canonical, notation_for, why_not_anew
from fairyscore.notation.editing.score_sheet import appended_text
from fairyscore.notation.errors import NotWritten
from fairyscore.notation.formats.base import Format, TextSink
from fairyscore.notation.formats.registry import UnknownFormat, format_named, format_of_path
from fairyscore.notation.reader import RecordReader
from fairyscore.notation.records.tree import Record
from fairyscore.notation.replay import Verdict
from fairyscore.notation.storage import listing
from fairyscore.notation.storage.source import Source
from fairyscore.notation.storage.writing import FileStamp, replaced
from fairyscore.notation.text import shown

LIST_FORMATS: Final = ("pgn", "jsonl")
"""Formats in which a new game may follow others."""


def write_back(path: str, verdict: Verdict, record: Record, reader: RecordReader, *, stamp: FileStamp) -> None:
    """Write a record in the place of the game that it was read from. Line ends stay; the encoding becomes UTF-8.

    A game with a fault in a variation keeps its text, and what is new is added to it. stamp: that of the file before the
    game was read. Raises `NotWritten` where the file is not a plain one, was changed since, or would lose something, and
    `NotPossible` where a game with a fault has changed otherwise.
    """
    if verdict.whole:
        text = canonical(verdict, record)
    else:
        notation = notation_for(format_named(verdict.form), verdict)
        text = appended_text(verdict, record, notation, reader.judge)
    source = listing.only(path, reader.limits)
    if isinstance(source, Source) and not source.plain:
        raise NotWritten(path, "it is packed or elsewhere, and only plain files are written back")
    with replaced(path, stamp) as stream:
        rewriting = Rewriting(stream, line_end(path))
        for found in reader.verdicts(path):
            if found.game_text.number:
                rewriting.add(found, text if found.game_text.number == verdict.game_text.number else "")
            elif why_not := why_not_anew(found):
                raise NotWritten(path, why_not)
        rewriting.close()


def line_end(path: str) -> str:
    """The line ends of a file: those of Windows where its beginning has nothing else."""
    with open(path, "rb") as stream:
        head = stream.read(1 << 16)
    lines = head.count(b"\n")
    return "\r\n" if lines and head.count(b"\r\n") == lines else "\n"


def format_of_new_game(path: str, form: Format | None = None) -> Format:
    """The format in which a new game is written to a path. form: the one that is asked for.

    Raises `UnknownFormat` where it cannot hold a whole game, or the file is there and takes no more games.
    """
    named = format_of_path(path)
    if os.path.exists(path) and named not in LIST_FORMATS:
        raise UnknownFormat(f"{shown(path)} is there already, and games are added to {' and '.join(LIST_FORMATS)} only")
    found = form or format_named(named or "pgn")
    if not can_be_rewritten(found):
        raise UnknownFormat(f"the format {found.name} cannot hold a whole game; choose another suffix, such as .pgn")
    return found


def add_game(path: str, record: Record, form: Format, *, stamp: FileStamp) -> None:
    """Write a record to a new file, or after the games of one. form: see `format_of_new_game`.

    stamp: that of the file before. Raises `NotWritten`.
    """
    before = Path(path).read_bytes().rstrip() if os.path.exists(path) else b""
    with replaced(path, stamp) as stream:
        stream.write(before + (b"" if form.between or not before else b"\n\n"))
        sink = TextSink(form, stream, empty=not before)
        sink.put(form.write(record, form.notation or record.game.writing.usual))
        sink.close()
