"""The command `view`: what it writes and tells, and how it serves."""

import os
import re
import signal
import subprocess
import urllib.request
from pathlib import Path

import pytest
from running import crashed, interruptible, run, written
from viewed import ANNOTATED, CASTLING, FAULTY, data_of


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def files() -> set[str]:
    return {path.name for path in Path.cwd().iterdir()}


def test_a_page_is_written_or_printed(tmp_path: Path) -> None:
    game = written(tmp_path / "game.pgn", ANNOTATED)
    done = run("view", game, "-o", "game.html")
    assert (done.exit_code, done.stdout, done.stderr) == (0, "", "1 game written to game.html\n")
    page = Path("game.html").read_text(encoding="utf-8")
    assert page.startswith("<!DOCTYPE html>")
    assert run("view", game).stdout == page
    assert run("view", "-", stdin=ANNOTATED.encode()).stdout == page


def test_games_of_several_files_stand_on_one_page(tmp_path: Path) -> None:
    one, two = written(tmp_path / "a.pgn", ANNOTATED + "\n" + CASTLING), written(tmp_path / "b.pgn", CASTLING)
    page = run("view", one, two, "--title", "All <games>").stdout
    assert len(data_of(page)["games"]) == 3
    assert "<h1>All &lt;games&gt;</h1>" in page
    assert len(data_of(run("view", one, "--game", "2").stdout)["games"]) == 1


def test_notation_and_diagrams_are_chosen(tmp_path: Path) -> None:
    game = written(tmp_path / "game.pgn", CASTLING)
    page = run("view", game, "--moves", "uci", "--diagrams", "every:4").stdout
    assert 'href="#2w">g1f3</a>' in page
    assert page.count('<figure class="diagram">') == 2


def test_coordinates_are_chosen_for_the_games_that_have_them(tmp_path: Path) -> None:
    ring = written(tmp_path / "ring.pgn", '[Variant "circular-66"]\n[Result "*"]\n\n1. b1-c3 *\n')
    chess = written(tmp_path / "chess.pgn", CASTLING)
    page = run("view", ring, chess, "--coordinates", "ring").stdout
    assert re.findall('href="#g[12]-1w">([^<]*)<', page) == ["a18-c17", "e4"]


def test_a_faulty_record_gives_a_page_and_exit_1(tmp_path: Path) -> None:
    done = run("view", written(tmp_path / "game.pgn", FAULTY), "-o", "game.html")
    assert done.exit_code == 1
    assert "no-piece-reaches" in done.stderr
    assert "The record is at fault here" in Path("game.html").read_text(encoding="utf-8")


def test_a_slip_that_loses_nothing_is_a_fault_too(tmp_path: Path) -> None:
    """The mark of capture is wrong: the game goes on, but `validate` and `sheet` exit with 1 as well."""
    game = written(tmp_path / "game.pgn", '[Result "*"]\n\n1. e2xe4 d5 *\n')
    done = run("view", game, "-o", "game.html")
    assert (done.exit_code, run("validate", game).exit_code, run("sheet", game, "-o", "game.svg").exit_code) == (
        1,
        1,
        1,
    )
    assert "at fault" not in Path("game.html").read_text(encoding="utf-8")


def test_a_file_that_cannot_be_read_leaves_the_others_shown(tmp_path: Path) -> None:
    done = run("view", written(tmp_path / "game.pgn", CASTLING), "none.pgn", "-o", "game.html")
    assert done.exit_code == 2
    assert Path("game.html").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("none.pgn",), "none.pgn cannot be read"),
        (("game.pgn", "--seat", "gold"), "there is no player 'gold'; there are white, black."),
        (("game.pgn", "--theme", "pink"), "there is no theme 'pink'"),
        (("game.pgn", "--diagrams", "always"), "diagrams are every:N"),
        (("game.pgn", "--moves", "smith"), "there is no notation 'smith'"),
        (("game.pgn", "--coordinates", "ring"), "there are no coordinates 'ring'; no game here has any"),
        (("game.pgn", "--css", "none.css"), "the style sheet none.css cannot be read"),
        (("game.pgn", "--template", "game.pgn"), "the template game.pgn has no place for {{policy}}"),
        (("game.pgn", "--game", "7"), "there is no game 7"),
        (("empty.pgn",), "empty"),
        (("-", "--serve"), "--serve follows files"),
    ],
)
def test_what_makes_no_sense_is_reported_and_nothing_written(arguments: tuple[str, ...], message: str) -> None:
    Path("game.pgn").write_text(CASTLING)
    Path("empty.pgn").write_text("")
    done = run("view", *arguments, "-o", "page.html")
    assert done.exit_code == 2
    assert message in done.stderr
    assert not crashed(done)
    assert files() == {"game.pgn", "empty.pgn"}


def test_a_page_is_written_under_the_name_of_a_page() -> None:
    Path("game.pgn").write_text(CASTLING)
    done = run("view", "game.pgn", "-o", "page.pdf")
    assert done.exit_code == 2
    assert "view writes a web page, and page.pdf is not the name of one; end it in .html." in done.stderr
    assert files() == {"game.pgn"}


def test_a_record_is_not_written_over() -> None:
    Path("game.pgn").write_text(CASTLING)
    done = run("view", "game.pgn", "-o", "./game.pgn")
    assert (done.exit_code, Path("game.pgn").read_text()) == (2, CASTLING)
    assert "is an input too" in done.stderr


def test_a_page_is_served_until_ctrl_c_and_follows_its_file(tmp_path: Path) -> None:
    game = written(tmp_path / "game.pgn", CASTLING)
    command = interruptible("view", game, "--serve", "--port", "0", "--no-browser")
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, text=True, env=os.environ | {"PYTHONUNBUFFERED": "1"}
    ) as server:
        assert server.stderr is not None
        try:
            output = server.stderr.readline()
            (address,) = re.findall(r"^1 game at (http://127\.0\.0\.1:\d+/) until Ctrl-C$", output)
            assert "Clara" in opened(address)
            Path(game).write_text(FAULTY)
            assert "The record is at fault here" in opened(address)
            Path(game).unlink()
            assert "Shown as it was before" in opened(address)
        finally:
            server.send_signal(signal.SIGINT)
        assert server.stderr.read() == "fairyscore: no longer served\n"
        assert server.wait(10) == 0


def opened(address: str) -> str:
    with urllib.request.urlopen(address, timeout=10) as answer:
        text: str = answer.read().decode()
    return text


def test_a_page_to_set_up_a_position() -> None:
    done = run("view", "--setup", "tor-qi")
    assert (done.exit_code, "Tor Qi</h1>" in done.stdout) == (0, True)
    assert "takes the name of one variant" in run("view", "--setup", "chess", "tor-qi").stderr


def test_a_piece_for_another_page(tmp_path: Path) -> None:
    game = written(tmp_path / "game.pgn", CASTLING)
    assert run("view", game, "--embed").stdout.startswith("<fairyscore-game><template shadowrootmode")
