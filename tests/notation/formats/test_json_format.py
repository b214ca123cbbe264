"""JSON and JSON Lines: what is written keeps to the published schema, and what does not is told with its place."""

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from made_records import records

from fairyscore.notation.formats.json import JSON, JSONL
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.records.tree import Comment, MoveLine, Ply, Record
from fairyscore.notation.replay import Validator, Verdict
from fairyscore.notation.rules.moves import Move

ROOT = Path(__file__).resolve().parents[3]
SCHEMA: dict[str, Any] = json.loads((ROOT / "cli" / "schemas" / "record.schema.json").read_text(encoding="utf-8"))
E4, D4 = Move(12, 28), Move(11, 27)


def read(text: str) -> Verdict:
    assert JSON.read is not None
    return Validator(read=JSON.read).judge(GameText(1, text, 1))


def write(record: Record) -> str:
    assert JSONL.notation is not None
    return str(JSONL.write(record, JSONL.notation))


@given(record=records())
def test_what_is_written_keeps_to_the_schema(record: Record) -> None:
    jsonschema.Draft202012Validator(SCHEMA).validate(json.loads(write(record)))


def test_a_game_as_a_person_reads_it() -> None:
    annotations = (Comment("best by test"), MoveLine((Ply(D4),), (Comment("or"),)))
    record = Record("chess", (("White", "Anna"),), MoveLine((Ply(E4, (1,), annotations),)), "1-0")
    assert json.loads(write(record)) == {
        "variant": "chess",
        "tags": {"White": "Anna"},
        "moves": [
            {
                "move": "e2-e4",
                "nags": [1],
                "behind": [
                    {"comment": "best by test"},
                    {"variation": {"intro": [{"comment": "or"}], "moves": [{"move": "d2-d4"}]}},
                ],
            }
        ],
        "result": "1-0",
    }


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("7", "this belongs to no game: 7"),
        ('{"a": 7}', "a game is an object"),
        ('{"moves": [], "Result": "1-0"}', "a game has no key 'Result' (did you mean result?)"),
        ('{"moves": [], "moves": ["e4"]}', "the key 'moves' stands twice in a game; the first counts"),
        ('{"tags": {}}', "the game has no moves"),
        (
            '{"variant": "tor-qi", "tags": {"Variant": "chess"}, "moves": []}',
            "the variant is tor-qi, and the tag",
        ),
        ('{"moves": [}', "this is not JSON"),
        ('{"moves": {}}', "moves are an array"),
        ('{"moves": [{"move": 4}]}', "a move is an object with the text of the move"),
        ('{"moves": [{"move": "e4 (d4)"}]}', "a move is an object with the text of the move"),
        ('{"moves": [{"move": "e4", "nags": ["!"]}]}', "a NAG is a whole number"),
        ('{"moves": [{"move": "e4", "behind": [7]}]}', "behind holds comments and variations"),
        ('{"tags": {"White": 7}, "moves": []}', "the tag White is not a word with a string"),
        ('{"tags": [], "moves": []}', "the tags of a game are an object"),
        ('{"moves": [], "result": 1}', "the result is a word"),
        ('{"a":' * 5000, "this is not JSON"),
    ],
)
def test_what_is_not_as_the_schema_says_is_reported(text: str, says: str) -> None:
    verdict = read(text)
    assert says in verdict.findings[0].message
    assert verdict.findings[0].code == "bad-value"
    assert not verdict.whole


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ('>>>x <<<{"moves": []}', "something before the game"),
        ('{"moves": [>>>}<<<, 5]', "where JSON ends"),
        ('{"moves": [], "result": >>>1<<<}', "a value"),
        ('{"variant": >>>7<<<, "moves": []}', "a value"),
        ('{"tags": {"White": >>>7<<<}, "moves": []}', "a tag"),
        ('{"moves": ["e4", >>>7<<<]}', "a move"),
        ('{"moves": [], "Result": >>>"1-0"<<<}', "the value of an unknown key"),
        ('{"intro": >>>5<<<, "moves": []}', "a value"),
        ('{"moves": [{"move": "e4", "nags": >>>["!"]<<<}]}', "a list"),
        ('>>>{<<<"tags": {}}', "something is missing: the beginning"),
    ],
)
def test_the_place_of_what_is_reported(text: str, marked: str) -> None:
    before, reported, after = re.split(">>>|<<<", text)
    finding = read(before + reported + after).findings[0]
    assert (finding.column, finding.end_column) == (len(before) + 1, len(before + reported) + 1), marked


def test_a_refused_move_is_reported_where_it_stands() -> None:
    text = '{\n "tags": {},\n "moves": [\n  {"move": "e2-e4", "behind": [{"comment": "x"}]},\n  {"move": "e7-e4"}\n ]}'
    (finding,) = [found for found in read(text).findings if found.severity.value == "error"]
    assert (finding.line, text.splitlines()[4][finding.column - 1 :][:7]) == (5, '"e7-e4"')


def test_a_broken_line_spares_the_next() -> None:
    lines = '{"moves": [}\n{"variant": "chess", "tags": {}, "moves": [{"move": "e2-e4"}], "result": "*"}\n'
    assert JSONL.cut is not None
    verdicts = [read(game_text.text) for game_text in JSONL.cut([lines])]
    assert [verdict.plies for verdict in verdicts] == [0, 1]
    assert [bool(verdict.findings) for verdict in verdicts] == [True, False]
