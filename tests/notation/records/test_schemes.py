"""The same game in other coordinates: its name, its moves, its start position and what its comments point at."""

from fairyscore.notation.records.marks import in_coordinates
from fairyscore.notation.records.tree import Comment, MoveLine, Ply, Record
from fairyscore.notation.rules.moves import Move
from fairyscore.notation.variants import variant

RING = variant("circular-70:coordinates=ring")


def test_names_of_spaces_are_reported_in_the_other_scheme() -> None:
    board = variant("circular-70").board
    a2_a4 = Move(board.cells.index("a2"), board.cells.index("a4"))
    tags = (("White", "Anna"), ("Coordinates", "standard"))
    here = Record("circular-70", tags, MoveLine((Ply(a2_a4, annotations=(Comment("[%csl Ga4]"),)),)), "1-0")
    there = in_coordinates(here, "ring")
    (ply,) = there.line.plies
    assert (there.variant, there.tag("White"), there.result) == (RING.name, "Anna", "1-0")
    assert not there.tag("Coordinates")
    assert not there.tag("FEN")
    assert [comment.text for comment in ply.comments] == ["[%csl Gd1]"]
    assert [RING.board.cells[cell] for cell in (ply.move.origin, ply.move.target)] == ["b1", "d1"]


def test_a_game_with_one_scheme_stays() -> None:
    chess = Record("chess", (("White", "Anna"),))
    assert in_coordinates(chess, "ring") is chess
    assert in_coordinates(Record(RING.name), "ring").variant == RING.name
