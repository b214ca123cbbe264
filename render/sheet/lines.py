"""Words set in lines: the breaks of a paragraph are chosen together, so that no line is much looser than the others.

>>> from fairyscore.render.sheet.runs import FontFace, words
>>> text = words("The knight goes back, and Black has nothing better than to repeat the moves.", FontFace(10))
>>> for line in broken(list(text), 130): print(line.said)
The knight goes back, and
Black has nothing better
than to repeat the moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from fairyscore.render.sheet.runs import FaceRun, Word, divided, fitting

Align = Literal["justified", "left", "centre", "right"]

LOOSEST, TIGHTEST = 3.6, 0.8
"""Blanks become so many times their width; a line that wants more stretching is left ragged."""

EDGE, RAGGED = 8.0, 60.0
"""What such a line costs against one with blanks of twice their width, and how much more the shorter it is."""

HYPHEN, HYPHENS = 0.15, 0.12
"""What a divided word costs, and what the lines of a paragraph cost each before any word is divided."""

MOST_WORDS: Final = 400
"""Of a line: there are words of no width."""

WORST: Final = 1e12


class Span(NamedTuple):
    """A run of a line and where it begins, in points from the start of the line's column."""

    x: float
    run: FaceRun


class TextLine(NamedTuple):
    """One line. x, width: what it takes of its column. said: its text; a divided word is told whole where it begins.

    seen: the share of that text that stands on the line.
    """

    spans: tuple[Span, ...]
    x: float
    width: float
    said: str
    seen: float = 1.0

    @property
    def size(self) -> float:
        """Of its largest letters, or of those that take as much room."""
        return max(span.run.like or span.run.face.size for span in self.spans)


def broken(words: Sequence[Word], wide: float, indent: float = 0.0, align: Align = "left") -> list[TextLine]:
    """The lines of a paragraph, none wider than `wide`. indent: of the first one. Words too wide for a line are torn."""
    row = [part for word in words for part in fitting(word, wide - indent)]
    if not row:
        return []
    lines = []
    tightest = TIGHTEST if align == "justified" else 1.0
    cost, breaks = _breaks(row, wide, indent, tightest)
    if align == "justified" and cost > HYPHENS * len(breaks):
        parts = [part for word in words for piece in divided(word) for part in fitting(piece, wide - indent)]
        less, others = _breaks(parts, wide, indent, tightest) if len(parts) > len(row) else (cost, breaks)
        if less < cost:
            row, breaks = parts, others
    for start, end in breaks:
        left = indent if start == 0 else 0.0
        last = end == len(row)
        line = _set(row[start:end], left, wide, "last" if align == "justified" and last else align)
        lines.append(_told(line, row, start, end))
    return lines


def _told(line: TextLine, row: list[Word], start: int, end: int) -> TextLine:
    """The line with divided words whole where they begin, and not told where they go on."""
    if not (row[end - 1].divided or (start and row[start - 1].divided)):
        return line
    seen = len(line.said)
    while 0 < start < len(row) and row[start - 1].divided:
        start += 1
    while row[end - 1].divided:
        end += 1
    said = "".join(f"{' ' * word.apart}{word.said}" for word in row[start:end]).strip()
    return line._replace(said=said, seen=min(1.0, seen / max(1, len(said))))


def _breaks(row: list[Word], wide: float, indent: float, tightest: float) -> tuple[float, list[tuple[int, int]]]:
    """Where lines begin and end, and what that costs: of all ways that with the least squares of what blanks are
    stretched."""
    count = len(row)
    behind = [word.hyphen.width if word.divided else 0.0 for word in row]
    widths, blanks, inner = [word.width for word in row], [word.blank for word in row], [word.inner for word in row]
    costs, come_from = [0.0, *[WORST * (count + 1)] * count], [0] * (count + 1)
    for start in range(count):
        room = wide - (indent if start == 0 else 0.0)
        taken, stretchable = widths[start], inner[start]
        for end in range(start + 1, min(count, start + MOST_WORDS) + 1):
            if end > start + 1:
                taken += blanks[end - 1] + widths[end - 1]
                stretchable += blanks[end - 1] + inner[end - 1]
                if taken - stretchable * (1 - tightest) > room + 1e-6:
                    break
            hyphen = behind[end - 1]
            if hyphen and taken + hyphen - stretchable * (1 - tightest) > room + 1e-6:
                continue
            cost = costs[start] + (0.0 if end == count else _cost(room - taken - hyphen, stretchable, wide))
            cost += HYPHEN if hyphen else 0.0
            if cost < costs[end]:
                costs[end], come_from[end] = cost, start
    breaks, end = [], count
    while end:
        breaks.append((come_from[end], end))
        end = come_from[end]
    return costs[count], breaks[::-1]


def _cost(free: float, stretchable: float, wide: float) -> float:
    """What a line costs: the square of how much each of its gaps is stretched, and a little for every line."""
    ratio = free / stretchable if stretchable else LOOSEST
    return 0.02 + (ratio * ratio if ratio <= LOOSEST - 1 else EDGE + RAGGED * (free / wide) ** 2)


def _set(words: list[Word], left: float, wide: float, align: Align | Literal["last"]) -> TextLine:
    """The words of one line at their places.

    Gaps within words are stretched too: a line of moves has as many of them as blanks, and would else be left ragged.
    """
    if words[-1].divided:
        words = [*words[:-1], words[-1].joined(words[-1].hyphen)]
    gaps = [word.blank for word in words[1:]]
    free = wide - left - sum(word.width for word in words) - sum(gaps)
    stretchable = sum(gaps) + sum(word.inner for word in words)
    stretch = 1.0
    if stretchable and (align == "justified" or free < 0):
        wanted = 1 + free / stretchable
        stretch = wanted if wanted <= LOOSEST else 1.0
    free = max(0.0, free)
    start = left + {"centre": free / 2, "right": free}.get(align, 0.0)
    spans, x, said = [], start, ""
    for place, word in enumerate(words):
        x += gaps[place - 1] * stretch if place else 0.0
        for run in word.runs:
            x += run.gap * stretch
            spans.append(Span(x, run))
            x += run.width
        said += f" {word.said}" if place and word.apart else word.said
    return TextLine(tuple(spans), start, x - start, said)
