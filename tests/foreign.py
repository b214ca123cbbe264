"""Judges short records, and writes records in a format and reads them back.

For the tests of replay and of the formats of other programs.
"""

import io
from pathlib import Path

from fairyscore.notation.archive import judge_file
from fairyscore.notation.formats.base import Format
from fairyscore.notation.formats.loss import reduced
from fairyscore.notation.formats.pgn import PGN
from fairyscore.notation.formats.registry import recognised
from fairyscore.notation.records.diagnostics import Diagnostic
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.records.tree import Record
from fairyscore.notation.replay import Validator, Verdict

GAMES = Path(__file__).resolve().parent / ".." / "samples" / "games"


def samples() -> list[str]:
    """The files of sample games that name their variant."""
    return sorted(str(path.relative_to(GAMES)) for path in GAMES.rglob("*.pgn"))


def records_of(source: str) -> list[Record]:
    """The games of a sample file, or of PGN text."""
    data: str | io.BytesIO = str(GAMES / source) if source.endswith(".pgn") else io.BytesIO(source.encode())
    verdicts = list(judge_file(data, Validator()))
    assert all(verdict.whole for verdict in verdicts), [finding.message for v in verdicts for finding in v.findings]
    return [verdict.record for verdict in verdicts if verdict.record is not None]


def written(record: Record, form: Format) -> str:
    """A record, as far as the format holds it, as text."""
    notation = form.notation or record.game.writing.usual
    return str(form.write(reduced(record, form.holds)[0], notation))


def the_law(source: str, form: Format) -> str:
    """What the format holds of the games of a source comes back as it was; the text of all of them."""
    records = [record for record in records_of(source) if not form.refusal(record)]
    text = form.begin + form.between.join(written(record, form) for record in records) + form.end
    assert not records or recognised(text) is form
    verdicts = judged_all(text, form) if records else []
    assert [verdict.record for verdict in verdicts] == [reduced(record, form.holds)[0] for record in records]
    assert all(verdict.whole for verdict in verdicts)
    return text


def judged(text: str, form: Format) -> Verdict:
    """The verdict on a text as one game."""
    assert form.read is not None
    return Validator(read=form.read).judge(GameText(1, text, 1))


def judged_moves(moves: str, **tags: str) -> Verdict:
    """The verdict on moves written as PGN; the game is chess where no tag `Variant` is given."""
    header = "".join(f'[{name} "{value}"]\n' for name, value in {"Variant": "chess", **tags}.items())
    return judged(f"{header}\n{moves}\n", PGN)


def codes(verdict: Verdict) -> list[str]:
    """The codes of what is found, in its order."""
    return [finding.code for finding in verdict.findings]


def judged_all(text: str, form: Format) -> list[Verdict]:
    """The verdicts on the games of a text."""
    return list(judge_file(io.BytesIO(text.encode()), Validator(), form=form))


def findings(text: str, form: Format) -> list[Diagnostic]:
    """What is found in a text, the games in order."""
    return [finding for verdict in judged_all(text, form) for finding in verdict.findings]


def first_game(text: str, form: Format, number: int = 1) -> Verdict:
    """The verdict on one game of a text."""
    return next(verdict for verdict in judged_all(text, form) if verdict.game_text.number == number)
