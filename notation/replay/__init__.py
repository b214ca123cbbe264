"""From the text of one game to the verdict on it."""

from fairyscore.notation.replay.batches import BatchForm, BatchOrder, BatchReader
from fairyscore.notation.replay.sieve import SiftedRows
from fairyscore.notation.replay.validator import Validator
from fairyscore.notation.replay.verdict import Verdict

__all__ = ["BatchForm", "BatchOrder", "BatchReader", "SiftedRows", "Validator", "Verdict"]
