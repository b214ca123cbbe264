"""Variant files as documents: checked, put together with the games they are based on, and written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from fairyscore.notation.variants.file_schema import VARIANT, Fault, Path, faults, mark_of
from fairyscore.notation.variants.former_keys import renewed
from fairyscore.notation.variants.mistakes import Mistake, VariantFileError

if TYPE_CHECKING:
    from fairyscore.notation.variants.toml_places import TomlPlace

MERGED_BY_MARK = "piece"

# Keys that no game takes over from the one it is based on, and that stay whatever is chosen.
OF_ONE_EDITION = ("edition", "since")  # of `course`: no rule book of chess speaks of its variants
OF_ONE_GAME = (
    *("title", "language", "inventor", "year", "aim", "description", "history", "strategy", "sample"),
    *("page", "aliases", "uci_variant", "option", "reading", "example"),
)

# Tables with a heading of their own, which come last, as TOML has it.
OWN_TABLES = ("hand", "end", "course", "check", "capture", "turn", "wall", "region", "rules", "words")
LISTS = ("example", "reading")  # lists whose items have a heading each
WIDEST = 100  # longer lists have an item a line


@dataclass(frozen=True)
class Document:
    """A game as its file describes it.

    file: what messages call the file; stated: what it says; data: with what is inherited; toml: its text, empty where it is
    none; settings: where the settings of a section of a `variants.ini` stand that say its keys.
    """

    file: str
    stated: Mapping[str, Any]
    data: Mapping[str, Any]
    toml: str = ""
    parent: Document | None = None
    settings: Mapping[Path, TomlPlace] = field(default_factory=dict)

    @cached_property
    def places(self) -> Mapping[Path, TomlPlace]:
        """Where each key of the file stands; asked for only to tell of a mistake."""
        from fairyscore.notation.variants.toml_places import places

        if self.settings:
            return self.settings
        found = places(self.toml)
        names = {} if "pieces" in self.stated else {"pieces": MERGED_BY_MARK}  # another word for it
        return {(names.get(str(path[0]), path[0]), *path[1:]): place for path, place in found.items()}

    def mistake(self, path: Path, message: str) -> Mistake:
        """A mistake in a key at its place, in this file or in the one that it is inherited from."""
        own = path
        if len(path) > 1 and path[0] == MERGED_BY_MARK and self.parent is not None:
            # Pieces are identified by their marks, since their numbers change as files are put together.
            marks = [mark_of(piece) for piece in self.stated.get(MERGED_BY_MARK, ())]
            wanted = mark_of(self.data[MERGED_BY_MARK][path[1]])
            own = (MERGED_BY_MARK, marks.index(wanted) if wanted in marks else -1, *path[2:])
        inherited = not path or path[0] not in self.stated or path[0] == MERGED_BY_MARK
        if own not in self.places and self.parent is not None and inherited:
            return self.parent.mistake(path, message)
        while own and own not in self.places:
            own = own[:-1]
        return Mistake(self.file, *self.places.get(own, (1, 1)), message)


Parent = Callable[[str], Document]


def _option(name: str) -> Document:
    raise LookupError(f"an option cannot base the game on {name}")


def document_of(
    own: dict[str, Any],
    file: str,
    parent: Parent = _option,
    toml: str = "",
    settings: Mapping[Path, TomlPlace] = {},
) -> Document:
    """The document of what a file says. Raises `VariantFileError` with all that the schema finds wrong.

    parent: gives the document of the game that it is based on.
    toml: its text.
    settings: as in `Document`.
    """
    based_on = own.get("based_on")
    if not isinstance(based_on, str):
        own = renewed(own, {})
    bare = Document(file, own, own, toml, settings=settings)
    _refuse(bare, faults(VARIANT, own, ()) if not isinstance(based_on, str) else ())
    _refuse(bare, _same_marks(own))
    if not isinstance(based_on, str):
        if "remove" in own:
            _refuse(bare, [(("remove",), "remove leaves out what is inherited; name the game in based_on")])
        return bare
    try:
        base = parent(based_on)
    except LookupError as fault:
        raise VariantFileError([bare.mistake(("based_on",), str(fault.args[0]))]) from None
    own = renewed(own, base.data)
    document = Document(file, own, merged(own, base.data), toml, base)
    _refuse(bare, _unknown_removed(own, base.data))
    _refuse(document, faults(VARIANT, document.data, ()))  # only now is all there that may be inherited
    return document


def _refuse(document: Document, found: Iterable[Fault]) -> None:
    mistakes = [document.mistake(*fault) for fault in found]
    if mistakes:
        raise VariantFileError(mistakes)


def _unknown_removed(own: Mapping[str, Any], base: Mapping[str, Any]) -> Iterator[Fault]:
    """Faults of names that are to be left out and are not there: a misspelt one would leave everything as it was."""
    removed = own.get("remove", ())
    for number, name in enumerate(removed if isinstance(removed, list) else ()):
        if _without(dict(base), str(name)) == base:
            why = f"'{name}' is not in the game that this one is based on, {base.get('title', '')}"
            yield ("remove", number), f"{why}; there are {', '.join(base)}, and single pieces as piece.Q"


def _same_marks(own: Mapping[str, Any]) -> Iterator[Fault]:
    """No two pieces of a file may be written alike."""
    seen: dict[str, Any] = {}
    pieces = own.get(MERGED_BY_MARK, ())
    for number, piece in enumerate(pieces if isinstance(pieces, list) else ()):
        mark = mark_of(piece)
        if mark and mark in seen:
            key = "mark" if "mark" in piece else "letter"
            why = f"{mark} already stands for {seen[mark]}; each piece needs its own letter"
            yield (MERGED_BY_MARK, number, key), why
        seen[mark] = piece.get("name", "another piece") if isinstance(piece, dict) else ""


def merged(own: Mapping[str, Any], base: Mapping[str, Any]) -> dict[str, Any]:
    """A file's data laid over those of the game that it is based on: tables key by key, pieces by their marks."""
    inherited_data = {key: value for key, value in base.items() if key not in (*OF_ONE_GAME, "based_on", "remove")}
    if "course" in inherited_data:
        inherited_data["course"] = {
            key: value for key, value in inherited_data["course"].items() if key not in OF_ONE_EDITION
        }
    removed = own.get("remove", ())
    for name in removed if isinstance(removed, list) else ():
        inherited_data = _without(inherited_data, str(name))
    for key, value in own.items():
        if key == MERGED_BY_MARK and isinstance(value, list):
            by_mark = {mark_of(piece): piece for piece in inherited_data.get(key, ())}
            inherited_data[key] = list(
                {**by_mark, **{mark_of(p): _over(p, by_mark.get(mark_of(p))) for p in value}}.values()
            )
        else:
            inherited_data[key] = _over(value, inherited_data.get(key))
    return inherited_data


def _over(value: Any, base: Any) -> Any:
    if not isinstance(value, dict) or not isinstance(base, dict):
        return value
    return {**base, **{key: _over(item, base.get(key)) for key, item in value.items()}}


def _without(data: dict[str, Any], removed: str) -> dict[str, Any]:
    """Without `piece.Q`, `castling` or `end.goal`."""
    key, _, rest = removed.partition(".")
    if not rest:
        return {name: value for name, value in data.items() if name != key}
    value = data.get(key)
    if isinstance(value, list):
        return {**data, key: [item for item in value if mark_of(item) != rest]}
    return {**data, key: _without(value, rest)} if isinstance(value, dict) else data


# -- written --------------------------------------------------------------------------------------------------------


def toml(data: Mapping[str, Any]) -> str:
    """A document as the text of a variant file, which reads as the same document.

    >>> print(toml({"title": "A game", "board": {"files": 3, "ranks": 4}}), end="")
    title = "A game"
    board = { files = 3, ranks = 4 }
    """
    return "\n".join(_lines(data)) + "\n"


def _lines(data: Mapping[str, Any]) -> Iterator[str]:
    plain = {key: value for key, value in data.items() if key not in (*OWN_TABLES, *LISTS)}
    tables = [(f"[{key}]", data[key]) for key in OWN_TABLES if key in data]
    items = [(f"[[{key}]]", item) for key in LISTS for item in data.get(key, ())]
    for heading, table in [("", plain), *tables, *items]:
        yield from ("", heading) if heading else ()
        for key, value in table.items():
            text = f"{_key(key)} = {_value(value)}"
            if isinstance(value, list) and len(text) > WIDEST:
                yield from (f"{_key(key)} = [", *(f"  {_value(item)}," for item in value), "]")
            else:
                yield text


def _key(key: str) -> str:
    return key if key.replace("_", "").replace("-", "").isalnum() and key.isascii() else _value(key)


def _value(value: Any) -> str:
    if isinstance(value, int | float):  # true and false among them
        return str(value).lower()
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(k)} = {_value(v)}" for k, v in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_value, value)) + "]"
    escaped = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(char if char.isprintable() else f"\\U{ord(char):08x}" for char in escaped) + '"'
