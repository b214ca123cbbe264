"""The manual of variant files tells all keys there are, and its JSON Schema accepts the files that come along."""

import json
import re
import tomllib

import jsonschema
import pytest
from variant_files_page import DOCS, pages

from fairyscore.notation.variants.registry import variant, variant_from_text
from fairyscore.notation.variants.sources import shipped, shipped_names


@pytest.mark.parametrize("path", ["variant.schema.json", "variant-keys.md", "games/library.md", "ends.md"])
def test_pages_are_as_the_program_has_it(path: str) -> None:
    """`python tools/variant_files_page.py` writes them anew."""
    assert (DOCS / path).read_text(encoding="utf-8") == pages()[path]


MANUAL = (DOCS / "variant-files.md").read_text(encoding="utf-8")
TEN = re.findall(r"```toml\n(title = .*?)```", MANUAL, re.DOTALL)


def test_the_manual_is_read_in_twenty_minutes() -> None:
    assert len(MANUAL.split()) < 5000
    assert len(TEN) == 10


@pytest.mark.parametrize("text", TEN, ids=lambda text: text.split("\n")[0])
def test_ten_games_of_the_manual_are_those_that_come_along(text: str) -> None:
    game = variant_from_text(text)
    shipped_game = variant(game.title)
    assert game.initial_state().perft(2) == shipped_game.initial_state().perft(2)
    examples = (example for section in shipped_game.rules.sections for example in section.examples)
    for position in {example.position for example in examples if example.position}:
        assert game.read_position(position).perft(1) == shipped_game.read_position(position).perft(1), position


def test_shipped_files_follow_the_schema() -> None:
    validator = jsonschema.Draft202012Validator(json.loads(pages()["variant.schema.json"]))
    for name in shipped_names():
        data = tomllib.loads(shipped(name).text)
        faults = [error.message for error in validator.iter_errors(data) if "required" not in error.message]
        assert "based_on" in data or faults == [], name


def test_the_schema_refuses_what_the_program_refuses() -> None:
    validator = jsonschema.Draft202012Validator(json.loads(pages()["variant.schema.json"]))
    assert [error.message for error in validator.iter_errors({"title": "x", "titel": 3})]
