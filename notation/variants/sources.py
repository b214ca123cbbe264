"""Where games are described: variant files that come along, and those of users; read, and not yet understood."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from fairyscore.notation.package_data import data_names, data_text

if TYPE_CHECKING:
    from pathlib import Path

    from fairyscore.notation.rules.variant import Variant

LONGEST_HEADER = 4000  # characters in which the title and the aliases of a game are looked for
LARGEST = 1_000_000  # bytes of a variant file; the largest that we know of has 20,000
PACKAGE = "fairyscore.notation.variants"


class GameEntry(NamedTuple):
    """A game by its names, and where it comes from: one of a module, a source, a variant, or a package.

    name: the one that it is called by
    title: how sheets and pages call it
    aliases: other names that records give it
    module: of ours that builds it
    source: the file that describes it
    build: gives a variant that a program registered
    packaged: true if an installed package brings it
    clash: why a supplied game is not played
    uci_variant: its name among engines, if any
    """

    name: str
    title: str
    aliases: tuple[str, ...] = ()
    module: str = ""
    source: VariantSource | None = None
    build: Callable[[], Variant] | None = None
    packaged: bool = False
    clash: str = ""
    uci_variant: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """All its names; an empty one is none."""
        return (self.name, self.title, *self.aliases, self.uci_variant)


class VariantSource(NamedTuple):
    """The source of a game's description.

    file: what messages call it; text: all of it; ini: whether it is a `variants.ini`.
    """

    name: str
    file: str
    text: str
    ini: bool = False

    @property
    def game(self) -> GameEntry:
        """The game that it describes, by the names in its first lines; the file's name where there is no title."""
        import tomllib

        if self.ini:
            return GameEntry(self.name, self.name, source=self, uci_variant=self.name)
        head = self.text[:LONGEST_HEADER]
        found = {match[1]: match[2] for match in re.finditer(r"(?m)^(title|aliases|uci_variant)\s*=\s*(.*?)\s*$", head)}
        try:
            entry = tomllib.loads("\n".join(f"{key} = {value}" for key, value in found.items()))
        except tomllib.TOMLDecodeError:
            entry = {}
        aliases = entry.get("aliases", [])
        words = tuple(map(str, aliases)) if isinstance(aliases, list) else ()
        title, engines = str(entry.get("title", self.name)), str(entry.get("uci_variant", ""))
        return GameEntry(self.name, title, words, source=self, uci_variant=engines)

    @property
    def is_supplied(self) -> bool:
        """True if it is none of the files that come along."""
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


@lru_cache(maxsize=1)
def shipped_names() -> tuple[str, ...]:
    """The names of the games whose files come along, in order."""
    names = data_names(PACKAGE, "library")
    return tuple(name.removesuffix(".toml") for name in names if name.endswith(".toml"))


@lru_cache(maxsize=256)
def shipped(name: str) -> VariantSource:
    """The file of a game that comes along."""
    return VariantSource(name, f"{name}.toml", data_text(PACKAGE, f"library/{name}.toml"))


def sources_in(path: str) -> Iterator[VariantSource]:
    """The games described in a file, or in the variant files of a folder. Raises `VariantFileError`."""
    from pathlib import Path

    place = Path(path)
    files = sorted([*place.glob("*.toml"), *place.glob("*.ini")]) if place.is_dir() else [place]
    for file in files:
        text = _text(file)
        if file.suffix.lower() == ".ini":
            from fairyscore.notation.variants.fairy_ini import sections

            yield from (VariantSource(section.name, str(file), text, ini=True) for section in sections(text, str(file)))
        else:
            yield VariantSource(file.stem, str(file), text)


def _text(file: Path) -> str:
    from fairyscore.notation.variants.mistakes import Mistake, VariantFileError

    try:
        if file.stat().st_size > LARGEST:
            why, line, column = f"the file has more than {LARGEST:,} bytes; it is not a variant file", 1, 1
        else:
            return file.read_text(encoding="utf-8-sig")
    except OSError as fault:
        why, line, column = f"cannot be read: {fault.strerror or fault}", 0, 0
    except UnicodeDecodeError as fault:
        before = fault.object[: fault.start]
        why = "the file is not UTF-8 text from here on"
        line, column = before.count(b"\n") + 1, fault.start - before.rfind(b"\n")
    raise VariantFileError([Mistake(str(file), line, column, why)])
