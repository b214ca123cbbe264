"""Comments as files write them: words that would mean something else at the start of a line, and lines of KIF."""

import pytest

from fairyscore import Game, loads
from fairyscore.notation.formats.kif import _comments
from fairyscore.notation.records.tree import Comment


@pytest.mark.parametrize("word", ["%sure", "[x]", "plain"])
def test_a_word_that_means_something_else_begins_no_line(word: str) -> None:
    comment = " ".join(["it is", *([f"50 {word}"] * 40)])
    game = Game.new("chess")
    game.push("e4", comment=comment)
    written = game.to("pgn")
    assert not any(line.startswith(("%", "[x")) for line in written.splitlines())
    assert max(map(len, written.splitlines())) < 80 or word != "plain"
    (back,) = loads(written)
    assert [node.comments for node in back.nodes()] == [[comment]]


def test_the_last_comment_of_kif_may_be_the_ending() -> None:
    two = (Comment("good"), Comment("Black resigns"))
    assert _comments(two, "") == ["*good", "*Black resigns"]
    assert _comments(two, "resigns") == ["*good"]
