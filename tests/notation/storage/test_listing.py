"""What paths name: folders, patterns, packed files, URLs; and what is there and is not a file, which nobody waits for."""

import os
import random
import socket
import sys
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from packed import ONE, PACKERS, tar, zipped

from fairyscore.notation.storage.listing import files, matches, only, sizes, sources
from fairyscore.notation.storage.source import Source, SourceCode, Unreadable, kind_of

fsspec = pytest.importorskip("fsspec")


def names(*paths: object, endings: tuple[str, ...] = (".pgn",)) -> list[str]:
    """What is found, by name; what is refused has its code in front."""
    return [
        f"{one.code.value} {one.name}" if isinstance(one, Unreadable) else one.name
        for one in sources(map(str, paths), endings)
    ]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with some of everything, the working directory."""
    for name in ("b.pgn", "a/x.pgn", "a/y.txt", "a/deep/z.PGN", "a/.hidden/h.pgn"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(ONE)
    (tmp_path / "a" / "w.pgn.gz").write_bytes(PACKERS["gz"](ONE))
    (tmp_path / "c.zip").write_bytes(zipped({"in.pgn": ONE, "in.txt": ONE}))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_folder(folder: Path) -> None:
    """Archives in it are not read: what is in them may well be what lies beside them."""
    assert names(".") == ["./b.pgn", "./a/w.pgn.gz", "./a/x.pgn", "./a/.hidden/h.pgn", "./a/deep/z.PGN"]
    assert names("a", endings=(".txt",)) == ["a/y.txt"]
    assert names("a", "c.zip!in.txt", "nothing.pgn", "-")[-3:] == ["c.zip!in.txt", "nothing.pgn", "<stdin>"]


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("*.pgn", ["b.pgn"]),
        ("a/[xy].*", ["a/x.pgn", "a/y.txt"]),
        ("**/*.pgn", ["a/x.pgn", "b.pgn"]),
        ("a/**/[xz].*", ["a/deep/z.PGN", "a/x.pgn"]),
        ("*/**/*.pgn.gz", ["a/w.pgn.gz"]),
        ("a/*", ["a/deep/z.PGN", "a/w.pgn.gz", "a/x.pgn", "a/y.txt"]),
        ("*.zip", ["c.zip!in.pgn"]),
        ("*.zip!in.pgn", ["no-records *.zip!in.pgn"]),
        ("q*", ["no-records q*"]),
    ],
)
def test_patterns(folder: Path, pattern: str, expected: list[str]) -> None:
    """Folders that match are walked through, as if a shell had written them out."""
    assert sorted(names(pattern)) == expected
    assert sorted(names(folder / pattern)) == [
        f"no-records {folder / name[11:]}" if name.startswith("no-") else str(folder / name) for name in expected
    ]


def test_a_file_with_signs_of_patterns_in_its_name(folder: Path) -> None:
    (folder / "game[1].pgn").write_bytes(ONE)
    assert names("game[1].pgn") == ["game[1].pgn"]


@pytest.mark.parametrize(
    ("path", "pattern", "is_match"),
    [
        ("a/b/c", "**", True),
        ("a/b/c", "**/c", True),
        ("a/b/c", "a/**/c", True),
        ("a/c", "a/**/c", True),
        ("a/b/c", "**/b/**/c", True),
        ("a/b/c", "**/**/c", True),
        ("a/b/c", "**/b", False),
        ("a/b/c", "*/c", False),
        (".a/c", "**/*/c", False),
        ("a/.c", "**/*", False),
        ("a[1]/c", "**/c", True),
    ],
)
def test_any_number_of_folders(tmp_path: Path, path: str, pattern: str, is_match: bool) -> None:
    (tmp_path / path).parent.mkdir(parents=True)
    (tmp_path / path).touch()
    assert list(matches(str(tmp_path / pattern))) == [str(tmp_path / path)] * is_match


def test_many_stars_take_no_time(tmp_path: Path) -> None:
    (tmp_path / "/".join("a" * 20)).mkdir(parents=True)
    assert list(matches(str(tmp_path / "/".join(["**", "a"] * 10) / "b"))) == []


# -- what is not a file ---------------------------------------------------------------------------------------------------

posix = pytest.mark.skipif(os.name != "posix", reason="links, pipes and sockets of POSIX")


@posix
def test_loops_of_links(folder: Path) -> None:
    (folder / "a" / "loop").symlink_to(folder, target_is_directory=True)
    (folder / "a" / "again").symlink_to(folder / "a", target_is_directory=True)
    (folder / "a" / "self.pgn").symlink_to(folder / "a" / "self.pgn")
    (folder / "a" / "gone.pgn").symlink_to("nowhere")
    assert len(names(".")) == 7
    assert names("**/x.pgn") == ["a/x.pgn"]
    (folder / "a*b.pgn").symlink_to("nowhere")
    assert names("a[*]b.*") == ["a*b.pgn"]  # opening it says that it leads nowhere
    assert list(matches("a/**/nothing")) == []


@posix
def test_nobody_waits_for_pipes_and_sockets(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(folder / "a" / "pipe.pgn")
    with socket.socket(socket.AF_UNIX) as one:
        one.bind("socket.pgn")
        assert names(".")[:2] == ["./b.pgn", "unreadable-file ./socket.pgn"]
    assert "unreadable-file a/pipe.pgn" in names("a")


@posix
def test_a_pipe_that_is_named_is_read(folder: Path) -> None:
    """As shells make them: `validate <(command)`."""
    reader, writer = os.pipe()
    os.write(writer, PACKERS["gz"](ONE))
    os.close(writer)
    (found,) = sources([f"/dev/fd/{reader}"])
    assert isinstance(found, Source)
    assert found.once
    with found.open() as stream:
        assert stream.read() == ONE
    os.close(reader)


def test_a_folder_that_cannot_be_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scandir = os.scandir

    def refusing(path: str) -> Iterator[os.DirEntry[str]]:
        if str(path).endswith("deep"):
            raise PermissionError(13, "Permission denied", path)
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refusing)
    assert names(".")[-1] == "unreadable-file ./a/deep"


# -- one file ----------------------------------------------------------------------------------------------------------


def test_commands_that_read_one_file(folder: Path) -> None:
    assert only("c.zip") == next(sources(["c.zip"]))
    assert only("c.zip!in.txt").name == "c.zip!in.txt"
    assert only("a/w.pgn.gz").name == "a/w.pgn.gz"
    (folder / "two.tar").write_bytes(tar({"a.pgn": ONE, "b.pgn": ONE}))
    refused = only("two.tar")
    assert isinstance(refused, Unreadable)
    assert refused.facts["what"] == "two.tar holds several files; name one: two.tar!a.pgn"
    assert only("two.tar!b.pgn").name == "two.tar!b.pgn"
    missing = only("two.tar!c.pgn")
    assert isinstance(missing, Unreadable)
    assert missing.code is SourceCode.NO_RECORDS


def test_sizes_are_those_on_the_disk(folder: Path) -> None:
    (folder / "two.tar.gz").write_bytes(PACKERS["gz"](tar({"a.pgn": ONE, "b.pgn": ONE})))
    assert list(files(["two.tar.gz", "a", "c.zip!in.pgn"])) == [
        "two.tar.gz", "a/w.pgn.gz", "a/x.pgn", "a/.hidden/h.pgn", "a/deep/z.PGN", "c.zip",
    ]  # fmt: skip
    found = list(sizes(["two.tar.gz", "b.pgn", "nothing", "c.z*"]))
    assert found == [Path(name).stat().st_size for name in ("two.tar.gz", "b.pgn", "c.zip")]


@pytest.mark.parametrize("name", ["new.pgn", "new.zip", "new.tar", "new.gz", "new"])
def test_the_beginning_counts_and_not_the_name(folder: Path, name: str) -> None:
    (folder / name).write_bytes(ONE)
    (found,) = sources([name])
    assert isinstance(found, Source)
    assert found.plain
    (folder / name).write_bytes(tar({"x.pgn": ONE}))
    assert names(name) == [f"{name}!x.pgn"]


def test_text_is_no_tar() -> None:
    assert kind_of(ONE.ljust(512, b"7")) == ""
    assert kind_of(b"\0" * 512) == ""
    assert kind_of(tar({"a": b""})[:512]) == "tar"
    assert kind_of(tar({"a": b""})[:511]) == ""


# -- elsewhere ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def memory() -> Iterator[None]:
    """Files in the memory of fsspec."""
    system = fsspec.filesystem("memory")
    for name, data in {
        "/g/a.pgn": ONE,
        "/g/deep/b.pgn.gz": PACKERS["gz"](ONE),
        "/g/c.txt": ONE,
        "/g/t.tgz": PACKERS["gz"](tar({"x.pgn": ONE})),
        "/g/z.zip": zipped({"y.pgn": ONE}),
    }.items():
        system.pipe_file(name, data)
    yield
    system.rm("/g", recursive=True)


@pytest.mark.usefixtures("memory")
@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("memory://g/a.pgn", ["memory:///g/a.pgn"]),
        ("memory://g", ["memory:///g/a.pgn", "memory:///g/deep/b.pgn.gz"]),
        ("memory://g/**/*.gz", ["memory:///g/deep/b.pgn.gz"]),
        ("memory://g/t.tgz", ["memory:///g/t.tgz!x.pgn"]),
        ("memory://g/z.zip", ["memory:///g/z.zip!y.pgn"]),
    ],
)
def test_elsewhere(url: str, expected: list[str]) -> None:
    found = list(sources([url]))
    assert [one.name.replace("memory://g", "memory:///g") for one in found] == expected
    for member in found:
        assert isinstance(member, Source)
        with member.open() as stream:
            assert stream.read() == ONE


@pytest.mark.usefixtures("memory")
@pytest.mark.parametrize(
    ("url", "code"),
    [("memory://g/none.pgn", "unreadable-file"), ("nowhere://x", "unreadable-file"), ("memory://g/*.q", "no-records")],
)
def test_not_there(url: str, code: str) -> None:
    assert names(url) == [f"{code} {url}"]


def test_over_http(folder: Path) -> None:
    """From a server that gives files only as a whole; they are larger than what fsspec reads at once."""
    pytest.importorskip("aiohttp")
    noise = random.Random(1).randbytes(6_000_000)
    (folder / "long.pgn").write_bytes(noise)
    (folder / "t.tar.gz").write_bytes(PACKERS["gz"](tar({"noise.pgn": noise, "x.pgn": ONE})))
    (folder / "t.tar").write_bytes(tar({"noise.pgn": noise, "x.pgn": ONE}))
    (folder / "z.zip").write_bytes(zipped({"noise.pgn": noise, "x.pgn": ONE}))
    with Server(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}"
        for path in ("b.pgn", "long.pgn", "a/w.pgn.gz", "t.tar.gz", "t.tar", "z.zip"):
            for member in sources([f"{url}/{path}"]):
                assert isinstance(member, Source)
                assert member.name.startswith(f"{url}/{path}")
                with member.open() as stream:
                    is_long = "noise" in member.name or path == "long.pgn"
                    assert stream.read() == (noise if is_long else ONE)
                    assert getattr(stream, "fault", None) is None
        assert names(f"{url}/none.pgn?x=1") == [f"unreadable-file {url}/none.pgn?x=1"]
        server.shutdown()
    assert names(f"{url}/b.pgn") == [f"unreadable-file {url}/b.pgn"]  # nobody is there any more


class Server(ThreadingHTTPServer):
    """Says nothing where somebody has read enough."""

    def handle_error(self, *_: object) -> None:
        pass


class Quiet(SimpleHTTPRequestHandler):
    """A web server that does not write down what is asked of it."""

    def log_message(self, *_: object) -> None:
        pass


def test_a_local_url(folder: Path) -> None:
    assert names(f"file://{folder}/a/w.pgn.gz") == [f"file://{folder}/a/w.pgn.gz"]


def test_passwords_are_not_reported() -> None:
    (name,) = names("nowhere://anna:secret@host/a.pgn")
    assert name == "unreadable-file nowhere://host/a.pgn"


def test_a_package_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fsspec", None)
    (refused,) = sources(["memory://g"])
    assert isinstance(refused, Unreadable)
    assert "pip install 'fairyscore[remote]'" in str(refused.facts["why"])


def test_libraries_that_raise_anything(monkeypatch: pytest.MonkeyPatch, memory: None) -> None:
    """Some are no `OSError`, and some come in the middle of a file."""
    (member,) = sources(["memory://g/a.pgn"])
    assert isinstance(member, Source)

    class Breaking:
        def seekable(self) -> bool:
            return True

        def read(self, _size: int) -> bytes:
            raise RuntimeError("the server\x1b[31m has enough")

        def close(self) -> None:
            pass

    monkeypatch.setattr(type(fsspec.filesystem("memory")), "open", lambda *_, **__: Breaking())
    with member.open() as stream:
        assert stream.read() == b""
        fault = getattr(stream, "fault", None)
    assert fault is not None
    assert fault.code is SourceCode.UNREADABLE_FILE
    assert "enough" in fault.facts["why"]
    assert "\x1b" not in fault.facts["why"]
