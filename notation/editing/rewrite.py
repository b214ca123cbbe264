r"""A file of games written anew, some of them changed and all others as they stand; or games one after another in a
new file, from files of any format, as they stand where that format allows. Memory holds one game.

A text keeps its bytes (UTF-8, LF); a faulty game goes on as it is. Only what would be lost after other games gets
something in front: bare moves, or a header that looks like the text of an open comment.

>>> import io
>>> from fairyscore.notation.archive import judge_file
>>> from fairyscore.notation.replay import Validator
>>> games = b'1.e4   e5 *\n\n[Event "b"]\n\n1. Ke2 *\n'
>>> new = io.BytesIO()
>>> rewriting = Rewriting(new)
>>> for verdict in judge_file(io.BytesIO(games), Validator(variant="chess")):
...     rewriting.add(verdict, canonical(verdict) if verdict.whole else "")
>>> rewriting.close()
>>> print(new.getvalue().decode().replace("\n\n", "\n"), end="")
[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "*"]
1. e4 e5 *
[Event "b"]
1. Ke2 *
>>> text_in(verdict, format_named("pgn")).text
'[Event "b"]\n\n1. Ke2 *\n'
"""

from collections.abc import Sequence
from typing import BinaryIO, Final, NamedTuple

from fairyscore.notation.formats.base import EVERYTHING, Format
from fairyscore.notation.formats.pgn import PGN
from fairyscore.notation.formats.registry import format_named
from fairyscore.notation.moves import san
from fairyscore.notation.records.diagnostics import RecordCode
from fairyscore.notation.records.game_text import split_games
from fairyscore.notation.records.roster import DEFAULT_VARIANT, UNKNOWN
from fairyscore.notation.records.tree import Record
from fairyscore.notation.replay import Verdict
from fairyscore.notation.rules.variant import Notation, Variant

HOLDING: Final = ("pgn", "json", "jsonl")
"""The names of formats that hold everything, in which games can be kept (`can_be_rewritten`)."""

_OPEN: Final = '[Event "?"]\n\n{ a comment that is never closed\n\n'

SPOKEN: Final = "spoken"
"""The name of the notation in whole sentences, which only the format of that name has unless somebody asks for it."""

_NOT_SURE = frozenset(
    code.value
    for code in (
        RecordCode.REPEATED_TAG,
        RecordCode.GUESSED_VARIANT,
        RecordCode.SHUFFLED_START,
        RecordCode.FEN_MENDED,
        RecordCode.PIECE_LETTERS,
    )
)
"""Readings that are only likely, after which a game is left as it is."""


def notation_for(form: Format, verdict: Verdict) -> Notation:
    """The notation a record is written in where nobody says which.

    The one that the record has, where it was chosen, is not a sentence, and the format reads it; else a format's own; else
    the usual one of the game. What is usual in the game, or in the format that was read, nobody chose.
    """
    assert verdict.game is not None
    return notation_in(form, verdict.game, verdict.form, verdict.notation)


def notation_in(form: Format, game: Variant, read_as: str, chosen: Notation | None) -> Notation:
    """See `notation_for`. read_as: the name of the format that was read; chosen: the notation of the record."""
    usual = game.writing.usual
    if form.notation is not None and not can_be_rewritten(form):
        return form.notation
    if chosen is None or chosen is format_named(read_as).notation or chosen.name == SPOKEN:
        chosen = usual
    return form.notation if form.notation is not None and chosen is usual else chosen


def can_be_rewritten(form: Format) -> bool:
    """True if a game of a format can be read, changed and written in its place with nothing lost."""
    return form.read is not None and form.holds == EVERYTHING


def why_not_rewritten(form: Format) -> str:
    """Why a game of a format is not written in its place, empty where it can be."""
    return "" if can_be_rewritten(form) else f"the format {form.name} cannot be reformatted; convert such games to pgn"


def why_not_anew(verdict: Verdict) -> str:
    """Why a file cannot be written anew without loss, by a verdict on it as a whole; empty where nothing would be lost."""
    (finding,) = verdict.findings
    if finding.code == RecordCode.NUL_BYTE.value:
        return "it would lose its NUL bytes"
    if guessed := finding.facts.get("guessed"):
        return f"its encoding is only guessed, and names may come out wrong; pass --encoding {guessed} if it is that"
    read_as_such = finding.code == RecordCode.ENCODING.value and not finding.facts.get("lost")
    return "" if read_as_such or finding.code == RecordCode.EMPTY_FILE.value else finding.message


def is_sure(verdict: Verdict) -> bool:
    """True if a game may be written in canonical form: nothing of it would be lost, or is only guessed."""
    return verdict.whole and all(finding.code not in _NOT_SURE for finding in verdict.findings)


def canonical(verdict: Verdict, record: Record | None = None) -> str:
    """A game in the canonical form of the format it was read in; in PGN its moves are SAN or in the game's own notation.

    record: what is to be written in its place.
    """
    if record is None and verdict.written:  # by the kernel
        return verdict.written
    form = format_named(verdict.form)
    record = record or verdict.record
    assert record is not None
    notation = notation_for(form, verdict)
    if form is PGN and notation is not san:
        notation = record.game.writing.usual
    text: str = form.write(record, notation)
    return text


class Rewriting:
    """Writes the games of one file to a stream of bytes, in UTF-8. line_end: how its lines end."""

    def __init__(self, stream: BinaryIO, line_end: str = "\n") -> None:
        self._stream = stream
        self._line_end = line_end
        self._form: Format | None = None
        self._open_line = False

    def add(self, verdict: Verdict, text: str = "") -> None:
        """Write a game: the text that takes its place, or the game as it stands."""
        form = self._form
        if form is None:
            form = self._form = format_named(verdict.form)
            self._write(form.begin)
        else:
            self._write("\n" * self._open_line + form.between)
        self._write(text or as_it_stands(verdict.game_text.text, form))

    def add_texts(self, texts: Sequence[str]) -> None:
        """Write games of PGN in canonical form, after a first game."""
        if texts:
            self._write("\n" * self._open_line + PGN.between)
            self._write("".join(texts))

    def close(self, *, last: bool = True) -> None:
        """Write what follows the last game, of the file or of a part with others after it."""
        if self._form is not None:
            self._write(self._form.end if last else "\n" * self._open_line)

    def _write(self, text: str) -> None:
        """Some formats leave the line of a game open, for what stands between two; others need it closed."""
        if text:
            framed = self._form is not None and bool(self._form.begin)
            self._open_line = not text.endswith("\n") and not framed
            text = text.replace("\n", self._line_end) if self._line_end != "\n" else text
            self._stream.write(text.encode(errors="replace"))


def as_it_stands(text: str, form: Format) -> str:
    """The text of a game as it was cut from its file, without what the format puts between two games."""
    if not form.begin and not form.between:
        return text
    return text.strip(" \t\r\n" + form.begin + form.between) + ("" if form.begin else "\n")


# -- one after another in a new file ---------------------------------------------------------------------------------


class Text(NamedTuple):
    """A game as text. refusal: why there is none. short: it ends where the game could no longer be read."""

    text: str
    refusal: str = ""
    short: bool = False


def text_in(verdict: Verdict, form: Format, record: Record | None = None) -> Text:
    """A game in a format that holds everything (`can_be_rewritten`): as it stands if it is in that format already.

    record: what is to be written instead.
    """
    if record is None and verdict.form == form.name:
        return Text(_alone(verdict, form))
    short = record is None and not verdict.holds_game
    record = record or verdict.record
    if record is None:
        return Text("", f"it cannot be read, and so not be written as {form.name}")
    refusal = form.refusal(record)
    return Text("", refusal) if refusal else Text(form.write(record, notation_for(form, verdict)), short=short)


def _alone(verdict: Verdict, form: Format) -> str:
    """The text of a game in its own format, so that it is found wherever it stands."""
    text = as_it_stands(verdict.game_text.text, form)
    if form is not PGN:
        return text
    text = text.lstrip()
    if text.startswith('[Event "') or [one.text for one in split_games([_OPEN + text])][1:] == [text]:
        return text  # it is found as a game of its own even after a comment that is never closed
    bare = not text.startswith("[")
    named = verdict.tags.get("Variant", "") not in UNKNOWN
    game = verdict.game
    variant = "" if named or game is None or game.name == DEFAULT_VARIANT else f'[Variant "{game.name}"]\n'
    return '[Event "?"]\n' + variant + "\n" * bare + text


def target_of(form: Format) -> Format:
    """The format that games of a format are kept in: their own where it holds everything, else PGN."""
    return form if can_be_rewritten(form) else PGN
