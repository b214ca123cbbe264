"""`fairyscore replay`: a line a ply, and one for the end."""

from pathlib import Path

from running import rows, run

FOOLS_MATE = b'[Event "?"]\n[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n'


def test_jsonl_of_a_short_game() -> None:
    result = run("replay", "-", "--format", "jsonl", "--legal", stdin=FOOLS_MATE)
    *plies, end = rows(result)
    assert result.exit_code == 0
    assert list(plies[0]) == ["game", "ply", "seat", "move", "position", "state", "legal"]
    assert [(row["game"], row["ply"], row["seat"], row["move"]) for row in plies] == [
        (1, 1, "white", "f2-f3"),
        (1, 2, "black", "e7-e5"),
        (1, 3, "white", "g2-g4"),
        (1, 4, "black", "d8-h4"),
    ]
    assert [row["legal"] for row in plies] == [20, 20, 19, 30]
    assert [row["state"] for row in plies] == [[], [], [], ["check", "checkmate"]]
    mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
    assert plies[3]["position"] == end["position"] == mate
    assert (end["game"], end["end"], end["plies"], end["number"], end["legal"]) == (1, True, 4, 3, 0)
    assert (end["outcome"], end["result"], end["findings"]) == ("checkmate", "0-1", 0)


def test_legal_is_left_out_unless_asked_for() -> None:
    assert all("legal" not in row for row in rows(run("replay", "-", "--format", "jsonl", stdin=FOOLS_MATE)))


def test_a_refused_move_ends_its_game_only() -> None:
    result = run(
        "replay", "-", "--format", "jsonl", stdin=b'[Event "?"]\n[Result "*"]\n\n1. e4 e4 2. d4 *\n\n' + FOOLS_MATE
    )
    got = [(row["game"], row.get("ply", "end")) for row in rows(result)]
    assert got == [(1, 1), (1, "end"), (2, 1), (2, 2), (2, 3), (2, 4), (2, "end")]
    assert result.exit_code == 1
    assert result.stderr.startswith("<stdin>:4:7: error[no-piece-reaches]")


def test_a_game_that_cannot_begin() -> None:
    (end,) = rows(run("replay", "-", "--format", "jsonl", stdin=b'[Variant "none"]\n\n1. e4 *\n'))
    assert (end["end"], end["plies"], end["position"], end["findings"]) == (True, 0, None, 1)


def test_the_throw_decides_how_many_moves_there_are() -> None:
    game = b'[Event "?"]\n[Variant "kaleidochess:dice"]\n[Result "*"]\n\n1. 4: 1G-2E *\n'
    ply, end = rows(run("replay", "-", "--format", "jsonl", "--legal", stdin=game))
    listed = run("moves", "kaleidochess:dice", "--throw", "4").stdout.splitlines()
    assert ply["move"] == "4: 1G-2E"
    assert ply["move"] in listed
    assert ply["legal"] == len(listed)
    assert end["legal"] > 0


def test_text_for_people() -> None:
    result = run("replay", "-", "--legal", stdin=FOOLS_MATE)
    lines = result.stdout.splitlines()
    assert lines[0].split()[:6] == ["1", "1", "white", "f2-f3", "20", "legal"]
    assert lines[3].endswith("check, checkmate")
    assert lines[4].split()[:4] == ["1", "end", "4", "plies"]
    assert lines[4].endswith("checkmate, 0-1")


def test_several_files_and_a_variant(tmp_path: Path) -> None:
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("1. a1-c2 *\n")
    result = run("replay", str(tmp_path), "--variant", "chamaeleon", "--format", "jsonl")
    assert [row.get("move") for row in rows(result)] == ["a1-c2", None, "a1-c2", None]
    assert result.exit_code == 0
