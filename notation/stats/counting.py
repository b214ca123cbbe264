"""Counting as a work over many files: the answer to a part is its stats, and the stats of all is their sum.

>>> from fairyscore.notation.records.game_text import GameText
>>> work = Counting(Validator(variant="chess"))
>>> verdicts = [work.judge.judge(GameText(1, "1. e4 e5 1-0", 1))]
>>> tally = StatsTotal(work.asked)
>>> for answer in work.answers(verdicts, FilePart()):
...     tally.add(Answered("a.pgn", answer))
>>> tally.files, tally.stats.games, tally.stats.plies
(1, 1, 2)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import Final, NamedTuple

from fairyscore.notation.bulk.work import Answered, FilePart, Json
from fairyscore.notation.replay import Validator, Verdict
from fairyscore.notation.stats.summary import Asked, Stats

OFTEN: Final = 10_000
"""Games that an answer is about: a whole range of a file, and the tenth part of a minute of one that cannot be cut."""


class FileMessage(NamedTuple):
    """What was found in a file as a whole: its name, the line, severity, code and sentence."""

    name: str
    line: int
    severity: str
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Counting:
    """The work (`bulk.work.Work`). asked: what is to be counted."""

    judge: Validator
    form: str = ""
    asked: Asked = field(default_factory=Asked)

    def settings(self) -> Json:
        """See `Work`."""
        asked = self.asked
        return [asked.depth, asked.player, asked.position, asked.most_lines, asked.most_players]

    def answers(self, verdicts: Iterable[Verdict], part: FilePart) -> Iterator[Json]:
        """The stats, and what is to be told of the file as a whole; of many games, some at a time."""
        found = iter(verdicts)
        first = list(islice(found, 1))
        while first:
            stats, told = Stats(self.asked), []
            for verdict in chain(first, islice(found, OFTEN - 1)):
                stats.add(verdict)
                if not verdict.game_text.number:
                    told += [[said.line, said.severity.value, said.code, said.message] for said in verdict.findings]
            yield [stats.as_value(), told]
            first = list(islice(found, 1))


class StatsTotal:
    """The sum of all answers. told: what was found in files as wholes, in their order."""

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        self.files = 0
        self.stats = Stats(asked)
        self.told: list[FileMessage] = []

    def add(self, got: Answered) -> None:
        """Add an answer; they may come in any order."""
        stats, told = got.answer
        self.files += got.first
        self.stats.merge(Stats.of_value(stats, self.asked))
        self.told += [FileMessage(got.name, line + got.lines, *rest) for line, *rest in told]
