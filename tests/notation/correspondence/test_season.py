"""A season of letters (`samples/letters/season.toml`) and traps in its games: what is clear is written, nothing else."""

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from fairyscore.notation.correspondence.game_so_far import GameSoFar
from fairyscore.notation.correspondence.reading import LetterReading, read_for_game
from fairyscore.notation.editing.score_sheet import OFFER, appended, with_comments
from fairyscore.notation.mail.message import read_letter
from fairyscore.notation.records.tree import Record

FOLDER = Path(__file__).resolve().parents[3] / "samples" / "letters"
TRAPS = sorted(path.name for path in FOLDER.glob("*_traps.toml"))


@lru_cache(maxsize=8)
def table(name: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / name).read_text(encoding="utf-8"))


GAMES = {game["name"]: game for game in table("season.toml")["games"]}


@lru_cache(maxsize=400)
def record_of(name: str, plies: int) -> Record:
    """A game of the season up to a ply."""
    game = GAMES[name]
    tags = (("White", game["white"]), ("Black", game["black"]), ("WhiteNA", "white@a.org"), ("BlackNA", "black@a.org"))
    begun = Record(game["variant"], tags=(*tags, ("FEN", game["fen"])) if "fen" in game else tags)
    longer = appended(begun, game["moves"].split()[:plies])
    assert not longer.refused
    return longer.record


def reading_of(name: str, at: int, text: str, *, offered: bool = False) -> LetterReading:
    record = record_of(name, at)
    record = with_comments(record, OFFER) if offered else record
    sender = "black" if at % 2 else "white"
    raw = f"From: {sender}@a.org\nContent-Type: text/plain; charset=utf-8\n\n{text}\n"
    return read_for_game(read_letter(raw.encode(), "a.eml"), GameSoFar(record))


def outcome_of(reading: LetterReading, name: str, at: int) -> str:
    """What is written, in the words of the table."""
    statement = reading.statement
    if reading.refused or (statement.silent and not statement.offers):
        return "?"
    if statement.move is None:
        return "draw" if statement.accepts else "resigns" if statement.resigns else "claim"
    if statement.move.move != record_of(name, at + 1).line.plies[at].move:
        return statement.move.written
    return "offer" if statement.offers else "move"


LETTERS = [
    (name, letter[0], letter[1], letter[2] if len(letter) > 2 else "move")
    for name, game in GAMES.items()
    for letter in game["letters"]
]


def test_what_is_written_is_what_was_meant() -> None:
    """At least 85 of 100 clear letters are written; the others are proposals that have the move."""
    clear = written = 0
    for name, at, text, wanted in LETTERS:
        reading = reading_of(name, at, text, offered=wanted == "draw")
        found = outcome_of(reading, name, at)
        assert found in (wanted, "?"), (name, at, text)
        if found == "?":
            assert reading.proposal, (name, at, text)
        clear += wanted != "?"
        written += found == wanted != "?"
    assert clear > 200
    assert written / clear >= 0.85


@pytest.mark.parametrize("name", TRAPS)
def test_traps(name: str) -> None:
    """Nothing is written, and nearly every letter that has a move that fits proposes it, with its line."""
    fits = proposals = 0
    for group in table(name)["traps"]:
        for text in group["texts"]:
            reading = reading_of(group["game"], group["at"], text)
            assert outcome_of(reading, group["game"], group["at"]) == "?", text
            assert any(found.line for found in reading.diagnostics), text
            fits += group.get("fits", True)
            proposals += bool(reading.proposal) and group.get("fits", True)
    assert proposals / fits >= 0.98, (proposals, fits)


def test_clear_letters_among_traps() -> None:
    written = letters = 0
    for group in (group for name in TRAPS for group in table(name).get("clear", [])):
        wanted = group.get("outcome", "move")
        for text in group["texts"]:
            found = outcome_of(reading_of(group["game"], group["at"], text), group["game"], group["at"])
            assert found in (wanted, "?"), text
            written += found == wanted
            letters += 1
    assert written / letters >= 0.85
