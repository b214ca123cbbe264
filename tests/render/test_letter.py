"""Letters with a move: text with a board, a page with a picture, and the source of a postal card."""

import re
from pathlib import Path
from typing import Any

import pytest
from stories import judged

from fairyscore.notation.correspondence.answer import Answer, answer
from fairyscore.notation.editing.score_sheet import NotPossible
from fairyscore.notation.game import Game, loads
from fairyscore.notation.work.letters import read_letter
from fairyscore.render import letter
from fairyscore.render.letter import PICTURE, SIGNATURE

TAGS = '[Event "Club & co"]\n[White "Anna Lindt"]\n[Black "Bruno Keller"]\n[Result "*"]\n\n'


def letter_of(moves: str, language: str = "en", variant: str = "") -> Answer:
    record = judged(f"{variant}{TAGS}{moves} *").record
    assert record is not None
    return answer(record, language=language)


def test_below_the_letter_stand_game_position_and_board() -> None:
    """The receiver sits at the bottom; the last move is marked. No line is a quote to mail programs."""
    written = letter.text(letter_of("1. e4 e5 2. Nf3"))
    said, below = written.split(f"\n\n{SIGNATURE}\n")
    assert said.splitlines()[0] == "Hello Bruno Keller,"
    assert "2. Nf3" in said.splitlines()
    subject, game, fen, blank, *board = below.splitlines()
    assert "Anna Lindt - Bruno Keller" in subject
    assert (game, blank) == ("Chess", "")
    assert fen == "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"
    assert "1 | R |>.<| B | K | Q | B | N | R |" in board
    assert "3 |   | . |>N<| . |   | . |   | . |" in board
    assert not any(line.startswith((">", "|")) for line in written.splitlines())
    assert written.endswith("\n")


def test_lines_that_would_be_quotes_begin_with_a_point() -> None:
    """On a round board the mark of the last move may come first."""
    circle = letter.text(letter_of("1. Nb1-a3", variant='[Variant "circular-70"]\n'))
    board = circle.partition(f"{SIGNATURE}\n")[2].splitlines()[4:]
    marked = [line for line in board if ">" in line]
    assert marked
    assert all(not line.lstrip().startswith((">", "|")) for line in board)


def test_the_page_has_the_letter_and_the_picture() -> None:
    page = letter.html(letter_of("1. e4 e5 2. Nf3", "de"))
    assert page.startswith('<!DOCTYPE html>\n<html lang="de">\n<head><meta charset="utf-8"></head>\n<body>\n<p>')
    first, second, *_ = re.findall("<p>(.*?)</p>", page, re.DOTALL)
    assert first == "Hallo Bruno Keller,"
    assert "<br>2. Sf3" in second
    about, image = re.findall("<p>(.*?)</p>", page, re.DOTALL)[-2:]
    assert about.startswith("-- <br>")
    assert "Club &amp; co" in about
    assert about.endswith("<br>Chess<br>rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2")
    assert image == f'<img src="cid:{PICTURE}" alt="Schwarz am Zug" width="300">'


@pytest.mark.parametrize(("language", "status"), [("en", "black to move"), ("de", "Schwarz am Zug")])
def test_the_card_has_moves_names_and_the_board(language: str, status: str) -> None:
    source = letter._card_source(letter_of("1. e4 e5 2. Nf3", language))
    assert f'lang: "{language}"' in source
    assert '#"Anna Lindt → Bruno Keller"' in source
    move = {"en": "2. Nf3", "de": "2. Sf3"}[language]
    assert f'#text(size: 17pt, weight: 700, "{move}")\\' in source
    assert source.count(f'"{move}"') == 1  # it is no sentence again
    assert f'alt: "{status}"' in source
    assert "RNBQKB1R b KQkq - 1 2" in source


def test_the_picture_is_for_the_receiver() -> None:
    """His first rank is at the bottom; Black has moved last in the other letter."""
    for moves, name in (("1. e4", "a8"), ("1. e4 e5", "a1")):
        drawn = letter._drawing(letter_of(moves), "60mm")
        (place,) = re.findall(rf'<use[^>]*data-field="{name}"[^>]*>', drawn)
        y = float(re.findall(r"translate\([\d.-]+ ([\d.-]+)\)", place)[0])
        assert y > 300
        assert 'width="60mm"' in drawn


def game_of(moves: str) -> Game:
    (game,) = loads(f"{TAGS}{moves} *")
    return game


def test_a_reply_is_for_who_has_to_move(tmp_path: Path) -> None:
    made = letter.reply(game_of("1. e4 e5 2. Nf3"), conditions=["Nc6 Bb5"])
    assert repr(made) == "<Reply: Club & co, Anna Lindt - Bruno Keller>"
    assert made.text.splitlines()[:5] == [
        "Hello Bruno Keller,",
        "",
        "Received: 1... e5.",
        "2. Nf3",
        "If 2... Nc6, then 3. Bb5.",
    ]
    path = tmp_path / "letter.txt"
    made.save(path)
    assert path.read_bytes() == made.to("text") == made.text.encode()
    read = read_letter(made.to("text"), game_of("1. e4 e5"), any_sender=True)
    assert (read.move, read.is_certain) == ("Nf3", True)


def test_a_reply_has_the_notation_that_is_asked_for() -> None:
    game = game_of("1. e4 e5 2. Nf3")
    assert letter.reply(game, language="de").text.splitlines()[3] == "2. Sf3"
    assert letter.reply(game, notation="uci").text.splitlines()[3] == "2. g1f3"


@pytest.mark.parametrize(
    ("moves", "asked", "why"),
    [
        ("1. e4 e5 2. Nf3", {"receiver": "red"}, "there is no player 'red'; there are white, black"),
        ("1. e4 e5 2. Nf3", {"language": "tlh"}, "there are no letters in 'tlh'"),
        ("1. e4 e5 2. Nf3", {"receiver": "white"}, "white has moved last, so there is nothing to send"),
        ("1. e4 e5 2. Nf3", {"conditions": ["Ke6 Bb5"]}, "Ke6"),
    ],
)
def test_what_no_reply_can_be_made_of(moves: str, asked: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        letter.reply(game_of(moves), **asked)


def test_a_reply_has_four_forms() -> None:
    made = letter.reply(game_of("1. e4 e5 2. Nf3"))
    with pytest.raises(ValueError, match="there is no form 'docx' of letters; there are text, eml, pdf, xfcc"):
        made.to("docx")
    with pytest.raises(NotPossible, match="a server knows the game by its number"):
        made.to("xfcc")
    assert [letter.form_of(name) for name in ("a.txt", "a.EML", "a.pdf", "a.xml", "a")] == [
        "text",
        "eml",
        "pdf",
        "xfcc",
        "text",
    ]


@pytest.mark.parametrize(
    ("language", "row"), [("en", "RNBQKBNR"), ("de", "TSLDKLST"), ("fr", "TCFDRFCT"), ("nl", "TPLDKLPT")]
)
def test_the_board_has_the_letters_of_the_reader(language: str, row: str) -> None:
    lines = letter.reply(game_of("1. e4"), language=language).text.splitlines()
    (last,) = (line for line in lines if line.lstrip(". ").startswith("8 |"))
    assert "".join(filter(str.isalpha, last)) == row.lower()[::-1]
