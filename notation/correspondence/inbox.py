"""The letters of a mailbox, a Maildir, single or packed letters, in the order in which they were sent."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from operator import itemgetter
from typing import NamedTuple

from fairyscore.notation.mail.message import MailLetter, read_letter
from fairyscore.notation.storage import listing
from fairyscore.notation.storage.source import Limits, Unreadable
from fairyscore.notation.storage.unpacking import raw_letters
from fairyscore.notation.text import shown


class InboxError(ValueError):
    """Why a path cannot be read as letters, in one sentence."""


class ReceivedLetter(NamedTuple):
    """A letter with its bytes."""

    raw: bytes
    letter: MailLetter


def letters_of(path: str, limits: Limits) -> list[ReceivedLetter]:
    """The letters of a path, `-` for standard input. Raises `InboxError`."""
    found: list[ReceivedLetter] = []
    for source in listing.sources([path], listing.MAIL_SUFFIXES, limits):
        try:
            if isinstance(source, Unreadable):
                raise source
            raws = list(raw_letters(source))
        except (OSError, ValueError) as error:
            facts = Unreadable.named(path, error).facts
            raise InboxError(str(facts.get("why") or facts.get("what") or "it is not a letter")) from None
        place = shown(source.name, 200)
        for one in raws:
            name = place if len(raws) == 1 else f"{place}!{one.number}"
            found.append(ReceivedLetter(one.raw, read_letter(one.raw, name, one.line)))
    return in_order(found)


def in_order(letters: Iterable[ReceivedLetter]) -> list[ReceivedLetter]:
    """Letters by the date they were sent at, if all have one; a date without a zone is UTC."""
    found = list(letters)
    dated = [(_moment(one.letter.date), one) for one in found if one.letter.date]
    return [one for _, one in sorted(dated, key=itemgetter(0))] if len(dated) == len(found) else found


def _moment(date: datetime) -> datetime:
    return date if date.tzinfo else date.replace(tzinfo=UTC)
