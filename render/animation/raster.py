"""A game as a film, GIF or WebP, for places that do not take SVG. Needs the extra `gif` (resvg-py and Pillow).

Each picture is composed of layers that are drawn as SVG: the board once, pieces and marks once for each scene, and over
them each piece on its way as one small picture, which is moved.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator
from functools import cache, cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from fairyscore.notation.text import shown
from fairyscore.render.animation.frame_layout import FrameLayout, Strip
from fairyscore.render.animation.script import FADES, PieceTrack, Scene, done
from fairyscore.render.canvas import group
from fairyscore.render.export import ExportError, library
from fairyscore.render.geometry import Point, between
from fairyscore.render.pieces import DrawnPiece
from fairyscore.render.routes import Leg

if TYPE_CHECKING:
    from PIL.Image import Image

EXTRA: Final = "gif"

PICTURES: Final = 6  # of each move, while pieces are on their way; one more shows that they have arrived
PIXELS_AN_INCH: Final = 96

MOST_PIXELS: Final = 1600  # on the longer side of a film

COLOURS, EXACT = 192, 96
"""In a GIF, and how many of them are just those of which there is most: fields, pieces and paper are as in drawings. The
colour after them says that a pixel is as it was before."""

ALIKE: Final = 11
"""Colours of a film differ by more than that in red, green or blue, out of 255; Pillow mixes up those that are nearer."""

PACKED: Final = {"lossless": True, "quality": 50, "method": 2, "kmin": 9999, "kmax": 10_000}
"""How hard a WebP is packed: much harder takes long and gains little. Only its first picture stands for itself."""


class FrameChange(NamedTuple):
    """The part of a picture that differs from the one before, where its corner lies, and for how long it is seen."""

    part: Image
    corner: tuple[int, int]
    time: int


def film(stage: FrameLayout, ending: str) -> bytes:
    """The film as a file with that ending. Raises `ExportError`, also without the extra."""
    maker = MAKERS.get(ending)
    if maker is None:
        raise ExportError(f"a film cannot be written as '{shown(ending)}'; there are {', '.join(MAKERS)}")
    return maker(Rasterizer(stage, library("PIL.Image", EXTRA), library("resvg_py", EXTRA)).changes())


class Rasterizer:
    """Makes the pictures of a show one after the other."""

    def __init__(self, stage: FrameLayout, pillow: Any, renderer: Any) -> None:
        self.stage, self._pillow, self._renderer = stage, pillow, renderer
        size = stage.size
        self.width = round(size.number if size.unit == "px" else size.inches * PIXELS_AN_INCH)
        self.scale = self.width / stage.box.width
        self.height = round(stage.box.height * self.scale)
        if max(self.width, self.height) > MOST_PIXELS:
            raise ExportError(
                f"a film of {self.width} x {self.height} pixels is too large; at most {MOST_PIXELS:,} on a side"
            )
        self._picture = cache(self._pictured)

    def changes(self) -> Iterator[FrameChange]:
        """The first picture whole, of each other what has changed: pixels that have not have a colour of their own."""
        differing = library("PIL.ImageChops", EXTRA).difference
        before: Any = None
        waiting: FrameChange | None = None
        palette = self._palette()
        for whole, time in self._frames():
            picture = whole.quantize(palette=palette, dither=0)  # in the colours of the film
            numbers = self._pillow.frombytes("L", picture.size, picture.tobytes())
            if waiting is None:
                waiting = FrameChange(picture, (0, 0), time)
            else:
                differs = differing(numbers, before)
                box = differs.getbbox()
                if box is None:
                    waiting = waiting._replace(time=waiting.time + time)
                    continue
                yield waiting
                part = picture.crop(box)
                part.paste(COLOURS, (0, 0), differs.crop(box).point([255] + [0] * 255))
                waiting = FrameChange(part, box[:2], time)
            before = numbers
        if waiting is not None:
            yield waiting

    def _palette(self) -> Image:
        """A picture that has the colours of the film: those of its first, its middle and its last scene."""
        scenes = self.stage.scenes
        chosen = [self._arrived(scenes[k]) for k in sorted({0, len(scenes) // 2, len(scenes) - 1})]
        sheet = self._pillow.new("RGB", (self.width, self.height * len(chosen)))
        for k, picture in enumerate(chosen):
            sheet.paste(picture, (0, k * self.height))
        found = sorted(sheet.getcolors(self.width * self.height * len(chosen)), key=lambda entry: (-entry[0], entry[1]))
        most = [colour for _, colour in found]
        numbers = sheet.quantize(COLOURS, dither=0).getpalette()
        made = self._pillow.new("P", (1, 1))
        made.putpalette(palette((*most[:EXACT], *zip(*[iter(numbers)] * 3, strict=True), *most[EXACT : 9 * EXACT])))
        return made  # type: ignore[no-any-return]

    # -- pictures -------------------------------------------------------------------------------------------------------

    def _frames(self) -> Iterator[tuple[Any, int]]:
        """All pictures in their order, each with the hundredths of a second for which it is seen."""
        before = self.stage.scenes[0]
        for scene in self.stage.scenes:
            if scene.arrives > scene.start:
                yield from self._moving(before, scene)
            yield self._arrived(scene), _hundredths(scene.arrives, scene.end)
            before = scene

    def _arrived(self, scene: Scene) -> Image:
        """The picture of a scene whose pieces have arrived."""
        return self._standing(scene, scene, self._there(scene.arrives), scene.arrives, arrived=True)

    def _moving(self, before: Scene, scene: Scene) -> Iterator[tuple[Image, int]]:
        """The pictures of a scene while its pieces are on their way. before: the scene that they come from."""
        span = (scene.start, scene.arrives)
        busy = [actor for actor in self.stage.tracks if actor.busy(span)]
        standing = [actor for actor in self._there(scene.start) if actor not in busy]
        still = self._standing(before, scene, standing, scene.start, arrived=False)
        times = [scene.start + k * (scene.arrives - scene.start) / PICTURES for k in range(PICTURES + 1)]
        for start, end in pairwise(times):
            picture = still.copy()
            for actor in busy:
                self._put(picture, actor, (start + end) / 2)
            if self._signs is not None:
                picture.paste(self._signs, (0, 0), self._signs)
            yield picture, _hundredths(start, end)

    def _there(self, time: float) -> list[PieceTrack]:
        """Who is on the board at a time, with whom is just leaving it."""
        return [
            actor
            for actor in self.stage.tracks
            if (actor.enters is None or actor.enters[1] <= time) and (actor.leaves is None or time < actor.leaves[1])
        ]

    def _standing(self, board: Scene, scene: Scene, actors: list[PieceTrack], time: float, *, arrived: bool) -> Image:
        """A scene with pieces that stand. board: the scene whose cells are there. arrived: with all that is marked."""
        stage = self.stage
        parts = [*stage.gone(board.moment.gone), group("marks", stage.way(scene))]
        if arrived:
            parts.append(group("marks", stage.under(scene)))
        parts += stage.placed([stage.piece(actor.looked(time), actor.stands(time)) for actor in actors])
        if arrived:
            parts += [*stage.signs(), group("marks", stage.over(scene))]
        layer = self._drawn([*parts, group("status", stage.status(scene))])
        picture = self._ground.copy()
        picture.paste(layer, (0, 0), layer)
        return picture

    @cached_property
    def _ground(self) -> Image:
        return self._drawn(self.stage.ground()).convert("RGB")

    @cached_property
    def _signs(self) -> Image | None:
        signs = self.stage.signs()
        return self._drawn(signs) if signs else None

    def _drawn(self, parts: list[Any]) -> Image:
        """Parts of the stage on nothing."""
        svg = self.stage.document(parts, "layer", ("", ""))
        self.stage.begun()
        data = self._renderer.svg_to_bytes(
            svg_string=svg, width=self.width, height=self.height, skip_system_fonts=True, dpi=PIXELS_AN_INCH
        )
        return self._pillow.open(io.BytesIO(bytes(data))).convert("RGBA")  # type: ignore[no-any-return]

    # -- pieces on their way --------------------------------------------------------------------------------------------

    def _put(self, picture: Image, actor: PieceTrack, time: float) -> None:
        """Put a piece into a picture wherever it is seen at a time at which it moves, comes or goes."""
        image, share = self._picture(actor.looked(time)), _visibility(actor, time)
        for place in _places(actor, time):
            for strip in self.stage.strips or (Strip("", self.stage.layout.field),):
                self._paste(picture, image, place, strip, share * strip.share)

    def _paste(self, picture: Image, image: Image, place: Point, strip: Strip, share: float) -> None:
        """Put a piece with its middle at a place, as far as that lies within a strip. share: how opaque it is."""
        box, scale = self.stage.box, self.scale
        left = round((place.x + strip.shift - box.left) * scale - image.width / 2)
        top = round((place.y - box.top) * scale - image.height / 2)
        first = max(left, round((strip.box.left - box.left) * scale))
        last = min(left + image.width, round((strip.box.right - box.left) * scale))
        if first >= last or share <= 0:
            return
        cut = image.crop((first - left, 0, last - left, image.height))
        mask = cut.getchannel("A").point([round(value * share) for value in range(256)])
        picture.paste(cut, (first, top), mask)

    def _pictured(self, looks: DrawnPiece) -> Image:
        """A piece alone, about the middle of a small picture."""
        field, box = self.stage.layout.field, self.stage.box
        middle = Point((field.left + field.right) / 2, (field.top + field.bottom) / 2)
        whole = self._drawn([self.stage.piece(looks, middle)])
        x, y = round((middle.x - box.left) * self.scale), round((middle.y - box.top) * self.scale)
        half = round(self.stage.layout.piece * self.scale / 2) + 2
        return whole.crop((x - half, y - half, x + half, y + half))


def palette(colours: Iterable[tuple[int, ...]]) -> list[int]:
    """The colours of a film, `COLOURS` of them, as numbers in a row.

    A colour that differs by no more than `ALIKE` from one before is left out: pixels would get the wrong one of the two.
    Where too few are left, the first fills the rest.
    """
    distinct: list[tuple[int, ...]] = []
    for colour in colours:
        if all(max(abs(a - b) for a, b in zip(colour, other, strict=True)) > ALIKE for other in distinct):
            distinct.append(colour)
    filled = distinct[:COLOURS] + distinct[:1] * (COLOURS - len(distinct))
    return [part for colour in filled for part in colour]


def _hundredths(start: float, end: float) -> int:
    """A time in hundredths of a second, so that they add up."""
    return round(100 * end) - round(100 * start)


def _visibility(actor: PieceTrack, time: float) -> float:
    """How much is seen of a piece who comes or goes."""
    if actor.enters is not None and time < actor.enters[1]:
        start, end = actor.enters
        return (time - start) / (end - start)
    if actor.leaves is not None and time > actor.leaves[0]:
        start, end = actor.leaves
        return min(1.0, (end - time) / (end - start) / (1 - FADES))
    return 1.0


def _places(actor: PieceTrack, time: float) -> list[Point]:
    """Where a piece is at a time; over a seam in two places."""
    for glide in actor.glides:
        if glide.start <= time <= glide.arrives:
            share = done((time - glide.start) / (glide.arrives - glide.start))
            return [_place_at(leg, share) for leg in glide.legs if leg.times[0] <= share <= leg.times[-1]]
    return [actor.stands(time)]


def _place_at(leg: Leg, share: float) -> Point:
    """Where a piece is on a leg when so much of the whole way is done."""
    for (one, other), (start, end) in zip(pairwise(leg.points), pairwise(leg.times), strict=True):
        if start < end and share <= end:
            return between(one, other, (share - start) / (end - start))
    return leg.points[-1]


# -- files --------------------------------------------------------------------------------------------------------------


def _gif(changes: Iterable[FrameChange]) -> bytes:
    """They are written one by one: a long film would not fit into the memory."""
    writer = library("PIL.GifImagePlugin", EXTRA)
    parts: list[bytes] = []
    for part, corner, time in changes:
        seen = {"transparency": COLOURS} if parts else {}
        if not parts:
            parts += writer.getheader(part.copy(), info={"loop": 0})[0]
        parts += writer.getdata(part, corner, duration=10 * time, **seen)
    return b"".join((*parts, b";"))


def _webp(changes: Iterable[FrameChange]) -> bytes:
    """The same film once more: read picture by picture, for the same reason. Nothing is lost, and it is smaller."""
    times: list[int] = []

    def timed() -> Iterator[FrameChange]:
        for change in changes:
            times.append(10 * change.time)
            yield change

    pictures = library("PIL.Image", EXTRA).open(io.BytesIO(_gif(timed())))
    out = io.BytesIO()
    pictures.save(out, "WEBP", save_all=True, duration=times, loop=0, **PACKED)
    return out.getvalue()


MAKERS: Final[dict[str, Callable[[Iterable[FrameChange]], bytes]]] = {".gif": _gif, ".webp": _webp}
"""By the ending of the file."""
