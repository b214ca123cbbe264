"""Each fuzz target stands a few dozen inputs; `run.py` beside this tries as many as one likes."""

import pytest
from fuzz.run import run
from fuzz.targets import TARGETS, seeds


@pytest.mark.parametrize("name", TARGETS)
def test_nothing_escapes(name: str) -> None:
    assert seeds(name)
    assert run(name, TARGETS[name], 25, seed=1) == 0


def test_a_result_with_line_ends_in_it_is_told_on_one_line() -> None:
    TARGETS["pgn"](b'[Result "1/2-1/2"]\n\n1. e4 1/2\n\n-1/2\n')
