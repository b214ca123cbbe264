"""The compiled scanner: a verdict does not depend on it."""

import os
import random
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from fairyscore.notation import kernel
from fairyscore.notation.archive import judge_file
from fairyscore.notation.kernel import CORE
from fairyscore.notation.records import pgn_lexer
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.records.token_stream import DiagnosticCollector
from fairyscore.notation.replay import Validator, Verdict, compiled, scanned
from fairyscore.notation.variants import variant

ROOT = Path(__file__).resolve().parents[3]
SAMPLES = sorted((ROOT / "samples").rglob("*.pgn"))

compiled_only = pytest.mark.skipif(CORE is None, reason="fairyscore was installed without its compiled kernel")


def facts(verdict: Verdict) -> tuple[object, ...]:
    """What a verdict says, the final position and the record included."""
    position = verdict.game.write_position(verdict.state) if verdict.game and verdict.state else ""
    kept_facts = (verdict.record, list(verdict.tokens), verdict.outcome, position)
    return (
        verdict.tags,
        verdict.plies,
        verdict.unjudged,
        verdict.result,
        verdict.findings,
        verdict.refused,
        *kept_facts,
    )


def in_both_ways(text: str, monkeypatch: pytest.MonkeyPatch, judge: Validator) -> list[tuple[object, ...]]:
    """What is said of a game with the compiled scanner and without."""
    verdicts = []
    for core in (CORE, None):
        with monkeypatch.context() as patch:
            patch.setattr(compiled, "CORE", core)
            verdicts.append(facts(judge.judge(GameText(1, text, 1, last=True))))
    return verdicts


TEXTS = {
    "rounds": "1. e4 e5 2. Nf3 Nc6 1-0",
    "comments": "{before} 1. e4 $1 {of\nthree\nlines} e5 ; to the end\n2. Nf3!? {[%clk 0:01:00]} Nc6 *",
    "variations": "1. e4 e5 (1... c5 2. Nf3 (2. c3 $6 d5) 2... d6) (1... e6) 2. Nf3 *",
    "a fault in a variation": "1. e4 e5 (1... c5 2. Nf3 (2. Kd4) 2... d6) (1... e6) 2. Nf3 Ke4 *",
    "a fault": "1. e4 e5 2. Nf3 Nc4 3. d4 *",
    "null moves": "1. e4 e5 (1... -- 2. d4 -- 3. c4) 2. Nf3 (2. -- Nf6) 2... -- *",
    "a null move in check": "1. e4 e5 2. Bc4 d6 3. Bxf7+ (3. Nf3 Bd7 4. Bxf7+ -- ) *",
    "wrong numbers": "1. e4 2. e5 2. Nf3 (7. Nc3 Nc6) 7... Nc6 4. Bb5 *",
    "a false check": "1. e4+ e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7+ *",
    "mate": "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0",
    "a false mate": "1. e4 e5# 1-0",
    "a wrong mark of capture": "1. exd4 e5 2. d4 ed4 3. Nf3 *",
    "castling": "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O 0-0 5. e1g1 *",
    "en passant and promotion": "1. e4 a6 2. e5 d5 3. exd6 a5 4. dxc7 a4 5. cxb8=Q a3 6. Qxa8 *",
    "a result in a variation": "1. e4 e5 (1... c5 1-0) 2. Nf3 (2. d4 1/2-1/2",
    "a false mark behind a run, and a result with a stop": "1. e4 e5 2. Nf3 Nc6 3. Bb5+ (3. Bc4 1-015. Bc5) 3... a6 *",
    "words": "1. e4 e5 2. Nf3 novelty Nc6 (better is d6) 3. Bb5 *",
    "other notations": "1. e2e4 5755 2. Ng1-f3 knight from b8 goes to c6 3. ♗b5 a6 *",
    "signs beyond ASCII": "1. e4 {gut, süß — ♔} e5 2. Nf3\N{NO-BREAK SPACE}Nc6 {é} Bb6 *",
    "a nested comment": "1. e4 {one {two} e5 2. Nf3 *",
    "an unclosed comment": "1. e4 {one e5 2. Nf3 *",
    "stray brackets": "1. e4 ) e5 } (1... c5 2. Nf3 *",
    "a variation of nothing": "(1. d4) 1. e4 (( 1. c4) 1. d4) *",
    "tags among moves": '1. e4 e5 {a\n[%cal Ga1a2]} 2. Nf3 {a\n\n[Event "b"]\n} [White "c"] Nc6 *',
    "an escaped line": "1. e4\n% for another program\ne5 %not\n*",
    "NAGs": "$1 1. e4 $255 e5 $256 $ 2. Nf3 ($2 2. d4) N $10000 D *",
    "brackets without a move": "1. e4 (=) e5 (1... c5 () 2. Nf3 (2. d4 ({no move}) d5)) 2. Nf3 (2...) Nc6 *",
    "a null move in the main line": "1. e4 e5 2. -- Nf6 3. d4 (3. -- Nc6) *",
    "bare numbers and a result in pieces": "1 e4 e5 2 Nf3 Nc6 1 - 0",
    "nothing": "",
    "no result": "1. e4 e5",
}


@compiled_only
@pytest.mark.parametrize("moves", TEXTS.values(), ids=TEXTS)
def test_texts_are_judged_alike(moves: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = f'[White "a"]\n[Result "1-0"]\n\n{moves}\n'
    one, other = in_both_ways(text, monkeypatch, Validator())
    assert one == other


@compiled_only
def test_samples_are_judged_alike_and_so_are_damaged_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(14)
    for path in chance.sample(SAMPLES, 25):
        text = path.read_text(encoding="utf-8", errors="replace")[:8000]
        cut = chance.randrange(len(text))
        damaged = text[:cut] + chance.choice(["(", ")", "{", "}", "+", " Nf3 ", "$1", "9.", ""]) + text[cut + 1 :]
        for each in (text, damaged):
            one, other = in_both_ways(each, monkeypatch, Validator())
            assert one == other, path


@compiled_only
@pytest.mark.parametrize("result", ["1-0", "0-1", "1/2-1/2", "1-0-0-0", "1/2-1/2-0-0", "1-0-0", "*"])
def test_results_of_four_players_are_judged_alike(result: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = f'[Event "a"]\n[Variant "kaleidochess:players=4"]\n[Result "{result}"]\n\n1. 1F-2E {result}\n\n'
    one, other = in_both_ways(text, monkeypatch, Validator())
    assert one == other
    codes = [finding.code for finding in Validator().judge(GameText(1, text, 1)).findings]
    assert ("bad-result" in codes) == (result not in ("1-0-0-0", "1/2-1/2-0-0", "*"))


CLAIMS = {
    "none": "1. e4 e5 2. Nf3 Nc6 {x} (2... d6) 3. Bb5 *",
    "three times": "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 e5 *",
    "not with another passing": "1. e4 a6 2. e5 d5 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. d4 *",
    "in a variation only": "1. Nf3 Nf6 (1... d5 2. Ng1 d4 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8) 2. Ng1 Ng8 3. e4 *",
    "a fault": "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ke3 *",
}


@compiled_only
@pytest.mark.parametrize("moves", CLAIMS.values(), ids=CLAIMS)
def test_draws_that_may_be_claimed_are_reported_alike(moves: str, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = in_both_ways(f'[Result "*"]\n\n{moves}\n\n', monkeypatch, Validator(info=True))
    assert one == other


@compiled_only
def test_fifty_moves_are_reported_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    for clock in (90, 97, 98):
        text = f'[FEN "k7/8/8/8/8/8/8/1K5R w - - {clock} 80"]\n\n80. Kc2 Kb8 81. Rh5 *\n\n'
        one, other = in_both_ways(text, monkeypatch, Validator(info=True))
        assert one == other
        assert ("fifty-moves" in str(one)) is (clock > 96)


@compiled_only
def test_a_set_up_position_and_its_side_to_move(monkeypatch: pytest.MonkeyPatch) -> None:
    fen = "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 30"
    text = f'[FEN "{fen}"]\n\n30. exd6 O-O 31. O-O-O (31. O-O+ Rxf1+) 31... Rxa1 *\n'
    one, other = in_both_ways(text, monkeypatch, Validator())
    assert one == other
    assert one[1] == 4


@compiled_only
def test_a_file_is_judged_by_the_kernel() -> None:
    """Else the tests above would compare the general way with itself."""
    text = "1. e4 {x} e5 (1... c5 2. Nf3) 2. Nf3 Nc6 *"
    judge = Validator(variant="chess")
    stream = judge.read(GameText(1, text, 1), DiagnosticCollector("-", GameText(1, text, 1)))
    verdict = Verdict(GameText(1, text, 1), [], game=variant("chess"), last_state=variant("chess").initial_state)
    scan = scanned.scan_game(verdict, stream, usual=True, claims=False)
    assert scan is not None
    assert (scan.plies, text[scan.stop :]) == (4, "*")


@pytest.mark.parametrize("pure", ["", "1"])
def test_it_can_be_turned_off(pure: str) -> None:
    code = "from fairyscore.notation.kernel import CORE, STATUS; print(CORE is None, STATUS)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "FAIRYSCORE_PURE": pure},
        capture_output=True,
        text=True,
        check=True,
    )
    built = find_spec("fairyscore.notation.kernel._core") is not None
    assert done.stdout.startswith("True off" if pure else "False compiled" if built else "True none")


def test_what_the_kernel_does_not_know_is_left_to_the_engine() -> None:
    path = ROOT / "samples" / "games" / "kaleidochess" / "two-players.pgn"
    assert [verdict.plies for verdict in judge_file(path, Validator())] == [72, 54]


PIECES_OF_TEXT = (
    *"{}();%.:\\ \n\t\x1c\x7f0123456789aNx+=$!?-[*",
    "12.",
    "1...",
    "4) ",
    "Nf3",
    "\n%",
    "\\}",
    "5: ",
    "1:e4",
)


@compiled_only
def test_tokens_are_cut_as_the_pattern_says() -> None:
    chance, game = random.Random(3), variant("chess")
    for _ in range(3000):
        text = "".join(chance.choices(PIECES_OF_TEXT, k=chance.randrange(1, 25)))
        places = [place for match in pgn_lexer.matches_in(game, text) for place in match.span()]
        assert kernel.tokens(text, 0, True) in (places, None), text
        assert kernel.tokens(text, 0, False) in ([match[0] for match in pgn_lexer.matches_in(game, text)], None), text


@compiled_only
@pytest.mark.parametrize("text", ['[Event "x"]', '[Event "x"]\n', '[Event "x"]\n\n'])
def test_tags_at_the_end_of_a_text(text: str) -> None:
    assert kernel.usual_tags(text) == ({"Event": "x"}, 11)
