"""All codes of diagnostics with what they mean: of moves, of records, of letters."""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase
from typing import NamedTuple

import click

from fairyscore.notation.mail.codes import EXPLAINED as OF_LETTERS
from fairyscore.notation.records.diagnostics import EXPLAINED as OF_RECORDS
from fairyscore.notation.records.diagnostics import Severity
from fairyscore.notation.rules.reasons import EXPLAINED as OF_MOVES
from fairyscore.notation.text import nearest


class KnownCode(NamedTuple):
    """What a code means. sentence: with the names of facts in braces."""

    sentence: str
    advice: str
    severity: Severity


def explained() -> dict[str, KnownCode]:
    """Every code, in the order of the tables."""
    return {
        code.value: KnownCode(known.sentence, known.advice, Severity(getattr(known, "severity", Severity.ERROR)))
        for table in (OF_MOVES, OF_RECORDS, OF_LETTERS)
        for code, known in table.items()
    }


def codes_named(patterns: Iterable[str], option: str) -> frozenset[str]:
    """The codes that patterns stand for, `time-*` or several between commas. Raises `click.BadParameter` for none."""
    known = explained()
    found: set[str] = set()
    for pattern in (part.strip() for text in patterns for part in text.split(",") if part.strip()):
        matching = {code for code in known if fnmatchcase(code, pattern)}
        if not matching:
            near = nearest(pattern, known)
            meant = f"; did you mean {near}?" if near else "; `fairyscore diagnostics` lists them."
            raise click.BadParameter(f"there is no code {pattern[:60]!a}{meant}", param_hint=option)
        found |= matching
    return frozenset(found)
