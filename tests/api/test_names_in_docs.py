"""Every name of the library that the docs mention exists: functions, classes, attributes, options of drawings."""

import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import fairyscore
from fairyscore import Game
from fairyscore.render.drawing import DrawingRequest

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]

EXAMPLE = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
CODE = re.compile(r"`([^`\n]+)`")
QUALIFIED = re.compile(r"(?<![\w./-])([A-Za-z]\w*)((?:\.[a-z_]\w*)+)(?![\w/])")
CLASS_TABLE = re.compile(r"^\| Name \| What it is \|\n\| --- \| --- \|\n((?:\|.*\n)+)", re.MULTILINE)
CLASS_NAMED = re.compile(r"^## (\w+)$|\bA `([A-Z]\w+)` is ", re.MULTILINE)
HAS = re.compile(r"\bA `([A-Z]\w+)` has ((?:[^.]|\.(?! |\n))+)\.", re.MULTILINE)


def prose(page: Path) -> str:
    """A page without its examples, which are run elsewhere."""
    return EXAMPLE.sub("", page.read_text(encoding="utf-8"))


def first_names(code: str) -> Iterator[str]:
    """The attribute that a text in code marks begins with, if it is one: `add(move)`, `Game.new(...)`, `fen`."""
    if found := re.match(r"(?:[A-Z]\w+\.)?([a-z_]\w*)(?:\(|\Z|\.)", code):
        yield found[1]


def outside_brackets(text: str) -> str:
    return re.sub(r"\([^()]*\)", "", text)


def attributes(api: str) -> Iterator[tuple[str, str]]:
    """The classes of the page of the library, each with an attribute that it is said to have."""
    for table in CLASS_TABLE.finditer(api):
        (heading,) = list(CLASS_NAMED.finditer(api, 0, table.start()))[-1:]
        for row in table[1].splitlines():
            for code in CODE.findall(row.split("|")[1]):
                yield from ((heading[1] or heading[2], name) for name in first_names(code))
    for sentence in HAS.finditer(api):
        for code in CODE.findall(outside_brackets(sentence[2])):
            yield from ((sentence[1], name) for name in first_names(code))


ATTRIBUTES = list(attributes(prose(ROOT / "docs" / "api.md")))


def has(owner: type, name: str) -> bool:
    """Whether a class, or what it is made of, has an attribute."""
    annotated = {known for base in owner.__mro__ for known in inspect.get_annotations(base)}
    slots = {slot for base in owner.__mro__ for slot in getattr(base, "__slots__", ())}
    made = Game.new("chess") if owner is Game else owner
    return hasattr(made, name) or name in annotated | slots


@pytest.mark.parametrize(("owner", "name"), ATTRIBUTES)
def test_attribute_exists(owner: str, name: str) -> None:
    assert has(getattr(fairyscore, owner), name)


def test_the_page_names_many_and_invented_ones_are_found() -> None:
    assert len(ATTRIBUTES) > 70
    assert {owner for owner, _ in ATTRIBUTES} >= {"Game", "Node", "Position", "LegalMove", "Variant", "Diagnostic"}
    invented = list(attributes("A `Game` has `tags` (a `Mapping`), `tagz`.\n"))
    assert [has(getattr(fairyscore, owner), name) for owner, name in invented] == [True, False]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_qualified_names_exist(page: Path) -> None:
    for code in CODE.findall(prose(page)):
        for found in QUALIFIED.finditer(code):
            root, names = found[1], found[2][1:].split(".")
            owner = getattr(fairyscore, root, None) if root != "fairyscore" else fairyscore
            if isinstance(owner, type):
                assert has(owner, names[0]), found[0]
            elif owner is fairyscore and names[0] not in (
                "notation",
                "render",
                "cli",
                "toml",
                "formats",
                "notations",
                "testing",
            ):
                assert hasattr(fairyscore, names[0]), found[0]


def test_options_of_drawings_exist() -> None:
    (sentence,) = re.findall(
        r"Its options are those of the command `render`:(.*?)\(", prose(ROOT / "docs" / "api.md"), re.DOTALL
    )
    options = CODE.findall(sentence)
    assert len(options) > 8
    assert set(options) <= {*inspect.signature(fairyscore.diagram).parameters, *inspect.get_annotations(DrawingRequest)}
