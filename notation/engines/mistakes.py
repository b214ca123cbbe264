"""Which moves lose so much that they get a sign: a table (`mistakes.toml`), which a file of the user may replace.

>>> from fairyscore.notation.rules.variant import SEATING
>>> white, black = SEATING[2]
>>> signs = usual_signs()
>>> sign_of(EngineScore(white, 30), EngineScore(white, -60), signs).name
'inaccuracy'
>>> sign_of(EngineScore(white, mate=3), EngineScore(white, 400), signs).name  # a forced mate is gone
'blunder'
>>> sign_of(EngineScore(white, mate=3), EngineScore(white, mate=5), signs) is None
True
>>> sign_of(EngineScore(white, mate=3), EngineScore(white, 20000), signs) is None  # won by the endgame tables
True
"""

from __future__ import annotations

import tomllib
from typing import Any, NamedTuple

from fairyscore.notation.engines.score import EngineScore
from fairyscore.notation.package_data import data_text
from fairyscore.notation.text import shown

PACKAGE = "fairyscore.notation.engines"


class MoveSign(NamedTuple):
    """A sign, and which moves get it; see `mistakes.toml`. decided: None for all moves that let a mate go, or allow one."""

    name: str
    nag: int
    loss: float
    decided: int | None = None
    line: bool = True


class SignsFault(ValueError):
    """A table of signs makes no sense; the message says why."""


def usual_signs() -> tuple[MoveSign, ...]:
    """The signs of lichess, the mildest first."""
    return signs_in(data_text(PACKAGE, "mistakes.toml"))


def signs_in(text: str) -> tuple[MoveSign, ...]:
    """The signs of a table, the mildest first. Raises `SignsFault`.

    >>> signs_in("[blunder]\\nnag = 4\\nloss = 0.3")
    (MoveSign(name='blunder', nag=4, loss=0.3, decided=None, line=True),)
    >>> signs_in("[blunder]\\nnag = 4\\nloss = 30")
    Traceback (most recent call last):
    fairyscore.notation.engines.mistakes.SignsFault: blunder: loss must be a number from 0 to 1
    """
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise SignsFault(f"it is no TOML: {fault}") from None
    return tuple(sorted((_sign(name, table) for name, table in tables.items()), key=lambda sign: sign.loss))


def _sign(name: str, table: Any) -> MoveSign:
    """A sign of a table. Raises `SignsFault`."""
    if not isinstance(table, dict):
        raise SignsFault(f"{shown(name)} must be a table, as [{shown(name)}]")
    known = MoveSign._fields[1:]
    for key in table:
        if key not in known:
            raise SignsFault(f"{shown(name)}: {shown(key)} means nothing; there are {', '.join(known)}")
    tests = (
        ("nag", isinstance(table.get("nag"), int) and 0 < table["nag"] < 256, "a number from 1 to 255"),
        ("loss", isinstance(table.get("loss"), int | float) and 0 <= table["loss"] <= 1, "a number from 0 to 1"),
        ("decided", isinstance(table.get("decided", 0), int), "a number of centipawns"),
        ("line", isinstance(table.get("line", True), bool), "true or false"),
    )
    for key, holds, wanted in tests:
        if not holds:
            raise SignsFault(f"{shown(name)}: {key} must be {wanted}")
    return MoveSign(name, **table)


def sign_of(before: EngineScore, after: EngineScore, signs: tuple[MoveSign, ...]) -> MoveSign | None:
    """The sign of a move; None for a move that needs none. before, after: scores of the player who makes it."""
    allowed = before.mate is None and after.mate is not None and after.mate <= 0 and not before.is_lost
    gone = before.mate is not None and before.mate > 0 and not after.is_won and (after.mate is None or after.mate <= 0)
    if allowed or gone:
        advantage = -(before.centipawns or 0) if allowed else after.centipawns or 0
        return next((sign for sign in signs if sign.decided is None or advantage > sign.decided), None)
    if before.mate is not None:
        return None
    loss = before.chance - after.chance
    return next((sign for sign in reversed(signs) if loss >= sign.loss), None)
