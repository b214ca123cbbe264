"""The README says what the program does."""

import doctest
import re
import shlex
from pathlib import Path
from shutil import make_archive

import pytest
from click.testing import CliRunner

from fairyscore.cli.main import program

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"

BLOCK = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)
COMMANDS = [block.splitlines() for block in BLOCK.findall(README.read_text(encoding="utf-8"))]
SHOWN = [lines for lines in COMMANDS if not lines[-1].startswith("$ ")]
LISTED = [line for lines in COMMANDS if lines[-1].startswith("$ ") for line in lines]


@pytest.mark.parametrize("lines", SHOWN, ids=lambda lines: lines[0])
def test_output_is_as_shown(lines: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    _, *words = shlex.split(lines[0].removeprefix("$ "))
    said = CliRunner().invoke(program, words, prog_name="fairyscore")
    assert said.stdout.splitlines() == lines[1:]


@pytest.mark.parametrize("line", LISTED)
def test_commands_exist(line: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    Path("games").mkdir()
    for name in ("games/game.pgn", "game.pgn"):
        Path(name).write_text('[Result "*"]\n\n1. e4 *\n', encoding="utf-8")
    for kind in ("zip", "gztar"):
        make_archive("games", kind, base_dir="games")
    Path("moves.txt").write_text("1. b1-c3 *\n", encoding="utf-8")
    _, *words = shlex.split(line.removeprefix("$ "), comments=True)
    said = CliRunner().invoke(program, words, prog_name="fairyscore")
    assert said.exit_code == ("explain" in words), said.output


def test_python_is_as_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    failed, tried = doctest.testfile(str(README), module_relative=False)
    assert tried
    assert not failed


def test_links_lead_somewhere() -> None:
    links = re.findall(r"\]\(([^)]+)\)", README.read_text(encoding="utf-8"))
    assert [link for link in links if not (ROOT / link).exists()] == []
