"""Writes a man page for the program and for each command, from their help:

python tools/man_pages.py FOLDER
"""

import sys
from pathlib import Path

import click

from fairyscore.cli.main import COMMANDS, program
from fairyscore.notation._version import VERSION


def escaped(text: str) -> str:
    """Text for roff: backslashes and hyphens as they are, no line that begins with a dot or quote."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join(f"\\&{line}" if line[:1] in ".'" else line for line in text.split("\n"))


def page(name: str, command: click.Command, summary: str) -> str:
    """The page of a command."""
    context = click.Context(command, info_name=name.replace("-", " ", 1))
    usage = " ".join(command.collect_usage_pieces(context))
    out = [
        f'.TH "{name.upper()}" "1" "" "fairyscore {VERSION}" "fairyscore"',
        ".SH NAME",
        f"{escaped(name)} \\- {escaped(summary)}",
    ]
    out += [".SH SYNOPSIS", f".B {escaped(context.info_name or name)}", escaped(usage), ".SH DESCRIPTION"]
    for paragraph in (command.help or "").replace("\b", "").split("\n\n"):
        out += [".PP", escaped(" ".join(paragraph.split()))]
    named = (parameter for parameter in command.get_params(context) if isinstance(parameter, click.Option))
    options = [found for option in named if (found := option.get_help_record(context))]
    out += _listed("OPTIONS", options)
    if isinstance(command, click.Group):
        own = {known: inner.get_short_help_str(200) for known, inner in command.commands.items()}
        out += _listed("COMMANDS", list((own or COMMANDS).items()))
    if command.epilog:
        out += [".SH EXAMPLES", escaped(command.epilog)]
    return "\n".join([*out, ""])


def _listed(heading: str, entries: list[tuple[str, str]]) -> list[str]:
    lines = (line for word, text in entries for line in (".TP", f".B {escaped(word)}", escaped(text)))
    return [f".SH {heading}", *lines] if entries else []


def main(folder: Path) -> None:
    """Write all pages."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, summary in {"": "game records of chess variants", **COMMANDS}.items():
        command = program.get_command(click.Context(program), name) if name else program
        assert command is not None
        name = f"fairyscore-{name}".removesuffix("-")
        (folder / f"{name}.1").write_text(page(name, command, summary), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "build/man"))
