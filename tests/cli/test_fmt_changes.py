"""What changes in a text, as a diff that `patch` understands."""

import pytest

from fairyscore.cli.fmt import unified


@pytest.mark.parametrize("strange", ["\x0c", "\x0b", "\x1c", "\x85", "\u2028", "\r"])
def test_only_lf_ends_a_line(strange: str) -> None:
    head, *lines = unified(f"a\nb{strange}b\n", f"a\nc{strange}c\n")
    assert head == "@@ -1,2 +1,2 @@"
    assert [line[0] for line in lines] == [" ", "-", "+"]


def test_what_ends_without_a_line_end_is_reported() -> None:
    assert list(unified("a\nb", "a\nb\n")) == ["@@ -1,2 +1,2 @@", " a", "-b", "\\ No newline at end of file", "+b"]
