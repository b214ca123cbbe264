"""`fairyscore desk`: a board on this machine on which games are played, tried, annotated and saved."""

from __future__ import annotations

import secrets
from contextlib import ExitStack
from contextvars import copy_context
from itertools import count
from pathlib import Path

import click

from fairyscore.cli.desk_engine import LEVELS, DeskEngine
from fairyscore.cli.desk_files import DeskFiles
from fairyscore.cli.options import grouped_command, language_option, port_option, reading_options, wrong_usage
from fairyscore.cli.report import Reporter
from fairyscore.notation.engines.engine import Engine
from fairyscore.notation.engines.protocols import PROTOCOLS
from fairyscore.notation.game import Game
from fairyscore.notation.reader import RecordReader
from fairyscore.notation.text import counted
from fairyscore.notation.variants.catalog import add_path
from fairyscore.notation.variants.mistakes import VariantFileError
from fairyscore.notation.variants.registry import variant
from fairyscore.render.desk.desk import Desk
from fairyscore.render.desk.helpers import Helpers
from fairyscore.render.desk.page import desk_page
from fairyscore.render.errors import DrawingError
from fairyscore.render.viewer.server import Server

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
@click.option(
    "--engine", metavar="PATH", help="An engine that says what it thinks of positions, when asked on the page."
)
@click.option("--opponent", metavar="PATH", help="An engine that plays against you, when asked on the page.")
@click.option(
    "--level",
    metavar="N",
    type=click.IntRange(1, len(LEVELS)),
    default=4,
    show_default=True,
    help=f"How far the opponent thinks, from 1 to {len(LEVELS)}.",
)
@click.option(
    "--protocol", type=click.Choice(list(PROTOCOLS)), default="uci", show_default=True, help="What engines speak."
)
@language_option
@reading_options
def command(
    *,
    paths: tuple[str, ...],
    port: int,
    browser: bool,
    engine: str | None,
    opponent: str | None,
    level: int,
    protocol: str,
    reader: RecordReader,
) -> None:
    """Play and annotate games in a local web page; the first line printed is its address.

    Games are played by mouse, touch or keyboard. Illegal moves are refused with their reasons. The desk opens the
    games of all PATHs, and saves each to its file; where another program has changed that meanwhile, the page shows
    how, and asks whether to overwrite it, to save beside it, or to merge. A variant file (.toml) starts a new game of
    that variant; without PATH a game of --variant starts. Ctrl-C ends the desk.

    Exit status: 0 ended by Ctrl-C, 2 wrong usage or unreadable input.
    """
    adviser = DeskEngine(Engine(engine, protocol=protocol)) if engine else None
    rival = DeskEngine(Engine(opponent, protocol=protocol), (LEVELS[level - 1],)) if opponent else None
    engines = [one for one in (adviser, rival) if one is not None]
    files = DeskFiles(reader)
    desk = Desk(files, Helpers(adviser, rival))
    variants = [variant_in(path) for path in paths if path.endswith(VARIANT_FILE)]
    records = tuple(path for path in paths if not path.endswith(VARIANT_FILE))
    with wrong_usage(DrawingError):
        server = _server(desk, port)
    report = Reporter(forced=reader.forced)
    with ExitStack() as running:
        running.enter_context(server)
        for helper in engines:
            running.enter_context(helper)
        if records:
            files.read(desk, records, report)
        for name in variants:
            desk.add(Game.new(name))
        if not desk.games:
            _begin(desk, reader, report, is_asked=bool(records))
        click.echo(server.url)
        click.echo(f"{counted(len(desk.games), 'game')} on the desk until Ctrl-C", err=True)
        if browser:
            _open_browser(server.url)
        try:
            server.serve_forever(poll_interval=0.2)
        except KeyboardInterrupt:
            click.echo("fairyscore: no longer served", err=True)


def _server(desk: Desk, port: int) -> Server:
    """The server of a desk: its page begins with the first game, and answers run with the settings of this command."""
    here, pages = copy_context(), count()

    def page() -> str:
        return here.copy().run(desk_page, desk, next(iter(desk.games.values())))

    def stamp() -> str:
        return str(next(pages))

    def answer(request: str) -> str:
        return here.copy().run(desk.answer, request)

    return Server(port, page, stamp, answer=answer, token=secrets.token_urlsafe(16))


def _begin(desk: Desk, reader: RecordReader, report: Reporter, *, is_asked: bool) -> None:
    """Put a new game on an empty desk. is_asked: records were named, and none of them has a game; then the program ends."""
    if is_asked:
        report.line("fairyscore: there is no game to put on the desk")
        click.get_current_context().exit(2)
    desk.add(Game.new(reader.judge.variant or "chess"))


def _open_browser(url: str) -> None:
    import webbrowser

    if not webbrowser.open(url):
        click.echo("fairyscore: no browser could be started; open the address yourself", err=True)
