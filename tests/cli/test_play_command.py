"""`fairyscore play`: moves appended once they are checked."""

from pathlib import Path

import pytest
from running import run, written

FIRST = '[White "Anna"]\n\n1.e4   e5 *\n\n'
LAST = '[White "Berta"]\n[Result "*"]\n\n1. f3 {odd} e5 (1... d5) *\n\n'


@pytest.mark.parametrize("moves", [("g4",), ("g2-g4",), ("2.", "g4"), ("2. g4",)])
def test_appended_to_the_last_game(tmp_path: Path, moves: tuple[str, ...]) -> None:
    path = tmp_path / "a.pgn"
    result = run("play", written(path, FIRST + LAST), *moves)
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "2. g4",
        "position: rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq g3 0 2",
        "black to move",
    ]
    text = path.read_bytes().decode()
    assert text.startswith(FIRST)
    assert text.endswith('[Result "*"]\n\n1. f3 {odd} 1... e5 (1... d5) 2. g4 *\n\n')


def test_the_end_of_the_game_is_its_result(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    result = run("play", written(path, LAST), "g4", "Qh4!")
    assert result.stdout.splitlines()[-1] == "the game ends: checkmate, 0-1"
    assert path.read_bytes().decode().endswith('[Result "0-1"]\n\n1. f3 {odd} 1... e5 (1... d5) 2. g4 Qh4# $1 0-1\n\n')
    again = run("play", str(path), "Ke2")
    assert (again.exit_code, again.stdout) == (1, "")
    assert "game 1 is over: 0-1" in again.stderr


def test_illegal_move(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    result = run("play", written(path, LAST), "g4", "Ke6")
    assert (result.exit_code, path.read_bytes().decode()) == (1, LAST)
    assert result.stdout.startswith("error[no-piece-reaches]: no black king can go to e6")
    assert "= position: rnbqkbnr/" in result.stdout


def test_another_game(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    assert run("play", written(path, FIRST + LAST), "Nf3", "--game", "1").exit_code == 0
    text = path.read_bytes().decode()
    assert "1. e4 e5 2. Nf3 *\n\n" in text
    assert text.endswith(LAST)
    assert run("play", str(path), "Nf3", "--game", "3").exit_code == 2


def test_dry_run(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    result = run("play", written(path, LAST), "g4", "--dry-run")
    assert (result.exit_code, path.read_bytes().decode()) == (0, LAST)
    assert result.stdout.startswith("2. g4\n")


def test_line_ends_stay(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    run("play", written(path, (FIRST + LAST).replace("\n", "\r\n")), "g4")
    text = path.read_bytes().decode()
    assert text.startswith(FIRST.replace("\n", "\r\n"))
    assert text.count("\n") == text.count("\r\n")


def test_spoken_moves_are_written_in_the_notation_of_the_game(tmp_path: Path) -> None:
    """The canonical moves of PGN are SAN or the game's own."""
    path = tmp_path / "a.pgn"
    written(path, '[Variant "kaleidochess"]\n\npawn from 8I goes to 7K *\n')
    result = run("play", str(path), "pawn", "from", "6K", "goes", "to", "7I")
    assert result.stdout.startswith("1... 6K-7I\n")
    assert "1. 8I-7K 6K-7I *" in " ".join(path.read_text().split("\n"))


def test_a_record_with_tags_only(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    result = run("play", written(path, '[White "Anna"]\n[Result "*"]\n'), "e2-e4")
    assert (result.exit_code, result.stdout.splitlines()[0]) == (0, "1. e4")


def test_a_faulty_record_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    result = run("play", written(path, LAST.replace("e5", "e4")), "g4")
    assert result.exit_code == 1
    assert "error[" in result.stderr
    assert "has a fault" in result.stderr


SIDE = """[White "Carl"]
[Result "*"]

1. f3   {odd} (1. e4 Ke5 ; a joke
 (1... zork)) 1... e5 %s*

"""


def test_a_fault_in_a_variation_stays_as_it_stands(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    result = run("play", written(path, FIRST + SIDE % "" + LAST), "--game", "2", "g4", "Qh4", "--date", "2026-11-22")
    assert (result.exit_code, result.stdout.splitlines()[:2]) == (0, ["2. g4", "2... Qh4#"])
    expected = (SIDE % "\n2. g4 Qh4# {[%date 2026.11.22 00:00:00]} ").replace('"*"', '"0-1"').replace("} *", "} 0-1")
    assert path.read_text() == FIRST + expected.replace("e5 \n", "e5\n") + LAST


@pytest.mark.parametrize("action", [("--undo",), ("--tag", "White=Dora")])
def test_nothing_else_of_such_a_game_is_changed(tmp_path: Path, action: tuple[str, ...]) -> None:
    path = tmp_path / "a.pgn"
    result = run("play", written(path, SIDE % ""), *action)
    assert (result.exit_code, path.read_text()) == (1, SIDE % "")
    assert "only moves can be added to it" in result.stderr


def test_moves_do_not_slip_into_an_open_variation(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    text = (SIDE % "").replace("zork))", "zork)")
    assert (run("play", written(path, text), "g4").exit_code, path.read_text()) == (1, text)


def test_wrong_usage(tmp_path: Path) -> None:
    assert run("play", written(tmp_path / "a.pgn", LAST), "2.").exit_code == 2
    assert run("play", "-", "g4", stdin=LAST.encode()).exit_code == 2
    assert run("play", str(tmp_path / "none.pgn"), "e4").exit_code == 2


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        (["Sf3"], "it is 2. Nf3; pass --piece-letters de to type them."),
        (["Sf3", "Sc6", "Lb5"], "it is 2. Nf3, 2... Nc6, 3. Bb5; pass --piece-letters de"),
        (["Sf5"], ""),
        (["Xf3"], ""),
    ],
)
def test_letters_of_another_language_are_named(tmp_path: Path, typed: list[str], hint: str) -> None:
    path = tmp_path / "game.pgn"
    path.write_text('[Variant "Chess"]\n\n1. e4 e5 *\n', encoding="utf-8")
    result = run("play", str(path), *typed)
    assert (result.exit_code, hint in result.stdout, "--piece-letters" in result.stdout) == (1, True, bool(hint))
    assert "With German letters (also " in result.stdout or not hint
    assert run("play", str(path), *typed, "--piece-letters", "de").exit_code == (0 if hint else 1)
