"""A published folder in a real Chromium: the judge is Python as WebAssembly, and it judges without a network too."""

from __future__ import annotations

import os
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

import pytest
from browser import as_new, media, resized, skip
from desk_player import GAMES, READY, DeskPlayer
from nightly import NIGHTLY, sampled
from running import run

import fairyscore
from fairyscore.notation.variants.catalog import add_path


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Any static web server: a folder, and nothing else."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()


@pytest.fixture(scope="module")
def pyodide(request: pytest.FixtureRequest) -> str:
    here = Path(os.environ.get("FAIRYSCORE_PYODIDE") or Path(__file__).parents[2] / "node_modules" / "pyodide")
    if not (here / "pyodide.mjs").is_file():
        skip("pyodide is not installed (npm ci --prefix tests, or FAIRYSCORE_PYODIDE=FOLDER)", request.config)
    return str(here)


@pytest.fixture(scope="module")
def browser(pyodide: str, one_browser: Any) -> Iterator[Any]:
    started = as_new(one_browser)
    started.set_script_timeout(60)
    media(started, prefers_reduced_motion="reduce")
    resized(started, 1280, 900)
    yield started
    started.set_script_timeout(30)


def _club(folder: Path) -> Path:
    """A variant file."""
    file = folder / "club-cylinder.toml"
    file.write_text('title = "Club Cylinder"\nbased_on = "chess"\nboard = { shape = "cylinder" }\n')
    return file


@pytest.fixture(scope="module")
def folder(pyodide: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("published")
    games, club = made / "games.pgn", _club(made)
    games.write_text(
        '[White "Anna"]\n[Variant "shogi"]\n\n1. P-7f P-3d *\n\n'
        '[White "Bert"]\n[Variant "chess"]\n\n1. d4 (1. e4) d5 {!} *\n'
    )
    written = run("publish", str(club), str(games), "-o", str(made / "site"), "--pyodide", pyodide)
    assert written.exit_code == 0, written.output
    return made / "site"


class FirstVisit(NamedTuple):
    """A page of which nothing was in the browser before, and what became of a move made before its judge was ready."""

    player: DeskPlayer
    address: str
    early: int
    record: str
    announced: str


@pytest.fixture(scope="module")
def visit(browser: Any, folder: Path) -> FirstVisit:
    """The page, opened from a server that is there no longer. Starting a judge takes long: most tests share this one."""
    with served(folder) as address:
        player = DeskPlayer(browser, address)
        early = player.js(f"return !({READY}) && document.querySelectorAll('[data-field]').length")
        announced = player.js("return document.getElementById('state').textContent")
        player.drag("e2", "e4")
        player.ready().settle()
        assert player.js("return desk.scene.variant") == "club-cylinder"
        assert player.js("return document.querySelectorAll('#list button').length") == 3
    return FirstVisit(player, address, early, player.record, announced)


@pytest.fixture
def offline(visit: FirstVisit) -> DeskPlayer:
    return visit.player


def test_clicks_before_the_judge_is_there_count(visit: FirstVisit) -> None:
    assert visit.early == 64
    assert "is loading. What is clicked meanwhile is done when" in visit.announced
    assert visit.record.splitlines()[-1] == "1. e4 *"


@pytest.mark.parametrize("variant", ["club-cylinder", *sampled(GAMES, 7)])
def test_games_are_played_without_a_server(offline: DeskPlayer, variant: str, folder: Path) -> None:
    offline.new(variant)
    played = offline.play(60 if NIGHTLY else 6, variant)
    if variant == "club-cylinder":
        add_path(str(folder.parent / "club-cylinder.toml"))
    (game,) = fairyscore.loads(offline.record)
    assert [move.text for move, _ in game.mainline()] == played
    assert offline.position["fen"] == game.position.fen


def test_refusals_and_letters_are_those_of_the_library(offline: DeskPlayer, browser: Any) -> None:
    offline.new("chess")
    letter = "return desk.judge.ask({op: 'letter', game: desk.scene.game, text: '1. e4, and I offer a draw.'})"
    assert offline.js(letter)["plays"] == "e2-e4"
    offline.new("tor-qi")
    offline.drag("a1", "a5")
    offline.settle()
    shown = offline.js("return document.getElementById('refusal').textContent")
    expected = fairyscore.explain(fairyscore.Position.start("tor-qi"), "a1-a5")
    assert expected
    assert all(str(reason) in shown for reason in expected)
    assert [line for line in browser.get_log("browser") if "favicon" not in line["message"]] == []


MEMORY = """const [done, text] = [arguments[1], arguments[0]];
caches.keys().then(async (names) => {
  const cache = await caches.open(names.find((name) => name.includes(location.origin)));
  if (text) await cache.put("memory", new Response(text));
  done((await (await cache.match("memory"))?.arrayBuffer())?.byteLength ?? 0);
})"""


def until_remembered(browser: Any) -> None:
    """Wait until the browser keeps the memory of a judge: the next one starts in a quarter of the time."""
    end = time.monotonic() + 120
    while browser.execute_async_script(MEMORY, "") < 10_000_000:
        assert time.monotonic() < end
        time.sleep(0.1)


def test_the_link_has_the_game_and_no_network_is_needed(browser: Any, visit: FirstVisit) -> None:
    player = visit.player
    player.new("chess")
    played = player.play(4)
    link, record = player.js("return location.href"), player.record
    player.press('[data-ply="1"]')
    player.settle()
    inside = player.js("return location.href")
    asked = player.js("return performance.getEntriesByType('resource').map(entry => entry.name)")
    assert all(name.startswith(visit.address) for name in asked)
    until_remembered(browser)
    browser.get("about:blank")
    player = DeskPlayer(browser, link).ready()
    assert player.record == record
    browser.get("about:blank")
    player = DeskPlayer(browser, inside).ready()
    assert (player.record, player.js("return desk.tree.ply(desk.scene.at)")) == (record, 1)
    browser.get("about:blank")
    player = DeskPlayer(browser, link).ready()
    player.play(4, "offline")
    player.press("[data-do=remove]")
    player.settle()
    assert player.js("return decodeURIComponent(location.hash.slice(1))") == player.record.strip()
    player.press("[data-do=undo]")
    player.settle()
    (game,) = fairyscore.loads(player.record)
    assert [move.text for move, _ in game.mainline()][:4] == played
    assert len(list(game.mainline())) == 8


def test_the_next_visit_goes_on_from_the_memory_of_the_first(browser: Any, visit: FirstVisit) -> None:
    until_remembered(browser)
    for rubbish in ("", "no memory at all"):
        if rubbish:
            browser.execute_async_script(MEMORY, rubbish)
        browser.get("about:blank")
        player = DeskPlayer(browser, visit.address).ready()
        assert player.js("return document.querySelectorAll('#list button').length") == 3
        for variant in ("club-cylinder", "kaleidochess"):
            player.new(variant)
            assert len(player.play(3)) == 3
    browser.get("about:blank")  # before the page makes one more memory


def test_a_file_that_was_changed_is_not_run(browser: Any, folder: Path, tmp_path: Path) -> None:
    changed = tmp_path / "site"
    changed.mkdir()
    for path in folder.rglob("*"):
        target = changed / path.relative_to(folder)
        if path.is_dir():
            target.mkdir()
        else:
            target.write_bytes(path.read_bytes())
    with zipfile.ZipFile(changed / "judge.zip", "a") as judge:
        judge.writestr("one_more.py", "")  # it could be run
    with served(changed) as address:
        browser.get(address)
        end = time.monotonic() + 120
        while "The judge did not start" not in browser.execute_script(
            "return document.getElementById('state').textContent"
        ):
            assert time.monotonic() < end
            time.sleep(0.1)


FAKE_ENGINE = """
var Stockfish = async () => {
  let listener;
  const answers = {
    uci: ["id name Tiny", "option name MultiPV type spin default 1 min 1 max 9", "uciok"],
    go: ["info depth 7 multipv 1 score cp 42 nodes 9 pv d2d4 d7d5", "info depth 7 multipv 2 score cp 30 nodes 9 pv e2e4", "bestmove d2d4"],
  };
  return {
    addMessageListener: (tell) => (listener = tell),
    postMessage: (line) => setTimeout(() => (answers[line.split(" ")[0]] ?? []).forEach((answer) => listener(answer))),
  };
};
"""  # noqa: E501


@pytest.fixture(scope="module")
def engine_folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A folder as that of the npm package, or the package itself (FAIRYSCORE_WASM_ENGINE=FOLDER)."""
    folder = tmp_path_factory.mktemp("engine")
    (folder / "package.json").write_text('{"name": "tiny.wasm", "version": "1", "license": "GPL-3.0", "homepage": "-"}')
    for name, text in {"stockfish.js": FAKE_ENGINE, "stockfish.wasm": "", "Copying.txt": "The licence"}.items():
        (folder / name).write_text(text)
    return os.environ.get("FAIRYSCORE_WASM_ENGINE") or str(folder)


def test_an_engine_beside_the_judge(
    browser: Any, pyodide: str, engine_folder: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Lines, a bar and arrows by an engine that runs in the browser; it begins when it is asked, and rests afterwards."""
    made = tmp_path_factory.mktemp("with-engine")
    written = run("publish", "-o", str(made), "--pyodide", pyodide, "--engine", engine_folder)
    assert written.exit_code == 0, written.output
    with served(made) as address:
        player = DeskPlayer(browser, address)
        player.ready().settle()
        browser.refresh()  # from the service worker, which isolates the page where threads need that
        player.ready().settle()
        assert player.js("return document.getElementById('thoughts').hidden && !desk.judge.engine")
        player.js("document.getElementById('engine').click()")
        player.until("document.querySelectorAll('#thoughts li').length > 1")
        assert player.js("return document.getElementById('balance').hidden") is False
        assert player.js("return document.querySelectorAll('.advice path').length") > 1
        player.drag("e2", "e4")
        player.js("document.getElementById('engine').click()")
        player.settle()
        assert player.js("return document.getElementById('thoughts').hidden")
