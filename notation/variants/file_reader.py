"""Variant files read as documents, each with the games that it is based on, which are looked up in the catalog."""

import re
import tomllib
from collections.abc import Callable, Mapping
from typing import Any

from fairyscore.notation.variants.catalog import find, find_shipped, folded
from fairyscore.notation.variants.document import Document, Parent, document_of
from fairyscore.notation.variants.file_schema import Path
from fairyscore.notation.variants.mistakes import Mistake, VariantFileError
from fairyscore.notation.variants.sources import LARGEST, VariantSource
from fairyscore.notation.variants.toml_places import TomlPlace

DEEPEST = 20  # games based on games based on games ...
GREEK = "αβγδεζηθικλμνξοπρστυφχψω"  # letters for promoted pieces of built-in games, which no section uses for its own
Find = Callable[[str], VariantSource]  # the source of the game of a name; raises `LookupError` where there is none


def document(source: VariantSource) -> Document:
    """The document of a file. What it is based on is looked up among supplied files first, but not in itself."""

    def other(name: str) -> VariantSource:
        try:
            found = find(name)
            return find_shipped(name) if found == source else found
        except LookupError:
            if folded(name) == folded(source.name):
                return source  # which is reported as a circle
            raise

    return document_in(source, find_shipped if source.ini else other)


def document_in(source: VariantSource, find: Find, chain: tuple[str, ...] = ()) -> Document:
    """The document of a source. Raises `VariantFileError`.

    find: the source of the game of a name. chain: the games that are based on it, so that circles are found.
    """
    if source.name in chain:
        raise LookupError(f"the games are based on each other in a circle: {' on '.join((*chain, source.name))}")
    if len(chain) > DEEPEST:
        raise LookupError(f"games are based on others {DEEPEST} times over")

    def parent(name: str) -> Document:
        return document_in(find(name), find, (*chain, source.name))

    if source.ini:
        data, places = _in_ini(source, parent)
        return document_of(data, source.file, parent, settings=places)
    return document_of(_in_toml(source.text, source.file), source.file, parent, source.text)


def _in_toml(text: str, file: str) -> dict[str, Any]:
    if len(text) > LARGEST:
        why = f"the file has {len(text):,} characters; a variant file has {LARGEST:,} at most"
        raise VariantFileError([Mistake(file, 1, 1, why)])
    try:
        own = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        what, _, place = str(fault).partition(" (at line ")
        line, column = map(int, re.findall(r"\d+", place)) if place else (text.count("\n") + 1, 0)
        raise VariantFileError([Mistake(file, line, column, f"this is not TOML: {what}")]) from None
    except RecursionError:
        raise VariantFileError([Mistake(file, 1, 1, "tables and lists are nested too deep")]) from None
    if "pieces" in own and "piece" not in own:
        own["piece"] = own.pop("pieces")
    return own


def _in_ini(source: VariantSource, parent: Parent) -> tuple[dict[str, Any], Mapping[Path, TomlPlace]]:
    """The data of a section, and where its settings stand that say the keys."""
    from fairyscore.notation.variants.fairy_ini import (
        document_data,
        inherited,
        not_understood,
        sections,
        setting_places,
    )
    from fairyscore.notation.variants.ini_writer import settings_of

    known = {section.name: section for section in sections(source.text, source.file)}
    section = known[source.name]
    try:
        settings = inherited(source.name, known, lambda name: settings_of(parent(name).data, GREEK).settings)
    except LookupError as fault:
        raise VariantFileError([Mistake(source.file, section.line, 1, str(fault.args[0]))]) from None
    odd = not_understood(settings)
    if odd:
        lines = {key: section.settings.get(key, ("", section.line))[1] for key in odd}
        raise VariantFileError(sorted(Mistake(source.file, lines[key], 1, message) for key, message in odd.items()))
    data = document_data(source.name, settings)
    return data, setting_places(data, settings, section)
