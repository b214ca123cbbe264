"""The command `show`: what it prints, and what it refuses."""

from pathlib import Path

import pytest
from drawn import RECORDS
from running import crashed, run

from fairyscore.cli.show import unicode_fits

ROMANTIC = str(RECORDS / "chess" / "romantic.pgn")

ENDING = """\
  +---+---+---+---+---+---+---+---+
8 |   | . |   | . | k | . |   | . |
  +---+---+---+---+---+---+---+---+
7 | . |   | . |   | . |   | . |   |
  +---+---+---+---+---+---+---+---+
6 |   | . |   | . |   | . |   | . |
  +---+---+---+---+---+---+---+---+
5 | . |   | . |   | . |   | . |   |
  +---+---+---+---+---+---+---+---+
4 |   | . |   | . |   | . |   | . |
  +---+---+---+---+---+---+---+---+
3 | . |   | . |   | . |   | . |   |
  +---+---+---+---+---+---+---+---+
2 |   | . |   | . | P | . |   | . |
  +---+---+---+---+---+---+---+---+
1 | . |   | . |   | K |   | . |   |
  +---+---+---+---+---+---+---+---+
    a   b   c   d   e   f   g   h

Chess, black to move
White's pieces are in upper case, Black's in lower case.
4k3/8/8/8/8/8/4P3/4K3 b - - 0 1
"""


def test_five_rivers_keep_the_ranks_in_their_places(tmp_path: Path) -> None:
    """Each river is a strip of nine units on paper, five are as high as a rank; in the terminal they take lines."""
    rivers = ", ".join(f"{{ between = [{rank}, {rank + 1}] }}" for rank in range(2, 7))
    start = "k7/8/8/8/8/8/8/7K w - - 0 1"
    (tmp_path / "delta.toml").write_text(
        f'title = "Delta"\npage = "https://example.org"\nboard = {{ files = 8, ranks = 8 }}\nriver = [{rivers}]\n'
        f'start = "{start}"\npiece = [{{ letter = "K", name = "king", moves = "K", royal = true }}]\n'
        '[end]\n[rules]\nPieces = ["Kings."]\n'
    )
    done = run("show", "delta", "--variant-path", str(tmp_path), "--ascii")
    lines = done.stdout.splitlines()
    assert [line[0] for line in lines[1:16:2]] == [*"87654321"], done.output
    assert sum("~~~" in line for line in lines) == 5


def test_a_position_in_plain_characters() -> None:
    shown = run("show", "chess", "--position", "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", "--ascii")
    assert (shown.exit_code, shown.stdout) == (0, ENDING)


def test_colours_add_nothing_but_colours() -> None:
    plain = run("show", "tor-qi", "--colour", "never")
    coloured = run("show", "tor-qi", "--colour", "always")
    assert "\x1b[" in coloured.stdout
    assert "\x1b[" not in plain.stdout
    import re

    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured.stdout) == plain.stdout == run("show", "tor-qi").stdout


def test_a_record_at_a_ply() -> None:
    shown = run("show", ROMANTIC, "--game", "1", "--ply", "1")
    assert shown.exit_code == 0
    assert "Chess, after 1. e4, black to move" in shown.stdout
    assert ">♙<" in shown.stdout
    assert "Captured: " in run("show", ROMANTIC, "--game", "1", "--ply", "last").stdout


def test_moves_are_made_first() -> None:
    shown = run("show", "chess", "--after", "1. e4 e5 2. Nf3")
    assert shown.stdout.endswith("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2\n")


def test_faults_in_a_record_are_reported_and_shown_up_to() -> None:
    shown = run("show", str(RECORDS.parent / "faults" / "path-blocked.pgn"), "--game", "1")
    assert shown.exit_code == 1
    assert "path-blocked" in shown.stderr
    assert "to move" in shown.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("checkers",), "there is no variant 'checkers'"),
        (("missing.pgn",), "missing.pgn"),
        (("chess", "--ply", "3"), "this is a single position"),
        ((ROMANTIC, "--game", "1", "--ply", "900"), "is past its end"),
        ((ROMANTIC, "--after", "e4"), "--after is for a variant"),
        (("chess", "--position", "8/8 w"), "--position"),
        (("chess", "--after", "1. e5"), "e5"),
        (("chess", "--flip", "gold"), "chess has no player 'gold'; there are white, black"),
        (("chess", "--colour", "pink"), "pink"),
        ((), "VARIANT|RECORD"),
    ],
)
def test_nonsense_is_wrong_usage(arguments: tuple[str, ...], message: str) -> None:
    shown = run("show", *arguments)
    assert not crashed(shown)
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert message in shown.stderr


def test_unicode_only_where_it_can_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    assert [unicode_fits(code) for code in ("utf-8", "latin-1", "ascii", None, "no-such")] == [True, *[False] * 4]
    monkeypatch.setenv("TERM", "dumb")
    assert not unicode_fits("utf-8")


def test_a_board_without_names_at_its_left() -> None:
    done = run("show", "xiangqi", "--ascii")
    assert done.exit_code == 0, done.output
    assert "| r | n | b | a | k | a | b | n | r |" in done.stdout
