"""Segments of an index: what is known of some ten thousand games, so that a sieve is asked of them without reading one.

A segment knows of each of its games where its text begins, its variant and tags, which pieces were on the board together,
and the numbers of its positions. A game has a place in it, from 0 on. Positions are kept as postings: four bytes each,
sixteen bits of the number and the place, in buckets by the first bits of the number. So a wrong game comes out now and
then, and no right one is missed; whoever asks reads the games that come out.

>>> segment = NewSegment()
>>> for name, numbers in (("Anna", (7 << 50, 9 << 50)), ("Bert", (7 << 50,))):
...     game = IndexedGame("chess", {"White": name}, "1-0", array("Q", numbers).tobytes(), [])
...     segment.add(0, 1, game)
>>> buckets = list(segment.buckets())
>>> [sorted(places_in(buckets[0], segment.bits, number << 50)) for number in (7, 9, 8)]
[[0, 1], [0], []]
"""

from __future__ import annotations

import json
import zlib
from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import compress, count, repeat
from typing import Final, NamedTuple

from fairyscore.notation.kernel import grouped_places, sorted_postings

MOST_GAMES: Final = 0xFFFF
"""Games of a segment: their places have two bytes, and the values of a tag one number more."""

IN_BUCKET: Final = 256
"""Postings of a bucket, about: so many are read for one position."""

PAGE: Final = 256
"""Games whose places in the file are read together."""

RESULT: Final = "="
"""In the place of a tag: the result, as the moves end, else of the tag."""

VARIANT: Final = "/"
"""In the place of a tag: the name of the variant."""

_PLACE: Final = 0xFFFF


class IndexedGame(NamedTuple):
    """A game as an index takes it in.

    variant, tags, result: as its header says. numbers: of its positions, eight bytes each. material: how many pieces were
    on the board, a byte for each type and seat.
    """

    variant: str
    tags: Mapping[str, str]
    result: str
    numbers: bytes
    material: Sequence[bytes]


class _NewColumn:
    """The values of a tag, game by game: 0 for none, else the number of the value, from 1."""

    def __init__(self) -> None:
        self.values: dict[str, int] = {}
        self.numbers = array("H")

    def fill(self, games: int) -> None:
        self.numbers.extend(repeat(0, games - len(self.numbers)))


class _NewMaterial:
    """The pieces of a variant that are on the board together: each has a number, which its games name."""

    def __init__(self) -> None:
        self.numbers: defaultdict[bytes, int] = defaultdict(count().__next__)
        self._named = array("I")
        self._places = array("H")

    def add(self, place: int, material: Sequence[bytes]) -> None:
        self._named.extend(map(self.numbers.__getitem__, material))
        self._places.extend(repeat(place, len(material)))

    def row(self) -> tuple[int, bytes, bytes, bytes]:
        """How many bytes the pieces have, the different ones, how many games have each, and which."""
        known = self.numbers
        counts, places = grouped_places(self._named.tobytes(), self._places.tobytes(), len(known))
        return len(next(iter(known))), _packed(b"".join(known)), _packed(counts), _packed(places)


class NewSegment:
    """A segment that is made, game by game. games: how many it has."""

    def __init__(self) -> None:
        self.games = 0
        self._begins = array("Q")
        self._columns: dict[str, _NewColumn] = {}
        self._numbers = bytearray()
        self._owners = array("H")
        self._material: dict[str, _NewMaterial] = {}

    def add(self, begin: int, line: int, game: IndexedGame | None) -> None:
        """Take in a game. begin, line: the byte and the line of the file at which it begins. None: one of which nothing
        is known."""
        place = self.games
        self.games += 1
        self._begins.extend((begin, line))
        if game is None:
            return
        columns = self._columns
        for name, value in (*game.tags.items(), (RESULT, game.result), (VARIANT, game.variant)):
            column = columns.get(name)
            if column is None:
                column = columns[name] = _NewColumn()
            values, numbers = column.values, column.numbers
            if len(numbers) < place:
                column.fill(place)
            numbers.append(values.setdefault(value, len(values) + 1))
        self._numbers += game.numbers
        self._owners.extend(repeat(place, len(game.numbers) // 8))
        if game.variant not in self._material:
            self._material[game.variant] = _NewMaterial()
        self._material[game.variant].add(place, game.material)

    @property
    def bits(self) -> int:
        """The first bits of a number that tell its bucket."""
        return (len(self._owners) // IN_BUCKET).bit_length()

    def buckets(self) -> Iterator[bytes]:
        """The postings of each bucket."""
        found, ends = sorted_postings(bytes(self._numbers), self._owners.tobytes(), self.bits)
        begin = 0
        for end in _as_array("I", ends):
            yield found[4 * begin : 4 * end]
            begin = end

    def pages(self) -> Iterator[bytes]:
        """The places at which the games begin, a page each."""
        for begin in range(0, 2 * self.games, 2 * PAGE):
            yield self._begins[begin : begin + 2 * PAGE].tobytes()

    def columns(self) -> Iterator[tuple[str, bytes, bytes]]:
        """Each tag with the values that it has, and which of these each game has."""
        for name, column in self._columns.items():
            column.fill(self.games)
            yield name, _packed(json.dumps(list(column.values)).encode()), _packed(column.numbers.tobytes())

    def materials(self) -> Iterator[tuple[str, int, bytes, bytes, bytes]]:
        """The row of each variant whose pieces are known."""
        for name, material in self._material.items():
            if material.numbers:
                yield name, *material.row()


class TagColumn(NamedTuple):
    """A tag as it is read: its values, of which the first is None, and the number of the value that each game has."""

    values: Sequence[str | None]
    numbers: Sequence[int]

    @classmethod
    def of(cls, values: bytes, numbers: bytes) -> TagColumn:
        """That of the bytes that `NewSegment.columns` gives."""
        return cls([None, *json.loads(zlib.decompress(values))], _as_array("H", zlib.decompress(numbers)))

    @classmethod
    def empty(cls, games: int) -> TagColumn:
        """That of a tag that no game has."""
        return cls([None], bytes(games))


class MaterialTable(NamedTuple):
    """The pieces that were on the board together, as they are read. size: bytes of each."""

    size: int
    pieces: bytes
    counts: Sequence[int]
    places: Sequence[int]

    @classmethod
    def of(cls, size: int, pieces: bytes, counts: bytes, places: bytes) -> MaterialTable:
        """That of the bytes that `NewSegment.materials` gives."""
        return cls(
            size,
            zlib.decompress(pieces),
            _as_array("I", zlib.decompress(counts)),
            _as_array("H", zlib.decompress(places)),
        )

    def games(self, fits: Callable[[bytes], bool]) -> set[int]:
        """The places of the games that have such pieces at some time."""
        found: set[int] = set()
        begin, size = 0, self.size
        for number, games in enumerate(self.counts):
            if fits(self.pieces[size * number : size * number + size]):
                found.update(self.places[begin : begin + games])
            begin += games
        return found


def fitting(columns: Sequence[TagColumn], games: int, fits: Callable[[Sequence[str | None]], bool]) -> set[int]:
    """The places of the games whose values in some columns fit. It is asked once of the same values."""
    rows = list(zip(*(column.numbers for column in columns), strict=True)) if columns else [()] * games
    answers = {
        row: fits([column.values[number] for column, number in zip(columns, row, strict=True)]) for row in set(rows)
    }
    return set(compress(range(games), map(answers.__getitem__, rows)))


def bucket_of(number: int, bits: int) -> int:
    """The bucket of a position."""
    return number >> (64 - bits)


def places_in(bucket: bytes, bits: int, number: int) -> set[int]:
    """The places of the games in a bucket that may have a position of a number, and now and then of another one."""
    postings = _as_array("I", bucket)
    first = (number >> (48 - bits) & 0xFFFF) << 16
    begin = bisect_left(postings, first)
    end = bisect_left(postings, first + _PLACE + 1, begin)
    return {posting & _PLACE for posting in postings[begin:end]}


def begins_of(page: bytes) -> Sequence[int]:
    """The bytes and lines at which the games of a page begin, in turn."""
    return _as_array("Q", page)


def _packed(data: bytes) -> bytes:
    return zlib.compress(data, 1)


def _as_array(kind: str, data: bytes) -> array[int]:
    found: array[int] = array(kind)
    found.frombytes(data)
    return found
