"""A work done over many files, its answers in their order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from fairyscore.notation.archive import judge_file
from fairyscore.notation.bulk.work import Answered, Part, Work
from fairyscore.notation.formats.known import format_named
from fairyscore.notation.storage.members import Member


def answered(work: Work, members: Iterable[Member]) -> Iterator[Answered]:
    """The answers to all files, in their order."""
    form = format_named(work.form) if work.form else None
    for member in members:
        with member.open() as stream:
            verdicts = judge_file(stream, work.judge, member.name, form=form)
            last: Answered | None = None
            first = True
            for about_file, some in groupby(verdicts, key=lambda verdict: not verdict.piece.number):
                for said in ([verdict] for verdict in some) if about_file else [some]:
                    for answer in work.answers(said, Part()):
                        if last is not None:
                            yield last
                        last = Answered(member.name, answer, first=first, last=False)
                        first = False
            if last is not None:
                yield last._replace(last=True)
