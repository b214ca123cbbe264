"""What stands on the page of a drawing beside the board: status, trays, hands, legends and captions, by numbers."""

import re
from dataclasses import replace
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from drawn import classes, played, start, tree
from stories import judged

from fairyscore.notation.position import Position
from fairyscore.notation.variants import variant
from fairyscore.render.board import FRAME
from fairyscore.render.board_state import BoardState, moments
from fairyscore.render.drawing import diagram
from fairyscore.render.font_outlines.letters import CAPITAL, outline, width
from fairyscore.render.movement import movement
from fairyscore.render.page import MOST_LINES, wrapped

LETTERS = 13.0
"""Of a chess board in the usual size."""

EDGE = FRAME / 2
"""What is seen of the line about a part of a board."""


def text_at(element: ET.Element, size: float, *, bold: bool = False) -> tuple[float, float, float]:
    """Where a line of text begins and ends, and the middle of its capitals."""
    words = element.get("data-text", "")
    (x, y), (left, base) = (_first(path) for path in (element.get("d", ""), outline(words, size, "start", bold=bold)))
    return x - left, x - left + width(words, size, bold=bold), y - base - CAPITAL * size / 2


def _first(path: str) -> tuple[float, float]:
    x, y = re.findall(r"-?[\d.]+", path)[:2]
    return float(x), float(y)


def box(root: ET.Element) -> list[float]:
    return [float(value) for value in root.get("viewBox", "").split()]


def game(moves: str) -> BoardState:
    """What a game comes to."""
    record = judged(f'[Result "*"]\n\n{moves} *').record
    assert record is not None
    return list(moments(record))[-1]


def one(root: ET.Element, kind: str) -> ET.Element:
    (found,) = classes(root, kind)
    return found


# -- lines -------------------------------------------------------------------------------------------------------------


def test_a_text_is_wrapped_at_its_words() -> None:
    words = "one two three four five six"
    lines = wrapped(words, width("one two three", 10), 10)
    assert lines == ["one two three", "four five six"]
    assert wrapped(words, width("one two three", 10) - 0.1, 10)[0] == "one two"
    assert wrapped("  one\n two ", 500, 10) == ["one two"]


def test_of_a_long_text_the_beginning_is_shown() -> None:
    text = "word " * 100
    wide = width("word word", 10)
    assert len(wrapped(text, wide, 10)) == MOST_LINES == 6
    assert wrapped(text, wide, 10, 2) == ["word word", "word word …"]
    assert wrapped("word " * 4, wide, 10, 2) == ["word word", "word word"]


def test_a_word_that_is_too_long_is_torn() -> None:
    lines = wrapped("x" * 30, width("x" * 20, 10), 10)
    assert "".join(lines) == "x" * 30
    assert len(lines) == 2


# -- status ------------------------------------------------------------------------------------------------------------


def test_who_is_to_move_stands_below_the_board_at_the_left() -> None:
    """A disc in his colour, then the words; the disc is as high as the letters."""
    root = tree(diagram(start("chess"), size="180mm"))
    status = one(root, "status")
    assert [element.get("class") for element in status] == ["disc white", "turn"]
    disc, turn = status
    left, _, middle = text_at(turn, LETTERS)
    assert turn.get("data-text") == "white to move"
    assert left == pytest.approx(1.5 * LETTERS, abs=0.02)
    assert _first(disc.get("d", "")) == pytest.approx((0.1 * LETTERS, middle), abs=0.02)
    assert middle > 360


def test_the_last_move_stands_at_the_right_where_it_has_room() -> None:
    status = one(tree(diagram(game("1. e4"), size="180mm")), "status")
    move, disc, turn = status
    assert (move.get("class"), move.get("data-text")) == ("last-move", "1. e4")
    assert text_at(move, LETTERS)[1] == pytest.approx(360, abs=0.02)
    assert text_at(move, LETTERS)[2] == pytest.approx(text_at(turn, LETTERS)[2], abs=0.02)
    assert disc.get("class") == "disc black"


def test_the_last_move_stands_above_where_it_has_no_room() -> None:
    """The words and the disc stand in a line of their own, which is a little lower than the first."""
    move, disc, turn = one(tree(diagram(game("1. e4"), size="18mm")), "status")
    letters = 2 * float(re.findall(r"A([\d.]+)", disc.get("d", ""))[0])
    assert text_at(move, letters)[0] == pytest.approx(0, abs=0.05)
    assert text_at(turn, letters)[2] - text_at(move, letters)[2] == pytest.approx((0.75 + 0.65) * letters, abs=0.1)
    assert _first(disc.get("d", ""))[1] == pytest.approx(text_at(turn, letters)[2], abs=0.1)


def test_the_round_is_reported_where_no_move_is_known() -> None:
    fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 {}"
    texts = [
        [
            element.get("data-text")
            for element in classes(tree(diagram(Position.from_fen(fen.format(round_), "chess"))), "last-move")
        ]
        for round_ in (1, 2, 12)
    ]
    assert texts == [[], ["move 2"], ["move 12"]]


def test_after_the_end_there_is_no_disc() -> None:
    status = one(tree(diagram(game("1. f3 e5 2. g4 Qh4#"))), "status")
    assert [element.get("data-text") for element in status] == ["2... Qh4#", "checkmate, 0-1"]
    assert text_at(status[1], LETTERS)[0] == pytest.approx(0, abs=0.02)


# -- trays and hands ---------------------------------------------------------------------------------------------------


def test_captured_pieces_stand_in_rows_by_owner_and_kind() -> None:
    """A row of 62 hundredths of the pieces on the board, below the status; first the pawns."""
    state = game("1. e4 d5 2. exd5 Qxd5 3. Nc3 Qxg2 4. Bxg2 Nf6 5. Bxb7 Bxb7 6. Nb5 Bxh1 7. Nxc7+")
    root = tree(diagram(state, size="180mm"))
    rows = [[(piece.get("data-owner"), piece.get("data-piece")) for piece in tray] for tray in classes(root, "tray")]
    assert rows == [
        [("white", "P"), ("white", "P"), ("white", "B"), ("white", "R")],
        [("black", "P"), ("black", "P"), ("black", "P"), ("black", "Q")],
    ]
    first, other = classes(root, "tray")
    side = 0.62 * 45
    places = [_place(piece) for piece in first]
    assert [x for x, _, _ in places] == pytest.approx([(place + 0.5) * side for place in range(4)], abs=0.02)
    assert {round(size, 2) for _, _, size in places} == {round(side, 2)}
    assert _place(other[0])[1] - places[0][1] == pytest.approx(1.05 * side, abs=0.02)
    plain = box(tree(diagram(game("1. e4"), size="180mm")))
    assert box(root)[3] - plain[3] == pytest.approx(2 * 1.05 * side + 3, abs=0.02)


def _place(piece: ET.Element) -> tuple[float, float, float]:
    """The middle of a piece's box, and its side."""
    x, y, scale = map(float, re.findall(r"-?[\d.]+", piece.get("transform", "") + " 1")[:3])
    side = 45 * scale
    return x + side / 2, y + side / 2, side


def test_more_captured_pieces_than_a_row_holds() -> None:
    (tall,) = {len(tray) for tray in classes(tree(diagram(_stripped())), "tray")}
    assert tall == 12  # of 360 units, each 27.9 wide


def _stripped() -> BoardState:
    return replace(start("chess"), captured=((0, 0),) * 24)


def test_pieces_in_hand_stand_beside_the_board() -> None:
    """Of the player at the bottom at the right from the bottom up; of the other one at the left from the top down."""
    fen = "4k/5/5/5/K4[PPGsb] w - - 0 1"
    root = tree(diagram(Position.from_fen(fen, "minishogi"), size="100mm"))
    mine, other = classes(root, "hand")
    owners = [{piece.get("data-owner") for piece in classes(hand, "piece")} for hand in (mine, other)]
    assert owners == [{"white"}, {"black"}]
    layout_right = 5 * 45
    assert all(_place(piece)[0] > layout_right for piece in classes(mine, "piece"))
    assert all(_place(piece)[0] < 0 for piece in classes(other, "piece"))
    assert [count.get("data-text") for count in classes(mine, "count")] == ["二"]
    assert classes(other, "count") == []
    heights = [_place(piece)[1] for piece in classes(mine, "piece")]
    assert heights == sorted(heights, reverse=True)
    assert heights[0] == pytest.approx(225 - 0.5 * 0.84 * 45, abs=0.02)
    assert heights[0] - heights[1] == pytest.approx(0.84 * 45, abs=0.02)
    opposite = [_place(piece)[1] for piece in classes(other, "piece")]
    assert opposite == sorted(opposite, reverse=True)
    assert opposite[-1] == pytest.approx(0.5 * 0.84 * 45, abs=0.02)


def test_turned_boards_have_hands_on_the_other_sides() -> None:
    fen = "4k/5/5/5/K4[Pb] w - - 0 1"
    root = tree(diagram(Position.from_fen(fen, "minishogi"), flip="black"))
    sides = {piece.get("data-owner"): _place(piece)[0] > 0 for hand in classes(root, "hand") for piece in hand}
    assert sides == {"white": False, "black": True}


# -- legends and captions ----------------------------------------------------------------------------------------------


def test_colours_are_explained_in_a_line_as_wide_as_the_board() -> None:
    root = tree(diagram(start("chamaeleon"), size="180mm"))
    legend = one(root, "legend")
    texts = [element for element in legend if element.get("class") == "meaning"]
    assert [text.get("data-text") for text in texts] == ["R red", "G green", "Y yellow", "B blue"]
    places = [text_at(text, LETTERS) for text in texts]
    assert places[0][0] == pytest.approx(1.5 * LETTERS, abs=0.02)
    assert [after[0] - before[1] for before, after in pairwise(places)] == [pytest.approx(2.4 * LETTERS, abs=0.03)] * 3


def test_what_has_no_room_in_a_legend_begins_a_line() -> None:
    """Two colours in each of two lines; a box is a little larger than letters."""
    legend = one(tree(diagram(start("chamaeleon"), size="25mm")), "legend")
    box_of = next(part for part in legend if "field" in part.get("class", ""))
    letters = float(re.findall(r"h([\d.]+)v", box_of.get("d", ""))[0]) / 1.1
    places = [text_at(text, letters) for text in legend if text.get("class") == "meaning"]
    lines = sorted({round(middle, 1) for _, _, middle in places})
    assert len(lines) > 1
    assert lines[1] - lines[0] == pytest.approx((0.85 + 0.725) * letters, abs=0.15)
    assert sum(left == pytest.approx(1.5 * letters, abs=0.05) for left, _, _ in places) == len(lines)
    assert all(right <= 360 for _, right, _ in places)


def test_a_legend_of_many_pips_has_several_lines() -> None:
    """On small paper each has its own; one that is too long for a line goes on below its first words."""
    legend = one(tree(movement(variant("xiangqi"), "C", "e5", size="15mm", whole=True)), "legend")
    signs = [part for part in legend if "pip" in part.get("class", "")]
    texts = [part for part in legend if part.get("class") == "meaning"]
    assert len(texts) > len(signs) > 1
    starts = [_first(text.get("d", ""))[1] for text in texts]
    assert starts == sorted(starts)


def test_a_legend_explains_the_pips_that_there_are() -> None:
    """Each has its sign in front of its words; the next one goes on in the same line where it has room."""
    root = tree(movement(variant("chess"), "P", "b2", size="180mm", whole=True))
    legend = one(root, "legend")
    assert [element.get("class") for element in legend] == ["pip step move", "meaning", "pip step take", "meaning"]
    first, second = (text_at(text, LETTERS) for text in legend if text.get("class") == "meaning")
    assert first[0] == pytest.approx(1.5 * LETTERS, abs=0.02)
    assert second[0] - first[1] == pytest.approx((1.2 + 1.5) * LETTERS, abs=0.03)
    assert first[2] == pytest.approx(second[2], abs=0.02)


def test_captions_stand_in_the_middle_in_larger_letters() -> None:
    root = tree(diagram(start("chess"), caption="A caption", size="180mm"))
    (caption,) = classes(root, "caption")
    left, right, _ = text_at(caption, 1.1 * LETTERS)
    assert (left + right) / 2 == pytest.approx(180, abs=0.02)
    plain, more = (box(tree(diagram(start("chess"), caption=text, size="180mm"))) for text in ("", "A caption"))
    assert more[3] - plain[3] == pytest.approx((1.45 + 0.3) * 1.1 * LETTERS, abs=0.02)
    long = tree(diagram(start("chess"), caption="word " * 60, size="180mm"))
    assert len(classes(long, "caption")) > 2


# -- parts of a board --------------------------------------------------------------------------------------------------


def crop(**wanted: Any) -> ET.Element:
    return tree(diagram(start("chess"), crop="a1-c2", size="180mm", **wanted))


def test_a_part_of_a_board_has_its_names_beside_it() -> None:
    root = crop(names="rim")
    (window,) = [element for element in root.iter() if element is not root and element.tag.endswith("svg")]
    assert [float(window.get(name, "")) for name in ("x", "y", "width", "height")] == pytest.approx(
        [-EDGE, 270 - EDGE, 135 + 2 * EDGE, 90 + 2 * EDGE], abs=0.02
    )
    beside = [group for group in root if group.get("class") == "rim"]  # not within the window
    shown = {element.get("data-text") for group in beside for element in group.iter()} - {None}
    assert shown == {"a", "b", "c", "1", "2"}
    assert not [
        rim for rim in classes(crop(names="none"), "rim") if "a" in {part.get("data-text") for part in rim.iter()}
    ]


def test_a_part_of_a_board_is_as_large_as_on_the_whole_one() -> None:
    whole, part = tree(diagram(start("chess"), size="180mm", names="none")), crop(names="none")
    scales = [float(root.get("width", "").removesuffix("mm")) / box(root)[2] for root in (whole, part)]
    assert scales[0] == pytest.approx(scales[1], rel=0.001)
    assert box(part)[:3] == pytest.approx([-3, 267, 141])


def test_ghosts_and_pieces_that_are_gone() -> None:
    root = tree(diagram(played("cylindrical/classic.pgn")[0]))
    plain, ghosts = classes(root, "pieces")
    assert (plain.get("class"), ghosts.get("class")) == ("pieces", "pieces ghosts")
    assert ghosts.get("opacity") == "0.4"
    assert all(piece.get("data-field") for piece in plain)
    assert not any(piece.get("data-field") for piece in ghosts)
    assert not classes(tree(diagram(start("cylindrical"), bare=True)), "pieces")
