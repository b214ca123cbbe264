"""Finds where each key of a TOML document stands, which `tomllib` does not tell.

>>> places('title = "Chess"\\n[[piece]]\\nletter = "P"\\n')[("piece", 0, "letter")]
TomlPlace(line=3, column=1)
"""

import re
from bisect import bisect_right
from typing import NamedTuple

Path = tuple[str | int, ...]  # keys and array indices from the top of the document

_TEXT = r"""\"{3}(?:[^\\]|\\.)*?\"{3,5}|'{3}.*?'{3,5}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'"""
_PART = rf"(?:{_TEXT}|[\w-]+)"
_KEY = rf"{_PART}(?:[ \t]*\.[ \t]*{_PART})*"
_HEADING = re.compile(rf"(?P<open>\[\[?)[ \t]*(?P<key>{_KEY})[ \t]*\]\]?", re.DOTALL)
_TOKEN = re.compile(
    rf"(?P<space>[\s,]+|\#[^\n]*)|(?P<key>{_KEY})[ \t]*=[ \t]*(?P<opens>[\[{{]?)"
    rf"|(?P<item>{_TEXT}|[\[{{]|[^\s,\]}}]+)|(?P<close>.)",
    re.DOTALL,
)


class TomlPlace(NamedTuple):
    """A place in a text, counted from 1."""

    line: int
    column: int


def places(text: str) -> dict[Path, TomlPlace]:
    """The place of every key, table and array item of a valid TOML document. Nothing is raised for an invalid one."""
    found: dict[Path, TomlPlace] = {}
    sizes: dict[Path, int] = {}  # of arrays, as far as they are read
    lines = [0, *(match.end() for match in re.finditer("\n", text))]
    table: Path = ()
    inside: list[Path] = []  # the arrays and inline tables that are open
    at = 0
    while match := (None if inside else _HEADING.match(text, at)) or _TOKEN.match(text, at):
        line = bisect_right(lines, at)
        place = TomlPlace(line, at - lines[line - 1] + 1)
        at = match.end()
        parts = match.groupdict()
        path, opens = inside[-1] if inside else table, ""
        if parts.get("open"):
            table = _headed(_keys(parts["key"]), parts["open"] == "[[", sizes)
            for end in range(1, len(table) + 1):
                found.setdefault(table[:end], place)
        elif parts["key"]:
            for key in _keys(parts["key"]):
                path = (*path, key)
                found.setdefault(path, place)
            opens = parts["opens"]
        elif parts["item"] and inside and path in sizes:
            path = (*path, sizes[path])
            sizes[path[:-1]] += 1
            found.setdefault(path, place)
            opens = parts["item"] if parts["item"] in ("[", "{") else ""
        elif parts["close"] and inside:
            inside.pop()
        if opens:
            inside.append(path)
            sizes.update({path: 0} if opens == "[" else {})
    return found


def _keys(text: str) -> list[str]:
    return [part.strip("\"'") for part in re.findall(_PART, text, re.DOTALL)]


def _headed(keys: list[str], array: bool, sizes: dict[Path, int]) -> Path:
    """The path of a heading; in arrays of tables it is about the last one, or with `array` begins another."""
    path: Path = ()
    for number, key in enumerate(keys, 1):
        path = (*path, key)
        if array and number == len(keys):
            sizes[path] = sizes.get(path, 0) + 1
        if path in sizes:
            path = (*path, sizes[path] - 1)
    return path
