"""`fairyscore tournament`: the table of a folder of records, by their tags or by a tournament file."""

import csv
import io
import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from running import run, written

PLAYERS = ["Anna", "Bert", "Cleo", "Dora", "Emil", "Fred", "Gina", "Hans"]
VARIANTS = {"chess": "1. e4 e5", "tor-qi": "1. b2-b3 a8-a7", "xiangqi": "1. h3e3 h10g8"}


def record(round_: int, white: str, black: str, result: str, variant: str = "chess", **tags: str) -> str:
    all_tags = {"Event": "Cup", "Round": str(round_), "White": white, "Black": black, "Result": result, **tags}
    all_tags = {**all_tags, **({} if variant == "chess" else {"Variant": variant})}
    moves = VARIANTS[variant] if tags.get("Termination") != "forfeit" else ""
    return "".join(f'[{name} "{value}"]\n' for name, value in all_tags.items()) + f"\n{moves} {result}\n\n"


def double_round() -> list[str]:
    """Eight players, each against each with both colours: the one who stands first in the list wins, or draws as black."""
    found, number = [], 0
    for one in PLAYERS:
        for other in PLAYERS:
            if one != other:
                variant = list(VARIANTS)[number % len(VARIANTS)]
                result = "1-0" if one < other else "1/2-1/2"
                tags = {"TimeControl": "40/5d"} if variant == "chess" else {}
                found.append(record(1 + (one > other), one, other, result, variant, **tags))
                number += 1
    return found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for number, text in enumerate(double_round()):
        written(tmp_path / f"{number:02}.pgn", text)
    return tmp_path


def table(path: Path) -> dict[str, Any]:
    result = run("tournament", str(path), "--format", "json")
    assert result.exit_code in (0, 1), result.output
    (found,) = json.loads(result.stdout)["tournaments"]
    return dict(found)


def test_eight_players_double_round_three_variants(folder: Path) -> None:
    found = table(folder)
    assert len(found["games"]) == 56
    assert {game["variant"] for game in found["games"]} == set(VARIANTS)
    rows = {row["player"]: row for row in found["rows"]}
    # By hand: against each of those behind a player makes 1 1/2, against each of those in front 1/2.
    assert [rows[player]["points"] for player in PLAYERS] == [1.5 * (7 - at) + 0.5 * at for at in range(8)]
    assert [row["player"] for row in found["rows"]] == PLAYERS
    # 10.5, 9.5, ... 3.5. Anna has 1 1/2 times the points of all others (9.5 + 8.5 + ... + 3.5 = 45.5), Hans 1/2 times
    # those of all before him (10.5 + ... + 4.5 = 52.5).
    assert rows["Anna"]["sonneborn_berger"] == 1.5 * 45.5
    assert rows["Hans"]["sonneborn_berger"] == 0.5 * 52.5
    assert rows["Anna"]["progress"] == [7, 10.5]
    assert (rows["Dora"]["wins"], rows["Dora"]["draws"], rows["Dora"]["losses"]) == (4, 7, 3)


def test_a_forfeit_and_an_adjudication_are_ruled(folder: Path) -> None:
    (folder / "55.pgn").unlink()  # Hans - Gina was never played
    written(
        folder / "tournament.toml",
        '[[rulings]]\nwhite = "Hans"\nblack = "Gina"\nround = 2\nresult = "1-0"\nkind = "forfeit"\nby = "Ina"\n'
        'why = "no letter since May"\n'
        '[[rulings]]\nwhite = "Anna"\nblack = "Hans"\nresult = "1/2-1/2"\nkind = "adjudication"\nby = "Ina"\n'
        'why = "opposite bishops"\n[[players]]\nname = "Anna"\nrating = 2100\n[[players]]\nname = "Ivo"\n',
    )
    found = table(folder)
    rows = {row["player"]: row for row in found["rows"]}
    assert len(found["games"]) == 56
    assert rows["Hans"]["points"] == 3.5 + 0.5 + 0.5
    assert rows["Gina"]["points"] == 4.5 - 0.5
    assert rows["Anna"]["points"] == 10.5 - 0.5
    assert (rows["Anna"]["rating"], rows["Ivo"]["games"]) == (2100, 0)
    text = run("tournament", str(folder))
    assert text.exit_code == 0
    assert "round 2, Hans - Gina, 1-0, forfeit (Ina: no letter since May)" in text.stdout
    assert "round 1, Anna - Hans, 1/2-1/2, adjudicated (Ina: opposite bishops)" in text.stdout
    assert text.stderr == ""


def test_the_text_is_a_cross_table(tmp_path: Path) -> None:
    games = record(1, "Anna", "Bert", "1-0") + record(2, "Bert", "Anna", "1/2-1/2") + record(1, "Cleo", "Anna", "*")
    result = run("tournament", written(tmp_path / "cup.pgn", games))
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "Cup: 3 players, 2 of 3 games finished",
        "",
        "    player   1   2  3  games  points  DE  WIN    SB",
        "1.  Anna     x  1½  *      2     1.5        1  0.75",
        "2.  Bert    0½   x  .      2     0.5        0  0.75",
        "3.  Cleo     *   .  x      0       0        0     0",
        "",
        "round 1, Cleo - Anna, unfinished, " + str(tmp_path / "cup.pgn") + ":17",
    ]


def test_copies_count_once_and_contradicting_ones_for_nobody(tmp_path: Path) -> None:
    written(tmp_path / "anna.pgn", record(1, "Anna", "Bert", "1-0") + record(2, "Bert", "Anna", "1-0"))
    written(tmp_path / "bert.pgn", record(1, "Anna", "Bert", "1-0") + record(2, "Bert", "Anna", "0-1"))
    assert run("tournament", str(tmp_path)).exit_code == 1
    found = table(tmp_path)
    assert [(row["player"], row["points"], row["open"]) for row in found["rows"]] == [("Anna", 1, 1), ("Bert", 0, 1)]
    assert "bert.pgn:9 says 0-1" in found["games"][1]["why"]


def test_each_event_has_a_table(tmp_path: Path) -> None:
    games = record(1, "Anna", "Bert", "1-0") + record(1, "Anna", "Bert", "0-1").replace("Cup", "League")
    result = run("tournament", written(tmp_path / "all.pgn", games), "--format", "json")
    assert [found["name"] for found in json.loads(result.stdout)["tournaments"]] == ["Cup", "League"]


@pytest.mark.parametrize(
    ("style", "wanted"),
    [("md", "| 1. | \\<b\\>=1 | x | 1 | 1 | 1 |"), ("html", "<td>&lt;b&gt;=1</td>"), ("csv", "'=Cup")],
)
def test_names_are_only_text_in_every_format(tmp_path: Path, style: str, wanted: str) -> None:
    game = record(1, "<b>=1", "Bert", "1-0").replace("Cup", "=Cup")
    result = run("tournament", written(tmp_path / "cup.pgn", game), "--format", style)
    assert result.exit_code == 0
    assert wanted in result.stdout
    if style == "csv":
        (first, _) = csv.DictReader(io.StringIO(result.stdout))
        assert (first["rank"], first["points"], first["sonneborn_berger"]) == ("1", "1.0", "0.0")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            "nam = 1",
            "nam is not a key here; there are name, event, date, end_date, tie_breaks, pairings, games_per_pairing",
        ),
        ("name = ", "it is not TOML"),
        ('tie_breaks = ["luck"]', "luck is not a tie-break"),
        ('[[players]]\nname = "A"\n[[players]]\nname = "A"', "the player A stands in it twice"),
        ('[[rulings]]\nwhite = "A"\nblack = "B"\nresult = "2-0"\nkind = "forfeit"', "2-0 is not a result"),
    ],
)
def test_a_wrong_tournament_file_is_refused(tmp_path: Path, text: str, why: str) -> None:
    written(tmp_path / "tournament.toml", text)
    result = run("tournament", str(tmp_path))
    assert (result.exit_code, result.stdout) == (2, "")
    assert why in result.stderr


def test_a_record_without_names_is_left_out_and_reported(tmp_path: Path) -> None:
    result = run("tournament", written(tmp_path / "a.pgn", "1. e4 e5 1-0\n"), "--variant", "chess")
    assert result.exit_code == 1
    assert "its tags do not name all players" in result.stderr


def test_games_of_three_players(tmp_path: Path) -> None:
    """What is won against two opponents counts in Sonneborn-Berger as the mean of their points."""
    three = (
        '[Event "Cup"]\n[Variant "chamaeleon:players=3"]\n[White "Anna"]\n[Silver "Cleo"]\n[Black "Bert"]\n'
        '[Result "1-0-0"]\n\n1-0-0\n\n'
    )
    games = three + record(1, "Cleo", "Bert", "1-0") + record(1, "Bert", "Anna", "1/2-1/2")
    rows = {row["player"]: row for row in table(Path(written(tmp_path / "a.pgn", games)))["rows"]}
    assert {name: row["points"] for name, row in rows.items()} == {"Anna": 1.5, "Cleo": 1.0, "Bert": 0.5}
    assert rows["Anna"]["sonneborn_berger"] == (1.0 + 0.5) / 2 + 0.5 * 0.5


def test_a_plan_takes_the_games_of_its_event_and_knows_other_names(tmp_path: Path) -> None:
    games = record(1, "Anna", "Bert", "1-0") + record(1, "anna", "Bert", "0-1").replace("Cup", "League")
    written(tmp_path / "all.pgn", games)
    written(
        tmp_path / "tournament.toml",
        'name = "Spring"\nevent = "League"\n[[players]]\nname = "Anna Berg"\nnames = ["Anna"]\nteam = "Nord"\n',
    )
    found = table(tmp_path)
    assert [(row["player"], row["team"], row["points"]) for row in found["rows"]] == [
        ("Bert", "", 1),
        ("Anna Berg", "Nord", 0),
    ]


PLAN = """name = "Cup"
pairings = "double"
variants = ["chess", "tor-qi", "xiangqi"]
time_control = "10/40d"
date = "2026.03.01"
[[rulings]]
white = "Anna"
black = "Hans"
result = "1-0"
kind = "forfeit"
by = "Ina"
""" + "".join(f'[[players]]\nname = "{player}"\nrating = {2000 + 10 * at}\n' for at, player in enumerate(PLAYERS))


def test_a_schedule_is_begun_once_and_played(tmp_path: Path) -> None:
    """Round 1 of the Berger table for eight is 1-8, 2-7, 3-6, 4-5, round 2 is 8-5, 6-4, 7-3, 1-2; Anna - Hans is ruled."""
    written(tmp_path / "tournament.toml", PLAN)
    begun = run("tournament", str(tmp_path), "--start")
    assert (begun.exit_code, "55 records written" in begun.stderr) == (0, True)
    assert (
        "round 2: Hans - Emil not begun, Fred - Dora not begun, Gina - Cleo not begun, Anna - Bert not begun"
        in begun.stdout
    )
    text = (tmp_path / "02-anna-bert.pgn").read_text(encoding="utf-8")
    wanted = ('[Variant "tor-qi"]', '[Round "2"]', '[TimeControl "10/40d"]', '[Date "2026.03.01"]', '[BlackElo "2010"]')
    assert [tag for tag in wanted if tag not in text] == []
    assert "0 records written" in run("tournament", str(tmp_path), "--start").stderr
    run("play", str(tmp_path / "01-bert-gina.pgn"), "e4", "e5", "--result", "1-0")
    run("play", str(tmp_path / "01-cleo-fred.pgn"), "d4")
    found = table(tmp_path)
    rows = {row["player"]: row for row in found["rows"]}
    assert len(found["games"]) == 56
    assert (rows["Anna"]["points"], rows["Bert"]["points"], rows["Hans"]["points"]) == (1, 1, 0)
    # Bert has won against 2060: that and 800. Anna's forfeit is not rated.
    assert (rows["Bert"]["performance"], rows["Anna"]["performance"]) == (2860, None)
    assert rows["Cleo"]["open"] == 14


SAMPLE = Path(__file__).resolve().parents[2] / "samples" / "tournament"


def test_the_sample_tournament_is_as_computed_by_hand() -> None:
    """Eight players, double round, three variants, leave, a forfeit, an adjudication, two games that go on.

    Anna's Sonneborn-Berger: 1.5 x 9 + 2 x 7.5 + 1.5 x 7 + 1.5 x 6 + 1.5 x 6 + 2 x 4.5 + 2 x 2 = 70. Emil stands before
    Fred with the same points: 1.5 against 0.5 between them.
    """
    found = table(SAMPLE)
    columns = ("rank", "player", "points", "wins", "sonneborn_berger", "games", "open", "leave_used", "leave_left")
    assert [tuple(row[column] for column in columns) for row in found["rows"]] == [
        (1, "Anna Berg", 12, 10, 70, 14, 0, 14, 16),
        (2, "Bert Smit", 9, 6, 51, 14, 0, 0, 30),
        (3, "Dora Lind", 7.5, 5, 41, 14, 0, 0, 30),
        (4, "Cleo Dahl", 7, 4, 40.5, 13, 1, 20, 10),
        (5, "Emil Kraus", 6, 4, 32, 13, 1, 0, 30),
        (6, "Fred Moreau", 6, 3, 37, 13, 1, 0, 30),
        (7, "Gina Ruiz", 4.5, 2, 23, 14, 0, 0, 30),
        (8, "Hans Bakker", 2, 0, 14, 13, 1, 30, 0),
    ]
    ruled = {game["status"]: (game["by"], game["why"]) for game in found["games"] if game["by"]}
    assert ruled == {
        "forfeit": ("Ina Vos", "no move within forty days"),
        "adjudicated": ("Ina Vos", "equal position when the tournament ended"),
    }
    rows = {row["player"]: row for row in found["rows"]}
    # Anna: 10 of 12 against six rated opponents, two games each, 2150, 2140, 2080, 2065, 1990, and 1905: 83 per cent.
    assert rows["Anna Berg"]["performance"] == round((2150 + 2140 + 2080 + 2065 + 1990 + 1905) / 6) + 273
    text = run("tournament", str(SAMPLE)).stdout
    assert "Hans Bakker: 5 days of leave beyond the 30 days granted" in text


def test_the_report_to_rating_officers_has_its_columns() -> None:
    result = run("tournament", str(SAMPLE), "--format", "trf")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[:3] == ["012 Harbour Cup", "022 by mail", "032 NED"]
    players = [line for line in lines if line.startswith("001")]
    assert len(players) == 8
    fred = next(line for line in players if line[14:47].rstrip() == "Fred Moreau")
    assert (fred[4:8], fred[48:52], fred[80:84], fred[85:89]) == ("   6", "1990", " 6.0", "   6")
    rounds = [fred[at : at + 8] for at in range(91, len(fred), 10)]
    assert rounds[0] == "   3 b ="
    assert rounds[3] == "   8 b  "  # goes on
    assert rounds[10] == "   8 w +"  # forfeit


def test_a_knock_out_is_begun_round_by_round(tmp_path: Path) -> None:
    players = "".join(f'[[players]]\nname = "{player}"\n' for player in PLAYERS[:4])
    written(tmp_path / "tournament.toml", f'name = "Cup"\npairings = "knock-out"\n{players}')
    assert "2 records written" in run("tournament", str(tmp_path), "--start").stderr
    run("play", str(tmp_path / "01-anna-dora.pgn"), "e4", "--result", "1-0")
    run("play", str(tmp_path / "01-bert-cleo.pgn"), "e4", "--result", "0-1")
    begun = run("tournament", str(tmp_path), "--start")
    assert "1 record written" in begun.stderr
    assert (tmp_path / "02-anna-cleo.pgn").is_file()
    assert begun.stdout.splitlines()[-2:] == [
        "round 1: Anna - Dora 1-0, Bert - Cleo 0-1",
        "round 2: Anna - Cleo 0-0",
    ]
    found = table(tmp_path)
    assert [(row["rank"], row["player"]) for row in found["rows"]] == [
        (1, "Anna"),
        (1, "Cleo"),
        (3, "Bert"),
        (3, "Dora"),
    ]
    assert [match["winner"] for match in found["matches"]] == ["Anna", "Cleo", ""]


def test_the_feed_has_the_newest_moves_with_their_dates(tmp_path: Path) -> None:
    assert run("tournament", str(SAMPLE), "--format", "site", "-o", str(tmp_path)).exit_code == 0
    atom = "{http://www.w3.org/2005/Atom}"
    feed = ElementTree.parse(tmp_path / "feed.xml").getroot()
    entries = feed.findall(f"{atom}entry")
    dates = [entry.findtext(f"{atom}updated") or "" for entry in entries]
    assert len(entries) == 50
    assert dates == sorted(dates, reverse=True)
    assert feed.findtext(f"{atom}updated") == dates[0]
    assert len({entry.findtext(f"{atom}id") for entry in entries}) == 50
    assert (tmp_path / "games.html").is_file()
    assert len(re.findall(r'href="games.html#g', (tmp_path / "index.html").read_text(encoding="utf-8"))) >= 56
    link = entries[0].find(f"{atom}link")
    assert link is not None
    assert re.fullmatch(r"games\.html#g\d+", link.get("href", ""))
    assert int(link.get("href", "").split("#g")[1]) <= 56
    assert 'href="feed.xml"' in (tmp_path / "index.html").read_text(encoding="utf-8")


def test_a_site_has_tables_boards_and_games(tmp_path: Path) -> None:
    games = tmp_path / "games"
    games.mkdir()
    written(games / "tournament.toml", PLAN)
    run("tournament", str(games), "--start")
    run("play", str(games / "01-cleo-fred.pgn"), "d4")
    assert run("tournament", str(games), "--format", "site", "-o", str(tmp_path / "site")).exit_code == 0
    page = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    link = page.split("Cleo - Fred</a>", 1)[0].rsplit('href="', 1)[1].split('"', 1)[0]
    games_page = (tmp_path / "site" / "games.html").read_text(encoding="utf-8")
    assert f'id="{link.split("#")[1]}"' in games_page or 'class="packed"' in games_page
    boards = sorted(file.name for file in (tmp_path / "site").glob("board-*.svg"))
    assert len(boards) == 1
    assert f'src="{boards[0]}"' in page
    assert "Fred has move 1..." in page
    assert str(games) not in page
    assert "://" not in page
    assert run("tournament", str(games), "--format", "site").exit_code == 2


def test_a_player_withdraws_in_one_entry(tmp_path: Path) -> None:
    """Three players, one round: Bert's win against Cleo stands in brackets, and Anna has beaten Cleo."""
    players = "".join(f'[[players]]\nname = "{player}"\n' for player in PLAYERS[:3])
    left = '[[withdrawals]]\nplayer = "Bert"\ndate = "2026.05.01"\nkind = "annul"\nby = "Ina"\nwhy = "illness"\n'
    written(tmp_path / "tournament.toml", f'name = "Cup"\npairings = "single"\n{players}{left}')
    written(tmp_path / "a.pgn", record(1, "Bert", "Cleo", "1-0") + record(3, "Cleo", "Anna", "0-1"))
    result = run("tournament", str(tmp_path))
    assert result.exit_code == 0
    assert result.stdout.splitlines()[:6] == [
        "Cup: 3 players, 1 of 3 games finished",
        "",
        "    player  1    2    3  games  points  DE  WIN  SB",
        "1.  Anna    x    -    1      1       1        1   0",
        "2.  Bert    -    x  (1)      0       0        0   0",
        "2.  Cleo    0  (0)    x      1       0        0   0",
    ]
    assert "Bert withdrew on 2026.05.01: no game counts (Ina: illness)" in result.stdout


def test_a_report_is_a_tournament_and_makes_its_folder(tmp_path: Path) -> None:
    """What the folder says of itself is what the report said, but for the counts of players."""
    report = (
        "012 Cup\n092 Individual: Swiss-System\nXXR 2\n"
        "001    1 wWGM Berg, Anna                        2210 NED     1000001 1990        2.0    1     2 w 1  0000 - U\n"
        "001    2 m    Smit, Bert                        2150                             0.0    2     1 b 0  0000 - Z\n"
    )
    path = written(tmp_path / "report.txt", report)
    assert "Cup: 2 players, 1 of 1 game finished" in run("tournament", path).stdout
    folder = tmp_path / "cup"
    assert run("tournament", path, "--format", "folder", "-o", str(folder)).exit_code == 0
    assert sorted(file.name for file in folder.iterdir()) == ["games.pgn", "tournament.toml"]
    lines = run("tournament", str(folder), "--format", "trf").stdout.splitlines()
    assert [line for line in lines if line[:3] not in ("062", "072")] == report.splitlines()
    assert run("tournament", str(folder), "--format", "folder", "-o", str(tmp_path / "x")).exit_code == 2


def test_a_swiss_is_begun_round_by_round(tmp_path: Path) -> None:
    """Five players: the last one is left over, and his bye goes to the end of the file."""
    players = "".join(f'[[players]]\nname = "{player}"\n' for player in PLAYERS[:5])
    file = tmp_path / "tournament.toml"
    written(file, f'name = "Cup"\npairings = "swiss"\nrounds = 2\nvariants = ["chess", "tor-qi"]\n{players}')
    begun = run("tournament", str(tmp_path), "--start")
    assert (begun.exit_code, begun.stderr.splitlines()[0]) == (0, "round 1: 2 games, Emil is free")
    assert file.read_text(encoding="utf-8").endswith('\n\n[[byes]]\nplayer = "Emil"\nround = "1"\nkind = "pairing"\n')
    refused = run("tournament", str(tmp_path), "--start")
    assert (refused.exit_code, "round 1 goes on: Anna - Cleo." in refused.stderr) == (2, True), refused.stderr
    for game in sorted(tmp_path.glob("01-*.pgn")):
        run("play", str(game), "e4", "--result", "1-0")
    assert "round 2: 2 games, " in run("tournament", str(tmp_path), "--start").stderr
    assert sum("tor-qi" in game.read_text(encoding="utf-8") for game in tmp_path.glob("02-*.pgn")) == 2
    assert run("tournament", str(tmp_path), "--check-pairings").exit_code == 0


@pytest.mark.parametrize(("form", "beginning"), [("eml", b"From: Ina <ina@example.org>\nTo: Anna"), ("pdf", b"%PDF")])
def test_letters_are_written_once(tmp_path: Path, form: str, beginning: bytes) -> None:
    folder = tmp_path / "cup"
    folder.mkdir()
    players = '[[players]]\nname = "Anna"\naddress = "anna@example.org"\n[[players]]\nname = "Bert"\nlanguage = "fr"\n'
    head = 'name = "Cup"\narbiter = "Ina"\narbiter_address = "ina@example.org"\npairings = "single"\n'
    written(folder / "tournament.toml", head + players)
    letters = ("tournament", str(folder), "--format", "letters", "--letter-form", form, "-o")
    first = run(*letters, str(tmp_path / "first"))
    assert (first.exit_code, "2 letters written" in first.stderr) == (0, True), first.stderr
    files = sorted((tmp_path / "first").iterdir())
    assert [file.name for file in files] == [f"0001-anna-start.{form}", f"0002-bert-start.{form}"]
    assert files[0].read_bytes().startswith(beginning)
    assert "0 letters written" in run(*letters, str(tmp_path / "second")).stderr
    assert "all proved" in run("post", "verify", "--games", str(folder)).stdout
    assert run("tournament", str(folder), "--format", "letters").exit_code == 2
