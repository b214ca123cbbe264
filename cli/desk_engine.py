"""An engine beside the desk: it thinks in a thread of its own, and the desk asks what it has found so far.

It thinks about the position that was asked about last, longer and longer, and stops when nobody has asked for a while.
"""

from __future__ import annotations

import asyncio
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final, Self

from fairyscore.notation.engines.analysis import Analysis
from fairyscore.notation.engines.engine import Engine, EngineError
from fairyscore.notation.engines.protocols import Limit
from fairyscore.render.desk.helpers import AskedPosition, Findings

GROWING: Final = tuple(Limit(seconds=seconds) for seconds in (0.1, 0.5, 2.0, 8.0, 30.0))
"""One search after the other: something is known at once, and more with time."""

LEVELS: Final = tuple(Limit(nodes=nodes) for nodes in (30, 100, 300, 1_000, 5_000, 30_000, 200_000, 1_000_000))
"""The searches of an opponent by its level, from 1."""

SILENCE: Final = 5.0
"""Seconds after which nobody asks any longer: the page is closed."""

FAREWELL: Final = 5.0
"""Seconds that the engine has to end."""

RETRY: Final = 0.01


@dataclass
class DeskEngine:
    """An engine that thinks while the desk answers; it runs inside `with`. limits: its searches, one after the other."""

    engine: Engine
    limits: tuple[Limit, ...] = GROWING
    _findings: Findings | None = None
    _heard: float = 0.0
    _loop: asyncio.AbstractEventLoop = field(default_factory=asyncio.new_event_loop)
    _news: asyncio.Event = field(default_factory=asyncio.Event)
    _ends: bool = False

    def __enter__(self) -> Self:
        self._thread = threading.Thread(target=self._loop.run_until_complete, args=(self._work(),), daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_fault: object) -> None:
        self._ends = True
        self._loop.call_soon_threadsafe(self._news.set)
        self._thread.join(FAREWELL)

    def think(self, asked: AskedPosition) -> Findings:
        """See `Thinker`."""
        self._heard = time.monotonic()
        findings = self._findings
        if findings is None or findings.asked != asked:
            findings = Findings(asked)
            self._turn_to(findings)
        return findings

    def rest(self) -> None:
        """See `Thinker`."""
        self._turn_to(None)

    def _turn_to(self, findings: Findings | None) -> None:
        self._findings = findings
        self._loop.call_soon_threadsafe(self._news.set)

    # -- in its thread ------------------------------------------------------------------------------------------------

    async def _work(self) -> None:
        """Think about what is wanted, until the desk is closed."""
        try:
            while not self._ends:
                await self._news.wait()
                self._news.clear()
                findings = self._findings
                if findings is not None and findings.running:
                    await self._think(findings)
        finally:
            await self.engine.close()

    def _is_wanted(self, findings: Findings) -> bool:
        return not self._ends and self._findings is findings

    async def _think(self, findings: Findings) -> None:
        """Search after search, as long as the position is wanted."""
        try:
            for limit in self.limits:
                if not self._is_wanted(findings):
                    return
                if time.monotonic() - self._heard > SILENCE:
                    self._findings = None
                    return
                findings.analysis = await self._searched(findings, limit) or findings.analysis
        except (EngineError, ValueError) as fault:
            findings.reason = str(fault)
        findings.running = False

    async def _searched(self, findings: Findings, limit: Limit) -> Analysis | None:
        """The result of one search, which ends early where another position is wanted."""
        start, moves, lines = findings.asked
        if not self.engine.name:
            await self.engine.start()
        lines = lines if self.engine.gives_lines else 1
        search = asyncio.ensure_future(
            self.engine.analyse(
                start, after=moves, nodes=limit.nodes, depth=limit.depth, seconds=limit.seconds, lines=lines
            )
        )
        news = asyncio.ensure_future(self._news.wait())
        await asyncio.wait({search, news}, return_when=asyncio.FIRST_COMPLETED)
        news.cancel()
        while not search.done() and not self._is_wanted(findings):
            with suppress(EngineError):
                await self.engine.stop()
            await asyncio.wait({search}, timeout=RETRY)
        return await search
