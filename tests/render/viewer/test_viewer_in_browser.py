"""Pages in a real Chromium: keys, clicks, links, turning, variations, touch, print, words for those who hear them."""

import base64
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import as_new, axe, keys, media, resized, skip
from injections import INJECTIONS, planted
from nightly import NIGHTLY
from viewed import ANNOTATED, CASTLING, FAULTY, stories, story_in

from fairyscore.render.story.builder import tell
from fairyscore.render.viewer.page import Design, page, parts
from fairyscore.render.viewer.server import Server

GAMES = Path(__file__).resolve().parents[3] / "samples" / "games"
FAMILIES = {
    "chess": "chess/annotated.pgn",
    "cylindrical": "cylindrical/annotated.pgn",
    "tor-qi": "tor-qi/tor-qi.pgn",
    "circular": "circular-70/annotated.pgn",
    "kaleidochess": "kaleidochess/annotated-four-players.pgn",
    "dice": "kaleidochess/dice.pgn",
    "chamaeleon": "chamaeleon/annotated-three-players.pgn",
}
LEFT, UP, RIGHT, DOWN, HOME, END = "\ue012", "\ue013", "\ue014", "\ue015", "\ue011", "\ue010"


@pytest.fixture(scope="module")
def chrome(one_browser: Any) -> Any:
    return as_new(one_browser)


@pytest.fixture(scope="module")
def axe_program(pytestconfig: pytest.Config) -> str:
    return axe() or skip("axe-core is not installed (npm ci --prefix tests)", pytestconfig)


class Reader:
    """Somebody before a page: what he sees and does."""

    def __init__(self, browser: Any, folder: Path) -> None:
        self.browser, self.folder = browser, folder

    def open(self, made: str, place: str = "") -> "Reader":
        path = self.folder / "page.html"
        path.write_text(made, encoding="utf-8")
        self.browser.get("about:blank")
        self.browser.get(f"{path.as_uri()}{place}")
        # On a busy machine the driver has been seen to come back while a large page was still being read.
        while self.js("location.protocol !== 'file:' || document.readyState !== 'complete'"):
            self.browser.execute_async_script("setTimeout(arguments[0], 20)")
        return self

    def js(self, script: str, *values: object) -> Any:
        return self.browser.execute_script(f"return {script}", *values)

    def until(self, condition: str) -> None:
        """Wait for something that comes by itself, as a game that is unpacked."""
        end = time.monotonic() + 20
        while not self.js(condition):
            assert time.monotonic() < end, condition
            time.sleep(0.02)

    def press(self, *pressed: str) -> "Reader":
        keys(self.browser, *pressed)
        return self

    def click(self, selector: str) -> "Reader":
        self.browser.find_element("css selector", selector).click()
        return self

    def text(self, selector: str) -> str:
        content: str = self.js(f"document.querySelector({selector!r}).textContent")
        return content

    @property
    def step(self) -> str:
        """The key of the move that is shown, empty at the start."""
        key: str = self.js("document.querySelector('.line a[aria-current]')?.id ?? ''")
        return key

    @property
    def place(self) -> str:
        """The address behind `#`, once it is written."""
        place: str = self.browser.execute_async_script(
            "const done = arguments[0]; "
            "const wait = () => fairyscore.waiting ? setTimeout(wait, 10) : done(location.hash); wait();"
        )
        return place

    def piece_on(self, field: str) -> list[int]:
        """Seat and kind of who is drawn on a field of the open game; empty where nobody is."""
        script = """(() => {
          const {board, current: {rules}} = fairyscore;
          const [x, y] = board.place(rules.geometry.cells.indexOf(arguments[0]));
          const piece = [...board.layer.pieces.querySelectorAll(':scope > use')].find(
            (use) => Math.hypot(use.getAttribute('x') - x, use.getAttribute('y') - y) < 0.1);
          const look = piece && rules.looks.find(([id]) => `#${id}` === piece.getAttribute('href'));
          return look ? look.slice(1) : [];
        })()"""
        found: list[int] = self.js(script, field)
        return found


@pytest.fixture
def reader(chrome: Any, tmp_path: Path) -> Iterator[Reader]:
    """A reader for whom nothing moves, on a desk; his console must stay silent."""
    resized(chrome, 1280, 800)
    media(chrome, prefers_color_scheme="light", prefers_reduced_motion="reduce")
    yield Reader(chrome, tmp_path)
    complaints = [entry["message"] for entry in chrome.get_log("browser") if "favicon" not in entry["message"]]
    assert complaints == []


PAWN, KNIGHT, ROOK, QUEEN, KING = [0, 0], [0, 1], [0, 3], [0, 4], [0, 5]


# -- keys, clicks, links ------------------------------------------------------------------------------------------------


def test_arrows_go_through_the_game(reader: Reader) -> None:
    reader.open(page(stories(ANNOTATED)))
    assert (reader.step, reader.piece_on("e2"), reader.piece_on("e4")) == ("", PAWN, [])
    reader.press(RIGHT)
    assert (reader.step, reader.piece_on("e2"), reader.piece_on("e4")) == ("1w", [], PAWN)
    reader.press(RIGHT, RIGHT)
    assert (reader.step, reader.place) == ("2w", "#2w")
    reader.press(LEFT)
    assert reader.step == "1b"
    reader.press(END)
    assert (reader.step, reader.piece_on("f7")) == ("4w", QUEEN)
    assert reader.text(".status") == "4. Qxf7#: checkmate, 1-0"
    reader.press(RIGHT)
    assert reader.step == "4w"
    reader.press(HOME)
    assert (reader.step, reader.place) == ("", "#g1")


def test_keys_lead_into_variations_and_out(reader: Reader) -> None:
    reader.open(page(stories(ANNOTATED)), "#1b").press(DOWN)
    assert reader.step == "1b-v1-1b"
    reader.press(RIGHT)
    assert (reader.step, reader.piece_on("f3")) == ("1b-v1-2w", KNIGHT)
    reader.press(DOWN)
    assert (reader.step, reader.piece_on("f3"), reader.piece_on("c3")) == ("1b-v1-2w-v1-2w", [], PAWN)
    reader.press(UP)
    assert reader.step == "1b-v1-2w"
    reader.press(UP)
    assert reader.step == "1b"
    reader.press(DOWN, DOWN)
    assert reader.step == "1b-v2-1b"
    reader.press(UP, UP)
    assert reader.step == ""


def test_a_click_on_a_move_shows_it_and_can_be_taken_back(reader: Reader) -> None:
    reader.open(page(stories(ANNOTATED))).click('[id="2b"]')
    assert (reader.step, reader.place) == ("2b", "#2b")
    reader.click('[id="1b-v1-2w-v1-2w"]')
    assert (reader.step, reader.piece_on("c3")) == ("1b-v1-2w-v1-2w", PAWN)
    reader.browser.back()
    assert reader.step == "2b"
    reader.browser.forward()
    assert reader.step == "1b-v1-2w-v1-2w"


def test_links_lead_to_moves_and_games(reader: Reader) -> None:
    made = page(stories(ANNOTATED, CASTLING))
    assert reader.open(made, "#g1-3w").step == "g1-3w"
    reader.open(made, "#g2-4w")
    assert reader.step == "g2-4w"
    assert (reader.piece_on("g1"), reader.piece_on("f1")) == (KING, ROOK)
    assert reader.js("document.getElementById('g1').hidden")
    assert reader.open(made, "#nonsense%zz").step == ""
    assert reader.open(made, "#g2-99w").place == "#g2-99w"
    assert reader.js("document.getElementById('g1').hidden"), "the game at least is there"


def test_controls_do_what_keys_do(reader: Reader) -> None:
    reader.open(page(stories(CASTLING)))
    for button, step in (("forward", "1w"), ("end", "4b"), ("back", "4w"), ("start", "")):
        assert reader.click(f"[data-do={button}]").step == step
    reader.click("[data-do=help]")
    assert reader.js("document.querySelector('dialog').open")
    reader.press(RIGHT)
    assert reader.step == "", "keys belong to the dialog"
    reader.press("\ue00c", "?")
    assert reader.js("document.querySelector('dialog').open")
    reader.click("[data-do=letters]").press("\ue00c", "?")
    assert not reader.js("document.querySelector('dialog').open"), "letters are not keys any more"


def test_space_plays_to_the_end_and_pauses(reader: Reader) -> None:
    reader.open(page(stories(CASTLING)))
    reader.js("(document.querySelector('select').innerHTML = '<option value=0.01>')")
    reader.press(" ")
    reader.browser.execute_async_script(
        "const done = arguments[0]; const wait = () => fairyscore.timer ? setTimeout(wait, 10) : done(); wait();"
    )
    assert reader.step == "4b"
    assert reader.js("document.querySelector('[data-do=play]').ariaLabel") == "Play"


def test_f_turns_the_board_and_pieces_stay_upright(reader: Reader) -> None:
    reader.open(page([story_in(str(GAMES / "kaleidochess/four-players.pgn"))]), "#3w")
    before = reader.js("fairyscore.board.place(fairyscore.current.rules.geometry.cells.indexOf('1J'))")
    seen = []
    for _ in range(4):
        reader.press("f")
        seen.append(reader.js("fairyscore.board.seen.seat"))
        assert not reader.js("document.querySelector('.board .pieces [transform]')")
        assert reader.piece_on("1J") != []
    assert seen == [1, 2, 3, 0]
    assert reader.js("fairyscore.board.place(fairyscore.current.rules.geometry.cells.indexOf('1J'))") == before


HANDS = """const rows = [...document.querySelectorAll('.hand')].map((row) => {
  return row.ariaLabel && row.ariaLabel + (row.querySelector('.turned') ? ', turned' : '');
}); return rows"""


def test_hands_are_those_of_the_move_and_turn_with_the_board(reader: Reader) -> None:
    """A bishop of the first player that is dropped again is in no hand; the other one stays in his."""
    game = '[Variant "Shogi"]\n[Result "*"]\n\n1. c4 g6 2. Bxh8=+B Sxh8 3. B@f5 *\n'
    reader.open(page(stories(game)), "#2w")

    def shown() -> Any:
        return reader.browser.execute_script(HANDS)

    first, second = (name.capitalize() for name in reader.js("fairyscore.current.rules.seats"))
    assert shown() == [None, f"{first}, in hand: bishop"]
    reader.press(RIGHT)
    assert shown() == [f"{second}, in hand: bishop", f"{first}, in hand: bishop"]
    reader.press("f")
    assert shown() == [f"{first}, in hand: bishop, turned", f"{second}, in hand: bishop, turned"]
    assert reader.js("document.querySelectorAll('.board .pieces .turned').length") == 38
    reader.press(RIGHT)
    assert shown() == [None, f"{second}, in hand: bishop, turned"]


def test_swipes_and_taps_on_the_board(reader: Reader) -> None:
    reader.open(page(stories(CASTLING)))
    script = """((from, to) => {
      const board = document.querySelector('svg.board'), box = board.getBoundingClientRect();
      const send = (kind, share) => board.dispatchEvent(new PointerEvent(kind, {bubbles: true, isPrimary: true,
        clientX: box.left + share * box.width, clientY: box.top + box.height / 2}));
      send('pointerdown', from); send('pointerup', to);
    })(arguments[0], arguments[1])"""
    for start, end, step in ((0.8, 0.8, "1w"), (0.8, 0.2, "1b"), (0.2, 0.2, "1w"), (0.2, 0.8, "")):
        reader.js(script, start, end)
        assert reader.step == step


TAP = """((board, cell) => {
  const [x, y] = fairyscore.board.place(fairyscore.current.rules.geometry.cells.indexOf(cell));
  const at = new DOMPoint(x, y).matrixTransform(board.getScreenCTM());
  for (const kind of ['pointerdown', 'pointerup']) {
    board.dispatchEvent(new PointerEvent(kind, {bubbles: true, isPrimary: true, clientX: at.x, clientY: at.y}));
  }
})(document.querySelector('section:not([hidden]) svg.board'), arguments[0])"""


def test_a_tap_on_a_piece_shows_how_it_moves(reader: Reader) -> None:
    reader.open(page(stories(CASTLING)), "#3w")
    reader.js(TAP, "c4")
    assert reader.text(".said") == "white bishop c4: d3, e2, f1, b3, b5, a6, d5, e6, f7."
    assert reader.js("document.querySelectorAll('.reach .goes:not(.casing)').length") == 8
    assert reader.js("document.querySelectorAll('.reach .takes:not(.casing)').length") == 1
    assert reader.step == "3w"
    reader.js(TAP, "c4")
    assert reader.js("document.querySelectorAll('.reach').length") == 0
    reader.press("m")
    assert reader.text(".said") == "black pawn e5: nowhere."
    reader.press("m")
    assert reader.text(".said").startswith("black knight c6: b4")
    reader.press(RIGHT)
    assert (reader.step, reader.js("document.querySelectorAll('.reach').length")) == ("3b", 0)


def test_the_marks_of_a_piece_are_no_buttons(reader: Reader) -> None:
    """A click on one takes the marks away; the record stays where it is."""
    reader.open(page(stories(CASTLING)), "#3w")
    cursor = "getComputedStyle(document.querySelector('section:not([hidden]) svg.board')).cursor"
    assert reader.js(cursor) == "pointer"
    reader.js(TAP, "c4")
    assert reader.js(cursor) == "default"
    reader.js(TAP, "d5")
    assert (reader.step, reader.js("document.querySelectorAll('.reach').length")) == ("3w", 0)
    reader.js(TAP, "h5")  # no mark is shown any more: the right half goes forward
    assert reader.step == "3b"


def test_the_wheel_goes_through_the_moves(reader: Reader) -> None:
    reader.open(page(stories(CASTLING)))
    turn = """document.querySelector('svg.board').dispatchEvent(
      new WheelEvent('wheel', {deltaY: arguments[0], cancelable: true, bubbles: true}))"""
    assert reader.js(turn, -100), "at the start the page scrolls"
    assert not reader.js(turn, 100)
    assert reader.step == "1w"
    reader.js(turn, 20)
    assert reader.step == "1w"
    reader.js(turn, 20)
    assert reader.step == "1b"


def test_the_record_is_handed_out_as_it_was_read(reader: Reader) -> None:
    reader.open(page(stories(ANNOTATED)))
    reader.js("(window.names = [], HTMLAnchorElement.prototype.click = function () { names.push(this.download) })")
    reader.js("(window.made = [], URL.createObjectURL = (blob) => { made.push(blob); return 'blob:' })")
    reader.click("[data-do=save]")
    text = reader.browser.execute_async_script("made[0].text().then(arguments[0])")
    assert text == ANNOTATED
    assert reader.js("names") == ["Anna-Bernd-1-0.pgn"]
    reader.js("(window.copied = [], navigator.clipboard.writeText = async (text) => { copied.push(text) })")
    reader.click("[data-do=copy]")
    assert reader.js("copied") == [ANNOTATED]


def test_the_pieces_have_a_key(reader: Reader) -> None:
    reader.open(page([story_in(str(GAMES / FAMILIES["cylindrical"]))])).click(".key summary")
    entries = reader.js("[...document.querySelectorAll('.key li')].map((entry) => entry.innerText.trim())")
    assert "dababah-rider\nD" in entries
    assert reader.js("document.querySelectorAll('.key li .icon').length") >= len(entries)


@pytest.mark.parametrize("sample", ["chess", "kaleidochess"])
def test_a_telephone_shows_board_and_moves_together(reader: Reader, sample: str) -> None:
    resized(reader.browser, 360, 640)
    reader.open(page([story_in(str(GAMES / FAMILIES[sample]))])).press(RIGHT, RIGHT)
    seen = """[...document.querySelectorAll('svg.board, .line a[aria-current]')].map((element) => {
      const box = element.getBoundingClientRect();
      const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      return box.top >= 0 && box.bottom <= innerHeight && element.contains(top);
    })"""
    assert reader.js(seen) == [True, True]
    reader.js("window.scrollTo(0, 1e6)")
    assert reader.js("document.querySelector('svg.board').getBoundingClientRect().top") >= 0, "it stays"


def test_pieces_of_another_page(reader: Reader, axe_program: str) -> None:
    piece = "".join(parts(stories(CASTLING), Design(embedded=True)))
    ours = "<h1>Ours</h1><style>section { display: none } svg { width: 1px }</style>"
    head = '<!DOCTYPE html><html lang="en"><title>Ours</title>'
    reader.open(f"{head}<main>{ours}{piece}<p>and</p>{piece}</main></html>", "#g1")
    first = reader.browser.find_element("css selector", "fairyscore-game")
    assert reader.js("arguments[0].shadowRoot.querySelector('svg.board').clientWidth", first) > 300
    first.shadow_root.find_element("css selector", "[data-do=forward]").click()
    first.shadow_root.find_element("css selector", "[id='1b']").click()
    reader.press(RIGHT)
    steps = "[...document.querySelectorAll('fairyscore-game')].map((game) => game.page.step)"
    assert reader.js(steps) == [2, -1], "keys belong to the piece that has the focus"
    assert reader.js("location.hash") == "#g1"
    reader.click("h1").press(RIGHT)
    assert reader.js(steps) == [2, -1]
    reader.js("void (document.querySelectorAll('fairyscore-game')[1].id = 'other')")
    for link, expected in (("other-2w", [2, 2]), ("1b", [1, 2]), ("nothing", [1, 2])):
        reader.browser.execute_async_script(
            "addEventListener('hashchange', () => arguments[1](), {once: true}); location.hash = arguments[0]", link
        )
        assert reader.js(steps) == expected, link
    reader.browser.execute_script(axe_program)
    found = reader.browser.execute_async_script("axe.run(document).then(arguments[0])")
    faults = {fault["id"] for fault in found["violations"]} - {"duplicate-id-aria", "landmark-unique"}
    assert faults <= {"landmark-no-duplicate-main", "landmark-main-is-top-level", "page-has-heading-one"}


def test_games_are_found_by_their_words(reader: Reader) -> None:
    reader.open(page(stories(ANNOTATED, CASTLING, FAULTY)))
    reader.browser.find_element("css selector", "input[type=search]").send_keys("dora cla")
    assert reader.js("[...document.querySelectorAll('nav.games li:not([hidden])')].map((li) => li.textContent)") == [
        "Clara – Dora *"
    ]
    assert reader.text("output") == "1 of 3"
    reader.click("nav.games li:not([hidden]) a")
    assert reader.place == "#g2"
    assert reader.js("document.activeElement.id") == "g2-title"
    reader.press(RIGHT)
    assert reader.step == "g2-1w"


@pytest.fixture(scope="module")
def many() -> str:
    """A page of more games than stand on it as elements."""
    texts = (
        f'[White "<i>Player</i> & {number}"]\n[Black "Bo"]\n\n1. e4 e5 2. Nf3 {{see {number}}} *\n'
        for number in range(1, 96)
    )
    return page(stories(*texts))


LISTED = "[...document.querySelectorAll('nav.games li a')].map((link) => `${link.dataset.number} ${link.textContent}`)"


def test_a_game_of_many_is_there_when_it_is_looked_at(reader: Reader, many: str) -> None:
    reader.open(many)
    assert reader.js("[document.querySelectorAll('section.game').length, fairyscore.list.count]") == [10, 95]
    reader.browser.find_element("css selector", "input[type=search]").send_keys("player & 93")
    assert reader.js(LISTED) == ["93 <i>Player</i> & 93 – Bo *"], "it has the number that it had"
    assert reader.text("output") == "1 of 95"
    reader.press("\ue007")
    reader.until("location.hash === '#g93'")
    assert reader.js("document.activeElement.id") == "g93-title"
    assert reader.js("document.querySelector('nav.games [aria-current]').hash") == "#g93"
    reader.press(RIGHT, RIGHT, RIGHT)
    assert reader.step == "g93-2w"
    assert reader.text("#g93 .comment") == "see 93"
    assert reader.js("[...document.querySelectorAll('section.game')].filter((game) => !game.hidden).length") == 1


def test_a_link_leads_to_a_packed_game(reader: Reader, many: str) -> None:
    reader.open(many, "#g71-1b")
    reader.until("document.querySelector('.line a[aria-current]')?.id === 'g71-1b'")
    reader.browser.execute_script("location.hash = '#g95-2w'")
    reader.until("document.querySelector('#g95:not([hidden]) .line a[aria-current]')?.id === 'g95-2w'")
    reader.browser.execute_script("location.hash = '#g96-2w'")
    assert reader.js("fairyscore.number") == 94


def test_the_last_of_two_quick_choices_is_shown(reader: Reader, many: str) -> None:
    reader.open(many)
    reader.browser.execute_script("fairyscore.visit('g60'); fairyscore.visit('g94'); fairyscore.visit('g3');")
    reader.browser.execute_async_script("setTimeout(arguments[0], 300)")
    assert reader.place == "#g3"
    assert reader.js("fairyscore.number") == 2


def test_more_of_a_long_list_comes_with_the_scroll(reader: Reader) -> None:
    reader.open(page(stories(*('[Variant "chess"]\n\n1. e4 *\n' for _ in range(330)))))
    assert reader.js("document.querySelectorAll('nav.games li').length") == 200
    reader.browser.execute_script(
        "const list = document.querySelector('nav.games ol'); list.scrollTop = list.scrollHeight"
    )
    reader.until("document.querySelectorAll('nav.games li').length === 300")
    reader.browser.execute_script("fairyscore.visit('g330')")
    reader.until("location.hash === '#g330'")
    assert reader.js(LISTED)[-1].startswith("330 ")
    reader.browser.execute_script("document.querySelector('nav.games ol').scrollTop = 0")
    reader.until("document.querySelector('nav.games li a').dataset.number < 200")


TIMED = """\
[Variant "chess"]

1. e4 {[%eval 0.35,20] [%clk 1:30:00]} e5 {[%eval 0.2] [%clk 1:29:30]} 2. Qh5 {[%eval -0.8] [%clk 1:20:00]}
Ke7 {[%eval #1] [%clk 1:29:00]} (2... Nc6 {[%eval -0.5]}) 3. Qxe5# *
"""


def test_evaluations_and_clocks_stand_beside_moves_and_in_a_graph(reader: Reader, axe_program: str) -> None:
    reader.open(page(stories(TIMED)))
    beside = "[...document.querySelectorAll('.beside')].map((beside) => beside.textContent)"
    assert reader.js(beside) == ["0.35 1:30:00", "0.20 1:29:30", "-0.80 1:20:00", "#1 1:29:00", "-0.50"]
    assert reader.js("document.querySelectorAll('.graph svg').length") == 0, "it is drawn when it is opened"
    reader.click(".graph summary")
    reader.until("document.querySelectorAll('.graph .time').length === 2")
    assert reader.text(".graph p") == "surface: evaluation; lines: time of white, black."
    box = "const box = document.querySelector('.graph svg').getBoundingClientRect();"
    reader.browser.execute_script(
        f"{box} const at = {{bubbles: true, clientX: box.left + box.width * 0.6, clientY: box.top + 5}};"
        "document.querySelector('.graph svg').dispatchEvent(new MouseEvent('click', at))"
    )
    assert reader.step == "2w"
    assert reader.js("document.querySelector('.graph .here').getAttribute('d')") == "M180 0V90"
    reader.press(RIGHT)
    assert reader.text(".status").startswith("2...Ke7:")
    reader.browser.execute_script(axe_program)
    found = reader.browser.execute_async_script("axe.run(document).then(arguments[0])")
    assert [fault["id"] for fault in found["violations"]] == []


def test_a_graph_has_numbers_of_moves_and_marks_mistakes(reader: Reader) -> None:
    moves = "3. e4 {[%eval 0.3]} e5 $6 {[%eval 1.2]} 4. Bc4 $3 {[%eval 0.1]} Nc6 5. Qh5 Nf6 $4 {[%eval #1]} *"
    fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 3"
    reader.open(page(stories(f'[SetUp "1"]\n[FEN "{fen}"]\n\n{moves}'))).click(".graph summary")
    reader.until("document.querySelector('.graph svg')")
    assert reader.js("document.querySelector('.graph .fault').getAttribute('d').split('M').length - 1") == 2
    assert reader.js("[...document.querySelectorAll('.graph .numbers span')].map((one) => one.innerText)") == [
        "3",
        "4",
        "5",
    ]
    assert reader.text(".graph p") == "surface: evaluation; dots: mistakes."


def test_a_record_without_times_has_no_graph(reader: Reader) -> None:
    reader.open(page(stories(CASTLING)))
    assert reader.js("document.querySelectorAll('.graph, .beside').length") == 0


BOX = (
    "(({left, right, top, bottom}) => [left, right, top, bottom])"
    "(document.querySelector(arguments[0]).getBoundingClientRect())"
)


@pytest.mark.parametrize("texts", [(ANNOTATED,), (ANNOTATED, CASTLING)], ids=["one", "several"])
def test_nothing_lies_over_the_result_of_a_narrow_page(reader: Reader, texts: tuple[str, ...]) -> None:
    resized(reader.browser, 360, 740)
    long_names = [text.replace("Anna", "Anna Alexandrowna Petrowskaja") for text in texts]
    reader.open(page(stories(*long_names)))
    tools, result = reader.js(BOX, ".tools"), reader.js(BOX, ".game:not([hidden]) .heading .result")
    assert result[1] <= tools[0] or result[2] >= tools[3]
    assert reader.js("document.documentElement.scrollWidth") <= 360


def test_the_moves_stand_beside_the_board_on_a_tablet(reader: Reader) -> None:
    resized(reader.browser, 768, 1024)
    reader.open(page(stories(ANNOTATED)))
    board, score = reader.js(BOX, "svg.board"), reader.js(BOX, ".score")
    assert board[1] <= score[0]
    assert reader.js("document.documentElement.scrollWidth") <= 768


# -- what is shown ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sample", FAMILIES.values(), ids=FAMILIES)
def test_every_step_of_a_sample_is_shown(reader: Reader, sample: str) -> None:
    reader.open(page([story_in(str(GAMES / sample))]))
    shown = reader.js("""((views) => {
      const {current} = fairyscore;
      for (let view = 0; view < Math.min(views, current.rules.views.length); view += 1) {
        current.links.forEach((link, step) => fairyscore.show(step));
        fairyscore.flip();
      }
      return [fairyscore.step, current.links.length - 1];
    })(arguments[0])""", 4 if NIGHTLY else 2)  # fmt: skip
    assert shown[0] == shown[1]
    last = reader.js("document.querySelector('.board .pieces').innerHTML")
    assert last == reader.js("(fairyscore.board.show(fairyscore.current.position(fairyscore.step)), "
                             "document.querySelector('.board .pieces').innerHTML)")  # fmt: skip


@pytest.mark.parametrize("sample", FAMILIES.values(), ids=FAMILIES)
def test_pieces_go_from_field_to_field(reader: Reader, sample: str) -> None:
    """All flights of a game begin at the middle of the field left and end at that of the field reached."""
    reader.open(page([story_in(str(GAMES / sample))]))
    off = reader.js("""(() => {
      const {board, current} = fairyscore;
      let worst = 0;
      for (const [, flights] of current.data.steps) {
        for (let i = 0; i < flights.length; i += 3) {
          const legs = board.legs(...flights.slice(i, i + 3));
          const start = legs[0][0][1], end = legs.at(-1).at(-1)[1];
          const [from, to] = [board.place(flights[i]), board.place(flights[i + 1])];
          worst = Math.max(worst, Math.hypot(start[0] - from[0], start[1] - from[1]));
          worst = Math.max(worst, Math.hypot(end[0] - to[0], end[1] - to[1]));
        }
      }
      return worst;
    })()""")
    assert off < 1, "less than a fortieth of a field"


def test_a_piece_is_on_his_way_and_arrives(reader: Reader) -> None:
    media(reader.browser, prefers_reduced_motion="no-preference")
    reader.open(page(stories(CASTLING))).press(RIGHT)
    assert reader.js("fairyscore.board.flying") != 0
    script = "const done = arguments[0]; const wait = () => fairyscore.board.flying ? setTimeout(wait, 20) : done();"
    reader.browser.execute_async_script(f"{script} wait();")
    assert (reader.piece_on("e4"), reader.piece_on("e2")) == (PAWN, [])


def test_marks_check_and_last_move_are_drawn(reader: Reader) -> None:
    reader.open(page(stories(ANNOTATED)), "#1w")
    assert reader.js("document.querySelectorAll('.board .under .arrow.green').length") == 1
    assert reader.js("document.querySelectorAll('.board .over .ring.green').length") == 1
    assert reader.js("document.querySelectorAll('.board .last').length") == 2
    reader.press(END)
    assert reader.js("document.querySelectorAll('.board .under .check').length") == 1
    assert reader.js("document.querySelector('.board .over').textContent") == ""


def test_captured_pieces_castles_dice_and_lines_that_go(reader: Reader) -> None:
    reader.open(page(stories(ANNOTATED))).press(END)
    assert reader.js("document.querySelector('[data-seat=\"1\"] .tray').ariaLabel") == "lost: pawn"
    reader.open(page([story_in(str(GAMES / FAMILIES["kaleidochess"]))]))
    assert reader.text(".held tr:nth-child(2)") == "1Jwhite"
    assert reader.text(".held tr:nth-child(1)") == "00nobody"
    reader.open(page([story_in(str(GAMES / FAMILIES["dice"]))])).press(RIGHT)
    assert reader.js("document.querySelector('.status .die').ariaLabel").startswith("throw ")
    reader.open(page([story_in(str(GAMES / FAMILIES["chamaeleon"]))])).press(END)
    assert reader.js("document.querySelectorAll('.board .cover').length") == 1
    reader.press(HOME)
    assert reader.js("document.querySelectorAll('.board .cover').length") == 0


def test_a_duck_stands_upright_where_it_was_put(reader: Reader) -> None:
    reader.open(page(stories('[Variant "duck-chess"]\n[Result "*"]\n\n1. e4,a6 e5,h3 *')))
    at = "[...document.querySelectorAll('.board .gone use')].map((one) => [one.getAttribute('x'), one.getAttribute('y')])"
    assert reader.press(HOME).js(at) == []
    (a6,) = reader.press(RIGHT).js(at)
    (turned,) = reader.press("f").js(at)  # a6 is where h3 is seen from the other side
    (h3,) = reader.press("f", RIGHT).js(at)
    assert a6 != h3 == turned
    assert "duck: h3" in reader.text(".words p")


# -- other readers ------------------------------------------------------------------------------------------------------


def test_moves_are_reported_to_those_who_hear_them(reader: Reader) -> None:
    reader.open(page(stories(ANNOTATED)))
    assert reader.text(".said") == ""
    reader.press(RIGHT)
    assert reader.text(".said") == "1. white pawn from e2 to e4. black to move. Best by test."
    reader.open(page(stories(ANNOTATED)), "#2b").press(RIGHT)
    assert reader.text(".said").endswith("to h5. black to move. White has the initiative")
    reader.press(RIGHT)
    assert reader.text(".said") == "3... black knight from g8 to f6, blunder. white to move."
    reader.press(RIGHT)
    assert reader.text(".said") == "4. white queen from h5 takes black pawn on f7. checkmate, 1-0. It is over."
    assert reader.js("document.querySelector('.said').ariaLive") == "polite"
    reader.click(".words summary")
    assert reader.text(".words p").startswith("Chess, checkmate, 1-0. White: pawn a2, b2, c2, d2, f2, g2, h2, e4;")
    reader.press(HOME)
    assert "Black: pawn a7, b7, c7, d7, e7, f7, g7, h7" in reader.text(".words p")
    reader.open(page(stories(CASTLING)), "#3b").press(RIGHT)
    assert "white king from e1 to g1 and white rook from h1 to f1" in reader.text(".said")


def test_the_focus_goes_with_the_moves(reader: Reader) -> None:
    reader.open(page(stories(ANNOTATED))).click('[id="1b"]').press(RIGHT)
    assert reader.js("document.activeElement.id") == "2w"


def test_a_page_is_read_without_its_program(reader: Reader) -> None:
    reader.browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        reader.open(page(stories(ANNOTATED, CASTLING)))
        seen = reader.browser.find_element("css selector", "main").text
        for text in ("Anna – Bernd", "Best by test.", "Clara – Dora", "O-O", "Diagram 1"):
            assert text in seen
        assert not reader.browser.find_element("css selector", ".tools").is_displayed()
        boards = reader.browser.find_elements("css selector", "svg.board")
        assert [board.is_displayed() for board in boards] == [True, True]
    finally:
        reader.browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


@pytest.mark.parametrize("width", [320, 360, 768, 1280])
def test_no_width_wants_scrolling_sideways(reader: Reader, width: int) -> None:
    resized(reader.browser, width, 700)
    long = ANNOTATED.replace("Best by test.", "x" * 300)
    for made in (page(stories(long, CASTLING)), page([story_in(str(GAMES / FAMILIES["kaleidochess"]))])):
        reader.open(made)
        assert reader.js("document.documentElement.scrollWidth") <= width
    box = reader.js("document.querySelector('[data-do=forward]').getBoundingClientRect().toJSON()")
    assert min(box["width"], box["height"]) >= 40, "large enough for a finger"


LINES = """[...document.querySelectorAll('.line a')].filter((move) => {
  const text = document.createRange();
  text.selectNodeContents(move.firstChild);
  return new Set([...text.getClientRects()].map((box) => Math.round(box.top))).size > 1;
}).map((move) => move.textContent)"""
"""The moves whose text stands on several lines."""


@pytest.mark.parametrize("width", [360, 768, 1280])
def test_no_move_breaks(reader: Reader, width: int) -> None:
    """Of four players with dice, `6: 1G-8K`; and beside clocks."""
    resized(reader.browser, width, 740)
    clocks = "1. e2-e4 {[%clk 1:00:00] [%eval 0.35]} e7-e5 {[%clk 0:59:00] [%eval -10.35]} *"
    dice = story_in(str(GAMES / "kaleidochess" / "dice-four-players.pgn"))
    for made in (page([dice]), page(stories(clocks))):
        reader.open(made)
        assert reader.js(LINES) == []
        assert reader.js("document.documentElement.scrollWidth") <= width


ROOM = """(() => { const {board} = fairyscore, [, , width, height] = board.paper;
const [, , across, down] = board.data.geometry.field;
const {width: shown, height: tall} = board.picture.getBoundingClientRect();
const scale = Math.min(shown / width, tall / height);
const around = [...document.querySelectorAll('.controls, .status, .hands')];
const low = Math.max(...around.map((one) => one.getBoundingClientRect().bottom));
return [Math.max(across, down) * scale, low, document.documentElement.scrollHeight]; })()"""
"""How far the cells span, how far down what belongs to the board reaches, and the height of the page."""

DROPS = '[Variant "Crazyhouse"]\n\n1. e4 d5 2. exd5 Qxd5 3. Nc3 Qxd2+ 4. Bxd2 *'


@pytest.mark.parametrize(("width", "height", "least"), [(1366, 650, 560), (1920, 1080, 970)])
@pytest.mark.parametrize("text", [ANNOTATED, DROPS], ids=["chess", "with hands"])
def test_the_board_takes_the_room(reader: Reader, text: str, width: int, height: int, least: int) -> None:
    resized(reader.browser, width, height)
    reader.open(page(stories(text)))
    span, low, tall = reader.js(ROOM)
    assert span >= least
    assert low <= height
    assert tall <= height


@pytest.mark.parametrize(("width", "height"), [(360, 740), (768, 1024), (1366, 650)])
def test_buttons_above_the_board_are_whole(reader: Reader, width: int, height: int) -> None:
    """A game that says nothing but its name has a low heading."""
    resized(reader.browser, width, height)
    reader.open(page(stories('[Variant "makruk"]\n\n1. Sd2 *')))
    box = "document.querySelector('{}').getBoundingClientRect()"
    tools, stage = box.format(".tools"), box.format("#games svg.board")
    apart = f"{tools}.bottom <= {stage}.top || {tools}.left >= {stage}.right"
    assert reader.js(apart), reader.js(f"[{tools}.bottom, {stage}.top]")


@pytest.mark.parametrize(("width", "height"), [(360, 740), (768, 1024), (1366, 650)])
def test_remarks_and_variations_do_not_broaden_the_list(reader: Reader, width: int, height: int) -> None:
    resized(reader.browser, width, height)
    reader.open(page([story_in(str(GAMES / "kaleidochess" / "annotated-four-players.pgn"))]))
    assert (
        reader.js("(({scrollWidth, clientWidth}) => scrollWidth - clientWidth)(document.querySelector('.score'))") <= 0
    )


def test_the_moves_have_the_room_beside_the_board(reader: Reader) -> None:
    resized(reader.browser, 1366, 650)
    reader.open(page(stories(ANNOTATED)))
    tops = (
        "['.words', '.record', '.key'].map((one) => document.querySelector('.side ' + one).getBoundingClientRect().top)"
    )
    assert len(set(reader.js(tops))) == 1
    reader.click(".words summary")
    assert len(set(reader.js(tops))) == 2, "what is opened has the whole breadth"


def test_the_look_of_boards_is_remembered(reader: Reader) -> None:
    reader.open(page(stories(CASTLING)))
    dark = "getComputedStyle(document.documentElement).getPropertyValue('--field-dark')"
    before = reader.js(dark)
    king = (
        "[...document.querySelectorAll('#' + document.querySelector('.pieces use').getAttribute('href').slice(1)"
        " + ' [display]')].map((one) => getComputedStyle(one).display)"
    )
    assert reader.js(king) == ["inline", "none"]
    for name, value in (("board", "blue"), ("names", "none"), ("pieces", "cburnett")):
        reader.js(
            f"(() => {{ const choice = document.querySelector('[data-look={name}]'); choice.value = '{value}';"
            "choice.dispatchEvent(new Event('input')); })()"
        )
    reader.open(page(stories(ANNOTATED)))
    try:
        assert reader.js(dark) != before
        assert reader.js("getComputedStyle(document.querySelector('.rim')).display") == "none"
        assert reader.js(king) == ["none", "inline"]
    finally:
        reader.js("localStorage.clear()")


def test_moves_are_shown_in_the_notation_that_is_chosen(reader: Reader) -> None:
    """In the list, beside the board and in words; the choice holds for the next page."""
    shogi = '[Variant "Shogi"]\n\n1. P-7f P-3d (1... P-8d) 2. Bx2b+ *'
    listed = "[...document.querySelectorAll('.line a')].map((link) => link.textContent)"

    def choose(notation: str) -> None:
        reader.js(
            f"(() => {{ const choice = document.querySelector('[data-look=moves]'); choice.value = '{notation}';"
            "choice.dispatchEvent(new Event('input')); })()"
        )

    reader.open(page(stories(shogi)), "#1b")
    rim = "document.querySelector('svg.board .rim').getAttribute('href')"
    words = "fairyscore.current.described(fairyscore.step)"
    before = reader.js(listed), reader.text(".status"), reader.js(rim)
    assert before[0] == ["P-7f", "P-3d", "P-8d", "Bx2b+"]
    assert "pawn 9g" in reader.js(words).lower()
    try:
        choose("international")
        assert reader.js(listed) == ["c4", "g6", "b6", "Bxh8=+B"]
        assert reader.text(".status").startswith("1...g6")
        assert reader.js(rim) != before[2]
        assert "pawn a3" in reader.js(words).lower()
        choose("long")
        assert reader.js(listed)[0] == "c3-c4"
        reader.open(page(stories("1. e4 e5 2. Nf3 *")))
        assert reader.js(listed) == ["e2-e4", "e7-e5", "g1-f3"]
        choose("")
        assert reader.js(listed) == ["e4", "e5", "Nf3"]
        reader.open(page(stories(shogi)), "#1b")
        assert (reader.js(listed), reader.text(".status"), reader.js(rim)) == before
    finally:
        reader.js("localStorage.clear()")


def test_the_theme_can_be_chosen(reader: Reader) -> None:
    reader.open(page(stories(CASTLING)))
    colour = "getComputedStyle(document.querySelector('.score')).backgroundColor"
    light = reader.js(colour)
    reader.click("[data-do=theme]").click("[data-do=theme]")
    dark = reader.js(colour)
    assert light != dark
    media(reader.browser, prefers_color_scheme="dark")
    reader.browser.refresh()
    assert (reader.text("[data-do=theme] span"), reader.js(colour)) == ("Dark", dark), "it is kept with the place"
    reader.click("[data-do=theme]")
    assert (reader.text("[data-do=theme] span"), reader.js(colour)) == ("Colour-blind", light)
    light_field = reader.js("getComputedStyle(document.querySelector('.field.dark')).fill")
    assert light_field == "rgb(185, 196, 204)", "as the theme has it"
    reader.click("[data-do=theme]")
    assert (reader.text("[data-do=theme] span"), reader.js(colour)) == ("Automatic", dark)


def test_paper_has_a_sheet(reader: Reader) -> None:
    reader.open(page(stories(ANNOTATED), Design()), "#1w")
    printed = reader.browser.execute_cdp_cmd("Page.printToPDF", {"printBackground": True, "preferCSSPageSize": True})
    assert base64.b64decode(printed["data"]).startswith(b"%PDF-")
    assert reader.step == "1w", "the screen shows what it showed"
    reader.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    try:
        seen = reader.browser.find_element("css selector", "body").text
        assert "Anna – Bernd" in seen
        assert "It is over." in seen
        for selector in (".controls", ".tools", ".words"):
            assert not reader.browser.find_element("css selector", selector).is_displayed(), selector
    finally:
        reader.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


# -- safety and size ----------------------------------------------------------------------------------------------------


def test_somebodys_words_leave_no_element_in_the_page(reader: Reader) -> None:
    record = stories('[Result "*"]\n\n1. e4 (1. d4) *\n')[0].record
    count = """(() => {
      const found = {};
      for (const element of document.querySelectorAll('*')) {
        const kind = `${element.localName} ${element.getAttributeNames().sort().join(' ')}`;
        found[kind] = (found[kind] ?? 0) + 1;
      }
      return found;
    })()"""
    reader.open(page([tell(planted(record, story)) for story in INJECTIONS]))
    with_them = reader.js(count)
    reader.open(page([tell(planted(record, story.translate(dict.fromkeys(b"<>&", "x")))) for story in INJECTIONS]))
    assert with_them == reader.js(count)


def test_a_long_game_with_many_variations_opens(reader: Reader) -> None:
    moves = ["Nf3", "Nf6", "Ng1", "Ng8"]
    others = "(1. e4) (1. d4) (1. c4) (1. b3) (1. g3)", "(1... e5) (1... d5) (1... c5) (1... b6) (1... g6)"
    text = " ".join(f"{moves[ply % 4]} {others[ply % 2]}" if ply % 4 < 2 else moves[ply % 4] for ply in range(1000))
    reader.open(page(stories(f'[White "Long"]\n[Result "*"]\n\n{text} *\n')), "#250b")
    assert reader.step == "250b"
    assert reader.js("document.querySelectorAll('.line a').length") == 3500
    assert reader.press(END).step == "500b"


def test_a_user_style_sheet_is_followed(reader: Reader) -> None:
    reader.open(
        page(stories(CASTLING), Design(css=":root { --field-dark: #123456 }\r\n.score { color: rgb(1, 2, 3) }"))
    )
    assert reader.js("getComputedStyle(document.querySelector('.score')).color") == "rgb(1, 2, 3)"
    assert reader.js("getComputedStyle(document.querySelector('.field.dark')).fill") == "rgb(18, 52, 86)"


def test_a_served_page_follows_the_file_and_keeps_the_place(reader: Reader) -> None:
    texts = [CASTLING]
    with Server(0, lambda: page(stories(texts[-1]), Design(live=True)), lambda: str(len(texts))) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            reader.browser.get(server.url)
            reader.press(RIGHT, RIGHT, RIGHT)
            texts.append(CASTLING.replace("Nf6 *", "Nf6 5. d3 *").replace("Clara", "Zara"))
            for _ in range(500):  # not by a script of the page, which ends with it
                if "Zara" in reader.browser.title:
                    break
                time.sleep(0.02)
            assert reader.browser.title == "Zara – Dora"
            assert reader.step == "2w"
        finally:
            reader.browser.get("about:blank")
            server.shutdown()
            thread.join()


# -- accessibility ------------------------------------------------------------------------------------------------------


LOOKS = ("light", "dark", "narrow")
LOOKED_AT = [
    (family, look)
    for number, family in enumerate(FAMILIES)
    for look in (LOOKS if NIGHTLY or not number else LOOKS[number % 3 :][:1])
]
"""One family in every look, the others in one each."""


@pytest.mark.parametrize(("family", "look"), LOOKED_AT)
def test_axe_finds_nothing(reader: Reader, axe_program: str, family: str, look: str) -> None:
    sample = FAMILIES[family]
    media(reader.browser, prefers_color_scheme="dark" if look == "dark" else "light", prefers_reduced_motion="reduce")
    if look == "narrow":
        resized(reader.browser, 320, 700)
    several = [story_in(str(GAMES / sample)), *stories(FAULTY)] if look == "dark" else [story_in(str(GAMES / sample))]
    reader.open(page(several)).press(RIGHT, RIGHT)
    reader.browser.execute_script(axe_program)
    found = reader.browser.execute_async_script("axe.run(document).then(arguments[0])")
    assert [(fault["id"], [node["html"] for node in fault["nodes"]][:3]) for fault in found["violations"]] == []
