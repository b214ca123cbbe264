"""What is said of short records, word for word: `python tests/verdicts.py` renews the files; read the diff.

Each case begins with `## name`, and `@` with settings of the validator where it has some; then come the text of the
record, a line `=>`, what is found (line, columns, ply, code and facts, what may have been meant), and the game as it is
kept.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from fairyscore.notation.formats import pgn_writer
from fairyscore.notation.records.diagnostics import Diagnostic
from fairyscore.notation.records.game_text import split_games
from fairyscore.notation.replay import Validator, Verdict
from fairyscore.notation.replay.guess import judged

DATA = Path(__file__).resolve().parent / "data"
MOVES, TAGS = DATA / "verdicts_moves.txt", DATA / "verdicts_tags.txt"
ARROW = "=>\n"
MOST = 90
"""So much of a fact is shown: some name all notations or games."""


class Case(NamedTuple):
    """A record and what is said of it. settings: of the validator, as they are written behind the `@`."""

    name: str
    settings: str
    text: str
    expected: str


def cases(file: Path) -> Iterator[Case]:
    for part in file.read_bytes().decode().split("## ")[1:]:
        name, _, rest = part.partition("\n")
        settings = ""
        if rest.startswith("@"):
            settings, _, rest = rest[1:].partition("\n")
        text, _, expected = rest.partition(ARROW)
        yield Case(name, settings.strip(), text, expected.rstrip("\n") + "\n")


def report_of(case: Case) -> str:
    """What is found in a record, and what is kept of it."""
    settings: dict[str, Any] = {}
    for setting in case.settings.split():
        key, equal, value = setting.partition("=")
        settings[key] = value.replace("_", " ") if equal else True
    validator = Validator(**settings)
    text = case.text.rstrip("\n") if case.settings.endswith("recover=") else case.text
    return "".join(_verdict(judged(validator, game)) for game in split_games([text]))


def _verdict(verdict: Verdict) -> str:
    lines = [_finding(finding) for finding in verdict.findings]
    if verdict.game is not None and verdict.record is not None:
        outcome = "" if verdict.outcome is None else f", {verdict.outcome.ending.value}"
        refused = ", refused" * verdict.refused + ", whole" * verdict.whole + ", main line" * verdict.main_line_whole
        counted = f"{verdict.plies} plies, {verdict.unjudged} unjudged"
        lines.append(f"{verdict.game.name}: {counted}, result {verdict.result or '-'}{outcome}{refused}")
        lines += [f'{name} "{value}"' for name, value in verdict.record.tags]
        lines.append(" ".join(pgn_writer.moves(verdict.record, verdict.notation or verdict.game.writing.usual).split()))
        assert verdict.state is not None
        lines.append(verdict.game.write_position(verdict.state))
    return "\n".join(lines) + "\n"


def _finding(finding: Diagnostic) -> str:
    facts = "; ".join(f"{name}={fact}"[:MOST] for name, fact in sorted(finding.facts.items()))
    near = f" near {', '.join(finding.suggestions)}" if finding.suggestions else ""
    place = f"{finding.line}:{finding.column}-{finding.end_column}"
    codes = "+".join(code for code, _ in finding.reasons) or finding.code
    return f"{place} ply {finding.ply} {codes} ({finding.severity.value}) {facts}{near}".rstrip()


def main() -> None:
    for file in (MOVES, TAGS):
        parts = []
        for case in cases(file):
            settings = f"@ {case.settings}\n" if case.settings else ""
            parts.append(f"## {case.name}\n{settings}{case.text}{ARROW}{report_of(case)}\n")
        file.write_text("".join(parts), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
