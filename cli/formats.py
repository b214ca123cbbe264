"""`fairyscore formats`: the formats of game files, and the notations of moves."""

import click

from fairyscore.cli.options import format_option, grouped_command
from fairyscore.cli.text_names import TEXTS
from fairyscore.notation.formats.registry import FORMATS, FormatEntry, installed_formats
from fairyscore.notation.moves.registry import NOTATIONS, installed_notations


@grouped_command("formats", epilog="Example: fairyscore formats")
@format_option("text", "json")
def command(style: str) -> None:
    """List the formats in which games are read and written, and the notations of moves.

    Exit status: 0, or 2 for wrong usage.
    """
    formats = _formats()
    notations = {**NOTATIONS, **dict.fromkeys(installed_notations(), "of an installed package")}
    if style == "json":
        import json

        listed = [{"name": name, "suffixes": known.endings, "text": known.says} for name, known in formats.items()]
        examples = [{"name": name, "example": example} for name, example in notations.items()]
        click.echo(json.dumps({"formats": listed, "notations": examples}, indent=1))
        return
    for name, known in formats.items():
        click.echo(f"{name:<13} {', '.join(known.endings):<17} {known.says}")
    click.echo("\nNotations, for convert --moves:")
    for name, example in notations.items():
        click.echo(f"{name:<13} {example}")


def _formats() -> dict[str, FormatEntry]:
    """All formats and texts, those of installed packages last."""
    installed = {
        name: FormatEntry("", form.suffixes, form.summary or "of an installed package", form.read is not None)
        for name, form in installed_formats().items()
    }
    return {**FORMATS, **TEXTS, **installed}
