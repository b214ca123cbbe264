"""What outputs may replace: never what the command reads, however its path is spelled, and what people keep with `--force`.

People keep records of games, packed files, and files of variants and settings: they may be all that there is of them.
Everything else is a copy in another form (reports, tables, drawings, pages, sheets), which can be made again.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import click

from fairyscore.cli.shared_values import OUTPUTS, shared_values
from fairyscore.cli.writing import same_file
from fairyscore.notation.text import shown

HEAD = 4096  # bytes by which a format is recognised
EPUB = b"application/epub+zip"  # a book that we have made, though it is packed
REPORTS = (".json", ".jsonl", ".txt", ".csv", ".xml")  # endings that reports have too: only what stands in them tells
BY_HAND = (".toml", ".ini")  # variants, themes, plans of tournaments, settings


def keep_files(context: click.Context, *, rewrites: bool) -> None:
    """Raise `click.UsageError` where a file to be written is one that is read, also by a link or in a folder, or is kept.

    rewrites: whether games may be replaced by games in the same format, as `convert`, `merge` and `dedupe` do.
    """
    for output in _outputs(context):
        reads = any(same_file(output, path) or _holds(path, output) for path in _inputs(context))
        if not reads:
            keep_kept(output)
        elif not (rewrites and _stays(context, output)):
            raise click.UsageError(f"{shown(output)} is an input too, and would be lost; write to another file.")


def keep_kept(path: str) -> None:
    """Raise `click.UsageError` where a file holds what people keep, unless `--force` was given."""
    if shared_values().get("force") or not os.path.isfile(path):  # noqa: PTH113 (a path may hold any bytes)
        return
    kind = kept_kind(path)
    if kind:
        raise click.UsageError(f"{shown(path)}, {kind}, exists already; pass --force to replace it.")


def kept_kind(path: str) -> str:
    """The kind of a file that people keep; empty for a copy of something else."""
    from fairyscore.notation.formats.registry import begins_as_games, format_of_path
    from fairyscore.notation.storage.source import HEAD as PACKED
    from fairyscore.notation.storage.source import kind_of

    head = _head(path)
    if EPUB in head[:PACKED]:
        return ""
    if kind_of(head[:PACKED]):
        return "a packed file"
    if begins_as_games(head) or (head.strip() and format_of_path(path) and not path.lower().endswith(REPORTS)):
        return "a file of games"
    return "a file written by hand" if path.lower().endswith(BY_HAND) and head.strip() else ""


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
    from fairyscore.cli.text_names import text_of_path
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
