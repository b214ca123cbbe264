"""The public corpus of letters (`samples/letters`): clear ones are written, traps never are."""

import tomllib
from pathlib import Path

import pytest

from fairyscore.notation.correspondence.game_so_far import GameSoFar
from fairyscore.notation.correspondence.reading import LetterReading, read_for_game
from fairyscore.notation.editing.score_sheet import OFFER, appended, with_comments
from fairyscore.notation.mail.message import read_letter
from fairyscore.notation.records.tree import Record

FOLDER = Path(__file__).resolve().parents[3] / "samples" / "letters"
TAGS = (
    ("White", "Bruno Keller"),
    ("Black", "Anna Lindt"),
    ("WhiteNA", "bruno@example.org"),
    ("BlackNA", "anna@example.org"),
)


def cases(name: str) -> list[tuple[str, str, str]]:
    groups = tomllib.loads((FOLDER / name).read_text(encoding="utf-8"))["letters"]
    return [
        (text, group.get("record", "white"), group.get("outcome", "")) for group in groups for text in group["texts"]
    ]


def reading_of(text: str, record: str) -> LetterReading:
    moves = ["e4", "e5", "Nf3", "Nc6"]
    game = appended(Record("chess", tags=TAGS), moves).record
    if record == "offered":
        game = with_comments(appended(game, ["Bb5"]).record, OFFER)
    sender = "anna" if record == "offered" else "bruno"
    raw = f"From: {sender}@example.org\nContent-Type: text/plain; charset=utf-8\n\n{text}\n"
    return read_for_game(read_letter(raw.encode(), "a.eml"), GameSoFar(game))


def written(reading: LetterReading) -> str:
    """What `play --mail` would write."""
    statement = reading.statement
    if reading.refused or (statement.silent and not statement.offers):
        return ""
    if statement.move:
        return statement.move.written + (" offer" if statement.offers else "")
    return "1/2-1/2" if statement.accepts else "0-1" if statement.resigns else "claim"


@pytest.mark.parametrize(
    ("text", "record", "outcome"), [case for path in sorted(FOLDER.glob("clear*.toml")) for case in cases(path.name)]
)
def test_clear(text: str, record: str, outcome: str) -> None:
    reading = reading_of(text, record)
    assert written(reading) == outcome, reading.diagnostics


@pytest.mark.parametrize(
    "text", [text for path in sorted(FOLDER.glob("traps*.toml")) for text, _, _ in cases(path.name)]
)
def test_trap(text: str) -> None:
    reading = reading_of(text, "white")
    assert not written(reading)
    assert reading.diagnostics
