"""A record that is played on: what stands among the moves that are appended."""

import datetime

import pytest

from fairyscore.notation.editing.score_sheet import (
    NotPossible,
    appended,
    appended_text,
    claimed,
    claims,
    date_note,
    draw_is_offered,
    drawn,
    ended,
    resigned,
    undone,
    with_comments,
)
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.records.tree import Comment, Record
from fairyscore.notation.replay import Validator


def record(text: str) -> Record:
    found = Validator(variant="chess").judge(GameText(1, text, 1)).record
    assert found is not None
    return found


def test_comments_and_glyphs_stay_with_the_move_before_them() -> None:
    longer = appended(record("1. e4 *"), ["e5", "!", "$5", "{solid}", "2.", "Nf3"])
    assert longer.refused is None
    assert longer.played == ("1... e5", "2. Nf3")
    _, answer, knight = longer.record.line.plies
    assert answer.nags == (1, 5)
    assert answer.annotations == (Comment("solid"),)
    assert (knight.nags, knight.annotations) == ((), ())


def test_a_comment_to_the_end_of_the_line_is_a_comment() -> None:
    longer = appended(record("1. e4 *"), ["e5", ";solid", "$14", "{but slow}"])
    answer = longer.record.line.plies[-1]
    assert answer.annotations == (Comment("solid"), Comment("but slow"))
    assert answer.nags == (14,)


@pytest.mark.parametrize(
    ("moves", "played", "refused"),
    [
        (["1...", "e5", "2.", "Nf3"], ("1... e5", "2. Nf3"), ""),
        (["1.", "e5"], ("1... e5",), ""),
        (["e5", "2...", "Nf3"], ("1... e5",), "2..."),  # White is to move
        (["e5", "3.", "Nf3"], ("1... e5",), "3."),
    ],
)
def test_numbers_must_fit(moves: list[str], played: tuple[str, ...], refused: str) -> None:
    longer = appended(record("1. e4 *"), moves)
    assert longer.played == played
    assert (longer.refused.text if longer.refused else "") == refused


@pytest.mark.parametrize("text", ["{}", "{ }", ";", "$1", "!?"])
def test_what_has_no_words_is_no_comment(text: str) -> None:
    longer = appended(record("1. e4 *"), ["e5", text])
    assert longer.refused is None
    assert longer.record.line.plies[-1].annotations == ()


def test_a_comment_before_the_first_move_introduces_the_game() -> None:
    longer = appended(record("*"), ["{Anna begins.}", "e4"])
    assert longer.record.line.intro == (Comment("Anna begins."),)
    assert longer.record.line.plies[0].annotations == ()


def test_moves_that_are_taken_back_take_the_result_with_them() -> None:
    shorter = undone(record('[Result "1-0"]\n[Termination "time"]\n\n1. e4 e5 2. Nf3 1-0'), 2)
    assert [ply.move for ply in shorter.line.plies] == [ply.move for ply in record("1. e4 *").line.plies]
    assert (shorter.result, dict(shorter.tags).get("Termination")) == ("*", None)


@pytest.mark.parametrize(
    ("moves", "offered"),
    [
        ("1. e4 {(=)} *", True),
        ("1. e4 {I offer a draw (=)} *", True),
        ("1. e4 {(=)} e5 *", False),  # the answer was a move
        ("1. e4 {well played} *", False),
        ("*", False),
    ],
)
def test_an_offer_stands_with_the_last_move(moves: str, offered: bool) -> None:
    assert draw_is_offered(record(moves)) is offered


@pytest.mark.parametrize(
    ("moves", "note"),
    [
        ("*", "[%date 2026.03.03 19:22:05 +01:00]"),
        ("1. e4 {[%ccsnt 2026.03.01,10:00:00]} *", "[%ccsnt 2026.03.03,18:22:05]"),  # without a zone, so in UTC
    ],
)
def test_a_date_is_written_as_the_record_has_them(moves: str, note: str) -> None:
    when = datetime.datetime(2026, 3, 3, 19, 22, 5, tzinfo=datetime.timezone(datetime.timedelta(hours=1)))
    assert date_note(record(moves), when) == note
    bare = note.removesuffix(" +01:00]").removesuffix("]").replace("18:22", "19:22")
    assert date_note(record(moves), when.replace(tzinfo=None)) == f"{bare}]"


def test_moves_that_end_the_game_set_its_result() -> None:
    mated = appended(record('[Result "*"]\n\n1. f3 e5 *'), ["g4", "Qh4#"])
    assert (mated.record.result, mated.played) == ("0-1", ("2. g4", "2... Qh4#"))
    assert appended(mated.record, []).record == mated.record
    assert appended(record("1. e4 *"), ["e5"]).record.result == "*"


def test_the_move_that_is_refused_is_named_with_what_was_meant() -> None:
    longer = appended(record("1. e4 *"), ["e5", "Nf4", "Nc6"])
    assert longer.played == ("1... e5",)
    assert longer.refused is not None
    assert longer.refused.text == "Nf4"
    assert longer.refused.reasons
    assert "Nf3" in longer.refused.suggestions


@pytest.mark.parametrize(("seat", "result"), [("white", "0-1"), ("black", "1-0")])
def test_who_resigns_has_lost(seat: str, result: str) -> None:
    found = resigned(record('[Result "*"]\n\n1. e4 e5 *'), seat)
    assert found.result == result
    assert found.tag("Result") == ""
    assert found.line.plies[-1].annotations == (Comment(f"{seat.capitalize()} resigns."),)


def test_of_more_than_two_players_nobody_resigns_for_a_result() -> None:
    three = Record("kaleidochess:players=3")
    with pytest.raises(NotPossible, match="in a game of 3 players the result of a resignation is not defined"):
        resigned(three, "white")
    assert drawn(three, "Agreed.").result == "1/2-1/2-1/2"


def test_a_draw_is_written_with_its_reason() -> None:
    found = drawn(record("1. e4 {good} *"), "Draw agreed.")
    assert found.result == "1/2-1/2"
    assert found.line.plies[-1].annotations == (Comment("good"), Comment("Draw agreed."))
    assert ended(record("1. e4 *"), "1-0").line == record("1. e4 *").line


def test_comments_are_joined_after_the_last_move_or_before_the_first() -> None:
    assert with_comments(record("*"), "a", "", "b").line.intro == (Comment("a b"),)
    longer = with_comments(record("1. e4 e5 {x} *"), "a")
    assert [ply.annotations for ply in longer.line.plies] == [(), (Comment("x"), Comment("a"))]
    assert with_comments(record("1. e4 *"), "", "") == record("1. e4 *")


def test_no_more_moves_are_taken_back_than_there_are() -> None:
    game = record("1. e4 e5 *")
    assert undone(game, 2).line.plies == ()
    assert undone(game, 0) == game
    with pytest.raises(NotPossible, match="the game has 2 moves; 3 cannot be taken back"):
        undone(game, 3)


SHUFFLE = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1"


@pytest.mark.parametrize(
    ("text", "reasons"),
    [
        (f"{SHUFFLE} Ng8 *", ("threefold repetition",)),
        (f"{SHUFFLE} *", ()),
        ('[FEN "8/8/8/4k3/8/8/8/R3K3 w - - 99 80"]\n\n80. Ra2 *', ("fifty moves without capture or pawn move",)),
        ('[FEN "8/8/8/4k3/8/8/8/R3K3 w - - 98 80"]\n\n80. Ra2 *', ()),
    ],
)
def test_what_may_be_claimed(text: str, reasons: tuple[str, ...]) -> None:
    game = record(text)
    assert claims(game) == reasons
    if reasons:
        found = claimed(game, "no")
        assert (found.result, found.line.plies[-1].comments[-1].text) == ("1/2-1/2", f"Draw claimed: {reasons[0]}.")
    else:
        with pytest.raises(NotPossible, match="nothing to claim"):
            claimed(game, "nothing to claim")


FAULTY = '[Event "a"]\n[Result "*"]\n\n1. e4 (1. Ke2) 1... e5 *\n'


def test_a_game_with_a_fault_in_a_variation_is_played_on_as_it_stands() -> None:
    judge = Validator()
    verdict = judge.judge(GameText(1, FAULTY, 1))
    assert verdict.record is not None
    assert verdict.game is not None
    longer = appended(verdict.record, ["2.", "Nf3", "{well}"]).record
    text = appended_text(verdict, longer, verdict.game.writing.usual, judge)
    assert text == '[Event "a"]\n[Result "*"]\n\n1. e4 (1. Ke2) 1... e5\n2. Nf3 {well} *\n'
    over = appended_text(verdict, resigned(longer, "black"), verdict.game.writing.usual, judge)
    assert over.startswith('[Event "a"]\n[Result "1-0"]\n')
    assert over.endswith("{Black resigns.} 1-0\n")
    with pytest.raises(NotPossible, match="only moves can be added"):
        appended_text(verdict, undone(longer, 2), verdict.game.writing.usual, judge)
