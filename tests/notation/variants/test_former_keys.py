"""Files with keys of before: they are read as the rows that say the same."""

from typing import Any

import pytest

from fairyscore.notation.variants.catalog import VariantSource, find_shipped
from fairyscore.notation.variants.document import document_in
from fairyscore.notation.variants.explosions import Explosions, explosions_in

BLOWN = {"when": "capture", "becomes": "gone"}


def effects_of(text: str) -> Any:
    """The rows of a file."""
    return document_in(VariantSource("mine", "mine.toml", 'title = "Mine"\n' + text), find_shipped).data["effect"]


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ('based_on = "chess"\n[capture]\nblast = {}', [BLOWN, BLOWN | {"on": "around", "spares": "P"}]),
        (
            'based_on = "chess"\n[capture]\nblast = { immune = "K", spares = "-" }',
            [BLOWN | {"spares": "K"}, BLOWN | {"on": "around", "spares": "K"}],
        ),
        ('based_on = "chess"\n[capture]\npetrify = "N R"', [{"when": "capture", "becomes": "wall", "piece": "N R"}]),
        # Over what is inherited: pawns are spared there, and everything else holds on.
        (
            'based_on = "atomic"\n[capture]\nblast = { immune = "K" }',
            [BLOWN | {"spares": "K"}, BLOWN | {"on": "around", "spares": "K P"}],
        ),
        (
            'based_on = "atomic"\n[capture]\npetrify_blast = true',
            [BLOWN, {"when": "capture", "becomes": "wall", "on": "around", "spares": "P"}],
        ),
        # Other rows stay before them.
        (
            'based_on = "antimatter"\n[capture]\npetrify = "N"',
            [
                {"when": "capture", "own_kind": True, "becomes": "gone"},
                {"when": "capture", "becomes": "wall", "piece": "N"},
            ],
        ),
    ],
)
def test_former_keys_are_rows(text: str, rows: list[dict[str, Any]]) -> None:
    assert effects_of(text) == rows


@pytest.mark.parametrize(
    "explosions",
    [
        Explosions(),
        Explosions(petrified="N B"),
        Explosions(petrified="*"),
        Explosions(blasts=True),
        Explosions(blasts=True, immune="K", spared="P", petrified="N", to_walls=True),
    ],
)
def test_explosions_are_rows_and_rows_explosions(explosions: Explosions) -> None:
    assert explosions_in(explosions.rows()) == explosions


@pytest.mark.parametrize(
    "rows",
    [
        [BLOWN],
        [BLOWN | {"on": "around"}],
        [BLOWN | {"on": "around"}, BLOWN],
        [BLOWN, BLOWN | {"on": "around"}, BLOWN],
        [BLOWN | {"own_kind": True}, BLOWN | {"on": "around"}],
        [{"when": "move", "becomes": "wall"}],
    ],
)
def test_other_rows_are_no_explosions(rows: list[dict[str, Any]]) -> None:
    assert explosions_in(rows) is None
