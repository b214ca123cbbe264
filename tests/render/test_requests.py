"""Marks and sizes as people write them."""

import re
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairyscore.notation.position import Position
from fairyscore.notation.records.marks import Arrow, CellMark
from fairyscore.notation.variants import variant
from fairyscore.render.drawing import diagram, requested
from fairyscore.render.errors import DrawingError
from fairyscore.render.measures import Length, length


@pytest.mark.parametrize(
    ("name", "fields", "arrows", "expected"),
    [
        ("chess", "e4", "", ([("green", "e4")], [], [])),
        ("chess", "Be4, b4", "", ([("blue", "e4"), ("green", "b4")], [], [])),
        ("chess", "e4=12,Rd5", "", ([("red", "d5")], [("e4", "12")], [])),
        ("chess", "", "e2e4,Re7-e5", ([], [], [("green", "e2", "e4"), ("red", "e7", "e5")])),
        ("kaleidochess", "00", "1B2F,R00-1a", ([("green", "00")], [], [("green", "1B", "2F"), ("red", "00", "1A")])),
        ("circular-70:coordinates=ring", "a10", "a1a18", ([("green", "a10")], [], [("green", "a1", "a18")])),
    ],
)
def test_marks_are_read(
    name: str,
    fields: str,
    arrows: str,
    expected: tuple[list[tuple[str, str]], list[tuple[str, str]], list[tuple[str, ...]]],
) -> None:
    game = variant(name)
    cells = game.board.cells
    asked = requested(fields, arrows, "", game)
    assert [(mark.colour, cells[mark.cell]) for mark in asked.look["fields"] if isinstance(mark, CellMark)] == expected[
        0
    ]
    assert asked.look["numbers"] == expected[1]
    arrows_asked = [mark for mark in asked.look["arrows"] if isinstance(mark, Arrow)]
    assert [(mark.colour, cells[mark.origin], cells[mark.target]) for mark in arrows_asked] == expected[2]


@pytest.mark.parametrize(
    "item", ["z9", "e9", "e4]", "[%csl e4]", "\x1b[31m", "e4 e5", "X" * 5000, "=1", "e4=", "e4=123456789012345678901"]
)
def test_fields_that_are_none_are_refused(item: str) -> None:
    with pytest.raises(DrawingError) as caught:
        requested(item, "", "", variant("chess"))
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("item", ["e2", "e2e9", "e2e4e6", "]", "last2"])
def test_arrows_that_are_none_are_refused(item: str) -> None:
    with pytest.raises(DrawingError, match="does not name two cells of the board of chess"):
        requested("", item, "", variant("chess"))


def test_a_folder_that_is_none_is_refused() -> None:
    with pytest.raises(DrawingError, match="no folder"):
        requested("", "", "nowhere", variant("chess"))


@given(st.text(max_size=40), st.text(max_size=40))
def test_any_text_is_marks_or_refused(fields: str, arrows: str) -> None:
    game = variant("kaleidochess")
    with suppress(DrawingError):
        found = requested(fields, arrows, "", game)
        assert all(cell < len(game.board.cells) for cell in found.crop)
        assert len(list(found.look["fields"])) <= fields.count(",") + 1


@pytest.mark.parametrize(
    ("size", "number", "unit", "millimetres"),
    [
        ("80mm", 80, "mm", 80),
        (" 8 CM ", 8, "cm", 80),
        ("2.5in", 2.5, "in", 63.5),
        ("72pt", 72, "pt", 25.4),
        ("96px", 96, "px", 25.4),
    ],
)
def test_sizes_are_read(size: str, number: float, unit: str, millimetres: float) -> None:
    found = length(size)
    assert found == Length(number, unit)
    assert found.millimetres == pytest.approx(millimetres)
    assert length(str(found)) == found


@pytest.mark.parametrize(
    "size", ["", "80", "mm", "-5mm", "1e3mm", "0mm", "0.1mm", "4.9mm", "2001mm", "10km", "80 parsec", "٣mm"]
)
def test_sizes_that_are_none_are_refused(size: str) -> None:
    with pytest.raises(DrawingError):
        length(size)


def test_marks_in_words_are_the_marks_as_values() -> None:
    """What the command takes as text, the library takes as a list of texts too."""
    position = Position.start("chess")
    words = diagram(position, arrows=["d2d4", "red:d7-d5"], fields=["e4", "blue:a1", "goal:e5"], fills=["yellow:h8"])
    values = diagram(
        position,
        arrows=[Arrow("green", 11, 27), Arrow("red", 51, 35)],
        fields=[CellMark("green", 28), CellMark("blue", 0)],
        numbers=[("e5", "goal")],
        fills=[CellMark("yellow", 63)],
    )
    assert words.svg() == values.svg()
    assert diagram(position, crop="d2-f4").svg() == diagram(position, crop=(11, 29)).svg()
    assert diagram(position, flip="black", size=96).svg() == diagram(position, seat="black", size="96px").svg()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"fields": ["pink:e4", "e9"]}, "'e9' is not on the board"),
        ({"fills": ["pink:e4"]}, "there are red, green, blue, yellow"),
        ({"arrows": ["pink:e2e4"]}, "there are red, green, blue, yellow"),
        ({"arrows": ["e2e9"]}, "give two cells from a1 to h8"),
        ({"flip": "silver"}, "silver"),
    ],
)
def test_words_that_mean_nothing_are_refused(options: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        diagram(Position.start("chess"), **options)


@pytest.mark.parametrize("name", ["chess", "kaleidochess", "circular-66", "xiangqi"])
def test_centres_are_where_pieces_stand(name: str) -> None:
    drawing = diagram(Position.start(name))
    left, top, width, height = map(float, re.findall(r'viewBox="([^"]*)"', drawing.svg())[0].split())
    assert list(drawing.centres) == list(Position.start(name).variant.board.cells)
    assert all(left < x < left + width and top < y < top + height for x, y in drawing.centres.values())


def test_centres_of_a_part_are_in_it() -> None:
    """The cells that the part shows lie within it, the others do not."""
    drawing = diagram(Position.start("chess"), crop="d2-f4")
    left, top, width, height = map(float, re.findall(r'viewBox="([^"]*)"', drawing.svg())[0].split())
    x, y = drawing.centres["e3"]
    assert left < x < left + width
    assert top < y < top + height
    x, y = drawing.centres["a8"]
    assert not (left < x < left + width and top < y < top + height)
