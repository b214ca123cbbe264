"""What stands above a game, for tags that are there, are not, and make no sense."""

import pytest

from fairyscore.notation.records.tree import Record
from fairyscore.render.story.heading import date, heading_of
from fairyscore.render.story.model import Heading


def heading(variant: str = "chess", **tags: str) -> Heading:
    return heading_of(Record(variant, tuple(tags.items())))


def test_nothing_is_known() -> None:
    assert heading() == Heading("Chess", ("", ""), (("Game", "Chess"),))


@pytest.mark.parametrize(
    ("tags", "title"),
    [
        ({"Event": "Cup"}, "Cup"),
        ({"Event": "?", "White": "Anna", "Black": "Boris"}, "Anna against Boris"),
        ({"White": "Anna"}, "Anna against an unknown player"),
        ({"Black": "Boris", "White": "-"}, "an unknown player against Boris"),
    ],
)
def test_titles(tags: dict[str, str], title: str) -> None:
    assert heading(**tags).title == title


def test_titles_of_more_players() -> None:
    found = heading("chamaeleon:players=4", White="A", Silver="B", Gold="D")
    assert found.title == "A, B, an unknown player and D"
    assert found.players == ("A", "B", "", "D")
    assert found.details == (("Game", "Chamæleon"), ("Rules", "four players"))


def test_players_with_titles_and_ratings() -> None:
    found = heading(White="Anna", WhiteTitle="WGM", WhiteElo="2400", Black="Boris", BlackElo="?", BlackRating="1500")
    assert found.players == ("WGM Anna (2400)", "Boris (1500)")
    assert heading(WhiteElo="2400").players == ("", "")


@pytest.mark.parametrize(
    ("tags", "name", "expected"),
    [
        ({"Date": "2026.01.05", "EndDate": "2026.06.30"}, "Date", "5 January 2026 to 30 June 2026"),
        ({"Date": "2026.??.??", "EndDate": "2026.??.??"}, "Date", "2026"),
        ({"UTCDate": "2026.02.03"}, "Date", "3 February 2026"),
        ({"EndDate": "2026.02.03"}, "Date", "3 February 2026"),
        ({"Round": "3", "Board": "7"}, "Round", "3, board 7"),
        ({"Board": "7"}, "Round", "board 7"),
        ({"ECO": "B15", "Opening": "Caro-Kann", "Variation": "Main line"}, "Opening", "Caro-Kann, Main line (B15)"),
        ({"ECO": "B15"}, "Opening", "B15"),
        ({"TimeControl": "10/4320000"}, "Time control", "10 moves in 50 days"),
        ({"TimeControl": "fast"}, "Time control", "fast"),
        ({"Stage": "Final"}, "Section", "Final"),
        ({"Site": "?"}, "Site", None),
        ({"Round": "-"}, "Round", None),
    ],
)
def test_details(tags: dict[str, str], name: str, expected: str | None) -> None:
    assert dict(heading(**tags).details).get(name) == expected


@pytest.mark.parametrize("nonsense", ["2026.00.10", "2026.13.01", "9999999", "2026.1.1.1", "?", "\x00"])
def test_dates_that_are_none(nonsense: str) -> None:
    assert date(nonsense) in (nonsense, "")
