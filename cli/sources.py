"""From the paths on the command line to results: sources, verdicts on them, and who does the work of a whole archive."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing, contextmanager, nullcontext, suppress
from itertools import accumulate
from time import monotonic
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from fairyscore.cli.options import kept, kept_option, limits, with_options
from fairyscore.notation.archive import judge_file
from fairyscore.notation.bulk.work import Work, WorkResult, results_here
from fairyscore.notation.formats.base import Format
from fairyscore.notation.formats.registry import FORMATS, GAME_SUFFIXES, SHARED_SUFFIXES, begins_as_games
from fairyscore.notation.records.text_reader import OnProgress
from fairyscore.notation.replay import Validator, Verdict
from fairyscore.notation.storage import listing
from fairyscore.notation.storage.source import Limits, Source, Unreadable
from fairyscore.notation.text import shown

if TYPE_CHECKING:
    from fairyscore.cli.configuration import Settings

Results = Generator[WorkResult, None, None]

MOST_JOBS = 1000

NAMED = 3  # skipped files that are named; further ones are counted

LARGE = 8 << 20  # so many bytes in all are shared out unasked

PROCESSES, DASK, AUTO = "processes", "dask", "auto"

UNASKED = "unasked"  # as what click keeps how many processes were begun unasked


def source_of(path: str) -> Source | Unreadable:
    """The one source of a path, for commands that read one file."""
    return listing.only(path, limits())


class Reader(NamedTuple):
    """Reads records as the options of a command say.

    form: the format, None where it is to be recognised. limits: how far is unpacked. settings: what is excluded.
    said: what `options.kept` has.
    """

    judge: Validator
    form: Format | None = None
    limits: Limits = Limits()
    settings: Settings | None = None
    said: dict[str, Any] | None = None

    @property
    def forced(self) -> bool:
        """Whether the format was said."""
        return self.form is not None

    @property
    def form_name(self) -> str:
        """The name of that format, empty where it is to be recognised."""
        return self.form.name if self.form is not None else ""

    @property
    def endings(self) -> tuple[str, ...]:
        """What is taken from folders and archives."""
        if self.form is not None:
            return FORMATS[self.form.name].endings
        # Bare moves are a game record only where the user says which game it is.
        return (*GAME_SUFFIXES, ".txt") if self.judge.variant else GAME_SUFFIXES

    @property
    def texts(self) -> tuple[str, ...]:
        """What is taken from folders if it begins as games do."""
        return () if self.form is not None else SHARED_SUFFIXES

    def sizes(self, paths: Iterable[str]) -> int:
        """Bytes to judge as they lie on the disk, as far as the system tells; for the progress bar."""
        return sum(listing.sizes(paths, (*self.endings, *self.texts)))

    def sources(self, paths: Iterable[str]) -> Iterator[Source | Unreadable]:
        """What the paths name, folders in the order of their names, archives as they lie.

        What was skipped in folders is counted and named on standard error in the end.
        """
        skipped: list[str] = []
        found = listing.sources(
            paths,
            self.endings,
            self.limits,
            texts=self.texts,
            identifies=begins_as_games,
            on_skipped=skipped.append,
        )
        for source in found:
            if isinstance(source, Unreadable) or not self._excludes(source.path):
                yield source
        skipped = [path for path in skipped if not self._excludes(path)]
        if skipped:
            names = ", ".join(shown(path, 200) for path in skipped[:NAMED])
            more = f" and {len(skipped) - NAMED:,} more" if len(skipped) > NAMED else ""
            files = "1 file is" if len(skipped) == 1 else f"{len(skipped):,} files are"
            click.echo(
                f"fairyscore: {files} not read, being no game records by name or beginning: {names}{more}", err=True
            )

    def _excludes(self, path: str) -> bool:
        """Whether the settings exclude a path."""
        excluded = self.settings
        return excluded is not None and bool(excluded.values.get("exclude")) and excluded.excludes(path)

    def verdicts(self, source: Source | Unreadable | str, on_progress: OnProgress | None = None) -> Iterator[Verdict]:
        """What is to be said about a source or a path, game by game."""
        opened = source_of(source) if isinstance(source, str) else source
        yield from judge_file(opened, self.judge, on_progress=on_progress, form=self.form)

    def games(self, paths: Iterable[str]) -> Iterator[tuple[Verdict, str]]:
        """What is to be said about all sources that the paths name, each with the name of its source."""
        for source in self.sources(paths):
            yield from ((verdict, source.name) for verdict in self.verdicts(source))


# -- many files, shared out ---------------------------------------------------------------------------------------------


def number_of_jobs(value: str | int) -> int:
    """A number of processes; `auto` is one for each core that may be used. Raises `click.BadParameter`."""
    text = str(value)
    if text == AUTO:
        return usable_cores()
    if not (text.isascii() and text.isdigit() and 0 < int(text[:9]) <= MOST_JOBS):
        raise click.BadParameter(f"{text[:20]!a} is neither a number from 1 to {MOST_JOBS} nor {AUTO}.")
    return int(text)


bulk_options = with_options(
    kept_option(
        "--jobs", metavar="N", type=number_of_jobs,
        help="Share the files out to N processes, or `auto` for one on each core; the output is the same.  "
        f"[default: 1; above {LARGE >> 20} MiB auto]",
    ),
    kept_option(
        "--state", metavar="FILE", default="",
        help="Remember there what is done; another run does only what is new or was changed.",
    ),
    kept_option(
        "--engine", type=click.Choice([PROCESSES, DASK]), default=PROCESSES, show_default=True,
        help="Who does the work: processes of this machine, or a Dask cluster (fairyscore[dask]).",
    ),
    kept_option(
        "--scheduler", metavar="ADDRESS", default="",
        help="The Dask scheduler, as tcp://HOST:8786; else a cluster of --jobs processes is started here.",
    ),
)  # fmt: skip
"""What every command takes that goes through many files, for `run`."""


def is_shared(said: dict[str, Any]) -> bool:
    """Whether the options ask for anything but this one process."""
    return (said.get("jobs") or 1) > 1 or said.get("engine") == DASK or bool(said.get("state") or said.get("scheduler"))


def refuse_sharing(why: str) -> None:
    """Tell that the options of this module cannot be had here. why: as in `--diff shows changes as they come`."""
    if is_shared(kept()):
        raise click.UsageError(f"{why}, in one process: leave --jobs, --state, --engine and --scheduler away.")


class Refused(click.ClickException):
    """What was asked for cannot be done. One sentence, exit status 2."""

    exit_code = 2

    def show(self, file: object = None) -> None:
        """As every message of the program begins."""
        click.echo(f"fairyscore: {self.format_message()}", err=True)


def run(work: Work, paths: tuple[str, ...], reader: Reader, *, alone: bool = False) -> Results:
    """The results for all files, in order, as the options want them; on a terminal with a line that tells how far it is.

    alone: they are wanted from this process. Raises `Refused` where the work cannot be shared out as asked, or no longer.
    """
    said = reader.said or {}
    progress = Progress(reader.sizes(paths)) if sys.stderr.isatty() else None
    on_progress = progress.on_progress if progress else None
    shared = not alone and is_shared(said)
    if not alone and said and not said.get("jobs") and (jobs := usable_cores()) > 1:
        sizes = listing.sizes(paths, (*reader.endings, *reader.texts), elsewhere=False)
        if any(total > LARGE for total in accumulate(sizes)):
            said["jobs"] = said[UNASKED] = jobs
            shared = True
    found = reader.sources(paths)
    results = _shared(work, found, said, on_progress) if shared else results_here(work, found, on_progress)
    return results if progress is None else _with_progress(work, results, progress)


def _with_progress(work: Work, results: Results, progress: Progress) -> Results:
    try:
        for got in results:
            games, prints = work.seen(got.result)
            progress.judged(games)
            if prints:
                progress.hide()
            yield got
    finally:  # Ctrl-C too leaves a clean line
        progress.hide()


def processes() -> int:
    """How many processes did the work unasked, 0 for none: for the summary."""
    unasked: int = kept().get(UNASKED, 0)
    return unasked


def _shared(
    work: Work, found: Iterable[Source | Unreadable], said: dict[str, Any], on_progress: OnProgress | None
) -> Results:
    from fairyscore.notation.bulk.engines import Cluster, EngineFault, Pool
    from fairyscore.notation.bulk.ledger import Ledger, LedgerFault, Memory
    from fairyscore.notation.bulk.scheduler import run_work

    dask, jobs = said["engine"] == DASK, said["jobs"] or 1
    if said["scheduler"] and not dask:
        raise click.UsageError("--scheduler is the address of a Dask cluster: it wants --engine dask too.")
    try:
        with closing(Ledger(said["state"])) if said["state"] else nullcontext() as ledger:
            memory = None if ledger is None else Memory(work, ledger)
            engine = Cluster(said["scheduler"], jobs) if dask else Pool(jobs) if jobs > 1 else None
            small = {"small": 0} if dask else {}
            yield from run_work(work, found, engine=engine, memory=memory, on_progress=on_progress, **small)
    except (EngineFault, LedgerFault) as fault:
        raise Refused(str(fault)) from None


def usable_cores() -> int:
    """How many cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1


# -- Ctrl-C: it ends the reading of records, not the telling of what was found in them -----------------------------------


class Interrupts:
    """A block that ends at Ctrl-C, as if it were done; `met` says whether it was. Parts of it may be `held` to their end.

    Where the signal is ignored, as shells do for what runs in the background, or where this is no main thread, nothing
    is changed.

    >>> import os
    >>> signal.signal(signal.SIGINT, signal.default_int_handler) and None
    >>> told = []
    >>> with Interrupts() as interrupts:
    ...     with interrupts.held():
    ...         os.kill(os.getpid(), signal.SIGINT)
    ...         told.append("a whole line")
    ...     told.append("never")
    >>> told, interrupts.met
    (['a whole line'], True)
    """

    def __init__(self) -> None:
        self.met = self._held = self._ours = False

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

    @contextmanager
    def held(self) -> Iterator[None]:
        """Ctrl-C waits for the end of this block; a second one does not."""
        self._held = True
        yield
        self._held = False
        if self.met:
            raise KeyboardInterrupt

    def _meet(self, _signal: int, _frame: FrameType | None) -> None:
        if self.met or not self._held:
            raise KeyboardInterrupt
        self.met = True


# -- how far the work has come: one line on a terminal, after the first second, gone at the end --------------------------

PATIENCE = 1  # seconds until the line appears


class Progress:
    """Counts bytes read against the bytes there are, as the files lie on the disk; characters are near enough."""

    def __init__(self, total: int) -> None:
        """total: bytes; 0 for no line."""
        self.games = 0
        self._unsaid = self._done = 0
        self._drawn = False
        self._begun = monotonic()
        self._next = self._begun + PATIENCE
        self._bar = click.progressbar(length=total, file=sys.stderr, width=20, item_show_func=str) if total else None

    def on_progress(self, size: int) -> None:
        """So much more was read: bytes of a packed file, characters of a plain one."""
        self._unsaid += size
        self._look()

    def judged(self, games: int) -> None:
        """So many more games were judged."""
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
        self._done += self._unsaid
        seconds = now - self._begun
        rate = f"{self.games / seconds:,.0f} games/s, {self._done / seconds / 1e6:,.1f} MB/s"
        self._bar.update(self._unsaid, rate)
        self._bar.render_progress()  # `update` draws only where bytes were read, and a packed file is read at once
        self._unsaid, self._drawn = 0, True
        self._next = now + 0.1
