"""Chu Shogi beside the counts of a program that shares no code: lions that step twice, pass, and are not exchanged."""

from pathlib import Path

import pytest
from general_games import general

from fairyscore.notation.rules.moves import ABSENT, Move
from fairyscore.notation.rules.variant import Variant

DATA = Path(__file__).resolve().parents[2] / "data" / "chu_walks.tsv"
WALKS = [line.split("\t") for line in DATA.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]


def text_of(move: Move, game: Variant) -> str:
    """A move as the data has it."""
    cells = game.board.cells
    if move.passes:
        return "pass"
    passed = "" if move.put_on == ABSENT else f",{cells[move.put_on]}"
    return f"{cells[move.origin]}{cells[move.target]}{passed}{'+' if move.becomes != ABSENT else ''}"


@pytest.mark.parametrize(("moves", "counts"), WALKS, ids=range(len(WALKS)))
def test_as_many_legal_moves_as_another_program_counts(moves: str, counts: str) -> None:
    game = general("chu-shogi")
    state = game.initial_state()
    for text, count in zip(moves.split(), counts.split(), strict=True):
        legal = {text_of(move, game): move for move in state.moves()}
        assert (len(legal), text in legal) == (int(count), True), game.write_position(state)
        state.push_unchecked(legal[text])
