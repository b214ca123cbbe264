"""SAN: reader and writer by one table, pieces told apart (PGN 8.2.3.4), and what SAN leaves to other notations."""

import pytest

from fairyscore.notation.moves import long, san
from fairyscore.notation.rules.moves import ParsedMove
from fairyscore.notation.variants import variant

CHESS = variant("chess")
POSITION = "3r4/2P5/8/3p4/2P1P3/2N2N2/8/K6k w - - 0 1"
QUEENS = "1k6/8/8/8/4Q2Q/8/8/K6Q w - - 0 1"
ROOKS = "7k/8/3R4/8/8/8/3R4/K7 w - - 0 1"
MATE = "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1"
LOCKED_IN = "********/********/********/**3***/**1wN1***/**bQ2***/********/******** w 9"

CASES = [
    ("chess", "", "e2-e4", "e4"),
    ("chess", POSITION, "e4xd5", "exd5"),
    ("chess", POSITION, "c4xd5", "cxd5"),
    ("chess", POSITION, "c7xd8=Q", "cxd8=Q"),
    ("chess", POSITION, "f3-d4", "Nd4"),
    ("chess", POSITION, "c3xd5", "Nxd5"),
    ("chess", ROOKS, "d2-d4", "R2d4"),  # the file does not tell them apart
    ("chess", QUEENS, "h4-e1", "Qh4e1"),  # neither file nor rank does
    ("chess", QUEENS, "e4-f4", "Qef4+"),
    ("chess", MATE, "e1-e8", "Re8#"),
    ("chess", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O-O", "O-O-O"),
    ("cylindrical", "3k3/1P4P/7/7/7/7/B6/3K3 w - - 0 1", "b7-c8=BD", "c8=BD+"),
    ("tor-qi", "", "b1-d2", None),  # own pawn
    ("tor-qi", "", "g2-g4", "g4"),
    ("chamaeleon", "", "a1-b3", "Nab3"),  # the piece on d1 is a knight, too
    ("chamaeleon", "", "a1-c2", "Nc2"),
    ("chamaeleon:start=drop", "", "N@c3", "N@c3"),
    ("chamaeleon", LOCKED_IN, "--", "--"),
]


@pytest.mark.parametrize(("name", "position", "move", "text"), CASES)
def test_both_ways(name: str, position: str, move: str, text: str | None) -> None:
    game = variant(name)
    state = game.read_position(position) if position else game.initial_state()
    meant = long.read(move, game)
    assert isinstance(meant, ParsedMove)
    found = state.find(meant)
    assert (san.write(state, found, game) if found else None) == text
    if text:
        read = san.read(text, game)
        assert isinstance(read, ParsedMove)
        assert state.find(read) == found


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("c3xd5", "c3xd5"),  # the knight, though SAN has no letter for pawns
        ("c4xd5", "c4xd5"),
        ("c7xd8=Q", "c7xd8=Q"),
        ("c7xd8Q", "c7xd8=Q"),
        ("cxd8=N+", "c7xd8=N"),
        ("cxd8/N+", "c7xd8=N"),  # as older programs write it
        ("Nf3d4", "f3-d4"),
        ("N3d4", "f3-d4"),  # the knight on c3 does not reach it
        ("Pexd5", "e4xd5"),
    ],
)
def test_what_is_read_too(text: str, meant: str) -> None:
    state = CHESS.read_position(POSITION)
    parsed = san.read(text, CHESS)
    assert isinstance(parsed, ParsedMove)
    found = state.find(parsed)
    assert found is not None
    assert long.write(state, found, CHESS) == meant


@pytest.mark.parametrize(
    "text", ["4xd5", "xd5", "4d5", "e4d5", "e2-e4", "5254", "", "N", "e", "Ne", "N\u0663d4", "e44"]
)
def test_what_is_no_san(text: str) -> None:
    """A pawn is named by its file; two fields and no more are UCI."""
    assert san.read(text, CHESS) is None


@pytest.mark.parametrize("text", ["c3", "xc3", "axc3"])
def test_a_game_without_pawns_names_every_piece(text: str) -> None:
    assert san.read(text, variant("chamaeleon")) is None


def test_the_letter_is_that_of_the_field_left() -> None:
    """A piece of Chamæleon that stands as a knight and lands as a queen moves as N."""
    game = variant("chamaeleon")
    state = game.initial_state()
    parsed = san.read("Qc2", game)
    assert isinstance(parsed, ParsedMove)
    assert not state.push(parsed)
    assert [str(reason) for reason in state.reasons(parsed, "Qc2")] == ["no white queen can go to c2"]


@pytest.mark.parametrize(
    ("name", "position", "some"),
    [
        ("chess", "4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1", {"Nce4", "Nge4", "Nd5", "Nf5"}),
        ("chess", "4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1", {"a8=Q", "a8=N", "O-O", "O-O-O", "Rd1"}),
        ("chess", "4k3/8/8/2p1p3/3P4/8/8/4K3 w - - 0 1", {"dxc5", "dxe5", "d5"}),
        # both queens reach d4, but only the one that leaves a1 can shoot there
        ("amazons", "10/10/10/10/10/10/10/10/10/Q2Q6 w - - 0 1", {"Qd4,a1", "Qad4,b4", "Qdd4,b4"}),
    ],
)
def test_all_moves_at_once_are_written_as_one_by_one(name: str, position: str, some: set[str]) -> None:
    game = variant(name)
    state = game.read_position(position)
    legal = state.moves()
    written = san.all_unsigned(state, legal, game)
    assert written == [san.unsigned(state, move, game) for move in legal]
    assert some <= set(written)
