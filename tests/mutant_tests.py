"""A plugin of pytest for `mutants.py`: runs chosen tests in a given order, with a bound for each.

    pytest -p mutant_tests

The environment says what to do; each of both may be missing.

MUTANT_TIMES: a file to which each test adds a line: its seconds, its outcome, and its name
MUTANT_PLAN: a file of JSON with the tests that are to run, in this order, and the CPU seconds that each may take
"""

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import pytest

TIMES = os.environ.get("MUTANT_TIMES")
PLAN: dict[str, float] = (
    json.loads(Path(os.environ["MUTANT_PLAN"]).read_text("utf-8")) if "MUTANT_PLAN" in os.environ else {}
)


def pytest_collection_modifyitems(items: list[pytest.Item], config: pytest.Config) -> None:
    """Leave what the plan names, in its order."""
    if PLAN:
        rank = {name: place for place, name in enumerate(PLAN)}
        dropped = [item for item in items if item.nodeid not in rank]
        items[:] = sorted((item for item in items if item.nodeid in rank), key=lambda item: rank[item.nodeid])
        config.hook.pytest_deselected(items=dropped)


def overrun(_number: int, _frame: FrameType | None) -> None:
    """Fail the test that runs."""
    raise TimeoutError("the test does not end")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Bound the CPU time of a test."""
    if item.nodeid in PLAN:
        signal.signal(signal.SIGVTALRM, overrun)
        signal.setitimer(signal.ITIMER_VIRTUAL, PLAN[item.nodeid])
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Add the line of a test."""
    if TIMES and (report.when == "call" or report.failed):
        with Path(TIMES).open("a", encoding="utf-8") as file:
            file.write(f"{report.duration:.4f}\t{report.outcome}\t{report.nodeid}\n")
