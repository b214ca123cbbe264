"""Options that are no arguments of a command: readers and writers of files find their values, however deep they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

OUTPUTS = ("output", "plot")
"""The parameters that name a file to be written."""

SHARED = "fairyscore.shared"  # the key of `shared_values` in the context of click


def share(context: click.Context, parameter: click.Parameter, value: Any) -> None:
    """Keep the value of an option for `shared_values`; a callback of click."""
    context.meta.setdefault(SHARED, {})[parameter.name] = value


def shared_option(*names: str, callback: Callable[..., None] = share, **attributes: Any) -> Callable[[Any], Any]:
    """An option that is no argument of the command: readers and writers of files find its value in `shared_values`."""
    return click.option(*names, expose_value=False, callback=callback, **attributes)


def shared_values() -> dict[str, Any]:
    """The values of the options made by `shared_option`, by name; only of those that the command has."""
    context = click.get_current_context(silent=True)
    return {} if context is None else context.meta.setdefault(SHARED, {})
