"""Published tournaments, entered from their tables: ranks and tie-breaks come out as they were published.

The Kurt Richter memorial of 2023 in Berlin (hilmarm.github.io): 86 players, seven rounds, late entries, absences and two
forfeits, ranked by Buchholz and Sonneborn-Berger under the handbook of that time. Players are their starting ranks.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from fairyscore.notation.tournament.field import Regulations
from fairyscore.notation.tournament.games import Status, TournamentGame
from fairyscore.notation.tournament.plan import Entry, Plan
from fairyscore.notation.tournament.table import tables_of

DATA = Path(__file__).resolve().parents[2] / "data" / "kurt_richter_2023.txt"
RESULTS = {"+": "1-0", "=": "1/2-1/2", "-": "0-1"}


def pairings(text: str) -> Iterator[TournamentGame]:
    """The games: `1-42+` is White, Black and White's result; `f` stands before that of a forfeit."""
    for number, lines in re.findall(r"round (\d)\n([^a-z]*(?:f[^a-z]*)*)", text):
        for white, black, forfeit, result in re.findall(r"(\d+)-(\d+)(f?)([+=-])", lines):
            status = Status.FORFEIT if forfeit else Status.PLAYED
            yield TournamentGame("", number, "chess", (white, black), RESULTS[result], status, 40)


def test_a_swiss_of_86_players() -> None:
    rounds, standings = DATA.read_text(encoding="utf-8").split("standings\n")
    published = [tuple(map(float, row.split(":"))) for row in standings.split()]
    players = tuple(Entry(str(number)) for number in range(1, 87))
    plan = Plan(pairings="swiss", rounds=7, tie_breaks=("BH", "SB"), tie_break_edition=2009, players=players)
    games = list(pairings(rounds))
    assert (len(games), plan.regulations) == (287, Regulations(fixed=False, rounds=7, edition=2009))
    (table,) = tables_of(games, plan)
    assert [(float(row.player), row.points, *row.tie_breaks) for row in table.rows] == published
