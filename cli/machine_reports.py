"""Diagnostics for programs: JSON, one line each, and the languages of GitHub, GitLab, SARIF 2.1.0 and JUnit.

Each writer takes the reports as they come and writes to standard output; only JUnit, whose first line has the sums, holds
what is found in memory.
"""

import json
import re
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any
from urllib.parse import quote

from fairyscore.cli.report import Reports, Totals, write_rows
from fairyscore.notation._version import VERSION
from fairyscore.notation.records.diagnostic_text import place
from fairyscore.notation.records.diagnostics import Diagnostic, Severity, as_data
from fairyscore.notation.text import shown

SARIF_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

LEVELS = {
    "github": {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"},
    "gitlab": {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.INFO: "info"},
    "sarif": {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"},
}
"""What the styles call a severity."""


def write(reports: Reports, totals: Totals, style: str) -> None:
    """Write a report in one of the styles for programs."""
    if style in ROWS:
        rows = (ROWS[style](found) for _, report in reports for found in report.findings)
        write_rows(rows, "jsonl" if style == "jsonl" else "json")
    elif style in LINES:
        for _, report in reports:
            sys.stdout.writelines(f"{LINES[style](found)}\n" for found in report.findings)
        sys.stdout.write(f"{totals}\n" if style == "concise" else "")
    else:
        (as_sarif if style == "sarif" else as_junit)(reports, totals)


# -- a line or an object for each -----------------------------------------------------------------------------------------


def concise(found: Diagnostic) -> str:
    """`file:line:column: severity[code]: message`, which editors and grep know."""
    meant = f" (did you mean {', '.join(found.suggestions)}?)" if found.suggestions else ""
    return f"{place(found)}{found.severity.value}[{found.code}]: {' '.join(found.message.split())}{meant}"


def github(found: Diagnostic) -> str:
    """A workflow command of GitHub Actions: an annotation beside the line of a pull request.

    >>> github(Diagnostic("a,b.pgn", 1, 3, 13, 16, Severity.INFO, "advice", "50 %: odd"))
    '::notice file=a%2Cb.pgn,line=3,endLine=3,col=13,endColumn=16,title=advice::50 %25: odd'
    """
    file = _escaped(found.file).replace(":", "%3A").replace(",", "%2C")
    columns = f"col={found.column},endColumn={max(found.end_column, found.column)}"
    where = f"file={file},line={found.line},endLine={found.line},{columns},title={found.code}"
    return f"::{LEVELS['github'][found.severity]} {where}::{_escaped(_with_advice(found))}"


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _with_advice(found: Diagnostic) -> str:
    """The message, what may have been meant, and the advice."""
    meant = f"Did you mean {', '.join(found.suggestions)}?" if found.suggestions else ""
    return "\n".join(filter(None, (found.message, meant, found.advice)))


def gitlab(found: Diagnostic) -> dict[str, Any]:
    """An issue of a Code Quality report of GitLab."""
    from hashlib import sha256

    known = f"{found.file}\0{found.game}\0{found.ply}\0{found.code}\0{found.message}"
    return {
        "description": _with_advice(found),
        "check_name": found.code,
        "fingerprint": sha256(known.encode(errors="replace")).hexdigest(),
        "severity": LEVELS["gitlab"][found.severity],
        "location": {"path": _relative(found.file), "lines": {"begin": max(found.line, 1)}},
    }


def _relative(file: str) -> str:
    """A path as code hosts want it: from the folder where the program runs, with slashes."""
    path, here = Path(file), Path.cwd()
    return (path.relative_to(here) if path.is_relative_to(here) else path).as_posix()


LINES: dict[str, Callable[[Diagnostic], str]] = {"concise": concise, "github": github}
ROWS: dict[str, Callable[[Diagnostic], dict[str, Any]]] = {"json": as_data, "jsonl": as_data, "gitlab": gitlab}


# -- SARIF --------------------------------------------------------------------------------------------------------------


def as_sarif(reports: Reports, totals: Totals) -> None:
    """One SARIF log; results are written as they come, the rules they name after them."""
    met: dict[str, int] = {}
    sys.stdout.write(f'{{"$schema": {json.dumps(SARIF_SCHEMA)}, "version": "2.1.0", "runs": [{{"results": [')
    for number, found in enumerate(found for _, report in reports for found in report.findings):
        rule = met.setdefault(found.code, len(met))
        sys.stdout.write(("," if number else "") + f"\n{json.dumps(sarif_result(found, rule))}")
    rules = [sarif_rule(code) for code in met]
    rest = {
        "tool": {"driver": {"name": "fairyscore", "version": VERSION, "semanticVersion": VERSION, "rules": rules}},
        "columnKind": "unicodeCodePoints",
        "invocations": [{"executionSuccessful": not totals.not_read}],
    }
    sys.stdout.write(f"\n], {json.dumps(rest)[1:]}]}}\n")


def sarif_result(found: Diagnostic, rule: int) -> dict[str, Any]:
    """A diagnostic as a SARIF result, with fixes for moves that were probably meant."""
    column = max(found.column, 1)
    place = {"startLine": max(found.line, 1), "startColumn": column, "endColumn": max(found.end_column, column)}
    snippet = {"snippet": {"text": found.source}} if found.source else {}
    artifact = {"artifactLocation": {"uri": quote(_relative(found.file)) or "stdin"}}
    fixes = [
        {
            "description": {"text": f"Play {meant} instead of {found.move}."},
            "artifactChanges": [
                {**artifact, "replacements": [{"deletedRegion": place, "insertedContent": {"text": meant}}]}
            ],
        }
        for meant in (found.suggestions if found.move else ())
    ]
    return {
        "ruleId": found.code,
        "ruleIndex": rule,
        "level": LEVELS["sarif"][found.severity],
        "message": {"text": found.message},
        "locations": [{"physicalLocation": {**artifact, "region": {**place, **snippet}}}],
        "properties": {"game": found.game, "ply": found.ply, "rules": list(found.rules)},
        **({"fixes": fixes} if fixes else {}),
    }


def sarif_rule(code: str) -> dict[str, Any]:
    """A code as a SARIF rule, with its help."""
    from fairyscore.cli.codes import explained

    known = explained()[code]
    return {
        "id": code,
        "name": "".join(part.capitalize() for part in code.split("-")),
        "shortDescription": {"text": known.sentence},
        "help": {"text": known.advice or known.sentence},
        "defaultConfiguration": {"level": LEVELS["sarif"][known.severity]},
    }


# -- JUnit --------------------------------------------------------------------------------------------------------------


def as_junit(reports: Reports, totals: Totals) -> None:
    """JUnit XML: a suite for each file with diagnostics, a case for each of its games that has some."""
    from xml.etree import ElementTree

    suites: dict[str, dict[str, list[Diagnostic]]] = {}
    for found in (found for _, report in reports for found in report.findings):
        case = f"game {found.game}" if found.game else "file"
        suites.setdefault(shown(found.file, 4096), {}).setdefault(case, []).append(found)
    if clean := totals.games - sum(case != "file" for cases in suites.values() for case in cases):
        suites["games without diagnostics"] = {f"{clean} games": []}
    root = ElementTree.Element("testsuites", {"name": "fairyscore", **_sums(suites.values()), "errors": "0"})
    for file, cases in suites.items():
        nothing = {"errors": "0", "skipped": "0", "time": "0"}
        suite = ElementTree.SubElement(root, "testsuite", {"name": file, **_sums([cases]), **nothing})
        for case, diagnostics in cases.items():
            of = file if diagnostics else "fairyscore"
            element = ElementTree.SubElement(suite, "testcase", name=case, classname=of, time="0")
            for found in diagnostics:
                failure = {"message": _xml(found.message), "type": found.code}
                element_kind = ("failure", failure) if found.severity is Severity.ERROR else ("system-out", {})
                ElementTree.SubElement(element, *element_kind).text = _xml(concise(found))
    ElementTree.indent(root)
    text = ElementTree.tostring(root, encoding="unicode")
    sys.stdout.write(f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n')


def _sums(suites: Iterable[dict[str, list[Diagnostic]]]) -> dict[str, str]:
    """How many cases there are, and how many with an error."""
    cases = [case for suite in suites for case in suite.values()]
    failures = 0
    for case in cases:
        failures += any(found.severity is Severity.ERROR for found in case)
    return {"tests": str(len(cases)), "failures": str(failures)}


_NOT_IN_XML = re.compile("[^\t\n\x20-\ud7ff\ue000-\U0010ffff]")


def _xml(text: str) -> str:
    """Text without what XML 1.0 has no place for."""
    return _NOT_IN_XML.sub("\ufffd", text)
