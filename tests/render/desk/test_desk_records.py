"""Records with random signs, comments, marks and hands: opened, touched and saved on the desk, nothing of them is lost."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import as_new
from desk_player import DeskPlayer, desk
from desk_records import LASTING, difference, lost, read, written
from nightly import NIGHTLY


@pytest.fixture(scope="module")
def browser(one_browser: Any) -> Iterator[Any]:
    started = as_new(one_browser)
    started.set_script_timeout(60)
    yield started
    started.set_script_timeout(30)


def test_records_are_saved_whole_by_the_judge(tmp_path: Path) -> None:
    assert lost("judge", 200 if NIGHTLY else 6, tmp_path) == []


TOUCH = """const [number, steps, lasting, done] = arguments;
const change = (id, value) => {
  document.getElementById(id).value = value;
  document.getElementById(id).dispatchEvent(new Event("change"));
  return desk.queue;
};
const turn = (act) => desk.turn(act);
(async () => {
  await turn(() => desk.openGame(number));
  for (const step of steps) {
    const node = Math.floor(step * desk.entries.size);
    await turn(() => desk.goTo(node));
    const entry = desk.entries.get(node);
    if (node) for (const _ of [1, 2]) await turn(() => desk.sign(7777));
    if (!entry.comment && !entry.clk && !entry.eval && !desk.scene.position.arrows.length) {
      await change("comment", "gone soon");
      await change("comment", "");
    }
    const [move] = desk.scene.position.moves;
    const known = desk.entries.size;
    if (move) await turn(() => desk.play({ move: move.text }));
    if (desk.entries.size > known) await turn(() => desk.undo());
  }
  await turn(() => desk.goTo(desk.tree.end(0)));
  const { nags = [] } = desk.entries.get(desk.scene.at);
  if (desk.scene.at && !nags.includes(lasting)) await turn(() => desk.sign(lasting));
  await turn(() => desk.save());
  done([desk.scene.changed, document.getElementById("state").textContent]);
})();"""
"""Signs, comments and moves come and go at some places, one sign stays at the end of the game, and it is saved."""


def test_records_are_saved_whole_by_the_page(browser: Any, tmp_path: Path) -> None:
    dice, path = random.Random("page"), tmp_path / "games.pgn"
    before = written(dice, path, 200 if NIGHTLY else 6)
    with desk(str(path)) as url:
        DeskPlayer(browser, url).ready()
        for number in range(1, len(before) + 1):
            steps = [dice.random() for _ in range(3)]
            assert browser.execute_async_script(TOUCH, number, steps, LASTING) == [False, f"Saved to {path}."]
    after = read(path)
    assert len(after) == len(before)
    assert [text for pair in zip(before, after, strict=True) if (text := difference(*pair))] == []
