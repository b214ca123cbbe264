"""Makes `docs/options.md`, the table of commands by options, from the commands themselves:

python tools/options_page.py > docs/options.md
"""

import sys
from collections.abc import Iterator

import click

from fairyscore.cli.main import COMMANDS, program

HEAD = """# Commands and their options

Made from the commands by `tools/options_page.py`. An option means the same wherever it stands.

## What `-o` replaces

A file is written completely or not at all, and one rule holds for all commands. **What people keep is replaced only with
`--force`**: files of games, packed files, and `.toml` and `.ini` files, which are written by hand. Any other file that
exists is a copy in another form, which can be made again, and is replaced. A file that the command reads is replaced only
by its games in the same format (`convert`, `merge`, `dedupe`), by nothing else, also not with `--force`. `split` replaces
no file without `--force`. `fmt`, `play` and `repair --write` change the record itself, which is what they are for; they
refuse when another program has changed it meanwhile.
"""

COMMON = (
    "--variant",
    "--from",
    "--to",
    "--moves",
    "--format",
    "--output",
    "--force",
    "--jobs",
    "--language",
    "--color",
    "--quiet",
)
"""The columns of the first table."""


def commands() -> Iterator[tuple[str, click.Command]]:
    """All commands with their names, those of groups too."""
    context = click.Context(program)
    for name in COMMANDS:
        command = program.get_command(context, name)
        assert command is not None
        inner = command.commands if isinstance(command, click.Group) else {}
        if not inner or command.params:
            yield name, command
        yield from ((f"{name} {part}", found) for part, found in inner.items())


def options_of(command: click.Command) -> dict[str, click.Option]:
    """The options of a command by their first long name; `--help`, which all have, is left out."""
    named = (parameter for parameter in command.params if isinstance(parameter, click.Option) and not parameter.hidden)
    return {next(text for text in option.opts if text.startswith("--")): option for option in named}


def page() -> str:
    """The whole page."""
    found = {name: options_of(command) for name, command in commands()}
    parts = [HEAD, "## The common options", _common(found), "## Where each option is", _places(found)]
    return "\n".join([part.rstrip("\n") + "\n" for part in parts])


def _common(found: dict[str, dict[str, click.Option]]) -> str:
    rows = [f"| Command | {' | '.join(f'`{option}`' for option in COMMON)} |", "| --- |" + " :-: |" * len(COMMON)]
    for name, options in found.items():
        marks = " | ".join("✓" if option in options else "" for option in COMMON)
        rows.append(f"| `{name}` | {marks} |")
    return "\n".join(rows)


def _places(found: dict[str, dict[str, click.Option]]) -> str:
    rows = ["| Option | Commands |", "| --- | --- |"]
    for option in sorted({option for options in found.values() for option in options}):
        having = [name for name, options in found.items() if option in options]
        short = [other for other in found[having[0]][option].opts if other != option]
        names = ", ".join(f"`{other}`" for other in (option, *short))
        rows.append(f"| {names} | {', '.join(having)} |")
    return "\n".join(rows)


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")  # type: ignore[union-attr]
    sys.stdout.write(page())
