"""`fairyscore themes`: themes of drawings and styles of sheets, as files to begin with, and the faults of one's own."""

from dataclasses import fields
from pathlib import Path

import click

from fairyscore.cli.options import sentence
from fairyscore.notation.package_data import data_text
from fairyscore.render import themes
from fairyscore.render.errors import DrawingError
from fairyscore.render.user_files import text_of

STYLE = "style"
ABOUT = {
    "screen": "light brown boards, the default of drawings",
    "dark": "for dark pages",
    "print": "black on white with hatchings, as sheets have it",
    "colour-blind": "colours that everybody tells apart",
    STYLE: "sizes, spaces and labels of sheets",
}


@click.command("themes", epilog="Example: fairyscore themes print > house.toml")
@click.argument("name", metavar="[NAME|FILE]", default="")
@click.option("--schema", is_flag=True, help="Print the JSON schema of such files instead.")
def command(name: str, schema: bool) -> None:
    """List the themes; print one, or the style of sheets, as TOML with every key; or check a FILE of your own.

    A file needs only the keys that differ. It is read as a style if its first key belongs to a style, otherwise as a theme.

    Exit status: 0 printed, 1 FILE has errors, 2 wrong usage or an unreadable file.
    """
    try:
        if not name and not schema:
            for known, about in ABOUT.items():
                click.echo(f"{known:<13} {about}")
        elif name.endswith(".toml"):
            _check(Path(name).name, text_of(name, "the file"))
        elif name == STYLE:
            click.echo(data_text("fairyscore.render.sheet", "style.schema.json" if schema else "style.toml"), nl=False)
        elif schema:
            click.echo(data_text("fairyscore.render", "theme_files/schema.json"), nl=False)
        else:
            click.echo(themes.text_of_shipped(themes.find(name).name), nl=False)
    except DrawingError as error:
        raise click.UsageError(sentence(error)) from None


def _check(name: str, text: str) -> None:
    from fairyscore.render.sheet import look

    first = next((line for line in text.splitlines() if "=" in line or line.startswith("[")), "")
    key = first.partition("=")[0].strip(" []\"'")
    try:
        if key not in ("ink", "faint") and key in (entry.name for entry in fields(look.Style)):
            look.read(text, name)
        else:
            themes.read(text, name)
    except DrawingError as error:
        click.echo(sentence(error))
        raise click.exceptions.Exit(1) from None
    click.echo(f"{name}: no fault")
