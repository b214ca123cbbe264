r"""Positions, one a line: EPD, and lists of FENs.

A line of EPD is a position in the first four fields of a FEN, with operations behind it, each closed by a semicolon:
`bm Qg6; id "WAC.001";`. A line may have the counters of the FEN too, or be a FEN and nothing else; perft suites put the
semicolon in front (`;D1 20 ;D2 400`). Other games write their FENs so, which may have fewer or more fields.

A position is a record without moves. Its operations are tags of their names: the value of one text in quotes is that
text, all others are kept as they stand. `hmvc` and `fmvn` are the counters of the tag FEN. Lines that begin with `#`,
`%`, `;` or `//` are comments, and stand in front of their position; so do lines that are no position.

Of a game the position after the last move is written. What its tags say becomes operations, `Variant crazyhouse`.

>>> from fairyscore.notation.moves import san
>>> print(write(Record("chess", (("bm", "e4 d4"), ("id", "the start"))), san), end="")
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4 d4; id "the start";
"""

import re
from collections.abc import Iterable, Iterator

from fairyscore.notation.formats.base import ALL, Format, Holds
from fairyscore.notation.formats.loss import reduced
from fairyscore.notation.formats.walk import lines_of, name_of_variant, numbered, parts
from fairyscore.notation.records.diagnostics import RecordCode
from fairyscore.notation.records.game_text import LONGEST_GAME, GameText
from fairyscore.notation.records.operations import INTEGERS, LINES, MOVES, OPCODES
from fairyscore.notation.records.pgn_lexer import RESULT_LIKE
from fairyscore.notation.records.text_reader import resembles
from fairyscore.notation.records.token_stream import DiagnosticCollector, ReadTokenStream, Span, TokenStream
from fairyscore.notation.records.tree import Record
from fairyscore.notation.rules.variant import Notation
from fairyscore.notation.text import late_pattern, shown

_HOLDS = Holds(ALL, variant=True, intro=True, moves=False)
USUAL_COUNTERS = ("0", "1")
_FIELDS = 4
"""So many fields of a FEN has the position of an EPD; the counters of the FEN come behind them."""

_BEGINNING = late_pattern(r"""\s*+(?>(?:[^\s/"{};:.#%\[]*+/){2,})[^\s"{};]++[ \t]++[a-zA-Z](?=[\s;]|\Z)""")
"""Rows of a board, and who is to move."""

_POSITION = late_pattern(r"[ \t]*+(?!\S*://|#|;|%|//)(?:[^\s/]*+/|\S++\s*+\Z)")
"""How the line of a position begins, a damaged one too: with rows, or it is one word."""

_REMARK = late_pattern(r"[ \t]*+(?:#+|;|%|//)[ \t]*+")
_FIELD = late_pattern(r"[^\s;]++")
_OPERATION = late_pattern(r'(?>(?:"(?>(?:[^"\\]|\\.)*)"|[^;])+)')
_OPCODE = late_pattern(r"\w++")
_UNDIVIDED = late_pattern(
    rf'(?:{"|".join(sorted(MOVES | LINES | INTEGERS))})\s[^"]*?\s(?P<next>(?:{"|".join(sorted(OPCODES))})\s++".*)',
    re.DOTALL,
)
"""An operation of moves or a number, and another one of a text behind it without a semicolon."""

_TEXT = late_pattern(r'"((?>(?:[^"\\]|\\.)*)|[^"]*+)"')
_CELL = late_pattern(r"-|[a-z]\d{1,2}")
_INTEGER = late_pattern(r"[-+]?\d{1,12}")
_BARE = late_pattern(r'[^\s";]++')
_BARE_MOVES = late_pattern(r'[^\s";][^";]*+')


def is_position(line: str) -> bool:
    """True if a line begins with a position.

    >>> is_position("8/8/8/8/8/8/8/K1k5 w - - bm Kb1;"), is_position("Mates in two:"), is_position("# 8/8 w")
    (True, False, False)
    """
    return _POSITION.match(line) is not None


def looks(head: str) -> bool:
    """True if the first line, blanks and comments aside, is a position with who is to move, and no moves follow."""
    lines = (line for line, _ in lines_of(head) if line.strip() and not _REMARK.match(line))
    first, second = next(lines, ""), next(lines, "")
    return _BEGINNING.match(first) is not None and (_BEGINNING.match(second) is not None or not resembles(second))


# -- reading ------------------------------------------------------------------------------------------------------------


def cut(chunks: Iterable[str]) -> Iterator[GameText]:
    """Each position with the lines in front of it; the last one also with those behind it."""
    return numbered(_positions(chunks))


def _positions(chunks: Iterable[str]) -> Iterator[str]:
    position, remarks = "", ""
    for line in parts("\n", chunks):
        if is_position(line):
            if position:
                yield position
            position, remarks = remarks + line, ""
        else:
            remarks += line
            if len(remarks) > LONGEST_GAME:
                yield position + remarks
                position, remarks = "", ""
    yield position + remarks


def read(game_text: GameText, notes: DiagnosticCollector) -> TokenStream:
    """One position taken apart; what is wrong with its operations is noted."""
    stream = ReadTokenStream(game_text.text)
    for line, span in lines_of(game_text.text):
        if is_position(line) and "FEN" not in stream.tags:
            _read_position(stream, span, notes)
        elif line.strip():
            _read_remark(stream, line, span, notes)
    result = stream.tags.get("Result", "*")
    stream.end(result if RESULT_LIKE.fullmatch(result) else "*")
    return stream


def _read_remark(stream: ReadTokenStream, line: str, span: Span, notes: DiagnosticCollector) -> None:
    """Keep a line that is no position as a comment."""
    mark = _REMARK.match(line)
    if mark is None:
        notes.report(RecordCode.WORDS, span, {"text": shown(line.strip())})
    words = line[mark.end() if mark else 0 :].strip()
    if words:
        stream.add_token(f"; {words}", span)
    else:
        stream.syntax.append(span)


def _read_position(stream: ReadTokenStream, line: Span, notes: DiagnosticCollector) -> None:
    text, (start, end) = stream.text, line
    fields = _fields(text[start:end])
    place = start + fields[-1].end()
    position = [field[0] for field in fields]
    at = start + fields[0].start(), place
    for operation in _operations(text, place, end, notes):
        stream.syntax.append((place, operation[0]))
        _read_operation(stream, operation, notes)
        place = operation[1]
    stream.syntax.append((place, end))
    if len(position) == _FIELDS and not position[-1].isdecimal():
        counters = ("hmvc", "fmvn")
        for name, usual in zip(counters, USUAL_COUNTERS, strict=True):
            value = stream.tags.pop(name, usual)
            stream.syntax.append(stream.tag_spans.pop(name, at))
            position.append(value if value.isdecimal() else usual)
    stream.tag("FEN", " ".join(position), at)


def _fields(line: str) -> list[re.Match[str]]:
    """The fields of the position: up to a semicolon, or to the first opcode."""
    found: list[re.Match[str]] = []
    for field in _FIELD.finditer(line):
        if found and ";" in line[found[-1].end() : field.start()]:
            break
        if len(found) >= 2 and _begins_operation(field, len(found), line):
            break
        found.append(field)
    return found


def _begins_operation(field: re.Match[str], place: int, line: str) -> bool:
    """True if an opcode stands at a place among the fields; `ce` may be the castling field of Chess960, `c6` a cell."""
    if not (field[0][0].isalpha() and _OPCODE.fullmatch(field[0])):
        return False
    after = _FIELD.match(line[field.end() :].lstrip())
    if place < _FIELDS:
        may_be_cell = _CELL.fullmatch(field[0]) and not (after and after[0][0] == '"')
        return field[0] in OPCODES and not (may_be_cell or (after and _CELL.fullmatch(after[0])))
    return field[0] in OPCODES or (after is not None and ";" in line[field.end() :])


def _operations(text: str, start: int, end: int, notes: DiagnosticCollector) -> Iterator[Span]:
    """Where the operations of a line stand, without semicolons and blanks around them."""
    for found in _OPERATION.finditer(text, start, end):
        words = found[0].strip()
        if not words:
            continue
        first = found.start() + found[0].index(words[0])
        last = first + len(words)
        undivided = _UNDIVIDED.fullmatch(words)
        if undivided:
            at = first + undivided.start("next")
            before, opcode = text[first:at].rstrip(), undivided["next"].split()[0]
            facts = {"text": shown(f"{before} {opcode}"), "meant": shown(f"{before}; {opcode}")}
            notes.report(RecordCode.UNUSUAL_SPELLING, (at, at + len(opcode)), facts | {"why": "a semicolon is missing"})
            yield first, first + len(before)
            first = at
        yield first, last


def _read_operation(stream: ReadTokenStream, span: Span, notes: DiagnosticCollector) -> None:
    """Keep an operation as a tag; what cannot be one as a comment."""
    words = stream.text[slice(*span)]
    opcode = _OPCODE.match(words)
    name = opcode[0] if opcode else ""
    value = _value(words[len(name) :].strip())
    if not name or name in stream.tags or name in ("FEN", "SetUp"):
        if name in stream.tags and stream.tags[name] != value:
            facts = {"tag": shown(name), "first": shown(stream.tags[name]), "second": shown(value)}
            notes.report(RecordCode.REPEATED_TAG, span, facts)
        elif not name:
            notes.report(RecordCode.WORDS, span, {"text": shown(words)})
        stream.add_token("; " + words, span)
    elif name.casefold() == "variant":
        name_of_variant(value, stream, span)
    elif name.casefold() == "result" and RESULT_LIKE.fullmatch(value):
        stream.tag("Result", value, span)
    else:
        if name in INTEGERS and not _INTEGER.fullmatch(value):
            notes.report(RecordCode.ADVICE, span, {"why": f"{name} should be a whole number, not {shown(value)}"})
        stream.tag(name, value, span)


def _value(operands: str) -> str:
    text = _TEXT.fullmatch(operands)
    return re.sub(r'\\(["\\])', r"\1", text[1]) if text else operands


# -- writing ------------------------------------------------------------------------------------------------------------


def write(record: Record, notation: Notation) -> str:
    """The position of a record, with its tags as operations, and its first comments on lines in front of it."""
    record, _ = reduced(record, _HOLDS)
    remarks = [f"# {' '.join(comment.text.split())}\n" for comment in record.line.intro]
    fields = record.game.write_position(record.end()).split()
    operations = {name: value for name, value in record.tags if name not in ("FEN", "SetUp")}
    if record.result != "*":
        operations["Result"] = record.result
    if len(fields) == _FIELDS + 2 and not fields[_FIELDS - 1].isdecimal():
        for name, value, usual in zip(("hmvc", "fmvn"), fields[_FIELDS:], USUAL_COUNTERS, strict=True):
            if value != usual:
                operations[name] = value
        del fields[_FIELDS:]
    written = [f"{name} {_operands(name, value)};" for name, value in operations.items()]
    if written and (len(fields) < _FIELDS or not written[0][0].isalpha()):
        written[0] = ";" + written[0]
    return "".join(remarks) + " ".join([*fields, *written]) + "\n"


def _operands(name: str, value: str) -> str:
    """The operands of an opcode: moves and numbers as they are, also the words of other programs; else in quotes."""
    if name in MOVES | LINES:
        bare = _BARE_MOVES.fullmatch(value)
    else:
        bare = _BARE.fullmatch(value) if name in INTEGERS or name not in OPCODES else None
    if bare:
        return value
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


EPD = Format(
    "epd", _HOLDS, write, looks=looks, cut=cut, read=read,
)  # fmt: skip
