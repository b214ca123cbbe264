"""`explain -o` and `validate --draw-faults`: refused moves as files."""

from pathlib import Path

import pytest
from running import run, written

CHESS = '[Variant "chess"]\n[Result "*"]\n\n'


def test_explain_draws(tmp_path: Path) -> None:
    path = tmp_path / "why.svg"
    result = run("explain", "chess", "Ra1-a5", "-o", str(path), "--theme", "print")
    assert result.exit_code == 1
    assert "path-blocked" in result.output
    assert "a white pawn on a2</title>" in path.read_text(encoding="utf-8")


def test_explain_draws_what_is_legal_too(tmp_path: Path) -> None:
    path = tmp_path / "move.svg"
    assert run("explain", "chess", "e4", "--after", "", "-o", str(path)).exit_code == 0
    assert 'class="mark arrow green"' in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("ending", "theme", "message"), [(".gif", "screen", ".gif"), (".svg", "neon", "no theme 'neon'")]
)
def test_explain_that_cannot_draw(tmp_path: Path, ending: str, theme: str, message: str) -> None:
    path = tmp_path / f"why{ending}"
    result = run("explain", "chess", "e4", "-o", str(path), "--theme", theme)
    assert result.exit_code == 2
    assert message in result.output
    assert list(tmp_path.iterdir()) == []


def test_validate_draws_every_refused_move(tmp_path: Path) -> None:
    games = tmp_path / "some games.pgn"
    games.write_text(
        f"{CHESS}1. e4 e5 2. Ke3 *\n\n{CHESS}1. e4 e5 2. Nf3 *\n\n{CHESS}1. e2xe4 e5 2. a1a5 *\n", encoding="utf-8"
    )
    folder = tmp_path / "why" / "not"
    result = run("validate", str(games), "--draw-faults", str(folder))
    assert result.exit_code == 1
    names = ["some_games-game1-ply3.svg", "some_games-game3-ply1.svg", "some_games-game3-ply3.svg"]
    assert sorted(path.name for path in folder.iterdir()) == names
    assert f"{folder}: 3" in result.stderr
    first = (folder / names[0]).read_text(encoding="utf-8")
    assert "<title>Ke3: no white king can go to e3" in first
    assert "Last move: 1... e5" in first


def test_moves_of_variations_are_not_drawn_in_the_main_line(tmp_path: Path) -> None:
    games = tmp_path / "g.pgn"
    games.write_text(f"{CHESS}1. e4 e5 (1... d5 2. e4xe5) 2. Nf3 *\n", encoding="utf-8")
    folder = tmp_path / "out"
    assert run("validate", str(games), "--draw-faults", str(folder)).exit_code == 1
    assert list(folder.iterdir()) == []


def test_records_of_one_name_do_not_write_over_each_other(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "g.pgn").write_text(f"{CHESS}1. e5 *\n", encoding="utf-8")
    folder = tmp_path / "out"
    run("validate", str(tmp_path / "a"), str(tmp_path / "b"), "--draw-faults", str(folder))
    assert sorted(path.name for path in folder.iterdir()) == ["g-game1-ply1-2.svg", "g-game1-ply1.svg"]


def test_no_fault_no_drawing(tmp_path: Path) -> None:
    games = tmp_path / "g.pgn"
    games.write_text(f"{CHESS}1. e4 *\n", encoding="utf-8")
    result = run("validate", str(games), "--draw-faults", str(tmp_path / "out"))
    assert (result.exit_code, list((tmp_path / "out").iterdir())) == (0, [])


def test_a_folder_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    games = tmp_path / "g.pgn"
    games.write_text(f"{CHESS}1. e5 *\n", encoding="utf-8")
    result = run("validate", str(games), "--draw-faults", str(tmp_path / "file"))
    assert result.exit_code == 2
    assert "cannot be written" in result.output


# -- render --piece --on ------------------------------------------------------------------------------------------------


def test_render_a_piece(tmp_path: Path) -> None:
    path = tmp_path / "w.svg"
    assert run("render", "kaleidochess", "--piece", "W", "--on", "1B", "-o", str(path)).exit_code == 0
    assert "<title>KaleidoChess: a wizard on 1B</title>" in path.read_text(encoding="utf-8")


def test_render_a_piece_in_a_position() -> None:
    result = run("render", "chess", "--on", "g1", "--names", "none")
    assert result.exit_code == 0
    assert "a white knight on g1" in result.stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["chess", "--piece", "X", "--on", "e4"], "no piece 'X'"),
        (["chess", "--piece", "N", "--on", "e4", "--position", "8/8/8/8/8/8/8/4K2k w - - 0 1"], "empty board"),
        (["chess", "--piece", "N", "--on", "e9"], "'e9' is not on the board"),
        (["chess", "--on", "e4"], "no piece stands on e4"),
    ],
)
def test_render_a_piece_that_is_not_there(words: list[str], message: str) -> None:
    result = run("render", *words)
    assert result.exit_code == 2
    assert message in " ".join(result.output.split())


def test_moves_of_variations_are_not_drawn_in_positions_of_the_main_line(tmp_path: Path) -> None:
    path = written(tmp_path / "a.pgn", '[Result "*"]\n\n1. e4 e5 (1... c5 2. Ke3) 2. Nf3 Nc6 *\n')
    run("validate", "--draw-faults", str(tmp_path / "drawings"), path)
    assert not list((tmp_path / "drawings").iterdir())


def test_moves_that_begin_with_a_digit_are_drawn(tmp_path: Path) -> None:
    """A field of KaleidoChess is no number of a move."""
    games = tmp_path / "games.pgn"
    games.write_text(
        '[Variant "KaleidoChess"]\n[Result "*"]\n\n1. 8I-7K 6K-7I 2. 2K-3I 4I-3K 3. 2G-2D 4H-4E 4. 1I-8I *\n'
    )
    run("validate", str(games), "--draw-faults", str(tmp_path / "drawings"))
    assert [path.name for path in (tmp_path / "drawings").iterdir()] == ["games-game1-ply6.svg"]
