"""Text before it stands in lines: runs in one face, words that stay together, and how wide they are.

>>> plain = FontFace(10)
>>> [word.said for word in words("so he  plays", plain)]
['so', 'he', 'plays']
>>> move = Word((FaceRun("12.", plain), FaceRun("Nf3", plain, 1.0)))
>>> move.width == plain.width("12.") + 1 + plain.width("Nf3")
True
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from fairyscore.notation.text import shown
from fairyscore.render.font_outlines.letters import UNITS, forms
from fairyscore.render.language import current

ASCENT, DESCENT = 1.07, 0.3
"""Of a line of text, in ems: no letter of the font goes higher or lower (tests look at each of them)."""

DASHES: Final = ("–", "—", "-", "…", "...")
"""They begin no line."""

MOST_JOINED: Final = 4
"""Parts of a text that stay together; somebody may write nothing but dashes."""

_NUMBER = re.compile(r"[0-9]{1,3}\.(\.\.)?")
_HYPHEN = re.compile(r"(?<=[^\W\d_]{3}-)(?=[^\W\d_]{3})")

_DIVISIBLE = re.compile(r"(\W*)([^\W\d_]{6,})(\W*)")

THIN: Final = 0.15
"""Ems between the number of a move and the move."""


class FontFace(NamedTuple):
    """How letters look. size: an em in points; colour: as themes have it; serif: the book face."""

    size: float
    bold: bool = False
    colour: str = "#000000"
    serif: bool = False

    def width(self, text: str) -> float:
        """Points that a text takes."""
        return _units(text, self.bold, self.serif) * self.size / UNITS

    @property
    def blank(self) -> float:
        """Points between two words."""
        return self.width(" ")


@lru_cache(maxsize=20_000)
def _units(text: str, bold: bool, serif: bool) -> int:
    return sum(advance for _, advance, _ in forms(text, bold=bold, serif=serif))


class FaceRun(NamedTuple):
    """Letters in one face.

    gap: points before it, no break is there. said: what people and programs read for it. like: the size of letters that
    reach as high and as low, where these are enlarged and still do not; their own if 0.
    """

    text: str
    face: FontFace
    gap: float = 0.0
    said: str = ""
    like: float = 0.0

    @property
    def width(self) -> float:
        """Points, without the gap."""
        return self.face.width(self.text)

    @property
    def words(self) -> str:
        """What is read, with a blank where there is a gap."""
        return f"{' ' if self.gap else ''}{self.said or self.text}"


class Word(NamedTuple):
    """Pieces between which no line ends.

    apart: whether a blank stands before it where it does not begin a line. divided: it is a part of a word that goes on;
    a hyphen stands behind it where it ends a line.
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
        """What stands behind it where it is divided."""
        return FaceRun("-", self.runs[-1].face)

    @property
    def inner(self) -> float:
        """Points between its runs."""
        return sum(run.gap for run in self.runs)

    @property
    def said(self) -> str:
        """What is read."""
        return "".join(run.words for run in self.runs).strip()

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


def words(text: str, face: FontFace) -> Iterator[Word]:
    """The words of somebody's text. A dash stays with the word before it, the number of a move with the move. Words of
    several parts may be broken behind a hyphen, moves may not.

    >>> [word.said for word in words("see 12. Nf3 or 3... d5 – or", FontFace(10))]
    ['see', '12. Nf3', 'or', '3... d5 –', 'or']
    >>> [word.said for word in words("bishop-rider a2-b3", FontFace(10))]
    ['bishop-', 'rider', 'a2-b3']
    """
    held: Word | None = None
    joins = False
    for part in text.split():
        first, *others = _HYPHEN.split(part)
        run = FaceRun(clean(first), face)
        if held is not None and (joins or part in DASHES) and len(held.runs) < MOST_JOINED:
            held = held.joined(run._replace(gap=face.blank))
        else:
            if held is not None:
                yield held
            held = Word((run,))
        for other in others:
            yield held
            held = Word((FaceRun(clean(other), face),), apart=False)
        joins = _NUMBER.fullmatch(part) is not None
    if held is not None:
        yield held


def fitting(word: Word, wide: float) -> Iterator[Word]:
    """The word, or parts of it that are no wider than a line; in the parts every character has its place."""
    if word.width <= wide:
        yield word
        return
    row: list[FaceRun] = []
    apart, taken = word.apart, 0.0
    for run in word.runs:
        for part in _torn(run, wide):
            if row and taken + part.gap + part.width > wide:
                yield Word(tuple(row), apart)
                apart, row, taken = False, [], 0.0
            row.append(part if row else part._replace(gap=0.0))
            taken += row[-1].gap + part.width
    yield Word(tuple(row), apart)


def _torn(run: FaceRun, wide: float) -> Iterator[FaceRun]:
    """A run, or where it is too wide for a line its letters in handfuls."""
    if run.width <= wide:
        yield run
        return
    gap, start, taken = run.gap, 0, 0.0
    for place, char in enumerate(run.text):
        one = run.face.width(char)
        if place > start and taken + one > wide:
            yield FaceRun(run.text[start:place], run.face, gap)
            gap, start, taken = 0.0, place, 0.0
        taken += one
    yield FaceRun(run.text[start:], run.face, gap)


def parted(word: Word) -> Iterator[Word]:
    """The word, or as many as it has parts between blanks: spoken moves are sentences.

    >>> move = Word((FaceRun("5.", FontFace(10)), FaceRun("rook to b3", FontFace(10), 1.5), FaceRun("!", FontFace(10))))
    >>> [part.said for part in parted(move)]
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
    before, letters, behind = found.groups()
    parts = current().divided(letters)
    parts[0] = before + parts[0]
    parts[-1] += behind
    run, apart = word.runs[0], word.apart
    for place, part in enumerate(parts):
        yield Word((run._replace(text=part),), apart and not place, divided=place < len(parts) - 1)
