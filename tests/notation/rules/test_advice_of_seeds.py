"""What is advised after any refusal in the seed games speaks of nothing that the game has not."""

import random
import re

import pytest

from fairyscore.notation.position import Position
from fairyscore.notation.rules.reasons import Reason
from fairyscore.notation.variants import variant

CIRCULAR = ("circular-66", "circular-68", "circular-70")
RIVERS = ("caliph-qi", "tor-qi")
CASTLES = ("kaleidochess", "kaleidochess:players=3", "kaleidochess:dice")
COLOURS = ("chamaeleon", "chamaeleon:start=drop")
SEEDS = (*CASTLES, "cylindrical", *RIVERS, *COLOURS, *CIRCULAR)

ONLY = {
    r"[Cc]astling needs": CIRCULAR,
    r"[Pp]awn": (*CASTLES, "cylindrical", *RIVERS, *CIRCULAR),
    r"do not capture the way they move|double step|en passant": (*RIVERS, *CIRCULAR),  # the cylinder's pawns do
    r"river": RIVERS,
    r"\b[Vv]oid": CIRCULAR,
    r"in check": ("cylindrical", *RIVERS, *CIRCULAR),
    r"circle|wizard|slice|steps": CASTLES,
    r"may not capture their own": ("cylindrical", *RIVERS, *COLOURS, *CIRCULAR),  # page: "knock out you own pieces"
    r"without a legal move passes": COLOURS,  # H-3
    r"four pieces|Drop the piece": ("chamaeleon:start=drop",),
    r"line at the edge": COLOURS,
    r"nobody passes": ("kaleidochess", "kaleidochess:players=3", "cylindrical", *RIVERS, *CIRCULAR),
    r"have left the game": ("kaleidochess:players=3",),
    r"Write it as in `3: ": ("kaleidochess:dice",),
    r"has no drops": (*CASTLES, "cylindrical", *RIVERS, *CIRCULAR),
    r"begins with drops": ("chamaeleon",),
    r"The drops are over": ("chamaeleon:start=drop",),
}
"""What an advice may say, and the seed games in which it is true."""

PIECES = {kind.name for game in SEEDS for kind in variant(game).piece_types}
MARKS = ("-", "x", "+")
OTHERS = ("--", "O-O", "O-O-O", "z9-z8", "hello", "a9-a1", "1L-2F", "i1-i2")


def refusals(name: str, games: int, plies: int) -> dict[str, Reason]:
    """By advice a refusal with it, of moves drawn at random in random games."""
    game, dice = variant(name), random.Random(name)
    letters = [*(kind.letter for kind in game.piece_types), "Z"]
    found: dict[str, Reason] = {}
    for _ in range(games):
        position = Position.start(name)
        for _ in range(plies):
            legal = position.legal_moves
            if position.outcome or not legal:
                break
            origin, target = dice.choices(game.board.cells, k=2)
            letter = dice.choice(letters)
            texts = [f"{origin}{mark}{target}" for mark in MARKS]
            texts += [
                f"{origin}-{target}={letter}",
                f"{letter}{target}",
                f"{letter}@{target}",
                f"{letter}{origin}-{target}",
            ]
            for text in (*texts, f"3: {origin}-{target}", *OTHERS):
                found |= {reason.advice: reason for reason in position.explain(text)}
            position = position.play(dice.choice(legal))
    return found


@pytest.mark.parametrize("name", SEEDS)
def test_every_advice_is_true_of_the_game(name: str) -> None:
    own = {kind.name for kind in variant(name).piece_types}
    found = refusals(name, 3, 25)
    assert len(found) > 9
    for advice, reason in found.items():
        for words, games in ONLY.items():
            assert name in games or not re.search(words, advice), reason
        named = {piece for piece in PIECES if re.search(rf"\b{piece}s?\b", advice, re.IGNORECASE)}
        stand_ins = {"king"} if "kyrin-king" in own else set()
        if "has no castling" not in advice:
            assert named <= own | stand_ins, reason
