"""`fairyscore sheet`: output is written completely or not at all; faults and wrong options are reported."""

import os
from importlib.util import find_spec
from pathlib import Path
from unittest import mock
from xml.etree import ElementTree as ET

import pytest
from running import crashed, run, written

from fairyscore.render.errors import DrawingError

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
CHESS = str(SAMPLES / "games" / "chess" / "annotated.pgn")
CASTLES = str(SAMPLES / "games" / "kaleidochess" / "annotated-four-players.pgn")
ROMANTIC = str(SAMPLES / "games" / "chess" / "romantic.pgn")

needs_pdf = pytest.mark.skipif(
    find_spec("typst") is None,
    reason="NO PDF WAS MADE: typst is missing; pip install 'fairyscore[pdf]' to test sheets as PDF",
)
needs_png = pytest.mark.skipif(
    find_spec("resvg_py") is None,
    reason="NO PNG WAS MADE: resvg-py is missing; pip install 'fairyscore[png]' to test sheets as PNG",
)


def text_of(data: str) -> str:
    """The words of a page."""
    return " ".join(element.text or "" for element in ET.fromstring(data).iter() if element.tag.endswith("text"))


def test_a_page_is_printed_or_written(tmp_path: Path) -> None:
    printed = run("sheet", CHESS)
    assert printed.exit_code == 0
    assert "9. Qd8+!! The queen draws the king onto the file." in text_of(printed.stdout)
    result = run("sheet", CHESS, "-o", str(tmp_path / "game.svg"))
    assert (result.exit_code, result.stderr) == (0, "")
    assert (tmp_path / "game.svg").read_text(encoding="utf-8") == printed.stdout


def test_several_pages_are_several_files_and_that_is_reported(tmp_path: Path) -> None:
    result = run("sheet", CASTLES, "--paper", "a6", "--margin", "10", "-o", str(tmp_path / "game.svg"))
    pages = sorted(path.name for path in tmp_path.iterdir())
    assert result.exit_code == 0
    assert len(pages) > 2
    assert pages[:2] == ["game-1.svg", "game-2.svg"]
    assert f"{len(pages)} pages: " in result.stderr
    assert "page 2 of" in text_of((tmp_path / "game-2.svg").read_text(encoding="utf-8"))


def test_several_pages_are_not_printed() -> None:
    result = run("sheet", CASTLES, "--paper", "a6", "--margin", "10")
    assert result.exit_code == 2
    assert "pages; give the name of their files with -o" in result.stderr


@needs_pdf
def test_a_pdf_has_all_pages_and_is_the_same_every_time(tmp_path: Path) -> None:
    for name in ("one.pdf", "other.pdf"):
        assert run("sheet", ROMANTIC, "--all", "--paper", "a5", "-o", str(tmp_path / name)).exit_code == 0
    data = (tmp_path / "one.pdf").read_bytes()
    assert data.startswith(b"%PDF")
    assert data == (tmp_path / "other.pdf").read_bytes()
    assert b"/Count 3" in data


@needs_png
def test_png_has_the_size_of_the_paper(tmp_path: Path) -> None:
    path = tmp_path / "game.png"
    assert run("sheet", CHESS, "--dpi", "72", "-o", str(path)).exit_code == 0
    data = path.read_bytes()
    assert [int.from_bytes(data[place : place + 4], "big") for place in (16, 20)] == [595, 842]


def test_one_game_or_all(tmp_path: Path) -> None:
    first = text_of(run("sheet", ROMANTIC, "--game", "1").stdout)
    last = text_of(run("sheet", ROMANTIC).stdout)
    assert "Morphy" in first
    assert "Kieseritzky" in last
    run("sheet", ROMANTIC, "--all", "-o", str(tmp_path / "all.svg"))
    assert len(list(tmp_path.iterdir())) == 2
    assert run("sheet", ROMANTIC, "--all", "--game", "1").exit_code == 2
    assert "has no game 9" in run("sheet", ROMANTIC, "--game", "9").stderr


def test_an_archive_is_no_sheet(tmp_path: Path) -> None:
    path = written(tmp_path / "many.pgn", '[Result "*"]\n\n1. e4 *\n\n' * 1001)
    result = run("sheet", path, "--all", "--variant", "chess", "-o", str(tmp_path / "many.pdf"))
    assert result.exit_code == 2
    assert "has more than 1,000 games" in " ".join(result.stderr.split())


def test_a_fault_is_shown_and_reported(tmp_path: Path) -> None:
    path = written(tmp_path / "a.pgn", '[White "Anna"]\n[Variant "chess"]\n[Result "1-0"]\n\n1. e4 e5 2. Ke3 Nc6 1-0\n')
    result = run("sheet", path)
    assert result.exit_code == 1
    assert "no white king can go to e3" in text_of(result.stdout)
    assert "error[no-piece-reaches]" in result.stderr


def test_moves_in_another_notation_coordinates_seats_and_layouts() -> None:
    ring = str(SAMPLES / "games" / "circular-70" / "annotated.pgn")
    assert "♕" in text_of(run("sheet", CHESS, "--moves", "figurine").stdout)
    assert run("sheet", ring, "--coordinates", "ring", "--layout", "columns", "--seat", "black").exit_code == 0
    clocks = run("sheet", str(SAMPLES / "games" / "kaleidochess" / "correspondence-times.pgn"), "--clocks")
    assert clocks.exit_code == 0
    polar = run("sheet", ring, "--coordinates", "polar")
    assert polar.exit_code == 2
    assert "polar" in polar.stderr


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--paper", "a9"), "not a paper"),
        (("--paper", "30x30mm"), "sides are from 60"),
        (("--margin", "100"), "too little to print on"),
        (("--margin", "a,b"), "not margins"),
        (("--columns", "4", "--paper", "a5"), "do not fit"),
        (("--columns", "40"), "1 to 4 columns"),
        (("--layout", "spiral"), "moves are set as auto, columns, running"),
        (("--theme", "printt"), "did you mean print?"),
        (("--style", "none.toml"), "cannot be read"),
        (("--seat", "gold"), "no player 'gold'"),
        (("--moves", "braille"), "braille"),
        (("--diagrams", "often"), "diagrams are every:N"),
        (("-o", "game.docx"), "sheets are written as .svg, .pdf, .png"),
    ],
)
def test_nonsense_is_wrong_usage(options: tuple[str, ...], message: str) -> None:
    result = run("sheet", CHESS, *options)
    assert (result.exit_code, crashed(result)) == (2, False)
    assert message in " ".join(result.stderr.split())


def test_what_cannot_be_read_is_reported(tmp_path: Path) -> None:
    assert run("sheet", str(tmp_path / "none.pgn")).exit_code == 2
    assert run("sheet", written(tmp_path / "empty.pgn", "")).exit_code == 2
    assert run("sheet", written(tmp_path / "x.pgn", '[Variant "nonsense"]\n\n1. e4 *\n')).exit_code == 2


def test_nothing_is_half_written(tmp_path: Path) -> None:
    """The second of several pages cannot be made: the first is not there, and the old file is as it was."""
    old = tmp_path / "game-1.svg"
    old.write_text("old", encoding="utf-8")
    with mock.patch("fairyscore.render.sheet.files.encoded", side_effect=[b"new", DrawingError("no second page")]):
        result = run("sheet", CASTLES, "--paper", "a6", "--margin", "10", "-o", str(tmp_path / "game.svg"))
    assert result.exit_code == 2
    assert os.listdir(tmp_path) == ["game-1.svg"]  # noqa: PTH208
    assert old.read_text(encoding="utf-8") == "old"


def test_a_folder_in_the_way_of_one_page_leaves_all_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "game-2.svg").mkdir()
    result = run("sheet", CASTLES, "--paper", "a6", "--margin", "10", "-o", str(tmp_path / "game.svg"))
    assert result.exit_code == 2
    assert [path.name for path in tmp_path.iterdir()] == ["game-2.svg"]


def test_characters_without_a_drawing_are_reported(tmp_path: Path) -> None:
    path = written(tmp_path / "a.pgn", '[White "将棋"]\n[Variant "chess"]\n[Result "*"]\n\n1. e4 *\n')
    result = run("sheet", path, "-o", str(tmp_path / "a.svg"))
    assert result.exit_code == 0
    assert "there is no drawing of 棋 (U+68CB), as in: 将棋" in result.stderr


def test_a_style_of_ones_own(tmp_path: Path) -> None:
    style = written(
        tmp_path / "own.toml", 'text = 12\njustified = false\n[labels]\nfigure_with = "Bild {number}, {caption}"\n'
    )
    assert "Bild 1, after 8...Nxe4" in text_of(run("sheet", CHESS, "--style", style).stdout)
    for text, message in (
        ("text = 99\n", "text is a number from 5 to 24"),
        ("font = 1\n", "there is no 'font'; there are face, text"),
        ("[labels]\npage = '{x}'\n", "may have {page}, {pages} in braces, not '{x}'"),
        ("[labels]\npage = '{page.__class__}'\n", "not '{page.__class__}'"),
        ("[labels]\npage = '{'\n", "cannot be read"),
        ("[labels]\nx = 'a'\n", "there is no label 'x'"),
        ("labels = 3\n", "labels must be a table"),
        ("ink = 'red'\n", "ink is a colour"),
        ("justified = 1\n", "justified is true or false"),
        ("text = true\n", "text is a number"),
        ("=\n", "is not TOML"),
    ):
        result = run("sheet", CHESS, "--style", written(tmp_path / "own.toml", text))
        assert (result.exit_code, crashed(result)) == (2, False), text
        assert message in " ".join(result.stderr.split()), text
