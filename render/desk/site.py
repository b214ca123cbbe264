"""A folder for any static web server: the desk, a rule book, games, and the judge as WebAssembly (docs/desk.md)."""

from __future__ import annotations

import io
import json
import zipfile
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from importlib import import_module
from importlib.metadata import files
from pathlib import Path
from typing import Final

from fairyscore.notation.game import Game
from fairyscore.notation.rules.variant import Variant
from fairyscore.render.desk.engine_files import EnginePackage
from fairyscore.render.desk.page import own, published_page
from fairyscore.render.desk.published import desk_with, games_text

OURS: Final = ("fairyscore.notation", "fairyscore.render")
OTHERS: Final = ("svgwrite", "pyparsing")
DATA: Final = frozenset({".py", ".toml", ".ini", ".txt", ".html", ".css", ".js", ".json", ".typ"})

RULES: Final = "rules.html"


def site(
    games: Sequence[Game],
    variant_files: Mapping[str, str],
    pyodide: Mapping[str, bytes],
    rules: bytes,
    engine: EnginePackage | None = None,
) -> dict[str, bytes]:
    """The files of the folder by their paths.

    games: those on the desk, at least one; the first is shown. variant_files: texts of variant files by name.
    pyodide: its files by name (`pyodide_files`). rules: a rule book, one HTML file. engine: one that the page may ask.
    """
    data = games_text(games, variant_files, engine=engine is not None)
    desk = desk_with(games, engine=engine is not None)
    first = next(iter(desk.games.values()))
    made = {
        "index.html": published_page(desk, first, RULES, engine).encode(),
        RULES: rules,
        "games.json": data.encode(),
        "worker.js": own("worker.js").encode(),
        "judge.zip": _judge(),
    }
    made |= {f"pyodide/{name}": content for name, content in pyodide.items()}
    if engine is not None:
        made |= {f"engine/{name}": content for name, content in engine.files.items()}
        made["engine/host.js"] = own("engine_host.js").encode()
    listed = json.dumps({name: _digest(content) for name, content in made.items()}, indent=1).encode()
    made["files.json"] = listed
    isolated = str(engine is not None and engine.is_threaded).lower()
    offline = own("offline.js").replace("{{digest}}", _digest(listed)).replace('"{{isolated}}"', isolated)
    made["offline.js"] = offline.encode()
    return made


def rule_book(variant: Variant) -> bytes:
    """The rule book of a game as one HTML file."""
    from fairyscore.render.rulebook.content import FigureLook, book
    from fairyscore.render.rulebook.writing import FORMATS
    from fairyscore.render.themes import find

    ((_, text),) = FORMATS["html"](book(variant, FigureLook(find("screen"), 0.0)))
    return text


def _digest(content: bytes) -> str:
    return "sha256-" + b64encode(sha256(content).digest()).decode()


def _judge() -> bytes:
    """An archive of this package without its commands, and of what it imports."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, path in sorted(_modules()):
            # The same files make the same archive: no times of day in it.
            archive.writestr(zipfile.ZipInfo(name), path.read_bytes(), zipfile.ZIP_DEFLATED)
    return made.getvalue()


def _modules() -> Iterator[tuple[str, Path]]:
    """Names in the archive, and files."""
    top = _folder("fairyscore")
    for path in top.glob("*.py"):
        yield f"fairyscore/{path.name}", path
    for package in OURS:
        folder = _folder(package)
        for path in folder.rglob("*"):
            if path.suffix in DATA:
                yield f"{package.replace('.', '/')}/{path.relative_to(folder).as_posix()}", path
    for package in OTHERS:
        for entry in files(package) or ():
            if entry.suffix == ".py":
                yield entry.as_posix(), Path(str(entry.locate()))
            elif "LICENSE" in entry.name.upper():  # beside its own folder: without METADATA that would be no package
                yield f"licences/{package}/{entry.name}", Path(str(entry.locate()))


def _folder(package: str) -> Path:
    file = import_module(package).__file__
    assert file is not None
    return Path(file).parent
