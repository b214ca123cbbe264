"""Counting as a work over many files: the result for a part is its stats, and the stats of all is their sum.

>>> from fairyscore.notation.records.game_text import GameText
>>> from fairyscore.notation.replay import Validator
>>> work = CountWork(Validator(variant="chess"))
>>> verdicts = [work.judge.judge(GameText(1, "1. e4 e5 1-0", 1))]
>>> tally = StatsTotal(work.asked)
>>> for result in work.results(verdicts, FilePart()):
...     tally.add(WorkResult("a.pgn", result))
>>> tally.files, tally.stats.games, tally.stats.plies
(1, 1, 2)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import Final, NamedTuple

from fairyscore.notation.bulk.work import FilePart, Json, PartPlace, Work, WorkResult, all_moved, of_plain, plain
from fairyscore.notation.records.diagnostics import Diagnostic
from fairyscore.notation.replay import Verdict
from fairyscore.notation.stats.summary import Asked, Stats

OFTEN: Final = 10_000
"""Games that a result is about: a whole range of a file, and the tenth part of a minute of one that cannot be cut."""


class CountResult(NamedTuple):
    """The stats of some games, and what was found in a file as a whole."""

    stats: Stats
    told: list[Diagnostic]


@dataclass(frozen=True, slots=True)
class CountWork(Work):
    """The work. asked: what is to be counted."""

    asked: Asked = field(default_factory=Asked)

    def settings(self) -> Json:
        """See `Work`."""
        asked = self.asked
        return [asked.depth, asked.player, asked.position, asked.most_lines, asked.most_players]

    def results(self, verdicts: Iterable[Verdict], part: FilePart) -> Iterator[CountResult]:
        """See `Work`; of many games, some at a time."""
        found = iter(verdicts)
        first = list(islice(found, 1))
        while first:
            stats, told = Stats(self.asked), []
            for verdict in chain(first, islice(found, OFTEN - 1)):
                stats.add(verdict)
                if not verdict.game_text.number:
                    told += verdict.findings
            yield CountResult(stats, told)
            first = list(islice(found, 1))

    def moved(self, result: CountResult, place: PartPlace) -> CountResult:
        """See `Work`."""
        return result._replace(told=all_moved(result.told, place))

    def seen(self, result: CountResult) -> tuple[int, bool]:
        """See `Work`."""
        return result.stats.games, False

    def as_json(self, result: CountResult) -> Json:
        """See `Work`."""
        return [result.stats.as_value(), plain(result.told)]

    def of_json(self, remembered: Json) -> CountResult:
        """See `Work`."""
        stats, told = remembered
        return CountResult(Stats.of_value(stats, self.asked), of_plain(told))


class StatsTotal:
    """The sum of all results. told: what was found in files as wholes, in their order."""

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        self.files = 0
        self.stats = Stats(asked)
        self.told: list[Diagnostic] = []

    def add(self, got: WorkResult) -> None:
        """Add a result; they may come in any order."""
        self.files += got.first
        self.stats.merge(got.result.stats)
        self.told += got.result.told
