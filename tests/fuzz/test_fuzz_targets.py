"""Each fuzz target stands a few dozen inputs; `run.py` beside this tries as many as one likes."""

import pytest
from fuzz.run import run
from fuzz.targets import TARGETS, seeds


@pytest.mark.parametrize("name", TARGETS)
def test_nothing_escapes(name: str) -> None:
    assert seeds(name)
    assert run(name, TARGETS[name], 25, seed=1) == 0
