"""Refused moves with every reason and its facts, by rules of the games: tests/data/refusals_general.tsv is to be read."""

import pytest
from general_games import general_in_python
from refusals import GENERAL, reasons_of, rows

ROWS = [row for row in rows(GENERAL) if len(row) > 1]


@pytest.mark.parametrize(("name", "position", "move", "reasons"), ROWS)
def test_refusals(name: str, position: str, move: str, reasons: str) -> None:
    """After a change that is meant: `python tests/refusals.py`, and read what has changed."""
    assert reasons_of(name, position, move) == reasons


@pytest.mark.parametrize(("name", "position", "move", "reasons"), ROWS)
def test_plain_python_refuses_the_same(name: str, position: str, move: str, reasons: str) -> None:
    """Without the compiled core, the engine itself finds which moves are legal."""
    assert reasons_of(name, position, move, general_in_python) == reasons
