"""From paths to sources: files, folders walked through, globs, compressed files, archives, URLs, `-`."""

# ruff: noqa: PTH112, PTH202, PTH113, PTH116, PTH118, PTH119, PTH123, PTH206, PTH207
# A path may hold any bytes, and stays the text that it was.

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import chain, groupby, islice
from typing import TYPE_CHECKING, NamedTuple

from fairyscore.notation.storage.source import (
    ARCHIVES,
    BORDER,
    HEAD,
    POST_FOLDER,
    STDIN,
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

SUFFIXES = (".pgn",)  # what is taken from folders and archives, if nothing else is asked for
MAIL_SUFFIXES = (".eml", ".mbox")  # letters, which are taken from folders too

INDEX_SUFFIX = ".index"  # of what `fairyscore index` writes beside archives

MAGIC = frozenset("*?[")

Sources = Iterator[Source | Unreadable]


class _Request(NamedTuple):
    """A request for sources; as for `sources`."""

    suffixes: tuple[str, ...]
    limits: Limits
    texts: tuple[str, ...]
    identifies: Callable[[bytes], bool]
    on_skipped: Callable[[str], object]


def sources(
    paths: Iterable[str],
    suffixes: tuple[str, ...] = SUFFIXES,
    limits: Limits = Limits(),  # noqa: B008 (immutable)
    *,
    texts: tuple[str, ...] = (),
    identifies: Callable[[bytes], bool] = bool,
    on_skipped: Callable[[str], object] = id,
) -> Sources:
    """The sources that paths name, in the order of the paths, folders in the order of names; found as they are asked for.

    suffixes: of the files that are taken from folders and archives, in small letters; packed ones have another after it
    (`.pgn.gz`). texts: suffixes of files in folders that are taken only if `identifies` says so of their first bytes.
    on_skipped: gets the path of each other file of a folder or an archive, hidden ones and indexes aside.
    A path that is not a file may be a pattern (`games/**/*.pgn`), a member of an archive as diagnostics call it
    (`a.zip!one.pgn`), or a URL for fsspec. Raises nothing: what cannot be opened comes as `Unreadable`, in its place.
    """
    request = _Request(suffixes, limits, texts, identifies, on_skipped)
    for path in paths:
        if path == STDIN:
            yield _piped("<stdin>", STDIN, request)
        elif ":" in path and is_url(path):
            yield from _remote(path, request)
        elif os.path.lexists(path):
            yield from _local(path, request)
        elif archive := _archive_of(path):
            yield from _picked(archive, path, request)
        else:
            found = MAGIC.isdisjoint(path)
            for match in [path] if found else matches(path):
                found = True
                yield from _local(match, request)
            if not found:
                yield Unreadable(SourceCode.NO_RECORDS, path, what=f"no file matches {shown(path)}")


def files(paths: Iterable[str], suffixes: tuple[str, ...] = SUFFIXES) -> Iterator[str]:
    """The files on this machine that `sources` looks into, without a look into them: archives as they lie there."""
    for path in paths:
        pattern = not (MAGIC.isdisjoint(path) or os.path.lexists(path))
        for match in matches(path) if pattern else [_archive_of(path) or path]:
            yield from _walked(match, suffixes, []) if os.path.isdir(match) else [match]


def sizes(paths: Iterable[str], suffixes: tuple[str, ...] = SUFFIXES, *, elsewhere: bool = True) -> Iterator[int]:
    """The bytes of each file that `sources` looks into, packed as they are, as far as somebody tells.

    elsewhere: ask for those of URLs too, which takes time.
    """
    for path in paths:
        if ":" in path and is_url(path):
            from fairyscore.notation.storage import remote

            with suppress(Unreadable):
                yield from remote.files(path).values() if elsewhere else ()
        else:
            for file in files([path], suffixes):
                with suppress(OSError, ValueError):
                    yield os.path.getsize(file)


def check_exists(path: str) -> None:
    """Raise `FileNotFoundError` for a path of this machine that names nothing; patterns and members are not looked for."""
    if path != STDIN and not is_url(path) and not _archive_of(path) and not any(mark in path for mark in "*?["):
        os.stat(path)


def only(path: str, limits: Limits = Limits()) -> Source | Unreadable:  # noqa: B008 (immutable)
    """The one source of a path, for commands that read one file: an archive of several members is refused."""
    if path != STDIN and os.path.isdir(path):
        return Source(path, path, plain=True)  # opening it says what the matter is
    first, *more = islice(sources([path], SUFFIXES, limits), 2)
    if not more:
        return first
    what = f"{shown(path)} holds several files; name one: {shown(first.name)}"
    return Unreadable(SourceCode.NO_RECORDS, path, what=what)


def _piped(name: str, path: str, request: _Request) -> Source:
    def opened(reads: ReadCount, _any_byte: bool) -> io.RawIOBase:
        from fairyscore.notation.storage.unpacking import recognised

        return recognised(file_at(path, reads), request.limits)

    return Source(name, path, once=True, raw=opened)


# -- on this machine ---------------------------------------------------------------------------------------------------


def _local(path: str, request: _Request, *, named: bool = True) -> Sources:
    """The sources in a file or a folder. named: else nobody asked for a pipe, which could be waited for without end."""
    try:
        status = os.stat(path)
        mode = status.st_mode
        if stat.S_ISDIR(mode):
            return _folder(path, request) if named else iter(())
        if stat.S_ISREG(mode):
            with open(path, "rb", buffering=0) as stream:
                head = stream.read(HEAD)
                source = Source(path, path, os.fstat(stream.fileno()).st_size, plain=True)
            return _inside(source, head, request)
        if named and (stat.S_ISFIFO(mode) or _is_terminal_or_null(path, status)):
            return iter([_piped(path, path, request)])  # who names it knows what comes from it
    except (OSError, ValueError):
        return iter([Source(path, path, plain=True)])  # opening it says what the matter is
    why = "it is a device or a socket" if named else "it is a pipe, a socket or a device"
    return iter([Unreadable.of(path, why)])


def _is_terminal_or_null(path: str, status: os.stat_result) -> bool:
    """True if a device comes to an end; `/dev/zero` does not."""
    if not stat.S_ISCHR(status.st_mode):
        return False
    if status.st_rdev == os.stat(os.devnull).st_rdev:
        return True
    try:
        with open(os.open(path, os.O_RDONLY | getattr(os, "O_NOCTTY", 0)), "rb", buffering=0) as device:
            return device.isatty()
    except OSError:
        return False


def _archive_of(path: str) -> str:
    """The archive in a name such as `archive.zip!game.pgn`, empty for other paths."""
    place = path.find(BORDER)
    while place > 0 and not os.path.isfile(path[:place]):
        place = path.find(BORDER, place + 1)
    return path[: max(place, 0)]


def _picked(archive: str, name: str, request: _Request) -> Sources:
    """The member of an archive that diagnostics call so."""
    every = _local(archive, request._replace(suffixes=("",)))
    missing = Unreadable(SourceCode.NO_RECORDS, name, what=f"there is no {shown(name)}")
    found = (source for source in every if source.name in (name, archive))  # the archive itself is refused
    first = next(found, missing)
    yield from chain([first], found)


def matches(pattern: str) -> Iterator[str]:
    """The paths that a pattern stands for, where no shell has written them out, in the order of their names.

    `*` and `?` stand for characters of one name, `[abc]` for one of them, `**` for any number of folders. Links to folders
    are followed where a name is written or matched, and never by `**`, so that a loop of links has an end. Hidden files and
    folders are passed over, as shells do.
    """
    from glob import escape, glob

    parts = pattern.split(os.sep)
    found = {"": None}
    for any_folders, run in groupby(parts if parts[-1] != "**" else [*parts, "*"], "**".__eq__):
        if any_folders:
            found = dict.fromkeys(folder for root in found for folder in _below(root))
        else:
            below = os.sep.join(run) or os.sep
            found = dict.fromkeys(path for root in found for path in sorted(glob(os.path.join(escape(root), below))))
    return (path for path in found if "**" not in parts or not os.path.isdir(path))


def _below(root: str) -> Iterator[str]:
    """A folder and those in it, in the order of names; hidden ones are passed over, as shells do."""
    for here, folders, _ in os.walk(root or os.curdir):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield here if root else here[2:]


def _inside(source: Source, head: bytes, request: _Request, *, within: bool = False) -> Sources:
    """The sources in a file that begins so: its text, that of letters, the members of an archive. within: it was packed."""
    kind = kind_of(head)
    if kind in ARCHIVES:
        from fairyscore.notation.storage.archives import members

        suffixes = (*request.suffixes, *MAIL_SUFFIXES)
        also = partial(_is_identified, request=request)
        yield from members(source, kind, suffixes, request.limits, also=also, on_skipped=request.on_skipped)
    elif kind and within:
        yield Unreadable.of(source.name, "it is packed twice", SourceCode.NESTED_ARCHIVE)
    elif kind:
        from fairyscore.notation.storage.unpacking import unpacked

        inner = source.through(partial(unpacked, method=kind, limits=request.limits))
        head = b""
        with suppress(OSError):  # reading it says what the matter is
            head = _head_of(inner)
        yield from _inside(inner, head, request, within=True)
    else:
        if head[:1] not in (b"[", b"", b"{", b"%", b";", b"1"):  # as records begin: most files need no second look
            from fairyscore.notation.mail.containers import is_mail
            from fairyscore.notation.storage.unpacking import LetterStream

            source = source.through(partial(LetterStream, name=source.name)) if is_mail(head) else source
        yield source


def _is_identified(member: Source, request: _Request) -> bool:
    """True if a member of an archive has the suffix of a text and begins as records do."""
    if not is_requested(member.name, request.texts):
        return False
    with suppress(OSError):
        return request.identifies(_head_of(member))
    return False


def _head_of(source: Source) -> bytes:
    """The first bytes, which are not counted as read. Raises `OSError` where it cannot be opened."""
    with replace(source, reads=ReadCount()).open() as stream:
        return stream.read(HEAD)


def _folder(folder: str, request: _Request) -> Sources:
    """The records of a folder; archives in it are not read: what is in them may well be what lies beside them."""
    unread: list[OSError] = []
    found = False
    is_maildir = _is_maildir(folder)
    for path in _walked(folder, ("",), unread):
        name = os.path.basename(path)
        if is_maildir or is_requested(name, (*request.suffixes, *MAIL_SUFFIXES)):
            found = True
            yield from _local(path, request, named=False)
        elif is_requested(name, request.texts) and (identified := _identified(path, request)):
            found = True
            yield from identified
        elif not (name.startswith(".") or name.endswith(INDEX_SUFFIX)):
            request.on_skipped(path)
    for fault in unread:
        yield Unreadable.of(str(fault.filename or folder), system_reason(fault))
    if not found and not unread:
        yield Unreadable.without_records(folder, f"the folder {shown(folder)}", request.suffixes)


def _identified(path: str, request: _Request) -> list[Source | Unreadable]:
    """The sources in a file that identifies itself, or that cannot be read; empty for any other file."""
    if not os.path.isfile(path):
        return []
    found = list(_local(path, request, named=False))
    try:
        is_taken = any(isinstance(one, Source) and request.identifies(_head_of(one)) for one in found)
    except OSError:
        is_taken = True  # opening it says what the matter is
    return found if is_taken else []


def _is_maildir(folder: str) -> bool:
    return all(os.path.isdir(os.path.join(folder, part)) for part in ("cur", "new", "tmp"))


def _walked(folder: str, suffixes: tuple[str, ...], unread: list[OSError]) -> Iterator[str]:
    """The files of a folder that are taken. Links to folders are not followed, so none is walked through twice.

    What a post office keeps is not a record.
    """
    if _is_maildir(folder):
        from fairyscore.notation.mail.containers import maildir_files

        yield from maildir_files(folder)
        return
    for here, folders, names in os.walk(folder, onerror=unread.append):
        folders[:] = sorted(name for name in folders if name != POST_FOLDER)
        for name in sorted(names):
            if is_requested(name, (*suffixes, *MAIL_SUFFIXES)):
                yield os.path.join(here, name)


# -- elsewhere ---------------------------------------------------------------------------------------------------------


def _remote(url: str, request: _Request) -> Sources:
    from fairyscore.notation.storage import remote

    try:
        listed = remote.files(url).items()
    except Unreadable as fault:
        yield Unreadable.named(remote.name_of(url), fault)
        return
    found = [(file, size) for file, size in listed if file == url or is_requested(file, request.suffixes)]
    for file, size in found:
        source = Source(remote.name_of(file), file, size, raw=partial(remote.opened, file))
        try:
            head = _head_of(source)
        except OSError as fault:
            yield Unreadable.named(source.name, fault)
        else:
            yield from _inside(source, head, request)
    if not found:
        name = remote.name_of(url)
        yield Unreadable.without_records(name, shown(name), request.suffixes)
