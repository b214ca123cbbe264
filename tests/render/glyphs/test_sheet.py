"""Contact sheets: well-formed, complete, and of the elements of SVG 1.1 only."""

from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest

from fairyscore.notation.variants.naming import variant
from fairyscore.render.glyphs.owners import OWNERS
from fairyscore.render.glyphs.sheet import GAMES, SIZES, every_man, main, sheet
from fairyscore.render.themes import THEMES


@pytest.mark.parametrize("name", THEMES)
def test_sheet(name: str) -> None:
    men = every_man()
    root = fromstring(sheet(THEMES[name], men, 20))
    cells = list(root)
    assert len(cells) == len(men) * len(OWNERS)
    assert {element.tag.rpartition("}")[2] for element in root.iter()} == {"svg", "g", "path"}


def test_every_game_is_on_it() -> None:
    names = {man.name for man in every_man()}
    assert {man.name for game in GAMES for man in variant(game).men} <= names


def test_main_writes_all_of_them(tmp_path: Path) -> None:
    main(str(tmp_path))
    assert len(list(tmp_path.iterdir())) == len(THEMES) * len(SIZES)
