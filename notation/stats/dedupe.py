r"""The same game in several copies, found among any number of games: what is known of each lies in an index on the disk.

Games with the same moves are copies unless what else they say tells them apart (`similarity`). A game of which not all
could be read is a copy of another only where their texts are the same. On request, a game that ends where a longer one
goes on is a copy of it too. Memory holds a page of the index, however many games there are.

>>> from fairyscore.notation.stats.identity import identity_of
>>> from fairyscore.notation.records.game_text import GameText
>>> from fairyscore.notation.replay import Validator
>>> judge = Validator()
>>> with Copies() as copies:
...     for number, moves in enumerate(("1. e4 e5 *", "1. e2-e4 e7-e5 *", "1. d4 *"), 1):
...         text = f'[White "Anna"]\n\n{moves}'
...         copies.add(identity_of(judge.judge(GameText(number, text, number))), GamePlace("a.pgn", number, number))
...     copies.find()
...     [[(copy.place.game, copy.kept) for copy in group.copies] for group in copies.groups()]
[[(1, True), (2, False)]]
"""

from collections.abc import Iterator, Sequence
from itertools import chain, groupby, islice
from operator import itemgetter
from typing import Any, Final, NamedTuple

from fairyscore.notation.stats.disk_index import DiskIndex
from fairyscore.notation.stats.identity import Facts, Identity, alike, differences, digest
from fairyscore.notation.stats.openings import MOVE

MOST_COMPARED: Final = 200
"""So many games with the same moves and different tags are compared with each other; of more, as of games of three
plies, only those are copies that say the same."""

_TABLES = """
CREATE TABLE game (
    id INTEGER PRIMARY KEY, key BLOB, head BLOB, moves BLOB, plies INTEGER, sign BLOB, facts BLOB, rich INTEGER,
    text BLOB, tags BLOB, notes BLOB, file INTEGER, number INTEGER, line INTEGER
);
CREATE TABLE same (key BLOB, sign BLOB, one INTEGER, PRIMARY KEY (key, sign)) WITHOUT ROWID;
"""
_SIGNS = "SELECT key, sign, MIN(id) FROM game GROUP BY key, sign ORDER BY key, MIN(id)"
_JOINED = "FROM game JOIN same ON same.key = game.key AND same.sign = game.sign"
_MEMBERS = f"""
SELECT same.one, game.id, plies, facts, text, tags, notes, file, number, line
{_JOINED} ORDER BY same.one, plies DESC, {{order}} game.id
"""
_LEADERS = f"""
SELECT game.id, game.head, game.moves, game.facts {_JOINED}
WHERE game.id = same.one AND game.facts IS NOT NULL ORDER BY game.head, game.moves, game.id
"""


class GamePlace(NamedTuple):
    """The place of a game: its file, number and line."""

    file: str
    game: int
    line: int


class Copy(NamedTuple):
    """One copy. id: its place among all games that were added, from 0. differs: from the one that is kept, in what."""

    id: int
    place: GamePlace
    kept: bool
    differs: tuple[str, ...] = ()


class Group(NamedTuple):
    """The copies of one game, in the order of their ids. facts: of the one that is kept, if it could be read."""

    plies: int
    facts: Facts | None
    copies: tuple[Copy, ...]


class DuplicateDoubt(NamedTuple):
    """Two games with the same moves that something else tells apart."""

    plies: int
    one: GamePlace
    other: GamePlace
    differs: tuple[str, ...]


class Copies(DiskIndex):
    """The index. prefixes: whether beginnings of games are looked for too; then the moves are kept in it."""

    def __init__(self, *, prefixes: bool = False) -> None:
        super().__init__(_TABLES)
        self._prefixes = prefixes
        self._files: list[str] = []

    def add(self, game: Identity, place: GamePlace) -> None:
        """Take a game into the index."""
        if self._files[-1:] != [place.file]:
            self._files.append(place.file)
        key, head, moves, plies, sign, facts, *others = game
        packed = facts and facts.text.encode(errors="surrogatepass")
        where = (len(self._files) - 1, place.game, place.line)
        self.put(key, head, moves if self._prefixes else b"", plies, sign, packed, *others, *where)

    def find(self) -> None:
        """Find the copies, once all games are added."""
        list(self.rows("CREATE INDEX by_key ON game (key, sign)"))
        keys = groupby(self.rows(_SIGNS), key=itemgetter(0))
        self.many("INSERT INTO same VALUES (?, ?, ?)", chain.from_iterable(self._clusters(signs) for _, signs in keys))
        if self._prefixes:
            self._join_beginnings()

    def _clusters(self, more: Iterator[tuple[Any, ...]]) -> Iterator[tuple[object, ...]]:
        """For each sign of one key, the first game of those that it is a copy of."""
        signs = list(islice(more, MOST_COMPARED + 1))
        if len(signs) == 1 or len(signs) > MOST_COMPARED:
            yield from signs
            yield from more
            return
        known = [(*row, *self._game(row[2])[:2]) for row in signs]
        known.sort(key=lambda row: _joining_order(row[1], row[4]))
        clusters: list[tuple[int, list[Facts]]] = []
        for key, sign, one, plies, facts in known:
            home = next((c for c in clusters if facts and all(alike(facts, f, plies) for f in c[1])), None)
            if home is None:
                clusters.append(home := (one, []))
            home[1].extend([facts] if facts else [])
            yield key, sign, home[0]

    def _game(self, game: int) -> tuple[int, Facts | None, GamePlace]:
        """Plies, facts and place of a game, by its place among all."""
        ((plies, facts, *where),) = self.rows("SELECT plies, facts, file, number, line FROM game WHERE id = ?", game)
        return plies, _unpacked(facts), self._place(where)

    def _place(self, where: Sequence[int]) -> GamePlace:
        return GamePlace(self._files[where[-3]], where[-2], where[-1])

    def _join_beginnings(self) -> None:
        """Games in the order of their moves: one that begins another stands before it, with only such games between."""
        into: dict[int, int] = {}
        begun: list[tuple[int, bytes, bytes, Facts]] = []
        for one, head, moves, packed in self.rows(_LEADERS):
            facts = _unpacked(packed)
            assert facts is not None
            while begun and not (begun[-1][1] == head and moves.startswith(begun[-1][2])):
                begun.pop()
            for shorter, _, less, other in begun[-50:]:  # against so many longer ones at most
                plies = len(less) // MOVE.size
                known = not (facts.anonymous or other.anonymous)
                if shorter not in into and less != moves and known and alike(facts, other, plies):
                    into[shorter] = one
            if len(moves) >= 10 * MOVE.size:  # a shorter one is the beginning of too many others to be a copy of one
                begun.append((one, head, moves, facts))
        for shorter in reversed(into):  # the end of a chain is known before what leads to it
            into[shorter] = into.get(into[shorter], into[shorter])
        list(self.rows("CREATE INDEX by_one ON same (one)"))
        self.many("UPDATE same SET one = ? WHERE one = ?", ((longer, shorter) for shorter, longer in into.items()))

    # -- what was found ------------------------------------------------------------------------------------------------

    def groups(self, keep: str = "richest") -> Iterator[Group]:
        """The games of which there are several copies, by their first one. keep: `richest`, or `first`."""
        members = _MEMBERS.format(order="" if keep == "first" else "rich DESC,")
        for _, found in groupby(self.rows(members), key=itemgetter(0)):
            best, *rows = found
            copies = [Copy(row[1], self._place(row), False, _differs(row, best)) for row in rows]
            if copies:
                copies.append(Copy(best[1], self._place(best), True))
                yield Group(best[2], _unpacked(best[3]), tuple(sorted(copies)))

    def doubts(self, shortest: int) -> Iterator[DuplicateDoubt]:
        """Games of at least so many plies that have the moves of another and are not copies of it."""
        asked = "SELECT key, one FROM same GROUP BY key, one ORDER BY key, one"
        for _, found in groupby(self.rows(asked), key=itemgetter(0)):
            first, *others = (row[1] for row in islice(found, MOST_COMPARED))
            plies, facts, place = self._game(first) if others else (0, None, None)
            if plies >= shortest and facts is not None and place is not None:
                for _, theirs, other in map(self._game, others):
                    if theirs is not None:
                        yield DuplicateDoubt(plies, place, other, differences(facts, theirs, plies))


def _joining_order(sign: bytes, facts: Facts | None) -> tuple[int, bytes]:
    """The place of a game among those of one key, whatever the order of the files: who says much comes first.

    So a game that says little joins one that says much.
    """
    length = len(facts.text) if facts is not None else 0
    return -length, digest(*sign.split(b"\n"))


def _unpacked(packed: bytes | None) -> Facts | None:
    """Facts as the index has them."""
    return None if packed is None else Facts.of_text(packed.decode(errors="surrogatepass"))


def _differs(row: tuple[Any, ...], best: tuple[Any, ...]) -> tuple[str, ...]:
    """In what a copy differs from the one that is kept; nothing where their texts are the same."""
    if row[4] == best[4]:
        return ()
    if row[2] != best[2]:
        return (f"ends after ply {row[2]}",)
    found = tuple(name for name, at in (("tags", 5), ("comments", 6)) if row[at] != best[at])
    return found or ("the way it is written",)
