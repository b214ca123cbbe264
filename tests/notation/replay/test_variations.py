"""Variations are judged as the main line is, each from the position in which it begins, and spares the main line."""

import pytest
from foreign import judged_moves

from fairyscore.notation.formats import pgn_writer
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.records.tree import MOST_DEEP
from fairyscore.notation.replay import Validator, Verdict


def written(verdict: Verdict) -> str:
    assert verdict.record is not None
    assert verdict.game is not None
    return " ".join(pgn_writer.moves(verdict.record, verdict.notation or verdict.game.writing.usual).split())


def found(verdict: Verdict) -> list[tuple[str, int, int]]:
    """Code, ply, and the column in the line of the moves."""
    return [(finding.code, finding.ply, finding.column) for finding in verdict.findings]


CLEAN = [
    ("one", "chess", "1. e4 (1. d4 d5) 1... e5 *"),
    ("of the last move", "chess", "1. e4 e5 (1... c5) *"),
    ("of the first move, before all comments", "chess", "1. e4 (1. d4) 1... e5 2. Nf3 *"),
    ("several of one move", "chess", "1. e4 (1. d4) (1. c4 e5) (1. Nf3) 1... e5 *"),
    ("several, comments between them", "chess", "1. e4 {a} (1. d4) {b} (1. c4) {c} 1... e5 *"),
    ("behind a NAG", "chess", "1. e4 $1 (1. d4 $2) 1... e5 *"),
    ("nested", "chess", "1. e4 (1. d4 d5 (1... Nf6 2. c4 (2. Bg5 e6) 2... e6) 2. c4) 1... e5 *"),
    ("nested in its first move", "chess", "1. e4 (1. d4 (1. c4 (1. f4))) 1... e5 *"),
    ("with comments in front", "chess", "1. e4 ({or} 1. d4 {too}) 1... e5 *"),
    ("to mate", "chess", "1. f3 e5 2. g4 (2. e3) 2... Qh4# (2... a6 3. a3) 0-1"),
    ("where the main line ends by mate", "chess", "1. f3 e5 2. g4 Qh4# (2... d5) 0-1"),
    ("with castling and promotion", "chess", "1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. O-O (4. d3 O-O) 4... O-O *"),
    ("on a cylinder", "cylindrical", "1. b2-c3 (1. d2-e3 b7-c6) 1... b7-c6 *"),
    ("of three players", "chamaeleon:players=3", "1. d1-c3 (1. a1-b3 a5-c4) 1... a5-c4 (1... a5-b3 e8-d6) *"),
    ("with dice", "kaleidochess:dice", "1. 4: 1G-2E (1. 1: 2H-2E) 1... 4: 5G-4E *"),
]  # fmt: skip


@pytest.mark.parametrize(("variant", "moves"), [case[1:] for case in CLEAN], ids=[case[0] for case in CLEAN])
def test_what_is_legal_is_kept_as_it_stands(variant: str, moves: str) -> None:
    verdict = judged_moves(moves, Variant=variant)
    assert found(verdict) == []
    assert verdict.whole
    assert written(verdict) == moves


FAULTY = [
    # name, moves, findings as code, ply, column; the record that is kept
    (
        "an illegal move",
        "1. e4 e5 2. Nf3 (2. Ke3 Nc6) 2... Nc6 *",
        [("no-piece-reaches", 3, 21)],
        "1. e4 e5 2. Nf3 ({2. Ke3 Nc6}) 2... Nc6 *",
    ),
    (
        "an illegal second move",
        "1. e4 e5 2. Nf3 (2. f4 Ke6 3. d4) 2... Nc6 *",
        [("no-piece-reaches", 4, 24)],
        "1. e4 e5 2. Nf3 (2. f4 {Ke6 3. d4}) 2... Nc6 *",
    ),
    (
        "an unreadable move, and a variation inside the rest",
        "1. e4 (1. d4 hell0 (1... d5) d5) 1... e5 *",
        [("unreadable-move", 2, 14)],
        "1. e4 (1. d4 {hell0 (1... d5) d5}) 1... e5 *",
    ),
    (
        "the rest of one spares the next",
        "1. e4 (1. e6) (1. d4 d6) 1... e5 *",
        [("no-piece-reaches", 1, 11)],
        "1. e4 ({1. e6}) (1. d4 d6) 1... e5 *",
    ),
    (
        "an inner one spares the outer one",
        "1. e4 (1. d4 d5 (1... Ke7 2. c4) 2. c4) 1... e5 *",
        [("own-piece", 2, 23)],
        "1. e4 (1. d4 d5 ({1... Ke7 2. c4}) 2. c4) 1... e5 *",
    ),
    (
        "a wrong number",
        "1. e4 e5 (2... c5 3. Nf3) 2. Nf3 *",
        [("move-number", 2, 11)],
        "1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *",
    ),
    (
        "a result within",
        "1. e4 (1. d4 d5 1/2-1/2) 1... e5 *",
        [],
        "1. e4 (1. d4 d5 {1/2-1/2}) 1... e5 *",
    ),
    (
        "no move that it stands for",
        "(1. d4) 1. e4 e5 *",
        [("variation-of-nothing", 1, 1)],
        "{(1. d4)} 1. e4 e5 *",
    ),
    (
        "the game goes on in the first of it",
        "1. e4 ((1. c4) 1. d4) 1... e5 *",
        [("variation-of-nothing", 1, 8)],
        "1. e4 ({(1. c4)} 1. d4) 1... e5 *",
    ),
    (
        "never closed",
        "1. e4 (1. d4 d5 *",
        [("unclosed-variation", 2, 7)],
        "1. e4 (1. d4 d5) *",
    ),
    (
        "a stray bracket behind it",
        "1. e4 (1. d4)) 1... e5 *",
        [("stray-bracket", 2, 14)],
        "1. e4 (1. d4) 1... e5 *",
    ),
    (
        "a move behind mate",
        "1. f3 e5 2. g4 (2. e3 a6) 2... Qh4# (2... Qh4# 3. a3) 0-1",
        [("game-over", 5, 51)],
        "1. f3 e5 2. g4 (2. e3 a6) 2... Qh4# (2... Qh4# {3. a3}) 0-1",
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("moves", "findings", "expected"), [case[1:] for case in FAULTY], ids=[case[0] for case in FAULTY]
)
def test_what_is_wrong_is_reported_with_its_place_and_the_main_line_goes_on(
    moves: str, findings: list[tuple[str, int, int]], expected: str
) -> None:
    verdict = judged_moves(moves)
    assert found(verdict) == findings
    assert written(verdict) == expected
    errors = [code for code, _, _ in findings if code != "move-number"]
    assert verdict.whole == (not errors)
    assert verdict.plies == sum(ply is not None for ply in verdict.record.line.plies)  # type: ignore[union-attr]
    assert verdict.result


def nested(depth: int) -> str:
    first = ("e4", "d4")
    return " ".join(f"(1. {first[level % 2]}" for level in range(1, depth + 1)) + ")" * depth


@pytest.mark.parametrize(
    ("depth", "codes"), [(MOST_DEEP, []), (MOST_DEEP + 1, ["deep-variation"]), (50_000, ["deep-variation"])]
)
def test_there_is_a_limit_to_depth(depth: int, codes: list[str]) -> None:
    verdict = judged_moves(f"1. e4 {nested(depth)} 1... e5 *")
    assert [finding.code for finding in verdict.findings] == codes
    assert verdict.plies == 2
    assert verdict.whole == (not codes)


def test_the_limit_holds_where_the_scanner_begins_anew() -> None:
    """A lone dot within the variations stops the compiled scanner, which then goes on from there."""
    variations = nested(MOST_DEEP + 1).replace("(1. e4", "(. e4", 1)
    verdict = judged_moves(f"1. e4 {variations} 1... e5 *")
    assert [finding.code for finding in verdict.findings] == ["deep-variation"]


def test_the_same_verdict_with_and_without_a_record() -> None:
    for _, moves, findings, _ in FAULTY:
        verdict = Validator().judge(GameText(1, f'[Variant "chess"]\n\n{moves}\n', 1))
        assert found(verdict) == findings


def test_a_variation_of_a_move_after_which_somebody_has_left() -> None:
    """White has no piece that can move in the main line's end, and still has in the variation (three players)."""
    text = "8/8/8/8/8/8/8/wN6bN w 5"
    verdict = judged_moves("5. a1-b3 (5. a1-c2) 1-0-0", Variant="chamaeleon:players=3", FEN=text)
    assert found(verdict) == []
    assert verdict.plies == 1
