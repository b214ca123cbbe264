"""An engine that runs in the browser beside the judge: WebAssembly, started by the page, and told here what to do.

The page asks the desk again and again what has been found so far. With each question it hands over the lines that the
engine has printed since, and takes those that it is to be told: nothing here waits for anything.

>>> from fairyscore import Position
>>> from fairyscore.render.desk.helpers import AskedPosition
>>> engine = PageEngine()
>>> asked = AskedPosition(Position.start("chess"), (), 1)
>>> engine.think(asked).running, engine.said()
(True, ['uci'])
>>> engine.hear(["id name Tiny", "uciok"])
>>> engine.said()
['ucinewgame', 'position startpos', 'go movetime 100']
>>> engine.hear(["info depth 1 score cp 20 nodes 9 pv e2e4", "bestmove e2e4"])
>>> str(engine.think(asked).analysis.move), engine.said()
('e2-e4', ['ucinewgame', 'position startpos', 'go movetime 500'])
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from fairyscore.notation.engines.analysis import Analysis, analysis_of
from fairyscore.notation.engines.engine import USUAL, questions
from fairyscore.notation.engines.games import CHESS960, SETTINGS, engine_game
from fairyscore.notation.engines.protocols import (
    UCI,
    Dialogue,
    EngineCommand,
    Limit,
    MessageKind,
    Phase,
    ProtocolFault,
    last_thoughts,
)
from fairyscore.notation.position import Position
from fairyscore.render.desk.helpers import AskedPosition, Findings

GROWING: Final = tuple(Limit(seconds=seconds) for seconds in (0.1, 0.5, 2.0, 8.0, 30.0))
"""One search after the other: something is known at once, and more with time."""

SETTINGS_HERE: Final = {**USUAL, "Use NNUE": "false"}
"""What is set in the engine: a network of its own would be another file of many megabytes."""

LINES: Final = "MultiPV"


class PageEngine:
    """An engine of the page; see `Thinker`."""

    def __init__(self) -> None:
        self._dialogue = Dialogue(UCI)
        self._said: list[str] = []
        self._heard: list[str] = []
        self._wanted: Findings | None = None
        self._searched: Findings | None = None  # of the search that runs
        self._limit = 0
        self._game = ""
        self._is_stopped = False

    def think(self, asked: AskedPosition) -> Findings:
        """See `Thinker`."""
        if self._wanted is None or self._wanted.asked != asked:
            self._wanted, self._limit = Findings(asked), 0
            self._go_on()
        return self._wanted

    def rest(self) -> None:
        """See `Thinker`."""
        self._wanted = None
        self._go_on()

    def said(self) -> list[str]:
        """The lines that the engine is to be told, each once."""
        said, self._said = self._said, []
        return said

    def hear(self, lines: Iterable[str]) -> None:
        """Read what the engine has printed. What answers no question is passed over."""
        for line in lines:
            try:
                message = self._dialogue.hear(line)
            except ProtocolFault:
                continue
            if message.kind is MessageKind.INFO:
                self._heard.append(line)
            elif message.kind is MessageKind.GREETED:
                self._set(SETTINGS_HERE)
                self._go_on()
            elif message.kind is MessageKind.MOVE:
                self._end(message.text)

    def _say(self, command: EngineCommand, *words: str) -> None:
        self._said.append(self._dialogue.say(command, *words))

    def _set(self, values: dict[str, str]) -> None:
        for name, value in values.items():
            if name in self._dialogue.options:
                self._say(EngineCommand.SET, name, value)

    def _go_on(self) -> None:
        """Greet the engine, stop what is not wanted any more, or search."""
        phase = self._dialogue.phase
        if phase is Phase.THINKING:
            if self._searched is not self._wanted and not self._is_stopped:
                self._is_stopped = True
                self._say(EngineCommand.STOP)
        elif self._wanted is not None and self._wanted.running:
            if phase is Phase.BEGUN:
                self._say(EngineCommand.GREET)
            elif phase is Phase.READY:
                self._search(self._wanted)

    def _search(self, findings: Findings) -> None:
        """Begin the next search for some findings, or say why there is none."""
        start, moves, lines = findings.asked
        *_, question = questions(moves, _end_of(findings.asked), UCI)
        options = {name: offer for name, offer in self._dialogue.options.items() if name != SETTINGS}
        game = engine_game(start.variant, UCI, options)
        if game.refusal:
            findings.reason, findings.running = f"the engine cannot play this game: {game.refusal}", False
            return
        if game.option and self._game != game.name:
            self._set({CHESS960: str(game.chess960).lower(), game.option: game.name})
            self._game = game.name
        self._set({LINES: str(lines)})
        self._say(EngineCommand.NEW_GAME)
        told = ("moves", *question.moves) if question.moves else ()
        self._say(EngineCommand.POSITION, UCI.start(question.start), *told)
        self._say(EngineCommand.GO, UCI.limit(GROWING[self._limit]))
        self._searched, self._heard, self._is_stopped = findings, [], False

    def _end(self, move: str) -> None:
        """A search has ended: what it found counts if it is still wanted, and the next one begins."""
        findings = self._searched
        if findings is not None and findings is self._wanted:
            self._found(findings, move)
        self._searched = None
        self._go_on()

    def _found(self, findings: Findings, move: str) -> None:
        end = _end_of(findings.asked)
        found = analysis_of(end, last_thoughts(self._heard, findings.asked.lines), move, UCI.notation)
        if isinstance(found, Analysis):
            findings.analysis = found
            self._limit += 1
            findings.running = self._limit < len(GROWING)
        else:
            findings.reason, findings.running = f"the engine plays a move that the rules refuse, {found}", False


def _end_of(asked: AskedPosition) -> Position:
    return asked.moves[-1].position.after(asked.moves[-1].raw) if asked.moves else asked.start
