"""Letters that are named on the command line: a file, an mbox, a Maildir, packed ones, standard input."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING

import click

from fairyscore.cli.sources import limits
from fairyscore.cli.telling import name
from fairyscore.notation.mail.message import read_letter
from fairyscore.notation.storage import listing
from fairyscore.notation.storage.letters import raw_letters
from fairyscore.notation.storage.source import Unreadable

if TYPE_CHECKING:
    from fairyscore.notation.mail.message import Letter


def letters_of(path: str) -> list[Letter]:
    """The letters of a path, by date if all have one. Raises `click.UsageError` where it cannot be read."""
    found: list[Letter] = []
    for source in listing.sources([path], listing.MAIL_SUFFIXES, limits()):
        try:
            if isinstance(source, Unreadable):
                raise source
            raw = list(raw_letters(source))
        except (OSError, ValueError) as fault:
            told = Unreadable.named(path, fault).facts
            why = told.get("why") or told.get("what") or "it is no letter"
            raise click.UsageError(f"{name(path)} cannot be read: {why}.") from None
        for letter in raw:
            called = name(source.name) if len(raw) == 1 else f"{name(source.name)}!{letter.number}"
            found.append(read_letter(letter.raw, called, letter.line))
    if not found:
        raise click.UsageError(f"{name(path)} holds no letter.")
    return sorted(found, key=_sent) if all(letter.date for letter in found) else found


def _sent(letter: Letter) -> datetime.datetime:
    """When a letter was sent; one without a zone is taken as UTC."""
    assert letter.date is not None
    return letter.date if letter.date.tzinfo else letter.date.replace(tzinfo=datetime.UTC)
