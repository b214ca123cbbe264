"""`fairyscore moves`: the legal moves of a position."""

from __future__ import annotations

import click

from fairyscore.cli.options import after_option, played, position_option, variant_argument
from fairyscore.notation.moves import long
from fairyscore.notation.rules.variant import Variant


@click.command("moves", epilog='Example: fairyscore moves tor-qi --after "1. e4 e6"')
@variant_argument
@position_option
@after_option
@click.option("--throw", type=click.IntRange(1, 6), help="Only the moves that this throw of the dice allows.")
def command(game: Variant, position: str, after: str, throw: int | None) -> None:
    """List the legal moves in long form, one a line; none where the game is over.

    Exit status: 0, or 2 for wrong usage, a faulty move in --after included.
    """
    if throw is not None and not game.throws:
        raise click.BadParameter(f"{game.name} is played without dice.", param_hint="--throw")
    state = played(game, position, after)
    legal = state.moves() if throw is None else state.moves_with(throw)
    click.echo("".join(f"{long.write(state, move, game)}\n" for move in legal), nl=False)
