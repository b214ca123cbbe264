"""The page of the desk in a real Chromium: what is played is what is saved, and every refusal is that of `explain`."""

from __future__ import annotations

import json
import random
import re
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import as_new, axe, keys, media, resized, skip
from desk_player import GAMES, DeskPlayer, desk
from injections import HARMLESS, INJECTIONS, planted
from nightly import NIGHTLY, sampled
from viewed import stories

import fairyscore
from fairyscore.notation.variants.catalog import add_path
from fairyscore.render import prose
from fairyscore.render.idiom import cells_here, notation_here
from fairyscore.render.language import named

XIANGQI = '[White "Hong"]\n[Black "Hei"]\n[Variant "Xiangqi"]\n[Result "*"]\n\n*\n'


@pytest.fixture(scope="module")
def browser(one_browser: Any) -> Iterator[Any]:
    started = as_new(one_browser)
    started.set_script_timeout(60)
    media(started, prefers_reduced_motion="reduce")
    resized(started, 1280, 900)
    yield started
    started.set_script_timeout(30)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with desk() as url:
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/[\w-]{20,}/", url)
        yield url


@pytest.fixture
def player(browser: Any, address: str) -> DeskPlayer:
    return DeskPlayer(browser, address).ready()


@pytest.mark.parametrize("variant", sampled(GAMES, 3))
def test_what_is_played_by_dragging_is_what_is_saved(player: DeskPlayer, variant: str) -> None:
    player.new(variant)
    names = player.js("return [...document.querySelectorAll('[data-field]')].map(field => field.dataset.field)")
    assert sorted(names) == sorted(fairyscore.get_variant(variant).board.cells)
    played = player.play(60 if NIGHTLY else 8, variant)
    (game,) = fairyscore.loads(player.record)
    assert [move.text for move, _ in game.mainline()] == played
    assert len(player.js("return [...document.querySelectorAll('[data-ply]')]")) == len(played)
    assert player.position["fen"] == game.position.fen


def meant_moves(player: DeskPlayer) -> list[str]:
    """The moves that the page suggests instead of a refused one."""
    found: list[str] = player.js(
        "return [...document.querySelectorAll('#refusal button')].map((one) => one.textContent)"
    )
    return found


@pytest.mark.parametrize("variant", ["chess", "kaleidochess", "circular-70", "shogi"])
def test_every_refusal_is_that_of_explain(player: DeskPlayer, variant: str) -> None:
    player.new(variant)
    start, dice, refused = fairyscore.Position.start(variant), random.Random(variant), 0
    while refused < 6:
        origin, target = dice.choice(list(start.pieces())), dice.choice(start.variant.board.cells)
        expected = start.explain(origin, target)
        if origin == target or not isinstance(expected, fairyscore.IllegalMove):
            continue
        player.drag(origin, target)
        player.settle()
        shown = player.js("return document.getElementById('refusal').textContent")
        game = start.variant
        told = [prose.refused(game, reason) for reason in expected.reasons]
        assert all(text in shown for text in told), (origin, target, shown)
        for move in map(start.parse, expected.suggestions):
            near = bool({origin, target} & {move.from_cell, move.to_cell})
            assert (notation_here(game).write(start.state, move.raw, game) in meant_moves(player)) == near
        refused += 1
    assert player.record.splitlines()[-1] == "*"


def test_moves_tried_beside_the_record_are_variations(player: DeskPlayer) -> None:
    player.new("chess")
    for origin, target in (("e2", "e4"), ("e7", "e5"), ("g1", "f3")):
        player.drag(origin, target)
    player.settle()
    player.press('[data-ply="1"]')
    player.click("c7")
    player.click("c5")
    player.settle()
    assert player.record.splitlines()[-1] == "1. e4 e5 (1... c5) 2. Nf3 *"
    player.press("[data-do=toMain]")
    player.settle()
    assert player.record.splitlines()[-1] == "1. e4 c5 (1... e5 2. Nf3) *"
    player.drag("d7", "d5", "right")
    player.settle()
    assert "[%cal Gd7d5]" in player.record
    player.press("[data-do=undo]")
    player.press("[data-do=remove]")
    player.settle()
    assert player.record.splitlines()[-1] == "1. e4 e5 2. Nf3 *"


def test_a_sign_is_added_to_those_that_are_there(player: DeskPlayer) -> None:
    player.press("[data-do=askRead]")
    player.js("document.getElementById('text').value = arguments[0]", "1. e4 $4 $220 $14 $250 *")
    player.press("[data-do=read]")
    player.settle()
    player.js("document.getElementById('notes').open = true")
    player.press('[data-ply="1"]')
    player.settle()
    pressed = "return [...document.querySelectorAll('#signs [aria-pressed=true]')].map((one) => one.textContent)"
    assert player.js(pressed) == ["??", "⩲", "D", "$250"]
    player.press('#signs [data-nag="1"]')
    player.settle()
    assert player.js(pressed) == ["!", "⩲", "D", "$250"]
    player.press("#signs [data-rare]")
    player.settle()
    assert player.record.splitlines()[-1] == "1. e4 $1 $220 $14 *"
    player.js("const box = document.getElementById('sign'); box.value = '$146'; box.dispatchEvent(new Event('change'))")
    player.settle()
    assert player.js("return document.querySelector('[data-ply=\"1\"]').textContent") == "e4!D⩲N"


def test_players_of_xiangqi_have_their_names_and_colours(player: DeskPlayer) -> None:
    """The tags of a record are White and Black, whatever the players of the game are called."""
    player.js("document.getElementById('text').value = arguments[0]", XIANGQI)
    player.press("[data-do=read]")
    player.settle()
    shown = player.js("return [...document.querySelectorAll('#players li')].map((row) => row.innerText.split(/\\s+/))")
    assert shown == [["Hong", "Red"], ["Hei", "Black"]]
    assert player.js("return document.getElementById('turn').textContent") == "Red to move"


def test_fingers_move_pieces_and_draw(player: DeskPlayer, browser: Any) -> None:
    """A finger drags a piece at once; where it waits first, it draws an arrow, or marks a cell."""
    resized(browser, 360, 740)
    browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
    try:
        player.new("chess")
        player.touch("e2", "e4")
        player.settle()
        player.touch("e7", "e7")
        player.touch("e5", "e5")
        player.settle()
        assert player.record.splitlines()[-1] == "1. e4 e5 *"
        player.touch("g1", "f3", hold=0.7)
        player.touch("d5", "d5", hold=0.7)
        player.settle()
        assert player.js("return [desk.scene.position.arrows, desk.scene.position.fields]") == [
            ["green:g1f3"],
            ["green:d5"],
        ]
        assert player.js("return document.querySelectorAll('#moves [data-ply]').length") == 2
        player.new("crazyhouse")
        for origin, target in (("e2", "e4"), ("d7", "d5"), ("e4", "d5"), ("d8", "d5")):
            player.touch(origin, target)
            player.settle()
        x, y = player.js(
            "const box = document.querySelector('#hands [data-drop=P]').getBoundingClientRect();"
            "return [box.x + box.width / 2, box.y + box.height / 2]"
        )
        for kind, points in (("touchStart", [{"x": x, "y": y}]), ("touchEnd", [])):
            browser.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        player.touch("d4", "d4")
        player.settle()
        assert player.record.splitlines()[-1].endswith("3. @d4 *")
    finally:
        browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})
        resized(browser, 1280, 900)


@pytest.mark.parametrize("variant", ["chess", "kaleidochess", "tor-qi"])
def test_two_cells_are_asked_about(player: DeskPlayer, variant: str) -> None:
    player.new(variant)
    start, dice = fairyscore.Position.start(variant), random.Random(variant)
    pairs = [(origin, target) for origin in start.pieces() for target in start.variant.board.cells if origin != target]
    dice.shuffle(pairs)
    move = dice.choice([move for move in start.legal_moves if move.from_cell and move.to_cell])
    refused = next(pair for pair in pairs if isinstance(start.explain(*pair), fairyscore.IllegalMove))
    for origin, target in ((move.from_cell, move.to_cell), refused):
        expected = start.explain(origin, target)
        assert isinstance(expected, fairyscore.IllegalMove) == ((origin, target) == refused)
        player.press("#pick")
        player.settle()
        player.click(origin)
        player.click(target)
        player.settle()
        shown = player.js("return document.getElementById('explored').textContent")
        if isinstance(expected, fairyscore.IllegalMove):
            text = [f"{reason} ({reason.rule})" if reason.rule else str(reason) for reason in expected.reasons]
            assert shown == "; ".join(text)
        else:
            assert shown.startswith("legal: ")
    assert player.record.splitlines()[-1] == "*"
    assert player.js("return document.getElementById('pick').getAttribute('aria-pressed')") == "false"


def test_games_are_filtered_and_the_tree_of_openings_is_played(browser: Any, tmp_path: Path) -> None:
    file = tmp_path / "games.pgn"
    file.write_text(
        '[White "Anna"]\n[Date "2023.01.01"]\n\n1. e4 c5 2. Nf3 1-0\n\n'
        '[White "Bert"]\n[Date "2024.01.01"]\n\n1. e4 e5 0-1\n\n[White "Cleo"]\n\n1. d4 d5 1/2-1/2\n'
    )
    shown = "[...document.querySelectorAll('#list button')].map(button => button.dataset.game)"
    with desk(str(file)) as url:
        player = DeskPlayer(browser, url).ready()
        for name, text, found in (("opening", "1. e4", ["1", "2"]), ("year", "2024", ["2"]), ("player", "anna", [])):
            player.js(
                "const box = document.getElementById(`filter-${arguments[0]}`); box.value = arguments[1];"
                "box.dispatchEvent(new Event('input'))",
                name,
                text,
            )
            player.settle()
            assert player.js(f"return {shown}") == found
        player.press("[data-do=openings]")
        player.settle()
        rows = (
            "[...document.querySelectorAll('#openings tbody tr')]"
            ".map(row => [...row.cells].map(cell => cell.textContent))"
        )
        assert player.js(f"return {rows}") == [["e4", "2", "50 %50 %"], ["d4", "1", "100 %"]]
        told = "[...document.querySelectorAll('#openings [role=img]')].map(bar => bar.getAttribute('aria-label'))"
        assert player.js(f"return {told}") == ["1-0: 1, 0-1: 1", "1/2-1/2: 1"]
        player.press("#openings [data-move=e4]")
        player.settle()
        player.settle()
        assert player.js(f"return {rows}") == [["c5", "1", "100 %"], ["e5", "1", "100 %"]]
        explored = "document.getElementById('explored').textContent"
        assert player.js(f"return {explored}") == "B00 King's Pawn Game. 2 games have this position"


def test_games_are_found_without_typing(browser: Any, tmp_path: Path) -> None:
    """By a position, by its pawns, and by pieces that are set up; in games of other variants nothing is looked for."""
    file = tmp_path / "four.pgn"
    games = ("1. e4 e5 2. Nf3 *", "1. Nf3 e5 2. e4 *", "1. e4 e5 2. Nc3 *")
    text = "\n\n".join(f'[White "W{number}"]\n\n{moves}' for number, moves in enumerate(games, 1))
    file.write_text(f'{text}\n\n[White "W4"]\n[Variant "Shogi"]\n\n1. P-7f *\n')
    listed = "return [...document.querySelectorAll('#list [data-game]')].map((one) => one.dataset.game)"
    with desk(str(file)) as url:
        player = DeskPlayer(browser, url).ready()
        player.js("desk.turn(() => desk.openGame(1, 3))")
        player.settle()
        player.press("[data-do=findPosition]")
        player.settle()
        assert player.js(listed) == ["1", "2"]
        assert not player.js("return document.getElementById('games').hidden")
        player.press("[data-do=findStructure]")
        player.settle()
        assert player.js(listed) == ["1", "2", "3"]
        player.press("[data-do=setUp]")
        player.settle()
        player.press("#setting [data-do=empty]")
        player.js("desk.setting.place(() => (desk.setting.standing[18] = [0, 1]))")  # a knight on c3
        player.press("[data-do=findSet]")
        player.settle()
        assert player.js(listed) == ["3"]
        assert player.js("return document.getElementById('find').value") == 'variant "chess" and board { white N c3 }'
        player.press('#list [data-game="3"]')
        player.settle()
        assert player.position["fen"].split()[0] == "rnbqkbnr/pppp1ppp/8/4p3/4P3/2N5/PPPP1PPP/R1BQKBNR"


FIELD = """const boxes = [...document.querySelectorAll('[data-cell]')].map((cell) => cell.getBoundingClientRect());
const [left, right] = [Math.min(...boxes.map((box) => box.left)), Math.max(...boxes.map((box) => box.right))];
const [top, bottom] = [Math.min(...boxes.map((box) => box.top)), Math.max(...boxes.map((box) => box.bottom))];
return [right - left, bottom - top, document.documentElement.scrollHeight, document.documentElement.scrollWidth]"""
"""The size of the board without its rim, and of the page."""


@pytest.mark.parametrize("variant", ["chess", "shogi", "crazyhouse", "kaleidochess", "chamaeleon:players=4"])
def test_the_board_takes_the_room(player: DeskPlayer, browser: Any, variant: str) -> None:
    """At 1366x650, a small laptop, the cells span 560 pixels, and nothing has to be scrolled while playing."""
    resized(browser, 1366, 650)
    try:
        player.new(variant)
        player.play(6, variant)
        across, down, height, width = player.js(FIELD)
        assert max(across, down) >= 560
        assert (height, width) == (650, 1366)
        controls = player.js("return document.querySelector('.controls').getBoundingClientRect().bottom")
        assert controls <= 650
    finally:
        resized(browser, 1280, 900)


@pytest.mark.parametrize(("width", "height", "least"), [(360, 740, 300), (768, 1024, 640)])
def test_on_upright_screens_the_board_is_as_broad_as_they_are(
    player: DeskPlayer, browser: Any, width: int, height: int, least: int
) -> None:
    resized(browser, width, height)
    try:
        player.new("chess")
        across, _, _, wide = player.js(FIELD)
        assert across >= least
        assert wide == width
    finally:
        resized(browser, 1280, 900)


def test_the_record_stands_in_its_tab(player: DeskPlayer) -> None:
    player.new("chess")
    player.play(2, "chess")
    player.js("document.getElementById('tab-recorded').click()")
    look = "return getComputedStyle(document.getElementById('record')).visibility"
    assert (player.js(look), "[Event " in player.js("return document.getElementById('record').innerText")) == (
        "visible",
        True,
    )


def test_how_boards_look_is_remembered(player: DeskPlayer, browser: Any, address: str) -> None:
    player.new("chess")
    (whole, *_), colour = (
        player.js(FIELD),
        "return getComputedStyle(document.documentElement).getPropertyValue('--field-dark')",
    )
    before = player.js(colour)
    for name, value in (("board", "green"), ("names", "inside"), ("last", "tint"), ("size", "60")):
        player.js(
            "const choice = document.querySelector(`[data-look=${arguments[0]}]`); choice.value = arguments[1];"
            "choice.dispatchEvent(new Event('input'))",
            name,
            value,
        )
    browser.refresh()
    player.ready().new("chess")
    try:
        assert player.js(colour) != before
        assert player.js("return getComputedStyle(document.querySelector('.rim')).display") == "none"
        assert (
            player.js("return [...document.querySelectorAll('.names text')].map((one) => one.textContent)[0]") == "a1"
        )
        assert player.js(FIELD)[0] < 0.75 * whole
        assert player.js("return document.querySelector('[data-look=board]').value") == "green"
        player.press("[data-do=flip]")
        player.settle()
        low = "return document.querySelectorAll('.names text')[0].getBoundingClientRect().top"
        assert player.js(low) < player.js(
            "return document.querySelectorAll('.names text')[60].getBoundingClientRect().top"
        )
    finally:
        player.js("localStorage.clear()")


def entered(player: DeskPlayer, text: str) -> None:
    """Put a text into the one field that reads everything."""
    player.js("const box = document.getElementById('move'); box.value = arguments[0]; box.form.requestSubmit()", text)
    player.settle()


def test_one_field_reads_everything(player: DeskPlayer) -> None:
    player.new("chess")
    entered(player, "1.e4")
    assert player.record.splitlines()[-1] == "1. e4 *"
    entered(player, "e5 2. Nf3")
    assert player.record.splitlines()[-1] == "1. e4 e5 2. Nf3 *"
    entered(player, "Ke3")
    assert "no black king can go to e3" in player.js("return document.getElementById('refusal').textContent")
    fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    for text in (
        fen,
        f"https://lichess.org/analysis/{fen.replace(' ', '_')}",
        f"https://a.example/?fen={fen}".replace(" ", "%20"),
    ):
        player.new("chess")
        entered(player, text)
        assert player.position["fen"] == fen
    entered(player, '[White "Anna"]\n[Variant "shogi"]\n\n1. P-7f P-3d *')
    assert player.js("return [desk.scene.variant, desk.scene.heading.players[0]]") == ["shogi", "Anna"]
    entered(player, "position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2")
    assert player.position["fen"].startswith("lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/")
    entered(player, "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)   ( 0:00/00:00:00)\n")
    assert player.js("return [desk.scene.variant, document.querySelectorAll('[data-ply]').length]") == ["shogi", 1]
    entered(player, '[Variant "shogi"]\n\n1. P-7f K-5f *')
    assert "5f" in player.js("return document.getElementById('problems').textContent")


DROPPED = """
const bytes = Uint8Array.from(arguments[0]);
const files = new DataTransfer();
files.items.add(new File([bytes], "games.pgn"));
document.dispatchEvent(new DragEvent("drop", { dataTransfer: files }));
"""


@pytest.mark.parametrize("encoding", ["utf-8", "cp1250"])
def test_a_file_is_dropped_in_whatever_encoding(player: DeskPlayer, encoding: str) -> None:
    text = '[White "Šťastný, Jiří"]\n[Site "Plzeň"]\n[Result "*"]\n\n1. e4 {žádné překvapení} *\n'
    player.js(DROPPED, list(text.encode(encoding)))
    player.until("document.getElementById('diagnostics').childElementCount > 0")
    assert player.js("return document.getElementById('text').value") == text
    found = player.js("return document.getElementById('diagnostics').textContent")
    assert ("Windows-1250" in found) == (encoding != "utf-8")
    player.key("Escape")


def test_what_is_shared(player: DeskPlayer, browser: Any) -> None:
    player.new("chess")
    player.js("window.shared = []; window.saved = (text, name) => shared.push([String(text).slice(0, 4), name]);"
              "window.toClipboard = (text) => shared.push(text)")  # fmt: skip
    player.js("desk.turn(() => desk.play({move: 'e4'}))")
    for action in ("copyFen", "copy", "picture", "film", "gif"):
        player.press(f"#share [data-do={action}]")
        player.settle()
    fen, record, picture, film, gif = player.js("return shared")
    assert (fen, record) == (player.position["fen"], player.record)
    assert picture[1] == film[1] == "Chess.svg"
    assert (picture[0], gif) == ("<svg", ["71,7", "Chess.gif"])


def test_games_are_sorted_by_a_click(browser: Any, tmp_path: Path) -> None:
    file = tmp_path / "games.pgn"
    games = (("Cleo", "1999.01.01", "1-0"), ("Anna", "2020.01.01", "0-1"), ("Bert", "????.??.??", "*"))
    file.write_text(
        "\n".join(f'[White "{white}"]\n[Date "{date}"]\n\n1. e4 {result}\n' for white, date, result in games)
    )
    shown = "return [...document.querySelectorAll('#list button')].map(button => button.dataset.game)"
    with desk(str(file)) as url:
        player = DeskPlayer(browser, url).ready()
        player.press("#tab-games")
        for column, order in (("players", ["2", "3", "1"]), ("players", ["1", "3", "2"]), ("date", ["1", "2", "3"])):
            player.press(f"[data-sort={column}]")
            player.settle()
            assert player.js(shown) == order
        assert player.js("return document.querySelector('[aria-sort]').textContent") == "Date"


def test_a_comment_is_edited_where_it_stands_and_the_move_after_it_is_numbered(player: DeskPlayer) -> None:
    entered(player, "1. e4 {Best.} e5 (1... c5 {Sharp.} 2. Nf3 {Good.} d6) 2. Nf3 *")
    texts = "return [...document.querySelectorAll('#moves :is(.line > i, .number)')].map((one) => one.textContent)"
    assert player.js(texts) == ["1.", "1...", "1...", "2.", "2...", "2."]
    player.js("document.querySelector('#moves p.comment').click()")
    player.js("const box = document.activeElement; box.value = 'By test.'; box.blur()")
    player.settle()
    assert "1. e4 {By test.} 1... e5" in player.record
    assert player.js("return document.querySelector('#moves p.comment').textContent") == "By test."


def test_moves_are_guessed(player: DeskPlayer) -> None:
    entered(player, '[White "Anna"]\n\n1. e4 c5 2. Nf3 d6 *')
    record = player.record
    player.press("#train")
    player.press("[data-do=start]")
    player.settle()
    hidden = "return [...document.querySelectorAll('.line a')].map((link) => getComputedStyle(link).visibility)"
    assert player.js(hidden) == ["hidden"] * 4
    player.drag("d2", "d4")
    player.settle()
    assert player.js("return document.getElementById('refusal').textContent") == "d4 was not played here. Show the move"
    player.drag("e2", "e4")
    player.settle()
    assert player.js(hidden) == ["visible", "hidden", "hidden", "hidden"]
    player.press("[data-do=forward]")
    player.settle()
    assert (player.js("return desk.tree.ply(desk.scene.at)"), player.record) == (2, record)
    player.press("#train")
    assert player.js(hidden) == ["visible"] * 4


@pytest.mark.parametrize(
    ("variant", "fen", "move", "choices"),
    [
        ("chess", "7k/P7/8/8/8/8/8/K7 w - - 0 1", ("a7", "a8"), ["queen", "rook", "bishop", "knight"]),
        ("chess", "k7/8/8/8/8/8/p7/7K b - - 0 1", ("a2", "a1"), ["queen", "rook", "bishop", "knight"]),
        ("shogi", "4k4/9/4P4/9/9/9/9/9/4K4 b - 1", ("e7", "e8"), ["P-5b=", "tokin"]),
    ],
)
def test_a_choice_stands_on_the_cell_that_is_reached(
    player: DeskPlayer, variant: str, fen: str, move: tuple[str, str], choices: list[str]
) -> None:
    player.js("document.getElementById('fen').value = arguments[0]", fen)
    player.new(variant)
    player.js("document.getElementById('fen').value = ''")
    player.drag(*move)
    player.settle()
    assert player.js("return [...document.querySelectorAll('#choice button')].map((one) => one.title)") == choices
    first, field = player.js(
        "return [document.querySelector('#choice button'), document.querySelector(`[data-field=${arguments[0]}]`)]"
        ".map((one) => one.getBoundingClientRect()).map((box) => [box.x + box.width / 2, box.y + box.height / 2])",
        move[1],
    )
    assert max(abs(one - other) for one, other in zip(first, field, strict=True)) < 3
    player.key("Escape")
    player.settle()
    assert player.js("return document.querySelectorAll('#choice button').length") == 0
    player.drag(*move)
    player.settle()
    player.press("#choice button")
    player.settle()
    text = player.js("return document.querySelector('.line a').textContent")
    assert text == (choices[0] if variant == "shogi" else f"{move[1]}=Q+")


def test_the_piece_stands_where_it_went_while_the_duck_is_placed(player: DeskPlayer) -> None:
    standing = (
        "const [x, y] = desk.board.place(desk.board.index.get(arguments[0]));"
        "return [...document.querySelectorAll('.pieces use')]"
        ".some((one) => one.getAttribute('x') === `${x}` && one.getAttribute('y') === `${y}`)"
    )
    player.new("duck-chess")
    player.drag("e2", "e4")
    player.settle()
    assert (player.js(standing, "e2"), player.js(standing, "e4")) == (False, True)
    player.key("Escape")
    player.settle()
    assert (player.js(standing, "e2"), player.js(standing, "e4")) == (True, False)
    player.drag("e2", "e4")
    player.settle()
    player.click("a6")
    player.settle()
    assert player.record.splitlines()[-1] == "1. e4,a6 *"
    assert (player.js(standing, "e2"), player.js(standing, "e4")) == (False, True)
    duck = "return [...document.querySelectorAll('.gone *')].map((one) => one.getAttribute('href'))"
    assert player.js(duck) == [None, f"#{player.js('return desk.rules.wall')}"]


def test_a_promotion_is_chosen(player: DeskPlayer) -> None:
    player.js("document.getElementById('fen').value = '7k/P7/8/8/8/8/8/K7 w - - 0 1'")
    player.new("chess")
    player.js("document.getElementById('fen').value = ''")
    player.drag("a7", "a8")
    player.settle()
    names = player.js("return [...document.querySelectorAll('#choice button')].map(button => button.textContent)")
    assert names == ["queen", "rook", "bishop", "knight"]
    player.press("#choice button:nth-child(2)")
    player.settle()
    assert player.record.splitlines()[-1] == "1. a8=R+ *"


def test_a_position_is_set_up_and_played(player: DeskPlayer) -> None:
    """What the judge says of it stands there at once; castlings, the passed cell and the round are set beside the board."""
    player.new("chess")
    player.press("[data-do=setUp]")
    player.settle()
    player.press("#setting [data-do=empty]")
    flaws = "[...document.querySelectorAll('#setting .flaws li')].map(entry => entry.textContent)"
    player.until(f"{flaws}.length === 2")
    assert "king" in player.js(f"return {flaws}[0]")
    player.js("desk.setting.put(4, [0, 5]); desk.setting.put(7, [0, 3]); desk.setting.put(60, [1, 5])")
    player.press("#setting input[type=checkbox]")
    player.js("const round = [...document.querySelectorAll('#setting .unseen input')].at(-1);"
              "round.value = '31'; round.dispatchEvent(new Event('change'))")  # fmt: skip
    player.until(f"{flaws}.length === 0")
    assert player.js("return desk.setting.fen") == "4k3/8/8/8/8/8/8/4K2R w K - 0 31"
    player.press("[data-do=playSetup]")
    player.settle()
    assert not player.js("return document.getElementById('setup').open")
    player.drag("e1", "g1")
    player.settle()
    assert player.record.splitlines()[-1] == "31. O-O *"
    assert '[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 31"]' in player.record


@pytest.mark.parametrize("variant", ["crazyhouse", "kaleidochess:players=4,dice", "circular-70", "shogi"])
def test_a_position_of_the_game_is_set_up_as_it_is(player: DeskPlayer, variant: str) -> None:
    player.new(variant)
    player.play(8, variant)
    player.press("[data-do=setUp]")
    player.settle()
    assert player.js("return desk.setting.fen") == player.position["fen"]
    player.until("document.querySelectorAll('#setting .flaws li').length === 0")


def test_promoted_pieces_are_distinguished(player: DeskPlayer) -> None:
    fen = "4k3/8/8/8/8/8/8/Q~3KQ2[Pn] w - - 0 1"
    player.js("document.getElementById('fen').value = arguments[0]", fen)
    player.new("crazyhouse")
    player.js("document.getElementById('fen').value = ''")
    player.press("[data-do=setUp]")
    player.settle()
    assert player.js("return desk.setting.fen") == fen
    badges = "return [...document.querySelectorAll('#setting .badge')].map(badge => badge.textContent)"
    assert player.js(badges) == ["~"]


def test_a_game_is_played_by_keys(player: DeskPlayer, browser: Any) -> None:
    player.new("chess")
    player.js("""document.querySelector('[data-field="e2"]').focus()""")
    player.js("desk.point('e2'); desk.board.fields.get('e2').focus()")
    keys(browser, "\ue007", "\ue013", "\ue013", "\ue007")
    player.settle()
    assert player.record.splitlines()[-1] == "1. e4 *"
    spoken = player.js("return [document.activeElement.ariaLabel, document.getElementById('live').textContent]")
    assert spoken == ["e4, white pawn, last move", "e4. black to move"]


KEYED = {
    "chess": "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 d4 exd4 e5 d5 exf6 dxc4 fxg7 d3 gxh8=N dxc2",
    "shogi": "P-7f P-3d Bx2b+ Sx2b B*4e B*6e Bx3d",
    "kaleidochess:players=4,dice": "",
    "duck-chess": "",
    "circular-70": "",
}
"""Games that are played by keys, and how they begin; random moves follow."""


@pytest.mark.parametrize("variant", sampled(list(KEYED), 1))
def test_whole_games_are_played_by_keys_alone(player: DeskPlayer, variant: str) -> None:
    """Every cell, hand, die and choice is reached by Tab and the arrows, and each cell says what stands there."""
    player.new(variant)
    position, dice, played = fairyscore.Position.start(variant), random.Random(variant), list[str]()
    begun = KEYED[variant].split()
    while len(played) < (60 if NIGHTLY else max(4, len(begun))) and position.legal_moves:
        wanted = position.parse(begun[len(played)]).text if len(played) < len(begun) else ""
        moves = player.position["moves"]
        move = next((one for one in moves if one["text"] == wanted), None) or dice.choice(moves)
        player.move_by_keys(move)
        played.append(move["text"])
        position = position.play(move["text"])
        assert player.js("return document.getElementById('live').textContent.split('. ')[0]") == player.js(
            "return document.querySelector('#moves [aria-current]').firstChild.textContent"
        )
        cell = move["to"]
        if cell and cell in position.pieces():
            label = player.js("return document.querySelector(`[data-field='${arguments[0]}']`).ariaLabel", cell)
            at = position.variant.board.index[cell]
            standing = position.state.piece_at(at)
            assert standing is not None
            assert label.startswith(f"{cells_here(position.variant)[at]}, {prose.owned(position.variant, standing)}")
            assert label.endswith("last move")
    (game,) = fairyscore.loads(player.record)
    assert [move.text for move, _ in game.mainline()] == played
    assert game.position.fen == position.fen


def test_enter_starts_a_game_and_a_wrong_name_is_reported(player: DeskPlayer) -> None:
    player.new("kaleidochess:players=4,dice")
    player.press("[data-do=askNew]")
    player.settle()
    for name in ("nothing", "shogi"):
        player.js("const box = document.getElementById('variant'); box.value = arguments[0]; box.focus()", name)
        player.key("Enter")
        player.settle()
        assert player.js("return document.getElementById('new').open") == (name == "nothing")
        assert ("nothing" in player.js("return document.getElementById('new-fault').textContent")) == (
            name == "nothing"
        )
    assert player.js("return desk.scene.variant") == "shogi"
    assert not player.js("return document.getElementById('dice').checkVisibility()"), "shogi has no dice"


def test_the_result_of_a_game_that_ends_is_in_its_tags(player: DeskPlayer) -> None:
    player.new("chess")
    for origin, target in (("f2", "f3"), ("e7", "e5"), ("g2", "g4"), ("d8", "h4")):
        player.drag(origin, target)
    player.settle()
    assert player.js("return document.getElementById('tags').value") == "Result: 0-1"
    assert " 0-1 " in player.js("return document.querySelector('#list [aria-current]').textContent")


def test_a_thousand_quick_clicks_lose_nothing(player: DeskPlayer) -> None:
    """By day 180."""
    player.new("chess")
    player.js(
        "for (let i = 0; i < arguments[0]; i += 1) {"
        " desk.turn(() => desk.press('e2')); desk.turn(() => desk.press('e5')); }",
        500 if NIGHTLY else 90,
    )
    player.drag("e2", "e4")
    player.settle()
    assert player.record.splitlines()[-1] == "1. e4 *"


def test_a_game_of_a_variant_file_is_played(browser: Any, tmp_path: Path) -> None:
    file = tmp_path / "club-cylinder.toml"
    file.write_text('title = "Club Cylinder"\nbased_on = "chess"\nboard = { shape = "cylinder" }\n')
    with desk(str(file)) as url:
        player = DeskPlayer(browser, url).ready()
        assert player.js("return desk.scene.variant") == "club-cylinder"
        played = player.play(60 if NIGHTLY else 8, "file")
        assert '[Variant "club-cylinder"]' in player.record
        add_path(str(file))
        (game,) = fairyscore.loads(player.record)
        assert [move.text for move, _ in game.mainline()] == played


def test_every_piece_of_a_second_game_is_drawn(player: DeskPlayer) -> None:
    player.new("shogi")
    player.press("[data-do=setUp]")
    player.settle()
    uses = "[...document.querySelectorAll('#setting use')]"
    missing = f"{uses}.filter(use => !document.querySelector(use.getAttribute('href')))"
    assert player.js("return document.querySelectorAll('#setting .palette use').length") > 28
    assert player.js(f"return {missing}.length") == 0


def test_a_file_is_saved_unless_it_has_changed(browser: Any, tmp_path: Path) -> None:
    file = tmp_path / "games.pgn"
    file.write_text('[White "Anna"]\n\n1. e4 e5 *\n\n[White "Bert"]\n\n1. d4 *\n')
    with desk(str(file)) as url:
        player = DeskPlayer(browser, url).ready()
        assert player.js("return document.querySelectorAll('#list button').length") == 2
        played = player.play(6)
        player.press("[data-do=save]")
        player.settle()
        first, second = fairyscore.read_games(file)
        assert [move.text for move, _ in first.mainline()] == ["e2-e4", "e7-e5", *played]
        assert second.tags["White"] == "Bert"
        changed = '[White "Anna"]\n\n1. e4 c5 1-0\n\n[White "Bert"]\n\n1. d4 *\n'
        file.write_text(changed)
        player.play(1)
        player.press("[data-do=save]")
        player.settle()
        assert player.js("return document.getElementById('outside').open")
        shown = player.js("return [...document.querySelectorAll('#differences li')].map((entry) => entry.textContent)")
        assert shown == ["ply 2, black: 1... e5 | 1... c5", "result: * | 1-0"]
        assert file.read_text() == changed
        record = player.record
        player.press("[data-do=saveBeside]")
        player.settle()
        (beside,) = fairyscore.read_games(tmp_path / "games-2.pgn")
        assert f"{beside.to('pgn').rstrip()}\n" == record
        player.play(1)
        player.press("[data-do=save]")
        player.settle()
        player.press("[data-do=merge]")
        player.settle()
        assert "1. e4 e5 (1... c5) 2." in player.record
        player.press("[data-do=save]")
        player.settle()
        assert not player.js("return document.getElementById('outside').open")
        assert "1. e4 e5 (1... c5) 2." in file.read_text()
        file.write_text(changed)
        player.play(1)
        player.press("[data-do=save]")
        player.settle()
        player.press("[data-do=overwrite]")
        player.settle()
        first, second = fairyscore.read_games(file)
        assert f"{first.to('pgn').rstrip()}\n" == player.record
        assert second.tags["White"] == "Bert"


def test_a_game_that_is_no_longer_in_its_file_is_saved_beside_it(browser: Any, tmp_path: Path) -> None:
    file = tmp_path / "games.pgn"
    file.write_text('[White "Anna"]\n\n1. e4 e5 *\n')
    with desk(str(file)) as url:
        player = DeskPlayer(browser, url).ready()
        player.play(1)
        file.write_text('[White "Carl"]\n\n1. c4 *\n')
        player.press("[data-do=save]")
        player.settle()
        choices = "return [...document.querySelectorAll('#outside button')].map((button) => button.checkVisibility())"
        assert player.js(choices) == [False, False, True, True]
        player.press("[data-do=saveBeside]")
        player.settle()
        assert file.read_text() == '[White "Carl"]\n\n1. c4 *\n'
        assert (tmp_path / "games-2.pgn").is_file()


def free_port() -> str:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return str(found.getsockname()[1])


def test_edits_survive_a_closed_page(browser: Any, tmp_path: Path) -> None:
    """The program has ended without saving; on its next start the page offers what it has kept, into the same game."""
    file, port = tmp_path / "games.pgn", free_port()
    file.write_text('[White "Anna"]\n\n1. e4 e5 *\n\n[White "Bert"]\n\n1. d4 *\n')
    offers = "return [...document.querySelectorAll('#drafts li')].map((entry) => entry.textContent)"
    with desk("--port", port, str(file)) as url:
        player = DeskPlayer(browser, url).ready()
        player.js("desk.turn(() => desk.play({move: 'Nf3'}))")
        player.settle()
        player.js("desk.turn(() => desk.edit('annotate', {comment: 'kept'}))")
        player.settle()
        record = player.record
        assert player.js(offers) == []
        browser.refresh()
        assert player.ready().js(offers) == [], "the program still has the game"
        assert player.record == record
        browser.get("about:blank")
    for _ in range(2):
        with desk("--port", port, str(file)) as url:
            player = DeskPlayer(browser, url).ready()
            (offer,) = player.js(offers)
            assert offer.startswith("Not saved: Anna – black · Chess, ")
            player.press("#drafts button")
            player.settle()
            assert player.js(offers) == []
            assert (player.record, player.js("return desk.scene.game")) == (record, 1)
            assert player.js("return document.querySelectorAll('#list button').length") == 2
            browser.get("about:blank")
    with desk("--port", port, str(file)) as url:
        player = DeskPlayer(browser, url).ready()
        player.press("#drafts button")
        player.settle()
        player.press("[data-do=save]")
        player.settle()
        assert "{kept}" in file.read_text()
        assert player.js("return desk.drafts.all") == []


def test_games_that_are_thrown_away_do_not_come_back(browser: Any) -> None:
    port = free_port()
    with desk("--port", port) as url:
        player = DeskPlayer(browser, url).ready()
        player.play(2)
    with desk("--port", port) as url:
        player = DeskPlayer(browser, url).ready()
        player.press("#drafts button:nth-of-type(2)")
        player.settle()
        assert player.js("return [document.querySelectorAll('#drafts li').length, desk.drafts.all.length]") == [0, 0]
        browser.refresh()
        assert player.ready().js("return document.querySelectorAll('#drafts li').length") == 0


EARLY = """new MutationObserver((_, observer) => {
  const cell = document.querySelector('[data-field="e2"]');
  if (!cell || document.querySelector('#live') === null) return;
  observer.disconnect();
  for (const name of ['e2', 'e4']) {
    const target = document.querySelector(`[data-field="${name}"]`), box = target.getBoundingClientRect();
    const at = {clientX: box.x + box.width / 2, clientY: box.y + box.height / 2, bubbles: true, pointerId: 1, button: 0};
    for (const kind of ['pointerdown', 'pointerup']) target.dispatchEvent(new PointerEvent(kind, at));
  }
  window.early = typeof desk;
}).observe(document, {childList: true, subtree: true})"""
"""Clicks e2 and e4 as soon as they are there; the program of the page stands after them."""


def test_clicks_before_the_program_runs_are_kept(browser: Any, address: str) -> None:
    script = browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": EARLY})
    try:
        player = DeskPlayer(browser, address).ready()
    finally:
        browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)
    player.settle()
    assert player.js("return [window.early, early.kept.length]") == ["undefined", 0]
    assert player.record.splitlines()[-1] == "1. e4 *"


def test_what_is_read_in_a_letter_is_shown_before_it_is_played(player: DeskPlayer) -> None:
    player.new("chess")
    player.drag("e2", "e4")
    player.settle()
    player.press("[data-do=askRead]")
    player.js("document.getElementById('text').value = 'Dear Anna,\\n\\n1... e5\\n\\nI offer a draw.'")
    player.press("[data-do=letter]")
    player.settle()
    shown = player.js("return [...document.querySelectorAll('#diagnostics li')].map(entry => entry.textContent)")
    assert shown[0].endswith("the move e5; a draw is offered")
    assert shown[-1] == "Play e7-e5"
    assert player.record.splitlines()[-1] == "1. e4 *"
    player.press("[data-letter]")
    player.settle()
    assert player.record.splitlines()[-1] == "1. e4 e5 *"
    assert not player.js("return document.getElementById('read').open")


def test_tags_are_set_and_taken_out(player: DeskPlayer) -> None:
    player.new("chess")
    player.drag("e2", "e4")
    player.settle()
    player.js("document.getElementById('tags').value += '\\nWhite: Anna: <b>\\nBlack: Bert'")
    player.press("[data-do=setTags]")
    player.settle()
    assert '[White "Anna: <b>"]' in player.record
    assert player.js("return document.getElementById('title').textContent").startswith("Anna: <b> – Bert")
    player.js("const tags = document.getElementById('tags'); tags.value = tags.value.replace(/Black: .*/, '')")
    player.press("[data-do=setTags]")
    player.settle()
    assert "Bert" not in player.record
    player.js("document.getElementById('tags').value += '\\nnonsense'")
    player.press("[data-do=setTags]")
    player.settle()
    assert "is not a tag" in player.js("return document.getElementById('state').textContent")
    assert player.record.splitlines()[-1] == "1. e4 *"


def test_evaluations_and_clocks_are_a_graph(browser: Any, tmp_path: Path) -> None:
    file = tmp_path / "games.pgn"
    file.write_text(
        "1. e4 {[%eval 0.3,20] [%clk 1:00:00]} e5 {[%eval nothing] [%clk 59:30]} 2. Nf3 {[%clk 0:50:00]} d6 $2 *\n"
    )
    with desk(str(file)) as url:
        player = DeskPlayer(browser, url).ready()
        player.press("#graph summary")
        player.until("document.querySelectorAll('#graph .time').length === 2")
        assert "NaN" not in player.js("return document.querySelector('#graph svg').outerHTML")
        assert player.js("return document.querySelector('#graph .fault').getAttribute('d')").startswith("M300 ")
        box = "const box = document.querySelector('#graph svg').getBoundingClientRect();"
        player.js(
            f"{box} document.querySelector('#graph svg').dispatchEvent("
            "new MouseEvent('click', {bubbles: true, clientX: box.left + box.width / 2, clientY: box.top + 5}))"
        )
        player.settle()
        assert player.js("return desk.scene.at") == 2
        assert player.js("return document.querySelector('#graph .here').getAttribute('d')") == "M150 0V90"
        player.press('[data-do="end"]')
        player.settle()
        player.press("[data-do=remove]")
        player.settle()
        player.until("document.querySelector('#graph .here').getAttribute('d') === 'M300 0V90'")


def test_other_games_with_the_position_are_opened(browser: Any, tmp_path: Path) -> None:
    file = tmp_path / "games.pgn"
    file.write_text('[White "Anna"]\n\n1. e4 e5 2. Nf3 1-0\n\n[White "Bert"]\n\n1. Nf3 e5 2. e4 0-1\n')
    with desk(str(file)) as url:
        player = DeskPlayer(browser, url).ready()
        player.press('[data-ply="3"]')
        player.settle()
        player.press("[data-do=openings]")
        player.settle()
        assert player.js("return document.querySelector('[data-met]').textContent") == "Bert - ? 0-1"
        player.press("[data-met]")
        player.settle()
        assert player.js("return [desk.scene.game, desk.scene.at]") == [2, 3]


def test_two_pages_on_one_game_lose_nothing(browser: Any) -> None:
    with desk() as url:
        player = DeskPlayer(browser, url).ready()
        player.js("return desk.judge.ask({op: 'play', game: 1, at: 0, move: 'd4'})")
        player.drag("e2", "e4")
        player.settle()
        assert player.record.splitlines()[-1] == "1. d4 (1. e4) *"
        listed = "return [...document.querySelectorAll('#moves [data-ply]')].map(link => link.textContent)"
        assert player.js(listed) == ["d4", "e4"]
        other = "const {game, at, revision} = desk.scene; return desk.judge.ask({op: 'remove', game, at, revision})"
        assert [entry.get("text") for entry in player.js(other)["tree"]] == [None, "d4"]
        player.drag("e7", "e5")
        player.settle()
        assert "another page" in player.js("return document.getElementById('state').textContent")
        assert player.record.splitlines()[-1] == "1. d4 *"
        assert player.position["status"] == "white to move"


def test_what_is_wrong_with_a_record_stands_beside_it(browser: Any, tmp_path: Path) -> None:
    file = tmp_path / "faulty.pgn"
    file.write_text('[White "Anna"]\n\n1. e4 {[%clk no time]} e5 2. Ke3 Nf6 *\n\n[White "Bert"]\n\n1. e4 *\n')
    with desk(str(file)) as url:
        player = DeskPlayer(browser, url).ready()
        browser.get_log("browser")
        shown = "return [...document.querySelectorAll('#problems li')].map(entry => entry.textContent)"
        assert player.js(shown)[0] == "line 3, column 30: no white king can go to e3; it cannot be reached from e1"
        player.press('[data-ply="1"]')
        player.settle()
        assert player.js("return document.getElementById('clock').value") == ""
        player.press('[data-game="2"]')
        player.settle()
        assert player.js(shown) == []
        assert [line["message"] for line in browser.get_log("browser")] == []


def test_nothing_from_a_record_runs(browser: Any, tmp_path: Path) -> None:
    bad = '</script><script>window.hacked = 1</script><img src=x onerror="window.hacked = 1">'
    quoted = bad.replace('"', '\\"')
    (tmp_path / "bad.pgn").write_text(
        f'[White "{quoted}"]\n[Event "{quoted}"]\n\n1. e4 {{{bad}}} e5 *\n\n[White "b"]\n\n1. e4 *\n'
    )
    with desk(str(tmp_path / "bad.pgn")) as url:
        player = DeskPlayer(browser, url).ready()
        assert bad in player.js("return document.getElementById('moves').textContent")
        assert player.js("return window.hacked") is None
        assert not [line for line in browser.get_log("browser") if "Security" in line["message"]]


HOSTILE = (
    "</script><script>window.hacked = 1</script>",
    "<img src=x onerror='window.hacked = 1'>",
    "<svg onload=window.hacked=1>",
    "'><iframe srcdoc='<script>parent.hacked = 1</script>'>",
    "javascript:window.hacked=1",
    "{{constructor}} ${alert(1)} __proto__",
    "\u202e\u2066\ufeff\u200b &lt;script&gt;&#x27;",
    "<style>*{display:none}</style>",
    "]]><!-- <base href=//evil.example>",
    "<a href=javascript:window.hacked=1>x</a> <math><mi xlink:href='data:x'>",
)
"""Texts that would run or break a page that takes them for markup; each is put wherever a person can write."""


def test_nothing_that_is_written_on_the_page_runs(player: DeskPlayer, browser: Any) -> None:
    browser.get_log("browser")
    for text in HOSTILE:
        player.new("chess")
        player.js("desk.turn(() => desk.play({from: 'e2', to: 'e4'}))")
        player.settle()
        player.js(
            "const set = (id, value) => { const box = document.getElementById(id); box.value = value;"
            "box.dispatchEvent(new Event('change')); box.dispatchEvent(new Event('input')); };"
            "set('comment', arguments[0]); set('eval', arguments[0]); set('find', arguments[0]);"
            "set('asked', arguments[0]);"
            "set('fen', arguments[0]); set('text', arguments[0]); set('tags', 'White: ' + arguments[0]);",
            text,
        )
        for action in ("setTags", "attackers", "why", "check", "letter", "write"):
            player.js("desk.turn(() => desk[arguments[0]]())", action)
        player.settle()
        player.js("document.getElementById('fen').value = ''; document.getElementById('find').value = ''")
        assert player.js("return window.hacked") is None, text
        assert player.js("return document.querySelectorAll('iframe, img, base, math, script:not([type])').length") == 2
        assert "\n1. e4" in player.record
    assert not [line["message"] for line in browser.get_log("browser") if "Security" in line["message"]]


PARTS = """const kinds = ['script', 'style', 'iframe', 'img', 'base', 'form', 'meta', 'foreignObject', 'animate',
  'a[href^="javascript" i]', '[onload], [onerror], [onfocus], [onmouseover], [onbegin]', 'button[data-do]'];
return kinds.map((kind) => document.querySelectorAll(kind).length)"""
"""How many elements there are of those that a record must not add to."""


def test_no_element_arises_from_a_record(browser: Any, tmp_path: Path) -> None:
    """Each text stands in the tags and comments of a game; the page has the same elements as with harmless words."""
    file, (record,) = tmp_path / "hostile.pgn", [story.record for story in stories("1. e4 e5 2. Nf3 *")]
    texts = [HARMLESS, *sampled([text for text in INJECTIONS if text.isprintable()], 25)]
    file.write_text("\n".join(fairyscore.Game(planted(record, text)).to("pgn") for text in texts), encoding="utf-8")
    with desk(str(file)) as url:
        player = DeskPlayer(browser, url).ready()
        browser.get_log("browser")
        harmless = player.js(PARTS)
        for number, text in enumerate(texts, 1):
            player.js("desk.turn(() => desk.openGame(arguments[0]))", number)
            player.settle()
            assert player.js(PARTS) == harmless, text
            shown = player.js("return document.querySelector('.who').textContent")
            assert " ".join(player.js("return desk.scene.tags.White").split()) in " ".join(shown.split())  # a title too
        assert player.js("return [window.hacked, document.querySelectorAll('#list button').length]") == [
            None,
            len(texts),
        ]
        assert not [line["message"] for line in browser.get_log("browser") if "Security" in line["message"]]


def test_a_big_game_with_deep_variations_is_opened(browser: Any, tmp_path: Path) -> None:
    """400 plies, and variations forty deep: no answer is lost, and a move is added at the end."""
    shuffle = ("Nf3", "Nf6", "Ng1", "Ng8")
    plies = [shuffle[at % 4] for at in range(400)]
    numbered = " ".join(f"{at // 2 + 1}. {move}" if at % 2 == 0 else move for at, move in enumerate(plies))
    deep = "1. e4 " + "".join("(1. d4 " if at % 2 else "(1. c4 " for at in range(40)) + ")" * 40 + " *"
    file = tmp_path / "big.pgn"
    file.write_text(f'[White "Long"]\n\n{numbered} *\n\n[White "Deep"]\n\n{deep}\n')
    with desk(str(file)) as url:
        player = DeskPlayer(browser, url).ready()
        assert player.js("return document.querySelectorAll('[data-ply]').length") == 400
        player.press('[data-do="end"]')
        player.settle()
        player.js("window.before = [...document.querySelectorAll('[data-ply]')]")
        player.drag("e2", "e4")
        player.settle()
        assert player.js("return document.querySelectorAll('[data-ply]').length") == 401
        assert player.js("return window.before.every((link) => link.isConnected)"), "a move is appended, none rewritten"
        assert player.js("return document.querySelector('#moves [aria-current]').dataset.ply") == "401"
        player.press('[data-game="2"]')
        player.settle()
        assert player.js("return document.querySelectorAll('[data-ply]').length") == 41


def test_a_request_that_is_too_large_is_refused_plainly(player: DeskPlayer) -> None:
    answer = "return desk.judge.ask({op: 'read', text: 'x'.repeat(5000000)})"
    assert player.js(answer)["error"]["message"] == "the request is too long"


@pytest.mark.parametrize("width", [360, 768, 1280])
def test_nothing_is_wider_than_the_screen(player: DeskPlayer, browser: Any, width: int) -> None:
    resized(browser, width, 900)
    try:
        player.new("shogi")
        assert player.js("return document.documentElement.scrollWidth") <= width
    finally:
        resized(browser, 1280, 900)


def test_axe_has_nothing_to_say(player: DeskPlayer, request: pytest.FixtureRequest) -> None:
    text = axe()
    if text is None:
        skip("axe-core is not installed (npm ci --prefix tests)", request.config)
    player.new("crazyhouse")
    player.play(16, "axe")
    player.js(text)
    for panel in ("score", "notes", "explore", "about", "recorded"):
        player.js("desk.tab(arguments[0])", panel)
        found = player.browser.execute_async_script("axe.run().then(arguments[0])")
        assert [(one["id"], one["nodes"][0]["html"]) for one in found["violations"]] == [], panel
    for opened in ("", "setUp", "askRead", "askWrite", "askNew", "askShare", "askLook"):
        if opened:
            player.press(f"[data-do={opened}]")
            player.settle()
        found = player.browser.execute_async_script("axe.run().then(arguments[0])")
        assert [(one["id"], one["nodes"][0]["html"]) for one in found["violations"]] == [], opened
        player.js("document.querySelector('dialog[open]')?.close()")


# -- languages ----------------------------------------------------------------------------------------------------------

SHOWN = """const [found, kinds] = [[], NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT];
const data = "#record, #written, #variants, #format, #notation, #all-signs, #tags";
const skipped = `script, style, template, noscript, title, ${data}`;
const walk = document.createTreeWalker(document.body, kinds);
for (let node = walk.currentNode; node; node = walk.nextNode()) {
  const host = node.nodeType === 3 ? node.parentElement : node;
  if (host.closest(skipped)) continue;
  if (node.nodeType === 3) found.push(node.data);
  else for (const name of ["title", "aria-label", "placeholder", "alt"]) found.push(node.getAttribute(name) ?? "");
}
return found.map((text) => text.trim()).filter(Boolean)"""
"""Everything on the page that people see or hear."""

NAMES = {"Anna", "Home", "Chess", "Crazyhouse", "KaleidoChess", "chess", "crazyhouse", "kaleidochess", "dice"}
"""Names of the record, of games and of keys, which are the same in every language."""

OPENINGS = re.compile("(?:King's (?:Pawn Game|Knight Opening)|Queen's Pawn Game)(?:: [^.;]*)?")
"""Names of openings, which the table of openings has in English only."""


def untranslated(text: str) -> set[str]:
    """The words of a text that stand outside the signs that every text of the table has about it here."""
    text = OPENINGS.sub("", text)
    while (rest := re.sub(r"⟦[^⟦⟧]*⟧", "", text)) != text:
        text = rest
    return set(re.findall(r"[A-Za-z]{4,}", text)) - NAMES


@pytest.fixture(scope="module")
def marked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A language of its own, in which every text of the table stands between signs."""
    file = tmp_path_factory.mktemp("languages") / "marked.toml"
    words = {key: f"⟦{key}⟧" for key in named("de").words if key}
    file.write_text("[all]\n" + "".join(f"{json.dumps(key)} = {json.dumps(text)}\n" for key, text in words.items()))
    return file


def test_every_word_of_the_desk_comes_from_the_table(browser: Any, tmp_path: Path, marked: Path) -> None:
    """In the tabs and dialogs, while a game is played, annotated, asked about and exported."""
    file = tmp_path / "two.pgn"
    moves = "1. e4 {[%eval 0.3][%clk 0:10:00] a} e5 $1 (1... c5 2. Nf3) 2. Nf3"
    tags = '[White "Anna"]\n[Black "Ben"]\n[Event "?"]\n[Date "2020.01.02"]\n[ECO "C40"]\n'
    file.write_text(f"{tags}\n{moves} *\n\n{tags}\n1. d4 *\n")
    found: set[str] = set()
    with desk("--language", str(marked), str(file)) as url:
        player = DeskPlayer(browser, url).ready()

        def look() -> None:
            player.settle()
            for text in player.js(SHOWN):
                found.update(untranslated(text))

        look()
        for tab in ("games", "notes", "explore", "about", "recorded", "score"):
            player.js("desk.tab(arguments[0])", tab)
            look()
        for opened in ("setUp", "askRead", "askWrite", "askNew", "askShare", "askLook"):
            player.press(f"[data-do={opened}]")
            look()
            player.js("document.querySelector('dialog[open]')?.close()")
        for said in (
            "desk.undo()", "desk.goTo(0)", "desk.attackers()", "desk.openings()", "desk.pick()", "desk.pick()",
            "desk.typedSign('%')", "desk.train()", "desk.play({move: 'a3'})", "desk.play({move: 'e4'})", "desk.end()",
            "desk.train()", "desk.edit('annotate', {nags: [1, 146, 250]})", "desk.edit('annotate', {eval: 'x'})",
            "desk.showOutside({file: 'a.pgn', found: true, differences: []})", "document.getElementById('outside').close()",
            "desk.save()",
        ):  # fmt: skip
            player.js("desk.turn(() => eval(arguments[0]))", said)
            player.settle()
            look()
        player.new("kaleidochess:dice")
        look()
        player.new("crazyhouse")
        player.play(30, "hands")
        look()
    assert " ".join(sorted(found)) == ""


def test_the_desk_speaks_german(browser: Any) -> None:
    with desk("--language", "de") as url:
        player = DeskPlayer(browser, url).ready()
        assert player.js("return document.documentElement.lang") == "de"
        assert player.js("return document.querySelector('[data-do=askNew]').textContent") == "Neue Partie"
        assert player.js("return document.getElementById('turn').textContent") == "Weiß am Zug"
        player.drag("e2", "e4")
        player.settle()
        label = player.js("return document.querySelector('[data-field=e4]').getAttribute('aria-label')")
        assert label == "e4, Bauer (Weiß), letzter Zug"
        player.drag("e7", "e4")
        player.settle()
        refused = player.js("return document.querySelector('#refusal').textContent")
        assert refused.startswith("Bauer auf e7 kommt auch auf leerem Brett nicht nach e4 (")
