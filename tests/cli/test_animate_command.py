"""`fairyscore sheet --animate`: one file that shows a game move by move."""

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from drawn import RECORDS, SVG
from played_css import Played
from running import crashed, run, written

CHESS = str(RECORDS / "chess" / "romantic.pgn")

needs_films = pytest.mark.skipif(
    find_spec("PIL") is None or find_spec("resvg_py") is None, reason="Pillow or resvg-py is missing: no film was made"
)


def test_a_game_as_svg(tmp_path: Path) -> None:
    done = run("sheet", CHESS, "--animate", str(tmp_path / "a.svg"), "--game", "1", "--size", "300px")
    assert (done.exit_code, done.output) == (0, "")
    played = Played((tmp_path / "a.svg").read_text(encoding="utf-8"))
    assert len(list(played.pieces(0.5))) == 32
    assert played.root.get("width") == "300px"
    assert [path.name for path in tmp_path.iterdir()] == ["a.svg"]


def test_seconds_and_seat(tmp_path: Path) -> None:
    def lasts(*more: str) -> float:
        assert run("sheet", CHESS, "--animate", str(tmp_path / "a.svg"), *more).exit_code == 0
        (seconds,) = Played((tmp_path / "a.svg").read_text(encoding="utf-8")).seconds
        return seconds

    assert lasts("--seconds", "2") > lasts() > lasts("--seconds", "0.5")
    white, black = (
        (run("sheet", CHESS, "--animate", str(tmp_path / "a.svg"), "--seat", seat), (tmp_path / "a.svg").read_text())[1]
        for seat in ("white", "black")
    )
    assert white != black


def test_comments_are_shown_where_asked_for(tmp_path: Path) -> None:
    game = written(tmp_path / "g.pgn", '[Result "*"]\n\n1. e4 {best by test} e5 *\n')

    def shown(*more: str) -> list[str]:
        assert run("sheet", game, "--animate", str(tmp_path / "a.svg"), *more).exit_code == 0
        played = Played((tmp_path / "a.svg").read_text(encoding="utf-8"))
        return played.texts_at(2.3)

    assert shown() == ["1. e4"]
    assert shown("--comments") == ["1. e4", "best by test"]


def test_a_record_with_a_fault_is_shown_up_to_it(tmp_path: Path) -> None:
    game = written(tmp_path / "g.pgn", '[Result "*"]\n\n1. e4 e5 2. Nf9 Nc6 *\n')
    done = run("sheet", game, "--animate", str(tmp_path / "a.svg"))
    assert done.exit_code == 1
    assert "no-such-cell" in done.stderr
    output = " ".join(Played((tmp_path / "a.svg").read_text(encoding="utf-8")).texts_at(None))
    assert "Here the record is at fault:" in output
    assert "f9 is not on this board" in output


def test_letters_that_cannot_be_drawn_are_named(tmp_path: Path) -> None:
    game = written(tmp_path / "g.pgn", '[White "圕"]\n[Result "*"]\n\n1. e4 *\n')
    done = run("sheet", game, "--animate", str(tmp_path / "a.svg"))
    assert done.exit_code == 0
    assert "there is no drawing of 圕 (U+5715), as in: 圕" in done.stderr


def test_long_moves_are_stated_whole(tmp_path: Path) -> None:
    """A spoken move has smaller letters rather than going over the edge."""
    game = str(RECORDS / "kaleidochess" / "spoken.pgn")
    assert run("sheet", game, "--animate", str(tmp_path / "a.svg"), "--moves", "spoken").exit_code == 0
    played = Played((tmp_path / "a.svg").read_text(encoding="utf-8"))
    left, _, width, _ = map(float, played.root.get("viewBox", "").split())
    assert max(edges(played)) < left + width
    text = {" ".join(played.texts_at(time / 2)) for time in range(80)}
    assert "13... dragon from 3K knocks out raven at 2J" in text


def edges(played: Played) -> Iterator[float]:
    """Where the last letter of each text begins."""
    (status,) = (part for part in played.root if part.get("class") == "status")
    for use in status.iter(f"{SVG}use"):
        yield float(use.get("x", "0"))


@needs_films
def test_a_game_as_a_film_and_a_sheet_besides(tmp_path: Path) -> None:
    game = written(tmp_path / "g.pgn", '[Result "*"]\n\n1. e4 e5 *\n')
    done = run("sheet", game, "--animate", str(tmp_path / "a.webp"), "--size", "200px", "-o", str(tmp_path / "a.svg"))
    assert done.exit_code == 0
    assert (tmp_path / "a.webp").read_bytes()[8:12] == b"WEBP"
    assert "fairyscore-animation" not in (tmp_path / "a.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--animate", "a.mp4"), "a.mp4 has '.mp4'; animations are written as .svg, .gif, .webp."),
        (("--animate", "a"), "a has no ending; animations are written as .svg, .gif, .webp."),
        (("--animate", "a.svg", "--seconds", "0"), "a move takes from 0.2 to 60 seconds, not 0.0."),
        (("--animate", "a.svg", "--seconds", "nan"), "a move takes from 0.2 to 60 seconds, not nan."),
        (("--animate", "a.svg", "--size", "1km"), "a drawing cannot be 1km wide; choose 5mm to 2m."),
        (("--animate", "a.svg", "--seat", "red"), "chess has no player 'red'; there are white, black."),
        (("--animate", "a.svg", "--all"), "--animate shows one game; choose it with --game instead of --all."),
        (
            ("--animate", "a.svg", "-o", "./a.svg"),
            "--animate and --output name the same file; give them different names.",
        ),
        (("--seconds", "2"), "--seconds, --comments and --size are for --animate FILE."),
    ],
)
def test_wrong_usage(arguments: tuple[str, ...], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("sheet", CHESS, *arguments)
    assert not crashed(done)
    assert done.exit_code == 2
    assert message in " ".join(done.stderr.split())
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    done = run("sheet", CHESS, "--animate", str(tmp_path / "no" / "a.svg"))
    assert (done.exit_code, crashed(done)) == (2, False)
    assert "cannot be written" in done.stderr
