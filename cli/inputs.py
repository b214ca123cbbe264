"""What a command reads is never written over by something of another kind, however its path is spelled."""

from __future__ import annotations

import os
from collections.abc import Iterator

import click

from fairyscore.cli.options import OUTPUTS
from fairyscore.cli.writing import same_file
from fairyscore.notation.text import shown

HEAD = 4096  # bytes by which a format is recognised


def keep_inputs(context: click.Context, *, rewrites: bool) -> None:
    """Raise `click.UsageError` where a file to be written is one that is read, also by a link or in a folder.

    rewrites: whether games may be replaced by games in the same format, as `convert`, `merge` and `dedupe` do.
    """
    for output in _outputs(context):
        for path in _inputs(context):
            reads = same_file(output, path) or _holds(path, output)
            if reads and not (rewrites and _stays(context, output)):
                raise click.UsageError(f"{shown(output)} is an input too, and would be lost; write to another file.")


def _outputs(context: click.Context) -> Iterator[str]:
    """The files to be written that are there already. A folder is not replaced: files come into it."""
    for name in OUTPUTS:
        path = context.params.get(name)
        if isinstance(path, str) and path and os.path.isfile(path):  # noqa: PTH113 (a path may hold any bytes)
            yield path


def _inputs(context: click.Context) -> Iterator[str]:
    """The texts of all arguments; those that are no paths are no file either."""
    for parameter in context.command.params:
        if isinstance(parameter, click.Argument):
            value = context.params.get(parameter.name or "")
            yield from filter(None, (value,) if isinstance(value, str) else _texts(value))


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, tuple | list):
        yield from (text for text in value if isinstance(text, str))


def _holds(folder: str, output: str) -> bool:
    """Whether a folder that is read holds the output, and that has games: a report of an earlier run has none."""
    from fairyscore.notation.formats.registry import begins_as_games

    if not os.path.isdir(folder):  # noqa: PTH112
        return False
    top, path = os.path.realpath(folder), os.path.realpath(output)
    return path.startswith(os.path.join(top, "")) and begins_as_games(_head(output))  # noqa: PTH118


def _stays(context: click.Context, output: str) -> bool:
    """Whether the output will have the format that it has now."""
    from fairyscore.cli.targets import text_of_path
    from fairyscore.notation.formats.registry import expected, format_of_path, recognised

    target = context.params.get("target") or text_of_path(output) or format_of_path(output)
    head = _head(output).decode("utf-8-sig", "replace")
    return (recognised(head) or expected(output, head)).name == getattr(target, "name", target)


def _head(path: str) -> bytes:
    try:
        with open(path, "rb") as stream:  # noqa: PTH123
            return stream.read(HEAD)
    except OSError:
        return b""
