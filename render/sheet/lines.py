"""Text in lines: runs in one face, words that stay together, and the breaks of a paragraph.

The breaks are chosen together, so that no line is much looser than the others.

>>> plain = FontFace(10)
>>> [word.text for word in words("so he  plays", plain)]
['so', 'he', 'plays']
>>> move = Word((FaceRun("12.", plain), FaceRun("Nf3", plain, 1.0)))
>>> move.width == plain.width("12.") + 1 + plain.width("Nf3")
True
>>> text = words("The knight goes back, and Black has nothing better than to repeat the moves.", plain)
>>> for line in broken(text, 130): print(line.text)
The knight goes back, and
Black has nothing better
than to repeat the moves.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final, Literal, NamedTuple

from fairyscore.notation.text import shown
from fairyscore.render.font_outlines.letters import FontFace
from fairyscore.render.language import current

Align = Literal["justified", "left", "centre", "right"]

ASCENT, DESCENT = 1.07, 0.3
"""Of a line of text, in ems: no letter of the font goes higher or lower (tests look at each of them)."""

DASHES: Final = ("–", "—", "-", "…", "...")  # they begin no line
MOST_JOINED: Final = 4  # parts of a text that stay together; somebody may write nothing but dashes
_NUMBER = re.compile(r"[0-9]{1,3}\.(\.\.)?")
_HYPHEN = re.compile(r"(?<=[^\W\d_]{3}-)(?=[^\W\d_]{3})")
_DIVISIBLE = re.compile(r"(\W*)([^\W\d_]{6,})(\W*)")

THIN: Final = 0.15  # ems between the number of a move and the move


class FaceRun(NamedTuple):
    """Letters in one face.

    gap: points before it, no break is there.
    plain_text: what people and programs read for it.
    like: the size of letters that reach as high and as low, where these are enlarged and still do not; their own if 0.
    """

    text: str
    face: FontFace
    gap: float = 0.0
    plain_text: str = ""
    like: float = 0.0

    @property
    def width(self) -> float:
        """Points, without the gap."""
        return self.face.width(self.text)


class Word(NamedTuple):
    """Runs of text between which no line may break.

    apart: whether a blank stands before the word within a line. divided: whether this is the first part of a longer word,
    with a hyphen after it at the end of a line.
    """

    runs: tuple[FaceRun, ...]
    apart: bool = True
    divided: bool = False

    @property
    def width(self) -> float:
        """Points."""
        return sum(run.gap + run.width for run in self.runs)

    @property
    def hyphen(self) -> FaceRun:
        """The hyphen behind it where it is divided."""
        return FaceRun("-", self.runs[-1].face)

    @property
    def inner(self) -> float:
        """Points between its runs."""
        return sum(run.gap for run in self.runs)

    @property
    def text(self) -> str:
        """The text as it is read."""
        return "".join(f"{' ' if run.gap else ''}{run.plain_text or run.text}" for run in self.runs).strip()

    @property
    def blank(self) -> float:
        """Points between it and the word before."""
        return self.runs[0].face.blank if self.apart else 0.0

    def joined(self, *runs: FaceRun) -> Word:
        """The word with more behind it."""
        return Word((*self.runs, *runs), self.apart)


def clean(text: str) -> str:
    """Somebody's text as it may stand on paper: control and bidi characters are written out, nothing is cut off."""
    return shown(text, len(text))


def words(text: str, face: FontFace) -> list[Word]:
    """The words of somebody's text. A dash stays with the word before it, the number of a move with the move. Words of
    several parts may be broken after a hyphen, moves may not.

    >>> [word.text for word in words("see 12. Nf3 or 3... d5 – or", FontFace(10))]
    ['see', '12. Nf3', 'or', '3... d5 –', 'or']
    >>> [word.text for word in words("bishop-rider a2-b3", FontFace(10))]
    ['bishop-', 'rider', 'a2-b3']
    """
    found: list[Word] = []
    joins = False
    for part in text.split():
        first, *others = _HYPHEN.split(part)
        run = FaceRun(clean(first), face)
        if found and (joins or part in DASHES) and len(found[-1].runs) < MOST_JOINED:
            found[-1] = found[-1].joined(run._replace(gap=face.blank))
        else:
            found.append(Word((run,)))
        found += (Word((FaceRun(clean(other), face),), apart=False) for other in others)
        joins = _NUMBER.fullmatch(part) is not None
    return found


def fitting(word: Word, width: float) -> Iterator[Word]:
    """The word, or parts of it that are no wider than a line; in the parts every character has its place."""
    if word.width <= width:
        yield word
        return
    row: list[FaceRun] = []
    apart, taken = word.apart, 0.0
    for run in word.runs:
        for part in _torn(run, width):
            if row and taken + part.gap + part.width > width:
                yield Word(tuple(row), apart)
                apart, row, taken = False, [], 0.0
            row.append(part if row else part._replace(gap=0.0))
            taken += row[-1].gap + part.width
    yield Word(tuple(row), apart)


def _torn(run: FaceRun, width: float) -> Iterator[FaceRun]:
    """A run, or where it is too wide for a line its letters in handfuls."""
    first, *others = run.face.split_to_width(run.text, width)
    yield run if not others else FaceRun(first, run.face, run.gap)
    yield from (FaceRun(other, run.face) for other in others)


def parted(word: Word) -> Iterator[Word]:
    """The word, or as many as it has parts between blanks: spoken moves are sentences.

    >>> move = Word((FaceRun("5.", FontFace(10)), FaceRun("rook to b3", FontFace(10), 1.5), FaceRun("!", FontFace(10))))
    >>> [part.text for part in parted(move)]
    ['5. rook', 'to', 'b3!']
    """
    held: list[FaceRun] = []
    apart = word.apart
    for run in word.runs:
        first, *others = run.text.split() or [run.text]
        held.append(run if not others else FaceRun(first, run.face, run.gap))
        for other in others:
            yield Word(tuple(held), apart)
            held, apart = [FaceRun(other, run.face)], True
    yield Word(tuple(held), apart)


def divided(word: Word) -> Iterator[Word]:
    """A word in the parts between which the current language lets a line end; notation and names with marks stay whole."""
    found = _DIVISIBLE.fullmatch(word.runs[0].text) if len(word.runs) == 1 else None
    if found is None:
        yield word
        return
    before, letters, after = found.groups()
    parts = current().divided(letters)
    parts[0] = before + parts[0]
    parts[-1] += after
    run, apart = word.runs[0], word.apart
    for place, part in enumerate(parts):
        yield Word((run._replace(text=part),), apart and not place, divided=place < len(parts) - 1)


# -- the lines of a paragraph -------------------------------------------------------------------------------------------

LOOSEST, TIGHTEST = 3.6, 0.8  # what blanks become against their width; a line that wants more is left ragged
EDGE, RAGGED = 8.0, 60.0
"""What such a line costs against one with blanks of twice their width, and how much more the shorter it is."""

HYPHEN, HYPHENS = 0.15, 0.12
"""What a divided word costs, and what the lines of a paragraph cost each before any word is divided."""

MOST_WORDS: Final = 400  # of a line: there are words of no width
WORST: Final = 1e12


class Span(NamedTuple):
    """A run of a line and where it begins, in points from the start of the line's column."""

    x: float
    run: FaceRun


class TextLine(NamedTuple):
    """One line. x, width: what it takes of its column. text: all of it; a divided word is whole where it begins.

    seen: the share of that text that stands on the line.
    """

    spans: tuple[Span, ...]
    x: float
    width: float
    text: str
    seen: float = 1.0

    @property
    def size(self) -> float:
        """Of its largest letters, or of those that take as much room."""
        return max(span.run.like or span.run.face.size for span in self.spans)


def broken(words: Sequence[Word], width: float, indent: float = 0.0, align: Align = "left") -> list[TextLine]:
    """The lines of a paragraph, none wider than `wide`. indent: of the first one. Too wide words are split."""
    row = [part for word in words for part in fitting(word, width - indent)]
    if not row:
        return []
    lines = []
    tightest = TIGHTEST if align == "justified" else 1.0
    cost, breaks = _breaks(row, width, indent, tightest)
    if align == "justified" and cost > HYPHENS * len(breaks):
        pieces = chain.from_iterable(map(divided, words))
        parts = [part for piece in pieces for part in fitting(piece, width - indent)]
        less, others = _breaks(parts, width, indent, tightest) if len(parts) > len(row) else (cost, breaks)
        if less < cost:
            row, breaks = parts, others
    for start, end in breaks:
        last = align == "justified" and end == len(row)
        line = _set(row[start:end], 0.0 if start else indent, width, "left" if last else align)
        lines.append(_whole_words(line, row, start, end))
    return lines


def _whole_words(line: TextLine, row: list[Word], start: int, end: int) -> TextLine:
    """The line with divided words whole where they begin, and left out where they go on."""
    if not (row[end - 1].divided or (start and row[start - 1].divided)):
        return line
    seen = len(line.text)
    while 0 < start < len(row) and row[start - 1].divided:
        start += 1
    while row[end - 1].divided:
        end += 1
    text = "".join(f"{' ' * word.apart}{word.text}" for word in row[start:end]).strip()
    return line._replace(text=text, seen=min(1.0, seen / max(1, len(text))))


def _breaks(row: list[Word], width: float, indent: float, tightest: float) -> tuple[float, list[tuple[int, int]]]:
    """Where lines begin and end, and what that costs: the way with the least squares of what blanks are stretched."""
    count = len(row)
    hyphens = [word.hyphen.width if word.divided else 0.0 for word in row]
    widths, blanks, inner = [word.width for word in row], [word.blank for word in row], [word.inner for word in row]
    costs, come_from = [0.0, *[WORST * (count + 1)] * count], [0] * (count + 1)
    for start in range(count):
        room = width - (indent if start == 0 else 0.0)
        taken, stretchable = widths[start], inner[start]
        for end in range(start + 1, min(count, start + MOST_WORDS) + 1):
            if end > start + 1:
                taken += blanks[end - 1] + widths[end - 1]
                stretchable += blanks[end - 1] + inner[end - 1]
                if taken - stretchable * (1 - tightest) > room + 1e-6:
                    break
            hyphen = hyphens[end - 1]
            if hyphen and taken + hyphen - stretchable * (1 - tightest) > room + 1e-6:
                continue
            cost = costs[start] + (HYPHEN if hyphen else 0.0)
            if end < count:  # the square of how much each of its gaps is stretched, and a little for every line
                free = room - taken - hyphen
                ratio = free / stretchable if stretchable else LOOSEST
                cost += 0.02 + (ratio * ratio if ratio <= LOOSEST - 1 else EDGE + RAGGED * (free / width) ** 2)
            if cost < costs[end]:
                costs[end], come_from[end] = cost, start
    breaks, end = [], count
    while end:
        breaks.append((come_from[end], end))
        end = come_from[end]
    return costs[count], breaks[::-1]


def _set(words: list[Word], left: float, width: float, align: Align) -> TextLine:
    """The words of one line at their places. Gaps within words are stretched too: moves have as many as blanks."""
    if words[-1].divided:
        words = [*words[:-1], words[-1].joined(words[-1].hyphen)]
    gaps = [word.blank for word in words[1:]]
    free = width - left - sum(word.width for word in words) - sum(gaps)
    stretchable = sum(gaps) + sum(word.inner for word in words)
    stretch = 1.0
    if stretchable and (align == "justified" or free < 0):
        wanted = 1 + free / stretchable
        stretch = wanted if wanted <= LOOSEST else 1.0
    free = max(0.0, free)
    start = left + {"centre": free / 2, "right": free}.get(align, 0.0)
    spans, x, text = [], start, ""
    for place, word in enumerate(words):
        x += gaps[place - 1] * stretch if place else 0.0
        for run in word.runs:
            x += run.gap * stretch
            spans.append(Span(x, run))
            x += run.width
        text += f" {word.text}" if place and word.apart else word.text
    return TextLine(tuple(spans), start, x - start, text)
