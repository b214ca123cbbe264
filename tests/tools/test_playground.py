"""Examples and boards of the documentation open in its playground."""

import re
from pathlib import Path
from urllib.parse import unquote

import pytest
from playground import FOLDER, records_of, with_links

import fairyscore

DOCS = Path(__file__).resolve().parents[2] / "docs"
LINK = re.compile(rf'<a href="(?P<up>(?:\.\./)*){FOLDER}/index\.html#(?P<record>[^"]+)">')
PAGES = sorted(path for path in DOCS.rglob("*.md") if any(records_of(path.read_text(encoding="utf-8"))))


def test_boards_and_examples_have_links() -> None:
    names = {path.name for path in PAGES}
    assert {"gallery.md", "diagnostics.md"} <= names


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_links_lead_to_the_playground_with_a_record_that_opens(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    page = path.relative_to(DOCS).with_suffix("").as_posix()
    links = list(LINK.finditer(with_links(text, page)))
    records = list(records_of(text))
    assert sorted(unquote(link["record"]) for link in links) == sorted(records)
    for link in links:
        assert (path.parent / link["up"]).resolve() == DOCS
        assert all(game.start is not None for game in fairyscore.loads(unquote(link["record"])))


def test_every_board_of_the_gallery_is_playable() -> None:
    text = (DOCS / "gallery.md").read_text(encoding="utf-8")
    boards = text.partition("## Other looks")[0]
    variants = [game.variant.name for record in records_of(boards) for game in fairyscore.loads(record)]
    assert len(variants) == boards.count("![")
    assert {"kaleidochess", "chamaeleon", "circular-70", "chess"} <= set(variants)
