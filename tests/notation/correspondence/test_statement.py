"""Proposals, letters of several parts, and games that are looked up again."""

from dataclasses import replace
from email.message import EmailMessage

import pytest

from fairyscore.notation.correspondence.addressing import FolderGame
from fairyscore.notation.correspondence.game_so_far import GameSoFar
from fairyscore.notation.correspondence.reading import read_for_game
from fairyscore.notation.correspondence.statement import read_statement
from fairyscore.notation.editing.score_sheet import appended
from fairyscore.notation.mail.message import read_letter
from fairyscore.notation.records.tree import Record

TAGS = (("White", "Anna"), ("Black", "Bruno"), ("WhiteNA", "anna@example.org"), ("BlackNA", "bruno@example.org"))
RECORD = appended(Record("chess", TAGS), ["e4", "e5"]).record
SO_FAR = GameSoFar(RECORD)


@pytest.mark.parametrize(
    "text", ["I thought about:\n2. Nf3", "I thought about you.\n2. Nf3", "(2. Nf3)", "> 2. Nf3", "4. Nf3"]
)
def test_what_is_not_certain_is_proposed(text: str) -> None:
    letter = read_letter(f"From: anna@example.org\n\n{text}\n".encode(), "a.eml")
    reading = read_for_game(letter, SO_FAR)
    assert (reading.refused, reading.proposal) == (True, "2. Nf3")


@pytest.mark.parametrize("text", ["2. g1 - f3", "2. g1 to f3", "2. g1 – f3."])
def test_two_cells_that_stand_apart_are_a_move(text: str) -> None:
    reading = read_for_game(read_letter(f"From: anna@example.org\n\n{text}\n".encode(), "a.eml"), SO_FAR)
    assert reading.statement is not None
    assert reading.statement.move is not None
    assert (reading.statement.move.written, reading.refused) == ("2. Nf3", False)


def test_a_letter_of_several_parts_says_what_one_of_them_says() -> None:
    message = EmailMessage()
    message["From"] = "anna@example.org"
    message["Subject"] = "Our game"
    message.set_content("I resign.\n")
    message.add_attachment("Greetings from the sea.\n", filename="greetings.txt")
    reading = read_for_game(read_letter(bytes(message), "a.eml"), SO_FAR)
    assert reading.statement is not None
    assert reading.statement.resigns


def test_a_game_is_looked_up_again_only_where_its_record_is_another() -> None:
    known = FolderGame("a.pgn", 1, RECORD)
    first = known.so_far
    assert known.so_far is first
    known.record = replace(RECORD)
    assert known.so_far is not first
    assert known.so_far.record is known.record


def test_descriptive_notation_that_fits_no_move_is_named_so() -> None:
    reading = read_for_game(read_letter(b"From: anna@example.org\n\n2. K-B1\n", "a.eml"), SO_FAR)
    assert [found.message for found in reading.diagnostics] == ["no legal move fits 'K-B1' in descriptive notation"]


@pytest.mark.parametrize(("length", "shown"), [(200, "{}"), (201, "{:.197}..."), (900, "{:.197}...")])
def test_a_condition_is_shown_with_up_to_200_characters(length: int, shown: str) -> None:
    text = "If 2... Nc6 " + "then 3. Bb5".rjust(length - 12, "x")
    (condition,) = read_statement(text, SO_FAR).conditions
    assert (len(text), condition.text) == (length, shown.format(text))


@pytest.mark.parametrize(
    ("letter", "found"),
    [
        ("Subject: x\n\n", ["1 mail-no-move: the letter states no move; it has no text"]),
        (
            "Content-Type: image/png\n\nabc\n",
            [
                "1 mail-no-move: the letter states no move; it has no text",
                "4 mail-not-read: the attachment image/png is not read",
            ],
        ),
        ("\nHello\n", ["3 mail-no-move: the letter states no move"]),
        (
            "\n> 2. Nf3\n",
            [
                "3 mail-skipped: line 3 is a quote, not read",
                "3 mail-proposal: proposal: 2. Nf3; it stands in brackets, a quote or a footer, so nothing is written",
            ],
        ),
    ],
)
def test_letters_that_state_nothing(letter: str, found: list[str]) -> None:
    reading = read_for_game(read_letter(f"From: anna@example.org\n{letter}".encode(), "a.eml"), SO_FAR)
    assert [f"{one.line} {one.code}: {one.message}" for one in reading.diagnostics] == found


@pytest.mark.parametrize(
    ("body", "proposal", "codes"),
    [
        ("Hello", "2. Nf3", ["mail-skipped", "mail-proposal"]),
        ("1... e5", "", ["mail-already-played", "mail-skipped"]),
        ("You played 1... e5.", "", ["mail-already-played", "mail-skipped"]),
        ("2. Ke4", "", ["mail-illegal-move", "mail-skipped"]),
    ],
)
def test_a_quoted_move_is_proposed_where_the_letter_has_none_of_its_own(
    body: str, proposal: str, codes: list[str]
) -> None:
    """One that was played before and one that is not legal are moves of its own."""
    reading = read_for_game(read_letter(f"From: anna@example.org\n\n{body}\n> 2. Nf3\n".encode(), "a.eml"), SO_FAR)
    assert (reading.proposal, [one.code for one in reading.diagnostics]) == (proposal, codes)
