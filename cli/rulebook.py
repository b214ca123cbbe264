"""`fairyscore rulebook`: a complete illustrated rule sheet of a game."""

import os

import click

from fairyscore.cli.options import (
    grouped_command,
    language_option,
    paper_option,
    piece_set_option,
    shown_notation_option,
    theme_option,
    variant_argument,
    width_option,
    wrong_usage,
)
from fairyscore.cli.report import name
from fairyscore.cli.writing import replaced, write_folder
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.work.examples import faults_of_samples
from fairyscore.render.errors import DrawingError
from fairyscore.render.glyphs.folder import load_folder
from fairyscore.render.measures import length
from fairyscore.render.rulebook.content import READERS, FigureLook, book
from fairyscore.render.rulebook.writing import FORMATS
from fairyscore.render.sheet.look import sides
from fairyscore.render.themes import find

ALONE = {".pdf": "pdf", ".html": "html"}
"""The formats of which a rule book is one file, by the ending of that."""


@grouped_command("rulebook", epilog="Example: fairyscore rulebook tor-qi -o tor-qi-rules")
@variant_argument
@click.option(
    "-o",
    "--output",
    metavar="PATH",
    required=True,
    help="A .pdf or .html file, or a folder for all of them; created if needed.",
)
@click.option(
    "--format",
    "formats",
    type=click.Choice(tuple(FORMATS)),
    multiple=True,
    help="Write only this format; may be repeated.  [default: all, pdf where the extra is installed]",
)
@theme_option("screen")
@width_option("--size", "", usual="wide enough for clear pieces")
@piece_set_option
@paper_option("--paper", "a4")
@click.option(
    "--for",
    "readers",
    type=click.Choice(READERS),
    default="all",
    help="players: without the appendix of readings, options and what programs need.",
)
@shown_notation_option()
@language_option
def command(
    *,
    game: Variant,
    output: str,
    formats: tuple[str, ...],
    theme: str,
    size: str,
    folder: str,
    paper: str,
    readers: str,
) -> None:
    """Write the rules of VARIANT with pictures: rules.md with figures/, rules.html and rules.pdf, or one file.

    The rules show the board, the start position, how every piece moves, and examples, all made by the engine that
    checks records. Readings of the inventor's page are given with their reasons.

    Exit status: 0 written, 1 written, but the sample game has an illegal move, 2 wrong usage or something that cannot be
    written.
    """
    with wrong_usage(DrawingError):
        pieces = load_folder(folder, game) if folder else None
        look = FigureLook(find(theme), length(size).millimetres if size else 0.0, piece_set=pieces)
        sheet = book(game, look, readers)._replace(paper=sides(paper))
    faulty = list(faults_of_samples(game))
    for _, finding in faulty:
        place = f"line {finding.line}: {finding.move}: " if finding.move else ""
        click.echo(f"fairyscore: the sample game of {game.name} is faulty: {place}{finding.message}", err=True)
    single = ALONE.get(os.path.splitext(output)[1].casefold(), "")  # noqa: PTH122
    if single:
        if formats not in ((), (single,)):
            raise click.UsageError(f"{name(output)} is one file, of the format {single}; name a folder for several.")
        formats = (single,)
    made: list[tuple[str, bytes]] = []
    for style in formats or FORMATS:
        try:
            made += FORMATS[style](book(game, look._replace(live=True), readers) if style == "html" else sheet)
        except DrawingError as fault:
            if formats or style != "pdf":
                raise click.UsageError(f"{fault}.") from None
            click.echo(f"fairyscore: no rules.pdf: {fault}", err=True)
    if single:
        ((_, data),) = made
        with replaced(output) as stream:
            stream.write(data)
        click.echo(f"{name(output)} written", err=True)
    else:
        write_folder(output, made)
        click.echo(f"{len(made)} files written to {name(output)}", err=True)
    click.get_current_context().exit(int(bool(faulty)))
