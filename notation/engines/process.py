"""The program of an engine, and its pipes: lines go in and out, nothing blocks, and nothing is left of it at the end.

It has a session of its own, so that Ctrl-C in a terminal reaches us alone, and all that it starts ends with it. What it
writes to standard error is read and thrown away, but for the last lines, which say why it ended.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

from fairyscore.notation.text import shown

CHUNK: Final = 1 << 16
LONGEST: Final = 1 << 20  # bytes of a line
MOST_LINES: Final = 5000  # of an answer that are kept
LAST_WORDS: Final = 2000  # bytes of standard error that are kept
FAREWELL: Final = 2.0  # seconds in which a program must end by itself


class ProcessFault(Exception):
    """A program cannot be started, or has ended; the message is half a sentence about it."""


class EngineProcess:
    """A program that was started."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._lines: deque[str] = deque()  # read and not yet asked for
        self._rest = b""
        self._last_words = b""
        self._listener = asyncio.create_task(self._listen())

    @classmethod
    async def start(cls, command: Sequence[str]) -> EngineProcess:
        """Start a program. Raises `ProcessFault`."""
        try:
            return cls(
                await asyncio.create_subprocess_exec(
                    *command, stdin=PIPE, stdout=PIPE, stderr=PIPE, start_new_session=True
                )
            )
        except (OSError, ValueError) as fault:
            raise ProcessFault(f"cannot be started: {getattr(fault, 'strerror', None) or fault}") from None

    @property
    def pid(self) -> int:
        """Its number."""
        return self._process.pid

    async def write(self, *lines: str) -> None:
        """Send lines; waits where the program does not read them. Raises `ProcessFault`."""
        assert self._process.stdin is not None
        self._process.stdin.write(("\n".join(lines) + "\n").encode())
        try:
            await self._process.stdin.drain()
        except ConnectionError:
            raise ProcessFault(await self._why_ended()) from None

    async def lines_until(self, is_last: Callable[[str], bool], passing: str) -> list[str]:
        """The next lines up to the first one that is the last; of very many the last ones. Raises `ProcessFault`.

        passing: the beginning of nearly all lines; none of them is the last.
        """
        found: deque[str] = deque(maxlen=MOST_LINES)
        while True:
            while self._lines:
                line = self._lines.popleft()
                found.append(line)
                if not line.startswith(passing) and is_last(line):
                    return [*found]
            await self._read()

    async def _read(self) -> None:
        """Read what there is."""
        assert self._process.stdout is not None
        data = await self._process.stdout.read(CHUNK)
        if not data:
            raise ProcessFault(await self._why_ended())
        whole, end, rest = data.rpartition(b"\n")
        if end:
            self._lines.extend((self._rest + whole).decode(errors="replace").replace("\r\n", "\n").split("\n"))
        self._rest = rest if end else self._rest + rest
        if len(self._rest) > LONGEST:
            raise ProcessFault(f"has written {LONGEST >> 20} MiB without the end of a line")

    async def _listen(self) -> None:
        """Read standard error to its end."""
        assert self._process.stderr is not None
        while data := await self._process.stderr.read(CHUNK):
            self._last_words = (self._last_words + data)[-LAST_WORDS:]

    async def _why_ended(self) -> str:
        """How the program ended, which has closed its output or does not listen."""
        with suppress(TimeoutError):
            async with asyncio.timeout(FAREWELL):
                await self._process.wait()
                await asyncio.wait({self._listener})
        code = self._process.returncode
        how = "has closed its output" if code is None else _ending(code)
        words = self._last_words.decode(errors="replace").strip().splitlines()
        return f"{how}; its last words: {shown(words[-1], 200)}" if words else how

    async def end(self, farewell: str = "") -> None:
        """End the program and all that it started: by a last line, or at once where that is empty or does not help."""
        try:
            if farewell and self._process.returncode is None:
                with suppress(TimeoutError, ProcessFault):
                    async with asyncio.timeout(FAREWELL):
                        await self.write(farewell)
                        await self._drained()
        finally:
            await self._kill()

    async def _kill(self) -> None:
        with suppress(ProcessLookupError, PermissionError):
            if sys.platform == "win32":
                self._process.kill()
            else:
                os.killpg(self._process.pid, signal.SIGKILL)
        self._listener.cancel()
        self._close()
        await self._process.wait()

    async def _drained(self) -> None:
        """Read what is still said, up to the end of the program."""
        assert self._process.stdout is not None
        while await self._process.stdout.read(CHUNK):
            pass
        await self._process.wait()

    def _close(self) -> None:
        """Close our ends of the pipes."""
        transport = getattr(self._process, "_transport", None)
        if transport is not None:
            transport.close()


def _ending(code: int) -> str:
    """How a program with this exit code ended.

    >>> _ending(3), _ending(-11)
    ('has ended with exit code 3', 'was ended by the signal SIGSEGV')
    """
    if code >= 0:
        return f"has ended with exit code {code}"
    try:
        return f"was ended by the signal {signal.Signals(-code).name}"
    except ValueError:
        return f"was ended by the signal {-code}"
