"""Where things stand around an animated board: players above, the move and remarks below."""

import re
from itertools import pairwise

import pytest
from drawn import record
from stories import story

from fairyscore.render.animation.frame_layout import FrameLayout, Strip
from fairyscore.render.animation.script import Showing
from fairyscore.render.font_outlines.letters import width
from fairyscore.render.geometry import Box, Point
from fairyscore.render.story.builder import tell

GAME = '[White "{white}"]\n[Black "Bert"]\n[Result "*"]\n\n1. e4 {{{remark}}} e5 *'


def layout(white: str = "Anna", remark: str = "") -> FrameLayout:
    return FrameLayout(story(GAME.format(white=white, remark=remark)), Showing(comments=True))


def placed(parts: list[object]) -> list[tuple[str, str, float]]:
    """Kind and text of groups of letters, and how far down they stand."""
    drawn = [str(part.tostring()) for part in parts]  # type: ignore[attr-defined]
    found = (re.search(r'class="(.*?)".*?data-text="(.*?)".*?translate\(0 ([\d.-]+)\)', text) for text in drawn)
    return [(one[1], one[2], float(one[3])) for one in found if one]


def test_letters_are_large_enough_for_small_screens() -> None:
    """They are 13 units high, or a 28th of a board that is wider."""
    assert (layout().width, layout().letters) == (360, 13)
    wide = FrameLayout(story('[Variant "capablanca"]\n[Result "*"]\n\n*'))
    assert (wide.width, wide.letters) == (450, 16.1)


def test_players_stand_above_the_board_in_the_middle() -> None:
    made = layout()
    letters = made.letters
    (row,) = made.players
    assert [(seat, name) for seat, name, _ in row] == [(0, "Anna"), (1, "Bert")]
    assert [wide for _, _, wide in row] == pytest.approx(
        [width(name, letters) + 2.5 * letters for name in ("Anna", "Bert")]
    )
    assert layout("").players[0][0][1] == "White"


def test_players_without_room_have_a_row_each() -> None:
    """The board moves down with them."""
    one, two = layout(), layout("A name of many words that goes on and on and on")
    assert [len(row) for row in two.players] == [1, 1]
    assert two.box.top == pytest.approx(one.box.top - 1.4 * one.letters)


def test_a_name_that_is_too_long_is_cut() -> None:
    ((_, name, wide),) = layout("word " * 40).players[0]
    assert name.startswith("word word")
    assert wide <= 360


def test_the_move_and_the_remarks_stand_below_the_board() -> None:
    """The paper ends below the scene that has most lines; the last one has a sentence."""
    short, long = layout(remark="Good."), layout(remark="word " * 40)
    letters = short.letters
    assert short.words - short.label == pytest.approx((0.75 * 1.35 + 0.7) * letters)
    assert short.box.bottom - short.words == pytest.approx((0.7 + 0.2) * letters)
    lines = max(len(long.lines(scene)) for scene in long.scenes)
    assert lines > 2
    assert long.box.bottom - short.box.bottom == pytest.approx(1.4 * (lines - 1) * letters)
    scene = next(scene for scene in short.scenes if scene.words)
    move, words = placed(list(short.status(scene)))
    assert (move[:2], words[:2]) == (("said", "1. e4"), ("words", "Good."))
    assert words[2] > move[2] > 360


def test_lines_of_remarks_stand_below_each_other() -> None:
    made = layout(remark="word " * 40)
    scene = next(scene for scene in made.scenes if scene.words)
    _, *lines = placed(list(made.status(scene)))
    assert [round(after[2] - before[2], 2) for before, after in pairwise(lines)] == [
        pytest.approx(1.4 * made.letters, abs=0.02)
    ] * (len(lines) - 1)
    assert all(width(text, made.letters) <= made.width for _, text, _ in lines)


def test_dice_stand_beside_the_move() -> None:
    made = FrameLayout(tell(record("kaleidochess/dice-four-players.pgn")))
    scene = next(scene for scene in made.scenes if scene.throw)
    found = placed(list(made.status(scene)))
    assert [kind for kind, _, _ in found][:2] == ["said", "throw"]
    assert found[1][1] == "⚀⚁⚂⚃⚄⚅"[scene.throw - 1]
    assert found[0][2] != found[1][2]


def test_characters_without_a_drawing_are_reported() -> None:
    assert layout("語", "棋").missing().keys() == {"語", "棋"}
    assert layout().missing() == {}


# -- seams -------------------------------------------------------------------------------------------------------------


def test_a_board_without_seams_is_not_cut() -> None:
    made = layout()
    assert made.strips == ()
    (pieces,) = made.placed([made.piece(((0, 0), "", ()), Point(1, 2))])
    assert "clip-path" not in pieces.tostring()


def test_pieces_of_a_cylinder_are_drawn_once_more_after_its_seams() -> None:
    """Moved by the breadth of its seven files, and faint."""
    made = FrameLayout(tell(record("cylindrical/classic.pgn")))
    field = made.layout.field
    assert made.strips == (
        Strip("board", Box(0, 0, 315, field.bottom)),
        Strip("left", Box(-45, 0, 0, field.bottom), -315, 0.4),
        Strip("right", Box(315, 0, 360, field.bottom), 315, 0.4),
    )
    texts = [part.tostring() for part in made.placed([])]
    assert ["ghosts" in text for text in texts] == [False, True, True]
    assert ["translate(-315)" in text for text in texts] == [False, True, False]
    assert ['opacity="0.4"' in text for text in texts] == [False, True, True]
    assert all("clip-path" in text for text in texts)
