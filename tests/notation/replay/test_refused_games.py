"""Games with a refused move: the compiled core and plain Python say the same of each, whatever the reason is."""

import random
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from unittest.mock import patch

import pytest
import scanner_differential
from nightly import sampled

from fairyscore.notation.archive import judge_file
from fairyscore.notation.replay import Validator, compiled
from fairyscore.notation.rules.castles.state import CastleState
from fairyscore.notation.rules.colours.state import ColourState
from fairyscore.notation.rules.general.state import GeneralState
from fairyscore.notation.rules.reasons import Code
from fairyscore.notation.variants import variant

FAULTS = sampled(sorted(Path("samples/faults").glob("*.pgn")), 6)

WRONG = ("Nf3", "Qd4", "Rxe5", "Bb5", "e5", "Kg2", "Nd7", "Rfd1", "O-O", "cxd4", "e8=Q", "Qh5#", "a1-a8", "R1a3")


@contextmanager
def plain_python() -> Iterator[None]:
    """Neither the scanner nor the core is there."""
    with ExitStack() as stack:
        stack.enter_context(patch.object(compiled, "CORE", None))
        for state in (GeneralState, CastleState, ColourState):
            stack.enter_context(patch.object(state, "core", None))
        yield


@pytest.mark.parametrize("path", FAULTS, ids=lambda path: path.stem)
def test_the_sample_of_each_fault_is_explained_alike(path: Path) -> None:
    with path.open("rb") as file:
        by_core = [scanner_differential.facts(verdict) for verdict in judge_file(file, Validator())]
    with plain_python(), path.open("rb") as file:
        assert [scanner_differential.facts(verdict) for verdict in judge_file(file, Validator())] == by_core


@pytest.mark.parametrize("name", ["chess", "shogi", "caliph-qi", "crazyhouse", "xiangqi", "antichess"])
def test_wrong_moves_of_random_games_are_explained_alike(name: str) -> None:
    chance, codes = random.Random(name), set[str]()
    for _ in range(8):
        head, _, body = scanner_differential.annotated(variant(name), chance).partition("\n\n")
        words = body.split(" ")
        words[chance.randrange(len(words))] = chance.choice((*WRONG, *words))
        text = f"{head}\n\n{' '.join(words)}"
        by_core, _ = scanner_differential.both_ways(text, Validator())
        with plain_python():
            in_python, _ = scanner_differential.both_ways(text, Validator())
        assert by_core == in_python, text
        codes |= {finding.code for finding in scanner_differential.counted(text, None).findings}
    assert codes & {code.value for code in Code}
