"""The keys of a variant file (`variant_keys.ini`): its checks, its JSON Schema and the reference come from them."""

from collections.abc import Callable
from functools import cache

from fairyscore.notation.package_data import data_sections
from fairyscore.notation.variants.file_schema import (
    CELLS,
    FLAG,
    PIECES,
    REGION,
    RESULT,
    TEXT,
    Anything,
    Either,
    Key,
    Kind,
    ListOf,
    Table,
    by_side,
    number,
    word,
)

MOST_CELLS = 256
"""Boards are no larger."""

_SAID = data_sections("fairyscore.notation.variants", "variant_keys.ini")

_KINDS: dict[str, Kind] = {
    "text": TEXT,
    "flag": FLAG,
    "cells": CELLS,
    "region": REGION,
    "pieces": PIECES,
    "result": RESULT,
    "keys": Anything("keys as in the file"),
}


def _kind(said: str) -> Kind:
    if " or " in said:
        return Either(tuple(map(_kind, said.split(" or "))))
    made = (make(said.removeprefix(begin)) for begin, make in _MADE.items() if said.startswith(begin))
    return _KINDS.get(said) or next(made)


@cache
def _table(section: str) -> Table:
    keys = {}
    for name, text in _SAID[section].items():
        kind, _, says = text.partition(" : ")
        keys[name.rstrip("*")] = Key(_kind(kind), says, required=name.endswith("*"))
    others = keys.pop("", None)  # the key that is only a star
    return Table(section.partition("/")[0], keys, None if others is None else others.kind)


_MADE: dict[str, Callable[[str], Kind]] = {
    "list of ": lambda rest: ListOf(_kind(rest)),
    "by side ": lambda rest: by_side(_kind(rest)),
    "one of ": lambda rest: word(*rest.split()),
    "number ": lambda rest: number(*map(int, rest.split("-"))),
    "[": lambda rest: _table(rest[:-1]),
}
"""Kinds by how they begin, made of the words behind that."""

VARIANT = _table("a variant file")
