"""Styles, paper and the page that tells of them."""

from dataclasses import fields
from pathlib import Path

import pytest

from fairyscore.render.errors import DrawingError
from fairyscore.render.sheet.look import LABELS, SIZES, SheetLook, Style, keys, paper, places, read

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "sheet.md").read_text(encoding="utf-8")


def test_the_page_has_every_key_with_its_bounds() -> None:
    bounds = {key: (told["minimum"], told["maximum"]) for key, told in keys().items() if "minimum" in told}
    assert len(bounds) == 10
    for key, (least, most) in bounds.items():
        assert f"| `{key}` | {getattr(Style(), key):g} | {least:g} | {most:g} |" in PAGE
    assert all(f"`{entry.name}`" in PAGE for entry in fields(Style) if entry.name != "labels")


def test_the_page_has_every_label_with_its_words() -> None:
    for name, said in LABELS.items():
        words = ", ".join(f"`{word}`" for word in sorted(places(name)))
        row = f"| `{name}` | {said} | {words}".rstrip()
        assert row in PAGE, row


def test_the_page_has_every_paper() -> None:
    assert all(name in PAGE for name in SIZES)


@pytest.mark.parametrize("name", SIZES)
def test_papers_stand_upright_and_lie(name: str) -> None:
    upright, lying = paper(name, "5"), paper(name, "5", landscape=True)
    assert upright.wide < upright.high
    assert (lying.wide, lying.high) == (upright.high, upright.wide)


def test_margins_go_round_as_in_css() -> None:
    assert paper("a4", "10").margins == (10, 10, 10, 10)
    assert paper("a4", "10, 20mm").margins == (10, 20, 10, 20)
    assert paper("a4", "1,2,3").margins == (1, 2, 3, 2)
    assert paper("a4", "1,2,3,4").margins == (1, 2, 3, 4)


@pytest.mark.parametrize(
    ("size", "margin"), [("a0", "1"), ("59x100mm", "1"), ("a6", "31"), ("a4", ""), ("a4", "1,2,3,4,5")]
)
def test_papers_that_cannot_be(size: str, margin: str) -> None:
    with pytest.raises(DrawingError):
        paper(size, margin)


def test_columns_want_room() -> None:
    with pytest.raises(DrawingError, match="4 columns do not fit on 148 mm of paper"):
        SheetLook(paper("a5", "10"), columns=4)


def test_a_style_changes_what_it_names() -> None:
    assert read("") == Style()
    own = read("text = 11\n[labels]\npage = 'S. {page}/{pages} {{}}'\n")
    assert own.text == 11.0
    assert own.label("page", page=1, pages=2) == "S. 1/2 {}"


@pytest.mark.parametrize(
    "text", ["text = 4.9", "leading = 1.3", "gutter = nan", "ink = '#12'", "[labels]\npage = ''", "[[labels]]"]
)
def test_a_style_that_makes_no_sense(text: str) -> None:
    with pytest.raises(DrawingError, match="the style own"):
        read(text)
