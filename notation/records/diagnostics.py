"""What is found in a record: a place, a code, and what it means; the codes of records, beside those of moves.

`EXPLAINED` here (`diagnostics.ini`) and in `rules.reasons` (`reasons.ini`): from both `docs/diagnostics.md` is made.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple, Protocol

from fairyscore.notation.package_data import data_sections
from fairyscore.notation.rules.reasons import Code, Fact
from fairyscore.notation.storage.source import SourceCode
from fairyscore.notation.text import shown


class Severity(StrEnum):
    """ERROR: the record is wrong; WARNING: it is judged, but something should be corrected; INFO: worth knowing.

    >>> [severity.value for severity in Severity]
    ['error', 'warning', 'info']
    """

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class RecordCode(StrEnum):
    """A code for a fault of a record besides its moves."""

    UNREADABLE_FILE = "unreadable-file"
    NO_RECORDS = "no-records"
    EMPTY_FILE = "empty-file"
    ENCODING = "encoding"
    DOUBTFUL_ENCODING = "doubtful-encoding"
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
    GATES_DROPPED = "gates-dropped"
    TAG_UNLIKE_GAME = "tag-unlike-game"
    FEN_MENDED = "fen-mended"
    SHUFFLED_START = "shuffled-start"
    ADVICE = "advice"
    OTHER_RULES = "other-rules"
    MOVE_NUMBER = "move-number"
    OTHER_MOVER = "other-mover"
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
    EMPTY_VARIATION = "empty-variation"
    NO_MOVE_IN_BRACKETS = "no-move-in-brackets"
    SPACED_RESULT = "spaced-result"
    FALSE_MARK = "false-mark"
    WORDS = "words"
    UNKNOWN_LINE = "unknown-line"
    WORDED_RESULT = "worded-result"
    REST_FITS = "rest-fits"
    REST_REFUSED = "rest-refused"
    BAD_VALUE = "bad-value"
    NOT_JUDGED = "not-judged"
    RESULT_CONTRADICTS = "result-contradicts"
    OPEN_RESULT = "open-result"
    RESULT_UNLIKE_TAG = "result-unlike-tag"
    BAD_RESULT = "bad-result"
    NO_RESULT = "no-result"
    AFTER_RESULT = "after-result"
    PLAYED_ON = "played-on"
    MAY_HAVE_ENDED = "may-have-ended"
    REPETITION = "repetition"
    FIFTY_MOVES = "fifty-moves"
    COUNTED_OUT = "counted-out"
    IMPASSE_UNMET = "impasse-unmet"
    TIME_OVERSTEPPED = "time-overstepped"
    TIME_OVERDUE = "time-overdue"
    TIME_BACKWARDS = "time-backwards"
    TIME_MISSING = "time-missing"
    TIME_UNREADABLE = "time-unreadable"
    TIME_CONTROL = "time-control"


class RecordExplanation(NamedTuple):
    """The explanation of a code: `sentence` is a template over the facts, `advice` says what to do.

    summary: what all its messages have in common, where the sentence is one fact alone; else empty.
    harmless: an error that takes nothing away from a record, as all that it says is understood.
    once: reported once per kind and file, the kind being the fact `why`: whoever writes so does it in every move.
    """

    sentence: str
    advice: str
    severity: Severity = Severity.ERROR
    harmless: bool = False
    once: bool = False
    summary: str = ""


_TEXTS = data_sections("fairyscore.notation.records", "diagnostics.ini")

EXPLAINED = {
    code: RecordExplanation(
        section["sentence"],
        section["advice"],
        Severity(section.get("severity", "error")),
        "harmless" in section,
        "once" in section,
        section.get("summary", ""),
    )
    for code, section in ((code, _TEXTS[code.value]) for code in RecordCode)
}

HARMLESS = {Code.CAPTURE_MARK.value, *(code.value for code, explained in EXPLAINED.items() if explained.harmless)}
"""Codes of errors that take nothing away from a record, of moves too."""

ONCE_A_FILE = {code.value for code, explained in EXPLAINED.items() if explained.once}

_NO_GAMES = (RecordCode.EMPTY_FILE, RecordCode.NOT_A_RECORD, RecordCode.CHANGED_FILE, RecordCode.SET_ASIDE)
NOT_READ = frozenset(code.value for code in (*SourceCode, *_NO_GAMES))
"""Codes of what could not be judged at all."""


class Diagnostic(NamedTuple):
    """One thing found in a record.

    line, column: where it begins, counted from 1;
    end_column: after its last character, on the same line.
    game: its number in the file, 0 for the file as a whole;
    ply: counted from 1, 0 where it is about no move.
    move: as written.
    rules: ids or page headings;
    reasons: each fault of a refused move, where there are several.
    suggestions: legal moves that were probably meant.
    source: the line, or `WINDOW` characters of a longer one;
    source_start: the column of its first character.

    >>> from fairyscore.notation.work.validate import validate
    >>> found = validate("samples/faults/path-blocked.pgn").diagnostics[0]
    >>> found.line, found.column, found.severity.value, found.code, found.facts["blockers"]
    (10, 40, 'error', 'path-blocked', ('4G', '5F'))
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
    facts: Mapping[str, Fact] = {}
    rules: tuple[str, ...] = ()
    reasons: tuple[tuple[str, str], ...] = ()
    suggestions: tuple[str, ...] = ()
    advice: str = ""
    source: str = ""
    source_start: int = 1

    def __repr__(self) -> str:
        place = f"{shown(self.file, 100)}:{self.line}:{self.column}"
        return f"<Diagnostic {place}: {self.severity.value}[{self.code}]: {shown(self.message, 600)}>"


def is_not_read(finding: Diagnostic) -> bool:
    """True if something could not be read at all; a warning is none of that."""
    return finding.code in NOT_READ and finding.severity is Severity.ERROR


_DATA = (
    "file", "game", "line", "column", "end_column", "severity", "code", "message", "ply", "move", "facts", "rules",
    "reasons", "suggestions", "advice",
)  # fmt: skip


def as_data(finding: Diagnostic) -> dict[str, Any]:
    """A diagnostic as it stands in JSON."""
    data = {key: getattr(finding, key) for key in _DATA}
    reasons = [{"code": code, "message": sentence} for code, sentence in finding.reasons]
    return data | {"severity": finding.severity.value, "facts": dict(finding.facts), "reasons": reasons}


class OnceAFile:
    """Leaves out what was reported of a file before, if it is reported once (`ONCE_A_FILE`). Files come one by one."""

    def __init__(self) -> None:
        self._file = ""
        self._reported: set[tuple[str, Fact]] = set()

    def of(self, findings: list[Diagnostic]) -> list[Diagnostic]:
        """Those of a game that are to be reported."""
        return [finding for finding in findings if finding.code not in ONCE_A_FILE or self._is_new(finding)]

    def _is_new(self, finding: Diagnostic) -> bool:
        if finding.file != self._file:
            self._file, self._reported = finding.file, set()
        before = len(self._reported)
        self._reported.add((finding.code, finding.facts.get("why", "")))
        return len(self._reported) > before


class MoveReason(Protocol):
    """A reason why a move is refused: by the rules (`Reason`), or by its number."""

    @property
    def code(self) -> Code | RecordCode:
        """The kind of fault."""
        ...

    @property
    def facts(self) -> Mapping[str, Fact]:
        """The values that its sentence is made of."""
        ...

    @property
    def rule(self) -> str:
        """The id in the rule sheet."""
        ...

    @property
    def advice(self) -> str:
        """The advice of the finding in one sentence."""
        ...


def reasons_as_facts(reasons: Sequence[MoveReason]) -> dict[str, Any]:
    """The fields of a diagnostic for a refused move; the first of its reasons gives the code and the facts."""
    first = reasons[0]
    return {
        "code": first.code.value,
        "facts": dict(first.facts),
        "rules": tuple(dict.fromkeys(reason.rule for reason in reasons if reason.rule)),
        "reasons": tuple((reason.code.value, str(reason)) for reason in reasons),
        "advice": first.advice,
    }


def of_refused_move(reasons: Sequence[MoveReason], text: str, suggestions: tuple[str, ...]) -> Diagnostic:
    """A diagnostic on a move that stands in no file. text: the move as it is written."""
    return Diagnostic(
        file="",
        game=0,
        line=0,
        column=1,
        end_column=len(text) + 1,
        severity=Severity.ERROR,
        message=str(reasons[0]),
        move=text,
        source=text,
        suggestions=suggestions,
        **reasons_as_facts(reasons),
    )


WINDOW = 400  # so much of a line is kept in a finding: a file may be one line


def window(text: str, begin: int, end: int, at: int) -> tuple[str, int]:
    """The part of a line from `begin` to `end` that a finding keeps around a place, and its offset in the text.

    >>> window("1. e4 e5", 0, 8, 3), window("x" * 1000, 0, 1000, 700)[1]
    (('1. e4 e5', 0), 600)
    """
    if end - begin <= WINDOW:
        return text[begin:end], begin
    first = max(begin, min(at - WINDOW // 4, end - WINDOW))
    return text[first : min(end, first + WINDOW)], first


def next_game(line: int) -> dict[str, Fact]:
    """The facts of something that ends where the next game begins."""
    return {"where": f"where the next game begins, in line {line}", "next_line": line}


def moved(finding: Diagnostic, file: str, games: int, lines: int) -> Diagnostic:
    """A finding of a part of a file as one of the file, with so many games and lines in front of the part."""
    game = finding.game + games if finding.game else 0
    finding = Diagnostic(file, game, finding.line + lines, *finding[3:])
    line = finding.facts.get("next_line")
    if not isinstance(line, int):
        return finding
    facts = {**finding.facts, **next_game(line + lines)}
    return finding._replace(facts=facts, message=EXPLAINED[RecordCode(finding.code)].sentence.format_map(facts))
