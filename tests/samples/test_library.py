"""The records of games that come along as variant files; every third is judged here."""

from pathlib import Path

import pytest

from fairyscore.notation.archive import judge_file
from fairyscore.notation.replay import Validator

LIBRARY = sorted((Path(__file__).resolve().parents[2] / "samples" / "library").glob("*.pgn"))


@pytest.mark.parametrize("path", LIBRARY[::3], ids=lambda path: path.stem)
def test_record_of_a_game_from_a_file(path: Path) -> None:
    (verdict,) = judge_file(path, Validator())
    assert [finding.message for finding in verdict.findings] == []
    assert verdict.game is not None
    assert verdict.game.name == path.stem
    assert verdict.plies >= 8
