"""Round boards by numbers: where cells, their second borders, their names and those of files lie."""

import pytest

from fairyscore.notation.variants import variant
from fairyscore.render.geometry import Box, Point, angle_of, distance
from fairyscore.render.layouts.base import CellShape, Layout
from fairyscore.render.layouts.registry import layout_of

RINGS, SLICES = variant("circular-66"), variant("kaleidochess")
ROUND, OCTAGON = layout_of(SLICES), layout_of(SLICES, "octagon")


def ring_cell(name: str) -> CellShape:
    """A cell of four rings of 44 units about a circle of 84; eighteen places of 20 degrees."""
    return layout_of(RINGS).spots[RINGS.board.index[name]]


def slice_cell(name: str, layout: Layout = ROUND) -> CellShape:
    return layout.spots[SLICES.board.index[name]]


def test_a_ring_board_is_as_large_as_its_rings() -> None:
    layout = layout_of(RINGS)
    assert layout.field == Box(0, 0, 520, 520)
    assert (layout.middle, layout.piece) == (Point(260, 260), 36.5)
    assert layout.frame == "M0 260A260 260 0 1 1 520 260A260 260 0 1 1 0 260Z"
    assert layout.voids[0] == "M176 260A84 84 0 1 1 344 260A84 84 0 1 1 176 260Z"
    assert len(layout.voids) == 1 + 4 * 18 - 66


def test_a_cell_of_a_ring_has_a_border_within_its_own() -> None:
    """d1 and e1 meet straight at the bottom; the second border is three units inside all round."""
    d1, e1 = ring_cell("d1"), ring_cell("e1")
    assert d1.outline == "M260 520A260 260 0 0 1 171.07 504.32L186.12 462.97A216 216 0 0 0 260 476Z"
    assert e1.outline == "M348.93 504.32A260 260 0 0 1 260 520L260 476A216 216 0 0 0 333.88 462.97Z"
    assert d1.inner == "M257 516.98A257 257 0 0 1 174.93 502.51L187.92 466.8A219 219 0 0 0 257 478.98Z"
    assert ring_cell("d4").outline == "M260 388A128 128 0 0 1 216.22 380.28L231.27 338.93A84 84 0 0 0 260 344Z"


def test_names_in_cells_of_rings_stand_near_two_borders() -> None:
    """7.5 units from the outer one, 10 from the frame, 9 from the first."""
    for name, far in (("d1", 260 - 10), ("d4", 128 - 7.5)):
        label = ring_cell(name).label
        assert distance(Point(260, 260), label) == pytest.approx(far)
        assert 260 - label.x == pytest.approx(9)


def test_a_piece_has_as_much_room_on_either_side() -> None:
    """At the rim it stays 2.4 units within the board."""
    d1, e1 = ring_cell("d1"), ring_cell("e1")
    middle = Point(260, 260)
    assert d1.centre == pytest.approx((221.27, 494.43), abs=0.01)
    assert e1.centre == pytest.approx((300.19, 494.17), abs=0.01)
    assert d1.room == pytest.approx(21.61, abs=0.01)
    d2 = ring_cell("d2")
    inward = [distance(middle, cell.centre) for cell in (d1, d2)]
    assert inward[0] - inward[1] == pytest.approx(44, abs=2)


def test_names_of_files_and_rings_of_a_ring_board() -> None:
    """Files twice round the rim, straight outward from the middle of each; the ranks in the first field of each half."""
    signs = layout_of(RINGS).signs
    rim = [sign for sign in signs if sign.kind == "rim"]
    assert "".join(sign.text for sign in rim) == "abcdefghi" * 2
    for place, sign in enumerate(rim):
        assert angle_of(Point(260, 260), sign.place) == pytest.approx((70 - 20 * place) % 360)
        assert distance(Point(260, 260), sign.place) == pytest.approx(260)
        assert sign.place == pytest.approx((260 + 260 * sign.away.x, 260 + 260 * sign.away.y), abs=0.001)
    inner = [sign for sign in signs if sign.kind == "inner"]
    assert sorted(sign.text for sign in inner) == list("12345678")
    assert all(sign.place == layout_of(RINGS).spots[sign.cell].label for sign in inner)


def test_a_turned_ring_board_goes_round_by_eighths() -> None:
    turned = layout_of(RINGS, "", 4)
    a1 = angle_of(Point(260, 260), turned.spots[RINGS.board.index["a1"]].centre)
    plain = angle_of(Point(260, 260), ring_cell("a1").centre)
    assert (a1 - plain) % 360 == pytest.approx(180, abs=5)  # pieces stand upright in both


# -- slices ------------------------------------------------------------------------------------------------------------


def test_a_board_of_slices_has_rings_of_its_own_breadths() -> None:
    assert ROUND.field == Box(0, 0, 564, 564)
    assert (ROUND.piece, OCTAGON.piece) == (38.5, 35)
    assert slice_cell("00").outline == "M250 282A32 32 0 1 1 314 282A32 32 0 1 1 250 282Z"
    assert slice_cell("00").inner == "M253 282A29 29 0 1 1 311 282A29 29 0 1 1 253 282Z"
    assert (
        slice_cell("1A").outline == "M313.76 358.68A83 83 0 0 1 250.24 358.68L269.75 311.56A32 32 0 0 0 294.25 311.56Z"
    )
    assert slice_cell("1A").inner == "M309.82 357.01A80 80 0 0 1 254.18 357.01L271.43 315.36A35 35 0 0 0 292.57 315.36Z"
    assert (
        slice_cell("1J").outline
        == "M318.81 561.59A282 282 0 0 1 245.19 561.59L252.11 509.04A229 229 0 0 0 311.89 509.04Z"
    )
    assert (slice_cell("00").centre, slice_cell("00").room) == (Point(282, 282), 32)
    assert slice_cell("00").label == (266, 264)


def test_pieces_make_room_for_letters_in_the_slice_at_the_bottom() -> None:
    """Half the breadth of a letter to the left there; in the other slices they stand in the middle."""
    here, there = slice_cell("1J"), slice_cell("5J")
    assert here.centre.x == pytest.approx(282 - 3, abs=0.1)
    assert there.centre.x == pytest.approx(282, abs=0.1)
    assert here.room == pytest.approx(26.09, abs=0.01)


def test_an_octagon_has_straight_borders() -> None:
    assert OCTAGON.frame.count("L") == 7
    assert slice_cell("00", OCTAGON).outline.count("L") == 7
    assert slice_cell("1A", OCTAGON).outline == "M313.76 358.68L250.24 358.68L269.75 311.56L294.25 311.56Z"
    assert slice_cell("1A", OCTAGON).inner == "M309.91 355.82L254.09 355.82L271.97 315.82L292.03 315.82Z"
    assert slice_cell("2J", OCTAGON).outline == "M123.21 491.66L72.34 440.79L111.74 410.95L153.05 452.26Z"
    assert slice_cell("1J", OCTAGON).centre == pytest.approx((278.97, 518.01), abs=0.01)
    assert slice_cell("1J", OCTAGON).label == pytest.approx((305.57, 534.09), abs=0.01)
    assert slice_cell("1J", OCTAGON).room == pytest.approx(24.44, abs=0.01)
    assert slice_cell("00", OCTAGON).room == pytest.approx(29.56, abs=0.01)


@pytest.mark.parametrize(("layout", "edge"), [(ROUND, 282), (OCTAGON, 260.53)])
def test_slices_are_numbered_outside_and_lettered_at_the_bottom(layout: Layout, edge: float) -> None:
    middle = Point(282, 282)
    numbers = [sign for sign in layout.signs if sign.kind == "rim"]
    assert [sign.text for sign in numbers] == list("12345678")
    for place, sign in enumerate(numbers):
        assert distance(middle, sign.place) == pytest.approx(edge, abs=0.01)
        assert angle_of(middle, sign.place) % 360 == pytest.approx(45 * place % 360, abs=0.01)
    letters = [sign for sign in layout.signs if sign.kind == "inner"]
    assert [sign.text for sign in letters] == list("ABCDEFGHIJK")
    assert {SLICES.board.cells[sign.cell][0] for sign in letters} == {"1"}


def test_the_slice_at_the_bottom_is_that_of_the_seat() -> None:
    turned = layout_of(SLICES, "", 2)
    letters = [sign for sign in turned.signs if sign.kind == "inner"]
    assert {SLICES.board.cells[sign.cell][0] for sign in letters} == {"3"}
    assert turned.spots[SLICES.board.index["3J"]].outline == slice_cell("1J").outline


def test_the_cylinder_as_a_ring_has_its_first_rank_outermost() -> None:
    game = variant("cylindrical")
    layout, index = layout_of(game, "ring"), game.board.index
    middle = layout.middle
    assert middle == Point(28 + 8 * 40, 28 + 8 * 40)
    assert (layout.piece, layout.voids) == (35.5, ("M320 348A28 28 0 1 1 376 348A28 28 0 1 1 320 348Z",))
    far = [distance(middle, layout.spots[index[f"d{rank}"]].centre) for rank in range(1, 9)]
    assert far == sorted(far, reverse=True)
    assert layout.spots[index["d1"]].centre.x == pytest.approx(348, abs=2)  # the middle of seven files
    assert layout.spots[index["d1"]].centre.y > 348
