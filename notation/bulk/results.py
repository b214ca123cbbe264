"""Answers as they are told: in the order of the files, with what stands before them, and what is told of a file once."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, BinaryIO, cast

from fairyscore.notation.archive import FilePlace, OnProgress, file_verdict, judge_file, judge_member
from fairyscore.notation.bulk.work import Answered, FilePart, Json, Work
from fairyscore.notation.formats.registry import format_named
from fairyscore.notation.records.diagnostics import Diagnostic, RecordCode
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.records.places import moved
from fairyscore.notation.replay import Verdict
from fairyscore.notation.storage.source import Source, Unreadable

if TYPE_CHECKING:
    from fairyscore.notation.bulk.plan import Rest
    from fairyscore.notation.bulk.ranges import Range
    from fairyscore.notation.bulk.task import Outcome

_ONCE = frozenset({RecordCode.ENCODING.value, RecordCode.NUL_BYTE.value})
"""What is told of a file in the first of its parts that has it."""


class ResultStream:
    """Where the telling has come to. over: whether nothing more is told of the file."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.form = format_named(work.form) if work.form else None
        self._begin("")

    def _begin(self, name: str) -> None:
        self.name = name
        self.games = self.lines = 0
        self.first = self.begins = True
        self.over = False
        self.told: set[str] = set()
        self.told_now: set[str] = set()

    def whole(self, member: Source | Unreadable, on_progress: OnProgress | None = None) -> Iterator[Answered]:
        """A file that is judged here, as it is told."""
        self._begin(member.name)
        self.first = isinstance(member, Source)
        part = (
            FilePart(digest=partial(_digest_of, member.path))
            if isinstance(member, Source) and member.plain
            else FilePart()
        )
        return self._verdicts(judge_member(member, self.work.judge, on_progress=on_progress, form=self.form), part)

    def rest(self, rest: Rest) -> Iterator[Answered]:
        """A stream that is judged here, behind the part of it that was told."""
        stretch = rest.stretch
        if stretch.first:
            self._begin(rest.name)
        self.told |= self.told_now
        form = format_named(rest.form) if rest.form else None
        stream = cast(BinaryIO, rest.stream)
        verdicts = judge_file(stream, self.work.judge, rest.name, form=form, stretch=stretch)
        return self._verdicts(verdicts, FilePart(stretch.first, stretch.last, rest.stream.digest))

    def part(self, one: Range, outcome: Outcome) -> Iterator[Answered]:
        """A range of a file that was judged somewhere."""
        from fairyscore.notation.bulk.task import Done

        if one.first:
            self._begin(one.name)
        if self.over:
            return
        self.told |= self.told_now
        if isinstance(outcome, Done):
            for said in outcome.said:
                yield from [self._answer(said.answer)] if said.finding is None else self._wired(said.finding)
            self.games += outcome.games
            self.lines += outcome.lines
            return
        if one.first:
            yield from self.whole(Source(one.name, one.path, plain=True))
        else:
            what = _change(one)
            (found,) = file_verdict(RecordCode.CHANGED_FILE, one.name, FilePlace(self.lines + 1), what=what).findings
            yield from self._finding(found)
        self.over = True

    def _verdicts(self, verdicts: Iterator[Verdict], part: FilePart) -> Iterator[Answered]:
        asked = False
        for about_file, some in groupby(verdicts, key=lambda verdict: not verdict.game_text.number):
            if about_file:
                for found in (found for verdict in some for found in verdict.findings):
                    yield from self._finding(moved(found, self.name, self.games, self.lines))
            else:
                asked = True
                yield from map(self._answer, self.work.answers(some, part))
        if not asked:
            yield from map(self._answer, self.work.answers([], part))

    def _answer(self, answer: Json) -> Answered:
        told = Answered(self.name, answer, self.games, self.lines, self.first, self.begins)
        self.first = self.begins = False
        return told

    def _wired(self, said: Json) -> Iterator[Answered]:
        from fairyscore.notation.bulk.serialize import unwired

        return self._finding(unwired(said, self.name, self.games, self.lines))

    def _finding(self, found: Diagnostic) -> Iterator[Answered]:
        """What the work says to a finding on the file as a whole."""
        if found.code in self.told:
            return
        if found.code in _ONCE:
            self.told_now.add(found.code)
        for answer in self.work.answers([Verdict(GameText(0, "", found.line), [found])], FilePart()):
            yield self._answer(answer)._replace(games=0, lines=0)


def _digest_of(path: str) -> str:
    """The SHA-256 of a file, empty where it cannot be read any more."""
    import hashlib

    try:
        with open(path, "rb") as file:  # noqa: PTH123 (a path may hold any bytes)
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""


def _change(one: Range) -> str:
    """What has become of a file that is no longer as it was."""
    try:
        size = os.stat(one.path).st_size  # noqa: PTH116
    except OSError:
        return "was taken away"
    return "became shorter" if one.stamp is not None and size < one.stamp.size else "was changed"
