"""Writes what is expected of the faulty records anew: `python tests/samples/renew.py`; then look at what has changed.

>>> row = expected(FAULTS / "result-contradicts.pgn")[0]
>>> row["line"], row["code"], row["severity"]
(10, 'result-contradicts', 'error')
"""

import json
from pathlib import Path
from typing import cast

from fairyscore.notation.archive import judge_file
from fairyscore.notation.records.diagnostics import Diagnostic, RecordCode
from fairyscore.notation.replay import Validator, Verdict
from fairyscore.notation.rules.reasons import Code

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
FAULTS = SAMPLES / "faults"
GAMES = SAMPLES / "games"

EXPECTED = ".expected.json"

FIELDS = ("game", "line", "column", "end_column", "severity", "code", "message", "ply", "move", "facts", "suggestions")

# A file that is missing, a folder without records, and a file of sixteen million characters are not samples. What can be
# wrong with an archive is not text to look at; `docs/diagnostics.md` and the tests of storage have an example of each.
NOT_SHOWN = {
    RecordCode.UNREADABLE_FILE,
    RecordCode.NO_RECORDS,
    RecordCode.TOO_LONG,
    RecordCode.CHANGED_FILE,
    RecordCode.SET_ASIDE,
    RecordCode.DAMAGED_ARCHIVE,
    RecordCode.UNPACKING_LIMIT,
    RecordCode.NESTED_ARCHIVE,
    RecordCode.UNSAFE_MEMBER,
    RecordCode.UNREADABLE_MEMBER,
}

# Read as the standard says: else the games behind an open comment are saved, and the finding does not come.
STRICT = {RecordCode.SWALLOWED_GAMES.value}

CODES = {code.value for code in Code} | {
    record_code.value for record_code in RecordCode if record_code not in NOT_SHOWN
}


def code_of(path: Path) -> str:
    """The code that a faulty record shows: the longest one that its name begins with."""
    return max((code for code in CODES if f"{path.stem}-".startswith(f"{code}-")), key=len)


def faulty() -> list[Path]:
    """The faulty records, of whatever format."""
    return sorted(path for path in FAULTS.iterdir() if not path.name.endswith(EXPECTED))


def expected_path(path: Path) -> Path:
    """Where stands what is expected of a faulty record."""
    return path.with_suffix(EXPECTED)


def verdicts(path: Path) -> list[Verdict]:
    """What the judge says about the games of a faulty record, information and time too."""
    today = "2026.11.21" if code_of(path) == RecordCode.TIME_OVERDUE.value else ""
    judge = Validator(info=True, time=True, today=today, recover=code_of(path) not in STRICT)
    return list(judge_file(path, judge, name=path.name))


def findings(path: Path) -> list[Diagnostic]:
    """All that is found in a faulty record."""
    return [found for verdict in verdicts(path) for found in verdict.findings]


def row(found: Diagnostic) -> dict[str, object]:
    """A finding as the expected files have it."""
    text = {name: getattr(found, name) for name in FIELDS} | {"severity": found.severity.value}
    return cast(dict[str, object], json.loads(json.dumps(text)))


def expected(path: Path) -> list[dict[str, object]]:
    """The rows for one faulty record."""
    return [row(found) for found in findings(path)]


def main() -> None:
    """Write all expected files, and take those away whose record is gone."""
    for old in set(FAULTS.glob(f"*{EXPECTED}")) - {expected_path(path) for path in faulty()}:
        old.unlink()
    for path in faulty():
        text = json.dumps(expected(path), indent=2, ensure_ascii=False)
        expected_path(path).write_text(text + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
