"""USI: what programs tell engines, and the logs of it."""

import io

import pytest
from foreign import judged, written

from fairyscore.notation.archive import judge_file
from fairyscore.notation.formats.csa import CSA
from fairyscore.notation.formats.usi import USI
from fairyscore.notation.records.tree import Record
from fairyscore.notation.replay import Validator

SFEN = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL"


def games(text: str) -> list[tuple[str, int, str, list[str]]]:
    """The games of a file: name, plies, result, and the codes of what is wrong."""
    verdicts = list(judge_file(io.BytesIO(text.encode()), Validator()))
    assert {verdict.form for verdict in verdicts} == {"usi"}
    return [
        (verdict.record.game.name, verdict.plies, verdict.record.result, [found.code for found in verdict.findings])
        for verdict in verdicts
        if verdict.record is not None
    ]


def record_of(text: str) -> Record:
    verdict = judged(text, USI)
    assert not [found.message for found in verdict.findings]
    assert verdict.record is not None
    return verdict.record


def comments(record: Record) -> list[list[str]]:
    """In front of the moves, and after each."""
    return [
        [comment.text for comment in held] for held in (record.line.intro, *(p.comments for p in record.line.plies))
    ]


def test_a_list_of_positions_is_a_list_of_games() -> None:
    assert games("position startpos moves 7g7f 3c3d 2g2f\nposition startpos moves 2g2f\nposition startpos\n") == [
        ("shogi", 3, "*", []),
        ("shogi", 1, "*", []),
        ("shogi", 0, "*", []),
    ]


def test_positions_that_go_on_are_one_game() -> None:
    assert games("position startpos moves 7g7f\nposition startpos moves 7g7f 3c3d 2g2f\n") == [("shogi", 3, "*", [])]


def test_the_same_game_twice_in_a_list_is_two_games() -> None:
    assert len(games("position startpos moves 7g7f\nposition startpos moves 7g7f\n")) == 2


def test_a_position_asked_about_twice_is_one_game() -> None:
    assert len(games("position startpos moves 7g7f\ngo infinite\nstop\nposition startpos moves 7g7f\ngo ponder\n")) == 1


def test_several_games_in_a_log() -> None:
    first = "usinewgame\nposition startpos\ngo\nbestmove 7g7f\nposition startpos moves 7g7f 3c3d\ngo\nbestmove resign\n"
    second = f"usinewgame\nposition {SFEN} w - 1 moves 3c3d\ngo\nbestmove 7g7f\ngameover win\n"
    text = f"usi\nid name Engine 1.0\nusiok\n{first}gameover lose\n{second}"
    assert games(text) == [("shogi", 2, "0-1", []), ("shogi", 2, "1-0", [])]


@pytest.mark.parametrize(
    ("moves", "end", "result", "plies"),
    [
        ("7g7f", "bestmove resign", "1-0", 1),
        ("7g7f 3c3d", "bestmove resign", "0-1", 2),
        ("7g7f", "gameover lose", "1-0", 1),
        ("7g7f", "gameover win", "0-1", 1),
        ("7g7f", "gameover draw", "1/2-1/2", 1),
        ("7g7f", "bestmove 3c3d\ngameover win", "0-1", 2),
        ("7g7f", "quit", "*", 1),
    ],
)
def test_ends(moves: str, end: str, result: str, plies: int) -> None:
    record = record_of(f"position startpos moves {moves}\ngo\n{end}\n")
    assert (record.result, len(record.line.plies)) == (result, plies)


def test_black_may_begin_in_a_position_of_his_own() -> None:
    record = record_of(f"position {SFEN} w - 1 moves 3c3d\nbestmove resign\n")
    assert record.result == "0-1"
    assert record.set_up


def test_a_declared_impasse_is_one_in_csa_and_back() -> None:
    text = "position startpos moves 7g7f\nbestmove win\n"
    verdict = judged(text, USI)
    assert [found.code for found in verdict.findings] == ["impasse-unmet"]
    assert verdict.record is not None
    assert verdict.record.result == "0-1"
    assert written(verdict.record, CSA).endswith("%KACHI\n")
    assert written(verdict.record, USI) == "usinewgame\n" + text


def test_an_answer_that_was_not_played_is_a_comment() -> None:
    record = record_of("position startpos\ngo\nbestmove 2g2f\nposition startpos moves 7g7f\ngo\nbestmove 3c3d\n")
    assert comments(record) == [["bestmove 2g2f"], ["bestmove 3c3d"]]


@pytest.mark.parametrize(
    ("game", "sfen", "moves"),
    [
        ("minishogi", "rbsgk/4p/5/P4/KGSBR b - 1", "5e4d 2a3b"),
        ("minishogi", "2k2/5/5/5/2K2 b Pp 1", "P*2b P*2d"),
        ("kyoto-shogi", "p+nks+l/5/5/5/+LSK+NP b - 1", "1e1d+ 3a4b"),
        ("tori-shogi", "rpckcpl/3f3/sssssss/2s1S2/SSSSSSS/3F3/LPCKCPR b - 1", "3d3c"),
    ],
)
def test_games_are_known_by_their_boards(game: str, sfen: str, moves: str) -> None:
    verdict = judged(f"position sfen {sfen} moves {moves}\n", USI)
    assert verdict.record is not None
    assert verdict.record.game.name == game
    assert [found.message for found in verdict.findings if found.severity == "error"] == []
    assert verdict.plies == len(moves.split())


def test_an_option_names_the_game() -> None:
    text = "setoption name UCI_Variant value kyotoshogi\nposition sfen 2k2/5/5/1+P3/2K2 b P 1 moves +P*2d 3a3b 4d4c-\n"
    record = record_of(text)
    assert record.game.name == "kyoto-shogi"
    assert "moves +P*2d 3a3b 4d4c-" in written(record, USI)


def test_a_line_that_is_not_understood_costs_that_line() -> None:
    verdict = judged("usinewgame\nthe engine is thinking\nposition startpos moves 7g7f\nbestmove\ngameover soon\n", USI)
    assert [found.code for found in verdict.findings] == ["unknown-line"] * 3
    assert verdict.record is not None
    assert verdict.whole
    assert comments(verdict.record)[0] == ["the engine is thinking", "bestmove", "gameover soon"]


@pytest.mark.parametrize("damage", ["usinewgame'position", "usinewgame(position", "usinewgame"])
def test_a_game_of_a_damaged_line_takes_nothing_from_the_next(damage: str) -> None:
    text = f"{damage} startpos moves 7g7f\nbestmove resign\n\nusinewgame\nposition startpos moves 2g2f\n"
    assert games(text) == [("shogi", 0, "0-1", ["unknown-line"]), ("shogi", 1, "*", [])]


def test_a_name_in_front_of_commands_is_kept_once() -> None:
    record = record_of("[12:00] E1> usinewgame\n[12:00] E1> position startpos moves 7g7f\n[12:01] E1> quit\n")
    assert comments(record) == [["E1"], []]


def test_a_list_of_sfens_is_a_list_of_positions() -> None:
    assert games("4k4/9/4P4/9/9/9/9/9/4K4 b G 1\nrbsgk/4p/5/P4/KGSBR b - 1\n") == [
        ("shogi", 0, "*", []),
        ("minishogi", 0, "*", []),
    ]


def test_a_sfen_by_itself_may_have_moves() -> None:
    record = record_of("4k4/9/4P4/9/9/9/9/9/4K4 b G 1 moves G*5b\n")
    assert record.set_up
    assert len(record.line.plies) == 1


def test_a_position_of_no_sense_is_reported_at_its_place() -> None:
    verdict = judged("usinewgame\nposition sfen 4k4/9/9 b - 1 moves 7g7f\n", USI)
    assert [(found.code, found.line) for found in verdict.findings] == [("bad-value", 2)]


@pytest.mark.parametrize(
    ("word", "result", "in_csa"),
    [
        ("resign", "0-1", "%TORYO"),
        ("timeout", "0-1", "%TIME_UP"),
        ("win", "1-0", "%KACHI"),
        ("draw", "1/2-1/2", "%HIKIWAKE"),
        ("rep_draw", "1/2-1/2", "%SENNICHITE"),
        ("break", "*", "%CHUDAN"),
    ],
)
def test_words_behind_the_moves(word: str, result: str, in_csa: str) -> None:
    record = judged(f"position startpos moves 7g7f 3c3d {word}\n", USI).record
    assert record is not None
    assert (record.result, len(record.line.plies)) == (result, 2)
    assert written(record, CSA).endswith(f"\n{in_csa}\n")
    back = judged(written(record, USI), USI).record
    assert back == record
