"""A whole file of games, judged one by one: memory holds one game. What is wrong with the file itself is told too.

>>> import io
>>> from fairyscore.notation.replay import Judge
>>> games = io.BytesIO(b'[Result "*"]\\r\\n\\r\\n1. e4 *\\r\\n\\r\\n[Result "*"]\\r\\n\\r\\n1. e5 *\\r\\n')
>>> for verdict in judge_file(games, Judge(), name="two.pgn"):
...     print(verdict.piece.number, verdict.plies, [(finding.line, finding.code) for finding in verdict.findings])
1 1 []
2 0 [(7, 'no-man-reaches')]
"""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from itertools import chain
from typing import BinaryIO, NamedTuple

from fairyscore.notation.formats.base import HEAD, Format
from fairyscore.notation.formats.known import recognised
from fairyscore.notation.records.cut import LONGEST_GAME, Piece
from fairyscore.notation.records.findings import EXPLAINED, Finding, Trouble, window
from fairyscore.notation.records.source import BROKEN, CHUNK, WIDE, as_latin, text_of
from fairyscore.notation.records.strangers import kind_of, resembles
from fairyscore.notation.replay import Judge, Verdict, Watcher
from fairyscore.notation.replay.guess import judged
from fairyscore.notation.rules.reasons import Fact
from fairyscore.notation.text import shown

MOST_HELD = 100
"""So many pieces of a file may look like no game before the whole file is called none."""

Heard = Callable[[int], None]
"""Told how many characters were read, time and again: a progress bar."""


def judge_file(
    source: str | os.PathLike[str] | BinaryIO,
    judge: Judge,
    name: str = "",
    *,
    watcher: Watcher | None = None,
    heard: Heard | None = None,
    form: Format | None = None,
) -> Iterator[Verdict]:
    """The verdicts on the games of a file, in order. Raises nothing for whatever the file holds.

    source: a path, or a stream of bytes, which stays open. name: what findings call it; else the path, or `judge.file`.
    form: the format it is in; else it is recognised by how it begins (`Verdict.form`).
    A verdict whose piece has the number 0 is about the file as a whole: unreadable, empty, stray bytes.
    """
    if isinstance(source, str | os.PathLike):
        name = name or os.fspath(source)
        try:
            binary = open(source, "rb")  # noqa: SIM115, PTH123 (its `with` is below; a path may be a plain string)
        except (OSError, ValueError) as fault:
            yield file_verdict(Trouble.UNREADABLE_FILE, name, path=shown(name), why=why(fault))
            return
        with binary:
            yield from _Reading(replace(judge, file=name), heard, form).verdicts(binary, watcher)
        return
    yield from _Reading(replace(judge, file=name or judge.file), heard, form).verdicts(source, watcher)


class Spot(NamedTuple):
    """A character of a file, and its line as a `Finding` has it."""

    line: int = 1
    column: int = 1
    source: str = ""
    source_start: int = 1


def file_verdict(trouble: Trouble, name: str, spot: Spot = Spot(), **facts: Fact) -> Verdict:  # noqa: B008 (immutable)
    """A verdict on a file as a whole, which says one thing."""
    explained = EXPLAINED[trouble]
    finding = Finding(
        file=name,
        game=0,
        line=spot.line,
        column=spot.column,
        end_column=spot.column + 1,
        severity=explained.severity,
        code=trouble.value,
        message=explained.sentence.format_map(facts),
        facts=facts,
        advice=explained.advice,
        source=spot.source,
        source_start=spot.source_start,
    )
    return Verdict(Piece(0, "", spot.line), [finding])


def _is_believed(verdict: Verdict) -> bool:
    """Whether what was judged is the record of a game, a faulty one too."""
    return bool(verdict.plies or verdict.tags) or (verdict.piece.number > 0 and resembles(verdict.piece.text))


def why(fault: Exception) -> str:
    """What the system says about a file that cannot be read, without the path that it repeats."""
    return (isinstance(fault, OSError) and fault.strerror) or shown(str(fault))


class _Reading:
    """One file: where the next chunk begins, and what is to be told about the file before the next game."""

    def __init__(self, judge: Judge, heard: Heard | None, form: Format | None) -> None:
        self.judge = judge
        self.form = form
        self.heard = heard
        self.line = 1
        self.column = 1
        self.encoding = ""
        self.unreadable = False
        self.told: set[Trouble] = set()
        self.untold: list[Verdict] = []

    def verdicts(self, binary: BinaryIO, watcher: Watcher | None) -> Iterator[Verdict]:
        """File and games, as they come."""
        with closing(self._chunks(binary)) as chunks:
            first = next(chunks, "")
            form = self.form or recognised(first, self.judge.file)
            found = self._games(form, chain([first], chunks), watcher)
            if form.looks(first[:HEAD]) or resembles(first):
                yield from found
            else:
                yield from self._believed(found, first)

    def _games(self, form: Format, chunks: Iterable[str], watcher: Watcher | None) -> Iterator[Verdict]:
        number = 0
        cut = form.cut if self.judge.recover else form.strict or form.cut
        assert cut is not None
        assert form.read is not None
        judge = replace(self.judge, read=form.read)
        for piece in cut(chunks):
            if self.untold:
                yield from self._tell_all()
            number = piece.number
            verdict = judged(judge, piece, watcher)
            verdict.form = form.name
            yield verdict
        yield from self._tell_all()
        if not number and not self.unreadable:
            yield file_verdict(Trouble.EMPTY_FILE, self.judge.file)

    def _believed(self, found: Iterator[Verdict], first: str) -> Iterator[Verdict]:
        """The verdicts on a file that does not begin like a record: held back until something in it does look like a game.

        Where nothing does, one finding says so. What is held is bounded; behind more nonsense than that, only what
        looks like a game is still told.
        """
        held: list[Verdict] = []
        games = length = 0
        stranger = file_verdict(Trouble.NOT_A_RECORD, self.judge.file, what=kind_of(first))
        for verdict in found:
            held.append(verdict)
            if _is_believed(verdict):
                yield from held
                yield from found
                return
            games += verdict.piece.number > 0
            length += len(verdict.piece.text)
            if games > MOST_HELD or length > LONGEST_GAME:
                yield stranger
                yield from filter(_is_believed, found)
                return
        if games and not self.unreadable:
            held = [stranger]
        yield from held

    def _tell_all(self) -> list[Verdict]:
        """What waits to be told, in the order of the file."""
        untold, self.untold = self.untold, []
        return sorted(untold, key=lambda verdict: (verdict.findings[0].line, verdict.findings[0].column))

    def _chunks(self, binary: BinaryIO) -> Generator[str, None, None]:
        """The text as games are cut from it: stray bytes read as Latin-1, NUL bytes as blanks.

        What the system refuses in the middle of a file ends it; the games before that are judged.
        """
        text: io.TextIOWrapper | None = None
        try:
            text, self.encoding = text_of(binary)
            if self.encoding in WIDE:
                self._note(Trouble.ENCODING, what=f"the file is {WIDE[self.encoding]}, and read as such")
            while chunk := text.read(CHUNK):
                yield self._clean(chunk)
                self._count(chunk)
                if self.heard is not None:
                    self.heard(len(chunk))
        except OSError as fault:
            self.unreadable = True
            self._note(Trouble.UNREADABLE_FILE, path=shown(self.judge.file), why=why(fault))
        finally:
            if text is not None:
                _let_go(text, binary)

    def _clean(self, chunk: str) -> str:
        if not chunk.isascii():
            chunk = self._without_strays(chunk)
        if "\0" in chunk:
            self._note_at(chunk, chunk.find("\0"), Trouble.NUL_BYTE)
            chunk = chunk.replace("\0", " ")
        return chunk

    def _without_strays(self, chunk: str) -> str:
        if self.encoding in WIDE:
            broken = chunk.find(BROKEN)
            if broken >= 0:
                what = "some bytes here are no character; they are read as U+FFFD"
                self._note_at(chunk, broken, Trouble.ENCODING, what=what, lost=BROKEN)
            return chunk
        try:
            chunk.encode()  # the quickest way to see that no byte went astray
        except UnicodeEncodeError as fault:
            byte = ord(chunk[fault.start]) - 0xDC00
            what = f"the byte {byte:02X} is no UTF-8; such bytes are read as Latin-1/Windows-1252"
            self._note_at(chunk, fault.start, Trouble.ENCODING, what=what)
            return as_latin(chunk)
        return chunk

    def _note(self, trouble: Trouble, **facts: Fact) -> None:
        """Note what is wrong with the file where the next chunk begins."""
        self.untold.append(file_verdict(trouble, self.judge.file, Spot(self.line, self.column), **facts))

    def _note_at(self, chunk: str, at: int, trouble: Trouble, **facts: Fact) -> None:
        """Note what is wrong with the file at a place of the chunk; each trouble once."""
        if trouble in self.told:
            return
        self.told.add(trouble)
        begin = chunk.rfind("\n", 0, at) + 1
        end = chunk.find("\n", at)
        to_column = 1 - begin if begin else self.column  # from a place in the chunk
        source, first = window(chunk, begin, len(chunk) if end < 0 else end, at)
        line = self.line + chunk.count("\n", 0, at)
        spot = Spot(line, to_column + at, as_latin(source), to_column + first)
        self.untold.append(file_verdict(trouble, self.judge.file, spot, **facts))

    def _count(self, chunk: str) -> None:
        """Go on to the end of the chunk."""
        newline = chunk.rfind("\n")
        self.line += chunk.count("\n")
        self.column = len(chunk) - newline if newline >= 0 else self.column + len(chunk)


def _let_go(text: io.TextIOWrapper, binary: BinaryIO) -> None:
    """Take the wrappers off a stream that is not ours, so that they do not close it."""
    buffered = text.detach()
    if buffered is not binary and isinstance(buffered, io.BufferedReader):
        buffered.detach()
