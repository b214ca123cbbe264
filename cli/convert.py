"""`fairyscore convert`: games in another format or notation, with a report of what that loses."""

from __future__ import annotations

import os
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, BinaryIO, NoReturn, cast

import click

from fairyscore.cli.options import (
    coordinates_option,
    diagrams_option,
    format_option,
    grouped_command,
    language_option,
    notation_option,
    output_option,
    paths_argument,
    reading_options,
    text_option,
    writable_format,
    wrong_usage,
)
from fairyscore.cli.picture_files import PictureFiles, cannot_place
from fairyscore.cli.report import Reporter, name
from fairyscore.cli.shell_words import complete_word
from fairyscore.cli.sources import bulk_options, run
from fairyscore.cli.targets import target_named, text_form
from fairyscore.cli.text_names import TEXTS, text_of_path
from fairyscore.cli.writing import same_file, written
from fairyscore.notation.formats.base import Format, MissingExtra
from fairyscore.notation.formats.loss import Loss
from fairyscore.notation.formats.registry import FORMATS, UnknownFormat, format_for
from fairyscore.notation.moves.registry import UnknownNotation
from fairyscore.notation.reader import RecordReader
from fairyscore.notation.storage.source import STDIN
from fairyscore.notation.storage.writing import LeaveUnchanged
from fairyscore.notation.text import counted
from fairyscore.notation.work.bulk.running import BulkOptions
from fairyscore.notation.work.convert import Converted, ConvertMessage, ConvertOptions, ConvertWork

if TYPE_CHECKING:
    from fairyscore.render.texts.document import TextOptions


@grouped_command("convert", rewrites=True, epilog="Example: fairyscore convert game.pgn -o game.json --moves long")
@paths_argument
@output_option()
@click.option(
    "--to",
    "target",
    metavar="FORMAT",
    type=target_named,
    shell_complete=complete_word,
    help=f"The format; by default that of FILE's suffix: {', '.join((*FORMATS, *TEXTS))}.",
)
@notation_option(usual="as in the record")
@coordinates_option
@click.option("--strict", is_flag=True, help="Write nothing if anything would be lost or left out.")
@click.option(
    "--keep-going", is_flag=True, help="Write games with errors up to the error, the rest as a comment (texts: always)."
)
@diagrams_option(purpose="For markdown and latex")
@text_option(
    "--template",
    "FILE",
    "For markdown and latex: a template of your own, with {{moves}} for each game or {{games}} for the text.",
)
@format_option("text", "json")
@language_option
@reading_options
@bulk_options
def command(
    *,
    paths: tuple[str, ...],
    output: str,
    target: Format | str | None,
    moves: str,
    scheme: str,
    strict: bool,
    keep_going: bool,
    diagrams: str,
    template: str,
    style: str,
    reader: RecordReader,
    bulk: BulkOptions,
) -> None:
    """Write the games of all PATHs in another format or notation, or as Markdown, Typst or LaTeX source.

    What the format cannot hold is reported on standard error, or with --format json on standard output. A game with
    an error in its main line is reported and left out; in texts it is written up to the error. Illegal moves in
    variations are kept as comments. PATH is a file, a folder or - for standard input, as for validate. The diagrams
    of a text are files beside FILE: FILE-diagram-1 and so on. --language is that of the words of a text, and of the letters
    of its pieces; all other formats have the game's.

    Exit status: 0 all games converted, 1 some left out, or refused by --strict, 2 wrong usage, unreadable input or
    failed output.
    """
    if style == "json" and output in ("", STDIN):
        raise click.UsageError("--format json prints a report; name a file for the games with -o.")
    beside = PictureFiles(output)
    form, settings = _target(target, output, diagrams, template, beside=beside, bulk=bulk)
    wanted = ConvertOptions(form, moves, scheme, keep_going or settings is not None)  # a text shows where a fault is
    bulk = bulk.with_jobs(reader, paths) if settings is None else bulk
    work = _Converter(paths, reader, bulk, Reporter(style, ("not_converted", "losses"), forced=reader.forced))
    with written(output, at_once=strict) as stream, beside:
        with wrong_usage(UnknownNotation, option="--moves"), wrong_usage(MissingExtra):
            work.convert(wanted, stream) if settings is None else work.write(wanted, stream)
        if work.refuses(output, strict):
            raise LeaveUnchanged
        beside.place()
    if settings is not None and settings.unplaced:
        work.telling.line(cannot_place(settings.unplaced, output))
    work.end(output)


def _target(
    target: Format | str | None, output: str, diagrams: str, template: str, *, beside: PictureFiles, bulk: BulkOptions
) -> tuple[Format, TextOptions | None]:
    """The format to write, by default that of the output's suffix; for a text also its options."""
    if not target and os.path.splitext(output)[1]:  # noqa: PTH122 (a path may hold any bytes)
        with wrong_usage(UnknownFormat, option="--output"):
            target = text_of_path(output) or format_for(output)
    if not target:
        raise click.UsageError(
            "Cannot infer the format from the output name; pass --to FORMAT (`fairyscore formats` lists them)."
        )
    if isinstance(target, str) and target in TEXTS:
        return text_form(target, diagrams, template, beside, bulk)
    if diagrams or template:
        raise click.UsageError(f"--diagrams and --template can only be used with --to {', '.join(TEXTS)}.")
    return writable_format(target) if isinstance(target, str) else target, None


def _kinds(lost: Counter[str]) -> str:
    return ", ".join(counted(number, kind) for kind, number in lost.most_common())


@dataclass(slots=True)
class _Converter:
    """Goes through the files, and counts games and losses."""

    paths: tuple[str, ...]
    reader: RecordReader
    bulk: BulkOptions
    telling: Reporter
    converted: int = 0
    left: int = 0  # games that are not written
    faulty: int = 0  # games with a fault, also those that were written up to it
    lost: Counter[str] = field(default_factory=Counter)
    refusal: str = ""  # why nothing is to be written after all

    def convert(self, wanted: ConvertOptions, stream: BinaryIO) -> None:
        """Every game of every file."""
        sink = wanted.form.open(stream)
        reader, form = self.reader, wanted.form.name
        work = ConvertWork(
            reader.judge,
            reader.form_name,
            target=form,
            moves=wanted.moves,
            scheme=wanted.scheme,
            keep_going=wanted.keep_going,
        )
        with closing(run(work, self.paths, reader, self.bulk)) as results:
            for got in results:
                for made in got.result.games:
                    sink.put(made)
                    self.converted += 1
                if got.result.message is not None:
                    self._tell(got.name, got.result.message)
        sink.close()

    def write(self, wanted: ConvertOptions, stream: BinaryIO) -> None:
        """Every game of every file as a text, as they are judged: its diagrams are made here."""
        from fairyscore.render.errors import DrawingError
        from fairyscore.render.texts.document import TextWriter

        writer = cast(TextWriter, wanted.form.open(stream))
        for verdict, path in self.reader.games(self.paths):
            with wrong_usage(DrawingError):
                done = writer.judged(verdict, wanted) if verdict.game_text.number else Converted(False)
            self.converted += done.written
            if verdict.findings or done.losses or not done.written or verdict.game_text.number == 1:
                self._tell(path, ConvertMessage(verdict, verdict.can_be_written, done))
        writer.close()

    def _tell(self, path: str, one: ConvertMessage) -> None:
        """Report and count the findings about a game, or a file as a whole."""
        number, done = one.verdict.game_text.number, one.done
        self.telling.verdict(one.verdict, path)
        if not number:
            return
        self.left += not done.written
        self.faulty += not done.written or not one.whole
        self.lost.update(loss.part.value for loss in done.losses)
        for loss in done.losses:
            self.telling.row("losses", file=name(path), game=number, ply=loss.ply, kind=loss.part.value, what=loss.what)
        if not done.written:
            why = done.refusal or "it has a fault"
            self.telling.row("not_converted", file=name(path), game=number, why=why)
        if number == 1 and done.from_long:
            advice = "moves of the long form are written as usual in the game; --moves long keeps it"
            self.telling.line(f"{name(path)}: {advice}")
        for line in loss_lines(done.losses, done.refusal):
            self.telling.line(f"{name(path)}: game {number}{line}")

    def refuses(self, output: str, strict: bool) -> bool:
        """Whether the output is not to be after all; why is reported."""
        not_read = self.telling.not_read
        if strict and (self.lost or self.faulty or not_read):
            self.refusal = "nothing is written: --strict allows no loss"
        elif (self.left or not_read) and any(same_file(output, path) for path in self.paths):
            self.refusal = f"{name(output)} is left as it is: games would be missing in it"
        elif not self.converted and output:
            self.refusal = f"{name(output)} is not written: no game could be converted"
        if self.refusal:
            self.telling.line(f"fairyscore: {self.refusal}")
        return bool(self.refusal)

    def end(self, output: str) -> NoReturn:
        """Tell the sum, and leave with the exit status that the help of the command says."""
        sums = [f"{counted(self.converted, 'game')} {'could be converted' if self.refusal else 'converted'}"]
        if self.left:
            sums.append(f"{self.left:,} not")
        if self.lost:
            sums.append(f"{counted(self.lost.total(), 'thing')} lost ({_kinds(self.lost)})")
        if self.bulk.chosen_jobs:
            sums.append(f"by {self.bulk.chosen_jobs} processes")
        self.telling.end(", ".join(sums), output=name(output), written=not self.refusal, converted=self.converted)
        code = 2 if self.telling.not_read else int(bool(self.refusal or self.faulty))
        click.get_current_context().exit(code)


def loss_lines(losses: tuple[Loss, ...], refusal: str = "") -> list[str]:
    """The losses of a game, a line each; many of them by their kinds.

    >>> from fairyscore.notation.formats.loss import LossKind
    >>> loss_lines((Loss(LossKind.VARIATION, "of 4 plies", 12), Loss(LossKind.TAG, 'ECO "C20"')))
    [', ply 12: the variation of 4 plies is lost', ': the tag ECO "C20" is lost']
    """
    if refusal:
        return [f" is not converted: {refusal}"]
    if len(losses) > 20:
        return [f": lost are {_kinds(Counter(loss.part.value for loss in losses))}"]
    return [f"{', ' if loss.ply else ': '}{loss} is lost" for loss in losses]
