"""Python as WebAssembly: the files of Pyodide that a page needs, from a folder or from a web server.

What comes from a web server is that one version whose digests stand here, or it is refused.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Final
from urllib.error import URLError
from urllib.request import urlopen

from fairyscore.render.errors import DrawingError

VERSION: Final = "314.0.7"
ADDRESS: Final = f"https://cdn.jsdelivr.net/npm/pyodide@{VERSION}/"
"""The npm package `pyodide`, file by file."""

DIGESTS: Final = {
    "pyodide.mjs": "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109",
    "pyodide.asm.mjs": "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635",
    "pyodide.asm.wasm": "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6",
    "python_stdlib.zip": "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a",
    "pyodide-lock.json": "5dc2fc119108bc148c7457dc86e7675b5c87e1cafd420b9c34c1eaef7b36c010",
}
"""SHA-256 of the files that a page needs."""

SCHEMES: Final = ("https://", "http://")
PATIENCE: Final = 60.0
"""Seconds without a byte after which a server is given up."""


def pyodide_files(source: str) -> dict[str, bytes]:
    """The files of Pyodide by name. source: the folder of the npm package, or its address.

    A folder may have any version. Raises `DrawingError` where a file is missing, and where one that came from an address
    has another digest.
    """
    if source.startswith(SCHEMES):
        return {name: _loaded(source, name) for name in DIGESTS}
    return {name: _read(Path(source), name) for name in DIGESTS}


def _read(folder: Path, name: str) -> bytes:
    try:
        return (folder / name).read_bytes()
    except (OSError, ValueError):
        raise DrawingError(f"{folder} is not the folder of the npm package pyodide: it has no {name}") from None


def _loaded(address: str, name: str) -> bytes:
    """A file of an address. Raises `DrawingError`."""
    place = f"{address.rstrip('/')}/{name}"
    try:
        with urlopen(place, timeout=PATIENCE) as answer:
            content: bytes = answer.read()
    except (OSError, ValueError) as error:
        why = error.reason if isinstance(error, URLError) else error
        advice = f"--pyodide FOLDER takes the npm package from a folder (npm install pyodide@{VERSION})"
        raise DrawingError(f"{place} could not be loaded: {why}; {advice}") from None
    if sha256(content).hexdigest() != DIGESTS[name]:
        raise DrawingError(f"{place} is not the {name} of Pyodide {VERSION}: its SHA-256 is another")
    return content
