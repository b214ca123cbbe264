"""Files elsewhere, through fsspec: `s3://`, `https://`, `memory://` and what else has a file system there."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from fairyscore.notation.records.diagnostics import RecordCode
from fairyscore.notation.storage.members import NotReadable
from fairyscore.notation.text import shown

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

MISSING = "remote files need a package that is not installed: pip install 'fairyscore[remote]'"

WEB = ("http://", "https://")
"""Where a page with links is no folder, and a question mark no pattern."""

_CREDENTIALS = re.compile(r"(?<=://)[^/@\s]*@")


class RemoteFile(NamedTuple):
    """A file there: its URL, and its size, 0 where nobody knows."""

    url: str
    size: int


class _Remote(io.RawIOBase):
    """A file of fsspec, whose libraries raise whatever they like."""

    def __init__(self, inner: Any, any_byte: bool) -> None:
        self._inner = inner
        self._any_byte = any_byte

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return self._any_byte and bool(self._inner.seekable())

    def seek(self, offset: int, whence: int = 0, /) -> int:
        with _as_system():
            return int(self._inner.seek(offset, whence))

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        view = memoryview(buffer).cast("B")
        with _as_system():
            data = self._inner.read(len(view))
        view[: len(data)] = data
        return len(data)

    def close(self) -> None:
        if not self.closed:
            with _as_system():
                self._inner.close()
        super().close()


@contextmanager
def _as_system() -> Iterator[None]:
    """Whatever is raised comes as `NotReadable`, in one line that is fit for a terminal."""
    try:
        yield
    except NotReadable:
        raise
    except ImportError as fault:
        raise NotReadable(RecordCode.UNREADABLE_FILE, why=shown(str(fault))) from None
    except Exception as fault:
        why = (isinstance(fault, OSError) and fault.strerror) or str(fault) or type(fault).__name__
        missing = isinstance(fault, FileNotFoundError)
        raise NotReadable(RecordCode.UNREADABLE_FILE, why="it is not there" if missing else shown(why)) from None


def _system(url: str) -> tuple[Any, str]:
    """The file system of a URL, and its path there."""
    try:
        import fsspec  # type: ignore[import-untyped, import-not-found, unused-ignore]
    except ImportError:
        raise NotReadable(RecordCode.UNREADABLE_FILE, why=MISSING) from None
    with _as_system():
        found: tuple[Any, str] = fsspec.core.url_to_fs(url)
        return found


def opened(url: str, any_byte: bool = True) -> io.RawIOBase:
    """The bytes of a file elsewhere; of the web, without `any_byte` in one go. Raises `NotReadable`."""
    system, path = _system(url)
    in_one_go = {"block_size": 0} if url.startswith(WEB) and not any_byte else {}
    with _as_system():
        return _Remote(system.open(path, "rb", **in_one_go), not in_one_go)


def gives_parts(url: str) -> bool:
    """Whether a file elsewhere can be read from any byte. Raises `NotReadable` where it is not there."""
    with opened(url) as file:
        try:
            file.seek(max(0, size(url) - 1))
            return bool(file.read(1))
        except NotReadable:
            return False


def found(url: str) -> Iterator[RemoteFile] | None:
    """The files of a folder or a pattern, in the order of their names; None for a URL that is one file."""
    if url.startswith(WEB):
        return None
    system, path = _system(url)
    with _as_system():
        if re.search(r"[*?[]", path) and not system.exists(path):
            return _listed(system, {path: system.info(path) for path in system.glob(path) if not system.isdir(path)})
        if system.isdir(path):
            return _listed(system, system.find(path, detail=True))
    return None


def size(url: str) -> int:
    """How large a file elsewhere is, 0 where nobody says."""
    system, path = _system(url)
    with _as_system():
        return int(system.info(path).get("size") or 0)


def _listed(system: Any, infos: dict[str, Any]) -> Iterator[RemoteFile]:
    for path in sorted(infos):
        yield RemoteFile(str(system.unstrip_protocol(path)), int(infos[path].get("size") or 0))


def name_of(url: str) -> str:
    """What a URL is called in messages: without the password in it.

    >>> name_of("ftp://anna:secret@example.org/a.pgn")
    'ftp://example.org/a.pgn'
    """
    return _CREDENTIALS.sub("", url)
