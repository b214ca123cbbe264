"""From paths to sources: files, folders walked through, globs, compressed files, archives, URLs, `-`."""

# ruff: noqa: PTH110, PTH112, PTH113, PTH116, PTH118, PTH123, PTH206, PTH207
# A path may hold any bytes, and stays the text that it was.

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache, partial
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from fairyscore.notation.storage.source import (
    ARCHIVES,
    BORDER,
    HEAD,
    STDIN,
    Counted,
    Limits,
    ReadCount,
    Source,
    SourceCode,
    Unreadable,
    file_at,
    is_requested,
    is_url,
    kind_of,
    system_reason,
)
from fairyscore.notation.text import shown

if TYPE_CHECKING:
    import io

    from fairyscore.notation.storage.remote import RemoteFile

SUFFIXES = (".pgn",)
"""What is taken from folders and archives, if nothing else is asked for."""

MAIL_SUFFIXES = (".eml", ".mbox")
"""Letters, which are taken from folders too."""

MAGIC = frozenset("*?[")

ANY_FOLDERS = "**"

_NO_MAIL = frozenset((b"[", b"", b"{", b"%", b";", b"1"))
"""First bytes of records; most files need no second look."""

Found = Iterator[Source | Unreadable]


class _Request(NamedTuple):
    """What is looked for. suffixes: as for `sources`. whole: archives come as the files that they are."""

    suffixes: tuple[str, ...]
    limits: Limits
    whole: bool = False


def sources(
    paths: Iterable[str],
    suffixes: tuple[str, ...] = SUFFIXES,
    limits: Limits = Limits(),  # noqa: B008 (immutable)
) -> Found:
    """What the paths name, one by one, in the order of the paths, folders in the order of names; found as it is asked for.

    suffixes: of the files that are taken from folders and archives, in small letters; packed ones have another behind it
    (`.pgn.gz`). A path that is no file may be a pattern (`games/**/*.pgn`), a member of an archive as diagnostics call it
    (`a.zip!one.pgn`), or a URL for fsspec. Raises nothing: what cannot be opened comes as `Unreadable`, in its place.
    """
    yield from _all(paths, _Request(suffixes, limits))


def files(paths: Iterable[str], suffixes: tuple[str, ...] = SUFFIXES) -> Iterator[Source]:
    """The files that `sources` looks into, as they lie there: for their sizes."""
    for found in _all(paths, _Request(suffixes, Limits(), whole=True)):
        if isinstance(found, Source):
            yield found


def only(path: str, limits: Limits = Limits()) -> Source | Unreadable:  # noqa: B008 (immutable)
    """The one source of a path, for commands that read one file: an archive of several members is refused."""
    if path != STDIN and os.path.isdir(path):
        return Source(path, path, plain=True)  # opening it says what the matter is
    first, *more = islice(sources([path], SUFFIXES, limits), 2)
    if not more:
        return first
    what = f"{shown(path)} holds several files; name one: {shown(first.name)}"
    return Unreadable(SourceCode.NO_RECORDS, path, what=what)


def _all(paths: Iterable[str], request: _Request) -> Found:
    for path in paths:
        if path == STDIN:
            yield _piped("<stdin>", STDIN, request)
        elif ":" in path and is_url(path):
            yield from _remote(path, request)
        else:
            yield from _local(path, request)


def _piped(name: str, path: str, request: _Request) -> Source:
    return Source(name, path, once=True, raw=partial(_pipe, path, request.limits))


def _pipe(path: str, limits: Limits, reads: ReadCount, _any_byte: bool) -> io.RawIOBase:
    from fairyscore.notation.storage.unpacking import recognised

    return recognised(file_at(path, reads), limits)


# -- on this machine ---------------------------------------------------------------------------------------------------


def _local(path: str, request: _Request) -> Found:
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        yield from _no_file(path, request)
        return
    if stat.S_ISDIR(status.st_mode):
        yield from _walked(path, request)
    elif stat.S_ISREG(status.st_mode):
        yield from _file(path, request)
    elif stat.S_ISFIFO(status.st_mode) or _is_terminal_or_null(path, status):
        yield _piped(path, path, request)  # who names it knows what comes from it
    else:
        yield _unreadable(path, "it is a device or a socket")


def _is_terminal_or_null(path: str, status: os.stat_result) -> bool:
    """Whether a device comes to an end; `/dev/zero` does not."""
    if not stat.S_ISCHR(status.st_mode):
        return False
    if status.st_rdev == os.stat(os.devnull).st_rdev:
        return True
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NOCTTY", 0))
    except OSError:
        return False
    try:
        return os.isatty(descriptor)
    finally:
        os.close(descriptor)


def _no_file(path: str, request: _Request) -> Found:
    """What a path means that is not there as it stands."""
    place = path.find(BORDER)
    while place > 0:
        if os.path.isfile(path[:place]):
            yield from _picked(path[:place], path, request)
            return
        place = path.find(BORDER, place + 1)
    if MAGIC.isdisjoint(path):
        yield Source(path, path, plain=True)  # opening it says what the matter is
        return
    found = False
    for match in matches(path):
        found = True
        if os.path.exists(match):
            yield from _local(match, request)
        else:
            yield Source(match, match, plain=True)  # a link that leads nowhere
    if not found:
        yield Unreadable(SourceCode.NO_RECORDS, path, what=f"no file matches {shown(path)}")


def matches(pattern: str) -> Iterator[str]:
    """The paths that a pattern stands for, where no shell has written them out, in the order of their names.

    `*` and `?` stand for characters of one name, `[abc]` for one of them, `**` for any number of folders. Links to folders
    are followed where a name is written or matched, and never by `**`, so that a loop of links has an end.
    """
    from glob import glob, has_magic

    parts = pattern.split(os.sep)
    if ANY_FOLDERS not in parts:
        yield from sorted(glob(pattern))
        return
    place = parts.index(ANY_FOLDERS)
    head = os.sep.join(parts[:place]) or (os.sep if place else "")
    roots = sorted(glob(head)) if has_magic(head) else [head]
    for root in roots:
        for path in _below(root or os.curdir):
            inside = os.path.relpath(path, root or os.curdir)
            if fits(inside.split(os.sep), parts[place:]):
                yield os.path.join(root, inside)


def _below(root: str) -> Iterator[str]:
    """The files below a folder, in the order of names; hidden folders are passed over, as shells do."""
    for here, folders, files in os.walk(root):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            yield os.path.join(here, name)


def fits(names: list[str], pattern: list[str]) -> bool:
    """Whether folders and a file match a pattern, part by part.

    >>> fits(["a", "b", "c.pgn"], ["**", "*.pgn"]), fits(["c.pgn"], ["**", "x", "*.pgn"])
    (True, False)
    """
    from fnmatch import fnmatchcase

    @cache
    def fits_from(name: int, part: int) -> bool:
        if part == len(pattern) or (name == len(names) and pattern[part] != ANY_FOLDERS):
            return part == len(pattern) and name == len(names)
        if pattern[part] == ANY_FOLDERS:
            return fits_from(name, part + 1) or (name < len(names) and fits_from(name + 1, part))
        hidden = names[name].startswith(".") and not pattern[part].startswith(".")
        return not hidden and fnmatchcase(names[name], pattern[part]) and fits_from(name + 1, part + 1)

    return fits_from(0, 0)


def _picked(archive: str, name: str, request: _Request) -> Found:
    """The member of an archive that diagnostics call so."""
    found = False
    for source in _file(archive, request._replace(suffixes=("",))):
        if source.name in (name, archive):  # the archive itself is refused
            found = True
            yield source
    if not found:
        yield Unreadable(SourceCode.NO_RECORDS, name, what=f"there is no {shown(name)}")


def _file(path: str, request: _Request) -> Found:
    """A file that is there: itself, or what is in it."""
    try:
        with open(path, "rb", buffering=0) as stream:
            head = stream.read(HEAD)
            kind = kind_of(head)
            size = os.fstat(stream.fileno()).st_size
    except (OSError, ValueError):
        yield Source(path, path, plain=True)  # opening it says what the matter is
        return
    if kind:
        yield from _packed(Source(path, path, size), kind, request)
    elif not request.whole and head[:1] not in _NO_MAIL and _is_mail(head):
        yield Source(path, path, size, raw=partial(_letters, path))
    else:
        yield Source(path, path, size, plain=True)


def _is_mail(head: bytes) -> bool:
    from fairyscore.notation.mail.containers import is_mail

    return is_mail(head)


def _letters(path: str, reads: ReadCount, _any_byte: bool) -> io.RawIOBase:
    from fairyscore.notation.storage.letters import LetterStream

    return LetterStream(file_at(path, reads), path)


def _walked(folder: str, request: _Request) -> Found:
    """The records of a folder. Links to folders are not followed, so none is walked through twice; nor are archives read:
    what is in them may well be what lies beside them.
    """
    found = False
    unread: list[OSError] = []
    if all(os.path.isdir(os.path.join(folder, part)) for part in ("cur", "new", "tmp")):
        from fairyscore.notation.mail.containers import maildir_files

        for path in maildir_files(folder):
            yield from _of_folder(path, request)
        return
    suffixes = (*request.suffixes, *MAIL_SUFFIXES)
    for here, folders, names in os.walk(folder, onerror=unread.append):
        folders.sort()
        for name in sorted(names):
            if is_requested(name, suffixes):
                found = True
                yield from _of_folder(os.path.join(here, name), request)
    for fault in unread:
        name = str(fault.filename or folder)
        yield _unreadable(name, system_reason(fault))
    if not found and not unread:
        yield _no_records(folder, f"the folder {shown(folder)}", request)


def _unreadable(name: str, why: str) -> Unreadable:
    return Unreadable(SourceCode.UNREADABLE_FILE, name, path=shown(name), why=why)


def _no_records(name: str, what: str, request: _Request) -> Unreadable:
    return Unreadable(
        SourceCode.NO_RECORDS, name, what=f"{what} holds no file ending in {' or '.join(request.suffixes)}"
    )


def _of_folder(path: str, request: _Request) -> Found:
    """A file of a folder; nobody asked for a pipe or a device, which could be waited for without end."""
    try:
        mode = os.stat(path).st_mode
    except OSError:
        mode = stat.S_IFREG  # opening it says what the matter is
    if stat.S_ISREG(mode):
        yield from _file(path, request)
    elif not stat.S_ISDIR(mode):
        yield _unreadable(path, "it is a pipe, a socket or a device")


def _packed(file: Source, kind: str, request: _Request) -> Found:
    """What is in a packed file: one stream, or the members of an archive."""
    if request.whole:
        yield file
        return
    from fairyscore.notation.storage.archives import members
    from fairyscore.notation.storage.letters import LetterStream
    from fairyscore.notation.storage.unpacking import Unpacked

    if kind in ARCHIVES:
        yield from members(file, kind, (*request.suffixes, *MAIL_SUFFIXES), request.limits)
        return
    unpacked = replace(file, raw=lambda reads, _any_byte: Unpacked(file.stream(reads), kind, request.limits))
    try:
        with replace(unpacked, reads=ReadCount()).open() as stream:
            head = stream.read(HEAD)
    except OSError:
        head = b""  # reading it says what the matter is
    inner = kind_of(head)
    if inner in ARCHIVES:
        yield from members(unpacked, inner, (*request.suffixes, *MAIL_SUFFIXES), request.limits)
    elif inner:
        yield Unreadable(SourceCode.NESTED_ARCHIVE, file.name, path=shown(file.name), why="it is packed twice")
    elif _is_mail(head):
        yield replace(unpacked, raw=lambda reads, _any_byte: LetterStream(unpacked.stream(reads), file.name))
    else:
        yield unpacked


# -- elsewhere ---------------------------------------------------------------------------------------------------------


def _remote(url: str, request: _Request) -> Found:
    from fairyscore.notation.storage import remote

    name = remote.name_of(url)
    try:
        found = [file for file in remote.files(url) if file.url == url or is_requested(file.url, request.suffixes)]
    except Unreadable as fault:
        yield Unreadable.named(name, fault)
        return
    for file in found:
        yield from _remote_file(file, request)
    if not found:
        yield _no_records(name, shown(name), request)


def _remote_file(file: RemoteFile, request: _Request) -> Found:
    from fairyscore.notation.storage.remote import name_of

    source = Source(name_of(file.url), file.url, file.size, raw=partial(_opened, file.url))
    try:
        with replace(source, reads=ReadCount()).open() as stream:
            kind = kind_of(stream.read(HEAD))
    except OSError as fault:
        yield Unreadable.named(source.name, fault)
        return
    if kind:
        yield from _packed(source, kind, request)
    else:
        yield source


def _opened(url: str, reads: ReadCount, any_byte: bool) -> io.RawIOBase:
    from fairyscore.notation.storage.remote import opened

    return Counted(opened(url, any_byte), reads)
