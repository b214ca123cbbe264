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
from typing import TYPE_CHECKING

from fairyscore.notation.game import Game, loads
from fairyscore.notation.variants.catalog import add_path
from fairyscore.render.desk.desk import Answer, Desk, Request
from fairyscore.render.desk.helpers import Helpers
from fairyscore.render.language import Language, current, language

if TYPE_CHECKING:
    from fairyscore.render.desk.page_engine import PageEngine

DESKS: dict[str, Desk] = {}
"""The desk of the page that runs this, under `page`: a memory that a browser has kept has it (`worker.js`)."""


class PublishedDesk(Desk):
    """A desk in the browser, whose engine, if it has one, runs beside it: questions bring what it has printed, and answers
    take what it is to be told.
    """

    def __init__(self, engine: PageEngine | None = None) -> None:
        super().__init__(helpers=Helpers(engine))
        self._engine = engine

    def reply(self, request: Request) -> Answer:
        """See `Desk`."""
        engine = self._engine
        if engine is None:
            return super().reply(request)
        engine.hear(map(str, request.get("heard") or ()))
        answer = super().reply(request)
        said = engine.said()
        return answer | {"say": said} if said else answer


def games_text(games: Iterable[Game], variant_files: Mapping[str, str], *, engine: bool = False) -> str:
    """The text of `games.json`, with the words of the current language.

    variant_files: texts of variant files by their names, `mygame.toml`. engine: whether one lies beside it.
    """
    spoken = current()
    content = {
        "language": {"code": spoken.code, "words": dict(spoken.words), "asked": spoken.asked},
        "variant_files": dict(variant_files),
        "engine": engine,
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
        games = [game for record in content["records"] for game in loads(record, format="json")]
        return desk_with(games, engine=content.get("engine", False))


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


def desk_with(games: Iterable[Game], *, engine: bool = False) -> Desk:
    """A desk with games, at least one. The first has been opened: its drawings get the same numbers everywhere."""
    desk = PublishedDesk(_page_engine() if engine else None)
    for game in games:
        desk.add(game)
    desk.opened(next(iter(desk.games.values())))
    return desk


def _page_engine() -> PageEngine:
    """An engine, which takes modules that a page without one does not load."""
    from fairyscore.render.desk.page_engine import PageEngine

    return PageEngine()
