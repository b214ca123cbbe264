"""The same game in several copies, found by its moves."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from typing import BinaryIO

from fairyscore.notation.editing.rewrite import text_in
from fairyscore.notation.formats.base import Format, TextSink
from fairyscore.notation.formats.registry import format_for
from fairyscore.notation.reader import reader_named
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.replay import Validator
from fairyscore.notation.stats.dedupe import Copies, DuplicateDoubt, GamePlace, Group
from fairyscore.notation.stats.disk_index import SortedTexts
from fairyscore.notation.stats.identity import LONG, identity_of
from fairyscore.notation.storage.writing import replaced
from fairyscore.notation.text import counted
from fairyscore.notation.work.archives import ArchiveReader
from fairyscore.notation.work.sources import Paths, as_paths, check_free, holding


@dataclass(frozen=True, slots=True)
class Duplicates:
    """The copies in an archive.

    games: how many were read.
    extra: how many copies are too many.
    groups: the games that have copies, each with its `copies` (`place`, `kept`, `differs`).
    doubts: pairs of games with the same moves that seem to be two games.

    >>> dedupe(["samples/games/chess/romantic.pgn", "samples/games/chess"])
    <Duplicates: 9 games, 3 extra, 0 doubts>
    """

    games: int
    extra: int
    groups: tuple[Group, ...]
    doubts: tuple[DuplicateDoubt, ...]

    def __repr__(self) -> str:
        return (
            f"<Duplicates: {counted(self.games, 'game')}, {self.extra:,} extra, {counted(len(self.doubts), 'doubt')}>"
        )


class FoundCopies:
    """The copies among so many games: how many have copies, how many copies are too many, and which they are."""

    def __init__(self, games: int) -> None:
        self.games = games
        self.groups = self.extra = 0
        self._copy = bytearray(games)
        self._others: dict[int, list[int]] = {}

    def add(self, group: Group) -> Group:
        """Note the copies of one game, and give them on."""
        self.groups += 1
        (original,) = (copy.id for copy in group.copies if copy.kept)
        for copy in group.copies:
            if not copy.kept:
                self.extra += 1
                self._copy[copy.id] = 1
                if copy.differs:
                    self._others.setdefault(original, []).append(copy.id)
        return group

    def write(self, stream: BinaryIO, store: SortedTexts, target: Format, judge: Validator | None) -> None:
        """Write each game once. judge: reads copies again, so that what they say is put together; else None."""
        sink = TextSink(target, stream)
        for number, text in enumerate(store):
            others = self._others.get(number) if judge else None
            if others and judge:
                text = _together(text, [store.text(other) for other in others], target, judge)
            if not self._copy[number]:
                sink.put(text)
        sink.close()


def dedupe(
    paths: Paths,
    output: str | os.PathLike[str] | None = None,
    *,
    keep: str = "richest",
    merge: bool = False,
    prefixes: bool = False,
    variant: str | None = None,
    format: str | None = None,
    replace: bool = False,
) -> Duplicates:
    """Find the same game in several copies, and write each once where that is wanted.

    paths: files, folders, packed files or archives.
    output: the file to write, completely or not at all; its suffix says the format.
    keep: of copies the `richest`, or the `first`.
    merge: give it the tags and annotations of the others.
    prefixes: a game that ends where a longer one goes on is a copy of it too.
    variant: the game of records that name none.
    format: of the files, if it is not to be recognised.
    replace: whether a file at `output` may be replaced.

    The same moves are the same game where nothing says otherwise: other players or another result, and in games of less
    than 30 plies another date or round, or players nobody knows. Raises `NotWritten`, `UnknownFormat`, `ValueError`.

    >>> found = dedupe(["samples/games/chess/romantic.pgn", "samples/games/chess"])
    >>> found.extra == len(found.groups) > 0
    True
    """
    if keep not in KEEPS:
        raise ValueError(f"there is no '{keep}' to keep; there are {', '.join(KEEPS)}")
    path = None if output is None else os.fspath(output)
    target = None if path is None else holding(format_for(path))
    if path is not None:
        check_free(path, replace)
    games = ArchiveReader(as_paths(paths), reader_named(variant, format), target)
    with ExitStack() as stack:
        copies = stack.enter_context(Copies(prefixes=prefixes))
        store = None if path is None else stack.enter_context(SortedTexts())
        gather(games, copies, store)
        found = FoundCopies(games.written)
        groups = tuple(map(found.add, copies.groups(keep)))
        doubts = tuple(copies.doubts(LONG))
        if store is not None and path is not None and target is not None and games.written:
            with replaced(path) as stream:
                found.write(stream, store, target, games.reader.judge if merge else None)
    return Duplicates(found.games, found.extra, groups, doubts)


KEEPS = ("richest", "first")


def gather(games: ArchiveReader, copies: Copies, store: SortedTexts | None) -> None:
    """Read all games, so that their copies are found. store: takes their texts."""
    _, found = games.begin()
    for text, verdict, path in found:
        copies.add(identity_of(verdict), GamePlace(path, verdict.game_text.number, verdict.game_text.line))
        if store is not None:
            store.add(text)
    copies.find()


def _together(text: str, others: Iterable[str], target: Format, judge: Validator) -> str:
    """The text of a game with what its copies say besides; as it stands where that is nothing."""
    from fairyscore.notation.work.compare import enriched

    assert target.read is not None
    reader = judge._replace(read=target.read)
    best, *rest = (reader.judge(GameText(1, copy_text, 1)) for copy_text in (text, *others))
    records = [verdict.record for verdict in rest if verdict.record is not None and verdict.whole]
    if best.record is None or not best.whole:
        return text
    best.form = target.name
    record = enriched(best.record, records)
    return text if record == best.record else text_in(best, target, record).text
