"""The history of the benchmarks: what is written down, and what a later run says to it."""

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def history(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The module; the benchmarks are not installed package."""
    monkeypatch.syspath_prepend(str(ROOT))
    for name in ("benchmarks", "benchmarks.measuring", "benchmarks.history"):
        sys.modules.pop(name, None)
    yield importlib.import_module("benchmarks.history")
    for name in ("benchmarks", "benchmarks.measuring", "benchmarks.history"):
        sys.modules.pop(name, None)


def table(history: ModuleType, ours: int, ratio: float, noise: float) -> object:
    return history.FigureTable(
        "Chess records: a.pgn, 1 MB",
        ("program", "plies/s", "times python-chess", "+- %"),
        (("fairyscore", ours, ratio, noise), ("python-chess", 80_000, 1.0, 1.0)),
    )


def test_ratios_come_first_and_speeds_are_reported_beside_python_chess(history: ModuleType) -> None:
    line = history.line_of([table(history, 480_000, 6.0, 4.0)], "2026-01-01")
    assert list(line)[:2] == ["date", "ratios"]
    assert line["ratios"]["Chess records: a.pgn: fairyscore, times python-chess"] == [6.0, 4.0]
    assert line["ratios"]["Chess records: a.pgn: fairyscore, plies/s / python-chess"] == [6.0, 4.0]
    assert line["speeds"]["Chess records: a.pgn: fairyscore, plies/s"] == [480_000, 4.0]


@pytest.mark.parametrize(
    ("ratio", "noise", "note"),
    [
        (6.6, 4.0, "better"),
        (5.4, 4.0, "worse"),
        (6.1, 4.0, "within the noise (4 %)"),
        (6.6, 20.0, "within the noise (20 %)"),
    ],
)
def test_a_change_counts_beyond_the_noise_only(history: ModuleType, ratio: float, noise: float, note: str) -> None:
    before = history.line_of([table(history, 480_000, 6.0, 4.0)], "then")
    now = history.line_of([table(history, 480_000, ratio, noise)], "now")
    found = {row[0]: row for row in history.compared(now, before).rows}
    row = found["Chess records: a.pgn: fairyscore, times python-chess"]
    assert (row[1], row[2], row[4]) == (6.0, ratio, note)


def test_speeds_of_another_machine_are_not_compared(history: ModuleType) -> None:
    before = history.line_of([table(history, 480_000, 6.0, 4.0)], "then") | {"machine": "abacus"}
    now = history.line_of([table(history, 240_000, 6.0, 4.0)], "now")
    assert all(
        "times python-chess" in row[0] or "/ python-chess" in row[0] for row in history.compared(now, before).rows
    )


def test_the_last_line_counts(history: ModuleType, tmp_path: Path) -> None:
    file = tmp_path / "history.jsonl"
    assert history.last(file) is None
    for date in ("one", "two"):
        history.add(file, history.line_of([table(history, 1, 1.0, 1.0)], date))
    assert history.last(file)["date"] == "two"


def test_figures_in_common_are_needed(history: ModuleType) -> None:
    line = history.line_of([table(history, 1, 1.0, 1.0)], "now")
    assert history.compared(line, line | {"ratios": {}, "speeds": {}}) is None
