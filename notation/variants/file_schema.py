"""What may stand in a variant file: its keys, the type of each, and what each says; checked, and as JSON Schema.

What the values mean (whether a move text is Betza, whether a start fits the board) is `variant_file`'s to find out.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple, Protocol

Path = tuple[str | int, ...]
"""Keys and list indices from the top of a document."""

LONGEST_WORD = 60


class SchemaFault(NamedTuple):
    """A mistake in a document. path: the key it is about; column: characters into the key's text, where known, from 1."""

    path: Path
    message: str
    column: int = 0


class Kind(Protocol):
    """A type of value."""

    @property
    def name(self) -> str:
        """What a value of it is, in words that follow "must be"."""
        ...

    def faults(self, value: Any, path: Path) -> Iterator[SchemaFault]:
        """What is wrong with a value."""
        ...

    def json(self) -> dict[str, Any]:
        """It as JSON Schema."""
        ...


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= LONGEST_WORD else text[:LONGEST_WORD] + "..."


class Scalar(NamedTuple):
    """A text, a number or true/false. choices: the texts that are allowed, all where empty; least, most: of a number."""

    type: type
    name: str
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 10_000

    def faults(self, value: Any, path: Path) -> Iterator[SchemaFault]:
        """Wrong type, unknown word, number out of range."""
        if type(value) is not self.type:  # a flag is no number, though Python's is
            yield SchemaFault(path, f"{path[-1]} must be {self.name}, not {_shown(value)}")
        elif isinstance(value, str) and self.choices and value not in self.choices:
            allowed = f"{', '.join(self.choices)}{_meant(value, self.choices)}"
            yield SchemaFault(path, f"{path[-1]} cannot be {_shown(value)}; allowed: {allowed}")
        elif isinstance(value, int) and self.type is int and not self.least <= value <= self.most:
            yield SchemaFault(path, f"{path[-1]} must be from {self.least} to {self.most}, not {_shown(value)}")

    def json(self) -> dict[str, Any]:
        """It as JSON Schema."""
        if self.choices:
            return {"enum": list(self.choices)}
        if self.type is int:
            return {"type": "integer", "minimum": self.least, "maximum": self.most}
        return {"type": "boolean" if self.type is bool else "string"}


class ListOf(NamedTuple):
    """A list of values of one kind."""

    of: Kind

    @property
    def name(self) -> str:
        """In words."""
        return f"a list, each item {self.of.name}"

    def faults(self, value: Any, path: Path) -> Iterator[SchemaFault]:
        """Of every item."""
        if not isinstance(value, list):
            yield SchemaFault(path, f"{path[-1]} must be {self.name}, not {_shown(value)}")
            return
        for number, item in enumerate(value):
            yield from self.of.faults(item, (*path, number))

    def json(self) -> dict[str, Any]:
        """It as JSON Schema."""
        return {"type": "array", "items": self.of.json()}


class Key(NamedTuple):
    """A key of a table: what its value is, and what it says."""

    kind: Kind
    says: str = ""
    required: bool = False


class Table(NamedTuple):
    """A table of known keys. others: the kind of all other keys, where any name is allowed; what: the table in words."""

    what: str
    keys: Mapping[str, Key] = {}
    others: Kind | None = None

    @property
    def name(self) -> str:
        """In words."""
        return f"a table ({self.what})"

    def faults(self, value: Any, path: Path) -> Iterator[SchemaFault]:
        """Unknown and missing keys, and what is wrong with the values."""
        if not isinstance(value, dict):
            yield SchemaFault(path, f"{path[-1]} must be {self.name}, not {_shown(value)}")
            return
        for key, item in value.items():
            if key in self.keys:
                yield from self.keys[key].kind.faults(item, (*path, key))
            elif self.others is not None:
                yield from self.others.faults(item, (*path, key))
            else:
                yield SchemaFault(
                    (*path, key),
                    f"unknown key {_shown(key)} in {self.what}; allowed: {', '.join(self.keys)}{_meant(key, self.keys)}",
                )
        for key, known in self.keys.items():
            if known.required and key not in value:
                yield SchemaFault(path, f"{self.what} has no {key}; it must be there: {known.says}")

    def json(self) -> dict[str, Any]:
        """It as JSON Schema."""
        found: dict[str, Any] = {
            "type": "object",
            "properties": {
                name: {**key.kind.json(), **({"description": key.says} if key.says else {})}
                for name, key in self.keys.items()
            },
            "additionalProperties": self.others.json() if self.others else False,
        }
        required = [name for name, key in self.keys.items() if key.required]
        return {**found, "required": required} if required else found


class Either(NamedTuple):
    """One of several kinds; the first whose TOML type fits is meant."""

    kinds: tuple[Kind, ...]

    @property
    def name(self) -> str:
        """In words."""
        return ", or ".join(kind.name for kind in self.kinds)

    def faults(self, value: Any, path: Path) -> Iterator[SchemaFault]:
        """None where one of the kinds fits; of the one whose type fits; else that none does."""
        found = [list(kind.faults(value, path)) for kind in self.kinds]
        if all(found):
            deep = [faults for faults in found if any(len(fault.path) > len(path) for fault in faults)]
            yield from deep[0] if deep else [SchemaFault(path, f"{path[-1]} must be {self.name}, not {_shown(value)}")]

    def json(self) -> dict[str, Any]:
        """It as JSON Schema."""
        return {"anyOf": [kind.json() for kind in self.kinds]}


class Anything(NamedTuple):
    """A value that is looked at later, once it is put together with the rest of the document."""

    name: str

    def faults(self, value: Any, path: Path) -> Iterator[SchemaFault]:
        """None."""
        return iter(())

    def json(self) -> dict[str, Any]:
        """It as JSON Schema."""
        return {}


def _meant(word: str, known: Iterable[str]) -> str:
    from difflib import get_close_matches

    near = get_close_matches(word, list(known), n=1)
    return f"; did you mean {near[0]}?" if near else ""


def by_side(kind: Kind) -> Either:
    """One value for both sides, or one for each."""
    return Either((kind, Table("white and black", {"white": Key(kind), "black": Key(kind)})))


TEXT = Scalar(str, "a text")
FLAG = Scalar(bool, "true or false")
CELLS = Scalar(str, "cells, as 'e4 a1-c3 *8 d*', or the name of a region")
REGION = by_side(CELLS)
PIECES = Scalar(str, "pieces, as 'Q R +P', or '*' for all")
RESULT = Scalar(str, "a result", ("loses", "wins", "draws"))


def number(least: int, most: int) -> Scalar:
    """A whole number in a range."""
    return Scalar(int, f"a whole number from {least} to {most}", least=least, most=most)


def word(*choices: str) -> Scalar:
    """One of these words."""
    return Scalar(str, "one of " + ", ".join(choices), choices)
