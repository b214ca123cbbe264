"""The compiled scanner says of a text what the replayer in Python says."""

import pytest
import scanner_differential
from nightly import sampled

from fairyscore.notation.kernel import CORE
from fairyscore.notation.replay import Validator, compiled
from fairyscore.notation.variants import variant

pytestmark = pytest.mark.skipif(CORE is None, reason="fairyscore was installed without its compiled kernel")


@pytest.mark.parametrize("name", sampled(scanner_differential.games(), 3) if CORE is not None else [])
def test_random_texts_are_judged_alike(name: str) -> None:
    assert list(scanner_differential.compare(name, 2, seed=25)) == []


@pytest.mark.parametrize(
    ("name", "moves"),
    [
        ("crazyhouse", "1. e4 d5 2. exd5 Qxd5 (2... c6 3. P@d4 (3. dxc6)) 3. P@e4! {dropped} Qxe4+ *"),
        ("shogi", "1. P-7f P-3d 2. Bx2b+ Sx2b 3. B*5e (3. Zz9) N-3c *"),
        ("xiangqi", "1. h3-e3 h10-g8 (1... b8-e8 2. e3xe7+) 2. h1-g3 i10-h10 *"),
        ("janggi", "1. pass pass 2. i1-i2 *"),
        ("atomic", "1. Nf3 d5 2. Nd4 Nc6 3. Nxc6 (3. Nb5 Nb4 4. Nxc7#) 1-0"),
        ("chess960", "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O (4. d3) Nf6 *"),
        ("antichess", "1. e3 b5 2. Bxb5 Nh6?? 3. Bxd7 Bxd7 (3... Nxd7) *"),
        (
            "racing-kings",
            "1. Nxc2 (1. Nc3) (1. Nd3 -- 2. Rg6 Bd4) 1... Rxc2 2. Rg6 (2. Bxc2 Bd4 3. Rg2) 2... Rc4 3. Nc3 *",
        ),
    ],
)
def test_games_of_the_core(name: str, moves: str) -> None:
    text = f'[Variant "{name}"]\n\n{moves}\n\n'
    by_kernel, in_python = scanner_differential.both_ways(text, Validator())
    assert by_kernel == in_python


def test_the_core_is_after_the_scanner_of_all_games() -> None:
    names = ("chess", "crazyhouse", "shogi", "kaleidochess", "chamaeleon:players=4", "kaleidochess:dice")
    made = [compiled.compiled_game(variant(name)) for name in names]
    assert [type(game.kernel).__name__ if game else "" for game in made] == [
        "CoreScanner",
        "CoreScanner",
        "CoreScanner",
        "SeatScanner",
        "SeatScanner",
        "",
    ]
