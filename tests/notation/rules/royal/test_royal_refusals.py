"""Refused moves of games won by mate with every reason and its facts: tests/data/refusals_royal.tsv is to be read."""

import pytest
from refusals import ROYAL, reasons_of, rows
from royal_differential import royal

from fairyscore.notation.variants import variant

ROWS = [row for row in rows(ROYAL) if len(row) > 1]


@pytest.mark.parametrize(("name", "position", "move", "reasons"), ROWS)
def test_refusals(name: str, position: str, move: str, reasons: str) -> None:
    """After a change that is meant: `python tests/refusals.py`, and read what has changed."""
    assert reasons_of(name, position, move, variant) == reasons


@pytest.mark.parametrize(("name", "position", "move", "reasons"), ROWS)
def test_the_royal_engine_refuses_the_same(name: str, position: str, move: str, reasons: str) -> None:
    """It plays these games where there is no compiled core."""
    assert reasons_of(name, position, move, royal) == reasons
