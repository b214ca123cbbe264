"""The position in a drawing is read back; any other bytes are refused in one sentence."""

import pytest
from drawn import middle, start
from hypothesis import given
from hypothesis import strategies as st

from fairyscore.notation.variants import GAMES
from fairyscore.render.drawing import diagram
from fairyscore.render.embed import LONGEST, read
from fairyscore.render.errors import DrawingError

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:fs="urn:fairyscore:diagram">'


def held(attributes: str) -> bytes:
    return f"{HEAD}<metadata><fs:diagram {attributes}/></metadata></svg>".encode()


@pytest.mark.parametrize("name", [*GAMES, "kaleidochess:players=4,dice", "chamaeleon:start=drop"])
def test_positions_come_back(name: str) -> None:
    for shown in (start(name), middle(name)) if name in GAMES else (start(name),):
        drawn = diagram(shown).svg()
        assert f' ply="{shown.ply}"' in drawn
        found = read(drawn.encode())
        assert found == shown.position
        again = diagram(found, theme="print")
        assert read(again.svg().encode()) == shown.position


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "is not an SVG"),
        (b"\x00\x01", "is not an SVG"),
        (b"not xml", "is not an SVG"),
        (b"<svg", "is not an SVG"),
        (b"<svg/>", "holds no position"),
        (b'<?xml version="1.0" encoding="nonsense"?><svg/>', "is not an SVG"),
        (b'<!DOCTYPE svg [<!ENTITY a "aaaa">]><svg>&a;</svg>', "has a document type"),
        (b"<a>" * 50_000, "is not an SVG"),
        (b" " * (LONGEST + 1), "has more than"),
        (held('version="1" variant="chess"'), "holds no position"),
        (held('version="3" variant="chess" position="x"'), "of version 3; this program reads 1 and 2"),
    ],
)
def test_other_files_are_refused(data: bytes, message: str) -> None:
    with pytest.raises(DrawingError) as caught:
        read(data)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("attributes", "message"),
    [
        ('version="1" variant="chess" position="8/8"', "the drawing's position cannot be read"),
        ('version="1" variant="nonsense" position="8/8"', "there is no variant 'nonsense'"),
        ('version="1" variant="chess" position="\u202e"', "the drawing's position cannot be read"),
    ],
)
def test_nonsense_in_a_drawing_is_refused(attributes: str, message: str) -> None:
    with pytest.raises(DrawingError) as caught:
        read(held(attributes))
    assert message in str(caught.value)
    assert str(caught.value).isprintable()


@given(st.binary(max_size=300))
def test_any_bytes_are_refused_without_an_error(data: bytes) -> None:
    with pytest.raises(DrawingError):
        read(data)
