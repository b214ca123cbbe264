"""Short records and all that is said of them, at its place: tests/data/verdicts_moves.txt is to be read."""

import pytest
from verdicts import MOVES, Case, cases, report_of


@pytest.mark.parametrize("case", list(cases(MOVES)), ids=lambda case: case.name)
def test_verdicts(case: Case) -> None:
    """After a change that is meant: `python tests/verdicts.py`, and read what has changed."""
    assert report_of(case) == case.expected
