"""Games and positions found by a query: in a part of a file as a work, in a whole source as games."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import groupby
from typing import ClassVar, Final, NamedTuple

from fairyscore.notation.archive import Judged
from fairyscore.notation.editing.rewrite import text_in
from fairyscore.notation.find import Query
from fairyscore.notation.find.asking import as_query, bound_in, first_place, sieve_of
from fairyscore.notation.find.index_search import Indexes
from fairyscore.notation.find.query import Bound
from fairyscore.notation.find.records import seats_of
from fairyscore.notation.find.walk import Walk, result_of
from fairyscore.notation.formats.registry import format_named
from fairyscore.notation.game import Game
from fairyscore.notation.position import LegalMove, Position
from fairyscore.notation.reader import Readable, RecordReader, reader_named
from fairyscore.notation.records.diagnostics import Diagnostic
from fairyscore.notation.records.game_text import Batch
from fairyscore.notation.records.text_reader import OnProgress
from fairyscore.notation.records.tree import Record, numbered
from fairyscore.notation.replay import BatchOrder, SiftedRows, Validator, Verdict
from fairyscore.notation.replay.sieve import GameHeader
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.storage.source import Source
from fairyscore.notation.text import shown
from fairyscore.notation.variants.registry import variant
from fairyscore.notation.work.bulk.base import FilePart, Json, PartPlace, Work, all_moved, file_results
from fairyscore.notation.work.bulk.running import ALONE, BulkOptions, Results, results_of

OFTEN: Final = 1000
"""Games after which a result is given in any case."""


class FoundPlace(NamedTuple):
    """A game that fits, and where.

    game, line: its number in the file, and its first line there.
    ply: how many plies were made; move: the last of them with its number; position: the FEN there; cells: those that show
    what was asked, by name.
    variant, names, date, result: what the game is, the players by seat.
    text: the game in the format that is written, where that is asked for; refusal: why it cannot be.
    """

    game: int
    line: int
    ply: int
    move: str = ""
    position: str = ""
    cells: tuple[str, ...] = ()
    variant: str = ""
    names: tuple[str, ...] = ()
    date: str = ""
    result: str = "*"
    text: str = ""
    refusal: str = ""


class FindResult(NamedTuple):
    """The result of a search in some games.

    games: how many were searched; faulty: of these, how many up to a fault.
    place: of the last of them, if it fits.
    notices: what games do not have, with the columns of the words that ask for it.
    lacking: the columns of words that none of the games has.
    diagnostics: on a file as a whole.
    """

    games: int = 0
    faulty: int = 0
    place: FoundPlace | None = None
    notices: tuple[tuple[str, int], ...] = ()
    lacking: tuple[int, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()


class _Searched:
    """The games since the last result."""

    def __init__(self) -> None:
        self.games = self.faulty = 0
        self.notices: dict[str, int] = {}
        self._lacking: set[int] | None = None

    def add(self, games: int, missing: dict[str, int]) -> None:
        """Count games. missing: what their variant does not have."""
        self.games += games
        self.notices |= missing
        columns = set(missing.values())
        self._lacking = columns if self._lacking is None else self._lacking & columns

    def result(self, place: FoundPlace | None = None) -> FindResult:
        """The result for them. place: of the last one, if it fits."""
        return FindResult(self.games, self.faulty, place, tuple(self.notices.items()), tuple(self._lacking or ()))


class FindWork(Work):
    """The work.

    query: what is asked.
    target: the name of the format in which their texts are wanted, empty for none.
    placed: whether the move and the position of each place are wanted.
    """

    kinds: ClassVar = (FindResult, FoundPlace)

    def __init__(
        self,
        judge: Validator,
        form: str,
        query: Query,
        *,
        target: str = "",
        placed: bool = False,
    ) -> None:
        super().__init__(judge, form)
        self.query = query
        self.target = target
        self.placed = placed

    @property
    def batches(self) -> BatchOrder:
        """See `Work`. The record of a game is made where a condition asks for it."""
        return SiftedRows(sieve_of(self.query))

    def settings(self) -> Json:
        """See `Work`."""
        return [str(self.query), self.target, self.placed]

    def results(self, judged: Iterable[Judged], part: FilePart) -> Iterator[FindResult]:
        """A result for each game that fits, and for the games after the last of them."""
        searched = _Searched()
        for one in judged:
            place = None
            if isinstance(one, Batch):
                searched.add(one.games, bound_in(self.query, variant(one.variant))[1])
                searched.faulty += one.faulty
            elif one.game_text.number:
                place = self._searched(one, searched)
            else:
                yield FindResult(diagnostics=tuple(one.findings))
            if place is not None or searched.games >= OFTEN:
                yield searched.result(place)
                searched = _Searched()
        if searched.games:
            yield searched.result()

    def _searched(self, verdict: Verdict, searched: _Searched) -> FoundPlace | None:
        """The place in a game that fits. searched: is told of the game."""
        game = verdict.game
        bound, missing = bound_in(self.query, game)
        searched.add(1, missing)
        ply = first_place(self.query, verdict)
        if ply is not None:
            return self._place(verdict, ply)
        searched.faulty += game is None or (verdict.refused and _may_hide(bound, verdict, game))
        return None

    def _place(self, verdict: Verdict, ply: int) -> FoundPlace:
        game_text, game = verdict.game_text, verdict.game
        names = tuple(verdict.tags.get(seat.name.capitalize(), "?") for seat in seats_of(game)[: None if game else 2])
        place = FoundPlace(
            game_text.number,
            game_text.line,
            ply,
            names=names,
            variant="" if game is None else game.name,
            date=verdict.date,
            result=result_of(verdict),
        )
        if self.target:
            text = text_in(verdict, format_named(self.target))
            place = place._replace(text=text.text, refusal=text.refusal)
        if not self.placed or game is None:
            return place
        walk = Walk.of(verdict)
        if not walk.begins:
            return place
        bound, _ = bound_in(self.query, game)
        cells = tuple(game.board.cells[cell] for cell in sorted(set(bound.cells(walk, ply))))
        place = place._replace(position=game.write_position(walk.state(ply)), cells=cells)
        if not ply:
            return place
        before = walk.mover_state(ply)
        move = f"{numbered(before)} {game.writing.usual.write(before.copy(), walk.move(ply), game)}"
        return place._replace(move=move)

    def moved(self, result: FindResult, place: PartPlace) -> FindResult:
        """See `Work`."""
        found = result.place
        if found is not None:
            found = found._replace(game=found.game + place.games, line=found.line + place.lines)
        return result._replace(place=found, diagnostics=tuple(all_moved(list(result.diagnostics), place)))

    def progress(self, result: FindResult) -> tuple[int, bool]:
        """See `Work`."""
        return result.games, result.place is not None


def indexed_results(
    work: FindWork,
    paths: Iterable[str],
    reader: RecordReader,
    options: BulkOptions = ALONE,
    on_progress: OnProgress | None = None,
) -> Results:
    """The results for all files, as of `results_of`; the index beside a path is asked in place of its files."""
    sources = reader.sources(paths)
    with closing(Indexes(paths, work.judge, work.form, SiftedRows(sieve_of(work.query)))) as indexes:
        if not indexes:
            yield from results_of(work, sources, options, on_progress)
            return
        asked = ((source, indexes.judged(source)) for source in sources)
        for is_read, some in groupby(asked, key=lambda one: one[1] is None):
            if is_read:
                yield from results_of(work, (source for source, _ in some), options, on_progress)
                continue
            for source, judged in some:
                yield from file_results(work, source, judged=judged)
                if on_progress is not None and isinstance(source, Source):
                    on_progress(source.size)


def _may_hide(bound: Bound, verdict: Verdict, game: Variant) -> bool:
    """True if a query might be true in a game behind its fault."""
    if not bound.asks_positions(GameHeader(game, verdict.tags, result_of(verdict))):
        return False
    state = verdict.state
    pieces = 0 if state is None else sum(state.piece_at(cell) is not None for cell in range(len(game.board.cells)))
    return not bound.sieve.is_over(verdict.plies, pieces)


@dataclass(frozen=True)
class FoundGame:
    """A game that a query fits, and the first place at which it is true.

    game: the game. ply: how many plies of its main line were made; 0 is the start.
    file: what the source is called. number, line: of the game in the file, both from 1.

    >>> (found, *_) = find("check", "samples/games/chess/romantic.pgn")
    >>> found, str(found.move), found.position.turn.name
    (<FoundGame: game 1 of samples/games/chess/romantic.pgn, ply 21>, 'c4xb5', 'black')
    """

    game: Game
    ply: int
    file: str
    number: int
    line: int

    @property
    def move(self) -> LegalMove | None:
        """The move that led to the place; None for the start."""
        moves = [move for move, _ in self.game.mainline()]
        return moves[self.ply - 1] if self.ply else None

    @property
    def position(self) -> Position | None:
        """The position there; None for a game that could not begin."""
        if not self.ply:
            return self.game.start
        positions = [position for _, position in self.game.mainline()]
        return positions[self.ply - 1]

    def __repr__(self) -> str:
        return f"<FoundGame: game {self.number} of {shown(self.file, 60)}, ply {self.ply}>"


def find(
    query: Query | str,
    source: Readable,
    *,
    variant: str | None = None,
    format: str | None = None,
    index: bool = True,
) -> Iterator[FoundGame]:
    """The games that fit a query, one by one, each with the first place at which it is true.

    query: a `Query`, or its text (docs/find.md).
    source: a path (also of a folder, a packed file or an archive), or an open file, text or binary.
    variant: the game of records that name none.
    format: the format's name, if it is not to be recognised.
    index: ask the index beside the path, if it is there (`fairyscore.build_index`); the games are the same without it.

    A game with an error is searched up to the error. What a game does not have (a piece, a cell) is nowhere in it.
    Raises `QueryError`, `FileNotFoundError`, `UnknownFormat`, `UnknownVariant`; all by the first `next`.

    >>> for found in find("never move { castles }", "samples/games/chess/romantic.pgn"):
    ...     print(found.number, found.game.tags["White"], found.ply)
    3 Anderssen, Adolf 0
    """
    asked = as_query(query)
    for verdict, file in _judged(reader_named(variant, format), source, SiftedRows(sieve_of(asked)), index=index):
        if not verdict.game_text.number:
            continue
        ply = first_place(asked, verdict)
        if ply is None:
            continue
        name = verdict.game.name if verdict.game else verdict.tags.get("Variant", "chess")
        record = verdict.record or Record(name, tuple(verdict.tags.items()))
        game = Game(record, tuple(verdict.findings), verdict)
        yield FoundGame(game, ply, file, verdict.game_text.number, verdict.game_text.line)


def _judged(reader: RecordReader, source: Readable, order: SiftedRows, *, index: bool) -> Iterator[tuple[Verdict, str]]:
    """The verdicts on the games that may pass a sieve, each with the file's name. index: whether it may be asked."""
    path = os.fspath(source) if index and isinstance(source, str | os.PathLike) else ""
    with closing(Indexes([path] if path else (), reader.judge, reader.form_name, order)) as indexes:
        if not indexes:
            yield from reader.judged(source, order)
            return
        for one in reader.sources([path]):
            judged = indexes.judged(one)
            yield from (
                (verdict, one.name)
                for verdict in (reader.batches(one, order) if judged is None else judged)
                if isinstance(verdict, Verdict)
            )
