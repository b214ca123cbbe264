"""Where the pieces of many games get to on an empty board, and how: tests/data/targets_general.tsv is to be read."""

from pathlib import Path

import pytest
from general_games import described as game_of
from general_games import general

from fairyscore.notation.rules.state import Target
from fairyscore.notation.rules.variant import Variant


def targets_of(name: str, seat: str, piece: str, on: str) -> str:
    """All targets of a piece, as the table has them."""
    game = general(name)
    goals = game.rules.reach(int(seat), game.letters[piece], game.board.index[on])
    return " ".join(described(game, goal) for goal in goals) or "nowhere"


def described(game: "Variant", goal: "Target") -> str:
    """`d8gtl=Q`: where, how, what it becomes; behind it the cells on the way, where they are of account."""
    marks = "".join(mark for mark, holds in zip(
        "gtlmhkb",
        (goal.goes, goal.takes, goal.leaps, goal.lame, goal.hops == "all", goal.hops == "takes", goal.barred),
        strict=True,
    ) if holds)  # fmt: skip
    becomes = "".join(game.piece_types[kind].letter for kind in goal.becomes)
    cells = game.board.cells
    between = sorted({"-".join(cells[cell] for cell in way[1:-1]) for way in goal.ways} - {""})
    ways = f":{','.join(between)}" if goal.lame or len(goal.ways) > 1 else ""
    return f"{cells[goal.target]}{marks}{'=' + becomes if becomes else ''}{ways}"


DATA = Path(__file__).resolve().parents[3] / "data" / "targets_general.tsv"
ROWS = [line.split("\t") for line in DATA.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]


@pytest.mark.parametrize(("name", "seat", "piece", "on", "wanted"), ROWS)
def test_targets(name: str, seat: str, piece: str, on: str, wanted: str) -> None:
    assert targets_of(name, seat, piece, on) == wanted


def test_a_path_that_bends_goes_on_outward() -> None:
    """A griffon steps aslant and goes on as a rook, away from where it came; with `-` it may not stay at the bend."""
    game = game_of(
        """
title = "Griffons"
board = { files = 5, ranks = 5 }
start = "4k/5/5/5/G3K w - - 0 1"
piece = [
  { letter = "G", name = "griffon", moves = "[F?R]" },
  { letter = "K", name = "king", moves = "K", royal = true },
]
"""
    )
    goals = game.rules.reach(0, game.letters["G"], game.board.index["a1"])
    assert sorted(game.board.cells[goal.target] for goal in goals) == ["b2", "b3", "b4", "b5", "c2", "d2", "e2"]
