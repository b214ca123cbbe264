"""`fairyscore diff`: two copies of a game."""

import json
from pathlib import Path

import pytest
from running import run, written

from fairyscore.notation.correspondence.log import PostLog

ONE = '[White "Anna"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n'
OTHER = '[White "Anne"]\n[Result "1-0"]\n\n1. e2-e4 {!} e7-e5 2. g1-f3 d7-d6 1-0\n\n'


def test_where_they_part(tmp_path: Path) -> None:
    one, other = written(tmp_path / "a.pgn", ONE), written(tmp_path / "b.pgn", OTHER)
    result = run("diff", one, other)
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        'game 1: tag White: "Anna" | "Anne"',
        "game 1: ply 4, black: 2... Nc6 | 2... d6",
        "  = before: rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
        f"  = {one}: r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
        f"  = {other}: rnbqkbnr/ppp2ppp/3p4/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3",
        "1 game, 1 different",
    ]


def test_same_in_another_format(tmp_path: Path) -> None:
    one = written(tmp_path / "a.pgn", ONE + OTHER)
    run("convert", one, "-o", str(tmp_path / "b.jsonl"))
    result = run("diff", one, str(tmp_path / "b.jsonl"))
    assert (result.exit_code, result.stdout) == (0, "2 games, no difference\n")


def test_one_goes_on(tmp_path: Path) -> None:
    short = written(tmp_path / "a.pgn", ONE.replace(" 2. Nf3 Nc6 1-0", " 1-0"))
    result = run("diff", short, written(tmp_path / "b.pgn", ONE))
    output = result.stdout.splitlines()[0]
    assert output == f"game 1: same moves; {tmp_path / 'b.pgn'} goes on with 2 plies, from 2. Nf3"


@pytest.mark.parametrize(("picked", "code"), [("#2", 0), ("#1", 1), ("#3", 2)])
def test_a_game_is_picked(tmp_path: Path, picked: str, code: int) -> None:
    many, one = written(tmp_path / "a.pgn", ONE + OTHER), written(tmp_path / "b.pgn", OTHER)
    assert run("diff", many + picked, one).exit_code == code


def test_more_games_on_one_side(tmp_path: Path) -> None:
    many, one = written(tmp_path / "a.pgn", ONE * 2), written(tmp_path / "b.pgn", ONE)
    assert run("diff", many, one).stdout == f"game 2: only in {many}\n2 games, 1 different\n"
    assert run("diff", one, many).stdout == f"game 2: only in {many}\n2 games, 1 different\n"


def test_what_cannot_be_judged_is_not_the_same(tmp_path: Path) -> None:
    faulty = written(tmp_path / "a.pgn", ONE.replace("Nf3", "Nf6"))
    result = run("diff", faulty, faulty)
    assert result.exit_code == 1
    assert f"game 1: {faulty} has a fault; it is compared as far as ply 2" in result.stdout
    assert "error[no-piece-reaches]" in result.stderr


def test_json(tmp_path: Path) -> None:
    result = run("diff", written(tmp_path / "a.pgn", ONE), written(tmp_path / "b.pgn", OTHER), "--format", "json")
    data = json.loads(result.stdout)
    (game,) = data["games"]
    assert (result.exit_code, data["same"], game["same"], game["there"]) == (1, False, False, [True, True])
    assert (game["tags"], game["parting"]["ply"]) == ([["White", "Anna", "Anne"]], 4)
    assert game["parting"]["moves"] == ["2... Nc6", "2... d6"]


def test_terminal_is_safe(tmp_path: Path) -> None:
    one, other = written(tmp_path / "a.pgn", ONE), written(tmp_path / "b.pgn", ONE.replace("Anna", "A\x1b[31m\u202e"))
    assert all(line.isprintable() for line in run("diff", one, other).stdout.splitlines())


@pytest.mark.parametrize("style", ["text", "json"])
def test_what_cannot_be_read_is_not_compared(tmp_path: Path, style: str) -> None:
    one, missing = written(tmp_path / "a.pgn", "1. e4 *\n"), str(tmp_path / "none.pgn")
    for pair in ((one, missing), (missing, one)):
        result = run("diff", *pair, "--format", style)
        assert (result.exit_code, result.stdout) == (2, "")
        assert "error[unreadable-file]" in result.stderr


def test_a_fault_in_a_variation_does_not_hide_the_main_line(tmp_path: Path) -> None:
    one = written(tmp_path / "a.pgn", '[Result "*"]\n\n1. e4 e5 (1... c5 2. Ke3) 2. Nf3 Nc6 *\n')
    other = written(tmp_path / "b.pgn", '[Result "*"]\n\n1. e4 e5 2. Nf3 Nc6 *\n')
    result = run("diff", one, other)
    assert (result.exit_code, result.stdout) == (0, "1 game, no difference\n")


CORRESPONDENCE = """[Result "*"]

1. e4 {[%date 2026.01.02] [%emt 1d]} e5 {[%date 2026.01.04]} 2. Nf3 {[%date 2026.01.09] (=)} *
"""


def test_dates_times_and_offers_of_a_move_are_compared(tmp_path: Path) -> None:
    one = written(tmp_path / "a.pgn", CORRESPONDENCE)
    changed = CORRESPONDENCE.replace("01.09] (=)", "01.19]").replace("[%emt 1d]", "[%emt 2d]")
    other = written(tmp_path / "b.pgn", changed)
    result = run("diff", one, other)
    assert (result.exit_code, result.stdout.splitlines()) == (
        1,
        [
            "game 1: ply 1, 1. e4: time used 24:00:00 | 48:00:00",
            "game 1: ply 3, 2. Nf3: date 2026.01.09 | 2026.01.19",
            "game 1: ply 3, 2. Nf3: draw offer yes | (none)",
            "1 game, 1 different",
        ],
    )


def test_a_time_that_one_copy_leaves_out_contradicts_nothing(tmp_path: Path) -> None:
    one = written(tmp_path / "a.pgn", CORRESPONDENCE)
    text = '[Result "*"]\n\n1. e4 {the best} e5 {[%date 2026.01.04 18:30]} 2. Nf3 {(=)} *\n'
    other = written(tmp_path / "b.pgn", text)
    result = run("diff", one, other)
    assert (result.exit_code, result.stdout) == (0, "1 game, no difference\n")


def test_copies_are_reconciled_with_the_letters_of_the_log(tmp_path: Path) -> None:
    """A letter of the log beside the first copy has the move of the second."""
    one, other = (tmp_path / name for name in ("annas.pgn", "berts.pgn"))
    one.write_text("1. e4 e5 2. Nf3 *\n", encoding="utf-8")
    other.write_text("1. e4 e5 2. Nc3 *\n", encoding="utf-8")
    undecided = run("diff", str(one), str(other), "--reconcile")
    assert (undecided.exit_code, "Nothing decides: no letter attests either." in undecided.stdout) == (1, True)
    PostLog(str(tmp_path / ".post")).add("written", letter="a" * 64, game="annas.pgn", wrote=["2. Nc3"])
    decided = run("diff", str(one), str(other), "--reconcile")
    assert (decided.exit_code, decided.stdout.splitlines()[-1]) == (
        0,
        f"  Proposed as the true record: {other}, as letters attest what it states, and none what the other one states.",
    )
