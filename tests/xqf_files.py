"""Files of XQF for tests: a small writer, the dresses in which such files come, and a few games in each."""

from collections.abc import Sequence
from itertools import cycle
from typing import NamedTuple

USUAL = (
    *(80, 70, 60, 50, 40, 30, 20, 10, 0, 72, 12, 83, 63, 43, 23, 3),
    *(9, 19, 29, 39, 49, 59, 69, 79, 89, 17, 77, 6, 26, 46, 66, 86),
)
"""The pieces as the description of the format gives them."""
TREE = 0x400
KEY_TEXT = b"[(C) Copyright Mr. Dong Shiwei.]"
PLACES = {"title": (0x50, 64), "event": (0xD0, 64), "date": (0x110, 16), "place": (0x120, 16), "red": (0x130, 16)}
PLACES |= {"black": (0x140, 16), "commentator": (0x1D0, 16), "author": (0x1E0, 16)}


class Move(NamedTuple):
    """A move with what stands behind it; its points as the format has them."""

    points: tuple[int, int]
    comment: str = ""
    next: Sequence["Move"] = ()


class File:
    """Writes files of XQF: a version, and for those that are scrambled the bytes of the header from 3 to 15."""

    def __init__(self, version: int = 10, keys: bytes = bytes(13)) -> None:
        self.version, self.keys = version, keys if version > 10 else bytes(13)
        sums, pieces, origin, target = self.keys[9:]
        scale = 1 if version > 10 else 0
        self.pieces = scale * (54 * pieces**2 + 221) * pieces % 256
        self.origin = scale * (54 * origin**2 + 221) * self.pieces % 256
        self.target = scale * (54 * target**2 + 221) * self.origin % 256
        self.length = scale * ((256 * sums + pieces) % 32000 + 767)
        masks = [key & self.keys[0] | more for key, more in zip(self.keys[9:], self.keys[5:9], strict=True)]
        self.stream = [sign & mask for sign, mask in zip(KEY_TEXT, cycle(masks), strict=False)]

    def header(
        self, places: Sequence[int] = USUAL, *, result: int = 0, black_first: bool = False, **texts: str
    ) -> bytes:
        data = bytearray(TREE)
        data[:16] = b"XQ" + bytes([self.version]) + self.keys
        for number, place in enumerate(places):
            moved = (number - self.pieces - 1) % 32 if self.version >= 12 else number
            data[16 + moved] = (place + self.pieces) % 256
        data[0x32], data[0x33] = black_first, result
        for name, text in texts.items():
            (at, size), inside = PLACES[name], text.encode("gb18030")
            data[at : at + size] = bytes([len(inside)]) + inside[: size - 1].ljust(size - 1, b"\0")
        return bytes(data)

    def tree(self, moves: Sequence[Move] = (), intro: str = "") -> bytes:
        """The tree of moves, scrambled."""
        plain = self.node(Move((0, 0), intro, moves), other=False)
        return bytes((byte + key) % 256 for byte, key in zip(plain, cycle(self.stream), strict=False))

    def node(self, move: Move, *, other: bool) -> bytes:
        """A move and all behind it, not scrambled. other: whether one stands in its place."""
        text = move.comment.encode("gb18030")
        size = (len(text) + self.length).to_bytes(4, "little")
        flags = (0xF0 if move.next else 0) | (0x0F if other else 0)
        if self.version > 10:
            flags = (0x80 if move.next else 0) | (0x40 if other else 0) | (0x20 if text else 0)
            size = size if text else b""
        begin = (move.points[0] + 24 + self.origin) % 256, (move.points[1] + 32 + self.target) % 256
        behind = b"".join(self.node(one, other=one is not move.next[-1]) for one in move.next)
        return bytes([*begin, flags, 0]) + size + text + behind


PLAIN = File()
DRESSES = {
    "version 1.0": PLAIN,
    "version 0.9": File(9),
    "version 1.1": File(11, bytes([0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 3, 7, 11])),
    "version 1.1, a mask": File(11, bytes([0xFF, 0, 0, 0, 0, 0, 0, 0, 0, 93, 44, 201, 250])),
    "version 1.1, bits": File(11, bytes([0, 1, 2, 3, 4, 17, 34, 68, 136, 250, 1, 1, 254])),
    "version 1.2": File(12, bytes([0, 0, 0, 0, 0, 0, 0, 0, 0, 77, 101, 13, 27])),
    "version 1.2, a mask": File(12, bytes([0x5A, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255])),
    "version 1.2, bits": File(12, bytes([0x24, 9, 9, 9, 9, 129, 66, 36, 24, 128, 64, 32, 16])),
    "version 1.2, all bits": File(12, bytes([0xFF, 0, 0, 0, 0, 255, 255, 255, 255, 1, 9, 9, 9])),
    "version 1.5": File(15, bytes([0x0F, 0, 0, 0, 0, 1, 2, 4, 8, 31, 32, 33, 34])),
    "version 1.8": File(18, bytes([0xF0, 7, 7, 7, 7, 8, 4, 2, 1, 200, 30, 3, 99])),
    "version 1.8, no keys": File(18),
}


def files() -> list[bytes]:
    """A game with a variation and comments, in each dress."""
    other = [Move((77, 47), "正着", [Move((10, 22)), Move((70, 62))]), Move((19, 27), "a good move")]
    tree = [Move((72, 42), "炮", other), Move((23, 24))]
    return [
        file.header(result=1, red="柳大华", date="1997年11月16日", event="全国赛") + file.tree(tree, "开局")
        for file in DRESSES.values()
    ]
