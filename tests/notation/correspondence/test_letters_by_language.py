"""Letters in five languages, clear ones and attacks (`data/letters_by_language.txt`): only what is meant is written."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from fairyscore.notation.correspondence.game_so_far import GameSoFar
from fairyscore.notation.correspondence.reading import read_for_game
from fairyscore.notation.editing.score_sheet import appended
from fairyscore.notation.mail.message import read_letter
from fairyscore.notation.records.tree import Record

TABLE = Path(__file__).resolve().parents[2] / "data" / "letters_by_language.txt"
NAMES = {
    "Alice": ("Alice Moore", "alice@example.org"),
    "Jürgen": ("Jürgen Vogt", "juergen@example.net"),
    "Hélène": ("Hélène Petit", "helene@example.com"),
    "Pilar": ("Pilar Soto", "pilar@example.net"),
    "Wim": ("Wim Bakker", "wim@example.org"),
}
CLEAR, MEANT, STATES_NOTHING = "=", "~", "!"


class Case(NamedTuple):
    """A letter of the table. meant: a move or `resigns`; sender: by first name."""

    name: str
    kind: str
    meant: str
    sender: str
    record: Record
    subject: str
    text: str


def cases() -> Iterator[Case]:
    for entry in re.split(r"(?m)^@ ", TABLE.read_text(encoding="utf-8"))[1:]:
        head, text = entry.split("\n", 1)
        first, players, moves, *more = (field.strip() for field in head.split("|"))
        name, kind, *meant = first.split(" ", 2)
        extra = dict(field.split(": ", 1) for field in more if field)
        to_move, other = re.split("[<>]", players)
        white, black = (to_move, other) if ">" in players else (other, to_move)
        tags = (
            ("Event", "Spring 2026"),
            ("White", NAMES[white][0]),
            ("Black", NAMES[black][0]),
            ("WhiteNA", NAMES[white][1]),
            ("BlackNA", NAMES[black][1]),
            ("GameId", "7"),
        )
        played = [word for word in moves.split() if not word[0].isdigit()]
        record = appended(Record("chess", tags=tags), played).record
        yield Case(
            name,
            kind,
            " ".join(meant),
            extra.get("Sender", to_move),
            record,
            extra.get("Subject", "Game 7"),
            text.strip("\n"),
        )


def outcome(case: Case) -> tuple[str, str]:
    """What is written, and what is proposed."""
    name, address = NAMES[case.sender]
    head = f"From: {name} <{address}>\nSubject: {case.subject}\nContent-Type: text/plain; charset=utf-8\n\n"
    reading = read_for_game(read_letter(f"{head}{case.text}\n".encode(), "a.eml"), GameSoFar(case.record))
    does = re.sub(r"\d+\.+ |[!?]+| \$\d+", "", reading.does)
    return ("", does) if reading.refused or reading.proposal else (does, does)


@pytest.fixture(scope="module")
def outcomes() -> list[tuple[Case, str, str]]:
    return [(case, *outcome(case)) for case in cases()]


def test_nothing_else_than_what_is_meant_is_written(outcomes: list[tuple[Case, str, str]]) -> None:
    assert [(case.name, written) for case, written, _ in outcomes if written not in ("", case.meant)] == []


def test_clear_letters_are_written_or_proposed(outcomes: list[tuple[Case, str, str]]) -> None:
    clear = [one for one in outcomes if one[0].kind == CLEAR]
    written = [case.name for case, written, _ in clear if written == case.meant]
    proposed = [case.name for case, _, does in clear if case.meant in does.split(" or ")]
    assert len(clear) >= 125
    assert len(written) >= 0.8 * len(clear)
    assert len(proposed) >= 0.98 * len(clear)
    assert {case.name for case, *_ in clear if int(case.name[2:]) > 50} <= {*written}
