"""Every code has an example that gives it, and `docs/diagnostics.md` shows what the program says to that."""

import re
from pathlib import Path

import pytest
from diagnostics_page import RECORDS, explained, page, validated

from fairyscore.notation.records.diagnostics import EXPLAINED as RECORDS_EXPLAINED
from fairyscore.notation.records.diagnostics import NOT_READ, RecordCode
from fairyscore.notation.rules.reasons import EXPLAINED, Code

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "diagnostics.md"


@pytest.mark.parametrize("code", Code, ids=lambda code: str(code.value))
def test_example_of_a_move(code: Code) -> None:
    known = EXPLAINED[code]
    exit_code, output = explained(known.example)
    assert output.startswith(f"error[{code.value}]: ")
    assert any(advice in output for advice in (known.advice, *known.advices.values()))
    assert exit_code == 1


def test_only_what_happens_during_a_run_has_no_example() -> None:
    assert set(RecordCode) - set(RECORDS) == {RecordCode.CHANGED_FILE, RecordCode.SET_ASIDE}


@pytest.mark.parametrize("record_code", RECORDS, ids=lambda record_code: str(record_code.value))
def test_example_of_a_record(record_code: RecordCode) -> None:
    exit_code, output = validated(RECORDS[record_code])
    severity = RECORDS_EXPLAINED[record_code].severity
    assert f"{severity.value}[{record_code.value}]: " in output
    assert re.search(
        rf"^{re.escape(RECORDS[record_code].name)}(!\S+)?:\d+:\d+: {severity.value}\[{record_code.value}\]",
        output,
        re.MULTILINE,
    )
    assert RECORDS_EXPLAINED[record_code].advice in output
    unread = record_code.value in NOT_READ
    assert exit_code == (2 if unread else int("error[" in output))


def test_codes_are_unique() -> None:
    codes = [code.value for code in Code] + [record_code.value for record_code in RecordCode]
    assert len(codes) == len(set(codes))


def test_page_is_current() -> None:
    """Else: python tools/diagnostics_page.py > docs/diagnostics.md."""
    assert PAGE.read_text(encoding="utf-8") == "\n".join(page()) + "\n"
