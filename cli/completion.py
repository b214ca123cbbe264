"""`fairyscore completion`: what a shell needs to complete commands, options, files, variants and codes."""

import click
from click.shell_completion import get_completion_class


@click.command("completion", epilog="Example: fairyscore completion bash >> ~/.bashrc")
@click.argument("shell", type=click.Choice(("bash", "zsh", "fish")))
def command(shell: str) -> None:
    """Print the completion script for a shell: commands, options, files, variants and codes.

    bash: add it to ~/.bashrc; zsh: to ~/.zshrc; fish: to ~/.config/fish/completions/fairyscore.fish.

    Exit status: 0 printed, 2 wrong usage.
    """
    from fairyscore.cli.main import program

    found = get_completion_class(shell)
    assert found is not None
    writer = found(program, {}, "fairyscore", "_FAIRYSCORE_COMPLETE")
    # Of bash click would ask the one at hand for its version, which is not where the lines are used.
    click.echo(writer.source_template % writer.source_vars() if shell == "bash" else writer.source())
