"""How a game ended, in the words of its rules; where the moves do not say, in those of its tags.

>>> from fairyscore.notation.records.game_text import GameText
>>> from fairyscore.notation.replay import Validator
>>> judge = Validator(variant="chess")
>>> [ending_of(judge.judge(GameText(1, text, 1))) for text in ("1. f3 e5 2. g4 Qh4# 0-1", "1. e4 1-0", "1. e4 *")]
['checkmate', 'resigned or not told', 'unfinished']
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from fairyscore.notation.records.pgn_lexer import normal_result
from fairyscore.notation.replay import Verdict

UNFINISHED: Final = "unfinished"
WON: Final = "resigned or not told"
DRAWN: Final = "draw agreed or not told"

TERMINATIONS: Final = (
    ("resign", "resigned"),
    ("repetition", "draw by repetition"),
    ("insufficient", "draw, nobody can mate"),
    ("50", "fifty moves"),
    ("fifty", "fifty moves"),
    ("agree", "draw agreed"),
    ("time", "time forfeit"),
    ("adjudicat", "adjudication"),
    ("abandon", "abandoned"),
    ("rules infraction", "rules infraction"),
    ("illegal", "rules infraction"),
    ("death", "death"),
    ("emergency", "emergency"),
    ("unterminated", UNFINISHED),
)
"""Words of the tag Termination and what they stand for: those of PGN 9.8.1 and of sites that write sentences there."""


def ending_of(verdict: Verdict) -> str:
    """What ended a game: the rules (`Ending`), else the tag Termination; else what its result lets one think."""
    if verdict.outcome is not None:
        return verdict.outcome.ending.value
    said = _terminated(verdict.tags.get("Termination", ""))
    result = result_of(verdict)
    return said or (UNFINISHED if result == "*" else WON if "1" in result.split("-") else DRAWN)


def result_of(verdict: Verdict) -> str:
    """The result a game has by its moves, else by its tag; `*` for none."""
    if verdict.result or verdict.game is None:
        return verdict.result or "*"
    return normal_result(verdict.tags.get("Result", "*"), len(verdict.game.seats)) or "*"


@lru_cache(maxsize=256)
def _terminated(said: str) -> str:
    folded = said[:200].casefold()
    return next((phrase for word, phrase in TERMINATIONS if word in folded), "")
