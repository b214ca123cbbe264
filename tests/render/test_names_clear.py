"""Names on boards are whole: no box of letters meets a border, another name or the end of the picture, at 60 and 120 mm."""

from collections.abc import Iterator
from itertools import combinations, pairwise
from xml.etree.ElementTree import Element

import pytest
from drawn import SVG, border, outline, played, tree

from fairyscore.notation.position import Position
from fairyscore.notation.variants import variant
from fairyscore.render.board_state import BoardState, moment
from fairyscore.render.drawing import Diagram, diagram
from fairyscore.render.geometry import Box, Point, distance
from fairyscore.render.layouts.base import bounds, outlined
from fairyscore.render.layouts.registry import layout_of, views
from fairyscore.render.movement import movement, reach, refusal, telling_cells

GAMES = ("cylindrical", "caliph-qi", "tor-qi", "chamaeleon", "circular-70", "kaleidochess", "kaleidochess:players=4")
SIZES = ("60mm", "120mm")
WORDS = ("name", "rim", "faint")
HALF_BORDER = 0.5


def letters(drawn: Diagram) -> Iterator[tuple[str, Box]]:
    """The names on a board with the boxes of their letters; of those in a window the ones of which it shows something."""
    root = tree(drawn)
    windows = [part for part in root.iter(f"{SVG}svg") if part is not root]
    clipped = {id(part): window for window in windows for part in window.iter()}
    for part in root.iter(f"{SVG}path"):
        if part.get("class") in WORDS:
            box = bounds(outline(part.get("d", "")))
            if id(part) not in clipped or frame(clipped[id(part)]).meets(box):
                yield part.get("data-text", ""), box


def frame(part: Element) -> Box:
    left, top, width, height = map(float, part.get("viewBox", "").split())
    return Box(left, top, left + width, top + height)


def cut(drawn: Diagram) -> list[str]:
    """The names that leave the picture, or of which its window shows a part."""
    root = tree(drawn)
    frames = [frame(part) for part in (root, *root.iter(f"{SVG}svg"))]
    return [text for text, box in letters(drawn) if any(one.meets(box) and not one.holds(box) for one in frames)]


def crossed(drawn: Diagram, state: BoardState, view: str) -> list[str]:
    """The names through which a border goes, or the second one within the border of a cell."""
    layout = layout_of(state.variant, view)
    second = (part for part in tree(drawn).iter(f"{SVG}path") if part.get("class", "").startswith("second "))
    borders = [outlined(spot.polygon) for spot in layout.spots]
    borders += [tuple(border(part.get("d", ""))) for part in second]
    names = list(letters(drawn))
    found = [text for text, box in names if any(meets(box.grown(HALF_BORDER), border) for border in borders)]
    return found + [f"{one[0]} on {other[0]}" for one, other in combinations(names, 2) if one[1].meets(other[1])]


def meets(box: Box, border: tuple[Point, ...]) -> bool:
    """Whether a border has a place within a box: its sides are looked at every unit."""
    around = bounds(border)
    if not around.grown(1).meets(box):
        return False
    for start, end in pairwise((*border, border[0])):
        steps = max(1, round(distance(start, end)))
        for step in range(steps + 1):
            x, y = start.x + (end.x - start.x) * step / steps, start.y + (end.y - start.y) * step / steps
            if box.left < x < box.right and box.top < y < box.bottom:
                return True
    return False


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_no_name_is_on_a_line_or_cut(game: str, size: str) -> None:
    """In every view, with names at the rim and in all fields."""
    state = moment(Position.start(game))
    for view in views(state.variant):
        for names in ("rim", "all", "inside") if size == "120mm" else ("rim",):
            drawn = diagram(state, names=names, view=view, size=size)
            assert (crossed(drawn, state, view), cut(drawn)) == ([], []), (view, names)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("path", "plies"),
    [("kaleidochess/four-players.pgn", 40), ("circular-70/circular-70.pgn", 20), ("cylindrical/classic.pgn", 30)],
)
def test_names_in_games(path: str, plies: int, size: str) -> None:
    for state in played(path)[5::plies]:
        drawn = diagram(state, size=size)
        assert (crossed(drawn, state, ""), cut(drawn)) == ([], [])


@pytest.mark.parametrize("game", ["kaleidochess", "circular-70"])
def test_names_that_vanished_on_small_paper(game: str) -> None:
    """All letters of rings, or ranks, at 60 mm as at 120 mm; they stand in cells that are empty."""
    state = moment(Position.start(game))
    wide, small = (sorted(text for text, _ in letters(diagram(state, size=size))) for size in ("120mm", "60mm"))
    missing = set(wide) - set(small)
    assert missing == ({"1", "8"} if game == "circular-70" else set())  # ranks that are full


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES[:-1])
def test_figures_of_pieces(game: str, size: str) -> None:
    """Whole names on each; a round board is shown whole, a part of a flat one with all its files and ranks."""
    rules = variant(game)
    for kind, piece in enumerate(rules.piece_types):
        for cell in telling_cells(rules, 0, kind):
            drawn = movement(rules, piece.name, rules.board.cells[cell], size=size)
            assert cut(drawn) == [], (piece.name, cell)
            assert crossed(drawn, moment(Position.start(game)), "") == [], (piece.name, cell)
            if layout_of(rules).middle is not None:
                assert drawn.svg().count("<svg ") == 1


@pytest.mark.parametrize("crop", ["1A,3J", "5E", "2A-2K", "00,8K"])
@pytest.mark.parametrize("size", SIZES)
def test_parts_of_the_board_of_kaleidochess_name_their_fields(crop: str, size: str) -> None:
    """A letter is whole or not there: E reads as F where its foot is cut. Fields that are empty have names."""
    state = moment(Position.start("kaleidochess"))
    drawn = diagram(state, crop=crop, size=size)
    assert cut(drawn) == []
    assert crossed(drawn, state, "") == []
    assert {text for text, _ in letters(drawn)} & set("ABCDEFGHIJK")


def test_a_part_of_a_cylinder_has_the_file_behind_its_edge() -> None:
    """The part from a to c has g before it, as the board goes on there."""
    drawn = diagram(Position.start("cylindrical"), crop="a1-c4")
    assert [text for text, _ in letters(drawn) if text in "abcdefg"] == ["a", "b", "c", "g"]
    assert [
        text for text, _ in letters(diagram(Position.start("cylindrical"), crop="b1-d4")) if text in "abcdefg"
    ] == list("bcd")


def test_a_part_that_ends_at_a_river_shows_its_water() -> None:
    layout = layout_of(variant("tor-qi"))
    index = variant("tor-qi").board.index
    part = layout.part((index["b4"], index["f6"]))
    assert part.top == layout.spots[index["d7"]].polygon[2].y
    assert part.bottom == layout.spots[index["d3"]].polygon[0].y


def test_reasons_are_told_whole() -> None:
    """No ellipsis below a refusal: all of its reasons stand there, in as many lines as they need."""
    drawn = refusal(Position.start("kaleidochess"), "1J-5J", size="60mm")
    assert "…" not in drawn.svg()
    game = played("kaleidochess/four-players.pgn")[20]
    assert "…" not in reach(game, game.variant.board.cells[next(c for c in range(89) if game.state.piece_at(c))]).svg()


def test_more_than_two_players_are_told_apart_below_the_board() -> None:
    """In print Silver is light and Gold dark, as White and Black are: only the bases of their pieces differ."""
    for game, there in (("kaleidochess:players=4", True), ("chamaeleon:players=4", True), ("kaleidochess", False)):
        svg = diagram(Position.start(game), theme="print").svg()
        told = [f'data-text="{name}"' in svg for name in ("White", "Silver", "Black", "Gold")]
        assert told == [there] * 4


def test_letters_of_colours_on_small_paper() -> None:
    """At 60 mm they have no room beside pieces and stand in the empty cells: what the key says must be on the board."""
    state = moment(Position.start("chamaeleon"))
    for size, count in (("60mm", 56), ("120mm", 64)):
        svg = diagram(state, size=size).svg()
        assert svg.count('class="colour"') == count, size
