"""Counting as a work over many files: the result for a part is its stats, and the stats of all is their sum.

>>> from fairyscore.notation.records.game_text import GameText
>>> from fairyscore.notation.replay import Validator
>>> work = CountWork(Validator(variant="chess"))
>>> verdicts = [work.judge.judge(GameText(1, "1. e4 e5 1-0", 1))]
>>> total = Stats(work.asked)
>>> for result in work.results(verdicts, FilePart()):
...     total.merge(result)
>>> total.games, total.plies
(1, 2)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import Final

from fairyscore.notation.bulk.work import FilePart, Json, PartPlace, Work, all_moved, of_plain, plain
from fairyscore.notation.replay import Verdict
from fairyscore.notation.stats.summary import Asked, Stats

OFTEN: Final = 10_000
"""Games that a result is about: a whole range of a file, and the tenth part of a minute of one that cannot be cut."""


@dataclass(frozen=True, slots=True)
class CountWork(Work):
    """The work. asked: what is to be counted."""

    asked: Asked = field(default_factory=Asked)

    def settings(self) -> Json:
        """See `Work`."""
        asked = self.asked
        return [asked.depth, asked.player, asked.position, asked.most_lines, asked.most_players]

    def results(self, verdicts: Iterable[Verdict], part: FilePart) -> Iterator[Stats]:
        """See `Work`; of many games, some at a time."""
        found = iter(verdicts)
        while some := list(islice(found, 1)):
            stats = Stats(self.asked)
            for verdict in chain(some, islice(found, OFTEN - 1)):
                stats.add(verdict)
            yield stats

    def moved(self, result: Stats, place: PartPlace) -> Stats:
        """See `Work`."""
        result.told = all_moved(result.told, place)
        return result

    def seen(self, result: Stats) -> tuple[int, bool]:
        """See `Work`."""
        return result.games, False

    def as_json(self, result: Stats) -> Json:
        """See `Work`."""
        return [result.as_value(), [plain(found) for found in result.told]]

    def of_json(self, remembered: Json) -> Stats:
        """See `Work`."""
        value, told = remembered
        stats = Stats.of_value(value, self.asked)
        stats.told = [of_plain(found) for found in told]
        return stats
