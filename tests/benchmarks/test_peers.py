"""Peers: files like those that people have, and programs that may be missing."""

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from fairyscore.notation.archive import judge_file
from fairyscore.notation.replay import Validator

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The module; the benchmarks are not installed package."""
    monkeypatch.syspath_prepend(str(ROOT))
    _forget()  # the folder of these tests has the same name
    yield importlib.import_module("benchmarks.processes")
    _forget()


def _forget() -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "benchmarks"]:
        del sys.modules[name]


def test_files_are_of_their_kind(processes: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    random_games = sys.modules[processes.write_chess.__module__]
    monkeypatch.setattr(random_games, "GAMES", 12)
    files = {file.stem: file for file in random_games.write_chess(tmp_path, 0)}
    findings = {
        kind: [finding.code for verdict in judge_file(file, Validator()) for finding in verdict.findings]
        for kind, file in files.items()
    }
    assert [bool(findings[kind]) for kind in random_games.KINDS] == [False, False, False, True]
    text = {kind: file.read_text() for kind, file in files.items()}
    assert "{" not in text["bare"]
    assert "[%clk 0:09:" in text["clocks"]
    assert "(" in text["annotated"]


def test_files_of_variants_are_read_by_both(
    processes: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    random_games = sys.modules[processes.write_chess.__module__]
    monkeypatch.setattr(random_games, "DIFFERENT", 2)
    for file in random_games.write_variants(tmp_path, 0):
        tallies = [processes.by_fairyscore(file)]
        if file.stem in random_games.PYTHON_CHESS_VARIANTS:
            tallies.append(importlib.import_module("benchmarks.validating").by_python_chess(file))
        for tally in tallies:
            assert (tally.games, tally.faulty) == (2, 0), file.stem
        assert len({tally.plies for tally in tallies}) == 1, file.stem


def test_a_peer_that_is_missing_is_skipped_aloud(
    processes: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.pgn"
    file.write_text("1. e4 *\n")

    def process_cost(words: tuple[str, ...], check: bool) -> object:
        return SimpleNamespace(cpu=2.0 if "validate" in words else 3.0)

    monkeypatch.setattr(processes, "process_cost", process_cost)
    peers = {
        "there": processes.Peer((sys.executable,), None, ""),
        "missing": processes.Peer((sys.executable,), tmp_path / "no", "install missing", quick=True),
    }
    monkeypatch.setattr(processes, "PEERS", peers)
    table = processes.peers([file], 1, 2)
    row = dict(zip(table.columns, table.rows[0], strict=True))
    assert (row["file"], row["ours, s"], row["there / ours"], row["missing / ours"]) == ("game.pgn", 2.0, 1.5, "")
    assert "missing: skipped, it is not installed (install missing)" in capsys.readouterr().err


def test_commands_that_write_stand_beside_each_other(
    processes: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "game.pgn"
    file.write_text("1. e4 *\n")
    monkeypatch.setattr(processes, "WRITING_PEERS", {"missing": ("no-such-program",)})
    table = processes.writing([file], 1, 1)
    row = dict(zip(table.columns, table.rows[0], strict=True))
    assert row["missing"] == ""
    assert all(row[name] > 0 for name in processes.WRITING_COMMANDS)


def test_a_process_is_measured_with_what_it_allocates(processes: ModuleType) -> None:
    small, large = (processes.process_cost([sys.executable, "-c", f"b'x' * ({size} << 20)"]) for size in (1, 100))
    assert 90 < large.peak - small.peak < 110
    assert 0 < small.cpu < 10
