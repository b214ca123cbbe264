"""Games that make no sense are refused with the key and line that are at fault; so they are when they are used."""

from __future__ import annotations

import pytest

from fairyscore.notation.variants.catalog import find_shipped
from fairyscore.notation.variants.file_game import build
from fairyscore.notation.variants.file_reader import document_in
from fairyscore.notation.variants.mistakes import Mistake, VariantFileError
from fairyscore.notation.variants.registry import missing_in
from fairyscore.notation.variants.soundness import DRAWN
from fairyscore.notation.variants.sources import VariantSource
from fairyscore.render.glyphs.set import COMPOUNDS, DRAWINGS

HEAD = 'title = "Mine"\nbased_on = "chess"\n'
BARE = """title = "Mine"
board = { files = 4, ranks = 4 }
start = "k3/r3/3R/3K w - - 0 1"
piece = [{ letter = "K", name = "king", moves = "K" }, { letter = "R", name = "rook", moves = "R" }]
"""

WIDE = """title = "Mine"
board = { files = 11, ranks = 4 }
start = "r4k4r/11/11/R4K4R w KQkq - 0 1"
piece = [
  { letter = "R", name = "rook", moves = 'R' },
  { letter = "K", name = "king", moves = "K", royal = true }]
castling = { king = "K", rooks = "R", king_to = { kingside = "i", queenside = "c" } }
"""


def mistakes(text: str) -> list[Mistake]:
    source = VariantSource("mine", "mine.toml", text)
    found: list[Mistake] = []
    try:
        build("mine", document_in(source, find_shipped))
    except VariantFileError as error:
        found = list(error.mistakes)
    assert missing_in(source) == tuple(dict.fromkeys(mistake.message for mistake in found))
    return found


def test_the_names_of_drawings_are_those_that_are_drawn() -> None:
    assert sorted(DRAWN) == sorted({*DRAWINGS, *COMPOUNDS})


GATES = """title = "Gates"
board = { files = 4, ranks = 4 }
start = "k2r/4/4/K2R[Qq] w ADad - 0 1"
gating = "seirawan"
piece = [
  { letter = "K", name = "king", moves = "K" , royal = true },
  { letter = "R", name = "rook", moves = "R" },
  { letter = "Q", name = "queen", moves = "Q" },
]
promotion = [{ piece = "R", to = "Q", on = { white = "*4", black = "*1" }, must = false }]
[hand]
drops = false
"""

RINGS = """title = "Ways on rings"
board = { shape = "rings" }
piece = [
  { letter = "K", name = "king", moves = "K", royal = true },
  { letter = "H", name = "horse", moves = "nnN" },
]
start = "4k4/8/8/9/9/8/8/H3K4 w - - 0 1"
"""


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        (HEAD + 'remove = ["piece.X"]\n', 3, "'piece.X' is not in the game that this one is based on, Chess"),
        (GATES, 10, "from the first rank, a promotion and a move that brings a piece in are written alike"),
        (RINGS, 5, "nn is for flat boards: behind the centre of rings"),
        (HEAD + 'remove = ["castlings"]\n', 3, "'castlings' is not in the game"),
        (BARE + 'remove = ["castling"]\n', 5, "remove leaves out what is inherited; name the game in based_on"),
        (BARE, 1, "nobody can win: no piece is royal and nothing else ends the game"),
        (HEAD + 'title2 = ""\n', 3, "unknown key 'title2'"),
        (HEAD + 'effect = [{ when = "leave", on = "attacked", becomes = "gone" }]\n', 3, "leave is about where a piece"),
        (HEAD + 'piece = [{ letter = "Q", leaves = { as = "R" } }]\n', 3, "R is not a piece that leaves the board"),
        (HEAD + 'board = { shape = "strip", twist = 9 }\n', 3, "the strip is twisted behind one of its ranks"),
        (HEAD + 'board = { shape = "strip" }\npiece = [{ letter = "N", moves = "nN" }]\n', 4, "no path bends"),
        (HEAD + 'board = { shape = "torus" }\n[capture]\nhow = "custodian"\n', 3, "the kind custodian need a board"),
        (HEAD + 'condition = [{ piece = "R", while = "attacked", like = "N" }]\n', 3, "it needs then = 'moves'"),
        (HEAD + 'effect = [{ when = "move", piece = "R", becomes = "taken" }]\n', 3, "it needs when = 'capture'"),
        (HEAD + 'effect = [{ when = "move", piece = "R", on = "around", becomes = "pulled" }]\n', 3, "goes with"),
        (HEAD + 'effect = [{ when = "capture", piece = "R", becomes = "joined" }]\n', 3, "needs a table joins"),
        ('title = " "\nbased_on = "chess"\n', 1, "the title is empty"),
        (HEAD + 'piece = [{ letter = "Q", name = "" }]\n', 3, "the piece Q has an empty name"),
        (HEAD + 'piece = [{ letter = "Q", name = "rook" }]\n', 3, "two pieces are called rook"),
        (HEAD + 'piece = [{ letter = "Q", glyph = "queeen" }]\n', 3, "there is no drawing queeen; did you mean queen?"),
        (HEAD + 'piece = [{ letter = "Q", moves = "ppR" }]\n', 3, "the modifier p stands twice"),
        (HEAD + 'piece = [{ letter = "Q", moves = "ggR" }]\n', 3, "the modifier g stands twice"),
        (HEAD + 'piece = [{ letter = "Q", moves = "[B-W]" }]\n', 3, "the first leg of a path must be a single leap"),
        (HEAD + 'piece = [{ letter = "Q", moves = "[W3-B]" }]\n', 3, "the first leg of a path must be a single leap"),
        (HEAD + 'piece = [{ letter = "P", moves = "fmWfceF" }]\n', 3, "P captures en passant, but no move"),
        (HEAD + 'piece = [{ letter = "N", moves = "KfmnD", passed = "*" }]\n', 3, "N is captured en passant only after"),
        (HEAD + '[[promotion]]\npiece = "P"\nto = "P"\non = "*8"\n', 5, "P is promoted to itself"),
        (HEAD + '[[promotion]]\npiece = "P"\nto = "Q"\non = "-"\n', 6, "P is promoted on no cell"),
        (HEAD + '[[promotion]]\npiece = "P"\nto = "Q"\non = "*8"\ncaptured = true\n', 7, "there is no pool"),
        (HEAD + 'gating = "seirawan"\n', 3, "there is no [hand]"),
        (
            HEAD + 'gating = "seirawan"\nhand = { drops = false }\nwall = { rule = "static", or_move = true }\n',
            5,
            "a move brings in a wall or a piece from the hand, not both",
        ),
        (
            HEAD + 'piece = [{ letter = "Q", mark = "+Q", name = "amazon", moves = "QN" }]\n'
            '[[promotion]]\npiece = "P"\nto = "Q +Q"\non = "*8"\n', 6,
            "P may turn into Q or +Q: both are written Q; give one of them another letter",
        ),
        (
            HEAD + 'piece = [{ letter = "Q", mark = "+Q", name = "amazon", moves = "QN" }]\n'
            "[hand]\ntakes = true\nloop = true\n", 4,
            "Q and +Q are both dropped as Q; give one of them another letter",
        ),
        (
            BARE.replace('"R" }]', '"R", takes_own = "R", not_takes = "R" }]'), 4,
            "R takes R of its own side, and never takes R",
        ),
        (
            HEAD + 'piece = [{ letter = "+Q", name = "amazon", moves = "QN" }]\n[hand]\ntakes = true\npromoted = true\n'
            '[[promotion]]\npiece = "R"\nto = "+Q"\non = "*8"\n[[promotion]]\npiece = "B"\nto = "+Q"\non = "*8"\n', 6,
            "R and B would both be dropped as +Q; let one of them be promoted to another piece",
        ),
        (
            HEAD + '[[end.extinct]]\npieces = "Q"\n[[end.extinct]]\npieces = "Q"\nresult = "wins"\n', 3,
            "who has lost all Q loses by one rule and wins by another",
        ),
        (HEAD + 'start = "7k/6Q1/5K2/8/8/8/8/8 b - - 0 1"\n', 3, "the game is over before its first move"),
        (BARE.replace("files = 4, ranks = 4", 'shape = "rings", files = 4'), 2, "boards of rings have no files"),
        (HEAD + "players = 4\n", 3, "more than two players are not in variant files"),
        (
            HEAD + 'start = "rnb*kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"\n', 8,
            "the board has no cell beside c8 for the rook; name another, or remove castling",
        ),
        (HEAD + "dice = true\n", 3, "dice are not in variant files"),
        (HEAD + '[[promotion]]\npiece = "P"\nto = "K Q"\non = "*8"\n', 5, "P may turn into a second K"),
        (HEAD + 'effect = [{ when = "move", on = "attacked", becomes = "owner" }]\n', 3, "say spares = 'K', or: each side"),
        (
            HEAD + 'effect = [{ when = "capture", becomes = "joined", joins = { "R N" = "K" } }]\n', 3,
            "two pieces may be joined to a second K",
        ),
        (
            HEAD + 'piece = [{ letter = "N", hand_as = "K" }]\nhand = { takes = true }\n', 3,
            "a captured N would come back as a second K",
        ),
        (
            HEAD + 'hand = { drops = true }\nstart = "4k3/8/8/8/8/8/8/4K3[K] w - - 0 1"\nremove = ["castling"]\n', 4,
            "white has 2 royal pieces",
        ),
        (WIDE + 'gating = "cambodian"\n', 8, "leave out castling or gating"),
        (
            WIDE.replace("moves = 'R'", "moves = 'R', extra = [{ moves = 'mN', unmoved = true }]"), 5,
            "leave out castling or unmoved",
        ),
        (HEAD + "[turn]\nreleased = true\n", 4, "a king that is captured on the way would change sides"),
        (HEAD + 'start = "4k3/8/8/8/8/8/8/4RK2 w - - 0 1"\nremove = ["castling"]\n', 3, "black is in check"),
    ],
)  # fmt: skip
def test_games_that_make_no_sense(text: str, line: int, words: str) -> None:
    found = mistakes(text)
    assert [(mistake.line, words in mistake.message) for mistake in found if words in mistake.message] == [
        (line, True)
    ], found


@pytest.mark.parametrize(
    "text",
    [
        HEAD + 'remove = ["piece.Q"]\n[[promotion]]\npiece = "P"\nto = "R"\non = { white = "*8", black = "*1" }\n',
        HEAD + 'piece = [{ letter = "Q", moves = "[F?R]", glyph = "bishop+knight" }]\n',
        BARE + '[end]\nstalemate = "loses"\n',
        HEAD + 'piece = [{ letter = "K", moves = "cF0" }]\n',  # kings that only capture, or only move
        HEAD + 'piece = [{ letter = "K", moves = "mKcN" }]\n',
    ],
)
def test_games_that_make_sense(text: str) -> None:
    start = text.replace(
        "[[promotion]]", 'start = "rnbrkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBRKBNR w - - 0 1"\n[[promotion]]'
    )
    assert mistakes(start if "piece.Q" in text else text) == []
