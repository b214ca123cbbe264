r"""Games put one behind the other in a new file, from files of any format: as they stand where that format allows.

A text keeps its bytes (UTF-8, LF), as `fmt` keeps those of faulty games; a faulty game goes on as it is. Only what would
be lost behind other games gets something in front: bare moves, or a header that looks like the text of an open comment.

>>> import io
>>> from fairyscore.notation.archive import judge_file
>>> from fairyscore.notation.formats.base import TextSink
>>> from fairyscore.notation.formats.registry import format_named
>>> from fairyscore.notation.replay import Validator
>>> new, pgn = io.BytesIO(), format_named("pgn")
>>> joined = TextSink(pgn, new)
>>> for games in (b'[Event "a"]\n\n1.e4   Ke5 *', b"1. d4 *\n"):
...     for verdict in judge_file(io.BytesIO(games), Validator(variant="chess", keep=True)):
...         joined.put(text_in(verdict, pgn).text)
>>> joined.close()
>>> new.getvalue()
b'[Event "a"]\n\n1.e4   Ke5 *\n\n[Event "?"]\n\n1. d4 *\n\n'
"""

from __future__ import annotations

from typing import Final, NamedTuple

from fairyscore.notation.editing.rewrite import as_it_stands, can_be_rewritten, notation_for
from fairyscore.notation.formats.base import Format
from fairyscore.notation.formats.pgn import PGN
from fairyscore.notation.records.game_text import split_games
from fairyscore.notation.records.tree import DEFAULT_VARIANT, UNKNOWN, Record
from fairyscore.notation.replay import Verdict

EVENT: Final = '[Event "?"]\n'

HOLDING: Final = ("pgn", "json", "jsonl")
"""The names of formats that hold everything, in which games can be kept (`can_be_rewritten`)."""

_OPEN: Final = '[Event "?"]\n\n{ a comment that is never closed\n\n'


class Text(NamedTuple):
    """A game as text. refusal: why there is none. short: it ends where the game could no longer be read."""

    text: str
    refusal: str = ""
    short: bool = False


def text_in(verdict: Verdict, form: Format, record: Record | None = None) -> Text:
    """A game in a format that holds everything (`can_be_rewritten`): as it stands if it is in that format already.

    record: what is to be written instead (`Validator.keep`).
    """
    if record is None and verdict.form == form.name:
        return Text(_alone(verdict, form))
    short = record is None and not verdict.whole
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
        return text  # it is found as a game of its own even behind a comment that is never closed
    bare = not text.startswith("[")
    named = verdict.tags.get("Variant", "") not in UNKNOWN
    game = verdict.game
    variant = "" if named or game is None or game.name == DEFAULT_VARIANT else f'[Variant "{game.name}"]\n'
    return EVENT + variant + "\n" * bare + text


def target_of(form: Format) -> Format:
    """The format that games of a format are kept in: their own where it holds everything, else PGN."""
    return form if can_be_rewritten(form) else PGN
