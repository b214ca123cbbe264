"""Commands that share their files out: the same bytes as one process writes, and what they say where that fails."""

import importlib.util
import os
import signal
import socket
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest
from nightly import sampled
from running import crashed, interruptible, run

from fairyscore.notation.work.bulk.scheduler import run_work

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = [sys.executable, "-m", "fairyscore.cli.main"]

GAME = b'[Event "a"]\n[White "Anna"]\n[Result "*"]\n\n1. e4 e5 2. Nf3 *\n\n'
FAULTY = GAME.replace(b"Nf3", b"Ra4")

COMMANDS = {
    "text": ["validate"],
    "json": ["validate", "--format", "json", "--info"],
    "jsonl": ["validate", "--format", "jsonl", "--time"],
    "convert to PGN": ["convert", "--to", "pgn", "--keep-going"],
    "convert to JSON": ["convert", "--to", "json"],
    "convert to CSV": ["convert", "--to", "csv", "--moves", "long"],
    "convert to moves": ["convert", "--to", "moves"],
    "fmt": ["fmt", "--check"],
}


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ranges of a few games, and nothing too small to be shared out."""
    monkeypatch.setattr("fairyscore.notation.work.bulk.scheduler.run_work", partial(run_work, size=700, small=0))


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Some large, some small, some that are hard to cut."""
    folder = tmp_path_factory.mktemp("games")
    canonical = run("convert", str(ROOT / "samples" / "games" / "chess"), "--to", "pgn").stdout.encode()
    (folder / "big.pgn").write_bytes((GAME + FAULTY) * 15 + GAME.replace(b"2.", b"4.") + GAME.replace(b" *", b" { *"))
    (folder / "canonical.pgn").write_bytes(canonical)
    (folder / "crlf.pgn").write_bytes((GAME * 5 + FAULTY * 5).replace(b"\n", b"\r\n"))
    (folder / "wide.pgn").write_bytes((GAME * 5 + FAULTY * 5).decode().encode("utf-16"))
    (folder / "stray.pgn").write_bytes(GAME * 9 + FAULTY.replace(b"Anna", b"J\xf6rg\0") * 2)
    (folder / "marked.pgn").write_bytes(b"\xef\xbb\xbf" + GAME * 20)
    (folder / "blank first.pgn").write_bytes(b"\n\n\n" + canonical)
    (folder / "blank.pgn").write_bytes(b"\n\n")
    (folder / "empty.pgn").write_bytes(b"")
    (folder / "prose.pgn").write_bytes(b"The game of chess is old.\n" * 99)
    faults = sampled(sorted((ROOT / "samples" / "faults").glob("*.pgn")), 5)
    return [str(folder), *map(str, faults), "missing.pgn"]


@pytest.mark.usefixtures("tiny")
@pytest.mark.parametrize("name", COMMANDS)
def test_the_same_bytes(files: list[str], name: str) -> None:
    alone = run(*COMMANDS[name], *files)
    assert not crashed(alone)
    shared = run(*COMMANDS[name], *files, "--jobs", "3" if name == "text" else "2")
    assert (shared.stdout, shared.stderr, shared.exit_code) == (alone.stdout, alone.stderr, alone.exit_code)


@pytest.mark.usefixtures("tiny")
def test_standard_input_is_shared_out_too() -> None:
    games = (GAME + FAULTY) * 30
    alone = run("validate", "-", stdin=games)
    shared = run("validate", "-", "--jobs", "2", stdin=games)
    assert "<stdin>:" in alone.stdout
    assert (shared.stdout, shared.exit_code) == (alone.stdout, alone.exit_code)


@pytest.mark.usefixtures("tiny")
@pytest.mark.parametrize("name", ["jsonl", "fmt"])
def test_the_same_bytes_from_what_is_remembered(tmp_path: Path, files: list[str], name: str) -> None:
    alone = run(*COMMANDS[name], *files)
    for jobs in ("2", "1"):
        shared = run(*COMMANDS[name], *files, "--jobs", jobs, "--state", str(tmp_path / "state"))
        assert (shared.stdout, shared.stderr, shared.exit_code) == (alone.stdout, alone.stderr, alone.exit_code)


def test_small_inputs_start_no_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_arguments: object) -> None:
        raise AssertionError("a process was started")

    monkeypatch.setattr("fairyscore.notation.work.bulk.engines.Pool._begin", none)
    path = tmp_path / "games.pgn"
    path.write_bytes(GAME * 100)
    assert run("validate", str(path), "--jobs", "2").exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["validate", "--jobs", "0"], "'0' is neither a number from 1 to 1000 nor auto"),
        (["validate", "--jobs", "many"], "neither a number"),
        (["validate", "--scheduler", "tcp://x:1"], "--engine dask"),
        (["validate", "--draw-faults", "drawings", "--jobs", "2"], "in one process"),
        (["fmt", "--jobs", "2"], "in one process"),
        (["fmt", "--check", "--diff", "--jobs", "2"], "in one process"),
        (["validate", "--state", str(ROOT / "README.md")], "is not a state file of fairyscore"),
        (["validate", "--state", str(ROOT)], "cannot be opened: Is a directory"),
    ],
)
def test_wrong_usage(tmp_path: Path, arguments: list[str], message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "games.pgn").write_bytes(GAME)
    result = run(*arguments, "games.pgn")
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())
    assert [path.name for path in tmp_path.iterdir()] == ["games.pgn"]
    assert (tmp_path / "games.pgn").read_bytes() == GAME


@pytest.mark.parametrize("address", ["here", "tcp://127.0.0.1", "http://127.0.0.1:1", "tcp://[::", "\x1b[31m:1"])
def test_no_address_of_a_scheduler(tmp_path: Path, address: str) -> None:
    pytest.importorskip("distributed", reason="needs Dask: pip install 'fairyscore[dask]'")
    (tmp_path / "games.pgn").write_bytes(GAME)
    result = run("validate", str(tmp_path), "--engine", "dask", "--scheduler", address)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "is not an address of a Dask scheduler" in result.stderr
    assert "\x1b" not in result.stderr


@pytest.mark.skipif(
    importlib.util.find_spec("distributed") is None, reason="needs Dask: pip install 'fairyscore[dask]'"
)
def test_a_scheduler_out_of_reach(tmp_path: Path) -> None:
    (tmp_path / "games.pgn").write_bytes(GAME)
    with socket.socket() as taken:  # bound, and nobody listens
        taken.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{taken.getsockname()[1]}"
        command = [*PROGRAM, "validate", str(tmp_path), "--engine", "dask", "--scheduler", address]
        done = subprocess.run(command, capture_output=True, check=False, timeout=60)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(f"fairyscore: the Dask scheduler {address} does not answer".encode())
    assert done.stderr.count(b"\n") == 1


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_interrupt(tmp_path: Path) -> None:
    """Ctrl-C reaches the whole group; the workers go, and what is done is told and remembered."""
    path = tmp_path / "games.pgn"
    path.write_bytes((GAME * 50 + FAULTY) * 3000)
    small = (
        "from functools import partial; import fairyscore.notation.work.bulk.scheduler as bulk;"
        "bulk.run_work = partial(bulk.run_work, size=100_000)"
    )
    state = tmp_path / "state"
    command = interruptible("validate", str(path), "--jobs", "2", "--state", str(state), before=small)
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, start_new_session=True) as child:
        while child.poll() is None and (not state.exists() or state.read_bytes().count(b"\n") < 4):
            time.sleep(0.01)
        os.killpg(child.pid, signal.SIGINT)
        output, errors = child.communicate(timeout=60)
    assert (child.returncode, errors) == (130, b"")
    assert b"interrupted; so far " in output
    assert state.read_bytes().endswith(b"\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_full_disk(tmp_path: Path) -> None:
    (tmp_path / "games.pgn").write_bytes(GAME * 3_000)
    with Path("/dev/full").open("wb") as full:
        command = [*PROGRAM, "convert", str(tmp_path), "--to", "jsonl", "--jobs", "2"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False, timeout=120)
    assert done.returncode == 2
    assert b"No space left on device" in done.stderr
    assert b"Traceback" not in done.stderr


def test_large_files_are_shared_out_unasked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fairyscore.notation.work.bulk.running.LARGE", 1000)
    monkeypatch.setattr("fairyscore.notation.work.bulk.running.usable_cores", lambda: 2)
    monkeypatch.setattr("fairyscore.notation.work.bulk.scheduler.run_work", partial(run_work, size=700, small=0))
    (tmp_path / "games.pgn").write_bytes(GAME * 20 + FAULTY)
    alone = run("validate", str(tmp_path), "--jobs", "1")
    shared = run("validate", str(tmp_path))
    assert "21 games, 62 plies, 1 file, by 2 processes: 1 error" in shared.stdout
    assert shared.stdout.replace(", by 2 processes", "") == alone.stdout
    (tmp_path / "games.pgn").write_bytes(GAME)
    assert "processes" not in run("validate", str(tmp_path)).stdout
