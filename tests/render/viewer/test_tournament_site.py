"""The site of a tournament: its files, tables, rounds, boards of games that go on, and the feed of moves."""

import re
from itertools import cycle
from xml.etree import ElementTree as ET

from stories import judged

from fairyscore.notation.tournament.games import game_of
from fairyscore.notation.tournament.plan import Entry, Plan, read_plan
from fairyscore.notation.tournament.table import Table, tables_of
from fairyscore.render.embed import read
from fairyscore.render.viewer.tournament import NEWEST, SourceRecord, site, tables_page

ATOM = "{http://www.w3.org/2005/Atom}"


def tags(white: str, black: str, result: str, **others: str) -> str:
    """The tags of a game of the Cup."""
    values = {"Event": "Cup", "White": white, "Black": black, **others, "Result": result}
    return "".join(f'[{name} "{value}"]\n' for name, value in values.items())


PLAYED = f"{tags('Anna', 'Bert', '1-0', Round='2')}\n1. e4 e5 1-0"
OPEN = f"{tags('Cleo', 'Anna', '*', Round='1')}\n1. e4 {{[%date 2026.11.21]}} e5 {{[%date 2026.11.20]}} *"
FORFEIT = f"{tags('Bert', 'Cleo', '1-0', Round='1', Termination='forfeit')}\n1-0"


def cup(*texts: str, plan: Plan | None = None) -> tuple[list[Table], list[SourceRecord]]:
    """The tables of the games, and their records, one in each file."""
    records = [SourceRecord(f"{number}.pgn", 1, judged(text)) for number, text in enumerate(texts)]
    games = [game_of(record.verdict, record.file) for record in records]
    tables = list(tables_of([game for game in games if game is not None], plan))
    return tables, [record._replace(line=record.verdict.game_text.line) for record in records]


def site_of(*texts: str, plan: Plan | None = None) -> dict[str, str]:
    """The files of the site by their names."""
    return {name: content.decode() for name, content in site(*cup(*texts, plan=plan))}


# -- files -------------------------------------------------------------------------------------------------------------


def test_a_site_has_only_the_files_that_there_is_something_for() -> None:
    assert list(site_of(PLAYED, OPEN, FORFEIT)) == ["index.html", "board-2.svg", "feed.xml", "games.html"]
    assert list(site_of(PLAYED)) == ["index.html", "games.html"]  # no game goes on, no move has a date
    assert list(site_of(FORFEIT)) == ["index.html", "games.html"]
    assert list(site_of()) == ["index.html"]


def test_the_title_is_the_name_of_the_tournament() -> None:
    assert "<title>Cup</title>" in site_of(PLAYED)["index.html"]
    assert "<title>Tournament</title>" in site_of()["index.html"]
    assert "<title>Cup</title>" in site_of(PLAYED)["games.html"]


# -- the page ----------------------------------------------------------------------------------------------------------


def body_of(page: str) -> str:
    """What a page shows."""
    return page.partition("<body>")[2]


def test_the_page_has_table_boards_and_rounds_in_this_order() -> None:
    page = body_of(site_of(PLAYED, OPEN, FORFEIT)["index.html"])
    assert re.findall("<h[12]>(.*?)</h[12]>", page) == [
        "Cup: 3 players, 2 of 3 games finished",
        "Remarks",
        "Games that go on",
        "Round 1",
        "Round 2",
    ]
    assert "<li>round 1, Bert - Cleo, 1-0, forfeit (forfeit)</li>" in page


def test_a_cross_table_has_a_row_for_each_player() -> None:
    rows = re.findall("<tr>(.*?)</tr>", site_of(PLAYED)["index.html"])
    assert [re.findall("<t[hd]>(.*?)</t[hd]>", row)[:4] for row in rows] == [
        ["", "player", "1", "2"],
        ["1.", "Anna", "x", "1"],
        ["2.", "Bert", "0", "x"],
    ]
    assert ("<th>" in rows[0], "<th>" in rows[1]) == (True, False)


def test_each_round_has_its_games_with_links_to_those_that_are_recorded() -> None:
    page = body_of(site_of(PLAYED, OPEN)["index.html"])
    first, second = page.split("<h2>Round ")[1:]
    assert first.startswith("1</h2>")
    assert '<li><a href="games.html#g2">Cleo - Anna</a>, chess: * (unfinished)</li>' in first
    assert '<li><a href="games.html#g1">Anna - Bert</a>, chess: 1-0</li>' in second
    assert "(played)" not in page


def test_games_without_a_round_have_a_list_of_their_own() -> None:
    page = site_of(f"{tags('Anna', 'Bert', '1-0')}\n1. e4 1-0")["index.html"]
    assert "<h2>Games</h2>" in page
    assert "Round" not in page


def test_a_board_shows_where_a_game_stands_and_whose_move_it_is() -> None:
    files = site_of(PLAYED, OPEN)
    assert read(files["board-2.svg"].encode()).fen.startswith("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w")
    page = body_of(files["index.html"])
    assert page.count("<figure>") == 1
    assert '<img src="board-2.svg" loading="lazy" alt="The position: Cleo has move 2.">' in page
    assert "chess: * (unfinished). Cleo has move 2.</figcaption>" in page


def test_a_game_without_moves_has_no_board() -> None:
    files = site_of(f"{tags('Anna', 'Bert', '*')}\n*")
    assert list(files) == ["index.html", "games.html"]
    assert "Games that go on" not in files["index.html"]


def test_a_game_of_the_schedule_that_is_not_begun_has_no_link() -> None:
    plan = read_plan('pairings = "single"\nname = "Cup"\n[[players]]\nname = "Anna"\n[[players]]\nname = "Bert"\n')
    files = site_of(plan=plan)
    assert list(files) == ["index.html"]
    assert "<li>Anna - Bert, chess: * (not begun)</li>" in files["index.html"]


def test_names_are_text_everywhere() -> None:
    game = f"{tags('<b>', 'Bert', '*', Round='<i>', Event='<u>')}\n1. e4 {{[%date 2026.11.21]}} *"
    files = site_of(game)
    for name in ("index.html", "feed.xml"):
        assert "&lt;b&gt; - Bert" in files[name]
        assert not re.search("<[biu]>", files[name])


# -- other tables ------------------------------------------------------------------------------------------------------


def test_a_page_of_tables_has_one_for_each_event() -> None:
    league = PLAYED.replace("Cup", "League")
    page = tables_page(cup(PLAYED, league)[0])
    assert "<title>Cup</title>" in page
    assert re.findall("<h1>(.*?)</h1>", page) == [
        "Cup: 2 players, 1 of 1 game finished",
        "League: 2 players, 1 of 1 game finished",
    ]
    assert page.count("<table>") == page.count("</table>") == 2
    assert "Remarks" not in page
    assert "<title>Tournament</title>" in tables_page([])


def test_remarks_name_files_in_the_tables_only() -> None:
    """The files are those of the arbiter; whoever reads the site does not have them."""
    tables, records = cup(OPEN)
    assert "unfinished, 0.pgn:1" in tables_page(tables)
    assert not any(b"0.pgn" in content for _, content in site(tables, records))


def test_teams_and_matches_have_tables() -> None:
    teams = Plan(name="Cup", players=(Entry("Anna", team="Reds"), Entry("Bert", team="Blues")))
    page = tables_page(cup(PLAYED, plan=teams)[0])
    assert re.findall("<h2>(.*?)</h2>", page) == ["Teams", "Players"]
    assert page.index("Teams") < page.index("<td>Reds</td>") < page.index("<h2>Players") < page.index("<td>Anna</td>")
    knock_out = Plan(name="Cup", players=(Entry("Anna"), Entry("Bert")), pairings="knock-out")
    page = tables_page(cup(PLAYED, plan=knock_out)[0])
    assert re.findall("<h2>(.*?)</h2>", page) == ["Matches"]


# -- the feed ----------------------------------------------------------------------------------------------------------


def entries(feed: str) -> list[ET.Element]:
    return ET.fromstring(feed).findall(f"{ATOM}entry")


def test_the_feed_tells_each_move_with_its_date_the_newest_first() -> None:
    feed = ET.fromstring(site_of(PLAYED, OPEN)["feed.xml"])
    assert feed.findtext(f"{ATOM}title") == "Cup"
    assert feed.findtext(f"{ATOM}updated") == "2026-11-21T00:00:00+00:00"
    newest, oldest = feed.findall(f"{ATOM}entry")
    found = {child.tag.removeprefix(ATOM): child.text or child.get("href") for child in newest}
    del found["id"]
    assert found == {
        "title": "1. e4: Cleo - Anna",
        "updated": "2026-11-21T00:00:00+00:00",
        "link": "games.html#g2",
        "summary": "Round 1, chess",
    }
    assert oldest.findtext(f"{ATOM}title") == "1... e5: Cleo - Anna"


def test_moves_of_the_same_day_are_in_the_order_of_games_and_plies() -> None:
    game = f"{tags('Anna', 'Bert', '*')}\n1. e4 {{[%date 2026.11.21]}} e5 {{[%date 2026.11.21]}} *"
    found = entries(site_of(game, game.replace("Bert", "Cleo").replace("e5", "c5"))["feed.xml"])
    assert [entry.findtext(f"{ATOM}title") for entry in found] == [
        "1... c5: Anna - Cleo",
        "1. e4: Anna - Cleo",
        "1... e5: Anna - Bert",
        "1. e4: Anna - Bert",
    ]
    assert [entry.findtext(f"{ATOM}summary") for entry in found] == ["chess"] * 4  # there is no round


def test_ids_in_the_feed_are_the_same_whenever_it_is_made_and_never_twice() -> None:
    ids = [[entry.findtext(f"{ATOM}id") for entry in entries(site_of(OPEN)["feed.xml"])] for _ in range(2)]
    assert ids[0] == ids[1]
    assert len({*ids[0]}) == 2


KNIGHTS = ("Nf3", "Nf6", "Ng1", "Ng8")


def test_moves_have_their_time_of_day_and_its_zone() -> None:
    """Without a zone it is taken as universal time."""
    moves = "1. e4 {[%date 2026.11.21 18:30 +02:00]} e5 {[%date 2026.11.21 18:30]}"
    found = entries(site_of(f"{tags('Anna', 'Bert', '*')}\n{moves} *")["feed.xml"])
    assert [entry.findtext(f"{ATOM}updated") for entry in found] == [
        "2026-11-21T18:30:00+00:00",
        "2026-11-21T18:30:00+02:00",
    ]


def test_the_feed_has_only_the_newest_moves() -> None:
    """Sixty dated moves: the first ten are left out."""
    days = [f"2026.{month:02}.{day:02}" for month in (1, 2, 3) for day in range(1, 21)]
    moves = " ".join(f"{move} {{[%date {day}]}}" for move, day in zip(cycle(KNIGHTS), days, strict=False))
    found = entries(site_of(f"{tags('Anna', 'Bert', '*')}\n{moves} *")["feed.xml"])
    assert len(found) == NEWEST
    assert found[-1].findtext(f"{ATOM}title") == "6. Ng1: Anna - Bert"
