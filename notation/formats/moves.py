"""A plain list: the moves of the main line and the result, a game a paragraph. It is read like PGN without tags.

The list does not name its game: the reader must. `// to the end of the line` is a comment; a FEN in the first line is the
position that the game starts from.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from fairyscore.notation.formats import pgn, pgn_writer
from fairyscore.notation.formats.base import Format, Holds
from fairyscore.notation.formats.walk import numbered, parts
from fairyscore.notation.records.game_text import LONGEST_GAME, GameText
from fairyscore.notation.records.pgn_lexer import RESULT_LIKE
from fairyscore.notation.records.text_reader import resembles
from fairyscore.notation.records.token_stream import DiagnosticCollector, TokenStream
from fairyscore.notation.records.tree import MoveLine, Ply, Record
from fairyscore.notation.rules.variant import Notation

_BLANK = r"\n[ \t]*+\n"
_LAST_WORD = re.compile(r"\S++\s*\Z")
_FIRST_MOVE = re.compile(r"(?<![\w.])1(?:\.(?!\.)|\)(?=\s))")
"""The number of a first move; a paragraph that begins with one begins a game, if the one before it has moves."""

_SEPARATOR = re.compile(r"(?<=\w);(?=\s*\d+\.)")
"""A semicolon that divides moves, as `2K-3I; 3. 2G-2D`, and begins no comment."""

_REMARK = re.compile(r"(?:(?<=\s)|\A)//")


def cut(chunks: Iterable[str]) -> Iterator[GameText]:
    """Each game: paragraphs up to one that ends with a result, or in front of one that begins with a first move."""
    return numbered(_games(chunks))


def _games(chunks: Iterable[str]) -> Iterator[str]:
    held = ""
    for part in parts(_BLANK, chunks):
        if held and _FIRST_MOVE.match(part.lstrip()) and not _is_prose(held):
            yield held
            held = ""
        held += part
        word = _LAST_WORD.search(part, max(0, len(part) - 100))
        ends = word is not None and RESULT_LIKE.fullmatch(word[0].strip()) is not None
        if (ends or len(held) > LONGEST_GAME) and not held.isspace():
            yield held
            held = ""
    yield held


def _is_prose(text: str) -> bool:
    """True if a text in front of a first move is a letter that has the game in it, and no other game."""
    words = [word.strip(".,:;!?()").isalpha() and len(word) > 1 for word in text.split()]
    return 2 * sum(words) >= len(words) and not (_FIRST_MOVE.search(text) or resembles(text))


_FEN_LINE = re.compile(r"\s*+(?P<fen>(?:[A-Za-z0-9+~]++/){3,}\S++[ \t]++[wbr](?>(?:[ \t]+[^\s.]+)*))[ \t]*+(?=\n)")


def read(game_text: GameText, notes: DiagnosticCollector) -> TokenStream:
    """The text of one game taken apart, as PGN; a remark after two slashes as one after a semicolon."""
    plain = _REMARK.sub("; ", _SEPARATOR.sub(",", game_text.text))
    start = _FEN_LINE.match(plain)
    if start is None:
        return pgn.read(game_text._replace(text=plain), notes)
    moves = " " * start.end() + plain[start.end() :]
    stream = pgn.PgnTokenStream(game_text._replace(text=moves), notes)
    stream.tags = {"FEN": start["fen"], **stream.tags}
    return stream


def write(record: Record, notation: Notation) -> str:
    """The moves and the result, in lines of less than 80 characters."""
    bare = replace(record, line=MoveLine(tuple(Ply(ply.move) for ply in record.line.plies)))
    return f"{pgn_writer.moves(bare, notation)}\n"


MOVES = Format("moves", Holds(), write, between="\n", cut=cut, read=read)
