"""Games of Lichess as its API gives them: an object on each line (ndjson), or one object; read beside our own JSON.

The moves are one text in SAN, the players are objects with users and ratings, dates are milliseconds since 1970, clocks
hundredths of a second, one for each move. `variant` and `initialFen` name the game. There is no result: `winner` names who
has won; where nobody has, `status` tells a draw from a game that is not over.

Our reading: what PGN has a tag for becomes that tag; clocks and evaluations become the commands `[%clk]` and `[%eval]`;
each other value becomes a tag that is named after its keys, `DivisionMiddle` for `{"division": {"middle": 22}}`. Nothing is
left out.

>>> game = read_game({"id": "a1", "players": {}, "moves": "e4 e5", "winner": "black", "status": "resign"})
>>> game.tags[0][:2], game.moves, game.result[1]
(('Site', 'https://lichess.org/a1'), ('e4', 'e5'), '0-1')
"""

import json
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any, NamedTuple

from fairyscore.notation.records.endings import reasons_of, words_for

Path = tuple[str | int, ...]
"""The keys and indices that lead to a value."""


class ServerTag(NamedTuple):
    """A tag, and the path of the value that it is made of."""

    name: str
    value: str
    path: Path


class LichessComment(NamedTuple):
    """A comment on the move of a number, from 0, and the path of the value that it is made of."""

    ply: int
    text: str
    path: Path


class ServerGame(NamedTuple):
    """A game of the server in our terms. remarks: in the order of the moves. result: as the tag Result."""

    tags: tuple[ServerTag, ...]
    moves: tuple[str, ...]
    remarks: tuple[LichessComment, ...]
    result: ServerTag


def is_game(value: Any) -> bool:
    """True if a value of JSON is a game of Lichess: our own games have neither `id` nor `players`."""
    if not isinstance(value, dict):
        return False
    moves_are_text = isinstance(value.get("moves", ""), str)
    return moves_are_text and isinstance(value.get("id"), str) and isinstance(value.get("players"), dict)


def read_game(value: dict[str, Any]) -> ServerGame:
    """A game of Lichess, for which `is_game` holds, in our terms. The moves and the values of tags are not checked."""
    moves = tuple(value.get("moves", "").split())
    tags: list[ServerTag] = []
    remarks: list[LichessComment] = []
    for path, leaf in leaves(value, ()):
        if path == ("moves",):
            continue
        remark = _remark(path, leaf)
        if remark is not None and remark.ply < len(moves):
            remarks.append(remark)
        else:
            tags.extend(ServerTag(name, text, path) for name, text in _tags(path, leaf))
    remarks.sort(key=lambda remark: remark.ply)
    tags.extend(_time_control(value))
    return ServerGame(unique_names(tags), moves, tuple(remarks), _result(value))


def leaves(value: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    """Each value that is neither object nor array, or is an empty one, with its path. No recursion: files nest freely."""
    waiting: list[tuple[Path, Any]] = [(path, value)]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, dict) and value:
            waiting.extend(((*path, key), part) for key, part in reversed(value.items()))
        elif isinstance(value, list) and value:
            waiting.extend(((*path, place), part) for place, part in reversed([*enumerate(value)]))
        else:
            yield path, value


def unique_names(tags: list[ServerTag]) -> tuple[ServerTag, ...]:
    """Tags with a number after a name that stood before, so that no value is lost."""
    found: dict[str, ServerTag] = {}
    for tag in tags:
        name, number = tag.name, 2
        while name in found:
            name = f"{tag.name}{number}"
            number += 1
        found[name] = tag._replace(name=name)
    return tuple(found.values())


# -- tags -------------------------------------------------------------------------------------------------------------

_TAG_OF: dict[Path, str] = {
    ("variant", "key"): "Variant",
    ("fen",): "CurrentPosition",
    ("opening", "eco"): "ECO",
    ("opening", "name"): "Opening",
    ("players", "white", "user", "name"): "White",
    ("players", "white", "user", "title"): "WhiteTitle",
    ("players", "white", "rating"): "WhiteElo",
    ("players", "white", "ratingDiff"): "WhiteRatingDiff",
    ("players", "black", "user", "name"): "Black",
    ("players", "black", "user", "title"): "BlackTitle",
    ("players", "black", "rating"): "BlackElo",
    ("players", "black", "ratingDiff"): "BlackRatingDiff",
}
"""Values that PGN has a tag for, or Lichess in its own PGN."""

Tags = tuple[tuple[str, str], ...]


def _status_tags(leaf: Any) -> Tags:
    reasons = reasons_of("lichess", leaf) if isinstance(leaf, str) else ()
    known = tuple(("Termination", text) for reason in reasons for text in words_for(reason, "termination"))
    return (("Status", _text(leaf)), *known)


def _created_tags(leaf: Any) -> Tags:
    try:
        at = datetime.fromtimestamp(leaf / 1000, UTC)
    except (TypeError, ValueError, OverflowError, OSError):
        return (("CreatedAt", _text(leaf)),)
    day = at.strftime("%Y.%m.%d")
    return (("Date", day), ("UTCDate", day), ("UTCTime", at.strftime("%H:%M:%S")), ("CreatedAt", _text(leaf)))


_TAGS_OF: dict[Path, Callable[[Any], Tags]] = {
    ("variant",): lambda leaf: () if leaf == "standard" else (("Variant", _text(leaf)),),
    ("id",): lambda leaf: (("Site", f"https://lichess.org/{leaf}"),),
    ("status",): _status_tags,
    ("createdAt",): _created_tags,
    ("initialFen",): lambda leaf: (("FEN", _text(leaf)), ("SetUp", "1")),
    ("players", "white", "aiLevel"): lambda leaf: (("White", f"lichess AI level {_text(leaf)}"),),
    ("players", "black", "aiLevel"): lambda leaf: (("Black", f"lichess AI level {_text(leaf)}"),),
}
"""Values that say more than one tag, or the value of a tag in other words."""


def _tags(path: Path, leaf: Any) -> Tags:
    more = _TAGS_OF.get(path)
    if more is not None:
        return more(leaf)
    return ((_TAG_OF.get(path) or _name_of(path), _text(leaf)),)


def _time_control(value: dict[str, Any]) -> Iterator[ServerTag]:
    """The tag TimeControl of a game with clocks, `180+2`."""
    clock = value.get("clock")
    if isinstance(clock, dict) and _is_time(clock.get("initial")) and _is_time(clock.get("increment")):
        increment = f"+{clock['increment']}" if clock["increment"] else ""
        yield ServerTag("TimeControl", f"{clock['initial']}{increment}", ("clock", "initial"))


def _name_of(path: Path) -> str:
    """The name of a tag for the value at a path: `clock`, `totalTime` give `ClockTotalTime`."""
    words = [re.sub(r"\W", "", str(part)) for part in path]
    return "".join(word[:1].upper() + word[1:] for word in words) or "Unnamed"


def _text(leaf: Any) -> str:
    return leaf if isinstance(leaf, str) else json.dumps(leaf)


# -- moves and result ---------------------------------------------------------------------------------------------------


def _remark(path: Path, leaf: Any) -> LichessComment | None:
    """A clock or a part of an analysis as a comment on its move; None for any other value."""
    if len(path) < 2 or not isinstance(path[1], int):
        return None
    ply = path[1]
    if path[0] == "clocks" and len(path) == 2 and _is_time(leaf):
        return LichessComment(ply, f"[%clk {_clock(leaf)}]", path)
    if path[0] != "analysis" or len(path) < 3:
        return None
    if path[2] == "eval" and isinstance(leaf, int | float):
        return LichessComment(ply, f"[%eval {leaf / 100:.2f}]", path)
    if path[2] == "mate" and isinstance(leaf, int):
        return LichessComment(ply, f"[%eval #{leaf}]", path)
    if path[-1] == "comment":
        return LichessComment(ply, _text(leaf), path)
    return LichessComment(ply, f"{path[-1]}: {_text(leaf)}", path)


def _is_time(leaf: Any) -> bool:
    return type(leaf) is int and leaf >= 0


def _clock(hundredths: int) -> str:
    """Hundredths of a second as `[%clk]` has them.

    >>> _clock(18003), _clock(360000)
    ('0:03:00.03', '1:00:00')
    """
    seconds, rest = divmod(hundredths, 100)
    fraction = f".{rest:02}" if rest else ""
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}{fraction}"


_RESULTS = {"white": "1-0", "black": "0-1"}
_DRAWS = frozenset({"draw", "stalemate", "outoftime", "insufficientMaterialClaim"})
"""Words of `status` that stand for a draw where there is no winner; out of time is one against a bare king."""


def _result(value: dict[str, Any]) -> ServerTag:
    winner, status = value.get("winner"), value.get("status")
    if isinstance(winner, str) and winner in _RESULTS:
        return ServerTag("Result", _RESULTS[winner], ("winner",))
    drawn = winner is None and isinstance(status, str) and status in _DRAWS
    return ServerTag("Result", "1/2-1/2" if drawn else "*", ("status",))
