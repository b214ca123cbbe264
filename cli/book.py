"""`fairyscore book`: games and prose as one book, typeset."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from fairyscore.cli.options import (
    grouped_command,
    language_option,
    output_option,
    paper_option,
    reading_options,
    shown_notation_option,
    text_option,
    theme_option,
    wrong_usage,
)
from fairyscore.cli.report import Reporter, name
from fairyscore.cli.writing import written
from fairyscore.notation.reader import RecordReader
from fairyscore.notation.storage.source import system_reason
from fairyscore.render.errors import DrawingError

if TYPE_CHECKING:
    from fairyscore.render.book.contents import Piece

PROSE = ".md"
ENDINGS = (".pdf", ".html", ".epub", ".json")


@grouped_command("book", epilog="Example: fairyscore book foreword.md games.pgn -o book.pdf --title 'My best games'")
@click.argument("paths", metavar="FILE", nargs=-1, required=True)
@output_option("The .pdf, .html or .epub to write, or a .json with the data.")
@text_option("--title", "TITLE", "The title of the book; default: the name of the file.")
@text_option("--author", "NAME", "The author of the book.")
@click.option(
    "--style", type=click.Choice(("modern", "informant")), default="modern", help="informant: two columns, small type."
)
@text_option("--template", "FILE", "A Typst template of your own, which reads book.json (docs/book.md).")
@paper_option("--paper size", "a5")
@click.option(
    "--bleed",
    metavar="MM",
    type=click.FloatRange(0, 20),
    default=0.0,
    help="The paper around the page that is trimmed off.",
)
@theme_option("print")
@click.option("--graph", is_flag=True, help="Draw the evaluations and times of each game below it.")
@shown_notation_option()
@language_option
@reading_options
def command(
    *,
    paths: tuple[str, ...],
    output: str,
    title: str,
    author: str,
    style: str,
    template: str,
    size: str,
    bleed: float,
    theme: str,
    graph: bool,
    reader: RecordReader,
) -> None:
    """Typeset all games of the FILEs as one book: contents, games with diagrams, indexes of players, openings and events.

    A FILE that ends in .md is prose; `# Heading` in it begins a part. A game with an error is set up to the error,
    which is shown. A .html is one page that loads nothing, a .epub is for readers. The PDF needs the extra pdf.

    Exit status: 0 written, 1 a record has errors, 2 wrong usage, unreadable input or failed output.
    """
    from fairyscore.render.book import contents, setting, web
    from fairyscore.render.export import ending_of
    from fairyscore.render.sheet.look import sides
    from fairyscore.render.themes import find

    telling = Reporter(forced=reader.forced)
    with wrong_usage(DrawingError):
        if not output:
            raise click.UsageError("-o FILE is missing: the .pdf, .html, .epub or .json to write.")
        ending = ending_of(output, ENDINGS, "books")
        if template and ending != ".pdf":
            raise click.UsageError("--template is for a .pdf.")
        own = _text(template) if template else ""
        find(theme)  # known before anything is read
        writers = {".json": setting.written, ".html": web.html, ".epub": web.epub}
        look = contents.BookLook(sides(size), bleed, style, theme, graph)
        pieces = (piece for path in paths for piece in _pieces(path, reader, telling))
        usual = os.path.splitext(os.path.basename(output))[0]  # noqa: PTH119, PTH122
        book = contents.data(title or usual, pieces, look, author)
        if not book["games"]:
            telling.line("fairyscore: there is no game to set")
            raise click.exceptions.Exit(2)
        data = setting.pdf(book, own) if ending == ".pdf" else writers[ending](book)
        with written(output) as stream:
            stream.write(data)
    click.get_current_context().exit(2 if telling.not_read else int(telling.faulty))


def _pieces(path: str, reader: RecordReader, telling: Reporter) -> Iterator[Piece]:
    """The prose or the games of a file; what is found in the games is reported."""
    from fairyscore.render.book.contents import Prose
    from fairyscore.render.story.builder import story_of
    from fairyscore.render.story.notation import notation_in_print

    if path.lower().endswith(PROSE):
        yield Prose(_text(path), os.path.dirname(path))  # noqa: PTH120
        return
    for verdict in reader.verdicts(path):
        telling.verdict(verdict, path)
        if not verdict.game_text.number:
            continue
        notation = notation_in_print(verdict.record.game) if verdict.record else None
        story = story_of(verdict, notation=notation)
        if story is None:
            telling.line(
                f"fairyscore: game {verdict.game_text.number} is left out: its variant or position is not valid"
            )
        else:
            yield story


def _text(path: str) -> str:
    """The text of a file of the user's."""
    try:
        with open(path, encoding="utf-8") as stream:  # noqa: PTH123
            return stream.read()
    except (OSError, ValueError) as error:
        reason = system_reason(error) if isinstance(error, OSError) else "it is not UTF-8 text"
        raise click.UsageError(f"{name(path)} cannot be read: {reason}.") from None
