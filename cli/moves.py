"""`fairyscore moves`: the legal moves of a position."""

from collections.abc import Iterable
from typing import TextIO

import click

from fairyscore.cli.options import (
    after_option,
    format_option,
    grouped_command,
    notation_option,
    position_option,
    variant_argument,
    wrong_usage,
)
from fairyscore.cli.positions import played, read_position
from fairyscore.cli.report import write_rows
from fairyscore.notation.moves import long
from fairyscore.notation.moves.registry import NotationRefused, UnknownNotation, native_notation, notation_named
from fairyscore.notation.rules.variant import Notation, PositionError, Variant
from fairyscore.notation.text import shown


@grouped_command("moves", epilog='Example: fairyscore moves tor-qi --after "1. e4 e6"')
@variant_argument
@position_option
@after_option
@click.option("--throw", type=click.IntRange(1, 6), help="Only the moves that this throw of the dice allows.")
@click.option(
    "--positions", type=click.File(encoding="utf-8"), help="Read positions (FEN) from this file, one per line."
)
@notation_option("--moves notation", usual="that of the game's books, else long")
@format_option("text", "json", "jsonl")
def command(
    *, game: Variant, position: str, after: str, throw: int | None, positions: TextIO | None, notation: str, style: str
) -> None:
    """List the legal moves, one per line; none if the game is over.

    With --positions, print one line, or one JSON object, per position.

    Exit status: 0 listed, 1 a position cannot be read, 2 wrong usage or a wrong move in --after.
    """
    if throw is not None and not game.rules.throws:
        raise click.BadParameter(f"{game.name} is played without dice.", param_hint="--throw")
    writer = _notation(game, notation)
    if positions is not None:
        if position or after or throw is not None:
            raise click.UsageError("--positions cannot be combined with --position, --after or --throw.")
        _each_position(game, positions, writer, style)
        return
    state = played(game, position, after)
    legal = state.moves() if throw is None else state.moves_with(throw)
    texts = [writer.write(state, move, game) for move in legal]
    if style == "text":
        click.echo("".join(f"{text}\n" for text in texts), nl=False)
    else:
        write_rows([{"position": game.write_position(state), "moves": texts}], style)


def _notation(game: Variant, name: str) -> Notation:
    """The notation of a name; without one that of the game's books, where these have one of their own."""
    if not name:
        return native_notation(game) if game.idiom.notations else long
    with wrong_usage(UnknownNotation, NotationRefused, option="--moves"):
        return notation_named(name, game)


def _each_position(game: Variant, lines: Iterable[str], writer: Notation, style: str) -> None:
    """A line for each position; one that cannot be read is reported and makes the exit status 1."""
    code, rows = 0, []
    for line in lines:
        text = line.strip()
        if not text:
            continue
        try:
            state = read_position(game, text)
        except PositionError as error:
            click.echo(f"{shown(text)}: {'; '.join(error.problems)}", err=True)
            code = 1
            continue
        texts = [writer.write(state, move, game) for move in state.moves()]
        if style == "text":
            click.echo(f"{text}: {' '.join(texts)}")
        rows.append({"position": text, "moves": texts})
    if style != "text":
        write_rows(rows, style)
    click.get_current_context().exit(code)
