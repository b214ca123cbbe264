"""Marks on a chess board, by numbers: fields are 45 units wide, e4 has its middle at (202.5, 202.5)."""

import re
from collections.abc import Iterable
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from fairyscore.notation.position import Position
from fairyscore.notation.records.marks import Arrow, CellMark
from fairyscore.notation.variants import variant
from fairyscore.render.layouts.registry import layout_of
from fairyscore.render.marks import BoardMarks, Pip, PlacedMarker, above, beneath, meaning, pip_radius, used
from fairyscore.render.routes import MovePath, along
from fairyscore.render.themes import THEMES

CHESS, CYLINDER = variant("chess"), variant("cylindrical")
LAYOUT, SCREEN = layout_of(CHESS), THEMES["screen"]
EMPTY = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"


def way(*names: str) -> MovePath:
    """The way over some fields."""
    return along(CHESS.board, tuple(map(cell, names)), leaps=False)


def cell(name: str) -> int:
    return CHESS.board.index[name]


def parsed(parts: Iterable[Any]) -> list[ET.Element]:
    return [ET.fromstring(part.tostring()) for part in parts]


def under(marks: BoardMarks, fen: str = EMPTY) -> list[ET.Element]:
    """What lies under the pieces."""
    return parsed(beneath(CHESS, LAYOUT, marks, SCREEN, Position.from_fen(fen, "chess").state))


def over(marks: BoardMarks, least: float = 0.0) -> list[ET.Element]:
    """What lies over them."""
    return parsed(above(CHESS, LAYOUT, marks, SCREEN, least))


def numbers(element: ET.Element) -> list[float]:
    """The numbers of a path."""
    return [float(text) for text in re.findall(r"-?[\d.]+", element.get("d", ""))]


# -- fields ------------------------------------------------------------------------------------------------------------


def test_a_filled_field_has_its_outline_and_colour() -> None:
    (fill,) = under(BoardMarks(fills=(CellMark("red", cell("e4")),)))
    assert (fill.get("class"), fill.get("data-at"), fill.get("fill-opacity")) == ("mark fill red", "e4", "0.42")
    assert fill.get("d") == LAYOUT.spots[cell("e4")].outline
    assert fill.get("fill") == SCREEN.marks["red"].colour


def test_the_fields_of_the_last_move_have_a_second_border() -> None:
    marks = BoardMarks(path=way("e2", "e3", "e4"))
    found = under(marks)
    assert [(mark.get("class"), mark.get("data-at")) for mark in found] == [
        ("mark last origin", "e2"),
        ("mark last target", "e4"),
    ]
    casing, line = found[0]
    assert casing.get("d") == line.get("d") == LAYOUT.spots[cell("e2")].inner
    assert (casing.get("stroke"), casing.get("stroke-width")) == (SCREEN.casing, "4.4")
    assert (line.get("stroke"), line.get("stroke-width")) == (SCREEN.origin.colour, "2.4")
    assert found[1][1].get("stroke") == SCREEN.target.colour
    assert under(marks._replace(framed=False)) == []
    assert under(BoardMarks()) == []


def test_a_check_glows_within_its_cell() -> None:
    (check,) = under(BoardMarks(checked=(cell("e4"),)))
    edge, band = check
    assert (check.get("class"), check.get("data-at")) == ("check", "e4")
    assert (edge.get("fill"), edge.get("stroke")) == (SCREEN.check.fill, SCREEN.check.ink)
    assert (band.get("fill"), band.get("stroke")) == ("none", SCREEN.check.fill)
    border = numbers(edge)  # e4 is the square from (180, 180) to (225, 225)
    half = float(edge.get("stroke-width", "")) / 2
    assert numbers(band) == border
    assert (min(border) - half, max(border) + half) >= (180, 200)
    assert max(border) + half <= 225
    assert float(band.get("stroke-width", "")) < 2 * half


def test_a_ring_lies_within_its_field() -> None:
    (ring,) = over(BoardMarks(fields=(CellMark("green", cell("e4")),)))  # over the piece: discs would hide it
    casing, line = ring
    assert (ring.get("class"), ring.get("data-at"), ring.get("fill")) == ("mark ring green", "e4", "none")
    assert line.get("d", "").startswith("M182.6 202.5A19.9 19.9")
    assert (line.get("stroke-width"), casing.get("stroke-width")) == ("3.2", "5.2")
    assert line.get("stroke") == SCREEN.marks["green"].colour


@pytest.mark.parametrize(("text", "radius"), [("1", 6.82), ("12", 9.02), ("123", 9.02)])
def test_a_short_number_stands_on_a_disc_at_the_shoulder(text: str, radius: float) -> None:
    disc, number = over(BoardMarks(numbers=((cell("e4"), text),)))
    assert numbers(disc)[:3] == pytest.approx([216 - radius, 189, radius], abs=0.01)
    assert (disc.get("class"), disc.get("stroke")) == ("disc", SCREEN.target.colour)
    assert (number.get("class"), number.get("data-text")) == ("number", text)


def test_numbers_grow_on_small_paper() -> None:
    """To twenty units at most."""
    for least, size in ((5, 11), (15, 15), (30, 20)):
        disc, _ = over(BoardMarks(numbers=((cell("e4"), "1"),)), least)
        assert numbers(disc)[2] == pytest.approx(0.62 * size, abs=0.01)


def test_a_longer_text_stands_in_the_middle_and_has_a_pale_border() -> None:
    casing, number = over(BoardMarks(numbers=((cell("e4"), "1234"),)))
    assert (casing.get("class"), casing.get("d")) == ("casing", number.get("d"))
    assert (casing.get("stroke"), casing.get("stroke-width")) == (SCREEN.casing, "3")
    broad = over(BoardMarks(numbers=((cell("e4"), "123456789012"),)))[1]
    assert len(broad.get("d", "")) > len(number.get("d", ""))


# -- arrows ------------------------------------------------------------------------------------------------------------


def arrow(origin: str, target: str, fen: str = EMPTY, **wanted: Any) -> ET.Element:
    (found,) = under(BoardMarks(arrows=(Arrow("blue", cell(origin), cell(target)),), **wanted), fen)
    return found


def parts_of(found: ET.Element) -> dict[str, list[float]]:
    return {part.get("class", ""): numbers(part) for part in found}


def test_an_arrow_goes_from_field_to_field() -> None:
    """From a4 to e4: six units from the first middle, four before the last; the head is 13 units long and broad."""
    found = arrow("a4", "e4")
    assert found.get("class") == "mark arrow blue"
    assert (found.get("data-from"), found.get("data-via"), found.get("data-to")) == ("a4", None, "e4")
    casing, under_head, shaft, head = found
    assert numbers(shaft) == pytest.approx([28.5, 202.5, 198.5 - 10.4, 202.5], abs=0.01)
    assert casing.get("d") == shaft.get("d")
    assert (shaft.get("stroke-width"), casing.get("stroke-width")) == ("4.6", "8.6")
    assert numbers(head) == pytest.approx([198.5, 202.5, 185.5, 209, 188.1, 202.5, 185.5, 196], abs=0.01)
    assert under_head.get("d") == head.get("d")
    assert under_head.get("stroke-width") == "4"
    assert head.get("fill") == shaft.get("stroke") == SCREEN.marks["blue"].colour


def test_an_arrow_begins_and_ends_at_the_outlines_of_pieces() -> None:
    """More than a third of their box from the middles."""
    found = arrow("a4", "e4", "4k3/8/8/8/R3r3/8/8/4K3 w - - 0 1")
    shaft = parts_of(found)["line"]
    assert (shaft[0], shaft[-2]) == pytest.approx((22.5 + 16.65, 202.5 - 16.65 - 10.4), abs=0.01)
    assert found.get("data-via") == "b4 c4 d4"  # of the rook


def test_a_short_arrow_comes_nearer_to_its_ends() -> None:
    """Two pieces side by side: of the 45 units from middle to middle all but 18 are shared by both ends.

    The tip is 13.5 from the middle of its field; the shaft, 21.1 units without its head, is cut by half of that at most.
    """
    found = parts_of(arrow("a4", "b4", "4k3/8/8/8/Rr6/8/8/4K3 w - - 0 1"))
    assert found["head"][0] == pytest.approx(67.5 - 13.5, abs=0.01)
    assert found["line"] == pytest.approx([22.5 + 10.55, 202.5, 54 - 10.4, 202.5], abs=0.01)


def test_an_arrow_to_its_own_field_is_none() -> None:
    assert under(BoardMarks(arrows=(Arrow("blue", 0, 0),))) == []


def test_the_last_move_has_an_arrow_where_that_is_wanted() -> None:
    marks = BoardMarks(path=way("e2", "e3", "e4"), drawn=True)
    *_, last = under(marks)
    assert last.get("class") == "mark arrow last"
    assert last[2].get("stroke") == SCREEN.target.colour
    dropped = BoardMarks(path=MovePath((cell("e4"),)), drawn=True)
    assert [mark.get("class") for mark in under(dropped)] == ["mark last origin", "mark last target"]


def test_an_annotators_arrow_takes_the_way_of_the_last_move() -> None:
    """A leap that no piece makes: with the path of the last move it goes through the field between."""
    bent = way("a1", "b3", "c1")
    (found,) = [
        mark
        for mark in under(BoardMarks(path=bent, arrows=(Arrow("blue", cell("a1"), cell("c1")),)))
        if "arrow" in mark.get("class", "")
    ]
    assert found.get("data-via") == "b3"
    assert arrow("a1", "c1").get("data-via") != "b3"


def test_a_refused_way_that_no_piece_goes_is_crossed_out() -> None:
    possible, impossible = (
        way("a4", "b4", "c4", "d4", "e4"),
        MovePath((cell("a4"), cell("e4")), (False,), possible=False),
    )
    first, second = (under(BoardMarks(refused=(path,)))[0] for path in (possible, impossible))
    assert (first.get("class"), second.get("class")) == ("mark arrow refused", "mark arrow refused")
    assert "cross" not in parts_of(first)
    assert first[2].get("stroke-dasharray") is None
    assert second[2].get("stroke-dasharray") == "7 6"
    cross = parts_of(second)["cross"]
    x, y = sum(cross[::2]) / 4, sum(cross[1::2]) / 4
    assert (x, y) == pytest.approx((112.5, 202.5), abs=0.1)
    assert sorted(cross[::2]) == pytest.approx([x - 7, x - 7, x + 7, x + 7])
    assert second[-2].get("stroke-width") == "8.6"


# -- pips --------------------------------------------------------------------------------------------------------------


def test_pips_stand_in_empty_fields_and_beside_pieces() -> None:
    """Beside a piece at its upper right, 0.3 of its box from its middle, and smaller."""
    step = Pip("step", "both")
    alone, beside = over(BoardMarks(pips=(PlacedMarker(cell("a4"), step), PlacedMarker(cell("e4"), step, True))))
    assert [(pip.get("class"), pip.get("data-at")) for pip in (alone, beside)] == [
        ("mark pip step both", "a4"),
        ("mark pip step both", "e4"),
    ]
    at = [numbers(next(part for part in pip if part.get("class") == "sign"))[:3] for pip in (alone, beside)]
    assert (at[0][0] + at[0][2], at[0][1]) == pytest.approx((22.5, 202.5), abs=0.01)
    assert (at[1][0] + at[1][2], at[1][1]) == pytest.approx((216, 189), abs=0.01)
    assert at[1][2] / at[0][2] == pytest.approx(7.5 / 10.5, abs=0.01)
    assert pip_radius(LAYOUT.spots[0]) == 10.5


def test_pips_are_small_in_small_fields() -> None:
    spot = layout_of(variant("kaleidochess")).spots[0]
    assert pip_radius(spot) == min(10.5, 0.55 * spot.room)


def test_pips_are_drawn_once_more_after_a_seam() -> None:
    layout, a4 = layout_of(CYLINDER), CYLINDER.board.index["a4"]
    marks = BoardMarks(pips=(PlacedMarker(a4, Pip("step", "both")),))
    shown, again = parsed(above(CYLINDER, layout, marks, SCREEN))
    assert (shown.get("data-at"), shown.get("opacity")) == ("a4", None)
    assert (again.get("data-at"), again.get("opacity")) == (None, "0.45")


def test_pips_in_the_order_of_a_legend() -> None:
    blocked, leap, step = Pip("blocked"), Pip("leap", "both"), Pip("step", "move")
    assert used([PlacedMarker(place, pip) for place, pip in enumerate((blocked, leap, step, leap))]) == [
        step,
        leap,
        blocked,
    ]
    assert used([]) == []


@pytest.mark.parametrize(
    ("pip", "words"),
    [
        (Pip("step", "move"), "moves only"),
        (Pip("step", "take"), "takes only"),
        (Pip("leap", "both"), "leaps or takes"),
        (Pip("leap", "take"), "takes only by leaping"),
        (Pip("leap", "move"), "leaps only"),
        (Pip("lame", "both"), "moves or takes, if nothing is in the way"),
        (Pip("hop", "take"), "takes only, over a piece"),
        (Pip("screen", "both"), "moves, and takes over a piece"),
        (Pip("promotion", "move"), "moves only, with promotion"),
        (Pip("blocked"), "blocked"),
        (Pip("barred"), "across the river: not allowed"),
        (Pip("refused"), "not allowed"),
    ],
)
def test_what_pips_mean(pip: Pip, words: str) -> None:
    assert meaning(pip, CHESS) == words
