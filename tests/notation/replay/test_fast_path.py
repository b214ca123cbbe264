"""What is heard at once gives the same verdict as token by token, whatever was read before."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_records import NAMES

from fairyscore.notation.moves import long
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.replay import Validator, Verdict
from fairyscore.notation.variants import variant

ODD_WORDS = (
    "(",
    ")",
    "{x}",
    "; y\n",
    "$1",
    "7.",
    "3...",
    "*",
    "1-0",
    "0-0",
    "O-O",
    "--",
    "Ke9",
    "e4",
    "1234",
    "!",
    "[A",
    "..e5",
    "e4,",
)


def facts_of(verdict: Verdict) -> tuple[object, ...]:
    """All that a verdict says, the position included."""
    state = verdict.state
    where = None if state is None else (state.key(), state.turn, state.fullmove_number, state.halfmove_clock)
    faults = [found for found in verdict.findings if found.code not in ("repetition", "fifty-moves")]
    return (verdict.plies, verdict.unjudged, verdict.result, verdict.outcome, verdict.refused, faults, where)


def forget(name: str) -> None:
    """Read every move of a game anew."""
    variant(name).cache.parsed_moves.clear()
    variant(name).cache.unique_moves.clear()


def random_text(name: str, dice: random.Random, slips: int) -> str:
    """A random game in rounds with the number before each, in which some words are replaced, doubled or left out."""
    game = variant(name)
    state = game.initial_state()
    words = []
    for _ in range(dice.randint(0, 40)):
        moves = state.moves()
        if not moves or state.outcome() is not None:
            break
        if state.turn == state.playing()[0]:
            words.append(f"{state.fullmove_number}.")
        move = dice.choice(moves)
        words.append(long.write(state, move, game))
        state.push_unchecked(move)
    words.append(dice.choice(("*", "1-0", "1/2-1/2", "0-0")))
    for _ in range(slips):
        at = dice.randrange(len(words))
        words[at : at + dice.randint(0, 1)] = dice.choice(((dice.choice(ODD_WORDS),), (words[at], words[at]), ()))
        words = words or ["*"]
    glue = dice.choice(("", " "))
    moves_text = " ".join(words).replace(". ", f".{glue}")
    return f'[Variant "{name}"]\n[Result "{words[-1]}"]\n\n{moves_text}\n'


@given(st.sampled_from(NAMES), st.randoms(use_true_random=False), st.integers(0, 3))
def test_the_same_verdict_at_once_token_by_token_cold_and_warm(name: str, dice: random.Random, slips: int) -> None:
    game_text = GameText(1, random_text(name, dice, slips), 1)
    forget(name)
    cold = facts_of(Validator().judge(game_text))
    assert facts_of(Validator().judge(game_text)) == cold
    assert facts_of(Validator(info=True).judge(game_text)) == cold
    forget(name)
    assert facts_of(Validator(info=True).judge(game_text)) == cold


@given(st.sampled_from(NAMES), st.randoms(use_true_random=False), st.integers(0, 2))
def test_the_same_record_whether_moves_are_made_at_once_or_not(name: str, dice: random.Random, slips: int) -> None:
    text = random_text(name, dice, slips)
    at_once = Validator().judge(GameText(1, text, 1))
    by_itself = Validator(info=True).judge(GameText(1, text, 1))
    assert at_once.record == by_itself.record


@pytest.mark.parametrize(
    ("moves", "plies", "result"),
    [
        ("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 Nf6 0-0", 8, "0-0"),  # the last one is the result, the first castling
        ("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0", 6, "0-0"),
        ("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 *", 7, "*"),
    ],
)
@pytest.mark.parametrize("known", [False, True])
def test_a_result_that_reads_as_castling(moves: str, plies: int, result: str, *, known: bool) -> None:
    forget("chess")
    if known:
        Validator().judge(GameText(1, "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 *", 1))
    verdict = Validator().judge(GameText(1, f'[Variant "chess"]\n[Result "{result}"]\n\n{moves}\n', 1))
    assert (verdict.plies, verdict.result, verdict.findings) == (plies, result, [])


def test_a_variation_goes_back_to_before_the_last_plain_move() -> None:
    verdict = Validator().judge(GameText(1, '[Result "*"]\n\n1. e4 e5 2. Nf3 (2. Nc3 Nf6) 2... Nc6 *\n', 1))
    assert (verdict.plies, verdict.findings) == (4, [])


def test_texts_that_ask_for_the_same_share_a_parsed() -> None:
    forget("chess")
    Validator().judge(GameText(1, '[Result "*"]\n\n1. Nf3 d5 2. Ng1 d4 3. Nf3+ *\n', 1))
    parsed_moves = variant("chess").cache.parsed_moves
    assert parsed_moves["Nf3"] is parsed_moves["Nf3+"]
    assert parsed_moves["Nf3"] is not parsed_moves["Ng1"]
