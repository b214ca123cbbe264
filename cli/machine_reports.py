"""Diagnostics in the languages of editors, code hosts and CI: one line each, GitHub, GitLab, SARIF 2.1.0, JUnit.

Each writer takes the reports as they come and writes to standard output; only JUnit, whose first line has the sums, holds
what is found in memory.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

from fairyscore.cli.report import Reports, Totals, as_rows, place
from fairyscore.notation._version import VERSION
from fairyscore.notation.records.diagnostics import Diagnostic, Severity
from fairyscore.notation.text import shown

SARIF_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

GITHUB = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}
GITLAB = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.INFO: "info"}
SARIF = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


def _each(reports: Reports) -> Iterator[Diagnostic]:
    for _, report in reports:
        yield from report.findings


def as_concise(reports: Reports, totals: Totals) -> None:
    """`file:line:column: severity[code]: message`, which editors and grep know, and the summary."""
    for found in _each(reports):
        sys.stdout.write(f"{concise(found)}\n")
    sys.stdout.write(f"{totals}\n")


def concise(found: Diagnostic) -> str:
    """A diagnostic on one line."""
    meant = f" (did you mean {', '.join(found.suggestions)}?)" if found.suggestions else ""
    return f"{place(found)}{found.severity.value}[{found.code}]: {' '.join(found.message.split())}{meant}"


# -- GitHub and GitLab --------------------------------------------------------------------------------------------------


def as_github(reports: Reports, _totals: Totals) -> None:
    """Workflow commands of GitHub Actions: annotations beside the lines of a pull request."""
    for found in _each(reports):
        sys.stdout.write(f"{github(found)}\n")


def github(found: Diagnostic) -> str:
    """A diagnostic as a workflow command.

    >>> github(Diagnostic("a,b.pgn", 1, 3, 13, 16, Severity.INFO, "advice", "50 %: odd"))
    '::notice file=a%2Cb.pgn,line=3,endLine=3,col=13,endColumn=16,title=advice::50 %25: odd'
    """
    values = {
        "file": found.file,
        "line": found.line,
        "endLine": found.line,
        "col": found.column,
        "endColumn": max(found.end_column, found.column),
        "title": found.code,
    }
    pairs = ",".join(
        f"{key}={_escaped(str(value)).replace(':', '%3A').replace(',', '%2C')}" for key, value in values.items()
    )
    return f"::{GITHUB[found.severity]} {pairs}::{_escaped(_told(found))}"


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _told(found: Diagnostic) -> str:
    """The message, and what to do."""
    meant = f"Did you mean {', '.join(found.suggestions)}?" if found.suggestions else ""
    return "\n".join(filter(None, (found.message, meant, found.advice)))


def as_gitlab(reports: Reports, _totals: Totals) -> None:
    """A Code Quality report of GitLab."""
    as_rows(reports, "json", _gitlab)


def _gitlab(found: Diagnostic) -> dict[str, Any]:
    known = f"{found.file}\0{found.game}\0{found.ply}\0{found.code}\0{found.message}"
    return {
        "description": _told(found),
        "check_name": found.code,
        "fingerprint": hashlib.sha256(known.encode(errors="replace")).hexdigest(),
        "severity": GITLAB[found.severity],
        "location": {"path": _relative(found.file), "lines": {"begin": max(found.line, 1)}},
    }


def _relative(file: str) -> str:
    """A path as code hosts want it: from the folder where the program runs, with slashes."""
    path, here = Path(file), Path.cwd()
    return (path.relative_to(here) if path.is_relative_to(here) else path).as_posix()


# -- SARIF --------------------------------------------------------------------------------------------------------------


def as_sarif(reports: Reports, totals: Totals) -> None:
    """One SARIF log; results are written as they come, the rules they name behind them."""
    met: dict[str, int] = {}
    sys.stdout.write(f'{{"$schema": {json.dumps(SARIF_SCHEMA)}, "version": "2.1.0", "runs": [{{"results": [')
    border = "\n"
    for found in _each(reports):
        rule = met.setdefault(found.code, len(met))
        sys.stdout.write(f"{border}{json.dumps(sarif_result(found, rule))}")
        border = ",\n"
    driver = {
        "name": "fairyscore",
        "version": VERSION,
        "semanticVersion": VERSION,
        "rules": [sarif_rule(code) for code in met],
    }
    ran = [{"executionSuccessful": not totals.not_read}]
    sys.stdout.write(
        f'\n], "tool": {{"driver": {json.dumps(driver)}}}, "columnKind": "unicodeCodePoints", '
        f'"invocations": {json.dumps(ran)}}}]}}\n'
    )


def sarif_result(found: Diagnostic, rule: int) -> dict[str, Any]:
    """A diagnostic as a SARIF result, with fixes for moves that were probably meant."""
    region: dict[str, Any] = {"startLine": max(found.line, 1), "startColumn": max(found.column, 1)}
    region["endColumn"] = max(found.end_column, region["startColumn"])
    if found.source:
        region["snippet"] = {"text": found.source}
    artifact = {"uri": quote(_relative(found.file)) or "stdin"}
    result: dict[str, Any] = {
        "ruleId": found.code,
        "ruleIndex": rule,
        "level": SARIF[found.severity],
        "message": {"text": found.message},
        "locations": [{"physicalLocation": {"artifactLocation": artifact, "region": region}}],
        "properties": {"game": found.game, "ply": found.ply, "rules": list(found.rules)},
    }
    if found.move and found.suggestions:
        deleted = {key: region[key] for key in ("startLine", "startColumn", "endColumn")}
        result["fixes"] = [
            {
                "description": {"text": f"Play {meant} instead of {found.move}."},
                "artifactChanges": [
                    {
                        "artifactLocation": artifact,
                        "replacements": [{"deletedRegion": deleted, "insertedContent": {"text": meant}}],
                    }
                ],
            }
            for meant in found.suggestions
        ]
    return result


def sarif_rule(code: str) -> dict[str, Any]:
    """A code as a SARIF rule, with its help."""
    from fairyscore.cli.codes import explanation

    known = explanation(code)
    return {
        "id": code,
        "name": "".join(part.capitalize() for part in code.split("-")),
        "shortDescription": {"text": known.sentence},
        "help": {"text": known.advice or known.sentence},
        "defaultConfiguration": {"level": SARIF[known.severity]},
    }


# -- JUnit --------------------------------------------------------------------------------------------------------------


def as_junit(reports: Reports, totals: Totals) -> None:
    """JUnit XML: a suite for each file with diagnostics, a case for each of its games that has some."""
    from xml.sax.saxutils import escape, quoteattr

    suites: dict[str, dict[str, list[Diagnostic]]] = {}
    for found in _each(reports):
        case = f"game {found.game}" if found.game else "file"
        suites.setdefault(found.file, {}).setdefault(case, []).append(found)
    failed = sum(_failing(case) for suite in suites.values() for case in suite.values())
    clean = max(0, totals.games - sum(case != "file" for suite in suites.values() for case in suite))
    tests = sum(map(len, suites.values())) + bool(clean)
    out = ['<?xml version="1.0" encoding="UTF-8"?>']
    out.append(f'<testsuites name="fairyscore" tests="{tests}" failures="{failed}" errors="0">')
    for file, cases in suites.items():
        called = quoteattr(shown(file, 4096))
        bad = sum(map(_failing, cases.values()))
        out.append(f'  <testsuite name={called} tests="{len(cases)}" failures="{bad}" errors="0" skipped="0" time="0">')
        for case, diagnostics in cases.items():
            out.append(f'    <testcase name="{case}" classname={called} time="0">')
            for found in diagnostics:
                text = _xml(concise(found))
                if found.severity is Severity.ERROR:
                    why = quoteattr(_xml(found.message))
                    out.append(f'      <failure message={why} type="{found.code}">{escape(text)}</failure>')
                else:
                    out.append(f"      <system-out>{escape(text)}</system-out>")
            out.append("    </testcase>")
        out.append("  </testsuite>")
    if clean:
        out.append(
            '  <testsuite name="games without diagnostics" tests="1" failures="0" errors="0" skipped="0" time="0">'
        )
        out.append(f'    <testcase name="{clean} games" classname="fairyscore" time="0"/>')
        out.append("  </testsuite>")
    sys.stdout.write("\n".join([*out, "</testsuites>", ""]))


def _failing(case: list[Diagnostic]) -> bool:
    return any(found.severity is Severity.ERROR for found in case)


def _xml(text: str) -> str:
    """Text without what XML 1.0 has no place for."""
    return "".join(char if char in "\t\n" or " " <= char < "\ud800" or char >= "\ue000" else "\ufffd" for char in text)
