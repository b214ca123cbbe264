"""Games of Chess.com in JSON: the PGN in it, what else is said of the game, and no value lost."""

import json
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from running import run

from fairyscore.notation.formats.chesscom import extra_tags
from fairyscore.notation.formats.json import JSON, JSONL
from fairyscore.notation.formats.registry import begins_as_games, recognised
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.records.token_stream import DiagnosticCollector, stretches_between
from fairyscore.notation.replay import Validator, Verdict
from fairyscore.notation.variants.registry import variant

START = "nrbbqnkr/pppppppp/8/8/8/8/PPPPPPPP/NRBBQNKR w HBhb - 0 1"
PGN = f"""[Event "Let's Play!"]
[White "anna"]
[Black "ben"]
[Result "0-1"]
[Variant "Chess960"]
[SetUp "1"]
[FEN "{START}"]
[WhiteElo "1151"]
[TimeControl "1/259200"]
[Link "https://www.chess.com/game/daily/1"]

1. e4 {{[%clk 71:00:00]}} 1... e5 2. Ne3 0-1
"""
DAILY: dict[str, Any] = {
    "url": "https://www.chess.com/game/daily/1",
    "pgn": PGN,
    "time_control": "1/259200",
    "end_time": 1693760776,
    "rated": True,
    "accuracies": {"white": 73.06, "black": 73.33},
    "tcn": "mC0S",
    "initial_setup": START,
    "fen": "nrbbqnkr/pppp1ppp/8/4p3/4P3/4N3/PPPP1PPP/NRBBQ1KR b HBhb - 1 2",
    "time_class": "daily",
    "rules": "chess960",
    "white": {"rating": 1151, "result": "resigned", "@id": "https://api.chess.com/pub/player/anna", "username": "anna"},
    "black": {"rating": 1417, "result": "win", "username": "ben"},
}
LIVE: dict[str, Any] = {
    "url": "https://www.chess.com/game/live/2",
    "pgn": '[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 1-0\n',
    "rules": "crazyhouse",
}


def judged(game: dict[str, Any]) -> Verdict:
    assert JSONL.read is not None
    return Validator(read=JSONL.read).judge(GameText(1, json.dumps(game), 1))


def test_a_game_as_the_server_gives_it() -> None:
    verdict = judged(DAILY)
    assert not verdict.findings
    record = verdict.record
    assert record is not None
    assert (variant(record.variant).name, record.result, verdict.plies) == ("chess960", "0-1", 3)
    tags = dict(record.tags)
    assert tags["FEN"] == START
    assert {
        "BlackElo": "1417",
        "WhiteResult": "resigned",
        "TimeClass": "daily",
        "Tcn": "mC0S",
        "AccuraciesWhite": "73.06",
        "CurrentPosition": DAILY["fen"],
    }.items() <= tags.items()
    assert not {"InitialSetup", "WhiteUsername", "WhiteRating", "Rules", "Fen"} & tags.keys()
    assert [comment.text for comment in record.line.plies[0].comments] == ["[%clk 71:00:00]"]


@pytest.mark.parametrize(
    ("rules", "game"),
    [
        ("chess", "chess"),
        ("crazyhouse", "crazyhouse"),
        ("threecheck", "three-check"),
        ("kingofthehill", "king-of-the-hill"),
        ("bughouse", "bughouse"),
    ],
)
def test_rules_name_the_variant(rules: str, game: str) -> None:
    record = judged({"url": "https://www.chess.com/game/live/1", "pgn": "1. e4 e5 *", "rules": rules}).record
    assert record is not None
    assert variant(record.variant).name == game


def test_values_that_contradict_the_pgn_are_kept() -> None:
    record = judged(DAILY | {"time_control": "600", "fen": "8/8/8/8/8/8/8/8 w - - 0 1"}).record
    assert record is not None
    assert (record.tag("TimeControl"), record.tag("ChessComTimeControl")) == ("1/259200", "600")


def test_other_rules_than_the_pgn_names_are_reported() -> None:
    assert [finding.code for finding in judged(DAILY | {"rules": "atomic"}).findings] == ["bad-value"]


def test_a_game_without_pgn_is_reported() -> None:
    game = {key: value for key, value in LIVE.items() if key != "pgn"} | {"tcn": "mC0S"}
    assert "bad-value" in [finding.code for finding in judged(game).findings]


def test_a_wrong_move_is_reported_at_its_place() -> None:
    pgn = LIVE["pgn"].replace("[White", '[Event "caf\u00e9 \U0001f600"]\n[White').replace("Qxd5", "Nxd5")
    text = json.dumps(LIVE | {"pgn": pgn})
    assert JSONL.read is not None
    finding = Validator(read=JSONL.read).judge(GameText(1, text, 1)).findings[0]
    assert (finding.code, finding.column) == ("no-piece-reaches", text.index("Nxd5") + 1)


@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize("size", [1, 50, 10_000])
def test_the_games_of_a_month(indent: int | None, size: int) -> None:
    text = json.dumps({"games": [DAILY, LIVE, LIVE]}, indent=indent) + "\n"
    assert JSON.cut is not None
    assert JSON.read is not None
    games = [*JSON.cut(text[at : at + size] for at in range(0, len(text), size))]
    assert "".join(game.text for game in games).replace("\n", "") == text.replace("\n", "")
    verdicts = [Validator(read=JSON.read).judge(game) for game in games]
    assert [verdict.plies for verdict in verdicts] == [3, 5, 5]
    assert not [finding for verdict in verdicts for finding in verdict.findings]


def test_a_month_without_games() -> None:
    assert JSON.cut is not None
    assert JSON.read is not None
    form = recognised('{"games": []}')
    assert form is None or form.name in ("json", "jsonl")


STRANGE = [
    {},
    {"pgn": "what is this"},
    {"pgn": '[White "x"\n\n1. e4 \\" zzz\ud800 *'},
    {"white": "https://api.chess.com/pub/player/anna", "black": None},
    {"rules": "no such game"},
    {"\0": 1, "a-b": 2, "aB": [3, {"x": []}]},
    {"initial_setup": 7, "fen": [], "url": "x"},
]


@pytest.mark.parametrize("changes", STRANGE)
@pytest.mark.parametrize("around", ["{}", '{{"games": [{}', "{}]}}", "x {} y"])
def test_each_value_is_kept_or_reported(changes: dict[str, Any], around: str) -> None:
    text = around.format(json.dumps(DAILY | changes))
    game_text = GameText(1, text, 1)
    notes = DiagnosticCollector("-", game_text)
    assert JSON.read is not None
    stream = JSON.read(game_text, notes)
    spans = chain(stream.accounted(variant("chess")), notes.spans)
    lost = [text[start:end] for start, end in stretches_between(text, spans)]
    assert not lost


def test_a_key_that_stands_twice_is_reported() -> None:
    text = json.dumps(LIVE)[:-1] + ', "rules": "chess"}'
    assert JSONL.read is not None
    findings = Validator(read=JSONL.read).judge(GameText(1, text, 1)).findings
    assert [finding.code for finding in findings] == ["bad-value"]


def test_a_file_is_recognised_and_converted(tmp_path: Path) -> None:
    text = json.dumps({"games": [DAILY, LIVE]})
    form = recognised(text)
    assert form is not None
    assert form.name == "json"
    assert begins_as_games(text.encode())
    assert not begins_as_games(b'{"games": [{"url": "https://example.org/"}]}')
    (tmp_path / "2024-01.json").write_text(text)
    done = run("convert", str(tmp_path / "2024-01.json"), "--to", "pgn")
    assert done.exit_code == 0, done.output
    assert done.output.count("[Event ") == 2


@pytest.mark.parametrize(
    ("setup", "expected"),
    [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", []),
        ("", []),
        (START, [("FEN", START)]),
    ],
)
def test_the_usual_start_is_no_tag(setup: str, expected: list[tuple[str, str]]) -> None:
    found = extra_tags({"initial_setup": setup}, {})
    assert [(tag.name, tag.value) for tag in found if tag.name == "FEN"] == expected
