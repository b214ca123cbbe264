"""A letter is written only if all of it is understood: the corpus in samples/letters, and what a letter may not hide."""

import io
import tomllib
from pathlib import Path

import pytest

from fairyscore.notation.correspondence.certainty import due_moves
from fairyscore.notation.correspondence.game_so_far import GameSoFar
from fairyscore.notation.correspondence.reading import LetterReading, read_for_game
from fairyscore.notation.editing.score_sheet import appended
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


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("I take the pawn: 3. Nxe5", ""),
        ("I take the bishop: 3. Nxe5", "a capture of another piece"),
        ("Ich nehme die Dame: 3. Sxe5", "a capture of another piece"),
        ("Ich nehme den Bauern: 3. Sxe5", ""),
        ("Je prends la dame : 3. Cxe5", "a capture of another piece"),
        ("Tomo el peón: 3. Cxe5", ""),
        ("Tomo la dama: 3. Cxe5", "a capture of another piece"),
        ("Ik neem de dame: 3. Pxe5", "a capture of another piece"),
    ],
)
def test_the_piece_that_is_taken_is_the_one_it_names(text: str, why: str) -> None:
    so_far = GameSoFar(appended(Record("chess"), ["e4", "e5", "Nf3", "Nc6"]).record)
    letter = read_letter(f"From: a@b.c\nContent-Type: text/plain; charset=utf-8\n\n{text}\n".encode(), "letter.eml")
    reading = read_for_game(letter, so_far, any_sender=True)
    doubts = [str(found.facts.get("why")) for found in reading.diagnostics if found.severity == "error"]
    assert (bool(doubts), all(why in doubt for doubt in doubts)) == (bool(why), True), doubts


def test_the_move_that_is_answered_is_not_a_second_move() -> None:
    """`2. c4` is the record's, though c4 may be a spelling of dxc4."""
    so_far = GameSoFar(appended(Record("chess"), ["d4", "d5", "c4"]).record)
    letter = read_letter(b"From: a@b.c\n\nThanks for 2. c4. I answer 2... c6.\n", "letter.eml")
    reading = read_for_game(letter, so_far, any_sender=True)
    assert reading.statement.move is not None
    assert (reading.statement.move.written, reading.refused) == ("2... c6", False)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("I take on c3: 5... Bxc3+", "5... Bxc3+"),
        ("Je prends en c3 : 5... Fxc3+", "5... Bxc3+"),
        ("Ik sla op c3: 5... Lxc3+", "5... Bxc3+"),
        ("I take on b2: 5... Bxc3+", ""),
    ],
)
def test_the_cell_of_a_capture_is_where_it_goes(text: str, written: str) -> None:
    moves = ["e4", "e6", "d4", "d5", "Nc3", "Bb4", "e5", "c5", "a3"]
    letter = read_letter(f"From: a@b.c\nContent-Type: text/plain; charset=utf-8\n\n{text}\n".encode(), "letter.eml")
    found = read_for_game(letter, GameSoFar(appended(Record("chess"), moves).record), any_sender=True)
    assert taken(found) == written
