"""The table of a tournament from the records of its games: points, tie-breaks, and who played whom.

A folder of records is a tournament by their tags: White, Black (and Silver, Gold), Result, Event, Round. A file
`tournament.toml` in it may say more: `title`, `event` (only games with this tag count), `tie_breaks`, and players with
`name`, `team`, `rating` and other `names` that records have for them. All numbers are derived; nothing is typed twice.

>>> table = Table(Plan())
>>> for white, black, result in (("Ann", "Bob", "1-0"), ("Bob", "Cid", "1/2-1/2"), ("Cid", "Ann", "1-0")):
...     table.add(PlayedGame("chess", (("white", white), ("black", black)), result))
>>> [(row.rank, row.player, row.points, row.sonneborn_berger) for row in table.rows()]
[(1, 'Cid', 1.5, 1.25), (2, 'Ann', 1.0, 0.5), (3, 'Bob', 0.5, 0.75)]
"""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any, Final, NamedTuple

from fairyscore.notation.errors import FairyscoreError
from fairyscore.notation.records.pgn_lexer import normal_result
from fairyscore.notation.records.tree import UNKNOWN
from fairyscore.notation.replay import Verdict
from fairyscore.notation.text import nearest, shown

FILE: Final = "tournament.toml"
POINTS: Final = {"1": 1.0, "1/2": 0.5, "0": 0.0}


class PlanError(FairyscoreError, ValueError):
    """A `tournament.toml` that makes no sense; one sentence, fit for a terminal."""


class Entrant(NamedTuple):
    """A player as the plan has him. names: others that records have for him."""

    name: str
    team: str = ""
    rating: int | None = None
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """What is laid down of a tournament. event: only games with this tag count, all if it is empty."""

    title: str = ""
    event: str = ""
    tie_breaks: tuple[str, ...] = ("sonneborn_berger", "direct", "wins")
    players: tuple[Entrant, ...] = ()


class PlayedGame(NamedTuple):
    """A game of the tournament. players: seats with their names, in the order of the result. result: `*` as long as it has
    none."""

    variant: str
    players: tuple[tuple[str, str], ...]
    result: str
    file: str = ""
    number: int = 0
    termination: str = ""
    faulty: bool = False

    def points(self) -> tuple[float, ...]:
        """The points of each seat; none while it goes on."""
        return () if self.result == "*" else tuple(POINTS[score] for score in self.result.split("-"))


class Row(NamedTuple):
    """A line of the table.

    rank: shared by players whom no tie-break tells apart. games: finished ones. unfinished: others. direct: points against
    those with as many points. sonneborn_berger: for each game the points won times those of the opponents, shared among
    them where there are several. progress: the points after each finished game, added up. against: by opponent, the points
    of each game in their order, None while it goes on.
    """

    rank: int
    player: str
    team: str
    rating: int | None
    games: int
    unfinished: int
    points: float
    wins: int
    draws: int
    losses: int
    sonneborn_berger: float
    direct: float
    progress: float
    against: Mapping[str, tuple[float | None, ...]]


class Table:
    """Takes in games, and gives the table."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.games: list[PlayedGame] = []
        self._called = {
            name.casefold(): entrant.name for entrant in plan.players for name in (entrant.name, *entrant.names)
        }

    def add_verdict(self, verdict: Verdict, file: str) -> None:
        """Take in a judged game, if it is one of the tournament."""
        tags = verdict.tags
        if verdict.game is None or (self.plan.event and tags.get("Event") != self.plan.event):
            return
        seats = [seat.name for seat in verdict.game.seats]
        players = tuple((seat, self._name(tags.get(seat.title(), "?"))) for seat in seats)
        result = verdict.result or normal_result(tags.get("Result", "*"), len(seats)) or "*"
        termination = tags.get("Termination", "")
        self.add(
            PlayedGame(
                verdict.game.name,
                players,
                result,
                file,
                verdict.game_text.number,
                "" if termination in UNKNOWN else termination,
                not verdict.whole,
            )
        )

    def add(self, game: PlayedGame) -> None:
        """Take in a game."""
        self.games.append(game)

    def rows(self) -> list[Row]:
        """The table, the best first."""
        scores = self._scores()
        points = {name: sum(score.points) for name, score in scores.items()}
        rows = [self._row(name, score, points) for name, score in scores.items()]
        key = self._key()
        rows.sort(key=lambda row: (key(row), row.player.casefold()))
        ranked: list[Row] = []
        for _, together in groupby(rows, key=key):
            rank = len(ranked) + 1
            ranked += (row._replace(rank=rank) for row in together)
        return ranked

    def _key(self) -> Callable[[Row], tuple[float, ...]]:
        columns = ("points", *self.plan.tie_breaks)
        return lambda row: tuple(-getattr(row, column) for column in columns)

    def _name(self, name: str) -> str:
        """The player of a name in a record, whose blanks and letter case are free."""
        said = " ".join(name.split())
        return self._called.get(said.casefold(), said or "?")

    def _scores(self) -> dict[str, _Score]:
        scores: dict[str, _Score] = defaultdict(_Score)
        for entrant in self.plan.players:
            scores[entrant.name] = _Score()
        for game in self.games:
            points = game.points()
            names = [name for _, name in game.players]
            for seat, name in enumerate(names):
                others = [other for place, other in enumerate(names) if place != seat]
                scores[name].add(points[seat] if points else None, others)
        return scores

    def _row(self, name: str, score: _Score, points: Mapping[str, float]) -> Row:
        entrant = next((one for one in self.plan.players if one.name == name), Entrant(name))
        own = points[name]
        equal = {other for other, theirs in points.items() if theirs == own and other != name}
        finished = score.finished
        return Row(
            rank=0,
            player=name,
            team=entrant.team,
            rating=entrant.rating,
            games=len(finished),
            unfinished=len(score.games) - len(finished),
            points=own,
            wins=sum(won == 1 for won, _ in finished),
            draws=sum(won == 0.5 for won, _ in finished),
            losses=sum(won == 0 for won, _ in finished),
            sonneborn_berger=sum(
                won * sum(points[other] for other in others) / len(others) for won, others in finished
            ),
            direct=sum(won for won, others in finished if equal.intersection(others)),
            progress=sum(sum(score.points[: at + 1]) for at in range(len(finished))),
            against=score.against(),
        )


@dataclass(slots=True)
class _Score:
    """The games of a player: points, None while it goes on, and his opponents."""

    games: list[tuple[float | None, list[str]]] = field(default_factory=list)

    def add(self, points: float | None, others: list[str]) -> None:
        self.games.append((points, others))

    @property
    def finished(self) -> list[tuple[float, list[str]]]:
        return [(points, others) for points, others in self.games if points is not None]

    @property
    def points(self) -> list[float]:
        return [points for points, _ in self.finished]

    def against(self) -> dict[str, tuple[float | None, ...]]:
        found: dict[str, list[float | None]] = defaultdict(list)
        for points, others in self.games:
            for other in others:
                found[other].append(points)
        return {other: tuple(points) for other, points in found.items()}


TIE_BREAKS: Final = ("sonneborn_berger", "direct", "wins", "progress")


def plan_in(paths: Iterable[str]) -> Plan:
    """The plan of the first folder that has one; else nothing is laid down. Raises `PlanError`."""
    for path in map(Path, paths):
        file = path / FILE
        if file.is_file():
            return read_plan(file.read_text(encoding="utf-8"), str(file))
    return Plan()


def read_plan(text: str, file: str = FILE) -> Plan:
    """The plan of a text in TOML. Raises `PlanError`.

    >>> read_plan('title = "Spring"\\n[[player]]\\nname = "Anna Berg"\\nrating = 1800').players[0].rating
    1800
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise PlanError(f"{shown(file)} is not TOML: {fault}") from None
    known = {"title": str, "event": str, "tie_breaks": list, "player": list}
    _check(data, known, file)
    breaks = tuple(data.get("tie_breaks", Plan().tie_breaks))
    for name in breaks:
        if name not in TIE_BREAKS:
            raise PlanError(
                f"{shown(file)}: there is no tie-break {shown(str(name))}; there are {', '.join(TIE_BREAKS)}"
            )
    players = tuple(_entrant(player, file) for player in data.get("player", []))
    return Plan(data.get("title", ""), data.get("event", ""), breaks, players)


def _entrant(data: Any, file: str) -> Entrant:
    if not isinstance(data, dict) or not data.get("name"):
        raise PlanError(f"{shown(file)}: each player is a table with a name")
    _check(data, {"name": str, "team": str, "rating": int, "names": list}, f"{file}, player {data['name']}")
    return Entrant(data["name"], data.get("team", ""), data.get("rating"), tuple(map(str, data.get("names", []))))


KINDS: Final = {str: "a text", int: "a number", list: "a list"}


def _check(data: Mapping[str, Any], known: Mapping[str, type], where: str) -> None:
    """Raise `PlanError` for a key that there is not, or a value of another kind."""
    for key, value in data.items():
        if key not in known:
            near = nearest(key, list(known))
            meant = f"; did you mean {near}?" if near else f"; there are {', '.join(known)}"
            raise PlanError(f"{shown(where)}: there is no key {shown(key)}{meant}")
        if not isinstance(value, known[key]):
            raise PlanError(f"{shown(where)}: {key} is {KINDS[known[key]]}, not {shown(str(value))}")
