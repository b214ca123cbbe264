"""Data files that lie beside modules, also where the package lies in a zip file (zipapp).

`importlib.resources` finds them too, but takes 14 ms to import: as long as drawing the first board.

>>> data_text("fairyscore.notation.mail", "phrases.toml").count("[") > 0
True
>>> "gardner.toml" in data_names("fairyscore.notation.variants", "library")
True
"""

import os
import sys
from importlib import import_module
from typing import Any


def data_text(package: str, name: str) -> str:
    """The text of a file of a package, in UTF-8. name: below its folder, with `/`. Raises `OSError`."""
    loader, folder = _place(package)
    data: bytes = loader.get_data(os.path.join(folder, *name.split("/")))  # noqa: PTH118
    return data.decode("utf-8").replace("\r\n", "\n")


def data_sections(package: str, name: str) -> dict[str, dict[str, str]]:
    """The sections of a file like the INI files of `configparser`, which takes 8 ms to import: `[section]`, `key = text`.

    Each text is one line as it stands; lines that are empty or begin with `#` are passed over.
    """
    found: dict[str, dict[str, str]] = {}
    for line in data_text(package, name).splitlines():
        if line.startswith("["):
            section = found[line[1:-1]] = {}
        elif line and not line.startswith("#"):
            key, _, text = line.partition(" = ")
            section[key] = text
    return found


def data_names(package: str, folder: str) -> list[str]:
    """The names of the files in a folder of a package, in order."""
    _, here = _place(package)
    path = os.path.join(here, folder)  # noqa: PTH118
    if os.path.isdir(path):  # noqa: PTH112
        return sorted(os.listdir(path))  # noqa: PTH208
    from importlib.resources import files

    return sorted(entry.name for entry in (files(package) / folder).iterdir())


def _place(package: str) -> tuple[Any, str]:
    """The loader of a package, and the path of its folder."""
    module = sys.modules.get(package) or import_module(package)
    assert module.__spec__ is not None
    assert module.__file__ is not None
    return module.__spec__.loader, os.path.dirname(module.__file__)  # noqa: PTH120
