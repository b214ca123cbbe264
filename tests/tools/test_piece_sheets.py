"""Contact sheets: well-formed, complete, and of the elements of SVG 1.1 only."""

from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest
from piece_sheets import GAMES, SIZES, every_piece, main, sheet

from fairyscore.notation.variants.registry import variant
from fairyscore.render.glyphs.set import OWNERS
from fairyscore.render.themes import THEMES


@pytest.mark.parametrize("name", THEMES)
def test_sheet(name: str) -> None:
    pieces = every_piece()
    root = fromstring(sheet(THEMES[name], pieces, 20))
    cells = list(root)
    assert len(cells) == len(pieces) * len(OWNERS)
    assert {element.tag.rpartition("}")[2] for element in root.iter()} == {"svg", "g", "path"}


def test_every_game_is_on_it() -> None:
    names = {piece.name for piece in every_piece()}
    assert {piece.name for game in GAMES for piece in variant(game).piece_types} <= names


def test_main_writes_all_of_them(tmp_path: Path) -> None:
    main(str(tmp_path))
    assert len(list(tmp_path.iterdir())) == len(THEMES) * len(SIZES)
