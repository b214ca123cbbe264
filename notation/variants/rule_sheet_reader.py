"""Reads rule sheets from documents: from `sheets/NAME.toml`, and what variant files have of them too.

A game whose sheet depends on its options fills in the `{words}` of the file. A line that comes out empty is left out; a
word of several lines makes several. Where a section has a `key`, what `RuleText` has under it takes its place in languages
that the file does not speak, and that of its lines where it has none. One with `if` is there only where the word that it
names is not empty; `examples_if` says so of its examples, and a line may be a table of `if` and `text` too.
"""

import tomllib
from collections.abc import Callable, Mapping
from typing import Any

from fairyscore.notation.package_data import data_text
from fairyscore.notation.rules.readings import AboutGame, Example, GameWords, Reading, RuleSection, RuleSheet


def read_sheet(name: str, words: Mapping[str, str], position: Callable[[str], str]) -> RuleSheet:
    """The sheet in the file of a name. words: what its `{words}` are. position: makes the FEN of an example of what the
    file has."""
    data = tomllib.loads(data_text("fairyscore.notation.variants", f"sheets/{name}.toml"))

    def filled(text: str) -> str:
        return text.format_map(words) if words else text

    def holds(part: Mapping[str, Any], key: str) -> bool:
        return key not in part or bool(words[part[key]])

    def stated(entry: str | Mapping[str, str]) -> str:
        if isinstance(entry, str):
            return entry
        return entry["text"] if holds(entry, "if") else ""

    def section(part: Mapping[str, Any]) -> RuleSection:
        texts = (filled(stated(entry)) for entry in part.get("lines", ()))
        lines = tuple(line for text in texts for line in text.splitlines())
        shown = part.get("example", ()) if holds(part, "examples_if") else ()
        examples = (Example(**{**one, "position": position(filled(one["position"]))}) for one in shown)
        return RuleSection(part["heading"], lines, tuple(examples), part.get("shows", ""), part.get("key", ""), lines)

    sections = tuple(section(part) for part in data["section"] if holds(part, "if"))
    others = {code: _filled(known, filled) for code, known in words_in(data).items()}
    return RuleSheet(sections, readings_in(data), about_in(data), words=others)


def _filled(words: GameWords, filled: Callable[[str], str]) -> GameWords:
    """Words with what a game's options fill in, in texts and their translations."""
    return words._replace(texts={filled(text): filled(entry) for text, entry in words.texts.items()})


def about_in(data: Mapping[str, Any]) -> AboutGame:
    """The author's texts in a document, as variant files have them too."""
    keys = ("inventor", "year", "description", "history", "strategy")
    texts = {key: str(data[key]).strip() for key in keys if key in data}
    pieces = {piece["name"]: piece["text"] for piece in data.get("piece", ()) if "text" in piece}
    sample = data.get("sample", {})
    samples = {"": sample} if isinstance(sample, str) else sample
    return AboutGame(**texts, pieces=pieces, samples=samples)


def words_in(data: Mapping[str, Any]) -> dict[str, GameWords]:
    """The words of a document in other languages, by language."""
    return {code: _words_of(entry) for code, entry in data.get("words", {}).items()}


def _words_of(entry: Mapping[str, Any]) -> GameWords:
    """The words of a document in one language."""
    pieces = {name: tuple(forms) for name, forms in entry.get("piece", {}).items()}
    regions = {}
    for name, text in entry.get("region", {}).items():
        regions[name] = {"": text} if isinstance(text, str) else dict(text)
    return GameWords(pieces, regions, entry.get("text", {}))


def readings_in(data: Mapping[str, Any]) -> tuple[Reading, ...]:
    """The readings of a document, as variant files have them too."""
    return tuple(
        Reading(entry["id"], entry["says"], entry["why"], entry.get("tag", ""), entry.get("option", ""))
        for entry in data.get("reading", ())
    )
