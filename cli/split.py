"""`fairyscore split`: an archive cut into files."""

from __future__ import annotations

import click

from fairyscore.cli.options import (
    folder_output_option,
    grouped_command,
    paths_argument,
    reading_options,
    wrong_usage,
)
from fairyscore.cli.report import name
from fairyscore.cli.shell_words import complete_word
from fairyscore.cli.texts import Texts, to_option
from fairyscore.cli.writing import leave_in_order
from fairyscore.notation.formats.base import Format
from fairyscore.notation.reader import RecordReader
from fairyscore.notation.stats.grouping import CUTS, UnknownCut
from fairyscore.notation.text import counted
from fairyscore.notation.work.archives import cut_by, parts_in


@grouped_command("split", epilog="Example: fairyscore split archive.pgn -o players --by player   (or --by count:1000)")
@paths_argument
@folder_output_option
@click.option(
    "--by",
    "by",
    metavar="WHAT",
    required=True,
    shell_complete=complete_word,
    help=f"How to group games: {', '.join(CUTS)}, count:N, tag:NAME, or a query as for find.",
)
@to_option
@click.option("--force", is_flag=True, help="Replace files that exist already.")
@reading_options
def command(
    *, paths: tuple[str, ...], folder: str, by: str, target: Format | None, force: bool, reader: RecordReader
) -> None:
    """Split archives into files by variant, player, year or any tag, by a number of games per file, or by a query.

    Games are copied unchanged, also those with errors; games in other formats are converted. With `--by player` a
    game goes to the file of each player. Games without the tag go to `unknown`; those that fit a query to `found`, the
    others to `others`. FOLDER gets all files, or is left as
    it was.

    Exit status: 0 all games written, 1 some could not be written, 2 wrong usage, unreadable input or failed output.
    """
    with wrong_usage(UnknownCut, option="--by"):
        cut = cut_by(by)
    texts = Texts(paths, reader, target)
    target, found = texts.begin()
    if texts.read:
        leave_in_order()
        with parts_in(folder, target, replace=force) as parts:
            parts.add_all(found, cut)
        texts.summary(f"in {counted(len(parts), 'file')} of {name(folder)}")
    click.get_current_context().exit(texts.exit_code())
