"""Cross tables against published ones and one that was computed by hand."""

import pytest

from fairyscore.notation.tournament.games import Status, TournamentGame, counted_once
from fairyscore.notation.tournament.standings import standings
from fairyscore.notation.tournament.tie_breaks import USUAL

RESULTS = {"1": "1-0", "=": "1/2-1/2", "0": "0-1"}


def cross(table: dict[str, str]) -> list[TournamentGame]:
    """The games of a double round robin: each row has two results against each player, the first one with white."""
    names = list(table)
    games = []
    for one, row in table.items():
        for other, pair in zip(names, row.split(), strict=True):
            if one < other:
                for number, (mark, pairing) in enumerate(zip(pair, ((one, other), (other, one)), strict=True), 1):
                    result = RESULTS[mark] if number == 1 else {"1": "0-1", "=": "1/2-1/2", "0": "1-0"}[mark]
                    games.append(TournamentGame("", str(number), "chess", pairing, result, Status.PLAYED, 60))
    return games


def test_sonneborn_berger_of_a_published_double_round() -> None:
    # The first example at fiveinline.com/sbps.html: points 4, 4, 3, 1, and 11, 9, 6, 4 by Sonneborn-Berger.
    games = cross({"A": "-- 01 11 10", "B": "10 -- 01 11", "C": "00 10 -- 11", "D": "01 00 00 --"})
    table = standings(games, tie_breaks=["sonneborn_berger"])
    assert [(row.rank, row.player, row.points, row.sonneborn_berger) for row in table] == [
        (1, "A", 4, 11),
        (2, "B", 4, 9),
        (3, "C", 3, 6),
        (4, "D", 1, 4),
    ]


def test_the_candidates_tournament_of_2016() -> None:
    # Moscow: ties were broken by the games of those tied, then wins, then Sonneborn-Berger (rule 3.7.1 there).
    games = cross({
        "Caruana":  "-- =0 =1 == == == =1 ==",
        "Karjakin": "=1 -- 10 == == == 1= =1",
        "Anand":    "=0 01 -- == 1= =1 =0 1=",
        "Giri":     "== == == -- == == == ==",
        "Svidler":  "== == 0= == -- =1 == ==",
        "Aronian":  "== == =0 == =0 -- 1= 1=",
        "Nakamura": "=0 0= =1 == == 0= -- 11",
        "Topalov":  "== =0 0= == == 0= 00 --",
    })  # fmt: skip
    table = standings(games)
    assert [(row.rank, row.player) for row in table[:3]] == [(1, "Karjakin"), (2, "Caruana"), (3, "Anand")]
    assert [row.points for row in table] == [8.5, 7.5, 7.5, 7, 7, 7, 7, 4.5]
    assert {row.games for row in table} == {14}


def test_direct_encounter_is_of_no_use_where_not_all_tied_have_met() -> None:
    def won(round_: str, one: str, other: str) -> TournamentGame:
        return TournamentGame("", round_, "chess", (one, other), "1-0", Status.PLAYED, 30)

    table = standings([won("1", "A", "B"), won("2", "C", "D")], tie_breaks=["direct_encounter"])
    assert [(row.rank, row.player, row.direct_encounter) for row in table] == [
        (1, "A", None),
        (1, "C", None),
        (3, "B", None),
        (3, "D", None),
    ]


def test_a_tie_that_stays_shares_its_rank() -> None:
    drawn = TournamentGame("", "1", "chess", ("A", "B"), "1/2-1/2", Status.PLAYED, 30)
    assert [row.rank for row in standings([drawn], tie_breaks=(*USUAL, "progress"))] == [1, 1]


def test_unfinished_and_disputed_games_count_for_nobody() -> None:
    one = TournamentGame("", "1", "chess", ("A", "B"), "1-0", Status.PLAYED, 30, file="a.pgn", line=1)
    games = counted_once([one, one._replace(result="0-1", file="b.pgn"), one._replace(round="2", result="*")])
    assert "a.pgn:1 says 1-0, b.pgn:1 says 0-1" in games[0].why
    assert [(row.points, row.games, row.open) for row in standings(games)] == [(0, 0, 2), (0, 0, 2)]


def test_an_unknown_tie_break_is_refused() -> None:
    with pytest.raises(ValueError, match="there are DE, WIN"):
        standings([], tie_breaks=["luck"])
