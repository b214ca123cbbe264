"""The desk of a published folder: its games come from `games.json`, in the browser as where the folder was written.

>>> from fairyscore.notation.game import Game
>>> desk = desk_of(games_text([Game.new("tor-qi")], {}))
>>> [game.game.variant.name for game in desk.games.values()]
['tor-qi']
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from fairyscore.notation.game import Game, loads
from fairyscore.notation.variants.catalog import add_path
from fairyscore.render.desk.desk import Desk
from fairyscore.render.language import Language, current, language

DESKS: dict[str, Desk] = {}
"""The desk of the page that runs this, under `page`: a memory that a browser has kept has it (`worker.js`)."""


def games_text(games: Iterable[Game], variant_files: Mapping[str, str]) -> str:
    """The text of `games.json`, with the words of the current language.

    variant_files: texts of variant files by their names, `mygame.toml`.
    """
    spoken = current()
    content = {
        "language": {"code": spoken.code, "words": dict(spoken.words), "asked": spoken.asked},
        "variant_files": dict(variant_files),
        "records": [game.to("json") for game in games],
    }
    return json.dumps(content, ensure_ascii=False)


def desk_of(text: str) -> Desk:
    """The desk with the games of `games.json`, in their order, in its language."""
    content = json.loads(text)
    with tempfile.TemporaryDirectory() as folder:
        for name, variant_file in content["variant_files"].items():
            path = Path(folder, name)
            path.write_text(variant_file, encoding="utf-8")
            add_path(str(path))
    with language(Language(**content["language"])):
        return desk_with(game for record in content["records"] for game in loads(record, format="json"))


def open_page(text: str, warm: bool = False) -> Desk:
    """The desk of `games.json`, which stays in `DESKS`. warm: everything that it may be asked for is loaded already."""
    DESKS["page"] = desk_of(text)
    if warm:
        for game in tuple(DESKS["page"].games.values()):
            warm_up(game.game.variant.name)
    return DESKS["page"]


def warm_up(variant: str) -> None:
    """Answer a request of each kind about a game on a desk of its own, so that modules and tables are there afterwards."""
    desk = Desk()
    desk.reply({"op": "new", "variant": variant})
    move = desk.reply({"op": "moves", "game": 1, "at": 0})["moves"][0]["text"]
    desk.reply({"op": "play", "game": 1, "at": 0, "move": move})
    here = {"game": 1, "at": 1}
    for request in (
        {"op": "about"},
        {"op": "explain", **here, "move": move},
        {"op": "annotate", **here, "comment": "warm"},
        {"op": "write", **here, "format": "pgn"},
        {"op": "read", "text": desk.games[1].game.to("pgn")},
        {"op": "list"},
        {"op": "continuations", **here},
        {"op": "setup", **here},
        {"op": "letter", **here, "text": move},
        {"op": "undo", "game": 1},
    ):
        desk.reply(request)


def desk_with(games: Iterable[Game]) -> Desk:
    """A desk with games, at least one. The first has been opened: its drawings get the same numbers everywhere."""
    desk = Desk()
    for game in games:
        desk.add(game)
    desk.opened(next(iter(desk.games.values())))
    return desk
