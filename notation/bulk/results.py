"""Results in the order of the files, each in its place, and what is said of a file once."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, BinaryIO, cast

from fairyscore.notation.archive import file_verdict, judge_file
from fairyscore.notation.bulk.work import (
    FilePart,
    Found,
    PartPlace,
    Work,
    WorkResult,
    about_file,
    file_results,
    found_in,
)
from fairyscore.notation.formats.registry import format_named
from fairyscore.notation.records.diagnostics import Diagnostic, RecordCode, moved
from fairyscore.notation.records.text_reader import FilePlace
from fairyscore.notation.storage.source import Source

if TYPE_CHECKING:
    from fairyscore.notation.bulk.plan import Rest
    from fairyscore.notation.bulk.ranges import Range
    from fairyscore.notation.bulk.task import Outcome

_ONCE = frozenset({RecordCode.ENCODING.value, RecordCode.NUL_BYTE.value})
"""What is said of a file in the first of its parts that has it."""


class ResultStream:
    """Where the results have come to. over: whether nothing more is said of the file."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self._begin("")

    def _begin(self, name: str) -> None:
        self.place = PartPlace(name)
        self.first = self.begins = True
        self.over = False
        self.said: set[str] = set()
        self.said_now: set[str] = set()

    def rest(self, rest: Rest) -> Iterator[WorkResult]:
        """Those of a stream that is judged here, behind the part of it that was told."""
        stretch = rest.stretch
        if stretch.first:
            self._begin(rest.name)
        self.said |= self.said_now
        form = format_named(rest.form) if rest.form else None
        stream = cast(BinaryIO, rest.stream)
        verdicts = judge_file(stream, self.work.judge, rest.name, form=form, stretch=stretch)
        part = FilePart(stretch.first, stretch.last, rest.stream.digest)
        return self._placed(found_in(self.work, verdicts, part))

    def part(self, one: Range, outcome: Outcome) -> Iterator[WorkResult]:
        """Those of a range of a file that was judged somewhere."""
        from fairyscore.notation.bulk.task import Done

        if one.first:
            self._begin(one.name)
        if self.over:
            return
        self.said |= self.said_now
        if isinstance(outcome, Done):
            yield from self._placed(outcome.found)
            name, games, lines = self.place
            self.place = PartPlace(name, games + outcome.games, lines + outcome.lines)
            return
        if one.first:
            yield from file_results(self.work, Source(one.name, one.path, plain=True))
        else:
            spot = FilePlace(self.place.lines + 1)
            (found,) = file_verdict(RecordCode.CHANGED_FILE, one.name, spot, what=_change(one)).findings
            yield from self._about_file(found)
        self.over = True

    def _placed(self, found: Iterable[Found]) -> Iterator[WorkResult]:
        for one in found:
            if one.diagnostic is None:
                yield self._result(self.work.moved(one.result, self.place))
            else:
                yield from self._about_file(moved(one.diagnostic, *self.place))

    def _result(self, result: object) -> WorkResult:
        made = WorkResult(self.place.name, result, self.first, self.begins)
        self.first = self.begins = False
        return made

    def _about_file(self, found: Diagnostic) -> Iterator[WorkResult]:
        """What the work makes of a diagnostic on the file as a whole."""
        if found.code in self.said:
            return
        if found.code in _ONCE:
            self.said_now.add(found.code)
        yield from map(self._result, about_file(self.work, found))


def _change(one: Range) -> str:
    """What has become of a file that is no longer as it was."""
    try:
        size = os.stat(one.path).st_size  # noqa: PTH116
    except OSError:
        return "was taken away"
    return "became shorter" if one.stamp is not None and size < one.stamp.size else "was changed"
