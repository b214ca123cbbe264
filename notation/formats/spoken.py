r"""A game to be read aloud, and written down from dictation: one sentence a line.

First which game it is; then its tags, a line each, and a blank line; then a line a half-move with the number of the round
and the player. What belongs to a move follows it on lines of their own: `Glyph:` with what the glyph means, `Remark:` with
a comment, `Aside:` with a line for another program. Comments in front of the first move stand there. `Result:` ends it.

Moves are written as `moves.spoken` writes them, and read in any notation of the game. The player is held against the piece
that he moves. Variations have no place: nobody could follow them by ear.

>>> from fairyscore.notation.records.tree import MoveLine, Ply
>>> from fairyscore.notation.rules.moves import Move
>>> e4, nc6 = Ply(Move(12, 28), nags=(1,), annotations=(Comment("best by test"),)), Ply(Move(57, 42))
>>> print(write(Record("chess", (("White", "Anna"),), MoveLine((e4, nc6))), spoken), end="")
A game of Chess.
White: Anna
<BLANKLINE>
1. White: pawn from e2 goes to e4.
Glyph: good move
Remark: best by test
1. Black: knight from b8 goes to c6.
Result: *
"""

import re

from fairyscore.notation.formats.base import ALL, Format, Holds
from fairyscore.notation.formats.walk import (
    MOVE_TEXT,
    LateTokenStream,
    begins_like,
    cut_before,
    known_variant,
    lines_of,
    name_of_variant,
)
from fairyscore.notation.moves import spoken
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.records.nags import meaning_of, nag_meaning
from fairyscore.notation.records.pgn_lexer import RESULT_LIKE
from fairyscore.notation.records.token_stream import DiagnosticCollector, Span, TokenStream
from fairyscore.notation.records.tree import Comment, Record
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Notation, Variant
from fairyscore.notation.text import shown

GLYPH, REMARK, ASIDE, RESULT = "Glyph", "Remark", "Aside", "Result"

# -- writing ----------------------------------------------------------------------------------------------------------


def write(record: Record, notation: Notation) -> str:
    """A record as sentences. Raises `PositionError` where its tag FEN is nonsense."""
    game = record.game
    lines = [f"A game of {game.title}.", *(f"{name}: {value}" for name, value in record.tags), ""]
    lines += map(_comment, record.line.intro)
    for state, ply in record.steps(record.start()):
        player = game.seats[state.turn].name.capitalize()
        lines.append(f"{state.fullmove_number}. {player}: {notation.write(state, ply.move, game)}.")
        lines += (f"{GLYPH}: {meaning_of(nag) or nag}" for nag in ply.nags)
        lines += map(_comment, ply.comments)
    return "\n".join([*lines, f"{RESULT}: {record.result}", ""])


def _refuses(record: Record) -> str:
    why = spoken.refusal(record.game)
    return why and f"{record.game.title} cannot be written in sentences: {why}"


def _comment(comment: Comment) -> str:
    return f"{ASIDE if comment.aside else REMARK}: {comment.text}"


# -- reading ----------------------------------------------------------------------------------------------------------

_FIRST = re.compile(r"A game of (.+)\.\s*+")
_TAG = re.compile(r"(\w++): (.*)")
_MOVE = re.compile(r"(?:([0-9]{1,6})\. *+)?(White|Silver|Black|Gold): *+(.*)", re.IGNORECASE)
_STATEMENT = re.compile(rf"({GLYPH}|{REMARK}|{ASIDE}|{RESULT}): *+(.*)", re.IGNORECASE)
_SENTENCE = re.compile(
    r"((?>(?:[0-9]: *+)?))(?!the |an? |white |silver |black |gold |own )(?=[a-z]{3})(.*)", re.IGNORECASE
)


def read(game_text: GameText, notes: DiagnosticCollector) -> TokenStream:
    """Sentences taken apart. A line that is none of them is noted and passed over."""
    stream, title, heading, place = LateTokenStream(game_text.text, in_notation=_in_notation), "", True, (0, 0)
    for line, span in lines_of(game_text.text):
        first, tag = _FIRST.fullmatch(line), _TAG.fullmatch(line)
        if first and not title:
            title, heading, place = first[1], True, span
            stream.syntax.append(span)
        elif heading and tag:
            stream.tag(tag[1], tag[2], span)
        elif not line.strip():
            heading = heading and not title
        else:
            heading = False
            _read_line(line, span, stream, notes)
    if title and "Variant" not in stream.tags:
        name_of_variant(title, stream, place)
    elif title and not _same_title(title, stream.tags["Variant"]):
        what = (
            f"the title names {shown(title)}, and the tag Variant says {shown(stream.tags['Variant'])}; the tag counts"
        )
        notes.bad_value(place, what)
    stream.tag("Result", stream.added[-1] if stream.added and RESULT_LIKE.fullmatch(stream.added[-1]) else "*", (0, 0))
    stream.report_rest(notes)
    return stream


def _same_title(title: str, named: str) -> bool:
    """True if the first line and the tag name one game; its options stand in the tag alone."""
    game, other = known_variant(named), known_variant(title)
    return game is not None and other is not None and game.title in (title, other.title)


def _read_line(line: str, span: Span, stream: LateTokenStream, notes: DiagnosticCollector) -> None:
    """Take in a line of the game itself."""
    move, other = _MOVE.fullmatch(line), _STATEMENT.fullmatch(line)
    if move is not None:
        sentence = move[3].rstrip().removesuffix(".")
        if MOVE_TEXT.fullmatch(sentence):
            if move[1]:
                stream.add_token(f"{int(move[1])}.", (span[0], span[0] + len(move[1]) + 1))
            start = span[0] + move.start(3)
            stream.add_move(f"{move[2]}: {sentence}", (start, start + len(sentence)))
            stream.syntax += [(span[0] + move.start(2), start), (start + len(sentence), span[1])]
            return
    elif other is not None:
        token = _token(other[1].capitalize(), other[2])
        if token:
            stream.add_token(token, (span[0] + other.start(2), span[1]))
            stream.syntax.append((span[0], span[0] + other.start(2)))
            return
    notes.bad_value(span, f"this line is not a sentence of a game: {shown(line.strip())}")


def _in_notation(text: str, state: State, game: Variant) -> str:
    """A move with its player as a sentence of his own piece; in another notation as it is, if the player is to move."""
    player, _, move = text.partition(": ")
    sentence = _SENTENCE.fullmatch(move)
    if sentence is not None:
        return f"{sentence[1]}{player.lower()} {sentence[2]}"
    return move if player.lower() == game.seats[state.turn].name.lower() else text


def _token(word: str, text: str) -> str:
    """The token of a line after a move; empty where the line makes no sense."""
    if word == REMARK:
        return "{" + text + "}"
    if word == ASIDE:
        return f"%{text}"
    text = text.strip()
    if word == RESULT:
        return text if RESULT_LIKE.fullmatch(text) else ""
    words = text.removesuffix(".")
    nag = words if re.fullmatch("[0-9]{1,9}", words) else nag_meaning(words)
    return f"${nag}" if nag else ""


SPOKEN = Format(
    "spoken", Holds(tags=ALL, variant=True, comments=True, intro=True, asides=True, nags=True), write,
    between="\n", looks=begins_like(_FIRST.pattern), cut=cut_before(rf"(?:{_FIRST.pattern})\Z"), read=read,
    notation=spoken, refuses=_refuses,
)  # fmt: skip
