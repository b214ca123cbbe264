"""Parts of round boards: names at the rim whole, and what crosses the middle shown."""

import re

import pytest

from fairyscore.notation.variants import variant
from fairyscore.render.movement import movement, telling_cells

ROUND = ("circular-66", "circular-68", "circular-70")
STEP = re.compile(r"([Mqlhvz])([-\d. ]*)")


@pytest.mark.parametrize("game", ROUND)
def test_rule_books_show_the_crossing_of_every_piece(game: str) -> None:
    """The page tells of king, knight and pawn how they cross the centre: each has a figure that shows it."""
    rules = variant(game)
    for kind, piece in enumerate(rules.piece_types):
        if piece.name == "crossed pawn":
            continue  # it has crossed
        spots = rules.board.spots  # type: ignore[attr-defined]
        ways = [
            (spots[cell], spots[goal.target])
            for cell in telling_cells(rules, 0, kind)
            for goal in rules.rules.reach(0, kind, cell)
        ]
        places = [(there[1] - here[1]) % 18 for here, there in ways]
        assert any(6 <= place <= 12 for place in places), piece.name


@pytest.mark.parametrize("piece", ["knight", "king", "pawn", "bishop"])
@pytest.mark.parametrize("game", ROUND)
def test_no_name_at_the_rim_is_cut(game: str, piece: str) -> None:
    """A letter is in the window or out of it."""
    svg = movement(variant(game), piece).svg()
    window = re.search(r'<svg height="[^"]*" viewBox="([-\d. ]+)" width', svg)
    if window is None:
        return  # the whole board
    left, top, width, height = map(float, window[1].split())
    letters = re.findall(r'<path class="rim" d="([^"]+)"', svg)
    assert letters
    for drawn in letters:
        xs, ys = outline(drawn)
        across = [left <= x <= left + width for x in xs]
        down = [top <= y <= top + height for y in ys]
        is_out = not any(across) or not any(down)
        assert is_out or (all(across) and all(down)), drawn[:40]


def outline(path: str) -> tuple[list[float], list[float]]:
    """The corners of a path: M is absolute, all else relative."""
    x = y = 0.0
    xs, ys = [], []
    for command, text in STEP.findall(path):
        numbers = [float(number) for number in re.findall(r"-?\d*\.?\d+", text)]
        if command == "M":
            x, y = numbers
        elif command == "h":
            x += sum(numbers)
        elif command == "v":
            y += sum(numbers)
        else:
            pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
            for right, below in pairs[1::2] if command == "q" else pairs:
                x, y = x + right, y + below
        xs.append(x)
        ys.append(y)
    return xs, ys
