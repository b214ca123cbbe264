"""The work of `fmt --check`: whether a file would be written anew, and what is found in games that would be left.

>>> from fairyscore.notation.records.game_text import GameText
>>> verdict = Validator(keep=True).judge(GameText(1, '[Result "*"]\\n\\n1.e4 *', 1))
>>> list(Formatting(Validator(keep=True)).answers([verdict], FilePart(digest=lambda: "of the old bytes")))
[{'told': None, 'refusal': '', 'same': False}]
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO, NamedTuple, cast

from fairyscore.notation.bulk.serialize import unwired, wired
from fairyscore.notation.bulk.work import Answered, FilePart, Json
from fairyscore.notation.editing.rewrite import Rewriting, canonical, is_sure, why_not_anew, why_not_rewritten
from fairyscore.notation.formats.registry import format_named
from fairyscore.notation.records.diagnostics import RecordCode
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.replay import Validator, Verdict


@dataclass(frozen=True, slots=True)
class Formatting:
    """The work (`Work`). A part is the same if the bytes that would be written have the digest of those that are there."""

    judge: Validator
    form: str = ""

    def settings(self) -> Json:
        """See `Work`."""
        return []

    def answers(self, verdicts: Iterable[Verdict], part: FilePart) -> Iterator[Json]:
        """An answer for each game that would be left, or a refusal of the file; then whether the part is the same."""
        hashed = _Hashed()
        rewriting = Rewriting(cast(BinaryIO, hashed))
        for verdict in verdicts:
            if not verdict.game_text.number:
                yield _about_file(verdict)
                return
            refusal = why_not_rewritten(format_named(verdict.form))
            if refusal:
                yield _answer(refusal=refusal)
                continue
            text = canonical(verdict) if is_sure(verdict) else ""
            if not text:
                yield _answer(_wired(verdict))
            rewriting.add(verdict, text)
        rewriting.close(last=part.last)
        yield _answer(same=hashed.digest.hexdigest() == part.digest())


def _about_file(verdict: Verdict) -> Json:
    said = None if verdict.findings[0].code == RecordCode.EMPTY_FILE.value else _wired(verdict)
    return _answer(said, why_not_anew(verdict))


def _answer(told: Json = None, refusal: str = "", same: bool | None = None) -> Json:
    return {"told": told, "refusal": refusal, "same": same}


def _wired(verdict: Verdict) -> Json:
    findings = [wired(found) for found in verdict.findings]
    return {"number": verdict.game_text.number, "form": verdict.form, "findings": findings}


class Answer(NamedTuple):
    """What an answer says. told: a game that is left as it is, or the file as a whole; same: None where it does not say."""

    told: Verdict | None
    refusal: str
    same: bool | None


def read(got: Answered) -> Answer:
    """An answer, its numbers those of the file."""
    said, verdict = got.answer["told"], None
    if said is not None:
        findings = [unwired(found, got.name, got.games, got.lines) for found in said["findings"]]
        number = said["number"] and said["number"] + got.games
        verdict = Verdict(GameText(number, "", 1), findings, form=said["form"])
    return Answer(verdict, got.answer["refusal"], got.answer["same"])


class _Hashed(io.RawIOBase):
    """A stream of which only the hash is kept."""

    def __init__(self) -> None:
        super().__init__()
        self.digest = hashlib.sha256()

    def write(self, data: Any) -> int:
        """See `io.RawIOBase`."""
        self.digest.update(data)
        return len(data)
