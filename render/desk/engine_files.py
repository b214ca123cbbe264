"""An engine for published pages: the npm package fairy-stockfish-nnue.wasm, under the GPL, from a folder of the user's.

Nothing of it comes along with this program, and nothing is downloaded; who publishes it publishes it under its licence.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final, NamedTuple

from fairyscore.notation.text import shown
from fairyscore.render.errors import DrawingError

PACKAGE: Final = "fairy-stockfish-nnue.wasm"

NEEDED: Final = ("stockfish.js", "stockfish.wasm", "Copying.txt")
"""The program, and the text of its licence, which has to go along."""

FURTHER: Final = ("stockfish.worker.js", "AUTHORS")
"""Files that a build may have: that of its threads, and its authors."""


class EnginePackage(NamedTuple):
    """An engine's files by name, and what its package says of it. is_threaded: the server must let pages share memory."""

    files: dict[str, bytes]
    name: str
    licence: str
    source: str

    @property
    def is_threaded(self) -> bool:
        """True if it needs memory that threads share, which browsers give to isolated pages alone."""
        return "stockfish.worker.js" in self.files


def engine_package(folder: str) -> EnginePackage:
    """The engine in the folder of an npm package. Raises `DrawingError` where a file is missing or is not readable."""
    path = Path(folder)
    try:
        stated = json.loads((path / "package.json").read_text(encoding="utf-8"))
        files = {name: (path / name).read_bytes() for name in NEEDED}
        files |= {name: (path / name).read_bytes() for name in FURTHER if (path / name).is_file()}
    except (OSError, ValueError) as fault:
        missing = getattr(fault, "filename", None)
        why = f"it has no {Path(missing).name}" if missing else "its package.json cannot be read"
        raise DrawingError(f"{shown(folder)} is not the folder of the npm package {PACKAGE}: {why}") from None
    name = " ".join(str(stated.get(key, "")) for key in ("name", "version")).strip()
    return EnginePackage(files, name, str(stated.get("license", "")), str(stated.get("homepage", "")))
