"""The codes of diagnostics with what each means, and those that patterns stand for."""

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
    """The explanation of a code.

    sentence: of its messages, with the names of facts in braces.
    summary: the same where it says enough, else what the messages have in common.
    """

    sentence: str
    summary: str
    advice: str
    severity: Severity


def explained() -> dict[str, KnownCode]:
    """Every code, in the order of the tables."""
    codes: dict[str, KnownCode] = {}
    for table in (OF_MOVES, OF_RECORDS, OF_LETTERS):
        for code, known in table.items():
            severity = Severity(getattr(known, "severity", Severity.ERROR))
            summary = getattr(known, "summary", "") or known.sentence
            codes[code.value] = KnownCode(known.sentence, summary, known.advice, severity)
    return codes


def codes_named(patterns: Iterable[str], option: str) -> frozenset[str]:
    """The codes that patterns stand for, `time-*` or several between commas. Raises `click.BadParameter` for none."""
    known = explained()
    found: set[str] = set()
    given = map(str.strip, ",".join(patterns).split(","))
    for pattern in filter(None, given):
        matching = {code for code in known if fnmatchcase(code, pattern)}
        if not matching:
            near = nearest(pattern, known)
            meant = f"; did you mean {near}?" if near else "; `fairyscore diagnostics` lists them."
            raise click.BadParameter(f"there is no code {pattern[:60]!a}{meant}", param_hint=option)
        found |= matching
    return frozenset(found)
