"""A total of the sender's time is checked against the dates of the record."""

import pytest

from fairyscore.notation.correspondence.game_so_far import GameSoFar
from fairyscore.notation.correspondence.reading import LetterReading, read_for_game
from fairyscore.notation.editing.score_sheet import appended, with_comments
from fairyscore.notation.mail.message import read_letter
from fairyscore.notation.records.tree import Record

TAGS = {"White": "Anna Lindt", "Black": "Bruno Keller", "WhiteNA": "anna@a.org", "BlackNA": "bruno@a.org"}


def game(*, dates: tuple[str, ...] = ("2026.03.04", "2026.03.06"), **tags: str) -> Record:
    """White took three days for the first move; the second one is due since the 6th."""
    record = Record("chess", tuple({**TAGS, "Date": "2026.03.01", **tags}.items()))
    for move, date in zip(("e4", "e5"), dates, strict=True):
        record = appended(record, [move]).record
        record = with_comments(record, f"[%date {date}]") if date else record
    return record


def reading(text: str, record: Record, day: int = 10) -> LetterReading:
    head = f"From: anna@a.org\nDate: Tue, {day} Mar 2026 00:00:00 +0000\nContent-Type: text/plain; charset=utf-8"
    return read_for_game(read_letter(f"{head}\n\n2. Nf3\n{text}\n".encode(), "a.eml"), GameSoFar(record))


@pytest.mark.parametrize(
    "text",
    [
        "Time: 4 (total 7)", "Total: 7 days", "I have used 4 days for this move, 7 days in all", "Total: 168h",
        "Bedenkzeit: 4 gesamt: 7", "Tiempo: 4, total: 7", "Total : 7 jours", "Tijd: 4; totaal: 7 dagen",
        "Total: 6 days",  # a day more or less is none
        "Time: 4",  # no total
    ],
)  # fmt: skip
def test_a_total_that_agrees(text: str) -> None:
    found = reading(text, game())
    assert not found.refused, found.diagnostics


@pytest.mark.parametrize(
    "text",
    ["Time: 4 (total 12)", "Total: 2 days", "Total: 12 days", "Gesamt: 12", "Totaal: 12 dagen", "Total: 12 días"],
)
def test_a_total_that_disagrees_waits(text: str) -> None:
    found = reading(text, game())
    assert found.refused
    assert found.proposal == "2. Nf3"
    assert "and the dates of the record come to 7 days" in str(found.diagnostics[-1].facts["why"])


def test_nothing_is_stated_where_a_time_is_not_known() -> None:
    assert not reading("Total: 40 days", game(dates=("", "2026.03.06"), Date="????.??.??")).refused


def test_leave_is_not_counted() -> None:
    record = game(WhiteLeave="2026.03.07-2026.03.09")
    assert not reading("Total: 4 days", record).refused
    assert reading("Total: 7 days", record).refused


def test_begun_days_are_free_where_the_control_says_so() -> None:
    record = game(TimeControl="10/50d, whole days")
    assert not reading("Total: 5 days", record).refused  # two moves: up to two days less
