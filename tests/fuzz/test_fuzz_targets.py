"""Each fuzz target stands a few dozen inputs; `run.py` beside this tries as many as one likes."""

import io

import pytest
from fuzz.run import run
from fuzz.targets import TARGETS, seeds

from fairyscore.notation.archive import judge_file
from fairyscore.notation.replay import Validator


@pytest.mark.parametrize("name", TARGETS)
def test_nothing_escapes(name: str) -> None:
    assert seeds(name)
    assert run(name, TARGETS[name], 25, seed=1) == 0


def test_a_result_with_line_ends_in_it_is_reported_on_one_line() -> None:
    record = b'[Result "1/2-1/2"]\n\n1. e4 1/2\n\n-1/2\n'
    findings = [found for verdict in judge_file(io.BytesIO(record), Validator()) for found in verdict.findings]
    assert findings
    assert all(found.message.isprintable() for found in findings)
