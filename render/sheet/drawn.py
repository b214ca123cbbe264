"""Pages as SVG: letters as forms that are defined once a page, and beside them the text itself, for people and programs.

What is seen are outlines, the same in every viewer. Over them lies the text, unseen, each line stretched to the width
that its outlines have, so that browsers find, select and copy it, and screen readers say it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from html import escape
from typing import Any, Final
from zlib import crc32

from fairyscore.notation.rules.variant import Variant
from fairyscore.render.canvas import PREFIX, group, shape
from fairyscore.render.drawing import diagram
from fairyscore.render.font_outlines.letters import UNITS, forms
from fairyscore.render.geometry import Point, circle, number
from fairyscore.render.glyphs.set import OWNERS
from fairyscore.render.sheet.items import BarShape, DiagramItem, Disc, Letters
from fairyscore.render.sheet.lines import FontFace
from fairyscore.render.sheet.look import MILLIMETRE, SheetLook
from fairyscore.render.sheet.pages import PlacedItem

PAGE: Final = """\
<svg class="fairyscore-sheet" role="document" version="1.1" width="{wide}mm" height="{high}mm" \
viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">\
<title>{title}</title><desc>{summary}</desc><defs>{forms}</defs>\
<path class="paper" d="M0 0h{width}v{height}h-{width}z" fill="{paper}"/>{shapes}\
<g aria-hidden="true" class="letters">{letters}</g><g class="words" fill-opacity="0" font-family="sans-serif">{words}</g>\
</svg>"""


@dataclass(slots=True)
class Sheet:
    """A page while it is drawn. defined: forms of letters with their names, by weight and character, as they are used."""

    look: SheetLook
    game: Variant
    defined: dict[tuple[bool, bool, str], tuple[str, str]] = field(default_factory=dict)
    letters: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    shapes: list[str] = field(default_factory=list)


def page(
    look: SheetLook, placed: Iterable[tuple[PlacedItem, Variant]], title: str, summary: str, *, words: bool = True
) -> str:
    """One page as an SVG document; the ids in it begin with what its content sums up to. words: with the text, unseen."""
    sheet: Sheet | None = None
    for one, game in placed:
        sheet = sheet or Sheet(look, game)
        sheet.game = game
        for part in one.item.parts:
            _PUT[type(part)](sheet, part._replace(x=part.x + one.x, y=part.y + one.y))
    assert sheet is not None, "every page has something"
    made = PAGE.format(
        title=escape(title, quote=False),
        summary=escape(summary, quote=False),
        wide=number(look.paper.wide),
        high=number(look.paper.high),
        width=number(look.paper.width),
        height=number(look.paper.height),
        paper=look.theme.paper,
        forms="".join(f'<path id="{PREFIX}{name}" d="{form}"/>' for name, form in sheet.defined.values()),
        shapes="".join(sheet.shapes),
        letters="".join(sheet.letters),
        words="".join(sheet.words) if words else "",
    )
    return made.replace(PREFIX, f"p{crc32(made.encode()):08x}-")


# -- parts ------------------------------------------------------------------------------------------------------------


def _letters(sheet: Sheet, part: Letters) -> None:
    """A line: a group for each size and colour in it, in which the forms stand at whole units of the em."""
    open_: tuple[float, str] | None = None
    for span in part.line.spans:
        face = span.run.face
        look = (face.size, face.colour)
        if look != open_:
            if open_:
                sheet.letters.append("</g>")
            place = f"{number(part.x)} {number(part.y)}"
            scale = f"{face.size / UNITS:.6g}"
            sheet.letters.append(f'<g fill="{face.colour}" transform="translate({place})scale({scale})">')
            open_ = look
        pen = round(span.x * UNITS / face.size)
        for character, advance, drawing in forms(span.run.text, bold=face.bold, serif=face.serif):
            if drawing:
                at = f' x="{pen}"' if pen else ""
                sheet.letters.append(f'<use xlink:href="#{PREFIX}{_form(sheet, face, character, drawing)}"{at}/>')
            pen += advance
    if open_:
        sheet.letters.append("</g>")
    if part.line.said:
        sheet.words.append(
            f'<text class="{part.what}" x="{number(part.x + part.line.x)}" y="{number(part.y)}" '
            f'font-size="{number(part.line.size)}" textLength="{number(part.line.width)}" '
            f'lengthAdjust="spacingAndGlyphs">{escape(part.line.said, quote=False)}</text>'
        )


def _form(sheet: Sheet, face: FontFace, character: str, drawing: str) -> str:
    """The name of a form of a letter."""
    key = (face.bold, face.serif, character)
    if key not in sheet.defined:
        name = f"{'b' if face.bold else 'r'}{'s' if face.serif else ''}{ord(character):x}"
        sheet.defined[key] = (name, drawing)
    return sheet.defined[key][0]


def _picture(sheet: Sheet, part: DiagramItem) -> None:
    """A diagram with what annotators marked on it, which is a document of its own, at its place and in its size."""
    drawn = diagram(
        part.moment,
        theme=sheet.look.theme,
        names=part.names,
        seat=sheet.look.seat_of(sheet.game),
        size=f"{part.width / MILLIMETRE:.2f}mm",
        plain=True,
        fields=part.moment.marks.fields,
        arrows=part.moment.marks.arrows,
    )
    head, _, rest = drawn.svg().removeprefix("<svg ").partition(">")
    words = (word if word.endswith('"') else f'{word}"' for word in head.split('" '))  # no value of ours holds `" `
    attributes = " ".join(word for word in words if not word.startswith(("width=", "height=")))
    place = f'x="{number(part.x)}" y="{number(part.y)}" width="{number(part.width)}" height="{number(part.height)}"'
    sheet.shapes.append(f"<svg {attributes} {place}>{rest}")


def _bar(sheet: Sheet, part: BarShape) -> None:
    data = f"M{number(part.x)} {number(part.y)}h{number(part.width)}v{number(part.height)}h{number(-part.width)}z"
    line: dict[str, str | float] = {"stroke": part.stroke, "stroke_width": part.line} if part.line else {}
    sheet.shapes.append(shape(data, part.what, fill=part.fill, **line).tostring())


def _disc(sheet: Sheet, part: Disc) -> None:
    """A disc in a player's colours: light or dark, and for owners whose pieces have a base of the other kind, so below."""
    player = sheet.game.seats[part.seat]
    owner, style = sheet.look.theme.owners[player.name], OWNERS[player.letter]
    edge: dict[str, str | float] = {"stroke": sheet.look.theme.ink, "stroke_width": max(0.5, 0.12 * part.radius)}
    parts = [shape(circle(Point(part.x, part.y), part.radius), "body", fill=owner.body, **edge)]
    if style.two_tone:  # the lower part, inside the edge
        inner = 0.9 * part.radius
        down, half = 0.2 * inner, 0.98 * inner
        left, right, y = number(part.x - half), number(part.x + half), number(part.y + down)
        base = f"M{left} {y}A{number(inner)} {number(inner)} 0 0 0 {right} {y}z"
        parts.append(shape(base, "base", fill=owner.line))
    sheet.shapes.append(group(f"disc {player.name}", parts).tostring())


_PUT: Final[dict[type, Callable[[Sheet, Any], None]]] = {
    Letters: _letters,
    DiagramItem: _picture,
    BarShape: _bar,
    Disc: _disc,
}
