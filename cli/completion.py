"""`fairyscore completion`: what a shell needs to complete commands, options, files, variants and codes."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

SHELLS = ("bash", "zsh", "fish")
_VARIABLE = "_FAIRYSCORE_COMPLETE"


@click.command("completion", epilog="Example: fairyscore completion bash >> ~/.bashrc")
@click.argument("shell", type=click.Choice(SHELLS))
def command(shell: str) -> None:
    """Print the lines that make SHELL complete commands, options, files, variants and codes.

    bash: add them to ~/.bashrc; zsh: to ~/.zshrc; fish: to ~/.config/fish/completions/fairyscore.fish.

    Exit status: 0 printed, 2 wrong usage.
    """
    from fairyscore.cli.main import program

    found = get_completion_class(shell)
    assert found is not None
    if shell == "bash":  # click would ask the bash at hand for its version, which is not where the lines are used
        writer = found(program, {}, "fairyscore", _VARIABLE)
        click.echo(writer.source_template % writer.source_vars())
        return
    click.echo(found(program, {}, "fairyscore", _VARIABLE).source())
