"""Short records and all that is said of them, at its place: tests/data/verdicts_moves.txt is to be read."""

import pickle

import pytest
from verdicts import MOVES, Case, cases, report_of

from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.replay import Validator
from fairyscore.notation.work.bulk.base import bare


@pytest.mark.parametrize("case", list(cases(MOVES)), ids=lambda case: case.name)
def test_verdicts(case: Case) -> None:
    """After a change that is meant: `python tests/verdicts.py`, and read what has changed."""
    assert report_of(case) == case.expected


def test_a_verdict_without_its_game_goes_from_process_to_process() -> None:
    """`convert` of a large file shares it out, and hands over what it says of games that are not written so."""
    verdict = bare(Validator().judge(GameText(1, "1. e4 e5 2. Ke3 *", 1)))
    assert pickle.loads(pickle.dumps(verdict)).findings == verdict.findings != []
