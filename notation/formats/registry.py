"""The formats by name, and which one a file is of. A format's module is imported when it is asked for.

Formats of installed packages (entry points `fairyscore.formats`) come after ours: a name, a suffix or a text that is known
to ours is never theirs.

>>> recognised('[Event "?"]\\n\\n1. e4 *').name, recognised('{"variant": "chess", "moves": []}').name
('pgn', 'jsonl')
"""

import os
import re
from functools import cache, lru_cache
from importlib import import_module
from itertools import chain
from typing import NamedTuple

from fairyscore.notation import plugins
from fairyscore.notation.errors import FairyscoreError
from fairyscore.notation.formats.base import HEAD, Format
from fairyscore.notation.records import byte_text
from fairyscore.notation.storage.source import unpacked_name
from fairyscore.notation.text import late_pattern, shown, suggestion


class FormatEntry(NamedTuple):
    """A format's module, where its name is in capitals; the endings of its files; one line for people.

    read, write: whether games are read from it and written in it.
    """

    module: str
    endings: tuple[str, ...]
    says: str
    read: bool = True
    write: bool = True


FORMATS: dict[str, FormatEntry] = {
    "pgn4": FormatEntry(
        "pgn4", (".pgn4",), "four-player games as on Chess.com; for four-player chess and Chamaeleon with four players"
    ),
    "bpgn": FormatEntry("bpgn", (".bpgn",), "bughouse on two boards; kept as it stands, its moves are not judged"),
    "pgn": FormatEntry("pgn", (".pgn",), "Portable Game Notation; holds everything"),
    "jkf": FormatEntry("jkf", (".jkf",), "shogi as JSON, JSON Kifu Format of the web; no glyphs"),
    "json": FormatEntry("json", (".json",), "one JSON array of games; holds everything"),
    "jsonl": FormatEntry("json", (".jsonl", ".ndjson"), "a game as a JSON object on each line; holds everything"),
    "xfcc": FormatEntry("xfcc", (".xml",), "answers of correspondence servers as XML; some tags"),
    "zsg": FormatEntry("zsg", (".zsg",), "saved games of Zillions of Games; the moves alone"),
    "gamecourier": FormatEntry(
        "gamecourier", (".gc",), "move text of Game Courier for two players; no glyphs and variations"
    ),
    "ki2": FormatEntry("kif", (".ki2", ".ki2u"), "shogi with moves as Japanese books print them; no glyphs and times"),
    "kif": FormatEntry("kif", (".kif", ".kifu"), "shogi as Japanese programs keep it; no glyphs"),
    "csa": FormatEntry("csa", (".csa",), "shogi as servers and engines exchange it; no glyphs and variations"),
    "ucci": FormatEntry(
        "ucci", (".ucci",), "xiangqi as programs tell it to engines, also logs of them; the moves and the result"
    ),
    "usi": FormatEntry(
        "usi", (".usi", ".sfen"), "shogi as programs tell it to engines, also logs of them; the moves and the result"
    ),
    "wxf": FormatEntry("wxf", (".wxf",), "xiangqi in the federation's notation; no glyphs and variations"),
    "dhtmlxq": FormatEntry("dhtmlxq", (".ubb", ".dhtmlxq"), "xiangqi as pages of dpxq.com hold it; no glyphs"),
    "xqf": FormatEntry("xqf", (".xqf",), "xiangqi as XQStudio keeps it, a game a file; read only", write=False),
    "epd": FormatEntry(
        "epd", (".epd", ".fen"), "positions, one a line: EPD and lists of FENs; of a game the last position"
    ),
    "spoken": FormatEntry("spoken", (".spoken",), "sentences to be read aloud; no variations"),
    "csv": FormatEntry("table", (".csv",), "a table with one row per ply; written only", read=False),
    "parquet": FormatEntry("table", (".parquet",), "the same as Parquet; needs fairyscore[parquet]", read=False),
    "moves": FormatEntry("moves", (".txt",), "the moves alone"),
}
"""In the order in which a text is tried; the first that knows it has it."""


SHARED_SUFFIXES = (".json", ".jsonl", ".ndjson", ".xml", ".txt")
"""Suffixes that other files have as well: in a folder such a file is of games if it begins so (`begins_as_games`)."""

_READ_SUFFIXES = chain.from_iterable(known.endings for known in FORMATS.values() if known.read)
GAME_SUFFIXES = tuple(ending for ending in _READ_SUFFIXES if ending not in SHARED_SUFFIXES)
"""Suffixes that nothing but games have, of all formats that are read."""


class UnknownFormat(FairyscoreError, ValueError):
    """A name or ending that no format has; the message says which exist, fit for a terminal.

    >>> try:
    ...     format_named("pgnn")
    ... except UnknownFormat as fault:
    ...     print(str(fault)[:40])
    there is no format 'pgnn'; there are pgn
    """


def format_named(name: str) -> Format:
    """The format of a name. Raises `UnknownFormat`."""
    name = name.casefold()
    return _shipped_format(name) if name in FORMATS else _installed_format(name)


@cache
def _shipped_format(name: str) -> Format:
    found = getattr(import_module(f"fairyscore.notation.formats.{FORMATS[name].module}"), name.upper())
    assert isinstance(found, Format)
    return found


def _installed_format(name: str) -> Format:
    names = (*FORMATS, *plugins.installed(plugins.FORMATS))
    if name not in names:
        raise UnknownFormat(
            f"there is no format '{shown(name)}'; there are {', '.join(names)}{suggestion(name, names)}"
        )
    try:
        found = plugins.load(plugins.FORMATS, name)
    except plugins.PluginError as fault:
        raise UnknownFormat(str(fault)) from fault
    if not isinstance(found, Format) or found.name != name:
        raise UnknownFormat(f"the entry point {name} of fairyscore.formats is not a `Format` of that name")
    return found


@lru_cache(maxsize=1)
def installed_formats() -> dict[str, Format]:
    """The formats that installed packages bring, by name, without those that cannot be loaded."""
    found = plugins.loadable(plugins.FORMATS)
    return {
        name: form
        for name, form in found.items()
        if isinstance(form, Format) and form.name == name and name not in FORMATS
    }


def suffixes_of(form: Format) -> tuple[str, ...]:
    """The suffixes of a format's files, the usual one first."""
    known = FORMATS.get(form.name)
    return known.endings if known is not None else form.suffixes


def format_of_path(path: str) -> str:
    """The name of the format that a path's ending stands for, empty where none does. Packed files have one more after it.

    >>> format_of_path("a.json"), format_of_path("games.zip!a.pgn.gz")
    ('json', 'pgn')
    """
    name = unpacked_name(path).lower()
    for form, known in FORMATS.items():
        if name.endswith(known.endings):
            return form
    if "." not in name.rsplit("/", 1)[-1]:
        return ""
    return next((form.name for form in installed_formats().values() if name.endswith(form.suffixes)), "")


def format_to_write(name: str) -> Format:
    """The format of a name, in which games are written. Raises `UnknownFormat`, also for one that is only read.

    >>> format_to_write("pgn").name
    'pgn'
    """
    form = format_named(name)
    if form.name in FORMATS and not FORMATS[form.name].write:
        raise UnknownFormat(f"the format {form.name} is read, not written")
    return form


def format_for(path: str) -> str:
    """The name of the format in which a file of that name is written, PGN without a suffix.

    Raises `UnknownFormat` for any other suffix, that of a packed file too: nothing is packed here; and for that of a
    format that is only read.

    >>> format_for("a.jsonl"), format_for("a")
    ('jsonl', 'pgn')
    """
    found = format_of_path(path) if unpacked_name(path) == path else ""
    suffix = os.path.splitext(path)[1]  # noqa: PTH122 (a path may be any text)
    if found:
        return format_to_write(found).name
    if not suffix:
        return "pgn"
    endings = ", ".join(ending for known in FORMATS.values() if known.write for ending in known.endings)
    raise UnknownFormat(f"'{shown(suffix)}' is not the suffix of a format; choose one of {endings}")


_NOT_OF_PGN = ('[StartFen4 "', '[Variant "FFA"', '[Variant "Teams"', '[Variant "Solo"', '[WhiteB "', '[BlackB "')
"""Tags of formats whose other tags are those of PGN."""


def recognised(head: str) -> Format | None:
    """The format of a text by how it begins; None where that says nothing."""
    head = head[:HEAD]
    begins_as_pgn = head.lstrip().startswith(('[Event "', '[Site "', '[White "'))
    if begins_as_pgn and not any(tag in head for tag in _NOT_OF_PGN):  # by far the most: nothing else is imported
        return format_named("pgn")
    for name, known in FORMATS.items():
        if known.read and format_named(name).looks(head):
            return format_named(name)
    return None


_OWN_GAME = late_pattern(r'(?:\[\s*)?\{\s*"(?:variant|tags|intro|moves|result)"')
_LICHESS_GAME = late_pattern(r'(?:\[\s*)?\{\s*"id"\s*:\s*"\w+"\s*,\s*"rated"\s*:')


def begins_as_games(head: bytes) -> bool:
    """True if the first bytes of a file are of a format that identifies itself.

    >>> begins_as_games(b'{"variant": "chess", "moves": []}'), begins_as_games(b"1. e4 e5"), begins_as_games(b"Dear Anna,")
    (True, False, False)
    """
    if byte_text.is_of_bytes(head):
        return True
    text = head.decode("utf-8-sig", "replace").lstrip()
    if re.match(r"\[?\s*\{", text):  # other JSON has keys of the same names deep within
        from fairyscore.notation.formats import chesscom, jkf

        return any(begins.match(text) for begins in (_OWN_GAME, _LICHESS_GAME, chesscom.LOOKS, jkf.LOOKS))
    return recognised(text) is not None


def expected(path: str, head: str) -> Format:
    """The format of a text that is not recognised: by the suffix of its path, by the formats of packages, else PGN."""
    name = format_of_path(path)
    if name:
        form = format_named(name)
        return form if form.read is not None else format_named("pgn")
    for form in installed_formats().values():
        if form.read is not None and form.looks(head[:HEAD]):
            return form
    return format_named("pgn")
