"""The board as it shrank, as small pictures beside each other."""

from __future__ import annotations

from fairyscore.render.board_state import BoardState
from fairyscore.render.sheet.items import DiagramItem, Item, Letters, Part, baseline, kept, proportion
from fairyscore.render.sheet.lines import broken
from fairyscore.render.sheet.paper import MILLIMETRE
from fairyscore.render.sheet.runs import words
from fairyscore.render.sheet.setter import Setter, drawn
from fairyscore.render.story.model import Story


def filmstrip(setter: Setter, story: Story) -> list[Item]:
    """The start and the boards at which lines went away, small, beside each other."""
    if not story.shrinking:
        return []
    faces, style = setter.faces, setter.look.style
    wanted = min(style.strip * MILLIMETRE, setter.wide)
    gap = style.text
    per_row = max(1, int((setter.wide + gap) / (wanted + gap)))
    wide = min(wanted * 1.25, (setter.wide - gap * (per_row - 1)) / per_row)
    items = setter.line_of(setter.label("shrinking"), faces.heading, gap=1.4 * style.text, what="heading")
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
            parts.append(DiagramItem(left, 0.0, round(wide, 2), high, board))
            said = _when(setter, story, moment)
            leading = style.leading * faces.tiny.size
            for number, line in enumerate(broken(list(words(said, faces.tiny)), wide, align="centre")[:3]):
                down = high + 0.3 * style.text + number * leading
                parts.append(Letters(left, round(down + baseline(leading, faces.tiny.size), 2), line, "caption"))
                deepest = max(deepest, down + leading)
        items.append(Item(round(deepest, 2), tuple(parts), 0.0 if not start else 0.5 * style.text))
    return items


def _when(setter: Setter, story: Story, moment: BoardState) -> str:
    """Behind which move of the game a board stands."""
    if not moment.ply:
        return setter.label("start")
    return setter.label("figure_after", move=story.line.steps[moment.ply - 1].told)
