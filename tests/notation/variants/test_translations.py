"""What is written of shipped games, in every language: no rule book falls back to English, and no fact gets lost."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from fairyscore.notation.rules.readings import GameWords
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.rules.wording.language import LANGUAGES
from fairyscore.notation.variants import GAMES
from fairyscore.notation.variants.file_reader import document
from fairyscore.notation.variants.registry import options_of, variant
from fairyscore.notation.variants.rule_sheet_reader import words_in
from fairyscore.notation.variants.sources import shipped, shipped_names

OTHERS = LANGUAGES[1:]
FACT = re.compile(r"[A-Z]{1,2}-\d+|(?<!\w)[a-r]\d{1,2}(?!\w)|\{\w+\}|\d+")
SHIPPED = [name for name in shipped_names() if name not in GAMES]
OPTIONS = ("chamaeleon:players=3", "chamaeleon:start=drop", "circular-66:promotion=may", "kaleidochess:players=4")


def in_file(data: Mapping[str, Any]) -> Iterator[str]:
    """The sentences of a variant file."""
    for lines in data.get("rules", {}).values():
        yield from lines
    yield from data.get("told", ())
    yield from (example["says"] for example in data.get("example", ()))
    yield from (reading[key] for reading in data.get("reading", ()) for key in ("says", "why"))
    yield from (option["says"] for option in data.get("option", ()) if "says" in option)


def on_sheet(game: Variant) -> Iterator[str]:
    """The sentences of a rule sheet; a line that begins with blanks is a table of colours or names."""
    sheet, about = game.rules.sheet(), game.rules.about
    yield from (line for section in sheet.sections for line in section.author_lines if not line.startswith(" "))
    yield from (example.says for example in sheet.examples)
    yield from (text for reading in sheet.readings for text in (reading.says, reading.reason))
    yield from (option.says for option in options_of(game.name.partition(":")[0]))
    yield from filter(None, (about.description, about.history, about.strategy, *about.pieces.values()))


def missing(sentences: Iterator[str], words: Mapping[str, GameWords]) -> list[tuple[str, str]]:
    """Each sentence that a language lacks."""
    return [(code, text) for text in sentences for code in OTHERS if text not in words.get(code, GameWords()).texts]


def changed(words: Mapping[str, GameWords]) -> list[tuple[str, str]]:
    """Each sentence whose cells, numbers, ids of readings or words to fill in are others in a translation."""
    texts = ((code, *pair) for code in OTHERS for pair in words.get(code, GameWords()).texts.items())
    return [(code, text) for code, text, other in texts if set(FACT.findall(text)) != set(FACT.findall(other))]


def test_every_sentence_of_a_file_is_told_in_every_language() -> None:
    for name in SHIPPED:
        data = document(shipped(name)).data
        words = words_in(data)
        assert missing(in_file(data), words) == [], name
        assert changed(words) == [], name


@pytest.mark.parametrize("name", [*GAMES, *OPTIONS])
def test_every_sentence_of_a_sheet_is_told_in_every_language(name: str) -> None:
    game = variant(name)
    words = game.rules.sheet().words
    assert missing(on_sheet(game), words) == []
    assert changed(words) == []


def test_a_title_of_the_language() -> None:
    assert words_in(document(shipped("atomic")).data)["de"].texts["Atomic Chess"] == "Atomschach"
