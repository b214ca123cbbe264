"""Processes and a cluster: the same answers, also where workers die, files change and the program is killed."""

import importlib.util
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from bulk_works import POISON, WEAK_POISON, Deadly, report_lines
from nightly import NIGHTLY

from fairyscore.notation.records.diagnostics import RecordCode
from fairyscore.notation.storage.listing import sources
from fairyscore.notation.work.bulk.base import results_here
from fairyscore.notation.work.bulk.engines import Pool, Workers
from fairyscore.notation.work.bulk.ledger import Ledger, Memory
from fairyscore.notation.work.bulk.scheduler import run_work
from fairyscore.notation.work.validate import ValidateWork

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
needs_dask = pytest.mark.skipif(
    importlib.util.find_spec("distributed") is None, reason="needs Dask: pip install 'fairyscore[dask]'"
)

GAME = '[Event "a"]\n[White "Anna"]\n[Result "*"]\n\n1. e4 e5 2. Nf3 *\n\n'
FAULTY = GAME.replace("Nf3", "Ra4")
DEADLY = FAULTY.replace("Anna", POISON)
WEAK = FAULTY.replace("Anna", WEAK_POISON)

SIZE = 400


def archive(folder: Path, big: str, small: int = 5) -> list[str]:
    """A file that is cut into ranges, and a few that are not."""
    (folder / "big.pgn").write_text(big)
    for number in range(small):
        (folder / f"small{number}.pgn").write_text(GAME * number + FAULTY)
    return [str(folder)]


def by_pool(paths: list[str], work: ValidateWork, size: int = SIZE) -> list[str]:
    return report_lines(run_work(work, sources(paths), engine=Pool(2), size=size, small=0))


def by_program(asked: dict[str, object], output: int = subprocess.PIPE) -> subprocess.Popen[bytes]:
    """The same in a process of its own."""
    command = [sys.executable, "-c", "import bulk_works; bulk_works.main()", json.dumps(asked)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.Popen(command, stdout=output, stderr=subprocess.PIPE, env=environment)


def test_processes_say_the_same(tmp_path: Path) -> None:
    paths = archive(tmp_path, (GAME + FAULTY) * 20)
    whole = report_lines(results_here(ValidateWork(), sources(paths)))
    assert whole[-1] == str([40 + 15, 140, 0, 6])
    assert by_pool(paths, ValidateWork()) == whole


def test_a_worker_that_dies_once_is_replaced(tmp_path: Path) -> None:
    paths = archive(tmp_path, (GAME + FAULTY) * 10 + WEAK + GAME * 10)
    assert by_pool(paths, Deadly(marker=str(tmp_path / "met"))) == report_lines(
        results_here(ValidateWork(), sources(paths))
    )
    assert (tmp_path / "met").exists()


slow = pytest.mark.skipif(not NIGHTLY, reason="each death costs a worker of Dask: only with the profile nightly")


@pytest.mark.parametrize(
    ("engine", "poisoned"), [("pool", (10, 20, 21)), pytest.param("dask", (3,), marks=[needs_dask, slow])]
)
def test_a_game_that_no_worker_survives_is_set_aside(tmp_path: Path, engine: str, poisoned: tuple[int, ...]) -> None:
    games = [FAULTY] * (poisoned[-1] + 1)
    paths = archive(tmp_path, "".join(games))
    spared = report_lines(results_here(ValidateWork(), sources(paths)))
    for number in poisoned:
        games[number - 1] = DEADLY
    (tmp_path / "big.pgn").write_text("".join(games))
    asked = {"engine": engine, "paths": paths, "size": SIZE, "marker": str(tmp_path / "met")}
    output, errors = by_program(asked).communicate(timeout=120)
    lines = output.decode().splitlines()
    aside = [line for line in lines if RecordCode.SET_ASIDE.value in line]
    first_lines = [1 + (number - 1) * GAME.count("\n") for number in poisoned]
    for game, line, found in zip(poisoned, first_lines, aside, strict=True):
        assert f"game={game}, line={line}, " in found
    assert [line for line in lines[:-1] if line not in aside] == [
        line for line in spared[:-1] if "big.pgn" not in line or not any(f"game={game}, " in line for game in poisoned)
    ]
    assert errors == b""


def test_files_that_are_poison_among_small_ones(tmp_path: Path) -> None:
    paths = archive(tmp_path, GAME)
    (tmp_path / "small2.pgn").write_text(DEADLY)
    lines = by_pool(paths, Deadly(), size=100_000)
    (aside,) = (line for line in lines if RecordCode.SET_ASIDE.value in line)
    assert "small2.pgn" in aside
    assert lines[-1] == str([1 + 1 + 2 + 4 + 5, 1 * 3 + 2 * 4 + 3 * (0 + 1 + 3 + 4), 0, 6])


def test_a_file_that_changes_is_reported_and_the_rest_is_done(tmp_path: Path) -> None:
    paths = archive(tmp_path, (GAME + FAULTY) * 20)
    lines = []
    for how in ("shorter", "other", "gone"):
        big = tmp_path / "big.pgn"
        big.write_text((GAME + FAULTY) * 20)
        found = run_work(ValidateWork(), sources(paths), engine=Workers(), size=SIZE, small=0)
        first = [next(found) for _ in range(4)]
        if how == "gone":
            big.unlink()
        else:
            big.write_text(GAME * 3 if how == "shorter" else (GAME + FAULTY) * 20 + GAME)
        lines = report_lines([*first, *found])
        (changed,) = (line for line in lines if RecordCode.CHANGED_FILE.value in line)
        what = {"shorter": "became shorter", "other": "was changed", "gone": "was taken away"}[how]
        assert f"the file {what} while it was read" in changed
        assert sum("small" in line for line in lines) == 5


def test_a_file_that_is_gone_before_its_turn(tmp_path: Path) -> None:
    paths = archive(tmp_path, GAME)
    found = list(sources(paths))
    (tmp_path / "small3.pgn").unlink()
    lines = report_lines(run_work(ValidateWork(), found, engine=Pool(2), small=0))
    assert lines == report_lines(results_here(ValidateWork(), found))
    assert any("small3.pgn" in line and RecordCode.UNREADABLE_FILE.value in line for line in lines)


# -- what is remembered -----------------------------------------------------------------------------------------------


def test_what_is_remembered_is_not_done_again(tmp_path: Path) -> None:
    paths = archive(tmp_path, (GAME + FAULTY) * 20)
    state, log = str(tmp_path / "state"), tmp_path / "log"
    whole = report_lines(results_here(ValidateWork(), sources(paths)))

    def again() -> list[str]:
        log.write_text("")
        ledger = Ledger(state)
        work = Deadly(log=str(log))
        lines = report_lines(run_work(work, sources(paths), memory=Memory(work, ledger), size=SIZE))
        ledger.close()
        return lines

    assert again() == whole
    assert len(log.read_text().splitlines()) > 5
    assert again() == whole
    assert log.read_text() == ""
    (tmp_path / "small1.pgn").write_text(FAULTY * 2)
    whole = report_lines(results_here(ValidateWork(), sources(paths)))
    assert again() == whole
    assert len(log.read_text().splitlines()) == 1
    (tmp_path / "big.pgn").rename(tmp_path / "another.pgn")  # names are of no account
    whole = report_lines(results_here(ValidateWork(), sources(paths)))
    assert again() == whole
    assert log.read_text() == ""


MOMENTS = 10 if NIGHTLY else 3


def test_killed_at_some_moments_and_resumed(tmp_path: Path) -> None:
    """Each time the program is killed, at most the two ranges that its two workers had in hand are done once more."""
    moments = random.Random(20_26)
    games = (FAULTY if number % 20 == 0 else GAME for number in range(1000))
    big = "".join(game.replace("Anna", f"Anna {number}") for number, game in enumerate(games))
    paths = archive(tmp_path, big)
    state, log = tmp_path / "state", tmp_path / "log"
    asked = {
        "engine": "pool", "paths": paths, "size": SIZE, "state": str(state), "log": str(log), "rest": 0.01,
    }  # fmt: skip
    log.touch()
    for _ in range(MOMENTS):
        before = len(log.read_text().splitlines())
        with by_program(asked, subprocess.DEVNULL) as program:  # a full pipe would hold it up
            wanted = before + moments.randint(2, 8)
            while len(log.read_text().splitlines()) < wanted and program.poll() is None:
                time.sleep(0.002)
            time.sleep(moments.random() * 0.02)
            program.send_signal(signal.SIGKILL)
            program.communicate(timeout=60)  # the workers go too, else nobody closes the pipe
            assert program.returncode == -signal.SIGKILL
    output, errors = by_program(asked).communicate(timeout=120)
    assert (output.decode().splitlines(), errors) == (report_lines(results_here(ValidateWork(), sources(paths))), b"")
    done = Counter(log.read_text().split())
    assert sum(done.values()) - len(done) <= MOMENTS * 2
    assert len(done) > 50


# -- Dask -------------------------------------------------------------------------------------------------------------


@needs_dask
def test_a_worker_of_a_cluster_dies_in_mid_run(tmp_path: Path) -> None:
    paths = archive(tmp_path, (GAME + FAULTY) * 10 + WEAK + GAME * 10)
    asked = {"engine": "dask", "paths": paths, "size": SIZE, "marker": str(tmp_path / "met")}
    output, errors = by_program(asked).communicate(timeout=120)
    assert (output.decode().splitlines(), errors) == (report_lines(results_here(ValidateWork(), sources(paths))), b"")
    assert (tmp_path / "met").exists()
