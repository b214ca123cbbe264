"""Tags, positions and borders between games, and all that is said of them: tests/data/verdicts_tags.txt is to be read."""

import pytest
from verdicts import TAGS, Case, cases, report_of


@pytest.mark.parametrize("case", list(cases(TAGS)), ids=lambda case: case.name)
def test_verdicts(case: Case) -> None:
    """After a change that is meant: `python tests/verdicts.py`, and read what has changed."""
    assert report_of(case) == case.expected
