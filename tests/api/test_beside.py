"""The page beside python-chess: all scripts run, print the same, ours is the longer one nowhere and has sound types."""

import re
import shutil
import subprocess
import sys
from contextlib import chdir, redirect_stdout
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from runpy import run_path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "beside.md").read_text(encoding="utf-8")


class Task(NamedTuple):
    """One section of the page: its heading, and the scripts of both; python-chess has none for some."""

    title: str
    ours: str
    theirs: str

    @property
    def row(self) -> str:
        """As it stands in the table."""
        return f"| {self.title} | {lines_of(self.ours)} | {lines_of(self.theirs) or '—'} |"


def lines_of(script: str) -> int:
    """Lines but imports, comments, blank lines and what only a type checker wants."""
    passed = ("import ", "from ", "#", "assert ")
    return sum(1 for line in script.splitlines() if line.strip() and not line.lstrip().startswith(passed))


def tasks() -> list[Task]:
    found = []
    for section in PAGE.split("\n## ")[1:]:
        ours, *theirs = re.findall(r"```python\n(.*?)```", section, re.DOTALL)
        found.append(Task(section.splitlines()[0], ours, "".join(theirs)))
    return found


TASKS = tasks()


def output(script: str, folder: Path) -> str:
    """What a script prints in a folder with games."""
    shutil.copy(ROOT / "samples" / "games" / "chess" / "romantic.pgn", folder / "games.pgn")
    (folder / "script.py").write_text(script, encoding="utf-8")
    with chdir(folder), redirect_stdout(StringIO()) as printed:
        run_path("script.py", run_name="__main__")
    return printed.getvalue()


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.title)
def test_both_run_and_print_the_same(task: Task, tmp_path: Path) -> None:
    printed = output(task.ours, tmp_path)
    if task.theirs and find_spec("chess") is not None:  # `make test` installs it
        assert output(task.theirs, tmp_path) == printed


def test_the_table_has_the_lines_of_each() -> None:
    assert len(TASKS) == 25
    table = [line for line in PAGE.splitlines() if re.match(r"\| \d", line)]
    assert table == [task.row for task in TASKS]
    assert [task.title for task in TASKS if task.theirs and lines_of(task.ours) > lines_of(task.theirs)] == []


def test_types_of_scripts_are_sound(tmp_path: Path) -> None:
    for number, task in enumerate(TASKS, 1):
        (tmp_path / f"task_{number}.py").write_text(task.ours, encoding="utf-8")
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-incremental", *sorted(map(str, tmp_path.glob("*.py")))],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout
