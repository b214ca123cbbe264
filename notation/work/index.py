"""The index of an archive: made beside it, and brought up to date where files have changed."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from fairyscore.notation.archive import Stretch, judge_batches
from fairyscore.notation.errors import NotWritten
from fairyscore.notation.find.index_file import DamagedIndex, FileRun, IndexFile, OddPlace, bytes_digest, index_path
from fairyscore.notation.find.segments import MOST_GAMES, IndexedGame, NewSegment
from fairyscore.notation.find.walk import Walk, result_of
from fairyscore.notation.formats.base import Borders
from fairyscore.notation.formats.registry import format_named
from fairyscore.notation.reader import RecordReader, reader_named
from fairyscore.notation.records.diagnostics import Diagnostic, RecordCode, moved
from fairyscore.notation.records.text_reader import OnProgress, byte_line_ends
from fairyscore.notation.replay import BatchForm, Validator, Verdict
from fairyscore.notation.storage.listing import check_exists
from fairyscore.notation.storage.source import Source
from fairyscore.notation.text import counted, shown
from fairyscore.notation.work.bulk.base import Work
from fairyscore.notation.work.bulk.ledger import settings_of
from fairyscore.notation.work.bulk.ranges import SIZE, Range, Stamp, planned, range_bytes

MOST_SEGMENTS: Final = 32
"""So many more segments than are needed are too many: each is asked for itself."""


@dataclass(frozen=True, slots=True)
class Indexed:
    """An index as it stands now.

    path: of its file. files: how many the archive has; left: of these, those of which it knows nothing, since they can only
    be read from the beginning. games: how many it knows.
    read: files that were read now; dropped: files that are not there any more.

    >>> Indexed("games.index", files=2, games=12, read=1, dropped=0, left=0)
    <Indexed: games.index, 12 games in 2 files>
    """

    path: str
    files: int
    games: int
    read: int
    dropped: int
    left: int

    def __repr__(self) -> str:
        return f"<Indexed: {shown(self.path, 60)}, {counted(self.games, 'game')} in {counted(self.files, 'file')}>"


def build_index(path: str | os.PathLike[str], *, variant: str | None = None, format: str | None = None) -> Indexed:
    """Make the index beside an archive, or bring it up to date: changed files are read, missing ones forgotten.

    path: a file, a folder, a packed file or an archive; the index stands beside it, with `.index` behind its name.
    variant: the game of records that name none.
    format: the format's name, if it is not to be recognised.

    `find` asks it where it is there, and is made with the same `variant` and `format`. Raises `NotWritten`,
    `FileNotFoundError`, `UnknownFormat`, `UnknownVariant`.

    >>> import shutil, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     archive = shutil.copy("samples/games/chess/romantic.pgn", folder)
    ...     build_index(archive).games
    3
    """
    name = os.fspath(path)
    check_exists(name)
    return updated_index(name, reader_named(variant, format))


def updated_index(path: str, reader: RecordReader, on_progress: OnProgress | None = None) -> Indexed:
    """The same, by a reader of records. on_progress: gets the bytes read since its last call. Raises `NotWritten`."""
    import sqlite3

    settings = [*settings_of(reader.judge), reader.form_name]
    try:
        with IndexFile(path, settings, writes=True) as index:
            index.begin()
            games, waste, segments = index.waste()
            if 2 * waste > games or segments > MOST_SEGMENTS + games // MOST_GAMES:
                index.clear()
            found = _Update(index, reader, on_progress).done(path)
            index.commit()
            return found
    except (sqlite3.Error, DamagedIndex) as error:
        raise NotWritten(index_path(path), str(error)) from None


class _Update:
    """One update of an index."""

    def __init__(self, index: IndexFile, reader: RecordReader, on_progress: OnProgress | None) -> None:
        self._index = index
        self._work = Work(reader.judge, reader.form_name)
        self._reader = reader
        self._heard = on_progress
        self._segment = NewSegment()
        self._odd: list[OddPlace] = []
        self._number = index.next_segment()
        self._run_begin = 0

    def done(self, path: str) -> Indexed:
        """The index once all is known of the files of an archive."""
        missing = self._index.files()
        read = files = 0
        for source in self._reader.sources([path]):
            name = self._index.name_of(source) if isinstance(source, Source) and not source.once else None
            if name is None or not isinstance(source, Source):
                continue
            known = missing.pop(name, None)
            files += 1
            try:
                read += self._brought_up(source, name, known)
            except OSError:  # it is gone, or lies elsewhere
                if known is not None:
                    self._index.drop_file(known)
        for file in missing.values():
            self._index.drop_file(file)
        self._end_segment()
        games, left = self._index.totals()
        return Indexed(self._index.path, files, games, read, len(missing), left)

    def _brought_up(self, source: Source, name: str, known: int | None) -> bool:
        """True if a file had to be read. Raises `OSError`."""
        stamp = Stamp.of(source.path)
        digest = ""
        if known is not None:
            before = self._index.file(name)
            assert before is not None
            if before.stamp == stamp:
                return False
            digest = bytes_digest(source)
            if before.digest == digest:
                self._index.set_stamp(before, stamp)
                return False
            self._index.drop_file(known)
        file = self._index.put_file(name, stamp, digest or bytes_digest(source))
        self._read(source, name, file)
        if Stamp.of(source.path) != stamp:
            self._index.drop_file(file)
        return True

    def _read(self, source: Source, name: str, file: int) -> None:
        """Take in the games of a file, if it can be cut. name: within the archive; file: its number."""
        games = lines = 0
        notes: list[tuple[int, Diagnostic]] = []
        self._run_begin = self._segment.games
        form, end = "", 0
        usual: str | None = None
        for step in planned(self._work, [source], SIZE, self._heard, surveys=True):
            for one in step if isinstance(step, tuple) else (None,):
                data = None if one is None or not (one.known or (one.first and one.last)) else range_bytes(one)
                part = None if one is None or data is None else _RangeGames(one, data, self._work.judge)
                if one is None or part is None:
                    self._index.drop_runs(file)
                    self._run_begin = self._segment.games
                    return
                usual = one.usual if one.known else None
                for begin, line, verdicts in part.texts():
                    if self._segment.games == MOST_GAMES:
                        self._end_run(file, one.begin + begin)
                        self._end_segment()
                    self._add(one.begin + begin, lines + line, verdicts)
                    form = verdicts[0].form if verdicts else form
                codes = {note.code for _, note in notes}
                notes += [
                    (games + at, moved(note, one.name, games, lines))
                    for at, note in part.notes
                    if note.code not in codes
                ]
                games, lines, end = games + part.games, lines + part.lines, one.end
                if self._heard is not None and one.path:
                    self._heard(one.size)
        self._end_run(file, end)
        if all(note.code == RecordCode.ENCODING for _, note in notes):
            self._index.set_form(name, form, usual, notes)
        else:
            self._index.drop_runs(file)

    def _add(self, begin: int, line: int, verdicts: list[Verdict]) -> None:
        """Take in a text between two borders."""
        verdict = verdicts[0] if len(verdicts) == 1 else None
        game = None if verdict is None else _indexed(verdict)
        if verdict is None or game is None:
            self._odd.append(OddPlace(self._segment.games, len(verdicts), None, None))
        elif verdict.refused:
            self._odd.append(OddPlace(self._segment.games, 1, verdict.plies, _pieces_left(verdict)))
        self._segment.add(begin, line, game)

    def _end_run(self, file: int, end: int) -> None:
        """The games of a file that have come since the last run are one. end: the byte where the last of them ends."""
        games = self._segment.games - self._run_begin
        if games:
            self._index.put_run(file, FileRun(self._number, self._run_begin, games, end))
        self._run_begin = self._segment.games

    def _end_segment(self) -> None:
        if self._segment.games:
            self._index.put_segment(self._number, self._segment, self._odd)
            self._number += 1
        self._segment, self._odd, self._run_begin = NewSegment(), [], 0


def _indexed(verdict: Verdict) -> IndexedGame | None:
    """A game as an index takes it in; None for one that could not begin."""
    if verdict.game is None:
        return None
    walk = Walk.of(verdict)
    if not walk.begins:
        return None
    return IndexedGame(verdict.game.name, verdict.tags, result_of(verdict), *walk.summary())


def _pieces_left(verdict: Verdict) -> int:
    """How many pieces are on the board where a game was refused."""
    state, game = verdict.state, verdict.game
    if state is None or game is None:
        return 0
    return sum(state.piece_at(cell) is not None for cell in range(len(game.board.cells)))


class _RangeGames:
    """The games of a range, by the texts between its borders.

    games, lines: how many there are in it, once all texts are taken. notes: what is to be said of the file, each behind so
    many games.
    """

    def __init__(self, one: Range, data: bytes, judge: Validator) -> None:
        self._one = one
        self._data = data
        self._judge = judge
        self.games = self.lines = 0
        self.notes: list[tuple[int, Diagnostic]] = []

    def texts(self) -> Iterator[tuple[int, int, list[Verdict]]]:
        """The texts between two borders at which games begin: the byte and line of each, from 0 and 1, and its games."""
        one = self._one
        form = format_named(one.form) if one.form else None
        borders = dict(self._borders(form.borders)) if one.known and form is not None and form.borders else {}
        stretch = Stretch(first=one.first, last=one.last, usual=one.usual, known=one.known)
        begin, line, verdicts = 0, 1, list[Verdict]()
        source = io.BytesIO(self._data)
        for verdict in judge_batches(source, self._judge, BatchForm.ROWS, one.name, form=form, stretch=stretch):
            assert isinstance(verdict, Verdict)
            text = verdict.game_text
            if not text.number:
                self.notes += [(self.games, finding) for finding in verdict.findings]
                continue
            self.games += 1
            if text.line in borders and verdicts:
                yield begin, line, verdicts
                begin, line, verdicts = borders[text.line], text.line, []
            verdicts.append(verdict)
        if verdicts or not one.begin:
            yield begin, line, verdicts
        self.lines = stretch.lines

    def _borders(self, borders: Borders) -> Iterator[tuple[int, int]]:
        """The lines and bytes of the borders."""
        data = self._data
        places = sorted({place + own for mark, own in borders.marks for place in _places_of(mark, data)})
        before, line = 0, 1
        for place in places:
            line += byte_line_ends(data, before, place)
            before = place
            yield line, place


def _places_of(mark: bytes, data: bytes) -> Iterator[int]:
    """Where a mark stands in some bytes."""
    place = data.find(mark)
    while place >= 0:
        yield place
        place = data.find(mark, place + 1)
