"""One program at a time writes to a folder."""

import os
import subprocess
import sys
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from fairyscore.notation.correspondence.log import LogChanged, PostLog
from fairyscore.notation.storage.locking import FolderHeld, Lock, held, locked, office_held

pytestmark = pytest.mark.skipif(os.name != "posix", reason="locks of POSIX")


def test_who_holds_it_is_named(tmp_path: Path) -> None:
    with (
        held(tmp_path, "post read"),
        pytest.raises(FolderHeld, match=rf"post read \(process {os.getpid()}, since 20"),
        held(tmp_path, "post accept", seconds=0),
    ):
        pass
    with held(tmp_path, "post accept", seconds=0):  # it was let go
        pass


def test_a_killed_program_holds_nothing(tmp_path: Path) -> None:
    script = (
        "import os, signal, sys; from fairyscore.notation.storage.locking import held\n"
        "with held(sys.argv[1], 'x'): os.kill(os.getpid(), signal.SIGKILL)"
    )
    assert subprocess.run([sys.executable, "-c", script, str(tmp_path)], check=False).returncode < 0
    with held(tmp_path, "post", seconds=0):
        pass


def test_a_log_that_another_program_has_written_to_is_not_cut(tmp_path: Path) -> None:
    """Also where a file system has no locks: the lines of the other are kept, and the writer says so."""
    one, other = PostLog(str(tmp_path)), PostLog(str(tmp_path))
    one.add("queued", letter="a")
    with pytest.raises(LogChanged, match="another program"):
        other.add("queued", letter="b")
    assert [entry.text("letter") for entry in PostLog(str(tmp_path)).entries] == ["a"]
    with (tmp_path / "log").open("ab") as stream:
        stream.write(b'{"number": 2, "ki')  # cut off by a power failure
    PostLog(str(tmp_path)).add("queued", letter="c")
    assert [entry.text("letter") for entry in PostLog(str(tmp_path)).entries] == ["a", "c"]


def test_a_record_is_held_with_its_post_offices(tmp_path: Path) -> None:
    """`play` and the desk write records that `post` reads: nobody writes between its log and its records."""
    record = tmp_path / "season" / "a.pgn"
    for folder in (tmp_path, record.parent):
        (folder / ".post").mkdir(parents=True)
        with held(folder / ".post", "post read"), pytest.raises(FolderHeld, match="post read"), kept(record):
            pass
    with kept(record):
        pass


def kept(record: Path) -> AbstractContextManager[None]:
    """The offices of a record, held without waiting."""
    return office_held(str(record), "desk", seconds=0)


def test_a_lock_leaves_the_file_where_it_was(tmp_path: Path) -> None:
    with (tmp_path / "a").open("w+b", buffering=0) as one, (tmp_path / "a").open("rb") as other:
        one.write(b"12")
        assert (locked(one.fileno()), locked(other.fileno())) == (Lock.TAKEN, Lock.ELSEWHERE)
        one.write(b"3")
        assert other.read() == b"123"
    with (tmp_path / "a").open("rb") as other:
        assert locked(other.fileno(), seconds=1) is Lock.TAKEN
