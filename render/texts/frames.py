"""The frames of a text: what stands around the games, and around the parts of each. A user's template replaces one.

A template that has `{{moves}}` is the frame of each game; one that has `{{games}}` is that of the whole text.

>>> sorted(frames("a {{moves}} b {{result}}", "{{games}}", "{{moves}}").items())
[('document', '{{games}}'), ('game', 'a {{moves}} b {{result}}')]
"""

from __future__ import annotations

import re
from typing import Final

from fairyscore.notation.text import shown
from fairyscore.render.templates import TemplateError, text_of

GAMES, MOVES = "games", "moves"

PLACES: Final = {
    "title": "the event, or who played",
    "players": "every seat with who sits there",
    "names": "who played, in a row",
    "details": "site, date, round and the like, as a list",
    "site": "where it was played",
    "date": "when it was played",
    "game": "which game it is",
    MOVES: "the moves, with all that is told between them",
    "result": "the result alone",
    "how": "how it came about, in a sentence",
    "close": "both, and before them where the record is at fault",
    "number": "of the game in the text, from 1",
}
"""What the frame of a game may hold in double braces, and what is put there."""

_PLACE: Final = re.compile(r"\{\{ *(\w{1,40}) *\}\}", re.ASCII)


def frames(text: str, document: str, game: str, path: str = "") -> dict[str, str]:
    """The frames of document and game, one of them a user's. Raises `TemplateError` where it is none."""
    found = _PLACE.findall(text)
    said = f"the template {shown(path)}".rstrip()
    main = [place for place in found if place in (GAMES, MOVES)]
    if len(main) != 1:
        raise TemplateError(
            f"{said} has to have one place {{{{{MOVES}}}}} (for each game) or {{{{{GAMES}}}}} (for the text)"
        )
    allowed = (GAMES,) if main == [GAMES] else PLACES
    for place in found:
        if place not in allowed:
            listed = ", ".join(f"{{{{{name}}}}}" for name in allowed)
            raise TemplateError(f"{said} has a place {{{{{place}}}}}; beside {{{{{main[0]}}}}} there may be {listed}")
    return {"document": text, "game": game} if main == [GAMES] else {"document": document, "game": text}


def around(document: str) -> tuple[str, str]:
    """What stands in front of the games in the frame of a text, and behind them."""
    begin, _, end = _PLACE.split(document)
    return begin, end


def frames_of(path: str, document: str, game: str) -> dict[str, str]:
    """The frames, with the user's template of a path where one is named. Raises `TemplateError`."""
    if not path:
        return {"document": document, "game": game}
    return frames(text_of(path, "template"), document, game, path)
