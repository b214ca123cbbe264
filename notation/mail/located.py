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


_HIDDEN = re.compile(
    r"display:none|line-through|visibility:hidden|(?:^|;)(?:opacity:0(?:\.0+)?|font-size:0(?:px|pt|em|rem|%)?)(?:;|!|$)"
)
_COLOUR = re.compile(r"#(?P<hex>[0-9a-f]{6}|[0-9a-f]{3})\b|rgba?\((?P<rgb>[\d\s,.]+)\)|\b(?P<name>white|black)\b")
_NAMES = {"white": "ffffff", "black": "000000"}
_NEAR = 16
"""How far apart two colours may be in each part (of 255) that nobody tells from each other."""

_Colour = tuple[int, ...]


def _colour(text: str) -> _Colour | None:
    """The first colour of a text, None where it has none that is known.

    >>> _colour("#FFF"), _colour("url(a.png) rgb(250, 250, 250)"), _colour("inherit")
    ((255, 255, 255), (250, 250, 250), None)
    """
    found = _COLOUR.search(text.casefold())
    if found is None:
        return None
    if found["rgb"]:
        parts = tuple(int(float(part)) for part in re.findall(r"\d+(?:\.\d+)?", found["rgb"])[:3])
        return parts if len(parts) == 3 else None
    digits = _NAMES.get(found["name"] or "") or found["hex"]
    digits = digits if len(digits) == 6 else "".join(digit * 2 for digit in digits)
    return tuple(int(digits[at : at + 2], 16) for at in (0, 2, 4))


class _Ink(NamedTuple):
    """The colours of an element: of its text, and of what lies behind it."""

    text: _Colour = (0, 0, 0)
    ground: _Colour = (255, 255, 255)

    def within(self, attributes: Mapping[str, str]) -> _Ink:
        """The colours of an element in this one."""
        pairs = (part.partition(":") for part in attributes.get("style", "").casefold().split(";"))
        style = {name.strip(): value for name, _, value in pairs}
        text = (
            _colour(style.get("color", ""))
            or _colour(attributes.get("color", ""))
            or _colour(attributes.get("text", ""))
        )
        ground = _colour(style.get("background-color", "")) or _colour(style.get("background", ""))
        return _Ink(text or self.text, ground or _colour(attributes.get("bgcolor", "")) or self.ground)

    @property
    def is_visible(self) -> bool:
        """Whether its text can be told from what lies behind it."""
        return any(abs(one - other) > _NEAR for one, other in zip(self.text, self.ground, strict=True))


class _TextReader(HTMLParser):
    """Collects the visible text. open: tags that are open, each with how it is read."""

    def __init__(self, html: LocatedText) -> None:
        super().__init__(convert_charrefs=True)
        self.chunks: list[tuple[int, str]] = []
        self._html = html
        self._starts = [0, *accumulate(len(line) + 1 for line in html.text.split("\n"))]
        self._open: list[tuple[str, str]] = []
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
