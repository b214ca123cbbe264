"""Drawings looked at pixel by pixel: what a PNG shows, without any library but the one that made it."""

import struct
import zlib
from importlib.util import find_spec

import pytest

needs_png = pytest.mark.skipif(
    find_spec("resvg_py") is None,
    reason="NO PICTURE WAS LOOKED AT: resvg-py is missing; pip install 'fairyscore[png]' to test what drawings show",
)

Pixel = tuple[int, int, int]


class Png:
    """The pixels of a PNG with eight bits a channel, red, green, blue and opacity, as the renderer writes it."""

    def __init__(self, data: bytes) -> None:
        assert data[:8] == b"\x89PNG\r\n\x1a\n"
        self.width, self.height, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", data[16:29])
        assert (depth, colour, interlaced) == (8, 6, 0)
        packed, at = b"", 8
        while at < len(data):
            (length,) = struct.unpack(">I", data[at : at + 4])
            if data[at + 4 : at + 8] == b"IDAT":
                packed += data[at + 8 : at + 8 + length]
            at += 12 + length
        self.rows = list(self._rows(zlib.decompress(packed)))

    def _rows(self, raw: bytes) -> "list[bytearray]":
        stride, before, rows = 4 * self.width, bytearray(4 * self.width), []
        for start_ in range(0, len(raw), stride + 1):
            kind, line = raw[start_], bytearray(raw[start_ + 1 : start_ + 1 + stride])
            if kind == 2:
                line = bytearray((byte + up) & 255 for byte, up in zip(line, before, strict=True))
            elif kind:
                for i in range(stride):
                    left, corner = (line[i - 4], before[i - 4]) if i > 3 else (0, 0)
                    guess = left if left == before[i] == corner else _predicted(kind, left, before[i], corner)
                    line[i] = (line[i] + guess) & 255
            rows.append(line)
            before = line
        return rows

    def at(self, x: float, y: float) -> Pixel:
        """The colour at a place, from 0 to 1 in both directions."""
        row, column = int(y * self.height), int(x * self.width)
        red, green, blue = self.rows[row][4 * column : 4 * column + 3]
        return red, green, blue


def _predicted(kind: int, left: int, up: int, corner: int) -> int:
    if kind == 1:
        return left
    if kind == 3:
        return (left + up) // 2
    guess = left + up - corner
    return min((left, up, corner), key=lambda value: abs(guess - value))
