"""The package as one zip file (zipapp): it judges, draws and has its games and pages."""

import os
import subprocess
import sys
import zipapp
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("zipapp")
    ignored = ignore_patterns("__pycache__", "*.so", "*.pyd")
    copytree(ROOT / "api", folder / "app" / "fairyscore", ignore=ignored)
    for package in ("notation", "render", "cli"):
        copytree(ROOT / package, folder / "app" / "fairyscore" / package, ignore=ignored)
    zipapp.create_archive(folder / "app", folder / "app.pyz", main="fairyscore.cli.main:main")
    return folder / "app.pyz"


@pytest.mark.parametrize(
    "arguments",
    [
        ["view", "game.pgn", "-o", "out.html"],
        ["moves", "gardner"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_commands(app: Path, tmp_path: Path, arguments: list[str]) -> None:
    (tmp_path / "game.pgn").write_bytes(b'[Event "a"]\n[Result "*"]\n\n1. e4 e5 *\n')
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    command = [sys.executable, str(app), *arguments]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, check=False)
    assert (done.stderr.decode(), done.returncode) in (("", 0), ("1 game written to out.html\n", 0))
    if "-o" in arguments:
        assert (tmp_path / arguments[-1]).stat().st_size > 1000
