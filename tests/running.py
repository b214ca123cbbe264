"""Runs the program for the tests of the command line, inside this process."""

import json
import sys
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


def interruptible(*arguments: str, before: str = "") -> list[str]:
    """The program as a process that Ctrl-C ends, once the statements `before` are done in it.

    The handler is set anew, since shells start what runs in the background with SIGINT ignored.
    """
    script = (
        f"import signal; signal.signal(signal.SIGINT, signal.default_int_handler); {before}\n"
        "from fairyscore.cli.main import main; main()"
    )
    return [sys.executable, "-c", script, *arguments]
