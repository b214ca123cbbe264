"""`fairyscore sheet`: an annotated game as pages to print."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from fairyscore.cli.options import (
    coordinates_option,
    diagrams_option,
    drawing_output_option,
    flip_option,
    game_option,
    grouped_command,
    language_option,
    paper_option,
    reading_options,
    shown_notation_option,
    text_option,
    theme_option,
    width_option,
    wrong_usage,
)
from fairyscore.cli.picking import picked
from fairyscore.cli.report import Reporter, name
from fairyscore.cli.writing import leave_in_order, written
from fairyscore.notation.moves.registry import (
    NotationRefused,
    UnknownNotation,
)
from fairyscore.notation.reader import RecordReader
from fairyscore.notation.replay import Verdict
from fairyscore.notation.rules.variant import PositionError
from fairyscore.notation.storage.source import STDIN
from fairyscore.notation.text import shown
from fairyscore.notation.variants.registry import UnknownVariant
from fairyscore.render.errors import DrawingError

if TYPE_CHECKING:
    from fairyscore.render.animation.script import Showing
    from fairyscore.render.sheet.look import SheetLook
    from fairyscore.render.story.model import Story

SECONDS, SIZE = 1.2, "120mm"
MOST_REPORTED = 10  # so many characters without a drawing are reported one by one


@grouped_command("sheet", epilog="Example: fairyscore sheet game.pgn -o game.pdf --diagrams every:10,end --paper a5")
@click.argument("path", metavar="RECORD")
@drawing_output_option
@game_option
@click.option("--all", "all_games", is_flag=True, help="Set all games of the file, one below the other.")
@diagrams_option("--diagrams wanted")
@shown_notation_option(keeps=True)
@coordinates_option
@text_option("--layout", "HOW", "Set the moves in columns or as running text; auto chooses.", "auto")
@click.option("--columns", metavar="N", type=click.IntRange(1), help="The columns of a page; default: as many as fit.")
@paper_option("--paper size", "a4")
@text_option(
    "--margin", "MM", "The margin of all sides, or those of top, right, bottom, left.", "18mm", show_default=True
)
@click.option("--landscape", is_flag=True, help="Use the paper in landscape format.")
@theme_option("print")
@text_option("--style", "FILE", "Sizes, spaces and labels of your own, as TOML (docs/sheet.md).")
@flip_option("--flip --seat seat")
@click.option("--clocks", is_flag=True, help="Print the clock times of the record after the moves.")
@click.option("--graph", is_flag=True, help="Draw the evaluations and times of the record below the moves.")
@click.option("--dpi", type=click.IntRange(36, 1200), default=300, show_default=True, help="Pixels per inch of a .png.")
@text_option(
    "--animate animated",
    "FILE",
    "Write an animation of the game instead: an .svg, .gif or .webp file.",
)
@click.option("--seconds", metavar="S", type=float, help=f"With --animate: the seconds per move; default: {SECONDS}.")
@click.option("--comments", is_flag=True, help="With --animate: show comments too, and leave time to read them.")
@width_option("--size across", "", "With --animate", SIZE)
@language_option
@reading_options
def command(
    *,
    path: str,
    output: str,
    number: int | None,
    all_games: bool,
    wanted: str,
    moves: str,
    scheme: str,
    dpi: int,
    animated: str,
    reader: RecordReader,
    **look: Any,
) -> None:
    """Typeset the game in RECORD: heading, moves, comments, variations, diagrams, and how it ended.

    By default the last game of a file is set. A game with an error is set up to the error, which is shown.
    Output is written completely or not at all; SVG and PNG of several pages go to FILE-1, FILE-2 and so on.

    Exit status: 0 written, 1 a record has errors, 2 wrong usage, unreadable input or failed output.
    """
    if all_games and number:
        raise click.UsageError("--all and --game cannot be combined; pass one of them.")
    telling = Reporter(forced=reader.forced)
    with wrong_usage(DrawingError, UnknownNotation, NotationRefused, UnknownVariant, PositionError):
        showing = _showing(animated, output, all_games=all_games, **look)
        prepared = _look_of(look)
        if output:
            from fairyscore.render.export import ending_of
            from fairyscore.render.sheet.files import ENDINGS

            ending_of(output, ENDINGS, "sheets")  # known before anything is set
        games = _all(path, reader, telling) if all_games else [picked(path, number, reader, telling)]
        for verdict in () if all_games else games:
            telling.verdict(verdict, path)
        stories = _stories(games, wanted, moves, scheme, telling)
        if showing is not None:
            _animate(stories[0], showing, animated, telling)
        if output or showing is None:
            _write(stories, prepared, output, dpi, telling)
    click.get_current_context().exit(2 if telling.not_read else int(telling.faulty))


def _showing(
    target: str,
    output: str,
    *,
    all_games: bool,
    seconds: float | None,
    comments: bool,
    across: str,
    theme: str,
    seat: str,
    **_: Any,
) -> Showing | None:
    """How the game is animated, as far as is known before a record is read; None without `--animate`."""
    if not target:
        if seconds is not None or comments or across:
            raise click.UsageError("--seconds, --comments and --size are for --animate FILE.")
        return None
    from fairyscore.render.animation.moving import SUFFIXES
    from fairyscore.render.animation.script import Showing
    from fairyscore.render.export import ending_of

    if all_games:
        raise click.UsageError("--animate shows one game; choose it with --game instead of --all.")
    if output and os.path.realpath(output) == os.path.realpath(target):
        raise click.UsageError("--animate and --output name the same file; give them different names.")
    paper = click.get_current_context().get_parameter_source("theme") is ParameterSource.DEFAULT  # nobody chose it
    ending_of(target, SUFFIXES, "animations")
    seconds = SECONDS if seconds is None else seconds
    return Showing(seconds, comments, "screen" if paper else theme, seat, across or SIZE)


def _look_of(options: Mapping[str, Any]) -> SheetLook:
    """The look that the options ask for. Raises `DrawingError`."""
    from fairyscore.render.sheet.look import sheet_look

    taken = ("size", "margin", "landscape", "theme", "style", "seat", "layout", "clocks", "graph")
    return sheet_look(**{key: options[key] for key in taken}, columns=options["columns"] or 0)


def _all(path: str, reader: RecordReader, telling: Reporter) -> list[Verdict]:
    """Every game of a file; what is found in them is reported. Leaves with exit status 2 where there is none."""
    from fairyscore.render.sheet.files import MOST_PAGES

    found = []
    for verdict in reader.verdicts(path):
        telling.verdict(verdict, path)
        if verdict.game_text.number:
            found.append(verdict)
        if len(found) > MOST_PAGES:  # an archive
            raise DrawingError(
                f"{name(path)} has more than {MOST_PAGES:,} games, and a sheet has no more pages than that"
            )
    if not found:
        if not telling.not_read:
            telling.line(f"fairyscore: {name(path)} has no game")
        raise click.exceptions.Exit(2)
    return found


def _stories(games: Sequence[Verdict], wanted: str, moves: str, scheme: str, telling: Reporter) -> list[Story]:
    """The stories of the games, without those that could not begin. Exits with status 2 where none could."""
    from fairyscore.render.story.builder import diagrams, story_of
    from fairyscore.render.story.notation import notation_in_print

    asked = diagrams(wanted)
    stories = []
    for verdict in games:
        notation = notation_in_print(verdict.record.game, moves) if verdict.record else None
        story = story_of(verdict, asked, notation=notation, scheme=scheme)
        if story is not None:
            stories.append(story)
        elif len(games) > 1:
            telling.line(
                f"fairyscore: game {verdict.game_text.number} is left out: its variant or position is not valid"
            )
    if not stories:
        raise click.exceptions.Exit(2)
    return stories


def _write(stories: Sequence[Story], look: SheetLook, output: str, dpi: int, telling: Reporter) -> None:
    """Make all files, then write them all. Raises `DrawingError` or `NotWritten`."""
    from fairyscore.render.documents import sheet_of

    made = sheet_of(stories, look)
    if output in ("", STDIN):
        if len(made.pages) > 1:
            raise DrawingError(f"the sheet has {len(made.pages)} pages; give the name of their files with -o")
        with written("", at_once=True) as stream:
            stream.write(made.pages[0].encode())
    else:
        leave_in_order()
        paths = made.save(output, dpi)
        if len(paths) > 1:
            telling.line(f"{len(paths)} pages: {name(paths[0])} to {name(paths[-1])}")
    _report_missing(made.missing, telling)


def _animate(story: Story, showing: Showing, path: str, telling: Reporter) -> None:
    """Make the file of an animation. Raises `DrawingError` or `NotWritten`."""
    from fairyscore.render.animation.moving import encoded

    data, missing = encoded(story, os.path.splitext(path)[1].lower(), showing)  # noqa: PTH122
    with written(path) as stream:
        stream.write(data)
    _report_missing(missing, telling)


def _report_missing(missing: Mapping[str, str], telling: Reporter) -> None:
    """The characters that the font lacks; the name of each stands there."""
    for char, line in list(missing.items())[:MOST_REPORTED]:
        telling.line(f"fairyscore: there is no drawing of {shown(char)} (U+{ord(char):04X}), as in: {shown(line)}")
    if len(missing) > MOST_REPORTED:
        telling.line(
            f"fairyscore: and none of {len(missing) - MOST_REPORTED} more characters; their names stand for them"
        )
