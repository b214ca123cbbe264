"""The commands of the tutorials do what stands there.

After a change that is meant: `python tests/test_tutorials.py` writes what they print now; then look at what has changed.
"""

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from fairyscore.cli.main import program

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted((ROOT / "docs" / "tutorials").glob("*.md"))
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def printed(block: str) -> str:
    """A block of commands with what they print now."""
    lines = []
    for line in block.splitlines():
        if line.startswith("$ fairyscore "):
            result = CliRunner().invoke(program, shlex.split(line)[2:], prog_name="fairyscore", env={"COLUMNS": "80"})
            lines += [line, *(text.rstrip() for text in result.output.splitlines())]
    return "".join(f"{line}\n" for line in lines)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.stem))
def test_commands_print_what_the_page_shows(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    (ROOT / "build").mkdir(exist_ok=True)
    for block in BLOCK.findall(page.read_text(encoding="utf-8")):
        assert printed(block) == block


if __name__ == "__main__":
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        page.write_text(BLOCK.sub(lambda found: f"```console\n{printed(found[1])}```", text), encoding="utf-8")
