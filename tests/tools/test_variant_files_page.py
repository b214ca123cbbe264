"""The manual of variant files tells all keys there are, and its JSON Schema accepts the files that come along."""

import json
import tomllib

import jsonschema
import pytest
from variant_files_page import DOCS, pages

from fairyscore.notation.variants.sources import shipped, shipped_names


@pytest.mark.parametrize("path", ["variant.schema.json", "variant-files.md", "games/library.md", "ends.md"])
def test_pages_are_as_the_program_has_it(path: str) -> None:
    """`python tools/variant_files_page.py` writes them anew."""
    assert (DOCS / path).read_text(encoding="utf-8") == pages()[path]


def test_shipped_files_follow_the_schema() -> None:
    validator = jsonschema.Draft202012Validator(json.loads(pages()["variant.schema.json"]))
    for name in shipped_names():
        data = tomllib.loads(shipped(name).text)
        faults = [error.message for error in validator.iter_errors(data) if "required" not in error.message]
        assert "based_on" in data or faults == [], name


def test_the_schema_refuses_what_the_program_refuses() -> None:
    validator = jsonschema.Draft202012Validator(json.loads(pages()["variant.schema.json"]))
    assert [error.message for error in validator.iter_errors({"title": "x", "titel": 3})]
