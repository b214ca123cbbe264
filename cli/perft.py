"""`fairyscore perft`: how many ways there are to play so many plies."""

from __future__ import annotations

import click

from fairyscore.cli.options import begun, position_option, variant_argument
from fairyscore.notation.moves import long
from fairyscore.notation.rules.perft import divide, perft
from fairyscore.notation.rules.variant import Variant

DEEPEST = 100
"""Nobody waits for more; far more would be too deep for Python."""


@click.command("perft", epilog="Example: fairyscore perft circular-66 3 --divide")
@variant_argument
@click.argument("depth", metavar="DEPTH", type=click.IntRange(0, DEEPEST))
@click.option("--divide", "divided", is_flag=True, help="Also print the count behind each first move.")
@position_option
def command(game: Variant, depth: int, divided: bool, position: str) -> None:
    """Count the sequences of DEPTH legal plies, 0 to 100. The last number printed is the count.

    Exit status: 0, or 2 for wrong usage.
    """
    state = begun(game, position)
    if not divided or depth == 0:
        click.echo(perft(state, depth))
        return
    counted = divide(state, depth)
    for move, count in counted:
        click.echo(f"{long.write(state, move, game)}: {count}")
    click.echo(f"\n{sum(count for _, count in counted)}")
