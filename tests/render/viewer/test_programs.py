"""The programs of pages: types by JSDoc, checked by TypeScript, and what all pages share tested in node."""

import shutil
import subprocess
from pathlib import Path

import pytest
from browser import skip

from fairyscore.render.desk import page as desk_page
from fairyscore.render.viewer import page, setup

ROOT = Path(__file__).resolve().parents[3]
VIEWER, DESK = ROOT / "render" / "viewer", ROOT / "render" / "desk"
TSC = ROOT / "tests" / "node_modules" / "typescript" / "bin" / "tsc"
CHECK = (
    "--noEmit", "--allowJs", "--checkJs", "--target", "es2023", "--lib", "es2023,dom,dom.iterable",
    "--skipLibCheck",  # the files of TypeScript itself
)  # fmt: skip

STRICT = ("board.js", "parts.js", "tree.js", "graph.js", "look.js")
"""What pages have in common: every parameter has a type there."""


def node(request: pytest.FixtureRequest) -> str:
    found = shutil.which("node")
    if found is None:
        skip("node is not installed", request.config)
    return found


@pytest.mark.parametrize(("files", "flags"), [(STRICT, ("--strict",)), ((*page.PROGRAM, "setup.js"), ())])
def test_types_are_right(request: pytest.FixtureRequest, files: tuple[str, ...], flags: tuple[str, ...]) -> None:
    program = node(request)
    if not TSC.is_file():
        skip("typescript is not installed (npm ci --prefix tests)", request.config)
    ours = [DESK / "drafts.js"] if flags else [DESK / name for name in desk_page.PROGRAM]
    paths = [str(path) for path in (*(VIEWER / name for name in files), *ours)]
    checked = subprocess.run([program, str(TSC), *CHECK, *flags, *paths], capture_output=True, text=True, check=False)
    assert checked.stdout == ""
    assert checked.returncode == 0


def test_what_pages_share_does_what_it_says(request: pytest.FixtureRequest) -> None:
    tests = Path(__file__).with_name("shared.test.mjs")
    run = subprocess.run([node(request), "--test", str(tests)], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout


def test_nothing_is_defined_twice() -> None:
    """The shared files are in every program that needs them, and no other file has a function or class of theirs."""
    shared = {name for file in STRICT for name in _defined(VIEWER / file)}
    others = [*set(page.PROGRAM) - set(STRICT), *set(setup.PROGRAM) - set(STRICT)]
    paths = [
        *(VIEWER / name for name in others),
        *(DESK / name for name in desk_page.PROGRAM),
        DESK / "worker_judge.js",
    ]
    assert set(STRICT) <= set(desk_page.SHARED)
    assert set(STRICT) <= set(page.PROGRAM)
    assert not {name: path.name for path in paths for name in _defined(path) if name in shared}


def _defined(path: Path) -> list[str]:
    """The names of functions and classes of a program."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line.split("(")[0].split()[1] for line in lines if line.startswith(("function ", "class "))]
