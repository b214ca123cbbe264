"""From paths to members: files, folders walked through, globs, compressed files, archives, URLs, `-`."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from fairyscore.notation.records.diagnostics import RecordCode
from fairyscore.notation.storage.kinds import ARCHIVES, HEAD, is_url, is_wanted, kind_of
from fairyscore.notation.storage.limits import Limits
from fairyscore.notation.storage.members import BORDER, STDIN, Member, NotReadable, UnreadableInput, refused, why
from fairyscore.notation.text import shown

ENDINGS = (".pgn",)
"""What is taken from folders and archives, if nothing else is asked for."""

MAGIC = frozenset("*?[")


class Selection(NamedTuple):
    """What is looked for. endings: as for `members`. whole: archives come as the files that they are."""

    endings: tuple[str, ...]
    limits: Limits
    whole: bool = False


def members(
    paths: Iterable[str],
    endings: tuple[str, ...] = ENDINGS,
    limits: Limits = Limits(),  # noqa: B008 (immutable)
) -> Iterator[Member | UnreadableInput]:
    """What the paths name, one by one, in the order of the paths, folders in the order of names; found as it is asked for.

    endings: of the files that are taken from folders and archives, in small letters; packed ones have another behind it
    (`.pgn.gz`). A path that is no file may be a pattern (`games/**/*.pgn`), a member of an archive as findings call it
    (`a.zip!one.pgn`), or a URL for fsspec. Raises nothing for whatever is there: what cannot be opened comes as
    `UnreadableInput`, in its place.
    """
    return _members(paths, Selection(endings, limits))


def files(paths: Iterable[str], endings: tuple[str, ...] = ENDINGS) -> Iterator[Member]:
    """The files that `members` looks into, as they lie there: for their sizes."""
    for found in _members(paths, Selection(endings, Limits(), whole=True)):
        if isinstance(found, Member):
            yield found


def only(path: str, limits: Limits = Limits()) -> Member | UnreadableInput:  # noqa: B008 (immutable)
    """The one stream of a path, for commands that read one file: an archive is refused if it has more members than one."""
    if path != STDIN and os.path.isdir(path):  # noqa: PTH112 (a path may hold any bytes)
        return Member(path, path, plain=True)  # opening it says what the matter is
    first, *more = islice(members([path], ENDINGS, limits), 2)
    if not more:
        return first
    return UnreadableInput(
        path, RecordCode.NO_RECORDS, {"what": f"{shown(path)} holds several files; name one: {shown(first.name)}"}
    )


def _members(paths: Iterable[str], wanted: Selection) -> Iterator[Member | UnreadableInput]:
    for path in paths:
        if path == STDIN:
            yield _piped("<stdin>", STDIN, wanted)
        elif is_url(path):
            yield from _remote(path, wanted)
        else:
            yield from _local(path, wanted)


def _piped(name: str, path: str, wanted: Selection) -> Member:
    from fairyscore.notation.storage.steps import Recognise

    return Member(name, path, steps=(Recognise(wanted.limits),), once=True)


# -- on this machine ---------------------------------------------------------------------------------------------------


def _local(path: str, wanted: Selection) -> Iterator[Member | UnreadableInput]:
    try:
        mode = os.stat(path).st_mode  # noqa: PTH116 (a path may hold any bytes)
    except (OSError, ValueError):
        yield from _no_file(path, wanted)
        return
    if stat.S_ISDIR(mode):
        yield from _walked(path, wanted)
    elif stat.S_ISREG(mode):
        yield from _file(path, wanted)
    else:  # a pipe with a name: who names it knows what comes from it
        yield _piped(path, path, wanted)


def _no_file(path: str, wanted: Selection) -> Iterator[Member | UnreadableInput]:
    """What a path means that is not there as it stands."""
    place = path.find(BORDER)
    while place > 0:
        if os.path.isfile(path[:place]):  # noqa: PTH113
            yield from _picked(path[:place], path, wanted)
            return
        place = path.find(BORDER, place + 1)
    if MAGIC.isdisjoint(path):
        yield Member(path, path, plain=True)  # opening it says what the matter is
        return
    from fairyscore.notation.storage.patterns import matches

    found = False
    for match in matches(path):
        found = True
        if os.path.exists(match):  # noqa: PTH110
            yield from _local(match, wanted)
        else:
            yield Member(match, match, plain=True)  # a link that leads nowhere
    if not found:
        yield UnreadableInput(path, RecordCode.NO_RECORDS, {"what": f"no file matches {shown(path)}"})


def _picked(archive: str, name: str, wanted: Selection) -> Iterator[Member | UnreadableInput]:
    """The member of an archive that findings call so."""
    found = False
    for member in _file(archive, wanted._replace(endings=("",))):
        if member.name in (name, archive):  # the archive itself is refused
            found = True
            yield member
    if not found:
        yield UnreadableInput(name, RecordCode.NO_RECORDS, {"what": f"there is no {shown(name)}"})


def _file(path: str, wanted: Selection) -> Iterator[Member | UnreadableInput]:
    """A file that is there: itself, or what is in it."""
    try:
        with open(path, "rb", buffering=0) as stream:  # noqa: PTH123
            head = stream.read(HEAD)
            size = os.fstat(stream.fileno()).st_size
    except (OSError, ValueError):
        yield Member(path, path, plain=True)  # opening it says what the matter is
        return
    kind = kind_of(head)
    if kind:
        yield from _packed(Member(path, path, size), kind, wanted)
    else:
        yield Member(path, path, size, plain=True)


def _walked(folder: str, wanted: Selection) -> Iterator[Member | UnreadableInput]:
    """The records of a folder. Links to folders are not followed, so none is walked through twice; nor are archives read:
    what is in them may well be what lies beside them.
    """
    found = False
    unread: list[OSError] = []
    for here, folders, files in os.walk(folder, onerror=unread.append):
        folders.sort()
        for name in sorted(files):
            if is_wanted(name, wanted.endings):
                found = True
                yield from _of_folder(os.path.join(here, name), wanted)  # noqa: PTH118
    for fault in unread:
        name = str(fault.filename or folder)
        yield UnreadableInput(name, RecordCode.UNREADABLE_FILE, {"path": shown(name), "why": why(fault)})
    if not found and not unread:
        what = f"the folder {shown(folder)} holds no file ending in {' or '.join(wanted.endings)}"
        yield UnreadableInput(folder, RecordCode.NO_RECORDS, {"what": what})


def _of_folder(path: str, wanted: Selection) -> Iterator[Member | UnreadableInput]:
    """A file of a folder; nobody asked for a pipe or a device, which could be waited for without end."""
    try:
        mode = os.stat(path).st_mode  # noqa: PTH116
    except OSError:
        mode = stat.S_IFREG  # opening it says what the matter is
    if stat.S_ISREG(mode):
        yield from _file(path, wanted)
    elif not stat.S_ISDIR(mode):
        facts = {"path": shown(path), "why": "it is a pipe, a socket or a device"}
        yield UnreadableInput(path, RecordCode.UNREADABLE_FILE, facts)


def _packed(file: Member, kind: str, wanted: Selection) -> Iterator[Member | UnreadableInput]:
    """What is in a packed file: one stream, or the members of an archive."""
    if wanted.whole:
        yield file
        return
    if kind in ARCHIVES:
        from fairyscore.notation.storage.inside import inside

        yield from inside(file, kind, wanted.endings, wanted.limits)
        return
    from fairyscore.notation.storage.steps import Unpack

    unpacked = file.behind(Unpack(kind, wanted.limits))
    try:
        with unpacked.open() as stream:
            inner = kind_of(stream.read(HEAD))
    except OSError:
        inner = ""  # reading it says what the matter is
    if inner in ARCHIVES:
        from fairyscore.notation.storage.inside import inside

        yield from inside(unpacked, inner, wanted.endings, wanted.limits)
    elif inner:
        yield UnreadableInput(
            file.name, RecordCode.NESTED_ARCHIVE, {"path": shown(file.name), "why": "it is packed twice"}
        )
    else:
        yield unpacked


# -- elsewhere ---------------------------------------------------------------------------------------------------------


def _remote(url: str, wanted: Selection) -> Iterator[Member | UnreadableInput]:
    from fairyscore.notation.storage import remote

    name = remote.name_of(url)
    try:
        found = remote.found(url)
        if found is None:
            yield from _remote_file(url, remote.size(url), wanted)
            return
        taken = [file for file in found if is_wanted(file.url, wanted.endings)]
    except NotReadable as fault:
        yield refused(name, fault)
        return
    for file in taken:
        yield from _remote_file(file.url, file.size, wanted)
    if not taken:
        what = f"{shown(name)} holds no file ending in {' or '.join(wanted.endings)}"
        yield UnreadableInput(name, RecordCode.NO_RECORDS, {"what": what})


def _remote_file(url: str, size: int, wanted: Selection) -> Iterator[Member | UnreadableInput]:
    from fairyscore.notation.storage import remote

    file = Member(remote.name_of(url), url, size)
    try:
        with file.open() as stream:
            kind = kind_of(stream.read(HEAD))
    except OSError as fault:
        yield refused(file.name, fault)
        return
    if kind:
        yield from _packed(file, kind, wanted)
    else:
        yield file
