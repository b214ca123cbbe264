"""How moves go over the paper."""

import math

import pytest
from drawn import middle, played

from fairyscore.notation.variants import variant
from fairyscore.render.geometry import Point, distance
from fairyscore.render.layouts.registry import layout
from fairyscore.render.routes import route, straight_way


def way(name: str, origin: str, target: str, *occupied: str) -> list[str]:
    board = variant(name).board
    cells = straight_way(board, board.index[origin], board.index[target], [board.index[cell] for cell in occupied])
    return [board.cells[cell] for cell in cells]


@pytest.mark.parametrize(
    ("name", "origin", "target", "expected"),
    [
        ("chess", "a1", "a4", "a1 a2 a3 a4"),
        ("chess", "a1", "d4", "a1 b2 c3 d4"),
        ("chess", "b1", "c3", ""),
        ("cylindrical", "a1", "f1", "a1 g1 f1"),
        ("cylindrical", "b1", "f4", "b1 a2 g3 f4"),
        ("circular-70", "a1", "a8", "a1 a2 a3 a4 a5 a6 a7 a8"),
        ("circular-70", "d4", "c5", "d4 c5"),
        ("circular-70", "a2", "a7", "a2 a3 a4 a5 a6 a7"),
        ("circular-70", "h2", "a7", "h2 i2 a7"),
        ("kaleidochess", "1J", "2J", ""),
    ],
)
def test_straight_ways(name: str, origin: str, target: str, expected: str) -> None:
    assert way(name, origin, target) == expected.split()


def test_a_way_that_is_free_is_preferred() -> None:
    assert way("cylindrical", "a1", "d1") == ["a1", "b1", "c1", "d1"]
    assert way("cylindrical", "a1", "d1", "b1") == ["a1", "g1", "f1", "e1", "d1"]


def cells(name: str, *names: str) -> tuple[int, ...]:
    return tuple(variant(name).board.index[cell] for cell in names)


def test_along_a_ring_it_goes_round_the_middle() -> None:
    laid = layout(variant("circular-70"))
    assert laid.middle is not None
    (stroke,) = route(laid, cells("circular-70", "a2", "b2", "c2", "d2")).strokes
    radii = [distance(laid.middle, point) for point in stroke]
    assert max(radii) - min(radii) < 0.01
    assert len(stroke) > 12


def test_across_the_centre_it_goes_straight_through_it() -> None:
    laid = layout(variant("circular-70"))
    assert laid.middle is not None
    (stroke,) = route(laid, cells("circular-70", "d3", "d4", "d5", "d6")).strokes
    one, other = stroke[1], stroke[2]
    assert distance(Point((one.x + other.x) / 2, (one.y + other.y) / 2), laid.middle) < 0.01


def test_over_the_seam_it_leaves_and_comes_back() -> None:
    laid = layout(variant("cylindrical"))
    out, back = route(laid, cells("cylindrical", "f3", "g4", "a5", "b6")).strokes
    assert out[0] == laid.spots[cells("cylindrical", "f3")[0]].centre
    assert back[-1] == laid.spots[cells("cylindrical", "b6")[0]].centre
    assert out[-1].x > laid.period
    assert back[0].x < 0
    assert math.isclose(out[-1].x - laid.period, back[-1].x, abs_tol=100)


def test_on_a_ring_of_files_there_is_no_seam() -> None:
    laid = layout(variant("cylindrical"), "ring")
    assert len(route(laid, cells("cylindrical", "f3", "g4", "a5", "b6")).strokes) == 1


def test_a_leap_swings_out() -> None:
    laid = layout(variant("chess"))
    b1, c3 = cells("chess", "b1", "c3")
    (stroke,) = route(laid, (b1, c3), leap=True).strokes
    assert (stroke[0], stroke[-1]) == (laid.spots[b1].centre, laid.spots[c3].centre)
    heart = Point((stroke[0].x + stroke[-1].x) / 2, (stroke[0].y + stroke[-1].y) / 2)
    assert min(distance(heart, point) for point in stroke) > 8


def test_steps_are_marked_where_the_rules_count_them() -> None:
    """A piece of KaleidoChess goes from field to field, each beside the one before."""
    for shown in played("kaleidochess/two-players.pgn")[1:40]:
        board = shown.position.variant.board
        assert shown.marks.steps
        for one, other in zip(shown.marks.way, shown.marks.way[1:], strict=False):
            touching = board.touching(one)  # type: ignore[attr-defined]
            assert touching >> other & 1
        laid = layout(shown.position.variant)
        assert len(route(laid, shown.marks.way, steps=True).steps) == len(shown.marks.way) - 2


def test_a_knight_leaps_and_a_rook_does_not() -> None:
    by_piece = {(shown.said.split()[-1][:1], shown.marks.leap) for shown in played("chess/romantic.pgn")[1:]}
    assert ("N", True) in by_piece
    assert ("N", False) not in by_piece
    assert not {("R", True), ("Q", True), ("B", True)} & by_piece


def test_marks_of_a_long_way_round() -> None:
    shown = middle("circular-70")
    names = [shown.position.variant.board.cells[cell] for cell in shown.marks.way]
    assert (names[0], names[-1]) == ("c3", "d6")
    assert len(names) > 6
