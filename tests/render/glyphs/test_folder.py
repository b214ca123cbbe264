"""A user's own pieces: good files are copied with their ids apart, anything that could run or load is refused."""

from pathlib import Path
from xml.etree.ElementTree import tostring

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairyscore.notation.variants.registry import variant
from fairyscore.render.errors import DrawingError
from fairyscore.render.glyphs.folder import LARGEST, PieceSet, load_folder, read

CHESS = variant("chess")


def svg(content: str, attributes: str = 'viewBox="0 0 10 10"') -> bytes:
    return f'<svg xmlns="http://www.w3.org/2000/svg" {attributes}>{content}</svg>'.encode()


SHAPE = '<path d="M1 1L9 9"/>'


def folder_with(path: Path, content: bytes) -> Path:
    for seat in CHESS.seats:
        for piece in CHESS.piece_types:
            (path / f"{seat.name}-{piece.name}.svg").write_bytes(content)
    return path


def written(piece_set: PieceSet, piece: tuple[int, int] = (0, 0), name: str = "wP") -> str:
    return tostring(piece_set.symbol(CHESS, piece, name).get_xml(), encoding="unicode")


def test_a_piece_is_copied_into_a_box_of_45(tmp_path: Path) -> None:
    pieces = load_folder(folder_with(tmp_path, svg(SHAPE)), CHESS)
    assert written(pieces) == (
        '<g id="wP" class="glyph" transform="translate(0 0) scale(4.5)"><path d="M1 1L9 9" /></g>'
    )


def test_a_box_that_is_no_square_stands_in_the_middle(tmp_path: Path) -> None:
    pieces = load_folder(folder_with(tmp_path, svg(SHAPE, 'viewBox="10 0 45 90"')), CHESS)
    assert 'transform="translate(6.25 0) scale(0.5)"' in written(pieces)


def test_short_names_will_do(tmp_path: Path) -> None:
    for file in folder_with(tmp_path, svg(SHAPE)).glob("black-*.svg"):
        piece = next(piece for piece in CHESS.piece_types if piece.name in file.name)
        file.rename(tmp_path / f"b{piece.letter}.svg")
    assert len(load_folder(tmp_path, CHESS).pictures) == 12


def test_ids_of_two_pieces_do_not_meet(tmp_path: Path) -> None:
    gradient = '<defs><linearGradient id="a"><stop offset="0"/></linearGradient></defs>'
    shapes = f'{gradient}<path d="M1 1L9 9" style="fill:url(#a);-inkscape-font:x" stroke="url(#a) red"/>'
    text = written(load_folder(folder_with(tmp_path, svg(shapes)), CHESS), name="bK")
    assert 'id="bK-a"' in text
    assert 'fill="url(#bK-a)" stroke="url(#bK-a) red"' in text
    assert "inkscape" not in text


def test_what_programs_note_for_themselves_is_left_out(tmp_path: Path) -> None:
    notes = (
        '<metadata><x xmlns="urn:x"/></metadata><title>t</title><s:namedview xmlns:s="urn:sodipodi"/><!-- c -->'
        '<path d="M1 1L9 9" class="c" s:role="x" xmlns:s="urn:sodipodi" data-x="y"/>'
    )
    data = b'<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd">' + svg(notes)
    assert written(load_folder(folder_with(tmp_path, data), CHESS)).endswith('><path d="M1 1L9 9" /></g>')


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (svg("<script>1</script>" + SHAPE), "an element script"),
        (svg(SHAPE, 'viewBox="0 0 9 9" onload="x()"'), "a script in the attribute onload"),
        (svg('<path d="M1 1" onclick="x()"/>'), "a script in the attribute onclick"),
        (svg('<path d="M1 1" ONCLICK="x()"/>'), "a script in the attribute ONCLICK"),
        (svg("<foreignObject/>" + SHAPE), "an element foreignObject"),
        (svg('<image href="x.png"/>' + SHAPE), "an element image"),
        (svg('<a href="javascript:x()">' + SHAPE + "</a>"), "an element a"),
        (svg("<style>path{}</style>" + SHAPE), "write its styles as attributes"),
        (svg("<text>K</text>"), "turn its text into paths"),
        (svg("<use/>" + SHAPE), "unlink its clones"),
        (svg("<g><animate/></g>" + SHAPE), "an element animate"),
        (svg('<linearGradient href="http://x/y#a"/>' + SHAPE), "something outside, http://x/y#a"),
        (svg('<path d="M1 1" fill="url(http://x/y#a)"/>'), "something outside, http://x/y#a"),
        (svg('<path d="M1 1" style="fill: URL( \'x.svg#a\' )"/>'), "something outside, x.svg#a"),
        (svg('<path d="M1 1" fill="url(x"/>'), "something outside, url(x"),
        (svg('<path d="M1 1" fill="u\\72l(x)"/>'), "a backslash"),
        (svg(""), "shows nothing"),
        (svg("<title>king</title><g/>"), "shows nothing"),
        (svg(SHAPE, ""), "no viewBox"),
        (svg(SHAPE, 'viewBox="0 0 0 10"'), "no viewBox"),
        (svg(SHAPE, 'viewBox="0 0 1e9 10"'), "no viewBox"),
        (svg(SHAPE, 'viewBox="-1e9 0 10 10"'), "no viewBox"),
        (svg(SHAPE, 'width="10mm" height="10mm"'), "no viewBox"),
        (svg("<g>" * 40 + SHAPE + "</g>" * 40), "nested more than"),
        (b"<svg viewBox='0 0 9 9'/>", "not an svg element"),
        (b"<html/>", "not an svg element"),
        (b"<svg", "not XML"),
        (b"", "not XML"),
        (b"\xff\xfe<", "not UTF-8"),
        (b'<!DOCTYPE svg [<!ENTITY a "b">]>' + svg(SHAPE), "declares entities"),
    ],
)
def test_refused(data: bytes, message: str) -> None:
    with pytest.raises(DrawingError, match=r"^it(s|) ") as caught:
        read(data)
    assert message in str(caught.value)


def refusal(data: bytes) -> str:
    """Why a file is refused; empty where it is not."""
    try:
        read(data)
    except DrawingError as fault:
        return str(fault)
    return ""


PIECES = ["<g>", "</g>", "<path d='M1 1'", "/>", " fill='url(#a)'", " style='fill:", "url(", ")", "'", ">", "&", "<!--"]


@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=5)).map("".join).map(svg) | st.binary())
def test_nothing_else_is_ever_raised(data: bytes) -> None:
    assert refusal(data).isprintable()


@pytest.mark.parametrize("text", ["url(", "url( ", "url('", "<!DOCTYPE ", " ", "1", "1e", ";", "style:url(#a);"])
def test_long_values_are_read_in_one_go(text: str) -> None:
    """Some 200,000 characters of it: where reading took more than linear time this would not end."""
    long = text * (LARGEST // len(text) - 100)
    value = long.replace("<", "&lt;")
    for data in (svg(f'<path d="M1 1" style="{value}"/>'), svg(SHAPE, f'viewBox="{value}"'), long.encode()):
        assert len(refusal(data)) < 300


def test_deep_files_are_no_trouble() -> None:
    data = svg("<g>" * 25_000 + "</g>" * 25_000)
    with pytest.raises(DrawingError, match="nested"):
        read(data)


def test_width_and_height_are_a_box() -> None:
    assert read(svg(SHAPE, 'width="45" height="45px"')).box == (0, 0, 45, 45)


def test_a_missing_piece_is_named(tmp_path: Path) -> None:
    (folder_with(tmp_path, svg(SHAPE)) / "black-king.svg").unlink()
    with pytest.raises(DrawingError, match=r"lacks black-king\.svg or bK\.svg$"):
        load_folder(tmp_path, CHESS)


def test_an_empty_folder_lacks_them_all(tmp_path: Path) -> None:
    with pytest.raises(DrawingError, match=r"lacks white-pawn\.svg or wP\.svg, .*, and 7 more$"):
        load_folder(tmp_path, CHESS)


def test_the_file_is_named(tmp_path: Path) -> None:
    (folder_with(tmp_path, svg(SHAPE)) / "white-queen.svg").write_bytes(svg("<script/>"))
    with pytest.raises(DrawingError, match=r"white-queen\.svg cannot be a piece: it has an element script"):
        load_folder(tmp_path, CHESS)


def test_no_folder(tmp_path: Path) -> None:
    with pytest.raises(DrawingError, match="there is no folder"):
        load_folder(tmp_path / "none", CHESS)


def test_a_file_that_is_too_large(tmp_path: Path) -> None:
    (folder_with(tmp_path, svg(SHAPE)) / "white-queen.svg").write_bytes(svg(SHAPE + " " * LARGEST))
    with pytest.raises(DrawingError, match="more than 200,000 bytes"):
        load_folder(tmp_path, CHESS)


def test_another_game_s_piece(tmp_path: Path) -> None:
    pieces = load_folder(folder_with(tmp_path, svg(SHAPE)), CHESS)
    with pytest.raises(DrawingError, match="not loaded for white's camel"):
        pieces.symbol(variant("cylindrical"), (0, 1), "x")
