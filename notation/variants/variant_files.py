"""Finds variant files by the names of their games: those that come along, and those that users supply.

Nothing is read before it is asked for, except the few lines of a file that name its game.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from fairyscore.notation.package_data import data_names, data_text

if TYPE_CHECKING:
    from pathlib import Path

    from fairyscore.notation.variants.document import Document

GREEK = "αβγδεζηθικλμνξοπρστυφχψω"
"""Letters for promoted pieces of built-in games, which no section uses for its own."""

LONGEST_HEADER = 4000
"""Characters in which the title and the aliases of a game are looked for."""


Find = Callable[[str], "VariantSource"]
"""The source of the game of a name. Raises `LookupError` where there is none."""


class Header(NamedTuple):
    """What a file says of its game's names."""

    title: str
    aliases: tuple[str, ...] = ()
    uci_variant: str = ""


class VariantSource(NamedTuple):
    """Where a game is described. file: what messages call it; text: all of it; ini: whether it is a `variants.ini`."""

    name: str
    file: str
    text: str
    ini: bool = False

    @property
    def header(self) -> Header:
        """Title, aliases and UCI name; the name where there is no title."""
        import tomllib

        if self.ini:
            return Header(self.name, (), self.name)
        head = self.text[:LONGEST_HEADER]
        found = {match[1]: match[2] for match in re.finditer(r"(?m)^(title|aliases|uci_variant)\s*=\s*(.*?)\s*$", head)}
        try:
            said = tomllib.loads("\n".join(f"{key} = {value}" for key, value in found.items()))
        except tomllib.TOMLDecodeError:
            said = {}
        aliases = said.get("aliases", [])
        return Header(
            str(said.get("title", self.name)),
            tuple(map(str, aliases)) if isinstance(aliases, list) else (),
            str(said.get("uci_variant", "")),
        )

    @property
    def is_supplied(self) -> bool:
        """Whether it is none of the files that come along."""
        return self.name not in shipped_names() or self.text != shipped(self.name).text

    @property
    def file_name(self) -> str:
        """The file without its folder."""
        return os.path.basename(self.file)  # noqa: PTH119 (pathlib takes longer to import than a game to build)

    @property
    def digest(self) -> str:
        """The first half of the SHA-256 of the file, in hexadecimal digits."""
        import hashlib

        return hashlib.sha256(self.text.encode()).hexdigest()[:32]


PACKAGE = "fairyscore.notation.variants"


@lru_cache(maxsize=1)
def shipped_names() -> tuple[str, ...]:
    """The names of the games whose files come along, in order."""
    names = data_names(PACKAGE, "library")
    return tuple(name.removesuffix(".toml") for name in names if name.endswith(".toml"))


@lru_cache(maxsize=256)
def shipped(name: str) -> VariantSource:
    """The file of a game that comes along."""
    return VariantSource(name, f"{name}.toml", data_text(PACKAGE, f"library/{name}.toml"))


def found_in(path: str) -> Iterator[VariantSource]:
    """The games described in a file, or in the variant files of a folder. Raises `VariantFileError`."""
    from pathlib import Path

    place = Path(path)
    if place.is_dir():
        for file in sorted([*place.glob("*.toml"), *place.glob("*.ini")]):
            yield from _in_file(file)
    else:
        yield from _in_file(place)


def _in_file(path: Path) -> Iterator[VariantSource]:
    from fairyscore.notation.variants.document import LARGEST, Mistake, VariantFileError

    def refused(message: str, line: int = 1, column: int = 1) -> VariantFileError:
        return VariantFileError([Mistake(str(path), line, column, message)])

    try:
        if path.stat().st_size > LARGEST:
            raise refused(f"the file has more than {LARGEST:,} bytes; it is no variant file")
        text = path.read_text(encoding="utf-8-sig")
    except OSError as fault:
        raise refused(f"cannot be read: {fault.strerror or fault}", 0, 0) from None
    except UnicodeDecodeError as fault:
        before = fault.object[: fault.start]
        line, column = before.count(b"\n") + 1, fault.start - before.rfind(b"\n")
        raise refused("the file is no text in UTF-8 from here on", line, column) from None
    if path.suffix.lower() != ".ini":
        yield VariantSource(path.stem, str(path), text)
        return
    from fairyscore.notation.variants.fairy_ini import sections

    for section in sections(text, str(path)):
        yield VariantSource(section.name, str(path), text, ini=True)


def document_in(source: VariantSource, find: Find, chain: tuple[str, ...] = ()) -> Document:
    """The document of a source. Raises `VariantFileError`.

    find: the source of the game of a name. chain: the games that are based on it, so that circles are found.
    """
    from fairyscore.notation.variants.document import DEEPEST, read_document

    if source.name in chain:
        raise LookupError(f"the games are based on each other in a circle: {' on '.join((*chain, source.name))}")
    if len(chain) > DEEPEST:
        raise LookupError(f"games are based on others {DEEPEST} times over")

    def parent(name: str) -> Document:
        return document_in(find(name), find, (*chain, source.name))

    if source.ini:
        return _section(source, parent)
    return read_document(source.text, source.name, source.file, parent)


def _section(source: VariantSource, parent: Callable[[str], Document]) -> Document:
    """The document of a section of a `variants.ini`."""
    from fairyscore.notation.variants.document import Mistake, VariantFileError, document_of
    from fairyscore.notation.variants.fairy_ini import document_data, inherited, not_understood, sections
    from fairyscore.notation.variants.ini_writer import settings_of

    known = {section.name: section for section in sections(source.text, source.file)}
    section = known[source.name]
    try:
        settings = inherited(source.name, known, lambda name: settings_of(parent(name).data, GREEK).settings)
    except LookupError as fault:
        raise VariantFileError([Mistake(source.file, section.line, 1, str(fault.args[0]))]) from None
    odd = not_understood(settings)
    if odd:
        raise VariantFileError(
            Mistake(source.file, section.settings.get(key, ("", section.line))[1], 1, f"{said} is not understood")
            for key, said in odd.items()
        )
    return document_of(document_data(source.name, settings), source.name, source.file, parent)
