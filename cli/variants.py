"""`fairyscore variants`: the games and their options."""

from __future__ import annotations

import json

import click

from fairyscore.cli.options import format_option
from fairyscore.notation.rules.readings import Option
from fairyscore.notation.variants.registry import GAMES, options_of


@click.command("variants", epilog="Example: fairyscore variants --format json")
@format_option("text", "json")
def command(style: str) -> None:
    """List the games with their options, as in kaleidochess:players=4,dice.

    Exit status: 0, or 2 for wrong usage.
    """
    if style == "json":
        click.echo(json.dumps([_as_data(name) for name in GAMES], indent=1))
        return
    for name, game in GAMES.items():
        click.echo(f"{name:<13} {game.title}")
        if game.aliases:
            click.echo(f"    also called {', '.join(game.aliases)}")
        for option in options_of(name):
            click.echo(f"    {_spelled(option):<34} {option.says}{_tagged(option)}")


def _spelled(option: Option) -> str:
    """An option with its values, the default marked with a star."""
    values = [f"{value}*" if value == option.default else value for value in option.values]
    free = ["..."] if option.pattern else []
    return f"{option.name}={'|'.join(values + free)}" if values or free else option.name


def _tagged(option: Option) -> str:
    return f" (tag {option.tag})" if option.tag else ""


def _as_data(name: str) -> dict[str, object]:
    options = [
        {
            "name": o.name,
            "values": o.values,
            "default": o.default,
            "tag": o.tag,
            "says": o.says,
            "free": bool(o.pattern),
        }
        for o in options_of(name)
    ]
    return {"name": name, "title": GAMES[name].title, "aliases": GAMES[name].aliases, "options": options}
