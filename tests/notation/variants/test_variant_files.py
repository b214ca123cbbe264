"""Variant files: those that come along are understood, and every mistake in one is told with its place."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairyscore.notation.position import Position
from fairyscore.notation.variants import catalog
from fairyscore.notation.variants.catalog import find_shipped
from fairyscore.notation.variants.document import toml
from fairyscore.notation.variants.file_game import options, with_options
from fairyscore.notation.variants.file_reader import document, document_in
from fairyscore.notation.variants.mistakes import Mistake, VariantFileError
from fairyscore.notation.variants.registry import GAMES, missing_in, variant
from fairyscore.notation.variants.sources import VariantSource, shipped, shipped_names, sources_in
from fairyscore.notation.variants.toml_places import places
from fairyscore.notation.variants.variant_file import rules_of

KHAN = '{ letter = "K", name = "khan", moves = "W" }'

SMALL = """title = "Small"
board = { files = 3, ranks = 4 }
start = "k2/3/3/2K w - - 0 1"
piece = [
  { letter = "K", name = "king", moves = "K", royal = true },
]
"""

TWO_CASTLINGS = "castling = [\n" + 2 * '{ letter = "K", side = 0, king = "c1-b1", rook = "a1-c1" },\n' + "]\n"


def mistakes(text: str) -> list[Mistake]:
    try:
        rules_of(document_in(VariantSource("small", "small.toml", text), find_shipped))
    except VariantFileError as fault:
        return list(fault.mistakes)
    return []


@pytest.mark.parametrize("name", shipped_names())
def test_shipped_files_are_understood(name: str) -> None:
    source = shipped(name)
    assert missing_in(source) == ()
    own = document(source).stated
    assert own["title"], name
    assert own["page"], name
    assert own["example"], name


@pytest.mark.parametrize("name", [name for name in shipped_names() if name not in GAMES][::4])
def test_examples_of_shipped_files(name: str) -> None:
    """A quarter of them here; `fairyscore variant check` judges them all in tests/cli."""
    game = variant(name)
    for example in (example for section in game.rules.sections for example in section.examples):
        found = [reason.code.value for reason in Position.from_fen(example.position, game).explain(example.move)]
        assert found == ([example.refused] if example.refused else []), example


def test_no_two_games_share_a_name() -> None:
    seen: dict[str, str] = {}
    for name in shipped_names():
        header = shipped(name).game
        for word in {catalog.folded(w) for w in (name, header.title, header.uci_variant, *header.aliases) if w}:
            assert seen.setdefault(word, name) == name, word


def test_small_file() -> None:
    assert mistakes(SMALL) == []


@pytest.mark.parametrize(
    ("old", "new", "line", "column", "words"),
    [
        ("title =", "titel =", 1, 1, "unknown key 'titel'"),
        ('title = "Small"\n', 'title = "Small"\n' + TWO_CASTLINGS, 4, 3, "K is the right of another castling"),
        ('title = "Small"\n', "", 1, 1, "has no title"),
        ('letter = "K", ', "", 5, 3, "piece has no letter"),
        ('moves = "K"', 'moves = "xK"', 5, 34, "the modifier x is not understood"),
        ('moves = "K"', "moves = 3", 5, 34, "moves must be a text"),
        ("files = 3", "files = 17", 3, 1, "the board has 17 files"),
        ("files = 3, ranks = 4", "files = 26, ranks = 26", 2, 1, "256 are the most"),
        ("files = 3", "files = 0", 2, 11, "from 1 to 26"),
        ("ranks = 4", "ranks = 5", 3, 1, "the start has 4 ranks; the board has 5"),
        ("ranks = 4", 'ranks = 4, names = { d1 = "gate" }', 2, 43, "the board has no cell d1"),
        ("ranks = 4", 'ranks = 4, names = { c1 = "the gate of the sea" }', 2, 43, "16 characters; this one has 19"),
        ("ranks = 4", 'ranks = 4, names = { c1 = " " }', 2, 43, "16 characters; this one has 1"),
        ("royal = true", "royal = 1", 5, 47, "royal must be true or false"),
        ("royal = true", 'royal = true, stays = "palace"', 5, 61, "names no cell of this board"),
        ("royal = true },\n", f"royal = true }},\n  {KHAN},\n", 6, 5, "K already stands for king"),
        ("title =", 'based_on = "nothing"\ntitle =', 1, 1, "there is no game 'nothing'"),
        ("title =", 'facing = "Z"\ntitle =', 1, 1, "there is no piece Z; the pieces are K"),
        ("]\n", "]\n[end]\nstalemate = 'looses'\n", 8, 1, "did you mean loses?"),
        ("board =", "board = {", 2, 9, "this is not TOML"),
    ],
)  # fmt: skip
def test_mistakes_have_their_place(old: str, new: str, line: int, column: int, words: str) -> None:
    assert old in SMALL
    found = mistakes(SMALL.replace(old, new, 1))
    assert found, words
    mistake = next((mistake for mistake in found if words in mistake.message), None)
    assert mistake is not None, found
    assert (mistake.line, mistake.column) == (line, column) or words == "this is not TOML"


def test_names_of_cells_are_read_and_written() -> None:
    text = SMALL.replace("ranks = 4", 'ranks = 4, names = { b4 = "throne", a1 = "gate" }')
    found = document_in(VariantSource("small", "small.toml", text), find_shipped)
    again = document_in(VariantSource("small", "small.toml", toml(found.data)), find_shipped)
    for one in (found, again):
        board = rules_of(one).board
        assert {board.cells[cell]: name for cell, name in board.called.items()} == {"b4": "throne", "a1": "gate"}
        assert board.index.keys() >= {"b4", "a1"}  # moves are written as before


def test_inheritance_in_a_circle() -> None:
    files = {
        n: VariantSource(n, f"{n}.toml", f'title = "{n}"\nbased_on = "{m}"\n') for n, m in (("a", "b"), ("b", "a"))
    }
    with pytest.raises(VariantFileError, match="in a circle: a on b on a"):
        document_in(files["a"], lambda name: files[name])


def test_a_mistake_in_what_is_inherited_is_reported_where_it_stands() -> None:
    base = VariantSource("base", "base.toml", SMALL)
    head = 'title = "Child"\nbased_on = "base"\n'
    pieces = 'piece = [{ letter = "K", moves = "K" },\n  { letter = "K2", name = "x", moves = "W" }]\n'
    (found,) = _of(head + pieces, base)
    assert (found.file, found.line) == ("child.toml", 4)
    odd = base._replace(text=SMALL.replace('"K", royal', '"xK", royal'))
    assert _of(head, odd)[0].file == "base.toml"


def _of(text: str, base: VariantSource) -> list[Mistake]:
    try:
        rules_of(document_in(VariantSource("child", "child.toml", text), lambda name: base))
    except VariantFileError as fault:
        return list(fault.mistakes)
    return []


def test_huge_and_unreadable_files(tmp_path: Path) -> None:
    huge = tmp_path / "huge.toml"
    huge.write_text("#" * 2_000_000)
    with pytest.raises(VariantFileError, match="not a variant file"):
        list(sources_in(str(huge)))
    with pytest.raises(VariantFileError, match="cannot be read"):
        list(sources_in(str(tmp_path / "none.toml")))
    odd = tmp_path / "odd.toml"
    odd.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(VariantFileError, match="not UTF-8 text"):
        list(sources_in(str(odd)))


@settings(max_examples=40)
@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    assert all(mistake.line >= 1 for mistake in mistakes(text))


VALUES = st.recursive(
    st.booleans() | st.integers(-99, 99) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text("abc_", min_size=1, max_size=4), inner, max_size=3)
    ),
    max_leaves=8,
)


@settings(max_examples=40)
@given(st.dictionaries(st.sampled_from(["title", "board", "piece", "x"]), VALUES, max_size=4))
def test_what_is_written_is_read_again_and_every_key_is_found(data: dict[str, Any]) -> None:
    text = toml(data)
    assert tomllib.loads(text) == data
    found = places(text)
    assert all(path in found for path in _paths(data))


def _paths(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [(*path, key) for key, _ in inner] + [deep for key, item in inner for deep in _paths(item, (*path, key))]


def test_options_change_the_game() -> None:
    option = '[[option]]\nname = "free"\nvalues = { no = {}, yes = { end = { stalemate = "wins" } } }\n'
    read = document_in(VariantSource("small", "small.toml", SMALL + option), find_shipped)
    (found,) = options(read)
    assert (found.name, found.values, found.default) == ("free", ("no", "yes"), "no")
    assert rules_of(with_options(read, {"free": "no"})).ends.stalemate == "draws"
    assert rules_of(with_options(read, {"free": "yes"})).ends.stalemate == "wins"


def test_a_record_chooses_an_option_with_its_tag(tmp_path: Path) -> None:
    option = '[[option]]\nname = "free"\ntag = "Free"\nvalues = { no = {}, yes = { end = { stalemate = "wins" } } }\n'
    (tmp_path / "tagged-game.toml").write_text(SMALL + option, encoding="utf-8")
    try:
        catalog.add_path(str(tmp_path))
        game = variant("tagged-game")
        assert game.tags == ("Free",)
        assert game.retag is not None
        assert game.retag({"Free": "yes"}).name == "tagged-game:free=yes"
    finally:
        catalog.forget()
