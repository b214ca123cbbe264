"""What is found in a record: a place, a code, and what it means; the codes of records, beside those of moves.

`EXPLAINED` here and in `rules.reasons` are the tables from which `docs/diagnostics.md` is made.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from fairyscore.notation.rules.reasons import EXPLAINED as MOVES_EXPLAINED
from fairyscore.notation.rules.reasons import Code, Fact


class Severity(Enum):
    """ERROR: the record is wrong; WARNING: it is judged, but something should be mended; INFO: worth knowing."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class RecordCode(Enum):
    """What can be wrong with a record besides its moves."""

    UNREADABLE_FILE = "unreadable-file"
    NO_RECORDS = "no-records"
    EMPTY_FILE = "empty-file"
    ENCODING = "encoding"
    NUL_BYTE = "nul-byte"
    NOT_A_RECORD = "not-a-record"
    DAMAGED_ARCHIVE = "damaged-archive"
    UNPACKING_LIMIT = "unpacking-limit"
    NESTED_ARCHIVE = "nested-archive"
    UNSAFE_MEMBER = "unsafe-member"
    UNREADABLE_MEMBER = "unreadable-member"
    CHANGED_FILE = "changed-file"
    SET_ASIDE = "set-aside"
    TOO_LONG = "too-long"
    TRUNCATED_FILE = "truncated-file"
    NO_BLANK_LINE = "no-blank-line"
    BAD_TAG = "bad-tag"
    TAG_WITHOUT_QUOTE = "tag-without-quote"
    RAW_QUOTE = "raw-quote"
    BACKSLASH_AT_END = "backslash-at-end"
    BLANK_LINE_IN_TAGS = "blank-line-in-tags"
    REPEATED_TAG = "repeated-tag"
    MISSPELT_TAG = "misspelt-tag"
    TAG_AMONG_MOVES = "tag-among-moves"
    UNKNOWN_VARIANT = "unknown-variant"
    NO_VARIANT = "no-variant"
    GUESSED_VARIANT = "guessed-variant"
    BAD_POSITION = "bad-position"
    CASTLING_DROPPED = "castling-dropped"
    ADVICE = "advice"
    OTHER_RULES = "other-rules"
    MOVE_NUMBER = "move-number"
    UNCLOSED_COMMENT = "unclosed-comment"
    SWALLOWED_GAMES = "swallowed-games"
    NESTED_COMMENT = "nested-comment"
    UNCLOSED_VARIATION = "unclosed-variation"
    STRAY_BRACKET = "stray-bracket"
    DEEP_VARIATION = "deep-variation"
    VARIATION_OF_NOTHING = "variation-of-nothing"
    NULL_MOVE = "null-move"
    UNUSUAL_SPELLING = "unusual-spelling"
    PIECE_LETTERS = "piece-letters"
    FOREIGN_LETTERS = "foreign-letters"
    BAD_NAG = "bad-nag"
    NULL_MOVE_PLAYED = "null-move-played"
    UNUSUAL_NAG = "unusual-nag"
    NAG_BEFORE_MOVE = "nag-before-move"
    NO_MOVE_IN_BRACKETS = "no-move-in-brackets"
    SPACED_RESULT = "spaced-result"
    FALSE_MARK = "false-mark"
    WORDS = "words"
    WORDED_RESULT = "worded-result"
    REST_FITS = "rest-fits"
    REST_REFUSED = "rest-refused"
    BAD_VALUE = "bad-value"
    RESULT_CONTRADICTS = "result-contradicts"
    RESULT_UNLIKE_TAG = "result-unlike-tag"
    BAD_RESULT = "bad-result"
    NO_RESULT = "no-result"
    AFTER_RESULT = "after-result"
    REPETITION = "repetition"
    FIFTY_MOVES = "fifty-moves"
    TIME_OVERSTEPPED = "time-overstepped"
    TIME_OVERDUE = "time-overdue"
    TIME_BACKWARDS = "time-backwards"
    TIME_MISSING = "time-missing"
    TIME_UNREADABLE = "time-unreadable"
    TIME_CONTROL = "time-control"


class RecordExplanation(NamedTuple):
    """What a code means: `sentence` is a template over the facts, `advice` says what to do."""

    sentence: str
    advice: str
    severity: Severity = Severity.ERROR


EXPLAINED: dict[RecordCode, RecordExplanation] = {
    RecordCode.UNREADABLE_FILE: RecordExplanation(
        "{path} cannot be read: {why}",
        "Check the name and the permissions.",
    ),
    RecordCode.NO_RECORDS: RecordExplanation(
        "{what}",
        "Name a file or folder with game records (.pgn, .txt).",
    ),
    RecordCode.EMPTY_FILE: RecordExplanation(
        "the file contains no game",
        "An empty file may be a failed download.",
    ),
    RecordCode.ENCODING: RecordExplanation(
        "{what}",
        "Save the file as UTF-8.",
        Severity.INFO,
    ),
    RecordCode.NUL_BYTE: RecordExplanation(
        "there are NUL bytes in the text; they are read as blanks",
        "The file was damaged, or is no text file.",
    ),
    RecordCode.NOT_A_RECORD: RecordExplanation(
        "this is not a game record but {what}",
        "Nothing in it looks like a tag or a move; name a file of games.",
    ),
    RecordCode.DAMAGED_ARCHIVE: RecordExplanation(
        "{path} is damaged: {why}",
        "The games that could be unpacked are checked; others are missing. Get the file again.",
    ),
    RecordCode.UNPACKING_LIMIT: RecordExplanation(
        "{path} {why}; the rest is not read",
        "Files that are made to fill a disk look like this. If it is honest, raise --max-ratio or --max-unpacked.",
    ),
    RecordCode.NESTED_ARCHIVE: RecordExplanation(
        "{path} is not read: {why}",
        "Unpack the outer archive, and name what was in it.",
    ),
    RecordCode.UNSAFE_MEMBER: RecordExplanation(
        "{path} {why}; it is not read",
        "Do not unpack this archive with a program that trusts names: such members are made to overwrite files elsewhere.",
    ),
    RecordCode.UNREADABLE_MEMBER: RecordExplanation(
        "{path} is not read: {why}",
        "Unpack it with the program that packed it, and name what was in it.",
    ),
    RecordCode.CHANGED_FILE: RecordExplanation(
        "the file {what} while it was read; it is checked up to here",
        "Run again when nothing writes to it.",
    ),
    RecordCode.SET_ASIDE: RecordExplanation(
        "{what} crashes the process that checks it, at every attempt; it is skipped",
        "Everything else is checked. It may need too much memory; otherwise please report it, with the file.",
    ),
    RecordCode.TOO_LONG: RecordExplanation(
        "{what}",
        "This is probably no game record.",
    ),
    RecordCode.TRUNCATED_FILE: RecordExplanation(
        "the file ends in the middle of {what}, without a line end; it was probably cut off here",
        "Get the file again; more than the end of this game may be missing.",
    ),
    RecordCode.NO_BLANK_LINE: RecordExplanation(
        "there is no blank line between this game and the next",
        "Insert one; many programs read both as one game.",
        Severity.WARNING,
    ),
    RecordCode.BAD_TAG: RecordExplanation(
        "this line is not a valid tag: {line}",
        'A tag is a name and a value in quotes: [White "Anna"].',
    ),
    RecordCode.TAG_WITHOUT_QUOTE: RecordExplanation(
        "the value of the tag {tag} lacks a quote; it is read as {value}",
        'A value stands between two quotes: [White "Anna"].',
        Severity.WARNING,
    ),
    RecordCode.RAW_QUOTE: RecordExplanation(
        "the value of the tag {tag} contains a quote without a backslash; it is read as {value}",
        'Put a backslash before each quote in a value: [Event "The \\"Immortal\\""].',
        Severity.INFO,
    ),
    RecordCode.BACKSLASH_AT_END: RecordExplanation(
        "the value of the tag {tag} ends in a backslash, which escapes the closing quote; it is read as {value}",
        'A backslash in a value is written twice: [Site "C:\\\\"].',
        Severity.WARNING,
    ),
    RecordCode.BLANK_LINE_IN_TAGS: RecordExplanation(
        "a blank line stands between the tags of one game",
        "Remove it; many programs start another game there.",
        Severity.WARNING,
    ),
    RecordCode.REPEATED_TAG: RecordExplanation(
        "the tag {tag} appears twice, as {first} and {second}; the first counts",
        "Keep one of them.",
        Severity.WARNING,
    ),
    RecordCode.MISSPELT_TAG: RecordExplanation(
        "the tag {tag} is unknown; did you mean {meant}?",
        "Tag names are case-sensitive; this one is ignored.",
        Severity.WARNING,
    ),
    RecordCode.TAG_AMONG_MOVES: RecordExplanation(
        "the tag {tag} comes after the first move or comment and is ignored",
        "Put it in front, or begin the next game with a blank line and its tags.",
    ),
    RecordCode.UNKNOWN_VARIANT: RecordExplanation(
        "{why}",
        "`fairyscore variants` lists the names and options.",
    ),
    RecordCode.NO_VARIANT: RecordExplanation(
        "these moves have no tags, and no variant is named",
        "Say which game it is: fairyscore validate --variant NAME.",
    ),
    RecordCode.GUESSED_VARIANT: RecordExplanation(
        "no variant is named; it is taken for {guessed}, in which all moves are legal{also}",
        'Name it: with a tag, [Variant "..."], or with --variant NAME.',
        Severity.WARNING,
    ),
    RecordCode.BAD_POSITION: RecordExplanation(
        "the position makes no sense: {why}",
        "`docs/positions.md` says how positions are written.",
    ),
    RecordCode.CASTLING_DROPPED: RecordExplanation(
        "the castlings of the FEN are {found}, and king and rooks stand for {meant} only",
        "Correct the third field of the FEN; the game is judged without the others.",
        Severity.WARNING,
    ),
    RecordCode.ADVICE: RecordExplanation(
        "{why}",
        "The page advises against it; the game is judged all the same.",
        Severity.WARNING,
    ),
    RecordCode.OTHER_RULES: RecordExplanation(
        "the record was made by the rules in {said}, and is judged by those {used}",
        "Pass the record's own file with --variant-path; if these rules are right, correct or remove the tag Rules.",
        Severity.WARNING,
    ),
    RecordCode.MOVE_NUMBER: RecordExplanation(
        "the move number is {found} but should be {expected}",
        "A move may be missing or doubled before it; counting continues from this number.",
        Severity.WARNING,
    ),
    RecordCode.UNCLOSED_COMMENT: RecordExplanation(
        "this comment is never closed; it ends {where}",
        "Close it with }.",
    ),
    RecordCode.SWALLOWED_GAMES: RecordExplanation(
        "this comment contains the beginning of {games}",
        "Close it where it should end; without --no-recover it ends where the next game begins.",
    ),
    RecordCode.NESTED_COMMENT: RecordExplanation(
        "this brace is inside a comment and opens nothing: the comment ends at the first closing brace",
        "Comments in braces do not nest; use other brackets inside.",
        Severity.WARNING,
    ),
    RecordCode.UNCLOSED_VARIATION: RecordExplanation(
        "this variation is never closed",
        "Close it with ).",
    ),
    RecordCode.STRAY_BRACKET: RecordExplanation(
        "{bracket} closes nothing",
        "Remove it, or look for the missing opening bracket.",
    ),
    RecordCode.DEEP_VARIATION: RecordExplanation(
        "variations are nested more than {most} deep; this one is skipped",
        "No annotation goes so deep; look for a bracket that is never closed.",
    ),
    RecordCode.VARIATION_OF_NOTHING: RecordExplanation(
        "there is no move that this variation could replace",
        "Put it after the move that it replaces.",
    ),
    RecordCode.NULL_MOVE: RecordExplanation(
        "{mover} leaves out a move in this variation (a null move); it is kept as it is, and the variation goes on",
        "Annotators show so what is threatened; programs that know PGN to the letter only may stumble over it.",
        Severity.INFO,
    ),
    RecordCode.UNUSUAL_SPELLING: RecordExplanation(
        "'{text}' is read as {meant} ({why})",
        "Nothing needs to be done here, but other programs may not read it; `fairyscore fmt` writes it as usual.",
        Severity.INFO,
    ),
    RecordCode.PIECE_LETTERS: RecordExplanation(
        "the pieces are called by their {why} letters; so all moves are legal",
        "--piece-letters names the language; `fairyscore fmt --piece-letters` writes the English letters.",
        Severity.INFO,
    ),
    RecordCode.FOREIGN_LETTERS: RecordExplanation(
        "the letters of the pieces look {why} (--piece-letters {language}); so the game is legal up to ply {plies}",
        "Name the language, and see which move is wrong then.",
        Severity.WARNING,
    ),
    RecordCode.NULL_MOVE_PLAYED: RecordExplanation(
        "{mover} leaves out a move in the game itself (a null move); it is kept as it is, and the game goes on",
        "The rules allow no such move; write the move that was played, or * where the game is not known further.",
        Severity.WARNING,
    ),
    RecordCode.UNUSUAL_NAG: RecordExplanation(
        "{nag} is kept, but PGN gives no meaning to numbers above {most}",
        "Look the number up in the list of the PGN standard.",
        Severity.WARNING,
    ),
    RecordCode.NAG_BEFORE_MOVE: RecordExplanation(
        "{nag} stands before the first move; it is kept with that move",
        "In PGN a NAG belongs to the move before it.",
        Severity.INFO,
    ),
    RecordCode.NO_MOVE_IN_BRACKETS: RecordExplanation(
        "no move stands in the brackets {text}; they are kept as a comment",
        "Round brackets hold variations; write a comment in braces.",
        Severity.INFO,
    ),
    RecordCode.SPACED_RESULT: RecordExplanation(
        "{text} is read as the result {result}",
        "Write a result without blanks.",
        Severity.INFO,
    ),
    RecordCode.FALSE_MARK: RecordExplanation(
        "{move} is marked {mark}, but {fact}",
        "The move is legal all the same; with --strict the mark counts as a fault.",
        Severity.INFO,
    ),
    RecordCode.WORDS: RecordExplanation(
        "'{text}' is no move; it is kept as a comment",
        "Write comments in braces.",
        Severity.INFO,
    ),
    RecordCode.WORDED_RESULT: RecordExplanation(
        "'{text}' is read as the result {result}",
        "End the moves with the result.",
        Severity.INFO,
    ),
    RecordCode.REST_FITS: RecordExplanation(
        "{what} legal if {guess}",
        "Moves after a refused move are not counted; correct that move, and check the record again.",
        Severity.INFO,
    ),
    RecordCode.REST_REFUSED: RecordExplanation(
        "if {guess}, the next {moves} moves are legal up to {move}: {why}",
        "Correct the first refused move before this one.",
        Severity.INFO,
    ),
    RecordCode.BAD_NAG: RecordExplanation(
        "{nag} is no NAG: the number is greater than {most}",
        "Look the number up in the list of the PGN standard.",
    ),
    RecordCode.BAD_VALUE: RecordExplanation(
        "{what}",
        "`docs/formats.md` says how a game stands in this format.",
    ),
    RecordCode.RESULT_CONTRADICTS: RecordExplanation(
        "the result is {found}, but {ending}: {expected}",
        "Correct the result, or look for an earlier wrong move.",
    ),
    RecordCode.RESULT_UNLIKE_TAG: RecordExplanation(
        "the moves end with {found}, but the tag Result says {tag}",
        "One of them is wrong.",
    ),
    RecordCode.BAD_RESULT: RecordExplanation(
        "'{found}' is no result of a game for {seats}; for example {example}",
        "A result has a score for each player, such as 1-0, 1/2-1/2, 0-1-0, or * for an unfinished game.",
    ),
    RecordCode.NO_RESULT: RecordExplanation(
        "{what}",
        "End the moves with the result, or * where the game goes on.",
    ),
    RecordCode.AFTER_RESULT: RecordExplanation(
        "there is text after the result {result}: {text}",
        "Text after the result belongs to no game; start another game with its tags.",
    ),
    RecordCode.REPETITION: RecordExplanation(
        "the position occurs for the third time; a draw may be claimed",
        "Nothing needs to be done.",
        Severity.INFO,
    ),
    RecordCode.FIFTY_MOVES: RecordExplanation(
        "fifty moves of each player without capture or pawn move; a draw may be claimed",
        "Nothing needs to be done.",
        Severity.INFO,
    ),
    RecordCode.TIME_OVERSTEPPED: RecordExplanation(
        "{player} exceeds the time by {over}; the control is {control}",
        "Look at the dates and at TimeControl; if they are right, the game may be lost on time.",
    ),
    RecordCode.TIME_OVERDUE: RecordExplanation(
        "{player} is to move since {since} and exceeds the time by {over} on {today}; the control is {control}",
        "Ask the player for a move; if the dates are right, the game may be lost on time.",
        Severity.WARNING,
    ),
    RecordCode.TIME_BACKWARDS: RecordExplanation(
        "the move is dated {found}, but the one before it {before}",
        "Correct the date that is wrong; no time is counted for the moves about it.",
    ),
    RecordCode.TIME_MISSING: RecordExplanation(
        "{what}",
        "Dates stand behind moves as [%ccsnt 2026.11.21,18:30] or [%date 2026.11.21 18:30], times as [%emt 0:01:02].",
        Severity.WARNING,
    ),
    RecordCode.TIME_UNREADABLE: RecordExplanation(
        "{command} contains no readable time",
        "Times are written as 1:02:03 or 1d 2h, dates as 2026.11.21,18:30.",
        Severity.WARNING,
    ),
    RecordCode.TIME_CONTROL: RecordExplanation(
        "the time control '{control}' {why}",
        "Time controls are written as 40/7200:3600, 300+2, *180 (in seconds), or 10/50d.",
    ),
}


HARMLESS = frozenset(
    {
        Code.CAPTURE_MARK.value,
        RecordCode.BACKSLASH_AT_END.value,
        RecordCode.NO_RESULT.value,
        RecordCode.RAW_QUOTE.value,
        RecordCode.RESULT_CONTRADICTS.value,
        RecordCode.RESULT_UNLIKE_TAG.value,
        RecordCode.TAG_WITHOUT_QUOTE.value,
        RecordCode.TIME_OVERSTEPPED.value,
        RecordCode.TIME_BACKWARDS.value,
        RecordCode.TIME_CONTROL.value,
    }
)
"""Errors that take nothing away from a record: all that it says is understood."""


ONCE_A_FILE = frozenset(
    {
        RecordCode.UNUSUAL_SPELLING.value,
        RecordCode.NAG_BEFORE_MOVE.value,
        RecordCode.NO_MOVE_IN_BRACKETS.value,
        RecordCode.SPACED_RESULT.value,
        RecordCode.FALSE_MARK.value,
    }
)
"""Told once a kind and file, the kind being the fact `why`: whoever writes so does it in every move."""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One thing found in a record.

    line, column: where it begins, counted from 1; end_column: behind its last character, on the same line.
    game: its number in the file, 0 for the file as a whole; ply: counted from 1, 0 where it is about no move.
    move: as written. rules: ids or page headings; reasons: each fault of a refused move, where there are several.
    suggestions: legal moves that were probably meant.
    source: the line, or `WINDOW` characters of a longer one; source_start: the column of its first character.
    """

    file: str
    game: int
    line: int
    column: int
    end_column: int
    severity: Severity
    code: str
    message: str
    ply: int = 0
    move: str = ""
    facts: Mapping[str, Fact] = field(default_factory=dict)
    rules: tuple[str, ...] = ()
    reasons: tuple[tuple[str, str], ...] = ()
    suggestions: tuple[str, ...] = ()
    advice: str = ""
    source: str = ""
    source_start: int = 1


WINDOW = 400
"""So much of a line is kept in a finding: a file may be one line."""


def window(text: str, begin: int, end: int, at: int) -> tuple[str, int]:
    """What a finding keeps of the line from `begin` to `end`, around a place in it, and where that begins in the text.

    >>> window("1. e4 e5", 0, 8, 3), window("x" * 1000, 0, 1000, 700)[1]
    (('1. e4 e5', 0), 600)
    """
    first = max(begin, min(at - WINDOW // 4, end - WINDOW))
    return text[first : min(end, first + WINDOW)], first


def advice_for(code: Code | RecordCode) -> str:
    """What to do about it, in one sentence."""
    return MOVES_EXPLAINED[code].advice if isinstance(code, Code) else EXPLAINED[code].advice
