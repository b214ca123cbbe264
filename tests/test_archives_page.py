"""What docs/archives.md shows is what the program does."""

import re
import shlex
from pathlib import Path

import pytest
from running import run

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "archives.md").read_text(encoding="utf-8")


def test_report_is_as_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    (shown,) = re.findall(r"^```console\n\$ fairyscore (.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    command, _, output = shown.partition("\n")
    assert run(*shlex.split(command)).stdout == output


def test_picture_is_of_the_command_below_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(ROOT)
    (command,) = re.findall(r"This one is `fairyscore (.*) --plot docs/archives.svg`", PAGE)
    out = tmp_path / "archives.svg"
    assert run(*shlex.split(command), "--plot", str(out)).exit_code == 0
    drawn = (ROOT / "docs" / "archives.svg").read_text(encoding="utf-8")
    assert out.read_text(encoding="utf-8") == drawn, "the samples have changed; write docs/archives.svg anew"
