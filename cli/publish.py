"""`fairyscore publish`: the desk as a folder for any static web server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from fairyscore.cli.desk import VARIANT_FILE, variant_in
from fairyscore.cli.options import folder_output_option, grouped_command, language_option, reading_options, wrong_usage
from fairyscore.cli.report import Reporter, name
from fairyscore.cli.writing import write_folder
from fairyscore.notation.game import Game
from fairyscore.notation.reader import RecordReader
from fairyscore.notation.replay import Verdict
from fairyscore.notation.text import counted
from fairyscore.render.desk.engine_files import engine_package
from fairyscore.render.desk.pyodide import ADDRESS, pyodide_files
from fairyscore.render.desk.site import rule_book, site
from fairyscore.render.errors import DrawingError


@grouped_command("publish", epilog="Example: fairyscore publish mygame.toml -o site")
@click.argument("paths", metavar="[PATH]...", nargs=-1)
@folder_output_option
@click.option(
    "--pyodide",
    metavar="FOLDER|URL",
    default=ADDRESS,
    show_default=True,
    help="Python for browsers: the folder of the npm package pyodide, or its address; what is loaded is checked.",
)
@click.option(
    "--engine",
    metavar="FOLDER",
    help="An engine for the page: the folder of the npm package fairy-stockfish-nnue.wasm, which is under the GPL.",
)
@language_option
@reading_options
def command(*, paths: tuple[str, ...], folder: str, pyodide: str, engine: str | None, reader: RecordReader) -> None:
    """Write a web site on which anyone can play, with nothing installed; any static web server can serve it.

    The site has the desk, the rule book of its game, the games of all PATHs, and the rules engine, which runs in the
    browser. A variant file (.toml) offers a new game of that variant; without PATH the site offers one of --variant.
    After the first visit it works offline. A game in progress can be shared as a link.

    Exit status: 0 written, 1 written, but without games that cannot start, 2 wrong usage, unreadable input or failed
    output.
    """
    sources = [path for path in paths if path.endswith(VARIANT_FILE)]
    records = tuple(path for path in paths if not path.endswith(VARIANT_FILE))
    games = [Game.new(variant_in(path)) for path in sources]
    left_out = 0
    for verdict in _judged(reader, records):
        game = None if verdict.record is None else Game(verdict.record, tuple(verdict.findings), verdict)
        if game is None or game.start is None:
            left_out += 1
        else:
            games.append(game)
    if not paths:
        games.append(Game.new(reader.judge.variant or "chess"))
    if not games:
        raise click.UsageError("there is no game to publish.")
    variant_files = {Path(path).name: Path(path).read_text(encoding="utf-8") for path in sources}
    with wrong_usage(DrawingError):
        package = engine_package(engine) if engine else None
        made = site(games, variant_files, pyodide_files(pyodide), rule_book(games[0].variant), package)
    write_folder(folder, made.items())
    click.echo(f"{len(made)} files with {counted(len(games), 'game')} written to {name(folder)}", err=True)
    if package is not None:
        licence = f"{package.licence} (engine/Copying.txt); its source: {package.source}"
        click.echo(f"fairyscore: {package.name} is published too, under {licence}", err=True)
    if left_out:
        click.echo(f"fairyscore: {counted(left_out, 'game')} left out: the start is unknown", err=True)
        click.get_current_context().exit(1)


def _judged(reader: RecordReader, paths: tuple[str, ...]) -> Iterator[Verdict]:
    """The verdicts on the games of files; what is wrong with them is reported."""
    report = Reporter(forced=reader.forced)
    for verdict, path in reader.games(paths) if paths else ():
        report.verdict(verdict, path)
        yield verdict
