"""The members of archives: all of them, each as it was packed, in any order; and of hostile archives what is honest."""

import io
import random
import stat
import struct
import tarfile
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nightly import NIGHTLY
from packed import ONE, PACKERS, TARS, ZIPS, special_tar, tar, zipped

from fairyscore.notation.storage import archives
from fairyscore.notation.storage.archives import MOST_HELD
from fairyscore.notation.storage.listing import sources
from fairyscore.notation.storage.source import Limits, Source, SourceCode, Unreadable

GAMES = {f"folder/{number}.pgn": ONE * number for number in (1, 2, 300)} | {"b.pgn": b"", "é.pgn": ONE}
OTHERS = {"readme.txt": b"no game", "picture.png": b"\x89PNG" * 200}


def listed(tmp_path: Path, data: bytes, name: str = "a", limits: Limits = Limits()) -> list[Source | Unreadable]:  # noqa: B008
    """What is in an archive; its name does not count."""
    path = tmp_path / name
    path.write_bytes(data)
    return list(sources([str(path)], limits=limits))


def contents(found: list[Source | Unreadable]) -> dict[str, bytes]:
    """The members by the names that they have in the archive, with all that can be read of them."""
    held = {}
    for member in found:
        if isinstance(member, Source):
            with member.open() as stream:
                held[member.name.partition("!")[2]] = stream.read()
    return held


def troubles(found: list[Source | Unreadable]) -> list[tuple[str, SourceCode, str]]:
    """What is refused: the name in the archive, the code, and why."""
    return [
        (one.name.partition("!")[2], one.code, str(one.facts.get("why", "")))
        for one in found
        if isinstance(one, Unreadable)
    ]


def faults(found: list[Source | Unreadable]) -> list[str]:
    """What is wrong with members, once they are read."""
    reasons = []
    for member in found:
        assert isinstance(member, Source)
        with member.open() as stream:
            stream.read()
            fault = getattr(stream, "fault", None)
            reasons.append(str(fault.facts["why"]) if fault else "")
    return reasons


ARCHIVES = {
    **{f"tar {form}": tar(OTHERS | GAMES, form) for form in TARS},
    **{f"tar.{ending}": PACKERS[ending](tar(OTHERS | GAMES)) for ending in PACKERS},
    **{f"zip {method}": zipped(OTHERS | GAMES, method) for method in ZIPS},
}


@pytest.mark.parametrize("kind", ARCHIVES)
def test_every_kind(tmp_path: Path, kind: str) -> None:
    found = listed(tmp_path, ARCHIVES[kind])
    assert list(contents(found)) == list(GAMES)  # in the order of the archive
    assert contents(found) == GAMES


@pytest.mark.parametrize("kind", ARCHIVES)
@settings(max_examples=20)
@given(order=st.permutations(sorted(GAMES)), seed=st.integers(0, 100))
def test_members_open_in_any_order_and_at_once(
    tmp_path_factory: pytest.TempPathFactory, kind: str, order: list[str], seed: int
) -> None:
    """Some are read by pieces while others are: what is shared between them does not show."""
    members = listed(tmp_path_factory.mktemp("a"), ARCHIVES[kind])
    found = {one.name.partition("!")[2]: one for one in members if isinstance(one, Source)}
    random_pieces = random.Random(seed)
    open_ones = {name: found[name].open() for name in order}
    read = dict.fromkeys(order, b"")
    while open_ones:
        name = random_pieces.choice(sorted(open_ones))
        part = open_ones[name].read(random_pieces.randint(1, 20_000))
        read[name] += part
        if not part:
            open_ones.pop(name).close()
    assert read == GAMES


def test_a_packed_tar_is_unpacked_once(tmp_path: Path) -> None:
    """Else the time for a long one would grow with the square of its length."""
    many = {f"{number}.pgn": random.Random(number).randbytes(3000) for number in range(200)}
    path = tmp_path / "a.tar.gz"
    path.write_bytes(PACKERS["gz"](tar(many)))
    on_progress: list[int] = []
    for member in sources([str(path)]):
        assert isinstance(member, Source)
        with member.open(on_progress.append) as stream:
            assert stream.read() == many[member.name.partition("!")[2]]
    assert 0.9 * path.stat().st_size < sum(on_progress) <= path.stat().st_size


@pytest.mark.parametrize("inner", ["tar", "tgz", "zip"])
def test_also_with_archives_in_it(tmp_path: Path, inner: str) -> None:
    noise = {f"{number}.pgn": random.Random(number).randbytes(20_000) for number in range(30)}
    packs: dict[str, Callable[[dict[str, bytes]], bytes]] = {
        "tar": tar, "tgz": lambda files: PACKERS["gz"](tar(files)), "zip": zipped,
    }  # fmt: skip
    pack = packs[inner]
    path = tmp_path / "a.tar.gz"
    path.write_bytes(PACKERS["gz"](tar({f"{name}.{inner}": pack({name: data}) for name, data in noise.items()})))
    on_progress: list[int] = []
    for member in sources([str(path)]):
        assert isinstance(member, Source)
        with member.open(on_progress.append) as stream:
            assert stream.read() == noise[member.name.rpartition("!")[2]]
    assert sum(on_progress) <= 1.1 * path.stat().st_size


@pytest.mark.parametrize("form", ["gnu", "pax"])
def test_a_member_of_8_gib(tmp_path: Path, form: str) -> None:
    """Its size does not fit in the octal digits of a header. The file has holes, and nobody reads it."""
    path, size = tmp_path / "a.tar", 8 << 30
    info = tarfile.TarInfo("long.pgn")
    info.size = size
    header = info.tobuf(tarfile.GNU_FORMAT if form == "gnu" else tarfile.PAX_FORMAT)
    with path.open("wb") as file:
        file.write(header)
        file.seek(len(header) + size)
        file.write(tar({"b.pgn": ONE}))
    found = list(sources([str(path)]))
    assert [(one.name.partition("!")[2], one.size) for one in found if isinstance(one, Source)] == [
        ("long.pgn", size),
        ("b.pgn", len(ONE)),
    ]
    assert contents(found[1:]) == {"b.pgn": ONE}


def test_long_names(tmp_path: Path) -> None:
    long = {f"{'folder/' * 40}{number}.pgn": ONE for number in range(3)}
    for form in ("pax", "gnu"):
        assert contents(listed(tmp_path, tar(long, form))) == long
    short = {f"{'f' * 120}/{'g' * 90}.pgn": ONE}
    assert contents(listed(tmp_path, tar(short, "ustar"))) == short


# -- archives in archives ----------------------------------------------------------------------------------------------

INNER = {"a.pgn": ONE, "b.pgn.gz": PACKERS["gz"](ONE * 2)}
UNPACKED = {"a.pgn": ONE, "b.pgn.gz": ONE * 2}


@pytest.mark.parametrize("outer", ["tar", "tar.gz", "zip stored", "zip deflate"])
@pytest.mark.parametrize("inner", ["tar", "tgz", "tar.zst", "zip"])
def test_an_archive_in_an_archive(tmp_path: Path, outer: str, inner: str) -> None:
    held = tar(INNER)
    data = {"tar": held, "tgz": PACKERS["gz"](held), "tar.zst": PACKERS["zst"](held), "zip": zipped(INNER)}[inner]
    files = {"first.pgn": ONE, f"x.{inner}": data, f"y.{inner}": data, "last.pgn": ONE}
    packed = zipped(files, outer[4:]) if outer.startswith("zip") else tar(files)
    found = listed(tmp_path, PACKERS["gz"](packed) if outer == "tar.gz" else packed)
    expected = {"first.pgn": ONE, "last.pgn": ONE}
    for name in (f"x.{inner}", f"y.{inner}"):
        expected |= {f"{name}!{member}": content for member, content in UNPACKED.items()}
    assert contents(found) == expected


def test_deeper_is_reported(tmp_path: Path) -> None:
    data = zipped({"b.zip": zipped({"c.zip": zipped({"d.pgn": ONE}), "e.pgn": ONE})})
    found = listed(tmp_path, data)
    assert contents(found) == {"b.zip!e.pgn": ONE}
    assert troubles(found) == [
        ("b.zip!c.zip", SourceCode.NESTED_ARCHIVE, "it is an archive in an archive in an archive"),
    ]


def test_packed_twice(tmp_path: Path) -> None:
    assert troubles(listed(tmp_path, PACKERS["gz"](PACKERS["xz"](ONE)))) == [
        ("", SourceCode.NESTED_ARCHIVE, "it is packed twice")
    ]


def test_a_large_archive_in_an_archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert MOST_HELD >= 1 << 20
    monkeypatch.setattr("fairyscore.notation.storage.archives.MOST_HELD", 100)
    found = listed(tmp_path, zipped({"b.zip": zipped({"c.pgn": ONE}), "d.pgn": ONE}))
    assert [code for _, code, _ in troubles(found)] == [SourceCode.NESTED_ARCHIVE]
    assert contents(found) == {"d.pgn": ONE}


# -- names that nobody should unpack -----------------------------------------------------------------------------------

UNSAFE = ["../a.pgn", "x/../../a.pgn", "/etc/a.pgn", "..\\a.pgn", "C:\\a.pgn", "\\\\host\\a.pgn", "../a.txt", ".."]


@pytest.mark.parametrize("name", UNSAFE)
@pytest.mark.parametrize("kind", ["tar", "zip"])
def test_a_path_that_climbs_out(tmp_path: Path, name: str, kind: str) -> None:
    folder = tmp_path / "deep" / "in"
    folder.mkdir(parents=True)
    files = {"a.pgn": ONE, name: ONE, "b.pgn": ONE}
    found = listed(folder, tar(files) if kind == "tar" else zipped(files))
    assert contents(found) == {"a.pgn": ONE, "b.pgn": ONE}
    ((_, code, why),) = troubles(found)
    assert code is SourceCode.UNSAFE_MEMBER
    assert why in ("leads out of the archive", "is an absolute path")
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == ["a"]  # the archive, and nothing else


def test_control_characters_in_a_name(tmp_path: Path) -> None:
    found = listed(tmp_path, zipped({"x\0.pgn": ONE, "../\x1b[31m.pgn": ONE, "a\\b.pgn": ONE}))
    assert [why for _, _, why in troubles(found)] == ["has a NUL byte in its name", "leads out of the archive"]
    assert all("\x1b" not in str(one.facts["path"]) for one in found if isinstance(one, Unreadable))
    assert contents(found) == {"a\\b.pgn": ONE}  # as some programs of Windows pack folders


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"type": tarfile.SYMTYPE, "linkname": "/etc/passwd"}, "it is a symbolic link"),
        ({"type": tarfile.LNKTYPE, "linkname": "honest.pgn"}, "it is a link to another member"),
        ({"type": tarfile.CHRTYPE, "devmajor": 1, "devminor": 5}, "it is a device"),
        ({"type": tarfile.BLKTYPE}, "it is a device"),
        ({"type": tarfile.FIFOTYPE}, "it is a pipe"),
    ],
)
def test_what_is_no_file(tmp_path: Path, fields: dict[str, object], why: str) -> None:
    found = listed(tmp_path, special_tar(**fields))
    assert troubles(found) == [("special.pgn", SourceCode.UNREADABLE_MEMBER, why)]
    assert contents(found) == {"honest.pgn": ONE}


def test_a_link_in_a_zip(tmp_path: Path) -> None:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        info = zipfile.ZipInfo("link.pgn")
        info.create_system, info.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
        archive.writestr(info, "/etc/passwd")
    assert troubles(listed(tmp_path, written.getvalue())) == [
        ("link.pgn", SourceCode.UNREADABLE_MEMBER, "it is a symbolic link")
    ]


# -- zip archives that lie ---------------------------------------------------------------------------------------------


def altered(data: bytes, sign: bytes, offset: int, value: bytes) -> bytes:
    """The bytes with others at an offset behind the last sign."""
    place = data.rindex(sign) + offset
    return data[:place] + value + data[place + len(value) :]


TWO = zipped({"a.pgn": ONE, "b.pgn": ONE})


def test_encrypted_and_unknown(tmp_path: Path) -> None:
    assert troubles(listed(tmp_path, altered(TWO, b"PK\1\2", 8, b"\1")))[0][2] == "it is encrypted"
    found = troubles(listed(tmp_path, altered(TWO, b"PK\1\2", 10, b"\x61\0")))
    assert found == [("b.pgn", SourceCode.UNREADABLE_MEMBER, "it is packed by the method 97, which is not known here")]


@pytest.mark.parametrize(
    ("offset", "value", "why"),
    [
        (16, b"\1\2\3\4", "its checksum differs from the one in the archive"),
        (24, struct.pack("<L", len(ONE) - 1), "its checksum differs from the one in the archive"),
        (24, struct.pack("<L", len(ONE) + 1), "its length differs from the one in the archive"),
    ],
)
def test_a_list_that_lies(tmp_path: Path, offset: int, value: bytes, why: str) -> None:
    assert faults(listed(tmp_path, altered(TWO, b"PK\1\2", offset, value))) == ["", why]


def test_members_that_lie_in_each_other(tmp_path: Path) -> None:
    """The list has two entries for the same bytes."""
    place = TWO.rindex(b"PK\1\2")
    first = TWO.index(b"PK\1\2")
    data = TWO[:place] + TWO[first:place] + TWO[place + (place - first) :]
    assert [code for _, code, _ in troubles(listed(tmp_path, data))] == [SourceCode.DAMAGED_ARCHIVE]


@pytest.mark.parametrize("overlap", [1, 30])
def test_members_that_overlap_by_some_bytes(tmp_path: Path, overlap: int) -> None:
    """The first one claims to reach into the header of the second."""
    data = bytearray(zipped({"a.pgn": ONE, "b.pgn": ONE}, "stored"))
    place = data.index(b"PK\1\2") + 20
    data[place : place + 8] = struct.pack("<LL", len(ONE) + overlap, len(ONE) + overlap)
    assert troubles(listed(tmp_path, bytes(data))) == [
        ("", SourceCode.DAMAGED_ARCHIVE, "members lie in each other, or in the list of members")
    ]


def test_an_absurd_number_of_members(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "MOST_MEMBERS", 3)
    assert len(listed(tmp_path, zipped({f"{n}.pgn": b"" for n in range(3)}))) == 3
    lying = altered(zipped({f"{n}.pgn": b"" for n in range(9)}), b"PK\5\6", 8, b"\1\0\1\0")
    for data in (zipped({f"{n}.pgn": b"" for n in range(4)}), lying):
        assert troubles(listed(tmp_path, data)) == [("", SourceCode.UNPACKING_LIMIT, "has more than 3 members")]


def test_many_members_that_are_a_bomb_together(tmp_path: Path) -> None:
    data = zipped({f"{n}.pgn": b"\n" * 100_000 for n in range(40)})
    found = listed(tmp_path, data, limits=Limits(ratio=100, free=1_000_000))
    assert len(contents(found)) == 10
    assert [code for _, code, _ in troubles(found)] == [SourceCode.UNPACKING_LIMIT]
    assert len(listed(tmp_path, data, limits=Limits(size=250_000))) == 3


def test_an_archive_that_is_cut_off(tmp_path: Path) -> None:
    assert troubles(listed(tmp_path, TWO[:-30]))[0][1] is SourceCode.DAMAGED_ARCHIVE
    plain = tar({"a.pgn": ONE, "b.pgn": ONE * 100})
    found = listed(tmp_path, plain[:3000])
    assert contents(found) == {"a.pgn": ONE, "b.pgn": (ONE * 100)[: 3000 - 1536]}
    assert faults(found[:2]) == ["", "it was cut off here"]
    packed = listed(tmp_path, PACKERS["gz"](tar(GAMES))[:-50])
    assert {name for name, _, _ in troubles(packed)} == {""}


def test_something_stands_before_and_after(tmp_path: Path) -> None:
    """As in archives that unpack themselves; and a comment that looks like an archive."""
    sign = b"PK\3\4" + b"\0" * 100
    for data in (
        sign + TWO,
        TWO + b"\0\n",
        sign + zipped({"a.pgn": ONE, "b.pgn": ONE}, comment=b"PK\1\2 is not a list"),
    ):
        assert contents(listed(tmp_path, data)) == {"a.pgn": ONE, "b.pgn": ONE}


def test_zip64(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = io.BytesIO()
    with (
        zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open("a.pgn", "w", force_zip64=True) as to,
    ):
        to.write(ONE)
    assert contents(listed(tmp_path, written.getvalue())) == {"a.pgn": ONE}
    many = io.BytesIO()
    if not NIGHTLY:  # the end of an archive with more than 65,535 members is written for a few
        monkeypatch.setattr(zipfile, "ZIP_FILECOUNT_LIMIT", 100)
    with zipfile.ZipFile(many, "w") as archive:
        for number in range(66_000 if NIGHTLY else 200):
            archive.writestr(zipfile.ZipInfo(f"{number}"), b"")
        archive.writestr("a.pgn", ONE)
    assert b"PK\x06\x06" in many.getvalue()  # of ZIP64
    assert contents(listed(tmp_path, many.getvalue())) == {"a.pgn": ONE}


# -- anything ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("header", [b"x" * 2_000_000, b"11 size=-9\n", b"30 GNU.sparse.size=1\n"])
def test_headers_that_make_no_sense(tmp_path: Path, header: bytes) -> None:
    extra = tarfile.TarInfo("extra")
    extra.type, extra.size = tarfile.XHDTYPE, len(header)
    data = extra.tobuf(tarfile.USTAR_FORMAT) + header.ljust(-(-len(header) // 512) * 512, b"\0") + tar({"a.pgn": ONE})
    assert [code for _, code, _ in troubles(listed(tmp_path, data))] == [SourceCode.DAMAGED_ARCHIVE]


def test_sparse_files_are_reported(tmp_path: Path) -> None:
    found = listed(tmp_path, special_tar(type=tarfile.GNUTYPE_SPARSE))
    assert [code for _, code, _ in troubles(found)] == [SourceCode.UNREADABLE_MEMBER]


@pytest.mark.parametrize("kind", ["tar pax", "tar gnu", "tar.gz", "zip deflate", "zip stored"])
@given(changes=st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 255)), min_size=1, max_size=8))
def test_changed_bytes_are_reported_or_do_no_harm(
    tmp_path_factory: pytest.TempPathFactory, kind: str, changes: list[tuple[int, int]]
) -> None:
    """Nothing is raised, and nothing comes out that was not in it, unless it is told."""
    files = {"a.pgn": ONE, "folder/b.pgn": ONE * 3}
    data = bytearray(
        {"tar pax": tar(files), "tar gnu": tar(files, "gnu"), "tar.gz": PACKERS["gz"](tar(files))}.get(kind)
        or zipped(files, kind[4:])
    )
    for place, byte in changes:
        data[place % len(data)] = byte
    for member in listed(tmp_path_factory.mktemp("a"), bytes(data)):
        if isinstance(member, Source):
            with suppress(Unreadable), member.open() as stream:
                assert len(stream.read()) <= len(data) * 200
