"""The program as the system runs it: closed pipes, closed streams, Ctrl-C, odd encodings. Never a traceback."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from running import interruptible

PROGRAM = [sys.executable, "-m", "fairyscore.cli.main"]
FAULTY = b'[Event "?"]\n[Result "*"]\n\n1. e4 e5 2. Ra4 *\n\n'
CLEAN = FAULTY.replace(b" 2. Ra4", b"")

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pipes and signals of POSIX")


def quiet(errors: bytes) -> bool:
    return b"Traceback" not in errors and b"Exception ignored" not in errors


@pytest.mark.parametrize("command", ["validate", "replay"])
def test_closed_pipe(tmp_path: Path, command: str) -> None:
    path = tmp_path / "many.pgn"
    path.write_bytes(FAULTY * 5000)
    with subprocess.Popen([*PROGRAM, command, str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.read(10)
        child.stdout.close()
        errors = child.stderr.read()
    assert quiet(errors)
    assert child.returncode == 141


def test_pipe_closed_before_the_only_line() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run([*PROGRAM, "perft", "chess", "1"], stdout=writer, stderr=subprocess.PIPE, check=False)
    os.close(writer)
    assert (done.stderr, done.returncode) == (b"", 141)


def test_interrupt() -> None:
    command, pipe = interruptible("validate", "-"), subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdin.write(FAULTY * 10)
        child.stdin.write(CLEAN * 10_000)  # more than a pipe holds: once it is taken in, the program is reading
        child.stdin.flush()
        time.sleep(1)  # the first game needs the tables of chess
        child.send_signal(signal.SIGINT)
        errors = child.stderr.read()
        found = child.stdout.read()
    assert errors.strip() == b""
    assert b"\ninterrupted; so far " in found
    assert child.returncode == 130


def test_full_disk() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([*PROGRAM, "perft", "chess", "1"], stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.stderr == b"fairyscore: the output cannot be written: No space left on device\n"
    assert done.returncode == 2


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams(closed: str) -> None:
    command = f'"{sys.executable}" -m fairyscore.cli.main validate - {closed}'
    done = subprocess.run(command, shell=True, input=FAULTY, capture_output=True, check=False)
    assert quiet(done.stderr)
    assert done.returncode == (1 if closed == "2>&-" else 2)
    assert (b"standard output is closed" in done.stderr) is (closed == ">&-")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_terminal_without_unicode(encoding: str) -> None:
    environment = os.environ | {"PYTHONIOENCODING": encoding}
    game = FAULTY.replace(b"e4", "e4 {車}".encode())
    done = subprocess.run([*PROGRAM, "validate", "-"], env=environment, input=game, capture_output=True, check=False)
    assert done.returncode == 1
    assert b"e4 {\\u8eca} e5" in done.stdout
    rules = subprocess.run([*PROGRAM, "rules", "chamaeleon"], env=environment, capture_output=True, check=False)
    assert (rules.stderr, rules.returncode) == (b"", 0)


def test_file_name_that_is_no_text(tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/\xff.pgn"
    try:
        Path(os.fsdecode(path)).write_bytes(FAULTY)
    except OSError:
        pytest.skip("this file system wants Unicode names")
    for style in (b"text", b"json"):
        command = [*map(os.fsencode, PROGRAM), b"validate", path, b"--format", style]
        done = subprocess.run(command, capture_output=True, check=False)
        assert (quiet(done.stderr), done.returncode) == (True, 1)
        assert b"path-blocked" in done.stdout


def test_version_imports_no_more_than_click() -> None:
    """Start-up time is what is imported: no game, no grammar, no table."""
    script = (
        "import sys; from fairyscore.cli.main import program; program(['--version'], standalone_mode=False);"
        "print(sorted(name for name in sys.modules if name.startswith(('fairyscore', 'pyparsing'))))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    ours = [
        "fairyscore",
        "fairyscore.cli",
        "fairyscore.cli.main",
        "fairyscore.notation",
        "fairyscore.notation._version",
    ]
    assert done.stdout.splitlines()[-1] == str(ours)


SEPARATOR = "=== left with"
ON_TERMINAL = f"""\
import sys
import fairyscore.cli.sources
from fairyscore.cli.main import main
fairyscore.cli.sources.PATIENCE = 999  # on a busy machine the line of progress would be seen too
_, path, *commands = sys.argv
for command in commands:
    sys.argv = ["fairyscore", *command.split(), path]
    try:
        main()
    except SystemExit as left:
        print("\\n{SEPARATOR}", left.code)
"""


def on_terminal(path: Path, commands: list[str]) -> list[tuple[str, int]]:
    """What a terminal is sent by each of some commands about a file, and the exit code; all run in one process."""
    import pty  # POSIX only

    shell, terminal = pty.openpty()
    program = [sys.executable, "-c", ON_TERMINAL, str(path), *commands]
    with subprocess.Popen(program, stdin=terminal, stdout=terminal, stderr=terminal):
        os.close(terminal)
        parts = []
        try:
            while part := os.read(shell, 4096):
                parts.append(part)
        except OSError:  # how Linux says that nobody writes any more
            pass
        os.close(shell)
    found, text = [], ""
    for line in b"".join(parts).decode().replace("\r\n", "\n").splitlines(keepends=True):
        if line.startswith(SEPARATOR):
            found.append((text, int(line.removeprefix(SEPARATOR))))
            text = ""
        else:
            text += line
    return found


NASTY = '[Event "\x1b[31m\u202e\x07"]\n[Result "*"]\n\n1. e4 {\x9b2J\u2066\tone} e5 *\n\n'


ON_GAMES = (
    *(f"convert --to {form}" for form in ("pgn", "json", "jsonl", "moves", "spoken", "gamecourier", "zsg", "csv")),
    *("convert --strict --to pgn", "fmt --diff", "validate", "replay"),
)


def test_no_control_character_reaches_a_terminal(tmp_path: Path) -> None:
    path = tmp_path / "nasty.pgn"
    path.write_text(NASTY, encoding="utf-8")
    for command, (seen, code) in zip(ON_GAMES, on_terminal(path, list(ON_GAMES)), strict=True):
        assert (code, "e4" in seen or "plies" in seen) == (0, True), command
        assert [char for char in seen if char not in {"\n", "\t"} and not char.isprintable()] == [], command


def test_a_pipe_gets_all_that_a_record_holds(tmp_path: Path) -> None:
    path = tmp_path / "nasty.pgn"
    path.write_text(NASTY, encoding="utf-8")
    done = subprocess.run([*PROGRAM, "convert", "--to", "pgn", str(path)], capture_output=True, check=True)
    assert all(char in done.stdout.decode() for char in "\x1b\u202e\x07\x9b\u2066")


def test_the_package_runs_as_a_program() -> None:
    program = [sys.executable, "-m", "fairyscore", "--version"]
    done = subprocess.run(program, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("fairyscore ")
