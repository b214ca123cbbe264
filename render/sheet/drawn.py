"""Pages as SVG: letters as forms that are defined once a page, and beside them the text itself, for people and programs.

What is seen are outlines, the same in every viewer. Over them lies the text, unseen, each line stretched to the width
that its outlines have, so that browsers find, select and copy it, and screen readers say it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final
from zlib import crc32

from svgwrite import Drawing

from fairyscore.notation.rules.variant import Variant
from fairyscore.render.canvas import PREFIX, CachedPart, filled, group, shape
from fairyscore.render.font_outlines.letters import UNITS, forms
from fairyscore.render.geometry import Point, circle, number
from fairyscore.render.glyphs.owners import OWNERS
from fairyscore.render.sheet.items import BarShape, DiagramItem, Disc, Letters
from fairyscore.render.sheet.lines import TextLine
from fairyscore.render.sheet.look import SheetLook
from fairyscore.render.sheet.pages import PlacedItem
from fairyscore.render.sheet.runs import FontFace


class _Ready:
    """A part that is text already: CachedPart takes it as it takes an element."""

    def __init__(self, text: str) -> None:
        self.text = text

    def tostring(self) -> str:
        """As elements do it."""
        return self.text


def ready(text: str) -> CachedPart:
    """An element in its place for SVG that is written already."""
    return CachedPart(_Ready(text))


@dataclass(slots=True)
class Sheet:
    """A page while it is drawn. defined: forms of letters, by weight and character, as they are used."""

    look: SheetLook
    game: Variant
    defined: dict[tuple[FontFace, str], str] = field(default_factory=dict)
    outlines: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    shapes: list[Any] = field(default_factory=list)
    pictures: list[CachedPart] = field(default_factory=list)


def page(
    look: SheetLook, placed: Iterable[tuple[PlacedItem, Variant]], title: str, summary: str, *, words: bool = True
) -> str:
    """One page as an SVG document; the ids in it begin with what its content sums up to. words: with the text, unseen."""
    sheet: Sheet | None = None
    for one, game in placed:
        if sheet is None:
            sheet = Sheet(look, game)
        sheet.game = game
        for part in one.item.parts:
            _PUT[type(part)](sheet, part._replace(x=part.x + one.x, y=part.y + one.y))
    assert sheet is not None, "every page has something"
    if not words:
        sheet.said.clear()
    return _document(sheet, title, summary)


def _document(sheet: Sheet, title: str, summary: str) -> str:
    paper = sheet.look.paper
    drawing = Drawing(
        debug=False,
        size=(f"{number(paper.wide)}mm", f"{number(paper.high)}mm"),
        viewBox=f"0 0 {number(paper.width)} {number(paper.height)}",
    )
    drawing.attribs.update({"class": "fairyscore-sheet", "role": "document"})
    drawing.set_desc(title, summary)
    forms_, letters, words = (
        ready("".join(_definitions(sheet))),
        ready("".join(sheet.outlines)),
        ready("".join(sheet.said)),
    )
    drawing.defs.elements.append(forms_)
    ground = f"M0 0h{number(paper.width)}v{number(paper.height)}h{number(-paper.width)}z"
    kept = (forms_, letters, words, *sheet.pictures)
    drawing.elements.append(shape(ground, "paper", fill=sheet.look.theme.paper))
    drawing.elements.extend(sheet.shapes)
    drawing.elements.append(group("letters", [letters], aria_hidden="true"))
    drawing.elements.append(group("words", [words], font_family="sans-serif", fill_opacity="0"))
    made = filled(drawing.tostring(), kept)
    return made.replace(PREFIX, f"p{crc32(made.encode()):08x}-")


def _definitions(sheet: Sheet) -> Iterator[str]:
    for (face, character), name in sheet.defined.items():
        drawing = next(forms(character, bold=face.bold, serif=face.serif))[2]
        yield f'<path id="{PREFIX}{name}" d="{drawing}"/>'


# -- parts ------------------------------------------------------------------------------------------------------------


def _letters(sheet: Sheet, part: Letters) -> None:
    """A line: a group for each size and colour in it, in which the forms stand at whole units of the em."""
    open_: tuple[float, str] | None = None
    for span in part.line.spans:
        face = span.run.face
        look = (face.size, face.colour)
        if look != open_:
            if open_:
                sheet.outlines.append("</g>")
            place = f"{number(part.x)} {number(part.y)}"
            scale = f"{face.size / UNITS:.6g}"
            sheet.outlines.append(f'<g fill="{face.colour}" transform="translate({place})scale({scale})">')
            open_ = look
        pen = round(span.x * UNITS / face.size)
        for character, advance, drawing in forms(span.run.text, bold=face.bold, serif=face.serif):
            if drawing:
                at = f' x="{pen}"' if pen else ""
                sheet.outlines.append(f'<use xlink:href="#{PREFIX}{_form(sheet, face, character)}"{at}/>')
            pen += advance
    if open_:
        sheet.outlines.append("</g>")
    sheet.said.append(_words(part.line, part))


def _form(sheet: Sheet, face: FontFace, character: str) -> str:
    key = (FontFace(0.0, face.bold, serif=face.serif), character)
    name = sheet.defined.get(key)
    if name is None:
        name = sheet.defined[key] = f"{'b' if face.bold else 'r'}{'s' if face.serif else ''}{ord(character):x}"
    return name


def _words(line: TextLine, part: Letters) -> str:
    """The text of a line. It is clean already; only what XML needs is escaped."""
    if not line.said:
        return ""
    said = line.said.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return (
        f'<text class="{part.what}" x="{number(part.x + line.x)}" y="{number(part.y)}" font-size="{number(line.size)}" '
        f'textLength="{number(line.width)}" lengthAdjust="spacingAndGlyphs">{said}</text>'
    )


def _picture(sheet: Sheet, part: DiagramItem) -> None:
    """A diagram, which is a document of its own, at its place and in its size."""
    head, _, rest = part.drawn.svg().partition(">")
    attributes = " ".join(word for word in _attributes(head) if not word.startswith(("width=", "height=")))
    place = f'x="{number(part.x)}" y="{number(part.y)}" width="{number(part.width)}" height="{number(part.height)}"'
    kept = ready(f"<svg {attributes} {place}>{rest}")
    sheet.pictures.append(kept)
    sheet.shapes.append(kept)


def _attributes(head: str) -> Iterator[str]:
    """The attributes of a start tag of ours, in which no value holds `" `."""
    for word in head.removeprefix("<svg ").split('" '):
        yield word if word.endswith('"') else f'{word}"'


def _bar(sheet: Sheet, part: BarShape) -> None:
    data = f"M{number(part.x)} {number(part.y)}h{number(part.width)}v{number(part.height)}h{number(-part.width)}z"
    line: dict[str, str | float] = {"stroke": part.stroke, "stroke_width": part.line} if part.line else {}
    sheet.shapes.append(shape(data, part.what, fill=part.fill, **line))


def _disc(sheet: Sheet, part: Disc) -> None:
    """A disc in a player's colours: light or dark, and for owners whose pieces have a base of the other kind, so below."""
    player = sheet.game.seats[part.seat]
    owner, style = sheet.look.theme.owners[player.name], OWNERS[player.letter]
    middle = Point(part.x, part.y)
    edge: dict[str, str | float] = {"stroke": sheet.look.theme.ink, "stroke_width": max(0.5, 0.12 * part.radius)}
    parts = [shape(circle(middle, part.radius), "body", fill=owner.body, **edge)]
    if style.two_tone:
        parts.append(shape(_segment(middle, part.radius), "base", fill=owner.line))
    sheet.shapes.append(group(f"disc {player.name}", parts))


def _segment(middle: Point, radius: float) -> str:
    """The lower part of a disc, inside its edge."""
    inner = 0.9 * radius
    down, half = 0.2 * inner, 0.98 * inner
    left, y = number(middle.x - half), number(middle.y + down)
    return f"M{left} {y}A{number(inner)} {number(inner)} 0 0 0 {number(middle.x + half)} {y}z"


_PUT: Final[dict[type, Any]] = {Letters: _letters, DiagramItem: _picture, BarShape: _bar, Disc: _disc}
