"""Cuts a stream of text into games, without understanding them: memory holds one game, however long the file.

A game begins with a tag line after a blank line, or with an `[Event "..."]` line after anything but a tag. A comment
that is open there goes on over a blank line and a single tag line, but not where plainly a game begins: with an `[Event`
line, with the tag that the first game of the file begins with, or with two tag lines in a row. Then it was never closed,
and the games after it are not lost. Read strictly (PGN 8.2.5) it goes on to the next `}`, whatever stands before that.

Each character is looked at a fixed number of times, whatever the text: borders are not tried again inside a run of blank
lines, and what is known of a game is brought up to date from its new part only.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple, Protocol

from fairyscore.notation.kernel import line_ends
from fairyscore.notation.records.pgn_lexer import (
    COMMENT,
    ESCAPED_LINE,
    FOREWORD_LINE,
    TAG,
    each_tag,
    header_end,
    loose_header_end,
)
from fairyscore.notation.text import late_pattern

LONGEST_GAME = 1 << 22  # characters, enough for 200,000 plies; what is longer is cut there to keep memory flat
LONGEST_BORDER = 4096  # a border may lie across two chunks; so far back it is looked for again

_BORDER = late_pattern(
    r'\n(?:(?<!\]\n)(?=\[Event ")|[ \t]*+\n\s*+(?:(?=\[(?:[A-Za-z0-9_]++[ \t]*+"|Event[ \t]))|(?P<blank>)))'
)
"""Where a game may begin. `blank` takes part where blank lines are not border: they are passed over at once."""

_TAG_OR_BLANK = late_pattern(r"\s*+(?:\[|\Z)")
_EVENT = late_pattern(r'\[Event\s*"')
_TWO_TAGS = late_pattern(rf"{TAG}[ \t]*+\n{TAG}")
_ASIDE = late_pattern(f"{COMMENT}|{ESCAPED_LINE}")
_FOREWORD = late_pattern(rf"(?:\s*+(?:{COMMENT}|%[^\n]*+|{FOREWORD_LINE}))++\s*+")
"""What may stand in front of the tags of a game, and is no game itself."""

_RESULT_AND_MORE = late_pattern(
    r"""(?<=[\s})])(?:1-0|0-1|1/2-1/2|\*)["'.,]?[ \t]*+\n(?P<blank>[ \t]*+\n\s*+(?!\[))?(?=[^\s])"""
)
"""Where a line ends with a result, and something follows: another game, or behind a blank line what belongs to one."""

_NUMBERED = r"1(?:[ \t]*+\.(?!\.)|[ \t])[ \t]*+[A-Za-z]"
_FIRST_MOVE = late_pattern(_NUMBERED)
_FIRST_LINE = late_pattern(rf"{_NUMBERED}|{TAG}")
_BARE_LINE = late_pattern(rf"{_NUMBERED}|{TAG}|[A-Za-z]\w*\d")
"""In a file without tags moves may stand without numbers, a game a line."""


class Seen(NamedTuple):
    """What is known of a game without its record: of such a one no more is to be reported than notes.

    plies, result: of its moves. notes: see `kernel._core.Note`. The rest is there where rows are wanted (`Tally.form`).
    text: of the game, or the game as it is to be written; lines: how many line ends that has; tags: those of its header.
    position: a snapshot of the last position of a line that is over, else None. ended_by: the rule of its course that
    has ended it, 0 for none. moves: the main line, each in as many numbers of two bytes as a `Move` has.
    remarks: what stands between the moves, as `stats.identity` compares it; things: how many things those are.
    """

    plies: int
    result: str
    notes: list[tuple[str, int, int, int, int, int, int]]
    text: str = ""
    lines: int = 0
    tags: dict[str, str] = {}  # noqa: RUF012 (never changed)
    position: bytes | None = None
    ended_by: int = 0
    moves: bytes = b""
    remarks: bytes = b""
    things: int = 0


class GameText(NamedTuple):
    """The text of one game. number: from 1 in its file; line: the number of its first line; whole: not cut for length.

    last: whether the file ends after it, so that it may have been cut off there; None where that is unknown.
    column: where its first character stands in that line, from 1. seen: what a counter of games knows of it.
    """

    number: int
    text: str
    line: int
    whole: bool = True
    last: bool | None = None
    column: int = 1
    seen: Seen | None = None

    @property
    def next_line(self) -> int:
        """The number of the first line after it."""
        return self.line + line_ends(self.text)


EVENT_BORDERS = ((b'\n\n[Event "', 2), (b'\r\n\r\n[Event "', 4), (b'\r\r[Event "', 2))
"""Bytes between two games whatever stands around them, unless read strictly, and how many of them end the first game.

Text between two such borders is cut the same by itself as within its file, if it is known what tag the file begins with.
"""


class Passed(NamedTuple):
    """Consecutive games that a `Pass` has taken, so that the reader gives nobody their text.

    stop: where the last one ends.
    games, lines, plies: how many there are.
    end: where the next game ends, 0 if that is unknown.
    seen: what is known of the next game, None for nothing.
    text: of the next game.
    rewritten: the games taken, as they are written in the wanted format.
    rows: what is known of each game taken, if each gets a verdict.
    """

    stop: int
    games: int
    lines: int
    end: int = 0
    seen: Seen | None = None
    text: str = ""
    plies: int = 0
    rewritten: Sequence[str] = ()
    rows: Sequence[Seen] = ()


class Pass(Protocol):
    """Takes games before the reader gives them to anybody."""

    def __call__(self, text: str, start: int) -> Passed:
        """Take games from a place of a text on, where an `[Event` line begins one; each taken must end before another."""
        ...

    def take(self, passed: Passed) -> None:
        """Called with the games taken, once all games before them are given."""
        ...


def split_games(
    chunks: Iterable[str], *, recover: bool = True, usual: str = "", pass_over: Pass | None = None
) -> Iterator[GameText]:
    """The games of a text, in order; blank text between them belongs to none.

    recover: end an open comment where plainly a game begins, else only at the next `}`. usual: the tag with which games
    of the file begin, if the text is not its beginning (`usual_tag`). pass_over: takes games that are not given then; they
    are counted.
    """
    number, line = 0, 1
    held = _Held()

    def ended(*, whole: bool = True, last: bool = False) -> Iterator[GameText]:
        """The game that is held; then nothing is."""
        nonlocal number, line, held
        text, held = "".join(held.parts), _Held()
        if text and not text.isspace():
            number += 1
            yield GameText(number, text, line, whole, last)
        line += line_ends(text)

    for part in _split(chunks, pass_over if recover else None):
        if isinstance(part, Passed):
            yield from ended()
            if pass_over is not None:
                pass_over.take(part)
            usual = usual or "Event"
            for row in part.rows:
                number += 1
                yield GameText(number, row.text, line, True, False, 1, row)
                line += row.lines
            if not part.rows:
                number, line = number + part.games, line + part.lines
            if part.end:
                number += 1
                yield GameText(number, part.text, line, True, False, 1, part.seen)
                line += line_ends(part.text)
            continue
        text, whole = part
        if held.parts and not held.goes_on(text, usual, recover=recover):
            yield from ended()
        if not held.parts or held.is_foreword:
            usual = usual or _first_tag(text)
        held.add(text)
        if not whole or held.length > LONGEST_GAME:
            yield from ended(whole=False)
    yield from ended(last=True)


def usual_tag(head: str) -> str | None:
    r"""The tag with which games of a file begin, by its first game; None where that has none, or goes on after the head.

    >>> usual_tag('\n\n[White "a"]\n\n1. e4 *\n\n[Event "b"]'), usual_tag('1. e4 *\n\n[Event "b"]')
    ('White', None)
    """
    parts = [str(part[0]) for part in _split([head])][:-1]
    return next((_first_tag(part) or None for part in parts if not part.isspace()), None)


def headers(text: str) -> int:
    r"""In how many places of a text plainly a game begins; asked of a comment, which should have none.

    >>> headers('{ open *\n\n[Event "a"]\n\n1. e4 *\n\n[White "b"]\n[Black "c"]\n\n1. d4 {'), headers('{a\n\n[White "b"] }')
    (2, 0)
    """
    return sum(border["blank"] is None and _begins_plainly(text, border.end()) for border in _BORDER.finditer(text))


def _begins_plainly(text: str, start: int = 0) -> bool:
    return _EVENT.match(text, start) is not None or _TWO_TAGS.match(text, start) is not None


def _split(chunks: Iterable[str], pass_over: Pass | None = None) -> Iterator[tuple[str, bool] | Passed]:
    """Text up to each border, the border's line ends included; and what was passed over."""
    rest = ""
    fresh = True  # no comment in front of the first game, which belongs to it
    for chunk in chunks:
        seen = max(0, len(rest) - LONGEST_BORDER)
        rest += chunk
        begin = 0
        while True:
            short = len(rest) - begin <= LONGEST_GAME  # no game in it is to be cut for its length
            if fresh and short and pass_over is not None and rest.startswith('[Event "', begin):
                passed = pass_over(rest, begin)
                if passed.end:
                    text = rest[passed.stop : passed.end]
                    text = text[: _game_length(text, has_next=True) or len(text)]
                    begin = seen = passed.stop + len(text)
                    yield passed._replace(text=text, end=begin)
                    continue
                if passed.games:
                    begin = seen = passed.stop
                    yield passed
            border = _BORDER.search(rest, seen)
            while border is not None and border["blank"] is not None:
                border = _BORDER.search(rest, border.end())
            if border is None:
                break
            text = rest[begin : border.end()]
            text = text[: _game_length(text, has_next=True) or len(text)]
            fresh = _TAG_OR_BLANK.match(text) is not None
            yield from _in_lengths(text)
            begin = seen = begin + len(text)
        rest = rest[begin:]
        while len(rest) > LONGEST_GAME + LONGEST_BORDER:  # a border that has only begun is not cut in two
            fresh = False
            yield rest[:LONGEST_GAME], False
            rest = rest[LONGEST_GAME:]
    while length := _game_length(rest, has_next=False):
        yield from _in_lengths(rest[:length])
        rest, fresh = rest[length:], True
    last = _last_passed(rest, pass_over) if fresh and pass_over is not None else None
    if last is None:
        yield from _in_lengths(rest)
    else:
        yield last


def _game_length(text: str, *, has_next: bool) -> int:
    r"""How long the game is that a text begins with, where more follows than that game; 0 where it is all of the text.

    Behind its result another game may begin, with tags or without; or behind a blank line there is what belongs to the next
    game, comments and words.

    >>> text = "1. e4 *\n\n1. d4 *\n\nRound 2:\n\n"
    >>> _game_length(text, has_next=True), _game_length(text[9:], has_next=True), _game_length(text[9:], has_next=False)
    (9, 9, 0)
    """
    line = _FIRST_LINE if text.lstrip()[:1] == "[" else _BARE_LINE
    start = at = 0
    while (found := _RESULT_AND_MORE.search(text, at)) is not None:
        at = found.end()
        begins_game = (_FIRST_MOVE if found["blank"] else line).match(text, at) is not None
        is_foreword = found["blank"] and has_next and not begins_game and _FOREWORD.fullmatch(text, at) is not None
        if not (begins_game or is_foreword):
            continue
        if not _ends_in_comment(text[start : found.start()], begins_in_one=False):
            return at
        start = at = text.find("}", at) + 1
        if not start:
            break
    return 0


_BORDER_BEHIND: Final = "\n\n"
_NEXT_GAME: Final = '[Event ""]'
"""What the end of a game is known by."""


def _last_passed(text: str, pass_over: Pass) -> Passed | None:
    """The last game of a file, where it can be passed over: it ends as if another one followed."""
    if len(text) > LONGEST_GAME or not text.startswith('[Event "'):
        return None
    passed = pass_over(f"{text}{_BORDER_BEHIND}{_NEXT_GAME}", 0)
    if passed.seen is not None:
        return passed._replace(end=len(text), text=text[passed.stop :])
    added = len(_BORDER_BEHIND)
    if passed.stop < len(text) + added:  # it may need more than notes, as that the file was cut off there
        return None
    rows = [row._replace(text=row.text[:-added], lines=row.lines - added) for row in passed.rows]
    return passed._replace(stop=len(text), lines=passed.lines - added, rows=rows)


def _in_lengths(text: str) -> Iterator[tuple[str, bool]]:
    """A text between two borders, cut where it is too long: always at the same places, however it was read."""
    while len(text) > LONGEST_GAME:
        yield text[:LONGEST_GAME], False
        text = text[LONGEST_GAME:]
    yield text, True


class _Held:
    """The parts of a game that a blank line has cut, and what must be known of them when the next one comes."""

    __slots__ = ("in_comment", "is_foreword", "length", "only_tags", "parts")

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.length = 0
        self.in_comment = False
        self.only_tags = True
        self.is_foreword = True

    def add(self, text: str) -> None:
        """Take a part in; only the part itself is looked at."""
        self.parts.append(text)
        self.length += len(text)
        self.in_comment = _ends_in_comment(text, self.in_comment)
        if self.only_tags:
            bare = text.rstrip()
            self.only_tags = not self.in_comment and bare.endswith("]") and loose_header_end(bare) == len(bare)
        self.is_foreword = self.is_foreword and _FOREWORD.fullmatch(text) is not None

    def goes_on(self, text: str, usual: str, *, recover: bool) -> bool:
        """Whether a text after a border belongs to the game."""
        if self.in_comment:
            return not recover or not (_begins_plainly(text) or (usual and _first_tag(text) == usual))
        if self.is_foreword:  # what stands in front of a game belongs to it
            return True
        return self.only_tags and not _EVENT.match(text) and _first_tag(text) != usual


def _ends_in_comment(text: str, begins_in_one: bool) -> bool:
    close = text.rfind("}")
    if text.rfind("{") <= close:
        return begins_in_one and close < 0
    # One may be open; but a brace in a tag, or after a semicolon, opens nothing.
    aside = ""
    for found in _ASIDE.finditer(text, text.find("}") + 1 if begins_in_one else loose_header_end(text)):
        aside = found[0]
    return aside.startswith("{") and not aside.endswith("}")


def _first_tag(text: str) -> str:
    """The name of the tag that a text begins with, empty where it begins with none."""
    return next((tag.name for tag in each_tag(text, header_end(text))), "")
