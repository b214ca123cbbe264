"""Games drawn at random are played alike by the compiled core and in plain Python, and all that is written is read."""

import pytest
from drawn_games import compiled_and_plain, differences, document, drawn
from nightly import NIGHTLY

from fairyscore.notation.moves import long, san
from fairyscore.notation.rules.moves import ParsedMove
from fairyscore.notation.variants.document import VariantFileError

COUNT = 2000 if NIGHTLY else 40


@pytest.mark.parametrize("number", range(COUNT))
def test_drawn_games(number: int) -> None:
    seed = f"drawn {number}"
    try:
        found = list(differences(drawn(seed), seed))
    except VariantFileError:
        return
    assert found == []


WIDE = """title = "Wide"
board = { files = 26, ranks = 4 }
start = "k23ii/pppp22/26/NNNPPP4N11KII1 w - - 0 1"
piece = [
  { letter = "K", name = "king", moves = "K", royal = true },
  { letter = "I", name = "ice", moves = "R" },
  { letter = "N", name = "knight", moves = "NA" },
  { letter = "P", name = "pawn", moves = "mfFcfWmsF", pawn = true },
]
"""


@pytest.mark.parametrize(
    ("position", "move", "text"),
    [
        ("k25/26/26/10I14K w - - 0 1", "k1-x1", "Ix1"),
        ("k25/26/26/10I12i1K w - - 0 1", "k1xx1", "Ixx1"),
        ("k25/24i1/25K/26 w - - 0 1", "z2xy3", "Kxy3"),
        ("k25/26/23N1N/K25 w - - 0 1", "x2-y4", "Nx2y4"),  # Nxy4 would be a capture
        ("k23i1/26/23N1N/K25 w - - 0 1", "x2xy4", "Nxxy4"),
        ("k25/26/1P1P22/K25 w - - 0 1", "b2-c3", "bc3"),
        ("k25/2p23/2P23/K25 w - - 0 1", "c2xc3", "cxc3"),
    ],
)
def test_files_up_to_z(position: str, move: str, text: str) -> None:
    for game in compiled_and_plain(document(WIDE)):
        state = game.read_position(position)
        parsed, again = long.read(move, game), san.read(text, game)
        assert isinstance(parsed, ParsedMove)
        assert isinstance(again, ParsedMove)
        legal = state.find(parsed)
        assert legal is not None
        assert san.write(state, legal, game).rstrip("+#") == text
        assert state.find(again) == legal
