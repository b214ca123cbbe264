"""Commands on packed files and archives: the verdicts of the plain files, and a clear word where there are none."""

import json
import os
import signal
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from packed import BAD, ONE, PACKERS, tar, zipped
from running import crashed, interruptible, rows, run

PROGRAM = [sys.executable, "-m", "fairyscore.cli.main"]
GAMES = ONE + BAD + ONE


def put(tmp_path: Path, name: str, data: bytes) -> str:
    """A file, and its path."""
    (tmp_path / name).write_bytes(data)
    return str(tmp_path / name)


def found(*arguments: str, stdin: bytes | None = None) -> tuple[list[tuple[object, ...]], int]:
    """What validate finds, without the names of files; and its exit code."""
    result = run("validate", "--format", "jsonl", *arguments, stdin=stdin)
    assert not crashed(result)
    return [(row["game"], row["line"], row["column"], row["code"]) for row in rows(result)], result.exit_code


# -- the same verdicts -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ending", PACKERS)
def test_packed_files(tmp_path: Path, ending: str) -> None:
    path = put(tmp_path, f"a.pgn.{ending}", PACKERS[ending](GAMES))
    result = run("validate", path)
    assert f"{path}:9:13: error[path-blocked]" in result.stdout
    assert result.stdout.endswith("\n3 games, 8 plies, 1 file: 1 error\n")
    assert result.exit_code == 1


@pytest.mark.parametrize("ending", PACKERS)
def test_standard_input(ending: str) -> None:
    assert found("-", stdin=PACKERS[ending](GAMES)) == found("-", stdin=GAMES)


@settings(max_examples=25, deadline=None)
@example(cuts=[1], ending="bz2", broken=b"\xff\xfe")  # half a mark of UTF-16 in a frame of its own
@given(
    cuts=st.lists(st.integers(0, 3 * len(GAMES)), max_size=4),
    ending=st.sampled_from(sorted(PACKERS)),
    broken=st.sampled_from([b"", b"{ never closed\n", b"\xff\xfe", "é".encode("utf-16"), b"\r"]),
)
def test_any_split_into_frames_gives_the_same(cuts: list[int], ending: str, broken: bytes) -> None:
    games = broken + GAMES + broken + GAMES.replace(b"\n", b"\r\n") + broken + GAMES
    places = [0, *sorted(min(cut, len(games)) for cut in cuts), len(games)]
    frames = [games[begin:end] for begin, end in pairwise(places)]
    packed = b"".join(map(PACKERS[ending], frames))
    assert found("-", stdin=packed) == found("-", stdin=games)


def test_archives(tmp_path: Path) -> None:
    files = {"x/a.pgn": GAMES, "readme.txt": b"no game", "b.pgn.gz": PACKERS["gz"](BAD)}
    paths = [put(tmp_path, "a.zip", zipped(files)), put(tmp_path, "a.tar.gz", PACKERS["gz"](tar(files)))]
    for path in paths:
        result = run("validate", path)
        assert f"{path}!x/a.pgn:9:13: error[path-blocked]" in result.stdout
        assert f"{path}!b.pgn.gz:4:13: error[path-blocked]" in result.stdout
        assert result.stdout.endswith("\n4 games, 10 plies, 2 files: 2 errors\n")
    assert found(f"{paths[0]}!b.pgn.gz") == ([(1, 4, 13, "path-blocked")], 1)  # as findings call it
    assert {code for *_, code in found("--variant", "chess", paths[0])[0]} > {"path-blocked"}  # texts too


def test_commands_that_read_one_game(tmp_path: Path) -> None:
    path = put(tmp_path, "a.zip", zipped({"a.pgn": ONE, "b.pgn": BAD}))
    plain = put(tmp_path, "a.pgn", ONE)
    assert run("diff", f"{path}!a.pgn", plain).exit_code == 0
    assert run("replay", f"{path}!a.pgn").stdout == run("replay", plain).stdout
    assert run("show", f"{path}!a.pgn").exit_code == 0
    result = run("diff", path, plain)
    assert result.exit_code == 2
    assert "holds several files; name one" in result.output


def test_convert(tmp_path: Path) -> None:
    path = put(tmp_path, "a.tgz", PACKERS["gz"](tar({"a.pgn": ONE, "b.pgn": ONE})))
    plain = put(tmp_path, "a.pgn", ONE + ONE)
    packed_result, plain_result = (run("convert", one, "--to", "jsonl") for one in (path, plain))
    assert packed_result.exit_code == 0
    assert packed_result.stdout == plain_result.stdout
    assert "read as" not in packed_result.stderr  # the ending in front says it


# -- nothing packed is written -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "command", [["fmt"], ["repair", "--write"], ["play", "MOVE"], ["fmt", "--check"], ["fmt", "--diff"]], ids=" ".join
)
def test_packed_files_are_not_written_back(tmp_path: Path, command: list[str]) -> None:
    data = PACKERS["gz"](BAD if "repair" in command else ONE.replace(b"[Result", b" [Result"))
    path = put(tmp_path, "a.pgn.gz", data)
    arguments = [path, "Nc6"] if "MOVE" in command else [path]
    result = run(*(part for part in command if part != "MOVE"), *arguments)
    assert not crashed(result)
    assert Path(path).read_bytes() == data
    dry = "--check" in command or "--diff" in command
    assert result.exit_code == (int("--check" in command) if dry else 2)
    assert ("plain files are written back" in result.output) is not dry


# -- what cannot be read -----------------------------------------------------------------------------------------------


def test_what_came_before_is_judged(tmp_path: Path) -> None:
    packed = PACKERS["gz"](GAMES + BAD * 50)
    codes = found(put(tmp_path, "a.pgn.gz", packed[:-9]))
    assert codes[0][0] == (2, 9, 13, "path-blocked")
    assert codes[0][-1][3] == "damaged-archive"
    assert codes[1] == 2


def test_the_rest_is_done(tmp_path: Path) -> None:
    paths = [
        put(tmp_path, "a.pgn.gz", PACKERS["gz"](ONE)[:8]),
        put(tmp_path, "b.zip", zipped({"../x.pgn": ONE, "y.pgn": BAD})),
        put(tmp_path, "c.pgn.bz2", PACKERS["bz2"](ONE + b"\n" * 100_000)),
        put(tmp_path, "d.pgn", BAD),
    ]
    codes, exit_code = found(*paths, "--max-ratio", "100", "--max-unpacked", "50K")
    assert [code for *_, code in codes] == [
        "damaged-archive",
        "unsafe-member",
        "path-blocked",
        "unpacking-limit",
        "path-blocked",
    ]
    assert exit_code == 2


def test_members_that_are_no_text(tmp_path: Path) -> None:
    path = put(tmp_path, "a.zip", zipped({"a.pgn": bytes(range(256)) * 99, "b.pgn": b"", "c.pgn": b"<!DOCTYPE html>"}))
    codes, exit_code = found(path)
    assert {code for *_, code in codes} >= {"empty-file", "not-a-record"}
    assert exit_code == 2


def test_an_archive_without_records(tmp_path: Path) -> None:
    path = put(tmp_path, "a.zip", zipped({"readme.txt": b"no game"}))
    assert found(path) == ([(0, 1, 1, "no-records")], 2)
    assert "holds no game records" in run("validate", path).stdout


def test_an_archive_through_a_pipe(tmp_path: Path) -> None:
    result = run("validate", "-", stdin=zipped({"a.pgn": ONE}))
    assert "<stdin> cannot be read: it is a zip archive, and those are read from files only" in result.stdout
    assert result.exit_code == 2


def test_names_reach_no_terminal_raw(tmp_path: Path) -> None:
    path = put(tmp_path, "a.zip", zipped({"\x1b[31m\u202e.pgn": BAD, "../\x07.pgn": ONE}))
    for command in (["validate"], ["convert", "--to", "pgn"], ["fmt", "--diff"], ["replay"]):
        result = run(*command, path)
        assert not crashed(result)
        assert all(char not in result.output for char in "\x1b\u202e\x07")


# -- limits ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "limited"),
    [
        ([], False),
        (["--max-unpacked", "100"], True),
        (["--max-unpacked", "1KB"], False),
        (["--max-unpacked", "0"], False),
        (["--max-ratio", "0"], False),
    ],
)
def test_limits(tmp_path: Path, options: list[str], limited: bool) -> None:
    path = put(tmp_path, "a.pgn.gz", PACKERS["gz"](ONE * 5))
    codes, _ = found(*options, path)
    assert ("unpacking-limit" in {code for *_, code in codes}) is limited


def test_limits_of_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = put(tmp_path, "a.pgn.gz", PACKERS["gz"](ONE * 5))
    monkeypatch.setenv("FAIRYSCORE_MAX_UNPACKED", "100")
    assert found(path)[1] == 2
    assert found("--max-unpacked", "1T", path)[1] == 0


@pytest.mark.parametrize("size", ["-1", "x", "1Q", "1.5M", "", "²"])
def test_sizes_that_are_none(size: str) -> None:
    result = run("validate", "--max-unpacked", size, "-", stdin=ONE)
    assert result.exit_code == 2
    assert "--max-unpacked" in result.output


# -- the program as the system runs it ---------------------------------------------------------------------------------


def test_one_plain_file_imports_nothing_more() -> None:
    """Start-up time is what is imported."""
    script = (
        "import sys, tempfile; before = set(sys.modules); from fairyscore.cli.main import program\n"
        "with tempfile.NamedTemporaryFile(suffix='.pgn') as file:\n"
        "    file.write(b'1. e4 *'); file.flush()\n"
        "    program(['validate', '--variant', 'chess', file.name], standalone_mode=False)\n"
        "heavy = {'zipfile', 'tarfile', 'glob', 'gzip', 'fsspec', 'zstandard', 'socket', 'asyncio'}\n"
        "print(sorted(name for name in set(sys.modules) - before if name in heavy or '.storage.' in name))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    ours = ["listing", "source"]
    assert done.stdout.splitlines()[-1] == str([f"fairyscore.notation.storage.{name}" for name in ours])


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize("style", ["text", "json"])
def test_ctrl_c_in_a_packed_file(tmp_path: Path, style: str) -> None:
    """What was found so far is told whole, however much more there is."""
    path = put(tmp_path, "a.pgn.xz", PACKERS["xz"](BAD * 60_000))
    command = interruptible("validate", path, "--format", style)
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        output = child.stdout.read(5000)  # it is in the midst of it
        child.send_signal(signal.SIGINT)
        output += child.stdout.read()
        assert child.stderr.read() == b""
    assert child.returncode == 130
    if style == "json":
        assert len(json.loads(output)) < 60_000
    else:
        assert b"\ninterrupted; so far " in output


@pytest.mark.skipif(os.name != "posix", reason="terminals of POSIX")
def test_progress_of_a_packed_file(tmp_path: Path) -> None:
    import pty  # POSIX only

    path = put(tmp_path, "a.tar.gz", PACKERS["gz"](tar({f"{n}.pgn": ONE * 1000 for n in range(8)})))
    script = "from fairyscore.cli import sources; sources.PATIENCE = 0; from fairyscore.cli.main import main; main()"
    shell, terminal = pty.openpty()
    command = [sys.executable, "-c", script, "validate", path]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=terminal) as child:
        os.close(terminal)
        seen = b""
        try:
            while part := os.read(shell, 4096):
                seen += part
        except OSError:  # how Linux says that nobody writes any more
            pass
        os.close(shell)
    assert child.returncode == 0
    assert b" games/s, " in seen
    assert seen.endswith(b"\r\x1b[K\x1b[?25h")
