"""Animated drawings in a real browser: where it has the pieces, and what it does for who wants nothing to move."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from browser import as_new, media
from drawn import record
from played_css import Played, Shown

from fairyscore.render.animation.moving import animated
from fairyscore.render.animation.script import Scene, script
from fairyscore.render.layouts.registry import layout_of
from fairyscore.render.story.builder import tell

GAMES = (
    "chess/romantic.pgn",
    "cylindrical/annotated.pgn",
    "chamaeleon/two-players-drop.pgn",
    "kaleidochess/dice-four-players.pgn",
)

STOP = """
for (const animation of document.getAnimations()) {
  animation.pause();
  animation.currentTime = 1000 * arguments[0];
}
return document.getAnimations().length;
"""

PIECES = """
const root = document.documentElement;
const pieces = [...root.children].find(part => part.getAttribute("class") === "pieces");
const shown = [];
for (const use of pieces.querySelectorAll("use")) {
  let part = use, seen = getComputedStyle(use).visibility === "visible";
  for (; part !== pieces; part = part.parentNode) seen = seen && getComputedStyle(part).opacity > 0.01;
  if (!seen) continue;
  const own = root.getCTM() || root.createSVGMatrix();
  const place = own.inverse().multiply(use.parentNode.getCTM());
  shown.push([use.dataset.owner, use.dataset.name, Math.round(place.e * 10) / 10, Math.round(place.f * 10) / 10]);
}
return shown;
"""


@pytest.fixture(scope="module")
def browser(one_browser: Any) -> Any:
    return as_new(one_browser)


def opened(browser: Any, path: str, folder: Path) -> tuple[Played, tuple[Scene, ...]]:
    """The drawing of a game, loaded as a document of its own."""
    story = tell(record(path))
    svg = animated(story)
    (folder / "game.svg").write_text(svg, encoding="utf-8")
    browser.get((folder / "game.svg").as_uri())
    return Played(svg), tuple(script(story, layout_of(story.game)))


def same(found: list[list[Any]], wanted: Iterable[Shown]) -> bool:
    """The same pieces at the same places, but for a unit: they may still be coming to rest."""
    left = list(found)
    for piece in wanted:
        near = [one for one in left if one[:2] == [piece.owner, piece.name] and far(one, piece) < 1]
        if not near:
            return False
        left.remove(near[0])
    return not left


def far(one: list[Any], piece: Shown) -> float:
    return float(max(abs(one[2] - piece.x), abs(one[3] - piece.y)))


@pytest.mark.parametrize("path", GAMES)
def test_the_browser_has_every_position_in_its_time(path: str, browser: Any, tmp_path: Path) -> None:
    played, scenes = opened(browser, path, tmp_path)
    for scene in scenes[:12] + scenes[-6:]:
        assert browser.execute_script(STOP, scene.end - 0.05) > 10
        assert same(browser.execute_script(PIECES), played.pieces(scene.end - 0.05)), scene.label


def test_pieces_are_between_their_fields_in_between(browser: Any, tmp_path: Path) -> None:
    """1. e4: half of the time is gone, and the pawn is half-way, at 180 of 292.5 to 202.5."""
    _, scenes = opened(browser, GAMES[0], tmp_path)
    browser.execute_script(STOP, (scenes[1].start + scenes[1].arrives) / 2)
    found = browser.execute_script(PIECES)
    assert len(found) == 32
    assert ["white", "pawn", 202.5, 247.5] in found


@pytest.mark.parametrize("path", GAMES)
def test_who_wants_nothing_to_move_sees_the_end(path: str, browser: Any, tmp_path: Path) -> None:
    try:
        media(browser, prefers_reduced_motion="reduce")
        played, _ = opened(browser, path, tmp_path)
        assert browser.execute_script("return document.getAnimations().length") == 0
        assert same(browser.execute_script(PIECES), played.pieces(None))
    finally:
        media(browser, prefers_reduced_motion="no-preference")


def test_nothing_is_stated_against_it(browser: Any, tmp_path: Path) -> None:
    opened(browser, GAMES[0], tmp_path)
    assert browser.get_log("browser") == []
