"""350 letters in five languages: half are clear, half wrong in language, date, turn or offer. None is written otherwise."""

import tomllib
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from fairyscore.notation.correspondence.addressing import FolderGame
from fairyscore.notation.correspondence.dates import Event
from fairyscore.notation.correspondence.post_office import Decision, PostOffice
from fairyscore.notation.editing.score_sheet import appended, with_comments
from fairyscore.notation.mail.message import read_letter
from fairyscore.notation.records.tree import Record

TAGS = {
    "GameId": "7",
    "White": "Anna Lindt",
    "Black": "Bruno Keller",
    "WhiteNA": "anna@example.org",
    "BlackNA": "bruno@example.org",
    "TimeControl": "1/259200",
}
LETTERS: dict[str, Any] = tomllib.loads(
    (Path(__file__).parents[3] / "samples" / "letters" / "judged.toml").read_text(encoding="utf-8")
)
LANGUAGES = ("en", "de", "fr", "es", "nl")
IN_TIME = "3 Nov 2026 12:00:00 +0000"
NOW = datetime(2026, 11, 27, tzinfo=UTC)


@cache
def record(name: str) -> Record:
    """A: 3. is White's; B: 2... is Black's; C: king and rook both go to d1 and f1; D: as A, Black has offered a draw."""
    fen = {"FEN": "4k3/8/8/8/8/8/4P3/R3K3 b - - 0 29"} if name == "C" else {}
    moves = {"B": ["d4", "d5", "c4"], "C": ["Ke7"]}.get(name, ["e4", "e5", "Nf3", "Nc6"])
    found = Record("chess", tuple({**TAGS, **fen}.items()))
    for day, move in enumerate(moves, 3 - len(moves)):
        date = f"2026.11.{day:02}" if day > 0 else f"2026.10.{31 + day}"
        offer = "(=)" if name == "D" and day == 2 else ""
        found = with_comments(appended(found, [move]).record, f"[%date {date} 10:00:00 +00:00]", offer)
    return found


def decided(name: str, text: str, sender: str = "", date: str = "") -> Decision:
    sender = sender or ("bruno" if name == "B" else "anna")
    kind = "Content-Type: text/plain; charset=utf-8"
    head = f"From: {sender}@example.org\nDate: {date or IN_TIME}\nSubject: Re: Game 7\n{kind}"
    office = PostOffice([FolderGame("club-7.pgn", 1, record(name))], event=Event(NOW))
    (found,) = office.decide(read_letter(f"{head}\n\n{text}\n".encode(), "letter.eml"))
    return found


def stated(found: Decision) -> list[str]:
    """What a letter states: moves, without a sign of check, or the result."""
    if found.reading is None:
        return []
    statement = found.reading.statement
    moves = [statement.move] if statement.move else list(statement.candidates)
    if moves:
        return [one.written.rpartition(" ")[2].rstrip("+#") for one in moves]
    resigned = {"white": "0-1", "black": "1-0"}.get(found.reading.seat, "?")
    return ["1/2-1/2"] if statement.accepts else [resigned] if statement.resigns else []


@pytest.mark.parametrize("language", LANGUAGES)
def test_clear_letters_are_written(language: str) -> None:
    letters = LETTERS["clear"][language]["letters"]
    written = proposed = 0
    for name, meant, text in letters:
        found = decided(name, text)
        assert meant in stated(found), (text, stated(found), found.why)
        assert not found.certain or stated(found) == [meant], text
        written += found.certain
        proposed += bool(found.does)
    assert (len(letters), written >= 0.9 * len(letters), proposed) == (35, True, 35)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_written_otherwise_than_meant(language: str) -> None:
    letters = LETTERS["attacks"][language]["letters"]
    for name, meant, text, *more in letters:
        found = decided(name, text, *more)
        assert not found.certain or stated(found) == [meant], (text, more, stated(found))
    assert len(letters) >= 34
