"""`fairyscore annotate`: what an engine thinks, written into games."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import click

from fairyscore.cli.options import (
    grouped_command,
    output_option,
    paths_argument,
    reading_options,
    text_option,
    with_options,
    wrong_usage,
)
from fairyscore.cli.report import Reporter, name
from fairyscore.cli.sources import Progress, Refused, number_of_jobs
from fairyscore.cli.texts import archive_format, to_option
from fairyscore.cli.writing import rewritten, written
from fairyscore.notation.editing.game_file import line_end
from fairyscore.notation.editing.rewrite import Rewriting, canonical, text_in, why_not_anew, why_not_rewritten
from fairyscore.notation.engines.annotating import AnnotationOptions
from fairyscore.notation.engines.engine import PATIENCE, Engine, EngineError
from fairyscore.notation.engines.mistakes import MoveSign, SignsFault, signs_in, usual_signs
from fairyscore.notation.engines.protocols import PROTOCOLS, Limit
from fairyscore.notation.engines.tables import EndgameTables, OpeningBook, TablesFault
from fairyscore.notation.errors import NotWritten
from fairyscore.notation.formats.base import Format, MissingExtra, TextSink
from fairyscore.notation.formats.registry import format_named
from fairyscore.notation.reader import RecordReader
from fairyscore.notation.records.diagnostics import is_not_read
from fairyscore.notation.storage.source import STDIN, Source, Unreadable
from fairyscore.notation.storage.writing import LeaveUnchanged
from fairyscore.notation.text import counted, shown
from fairyscore.notation.work.annotate import AnnotatedGame, AnnotationRun
from fairyscore.notation.work.formatting import NOT_PLAIN

USUAL_NODES = 100_000

_ENGINE = with_options(
    click.option("--engine", "program", metavar="PATH", required=True, help="The engine: a program on this machine."),
    click.option(
        "--protocol", type=click.Choice(list(PROTOCOLS)), default="uci", show_default=True, help="What it speaks."
    ),
    click.option(
        "--engine-option", "settings", metavar="NAME=VALUE", multiple=True,
        help="Set an option of the engine; may be repeated.",
    ),
    click.option(
        "--nodes", metavar="N", type=click.IntRange(1),
        help=f"Think about each position for N nodes.  [default: {USUAL_NODES:,}]",
    ),
    click.option("--depth", metavar="N", type=click.IntRange(1), help="Think N plies deep."),
    click.option(
        "--seconds", metavar="SECONDS", type=click.FloatRange(0.001), help="Think for SECONDS about each position."
    ),
    click.option(
        "--patience", metavar="SECONDS", type=click.FloatRange(0.1), default=PATIENCE, show_default=True,
        help="End an engine that does not answer for so long.",
    ),
    text_option("--jobs", "N", "Use N engines, or `auto` for one per core.  [default: 1]", "1", type=number_of_jobs),
)  # fmt: skip


@grouped_command("annotate", epilog="Example: fairyscore annotate game.pgn --engine stockfish -o annotated.pgn")
@paths_argument
@output_option()
@click.option("--in-place", is_flag=True, help="Write the games back to their files.")
@to_option
@_ENGINE
@click.option("--only-evals", is_flag=True, help="Write evaluations; no signs for mistakes, no better lines.")
@click.option(
    "--lines", metavar="N", type=click.IntRange(1, 100), default=1, show_default=True,
    help="Write up to N better lines where a move is a mistake.",
)  # fmt: skip
@click.option(
    "--from-ply", metavar="N", type=click.IntRange(1), default=1, show_default=True,
    help="Begin with the N-th ply of a game; 17 leaves out eight moves.",
)  # fmt: skip
@text_option("--syzygy", "FOLDER", "Ask the endgame tables of FOLDER first; they say what is won, drawn or lost.")
@text_option("--book", "FILE", "Leave alone the first moves of a game that a book of openings (Polyglot) has.")
@text_option("--signs", "FILE", "A table of signs and what a move must lose for them; default: that of lichess.")
@reading_options
def command(
    *,
    paths: tuple[str, ...],
    output: str,
    in_place: bool,
    target: Format | None,
    reader: RecordReader,
    only_evals: bool,
    lines: int,
    from_ply: int,
    syzygy: str,
    book: str,
    signs: str,
    nodes: int | None,
    depth: int | None,
    seconds: float | None,
    jobs: int,
    **engine: Any,
) -> None:
    """Write an engine's evaluation after each move of all games, signs for mistakes, and better lines beside them.

    A move that has an evaluation is left as it is: a second run changes nothing, and one that was interrupted goes on.
    Comments, variations and signs of people stay. A game with errors, or one that the engine does not play, is
    reported and copied as it is. Ctrl-C writes what is done.

    Exit status: 0 all games annotated, 1 some left as they were, 2 wrong usage, unreadable input, an engine that
    fails, or failed output.
    """
    if in_place and (output or target is not None or STDIN in paths):
        raise click.UsageError("--in-place writes the files themselves; it cannot be combined with -o, --to or -.")
    usual = None if depth or seconds else USUAL_NODES
    limit = Limit(nodes or usual, depth, seconds)
    with wrong_usage(TablesFault, MissingExtra):
        tables = EndgameTables(syzygy) if syzygy else None
        openings = OpeningBook(book) if book else None
    options = AnnotationOptions(limit, lines, only_evals, from_ply, _signs(signs), tables, openings)
    engines = partial(_engines, jobs=jobs, **engine)
    progress = Progress(reader.size(paths)) if sys.stderr.isatty() else None
    work = _Annotator(reader, options, Reporter(forced=reader.forced), progress)
    form = None if in_place else archive_format(output, target)
    with wrong_usage(ValueError):
        asyncio.run(work.run(paths, engines, output, form))
    if progress is not None:
        progress.hide()
    work.telling.end(work.sum())
    if work.ended_by:
        click.get_current_context().exit(128 + work.ended_by)
    if work.fault:
        raise Refused(work.fault)
    click.get_current_context().exit(work.exit_code())


def _signs(path: str) -> tuple[MoveSign, ...]:
    """The signs of a file; the usual ones where there is none."""
    if not path:
        return usual_signs()
    try:
        return signs_in(Path(path).read_text(encoding="utf-8"))
    except (SignsFault, OSError, UnicodeDecodeError) as fault:
        raise click.BadParameter(
            f"{shown(path)}: {getattr(fault, 'strerror', None) or fault}.", param_hint="--signs"
        ) from None


def _engines(*, jobs: int, program: str, protocol: str, settings: tuple[str, ...], patience: float) -> list[Engine]:
    """The engines, which do not run yet."""
    options = {}
    for setting in settings:
        option, equals, value = setting.partition("=")
        if not equals:
            raise click.BadParameter(f"write NAME=VALUE instead of {shown(setting)!r}.", param_hint="--engine-option")
        options[option.strip()] = value.strip()
    made = partial(Engine, program, protocol=protocol, options=options, patience=patience, restarts=1)
    return [made() for _ in range(jobs)]


@dataclass(slots=True)
class _Annotator:
    """Goes through the files, and counts."""

    reader: RecordReader
    options: AnnotationOptions
    telling: Reporter
    progress: Progress | None
    counts: Counter[str] = field(default_factory=Counter)
    refused: bool = False  # whether a file could not be written back
    not_read: bool = False
    ended_by: int = 0  # the number of a signal
    fault: str = ""

    async def run(
        self, paths: tuple[str, ...], engines: Callable[[], list[Engine]], output: str, form: Format | None
    ) -> None:
        """All files. form: of the one file that is written; None where each is written back."""
        run = AnnotationRun(engines(), self.options, self._count_position)
        try:
            await run.start()
            with self._stopping(run):
                if form is None:
                    for source in self.reader.sources(paths):
                        await self._in_place(run, source)
                        if run.is_stopped:
                            break
                else:
                    with written(output, at_once=False) as stream:
                        await self._to(run, paths, form, TextSink(form, stream))
        except EngineError as fault:  # it could not be started
            self.fault = str(fault)
        finally:
            await run.close()
        self.fault = self.fault or run.fault

    @contextmanager
    def _stopping(self, run: AnnotationRun) -> Iterator[None]:
        """A block in which signals that end the program stop the run; a second Ctrl-C does not wait."""
        loop = asyncio.get_running_loop()
        met = [number for number in (signal.SIGINT, signal.SIGTERM) if signal.getsignal(number) is not signal.SIG_IGN]

        def stop(number: int) -> None:
            self.ended_by = number
            run.stop()
            loop.remove_signal_handler(signal.SIGINT)

        with suppress(NotImplementedError, ValueError, RuntimeError):  # not every system, and only the main thread
            for number in met:
                loop.add_signal_handler(number, stop, number)
        try:
            yield
        finally:
            with suppress(NotImplementedError, ValueError, RuntimeError):
                for number in met:
                    loop.remove_signal_handler(number)

    def _count_position(self) -> None:
        self.counts["position"] += 1
        if self.progress is not None:
            self.progress.on_progress(0)

    # -- what is written ----------------------------------------------------------------------------------------------

    async def _to(self, run: AnnotationRun, paths: tuple[str, ...], form: Format, sink: TextSink) -> None:
        """The games of all files, one after another."""
        for source in self.reader.sources(paths):
            async for game in run.games(self._verdicts(source)):
                record = self._tell(game, source.name)
                if not game.verdict.game_text.number:
                    continue
                text = text_in(game.verdict, form, record)
                if text.refusal:
                    self.counts["left"] += 1
                    self.telling.line(
                        f"{name(source.name)}: game {game.verdict.game_text.number} is left out: {text.refusal}"
                    )
                else:
                    sink.put(text.text)
        sink.close()

    async def _in_place(self, run: AnnotationRun, source: Source | Unreadable) -> None:
        """One file, written back where anything was added."""
        try:
            if isinstance(source, Source) and not source.plain:
                raise NotWritten(source.name, NOT_PLAIN)
            if isinstance(source, Unreadable):
                async for game in run.games(self._verdicts(source)):
                    self._tell(game, source.name)
                return
            with rewritten(source.path) as stream:
                rewriting = Rewriting(stream, line_end(source.path))
                changed = False
                async for game in run.games(self._verdicts(source)):
                    changed = self._written_back(game, source.name, rewriting) or changed
                if not changed:
                    raise LeaveUnchanged
                rewriting.close()
        except NotWritten as fault:
            self.refused = True
            self.telling.line(f"fairyscore: {fault}")

    def _written_back(self, game: AnnotatedGame, path: str, rewriting: Rewriting) -> bool:
        """Write a game to its file, and say whether it is another one now. Raises `NotWritten`."""
        verdict, record = game.verdict, self._tell(game, path)
        refusal = why_not_rewritten(format_named(verdict.form)) if verdict.game_text.number else why_not_anew(verdict)
        if refusal:
            raise NotWritten(path, refusal)
        if verdict.game_text.number:
            rewriting.add(verdict, "" if record is None else canonical(verdict, record))
        return record is not None

    def _verdicts(self, source: Source | Unreadable) -> Iterator[Any]:
        return self.reader.verdicts(source, self.progress.on_progress if self.progress else None)

    # -- what is told -------------------------------------------------------------------------------------------------

    def _tell(self, game: AnnotatedGame, path: str) -> Any:
        """Report and count a game; its record, if anything was added."""
        verdict, done = game.verdict, game.done
        if self.progress is not None:
            self.progress.hide()
            self.progress.judged(verdict.game_text.number > 0)
        self.telling.verdict(verdict, path)
        self.not_read = self.not_read or any(map(is_not_read, verdict.findings))
        if not verdict.game_text.number:
            return None
        self.counts["game"] += 1
        if done is None:
            self.counts["left"] += 1
            return None
        called = f"{name(path)}: game {verdict.game_text.number}"
        if done.refusal:
            self.counts["left"] += 1
            self.telling.line(f"{called} is left as it is: {done.refusal}")
        for note in done.notes:
            self.counts["note"] += 1
            self.telling.line(f"{called}, {note}")
        self.counts.update(evaluation=done.evaluations, sign=done.signs, line=done.lines)
        return done.record

    def sum(self) -> str:
        """The line at the end."""
        if not self.counts["game"]:
            return ""
        added = [counted(self.counts[what], what) for what in ("evaluation", "sign", "line") if self.counts[what]]
        left = f"; {self.counts['left']:,} left as they were" if self.counts["left"] else ""
        return f"{counted(self.counts['game'], 'game')}: {', '.join(added) or 'nothing'} added{left}"

    def exit_code(self) -> int:
        """See the help of the command."""
        if self.not_read or self.refused:
            return 2
        return int(bool(self.counts["left"] or self.counts["note"]))
