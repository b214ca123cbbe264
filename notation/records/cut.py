"""Cuts a stream of text into games, without understanding them: memory holds one game, however long the file.

A game begins with a tag line behind a blank line, or with an `[Event "..."]` line behind anything but a tag. A comment
that is open there goes on over a blank line, but not over an `[Event` line: then it was never closed, and the games
behind it are not lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

LONGEST_GAME = 1 << 24
"""Characters; what is longer is no game, and is cut there so that memory does not grow with it."""

LONGEST_BORDER = 4096
"""A border may lie across two chunks; so far back it is looked for again."""

_BORDER = re.compile(r'\n(?:(?<!\]\n)(?=\[Event ")|[ \t]*\n\s*(?=\[[A-Za-z0-9_]+[ \t]*"))')
_EVENT = re.compile(r'\[Event\s*"')
_TAGS_ONLY = re.compile(r'(?:\s*\[\w+\s*"(?:[^"\\\n]|\\.)*"\s*\])+\s*')


@dataclass(frozen=True, slots=True)
class Piece:
    """The text of one game. number: from 1 in its file; line: the number of its first line; whole: not cut for length."""

    number: int
    text: str
    line: int
    whole: bool = True


def pieces(chunks: Iterable[str]) -> Iterator[Piece]:
    """The games of a text, in order; blank text between them belongs to none."""
    number, line = 0, 1
    for text, whole in _joined(_split(chunks)):
        if text.strip():
            number += 1
            yield Piece(number, text, line, whole)
        line += text.count("\n")


def _split(chunks: Iterable[str]) -> Iterator[tuple[str, bool]]:
    """Text up to each border, the border's line ends included."""
    rest = ""
    for chunk in chunks:
        seen = max(0, len(rest) - LONGEST_BORDER)
        rest += chunk
        begin = 0
        for border in _BORDER.finditer(rest, seen):
            yield rest[begin : border.end()], True
            begin = border.end()
        rest = rest[begin:]
        if len(rest) > LONGEST_GAME:
            yield rest, False
            rest = ""
    yield rest, True


def _joined(parts: Iterable[tuple[str, bool]]) -> Iterator[tuple[str, bool]]:
    """Puts together again what a blank line had cut: inside a comment, or between the tags of one game."""
    held = ""
    for text, whole in parts:
        if held and (_EVENT.match(text) or not _goes_on(held)):
            yield held, True
            held = ""
        held += text
        if not whole:
            yield held, False
            held = ""
    yield held, True


def _goes_on(text: str) -> bool:
    if text.rfind("{") > text.rfind("}"):
        return True
    return text.rstrip().endswith("]") and _TAGS_ONLY.fullmatch(text) is not None
