"""How the moves of a game are written in short form, in words: the letters of its pieces, and the signs that come up."""

from collections.abc import Iterator
from itertools import chain

from fairyscore.notation.rules.general.definition import KINGSIDE
from fairyscore.notation.rules.wording.context import Context
from fairyscore.notation.rules.wording.special import castling_rules

NEVER = ("never", "never")


def notation(context: Context) -> Iterator[str]:
    """Sentences on the parts of a written move."""
    yield context.say("notation.san")
    pawns = [piece for piece in context.kinds if piece.pawn]
    if pawns:
        yield context.say("notation.no_letter", pieces=context.nouns(piece.name for piece in pawns))
    yield context.say("notation.apart")


def letters(context: Context) -> Iterator[tuple[str, str]]:
    """The letters of pieces, each with the piece; the first that has a letter gives its name."""
    names = {piece.letter: str(context.noun(piece.name)) for piece in reversed(context.kinds) if piece.letter}
    yield from reversed(names.items())


def signs(context: Context) -> Iterator[tuple[str, str]]:
    """The signs that can come up in the game, each with what it means."""
    rules, hand = context.rules, context.rules.hand
    movements = [*chain.from_iterable(piece.movements for piece in context.kinds)]
    castled = {rule.side for side in castling_rules(context).values() for rule in side}
    checks = bool(context.checked) and rules.mates
    found = {
        ("x", "captures"): any(movement.captures for movement in movements),
        ("+", "check"): checks,
        ("#", "mate"): checks,
        ("=", "becomes"): any(not rule.silent for rule in rules.promotions),
        ("@", "drop"): hand is not None and bool(hand.drops),
        ("O-O", "castles"): KINGSIDE in castled,
        ("O-O-O", "castles_far"): bool(castled - {KINGSIDE}),
        ("/", "gate"): rules.gating == "seirawan",
        (",", "wall"): rules.walls is not None and not rules.walls.or_move,
        ("--", "pass"): rules.passing != NEVER,
    }
    for (sign, key), comes_up in found.items():
        if comes_up:
            yield sign, context.say(f"sign.{key}")
