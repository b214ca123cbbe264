"""`fairyscore book`: the data of a book, the PDF, faults and what is refused."""

import json
import re
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET
from zipfile import ZipFile

import jsonschema
import pytest
from running import run

from fairyscore.notation.package_data import data_text
from fairyscore.notation.variants.registry import variant
from fairyscore.render.book import setting
from fairyscore.render.book.contents import figurines
from fairyscore.render.glyphs.set import COMPOUNDS, DRAWINGS

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
CHESS = str(SAMPLES / "games" / "chess" / "annotated.pgn")
ROMANTIC = str(SAMPLES / "games" / "chess" / "romantic.pgn")
CASTLES = str(SAMPLES / "games" / "kaleidochess" / "annotated-four-players.pgn")

GAME = """[Event "Club"]
[White "Berg, Anna"]
[Black "Stein, Karl"]
[Date "1999.??.??"]
[ECO "C20"]
[Opening "King's Pawn"]
[Result "1-0"]

1. e4 $1 {A "good" start; better than $140 Nf3 $16} e5 2. Bc4 (2. f4 exf4) 2... Nc6 3. Qh5 Nf6 4. Qxf7# 1-0
"""

XHTML, OPF = "{http://www.w3.org/1999/xhtml}", "{http://www.idpf.org/2007/opf}"

needs_typst = pytest.mark.skipif(find_spec("typst") is None, reason="needs the extra pdf")


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.pgn").write_text(GAME, encoding="utf-8")


def book(*arguments: str) -> dict[str, Any]:
    """The data of a book, which the schema allows."""
    assert run("book", *arguments, "-o", "book.json").exit_code == 0
    data: dict[str, Any] = json.loads(Path("book.json").read_text(encoding="utf-8"))
    schema = json.loads(data_text("fairyscore.render.book", "book.schema.json"))
    jsonschema.Draft202012Validator(schema).validate(data)
    return data


def test_prose_makes_parts_and_games_are_counted() -> None:
    Path("text.md").write_text("Before.\n\n# Part one\n\nSome *fine* words.\n\n## Notes\n", encoding="utf-8")
    data = book("text.md", "game.pgn", "game.pgn", "--title", "Two games", "--author", "Anna")
    assert (data["title"], data["author"], data["games"]) == ("Two games", "Anna", 2)
    assert [part["title"] for part in data["parts"]] == ["", "Part one"]
    assert [item["kind"] for item in data["parts"][1]["items"]] == ["prose", "game", "game"]


def test_a_game_has_heading_figurines_signs_and_indexes() -> None:
    data = book("game.pgn")
    game = data["parts"][0]["items"][0]
    assert (game["players"], game["year"], game["eco"]) == (["Anna Berg", "Karl Stein"], "1999", "C20")
    assert game["items"][0]["text"] == "1.e4!"
    assert game["items"][1]["text"] == "A “good” start; better than ∆ ♘f3 ±"
    assert game["items"][-1]["text"].endswith("4.♕xf7#")
    assert data["indexes"]["players"] == [["Berg, Anna", [[1, 0]]], ["Stein, Karl", [[1, 1]]]]
    assert data["indexes"]["openings"] == [["C20 King's Pawn", [1]]]
    assert [sign for sign, _ in data["signs"]] == ["!", "±", "∆"]


def test_every_drawing_of_a_piece_is_a_figurine() -> None:
    """Where this fails, `python tools/figurine_font.py` makes the fonts anew."""
    known = json.loads(data_text("fairyscore.render.book", "fonts/figurines.json"))
    assert {*DRAWINGS, *COMPOUNDS} - {"low rook", "cart", "horse looking back"} <= known.keys()
    letters = [letter for pair in known.values() for letter in pair]
    assert len(letters) == len(set(letters))


@pytest.mark.parametrize(
    ("game", "letters"),
    [
        ("omega-chess", "NBRQKCW"),
        ("courier", "NBRKEMWF"),
        ("makruk", "NSRMK"),
        ("capablanca", "NBRQKAC"),
        ("grasshopper-chess", ""),  # nobody has drawn a grasshopper
        ("xiangqi", ""),
    ],
)
def test_games_have_figurines_for_all_of_their_pieces_or_for_none(game: str, letters: str) -> None:
    found = figurines(variant(game))
    assert set(found) == set(letters)
    assert all(letter in "♔♕♖♗♘" or "\ue000" <= letter <= "\ue0ff" for letter in found.values())
    assert len(set(found.values())) == len(found)


@pytest.mark.parametrize("path", [CHESS, ROMANTIC, CASTLES])
def test_samples_are_reported_in_german(path: str) -> None:
    data = book(path, "--language", "de")
    assert data["labels"]["contents"] == "Inhalt"
    assert data["parts"][0]["items"][0]["called"] == "Partie 1"


def test_the_usual_game_and_the_plain_end_are_not_named() -> None:
    Path("plain.pgn").write_text(GAME.replace("Qxf7# 1-0", "Qxe5+ 1-0"), encoding="utf-8")
    Path("themes.pgn").write_text(GAME.replace('[ECO "C20"]', '[Themes "mate, pin"]'), encoding="utf-8")
    data = book("plain.pgn", "themes.pgn", CASTLES)
    assert (data["variant"], len(data["variants"])) == ("Chess", 2)
    plain, mate, castles = data["parts"][0]["items"]
    assert plain["end"] == ""  # that White wins stands in the result
    assert mate["end"] == "White wins: Black is checkmated."
    assert data["indexes"]["themes"] == [["mate", [2]], ["pin", [2]]]
    assert "Black has no piece left in a castle and leaves the game" in [
        item["text"] for item in castles["items"] if item["kind"] == "news"
    ]


def test_a_move_after_a_diagram_has_its_number_beside_it() -> None:
    Path("strong.pgn").write_text(
        "\n" + "Nf3 Nf6 Ng1 Ng8 " * 4 + "Nf3 $1 Nf6 Nd4 $1 Ng8 Nf3 Nf6 Ng1 Ng8 *\n", encoding="utf-8"
    )
    items = book("strong.pgn")["parts"][0]["items"][0]["items"]
    place = next(place for place, item in enumerate(items) if item["kind"] == "diagram")
    assert items[place - 1]["text"].endswith("♘g8")
    assert items[place + 1]["text"].startswith("9.♘f3!")  # white's move has its number as it is
    black = Path("strong.pgn").read_text(encoding="utf-8").replace("Nf3 $1 Nf6", "Nf3 Nf6 $1")
    Path("strong.pgn").write_text(black, encoding="utf-8")
    items = book("strong.pgn")["parts"][0]["items"][0]["items"]
    place = next(place for place, item in enumerate(items) if item["kind"] == "diagram")
    assert items[place + 1]["text"].startswith("9...♘f6! ")


def test_long_games_have_diagrams() -> None:
    moves = "Nf3 Nf6 Ng1 Ng8 " * 20
    Path("long.pgn").write_text("\n" + moves.replace("Ng8 ", "Ng8 {Again.} ") + "*\n", encoding="utf-8")
    items = book("long.pgn")["parts"][0]["items"][0]["items"]
    diagrams = [item for item in items if item["kind"] == "diagram"]
    assert [item["caption"] for item in diagrams] == ["after 14...♘g8", "after 28...♘g8"]


@needs_typst
@pytest.mark.parametrize("style", ["modern", "informant"])
def test_styles_are_set(style: str) -> None:
    done = run("book", "game.pgn", CHESS, CASTLES, "-o", "book.pdf", "--style", style, "--bleed", "3")
    assert done.exit_code == 0, done.output
    assert Path("book.pdf").read_bytes().startswith(b"%PDF")


@needs_typst
def test_fonts_of_a_book_are_the_figurines_and_the_text_font() -> None:
    from importlib import resources

    import typst

    data = book("game.pgn")
    assert data["games"] == 1
    Path("book.typ").write_text(data_text("fairyscore.render.book", "book.typ"), encoding="utf-8")
    Path("markdown.typ").write_text(data_text("fairyscore.render", "markdown.typ"), encoding="utf-8")
    fonts = str(resources.files("fairyscore.render.book") / "fonts")
    _, warnings = typst.compile_with_warnings("book.typ", font_paths=[fonts], ignore_system_fonts=True)
    assert warnings == []


@needs_typst
def test_a_book_has_bookmarks_and_all_of_its_fonts_in_it() -> None:
    import pikepdf

    Path("part.md").write_text("# Part one\n", encoding="utf-8")
    assert run("book", "part.md", "game.pgn", CHESS, CASTLES, "-o", "book.pdf").exit_code == 0
    with pikepdf.open("book.pdf") as made:
        with made.open_outline() as outline:
            part = outline.root[0]
            assert (part.title, part.children[0].title) == ("Part one", "1. Anna Berg – Karl Stein")
        fonts = [found for found in made.objects if isinstance(found, pikepdf.Dictionary) and found.get("/FontName")]
        assert {str(font.FontName).split("+")[1].split("-")[0] for font in fonts} == {
            "LibertinusSerif",
            "FairyscoreFigurine",
        }
        assert all("/FontFile3" in font for font in fonts)


def _long_games(count: int) -> str:
    """Annotated games long enough for many pages, with diagrams at various places."""
    words = "The knight goes round and comes back where it began, and nothing has changed but the number of the move. "
    games = []
    for number in range(count):
        moves = []
        for ply in range(60 + 7 * (number % 5)):
            move = ("Nf3", "Nf6", "Ng1", "Ng8")[ply % 4]
            remark = f" {{{words * (1 + (ply * number) % 3)}}}" if (ply + number) % 5 == 0 else ""
            moves.append(f"{move}{' $1' if (ply + 3 * number) % 17 == 0 else ''}{remark}")
        games.append(f'[White "Player {number}"]\n[Black "Other"]\n[Result "*"]\n\n{" ".join(moves)} *\n')
    return "\n".join(games)


Matrix = tuple[float, ...]


def _times(one: Matrix, other: Matrix) -> Matrix:
    """Two transformations of PDF, one after the other (ISO 32000, 8.3.4)."""
    a, b, c, d, e, f = one
    p, q, r, s, t, u = other
    return a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u


def _texts(page: Any) -> list[tuple[float, float]]:
    """Where the texts of a page begin, in points from its lower left corner."""
    import pikepdf

    within: list[Matrix] = [(1.0, 0.0, 0.0, 1.0, 0.0, 0.0)]
    found = []
    instructions: Any = pikepdf.parse_content_stream(page)
    for operands, operator in instructions:
        match str(operator):
            case "q":
                within.append(within[-1])
            case "Q":
                within.pop()
            case "cm":
                within[-1] = _times(tuple(map(float, operands)), within[-1])
            case "Tm":
                placed = _times(tuple(map(float, operands)), within[-1])
                found.append((placed[4], placed[5]))
    return found


def _columns(path: str, count: int) -> list[float]:
    """How full the columns of a book on A5 are: the part above the lowest line of text."""
    import pikepdf

    millimetre, found = 72 / 25.4, []
    bottom, top, wide = 14 * millimetre, 192 * millimetre, 120 * millimetre / count
    with pikepdf.open(path) as made:
        for number, page in enumerate(made.pages, 1):
            left, places = (16 if number % 2 else 12) * millimetre, _texts(page)
            for column in range(count):
                at = (left + column * wide - 2, left + (column + 1) * wide - 2)
                lowest = min((y for x, y in places if at[0] <= x < at[1] and y < top), default=top)
                found.append((top - lowest) / (top - bottom))
    return found


@needs_typst
@pytest.mark.parametrize(("style", "columns"), [("modern", 1), ("informant", 2)])
def test_columns_are_full(style: str, columns: int) -> None:
    """Some columns end early for a diagram, which stands at its move, and none by more than one of them."""
    Path("long.pgn").write_text(_long_games(9), encoding="utf-8")
    assert run("book", "long.pgn", "-o", "book.pdf", "--style", style).exit_code == 0
    full = _columns("book.pdf", columns)[
        3 * columns : -2 * columns
    ]  # without title, contents, signs and the last pages
    assert len(full) > 15
    assert min(full) > 0.6
    assert sum(share >= 0.85 for share in full) >= 0.6 * len(full)


def test_names_that_the_fonts_of_a_pdf_lack_are_named_there_only() -> None:
    """Cyrillic, Greek and Arabic names are set; a page has all of them as they are."""
    Path("names.pgn").write_text('[White "太郎"]\n[Black "محمد Ж Ω"]\n[Result "*"]\n\n1. e4 *\n', encoding="utf-8")
    data = book("names.pgn")
    assert setting._settable(data)["parts"][0]["items"][0]["players"] == ["U+592A-U+90CE", "محمد Ж Ω"]
    assert data["parts"][0]["items"][0]["players"][0] == "太郎"


@needs_typst
@pytest.mark.parametrize("style", ["modern", "informant"])
def test_diagrams_stand_at_their_moves(style: str) -> None:
    """Each in its game: below all moves before it and above all moves after it, by where typst has put them."""
    Path("long.pgn").write_text(_long_games(9), encoding="utf-8")
    data = book("long.pgn")
    data["look"]["style"] = style
    found = setting.places(data)
    items = [item for part in data["parts"] for game in part["items"] for item in (game, *game["items"])]
    wanted = []
    for item in items:
        if item["kind"] in ("game", "diagram"):
            wanted.append((item["kind"], item["number"]))
        elif item["kind"] == "moves":
            wanted.append(("moves", item["text"]))
    assert [(place.kind, place.what) for place in found] == wanted
    assert sum(place.kind == "diagram" for place in found) > 15
    assert [place.below for place in found] == sorted(place.below for place in found), "diagrams out of place: 0"


@needs_typst
def test_a_template_of_ones_own() -> None:
    Path("my.typ").write_text('#let data = json("book.json")\n= #data.title\n', encoding="utf-8")
    assert run("book", "game.pgn", "-o", "book.pdf", "--template", "my.typ").exit_code == 0
    Path("bad.typ").write_text("#nobody()", encoding="utf-8")
    done = run("book", "game.pgn", "-o", "other.pdf", "--template", "bad.typ")
    assert done.exit_code == 2
    assert "the template cannot be set" in done.output
    assert not Path("other.pdf").exists()


def test_a_game_with_a_fault_is_set_up_to_there() -> None:
    Path("bad.pgn").write_text(GAME.replace("Qxf7#", "Qxh8"), encoding="utf-8")
    done = run("book", "bad.pgn", "-o", "bad.json")
    assert done.exit_code == 1
    assert "3.♕h5" in Path("bad.json").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("game.pgn",), "-o FILE is missing"),
        (("game.pgn", "-o", "book.txt"), ".pdf"),
        (("game.pgn", "-o", "book.json", "--template", "my.typ"), "--template is for a .pdf"),
        (("nowhere.md", "game.pgn", "-o", "book.json"), "nowhere.md cannot be read"),
        (("game.pgn", "-o", "book.json", "--theme", "nothing"), "nothing"),
    ],
)
def test_what_makes_no_sense_is_refused(arguments: tuple[str, ...], message: str) -> None:
    done = run("book", *arguments)
    assert done.exit_code == 2
    assert message in done.output
    assert not Path("book.json").exists()


HARD = GAME.replace('A "good" start', "1 < 2 & <b> ]]> \x01").replace("Berg, Anna", "Berg & <Sons>, Anna")


def links(root: ET.Element) -> set[str]:
    return {part.attrib["href"] for part in root.iter(f"{XHTML}a")}


def test_a_book_is_one_page() -> None:
    Path("hard.pgn").write_text(HARD, encoding="utf-8")
    assert run("book", "hard.pgn", CHESS, CASTLES, "-o", "book.html").exit_code in (0, 1)
    page = Path("book.html").read_text(encoding="utf-8")
    root = ET.fromstring(page)
    ids = [part.attrib["id"] for part in root.iter() if "id" in part.attrib]
    assert len(ids) == len(set(ids)) == 3
    assert links(root) == {f"#{name}" for name in ids}
    assert "&lt;b&gt; ]]&gt;" in page
    assert not re.search(r"(src|href)=\"(?!#|data:)", page), "it loads nothing"
    words = " ".join("".join(root.find(f"{XHTML}body").itertext()).split())  # type: ignore[union-attr]
    assert "<Sons>" in words
    assert not re.search(r"\$[0-9]", words)


def test_an_epub_is_whole() -> None:
    Path("text.md").write_text("# First & last\n\nSome *fine* words.\n", encoding="utf-8")
    Path("hard.pgn").write_text(HARD, encoding="utf-8")
    made = []
    for _ in range(2):
        assert run("book", "text.md", "hard.pgn", CHESS, "-o", "book.epub", "--author", "A & B").exit_code == 0
        made.append(Path("book.epub").read_bytes())
    assert made[0] == made[1], "the same book has the same bytes"
    with ZipFile("book.epub") as archive:
        first = archive.infolist()[0]
        assert (first.filename, first.compress_type, first.header_offset) == ("mimetype", 0, 0)
        assert archive.read("mimetype") == b"application/epub+zip"
        files = {name: archive.read(name) for name in archive.namelist()}
    pages = {
        name: ET.fromstring(data) for name, data in files.items() if name.endswith((".xhtml", ".opf", ".xml", ".svg"))
    }
    package = pages["book/package.opf"]
    listed = {f"book/{item.attrib['href']}": item.attrib["id"] for item in package.iter(f"{OPF}item")}
    assert set(listed) == set(files) - {"mimetype", "META-INF/container.xml", "book/package.opf"}
    assert {ref.attrib["idref"] for ref in package.iter(f"{OPF}itemref")} == {
        listed[name] for name in listed if name.endswith(".xhtml")
    }
    places = {name.removeprefix("book/") for name in files} | {
        f"{name.removeprefix('book/')}#{part.attrib['id']}"
        for name, page in pages.items()
        for part in page.iter()
        if "id" in part.attrib
    }
    for name, page in pages.items():
        if name.endswith(".xhtml"):
            assert links(page) <= places
            assert {image.attrib["src"] for image in page.iter(f"{XHTML}img")} <= places
