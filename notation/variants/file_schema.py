"""What may stand in a variant file: its keys (`variant_keys.ini`), the type of each, and what each says.

Documents are checked by it; their JSON Schema and the reference of keys come from it too. What the values mean (whether a
move text is Betza, whether a start fits the board) is `variant_file`'s to find out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from fairyscore.notation.package_data import data_sections
from fairyscore.notation.text import suggestion

LONGEST_WORD = 60
BLOCK = re.compile(r"([a-z])(\d+)-([a-z])(\d+)")  # cells from corner to corner, `a1-c3`

# Rules that variant files have no keys for, by the keys that come to mind: other games are Python modules.
_MODULE = "such a game is written in Python and made known with `register`"
OUTSIDE = {
    **dict.fromkeys(
        ("players", "seats", "teams", "sides", "colours", "colors"),
        f"more than two players are not in variant files; {_MODULE}",
    ),
    **dict.fromkeys(("dice", "die", "throw", "throws"), f"dice are not in variant files; {_MODULE}"),
    **dict.fromkeys(("cards", "deck", "shuffle", "random"), f"cards and chance are not in variant files; {_MODULE}"),
    **dict.fromkeys(
        ("hex", "hexagons", "triangles"), f"only boards of squares and rings are in variant files; {_MODULE}"
    ),
    **dict.fromkeys(("levels", "layers", "boards"), f"more than one board is not in variant files; {_MODULE}"),
    **dict.fromkeys(("hidden", "fog"), f"hidden pieces are not in variant files; {_MODULE}"),
    **dict.fromkeys(("moves_per_turn", "turns"), "how many moves a turn has is said by the table [turn]"),
}

Path = tuple[str | int, ...]  # keys and list indices from the top of a document
Fault = tuple[Path, str]  # a mistake in a document: the key that it is about, and what is wrong


def mark_of(piece: Any) -> str:
    """The letter of a piece in positions, as its table says."""
    return str(piece.get("mark", piece.get("letter", ""))) if isinstance(piece, dict) else ""


class Key(NamedTuple):
    """A key of a table: what its value is, what it says, and the field of the rules that it fills."""

    kind: Kind
    says: str = ""
    required: bool = False
    field: str = ""


class Kind(NamedTuple):
    """A type of value.

    name: in words that follow "must be". type: bool, int, str, list or dict; None for a value that is looked at later, and
    for several `kinds`, of which the first whose type fits is meant. kinds: also the one of a list's items. choices: the
    texts that are allowed, all where empty. least, most: of a number. what, keys, others: of a table its name, the known
    keys, and the kind of all other keys, where any name is allowed.
    """

    name: str
    type: type | None = None
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 10_000
    kinds: tuple[Kind, ...] = ()
    what: str = ""
    keys: Mapping[str, Key] = {}
    others: Kind | None = None


def faults(kind: Kind, value: Any, path: Path) -> Iterator[Fault]:
    """The faults of a value of a document."""
    here = str(path[-1]) if path else ""
    fits = type(value) is kind.type  # a flag is not a number, though Python's is
    if kind.type is None:
        found = [list(faults(one, value, path)) for one in kind.kinds]
        if found and all(found):
            deep = [some for some in found if any(len(where) > len(path) for where, _ in some)]
            yield from deep[0] if deep else [(path, f"{here} must be {kind.name}, not {_shown(value)}")]
    elif not fits:
        yield path, f"{here} must be {kind.name}, not {_shown(value)}"
    elif kind.type is list:
        for number, item in enumerate(value):
            yield from faults(kind.kinds[0], item, (*path, number))
    elif kind.type is dict:
        yield from _table_faults(kind, value, path)
    elif kind.choices and value not in kind.choices:
        allowed = f"{', '.join(kind.choices)}{suggestion(value, kind.choices)}"
        yield path, f"{here} cannot be {_shown(value)}; allowed: {allowed}"
    elif kind.type is int and not kind.least <= value <= kind.most:
        yield path, f"{here} must be from {kind.least} to {kind.most}, not {_shown(value)}"


def _table_faults(kind: Kind, value: Mapping[str, Any], path: Path) -> Iterator[Fault]:
    for key, item in value.items():
        inner = kind.keys[key].kind if key in kind.keys else kind.others
        if inner is not None:
            yield from faults(inner, item, (*path, key))
        else:
            allowed = f"{', '.join(kind.keys)}{suggestion(key, kind.keys)}"
            unknown = f"unknown key {_shown(key)} in {kind.what}; allowed: {allowed}"
            yield (*path, key), OUTSIDE.get(key, unknown) if not path or path == ("board",) else unknown
    for key, known in kind.keys.items():
        if known.required and key not in value:
            yield path, f"{kind.what} has no {key}; it must be there: {known.says}"


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= LONGEST_WORD else text[:LONGEST_WORD] + "..."


def json_schema(kind: Kind) -> dict[str, Any]:
    """A kind as JSON Schema."""
    inner = [json_schema(one) for one in kind.kinds]
    if kind.type is None:
        return {"anyOf": inner} if inner else {}
    if kind.type is list:
        return {"type": "array", "items": inner[0]}
    if kind.type is dict:
        says = {name: {"description": key.says} if key.says else {} for name, key in kind.keys.items()}
        keys = {name: {**json_schema(key.kind), **says[name]} for name, key in kind.keys.items()}
        others = json_schema(kind.others) if kind.others else False
        required = [name for name, key in kind.keys.items() if key.required]
        found = {"type": "object", "properties": keys, "additionalProperties": others}
        return {**found, "required": required} if required else found
    if kind.choices:
        return {"enum": list(kind.choices)}
    if kind.type is int:
        return {"type": "integer", "minimum": kind.least, "maximum": kind.most}
    return {"type": "boolean" if kind.type is bool else "string"}


FLAG = Kind("true or false", bool)
CELLS = Kind("cells, as 'e4 a1-c3 *8 d*', or the name of a region", str)
PIECES = Kind("pieces, as 'Q R +P', or '*' for all", str)
MARK = Kind("the mark of a piece, as 'Q' or '+P'", str)

_KEYS = data_sections("fairyscore.notation.variants", "variant_keys.ini")


def _either(*kinds: Kind) -> Kind:
    return Kind(", or ".join(kind.name for kind in kinds), kinds=kinds)


def _table(what: str, keys: Mapping[str, Key], others: Kind | None = None) -> Kind:
    return Kind(f"a table ({what})", dict, what=what, keys=keys, others=others)


def by_side(kind: Kind) -> Kind:
    """One value for both sides, or one for each."""
    return _either(kind, _table("white and black", {"white": Key(kind), "black": Key(kind)}))


def _number(least: int, most: int) -> Kind:
    return Kind(f"a whole number from {least} to {most}", int, least=least, most=most)


_KINDS: dict[str, Kind] = {
    "text": Kind("a text", str),
    "flag": FLAG,
    "cells": CELLS,
    "region": by_side(CELLS),
    "pieces": PIECES,
    "mark": MARK,
    "result": Kind("a result", str, ("loses", "wins", "draws")),
    "keys": Kind("keys as in the file"),
}


def _kind(words: str) -> Kind:
    if " or " in words:
        return _either(*map(_kind, words.split(" or ")))
    made = (make(words.removeprefix(begin)) for begin, make in _COMPOUND_KINDS.items() if words.startswith(begin))
    return _KINDS.get(words) or next(made)


@cache
def table(section: str) -> Kind:
    """The table of a section of the file of keys."""
    keys = {}
    for name, text in _KEYS[section].items():
        what, _, says = text.partition(" : ")
        kind, _, field = what.partition(" > ")
        key = name.rstrip("*")
        keys[key] = Key(_kind(kind), says, required=name.endswith("*"), field=field or key)
    others = keys.pop("", None)  # the key that is only a star
    return _table(section.partition("/")[0], keys, None if others is None else others.kind)


_COMPOUND_KINDS: dict[str, Callable[[str], Kind]] = {
    "list of ": lambda rest: Kind(f"a list, each item {_kind(rest).name}", list, kinds=(_kind(rest),)),
    "by side ": lambda rest: by_side(_kind(rest)),
    "one of ": lambda rest: Kind(f"one of {rest.replace(' ', ', ')}", str, tuple(rest.split())),
    "number ": lambda rest: _number(*map(int, rest.split("-"))),
    "[": lambda rest: table(rest[:-1]),
}  # kinds by how they begin, made of the words after that

VARIANT = table("a variant file")
