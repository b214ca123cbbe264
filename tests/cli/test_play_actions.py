"""`fairyscore play` as a score sheet: new games, notes, offers, ends, claims, moves taken back."""

import json
from pathlib import Path

import pytest
from running import run, written


@pytest.fixture
def path(tmp_path: Path) -> str:
    return written(tmp_path / "a.pgn", '[White "Anna"]\n[Result "*"]\n\n1. e4 e5 *\n\n')


def text(path: str) -> str:
    return " ".join(Path(path).read_text(encoding="utf-8").split())


def test_new_game_then_a_second_after_it(tmp_path: Path) -> None:
    path = str(tmp_path / "new.pgn")
    assert run("play", path, "--new", "--variant", "tor-qi", "--tag", "White=Anna").exit_code == 0
    assert run("play", path, "--new", "e4").exit_code == 0
    games = Path(path).read_text(encoding="utf-8").split("\n\n[Event")
    assert ('[Variant "tor-qi"]' in games[0], '[White "Anna"]' in games[0], "1. e4 *" in games[1]) == (True, True, True)


def test_notes_of_a_move(path: str) -> None:
    notes = ("--date", "2026-03-03 19:22", "--clock", "3d 4h", "--offer-draw", "--comment", "sharp")
    assert run("play", path, "2.", "Nf3", *notes).exit_code == 0
    assert "2. Nf3 {[%date 2026.03.03 19:22:00] [%clk 76:00:00] (=) sharp} *" in text(path)


@pytest.mark.parametrize("number", ["3.", "1.", "2..."])
def test_wrong_number_is_refused(path: str, number: str) -> None:
    before = text(path)
    result = run("play", path, number, "Nf3")
    assert (result.exit_code, "error[move-number]" in result.stdout, text(path)) == (1, True, before)


def test_comments_among_moves_are_kept(path: str) -> None:
    assert run("play", path, "Nf3 {solid} Nc6 $1").exit_code == 0
    assert "2. Nf3 {solid} 2... Nc6 $1 *" in text(path)


def test_draw_is_accepted_only_where_it_is_offered(path: str) -> None:
    assert run("play", path, "--accept-draw").exit_code == 1
    assert run("play", path, "Nf3", "--offer-draw").exit_code == 0
    assert run("play", path, "--accept-draw").exit_code == 0
    assert text(path).endswith("{Draw agreed.} 1/2-1/2")


def test_claims_are_checked(path: str) -> None:
    assert run("play", path, "--claim-draw").exit_code == 1
    assert run("play", path, *["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"], "--claim-draw").exit_code == 0
    assert text(path).endswith("{Draw claimed: threefold repetition.} 1/2-1/2")


def test_resignation_result_and_undo(path: str) -> None:
    assert run("play", path, "--resign", "black").exit_code == 0
    assert text(path).endswith("{Black resigns.} 1-0")
    assert run("play", path, "--undo").exit_code == 0
    assert text(path).endswith("1. e4 *")
    assert run("play", path, "--result", "1/2").exit_code == 0
    assert text(path).endswith("1. e4 1/2-1/2")
    assert run("play", path, "--undo", "5").exit_code == 1


def test_json(path: str) -> None:
    data = json.loads(run("play", path, "Nf3", "--format", "json").stdout)
    assert (data["appended"], data["turn"], data["written"]) == (["2. Nf3"], "black", True)
    refused = run("play", path, "Ke4", "--format", "json")
    assert (refused.exit_code, json.loads(refused.stdout)["written"]) == (1, False)


def test_nothing_to_do(path: str) -> None:
    assert run("play", path).exit_code == 2
