"""`docs/gallery.md` and its drawings are what the commands beside them make."""

from pathlib import Path

import pytest

from fairyscore.cli.gallery import HALLS, Picture, draw, page

ROOT = Path(__file__).resolve().parent.parent.parent
DOCS = ROOT / "docs"
PICTURES = [picture for hall in HALLS for picture in hall.pictures]

MOST = 4_000_000
"""Bytes of all drawings, so that a clone stays small."""


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: str(picture.name))
def test_drawing_is_current(picture: Picture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else: python -m fairyscore.cli.gallery docs, and look at the pictures."""
    monkeypatch.chdir(ROOT)
    kept = DOCS / "gallery" / f"{picture.name}.svg"
    same = draw(picture, tmp_path).read_bytes() == kept.read_bytes()
    assert same  # else pytest would print both


def test_page_is_current() -> None:
    assert (DOCS / "gallery.md").read_text(encoding="utf-8") == "\n".join(page()) + "\n"


def test_names_are_unique_and_nothing_is_left_over() -> None:
    names = [f"{picture.name}.svg" for picture in PICTURES]
    assert sorted(names) == sorted(path.name for path in (DOCS / "gallery").iterdir())
    assert sum(path.stat().st_size for path in (DOCS / "gallery").iterdir()) < MOST
