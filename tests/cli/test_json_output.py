"""`--format json`: what each command prints keeps to its definition in `cli/schemas/output.schema.json`."""

import json
import shlex
from importlib.resources import files
from pathlib import Path
from typing import Any

import click
import jsonschema
import pytest
from referencing import Registry, Resource
from running import run, written

from fairyscore.cli.main import COMMANDS, program

SCHEMAS = {name: json.loads((files("fairyscore.cli") / "schemas" / name).read_text(encoding="utf-8"))
           for name in ("output.schema.json", "stats.schema.json", "record.schema.json")}  # fmt: skip
REGISTRY: Any = Registry().with_resources((name, Resource.from_contents(schema)) for name, schema in SCHEMAS.items())
GAMES = '[White "Anna"]\n[Result "*"]\n\n1. e4 e5 *\n\n[White "Bert"]\n[Result "*"]\n\n1. e4 e5\n2. nf3 {best} Nc6 *\n'
OTHER = '[White "Carla"]\n[Result "1-0"]\n\n1. e4 c5 1-0\n\n[Result "*"]\n\n1. d4 Kz9z9z9 *\n'


def keeps_to_its_schema(command: str, data: Any) -> Any:
    schema = {"$ref": f"output.schema.json#/$defs/{command}"}
    jsonschema.Draft202012Validator(schema, registry=REGISTRY).validate(data)
    return data


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(tmp_path / "a.pgn", GAMES)
    written(tmp_path / "b.pgn", OTHER)
    written(tmp_path / "c.pgn", GAMES)
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("validate a.pgn b.pgn", 1),
        ("replay a.pgn b.pgn --legal", 1),
        ("moves chess --after e4", 0),
        ("explain chess e4", 0),
        ("explain chess e5", 1),
        ("explain chess Kz9", 1),
        ("perft chess 2 --divide", 0),
        ("variants", 0),
        ("formats", 0),
        ("diagnostics time-*", 0),
        ("diff a.pgn b.pgn", 1),
        ("diff a.pgn a.pgn", 1),
        ("fmt a.pgn b.pgn", 1),
        ("fmt --check missing.pgn", 2),
        ("convert a.pgn b.pgn -o out.txt --to moves", 1),
        ("repair a.pgn", 1),
        ("repair a.pgn --write", 0),
        ("repair b.pgn", 1),
        ("repair missing.pgn", 2),
        ("play a.pgn --game 1 Nf3 Nc6", 0),
        ("play a.pgn --game 1 Nf6", 1),
        ("dedupe a.pgn b.pgn c.pgn", 1),
        ("find 'ply 1 and not check' a.pgn b.pgn", 0),
        ("find mate a.pgn", 1),
        ("stats a.pgn", 0),
        ("tournament a.pgn", 1),
    ],
)
def test_answers_keep_to_their_schema(line: str, status: int) -> None:
    command, *arguments = shlex.split(line)
    result = run(command, *arguments, "--format", "json")
    assert result.exit_code == status, result.output
    keeps_to_its_schema(command, json.loads(result.stdout))


def test_every_command_with_json_has_a_schema() -> None:
    context = click.Context(program)
    found = {name: program.get_command(context, name) for name in COMMANDS}
    with_json = {
        name
        for name, command in found.items()
        for option in (command.params if command else ())
        if option.name == "style" and "json" in getattr(option.type, "choices", ())
    }
    assert with_json <= SCHEMAS["output.schema.json"]["$defs"].keys()
    assert {"fmt", "repair", "convert"} <= with_json


@pytest.mark.usefixtures("folder")
def test_what_the_documents_say() -> None:
    repair = json.loads(run("repair", "a.pgn", "--write", "--format", "json").stdout)
    assert [game["repaired"] for game in repair["games"]] == [True]
    assert repair["games"][0]["ways"][0]["changes"] == [
        {"line": 10, "column": 4, "was": "nf3", "becomes": "Nf3", "why": "the letter case is another"}
    ]
    fmt = json.loads(run("fmt", "--check", "b.pgn", "--format", "json").stdout)
    assert [file["status"] for file in fmt["files"]] == ["would-reformat"]
    assert (fmt["games_with_faults"], fmt["diagnostics"][0]["code"]) == (1, "unreadable-move")
    convert = json.loads(run("convert", "a.pgn", "-o", "out.txt", "--to", "moves", "--format", "json").stdout)
    assert (convert["converted"], convert["written"]) == (2, True)
    assert {"file": "a.pgn", "game": 2, "ply": 3, "kind": "comment", "what": '"best"'} in convert["losses"]


def test_json_and_games_cannot_both_go_to_standard_output() -> None:
    for line in ("convert - --to moves", "fmt -"):
        result = run(*line.split(), "--format", "json", stdin=GAMES.encode())
        assert (result.exit_code, result.stdout) == (2, ""), line


def test_dates_of_moves_that_differ_keep_to_the_schema(tmp_path: Path) -> None:
    dated = '[Result "*"]\n\n1. e4 {[%date 2026.01.02]} *\n'
    one = written(tmp_path / "a.pgn", dated)
    other = written(tmp_path / "b.pgn", dated.replace("01.02", "01.12"))
    data = keeps_to_its_schema("diff", json.loads(run("diff", one, other, "--format", "json").stdout))
    assert data["games"][0]["statements"] == [
        {"ply": 1, "move": "1. e4", "what": "date", "values": ["2026.01.02", "2026.01.12"]}
    ]
