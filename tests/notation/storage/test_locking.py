"""One program at a time writes to a folder."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from fairyscore.notation.correspondence.log import LogChanged, PostLog
from fairyscore.notation.storage.locking import FolderHeld, held

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
