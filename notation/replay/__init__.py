"""From the text of one game to the verdict on it."""

from fairyscore.notation.replay.judge import Judge
from fairyscore.notation.replay.verdict import Verdict, Watcher

__all__ = ["Judge", "Verdict", "Watcher"]
