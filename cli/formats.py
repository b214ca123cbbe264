"""`fairyscore formats`: the formats of game files, and the notations of moves."""

import click

from fairyscore.cli.options import format_option, grouped_command
from fairyscore.cli.targets import TEXTS
from fairyscore.notation.formats.registry import FORMATS
from fairyscore.notation.moves.registry import NOTATIONS


@grouped_command("formats", epilog="Example: fairyscore formats")
@format_option("text", "json")
def command(style: str) -> None:
    """List the formats that games are read and written in, and the notations for their moves.

    Exit status: 0, or 2 for wrong usage.
    """
    if style == "json":
        import json

        formats = [
            {"name": name, "suffixes": known.endings, "text": known.says}
            for name, known in {**FORMATS, **TEXTS}.items()
        ]
        notations = [{"name": name, "example": example} for name, example in NOTATIONS.items()]
        click.echo(json.dumps({"formats": formats, "notations": notations}, indent=1))
        return
    for name, known in {**FORMATS, **TEXTS}.items():
        click.echo(f"{name:<13} {', '.join(known.endings):<17} {known.says}")
    click.echo("\nNotations, for convert --moves:")
    for name, example in NOTATIONS.items():
        click.echo(f"{name:<13} {example}")
