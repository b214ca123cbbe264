"""What changes in a text, as a unified diff that is safe to look at in a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from fairyscore.notation.text import shown

CONTEXT = 3
MOST_LINES = 2000
"""Longer texts are shown as replaced whole: looking for what they share takes too long."""


def unified(old: str, new: str, old_line: int = 1, new_line: int = 1) -> Iterator[str]:
    """The hunks that lead from one text to another, line by line. old_line, new_line: the number of their first lines.

    >>> print(*unified("a\\nb\\n", "a\\nc\\n", 10, 20), sep="\\n")
    @@ -10,2 +20,2 @@
     a
    -b
    +c
    """
    from difflib import SequenceMatcher

    before, after = _split(old), _split(new)
    if max(len(before), len(after)) > MOST_LINES:
        groups = [[("replace", 0, len(before), 0, len(after))]] if before != after else []
    else:
        matcher = SequenceMatcher(None, before, after, autojunk=False)
        groups = [list(group) for group in matcher.get_grouped_opcodes(CONTEXT)]
    for group in groups:
        first, last = group[0], group[-1]
        yield (f"@@ -{old_line + first[1]},{last[2] - first[1]} +{new_line + first[3]},{last[4] - first[3]} @@")
        for tag, old_from, old_to, new_from, new_to in group:
            if tag == "equal":
                yield from _lines(" ", before[old_from:old_to])
            else:
                yield from _lines("-", before[old_from:old_to])
                yield from _lines("+", after[new_from:new_to])


def _split(text: str) -> list[str]:
    """Its lines with their ends. Only LF ends one: a form feed, or what Unicode takes for an end, stands within."""
    lines = [f"{line}\n" for line in text.split("\n")]
    lines[-1] = lines[-1].removesuffix("\n")
    return lines if lines[-1] else lines[:-1]


def _lines(mark: str, lines: list[str]) -> Iterator[str]:
    for line in lines:
        bare = line.rstrip("\n")
        yield mark + shown(bare, len(bare))
        if bare == line:
            yield "\\ No newline at end of file"
