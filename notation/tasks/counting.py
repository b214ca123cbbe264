"""What an archive holds, counted."""

from __future__ import annotations

from fairyscore.notation.bulk.running import BulkOptions, results_of
from fairyscore.notation.stats.openings import DEPTH
from fairyscore.notation.stats.summary import Asked, CountWork, Stats
from fairyscore.notation.tasks.archives import Paths, as_paths, reader_of


def stats(
    paths: Paths,
    *,
    variant: str | None = None,
    format: str | None = None,
    depth: int = DEPTH,
    player: str = "",
    jobs: int = 1,
) -> Stats:
    """Count games, results, lengths, endings, openings, years and faults by variant, and the games of each player.

    paths: files, folders, packed files or archives.
    variant: the game of records that name none.
    format: the format's name, if it is not to be recognised.
    depth: so many plies are an opening.
    player: count only the games of this player, in any letter case.
    jobs: the number of processes.

    `Stats` has `games`, `plies`, `files`, `variants` (by name, a `Count`), `players`. What could not be read is in
    `diagnostics`. Raises `FileNotFoundError`, `UnknownFormat`, `UnknownVariant`, `ValueError` for a number of jobs below 1.

    >>> stats("samples/games/chess").games > 3
    True
    """
    if jobs < 1:
        raise ValueError(f"jobs is a number of processes from 1, not {jobs}")
    reader = reader_of(variant, format)
    asked = Asked(depth=depth, player=player)
    work = CountWork(reader.judge, reader.form_name, asked)
    found = Stats(asked)
    for got in results_of(work, reader.sources(as_paths(paths)), BulkOptions(jobs=jobs)):
        found.merge(got.result)
        found.files += got.first
    return found
