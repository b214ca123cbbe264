"""From the verdicts on games to a file in another format: what it cannot hold is named, what is not legal is not written.

>>> import io
>>> from fairyscore.notation.archive import judge_file
>>> from fairyscore.notation.formats.registry import format_named
>>> from fairyscore.notation.replay import Validator
>>> games = b'[White "Anna"]\\n[Result "*"]\\n\\n1. e4 {best by test} e5 *\\n\\n[Result "*"]\\n\\n1. Ke2 *\\n'
>>> new = io.BytesIO()
>>> wanted = ConvertOptions(format_named("moves"), moves="long")
>>> sink = wanted.form.open(new)
>>> for verdict in judge_file(io.BytesIO(games), Validator()):
...     done = converted(verdict, wanted, sink.put)
...     print(done.written, [str(loss) for loss in done.losses])
True ['the tag White "Anna"', 'ply 1: the comment "best by test"']
False []
>>> sink.close()
>>> new.getvalue()
b'1. e2-e4 e7-e5 *\\n'
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from fairyscore.notation.editing.rewrite import can_be_rewritten, notation_for
from fairyscore.notation.formats.base import Format
from fairyscore.notation.formats.loss import Loss, reduced
from fairyscore.notation.formats.registry import format_named
from fairyscore.notation.moves.registry import NotationRefused, notation_named
from fairyscore.notation.records.marks import in_coordinates
from fairyscore.notation.replay import Verdict
from fairyscore.notation.rules.variant import Notation, Variant
from fairyscore.notation.variants.registry import UnknownVariant


@dataclass(frozen=True, slots=True)
class ConvertOptions:
    """What games are to be converted to.

    moves: the name of a notation; empty for the format's own, else that of the record, else the game's usual one.
    scheme: the coordinate scheme of games that have several; empty for that of the record.
    keep_going: a game with a fault in its main line is written up to it, the rest as a comment.
    """

    form: Format
    moves: str = ""
    scheme: str = ""
    keep_going: bool = False


@dataclass(frozen=True, slots=True)
class Converted:
    """What came of one game.

    losses: what the format cannot hold. refusal: why it was not written, where its faults are not the reason.
    from_long: whether moves stood in the long form, as JSON has it, and are written as usual in the game.
    """

    written: bool
    losses: tuple[Loss, ...] = ()
    refusal: str = ""
    from_long: bool = False


def converted(verdict: Verdict, wanted: ConvertOptions, take: Callable[[Any], None]) -> Converted:
    """What comes of one game; if it may be written, `take` gets what the format makes of it.

    Raises `UnknownNotation` where `ConvertOptions.moves` names none at all.
    """
    if verdict.written:  # by the kernel
        take(verdict.written)
        return Converted(True)
    if verdict.kept:
        if wanted.form.name != verdict.form:
            return Converted(False, refusal=f"its moves are not judged, and only {verdict.form} keeps them")
        take(verdict.kept)
        return Converted(True)
    record = verdict.record
    if record is None or not (verdict.holds_game or wanted.keep_going):
        return Converted(False)
    form = wanted.form
    try:
        record = in_coordinates(record, wanted.scheme)
        notation = _notation(verdict, record.game, wanted)
    except (NotationRefused, UnknownVariant) as error:
        return Converted(False, refusal=str(error))
    refusal = form.refusal(record)
    if refusal:
        return Converted(False, refusal=refusal)
    record, losses = reduced(record, form.holds)
    take(form.write(record, notation))
    own = None if wanted.moves or form.notation is not None else format_named(verdict.form).notation
    return Converted(True, losses, from_long=own is not None and verdict.notation is own is not notation)


def _notation(verdict: Verdict, game: Variant, wanted: ConvertOptions) -> Notation:
    form = wanted.form
    if not wanted.moves:
        return notation_for(form, verdict)
    chosen = notation_named(wanted.moves, game)
    if form.notation and chosen is not form.notation and not can_be_rewritten(form):  # JSON reads any of them
        raise NotationRefused(f"{form.name} has its own notation of moves, and no other can be chosen")
    return chosen
