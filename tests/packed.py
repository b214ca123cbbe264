"""Packs bytes in all ways that are read, with the libraries of others."""

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile
from collections.abc import Callable, Mapping

import zstandard

PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "gz": lambda data: gzip.compress(data, mtime=0),
    "bz2": bz2.compress,
    "xz": lzma.compress,
    "zst": zstandard.ZstdCompressor(write_checksum=True).compress,
}
"""By the ending of their files."""

METHODS = {"gz": "gzip", "bz2": "bzip2", "xz": "xz", "zst": "zstd"}
"""What `Unpack` calls them."""

TARS = {"pax": tarfile.PAX_FORMAT, "gnu": tarfile.GNU_FORMAT, "ustar": tarfile.USTAR_FORMAT}
ZIPS = {"stored": zipfile.ZIP_STORED, "deflate": zipfile.ZIP_DEFLATED, "bzip2": zipfile.ZIP_BZIP2}

ONE = b'[Event "one"]\n[Result "*"]\n\n1. e4 e5 2. Nf3 *\n\n'
BAD = b'[Event "bad"]\n[Result "*"]\n\n1. e4 e5 2. Ra4 *\n\n'


def tar(members: Mapping[str, bytes], form: str = "pax") -> bytes:
    """A tar archive of members by their names."""
    written = io.BytesIO()
    with tarfile.open(fileobj=written, mode="w", format=TARS[form]) as archive:
        for name, data in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return written.getvalue()


def special_tar(**fields: object) -> bytes:
    """A tar archive of one member whose header says what no honest one does, and an honest one behind it."""
    written = io.BytesIO()
    with tarfile.open(fileobj=written, mode="w", format=tarfile.GNU_FORMAT) as archive:
        info = tarfile.TarInfo("special.pgn")
        for name, value in fields.items():
            setattr(info, name, value)
        archive.addfile(info)
        honest = tarfile.TarInfo("honest.pgn")
        honest.size = len(ONE)
        archive.addfile(honest, io.BytesIO(ONE))
    return written.getvalue()


def zipped(members: Mapping[str, bytes], method: str = "deflate", comment: bytes = b"") -> bytes:
    """A zip archive of members by their names, which may be any."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", ZIPS[method]) as archive:
        for name, data in members.items():
            info = zipfile.ZipInfo("name")
            info.filename = name
            archive.writestr(info, data, ZIPS[method])
        archive.comment = comment
    return written.getvalue()
