"""Who held which castle (K-2), as bands along the game."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from fairyscore.render.glyphs.owners import OWNERS
from fairyscore.render.language import capital, translated
from fairyscore.render.sheet.items import BarShape, Item, Letters, Part, baseline
from fairyscore.render.sheet.lines import broken
from fairyscore.render.sheet.runs import FaceRun, Word, clean
from fairyscore.render.sheet.setter import Setter
from fairyscore.render.story.model import Holding, Story

BAND: Final = 1.5
"""Ems that a band of the castles is high."""


def holdings(setter: Setter, story: Story) -> list[Item]:
    """Who held which field (K-2): a band for each over the length of the game, the names of the holders in it.

    The start and the position after each move have equal stretches of it.
    """
    held = [holding for holding in story.holdings if any(tenure.seat >= 0 for tenure in holding.tenures)]
    if not held or not story.line.steps:
        return []
    faces, style = setter.faces, setter.look.style
    plies = {step.key: place for place, step in enumerate(story.line.steps, 1)}
    left = max(faces.text.width(clean(holding.field)) for holding in held) + 0.9 * style.text
    scale = (setter.wide - left) / (len(plies) + 1)
    items = setter.line_of(setter.label("holdings"), faces.heading, gap=1.4 * style.text, what="heading")
    items.append(Item(0.35 * style.text, (), keep=True))
    for holding in held:
        items.append(_band(setter, holding, plies, left, scale))
    items.append(_rounds(setter, story, left, scale))
    return [replace(item, keep=place < len(items) - 1) for place, item in enumerate(items)]


def _band(setter: Setter, holding: Holding, plies: dict[str, int], left: float, scale: float) -> Item:
    face, size = setter.faces.text, setter.look.style.text
    high = round(BAND * size, 2)
    name = broken([Word((FaceRun(clean(holding.field), face),))], left)[0]
    parts: list[Part] = [Letters(0.0, baseline(high, size), name, "field")]
    for tenure in holding.tenures:
        apart = min(0.4, 0.1 * scale)
        start = left + plies.get(tenure.first, 0) * scale + apart
        end = left + plies.get(tenure.last, len(plies) + 1) * scale - apart
        parts += _tenure(setter, tenure.seat, start, end, high)
    return Item(round(high + 0.3 * size, 2), tuple(parts))


def _tenure(setter: Setter, seat: int, start: float, end: float, high: float) -> list[Part]:
    """A stretch of the band in its holder's colours, with his name where it has room; nobody's is a line."""
    theme, size = setter.look.theme, setter.look.style.text
    wide = round(end - start, 2)
    middle = round(high / 2, 2)
    if seat < 0:
        return [BarShape(round(start, 2), middle - 0.25, wide, 0.5, theme.ink, what="nobody")] if wide > 0 else []
    player = setter.game.seats[seat]
    owner = theme.owners[player.name]
    parts: list[Part] = [BarShape(round(start, 2), 0.4, wide, high - 0.8, owner.body, theme.ink, 0.6, "tenure")]
    if OWNERS[player.letter].two_tone:
        base, edge = round(0.2 * high, 2), min(0.3, wide / 4)
        parts.append(BarShape(round(start + edge, 2), round(high - 0.7 - base, 2), wide - 2 * edge, base, owner.line))
    face = setter.faces.text._replace(size=size * setter.look.style.tiny, colour=owner.line)
    name = capital(translated(player.name))
    for said in (name, name[:1]):
        if face.width(said) + 0.7 * size <= wide:
            line = broken([Word((FaceRun(said, face),))], wide)[0]
            parts.append(Letters(round(start + 0.35 * size, 2), baseline(0.92 * high, face.size), line, "holder"))
            break
    return parts


def _rounds(setter: Setter, story: Story, left: float, scale: float) -> Item:
    """The numbers of rounds below the bands, as many as have room, the first one first."""
    face = setter.faces.faint
    high = round(1.4 * face.size, 2)
    parts: list[Part] = []
    free = left
    for place, step in enumerate(story.line.steps):
        if step.number.endswith("...") and place:
            continue
        said = step.number.rstrip(".")
        x = left + (place + 1) * scale
        wide = face.width(said)
        if x >= free and x + wide <= setter.wide:
            line = broken([Word((FaceRun(said, face),))], wide + 1)[0]
            parts.append(Letters(round(x, 2), baseline(high, face.size), line, "round"))
            free = x + wide + 1.6 * face.size
    return Item(high, tuple(parts))
