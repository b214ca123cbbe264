"""The command `publish`: the files of the folder, where Pyodide comes from, and what it refuses."""

import html
import io
import json
import zipfile
from base64 import b64decode
from collections.abc import Iterator
from functools import partial
from hashlib import sha256
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from running import crashed, run

from fairyscore.render.desk import pyodide

CLUB = 'title = "Club Cylinder"\nbased_on = "chess"\nboard = { shape = "cylinder" }\n'


@pytest.fixture(autouse=True)
def _a_folder_that_stands_for_pyodide(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("python").mkdir()
    for name in pyodide.DIGESTS:
        Path("python", name).write_text(f"the file {name}", encoding="utf-8")


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    handler = partial(_Quiet, directory=str(tmp_path / "python"))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def files(folder: str) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in Path(folder).rglob("*") if path.is_file()}


def test_the_files_of_the_folder() -> None:
    written = run("publish", "--variant", "tor-qi", "-o", "out/site", "--pyodide", "python")
    assert (written.exit_code, written.stdout) == (0, ""), written.stderr
    expected = {"index.html", "rules.html", "games.json", "worker.js", "judge.zip", "files.json", "offline.js"}
    assert files("out/site") == expected | {f"pyodide/{name}" for name in pyodide.DIGESTS}
    assert f"{len(files('out/site'))} files with 1 game written to out/site" in written.stderr
    page = html.unescape(Path("out/site/index.html").read_text(encoding="utf-8"))
    assert page.count("data-field") >= 64  # the first board, before any program runs
    assert "worker-src 'self'" in page
    assert "http://" not in page.replace("http://www.w3.org/", "")
    assert "https://" not in page


def test_every_file_is_listed_with_its_digest() -> None:
    run("publish", "-o", "site", "--pyodide", "python")
    listed = json.loads(Path("site/files.json").read_text(encoding="utf-8"))
    assert set(listed) == files("site") - {"files.json", "offline.js"}
    for name, digest in listed.items():
        assert b64decode(digest.removeprefix("sha256-")) == sha256(Path("site", name).read_bytes()).digest()


def test_the_judge_is_this_package_without_its_commands() -> None:
    run("publish", "-o", "site", "--pyodide", "python")
    with zipfile.ZipFile(io.BytesIO(Path("site/judge.zip").read_bytes())) as archive:
        names = archive.namelist()
    assert {"fairyscore/__init__.py", "fairyscore/render/desk/desk.py", "svgwrite/__init__.py"} <= set(names)
    assert not [name for name in names if name.startswith(("fairyscore/cli", "/")) or name.endswith((".so", ".pyx"))]


def test_the_same_games_make_the_same_folder() -> None:
    for folder in ("one", "two"):
        run("publish", "-o", folder, "--pyodide", "python")
    for name in files("one"):
        assert Path("one", name).read_bytes() == Path("two", name).read_bytes(), name


def test_games_and_variant_files() -> None:
    Path("club-cylinder.toml").write_text(CLUB, encoding="utf-8")
    Path("games.pgn").write_text(
        '[Variant "chess"]\n\n1. e4 e5 {good} (1... c5) *\n\n[Variant "chess"]\n\n1. d4 1-0\n', encoding="utf-8"
    )
    written = run("publish", "club-cylinder.toml", "games.pgn", "-o", "site", "--pyodide", "python")
    assert written.exit_code == 0, written.stderr
    games = json.loads(Path("site/games.json").read_text(encoding="utf-8"))
    assert games["variant_files"] == {"club-cylinder.toml": CLUB}
    assert len(games["records"]) == 3
    assert "good" in games["records"][1]
    assert "Club Cylinder" in Path("site/rules.html").read_text(encoding="utf-8")


def test_games_that_cannot_begin_are_left_out() -> None:
    Path("games.pgn").write_text(
        '[Variant "chess"]\n\n1. e4 *\n\n[Variant "nonsense"]\n\n1. d4 1-0\n', encoding="utf-8"
    )
    written = run("publish", "games.pgn", "-o", "site", "--pyodide", "python")
    assert written.exit_code == 1
    assert "1 game left out" in written.stderr
    assert len(json.loads(Path("site/games.json").read_text(encoding="utf-8"))["records"]) == 1


def test_pyodide_is_loaded_from_an_address(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    digests = {name: sha256(Path("python", name).read_bytes()).hexdigest() for name in pyodide.DIGESTS}
    monkeypatch.setattr(pyodide, "DIGESTS", digests)
    assert run("publish", "-o", "site", "--pyodide", address).exit_code == 0
    assert Path("site/pyodide/pyodide.mjs").read_text(encoding="utf-8") == "the file pyodide.mjs"


def test_another_pyodide_than_the_pinned_one_is_refused(address: str) -> None:
    written = run("publish", "-o", "site", "--pyodide", address)
    assert not crashed(written)
    assert written.exit_code == 2
    assert f"is not the pyodide.mjs of Pyodide {pyodide.VERSION}: its SHA-256 is another" in written.stderr
    assert not Path("site").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--pyodide", "nowhere"), "nowhere is not the folder of the npm package pyodide: it has no pyodide.mjs"),
        (("--pyodide", "a\0b"), "is not the folder of the npm package pyodide"),
        (("--pyodide", "http://127.0.0.1:9/"), "could not be loaded"),
        (("nothing.pgn", "--pyodide", "python"), "there is no game to publish"),
        (("missing.toml", "--pyodide", "python"), "missing.toml"),
        (("bad.toml", "--pyodide", "python"), "bad.toml"),
        (("missing.pgn", "--pyodide", "python"), "missing.pgn"),
    ],
)
def test_nonsense_is_wrong_usage(arguments: tuple[str, ...], message: str) -> None:
    Path("nothing.pgn").write_text("", encoding="utf-8")
    Path("bad.toml").write_text("title = 3\n", encoding="utf-8")
    written = run("publish", *arguments, "-o", "site")
    assert not crashed(written)
    assert (written.exit_code, written.stdout) == (2, "")
    assert message in written.stderr
    assert not Path("site").exists()
