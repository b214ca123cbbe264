"""Files in the shapes of servers (`samples/doors`): games, moves and variants, without a fault."""

import json
from pathlib import Path

import pytest
from running import run

DOORS = Path(__file__).resolve().parents[2] / "samples" / "doors"

FILES = {
    "brainking.pgn": [("embassy", 4)],
    "chess.com.json": [("chess", 4)],
    "iccf.pgn": [("chess", 6)],
    "lichess.ndjson": [("crazyhouse", 7), ("chess960", 4)],
    "pychess.pgn": [("makruk", 4)],
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
