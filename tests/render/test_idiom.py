"""Games are shown as their players speak: nothing that readers see has cells, moves or players of another system."""

import json
import random
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from fairyscore.notation.game import Game, loads
from fairyscore.notation.position import Position
from fairyscore.notation.variants import variant
from fairyscore.render.board_state import moment
from fairyscore.render.desk.desk import Desk
from fairyscore.render.documents import page, rulebook, sheet
from fairyscore.render.drawing import diagram
from fairyscore.render.idiom import moves_in, notation_here
from fairyscore.render.language import language
from fairyscore.render.movement import movement, refusal
from fairyscore.render.prose import described, status

KIF = """\
手合割：平手
先手：Nakahara
後手：Oyama
手数----指手---------消費時間--
   1 ７六歩(77)
*An opening by both.
   2 ３四歩(33)
   3 ２二角成(88)
   4 同　銀(31)
   5 ４五角打
   6 ５二金(61)
   7 ３四角(45)
   8 ３三銀(22)
   9 １六角(34)
  10 投了
変化：4手
   4 同　飛(82)
"""

WXF = """\
FORMAT\tWXF
GAME\tNational
RED\tHu Ronghua
BLACK\tYang Guanlin
RESULT\t*
START{
1. C2.5 H8+7
2. H2+3 R9.8
3. P7+1 C8+4
4. C5+4 A4+5
}END
"""

SHOGI = re.compile(r"(?<![A-Za-z0-9+])[A-Z]?[a-i]?x?[a-i][1-9](?![0-9A-Za-z])|@|=\+")
XIANGQI = re.compile(r"(?<![A-Za-z0-9+])[A-Z]?[a-i]?x?[a-i](10|[1-9])(?![0-9A-Za-z])|\b[Ww]hite")
"""What stands in no sentence about these games: cells and moves of the board's own system, and a player called White."""


class _Words(HTMLParser):
    """What readers see and hear of a page: texts, and attributes that are read out."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.inside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.inside.append(tag)
        self.found += [value or "" for name, value in attrs if name in ("aria-label", "title", "alt", "data-text")]

    def handle_endtag(self, tag: str) -> None:
        while self.inside and self.inside.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if self.inside and self.inside[-1] not in ("style", "script", "metadata"):
            self.found.append(data)


def words(document: str) -> list[str]:
    reader = _Words()
    reader.feed(document)
    return reader.found


def strings(value: object) -> Iterator[str]:
    """The texts of JSON that are for people: not the record itself, nor ids, drawings and cells for programs, nor what
    is shown once a reader chooses another notation."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        silent = {"record", "fen", "picture", "definitions", "tags", "player_tags", "cells", "moves", "last", "long"}
        silent.add("spoken")
        yield from (text for key, one in value.items() if key not in silent for text in strings(one))
    elif isinstance(value, list):
        yield from (text for one in value for text in strings(one))


def shown(game: Game) -> Iterator[str]:
    """All that is shown of a game in English."""
    made = page(game, diagrams="every:3,end")
    yield from words(made)
    for data in re.findall(r'<script type="application/json"[^>]*>(.*?)</script>', made, re.DOTALL):
        yield from strings(json.loads(data))
    for svg in sheet(game, diagrams="every:3,end").pages:
        yield from words(svg)
    yield from words(diagram(game.position).svg())
    desk = Desk()
    opened = desk.add(game)
    yield from strings(desk.opened(opened))


@pytest.mark.parametrize(
    ("text", "foreign", "native"),
    [(KIF, SHOGI, ("P-7f", "Bx2b+", "B*4e", "Black to move")), (WXF, XIANGQI, ("C2=5", "H8+7", "Red to move"))],
)
def test_pages_sheets_and_the_desk_speak_one_language(
    text: str, foreign: re.Pattern[str], native: tuple[str, ...]
) -> None:
    (game,) = loads(text)
    found = list(shown(game))
    assert not [one for one in found if foreign.search(one)]
    assert all(any(sign in one for one in found) for sign in native)


@pytest.mark.parametrize(("text", "foreign"), [(KIF, SHOGI), (WXF, XIANGQI)])
def test_refusals_on_the_desk_speak_it(text: str, foreign: re.Pattern[str]) -> None:
    """Why any piece does not go anywhere, after each move of the game."""
    (game,) = loads(text)
    desk, dice, found = Desk(), random.Random(48), list[str]()
    number, cells = desk.add(game).number, game.position.variant.board.cells
    for node in range(len([*game.mainline()]) + 1):
        for origin, target in (dice.sample(cells, 2) for _ in range(40)):
            answer = desk.reply({"op": "explain", "game": number, "at": node, "from": origin, "to": target})
            found += strings(answer.get("refused", {}))
    assert len(set(found)) > 100
    assert not [one for one in found if foreign.search(one)]


@pytest.mark.parametrize(("name", "foreign"), [("shogi", SHOGI), ("xiangqi", XIANGQI), ("janggi", XIANGQI)])
def test_rule_books_and_drawings_speak_it_too(name: str, foreign: re.Pattern[str]) -> None:
    start = Position.start(name)
    html = re.sub(r"<h2[^>]*>Notation.*?(?=<h2)", "", rulebook(name).html(), flags=re.DOTALL)
    html = re.sub(r"<h2[^>]*>For programs.*", "", html, flags=re.DOTALL)
    found = [
        *(text for text in words(html) if "/" not in text),  # not the start as FEN, nor addresses
        *words(movement(variant(name), "king" if name == "shogi" else "general").svg()),
        *words(refusal(start, "e1-e5").svg().replace("e1-e5", "")),
    ]
    assert not [one for one in found if foreign.search(one)]


def test_who_begins_is_black_in_shogi_and_red_in_xiangqi() -> None:
    """As SFEN and books have it: `w` in SFEN is White, who moves second."""
    position = Position.from_fen("sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2", "shogi")
    assert described(moment(position)).startswith("Shogi, White to move. Black: pawn 9g, 8g, 6g, ")
    assert status(moment(Position.start("minixiangqi"))) == "Red to move"
    assert status(moment(Position.start("makruk"))) == "white to move"
    (game,) = loads(KIF)
    players = re.findall(r'<span class="who">(.*?)</span></span>', page(game))
    assert [re.sub("<.*?>", "", one) for one in players] == ["Nakahara Black", "Oyama White"]


def test_another_notation_is_chosen_for_moves_cells_and_rim() -> None:
    start = Position.start("shogi")
    with moves_in("international"):
        assert described(moment(start)).startswith("Shogi, Black to move. Black: pawn a3, b3, ")
        assert set(_rim(start)) == set("abcdefghi123456789")
    with moves_in("japanese"):
        assert described(moment(start)).startswith("Shogi, Black to move. Black: pawn ９七, ８七, ")
        assert "七" in _rim(start)
    (game,) = loads(KIF)
    assert "７六歩" in page(game, notation="japanese")
    assert ">c4<" in page(game, notation="international")
    assert "c3-c4" in page(game, notation="long")


def _rim(position: Position) -> list[str]:
    rim = re.search(r'<g class="rim">(.*?)</g>', diagram(position).svg(), re.DOTALL)
    assert rim is not None
    return re.findall(r'data-text="([^"]+)"', rim[1])


def test_language_chooses_the_notation_of_its_books(tmp_path: Path) -> None:
    (tmp_path / "ja.toml").write_text('[seats]\nBlack = "先手"\nWhite = "後手"\n', "utf-8")
    with language(str(tmp_path / "ja.toml")):
        assert notation_here(variant("shogi")).name == "japanese"
        assert status(moment(Position.start("shogi"))) == "先手 to move"


REFUSED = [
    ("kif", "手合割：平手\n   1 ７五歩(77)\n", "a pawn on ７七 cannot go to ７五"),
    ("csa", "V2.2\nPI\n+\n+7775FU\n", "a pawn on 77 cannot go to 75"),
    ("usi", "position startpos moves 7g7e", "a pawn on 7g cannot go to 7e"),
    ("pgn", '[Variant "Shogi"]\n\n1. c5 *', "no Black pawn can go to c5"),
    ("pgn", '[Variant "Shogi"]\n\n1. P-7e *', "no Black pawn can go to 7e"),
    ("wxf", "FORMAT\tWXF\nSTART{\n1. C2.9\n}END\n", "the path of the cannon from 2.3 to 9.3 is blocked"),
    ("pgn", '[Variant "Xiangqi"]\n\n1. H2-A2 *', "the path of the cannon from H2 to A2 is blocked"),
]


@pytest.mark.parametrize(("form", "text", "message"), REFUSED)
def test_messages_about_a_file_name_cells_as_it_does(form: str, text: str, message: str) -> None:
    (game,) = loads(text, format=form)
    found = [one.message for one in game.diagnostics if one.severity.value == "error"]
    assert message in found[0]


def test_the_desk_refuses_in_the_words_of_its_board() -> None:
    desk = Desk()

    def ask(**request: object) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(desk.answer(json.dumps(request)))
        return answer

    ask(op="new", variant="shogi")
    refused = ask(op="play", game=1, at=0, **{"from": "c3", "to": "c5"})["refused"]
    assert refused["message"] == "a pawn on 7g cannot go to 7e, even on an empty board"
    assert refused["suggestions"][0] == "P-7f"
    refused = ask(op="play", game=1, at=0, spoken="international", **{"from": "c3", "to": "c5"})["refused"]
    assert refused["message"] == "a pawn on c3 cannot go to c5, even on an empty board"
    assert refused["suggestions"][0] == "c4"
    made = ask(op="play", game=1, at=0, move="1.P-7f")
    assert made["entry"]["text"] == "P-7f"
    assert made["position"]["pieces"]["c4"] == "Black pawn"
    assert ask(op="open", game=1, spoken="japanese")["tree"][1]["text"] == "７六歩"
