"""PDFs of sheets: tagged, with bookmarks, title and author, and words that are apart."""

import io
from dataclasses import replace
from shutil import which
from subprocess import run
from typing import Any

import pytest
from drawn import record
from sheet_boxes import look_of

from fairyscore.render.export import ExportError
from fairyscore.render.sheet.book import book
from fairyscore.render.sheet.files import files, pdf
from fairyscore.render.story.builder import tell

pikepdf: Any = pytest.importorskip("pikepdf")
pytest.importorskip("typst")


def opened(*paths: str) -> Any:
    return pikepdf.open(io.BytesIO(pdf(book([tell(record(path)) for path in paths], look_of()))))


def tags(node: Any) -> list[str]:
    """The kinds of structure elements in reading order."""
    found = [str(node["/S"])] if "/S" in node else []
    children = node.get("/K", [])
    for child in children if isinstance(children, pikepdf.Array) else [children]:
        if isinstance(child, pikepdf.Dictionary) and "/S" in child:
            found += tags(child)
    return found


def test_a_game_has_a_heading_paragraphs_and_figures() -> None:
    with opened("tor-qi/annotated.pgn") as made:
        root = made.Root["/StructTreeRoot"]
        top = root["/K"][0] if isinstance(root["/K"], pikepdf.Array) else root["/K"]
        found = tags(top)
        assert found.count("/H1") == 1
        assert found.index("/H1") < found.index("/P") < found.index("/Figure")
        assert str(made.docinfo["/Title"]) == "Marta Quiroga – Henrik Dahl"
        assert str(made.docinfo["/Author"]) == "fairyscore"
        with made.open_metadata() as metadata:
            assert metadata["pdfuaid:part"] == "1"


@pytest.mark.parametrize("ending", ["pdf", "svg"])
def test_a_thousand_pages_are_the_most(ending: str) -> None:
    made = book([tell(record("chess/annotated.pgn"))], look_of())
    many = replace(made, pages=(made.pages[0],) * 1001)
    with pytest.raises(ExportError, match=r"^the sheet has 1,001 pages, and at most 1,000 are made$"):
        files(many, f"game.{ending}")


def test_every_game_has_a_bookmark() -> None:
    with opened("tor-qi/annotated.pgn", "chess/annotated.pgn") as made, made.open_outline() as outline:
        assert len(outline.root) == 2


@pytest.mark.skipif(which("pdftotext") is None, reason="pdftotext reads the file")
def test_plain_text_extraction_reads_column_by_column() -> None:
    """A diagram is not a gap for it: the position stands there in words."""
    made = pdf(book([tell(record("chess/annotated.pgn"))], look_of()))
    output = run(["pdftotext", "-", "-"], input=made, capture_output=True, check=True).stdout.decode()
    texts = (
        "Eleven moves",
        "8... Nxe4??",
        "king c1",
        "Diagram 1: after 8...Nxe4",
        "9. Qd8+!!",
        "Diagram 2",
        "1–0 White wins",
    )
    places = [output.index(text) for text in texts]
    assert places == sorted(places)
