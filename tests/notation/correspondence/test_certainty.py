"""A letter is written only if all of it is understood: the corpus in samples/letters, and what a letter may not hide."""

import io
import tomllib
from pathlib import Path

import pytest

from fairyscore.notation.correspondence.certainty import due_moves
from fairyscore.notation.correspondence.game_so_far import GameSoFar
from fairyscore.notation.correspondence.reading import LetterReading, read_for_game
from fairyscore.notation.game import read_games
from fairyscore.notation.mail.message import read_letter
from fairyscore.notation.records.diagnostics import Severity
from fairyscore.notation.records.tree import Record

LETTERS = tomllib.loads(
    (Path(__file__).resolve().parents[3] / "samples" / "letters" / "letters.toml").read_text(encoding="utf-8")
)


def reading(text: str) -> LetterReading:
    """What a letter of White says to the game of the corpus."""
    tags = (
        f'[White "{LETTERS["white"]}"]\n[Black "{LETTERS["black"]}"]\n[WhiteNA "greta@example.org"]\n[Result "*"]\n\n'
    )
    (game,) = read_games(io.StringIO(f"{tags}{LETTERS['moves']} *\n"))
    raw = f"From: greta@example.org\nContent-Type: text/plain; charset=utf-8\n\n{text}\n".encode()
    return read_for_game(read_letter(raw, "a.eml", 1), GameSoFar(game.record))


def taken(found: LetterReading) -> str:
    """What is taken from a letter, in the words of the corpus."""
    statement = found.statement
    if found.refused or statement.silent:
        return ""
    if statement.move is not None:
        return statement.move.written + ("; offer" if statement.offers else "")
    return "resigns" if statement.resigns else "draw" if statement.accepts else "claims"


@pytest.mark.parametrize(("text", "wanted"), LETTERS["clear"])
def test_clear_letters_are_taken(text: str, wanted: str) -> None:
    assert taken(reading(text)) == wanted


@pytest.mark.parametrize(
    ("text", "wanted", "why"),
    [
        ("Be3\n\n> 6. Be3", "6. Be3", ""),  # one's own move, quoted
        ("Be3\n\n> 6. f4", "", "a quote has another move that fits"),
        ("I resign.\n\n> 5... a6", "resigns", ""),
        ("I resign.\n\n> 6. Be3", "", "a quote has another move that fits"),
        ("I resign.\n\n-- \nGreta\n6. Be3", "", "its signature or a footer states a move too"),
        ("Be3\n\nGreta\n\nSent from my iPhone", "6. Be3", ""),
        ("Be3\n\nGreta\n\nSent with love", "", "'Sent with love' is not known as a footer"),
        ("Sent from my iPhone\n\nBe3", "", "'Sent from my iPhone' is not known as a footer"),  # words stand below it
        ("Be3\n\nSent from my iPhone\n\nSent with love", "", "'Sent with love' is not known as a footer"),
    ],
)
def test_what_stands_beside_the_move(text: str, wanted: str, why: str) -> None:
    found = reading(text)
    errors = [diagnostic.message for diagnostic in found.diagnostics if diagnostic.severity is Severity.ERROR]
    assert taken(found) == wanted
    assert [why in message for message in errors] == ([True] if why else [])


@pytest.mark.parametrize("text", LETTERS["traps"])
def test_traps_are_never_taken(text: str) -> None:
    found = reading(text)
    assert taken(found) == ""
    assert found.diagnostics


@pytest.mark.parametrize(
    ("text", "moves"),
    [("Nf3", ["1. Nf3"]), ("Nf3 e5", ["1. Nf3"]), ("e4", []), ("e4 Nf6", []), ("1. e4", ["1. e4"])],
)
def test_the_name_of_a_cell_is_a_move_only_with_its_number(text: str, moves: list[str]) -> None:
    so_far = GameSoFar(Record("chess"))
    assert [stated.written for stated in due_moves(text, so_far, numbered=False)] == moves
