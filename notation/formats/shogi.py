"""What the files of shogi share: their game, what its pieces are called, handicaps, dates, and how games end."""

from __future__ import annotations

import re

from fairyscore.notation.formats.loss import Holds
from fairyscore.notation.moves import hodges
from fairyscore.notation.records.collector import Span
from fairyscore.notation.records.token_stream import ReadTokenStream
from fairyscore.notation.records.tree import Record
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.variants.registry import variant

GAME = "shogi"

HOLDS = Holds(
    tags=frozenset(("White", "Black", "Event", "Site", "Date", "Time", "FEN")), variant=True, comments=True, intro=True
)

LETTERS = ("K", "R", "B", "G", "S", "N", "L", "P", "+R", "+B", "+S", "+N", "+L", "+P")
"""Of the pieces, in the order in which each format names them."""

HANDICAPS = {
    "香落ち": "a9", "右香落ち": "i9", "角落ち": "h8", "飛車落ち": "b8", "飛香落ち": "a9 b8", "二枚落ち": "b8 h8",
    "四枚落ち": "a9 b8 h8 i9", "六枚落ち": "a9 b8 b9 h8 h9 i9",
}  # fmt: skip
"""Handicap -> the cells whose pieces the second player leaves out; he moves first."""

_RANKS = "abcdefghi"


def named(names: str) -> dict[str, str]:
    """Letter of a piece -> its name in a format, from all names in the order of `LETTERS`."""
    return dict(zip(LETTERS, names.split(), strict=True))


def without(cells: str) -> str:
    """The FEN of the start without the second player's pieces on some cells."""
    game = variant(GAME)
    placed = game.write_position(game.initial_state()).split("[")[0]
    spread = re.sub("[2-9]", lambda empty: "1" * int(empty[0]), placed)  # a sign for each cell
    rows = [[*row] for row in spread.split("/")]
    for cell in cells.split():
        rows[9 - int(cell[1])][ord(cell[0]) - ord("a")] = "1"
    left = re.sub("1+", lambda empty: str(len(empty[0])), "/".join("".join(row) for row in rows))
    return game.write_position(game.read_position(f"{left}[] b 0 1"))


def refuses(record: Record) -> str:
    """Why a record is none of shogi with a usual start, empty where it is."""
    if record.game.name != variant(GAME).name:
        return f"this format is for shogi, and the game is {record.game.title}"
    if handicap_of(record) is None:
        return "the game starts from a position that is no usual handicap, and such boards are not written"
    return ""


def handicap_of(record: Record) -> str | None:
    """The handicap of a record, empty for none; None where it begins on some other position."""
    fen = record.tag("FEN")
    return next((name for name, cells in HANDICAPS.items() if without(cells) == fen), None) if fen else ""


def cell_of(text: str) -> str:
    """A cell in two digits, `76`, as Hodges names it: `7f`."""
    return text[0] + _RANKS[int(text[1]) - 1]


def digits_of(cell: int, game: Variant) -> str:
    """A cell in two digits."""
    text = hodges.text_of(cell, game.board)
    return f"{text[0]}{_RANKS.index(text[1]) + 1}"


def started(record: Record) -> str:
    """When a game began, as `2003/05/03 10:30:00`; empty where nobody says."""
    return f"{record.tag('Date').replace('.', '/')} {record.tag('Time')}".strip()


def read_start(text: str, said: ReadTokenStream, span: Span) -> None:
    """Take in when a game began, date and time of day as PGN has them."""
    day, _, time = text.strip().partition(" ")
    for tag, value in (("Date", day.replace("/", ".").replace("-", ".")), ("Time", time.strip())):
        if value:
            said.tag(tag, value, span)


def ending_of(record: Record, words: dict[str, str]) -> str:
    """The word that ends a record. words: for `loses` and `wins`, of who is to move then, and for results."""
    if record.result not in ("1-0", "0-1"):
        return words.get(record.result, words["*"])
    return words["loses" if (record.result == "0-1") is (record.end().turn == 0) else "wins"]


def result_of(ending: str, turn: int, endings: dict[str, str]) -> str:
    """The result by the word that ends a game and who is to move. endings: word -> `loses`, `wins`, or a result."""
    said = endings.get(ending, "*")
    if said in ("loses", "wins"):
        return "0-1" if (said == "loses") is (turn == 0) else "1-0"
    return said
