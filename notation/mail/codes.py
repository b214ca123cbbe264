"""What can be said about a letter: codes, and sentences and advice (`diagnostics.ini`) as for records."""

from enum import StrEnum
from typing import NamedTuple

from fairyscore.notation.package_data import data_sections


class LetterCode(StrEnum):
    """A code of a diagnostic on a letter."""

    SKIPPED = "mail-skipped"
    NOT_READ = "mail-not-read"
    ENCODING = "mail-encoding"
    NO_MOVE = "mail-no-move"
    NO_GAME = "mail-no-game"
    QUOTED_GAME = "mail-quoted-game"
    SEVERAL_MOVES = "mail-several-moves"
    ILLEGAL = "mail-illegal-move"
    UNCLEAR = "mail-unclear"
    MOVE_NUMBER = "mail-move-number"
    OTHER_GAME = "mail-other-game"
    GOES_ON = "mail-goes-on"
    SENDER = "mail-sender"
    SENDER_UNKNOWN = "mail-sender-unknown"
    VERSIONS = "mail-versions-differ"
    PLAYED = "mail-already-played"
    CONDITION = "mail-condition"
    RESULT = "mail-result"
    DRAW = "mail-draw"
    PROPOSAL = "mail-proposal"


class LetterExplanation(NamedTuple):
    """As `RecordExplanation`. severity: the value of a `Severity`."""

    sentence: str
    advice: str
    severity: str = "error"
    summary: str = ""


_TEXTS = data_sections("fairyscore.notation.mail", "diagnostics.ini")

EXPLAINED = {code: LetterExplanation(**_TEXTS[code.value]) for code in LetterCode}
