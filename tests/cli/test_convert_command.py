"""`fairyscore convert`: other formats and notations, the report of losses, and files that are whole or untouched."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from running import interruptible, run, written

GOOD = '[White "Anna"]\n[Result "*"]\n\n1. e4 {best by test} e5 (1... c5 2. Nf3) *\n\n'
BAD = '[White "Bert"]\n[Result "*"]\n\n1. e4 e5 2. Ke3 *\n\n'


def test_to_standard_output(tmp_path: Path) -> None:
    result = run("convert", written(tmp_path / "a.pgn", GOOD), "--to", "moves", "--moves", "long")
    assert (result.exit_code, result.stdout) == (0, "1. e2-e4 e7-e5 *\n")


def test_losses_are_named_and_summed(tmp_path: Path) -> None:
    path = written(tmp_path / "a.pgn", GOOD)
    result = run("convert", path, "--to", "moves")
    assert result.stderr.splitlines() == [
        f'{path}: game 1: the tag White "Anna" is lost',
        f'{path}: game 1, ply 1: the comment "best by test" is lost',
        f"{path}: game 1, ply 2: the variation of 2 plies is lost",
        "1 game converted, 3 things lost (1 tag, 1 comment, 1 variation)",
    ]


def test_many_losses_of_a_game_are_summed(tmp_path: Path) -> None:
    path = written(tmp_path / "a.pgn", '[White "Anna"]\n\n1. e4 ' + "{so} " * 30 + "e5 *\n")
    result = run("convert", path, "--to", "moves")
    assert result.stderr.splitlines()[-2] == f"{path}: game 1: lost are 30 comments, 1 tag"


def test_format_of_the_ending(tmp_path: Path) -> None:
    out = tmp_path / "b.jsonl"
    result = run("convert", written(tmp_path / "a.pgn", GOOD), "-o", str(out))
    assert (result.exit_code, result.stdout) == (0, "")
    assert out.read_text(encoding="utf-8").startswith('{"variant": "chess"')
    assert run("convert", str(out), "--to", "pgn").stdout.endswith(
        "1. e4 {best by test} 1... e5 (1... c5 2. Nf3) *\n\n"
    )


def test_folders_hold_files_of_the_format(tmp_path: Path) -> None:
    written(tmp_path / "a.pgn", GOOD)
    written(tmp_path / "b.jsonl", '{"moves": ["e4"], "variant": "chess"}\n')
    assert run("convert", str(tmp_path), "--from", "pgn", "--to", "moves").stderr.endswith(
        "1 game converted, 3 things lost (1 tag, 1 comment, 1 variation)\n"
    )
    assert run("convert", str(tmp_path), "--to", "moves", "--from", "jsonl", "--moves", "san").stdout == "1. e4 *\n"


def test_strict_writes_nothing(tmp_path: Path) -> None:
    out = tmp_path / "b.txt"
    out.write_text("as it was")
    path = written(tmp_path / "a.pgn", GOOD)
    result = run("convert", path, "-o", str(out), "--strict")
    assert (result.exit_code, out.read_text()) == (1, "as it was")
    assert "1 game could be converted" in result.stderr
    new = run("convert", path, "-o", str(tmp_path / "new.txt"), "--strict")
    assert (new.exit_code, sorted(path.name for path in tmp_path.iterdir())) == (1, ["a.pgn", "b.txt"])
    assert run("convert", path, "--to", "moves", "--strict").stdout == ""
    assert run("convert", path, "--to", "jsonl", "--strict").exit_code == 0


def test_a_faulty_game_is_reported_and_left_out(tmp_path: Path) -> None:
    path = written(tmp_path / "a.pgn", BAD + GOOD)
    result = run("convert", path, "--to", "jsonl")
    assert (result.exit_code, result.stdout.count("\n")) == (1, 1)
    assert f"{path}:4:13: error[no-piece-reaches]" in result.stderr
    assert result.stderr.splitlines()[-1] == "1 game converted, 1 not"


def test_keep_going(tmp_path: Path) -> None:
    result = run("convert", written(tmp_path / "a.pgn", BAD), "--to", "pgn", "--keep-going")
    assert result.exit_code == 1
    assert "1. e4 e5 {2. Ke3} *" in result.stdout


def test_over_the_input(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    assert run("convert", written(path, GOOD), "-o", str(path), "--moves", "long").exit_code == 0
    assert "1. e2-e4" in path.read_text(encoding="utf-8")
    result = run("convert", written(path, BAD + GOOD), "-o", str(path), "--moves", "long")
    assert (result.exit_code, path.read_text(encoding="utf-8")) == (1, BAD + GOOD)
    assert "games would be missing" in result.stderr


def test_guesses_are_reported(tmp_path: Path) -> None:
    path = written(tmp_path / "a.dat", "8I-7K 6K-7I 2K-3I 4I-3K *\n")
    result = run("convert", path, "--to", "jsonl")
    assert '"variant": "kaleidochess"' in result.stdout
    assert f"{path}: read as pgn, by its content" in result.stderr
    assert "warning[guessed-variant]" in result.stderr
    outcome = run("convert", path, "--to", "jsonl", "--from", "moves", "--variant", "kaleidochess")
    assert outcome.stderr == "1 game converted\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "pass --to FORMAT"),
        (("--to", "pgm"), "did you mean pgn?"),
        (("--to", "pgn", "--moves", "sann"), "did you mean san?\n"),
        (("--to", "pgn", "--from", "nothing"), "there is no format 'nothing'"),
    ],
)
def test_wrong_usage(tmp_path: Path, arguments: tuple[str, ...], message: str) -> None:
    result = run("convert", written(tmp_path / "a.pgn", GOOD), *arguments)
    assert result.exit_code == 2
    assert message in result.stderr


def test_what_cannot_be_read(tmp_path: Path) -> None:
    out = tmp_path / "b.jsonl"
    assert run("convert", str(tmp_path / "none.pgn"), "-o", str(out)).exit_code == 2
    assert run("convert", written(tmp_path / "a.pgn", BAD), "-o", str(out)).exit_code == 1
    assert not out.exists()


def test_what_must_be_installed_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    result = run("convert", written(tmp_path / "a.pgn", GOOD), "-o", str(tmp_path / "b.parquet"))
    assert (result.exit_code, (tmp_path / "b.parquet").exists()) == (2, False)
    assert "fairyscore[parquet]" in result.stderr


def test_what_cannot_be_written(tmp_path: Path) -> None:
    path = written(tmp_path / "a.pgn", GOOD)
    result = run("convert", path, "-o", str(tmp_path / "none" / "b.pgn"))
    assert result.exit_code == 2
    assert result.stderr.endswith("b.pgn cannot be written: No such file or directory\n")
    assert run("convert", path, "-o", str(tmp_path), "--to", "pgn").exit_code == 2


@pytest.mark.skipif(os.name != "posix", reason="links and permissions of POSIX")
def test_links_and_permissions_stay(tmp_path: Path) -> None:
    target, link = tmp_path / "b.pgn", tmp_path / "link.pgn"
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to(target)
    run("convert", written(tmp_path / "a.pgn", GOOD), "-o", str(link), "--force")
    assert link.is_symlink()
    assert "[White" in target.read_text(encoding="utf-8")
    assert target.stat().st_mode & 0o777 == 0o640


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_full_disk_at_a_pipe(tmp_path: Path) -> None:
    path = written(tmp_path / "a.pgn", GOOD * 3000)
    with Path("/dev/full").open("wb") as full:
        command = [sys.executable, "-m", "fairyscore.cli.main", "convert", path, "--to", "pgn"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert b"cannot be written" in done.stderr
    assert b"Traceback" not in done.stderr


def test_an_error_in_the_middle_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever happens while the file is written, the old one stays, and nothing lies beside it."""
    out = tmp_path / "b.pgn"
    out.write_text("as it was")
    path = written(tmp_path / "a.pgn", GOOD)

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    result = run("convert", path, "-o", str(out), "--force")
    assert (result.exit_code, out.read_text()) == (2, "as it was")
    assert "No space left on device" in result.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.pgn", "b.pgn"]


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_interrupt_leaves_the_old_file(tmp_path: Path) -> None:
    out = tmp_path / "b.pgn"
    out.write_text("as it was")
    command = interruptible("convert", "-", "-o", str(out), "--force")
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        assert child.stdin is not None
        child.stdin.write(GOOD.encode() * 3_000)  # more than a pipe holds: once it is taken in, the program is writing
        child.stdin.flush()
        child.send_signal(signal.SIGINT)
        _, errors = child.communicate()
    assert (child.returncode, b"Traceback" in errors) == (130, False)
    assert (out.read_text(), [path.name for path in tmp_path.iterdir()]) == ("as it was", ["b.pgn"])


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_program_that_is_asked_to_go_leaves_nothing_half_written(tmp_path: Path, number: signal.Signals) -> None:
    out = tmp_path / "b.pgn"
    heeded = f"signal.signal({int(number)}, signal.SIG_DFL)"  # nohup has SIGHUP ignored
    command = interruptible("convert", "-", "-o", str(out), before=heeded)
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        assert child.stdin is not None
        child.stdin.write(GOOD.encode() * 3_000)
        child.stdin.flush()
        assert child.poll() is None, "it is writing"
        child.send_signal(number)
        _, errors = child.communicate()
    assert (child.returncode, b"Traceback" in errors) == (128 + number, False)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("moves", "between"), [("1. e2-e4 Ng8-f6 *", "Ng8-f6"), ("1. e4 Nf6 *", "g8-f6"), ("1. e2e4 g8f6 *", "g8f6")]
)
def test_the_notation_of_a_record_outlives_json(tmp_path: Path, moves: str, between: str) -> None:
    path = written(tmp_path / "a.pgn", f'[Event "x"]\n[Result "*"]\n\n{moves}\n\n')
    lines = run("convert", path, "--to", "jsonl").stdout
    assert f'"{between}"' in lines
    back = run("convert", written(tmp_path / "a.jsonl", lines), "--to", "pgn")
    assert back.stdout.splitlines()[-2] == moves
    assert ("--moves long keeps it" in back.stderr) is (between == "g8-f6")
