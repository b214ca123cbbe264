"""What the functions for programs take: paths, and formats and files that archives are written to."""

from __future__ import annotations

import os
from collections.abc import Iterable

from fairyscore.notation.editing.rewrite import HOLDING, can_be_rewritten
from fairyscore.notation.errors import AlreadyThere
from fairyscore.notation.formats.base import Format
from fairyscore.notation.formats.registry import UnknownFormat, format_named
from fairyscore.notation.storage.listing import check_exists

Paths = str | os.PathLike[str] | Iterable[str | os.PathLike[str]]
"""A path, or several: of files, folders, packed files or archives."""


def as_paths(paths: Paths) -> list[str]:
    """The paths as a list of texts. Raises `FileNotFoundError`."""
    if isinstance(paths, str | os.PathLike):
        return existing([os.fspath(paths)])
    return existing([os.fspath(path) for path in paths])


def existing(paths: list[str]) -> list[str]:
    """The same paths. Raises `FileNotFoundError` for the first that names nothing on this machine."""
    for path in paths:
        check_exists(path)
    return paths


def holding(name: str) -> Format:
    """A format that holds everything, by its name. Raises `UnknownFormat`."""
    form = format_named(name)
    if not can_be_rewritten(form):
        raise UnknownFormat(f"{form.name} holds too little for an archive; there are {', '.join(HOLDING)}")
    return form


def check_free(path: str, replace: bool) -> None:
    """Raise `NotWritten` where a file is there that may not be replaced."""
    if not replace and os.path.isfile(path):  # noqa: PTH113 (a path may hold any bytes)
        raise AlreadyThere(path, "it exists already")
