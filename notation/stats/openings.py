"""The first moves of many games as a tree with counts, in one notation whatever the records have.

Moves are kept as the rules know them, and become text only where they are shown. A tree may be added to another, and is
small whatever the archive: where a variant has more than `MOST_LINES` lines, the deepest plies are left out until it has
not. `depth` says so, and it does not depend on the order in which games are met: lines only become more, so what is
too much for a part is too much for the whole.

>>> from fairyscore.notation.records.game_text import GameText
>>> from fairyscore.notation.replay import Validator
>>> tree = Openings(2, MOST_LINES)
>>> for text in ("1. e4 e5 1-0", "1. e2-e4 e7-e5 0-1", "1. d4 *"):
...     verdict = Validator(variant="chess").judge(GameText(1, text, 1))
...     tree.add(opening_of(verdict, 2), scores_of(verdict.result))
>>> for line in tree.lines("chess"):
...     print(line.moves, line.games, line.finished, line.points)
('e4',) 2 2 (1.0, 1.0)
('e4', 'e5') 2 2 (1.0, 1.0)
('d4',) 1 0 (0.0, 0.0)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from struct import Struct
from typing import Final, NamedTuple, TypeVar

from fairyscore.notation.records.game_setup import is_usual_start
from fairyscore.notation.records.roster import UNKNOWN
from fairyscore.notation.records.tree import settle
from fairyscore.notation.replay import Verdict
from fairyscore.notation.rules.moves import Move
from fairyscore.notation.rules.state import State
from fairyscore.notation.variants.registry import variant

DEPTH: Final = 4
"""Plies of an opening, where nobody says how many."""

MOST_LINES: Final = 30_000
"""Lines of all lengths that are told apart in one variant: some 10 MiB."""

MOVE: Final = Struct(f">{len(Move._fields)}h")
"""A move in bytes, as the kernel gives lines."""

Line = tuple[Move, ...]
"""The first moves of a game."""

Key = TypeVar("Key")

Scores = tuple[int, ...]
"""Half points by seat; empty for a game without a result."""


class OpeningLine(NamedTuple):
    """A line as it is reported. points: of each seat, in the `finished` ones of the games."""

    moves: tuple[str, ...]
    games: int
    finished: int
    points: tuple[float, ...]


def add_counts(table: dict[Key, list[int]], key: Key, counts: Sequence[int]) -> None:
    """Add counts to those of a key, which may have fewer of them."""
    mine = table.setdefault(key, [])
    mine.extend([0] * (len(counts) - len(mine)))
    for place, number in enumerate(counts):
        mine[place] += number


@dataclass(slots=True)
class Openings:
    """The tree. depth: how many plies of a game it holds; most: how many lines.

    counts: by line, the empty one for all games: games, those of them with a result, half points by seat.
    """

    depth: int = DEPTH
    most: int = MOST_LINES
    counts: dict[Line, list[int]] = field(default_factory=dict)

    @property
    def games(self) -> int:
        """How many games were counted."""
        return self.counts.get((), [0])[0]

    def add(self, moves: Line, scores: Scores) -> None:
        """Count a game by its first moves."""
        counts = (1, 1, *scores) if scores else (1, 0)
        for plies in range(min(len(moves), self.depth) + 1):
            add_counts(self.counts, moves[:plies], counts)
        self._cut(self.depth)

    def merge(self, other: Openings) -> None:
        """Count the games of another tree too."""
        self._cut(other.depth)
        for line, counts in other.counts.items():
            if len(line) <= self.depth:
                add_counts(self.counts, line, counts)
        self._cut(self.depth)

    def _cut(self, depth: int) -> None:
        """Leave out the plies after the first `depth`, and then the deepest ones while there are too many lines."""
        while depth < self.depth or (self.depth and len(self.counts) - 1 > self.most):
            self.depth -= 1
            self.counts = {line: counts for line, counts in self.counts.items() if len(line) <= self.depth}

    def lines(self, game: str, fewest: int = 1) -> Iterator[OpeningLine]:
        """Every line that `fewest` games have, each before those that go on from it, the most played ones first."""
        rules = variant(game)
        continuations: dict[Line, list[Line]] = {}
        for line in self.counts:
            if line:
                continuations.setdefault(line[:-1], []).append(line)

        def lines_after(line: Line, state: State, moves_so_far: tuple[str, ...]) -> Iterator[OpeningLine]:
            for longer in sorted(continuations.get(line, ()), key=lambda found: (-self.counts[found][0], found)):
                games, finished, *halves = self.counts[longer]
                if games < fewest:
                    return
                here, move = state.copy(), longer[-1]
                settle(here, move)
                moves = (*moves_so_far, rules.writing.usual.write(here, move, rules))
                yield OpeningLine(moves, games, finished, tuple(half / 2 for half in halves or [0] * len(rules.seats)))
                here.push_unchecked(move)
                yield from lines_after(longer, here, moves)

        yield from lines_after((), rules.initial_state(), ())

    def most_played(self, game: str, top: int, fewest: int = 1) -> list[OpeningLine]:
        """The `top` lines with the most games, at least `fewest`, in the order of `lines`."""
        games = sorted((counts[0] for line, counts in self.counts.items() if line), reverse=True)
        return list(islice(self.lines(game, max(fewest, games[top - 1] if len(games) >= top else 0)), top))


# -- of one game ------------------------------------------------------------------------------------------------------


def opening_of(verdict: Verdict, depth: int, position: str = "") -> Line | None:
    """The first moves that were played in a game, `depth` at most; None where it begins from a position of its own.

    position: where games without a FEN tag begin, as `Validator.position`.
    """
    game = verdict.game
    if game is None:
        return None
    text = verdict.tags.get("FEN", "")
    text = position if text in UNKNOWN else text
    if text and not is_usual_start(game.name, text):
        return None
    if verdict.scanned is not None:
        return _unpacked(verdict.scanned.moves[: depth * MOVE.size])
    record = verdict.record
    assert record is not None
    return tuple(ply.move for ply in record.line.plies[:depth])


@lru_cache(maxsize=4096)
def _unpacked(moves: bytes) -> Line:
    return tuple(map(Move._make, MOVE.iter_unpack(moves)))


@lru_cache(maxsize=256)
def scores_of(result: str) -> Scores:
    """The half points of a result, by seat.

    >>> scores_of("1/2-0-1/2"), scores_of("*")
    ((1, 0, 1), ())
    """
    if result == "*":
        return ()
    return tuple({"0": 0, "1/2": 1, "1": 2}[score] for score in result.split("-"))


def numbered(moves: Sequence[str], seats: int) -> str:
    """A line with the numbers of its rounds.

    >>> numbered(("e4", "e5", "Nf3"), 2)
    '1. e4 e5 2. Nf3'
    """
    rounds = [" ".join(moves[first : first + seats]) for first in range(0, len(moves), seats)]
    return " ".join(f"{number}. {moves}" for number, moves in enumerate(rounds, 1))
