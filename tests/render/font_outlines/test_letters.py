"""Labels as outlines: they have every letter the games need, stand where they should, and measure what they draw."""

import re
from importlib.resources import files

import extract_outlines
import pytest
from nightly import sampled

from fairyscore.notation.variants.registry import variant
from fairyscore.render.font_outlines.letters import CAPITAL, Anchor, FontFace, forms, letters, missing, outline, width

NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")
SOME_CHARACTERS = sampled(sorted(letters(False)), 4)


@pytest.mark.parametrize("bold", [False, True])
@pytest.mark.parametrize("name", ["chess", "cylindrical", "tor-qi", "kaleidochess", "chamaeleon", "circular-70"])
def test_every_name_on_a_board_can_be_written(name: str, bold: bool) -> None:
    game = variant(name)
    words = [*game.board.cells, game.title, *(piece.name + piece.letter for piece in game.piece_types)]
    assert missing(words, bold=bold) == {}


def test_a_capital_stands_on_its_baseline() -> None:
    """H is drawn of straight lines from the baseline up; in Noto it is 714 of 1000 units high."""
    path = outline("H", 100, x=50, y=200)
    at_x, at_y = map(float, NUMBER.findall(path)[:2])
    steps = [float(step) for step in re.findall(r"v(-?[0-9.]+)", path)]
    heights = [at_y, *(at_y := at_y + step for step in steps)]
    assert at_x > 50
    assert (max(heights), round(min(heights), 2)) == (200, round(200 - 100 * CAPITAL, 2))


@pytest.mark.parametrize(("anchor", "left"), [("start", 0), ("middle", -28.6), ("end", -57.2)])
def test_anchors(anchor: Anchor, left: float) -> None:
    """A digit is 572 units wide."""
    assert outline("1", 100, anchor) == outline("1", 100, x=left)


def test_missing_characters_are_named_and_reported_once() -> None:
    text = "a語b字語"
    assert missing([text, "語"]) == {"語": text, "字": text}
    assert outline(text, 10) == outline("aU+8A9EbU+5B57-U+8A9E", 10)
    assert width(text, 10) == width("aU+8A9EbU+5B57-U+8A9E", 10)


@pytest.mark.parametrize(
    ("text", "like"),
    [
        ("たろう", "ta-ro-u"),
        ("김 민", "gim min"),
        ("محمد", "meem-hah-meem-dal"),
        ("次郎", "U+6B21-U+90CE"),
    ],
)
def test_names_in_other_letters_are_never_boxes(text: str, like: str) -> None:
    assert outline(text, 10) == outline(like, 10)


def test_greek_and_cyrillic_names_are_drawn() -> None:
    assert missing(["Αθήνα Ὀδυσσεύς", "Турнир Їжак"]) == {}


@pytest.mark.parametrize(
    ("text", "like"),
    [
        ("Nguyễn", "Nguyen"),  # Vietnamese letters are not in the data
        ("Zu\u0308rich", "Zürich"),  # an accent behind its letter
        ("a\u0301\u0323", "a"),  # together they make ạ, and that is not in the data
        ("Fi\u2011de \ufb01ve‼ ①", "Fi-de five!! 1"),
        ("\u202f", " "),
    ],
)
def test_characters_are_written_by_what_they_are_composed_of(text: str, like: str) -> None:
    assert outline(text, 10, "end", bold=True) == outline(like, 10, "end", bold=True)
    assert width(text, 10) == width(like, 10)
    assert missing([text]) == {}


def test_control_characters_are_nothing() -> None:
    assert outline("a\x1b\u202eb", 10) == outline("ab", 10)


@pytest.mark.parametrize("size", [0.1, 7.3, 1000])
def test_numbers_have_two_decimals_at_most(size: float) -> None:
    paths = [outline(char, size, "middle", x=1 / 3, y=2 / 3) for char in SOME_CHARACTERS]
    numbers = [number for path in paths for number in NUMBER.findall(path)]
    assert len(numbers) > 2_500
    assert [number for number in numbers if not re.fullmatch(r"-?[0-9]+(\.[0-9]{1,2})?", number)] == []


def walk(path: str) -> list[tuple[float, float]]:
    """The points that a path goes through."""
    points = []
    x = y = 0.0
    for command, text in re.findall(r"([Mhvlq])([-0-9. ]+)", path):
        step = [float(number) for number in NUMBER.findall(text)]
        if command == "M":
            x, y = step
        else:
            x += 0 if command == "v" else step[-2] if len(step) > 1 else step[0]
            y += 0 if command == "h" else step[-1]
        points.append((x, y))
    return points


def test_rounding_does_not_add_up() -> None:
    """At a hundredth of the size every point is still where it was, but for its own rounding."""
    for char in SOME_CHARACTERS:
        large, small = walk(outline(char, 1000)), walk(outline(char, 10))
        off = [max(abs(x - 100 * u), abs(y - 100 * v)) for (x, y), (u, v) in zip(large, small, strict=True)]
        assert max(off, default=0) <= 0.501, char


def test_width_adds_up() -> None:
    assert width("", 10) == 0
    assert width("1J", 10) == round(width("1", 10) + width("J", 10), 2)
    assert width("1J", 20) == round(2 * width("1J", 10), 2)
    assert width("1J", 10, bold=True) > width("1J", 10)


def test_data_is_small_sorted_and_licensed() -> None:
    folder = files("fairyscore.render.font_outlines")
    texts = [folder.joinpath(name).read_text(encoding="ascii") for name in ("regular.txt", "bold.txt")]
    codes = [[int(line.split()[0], 16) for line in text.splitlines()] for text in texts]
    assert sum(map(len, texts)) < 320_000
    assert codes[0] == codes[1] == sorted(set(codes[0]) & set(extract_outlines.WANTED))
    assert "SIL OPEN FONT LICENSE Version 1.1" in folder.joinpath("OFL.txt").read_text(encoding="utf-8")


def test_fonts_become_lines() -> None:
    """A TrueType spline goes through the middle between two control points; y turns downward."""
    drawing = [
        ("moveTo", ((10, 20),)),
        ("lineTo", ((10, 0),)),
        ("qCurveTo", ((20, 0), (20, 10), (10, 20))),
        ("closePath", ()),
        ("moveTo", ((0, 0),)),
    ]
    assert extract_outlines.outline(drawing) == "m10-20v20q10 0 10-5q0-5-10-15zm-10 20"


# -- faces -------------------------------------------------------------------------------------------------------------

FACE = FontFace(10)


def test_a_text_is_cut_with_an_ellipsis() -> None:
    """No blank stands before it; where not even it has room, nothing is left."""
    wide = FACE.width("one two three")
    assert FACE.cut("one two three", wide) == "one two three"
    assert FACE.cut("one two three", wide - 0.01) == "one two thr…"
    assert FACE.cut("one two three", FACE.width("one …")) == "one…"
    assert FACE.cut("one", FACE.width("…")) == ""
    assert FACE.cut("", 0) == ""


def test_a_text_without_end_is_cut_at_four_hundred_characters() -> None:
    assert FACE.cut("x" * 500, 1e9) == "x" * 400


def test_a_text_is_split_where_it_is_too_wide() -> None:
    assert list(FACE.split_to_width("abcabc", FACE.width("abc") + 0.01)) == ["abc", "abc"]
    assert list(FACE.split_to_width("abcabc", FACE.width("abc") - 0.01)) == ["ab", "ca", "bc"]
    assert list(FACE.split_to_width("ab", 0.1)) == ["a", "b"]
    assert list(FACE.split_to_width("", 5)) == [""]


def test_faces_have_widths_of_their_own() -> None:
    widths = {FontFace(10, bold, serif=serif).width("Hamburg") for bold in (False, True) for serif in (False, True)}
    assert len(widths) == 4
    assert FontFace(20).width("a b") == pytest.approx(2 * FACE.width("a b"))
    assert FACE.blank == pytest.approx(FACE.width("a b") - FACE.width("ab"))


def test_each_form_has_its_advance() -> None:
    assert [(char, advance) for char, advance, _ in forms("1J")] == [("1", 572), ("J", 273)]
    assert "".join(char for char, _, _ in forms("語")) == "U+8A9E"


def test_similar_dashes_and_letters_with_marks_are_drawn() -> None:
    """A letter that is not in the font is drawn as its parts; control characters take no room."""
    assert outline("\u2010", 10) == outline("-", 10)
    assert outline("\u2015", 10) == outline("\u2014", 10)
    assert outline("e\u0301", 10) == outline("é", 10)
    assert width("\x01", 10) == 0


def test_characters_without_an_outline_are_told_with_their_line() -> None:
    assert missing(["Anna", "語 a", "語 b 棋"]) == {"語": "語 a", "棋": "語 b 棋"}
    assert missing(["\x01\u202e"]) == {}
