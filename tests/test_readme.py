"""The README says what the program does."""

import doctest
import re
import shlex
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from fairyscore.cli.main import program
from fairyscore.notation.formats.registry import FORMATS

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
    result = CliRunner().invoke(program, words, prog_name="fairyscore")
    assert result.stdout.splitlines() == lines[1:]


def test_commands_run_as_pasted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "samples").symlink_to(ROOT / "samples")
    failed = []
    for line in LISTED:
        _, *words = shlex.split(line.removeprefix("$ "), comments=True)
        result = CliRunner().invoke(program, words, prog_name="fairyscore")
        # 1 is the answer where a move or a record with a fault is asked about.
        if result.exit_code not in ((0, 1) if {"explain", "repair"} & {*words} else (0,)):
            failed.append((line, result.output))
    assert failed == []


def test_python_is_as_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    failed, tried = doctest.testfile(str(README), module_relative=False)
    assert tried
    assert not failed


def test_links_lead_somewhere() -> None:
    links = re.findall(r"\]\(([^)]+)\)", README.read_text(encoding="utf-8"))
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_every_extra_is_named() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    table = README.read_text(encoding="utf-8").partition("## Extras")[2].partition("\n## ")[0]
    assert set(re.findall(r"`(\w+)`", table.partition("For example")[0])) >= set(project["optional-dependencies"])


SHARED_ENDINGS = {".json", ".xml", ".txt"}
"""Most files with these are no game records, so no hook takes them."""


def test_the_hook_that_checks_takes_every_format_that_is_read() -> None:
    hooks = (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    (checked, formatted) = re.findall(r"files: (.*)", hooks)
    endings = {ending for known in FORMATS.values() if known.read for ending in known.endings} - SHARED_ENDINGS
    assert {ending for ending in endings if not re.search(checked, f"game{ending}")} == set()
    assert re.search(formatted, "game.pgn")
    assert not re.search(formatted, "game.kif")
