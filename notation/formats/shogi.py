"""Shogi as Japanese programs keep it, KIF, and as servers and engines exchange it, CSA.

KIF, also in Shift_JIS: `1 ７六歩(77)`, a numbered line a half-move. Read and written are names, date, event (棋戦) and site
(場所), handicaps (手合割), moves, the time used (`( 0:16/00:00:16)`, kept as `[%emt]`), comments (lines with `*`) and how
the game ended (投了). Variations (変化) are read, each behind the move that it replaces; they are not written. Other
headings become comments in front of the moves. A board set up by hand is told, and its moves are not judged. A total time
is a comment where it is not the sum of the times, as is a word for an end that is not the usual one of its result (詰み).
Version, rulers and the time of a move that took none say nothing, and are not kept.

CSA: `+7776FU`, a line a half-move, the piece as it is afterwards. Read and written are the version, names (`N+`, `N-`),
`$EVENT`, `$SITE` and `$START_TIME`, the usual start and handicaps (`PI82HI22KA`), moves, times (`T12`, kept as `[%emt]`),
comments (lines with `'`) and how the game ended (`%TORYO`; other words for an end are comments too). Other lines with `$`
become comments. A board of its own (`P1`, `P+`) is read where it is the usual start. The version is not kept.

>>> from fairyscore.notation.moves import long
>>> from fairyscore.notation.records.tree import MoveLine, Ply
>>> move = variant("shogi").initial_state().find(long.read("c3-c4", variant("shogi")))
>>> record = Record("shogi", (("White", "羽生"),), MoveLine((Ply(move),)))
>>> print(write_kif(record, long), write_csa(record, long), sep="", end="")
#KIF version=2.0 encoding=UTF-8
先手：羽生
手合割：平手
手数----指手---------消費時間--
   1 ７六歩(77)
   2 中断
V2.2
N+羽生
PI
+
+7776FU
%CHUDAN
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from fairyscore.notation.formats.base import Format
from fairyscore.notation.formats.loss import Holds
from fairyscore.notation.formats.walk import LateTokenStream, begins_like, cut_before, lines_of
from fairyscore.notation.moves import hodges
from fairyscore.notation.package_data import data_sections
from fairyscore.notation.records.diagnostics import RecordCode
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.records.token_stream import DiagnosticCollector, ReadTokenStream, Span, TokenStream
from fairyscore.notation.records.tree import Record
from fairyscore.notation.rules.moves import GO, NOT_SAID, PROMOTED, Move, ParsedMove
from fairyscore.notation.rules.variant import Notation, State, Variant
from fairyscore.notation.text import shown
from fairyscore.notation.variants.registry import variant

GAME = "shogi"

# -- what both share --------------------------------------------------------------------------------------------------

WORDS = data_sections("fairyscore.notation.formats", "shogi.ini")
KIF_NAMES, CSA_NAMES, HANDICAPS = WORDS["kif pieces"], WORDS["csa pieces"], WORDS["handicaps"]


def without(cells: str) -> str:
    """The FEN of the start without the second player's pieces on some cells."""
    game = variant(GAME)
    placed = game.write_position(game.initial_state()).split("[")[0]
    spread = re.sub("[2-9]", lambda empty: "1" * int(empty[0]), placed)  # a sign for each cell
    rows = [[*row] for row in spread.split("/")]
    for cell in cells.split():
        rows[9 - int(cell[1])][ord(cell[0]) - ord("a")] = "1"
    left = re.sub("1+", lambda empty: str(len(empty[0])), "/".join("".join(row) for row in rows))
    return game.write_position(game.read_position(f"{left}[] b 0 1"))


def refuses(record: Record) -> str:
    """Why a record is none of shogi with a usual start, empty where it is."""
    if record.game.name != variant(GAME).name:
        return f"this format is for shogi, and the game is {record.game.title}"
    if handicap_of(record) is None:
        return "the game starts from a position that is no usual handicap, and such boards are not written"
    return ""


def handicap_of(record: Record) -> str | None:
    """The handicap of a record, empty for none; None where it begins on some other position."""
    fen = record.tag("FEN")
    return next((name for name, cells in HANDICAPS.items() if without(cells) == fen), None) if fen else ""


def _cell_of(digits: str) -> str:
    """A cell in two digits, `76`, as Hodges names it: `7f`."""
    return digits[0] + "abcdefghi"[int(digits[1]) - 1]


def _digits_of(cell: int, game: Variant) -> str:
    text = hodges.text_of(cell, game.board)
    return f"{text[0]}{'abcdefghi'.index(text[1]) + 1}"


def _started(record: Record, before: str) -> list[str]:
    """The line that says when a game began, `2003/05/03 10:30:00`; none where nobody says."""
    start = f"{record.tag('Date').replace('.', '/')} {record.tag('Time')}".strip()
    return [before + start] if start else []


def _read_start(text: str, said: ReadTokenStream, span: Span) -> None:
    """Take in when a game began, date and time of day as PGN has them."""
    day, _, time = text.strip().partition(" ")
    for tag, value in (("Date", day.replace("/", ".").replace("-", ".")), ("Time", time.strip())):
        if value:
            said.tag(tag, value, span)


def _ending_of(record: Record, endings: dict[str, str]) -> str:
    result = record.result
    if result in ("1-0", "0-1"):
        result = "loses" if (result == "0-1") is (record.end().turn == 0) else "wins"
    return endings.get(result, endings["*"]).split()[0]


def _is_first(word: str, endings: dict[str, str]) -> bool:
    """Whether a word that ends a game is the one that is written for its result."""
    return any(words.split()[0] == word for words in endings.values())


def _result_of(word: str, turn: int, endings: dict[str, str]) -> str:
    """The result by the word that ends a game and who is to move; empty for any other word."""
    result = next((result for result, words in endings.items() if word in words.split()), "")
    if result in ("loses", "wins"):
        return "0-1" if (result == "loses") is (turn == 0) else "1-0"
    return result


# -- KIF, written -----------------------------------------------------------------------------------------------------

_FILES, _RANKS = "１２３４５６７８９", "一二三四五六七八九"
_EVEN = "平手"
_KIF_TAGS, _KIF_ENDINGS = WORDS["kif tags"], WORDS["kif endings"]
_KIF_TIME = re.compile(r"\[%emt ([0-9]{1,3}):([0-9]{2}):([0-9]{2})\]")


def write_kif(record: Record, notation: Notation) -> str:
    """A record as KIF in UTF-8."""
    lines = ["#KIF version=2.0 encoding=UTF-8", *_started(record, "開始日時：")]
    lines += [f"{name}：{record.tag(tag)}" for name, tag in _KIF_TAGS.items() if record.tag(tag)]
    lines += [f"手合割：{handicap_of(record) or _EVEN}", "手数----指手---------消費時間--"]
    lines += [f"*{comment.text}" for comment in record.line.intro]
    for number, (state, ply) in enumerate(record.steps(record.start()), 1):
        lines.append(f"{number:4} {_kif_move(state, ply.move, record.game)}")
        for place, comment in enumerate(ply.comments):
            used = _KIF_TIME.fullmatch(comment.text)
            if used and not place:
                lines[-1] += f"   ( {int(used[1]) * 60 + int(used[2])}:{used[3]}/00:00:00)"
            else:
                lines.append(f"*{comment.text}")
    return "\n".join([*lines, f"{len(record.line.plies) + 1:4} {_ending_of(record, _KIF_ENDINGS)}", ""])


def _kif_move(state: State, move: Move, game: Variant) -> str:
    file, rank = map(int, _digits_of(move.target, game))
    to = _FILES[file - 1] + _RANKS[rank - 1]
    if move.origin == NOT_SAID:
        return f"{to}{KIF_NAMES[game.piece_types[move.becomes].letter]}打"
    how = "成" if move.becomes != NOT_SAID else ""
    if not how and state.find(ParsedMove(GO, move.origin, move.target, becomes=PROMOTED)):
        how = "不成"
    letter = game.piece_types[state.piece_type_at(move.origin)].letter
    return f"{to}{KIF_NAMES[letter]}{how}({_digits_of(move.origin, game)})"


# -- KIF, read --------------------------------------------------------------------------------------------------------

_KIF_LETTERS = {name: letter for letter, name in KIF_NAMES.items()} | WORDS["kif other names"]

_LINE = re.compile(
    r" *([0-9]{1,4})[ 　]+(\S+(?:　\S+)?)"
    r"(?: *\( *([0-9]{1,5}):([0-9]{1,2})(?:/(?P<total> *[0-9]{1,5}:[0-9]{1,2}:[0-9]{1,2} *)?)?\))?[ +]*"
)
_KIF_MOVE = re.compile(
    rf"(?:同　?|(?P<to>[{_FILES}1-9][{_RANKS}]))(?P<piece>成[銀桂香]|[{''.join(n for n in _KIF_LETTERS if len(n) == 1)}])"
    r"(?:打|(?P<how>不成|成|生)?\((?P<frm>[1-9]{2})\))?"
)
_HEADING = re.compile(r"([^\s：:*#&]+)[：:](.*)")
_VARIATION = re.compile(r"変化[：:]\s*([0-9]{1,4})手\s*")
_FURNITURE = re.compile(r"#KIF version=[0-9.]+ encoding=(?:UTF-8|Shift_JIS)|手数-+指手-+消費時間-+|&|\*")
"""Lines that say nothing of the game."""
_CLOSING = re.compile(
    r"まで(?P<plies>[0-9]{1,4})手で(?:(?P<first>[先下])?(?P<second>[後上])?手の(?P<how>勝ち|反則負け)|中断|千日手|持将棋|投了|詰み)"
)
"""A line behind the moves that says once more how many there are, and who won."""
_DIAGRAM = re.compile(r"[|+][-|+ 　・v一-龠].*|.*の持駒[：:].*|[先後]手番")


@dataclass(slots=True)
class _Line:
    """A line of moves as it is read, from the number of its first move on."""

    first: int
    tokens: list[list[tuple[str, Span]]] = field(
        default_factory=lambda: [[]]
    )  # by move; in front: the text before all moves
    inside: dict[int, list[_Line]] = field(default_factory=dict)  # the variations in place of a move, by its number
    target: str = ""
    used: list[int] = field(default_factory=lambda: [0, 0])  # seconds of those who make odd and even moves

    @property
    def number(self) -> int:
        """The number of the next move."""
        return self.first + len(self.tokens) - 1

    def put(self, said: ReadTokenStream) -> None:
        """Add its tokens, each variation behind the move that it replaces."""
        for number, tokens in enumerate(self.tokens, self.first - 1):
            for token, span in tokens:
                said.add_token(token, span)
            for line in self.inside.get(number, ()):
                said.add_token("(", line.tokens[1][0][1] if len(line.tokens) > 1 else (0, 0))
                line.put(said)
                said.add_token(")", (0, 0))


def read_kif(game_text: GameText, notes: DiagnosticCollector) -> TokenStream:
    """A game taken apart. Lines that mean nothing here are noted and passed over."""
    said, main, result, place = ReadTokenStream(game_text.text), _Line(1), "*", None
    lines = [main]
    said.tag("Variant", GAME, (0, 0))
    for text, span in lines_of(game_text.text):
        moved, heading, other = _LINE.fullmatch(text.rstrip()), _HEADING.fullmatch(text), _VARIATION.fullmatch(text)
        turn = (len(main.tokens) - 1 + ("FEN" in said.tags)) % 2
        ends = _result_of(moved[2].split("(")[0], turn, _KIF_ENDINGS) if moved else ""
        if moved and int(moved[1]) != lines[-1].number:
            facts = {"found": int(moved[1]), "expected": lines[-1].number}
            notes.trouble(RecordCode.MOVE_NUMBER, (span[0] + moved.start(1), span[0] + moved.end(1)), facts)
        if moved and ends and len(lines) == 1 and place is None:
            result, place = ends, span
            if not _is_first(moved[2], _KIF_ENDINGS) or moved[3]:
                lines[-1].tokens[-1].append(("{" + text[moved.start(2) :].strip() + "}", span))
        elif moved and ends:
            lines[-1].tokens[-1].append(("{" + text[moved.start(2) :].strip() + "}", span))
        elif moved and (move := _KIF_MOVE.fullmatch(moved[2])):
            _read_kif_move(moved, move, span, lines[-1])
            said.syntax.append(span)  # its number is checked
        elif other:
            line = _Line(int(other[1]))
            said.syntax.append(span)
            parent = next((before for before in reversed(lines) if before.first < line.first), main)
            parent.inside.setdefault(line.first, []).append(line)
            lines.append(line)
        elif not text.strip() or _FURNITURE.fullmatch(text.strip()):
            said.syntax.append(span)
        elif closing := _CLOSING.fullmatch(text.strip()):
            if _is_repeated(closing, len(main.tokens) - 1, result):
                said.syntax.append(span)
            else:
                main.tokens[-1].append(("{" + text.strip() + "}", span))
        elif text[0] in "*#&":
            lines[-1].tokens[-1].append(("{" + text.removeprefix("*") + "}", span))
        elif _DIAGRAM.fullmatch(text):
            what = "the game starts from a board set up by hand, which is not read; its moves are not judged"
            notes.bad_value(span, what)
            lines[-1].tokens[-1].append(("{" + game_text.text[span[0] :] + "}", (span[0], len(game_text.text))))
            break
        elif heading and len(main.tokens) == 1:
            _read_heading(heading, span, said, main, notes)
        else:
            notes.bad_value(span, f"this line means nothing in KIF: {shown(text.strip())}")
    main.put(said)
    said.end(result, place)
    said.report_rest(notes)
    return said


def _is_repeated(closing: re.Match[str], plies: int, result: str) -> bool:
    """Whether the closing line says what the moves and the result say."""
    if int(closing["plies"]) != plies:
        return False
    if not closing["how"]:
        return True
    wins = bool(closing["first"]) is (closing["how"] == "勝ち")
    return result == ("1-0" if wins else "0-1")


def _read_kif_move(moved: re.Match[str], found: re.Match[str], span: Span, line: _Line) -> None:
    """Take in a move, as Hodges writes it without a mark for captures, and the time that was used."""
    if found["to"]:
        file = _FILES.find(found["to"][0]) + 1 or found["to"][0]
        line.target = _cell_of(f"{file}{_RANKS.index(found['to'][1]) + 1}")
    token = f"{_KIF_LETTERS[found['piece']]}*{line.target}"
    if found["frm"]:
        change = {"成": "+", None: ""}.get(found["how"], "=")
        token = f"{_KIF_LETTERS[found['piece']]}{_cell_of(found['frm'])}{line.target}{change}"
    start = span[0] + moved.start(2)
    line.tokens.append([(token, (start, start + len(moved[2])))])
    minutes, seconds = int(moved[3] or 0), int(moved[4] or 0)
    if minutes or seconds:
        used = f"{{[%emt {minutes // 60}:{minutes % 60:02}:{seconds:02}]}}"
        line.tokens[-1].append((used, (span[0] + moved.start(3), span[1])))
    side = line.number % 2
    line.used[side] += 60 * minutes + seconds
    total = (moved["total"] or "").strip()
    clock = [int(part) for part in total.split(":")] if total else [0]
    if any(clock) and 3600 * clock[0] + 60 * clock[1] + clock[2] != line.used[side]:
        line.tokens[-1].append((f"{{{total}}}", (span[0] + moved.start("total"), span[0] + moved.end("total"))))


def _read_heading(
    found: re.Match[str], span: Span, said: ReadTokenStream, line: _Line, notes: DiagnosticCollector
) -> None:
    name, text = found[1], found[2].strip()
    tag = (_KIF_TAGS | {"下手": "White", "上手": "Black"}).get(name)
    if tag:
        said.tag(tag, text, span)
    elif name == "手合割" and text == _EVEN:
        said.syntax.append(span)
    elif name == "開始日時":
        _read_start(text, said, span)
    elif name != "手合割":
        line.tokens[0].append(("{" + found[0] + "}", span))
    elif text in HANDICAPS:
        said.tag("FEN", without(HANDICAPS[text]), span)
    else:
        notes.bad_value(span, f"the handicap {shown(text)} is not known; the moves are judged from the usual start")


# -- CSA, written -----------------------------------------------------------------------------------------------------

_CSA_TAGS, _CSA_ENDINGS, _LEFT_OUT = WORDS["csa tags"], WORDS["csa endings"], WORDS["csa left out"]
_CSA_TIME = re.compile(r"\[%emt ([0-9]{1,6})\]")


def write_csa(record: Record, notation: Notation) -> str:
    """A record as CSA in version 2.2."""
    lines = ["V2.2", *(f"{mark}{record.tag(tag)}" for mark, tag in _CSA_TAGS.items() if record.tag(tag))]
    handicap = HANDICAPS.get(handicap_of(record) or "", "")
    lines += [*_started(record, "$START_TIME:"), f"PI{''.join(_LEFT_OUT[cell] for cell in handicap.split())}"]
    lines += ["-" if handicap else "+", *(f"'*{comment.text}" for comment in record.line.intro)]
    for state, ply in record.steps(record.start()):
        origin, target, becomes = ply.move[:3]
        cells = ["00" if cell == NOT_SAID else _digits_of(cell, record.game) for cell in (origin, target)]
        piece = record.game.piece_types[state.piece_type_at(origin) if becomes == NOT_SAID else becomes]
        lines.append(f"{'+-'[state.turn]}{''.join(cells)}{CSA_NAMES[piece.letter]}")
        for place, comment in enumerate(ply.comments):
            used = _CSA_TIME.fullmatch(comment.text)
            lines.append(f"T{used[1]}" if used and not place else f"'*{comment.text}")
    return "\n".join([*lines, f"%{_ending_of(record, _CSA_ENDINGS)}", ""])


# -- CSA, read --------------------------------------------------------------------------------------------------------

_CSA_LETTERS = {name: letter for letter, name in CSA_NAMES.items()}
_CSA_MOVE = re.compile(r"([+-])([0-9]{2})([1-9]{2})([A-Z]{2})")
_VERSION = re.compile(r"V[1-9](?:\.[0-9])?")
_BOARD = re.compile(r"P[1-9+-].*")
_ROW = ["KY", "KE", "GI", "KI", "OU", "KI", "GI", "KE", "KY"]
_USUAL = {
    "P+", "P-", f"P1-{'-'.join(_ROW)}", f"P9+{'+'.join(_ROW)}", f"P3{'-FU' * 9}", f"P7{'+FU' * 9}",
    "P2*-HI*****-KA*", "P8*+KA*****+HI*", *(f"P{rank}{'*' * 9}" for rank in (4, 5, 6)),
}  # fmt: skip
"""The lines of the usual start, without blanks."""


def read_csa(game_text: GameText, notes: DiagnosticCollector) -> TokenStream:
    """A game taken apart. Lines that mean nothing here are noted and passed over."""
    said, turn, result, place = LateTokenStream(game_text.text, told=_csa_told), 0, "*", None
    said.tag("Variant", GAME, (0, 0))
    rows: set[str] = set()
    for line, span in lines_of(game_text.text):
        line = line.rstrip()
        mark = next((mark for mark in _CSA_TAGS if line.startswith(mark)), "")
        ends = _result_of(line[1:], turn, _CSA_ENDINGS) if line[:1] == "%" else ""
        begins = "-" if "FEN" in said.tags else "+"
        if mark:
            said.tag(_CSA_TAGS[mark], line.removeprefix(mark), span)
        elif line.startswith("$START_TIME:"):
            _read_start(line.partition(":")[2], said, span)
        elif line[:1] in ("'", "$"):
            if text := line[1:].removeprefix("*" if line[0] == "'" else ""):
                said.add_token("{" + text + "}", span)
            else:
                said.syntax.append(span)
        elif line.startswith("PI"):
            _read_left_out(line[2:], said, span, notes)
        elif _CSA_MOVE.fullmatch(line):
            turn = 1 if line[0] == "+" else 0
            said.add_move(line, span)
        elif re.fullmatch(r"T[0-9]{1,6}", line):
            said.add_token(f"{{[%emt {line[1:]}]}}", span)
        elif ends and place is None:
            result, place = ends, span
            if not _is_first(line[1:], _CSA_ENDINGS):
                said.add_token("{" + line + "}", span)
        elif _BOARD.fullmatch(line) and line.replace(" ", "") not in _USUAL:
            what = f"the board set up by hand ({shown(line)}) is not read, and the game's moves are not judged"
            notes.bad_value(span, what)
            said.add_token("{" + game_text.text[span[0] :] + "}", (span[0], len(game_text.text)))
            break
        elif _BOARD.fullmatch(line):
            if line not in rows:  # one that stands twice is reported
                said.syntax.append(span)
            rows.add(line)
        elif line in ("/", begins) or _VERSION.fullmatch(line):
            said.syntax.append(span)
        elif line.strip():
            notes.bad_value(span, f"this line means nothing in CSA: {shown(line)}")
    said.end(result, place)
    said.report_rest(notes)
    return said


def _csa_told(text: str, state: State, game: Variant) -> str:
    """A move as Hodges writes it; + where the piece that it names is not yet what stands there."""
    found = _CSA_MOVE.fullmatch(text)
    letter = _CSA_LETTERS.get(found[4]) if found else None
    if found is None or letter is None or found[1] != "+-"[state.turn]:
        return text
    target = _cell_of(found[3])
    if found[2] == "00":
        return f"{letter}*{target}"
    origin = hodges.cell_of(_cell_of(found[2]), game.board)
    standing = state.piece_type_at(game.board.index[origin]) if origin in game.board.index else NOT_SAID
    promotes = standing != NOT_SAID and f"+{game.piece_types[standing].letter}" == letter
    return f"{letter[promotes:]}{_cell_of(found[2])}{target}{'+' if promotes else ''}"


def _read_left_out(pieces: str, said: LateTokenStream, span: Span, notes: DiagnosticCollector) -> None:
    """The usual start without some pieces, where that is a usual handicap."""
    left_out = sorted(re.findall("....", pieces))
    usual = (cells for cells in HANDICAPS.values() if sorted(_LEFT_OUT[cell] for cell in cells.split()) == left_out)
    if not pieces:
        said.syntax.append(span)
    elif cells := next(usual, ""):
        said.tag("FEN", without(cells), span)
    else:
        notes.bad_value(span, f"PI{shown(pieces)} is no usual handicap; the moves are judged from the usual start")


_HOLDS = Holds(
    tags=frozenset(("White", "Black", "Event", "Site", "Date", "Time", "FEN")), variant=True, comments=True, intro=True
)
KIF = Format(
    "kif", _HOLDS, write_kif,
    looks=begins_like(r"# ?KIF|# ---- Kifu|(?:[^\n]*\n)*?(?:手数-|手合割|先手[：:])"),
    cut=cut_before("# ?KIF|# ---- "), read=read_kif, notation=hodges, refuses=refuses,
)  # fmt: skip
CSA = Format(
    "csa", _HOLDS, write_csa,
    looks=begins_like(r"(?:'[^\n]*\n)*+(?:V[1-3](?:\.[0-9])?\s|N[+-])"), cut=cut_before(r"V[1-9][0-9.]*+\s*+\Z"),
    read=read_csa, notation=hodges, refuses=refuses,
)  # fmt: skip
