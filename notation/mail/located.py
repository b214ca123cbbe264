"""Text whose characters know the line of the file they come from, through encodings and HTML.

Of HTML it has what a reader sees, quotes marked with `>`, signatures after `-- `. Nothing is loaded or run.

>>> text = LocatedText([(7, "1. e4 "), (8, "e5\\nfine")])
>>> text.text, text.line_at(0), text.line_at(6), text.line_at(9)
('1. e4 e5\\nfine', 7, 8, 8)
>>> html = LocatedText([(5, "<div>My move:</div><p>1.&nbsp;<b>e4</b> <s>d4</s></p>"), (6, "<blockquote>Hi</blockquote>")])
>>> LocatedText(text_of_html(html)).text
'My move:\\n1.\\xa0e4 \\n\\n> Hi\\n\\n'
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from colorsys import hls_to_rgb
from html.parser import HTMLParser
from itertools import accumulate
from typing import NamedTuple

_PARAGRAPHS = frozenset({"p", "pre", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "table", "ul", "ol", "hr"})
_BLOCKS = _PARAGRAPHS | {"div", "li", "tr", "section", "article", "header", "footer", "dd", "dt"}
_UNSEEN = frozenset({"script", "style", "head", "title", "template", "object", "noscript", "s", "strike", "del", "svg"})
_VOID = frozenset({"br", "hr", "img", "meta", "link", "input", "area", "base", "col", "embed", "source", "wbr"})
_SIGNATURES = ("gmail_signature", "moz-signature", "applemailsignature", "ms-outlook-mobile-signature", "signature")
_QUOTES = ("gmail_quote", "yahoo_quoted", "protonmail_quote", "olk_src_body_section", "divrplyfwdmsg", "mail-quote")
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
"""Comments become blanks, as brackets that are never closed; both cost the parser quadratic time."""

_WHITE = re.compile(r"[ \t\r]+")
_TO_THE_END = ("divrplyfwdmsg", "appendonsend")
"""What Outlook puts before the letter that is answered; all after it is quoted."""


class LocatedText:
    """Text made of chunks. chunks: the line of the file where each begins, and its text; a line end inside a chunk is
    not counted, because one line of a file may decode to several.
    """

    __slots__ = ("_ends", "_lines", "text")

    def __init__(self, chunks: Iterable[tuple[int, str]] = ()) -> None:
        found = [(line, chunk) for line, chunk in chunks if chunk]
        self.text = "".join(chunk for _, chunk in found)
        self._lines = [line for line, _ in found]
        self._ends = list(accumulate(len(chunk) for _, chunk in found))

    def line_at(self, offset: int) -> int:
        """The line of the file that the character at an offset comes from; 1 where there is no text."""
        return self._lines[min(bisect_right(self._ends, offset), len(self._lines) - 1)] if self._lines else 1


# -- HTML ----------------------------------------------------------------------------------------------------------------


def text_of_html(html: LocatedText) -> list[tuple[int, str]]:
    """The text of an HTML body in chunks, each with its line in the file."""
    reader = _TextReader(html)
    text = _COMMENT.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), html.text)
    last = text.rfind(">") + 1
    reader.feed(text[:last] + text[last:].replace("<", " "))
    reader.close()
    reader.end_line()
    return reader.chunks


_NOTHING = r"0(?:\.0+)?(?:px|pt|em|rem|%)?"
_HIDDEN = re.compile(
    r"display:none|line-through|visibility:hidden|mso-hide:all"
    rf"|(?:^|;)(?:opacity:0(?:\.0+)?|font-size:(?:{_NOTHING}|[0-2](?:\.\d+)?p[xt]))(?:;|!|$)"
    r"|(?:^|;)(?:text-indent|left|top|right|margin-left|margin-top):-\d{3,}"
    rf"|(?:^|;)(?:max-)?(?:height|width):{_NOTHING}(?=;|!|$)(?=.*overflow:hidden)"
    rf"|overflow:hidden(?=.*;(?:max-)?(?:height|width):{_NOTHING}(?:;|!|$))"
)
_COLOUR = re.compile(
    r"#(?P<hex>[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})\b|rgba?\((?P<rgb>[\d\s,./%]+)\)|hsla?\((?P<hsl>[\d\s,./%deg]+)\)"
    r"|(?<![\w-])(?P<name>white|black|transparent|ivory|snow|ghostwhite|whitesmoke|floralwhite|mintcream|azure|aliceblue)\b"
)
_NAMES = {
    "white": "ffffff",
    "black": "000000",
    "transparent": "00000000",
    "ivory": "fffff0",
    "snow": "fffafa",
    "ghostwhite": "f8f8ff",
    "whitesmoke": "f5f5f5",
    "floralwhite": "fffaf0",
    "mintcream": "f5fffa",
    "azure": "f0ffff",
    "aliceblue": "f0f8ff",
}
"""Colours by name: black, and those that look like white."""
_NEAR = 16
"""How far apart two colours may be in each part (of 255) that nobody tells from each other."""
_FAINT = 0.1
"""How little of a colour may be there that nobody sees it."""

_Colour = tuple[int, ...]
"""Red, green, blue; none of them where it is transparent."""


def _colour(text: str) -> _Colour | None:
    """The first colour of a text, None where it has none that is known.

    >>> _colour("#FFF"), _colour("url(a.png) rgb(250, 250, 250)"), _colour("inherit")
    ((255, 255, 255), (250, 250, 250), None)
    >>> _colour("hsl(0, 0%, 100%)"), _colour("transparent"), _colour("#ffffff01")
    ((255, 255, 255), (), ())
    """
    found = _COLOUR.search(text.casefold())
    if found is None:
        return None
    if found["rgb"] or found["hsl"]:
        return _of_parts(re.findall(r"\d+(?:\.\d+)?%?", found["rgb"] or found["hsl"]), is_hsl=bool(found["hsl"]))
    digits = _NAMES.get(found["name"] or "") or found["hex"]
    digits = digits if len(digits) > 4 else "".join(digit * 2 for digit in digits)
    red, green, blue, there = (int(f"{digits}ff"[at : at + 2], 16) for at in (0, 2, 4, 6))
    return (red, green, blue) if there > 255 * _FAINT else ()


def _of_parts(parts: list[str], *, is_hsl: bool) -> _Colour | None:
    """A colour of numbers: red, green, blue, or hue, saturation, lightness, and how much of it is there."""
    values = [float(part.rstrip("%")) / (100 if part.endswith("%") else 1) for part in parts]
    if len(values) not in (3, 4):
        return None
    if len(values) == 4 and values[3] <= _FAINT:
        return ()
    if is_hsl:
        red, green, blue = hls_to_rgb(values[0] / 360 % 1, values[2], values[1])
        return round(red * 255), round(green * 255), round(blue * 255)
    return tuple(
        round(value * 255 if part.endswith("%") else value) for part, value in zip(parts[:3], values, strict=False)
    )


class _Ink(NamedTuple):
    """The colours of an element: of its text, and of what lies behind it."""

    text: _Colour = (0, 0, 0)
    ground: _Colour = (255, 255, 255)

    def within(self, attributes: Mapping[str, str]) -> _Ink:
        """The colours of an element in this one."""
        pairs = (part.partition(":") for part in attributes.get("style", "").casefold().split(";"))
        style = {name.strip(): value for name, _, value in pairs}
        texts = (style.get("color", ""), attributes.get("color", ""), attributes.get("text", ""))
        grounds = (style.get("background-color", ""), style.get("background", ""), attributes.get("bgcolor", ""))
        text = next((found for found in map(_colour, texts) if found is not None), self.text)
        ground = next(filter(None, map(_colour, grounds)), self.ground)  # one that is transparent shows what is behind
        return _Ink(text, ground)

    @property
    def is_visible(self) -> bool:
        """True if its text can be told from what lies behind it."""
        return any(abs(one - other) > _NEAR for one, other in zip(self.text, self.ground, strict=False))


_AT_RULE = re.compile(r"@[^{};]*(?:;|\{(?:[^{}]*\{[^{}]*\})*[^{}]*\})")
"""Rules for some screens only, such as dark ones."""
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_SELECTOR = re.compile(r"(?P<tag>\w+|\*)?(?:(?P<sign>[.#])(?P<name>[\w-]+))?")


_INKS = re.compile(
    r"color|background|display|visibility|opacity|font-size|hide|indent|overflow|left|right|top|white-space"
)
_MOST_RULES = 200


class _StyleRule(NamedTuple):
    """A rule of a style sheet for elements of a tag, a class or an id; any where it names none."""

    tag: str
    sign: str
    name: str
    style: str

    def fits(self, tag: str, attributes: Mapping[str, str]) -> bool:
        """True if an element is of its kind."""
        names = (
            attributes.get("class", "").casefold().split()
            if self.sign == "."
            else [attributes.get("id", "").casefold()]
        )
        return self.tag in ("", "*", tag) and (not self.sign or self.name in names)


def _rules(sheet: str) -> list[_StyleRule]:
    """The rules of a style sheet that name one kind of elements, also inside of others.

    >>> [rule.name for rule in _rules("@media print { p { color: white } } div p.x, #y { color: white }")]
    ['x', 'y']
    """
    found = []
    for selectors, style in _RULE.findall(_AT_RULE.sub(" ", sheet.casefold())):
        if not _INKS.search(style):
            continue
        last_parts = (selector.split()[-1] for selector in selectors.split(",") if selector.split())
        for one in filter(None, map(_SELECTOR.fullmatch, last_parts)):
            found.append(_StyleRule(one["tag"] or "", one["sign"] or "", one["name"] or "", style))
    return found[:_MOST_RULES]


class _TextReader(HTMLParser):
    """Collects the visible text. open: tags that are open, each with how it is read."""

    def __init__(self, html: LocatedText) -> None:
        super().__init__(convert_charrefs=True)
        self.chunks: list[tuple[int, str]] = []
        self._html = html
        self._starts = [0, *accumulate(len(line) + 1 for line in html.text.split("\n"))]
        self._open: list[tuple[str, str]] = []
        self._rules: list[_StyleRule] = []
        self._inks = [_Ink()]  # of the page, and of each open tag
        self._modes = {"unseen": 0, "quote": 0, "pre": 0}
        self._quoted_on = False
        self._line_open = self._blank = False

    # -- what HTMLParser calls ----------------------------------------------------------------------------------------

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _BLOCKS or tag == "br":
            self.end_line(force=tag == "br")
        if tag in ("td", "th"):
            self._write(" ")
        if tag in _VOID:
            return
        attributes = {name: value or "" for name, value in attrs}
        styles = [rule.style for rule in self._rules if rule.fits(tag, attributes)]
        attributes["style"] = ";".join([*styles, attributes.get("style", "")])
        mode = self._mode(tag, attributes)
        self._open.append((tag, mode))
        self._inks.append(self._inks[-1].within(attributes))
        if mode:
            self._modes[mode] += 1

    def handle_endtag(self, tag: str) -> None:
        if any(tag == opened for opened, _ in self._open[-200:]):
            while True:
                opened, mode = self._open.pop()
                self._inks.pop()
                if mode:
                    self._modes[mode] -= 1
                if opened == tag:
                    break
        if tag in _BLOCKS:
            self.end_line()
            if tag in _PARAGRAPHS and not self._blank:
                self.end_line(force=True)

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1][0] == "style":
            self._rules += _rules(data)
        if self._modes["unseen"] or not self._inks[-1].is_visible:
            return
        number = self.getpos()[0] - 1
        offset = self._starts[number] + self.getpos()[1]
        for at, line in enumerate(data.split("\n")):
            if at:
                offset = self._starts[min(number + at, len(self._starts) - 1)]
                if self._modes["pre"]:
                    self.end_line(force=True)
                elif self._line_open:
                    self._write(" ", offset)
            if self._modes["pre"]:
                self._write(line, offset)
            elif line.strip(" \t\r") or self._line_open:
                seen = _WHITE.sub(" ", line) or " "  # as browsers show it; no-break blanks stay
                self._write(seen if self._line_open else seen.lstrip(" "), offset)

    # -- lines --------------------------------------------------------------------------------------------------------

    def end_line(self, *, force: bool = False) -> None:
        """End the line that is open. force: also where that makes an empty one."""
        if self._line_open or force:
            self._blank = not self._line_open
            self.chunks.append((self._here(), "\n"))
        self._line_open = False

    def _write(self, text: str, offset: int = -1) -> None:
        if not text or self._modes["unseen"] or (not self._line_open and not text.strip()):
            return
        line = self._html.line_at(offset) if offset >= 0 else self._here()
        if not self._line_open and (self._modes["quote"] or self._quoted_on):
            self.chunks.append((line, "> "))
        self._line_open, self._blank = True, False
        self.chunks.append((line, text))

    def _here(self) -> int:
        number, column = self.getpos()
        return self._html.line_at(self._starts[min(number - 1, len(self._starts) - 1)] + column)

    def _mode(self, tag: str, attributes: dict[str, str]) -> str:
        """How the content of an element is read: `unseen`, `quote`, `pre`, or as it is."""
        names = f"{attributes.get('class', '')} {attributes.get('id', '')}".casefold()
        style = "".join(attributes.get("style", "").split()).casefold()
        if tag in _UNSEEN or _HIDDEN.search(style) or "hidden" in attributes:
            return "unseen"
        if any(name in names for name in _TO_THE_END):
            self._quoted_on = True
        if tag == "blockquote" or any(name in names for name in _QUOTES):
            return "quote"
        if not self._modes["quote"] and any(name in names.split() for name in _SIGNATURES):
            self.end_line()
            self.chunks.append((self._here(), "-- \n"))
        return "pre" if tag == "pre" or "white-space:pre" in style else ""
