"""The royal engine and the general one agree on every game that both can play."""

import pytest
import royal_differential


@pytest.mark.parametrize("name", royal_differential.games())
def test_both_engines_play_alike(name: str) -> None:
    assert list(royal_differential.compare(name, 600, seed=14)) == []
