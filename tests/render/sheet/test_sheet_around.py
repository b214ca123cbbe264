"""What stands about the moves: heading, result, faults, the shrinking board, and who held which castle."""

from dataclasses import replace
from itertools import pairwise
from typing import TypeVar

import pytest
from drawn import record
from stories import story

from fairyscore.notation.variants import variant
from fairyscore.render.sheet.around import ending, fault, filmstrip, graph, heading, holdings
from fairyscore.render.sheet.book import book
from fairyscore.render.sheet.files import source
from fairyscore.render.sheet.look import MILLIMETRE, SheetLook, paper
from fairyscore.render.sheet.pages import BarShape, DiagramItem, Disc, GraphItem, Item, Letters
from fairyscore.render.sheet.setter import Setter
from fairyscore.render.story.builder import tell
from fairyscore.render.story.model import Fault, Heading, Holder, Holding, Story

LOOK = SheetLook(paper("a4", "18mm"))
WIDE = LOOK.paper.area.width
TEXT = LOOK.style.text
Kind = TypeVar("Kind")


def setter(game: str = "chess", wide: float = WIDE) -> Setter:
    return Setter(LOOK, variant(game), wide)


def parts(items: list[Item], kind: type[Kind]) -> list[Kind]:
    return [part for item in items for part in item.parts if isinstance(part, kind)]


def lines(items: list[Item]) -> list[tuple[str, str]]:
    """Each line of text with what it is."""
    return [(part.what, part.line.text) for part in parts(items, Letters)]


# -- heading -----------------------------------------------------------------------------------------------------------


def test_a_heading_has_title_players_and_details() -> None:
    given = Heading(
        "Cup", ("Anna", "Bert"), (("Event", "Cup"), ("Site", "Vienna"), ("Round", "3"), ("Annotator", "Wolf"))
    )
    made = heading(setter(), given)
    assert lines(made) == [
        ("title", "Cup"),
        ("player", "Anna"),
        ("player", "Bert"),
        ("details", "Vienna · round 3 · annotated by Wolf"),
    ]


def test_an_empty_detail_leaves_no_dot() -> None:
    made = heading(setter(), Heading("Cup", ("Anna", "Bert"), (("Site", " "), ("Date", "2026"))))
    assert lines(made)[-1] == ("details", "2026")


def test_a_player_whom_nobody_knows_is_called_by_his_seat() -> None:
    made = heading(setter(), Heading("Cup", ("", "Bert")))
    assert [text for what, text in lines(made) if what == "player"] == ["White", "Bert"]


def test_a_title_of_several_lines_is_smaller() -> None:
    short = heading(setter(), Heading("Cup", ("Anna", "Bert")))
    long = heading(setter(), Heading("The longest name of any cup " * 4, ("Anna", "Bert")))
    sizes = [next(part.line.size for part in parts(made, Letters) if part.what == "title") for made in (short, long)]
    assert sizes == [17, pytest.approx(0.76 * 17)]
    assert sum(what == "title" for what, _ in lines(long)) > 1


def test_below_the_heading_is_a_rule() -> None:
    *_, free, below = heading(setter(), Heading("Cup", ("Anna", "Bert")))
    (rule,) = below.parts
    assert isinstance(rule, BarShape)
    assert (rule.x, rule.y, rule.width, rule.height) == (0, 0, round(WIDE, 2), 0.6)
    assert (free.parts, free.height, below.height) == ((), 0.6 * TEXT, 0.8)


def test_coloured_cells_are_explained() -> None:
    """The theme for print has hatchings."""
    made = heading(setter("chamaeleon"), Heading("", ("", "")))
    (key,) = [text for what, text in lines(made) if what == "details"]
    assert key.startswith("R red (")
    assert key.count(",") == 3
    assert not [text for what, text in lines(heading(setter(), Heading("", ("", "")))) if what == "details"]


def test_players_stand_beside_each_other_in_the_middle() -> None:
    """A disc, then the name; as much is free at the left as at the right."""
    (row,) = [item for item in heading(setter(), Heading("Cup", ("Anna", "Bert"))) if parts([item], Disc)]
    first, other = parts([row], Disc)
    anna, bert = parts([row], Letters)
    size = anna.line.size
    radius = round(0.36 * size, 2)
    assert (first.radius, first.seat, other.seat) == (radius, 0, 1)
    assert first.y == other.y == pytest.approx(row.height / 2, abs=0.01)
    assert anna.x - first.x == pytest.approx(1.9 * radius, abs=0.02)
    assert bert.x - other.x == pytest.approx(1.9 * radius, abs=0.02)
    assert other.x - radius - anna.x - anna.line.width == pytest.approx(1.6 * size, abs=0.05)
    assert first.x - radius == pytest.approx(WIDE - bert.x - bert.line.width, abs=0.05)


def test_players_without_room_stand_below_each_other() -> None:
    """Each in the middle; where a name has several lines, only the first has a disc."""
    made = heading(setter(wide=120), Heading("Cup", ("Anna", "Bert " * 12)))
    rows = [item for item in made if any(part.what == "player" for part in parts([item], Letters))]
    assert len(rows) > 2
    assert [len(parts([row], Disc)) for row in rows] == [1, 1] + [0] * (len(rows) - 2)
    (disc,), (name,) = parts([rows[0]], Disc), parts([rows[0]], Letters)
    assert disc.x - disc.radius == pytest.approx(120 - name.x - name.line.width, abs=0.05)
    assert parts([rows[1]], Disc)[0].x == parts([rows[1]], Disc)[0].radius  # as far to the left as it can


# -- the end and faults ------------------------------------------------------------------------------------------------


def test_the_end_has_result_and_sentence() -> None:
    made = ending(setter(), story('[Result "1-0"]\n\n1. f3 e5 2. g4 Qh4# 0-1'))
    assert lines(made) == [("result", "0–1 Black wins: White is checkmated.")]
    assert made[0].gap == 0.6 * TEXT


def test_a_fault_is_reported_with_its_place_and_what_stands_after_it() -> None:
    made = list(fault(setter(), Fault("Ke3: no", "1b", "Ke3 Nc6", "line 4, column 2")))
    assert lines(made) == [
        ("flaw", "The record is at fault here"),
        ("flaw", "Ke3: no (line 4, column 2)."),
        ("flaw", "What stands behind it, not judged:"),
        ("rest", "Ke3 Nc6"),
    ]
    bare = list(fault(setter(), Fault("Ke3: no")))
    assert lines(bare) == [("flaw", "The record has a fault"), ("flaw", "Ke3: no.")]


def test_a_bar_stands_beside_a_fault_without_a_gap() -> None:
    """All lines are set in; the bar of each begins where that of the line before ends."""
    made = list(fault(setter(), Fault("Ke3: no", "1b", "Ke3 Nc6", "line 4")))
    bars = parts(made, BarShape)
    assert {(bar.x, bar.width) for bar in bars} == {(0.0, 2.0)}
    assert (bars[0].y, bars[0].height) == (0.0, made[0].height)
    assert made[0].gap == 0.7 * TEXT
    assert made[2].gap == 0.3 * TEXT
    for item, bar in zip(made[1:], bars[1:], strict=True):
        assert bar.y == pytest.approx(-item.gap, abs=0.01)
        assert bar.y + bar.height == pytest.approx(item.height, abs=0.02)
    assert {part.x for part in parts(made, Letters)} == {round(1.1 * TEXT, 2)}


# -- the shrinking board -----------------------------------------------------------------------------------------------


def shrunk() -> Story:
    return tell(record("chamaeleon/annotated-three-players.pgn"))


def test_boards_of_the_film_stand_beside_each_other() -> None:
    """Three of 40 mm, a quarter larger than wanted at most, in each row of 174 mm; 32 mm are wanted."""
    game_story = shrunk()
    title, free, *rows = filmstrip(setter("chamaeleon:players=3"), game_story, 1.0)
    assert (lines([title]), free.parts, free.height) == ([("heading", "How the board shrank")], (), 0.4 * TEXT)
    assert title.keep
    assert free.keep
    per_row = 4  # of 32 mm with a line's height between: 4 * 32 + 3 * 3.7 mm
    assert [len(parts([row], DiagramItem)) for row in rows] == [per_row] * (len(game_story.shrinking) // per_row) + (
        [len(game_story.shrinking) % per_row] if len(game_story.shrinking) % per_row else []
    )
    wide = min(1.25 * 32 * MILLIMETRE, (WIDE - 3 * TEXT) / 4)
    boards = parts(rows[:1], DiagramItem)
    assert [board.x for board in boards] == [round(place * (round(wide, 2) + TEXT), 2) for place in range(4)]
    assert {(board.y, board.width, board.names) for board in boards} == {(0.0, round(wide, 2), "none")}
    assert [row.gap for row in rows] == [0.0] + [0.5 * TEXT] * (len(rows) - 1)


def test_each_board_of_the_film_says_after_which_move() -> None:
    rows = filmstrip(setter("chamaeleon:players=3"), shrunk(), 1.0)[2:]
    captions = [text for what, text in lines(rows) if what == "caption"]
    assert captions[:2] == ["The start", "after 7...a8-b6"]
    for row in rows:
        (high,) = {board.height for board in parts([row], DiagramItem)}
        assert all(part.y > high for part in parts([row], Letters))
        assert row.height > max(part.y for part in parts([row], Letters))
        lefts = [board.x for board in parts([row], DiagramItem)]
        assert {part.x for part in parts([row], Letters)} == {*lefts}


def test_a_film_on_narrow_paper_has_a_board_in_each_row() -> None:
    made = filmstrip(setter("chamaeleon:players=3", 70), shrunk(), 1.0)
    boards = [found for found in (parts([item], DiagramItem) for item in made) if found]
    assert [len(found) for found in boards] == [1] * len(shrunk().shrinking)
    assert boards[0][0].width == 70


def test_a_board_that_never_shrinks_has_no_film() -> None:
    assert filmstrip(setter(), story('[Result "*"]\n\n1. e4 *'), 1.0) == []


def test_a_duck_takes_nothing_from_the_board() -> None:
    assert story('[Variant "duck-chess"]\n[Result "*"]\n\n1. e4,a6 e5,a5 *').shrinking == ()


# -- castles -----------------------------------------------------------------------------------------------------------


def held(*tenures: Holder) -> list[Item]:
    """The bands of one castle in a game of seven plies: at each eighth of the length something may change."""
    game_story = story('[Result "*"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 *')
    given = Story(
        game_story.record,
        game_story.heading,
        game_story.start,
        game_story.line,
        game_story.close,
        (Holding("1J", tenures),),
    )
    return holdings(setter("kaleidochess:players=4"), given)


def test_a_band_is_divided_where_the_holder_changes() -> None:
    """White to Black's second move, nobody until White's fourth, then Black."""
    made = held(Holder(0, "", "2b"), Holder(-1, "2b", "4w"), Holder(2, "4w"))
    bars = [bar for bar in parts(made, BarShape) if bar.what == "tenure"]
    (nobody,) = [bar for bar in parts(made, BarShape) if bar.what == "nobody"]
    (name,) = [part for part in parts(made, Letters) if part.what == "field"]
    left = name.line.width + 0.9 * TEXT
    step = (WIDE - left) / 8
    ends = [(bar.x - left, bar.x + bar.width - left) for bar in (bars[0], nobody, bars[1])]
    assert ends[0] == pytest.approx((0.4, 4 * step - 0.4), abs=0.05)
    assert ends[1] == pytest.approx((4 * step + 0.4, 7 * step - 0.4), abs=0.05)
    assert ends[2] == pytest.approx((7 * step + 0.4, 8 * step - 0.4), abs=0.05)
    assert nobody.height == 0.5
    assert nobody.y + 0.25 == pytest.approx(bars[0].y + bars[0].height / 2, abs=0.01)  # a thin line in the middle
    owners = LOOK.theme.owners
    assert [bar.fill for bar in bars] == [owners["white"].body, owners["black"].body]
    assert [text for what, text in lines(made) if what == "holder"] == ["White", "Black"]


def test_a_band_of_silver_has_a_base() -> None:
    """As his pieces have: in his second colour, at the foot of the band."""
    (bar,) = parts(held(Holder(0)), BarShape)
    band, base = parts(held(Holder(1)), BarShape)
    assert bar.y == band.y == 0.4
    assert base.fill == LOOK.theme.owners["silver"].line
    assert base.y + base.height == pytest.approx(band.y + band.height - 0.3, abs=0.02)
    assert (base.x, base.width) == pytest.approx((band.x + 0.3, band.width - 0.6), abs=0.02)


def test_a_short_tenure_has_a_letter_or_nothing() -> None:
    """A ply is about 60 points wide; in a game of hundreds it is less than a letter."""
    assert [text for what, text in lines(held(Holder(2, "", "1w"))) if what == "holder"] == ["Black"]
    game_story = story('[Result "*"]\n\n' + "Nf3 Nf6 Ng1 Ng8 " * 40 + "*")
    for last, wanted in (("3b", ["B"]), ("1w", [])):
        given = Story(
            game_story.record,
            game_story.heading,
            game_story.start,
            game_story.line,
            game_story.close,
            (Holding("1J", (Holder(2, "", last),)),),
        )
        found = holdings(setter("kaleidochess:players=4"), given)
        assert [text for what, text in lines(found) if what == "holder"] == wanted


def test_rounds_are_numbered_below_the_bands_where_they_have_room() -> None:
    made = held(Holder(0))
    assert [text for what, text in lines(made) if what == "round"] == ["1", "2", "3", "4"]
    numbers = [part for part in parts(made, Letters) if part.what == "round"]
    (bar,) = parts(made, BarShape)
    step = (bar.width + 0.8) / 8
    assert [round(part.x - bar.x + 0.4 - step) for part in numbers] == [round(2 * place * step) for place in range(4)]
    game_story = story('[Result "*"]\n\n' + "Nf3 Nf6 Ng1 Ng8 " * 40 + "*")
    given = Story(
        game_story.record,
        game_story.heading,
        game_story.start,
        game_story.line,
        game_story.close,
        (Holding("1J", (Holder(0),)),),
    )
    found = [part for part in parts(holdings(setter("kaleidochess:players=4"), given), Letters) if part.what == "round"]
    assert found[0].line.text == "1"
    assert len(found) < 80
    size = found[0].line.size
    for one, other in pairwise(found):
        assert other.x - one.x - one.line.width >= 1.6 * size - 0.02
    assert found[-1].x + found[-1].line.width <= WIDE


def test_fields_that_nobody_held_have_no_band() -> None:
    assert held(Holder(-1)) == []
    empty = story('[Result "*"]\n\n*')
    given = Story(empty.record, empty.heading, empty.start, empty.line, empty.close, (Holding("1J", (Holder(0),)),))
    assert holdings(setter("kaleidochess:players=4"), given) == []


def test_bands_stay_with_their_heading() -> None:
    made = held(Holder(0))
    assert lines(made)[0] == ("heading", "Who held which castle")
    assert [item.keep for item in made] == [True, True, True, False]
    assert made[0].gap == 1.4 * TEXT
    assert made[2].height == pytest.approx(1.8 * TEXT, abs=0.02)


# -- how the game stood ------------------------------------------------------------------------------------------------


def test_a_graph_is_as_wide_as_the_page() -> None:
    told = story("1. e4 {[%eval 0.3] [%clk 0:05:00]} e5 {[%eval 0.2] [%clk 0:04:50]} *")
    (item,) = graph(setter(), told)
    (part,) = parts([item], GraphItem)
    assert (part.x, part.width, part.height) == (0, round(WIDE, 2), item.height)
    assert 0.3 * WIDE < item.height < WIDE
    assert part.says.endswith("Time left at the end: White 5:00, Black 4:50.")
    assert graph(setter(), story("1. e4 e5 *")) == []


def test_the_graph_is_drawn_on_the_sheet_where_it_is_asked_for() -> None:
    told = story("1. e4 {[%eval 0.3]} e5 {[%eval 0.2]} *")
    assert 'class="fairyscore-chart"' not in book([told], LOOK).svg(0)
    made = book([told], replace(LOOK, graph=True))
    assert made.svg(0).count('class="fairyscore-chart"') == 1
    assert "Above the line White stands better" in "\n".join(source(made))
