"""`fairyscore annotate`, with a scripted engine whose answers are known (`tests/scripted_engine.py`)."""

import json
import signal
import struct
import subprocess
import sys
import time
from pathlib import Path

import pytest
from running import interruptible, run, written

SCRIPT = Path(__file__).parents[1] / "scripted_engine.py"
GAME = '[White "Anna"]\n[Black "Bert"]\n[Result "1-0"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n'
ANSWERS = {
    "": ["depth 9 multipv 1 score cp 20 pv e2e4", "e2e4"],
    "e2e4": ["depth 9 score cp -20 pv e7e5", "e7e5"],
    "e2e4 e7e5": ["depth 9 score cp 30 pv g1f3 b8c6", "g1f3"],
    "e2e4 e7e5 d1h5": [
        "depth 9 multipv 1 score cp 20 pv b8c6 f1c4 g7g6",
        "depth 9 multipv 2 score cp 10 pv d7d6",
        "depth 9 multipv 3 score mate -1 pv e8e7 h5e5",
        "b8c6",
    ],
    "e2e4 e7e5 d1h5 e8e7": ["depth 9 score mate 1 pv h5e5", "h5e5"],
}
MOVES = (
    "1. e4 {[%eval 0.20]} 1... e5 {[%eval 0.30]} 2. Qh5 {[%eval -0.20]} 2... Ke7 $4 {[%eval #1]} "
    "(2... Nc6 {[%eval -0.20]} 3. Bc4 g6) 3. Qxe5# 1-0"
)


def engine(folder: Path, behaviour: str = "good", **changed: list[str]) -> list[str]:
    """The options for a scripted engine."""
    book = folder / "book.json"
    book.write_text(json.dumps({**ANSWERS, **{moves.replace("_", " "): answer for moves, answer in changed.items()}}))
    return ["--engine", f"{sys.executable} -S -E {SCRIPT} {behaviour} {book}", "--nodes", "100"]


def asked(folder: Path) -> list[str]:
    """The positions that the engine was asked about; then forgotten."""
    log = folder / "book.json.log"
    lines = log.read_text().splitlines() if log.exists() else []
    log.unlink(missing_ok=True)
    return [line.partition(" moves ")[2] for line in lines if line.startswith("position")]


def moves_in(text: str) -> str:
    return " ".join(text.rpartition("]\n\n")[2].split())


def test_evaluations_signs_and_better_lines(tmp_path: Path) -> None:
    result = run("annotate", written(tmp_path / "a.pgn", GAME), *engine(tmp_path))
    assert result.exit_code == 0
    assert moves_in(result.stdout) == MOVES
    assert result.stderr == "1 game: 4 evaluations, 1 sign, 1 line added\n"
    assert asked(tmp_path) == list(ANSWERS)  # and not about the end of the game


def test_a_second_run_changes_nothing_and_asks_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    written(path, GAME)
    assert run("annotate", str(path), "--in-place", *engine(tmp_path)).exit_code == 0
    first, stamp = path.read_bytes(), path.stat().st_mtime_ns
    assert moves_in(first.decode()) == MOVES
    asked(tmp_path)
    result = run("annotate", str(path), "--in-place", *engine(tmp_path))
    assert (result.exit_code, result.stderr) == (0, "1 game: nothing added\n")
    assert asked(tmp_path) == []
    assert (path.read_bytes(), path.stat().st_mtime_ns) == (first, stamp)


def test_it_goes_on_where_evaluations_end(tmp_path: Path) -> None:
    begun = GAME.replace("e4 e5", "e4 {[%eval 0.20]} e5 {[%eval 0.77]}")
    result = run("annotate", written(tmp_path / "a.pgn", begun), *engine(tmp_path))
    assert moves_in(result.stdout) == MOVES.replace("e5 {[%eval 0.30]} 2. Qh5", "e5 $6 {[%eval 0.77]} 2. Qh5 $6")
    assert asked(tmp_path) == [*ANSWERS][3:]


def test_what_people_have_written_stays(tmp_path: Path) -> None:
    theirs = (
        '[Result "1-0"]\n\n{Played in a cafe.} 1. e4 {best by test [%clk 0:01:00]} (1. d4 $1 d5 (1... c5)) e5 '
        "2. Qh5 $5 Ke7 $2 {oh no} (2... Nc6 {develops} 3. Bc4) (2... Qe7) 3. Qxe5# 1-0\n"
    )
    result = run("annotate", written(tmp_path / "a.pgn", theirs), *engine(tmp_path))
    assert moves_in(result.stdout) == (
        "{Played in a cafe.} 1. e4 {[%eval 0.20] best by test [%clk 0:01:00]} (1. d4 $1 d5 (1... c5)) "
        "1... e5 {[%eval 0.30]} 2. Qh5 $5 {[%eval -0.20]} 2... Ke7 $2 {[%eval #1] oh no} (2... Nc6 {develops} 3. Bc4) "
        "(2... Qe7) 3. Qxe5# 1-0"
    )


def test_only_evaluations_and_signs_later(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    written(path, GAME)
    result = run("annotate", str(path), "--in-place", "--only-evals", *engine(tmp_path))
    assert result.stderr == "1 game: 4 evaluations added\n"
    result = run("annotate", str(path), "--in-place", *engine(tmp_path))
    assert result.stderr == "1 game: 1 sign, 1 line added\n"
    assert moves_in(path.read_text()) == MOVES


def test_lines_and_the_first_ply(tmp_path: Path) -> None:
    path = written(tmp_path / "a.pgn", GAME)
    result = run("annotate", path, "--lines", "3", "--from-ply", "4", *engine(tmp_path))
    assert moves_in(result.stdout) == (
        "1. e4 e5 2. Qh5 Ke7 $4 {[%eval #1]} (2... Nc6 {[%eval -0.20]} 3. Bc4 g6) (2... d6 {[%eval -0.10]}) 3. Qxe5# 1-0"
    )
    assert "setoption name MultiPV value 3" in (tmp_path / "book.json.log").read_text()


def test_a_table_of_signs(tmp_path: Path) -> None:
    signs = written(tmp_path / "signs.toml", "[poor]\nnag = 6\nloss = 0.04\nline = false\n")
    result = run("annotate", written(tmp_path / "a.pgn", GAME), "--signs", signs, *engine(tmp_path))
    assert moves_in(result.stdout) == (
        "1. e4 {[%eval 0.20]} 1... e5 {[%eval 0.30]} 2. Qh5 $6 {[%eval -0.20]} 2... Ke7 $6 {[%eval #1]} 3. Qxe5# 1-0"
    )
    bad = written(tmp_path / "bad.toml", "[poor]\nnag = 6\n")
    result = run("annotate", written(tmp_path / "a.pgn", GAME), "--signs", bad, *engine(tmp_path))
    assert result.exit_code == 2
    assert "poor: loss must be a number from 0 to 1" in result.stderr


def test_faults_stay_as_they_are_and_games_keep_their_order(tmp_path: Path) -> None:
    faulty = '[Event "faulty"]\n\n1.e4   e5 2. Ke3 {?} *\n'
    other = '[Event "other"]\n[Variant "Atomic"]\n\n1. e4   e5 *\n'
    path = tmp_path / "a.pgn"
    written(path, "\n".join((GAME, faulty, GAME, other, GAME)))
    result = run("annotate", str(path), "--in-place", "--jobs", "3", *engine(tmp_path))
    assert result.exit_code == 1
    assert "no-piece-reaches" in result.stderr or "error[" in result.stderr
    assert "game 4 is left as it is: it does not know Atomic Chess, and has no option for games" in result.stderr
    assert result.stderr.endswith("5 games: 12 evaluations, 3 signs, 3 lines added; 2 left as they were\n")
    text = path.read_text()
    assert text.count(f"\n\n{faulty}\n") == text.count(f"\n\n{other}\n") == 1
    assert [part.split('"')[1] for part in text.split("\n\n") if part.startswith("[")] == [
        "?", "faulty", "?", "other", "?",
    ]  # fmt: skip


def test_an_engine_that_dies_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    written(path, GAME)
    result = run("annotate", str(path), "--in-place", *engine(tmp_path, e2e4_e7e5_d1h5=["!"]))
    assert result.exit_code == 2
    assert result.stderr == "1 game: 2 evaluations added\nfairyscore: Scripted 1 has ended with exit code 3\n"
    assert moves_in(path.read_text()) == "1. e4 {[%eval 0.20]} 1... e5 {[%eval 0.30]} 2. Qh5 Ke7 3. Qxe5# 1-0"
    assert run("annotate", str(path), "--in-place", *engine(tmp_path)).exit_code == 0
    assert moves_in(path.read_text()) == MOVES


def test_an_illegal_move_is_told_and_passed(tmp_path: Path) -> None:
    answers = engine(tmp_path, e2e4=["score cp 5", "a1a5"])
    result = run("annotate", written(tmp_path / "a.pgn", GAME), *answers)
    assert result.exit_code == 1
    assert "game 1, after ply 1: Scripted 1 plays a move that the rules refuse, a1a5: " in result.stderr
    assert moves_in(result.stdout) == MOVES.replace("1. e4 {[%eval 0.20]} 1... e5", "1. e4 e5")


def test_a_line_that_becomes_illegal_is_told(tmp_path: Path) -> None:
    answers = engine(tmp_path, e2e4=["score cp -20 pv e7e5 e4e5", "e7e5"])
    result = run("annotate", written(tmp_path / "a.pgn", GAME), *answers)
    assert result.exit_code == 1
    assert "game 1, after ply 1: Scripted 1 gives a line with e4e5: " in result.stderr
    assert moves_in(result.stdout) == MOVES


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--engine", "no-such-engine"), "no-such-engine cannot be started: No such file or directory"),
        (("--engine", "x", "--in-place", "-o", "b.pgn"), "--in-place writes the files themselves"),
        (("--engine", "x", "--engine-option", "Hash"), "write NAME=VALUE instead of 'Hash'"),
        (("--engine", f"{sys.executable} {SCRIPT} x", "--engine-option", "Hush=3"), "no option 'Hush'; did you mean Hash?"),
        ((), "Missing option '--engine'"),
    ],
)  # fmt: skip
def test_wrong_usage(tmp_path: Path, arguments: tuple[str, ...], message: str) -> None:
    result = run("annotate", written(tmp_path / "a.pgn", GAME), *arguments)
    assert result.exit_code == 2
    assert message in result.stderr


def test_the_engine_may_stand_in_the_settings(tmp_path: Path) -> None:
    _, program, *nodes = engine(tmp_path)
    written(tmp_path / "fairyscore.toml", f"engine = {json.dumps(program)}\n")
    result = run("annotate", written(tmp_path / "a.pgn", GAME), *nodes)
    assert moves_in(result.stdout) == MOVES


def test_ctrl_c_writes_what_is_done(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    written(path, "\n".join([GAME] * 3))
    arguments = ("annotate", str(path), "--in-place", *engine(tmp_path, "slow"))
    with subprocess.Popen(interruptible(*arguments), stderr=subprocess.PIPE, text=True) as process:
        log = tmp_path / "book.json.log"
        while not log.exists() or log.read_text().count("\ngo ") < 4:
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "games: " in said or "game: " in said
    assert 0 < path.read_text().count("%eval") < 12
    assert path.read_text().count("[White") == 3
    run("annotate", str(path), "--in-place", *engine(tmp_path))
    texts = path.read_text().split("[White")[1:]
    assert [moves_in(f"{text}".split("\n\n[Event")[0]) for text in texts] == [MOVES] * 3


def test_tables_are_asked_before_the_engine(tmp_path: Path) -> None:
    """Won, and then the queen is given away, which is a blunder. The engine is not asked."""
    pytest.importorskip("chess.syzygy")
    tables = Path(__file__).parents[1] / "data" / "syzygy"
    path = written(
        tmp_path / "a.pgn", '[FEN "8/8/8/4k3/8/8/3QK3/8 w - - 0 1"]\n[Result "*"]\n\n1. Qd3 Kf4 2. Qe4+ Kxe4 *\n'
    )
    result = run("annotate", path, *engine(tmp_path), "--syzygy", str(tables))
    start, _, line = moves_in(result.stdout).partition("(")
    assert start == "1. Qd3 {[%eval 200.00]} 1... Kf4 {[%eval 200.00]} 2. Qe4+ $4 {[%eval 0.00]} "
    assert line.startswith("2. Qd5 {[%eval 200.00]} 2... K")
    assert asked(tmp_path) == []
    refused = run("annotate", path, *engine(tmp_path), "--syzygy", str(tmp_path))
    assert (refused.exit_code, "holds no Syzygy tables" in refused.stderr) == (2, True)


def test_the_moves_of_a_book_are_left_alone(tmp_path: Path) -> None:
    polyglot, chess = pytest.importorskip("chess.polyglot"), pytest.importorskip("chess")
    move = chess.Move.from_uci("e2e4")
    entry = struct.pack(">QHHI", polyglot.zobrist_hash(chess.Board()), move.to_square | move.from_square << 6, 1, 0)
    book = tmp_path / "book.bin"
    book.write_bytes(entry)
    result = run("annotate", written(tmp_path / "a.pgn", GAME), *engine(tmp_path), "--book", str(book))
    assert moves_in(result.stdout).startswith("1. e4 e5 {[%eval 0.30]} 2. Qh5 {[%eval -0.20]}")
