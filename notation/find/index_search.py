"""A sieve asked of an index in place of the files: only the texts of games that may pass are read.

What comes of a file is the same as without an index: verdicts on games that pass, and batches of those between them, which
nobody reads.
"""

from __future__ import annotations

import io
import zlib
from bisect import bisect_left
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from functools import partial
from typing import BinaryIO, Final, NamedTuple

from fairyscore.notation.archive import Judged, Shift, Stretch, judge_batches
from fairyscore.notation.find.index_file import FileRun, IndexedFile, IndexedSegment, IndexFile, OddPlace
from fairyscore.notation.find.segments import (
    PAGE,
    RESULT,
    VARIANT,
    TagColumn,
    begins_of,
    bucket_of,
    fitting,
    places_in,
)
from fairyscore.notation.formats.registry import format_named
from fairyscore.notation.records.game_text import Batch, GameText
from fairyscore.notation.records.positions import position_number
from fairyscore.notation.records.text_reader import byte_line_ends
from fairyscore.notation.replay import SiftedRows, Validator, Verdict
from fairyscore.notation.replay.sieve import MOST, Alternative, GameHeader, HeaderTest, Measure, PlyTest, Sieve
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.storage.source import Source, Unreadable
from fairyscore.notation.variants.registry import variant
from fairyscore.notation.work.bulk.ledger import settings_of

FEW: Final = 64
"""So few games are sooner read than asked for their pieces."""

TOGETHER: Final = 1 << 18
"""Bytes of texts that are read as one."""

WORTH: Final = 4
"""Where more than one game in so many may pass, the file is sooner read as a whole."""


class _Text(NamedTuple):
    """A text to read: its place in the segment, where it begins and ends in the file, and its first line."""

    place: int
    begin: int
    end: int
    line: int


class SegmentAnswer(NamedTuple):
    """The answer of a segment.

    places: of the games that may pass, rising. faulty: of faulty games that may only do so behind their fault.
    many: how many games the texts have that are not one. variants: those of the games.
    """

    places: Sequence[int]
    faulty: Sequence[int]
    many: Mapping[int, int]
    variants: TagColumn


Terms = tuple[tuple[int, int, tuple[int, ...]], ...]
"""Ranges for numbers of pieces: each with the places of these pieces in the bytes of a material."""


class Indexes:
    """The indexes beside some paths, as far as there are any, of which a sieve is asked.

    judge: judges the games that pass. form: the name of the format of all files, empty where it is to be recognised.
    """

    def __init__(self, paths: Iterable[str], judge: Validator, form: str, order: SiftedRows) -> None:
        self._judge = judge
        self._form = form
        settings = [*settings_of(judge), form]
        # What the game of a folder is, or is to be judged at once, is no part of an index.
        paths = () if judge.folders or judge.plays else dict.fromkeys(paths)
        found = (IndexFile.beside(path, settings) for path in paths)
        self._asked = [(index, _IndexSearch(index, order)) for index in found if index is not None]

    def __bool__(self) -> bool:
        return bool(self._asked)

    def judged(self, source: Source | Unreadable) -> Iterator[Judged] | None:
        """What comes of a source; None where it is to be read."""
        import sqlite3

        if isinstance(source, Unreadable):
            return None
        for index, search in self._asked:
            # Of a damaged index any of these may come, and only here: what is given reads nothing of it any more.
            with suppress(sqlite3.Error, ValueError, LookupError, TypeError, OSError, zlib.error):
                known = index.true_file(source)
                if known is not None:
                    return search.judged(source, known, self._judge, self._form)
        return None

    def close(self) -> None:
        """Let go of the files."""
        for index, _ in self._asked:
            index.close()


class _IndexSearch:
    """A sieve that is asked of an index, file by file."""

    def __init__(self, index: IndexFile, order: SiftedRows) -> None:
        self._index = index
        self._order = order
        self._answers: dict[int, SegmentAnswer | None] = {}

    def judged(self, source: Source, known: IndexedFile, judge: Validator, form: str) -> Iterator[Judged] | None:
        """What comes of a file; None where it is sooner read. Raises `OSError` where it cannot be.

        known: what the index has of it. form: as `Indexes` has it.
        """
        if not known.form:
            return None
        asked: list[tuple[FileRun, SegmentAnswer]] = []
        passing = games = 0
        for run in self._index.runs(known):
            if run.segment not in self._answers:
                self._answers[run.segment] = self._answered(run.segment)
            answer = self._answers[run.segment]
            if answer is None:
                return None
            asked.append((run, answer))
            games += run.games
            passing += len(_within(answer.places, run))
            if passing * WORTH > games + FEW:
                return None
        if passing:
            source.open().close()
        parts = [(run, answer, self._texts(run, answer)) for run, answer in asked]
        # A file that is one text is recognised anew, unless somebody says what it is.
        named = form if known.usual is None else known.form
        return _FileSearch(self._order, source, known, judge, named).judged(parts)

    def _texts(self, run: FileRun, answer: SegmentAnswer) -> list[_Text]:
        """The texts of a run that are to be read."""
        pages: dict[int, Sequence[int]] = {}

        def begin_of(place: int) -> tuple[int, int]:
            page, at = divmod(place, PAGE)
            if page not in pages:
                pages[page] = begins_of(self._index.page(run.segment, page))
            return pages[page][2 * at], pages[page][2 * at + 1]

        found = []
        last = run.first + run.games - 1
        for at in _within(answer.places, run):
            place = answer.places[at]
            begin, line = begin_of(place)
            end = run.end if place == last else begin_of(place + 1)[0]
            found.append(_Text(place, begin, end, line))
        return found

    def _answered(self, segment: int) -> SegmentAnswer | None:
        """The answer of a segment, None where all of its games may pass."""
        known = self._index.segment(segment)
        questions = _Questions(self._index, known)
        variants = questions.column(VARIANT)
        odd = self._index.odd(known)
        many = {one.place: one.games for one in odd if one.plies is None}
        found = set(many)
        sieves: dict[int, tuple[Variant, Sieve]] = {}
        for number, name in enumerate(variants.values):
            if name is None:
                continue
            game = variant(name)
            sieve = self._order.sieve_of(game)
            passing = questions.passing(sieve, game)
            if passing is None:
                return None
            if len(variants.values) > 2:
                passing = {place for place in passing if variants.numbers[place] == number}
            found |= passing
            sieves[number] = game, sieve
        hides = (
            one.place
            for one in odd
            if one.plies is not None
            and one.place not in found
            and questions.may_hide(one, *sieves[variants.numbers[one.place]])
        )
        return SegmentAnswer(sorted(found), list(hides), many, variants)


class _Questions:
    """The questions to a segment; what is read of it is kept, since alternatives often ask the same."""

    def __init__(self, index: IndexFile, segment: IndexedSegment) -> None:
        self._index = index
        self._segment = segment
        self._columns: dict[str, TagColumn] = {}
        self._headed: dict[tuple[str, tuple[HeaderTest, ...]], set[int]] = {}
        self._materials: dict[tuple[str, Terms], set[int]] = {}

    def column(self, name: str) -> TagColumn:
        """The values of a tag."""
        found = self._columns.get(name)
        if found is None:
            found = self._columns[name] = self._index.tag(self._segment, name)
        return found

    def passing(self, sieve: Sieve, game: Variant) -> set[int] | None:
        """The games of a variant that may pass a sieve, and games of others; None where all may."""
        found: set[int] = set()
        for alternative in sieve.alternatives:
            passing = self._of(alternative, game)
            if passing is None:
                return None
            found |= passing
        return found

    def _of(self, alternative: Alternative, game: Variant) -> set[int] | None:
        """The games that may pass an alternative, None where nothing in it can be asked."""
        parts: list[Callable[[], set[int]]] = [
            partial(self._at, term)
            for terms in alternative.stages
            for term in terms
            if term.measure is Measure.POSITION
        ]
        if alternative.headers:
            parts.append(partial(self._with_headers, alternative.headers, game))
        materials = dict.fromkeys(_material_terms(terms, game) for terms in alternative.stages)
        parts += [partial(self._with_material, terms, game) for terms in materials if terms]
        found: set[int] | None = None
        for part in parts:
            if found is not None and len(found) <= FEW:
                break
            found = part() if found is None else found & part()
        return found

    def _at(self, term: PlyTest) -> set[int]:
        """The games that come to one of the positions of a term."""
        found: set[int] = set()
        segment, bits = self._segment.number, self._segment.bits
        for number in map(position_number, term.states):
            bucket = self._index.bucket(segment, bucket_of(number, bits))
            found |= places_in(bucket, bits, number)
        return found

    def _with_headers(self, tests: tuple[HeaderTest, ...], game: Variant) -> set[int]:
        """The games whose header fits all of some tests."""
        found = self._headed.get((game.name, tests))
        if found is None:
            names = _tags_of(tests)

            def fits(values: Sequence[str | None]) -> bool:
                header = _header(game, names, values)
                return all(test.fits(header) for test in tests)

            columns = [self.column(name) for name in names]
            found = self._headed[game.name, tests] = fitting(columns, self._segment.games, fits)
        return found

    def _with_material(self, terms: Terms, game: Variant) -> set[int]:
        """The games with such pieces on the board at some time."""
        found = self._materials.get((game.name, terms))
        if found is None:
            table = self._index.material(self._segment, game.name)
            found = set() if table is None else table.games(partial(_fits, terms))
            self._materials[game.name, terms] = found
        return found

    def may_hide(self, one: OddPlace, game: Variant, sieve: Sieve) -> bool:
        """True if a faulty game that does not pass might do so behind its fault."""
        if not sieve.asks_positions or one.plies is None or one.pieces is None or sieve.is_over(one.plies, one.pieces):
            return False
        names = _tags_of(test for alternative in sieve.alternatives for test in alternative.headers)
        values = [column.values[column.numbers[one.place]] for column in map(self.column, names)]
        return sieve.admits(_header(game, names, values))


def _tags_of(tests: Iterable[HeaderTest]) -> list[str]:
    """The tags that tests look at, and the result."""
    return [RESULT, *dict.fromkeys(tag for test in tests for tag in test.tags)]


def _header(game: Variant, names: Sequence[str], values: Sequence[str | None]) -> GameHeader:
    """A header of some tags, the first of which is the result."""
    tags = {name: value for name, value in zip(names[1:], values[1:], strict=True) if value is not None}
    return GameHeader(game, tags, values[0] or "*")


def _material_terms(terms: Iterable[PlyTest], game: Variant) -> Terms:
    """What terms say of all pieces on the board: pieces that stand on some cells are there."""
    found: dict[tuple[int, int, tuple[int, ...]], None] = {}
    seats = len(game.seats)
    for term in terms:
        if term.measure not in (Measure.ON_BOARD, Measure.ON_CELLS) or None in term.pieces or term.lasts:
            continue
        high = term.high if term.measure is Measure.ON_BOARD else MOST
        if term.low > 0 or high < MOST:
            places = sorted(seats * piece[1] + piece[0] for piece in term.pieces if piece is not None)
            found[term.low, high, tuple(places)] = None
    return tuple(found)


def _fits(terms: Terms, pieces: bytes) -> bool:
    return all(low <= sum([pieces[place] for place in places]) <= high for low, high, places in terms)


def _within(places: Sequence[int], run: FileRun) -> range:
    """Which of some rising places are in a run."""
    first = bisect_left(places, run.first)
    return range(first, bisect_left(places, run.first + run.games, first))


class _FileSearch:
    """One file, of which the games are read that may pass: their texts are put together, and read as one."""

    def __init__(self, order: SiftedRows, source: Source, known: IndexedFile, judge: Validator, form: str) -> None:
        self._order = order
        self._source = source
        self._offsets = known
        self._judge = judge
        self._number = 0  # games so far
        self._notes = list(known.notes)
        self._form = format_named(form) if form else None
        self._at = 0  # the byte up to which it was read
        self._passed: deque[tuple[int, Batch]] = deque()  # games that nobody reads, and how many there are with them
        self._taken = _Together()

    def judged(self, parts: Sequence[tuple[FileRun, SegmentAnswer, Sequence[_Text]]]) -> Iterator[Judged]:
        """What comes of the file."""
        with ExitStack() as stack:
            stream: BinaryIO | None = None
            for run, answer, texts in parts:
                begin, end = run.first, run.first + run.games
                for text in texts:
                    self._pass_over(answer, begin, text.place)
                    stream = stream or stack.enter_context(self._source.open())
                    games = answer.many.get(text.place, 1)
                    self._taken.add(text, self._bytes(stream, text.begin, text.end), self._number, games)
                    self._number += games
                    begin = text.place + 1
                    if self._taken.size >= TOGETHER:
                        yield from self._read(parts[-1][0].end)
                self._pass_over(answer, begin, end)
            if self._taken.shifts:
                yield from self._read(parts[-1][0].end)
        yield from self._before(None)

    def _pass_over(self, answer: SegmentAnswer, begin: int, end: int) -> None:
        """The games between two places do not pass."""
        if begin == end:
            return
        self._number += end - begin
        faulty = bisect_left(answer.faulty, end) - bisect_left(answer.faulty, begin)
        if len(answer.variants.values) == 2:  # none, and one
            counts: Mapping[int, int] = {1: end - begin}
        else:
            counts = Counter(answer.variants.numbers[begin:end])
        for number, games in counts.items():
            passed = Batch(games, 0, 0, 0, variant=str(answer.variants.values[number]), faulty=faulty)
            self._passed.append((self._number, passed))
            faulty = 0

    def _before(self, number: int | None) -> Iterator[Judged]:
        """What comes of the file in front of a game: games that nobody reads, and what is to be said of it; None for the
        rest."""
        while self._passed and (number is None or self._passed[0][0] < number):
            yield self._passed.popleft()[1]
        while self._notes and (number is None or self._notes[0][0] < number):
            yield Verdict(GameText(0, "", self._notes[0][1].line), [self._notes.pop(0)[1]])

    def _read(self, end: int) -> Iterator[Judged]:
        """The games that were taken. end: the byte where the last game of the file ends."""
        taken, self._taken = self._taken, _Together()
        stretch = Stretch(
            first=taken.is_first,
            last=taken.end == end,
            usual=self._offsets.usual or "",
            known=self._offsets.usual is not None,
            shifts=taken.shifts,
        )
        stream = io.BytesIO(b"".join(taken.texts))
        for one in judge_batches(stream, self._judge, self._order, self._source.name, form=self._form, stretch=stretch):
            if isinstance(one, Batch):
                yield one
            elif one.game_text.number:
                yield from self._before(one.game_text.number)
                yield one

    def _bytes(self, stream: BinaryIO, begin: int, end: int) -> bytes:
        if self._source.plain:
            stream.seek(begin)
            return stream.read(end - begin)
        while self._at < begin:
            passed = len(stream.read(min(begin - self._at, 1 << 20)))
            if not passed:
                return b""
            self._at += passed
        data = stream.read(end - begin)
        self._at += len(data)
        return data


class _Together:
    """Texts of a file that are read as one.

    texts: they. shifts: where each stands in the file. size: their bytes. is_first: whether the file begins with them.
    end: the byte of the file where the last of them ends.
    """

    def __init__(self) -> None:
        self.texts: list[bytes] = []
        self.shifts: list[Shift] = []
        self.size = self.end = 0
        self.is_first = False
        self._games = 0
        self._line = 1

    def add(self, text: _Text, data: bytes, before: int, games: int) -> None:
        """Take in a text of so many games. before: how many of the file stand in front of them."""
        self.is_first |= not text.begin
        self.shifts.append(Shift(self._line, before - self._games, text.line - self._line))
        self.texts.append(data)
        self.size += len(data)
        self.end = text.end
        self._games += games
        self._line += byte_line_ends(data)
