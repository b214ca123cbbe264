"""WXF files of xiangqi, which begin `FORMAT WXF`; their moves are those of `notation.moves.wxf`.

>>> from fairyscore.notation.moves import long
>>> from fairyscore.notation.records.tree import MoveLine, Ply
>>> from fairyscore.notation.variants.registry import variant
>>> xiangqi = variant("xiangqi")
>>> move = xiangqi.initial_state().find(long.read("h3-e3", xiangqi))
>>> for line in write(Record("xiangqi", (("White", "Hu"),), MoveLine((Ply(move),))), long).splitlines():
...     print(*line.split("\\t"))
FORMAT WXF
RED Hu
RESULT *
START{
1. C2.5
}END
"""

import re

from fairyscore.notation.formats.base import Format, Holds
from fairyscore.notation.formats.walk import MOVE_TEXT, begins_like, cut_before, lines_of
from fairyscore.notation.moves import wxf
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.records.token_stream import DiagnosticCollector, ReadTokenStream, TokenStream
from fairyscore.notation.records.tree import Record
from fairyscore.notation.rules.variant import Notation
from fairyscore.notation.text import shown
from fairyscore.notation.variants.registry import variant

GAME = "xiangqi"
TAGS = {
    "GAME": "Event", "EVENT": "Event", "SITE": "Site", "DATE": "Date", "ROUND": "Round", "RED": "White", "BLACK": "Black",
    "OPENING": "Opening", "AUTHOR": "Annotator", "FEN": "FEN",
}  # fmt: skip
WRITTEN = {tag: name for name, tag in reversed(TAGS.items())}
RESULTS = {"*": "*", "0-0": "*", "1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2", "1-1": "1/2-1/2"}

_WORD = re.compile(r"\{[^}]*\}?|/\*.*?\*/|\S+")
_REMARK = re.compile(r"/\*(?P<text>[^{}]*)\*/")
"""A comment as XieXie writes it."""
_OVER_LINES = re.compile(r"/\*(?:(?!/\*|\*/)[^{}])*\*/")
"""A comment that may go over several lines; one that nothing closes costs its own line only."""
_NUMBER = re.compile(r"(?P<mark>[!?]{0,2})(?P<number>[0-9]{1,6}\.+)")
"""A move number, which XieXie puts the mark of the move in front of."""
_NUMBERED = re.compile(r"\s*[!?]{0,2}[0-9]{1,6}\.")
"""How a line of moves begins in a file that has no `START{`."""


# -- writing ----------------------------------------------------------------------------------------------------------


def write(record: Record, notation: Notation) -> str:
    """A record as a WXF file."""
    tags = [(WRITTEN[name], value) for name, value in record.tags if name in WRITTEN]
    lines = ["FORMAT\tWXF", *(f"{name}\t{value}" for name, value in tags), f"RESULT\t{record.result}", "START{"]
    for state, ply in record.steps(record.start()):
        move = wxf.write(state, ply.move, record.game).replace("=", ".")
        if state.turn == 0 or lines[-1] == "START{":
            lines.append(f"{state.fullmove_number}.{' ...' if state.turn else ''} {move}")
        else:
            lines[-1] += f" {move}"
    return "\n".join([*lines, "}END", ""])


# -- reading ----------------------------------------------------------------------------------------------------------


def read(game_text: GameText, notes: DiagnosticCollector) -> TokenStream:
    """A game taken apart. Lines that mean nothing here are noted and passed over."""
    stream, moves, result, place = ReadTokenStream(game_text.text), False, "*", None
    stream.tag("Variant", GAME, (0, 0))
    for line, span in lines_of(_OVER_LINES.sub(_in_one_line, game_text.text)):
        name, _, value = line.strip().replace("\t", " ").partition(" ")
        if name == "}END" and not value:
            moves = False
            stream.syntax.append(span)
        elif moves or line.strip().startswith("START{"):
            start = 0 if moves else line.index("{") + 1
            stream.syntax.append((span[0], span[0] + start))
            _moves(line[start:], span[0] + start, stream, notes)
            moves = True
        elif remark := _REMARK.fullmatch(line.strip()):
            stream.add_token("{" + remark["text"] + "}", span)
        elif "START{" not in game_text.text and _NUMBERED.match(line):
            _moves(line, span[0], stream, notes)
        elif name in TAGS and TAGS[name] not in stream.tags:
            stream.heading(TAGS[name], value.strip(), span)
        elif name == "RESULT" and value.strip() in RESULTS and place is None:
            result, place = RESULTS[value.strip()], span
        elif name in ("TIME", "REMARK", *TAGS):
            stream.add_token("{" + line.strip() + "}", span)
        elif (name, value.strip()) == ("FORMAT", "WXF"):
            stream.syntax.append(span)
        elif name:
            notes.unknown_line(span, line.strip(), "WXF")
            stream.add_token("{" + line.strip().replace("}", ")") + "}", span)
    stream.end(result, place)
    stream.report_rest(notes)
    return stream


def _in_one_line(comment: re.Match[str]) -> str:
    """A comment with blanks for its line ends, as long as it was."""
    return re.sub(r"[\r\n]", " ", comment[0])


def _moves(line: str, start: int, stream: ReadTokenStream, notes: DiagnosticCollector) -> None:
    mark, mark_span = "", (start, start)
    for word in _WORD.finditer(line):
        text, span = word[0], (start + word.start(), start + word.end())
        if text[0] == "{":
            stream.add_token(text if text.endswith("}") else text + "}", span)
        elif remark := _REMARK.fullmatch(text):
            stream.add_token("{" + remark["text"] + "}", span)
        elif text == "...":
            stream.syntax.append(span)
        elif number := _NUMBER.fullmatch(text):
            mark, mark_span = number["mark"], span
            stream.add_token(number["number"], (span[0] + len(mark), span[1]))
        elif MOVE_TEXT.fullmatch(text):
            stream.add_token(text, span)
            if mark:
                stream.add_token(mark, (mark_span[0], mark_span[0] + len(mark)))
                mark = ""
        else:
            notes.bad_value(span, f"this is not a move: {shown(text)}")


WXF = Format(
    "wxf", Holds(tags=frozenset(TAGS.values()), variant=True), write,
    looks=begins_like(r"FORMAT\s+WXF"), cut=cut_before("FORMAT"), read=read, notation=wxf,
    refuses=lambda record: (
        "" if record.game.name == variant(GAME).name
        else f"a WXF file is for xiangqi, and the game is {record.game.title}"
    ),
)  # fmt: skip
