"""What commands that read many files share: options, skipped files, Ctrl-C and the line of progress."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from time import monotonic
from types import FrameType, TracebackType
from typing import Any

import click

from fairyscore.cli.options import text_option, with_options
from fairyscore.notation.reader import RecordReader
from fairyscore.notation.records.text_reader import OnProgress
from fairyscore.notation.work.bulk.base import BulkFault, Work
from fairyscore.notation.work.bulk.running import DASK, LARGE, PROCESSES, BulkOptions, Results, results_of, usable_cores

MOST_JOBS = 1000


AUTO = "auto"


# -- many files, shared out ---------------------------------------------------------------------------------------------


def number_of_jobs(value: str | int) -> int:
    """A number of processes; `auto` is one for each core that may be used. Raises `click.BadParameter`."""
    text = str(value)
    if text == AUTO:
        return usable_cores()
    if not (text.isascii() and text.isdigit() and 0 < int(text[:9]) <= MOST_JOBS):
        raise click.BadParameter(f"{text[:20]!a} is neither a number from 1 to {MOST_JOBS} nor {AUTO}.")
    return int(text)


def bulk_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options of every command on many files, as `bulk`, for `run`. A wrong combination is wrong usage."""

    @wraps(command)
    def with_bulk(*, jobs: int | None, state: str, engine: str, scheduler: str, **others: Any) -> Any:
        if scheduler and engine != DASK:
            raise click.UsageError("--scheduler is the address of a Dask cluster; it needs --engine dask.")
        return command(bulk=BulkOptions(jobs, state, engine, scheduler), **others)

    made: Callable[..., Any] = _BULK(with_bulk)
    return made


_BULK = with_options(
    text_option(
        "--jobs", "N", "Use N processes, or `auto` for one per core; the output is the same.  "
        f"[default: 1; above {LARGE >> 20} MiB auto]", None, type=number_of_jobs,
    ),
    text_option(
        "--state", "FILE", "Remember finished work in FILE; a later run handles only new and changed files."
    ),
    text_option(
        "--engine", None, "Where the work runs: processes of this machine, or a Dask cluster (fairyscore[dask]).",
        PROCESSES, type=click.Choice([PROCESSES, DASK]), show_default=True,
    ),
    text_option(
        "--scheduler", "ADDRESS",
        "The Dask scheduler, such as tcp://HOST:8786; without it a local cluster of --jobs processes is started.",
    ),
)  # fmt: skip


def refuse_sharing(bulk: BulkOptions, why: str) -> None:
    """Raise wrong usage where several processes are asked for. why: as in `--diff shows changes as they come`."""
    if bulk.is_shared:
        raise click.UsageError(
            f"{why}, in one process; it cannot be combined with --jobs, --state, --engine or --scheduler."
        )


class Refused(click.ClickException):
    """A request that cannot be fulfilled. One sentence, exit status 2."""

    exit_code = 2

    def show(self, file: object = None) -> None:
        """As every message of the program begins."""
        click.echo(f"fairyscore: {self.format_message()}", err=True)


class NotAllowed(Refused):
    """A request that the record or the rules do not allow. One sentence, exit status 1."""

    exit_code = 1


def run(
    work: Work,
    paths: tuple[str, ...],
    reader: RecordReader,
    bulk: BulkOptions,
    results_with: Callable[[OnProgress | None], Results] | None = None,
) -> Results:
    """The results for all files, in order; on a terminal with a line that shows how far it is.

    results_with: gives the results, where `results_of` is not to do it; called with who hears of the progress.
    Raises `Refused` where the work cannot be shared out as asked, or no longer.
    """
    progress = Progress(reader.size(paths)) if sys.stderr.isatty() else None
    on_progress = progress.on_progress if progress else None
    if results_with is None:
        found = results_of(work, reader.sources(paths), bulk, on_progress)
    else:
        found = results_with(on_progress)
    results = _refusing(found)
    return results if progress is None else _with_progress(work, results, progress)


def _refusing(results: Results) -> Results:
    """The same results; a fault of the processes or the state file ends the program with one sentence."""
    try:
        yield from results
    except BulkFault as fault:
        raise Refused(str(fault)) from None


def _with_progress(work: Work, results: Results, progress: Progress) -> Results:
    try:
        for got in results:
            games, prints = work.progress(got.result)
            progress.judged(games)
            if prints:
                progress.hide()
            yield got
    finally:  # Ctrl-C too leaves a clean line
        progress.hide()


# -- Ctrl-C: it ends the reading of records, not the telling of what was found in them -----------------------------------


class Interrupts:
    """A block that ends at Ctrl-C, as if it were done; `met` says whether it was. Parts of it may be `held` to their end.

    Where the signal is ignored, as shells do for what runs in the background, or where this is not a main thread, nothing
    is changed.

    >>> import os
    >>> signal.signal(signal.SIGINT, signal.default_int_handler) and None
    >>> lines = []
    >>> with Interrupts() as interrupts:
    ...     with interrupts.held():
    ...         os.kill(os.getpid(), signal.SIGINT)
    ...         lines.append("a whole line")
    ...     lines.append("never")
    >>> lines, interrupts.met
    (['a whole line'], True)
    """

    def __init__(self) -> None:
        self.met = self.is_held = self._ours = False
        self._block = _HeldSignal(self)

    def __enter__(self) -> Interrupts:
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            with suppress(ValueError):  # only the main thread may
                signal.signal(signal.SIGINT, self._meet)
                self._ours = True
        return self

    def __exit__(self, kind: type[BaseException] | None, _fault: object, _trace: TracebackType | None) -> bool:
        if self._ours:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        self.met = self.met or kind is KeyboardInterrupt
        return kind is KeyboardInterrupt

    def held(self) -> _HeldSignal:
        """A block to whose end Ctrl-C waits; a second one does not."""
        return self._block

    def _meet(self, _signal: int, _frame: FrameType | None) -> None:
        if self.met or not self.is_held:
            raise KeyboardInterrupt
        self.met = True


class _HeldSignal:
    """A block that Ctrl-C does not cut: it is entered for each game, so it is no generator."""

    def __init__(self, interrupts: Interrupts) -> None:
        self._interrupts = interrupts

    def __enter__(self) -> None:
        self._interrupts.is_held = True

    def __exit__(self, kind: type[BaseException] | None, _fault: object, _trace: TracebackType | None) -> None:
        if kind is not None:
            return
        self._interrupts.is_held = False
        if self._interrupts.met:
            raise KeyboardInterrupt


# -- how far the work has come: one line on a terminal, after the first second, gone at the end --------------------------

PATIENCE = 1  # seconds until the line appears


class Progress:
    """Counts bytes read against the bytes there are, as the files lie on the disk; characters are near enough."""

    def __init__(self, total: int) -> None:
        """total: bytes; 0 for no line."""
        self.games = 0
        self._unreported = self._done = 0
        self._drawn = False
        self._begun = monotonic()
        self._next = self._begun + PATIENCE
        self._bar = click.progressbar(length=total, file=sys.stderr, width=20, item_show_func=str) if total else None

    def on_progress(self, size: int) -> None:
        """Count what was read since the last call: bytes of a packed file, characters of a plain one."""
        self._unreported += size
        self._look()

    def judged(self, games: int) -> None:
        """Count games judged since the last call."""
        self.games += games
        self._look()

    def hide(self) -> None:
        """Take the line away: something else is about to be printed, or all is done."""
        if self._drawn:
            sys.stderr.write("\r\x1b[K\x1b[?25h")  # the bar of click hides the cursor
            sys.stderr.flush()
            self._drawn = False

    def _look(self) -> None:
        now = monotonic()
        if self._bar is None or now < self._next:
            return
        self._done += self._unreported
        seconds = now - self._begun
        rate = f"{self.games / seconds:,.0f} games/s, {self._done / seconds / 1e6:,.1f} MB/s"
        self._bar.update(self._unreported, rate)
        self._bar.render_progress()  # `update` draws only where bytes were read, and a packed file is read at once
        self._unreported, self._drawn = 0, True
        self._next = now + 0.1
