"""Where a query fits: the move that led there, and none at the start of a game."""

from io import BytesIO

import pytest

from fairyscore.notation.find.query import Query
from fairyscore.notation.replay import Validator
from fairyscore.notation.work.bulk.base import found_in
from fairyscore.notation.work.find import FindWork

GAME = b'[White "Anna"]\n[Black "Bo"]\n[Result "*"]\n\n1. e4 e5 2. Nf3 Nc6 *\n'


@pytest.mark.parametrize(
    ("query", "ply", "move", "mover"),
    [
        ("board { white N f3 }", 3, "2. Nf3", "b"),
        ("board { black P e5 }", 2, "1... e5", "w"),
        ('player "Anna"', 0, "", "w"),  # no move leads to the start
    ],
)
def test_a_place_is_named_by_the_move_before_it(query: str, ply: int, move: str, mover: str) -> None:
    work = FindWork(Validator(), "", Query.parse(query), placed=True)
    (place,) = (
        one.result.place for one in found_in(work, BytesIO(GAME), str) if one.result is not None and one.result.place
    )
    assert (place.ply, place.move, place.position.split()[1]) == (ply, move, mover)
