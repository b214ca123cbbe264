"""The keys of a variant file (`variant_keys.ini`): its checks, its JSON Schema and the reference come from them."""

from collections.abc import Callable
from functools import cache

from fairyscore.notation.package_data import data_sections
from fairyscore.notation.variants.file_schema import Either, Key, Kind, ListOf, Scalar, Table

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
