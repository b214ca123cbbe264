"""Packed streams: all that was packed comes out, and of a broken or monstrous one what came before, with its reason."""

import io
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from packed import METHODS, PACKERS

from fairyscore.notation.storage.source import Limits, SourceCode, Unreadable
from fairyscore.notation.storage.unpacking import unpacked as unpacked_stream
from fairyscore.notation.storage.unpacking import zip_member

NO_LIMITS = Limits(0, 0)
ENDINGS = st.sampled_from(sorted(PACKERS))
TEXT = b"".join(b"%d. e4 e5 " % number for number in range(3000))


def unpacked(
    data: bytes, ending: str, limits: Limits = NO_LIMITS, piece: int = 1000
) -> tuple[bytes, Unreadable | None]:
    """All that comes out, read in pieces of a size; and what was raised then."""
    stream = unpacked_stream(io.BytesIO(data), METHODS[ending], limits)
    out = bytearray()
    try:
        while part := stream.read(piece):
            assert len(part) <= piece
            out += part
    except Unreadable as fault:
        return bytes(out), fault
    return bytes(out), None


@given(ENDINGS, st.lists(st.binary(max_size=300), min_size=1, max_size=4), st.integers(1, 400))
def test_frames_after_each_other_are_one_file(ending: str, parts: list[bytes], piece: int) -> None:
    data = b"".join(map(PACKERS[ending], parts))
    assert unpacked(data, ending, piece=piece) == (b"".join(parts), None)


@given(ENDINGS, st.integers(0, 10**6))
def test_cut_off_anywhere(ending: str, place: int) -> None:
    data = PACKERS[ending](TEXT)
    out, fault = unpacked(data[: place % len(data)], ending)
    assert TEXT.startswith(out)
    assert fault is not None
    assert fault.code is SourceCode.DAMAGED_ARCHIVE
    assert fault.facts["why"] == "it ends in the middle"


@given(ENDINGS, st.integers(0, 10**6), st.integers(1, 255))
def test_a_changed_byte_is_found_or_does_no_harm(ending: str, place: int, change: int) -> None:
    data = bytearray(PACKERS[ending](TEXT))
    data[place % len(data)] ^= change
    out, fault = unpacked(bytes(data), ending)
    assert fault is not None or out == TEXT


@given(ENDINGS, st.binary(max_size=200))
def test_garbage_is_never_more_than_damaged(ending: str, data: bytes) -> None:
    _, fault = unpacked(PACKERS[ending](b"")[:6] + data, ending)
    assert fault is None or fault.code is SourceCode.DAMAGED_ARCHIVE


def test_what_stands_after() -> None:
    assert unpacked(PACKERS["gz"](b"game") + b"\0" * 100_000, "gz") == (b"game", None)
    assert unpacked(PACKERS["xz"](b"game") + b"\0" * 8, "xz") == (b"game", None)
    out, fault = unpacked(PACKERS["gz"](b"game") + b"rubbish", "gz")
    assert out == b"game"
    assert fault is not None


@pytest.mark.parametrize("ending", PACKERS)
def test_a_bomb_ends_at_its_ratio(ending: str) -> None:
    data = PACKERS[ending](b"\0" * 8_000_000)
    limits = Limits(ratio=200, free=300_000)
    out, fault = unpacked(data, ending, limits, piece=1 << 16)
    assert fault is not None
    assert fault.code is SourceCode.UNPACKING_LIMIT
    assert fault.facts["why"] == "unpacks to more than 200 times its size"
    assert len(out) == max(limits.free, limits.ratio * len(data)) or limits.free < limits.ratio * len(data)
    assert unpacked(data, ending, Limits(ratio=0), piece=1 << 16)[1] is None


@pytest.mark.parametrize("ending", PACKERS)
def test_a_small_text_may_be_as_even_as_it_likes(ending: str) -> None:
    assert unpacked(PACKERS[ending](b"\n" * 1_000_000), ending, Limits())[1] is None


@given(ENDINGS, st.integers(1, len(TEXT) + 100))
def test_all_up_to_the_size_that_is_allowed_comes_out(ending: str, size: int) -> None:
    out, fault = unpacked(PACKERS[ending](TEXT), ending, Limits(size=size))
    assert out == TEXT[:size]
    assert (fault is None) == (size >= len(TEXT))
    assert fault is None or fault.code is SourceCode.UNPACKING_LIMIT


def test_zstandard_wants_a_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "zstandard", None)
    monkeypatch.setitem(sys.modules, "compression", None)
    with pytest.raises(Unreadable) as caught:
        unpacked_stream(io.BytesIO(b""), "zstd", NO_LIMITS)
    assert "pip install 'fairyscore[zst]'" in str(caught.value.facts["why"])


@pytest.mark.parametrize(("size", "crc", "why"), [(4, 0x12345678, "checksum"), (5, 0xD87F7E0C, "length")])
def test_what_an_archive_says_is_checked(size: int, crc: int, why: str) -> None:
    """All bytes are given before the fault is raised."""
    assert zip_member(io.BytesIO(b"test"), 4, 0xD87F7E0C, 4, NO_LIMITS).read() == b"test"
    member = zip_member(io.BytesIO(b"test"), size, crc, 4, NO_LIMITS)
    assert member.read(9) == b"test"
    with pytest.raises(Unreadable) as caught:
        member.read(9)
    assert why in caught.value.facts["why"]
