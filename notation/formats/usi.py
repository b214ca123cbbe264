"""USI: games as the protocol of shogi engines says them, `position startpos moves 7g7f 3c3d`.

Read are single lines, lists of them, and the logs of programs and engines, where each `position` goes on with the one
before: such a run is one game. A game begins with `usinewgame`, or with a position that does not go on so. What stands
in front of a command (`12:30:01 Engine1> `) says nothing, but a name there is a comment. The game is shogi, or that of
the option `UCI_Variant` or of the board behind `sfen`. `bestmove resign` and `gameover` tell the result; `bestmove win`
declares an impasse; a word may also stand behind the moves (`resign`, `rep_draw`). The last `bestmove` was played where
the game is over behind it. One that was not played is a comment, as are `id name`, `info string` and other options; the
rest of the talk with the engine (`go`, `info`) is not kept.

>>> from fairyscore.notation.moves import long
>>> from fairyscore.notation.records.tree import MoveLine, Ply
>>> move = variant("shogi").initial_state().find(long.read("c3-c4", variant("shogi")))
>>> print(write(Record("shogi", (), MoveLine((Ply(move),)), "1-0"), long), end="")
usinewgame
position startpos moves 7g7f
bestmove resign
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from fairyscore.notation.fen import sfen
from fairyscore.notation.formats.base import Format, Holds
from fairyscore.notation.formats.shogi import GAME, WORDS, game_of_board, is_first, result_of
from fairyscore.notation.formats.walk import MOVE_TEXT, cut_at, known_variant, lines_of
from fairyscore.notation.moves import usi
from fairyscore.notation.records.endings import reasons_of, words_for
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.records.token_stream import DiagnosticCollector, ReadTokenStream, Span, TokenStream
from fairyscore.notation.records.tree import Record
from fairyscore.notation.rules.variant import Notation, PositionError, Variant
from fairyscore.notation.text import shown
from fairyscore.notation.variants.registry import variant

ENDINGS = WORDS["usi endings"]
COMMENTS = {
    f"%{words_for(reason, 'csa')[0]}": word
    for row in ENDINGS.values()
    for word in row.split()
    if not is_first(word, ENDINGS)
    for reason in reasons_of("usi", word)
}
"""The words for an end that say more than the result, by the comments that they become: the words of CSA."""
DECLARED = next(comment for comment, word in COMMENTS.items() if word == "win")

_TALK = (
    "usinewgame|gameover|bestmove|usiok|usi|isready|readyok|setoption|option|id|go|info|ponderhit|stop|quit|checkmate"
)
_COMMAND = re.compile(
    rf"(?P<front>.{{0,80}}?[:<>|\]]\s*)??(?:(?:position\s+)?(?P<place>startpos|sfen)|(?P<word>{_TALK}))(?![\w*+-])\s*(?P<rest>.*)"
)
_MOVES = re.compile(r"(?:\s|\A)moves(?:\s|\Z)")
_WORD_SFEN = "sfen "
_SFEN = re.compile(r"[\w+]+(?:/[\w+]+)+\s+[bw]\s+(?:-|[0-9A-Za-z]+)\s+[0-9]+(?:\s+moves\s.*)?\s*")
_REMAINS = re.compile(r"sition|newgame|moves|[1-9][a-i][1-9][a-i]")
"""What a line still has of a command that somebody damaged: a game has begun there."""
_OPTION = re.compile(r"name\s+U[CS]I_Variant\s+value\s+(\S+)\s*")
_WORD = re.compile(r"\S+")
_NAME = re.compile(r"[^\d\s:./<>()|,\[\]-][^\s:<>()|,\[\]]*")
_ANSWER = re.compile(r"(\S+)(?:\s+ponder\s+(?:\+?[A-Z]\*[1-9][a-i]|(?:[1-9][a-i]){2}[+-]?|none|null))?")
_END_WORDS = {word for row in ENDINGS.values() for word in row.split()}
_RESULTS = {"win": ("1-0", "0-1"), "lose": ("0-1", "1-0"), "draw": ("1/2-1/2", "1/2-1/2")}
"""What an engine is told that was to move at the last position, and the result by who that was."""
_WITHOUT_MORE = ("usinewgame", "usi", "usiok", "isready", "readyok", "ponderhit", "stop", "quit")
_INFO = "depth|seldepth|time|nodes|pv|multipv|score|currmove|hashfull|nps|cpuload|string|refutation|currline"
_GO = "ponder|btime|wtime|byoyomi|binc|winc|infinite|mate|depth|nodes|movetime|movestogo|searchmoves|perft"
_MORE = {
    "info": _INFO.split("|"),
    "go": _GO.split("|"),
    "option": ["name"],
    "checkmate": ["nomate", "timeout", "notimplemented"],
}
"""How what is said between program and engine goes on."""


def _is_usual(word: str, rest: str) -> bool:
    """Whether a command is one of those that say nothing of the game."""
    first = rest.partition(" ")[0]
    return (word in _WITHOUT_MORE and not rest) or (word in _MORE and (not first or first in _MORE[word]))


_SAYS_ITS_NAME = re.compile(r"(?:name|string)\s+(.*\S)")


class Command(NamedTuple):
    """A line of the protocol. word: `position` or another command; rest: what stands behind it, from a column on.

    speaker: the words in front of it, the name of an engine in the log of a program.
    """

    word: str
    rest: str
    column: int
    speaker: str


def command_in(line: str) -> Command | None:
    """The command in a line, None for any other text. A SFEN by itself is a position."""
    if _SFEN.fullmatch(line):
        return Command("position", f"{_WORD_SFEN}{line}", -len(_WORD_SFEN), "")
    found = _COMMAND.fullmatch(line)
    if found is None:
        return None
    speaker = " ".join(_NAME.findall(found["front"] or ""))
    if found["place"]:
        return Command("position", line[found.start("place") :], found.start("place"), speaker)
    return Command(found["word"], found["rest"], found.start("rest"), speaker)


@dataclass(frozen=True, slots=True)
class Stated:
    """What a command `position` states: where the game starts, and the moves. spans, place: where these and that stand."""

    start: str
    moves: tuple[str, ...]
    spans: tuple[Span, ...] = field(compare=False)
    place: int = field(default=0, compare=False)

    @classmethod
    def of(cls, command: Command, offset: int = 0) -> "Stated":
        """As a command states it. offset: where its line begins in the text."""
        found = _MOVES.search(command.rest)
        start, begin = (
            (command.rest, len(command.rest)) if found is None else (command.rest[: found.start()], found.end())
        )
        words = list(_WORD.finditer(command.rest, begin))
        at = offset + command.column
        spans = tuple((at + word.start(), at + word.end()) for word in words)
        return cls(" ".join(start.split()), tuple(word[0] for word in words), spans, max(0, at))

    @property
    def turn(self) -> int:
        """Who is to move."""
        fields = self.start.split()
        second = len(fields) > 2 and fields[0] == "sfen" and fields[2] == "w"
        return (len(self.moves) + second) % 2

    def goes_on_with(self, other: "Stated", *, talk: bool) -> bool:
        """Whether another one is of the same game, later or earlier. talk: whether other commands stand between."""
        more = len(other.moves) - len(self.moves)
        shorter = min(len(self.moves), len(other.moves))
        if self.start != other.start or self.moves[:shorter] != other.moves[:shorter]:
            return False
        return talk or 0 < more <= 2  # without talk between them, lines are a list of games


# -- writing ----------------------------------------------------------------------------------------------------------


def _refuses(record: Record) -> str:
    """Why a record cannot be USI, empty where it can."""
    why = usi.refusal(record.game)
    if why:
        return why
    try:
        sfen.sfen_of(record.game.write_position(record.start()))
    except PositionError as fault:
        return str(fault)
    return ""


def write(record: Record, notation: Notation) -> str:
    """A record as the commands that a program gives its engine."""
    game, start = record.game, "startpos"
    if record.set_up or game.name != GAME:
        start = f"sfen {sfen.sfen_of(game.write_position(record.start()))}"
    option = [] if game.name == GAME else [f"setoption name UCI_Variant value {game.name}"]
    moves = [usi.write(state, ply.move, game) for state, ply in record.steps(record.start())]
    ending = COMMENTS.get(_last_comment(record), "")
    moves += [ending] if ending not in ("", COMMENTS[DECLARED]) else []
    position = " ".join(["position", start, *(["moves", *moves] if moves else [])])
    return "\n".join(["usinewgame", *option, position, *_end(record), ""])


def _last_comment(record: Record) -> str:
    """The comment at the end of a game, empty for none."""
    plies = record.line.plies
    comments = plies[-1].comments if plies else record.line.intro
    return comments[-1].text if comments else ""


def _end(record: Record) -> list[str]:
    """The line that tells the result, to who is to move."""
    turn, ending = record.end().turn, COMMENTS.get(_last_comment(record), "")
    if ending and ending != COMMENTS[DECLARED]:
        return []
    if record.result == "1/2-1/2":
        return ["gameover draw"]
    if record.result not in ("1-0", "0-1"):
        return []
    wins = (record.result == "1-0") is (turn == 0)
    if not wins:
        return ["bestmove resign"]
    return ["bestmove win" if ending else "gameover win"]


# -- reading ----------------------------------------------------------------------------------------------------------


class _Borders:
    """Finds the lines that begin a game, one after another."""

    def __init__(self) -> None:
        self.stated: Stated | None = None
        self.begun = False
        self.talk = False

    def begins(self, line: str, before: str) -> bool:
        """Whether a line begins a game, as `cut_at` asks."""
        command = command_in(line)
        if command is None:
            self.begun |= _REMAINS.search(line) is not None
            return False
        if command.word != "position":
            self.talk = True
            return command.word == "usinewgame" and self.new_game()
        stated = Stated.of(command)
        new = self.stated is not None and not self.stated.goes_on_with(stated, talk=self.talk)
        self.stated, self.begun, self.talk = stated, True, False
        return new

    def new_game(self) -> bool:
        """Take in that a game begins; whether one has begun before."""
        before, self.begun, self.stated = self.begun, True, None
        return before


def cut(chunks: Iterable[str]) -> Iterator[GameText]:
    """The games of a file or log."""
    return cut_at(_Borders().begins, chunks)


def _placement(start: str) -> list[list[str]]:
    """The rows of a board behind `sfen`, as the letters of the pieces there."""
    fields = start.split()
    rows = fields[1].split("/") if len(fields) > 1 else []
    places = [re.sub("[0-9]+", lambda empty: "." * int(empty[0][:2]), row) for row in rows]
    return [["" if place == "." else place.upper() for place in re.findall(r"\+?[A-Za-z]|\.", row)] for row in places]


def _game_of(start: str, option: str) -> Variant:
    """The game that an option names, or else that has such a board."""
    named = known_variant(option) if option else None
    rows = _placement(start) if start.startswith("sfen") else []
    if named is not None or not rows:
        return named or variant(GAME)
    return game_of_board(rows, lambda game: {letter: letter for letter in game.letters})


class Answer(NamedTuple):
    """A move that an engine answered, to the position after some plies."""

    ply: int
    move: str
    span: Span


class _Reader:
    """Takes one game apart."""

    def __init__(self, game_text: GameText, notes: DiagnosticCollector) -> None:
        self.stream, self.notes = ReadTokenStream(game_text.text), notes
        self.stated: Stated | None = None
        self.answers: list[Answer] = []
        self.option = ""
        self.speakers: set[str] = set()
        self.comments: list[tuple[str, Span]] = []
        self.result, self.place = "*", (0, 0)
        self.turn, self.ply = 0, 0  # where the last position is

    def read(self) -> TokenStream:
        """All lines, then the longest of the games that they state, of which the others are parts."""
        for line, span in lines_of(self.stream.text):
            command = command_in(line.rstrip())
            if command is not None:
                self.command(command, span)
            elif line.strip():
                self.unknown(line.strip(), span)
        self.game()
        self.stream.end(self.result, self.place if self.result != "*" else None)
        self.stream.report_rest(self.notes)
        return self.stream

    def comment(self, text: str, span: Span) -> None:
        """Keep a text, in front of the moves."""
        self.comments.append(("{" + text.replace("}", ")") + "}", span))

    def unknown(self, text: str, span: Span) -> None:
        """Keep a line that means nothing here, and report it."""
        self.notes.unknown_line(span, text, "USI")
        self.comment(text, span)

    def command(self, command: Command, span: Span) -> None:
        """Take in a command; what is only said between program and engine is passed over."""
        self.stream.syntax.append(span)
        if command.speaker and command.speaker not in self.speakers:
            self.speakers.add(command.speaker)
            self.comment(command.speaker, span)
        rest = command.rest.strip()
        if command.word == "position":
            stated = Stated.of(command, span[0])
            if self.stated is None or len(stated.moves) >= len(self.stated.moves):
                self.stated = stated
            self.turn, self.ply = stated.turn, len(stated.moves)
        elif command.word == "bestmove" and (answer := _ANSWER.fullmatch(rest)):
            self.answer(answer[1], span)
        elif command.word == "gameover" and rest in _RESULTS:
            self.ends(_RESULTS[rest][self.turn], span)
        elif command.word == "setoption" and rest:
            self.set_option(rest, span)
        elif command.word in ("id", "info") and (told := _SAYS_ITS_NAME.fullmatch(rest)):
            self.comment(told[1], span)
        elif not _is_usual(command.word, rest):
            self.unknown(self.stream.text[slice(*span)].strip(), span)

    def set_option(self, text: str, span: Span) -> None:
        """Take in an option: the game, or another one, which is kept."""
        option = _OPTION.fullmatch(text)
        if option is not None and known_variant(option[1]) is not None:
            self.option = option[1]
        else:
            self.comment(f"setoption {text}", span)

    def answer(self, text: str, span: Span) -> None:
        """Take in what an engine answered to the last position."""
        if text in ("resign", "win"):
            self.ends("1-0" if (text == "win") is (self.turn == 0) else "0-1", span)
            self.stream.declares_impasse = text == "win"
        else:
            self.answers.append(Answer(self.ply, text, span))

    def ends(self, result: str, span: Span) -> None:
        """Take in a result; the first one counts, and another one is kept."""
        if self.result == "*":
            self.result, self.place = result, span
        elif self.result != result:
            self.comment(self.stream.text[span[0] : span[1]].strip(), span)

    def game(self) -> None:
        """Add the game with the moves, once all is known."""
        stated = self.stated or Stated("startpos", (), ())
        game = _game_of(stated.start, self.option)
        self.stream.tag("Variant", game.name, (0, 0))
        if stated.start != "startpos":
            self.start(stated.start, stated.place, game)
        for comment, span in self.comments:
            self.stream.add_token(comment, span)
        moves = [*zip(stated.moves, stated.spans, strict=True)]
        comment = self.end_word(*moves.pop(), turn=stated.turn ^ 1) if moves and stated.moves[-1] in _END_WORDS else ""
        for ply, (move, span) in enumerate(moves):
            self.put_answers(ply, move)
            if MOVE_TEXT.fullmatch(move):
                self.stream.add_token(move, span)
            else:
                self.notes.bad_value(span, f"this is not a move: {shown(move)}")
        self.put_answers(len(moves), "")
        comment = DECLARED if self.stream.declares_impasse else comment
        if comment:
            self.stream.add_token("{" + comment + "}", self.place)

    def end_word(self, word: str, span: Span, turn: int) -> str:
        """Take in a word behind the moves; the comment that it becomes. turn: who is to move."""
        self.ends(result_of(word, turn, ENDINGS), span)
        self.stream.declares_impasse = COMMENTS[DECLARED] == word
        return next((comment for comment, ending in COMMENTS.items() if ending == word), "")

    def put_answers(self, ply: int, played: str) -> None:
        """Add what the engine answered before a ply, if another move was played.

        played: the move; empty behind the last one. There an answer is a move if the game is over, else nobody knows.
        """
        answers = [answer for answer in self.answers if answer.ply == ply and answer.move != played]
        for answer in answers:
            if not played and self.result != "*" and answer is answers[-1] and MOVE_TEXT.fullmatch(answer.move):
                self.stream.add_token(answer.move, answer.span)
            else:
                self.stream.add_token("{bestmove " + answer.move.replace("}", ")") + "}", answer.span)

    def start(self, start: str, place: int, game: Variant) -> None:
        """Add the start position, if it is not the usual one. place: where it stands."""
        span = place, place + len(start)
        try:
            fen = game.write_position(game.read_position(start))
        except PositionError as fault:
            self.notes.bad_value(
                span, f"the position makes no sense: {fault}; the moves are judged from the usual start"
            )
            return
        if fen != game.write_position(game.initial_state()):
            self.stream.tag("FEN", fen, span)


def read(game_text: GameText, notes: DiagnosticCollector) -> TokenStream:
    """A game taken apart. Lines that mean nothing here are reported and kept."""
    return _Reader(game_text, notes).read()


def _looks(head: str) -> bool:
    """Whether one of the first lines of a text is a command that only this protocol has."""
    found = (command_in(line.rstrip()) for line in head.split("\n")[:-1] or [head])
    return any(
        command is not None and (command.word == "usinewgame" or (command.word == "position" and _is_bare(command)))
        for command in found
    )


_POSITION = re.compile(r"startpos(?:\s+moves(?:\s+(?:[1-9][a-i]|\+?[A-Z]\*).*)?)?\s*|sfen\s+[\w+/]+\s+[bw]\s.*")


def _is_bare(command: Command) -> bool:
    """Whether a command is a position of a game, and no word in a text."""
    return _POSITION.fullmatch(command.rest) is not None


USI = Format(
    "usi",
    Holds(tags=frozenset(("FEN",)), variant=True, endings=frozenset(COMMENTS)),
    write,
    looks=_looks,
    cut=cut,
    read=read,
    notation=usi,
    refuses=_refuses,
)
