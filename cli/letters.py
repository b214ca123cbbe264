"""Letters that are named on the command line: a file, an mbox, a Maildir, standard input."""

from __future__ import annotations

import datetime
import os
import sys
from collections.abc import Iterator
from io import BytesIO
from typing import TYPE_CHECKING

import click

from fairyscore.cli.sources import STDIN
from fairyscore.cli.telling import name
from fairyscore.notation.mail.containers import is_maildir, letters_in, maildir_files
from fairyscore.notation.mail.message import read_letter
from fairyscore.notation.storage.source import system_reason

if TYPE_CHECKING:
    from typing import BinaryIO

    from fairyscore.notation.mail.message import Letter

_HEADLESS = b"\n"
"""In front of a text without a header, as it is pasted from a mail program."""


def letters_of(path: str) -> list[Letter]:
    """The letters of a path, by date if all have one. Raises `click.UsageError` where it cannot be read."""
    try:
        if path == STDIN:
            found = list(_letters(BytesIO(sys.stdin.buffer.read()), path))
        elif os.path.isdir(path) and is_maildir(path):  # noqa: PTH112
            found = [letter for file in maildir_files(path) for letter in _file(file)]
        else:
            found = list(_file(path))
    except (OSError, ValueError) as fault:
        raise click.UsageError(f"{name(path)} cannot be read: {system_reason(fault)}.") from None
    if not found:
        raise click.UsageError(f"{name(path)} holds no letter.")
    return sorted(found, key=_sent) if all(letter.date for letter in found) else found


def _file(path: str) -> Iterator[Letter]:
    with open(path, "rb") as stream:  # noqa: PTH123
        yield from _letters(stream, path)


def _letters(stream: BinaryIO, path: str) -> Iterator[Letter]:
    raw = list(letters_in(stream))
    for letter in raw:
        called = name(path) if len(raw) == 1 else f"{name(path)}!{letter.number}"
        yield read_letter(letter.raw, called, letter.line)


def _sent(letter: Letter) -> datetime.datetime:
    """When a letter was sent; one without a zone is taken as UTC."""
    assert letter.date is not None
    return letter.date if letter.date.tzinfo else letter.date.replace(tzinfo=datetime.UTC)
