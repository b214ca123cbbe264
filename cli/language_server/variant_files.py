"""Answers to an editor's questions about a variant file: what is wrong with it, and what may stand at a place.

>>> text = 'title = "New"\\npiece = [\\n  { letter = "A", moves = "fm'
>>> [offer for offer, _ in completions(text, 2, 29)][:3]
['fmW', 'fmF', 'fmD']
>>> [offer for offer, _ in completions('[board]\\nsh', 1, 2)]
['shape']
"""

import re
from collections.abc import Iterator
from pathlib import Path

from fairyscore.notation.rules.reasons import Code
from fairyscore.notation.variants.betza import ATOMS, COMPOUNDS, SLIDERS, USES
from fairyscore.notation.variants.catalog import find
from fairyscore.notation.variants.file_reader import document_in
from fairyscore.notation.variants.file_schema import FLAG, VARIANT, Key, Kind
from fairyscore.notation.variants.mistakes import Mistake, VariantFileError
from fairyscore.notation.variants.registry import variant_names
from fairyscore.notation.variants.sources import VariantSource
from fairyscore.notation.variants.variant_file import rules_of

SIGNS = {"f": "forward", "b": "back", "l": "left", "r": "right", "v": "forward and back", "s": "sideways", **USES}

# What may stand in a text of Betza's notation: atoms, then modifiers, each with what it says.
MOVES = [(atom, f"leaps ({x},{y})") for atom, (x, y) in ATOMS.items()]
for atom, parts in COMPOUNDS.items():
    goes = "slides" if atom in SLIDERS else "steps"
    MOVES.append((atom, f"{goes} as {' and '.join(parts)}"))
MOVES += SIGNS.items()

_HEADING = re.compile(r"\s*\[\[?\s*([\w.-]+)\s*\]?\]?\s*(?:#.*)?\Z")
_TOKEN = re.compile(r"""(?P<comment>\#.*)|(?P<text>"(?:[^"\\\n]|\\.)*"|'[^'\n]*')|(?P<open>["'][^\n]*)\Z|(?P<key>[\w-]+)\s*=
                        |(?P<mark>[\[\]{},])""", re.VERBOSE)  # fmt: skip
_WORD = re.compile(r"[\w-]*\Z")


def mistakes(path: str, text: str) -> list[Mistake]:
    """The mistakes of a file, each with its line and column."""
    try:
        rules_of(document_in(VariantSource(Path(path).stem, path, text), find))
    except VariantFileError as error:
        return list(error.mistakes)
    return []


def completions(text: str, line: int, character: int) -> Iterator[tuple[str, str]]:
    """The keys, words and moves in Betza's notation that may stand at a place, counted from 0, and what each means."""
    lines = text.split("\n")[: line + 1]
    lines[-1] = lines[-1][:character]
    table: tuple[str, ...] = ()
    first = 0
    for number, above in enumerate(lines[:-1]):
        if found := _HEADING.fullmatch(above):
            table, first = tuple(found[1].split(".")), number + 1
    path, key, inside = _open_at("\n".join(lines[first:]))
    tables = list(_tables(VARIANT, (*table, *path)))
    word = _WORD.search(lines[-1])
    written = word[0] if word else ""
    if inside is not None:
        written = inside
    if not key:
        keys = {name: known for one in tables for name, known in one.keys.items()}
        yield from ((name, known.says) for name, known in keys.items() if name.startswith(written))
    elif (known := next((one.keys[key] for one in tables if key in one.keys), None)) is not None:
        yield from _values(key, known, written, quoted=inside is not None)


def _open_at(text: str) -> tuple[tuple[str, ...], str, str | None]:
    """The keys of the inline tables open at the end, the key being given a value, and what stands after an open quote."""
    path: list[str] = []
    key, inside, end = "", None, 0
    for found in _TOKEN.finditer(text):
        if "\n" in text[end : found.start()] and found["mark"] != "]" and key and not path:
            key = ""
        end = found.end()
        if found["key"]:
            key = found["key"]
        elif found["open"]:
            inside = found["open"][1:]
        elif found["mark"] in ("{", "["):
            path.append(key)
            key = "" if found["mark"] == "{" else key
        elif found["mark"] in ("}", "]") and path:
            key = path.pop() if path else ""
        elif found["mark"] == ",":
            key = path[-1] if path and text[: found.start()].rstrip()[-1:] == "}" else ""
    if inside is None and "\n" in text[end:] and not path:
        key = ""
    return tuple(dict.fromkeys(name for name in path if name)), key, inside


def _tables(kind: Kind, path: tuple[str, ...]) -> Iterator[Kind]:
    """The tables that a path of keys leads to; lists are looked into."""
    if kind.type is dict and not path:
        yield kind
    elif kind.type is dict:
        inner = kind.keys[path[0]].kind if path[0] in kind.keys else kind.others
        if inner is not None:
            yield from _tables(inner, path[1:])
    for one in kind.kinds:
        yield from _tables(one, path)


def _values(key: str, known: Key, written: str, *, quoted: bool) -> Iterator[tuple[str, str]]:
    """The completions of a key's value."""
    if "Betza" in known.says:
        if quoted:
            yield from ((written + text, says) for text, says in MOVES)
        return
    words = tuple(_words(known.kind))
    if key == "based_on":
        words = variant_names()
    elif key == "refused":
        words = tuple(code.value for code in Code)
    quote = "" if quoted else '"'
    found = ["true", "false"] if known.kind == FLAG else [f"{quote}{word}{quote}" for word in words]
    yield from ((word, known.says) for word in found if word.startswith(written))


def _words(kind: Kind) -> Iterator[str]:
    yield from kind.choices
    for inner in kind.kinds:
        yield from _words(inner)
