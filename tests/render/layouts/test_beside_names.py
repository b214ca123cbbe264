"""Pieces beside the names of their cells, and what the names of a row or column have in common."""

import pytest

from fairyscore.render.geometry import Box, Point, distance
from fairyscore.render.layouts.base import SCALES, UNIT, apart, beside, corners, in_common, shared

SQUARE = ((0, 0), (UNIT, 0), (UNIT, UNIT), (0, UNIT))
"""A piece that fills its box."""

CELL = Box(0, 0, 45, 45)
MIDDLE = Point(22.5, 22.5)


def test_the_corners_of_a_piece_lie_about_its_place() -> None:
    """As large as its box, or half as large."""
    assert corners(SQUARE, MIDDLE, UNIT) == list(CELL.corners)
    assert corners(SQUARE, Point(0, 0), UNIT / 2) == list(Box(-11.25, -11.25, 11.25, 11.25).corners)
    assert corners(((45, 0),), Point(10, 20), 9) == [Point(14.5, 15.5)]


def stood(name: Box, *, side: float = UNIT, most: float = UNIT, within: float = 1.0) -> tuple[Point, float]:
    return beside(SQUARE, MIDDLE, side, name, CELL.grown(0.01).corners, within=within, most=most)


def test_a_piece_stays_where_no_name_is_in_its_way() -> None:
    assert stood(Box(-10, -10, -1, -1)) == (MIDDLE, UNIT)


@pytest.mark.parametrize(
    ("name", "way"),
    [
        (Box(0, 0, 9, 9), (1, 1)),
        (Box(36, 0, 45, 9), (-1, 1)),
        (Box(0, 36, 9, 45), (1, -1)),
        (Box(36, 36, 45, 45), (-1, -1)),
    ],
)
def test_a_piece_moves_away_from_a_name_and_is_as_large_as_it_can_be(name: Box, way: tuple[int, int]) -> None:
    """A square of 36 units, 0.8 of 45, has room between a name of nine and the other borders; 0.78 at whole units."""
    place, side = stood(name)
    assert side == pytest.approx(0.78 * UNIT)
    assert place == pytest.approx((22.5 + 4.5 * way[0], 22.5 + 4.5 * way[1]), abs=0.8)
    box = corners(SQUARE, place, side)
    assert apart(box, name.corners)


def test_a_piece_is_no_larger_than_asked() -> None:
    """The limit itself is allowed."""
    free = Box(-10, -10, -1, -1)
    assert stood(free, most=UNIT)[1] == UNIT
    assert stood(free, most=SCALES[3] * UNIT)[1] == SCALES[3] * UNIT
    assert stood(free, most=SCALES[3] * UNIT - 0.01)[1] == SCALES[4] * UNIT


def test_a_piece_that_finds_no_room_is_small_and_stays() -> None:
    assert stood(CELL) == (MIDDLE, SCALES[-1] * UNIT)


def test_a_part_of_a_piece_may_leave_the_cell() -> None:
    """Larger than the cell by a quarter; so much of it that has room there stays within."""
    free = Box(-30, -30, -20, -20)
    assert stood(free, side=50, most=50, within=0.9) == (MIDDLE, 50)
    assert stood(free, side=50, most=50, within=1.0)[1] == pytest.approx(45)


def test_a_piece_moves_from_a_name_along_the_line_through_both() -> None:
    """A name at the middle of the upper border: the piece goes straight down."""
    place, _ = stood(Box(18, 0, 27, 4))
    assert place.x == pytest.approx(22.5)
    assert place.y > 22.5
    assert distance(place, MIDDLE) == pytest.approx(round(distance(place, MIDDLE)))  # in whole units


# -- shapes ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("other", "wanted"),
    [
        (Box(10, 0, 20, 10), True),  # they have a side in common
        (Box(9, 0, 20, 10), False),
        (Box(0, 10, 10, 20), True),
        (Box(0, 9, 10, 20), False),
        (Box(-9, 2, 0, 8), True),
        (Box(-9, 2, 1, 8), False),
        (Box(2, -9, 8, 0), True),
        (Box(3, 3, 5, 5), False),
    ],
)
def test_shapes_apart(other: Box, wanted: bool) -> None:
    one = Box(0, 0, 10, 10)
    assert apart(one.corners, other.corners) is wanted
    assert apart(other.corners, one.corners) is wanted


def test_a_slanting_side_may_lie_between() -> None:
    """Their upright boxes overlap; a line along the triangle's side does not meet the square."""
    triangle = (Point(0, 0), Point(10, 0), Point(0, 10))
    assert apart(triangle, Box(6, 6, 10, 10).corners)
    assert not apart(triangle, Box(4, 4, 10, 10).corners)


# -- names -------------------------------------------------------------------------------------------------------------


def test_what_names_have_in_common() -> None:
    assert shared(["a1", "a2"]) == "a"
    assert shared(["a10", "b10"]) == "10"
    assert shared(["a1"]) == "a"
    assert shared(["a1", "b2"]) == ""
    assert shared([]) == ""


def test_columns_and_rows_are_reported_in_their_order() -> None:
    places = [(1.0, 0.0), (0.0, 0.0), (0.0, 9.0)]
    assert list(in_common(["b2", "a2", "a1"], places, 0).items()) == [(0.0, "a"), (1.0, "b")]
    assert list(in_common(["b2", "a2", "a1"], places, 1).items()) == [(0.0, "2"), (9.0, "a")]
