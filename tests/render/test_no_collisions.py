"""Nothing on a board covers anything else: pieces, names, the rim and the water, on all boards, views and seats."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations

import pytest
from drawn import played
from nightly import NIGHTLY

from fairyscore.notation.position import Position
from fairyscore.notation.variants import variant
from fairyscore.render.board import labels
from fairyscore.render.board_state import BoardState, moment
from fairyscore.render.drawing import looked
from fairyscore.render.geometry import Box, Point, distance
from fairyscore.render.glyphs.paths import commands
from fairyscore.render.glyphs.set import changing_glyph, glyph, layers
from fairyscore.render.layouts.base import CHANGING, PLAIN, PLATED, UNIT, Figure, apart, corners
from fairyscore.render.layouts.registry import layout_of, views
from fairyscore.render.marks import BoardMarks
from fairyscore.render.page import Page
from fairyscore.render.pieces import PieceSymbols

NAMES = (
    "chess",
    "cylindrical",
    "caliph-qi",
    "tor-qi",
    "chamaeleon:players=4",
    "circular-66",
    "circular-68",
    "circular-70",
    "kaleidochess",
    "kaleidochess:players=4",
)
SAMPLES = ("kaleidochess/four-players.pgn", "circular-70/circular-70.pgn", "cylindrical/classic.pgn")


@cache
def outline(page_of: str, piece: tuple[int, int], faces: tuple[tuple[str, int], ...]) -> Figure:
    """The convex outline of a piece in its box, its strokes included; the control points of curves stand for them."""
    game = variant(page_of)
    seat, kind = piece
    known, tokens = game.piece_types[kind], game.scenery.tokens
    if faces:
        forms = tuple((field[:1].upper(), game.piece_types[face].name) for field, face in faces)
        drawn = changing_glyph(known.name, forms, forms[0][0])
    else:
        drawn = glyph(known.name, known.letter, tokens[kind] if tokens else "")
    points = [
        (x + dx, y + dy)
        for layer in layers(drawn, game.seats[seat].letter)
        if layer.path.upper() == layer.path  # letters on a base are drawn otherwise, and within it
        for reach in [layer.width / 2 if layer.stroke != "none" else 0.0]
        for _, placed in commands(layer.path)
        for x, y in placed
        for dx, dy in ((-reach, -reach), (-reach, reach), (reach, -reach), (reach, reach))
    ]
    return tuple(hull(points))


def hull(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    ordered = sorted(set(points))
    halves = []
    for row in (ordered, ordered[::-1]):
        half: list[tuple[float, float]] = []
        for x, y in row:
            while len(half) > 1 and (half[-1][0] - half[-2][0]) * (y - half[-2][1]) <= (half[-1][1] - half[-2][1]) * (
                x - half[-2][0]
            ):
                half.pop()
            half.append((x, y))
        halves += half[:-1]
    return halves


def pages(state: BoardState) -> Iterator[tuple[str, Page]]:
    """A position in every view with names at the rim and in all cells, from two seats by turns; nightly from all."""
    game = state.position.variant
    for view in views(game):
        for place, seat in enumerate(game.seats if NIGHTLY else game.seats[:2]):
            for names in ("rim", "all") if NIGHTLY else (("rim", "all")[place],):
                look, _ = looked(game, "screen", names=names, seat=seat.name, view=view, size="80mm")
                page = Page(state, look, BoardMarks(), PieceSymbols(game, look.theme))
                yield f"{view} {seat.name} {names}", page


def collisions(page: Page) -> list[str]:
    """What covers what on a page."""
    game, layout, names = page.game, page.layout, page.game.board.cells
    shapes = {}
    for cell, spot in enumerate(layout.spots):
        piece = page.table.piece_at(cell)
        if piece is not None:
            place, side = page.standing(cell, spot)
            faces = game.scenery.faces(page.table, cell)
            shapes[cell] = corners(outline(game.name, piece, faces), place, side)
    found = [f"{names[cell]} over the rim" for cell, shape in shapes.items() if not within(shape, page)]
    around = {cell: box_of(shape) for cell, shape in shapes.items()}
    for one, other in combinations(shapes, 2):
        if meet(around[one], around[other]) and not apart(shapes[one], shapes[other]):
            found.append(f"{names[one]} and {names[other]}")
    for label in labels(game.name, page.look):
        box = list(label.box.corners)
        covering = (cell for cell, shape in shapes.items() if meet(label.box, around[cell]) and not apart(box, shape))
        found += [f"{label.text} under {names[cell]}" for cell in covering]
        found += [f"{label.text} over the rim"] * (not within(box, page))
    return found


def box_of(shape: list[Point]) -> Box:
    xs, ys = [x for x, _ in shape], [y for _, y in shape]
    return Box(min(xs), min(ys), max(xs), max(ys))


def meet(one: Box, other: Box) -> bool:
    """Only shapes whose boxes do are looked at closely."""
    return one.left < other.right and other.left < one.right and one.top < other.bottom and other.top < one.bottom


def within(shape: list[Point], page: Page) -> bool:
    layout = page.layout
    if layout.middle is None:
        box = layout.field
        return all(box.left <= x <= box.right and box.top <= y <= box.bottom for x, y in shape)
    far = layout.field.width / 2 - 1.2
    return page.look.view == "octagon" or all(distance(layout.middle, corner) <= far for corner in shape)


@pytest.mark.parametrize("name", NAMES)
def test_the_start_of_every_game(name: str) -> None:
    found = {what: hit for what, page in pages(moment(Position.start(name))) if (hit := collisions(page))}
    assert found == {}


@pytest.mark.parametrize("path", SAMPLES)
def test_positions_of_games(path: str) -> None:
    for state in played(path)[10::90]:
        found = {what: hit for what, page in pages(state) if (hit := collisions(page))}
        assert found == {}


@pytest.mark.parametrize("view", ["round", "octagon"])
def test_any_two_pieces_on_neighbouring_cells_of_the_round_board(view: str) -> None:
    """Silver, Black and Gold see the same board turned; 2B and 2C are the nearest cells."""
    state = moment(Position.start("kaleidochess"))
    game = state.position.variant
    look, _ = looked(game, "screen", names="rim", seat="white", view=view, size="80mm")
    page = Page(state, look, BoardMarks(), PieceSymbols(game, look.theme))
    spots = list(enumerate(page.layout.spots))
    kinds = range(len(game.piece_types))
    shapes = [[corners(outline(game.name, (0, kind), ()), *page.standing(*spot)) for kind in kinds] for spot in spots]
    for (one, here), (other, there) in combinations(spots, 2):
        if distance(here.centre, there.centre) < 1.4 * page.layout.piece:
            touching = [not apart(first, second) for first in shapes[one] for second in shapes[other]]
            assert not any(touching), (game.board.cells[one], game.board.cells[other])


def test_the_figures_are_about_all_pieces() -> None:
    for name in NAMES:
        game, state = variant(name), variant(name).initial_state()
        for cell in range(len(game.board.cells)):
            piece = state.piece_at(cell)
            if piece is not None:
                faces = game.scenery.faces(state, cell)
                figure = CHANGING if faces else PLATED if game.scenery.tokens else PLAIN
                sides = [max(x for x, _ in figure), min(x for x, _ in figure), max(y for _, y in figure)]
                for x, y in outline(name, piece, faces):
                    assert sides[1] - 2.2 <= x <= sides[0] + 2.2, (name, cell, x)
                    assert -0.2 <= y <= min(sides[2], UNIT) + 0.5, (name, cell, y)


def test_water_has_a_strip_of_its_own() -> None:
    """Between the ranks of a bank there are nine units which belong to no cell."""
    game = variant("tor-qi")
    for seat in ("white", "black"):
        look, _ = looked(game, "screen", names="all", seat=seat, view="", size="80mm")
        layout = layout_of(game, look.view, look.turn)
        for one, other in game.scenery.rivers[0].banks:
            assert abs(layout.spots[one].centre.y - layout.spots[other].centre.y) == 54
