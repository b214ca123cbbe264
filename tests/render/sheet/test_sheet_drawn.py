"""Parts of a sheet as SVG: letters, shapes and discs at their places."""

import re
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest
from drawn import HREF, SVG, classes, start

from fairyscore.notation.variants import variant
from fairyscore.render.font_outlines.letters import UNITS, FontFace, forms
from fairyscore.render.sheet.drawn import page
from fairyscore.render.sheet.lines import broken, words
from fairyscore.render.sheet.look import SheetLook, paper
from fairyscore.render.sheet.pages import BarShape, DiagramItem, Disc, Item, Letters, Part, PlacedItem

LOOK = SheetLook(paper("100x100mm", "10"))
FACE = FontFace(10, False, "#123456")


def drawn(*parts: Part, name: str = "chess", look: SheetLook = LOOK, seen: bool = True) -> ET.Element:
    """A page with an item 30 points from the left and 40 from the top."""
    placed = PlacedItem(0, 30, 40, Item(10, parts))
    return ET.fromstring(page(look, [(placed, variant(name))], "A <title>", "What & where", words=seen))


def letters(text: str, face: FontFace = FACE, x: float = 1.0) -> Letters:
    return Letters(x, 2.0, broken([*words(text, face)], 500)[0], "moves")


def test_the_page_is_as_large_as_the_paper() -> None:
    root = drawn()
    assert (root.get("width"), root.get("height")) == ("100mm", "100mm")
    assert root.get("viewBox") == "0 0 283.46 283.46"
    assert (root.findtext(f"{SVG}title"), root.findtext(f"{SVG}desc")) == ("A <title>", "What & where")
    (ground,) = classes(root, "paper")
    assert (ground.get("d"), ground.get("fill")) == ("M0 0h283.46v283.46h-283.46z", LOOK.theme.paper)


def test_letters_are_defined_once_and_stand_where_they_are_printed() -> None:
    """`aba`: two forms, the second letter as far to the right as the first is wide."""
    root = drawn(letters("aba"))
    (line,) = classes(root, "letters")[0]
    assert line.get("fill") == "#123456"
    assert line.get("transform") == f"translate(31 42)scale({10 / UNITS:g})"
    used = [(use.get(HREF), use.get("x")) for use in line]
    advance = [width for _, width, _ in forms("aba")]
    assert [x for _, x in used] == [None, str(advance[0]), str(advance[0] + advance[1])]
    assert used[0][0] == used[2][0] != used[1][0]
    defined = [form.get("id") for form in root.iter(f"{SVG}path") if form.get("id")]
    assert {f"#{name}" for name in defined} == {name for name, _ in used}
    assert len(defined) == 2


def test_bold_and_book_letters_are_forms_of_their_own() -> None:
    faces = [FACE, FACE._replace(bold=True), FACE._replace(serif=True), FACE._replace(bold=True, serif=True)]
    root = drawn(*(letters("a", face) for face in faces))
    names = [form.get("id", "").rpartition("-")[2] for form in root.iter(f"{SVG}path") if form.get("id")]
    assert names == ["r61", "b61", "rs61", "bs61"]


def test_the_text_lies_over_its_letters() -> None:
    """As wide as they are, and not seen."""
    part = letters("a & b")
    root = drawn(part)
    (text,) = root.iter(f"{SVG}text")
    assert text.attrib == {
        "class": "moves",
        "x": "31",
        "y": "42",
        "font-size": "10",
        "textLength": f"{part.line.width:.2f}".rstrip("0"),
        "lengthAdjust": "spacingAndGlyphs",
    }
    assert text.text == "a & b"
    assert classes(root, "words")[0].get("fill-opacity") == "0"
    assert not list(drawn(part, seen=False).iter(f"{SVG}text"))


def test_bars_have_an_outline_only_where_they_have_a_line() -> None:
    rule, framed = BarShape(1, 2, 3, 4, "#abcdef"), BarShape(1, 2, 3, 4, "none", "#111111", 0.5, "tenure")
    (first,), (second,) = classes(drawn(rule), "rule"), classes(drawn(framed), "tenure")
    assert (first.get("d"), first.get("fill"), first.get("stroke")) == ("M31 42h3v4h-3z", "#abcdef", None)
    assert (second.get("stroke"), second.get("stroke-width")) == ("#111111", "0.5")


@pytest.mark.parametrize(("radius", "edge"), [(3.0, "0.5"), (10.0, "1.2")])
def test_a_disc_has_an_edge_that_is_seen(radius: float, edge: str) -> None:
    (disc,) = classes(drawn(Disc(5, 6, radius, 1)), "disc")
    (body,) = disc
    assert disc.get("class") == "disc black"
    assert body.get("d", "").startswith(f"M{35 - radius:g} 46A")
    assert (body.get("fill"), body.get("stroke")) == (LOOK.theme.owners["black"].body, LOOK.theme.ink)
    assert body.get("stroke-width") == edge


def test_a_disc_of_silver_has_a_base_within_its_edge() -> None:
    """The chord lies below the middle, and the arc below the chord."""
    (disc,) = classes(drawn(Disc(5, 6, 10, 1), name="kaleidochess:players=4"), "disc")
    body, base = disc
    assert disc.get("class") == "disc silver"
    assert (body.get("class"), base.get("class")) == ("body", "base")
    assert base.get("fill") == LOOK.theme.owners["silver"].line
    assert base.get("d") == "M26.18 47.8A9 9 0 0 0 43.82 47.8z"


def test_a_diagram_is_a_document_of_its_own_at_its_place() -> None:
    """For whoever sits at the bottom of the sheet, with the marks of its moment."""
    part = DiagramItem(1, 2, 100, 102, start("chess"))
    made = page(LOOK, [(PlacedItem(0, 30, 40, Item(10, (part,))), variant("chess"))], "", "")
    inner = next(element for element in ET.fromstring(made) if element.tag == f"{SVG}svg")
    assert [inner.get(name) for name in ("x", "y", "width", "height")] == ["31", "42", "100", "102"]
    turned = page(replace(LOOK, seat="black"), [(PlacedItem(0, 30, 40, Item(10, (part,))), variant("chess"))], "", "")
    assert re.sub(r"p\w{8}-", "", turned) != re.sub(r"p\w{8}-", "", made)


def test_ids_of_pages_with_other_content_differ() -> None:
    made = [page(LOOK, [(PlacedItem(0, 0, 0, Item(10, (letters(text),))), variant("chess"))], "", "") for text in "aab"]
    prefixes = [re.findall(r'id="(p\w{8}-)', text)[0] for text in made]
    assert prefixes[0] == prefixes[1] != prefixes[2]
