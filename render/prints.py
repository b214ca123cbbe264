"""Papers of a tournament as PDF: the boards of a round, cards to be signed, the cross table for the wall, the line-ups of
teams, and certificates. They are data, which typst sets by `prints.typ`.
"""

import json
import tomllib
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, Final

from fairyscore.notation.correspondence.answer import spoken_name
from fairyscore.notation.package_data import data_text
from fairyscore.notation.text import clean
from fairyscore.notation.tournament.field import round_key
from fairyscore.notation.tournament.games import BYES, OPEN, Status, TournamentGame
from fairyscore.notation.tournament.report import cross_table, remarks
from fairyscore.notation.tournament.table import Table
from fairyscore.render.export import library

Data = dict[str, Any]


def prints(table: Table, language: str) -> Iterator[tuple[str, bytes]]:
    """The papers of a tournament, each with the name of its file. Raises `ExportError` where the extra is missing."""
    words = words_of(language)
    for kind, made in PRINTS.items():
        data = made(table, words)
        if data:
            title = clean(table.name) or "Tournament"
            head = {"kind": kind, "title": title, "event": title, "subtitle": "", "language": language, "words": words}
            yield f"{kind}.pdf", _set({**head, **data})


def _set(data: Data) -> bytes:
    typst = library("typst", "pdf")
    source = data_text("fairyscore.render", "prints.typ").encode()
    inputs = {"data": json.dumps(data, ensure_ascii=False)}
    return bytes(typst.compile(source, sys_inputs=inputs, timestamp=0, ignore_system_fonts=True))


def words_of(language: str) -> dict[str, str]:
    """The words on the papers in a language."""
    return _words()[language]


@lru_cache(maxsize=1)
def _words() -> dict[str, dict[str, str]]:
    return tomllib.loads(data_text("fairyscore.render", "prints.toml"))


def current_round(table: Table) -> str:
    """The first round that has a game without a result; when all is over the last one."""
    names = sorted({game.round for game in table.games}, key=round_key)
    going = {game.round for game in table.games if game.points is None and game.status is not Status.ANNULLED}
    last = names[-1] if names else ""
    return next((name for name in names if name in going), last)


def _round(table: Table, words: dict[str, str]) -> Data:
    """The games of the current round, in the order of the pairing, and who is free."""
    name = current_round(table)
    games = [game for game in table.games if game.round == name]
    played = [game for game in games if len(game.players) == 2]
    return {
        "subtitle": words["round"].format(round=clean(name)) if name else "",
        "games": [_board(number, game) for number, game in enumerate(played, 1)],
        "free": [_spoken(game.players[0]) for game in games if game.status in BYES],
    }


def _board(number: int, game: TournamentGame) -> Data:
    white, black = map(_spoken, game.players)
    result = game.result if game.result != OPEN else ""
    return {"board": number, "white": white, "black": black, "result": result, "variant": clean(game.variant)}


def _wall(table: Table, _: dict[str, str]) -> Data:
    return {"table": cross_table(table), "remarks": remarks(table, places=False)}


def _teams(table: Table, words: dict[str, str]) -> Data:
    teams = [
        {
            "name": clean(team),
            "players": [{"name": _spoken(name), "rating": str(table.entry(name).rating or "")} for name in players],
        }
        for team, players in table.plan.teams.items()
    ]
    return {"subtitle": words["teams"], "teams": teams} if teams else {}


def _certificates(table: Table, words: dict[str, str]) -> Data:
    count = len(table.rows)
    rows = [
        {
            "player": _spoken(row.player),
            "says": words["place"].format(rank=row.rank, count=count, points=f"{row.points:g}"),
        }
        for row in table.rows
    ]
    plan = table.plan
    place = ", ".join(filter(None, (clean(plan.place), clean(plan.end_date or plan.date))))
    return {"rows": rows, "place": place, "arbiter": clean(plan.arbiter)} if rows else {}


def _spoken(name: str) -> str:
    return clean(spoken_name(name))


PRINTS: Final[dict[str, Callable[[Table, dict[str, str]], Data]]] = {
    "boards": _round,
    "cards": _round,
    "wall": _wall,
    "teams": _teams,
    "certificates": _certificates,
}
"""The papers, and the data of each; no data, no paper."""
