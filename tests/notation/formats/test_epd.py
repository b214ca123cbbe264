"""Positions, one a line: EPD, lists of FENs, perft suites."""

import io
from pathlib import Path

import pytest
from click.testing import CliRunner

from fairyscore import Game, loads
from fairyscore.cli.main import program
from fairyscore.notation.archive import judge_file
from fairyscore.notation.formats.registry import begins_as_games, recognised
from fairyscore.notation.replay import Validator, Verdict

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
MATE = "4k3/8/4K3/8/8/8/8/7R w - -"


def verdicts(text: str, variant: str = "") -> list[Verdict]:
    return list(judge_file(io.BytesIO(text.encode()), Validator(variant=variant), "a.epd"))


def tags(line: str, variant: str = "") -> dict[str, str]:
    [verdict] = verdicts(f"{line}\n", variant)
    assert verdict.form == "epd"
    return dict(verdict.tags)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (f"{MATE} bm Rh8#;", {"FEN": f"{MATE} 0 1", "bm": "Rh8#"}),
        (f'{MATE} bm Rh8#; id "a; b"; c0 "say \\"x\\"";', {"bm": "Rh8#", "id": "a; b", "c0": 'say "x"'}),
        (f"{MATE} bm Rh8#", {"bm": "Rh8#"}),
        (f'{MATE} bm Rh8# id "a";', {"bm": "Rh8#", "id": "a"}),
        (f'{MATE} bm Rh8#; c0 "no end', {"bm": "Rh8#", "c0": '"no end'}),
        (f"{MATE} 3 17", {"FEN": f"{MATE} 3 17"}),
        (f"{MATE} hmvc 3; fmvn 17;", {"FEN": f"{MATE} 3 17"}),
        (f"{MATE} 0 1 ;D1 18 ;D2 20", {"FEN": f"{MATE} 0 1", "D1": "18", "D2": "20"}),
        (f"{MATE} dm 1; ce 32767; acd 2;;", {"dm": "1", "ce": "32767", "acd": "2"}),
        (f'{MATE} zz "x";', {"zz": "x"}),
        ("4k3/8/8/2Pp4/8/8/8/4K3 w - d6 bm cxd6;", {"FEN": "4k3/8/8/2Pp4/8/8/8/4K3 w - d6 0 1", "bm": "cxd6"}),
        ("4k3/8/8/1pP5/8/8/8/4K3 w - b6", {"FEN": "4k3/8/8/1pP5/8/8/8/4K3 w - b6 0 1"}),
        ("4k3/8/8/8/2pP4/8/8/4K3 b - d3 c6 1;", {"FEN": "4k3/8/8/8/2pP4/8/8/4K3 b - d3 0 1", "c6": "1"}),
    ],
)
def test_a_line_is_a_position_with_operations(line: str, expected: dict[str, str]) -> None:
    found = tags(line)
    assert {name: found.get(name) for name in expected} == expected
    assert set(found) - set(expected) <= {"FEN", "Result"}


def test_comments_blank_lines_and_words_take_nothing_from_a_list() -> None:
    text = f"# from a book\n\nMates in one:\n{MATE}\n% next\n{START} 0 1\n// the end\n"
    found = verdicts(text)
    assert [verdict.tags["FEN"] for verdict in found] == [f"{MATE} 0 1", f"{START} 0 1"]
    comments = [[one.text for one in verdict.record.line.intro] for verdict in found if verdict.record]
    assert comments == [["from a book", "Mates in one:"], ["next", "the end"]]
    assert [(one.line, one.code) for verdict in found for one in verdict.findings] == [(3, "words")]


@pytest.mark.parametrize(
    ("operation", "code", "column"),
    [
        ("bm Rh7 Rh9;", "no-such-cell", len(MATE) + 9),
        ("bm Rxe6;", "own-piece", len(MATE) + 5),
        ("am Qh8;", "no-piece-reaches", len(MATE) + 5),
        ("pv Rh8+ Kf8;", "game-over", len(MATE) + 10),
        ("ce mate;", "advice", len(MATE) + 2),
        ("dm 1; dm 2;", "repeated-tag", len(MATE) + 8),
        ('bm Rh8# id "a"; dm 1;', "unusual-spelling", len(MATE) + 10),
    ],
)
def test_what_is_wrong_in_an_operation_is_found_where_it_stands(operation: str, code: str, column: int) -> None:
    [verdict] = verdicts(f"{MATE} {operation}\n")
    assert [(one.code, one.line, one.column) for one in verdict.findings] == [(code, 1, column)]


@pytest.mark.parametrize(
    "operation", ["bm Rh8# h1h8 h1-h8 1.Rh8!;", "am Ke6-d6, Rh2;", "pv Rg1 Kf8 Rh1 Kg8;", "bm ;", "pv;"]
)
def test_legal_moves_in_any_notation_are_no_findings(operation: str) -> None:
    [verdict] = verdicts(f"{MATE} {operation}\n")
    assert verdict.findings == []


def test_an_operation_is_judged_in_every_format() -> None:
    [game] = loads(f'[FEN "{MATE} 0 1"]\n[bm "Ra8"]\n\n*\n')
    assert [one.code for one in game.diagnostics] == ["no-piece-reaches"]


@pytest.mark.parametrize(
    ("variant", "fen"),
    [
        ("xiangqi", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"),
        ("crazyhouse", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Qn] w KQkq - 0 1"),
        ("three-check", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1"),
        ("kaleidochess", Game.new("kaleidochess").position.fen),
        ("chamaeleon", Game.new("chamaeleon").position.fen),
    ],
)
def test_positions_of_other_games_are_read_and_written(variant: str, fen: str) -> None:
    [verdict] = verdicts(f'{fen} ;id "a";\n', variant)
    assert (verdict.findings, verdict.tags["FEN"], verdict.tags["id"]) == ([], fen, "a")
    [game] = loads(f"{fen}\n", format="epd", variant=variant)
    text = game.to("epd")
    assert isinstance(text, str)
    assert "variant" in text.casefold()
    [back] = loads(text)
    assert (back.variant.name, back.position.fen) == (variant, game.position.fen)


def test_a_game_is_written_as_its_last_position() -> None:
    [game] = loads('[White "Anna"]\n[PlyCount "2"]\n\n1. e4 e5 *\n')
    assert game.to("epd") == "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 White Anna; fmvn 2;\n"


def test_commands_take_lists_of_positions(tmp_path: Path) -> None:
    text = f'{START} bm e4; id "first";\n{MATE} bm Rh8#; id "second";\n'
    given, pgn, back = (str(tmp_path / name) for name in ("a.epd", "b.pgn", "c.epd"))
    Path(given).write_text(text, encoding="utf-8")
    assert "2 games, 0 plies, 1 file: no faults" in run("validate", given)
    assert f"{MATE} 0 1" in run("show", given, "--game", "2")
    run("convert", given, "-o", pgn)
    run("convert", pgn, "-o", back)
    assert Path(back).read_text(encoding="utf-8") == text
    run("render", given, "--game", "2", "-o", str(tmp_path / "a.svg"))


def run(*words: str) -> str:
    done = CliRunner().invoke(program, words)
    assert done.exit_code == 0, done.output
    return done.output


def test_other_texts_are_no_positions() -> None:
    assert recognised(f"{MATE} bm Rh8#;") is not None
    assert begins_as_games(f"# a\n\n{MATE}\n".encode())
    for text in ("a/b/c d\n", "1/2-1/2\n", "http://a.b/c/d e\n", "Dear Anna,\n", "and/or/not\n"):
        assert recognised(text) is None or text.startswith("a/b"), text


@pytest.mark.parametrize("operation", ["Result ;", "Result", "Result won;", 'Result "";'])
def test_a_result_that_is_none_ends_nothing(operation: str) -> None:
    (game,) = loads(f"8/8/8/8/8/8/8/K1k5 w - - {operation}\n", format="epd")
    assert game.result == "*"
