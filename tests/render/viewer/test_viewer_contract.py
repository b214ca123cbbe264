"""What docs/page.md promises to those who restyle and script pages is there."""

import re
from pathlib import Path

from viewed import ANNOTATED, CASTLING, FAULTY, Parsed, data_of, stories, story_in

from fairyscore.render.viewer.page import PLACES, own, page

ROOT = Path(__file__).resolve().parents[3]
DOC = (ROOT / "docs" / "page.md").read_text(encoding="utf-8")


def table(heading: str) -> list[list[str]]:
    """The rows of the table that begins with a heading, without it."""
    after = DOC.partition(f"| {heading} |")[2].split("\n\n")[0]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in after.splitlines()[2:]]


def quoted(text: str) -> list[str]:
    return re.findall(r"`([^`]+)`", text)


def whole_page() -> str:
    castles = story_in(str(ROOT / "samples/games/kaleidochess/annotated-four-players.pgn"))
    timed = '[Result "*"]\n\n1. e4 {[%eval 0.3,20] [%clk 1:00:00]} e5 {[%eval #-3]} *\n'
    refused = '[Result "*"]\n\n1. e4 (1. Ke5 d5) e5 *\n'
    hands = '[Variant "Crazyhouse"]\n[Result "*"]\n\n1. e4 d5 2. exd5 Qxd5 *\n'
    shogi = '[Variant "Shogi"]\n[Result "*"]\n\n1. P-7f *\n'
    return page([*stories(ANNOTATED, CASTLING, FAULTY, refused, timed, hands, shogi), castles])


def test_the_classes_are_those_of_the_page() -> None:
    parsed = Parsed(whole_page())
    there = {word for _, name, value in parsed.values if name == "class" for word in value.split()}
    there |= set(re.findall(r'"([a-z-]+)"', own("page.js") + own("board.js") + own("parts.js") + own("graph.js")))
    rows = table("Class | Element")
    promised = {word for row in rows for word in quoted(row[0])} | {
        word
        for row in rows
        for word in quoted(row[2])
        if not word.startswith(("g1", "g2", "data-", "seats-", "s0", "s1"))
    }
    assert sorted(promised - there) == []
    assert len(rows) == 25


def test_the_variables_are_those_of_the_style_sheet() -> None:
    (style,) = re.findall(r"<style>(.*?)</style>", whole_page(), re.DOTALL)
    defined = set(re.findall(r"(--[a-z-]+) ?:", style))
    promised = {name for row in table("Variables") for name in quoted(row[0]) if name.startswith("--")}
    assert promised - defined == set()
    assert len(promised) == 40


def test_the_places_are_those_of_templates() -> None:
    assert [quoted(row[0])[0] for row in table("Place")] == [f"{{{{{place}}}}}" for place in PLACES]


def test_the_data_has_the_promised_keys() -> None:
    data = data_of(whole_page())
    rows = {quoted(row[0])[0]: quoted(row[1]) for row in table("Key | What it holds")}
    assert set(rows) == set(data)
    assert set(rows["geometries"]) == set(data["geometries"][0])
    assert set(rows["boards"]) - {"turn"} == set().union(*data["boards"])
    assert set(rows["games"]) <= set(data["games"][0])
    keys = {key for game in data["games"] for step in game["steps"] for more in step[3:] for key in more}
    promised = set(quoted(DOC.partition("moves have:")[2].partition("## Served")[0]))
    assert keys <= promised
