"""Games annotated by engines: several at a time, each by an engine of its own, given back in the order of the file."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable
from typing import NamedTuple

from fairyscore.notation.editing.rewrite import is_sure
from fairyscore.notation.engines.annotating import Annotated, AnnotationOptions, annotated
from fairyscore.notation.engines.engine import Engine
from fairyscore.notation.replay import Verdict


class AnnotatedGame(NamedTuple):
    """A game and what became of it; `done` is None for a game with a fault, and for the file as a whole."""

    verdict: Verdict
    done: Annotated | None = None


class AnnotationRun:
    """Annotates games, until it is stopped, or an engine cannot go on; what comes after that stays as it is.

    engines: as many games are under way at a time. on_position: called with each position that one of them has looked at.
    fault: why an engine could not go on, empty while all can.
    """

    def __init__(
        self, engines: Iterable[Engine], options: AnnotationOptions, on_position: Callable[[], None] | None = None
    ) -> None:
        self._engines = [*engines]
        self._options = options
        self._on_position = on_position
        self._free: asyncio.Queue[Engine] = asyncio.Queue()
        for engine in self._engines:
            self._free.put_nowait(engine)
        self._under_way: deque[asyncio.Task[AnnotatedGame]] = deque()
        self.is_stopped = False
        self.fault = ""

    async def start(self) -> None:
        """Start the first engine; the others start with their first game. Raises `EngineError`, and `ValueError`."""
        await self._engines[0].start()

    def stop(self) -> None:
        """Go on with nothing more: what is under way is given back as far as it is done."""
        self.is_stopped = True
        for task in self._under_way:
            task.cancel()

    async def close(self) -> None:
        """End all engines."""
        await asyncio.gather(*(engine.close() for engine in self._engines))

    async def games(self, verdicts: Iterable[Verdict]) -> AsyncIterator[AnnotatedGame]:
        """The games of verdicts, in their order."""
        for verdict in verdicts:
            self._under_way.append(asyncio.create_task(self._game(verdict)))
            if len(self._under_way) > len(self._engines):
                yield await self._first()
        while self._under_way:
            yield await self._first()

    async def _first(self) -> AnnotatedGame:
        """The first game under way, once it is done."""
        game = await self._under_way[0]
        self._under_way.popleft()
        if game.done is not None and game.done.fault and not self.fault:
            self.fault = game.done.fault
            self.stop()
        return game

    async def _game(self, verdict: Verdict) -> AnnotatedGame:
        """One game; a game with a fault, or behind the end of the run, stays as it is."""
        if not verdict.game_text.number or not is_sure(verdict) or verdict.record is None:
            return AnnotatedGame(verdict)
        try:
            engine = await self._free.get()
        except asyncio.CancelledError:
            return AnnotatedGame(verdict, Annotated(interrupted=True))
        try:
            if self.is_stopped:
                return AnnotatedGame(verdict, Annotated(interrupted=True))
            return AnnotatedGame(verdict, await annotated(verdict.record, engine, self._options, self._on_position))
        finally:
            self._free.put_nowait(engine)
