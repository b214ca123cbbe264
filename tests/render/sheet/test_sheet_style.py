"""Styles, paper and the page that tells of them."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from fairyscore.notation.variants import variant
from fairyscore.render.errors import DrawingError
from fairyscore.render.sheet.look import (
    LABELS,
    MILLIMETRE,
    MOST_COLUMNS,
    SIZES,
    SheetLook,
    Style,
    faces,
    keys,
    paper,
    places,
    read,
)
from fairyscore.render.themes import THEMES

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "sheet.md").read_text(encoding="utf-8")


def test_the_page_has_every_key_with_its_bounds() -> None:
    bounds = {key: (schema["minimum"], schema["maximum"]) for key, schema in keys().items() if "minimum" in schema}
    assert len(bounds) == 10
    for key, (least, most) in bounds.items():
        assert f"| `{key}` | {getattr(Style(), key):g} | {least:g} | {most:g} |" in PAGE
    assert all(f"`{entry.name}`" in PAGE for entry in fields(Style) if entry.name != "labels")


def test_the_page_has_every_label_with_its_words() -> None:
    for name, label in LABELS.items():
        words = ", ".join(f"`{word}`" for word in sorted(places(name)))
        row = f"| `{name}` | {label} | {words}".rstrip()
        assert row in PAGE, row


def test_the_page_has_every_paper() -> None:
    assert all(name in PAGE for name in SIZES)


@pytest.mark.parametrize("name", SIZES)
def test_papers_stand_upright_and_lie(name: str) -> None:
    upright, lying = paper(name, "5"), paper(name, "5", landscape=True)
    assert upright.width_mm < upright.height_mm
    assert (lying.width_mm, lying.height_mm) == (upright.height_mm, upright.width_mm)


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


def test_columns_are_as_many_as_fit() -> None:
    """On paper with 174 mm to print on: two of 83 mm with 8 between them, four of 37.5."""
    look = SheetLook(paper("a4", "18mm"))
    assert look.gutter == pytest.approx(8 * MILLIMETRE)
    assert [round(look.width_of(count) / MILLIMETRE, 1) for count in (1, 2, 4)] == [174, 83, 37.5]
    assert [look.columns_for(least * MILLIMETRE) for least in (174.1, 83.1, 82.9, 37.4)] == [1, 1, 2, 4]
    assert look.columns_for(1) == MOST_COLUMNS
    assert SheetLook(paper("a4", "18mm"), columns=3).columns_for(1) == 3


@pytest.mark.parametrize(
    ("columns", "allowed"), [(0, True), (MOST_COLUMNS, True), (-1, False), (MOST_COLUMNS + 1, False)]
)
def test_a_page_has_so_many_columns(columns: int, allowed: bool) -> None:
    wide = paper("1000x1000mm", "5")
    if allowed:
        assert SheetLook(wide, columns=columns).columns == columns
        return
    with pytest.raises(DrawingError, match=f"a page has 1 to {MOST_COLUMNS} columns, not {columns}"):
        SheetLook(wide, columns=columns)


def test_moves_are_set_in_one_of_three_ways() -> None:
    with pytest.raises(DrawingError, match="moves are set as auto, columns, running, not 'rows'"):
        SheetLook(paper("a4"), moves="rows")


def test_the_player_at_the_bottom_must_play_the_game() -> None:
    look = SheetLook(paper("a4"), seat="silver")
    assert look.seat_of(variant("chess")) == ""
    assert look.seat_of(variant("kaleidochess:players=4")) == "silver"


def test_a_paper_has_an_area_within_its_margins() -> None:
    sheet = paper("120x180mm", "10,20,30,5")
    inch = 72 / 25.4
    assert sheet.area == pytest.approx((5 * inch, 10 * inch, 100 * inch, 150 * inch), abs=0.01)
    assert (sheet.width, sheet.height) == pytest.approx((120 * inch, 180 * inch), abs=0.01)


def test_faces_have_their_sizes_against_the_text() -> None:
    """Players stand between the title and the text, nearer to that."""
    found = faces(SheetLook(paper("a4"), read("text = 10\ntitle = 22\nsmall = 0.9\ntiny = 0.8")))
    sizes = {name: face.size for name, face in found._asdict().items()}
    assert sizes == pytest.approx(
        {"text": 10, "main": 10, "small": 9, "tiny": 8, "title": 22, "players": 14, "heading": 11, "faint": 8}
    )
    bold = {name for name, face in found._asdict().items() if face.bold}
    assert bold == {"main", "title", "players", "heading"}
    ink, faint = THEMES["print"].ink, THEMES["print"].faint
    assert [found.text.colour, found.title.colour, found.faint.colour] == [ink, ink, faint]


def test_colours_and_letters_of_a_style() -> None:
    found = faces(SheetLook(paper("a4"), read("ink = '#112233'\nfaint = '#445566'\nface = 'sans'")))
    assert (found.main.colour, found.faint.colour, found.text.serif) == ("#112233", "#445566", False)
    assert faces(SheetLook(paper("a4"))).text.serif


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("text = 4.9", "text is a number from 5 to 24"),
        ("text = 24.1", "text is a number from 5 to 24"),
        ("text = true", "text is a number from 5 to 24"),
        ("text = 'x'", "text is a number from 5 to 24"),
        ("face = 'gothic'", "face is serif or sans"),
        ("ink = 'red'", "ink is a colour such as #a0b1c2"),
        ("ink = 3", "ink is a colour such as #a0b1c2"),
        ("justified = 1", "justified is true or false"),
        ("size = 1", "there is no 'size'; there are "),
        ("labels = 3", "labels must be a table"),
        ("[labels]\nnone = 'x'", "there is no label 'none'; there are "),
        (f"[labels]\npage = '{'x' * 81}'", "the label page must be a text of 1 to 80 characters"),
        ("[labels]\npage = 3", "the label page must be a text of 1 to "),
        ("[labels]\npage = '{'", "the label page cannot be read: "),
        ("[labels]\npage = '{move}'", "the label page may have {page}, {pages} in braces, not '{move}'"),
        ("[labels]\npage = '{page:3}'", "the label page may have {page}, {pages} in braces, not '{page}'"),
        ("[labels]\npage = '{page!r}'", "the label page may have {page}, {pages} in braces, not '{page}'"),
        ("[labels]\nstart = '{x}'", "the label start may have nothing in braces, not '{x}'"),
    ],
)
def test_a_style_tells_what_it_may_have(text: str, message: str) -> None:
    with pytest.raises(DrawingError, match=re.escape(message)):
        read(text)


def test_what_a_style_may_just_have() -> None:
    longest = "x" * 80
    made = read(f"text = 5\njustified = false\ncolumn = 70\n[labels]\npage = '{longest}'")
    assert (made.text, made.justified, made.label("page")) == (5.0, False, longest)
    assert read("text = 24").text == 24
    assert isinstance(made.text, float)


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
