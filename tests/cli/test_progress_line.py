"""The progress line: after a second, on a terminal, gone at the end."""

import io
from types import SimpleNamespace

import pytest

from fairyscore.cli import sources as progress
from fairyscore.cli.sources import Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True

    def taken(self) -> str:
        text = self.getvalue()
        self.seek(0)
        self.truncate()
        return text


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    made = Terminal()
    monkeypatch.setattr(progress, "sys", SimpleNamespace(stderr=made))
    return made


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A clock to set by hand."""
    now = [0]
    monkeypatch.setattr(progress, "monotonic", lambda: now[0])
    return now


def test_line(clock: list[int], terminal: Terminal) -> None:
    line = Progress(2_000_000)
    line.on_progress(500_000)
    assert terminal.taken() == ""
    line.judged(2_000)
    clock[0] = 2
    line.on_progress(500_000)
    output = terminal.taken()
    assert "##########" in output
    assert "50%" in output
    assert "1,000 games/s, 0.5 MB/s" in output
    line.on_progress(500_000)  # too soon after the last one
    line.judged(1_000)
    assert terminal.taken() == ""
    line.hide()
    line.hide()
    assert terminal.taken() == "\r\x1b[K\x1b[?25h"


def test_more_characters_than_bytes_stated(clock: list[int], terminal: Terminal) -> None:
    line = Progress(10)
    clock[0] = 2
    line.on_progress(1000)
    assert "100%" in terminal.taken()


def test_no_line(clock: list[int], terminal: Terminal) -> None:
    line = Progress(0)
    clock[0] = 2
    line.on_progress(500)
    line.hide()
    assert terminal.taken() == ""
