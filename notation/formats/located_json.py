"""JSON with the place of every value, which the json module does not tell; asked only where something is found.

>>> places = places_in('{"moves": ["e4", 5]}')
>>> places["moves", 1], places["moves",], places[()]
((17, 18), (10, 19), (0, 20))
"""

from __future__ import annotations

import json
import re
from typing import Any

from fairyscore.notation.records.collector import Span

Path = tuple[str | int | None, ...]
"""The keys and indices that lead to a value."""

_SIGN = re.compile(r'"(?:[^"\\]|\\.)*+"|[{}\[\],:]|[^\s{}\[\],:"]++', re.DOTALL)

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


def places_in(text: str, start: int = 0) -> dict[Path, Span]:
    """Where the value that begins at a place stands, and all in it; keys as `unique` has them. The text is sound JSON."""
    found: dict[Path, Span] = {}
    path: list[str | int | None] = []  # ends with the index or key of the value to come, None where a key is to come
    begins: list[int] = []
    for sign in _SIGN.finditer(text, start):
        if sign[0] in "{[":
            begins.append(sign.start())
            path.append(0 if sign[0] == "[" else None)
        elif sign[0] in "}]":
            path.pop()
            found[tuple(path)] = begins.pop(), sign.end()
        elif sign[0] == ",":
            path[-1] = path[-1] + 1 if isinstance(path[-1], int) else None
        elif path and path[-1] is None:
            key = json.loads(sign[0], strict=False)
            while (*path[:-1], key) in found:
                key = DOUBLED + key
            path[-1] = key
        elif sign[0] != ":":
            found[tuple(path)] = sign.span()
    return found
