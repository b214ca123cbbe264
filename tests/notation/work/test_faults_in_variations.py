"""Games with faults that their main line does not feel: they are converted, and what could not be played is text."""

import io

import pytest

from fairyscore.notation.archive import judge_file
from fairyscore.notation.editing.rewrite import canonical, text_in
from fairyscore.notation.formats.registry import format_named
from fairyscore.notation.replay import Validator, Verdict
from fairyscore.notation.work.convert import ConvertOptions, converted

PGN = format_named("pgn")
TAGS = '[Event "a"]\n[Result "*"]\n\n'


def judged(moves: str) -> Verdict:
    """The verdict on a game of chess."""
    (verdict,) = judge_file(io.BytesIO(f"{TAGS}{moves}".encode()), Validator())
    return verdict


def moves_of(text: str) -> str:
    """The moves of a game in PGN, on one line."""
    return " ".join(text.partition("\n\n")[2].split())


KEPT = [
    ("1. e4 e5 2. Nf3", "1. e4 e5 2. Nf3 *", ["no-result"]),
    ("1. e4 e5 2. Nf3\n", "1. e4 e5 2. Nf3 *", ["no-result"]),
    ("1. e4 e5 {good}", "1. e4 e5 {good} *", ["no-result"]),
    ("1. e4 e5 (1... c5)", "1. e4 e5 (1... c5) *", ["no-result"]),
    ("1. e4 e5 2.", "1. e4 e5 *", ["truncated-file"]),
    ("1. e4 } e5 *\n", "1. e4 e5 *", ["stray-bracket"]),
    ("1. e4 e5 (1... c5 2. Nf3 } d6) 2. Nf3 *\n", "1. e4 e5 (1... c5 2. Nf3 d6) 2. Nf3 *", ["stray-bracket"]),
    ("1. e4 d5 (1... e5 2. Nf3 Nc6 3. Ne5) 2. exd5 *\n", "1. e4 d5 (1... e5 2. Nf3 Nc6 3. Nxe5) 2. exd5 *",
     ["unusual-spelling"]),
    ("1. e4 d5 (1... e5 2. Nxf3 Nc6) 2. exd5 *\n", "1. e4 d5 (1... e5 2. Nf3 Nc6) 2. exd5 *", ["capture-mark"]),
    ("1. e4 d5 (1... e5 2. Ke5 Nf6 (2... a6) 3. d4) 2. exd5 *\n",
     "1. e4 d5 (1... e5 {2. Ke5 Nf6 (2... a6) 3. d4}) 2. exd5 *", ["no-piece-reaches"]),
    ("(1. d4) 1. e4 e5 *\n", "{(1. d4)} 1. e4 e5 *", ["variation-of-nothing"]),
    ("1. e4 e5 (1... c5 2. Nf3 *\n", "1. e4 e5 (1... c5 2. Nf3) *", ["unclosed-variation"]),
    ("1. e4 ( ) e5 *\n", "1. e4 e5 *", ["empty-variation"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "moves", "codes"), KEPT, ids=[text.strip() for text, _, _ in KEPT])
def test_the_game_is_converted_and_the_place_reported(text: str, moves: str, codes: list[str]) -> None:
    verdict = judged(text)
    assert [finding.code for finding in verdict.findings] == codes
    made: list[str] = []
    done = converted(verdict, ConvertOptions(PGN), made.append)
    assert done.written
    assert moves_of(made[0]) == moves
    assert not text_in(verdict, format_named("json")).short


LEFT = ["1. e4 e5 2. Ke5 d6 *\n", "1. e4 e5 {never closed\n"]


@pytest.mark.parametrize("text", LEFT)
def test_a_fault_of_the_main_line_leaves_the_game_out(text: str) -> None:
    assert not converted(judged(text), ConvertOptions(PGN), [].append).written


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("1. pawn from e2 goes to e4 e5 2. knight from g1 goes to f3 *\n", "1. e4 e5 2. Nf3 *"),
        ("1. pawn from e2 goes to e4 *\n", "1. e4 *"),
        ("1. e2-e4 e7-e5 *\n", "1. e4 e5 *"),
        ("1. e2e4 e7e5 *\n", "1. e4 e5 *"),
    ],
)
def test_canonical_moves_of_pgn_are_san(text: str, moves: str) -> None:
    assert moves_of(canonical(judged(text))) == moves


BESIDE = [  # moves, the codes with the places of their tokens in the text, moves that nobody judged: main line, variations
    ("1. e4 e5 2. Ke3 (2. Nf3 Nc6) 2... Nc6 *\n", ["no-piece-reaches Ke3"], (1, 0)),
    ("1. e4 e5 2. Ke3 $2 {no} (2. Nf3 Zc6 3. a3) Nc6 *\n", ["no-piece-reaches Ke3", "no-such-piece Zc6"], (1, 1)),
    ("1. e4 e5 2. Ke3 (2. Nf3) (2. Bc4 Nc6 3. Bf8) 2... Nc6 (2... d6 3. d4) 3. a3 *\n",
     ["no-piece-reaches Ke3", "no-piece-reaches Bf8"], (2, 2)),
    ("1. e4 e5 2. Nf3 (2. Nc3 Zc6 (2... Nc6 3. Bf8) 3. f4) 2... Nc6 *\n",
     ["no-such-piece Zc6", "no-piece-reaches Bf8"], (0, 1)),
    ("1. e4 e5 2. Ke3 (2. Nf3 (2. Ke4) Nc6 *\n", ["no-piece-reaches Ke3", "own-piece Ke4",
     "unclosed-variation ("], (0, 0)),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected", "unjudged"), BESIDE, ids=[text.strip() for text, _, _ in BESIDE])
def test_variations_beside_a_refused_move_are_judged_from_before_it(
    text: str, expected: list[str], unjudged: tuple[int, int]
) -> None:
    verdict = judged(text)
    lines = f"{TAGS}{text}".splitlines()
    found = [
        f"{finding.code} {lines[finding.line - 1][finding.column - 1 : finding.end_column - 1]}"
        for finding in verdict.findings
        if finding.severity == "error"
    ]
    assert found == expected
    assert (verdict.unjudged, verdict.unjudged_aside) == unjudged
    assert verdict.result == "*"


def test_variations_beside_refused_moves_may_be_nested_deep() -> None:
    verdict = judged("1. e4 e5 2. Ke3 " + "(2. Ke4 " * 90 + ")" * 90 + " *\n")
    assert sum(finding.severity == "error" for finding in verdict.findings) == 20 + 1
    assert verdict.unjudged_aside == 90 - 20
