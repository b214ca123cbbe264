"""Games as films: every picture is looked at by Pillow, which also made them; the last one is what the drawing shows."""

import io
from functools import cache
from importlib.util import find_spec
from itertools import pairwise
from typing import Any

import pytest
from drawn import record
from nightly import sampled

from fairyscore.notation.records.tree import MoveLine, Record
from fairyscore.render import export
from fairyscore.render.animation.frame_layout import FrameLayout
from fairyscore.render.animation.moving import animated
from fairyscore.render.animation.raster import COLOURS, MAKERS, film, palette
from fairyscore.render.animation.script import Showing, script
from fairyscore.render.export import ExportError, encoded
from fairyscore.render.layouts.registry import layout_of
from fairyscore.render.story.builder import tell
from fairyscore.render.story.model import Story

needs_films = pytest.mark.skipif(
    find_spec("PIL") is None or find_spec("resvg_py") is None,
    reason="NO FILM WAS LOOKED AT: Pillow or resvg-py is missing; pip install 'fairyscore[gif]' to test films",
)

HOW = Showing(0.5, size="240px")


def begun(path: str, plies: int) -> Record:
    """The beginning of a sample."""
    whole = record(path)
    return Record(whole.variant, whole.tags, MoveLine(whole.line.plies[:plies]), whole.result)


CHESS, SEAM = ("chess/romantic.pgn", 7), ("cylindrical/classic.pgn", 5)


def story(path: str, plies: int) -> Story:
    return tell(begun(path, plies))


@cache
def made(path: str, plies: int, ending: str) -> bytes:
    return film(FrameLayout(story(path, plies), HOW), ending)


def opened(data: bytes) -> tuple[Any, list[Any], list[int]]:
    """A film, its pictures, and for how many milliseconds each is seen."""
    from PIL import Image

    reel: Any = Image.open(io.BytesIO(data))
    pictures, times = [], []
    for number in range(reel.n_frames):
        reel.seek(number)
        reel.load()
        pictures.append(reel.convert("RGB"))
        times.append(int(reel.info["duration"]))
    return reel, pictures, times


def differing(one: Any, other: Any) -> float:
    """The share of pixels that are clearly not the same."""
    from PIL import ImageChops

    assert one.size == other.size
    far = ImageChops.difference(one, other).convert("L").point([0] * 24 + [255] * 232)
    return float(far.histogram()[255] / (one.width * one.height))


@needs_films
@pytest.mark.parametrize("ending", MAKERS)
@pytest.mark.parametrize("game", [CHESS, SEAM])
def test_a_film_lasts_as_long_as_its_game_and_begins_again(game: tuple[str, int], ending: str) -> None:
    game_story = story(*game)
    reel, pictures, times = opened(made(*game, ending))
    assert sum(times) == round(1000 * list(script(game_story, layout_of(game_story.game), HOW))[-1].end)
    assert reel.info["loop"] == 0
    assert {picture.width for picture in pictures} == {240}
    assert len(pictures) > 5 * game[1]


@needs_films
@pytest.mark.parametrize("ending", MAKERS)
@pytest.mark.parametrize("game", sampled([SEAM, CHESS, ("kaleidochess/dice-four-players.pgn", 4)], 2))
def test_the_last_picture_is_what_the_drawing_rests_at(game: tuple[str, int], ending: str) -> None:
    from PIL import Image

    still = Image.open(io.BytesIO(encoded(animated(story(*game), HOW), ".png", 96))).convert("RGB")
    *_, last = opened(made(*game, ending))[1]
    assert differing(last, still) < 0.002


@needs_films
def test_a_gif_and_a_webp_show_the_same() -> None:
    gif, webp = (opened(made(*SEAM, ending)) for ending in (".gif", ".webp"))
    assert gif[2] == webp[2]
    assert all(differing(one, other) == 0 for one, other in zip(gif[1], webp[1], strict=True))


@needs_films
def test_a_piece_on_his_way_over_the_seam_is_seen_at_both_edges() -> None:
    """1... a7-g6: the a-pawn leaves at the left and comes in at the right; in between both edges of the board change."""
    game_story = story(*SEAM)
    scene = list(script(game_story, layout_of(game_story.game), HOW))[2]
    assert scene.label == "1... a7-g6"
    _, pictures, times = opened(made(*SEAM, ".gif"))
    starts = [sum(times[:k]) for k in range(len(times))]
    seen = [
        picture
        for start, picture in zip(starts, pictures, strict=True)
        if 1000 * scene.start <= start < 1000 * scene.arrives - 10
    ]
    assert len(seen) >= 5
    half = seen[0].width // 2
    for side in ((0, 0, half, seen[0].height), (half, 0, seen[0].width, seen[0].height)):
        assert all(differing(one.crop(side), other.crop(side)) > 0 for one, other in pairwise(seen))


@needs_films
def test_flat_colours_are_just_those_of_drawings() -> None:
    picture = opened(made(*CHESS, ".gif"))[1][0]
    colours = {colour for _, colour in sorted(picture.getcolors(1 << 20))[-3:]}
    assert colours == {(255, 255, 255), (0xF3, 0xE3, 0xC8), (0xC9, 0xA2, 0x7C)}


def test_a_palette_has_no_two_colours_that_are_alike() -> None:
    """They differ by more than 11 of 255 in red, green or blue."""
    red, nearly, other, green = (200, 0, 0), (189, 11, 0), (188, 0, 0), (0, 200, 0)
    numbers = palette([red, nearly, other, green])
    colours = [tuple(numbers[place : place + 3]) for place in range(0, len(numbers), 3)]
    assert colours == [red, other, green] + [red] * (COLOURS - 3)


@needs_films
@pytest.mark.parametrize("ending", MAKERS)
def test_the_same_bytes_each_time(ending: str) -> None:
    assert film(FrameLayout(story(*SEAM), HOW), ending) == made(*SEAM, ending)


@needs_films
def test_no_film_is_larger_than_screens() -> None:
    with pytest.raises(ExportError, match=r"a film of 5000 x [0-9]+ pixels is too large; at most 1,600 on a side"):
        film(FrameLayout(story(*CHESS), Showing(size="5000px")), ".gif")


def test_what_is_no_film() -> None:
    with pytest.raises(ExportError, match=r"a film cannot be written as '.mp4'; there are .gif, .webp"):
        film(FrameLayout(story(*CHESS)), ".mp4")


def test_without_the_extra_it_is_stated_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> Any:
        raise ImportError(name)

    monkeypatch.setattr(export, "import_module", missing)
    message = r"writing GIF and WebP needs the extra gif; install it with: pip install 'fairyscore\[gif\]'"
    with pytest.raises(ExportError, match=message):
        film(FrameLayout(story(*CHESS)), ".webp")
