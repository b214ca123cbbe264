"""Items on pages, by numbers: a page of two columns, 100 points high and 90 wide with 10 between them."""

from dataclasses import replace

import pytest

from fairyscore.render.font_outlines.letters import FontFace
from fairyscore.render.geometry import Box
from fairyscore.render.sheet.lines import ASCENT, DESCENT, FaceRun, TextLine, Word, words
from fairyscore.render.sheet.pages import (
    LEAST_LEADING,
    BarShape,
    Flow,
    Item,
    Letters,
    baseline,
    keep_together,
    label,
    paragraph,
)

AREA = Box(5, 20, 105, 120)
FACE = FontFace(10)
LINE = TextLine((), 0.0, 10.0, "word")
MARK = BarShape(0.0, 0.0, 1.0, 1.0)


def flow(*, down: float = AREA.top, page: int = 0, heads: float = 8.0) -> Flow:
    return Flow(AREA, 10.0, heads, down, page)


def item(height: float, gap: float = 0.0, *, keep: bool = False, floats: bool = False, what: str = "") -> Item:
    """What takes so much height; a text of a kind, or a shape."""
    part = Letters(0.0, 0.0, LINE, what) if what else MARK
    return Item(height, (part,), gap, keep, floats)


def space(height: float) -> Item:
    return Item(height, ())


def places(made: Flow) -> list[tuple[int, float, float, float]]:
    """Page, left, top and height of each item."""
    return [(placed.page, placed.x, placed.y, placed.item.height) for placed in made.placed]


def test_items_stand_below_each_other_with_their_gaps() -> None:
    """The gap of the first is left out, as at the top of each column; the gap of the part too, at the top of a page."""
    made = flow()
    made.add([item(10, gap=3), item(20, gap=4), item(5)], gap=7)
    assert places(made) == [(0, 5, 20, 10), (0, 5, 34, 20), (0, 5, 54, 5)]
    assert (made.down, made.used, made.page) == (59, 1, 0)


def test_a_part_stands_below_the_one_before_with_a_gap() -> None:
    made = flow()
    made.add([item(10)], gap=7)
    made.add([item(20, gap=3)], gap=7)
    assert places(made) == [(0, 5, 20, 10), (0, 5, 37, 20)]


def test_columns_are_made_equally_high() -> None:
    """Four items of 10 points: two in each; the second column begins half the paper and the gutter to the right."""
    made = flow()
    made.add([item(10)] * 4, 2, gap=0)
    assert places(made) == [(0, 5, 20, 10), (0, 5, 30, 10), (0, 60, 20, 10), (0, 60, 30, 10)]
    assert (made.down, made.used) == (40, 2)


def test_a_column_may_stay_empty() -> None:
    made = flow()
    made.add([item(30)], 2, gap=0)
    assert (places(made), made.down, made.used) == ([(0, 5, 20, 30)], 50, 1)


def test_what_does_not_fit_goes_on_below_the_running_head_of_the_next_page() -> None:
    made = flow()
    made.add([item(60), item(40), item(30)], gap=0)
    assert places(made) == [(0, 5, 20, 60), (0, 5, 80, 40), (1, 5, 28, 30)]
    assert (made.page, made.down) == (1, 58)


def test_a_part_without_room_begins_on_the_next_page() -> None:
    made = flow(down=60)
    made.add([item(70)], gap=5)
    assert places(made) == [(1, 5, 28, 70)]


def test_a_part_may_want_room_below_it() -> None:
    """Ten points more than are free are too many; at the top of a page nothing is won."""
    for least, page in ((50, 0), (50.1, 1)):
        made = flow(down=50)
        made.add([item(15)], gap=5, least=least)
        assert made.page == page
    made = flow()
    made.add([item(15)], gap=5, least=90)
    assert made.page == 0


def test_full_columns_are_stretched_to_the_foot_of_the_page() -> None:
    """Nine points are free: each of the two gaps takes half, but no more than six. An item without a gap has none."""
    made = flow()
    made.add([item(30), item(30, gap=1), item(29, gap=1), item(40, gap=1)], gap=0)
    assert [top for page, _, top, _ in places(made) if not page] == [20, 55.5, 91]
    made = flow()
    made.add([item(30), item(30, gap=1), item(40, gap=1)], gap=0)
    assert [top for page, _, top, _ in places(made) if not page] == [20, 57]
    made = flow()
    made.add([item(30), item(30), item(60)], gap=0)
    assert [top for page, _, top, _ in places(made) if not page] == [20, 50]


def test_what_is_kept_together_goes_to_the_next_column_together() -> None:
    made = flow()
    made.add([item(80), item(10, keep=True), item(20, gap=2)], 2, gap=0)
    assert places(made) == [(0, 5, 20, 80), (0, 60, 20, 10), (0, 60, 32, 20)]
    assert all(one.keep for one in keep_together([item(1), item(2)]))


def test_what_is_kept_together_and_is_higher_than_the_page_is_taken_apart() -> None:
    made = flow(heads=0)
    made.add([item(60, keep=True), item(40, keep=True), item(30, gap=5)], gap=0)
    assert places(made) == [(0, 5, 20, 60), (0, 5, 80, 40), (1, 5, 20, 30)]
    made = flow(heads=0)
    made.add([item(60, keep=True), item(30, gap=11)], gap=0)
    assert [page for page, *_ in places(made)] == [0, 1]
    made = flow(heads=0)
    made.add([item(60, keep=True), item(30, gap=10)], gap=0)
    assert [page for page, *_ in places(made)] == [0, 0]


def test_a_single_item_higher_than_the_page_still_stands_somewhere() -> None:
    made = flow()
    made.add([item(300), item(10)], gap=0)
    assert places(made)[0] == (0, 5, 20, 300)
    assert len(made.placed) == 2


def test_space_goes_away_at_the_top_and_at_the_end_of_a_column() -> None:
    made = flow()
    made.add([space(9), item(10), space(7)], gap=0)
    assert (places(made), made.down) == ([(0, 5, 20, 10)], 30)
    made = flow()
    made.add([item(10), space(7), item(10), space(2), space(3), item(10)], gap=0)
    assert [top for _, _, top, _ in places(made)] == [20, 37, 52]


def test_space_after_what_is_kept_stays_with_it() -> None:
    """The heading goes on to the next column with its space, and what follows it."""
    made = flow()
    made.add([item(80), item(10, keep=True), replace(space(6), keep=True), item(10)], 2, gap=0)
    assert [(x, top) for _, x, top, _ in places(made)] == [(5, 20), (60, 20), (60, 30), (60, 36)]


def test_text_passes_what_floats_and_has_no_room() -> None:
    """The picture of 40 points goes on to the next page; the lines behind it fill the first one."""
    made = flow()
    made.add([item(70), item(40, floats=True), item(15), item(15)], gap=0)
    assert [(page, height) for page, _, _, height in places(made)] == [(0, 70), (0, 15), (0, 15), (1, 40)]


def test_nothing_passes_what_does_not_float() -> None:
    made = flow()
    made.add([item(70), item(40), item(15)], gap=0)
    assert [(page, height) for page, _, _, height in places(made)] == [(0, 70), (1, 40), (1, 15)]


def test_no_picture_passes_another_one() -> None:
    made = flow()
    made.add([item(70), item(40, floats=True), item(20, floats=True)], gap=0)
    assert [(page, height) for page, _, _, height in places(made)] == [(0, 70), (1, 40), (1, 20)]


def test_the_result_passes_no_picture() -> None:
    """The line before it does."""
    made = flow()
    made.add([item(70), item(40, floats=True), item(5), item(5, what="result")], gap=0)
    assert [(page, height) for page, _, _, height in places(made)] == [(0, 70), (0, 5), (1, 40), (1, 5)]


def test_few_pictures_wait_at_the_same_time() -> None:
    """Text passes two, not three."""
    for count, page in ((2, 0), (3, 1)):
        made = flow()
        made.add([item(70), *[item(40, floats=True)] * count, item(10)], gap=0)
        assert next(placed.page for placed in made.placed if placed.item.height == 10) == page


def test_heads_stand_above_columns_that_have_moves() -> None:
    head = item(6, what="head")
    made = flow()
    made.add([item(50, what="move"), item(50, what="move"), item(60, what="text")], 2, head, gap=0)
    assert [(x, top, height) for page, x, top, height in places(made) if not page] == [
        (5, 20, 6),
        (5, 26, 50),
        (60, 20, 6),
        (60, 26, 50),
    ]
    assert [(page, height) for page, _, _, height in places(made) if page] == [(1, 60)]  # it has no move


# -- lines -------------------------------------------------------------------------------------------------------------


def paragraph_of(count: int, **wanted: float) -> list[Item]:
    """A paragraph of so many lines: each word has one."""
    return paragraph([*words("word " * count, FACE)], "text", 30, 14, **wanted)  # type: ignore[arg-type]


def test_the_gap_of_a_paragraph_is_above_its_first_line() -> None:
    assert [line.gap for line in paragraph_of(3, gap=4)] == [4, 0, 0]
    assert [line.starts for line in paragraph_of(3)] == [True, False, False]


@pytest.mark.parametrize(("count", "keeps"), [(1, [0]), (2, [1, 0]), (3, [1, 1, 0]), (4, [1, 0, 1, 0])])
def test_neither_the_first_nor_the_last_line_stands_alone(count: int, keeps: list[int]) -> None:
    assert [line.keep for line in paragraph_of(count)] == [bool(keep) for keep in keeps]


def test_lines_are_set_in_and_as_high_as_their_leading() -> None:
    first, second = paragraph_of(2, left=3, indent=2)
    assert (first.height, second.height) == (14, 14)
    part, other = first.parts[0], second.parts[0]
    assert isinstance(part, Letters)
    assert isinstance(other, Letters)
    assert (part.x, part.line.x, other.x, other.line.x) == (3, 2, 3, 0)
    assert part.y == baseline(14, 10)
    assert part.what == "text"
    (plain,) = paragraph_of(1)[0].parts
    assert isinstance(plain, Letters)
    assert (plain.x, plain.line.x) == (0, 0)


def test_letters_have_as_much_room_above_as_below() -> None:
    """And lines are never so near that letters of two of them touch."""
    assert baseline(10 * LEAST_LEADING, 10) == round(10 * ASCENT, 2)
    assert baseline(10 * LEAST_LEADING + 6, 10) == round(10 * ASCENT + 3, 2)
    assert LEAST_LEADING == ASCENT + DESCENT
    (narrow,) = paragraph([Word((FaceRun("word", FACE),))], "text", 50, 1)
    assert narrow.height == round(10 * LEAST_LEADING, 2)


def test_a_label_has_one_line_in_its_height() -> None:
    made = label("two words", "number", FACE, 12.345, 20)
    assert (made.x, made.y, made.what, made.line.text) == (12.35, baseline(20, 10), "number", "two words")
    right = label("a", "number", FACE, 0, 20, width=50, align="right")
    assert right.line.x + right.line.width == pytest.approx(50)
