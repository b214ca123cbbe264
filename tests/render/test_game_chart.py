"""The chart of a game: every stated evaluation and time lies where it belongs, and mistakes are named."""

import re
from xml.etree import ElementTree as ET

import pytest
from drawn import SVG, classes

import fairyscore
from fairyscore.render.errors import DrawingError
from fairyscore.render.game_chart import TALL, game_chart

GAME = """[White "Anna"]
[Black "Bert"]

1. e4 {[%eval 0.3] [%clk 0:10:00]} e5 {[%eval 0.2] [%clk 0:10:00]} 2. Ba6 $4 {[%eval -8] [%clk 0:05:00]}
Nxa6 {[%eval -8] [%clk 0:09:59]} 3. Nf3 $2 {[%eval #-3]} *
"""


def chart_of(text: str) -> ET.Element:
    (game,) = fairyscore.loads(text)
    return ET.fromstring(game_chart(game).svg())


def points(path: ET.Element) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+) (-?[\d.]+)", path.get("d") or "")]


def test_an_evaluation_lies_as_high_as_its_chance() -> None:
    heights = [y for _, y in points(classes(chart_of(GAME), "line")[0])]
    ground = heights[-1]  # Black mates: the lowest point of the field
    shares = [(ground - y) / TALL for y in heights]
    assert shares == pytest.approx(
        [0.5276, 0.5184, 0.0499, 0.0499, 0], abs=0.0005
    )  # 1 / (1 + e^(-0.00368208 * 30)) ...


def test_times_have_a_line_for_each_player() -> None:
    _, white, black = (points(path) for path in classes(chart_of(GAME), "line"))
    assert [len(white), len(black)] == [2, 2]
    assert white[0][1] == black[0][1]  # both have ten minutes
    assert white[1][1] == pytest.approx(white[0][1] + TALL / 2, abs=0.01)  # five of ten are left
    dashes = [path.get("stroke-dasharray") for path in classes(chart_of(GAME), "line")]
    assert dashes == [None, None, "5 3"]


def test_mistakes_are_marked_and_told() -> None:
    drawing = chart_of(GAME)
    assert len(list(classes(drawing, "mistake"))) == 2
    assert "Mistakes: 2. ??, 3. ?." in (drawing.findtext(f"{SVG}desc") or "")


def test_only_what_is_stated_is_drawn() -> None:
    assert len(list(classes(chart_of("1. e4 {[%clk 0:05:00]} e5 *"), "line"))) == 1
    assert len(list(classes(chart_of("1. e4 {[%eval 0.2]} e5 *"), "line"))) == 1
    with pytest.raises(DrawingError, match="no evaluations and no times"):
        chart_of("1. e4 e5 *")


def test_the_public_name_draws_archives_and_games() -> None:
    (game,) = fairyscore.loads(GAME)
    assert fairyscore.chart(game).title == "Anna - Bert"
    assert fairyscore.chart(fairyscore.stats("samples/games/chess/romantic.pgn")).title == "3 games of Chess"


@pytest.mark.parametrize("variant", ["kaleidochess:players=4", "chamaeleon:players=3"])
def test_games_of_more_than_two_have_times_alone(variant: str) -> None:
    game = fairyscore.Game.new(variant)
    for seat in range(len(game.variant.seats)):
        game.push(str(game.position.legal_moves[0]))
        list(game.nodes())[-1].clock = 100 + seat
        list(game.nodes())[-1].eval = 1
    drawing = ET.fromstring(game_chart(game).svg())
    assert len(list(classes(drawing, "line"))) == len(game.variant.seats)
