"""Commands that write files back: files that others change, own, link or hold; what killed runs leave behind."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from threading import Timer
from time import monotonic

import pytest
from running import crashed, run

from fairyscore.notation.storage import writing
from fairyscore.notation.storage.locking import Lock, held, locked
from fairyscore.notation.storage.source import POST_FOLDER

GAME = b'[Event "a"]\n[Result "*"]\n\n1. e4 e5 *\n'
LOOSE = GAME.replace(b"1. e4", b"1.e4")

pytestmark = pytest.mark.skipif(os.name != "posix", reason="files as POSIX has them")


@pytest.fixture(autouse=True)
def nothing_swept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "_swept", set())


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "a.pgn"
    path.write_bytes(LOOSE)
    return path


@pytest.fixture
def meddling(monkeypatch: pytest.MonkeyPatch, record: Path) -> Iterator[None]:
    """Another program saves the file while ours writes its own copy."""
    to_disk = os.fsync

    def meddle(descriptor: int) -> None:
        record.write_bytes(LOOSE + b"\n" + LOOSE)
        to_disk(descriptor)

    monkeypatch.setattr(os, "fsync", meddle)
    yield
    assert record.read_bytes() == LOOSE + b"\n" + LOOSE


@pytest.mark.usefixtures("meddling")
@pytest.mark.parametrize("command", [["fmt"], ["play", "MOVE"]], ids=["fmt", "play"])
def test_a_file_that_changed_is_left_alone(record: Path, command: list[str]) -> None:
    moves = ["Nf3"] if "MOVE" in command else []
    result = run(command[0], str(record), *moves)
    assert not crashed(result)
    assert result.exit_code == 2
    assert "another program has changed it meanwhile; run the command again" in result.stderr
    assert [path.name for path in record.parent.iterdir()] == ["a.pgn"]


def test_play_asks_what_it_read_at_first(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second `play` that began before the first one wrote must not undo it."""
    from fairyscore.cli import play

    write_back = play.write_back  # type: ignore[attr-defined]

    def other_first(*arguments: object, **named: object) -> None:
        monkeypatch.setattr(play, "write_back", write_back)
        assert run("play", str(record), "Nf3").exit_code == 0
        write_back(*arguments, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(play, "write_back", other_first)
    result = run("play", str(record), "Nc3")
    assert result.exit_code == 2
    assert "another program has changed it" in result.stderr
    assert b"Nf3" in record.read_bytes()


def test_play_waits_for_the_post_office_of_the_folder(record: Path) -> None:
    """Nobody writes to a record between the log of the office and what the office writes."""
    office = record.parent / POST_FOLDER
    office.mkdir()
    with ExitStack() as stack:
        stack.enter_context(held(office, "post read"))
        begin = monotonic()
        Timer(0.4, stack.close).start()
        assert run("play", str(record), "Nf3").exit_code == 0
        assert monotonic() - begin >= 0.4
    assert b"Nf3" in record.read_bytes()


def test_mode_owner_and_group_stay(record: Path) -> None:
    record.chmod(0o640)
    if os.geteuid() == 0:
        os.chown(record, 1234, 4321)
    before = record.stat()
    assert run("fmt", str(record)).exit_code == 0
    after = record.stat()
    assert record.read_bytes() != LOOSE
    assert (after.st_mode, after.st_uid, after.st_gid) == (before.st_mode, before.st_uid, before.st_gid)


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root gives files away")
def test_an_owner_that_cannot_be_kept(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.chown(record, 1234, 4321)

    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "chown", refuse)
    result = run("fmt", str(record))
    assert result.exit_code == 2
    assert "its owner and group could not be kept" in result.stderr
    assert record.read_bytes() == LOOSE
    assert [path.name for path in record.parent.iterdir()] == ["a.pgn"]


def test_hard_links_are_stated(record: Path, tmp_path: Path) -> None:
    (tmp_path / "b.pgn").hardlink_to(record)
    result = run("fmt", str(record))
    assert result.exit_code == 0
    assert "another name (a hard link) that keeps the old text" in result.stderr
    assert (tmp_path / "b.pgn").read_bytes() == LOOSE
    assert "hard link" not in run("fmt", str(record)).stderr


@pytest.mark.parametrize("command", [["fmt"], ["play", "PATH", "Nf3"], ["repair", "--write"]], ids=" ".join)
def test_what_is_no_plain_file_is_not_rewritten(tmp_path: Path, command: list[str]) -> None:
    """In a process of its own, which may be ended where it waits for ever."""
    pipe, listening = str(tmp_path / "pipe"), str(tmp_path / "socket")
    os.mkfifo(pipe)
    with socket.socket(socket.AF_UNIX) as one:
        one.bind(listening)
        paths = [pipe, listening, "/dev/zero", "/dev/null"] if command == ["fmt"] else [pipe]
        where = command.index("PATH") if "PATH" in command else len(command)
        asked = [sys.executable, "-m", "fairyscore.cli.main", *command[:where], *paths, *command[where + 1 :]]
        done = subprocess.run(asked, capture_output=True, check=False, timeout=60, stdin=subprocess.DEVNULL)
    assert (done.returncode, b"Traceback" in done.stderr) == (2, False)
    assert all(path in done.stderr.decode() for path in paths)


def test_devices_are_not_read() -> None:
    result = run("validate", "/dev/zero")
    assert result.exit_code == 2
    assert "/dev/zero cannot be read: it is a device or a socket" in result.stdout
    assert "no game" in run("validate", "/dev/null").stdout


def test_leftovers_of_killed_runs_are_swept(record: Path) -> None:
    folder = record.parent
    old, held, fresh = (folder / f".{name}.abcd{writing.SUFFIX}" for name in ("old", "held", "fresh"))
    old_folder = folder / f"{writing.PREFIX}abcd1234"
    old_folder.mkdir()
    others = [folder / name for name in (".vimrc", "x.new", "b.fairyscore-new")]
    for path in (old, held, fresh, old_folder / "0", *others):
        path.write_bytes(b"")
    for path in (old, held, old_folder, *others):
        os.utime(path, (0, 0))
    with held.open() as stream:
        assert locked(stream.fileno()) is Lock.TAKEN
        assert run("fmt", str(record)).exit_code == 0
    assert sorted(folder.iterdir()) == sorted([record, held, fresh, *others])
