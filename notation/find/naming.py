"""Openings by position: tables of names, one a variant (`openings/*.tsv`), and the condition that a game came to one.

The table of chess is the data set of lichess-org/chess-openings, in the public domain (`openings/CC0.txt`). Each line has a
code of the Encyclopaedia of Chess Openings, a name, and moves that lead to the position; a game may come there on any way.
Tables of the user's, for any variant, lie in the folders that FAIRYSCORE_OPENINGS names; they stand in place of ours.

>>> from fairyscore.notation.variants.registry import variant
>>> [named.name for named in openings_of(variant("chess"), "B90")][:1]
['Sicilian Defense: Najdorf Variation']
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from fairyscore.notation.errors import UserFileFault
from fairyscore.notation.find.binding import Binding
from fairyscore.notation.find.positions import reached
from fairyscore.notation.find.query import Bound, Condition
from fairyscore.notation.find.records import folded, quoted
from fairyscore.notation.find.walk import Walk
from fairyscore.notation.moves.reading import MoveRefusal, legal_move
from fairyscore.notation.package_data import data_names, data_text
from fairyscore.notation.records.positions import position_number
from fairyscore.notation.replay import Verdict
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.text import shown, suggestion

PACKAGE: Final = "fairyscore.notation.find"
FOLDER: Final = "openings"

PATHS: Final = "FAIRYSCORE_OPENINGS"
"""Environment variable: folders of tables of openings, `NAME.tsv` by the name of a variant, separated as in PATH."""

_CODE = re.compile("[A-E][0-9]{1,2}")


class NamedOpening(NamedTuple):
    """An opening. code: in the Encyclopaedia of Chess Openings. line: moves from the start that lead to its position."""

    code: str
    name: str
    line: str

    @property
    def called(self) -> str:
        """The name with the code, if there is one, in front."""
        return f"{self.code} {self.name}".strip()


@cache
def table_of(name: str) -> tuple[NamedOpening, ...]:
    """The openings of a variant, by its name; none where it has no table. Raises `UserFileFault` for one of the user's."""
    file = f"{name.partition(':')[0]}.tsv"
    for folder in filter(None, os.environ.get(PATHS, "").split(os.pathsep)):
        if (path := Path(folder, file)).is_file():
            return _own_table(path)
    if file not in data_names(PACKAGE, FOLDER):
        return ()
    _, *lines = data_text(PACKAGE, f"{FOLDER}/{file}").splitlines()
    return tuple(NamedOpening(*line.split("\t")) for line in lines)


def _own_table(path: Path) -> tuple[NamedOpening, ...]:
    """The rows of a file of the user's, each with three columns, below a heading."""
    try:
        _, *lines = path.read_text(encoding="utf-8").splitlines() or [""]
    except (OSError, UnicodeDecodeError) as fault:
        raise UserFileFault(
            f"{shown(str(path), 200)} cannot be read: {getattr(fault, 'strerror', None) or fault}"
        ) from None
    found = []
    for number, line in enumerate(lines, 2):
        row = [part.strip() for part in line.split("\t")]
        if len(row) != len(NamedOpening._fields) or not (row[1] and row[2]):
            if line.strip():
                raise UserFileFault(
                    f"{shown(str(path), 200)}:{number}: a row is a code, a name and moves, with tabs between"
                )
            continue
        found.append(NamedOpening(*row))
    return tuple(found)


def openings_of(game: Variant, text: str) -> list[NamedOpening]:
    """The openings of a game whose name has a text in it, or whose code begins with it."""
    if _CODE.fullmatch(text):
        return [named for named in table_of(game.name) if named.code.startswith(text)]
    wanted = folded(text)
    return [named for named in table_of(game.name) if wanted in folded(named.name)]


def positions_of(game: Variant, openings: Iterable[NamedOpening]) -> dict[int, State]:
    """The positions of openings by their numbers."""
    return {position_number(state): state for _, state in _played(game, openings)}


@lru_cache(maxsize=16)
def openings_at(game: Variant) -> dict[int, NamedOpening]:
    """All openings of a game by the numbers of their positions."""
    return {position_number(state): named for named, state in _played(game, table_of(game.name))}


@lru_cache(maxsize=16)
def opening_names(game: Variant) -> dict[int, str]:
    """The names of all openings of a game, their codes in front, by the numbers of their positions."""
    return {number: named.called for number, named in openings_at(game).items()}


def opening_name(verdict: Verdict) -> str:
    """The last opening to which a game has come, on whatever way, with its code in front; empty for none.

    >>> from fairyscore.notation.records.game_text import GameText
    >>> from fairyscore.notation.replay import Validator
    >>> opening_name(Validator(variant="chess").judge(GameText(1, "1. Nf3 c5 2. e4 h5 *", 1)))
    'B27 Sicilian Defense'
    """
    found = _opening_of(verdict)
    return "" if found is None else found.called


def opening_along(walk: Walk) -> str:
    """The same of a walk along a game."""
    found = named_along(walk)
    return "" if found is None else found.called


def named_along(walk: Walk) -> NamedOpening | None:
    """The last opening to which a walk along a game has come."""
    if walk.game is None or not walk.begins or not table_of(walk.game.name):
        return None
    known = openings_at(walk.game)
    return next((known[number] for number in reversed(walk.numbers) if number in known), None)


def _opening_of(verdict: Verdict) -> NamedOpening | None:
    return None if verdict.game is None or not table_of(verdict.game.name) else named_along(Walk.of(verdict))


OPENING_TAGS: Final = ("ECO", "Opening")
"""The tags that say to which opening a game has come: its code, its name."""


def opening_tags(verdict: Verdict) -> dict[str, str]:
    """The tags of the opening to which a game has come; none where it has come to none.

    >>> from fairyscore.notation.records.game_text import GameText
    >>> from fairyscore.notation.replay import Validator
    >>> opening_tags(Validator(variant="chess").judge(GameText(1, "1. Nf3 c5 2. e4 h5 *", 1)))
    {'ECO': 'B27', 'Opening': 'Sicilian Defense'}
    """
    found = _opening_of(verdict)
    tags = {} if found is None else dict(zip(OPENING_TAGS, (found.code, found.name), strict=True))
    return {name: value for name, value in tags.items() if value}


def _played(game: Variant, openings: Iterable[NamedOpening]) -> Iterator[tuple[NamedOpening, State]]:
    """Openings with their positions. Lines that begin alike are played once."""
    way: list[tuple[str, State]] = []
    for named in sorted(openings, key=lambda named: named.line.split()):
        tokens = [token for token in named.line.split() if not token[0].isdigit()]
        kept = 0
        while kept < min(len(way), len(tokens)) and way[kept][0] == tokens[kept]:
            kept += 1
        del way[kept:]
        for token in tokens[kept:]:
            state = way[-1][1].copy() if way else game.initial_state()
            move = legal_move(token, state, game)
            if isinstance(move, MoveRefusal):
                raise UserFileFault(
                    f"the table of openings of {game.name}: {shown(named.line)}: {shown(token)} is not legal there"
                )
            state.push_unchecked(move)
            way.append((token, state))
        yield named, way[-1][1]


@dataclass(frozen=True, repr=False)
class OpeningReached(Condition):
    """The game has come to a position of an opening, on whatever way. It is true from there on."""

    text: str

    def __str__(self) -> str:
        return f"opening {quoted(self.text)}"

    def bind(self, binding: Binding) -> Bound:
        game = binding.game
        if not table_of(game.name):
            raise binding.lacks("table of openings")
        openings = openings_of(game, self.text)
        if not openings:
            families = {named.name.partition(":")[0] for named in table_of(game.name)}
            raise binding.lacks(f"opening '{shown(self.text)}'{suggestion(self.text, families)}")
        positions = positions_of(game, openings)
        numbers = frozenset(positions)

        def first(walk: Walk) -> int | None:
            return next((ply for ply, number in enumerate(walk.numbers) if number in numbers), None)

        def test(walk: Walk, ply: int) -> bool:
            return not numbers.isdisjoint(walk.numbers[: ply + 1])

        def plies(walk: Walk) -> range:
            begin = first(walk)
            return range(walk.plies + 1 if begin is None else begin, walk.plies + 1)

        sieve = reached(game, positions.values())
        return Bound(test, may=lambda walk: not numbers.isdisjoint(walk.numbers), plies=plies, sieve=sieve)
