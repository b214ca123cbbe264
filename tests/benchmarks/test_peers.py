"""Peers: files like those that people have, and programs that may be missing."""

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from fairyscore.notation.archive import judge_file
from fairyscore.notation.replay import Validator

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def peers(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The module; the benchmarks are no installed package."""
    monkeypatch.syspath_prepend(str(ROOT))
    _forget()  # the folder of these tests has the same name
    yield importlib.import_module("benchmarks.peers")
    _forget()


def _forget() -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "benchmarks"]:
        del sys.modules[name]


def test_files_are_of_their_kind(peers: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    peer_files = sys.modules[peers.write_files.__module__]
    monkeypatch.setattr(peer_files, "GAMES", 6)
    files = {file.stem: file for file in peers.write_files(tmp_path, 0)}
    findings = {
        kind: [finding.code for verdict in judge_file(file, Validator()) for finding in verdict.findings]
        for kind, file in files.items()
    }
    assert [bool(findings[kind]) for kind in peer_files.KINDS] == [False, False, False, True]
    text = {kind: file.read_text() for kind, file in files.items()}
    assert "{" not in text["bare"]
    assert "[%clk 0:09:" in text["clocks"]
    assert "(" in text["annotated"]


def test_a_peer_that_is_missing_is_skipped_aloud(
    peers: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.pgn"
    file.write_text("1. e4 *\n")
    monkeypatch.setattr(peers, "cpu_of", lambda words: 2.0 if "validate" in words else 3.0)
    monkeypatch.setattr(
        peers, "PEERS", {"there": (lambda: ["there"], ""), "missing": (lambda: None, "install missing")}
    )
    table = peers.measure([file], 1, 2)
    assert (table.columns[3:-1], table.rows[0][:4]) == (("there / ours",), ("game.pgn", 0.0, 2.0, 1.5))
    assert "missing: skipped, it is not installed (install missing)" in capsys.readouterr().err
