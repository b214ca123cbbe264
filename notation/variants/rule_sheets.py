"""The rule sheets of games in Python modules, read from `sheets/NAME.toml` when they are asked for.

A game whose sheet depends on its options fills in the `{words}` of the file. A line that comes out empty is left out; a
word of several lines makes several. A section with the key `if` is there only where the word that it names is not empty;
`examples_if` says so of its examples.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from fairyscore.notation.package_data import data_text
from fairyscore.notation.rules.readings import Example, Reading, RuleSection, RuleSheet

Words = Mapping[str, str]


def sheet_in(
    name: str, words: Callable[[], Words] = dict, position: Callable[[str], str] = str
) -> Callable[[], RuleSheet]:
    """What gives the sheet in a file; read once. position: makes the FEN of an example of what the file has."""

    @cache
    def sheet() -> RuleSheet:
        import tomllib

        data, said = tomllib.loads(data_text("fairyscore.notation.variants", f"sheets/{name}.toml")), words()
        sections = (_section(part, said, position) for part in data["section"] if _holds(part, "if", said))
        return RuleSheet(tuple(sections), readings_in(data))

    return sheet


def readings_in(data: Mapping[str, Any]) -> tuple[Reading, ...]:
    """The readings of a document, as variant files have them too."""
    return tuple(
        Reading(said["id"], said["says"], said["why"], said.get("tag", ""), said.get("option", ""))
        for said in data.get("reading", ())
    )


def _section(said: Mapping[str, Any], words: Words, position: Callable[[str], str]) -> RuleSection:
    lines = tuple(line for text in said["lines"] for line in _filled(text, words).splitlines())
    shown = said.get("example", ()) if _holds(said, "examples_if", words) else ()
    examples = (Example(**{**example, "position": position(_filled(example["position"], words))}) for example in shown)
    return RuleSection(said["heading"], lines, tuple(examples), said.get("shows", ""))


def _holds(said: Mapping[str, Any], key: str, words: Words) -> bool:
    return key not in said or bool(words[said[key]])


def _filled(text: str, words: Words) -> str:
    return text.format_map(words) if words else text
