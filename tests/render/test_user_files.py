"""Files of users: what is read, and what is told where it cannot be."""

import re
from pathlib import Path

import pytest

from fairyscore.render.errors import DrawingError
from fairyscore.render.user_files import LONGEST, LONGEST_TOML, filled, listed, placed, table, template, text_of

TOML = "paper = 1\n\n[fields]\n  dark = 3\n"


def written(folder: Path, text: str | bytes) -> str:
    path = folder / "own.txt"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return str(path)


def test_a_text_is_read_without_its_mark(tmp_path: Path) -> None:
    assert text_of(written(tmp_path, "\ufeffWörter"), "the style") == "Wörter"


def test_a_text_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(DrawingError, match=r"^the style .* cannot be read: it is not UTF-8 text$"):
        text_of(written(tmp_path, b"\xff"), "the style")
    with pytest.raises(DrawingError, match=r"^the style .* cannot be read: No such file or directory$"):
        text_of(str(tmp_path / "none.txt"), "the style")


def test_a_text_may_be_so_long(tmp_path: Path) -> None:
    assert len(text_of(written(tmp_path, "x" * LONGEST), "it")) == LONGEST == 1_000_000
    with pytest.raises(DrawingError, match="is too long: more than 1,000,000 characters"):
        text_of(written(tmp_path, "x" * (LONGEST + 1)), "it")
    assert len(text_of(written(tmp_path, "漢" * LONGEST), "it")) == LONGEST  # of three bytes each


def test_a_table_is_toml() -> None:
    assert table(TOML, "it") == {"paper": 1, "fields": {"dark": 3}}
    with pytest.raises(DrawingError, match=r"^it is not TOML: "):
        table("paper = ", "it")
    with pytest.raises(DrawingError, match=r"^it is not TOML: "):
        table("a = " + "[" * 5000, "it")
    assert table("#" * LONGEST_TOML, "it") == {}
    with pytest.raises(DrawingError, match=r"^it is too long: more than 100,000 characters"):
        table("#" * (LONGEST_TOML + 1), "it")


@pytest.mark.parametrize(
    ("key", "place"),
    [
        ("paper", "line 1, column 1: "),
        ("fields.dark", "line 4, column 3: "),
        ("fields.dark.ink", "line 4, column 3: "),
        ("fields.light", "line 3, column 1: "),
        ("ink", ""),
    ],
)
def test_where_a_key_stands(key: str, place: str) -> None:
    """Or the table that it would stand in."""
    assert placed(TOML, key) == place


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{{title}} {{other}}", "has a place {{other}}; there are {{title}}, {{board}}, {{note}}"),
        ("{{title}}", "has no place for {{board}}"),
        ("", "has no place for {{title}}, {{board}}"),
        ("{{title}} {{board}} {{ board }}", "has {{board}} more than once"),
    ],
)
def test_templates_that_lack_something(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(DrawingError, match=re.escape(message)):
        template(written(tmp_path, text), ("title", "board"), ("note", "title"))


def test_a_template_is_filled(tmp_path: Path) -> None:
    """What may stand there may stand there twice; what looks like a place in the content stays."""
    text = template(written(tmp_path, "{{title}}{{ board }}{{note}}{{note}}{x}"), ("title", "board"), ("note",))
    assert filled(text, {"title": "{{note}}", "board": "b", "note": "n"}) == "{{note}}bnn{x}"
    assert listed(("a", "b")) == "{{a}}, {{b}}"
