"""Text as outlines, with its width: labels look the same where no fonts are installed, and can be fitted.

>>> outline("-", 10)
'M0.4 -2.29v-0.78h2.42v0.78z'
>>> width("1J", 10)
8.45

The letters are Noto Sans and, as a book face for long texts, Libertinus Serif, the chess pieces and signs Noto Sans
Symbols 2 and Math, the characters of shogi and xiangqi Noto Serif JP and TC (OFL.txt beside this file);
`tools/extract_outlines.py` makes the data. It has Latin, Greek and Cyrillic letters, digits, punctuation, the six pieces of
chess, the signs of annotators, the faces of dice and a few dozen Chinese characters. They are not kerned.

A character that it lacks is written by what it is composed of (ễ as e, ‼ as !!); where that is lacking too, an open box
stands for it and `missing` names it. Whoever draws keeps the whole text in `<desc>`, `aria-label` or a `data-`
attribute.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import Final, Literal, NamedTuple
from unicodedata import combining, normalize

from fairyscore.notation.package_data import data_text
from fairyscore.render.geometry import number

Anchor = Literal["start", "middle", "end"]  # which point of the text stands at x, as SVG's text-anchor
BEFORE: dict[Anchor, float] = {"start": 0.0, "middle": 0.5, "end": 1.0}  # how much of the width lies before that point
UNITS = 1000  # units an em in the data
CAPITAL, SMALL, DESCENT = 0.714, 0.536, 0.24
"""Heights over the baseline of H and x, and what g goes below it, in ems: to stand a label in the middle of something."""

LIKE = {"\u2010": "-", "\u2011": "-", "\u2012": "\u2013", "\u2015": "\u2014"}
"""Dashes that Noto Sans lacks, and what they look like."""

BOX = "600 m80 0v-714h440v714zm60-60h320v-594h-320z"  # what stands for a missing character
MOST_CUT: Final = 400  # characters of a text that is cut to a line
UNSEEN = "0"  # what control characters become: nothing, as fonts have nothing for them
COMMAND = re.compile(r"([mhvlqz])([-0-9 ]*)")
NUMBER = re.compile(r"-?[0-9]+")


@lru_cache(maxsize=4096)
def outline(text: str, size: float, anchor: Anchor = "start", *, x: float = 0, y: float = 0, bold: bool = False) -> str:
    """The outlines of one line of text as SVG path data, to be filled, `size` an em, its baseline at (x, y).

    Numbers have at most two decimals. Any text is taken; `missing` says what it lacks.
    """
    drawn = _drawable(text, bold)
    pen = x - BEFORE[anchor] * _units(text, bold) * size / UNITS
    parts = []
    for character in drawn:
        advance, drawing = _letter(character, bold)
        parts.append(_placed(drawing, size / UNITS, pen, y))
        pen += advance * size / UNITS
    return "".join(parts)


def width(text: str, size: float, *, bold: bool = False) -> float:
    """How wide a line of text is, `size` an em, to two decimals."""
    return round(_units(text, bold) * size / UNITS, 2)


def forms(text: str, *, bold: bool = False, serif: bool = False) -> Iterator[tuple[str, int, str]]:
    """Each character of a line of text as it is drawn, with its advance and its outline, both in units of the em.

    For whoever draws a form once and uses it again. What is lacking is a box, as in `outline`. serif: the book face;
    signs that it lacks are those of the other one.

    >>> [(character, advance) for character, advance, _ in forms("1J")]
    [('1', 572), ('J', 273)]
    """
    for character in _drawable(text, bold):
        yield character, *_letter(character, bold, serif)


class FontFace(NamedTuple):
    """How letters look. size: an em in points; colour: as themes have it; serif: the book face."""

    size: float
    bold: bool = False
    colour: str = "#000000"
    serif: bool = False

    def width(self, text: str) -> float:
        """Points that a text takes."""
        return _units(text, self.bold, self.serif) * self.size / UNITS

    def cut(self, text: str, wide: float) -> str:
        """As much of a text as has room, with dots where something is left out."""
        text = text[:MOST_CUT]
        if self.width(text) <= wide:
            return text
        while text and self.width(f"{text}…") > wide:
            text = text[:-1]
        return f"{text.rstrip()}…" if text else ""

    def torn(self, text: str, wide: float) -> Iterator[str]:
        """A text in pieces that are no wider than a line, one letter at least in each."""
        start, taken = 0, 0.0
        for place, char in enumerate(text):
            one = self.width(char)
            if place > start and taken + one > wide:
                yield text[start:place]
                start, taken = place, 0.0
            taken += one
        yield text[start:]

    @property
    def blank(self) -> float:
        """Points between two words."""
        return self.width(" ")


@lru_cache(maxsize=20_000)
def _units(text: str, bold: bool, serif: bool = False) -> int:
    return sum(advance for _, advance, _ in forms(text, bold=bold, serif=serif))


def missing(lines: Iterable[str], *, bold: bool = False) -> dict[str, str]:
    """The characters for which boxes stand, each with the first of the lines that it is in.

    >>> missing(["Anna", "漢字", "字"])
    {'字': '漢字'}
    """
    found: dict[str, str] = {}
    for line in (line for line in lines if not line.isascii()):
        for char in _drawable(line, bold):
            if char.isprintable() and char not in letters(bold) and char not in han():
                found.setdefault(char, line)
    return found


@cache
def letters(bold: bool, serif: bool = False) -> dict[str, str]:
    """Advance and outline of each character in units of the em, still one text: few of them are ever used."""
    if serif:
        name = "serif-bold.txt" if bold else "serif.txt"
    else:
        name = "bold.txt" if bold else "regular.txt"
    lines = data_text("fairyscore.render.font_outlines", name).splitlines()
    halves = (line.partition(" ") for line in lines)
    return {chr(int(code, 16)): drawing for code, _, drawing in halves}


@cache
def han() -> dict[str, str]:
    """The Chinese characters on pieces and boards, as `letters` has others; there is one face of them."""
    halves = (line.partition(" ") for line in data_text("fairyscore.render.font_outlines", "han.txt").splitlines())
    return {chr(int(code, 16)): drawing for code, _, drawing in halves}


def _drawable(text: str, bold: bool) -> str:
    """The text in characters that there are, as far as they can be found."""
    data = letters(bold)
    if all(character in data for character in text):
        return text
    data = data | han()
    found: list[str] = []
    for char in normalize("NFC", text):  # what a character is composed of, without accents, where there is that
        parts = [LIKE.get(part, part) for part in normalize("NFKD", char) if not combining(part)]
        found += parts if char not in data and all(part in data for part in parts) else char
    return "".join(found)


@cache
def _letter(character: str, bold: bool, serif: bool = False) -> tuple[int, str]:
    stand_in = BOX if character.isprintable() else UNSEEN
    drawn = letters(bold, serif).get(character) if serif else None
    drawn = drawn or letters(bold).get(character) or han().get(character, stand_in)
    advance, _, drawing = drawn.partition(" ")
    return int(advance), drawing


def _placed(drawing: str, scale: float, x: float, y: float) -> str:
    """A drawing at its place. Each point is rounded where it falls, so that errors do not add up along the curve."""
    parts = []
    across = down = 0  # in the drawing
    start = (0, 0)  # of the contour: where `z` goes back to
    at_x = at_y = 0.0  # on the page, rounded
    for command, text in COMMAND.findall(drawing):
        numbers = [int(digits) for digits in NUMBER.findall(text)]
        along = {"h": [*numbers, 0], "v": [0, *numbers]}.get(command, numbers)
        points = list(zip(along[::2], along[1::2], strict=True))
        rounded = [(round(x + (across + dx) * scale, 2), round(y + (down + dy) * scale, 2)) for dx, dy in points]
        if command == "m":
            parts.append(f"M{number(rounded[0][0])} {number(rounded[0][1])}")
            start = (across + numbers[0], down + numbers[1])
        else:
            steps = [(number(to_x - at_x), number(to_y - at_y)) for to_x, to_y in rounded]
            told = steps[0]["hv".index(command)] if command in "hv" else " ".join(f"{dx} {dy}" for dx, dy in steps)
            parts.append(command + told)
        if points:
            across, down = across + points[-1][0], down + points[-1][1]
            at_x, at_y = rounded[-1]
        else:
            across, down = start
    return "".join(parts)
