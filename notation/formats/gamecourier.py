r"""Move text of Game Courier, the play-by-mail system of the Chess Variant Pages, for games of two players.

As its user's guide has it: a move is the label of a piece, a blank, and the fields with a hyphen, captures too; White's
labels are capital letters and Black's small ones. `*` drops a piece, `;` joins what one move does, and `//` begins a
comment. A label with a hyphen and one field changes what stands there, and `@` stands for nothing. So:

- `1. P e2-e4`, `1... p e7-e5`, captures `4. N f3-e5`, promotions `40. P e7-e8; Q-e8`;
- castling `5. K e1-g1; R h1-f1`, what is taken in passing `7. P e5-d6; @-d5`;
- drops `1. N*c3`, passes `9. pass`.

Our reading: which game it is, and all other tags, stand as comments in front, `// Variant: tor-qi`, up to a line of `//`
alone; then come the comments before the first move; then a line a half-move, its comment after it and further ones on
lines of their own; at the end the result, `// 1-0`. A line for another program is `//%` with its text. A blank line
divides games. Read are also several moves on a line, moves without numbers, and tags without the line of `//`.

Glyphs and variations have no place, nor have the dice, and more than two players.

>>> from fairyscore.notation.moves import long
>>> from fairyscore.notation.records.tree import MoveLine, Ply
>>> from fairyscore.notation.rules.moves import Move
>>> e4, nc6 = Ply(Move(12, 28), annotations=(Comment("best by test"),)), Ply(Move(57, 42))
>>> print(write(Record("chess", (("White", "Anna"),), MoveLine((e4, nc6))), long), end="")
// White: Anna
//
1. P e2-e4 // best by test
1... n b8-c6
// *
"""

import re
from collections.abc import Callable

from fairyscore.notation.formats.base import ALL, Format, Holds
from fairyscore.notation.formats.walk import (
    LateTokenStream,
    begins_like,
    castling_between,
    cut_at,
    has_other_changes,
    lines_of,
    other_changes,
    stands,
)
from fairyscore.notation.moves import long
from fairyscore.notation.moves.cells import cell_of
from fairyscore.notation.records.diagnostics import RecordCode
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.records.pgn_lexer import RESULT_LIKE
from fairyscore.notation.records.token_stream import DiagnosticCollector, Span, TokenStream
from fairyscore.notation.records.tree import Comment, Record
from fairyscore.notation.rules.moves import ABSENT, Move
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Notation, Variant
from fairyscore.notation.text import shown

# -- writing ----------------------------------------------------------------------------------------------------------


def write(record: Record, notation: Notation) -> str:
    """A record as move text. Raises `PositionError` where its tag FEN is nonsense."""
    game = record.game
    lines = [f"// {name}: {value}" for name, value in record.tags]
    lines += ["//", *map(_comment, record.line.intro)]
    for state, ply in record.steps(record.start()):
        lines.append(f"{state.fullmove_number}.{'..' if state.turn else ''} {_move(state, ply.move, game)}")
        for at, comment in enumerate(ply.comments):
            if at or comment.aside:
                lines.append(_comment(comment))
            else:
                lines[-1] += f" {_comment(comment)}"
    return "\n".join([*lines, f"// {record.result}", ""])


def _comment(comment: Comment) -> str:
    return f"//%{comment.text}" if comment.aside else f"// {comment.text}"


def _move(state: State, move: Move, game: Variant) -> str:
    cells = game.board.cells
    if move.passes:
        return "pass"
    becomes = "" if move.becomes == ABSENT else _label(state.turn, move.becomes, game)
    if move.origin == ABSENT:
        return f"{becomes}*{cells[move.target]}"
    parts = [f"{_label(state.turn, state.piece_type_at(move.origin), game)} {cells[move.origin]}-{cells[move.target]}"]
    left, reached = other_changes(state, move, game)
    if reached != ABSENT:
        parts.append(f"{_label(state.turn, state.piece_type_at(left), game)} {cells[left]}-{cells[reached]}")
    elif left != ABSENT:
        parts.append(f"@-{cells[left]}")
    parts += [f"{becomes}-{cells[move.target]}"] if becomes else []
    return "; ".join(parts)


def _label(seat: int, kind: int, game: Variant) -> str:
    letter = game.piece_types[kind].letter
    return letter.lower() if seat else letter


# -- reading ----------------------------------------------------------------------------------------------------------

_CELL = r"(?:[A-Za-z]{1,2}[0-9]{1,2}+|[0-9][0-9A-Za-z])(?![0-9A-Za-z])"
_PART = re.compile(
    rf"(?P<go>(?:(?P<piece>\+?[A-Za-z]{{1,2}}+)[ \t]++)?(?P<origin>{_CELL})-(?P<target>{_CELL}))"
    rf"|(?P<change>(?P<new>@|\+?[A-Za-z]{{1,2}}+)-(?P<at>{_CELL}))"
    rf"|(?P<drop>(?P<dropped>\+?[A-Za-z]{{1,2}}+)[ \t]*+\*[ \t]*+(?P<on>{_CELL}))"
    r"|(?P<pass>(?i:pass)(?!\w))|(?P<join>;)|(?P<other>[^\s;]++)"
)
"""What a move is put together from; `other` is anything else."""

_ANY = re.sub(r"\?P<\w+>", "?:", _PART.pattern).replace("|(?:;)", "")
_MOVE = re.compile(rf"(?:{_ANY})(?:[ \t]*+(?:;[ \t]*+)+(?:{_ANY}))*")
"""A move goes on to the next part that no `;` joins to it."""

_NUMBER = re.compile(r"([0-9]{1,6})\.(?>(?:\.\.)?)[ \t]*+")
_TAG = re.compile(r"//[ \t]?(\w++): (.*)")
_COMMENT = re.compile(r"//(%|[ \t]?)(.*)")


def _in_notation(text: str, state: State, game: Variant) -> str:
    """A move in long form, which marks captures; as it is where it is none."""
    first, *rest = (part for part in _PART.finditer(text) if not part["join"])
    if first["pass"] and not rest:
        return "--"
    if first["drop"] and not rest:
        return f"{first['dropped'].upper()}@{cell_of(first['on'], game)}"
    if not first["go"]:
        return text
    index = game.board.index
    origin, target = (cell_of(first[end], game) for end in ("origin", "target"))
    castling = castling_between(origin, target, state, game) if any(part["go"] for part in rest) else None
    joined: dict[str, str] = {}
    cells: tuple[str, ...] = ()
    for part in rest:
        changes = part["change"] and cell_of(part["at"], game) == target
        what = ""
        if part["new"] == "@":
            what = "passing"
        elif changes:
            what = "becomes"
        elif part["go"]:
            what = "rook"
        if what in ("", *joined) or (what == "rook" and castling is None):
            return text  # something else is joined to the move
        joined[what] = part["new"] or ""
        if what != "becomes":
            cells = (part["origin"], part["target"]) if what == "rook" else (part["at"],)
    if castling is not None and "rook" in joined:
        named = all(
            part["piece"] is None or stands(part["piece"].upper(), part["origin"], state, game)
            for part in (first, *rest)
            if part["go"]
        )
        return castling if named and has_other_changes(castling, cells, state, game) else text
    goes_to_piece = origin != target and target in index and state.piece_at(index[target]) is not None
    takes = "passing" in joined or goes_to_piece
    promoted = f"={joined['becomes'].upper()}" if "becomes" in joined else ""
    mark = game.writing.capture_mark if takes else "-"
    move = f"{(first['piece'] or '').upper()}{origin}{mark}{target}{promoted}"
    return move if not cells or has_other_changes(move, cells, state, game) else text


def read(game_text: GameText, notes: DiagnosticCollector) -> TokenStream:
    """Move text taken apart. What is not a move is noted."""
    stream = LateTokenStream(game_text.text, in_notation=_in_notation)
    lines = [(line, span) for line, span in lines_of(game_text.text) if line.strip()]
    begin = _header(lines, stream, notes)
    closing = _COMMENT.fullmatch(lines[-1][0]) if len(lines) > begin else None
    result, end = stream.tags.get("Result", "*"), None
    if closing is not None and RESULT_LIKE.fullmatch(closing[2].strip()):
        result, end = closing[2].strip(), lines.pop()[1]
    for line, span in lines[begin:]:
        _read_line(line, span, stream, notes)
    stream.end(result, end)
    stream.report_rest(notes)
    return stream


def _header(lines: list[tuple[str, Span]], stream: LateTokenStream, notes: DiagnosticCollector) -> int:
    """Take in the tags; the number of lines they fill. Without a line of `//` alone, only what looks like a tag is one."""
    front = next((at for at, (line, _) in enumerate(lines) if not line.startswith("//")), len(lines))
    divided = next((at for at in range(front) if lines[at][0].strip() == "//"), None)
    for at in range(front if divided is None else divided):
        line, span = lines[at]
        tag = _TAG.fullmatch(line)
        if tag is not None:
            if stream.tags.get(tag[1], tag[2]) != tag[2]:
                facts = {"tag": tag[1], "first": shown(stream.tags[tag[1]]), "second": shown(tag[2])}
                notes.report(RecordCode.REPEATED_TAG, span, facts)
                stream.syntax.append(span)
            stream.tag(tag[1], tag[2], span)
        elif divided is None:
            return at
        else:  # a comment that stands among the tags
            _read_line(line, span, stream, notes)
    if divided is None:
        return front
    stream.syntax.append(lines[divided][1])
    return divided + 1


def _read_line(line: str, span: Span, stream: LateTokenStream, notes: DiagnosticCollector) -> None:
    """Take in the moves of a line, and its comment."""
    start = span[0]
    end = line.find("//")
    moves, comment = (line, "") if end < 0 else (line[:end], line[end:])
    at = len(moves) - len(moves.lstrip())
    number = _NUMBER.match(moves, at)
    if number is not None:
        stream.add_token(number[0].rstrip(), (start + at, start + number.end()))
        at = number.end()
    for move in _MOVE.finditer(moves, at):
        place = (start + move.start(), start + move.end())
        if move[0][0] in "([{%$)]}*;":
            notes.bad_value(place, f"this is not a move: {shown(move[0])}")
        else:
            stream.add_move(move[0], place)
    remark = _COMMENT.fullmatch(comment)
    if remark is not None and remark[2]:
        stream.add_token(f"%{remark[2]}" if remark[1] == "%" else "{" + remark[2] + "}", (start + end, span[1]))
    elif comment:
        stream.syntax.append((start + end, span[1]))


def _borders() -> Callable[[str, str], bool]:
    """The test of where a game begins: with tags, or with a first move, after a blank line, if before there were moves, a
    result, anything that is not a tag, or a tag of the same name: a game cut off in its tags takes none of the next one.
    """
    played = False
    tags: set[str] = set()

    def begins(line: str, before: str) -> bool:
        nonlocal played
        tag, closing, bare = _TAG.match(line), _COMMENT.fullmatch(line), line.strip()
        fresh = not before.strip() and (
            bare == "//" or tag is not None or line.startswith("1. ")
            if played
            else tag is not None and bool(tags) and (tag[1] in ("Event", *tags) or "" in tags)
        )
        if fresh:
            played = False
            tags.clear()
        played = played or (RESULT_LIKE.fullmatch(closing[2].strip()) is not None if closing else bool(bare))
        if tag:
            tags.add(tag[1])
        elif bare:
            tags.add("")
        return fresh

    return begins


def _refuses(record: Record) -> str:
    if len(record.game.seats) > 2:
        return "Game Courier is for two players"
    if record.game.writing.adds:
        return "Game Courier's moves put no walls and bring no pieces in"
    return "Game Courier's moves have no dice" if record.game.rules.throws else ""


_FIRST = rf"//[ \t]?\w+: |//[ \t]*\n|1\.[ \t]*(?:[A-Za-z]{{1,2}}[ \t]+{_CELL}-|[A-Za-z]{{1,2}}\*)"
"""A comment or move of this kind."""

GAMECOURIER = Format(
    "gamecourier", Holds(tags=ALL, variant=True, comments=True, intro=True, asides=True), write,
    between="\n", looks=begins_like(_FIRST), cut=lambda chunks: cut_at(_borders(), chunks), read=read,
    notation=long, refuses=_refuses,
)  # fmt: skip
