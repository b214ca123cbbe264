"""The command `rulebook`: the files it writes, and what it refuses."""

import sys
from pathlib import Path

import pytest
from running import crashed, run


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def files() -> set[str]:
    return {path.as_posix() for path in Path().rglob("*") if path.is_file()}


def test_a_sheet_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    written = run("rulebook", "chess", "-o", "a/sheet")
    assert (written.exit_code, written.stdout) == (0, "")
    assert (
        "no rules.pdf: writing PDF needs the extra pdf; install it with: pip install 'fairyscore[pdf]'"
        in written.stderr
    )
    assert {path for path in files() if "figures" not in path} == {"a/sheet/rules.md", "a/sheet/rules.html"}
    assert "a/sheet/figures/piece-2-knight.svg" in files()
    assert f"{len(files())} files written to a/sheet" in written.stderr


def test_one_format() -> None:
    assert run("rulebook", "caliph-qi", "-o", ".", "--format", "html").exit_code == 0
    assert files() == {"rules.html"}


def test_one_file_is_named_by_its_ending() -> None:
    written = run("rulebook", "chess", "-o", "chess.html")
    assert (written.exit_code, files()) == (0, {"chess.html"})
    assert Path("chess.html").read_text("utf-8").startswith("<!DOCTYPE html>")
    refused = run("rulebook", "chess", "-o", "chess.pdf", "--format", "html")
    assert refused.exit_code == 2
    assert "name a folder for several" in refused.stderr


def test_a_pdf() -> None:
    pytest.importorskip("typst", reason="the extra pdf is not installed, so no PDF is looked at")
    assert run("rulebook", "chess", "-o", "sheet", "--format", "pdf").exit_code == 0
    assert Path("sheet/rules.pdf").read_bytes().startswith(b"%PDF-")


def test_a_pdf_that_is_asked_for_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    written = run("rulebook", "chess", "-o", "sheet", "--format", "md", "--format", "pdf")
    assert written.exit_code == 2
    assert "pip install 'fairyscore[pdf]'" in written.stderr
    assert files() == set()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("checkers", "-o", "x"), "there is no variant 'checkers'"),
        (("chess",), "-o"),
        (("chess", "-o", "x", "--format", "doc"), "doc"),
        (("chess", "-o", "taken", "--format", "html"), "taken"),
        (("chess", "-o", "a\0b", "--format", "html"), "cannot be written"),
    ],
)
def test_nonsense_is_wrong_usage(arguments: tuple[str, ...], message: str) -> None:
    Path("taken").write_text("a file", encoding="utf-8")
    written = run("rulebook", *arguments)
    assert not crashed(written)
    assert (written.exit_code, written.stdout) == (2, "")
    assert message in written.stderr
    assert files() == {"taken"}


def test_names_of_pieces_do_not_lead_out_of_the_folder() -> None:
    piece = '{ letter = "N", name = "x/../../../../../out/escaped", moves = "N" }'
    Path("trap.toml").write_text(f'title = "Trap"\nbased_on = "chess"\npiece = [{piece}]\n', encoding="utf-8")
    done = run("rulebook", "trap", "--variant-path", "trap.toml", "-o", "a/b/sheet", "--format", "md")
    assert done.exit_code == 0, done.stderr
    assert all(path.startswith("a/b/sheet/") for path in files() - {"trap.toml"})
    assert "a/b/sheet/figures/piece-2-x-..-..-..-..-..-out-escaped.svg" in files()
