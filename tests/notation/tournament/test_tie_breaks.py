"""Tie-breaks of the FIDE Handbook (C.07), each by an example that can be worked out on paper."""

import pytest

from fairyscore.notation.tournament.games import Status, TournamentGame
from fairyscore.notation.tournament.standings import Standing, standings

POINTS = {"1": "1-0", "=": "1/2-1/2", "0": "0-1", "*": "*"}


def game(text: str) -> TournamentGame:
    """A game from `3 Ann-Max 1`: round, players, result."""
    number, players, mark = text.split()
    white, black = players.split("-")
    return TournamentGame("", number, "chess", (white, black), POINTS[mark], Status.PLAYED, 40)


def table(games: str, *tie_breaks: str) -> list[Standing]:
    return standings([game(text) for text in games.split(", ")], tie_breaks=tie_breaks)


ROUND_ROBIN = (
    "1 Zoe-Max 1, 1 Ann-Dan 1, 2 Zoe-Ann =, 2 Max-Eva =, 3 Max-Ann 1, 3 Eva-Zoe 1, "
    "4 Zoe-Dan 1, 4 Ann-Eva 1, 5 Max-Dan 1, 5 Dan-Eva 1"
)
"""Zoe, Max and Ann have 2.5 points each. Among them Zoe has 1.5 (Max, half of Ann), Max 1 (Ann), Ann 0.5."""


def test_direct_encounter_decides_among_three() -> None:
    rows = table(ROUND_ROBIN, "direct_encounter")
    assert [(row.rank, row.player, row.points, row.direct_encounter) for row in rows] == [
        (1, "Zoe", 2.5, 1.5),
        (2, "Max", 2.5, 1),
        (3, "Ann", 2.5, 0.5),
        (4, "Eva", 1.5, None),  # nobody else has so many
        (5, "Dan", 1, None),
    ]


def test_without_a_tie_break_the_three_share_the_first_rank() -> None:
    assert [row.rank for row in table(ROUND_ROBIN)] == [1, 1, 1, 4, 5]


@pytest.mark.parametrize(
    ("games", "why"),
    [
        ("1 Ann-Max 1, 2 Max-Zoe 1, 3 Dan-Ann 1, 3 Zoe-Dan 1", "Ann and Zoe have not met, Max and Dan neither"),
        ("1 Ann-Max *, 2 Ann-Zoe 1, 3 Max-Zoe 1", "a game without a result is none"),
    ],
)
def test_direct_encounter_is_of_no_use(games: str, why: str) -> None:
    first = [row for row in table(games, "direct_encounter") if row.rank == 1]
    assert len(first) > 1, why
    assert {row.direct_encounter for row in first} == {None}, why


def test_of_several_games_of_two_the_mean_counts() -> None:
    """Ann and Max have beaten each other, which is half a point for both (6.1.2); Ann has beaten Zoe, and Zoe Max."""
    games = "1 Ann-Max 1, 2 Max-Ann 1, 3 Ann-Zoe 1, 4 Zoe-Max 1, 5 Zoe-Eva 1, 6 Max-Eva 1"
    rows = table(games, "direct_encounter")
    assert [(row.rank, row.player, row.direct_encounter) for row in rows[:3]] == [
        (1, "Ann", 1.5),
        (2, "Zoe", 1),
        (3, "Max", 0.5),
    ]


def test_who_is_first_whatever_is_missing() -> None:
    """Ann has beaten Max, Zoe and Eva, who have not all met but can make two points at most: Ann is first (6.3). Of the
    rest Max has beaten Zoe, and neither has met Eva: nothing is certain.
    """
    games = (
        "1 Ann-Max 1, 2 Ann-Zoe 1, 3 Ann-Eva 1, 4 Max-Zoe 1, 4 Dan-Ann 1, 5 Ida-Ann 1, 5 Max-Ida 1, 6 Max-Dan 1, "
        "5 Zoe-Jon 1, 6 Zoe-Jon 1, 7 Zoe-Jon 1, 5 Eva-Jon 1, 6 Eva-Jon 1, 7 Eva-Jon 1"
    )
    rows = table(games, "direct_encounter")
    assert [(row.rank, row.player, row.points) for row in rows[:4]] == [
        (1, "Ann", 3),
        (2, "Eva", 3),
        (2, "Max", 3),
        (2, "Zoe", 3),
    ]


def test_direct_encounter_of_two_games_each() -> None:
    """Ann and Max have met twice, 1.5 to 0.5, of which the mean counts; what they made against Zoe does not."""
    rows = table("1 Max-Ann =, 2 Ann-Max 1, 3 Ann-Zoe 0, 4 Max-Zoe 1, 5 Zoe-Eva 0", "direct_encounter")
    assert [(row.player, row.points, row.direct_encounter) for row in rows[:2]] == [
        ("Ann", 1.5, 0.75),
        ("Max", 1.5, 0.25),
    ]


def test_wins() -> None:
    """One game won and one lost goes before two games drawn."""
    rows = table("1 Zoe-Dan 1, 2 Eva-Zoe 1, 1 Ann-Eva =, 2 Dan-Ann =", "wins")
    assert [(row.rank, row.player, row.points, row.wins) for row in rows] == [
        (1, "Eva", 1.5, 1),
        (2, "Zoe", 1, 1),
        (3, "Ann", 1, 0),
        (4, "Dan", 0.5, 0),
    ]


def test_sonneborn_berger() -> None:
    """All points of who was beaten, half of those of who was drawn with, none of who won."""
    rows = {row.player: row for row in table(ROUND_ROBIN, "sonneborn_berger")}
    assert {name: row.sonneborn_berger for name, row in rows.items()} == {
        "Zoe": 2.5 + 1 + 2.5 / 2,
        "Max": 2.5 + 1 + 1.5 / 2,
        "Ann": 1.5 + 1 + 2.5 / 2,
        "Eva": 2.5 + 2.5 / 2,
        "Dan": 1.5,
    }
    assert list(rows) == ["Zoe", "Max", "Ann", "Eva", "Dan"]


def test_progress() -> None:
    """Ann wins first and loses then: 1 + 1; Zoe the other way round: 0 + 1."""
    rows = table("1 Ann-Max 1, 1 Eva-Zoe 1, 2 Eva-Ann 1, 2 Zoe-Max 1", "progress")
    assert [(row.rank, row.player, row.progress) for row in rows] == [
        (1, "Eva", (1, 2)),
        (2, "Ann", (1, 1)),
        (3, "Zoe", (0, 1)),
        (4, "Max", (0, 0)),
    ]


def test_tie_breaks_are_asked_in_their_order() -> None:
    """Wins tell Zoe, Max and Ann not apart (2 each); then the direct encounter does."""
    assert [row.player for row in table(ROUND_ROBIN, "wins", "direct_encounter")][:3] == ["Zoe", "Max", "Ann"]
