"""Cuts a stream of text into games, without understanding them: memory holds one game, however long the file.

A game begins with a tag line after a blank line, or with an `[Event "..."]` line after anything but a tag. A comment
that is open there goes on over a blank line and a single tag line, but not where plainly a game begins: with an `[Event`
line, with the tag that the first game of the file begins with, or with two tag lines in a row. Then it was never closed,
and the games after it are not lost. Read strictly (PGN 8.2.5) it goes on to the next `}`, whatever stands before that.

Each character is looked at a fixed number of times, whatever the text: borders are not tried again inside a run of blank
lines, and what is known of a game is brought up to date from its new part only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

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

if TYPE_CHECKING:
    from fairyscore.notation.kernel._core import FactsAgainst
    from fairyscore.notation.rules.moves import Move

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
_FOREWORD = late_pattern(rf"(?>(?:\s*+(?:{COMMENT}|%[^\n]*+|{FOREWORD_LINE}))+)\s*+")
"""What may stand in front of the tags of a game, and is no game itself."""

_REMARK = r"(?:\s{0,9}\{[^{}]{0,999}+\})?[^\n]{0,199}+"
_RESULT_AND_MORE = late_pattern(
    r"(?<=[\s})])(?P<result>1-0|0-1|1/2-1/2|\*)"
    rf"""(?:{_REMARK}\n(?P<blank>[ \t]*+\n\s*+)(?!\[)|["'.,]?[ \t]*+\n)(?=[^\s])"""
)
"""Where something follows a result on lines of its own: another game; or behind a blank line, and behind a remark on that
game, which is not looked at for longer than such are, what belongs to the next one."""

_NUMBERED = r"1(?:[ \t]*+\.(?!\.)|[ \t])[ \t]*+[A-Za-z]"
_FIRST_MOVE = late_pattern(_NUMBERED)
_FIRST_LINE = late_pattern(rf"{_NUMBERED}|{TAG}")
_BARE_LINE = late_pattern(rf"{_NUMBERED}|{TAG}|[A-Za-z]\w*\d")
"""In a file without tags moves may stand without numbers, a game a line."""


class FaultyMove(NamedTuple):
    """A refused move of a game as the kernel read it, the first one or one that is refused after a guess at that.

    begin, end: its place in the text. position: a snapshot of the one before it.
    near: legal moves that may have been meant, in SAN or as moves.
    plies: how many moves behind it are legal after each of these, after none, and after itself, where it can be made
    against the rules; empty where too few follow to tell.
    place: its number among the moves from the first one on.
    against: the facts of the reasons against it, where they are usual ones.
    """

    begin: int
    end: int
    position: bytes
    near: list[str | Move]
    plies: list[int]
    place: int
    against: FactsAgainst | None


class FaultyGame(NamedTuple):
    """The end of a game whose main line ends at a refused move, as the kernel read it.

    moves: that one, and others that are refused after the best guess at the one before.
    behind: how many moves stand behind the first. usual_letters: whether all moves name pieces by the letters of English.
    """

    moves: list[FaultyMove]
    behind: int
    usual_letters: bool


class ScannedGame(NamedTuple):
    """A game as the kernel read it, of which no more is to be reported than notes and a refused move.

    plies, result: of its moves. notes: see `kernel._core.Note`. The rest is there where the game was not only counted.
    text: of the game, or the game as it is to be written; lines: how many line ends that has; tags: those of its header.
    position: a snapshot of the last position of a line that is over, else None. ended_by: the rule of its course that
    has ended it, 0 for none. moves: the main line, each in as many numbers of two bytes as a `Move` has.
    remarks: what stands between the moves, as `stats.identity` compares it; things: how many things those are.
    place: the ply at which it has passed a sieve that says all that is asked; then there is no more but its tags.
    faulty: the end of a game that has a refused move; the main line ends in front of it.
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
    place: int | None = None
    faulty: FaultyGame | None = None


class GameText(NamedTuple):
    """The text of one game. number: from 1 in its file; line: the number of its first line; whole: not cut for length.

    last: whether the file ends after it, so that it may have been cut off there; None where that is unknown.
    column: where its first character stands in that line, from 1. scanned: what the kernel found in it, where it has read
    it in a batch.
    """

    number: int
    text: str
    line: int
    whole: bool = True
    last: bool | None = None
    column: int = 1
    scanned: ScannedGame | None = None

    @property
    def next_line(self) -> int:
        """The number of the first line after it."""
        return self.line + line_ends(self.text)


EVENT_BORDERS = ((b'\n\n[Event "', 2), (b'\r\n\r\n[Event "', 4), (b'\r\r[Event "', 2))
"""Bytes between two games whatever stands around them, unless read strictly, and how many of them end the first game.

Text between two such borders is cut the same by itself as within its file, if it is known what tag the file begins with.
"""


class NotedGame(NamedTuple):
    """A game in a batch that gets a verdict of its own: the kernel has notes to report, or it has passed a sieve.

    games, plies, lines: how many of the others stand in front of it. begin, end: where its text stands.
    scanned: what was found in it; `text` is the game as it is written in another form, where that was asked for.
    """

    games: int
    plies: int
    lines: int
    begin: int
    end: int
    scanned: ScannedGame


class Batch(NamedTuple):
    """Consecutive games that the kernel has read, with nothing to report of any of them but what it has noted.

    games, plies, lines: how many there are in it with no notes.
    texts: these games as they are written in another form, where that was asked for.
    rows: what was found in each, where each gets a verdict of its own.
    noted: the games with notes.
    stop: the character where its last game ends.
    end: where the game behind it ends, which is to be judged by itself; 0 if that is unknown.
    variant: the name of that of its games, where they did not pass a sieve.
    faulty: how many of these might have passed behind their fault, where an index has held them back.
    """

    games: int
    plies: int
    lines: int
    stop: int
    texts: Sequence[str] = ()
    rows: Sequence[ScannedGame] = ()
    noted: Sequence[NotedGame] = ()
    end: int = 0
    variant: str = ""
    faulty: int = 0


ReadBatch = Callable[[str, int], Batch]
"""Reads a batch from a place of a text on, where an `[Event` line begins a game. Each game in it ends before another."""


def split_games(chunks: Iterable[str], *, recover: bool = True, usual: str = "") -> Iterator[GameText]:
    """The games of a text, in order; blank text between them belongs to none.

    recover: end an open comment where plainly a game begins, else only at the next `}`. usual: the tag with which games
    of the file begin, if the text is not its beginning (`usual_tag`).
    """
    return (piece for piece in _numbered(chunks, recover, usual, None) if isinstance(piece, GameText))


def split_batches(chunks: Iterable[str], read_batch: ReadBatch, usual: str = "") -> Iterator[GameText | Batch]:
    """The games of a text, in order; batches where games need no verdict. usual: as for `split_games`."""
    return _numbered(chunks, True, usual, read_batch)


def _numbered(
    chunks: Iterable[str], recover: bool, usual: str, read_batch: ReadBatch | None
) -> Iterator[GameText | Batch]:
    """Games and batches, with the numbers that games and lines have in the file."""
    number, line = 0, 1
    held = _HeldText()

    def ended(*, whole: bool = True, last: bool = False) -> Iterator[GameText]:
        """The game that is held; then nothing is."""
        nonlocal number, line, held
        text, held = "".join(held.parts), _HeldText()
        if text and not text.isspace():
            number += 1
            yield GameText(number, text, line, whole, last)
        line += line_ends(text)

    for part in _split(chunks, read_batch):
        if isinstance(part, Batch) or part.ends:
            yield from ended()
            usual = usual or "Event"
        if isinstance(part, Batch):
            for row in part.rows:
                number += 1
                yield GameText(number, row.text, line, True, False, 1, row)
                line += row.lines
            if part.games and not part.rows:
                yield part
                number, line = number + part.games, line + part.lines
            continue
        if part.ends:
            number += 1
            yield GameText(number, part.text, line, True, False, 1, part.scanned)
            line += line_ends(part.text)
            continue
        if held.parts and not held.goes_on(part.text, usual, recover=recover):
            yield from ended()
        if not held.parts or held.is_foreword:
            usual = usual or _first_tag(part.text)
        held.add(part.text)
        if not part.whole or held.length > LONGEST_GAME:
            yield from ended(whole=False)
    yield from ended(last=True)


def usual_tag(head: str) -> str | None:
    r"""The tag with which games of a file begin, by its first game; None where that has none, or goes on after the head.

    >>> usual_tag('\n\n[White "a"]\n\n1. e4 *\n\n[Event "b"]'), usual_tag('1. e4 *\n\n[Event "b"]')
    ('White', None)
    """
    parts = [part.text for part in _split([head]) if isinstance(part, _TextPart)][:-1]
    return next((_first_tag(part) or None for part in parts if not part.isspace()), None)


def headers(text: str) -> int:
    r"""In how many places of a text plainly a game begins; asked of a comment, which should have none.

    >>> headers('{ open *\n\n[Event "a"]\n\n1. e4 *\n\n[White "b"]\n[Black "c"]\n\n1. d4 {'), headers('{a\n\n[White "b"] }')
    (2, 0)
    """
    return sum(border["blank"] is None and _begins_plainly(text, border.end()) for border in _BORDER.finditer(text))


def _begins_plainly(text: str, start: int = 0) -> bool:
    return _EVENT.match(text, start) is not None or _TWO_TAGS.match(text, start) is not None


class _TextPart(NamedTuple):
    """The text up to a border, its line ends included. whole: not cut for its length.

    ends: whether a game ends with it that is surely one by itself. scanned: what was found in that one, in a batch.
    """

    text: str
    whole: bool = True
    ends: bool = False
    scanned: ScannedGame | None = None


def _split(chunks: Iterable[str], read_batch: ReadBatch | None = None) -> Iterator[_TextPart | Batch]:
    """Text up to each border, and the batches between."""
    rest = ""
    fresh = True  # no comment in front of the first game, which belongs to it
    for chunk in chunks:
        seen = max(0, len(rest) - LONGEST_BORDER)
        rest += chunk
        begin = 0
        while True:
            short = len(rest) - begin <= LONGEST_GAME  # no game in it is to be cut for its length
            if fresh and short and read_batch is not None and rest.startswith('[Event "', begin):
                batch = read_batch(rest, begin)
                yield from _parts_of(batch, rest)
                begin = batch.stop
                seen = max(seen, begin)
                if batch.end:
                    text = rest[begin : batch.end]
                    text = text[: _game_length(text, has_next=True) or len(text)]
                    begin = seen = begin + len(text)
                    yield _TextPart(text, ends=True)
                    continue
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
            yield _TextPart(rest[:LONGEST_GAME], whole=False)
            rest = rest[LONGEST_GAME:]
    while length := _game_length(rest, has_next=False):
        yield from _in_lengths(rest[:length])
        rest, fresh = rest[length:], True
    last = _last_batch(rest, read_batch) if fresh and read_batch is not None else None
    yield from _in_lengths(rest) if last is None else _parts_of(last, rest)


def _parts_of(batch: Batch, text: str) -> Iterator[_TextPart | Batch]:
    """The games without notes in batches, and between them those with notes. text: that the batch was read from."""
    games = plies = lines = 0
    for noted in batch.noted:
        if noted.games > games:
            counts = noted.games - games, noted.plies - plies, noted.lines - lines
            texts, rows = batch.texts[games : noted.games], batch.rows[games : noted.games]
            yield Batch(*counts, noted.begin, texts, rows, variant=batch.variant)
        games, plies, lines = noted.games, noted.plies, noted.lines
        yield _TextPart(text[noted.begin : noted.end], ends=True, scanned=noted.scanned)
    if batch.games > games:
        counts = batch.games - games, batch.plies - plies, batch.lines - lines
        yield Batch(*counts, batch.stop, batch.texts[games:], batch.rows[games:], variant=batch.variant)


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
        at, end = found.end("result"), found.end()
        begins_game = (_FIRST_MOVE if found["blank"] else line).match(text, end) is not None
        is_foreword = found["blank"] and has_next and not begins_game and _FOREWORD.fullmatch(text, end) is not None
        if not (begins_game or is_foreword):
            continue
        if not _ends_in_comment(text[start : found.start()], begins_in_one=False):
            return end
        start = at = text.find("}", at) + 1
        if not start:
            break
    return 0


_BORDER_BEHIND: Final = "\n\n"
_NEXT_GAME: Final = '[Event ""]'
"""What the end of a game is known by."""


def _last_batch(text: str, read_batch: ReadBatch) -> Batch | None:
    """The last games of a file, where they need no verdict: the text ends as if another game followed."""
    if len(text) > LONGEST_GAME or not text.startswith('[Event "'):
        return None
    batch = read_batch(f"{text}{_BORDER_BEHIND}{_NEXT_GAME}", 0)
    added = len(_BORDER_BEHIND)
    if batch.stop < len(text) + added:  # it may need more than notes, as that the file was cut off there
        return None
    rows = [row._replace(text=row.text[:-added], lines=row.lines - added) for row in batch.rows]
    return batch._replace(stop=len(text), lines=batch.lines - added, rows=rows)


def _in_lengths(text: str) -> Iterator[_TextPart]:
    """A text between two borders, cut where it is too long: always at the same places, however it was read."""
    while len(text) > LONGEST_GAME:
        yield _TextPart(text[:LONGEST_GAME], whole=False)
        text = text[LONGEST_GAME:]
    yield _TextPart(text)


class _HeldText:
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
        """True if a text after a border belongs to the game."""
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
