"""UCCI: which texts are of it, what ends a game, and what an engine says besides."""

import io

import pytest
from foreign import judged, written

from fairyscore.notation.archive import judge_file
from fairyscore.notation.formats.registry import recognised
from fairyscore.notation.formats.ucci import UCCI
from fairyscore.notation.records.tree import Record
from fairyscore.notation.replay import Validator

START = "fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"


def record_of(text: str) -> Record:
    verdict = judged(text, UCCI)
    assert not [found.message for found in verdict.findings]
    assert verdict.record is not None
    return verdict.record


def intro(record: Record) -> list[str]:
    return [comment.text for comment in record.line.intro]


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("position startpos moves h2e2\n", "ucci"),
        ("position startpos moves b2b3 h9g7\n", "ucci"),
        ("position startpos moves h0g2\n", "ucci"),
        ("position startpos moves b1c3 h10g8\n", "ucci"),
        (f"position {START} w - - 0 1\n", "ucci"),
        ("ucci\nid name Eye\nucciok\nsetoption newgame\nposition startpos\n", "ucci"),
        ("position startpos\ngo\nbestmove h2e2\nposition startpos moves h2e2 h9g7\n", "ucci"),
        ("position startpos moves 7g7f\n", "usi"),
        ("position startpos\n", "usi"),
        ("position startpos moves e2e4 e7e5\n", ""),
        ("position startpos moves b2b3 g8f6\n", ""),
        ("position startpos moves h2h4\n", ""),
        ("ucinewgame\nposition startpos moves b1c3 b8c6\n", ""),
    ],
)
def test_a_text_of_xiangqi_is_told_from_chess_and_shogi(text: str, form: str) -> None:
    found = recognised(text)
    assert (found.name if found else "") == form


@pytest.mark.parametrize(
    ("moves", "end", "result", "plies"),
    [
        ("h2e2", "nobestmove", "1-0", 1),
        ("h2e2 h9g7", "nobestmove", "0-1", 2),
        ("h2e2", "bestmove h9g7 resign", "1-0", 1),
        ("h2e2", "bestmove (none)", "1-0", 1),
        ("h2e2 resign", "", "1-0", 1),
        ("h2e2 h9g7 draw", "", "1/2-1/2", 2),
        ("h2e2", "gameover draw", "1/2-1/2", 1),
        ("h2e2", "bestmove h9g7\ngameover win", "0-1", 2),
        ("h2e2", "bye", "*", 1),
    ],
)
def test_ends(moves: str, end: str, result: str, plies: int) -> None:
    record = record_of(f"position startpos moves {moves}\ngo depth 5\n{end}\n")
    assert (record.result, len(record.line.plies)) == (result, plies)
    kept = record_of(written(record, UCCI))
    assert (kept.result, len(kept.line.plies)) == (result, plies)


def test_an_offer_of_a_draw_is_kept() -> None:
    text = "position startpos\ngo\nbestmove h2e2 ponder h9g7 draw\nposition startpos moves h2e2 h9g7\n"
    assert intro(record_of(text)) == ["bestmove h2e2 draw"]


def test_black_may_begin_in_a_position_of_his_own() -> None:
    record = record_of(f"position {START} b - - 3 4 moves h9g7\nnobestmove\n")
    assert (record.result, bool(record.set_up)) == ("0-1", True)
    assert written(record, UCCI) == (
        "setoption newgame\nposition fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 3 4"
        " moves h9g7\nnobestmove\n"
    )


def test_a_move_of_rank_10_says_that_ranks_are_counted_from_1() -> None:
    record = record_of("position startpos moves h3e3 h10g8\n")
    assert written(record, UCCI) == "setoption newgame\nposition startpos moves h2e2 h9g7\n"


def test_an_option_names_the_game() -> None:
    text = "setoption newgame\nsetoption name UCI_Variant value manchu\nposition startpos moves a0a1\n"
    record = record_of(text)
    assert record.game.name == "manchu"
    assert "UCI_Variant value manchu" in written(record, UCCI)


def test_a_line_that_is_not_understood_costs_that_line() -> None:
    verdict = judged("ucci\nthe engine is thinking\nposition startpos moves h2e2\nponderhit now\n", UCCI)
    assert [found.code for found in verdict.findings] == ["unknown-line"] * 2
    assert verdict.record is not None
    assert verdict.whole
    assert intro(verdict.record) == ["the engine is thinking", "ponderhit now"]


def test_games_of_a_log() -> None:
    games = [f"setoption newgame\nposition startpos moves {end}\n" for end in ("h2e2\nnobestmove", "b0c2\nbye")]
    text = "".join(["ucci\n", *games])
    verdicts = list(judge_file(io.BytesIO(text.encode()), Validator()))
    assert [(verdict.plies, verdict.form) for verdict in verdicts] == [(1, "ucci"), (1, "ucci")]
    assert [verdict.record.result for verdict in verdicts if verdict.record] == ["1-0", "*"]
