"""Pages as SVG: letters as forms that are defined once a page, and beside them the text itself, for people and programs.

What is seen are outlines, the same in every viewer. Over them lies the text, unseen, each line stretched to the width
that its outlines have, so that browsers find, select and copy it, and screen readers say it.
"""

from collections.abc import Iterable
from html import escape
from itertools import groupby
from typing import Any, Final
from zlib import crc32

from fairyscore.notation.rules.variant import Variant
from fairyscore.render.canvas import PREFIX, group, shape
from fairyscore.render.drawing import diagram
from fairyscore.render.export import placed
from fairyscore.render.font_outlines.letters import UNITS, forms
from fairyscore.render.geometry import Point, arc_to, at, circle, number, upright
from fairyscore.render.glyphs.set import OWNERS
from fairyscore.render.sheet.look import MILLIMETRE, SheetLook
from fairyscore.render.sheet.pages import BarShape, DiagramItem, Disc, GraphItem, Letters, Part, PlacedItem

PAGE: Final = """\
<svg class="fairyscore-sheet" role="document" version="1.1" width="{width_mm}mm" height="{height_mm}mm" \
viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">\
<title>{title}</title><desc>{summary}</desc><defs>{forms}</defs>\
<path class="paper" d="M0 0h{width}v{height}h-{width}z" fill="{paper}"/>{shapes}\
<g aria-hidden="true" class="letters">{letters}</g><g class="words" fill-opacity="0" font-family="sans-serif">{words}</g>\
</svg>"""


def page(
    look: SheetLook, items: Iterable[tuple[PlacedItem, Variant]], title: str, summary: str, *, words: bool = True
) -> str:
    """One page as an SVG document; the ids in it begin with what its content sums up to. words: with the text, unseen."""
    sheet = _Sheet(look)
    for one, game in items:
        for part in one.item.parts:
            sheet.put(part._replace(x=part.x + one.x, y=part.y + one.y), game)
    made = PAGE.format(
        title=escape(title, quote=False),
        summary=escape(summary, quote=False),
        width_mm=number(look.paper.width_mm),
        height_mm=number(look.paper.height_mm),
        width=number(look.paper.width),
        height=number(look.paper.height),
        paper=look.theme.paper,
        forms="".join(f'<path id="{PREFIX}{name}" d="{form}"/>' for name, form in sheet.forms.items()),
        shapes="".join(sheet.shapes),
        letters="".join(sheet.letters),
        words="".join(sheet.words) if words else "",
    )
    return made.replace(PREFIX, f"p{crc32(made.encode()):08x}-")


class _Sheet:
    """A page while it is drawn. forms: of letters by their names, as they are used."""

    def __init__(self, look: SheetLook) -> None:
        self.look, self.forms = look, dict[str, str]()
        self.letters, self.words, self.shapes = list[str](), list[str](), list[str]()

    def put(self, part: Part, game: Variant) -> None:
        """Draw a part at its place."""
        match part:
            case Letters():
                self._put_letters(part)
            case DiagramItem():
                drawn = diagram(
                    part.moment,
                    theme=self.look.theme,
                    names=part.names,
                    seat=self.look.seat_of(game),
                    size=f"{part.width / MILLIMETRE:.2f}mm",
                    plain=True,
                    fields=part.moment.marks.fields,
                    arrows=part.moment.marks.arrows,
                )  # which is a document of its own
                self.shapes.append(placed(drawn.svg(), part.x, part.y, part.width, part.height))
            case GraphItem():
                self.shapes.append(placed(part.svg, part.x, part.y, part.width, part.height))
            case BarShape():
                data = upright(part.x, part.y, part.width, part.height)
                line: dict[str, Any] = {"stroke": part.stroke, "stroke_width": part.line} if part.line else {}
                self.shapes.append(shape(data, part.what, fill=part.fill, **line).tostring())
            case Disc():
                self.shapes.append(self._disc(part, game))

    def _put_letters(self, part: Letters) -> None:
        """A line: a group for each size and colour in it, in which the forms stand at whole units of the em."""
        place = f"{number(part.x)} {number(part.y)}"
        runs = groupby(part.line.spans, key=lambda span: (span.run.face.size, span.run.face.colour))
        for (size, colour), spans in runs:
            self.letters.append(f'<g fill="{colour}" transform="translate({place})scale({size / UNITS:.6g})">')
            for span in spans:
                face, pen = span.run.face, round(span.x * UNITS / size)
                for character, advance, drawing in forms(span.run.text, bold=face.bold, serif=face.serif):
                    if drawing:
                        name = f"{'b' if face.bold else 'r'}{'s' if face.serif else ''}{ord(character):x}"
                        self.forms[name] = drawing
                        at = f' x="{pen}"' if pen else ""
                        self.letters.append(f'<use xlink:href="#{PREFIX}{name}"{at}/>')
                    pen += advance
            self.letters.append("</g>")
        if part.line.text:
            self.words.append(
                f'<text class="{part.what}" x="{number(part.x + part.line.x)}" y="{number(part.y)}" '
                f'font-size="{number(part.line.size)}" textLength="{number(part.line.width)}" '
                f'lengthAdjust="spacingAndGlyphs">{escape(part.line.text, quote=False)}</text>'
            )

    def _disc(self, part: Disc, game: Variant) -> str:
        """A disc in a player's colours; for owners whose pieces have a base of the other kind, its lower part too."""
        player, theme = game.seats[part.seat], self.look.theme
        owner = theme.owners[player.name]
        edge: dict[str, Any] = {"stroke": theme.ink, "stroke_width": max(0.5, 0.12 * part.radius)}
        parts = [shape(circle(Point(part.x, part.y), part.radius), "body", fill=owner.body, **edge)]
        if OWNERS[player.letter].two_tone:  # the lower part, inside the edge
            inner = 0.9 * part.radius
            down, half = part.y + 0.2 * inner, 0.98 * inner
            end = arc_to(inner, Point(part.x + half, down), clockwise=False)
            base = f"M{at(Point(part.x - half, down))}{end}z"
            parts.append(shape(base, "base", fill=owner.line))
        return str(group(f"disc {player.name}", parts).tostring())
