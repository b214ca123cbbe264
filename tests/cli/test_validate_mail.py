"""Letters as sources of records: `validate`, `convert` and `show` read the games in them, by the lines of the letter."""

import gzip
import io
import json
import zipfile
from email.message import EmailMessage
from pathlib import Path

import pytest
from running import run

GAME = '[Event "Club"]\n[White "Anna"]\n[Black "Bruno"]\n[Result "*"]\n\n1. e4 e5 2. Ke3 *\n'


def letter(text: str, *, encoding: str = "7bit", subtype: str = "plain") -> bytes:
    message = EmailMessage()
    message["From"], message["Date"] = "Anna <anna@example.org>", "Tue, 03 Mar 2026 19:22:05 +0100"
    message.set_content(text, subtype=subtype, cte=encoding)
    return message.as_bytes()


def found(path: Path) -> list[tuple[int, str]]:
    result = run("validate", str(path), "--format", "jsonl")
    return [(data["line"], data["code"]) for data in map(json.loads, result.stdout.splitlines())]


@pytest.mark.parametrize("encoding", ["7bit", "quoted-printable"])
def test_line_of_the_letter(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "a.eml"
    path.write_bytes(letter(f"Hi!\n\n{GAME}\n-- \nAnna\n", encoding=encoding))
    line = path.read_bytes().decode().split("\n").index("1. e4 e5 2. Ke3 *") + 1
    assert (line, "no-piece-reaches") in found(path)
    assert (line - 7, "mail-skipped") in found(path)


def test_base64_points_at_its_encoded_line(tmp_path: Path) -> None:
    path = tmp_path / "a.eml"
    path.write_bytes(letter(GAME, encoding="base64"))
    body = path.read_bytes().decode().split("\n").index("") + 2
    assert (body + GAME.index("1. e4") // 57, "no-piece-reaches") in found(path)  # 57 bytes are 76 characters


def test_html_mbox_folder_and_standard_input(tmp_path: Path) -> None:
    html = letter(f"<html><script>1. d4</script><pre>{GAME}</pre></html>", subtype="html")
    (tmp_path / "box.mbox").write_bytes(
        b"".join(b"From a@b Tue Mar  3 19:22:05 2026\n" + raw + b"\n" for raw in (html, html))
    )
    (tmp_path / "one.eml").write_bytes(html)
    result = run("validate", str(tmp_path), "--format", "jsonl")
    data = [json.loads(line) for line in result.stdout.splitlines()]
    assert [Path(one["file"]).name for one in data if one["code"] == "no-piece-reaches"] == ["box.mbox"] * 2 + [
        "one.eml"
    ]
    assert "no-piece-reaches" in run("validate", "-", stdin=html).stdout
    shared = run("validate", str(tmp_path), "--format", "jsonl", "--jobs", "2")
    assert shared.stdout == result.stdout


def test_converted_and_shown(tmp_path: Path) -> None:
    path = tmp_path / "a.eml"
    path.write_bytes(letter(GAME.replace("2. Ke3 ", "")))
    assert "1. e4 e5 *" in run("convert", str(path), "--to", "pgn").stdout
    assert "after 1... e5" in run("show", str(path)).stdout


def test_letter_without_a_game_is_a_warning(tmp_path: Path) -> None:
    path = tmp_path / "a.eml"
    path.write_bytes(letter("3. Bb5\n"))
    result = run("validate", str(path))
    assert (result.exit_code, "warning[mail-no-game]" in result.stdout) == (0, True)


QUOTED = "".join(f"> {line}\n" for line in GAME.replace(" 2. Ke3", " 2. Nf3 {sharp}\n").splitlines())


@pytest.mark.parametrize(
    "text",
    [
        f"Hi,\nhere it is:\n{QUOTED}Regards\n",
        f"On Mon, 2 Mar 2026 at 18:04, Bruno wrote:\n{QUOTED}\nGood game!\n",
        QUOTED.replace("> ", ">> "),
        QUOTED.replace("> ", "BK> "),
        "-----Original Message-----\nFrom: Bruno\nSent: Monday\nTo: Anna\nSubject: game\n\n"
        + GAME.replace("Ke3", "Nf3"),
    ],
)
def test_a_quoted_record_is_read_where_it_is_the_only_game(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.eml"
    path.write_bytes(letter(text))
    result = run("convert", str(path), "--to", "pgn")
    assert result.exit_code == 0
    assert "1. e4 e5 2. Nf3" in result.stdout
    assert '[White "Anna"]' in result.stdout
    assert "mail-quoted-game" in result.stderr


@pytest.mark.parametrize("text", [f"{QUOTED}>\n{QUOTED}", f"2... Nc6\n\n{QUOTED}", f"1. d4 d5 *\n\n{QUOTED}"])
def test_a_quoted_record_is_left_out_beside_others_and_beside_moves(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.eml"
    path.write_bytes(letter(text))
    assert "2. Nf3" not in run("convert", str(path), "--to", "pgn", "--variant", "chess").stdout


def test_bomb_that_is_attached_is_named_and_not_opened(tmp_path: Path) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.pgn", gzip.compress(b" " * 10_000_000))
    message = EmailMessage()
    message["From"], message["Date"] = "Anna <anna@example.org>", "Tue, 03 Mar 2026 19:22:05 +0100"
    message.set_content(GAME)
    message.add_attachment(packed.getvalue(), maintype="application", subtype="zip", filename="a.zip")
    path = tmp_path / "a.eml"
    path.write_bytes(message.as_bytes())
    assert "mail-not-read" in [code for _, code in found(path)]
