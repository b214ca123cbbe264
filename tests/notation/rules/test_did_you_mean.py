"""What was probably meant by a refused move, nearest first."""

import pytest

from fairyscore.notation.moves import long
from fairyscore.notation.moves.reading import parse_move
from fairyscore.notation.rules.did_you_mean import meant, nearest_texts
from fairyscore.notation.rules.moves import ParsedMove
from fairyscore.notation.variants import variant

BACK = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"


@pytest.mark.parametrize(
    ("name", "position", "move", "near"),
    [
        ("chess", "", "Ng1-g3", "g1-h3 g1-f3 b1-c3"),
        ("chess", "", "e2xe4", "e2-e4"),
        ("chess", "", "e2-e5", "e2-e3 e2-e4"),
        ("chess", "", "Nf4", "g1-f3 f2-f4 b1-c3"),
        ("chess", "", "Bf3", "g1-f3 f2-f3"),
        ("chess", "", "Bh8", ""),
        ("chess", "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "Nd2", "b1-d2 f3-d2"),
        ("chess", "8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7-a8", "a7-a8=Q a7-a8=R a7-a8=B"),
        ("chess", "8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7-a8=K", "a7-a8=Q a7-a8=R a7-a8=B"),
        ("chess", BACK, "O-O", "O-O O-O-O"),
        ("chess", "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "O-O", "O-O-O"),
        ("chess", BACK, "Ra1-b2", "a1-a2 a1-b1 a1-a3"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1", "P@a8", "P@a2 P@a3 P@a4"),
        (
            "chamaeleon",
            "********/********/********/**3***/**1wN1***/**bQ2***/********/******** w 9",
            "d4-c5",
            "--",
        ),
        ("kaleidochess", "", "1G-1B", "1G-1D 1G-1E 1G+1I"),
        ("kaleidochess:dice", "", "4: 5G-4E", "4:1G-1E 4:1G-2E 4:1G-7E"),
    ],
)
def test_meant(name: str, position: str, move: str, near: str) -> None:
    game = variant(name)
    state = game.read_position(position) if position else game.initial_state()
    parsed = parse_move(move, game)
    assert isinstance(parsed, ParsedMove)
    assert " ".join(long.write(state, found, game).replace(" ", "") for found in meant(state, parsed, game)) == near


@pytest.mark.parametrize(
    ("text", "near"),
    [("nf3", ["Nf3", "f3", "Nh3"]), ("NC3", ["Nc3", "c3", "Nh3"]), ("e44", ["e4"]), ("hello", []), ("", [])],
)
def test_nearest_texts(text: str, near: list[str]) -> None:
    assert nearest_texts(text, ["e3", "e4", "f3", "c3", "Nf3", "Nh3", "Nc3", "Na3"]) == near
