"""Counting as a work over many files: the answer to a part is its census, and the census of all is their sum.

>>> from fairyscore.notation.records.cut import Piece
>>> work = Counting(Judge(variant="chess"))
>>> verdicts = [work.judge.judge(Piece(1, "1. e4 e5 1-0", 1))]
>>> tally = Tally(work.asked)
>>> for answer in work.answers(verdicts, Part()):
...     tally.add(Answered("a.pgn", answer))
>>> tally.files, tally.census.games, tally.census.plies
(1, 1, 2)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import Final, NamedTuple

from fairyscore.notation.bulk.work import Answered, Json, Part
from fairyscore.notation.census.census import Asked, Census
from fairyscore.notation.replay import Judge, Verdict

OFTEN: Final = 10_000
"""Games that an answer is about: a whole range of a file, and the tenth part of a minute of one that cannot be cut."""


class Said(NamedTuple):
    """What was found in a file as a whole: its name, the line, severity, code and sentence."""

    name: str
    line: int
    severity: str
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Counting:
    """The work (`bulk.work.Work`). asked: what is to be counted."""

    judge: Judge
    form: str = ""
    asked: Asked = field(default_factory=Asked)

    def settings(self) -> Json:
        """See `Work`."""
        asked = self.asked
        return [asked.depth, asked.player, asked.position, asked.most_lines, asked.most_players]

    def answers(self, verdicts: Iterable[Verdict], part: Part) -> Iterator[Json]:
        """The census, and what is to be told of the file as a whole; of many games, some at a time."""
        found = iter(verdicts)
        first = list(islice(found, 1))
        while first:
            census, told = Census(self.asked), []
            for verdict in chain(first, islice(found, OFTEN - 1)):
                census.add(verdict)
                if not verdict.piece.number:
                    told += [[said.line, said.severity.value, said.code, said.message] for said in verdict.findings]
            yield [census.as_value(), told]
            first = list(islice(found, 1))


class Tally:
    """The sum of all answers. told: what was found in files as wholes, in their order."""

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        self.files = 0
        self.census = Census(asked)
        self.told: list[Said] = []

    def add(self, got: Answered) -> None:
        """Add an answer; they may come in any order."""
        census, told = got.answer
        self.files += got.first
        self.census.merge(Census.of_value(census, self.asked))
        self.told += [Said(got.name, line + got.lines, *rest) for line, *rest in told]
