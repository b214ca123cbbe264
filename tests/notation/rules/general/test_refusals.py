"""Refused moves with every reason and its facts, by rules of the games: tests/data/refusals_*.tsv are to be read."""

import pytest
from general_games import general, general_in_python, strict_in_python
from refusals import BY_MATE, GENERAL, reasons_of, rows

from fairyscore.notation.moves import san
from fairyscore.notation.position import Position
from fairyscore.notation.variants import variant

ROWS = [row for row in rows(GENERAL) if len(row) > 1]
BY_MATE_ROWS = [row for row in rows(BY_MATE) if len(row) > 1]


@pytest.mark.parametrize(("name", "position", "move", "reasons"), ROWS)
def test_refusals(name: str, position: str, move: str, reasons: str) -> None:
    """After a change that is meant: `python tests/refusals.py`, and read what has changed."""
    assert reasons_of(name, position, move, general) == reasons


@pytest.mark.parametrize(("name", "position", "move", "reasons"), ROWS)
def test_plain_python_refuses_the_same(name: str, position: str, move: str, reasons: str) -> None:
    """Without the compiled core, the engine itself finds which moves are legal."""
    assert reasons_of(name, position, move, general_in_python) == reasons


@pytest.mark.parametrize(("name", "position", "move", "reasons"), BY_MATE_ROWS)
def test_refusals_of_games_won_by_mate(name: str, position: str, move: str, reasons: str) -> None:
    assert reasons_of(name, position, move, variant) == reasons


@pytest.mark.parametrize(("name", "position", "move", "reasons"), BY_MATE_ROWS)
def test_plain_python_refuses_the_same_in_games_won_by_mate(name: str, position: str, move: str, reasons: str) -> None:
    assert reasons_of(name, position, move, strict_in_python) == reasons


def test_a_legal_move_has_no_reason_against_it() -> None:
    """A pawn of Sittuyin on a diagonal becomes a general where it stands, to where no piece moves."""
    position = Position.from_fen("4k3/8/4P3/3P4/8/8/8/4K3[] w - - 0 1", "sittuyin")
    written = [san.write(position.state, move, position.variant) for move in position.state.moves()]
    assert "d5=F" in written
    assert [text for text in written if position.explain(text)] == []
