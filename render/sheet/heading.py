"""What stands above the moves: event, players with their discs, and the other tags."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from fairyscore.render.language import capital, translated
from fairyscore.render.sheet.items import BarShape, Disc, Item, Letters, Part, baseline, paragraph
from fairyscore.render.sheet.lines import broken
from fairyscore.render.sheet.runs import FaceRun, Word, clean, words
from fairyscore.render.sheet.setter import Setter
from fairyscore.render.story.model import Heading
from fairyscore.render.themes import COLOURED, HATCH_WORDS

SMALLER: Final = 0.76
"""Size of a title of several lines, against others."""

SPOKEN: Final = {"Round": "round", "Annotator": "annotator"}
"""Tags that have a label."""


def heading(setter: Setter, given: Heading) -> list[Item]:
    """Event, players with their discs, and the other tags in one paragraph."""
    faces, style = setter.faces, setter.look.style
    items = setter.line_of(given.title, faces.title, "centre", what="title")
    if len(items) > 1:  # an event that is a whole sentence
        smaller = faces.title._replace(size=max(faces.players.size, SMALLER * faces.title.size))
        items = setter.line_of(given.title, smaller, "centre", what="title")
    items += _players(setter, given)
    said = _details(setter, given)
    items += paragraph(said, "details", setter.wide, style.leading * style.text, align="centre", gap=0.3 * style.text)
    items.append(Item(0.6 * style.text, ()))
    items.append(Item(0.8, (BarShape(0.0, 0.0, round(setter.wide, 2), 0.6, faces.text.colour),)))
    return items


def _details(setter: Setter, given: Heading) -> list[Word]:
    """The values of tags and the key of coloured cells, with a dot between each two."""
    face = setter.faces.text
    told = [(name, value) for name, value in given.details if value.strip() not in ("", given.title)]
    values = [setter.label(SPOKEN[name], value=value) if name in SPOKEN else value for name, value in told]
    found: list[Word] = []
    for value in (*values, *_key(setter)):
        if found:
            found[-1] = found[-1].joined(FaceRun("·", face, face.blank))
        found += words(value, face)
    return found


def _key(setter: Setter) -> Iterator[str]:
    """What the letters of coloured cells mean, and which hatching is which."""
    theme = setter.look.theme
    kinds = [kind for kind in COLOURED if kind in setter.game.scenery.fields]
    said = ((kind, translated(HATCH_WORDS.get(theme.field(kind).hatch, ""))) for kind in kinds)
    if kinds:
        yield ", ".join(f"{kind[0].upper()} {translated(kind)}{f' ({hatch})' if hatch else ''}" for kind, hatch in said)


def _players(setter: Setter, given: Heading) -> Iterator[Item]:
    """The players beside each other where there are two and they have room, else one below the other."""
    face, high = setter.faces.players, setter.look.style.leading * setter.faces.players.size
    radius = round(0.36 * face.size, 2)
    lead, gap = 2.9 * radius, 1.6 * face.size
    named = [name or capital(translated(setter.game.seats[seat].name)) for seat, name in enumerate(given.players)]
    wide = [lead + face.width(clean(" ".join(name.split()))) for name in named]
    taken = sum(wide) + gap * (len(wide) - 1)
    if taken <= setter.wide:
        left = (setter.wide - taken) / 2
        parts: list[Part] = []
        for seat, name in enumerate(named):
            parts.append(Disc(round(left + radius, 2), round(high / 2, 2), radius, seat))
            lines = broken(list(words(name, face)), wide[seat])[:1]
            parts += (Letters(round(left + lead, 2), baseline(high, face.size), line, "player") for line in lines)
            left += wide[seat] + gap
        yield Item(round(high, 2), tuple(parts))
        return
    for seat, name in enumerate(named):
        left = max(0.0, (setter.wide - wide[seat]) / 2)
        first, *others = paragraph(list(words(name, face)), "player", setter.wide, high, left=round(left + lead, 2))
        disc = Disc(round(left + radius, 2), round(high / 2, 2), radius, seat)
        yield from (replace(first, parts=(disc, *first.parts)), *others)
