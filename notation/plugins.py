"""What installed packages bring, by entry points. Looking them up costs ten milliseconds, so it is done last.

>>> list(installed("fairyscore.nothing"))
[]
"""

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from fairyscore.notation.errors import FairyscoreError
from fairyscore.notation.text import shown

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

VARIANTS = "fairyscore.variants"
"""Group of entry points: a `Variant`, a function that makes one, or the path of a variant file."""

FORMATS = "fairyscore.formats"
"""Group of entry points: a `Format`, whose name is that of the entry point."""

NOTATIONS = "fairyscore.notations"
"""Group of entry points: a `Notation`, as a module or an object, whose name is that of the entry point."""


class PluginError(FairyscoreError, ValueError):
    """A plug-in cannot be loaded; the message names the package and the reason, fit for a terminal."""


@lru_cache
def installed(group: str) -> "dict[str, EntryPoint]":
    """The entry points of a group by name. Nothing is loaded."""
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=group)}


def load(group: str, name: str) -> Any:
    """The object of an installed entry point. Raises `KeyError` where there is none, and `PluginError`."""
    point = installed(group)[name]
    try:
        return point.load()
    except Exception as error:
        package = point.dist.name if point.dist is not None else point.value
        raise PluginError(f"{name} of the package {package} cannot be loaded: {shown(str(error))}") from error


def loadable(group: str) -> dict[str, Any]:
    """The objects of the entry points of a group, by name; those that cannot be loaded are left out."""
    found: dict[str, Any] = {}
    for name in installed(group):
        try:
            found[name] = load(group, name)
        except PluginError:
            continue
    return found
