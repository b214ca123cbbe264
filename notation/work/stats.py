"""What an archive holds, counted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import ClassVar, Final, cast

from fairyscore.notation.archive import Judged
from fairyscore.notation.engines.losses import record_losses
from fairyscore.notation.find.naming import opening_name
from fairyscore.notation.reader import reader_named
from fairyscore.notation.replay import BatchForm, Validator, Verdict
from fairyscore.notation.rules.moves import Move
from fairyscore.notation.stats.losses import Losses
from fairyscore.notation.stats.openings import DEPTH, Openings
from fairyscore.notation.stats.summary import Count, Lengths, Players, Stats, StatsOptions
from fairyscore.notation.work.bulk.base import FilePart, Json, PartPlace, Work, all_moved, plain
from fairyscore.notation.work.bulk.running import BulkOptions, results_of
from fairyscore.notation.work.sources import Paths, as_paths

OFTEN: Final = 10_000
"""Games that a result is about: a whole range of a file, and the tenth part of a minute of one that cannot be cut."""


class CountWork(Work):
    """Counting as a work over many files: the result for a part is its stats, and the stats of all is their sum."""

    kinds: ClassVar = (Stats, StatsOptions, Count, Lengths, Losses, Openings, Players, Move)

    def __init__(self, judge: Validator | None = None, form: str = "", options: StatsOptions | None = None) -> None:
        super().__init__(judge, form)
        self.options = options or StatsOptions()

    @property
    def batches(self) -> BatchForm:
        """See `Work`."""
        return BatchForm.ROWS

    def settings(self) -> Json:
        """See `Work`."""
        return plain(self.options)

    def results(self, judged: Iterable[Judged], part: FilePart) -> Iterator[Stats]:
        """See `Work`; of many games, some at a time."""
        found = cast("Iterator[Verdict]", iter(judged))
        while some := list(islice(found, 1)):
            stats = Stats(self.options)
            for verdict in chain(some, islice(found, OFTEN - 1)):
                stats.add(
                    verdict,
                    opening_name(verdict) if self.options.named else "",
                    record_losses(verdict.record) if self.options.losses else (),
                )
            yield stats

    def moved(self, result: Stats, place: PartPlace) -> Stats:
        """See `Work`."""
        result.diagnostics = all_moved(result.diagnostics, place)
        return result

    def progress(self, result: Stats) -> tuple[int, bool]:
        """See `Work`."""
        return result.games, False


def stats(
    paths: Paths,
    *,
    variant: str | None = None,
    format: str | None = None,
    depth: int = DEPTH,
    player: str = "",
    openings: bool = False,
    losses: bool = False,
    jobs: int = 1,
) -> Stats:
    """Count games, results, lengths, endings, openings, years and faults by variant, and the games of each player.

    paths: files, folders, packed files or archives.
    variant: the game of records that name none.
    format: the format's name, if it is not to be recognised.
    depth: so many plies are an opening.
    player: count only the games of this player, in any letter case.
    openings: count them by their names too (`Count.named`).
    losses: count what moves lost by their evaluations (`Stats.losses`).
    jobs: the number of processes.

    `Stats` has `games`, `plies`, `files`, `variants` (by name, a `Count`), `players`. What could not be read is in
    `diagnostics`. Raises `FileNotFoundError`, `UnknownFormat`, `UnknownVariant`, `ValueError` for a number of jobs below 1.

    >>> stats("samples/games/chess").games > 3
    True
    """
    if jobs < 1:
        raise ValueError(f"jobs is a number of processes from 1, not {jobs}")
    reader = reader_named(variant, format)
    options = StatsOptions(depth=depth, player=player, named=openings, losses=losses)
    work = CountWork(reader.judge, reader.form_name, options)
    found = Stats(options)
    for got in results_of(work, reader.sources(as_paths(paths)), BulkOptions(jobs=jobs)):
        found.merge(got.result)
        found.files += got.first
    return found
