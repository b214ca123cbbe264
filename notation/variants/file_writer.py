"""Writes documents as variant files: tables and lists in TOML, as the library writes them.

>>> print(toml({"title": "A game", "board": {"files": 3, "ranks": 4}}), end="")
title = "A game"
board = { files = 3, ranks = 4 }
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

OWN_TABLES = ("hand", "end", "check", "capture", "wall", "region", "rules")
"""Tables with a heading of their own; they come last, as TOML has it."""

LISTS = ("example", "reading")
"""Lists whose items have a heading each."""

WIDEST = 100


def toml(data: Mapping[str, Any]) -> str:
    """A document as text, which reads as the same document."""
    return "\n".join(_lines(data)) + "\n"


def _lines(data: Mapping[str, Any]) -> Iterator[str]:
    plain = {key: value for key, value in data.items() if key not in (*OWN_TABLES, *LISTS)}
    tables = [(f"[{key}]", data[key]) for key in OWN_TABLES if key in data]
    items = [(f"[[{key}]]", item) for key in LISTS for item in data.get(key, ())]
    for heading, table in [("", plain), *tables, *items]:
        yield from ("", heading) if heading else ()
        for key, value in table.items():
            yield from _pair(key, value)


def _pair(key: str, value: Any) -> Iterator[str]:
    text = f"{_key(key)} = {_value(value)}"
    if isinstance(value, list) and len(text) > WIDEST:
        yield f"{_key(key)} = ["
        for item in value:
            yield f"  {_value(item)},"
        yield "]"
    else:
        yield text


def _key(key: str) -> str:
    return key if key.replace("_", "").replace("-", "").isalnum() and key.isascii() else _value(key)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(k)} = {_value(v)}" for k, v in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_value, value)) + "]"
    escaped = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(char if char.isprintable() else f"\\U{ord(char):08x}" for char in escaped) + '"'


def ini(name: str, settings: Mapping[str, str]) -> str:
    """Settings as a section of a `variants.ini`."""
    return f"[{name}]\n" + "".join(f"{key} = {value}\n" for key, value in settings.items())
