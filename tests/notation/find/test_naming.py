"""Names of openings: the table is legal, and an opening is found on whatever way a game comes to it."""

import io
from collections.abc import Iterator
from pathlib import Path

import pytest

from fairyscore.notation.errors import UserFileFault
from fairyscore.notation.find.asking import bound_in
from fairyscore.notation.find.naming import (
    PATHS,
    opening_name,
    opening_names,
    opening_tags,
    openings_at,
    openings_of,
    positions_of,
    table_of,
)
from fairyscore.notation.find.query import Query
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.replay import Validator
from fairyscore.notation.variants.registry import variant
from fairyscore.notation.work.find import find


def test_every_line_is_legal_and_names_one_position() -> None:
    table = table_of("chess")
    assert len(table) == 3807
    assert len(positions_of(variant("chess"), table)) == len(table)
    assert {named.code[0] for named in table} == set("ABCDE")


@pytest.mark.parametrize(
    ("opening", "moves", "ply"),
    [
        ("Sicilian", "1. e4 c5 *", 2),
        ("sicilian defense", "1. Nf3 c5 2. e4 *", 3),
        ("B20", "1. e4 c5 *", 2),
        ("B9", "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Be2 *", 10),
        ("B2", "1. d4 *", None),
        ("Ruy Lopez", "1. e4 Nc6 2. Nf3 e5 3. Bb5 *", 5),
        ("Grünfeld", "1. d4 Nf6 2. c4 g6 3. Nc3 d5 *", 6),
        ("grunfeld", "1. c4 g6 2. d4 Nf6 3. Nc3 d5 *", 6),
        ("Najdorf", "1. e4 e5 *", None),
    ],
)
def test_an_opening_is_found_by_its_position(opening: str, moves: str, ply: int | None) -> None:
    found = list(find(f'opening "{opening}"', io.StringIO(f'[Event "?"]\n\n{moves}\n')))
    assert [one.ply for one in found] == ([] if ply is None else [ply])


def test_what_there_is_no_opening_for_is_told() -> None:
    _, notices = bound_in(Query.parse('opening "Sicillian Defense"'), variant("chess"))
    assert list(notices) == ["Chess has no opening 'Sicillian Defense'; did you mean Sicilian Defense?"]
    _, notices = bound_in(Query.parse('opening "Sicilian"'), variant("shogi"))
    assert list(notices) == ["Shogi has no table of openings"]
    assert not openings_of(variant("chess"), "F00")


SHOGI = "code\tname\tline\nS1\tRanging rook\tP-7f P-3d P-6f\n\tDouble wing\tP-2f P-8d\n"


@pytest.fixture
def own_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A table of the user's for shogi."""
    monkeypatch.setenv(PATHS, str(tmp_path))
    caches = (table_of, openings_at, opening_names)
    for cached in caches:
        cached.cache_clear()
    yield tmp_path / "shogi.tsv"
    for cached in caches:
        cached.cache_clear()


def test_a_table_of_the_users_names_openings_of_another_game(own_table: Path) -> None:
    """On whatever way, without a code too, and in tags."""
    own_table.write_text(SHOGI)
    game = '[Variant "shogi"]\n\n1. P-6f P-3d 2. P-7f *\n'
    assert [one.ply for one in find('opening "ranging"', io.StringIO(game))] == [3]
    verdict = Validator().judge(GameText(1, game, 1))
    assert (opening_name(verdict), opening_tags(verdict)) == (
        "S1 Ranging rook",
        {"ECO": "S1", "Opening": "Ranging rook"},
    )
    verdict = Validator().judge(GameText(1, '[Variant "shogi"]\n\n1. P-2f P-8d *\n', 1))
    assert (opening_name(verdict), opening_tags(verdict)) == ("Double wing", {"Opening": "Double wing"})


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("code\tname\tline\nS1\tRanging rook\n", "shogi.tsv:2: a row is a code, a name and moves"),
        ("code\tname\tline\nS1\tRook\tP-7f P-5e\n", "shogi: P-7f P-5e: P-5e is not legal there"),
    ],
)
def test_a_wrong_table_is_told(own_table: Path, text: str, why: str) -> None:
    own_table.write_text(text)
    with pytest.raises(UserFileFault, match=why):
        list(find('opening "r"', io.StringIO('[Variant "shogi"]\n\n1. P-7f *\n')))
