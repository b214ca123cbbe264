"""Rounds of a Swiss tournament, paired by results in the Dutch system of FIDE (Handbook C.04.3) with the library py4swiss.

The library is told the tournament as a report to rating officers; any other program for pairings reads that too.
"""

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple

from fairyscore.notation.formats.base import MissingExtra
from fairyscore.notation.text import shown
from fairyscore.notation.tournament.games import OPEN, Status, TournamentGame
from fairyscore.notation.tournament.plan import Bye, Plan
from fairyscore.notation.tournament.table import Table
from fairyscore.notation.tournament.trf import (
    BYES,
    ReportPlayer,
    RoundCell,
    numbers_of,
    report_players,
    write_player,
    write_report,
)

POINTS: Final = {"1": 1.0, "+": 1.0, "W": 1.0, "U": 1.0, "F": 1.0, "=": 0.5, "D": 0.5, "H": 0.5}
"""What the letters of a report bring; the others bring nothing."""

ENGINE_LINES: Final = ("XXP", "XXA")
"""Lines of a report that was read which say how to pair."""

ABSENT: Final = RoundCell(0, "", "Z")


class NotPaired(ValueError):
    """Why a round cannot be paired, in one sentence."""


class SwissRound(NamedTuple):
    """A round: its pairs, White first, in the order of the boards; and who is left over, empty where nobody is."""

    number: int
    pairs: tuple[tuple[str, str], ...]
    bye: str = ""

    def games(self, plan: Plan) -> list[TournamentGame]:
        """The games of the round, which are not begun. The variants of the plan take turns from round to round."""
        variant = plan.variants[(self.number - 1) % len(plan.variants)] if plan.variants else ""
        return [
            TournamentGame(plan.name, str(self.number), variant, pair, OPEN, Status.NOT_BEGUN) for pair in self.pairs
        ]

    def byes(self) -> list[Bye]:
        """The bye of the player who is left over."""
        return [Bye(self.bye, str(self.number), Status.BYE)] if self.bye else []


def next_round(table: Table) -> SwissRound:
    """The round that comes after those that are begun. Raises `NotPaired` where one goes on, and `MissingExtra`."""
    plan, number = table.plan, table.next_round
    if plan.rounds and number > plan.rounds:
        raise NotPaired(f"all {plan.rounds} rounds are paired")
    for game in table.games:
        if game.points is None and game.status is not Status.ANNULLED:
            players = " - ".join(shown(player, 60) for player in game.players)
            raise NotPaired(f"round {shown(game.round, 20)} goes on: {players}")
    return paired(table, number)


def differing_rounds(table: Table) -> list[int]:
    """The rounds that were paired in another way than the library pairs them now."""
    numbers = range(1, table.next_round)
    return [number for number in numbers if _as_played(table, number) != _as_sets(paired(table, number))]


def _as_played(table: Table, number: int) -> set[tuple[str, ...]]:
    games = (game for game in table.games if game.round == str(number))
    return {game.players for game in games if len(game.players) == 2 or game.status is Status.BYE}


def _as_sets(found: SwissRound) -> set[tuple[str, ...]]:
    return {*found.pairs, *([(found.bye,)] if found.bye else [])}


def paired(table: Table, number: int) -> SwissRound:
    """A round as the library pairs it after those before it. Raises `NotPaired` and `MissingExtra`."""
    names = {number: name for name, number in numbers_of(table).items()}
    pairs = _engine_pairs(write_report(engine_lines(table, number)))
    games = tuple((names[white], names[black]) for white, black in pairs if black)
    return SwissRound(number, games, next((names[white] for white, black in pairs if not black), ""))


def _engine_pairs(report: str) -> list[tuple[int, int]]:
    """The pairs of starting ranks that the library makes; of who is left over the second one is 0."""
    engines, common, reader = (_library(name) for name in ("engines", "engines.common", "trf"))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "round.trf"
        path.write_bytes(report.replace("\r\n", "\n").encode())
        parsed = reader.TrfParser.parse(path)
    try:
        return [(pair.white, pair.black) for pair in engines.DutchEngine.generate_pairings(parsed)]
    except common.PairingError:
        raise NotPaired("no pairing of this round fits the rules") from None


def _library(name: str) -> Any:
    try:
        return import_module(f"py4swiss.{name}")
    except ImportError:
        raise MissingExtra("swiss") from None


# -- what the library is told -----------------------------------------------------------------------------------------


def engine_lines(table: Table, number: int) -> Iterator[str]:
    """The lines of a report that a round is paired by: the rounds before it, and who does not play in it."""
    players = report_players(table)
    numbers = numbers_of(table)
    absent = _absent(table, number)
    before = [_before(player, number, absent.get(player.name)) for player in players]
    yield f"XXR {max(table.plan.rounds, number)}"
    yield f"XXC {_first_colour(table.plan, players)}1"
    for group in table.plan.forbidden:
        found = [numbers[name] for name in group]
        yield from (f"XXP {one} {other}" for at, one in enumerate(found) for other in found[at + 1 :])
    yield from (line for line in table.plan.report_lines if line[:3] in ENGINE_LINES)
    if table.plan.acceleration:
        yield from _baku(table.plan, numbers)
    yield from map(write_player, before)


def _absent(table: Table, number: int) -> dict[str, RoundCell]:
    """Those who do not play in a round: with a bye that they asked for, before they came, and after they left."""
    late = (entry.name for entry in table.plan.players if entry.first_round > number)
    left = (one.player for one in table.plan.withdrawals) if number == table.next_round else ()
    return dict.fromkeys([*late, *left], ABSENT)


def _before(player: ReportPlayer, number: int, absent: RoundCell | None) -> ReportPlayer:
    """A player before a round, with his bye in it if he has one, and only what pairings depend on."""
    cells = [cell or ABSENT for cell in player.rounds[: number - 1]]
    cells += [ABSENT] * (number - 1 - len(cells))
    given = player.rounds[number - 1] if len(player.rounds) >= number else None
    if absent is None and given is not None and given.result in BYES and given.result != "U":
        absent = given
    cells += [absent] if absent else []
    points = sum(POINTS.get(cell.result, 0.0) for cell in cells)
    name = f"Player {player.number}"
    return ReportPlayer(
        player.number, name, player.rating, points=f"{points:.1f}", rank=player.rank, rounds=tuple(cells)
    )


def _first_colour(plan: Plan, players: Sequence[ReportPlayer]) -> str:
    """The colour that the first player has in the first round: the one that was given, else that of the plan."""
    for player in players:
        if player.rounds and player.rounds[0] and player.rounds[0].opponent:
            is_white = player.rounds[0].colour == "w"
            return "white" if is_white == (player.number % 2 == 1) else "black"
    return plan.initial_colour or "white"


def _baku(plan: Plan, numbers: Mapping[str, int]) -> Iterator[str]:
    """The points that accelerate the upper half in the first half of the rounds (C.04.7, Baku)."""
    entered = [entry.name for entry in plan.players if entry.first_round <= 1]
    upper = 2 * -(-len(entered) // 4)
    accelerated = -(-plan.rounds // 2)
    whole = -(-accelerated // 2)
    points = " ".join(" 1.0" if number < whole else " 0.5" for number in range(accelerated))
    for name in sorted(entered, key=lambda name: numbers[name])[:upper]:
        yield f"XXA {numbers[name]:>4} {points}"
