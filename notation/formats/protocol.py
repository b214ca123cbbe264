"""Games as programs tell them to engines, and the logs of that: what USI and UCCI share.

Read are single lines, lists of them, and the logs of programs and engines, where each `position` goes on with the one
before: such a run is one game. A game begins with the command for a new game, or with a position that does not go on so.
What stands in front of a command (`12:30:01 Engine1> `) says nothing, but a name there is a comment. The last `bestmove`
was played where the game is over behind it. One that was not played is a comment, as are `id name`, `info string` and
options; the rest of the talk with the engine (`go`, `info`) is not kept.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import NamedTuple

from fairyscore.notation.formats.base import Format, Holds
from fairyscore.notation.formats.shogi import is_first, result_of
from fairyscore.notation.formats.walk import MOVE_TEXT, cut_at, known_variant, lines_of
from fairyscore.notation.records.endings import reasons_of, words_for
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.records.token_stream import DiagnosticCollector, ReadTokenStream, Span, TokenStream
from fairyscore.notation.records.tree import Record
from fairyscore.notation.rules.variant import Notation, PositionError, Variant
from fairyscore.notation.text import shown
from fairyscore.notation.variants.registry import variant

USUAL_START = "startpos"
_MOVES = re.compile(r"(?:\s|\A)moves(?:\s|\Z)")
_OPTION = re.compile(r"name\s+U[CS]I_Variant\s+value\s+(\S+)\s*")
_WORD = re.compile(r"\S+")
_NAME = re.compile(r"[^\d\s:./<>()|,\[\]-][^\s:<>()|,\[\]]*")
_SAYS_ITS_NAME = re.compile(r"(?:name|author|string)\s+(.*\S)")
_RESULTS = {"win": ("1-0", "0-1"), "lose": ("0-1", "1-0"), "draw": ("1/2-1/2", "1/2-1/2")}
"""What an engine is told that was to move at the last position, and the result by who that was."""

RESIGNS, DECLARES = "resign", "win"
"""What an engine answers for a move when it gives up, and when it declares an impasse."""

NO_MOVE = (RESIGNS, "(none)")
"""Answers of an engine that has lost, or has no move."""

INFO = (
    "depth", "seldepth", "time", "nodes", "pv", "multipv", "score", "currmove", "hashfull", "nps", "cpuload", "string",
    "refutation", "currline", "currmovenumber", "tbhits", "wdl",
)  # fmt: skip
GO = (
    "ponder", "btime", "wtime", "byoyomi", "binc", "winc", "infinite", "mate", "depth", "nodes", "movetime", "movestogo",
    "searchmoves", "perft",
)  # fmt: skip
"""How what is said between program and engine goes on."""


class ProtocolLine(NamedTuple):
    """A line of the protocol. word: `position` or another command; rest: what stands behind it, from a column on.

    speaker: the words in front of it, the name of an engine in the log of a program.
    """

    word: str
    rest: str
    column: int
    speaker: str

    @property
    def text(self) -> str:
        """All of it, without what stands in front."""
        return f"{self.word} {self.rest}".strip()


@dataclass(frozen=True)
class EngineProtocol:
    """The words of a protocol, and how positions and moves stand in it.

    name: that of the format, and of its vocabulary of ends. game: what is played where nothing else is told.
    new_game: the commands that begin a game, the first of which no other protocol has. silent: commands that nothing
    follows. more: how others go on, empty for those that anything follows. lost: what an engine says that has lost.
    endings: the words for ends, by result.
    place: the word in front of a position. second: the letter of its second player. bare: a line that is a position
    without that word. move: how a move looks. remains: what a line still has of a command that somebody damaged, so that
    a game has begun there. certain: how a position looks that is of this protocol and of no other.
    placed: a position of a game as it is written, without the word. game_of: the game that has such a start position.
    move_text: a move as the notation reads it, beside all moves of its game. refuses: why a record cannot be written.
    """

    name: str
    game: str
    notation: Notation
    new_game: tuple[str, ...]
    silent: tuple[str, ...]
    more: Mapping[str, tuple[str, ...]]
    lost: str
    endings: Mapping[str, str]
    place: str
    second: str
    move: str
    remains: re.Pattern[str]
    certain: re.Pattern[str]
    placed: Callable[[str], str]
    game_of: Callable[[str], Variant]
    refuses: Callable[[Record], str]
    move_text: Callable[[str, tuple[str, ...]], str] = lambda move, moves: move
    bare: re.Pattern[str] = re.compile(r"(?!)")

    @cached_property
    def ending_words(self) -> frozenset[str]:
        """All words that end a game behind its moves."""
        return frozenset(word for row in self.endings.values() for word in row.split())

    @cached_property
    def comments(self) -> dict[str, str]:
        """The words for an end that say more than the result, by the comments that they become: the words of CSA."""
        return {
            f"%{words_for(reason, 'csa')[0]}": word
            for row in self.endings.values()
            for word in row.split()
            if not is_first(word, self.endings)
            for reason in reasons_of(self.name, word)
        }

    @cached_property
    def declared(self) -> str:
        """The comment that a declared impasse becomes; empty where the protocol has no word for it."""
        return next((comment for comment, word in self.comments.items() if word == DECLARES), "")

    @cached_property
    def _command(self) -> re.Pattern[str]:
        words = "|".join((*self.silent, *self.more, "gameover", "bestmove", "setoption", "id", self.lost.split()[0]))
        front = r"(?P<front>.{0,80}?[:<>|\]]\s*)??"
        place = rf"(?:position\s+)?(?P<place>{USUAL_START}|{self.place})"
        return re.compile(rf"{front}(?:{place}|(?P<word>{words}))(?![\w*+-])\s*(?P<rest>.*)")

    @cached_property
    def answer(self) -> re.Pattern[str]:
        """The text behind `bestmove`: a move, the reply that the engine expects, a resignation or an offer of a draw."""
        return re.compile(rf"(?P<move>\S+)(?:\s+ponder\s+(?:{self.move}|none|null))?(?:\s+(?P<adds>draw|resign))?")

    def command_in(self, line: str) -> ProtocolLine | None:
        """The command in a line, None for any other text."""
        if self.bare.fullmatch(line):
            front = f"{self.place} "
            return ProtocolLine("position", f"{front}{line}", -len(front), "")
        found = self._command.fullmatch(line)
        if found is None:
            return None
        speaker = " ".join(_NAME.findall(found["front"] or ""))
        if found["place"]:
            return ProtocolLine("position", line[found.start("place") :], found.start("place"), speaker)
        return ProtocolLine(found["word"], found["rest"], found.start("rest"), speaker)

    def is_usual(self, word: str, rest: str) -> bool:
        """True if a command is one of those that say nothing of the game."""
        if word in self.silent:
            return not rest
        more, first = self.more.get(word), rest.partition(" ")[0]
        return more is not None and (not more or not first or first in more)

    def looks(self, head: str) -> bool:
        """True if one of the first lines of a text is a command that only this protocol has."""
        found = (self.command_in(line.rstrip()) for line in head.split("\n")[:-1] or [head])
        return any(
            command is not None
            and (
                command.text == self.new_game[0]
                or (command.word == "position" and self.certain.fullmatch(command.rest) is not None)
            )
            for command in found
        )


@dataclass(frozen=True, slots=True)
class StatedGame:
    """The game that a command `position` states: its start, and its moves. spans, place: where these and that stand."""

    start: str
    moves: tuple[str, ...]
    spans: tuple[Span, ...] = field(compare=False)
    place: int = field(default=0, compare=False)

    @classmethod
    def of(cls, command: ProtocolLine, offset: int = 0) -> StatedGame:
        """As a command states it. offset: where its line begins in the text."""
        found = _MOVES.search(command.rest)
        start, begin = (
            (command.rest, len(command.rest)) if found is None else (command.rest[: found.start()], found.end())
        )
        words = list(_WORD.finditer(command.rest, begin))
        at = offset + command.column
        spans = tuple((at + word.start(), at + word.end()) for word in words)
        return cls(" ".join(start.split()), tuple(word[0] for word in words), spans, max(0, at))

    def turn(self, protocol: EngineProtocol) -> int:
        """Who is to move."""
        fields = self.start.split()
        second = fields[:1] == [protocol.place] and fields[2:3] == [protocol.second]
        return (len(self.moves) + second) % 2

    def goes_on_with(self, other: StatedGame, *, talk: bool) -> bool:
        """True if another one is of the same game, later or earlier. talk: whether other commands stand between."""
        more = len(other.moves) - len(self.moves)
        shorter = min(len(self.moves), len(other.moves))
        if self.start != other.start or self.moves[:shorter] != other.moves[:shorter]:
            return False
        return talk or 0 < more <= 2  # without talk between them, lines are a list of games


# -- writing ----------------------------------------------------------------------------------------------------------


def write(record: Record, notation: Notation, *, protocol: EngineProtocol) -> str:
    """A record as the commands that a program gives its engine."""
    game, start = record.game, USUAL_START
    if record.set_up or game.name != protocol.game:
        start = f"{protocol.place} {protocol.placed(game.write_position(record.start()))}"
    option = [] if game.name == protocol.game else [f"setoption name UCI_Variant value {game.name}"]
    moves = [protocol.notation.write(state, ply.move, game) for state, ply in record.steps(record.start())]
    ending = _end_word(record, protocol)
    moves += [ending] if ending not in ("", DECLARES) else []
    position = " ".join(["position", start, *(["moves", *moves] if moves else [])])
    return "\n".join([protocol.new_game[0], *option, position, *_end(record, ending, protocol), ""])


def _end_word(record: Record, protocol: EngineProtocol) -> str:
    """The word for the comment at the end of a game; empty for none."""
    plies = record.line.plies
    comments = plies[-1].comments if plies else record.line.intro
    return protocol.comments.get(comments[-1].text, "") if comments else ""


def _end(record: Record, word: str, protocol: EngineProtocol) -> list[str]:
    """The line that tells the result, to who is to move. word: that of the end, which says it already if it is written."""
    if word not in ("", DECLARES):
        return []
    if record.result == "1/2-1/2":
        return ["gameover draw"]
    if record.result not in ("1-0", "0-1"):
        return []
    if (record.result == "1-0") is not (record.end().turn == 0):
        return [protocol.lost]
    return [f"bestmove {DECLARES}" if word else "gameover win"]


# -- reading ----------------------------------------------------------------------------------------------------------


class _Borders:
    """Finds the lines that begin a game, one after another."""

    def __init__(self, protocol: EngineProtocol) -> None:
        self.protocol = protocol
        self.stated: StatedGame | None = None
        self.begun = False
        self.talk = False

    def begins(self, line: str, before: str) -> bool:
        """True if a line begins a game, as `cut_at` asks."""
        command = self.protocol.command_in(line)
        if command is None or (command.word in self.protocol.silent and command.rest.strip()):  # nothing follows those
            self.begun |= self.protocol.remains.search(line) is not None
            return False
        if command.word != "position":
            self.talk = True
            return command.text in self.protocol.new_game and self.new_game()
        stated = StatedGame.of(command)
        new = self.stated is not None and not self.stated.goes_on_with(stated, talk=self.talk)
        self.stated, self.begun, self.talk = stated, True, False
        return new

    def new_game(self) -> bool:
        """Take in that a game begins; whether one has begun before."""
        before, self.begun, self.stated = self.begun, True, None
        return before


def cut(chunks: Iterable[str], *, protocol: EngineProtocol) -> Iterator[GameText]:
    """The games of a file or log."""
    return cut_at(_Borders(protocol).begins, chunks)


class AnsweredMove(NamedTuple):
    """A move that an engine answered, to the position after some plies. given_up: whether it resigned in place of it."""

    ply: int
    move: str
    span: Span
    given_up: bool


class _ProtocolReader:
    """Takes one game apart."""

    def __init__(self, game_text: GameText, notes: DiagnosticCollector, protocol: EngineProtocol) -> None:
        self.protocol = protocol
        self.stream, self.notes = ReadTokenStream(game_text.text), notes
        self.stated: StatedGame | None = None
        self.answers: list[AnsweredMove] = []
        self.option = ""
        self.speakers: set[str] = set()
        self.comments: list[tuple[str, Span]] = []
        self.result, self.place = "*", (0, 0)
        self.turn, self.ply = 0, 0  # where the last position is

    def read(self) -> TokenStream:
        """All lines, then the longest of the games that they state, of which the others are parts."""
        for line, span in lines_of(self.stream.text):
            command = self.protocol.command_in(line.rstrip())
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
        self.notes.unknown_line(span, text, self.protocol.name.upper())
        self.comment(text, span)

    def command(self, command: ProtocolLine, span: Span) -> None:
        """Take in a command; what is only said between program and engine is passed over."""
        self.stream.syntax.append(span)
        if command.speaker and command.speaker not in self.speakers:
            self.speakers.add(command.speaker)
            self.comment(command.speaker, span)
        rest = command.rest.strip()
        if command.word == "position":
            stated = StatedGame.of(command, span[0])
            if self.stated is None or len(stated.moves) >= len(self.stated.moves):
                self.stated = stated
            self.turn, self.ply = stated.turn(self.protocol), len(stated.moves)
        elif command.word == "bestmove" and (answer := self.protocol.answer.fullmatch(rest)):
            self.answer(answer["move"], answer["adds"] or "", span)
        elif command.text == self.protocol.lost:
            self.ends(_RESULTS["lose"][self.turn], span)
        elif command.word == "gameover" and rest in _RESULTS:
            self.ends(_RESULTS[rest][self.turn], span)
        elif command.text in self.protocol.new_game:
            return
        elif command.word == "setoption" and rest:
            self.set_option(rest, span)
        elif command.word in ("id", "info") and (told := _SAYS_ITS_NAME.fullmatch(rest)):
            self.comment(told[1], span)
        elif not self.protocol.is_usual(command.word, rest):
            self.unknown(self.stream.text[slice(*span)].strip(), span)

    def set_option(self, text: str, span: Span) -> None:
        """Take in an option: the game, or another one, which is kept."""
        option = _OPTION.fullmatch(text)
        if option is not None and known_variant(option[1]) is not None:
            self.option = option[1]
        else:
            self.comment(f"setoption {text}", span)

    def answer(self, text: str, adds: str, span: Span) -> None:
        """Take in what an engine answered to the last position. adds: whether it offers a draw beside, or gives up."""
        declares = text == DECLARES and bool(self.protocol.declared)
        loses = text in NO_MOVE or adds == RESIGNS
        if declares or loses:
            self.ends(_RESULTS["win" if declares else "lose"][self.turn], span)
            self.stream.declares_impasse = declares
        if adds == "draw":
            self.comment(f"bestmove {text} draw", span)
        if not declares and text not in NO_MOVE:
            self.answers.append(AnsweredMove(self.ply, text, span, given_up=adds == RESIGNS))

    def ends(self, result: str, span: Span) -> None:
        """Take in a result; the first one counts, and another one is kept."""
        if self.result == "*":
            self.result, self.place = result, span
        elif self.result != result:
            self.comment(self.stream.text[span[0] : span[1]].strip(), span)

    def game(self) -> None:
        """Add the game with the moves, once all is known."""
        stated = self.stated or StatedGame(USUAL_START, (), ())
        game = self.game_of(stated.start)
        self.stream.tag("Variant", game.name, (0, 0))
        if stated.start != USUAL_START:
            self.start(stated.start, stated.place, game)
        for comment, span in self.comments:
            self.stream.add_token(comment, span)
        moves = [*zip(stated.moves, stated.spans, strict=True)]
        comment = ""
        if moves and stated.moves[-1] in self.protocol.ending_words:
            comment = self.end_word(*moves.pop(), turn=stated.turn(self.protocol) ^ 1)
        for ply, (move, span) in enumerate(moves):
            self.put_answers(ply, move)
            if MOVE_TEXT.fullmatch(move):
                self.stream.add_token(self.move_text(move), span)
            else:
                self.notes.bad_value(span, f"this is not a move: {shown(move)}")
        self.put_answers(len(moves), "")
        comment = self.protocol.declared if self.stream.declares_impasse else comment
        if comment:
            self.stream.add_token("{" + comment + "}", self.place)

    def game_of(self, start: str) -> Variant:
        """The game that an option names, or else that has such a start."""
        named = known_variant(self.option) if self.option else None
        if named is not None:
            return named
        return self.protocol.game_of(start) if start.startswith(self.protocol.place) else variant(self.protocol.game)

    def move_text(self, move: str) -> str:
        """A move as the notation reads it."""
        return self.protocol.move_text(move, self.stated.moves if self.stated else ())

    def end_word(self, word: str, span: Span, turn: int) -> str:
        """Take in a word behind the moves; the comment that it becomes. turn: who is to move."""
        self.ends(result_of(word, turn, self.protocol.endings), span)
        self.stream.declares_impasse = word == DECLARES
        return next((comment for comment, ending in self.protocol.comments.items() if ending == word), "")

    def put_answers(self, ply: int, played: str) -> None:
        """Add what the engine answered before a ply, if another move was played.

        played: the move; empty behind the last one. There an answer is a move if the game is over, else nobody knows.
        """
        answers = [answer for answer in self.answers if answer.ply == ply and answer.move != played]
        for answer in answers:
            is_last = not played and self.result != "*" and answer is answers[-1] and not answer.given_up
            if is_last and MOVE_TEXT.fullmatch(answer.move):
                self.stream.add_token(self.move_text(answer.move), answer.span)
            else:
                self.stream.add_token("{bestmove " + answer.move.replace("}", ")") + "}", answer.span)

    def start(self, start: str, place: int, game: Variant) -> None:
        """Add the start position, if it is not the usual one. place: where it stands."""
        span = place, place + len(start)
        try:
            fen = game.write_position(game.read_position(start.removeprefix(f"{self.protocol.place} ")))
        except PositionError as fault:
            self.notes.bad_value(
                span, f"the position makes no sense: {fault}; the moves are judged from the usual start"
            )
            return
        if fen != game.write_position(game.initial_state()):
            self.stream.tag("FEN", fen, span)


def read(game_text: GameText, notes: DiagnosticCollector, *, protocol: EngineProtocol) -> TokenStream:
    """A game taken apart. Lines that mean nothing here are reported and kept."""
    return _ProtocolReader(game_text, notes, protocol).read()


def format_of(protocol: EngineProtocol) -> Format:
    """The format of games in a protocol."""
    return Format(
        protocol.name,
        Holds(tags=frozenset(("FEN",)), variant=True, endings=frozenset(protocol.comments)),
        partial(write, protocol=protocol),
        looks=protocol.looks,
        cut=partial(cut, protocol=protocol),
        read=partial(read, protocol=protocol),
        notation=protocol.notation,
        refuses=protocol.refuses,
    )
