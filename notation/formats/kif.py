"""Shogi as Japanese programs keep it: KIF, a numbered line a half-move, and KI2, moves as books print them.

KIF: `   1 ７六歩(77)   ( 0:16/00:00:16)`, with the cell left. KI2: `▲７六歩 △３四歩`, several moves a line.
Both are also read in Shift_JIS and EUC-JP, for shogi and, by 手合割 or the board, for minishogi, Kyoto and others of its
kin. Read and written are names, date, event (棋戦) and site (場所), handicaps (手合割), a
board set up (the diagram with 持駒 and 後手番), moves, the time used (KIF, kept as `[%emt]`), comments (lines with `*`),
variations (変化) and how the game ended: 投了 in KIF, まで6手で先手の勝ち in KI2. Other headings become comments in front
of the moves. A word for the end that is not the usual one of its result (詰み) is a comment on the last move, and written
as it was; a total time is a comment where it is not the sum of the times. Version, rulers and the time of a move that took
none say nothing, and are not kept.

>>> from fairyscore.notation.moves import long
>>> from fairyscore.notation.records.tree import MoveLine, Ply
>>> move = variant("shogi").initial_state().find(long.read("c3-c4", variant("shogi")))
>>> record = Record("shogi", (("White", "羽生"),), MoveLine((Ply(move),)))
>>> print(write_kif(record, long), write_ki2(record, long), sep="", end="")
#KIF version=2.0 encoding=UTF-8
先手：羽生
手合割：平手
手数----指手---------消費時間--
   1 ７六歩(77)
   2 中断
# ----  ki2 形式棋譜ファイル  ----
先手：羽生
手合割：平手
▲７六歩
まで1手で中断
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from fairyscore.notation.formats.base import Format, Holds
from fairyscore.notation.formats.shogi import (
    GAME,
    HANDICAPS,
    WORDS,
    Standing,
    cell_of,
    declares_impasse,
    digits_of,
    end_of_tag,
    ending_of_record,
    fen_of,
    game_of_board,
    game_of_name,
    handicap_of,
    is_first,
    name_of_game,
    read_start,
    refuses,
    result_of,
    size_of,
    standing,
    started,
    termination_of,
    usual_ending,
    with_bare_ending,
    without,
)
from fairyscore.notation.formats.walk import begins_like, cut_behind, lines_of
from fairyscore.notation.moves import japanese
from fairyscore.notation.records.diagnostics import RecordCode
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.records.token_stream import DiagnosticCollector, ReadTokenStream, Span, TokenStream
from fairyscore.notation.records.tree import Comment, MoveLine, Ply, Record
from fairyscore.notation.rules.moves import ABSENT, Move
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Notation, PositionError, Variant
from fairyscore.notation.text import shown
from fairyscore.notation.variants.registry import variant

TAGS, ENDINGS = WORDS["kif tags"], WORDS["kif endings"]
HEADINGS = TAGS | {"下手": "White", "上手": "Black"}
"""All headings that fill a tag: of a game with a handicap the players have other names."""

EVEN, OTHER_START = "平手", "その他"
_UP_TO_TEN = tuple("一二三四五六七八九十")
_UP_TO_EIGHTEEN = tuple(f"十{digit}" for digit in _UP_TO_TEN[:8])
NUMBERS = {text: number for number, text in enumerate(("", *_UP_TO_TEN, *_UP_TO_EIGHTEEN))}
"""How many of a piece are in hand, in Chinese digits."""

_KI2_HEAD = "# ----  ki2 形式棋譜ファイル  ----"
SENTE, GOTE = "▲", "△"
_EMT = re.compile(r"\[%emt ([0-9]{1,3}):([0-9]{2}):([0-9]{2})\]")


# -- writing ----------------------------------------------------------------------------------------------------------


def write_kif(record: Record, notation: Notation) -> str:
    """A record as KIF in UTF-8."""
    record = with_bare_ending(record, lambda text: not text.startswith("%"))
    plies = record.line.plies
    ending = _ending(record)
    lines = ["#KIF version=2.0 encoding=UTF-8", *_heading(record), "手数----指手---------消費時間--"]
    lines += _comments(record.line.intro, "" if plies else ending)
    written = _KifWriter(record, ending)
    main, variations = written.line(record.line, record.start(), 1, ABSENT)
    word = ending or usual_ending(record, ENDINGS)
    end = f"{len(plies) + 1:4} {word}" if word else _closing(record, "")
    return "\n".join([*lines, *main, end, *variations, ""])


def write_ki2(record: Record, notation: Notation) -> str:
    """A record as KI2 in UTF-8."""
    record = with_bare_ending(record, lambda text: False)
    plies = record.line.plies
    ending = _ending(record)
    lines = [_KI2_HEAD, *_heading(record), *_comments(record.line.intro, "" if plies else ending)]
    main, variations = _Ki2Writer(record, ending).line(record.line, record.start(), 1, ABSENT)
    return "\n".join([*lines, *main, _closing(record, ending), *variations, ""])


def _ending(record: Record) -> str:
    plies = record.line.plies
    return ending_of_record(record, plies[-1].comments if plies else record.line.intro, ENDINGS, "")


def _heading(record: Record) -> list[str]:
    lines = [
        *started(record, "開始日時："),
        *(f"{name}：{record.tag(tag)}" for name, tag in TAGS.items() if record.tag(tag)),
    ]
    handicap, game = handicap_of(record), name_of_game(record.game)
    if handicap or not record.set_up:
        return [*lines, f"手合割：{handicap or game or EVEN}"]
    return [*lines, f"手合割：{game or OTHER_START}", *_diagram(record.start(), record.game)]


def _diagram(state: State, game: Variant) -> list[str]:
    """The board of a position set up, with what both have in hand."""
    pieces, rows, (files, ranks) = standing(state, game), [], size_of(game)
    for rank in range(ranks, 0, -1):
        row = "".join(_on_board(pieces.get(f"{file}{rank}"), game) for file in "abcdefghi"[:files])
        rows.append(f"|{row}|{japanese.RANKS[ranks - rank]}")
    frame = f"+{'-' * 3 * files}+"
    numbers = " " + "".join(f" {file}" for file in reversed(japanese.FILES[:files]))
    hands = [_in_hand(state, seat, game) for seat in (0, 1)]
    lines = [f"後手の持駒：{hands[1]}", numbers, frame, *rows, frame, f"先手の持駒：{hands[0]}"]
    return [*lines, *(["後手番"] if state.turn else [])]


def _on_board(piece: str | None, game: Variant) -> str:
    if piece is None:
        return " ・"
    return f"{'v' if piece.islower() else ' '}{_diagram_names(game)[piece.upper()]}"


def _diagram_names(game: Variant) -> dict[str, str]:
    """The names of pieces in diagrams, a character each, by their letters."""
    names = dict(japanese.names_of(game))
    return names | {letter: name for letter, name in WORDS["diagram pieces"].items() if len(names.get(letter, "")) > 1}


def _in_hand(state: State, seat: int, game: Variant) -> str:
    held = state.hand_of(seat)
    numbers = {number: text for text, number in NUMBERS.items()}
    kinds = sorted(dict.fromkeys(held), key=lambda kind: "RBGSNLP".find(game.piece_types[kind].letter))
    names = japanese.names_of(game)
    texts = [
        names[game.piece_types[kind].letter] + (numbers[held.count(kind)] if held.count(kind) > 1 else "")
        for kind in kinds
    ]
    return "　".join(texts) or "なし"


def _comments(comments: tuple[Comment, ...], ending: str) -> list[str]:
    """The lines of comments but for the ending, which is the last of them where there is one."""
    return [f"*{comment.text}" for comment in (comments[:-1] if ending else comments)]


@dataclass(slots=True)
class _KifWriter:
    """Writes lines of moves. ending: the last comment of the main line, if that says how the game ended."""

    record: Record
    ending: str

    def line(self, line: MoveLine, state: State, number: int, before: int) -> tuple[list[str], list[str]]:
        """The lines of its moves, from a number on, and those of its variations, the last ones first.

        before: the cell that the move before them reached.
        """
        lines: list[str] = []
        later: list[tuple[int, MoveLine, State, int]] = []
        used = [0, 0]
        for ply in line.plies:
            ending = self.ending_of(line) if ply is line.plies[-1] else ""
            later += [(number, variation, state.copy(), before) for variation in ply.variations]
            comments = ply.comments[:-1] if ending else ply.comments
            self.move(lines, state, ply, before, (number, comments, used))
            before = ply.move.target
            state.push_unchecked(ply.move)
            number += 1
            if ending and line is not self.record.line:
                lines.append(f"{number:4} {ending}")
        inside: list[str] = []
        for first, variation, start, reached in sorted(later, key=lambda item: -item[0]):
            moves, further = self.line(variation, start, first, reached)
            inside += ["", f"変化：{first}手", *_comments(variation.intro, ""), *moves, *further]
        return lines, inside

    def ending_of(self, line: MoveLine) -> str:
        """The last comment of a line, if it is written as how the line ends: a variation ends in a word of the format."""
        if line is self.record.line:
            return self.ending
        comments = line.plies[-1].comments
        return comments[-1].text if comments and result_of(comments[-1].text, 0, ENDINGS) else ""

    def move(
        self, lines: list[str], state: State, ply: Ply, before: int, where: tuple[int, tuple[Comment, ...], list[int]]
    ) -> None:
        """Add a move with its time and comments. where: its number, comments, and the seconds both have used."""
        number, comments, used = where
        text = f"{number:4} {_after(before, _kif_move(state, ply.move, self.record.game), ply.move)}"
        time = _EMT.fullmatch(comments[0].text) if comments else None
        if time:
            hours, minutes, seconds = map(int, time.groups())
            used[number % 2] += 3600 * hours + 60 * minutes + seconds
            total = used[number % 2]
            clock = f"{total // 3600:02}:{total // 60 % 60:02}:{total % 60:02}"
            text += f"   ({hours * 60 + minutes:2}:{seconds:02}/{clock})"
        lines += [text, *_comments(comments[bool(time) :], "")]


@dataclass(slots=True)
class _Ki2Writer(_KifWriter):
    """Writes moves as they are printed, six a line."""

    def ending_of(self, line: MoveLine) -> str:
        """See `_KifWriter`; variations have no line of their own for it."""
        return self.ending if line is self.record.line else ""

    def move(
        self, lines: list[str], state: State, ply: Ply, before: int, where: tuple[int, tuple[Comment, ...], list[int]]
    ) -> None:
        """Add a move with its comments; times have no place here."""
        _, comments, _ = where
        text = _after(before, japanese.write(state, ply.move, self.record.game), ply.move)
        text = (GOTE if state.turn else SENTE) + text
        if lines and lines[-1][0] in (SENTE, GOTE) and len(re.findall(f"[{SENTE}{GOTE}]", lines[-1])) < 6:
            lines[-1] += f" {text}"
        else:
            lines.append(text)
        lines += _comments(comments, "")


def _after(before: int, text: str, move: Move) -> str:
    """The text of a move with 同 for the cell that the move before it reached."""
    if move.target != before:
        return text
    short = len(text.partition("(")[0]) == len("２二銀")
    return f"{japanese.SAME}{'　' if short else ''}{text[2:]}"


def _kif_move(state: State, move: Move, game: Variant) -> str:
    to = japanese.cell_name(move.target, game.board)
    if move.origin == ABSENT:
        return f"{to}{japanese.names_of(game)[game.piece_types[move.becomes].letter]}打"
    letter = game.piece_types[state.piece_type_at(move.origin)].letter
    return (
        f"{to}{japanese.names_of(game)[letter]}{japanese.change_of(state, move, game)}({digits_of(move.origin, game)})"
    )


def _closing(record: Record, ending: str) -> str:
    """The line after the moves that says how many there are, and how the game ended."""
    word = ending or usual_ending(record, ENDINGS)
    first, second = ("下手", "上手") if handicap_of(record) else ("先手", "後手")
    winner = {"1-0": first, "0-1": second}.get(record.result)
    if winner is None:
        return f"まで{len(record.line.plies)}手で{word}"
    return (
        f"まで{len(record.line.plies)}手で{winner}の勝ち" if not ending else f"まで{len(record.line.plies)}手で{word}"
    )


# -- reading ----------------------------------------------------------------------------------------------------------

_LINE = re.compile(
    r"[\s　]*([0-9]{1,4})[\s　]+(\S{1,24}?(?:[ 　]{1,2}[^\s+(]\S{0,23}?)??)"
    r"(?:[\s　]*\(\s*([0-9]{1,5}):([0-9]{1,2})\s*(?:/(?P<total>\s*[0-9]{1,5}:[0-9]{1,2}:[0-9]{1,2}\s*)?)?\))?[\s　+]*"
    r"(?:\(\s*0{1,2}:00\s*/\s*0{1,2}:00:00\s*\)[\s　]*)?"  # a second clock that says nothing, of IS-SHOGI
)
_TO = rf"(?:{japanese.SAME}[　 ]{{0,2}}|{japanese.CELL})"
_KIF_MOVE = re.compile(rf"({_TO}(?:{japanese.PIECE})(?:打|(?:不成|成|生)?(?:\([1-9]{{2}}\))))(?:\(00\))?")
_BEGINS_WITH_MOVE = re.compile(rf"[\s　]*([0-9]{{1,4}})[\s　]+{_KIF_MOVE.pattern}")
_KI2_LINE = re.compile(r"\s*[▲△☗☖▼▽]")
_KI2_MOVE = re.compile(rf"[▲△☗☖▼▽](?:{japanese.SAME}[　 ]{{0,2}})?[^▲△☗☖▼▽\s]+")
_HEADING = re.compile(r"([^\s：:*#&]+)[：:](.*)")
_VARIATION = re.compile(r"変化[：:]\s*([0-9]{1,4})手[\s+]*")
_FURNITURE = re.compile(
    r"# ?KI[F2] version=[0-9.]+ encoding=(?:UTF-8|Shift_JIS)|# -+ +ki2 形式棋譜ファイル +-+|手数-+指手-+(?:消費時間-+)?|"
    r"&|\*|[ 　９８７６５４３２１]+|\+-+\+|先手番|下手番|盤面[回反]転"
)
"""Lines that say nothing of the game."""
_CLOSING = re.compile(
    r"まで(?P<plies>[0-9]{1,4})手(?:で?(?P<mate>詰)み?"
    r"|で(?P<time>時間切れにより)?(?P<first>[先下])?(?P<second>[後上])?手の(?P<how>勝ち|反則負け|反則勝ち)"
    rf"|で(?P<word>{'|'.join(word for words in ENDINGS.values() for word in words.split())}))"
)
"""A line after the moves that says once more how many there are, and who won."""
_ROW = re.compile(rf"\|((?:[ v^](?:[^\s|])){{3,9}})\|[{japanese.RANKS}]?")
_HAND = re.compile(r"([先後下上])手の持駒[：:](.*)")
_IN_HAND = re.compile(rf"({japanese.PIECE})([一二三四五六七八九十]*)")
_GAME_NAME = re.compile(r"^手合割[：:][ \t　]*+(\S++)", re.MULTILINE)


@dataclass(slots=True)
class _KifLine:
    """A line of moves as it is read, from the number of its first move on."""

    first: int
    tokens: list[list[tuple[str, Span]]] = field(
        default_factory=lambda: [[]]
    )  # by move; in front: the text before all moves
    inside: dict[int, list[_KifLine]] = field(default_factory=dict)  # the variations in place of a move, by its number
    used: list[int] = field(default_factory=lambda: [0, 0])  # seconds of those who make odd and even moves
    result: str = "*"  # by the word that ends it
    place: Span | None = None  # where that word stands

    @property
    def number(self) -> int:
        """The number of the next move."""
        return self.first + len(self.tokens) - 1

    def put(self, stream: ReadTokenStream) -> None:
        """Add its tokens, each variation after the move that it replaces."""
        for number, tokens in enumerate(self.tokens, self.first - 1):
            for token, span in tokens:
                stream.add_token(token, span)
            for line in self.inside.get(number, ()):
                stream.add_token("(", line.tokens[1][0][1] if len(line.tokens) > 1 else (0, 0))
                line.put(stream)
                stream.add_token(")", (0, 0))


@dataclass(slots=True)
class _KifBoard:
    """A board set up by hand, as it is read."""

    game: Variant
    rows: list[str] = field(default_factory=list)
    hands: str = ""
    turn: int = 0
    spans: list[Span] = field(default_factory=list)

    def read(self, line: str, span: Span) -> bool:
        """Take in a line if it belongs to a diagram."""
        row, hand = _ROW.fullmatch(line), _HAND.fullmatch(line)
        if row:
            self.rows.append(row[1])
        elif hand:
            letters = japanese.letters_of(self.game)
            for name, number in _IN_HAND.findall(hand[2]):
                letter = letters.get(name, "") * (NUMBERS.get(number, 0) if number else 1)
                self.hands += letter.lower() if hand[1] in "後上" else letter
        elif line in ("後手番", "上手番"):
            self.turn = 1
        else:
            return False
        self.spans.append(span)
        return True

    def fen(self) -> str:
        """The FEN of the board, empty for the usual start. Raises `PositionError`."""
        files, ranks = size_of(self.game)
        if len(self.rows) != ranks:
            raise PositionError(f"the board set up has {len(self.rows)} rows instead of {ranks}")
        pieces: Standing = {}
        letters = japanese.letters_of(self.game)
        for rank, row in enumerate(self.rows, 1):
            if len(row) != 2 * files:
                raise PositionError(f"a row of the board set up has {len(row) // 2} places instead of {files}")
            for place in range(files):
                side, name = row[2 * place], row[2 * place + 1]
                letter = letters.get(name)
                if letter:
                    cell = cell_of(f"{files - place}{rank}", self.game)
                    pieces[cell] = letter.lower() if side == "v" else letter
                elif name not in "・.":
                    raise PositionError(f"the set-up board has '{shown(name)}', which is not a piece")
        return fen_of(self.game, pieces, self.hands, self.turn)


def _game_of(text: str) -> Variant:
    """The game that 手合割 names, or else that the board set up is of; shogi where neither says so."""
    named = _GAME_NAME.search(text)
    game = game_of_name(named[1]) if named else None
    if game is not None:
        return game
    rows = [row[1] for line in text.split("\n") if line[:1] == "|" and (row := _ROW.fullmatch(line.rstrip()))]
    if not rows:
        return variant(GAME)
    return game_of_board([["" if name in "・." else name for name in row[1::2]] for row in rows], japanese.letters_of)


class _KifReader:
    """Takes one game apart."""

    def __init__(self, game_text: GameText, notes: DiagnosticCollector) -> None:
        self.stream, self.notes = ReadTokenStream(game_text.text), notes
        self.main = _KifLine(1)
        self.lines = [self.main]
        self.game = _game_of(game_text.text)
        self.board = _KifBoard(self.game)
        self.second_begins = False
        self.unknown_start: tuple[str, Span] | None = None

    def turn(self, line: _KifLine) -> int:
        """Who is to move at the end of a line."""
        return (line.number - 1 + self.second_begins) % 2

    def comment(self, text: str, span: Span) -> None:
        """Add a comment after the last move of the line that is read."""
        self.lines[-1].tokens[-1].append(("{" + text + "}", span))

    def read(self) -> TokenStream:
        """All lines, in their order."""
        self.stream.tag("Variant", self.game.name, (0, 0))
        for text, span in lines_of(self.stream.text):
            self.line(text, span)
        self.set_up()
        self.main.put(self.stream)
        self.stream.end(self.main.result, self.main.place)
        self.stream.report_rest(self.notes)
        return self.stream

    def line(self, text: str, span: Span) -> None:
        """Take in a line. One that is not understood is kept as a comment, and reported."""
        stripped = text.strip()
        moved, heading, other = _LINE.fullmatch(text), _HEADING.fullmatch(text), _VARIATION.fullmatch(text)
        if moved and self.numbered(moved, text, span):
            return
        if other:
            line = _KifLine(int(other[1]))
            self.stream.syntax.append(span)
            parent = next((before for before in reversed(self.lines) if before.first < line.first), self.main)
            parent.inside.setdefault(line.first, []).append(line)
            self.lines.append(line)
        elif not stripped or _FURNITURE.fullmatch(stripped) or self.is_diagram(text, span):
            self.stream.syntax.append(span)
        elif closing := _CLOSING.fullmatch(stripped):
            self.closing(closing, span)
        elif text[0] in "*#&":
            self.comment(text.removeprefix("*"), span)
        elif _KI2_LINE.match(text):
            self.printed(text, span)
        elif heading and not moved:
            self.heading(heading, span)
        else:
            self.begins_with_move(text, span)

    def begins_with_move(self, text: str, span: Span) -> None:
        """Take in a line that has more than a move, or none."""
        found = _BEGINS_WITH_MOVE.match(text)
        rest = text[found.end() :] if found else text
        at = span[1] - len(rest), span[1]
        if found:
            self.numbered(found, text, (span[0], at[0]))
        self.notes.unknown_line(at, rest.strip(), "KIF")
        self.comment(rest.strip(), at)

    def is_diagram(self, text: str, span: Span) -> bool:
        """True if a line belongs to the board set up; it is taken in then."""
        return len(self.main.tokens) == 1 and self.board.read(text.rstrip(), span)

    def set_up(self) -> None:
        """Take in the board set up, once the first move comes."""
        if self.unknown_start is not None:
            self.named_start(*self.unknown_start)
        if not self.board.rows:
            return
        try:
            fen = self.board.fen()
        except PositionError as error:
            self.notes.bad_value(self.board.spans[0], f"{error}; the moves are judged from the usual start")
            fen = ""
        if fen:
            self.stream.tag("FEN", fen, self.board.spans[0])
        self.second_begins = bool(self.board.turn)
        self.board = _KifBoard(self.game)

    def named_start(self, name: str, span: Span) -> None:
        """Take in a name of the start that is no handicap: a remark where a board is set up (詰将棋), else a fault."""
        self.unknown_start = None
        if self.board.rows:
            self.main.tokens[0].append(("{手合割：" + name + "}", span))
        else:
            what = f"the handicap {shown(name)} is not known; the moves are judged from the usual start"
            self.notes.bad_value(span, what)

    def numbered(self, moved: re.Match[str], text: str, span: Span) -> bool:
        """Take in a line of KIF, if it is a move or an end."""
        self.set_up()
        line = self.lines[-1]
        word = moved[2].split("(")[0]
        ends = result_of(word, self.turn(line), ENDINGS)
        move = _KIF_MOVE.fullmatch(moved[2])
        if not ends and not move:
            return False
        if int(moved[1]) != line.number:
            facts = {"found": int(moved[1]), "expected": line.number}
            at = span[0] + moved.start(1), span[0] + moved.end(1)
            self.notes.report(RecordCode.MOVE_NUMBER, at, {**facts})
        if move:
            self.move(moved, move[1], span)
            self.stream.syntax.append(span)  # its number is checked
            return True
        kept = line is not self.main or line.place is not None
        if line.place is None:
            line.result, line.place = ends, span
        if line is self.main and not kept:
            self.ends(word, span)
        if kept or not is_first(moved[2], ENDINGS) or moved[3]:
            self.comment(text[moved.start(2) :].strip(), span)
        return True

    def ends(self, word: str, span: Span) -> None:
        """Take in why the game ended."""
        self.stream.declares_impasse = declares_impasse(word)
        if termination := termination_of(word):
            self.stream.tag("Termination", termination, span)

    def move(self, moved: re.Match[str], text: str, span: Span) -> None:
        """Take in a move of KIF, and the time that was used."""
        line = self.lines[-1]
        begin = span[0] + moved.start(2)
        line.tokens.append([(text, (begin, begin + len(text)))])
        if moved.re is not _LINE:
            return
        minutes, seconds = int(moved[3] or 0), int(moved[4] or 0)
        if minutes or seconds:
            used = f"{{[%emt {minutes // 60}:{minutes % 60:02}:{seconds:02}]}}"
            line.tokens[-1].append((used, (span[0] + moved.start(3), span[1])))
        side = line.number % 2
        line.used[side] += 60 * minutes + seconds
        total = (moved["total"] or "").strip()
        clock = [int(part) for part in total.split(":")] if total else [0]
        if any(clock) and 3600 * clock[0] + 60 * clock[1] + clock[2] != line.used[side] and line is self.main:
            line.tokens[-1].append((f"{{{total}}}", (span[0] + moved.start("total"), span[0] + moved.end("total"))))

    def printed(self, text: str, span: Span) -> None:
        """Take in a line of KI2."""
        self.set_up()
        for found in _KI2_MOVE.finditer(text):
            at = span[0] + found.start(), span[0] + found.end()
            self.lines[-1].tokens.append([(found[0], at)])

    def closing(self, found: re.Match[str], span: Span) -> None:
        """Take in the line after the moves of a line: it says again what is known, or how that ended where nothing does."""
        self.set_up()
        wins = found["first"] if found["how"] in ("勝ち", "反則勝ち") else found["second"]
        word = found["word"] or found["how"]
        if found["mate"]:
            word = "詰み"
        elif found["time"]:
            word = "切れ負け"
        line = self.lines[-1]
        if self.main.place is None and line.number - 1 != int(found["plies"]) == self.main.number - 1:
            line = self.main  # it may stand at the end of the file, behind the variations
        result = result_of(word, self.turn(line), ENDINGS)
        if found["how"]:
            result = "1-0" if wins else "0-1"
        if int(found["plies"]) != line.number - 1 or (line.place is not None and result != line.result):
            line.tokens[-1].append(("{" + found[0] + "}", span))
            return
        self.stream.syntax.append(span)
        if line.place is not None:
            return
        line.result, line.place = result, span
        if line is not self.main:
            line.tokens[-1].append(("{" + ("投了" if word == "勝ち" else word) + "}", span))
            return
        self.ends(word, span)
        if word != "勝ち" and not is_first(word, ENDINGS):
            line.tokens[-1].append(("{" + word + "}", span))

    def heading(self, found: re.Match[str], span: Span) -> None:
        """Take in what stands in front of the moves."""
        name, text = found[1], found[2].strip()
        tag = HEADINGS.get(name)
        says_no_more = text in ("", EVEN, OTHER_START) or game_of_name(text) is not None
        if len(self.main.tokens) > 1:
            self.comment(found[0], span)
        elif tag:
            self.stream.heading(tag, text, span)
        elif name == "手合割" and says_no_more:
            self.stream.syntax.append(span)
        elif name == "開始日時" or (name == "対局日" and not self.stream.tags.get("Date")):
            read_start(text, self.stream, span)
        elif name != "手合割":
            self.main.tokens[0].append(("{" + found[0] + "}", span))
        elif text in HANDICAPS:
            self.stream.tag("FEN", without(HANDICAPS[text]), span)
            self.second_begins = True
        else:
            self.unknown_start = text, span


def read(game_text: GameText, notes: DiagnosticCollector) -> TokenStream:
    """A game taken apart, KIF or KI2. Lines that mean nothing here are noted and passed over."""
    return _KifReader(game_text, notes).read()


_MOVES = r"手数-|\s*[0-9]{1,4}[\s　]+(?:[１-９1-9][一二三四五六七八九１-９1-9]|[^\s0-9１-９])|\s*[▲△☗☖▼▽]|まで"
_BORDERS = (
    (r"# ?KIF|# ?-{2,} ", r"\s*[^\s#*&]"),
    (r"(?:開始日時|手合割|先手|後手|下手|上手|棋戦)[：:]", _MOVES),
)
"""How the first line of a game begins: of a program behind anything but comments, a heading behind moves."""

_HOLDS = Holds(
    tags=frozenset(("White", "Black", "Event", "Site", "Date", "Time", "FEN", "Termination")),
    end=lambda record: end_of_tag(record, ENDINGS, ""),
    variant=True,
    comments=True,
    intro=True,
    variations=True,
)
KIF = Format(
    "kif",
    _HOLDS,
    write_kif,
    looks=begins_like(r"# ?KIF|# ---- Kifu|(?:[^\n]*\n)*?(?:手数-|手合割|先手[：:])"),
    cut=cut_behind(_BORDERS),
    read=read,
    notation=japanese,
    refuses=refuses,
)
KI2 = Format(
    "ki2",
    _HOLDS,
    write_ki2,
    looks=begins_like(r"# -+ +ki2|(?!# ?KIF)(?:(?!手数-)[^\n]*\n)*?[▲△☗☖](?:同|[1-9１-９])"),
    cut=cut_behind(_BORDERS),
    read=read,
    notation=japanese,
    refuses=refuses,
)
