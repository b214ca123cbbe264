"""What stands above the moves: event, players with their discs, and the other tags."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from fairyscore.render.language import capital, translated
from fairyscore.render.sheet.items import BarShape, Disc, Item, Letters, Part, Set, baseline, paragraph
from fairyscore.render.sheet.lines import broken
from fairyscore.render.sheet.runs import FaceRun, FontFace, Word, clean, words
from fairyscore.render.sheet.setter import Setter
from fairyscore.render.story.model import Heading
from fairyscore.render.themes import COLOURED, HATCH_WORDS

SMALLER: Final = 0.76
"""Size of a title of several lines, against others."""


def heading(setter: Setter, given: Heading) -> list[Item]:
    """Event, players with their discs, and the other tags in one paragraph."""
    faces, style = setter.faces, setter.look.style
    items = []
    if given.title:
        items += _title(setter, given.title)
    items += _players(setter, given)
    spoken = {"Round": "round", "Annotator": "annotator"}
    told = ((value, spoken.get(name, "")) for name, value in given.details if value.strip() not in ("", given.title))
    values = [setter.label(label, value=value) if label else value for value, label in told]
    said = _details([*values, *_key(setter)], faces.text)
    if said:
        how = Set(setter.wide, style.leading * style.text, align="centre", gap=0.3 * style.text)
        items += paragraph(said, how, "details")
    items.append(Item(0.6 * style.text, ()))
    items.append(Item(0.8, (BarShape(0.0, 0.0, round(setter.wide, 2), 0.6, faces.text.colour),)))
    return items


def _key(setter: Setter) -> Iterator[str]:
    """What the letters of coloured cells mean, and which hatching is which."""
    theme = setter.look.theme
    kinds = [kind for kind in COLOURED if kind in setter.game.scenery.fields]
    said = ((kind, translated(HATCH_WORDS.get(theme.field(kind).hatch, ""))) for kind in kinds)
    if kinds:
        yield ", ".join(f"{kind[0].upper()} {translated(kind)}{f' ({hatch})' if hatch else ''}" for kind, hatch in said)


def _title(setter: Setter, said: str) -> list[Item]:
    """The event; one that is a whole sentence is set smaller, down to the size of the players' names."""
    face = setter.faces.title
    items = setter.line_of(said, face, "centre", what="title")
    if len(items) > 1:
        smaller = face._replace(size=max(setter.faces.players.size, SMALLER * face.size))
        items = setter.line_of(said, smaller, "centre", what="title")
    return items


def _details(values: Sequence[str], face: FontFace) -> list[Word]:
    """The values of tags, with a dot between each two."""
    found: list[Word] = []
    for value in values:
        if found:
            found[-1] = found[-1].joined(FaceRun("·", face, face.blank))
        found += words(value, face)
    return found


def _players(setter: Setter, given: Heading) -> list[Item]:
    """The players beside each other where there are two and they have room, else one below the other."""
    face, high = setter.faces.players, setter.look.style.leading * setter.faces.players.size
    named = [name or capital(translated(setter.game.seats[seat].name)) for seat, name in enumerate(given.players)]
    radius = round(0.36 * face.size, 2)
    lead = 2.9 * radius
    gap = 1.6 * face.size
    wide = [lead + face.width(clean(" ".join(name.split()))) for name in named]
    rows = [[seat] for seat in range(len(named))]
    if sum(wide) + gap * (len(wide) - 1) <= setter.wide:
        rows = [list(range(len(named)))]
    items = []
    for row in rows:
        taken = sum(wide[seat] for seat in row) + gap * (len(row) - 1)
        left = max(0.0, (setter.wide - taken) / 2)
        items += _row(setter, [(seat, named[seat], wide[seat]) for seat in row], left, gap, high)
    return items


def _row(setter: Setter, players: Sequence[tuple[int, str, float]], left: float, gap: float, high: float) -> list[Item]:
    face = setter.faces.players
    radius = round(0.36 * face.size, 2)
    if len(players) == 1:
        seat, name, _ = players[0]
        how = Set(setter.wide, high, round(left + 2.9 * radius, 2))
        items = paragraph(list(words(name, face)), how, "player")
        disc = Disc(round(left + radius, 2), round(high / 2, 2), radius, seat)
        return [replace(items[0], parts=(disc, *items[0].parts)), *items[1:]] if items else []
    parts: list[Part] = []
    for seat, name, wide in players:
        parts.append(Disc(round(left + radius, 2), round(high / 2, 2), radius, seat))
        line = broken(list(words(name, face)), wide)
        parts += [Letters(round(left + 2.9 * radius, 2), baseline(high, face.size), one, "player") for one in line[:1]]
        left += wide + gap
    return [Item(round(high, 2), tuple(parts))]
