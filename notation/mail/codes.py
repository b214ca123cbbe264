"""What can be said about a letter: codes, sentences and what to do, as `records.diagnostics` has them for records."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class LetterCode(Enum):
    """A code of a diagnostic on a letter."""

    SKIPPED = "mail-skipped"
    NOT_READ = "mail-not-read"
    ENCODING = "mail-encoding"
    NO_MOVE = "mail-no-move"
    NO_GAME = "mail-no-game"
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


class LetterExplanation(NamedTuple):
    """As `RecordExplanation`. severity: the value of a `Severity`."""

    sentence: str
    advice: str
    severity: str = "error"


EXPLAINED: dict[LetterCode, LetterExplanation] = {
    LetterCode.SKIPPED: LetterExplanation("{what}, not read", "Only what the sender wrote counts.", "info"),
    LetterCode.NOT_READ: LetterExplanation(
        "{what} is not read", "Nothing attached is opened or run; save a game record and name it instead.", "info"
    ),
    LetterCode.ENCODING: LetterExplanation("{what}", "Compare the move with what your mail program shows.", "warning"),
    LetterCode.NO_MOVE: LetterExplanation(
        "the letter states no move{why}", "Write the move with its number on a line of its own: {example}."
    ),
    LetterCode.NO_GAME: LetterExplanation(
        "the letter has no game record{why}",
        "A letter with single moves goes to its game: fairyscore play RECORD --mail LETTER.",
        "warning",
    ),
    LetterCode.SEVERAL_MOVES: LetterExplanation(
        "the letter states several moves: {moves}", "Ask the sender which one is meant; nothing is taken."
    ),
    LetterCode.ILLEGAL: LetterExplanation("{why}", "Ask the sender what is meant; nothing is taken."),
    LetterCode.UNCLEAR: LetterExplanation(
        "'{text}' may be {moves}", "Ask the sender, or give the move yourself: fairyscore play RECORD MOVE."
    ),
    LetterCode.MOVE_NUMBER: LetterExplanation(
        "the letter says move {found}, and the next one is {expected}",
        "The record may lack a move, or the letter may belong to another game.",
    ),
    LetterCode.OTHER_GAME: LetterExplanation(
        "the letter has {found}, and the record has {recorded}", "Look whether the letter belongs to this game."
    ),
    LetterCode.GOES_ON: LetterExplanation(
        "the letter goes on with '{text}' behind the move {move}, though {player} has not answered",
        "The record may lack moves; a plan is written as a condition: if ... then ...",
    ),
    LetterCode.SENDER: LetterExplanation(
        "{sender} {why}", "Look at the header of the letter; --any-sender takes it from anybody."
    ),
    LetterCode.SENDER_UNKNOWN: LetterExplanation(
        "nothing tells whether {sender} plays {player}", "Put the address into the tag {tag}.", "warning"
    ),
    LetterCode.VERSIONS: LetterExplanation(
        "the versions of the letter, or its subject, differ: {first} and {second}",
        "Ask the sender which one is meant; nothing is taken.",
    ),
    LetterCode.PLAYED: LetterExplanation("{move} is in the record already", "Nothing needs to be done.", "info"),
    LetterCode.CONDITION: LetterExplanation(
        "under a condition, not written: {text}",
        "It is proposed once the condition has come true and the letter is given again.",
        "info",
    ),
    LetterCode.RESULT: LetterExplanation(
        "the letter gives the result {found}, and {why}", "Ask the sender; the arbiter sets a result with --result."
    ),
    LetterCode.DRAW: LetterExplanation("{why}", "A draw is offered with a move, and accepted behind an offer."),
}
