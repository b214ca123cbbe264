"""A plain list: the moves of the main line and the result, a game a paragraph. It is read like PGN without tags.

Which game it is stands nowhere, so it wants naming when the list is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from fairyscore.notation.formats import pgn
from fairyscore.notation.formats.base import Format
from fairyscore.notation.formats.loss import Holds
from fairyscore.notation.records.game_text import LONGEST_GAME, GameText
from fairyscore.notation.records.pgn_lexer import RESULT_LIKE
from fairyscore.notation.records.tree import MoveLine, Ply, Record
from fairyscore.notation.rules.variant import Notation

_BLANK = re.compile(r"\n[ \t]*+\n")
_LAST_WORD = re.compile(r"\S++\s*\Z")


def cut(chunks: Iterable[str]) -> Iterator[GameText]:
    """Each game: paragraphs up to one that ends with a result."""
    number, line, held = 0, 1, ""
    for part in _paragraphs(chunks):
        held += part
        if (_ends(part) or len(held) > LONGEST_GAME) and not held.isspace():
            number += 1
            yield GameText(number, held, line, len(held) <= LONGEST_GAME)
            line += held.count("\n")
            held = ""
    if held and not held.isspace():
        yield GameText(number + 1, held, line)


def _paragraphs(chunks: Iterable[str]) -> Iterator[str]:
    """The text cut behind each blank line."""
    rest = ""
    for chunk in chunks:
        seen = max(0, len(rest) - 1)
        rest += chunk
        begin = 0
        for blank in _BLANK.finditer(rest, seen):
            yield rest[begin : blank.end()]
            begin = blank.end()
        rest = rest[begin:]
        if len(rest) > LONGEST_GAME:
            yield rest
            rest = ""
    yield rest


def _ends(part: str) -> bool:
    word = _LAST_WORD.search(part, max(0, len(part) - 100))
    return word is not None and RESULT_LIKE.fullmatch(word[0].strip()) is not None


def write(record: Record, notation: Notation) -> str:
    """The moves and the result, in lines of less than 80 characters."""
    bare = Record(
        record.variant, record.tags, MoveLine(tuple(Ply(ply.move) for ply in record.line.plies)), record.result
    )
    return f"{pgn.moves(bare, notation)}\n"


MOVES = Format("moves", Holds(), write, between="\n", cut=cut, read=pgn.read)
