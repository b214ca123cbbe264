"""What may stand in a variant file: its keys (`variant_keys.ini`), the type of each, and what each says.

Documents are checked by it; their JSON Schema and the reference of keys come from it too. What the values mean (whether a
move text is Betza, whether a start fits the board) is `variant_file`'s to find out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from fairyscore.notation.package_data import data_sections
from fairyscore.notation.text import suggestion

Path = tuple[str | int, ...]
"""Keys and list indices from the top of a document."""

LONGEST_WORD = 60


class SchemaFault(NamedTuple):
    """A mistake in a document. path: the key it is about."""

    path: Path
    message: str


class Scalar(NamedTuple):
    """A text, a number or true/false. choices: the texts that are allowed, all where empty; least, most: of a number.

    name: what a value is, in words that follow "must be". type: None for a value that is looked at later.
    """

    type: type | None
    name: str
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 10_000


class ListOf(NamedTuple):
    """A list of values of one kind."""

    of: Kind

    @property
    def name(self) -> str:
        """In words that follow "must be"."""
        return f"a list, each item {self.of.name}"


class Key(NamedTuple):
    """A key of a table: what its value is, what it says, and the field of the rules that it fills."""

    kind: Kind
    says: str = ""
    required: bool = False
    field: str = ""


class Table(NamedTuple):
    """A table of known keys. others: the kind of all other keys, where any name is allowed; what: the table in words."""

    what: str
    keys: Mapping[str, Key] = {}
    others: Kind | None = None

    @property
    def name(self) -> str:
        """In words that follow "must be"."""
        return f"a table ({self.what})"


class Either(NamedTuple):
    """One of several kinds; the first whose TOML type fits is meant."""

    kinds: tuple[Kind, ...]

    @property
    def name(self) -> str:
        """In words that follow "must be"."""
        return ", or ".join(kind.name for kind in self.kinds)


Kind = Scalar | ListOf | Table | Either
"""A type of value."""


def faults(kind: Kind, value: Any, path: Path) -> Iterator[SchemaFault]:
    """What is wrong with a value of a document."""
    if isinstance(kind, Scalar):
        yield from _scalar_faults(kind, value, path)
    elif isinstance(kind, Either):
        found = [list(faults(one, value, path)) for one in kind.kinds]
        if all(found):
            deep = [some for some in found if any(len(fault.path) > len(path) for fault in some)]
            yield from deep[0] if deep else [_no(kind, value, path)]
    elif isinstance(kind, ListOf) and isinstance(value, list):
        for number, item in enumerate(value):
            yield from faults(kind.of, item, (*path, number))
    elif isinstance(kind, Table) and isinstance(value, dict):
        yield from _table_faults(kind, value, path)
    else:
        yield _no(kind, value, path)


def _no(kind: Kind, value: Any, path: Path) -> SchemaFault:
    return SchemaFault(path, f"{path[-1]} must be {kind.name}, not {_shown(value)}")


def _scalar_faults(kind: Scalar, value: Any, path: Path) -> Iterator[SchemaFault]:
    if kind.type is not None and type(value) is not kind.type:  # a flag is no number, though Python's is
        yield _no(kind, value, path)
    elif isinstance(value, str) and kind.choices and value not in kind.choices:
        allowed = f"{', '.join(kind.choices)}{suggestion(value, kind.choices)}"
        yield SchemaFault(path, f"{path[-1]} cannot be {_shown(value)}; allowed: {allowed}")
    elif kind.type is int and not kind.least <= value <= kind.most:
        yield SchemaFault(path, f"{path[-1]} must be from {kind.least} to {kind.most}, not {_shown(value)}")


def _table_faults(kind: Table, value: Mapping[str, Any], path: Path) -> Iterator[SchemaFault]:
    for key, item in value.items():
        inner = kind.keys[key].kind if key in kind.keys else kind.others
        if inner is not None:
            yield from faults(inner, item, (*path, key))
        else:
            allowed = f"{', '.join(kind.keys)}{suggestion(key, kind.keys)}"
            yield SchemaFault((*path, key), f"unknown key {_shown(key)} in {kind.what}; allowed: {allowed}")
    for key, known in kind.keys.items():
        if known.required and key not in value:
            yield SchemaFault(path, f"{kind.what} has no {key}; it must be there: {known.says}")


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= LONGEST_WORD else text[:LONGEST_WORD] + "..."


def json_schema(kind: Kind) -> dict[str, Any]:
    """A kind as JSON Schema."""
    if isinstance(kind, Either):
        return {"anyOf": [json_schema(one) for one in kind.kinds]}
    if isinstance(kind, ListOf):
        return {"type": "array", "items": json_schema(kind.of)}
    if isinstance(kind, Table):
        found: dict[str, Any] = {
            "type": "object",
            "properties": {
                name: {**json_schema(key.kind), **({"description": key.says} if key.says else {})}
                for name, key in kind.keys.items()
            },
            "additionalProperties": json_schema(kind.others) if kind.others else False,
        }
        required = [name for name, key in kind.keys.items() if key.required]
        return {**found, "required": required} if required else found
    if kind.choices:
        return {"enum": list(kind.choices)}
    if kind.type is int:
        return {"type": "integer", "minimum": kind.least, "maximum": kind.most}
    return {} if kind.type is None else {"type": "boolean" if kind.type is bool else "string"}


MOST_CELLS = 256
"""Boards are no larger."""

FLAG = Scalar(bool, "true or false")
CELLS = Scalar(str, "cells, as 'e4 a1-c3 *8 d*', or the name of a region")
PIECES = Scalar(str, "pieces, as 'Q R +P', or '*' for all")
MARK = Scalar(str, "the mark of a piece, as 'Q' or '+P'")

_SAID = data_sections("fairyscore.notation.variants", "variant_keys.ini")


def by_side(kind: Kind) -> Either:
    """One value for both sides, or one for each."""
    return Either((kind, Table("white and black", {"white": Key(kind), "black": Key(kind)})))


def _number(least: int, most: int) -> Scalar:
    return Scalar(int, f"a whole number from {least} to {most}", least=least, most=most)


def _word(*choices: str) -> Scalar:
    return Scalar(str, "one of " + ", ".join(choices), choices)


_KINDS: dict[str, Kind] = {
    "text": Scalar(str, "a text"),
    "flag": FLAG,
    "cells": CELLS,
    "region": by_side(CELLS),
    "pieces": PIECES,
    "mark": MARK,
    "result": Scalar(str, "a result", ("loses", "wins", "draws")),
    "keys": Scalar(None, "keys as in the file"),
}


def _kind(said: str) -> Kind:
    if " or " in said:
        return Either(tuple(map(_kind, said.split(" or "))))
    made = (make(said.removeprefix(begin)) for begin, make in _MADE.items() if said.startswith(begin))
    return _KINDS.get(said) or next(made)


@cache
def table(section: str) -> Table:
    """The table of a section of the file of keys."""
    keys = {}
    for name, text in _SAID[section].items():
        what, _, says = text.partition(" : ")
        kind, _, field = what.partition(" > ")
        key = name.rstrip("*")
        keys[key] = Key(_kind(kind), says, required=name.endswith("*"), field=field or key)
    others = keys.pop("", None)  # the key that is only a star
    return Table(section.partition("/")[0], keys, None if others is None else others.kind)


_MADE: dict[str, Callable[[str], Kind]] = {
    "list of ": lambda rest: ListOf(_kind(rest)),
    "by side ": lambda rest: by_side(_kind(rest)),
    "one of ": lambda rest: _word(*rest.split()),
    "number ": lambda rest: _number(*map(int, rest.split("-"))),
    "[": lambda rest: table(rest[:-1]),
}
"""Kinds by how they begin, made of the words behind that."""

VARIANT = table("a variant file")
