"""Moves counted by separate programs: perft.tsv and walks.tsv in tests/data, and chess counts published for decades.

The two files come from a brute-force program that shares no code with ours.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from nightly import NIGHTLY

from fairyscore.notation.moves import long
from fairyscore.notation.rules.moves import ParsedMove
from fairyscore.notation.rules.perft import perft
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.variants import variant

DATA = Path(__file__).resolve().parents[2] / "data"

ROUND_TRIP_EVERY = 10

MOST = 10_000_000 if NIGHTLY else 100_000
"""How many leaves a count may have: all are counted with the profile `nightly`."""

# The six positions of chessprogramming.org, "Perft Results", where the counts were found by many programs alike.
PUBLISHED = {
    "start": ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", {3: 8_902, 5: 4_865_609}),
    "kiwipete": ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", {3: 97_862, 4: 4_085_603}),
    "rook-endgame": ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", {4: 43_238, 5: 674_624}),
    "promotions": ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", {3: 9_467, 4: 422_333}),
    "talkchess": ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", {3: 62_379, 4: 2_103_487}),
    "middlegame": ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", {3: 89_890}),
}


def rows(name: str) -> Iterator[list[str]]:
    """Yield the fields of each row of a table."""
    for line in (DATA / name).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            yield line.split("\t")


PERFT = [(game, int(depth), int(count)) for game, depth, count in rows("perft.tsv") if int(count) <= MOST]
WALKS = [(game, moves.split(), [int(count) for count in counts.split()]) for game, moves, counts in rows("walks.tsv")]


def walk_names() -> Iterator[str]:
    """Yield `kaleidochess-1`, `kaleidochess-2` and so on, in the order of the walks."""
    met: dict[str, int] = {}
    for game, _, _ in WALKS:
        met[game] = met.get(game, 0) + 1
        yield f"{game}-{met[game]}"


def read_long(text: str, game: Variant) -> ParsedMove:
    parsed = long.read(text, game)
    assert isinstance(parsed, ParsedMove), text
    return parsed


def assert_survives_writing(state: State, game: Variant) -> None:
    """See that a position is the same, with the same moves, when its text is read again."""
    text = game.write_position(state)
    again = game.read_position(text)
    assert game.write_position(again) == text
    assert again.moves() == state.moves()


@pytest.mark.parametrize(("game", "depth", "count"), PERFT, ids=[f"{game}-depth-{depth}" for game, depth, _ in PERFT])
def test_perft_of_the_games(game: str, depth: int, count: int) -> None:
    assert perft(variant(game).initial_state(), depth) == count


@pytest.mark.parametrize(("position", "counts"), PUBLISHED.values(), ids=PUBLISHED)
def test_perft_published_for_chess(position: str, counts: dict[int, int]) -> None:
    chess = variant("chess")
    state = chess.read_position(position)
    assert chess.write_position(state) == position
    asked = {depth: count for depth, count in counts.items() if count <= MOST}
    assert {depth: perft(state, depth) for depth in asked} == asked


@pytest.mark.parametrize(("name", "moves", "counts"), WALKS, ids=walk_names())
def test_walk_through_a_random_game(name: str, moves: list[str], counts: list[int]) -> None:
    game = variant(name)
    state = game.initial_state()
    counted = []
    for ply, text in enumerate(moves):
        counted.append(len(state.moves()))
        if ply % ROUND_TRIP_EVERY == 0:
            assert_survives_writing(state, game)
        parsed = read_long(text, game)
        found = state.find(parsed)
        assert found is not None, f"ply {ply + 1}, {text}"
        assert long.write(state, found, game) == text
        assert state.reasons(parsed, text) == ()
        assert state.push(parsed), f"ply {ply + 1}, {text}"
    counted.append(len(state.moves()))
    assert counted == counts
    assert (state.outcome() is None) == (counts[-1] > 0)
