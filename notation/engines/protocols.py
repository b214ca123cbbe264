"""What is said to engines and what they answer, in UCI, USI and UCCI: lines in, messages out, and no process.

A dialogue is in one of eight phases. Each thing that can be said, by us or by the engine, belongs to a phase and leads to
the next one; said in another phase it is a `ProtocolFault`. All else that an engine prints means nothing here, and is
passed over, as the protocols ask for.

    BEGUN     -- uci -->        GREETING   what the engine is and which options it has
    GREETING  <-- uciok --      READY
    READY     -- setoption, ucinewgame, position -->  READY
    READY     -- isready -->    WAITING    the engine does what it was told
    WAITING   <-- readyok --    READY
    WAITING   -- position -->   WAITING    a search may be ordered with what comes before it
    WAITING   -- go -->         ORDERED    a move that comes now answers nothing
    ORDERED   <-- readyok --    THINKING
    READY     -- go -->         THINKING   `info` lines
    THINKING  -- stop -->       THINKING   the engine gives the best move so far
    THINKING  <-- bestmove --   READY
    READY     -- go perft 1 --> LISTING    the legal moves, a line each, of engines that come from Stockfish
    LISTING   <-- Nodes searched -- READY
    any       -- quit -->       OVER       also when the program has ended

>>> dialogue = Dialogue(UCI)
>>> dialogue.say(EngineCommand.GREET)
'uci'
>>> [dialogue.hear(line).kind.value for line in ("id name Tiny 1", "option name Hash type spin default 16", "uciok")]
['identity', 'option', 'greeted']
>>> dialogue.phase, dialogue.identity, dialogue.options["Hash"].default
(<Phase.READY: 'ready'>, 'Tiny 1', '16')
>>> dialogue.say(EngineCommand.GO, UCI.limit(Limit(nodes=2000)))
'go nodes 2000'
>>> dialogue.hear("bestmove e2e4 ponder e7e5")
Message(kind=<MessageKind.MOVE: 'move'>, text='e2e4')
>>> dialogue.hear("bestmove e2e4")
Traceback (most recent call last):
fairyscore.notation.engines.protocols.ProtocolFault: says 'bestmove e2e4' though nothing was asked
"""

import re
from collections.abc import Callable, Mapping, Sequence
from enum import Enum, StrEnum
from typing import Final, NamedTuple

from fairyscore.notation.fen.sfen import sfen_of
from fairyscore.notation.moves import ucci, uci, usi
from fairyscore.notation.rules.variant import Notation
from fairyscore.notation.text import shown


class Phase(Enum):
    """Where a dialogue is."""

    BEGUN = "begun"
    GREETING = "greeting"
    READY = "ready"
    WAITING = "waiting"
    ORDERED = "ordered"
    THINKING = "thinking"
    LISTING = "listing"
    OVER = "over"


class EngineCommand(StrEnum):
    """A command to an engine."""

    GREET = "greet"
    SET = "set"
    NEW_GAME = "new game"
    POSITION = "position"
    SYNC = "sync"
    GO = "go"
    STOP = "stop"
    LIST = "list"
    QUIT = "quit"


class MessageKind(StrEnum):
    """The kinds of an engine's lines."""

    IDENTITY = "identity"
    OPTION = "option"
    GREETED = "greeted"
    SYNCED = "synced"
    INFO = "info"
    MOVE = "move"
    LISTED = "listed"
    OTHER = "other"


class Message(NamedTuple):
    """A line of an engine: what it is, and what of it is meant."""

    kind: MessageKind
    text: str = ""


class ProtocolFault(Exception):
    """Something was said that belongs to another phase; the message is half a sentence about the engine."""


class Offer(NamedTuple):
    """An option that an engine has: `check`, `spin`, `combo`, `button` or `string`. choices: of a combo."""

    kind: str
    default: str = ""
    choices: tuple[str, ...] = ()


class Limit(NamedTuple):
    """How far an engine is to think; whichever limit is met first ends it."""

    nodes: int | None = None
    depth: int | None = None
    seconds: float | None = None


class Protocol(NamedTuple):
    """The words of a protocol.

    name: as a user names it, and the word that begins it.
    notation: of the moves.
    position: the word in front of a position.
    text_of: a FEN of ours as the protocol writes it.
    setting: how an option is set.
    offered: how an option is offered.
    new_game: the word for a new game.
    time: how a time in milliseconds is asked for.
    """

    name: str
    notation: Notation
    position: str
    text_of: Callable[[str], str]
    setting: str
    offered: re.Pattern[str]
    new_game: str
    time: str

    def limit(self, limit: Limit) -> str:
        """The words behind `go`."""
        milliseconds = None if limit.seconds is None else max(1, round(limit.seconds * 1000))
        parts = (("nodes", limit.nodes), ("depth", limit.depth), (self.time, milliseconds))
        return " ".join(f"{word} {number}" for word, number in parts if number is not None)

    def start(self, fen: str) -> str:
        """A start position; the usual one of the game where it is empty."""
        return f"{self.position} {self.text_of(fen)}" if fen else "startpos"


_NAMED = re.compile(r"option name (?P<name>.+?) type (?P<kind>\w+)(?P<rest>.*)")
_BARE = re.compile(r"option (?P<name>\S+) type (?P<kind>\w+)(?P<rest>.*)")


UCI: Final = Protocol("uci", uci, "fen", str, "setoption name {} value {}", _NAMED, "ucinewgame", "movetime")
USI: Final = Protocol("usi", usi, "sfen", sfen_of, "setoption name {} value {}", _NAMED, "usinewgame", "byoyomi")
UCCI: Final = Protocol("ucci", ucci, "fen", str, "setoption {} {}", _BARE, "setoption newgame", "time")

PROTOCOLS: Final[Mapping[str, Protocol]] = {one.name: one for one in (UCI, USI, UCCI)}
"""By name."""

INFO: Final = "info "
"""The beginning of the lines that say how a search goes on; they may come in every phase, and lead to none."""

_TRANSITIONS: Final[Mapping[EngineCommand, Mapping[Phase, Phase]]] = {
    EngineCommand.GREET: {Phase.BEGUN: Phase.GREETING},
    EngineCommand.SET: {Phase.READY: Phase.READY},
    EngineCommand.NEW_GAME: {Phase.READY: Phase.READY},
    EngineCommand.POSITION: {Phase.READY: Phase.READY, Phase.WAITING: Phase.WAITING},
    EngineCommand.LIST: {Phase.READY: Phase.LISTING},
    EngineCommand.SYNC: {Phase.READY: Phase.WAITING},
    EngineCommand.GO: {Phase.READY: Phase.THINKING, Phase.WAITING: Phase.ORDERED},
    EngineCommand.STOP: {Phase.THINKING: Phase.THINKING, Phase.ORDERED: Phase.ORDERED},
}
"""The phases in which something may be said, each with the one that it leads to. `quit` may be said in all."""

_WORDS: Final[Mapping[EngineCommand, str]] = {
    EngineCommand.POSITION: "position",
    EngineCommand.LIST: "go perft 1",
    EngineCommand.SYNC: "isready",
    EngineCommand.GO: "go",
    EngineCommand.STOP: "stop",
    EngineCommand.QUIT: "quit",
}
"""The first word of commands that are the same in all protocols."""

_HEARD: Final[Mapping[MessageKind, Mapping[Phase, Phase]]] = {
    MessageKind.GREETED: {Phase.GREETING: Phase.READY},
    MessageKind.SYNCED: {Phase.WAITING: Phase.READY, Phase.ORDERED: Phase.THINKING},
    MessageKind.MOVE: {Phase.THINKING: Phase.READY},
    MessageKind.LISTED: {Phase.LISTING: Phase.READY},
}
"""The same for what the engine says, where it must answer something."""

_CHOICES = re.compile(r" (default|min|max|var) ")


class Dialogue:
    """The state of the talk with one run of an engine, as far as it matters for the next line.

    phase: where the dialogue is. identity: what the engine calls itself. options: what it offers, by name.
    """

    def __init__(self, protocol: Protocol) -> None:
        self.protocol = protocol
        self.phase = Phase.BEGUN
        self.identity = ""
        self.options: dict[str, Offer] = {}

    def say(self, command: EngineCommand, *words: str) -> str:
        """The line for a command, without its end. words: what belongs to it. Raises `ProtocolFault` out of turn."""
        after = Phase.OVER if command is EngineCommand.QUIT else _TRANSITIONS[command].get(self.phase)
        if after is None:
            raise ProtocolFault(f"cannot be told '{command.value}' while it is {self.phase.value}")
        self.phase = after
        return self._line(command, words)

    def _line(self, command: EngineCommand, words: tuple[str, ...]) -> str:
        protocol = self.protocol
        if command is EngineCommand.SET:
            name, value = words
            line = protocol.setting.format(name, value)
            return line if value else line.removesuffix(" ").removesuffix(" value")
        first = _WORDS.get(command) or (protocol.name if command is EngineCommand.GREET else protocol.new_game)
        return " ".join(filter(None, (first, *words)))

    def hear(self, line: str) -> Message:
        """Read a line of the engine. Raises `ProtocolFault` for an answer to what nobody asked."""
        message = self._message(line)
        if message.kind in _HEARD:
            after = _HEARD[message.kind].get(self.phase)
            if after is None:
                raise ProtocolFault(f"says '{shown(line, 60)}' though nothing was asked")
            self.phase = after
        return message

    def _message(self, line: str) -> Message:
        if line.startswith(INFO):
            return Message(MessageKind.INFO, line)
        word, _, rest = line.partition(" ")
        if word == "bestmove":
            return Message(MessageKind.MOVE, rest.split(" ", 1)[0])
        if word == "nobestmove":
            return Message(MessageKind.MOVE)
        if word == "readyok":
            return Message(MessageKind.SYNCED)
        if word == f"{self.protocol.name}ok":
            return Message(MessageKind.GREETED)
        if line.startswith("Nodes searched"):
            return Message(MessageKind.LISTED)
        if word == "id" and rest.startswith("name "):
            self.identity = rest.removeprefix("name ").strip()
            return Message(MessageKind.IDENTITY, self.identity)
        found = self.protocol.offered.fullmatch(line) if word == "option" else None
        if found is None:
            return Message(MessageKind.OTHER, line)
        self.options[found["name"]] = _offer(found["kind"], found["rest"])
        return Message(MessageKind.OPTION, found["name"])


def _offer(kind: str, rest: str) -> Offer:
    """The texts behind the kind of an option: words of its own, each in front of a value that may have blanks.

    >>> _offer("combo", " default a b var a b var c")
    Offer(kind='combo', default='a b', choices=('a b', 'c'))
    """
    words = _CHOICES.split(f"{rest} ")[1:]
    pairs = list(zip(words[::2], words[1::2], strict=True))
    default = next((value.strip() for word, value in pairs if word == "default"), "")
    choices = tuple(value.strip() for word, value in pairs if word == "var")
    return Offer(kind, "" if default == "<empty>" else default, choices)


# -- lines of thought -----------------------------------------------------------------------------------------------------


class Thought(NamedTuple):
    """The facts of an `info` line on one line of play.

    number: of the line, 1 for the best. centipawns, mate: of the player to move, one of them. bound: whether the real
    value is beyond that. moves: as the engine writes them.
    """

    number: int
    centipawns: int | None
    mate: int | None
    bound: bool
    depth: int
    nodes: int
    moves: tuple[str, ...]


_SCORE = re.compile(r" score (?:mate (?P<mate>[+-]?[0-9]{0,6})|(?:cp )?(?P<centipawns>[+-]?[0-9]{1,9}))(?= |$)")
_NUMBERS = re.compile(r" (depth|nodes|multipv) ([0-9]{1,18})(?= |$)")


def thought_of(line: str) -> Thought | None:
    """The thought in a line that begins with `info`; None where it has no score.

    >>> thought_of("info depth 5 multipv 2 score cp -31 nodes 470 pv d7d5 d1f3")
    Thought(number=2, centipawns=-31, mate=None, bound=False, depth=5, nodes=470, moves=('d7d5', 'd1f3'))
    >>> thought_of("info depth 7 score mate - nodes 9").mate, thought_of("info string hello")
    (-1, None)
    """
    head, _, moves = line.partition(" pv ")
    found = None if head.startswith("info string") else _SCORE.search(head)
    if found is None:
        return None
    numbers = {word: int(number) for word, number in _NUMBERS.findall(head)}
    mate = found["mate"]
    if mate in ("", "+", "-"):  # USI: mate, and it is not known in how many moves
        mate += "1"
    return Thought(
        numbers.get("multipv", 1),
        None if found["centipawns"] is None else int(found["centipawns"]),
        None if mate is None else int(mate),
        "bound" in head,
        numbers.get("depth", 0),
        numbers.get("nodes", 0),
        tuple(moves.split()),
    )


def last_thoughts(texts: Sequence[str], lines: int) -> list[Thought]:
    """The last thoughts about the first lines of play, in their order: exact ones, where there are any.

    >>> told = ["info depth 1 score cp 10 pv e2e4", "info depth 2 score cp 9 lowerbound pv d2d4"]
    >>> [(thought.depth, thought.moves) for thought in last_thoughts(told, 1)]
    [(1, ('e2e4',))]
    """
    last: dict[int, str] = {}
    missing = set(range(1, lines + 1))  # those without an exact thought
    for text in reversed(texts):
        number = line_number(text) if text.startswith(INFO) else 0
        if number not in missing:
            continue
        if "bound" not in text:
            last[number] = text
            missing.remove(number)
        else:
            last.setdefault(number, text)
        if not missing:
            break
    return [thought for number in sorted(last) if (thought := thought_of(last[number]))]


def line_number(line: str) -> int:
    """Which line of play an `info` line is about; 1 where it does not say so, 0 where it has no score.

    >>> line_number("info depth 5 multipv 2 score cp -31"), line_number("info nodes 470")
    (2, 0)
    """
    if " score " not in line or line.startswith("info string"):
        return 0
    _, named, rest = line.partition(" multipv ")
    number = rest.partition(" ")[0]
    return int(number) if named and number.isdecimal() else 1
