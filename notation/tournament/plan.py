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
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from fairyscore.notation.text import shown
from fairyscore.notation.tournament.games import Status, TournamentGame, points_of
from fairyscore.notation.tournament.standings import TIE_BREAKS, USUAL

NAME: Final = "tournament.toml"

KINDS: Final = {"forfeit": Status.FORFEIT, "adjudication": Status.ADJUDICATED}


PAIRINGS: Final = ("", "single", "double")
"""Round robins, in which each meets each once or twice."""


class PlanError(ValueError):
    """What is wrong with a tournament file, in one sentence."""


class Entry(NamedTuple):
    """A player who has entered. rating: None where there is none. names: what records call the player too."""

    name: str
    rating: int | None = None
    team: str = ""
    address: str = ""
    names: tuple[str, ...] = ()


class Ruling(NamedTuple):
    """A result that was given, not played. round: empty for the only game of these players with these colours."""

    white: str
    black: str
    result: str
    status: Status
    round: str = ""
    by: str = ""
    why: str = ""


class Plan(NamedTuple):
    """What the file says. event: only games with this tag count, all where it is empty.

    pairings: `single` or `double` for a round robin of all players; empty where only records tell who plays whom. variants:
    those of the rounds in turn. date, time_control: the tags of games that are begun.
    """

    name: str = ""
    event: str = ""
    date: str = ""
    tie_breaks: tuple[str, ...] = USUAL
    pairings: str = ""
    variants: tuple[str, ...] = ()
    time_control: str = ""
    players: tuple[Entry, ...] = ()
    rulings: tuple[Ruling, ...] = ()


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
        tie_breaks=tuple(_texts(document, "tie_breaks")) or USUAL,
        pairings=_text(document, "pairings"),
        variants=tuple(_texts(document, "variants")),
        time_control=_text(document, "time_control"),
        players=tuple(_entry(table) for table in _tables(document, "players")),
        rulings=tuple(_ruling(table) for table in _tables(document, "rulings")),
    )
    names = [name for entry in plan.players for name in (entry.name, *entry.names)]
    for name in names:
        if names.count(name) > 1:
            raise PlanError(f"the player {shown(name, 60)} stands in it twice")
    if plan.pairings not in PAIRINGS:
        raise PlanError(f"{shown(plan.pairings, 60)} is not a kind of pairings; there are {', '.join(PAIRINGS[1:])}")
    for name in plan.tie_breaks:
        if name not in TIE_BREAKS:
            raise PlanError(f"{shown(name, 60)} is not a tie-break; there are {', '.join(TIE_BREAKS)}")
    return plan


def _entry(table: Mapping[str, Any]) -> Entry:
    _check_keys(table, Entry._fields)
    rating = table.get("rating")
    if rating is not None and (not isinstance(rating, int) or isinstance(rating, bool)):
        raise PlanError("a rating must be a whole number")
    return Entry(
        _needed(table, "name"), rating, _text(table, "team"), _text(table, "address"), tuple(_texts(table, "names"))
    )


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


def _texts(table: Mapping[str, Any], key: str) -> list[str]:
    value = table.get(key, [])
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise PlanError(f"{key} must be a list of texts")
    return value


def _tables(document: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    value = document.get(key, [])
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise PlanError(f"{key} must be written as [[{key}]]")
    return value


def entered(games: Iterable[TournamentGame], plan: Plan) -> Iterator[TournamentGame]:
    """The games of the plan's event, with its name, and with the players as the plan calls them.

    >>> plan = Plan("Cup", players=(Entry("Anna Berg", names=("anna",)),))
    >>> game = TournamentGame("Cup, final", "1", "chess", ("Anna", "Bert"), "1-0", Status.PLAYED)
    >>> [(game.event, game.players) for game in entered([game], plan)]
    [('Cup', ('Anna Berg', 'Bert'))]
    """
    called = {name.casefold(): entry.name for entry in plan.players for name in (entry.name, *entry.names)}
    for game in games:
        if plan.event in ("", game.event):
            players = tuple(called.get(name.casefold(), name) for name in game.players)
            yield game._replace(event=plan.name, players=players)


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
