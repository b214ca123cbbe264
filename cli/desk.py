"""`fairyscore desk`: a board on this machine on which games are played, tried, annotated and saved."""

from __future__ import annotations

import secrets
from contextvars import copy_context
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import click

from fairyscore.cli.options import grouped_command, port_option, reading_options, wrong_usage
from fairyscore.cli.report import Reporter, name
from fairyscore.cli.writing import report_other_names
from fairyscore.notation.editing.game_file import write_back
from fairyscore.notation.editing.rewrite import why_not_rewritten
from fairyscore.notation.formats.registry import format_named
from fairyscore.notation.game import Game
from fairyscore.notation.reader import RecordReader
from fairyscore.notation.replay import Verdict
from fairyscore.notation.storage.locking import office_held
from fairyscore.notation.storage.source import STDIN
from fairyscore.notation.storage.writing import FileStamp
from fairyscore.notation.text import counted
from fairyscore.notation.variants.catalog import add_path
from fairyscore.notation.variants.document import VariantFileError
from fairyscore.notation.variants.registry import variant
from fairyscore.render.desk.desk import Desk
from fairyscore.render.desk.open_game import OpenGame
from fairyscore.render.desk.page import desk_page
from fairyscore.render.errors import DrawingError
from fairyscore.render.viewer.server import Server


@dataclass(slots=True)
class _Source:
    """The source of a game on the desk: the file, and its verdict, without which it is not written back."""

    path: str
    verdict: Verdict


class _Files:
    """Saves games to the files they came from, each only if nobody else has changed it."""

    def __init__(self, reader: RecordReader) -> None:
        self._reader = reader
        self._stamps: dict[str, FileStamp] = {}

    def read(self, desk: Desk, paths: tuple[str, ...], report: Reporter) -> None:
        """Put the games of files on the desk; what is wrong with them is reported."""
        for path in paths:
            if path != STDIN:
                self._stamps[path] = FileStamp.of(path)
        for verdict, path in self._reader.games(paths):
            report.verdict(verdict, path)
            if verdict.record is None:
                continue
            game = Game(verdict.record, tuple(verdict.findings), verdict)
            if game.start is not None:
                whole = verdict.whole and path in self._stamps and not why_not_rewritten(format_named(verdict.form))
                desk.add(game, _Source(path, verdict) if whole else None)

    def save(self, game: OpenGame) -> str:
        """See `Files`."""
        source = game.source
        assert isinstance(source, _Source)
        stamp = self._stamps[source.path]
        with office_held(source.path, "desk"):
            write_back(source.path, source.verdict, game.game.record, self._reader, stamp=stamp)
        report_other_names(source.path, stamp)
        self._stamps[source.path] = FileStamp.of(source.path)
        return name(source.path)


VARIANT_FILE = ".toml"


def variant_in(path: str) -> str:
    """The name of the game that a variant file describes; from now on it is known."""
    try:
        add_path(path)
        variant(Path(path).stem)  # its description is looked at only here
    except VariantFileError as error:
        raise click.UsageError("\n".join(map(str, error.mistakes[:20]))) from None
    return Path(path).stem


@grouped_command("desk", epilog="Example: fairyscore desk game.pgn   (a new game: fairyscore desk --variant tor-qi)")
@click.argument("paths", metavar="[PATH]...", nargs=-1)
@port_option(0)
@click.option("--browser", is_flag=True, help="Open the page in a browser.")
@reading_options
def command(*, paths: tuple[str, ...], port: int, browser: bool, reader: RecordReader) -> None:
    """Play and annotate games in a local web page; the first line printed is its address.

    Games are played by mouse, touch or keyboard. Illegal moves are refused with their reasons. The desk opens the
    games of all PATHs, and saves each to its file unless another program has changed the file meanwhile. A variant
    file (.toml) starts a new game of that variant; without PATH a game of --variant starts. Ctrl-C ends the desk.

    Exit status: 0 ended by Ctrl-C, 2 wrong usage or unreadable input.
    """
    files = _Files(reader)
    desk = Desk(files)
    variants = [variant_in(path) for path in paths if path.endswith(VARIANT_FILE)]
    records = tuple(path for path in paths if not path.endswith(VARIANT_FILE))
    begun: list[OpenGame] = []
    here, pages = copy_context(), count()

    def page() -> str:
        return here.copy().run(desk_page, desk, begun[0])

    def stamp() -> str:
        return str(next(pages))

    def answer(request: str) -> str:
        return here.copy().run(desk.answer, request)

    with wrong_usage(DrawingError):
        server = Server(port, page, stamp, answer=answer, token=secrets.token_urlsafe(16))
    with server:
        report = Reporter(forced=reader.forced)
        if records:
            files.read(desk, records, report)
        for new in variants:
            desk.add(Game.new(new))
        if not desk.games:
            if records:
                report.line("fairyscore: there is no game to put on the desk")
                click.get_current_context().exit(2)
            desk.add(Game.new(reader.judge.variant or "chess"))
        begun.append(next(iter(desk.games.values())))
        click.echo(server.url)
        click.echo(f"{counted(len(desk.games), 'game')} on the desk until Ctrl-C", err=True)
        if browser:
            import webbrowser

            if not webbrowser.open(server.url):
                click.echo("fairyscore: no browser could be started; open the address yourself", err=True)
        try:
            server.serve_forever(poll_interval=0.2)
        except KeyboardInterrupt:
            click.echo("fairyscore: no longer served", err=True)
