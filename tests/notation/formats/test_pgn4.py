"""PGN4 and FEN4: the small board on the great one, points for results, and what is refused."""

import pytest
from foreign import findings, first_game, judged, samples, the_law

from fairyscore.notation.formats.pgn4 import PGN4, fen4
from fairyscore.notation.variants import variant

HEAD = '[Variant "FFA"]\n[RuleVariants "chamaeleon:players=4{}"]\n{}\n'


@pytest.mark.parametrize(
    ("start", "line", "moves"),
    [
        ("", "1. Ng4-f6", "Nd1-c3"),
        ("", "1. Ng4-f6 .. Nd8-e10", "Nd1-c3 Na5-b7"),
        (",start=drop", "1. @rN-f6 .. @bQ-d4", "N@c3 Q@a1"),
        ("", "1. Ng4-f6 {a &amp; b} {&#125;} .. Nd8-e10", "Nd1-c3 {a & b}\n; }\nNa5-b7"),
    ],
)
def test_a_round(start: str, line: str, moves: str) -> None:
    assert the_law(f'[Variant "chamaeleon:players=4{start}"]\n\n{moves} *', PGN4).splitlines()[-1] == line


def test_the_start_position() -> None:
    wall, empty = ",".join("x" * 14), "x,x,x,{},x,x,x"
    ranks = ["bN,3,yN,yN,yN,yN", *["bN,7"] * 3, *["7,gN"] * 3, "rN,rN,rN,rN,3,gN"]
    board = "/".join([*[wall] * 3, *map(empty.format, ranks), *[wall] * 3])
    assert fen4(variant("chamaeleon:players=4")) == f"R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-{{'dim':'8x8'}}-{board}"


@pytest.mark.parametrize(
    ("points", "result"),
    [
        ("Red: 1 - Blue: 0 - Yellow: 0 - Green: 0", "1-0-0-0"),
        ("Red: 1/2 - Blue: 0 - Yellow: 1/2 - Green: 0", "1/2-0-1/2-0"),
        ("A: 10 - B: 12 - C: 8 - D: 11", "0-1-0-0"),
        ("A: 10 - B: 12 - C: 12 - D: 11", "0-1/2-1/2-0"),
        ("*", "*"),
    ],
)
def test_points_are_a_result(points: str, result: str) -> None:
    verdict = judged(HEAD.format("", f'[Result "{points}"]\n') + "1. Ng4-f6\n", PGN4)
    assert verdict.findings == []
    assert verdict.record is not None
    assert verdict.record.result == result


@pytest.mark.parametrize(
    ("header", "moves", "code", "line", "column"),
    [
        ("", "1. Ng4-f7", "cannot-reach", 4, 4),
        ("", "1. Qg4-f6", "wrong-piece", 4, 4),
        ("", "1. Ng4-c3", "bad-value", 4, 4),  # walls: rank 3, file c, file l, rank 12
        ("", "1. Ng4-c6", "bad-value", 4, 4),
        ("", "1. Ng4-l6", "bad-value", 4, 4),
        ("", "1. Ng4-f12", "bad-value", 4, 4),
        ("", "1. Ng4-f6 .. R", "bad-value", 4, 14),
        ("", "1. O-O", "bad-value", 4, 4),
        ("", "2. Ng4-f6", "move-number", 4, 1),
        ("", "1. Ng4-f6 {and so on", "unclosed-comment", 4, 11),
        ('[StartFen4 "4PC"]\n', "", "bad-value", 3, 1),
        ('[Result "Anna won"]\n', "", "bad-result", 3, 1),
    ],
)
def test_what_makes_no_sense_is_reported_with_its_place(
    header: str, moves: str, code: str, line: int, column: int
) -> None:
    good = HEAD.format("", "") + "1. Ng4-f6\n"
    found = findings(HEAD.format("", header) + moves + "\n\n" + good, PGN4)
    one = next(finding for finding in found if finding.code == code)
    assert (one.game, one.line, one.column) == (1, line, column)
    assert {finding.game for finding in found} == {1}


def test_a_game_of_four_player_chess_is_kept_and_not_judged() -> None:
    text = '[Variant "FFA"]\n[RuleVariants "EnPassant"]\n[StartFen4 "4PC"]\n[Red "A"]\n\n1. h2-h3 .. b7-c7 ..\n'
    verdict = first_game(text, PGN4)
    assert [finding.code for finding in verdict.findings] == ["not-judged"]
    assert (verdict.plies, verdict.unjudged, verdict.unjudged_text) == (0, 2, text)


@pytest.mark.parametrize("game", ["chess", "chamaeleon", "chamaeleon:players=3", "kaleidochess:players=4"])
def test_other_games_are_refused(game: str) -> None:
    assert the_law(f'[Variant "{game}"]\n\n*', PGN4) == ""


@pytest.mark.parametrize("path", samples())
def test_samples_come_back(path: str) -> None:
    the_law(path, PGN4)


def test_a_game_without_moves_is_one() -> None:
    header = '[Event "{}"]\n[Variant "chamaeleon:players=4"]\n\n*\n\n'
    assert the_law(header.format("a") + header.format("b"), PGN4).count("{}\n") == 2
