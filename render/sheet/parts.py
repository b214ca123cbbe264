"""The parts of a sheet besides the moves: heading, result, who held what, the board as it shrank, faults."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from fairyscore.render.glyphs.owners import OWNERS
from fairyscore.render.moments import Moment
from fairyscore.render.sheet.items import (
    Bar,
    Disc,
    Item,
    Letters,
    Part,
    Picture,
    Set,
    baseline,
    kept,
    paragraph,
    proportion,
)
from fairyscore.render.sheet.lines import broken
from fairyscore.render.sheet.paper import MILLIMETRE
from fairyscore.render.sheet.runs import Face, Piece, Word, clean, words
from fairyscore.render.sheet.setter import Setter, drawn
from fairyscore.render.sheet.wording import sentence
from fairyscore.render.story.tale import Close, Flaw, Heading, Holding, Story

RESULTS: Final = {"1/2": "½", "-": "–"}
"""How results are printed."""

BAND: Final = 1.5
"""Ems that a band of the castles is high."""


def printed(result: str) -> str:
    """A result as books print it.

    >>> printed("1/2-1/2"), printed("0-0-1"), printed("*")
    ('½–½', '0–0–1', '*')
    """
    for said, shown in RESULTS.items():
        result = result.replace(said, shown)
    return result


# -- above the moves --------------------------------------------------------------------------------------------------


def heading(setter: Setter, given: Heading) -> list[Item]:
    """Event, players with their discs, and the other tags in one paragraph."""
    faces, style = setter.faces, setter.look.style
    items = []
    if given.title:
        items += setter.line_of(given.title, faces.title, "centre", what="title")
    items += _players(setter, given)
    spoken = {"Round": setter.labels.round, "Annotator": setter.labels.annotator}
    told = ((value, spoken.get(name, "")) for name, value in given.details if value.strip())
    said = _details([form.format(value=value) if form else value for value, form in told], faces.text)
    if said:
        how = Set(setter.wide, style.leading * style.text, align="centre", gap=0.3 * style.text)
        items += paragraph(said, how, "details")
    items.append(Item(0.6 * style.text, ()))
    items.append(Item(0.8, (Bar(0.0, 0.0, round(setter.wide, 2), 0.6, faces.text.colour),)))
    return items


def _details(values: Sequence[str], face: Face) -> list[Word]:
    """The values of tags, with a dot between each two."""
    found: list[Word] = []
    for value in values:
        if found:
            found[-1] = found[-1].joined(Piece("·", face, face.blank))
        found += words(value, face)
    return found


def _players(setter: Setter, given: Heading) -> list[Item]:
    """The players beside each other where there are two and they have room, else one below the other."""
    face, high = setter.faces.players, setter.look.style.leading * setter.faces.players.size
    named = [name or setter.game.seats[seat].name.capitalize() for seat, name in enumerate(given.players)]
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


# -- below them -------------------------------------------------------------------------------------------------------


def ending(setter: Setter, given: Close) -> list[Item]:
    """The result and how it came about."""
    faces, style = setter.faces, setter.look.style
    said = [Word((Piece(printed(clean(given.result)), faces.heading),))]
    said += words(sentence(given.how), faces.text)
    how = Set(setter.wide, style.leading * faces.heading.size, align="centre", gap=0.6 * style.text)
    return paragraph(said, how, "result")


def flaw(setter: Setter, given: Flaw) -> list[Item]:
    """Where the record is at fault, and what stands behind it, set apart by a bar at its left."""
    faces, labels, style = setter.faces, setter.labels, setter.look.style
    inset = 1.1 * style.text
    inner = Setter(setter.look, setter.game, setter.wide - inset)
    items = inner.line_of(labels.flaw, faces.main, gap=0.7 * style.text, what="flaw")
    place = f" ({given.place})" if given.place else ""
    items += inner.line_of(sentence(f"{given.message}{place}"), faces.text, what="flaw")
    if given.rest.strip():
        items += inner.line_of(labels.rest, faces.tiny, gap=0.3 * style.text, what="flaw")
        items += inner.line_of(given.rest, faces.tiny, what="rest")
    return [_barred(item, inset, place, faces.text.colour) for place, item in enumerate(items)]


def _barred(item: Item, inset: float, place: int, colour: str) -> Item:
    """An item set in, with a piece of the bar beside it; the first gap has none."""
    gap = item.gap if place else 0.0
    bar = Bar(0.0, round(-gap, 2), 2.0, round(item.height + gap, 2), colour, what="flaw-bar")
    parts = (part._replace(x=round(part.x + inset, 2)) for part in item.parts)
    return replace(item, parts=(bar, *parts))


# -- castles ----------------------------------------------------------------------------------------------------------


def holdings(setter: Setter, story: Story) -> list[Item]:
    """Who held which field (K-2): a band for each over the length of the game, the names of the holders in it."""
    held = [holding for holding in story.holdings if any(tenure.seat >= 0 for tenure in holding.tenures)]
    if not held or not story.line.steps:
        return []
    faces, style = setter.faces, setter.look.style
    plies = {step.key: place for place, step in enumerate(story.line.steps, 1)}
    left = max(faces.text.width(clean(holding.field)) for holding in held) + 0.9 * style.text
    scale = (setter.wide - left) / len(plies)
    items = setter.line_of(setter.labels.holdings, faces.heading, gap=1.4 * style.text, what="heading")
    items.append(Item(0.35 * style.text, (), keep=True))
    for holding in held:
        items.append(_band(setter, holding, plies, left, scale))
    items.append(_rounds(setter, story, left, scale))
    return [replace(item, keep=place < len(items) - 1) for place, item in enumerate(items)]


def _band(setter: Setter, holding: Holding, plies: dict[str, int], left: float, scale: float) -> Item:
    face, size = setter.faces.text, setter.look.style.text
    high = round(BAND * size, 2)
    name = broken([Word((Piece(clean(holding.field), face),))], left)[0]
    parts: list[Part] = [Letters(0.0, baseline(high, size), name, "field")]
    for tenure in holding.tenures:
        start = 0.4 + left + (plies.get(tenure.first, 0) if tenure.first else 0) * scale
        end = -0.4 + left + (plies.get(tenure.last, len(plies)) if tenure.last else len(plies)) * scale
        parts += _tenure(setter, tenure.seat, start, end, high)
    return Item(round(high + 0.3 * size, 2), tuple(parts))


def _tenure(setter: Setter, seat: int, start: float, end: float, high: float) -> list[Part]:
    """A stretch of the band in its holder's colours, with his disc and name where they have room; nobody's is a line."""
    theme, size = setter.look.theme, setter.look.style.text
    wide = round(end - start, 2)
    middle = round(high / 2, 2)
    if seat < 0:
        return [Bar(round(start, 2), middle - 0.25, wide, 0.5, theme.ink, what="nobody")] if wide > 0 else []
    player = setter.game.seats[seat]
    owner = theme.owners[player.name]
    parts: list[Part] = [Bar(round(start, 2), 0.4, wide, high - 0.8, owner.body, theme.ink, 0.6, "tenure")]
    if OWNERS[player.letter].two_tone:
        base = round(0.2 * high, 2)
        parts.append(Bar(round(start + 0.3, 2), round(high - 0.7 - base, 2), max(0.0, wide - 0.6), base, owner.line))
    face = Face(size * setter.look.style.tiny, False, owner.line)
    name = player.name.capitalize()
    for said in (name, name[:1]):
        if face.width(said) + 0.7 * size <= wide:
            line = broken([Word((Piece(said, face),))], wide)[0]
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
        x = left + place * scale
        wide = face.width(said)
        if x >= free and x + wide <= setter.wide:
            line = broken([Word((Piece(said, face),))], wide + 1)[0]
            parts.append(Letters(round(x, 2), baseline(high, face.size), line, "round"))
            free = x + wide + 1.6 * face.size
    return Item(high, tuple(parts))


def _when(setter: Setter, story: Story, moment: Moment) -> str:
    """Behind which move of the game a board stands."""
    if not moment.ply:
        return setter.labels.start
    return setter.labels.figure_after.format(move=story.line.steps[moment.ply - 1].told)


# -- the board that shrinks -------------------------------------------------------------------------------------------


def filmstrip(setter: Setter, story: Story) -> list[Item]:
    """The start and the boards at which lines went away, small, beside each other."""
    if not story.shrinking:
        return []
    faces, style = setter.faces, setter.look.style
    wanted = min(style.strip * MILLIMETRE, setter.wide)
    gap = style.text
    per_row = max(1, int((setter.wide + gap) / (wanted + gap)))
    wide = min(wanted * 1.25, (setter.wide - gap * (per_row - 1)) / per_row)
    items = setter.line_of(setter.labels.shrinking, faces.heading, gap=1.4 * style.text, what="heading")
    kept(items)
    items.append(Item(0.4 * style.text, (), keep=True))
    for start in range(0, len(story.shrinking), per_row):
        row = story.shrinking[start : start + per_row]
        parts: list[Part] = []
        deepest = 0.0
        for place, moment in enumerate(row):
            left = round(place * (wide + gap), 2)
            board = drawn(moment, setter.look, wide, "none")
            high = round(wide * proportion(board), 2)
            parts.append(Picture(left, 0.0, round(wide, 2), high, board))
            said = _when(setter, story, moment)
            leading = style.leading * faces.tiny.size
            for number, line in enumerate(broken(list(words(said, faces.tiny)), wide, align="centre")[:3]):
                down = high + 0.3 * style.text + number * leading
                parts.append(Letters(left, round(down + baseline(leading, faces.tiny.size), 2), line, "caption"))
                deepest = max(deepest, down + leading)
        items.append(Item(round(deepest, 2), tuple(parts), 0.0 if not start else 0.5 * style.text))
    return items
