"""Files in the shapes of servers (`samples/doors`): games, moves and variants, without a fault."""

import json
from pathlib import Path

import pytest
from running import run

DOORS = Path(__file__).resolve().parents[2] / "samples" / "doors"

FILES = {
    "brainking.pgn": [("embassy", 13)],
    "chess.com.json": [("chess", 4)],
    "chess.com.pgn4": [("chess", 9)],
    "four-player.pgn4": [("four-player", 113), ("four-player", 87)],
    "gamecourier.gc": [("chess", 8)],
    "iccf.pgn": [("chess", 6)],
    "iecc.pgn": [("chess", 10)],
    "lichess.ndjson": [("crazyhouse", 7), ("chess960", 4)],
    "pychess.pgn": [("makruk", 4)],
    "schemingmind.pgn": [("chess", 6), ("no-castling", 4), ("losers", 4)],
    "vchess.pgn": [("atomic", 4)],
    "xfcc.xml": [("chess", 6)],
}


def test_each_file_has_its_line() -> None:
    assert sorted(FILES) == sorted(file.name for file in DOORS.iterdir() if file.suffix != ".md")
    page = (DOORS.parents[1] / "docs" / "formats.md").read_text(encoding="utf-8")
    assert [name for name in FILES if f"`{name}`" not in page] == []


@pytest.mark.parametrize("name", FILES)
def test_games_of_a_server(name: str) -> None:
    result = run("convert", str(DOORS / name), "--to", "json")
    assert result.exit_code == 0, result.output
    games = json.loads(result.stdout)
    assert [(game["variant"], len(game["moves"])) for game in games] == FILES[name]
    assert all(game["tags"]["White"] for game in games)


def test_letters_of_a_server_are_found_and_reported() -> None:
    """BrainKing has C and M for the pieces that have A and C here; just one choice of letters makes all moves legal."""
    result = run("convert", str(DOORS / "brainking.pgn"), "--to", "pgn")
    assert "4. Bxi7 Axi7 5. Ai2 Nh6 6. Cxh1 Ag8 7. Cg1" in result.stdout
    assert "the piece letters are those of the server (C for A, M for C)" in result.stderr


@pytest.mark.parametrize(
    "moves",
    [
        "1. d4 d5 2. Yc3",  # no choice of letters makes it legal
        "1. Nc3 Nh6 2. Mh3 e5 3. Mg3 e4 4. Kz9",  # a slip further on
    ],
)
def test_letters_that_fit_nowhere_are_not_read(tmp_path: Path, moves: str) -> None:
    path = tmp_path / "a.pgn"
    path.write_text(f'[White "A"]\n[Black "B"]\n[Variant "Embassy Chess"]\n\n{moves} *\n', encoding="utf-8")
    result = run("validate", str(path), "--info")
    assert result.exit_code == 1
    assert "those of the server" not in result.output


def test_two_players_of_pgn4_are_chess(tmp_path: Path) -> None:
    text = (DOORS / "chess.com.pgn4").read_text(encoding="utf-8")
    result = run("convert", str(DOORS / "chess.com.pgn4"), "--to", "pgn")
    assert "4. Bb5xc6 d7xc6 5. O-O {R} 1-0" in result.stdout
    duck = tmp_path / "duck.pgn4"
    duck.write_text(text.replace("EnPassant", "DuckChess EnPassant"), encoding="utf-8")
    kept = run("validate", str(duck))
    assert kept.exit_code == 0
    assert "warning[not-judged]" in kept.output
