"""A letter is written only if all of it is understood: the corpus in samples/letters, and what a letter may not hide."""

import io
import tomllib
from pathlib import Path

import pytest

from fairyscore.notation.correspondence.game_so_far import GameSoFar
from fairyscore.notation.correspondence.reading import LetterReading, read_for_game
from fairyscore.notation.game import read_games
from fairyscore.notation.mail.message import read_letter

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
    told = found.statement
    if found.refused or told.silent:
        return ""
    if told.move is not None:
        return told.move.written + ("; offer" if told.offers else "")
    return "resigns" if told.resigns else "draw" if told.accepts else "claims"


@pytest.mark.parametrize(("text", "wanted"), LETTERS["clear"])
def test_clear_letters_are_taken(text: str, wanted: str) -> None:
    assert taken(reading(text)) == wanted


@pytest.mark.parametrize("text", LETTERS["traps"])
def test_traps_are_never_taken(text: str) -> None:
    found = reading(text)
    assert taken(found) == ""
    assert found.diagnostics
