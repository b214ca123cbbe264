"""Games of Lichess in JSON: the game, tags, clocks and result of what its API gives, and no value lost."""

import json
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from running import run

from fairyscore.notation.formats.json import JSONL
from fairyscore.notation.formats.registry import begins_as_games, recognised
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.records.token_stream import DiagnosticCollector, stretches_between
from fairyscore.notation.replay import Validator, Verdict
from fairyscore.notation.variants.registry import variant

GAME: dict[str, Any] = {
    "id": "abcd1234",
    "rated": True,
    "variant": "atomic",
    "speed": "blitz",
    "createdAt": 1609459200000,
    "status": "resign",
    "players": {
        "white": {"user": {"name": "Anna", "id": "anna", "title": "FM"}, "rating": 1500},
        "black": {"aiLevel": 3},
    },
    "winner": "white",
    "opening": {"eco": "A00", "name": "A Start", "ply": 1},
    "moves": "Nf3 f6 e4",
    "clocks": [18003, 18000, 17915],
    "analysis": [{"eval": 17}, {"mate": 3, "best": "e7e6", "variation": "e6 e4"}],
    "clock": {"initial": 180, "increment": 2},
    "division": {},
}


def judged(game: dict[str, Any]) -> Verdict:
    assert JSONL.read is not None
    return Validator(read=JSONL.read).judge(GameText(1, json.dumps(game), 1))


def test_a_game_as_the_server_gives_it() -> None:
    verdict = judged(GAME)
    assert not verdict.findings
    assert verdict.record is not None
    assert (verdict.record.variant, verdict.record.result, verdict.plies) == ("atomic", "1-0", 3)
    tags = {
        "White": "Anna",
        "WhiteTitle": "FM",
        "WhiteElo": "1500",
        "Black": "lichess AI level 3",
        "Date": "2021.01.01",
        "ECO": "A00",
        "Opening": "A Start",
        "TimeControl": "180+2",
        "Termination": "normal",
        "Site": "https://lichess.org/abcd1234",
        "Rated": "true",
        "OpeningPly": "1",
    }
    assert tags.items() <= dict(verdict.record.tags).items()
    comments = [[comment.text for comment in ply.comments] for ply in verdict.record.line.plies]
    assert comments == [
        ["[%clk 0:03:00.03]", "[%eval 0.17]"],
        ["[%clk 0:03:00]", "[%eval #3]", "best: e7e6", "variation: e6 e4"],
        ["[%clk 0:02:59.15]"],
    ]


@pytest.mark.parametrize(
    ("changes", "result"),
    [
        ({"winner": "black"}, "0-1"),
        ({"winner": None, "status": "draw"}, "1/2-1/2"),
        ({"winner": None, "status": "stalemate"}, "1/2-1/2"),
        ({"winner": None, "status": "started"}, "*"),
        ({"winner": None, "status": "aborted"}, "*"),
        ({"winner": ["white"], "status": {}}, "*"),
    ],
)
def test_the_result_is_of_winner_and_status(changes: dict[str, Any], result: str) -> None:
    record = judged({key: value for key, value in (GAME | changes).items() if value is not None}).record
    assert record is not None
    assert record.result == result


@pytest.mark.parametrize(
    ("name", "game"),
    [("standard", "chess"), ("kingOfTheHill", "king-of-the-hill"), ("threeCheck", "three-check"), ("horde", "horde")],
)
def test_the_variants_have_the_names_of_the_server(name: str, game: str) -> None:
    record = judged({"id": "a", "players": {}, "variant": name, "moves": ""}).record
    assert record is not None
    assert variant(record.variant).name == game


def test_a_position_to_start_from() -> None:
    fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    verdict = judged({"id": "a", "players": {}, "variant": "fromPosition", "initialFen": fen, "moves": "e4 Kd7"})
    assert not verdict.findings
    assert verdict.record is not None
    assert verdict.record.tag("FEN") == fen


def test_a_wrong_move_is_reported_at_its_word() -> None:
    text = json.dumps(GAME | {"moves": "Nf3 f6 Ke3 a5"})
    assert JSONL.read is not None
    finding = Validator(read=JSONL.read).judge(GameText(1, text, 1)).findings[0]
    assert (finding.code, finding.column) == ("no-piece-reaches", text.index("Ke3") + 1)


STRANGE = [
    {},
    {"moves": "Nf3 (x) e4"},
    {"moves": "N\\u0066 \t f6", "clocks": [1, -1, "a", [], {}]},
    {"clocks": list(range(9)), "analysis": [[], 7, {"eval": "x"}]},
    {"variant": {"key": "atomic", "name": "Atomic"}},
    {"createdAt": 10**40, "status": 25, "clock": 5, "players": {"white": [], "Weiß": None}},
    {"\0": 1, "a-b": 2, "aB": 3, "AB": 4},
    {"createdAt": True, "initialFen": 7, "winner": "green", "clock": {"initial": True}},
]


@pytest.mark.parametrize("changes", STRANGE)
def test_each_value_is_kept_or_reported(changes: dict[str, Any]) -> None:
    text = json.dumps(GAME | changes)
    game_text = GameText(1, text, 1)
    notes = DiagnosticCollector("-", game_text)
    assert JSONL.read is not None
    stream = JSONL.read(game_text, notes)
    spans = chain(stream.accounted(variant("atomic")), notes.spans)
    lost = [text[start:end] for start, end in stretches_between(text, spans)]
    assert not lost


def test_a_key_that_stands_twice_is_reported() -> None:
    text = '{"id": "a", "id": "b", "players": {}, "moves": "e4"}'
    assert JSONL.read is not None
    findings = Validator(read=JSONL.read).judge(GameText(1, text, 1)).findings
    assert [finding.code for finding in findings] == ["bad-value"]


def test_what_nests_deeply_is_no_crash() -> None:
    text = '{"id": "a", "players": {}, "moves": "e4", "x": ' + "[" * 900 + "]" * 900 + "}"
    assert JSONL.read is not None
    Validator(read=JSONL.read).judge(GameText(1, text, 1))


def test_a_file_is_recognised_and_converted(tmp_path: Path) -> None:
    line = json.dumps(GAME)
    form = recognised(line + "\n" + line)
    assert form is not None
    assert form.name == "jsonl"
    assert begins_as_games(line.encode())
    (tmp_path / "games.ndjson").write_text(line + "\n" + json.dumps(GAME, indent=1).replace("\n", "") + "\n")
    done = run("convert", str(tmp_path / "games.ndjson"), "--to", "pgn")
    assert done.exit_code == 0, done.output
    assert done.output.count('[Variant "atomic"]') == 2
