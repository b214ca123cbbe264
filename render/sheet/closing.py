"""What stands below the moves: the result and how it came about, or where the record is at fault."""

from __future__ import annotations

from dataclasses import replace

from fairyscore.render.sheet.items import BarShape, Item, Set, paragraph
from fairyscore.render.sheet.runs import FaceRun, Word, clean, words
from fairyscore.render.sheet.setter import Setter
from fairyscore.render.sheet.wording import sentence
from fairyscore.render.story.model import Fault, Story
from fairyscore.render.story.signs import printed


def cut_off(story: Story) -> bool:
    """Whether the main line stops at a fault. A fault elsewhere, as in a variation, has nothing of that behind it."""
    return story.flaw is not None and bool(story.flaw.rest)


def ending(setter: Setter, story: Story) -> list[Item]:
    """The result and how it came about."""
    faces, style, given = setter.faces, setter.look.style, story.close
    said = [Word((FaceRun(printed(clean(given.result)), faces.heading),))]
    said += words(sentence(given.how), faces.text)
    how = Set(setter.wide, style.leading * faces.heading.size, align="centre", gap=0.6 * style.text)
    return paragraph(said, how, "result")


def flaw(setter: Setter, given: Fault) -> list[Item]:
    """Where the record is at fault, and what stands behind it, set apart by a bar at its left."""
    faces, style = setter.faces, setter.look.style
    inset = 1.1 * style.text
    inner = Setter(setter.look, setter.game, setter.wide - inset)
    said = style.label("flaw" if given.rest else "fault")
    items = inner.line_of(said, faces.main, gap=0.7 * style.text, what="flaw")
    place = f" ({given.place})" if given.place else ""
    items += inner.line_of(f"{given.message}{place}.", faces.text, what="flaw")
    if given.rest.strip():
        items += inner.line_of(style.label("rest"), faces.tiny, gap=0.3 * style.text, what="flaw")
        items += inner.line_of(given.rest, faces.tiny, what="rest")
    return [_barred(item, inset, place, faces.text.colour) for place, item in enumerate(items)]


def _barred(item: Item, inset: float, place: int, colour: str) -> Item:
    """An item set in, with a run of the bar beside it; the first gap has none."""
    gap = item.gap if place else 0.0
    bar = BarShape(0.0, round(-gap, 2), 2.0, round(item.height + gap, 2), colour, what="flaw-bar")
    parts = (part._replace(x=round(part.x + inset, 2)) for part in item.parts)
    return replace(item, parts=(bar, *parts))
