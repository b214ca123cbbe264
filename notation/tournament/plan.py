"""`tournament.toml`: what an arbiter states of a tournament that no record says.

>>> plan = read_plan('''
... name = "Club cup"
... [[players]]
... name = "Anna"
... rating = 2100
... [[rulings]]
... white = "Anna"
... black = "Bert"
... result = "1-0"
... kind = "forfeit"
... by = "the arbiter"
... ''')
>>> plan.name, plan.players[0].rating, plan.rulings[0].status.value
('Club cup', 2100, 'forfeit')
>>> read_plan("rulings = 1")
Traceback (most recent call last):
fairyscore.notation.tournament.plan.PlanError: rulings must be written as [[rulings]]
"""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, NamedTuple

from fairyscore.notation.clocks.audit import read_leave
from fairyscore.notation.clocks.times import read_time_stamp
from fairyscore.notation.correspondence.answer import LANGUAGES
from fairyscore.notation.text import shown
from fairyscore.notation.tournament.field import EDITIONS, Regulations
from fairyscore.notation.tournament.games import Status, TournamentGame, points_of
from fairyscore.notation.tournament.tie_breaks import NOT_FOR_ROUND_ROBINS, USUAL, UnknownTieBreak, tie_break

NAME: Final = "tournament.toml"

KINDS: Final = {
    "forfeit": Status.FORFEIT,
    "adjudication": Status.ADJUDICATED,
    "time": Status.TIME,
    "unrated": Status.UNRATED,
}

BYE_KINDS: Final = {
    "half": Status.HALF_POINT_BYE,
    "zero": Status.ZERO_POINT_BYE,
    "full": Status.FULL_POINT_BYE,
    "pairing": Status.BYE,
}

NORMS: Final = ("", "fide", "iccf")
"""The bodies whose rules for title norms hold; those of FIDE if nothing is said."""

PAIRINGS: Final = ("", "single", "double", "swiss", "knock-out", "teams", "scheveningen", "team-swiss")
"""Round robins of all players, rounds by results, knock-out by seed, round robin of teams, each of one team against each of
the other, rounds of teams by results."""

BY_RESULTS: Final = ("swiss", "team-swiss")
"""Pairings of which each round is made by the results of those before."""

BETWEEN_TEAMS: Final = ("teams", "scheveningen", "team-swiss")
"""Pairings that need teams of one size."""

MATCHES: Final = ("knock-out", "teams", "scheveningen")
"""Pairings in which a pair may play several games."""


class PlanError(ValueError):
    """A tournament file is wrong; the message is one sentence."""


class Entry(NamedTuple):
    """A player who has entered. rating: None or 0 where there is none. names: what records call the player too.

    id, federation, sex, title, birth: of the rating list. number: the starting rank, 0 for the place in the file.
    first_round: that of a late entry. language: of letters. leave: periods of leave, as the tags WhiteLeave and BlackLeave
    have them.
    """

    name: str
    rating: int | None = None
    team: str = ""
    address: str = ""
    names: tuple[str, ...] = ()
    id: str = ""
    federation: str = ""
    sex: str = ""
    title: str = ""
    birth: str = ""
    number: int = 0
    first_round: int = 1
    language: str = ""
    leave: tuple[str, ...] = ()


class Ruling(NamedTuple):
    """A result that was given, not played. round: empty for the only game of these players with these colours."""

    white: str
    black: str
    result: str
    status: Status
    round: str = ""
    by: str = ""
    why: str = ""


class WithdrawalKind(StrEnum):
    """The treatment of the games of a player who withdraws."""

    ANNUL = "annul"  # none counts, as where less than half of them were finished
    FORFEIT = "forfeit"  # those without a result are lost
    ADJUDICATE = "adjudicate"  # those with moves wait for a ruling, the others are lost

    @property
    def outcome(self) -> str:
        """The treatment of a game that goes on, in words."""
        return {WithdrawalKind.ANNUL: "annulled", WithdrawalKind.FORFEIT: "forfeit"}.get(self, "to be adjudicated")


class Withdrawal(NamedTuple):
    """A player who has left the tournament. date: as in tags."""

    player: str
    date: str
    effect: WithdrawalKind
    by: str = ""
    why: str = ""


class Bye(NamedTuple):
    """A round in which a player has no opponent. status: one of `BYE_KINDS`."""

    player: str
    round: str
    status: Status


class MatchTieBreak(NamedTuple):
    """The rule for who goes on from a drawn match of a knock-out."""

    winner: str
    loser: str
    by: str = ""
    why: str = ""


class Plan(NamedTuple):
    """The plan of a tournament, as its file states it. event: only games with this tag count, all where it is empty.

    pairings: one of `PAIRINGS`; empty where only records say who plays whom. games_per_pairing: of a match, colours
    in turn. rounds: how many there are, where the pairings do not say. acceleration: of a Swiss, baku or nothing.
    initial_colour: of its first player in the first round, white or black. forbidden: groups of players who do not
    meet in it. tie_break_edition: the year of the FIDE Handbook's C.07 that holds. norms: one of `NORMS`. variants:
    those of the rounds in turn. date, time_control: the tags of games that are begun. leave: days for each player,
    None for no limit. place, federation, arbiter, end_date: for the report to rating officers. report_lines: of one
    that was read, which say more than the plan holds.
    """

    name: str = ""
    event: str = ""
    date: str = ""
    end_date: str = ""
    tie_breaks: tuple[str, ...] = USUAL
    pairings: str = ""
    games_per_pairing: int = 1
    rounds: int = 0
    acceleration: str = ""
    initial_colour: str = ""
    forbidden: tuple[tuple[str, ...], ...] = ()
    tie_break_edition: int = EDITIONS[-1]
    norms: str = ""
    variants: tuple[str, ...] = ()
    time_control: str = ""
    leave: int | None = None
    place: str = ""
    federation: str = ""
    arbiter: str = ""
    arbiter_address: str = ""
    report_lines: tuple[str, ...] = ()
    players: tuple[Entry, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    withdrawals: tuple[Withdrawal, ...] = ()
    byes: tuple[Bye, ...] = ()
    match_tie_breaks: tuple[MatchTieBreak, ...] = ()

    @property
    def teams(self) -> dict[str, list[str]]:
        """The players of each team, both in the order of the file."""
        found: dict[str, list[str]] = {}
        for entry in self.players:
            if entry.team:
                found.setdefault(entry.team, []).append(entry.name)
        return found

    @property
    def competitors(self) -> list[str]:
        """Who is paired: the players, or in a Swiss tournament of teams these."""
        return list(self.teams) if self.pairings == "team-swiss" else [entry.name for entry in self.players]

    @property
    def regulations(self) -> Regulations:
        """The regulations that the tie-breaks depend on."""
        return Regulations(self.pairings not in BY_RESULTS, self.rounds, self.tie_break_edition)

    @property
    def ratings(self) -> dict[str, int]:
        """The ratings that are known."""
        return {entry.name: entry.rating for entry in self.players if entry.rating}


def plan_in(folder: str) -> Plan | None:
    """The plan that lies in a folder, None where there is none. Raises `PlanError`."""
    path = Path(folder) / NAME
    if not path.is_file():
        return None
    try:
        return read_plan(path.read_text(encoding="utf-8"))
    except (UnicodeDecodeError, OSError) as fault:
        raise PlanError(str(fault)) from None


def read_plan(text: str) -> Plan:
    """The plan that a file states. Raises `PlanError` where it is not TOML, has unknown keys or values of a wrong kind."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise PlanError(f"it is not TOML: {fault}") from None
    _check_keys(document, Plan._fields)
    plan = Plan(
        name=_text(document, "name"),
        event=_text(document, "event"),
        date=_text(document, "date"),
        end_date=_text(document, "end_date"),
        tie_breaks=tuple(_texts(document, "tie_breaks")) or USUAL,
        pairings=_text(document, "pairings"),
        games_per_pairing=_count(document, "games_per_pairing") or 1,
        rounds=_count(document, "rounds") or 0,
        acceleration=_text(document, "acceleration"),
        initial_colour=_text(document, "initial_colour"),
        forbidden=_groups(document, "forbidden"),
        tie_break_edition=_count(document, "tie_break_edition") or EDITIONS[-1],
        norms=_text(document, "norms"),
        variants=tuple(_texts(document, "variants")),
        time_control=_text(document, "time_control"),
        leave=_count(document, "leave"),
        place=_text(document, "place"),
        federation=_text(document, "federation"),
        arbiter=_text(document, "arbiter"),
        arbiter_address=_text(document, "arbiter_address"),
        report_lines=tuple(_texts(document, "report_lines")),
        players=tuple(_entry(table) for table in _tables(document, "players")),
        rulings=tuple(_ruling(table) for table in _tables(document, "rulings")),
        withdrawals=tuple(_withdrawal(table) for table in _tables(document, "withdrawals")),
        byes=tuple(_bye(table) for table in _tables(document, "byes")),
        match_tie_breaks=tuple(_match_tie_break(table) for table in _tables(document, "match_tie_breaks")),
    )
    _check_players(plan)
    _check_pairings(plan)
    _check_tie_breaks(plan)
    return plan


def _check_tie_breaks(plan: Plan) -> None:
    if plan.tie_break_edition not in EDITIONS:
        raise PlanError(
            f"{plan.tie_break_edition} is no edition of C.07 here; there are {', '.join(map(str, EDITIONS))}"
        )
    for name in plan.tie_breaks:
        try:
            asked = tie_break(name)
        except UnknownTieBreak as fault:
            raise PlanError(shown(str(fault), 300)) from None
        if plan.pairings in ("single", "double") and asked.row.code in NOT_FOR_ROUND_ROBINS:
            raise PlanError(f"{asked.code} is not for round robins")


def _check_players(plan: Plan) -> None:
    names = [name for entry in plan.players for name in (entry.name, *entry.names)]
    for name in names:
        if names.count(name) > 1:
            raise PlanError(f"the player {shown(name, 60)} stands in it twice")
    for name in (name for decided in plan.match_tie_breaks for name in (decided.winner, decided.loser)):
        _check_entered(plan, "a tie-break", name)
    for bye in plan.byes:
        _check_entered(plan, "a bye", bye.player)
    for name in (name for group in plan.forbidden for name in group):
        _check_entered(plan, "forbidden", name)
    left = [one.player for one in plan.withdrawals]
    for name in left:
        _check_entered(plan, "a withdrawal", name)
        if left.count(name) > 1:
            raise PlanError(f"{shown(name, 60)} withdraws twice")


def _check_entered(plan: Plan, what: str, name: str) -> None:
    if name not in plan.competitors:
        kind = "teams" if plan.pairings == "team-swiss" else "players"
        raise PlanError(f"{what} names {shown(name, 60)}, who is not among the {kind}")


def _check_pairings(plan: Plan) -> None:
    if plan.pairings not in PAIRINGS:
        raise PlanError(f"{shown(plan.pairings, 60)} is not a kind of pairings; there are {', '.join(PAIRINGS[1:])}")
    if plan.games_per_pairing > 1 and plan.pairings not in MATCHES:
        raise PlanError(f"games_per_pairing is for {', '.join(MATCHES)}; a round robin is single or double")
    for key, value, allowed in (
        ("acceleration", plan.acceleration, ("", "baku")),
        ("initial_colour", plan.initial_colour, ("", "white", "black")),
        ("norms", plan.norms, NORMS),
    ):
        if value not in allowed:
            raise PlanError(f"{key} is {shown(value, 60)}; there are {', '.join(allowed[1:])}")
    if plan.acceleration and not plan.rounds:
        raise PlanError("acceleration needs the number of rounds")
    if plan.byes and plan.pairings not in BY_RESULTS:
        raise PlanError(
            'byes are for pairings = "swiss" and "team-swiss"; in others who is free follows from the pairings'
        )
    sizes = {name: len(players) for name, players in plan.teams.items()}
    if plan.pairings in BETWEEN_TEAMS:
        if len(set(sizes.values())) > 1 or not sizes:
            counted = ", ".join(f"{shown(name, 60)} {size}" for name, size in sizes.items()) or "no player has a team"
            raise PlanError(f"all teams need as many players as each other ({counted})")
        if plan.pairings == "scheveningen" and len(sizes) != 2:
            raise PlanError(f"scheveningen is for two teams, and {len(sizes)} are named")


def _entry(table: Mapping[str, Any]) -> Entry:
    _check_keys(table, Entry._fields)
    rating = table.get("rating")
    if rating is not None and (not isinstance(rating, int) or isinstance(rating, bool)):
        raise PlanError("a rating must be a whole number")
    entry = Entry(
        name=_needed(table, "name"),
        rating=rating,
        team=_text(table, "team"),
        address=_text(table, "address"),
        names=tuple(_texts(table, "names")),
        id=_text(table, "id"),
        federation=_text(table, "federation"),
        sex=_text(table, "sex"),
        title=_text(table, "title"),
        birth=_text(table, "birth"),
        number=_count(table, "number") or 0,
        first_round=_count(table, "first_round") or 1,
        language=_text(table, "language"),
        leave=tuple(_texts(table, "leave")),
    )
    if entry.language and entry.language not in LANGUAGES:
        raise PlanError(f"there are no letters in {shown(entry.language, 60)}; there are {', '.join(LANGUAGES)}")
    for period in entry.leave:
        if len(read_leave(period)) != 1:
            raise PlanError(f"{shown(period, 60)} is not a period of leave; write 2026.03.01-2026.03.14")
    return entry


def _withdrawal(table: Mapping[str, Any]) -> Withdrawal:
    _check_keys(table, ("player", "date", "kind", "by", "why"))
    kind, date = _needed(table, "kind"), _needed(table, "date")
    if kind not in list(WithdrawalKind):
        raise PlanError(f"{shown(kind, 60)} is not a kind of withdrawal; there are {', '.join(WithdrawalKind)}")
    if read_time_stamp(date) is None:
        raise PlanError(f"{shown(date, 60)} is not a date; write 2026.05.01")
    return Withdrawal(_needed(table, "player"), date, WithdrawalKind(kind), _text(table, "by"), _text(table, "why"))


def _bye(table: Mapping[str, Any]) -> Bye:
    _check_keys(table, ("player", "round", "kind"))
    kind = _text(table, "kind") or "half"
    if kind not in BYE_KINDS:
        raise PlanError(f"{shown(kind, 60)} is not a kind of bye; there are {', '.join(BYE_KINDS)}")
    return Bye(_needed(table, "player"), _needed(table, "round"), BYE_KINDS[kind])


def _match_tie_break(table: Mapping[str, Any]) -> MatchTieBreak:
    _check_keys(table, MatchTieBreak._fields)
    winner, loser = _needed(table, "winner"), _needed(table, "loser")
    return MatchTieBreak(winner, loser, _text(table, "by"), _text(table, "why"))


def _ruling(table: Mapping[str, Any]) -> Ruling:
    _check_keys(table, ("white", "black", "result", "kind", "round", "by", "why"))
    result, kind = _needed(table, "result"), _needed(table, "kind")
    if points_of(result) is None:
        raise PlanError(f"{shown(result, 60)} is not a result; there are 1-0, 0-1, 1/2-1/2 and 0-0")
    if kind not in KINDS:
        raise PlanError(f"{shown(kind, 60)} is not a kind of ruling; there are {', '.join(KINDS)}")
    white, black = _needed(table, "white"), _needed(table, "black")
    if white == black:
        raise PlanError(f"a ruling names {shown(white, 60)} on both sides")
    return Ruling(white, black, result, KINDS[kind], _text(table, "round"), _text(table, "by"), _text(table, "why"))


def _check_keys(table: Mapping[str, Any], known: Sequence[str]) -> None:
    for key in table:
        if key not in known:
            raise PlanError(f"{shown(key, 60)} is not a key here; there are {', '.join(known)}")


def _needed(table: Mapping[str, Any], key: str) -> str:
    value = _text(table, key)
    if not value:
        raise PlanError(f"{key} is missing")
    return value


def _text(table: Mapping[str, Any], key: str) -> str:
    """A text, in which white space is one blank; a number (round = 2) is one too."""
    value = table.get(key, "")
    if not isinstance(value, str | int) or isinstance(value, bool):
        raise PlanError(f"{key} must be a text")
    return " ".join(str(value).split())


def _count(table: Mapping[str, Any], key: str) -> int | None:
    value = table.get(key)
    if value is not None and (not isinstance(value, int) or isinstance(value, bool) or value < 0):
        raise PlanError(f"{key} must be a whole number")
    return value


def _texts(table: Mapping[str, Any], key: str) -> list[str]:
    value = table.get(key, [])
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise PlanError(f"{key} must be a list of texts")
    return value


def _groups(document: Mapping[str, Any], key: str) -> tuple[tuple[str, ...], ...]:
    value = document.get(key, [])
    if not isinstance(value, list) or not all(isinstance(group, list) and len(group) > 1 for group in value):
        raise PlanError(f"{key} must be a list of groups of names")
    return tuple(tuple(_texts({key: group}, key)) for group in value)


def _tables(document: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    value = document.get(key, [])
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise PlanError(f"{key} must be written as [[{key}]]")
    return value


def entered(game: TournamentGame, plan: Plan) -> TournamentGame | None:
    """A game with the plan's name for the event and for the players; None where it belongs to another event.

    >>> plan = Plan("Cup", players=(Entry("Anna Berg", names=("anna",)),))
    >>> game = entered(TournamentGame("Cup, final", "1", "chess", ("Anna", "Bert"), "1-0", Status.PLAYED), plan)
    >>> game.event, game.players
    ('Cup', ('Anna Berg', 'Bert'))
    """
    if plan.event not in ("", game.event):
        return None
    return game._replace(event=plan.name, players=called(game.players, plan))


def called(names: Iterable[str], plan: Plan) -> tuple[str, ...]:
    """Players as the plan calls them; a name that it does not know stays."""
    known = {name.casefold(): entry.name for entry in plan.players for name in (entry.name, *entry.names)}
    return tuple(known.get(name.casefold(), name) for name in names)


def ruling_for(plan: Plan, players: Sequence[str], part: str) -> Ruling | None:
    """The ruling on a game, None where there is none. players: by seat, as the plan calls them. part: the round."""
    return next(
        (one for one in plan.rulings if (one.white, one.black) == tuple(players) and one.round in ("", part)), None
    )


def ruled(games: Iterable[TournamentGame], plan: Plan) -> list[TournamentGame]:
    """The games with the rulings of the plan, which stand above what records say. A game without a record is added.

    Raises `PlanError` where a ruling fits several games.

    >>> forfeit = Ruling("Anna", "Bert", "1-0", Status.FORFEIT, by="the arbiter")
    >>> [(game.players, game.result, game.by) for game in ruled([], Plan(rulings=(forfeit,)))]
    [(('Anna', 'Bert'), '1-0', 'the arbiter')]
    """
    found = list(games)
    for ruling in plan.rulings:
        players = (ruling.white, ruling.black)
        places = [at for at, game in enumerate(found) if game.players == players and ruling.round in ("", game.round)]
        if len(places) > 1:
            raise PlanError(f"the ruling for {' - '.join(players)} fits {len(places)} games; give it a round")
        if not places:
            places = [len(found)]
            found.append(TournamentGame(plan.name, ruling.round, "", players, ruling.result, ruling.status))
        game = found[places[0]]
        found[places[0]] = game._replace(result=ruling.result, status=ruling.status, by=ruling.by, why=ruling.why)
    return found
