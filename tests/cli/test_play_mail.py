"""`fairyscore play --mail`: letters as people write them; `tests/data/letters/expected.tsv` says what must come out."""

import gzip
import json
import shutil
import zipfile
from pathlib import Path

import pytest
from running import run

LETTERS = Path(__file__).resolve().parent.parent / "data" / "letters"
CASES = [line.split("\t") for line in (LETTERS / "expected.tsv").read_text(encoding="utf-8").splitlines()]


def outcome_of(letter: str, record: Path) -> str:
    """What `play` made of a letter, in the words of the table."""
    result = run("play", str(record), "--mail", str(LETTERS / letter), "--format", "json")
    data = json.loads(result.stdout)
    errors = [found["code"] for found in data["diagnostics"] if found["severity"] == "error"]
    if errors:
        assert (result.exit_code, data["written"]) == (1, False)
        wanted = [line.split(" (")[0] for line in data["proposals"]]
        return "; ".join(wanted) if errors == ["mail-proposal"] else f"refused {errors[0]}"
    assert (result.exit_code, data["written"]) == (0, True)
    text = " ".join(record.read_text(encoding="utf-8").split())
    parts = ["; ".join(data["appended"])] if data["appended"] else []
    parts += ["offer"] if "offers a draw" in " ".join(data["messages"]) else []
    parts += ["resigns 0-1"] if "White resigns." in text and data["result"] == "0-1" else []
    parts += ["draw"] if data["result"] == "1/2-1/2" else []
    proposals = [f"proposes {line.split(' (')[0].removeprefix('proposal: ')}" for line in data["proposals"]]
    return "; ".join([" ".join(parts), *proposals])


@pytest.mark.parametrize(("letter", "record", "expected"), CASES, ids=[case[0] for case in CASES])
def test_letter(letter: str, record: str, expected: str, tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    shutil.copy(LETTERS / f"{record}.pgn", path)
    before = path.read_bytes()
    assert outcome_of(letter, path) == expected
    assert (path.read_bytes() == before) == expected.startswith(("refused", "proposal"))


@pytest.mark.parametrize("case", (LETTERS / "plain.txt").read_text(encoding="utf-8").split("=== ")[1:])
def test_plain_letter(case: str, tmp_path: Path) -> None:
    """Letters of one text, from whoever is to move: record and outcome, then the words."""
    head, body = case.split("\n", 1)
    record, expected = head.split(" | ")
    sender = "anna" if record in ("black-to-move", "offer") else "bruno"
    letter = f"From: {sender}@example.org\nContent-Type: text/plain; charset=utf-8\n\n{body}"
    (tmp_path / "a.eml").write_text(letter, encoding="utf-8")
    shutil.copy(LETTERS / f"{record}.pgn", tmp_path / "game.pgn")
    assert outcome_of(str(tmp_path / "a.eml"), tmp_path / "game.pgn") == expected


def test_packed_letters_and_a_bomb(tmp_path: Path) -> None:
    raw = (LETTERS / "02-whole-game.eml").read_bytes()
    shutil.copy(LETTERS / "white-to-move.pgn", tmp_path / "game.pgn")
    (tmp_path / "a.eml.gz").write_bytes(gzip.compress(raw))
    with zipfile.ZipFile(tmp_path / "a.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("letters/a.eml", raw)
        archive.writestr("game.pgn", "1. e4 *")
    with zipfile.ZipFile(tmp_path / "bomb.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.eml", raw + b" " * 20_000_000)
    game = str(tmp_path / "game.pgn")
    for packed in ("a.eml.gz", "a.zip"):
        assert "3. Bb5\n" in run("play", game, "--mail", str(tmp_path / packed), "--dry-run").stdout
        assert "mail-no-game" not in run("validate", str(tmp_path / packed), "--format", "concise").stdout
    refused = run("play", game, "--mail", str(tmp_path / "bomb.zip"))
    assert (refused.exit_code, "unpacks to more than 200 times its size" in refused.stderr) == (2, True)


def test_date_is_written_as_the_record_has_dates(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    shutil.copy(LETTERS / "dated.pgn", path)
    assert run("play", str(path), "--mail", str(LETTERS / "59-dated.eml")).exit_code == 0
    assert "3. Bb5 {[%ccsnt 2026.03.03,18:22:05]}" in path.read_text(encoding="utf-8")  # 19:22:05 +0100


def test_findings_point_at_lines_of_the_letter(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    shutil.copy(LETTERS / "white-to-move.pgn", path)
    letter = LETTERS / "77-illegal.eml"
    result = run("play", str(path), "--mail", str(letter))
    line = letter.read_text(encoding="utf-8").splitlines().index("3. Bb6") + 1
    assert f"77-illegal.eml:{line}:4: error[mail-illegal-move]" in result.stdout
    quoted = run("play", str(path), "--mail", str(LETTERS / "81-only-quote.eml"))
    assert "81-only-quote.eml:10:1: info[mail-skipped]: line 10 is a quote, not read" in quoted.stdout


def test_conditional_move_is_written_when_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    shutil.copy(LETTERS / "white-to-move.pgn", path)
    assert run("play", str(path), "--mail", str(LETTERS / "50-mbox"), "--conditional").exit_code == 0
    assert "4. Ba4" in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("subject", "body", "expected"),
    [
        ("3...Nf6", "See subject :-)", "3... Nf6"),
        ("Re: 3...Nf6", "See subject :-)", "refused mail-no-move"),
        ("3...Nf6", "I am still thinking.", "refused mail-no-move"),
        ("3...a6", "3...Nf6", "refused mail-versions-differ"),
    ],
)
def test_subject(subject: str, body: str, expected: str, tmp_path: Path) -> None:
    (tmp_path / "a.eml").write_text(f"From: anna@example.org\nSubject: {subject}\n\n{body}\n", encoding="utf-8")
    shutil.copy(LETTERS / "black-to-move.pgn", tmp_path / "game.pgn")
    assert outcome_of(str(tmp_path / "a.eml"), tmp_path / "game.pgn") == expected
