"""From the text of one game to the verdict on it."""

from fairyscore.notation.replay.counting import GameCounter, Tally
from fairyscore.notation.replay.validator import Validator
from fairyscore.notation.replay.verdict import Verdict

__all__ = ["GameCounter", "Tally", "Validator", "Verdict"]
