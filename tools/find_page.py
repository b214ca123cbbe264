"""Makes the tables of words in `docs/find.md` anew, from the table of the grammar:

python tools/find_page.py
"""

from itertools import groupby
from pathlib import Path

from fairyscore.notation.find.grammar import JOINS, WORDS

PAGE = Path(__file__).resolve().parent.parent / "docs" / "find.md"
BEGIN, END = "<!-- words: begin -->", "<!-- words: end -->"


def cell(text: str) -> str:
    """A text as it may stand in a table."""
    return text.replace("|", "\\|")


def tables() -> str:
    """The words, a table for each group, and how queries are joined."""
    lines: list[str] = []
    for group, words in groupby(WORDS, key=lambda word: word.group):
        lines += [f"### {group}", "", "| Word | Meaning |", "| --- | --- |"]
        lines += [f"| `{cell(word.usage)}` | {cell(word.says)} |" for word in words]
        lines.append("")
    lines += ["### Joined", "", "| Query | Meaning |", "| --- | --- |"]
    lines += [f"| `{query}` | {cell(says)} |" for query, says in JOINS]
    return "\n".join(lines)


def page(text: str) -> str:
    """The page with its tables made anew."""
    head, _, rest = text.partition(BEGIN)
    _, _, tail = rest.partition(END)
    return f"{head}{BEGIN}\n\n{tables()}\n\n{END}{tail}"


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
