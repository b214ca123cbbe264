"""`validate --format`: SARIF, GitHub, GitLab, JUnit and one line each; what is selected, summed up and where it goes."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from running import run, written

GOOD = '[Event "a"]\n[Result "*"]\n\n1. e4 e5 *\n\n'
BLOCKED = '[Event "b"]\n[Result "*"]\n\n1. e4 e5 2. Ra4 Nc6 *\n\n'
NUMBER = '[Event "c"]\n[Result "*"]\n\n1. e4 e5 3. Nf3 *\n\n'


@pytest.fixture
def path(tmp_path: Path) -> str:
    return written(tmp_path / "a b.pgn", GOOD + BLOCKED + NUMBER)


def test_concise(path: str) -> None:
    lines = run("validate", path, "--format", "concise").stdout.splitlines()
    assert lines[0].startswith(f"{path}:9:13: error[path-blocked]: the path of the rook from a1 to a4 is blocked")
    assert lines[0].endswith("(did you mean a4?)")
    assert lines[1].startswith(f"{path}:14:10: warning[move-number]: ")
    assert lines[2].startswith("3 games, ")


def test_github(path: str) -> None:
    first, second = run("validate", path, "--format", "github").stdout.splitlines()
    assert first.startswith(f"::error file={path},line=9,endLine=9,col=13,endColumn=16,title=path-blocked::the path")
    assert "%0ADid you mean a4?%0A" in first
    assert second.startswith("::warning ")


def test_gitlab(path: str) -> None:
    first, second = json.loads(run("validate", path, "--format", "gitlab").stdout)
    assert (first["check_name"], first["severity"], first["location"]["lines"]) == (
        "path-blocked",
        "major",
        {"begin": 9},
    )
    assert first["fingerprint"] != second["fingerprint"]


def test_sarif(path: str) -> None:
    log = json.loads(run("validate", path, "--format", "sarif").stdout)
    (ran,) = log["runs"]
    rules = ran["tool"]["driver"]["rules"]
    first = ran["results"][0]
    assert (log["version"], [rule["id"] for rule in rules]) == ("2.1.0", ["path-blocked", "move-number"])
    assert (first["ruleId"], first["level"], rules[first["ruleIndex"]]["id"]) == (
        "path-blocked",
        "error",
        "path-blocked",
    )
    place = first["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"].endswith("/a%20b.pgn")
    assert place["region"] == {
        "startLine": 9,
        "startColumn": 13,
        "endColumn": 16,
        "snippet": {"text": "1. e4 e5 2. Ra4 Nc6 *"},
    }
    (fix,) = first["fixes"]
    replaced = fix["artifactChanges"][0]["replacements"][0]
    assert replaced["insertedContent"] == {"text": "a4"}
    assert replaced["deletedRegion"] == {"startLine": 9, "startColumn": 13, "endColumn": 16}


def test_junit(path: str) -> None:
    suites = ElementTree.fromstring(run("validate", path, "--format", "junit").stdout.encode())
    assert (suites.get("tests"), suites.get("failures")) == ("3", "1")
    cases = {case.get("name"): [child.tag for child in case] for case in suites.iter("testcase")}
    assert cases == {"game 2": ["failure"], "game 3": ["system-out"], "1 games": []}


def test_junit_has_what_readers_of_it_know(path: str) -> None:
    """The elements and attributes that Jenkins' xUnit plugin publishes (junit-10.xsd)."""
    known = {
        "testsuites": {"name", "tests", "failures", "errors"},
        "testsuite": {"name", "tests", "failures", "errors", "skipped", "time"},
        "testcase": {"name", "classname", "time"},
        "failure": {"message", "type"},
        "system-out": set(),
    }
    inside = {"testsuites": {"testsuite"}, "testsuite": {"testcase"}, "testcase": {"failure", "system-out"}}
    for element in ElementTree.fromstring(run("validate", path, "--format", "junit").stdout.encode()).iter():
        assert set(element.keys()) <= known[element.tag]
        assert {child.tag for child in element} <= inside.get(element.tag, set())


def test_nothing_found_is_still_a_document(tmp_path: Path) -> None:
    good = written(tmp_path / "good.pgn", GOOD)
    assert json.loads(run("validate", good, "--format", "gitlab").stdout) == []
    assert json.loads(run("validate", good, "--format", "sarif").stdout)["runs"][0]["results"] == []
    assert ElementTree.fromstring(run("validate", good, "--format", "junit").stdout.encode()).get("failures") == "0"


def test_selected_ignored_and_exit_zero(path: str) -> None:
    only = run("validate", path, "--select", "move-*", "--format", "concise")
    assert (only.exit_code, "path-blocked" in only.stdout) == (0, False)
    rest = run("validate", path, "--ignore", "move-number,no-*", "--quiet")
    assert (rest.exit_code, "move-number" in rest.stdout, "3 games" in rest.stdout) == (1, False, False)
    assert run("validate", path, "--exit-zero").exit_code == 0
    wrong = run("validate", path, "--ignore", "path-blockd")
    assert (wrong.exit_code, "did you mean path-blocked?" in wrong.stderr) == (2, True)


def test_what_cannot_be_read_is_reported_whatever_is_selected(tmp_path: Path) -> None:
    result = run("validate", str(tmp_path / "none.pgn"), "--select", "move-number", "--exit-zero")
    assert (result.exit_code, "unreadable-file" in result.stdout) == (2, True)


def test_statistics(path: str) -> None:
    lines = run("validate", path, "--statistics").stdout.splitlines()
    assert lines[:2] == ["1 warning[move-number]", "1 error[path-blocked]"]
    assert len(lines) == 3


def test_output_file(path: str, tmp_path: Path) -> None:
    out = tmp_path / "out.sarif"
    result = run("validate", path, "--format", "sarif", "-o", str(out))
    assert (result.exit_code, result.stdout) == (1, "")
    assert json.loads(out.read_text(encoding="utf-8"))["version"] == "2.1.0"


def test_colours(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b[" not in run("validate", path).stdout
    assert "\x1b[" in run("validate", path, "--color", "always").stdout
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[" not in run("validate", path).stdout  # NO_COLOR is set by the helper, and wins


def test_diagnostics_command() -> None:
    output = run("diagnostics", "path-blocked").stdout
    assert output.startswith("path-blocked (error)\n  ")
    codes = [entry["code"] for entry in json.loads(run("diagnostics", "time-*", "--format", "json").stdout)]
    assert {"time-missing", "time-overstepped"} <= set(codes)
    assert "mail-no-move" in run("diagnostics").stdout
    assert run("diagnostics", "nonsense").exit_code == 2
