"""A diagnostic as text like a good compiler's: its place, the line with the place underlined, and what helps.

>>> found = Diagnostic("a.pgn", 1, 3, 13, 16, Severity.ERROR, "path-blocked", "the way is blocked", ply=3,
...                 suggestions=("a4",), advice="Look again.", source="1. e4 e5 2. Ra4 *")
>>> print(DiagnosticText().of(found), end="")
a.pgn:3:13: error[path-blocked]: the way is blocked
3 |  1. e4 e5 2. Ra4 *
  |              ^~~
  = game 1, ply 3
  = did you mean: a4
  = help: Look again.
"""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

from fairyscore.notation.records.diagnostics import Diagnostic, Severity
from fairyscore.notation.rules.reasons import spelled
from fairyscore.notation.text import shown

WINDOW = 100  # longer lines are shown only around the place
BEFORE = 30  # so much of a long line is shown in front of the place

LONGEST_NAME = 4096

COLOURS = {Severity.ERROR: "\x1b[31m", Severity.WARNING: "\x1b[33m", Severity.INFO: "\x1b[36m"}
BOLD, PLAIN = "\x1b[1m", "\x1b[0m"


class DiagnosticText(NamedTuple):
    """Writes diagnostics as text.

    colour: with the signs by which a terminal shows it; width: the columns that it has, 0 for any number.
    """

    colour: bool = False
    width: int = 0

    def of(self, finding: Diagnostic) -> str:
        """The place, the sentence, the line with the place underlined, and what else helps."""
        first = finding.reasons[0][1] if len(finding.reasons) > 1 else finding.message
        label = f"{finding.severity}[{finding.code}]"
        where = place(finding)
        message, under = [first], [f"  = {note}" for note in notes(finding, first)]
        if self.width:
            message = self._wrapped(first, len(where) + len(label) + len(": "))
            under = ["\n    ".join(self._wrapped(note)) for note in under]
        if self.colour:
            label = self._bold(label, COLOURS[finding.severity])
            message = [self._bold(part) for part in message]
        head = f"{where}{label}: " + "\n    ".join(message)
        return "\n".join([head, *self._line(finding), *under, ""])

    def _wrapped(self, text: str, before: int = 0) -> list[str]:
        """A text in lines that fit the terminal, indented from the second on. before: columns in front of it."""
        if self.width >= before + len(text):
            return [text]
        from textwrap import wrap

        width, room = max(self.width, 40), self.width - before
        if room <= len("transformation"):
            return ["", *wrap(text, width - 4)]
        first, *rest = wrap(text, width, initial_indent=" " * (width - room), subsequent_indent="    ")
        return [first.lstrip(), *(part[4:] for part in rest)]

    def _line(self, finding: Diagnostic) -> list[str]:
        if not finding.source.strip():
            return []
        first = finding.source_start
        number = str(finding.line or " ")
        room = min(WINDOW, self.width - len(number) - len("  |  ......")) if self.width else WINDOW
        start, end = finding.column - first, finding.end_column - first
        line, marks = underlined(finding.source, start, end, cut=first > 1, window=max(room, 20))
        if self.colour:
            marks = self._bold(marks, COLOURS[finding.severity])
        return [f"{number} |  {line}", f"{' ' * len(number)} |  {marks}"]

    def _bold(self, text: str, colour: str = "") -> str:
        return f"{colour}{BOLD}{text}{PLAIN}"


def place(finding: Diagnostic) -> str:
    """`file:line:column: `, or nothing where the finding is about no file."""
    if not finding.file:
        return ""
    return f"{shown(finding.file, LONGEST_NAME)}:{finding.line}:{finding.column}: "


def notes(finding: Diagnostic, message: str) -> list[str]:
    """The lines under a finding: game and ply, further reasons, facts that no sentence says, rules, what to do."""
    under = []
    if finding.ply or finding.game > 1:
        under.append(f"game {finding.game}, ply {finding.ply}" if finding.ply else f"game {finding.game}")
    reasons = [f"also [{code}]: {sentence}" for code, sentence in finding.reasons[1:]]
    under += reasons
    reported = " ".join([message, *reasons])
    facts = [(name, spelled(fact)) for name, fact in finding.facts.items()]
    unsaid = [f"{name} {fact}" for name, fact in facts if fact and fact not in reported]
    if unsaid:
        under.append(f"facts: {'; '.join(unsaid)}")
    if finding.rules:
        under.append(f"rule: {', '.join(finding.rules)}")
    if finding.suggestions:
        under.append(f"did you mean: {', '.join(finding.suggestions)}")
    if finding.advice:
        under.append(f"help: {finding.advice}")
    return under


# -- the line with its mark -------------------------------------------------------------------------------------------


def underlined(line: str, start: int, end: int, cut: bool = False, window: int = WINDOW) -> tuple[str, str]:
    """The line as a terminal can show it, and `^~~` under the characters from `start` to `end`.

    cut: the line is only the end of a longer one. window: so many characters are shown.

    >>> print(*underlined("1. 車e2\\x1b-e4", 4, 9), sep="\\n")
    1. 車e2\\x1b-e4
         ^~~~~~~~
    """
    first = max(0, min(start - min(BEFORE, window // 3), len(line) - window)) if len(line) > window else 0
    last = min(len(line), first + window)
    shown_part = line[first:last]
    cells: str | list[str] = shown_part
    if not (shown_part.isascii() and shown_part.isprintable()):
        cells = list(map(_shown_char, shown_part))
        while _columns(cells) > window and len(cells) > 1:  # wide ones; the place itself stays longest
            at = -1 if last > end or first >= start else 0
            first, last = first + (at == 0), last + at
            del cells[at]
    head = "..." if first or cut else ""
    tail = "..." if last < len(line) else ""
    blanks = len(head) + _columns(cells[: start - first])
    marks = max(1, _columns(cells[start - first : max(end, start) - first]))
    return f"{head}{''.join(cells)}{tail}".rstrip(), f"{'':{blanks}}{'^':~<{marks}}"


def _shown_char(char: str) -> str:
    """A character as a terminal can show it; a tab takes one column."""
    return " " if char == "\t" else shown(char)


def _columns(cells: str | list[str]) -> int:
    """The columns that characters take in a terminal: wide ones two, combining ones none."""
    text = cells if isinstance(cells, str) else "".join(cells)
    if text.isascii():
        return len(text)
    seen = (char for char in text if unicodedata.category(char) not in ("Mn", "Me"))
    return sum(1 + (unicodedata.east_asian_width(char) in "WF") for char in seen)
