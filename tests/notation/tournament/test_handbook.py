"""The worked examples of FIDE's Technical Commission for C.07 (Exercises in Tie-Breaking, by M. Held), under the edition
that they were written for, and under that of 2026, which bounds the score of a dummy (16.4.1, 16.4.2).

The crosstable is a Swiss of sixteen players in five rounds with byes of all kinds, forfeits and a withdrawal.
"""

import pytest

from fairyscore.notation.tournament.field import Field, Regulations, field_of
from fairyscore.notation.tournament.games import BYES, Status, TournamentGame
from fairyscore.notation.tournament.tie_breaks import UnknownTieBreak, tie_break

CROSSTABLE = """
1 w9+ b13= w2= b15+ w4=
2 b10+ w7+ b1= w16+ b3=
3 w11= b6+ w8+ b4= w2=
4 b12+ H w13+ w3= b1=
5 w13- b15- w11+ b7= w10+
6 b14- w3- U w10+ b8+
7 w15+ b2- b16- w5= b11-
8 b16= w14+ b3- w13+ w6-
9 b1- w10- H f11- U
10 w2- b9+ w15- b6- b5-
11 b3= w16- b5- f9+ w7+
12 w4- U f14+ Z Z
13 b5+ w1= b4- b8- w14-
14 w6+ b8- f12- Z b13+
15 b7- w5+ b10+ w1- b16-
16 w8= b11+ w7+ b2- w15+
"""
"""Colour, opponent, + = - of each round; f: a forfeit; U: a bye by the pairing; H, Z: of half and no point."""

BYE_OF = {"U": Status.BYE, "H": Status.HALF_POINT_BYE, "Z": Status.ZERO_POINT_BYE}
RESULTS = {"+": "1-0", "=": "1/2-1/2", "-": "0-1"}


def games(table: str) -> list[TournamentGame]:
    """The games of a crosstable, each taken from its white player; of a forfeit from the one who is named first."""
    found = []
    for row in table.strip().splitlines():
        player, *cells = row.split()
        for number, cell in enumerate(cells, 1):
            if cell in BYE_OF:
                status = BYE_OF[cell]
                found.append(TournamentGame("", str(number), "", (player,), BYES[status], status))
            elif cell[0] == "w" or (cell[0] == "f" and int(player) < int(cell[1:-1])):
                status = Status.FORFEIT if cell[0] == "f" else Status.PLAYED
                pair = (player, cell[1:-1])
                found.append(TournamentGame("", str(number), "chess", pair, RESULTS[cell[-1]], status, 40))
    return found


def field(edition: int) -> Field:
    players = [str(number) for number in range(1, 17)]
    return field_of(games(CROSSTABLE), players, Regulations(fixed=False, rounds=5, edition=edition), RATINGS)


RATINGS = {str(number): 2250 - 50 * number for number in range(1, 17)}

UNTIL_2026 = """
        1     2     3     4     5     6     7     8     9     10    11    12    13    14    15    16
points  3.5   4     3.5   3.5   2.5   3     1.5   2.5   1.5   1     2.5   2     1.5   2     2     3.5
WIN     2     3     2     2     2     3     1     2     1     1     2     2     1     2     2     3
WON     2     3     2     2     2     2     1     2     0     1     1     0     1     2     2     3
BPG     2     3     2     2     2     2     3     2     1     3     2     0     3     2     3     2
BWG     1     1     1     1     0     1     0     0     0     1     0     0     1     1     1     1
REP     5     5     5     4     5     5     5     5     3     5     5     3     5     3     5     5
PS      11    13    11    11.5  5     6     6     8.5   2.5   4     5.5   7     7     6     7     10.5
PS-C1   10    12    10.5  10.5  5     6     5     8     2.5   4     5     7     6     5     7     10
STD     3.5   4     3.5   3.5   2.5   3     1.5   2.5   1.5   1     2.5   2     1.5   2     2     3.5
BH      12.5  13    15.5  15    8.5   12    14.5  13.5  9     13    13.5  11.5  14    11    12    12.5
BH-C1   11    ?     13    11.5  7.5   ?     12.5  12    7.5   ?     12    9.5   12    9     11    11
FB      13.5  13.5  15    15.5  10    12    13.5  12.5  9.5   12.5  12.5  11.5  13.5  10.5  12    13.5
AOB     12.6  13.6  13.4  13.38 13.4  13.25 11.9  13    12.75 10.9  12.75 15    12.1  13.17 12.2  13.3
SB      8     9.5   10.5  9.75  4.25  6.5   3.25  5.25  2.25  1.5   5.75  4     4.25  4.5   3.5   7.25
SB-C1   7.25  8.5   9.25  8     3.25  5.5   1.25  3.75  2.25  0     4.25  4     4.25  3     2.5   5.75
ARO     1820  1880  1940  1888  1690  1813  1760  1730  1975  1880  1863  2050  1930  1800  1860  1820
ARO-C1  1900  1988  2000  1983  1738  1900  1838  1800  2200  1975  2000  -     2025  1900  1963  1900
TPR     1969  2120  2089  2081  1690  1813  1611  1730  1175  1640  1776  1250  1781  1925  1788  1969
APRO    1789  1856  1904  1772  1719  1846  1869  1915  1805  1717  1840  2081  1879  1775  1776  1805
PTP     2029  2216  2112  2168  1689  1810  1531  1715  950   1575  1763  1250  1744  1942  1768  2013
APPO    1769  1852  1934  1784  1676  1836  1890  1924  1802  1687  1836  2168  1909  1756  1767  1799
"""
"""What the exercises come to, a column for each player; `?` where they do not ask, `-` where there is no value."""

SINCE_2026 = """
        4     6     11    12    16
BH      14    11.5  12.5  11.5  12.5
BH-C1   ?     ?     11    9.5   11
FB      14.5  12    12    11    13.5
AOB     13.38 13.25 12.75 14    13.1
SB      9.25  6     4.75  4     7.25
SB-C1   7.75  5     3.25  4     5.75
"""
"""Player 4 had a bye of half a point, 6 one by the pairing, 11 and 12 a forfeit: their dummies have limits."""


def rows(text: str) -> list[tuple[str, dict[str, str]]]:
    """Each row of a table: its tie-break, and its values by player."""
    heading, *lines = text.strip().splitlines()
    players = heading.split()
    return [(code, dict(zip(players, values, strict=True))) for code, *values in map(str.split, lines)]


def check(found: Field, code: str, wanted: dict[str, str]) -> None:
    for player, value in wanted.items():
        if value != "?":
            computed = found.points[player] if code == "points" else tie_break(code).value(found, player)
            assert computed is None if value == "-" else round(computed or 0, 2) == float(value), (code, player)


@pytest.mark.parametrize(("code", "wanted"), rows(UNTIL_2026))
def test_exercises_of_the_technical_commission(code: str, wanted: dict[str, str]) -> None:
    check(field(2024), code, wanted)


@pytest.mark.parametrize(("code", "wanted"), rows(SINCE_2026))
def test_the_dummy_has_a_limit_since_2026(code: str, wanted: dict[str, str]) -> None:
    check(field(2026), code, wanted)


BY_HAND = """
        1     12
SB-C1   7.25  4
BH-C2   9.5   7.5
BH-M1   7     ?
KS      1     0
KS-L+3  0.5   ?
TPN     1     12
RTNG    2200  1650
"""
"""1 met 9, 13, 2, 15, 4 with 1.5, 1.5, 4, 2, 3.5 points, and drew with 13, 2 and 4. Half of five points is 2.5."""


@pytest.mark.parametrize(("code", "wanted"), rows(BY_HAND))
def test_modifiers_by_hand(code: str, wanted: dict[str, str]) -> None:
    check(field(2026), code, wanted)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("luck", "luck is not a tie-break; there are DE, WIN"),
        ("WIN-C1", "WIN-C1 is not a tie-break: WIN has no C1"),
        ("BH-C3", "BH-C3 is not a tie-break; there are DE"),
    ],
)
def test_what_is_no_tie_break(text: str, why: str) -> None:
    with pytest.raises(UnknownTieBreak, match=why):
        tie_break(text)
