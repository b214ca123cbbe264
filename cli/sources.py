"""From the paths on the command line to verdicts: files, folders, packed files, archives, URLs, `-` for standard input."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import click

from fairyscore.cli.options import LIMITS, settings
from fairyscore.notation.archive import judge_source
from fairyscore.notation.formats.base import Format
from fairyscore.notation.formats.registry import FORMATS
from fairyscore.notation.records.source import OnProgress
from fairyscore.notation.replay import Validator, Verdict, Watcher
from fairyscore.notation.storage import listing
from fairyscore.notation.storage.source import STDIN, Limits, Source, Unreadable

__all__ = ["STDIN", "Source", "Unreadable", "endings", "limits", "sizes", "source_of", "sources", "verdicts"]

SUFFIXES_WITH_VARIANT = (*listing.SUFFIXES, ".txt")
"""What is judged in folders: a text is a game record only where the user says which game it is."""


def endings(with_texts: bool, form: Format | None = None) -> tuple[str, ...]:
    """What is taken from folders and archives. form: the only format to look for there."""
    return FORMATS[form.name].endings if form is not None else SUFFIXES_WITH_VARIANT if with_texts else listing.SUFFIXES


def limits() -> Limits:
    """How far is unpacked, as the options of the command say."""
    context = click.get_current_context(silent=True)
    said: dict[str, int] = context.meta.get(LIMITS, {}) if context is not None else {}
    return Limits(**said)


def sources(paths: Iterable[str], with_texts: bool, form: Format | None = None) -> Iterator[Source | Unreadable]:
    """What the paths name, folders in the order of their names, archives as they lie. form: see `endings`."""
    found = listing.sources(paths, endings(with_texts, form), limits())
    excluded = settings()
    if excluded is None or not excluded.values.get("exclude"):
        return found
    return (source for source in found if isinstance(source, Unreadable) or not excluded.excludes(source.path))


def source_of(path: str) -> Source | Unreadable:
    """The one source of a path, for commands that read one file."""
    return listing.only(path, limits())


def sizes(paths: Iterable[str], with_texts: bool, form: Format | None = None) -> int:
    """Bytes to judge as they lie on the disk, as far as the system tells; for the progress bar."""
    return sum(file.size for file in listing.files(paths, endings(with_texts, form)))


def verdicts(
    source: Source | Unreadable | str,
    judge: Validator,
    watcher: Watcher | None = None,
    on_progress: OnProgress | None = None,
    form: Format | None = None,
) -> Iterator[Verdict]:
    """What is to be said about a source or a path, game by game. form: the format, if it is not to be recognised."""
    opened = source_of(source) if isinstance(source, str) else source
    yield from judge_source(opened, judge, watcher=watcher, on_progress=on_progress, form=form)
