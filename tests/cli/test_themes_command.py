"""The command `themes`: what it lists and prints, and what is wrong with a file of one's own."""

import json
import tomllib
from dataclasses import fields
from pathlib import Path

import jsonschema
import pytest
from running import run, written

from fairyscore.render.sheet import look
from fairyscore.render.themes import THEMES, Theme, read


def test_all_are_listed_and_each_can_be_printed() -> None:
    listed = [line.split()[0] for line in run("themes").stdout.splitlines()]
    assert listed == [*THEMES, "style"]
    for name in listed:
        document = tomllib.loads(run("themes", name).stdout)
        schema = json.loads(run("themes", name, "--schema").stdout)
        jsonschema.Draft202012Validator(schema).validate(document)
    assert look.read(run("themes", "style").stdout) == look.Style()


def test_schemas_have_every_key() -> None:
    for name, kind in (("style", look.Style), ("screen", Theme)):
        known = json.loads(run("themes", name, "--schema").stdout)["properties"]
        assert known.keys() - {"base"} == {entry.name for entry in fields(kind)} - {"name"}
        assert all("description" in schema for key, schema in known.items() if key != "labels")
    known = json.loads(run("themes", "style", "--schema").stdout)["properties"]
    assert list(known["labels"]["properties"]) == list(look.LABELS)


@pytest.mark.parametrize("name", THEMES)
def test_a_theme_that_comes_along_is_what_its_file_says(name: str) -> None:
    """Read as that of a user; there, a hatching's ink stays where it is not named."""
    mine = read(run("themes", name).stdout, f"{name}.toml")
    assert {entry.name: getattr(mine, entry.name) for entry in fields(Theme)} == {
        entry.name: getattr(THEMES[name], entry.name) for entry in fields(Theme)
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            'base = "dark"\n[fields]\ndark = "green"\n',
            "own.toml: line 3, column 1: fields.dark is a colour such as #a0b1c2.",
        ),
        ('[fields]\ndrak = "#000000"\n', "own.toml: line 2, column 1: fields has no 'drak', only light, dark"),
        ('paper = "#fff"', "line 1, column 1: paper is a colour"),
        ("text = 100\n", "the style own.toml: line 1, column 1: text is a number from 5 to 24."),
        (
            'text = 10\n[labels]\npage = "{seite}"\n',
            "line 3, column 1: the label page may have {page}, {pages} in braces",
        ),
        ("text = ", "own.toml is not TOML"),
    ],
)
def test_a_fault_is_reported_with_its_place(tmp_path: Path, text: str, message: str) -> None:
    result = run("themes", written(tmp_path / "own.toml", text))
    assert result.exit_code == 1
    assert message in result.stdout


def test_a_file_without_fault(tmp_path: Path) -> None:
    assert run("themes", written(tmp_path / "own.toml", 'paper = "#ffffee"\n')).stdout == "own.toml: no fault\n"
    assert run("themes", "nosuch").exit_code == 2
    assert run("themes", str(tmp_path / "none.toml")).exit_code == 2
