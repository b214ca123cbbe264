"""The lines of a letter that its sender wrote: without quotes, headers of other letters, signatures and footers; and the
game records in them as one text, each of whose lines knows the line of the file it comes from.

>>> from fairyscore.notation.mail.located import LocatedText
>>> lines = lines_of(LocatedText([(1, "Hi!\\n"), (2, "> 1. e4\\n"), (3, "1... e5\\n"), (4, "-- \\n"), (5, "Anna")]))
>>> [(line.number, line.kind.value) for line in lines]
[(1, 'own'), (2, 'a quote'), (3, 'own'), (4, 'a signature'), (5, 'a signature')]
>>> import io
>>> letter = b"From: a@b\\nDate: 3 Mar 2026\\n\\nHi Piet,\\n\\n1. e4 e5\\n2. Nf3\\n\\nBye\\n-- \\nAnna\\n"
>>> found = game_text(io.BytesIO(letter), "a.eml")
>>> found.text, found.lines, [remark.line for remark in found.remarks], found.remarks[-1].text
('[Event "?"]\\n\\n1. e4 e5\\n2. Nf3\\n', [1, 1, 6, 7, 7], [4, 9, 10], 'lines 10 to 11 are a signature')
"""

import re
from collections.abc import Collection, Iterator
from enum import StrEnum
from itertools import groupby
from typing import BinaryIO, NamedTuple

from fairyscore.notation.mail.codes import LetterCode
from fairyscore.notation.mail.containers import letters_in
from fairyscore.notation.mail.located import LocatedText
from fairyscore.notation.mail.message import MailLetter, MailRemark, read_letter
from fairyscore.notation.mail.phrases import frame


class LineKind(StrEnum):
    """Whose words a line has; the value is a phrase for messages."""

    OWN = "own"
    QUOTE = "a quote"
    HEADER = "the heading of a quote"
    OTHER = "another letter"
    SIGNATURE = "a signature"
    FOOTER = "a footer"


class LetterLine(NamedTuple):
    """A line of a letter. number: of the line in the file."""

    text: str
    number: int
    kind: LineKind


class Skipped(NamedTuple):
    """Lines that are not read, by their first and last number in the file. kind: what they are, in words."""

    first: int
    last: int
    kind: str

    def __str__(self) -> str:
        where = f"line {self.first} is" if self.first == self.last else f"lines {self.first} to {self.last} are"
        return f"{where} {self.kind}"


_QUOTED = re.compile(r"\s{0,3}(?:[>|»]|\w{1,3}>)")
_HEADER_LINE = re.compile(r"\s*\*?([^\W\d][\w .-]{0,20}?)\*?\s?:\*?\s+\S")
_SEPARATOR = re.compile(r"\s*[_=~*-]{5,}\s*")
_LIST_WORDS = re.compile(r"https?://|@|unsubscribe|mailing list|mailman", re.IGNORECASE)
_WHEN = re.compile(r"\d{1,2}[:.h]\d\d|\d{4}|@")


def lines_of(text: LocatedText) -> list[LetterLine]:
    """All lines of a letter with their kinds."""
    texts = text.text.split("\n")
    found, offset = [], 0
    for line, kind in zip(texts, _kinds(texts), strict=True):
        found.append(LetterLine(line, text.line_at(offset), kind))
        offset += len(line) + 1
    return found


def skipped(lines: list[LetterLine], game: Collection[int] | None = None) -> Iterator[Skipped]:
    """The lines of a letter that are not read, in runs; empty ones at the ends of a run are left out.

    game: the places of those that are read; else all that are the sender's own.
    """

    def kind(place: int) -> str:
        own = lines[place].kind is LineKind.OWN
        read = own if game is None else place in game
        if read:
            return ""
        return "text beside the game" if own else lines[place].kind.value

    for what, run in groupby((place for place, line in enumerate(lines) if line.text.strip()), key=kind):
        if what:
            numbers = [lines[place].number for place in run]
            yield Skipped(min(numbers), max(numbers), what)


def _kinds(texts: list[str]) -> list[LineKind]:
    """A kind for each line; all are gone through once."""
    kinds = [LineKind.OWN] * len(texts)
    at = 0
    while at < len(texts):
        for last, kind in _run_from(at, texts, kinds):
            kinds[at:last] = [kind] * (last - at)
            at = last
    return kinds


def _run_from(at: int, texts: list[str], kinds: list[LineKind]) -> list[tuple[int, LineKind]]:
    """The kinds of the lines from here on, each with the line after the last one of it."""
    text, end = texts[at], len(texts)
    bare = text.strip().strip("*").strip()
    if _QUOTED.match(text) or _ends_quote(at, texts, kinds):
        return [(at + 1, LineKind.QUOTE)]
    if text.rstrip() == "--" or text == "-- ":
        quotes = (place for place in range(at + 1, end) if _QUOTED.match(texts[place]) or _heading(place, texts))
        return [(next(quotes, end), LineKind.SIGNATURE)]
    if frame("other_letter").fullmatch(bare) or _is_header_block(at, texts):
        return [(end, LineKind.OTHER)]
    if heading := _heading(at, texts):
        below = [] if _quote_follows(heading, texts) else [(end, LineKind.QUOTE)]
        return [(heading, LineKind.HEADER), *below]
    if frame("added").fullmatch(bare):
        return [(at + 1, LineKind.FOOTER)]
    if _SEPARATOR.fullmatch(text):
        rest = [line for line in texts[at + 1 : at + 51] if line.strip()]
        if 0 < len(rest) <= 8 and any(map(_LIST_WORDS.search, rest)):
            return [(end, LineKind.FOOTER)]  # the last lines, after a rule, are those of a mailing list
    return [(at + 1, LineKind.OWN)]


def _ends_quote(at: int, texts: list[str], kinds: list[LineKind]) -> bool:
    """True if a line is the end of a quoted one, which a mail program wrapped without a `>`."""
    if not 0 < at < len(texts) - 1 or kinds[at - 1] is not LineKind.QUOTE:
        return False
    before, here, after = texts[at - 1 : at + 2]
    return bool(here.strip()) and len(before) >= 60 and _QUOTED.match(after) is not None  # shorter ones are not wrapped


def _is_header_block(at: int, texts: list[str]) -> bool:
    """True if three lines of a header stand here, as Outlook puts them above what is answered."""
    found = [_HEADER_LINE.match(line) for line in texts[at : at + 6]]
    known = [line is not None and frame("header").fullmatch(line[1].strip()) is not None for line in found]
    return known[0] and sum(known) >= 3


def _heading(at: int, texts: list[str]) -> int:
    """The line after `On Tuesday Anna wrote:`, which may take four lines; 0 where none begins here."""
    joined = ""
    if _MOVES.match(texts[at]):
        return 0
    for last, line in enumerate(map(str.strip, texts[at : at + 4]), at + 1):
        if not line or _QUOTED.match(line):
            return 0
        joined = f"{joined} {line}".strip()
        if line.endswith(":"):
            wrote, dated = frame("wrote").search(joined), _WHEN.search(joined)
            return last if (wrote or "<" in joined) and (dated or (wrote and _quote_follows(last, texts))) else 0
    return 0


def _quote_follows(at: int, texts: list[str]) -> bool:
    following = next((text for text in texts[at : at + 10] if text.strip()), "")
    return _QUOTED.match(following) is not None


# -- game records in letters ---------------------------------------------------------------------------------------------

_TAG = re.compile(r"\s*\[\w+\s+[\"“].*\]\s*")
_MOVE = r"(?:[^\W\d_]{0,2}[a-wA-W]?\d{0,2}[-–—−‐‑x:+]?(?:[a-wA-W]\d{1,2}|\d[A-Ka-k0-9])\S*|[O0o][-–][O0o]\S*)"
_MOVES = re.compile(rf"\s*(\d{{1,3}})\s?(?:[.)…]|\.\.\.|\s)\s*(?:\.\.\.|…)?\s*{_MOVE}")
_GOES_ON = re.compile(rf"\s*(?:{_MOVE}|[({{$!?*]|1-0|0-1|1/2|\d{{1,3}}[.…])")


class GameTextOfLetters(NamedTuple):
    """text: what is to be read as game records. lines: for each of its lines the one of the file. remarks: on the rest."""

    text: str
    lines: list[int]
    remarks: list[MailRemark]


def game_text(stream: BinaryIO, name: str) -> GameTextOfLetters:
    """The records in all letters of a file. Raises `OSError` where the stream does."""
    texts: list[str] = []
    lines: list[int] = []
    remarks: list[MailRemark] = []
    for raw in letters_in(stream):
        letter = read_letter(raw.raw, name, raw.line)
        found, skipped_runs = _of_letter(letter)
        remarks += [*letter.remarks, *skipped_runs]
        if found and not _TAG.fullmatch(found[0][0]):
            subject = letter.subject.replace("\\", "/").replace('"', "'") or "?"
            found = [(f'[Event "{subject}"]', letter.line), ("", letter.line), *found]
        if found:
            texts += [text for text, _ in found] + [""]
            lines += [line for _, line in found] + [found[-1][1]]
    return GameTextOfLetters("".join(f"{text}\n" for text in texts[:-1]), lines or [1], remarks)


def _of_letter(letter: MailLetter) -> tuple[list[tuple[str, int]], list[MailRemark]]:
    """The lines of a letter that are of a game, and what is to be said of the others."""
    for body in letter.bodies:
        lines = lines_of(body)
        game = _game_lines(lines)
        if game:
            skipped_runs = [MailRemark(LetterCode.SKIPPED.value, run.first, str(run)) for run in skipped(lines, game)]
            whole = range(min(game), max(game) + 1)  # with the empty lines among them
            return [(lines[at].text if at in game else "", lines[at].number) for at in whole], skipped_runs
    for attached in letter.attachments:
        if attached.text.strip():
            return [(line.text, line.number) for line in lines_of(attached)], []
    lines = [line for body in letter.bodies for line in lines_of(body)]
    states_moves = any(line.kind is LineKind.OWN and _MOVES.match(line.text) for line in lines)
    for body in letter.bodies if not states_moves else ():
        quoted = [_without_marks(line) for line in lines_of(body) if line.kind in (LineKind.QUOTE, LineKind.OTHER)]
        if record := _only_record(quoted):
            return record, [MailRemark(LetterCode.QUOTED_GAME.value, record[0][1], "")]
    numbers = [line for line in lines if _MOVES.match(line.text)]
    why = "; its moves are not from the first on" if numbers else ""
    return [], [MailRemark(LetterCode.NO_GAME.value, letter.line, why)]


_MARKS = re.compile(r"(?:\s{0,3}(?:[>|»]|\w{1,3}>))+ ?")


def _without_marks(line: LetterLine) -> LetterLine:
    """A quoted line as its writer had it."""
    return line._replace(text=_MARKS.sub("", line.text, count=1), kind=LineKind.OWN)


def _only_record(lines: list[LetterLine]) -> list[tuple[str, int]]:
    """The lines of the only game of a quote; none where there are several, as where a quote is quoted again."""
    game = sorted(_game_lines(lines))
    firsts = [at for at in game if (found := _MOVES.match(lines[at].text)) and int(found[1]) == 1]
    if len(firsts) != 1:
        return []
    of_game = set(game)
    whole = range(game[0], game[-1] + 1)
    return [(lines[at].text if at in of_game else "", lines[at].number) for at in whole]


def _game_lines(lines: list[LetterLine]) -> set[int]:
    """The places of lines that have tags or moves, from the first move of a game on; none where no game begins."""
    found: set[int] = set()
    in_game = False
    depth = 0
    for at, line in enumerate(lines):
        if line.kind is not LineKind.OWN:
            continue
        moves = _MOVES.match(line.text)
        begins = _TAG.fullmatch(line.text) or (moves and not in_game and int(moves[1]) == 1)
        goes_on = in_game and (moves or depth > 0 or _GOES_ON.match(line.text))
        if begins or goes_on:
            in_game = True
            found.add(at)
            depth = max(0, depth + line.text.count("{") - line.text.count("}"))
    return found
