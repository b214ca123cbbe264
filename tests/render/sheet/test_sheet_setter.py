"""A game in a column: sentences, columns of moves, and how large diagrams are."""

from dataclasses import replace
from typing import Any

import pytest
from drawn import record
from stories import story

from fairyscore.notation.variants import variant
from fairyscore.render.sheet.lines import FaceRun
from fairyscore.render.sheet.look import MILLIMETRE, SheetLook, paper, read
from fairyscore.render.sheet.pages import DiagramItem, Disc, Item, Letters
from fairyscore.render.sheet.setter import (
    DIE,
    Picture,
    Setter,
    breadth,
    interrupts,
    proportion,
    rim_room,
    sentence,
    short,
)
from fairyscore.render.story.builder import tell
from fairyscore.render.story.model import Remark, Story, StoryLine

LOOK = SheetLook(paper("a4", "18mm"), read("justified = false"))
WIDE = 400.0
TEXT = LOOK.style.text


def game(moves: str) -> Story:
    return story(f'[Result "*"]\n\n{moves} *')


def set_in(moves: str, *, look: SheetLook = LOOK, wide: float = WIDE) -> Setter:
    """A setter that has set a game in sentences."""
    made = Setter(look, variant("chess"), wide)
    made.sentences(game(moves).line)
    return made


def letters_of(item: Any) -> list[Letters]:
    return [part for part in item.parts if isinstance(part, Letters)]


def paragraphs(made: Setter) -> list[tuple[str, str]]:
    """What each paragraph is, and its text; `picture` for diagrams."""
    found: list[tuple[str, str]] = []
    for item in made.items:
        if isinstance(item, Picture):
            found.append(("picture", " ".join(part.line.text for line in item.caption for part in letters_of(line))))
            continue
        (part,) = letters_of(item)
        if item.starts or found[-1][0] != part.what:
            found.append((part.what, part.line.text))
        else:
            found[-1] = (part.what, f"{found[-1][1]} {part.line.text}")
    return found


def text_of(moves: str, **wanted: Any) -> str:
    """The only paragraph of a game."""
    ((_, text),) = paragraphs(set_in(moves, **wanted))
    return text


# -- sentences ---------------------------------------------------------------------------------------------------------


def test_moves_and_remarks_run_on() -> None:
    made = paragraphs(set_in("{First.} 1. e4 e5 {good} 2. Nf3 Nc6"))
    assert made == [("moves", "First."), ("moves", "1. e4 e5 good 2. Nf3 Nc6")]
    assert text_of("1. e4 {good} e5") == "1. e4 good 1... e5"


def test_brackets_of_variations_change_with_their_depth() -> None:
    assert text_of("1. e4 (1. d4 (1. c4 (1. f4))) 1... e5") == "1. e4 (1. d4 [1. c4 (1. f4)]) 1... e5"
    assert text_of("1. e4 ({or} 1. d4 d5) (1. c4) 1... e5") == "1. e4 (or 1. d4 d5) (1. c4) 1... e5"
    assert text_of("1. e4 ({a word}) 1... e5") == "1. e4 (a word) 1... e5"


def test_a_long_variation_has_a_paragraph_of_its_own_set_in() -> None:
    long = "word " * 14
    made = set_in(f"1. e4 (1. d4 {{{long}}} d5) 1... e5")
    assert paragraphs(made) == [
        ("moves", "1. e4"),
        ("variation", f"(1. d4 {long}1... d5)"),
        ("moves", "1... e5"),
    ]
    indent = LOOK.style.indent * TEXT
    variation = [
        letters_of(item)[0] for item in made.items if isinstance(item, Item) and letters_of(item)[0].what == "variation"
    ]
    assert [part.x for part in variation] == [pytest.approx(0.9 * indent)] * len(variation)
    assert {part.line.size for part in variation} == {LOOK.style.small * TEXT}


def test_paragraphs_but_the_first_begin_a_little_to_the_right() -> None:
    long = "word " * 14
    made = set_in(f"1. e4 (1. d4 {{{long}}} d5) 1... e5")
    moves = [
        letters_of(item)[0].line.x
        for item in made.items
        if isinstance(item, Item) and letters_of(item)[0].what == "moves"
    ]
    assert moves == [0, pytest.approx(LOOK.style.indent * TEXT)]


def test_a_paragraph_ends_after_long_remarks() -> None:
    """Ninety characters may run on."""
    for count, paragraphs_made in ((90, 1), (91, 2)):
        assert len(paragraphs(set_in(f"1. e4 {{{'x' * count}}} e5"))) == paragraphs_made


def test_a_diagram_waits_for_the_end_of_its_paragraph() -> None:
    made = paragraphs(set_in('1. e4 $220 e5 {[%diagram "Both are open"]}'))
    assert made == [
        ("moves", "1. e4 1... e5"),
        ("picture", "Diagram 1: after 1.e4"),
        ("picture", "Diagram 2: Both are open"),
    ]


def test_a_diagram_ends_a_paragraph_of_two_lines() -> None:
    made = paragraphs(set_in(f"1. e4 {{{'word ' * 17}}} e5 $220 2. Nf3", wide=180))
    assert [what for what, _ in made] == ["moves", "picture", "moves"]


def test_signs_that_have_no_glyph_are_put_in_words() -> None:
    assert text_of("1. e4 e5 $250 2. d4 $9 $1") == "1. e4 e5 $250. 2. d4! Worst move."
    assert text_of("1. e4 $9 e5 2. d4") == "1. e4 Worst move. 1... e5 2. d4"
    assert text_of("1. e4 $9 e5 $6 2. d4 $1 d5") == "1. e4 Worst move. 1... e5?! 2. d4! d5"
    assert text_of("1. e4 (1. d4 $9) 1... e5") == "1. e4 (1. d4 worst move) 1... e5"
    (step,) = game("1. e4 $9 $8 $250").line.steps
    assert step.sign_words == ("worst move", "$250")


def test_news_are_sentences_after_the_move() -> None:
    made = Setter(LOOK, variant("chamaeleon:players=3"), WIDE)
    made.sentences(tell(record("chamaeleon/annotated-three-players.pgn")).line)
    assert any("a8-b6 Rank 8 is gone." in text for _, text in paragraphs(made))


def test_moves_are_bold_and_remarks_are_not() -> None:
    made = set_in("1. e4 $1 {good} e5")
    runs = [
        span.run
        for item in made.items
        if isinstance(item, Item)
        for part in letters_of(item)
        for span in part.line.spans
    ]
    assert [(run.text, run.face.bold) for run in runs] == [
        ("1.", True),
        ("e4", True),
        ("!", True),
        ("good", False),
        ("1...", True),
        ("e5", True),
    ]


def test_clocks_are_printed_where_they_are_wanted() -> None:
    """What is left, else what was used, else the date."""
    moves = "1. e4 {[%clk 1:02:03] [%emt 0:00:05]} e5 {[%emt 0:00:05]} 2. Nf3 {[%date 2026.11.21]} Nc6"
    clocks = SheetLook(paper("a4"), moves="running", clocks=True)
    assert text_of(moves) == "1. e4 e5 2. Nf3 Nc6"
    assert text_of(moves, look=clocks) == "1. e4 1:02:03 e5 0:00:05 2. Nf3 2026.11.21 Nc6"
    setter = Setter(clocks, variant("chess"), WIDE)
    word = setter.move_word(game(moves).line.steps[0], setter.faces.main)
    assert setter.faces.faint.blank < word.runs[-1].gap < 2 * setter.faces.faint.blank


def test_a_throw_is_a_die_before_its_move() -> None:
    """It is larger than letters, and read as records have it."""
    made = Setter(LOOK, variant("kaleidochess:players=4,dice"), WIDE)
    (step, *_) = tell(record("kaleidochess/dice-four-players.pgn")).line.steps
    number, die, move = made.move_word(step, made.faces.main, numbered=True).runs
    assert number.text == step.number
    assert die.text == "⚀⚁⚂⚃⚄⚅"[step.move.throw - 1]
    assert (die.face.size, die.face.bold) == (round(DIE * TEXT, 2), False)
    assert (die, move.text) == (
        FaceRun(die.text, die.face, die.gap, f"{step.move.throw}:", made.faces.main.size),
        step.unthrown,
    )
    bare, _ = made.move_word(step, made.faces.main).runs
    assert (bare.gap, die.gap > 0) == (0.0, True)


def test_moves_that_nobody_judged_are_called_so() -> None:
    assert text_of("1. e4 (1. d4 d5 2. Ke3 Nf6) 1... e5") == "1. e4 (1. d4 d5 not judged: 2. Ke3 Nf6) 1... e5"


def test_what_is_short() -> None:
    """Sixty characters: a move counts with three more, a diagram as all of it."""

    def line(moves: str) -> StoryLine:
        (found,) = [item for item in game(f"1. e4 ({moves})").line.steps[0].annotations if isinstance(item, StoryLine)]
        return found

    assert short(line("1. d4 d5"))
    assert short(line(f"1. d4 {{{'x' * 55}}}"))
    assert not short(line(f"1. d4 {{{'x' * 56}}}"))
    assert not short(line("1. d4 $220"))
    assert not short(line("1. d4 {[%diagram]}"))
    assert short(StoryLine((), (Remark("x" * 60),)))
    assert not short(StoryLine((), (Remark("x" * 61),)))
    assert not short(line("1. d4 d5 2. c4 c5 3. e4 e5 4. f4 f5 5. a4 a5 6. b4 b5 7. h4"))


def test_what_interrupts_columns_of_moves() -> None:
    found = game("1. e4 e5 $1 2. d4 $9 d5 {so} 3. c4 (3. c3) c5 $220").line.steps
    assert [interrupts(step) for step in found] == [False, False, True, True, True, True]


@pytest.mark.parametrize(("text", "wanted"), [("so", "So."), ("so!", "So!"), ("so?", "So?"), ("so.", "So."), ("", "")])
def test_sentences_have_a_capital_and_an_end(text: str, wanted: str) -> None:
    assert sentence(text) == wanted


# -- columns of moves --------------------------------------------------------------------------------------------------


def table(moves: str, name: str = "chess", wide: float = WIDE) -> tuple[Setter, Item]:
    made = Setter(LOOK, variant(name), wide)
    line = (game(moves) if name == "chess" else story(f'[Variant "{name}"]\n[Result "*"]\n\n{moves} *')).line
    return made, made.table(line)


def rows(made: Setter) -> list[list[str]]:
    """The texts of each row; a diagram has none."""
    return [[part.line.text for part in letters_of(item)] if isinstance(item, Item) else [] for item in made.items]


def test_each_round_has_a_row() -> None:
    made, _ = table("1. e4 e5 2. Nf3 Nc6 3. Bb5")
    assert rows(made) == [["1.", "e4", "e5"], ["2.", "Nf3", "Nc6"], ["3.", "Bb5"]]
    first = made.items[0]
    assert isinstance(first, Item)
    assert [part.what for part in letters_of(first)] == ["number", "move", "move"]
    assert first.height == round(LOOK.style.leading * TEXT, 2)
    number, white, black = letters_of(first)
    left = max(letters_of(item)[0].line.width for item in made.items if isinstance(item, Item)) + 0.7 * TEXT
    assert (number.x, white.x) == pytest.approx((0, left), abs=0.02)
    assert black.x - white.x == pytest.approx((WIDE - left) / 2, abs=0.02)


def test_remarks_interrupt_a_row_and_dots_stand_for_who_has_moved() -> None:
    made, _ = table("1. e4 {good} e5 2. Nf3 Nc6 $9 3. Bb5 (3. Bc4) a6")
    assert rows(made) == [
        ["1.", "e4"],
        ["good"],
        ["1.", "…", "e5"],
        ["2.", "Nf3", "Nc6"],
        ["Worst move."],
        ["3.", "Bb5"],
        ["(3. Bc4)"],
        ["3.", "…", "a6"],
    ]
    assert [isinstance(item, Item) and item.keep for item in made.items] == [
        True,
        False,
        False,
        True,
        False,
        True,
        False,
        False,
    ]


def test_a_row_does_not_keep_a_diagram_below_it() -> None:
    made, _ = table("1. e4 $220 e5")
    assert rows(made) == [["1.", "e4"], [], ["1.", "…", "e5"]]
    first = made.items[0]
    assert isinstance(first, Item)
    assert not first.keep


def test_who_begins_late_has_his_own_column() -> None:
    """Black begins: White's column stays empty; he has not moved, so that no dots stand for him."""
    made = Setter(LOOK, variant("chess"), WIDE)
    made.table(story('[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7"]\n[SetUp "1"]\n[Result "*"]\n\n7... Kd7 8. e4 *').line)
    assert rows(made) == [["7.", "…", "Kd7"], ["8.", "e4"]]


def test_four_players_have_four_columns() -> None:
    made = Setter(LOOK, variant("kaleidochess:players=4"), WIDE)
    story = tell(record("kaleidochess/annotated-four-players.pgn"))
    head = made.table(story.line)
    assert [part.line.text for part in letters_of(head)] == ["White", "Silver", "Black", "Gold"]
    discs = [part for part in head.parts if isinstance(part, Disc)]
    assert [disc.seat for disc in discs] == [0, 1, 2, 3]
    step = discs[1].x - discs[0].x
    assert [disc.x - discs[0].x for disc in discs] == pytest.approx([0, step, 2 * step, 3 * step], abs=0.05)
    moves = [part for item in made.items if isinstance(item, Item) for part in letters_of(item) if part.what == "move"]
    assert len({part.x for part in moves}) == 4


def test_names_of_players_need_room() -> None:
    _, head = table("1. e4 e5", wide=100)
    assert [part.line.text for part in letters_of(head)] == ["White", "Black"]
    _, head = table("1. e4 e5", wide=60)
    assert letters_of(head) == []
    assert len(head.parts) == 2


def test_a_table_wants_room_for_its_moves() -> None:
    """Fifty millimetres at least, or the numbers and twice the widest move with a blank."""
    made = Setter(LOOK, variant("chess"), WIDE)
    assert made.least_width(game("1. e4").line) == pytest.approx(50 * MILLIMETRE)
    line = game("1. e4 $1 $14 $36 $40 $132 $9 $140 $142 $18 $8 $3 $5 $7 $22").line
    widest = made.move_word(line.steps[0], made.faces.main).width
    number = made.faces.text.width("1.") + 0.7 * TEXT
    assert made.least_width(line) == pytest.approx(number + 2 * (widest + 0.7 * TEXT))


def test_a_move_wider_than_its_column_has_several_lines() -> None:
    made, _ = table("1. e4 $1 $14 $36 $40 $132 $140 $142 $18 $8 $3 $5 $7 $22 e5", wide=140)
    first = made.items[0]
    assert isinstance(first, Item)
    white = [part for part in letters_of(first) if part.what == "move" and part.line.text != "e5"]
    assert len(white) > 1
    leading = LOOK.style.leading * TEXT
    assert first.height == pytest.approx(len(white) * leading, abs=0.02)
    assert [part.y - white[0].y for part in white] == pytest.approx([place * leading for place in range(len(white))])


# -- diagrams ----------------------------------------------------------------------------------------------------------


def pictured(name: str = "chess", *, scale: float = 1.0, look: SheetLook = LOOK, wide: float = WIDE) -> list[Item]:
    """The items of a diagram of the start with a caption."""
    made = Setter(look, variant(name), wide)
    made.picture(story(f'[Variant "{name}"]\n[Result "*"]\n\n*').start, "The start")
    return list(made.sized(scale))


def board_of(items: list[Item]) -> DiagramItem:
    (found,) = (part for item in items for part in item.parts if isinstance(part, DiagramItem))
    return found


def test_a_diagram_stands_in_the_middle_with_its_caption_and_who_is_to_move() -> None:
    board, caption, free = pictured()
    drawn, disc = board.parts
    assert isinstance(drawn, DiagramItem)
    assert isinstance(disc, Disc)
    assert drawn.x == pytest.approx((WIDE - drawn.width) / 2, abs=0.01)
    assert (board.height, board.keep, board.floats) == (drawn.height, True, True)
    assert board.gap == free.height == pytest.approx(0.6 * TEXT)
    assert [part.line.text for part in letters_of(caption)] == ["The start"]
    assert (caption.keep, caption.gap, free.parts) == (True, 0.5 * TEXT, ())
    radius = round(0.42 * 0.75 * TEXT, 2)
    assert (disc.radius, disc.seat) == (radius, 0)
    rim, blank = rim_room("chess", LOOK, drawn.width)
    assert rim == blank > 3, "its names stand at the left and below"
    assert disc.x == pytest.approx(drawn.x + drawn.width - blank + 1.9 * radius, abs=0.02)
    assert disc.y == pytest.approx(drawn.height - rim - 1.1 * radius, abs=0.02)


def test_who_sits_at_the_top_has_his_disc_there() -> None:
    board, *_ = pictured(look=replace(LOOK, seat="black"))
    drawn, disc = board.parts
    assert isinstance(drawn, DiagramItem)
    assert isinstance(disc, Disc)
    assert disc.y == pytest.approx(rim_room("chess", LOOK, drawn.width)[0] + 1.1 * disc.radius, abs=0.02)


def test_who_sits_at_a_side_has_his_disc_beside_it() -> None:
    for seat, at_left in (("gold", True), ("silver", False)):
        board, *_ = pictured("chamaeleon:players=4", look=replace(LOOK, seat=seat))
        drawn, disc = board.parts
        assert isinstance(drawn, DiagramItem)
        assert isinstance(disc, Disc)
        assert disc.y == pytest.approx(drawn.height / 2, abs=0.01)
        assert (disc.x < drawn.x) is at_left
        edge = drawn.x if at_left else drawn.x + drawn.width - rim_room("chamaeleon:players=4", LOOK, drawn.width)[1]
        assert abs(disc.x - edge) == pytest.approx(1.9 * disc.radius, abs=0.02)


def test_a_disc_leaves_the_names_of_ranks_at_the_right_alone() -> None:
    """Boards of shogi have them there."""
    rim, blank = rim_room("shogi", LOOK, 150.0)
    assert rim > 3
    assert blank == 0


def test_after_the_end_nobody_is_to_move() -> None:
    made = Setter(LOOK, variant("chess"), WIDE)
    made.picture(story('[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1').last, "Mate")
    board, *_ = made.sized()
    assert len(board.parts) == 1


def test_diagrams_are_as_wide_as_the_style_has_them() -> None:
    """56 millimetres, a little less where whole numbers of them fill the column; never wider than their column."""
    assert 0.8 * 56 * MILLIMETRE < board_of(pictured()).width <= 56 * MILLIMETRE
    assert 0.8 * 28 * MILLIMETRE < board_of(pictured(scale=0.5)).width <= 28 * MILLIMETRE
    narrow = board_of(pictured(wide=120))
    assert narrow.width <= 120 - 4 * 0.75 * TEXT


def test_a_diagram_takes_about_half_of_the_paper_at_most() -> None:
    large = SheetLook(paper("200x100mm", "10"), read("diagram = 150"))
    assert board_of(pictured(look=large)).height == pytest.approx(0.55 * large.paper.area.height, rel=0.01)


def test_broad_boards_have_larger_diagrams() -> None:
    assert breadth(variant("chess")) == 1
    assert breadth(variant("capablanca")) == 1.25
    assert breadth(variant("tor-qi")) == 1
    assert proportion("chess", LOOK, 150) == pytest.approx(1, abs=0.05)
    assert proportion("capablanca", LOOK, 150, "none") == pytest.approx(0.8, abs=0.01)
