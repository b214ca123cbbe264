"""An engine beside the desk, in a real browser: what it thinks, an opponent, and reasons why there is neither."""

from __future__ import annotations

import json
import os
import random
import shutil
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import as_new, axe, media, resized, skip
from desk_player import DeskPlayer, desk

import fairyscore

FAIRY = shutil.which("fairy-stockfish", path=f"{os.environ.get('PATH', '')}:/usr/games")
SCRIPTED = Path(__file__).parents[2] / "scripted_engine.py"
BOOK = {
    "": ["depth 9 score cp 30 pv e2e4 e7e5 g1f3", "e2e4"],
    "e2e4": ["depth 8 score cp -25 pv e7e5 g1f3", "e7e5"],
    "e2e4 e7e5 g1f3": ["depth 8 score mate 3 pv b8c6", "b8c6"],
}


@pytest.fixture(scope="module")
def browser(one_browser: Any) -> Iterator[Any]:
    started = as_new(one_browser)
    started.set_script_timeout(60)
    media(started, prefers_reduced_motion="reduce")
    resized(started, 1366, 650)
    yield started
    started.set_script_timeout(30)


def scripted(folder: Path, behaviour: str = "good") -> str:
    """The command of an engine that knows `BOOK`."""
    book = folder / "book.json"
    book.write_text(json.dumps(BOOK))
    return f"{sys.executable} {SCRIPTED} {behaviour} {book}"


THOUGHT = "document.getElementById('thought').textContent"
LINES = "[...document.querySelectorAll('#thoughts li')].map((line) => line.textContent)"


def test_the_engine_is_asked_and_only_then_says_what_it_thinks(browser: Any, tmp_path: Path) -> None:
    with desk("--engine", scripted(tmp_path)) as url:
        player = DeskPlayer(browser, url).ready()
        player.drag("d2", "d4")
        player.settle()
        player.press("[data-do=undo]")
        player.settle()
        assert not (tmp_path / "book.json.log").exists(), "nobody has asked it"
        player.press("#engine")
        player.until(f"{LINES}.length === 1")
        assert player.js(f"return {LINES}") == ["0.30 1. e4 e5 2. Nf3"]
        assert player.js(f"return {THOUGHT}") == "0.30, 9 plies deep"
        share = "return Number(document.getElementById('balance').style.getPropertyValue('--share'))"
        assert player.js(share) == pytest.approx(0.528, abs=0.001)
        assert player.js("return document.querySelectorAll('.advice > path').length") == 1
        text = axe()
        if text is not None:
            player.js(text)
            found = browser.execute_async_script("axe.run().then(arguments[0])")
            assert [(one["id"], one["nodes"][0]["html"]) for one in found["violations"]] == []
        resized(browser, 360, 740)
        assert player.js("return document.documentElement.scrollWidth") <= 360
        resized(browser, 1366, 650)
        player.press("#thoughts [data-move]")
        player.until(f"({LINES}[0] ?? '').startsWith('0.25')")
        assert player.record.splitlines()[-1] == "1. e4 *", "a click plays the first move of a line"
        assert player.js(f"return {LINES}") == ["0.25 1... e5 2. Nf3"], "from White's side, whoever is to move"
        player.press("#engine")
        assert player.js("return document.getElementById('thoughts').hidden")
        assert not player.js("return document.querySelectorAll('.advice').length")
        player.press("#engine")
        player.new("kaleidochess")
        player.until(f"{THOUGHT}.includes('cannot play this game')")


def test_an_engine_that_fails_is_named(browser: Any, tmp_path: Path) -> None:
    for program, says in (
        (scripted(tmp_path, "dies"), "Scripted 1 has ended with exit code 3"),
        (str(tmp_path / "nothing"), "nothing cannot be started"),
    ):
        with desk("--engine", program) as url:
            player = DeskPlayer(browser, url).ready()
            player.press("#engine")
            player.until(f"{THOUGHT}.includes('{says}')")
            player.drag("e2", "e4")
            player.settle()
            assert player.record.splitlines()[-1] == "1. e4 *", "the board does not care"


def test_an_opponent_plays_and_both_moves_are_taken_back(browser: Any, tmp_path: Path) -> None:
    with desk("--opponent", scripted(tmp_path)) as url:
        player = DeskPlayer(browser, url).ready()
        assert player.js("return document.getElementById('engine').hidden")
        player.press("#opponent")
        player.drag("e2", "e4")
        player.until("desk.tree.line(0).length === 2")
        player.settle()
        player.drag("g1", "f3")
        player.until("desk.tree.line(0).length === 4")
        player.settle()
        assert player.record.splitlines()[-1] == "1. e4 e5 2. Nf3 Nc6 *"
        player.press("[data-do=undo]")
        player.settle()
        assert player.record.splitlines()[-1] == "1. e4 e5 *"
        player.press("[data-do=undo]")
        player.settle()
        assert player.record.splitlines()[-1] == "*"
        player.press("[data-do=flip]")
        player.until("desk.tree.line(0).length === 1")
        player.settle()
        assert player.record.splitlines()[-1] == "1. e4 *", "it plays whoever sits at the top"


PLAYED = """const [from, to, done] = arguments, before = performance.now();
desk.turn(() => desk.play({ from, to })).then(() => done(performance.now() - before));"""


@pytest.mark.skipif(FAIRY is None, reason="no Fairy-Stockfish here")
def test_the_board_answers_while_a_real_engine_thinks(browser: Any, request: pytest.FixtureRequest) -> None:
    """At most 50 ms later than without it; and the engine goes on with the position that is shown."""
    if FAIRY is None:
        skip("Fairy-Stockfish is not installed", request.config)
    with desk("--engine", FAIRY, "--variant", "crazyhouse") as url:
        player = DeskPlayer(browser, url).ready()
        moves = (("e2", "e4"), ("e7", "e5"), ("g1", "f3"), ("b8", "c6"), ("f1", "c4"), ("f8", "c5"))

        def answers() -> list[float]:
            found = []
            for origin, target in moves:
                found.append(float(browser.execute_async_script(PLAYED, origin, target)))
                time.sleep(0.1)
            return found

        answers()
        player.new("crazyhouse")
        quiet = statistics.median(answers())
        player.new("crazyhouse")
        player.press("#engine")
        player.until(f"{LINES}.length === 3")
        thinking = statistics.median(answers())
        player.until(f"({LINES}[0] ?? '').includes(' 4. ')")
        assert thinking <= quiet + 50, (quiet, thinking)


MOST_TURNS = 150
HEAP = 40 << 20  # bytes that a game and its positions may take


@pytest.mark.skipif(FAIRY is None, reason="no Fairy-Stockfish here")
def test_a_whole_game_is_played_against_a_real_engine(browser: Any, request: pytest.FixtureRequest) -> None:
    """To its end by the rules, and the page keeps its size."""
    if FAIRY is None:
        skip("Fairy-Stockfish is not installed", request.config)
    dice, heap = random.Random(4), "return performance.memory.usedJSHeapSize"
    with desk("--opponent", FAIRY, "--level", "8", "--variant", "crazyhouse") as url:
        player = DeskPlayer(browser, url).ready()
        player.press("#opponent")
        before = player.js(heap)
        for turn in range(1, MOST_TURNS):
            player.move(dice.choice(player.position["moves"]))
            player.until(f"desk.tree.line(0).length === {2 * turn} || !desk.scene.position.moves.length")
            player.settle()
            if not player.position["moves"]:
                break
        assert not player.position["moves"], "random moves lose soon"
        (game,) = fairyscore.loads(player.record)
        assert (game.result, game.diagnostics) == ("0-1", ())
        assert player.js(heap) < before + HEAP
