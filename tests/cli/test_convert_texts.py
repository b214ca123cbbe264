"""`fairyscore convert --to markdown|latex`: pictures beside the text, what is lost, templates, and refusals."""

from pathlib import Path

import pytest
from nightly import sampled
from running import run, written

from fairyscore.cli.text_names import TEXTS
from fairyscore.notation.formats.registry import FORMATS

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
GAME = str(SAMPLES / "games" / "chess" / "annotated.pgn")
FAULTY = str(SAMPLES / "faults" / "no-piece-reaches.pgn")


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_the_ending_says_what_is_written_and_pictures_stand_beside(tmp_path: Path) -> None:
    result = run("convert", GAME, "-o", str(tmp_path / "Réti's game.md"), "--diagrams", "end")
    assert (result.exit_code, result.stderr) == (0, "1 game converted\n")
    pictures = [f"Reti-s-game-diagram-{number}.svg" for number in (1, 2, 3)]
    assert files(tmp_path) == sorted([*pictures, "Réti's game.md"])
    text = (tmp_path / "Réti's game.md").read_text(encoding="utf-8")
    assert [text.count(f"]({picture})") for picture in pictures] == [1, 1, 1]
    assert all((tmp_path / picture).read_text(encoding="utf-8").startswith("<svg") for picture in pictures)


def test_latex_has_pictures_as_pdf(tmp_path: Path) -> None:
    pytest.importorskip("typst", reason="NO typst HERE: drawings as PDF are not tested")
    assert run("convert", GAME, "-o", str(tmp_path / "game.tex")).exit_code == 0
    assert files(tmp_path) == ["game-diagram-1.pdf", "game-diagram-2.pdf", "game.tex"]
    assert (tmp_path / "game-diagram-1.pdf").read_bytes().startswith(b"%PDF")
    assert r"\fairydiagram{game-diagram-1.pdf}{1}{after 8...Nxe4}" in (tmp_path / "game.tex").read_text(
        encoding="utf-8"
    )


def test_standard_output_has_positions() -> None:
    result = run("convert", GAME, "--to", "markdown")
    assert "*Diagram 1: after 8...Nxe4*\n\n    rnb1kb1r/pp3ppp/" in result.stdout
    assert result.stderr == (
        "fairyscore: 2 diagrams cannot be drawn on standard output, and the position stands in the text: "
        "name a file with -o to have drawings\n1 game converted\n"
    )


def test_what_means_nothing_to_readers_is_reported(tmp_path: Path) -> None:
    path = written(tmp_path / "a.pgn", '[White "Anna"]\n[PlyCount "1"]\n[Result "*"]\n\n1. e4\n% for a program\n*\n')
    result = run("convert", path, "-o", str(tmp_path / "a.md"))
    assert 'the tag PlyCount "1" is lost' in result.stderr
    assert 'the escaped line "for a program" is lost' in result.stderr
    assert run("convert", path, "-o", str(tmp_path / "b.md"), "--strict").exit_code == 1
    assert files(tmp_path) == ["a.md", "a.pgn"]


def test_a_faulty_game_is_reported_up_to_its_fault(tmp_path: Path) -> None:
    output = tmp_path / "game.md"
    assert run("convert", FAULTY, "-o", str(output)).exit_code == 1
    text = output.read_text(encoding="utf-8")
    assert "**The record is at fault here.** Be3: no black bishop can go to e3" in text
    assert "(line 10, column 51)\n\nNot checked: Be3 6. Be2 Nf6\n" in " \n".join(text.split(" \n"))
    assert "can be followed up to 5.c3" in text


def test_where_nothing_is_written_no_picture_is(tmp_path: Path) -> None:
    bad = written(tmp_path / "bad.pgn", '[Result "*"]\n\n1. Ke3 *\n')
    assert run("convert", GAME, bad, "-o", str(tmp_path / "game.md"), "--strict").exit_code == 1
    assert files(tmp_path) == ["bad.pgn"]


def test_a_picture_that_cannot_have_its_name(tmp_path: Path) -> None:
    (tmp_path / "game-diagram-2.svg").mkdir()
    result = run("convert", GAME, "-o", str(tmp_path / "game.md"))
    assert result.exit_code == 2
    assert "game-diagram-2.svg cannot be written" in result.stderr
    assert files(tmp_path) == ["game-diagram-2.svg"]


def test_templates(tmp_path: Path) -> None:
    game = written(tmp_path / "game.txt", "{{number}}. {{ names }}, {{date}}: {{result}}\n{{moves}}\n")
    text = written(tmp_path / "text.txt", "BEGIN\x00\n{{games}}END\n")
    output = run("convert", GAME, "--to", "markdown", "--template", game).stdout
    assert output.startswith("1. Réti, Richard – Tartakower, Savielly, 1910: 1-0\nEleven moves")
    output = run("convert", GAME, "--to", "latex", "--template", text).stdout
    assert output.startswith("BEGIN\0\n\\fairygame{Casual game}\n")
    assert output.endswith("\nEND\n")


@pytest.mark.parametrize(
    ("template", "why"),
    [
        ("nothing", "has to have one place {{moves}} (for each game) or {{games}} (for the text)"),
        ("{{moves}}{{moves}}", "has to have one place"),
        ("{{moves}}{{games}}", "has to have one place"),
        ("{{moves}}{{nonsense}}", "has a place {{nonsense}}; there are {{moves}}, {{title}}"),
        ("{{games}}{{title}}", "has a place {{title}}"),
        (b"\xff{{moves}}", "cannot be read: it is not UTF-8 text"),
    ],
)
def test_templates_that_are_none(tmp_path: Path, template: str | bytes, why: str) -> None:
    result = run("convert", GAME, "--to", "markdown", "--template", written(tmp_path / "t", template))
    assert result.exit_code == 2
    assert why in " ".join(result.stderr.split())


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (
            ("--to", "pgn", "--diagrams", "end"),
            "--diagrams and --template can only be used with --to markdown, typst, latex.",
        ),
        (("--to", "markdown", "--diagrams", "all"), "Invalid value for --diagrams: diagrams are every:N, comments"),
        (("--to", "word"), "Texts are markdown, typst, latex."),
        (("--to", "markdown", "--jobs", "2"), "markdown is written as games are read, in one process"),
        (("--to", "markdown", "--template", "no/such/file"), "cannot be read"),
    ],
)
def test_wrong_usage(arguments: tuple[str, ...], why: str) -> None:
    result = run("convert", GAME, *arguments)
    assert result.exit_code == 2
    assert why in " ".join(result.stderr.split())


def test_texts_cannot_be_read() -> None:
    assert run("validate", GAME, "--from", "markdown").exit_code == 2


def test_texts_are_listed() -> None:
    names = [line.split()[0] for line in run("formats").stdout.split("\n\n")[0].splitlines()]
    assert names == [*FORMATS, *TEXTS]


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize(
    "path", sampled(sorted((SAMPLES / "games").rglob("*.pgn")), 3), ids=lambda path: f"{path.parent.name}-{path.stem}"
)
def test_every_sample(path: Path, name: str) -> None:
    result = run("convert", str(path), "--to", name)
    assert result.exit_code == 0
    assert "lost" not in result.stderr.replace("SetUp", "")


def test_a_language_is_that_of_a_texts_words_and_piece_letters(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_text('[Result "*"]\n\n1. e4 e5 2. Nf3 *\n')
    assert "2. Nf3" in run("convert", str(path), "--to", "pgn", "--language", "de").stdout
    text = run("convert", str(path), "--to", "markdown", "--language", "de").stdout
    assert "Sf3" in text
    assert "Die Partie ist nicht beendet" in text
    assert "and of the letters of its pieces" in " ".join(run("convert", "--help").stdout.split())
