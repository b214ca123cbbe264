"""Rule sheets: that they are whole, that what is written means itself, and that those in `docs/games` are current."""

import importlib.util
import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from itertools import cycle, pairwise, product
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from drawn import SVG
from nightly import NIGHTLY, sampled
from rulebooks import SHEETS, found, sheet_of, wanted

from fairyscore.notation.game import loads
from fairyscore.notation.position import Position
from fairyscore.notation.records.diagnostics import Severity
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.variants import GAMES, catalog
from fairyscore.notation.variants.mistakes import VariantFileError
from fairyscore.notation.variants.registry import build_source, variant
from fairyscore.notation.variants.sources import sources_in
from fairyscore.render.content_policy import policy
from fairyscore.render.drawing import diagram
from fairyscore.render.export import ExportError
from fairyscore.render.language import LANGUAGES, language, translated
from fairyscore.render.layouts.registry import layout_of
from fairyscore.render.markdown import parts, plain
from fairyscore.render.movement import refusal
from fairyscore.render.rulebook.content import (
    AlignedLines,
    AuthorText,
    Chapter,
    Entries,
    FigureLook,
    Figures,
    Paragraphs,
    PieceEntries,
    PieceEntry,
    Rulebook,
    RulebookEntry,
    RulebookFigure,
    Stretches,
    book,
    in_current_language,
)
from fairyscore.render.rulebook.sample import stretches
from fairyscore.render.rulebook.writing import FORMATS, html, markdown, pdf, places, source

OPTIONS = (
    "kaleidochess:players=4",
    "kaleidochess:black=ravens",
    "chamaeleon:players=3,start=drop",
    "chamaeleon:colours=" + "/".join(("RGYBRGYB", "YBRGYBRG") * 4),
    "circular-68:coordinates=ring",
    "cylindrical:array=protected",
)

EVIL = '<script>"&*_|`#[x](y)\\ $1'

HOSTILE = Rulebook(
    EVIL,
    EVIL,
    (),
    (EVIL,),
    (
        Chapter(
            EVIL,
            (
                Entries((RulebookEntry(EVIL, (EVIL, EVIL)),)),
                Paragraphs((EVIL, "- a", "1. b")),
                AuthorText(parts(EVIL)),
                AlignedLines((EVIL,)),
                Figures((RulebookFigure("one", "<svg/>", EVIL, EVIL), RulebookFigure("two", "<svg/>", EVIL, EVIL))),
                PieceEntries((PieceEntry(EVIL, (EVIL,), (RulebookFigure("three", "<svg/>", EVIL, EVIL),)),)),
            ),
        ),
    ),
)


def test_the_sheets_in_docs_are_current() -> None:
    """Where this fails, `python tests/rulebooks.py` writes them anew."""
    made, there = dict(wanted()), found()
    assert set(made) == set(there)
    assert [path for path, data in made.items() if data != there[path]] == []


def test_there_is_a_sheet_of_every_family() -> None:
    assert {GAMES[name].module for name in SHEETS} == {game.module for game in GAMES.values()}


@pytest.mark.parametrize("name", [*GAMES, *OPTIONS])
def test_a_sheet_shows_everything(name: str) -> None:
    game, sheet = variant(name), sheet_of(name)
    figures = sheet.figures()
    assert max(Counter(figure.name for figure in figures).values()) == 1
    captions = "\n".join(figure.caption for figure in figures)
    names = {figure.name for figure in figures}
    assert "start" in names
    assert ("board" in names) is (layout_of(game).middle is not None), "a flat board has its names at the rim"
    assert [piece.name for piece in game.piece_types if f"{piece.letter} {piece.name}, here on " not in captions] == []
    assert [chapter.heading for chapter in sheet.chapters if not chapter.blocks] == []
    text = markdown(sheet)
    assert [reading.id for reading in game.rules.readings if f"**{reading.id}**" not in text] == []
    for figure in figures:
        assert ET.fromstring(figure.svg).tag == f"{SVG}svg"


@pytest.mark.parametrize("name", GAMES)
def test_every_example_is_shown_with_its_move(name: str) -> None:
    game = variant(name)
    captions = [figure.caption for figure in sheet_of(name).figures()]
    for example in (example for section in game.rules.sections for example in section.examples):
        if example.refused:  # what cannot be done, in a teacher's words, and the rule
            assert any(caption.endswith(f". {example.says}") for caption in captions)
        else:
            assert f"{example.says} {example.move}" in captions


def test_captions_of_what_is_forbidden_are_a_teacher_s() -> None:
    """They name what cannot be done, and speak of no refusal, path or condition as the validator does."""
    captions = [figure.caption for name in GAMES for figure in sheet_of(name).figures()]
    assert "The tiger cannot go to 3E. It may not pass a piece, and every way of three steps is barred." in captions
    assert "Castling is not allowed here. The king may not pass an attacked field." in captions
    assert "The pawn cannot become bishop on c8. It never becomes a simple piece." in captions
    assert [caption for caption in captions if re.search(r"refused|blocked: |even on an empty", caption)] == []


def test_an_example_stands_after_the_sentence_that_it_shows() -> None:
    (chapter,) = (one for one in sheet_of("kaleidochess").chapters if one.heading == "Moving the pieces")
    before: dict[str, str] = {}
    for sentences, pictures in pairwise(chapter.blocks):
        if isinstance(sentences, Paragraphs) and isinstance(pictures, Figures):
            before |= {figure.caption: sentences.lines[-1] for figure in pictures.items}
    assert before["An eagle knocks out a pawn of its own side. 3I+2J"].startswith(
        "A piece that ends its move on a field"
    )
    assert before["The wizard crosses two borders between rings. 1B-2F"].startswith("A piece may cross only one")


def test_an_example_of_a_piece_stands_with_it() -> None:
    (bishop,) = (entry for entry in sheet_of("cylindrical").pieces() if entry.name == "Bishop (B)")
    assert "A bishop goes over the seam. f3-b6" in [figure.caption for figure in bishop.figures]


def test_examples_that_the_options_make_wrong_are_left_out() -> None:
    """With other colours the knight lands as something else."""
    sheet = sheet_of(OPTIONS[3])
    assert not any("Nd4-e6" in figure.caption for figure in sheet.figures())


def test_markdown_names_the_pictures_there_are() -> None:
    written = dict(FORMATS["md"](sheet_of("tor-qi")))
    named = re.findall(r"!\[[^\]]*\]\((\S+)\)", written["rules.md"].decode())
    assert sorted(named) == sorted(set(written) - {"rules.md"})


def test_text_means_itself_in_markdown() -> None:
    text = markdown(HOSTILE)
    assert text.startswith('# &lt;script>"&amp;\\*\\_\\|\\`\\#\\[x\\](y)\\\\ $1\n')
    assert "\n\n\\- a\n\n1\\. b\n" in text
    assert "<script" not in text.replace("```text\n" + EVIL, "")
    assert text.count("\n| ---") == 1


class Page(HTMLParser):
    """What a page is made of: tags that are open, ids, places it points to."""

    EMPTY = ("meta", "path", "use")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: Counter[str] = Counter()
        self.ids: list[str] = []
        self.targets: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen[tag] += 1
        self.ids += [value or "" for name, value in attrs if name == "id"]
        self.targets |= {
            (value or "")[1:] for name, value in attrs if name in ("href", "xlink:href", "aria-labelledby")
        }
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in self.EMPTY:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("name", SHEETS)
def test_an_html_page_stands_by_itself(name: str) -> None:
    sheet = sheet_of(name)
    page = Page(html(sheet))
    assert page.open == []
    assert len(page.ids) == len(set(page.ids))
    assert {target for target in page.targets if not target.startswith("hapter-")} <= set(page.ids)
    assert page.seen["script"] == page.seen["link"] == page.seen["img"] == 0
    parts = sum(figure.svg.count("<svg") for figure in sheet.figures())  # a part of a board is a window in its drawing
    assert page.seen["svg"] == parts
    assert page.seen["figure"] == page.seen["figcaption"] == len(sheet.figures())
    assert "://" not in re.sub(r'xmlns(:\w+)?="[^"]*"', "", html(sheet))


def test_pictures_of_movements_answer_to_a_click() -> None:
    """The table behind them: a knight of chess on b1 gets to a3, c3 and d2; a pawn on e7 is promoted."""
    game = variant("chess")
    text = html(book(game, FigureLook(live=True)))
    data = json.loads(text.partition('id="moves">')[2].partition("</script>")[0])
    names = [cell[0] for cell in data["cells"]]

    def goals(kind: int, cell: str) -> dict[str, str]:
        return {names[goal]: data["pips"][pip] for goal, pip in data["kinds"][str(kind)][names.index(cell)]}

    kinds = [piece.name for piece in game.piece_types]
    assert sorted(goals(kinds.index("knight"), "b1")) == ["a3", "c3", "d2"]
    assert all("promotion" in pip for pip in goals(kinds.index("pawn"), "e7").values())
    page = Page(text)
    assert page.open == []
    assert page.seen["script"] == 2
    (allowed,) = re.findall(r'Security-Policy" content="([^"]*)"', text)
    (style,), (program,) = (re.findall(rf"<{kind}>(.*?)</{kind}>", text, re.DOTALL) for kind in ("style", "script"))
    assert unescape(allowed) == policy(style, program)
    assert text.count("data-kind=") == sum(figure.moves is not None for figure in book(game).figures())


@pytest.mark.parametrize("name", ["crazyhouse", "shogi", "circular-70", "chamaeleon", "chak"])
def test_every_kind_of_piece_stands_in_the_book_once(name: str) -> None:
    """Crazyhouse also knows a queen that was a pawn; it moves as any other."""
    chapters = (chapter for chapter in sheet_of(name).chapters if chapter.heading != "A sample game")
    blocks = (block for chapter in chapters for block in chapter.blocks)
    pieces = [entry.name for block in blocks if isinstance(block, PieceEntries) for entry in block.items]
    assert len(pieces) == len({piece.name for piece in variant(name).piece_types})
    assert len(set(pieces)) == len(pieces)


def test_a_piece_that_never_moves_has_words_and_no_picture() -> None:
    sheet = sheet_of("chak")
    assert "### Offering (O)\n\nThe offering never moves.\n\n### King (K)" in markdown(sheet)
    assert "<p>The offering never moves.</p>\n</div>\n</div>" in html(sheet)
    assert not [figure for figure in sheet.figures() if "offering" in figure.name]


def test_pieces_that_change_with_their_field_do_not_answer() -> None:
    assert 'id="moves"' not in html(book(variant("chamaeleon"), FigureLook(live=True)))


def test_an_html_page_has_each_board_once() -> None:
    sheet = sheet_of("kaleidochess")
    fields = html(sheet).count('data-field="00"')
    pieces = sum(figure.svg.count('data-field="00"') - 1 for figure in sheet.figures())
    boards = html(sheet).count('id="board-')
    assert fields == boards + pieces
    assert 0 < boards < 4


def test_text_means_itself_in_html() -> None:
    page = Page(html(HOSTILE))
    assert page.seen["script"] == 0
    assert page.open == []


def test_text_means_itself_in_pdf() -> None:
    assert '#title-heading("<script>\\"&*_|`#[x](y)\\\\ $1")' in source(HOSTILE)


def test_the_same_bytes_every_time() -> None:
    sheet = variant("chamaeleon")
    for write in (FORMATS["md"], FORMATS["html"]):
        assert dict(write(book(sheet))) == dict(write(book(sheet)))


def test_a_pdf_is_written_the_same_every_time() -> None:
    pytest.importorskip("typst", reason="the extra pdf is not installed, so no PDF is looked at")
    sheet = sheet_of("chess")
    data = pdf(sheet)
    assert data.startswith(b"%PDF-")
    assert data == pdf(sheet)
    hostile = HOSTILE._replace(chapters=(Chapter(EVIL, HOSTILE.chapters[0].blocks[:4]),))
    assert pdf(hostile).startswith(b"%PDF-")


BOOKS = ("cylindrical", "kaleidochess", "caliph-qi", "tor-qi", "chamaeleon", "circular-70", "chess", "shogi", "xiangqi")


@pytest.mark.parametrize("name", sampled(BOOKS, 3))
def test_pictures_stand_with_their_rules(name: str) -> None:
    """On the page of the last sentence that they show; figures away from their rule: 0."""
    pytest.importorskip("typst", reason="the extra pdf is not installed, so no PDF is looked at")
    found = places(sheet_of(name))
    assert sum(place.kind == "figure" for place in found) > 8
    assert [place.page for place in found] == sorted(place.page for place in found)
    rule_before = [one for one, following in pairwise(found) if (one.kind, following.kind) == ("rule", "figure")]
    figure_after = [following for one, following in pairwise(found) if (one.kind, following.kind) == ("rule", "figure")]
    assert [one.page for one in rule_before] == [one.page for one in figure_after]


@pytest.mark.parametrize("name", sampled(BOOKS, 3))
def test_a_pdf_is_one_that_readers_and_archives_take(name: str, tmp_path: Path) -> None:
    """Title, language, tags, bookmarks, links, and all of its fonts in it."""
    pytest.importorskip("typst", reason="the extra pdf is not installed, so no PDF is looked at")
    pikepdf = pytest.importorskip("pikepdf")
    (tmp_path / "rules.pdf").write_bytes(pdf(sheet_of(name)))
    with pikepdf.open(tmp_path / "rules.pdf") as made:
        assert str(made.Root.Lang) == "en"
        assert bool(made.Root.MarkInfo.Marked)
        assert str(made.docinfo["/Title"]) == variant(name).title
        with made.open_outline() as outline:
            assert len(outline.root) == len([one for one in sheet_of(name).chapters if one.heading]) + 1
        links = [note for page in made.pages for note in page.get("/Annots", []) if note.Subtype == "/Link"]
        assert len(links) > 10
        fonts = [font for page in made.pages for font in page.Resources.Font.values()]
        described = [font.DescendantFonts[0].FontDescriptor for font in fonts]
        assert all("/FontFile3" in one or "/FontFile2" in one for one in described)


def test_all_pictures_but_start_and_board_have_one_width() -> None:
    """As many stand side by side as have room."""
    for name, columns in {"chess": 3, "shogi": 3, "kaleidochess": 2}.items():
        text = source(sheet_of(name))
        assert f"#let (columns-count, apart, drawn) = ({columns}, " in text
        widths = set(re.findall(r"</svg>\", ([0-9.]+)mm", text))
        assert len(widths) <= (3 if name == "kaleidochess" else 2)


def test_players_need_no_appendix() -> None:
    """Nor the ids of readings in the rules; what the rules say stays."""
    whole, players = sheet_of("kaleidochess"), book(variant("kaleidochess"), readers="players")
    left_out = [chapter.heading for chapter in whole.chapters if chapter.appendix]
    assert left_out == ["Readings", "Options of the name", "For programs"]
    assert [one.heading for one in players.chapters] == [one.heading for one in whole.chapters if not one.appendix]
    text = markdown(players)
    assert re.findall(r"K-[0-9]+", text) == []
    assert "00, 1J, 3J, 5J and 7J. The fields around them are towns" in text
    assert re.findall(r" [.,;]", text) == []


def test_what_stands_where_is_told_beside_the_start() -> None:
    white, black, board = sheet_of("chess").setting
    assert white.term == "White"
    assert white.lines[0].startswith("Pawn a2, b2, c2, d2, e2, f2, g2, h2; knight b1, g1;")
    assert "king e8" in black.lines[0]
    assert board.lines == ("The corner a1 is dark.",)
    for game in ("kaleidochess", "chamaeleon", "shogi", "circular-70"):
        assert len(sheet_of(game).setting) == len(variant(game).seats)


def test_the_index_names_all_pieces_and_where_they_are() -> None:
    text = html(sheet_of("kaleidochess"))
    index = text.partition("Index of pieces")[2]
    named = re.findall(r'<a href="#(piece-\w+)">([^<]*)</a>', index)
    assert [name for _, name in named] == sorted(name for _, name in named)
    assert len(named) == len(variant("kaleidochess").piece_types)
    assert all(f'<h3 id="{anchor}">{name}</h3>' in text for anchor, name in named)


def test_what_an_author_writes_is_markdown_everywhere(tmp_path: Path) -> None:
    (tmp_path / "dot.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>', encoding="utf-8")
    about = (
        'description = """- one\n- **two**\n\n| a | b |\n| --- | --- |\n| c | d[^1] |\n\n[^1]: e\n\n![dot](dot.svg)"""'
    )
    game = lion_game(tmp_path, LION.replace('aim = "Bring', f'{about}\naim = "Bring'))
    catalog.add_path(str(tmp_path))
    try:
        sheet = book(game)
    finally:
        catalog.forget()
    page, files = html(sheet), dict(FORMATS["md"](sheet))
    assert "<li><strong>two</strong></li>" in page
    assert "<td>c</td><td>d<sup" in page
    assert "img-src data:" in unescape(page)
    assert "- one\n- **two**\n\n| a | b |\n| --- | --- |\n| c | d[^1-1] |" in files["rules.md"].decode()
    (picture,) = (path for path in files if path.startswith("figures/text-"))
    assert f"![dot](<{picture}>)" in files["rules.md"].decode()
    assert "<p>It roars.</p>" in page
    if importlib.util.find_spec("typst"):
        assert pdf(sheet).startswith(b"%PDF-")


def test_a_number_is_not_repeated_where_a_remark_is_left_out() -> None:
    """`3.Nxc3 3...Nd7` stood in samples whose remarks are not in the language of the book."""
    with language("de"):
        texts = [part.text for name in GAMES for part in stretches(variant(name), remarks=False)]
    doubled = [text for text in texts if re.search(r"(\d+)\.(?!\.)\S+ \1\.\.\.", text.replace("\u2060", ""))]
    assert doubled == []


def test_a_pdf_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "typst", None)
    with pytest.raises(ExportError, match=r"pip install 'fairyscore\[pdf\]'"):
        dict(FORMATS["pdf"](HOSTILE))
    assert list(FORMATS) == ["md", "html", "pdf"]


def test_a_rule_sheet_in_black_and_white_on_small_paper(tmp_path: Path) -> None:
    """`--theme print`: no picture has a colour that is not grey."""
    from click.testing import CliRunner

    from fairyscore.cli.main import program

    arguments = ["rulebook", "chess", "-o", str(tmp_path), "--theme", "print", "--size", "50mm", "--format", "html"]
    assert CliRunner().invoke(program, arguments).exit_code == 0
    page = (tmp_path / "rules.html").read_text(encoding="utf-8")
    drawn = page[page.index("</style>") :]
    colours = set(re.findall(r'(?:fill|stroke)="(#[0-9a-f]{6})"', drawn))
    assert colours
    assert all(colour[1:3] == colour[3:5] == colour[5:7] for colour in colours)
    assert 'width="50mm"' in drawn


LION = """
title = "Lion Chess"
based_on = "chess"
aim = "Bring the lion to the hill."
start = "rnblkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBLKBNR w KQkq - 0 1"
remove = ["piece.Q"]
piece = [{ letter = "L", name = "lion", moves = "KAD", glyph = "lion.svg", text = "It roars." }]
promotion = [{ piece = "P", to = "L R B N", on = { white = "*8", black = "*1" } }]

[region]
hill = "d4 e4 d5 e5"

[[end.goal]]
piece = "L"
region = "hill"

[rules]
Manners = ["Nobody speaks."]

[words.en.region]
hill = "the hill"

[words.de.piece]
lion = ["Löwe", "m", "Löwen", "Löwen"]

[words.de.region]
hill = { acc = "den Hügel", dat = "dem Hügel" }

[words.de.text]
"It roars." = "Er brüllt."
"Bring the lion to the hill." = "Bring den Löwen auf den Hügel."
"""
SILHOUETTE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 90"><path d="M8 37L12 12L22 5L34 12L37 37Z"/></svg>'
)


def lion_game(folder: Path, text: str = LION, picture: str = SILHOUETTE) -> Variant:
    (folder / "lion-chess.toml").write_text(text, encoding="utf-8")
    (folder / "lion.svg").write_text(picture, encoding="utf-8")
    (found,) = sources_in(str(folder))
    return build_source(found, found.name, {})


@pytest.fixture
def lions(tmp_path: Path) -> Iterator[Variant]:
    lion_game(tmp_path)
    catalog.add_path(str(tmp_path))
    yield variant("lion-chess")
    catalog.forget()


def test_regions_have_the_names_that_a_file_gives_them(lions: Variant) -> None:
    assert "A player who brings a lion to the hill wins." in lions.rules.text("en").ends
    assert "Ein Spieler, der einen Löwen auf den Hügel bringt, gewinnt." in lions.rules.text("de").ends


@pytest.fixture
def named(tmp_path: Path) -> Iterator[Variant]:
    cells = '[board.names]\nd4 = "throne"\ne5 = "the river bank"\na1 = "corner"\n'
    lion_game(tmp_path, f"{LION}\n{cells}")
    catalog.add_path(str(tmp_path))
    yield variant("lion-chess")
    catalog.forget()


def test_cells_have_the_names_that_a_file_gives_them(named: Variant) -> None:
    game = named
    text = game.rules.text("en")
    assert text.board[-1] == "Own names of squares: corner (a1), throne (d4) and the river bank (e5)."
    assert game.rules.text("de").board[-1] == "Eigene Namen haben corner (a1), throne (d4) und the river bank (e5)."
    words = {label.get("data-text") for label in ET.fromstring(diagram(Position.start(game)).svg()).iter()}
    assert "throne" in words
    assert not words & {"corner", "the river bank"}  # a piece stands on one, the other is too long for a cell
    small = {label.get("data-text") for label in ET.fromstring(diagram(Position.start(game), size="20mm").svg()).iter()}
    assert "throne" not in small


@pytest.mark.parametrize(
    ("was", "becomes", "message"),
    [
        ("[words.de.piece]\nlion", "[words.de.piece]\nlyon", "there is no piece lyon"),
        ('["Löwe", "m", ', '["Löwe", "x", ', "x is not a gender in de; there are m, f, n"),
        ("[words.de.region]\nhill", "[words.de.region]\nhull", "there is no region hull"),
        ("[words.en.region]", "[words.xx.region]", "rules are not said in xx; there are en, de, fr, es, nl"),
        ('"lion.svg"', '"../lion.svg"', "../lion.svg is a path; name a file that lies beside this one"),
    ],
)
def test_words_that_make_no_sense(tmp_path: Path, was: str, becomes: str, message: str) -> None:
    with pytest.raises(VariantFileError, match=re.escape(message)):
        lion_game(tmp_path, LION.replace(was, becomes))


def test_an_own_picture_in_the_colours_of_both_sides(tmp_path: Path) -> None:
    """A silhouette is filled with the colour of its owner, and gets an outline."""
    from fairyscore.render.glyphs.folder import coloured

    (tmp_path / "lion.svg").write_text(SILHOUETTE, encoding="utf-8")
    outline, filled = coloured(str(tmp_path / "lion.svg"), "#eeeeee", "#111111").root
    assert (outline.get("fill"), outline.get("stroke"), outline.get("stroke-width")) == ("none", "#111111", "6")
    assert (filled.get("fill"), filled.get("stroke")) == ("#eeeeee", "none")
    drawn = SILHOUETTE.replace("<path", '<path fill="#fff" stroke="#000"')
    (tmp_path / "fox.svg").write_text(drawn, encoding="utf-8")
    (path,) = coloured(str(tmp_path / "fox.svg"), "#222222", "#dddddd").root
    assert (path.get("fill"), path.get("stroke")) == ("#222222", "#dddddd")


@pytest.mark.parametrize(
    ("picture", "message"),
    [
        (SILHOUETTE.replace("<path", "<script/><path"), "lion.svg cannot be a piece: it has an element script"),
        ("<svg", "lion.svg cannot be a piece: it is not XML"),
        (SILHOUETTE.replace("<path", '<image href="http://x/y.png"/><path'), "lion.svg cannot be a piece"),
    ],
)
def test_a_picture_that_is_refused_is_reported_with_its_line(tmp_path: Path, picture: str, message: str) -> None:
    from click.testing import CliRunner

    from fairyscore.cli.main import program

    lion_game(tmp_path, picture=picture)
    result = CliRunner().invoke(program, ["variant", "check", "-q", str(tmp_path / "lion-chess.toml")])
    assert result.exit_code == 2
    assert f"lion-chess.toml:7:56: error[variant-file]: {message}" in result.output


def test_texts_of_a_file_in_another_language(lions: Variant) -> None:
    """Translated where the file has it; else what the rules say of the same, and only what they do not say as it is."""
    with language("de"):
        text = source(book(lions))
    assert '#aim("Bring den Löwen auf den Hügel.")' in text
    assert '"Löwe (L)"' in text
    assert "Er brüllt." in text
    assert '"Nobody speaks."' in text
    assert "The " not in text.replace("Nobody", "")
    with language("de"):
        xiangqi = source(book(variant("xiangqi")))
    assert "The general stays in the palace" not in xiangqi
    assert "Er darf den eigenen Palast nicht verlassen." in xiangqi


# -- the inventors' pages ---------------------------------------------------------------------------------------------

PAGES = sorted((Path(__file__).resolve().parents[1] / "data" / "seed_pages").glob("*.toml"))


def printed(sheet: Rulebook) -> str:
    """All that a book says, without the marks of Markdown."""
    text = re.sub(r"\\(.)", r"\1", markdown(sheet)).replace("&lt;", "<").replace("&amp;", "&")
    return " ".join(text.split())


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_rule_of_an_inventors_page_is_in_the_book(page: Path) -> None:
    """`book` in the table of a page is what the printed book says of a sentence; a page of two games has two books."""
    table = tomllib.loads(page.read_text(encoding="utf-8"))
    text = " ".join(printed(sheet_of(name)) for name in table.get("books", [table["game"]]))
    rules = [sentence for sentence in table["sentence"] if sentence["kind"] == "rule"]
    assert [sentence["begins"] for sentence in rules if not sentence.get("book")] == []
    assert [sentence["book"] for sentence in rules if sentence["book"] not in text] == []


INTRODUCTION = "introduction"  # the chapter without a heading


def chapters_of(sheets: list[Rulebook]) -> Iterator[tuple[str, str]]:
    """The chapters of books with all that they say."""
    for sheet in sheets:
        for chapter in sheet.chapters:
            yield chapter.heading or INTRODUCTION, printed(sheet._replace(chapters=(chapter,)))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_rule_of_an_inventors_page_is_told_in_its_chapter_and_drawn(page: Path) -> None:
    """`told` is the chapter with the sentence, which German books have in German; `drawn` names its figures, `undrawn`
    says why there is none."""
    table = tomllib.loads(page.read_text(encoding="utf-8"))
    games = table.get("books", [table["game"]])
    english = [sheet_of(name) for name in games]
    with language("de"):
        german = [book(variant(name)) for name in games]
    chapters, figures = list(chapters_of(english)), {figure.name for sheet in english for figure in sheet.figures()}
    other = [text for _, text in chapters_of(german)]
    for sentence in table["sentence"]:
        if sentence["kind"] != "rule":
            assert not sentence.keys() & {"told", "drawn", "undrawn"}, sentence
            continue
        found = [number for number, (heading, _) in enumerate(chapters) if heading == sentence["told"]]
        holding = [number for number in found if sentence["book"] in chapters[number][1]]
        assert holding, sentence
        assert sentence.get("untranslated") or all(sentence["book"] not in other[number] for number in holding), (
            sentence
        )
        assert bool(sentence.get("drawn")) is not bool(sentence.get("undrawn")), sentence
        assert set(sentence.get("drawn", [])) <= figures, sentence


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_what_we_decide_is_not_shown_as_the_inventors(page: Path) -> None:
    """Every reading stands among the readings with its reason, and is named where the rules depend on it."""
    game = variant(tomllib.loads(page.read_text(encoding="utf-8"))["game"])
    sheet = sheet_of(game.name)
    chapters = [chapter for chapter in sheet.chapters if chapter.heading == "Readings"]
    lines_of = {entry.term: " ".join(entry.lines) for entry in chapters[0].blocks[1].items}  # type: ignore[union-attr]
    assert list(lines_of) == [reading.id for reading in game.rules.readings]
    assert all(f"Why: {reading.reason}" in lines_of[reading.id] for reading in game.rules.readings)


@pytest.mark.parametrize("name", [name for name in GAMES if name not in ("chess", "circular-66", "circular-68")])
def test_the_rules_of_the_seeds_are_reported_in_german(name: str) -> None:
    """All that is written in their sheets is translated, but readings and options; and nothing that is not written."""
    rules = variant(name).rules
    texts = rules.words("de").texts
    written = {line for section in rules.sections for line in section.lines if not line.startswith("  ")}
    written |= {example.says for section in rules.sections for example in section.examples}
    written |= {rules.about.description, rules.about.history, *rules.about.pieces.values()} - {""}
    assert sorted(written - texts.keys()) == []


DATA = Path(__file__).resolve().parents[1] / "data"
QUESTIONS = tomllib.loads((DATA / "rulebook_questions.toml").read_text("utf-8"))


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_beginner_finds_the_answers(name: str) -> None:
    """What is asked of a game is answered by the words of its rule book."""
    file = DATA / f"{name}.toml"
    if file.exists():
        catalog.add_path(str(file))
    try:
        text = " ".join(plain_text(sheet_of(name)).split())
    finally:
        catalog.forget()
    assert {asked: words for asked, words in QUESTIONS[name].items() if not re.search(words, text)} == {}


def plain_text(sheet: Rulebook) -> str:
    """The words of a rule book without captions."""
    return "\n".join((*sheet.aim, *(figure.caption for figure in sheet.cover), *map(_words, sheet.chapters)))


def _words(chapter: Chapter) -> str:
    found = [chapter.heading]
    for block in chapter.blocks:
        match block:
            case Paragraphs(lines) | AlignedLines(lines):
                found += lines
            case Entries(items):
                found += (f"{entry.term}: {' '.join(entry.lines)}" for entry in items)
            case AuthorText(text):
                found.append(plain(text))
            case PieceEntries(items) | Stretches(items):
                found += (f"{entry.name}: {' '.join((*entry.lines, plain(entry.text)))}" for entry in items)
    return "\n".join(found)


@pytest.mark.parametrize("name", GAMES)
def test_a_sample_game_is_legal_and_has_diagrams(name: str) -> None:
    """It is one of those in `samples`; what is played in it is judged anew."""
    moves = variant(name).rules.about.samples[name]
    (game,) = loads(moves, variant=name)
    assert [found.code for found in game.diagnostics if found.severity is Severity.ERROR] == []
    parts = list(stretches(variant(name), remarks=True))
    assert 1 <= len(parts) <= 3
    assert parts[-1].text.endswith((game.result, "…"))
    assert sum(figure.name.startswith("sample-") for figure in sheet_of(name).figures()) == len(parts)


def test_remarks_of_a_sample_are_reported_in_their_language_only() -> None:
    with language("de"):
        sheet = book(variant("tor-qi"))
    (chapter,) = [chapter for chapter in sheet.chapters if chapter.heading == "Eine Beispielpartie"]
    words = _words(chapter)
    assert "marshal" not in words
    assert "Cxb9" in words


def test_how_wide_pictures_are() -> None:
    """By the board, so that its pieces are seen; a size that is asked for holds for all of them."""
    chess, round_board = variant("chess"), variant("kaleidochess")
    usual, live, asked = FigureLook(), FigureLook(live=True), FigureLook(size=40)
    assert [usual.small(chess), usual.large(chess)] == ["49mm", "77mm"]
    assert [usual.small(round_board), usual.large(round_board)] == ["76mm", "119mm"]
    assert [live.small(chess), live.small(round_board)] == ["49mm", "76mm"]
    assert [asked.small(chess), asked.large(chess)] == ["40mm", "63mm"]


@pytest.mark.parametrize("code", ["de", "fr", "es", "nl"])
@pytest.mark.parametrize("name", ["kaleidochess", "chamaeleon"])
def test_games_without_sentences_of_their_rules_are_translated(name: str, code: str) -> None:
    """Of these games the engine has no sentences, so each line of the sheet needs one in every language."""
    game = variant(name)
    lines = [
        line for section in game.rules.sections for line in section.author_lines or section.lines if line[0] != " "
    ]
    texts = [*lines, *(example.says for section in game.rules.sections for example in section.examples)]
    texts += [*game.rules.about.pieces.values(), game.rules.about.description, game.rules.about.history]
    with language(code):
        assert [text for text in texts if text and in_current_language(game, text) == text and "    " not in text] == []


@pytest.mark.parametrize(
    ("code", "line", "seated", "placed"),
    [
        (
            "de",
            "Springer auf Rot, Läufer auf Gelb, Dame auf Grün, Turm auf Blau",
            "Weiß auf Reihe 1, Schwarz auf Reihe 8",
            "Weiß auf a1-d1, Schwarz auf h8-e8",
        ),
        (
            "fr",
            "cavalier sur rouge, fou sur jaune, dame sur vert, tour sur bleu",
            "blancs sur rangée 1, noirs sur rangée 8",
            "blancs sur a1-d1, noirs sur h8-e8",
        ),
    ],
)
def test_tables_are_reported_in_other_languages(code: str, line: str, seated: str, placed: str) -> None:
    with language(code):
        blocks = [block for chapter in book(variant("chamaeleon")).chapters for block in chapter.blocks]
    squares, seats, pieces, starts = (block for block in blocks if isinstance(block, AlignedLines))
    assert (squares.lines[0], squares.lines[-1], pieces.lines[0]) == ("8  R Y B G B Y G R", "   a b c d e f g h", line)
    assert (seats.lines, starts.lines) == ((seated,), (placed,))


def test_refusals_call_players_by_the_colours_of_their_discs() -> None:
    """What is typed stays as it is."""
    janggi = Position.start("janggi")
    assert "belongs to Red, and Blue is to move" in refusal(janggi, "a10-a9").title
    assert "belongs to black, and white is to move" in refusal(Position.start("chess"), "a7-a6").title


def _sentences(text: str) -> set[str]:
    """What ends in a full stop or a colon and has three words."""
    parts = re.split(r"(?<=[.:])\s", text)
    return {part for part in parts if part[-1:] in {".", ":"} and len(re.findall(r"\b[a-z]{2,}\b", part)) > 2}


def _printed(sheet: Rulebook) -> set[str]:
    """The sentences of a rule book."""
    texts = [*sheet.aim, *(figure.caption for figure in sheet.figures())]
    for block in (block for chapter in sheet.chapters for block in chapter.blocks):
        if isinstance(block, Paragraphs):
            texts += block.lines
        elif isinstance(block, AuthorText):
            texts.append(plain(block.parts))
        elif isinstance(block, PieceEntries | Stretches):
            texts += [line for item in block.items for line in (*item.lines, plain(item.text))]
        elif isinstance(block, Entries):
            texts += [line for item in block.items for line in item.lines]
    return {sentence for text in texts for sentence in _sentences(text)}


TRANSLATED = ("chess", "kaleidochess", "chamaeleon", "circular-70", "cylindrical", "caliph-qi", "tor-qi")
OTHER_LANGUAGES = ("de", "fr", "es", "nl")


@pytest.mark.parametrize(
    ("name", "code"),
    [*product(TRANSLATED, OTHER_LANGUAGES)] if NIGHTLY else [*zip(TRANSLATED, cycle(OTHER_LANGUAGES), strict=False)],
)
def test_no_english_sentence_is_left_in_other_languages(name: str, code: str) -> None:
    """Beside titles of pages, which are names."""
    english = _printed(sheet_of(name)) - _sentences(f"{variant(name).rules.page}.")
    assert len(english) > 20
    with language(code):
        assert sorted(english & _printed(book(variant(name)))) == []


@pytest.mark.parametrize(
    ("name", "code", "named", "move"),
    [
        ("chess", "de", "Springer (S)", "3.Sc3"),
        ("chess", "nl", "Paard (P)", "3.Pc3"),
        ("chamaeleon", "de", "Läufer (L)", "4.Lf1"),
        ("chamaeleon", "fr", "Fou (F)", "4.Ff1"),
        ("capablanca", "es", "Caballo (N)", ""),  # A is the archbishop, so that the letters stay English
    ],
)
def test_a_rule_book_has_one_set_of_letters(name: str, code: str, named: str, move: str) -> None:
    """Headings, the key of letters, captions and the sample game write pieces as books of the language do."""
    with language(code):
        sheet = book(variant(name))
    headings = {item.name for chapter in sheet.chapters for block in chapter.blocks
                if isinstance(block, PieceEntries) for item in block.items}  # fmt: skip
    assert named in headings
    piece, letter = named.removesuffix(")").split(" (")
    captions = [figure.caption.casefold() for figure in sheet.figures()]
    assert any(caption.startswith(f"{letter} {piece}, ".casefold()) for caption in captions)
    assert move in " ".join(plain_text(sheet).split())


def test_a_pdf_leaves_out_what_its_fonts_lack() -> None:
    sheet = book(variant("xiangqi"))
    assert "八进七" in html(sheet)
    assert "八进七" not in source(sheet)
    assert "C8+7" in source(sheet)


@pytest.mark.parametrize(("name", "is_read"), [("xiangqi", True), ("chess", False), ("shogi", False)])
def test_how_points_and_moves_of_xiangqi_are_read(name: str, is_read: bool) -> None:
    """In four signs, `C8=5`, which the sentences on the short form do not tell."""
    for code in LANGUAGES:
        with language(code):
            chapters = book(variant(name)).chapters
            (notation,) = (chapter for chapter in chapters if chapter.heading == translated("Notation"))
            text = " ".join(line for block in notation.blocks if isinstance(block, Paragraphs) for line in block.lines)
            assert ("5.1" in text and translated("Of the short form:") in text) is is_read, (name, code)
