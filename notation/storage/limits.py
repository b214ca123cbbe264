"""How far is unpacked before it is called a decompression bomb."""

from __future__ import annotations

from typing import NamedTuple


class Limits(NamedTuple):
    """How far is unpacked. ratio: bytes out for each byte in, once more than `free` came out; size: bytes out in all.

    0 is no limit. Text of games is packed to a tenth, rarely to a fiftieth; a decompression bomb to a thousandth.
    """

    ratio: int = 200
    size: int = 100 * 10**9
    free: int = 1 << 24
