"""The page on finding has the words of the grammar, and its examples are queries."""

import re

from find_page import PAGE, page

from fairyscore.notation.find.query import Query

TEXT = PAGE.read_text(encoding="utf-8")


def test_page_is_current() -> None:
    """Else: python tools/find_page.py."""
    assert page(TEXT) == TEXT


def test_questions_are_answered() -> None:
    table = TEXT[: TEXT.index("```console")]
    queries = re.findall(r"\| `(.+)` \|$", table, re.MULTILINE)
    assert len(queries) == 10
    for query in queries:
        assert isinstance(Query.parse(query), Query)
