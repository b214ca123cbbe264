"""Figures in Markdown texts, drawn by fenced blocks."""

import shutil
import subprocess
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from running import run, written

from fairyscore.notation.position import Position

TEXT = """# Rules

As @queen shows, but not `@queen` or anna@queen.org:

```fairyscore
variant: caliph-qi
piece: Q
on: c5
caption: The queen stops at the river
label: queen
```

```python
@queen
```

~~~fairyscore
record: games/game.pgn
ply: 2
~~~
"""


def test_blocks_become_figures_with_captions_and_references(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    written(tmp_path / "games" / "game.pgn", '[Result "*"]\n\n1. e4 e5 *\n')
    source = written(tmp_path / "rules.md", TEXT)
    result = run("weave", source, "-o", str(tmp_path / "woven.md"))
    assert result.exit_code == 0, result.output
    woven = (tmp_path / "woven.md").read_text()
    assert "As [Figure 1](#queen) shows, but not `@queen` or anna@queen.org:" in woven
    assert "```python\n@queen\n```" in woven
    assert "*Figure 1: The queen stops at the river*" in woven
    assert 'data-variant="caliph-qi"' in (tmp_path / "woven-figure-1.svg").read_text()
    assert 'ply="2"' in (tmp_path / "woven-figure-2.svg").read_text()
    html = MarkdownIt().render(woven)
    assert html.count("<img") == 2
    assert '<a href="#queen">Figure 1</a>' in html


PARTS = """```fairyscore
variant: caliph-qi
columns: 2
caption: 100% of two ways
label: ways
---
piece: Q
on: c5
---
piece: W
on: c5
```
"""


@pytest.mark.parametrize(
    ("ending", "picture", "message"),
    [
        (".md", ".svg", "*Figure 1: 100% of two ways*"),
        (".typ", ".svg", '#figure(image("woven-figure-1.svg"), caption: "100% of two ways") <ways>'),
        (".tex", ".pdf", "\\includegraphics{woven-figure-1.pdf}\n\\caption{100\\% of two ways}\\label{ways}"),
    ],
)
def test_several_drawings_are_one_figure_in_any_text(tmp_path: Path, ending: str, picture: str, message: str) -> None:
    if picture == ".pdf":
        pytest.importorskip("typst")
    source = written(tmp_path / f"rules{ending}", PARTS)
    result = run("weave", source, "-o", str(tmp_path / f"woven{ending}"))
    assert result.exit_code == 0, result.output
    assert message in (tmp_path / f"woven{ending}").read_text()
    data = (tmp_path / f"woven-figure-1{picture}").read_bytes()
    assert data.count(b'class="fairyscore-diagram"') == 2 or data.startswith(b"%PDF")


FIGURE = """
```fairyscore
variant: tor-qi
piece: Q
caption: 50% of the queen's *moves* & [more] #1 $x_2$
label: queen
```
"""


def test_woven_typst_compiles(tmp_path: Path) -> None:
    """The caption is text, whatever signs are in it, and the reference is known."""
    typst = pytest.importorskip("typst")
    source = written(tmp_path / "rules.typ", f"See @queen.\n{FIGURE}")
    assert run("weave", source, "-o", str(tmp_path / "woven.typ")).exit_code == 0
    assert typst.compile(str(tmp_path / "woven.typ")).startswith(b"%PDF")


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="NO TeX HERE: that woven texts compile is not tested")
def test_woven_latex_compiles(tmp_path: Path) -> None:
    pytest.importorskip("typst")
    head = "\\documentclass{article}\\usepackage{graphicx}\\begin{document}See~\\ref{queen}.\n"
    source = written(tmp_path / "rules.tex", f"{head}{FIGURE}\n\\end{{document}}\n")
    assert run("weave", source, "-o", str(tmp_path / "woven.tex")).exit_code == 0
    command = ("pdflatex", "-no-shell-escape", "-interaction=nonstopmode", "-halt-on-error", "woven.tex")
    assert subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=120, check=False).returncode == 0


@pytest.mark.parametrize(
    ("block", "message"),
    [
        ("variant: glorp", "line 2: there is no variant 'glorp'"),
        ("variant chess", "line 2: 'variant chess' is not `key: value`"),
        ("colour: red", "line 2: No such option '--colour'"),
        ("record: missing.pgn", "missing.pgn"),
        ("position: nonsense", "line 2: "),
    ],
)
def test_a_block_that_cannot_be_drawn_is_named_and_nothing_is_written(tmp_path: Path, block: str, message: str) -> None:
    good = "```fairyscore\nvariant: chess\n```\n"
    source = written(tmp_path / "rules.md", f"```fairyscore\n{block}\n```\n{good}")
    result = run("weave", source, "-o", str(tmp_path / "woven.md"))
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())
    assert [path.name for path in tmp_path.iterdir()] == ["rules.md"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("No block.\n", "0 figures drawn: the text has no fenced block"),
        (
            "```python\nx\n```\n\n~~~\ny\n~~~\n",
            "0 figures drawn: 2 fenced blocks, none is `fairyscore` or `fen`: python",
        ),
        ("- a\n\n  ```fairyscore\n  variant: chess\n  ```\n", "that are indented"),
    ],
)
def test_a_text_without_figures_is_reported_why(tmp_path: Path, text: str, message: str) -> None:
    done = run("weave", written(tmp_path / "text.md", text), "-o", str(tmp_path / "woven.md"))
    assert done.exit_code == 0
    assert message in done.output


FENS = """```fen
8/8/8/8/8/8/8/K1k5 w - - 0 1
caption: Two kings
label: kings
```

~~~ fen tor-qi
rnqkbbr/ppppppp/7/7/7/7/7/PPPPPPP/RNQKBBR w - - 0 1
~~~

As @kings shows.
"""


def test_blocks_of_fen_are_positions(tmp_path: Path) -> None:
    """As other programs write diagrams in Markdown: the position alone; a game behind the word."""
    start = Position.start("tor-qi").fen
    source = written(tmp_path / "text.md", FENS.replace("rnqkbbr/ppppppp/7/7/7/7/7/PPPPPPP/RNQKBBR w - - 0 1", start))
    result = run("weave", source, "-o", str(tmp_path / "woven.md"))
    assert result.exit_code == 0, result.output
    first, second = ((tmp_path / f"woven-figure-{number}.svg").read_text() for number in (1, 2))
    assert first.count("data-piece=") == 2
    assert 'data-variant="tor-qi"' in second
    woven = (tmp_path / "woven.md").read_text()
    assert "*Figure 1: Two kings*" in woven
    assert "As [Figure 1](#kings) shows." in woven
    assert "fen" not in woven


def test_a_block_of_fen_that_is_no_position_has_its_place(tmp_path: Path) -> None:
    source = written(tmp_path / "text.md", "# A\n\n```fen\nnonsense\n```\n")
    result = run("weave", source, "-o", str(tmp_path / "woven.md"))
    assert result.exit_code == 2
    assert "line 4: " in result.stderr


def test_what_one_drawing_shows_is_not_carried_to_the_next(tmp_path: Path) -> None:
    """The block that a reader wrote: two plies of a game side by side, with a mark in the first."""
    written(tmp_path / "game.pgn", '[Result "*"]\n\n1. e4 e5 2. Nf3 *\n')
    block = "record: game.pgn\nply: 1\nmarks: e4=goal\ncolumns: 2\ncaption: Before and after.\n---\nply: 2"
    source = written(tmp_path / "text.md", f"```fairyscore\n{block}\n```\n")
    result = run("weave", source, "-o", str(tmp_path / "woven.md"))
    assert result.exit_code == 0, result.output
    figure = (tmp_path / "woven-figure-1.svg").read_text()
    assert [figure.count(f'ply="{ply}"') for ply in (1, 2)] == [1, 1]
    assert figure.count("goal") == 1


def test_a_game_of_a_file_of_its_own(tmp_path: Path) -> None:
    rules = written(tmp_path / "my-game.toml", 'title = "My game"\nbased_on = "chess"\n')
    source = written(tmp_path / "text.md", "```fairyscore\nvariant: my-game\n```\n")
    result = run("weave", source, "--variant-path", rules, "-o", str(tmp_path / "woven.md"))
    assert result.exit_code == 0, result.output
    assert 'data-variant="my-game"' in (tmp_path / "woven-figure-1.svg").read_text()
