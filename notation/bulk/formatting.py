"""The work of `fmt --check`: whether a file would be written anew, and what is found in games that would be left.

>>> from fairyscore.notation.records.game_text import GameText
>>> from fairyscore.notation.replay import Validator
>>> verdict = Validator().judge(GameText(1, '[Result "*"]\\n\\n1.e4 *', 1))
>>> list(FormatWork(Validator()).results([verdict], FilePart(digest=lambda: "of the old bytes")))
[FormatResult(left=None, refusal='', same=False)]
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from types import SimpleNamespace
from typing import BinaryIO, NamedTuple, cast

from fairyscore.notation.archive import Judged
from fairyscore.notation.bulk.work import FilePart, PartPlace, Work, bare
from fairyscore.notation.editing.rewrite import Rewriting, canonical, is_sure, why_not_anew, why_not_rewritten
from fairyscore.notation.formats.registry import format_named
from fairyscore.notation.records.diagnostics import RecordCode
from fairyscore.notation.records.game_text import Batch
from fairyscore.notation.replay import BatchForm, Verdict


class FormatResult(NamedTuple):
    """left: a game that stays as it is, or the file as a whole; refusal: why the file is left; same: None if not known."""

    left: Verdict | None = None
    refusal: str = ""
    same: bool | None = None


class FormatWork(Work):
    """The work. A part is the same if the bytes that would be written have the digest of those that are there."""

    kinds = (FormatResult,)

    @property
    def batches(self) -> BatchForm:
        """See `Work`. Games of other formats are all judged one by one."""
        return BatchForm.CANONICAL

    def results(self, judged: Iterable[Judged], part: FilePart) -> Iterator[FormatResult]:
        """A result for each game that would be left, or a refusal of the file; then whether the part is the same."""
        hashed = hashlib.sha256()
        rewriting = Rewriting(cast(BinaryIO, SimpleNamespace(write=hashed.update)))
        for result in formatted(judged, rewriting):
            yield result
            if result.same is None and not (result.left and result.left.game_text.number):
                return  # it is about the file as a whole
        rewriting.close(last=part.last)
        yield FormatResult(same=hashed.hexdigest() == part.digest())

    def moved(self, result: FormatResult, place: PartPlace) -> FormatResult:
        """See `Work`."""
        return result._replace(left=result.left and bare(result.left, place))


def formatted(
    judged: Iterable[Judged],
    rewriting: Rewriting,
    on_game: Callable[[Verdict, str], None] | None = None,
) -> Iterator[FormatResult]:
    """Write games anew; what is left as it is comes as a result. on_game: gets each with its new text, empty for none.

    judged: verdicts on games, and batches of games as they are written (`BatchForm.CANONICAL`).
    """
    for verdict in judged:
        if isinstance(verdict, Batch):
            rewriting.add_texts(verdict.texts)
        elif not verdict.game_text.number:
            empty = verdict.findings[0].code == RecordCode.EMPTY_FILE.value
            yield FormatResult(None if empty else bare(verdict), why_not_anew(verdict))
        elif refusal := why_not_rewritten(format_named(verdict.form)):
            yield FormatResult(refusal=refusal)
        else:
            text = canonical(verdict) if is_sure(verdict) else ""
            if not text:
                yield FormatResult(bare(verdict))
            if on_game is not None:
                on_game(verdict, text)
            rewriting.add(verdict, text)
