"""Whatever is wrong with what somebody asks for: one prefix, a cause in words, exit status 2, and no traceback."""

import click
import pytest
from running import crashed, run

from fairyscore.cli.main import COMMANDS, program

ROMANTIC = "samples/games/chess/romantic.pgn"

WRONG = [
    "nope",
    "validate",
    "validate --variant nope {}",
    "validate --format nope {}",
    "validate --jobs 0 {}",
    "repair --from nope {}",
    "repair --choose 1 {}",
    "explain nope e4",
    "convert {} --to nope",
    "convert {} -o out.docx",
    "convert {} -o no/such/folder/out.json",
    "split {} -o out --by nope",
    "render nope",
    "render chess --theme nope -o out.svg",
    "render chess -o out.docx",
    "render chess --size nope -o out.svg",
    "sheet {} -o out.docx",
    "view {} --theme nope -o out.html",
    "rulebook nope -o out",
    "show nope",
    "moves chess --position nope",
    "diagnostics nope",
    "completion nope",
    "weave nope.md",
]


@pytest.mark.parametrize("asked", WRONG)
def test_what_is_wrong_is_reported_with_one_prefix(asked: str) -> None:
    result = run(*(word.format(ROMANTIC) for word in asked.split()))
    assert (result.exit_code, crashed(result), result.stdout) == (2, False, "")
    output = result.stderr.splitlines()
    assert [line[:12] for line in output if line.startswith(("Error", "fairyscore:"))] == ["fairyscore: "]
    assert all(
        line.startswith(("Usage: fairyscore", "Try 'fairyscore", " ", "fairyscore: ")) or not line for line in output
    )


def reading() -> list[str]:
    """The commands that take the paths of records."""
    context = click.Context(program)
    commands = {name: program.get_command(context, name) for name in COMMANDS}
    return [
        name
        for name, command in commands.items()
        if command is not None
        and any(isinstance(parameter, click.Argument) and parameter.name == "paths" for parameter in command.params)
    ]


def test_commands_that_read_records_are_found() -> None:
    assert {"validate", "repair", "fmt", "convert", "stats", "merge", "split", "dedupe"} <= {*reading()}


@pytest.mark.parametrize(
    "name", ["validate", "repair", "fmt --check", "convert --to json", "stats", "replay", "show", "sheet"]
)
def test_a_file_that_is_not_there_is_named(name: str) -> None:
    command, *options = name.split()
    result = run(command, "nothing.pgn", *options)
    assert (result.exit_code, crashed(result)) == (2, False)
    assert "nothing.pgn cannot be read: No such file or directory" in result.output
