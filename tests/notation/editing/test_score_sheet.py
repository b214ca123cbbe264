"""A record that is played on: what stands among the moves that are appended."""

import datetime

import pytest

from fairyscore.notation.editing.score_sheet import appended, date_note, draw_is_offered, undone
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.records.tree import Comment, Record
from fairyscore.notation.replay import Validator


def record(text: str) -> Record:
    found = Validator(keep=True, variant="chess").judge(GameText(1, text, 1)).record
    assert found is not None
    return found


def test_comments_and_glyphs_stay_with_the_move_before_them() -> None:
    longer = appended(record("1. e4 *"), ["e5", "!", "$5", "{solid}", "2.", "Nf3"])
    assert longer.refused is None
    assert longer.played == ("1... e5", "2. Nf3")
    _, answer, knight = longer.record.line.plies
    assert answer.nags == (1, 5)
    assert answer.behind == (Comment("solid"),)
    assert (knight.nags, knight.behind) == ((), ())


def test_a_comment_to_the_end_of_the_line_is_a_comment() -> None:
    longer = appended(record("1. e4 *"), ["e5", ";solid", "$14", "{but slow}"])
    answer = longer.record.line.plies[-1]
    assert answer.behind == (Comment("solid"), Comment("but slow"))
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
    assert longer.record.line.plies[-1].behind == ()


def test_a_comment_before_the_first_move_introduces_the_game() -> None:
    longer = appended(record("*"), ["{Anna begins.}", "e4"])
    assert longer.record.line.intro == (Comment("Anna begins."),)
    assert longer.record.line.plies[0].behind == ()


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
