"""`fairyscore fmt`: the canonical form in place, and nothing else."""

import os
from pathlib import Path

import pytest
from running import run, written

from fairyscore.notation.work.formatting import format_file

ROSTER = '[Event "?"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n[White "Anna"]\n[Black "?"]\n[Result "*"]\n'
CANONICAL = f"{ROSTER}\n1. e4 e5 *\n\n"
UGLY = '[Result "*"]\n[White "Anna"]\n\n1.e4   e5 *\n'
BAD = '[White  "Bert"]\n[Result "*"]\n\n1. e4   e5 2. Ke3 *\n\n'
SAMPLES = sorted((Path(__file__).resolve().parents[2] / "samples" / "games").rglob("*.pgn"))


def test_in_place(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    result = run("fmt", written(path, UGLY))
    assert (result.exit_code, path.read_bytes().decode()) == (0, CANONICAL)
    assert result.stderr.splitlines() == [f"reformatted {path}", "1 file reformatted"]


def test_what_is_canonical_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    written(path, CANONICAL)
    os.utime(path, (1, 1))
    before = path.stat()
    result = run("fmt", str(path))
    assert (result.exit_code, result.stderr) == (0, "1 file left unchanged\n")
    assert (path.stat().st_mtime, path.stat().st_ino) == (1, before.st_ino)


def test_check(tmp_path: Path) -> None:
    ugly, good = written(tmp_path / "a.pgn", UGLY), written(tmp_path / "b.pgn", CANONICAL)
    result = run("fmt", "--check", ugly, good)
    assert result.exit_code == 1
    assert result.stderr.splitlines() == [
        f"would reformat {ugly}",
        "1 file would be reformatted, 1 file already formatted",
    ]
    assert Path(ugly).read_bytes().decode() == UGLY
    assert run("fmt", "--check", good).exit_code == 0


def test_diff(tmp_path: Path) -> None:
    path = written(tmp_path / "a.pgn", CANONICAL + CANONICAL.replace("1. e4", "1.e4"))
    result = run("fmt", "--diff", path)
    assert result.stdout.splitlines() == [
        *(f"--- {path}", f"+++ {path}", "@@ -16,5 +16,5 @@", ' [Black "?"]', ' [Result "*"]', " "),
        *("-1.e4 e5 *", "+1. e4 e5 *", " "),
    ]
    assert "1.e4" in Path(path).read_text(encoding="utf-8")


def test_diff_is_safe_to_look_at(tmp_path: Path) -> None:
    path = written(tmp_path / "a.pgn", UGLY.replace("Anna", "An\x1b[31mna"))
    assert all(line.isprintable() for line in run("fmt", "--diff", path).stdout.splitlines())


def test_a_faulty_game_stays_byte_for_byte(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    result = run("fmt", written(path, BAD + UGLY + "\n" + BAD))
    assert result.exit_code == 1
    assert path.read_bytes().decode() == BAD + CANONICAL + BAD
    assert "error[no-piece-reaches]" in result.stderr
    assert result.stderr.splitlines()[-1] == "1 file reformatted, 2 games with faults left as written"
    again = run("fmt", str(path))
    assert (again.exit_code, path.read_bytes().decode()) == (1, BAD + CANONICAL + BAD)


def test_what_would_be_lost_stays(tmp_path: Path) -> None:
    """Of a tag that stands twice one value would be lost; a guessed variant would be written down as if it were known."""
    twice = '[White "Anna"]\n[White "Berta"]\n\n1.e4 *\n'
    assert run("fmt", written(tmp_path / "a.pgn", twice)).exit_code == 1
    assert (tmp_path / "a.pgn").read_bytes().decode() == twice
    guessed = "8I-7K 6K-7I 2K-3I 4I-3K *\n"
    assert run("fmt", written(tmp_path / "b.pgn", guessed)).exit_code == 1
    assert (tmp_path / "b.pgn").read_bytes().decode() == guessed
    assert run("fmt", str(tmp_path / "b.pgn"), "--variant", "kaleidochess").exit_code == 0


def test_filter() -> None:
    result = run("fmt", "-", stdin=UGLY.encode())
    assert (result.exit_code, result.stdout) == (0, CANONICAL)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32"])
def test_other_encodings_become_utf_8(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "a.pgn"
    result = run("fmt", written(path, CANONICAL.replace("Anna", "Müller").encode(encoding)))
    assert (result.exit_code, path.read_bytes()) == (0, CANONICAL.replace("Anna", "Müller").encode())
    assert "[encoding]" in result.stderr


@pytest.mark.parametrize(
    ("encoding", "white"),
    [("latin-1", "Müller"), ("cp1251", "Иванов"), ("cp1250", "Jiří"), ("koi8-r", "Карпов"), ("gb18030", "胡荣华")],
)
def test_a_guessed_encoding_is_not_written_in_place_before_somebody_names_it(
    tmp_path: Path, encoding: str, white: str
) -> None:
    path = tmp_path / "a.pgn"
    old = CANONICAL.replace("Anna", white).encode(encoding)
    result = run("fmt", written(path, old))
    assert (result.exit_code, path.read_bytes()) == (2, old)
    assert "its encoding is only guessed" in result.stderr
    assert "pass --encoding" in result.stderr
    assert run("fmt", "--encoding", encoding, str(path)).exit_code == 0
    assert path.read_bytes() == CANONICAL.replace("Anna", white).encode()


def test_an_unknown_encoding_is_wrong_usage_with_the_near_name(tmp_path: Path) -> None:
    result = run("validate", "--encoding", "cp12511", written(tmp_path / "a.pgn", CANONICAL))
    assert (result.exit_code, "did you mean cp1251?" in result.stderr) == (2, True)
    assert run("validate", "--encoding", "hex", str(tmp_path / "a.pgn")).exit_code == 2


def test_bytes_that_are_none_in_the_named_encoding_are_reported(tmp_path: Path) -> None:
    path = written(tmp_path / "a.pgn", CANONICAL.replace("Anna", "Müller").encode("latin-1"))
    result = run("validate", "--encoding", "utf-8", path)
    assert (result.exit_code, "error[encoding]" in result.stdout + result.stderr) == (1, True)


def test_bytes_that_are_no_character_are_not_lost(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    broken = UGLY.replace("Anna", "An").encode("utf-16").replace(b"A\0n\0", b"A\0\x00\xdc")
    result = run("fmt", written(path, broken))
    assert (result.exit_code, path.read_bytes()) == (2, broken)
    assert "is left as it is" in result.stderr


def test_line_ends_become_lf(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    run("fmt", written(path, CANONICAL.replace("\n", "\r\n")))
    assert path.read_bytes().decode() == CANONICAL


def test_json_stays_json(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    text = '[ {"variant":"chess", "moves":["Nf3"]},\n {"variant":"chess","moves":["e5"]}]'
    result = run("fmt", written(path, text))
    assert result.exit_code == 1
    first = '{"variant": "chess", "tags": {}, "moves": [{"move": "g1-f3"}], "result": "*"}'
    assert path.read_text(encoding="utf-8") == f'[\n{first},\n{{"variant":"chess","moves":["e5"]}}\n]\n'
    assert run("fmt", str(path)).stderr.endswith("1 file left unchanged, 1 game with faults left as written\n")


def test_a_list_of_moves_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    result = run("fmt", written(path, "1.e4 e5 *\n"), "--from", "moves", "--variant", "chess")
    assert (result.exit_code, path.read_bytes()) == (2, b"1.e4 e5 *\n")


def test_missing_and_empty_files(tmp_path: Path) -> None:
    assert run("fmt", str(tmp_path / "none.pgn")).exit_code == 2
    assert run("fmt", written(tmp_path / "a.pgn", "")).exit_code == 0


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write everything")
def test_write_protected(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    written(path, UGLY)
    path.chmod(0o444)
    assert run("fmt", str(path)).exit_code == 2
    assert run("fmt", "--check", str(path)).exit_code == 1


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_samples_twice(tmp_path: Path, path: Path) -> None:
    copy = tmp_path / "a.pgn"
    assert run("fmt", written(copy, path.read_bytes())).exit_code == 0
    once = copy.read_bytes()
    assert run("fmt", "--check", str(copy)).exit_code == 0
    assert copy.read_bytes() == once
    assert run("diff", str(path), str(copy)).exit_code == 0


@pytest.mark.parametrize("name", ["pgn", "json", "jsonl"])
def test_check_of_standard_input(name: str) -> None:
    ugly = run("convert", "-", "--to", name, stdin=UGLY.encode()).stdout.replace('"moves"', '"moves" ')
    ugly = UGLY if name == "pgn" else ugly
    result = run("fmt", "--check", "-", stdin=ugly.encode())
    assert result.exit_code == 1, result.output
    clean = run("fmt", "-", stdin=ugly.encode()).stdout
    assert run("fmt", "--check", "-", stdin=clean.encode()).exit_code == 0


def test_tags_of_openings_are_filled_in_where_they_are_asked_for(tmp_path: Path) -> None:
    """By any order of moves; what a game says stays, and of a game that is no chess nothing is known."""
    path = tmp_path / "a.pgn"
    sicilian, other, shogi = "1. Nf3 c5 2. e4 h5 *", "1. e4 *", '[Variant "Shogi"]\n\n1. P-7f *'
    text = f'{ROSTER}[ECO "?"]\n\n{sicilian}\n\n{ROSTER}[ECO "A00"]\n\n{other}\n\n{ROSTER}{shogi}\n'
    assert run("fmt", "--check", "--tags", "ECO", "--jobs", "2", written(path, text)).exit_code == 1
    assert run("fmt", "--tags", "ECO,Opening", str(path)).exit_code == 0
    assert path.read_text().count("[ECO ") == 2
    assert f'{ROSTER}[ECO "B27"]\n[Opening "Sicilian Defense"]\n\n{sicilian}\n' in path.read_text()
    assert f'{ROSTER}[ECO "A00"]\n\n{other}\n' in path.read_text()  # no name of another code beside it
    assert run("fmt", "--check", "--tags", "ECO,Opening", str(path)).exit_code == 0
    wrong = run("fmt", "--tags", "White", str(path))
    assert (wrong.exit_code, "'White' cannot be filled in" in wrong.stderr) == (2, True)
    with pytest.raises(ValueError, match="White cannot be filled in"):
        format_file(path, tags=["White"])
    assert format_file(path, tags=["Opening"]) == format_file(path, check=True)
