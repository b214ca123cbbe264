"""Letters with a move: text with a board, a page with a picture, and the source of a postal card."""

import re

import pytest
from stories import judged

from fairyscore.notation.correspondence.answer import Answer, answer
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
