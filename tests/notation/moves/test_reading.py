"""What is proposed for texts that are not moves: each move once, in the notation that the text looks like."""

import pytest

from fairyscore.notation.moves.reading import near_unread
from fairyscore.notation.rules.moves import ParsedMove
from fairyscore.notation.variants import variant


@pytest.mark.parametrize(
    ("game", "text", "expected"),
    [
        ("chess", "h2-h33", ("h2-h3", "h2-h4")),  # and not h2h3 too
        ("chess", "h2h33", ("h2h3", "h2h4")),
        ("chess", "Nf33", ("Nf3", "f3")),
        ("chess", "knight from g1 gos to f3", ("knight from g1 goes to f3", "knight from g1 goes to h3")),
        ("kaleidochess", "1F2F", ()),
        ("chess", "x" * 41, ()),
    ],
)
def test_a_move_is_proposed_once(game: str, text: str, expected: tuple[str, ...]) -> None:
    """In the notation in which it looks most like the text."""
    played = variant(game)
    found = tuple(near_unread(text, played.initial_state(), played).values())
    assert found[: len(expected)] == expected
    parsed_moves = [next(read for n in played.writing.notations if (read := n.read(one, played))) for one in found]
    moves = [played.initial_state().find(parsed) for parsed in parsed_moves if isinstance(parsed, ParsedMove)]
    assert len(set(moves)) == len(found)


def test_what_is_proposed_has_its_sign() -> None:
    chess = variant("chess")
    state = chess.read_position("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4")
    assert next(iter(near_unread("Qxf77#", state, chess).values())) == "Qxf7#"
