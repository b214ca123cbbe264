"""LaTeX: all is told, nobody's text becomes a macro, and where there is a TeX it compiles."""

import io
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import assume, given
from injections import INJECTIONS, planted
from made_records import records
from words_to_read import missing

from fairyscore.notation.formats.loss import reduced
from fairyscore.notation.records.tree import Comment, MoveLine, Ply, Record
from fairyscore.notation.rules.moves import Move
from fairyscore.notation.text import clean
from fairyscore.render.texts.document import HELD, TextOptions, text_format
from fairyscore.render.texts.medium import medium

TEX = shutil.which("pdflatex")

WRITTEN = {
    **{rf"\{sign}": sign for sign in "{}$&#_%"},
    r"\textbackslash{}": "\\",
    r"\textasciicircum{}": "^",
    r"\textasciitilde{}": "~",
    r"\textasciigrave{}": "`",
    r"\textquotedbl{}": '"',
    r"\textless{}": "<",
    r"\textgreater{}": ">",
    r"\textbar{}": "|",
    r"\ensuremath{-}": "−",
    r"\ensuremath{\infty}": "∞",
    r"\ensuremath{\mp}": "∓",
    r"\ensuremath{\stackrel{\scriptscriptstyle +}{=}}": "⩲",
    r"\ensuremath{\stackrel{=}{\scriptscriptstyle +}}": "⩱",
    r"\fairybox{}": "□",
    r"\ensuremath{\odot}": "⨀",
    r"\ensuremath{\oplus}": "⊕",
    r"\ensuremath{\Delta}": "∆",
    r"\ensuremath{\nabla}": "∇",
    r"\ensuremath{\frown}": "⌓",
    r"\ensuremath{\uparrow}": "↑",
    r"\ensuremath{\rightarrow}": "→",
    r"\ensuremath{\leftarrow}": "←",
    r"\ensuremath{\leftrightarrow}": "⇆",
    **{rf"\fairyman{{{letter}}}": piece for letter, piece in zip("KQRBNP", "♔♕♖♗♘♙", strict=True)},
    "{}": "",
}
"""How signs are written, said here once more."""

_WRITTEN = re.compile("|".join(map(re.escape, sorted(WRITTEN, key=len, reverse=True))) + r"|\\fairychar\{([0-9A-F]+)\}")


def read(text: str) -> str:
    """What escapes stand for."""
    return _WRITTEN.sub(lambda found: chr(int(found[1], 16)) if found[1] else WRITTEN[found[0]], text)


def latex(*games: Record, pictures: bool = False) -> str:
    stream = io.BytesIO()
    settings = TextOptions(pictures=(lambda number, svg: f"game{number}.pdf") if pictures else None)
    sink = text_format(medium("latex"), settings).open(stream)
    for game in games:
        sink.put((reduced(game, HELD)[0], game.game.writing.usual))
    sink.close()
    return stream.getvalue().decode()


def body(text: str) -> str:
    return text.split(r"\begin{document}")[1].split(r"\end{document}", maxsplit=1)[0]


def compiled(text: str, folder: Path) -> int:
    """How TeX ends, which may not call programs; 0 is well."""
    (folder / "game.tex").write_text(text, encoding="utf-8")
    command = ("pdflatex", "-no-shell-escape", "-interaction=nonstopmode", "-halt-on-error", "game.tex")
    return subprocess.run(command, cwd=folder, capture_output=True, timeout=120, check=False).returncode


GAME = Record(
    "chess",
    (("White", "Réti & Co."),),
    MoveLine(
        (
            Ply(Move(12, 28), (1, 220), (Comment("50% {sound}"), MoveLine((Ply(Move(11, 27), (16,)),)))),
            Ply(Move(52, 36)),
        )
    ),
    "1-0",
)


def test_a_game() -> None:
    text = body(latex(GAME, pictures=True))
    assert "\\fairygame{Réti \\& Co. against an unknown player}\n\\fairyplayer{White}{Réti \\& Co.}\n" in text
    assert "\\mainline{1.~e4!}\n\n\\fairydiagram{game-diagram-1.pdf}{1}{after 1.e4}\n\n50\\% \\{sound\\}\n\n" in text
    assert "\\variation{1.~d4~±}\n\n\\mainline{1...~e5}\n\n\\fairyresult{1-0}{White wins.}\n" in text


def test_moves_without_remarks_are_a_table() -> None:
    text = body(latex(Record("chess", (), MoveLine((Ply(Move(12, 28)), Ply(Move(52, 36)))))))
    assert "\\begin{fairytable}{2}\n\\fairyround{}\\fairycell{White}\\fairycell{Black}\n" in text
    assert "\\fairyround{1.}\\fairycell{e4}\\fairycell{e5}\n\\end{fairytable}\n" in text


@given(records())
def test_everything_is_reported_in_its_order(record: Record) -> None:
    assume(not set("♚♛♜♝♞♟") & set(str(record)))  # which are written as those of White
    text = read(body(latex(record)).replace("~", " ").replace(r"\mbox{", ""))
    assert missing(record, " ".join(text.split())) == ""


@pytest.mark.parametrize("text", INJECTIONS, ids=range(len(INJECTIONS)))
def test_no_text_becomes_a_macro(text: str) -> None:
    written = medium("latex").plain(text)
    assert read(written) == clean(text)
    assert not re.search(r"[\\{}$&#^_%~]", _WRITTEN.sub("", written))
    assert not re.search(r"--|''|``|,,|<<|>>", written)


@pytest.mark.skipif(TEX is None, reason="NO TeX HERE: that the documents compile is not tested")
def test_it_compiles(tmp_path: Path) -> None:
    glyphs = MoveLine((Ply(Move(12, 28), (*range(1, 24), 32, 36, 40, 132, 136, 140, 141, 142, 145)),))
    games = [GAME, Record("chess", (), glyphs), Record("chess", (), MoveLine((Ply(Move(12, 28)),)))]
    games += [planted(GAME, " — ".join(INJECTIONS[at : at + 25])) for at in range(0, len(INJECTIONS), 25)]
    assert compiled(latex(*games), tmp_path) == 0
