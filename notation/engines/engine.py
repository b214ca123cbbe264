"""An engine with positions and moves of ours.

Each search begins as in a new game, so that what is found depends on nothing but the position, the moves in front of it
and the limit: with one thread and a limit by nodes or depth it is the same in every run, and the same that the engine says
when it is asked by hand.

    uci                                       for each game that comes, of a program that is started anew
    setoption name Threads value 1            what `USUAL` and the user say
    setoption name UCI_Variant value shogi
    isready
    setoption name Threads value 1            with every search of another game than its usual one
    ucinewgame                                with every search
    isready
    position startpos moves g1f3
    go nodes 2000
"""

from __future__ import annotations

import asyncio
import os
import shlex
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import Any, Final, NamedTuple

from fairyscore.notation.engines.analysis import Analysis, analysis_of
from fairyscore.notation.engines.games import CHESS960, SETTINGS, EngineGame, engine_game
from fairyscore.notation.engines.process import EngineProcess, ProcessFault
from fairyscore.notation.engines.protocols import (
    INFO,
    PROTOCOLS,
    Dialogue,
    EngineCommand,
    Limit,
    MessageKind,
    Phase,
    Protocol,
    ProtocolFault,
    Thought,
    last_thoughts,
)
from fairyscore.notation.errors import FairyscoreError
from fairyscore.notation.position import LegalMove, Position
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.text import nearest, shown

USUAL: Final[Mapping[str, str]] = {
    "Threads": "1",
    "Hash": "16",
    "USI_Hash": "16",
    "Ponder": "false",
    "USI_Ponder": "false",
    "OwnBook": "false",
    "USI_OwnBook": "false",
    "usebook": "false",
}
"""What is set in an engine that offers it, unless the user says otherwise: one thread, no book, no thinking ahead."""

PATIENCE: Final = 60.0
GREETING_PATIENCE: Final = 10.0
WALKS: Final = 4
PLIES: Final = 40
"""How many games are played at random to compare the legal moves of a game that was written for an engine, and how far."""

_LINES: Final = "MultiPV"
_THREADS: Final = "Threads"


class EngineError(FairyscoreError, RuntimeError):
    """An engine cannot be started, has ended, does not answer, or makes no sense; the message says which and what.

    >>> str(EngineError("Tiny does not answer within 60 s"))
    'Tiny does not answer within 60 s'
    """


class EngineMoveError(EngineError):
    """An engine plays a move that the rules refuse; the message says which and why.

    >>> issubclass(EngineMoveError, EngineError)
    True
    """


class Question(NamedTuple):
    """A position as an engine is asked about it.

    start: the FEN in front of the moves, empty for the usual start of the game.
    moves: from there to the position, as the engine reads them.
    """

    position: Position
    start: str
    moves: tuple[str, ...] = ()


def questions(moves: Iterable[LegalMove], end: Position, protocol: Protocol) -> Iterator[Question]:
    """The questions about the positions of a line: before each of its moves, and at its end.

    >>> start = Position.start("chess")
    >>> [one.moves for one in questions([start.parse("e4")], start.after(start.parse("e4").raw), PROTOCOLS["uci"])]
    [(), ('e2e4',)]
    """
    moves = [*moves]
    positions = [*(move.position for move in moves), end]
    start, texts = positions[0], [protocol.notation.write(move.position.state, move.raw, end.variant) for move in moves]
    fen = "" if start == Position.start(start.variant) else start.fen
    for plies, position in enumerate(positions):
        yield Question(position, fen, tuple(texts[:plies]))


class Engine:
    """An engine: a program of yours that plays and evaluates games, in UCI, USI or UCCI. It runs inside `async with`.

    program: its path or its name, with arguments behind it where there are any; or a list of these.
    protocol: `uci`, `usi` or `ucci`.
    options: options of the engine by name. Unless they say otherwise it has one thread, 16 MB of hash and no book.
    patience: seconds until a search must have ended, besides those it is asked for; then the engine is ended.
    restarts: how often it is started again for one search where it ends, or does not answer.

    name: what the engine calls itself, once it runs.

    Raises `ValueError` for a protocol that there is not.

    >>> async def best_move(position):
    ...     async with Engine("fairy-stockfish", options={"Hash": 64}) as engine:
    ...         return (await engine.analyse(position, nodes=10_000)).move
    >>> Engine("fairy-stockfish", protocol="usi").protocol.name
    'usi'
    """

    def __init__(
        self,
        program: str | os.PathLike[str] | Sequence[str],
        *,
        protocol: str = "uci",
        options: Mapping[str, str | int | bool] | None = None,
        patience: float = PATIENCE,
        restarts: int = 0,
    ) -> None:
        if protocol not in PROTOCOLS:
            raise ValueError(f"there is no protocol '{shown(protocol)}'; there are {', '.join(PROTOCOLS)}")
        self.protocol = PROTOCOLS[protocol]
        self.name = ""
        self._command = _command(program)
        self._options = {name: _value(value) for name, value in (options or {}).items()}
        self._patience = patience
        self._restarts = restarts
        self._turn = asyncio.Lock()
        self._process: EngineProcess | None = None
        self._dialogue = Dialogue(self.protocol)
        self._game: Variant | None = None
        self._lines = 1
        self._games: dict[Variant, EngineGame] = {}

    async def __aenter__(self) -> Engine:
        await self.start()
        return self

    async def __aexit__(self, *_fault: object) -> None:
        await self.close()

    async def start(self) -> None:
        """Start the program; else the first question does. Raises `EngineError`, and `ValueError` for its options."""
        try:
            await self._started()
        except BaseException:
            await self.close()
            raise

    async def close(self) -> None:
        """End the program; the next question would start it again."""
        process, self._process = self._process, None
        if process is not None:
            await process.end(self._dialogue.say(EngineCommand.QUIT))

    @property
    def gives_lines(self) -> bool:
        """True if it gives more than one line of play; known once it runs."""
        return _LINES in self._dialogue.options

    async def stop(self) -> None:
        """Let the search that runs give what it has found so far; nothing happens where none runs."""
        if self._process is not None and self._dialogue.phase in (Phase.ORDERED, Phase.THINKING):
            await self._tell(self._dialogue.say(EngineCommand.STOP))

    # -- what is asked of it ------------------------------------------------------------------------------------------

    async def refusal(self, variant: Variant) -> str:
        """Why it cannot play a game, half a sentence; empty where it can. Raises `EngineError`."""
        async with self._turn:
            await self._started(variant)
            if self._game is None and self._game_of(variant).settings:
                async with _Guard(self, self._patience):
                    await self._begin(variant)
            return self._game_of(variant).refusal

    async def analyse(
        self,
        position: Position,
        *,
        after: Iterable[LegalMove | str] = (),
        nodes: int | None = None,
        depth: int | None = None,
        seconds: float | None = None,
        lines: int = 1,
    ) -> Analysis:
        """Analyse a position. after: moves that are made first, so that it knows of repetitions.

        nodes, depth, seconds: how far it thinks; one of them at least. lines: how many lines of play are wanted.

        Raises `EngineError`, and `ValueError` where the game is over, no limit is given, or it does not play the game.
        """
        limit = _limit(nodes, depth, seconds)
        moves, end = [], position
        for move in after:
            moves.append(end.parse(str(move)))
            end = end.after(moves[-1].raw)
        *_, question = questions(moves, end, self.protocol)
        return await self.answer(question, limit, lines)

    async def play(
        self,
        position: Position,
        *,
        after: Iterable[LegalMove | str] = (),
        nodes: int | None = None,
        depth: int | None = None,
        seconds: float | None = None,
    ) -> LegalMove | None:
        """The move that it plays; None where it gives up. It takes and raises what `analyse` does."""
        return (await self.analyse(position, after=after, nodes=nodes, depth=depth, seconds=seconds)).move

    async def answer(self, question: Question, limit: Limit, lines: int = 1) -> Analysis:
        """Analyse the position of a question. Raises as `analyse` does."""
        if question.position.outcome is not None:
            raise ValueError(f"the game is over: {question.position.outcome.words}")
        async with self._turn:
            for left in range(self._restarts, -1, -1):
                try:
                    return await self._search(question, limit, lines)
                except EngineMoveError:
                    raise
                except EngineError:
                    if not left:
                        raise
        raise AssertionError

    # -- what is said -------------------------------------------------------------------------------------------------

    async def _search(self, question: Question, limit: Limit, lines: int) -> Analysis:
        """One search, of a program that is started where there is none."""
        position = question.position
        await self._started(position.variant)
        async with _Guard(self, self._patience + (limit.seconds or 0)):
            if self._game is None:
                await self._begin(position.variant)
            moves = ("moves", *question.moves) if question.moves else ()
            dialogue = self._dialogue
            await self._tell(
                *self._as_new(position.variant, lines),
                # until it is ready, a second answer to the last question is none to this one
                dialogue.say(EngineCommand.SYNC),
                dialogue.say(EngineCommand.POSITION, self.protocol.start(question.start), *moves),
                dialogue.say(EngineCommand.GO, self.protocol.limit(limit)),
            )
            answers, move = await self._until(MessageKind.MOVE)
            return self._analysis(position, last_thoughts(answers, lines), move)

    def _analysis(self, position: Position, thoughts: Sequence[Thought], text: str) -> Analysis:
        """The analysis that the last thoughts of a search and its move state."""
        found = analysis_of(position, thoughts, text, self.protocol.notation)
        if isinstance(found, str):
            raise EngineMoveError(f"{self.name} plays a move that the rules refuse, {found}")
        return found

    async def _started(self, variant: Variant | None = None) -> None:
        """Start the program where it does not run, greet it, and set its options.

        variant: the game that is asked about next. For another game than before the program is started anew: engines
        remember more of a game than `ucinewgame` lets them forget.
        """
        if self._game is not None and (variant is None or self._game.name != variant.name):
            await self.close()
        if self._process is not None:
            return
        self._dialogue, self._game, self._lines = Dialogue(self.protocol), None, 1
        self.name = os.path.basename(self._command[0])  # noqa: PTH119
        try:
            self._process = await EngineProcess.start(self._command)
        except ProcessFault as fault:
            raise EngineError(f"{self.name} {fault}") from None
        async with _Guard(self, GREETING_PATIENCE):
            await self._tell(self._dialogue.say(EngineCommand.GREET))
            await self._until(MessageKind.GREETED)
            self.name = self._dialogue.identity or self.name
            self._check_options()
            for name, value in {**USUAL, **self._options}.items():
                if name in self._dialogue.options:
                    await self._tell(self._dialogue.say(EngineCommand.SET, name, value))
            await self._sync()

    def _check_options(self) -> None:
        offered = self._dialogue.options
        for name in self._options:
            if name not in offered:
                near = nearest(name, offered)
                raise ValueError(
                    f"{self.name} has no option '{shown(name)}'" + (f"; did you mean {near}?" if near else "")
                )

    def _game_of(self, variant: Variant) -> EngineGame:
        if variant not in self._games:
            self._games[variant] = engine_game(variant, self.protocol, self._dialogue.options)
        return self._games[variant]

    def _as_new(self, variant: Variant, lines: int) -> Iterator[str]:
        """The commands after which the engine takes the next position for that of a new game. Raises `ValueError`."""
        dialogue, game = self._dialogue, self._game_of(variant)
        if game.refusal:
            raise ValueError(f"{self.name} cannot play this game: {game.refusal}")
        if lines != self._lines:
            if _LINES not in dialogue.options:
                raise ValueError(f"{self.name} gives one line of play only")
            yield dialogue.say(EngineCommand.SET, _LINES, str(lines))
            self._lines = lines
        if game.option and game.name != dialogue.options[game.option].default and _THREADS in dialogue.options:
            threads = self._options.get(_THREADS, USUAL[_THREADS])
            yield dialogue.say(EngineCommand.SET, _THREADS, threads)  # threads that are new remember nothing
        yield dialogue.say(EngineCommand.NEW_GAME)

    async def _begin(self, variant: Variant) -> None:
        """Let it play a game. One that is written for it must be the same there as here, or is refused from now on."""
        game, dialogue = self._game_of(variant), self._dialogue
        if game.refusal:
            return
        self._game = variant
        if game.settings:
            await self._teach(game.settings)
        if CHESS960 in dialogue.options:
            await self._tell(dialogue.say(EngineCommand.SET, CHESS960, _value(game.chess960)))
        if game.option:
            await self._tell(dialogue.say(EngineCommand.SET, game.option, game.name))
        heard = await self._sync()
        if game.settings:
            confirmed = any(text.startswith(f"info string variant {game.name} ") for text in heard)
            different = await self._difference(variant) if confirmed else "it does not take what was written"
            if different:
                says = (
                    f"it does not know {variant.title}, and plays another game by what is written for it: {different}"
                )
                self._games[variant] = EngineGame(refusal=says)

    async def _difference(self, variant: Variant) -> str:
        """Where the engine has other legal moves in games played at random; empty where nothing was found."""
        for number in range(WALKS):
            random, state = Random(number), variant.initial_state()
            line: list[str] = []
            while len(line) < PLIES and state.outcome() is None:
                ours = {self.protocol.notation.write(state, move, variant): move for move in state.moves()}
                theirs = await self._legal_moves(line)
                if missing := sorted(ours.keys() - theirs):
                    return f"{' '.join((*line, missing[0]))} is missing"
                if new := sorted(theirs - ours.keys()):
                    return f"{' '.join((*line, new[0]))} is new"
                line.append(random.choice(sorted(ours)))
                state.push_unchecked(ours[line[-1]])
        return ""

    async def _legal_moves(self, line: Sequence[str]) -> set[str]:
        """The legal moves of the engine after a line from the start."""
        dialogue = self._dialogue
        moves = ("moves", *line) if line else ()
        await self._tell(
            dialogue.say(EngineCommand.POSITION, self.protocol.start(""), *moves), dialogue.say(EngineCommand.LIST)
        )
        answers, _ = await self._until(MessageKind.LISTED)
        return {text.partition(":")[0] for text in answers if text.endswith(": 1")}

    async def _teach(self, settings: str) -> None:
        """Let the engine read a `variants.ini`, which is gone afterwards."""
        handle, path = tempfile.mkstemp(suffix=".ini", prefix="fairyscore-")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(settings)
            await self._tell(self._dialogue.say(EngineCommand.SET, SETTINGS, path))
            await self._sync()
        finally:
            with suppress(FileNotFoundError):
                os.unlink(path)  # noqa: PTH108

    # -- lines --------------------------------------------------------------------------------------------------------

    async def _sync(self) -> list[str]:
        """Wait until the engine has done all that it was told, and give its answers."""
        await self._tell(self._dialogue.say(EngineCommand.SYNC))
        answers, _ = await self._until(MessageKind.SYNCED)
        return answers

    async def _until(self, kind: MessageKind) -> tuple[list[str], str]:
        """Its lines up to a message of a kind, and the text of that."""
        assert self._process is not None
        dialogue, text = self._dialogue, ""

        def is_last(line: str) -> bool:
            nonlocal text
            message = dialogue.hear(line)
            text = message.text
            return message.kind is kind

        return await self._process.lines_until(is_last, INFO), text

    async def _tell(self, *lines: str) -> None:
        assert self._process is not None
        await self._process.write(*lines)


class _Guard:
    """A block in which an engine is spoken to: whatever goes wrong in it, the program is ended, and the fault is named."""

    def __init__(self, engine: Engine, patience: float) -> None:
        self._engine = engine
        self._patience = patience
        self._timeout = asyncio.timeout(patience)

    async def __aenter__(self) -> None:
        await self._timeout.__aenter__()

    async def __aexit__(self, kind: type[BaseException] | None, fault: BaseException | None, trace: Any) -> None:
        try:
            await self._timeout.__aexit__(kind, fault, trace)
        except TimeoutError:
            await self._end()
            doing = "does not answer" if self._engine._dialogue.identity else "does not speak"
            protocol = f" {self._engine.protocol.name.upper()}" if doing == "does not speak" else ""
            raise EngineError(f"{self._engine.name} {doing}{protocol} within {self._patience:g} s") from None
        if fault is None or isinstance(fault, EngineMoveError | ValueError):
            return
        await self._end()
        if isinstance(fault, ProcessFault | ProtocolFault):
            raise EngineError(f"{self._engine.name} {fault}") from None

    async def _end(self) -> None:
        process, self._engine._process = self._engine._process, None
        if process is not None:
            await process.end()


def _command(program: str | os.PathLike[str] | Sequence[str]) -> list[str]:
    """A program with its arguments: a text is one path where there is such a program, else it is split at blanks."""
    if not isinstance(program, str | os.PathLike):
        return list(program)
    text = os.fspath(program)
    return [text] if shutil.which(text) or not isinstance(program, str) else shlex.split(text) or [text]


def _value(value: str | float) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _limit(nodes: int | None, depth: int | None, seconds: float | None) -> Limit:
    """A limit that is one. Raises `ValueError`."""
    given = [number for number in (nodes, depth, seconds) if number is not None]
    if not given:
        raise ValueError("say how far the engine is to think: nodes, depth or seconds")
    if min(given) <= 0:
        raise ValueError("an engine thinks for more than nothing: nodes, depth and seconds are above 0")
    return Limit(nodes, depth, seconds)


# -- without async --------------------------------------------------------------------------------------------------------


class OpenEngine:
    """An engine for scripts without `async`: the `with` block of `open_engine` starts it, and ends it.

    >>> open_engine("fairy-stockfish", protocol="usi").name  # it does not run yet
    ''
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._runner = asyncio.Runner()

    def __enter__(self) -> OpenEngine:
        try:
            self._runner.run(self._engine.__aenter__())
        except BaseException:
            self._runner.close()
            raise
        return self

    def __exit__(self, *_fault: object) -> None:
        try:
            self._runner.run(self._engine.close())
        finally:
            self._runner.close()

    @property
    def name(self) -> str:
        """The name that the engine gives itself."""
        return self._engine.name

    def refusal(self, variant: Variant) -> str:
        """As `Engine.refusal`."""
        return self._runner.run(self._engine.refusal(variant))

    def analyse(self, position: Position, **limits: Any) -> Analysis:
        """As `Engine.analyse`."""
        return self._runner.run(self._engine.analyse(position, **limits))

    def play(self, position: Position, **limits: Any) -> LegalMove | None:
        """As `Engine.play`."""
        return self._runner.run(self._engine.play(position, **limits))


def open_engine(
    program: str | os.PathLike[str] | Sequence[str],
    *,
    protocol: str = "uci",
    options: Mapping[str, str | int | bool] | None = None,
    patience: float = PATIENCE,
    restarts: int = 0,
) -> OpenEngine:
    """An engine for scripts without `async`, in a `with` block: it has `analyse`, `play`, `refusal` and `name`.

    program, protocol, options, patience, restarts: as for `Engine`.

    Raises `ValueError` for a protocol that there is not; the start of the block, `EngineError`.

    >>> try:
    ...     with open_engine("no-such-program") as engine:
    ...         print(engine.play(Position.start("chess"), depth=1))
    ... except EngineError as fault:
    ...     print(fault)
    no-such-program cannot be started: No such file or directory
    """
    return OpenEngine(Engine(program, protocol=protocol, options=options, patience=patience, restarts=restarts))
