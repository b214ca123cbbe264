"""Sheets, pages and rule books as functions give them."""

import re
from pathlib import Path

import pytest

from fairyscore.notation.game import loads
from fairyscore.render.documents import RuleBook, Sheet, page, rulebook, sheet
from fairyscore.render.errors import DrawingError
from fairyscore.render.language import language

(GAME,) = loads('[White "Anna"]\n[Black "Bert"]\n\n1. e4 {[%clk 1:02:03]} e5 2. Nf3 Nc6 *')


def words(made: Sheet) -> str:
    """All text of a sheet."""
    return " ".join(re.findall(r"<text [^>]*>([^<]*)</text>", "".join(made.pages)))


def test_a_sheet_has_pages_and_is_written(tmp_path: Path) -> None:
    made = sheet(GAME, size="a5")
    assert repr(made) == "<Sheet: 1 page>"
    assert made._repr_svg_() == made.pages[0]
    paths = made.save(tmp_path / "game.svg")
    assert paths == [str(tmp_path / "game.svg")]
    assert Path(paths[0]).read_text(encoding="utf-8").strip() == made.pages[0].strip()
    many = sheet([GAME] * 20, size="a6", margin="10mm")
    assert repr(many) == f"<Sheet: {len(many.pages)} pages>"
    assert len(many.save(tmp_path / "many.svg")) == len(many.pages) > 1


def test_a_sheet_is_as_it_is_asked_for() -> None:
    plain = sheet(GAME, size="a5").pages[0]
    assert 'width="148mm" height="210mm"' in plain
    assert 'width="210mm" height="148mm"' in sheet(GAME, size="a5", landscape=True).pages[0]
    for wanted in ({"theme": "dark"}, {"seat": "black"}, {"margin": "30mm"}, {"diagrams": "every:1"}):
        assert sheet(GAME, size="a5", **wanted).pages[0] != plain  # type: ignore[arg-type]
    assert "2. Nf3" in words(sheet(GAME))
    assert "2. ♘f3" in words(sheet(GAME, notation="figurine"))
    with language("de"):
        assert "2. ♘f3" in words(sheet(GAME))  # letters are English, pictures are for all
    (tor,) = loads('[Variant "tor-qi"]\n\n1. b2-b3 *')
    assert ("1. b3" in words(sheet(tor)), "b2-b3" in page(tor)) == (True, True)  # as books have it, and as it is usual
    assert "1:02:03" in words(sheet(GAME, clocks=True))
    assert "1:02:03" not in words(sheet(GAME))
    assert sheet(GAME, layout="running").pages != sheet(GAME, layout="columns").pages
    assert sheet(GAME, columns=2).book.look.columns == 2


def test_a_style_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text("text = 20\n", encoding="utf-8")
    assert sheet(GAME, style=str(tmp_path / "own.toml")).book.look.style.text == 20
    assert sheet(GAME).book.look.style.text == 10.5


def test_a_page_has_title_seat_and_diagrams() -> None:
    made = page(GAME)
    assert made.startswith("<!DOCTYPE html>")
    assert "<title>Anna – Bert</title>" in made
    assert "<title>Cup</title>" in page(GAME, title="Cup")
    assert not page(GAME, embed=True).startswith("<!DOCTYPE html>")
    assert "Nf3" in made
    assert "g1-f3" in page(GAME, notation="long").replace("Ng1", "g1")
    for wanted in ({"theme": "dark"}, {"seat": "black"}, {"diagrams": "every:1"}):
        assert page(GAME, **wanted) != made  # type: ignore[arg-type]


@pytest.mark.parametrize("make", [sheet, page])
def test_what_cannot_be_shown(make: type) -> None:
    with pytest.raises(DrawingError, match="there is no game to show"):
        make([])
    with pytest.raises(DrawingError, match="gold"):
        make(GAME, seat="gold")
    with pytest.raises(DrawingError):
        make([GAME, GAME], diagrams="often")


@pytest.fixture(scope="module")
def rules() -> RuleBook:
    """The rules of a small game, with pictures of a given width."""
    return rulebook("minishogi", theme="print", size="30mm", paper="a5")


def test_a_rule_book_is_written_in_the_formats_that_are_named(rules: RuleBook, tmp_path: Path) -> None:
    assert repr(rules) == "<RuleBook: Minishogi>"
    paths = rules.save(tmp_path / "rules", "md")
    assert (tmp_path / "rules" / "rules.md").read_text(encoding="utf-8") == rules.markdown()
    assert str(tmp_path / "rules" / "rules.md") in paths
    assert not (tmp_path / "rules" / "rules.html").exists()
    assert all(Path(path).is_file() for path in paths)
    assert any("figures" in path for path in paths)
    with pytest.raises(ValueError, match="there is no format 'doc' of rule books; there are "):
        rules.save(tmp_path, "doc")


def test_a_rule_book_has_its_paper(rules: RuleBook) -> None:
    usual = rulebook("minishogi").book
    assert [*rules.book.paper, *usual.paper] == [148, 210, 210, 297]


def test_pictures_of_the_page_answer_to_a_click(rules: RuleBook, tmp_path: Path) -> None:
    """Those of other formats do not, in the files that are written as well."""
    rules.save(tmp_path, "md", "html")
    assert (tmp_path / "rules.html").read_text(encoding="utf-8") == rules.html()
    pictures = {path.stem: path.read_text(encoding="utf-8").strip() for path in (tmp_path / "figures").iterdir()}
    still = {figure.name: figure.svg for figure in rules.book.cover}
    assert still.items() <= pictures.items()
    assert rules.live() != rules.book
    assert rules.html().count("<svg") > 1


def test_characters_without_a_drawing_are_named() -> None:
    """Each with the text it stands in."""
    text = '[White "Anna"]\n[Result "*"]\n\n1. e4 {A \N{SNOWMAN} melts.} *'
    made = sheet(loads(text), size="a5")
    assert [*made.missing] == ["\N{SNOWMAN}"]
    assert "melts" in made.missing["\N{SNOWMAN}"]
    assert sheet(loads(text.replace("\N{SNOWMAN}", "man")), size="a5").missing == {}
