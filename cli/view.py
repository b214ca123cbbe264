"""`fairyscore view`: games as one page to play back, written to a file or shown while the record is edited."""

import os
import sys
from collections.abc import Iterator
from contextvars import copy_context
from dataclasses import dataclass, replace
from typing import Any

import click

from fairyscore.cli.options import (
    coordinates_option,
    diagrams_option,
    flip_option,
    grouped_command,
    language_option,
    only_game_option,
    output_option,
    paths_argument,
    port_option,
    reading_options,
    shown_notation_option,
    text_option,
    theme_option,
    variant_named,
    wrong_usage,
)
from fairyscore.cli.report import Reporter
from fairyscore.cli.report import name as named
from fairyscore.cli.writing import same_file, written
from fairyscore.notation.moves.registry import NotationRefused, UnknownNotation, notation_named
from fairyscore.notation.reader import RecordReader
from fairyscore.notation.replay import Verdict
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.storage.listing import files
from fairyscore.notation.storage.source import STDIN, is_url
from fairyscore.notation.storage.writing import FileStamp
from fairyscore.notation.text import counted, shown
from fairyscore.render.errors import DrawingError
from fairyscore.render.story.builder import Diagrams, diagrams, story_of
from fairyscore.render.story.model import Story
from fairyscore.render.themes import find
from fairyscore.render.user_files import text_of
from fairyscore.render.viewer.page import Design, page, parts, template

PORT = 8000
UNREADABLE = 2  # exit status


@grouped_command("view", epilog="Example: fairyscore view game.pgn -o game.html   (or: view game.pgn --serve)")
@paths_argument
@output_option("The .html to write; default: print it.")
@only_game_option
@diagrams_option("--diagrams wanted")
@shown_notation_option(keeps=True)
@coordinates_option
@text_option("--title", "TEXT", "The title of a page with several games.")
@flip_option("--flip --seat seat")
@theme_option("", usual="as the page")
@text_option("--css", "FILE", "A style sheet of your own, loaded after the page's.")
@text_option("--template frame", "FILE", "A template of your own (docs/page.md).")
@click.option(
    "--setup", is_flag=True, help="Write a page for setting up positions; PATH is then the name of a variant."
)
@click.option("--embed", is_flag=True, help="Write a fragment for a page of your own (docs/page.md).")
@click.option("--serve", is_flag=True, help="Serve the page on this machine, and update it when the files change.")
@port_option(PORT, "With --serve")
@click.option(
    "--browser/--no-browser", default=None, help="Open the page in a browser; default with --serve in a terminal."
)
@language_option
@reading_options
def command(
    *,
    paths: tuple[str, ...],
    output: str,
    title: str,
    theme: str,
    css: str,
    frame: str,
    setup: bool,
    embed: bool,
    serve: bool,
    port: int,
    browser: bool | None,
    reader: RecordReader,
    **choices: Any,
) -> None:
    """Write the games of all PATHs as one web page that plays them back.

    The page is a single file and loads nothing; without JavaScript it shows boards and moves, and it prints as a sheet.
    A game with an error is shown up to the error, which is reported. PATH is a file, a folder or - for standard input.

    Exit status: 0 clean, 1 errors found, 2 wrong usage, unreadable input or failed output.
    """
    if any(same_file(output, path) for path in (css, frame)):
        raise click.UsageError(f"{named(output)} is an input too; write the page to another file.")
    suffix = os.path.splitext(output)[1].lower()  # noqa: PTH122 (a path may be any text)
    if suffix not in ("", ".html", ".htm"):
        raise click.UsageError(f"view writes a web page, and {named(output)} is not the name of one; end it in .html.")
    with wrong_usage(DrawingError):
        style = text_of(css, "the style sheet") if css else ""
        design = Design(find(theme) if theme else None, choices["seat"], style, template(frame), embedded=embed)
        if setup:
            from fairyscore.render.viewer.setup import setup_page

            if len(paths) > 1:
                raise click.UsageError("--setup takes the name of one variant.")
            html = setup_page(variant_named(paths[0]), design)
            with written(output, at_once=True) as stream:
                stream.write(html.encode())
            return
        viewer = _Viewer(paths, reader, **choices | {"wanted": diagrams(choices["wanted"])})
        if serve:
            _serve(viewer, replace(design, live=True), title, port, browser)
            return
        reporter = Reporter(forced=reader.forced)
        with written(output, at_once=True) as stream:
            stream.writelines(part.encode() for part in parts(viewer.stories(reporter), design, title=title))
    if output:
        click.echo(f"{counted(viewer.games, 'game')} written to {named(output)}", err=True)
    click.get_current_context().exit(UNREADABLE if reporter.not_read else int(reporter.faulty))


@dataclass(slots=True)
class _Viewer:
    """Reads the games of the files, each time that `stories` is called.

    number: of the only game wanted in each file; None for all.
    wanted: which positions are drawn among the moves.
    moves: name of a notation; empty for the usual one of each game.
    scheme: of coordinates; empty for the usual one.
    seat: at the bottom; empty for the first one.
    games: found by the last call.
    """

    paths: tuple[str, ...]
    reader: RecordReader
    number: int | None
    wanted: Diagrams
    moves: str
    scheme: str
    seat: str
    games: int = 0

    def stories(self, reporter: Reporter) -> Iterator[Story]:
        """The games of all files; what is wrong with them is reported.

        Exits with status 2 if there is no game. Raises `DrawingError` after the last game if none has the player of
        `--flip` or the coordinates."""
        variants: dict[str, Variant] = {}
        self.games = 0
        for verdict, path in self.reader.games(self.paths):
            if self.number and verdict.game_text.number not in (0, self.number):
                continue
            reporter.verdict(verdict, path)
            if story := self._story(verdict):
                variants[story.game.name] = story.game
                self.games += 1
                yield story
        if not self.games:
            if not reporter.not_read:
                which = f"game {self.number}" if self.number else "game that can be shown"
                reporter.line(f"fairyscore: there is no {which}")
            raise click.exceptions.Exit(UNREADABLE)
        schemes = dict.fromkeys(scheme for game in variants.values() for scheme in game.writing.schemes)
        if self.scheme and self.scheme not in schemes:
            has = f"there are {', '.join(schemes)}" if schemes else "no game here has any to choose from"
            raise DrawingError(f"there are no coordinates '{shown(self.scheme)}'; {has}")
        seats = dict.fromkeys(player.name for game in variants.values() for player in game.seats)
        if self.seat and self.seat not in seats:
            raise DrawingError(f"there is no player '{shown(self.seat)}'; there are {', '.join(seats)}")

    def _story(self, verdict: Verdict) -> Story | None:
        """The story of a game; None if the game has no variant or no start position."""
        game = verdict.game
        with wrong_usage(UnknownNotation, NotationRefused, option="--moves"):
            notation = notation_named(self.moves, game) if self.moves and game else None
        scheme = self.scheme if game and self.scheme in game.writing.schemes else ""
        return story_of(verdict, self.wanted, notation=notation, scheme=scheme)

    def stamp(self) -> str:
        """A text that changes when one of the files does. An archive is one file; URLs are not followed."""
        here = [path for path in self.paths if not is_url(path)]
        stamps = map(FileStamp.of, files(here, (*self.reader.suffixes, *self.reader.shared_suffixes)))
        return "-".join(f"{stamp.time:x}.{stamp.size:x}.{stamp.inode:x}" for stamp in stamps)


# -- following the files ------------------------------------------------------------------------------------------------


class _CollectingReporter(Reporter):
    """Collects the lines that would be printed."""

    def __init__(self) -> None:
        super().__init__(forced=True)
        self.lines: list[str] = []

    def line(self, text: str) -> None:
        """Collect a line."""
        self.lines.append(text)


def _serve(viewer: _Viewer, design: Design, title: str, port: int, browser: bool | None) -> None:
    """Serve the page until Ctrl-C. Diagnostics of the first reading are printed, later ones are not."""
    from fairyscore.render.viewer.server import Server

    if STDIN in viewer.paths:
        raise click.UsageError("--serve follows files; give their names instead of -.")
    last = list(viewer.stories(Reporter(forced=viewer.reader.forced)))

    def current() -> str:
        """The page of the files as they are now; if none can be read, the last page with a notice."""
        nonlocal last
        collected, notice = _CollectingReporter(), ""
        try:
            last = list(viewer.stories(collected))
        except click.exceptions.Exit:
            notice = f"Shown as it was before: {' '.join(collected.lines) or 'the file cannot be read'}"
        return page(last, design, title=title, notice=notice)

    here = copy_context()  # has the language: threads of the server start without it
    with Server(port, lambda: here.copy().run(current), viewer.stamp) as server:
        click.echo(f"{counted(len(last), 'game')} at {server.url} until Ctrl-C", err=True)
        if sys.stdout.isatty() if browser is None else browser:
            import webbrowser

            if not webbrowser.open(server.url):
                click.echo("fairyscore: no browser could be started; open the address yourself", err=True)
        try:
            server.serve_forever(poll_interval=0.2)
        except KeyboardInterrupt:
            click.echo("fairyscore: no longer served", err=True)
