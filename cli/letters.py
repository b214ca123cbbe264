"""Letters for `play --mail` and `post`: a mailbox, or a letter on standard input."""

import click

from fairyscore.cli.options import limits
from fairyscore.cli.report import name
from fairyscore.notation.correspondence.inbox import InboxError, ReceivedLetter, letters_of


def letters_in(path: str) -> list[ReceivedLetter]:
    """The letters of a path. Raises `click.UsageError` where it cannot be read."""
    try:
        return letters_of(path, limits())
    except InboxError as fault:
        raise click.UsageError(f"{name(path)} cannot be read: {fault}.") from None
