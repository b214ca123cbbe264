"""The files of a sheet, and the text that typst lays over the drawn pages, as its source has it."""

import re
from dataclasses import replace

import pytest
from drawn import record
from stories import story

from fairyscore.render.export import ExportError
from fairyscore.render.sheet.book import SheetBook, book
from fairyscore.render.sheet.files import files, source
from fairyscore.render.sheet.look import SheetLook, paper
from fairyscore.render.story.builder import tell

TAGS = '[White "Anna"]\n[Black "Bert"]\n[Event "Cup \\"1\\""]\n[Annotator "Wolf"]\n[Result "*"]\n\n'
LOOK = SheetLook(paper("100x200mm", "10"), moves="running")


def made(moves: str, look: SheetLook = LOOK) -> SheetBook:
    return book([story(f"{TAGS}{moves} *")], look)


def puts(text: str) -> list[tuple[list[float], str]]:
    """Each text of a source: its numbers (left, top, width and size), and what is set."""
    found = re.findall(r"^#put\((.*?), ((?:heading|par)\(.*)\)$", text, re.MULTILINE)
    return [([float(value.removesuffix("pt")) for value in places.split(", ")], body) for places, body in found]


def test_each_page_is_a_file() -> None:
    """The numbers have as many digits as the last one."""
    one = made("1. e4")
    assert [path for path, _ in files(one, "a/game.svg")] == ["a/game.svg"]
    assert files(one, "game.svg")[0][1].decode().strip() == one.svg(0).strip()
    for count, first in ((3, "game-1.svg"), (12, "game-01.svg")):
        several = replace(one, pages=one.pages * count)
        paths = [path for path, _ in files(several, "game.svg")]
        assert (paths[0], paths[-1], len(paths)) == (first, f"game-{count}.svg", count)


def test_other_endings_are_refused() -> None:
    with pytest.raises(ExportError, match=r"\.gif"):
        files(made("1. e4"), "game.gif")


def test_the_source_has_title_authors_and_paper() -> None:
    text = "\n".join(source(made("1. e4")))
    assert '"Anna – Bert"' in text
    assert '"Wolf", ' in text
    assert "100mm" in text
    assert "200mm" in text
    assert text.count("#drawn(") == 1
    assert "#pagebreak()" not in text
    long = made("Nf3 Nf6 Ng1 Ng8 " * 200)
    assert "\n".join(source(long)).count("#pagebreak()") == len(long.pages) - 1


def test_text_stands_where_it_is_seen() -> None:
    """A little smaller, and in a place that is a point wider, so that no line of it is too long."""
    sheet = made("1. e4 e5")
    (places, body), *_ = puts("\n".join(source(sheet)))
    title, _ = sheet.pages[0].placed[0]
    part = title.item.parts[0]
    assert body == 'heading(level: 1, {"Cup \\"1\\""})'
    left, top, wide, size = places
    assert (left, top) == pytest.approx((title.x + part.x, title.y), abs=0.01)
    assert size == pytest.approx(0.94 * 17, abs=0.01)
    assert wide == pytest.approx(part.line.x + part.line.width + 1, abs=0.01)  # type: ignore[union-attr]


def test_a_paragraph_is_one_text_broken_as_it_is_seen() -> None:
    """Running heads and page numbers belong to none."""
    text = "\n".join(source(made(f"1. e4 {{{'word ' * 20}}} e5")))
    bodies = [body for _, body in puts(text)]
    assert "Anna" in bodies[1]
    (moves,) = [body for body in bodies if "1. e4" in body]
    assert moves.startswith('par({"1. e4 word')
    assert moves.count("; linebreak(justify: true); ") >= 1
    pages = "\n".join(source(made("Nf3 Nf6 Ng1 Ng8 " * 200)))
    assert not any("page 2 of" in body for _, body in puts(pages))


def test_moves_in_columns_stand_where_they_are_seen() -> None:
    """On the same line, each in its column."""
    text = "\n".join(source(made("1. e4 e5 2. Nf3 Nc6", replace(LOOK, moves="columns"))))
    places = {body: place[:2] for place, body in puts(text)}
    number, white, black = (places[f'par({{"{text}"}})'] for text in ("1.", "e4", "e5"))
    assert number[1] == white[1] == black[1]
    assert number[0] < white[0] < black[0]
    assert [places['par({"Nf3"})'][0], places['par({"Nc6"})'][0]] == [white[0], black[0]]
    assert places['par({"2."})'][1] > number[1]


def test_a_diagram_has_its_position_in_words() -> None:
    text = "\n".join(source(made("1. e4")))
    (board,) = re.findall(r"^#board\((.*)\)$", text, re.MULTILINE)
    assert '"Chess, black to move. White: pawn a2, ' in board
    left, top, wide, high, line, size = (float(value) for value in re.findall(r"([\d.]+)pt", board)[:6])
    seen = board.split("{", 1)[1].count("; linebreak(justify: true); ") + 1
    assert high / seen == pytest.approx(line, abs=0.01)
    assert 0 < size <= 0.94 * 30
    assert min(left, top) > 0
    assert wide - 1 == pytest.approx(high, rel=0.1)
    assert not board.endswith("{empty}")


def test_small_boards_beside_each_other_have_no_lines() -> None:
    film = book([tell(record("chamaeleon/annotated-three-players.pgn"))], SheetLook(paper("a4")))
    boards = re.findall(r"^#board\((.*)\)$", "\n".join(source(film)), re.MULTILINE)
    assert {board.endswith("{empty}") for board in boards} == {True, False}
