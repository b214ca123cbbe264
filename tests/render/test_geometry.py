"""Points, lines, arcs and boxes: each case is checked by eye, with y running downward."""

import pytest

from fairyscore.render.geometry import (
    ARC_STEP,
    Box,
    Point,
    angle_of,
    arc_to,
    aside,
    at,
    between,
    circle,
    distance,
    inside,
    line,
    number,
    polar,
    ring,
    sector,
    sector_polygon,
    towards,
    upright,
)

HERE = Point(10, 20)


def test_a_box_has_sides_and_corners() -> None:
    box = Box(1, 2, 4, 8)
    assert (box.width, box.height) == (3, 6)
    assert [*box.corners] == [(1, 2), (4, 2), (4, 8), (1, 8)]
    assert box.grown(1) == Box(0, 1, 5, 9)
    assert box.joined(Box(0, 3, 2, 9)) == Box(0, 2, 4, 9)
    assert box.joined(Box(2, 1, 5, 3)) == Box(1, 1, 5, 8)


@pytest.mark.parametrize(
    ("value", "text"), [(2, "2"), (1.5, "1.5"), (0.125, "0.12"), (-0.004, "0"), (-0.5, "-0.5"), (100, "100")]
)
def test_numbers_are_short(value: float, text: str) -> None:
    assert number(value) == text


@pytest.mark.parametrize(
    ("angle", "place"), [(0, (10, 25)), (90, (5, 20)), (180, (10, 15)), (270, (15, 20)), (360, (10, 25))]
)
def test_angles_run_clockwise_from_the_bottom(angle: float, place: tuple[float, float]) -> None:
    assert polar(HERE, 5, angle) == place
    assert angle_of(HERE, Point(*place)) == angle % 360


def test_angles_between_are_reported_as_they_are_made() -> None:
    for angle in (1, 30, 45, 100, 200.5, 359):
        assert angle_of(HERE, polar(HERE, 1000, angle)) == pytest.approx(angle)
    assert polar(HERE, 10, 30) == pytest.approx((5, 28.660254))


def test_distances_and_places_on_the_way() -> None:
    assert distance(HERE, Point(13, 24)) == 5
    assert between(HERE, Point(14, 28), 0.25) == (11, 22)
    assert towards(HERE, Point(13, 24), 10) == (16, 28)
    assert towards(HERE, Point(13, 24), -5) == (7, 16)
    assert towards(HERE, HERE, 3) == HERE


def test_how_far_a_point_is_from_a_line() -> None:
    """On either side of it, and behind its ends as well."""
    assert aside(Point(3, 7), Point(0, 2), Point(9, 2)) == 5
    assert aside(Point(3, -3), Point(0, 2), Point(9, 2)) == 5
    assert aside(Point(-40, 7), Point(0, 2), Point(9, 2)) == 5
    assert aside(Point(0, 0), Point(0, 5), Point(10, 5)) == aside(Point(0, 0), Point(10, 5), Point(0, 5)) == 5
    assert aside(Point(0, 10), Point(0, 0), Point(3, 4)) == pytest.approx(6)
    assert aside(Point(3, 4), Point(0, 0), Point(0, 0)) == 5


def test_path_data() -> None:
    assert at(Point(1.5, -0.001)) == "1.5 0"
    assert line(Point(0, 0), Point(1, 2), Point(3, 4)) == "M0 0L1 2L3 4"
    assert ring([Point(0, 0), Point(1, 2)]) == "M0 0L1 2Z"
    assert upright(1, 2, 3, 4) == "M1 2h3v4h-3z"
    assert circle(HERE, 5) == "M5 20A5 5 0 1 1 15 20A5 5 0 1 1 5 20Z"
    assert arc_to(5, HERE, clockwise=True) == "A5 5 0 0 1 10 20"
    assert arc_to(5, HERE, clockwise=False, large=True) == "A5 5 0 1 0 10 20"


def test_a_sector_goes_out_clockwise_and_back() -> None:
    """A quarter from the bottom to the left; more than half a turn is a large arc, half a turn is none."""
    middle = Point(0, 0)
    assert sector(middle, 2, 4, 0, 90) == "M0 4A4 4 0 0 1 -4 0L-2 0A2 2 0 0 0 0 2Z"
    assert sector(middle, 2, 4, 0, 270) == "M0 4A4 4 0 1 1 4 0L2 0A2 2 0 1 0 0 2Z"
    assert sector(middle, 2, 4, 0, 180) == "M0 4A4 4 0 0 1 0 -4L0 -2A2 2 0 0 0 0 2Z"


def test_the_polygon_of_a_sector_has_a_corner_at_every_step() -> None:
    found = sector_polygon(Point(0, 0), 2, 4, 0, 10 * ARC_STEP)
    assert len(found) == 2 * 11
    assert (found[0], found[10], found[11], found[-1]) == tuple(
        polar(Point(0, 0), radius, step * ARC_STEP) for radius, step in ((4, 0), (4, 10), (2, 10), (2, 0))
    )
    assert found[1] == polar(Point(0, 0), 4, ARC_STEP)


@pytest.mark.parametrize(
    ("point", "wanted"),
    [((5, 5), True), ((1, 9), True), ((-1, 5), False), ((11, 5), False), ((5, -1), False), ((5, 11), False)],
)
def test_points_inside_a_square(point: tuple[float, float], wanted: bool) -> None:
    assert inside(Point(*point), Box(0, 0, 10, 10).corners) is wanted


def test_points_inside_a_hollow_shape() -> None:
    """The letter U: between its arms is outside."""
    shape = [Point(*place) for place in ((0, 0), (2, 0), (2, 8), (8, 8), (8, 0), (10, 0), (10, 10), (0, 10))]
    assert [inside(Point(x, 4), shape) for x in (-1, 1, 5, 9, 11)] == [False, True, False, True, False]
    assert inside(Point(5, 9), shape)


def test_points_beside_a_slanting_side() -> None:
    triangle = [Point(0, 0), Point(10, 10), Point(0, 10)]
    assert inside(Point(3.9, 4), triangle)
    assert not inside(Point(4.1, 4), triangle)
