"""Every field of every board is where the rules have it: outlines, centres, neighbours."""

import math
from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest
from nightly import sampled

from fairyscore.notation.boards import ORTHOGONAL, HeadedBoard, SliceBoard
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.variants import GAMES, variant
from fairyscore.render.errors import DrawingError
from fairyscore.render.geometry import Box, Point, between, distance, inside
from fairyscore.render.layouts.base import CellShape, Layout
from fairyscore.render.layouts.registry import layout_of, views

CASES = [(name, view, turn) for name in GAMES for view in views(variant(name)) for turn in (0, 4)]
CASES += [("chamaeleon", "flat", turn) for turn in (2, 6)]
CASES += [("kaleidochess", view, turn) for view in ("round", "octagon") for turn in (2, 6)]

every_layout = pytest.mark.parametrize(("name", "view", "turn"), CASES)


def box_of(polygon: Sequence[Point]) -> Box:
    xs, ys = [p.x for p in polygon], [p.y for p in polygon]
    return Box(min(xs), min(ys), max(xs), max(ys))


def area(polygon: Sequence[Point]) -> float:
    turned = [*polygon[1:], polygon[0]]
    return abs(sum(a.x * b.y - b.x * a.y for a, b in zip(polygon, turned, strict=True))) / 2


def corners(spot: CellShape) -> set[tuple[float, float]]:
    return {(round(x, 3), round(y, 3)) for x, y in spot.polygon}


def just_within(polygon: Sequence[Point]) -> list[Point]:
    """For each side of a polygon a point beside its middle, on the side that the way round the polygon has within."""
    sides = list(zip(polygon, [*polygon[1:], polygon[0]], strict=True))
    way = -0.05 if sum(a.x * b.y - b.x * a.y for a, b in sides) > 0 else 0.05
    found = []
    for one, other in sides:
        middle, far = between(one, other, 0.5), distance(one, other)
        found.append(Point(middle.x + way * (other.y - one.y) / far, middle.y - way * (other.x - one.x) / far))
    assert all(inside(point, polygon) for point in found[:: len(found) // 4])
    return found


def apart(one: Box, other: Box) -> bool:
    return one.right <= other.left or other.right <= one.left or one.bottom <= other.top or other.bottom <= one.top


def neighbours(game: Variant, layout: Layout) -> tuple[set[frozenset[int]], set[frozenset[int]]]:
    """Pairs of cells that touch by a side, and by a corner, as the rules have it; none over a centre or seam."""
    board = game.board
    if isinstance(board, SliceBoard):
        cells = range(len(board.cells))
        return (
            {frozenset((cell, there)) for cell in cells for there in board.sides[cell]},
            {frozenset((cell, there)) for cell in cells for there in board.corners[cell]},
        )
    assert isinstance(board, HeadedBoard)
    return set(touching(board, ORTHOGONAL, layout)), set(touching(board, (1, 3, 5, 7), layout))


def touching(board: HeadedBoard, headings: tuple[int, ...], layout: Layout) -> Iterator[frozenset[int]]:
    for heading in headings:
        for cell, step in enumerate(board.ahead[heading]):
            if step is None or (board.shape == "rings" and step[1] != heading):
                continue  # the edge, or across the centre-circle: there inward goes on as outward
            if layout.period and abs(layout.spots[cell].centre.x - layout.spots[step[0]].centre.x) > layout.period / 2:
                continue  # over the seam
            yield frozenset((cell, step[0]))


@every_layout
def test_outlines_contain_their_centres_and_labels(name: str, view: str, turn: int) -> None:
    layout = layout_of(variant(name), view, turn)
    assert len(layout.spots) == len(variant(name).board.cells)
    for spot in layout.spots:
        assert inside(spot.centre, spot.polygon)
        assert inside(spot.label, spot.polygon)


@every_layout
def test_pieces_have_room_within_the_outline(name: str, view: str, turn: int) -> None:
    layout = layout_of(variant(name), view, turn)
    for spot in layout.spots:
        assert spot.room > 15
        around = [
            Point(spot.centre.x + 0.98 * spot.room * math.cos(t), spot.centre.y + 0.98 * spot.room * math.sin(t))
            for t in (step * math.pi / 12 for step in range(24))
        ]
        assert all(inside(point, spot.polygon) for point in around)


@pytest.mark.parametrize(("name", "view", "turn"), sampled(CASES, 2))
def test_no_two_outlines_overlap(name: str, view: str, turn: int) -> None:
    spots = layout_of(variant(name), view, turn).spots
    boxes = [box_of(spot.polygon) for spot in spots]
    samples = [just_within(spot.polygon) for spot in spots]
    for one, other in combinations(range(len(spots)), 2):
        if not apart(boxes[one], boxes[other]):
            for first, second in ((one, other), (other, one)):
                near = [point for point in samples[first] if not apart(boxes[second], Box(*point, *point))]
                assert not any(inside(point, spots[second].polygon) for point in near), (first, second)


def same_bank(game: Variant, layout: Layout, pair: frozenset[int]) -> bool:
    one, other = (layout.spots[cell].centre.y for cell in pair)
    return abs(one - other) <= 45


@every_layout
def test_neighbours_of_the_rules_share_an_edge_or_a_point(name: str, view: str, turn: int) -> None:
    game = variant(name)
    layout = layout_of(game, view, turn)
    points = [corners(spot) for spot in layout.spots]
    common = {frozenset(pair): len(points[pair[0]] & points[pair[1]]) for pair in combinations(range(len(points)), 2)}
    sides, diagonals = neighbours(game, layout)
    if game.scenery.rivers:  # water lies between the banks
        dry = {pair for pair in sides if len(pair) == 2 and same_bank(game, layout, pair)}
        sides, diagonals = dry, {pair for pair in diagonals if same_bank(game, layout, pair)}
    if view == "ring":  # its seam is closed on paper
        assert {pair for pair, many in common.items() if many > 1} >= sides
    else:
        assert {pair for pair, many in common.items() if many > 1} == sides
        assert {pair for pair, many in common.items() if many == 1} == diagonals


def test_the_cylinder_as_a_ring_touches_where_the_rules_do() -> None:
    game = variant("cylindrical")
    layout = layout_of(game, "ring")
    points = [corners(spot) for spot in layout.spots]
    touch = {frozenset(pair): len(points[pair[0]] & points[pair[1]]) for pair in combinations(range(len(points)), 2)}
    sides, diagonals = neighbours(game, layout)
    assert {pair for pair, many in touch.items() if many > 1} == sides
    assert {pair for pair, many in touch.items() if many == 1} == diagonals


def test_ghosts_touch_over_the_seam_where_the_rules_do() -> None:
    game = variant("cylindrical")
    layout = layout_of(game)
    assert sorted(game.board.cells[cell] for cell, _ in layout.ghosts) == sorted(
        f"{file}{rank}" for file in "ag" for rank in range(1, 9)
    )
    index = game.board.index
    a4 = corners(layout.spots[index["a4"]])
    ghosts = {game.board.cells[cell]: corners(spot) for cell, spot in layout.ghosts}
    assert {name for name, points in ghosts.items() if len(points & a4) == 2} == {"g4"}
    assert {name for name, points in ghosts.items() if len(points & a4) == 1} == {"g3", "g5"}


@every_layout
def test_fields_and_voids_fill_the_board(name: str, view: str, turn: int) -> None:
    """No gap: outlines, with the holes that are not fields, cover what the frame encloses."""
    layout = layout_of(variant(name), view, turn)
    total = sum(area(spot.polygon) for spot in layout.spots) + sum(area(spot.polygon) for _, spot in layout.ghosts)
    width = layout.field.width
    whole = width * layout.field.height if layout.middle is None else math.pi * width * width / 4
    if view == "octagon":
        whole = 2 * math.sqrt(2) * (width / 2) ** 2
    holes = getattr(variant(name).board, "holes", ())
    if layout.voids or variant(name).scenery.rivers:
        assert total < whole
    elif holes:
        cells = len(layout.spots)
        assert total == pytest.approx(whole * cells / (cells + len(holes)), rel=1e-3)
    else:
        assert total == pytest.approx(whole, rel=1e-3)


@pytest.mark.parametrize(
    ("name", "turn", "lowest", "leftmost"),
    [
        ("chess", 0, "h1", "a8"),
        ("chess", 4, "a8", "h1"),
        ("chamaeleon", 2, "a1", "a8"),
        ("chamaeleon", 6, "h8", "h1"),
        ("tor-qi", 4, "a9", "g1"),
    ],
)
def test_turned_boards(name: str, turn: int, lowest: str, leftmost: str) -> None:
    """The right end of the bottom row, and the left end of a row: for White h1, and a8 over a1."""
    layout = layout_of(variant(name), "", turn)
    cells = variant(name).board.cells
    corner = max(range(len(cells)), key=lambda cell: (layout.spots[cell].centre.y, layout.spots[cell].centre.x))
    assert cells[corner] == lowest
    left = min(layout.spots[cell].centre.x for cell in range(len(cells)))
    at_left = {cells[cell] for cell in range(len(cells)) if layout.spots[cell].centre.x == left}
    assert leftmost in at_left


@pytest.mark.parametrize(
    ("name", "turn", "field"),
    [
        ("kaleidochess", 0, "1J"),
        ("kaleidochess", 2, "3J"),
        ("kaleidochess", 4, "5J"),
        ("kaleidochess", 6, "7J"),
    ],
)
def test_a_castle_is_straight_at_the_bottom(name: str, turn: int, field: str) -> None:
    for view in views(variant(name)):
        layout = layout_of(variant(name), view, turn)
        spot = layout.spots[variant(name).board.index[field]]
        assert layout.middle is not None
        assert spot.centre.x == pytest.approx(layout.middle.x, abs=4)
        assert spot.centre.y > layout.middle.y


def test_slices_run_clockwise_and_rings_from_whites_left() -> None:
    slices, board = layout_of(variant("kaleidochess")), variant("kaleidochess").board
    assert slices.middle is not None
    assert slices.spots[board.index["3J"]].centre.x < slices.middle.x < slices.spots[board.index["7J"]].centre.x
    rings, board = layout_of(variant("circular-70")), variant("circular-70").board
    assert rings.middle is not None
    a1, h1, a8, i2, i7 = (rings.spots[board.index[name]].centre for name in ("a1", "h1", "a8", "i2", "i7"))
    assert a1.x < rings.middle.x < h1.x
    assert min(a1.y, h1.y) > rings.middle.y > a8.y
    assert a8.x > rings.middle.x  # round the ring: a1 .. h1, void, a8
    assert i7.x < rings.middle.x < i2.x
    assert i2.y == pytest.approx(rings.middle.y, abs=2)


def test_files_of_rings_run_straight_across_the_centre() -> None:
    layout, index = layout_of(variant("circular-70")), variant("circular-70").board.index
    assert layout.middle is not None
    for file in "abcdefghi":
        d4, d5 = layout.spots[index[f"{file}4"]].centre, layout.spots[index[f"{file}5"]].centre
        assert distance(between(d4, d5, 0.5), layout.middle) < 2


def test_an_unknown_view_is_refused() -> None:
    with pytest.raises(DrawingError, match="there is no view 'octagon' of chess; there is flat"):
        layout_of(variant("chess"), "octagon")


def test_no_frame_goes_around_nothing() -> None:
    """Omega Chess: four cells touch the board of ten by ten at its corners, and each part has a border of its own."""
    frame = layout_of(variant("omega-chess")).frame
    assert frame.count("Z") == 5
    assert "M0 0L45 0L45 45L0 45Z" in frame
    assert "M45 45L495 45L495 495L45 495Z" in frame
    assert layout_of(variant("chess")).frame.count("Z") == 1
