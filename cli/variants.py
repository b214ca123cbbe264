"""`fairyscore variants`: the games and their options."""

import json

import click

from fairyscore.cli.options import format_option, grouped_command, variant_path_options
from fairyscore.notation.variants.catalog import supplied
from fairyscore.notation.variants.registry import Listed, listed, variant


@grouped_command("variants", epilog="Example: fairyscore variants --format json")
@variant_path_options
@format_option("text", "json")
@click.option("-v", "--verbose", is_flag=True, help="Also print which games are compiled, and why others are not.")
def command(style: str, verbose: bool) -> None:
    """List the games with their options, as in kaleidochess:players=4,dice.

    With --variant-path, list only the games of those files, and whether they can be played.

    Exit status: 0, or 2 for wrong usage.
    """
    games = listed(only_supplied=bool(supplied()))
    if style == "json":
        rows = []
        for game in games:
            options = []
            for option in game.options:
                fields = option._asdict()
                pattern = fields.pop("pattern")
                options.append({**fields, "free": bool(pattern)})
            row = {**game._asdict(), "options": options}
            rows.append({**row, "not_compiled": _not_compiled(game)} if verbose else row)
        click.echo(json.dumps(rows, indent=1))
        return
    for game in games:
        click.echo(f"{game.name:<13} {game.title}")
        if game.aliases:
            click.echo(f"    also called {', '.join(game.aliases)}")
        for option in game.options:
            values = [f"{value}*" if value == option.default else value for value in option.values]
            values += ["..."] if option.pattern else []
            spelled = f"{option.name}={'|'.join(values)}" if values else option.name
            tag = f" (tag {option.tag})" if option.tag else ""
            click.echo(f"    {spelled:<34} {option.says}{tag}")
        if not game.judged:
            click.echo(f"    not judged: {'; '.join(game.missing[:3])}")
        elif verbose:
            reason = _not_compiled(game)
            click.echo(f"    plain Python: {reason}" if reason else "    compiled")


def _not_compiled(game: Listed) -> str:
    """Why a game is played in plain Python, empty where it is compiled."""
    return variant(game.name).rules.not_compiled() if game.judged else "not judged"
