"""`docs/gallery.md` and its files are what the commands beside them make."""

from pathlib import Path

import pytest
from gallery import PICTURES, GalleryItem, draw, page

from fairyscore.notation.variants import GAMES

ROOT = Path(__file__).resolve().parent.parent.parent
DOCS = ROOT / "docs"

MOST = 9_000_000
"""Bytes of all files, so that a clone stays small."""


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: str(picture.name))
def test_files_are_current(picture: GalleryItem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else: python tools/gallery.py docs, and look at the pictures."""
    monkeypatch.chdir(ROOT)
    made = draw(picture, tmp_path)
    assert sorted(made) == sorted(tmp_path.iterdir())
    same = all(file.read_bytes() == (DOCS / "gallery" / file.name).read_bytes() for file in made)
    assert same  # else pytest would print both


def test_page_is_current() -> None:
    assert (DOCS / "gallery.md").read_text(encoding="utf-8") == "\n".join(page()) + "\n"


def test_names_are_unique_and_nothing_is_left_over() -> None:
    names = [name for picture in PICTURES for name in picture.files]
    assert sorted(names) == sorted(path.name for path in (DOCS / "gallery").iterdir())
    assert sum(path.stat().st_size for path in (DOCS / "gallery").iterdir()) < MOST


def test_every_game_has_a_sheet_and_a_page() -> None:
    for kind in ("sheet", "page"):
        assert {picture.name for picture in PICTURES if picture.name.startswith(f"{kind}-")} == {
            f"{kind}-{name}" for name in GAMES
        }
