"""Writing safely: full disks, limits, killed processes, owners and modes."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from fairyscore.notation.errors import NotWritten
from fairyscore.notation.formats.registry import UnknownFormat
from fairyscore.notation.game import Game, loads
from fairyscore.notation.storage import writing
from fairyscore.notation.storage.writing import LeaveUnchanged, NewFiles, replace_all, replaced

pytestmark = pytest.mark.skipif(os.name != "posix", reason="files as POSIX has them")

OLD = b"the old file\n"


def names(folder: Path) -> list[str]:
    """What lies in a folder."""
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def old(tmp_path: Path) -> Path:
    path = tmp_path / "a.pgn"
    path.write_bytes(OLD)
    return path


@pytest.fixture(params=["unnamed", "named"])
def kind(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Unfinished files without a name, and as they are where no system has such."""
    if request.param == "named":
        monkeypatch.setattr(writing, "_unnamed", lambda folder, mode: None)
    return str(request.param)


@pytest.mark.usefixtures("kind")
def test_a_file_is_replaced_with_its_mode(old: Path) -> None:
    old.chmod(0o640)
    if os.geteuid() == 0:
        os.chown(old, 1234, 4321)
    before = old.stat()
    with replaced(str(old)) as stream:
        stream.write(b"new")
        assert old.read_bytes() == OLD
    after = old.stat()
    assert old.read_bytes() == b"new"
    assert (after.st_mode, after.st_uid, after.st_gid) == (before.st_mode, before.st_uid, before.st_gid)
    assert names(old.parent) == ["a.pgn"]


@pytest.mark.usefixtures("kind")
def test_of_several_files_all_are_replaced_or_none(tmp_path: Path) -> None:
    """The second cannot be: there is no such folder."""
    first, second = tmp_path / "one.svg", tmp_path / "two.svg"
    first.write_text("old")
    with pytest.raises(NotWritten):
        replace_all([(str(first), b"new"), (str(tmp_path / "absent" / "two.svg"), b"new")])
    assert (first.read_text(), [*tmp_path.iterdir()]) == ("old", [first])
    replace_all([(str(first), b"new"), (str(second), b"newer")])
    assert (first.read_text(), second.read_text()) == ("new", "newer")


def test_a_new_file_has_the_usual_mode(tmp_path: Path) -> None:
    (tmp_path / "usual").write_bytes(b"")
    with replaced(str(tmp_path / "new")) as stream:
        stream.write(b"new")
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "usual").stat().st_mode
    assert (tmp_path / "new").read_bytes() == b"new"


@pytest.mark.usefixtures("kind")
@pytest.mark.parametrize("fault", [LeaveUnchanged, KeyboardInterrupt, SystemExit, ValueError])
def test_a_block_that_is_left_changes_nothing(old: Path, fault: type[BaseException]) -> None:
    try:
        with replaced(str(old)) as stream:
            stream.write(b"new")
            raise fault
    except (KeyboardInterrupt, SystemExit, ValueError):
        assert fault is not LeaveUnchanged
    assert old.read_bytes() == OLD
    assert names(old.parent) == ["a.pgn"]


SAVING = """
import resource, sys
from fairyscore.notation.game import Game, loads
from fairyscore.notation.storage import writing
from fairyscore.notation.storage.writing import NotWritten
if {named}:
    writing._unnamed = lambda folder, mode: None
game = Game.new("chess", White="A" * 50_000)
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
try:
    game.save(sys.argv[1])
except NotWritten as fault:
    print(fault)
"""


@pytest.mark.parametrize("named", [False, True])
def test_a_full_disk_leaves_the_old_file(old: Path, named: bool) -> None:
    """A limit on the size of files stands for the disk."""
    program = SAVING.format(named=named)
    done = subprocess.run([sys.executable, "-c", program, str(old)], capture_output=True, text=True, check=False)
    assert "a.pgn cannot be written: File too large" in done.stdout, done.stderr
    assert old.read_bytes() == OLD
    assert names(old.parent) == ["a.pgn"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="Linux has it")
def test_a_full_device() -> None:
    with pytest.raises(NotWritten, match="/dev/full cannot be written: No space left on device"):
        Game.new("chess").save("/dev/full")


KILLED = """
import sys, time
from fairyscore.cli.writing import {call}
with {call}(sys.argv[1]) as stream:
    stream.write(b"new")
    stream.flush()
    print("here", flush=True)
    time.sleep(60)
"""


def killed(program: str, number: int, *arguments: str) -> None:
    """Run a program until it has written something, and end it with a signal."""
    with subprocess.Popen([sys.executable, "-c", program, *arguments], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"here\n"
        process.send_signal(number)
        process.wait(20)


@pytest.mark.skipif(not hasattr(os, "O_TMPFILE"), reason="only Linux has files without names")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGKILL])
@pytest.mark.parametrize("call", ["replaced", "rewritten"])
def test_a_killed_run_leaves_nothing(old: Path, number: int, call: str) -> None:
    ours = (  # as in a terminal, also where the tests were started in the background
        "import signal\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "signal.signal(signal.SIGHUP, signal.SIG_DFL)\n"
    )
    killed(ours + KILLED.format(call=call), number, str(old))
    assert old.read_bytes() == OLD
    assert names(old.parent) == ["a.pgn"]


MANY = """
import sys, time
from fairyscore.cli.writing import leave_in_order
from fairyscore.notation.storage.writing import NewFiles
leave_in_order()
files = NewFiles(sys.argv[1])
try:
    open(files.path("a"), "w").close()
    print("here", flush=True)
    time.sleep(60)
finally:
    files.close()
"""


def test_a_killed_run_leaves_no_folder(tmp_path: Path) -> None:
    killed(MANY, signal.SIGTERM, str(tmp_path))
    assert names(tmp_path) == []


def test_what_a_killed_run_leaves_is_removed_by_the_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    killed(MANY, signal.SIGKILL, str(tmp_path))
    assert len(names(tmp_path)) == 1
    monkeypatch.setattr(writing, "_swept", set())
    monkeypatch.setattr(writing, "time", lambda: time.time() + writing.YOUNG + 1)
    NewFiles(str(tmp_path)).close()
    assert names(tmp_path) == []


def test_a_suffix_that_is_no_format_is_refused(tmp_path: Path) -> None:
    for name in ("x.docx", "x.pgn.gz"):
        with pytest.raises(UnknownFormat, match="is not the suffix of a format"):
            Game.new("chess").save(tmp_path / name)
    Game.new("chess").save(tmp_path / "game")
    assert (tmp_path / "game").read_text().startswith('[Event "?"]')
    assert names(tmp_path) == ["game"]


def test_a_game_of_an_unknown_variant_has_a_short_repr() -> None:
    (game,) = loads('[White "Anna"]\n[Variant "Nonsense"]\n\n1. e4 e5 *\n')
    assert repr(game) == "<Game Nonsense: Anna - ?, 0 plies, *>"
