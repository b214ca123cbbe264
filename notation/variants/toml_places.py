"""Finds where each key of a TOML document stands, which `tomllib` does not tell.

>>> places('title = "Chess"\\n[[piece]]\\nletter = "P"\\n')[("piece", 0, "letter")]
TomlPlace(line=3, column=1)
"""

import re
from typing import NamedTuple

Path = tuple[str | int, ...]
"""Keys and array indices from the top of the document."""

TOKEN = re.compile(
    r"""
      (?P<space>[ \t\r]+|\#[^\n]*)
    | (?P<text>\"{3}(?:[^\\]|\\.)*?\"{3,5}|'{3}.*?'{3,5}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')
    | (?P<open>[\[{]) | (?P<close>[\]}]) | (?P<comma>,) | (?P<equals>=) | (?P<line>\n) | (?P<dot>\.)
    | (?P<word>[^\s\[\]{},=.\#"']+)
    """,
    re.VERBOSE | re.DOTALL,
)


class TomlPlace(NamedTuple):
    """A place in a text, counted from 1."""

    line: int
    column: int


class _Token(NamedTuple):
    kind: str
    text: str
    place: TomlPlace


def _tokens(text: str) -> list[_Token]:
    found, line, begin = [], 1, 0
    for match in TOKEN.finditer(text):
        kind, word = str(match.lastgroup), match[0]
        if kind != "space":
            found.append(_Token(kind, word, TomlPlace(line, match.start() - begin + 1)))
        if "\n" in word:
            line += word.count("\n")
            begin = match.start() + word.rindex("\n") + 1
    return found


def places(text: str) -> dict[Path, TomlPlace]:
    """The place of every key, table and array item of a valid TOML document. Nothing is raised for an invalid one."""
    return _Finder(_tokens(text)).found


class _Finder:
    """Walks the tokens once; `at` is the token looked at."""

    def __init__(self, tokens: list[_Token]) -> None:
        self.tokens = tokens
        self.at = 0
        self.found: dict[Path, TomlPlace] = {}
        self.sizes: dict[Path, int] = {}
        table: Path = ()
        while self.at < len(tokens):
            if self._is("line"):
                self.at += 1
            elif self._is("open"):
                table = self._header()
            else:
                self._pair(table)

    def _is(self, *kinds: str) -> bool:
        return self.at < len(self.tokens) and self.tokens[self.at].kind in kinds

    def _keys(self) -> list[str]:
        """A dotted key."""
        keys = []
        while self._is("word", "text", "dot"):
            token = self.tokens[self.at]
            if token.kind != "dot":
                keys.append(token.text.strip("\"'"))
            self.at += 1
        return keys

    def _header(self) -> Path:
        """`[table]` or `[[array of tables]]`."""
        place = self.tokens[self.at].place
        start = self.at
        while self._is("open"):
            self.at += 1
        array = self.at - start > 1
        keys = self._keys()
        while self._is("close"):
            self.at += 1
        path: Path = ()
        for key in keys:
            path = (*path, key)
            if path in self.sizes and (key is not keys[-1] or not array):
                path = (*path, self.sizes[path] - 1)
        if array:
            number = self.sizes.get(path, 0)
            self.sizes[path] = number + 1
            self.found.setdefault(path, place)
            path = (*path, number)
        self.found.setdefault(path, place)
        return path

    def _pair(self, table: Path) -> None:
        if not self._is("word", "text"):
            self.at += 1
            return
        place = self.tokens[self.at].place
        path = table
        for key in self._keys():
            path = (*path, key)
            self.found.setdefault(path, place)
        if self._is("equals"):
            self.at += 1
            self._value(path)

    def _value(self, path: Path) -> None:
        if not self._is("open"):
            while self._is("word", "text", "dot"):
                self.at += 1
            return
        inline = self.tokens[self.at].text == "{"
        self.at += 1
        number = 0
        while self.at < len(self.tokens) and not self._is("close"):
            if self._is("comma", "line"):
                self.at += 1
            elif inline:
                self._pair(path)
            else:
                self.found.setdefault((*path, number), self.tokens[self.at].place)
                self._value((*path, number))
                number += 1
        self.at += 1
