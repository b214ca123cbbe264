"""What is done to the bytes of a file until they are those of a member: a part is taken, or something is unpacked.

The member `a.pgn` of a `.tar.gz` is `(Unpack("gzip"), ByteRange(512, 700))`; one of a `.zip` is
`(ByteRange(37, 300), Unpack("deflate"), Check(700, crc))`. `opening.py` does them.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from fairyscore.notation.storage.limits import Limits


class ByteRange(NamedTuple):
    """So many bytes from an offset on."""

    offset: int
    size: int


class Unpack(NamedTuple):
    """Unpack by a method of `unpacking.DECODERS`."""

    method: str
    limits: Limits = Limits()


class Recognise(NamedTuple):
    """Unpack what begins like a packed file, and pass on what does not: for a pipe, which nobody can look into before."""

    limits: Limits = Limits()


class Check(NamedTuple):
    """See that so many bytes with this CRC-32 come, as the archive says."""

    size: int
    crc: int


class Onward(NamedTuple):
    """Go forward only, from the first byte on: many web servers give a file only as a whole."""


class Hold(NamedTuple):
    """Keep all of it in memory, at most so many bytes: for an archive that has to be read to and fro."""

    most: int


Step: TypeAlias = ByteRange | Unpack | Recognise | Check | Onward | Hold
