"""The table in docs/formats.md says of every format what its module says."""

from pathlib import Path

import pytest

from fairyscore.notation.formats.base import ALL
from fairyscore.notation.formats.registry import FORMATS, format_named
from fairyscore.notation.moves.registry import NOTATIONS

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "formats.md").read_text(encoding="utf-8")


def rows(text: str) -> dict[str, list[str]]:
    """The rows of the tables in a text, by the name in front of each."""
    lines = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line[:3] == "| `"]
    return {name.strip("`"): cells for name, *cells in lines}


FORMATS_PART, NOTATIONS_PART = PAGE.split("### Whose words")[0].split("## Notations")
ROWS = rows(FORMATS_PART)
COLUMNS = ("ending", "read", "tags", "start", "comments", "glyphs", "variations", "result")


def is_held(cell: str) -> bool:
    return cell != "-"


@pytest.mark.parametrize("name", FORMATS)
def test_a_row_says_what_the_format_holds(name: str) -> None:
    row = dict(zip(COLUMNS, ROWS[name], strict=False))
    form, known = format_named(name), FORMATS[name]
    holds = form.holds
    assert row["ending"] == ", ".join(known.endings)
    assert is_held(row["read"]) is known.read is (form.read is not None)
    assert (row["tags"] == "all") is (holds.tags is ALL)
    assert is_held(row["tags"]) is bool(holds.tags)
    assert is_held(row["start"]) is holds.tag("FEN")
    held = (holds.comments, holds.nags, holds.variations, holds.result)
    assert [is_held(row[column]) for column in COLUMNS[4:]] == list(held)


def test_the_text_says_which_formats_hold_less_and_more_than_comments() -> None:
    held = {name: format_named(name).holds for name in FORMATS}
    without_intro = [f"`{name}`" for name, holds in held.items() if holds.comments and not holds.intro]
    with_asides = [f"`{name}`" for name, holds in held.items() if holds.asides]
    text = " ".join(PAGE.split())
    assert f"in front of the first move are not held by {', '.join(without_intro)};" in text
    assert f"escapes with `%` are held by {', '.join(with_asides)}." in text


def test_every_notation_has_a_row() -> None:
    assert list(ROWS) == list(FORMATS)
    assert list(rows(NOTATIONS_PART)) == list(NOTATIONS)
