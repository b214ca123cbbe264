"""`fairyscore merge`: the games of many files in one."""

import click

from fairyscore.cli.options import (
    grouped_command,
    output_option,
    paths_argument,
    reading_options,
)
from fairyscore.cli.report import name
from fairyscore.cli.texts import Texts, archive_format, is_file, to_option
from fairyscore.cli.writing import written
from fairyscore.notation.formats.base import Format, TextSink
from fairyscore.notation.reader import RecordReader
from fairyscore.notation.stats.grouping import ORDERS
from fairyscore.notation.storage.writing import LeaveUnchanged
from fairyscore.notation.work.archives import in_order


@grouped_command("merge", rewrites=True, epilog="Example: fairyscore merge 1990/ 1991/ -o both.pgn --sort date")
@paths_argument
@output_option()
@to_option
@click.option(
    "--sort", "order", type=click.Choice(list(ORDERS)), help="Sort the games; by default they keep their order."
)
@reading_options
def command(
    *, paths: tuple[str, ...], output: str, target: Format | None, order: str | None, reader: RecordReader
) -> None:
    """Put the games of all PATHs into one file, optionally sorted.

    Games are copied unchanged, also those with errors; games in other formats are converted. No game is left out, not
    even copies (see dedupe). `merge` undoes `split`.

    Exit status: 0 all games written, 1 some could not be written, 2 wrong usage, unreadable input or failed output.
    """
    form_of_all = archive_format(output, target)
    texts = Texts(paths, reader, form_of_all)
    with written(output) as stream:
        _, found = texts.begin()
        joined = TextSink(form_of_all, stream)
        for text in in_order(found, order):
            joined.put(text)
        if not texts.written and is_file(output):
            raise LeaveUnchanged
        joined.close()
    texts.summary(f"in {name(output)}" if is_file(output) else "written")
    click.get_current_context().exit(texts.exit_code())
