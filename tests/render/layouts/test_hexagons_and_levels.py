"""Hexagons and boards side by side on paper: neighbours share a side, names stand at the edge, Black's view is turned."""

import pytest

from fairyscore.notation.variants.registry import variant
from fairyscore.render.geometry import Point, distance
from fairyscore.render.layouts.registry import layout_of


@pytest.mark.parametrize("name", ["glinski-chess", "mccooey-chess", "de-vasa-chess"])
def test_cells_that_share_a_side_touch_on_paper(name: str) -> None:
    game = variant(name)
    layout = layout_of(game)
    centres = [spot.centre for spot in layout.spots]
    side = min(distance(centres[0], other) for other in centres[1:])
    for cell, here in enumerate(centres):
        beside = {other for other, there in enumerate(centres) if cell != other and distance(here, there) < 1.01 * side}
        corners = {tuple(map(round, corner)) for corner in layout.spots[cell].polygon}
        for other in beside:
            assert game.board.touch(cell, other)
            shared = corners & {tuple(map(round, corner)) for corner in layout.spots[other].polygon}
            assert len(shared) == 2


def test_names_at_the_edge_of_hexagons() -> None:
    signs = {sign.text: sign.place for sign in layout_of(variant("glinski-chess")).signs}
    assert set(signs) == {*"abcdefghikl", *map(str, range(1, 12))}
    assert max(signs, key=lambda text: signs[text].y) == "f"
    assert min(signs, key=lambda text: signs[text].y) == "11"


def test_the_other_side_is_half_a_turn() -> None:
    white, black = (layout_of(variant("de-vasa-chess"), turn=turn) for turn in (0, 4))
    for one, other in zip(white.spots, black.spots, strict=True):
        turned = Point(white.field.right - one.centre.x, white.field.bottom - one.centre.y)
        assert distance(turned, other.centre) < 0.1


def test_levels_stand_side_by_side() -> None:
    game = variant("raumschach")
    layout = layout_of(game)
    at = {name: spot.centre for name, spot in zip(game.board.cells, layout.spots, strict=True)}
    assert at["Aa1"].x < at["Ae1"].x < at["Ba1"].x
    assert at["Aa1"].y == at["Ea1"].y > at["Ea5"].y
    assert [sign.text for sign in layout.signs if sign.away.y < 0] == [*"ABCDE"]
