"""What is written is clean: nothing is reported of it, and it is written alike again; headers as mailers leave them."""

import io

import pytest

from fairyscore.notation.clocks.control import read_control
from fairyscore.notation.game import loads
from fairyscore.notation.records.pgn_lexer import normal_result
from fairyscore.notation.work.convert import convert
from fairyscore.notation.work.validate import validate

COMMAND = "[%cal " + ",".join(f"G{origin}2{origin}4" for origin in "abcdefgh") + ",Ra1a8,Rh1h8,Rb1c3,Yg1f3,Bd1h5,Ge1g1]"


def rewritten(text: str) -> str:
    (game,) = loads(text)
    return str(game.to("pgn"))


@pytest.mark.parametrize(
    "moves",
    [
        "1. e4 ; a {b\n e5 *",
        "1. e4 ; a } b { c\n e5 *",
        "1. e4 {a command of a board: " + COMMAND + " and words} e5 *",
        "1. e4 {" + COMMAND + "} e5 (1... c5 {" + COMMAND + " x}) *",
        "% a command\n1. e4 *",
        "1. e4 ; {\n e5 *",
    ],
)
def test_what_is_written_is_clean_and_stays(moves: str) -> None:
    once = rewritten(f'[Event "x"]\n[Result "*"]\n\n{moves}\n')
    (game,) = loads(once)
    assert game.diagnostics == ()
    assert game.to("pgn") == once
    assert all(COMMAND in line for line in once.splitlines() if "[%cal" in line), (
        "other programs read it on one line only"
    )


def test_the_rest_of_a_game_keeps_the_number_in_front_of_the_refused_move() -> None:
    (game,) = loads('[Event "x"]\n[Result "*"]\n\n1. e4 e5 2. Ke3 Nc6 3. Bb5 *')
    assert game.record.line.plies[-1].comments[0].text == "2. Ke3 Nc6 3. Bb5"


@pytest.mark.parametrize("result", ["1-1", "1/2-0", "0-1/2", "1-1/2"])
def test_two_players_share_one_point(result: str) -> None:
    assert normal_result(result, 2) is None
    (game,) = loads(f'[Event "x"]\n\n1. e4 e5 {result}\n')
    assert [found.code for found in game.diagnostics] == ["bad-result"]


def test_three_players_share_what_they_agree_on() -> None:
    assert normal_result("1-1-0", 3) == "1-1-0"


def test_set_up_that_says_no_beside_a_position() -> None:
    (game,) = loads('[SetUp "0"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 *')
    assert [found.code for found in game.diagnostics] == ["unusual-spelling"]
    assert '[SetUp "1"]' in str(game.to("pgn"))


def test_tags_that_a_mailer_has_wrapped_and_names_with_hyphens() -> None:
    (game,) = loads('[Event "a very\nlong name"]\n[White-Team "A"]\n[Result "*"]\n\n1. e4 *')
    assert (game.tags["Event"], game.tags["White-Team"]) == ("a very long name", "A")
    assert [found.code for found in game.diagnostics] == ["unusual-spelling"]


def test_a_time_control_in_words_of_servers() -> None:
    assert read_control("1 in 5 days") == read_control("1 move in 5 days")


def test_a_position_that_refuses_the_first_move_may_be_the_last_one() -> None:
    fen = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
    report = validate(io.StringIO(f'[Fen "{fen}"]\n[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n'))
    assert any("the tag FEN is left out" in found.message for found in report.diagnostics)


@pytest.mark.parametrize("result", ["1/2", "1/2-1/2"])
def test_a_draw_is_written_with_both_scores(result: str) -> None:
    """The export format has four results (PGN standard, 8.1.1.7), in the tag as behind the moves."""
    text = f'[White "A"]\n[Result "{result}"]\n\n1. e4 e5 {result}\n\n'
    written = convert(io.StringIO(text), "pgn").text
    assert (written.count("1/2-1/2"), written.count("1/2")) == (2, 4)
    assert rewritten(text) == written
