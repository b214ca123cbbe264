"""The inventors' pages, sentence by sentence: what states a rule is covered by a test.

`tests/data/seed_pages` names the sentences of each page by their first words, in order. The pages themselves do not
come along; where FAIRYSCORE_SEEDS names the folder that holds them as texts, the tables are held against them.
"""

import ast
import os
import re
import tomllib
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest

from fairyscore.notation.variants import variant

TESTS = Path(__file__).resolve().parents[1]
TABLES = sorted((TESTS.parent / "data" / "seed_pages").glob("*.toml"))
KINDS = {"rule", "story", "etiquette", "comment", "example"}
READING = re.compile(r"[A-Z]-\d+")
SENTENCE_END = re.compile(r"(?<=[.!?:])[\"')]*\s+(?=[\"'(]?[A-Z0-9])")
WORD = re.compile(r"[^\W_]+(?:['.\-+][^\W_]+)*")

each_page = pytest.mark.parametrize("table", TABLES, ids=lambda table: table.stem)


def sentences(page: str) -> list[str]:
    """The words of each sentence of a page; a heading is one too."""
    parts = [part for line in page.splitlines() for part in SENTENCE_END.split(line.strip())]
    return [" ".join(words) for words in map(WORD.findall, parts) if words]


@cache
def read(table: Path) -> dict[str, Any]:
    return tomllib.loads(table.read_text(encoding="utf-8"))


@cache
def names_in(file: Path) -> tuple[frozenset[str], frozenset[str]]:
    """The test functions of a file, and its texts, of which the names of cases are some."""
    tree = list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
    functions = frozenset(node.name for node in tree if isinstance(node, ast.FunctionDef))
    texts = frozenset(node.value for node in tree if isinstance(node, ast.Constant) and isinstance(node.value, str))
    return functions, texts


def exists(test: str) -> bool:
    """Whether there is a test of that name: `folder/file.py::function`, with or without `[case]`."""
    named = re.fullmatch(r"([\w/]+\.py)::(test_\w+)(?:\[(.+)\])?", test)
    if named is None or not (TESTS / named[1]).is_file():
        return False
    functions, texts = names_in(TESTS / named[1])
    return named[2] in functions and (named[3] is None or named[3] in texts)


def test_there_is_a_table_for_each_page() -> None:
    pages = ["caliph-qi-and-tor-qi", "chamaeleon", "circular-chess", "cylindrical", "kaleidochess"]
    assert [table.stem for table in TABLES] == pages


@each_page
def test_every_rule_has_a_test(table: Path) -> None:
    """Readings alone are words."""
    for sentence in read(table)["sentence"]:
        covered = sentence.get("covered", [])
        assert sentence["kind"] in KINDS, sentence
        assert (sentence["kind"] == "rule") is bool(covered), sentence
        assert not covered or any(not READING.fullmatch(cover) for cover in covered), sentence


@each_page
def test_readings_and_tests_exist(table: Path) -> None:
    readings = {reading.id for reading in variant(read(table)["game"]).rules.readings}
    covers = {cover for sentence in read(table)["sentence"] for cover in sentence.get("covered", [])}
    named = {cover for cover in covers if READING.fullmatch(cover)}
    assert named <= readings
    assert [test for test in sorted(covers - named) if not exists(test)] == []


def test_what_does_not_exist_is_found() -> None:
    here = "variants/test_seed_pages.py"
    assert exists(f"{here}::test_what_does_not_exist_is_found")
    assert not exists(f"{here}::test_of_another_name")
    assert not exists(f"{here}::test_every_rule_has_a_test[{'no'} {'case'}]")
    assert not exists("variants/test_no_file.py::test_moves")


@pytest.mark.skipif("FAIRYSCORE_SEEDS" not in os.environ, reason="FAIRYSCORE_SEEDS names no folder with the pages")
@each_page
def test_every_sentence_has_its_entry(table: Path) -> None:
    page = Path(os.environ["FAIRYSCORE_SEEDS"]) / f"{table.stem}.txt"
    found = sentences(page.read_text(encoding="utf-8"))
    entries = [sentence["begins"] for sentence in read(table)["sentence"]]
    for number, (words, begins) in enumerate(zip_longest(found, entries), 1):
        assert words is not None, f"entry {number} ({begins}) has no sentence"
        assert begins is not None, f"sentence {number} ({words[:40]}) has no entry"
        assert f"{words} ".startswith(f"{begins} "), f"sentence {number} is {words[:40]}, entry {begins}"
