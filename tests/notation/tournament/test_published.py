"""Published tournaments, entered from their tables: pairings, ranks and tie-breaks come out as they were published.

Players are their starting ranks. `1-42+` is White, Black and White's result; `f` stands before that of a forfeit, `*` is
a game without a published result.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from nightly import sampled

from fairyscore.notation.tournament.field import Regulations
from fairyscore.notation.tournament.games import Status, TournamentGame
from fairyscore.notation.tournament.plan import Entry, Plan, Withdrawal, WithdrawalKind
from fairyscore.notation.tournament.swiss import differing_rounds, paired
from fairyscore.notation.tournament.table import Table, tables_of

DATA = Path(__file__).resolve().parents[2] / "data"
RESULTS = {"+": "1-0", "=": "1/2-1/2", "-": "0-1", "*": "*"}


def pairings(text: str) -> Iterator[TournamentGame]:
    """The games of the rounds."""
    for number, lines in re.findall(r"round (\d+)\n([^a-z]*(?:f[^a-z]*)*)", text):
        for white, black, forfeit, result in re.findall(r"(\d+)-(\d+)(f?)([+=*-])", lines):
            status = Status.FORFEIT if forfeit else Status.PLAYED
            yield TournamentGame("", number, "chess", (white, black), RESULTS[result], status, 40)


def test_a_swiss_of_86_players() -> None:
    """The Kurt Richter memorial of 2023 in Berlin (hilmarm.github.io): seven rounds, late entries, absences and two
    forfeits, ranked by Buchholz and Sonneborn-Berger under the handbook of that time.
    """
    rounds, standings = (DATA / "kurt_richter_2023.txt").read_text(encoding="utf-8").split("standings\n")
    published = [tuple(map(float, row.split(":"))) for row in standings.split()]
    players = tuple(Entry(str(number)) for number in range(1, 87))
    plan = Plan(pairings="swiss", rounds=7, tie_breaks=("BH", "SB"), tie_break_edition=2009, players=players)
    games = list(pairings(rounds))
    assert (len(games), plan.regulations) == (287, Regulations(fixed=False, rounds=7, edition=2009))
    (table,) = tables_of(games, plan)
    assert [(float(row.player), row.points, *row.tie_breaks) for row in table.rows] == published


# -- the FIDE Grand Swiss of 2025 -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def grand_swiss() -> Table:
    """The open section in Samarkand: 116 players, eleven rounds, all of them played by all (the broadcast of lichess).

    Two games of the last round have no result there.
    """
    rounds, ratings = (DATA / "grand_swiss_2025.txt").read_text(encoding="utf-8").split("ratings\n")
    players = tuple(Entry(str(number), int(rating)) for number, rating in enumerate(ratings.split(), 1))
    plan = Plan(pairings="swiss", rounds=11, tie_breaks=("ARO-C1", "BH-C1", "BH", "DE"), players=players)
    (table,) = tables_of(list(pairings(rounds)), plan)
    return table


@pytest.mark.parametrize("number", sampled([*range(11, 0, -1)], 11))
def test_the_pairings_of_the_grand_swiss(grand_swiss: Table, number: int) -> None:
    """All 58 boards, White and Black; the colour of the first board was drawn."""
    played = {game.players for game in grand_swiss.games if game.round == str(number)}
    assert (len(played), set(paired(grand_swiss, number).pairs)) == (58, played)


def test_the_first_places_of_the_grand_swiss(grand_swiss: Table) -> None:
    """Giri (7) alone in front; Bluebaum (32) second by the rating of his opponents, then Firouzja (4) and Keymer (5)."""
    first = [(row.rank, row.player, row.points) for row in grand_swiss.rows[:4]]
    assert first == [(1, "7", 8.0), (2, "32", 7.5), (3, "4", 7.5), (4, "5", 7.5)]


# -- a round robin with a withdrawal ----------------------------------------------------------------------------------

SIX = """
round 1
2-3= 1-6+ 4-5-
round 2
5-2- 6-4+ 3-1-
round 3
2-1+ 4-3+ 5-6+
round 4
6-2* 3-5+ 1-4+
round 5
2-4- 5-1- 6-3*
"""
"""The youngest group of the Kleeblatt tournament of 2022 in Berlin (hilmarm.github.io); 6 left after the third round."""


def test_a_round_robin_with_a_withdrawal() -> None:
    """Ranks, points and Sonneborn-Berger as published: the games that were left are won by the others."""
    players = tuple(Entry(str(number)) for number in range(1, 7))
    left = Withdrawal("6", "2022.10.30", WithdrawalKind.FORFEIT)
    games = [game._replace(status=Status.NOT_BEGUN, plies=0) if game.result == "*" else game for game in pairings(SIX)]
    (table,) = tables_of(games, Plan(tie_breaks=("SB",), players=players, withdrawals=(left,)))
    assert [(row.rank, row.player, row.points, *row.tie_breaks) for row in table.rows] == [
        (1, "1", 4.0, 7.5),
        (2, "2", 3.5, 8.25),
        (3, "3", 2.5, 4.75),
        (4, "4", 2.0, 6.0),
        (5, "5", 2.0, 3.0),
        (6, "6", 1.0, 2.0),
    ]


def test_the_checker_takes_the_colour_that_was_drawn() -> None:
    """Of eight players the first has Black in the first round: that is a draw of lots, and no other pairing."""
    players = tuple(Entry(str(number), 2000 - number) for number in range(1, 9))
    games = list(pairings("round 1\n5-1+ 2-6+ 7-3+ 4-8+\n"))
    (table,) = tables_of(games, Plan(pairings="swiss", rounds=3, players=players))
    assert differing_rounds(table) == []
