"""The page on which a position is set up: FEN, warnings and drawings are those of the engine and of `render`."""

import re
from collections import Counter
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from browser import as_new, axe, keys, media, resized, skip
from nightly import sampled

from fairyscore.notation.position import Position
from fairyscore.notation.rules.variant import PositionError
from fairyscore.notation.variants.registry import options_of, variant, variant_names
from fairyscore.render.drawing import diagram
from fairyscore.render.errors import DrawingError
from fairyscore.render.language import language
from fairyscore.render.viewer.setup import form_of, limits, setup_page

NAMES = (
    "chess", "cylindrical", "tor-qi", "circular-70", "kaleidochess", "kaleidochess:players=4", "chamaeleon", "shogi",
)  # fmt: skip
RIGHT, UP, DELETE = "\ue014", "\ue013", "\ue017"


@pytest.fixture(scope="module")
def chrome(one_browser: Any) -> Any:
    media(as_new(one_browser), prefers_color_scheme="light", prefers_reduced_motion="reduce")
    return one_browser


made = lru_cache(lambda name: setup_page(variant(name)))


def opened(browser: Any, folder: Path, name: str) -> Any:
    path = folder / f"{name}.html"
    path.write_text(made(name), encoding="utf-8")
    browser.get(path.as_uri())
    return browser


def js(browser: Any, script: str, *values: object) -> Any:
    return browser.execute_script(f"return {script}", *values)


def test_warnings_are_in_the_language_of_the_page() -> None:
    with language("de"):
        found = limits(variant("chess"), form_of(variant("chess")))
    assert found["least"]["0 5"] == (1, "Weiß: 0 × König, nötig ist genau einmal")
    assert found["barred"]["0 0"][56] == "Bauer (Weiß) kann nicht auf a8 stehen"


SEEDS = (
    "kaleidochess",
    "cylindrical",
    "chamaeleon",
    "circular-66",
    "circular-68",
    "circular-70",
    "caliph-qi",
    "tor-qi",
)
GAMES = [
    *(
        f"{name}:{'players=4,' * (option.name in ('silver', 'gold'))}{option.name}={value}"
        for name in SEEDS
        for option in options_of(name)
        for value in option.values
    ),
    *SEEDS,
    *sampled([name for name in variant_names() if name not in SEEDS], 8),
]


@pytest.mark.parametrize("name", sampled(GAMES, 6))
def test_no_start_position_is_at_fault(name: str) -> None:
    game = variant(name)
    state = game.initial_state()
    try:
        found = limits(game, form_of(game))
    except DrawingError:  # its positions cannot be set up on a page
        return
    pieces = ((cell, state.piece_at(cell)) for cell in range(len(game.board.cells)))
    standing = {cell: piece for cell, piece in pieces if piece is not None}
    counts = Counter(f"{seat} {kind}" for seat, kind in standing.values())
    assert [why for piece, (count, why) in found["least"].items() if counts[piece] < count] == []
    assert [why for piece, (count, why) in found["most"].items() if counts[piece] > count] == []
    assert [cell for cell, (seat, kind) in standing.items() if cell in found["barred"].get(f"{seat} {kind}", {})] == []
    holders = {piece[0] for cell, piece in standing.items() if cell in game.scenery.held}
    assert set(found["held"]) <= holders


def fields(svg: str) -> list[str]:
    """A drawing without what differs: its words, the beginning of its ids, how empty elements are written."""
    plain = re.sub(r"<title>.*?</metadata>", "", svg, flags=re.DOTALL).replace('opacity="0.4" />', 'opacity="0.4"></g>')
    return re.split("(?=<)", re.sub(r"fs[0-9a-f]{8}-|fs-", "", plain).strip())


@pytest.mark.parametrize("name", NAMES)
def test_fen_and_drawing_are_those_of_the_program(chrome: Any, tmp_path: Path, name: str) -> None:
    opened(chrome, tmp_path, name)
    game, rng = variant(name), Random(15)
    state = game.initial_state()
    for ply in range(13):
        if ply % 6 == 0:
            text = game.write_position(state)
            assert js(chrome, "fairyscore.take(arguments[0])", text), text
            assert js(chrome, "fairyscore.fen") == text
            assert js(chrome, "fairyscore.flaws()") == []
            drawn = js(chrome, "fairyscore.drawing()")
            if not game.scenery.gone(state):
                assert fields(drawn) == fields(diagram(Position.from_fen(text, game), plain=True).svg())
        moves = state.moves()
        if not moves:
            break
        state.push_unchecked(rng.choice(moves))
    assert not js(chrome, "fairyscore.take(arguments[0])", "8/8 w")


def test_pieces_are_placed_by_click_and_keys(chrome: Any, tmp_path: Path) -> None:
    resized(chrome, 1000, 800)
    opened(chrome, tmp_path, "chess")
    chrome.find_element("css selector", "[data-do=empty]").click()
    assert js(chrome, "fairyscore.input.value") == "8/8/8/8/8/8/8/8 w - - 0 1"
    flaws = [entry.text for entry in chrome.find_elements("css selector", ".flaws li")]
    assert flaws == ["white has 0 kings, and should have one", "black has 0 kings, and should have one"]
    chrome.find_element("css selector", "[aria-label='white king']").click()
    at = """(([x, y]) => new DOMPoint(x, y).matrixTransform(fairyscore.picture.getScreenCTM()))(
      fairyscore.board.place(arguments[0]))"""
    place = js(chrome, at, 4)
    js(chrome, "fairyscore.picture.dispatchEvent(new MouseEvent('click', {clientX: arguments[0], clientY: arguments[1]}))",
       place["x"], place["y"])  # fmt: skip
    assert js(chrome, "fairyscore.fen") == "8/8/8/8/8/8/8/4K3 w - - 0 1"
    js(chrome, "fairyscore.picture.focus()")
    keys(chrome, "k", *[UP] * 7, " ", RIGHT, "q", "q", "\ue007")
    assert js(chrome, "fairyscore.fen") == "4kq2/8/8/8/8/8/8/4K3 w - - 0 1"
    assert js(chrome, "fairyscore.live.textContent") == "f8: black queen"
    keys(chrome, DELETE)
    assert js(chrome, "fairyscore.fen") == "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
    assert js(chrome, "fairyscore.flaws()") == []


def test_pieces_are_put_into_hands(chrome: Any, tmp_path: Path) -> None:
    """Crazyhouse: two knights for White, a pawn for Black."""
    opened(chrome, tmp_path, "crazyhouse")
    for name in ("white knight in hand", "black pawn in hand", "white knight in hand", "white rook in hand"):
        chrome.find_element("css selector", f"[aria-label='{name}']").click()
    chrome.find_element("css selector", "[aria-label='white rook: one less']").click()
    assert js(chrome, "fairyscore.fen").split()[0].partition("[")[2] == "NNp]"
    assert Position.from_fen(js(chrome, "fairyscore.fen"), "crazyhouse").fen == js(chrome, "fairyscore.fen")
    shown = chrome.find_element("css selector", "[aria-label='white knight in hand'] + output")
    assert shown.text == "2"


def test_pieces_are_dragged(chrome: Any, tmp_path: Path) -> None:
    from selenium.webdriver import ActionChains

    resized(chrome, 1000, 800)
    opened(chrome, tmp_path, "chess")
    board = chrome.find_element("css selector", "svg.board")
    side = board.size["width"] / 8

    def dragged(start: Any, file: float, rank: float, *to: float) -> str:
        """From a place on the board in squares from its middle, or from an element, to another place on it."""
        mouse = ActionChains(chrome, 50)
        if start is board:
            mouse.move_to_element_with_offset(board, round(file * side * 0.9), round(rank * side * 0.9))
        else:
            mouse.move_to_element(start)
            to = (file, rank)
        mouse.click_and_hold().move_to_element_with_offset(
            board, *(round(way * side * 0.9) for way in to)
        ).release().perform()
        return str(js(chrome, "fairyscore.fen")).split()[0]

    assert dragged(board, 0.5, 2.5, 0.5, 0.5) == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"
    queen = chrome.find_element("css selector", "[aria-label='black queen']")
    assert dragged(queen, 0.5, -0.5) == "rnbqkbnr/pppppppp/8/4q3/4P3/8/PPPP1PPP/RNBQKBNR"
    assert dragged(board, 0.5, -0.5, 6, 2) == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"


@pytest.mark.parametrize(
    "text",
    ["4k3/8/8/8/8/8/8/4K2P w - - 0 1", "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/3KK3 w - - 0 1"],
)
def test_what_the_engine_refuses_is_warned_of(chrome: Any, tmp_path: Path, text: str) -> None:
    with pytest.raises(PositionError):
        variant("chess").read_position(text)
    opened(chrome, tmp_path, "chess")
    assert js(chrome, "fairyscore.take(arguments[0])", text)
    assert len(js(chrome, "fairyscore.flaws()")) == 1


def test_castlings_go_with_their_pieces(chrome: Any, tmp_path: Path) -> None:
    opened(chrome, tmp_path, "chess")
    js(chrome, "fairyscore.put(0, null)")
    assert js(chrome, "fairyscore.fen").split()[2] == "Kkq"


def test_axe_finds_nothing(chrome: Any, tmp_path: Path, pytestconfig: pytest.Config) -> None:
    program = axe() or skip("axe-core is not installed (npm ci --prefix tests)", pytestconfig)
    resized(chrome, 360, 700)
    opened(chrome, tmp_path, "kaleidochess")
    assert js(chrome, "document.documentElement.scrollWidth") <= 360
    chrome.execute_script(program)
    found = chrome.execute_async_script("axe.run(document).then(arguments[0])")
    assert [(fault["id"], [node["html"] for node in fault["nodes"]][:3]) for fault in found["violations"]] == []
    assert [entry for entry in chrome.get_log("browser") if "favicon" not in entry["message"]] == []


@pytest.mark.parametrize(
    ("name", "hand"),
    [("shogi", "PLNSGBRplnsgbr"), ("crazyhouse", "PNBRQpnbrq"), ("sittuyin", "PNSRFKpnsrfk"), ("chess", "")],
)
def test_a_king_is_offered_in_hand_only_where_a_game_starts_so(name: str, hand: str) -> None:
    assert "".join(form_of(variant(name))["hand"]) == hand
