"""`fairyscore perft`: how many ways there are to play so many plies."""

import click

from fairyscore.cli.options import format_option, grouped_command, position_option, variant_argument
from fairyscore.cli.positions import begun
from fairyscore.notation.moves import long
from fairyscore.notation.rules.perft import divide, perft
from fairyscore.notation.rules.variant import Variant


@grouped_command("perft", epilog="Example: fairyscore perft circular-66 3 --divide")
@variant_argument
@click.argument("depth", metavar="DEPTH", type=click.IntRange(0, 100))  # far more would be too deep for Python
@click.option("--divide", "divided", is_flag=True, help="Also print the count after each first move.")
@position_option
@format_option("text", "json")
def command(game: Variant, depth: int, divided: bool, position: str, style: str) -> None:
    """Count the sequences of DEPTH legal plies, 0 to 100. The last number printed is the count.

    Exit status: 0, or 2 for wrong usage.
    """
    state = begun(game, position)
    divided = divided and depth > 0
    counts: list[tuple[str, int]] = []
    if divided:
        counts = [(long.write(state, move, game), count) for move, count in divide(state, depth)]
        total = sum(count for _, count in counts)
    else:
        total = perft(state, depth)
    if style == "json":
        import json

        result = {"variant": game.name, "position": game.write_position(state), "depth": depth, "nodes": total}
        click.echo(json.dumps({**result, "divide": [{"move": move, "nodes": count} for move, count in counts]}))
        return
    for move, count in counts:
        click.echo(f"{move}: {count}")
    click.echo(f"\n{total}" if divided else total)
