"""One table of cases tests the reader and the writer of a notation: by eye, and against the long form."""

from fairyscore.notation.moves import long
from fairyscore.notation.rules.moves import ParsedMove
from fairyscore.notation.rules.variant import Notation
from fairyscore.notation.variants import variant


def assert_both_ways(notation: Notation, name: str, position: str, move: str, text: str) -> None:
    """A text is read as the move of a long form, is legal, and is what that move is written as."""
    game = variant(name)
    state = game.read_position(position) if position else game.initial_state()
    meant, read = long.read(move, game), notation.read(text, game)
    assert isinstance(meant, ParsedMove)
    assert isinstance(read, ParsedMove)
    found = state.find(meant)
    assert found is not None
    assert state.find(read) == found
    assert state.reasons(read, text) == ()
    assert notation.write(state, found, game) == text
    assert state.push(read)
