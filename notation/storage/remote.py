"""Files elsewhere, through fsspec: `s3://`, `https://`, `memory://` and what else has a file system there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from fairyscore.notation.storage.source import Counted, ReadCount, SourceCode, Unreadable, as_unreadable

if TYPE_CHECKING:
    import io

    from _typeshed import WriteableBuffer

MISSING = "remote files need a package that is not installed: pip install 'fairyscore[remote]'"

WEB = ("http://", "https://")  # where a page with links is not a folder, and a question mark no pattern


class _Remote(Counted):
    """A file of fsspec, whose libraries raise whatever they like."""

    def __init__(self, inner: Any, reads: ReadCount, any_byte: bool) -> None:
        super().__init__(inner, reads)
        self._any_byte = any_byte

    def seekable(self) -> bool:
        return self._any_byte and bool(self.inner.seekable())

    def seek(self, offset: int, whence: int = 0, /) -> int:
        with as_unreadable():
            return int(self.inner.seek(offset, whence))

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        view = memoryview(buffer).cast("B")
        with as_unreadable():
            data = self.inner.read(len(view)) or b""
        view[: len(data)] = data
        self._reads.add(len(data))
        return len(data)

    def close(self) -> None:
        with as_unreadable():
            super().close()


def _system(url: str) -> tuple[Any, str]:
    """The file system of a URL, and its path there."""
    try:
        import fsspec  # type: ignore[import-untyped, import-not-found, unused-ignore]
    except ImportError:
        raise Unreadable(SourceCode.UNREADABLE_FILE, why=MISSING) from None
    with as_unreadable():
        found: tuple[Any, str] = fsspec.core.url_to_fs(url)
        return found


def opened(url: str, reads: ReadCount, any_byte: bool) -> io.RawIOBase:
    """The bytes of a file elsewhere; of the web, without `any_byte`, or where the server gives no parts, only onward.

    Raises `Unreadable`.
    """
    system, path = _system(url)
    with as_unreadable():
        if not url.startswith(WEB):
            return _Remote(system.open(path, "rb"), reads, True)
        if any_byte:
            file = _Remote(system.open(path, "rb"), reads, True)
            try:
                file.seek(max(0, _size(system, path) - 1))
                if file.read(1):
                    file.seek(0)
                    return file
            except Unreadable:
                file.close()
        return _Remote(system.open(path, "rb", block_size=0), reads, False)


def files(url: str) -> dict[str, int]:
    """The URLs of a file, of a folder or a pattern, in the order of their names -> the sizes, 0 where unknown.

    Raises `Unreadable`.
    """
    system, path = _system(url)
    with as_unreadable():
        if not url.startswith(WEB):
            if re.search(r"[*?[]", path) and not system.exists(path):
                found = (file for file in system.glob(path) if not system.isdir(file))
                return _listed(system, {file: system.info(file) for file in found})
            if system.isdir(path):
                return _listed(system, system.find(path, detail=True))
        return {url: _size(system, path)}


def _size(system: Any, path: str) -> int:
    return int(system.info(path).get("size") or 0)


def _listed(system: Any, infos: dict[str, Any]) -> dict[str, int]:
    return {str(system.unstrip_protocol(path)): int(infos[path].get("size") or 0) for path in sorted(infos)}


def name_of(url: str) -> str:
    """The name of a URL in messages: without the password in it.

    >>> name_of("ftp://anna:secret@example.org/a.pgn")
    'ftp://example.org/a.pgn'
    """
    return re.sub(r"(?<=://)[^/@\s]*@", "", url)
