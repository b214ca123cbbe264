"""`fairyscore reply`: the letter with the last move, as text, e-mail, card and call to a server."""

import email
import email.policy
import json
from pathlib import Path

import pytest
from running import run

from fairyscore.notation.correspondence.answer import LANGUAGES

TAGS = """[Event "Club corr 14"]
[White "Anna Lindt"]
[Black "Bruno Keller"]
[WhiteNA "anna@example.org"]
[BlackNA "bruno@example.org"]
[GameId "77"]
[TimeControl "10/4320000"]
"""
BEFORE = "1. e4 {[%date 2026.03.01]} e5 {[%date 2026.03.05]} *"
MOVES = BEFORE.replace("*", "2. Nf3 {[%date 2026.03.10] (=)} *")


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game in which White has just moved and offers a draw."""
    path = tmp_path / "game.pgn"
    path.write_text(f"{TAGS}\n{MOVES}\n", encoding="utf-8")
    return path


def test_text(game: Path) -> None:
    done = run("reply", str(game), "--if", "Nc6 Bb5")
    assert done.exit_code == 0, done.output
    letter, board = done.stdout.split("\n-- \n")
    assert letter.splitlines()[:6] == [
        "Hello Bruno Keller,",
        "",
        "Received: 1... e5 (5 Mar 2026).",
        "2. Nf3",
        "I offer a draw.",
        "If 2... Nc6, then 3. Bb5.",
    ]
    assert board.splitlines()[0] == "Club corr 14, 77, Anna Lindt - Bruno Keller"
    assert "1 | R |>.<| B | K | Q | B | N | R |" in board  # Black at the bottom


def test_an_email_has_text_page_and_picture(game: Path) -> None:
    pytest.importorskip("resvg_py")
    done = run("reply", str(game), "--to", "eml", "--language", "de")
    assert done.exit_code == 0, done.output
    message = email.message_from_bytes(done.stdout_bytes, policy=email.policy.default)
    assert (message["From"], message["To"]) == ("Anna Lindt <anna@example.org>", "Bruno Keller <bruno@example.org>")
    assert message["Subject"] == "Re: Club corr 14, 77, Anna Lindt - Bruno Keller"
    kinds = [part.get_content_type() for part in message.walk() if not part.is_multipart()]
    assert kinds == ["text/plain", "text/html", "image/png"]
    page = message.get_body(("html",))
    assert page is not None
    assert "2. Sf3" in page.get_content()
    assert 'src="cid:board"' in page.get_content()
    assert run("reply", str(game), "--to", "eml", "--language", "de").stdout_bytes == done.stdout_bytes


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("style", ["eml", "text"])
def test_the_receiver_takes_it_as_certain(game: Path, language: str, style: str) -> None:
    pytest.importorskip("resvg_py")
    letter, copy = game.with_name("letter.eml"), game.with_name("copy.pgn")
    head = "" if style == "eml" else "From: anna@example.org\nContent-Type: text/plain; charset=utf-8\n\n"
    done = run("reply", str(game), "--to", style, "--language", language, "--if", "Nc6 Bb5", "--if", "d6 d4 exd4 Nxd4")
    letter.write_bytes(head.encode() + done.stdout_bytes)
    copy.write_text(f"{TAGS}\n{BEFORE}\n", encoding="utf-8")
    played = run("play", str(copy), "--mail", str(letter))
    assert played.exit_code == 0, played.output
    assert "2. Nf3" in copy.read_text(encoding="utf-8")
    assert "(=)" in copy.read_text(encoding="utf-8")


def test_a_card(game: Path) -> None:
    pytest.importorskip("typst")
    card = game.with_name("card.pdf")
    assert run("reply", str(game), "-o", str(card)).exit_code == 0
    data = card.read_bytes()
    assert data.startswith(b"%PDF")
    assert run("reply", str(game), "--to", "pdf").stdout_bytes == data


def test_a_call_to_a_server(game: Path) -> None:
    done = run("reply", str(game), "--to", "xfcc")
    for value in ("gameId>77<", "movecount>2<", "myMove>Nf3<", "offerDraw>true<", "resign>false<", "password><"):
        assert value in done.stdout
    game.write_text(game.read_text(encoding="utf-8").replace('[GameId "77"]\n', ""), encoding="utf-8")
    done = run("reply", str(game), "--to", "xfcc")
    assert done.exit_code == 2
    assert "GameId" in done.output


def test_a_resignation(game: Path) -> None:
    assert run("play", str(game), "--resign", "black").exit_code == 0
    done = run("reply", str(game), "--for", "white")
    assert done.exit_code == 0, done.output
    assert "I resign." in done.stdout
    assert done.stdout.startswith("Hello Anna Lindt,")
    assert "resign>true<" in run("reply", str(game), "--for", "white", "--to", "xfcc").stdout


def test_what_cannot_be_sent(game: Path) -> None:
    assert run("reply", str(game), "--for", "white").exit_code == 1
    assert run("reply", str(game), "--if", "Nc6 Ke5").exit_code == 1
    assert run("reply", str(game), "--for", "green").exit_code == 2
    assert run("reply", str(game), "--to", "fax").exit_code == 2
    assert run("reply", str(game), "--moves", "wxf").exit_code == 2
    game.write_text(f"{TAGS}\n1. e5 *\n", encoding="utf-8")
    assert run("reply", str(game)).exit_code == 1


def test_what_the_post_office_knows(game: Path) -> None:
    """The letter is answered, and moves that its writer made under a condition are told."""
    pytest.importorskip("resvg_py")
    inbox = game.with_name("inbox.eml")
    game.write_text(f"{TAGS}\n1. e4 {{[%date 2026.03.01]}} *\n", encoding="utf-8")
    inbox.write_text(
        "From: bruno@example.org\nDate: Tue, 3 Mar 2026 19:22:05 +0100\nMessage-ID: <a1@example.org>\n"
        "Content-Type: text/plain; charset=utf-8\n\n1... e5\nIf 2. Nf3, then 2... Nc6.\n",
        encoding="utf-8",
    )
    own = game.with_name("own.eml")
    own.write_text(
        "From: anna@example.org\nDate: Tue, 4 Mar 2026 19:22:05 +0100\nMessage-ID: <a2@example.org>\n"
        "Content-Type: text/plain; charset=utf-8\n\n2. Nf3\n",
        encoding="utf-8",
    )
    for letter in (inbox, own):
        done = run("post", str(letter), "--games", str(game.parent), "--format", "json")
        assert json.loads(done.stdout)["letters"][0]["kind"] == "written", done.output
    assert run("play", str(game), "Bb5").exit_code == 0
    done = run("reply", str(game), "--to", "eml")
    message = email.message_from_bytes(done.stdout_bytes, policy=email.policy.default)
    assert message["In-Reply-To"] == "<a2@example.org>"
    body = message.get_body(("plain",))
    assert body is not None
    assert "2. Nf3\n2... Nc6\n3. Bb5\nBy your conditional move: 2... Nc6.\n" in body.get_content()


def test_a_board_is_no_quote(game: Path) -> None:
    """The last move is marked with angles, which may stand at the left edge of a round board."""
    game.write_text(f'{TAGS}[Variant "circular-70"]\n\n1. g1-f3 b8-c6 2. f3-d4 e7-e5 3. h1-g1 *\n', encoding="utf-8")
    done = run("reply", str(game))
    assert done.exit_code == 0, done.output
    assert not [line for line in done.stdout.splitlines() if line.lstrip()[:1] in (">", "|")]
