"""A package that brings a game, a format and a notation by entry points: all of the program knows them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

MODULE = '''
"""A sample package: chess without castling, its moves as `e2>e4`, and files of one line a game."""

from dataclasses import replace
from types import SimpleNamespace

from fairyscore.notation.formats.base import Format
from fairyscore.notation.formats import moves
from fairyscore.notation.moves import uci
from fairyscore.notation.variants.registry import variant_from_text


def no_castling():
    game = variant_from_text('title = "Club chess"\\\\nbased_on = "chess"\\\\nremove = ["castling"]')
    return replace(game, name="club-chess")


def read(text, variant):
    plain = text.rstrip("+#")
    return uci.read(plain.replace(">", ""), variant) if plain.count(">") == 1 else None


def write(state, move, variant):
    plain = uci.write(state, move, variant)
    return plain[:2] + ">" + plain[2:]


arrows = SimpleNamespace(name="arrows", refusal=uci.refusal, read=read, write=write)

MARK = "club:"


def cut(chunks):
    return moves.cut([MARK.join("".join(chunks).split(MARK)).replace(MARK, "")])


def write_game(record, notation):
    return MARK + " " + moves.write(record, notation)


CLUB = Format(
    "club",
    moves.MOVES.holds,
    write_game,
    between="\\\\n",
    looks=lambda head: head.startswith(MARK),
    cut=cut,
    read=moves.read,
    suffixes=(".club",),
    summary="games of the club",
)
'''.replace("\\\\", "\\")

POINTS = """
[fairyscore.variants]
club-chess = sample_plugin:no_castling
[fairyscore.formats]
club = sample_plugin:CLUB
broken = sample_plugin:NOTHING
[fairyscore.notations]
arrows = sample_plugin:arrows
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A folder with the package, as an installation leaves it."""
    (tmp_path / "sample_plugin.py").write_text(MODULE)
    about = tmp_path / "sample_plugin-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: sample-plugin\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(POINTS)
    return tmp_path


def python(package: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, "PYTHONPATH": str(package), "PYTHONUTF8": "1"},
        cwd=package,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def command(package: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return python(package, "-m", "fairyscore.cli.main", *arguments)


def test_the_game_is_known_by_name(package: Path) -> None:
    moves = command(package, "moves", "club-chess", "--after", "e2-e4 e7-e5 g1-f3 b8-c6 f1-c4 f8-c5")
    assert moves.returncode == 0, moves.stderr
    assert "e1-f1" in moves.stdout
    assert "O-O" not in moves.stdout
    assert "club-chess" in command(package, "variants").stdout


def test_the_format_is_written_recognised_and_listed(package: Path) -> None:
    (package / "game.pgn").write_text('[Variant "chess"]\n\n1. e4 e5 2. Nf3 *\n')
    written = command(package, "convert", "game.pgn", "-o", "game.club", "--moves", "arrows")
    assert written.returncode == 0, written.stderr
    assert (package / "game.club").read_text() == "club: 1. e2>e4 e7>e5 2. g1>f3 *\n"
    for source in ("game.club", "-"):
        checked = subprocess.run(
            [sys.executable, "-m", "fairyscore.cli.main", "validate", source, "--variant", "chess"],
            env={**os.environ, "PYTHONPATH": str(package)},
            cwd=package,
            input=(package / "game.club").read_text(),
            capture_output=True,
            text=True,
            check=False,
        )
        assert checked.returncode == 0, checked.stdout + checked.stderr
        assert checked.stdout.startswith("1 game, 3 plies")
    listed = command(package, "formats").stdout
    assert "games of the club" in listed
    assert "arrows" in listed


def test_what_cannot_be_loaded_is_named_and_stops_nothing_else(package: Path) -> None:
    (package / "game.pgn").write_text("1. e4 e5 *\n")
    refused = command(package, "convert", "game.pgn", "--to", "broken")
    assert refused.returncode == 2
    assert "broken of the package sample-plugin cannot be loaded" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_the_kit_accepts_them(package: Path) -> None:
    script = "\n".join(
        [
            "from fairyscore.testing import check_format, check_notation, check_variant",
            "import sample_plugin",
            "check_variant('club-chess', games=2, plies=30)",
            "check_notation(sample_plugin.arrows, 'club-chess', games=2, plies=30)",
            "check_format(sample_plugin.CLUB, 'club-chess', games=2, plies=30)",
        ]
    )
    checked = python(package, "-c", script)
    assert checked.returncode == 0, checked.stderr
