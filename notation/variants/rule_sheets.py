"""The rule sheets of games in Python modules, read from `sheets/NAME.toml` when they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fairyscore.notation.rules.readings import RuleSheet


def sheet_in(
    name: str, words: Callable[[], Mapping[str, str]] = dict, position: Callable[[str], str] = str
) -> Callable[[], RuleSheet]:
    """A function that gives the sheet in a file; it is read once. words, position: see `rule_sheet_reader.read_sheet`."""

    @cache
    def sheet() -> RuleSheet:
        from fairyscore.notation.variants.rule_sheet_reader import read_sheet

        return read_sheet(name, words(), position)

    return sheet
