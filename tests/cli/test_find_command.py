"""`find`: which games come out, how, and what is said."""

from pathlib import Path

import pytest
from running import rows, run, written

ANNA = '[Event "Cup"]\n[White "Anna"]\n[Black "Bert"]\n[Date "1991"]\n[Result "0-1"]\n\n1. f3 e5 {so} 2. g4 Qh4# 0-1\n'
BERT = '[Event "Cup"]\n[White "Bert"]\n[Black "Cléo"]\n[Date "1990.??.??"]\n[Result "*"]\n\n1.d4   d5 2. c4 *\n'
BAD = '[Event "Cup"]\n[White "Cleo"]\n[Black "Anna"]\n[Result "*"]\n\n1. e4 Ke5 2. d4 *\n'
QI = '[Event "?"]\n[Variant "tor-qi"]\n[White "anna"]\n\n1. b2-b3 *\n'
ALL = "\n".join((ANNA, BERT, BAD, QI))


@pytest.fixture
def archive(tmp_path: Path) -> str:
    return written(tmp_path / "all.pgn", ALL)


@pytest.mark.parametrize(
    ("query", "games"),
    [
        ('player "anna"', [ANNA, BAD, QI]),
        ('black "cleo"', [BERT]),
        ('white = "ann"', []),
        ("date 1990", [BERT]),
        ("result 0-1 and winner 'Bert'", [ANNA]),
        ("loser 'Anna' and mate", [ANNA]),
        ("ends by checkmate", [ANNA]),
        ("comment 'SO'", [ANNA]),
        ("plies 1..3", [BERT, BAD, QI]),
        ("plies 1", [BAD, QI]),
        ("fault", [BAD]),
        ("fault cannot-reach", []),
        ("variant tor-qi", [QI]),
        ("variant chess and never mate and ply 2", [BERT]),
        ("line '1. d4 d5'", [BERT]),
        ("reaches '1. c4 d5 2. d4'", [BERT]),
        ("reaches '1. d4 e5'", []),
        ("board { white P c4 d4, empty c2 }", [BERT]),
        ("move { piece Q, gives check } and mate", [ANNA]),
        ("board { white piece b3 }", [QI]),
    ],
)
def test_games_come_out_unchanged(archive: str, query: str, games: list[str]) -> None:
    result = run("find", query, archive)
    assert result.stdout == "".join(f"{game}\n" for game in games)
    assert result.exit_code == int(not games)
    others = "".join(f"{game}\n" for game in (ANNA, BERT, BAD, QI) if game not in games)
    assert run("find", "--not", query, archive).stdout == others


def test_what_is_said_at_the_end(archive: str) -> None:
    assert run("find", "mate", archive, "--count").stderr == "1 of 4 games; 1 game searched up to a fault\n"
    result = run("find", "castle 00 held by white", archive)
    assert result.stderr.splitlines() == [
        "fairyscore: Chess has no castles (column 1 of the query)",
        "fairyscore: Tor Qi has no castles (column 1 of the query)",
        "0 of 4 games",
    ]
    assert run("find", "player 'Cleo'", archive, "--count").stderr == "2 of 4 games\n"  # no move is asked for
    assert "has no" not in run("find", "board { W a1 }", archive).stderr  # Tor Qi has a wazir


def test_lists_and_counts(archive: str) -> None:
    assert run("find", "check or ply 3", archive, "--list").stdout.splitlines() == [
        f"{archive}:1: game 1, ply 3 (2. g4): Anna - Bert, 1991, 0-1",
        f"{archive}:9: game 2, ply 3 (2. c4): Bert - Cléo, 1990.??.??, *",
    ]
    assert run("find", "ply 1", archive, "--count").stdout == "4\n"
    assert run("find", "ply 1", archive, "--count", "--first", "2").stdout == "2\n"
    (row,) = rows(run("find", "mate", archive, "--format", "jsonl"))
    assert row == {
        "file": archive,
        "line": 1,
        "game": 1,
        "ply": 4,
        "move": "2... Qh4#",
        "position": "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
        "variant": "chess",
        "names": ["Anna", "Bert"],
        "date": "1991",
        "result": "0-1",
    }


def test_files_are_written_completely_or_not_at_all(archive: str, tmp_path: Path) -> None:
    target = tmp_path / "found.pgn"
    assert run("find", "date 1985", archive, "-o", str(target)).exit_code == 1
    assert not target.exists()
    assert run("find", "mate", archive, "-o", str(target)).exit_code == 0
    assert target.read_text(encoding="utf-8") == f"{ANNA}\n"
    assert run("find", "ply 3", archive, "-o", str(target)).exit_code == 2
    assert run("find", "ply 3", archive, "-o", str(target), "--force").exit_code == 0
    assert target.read_text(encoding="utf-8") == f"{ANNA}\n{BERT}\n"
    assert run("find", "ply 3", archive, "-o", archive, "--force").exit_code == 2
    assert Path(archive).read_text(encoding="utf-8") == ALL


def test_another_format(archive: str, tmp_path: Path) -> None:
    games = tmp_path / "found.jsonl"
    assert run("find", "ply 3", archive, "-o", str(games)).exit_code == 0
    assert run("find", "player 'Cleo'", str(games)).stdout.count('[Black "Cléo"]') == 1
    assert run("find", "board { white P c4 }", str(games), "--list").stdout.endswith(
        ":2: game 2, ply 3 (2. c4): Bert - Cléo, 1990.??.??, *\n"
    )


def test_diagrams_mark_the_pieces_that_fit(archive: str, tmp_path: Path) -> None:
    folder = tmp_path / "drawn"
    found = run(
        "find", "board { black Q h4 } or board { white P c4 d4 }", archive, "--count", "--diagrams", str(folder)
    )
    assert found.stdout == "2\n"
    assert sorted(path.name for path in folder.iterdir()) == ["found-1.svg", "found-2.svg"]
    pawns = (folder / "found-2.svg").read_text(encoding="utf-8")
    assert "Bert - Cl\N{LATIN SMALL LETTER E WITH ACUTE}o, 1990.??.??, 2. c4" in pawns
    assert pawns.count('class="mark ring') == 2


def test_nothing_is_drawn_where_nothing_is_found(archive: str, tmp_path: Path) -> None:
    assert run("find", "date 1985", archive, "--diagrams", str(tmp_path / "drawn")).exit_code == 1
    assert not (tmp_path / "drawn").exists()


@pytest.mark.parametrize(
    "arguments",
    [
        ["player Anna", "ARCHIVE"],
        ["mate"],
        ["mate", "ARCHIVE", "--list", "--count"],
        ["mate", "ARCHIVE", "--list", "--to", "pgn"],
    ],
)
def test_wrong_usage(archive: str, arguments: list[str]) -> None:
    result = run("find", *(archive if one == "ARCHIVE" else one for one in arguments))
    assert result.exit_code == 2
    assert result.stdout == ""


def test_the_place_of_a_mistake_is_told(archive: str) -> None:
    assert "column 8: a text in quotes is expected, not 'Anna'" in run("find", "player Anna", archive).stderr


def test_what_cannot_be_read(tmp_path: Path, archive: str) -> None:
    result = run("find", "ply 1", str(tmp_path / "none.pgn"), archive, "--count")
    assert (result.exit_code, result.stdout) == (2, "4\n")


def test_processes_find_the_same(archive: str, tmp_path: Path) -> None:
    state = str(tmp_path / "state")
    alone = run("find", "ply 3", archive, "--format", "jsonl").stdout
    assert run("find", "ply 3", archive, "--format", "jsonl", "--jobs", "2").stdout == alone
    for _ in range(2):
        assert run("find", "ply 3", archive, "--format", "jsonl", "--state", state).stdout == alone
