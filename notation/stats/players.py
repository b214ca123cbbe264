"""Who played how often and how well, by game and seat.

A table grows with the names in an archive. Where there are more than `MOST_ENTRIES`, nobody is told apart any more, and
`complete` says so: half a table would only look right.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from fairyscore.notation.records.tree import UNKNOWN
from fairyscore.notation.rules.variant import Seat

MOST_ENTRIES: Final = 200_000
"""Names by variant and seat: some 50 MiB."""


class Score(NamedTuple):
    """Games of one player in one seat by how they ended, and without a result."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    open: int = 0

    @property
    def games(self) -> int:
        """All of them."""
        return sum(self)

    @property
    def finished(self) -> int:
        """Those with a result."""
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> float:
        """One for a game won, half for one drawn."""
        return self.won + self.drawn / 2


class Player(NamedTuple):
    """One player. seats: variant, seat and score, the most played first."""

    name: str
    score: Score
    seats: tuple[tuple[str, str, Score], ...]


def names_of(tags: Mapping[str, str], seats: Sequence[Seat]) -> Iterator[tuple[str, str, int]]:
    """Name, seat and place of each player that the tags name; white space in a name is one blank.

    >>> from fairyscore.notation.rules.variant import SEATING
    >>> list(names_of({"White": " Anna   K.", "Black": "?"}, SEATING[2]))
    [('Anna K.', 'white', 0)]
    """
    for place, seat in enumerate(seats):
        name = " ".join(tags.get(seat.name.capitalize(), "").split())
        if name not in UNKNOWN:
            yield name, seat.name, place


@dataclass(slots=True)
class Players:
    """The table. most: how many entries it may have. entries: games won, drawn, lost and open, by name, variant and seat.

    complete: whether nobody was left out.
    """

    most: int = MOST_ENTRIES
    entries: dict[tuple[str, str, str], list[int]] = field(default_factory=dict)
    complete: bool = True

    def add(self, name: str, variant: str, seat: str, half: int | None) -> None:
        """Count a game of a player. half: half points, None for a game without a result."""
        if self.complete:
            self.entries.setdefault((name, variant, seat), [0, 0, 0, 0])[3 if half is None else 2 - half] += 1
            self._cut()

    def merge(self, other: Players) -> None:
        """Count the games of another table too."""
        self.complete = self.complete and other.complete
        for key, counts in other.entries.items():
            mine = self.entries.setdefault(key, [0, 0, 0, 0])
            for place, number in enumerate(counts):
                mine[place] += number
        self._cut()

    def ranking(self) -> Iterator[Player]:
        """All players, those with the most games first."""
        by_name: dict[str, list[tuple[str, str, str]]] = {}
        for key in self.entries:
            by_name.setdefault(key[0], []).append(key)
        games = {name: sum(sum(self.entries[key]) for key in keys) for name, keys in by_name.items()}
        for name in sorted(by_name, key=lambda name: (-games[name], name)):
            seats = [(key[1], key[2], Score(*self.entries[key])) for key in by_name[name]]
            total = Score(*(sum(counts) for counts in zip(*(score for _, _, score in seats), strict=True)))
            yield Player(name, total, tuple(sorted(seats, key=lambda seat: (-seat[2].games, seat[:2]))))

    def __len__(self) -> int:
        return len({name for name, _, _ in self.entries})

    def _cut(self) -> None:
        if len(self.entries) > self.most:
            self.complete = False
        if not self.complete:
            self.entries.clear()
