"""From the paths on the command line to verdicts: files, folders, packed files, archives, URLs, `-` for standard input."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import click

from fairyscore.cli.options import LIMITS
from fairyscore.notation.archive import OnProgress, judge_member, refusal
from fairyscore.notation.formats.base import Format
from fairyscore.notation.formats.registry import FORMATS
from fairyscore.notation.replay import Validator, Verdict, Watcher
from fairyscore.notation.storage.limits import Limits
from fairyscore.notation.storage.listing import ENDINGS, files, members, only
from fairyscore.notation.storage.members import STDIN, Member, UnreadableInput

__all__ = ["STDIN", "JudgeSource", "endings", "limits", "sizes", "sources", "verdicts"]

ENDINGS_WITH_VARIANT = (*ENDINGS, ".txt")
"""What is judged in folders: a text is a game record only where the user says which game it is."""


class JudgeSource(NamedTuple):
    """One thing to judge: a path to open, or a verdict that stands already because there is nothing to open.

    path: what messages call it. member: what is opened, where that is known; else the path is looked at when it is.
    """

    path: str
    verdict: Verdict | None = None
    member: Member | None = None

    @property
    def packed(self) -> bool:
        """Whether it can be read, but not be written back: it is packed, in an archive, or elsewhere."""
        opened = self.member or (only(self.path) if self.verdict is None else None)
        return isinstance(opened, Member) and not opened.plain and not opened.once


def endings(with_texts: bool, form: Format | None = None) -> tuple[str, ...]:
    """What is taken from folders and archives. form: the only format to look for there."""
    return FORMATS[form.name].endings if form is not None else ENDINGS_WITH_VARIANT if with_texts else ENDINGS


def limits() -> Limits:
    """How far is unpacked, as the options of the command say."""
    context = click.get_current_context(silent=True)
    said: dict[str, int] = context.meta.get(LIMITS, {}) if context is not None else {}
    return Limits(**said)


def opened(paths: Iterable[str], with_texts: bool, form: Format | None = None) -> Iterator[Member | UnreadableInput]:
    """What the paths name, to be opened by whoever judges it; see `sources`."""
    return members(paths, endings(with_texts, form), limits())


def sources(paths: Iterable[str], with_texts: bool, form: Format | None = None) -> Iterator[JudgeSource]:
    """What the paths name, folders in the order of their names, archives as they lie. form: see `endings`."""
    for member in opened(paths, with_texts, form):
        if isinstance(member, UnreadableInput):
            yield JudgeSource(member.name, refusal(member))
        else:
            yield JudgeSource(STDIN if member.path == STDIN else member.name, member=member)


def sizes(paths: Iterable[str], with_texts: bool, form: Format | None = None) -> int:
    """Bytes to judge as they lie on the disk, as far as the system tells; for the progress bar."""
    return sum(file.size for file in files(paths, endings(with_texts, form)))


def verdicts(
    source: JudgeSource,
    judge: Validator,
    watcher: Watcher | None = None,
    on_progress: OnProgress | None = None,
    form: Format | None = None,
) -> Iterator[Verdict]:
    """What is to be said about a source, game by game. form: the format it is in, if it is not to be recognised."""
    if source.verdict is not None:
        yield source.verdict
    else:
        opened = source.member or only(source.path, limits())
        yield from judge_member(opened, judge, watcher=watcher, on_progress=on_progress, form=form)
