"""Shogi as Japanese programs keep it, KIF: `1 ７六歩(77)`, a numbered line a half-move; also in Shift_JIS.

Read and written are names, date, event (棋戦) and site (場所), handicaps (手合割), moves, the time used
(`( 0:16/00:00:16)`, kept as `[%emt]`), comments (lines with `*`) and how the game ended (投了). Variations (変化) are
read, each behind the move that it replaces; they are not written. Other headings become comments in front of the moves.
A board set up by hand is told, and its moves are not judged.

>>> from fairyscore.notation.moves import long
>>> from fairyscore.notation.records.tree import MoveLine, Ply
>>> from fairyscore.notation.variants.registry import variant
>>> shogi = variant("shogi")
>>> move = shogi.initial_state().find(long.read("c3-c4", shogi))
>>> print(write(Record("shogi", (("White", "羽生"),), MoveLine((Ply(move),))), long), end="")
#KIF version=2.0 encoding=UTF-8
先手：羽生
手合割：平手
手数----指手---------消費時間--
   1 ７六歩(77)
   2 中断
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from fairyscore.notation.formats import shogi
from fairyscore.notation.formats.base import Format
from fairyscore.notation.formats.walk import begins_like, cut_before, lines_of
from fairyscore.notation.moves import hodges
from fairyscore.notation.records.collector import DiagnosticCollector, Span
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.records.token_stream import ReadTokenStream, TokenStream
from fairyscore.notation.records.tree import Record
from fairyscore.notation.rules.moves import GO, NOT_SAID, PROMOTED, Move, ParsedMove
from fairyscore.notation.rules.variant import Notation, State, Variant
from fairyscore.notation.text import shown

NAMES = shogi.named("玉 飛 角 金 銀 桂 香 歩 龍 馬 成銀 成桂 成香 と")
"""Letter of a piece -> its name here."""
LETTERS = {text: letter for letter, text in NAMES.items()} | dict(
    zip(("王", "竜", "全", "圭", "杏"), ("K", "+R", "+S", "+N", "+L"), strict=True)
)
FILES, RANKS = "１２３４５６７８９", "一二三四五六七八九"

ENDINGS = {
    "投了": "loses", "詰み": "loses", "切れ負け": "loses", "反則負け": "loses", "反則勝ち": "wins", "入玉勝ち": "wins",
    "勝ち宣言": "wins", "持将棋": "1/2-1/2", "千日手": "1/2-1/2", "中断": "*", "不詰": "*",
}  # fmt: skip
WORDS = {"loses": "投了", "wins": "入玉勝ち", "1/2-1/2": "持将棋", "*": "中断"}
TAGS = {"先手": "White", "下手": "White", "後手": "Black", "上手": "Black", "棋戦": "Event", "場所": "Site"}
EVEN = "平手"

_EMT = re.compile(r"\[%emt ([0-9]{1,3}):([0-9]{2}):([0-9]{2})\]")
_LINE = re.compile(r" *([0-9]{1,4})[ 　]+(\S+(?:　\S+)?)(?: *\( *([0-9]{1,5}):([0-9]{1,2})(?:/[0-9: ]*)?\))?[ +]*")
_MOVE = re.compile(
    rf"(?:同　?|(?P<to>[{FILES}1-9][{RANKS}]))(?P<piece>成[銀桂香]|[{''.join(n for n in LETTERS if len(n) == 1)}])"
    r"(?P<how>打|不成|成|生)?(?:\((?P<frm>[1-9]{2})\))?"
)
_HEADING = re.compile(r"([^\s：:*#&]+)[：:](.*)")
_VARIATION = re.compile(r"変化[：:]\s*([0-9]{1,4})手\s*")
_FURNITURE = re.compile(
    r"#KIF version=[0-9.]+ encoding=(?:UTF-8|Shift_JIS)|手数-+指手-+消費時間-+|&|\*"
    r"|まで[0-9]+手で(?:[先後上下]手の(?:勝ち|反則負け)|中断|千日手|持将棋|投了|詰み)"
)
"""Lines that say nothing of the game, or nothing new."""
_BOARD = re.compile(r"[|+][-|+ 　・v一-龠].*|.*の持駒[：:].*|[先後]手番")


# -- writing ----------------------------------------------------------------------------------------------------------


def write(record: Record, notation: Notation) -> str:
    """A record in UTF-8."""
    lines = ["#KIF version=2.0 encoding=UTF-8"]
    lines += [f"開始日時：{start}"] if (start := shogi.started(record)) else []
    for name in ("棋戦", "場所", "先手", "後手"):
        lines += [f"{name}：{record.tag(TAGS[name])}"] if record.tag(TAGS[name]) else []
    lines += [
        f"手合割：{shogi.handicap_of(record) or EVEN}",
        "手数----指手---------消費時間--",
        *(f"*{comment.text}" for comment in record.line.intro),
    ]
    for number, (state, ply) in enumerate(record.steps(record.start()), 1):
        lines.append(f"{number:4} {_move(state, ply.move, record.game)}")
        for place, comment in enumerate(ply.comments):
            used = _EMT.fullmatch(comment.text)
            if used and not place:
                lines[-1] += f"   ( {int(used[1]) * 60 + int(used[2])}:{used[3]}/00:00:00)"
            else:
                lines.append(f"*{comment.text}")
    return "\n".join([*lines, f"{len(record.line.plies) + 1:4} {shogi.ending_of(record, WORDS)}", ""])


def _move(state: State, move: Move, game: Variant) -> str:
    target = hodges.text_of(move.target, game.board)
    to = FILES[int(target[0]) - 1] + RANKS["abcdefghi".index(target[1])]
    if move.origin == NOT_SAID:
        return f"{to}{NAMES[game.piece_types[move.becomes].letter]}打"
    kind = state.piece_type_at(move.origin)
    how = "成" if move.becomes != NOT_SAID else ""
    if not how and state.find(ParsedMove(GO, move.origin, move.target, becomes=PROMOTED)):
        how = "不成"
    return f"{to}{NAMES[game.piece_types[kind].letter]}{how}({shogi.digits_of(move.origin, game)})"


# -- reading ----------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Line:
    """A line of moves as it is read. first: the number of its first move; tokens: by move, with what stands behind it, the
    text in front of the first move first; inside: the variations in place of a move, by its number."""

    first: int
    tokens: list[list[tuple[str, Span]]] = field(default_factory=lambda: [[]])
    inside: dict[int, list[_Line]] = field(default_factory=dict)
    target: str = ""

    def put(self, said: ReadTokenStream) -> None:
        """Add its tokens, each variation behind the move that it replaces."""
        for number, tokens in enumerate(self.tokens, self.first - 1):
            for token, span in tokens:
                said.add_token(token, span)
            for line in self.inside.get(number, ()):
                said.add_token("(", line.tokens[1][0][1] if len(line.tokens) > 1 else (0, 0))
                line.put(said)
                said.add_token(")", (0, 0))


def read(game_text: GameText, notes: DiagnosticCollector) -> TokenStream:
    """A game taken apart. Lines that mean nothing here are noted and passed over."""
    said, lines, result = ReadTokenStream(game_text.text), [_Line(1)], "*"
    said.tag("Variant", shogi.GAME, (0, 0))
    for text, span in lines_of(game_text.text):
        moved, heading, other = _LINE.fullmatch(text.rstrip()), _HEADING.fullmatch(text), _VARIATION.fullmatch(text)
        word = moved[2].split("(")[0] if moved else ""
        if moved and word in ENDINGS:
            if len(lines) == 1:
                turn = (len(lines[0].tokens) - 1 + ("FEN" in said.tags)) % 2
                result = shogi.result_of(word, turn, ENDINGS)
        elif moved and _MOVE.fullmatch(moved[2]):
            _move_line(moved, span, lines[-1])
        elif other:
            lines.append(_Line(int(other[1])))
            parent = next((line for line in reversed(lines[:-1]) if line.first < lines[-1].first), lines[0])
            parent.inside.setdefault(lines[-1].first, []).append(lines[-1])
        elif not text.strip() or _FURNITURE.fullmatch(text.strip()):
            continue
        elif text[0] in "*#&":
            lines[-1].tokens[-1].append(("{" + text.lstrip("*") + "}", span))
        elif _BOARD.fullmatch(text):
            what = "the game starts from a board set up by hand, which is not read; its moves are not judged"
            notes.bad_value(span, what)
            break
        elif heading and len(lines[0].tokens) == 1:
            _heading(heading, span, said, lines[0], notes)
        else:
            notes.bad_value(span, f"this line means nothing in KIF: {shown(text.strip())}")
    lines[0].put(said)
    said.end(result)
    return said


def _move_line(moved: re.Match[str], span: Span, line: _Line) -> None:
    """Take in a move, as Hodges writes it without a mark for captures, and the time that was used."""
    found = _MOVE.fullmatch(moved[2])
    assert found is not None
    start = span[0] + moved.start(2)
    if found["to"]:
        file = FILES.find(found["to"][0]) + 1 or found["to"][0]
        line.target = f"{file}{'abcdefghi'[RANKS.index(found['to'][1])]}"
    letter = LETTERS[found["piece"]]
    if found["frm"]:
        change = {"成": "+", None: ""}.get(found["how"], "=")
        token = f"{letter}{shogi.cell_of(found['frm'])}{line.target}{change}"
    else:
        token = f"{letter}*{line.target}"
    line.tokens.append([(token, (start, start + len(moved[2])))])
    if moved[3]:
        minutes = int(moved[3])
        if minutes or int(moved[4]):
            used = f"{{[%emt {minutes // 60}:{minutes % 60:02}:{int(moved[4]):02}]}}"
            line.tokens[-1].append((used, (span[0] + moved.start(3), span[1])))


def _heading(found: re.Match[str], span: Span, said: ReadTokenStream, line: _Line, notes: DiagnosticCollector) -> None:
    name, text = found[1], found[2].strip()
    if name in TAGS:
        said.tag(TAGS[name], text, span)
    elif name == "開始日時":
        shogi.read_start(text, said, span)
    elif name == "手合割" and text in shogi.HANDICAPS:
        said.tag("FEN", shogi.without(shogi.HANDICAPS[text]), span)
    elif name == "手合割" and text != EVEN:
        notes.bad_value(span, f"the handicap {shown(text)} is not known; the moves are judged from the usual start")
    elif name != "手合割":
        line.tokens[0].append(("{" + found[0] + "}", span))


KIF = Format(
    "kif", shogi.HOLDS, write,
    looks=begins_like(r"# ?KIF|# ---- Kifu|(?:[^\n]*\n)*?(?:手数-|手合割|先手[：:])"),
    cut=cut_before("# ?KIF|# ---- "), read=read, notation=hodges, refuses=shogi.refuses,
)  # fmt: skip
