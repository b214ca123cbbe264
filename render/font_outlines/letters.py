"""Text as outlines, with its width: labels look the same on every machine, and their size is known.

>>> outline("-", 10)
'M0.4 -2.29v-0.78h2.42v0.78z'
>>> width("1J", 10)
8.45

The letters are Noto Sans and, as a book face for long texts, Libertinus Serif, the chess pieces and signs Noto Sans
Symbols 2 and Math, the characters of shogi and xiangqi Noto Serif JP and TC (OFL.txt beside this file);
`tools/extract_outlines.py` makes the data. It has Latin, Greek and Cyrillic letters, digits, punctuation, the six pieces of
chess, the signs of annotators, the faces of dice and a few dozen Chinese characters. They are not kerned.

A character without an outline is drawn as those that it is composed of (ễ as e, ‼ as !!); if they have none either, its
name is written (`stand_ins`), and `missing` reports it. Callers keep the text itself in `<desc>`, `aria-label` or a `data-`
attribute.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from typing import Final, Literal, NamedTuple
from unicodedata import combining, normalize
from unicodedata import name as unicode_name

from fairyscore.notation.package_data import data_text
from fairyscore.render.geometry import number

Anchor = Literal["start", "middle", "end"]  # which point of the text stands at x, as SVG's text-anchor
SHARE_BEFORE: dict[Anchor, float] = {
    "start": 0.0,
    "middle": 0.5,
    "end": 1.0,
}  # of the width
UNITS = 1000  # per em, in the data
CAPITAL, SMALL, DESCENT = 0.714, 0.536, 0.24
"""Heights of H and x above the baseline, and depth of g below it, in ems: with them a label is centred vertically."""

SIMILAR = {"\u2010": "-", "\u2011": "-", "\u2012": "\u2013", "\u2015": "\u2014"}
"""Dashes that Noto Sans lacks, and the dashes drawn for them."""

SOUND = re.compile(r"(?:LETTER|SYLLABLE) (?:(?:SMALL|CAPITAL|FINAL|MEDIAL) )?([A-Z]+)$")  # in the name of a character
LONGEST_CUT: Final = 400  # characters: no line of a page has more, and width is measured again for each one cut
UNSEEN = "0"  # an advance of 0 and no outline, for control characters
COMMAND = re.compile(r"([mhvlqz])([-0-9 ]*)")
NUMBER = re.compile(r"-?[0-9]+")


@lru_cache(maxsize=4096)
def outline(text: str, size: float, anchor: Anchor = "start", *, x: float = 0, y: float = 0, bold: bool = False) -> str:
    """One line of text as SVG path data, to be filled.

    size: of an em, in the units of the drawing.
    anchor: the point of the text that stands at x.
    x, y: of that point; y is the baseline.

    Numbers have at most two decimals. Any text is accepted; see `missing` for characters that are named.
    """
    drawn = _drawable(text, bold)
    pen = x - SHARE_BEFORE[anchor] * _units(text, bold) * size / UNITS
    parts = []
    for character in drawn:
        advance, drawing = _letter(character, bold)
        parts.append(_moved(drawing, size / UNITS, pen, y))
        pen += advance * size / UNITS
    return "".join(parts)


def width(text: str, size: float, *, bold: bool = False) -> float:
    """The width of a line of text, to two decimals. size: of an em, in the unit of the result."""
    return round(_units(text, bold) * size / UNITS, 2)


def forms(text: str, *, bold: bool = False, serif: bool = False) -> Iterator[tuple[str, int, str]]:
    """Each character of a line of text as it is drawn, with its advance and its outline, both in units of the em.

    For callers that define each outline once and use it again. Characters without one are named, as in `outline`.
    serif: in the book face; signs that it lacks come from the other one.

    >>> [(character, advance) for character, advance, _ in forms("1J")]
    [('1', 572), ('J', 273)]
    """
    for character in _drawable(text, bold):
        yield character, *_letter(character, bold, serif)


class FontFace(NamedTuple):
    """A face of letters.

    size: of an em, in points.
    colour: as in a theme, `#rrggbb`.
    serif: the book face.
    """

    size: float
    bold: bool = False
    colour: str = "#000000"
    serif: bool = False

    def width(self, text: str) -> float:
        """The width of a text, in points."""
        return _units(text, self.bold, self.serif) * self.size / UNITS

    def cut(self, text: str, limit: float) -> str:
        """As much of a text as is no wider than a limit in points, with … for what is cut off."""
        text = text[:LONGEST_CUT]
        if self.width(text) <= limit:
            return text
        while text and self.width(f"{text}…") > limit:
            text = text[:-1]
        return f"{text.rstrip()}…" if text else ""

    def split_to_width(self, text: str, limit: float) -> Iterator[str]:
        """A text in pieces no wider than a limit in points; a letter that is wider is a piece by itself."""
        start, taken = 0, 0.0
        for place, char in enumerate(text):
            one = self.width(char)
            if place > start and taken + one > limit:
                yield text[start:place]
                start, taken = place, 0.0
            taken += one
        yield text[start:]

    @property
    def blank(self) -> float:
        """The width of a blank, in points."""
        return self.width(" ")


@lru_cache(maxsize=20_000)
def _units(text: str, bold: bool, serif: bool = False) -> int:
    return sum(advance for _, advance, _ in forms(text, bold=bold, serif=serif))


def missing(lines: Iterable[str], *, bold: bool = False) -> dict[str, str]:
    """The characters of which only the name is written, each with the first line that has it.

    >>> missing(["Anna", "漢字", "字"])
    {'字': '漢字'}
    """
    found: dict[str, str] = {}
    for line in (line for line in lines if not line.isascii()):
        for char in normalize("NFC", line):
            if char.isprintable() and _parts(char, bold) is None:
                found.setdefault(char, line)
    return found


def stand_ins(text: str, has: Callable[[str], bool]) -> str:
    """A text in which the letters that a font lacks are named: by their sound, where their name tells it, else by number.

    has: whether the font has a character.

    >>> stand_ins("Anna かな 太郎 علي", str.isascii)
    'Anna ka-na U+592A-U+90CE ain-lam-yeh'
    """
    found: list[str] = []
    is_named = False
    for char in text:
        if char.isspace() or not char.isprintable() or has(char):
            found.append(char)
            is_named = False
            continue
        found.append(f"-{_called(char)}" if is_named else _called(char))
        is_named = True
    return "".join(found)


def _called(char: str) -> str:
    """The name of a character."""
    sound = SOUND.search(unicode_name(char, ""))
    return sound[1].lower() if sound else f"U+{ord(char):04X}"


@cache
def letters(bold: bool, serif: bool = False) -> dict[str, str]:
    """Advance and outline of each character in units of the em, as one text, parsed when used: most never are."""
    if serif:
        name = "serif-bold.txt" if bold else "serif.txt"
    else:
        name = "bold.txt" if bold else "regular.txt"
    lines = data_text("fairyscore.render.font_outlines", name).splitlines()
    halves = (line.partition(" ") for line in lines)
    return {chr(int(code, 16)): drawing for code, _, drawing in halves}


@cache
def han() -> dict[str, str]:
    """As `letters`, the Chinese characters on pieces and boards; all faces share them."""
    halves = (line.partition(" ") for line in data_text("fairyscore.render.font_outlines", "han.txt").splitlines())
    return {chr(int(code, 16)): drawing for code, _, drawing in halves}


def _drawable(text: str, bold: bool) -> str:
    """The text with characters that have no outline replaced by similar ones or by their parts, if those have outlines."""
    data = letters(bold)
    if all(character in data for character in text):
        return text
    found: list[str] = []
    for char in normalize("NFC", text):
        parts = _parts(char, bold)
        found.append(char if parts is None else parts)
    return stand_ins("".join(found), lambda char: _parts(char, bold) is not None)


def _parts(char: str, bold: bool) -> str | None:
    """A character, or those that it is composed of, as far as there are outlines; None where there are none."""
    if char in letters(bold) or char in han():
        return char
    parts = [SIMILAR.get(part, part) for part in normalize("NFKD", char) if not combining(part)]
    return "".join(parts) if all(part in letters(bold) or part in han() for part in parts) else None


@cache
def _letter(character: str, bold: bool, serif: bool = False) -> tuple[int, str]:
    """The advance and the outline of a character, in units of the em."""
    drawn = letters(bold, serif).get(character) if serif else None
    drawn = drawn or letters(bold).get(character) or han().get(character, UNSEEN)
    advance, _, drawing = drawn.partition(" ")
    return int(advance), drawing


def _moved(drawing: str, scale: float, x: float, y: float) -> str:
    """An outline in units of the em, scaled and with its origin at (x, y).

    Each point is rounded on the page and steps are taken between rounded points: errors do not add up along the curve.
    """
    parts = []
    across = down = 0  # in the drawing
    start = (0, 0)  # of the contour: where `z` goes back to
    at_x = at_y = 0.0  # on the page, rounded
    for command, text in COMMAND.findall(drawing):
        numbers = [int(digits) for digits in NUMBER.findall(text)]
        both_axes = {"h": [*numbers, 0], "v": [0, *numbers]}.get(command, numbers)
        points = list(zip(both_axes[::2], both_axes[1::2], strict=True))
        rounded = [(round(x + (across + dx) * scale, 2), round(y + (down + dy) * scale, 2)) for dx, dy in points]
        if command == "m":
            parts.append(f"M{number(rounded[0][0])} {number(rounded[0][1])}")
            start = (across + numbers[0], down + numbers[1])
        else:
            steps = [(number(to_x - at_x), number(to_y - at_y)) for to_x, to_y in rounded]
            if command in "hv":
                arguments = steps[0]["hv".index(command)]
            else:
                arguments = " ".join(f"{dx} {dy}" for dx, dy in steps)
            parts.append(command + arguments)
        if points:
            across, down = across + points[-1][0], down + points[-1][1]
            at_x, at_y = rounded[-1]
        else:
            across, down = start
    return "".join(parts)
