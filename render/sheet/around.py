"""What stands about the moves.

Above them event, players with their discs, and the other tags; below them the result, or where the record is at fault; who
held which castle; how the board shrank.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from fairyscore.notation.game import Game
from fairyscore.render.game_chart import graph_of
from fairyscore.render.glyphs.set import OWNERS
from fairyscore.render.idiom import player
from fairyscore.render.language import capital, translated
from fairyscore.render.sheet.lines import FaceRun, Word, broken, clean, words
from fairyscore.render.sheet.look import MILLIMETRE
from fairyscore.render.sheet.pages import (
    BarShape,
    DiagramItem,
    Disc,
    GraphItem,
    Item,
    Letters,
    Part,
    baseline,
    keep_together,
    label,
    paragraph,
)
from fairyscore.render.sheet.setter import Setter, proportion, sentence
from fairyscore.render.story.model import Fault, Heading, Holding, Story, printed
from fairyscore.render.themes import COLOURED, HATCH_WORDS

BAND: Final = 1.5  # ems that a band of the castles is high
SMALLER: Final = 0.76  # size of a title of several lines, against others
SPOKEN: Final = {"Round": "round", "Annotator": "annotator"}  # tags that have a label


def heading(setter: Setter, given: Heading) -> list[Item]:
    """Event, players with their discs, and the other tags in one paragraph."""
    faces, style = setter.faces, setter.look.style
    items = setter.line_of(given.title, faces.title, "centre", what="title")
    if len(items) > 1:  # an event that is a whole sentence
        smaller = faces.title._replace(size=max(faces.players.size, SMALLER * faces.title.size))
        items = setter.line_of(given.title, smaller, "centre", what="title")
    items += _players(setter, given)
    details = [(name, value) for name, value in given.details if value.strip() not in ("", given.title)]
    values = [style.label(SPOKEN[name], value=value) if name in SPOKEN else value for name, value in details]
    found: list[Word] = []
    for value in filter(None, (*values, _key(setter))):
        if found:
            found[-1] = found[-1].joined(FaceRun("·", faces.text, faces.text.blank))
        found += words(value, faces.text)
    items += paragraph(found, "details", setter.width, style.leading * style.text, align="centre", gap=0.3 * style.text)
    rule = BarShape(0.0, 0.0, round(setter.width, 2), 0.6, faces.text.colour)
    return [*items, Item(0.6 * style.text, ()), Item(0.8, (rule,))]


def _key(setter: Setter) -> str:
    """The key to the letters of coloured cells, and which hatching is which."""
    entries = []
    for kind in (kind for kind in COLOURED if kind in setter.game.scenery.fields):
        hatch = translated(HATCH_WORDS.get(setter.look.theme.field(kind).hatch, ""))
        entries.append(f"{kind[0].upper()} {translated(kind)}{f' ({hatch})' if hatch else ''}")
    return ", ".join(entries)


def _players(setter: Setter, given: Heading) -> Iterator[Item]:
    """The players beside each other where there are two and they have room, else one below the other."""
    face, height = setter.faces.players, setter.look.style.leading * setter.faces.players.size
    radius = round(0.36 * face.size, 2)
    lead, gap = 2.9 * radius, 1.6 * face.size
    named = [name or capital(player(setter.game, seat)) for seat, name in enumerate(given.players)]
    width = [lead + face.width(clean(" ".join(name.split()))) for name in named]
    taken = sum(width) + gap * (len(width) - 1)
    if taken <= setter.width:
        left = (setter.width - taken) / 2
        parts: list[Part] = []
        for seat, name in enumerate(named):
            parts.append(Disc(round(left + radius, 2), round(height / 2, 2), radius, seat))
            lines = broken(words(name, face), width[seat])[:1]
            parts += (Letters(round(left + lead, 2), baseline(height, face.size), line, "player") for line in lines)
            left += width[seat] + gap
        yield Item(round(height, 2), tuple(parts))
        return
    for seat, name in enumerate(named):
        left = max(0.0, (setter.width - width[seat]) / 2)
        first, *others = paragraph(words(name, face), "player", setter.width, height, left=round(left + lead, 2))
        disc = Disc(round(left + radius, 2), round(height / 2, 2), radius, seat)
        yield from (replace(first, parts=(disc, *first.parts)), *others)


# -- below the moves --------------------------------------------------------------------------------------------------


def ending(setter: Setter, story: Story) -> list[Item]:
    """The result and how it came about."""
    faces, style, given = setter.faces, setter.look.style, story.close
    line = [Word((FaceRun(printed(clean(given.result)), faces.heading),)), *words(sentence(given.how), faces.text)]
    leading = style.leading * faces.heading.size
    return paragraph(line, "result", setter.width, leading, align="centre", gap=0.6 * style.text)


def fault(setter: Setter, given: Fault) -> Iterator[Item]:
    """Where the record is at fault, and what follows there, set apart by a bar at its left."""
    faces, style = setter.faces, setter.look.style
    inset = 1.1 * style.text
    inner = Setter(setter.look, setter.game, setter.width - inset)
    text = style.label("flaw" if given.rest else "fault")
    items = inner.line_of(text, faces.main, gap=0.7 * style.text, what="flaw")
    place = f" ({given.place})" if given.place else ""
    items += inner.line_of(f"{given.message}{place}.", faces.text, what="flaw")
    if given.rest.strip():
        items += inner.line_of(style.label("rest"), faces.tiny, gap=0.3 * style.text, what="flaw")
        items += inner.line_of(given.rest, faces.tiny, what="rest")
    for item in items:
        gap = 0.0 if item is items[0] else item.gap
        bar = BarShape(0.0, round(-gap, 2), 2.0, round(item.height + gap, 2), faces.text.colour, what="flaw-bar")
        parts = (part._replace(x=round(part.x + inset, 2)) for part in item.parts)
        yield replace(item, parts=(bar, *parts))


def _heading(setter: Setter, name: str, below: float) -> list[Item]:
    """A heading that stands with what follows. below: ems that are free between."""
    size = setter.look.style.text
    items = setter.line_of(setter.look.style.label(name), setter.faces.heading, gap=1.4 * size, what="heading")
    return keep_together([*items, Item(below * size, ())])


# -- how the board shrank ---------------------------------------------------------------------------------------------


def filmstrip(setter: Setter, story: Story, scale: float) -> list[Item]:
    """The start and the boards at which lines went away, small, beside each other."""
    if not story.shrinking:
        return []
    face, style = setter.faces.tiny, setter.look.style
    wanted, gap, leading = min(scale * style.strip * MILLIMETRE, setter.width), style.text, style.leading * face.size
    per_row = max(1, int((setter.width + gap) / (wanted + gap)))
    width = round(min(wanted * 1.25, (setter.width - gap * (per_row - 1)) / per_row), 2)
    height = round(width * proportion(story.game.name, setter.look, width, "none"), 2)
    items = _heading(setter, "shrinking", 0.4)
    for start in range(0, len(story.shrinking), per_row):
        parts: list[Part] = []
        deepest = 0.0
        for place, moment in enumerate(story.shrinking[start : start + per_row]):
            left = round(place * (width + gap), 2)
            parts.append(DiagramItem(left, 0.0, width, height, moment, "none"))
            move = story.line.steps[moment.ply - 1].numbered if moment.ply else ""
            text = setter.look.style.label("figure_after", move=move) if move else setter.look.style.label("start")
            for number, line in enumerate(broken(words(text, face), width, align="centre")[:3]):
                down = height + 0.3 * style.text + number * leading
                parts.append(Letters(left, round(down + baseline(leading, face.size), 2), line, "caption"))
                deepest = max(deepest, down + leading)
        items.append(Item(round(deepest, 2), tuple(parts), 0.0 if not start else 0.5 * style.text))
    return items


# -- how the game stood -----------------------------------------------------------------------------------------------


def graph(setter: Setter, story: Story) -> list[Item]:
    """The graphs of evaluations and times, as wide as the page."""
    drawn = graph_of(Game(story.record), setter.look.theme, f"{setter.width / MILLIMETRE:.2f}mm")
    if drawn is None:
        return []
    height = round(setter.width * drawn.tall, 2)
    return [Item(height, (GraphItem(0.0, 0.0, round(setter.width, 2), height, drawn.svg, drawn.words),))]


# -- who held which castle (K-2) --------------------------------------------------------------------------------------


def holdings(setter: Setter, story: Story) -> list[Item]:
    """A band for each field that was held, over the length of the game, the names of the holders in it.

    The start and the position after each move have equal stretches of it.
    """
    held = [holding for holding in story.holdings if any(tenure.seat >= 0 for tenure in holding.tenures)]
    if not held or not story.line.steps:
        return []
    plies, face = {step.key: place for place, step in enumerate(story.line.steps, 1)}, setter.faces.text
    left = max(face.width(clean(holding.field)) for holding in held) + 0.9 * face.size
    scale = (setter.width - left) / (len(plies) + 1)
    bands = (_band(setter, holding, plies, left, scale) for holding in held)
    return [*keep_together([*_heading(setter, "holdings", 0.35), *bands]), _rounds(setter, story, left, scale)]


def _band(setter: Setter, holding: Holding, plies: dict[str, int], left: float, scale: float) -> Item:
    size = setter.look.style.text
    height = round(BAND * size, 2)
    parts: list[Part] = [label(clean(holding.field), "field", setter.faces.text, 0.0, height)]
    for tenure in holding.tenures:
        apart = min(0.4, 0.1 * scale)
        start = left + plies.get(tenure.first, 0) * scale + apart
        end = left + plies.get(tenure.last, len(plies) + 1) * scale - apart
        parts += _tenure(setter, tenure.seat, start, end, height)
    return Item(round(height + 0.3 * size, 2), tuple(parts))


def _tenure(setter: Setter, seat: int, start: float, end: float, height: float) -> list[Part]:
    """A stretch of the band in its holder's colours, with his name where it has room; nobody's is a line."""
    theme, size = setter.look.theme, setter.look.style.text
    width = round(end - start, 2)
    if seat < 0:
        middle = round(height / 2, 2) - 0.25
        return [BarShape(round(start, 2), middle, width, 0.5, theme.ink, what="nobody")] if width > 0 else []
    player = setter.game.seats[seat]
    owner = theme.owners[player.name]
    parts: list[Part] = [BarShape(round(start, 2), 0.4, width, height - 0.8, owner.body, theme.ink, 0.6, "tenure")]
    if OWNERS[player.letter].two_tone:
        base, edge = round(0.2 * height, 2), min(0.3, width / 4)
        parts.append(
            BarShape(round(start + edge, 2), round(height - 0.7 - base, 2), width - 2 * edge, base, owner.line)
        )
    face = setter.faces.text._replace(size=size * setter.look.style.tiny, colour=owner.line)
    name = capital(translated(player.name))
    text = next((text for text in (name, name[:1]) if face.width(text) + 0.7 * size <= width), "")
    return [*parts, label(text, "holder", face, start + 0.35 * size, 0.92 * height)] if text else parts


def _rounds(setter: Setter, story: Story, left: float, scale: float) -> Item:
    """The numbers of rounds below the bands, as many as have room, the first one first."""
    face = setter.faces.faint
    height = round(1.4 * face.size, 2)
    parts: list[Part] = []
    free = left
    for place, step in enumerate(story.line.steps):
        text, x = step.number.rstrip("."), left + (place + 1) * scale
        begins = not place or not step.number.endswith("...")
        if begins and x >= free and x + face.width(text) <= setter.width:
            parts.append(label(text, "round", face, x, height))
            free = x + face.width(text) + 1.6 * face.size
    return Item(height, tuple(parts))
