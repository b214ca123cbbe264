"""Plays games on the page of the desk in a real browser, as a person does: by dragging, clicking and choosing."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Self

GAMES = (
    "kaleidochess", "kaleidochess:players=4,dice", "cylindrical", "caliph-qi", "tor-qi", "chamaeleon",
    "chamaeleon:players=4", "circular-66", "circular-68", "circular-70", "chess", "shogi", "crazyhouse", "duck-chess",
)  # fmt: skip
"""Games that are played whole by night."""

READY = "document.documentElement.dataset.judge === 'ready'"

PLACE = """const field = document.querySelector('[data-field="' + CSS.escape(arguments[0]) + '"]');
field.scrollIntoView({block: 'nearest', behavior: 'instant'});
const box = field.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]"""


CODES = {"Escape": 27, "Tab": 9, "Enter": 13, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}

MOST_TABS = 80
"""So many presses lead to any element."""

TOWARDS = """const [target, here] = [document.querySelector(arguments[0]), document.activeElement];
if (here === target) return "";
return here === document.body || here.compareDocumentPosition(target) & 4 ? "Tab" : "Shift+Tab"; """
"""The key that leads towards an element; none where it has the focus."""

ARROWS = """const { board } = desk, [from, to] = [board.index.get(desk.cursor), board.index.get(arguments[0])];
const ways = new Map([[from, []]]);
for (const cell of ways.keys()) {
  for (const [key, way] of Object.entries(WAYS)) {
    const next = board.beside(cell, way);
    if (!ways.has(next)) ways.set(next, [...ways.get(cell), key]);
  }
}
return ways.get(to)"""
"""The shortest way with the arrows from the cell that has the focus."""


@contextmanager
def desk(*arguments: str) -> Iterator[str]:
    """The command, and the address that it prints first."""
    command = [sys.executable, "-m", "fairyscore.cli.main", "desk", "--port", "0", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


class DeskPlayer:
    """A browser with the page of a desk open."""

    def __init__(self, browser: Any, url: str) -> None:
        """Open the page. It can be clicked before its judge is ready."""
        self.browser = browser
        browser.get(url)

    def ready(self) -> Self:
        """The player, once the judge answers."""
        self.until(READY, seconds=120, pause=0.1)
        return self

    def js(self, code: str, *given: Any) -> Any:
        """What a script returns."""
        return self.browser.execute_script(code, *given)

    def until(self, code: str, *given: Any, seconds: float = 30, pause: float = 0.01) -> None:
        """Wait until an expression of the page is true."""
        end = time.monotonic() + seconds
        while not self.js(f"return {code}", *given):
            assert time.monotonic() < end, f"{code}: {self.js('return document.body.innerText')[:500]}"
            time.sleep(pause)

    def settle(self) -> None:
        """Wait until everything that was clicked is answered."""
        self.browser.execute_async_script("const done = arguments[0]; desk.queue.then(() => done())")

    @property
    def position(self) -> dict[str, Any]:
        """What the page shows."""
        found: dict[str, Any] = self.js("return desk.scene.position")
        return found

    @property
    def record(self) -> str:
        """The exported record."""
        return str(self.js("return document.getElementById('record').textContent"))

    def mouse(self, kind: str, cell: str, button: str = "left") -> None:
        """Something that a mouse does above a cell."""
        x, y = self.js(PLACE, cell)
        self.at(kind, x, y, button)

    def at(self, kind: str, x: float, y: float, button: str = "left") -> None:
        """Something that a mouse does at a point."""
        held = 0 if kind == "mouseReleased" else {"left": 1, "right": 2}[button]
        more = {"button": button, "buttons": held, **({"clickCount": 1} if kind != "mouseMoved" else {})}
        self.browser.execute_cdp_cmd("Input.dispatchMouseEvent", {"type": kind, "x": x, "y": y, **more})

    def touch(self, origin: str, target: str, hold: float = 0) -> None:
        """Put a finger on a cell, and lift it from another. hold: seconds until it moves."""
        start, end = self.js(PLACE, origin), self.js(PLACE, target)

        def send(kind: str, *at: float) -> None:
            points = [{"x": at[0], "y": at[1]}] if at else []
            self.browser.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        send("touchStart", *start)
        time.sleep(hold)
        if start != end:
            send("touchMove", *((one + other) / 2 for one, other in zip(start, end, strict=True)))
            send("touchMove", *end)
        send("touchEnd")

    def click(self, cell: str) -> None:
        """Click a cell."""
        self.mouse("mousePressed", cell)
        self.mouse("mouseReleased", cell)

    def drag(self, origin: str, target: str, button: str = "left") -> None:
        """Drag from a cell to another."""
        self.mouse("mousePressed", origin, button)
        self.mouse("mouseMoved", target, button)
        self.mouse("mouseReleased", target, button)

    def drag_from_hand(self, letter: str, target: str) -> None:
        """Drag a piece from the hand to a cell."""
        box = """const box = document.querySelector('#hands [data-drop="' + arguments[0] + '"]');
        box.scrollIntoView({block: 'nearest', behavior: 'instant'});
        const at = box.getBoundingClientRect(); return [at.x + at.width / 2, at.y + at.height / 2]"""
        self.at("mousePressed", *self.js(box, letter))
        self.mouse("mouseMoved", target)
        self.mouse("mouseReleased", target)

    def press(self, selector: str) -> None:
        """Press a button."""
        self.js("document.querySelector(arguments[0]).click()", selector)

    def new(self, variant: str) -> None:
        """Start a game, as the dialog does."""
        self.js("document.getElementById('variant').value = arguments[0]; desk.turn(() => desk.make())", variant)
        self.settle()
        assert self.js("return desk.scene.variant") == variant

    def move(self, move: dict[str, Any]) -> None:
        """Make a legal move by dragging, from the hand or by its button; choose where several fit."""
        shown = self.js("return desk.shown")
        if move.get("throw"):
            self.press(f'#dice [data-throw="{move["throw"]}"]')
            self.settle()
        if move["from"]:
            self.drag(move["from"], move["to"])
        elif move["to"]:
            self.drag_from_hand(move["promotion"], move["to"])
        else:
            self.js(
                "document.querySelector('#passes [data-move=\"' + CSS.escape(arguments[0]) + '\"]').click()",
                move["text"],
            )
        self.settle()
        if self.js("return desk.shown") == shown and self.js("return !!desk.waiting"):
            self.click(move["put_on"])
            self.settle()
        elif self.js("return desk.shown") == shown:
            self.js(
                "document.querySelector('#choice [data-move=\"' + CSS.escape(arguments[0]) + '\"]').click()",
                move["text"],
            )
            self.settle()
        assert self.js("return desk.shown") > shown, (move, self.js("return document.body.innerText"))

    # -- by keys alone

    def key(self, *pressed: str) -> None:
        """Press keys, one after the other, wherever the focus is."""
        for key in pressed:
            name = key.removeprefix("Shift+")
            sent = {"key": name, "windowsVirtualKeyCode": CODES[name], "modifiers": 8 if key != name else 0}
            text = {"text": "\r"} if name == "Enter" else {}
            for kind in ("keyDown", "keyUp"):
                self.browser.execute_cdp_cmd("Input.dispatchKeyEvent", {"type": kind, **sent, **text})

    def tab_to(self, selector: str) -> None:
        """Go to an element as people without a mouse do: from one to the next, or back."""
        for _ in range(MOST_TABS):
            way = self.js(TOWARDS, selector)
            if not way:
                return
            self.key(way)
        raise AssertionError(f"{selector} is not reached")

    def walk_to(self, cell: str) -> None:
        """Go to a cell with the arrows."""
        self.tab_to("[data-field][tabindex='0']")
        self.key(*self.js(ARROWS, cell))
        assert self.js("return document.activeElement.dataset.field") == cell

    def move_by_keys(self, move: dict[str, Any]) -> None:
        """Make a legal move with keys alone."""
        shown = self.js("return desk.shown")
        if move.get("throw"):
            self.tab_to(f'#dice [data-throw="{move["throw"]}"]')
            self.key("Enter")
            self.settle()
        if move["from"]:
            self.walk_to(move["from"])
            self.key("Enter")
        elif move["to"]:
            self.tab_to(f'#hands [data-drop="{move["promotion"]}"]')
            self.key("Enter")
        if move["to"]:
            self.settle()
            self.walk_to(move["to"])
        else:
            self.tab_to(f'#passes [data-move="{move["text"]}"]')
        self.key("Enter")
        self.settle()
        if self.js("return desk.shown") == shown and self.js("return !!desk.waiting"):
            self.walk_to(move["put_on"])
            self.key("Enter")
            self.settle()
        elif self.js("return desk.shown") == shown:
            self.tab_to(f'#choice [data-move="{move["text"]}"]')
            self.key("Enter")
            self.settle()
        assert self.js("return desk.shown") > shown, (move, self.js("return document.body.innerText"))

    def play(self, plies: int, seed: object = 0) -> list[str]:
        """Play a random game; the moves."""
        dice, played = random.Random(str(seed)), list[str]()
        while len(played) < plies and (moves := self.position["moves"]):
            drops = [move for move in moves if not move["from"]]
            move = dice.choice(drops if drops and dice.random() < 0.3 else moves)
            self.move(move)
            played.append(move["text"])
        return played
