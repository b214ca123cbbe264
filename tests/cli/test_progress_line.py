"""The progress line: after a second, on a terminal, gone at the end."""

import pytest

from fairyscore.cli import progress
from fairyscore.cli.progress import Progress


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A clock to set by hand."""
    now = [0]
    monkeypatch.setattr(progress, "monotonic", lambda: now[0])
    return now


def test_line(clock: list[int], capsys: pytest.CaptureFixture[str]) -> None:
    line = Progress(2_000_000, enabled=True)
    line.on_progress(500_000)
    assert capsys.readouterr().err == ""
    line.judged(2_000)
    clock[0] = 2
    line.on_progress(500_000)
    bar = f"[{'#' * 10}{' ' * 10}]"
    assert capsys.readouterr().err == f"\r{bar}  50 % of 2.0 MB, 1,000 games/s, 0.5 MB/s, 0:02 left\x1b[K"
    line.on_progress(500_000)  # too soon after the last one
    line.judged(1_000)
    assert capsys.readouterr().err == ""
    line.hide()
    line.hide()
    assert capsys.readouterr().err == "\r\x1b[K"


def test_more_characters_than_bytes_said(clock: list[int], capsys: pytest.CaptureFixture[str]) -> None:
    line = Progress(10, enabled=True)
    clock[0] = 2
    line.on_progress(1000)
    seen = capsys.readouterr().err
    assert "100 %" in seen
    assert "0:00 left" in seen


def test_a_narrow_terminal(
    clock: list[int], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "_columns", lambda: 30)
    line = Progress(2_000_000, enabled=True)
    clock[0] = 2
    line.on_progress(500_000)
    assert len(capsys.readouterr().err) == len("\r") + 29 + len("\x1b[K")


@pytest.mark.parametrize(("total", "enabled"), [(0, True), (1000, False)])
def test_no_line(clock: list[int], capsys: pytest.CaptureFixture[str], total: int, enabled: bool) -> None:
    line = Progress(total, enabled)
    clock[0] = 2
    line.on_progress(500)
    line.hide()
    assert capsys.readouterr().err == ""
