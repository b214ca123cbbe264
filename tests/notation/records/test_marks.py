"""Coloured fields and arrows on boards of all kinds, and their names in other coordinate schemes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairyscore.notation.records.marks import COLOURS, Arrow, CellMark, CommentMarks, marks, renamed
from fairyscore.notation.records.tree import Comment
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.variants.registry import variant


@pytest.mark.parametrize(
    ("name", "text", "fields", "arrows"),
    [
        ("chess", "[%csl Gd4,Rb5]", ["green d4", "red b5"], []),
        ("chess", "[%cal Ga1h8, yE2e4]", [], ["green a1 h8", "yellow e2 e4"]),
        ("kaleidochess", "[%csl G1B,B00]", ["green 1B", "blue 00"], []),
        ("kaleidochess", "[%cal G1B2F,R001a,O8K00]", [], ["green 1B 2F", "red 00 1A", "orange 8K 00"]),
        (
            "circular-66:coordinates=ring",
            "[%csl Ga10] [%cal Ra1a18,Ra18b1]",
            ["green a10"],
            ["red a1 a18", "red a18 b1"],
        ),
        ("chamaeleon", "[%cal Ga1a2]", [], ["green a1 a2"]),
        ("chess", "[%clk 1:02:03] nothing [%csl ]", [], []),
    ],
)
def test_marks_of_any_board(name: str, text: str, fields: list[str], arrows: list[str]) -> None:
    game = variant(name)
    cell = game.board.cells
    found = marks(Comment(text), game)
    assert [f"{mark.colour} {cell[mark.cell]}" for mark in found.fields] == fields
    assert [f"{arrow.colour} {cell[arrow.origin]} {cell[arrow.target]}" for arrow in found.arrows] == arrows


@pytest.mark.parametrize(
    "text",
    ["[%csl Gd9]", "[%csl Xd4]", "[%csl G]", "[%cal Ge2]", "[%cal Ge2e4e5]", f"[%csl G{'a' * 5000}]"],
)
def test_what_marks_nothing_is_passed_over(text: str) -> None:
    assert marks(Comment(text), variant("chess")) == ((), ())


def written(found: CommentMarks, game: Variant) -> str:
    """Marks as commands."""
    letters, cells = {colour: letter for letter, colour in COLOURS.items()}, game.board.cells
    fields = (f"{letters[mark.colour]}{cells[mark.cell]}" for mark in found.fields)
    arrows = (f"{letters[mark.colour]}{cells[mark.origin]}{cells[mark.target]}" for mark in found.arrows)
    return f"[%csl {','.join(fields)}] [%cal {','.join(arrows)}]"


@given(st.data(), st.sampled_from(["chess", "kaleidochess", "circular-70", "circular-66:coordinates=sector", "tor-qi"]))
def test_marks_are_read_as_they_are_written(data: st.DataObject, name: str) -> None:
    game = variant(name)
    colour, cell = st.sampled_from(list(COLOURS.values())), st.integers(0, len(game.board.cells) - 1)
    found = CommentMarks(
        tuple(data.draw(st.lists(st.builds(CellMark, colour, cell)))),
        tuple(data.draw(st.lists(st.builds(Arrow, colour, cell, cell)))),
    )
    assert marks(Comment(written(found, game)), game) == found


STANDARD, *OTHERS = (variant(f"circular-66{option}") for option in ("", ":coordinates=ring", ":coordinates=sector"))


@pytest.mark.parametrize("there", OTHERS, ids=lambda game: str(game.name))
def test_renamed_marks_are_the_same_marks(there: Variant) -> None:
    comment = Comment("a1 [%csl Ga1,Rh8,zz] is [%clk 0:01] [%cal Ga1h8] [%odd a1]")
    new = renamed(comment, STANDARD, there)
    assert marks(new, there) == marks(comment, STANDARD)
    assert new != comment
    assert renamed(new, there, STANDARD) == comment
    assert new.text.startswith("a1 [%csl G")
    assert new.text.endswith("[%odd a1]")
    assert ",zz]" in new.text
