"""Letters that play through a condition of the other player: certain if all moves match what he has promised."""

import pytest

from fairyscore.notation.correspondence.game_so_far import GameSoFar
from fairyscore.notation.correspondence.reading import LetterReading, Promise, read_through
from fairyscore.notation.correspondence.statement import read_statement
from fairyscore.notation.editing.score_sheet import appended
from fairyscore.notation.mail.message import read_letter
from fairyscore.notation.records.tree import Record

TAGS = (
    ("White", "Anna Lindt"),
    ("Black", "Bruno Keller"),
    ("WhiteNA", "anna@example.org"),
    ("BlackNA", "bruno@example.org"),
)
SO_FAR = GameSoFar(appended(Record("chess", TAGS), ["e4", "e5"]).record)
PROMISES = "If 2. Nf3 then 2... Nc6.\nIf 2. f4 then 2... exf4.\nIf 2. Nf3 Nc6 3. Bb5 then 3... a6."


def read(body: str, promises: str = PROMISES, seat: str = "black") -> LetterReading:
    known: list[Promise] = [(seat, condition) for condition in read_statement(promises, SO_FAR).conditions]
    head = "From: anna@example.org\nContent-Type: text/plain; charset=utf-8\n\n"
    return read_through(read_letter(f"{head}{body}\n".encode(), "a.eml"), SO_FAR, known)


@pytest.mark.parametrize(
    "body",
    [
        "2. Nf3 Nc6 3. Bb5",
        "2.Nf3 Nc6 (your if) 3.Bb5",
        "Hello Bruno,\n\n2. Nf3\n2... Nc6\n3. Bb5\nBy your condition: 2... Nc6.\n\nBest regards\nAnna",
        "Mein Zug: 2. Sf3 Sc6 3. Lb5\nNach Ihrer Bedingung: 2... Sc6.\nViele Grüße",
        "2. Sf3 Sc6 (deine Bedingung) 3. Lb5\nViele Grüße, Anna",
        "2. Cf3 Cc6 (votre coup conditionnel) 3. Fb5\nAmitiés, Anna",
        "2. Cf3 Cc6 (tu condición) 3. Ab5\nSaludos, Anna",
        "2. Pf3 Pc6 (jouw voorwaarde) 3. Lb5\nGroeten, Anna",
    ],
)
def test_what_is_promised_is_played_through(body: str) -> None:
    reading = read(body)
    assert (reading.does, reading.refused) == ("2. Nf3 2... Nc6 3. Bb5", False)


def test_a_chain_of_promises() -> None:
    assert read("2. Nf3 Nc6 3. Bb5 a6 4. Ba4").does == "2. Nf3 2... Nc6 3. Bb5 3... a6 4. Ba4"


@pytest.mark.parametrize(
    "body",
    [
        "2. Nf3 d6 3. d4",
        "2. Nf3 Nc6 3. Bb5 Nf6 4. O-O",
        "2. Nf3 Nc6 3. Bb5?",
        "2. Nf3 Nc6 3. Bb5 was played last year.",
        "Perhaps 2. Nf3 Nc6 3. Bb5",
        "If 2. Nf3 Nc6 3. Bb5",
        "2. Nf3 Nc6 (my if) 3. Bb5",
        "2. Nf3 Nc6 3. Bb5\nBy your condition: 2... d6.",
        "2. Nf3 Nc6 3. Bb5\nBy your condition: 3... a6.",
        "2. Nf3\nBy your condition: 2... d5.",
        "2. Nf3 Nc6 (your if?) 3. Bb5",
        "2. Nf3 Nc6 3. Bb5 if you agree",
        "2. Nf3 Nc6 3. Bb5\nNo, wait.",
        "2. Nf3 Nc6 3. Bb5\nI resign.",
        "2. Nf3 Nc6 3. Ke5",
        "2. Nf3 Nc6 3. Bb5\nOr 3. Bc4",
        "2. f4 Nc6 3. Nf3",
        "2. Nc3 Nc6 3. Bb5",
        "3. Bb5",
        "Kasparov - Short, London 1993: 2. Nf3 Nc6 3. Bb5",
        "> 2. Nf3 Nc6 3. Bb5",
    ],
)
def test_all_else_writes_nothing(body: str) -> None:
    reading = read(body)
    assert reading.refused or reading.statement.silent


def test_promises_of_oneself_do_not_count() -> None:
    assert read("2. Nf3 Nc6 3. Bb5", seat="white").refused


def test_two_promises_for_one_move_do_not_count() -> None:
    assert read("2. Nf3 Nc6 3. Bb5", "If 2. Nf3 then 2... Nc6.\nIf 2. Nf3 then 2... d6.").refused


@pytest.mark.parametrize("body", ["2. N\u200bf3", "2. Nf3\nBest\u202e regards\nAnna"])
def test_characters_that_cannot_be_seen_are_reported_where_the_letter_begins(body: str) -> None:
    (proposal,) = [found for found in read(body, "").diagnostics if found.code == "mail-proposal"]
    assert (proposal.line, proposal.column, proposal.end_column, proposal.source) == (4, 1, 1, "")
    assert proposal.facts["why"] == "it has characters that cannot be seen"
