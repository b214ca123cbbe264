"""A book as one page, and as EPUB: every item of its data has its element."""

import re
from base64 import b64decode
from io import BytesIO
from typing import Any
from xml.etree import ElementTree as ET
from zipfile import ZIP_STORED, ZipFile

import pytest
from drawn import record
from stories import story

from fairyscore.render.book.contents import Prose, data
from fairyscore.render.book.web import epub, html
from fairyscore.render.story.builder import tell

X, OPF = "{http://www.w3.org/1999/xhtml}", "{http://www.idpf.org/2007/opf}"
DC = "{http://purl.org/dc/elements/1.1/}"

TAGS = """[Event "Club"]
[Round "3"]
[Date "1999.05.??"]
[White "Berg, Anna"]
[Black "Stein, Karl"]
[WhiteElo "2000"]
[ECO "C20"]
[Opening "Queen"]
[Annotator "Wolf"]
[Result "1-0"]
"""
MOVES = "1. e4 $1 {<good> & simple} e5 $220 (1... c5 2. Nf3 (2. c3)) 2. Qh5 Ke7 3. Qxe5# 1-0"
FULL = story(f"{TAGS}\n{MOVES}")
BARE = story('[Result "*"]\n\n1. e4 *')


def root_of(*pieces: Any, title: str = "A <book>", author: str = "") -> ET.Element:
    """The page of a book, as a parser has it."""
    return ET.fromstring(html(data(title, pieces, author=author)))


def words(element: ET.Element | None) -> str:
    """All that is read in an element."""
    assert element is not None
    return " ".join("".join(element.itertext()).split())


def all_of(root: ET.Element, name: str, kind: str = "") -> list[ET.Element]:
    return [found for found in root.iter(f"{X}{name}") if not kind or found.get("class") == kind]


# -- games -------------------------------------------------------------------------------------------------------------


def test_a_game_has_its_heading() -> None:
    (game,) = all_of(root_of(FULL), "section")
    assert game.get("lang") == "en"
    heading = game.find(f"{X}h3")
    assert heading is not None
    assert (heading.get("id"), words(heading)) == ("game-1", "Game 1Anna Berg (2000) – Karl Stein")
    assert [words(line) for line in all_of(game, "p", "place")] == ["Club (3), 1999", "C20 Queen", "Wolf"]


def test_a_game_of_which_nothing_is_known_has_players_only() -> None:
    (game,) = all_of(root_of(BARE), "section")
    assert words(game.find(f"{X}h3")) == "Game 1? – ?"
    assert all_of(game, "p", "place") == []
    assert [words(paragraph) for paragraph in all_of(game, "p")] == ["1.e4 *"]


def test_the_event_may_lack_a_round() -> None:
    for tags, wanted in (('[Event "Club"]', "Club"), ('[Round "3"]', ""), ('[Event "Club"]\n[Round "3"]', "Club (3)")):
        (game,) = all_of(root_of(story(f'{tags}\n[Result "*"]\n\n1. e4 *')), "section")
        assert [words(line) for line in all_of(game, "p", "place")] == ([wanted] if wanted else [])


def test_moves_remarks_and_variations_run_on() -> None:
    """Moves that were played are bold; brackets change with each depth; what looks like markup is text."""
    (game,) = all_of(root_of(FULL), "section")
    before, after = [paragraph for paragraph in all_of(game, "p") if paragraph.get("class") != "place"]
    assert words(before) == "1.e4! <good> & simple 1...e5"
    assert words(after).startswith("[1...c5 2.♘f3 (2.c3)] 2.♕h5 ♔e7 3.♕xe5#")
    assert words(after).endswith("White wins: Black is checkmated.")
    assert [words(bold) for bold in before.iter(f"{X}b")] == ["1.e4!", "1...e5"]
    assert words(after.find(f"{X}b")) == "2.♕h5 ♔e7 3.♕xe5#"
    (remark,) = before.iter(f"{X}span")
    assert (remark.get("lang"), words(remark)) == ("en", "<good> & simple")
    assert [words(end) for end in after.iter(f"{X}em")] == ["White wins: Black is checkmated."]


def test_an_end_that_is_the_result_is_not_stated_again() -> None:
    (game,) = all_of(root_of(story('[Result "1-0"]\n\n1. e4 1-0')), "section")
    assert words(all_of(game, "p")[-1]) == "1.e4 1–\N{WORD JOINER}0"
    assert not list(game.iter(f"{X}em"))


def test_a_diagram_stands_between_paragraphs_with_its_caption_and_words() -> None:
    (game,) = all_of(root_of(FULL), "section")
    (figure,) = game.iter(f"{X}figure")
    assert words(figure.find(f"{X}figcaption")) == "after 1...e5 · white to move"
    image = figure.find(f"{X}img")
    assert image is not None
    assert (image.get("alt") or "").startswith("Chess, white to move. White: pawn a2, ")
    kind, _, content = (image.get("src") or "").partition(",")
    assert kind == "data:image/svg+xml;base64"
    assert b64decode(content).startswith(b"<svg")
    children = [child.tag.removeprefix(X) for child in game]
    assert children[-3:] == ["p", "figure", "p"]


def test_the_diagram_of_a_start_names_the_game_and_who_moves() -> None:
    (game,) = all_of(
        root_of(story('[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n[SetUp "1"]\n[Result "*"]\n\n1. e4 *')), "section"
    )
    (figure,) = game.iter(f"{X}figure")
    assert words(figure.find(f"{X}figcaption")) == "Chess: the start · white to move"


def test_long_remarks_and_variations_are_paragraphs() -> None:
    long = "word " * 40
    (game,) = all_of(root_of(story(f'[Result "*"]\n\n1. e4 {{{long}}} e5 (1... c5 {{{long}}}) 2. d4 *')), "section")
    assert [(paragraph.get("class"), words(paragraph)[:9]) for paragraph in all_of(game, "p")] == [
        (None, "1.e4"),
        (None, "word word"),
        (None, "1...e5"),
        ("variation", "[1...c5 w"),
        (None, "2.d4 *"),
    ]


def test_moves_in_variations_are_not_bold_and_have_diagrams_within_them() -> None:
    (game,) = all_of(root_of(story('[Result "*"]\n\n1. e4 (1. d4 $220) *')), "section")
    assert [words(bold) for bold in game.iter(f"{X}b")] == ["1.e4", "*"]
    (paragraph,) = all_of(game, "p")
    assert len(list(paragraph.iter(f"{X}img"))) == 1
    assert not list(game.iter(f"{X}figure"))


def test_news_are_sentences() -> None:
    (game,) = all_of(root_of(tell(record("kaleidochess/annotated-four-players.pgn"))), "section")
    assert "Black has no piece left in a castle and leaves the game." in [words(news) for news in game.iter(f"{X}em")]


# -- the whole page ----------------------------------------------------------------------------------------------------


def test_parts_have_headings_and_prose() -> None:
    root = root_of(Prose("Before *it* **all**.\n\n# One\n\n## Notes"), BARE)
    assert [words(heading) for heading in all_of(root, "h2")] == ["Contents", "One"]
    assert "Notes" in [words(heading) for heading in all_of(root, "h3")]
    (paragraph,) = [found for found in all_of(root, "p") if "Before" in words(found)]
    assert [(child.tag.removeprefix(X), words(child)) for child in paragraph] == [("em", "it"), ("strong", "all")]


def test_the_page_has_title_author_and_language() -> None:
    root = root_of(BARE, author="Anna & Bert")
    assert (root.get("lang"), words(root.find(f".//{X}title"))) == ("en", "A <book>")
    assert words(root.find(f".//{X}h1")) == "A <book>"
    assert [words(author) for author in all_of(root, "p", "author")] == ["Anna & Bert"]
    assert all_of(root_of(BARE), "p", "author") == []
    assert not html(data("A book", [BARE])).startswith(b"<?xml")


def test_contents_list_games_by_parts() -> None:
    """Games of a part without a heading are listed themselves; a part without games is not."""
    nav = root_of(BARE, Prose("# One"), FULL, BARE, Prose("# Two")).find(f".//{X}nav")
    assert nav is not None
    items = [(item.get("value"), words(item)) for item in nav.iter(f"{X}li")]
    assert items == [
        ("1", "? – ?"),
        (None, "One Anna Berg – Karl Stein, 1999 ? – ?"),
        ("2", "Anna Berg – Karl Stein, 1999"),
        ("3", "? – ?"),
    ]
    assert [link.get("href") for link in nav.iter(f"{X}a")] == ["#game-1", "#game-2", "#game-3"]


def test_the_key_has_the_signs_of_the_book() -> None:
    root = root_of(FULL)
    (key,) = all_of(root, "dl", "signs")
    assert [words(child) for child in key] == ["!", "a good move"]
    assert "Signs" in [words(heading) for heading in all_of(root, "h2")]
    assert all_of(root_of(BARE), "dl") == []
    assert "Signs" not in [words(heading) for heading in all_of(root_of(BARE), "h2")]


def test_indexes_link_to_games_and_tell_who_began() -> None:
    root = root_of(FULL, FULL)
    assert [words(heading) for heading in all_of(root, "h2")][-3:] == ["Players", "Openings", "Events"]
    players, openings, events = all_of(root, "ul", "index")
    assert [words(entry) for entry in players] == ["Berg, Anna 1, 2", "Stein, Karl 1, 2"]
    assert [len(list(entry.iter(f"{X}strong"))) for entry in players] == [2, 0]
    assert [link.get("href") for link in players[0].iter(f"{X}a")] == ["#game-1", "#game-2"]
    assert [words(entry) for entry in openings] == ["C20 Queen 1, 2"]
    assert not list(openings.iter(f"{X}strong"))
    assert [words(entry) for entry in events] == ["Club 1, 2"]
    assert words(all_of(root, "p", "place")[-1]) == "Bold: with the first move"
    assert all_of(root_of(BARE), "ul") == []


def test_a_page_loads_nothing() -> None:
    text = html(data("A book", [FULL])).decode()
    places = re.findall(r'(?:src|href)="(.*?)"|url\((.*?)\)', text)
    assert {re.split(",|(?<=-)", "".join(place))[0] for place in places} == {
        "data:image/svg+xml;base64",
        "data:font/otf;base64",
        "#game-",
    }


def test_characters_that_xml_does_not_have_are_left_out() -> None:
    assert words(root_of(BARE, title="a\x01b\x0cc").find(f".//{X}h1")) == "abc"


# -- EPUB --------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    """The files of a book of two parts."""
    packed = epub(data("A book", [BARE, Prose("# One"), FULL], author="Anna"))
    with ZipFile(BytesIO(packed)) as archive:
        first = archive.infolist()[0]
        assert (first.filename, first.compress_type) == ("mimetype", ZIP_STORED)
        return {name: archive.read(name) for name in archive.namelist()}


def test_an_epub_has_a_page_for_each_part(files: dict[str, bytes]) -> None:
    assert files["mimetype"] == b"application/epub+zip"
    pages = [name.removeprefix("book/") for name in files if name.endswith(".xhtml")]
    assert pages == ["title.xhtml", "nav.xhtml", "part-1.xhtml", "part-2.xhtml", "signs.xhtml", "indexes.xhtml"]
    assert b'id="game-2"' in files["book/part-2.xhtml"]
    assert files["book/diagram-1.svg"].startswith(b"<svg")
    for name in pages:
        root = ET.fromstring(files[f"book/{name}"])
        assert [link.get("href") for link in root.iter(f"{X}link")] == ["book.css"]


def test_links_of_an_epub_lead_to_the_page_of_the_game(files: dict[str, bytes]) -> None:
    nav = ET.fromstring(files["book/nav.xhtml"])
    assert [link.get("href") for link in nav.iter(f"{X}a")] == ["part-1.xhtml#game-1", "part-2.xhtml#game-2"]
    (image,) = ET.fromstring(files["book/part-2.xhtml"]).iter(f"{X}img")
    assert image.get("src") == "diagram-1.svg"


def test_the_package_lists_every_file_and_the_order_of_pages(files: dict[str, bytes]) -> None:
    package = ET.fromstring(files["book/package.opf"])
    items = {item.get("href"): item for item in package.iter(f"{OPF}item")}
    assert {f"book/{name}" for name in items} == {name for name in files if name.startswith("book/")} - {
        "book/package.opf"
    }
    assert [name for name, item in items.items() if item.get("properties") == "nav"] == ["nav.xhtml"]
    kinds = {str(name).rpartition(".")[2]: item.get("media-type") for name, item in items.items()}
    assert kinds == {"xhtml": "application/xhtml+xml", "css": "text/css", "otf": "font/otf", "svg": "image/svg+xml"}
    ids = {item.get("id"): name for name, item in items.items()}
    spine = [ids[reference.get("idref")] for reference in package.iter(f"{OPF}itemref")]
    assert spine == [name for name in items if str(name).endswith(".xhtml")]
    assert (package.findtext(f".//{DC}title"), package.findtext(f".//{DC}creator")) == ("A book", "Anna")
    assert package.findtext(f".//{DC}language") == "en"


def test_an_epub_is_the_same_whenever_it_is_made() -> None:
    book = data("A book", [BARE])
    assert epub(book) == epub(book)
    with ZipFile(BytesIO(epub(book))) as archive:
        assert "book/signs.xhtml" not in archive.namelist()  # there are none
        assert "book/indexes.xhtml" not in archive.namelist()
        assert b"creator" not in archive.read("book/package.opf")
        assert {one.date_time for one in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
