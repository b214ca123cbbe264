"""Reports to rating officers: what is read is written again, as lines and as the folder of a tournament."""

from pathlib import Path

import pytest

from fairyscore.notation.tournament.games import Status
from fairyscore.notation.tournament.plan import Entry, Plan, Ruling, Withdrawal, WithdrawalKind, read_plan
from fairyscore.notation.tournament.plan_writer import write_plan
from fairyscore.notation.tournament.table import tables_of
from fairyscore.notation.tournament.trf import (
    RatingReport,
    ReportPlayer,
    RoundCell,
    is_report,
    read_player,
    read_report,
    trf,
    write_player,
)
from fairyscore.notation.tournament.trf_import import folder, imported

SWISS = """\
012 Harbour Open
022 Hoorn
032 NED
042 2026/05/01
052 2026/05/03
062 7
072 5
092 Individual: Swiss-System
102 Vos, Ina
112 Mol, Piet
122 90'+30"
132                                                                                        26/05/01  26/05/02
XXC white1
XXR 4
001    1 wWGM Berg, Anna                        2210 NED     1000001 1990/02/03  3.0    1     4 w 1     2 b 1     3 w =  0000 - H
001    2 m    Smit, Bert                        2150 NED             1971        1.5    3     5 b 1     1 w 0     6 b =
001    3 m FM Dahl, Cleo                        2140 NOR                         2.0    2     6 w +  0000 - H     1 b =
001    4 w    Lind, Dora                        1990 SWE                         1.0    6     1 b 0     5 w W     7 b 0
001    5 m    Kraus, Emil                          0 GER                         1.0    6     2 w 0     4 b L  0000 - U
001    6 m    Moreau, Fred                      1905 FRA                         0.5    7     3 b -     7 w -     2 w =
001    8 m    Ruiz, Gina                             ESP                         1.0    6  0000 - Z     6 b -     4 w 1
"""  # noqa: E501


def as_written(text: str) -> list[str]:
    return [line.rstrip() for line in text.splitlines()]


def test_lines_are_written_as_they_were_read() -> None:
    players = [line.rstrip() for line in SWISS.splitlines() if line.startswith("001")]
    assert [write_player(read_player(line)).rstrip() for line in players] == players


REPORT = SWISS.replace("7 w -     2 w =", "8 w -     2 w =").replace("7 b 0\n", "8 b 0\n")


def ranked(text: str) -> str:
    """A report with the ranks that its tie-breaks give: direct encounter, wins, Sonneborn-Berger."""
    return trf(imported(read_report(text)).table)


def test_a_report_is_read_and_written_the_same() -> None:
    """Titles, birth, a forfeit, a double forfeit, an unrated game, byes of four kinds, a number that is left out."""
    found = imported(read_report(REPORT))
    assert found.plan.rounds == 4
    assert found.plan.report_lines == (
        "112 Mol, Piet",
        next(line for line in as_written(REPORT) if line.startswith("132")),
    )
    assert found.plan.initial_colour == "white"
    assert {game.status for game in found.games} == {Status.PLAYED, Status.FORFEIT, Status.UNRATED}
    once = ranked(REPORT)
    assert as_written(ranked(once)) == as_written(once)
    without_ranks = [line[:84] + line[89:] for line in as_written(once)]
    assert without_ranks == [line[:84] + line[89:] for line in as_written(REPORT)]
    assert found.remarks == ["the ranks of 3 players are others than the report has; tie_breaks may name its order"]


def test_the_points_are_those_of_the_report() -> None:
    rows = {row.player: row.points for row in imported(read_report(REPORT)).table.rows}
    assert rows == {
        "Berg, Anna": 2.5,  # the bye that is asked for round 4 counts when that is paired
        "Smit, Bert": 1.5,
        "Dahl, Cleo": 2,
        "Lind, Dora": 1,
        "Kraus, Emil": 1,
        "Moreau, Fred": 0.5,
        "Ruiz, Gina": 1,
    }


def test_a_folder_holds_all_of_it(tmp_path: Path) -> None:
    found = imported(read_report(REPORT))
    files = dict(folder(found.plan, found.games))
    assert read_plan(files["tournament.toml"].decode()) == found.plan
    assert files["games.pgn"].count(b"[Event ") == len(found.games) - 1  # both have lost the double forfeit: a ruling
    assert [ruling.result for ruling in found.plan.rulings] == ["1-0", "0-0"]


def test_what_does_not_fit_is_told() -> None:
    """Two who have both won, two without the same opponent, and a point without an opponent."""
    rounds = {
        "Ann": (RoundCell(2, "w", "1"), RoundCell(3, "b", "1")),
        "Ben": (RoundCell(1, "b", "1"), RoundCell(0, "", "1")),
        "Cid": (None, RoundCell(2, "w", "0")),
    }
    lines = (write_player(ReportPlayer(at, name, rounds=cells)) for at, (name, cells) in enumerate(rounds.items(), 1))
    assert imported(RatingReport(tuple(lines))).remarks == [
        "round 1, Ann - Ben: the results 1 and 1 do not fit",
        "round 2, Ann: the opponent has another one",
        "round 2, Ben: 1 without an opponent",
        "round 2, Cid: the opponent has another one",
    ]


def test_players_of_one_name_are_told_apart() -> None:
    text = "001    1      Ann\n001    2      Ann\n001    3      Ben\n"
    assert [entry.name for entry in imported(read_report(text)).plan.players] == ["Ann (1)", "Ann (2)", "Ben"]


def test_the_report_of_2026_names_rounds_and_tie_breaks() -> None:
    plan = Plan("Cup", pairings="swiss", rounds=5, tie_breaks=("BH-C1", "koya"), players=(Entry("Ann"),))
    (table,) = tables_of([], plan)
    lines = as_written(trf(table, 2026))
    assert [line for line in lines if line[:3] in ("142", "202", "212")] == [
        "142 5",
        "202 BH/C1,KS",
        "212 PTS,BH/C1,KS",
    ]
    assert imported(read_report(trf(table, 2026))).plan.tie_breaks == ("BH-C1", "KS")


def test_lines_of_both_editions_are_kept() -> None:
    """Programs for pairings write the number of rounds in the old way and in that of 2026."""
    lines = ["012 Cup", "092 Individual: Swiss-System", "142 9", "152 W", "XXR 9", "001    1      Ann"]
    (table,) = tables_of([], imported(read_report("\n".join(lines))).plan)
    assert [line for line in as_written(trf(table, 2026)) if line in lines[2:5]] == lines[2:5]
    assert [line for line in as_written(trf(table)) if line[:3] in ("142", "XXC", "XXR")] == ["XXC white1", "XXR 9"]


def test_annulled_games_are_reported_with_their_results() -> None:
    """They count for nobody, and are rated."""
    players = (Entry("Ann"), Entry("Ben"), Entry("Cid"))
    plan = Plan(players=players, withdrawals=(Withdrawal("Ann", "2026.05.01", WithdrawalKind.ANNUL),))
    games = (Ruling("Ann", "Ben", "1-0", Status.PLAYED, "1"),)
    (table,) = tables_of([], plan._replace(rulings=games))
    ann = read_report(trf(table)).players[0]
    assert (ann.points, [cell.result for cell in ann.rounds if cell]) == ("0.0", ["1"])


@pytest.mark.parametrize(
    ("line", "colour"),
    [("XXC black1", "black"), ("XXC rank white1", "white"), ("XXC rank", ""), ("152 B", "black"), ("152 W", "white")],
)
def test_the_colour_of_the_first_player_is_read(line: str, colour: str) -> None:
    plan = imported(read_report(f"012 Cup\n{line}\n001    1      Ann\n")).plan
    assert plan.initial_colour == colour
    assert line in as_written(trf(next(tables_of([], plan)), 2016 if line[:3] == "XXC" else 2026))


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        (REPORT, True),
        ("### made by hand\n012 Cup\n\n001    1      Ann\n", True),
        ("012 Cup\n\n1234567890123456\nDDD SSSS X TT NN\n001    1      Ann\n", True),
        ("1. e4 e5\n", False),
        ("012 Cup\n", False),
    ],
)
def test_what_is_a_report(text: str, is_one: bool) -> None:
    assert is_report(text) == is_one


def test_values_that_are_too_long_are_cut() -> None:
    player = ReportPlayer(1, "A" * 40, title="honorary", rounds=())
    assert read_player(write_player(player)) == player._replace(name="A" * 33, title="hon")


def test_a_plan_is_written_as_it_is_read() -> None:
    text = (Path(__file__).resolve().parents[3] / "samples" / "tournament" / "tournament.toml").read_text(
        encoding="utf-8"
    )
    assert read_plan(write_plan(read_plan(text))) == read_plan(text)


def test_signs_without_an_opponent_are_byes() -> None:
    """Lichess writes `-` for a round that a player sat out, older programs `+` for the point of who was left over."""
    rounds = {"Ann": "   2 w 1         -", "Ben": "   1 b 0         +", "Cid": "       U         -"}
    players = (f"{f'001    {number}      {name}':<91}{rounds[name]}\n" for number, name in enumerate(rounds, 1))
    found = imported(read_report(f"012 Cup\n{''.join(players)}"))
    assert found.remarks == []
    assert [(bye.player, bye.round, bye.status) for bye in found.plan.byes] == [
        ("Ann", "2", Status.ZERO_POINT_BYE),
        ("Ben", "2", Status.FULL_POINT_BYE),
        ("Cid", "1", Status.BYE),
        ("Cid", "2", Status.ZERO_POINT_BYE),
    ]


SPELLED = """\
012 Club
001    1      Lind, Bert                        1950 SWE 1700001     1990.02.03  2.5       0002 w 1  0003 - +         H
001    2      Dahl, Cleo                                                         1.0       0001 b 0  0000 - U
001    3      Moreau, Fred                      1905                             1.0       0000 - U  0001 - -         -
"""


def test_players_lines_keep_their_spelling() -> None:
    """Zeros in front, dates with points, an id to the left, no ranks, rounds left empty; until a value changes."""
    found = imported(read_report(SPELLED))
    lines = as_written(SPELLED)[1:]
    assert [line for line in as_written(trf(found.table)) if line.startswith("001")] == lines
    changed = found.plan._replace(players=(found.plan.players[0]._replace(rating=1960), *found.plan.players[1:]))
    (table,) = tables_of(found.games, changed)
    players = [line for line in as_written(trf(table)) if line.startswith("001")]
    assert players[0].split()[4] == "1960"
    assert players[1:] == lines[1:]
