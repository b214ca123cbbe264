"""JSON with the place of every key and value, which the json module does not tell; asked only where something is found.

>>> value, places = located('{"moves": ["e4", 5]}')
>>> value, places[id(value["moves"]), 1], places[id(value), "moves"]
({'moves': ['e4', 5]}, (17, 18), (10, 19))
"""

from __future__ import annotations

import re
from json import JSONDecodeError, JSONDecoder
from typing import Any

from fairyscore.notation.records.collector import Span

Places = dict[tuple[int, str | int], Span]
"""Where values stand, by the identity of the object or array that holds them, and their key or index there."""

DEEPEST = 900
"""Brackets within brackets; a game nests six for each variation within a variation."""

_BLANK = re.compile(r"[ \t\r\n]*+")
_DECODER = JSONDecoder(strict=False)

DOUBLED = "\0doubled "
"""Stands in front of a key that an object has a second time: nothing that it says is lost."""


def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object from its keys and values; the first of a key counts, a later one is kept under another name.

    >>> unique([("a", 1), ("a", 2)])
    {'a': 1, '\\x00doubled a': 2}
    """
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    found = {}
    for key, value in pairs:
        while key in found:
            key = DOUBLED + key
        found[key] = value
    return found


def located(text: str, start: int = 0) -> tuple[Any, Places]:
    """The value that begins at a place, and where its parts stand. Raises `JSONDecodeError`, `RecursionError`.

    What stands behind the value is an error. Line ends in strings are read, as `json.loads(strict=False)` does.
    """
    parser = _Parser(text)
    value, end = parser.value(_skipped(text, start), 0)
    end = _skipped(text, end)
    if end != len(text):
        raise JSONDecodeError("Extra data", text, end)
    return value, parser.places


def _skipped(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    assert found is not None
    return found.end()


class _Parser:
    """One text; `places` grows as it is read."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.places: Places = {}

    def value(self, at: int, depth: int) -> tuple[Any, int]:
        """The value at a place, and where it ends."""
        if depth > DEEPEST:
            raise RecursionError
        close = {"{": "}", "[": "]"}.get(self.text[at : at + 1])
        return self.many(at, depth, close) if close else _DECODER.raw_decode(self.text, at)

    def many(self, at: int, depth: int, close: str) -> tuple[Any, int]:
        """The object or array at a place."""
        pairs: list[tuple[str, Any]] = []
        spans: list[Span] = []
        at = _skipped(self.text, at + 1)
        while pairs or not self.text.startswith(close, at):
            key = ""
            if close == "}":
                if not self.text.startswith('"', at):
                    raise JSONDecodeError("Expecting a key in double quotes", self.text, at)
                key, at = _DECODER.raw_decode(self.text, at)
                at = self.expect(":", at)
            value, end = self.value(at, depth + 1)
            pairs.append((key, value))
            spans.append((at, end))
            at = _skipped(self.text, end)
            if self.text.startswith(close, at):
                break
            at = self.expect(",", at)
        found: Any = unique(pairs) if close == "}" else [value for _, value in pairs]
        for place, (key, _) in enumerate(pairs):
            while close == "}" and (id(found), key) in self.places:
                key = DOUBLED + key
            self.places[id(found), key if close == "}" else place] = spans[place]
        return found, at + 1

    def expect(self, sign: str, at: int) -> int:
        """Where the value behind a sign begins."""
        at = _skipped(self.text, at)
        if not self.text.startswith(sign, at):
            raise JSONDecodeError(f"Expecting '{sign}' delimiter", self.text, at)
        return _skipped(self.text, at + 1)
