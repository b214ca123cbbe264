"""Runs the program for the tests of the command line, inside this process."""

import json
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from fairyscore.cli.main import program


def run(*arguments: str, stdin: bytes | None = None) -> Result:
    """What a command prints, and its exit code."""
    return CliRunner(env={"NO_COLOR": "1", "COLUMNS": "80"}).invoke(
        program, arguments, input=stdin, prog_name="fairyscore"
    )


def written(path: Path, text: str | bytes) -> str:
    """A file with just these bytes, and its path for the command line."""
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return str(path)


def rows(result: Result) -> list[dict[str, Any]]:
    """The objects of a JSON-lines output."""
    return [json.loads(line) for line in result.stdout.splitlines()]


def crashed(result: Result) -> bool:
    """Whether an exception came through; leaving with an exit code is none."""
    return result.exception is not None and not isinstance(result.exception, SystemExit)
