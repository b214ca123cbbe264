"""The game in Python of the page on variant files does what the page says."""

import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fairyscore import Position, validate
from fairyscore.notation.variants import catalog

PAGE = Path(__file__).resolve().parents[3] / "docs" / "variant-files.md"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)


@pytest.fixture
def names() -> Iterator[dict[str, Any]]:
    """What the first block of the page defines."""
    found: dict[str, Any] = {"__name__": "page"}
    exec(BLOCK.findall(PAGE.read_text(encoding="utf-8"))[0], found)
    yield found
    catalog.forget()


def test_what_the_page_shows(names: dict[str, Any]) -> None:
    *before, last = BLOCK.findall(PAGE.read_text(encoding="utf-8"))[1].splitlines()
    exec("\n".join(before), names)
    assert eval(last, names) == (True, False)


def legal(*moves: str) -> set[str]:
    """The legal moves after some."""
    position = Position.start("resting-chess")
    for text in moves:
        position = position.play(text)
    return {str(move) for move in position.legal_moves}


@pytest.mark.usefixtures("names")
def test_a_piece_that_has_moved_rests_once() -> None:
    assert "e4-e5" not in legal("e4", "d5")
    assert "e4xd5" not in legal("e4", "d5")
    assert "e4xd5" in legal("e4", "d5", "a3", "a6")
    assert "b1-c3" in legal("e4", "d5")


def test_its_records_are_judged(names: dict[str, Any]) -> None:
    tags = '[Variant "Resting"]\n\n'
    good = validate(io.StringIO(f"{tags}1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O d6 *"))
    assert good.diagnostics == ()
    bad = validate(io.StringIO(f"{tags}1. e4 e5 2. Nf3 Nc6 3. Nxe5 *"))
    assert [finding.move for finding in bad.diagnostics if finding.severity == "error"] == ["Nxe5"]
    assert names["game"].rules.not_compiled() == "rules of its own are written in Python"
