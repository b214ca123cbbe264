"""BPGN: bughouse with its two boards, as bughouse servers and their databases keep it.

Tags as in PGN, among them four players (`WhiteA`, `BlackA`, `WhiteB`, `BlackB`); then the moves of both boards in the order
in which they were made, `1A. e4{179.5} 1B. d4 1a. e5`: a letter names the board, a capital White, and each of the four
counts his own moves. Drops are `N@f3`, the time on the clock stands in a comment.

Such a record is kept whole: its form is checked, its moves are not judged, and it is written again as it stands.
"""

from fairyscore.notation.formats import pgn
from fairyscore.notation.formats.base import Format, Holds
from fairyscore.notation.formats.movetext import Movetext
from fairyscore.notation.formats.walk import begins_like
from fairyscore.notation.records.game_text import GameText, split_games
from fairyscore.notation.records.token_stream import DiagnosticCollector, ReadTokenStream, TokenStream
from fairyscore.notation.records.tree import Record
from fairyscore.notation.rules.variant import Notation

_CHECK = r"[+#]*[!?]{0,2}"
_MOVETEXT = Movetext(
    "a game on two boards",
    "BPGN",
    number=r"(?P<number>[0-9]{1,4})(?P<who>[ABab])\.",
    move=(
        rf"(?:[A-Z]?[a-h]?[1-8]?[x-]?[a-h][1-8](?:=?[A-Z])?|[A-Z]?@[a-h][1-8]|[O0]-[O0](?:-[O0])?){_CHECK}"
        r"|\$[0-9]{1,3}"
    ),
    skipped=r"1-0|0-1|1/2-1/2|\*",
)


def read(game_text: GameText, notes: DiagnosticCollector) -> TokenStream:
    """The text of one game: its tags, and all of it as it is kept."""
    stream, header = ReadTokenStream(game_text.text), pgn.PgnTokenStream(game_text, notes)
    for name, value in header.tags.items():
        stream.tag(name, value, header.place_of(name))
    stream.unjudged_game = _MOVETEXT.checked(game_text.text, header.body, notes)
    return stream


def write(record: Record, notation: Notation) -> str:
    """Nothing is written so but what was read so: see `Movetext`. Raises `ValueError`."""
    raise ValueError(_refusal(record))


def _refusal(record: Record) -> str:
    return f"BPGN is for bughouse on two boards, and the game is {record.game.title}"


BPGN = Format(
    "bpgn",
    Holds(),
    write,
    between="\n",
    looks=begins_like(r'(?s:\[.*\[(?:WhiteB|BlackB) *")|(?:\{[^}]*\}\s*)*1[Aab]\.\s|1B\.\s'),
    cut=split_games,
    read=read,
    refuses=_refusal,
)
"""Bughouse on two boards."""
