"""Moves under a condition: when they come true, and that they never do in another line of the game."""

import pytest

from fairyscore.notation.correspondence.game_so_far import GameSoFar
from fairyscore.notation.correspondence.reading import promised, proposal, read_for_game
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
BEFORE = appended(Record("chess", TAGS), ["e4", "e5"]).record


def answers(letter: str, line: str) -> set[str]:
    """What the conditions of a letter with 2. Nf3 give once the moves of a line are made."""
    conditions = read_statement(f"2. Nf3\n{letter}", GameSoFar(BEFORE), "white").conditions
    later = appended(BEFORE, ["Nf3", *line.split()])
    assert later.refused is None
    found = (proposal(condition, GameSoFar(later.record)) for condition in conditions)
    return {one.written for one in found if one is not None}


@pytest.mark.parametrize(
    ("letter", "line", "answer"),
    [
        ("If 2... Nc6 3. Bb5; if 2... d6 3. d4", "Nc6", "3. Bb5"),
        ("If 2... Nc6 3. Bb5; if 2... d6 3. d4", "d6", "3. d4"),
        ("If 2... Nc6 then 3. Bb5, if 2... d6 then 3. d4.", "d6", "3. d4"),
        ("Wenn 2... Sc6, dann 3. Lb5. Wenn 2... d6, dann 3. d4.", "d6", "3. d4"),
        ("Si 2... Cc6, alors 3. Fb5 ; si 2... d6, alors 3. d4", "d6", "3. d4"),
        ("Si 2... Cc6, entonces 3. Ab5; si 2... d6, entonces 3. d4", "d6", "3. d4"),
        ("Als 2... Pc6, dan 3. Lb5; als 2... d6, dan 3. d4", "d6", "3. d4"),
        ("If 2... Nc6 then 3. Bb5; if 3... a6 then 4. Ba4", "Nc6", "3. Bb5"),
        ("If 2... Nc6 then 3. Bb5; if 3... a6 then 4. Ba4", "Nc6 Bb5 a6", "4. Ba4"),
        ("If 2... Nc6 then 3. Bb5.\nIf 3... a6 then 4. Ba4.\nIf 3... Nf6 then 4. O-O.", "Nc6 Bb5 a6", "4. Ba4"),
        ("If 2... Nc6 then 3. Bb5.\nIf 3... a6 then 4. Ba4.\nIf 3... Nf6 then 4. O-O.", "Nc6 Bb5 Nf6", "4. O-O"),
        ("If Nc6 then Bb5", "Nc6", "3. Bb5"),
        ("If any then 3. h3", "Nf6", "3. h3"),
        ("If 2... any then 3. h3", "d6", "3. h3"),
        ("Wenn 2... beliebig, dann 3. h3", "d6", "3. h3"),
        ("Si 2... quelconque, alors 3. h3", "d6", "3. h3"),
        ("Si 2... cualquiera, entonces 3. h3", "d6", "3. h3"),
        ("Als 2... willekeurig, dan 3. h3", "d6", "3. h3"),
        ("If 2... Nc6 then 3. Bb5; if any then 4. O-O", "Nc6 Bb5 Nf6", "4. O-O"),
    ],
)
def test_what_comes_true(letter: str, line: str, answer: str) -> None:
    assert answers(letter, line) == {answer}


@pytest.mark.parametrize(
    ("letter", "line"),
    [
        ("If 2... Nc6 3. Bb5; if 2... d6 3. d4", "Nc6 Bb5 d6"),  # 4. d4 is legal, and promised for another move
        ("If 2... Nc6 then 3. Bc4; if 3... a6 then 4. d4", "d6 Bc4 a6"),
        ("If Nc6 then Bb5", "d6 d4 Nc6"),  # an old promise
        ("If 3... a6 then 4. d4", "Nc6 Bb5 a6"),  # nobody knows behind what
        ("If 2... Nc6 then 3. Bb5; if any then 4. O-O", "d6 Be2 Nf6"),
        ("If any then 3. h3", "Nf6 d3 Nc6"),
        ("If 2... Nc6 then 3. Bb5", "Nc6 Bc4 Nf6"),
    ],
)
def test_what_never_does(letter: str, line: str) -> None:
    assert answers(letter, line) == set()


@pytest.mark.parametrize(
    "letter",
    [
        "If any then 3. h3",
        "If 2... any, 3. h3",
        "Wenn 2... beliebig, dann 3. h3",
        "Si 2... quelconque, alors 3. h3",
        "Si 2... cualquiera, entonces 3. h3",
        "Als 2... willekeurig, dan 3. h3",
        "If 2... Nc6 then 3. Bb5; if 2... d6 then 3. d4; if any then 3. h3",
    ],
)
def test_letters_with_conditions_are_certain(letter: str) -> None:
    head = "From: anna@example.org\nContent-Type: text/plain; charset=utf-8\n\n"
    text = f"{head}2. Nf3\n{letter}\n".encode()
    reading = read_for_game(read_letter(text, "a.eml"), GameSoFar(BEFORE))
    assert (reading.refused, reading.does) == (False, "2. Nf3")


@pytest.mark.parametrize(
    ("letter", "answer"),
    [
        ("If any then 3. h3; if 2... Nc6 then 3. Bb5", "3. Bb5"),  # a named move goes before any
        ("If any then 3. h3; if 2... d6 then 3. d4", "3. h3"),
        ("If 2... Nc6 then 3. Bb5; if 2... Nc6 then 3. Bc4", ""),  # two answers
    ],
)
def test_of_several_that_come_true(letter: str, answer: str) -> None:
    conditions = read_statement(f"2. Nf3\n{letter}", GameSoFar(BEFORE), "white").conditions
    found = promised(conditions, GameSoFar(appended(BEFORE, ["Nf3", "Nc6"]).record))
    assert (found[1].written if found else "") == answer
