"""Games drawn at random are played alike by all that plays them, and all that is written is read."""

import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from drawn_files import WORDS, drawn
from drawn_games import Drawn, compiled_and_plain, judged
from nightly import NIGHTLY

from fairyscore.notation.moves import fairy, iccf, long, san, uci
from fairyscore.notation.rules.moves import ParsedMove
from fairyscore.notation.variants.file_schema import VARIANT, Kind

FILES, SECTIONS = (4000, 6000) if NIGHTLY else (40, 40)


@pytest.mark.parametrize("number", range(FILES))
def test_drawn_files(number: int) -> None:
    assert not judged("files", f"drawn {number}")


@pytest.mark.parametrize("number", range(SECTIONS))
def test_drawn_sections(number: int) -> None:
    """Where pyffish is installed Fairy-Stockfish plays along."""
    assert not judged("sections", f"{number}")


def test_all_keys_are_drawn() -> None:
    """Each key of a variant file that says how a game is played is in one of a few hundred games."""
    known = set(_known(VARIANT))
    found = set[str]()
    for number in range(400):
        found |= set(_keys(tomllib.loads(drawn(f"drawn {number}"))))
    assert known - found - WORDS == set()


def _known(kind: Kind) -> Iterator[str]:
    """The keys of a table and of all in it."""
    for key, entry in kind.keys.items():
        if key not in WORDS:
            yield key
            yield from _known(entry.kind)
    for inner in (*kind.kinds, *filter(None, [kind.others])):
        yield from _known(inner)


def _keys(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield from value
        value = list(value.values())
    for item in value if isinstance(value, list) else ():
        yield from _keys(item)


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
    for game in compiled_and_plain(Drawn("wide", WIDE).document()):
        state = game.read_position(position)
        parsed, again = long.read(move, game), san.read(text, game)
        assert isinstance(parsed, ParsedMove)
        assert isinstance(again, ParsedMove)
        legal = state.find(parsed)
        assert legal is not None
        assert san.write(state, legal, game).rstrip("+#") == text
        assert state.find(again) == legal


WALLS = """title = "Walls"
board = { files = 5, ranks = 5 }
start = "k4/5/5/5/K4 w - - 0 1"
piece = [{ letter = "K", name = "king", moves = "K", royal = true }]
pass = "always"
wall = { rule = "static", or_move = true }
"""


@pytest.mark.parametrize(
    ("as_uci", "as_fairy"), [("a1a1", "Ka1"), ("a1a1,a1c3", "Ka1,c3"), ("a1a1,a1b1", "Ka1,b1"), ("a1b1,b1a1", "Kb1")]
)
def test_a_pass_and_a_wall_without_a_move(as_uci: str, as_fairy: str) -> None:
    """The cell a1 stands for no wall only where a piece moves; who passes or builds names his king's cell."""
    for game in compiled_and_plain(Drawn("walls", WALLS).document()):
        state = game.initial_state()
        legal = {uci.write(state, move, game): move for move in state.moves()}
        parsed, again = uci.read(as_uci, game), fairy.read(as_fairy, game)
        assert isinstance(parsed, ParsedMove)
        assert isinstance(again, ParsedMove)
        assert state.find(parsed) == legal[as_uci]
        assert fairy.write(state, legal[as_uci], game) == as_fairy
        assert state.find(again) == legal[as_uci]


GATES = """title = "Gates"
start = "4k3/8/8/8/8/8/8/S1S1K3[HH] w ACac - 0 1"
board = { files = 8, ranks = 8 }
gating = "seirawan"
hand = { drops = false }
piece = [
  { letter = "K", name = "king", moves = "K", royal = true },
  { letter = "S", name = "ship", moves = "F" },
  { letter = "H", name = "hawk", moves = "N" },
]
"""


def test_which_of_two_pieces_brings_another_in() -> None:
    """Both ships may go to b2 and bring in a hawk: no text names the cell that the hawk comes to, so it names the ship."""
    for game in compiled_and_plain(Drawn("gates", GATES).document()):
        state = game.initial_state()
        texts = {san.write(state, move, game) for move in state.moves() if move.put >= 0 and move.target == 9}
        assert texts == {"Sab2/H", "Scb2/H"}


TURNS = """title = "Turns"
board = { files = 4, ranks = 5 }
start = "k3/4/4/P3/K3 w - - 0 1"
piece = [
  { letter = "K", name = "king", moves = "K", royal = true },
  { letter = "U", name = "ulan", moves = "W" },
  { letter = "+U", name = "strong ulan", moves = "K" },
  { letter = "P", name = "pawn", moves = "fW", pawn = true },
]
promotion = [
  { piece = "P", to = "U +U", on = { white = "*5", black = "*1" } },
  { piece = "+U", to = "U", on = "*", demotion = true },
]
"""


def test_a_plus_that_does_not_say_which_piece() -> None:
    """`2b2a+` could be the ulan or the strong one: USI is for games whose pieces only come by a + or lose it."""
    (game, _) = compiled_and_plain(Drawn("turns", TURNS).document())
    assert "usi" not in [notation.name for notation in game.writing.notations]


SOLDIERS = """title = "Soldiers"
board = { files = 4, ranks = 5 }
start = "k3/3p/4/P3/K3 w - - 0 1"
first = { white = "*2", black = "*4" }
piece = [
  { letter = "K", name = "king", moves = "K", royal = true },
  { letter = "P", name = "pawn", moves = "mfWcfFimfnD", pawn = true, en_passant = true },
  { letter = "S", name = "soldier", moves = "W", counts_as = "P" },
]
"""
PROMOTED = 'promotion = [{ piece = "P", to = "S", on = "*4" }]\n'
DESERTER = 'effect = [{ when = "move", becomes = "owner", spares = "K" }]\n'


@pytest.mark.parametrize(
    ("rows", "move", "position"),
    [
        (PROMOTED, "a2a4s", "k3/S2p/4/4/K3 b - a3 0 1"),  # it counts as what it was
        (DESERTER, "a2a4", "k3/p2p/4/4/K3 b - - 0 1"),  # who may take it in passing owns it now
    ],
)
def test_what_passed_a_cell_and_is_another_piece_now(rows: str, move: str, position: str) -> None:
    """The cells are kept where the piece counts as the one that it was, of the same player, and are read back."""
    for game in compiled_and_plain(Drawn("soldiers", SOLDIERS + rows).document()):
        state = game.initial_state()
        parsed = uci.read(move, game)
        assert isinstance(parsed, ParsedMove)
        legal = state.find(parsed)
        assert legal is not None
        state.push_unchecked(legal)
        assert game.write_position(state) == position
        assert game.write_position(game.read_position(position)) == position


def test_a_piece_that_may_leave_the_board_has_a_digit() -> None:
    """ICCF names by a digit what a move makes of a piece, also that it is gone."""
    rows = 'condition = [{ piece = "P S", while = "with", by = "K", then = "frozen", leaves = "E" }]\n'
    text = SOLDIERS.replace("P3/K3", "PS2/K3").replace(
        "]\n", '  { letter = "E", name = "nothing", moves = "", gone = true },\n]\n'
    )
    (game, _) = compiled_and_plain(Drawn("soldiers", text + rows).document())
    state, parsed = game.initial_state(), iccf.read("22221", game)
    assert isinstance(parsed, ParsedMove)
    assert "iccf" in [notation.name for notation in game.writing.notations]
    assert state.find(parsed) is not None


IN_PLACE = """
title = "In place"
board = { files = 4, ranks = 5 }
piece = [
  { letter = "K", name = "king", moves = "K", royal = true },
  { letter = "P", name = "pawn", moves = "fW", pawn = true },
  { letter = "G", name = "general", moves = "F" },
]
promotion = [{ piece = "P", to = "G", on = { white = "*3", black = "*3" }, silent = true, in_place = true }]
start = "k3/3p/P3/4/3K w - - 0 1"
"""


def test_a_silent_promotion_in_place_has_a_digit() -> None:
    """On the spot the promotion is all of the move, which nobody could write without it."""
    (game, _) = compiled_and_plain(Drawn("in-place", IN_PLACE).document())
    state, parsed = game.initial_state(), iccf.read("13131", game)
    assert isinstance(parsed, ParsedMove)
    move = state.find(parsed)
    assert move is not None
    assert (iccf.write(state, move, game), uci.write(state, move, game)) == ("13131", "a3a3g")


TWO_KINGS = """piece = [
  { letter = "K", name = "king", moves = "K", royal = true },
  { letter = "R", name = "rook", moves = "R" },
  { letter = "N", name = "knight", moves = "N" },
"""
GOES_ON = f"""title = "On"
board = {{ files = 5, ranks = 5 }}
start = "k4/5/2n2/5/K1R2 w - - 0 1"
turn = {{ moves = 2, makes = true }}
{TWO_KINGS}]
"""
PUSHED = f"""title = "Pushed"
board = {{ files = 5, ranks = 5 }}
start = "k4/5/2h2/2P2/K1R2 w - - 0 1"
turn = {{ moves = 2, then = "H" }}
{TWO_KINGS}
  {{ letter = "H", name = "hunter", moves = "K", captures = "withdraw" }},
  {{ letter = "P", name = "pawn", moves = "fW", pawn = true }},
]
"""
PASSED = f"""title = "Passed"
board = {{ files = 5, ranks = 5 }}
start = "k4/5/1p3/5/K1E2 w Cc - 0 1"
first = {{ white = "*2", black = "*4" }}
{TWO_KINGS}
  {{ letter = "E", name = "elephant", moves = "F", extra = [{{ unmoved = true, moves = "nD" }}] }},
  {{ letter = "P", name = "pawn", moves = "fWfceFifmnD", pawn = true }},
]
"""
DROPPED = f"""title = "Dropped"
board = {{ files = 5, ranks = 5 }}
start = "k4/5/5/5/K4[Ss] w - - 0 1"
hand = {{ takes = true, promoted = true }}
effect = [{{ when = "capture", becomes = "pushed", on = "faced" }}]
promotion = [{{ piece = "S", to = "+S", on = {{ white = "*5", black = "*1" }} }}]
{TWO_KINGS}
  {{ letter = "S", name = "sergeant", moves = "fW" }},
  {{ letter = "+S", name = "promoted sergeant", moves = "W" }},
]
"""
TAKEN_KING = f"""title = "Taken"
board = {{ files = 5, ranks = 5 }}
start = "k4/5/5/5/K1R2[] w - - 0 1"
turn = {{ moves = 2 }}
hand = {{ takes = true }}
{TWO_KINGS}]
"""


@pytest.mark.parametrize(
    ("text", "position", "line", "expected"),
    [
        # What goes on does so within its turn of two moves, of which one is left.
        (GOES_ON, "k4/5/2n2/5/K1R2 w1 - - 0 1", "c1c3", "k4/5/2R2/5/K4 w1@c3=N - - 0 1"),
        (GOES_ON, "k4/5/2R2/5/K4 w1@c3=N - - 0 1", "c3d5", "k2R1/5/5/5/K4 b - - 1 1"),
        (GOES_ON, "k4/5/2R2/5/K4 w@c3=N - - 0 1", "c3d5", "k2R1/5/5/5/K4 w1 - - 1 1"),
        # The step of an enemy's piece takes nothing, though it takes otherwise what it withdraws from.
        (PUSHED, "k4/5/2h2/2P2/K1R2 w1 - - 1 1", "c3c4", "k4/2h2/5/2P2/K1R2 b - - 2 1"),
        # A first move of a piece that has not moved leaves a cell where it is taken in passing, and a FEN says so.
        (PASSED, "k4/5/1p3/5/K1E2 w Cc - 0 1", "c1c3", "k4/5/1pE2/5/K4 b - c2 1 1"),
        (DROPPED, "k4/5/5/5/K4[Ss] w - - 0 1", "+S@b3", "k4/5/1+S3/5/K4[s] b - - 1 1"),
        # Who is taken with his king, in the middle of a turn, brings no second king.
        (TAKEN_KING, "k4/5/5/5/K1R2[] w - - 0 1", "c1c5 c5a5", "R4/5/5/5/K4[] b - - 0 1"),
    ],
)
def test_moves_that_random_games_have_shown(text: str, position: str, line: str, expected: str) -> None:
    for game in compiled_and_plain(Drawn("drawn", text).document()):
        state = game.read_position(position)
        for wanted in line.split():
            parsed = uci.read(wanted, game)
            assert isinstance(parsed, ParsedMove)
            found = state.find(parsed)
            assert found is not None
            state.push_unchecked(found)
        assert game.write_position(state) == expected
        assert game.read_position(expected).moves() == state.moves()
