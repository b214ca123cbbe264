"""Settings of a project: `fairyscore.toml`, or `[tool.fairyscore]` in `pyproject.toml`, the nearest above what is read.

Settings stand in for options that are not given on the command line. A key that is unknown is wrong usage: nothing is run
with half of its settings.
"""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import click

from fairyscore.notation.text import nearest

_SECTION = b"tool.fairyscore"

SETTINGS = "fairyscore.settings"  # where click keeps the settings of the project, if there are some


class Setting(NamedTuple):
    """A setting: the type of its value, the parameter it stands in for, and of which commands, if not of all."""

    type: type
    parameter: str = ""
    commands: str = ""


KEYS = {
    "variant": Setting(str, "game", "validate convert fmt stats replay show play repair diff view sheet"),
    "variant-path": Setting(list, "variant_paths"),
    "select": Setting(list, "select"),
    "ignore": Setting(list, "ignore"),
    "format": Setting(str, "style", "validate"),
    "formats": Setting(dict, "style"),
    "strict": Setting(bool, "strict", "validate"),
    "theme": Setting(str, "theme"),
    "language": Setting(str, "language"),
    "moves": Setting(str, "moves", "convert"),
    "engine": Setting(str, "program", "annotate"),
    "exclude": Setting(list),
    "variants": Setting(dict),
}
TYPES = {str: "a text", list: "a list of texts", bool: "true or false", dict: "a table of texts"}


@dataclass(slots=True)
class Settings:
    """The settings of a run. path: the file it comes from, empty where there is none. left_out: files that were excluded.

    variants: by folder, the game of records that name none; both the folder and what is excluded are relative to the file.
    """

    path: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)
    left_out: int = 0

    @property
    def folder(self) -> str:
        """The folder of the file."""
        return os.path.dirname(self.path)  # noqa: PTH120

    def excludes(self, path: str) -> bool:
        """Whether a file is left out; one that is counts."""
        patterns = [pattern.rstrip("/") for pattern in self.values.get("exclude", ())]
        inside = os.path.relpath(os.path.abspath(path), self.folder) if patterns else os.pardir  # noqa: PTH100
        if inside.startswith(os.pardir):
            return False
        from fnmatch import fnmatchcase

        parts = inside.split(os.sep)  # noqa: PTH206 (a path may hold any bytes)
        names = [*parts, *("/".join(parts[:end]) for end in range(2, len(parts) + 1))]
        found = any(fnmatchcase(name, pattern) for name in names for pattern in patterns)
        self.left_out += found
        return found

    def folders(self) -> tuple[tuple[str, str], ...]:
        """The games of folders: absolute paths with names of variants, the innermost folders first."""
        found = self.values.get("variants", {})
        absolute = ((os.path.normpath(os.path.join(self.folder, folder)), name) for folder, name in found.items())  # noqa: PTH118
        return tuple(sorted(absolute, key=lambda pair: -len(pair[0])))

    def lines(self) -> list[str]:
        """The settings in force, each with its source, for `-v`."""
        return [f"settings of {self.path}:", *(f"  {key} = {value!r}" for key, value in self.values.items())]


def settle(context: click.Context, command: str, paths: Iterable[str], commands: Iterable[str]) -> None:
    """Keep the settings of the first of some files that has any, as what stands in for options of a command.

    commands: all that settings may name. Raises `click.UsageError` where they are faulty.
    """
    found = next((Settings(path, values) for path in paths if (values := _read(path)) is not None), Settings())
    context.meta[SETTINGS] = found
    if found.values:
        context.default_map = {command: defaults(found, command, commands)}


def _read(path: str) -> Mapping[str, Any] | None:
    """The settings of a file; None where it has none."""
    try:
        with open(path, "rb") as stream:  # noqa: PTH123
            raw = stream.read(1 << 20)
    except OSError as error:
        raise click.UsageError(f"{path} cannot be read: {error.strerror}.") from None
    own = os.path.basename(path) == "fairyscore.toml"  # noqa: PTH119
    if not own and _SECTION not in raw:
        return None
    import tomllib

    try:
        document = tomllib.loads(raw.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise click.UsageError(f"{path} is not TOML: {error}.") from None
    table: Mapping[str, Any] | None = document if own else document.get("tool", {}).get("fairyscore")
    if table is not None:
        _check(path, table, raw.decode(), () if own else ("tool", "fairyscore"))
    return table


def _check(path: str, table: Any, text: str, above: tuple[str, ...]) -> None:
    """Raise `click.UsageError` for the first key that is unknown or has a value of another type."""
    if not isinstance(table, dict):
        raise click.UsageError(f"{path}: tool.fairyscore is not a table.")
    for key, value in table.items():
        known = KEYS.get(key)
        inner: Iterable[Any] = ()
        if isinstance(value, dict):
            inner = value.values()
        elif isinstance(value, list):
            inner = value
        if known is None:
            near = nearest(key, KEYS)
            meant = f"did you mean {near}?" if near else f"there are {', '.join(KEYS)}."
            wrong = f"there is no setting {key[:60]!a}; {meant}"
        elif not isinstance(value, known.type) or any(not isinstance(item, str) for item in inner):
            wrong = f"{key} must be {TYPES[known.type]}."
        else:
            continue
        from fairyscore.notation.variants.toml_places import places

        found = places(text).get((*above, key))
        raise click.UsageError(f"{path}:{found.line}:{found.column}: {wrong}" if found else f"{path}: {wrong}")


def defaults(found: Settings, command: str, commands: Iterable[str]) -> dict[str, Any]:
    """The defaults of a command's options in the settings, by parameter. commands: all that settings may name."""
    values = {}
    if unknown := sorted(found.values.get("formats", {}).keys() - set(commands)):
        raise click.UsageError(f"{found.path}: formats names {unknown[0][:60]!a}, which is not a command.")
    for key, value in found.values.items():
        _, parameter, commands = KEYS[key]
        if key == "variant-path":
            value = [os.path.join(found.folder, path) for path in value]  # noqa: PTH118
        elif key == "formats":
            value = value.get(command)
        if parameter and value is not None and command in (commands.split() or [command]):
            values[parameter] = value
    return values
