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


# -- four-player chess ------------------------------------------------------------------------------------------------

FREE = '[Variant "FFA"]\n[RuleVariants "Anonymous DeadKingWalking EnPassant PromoteTo=D"]\n[StartFen4 "{}"]\n{}\n'
TEAMS = '[Variant "Teams"]\n[RuleVariants "EnPassant"]\n[StartFen4 "4PC"]\n{}\n'


@pytest.mark.parametrize(
    ("header", "game"),
    [
        (FREE.format("4PC", ""), "four-player"),
        (FREE.format("4PCo", ""), "four-player:setup=old"),
        (TEAMS.format(""), "four-player-teams"),
    ],
)
def test_four_player_chess_is_judged(header: str, game: str) -> None:
    verdict = first_game(f"{header}1. h2-h3 .. b7-c7 .. g13-g12 .. m8-l8\n2. Bi1-h2 .. R\n", PGN4)
    assert (verdict.findings, verdict.plies) == ([], 6)
    assert verdict.record is not None
    assert verdict.record.variant == game


@pytest.mark.parametrize(
    ("start", "rules"),
    [("4PC", "EnPassant"), ("4PCb", "DeadKingWalking EnPassant PromoteTo=D"), ("R-0,0,0,0", "EnPassant")],
)
def test_other_rules_and_arrays_are_kept(start: str, rules: str) -> None:
    text = f'[Variant "FFA"]\n[RuleVariants "{rules}"]\n[StartFen4 "{start}"]\n\n1. h2-h3 .. b7-c7\n'
    assert [finding.code for finding in first_game(text, PGN4).findings] == ["not-judged"]


PLAYERS_OUT_OF_ORDER = (
    '[Red "A"]\n[Blue "B"]\n[Yellow "C"]\n[Green "D"]\n[RedElo "2000"]\n[Date "Mon Apr 13 2026 21:09:32 GMT+0000"]\n'
    '[Result "D: 20 - B: 41 - C: 0 - A: 7"]\n'
)


def test_points_in_another_order_are_those_of_the_players() -> None:
    record = judged(FREE.format("4PC", PLAYERS_OUT_OF_ORDER) + "1. h2-h3\n", PGN4).record
    assert record is not None
    tags = dict(record.tags)
    assert record.result == "0-1-0-0"
    assert (tags["Pgn4Result"], tags["WhiteElo"], tags["Date"]) == ("D: 20 - B: 41 - C: 0 - A: 7", "2000", "2026.04.13")


@pytest.mark.parametrize(("value", "result"), [("1-0", "1-0-1-0"), ("0-1", "0-1-0-1"), ("1/2-1/2", "1/2-1/2-1/2-1/2")])
def test_a_result_of_teams_is_that_of_both(value: str, result: str) -> None:
    record = judged(TEAMS.format(f'[Result "{value}"]\n') + "1. h2-h3\n", PGN4).record
    assert record is not None
    assert record.result == result
    assert f'[Result "{value}"]' in PGN4.write(record, record.game.writing.usual)


@pytest.mark.parametrize(
    ("moves", "code", "text"),
    [
        ("1. h2-h4 .. b7-e7", "cannot-reach", "a pawn on b7 cannot go to e7, even on an empty board"),
        ("1. Nh2-h4", "wrong-piece", "the piece on h2 is a pawn, not a knight"),
        ("1. Qg1xh2", "own-piece", "Red's own pawn stands on h2"),
        ("1. h2-h3 .. b7-c7 .. g13-g12 .. m8-l8\n2. Qg1-h2 .. Ka7xb6", "own-piece", "Blue's own pawn stands on b6"),
        ("1. O-O", "castling", "Red cannot castle with O-O: a Red bishop stands on i1"),
        ("1. h2-h3 .. Kg14-g13", "not-your-piece", "the king on g14 belongs to Yellow, and Blue is to move"),
        ("1. h2-h3 .. R .. g13-g12 .. m8-l8\n2. h3-h4 .. b7-c7", "frozen", "only the king moves on"),
        ("1. Nj1-i3T", "bad-value", "'Nj1-i3T' means nothing in this game; the moves after it are not judged"),
    ],
)
def test_refusals_in_four_player_chess(moves: str, code: str, text: str) -> None:
    found = [finding for finding in findings(FREE.format("4PC", "") + moves + "\n", PGN4) if finding.code == code]
    assert len(found) == 1
    assert text in found[0].message


def test_another_victim_than_stands_there() -> None:
    moves = "1. h2-h3 .. b7-c7 .. g13-g12 .. m8-l8\n2. Bi1xNc7"
    (found,) = findings(FREE.format("4PC", "") + moves + "\n", PGN4)
    assert found.message == "the piece on c7 is a Blue pawn, not a knight"


@pytest.mark.parametrize(
    ("line", "moves"),
    [
        ("1. R .. b7-c7 .. T .. m8-l8", "-- b7-c7 -- {out of time} m8-l8"),
        ("1. h2-h3 .. R .. g13-g12 .. m8-l8", "h2-h3 -- g13-g12 m8-l8"),
        ("1. h2-h3 .. b7-c7 .. g13-g12 .. m8-l8\n2. Kh1-h2T", "h2-h3 b7-c7 g13-g12 m8-l8\n2. Kh1-h2=K"),
    ],
)
def test_leaving_is_written_as_the_server_does(line: str, moves: str) -> None:
    assert the_law(f'[Variant "four-player"]\n\n1. {moves} *', PGN4).endswith(f"\n{line}\n")
