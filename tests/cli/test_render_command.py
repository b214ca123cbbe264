"""The command `render`: what it draws, where it writes, and what it refuses."""

import re
import stat
from pathlib import Path

import pytest
from drawn import RECORDS, SNAPSHOTS
from running import crashed, run, written

ROMANTIC = str(RECORDS / "chess" / "romantic.pgn")


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def files() -> set[str]:
    return {path.name for path in Path.cwd().iterdir()}


def test_a_start_is_drawn_into_a_file_or_printed() -> None:
    assert run("render", "kaleidochess", "-o", "board.svg").exit_code == 0
    drawn = Path("board.svg").read_text(encoding="utf-8")
    assert drawn + "\n" == (SNAPSHOTS / "kaleidochess-start.svg").read_text(encoding="utf-8")
    printed = run("render", "kaleidochess")
    assert printed.exit_code == 0
    assert printed.stdout == drawn
    assert files() == {"board.svg"}


def test_the_option_names_the_game_where_no_word_does() -> None:
    kings = "3k3/7/7/7/7/7/7/3K3 w - - 0 1"
    for asked in ([], ["--position", kings]):
        named = run("render", "--variant", "cylindrical", *asked)
        assert named.exit_code == 0
        assert named.stdout == run("render", "cylindrical", *asked).stdout


def test_a_drawing_is_read_back() -> None:
    run("render", "chess", "--position", "4k3/8/8/8/8/8/8/4K3 w - - 0 7", "-o", "a.svg")
    assert run("render", "--position", "a.svg", "-o", "b.svg").exit_code == 0
    assert Path("a.svg").read_bytes() == Path("b.svg").read_bytes()
    other = run("render", "tor-qi", "--position", "a.svg", "-o", "c.svg")
    assert other.exit_code == 2
    assert "a.svg holds a position of chess, not of tor-qi" in other.stderr
    assert files() == {"a.svg", "b.svg"}


@pytest.mark.parametrize(("ply", "last"), [("0", None), ("1", "1. e4"), ("2", "1... e5"), ("last", None), ("", None)])
def test_a_record_at_a_ply(ply: str, last: str | None) -> None:
    result = run("render", ROMANTIC, "--game", "1", *(["--ply", ply] if ply else []), "-o", "a.svg")
    assert result.exit_code == 0
    if last:
        assert f'data-text="{last}"' in Path("a.svg").read_text(encoding="utf-8")


def test_every_few_plies() -> None:
    Path("g.pgn").write_text("1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n", encoding="utf-8")
    assert run("render", "g.pgn", "--variant", "chess", "--every", "2", "-o", "g.svg").exit_code == 0
    assert files() == {"g.pgn", "g-000.svg", "g-002.svg", "g-004.svg", "g-005.svg"}


def test_marks_and_looks() -> None:
    look = ["--theme", "print", "--names", "all", "--flip", "black", "--caption", "Who wins?", "--size", "6cm"]
    result = run("render", ROMANTIC, "--marks", "e4,Rd5,c3=1", "--arrows", "last,Ba1h8", *look, "-o", "a.svg")
    assert result.exit_code == 0
    drawn = Path("a.svg").read_text(encoding="utf-8")
    for part in ('class="mark ring red"', 'class="mark arrow blue"', 'class="mark arrow last"', 'width="60mm"'):
        assert part in drawn or part.replace("60mm", "6cm") in drawn
    assert 'data-text="Who wins?"' in drawn


def test_a_faulty_record_is_drawn_up_to_its_fault() -> None:
    Path("g.pgn").write_text('[Event "?"]\n[Result "*"]\n\n1. e4 e5 2. Ke3 *\n', encoding="utf-8")
    result = run("render", "g.pgn", "-o", "a.svg")
    assert result.exit_code == 1
    assert "error[no-piece-reaches]" in result.stderr
    assert 'data-text="1... e5"' in Path("a.svg").read_text(encoding="utf-8")
    beyond = run("render", "g.pgn", "--ply", "3", "-o", "b.svg")
    assert beyond.exit_code == 2
    assert "game 1 of g.pgn has 2 plies, and --ply 3 is past its end" in beyond.stderr


PIECE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 2L3 4L5 {}Z"/></svg>'


def own_pieces() -> Path:
    folder = Path("pieces")
    folder.mkdir()
    for at, name in enumerate(f"{owner}{piece}" for owner in "wb" for piece in "KQRBNP"):
        (folder / f"{name}.svg").write_text(PIECE.format(at + 10), encoding="utf-8")
    return folder


def test_own_pieces_are_drawn() -> None:
    own_pieces()
    assert run("render", "chess", "--set", "pieces", "-o", "a.svg").exit_code == 0
    drawn = Path("a.svg").read_text(encoding="utf-8")
    assert all(f"M1 2L3 4L5 {at}Z" in drawn for at in range(10, 22))
    assert run("render", "--position", "a.svg", "-o", "b.svg").exit_code == 0


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("wK.svg", None, "lacks white-king.svg or wK.svg"),
        ("bP.svg", PIECE.replace("<path", "<script>alert(1)</script><path"), "bP.svg cannot be a piece"),
        ("wQ.svg", PIECE.replace("<path", '<image href="http://x/y.png"/><path'), "wQ.svg cannot be a piece"),
        ("wQ.svg", "nonsense", "wQ.svg cannot be a piece"),
    ],
)
def test_own_pieces_that_will_not_do(name: str, text: str | None, message: str) -> None:
    file = own_pieces() / name
    if text is None:
        file.unlink()
    else:
        file.write_text(text, encoding="utf-8")
    result = run("render", "chess", "--set", "pieces", "-o", "a.svg")
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())
    assert files() == {"pieces"}


def test_the_number_of_the_next_move_is_told_where_no_move_is_known() -> None:
    drawn = run("render", "chess", "--position", "4k3/8/8/8/8/8/8/4K3 w - - 0 7").stdout
    assert 'data-text="move 7"' in drawn
    assert 'data-text="move' not in run("render", "chess").stdout


REFUSED = [
    (["render"], "say what is to be drawn"),
    (["render", "chesss"], "did you mean chess?"),
    (["render", "chess:colour=red"], "chess has no option 'colour'"),
    (["render", "chess", "--theme", "prnt"], "there is no theme 'prnt'"),
    (["render", "chess", "--theme", "none.toml"], "none.toml cannot be read"),
    (["render", "chess", "--names", "some"], "names are rim, inside, all, none"),
    (["render", "chess", "--flip", "gold"], "chess has no player 'gold'"),
    (["render", "chess", "--view", "ring"], "there is no view 'ring' of chess"),
    (["render", "chess", "--size", "0mm"], "a drawing cannot be 0mm wide"),
    (["render", "chess", "--size", "10km"], "a drawing cannot be 10km wide"),
    (["render", "chess", "--marks", "z9"], "'z9' does not name a cell of the board of chess"),
    (["render", "chess", "--arrows", "a1"], "'a1' does not name two cells of the board of chess"),
    (["render", "chess", "--ply", "3"], "--ply and --every need a record"),
    (["render", "chess", "--game", "3"], "--game, --from and --variant need a record"),
    (["render", "chess", "--position", "8/8 w"], "the position has 2 rows"),
    (["render", "tor-qi", "--position", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"], "--position"),
    (["render", "chess", "--position", "none.svg"], "none.svg cannot be read"),
    (["render", "chess", "--set", "none"], "there is no folder none"),
    (["render", ROMANTIC, "--ply", "999"], "plies, and --ply 999 is past its end"),
    (["render", ROMANTIC, "--ply", "-1"], "--ply is a number of plies or last"),
    (["render", ROMANTIC, "--ply", "1", "--every", "2"], "give one of them"),
    (["render", ROMANTIC, "--game", "99"], "has no game 99"),
    (["render", ROMANTIC, "--position", "x"], "a record says where it starts"),
    (["render", "none.pgn"], "none.pgn cannot be read"),
]


@pytest.mark.parametrize(
    ("arguments", "message"), REFUSED, ids=[" ".join(arguments[1:])[-40:] for arguments, _ in REFUSED]
)
def test_nonsense_is_refused_and_nothing_written(arguments: list[str], message: str) -> None:
    result = run(*arguments, "-o", "out.svg")
    assert not crashed(result)
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())
    assert files() == set()


@pytest.mark.parametrize("path", ["out.gif", "out", "nowhere/out.svg", "."])
def test_files_that_cannot_be_written(path: str) -> None:
    result = run("render", "chess", "-o", path)
    assert not crashed(result)
    assert result.exit_code == 2
    assert files() == set()


def test_a_locked_file_stays_as_it_is() -> None:
    Path("a.svg").write_text("mine", encoding="utf-8")
    Path("a.svg").chmod(stat.S_IRUSR)
    result = run("render", "chess", "--marks", "z9", "-o", "a.svg")
    assert result.exit_code == 2
    assert Path("a.svg").read_text(encoding="utf-8") == "mine"


def test_a_script_in_a_name_is_text() -> None:
    assert run("render", "chess", "--caption", "<script>alert(1)</script>", "-o", "a.svg").exit_code == 0
    drawn = Path("a.svg").read_text(encoding="utf-8")
    assert "<script" not in drawn
    assert "&lt;script&gt;" in drawn


TABLE = """variant,position,caption,names,piece,on
chess,,The start,inside,,
caliph-qi,,How the queen moves,,Q,c5
kaleidochess,,,,none,
"""


def test_a_table_is_drawn_row_by_row_or_as_one_figure(tmp_path: Path) -> None:
    table = written(tmp_path / "positions.csv", TABLE)
    assert run("render", "--table", table, "-o", str(tmp_path / "p.svg")).exit_code == 0
    second = (tmp_path / "p-2.svg").read_text()
    assert 'data-variant="caliph-qi"' in second
    assert "<title>2. How the queen moves</title>" in second
    assert 'class="piece ' not in (tmp_path / "p-3.svg").read_text()
    one = run("render", "--table", table, "--columns", "2").stdout
    assert one.count('class="fairyscore-diagram"') == 3
    assert "<title>1. The start; 2. How the queen moves; 3</title>" in one


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("variant,ply\nchess,1,2\n", "row 1 has more values than the first row has keys"),
        ("variant,colour\nchess,\nchess,red\n", "row 2: No such option '--colour'"),
        ("variant\n", "has no row below its keys"),
    ],
)
def test_a_table_with_a_fault_is_reported_by_its_row(tmp_path: Path, table: str, message: str) -> None:
    result = run("render", "--table", written(tmp_path / "t.csv", table), "-o", str(tmp_path / "p.svg"))
    assert (result.exit_code, message in result.stderr) == (2, True), result.stderr
    assert not list(tmp_path.glob("*.svg"))


def test_positions_of_a_game_as_one_figure() -> None:
    one = run("render", ROMANTIC, "--every", "20", "--columns", "3").stdout
    assert one.count('class="fairyscore-diagram"') >= 3
    assert run("render", ROMANTIC, "--every", "20").exit_code == 2


def test_names_within_the_board() -> None:
    """Files stand at the lower left of the first rank, ranks at the upper left of the first file, and none at the rim."""
    drawn = run("render", "chess", "--names", "inside").stdout
    assert 'class="rim"' not in drawn
    assert re.findall(r'class="name"[^>]*data-text="(.)"', drawn) == [*"abcdefgh", *"87654321"]
    assert 'data-text="1A"' in run("render", "kaleidochess", "--names", "inside").stdout


def test_a_position_as_it_is(tmp_path: Path) -> None:
    """`render '<FEN>'` draws that position, of chess or of the variant that is named."""
    fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    assert run("render", fen).stdout == run("render", "chess", "--position", fen).stdout
    eastern = "4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1"
    assert (
        run("render", eastern, "--variant", "xiangqi").stdout == run("render", "xiangqi", "--position", eastern).stdout
    )
    assert run("show", fen).exit_code == 0
    wrong = run("render", "4k3/8/8/8/8/8/8/4K2Z w K - 0 1")
    assert wrong.exit_code == 2
    assert "Z" in wrong.stderr
    assert run("render", fen, "--position", fen).exit_code == 2


def test_options_of_a_game_may_hold_a_slash(tmp_path: Path) -> None:
    """K-9: an array has a slash between the outer ring and the ring inside it, and is no path."""
    drawing = tmp_path / "array.svg"
    assert run("render", "kaleidochess:array=ERWRE/TLDLT", "-o", str(drawing)).exit_code == 0
    assert "<svg" in drawing.read_text(encoding="utf-8")
    refused = run("render", "no-such-folder/kaleidochess:array=ERWRE", "-o", str(drawing))
    assert refused.exit_code == 2
    assert "cannot be read" in refused.output


def test_a_graph_of_a_record() -> None:
    """Evaluations and times are drawn on a page of their own; what is about boards means nothing there."""
    game = written(Path("game.pgn"), "1. e4 {[%eval 0.3] [%clk 0:05:00]} e5 {[%eval 0.2]} *\n")
    printed = run("render", game, "--graph")
    assert printed.exit_code == 0
    assert 'width="180mm"' in printed.stdout
    assert 'width="90mm"' in run("render", game, "--graph", "--size", "90mm").stdout
    faulty = run("render", written(Path("faulty.pgn"), '[White "A"]\n\n1. e4 {[%eval 0.3]} e5 2. Ke3 *\n'), "--graph")
    assert faulty.exit_code == 1
    assert "<svg" in faulty.stdout
    for options, why in (
        ([game, "--ply", "1"], "--graph draws no board, so --ply means nothing"),
        ([game, "--theme", "screen", "--flip", "black"], "so --flip means nothing"),
        (["chess"], "--graph needs a record"),
        ([ROMANTIC], "the game states no evaluations and no times"),
    ):
        refused = run("render", *options, "--graph")
        assert refused.exit_code == 2
        assert why in refused.stderr


def test_a_position_drawn_in_characters() -> None:
    """The page of cylindrical chess shows its arrays so."""
    drawn = "bcdkdcb ppppppp ------- ------- ------- ------- PPPPPPP BCDKDCB"
    assert run("render", drawn, "--variant", "cylindrical").stdout == run("render", "cylindrical").stdout
