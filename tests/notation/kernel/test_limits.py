"""What is too large for the compiled kernel is played in plain Python, with the same moves."""

import pytest

from fairyscore.notation.kernel import KERNEL, kernel_of, usual_tags
from fairyscore.notation.position import Position
from fairyscore.notation.rules.royal.state import RoyalState
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.variants import catalog
from fairyscore.notation.variants.described_game import described_game
from fairyscore.notation.variants.document import document_in
from fairyscore.notation.variants.variant_file import rules_of

pytestmark = pytest.mark.skipif(KERNEL is None, reason="nothing is compiled")

COMPOUNDS = ["Q", "QN", "QA", "QD", "QH", "QC", "QZ", "QG", "QNA", "QND", "QNH", "QNC", "QNZ", "QNG", "QAD", "QAH"]


def torus(compounds: int) -> Variant:
    """A game on a torus of 128 cells, with so many sorts of queens: 16,000 ways between cells for each."""
    letters = "ABCDEFGHIJLMNOQR"[:compounds]
    pieces = "".join(
        f'[[piece]]\nletter = "{letter}"\nname = "piece {letter.lower()}"\nmoves = "{moves}"\n'
        for letter, moves in zip(letters, COMPOUNDS, strict=False)
    )
    text = (
        'title = "Torus"\nboard = { files = 16, ranks = 8, shape = "torus" }\n'
        'start = "16/8k7/16/16/16/16/16/A7K7 w - - 0 1"\n'
        '[[piece]]\nletter = "K"\nname = "king"\nmoves = "K"\nroyal = true\n' + pieces
    )
    document = document_in(catalog.VariantSource("torus", "torus.toml", text), catalog.find_shipped)
    return described_game("torus", "Torus", "", rules_of(document))


@pytest.mark.parametrize(("compounds", "fits"), [(1, True), (16, False)])
def test_a_game_with_too_many_ways_is_played_in_python(compounds: int, fits: bool) -> None:
    game = torus(compounds)
    state = game.initial_state()
    assert isinstance(state, RoyalState)
    assert (kernel_of(state.tables, True, tuple) is not None) == fits
    assert len(Position.start(game).legal_moves) == 52


@pytest.mark.parametrize("text", ['[Event "x"]', '[Event "x"]\n', '[Event "x"]\n\n'])
def test_tags_at_the_end_of_a_text(text: str) -> None:
    assert usual_tags(text) == ({"Event": "x"}, 11)
