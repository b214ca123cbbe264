"""What the files of shogi share: their game, what its pieces are called, handicaps, and how games end."""

from __future__ import annotations

from fairyscore.notation.records.tree import Record
from fairyscore.notation.variants.registry import variant

GAME = "shogi"

PLAIN = ("K", "R", "B", "G", "S", "N", "L", "P")
PROMOTED = ("+R", "+B", "+S", "+N", "+L", "+P")

HANDICAPS = {
    "香落ち": "a9", "右香落ち": "i9", "角落ち": "h8", "飛車落ち": "b8", "飛香落ち": "a9 b8", "二枚落ち": "b8 h8",
    "四枚落ち": "a9 b8 h8 i9", "六枚落ち": "a9 b8 b9 h8 h9 i9",
}  # fmt: skip
"""Handicap -> the cells whose pieces the second player leaves out; he moves first."""


def without(cells: str) -> str:
    """The FEN of the start without the second player's pieces on some cells."""
    game = variant(GAME)
    rows = [[*row.replace("9", "1" * 9)] for row in _spread(game.write_position(game.initial_state()).split("[")[0])]
    for cell in cells.split():
        rows[9 - int(cell[1])][ord(cell[0]) - ord("a")] = "1"
    placed = "/".join("".join(row) for row in rows)
    return game.write_position(game.read_position(f"{_runs(placed)}[] b 0 1"))


def _spread(placement: str) -> list[str]:
    """The rows with a 1 for each empty cell."""
    for number in range(9, 1, -1):
        placement = placement.replace(str(number), "1" * number)
    return placement.split("/")


def _runs(placement: str) -> str:
    for number in range(9, 1, -1):
        placement = placement.replace("1" * number, str(number))
    return placement


def refuses(record: Record) -> str:
    """Why a record is none of shogi with a usual start, empty where it is."""
    if record.game.name != variant(GAME).name:
        return f"this format is for shogi, and the game is {record.game.title}"
    fen = record.tag("FEN")
    if fen and handicap_of(record) is None:
        return "the game starts from a position that is no usual handicap, and such boards are not written"
    return ""


def handicap_of(record: Record) -> str | None:
    """The handicap of a record, empty for none; None where it begins on some other position."""
    fen = record.tag("FEN")
    return next((name for name, cells in HANDICAPS.items() if without(cells) == fen), None) if fen else ""


def loser_to_move(record: Record) -> bool | None:
    """Whether who is to move at the end has lost; None for a draw and an unfinished game."""
    if record.result not in ("1-0", "0-1"):
        return None
    state = record.start()
    for ply in record.line.plies:
        state.push_unchecked(ply.move)
    return (record.result == "0-1") is (state.turn == 0)


def result_of(ending: str, turn: int, endings: dict[str, str]) -> str:
    """The result by the word that ends a game and who is to move. endings: word -> `loses`, `wins`, or a result."""
    said = endings.get(ending, "*")
    if said in ("loses", "wins"):
        return "0-1" if (said == "loses") is (turn == 0) else "1-0"
    return said
