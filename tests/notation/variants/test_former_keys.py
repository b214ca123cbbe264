"""Files with keys of before: they are read as the rows that say the same."""

from typing import Any

import pytest

from fairyscore.notation.variants.catalog import find_shipped
from fairyscore.notation.variants.explosions import Explosions, explosions_in
from fairyscore.notation.variants.file_reader import document_in
from fairyscore.notation.variants.former_keys import with_settings
from fairyscore.notation.variants.sources import VariantSource

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


FACED = {"piece": "K", "while": "faced", "then": "avoided"}
CORNERED = {"piece": "K", "while": "attacked", "by": "*", "then": "takes"}


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ('based_on = "chess"\nfacing = "K"', [FACED]),
        ('based_on = "chess"\nfacing = "K R"', [FACED | {"by": "K R"}]),
        ('based_on = "chess"\n[check]\nmakpong = true', [CORNERED]),
        ('based_on = "xiangqi"\n[check]\nmakpong = true', [FACED, CORNERED]),
        (
            'based_on = "chess"\nfacing = "K"\ncondition = [{ piece = "Q", while = "attacked", then = "frozen" }]',
            [{"piece": "Q", "while": "attacked", "then": "frozen"}, FACED],
        ),
    ],
)
def test_former_keys_are_conditions(text: str, rows: list[dict[str, Any]]) -> None:
    source = VariantSource("mine", "mine.toml", 'title = "Mine"\n' + text)
    assert document_in(source, find_shipped).data["condition"] == rows


def test_conditions_are_settings_of_engines() -> None:
    pieces = [{"letter": "K", "royal": True}, {"letter": "Q"}]
    known, other = {"piece": pieces, "condition": [FACED, CORNERED]}, [FACED | {"ways": "diagonal"}]
    assert with_settings(known) == {"piece": pieces, "facing": "K", "check": {"makpong": True}, "condition": []}
    assert with_settings({"piece": pieces, "condition": other}) == {"piece": pieces, "condition": other}
