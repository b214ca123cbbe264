"""`fairyscore convert`: games in another format or notation, with a report of what that loses."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, BinaryIO, cast

import click

from fairyscore.cli.beside import Beside, without_place
from fairyscore.cli.options import (
    FormatName,
    format_option,
    grouped_command,
    language_option,
    paths_argument,
    reading_options,
    sentence,
    text_option,
)
from fairyscore.cli.report import Reporter, many, name, reporter
from fairyscore.cli.sources import Reader, bulk_options, processes, run
from fairyscore.cli.targets import TEXTS, TargetName, form_of, settings_of, text_of_path
from fairyscore.cli.writing import Leave, same_file, written
from fairyscore.notation.bulk.converting import ConvertMessage, ConvertWork
from fairyscore.notation.editing.convert import Converted, ConvertOptions
from fairyscore.notation.formats.base import Collector, Format, MissingExtra
from fairyscore.notation.formats.loss import Loss
from fairyscore.notation.formats.registry import FORMATS, format_of_path
from fairyscore.notation.moves.registry import NOTATIONS, UnknownNotation
from fairyscore.notation.storage.source import STDIN

if TYPE_CHECKING:
    from fairyscore.render.texts.document import TextOptions, Writing

MOST_TOLD = 20
"""So many losses of one game are told one by one; of more, how many there are of each kind."""


@grouped_command("convert", epilog="Example: fairyscore convert game.pgn -o game.json --moves long")
@paths_argument
@text_option("-o --output", "OUT", "The file to write; else standard output.")
@click.option(
    "--to",
    "target",
    metavar="FORMAT",
    type=TargetName(reads=False),
    help=f"The format, if not that of OUT's ending: {', '.join((*FORMATS, *TEXTS))}.",
)
@text_option("--moves", "NOTATION", f"The notation of the moves, if not as the record has it: {', '.join(NOTATIONS)}.")
@text_option("--coordinates scheme", "SCHEME", "The coordinate scheme of round boards, as `ring`.")
@click.option("--strict", is_flag=True, help="Write nothing where anything would be lost or left out.")
@click.option(
    "--keep-going", is_flag=True, help="Write faulty games up to the fault, the rest as a comment (texts: always)."
)
@text_option(
    "--diagrams",
    "WHICH",
    "Of markdown and latex: draw more than the record asks for: every:N plies, comments, captures, end.",
)
@text_option(
    "--template",
    "FILE",
    "Of markdown and latex: a frame of your own, with {{moves}} for each game or {{games}} for the text.",
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
    reader: Reader,
) -> None:
    """Write the games of all PATHs in another format or notation, or as a text to go on writing at.

    Each thing that the format cannot hold is named on standard error, or with --format json on standard output. A game
    with a fault is told and left out, in texts written up to it. PATH is a file, a folder or - for standard input, as
    for validate. The diagrams of a text are files beside OUT: OUT-diagram-1 and so on.

    Exit status: 0 all games are converted, 1 some are not, or --strict refuses, 2 wrong usage or something that could
    not be read or written.
    """
    if style == "json" and output in ("", STDIN):
        raise click.UsageError("--format json prints what is done; name a file for the games with -o.")
    chosen = target or _target(output)
    beside = Beside(output)
    settings = _settings(chosen, diagrams, template, beside)
    tells = settings is not None  # a text shows where a game is at fault, as a sheet does
    wanted = ConvertOptions(_format(chosen, settings), moves, scheme, keep_going or tells)
    work = _Converter(paths, reader, reporter(style, ("not_converted", "losses"), forced=reader.forced))
    with written(output, at_once=strict) as stream, beside:
        try:
            sink: Collector | Writing
            if settings is None:
                work.convert(sink := cast(Collector, wanted.form.open(stream)), wanted)
            else:
                work.write(sink := _writing(wanted, stream))
        except UnknownNotation as fault:
            raise click.BadParameter(sentence(fault), param_hint="--moves") from None
        except MissingExtra as fault:
            raise click.UsageError(sentence(fault)) from None
        sink.close()
        if work.refuses(output, strict):
            raise Leave
        beside.place()
    if settings is not None and settings.told:
        work.telling.line(without_place(settings.told, output))
    work.telling.end(
        work.tally.said("could be converted" if work.refusal else "converted"),
        output=name(output),
        written=not work.refusal,
        converted=work.tally.converted,
    )
    click.get_current_context().exit(work.exit_code())


def _target(output: str) -> Format | str:
    """The format of the ending of the output, or the name of a text."""
    if text := text_of_path(output):
        return text
    by_path = format_of_path(output)
    if not by_path:
        raise click.UsageError(
            "--to wants naming: the output has no ending that says the format. (`fairyscore formats` lists them.)"
        )
    found = FormatName(reads=False).convert(by_path, None, None)
    assert isinstance(found, Format)
    return found


def _settings(chosen: Format | str, diagrams: str, template: str, beside: Beside) -> TextOptions | None:
    """How a text is made, None for other formats."""
    if isinstance(chosen, str):
        return settings_of(chosen, diagrams, template, beside)
    if diagrams or template:
        raise click.UsageError(f"--diagrams and --template are for {', '.join(TEXTS)}.")
    return None


def _format(chosen: Format | str, settings: TextOptions | None) -> Format:
    """What is written to."""
    if isinstance(chosen, Format):
        return chosen
    assert settings is not None
    return form_of(chosen, settings)


def _writing(wanted: ConvertOptions, stream: BinaryIO) -> Writing:
    """What writes a text, game by game as they are judged: its diagrams are made here."""
    from fairyscore.render.texts.document import Writing

    return Writing(wanted, stream)


@dataclass(slots=True)
class ConvertTally:
    """Counts games and losses. faulty: games with a fault, also those that were written up to it."""

    converted: int = 0
    left: int = 0
    faulty: int = 0
    processes: int = 0
    lost: Counter[str] = field(default_factory=Counter)

    def add(self, one: ConvertMessage) -> None:
        """Count a game that there is something to be said about, but for that it is written."""
        self.left += not one.done.written
        self.faulty += not one.done.written or not one.whole
        self.lost.update(loss.part.value for loss in one.done.losses)

    def said(self, done: str) -> str:
        """The sum in one line."""
        told = [f"{many(self.converted, 'game')} {done}"]
        if self.left:
            told.append(f"{self.left:,} not")
        if self.lost:
            told.append(f"{many(self.lost.total(), 'thing')} lost ({_kinds(self.lost)})")
        if self.processes:
            told.append(f"by {self.processes} processes")
        return ", ".join(told)


def _kinds(lost: Counter[str]) -> str:
    return ", ".join(many(number, kind) for kind, number in lost.most_common())


@dataclass(slots=True)
class _Converter:
    """Goes through the files. refusal: why nothing is to be written after all."""

    paths: tuple[str, ...]
    reader: Reader
    telling: Reporter
    tally: ConvertTally = field(default_factory=ConvertTally)
    refusal: str = ""

    def exit_code(self) -> int:
        """See the help of the command."""
        return 2 if self.telling.not_read else int(bool(self.refusal or self.tally.faulty))

    def convert(self, sink: Collector, wanted: ConvertOptions) -> None:
        """Every game of every file."""
        reader, form = self.reader, wanted.form.name
        work = ConvertWork(reader.judge, reader.form_name, form, wanted.moves, wanted.scheme, wanted.keep_going)
        with closing(run(work, self.paths)) as results:
            for got in results:
                for made in got.result.made:
                    sink.put(made)
                    self.tally.converted += 1
                if got.result.message is not None:
                    self._tell(got.name, got.result.message)
        self.tally.processes = processes()

    def write(self, writing: Writing) -> None:
        """Games are written as a text, one by one."""
        from fairyscore.render.errors import DrawingError

        for verdict, path in self.reader.games(self.paths):
            try:
                done = writing.add(verdict) if verdict.game_text.number else Converted(False)
            except DrawingError as fault:
                raise click.UsageError(sentence(fault)) from None
            self.tally.converted += done.written
            if verdict.findings or done.losses or not done.written or verdict.game_text.number == 1:
                self._tell(path, ConvertMessage(verdict, verdict.whole, done))

    def _tell(self, path: str, one: ConvertMessage) -> None:
        """What is to be said about a game, or a file as a whole."""
        number = one.verdict.game_text.number
        self.telling.verdict(one.verdict, path)
        if not number:
            return
        self.tally.add(one)
        for loss in one.done.losses:
            self.telling.row("losses", file=name(path), game=number, ply=loss.ply, kind=loss.part.value, what=loss.what)
        if not one.done.written:
            why = one.done.refusal or "it has a fault"
            self.telling.row("not_converted", file=name(path), game=number, why=why)
        if number == 1 and one.done.from_long:
            kept = "moves of the long form are written as usual in the game; --moves long keeps it"
            self.telling.line(f"{name(path)}: {kept}")
        for line in told(one.done.losses, one.done.refusal) if one.done.losses or one.done.refusal else ():
            self.telling.line(f"{name(path)}: game {number}{line}")

    def refuses(self, output: str, strict: bool) -> bool:
        """Whether the output is not to be after all; why is told."""
        tally, not_read = self.tally, self.telling.not_read
        if strict and (tally.lost or tally.faulty or not_read):
            self.refusal = "nothing is written: --strict allows no loss"
        elif (tally.left or not_read) and any(same_file(output, path) for path in self.paths):
            self.refusal = f"{name(output)} is left as it is: games would be missing in it"
        elif not tally.converted and output:
            self.refusal = f"{name(output)} is not written: no game could be converted"
        if self.refusal:
            self.telling.line(f"fairyscore: {self.refusal}")
        return bool(self.refusal)


def told(losses: tuple[Loss, ...], refusal: str = "") -> list[str]:
    """What is lost of a game, a line each; many things by their kinds.

    >>> from fairyscore.notation.formats.loss import LossKind
    >>> told((Loss(LossKind.VARIATION, "of 4 plies", 12), Loss(LossKind.TAG, 'ECO "C20"')))
    [', ply 12: the variation of 4 plies is lost', ': the tag ECO "C20" is lost']
    """
    if refusal:
        return [f" is not converted: {refusal}"]
    if len(losses) > MOST_TOLD:
        return [f": lost are {_kinds(Counter(loss.part.value for loss in losses))}"]
    return [f"{', ' if loss.ply else ': '}{loss} is lost" for loss in losses]
