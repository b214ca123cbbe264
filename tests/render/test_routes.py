"""How moves go over the board and over the paper."""

import math
import random
from itertools import pairwise

import pytest
from drawn import middle, played
from hypothesis import given, settings
from hypothesis import strategies as st
from ways import GAMES, checked

from fairyscore.notation.position import Position
from fairyscore.notation.variants import variant
from fairyscore.render.geometry import Point, distance
from fairyscore.render.layouts.registry import layout_of
from fairyscore.render.routes import MovePath, along, path_between, route


def way(name: str, text: str, origin: str, target: str) -> tuple[str, MovePath]:
    """The names of the cells on the way of a piece in a position."""
    position = Position.from_fen(text, name)
    board = position.variant.board
    path = path_between(position.variant, position.state, board.index[origin], board.index[target])
    return " ".join(board.cells[cell] for cell in path.cells), path


@pytest.mark.parametrize(
    ("name", "text", "origin", "target", "expected"),
    [
        ("chess", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1", "a4", "a1 a2 a3 a4"),
        ("cylindrical", "k6/7/7/7/7/7/7/D2K3 w - - 0 1", "a1", "f1", "a1 f1"),
        ("cylindrical", "k6/7/7/7/7/7/7/D2K3 w - - 0 1", "a1", "e1", "a1 c1 e1"),
        ("cylindrical", "k6/7/7/7/3K3/7/7/D1B4 w - - 0 1", "a1", "e1", "a1 f1 d1 b1 g1 e1"),
        ("cylindrical", "k6/7/7/7/7/7/7/D2K3 w - - 0 1", "a1", "b1", "a1 c1 e1 g1 b1"),
        ("cylindrical", "k6/7/7/7/7/7/7/1B1K3 w - - 0 1", "b1", "f4", "b1 a2 g3 f4"),
    ],
)
def test_the_shortest_way_that_is_free(name: str, text: str, origin: str, target: str, expected: str) -> None:
    assert way(name, text, origin, target)[0] == expected


def test_every_jump_of_a_rider_is_its_own() -> None:
    _, path = way("cylindrical", "k6/7/7/7/7/7/7/D2K3 w - - 0 1", "a1", "e1")
    assert path.jumps == (True, True)


def test_what_no_piece_goes() -> None:
    names, path = way("chess", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1", "c3")
    assert (names, path.possible, path.jumps) == ("a1 c3", False, (False,))


@given(name=st.sampled_from(GAMES), seed=st.integers(0, 2**32))
@settings(max_examples=25, deadline=None)
def test_every_way_is_one_of_the_piece(name: str, seed: int) -> None:
    """`python tests/ways.py 100000` does the same for more moves, and counts them by game."""
    assert set(checked(name, random.Random(seed), 40)) <= {""}


def cells(name: str, *names: str) -> tuple[int, ...]:
    return tuple(variant(name).board.index[cell] for cell in names)


def way_through(name: str, *names: str) -> MovePath:
    return along(variant(name).board, cells(name, *names), leaps=False)


def test_along_a_ring_it_goes_round_the_middle() -> None:
    layout = layout_of(variant("circular-70"))
    assert layout.middle is not None
    (stroke,) = route(layout, way_through("circular-70", "a2", "b2", "c2", "d2")).strokes
    radii = [distance(layout.middle, point) for point in stroke]
    assert max(radii) - min(radii) < 3
    assert len(stroke) > 12


def test_across_the_centre_it_goes_straight_through_it() -> None:
    layout = layout_of(variant("circular-70"))
    assert layout.middle is not None
    (stroke,) = route(layout, way_through("circular-70", "d3", "d4", "d5", "d6")).strokes
    middles = [Point((one.x + other.x) / 2, (one.y + other.y) / 2) for one, other in pairwise(stroke)]
    assert min(distance(point, layout.middle) for point in middles) < 3


def test_over_the_seam_it_leaves_and_comes_back() -> None:
    layout = layout_of(variant("cylindrical"))
    out, back = route(layout, way_through("cylindrical", "f3", "g4", "a5", "b6")).strokes
    assert out[0] == layout.spots[cells("cylindrical", "f3")[0]].centre
    assert back[-1] == layout.spots[cells("cylindrical", "b6")[0]].centre
    assert out[-1].x > layout.period
    assert back[0].x < 0
    assert math.isclose(out[-1].x - layout.period, back[-1].x, abs_tol=100)


def test_on_a_ring_of_files_there_is_no_seam() -> None:
    layout = layout_of(variant("cylindrical"), "ring")
    assert len(route(layout, way_through("cylindrical", "f3", "g4", "a5", "b6")).strokes) == 1


def test_a_jump_swings_out() -> None:
    layout = layout_of(variant("chess"))
    b1, c3 = cells("chess", "b1", "c3")
    (stroke,) = route(layout, way_through("chess", "b1", "c3")).strokes
    assert (stroke[0], stroke[-1]) == (layout.spots[b1].centre, layout.spots[c3].centre)
    heart = Point((stroke[0].x + stroke[-1].x) / 2, (stroke[0].y + stroke[-1].y) / 2)
    assert min(distance(heart, point) for point in stroke) > 8
    assert max(distance(heart, point) for point in stroke) == distance(heart, stroke[0])  # it goes nowhere else


def test_steps_are_marked_where_the_rules_count_them() -> None:
    """A walker of KaleidoChess goes from cell to cell, each beside the one before; a flyer goes through the air."""
    walked = flown = 0
    for shown in played("kaleidochess/two-players.pgn")[1:40]:
        path, board = shown.marks.path, shown.position.variant.board
        if len(path.cells) > 2:
            walked += 1
            assert path.steps
            assert not any(path.jumps)
            assert all(board.touch(*pair) for pair in zip(path.cells, path.cells[1:], strict=False))
            assert len(route(layout_of(shown.position.variant), path).steps) == len(path.cells) - 2
        else:
            flown += any(path.jumps)
    assert walked
    assert flown


def test_a_knight_leaps_and_a_rook_does_not() -> None:
    by_piece = {
        (shown.move_text.split()[-1][:1], any(shown.marks.path.jumps)) for shown in played("chess/romantic.pgn")[1:]
    }
    assert ("N", True) in by_piece
    assert ("N", False) not in by_piece
    assert not {("R", True), ("Q", True), ("B", True)} & by_piece


def test_marks_of_a_long_way_round() -> None:
    shown = middle("circular-70")
    names = [shown.position.variant.board.cells[cell] for cell in shown.marks.way]
    assert (names[0], names[-1]) == ("c3", "d6")
    assert len(names) > 6
