"""Names of openings: the table is legal, and an opening is found on whatever way a game comes to it."""

import io

import pytest

from fairyscore.notation.find.asking import bound_in
from fairyscore.notation.find.naming import openings_of, positions_of, table_of
from fairyscore.notation.find.query import Query
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
