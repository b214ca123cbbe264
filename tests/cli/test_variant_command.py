"""`fairyscore variant` and `--variant-path`: games from files, in every command."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from running import run

from fairyscore.cli.variant import KINDS, new
from fairyscore.notation.kernel import missing_core
from fairyscore.notation.variants import catalog

GAME = """title = "Corner Chess"
page = "nowhere"
aliases = ["Corners"]
based_on = "chess"

[region]
corners = "a1 h1 a8 h8"

[end]
goal = [{ piece = "K", region = "corners" }]

[[example]]
says = "The king reaches a corner."
position = "4k3/8/8/8/8/8/6K1/8 w - - 0 1"
move = "Kh1"
"""

CASTLING_DIAGRAM = """files=8
ranks=8
promoZone=1
promoChoice=QRBN
pawn::::a2-h2
knight:N:::b1,g1
bishop::::c1,f1
rook::::a1,h1
queen::::d1
king::KisO2::e1
"""
CASTLING_POSITION = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"

INI = """# definitions of pychess
[crossing2:kingofthehill]
flagRegionWhite = *5
flagRegionBlack = *4

[odd:chess]
connectNxN = 2
"""


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv(catalog.PATHS, "")
    monkeypatch.setenv(catalog.REPLACE, "")
    path = tmp_path / "corner-chess.toml"
    path.write_text(GAME)
    yield path
    catalog.forget()


def test_check(game: Path) -> None:
    result = run("variant", "check", str(game))
    assert result.exit_code == 0
    assert "Corner Chess" in result.stdout
    assert "1 example, 0 not as stated" in result.stdout


@pytest.mark.parametrize("shape", ["rectangle", "cylinder", "torus"])
def test_boards_of_every_flat_shape_are_drawn(game: Path, shape: str) -> None:
    board = f'[board]\nfiles = 8\nranks = 8\nshape = "{shape}"\n\n[region]'
    apart = 'start = "8/8/8/3k4/8/8/8/3K4 w - - 0 1"\n'
    game.write_text(GAME.replace("[region]", board).replace("based_on", f"{apart}based_on"))
    drawn = run("render", "corner-chess", "--piece", "R", "--on", "a1", "--variant-path", str(game))
    assert (drawn.exit_code, drawn.stderr) == (0, "")
    assert drawn.stdout.count('data-field="h8"') == 1


def test_check_says_that_a_game_is_played_in_python(tmp_path: Path) -> None:
    """The compiled core does not know captures by going away; it holds the largest boards that a file may have."""
    path, large = tmp_path / "mine.toml", tmp_path / "large.toml"
    path.write_text('title = "Mine"\nbased_on = "ultima"\n')
    large.write_text(
        'title = "Large"\nbased_on = "chess"\nremove = ["castling", "promotion"]\nboard = { files = 16, ranks = 16 }\n'
        f'start = "k15/{14 * "16/"}K15 w - - 0 1"\n'
    )
    result = run("variant", "check", "--quiet", str(path))
    assert result.exit_code == 0
    slow = "played in plain Python, about a hundred times slower"
    assert (f"{slow}: its captures, conditions or turns are of a kind" in result.stdout) == (not missing_core())
    assert slow not in run("variant", "check", "--quiet", str(large)).stdout


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_check_ends(tmp_path: Path) -> None:
    """A torus of 256 cells, all of whose pieces bend, in plain Python: the check says where it stopped.

    Python drops an exception that is raised in a callback of its garbage collector, as hypothesis has one; it comes again.
    """
    letters = "ABCDEFGHIJLMNOPQ"
    moves = "[F-B][W-B][A-R][D-B][N-R][C-B]"
    bending = ", ".join(f'{{ letter = "{one}", name = "kind {one}", moves = "{moves}" }}' for one in letters)
    row = f"K{letters[1:]}"
    path = tmp_path / "bends.toml"
    path.write_text(
        'title = "Bends"\nboard = { files = 16, ranks = 16, shape = "torus" }\n'
        f'start = "{row.lower()}/{"/".join(["16"] * 14)}/{row} w - - 0 1"\n'
        f'piece = [{{ letter = "K", name = "king", moves = "K", royal = true }}, {bending}]\n'
        '[capture]\nedge = "a1"\n'  # which the core does not play
    )
    result = run("variant", "check", "--seconds", "1", str(path))
    assert result.exit_code == 2
    why = "error[variant-file]: the check is not done after 1 s, while the game is read; --seconds gives it longer"
    assert result.stderr == f"{path}:1:1: {why}\n"


@pytest.mark.parametrize("shape", ["cylinder", "torus"])
def test_check_of_lines_that_go_round(tmp_path: Path, shape: str) -> None:
    path = tmp_path / "round.toml"
    path.write_text(
        f'title = "Round"\nboard = {{ files = 6, ranks = 6, shape = "{shape}" }}\nend = {{ line = {{ length = 6 }} }}\n'
        'start = "rrrrr1/6/6/6/6/RRRRR1 w - - 0 1"\npiece = [{ letter = "R", name = "rook", moves = "R" }]\n'
    )
    assert run("variant", "check", "--quiet", str(path)).exit_code == 0


def test_check_of_an_example_that_fails(game: Path) -> None:
    game.write_text(GAME.replace('move = "Kh1"', 'move = "Kh4"'))
    result = run("variant", "check", "--quiet", str(game))
    assert result.exit_code == 2
    assert "corner-chess.toml:15:1: error[example]: Kh4 is to be legal" in result.stderr


def test_check_of_an_option_that_is_wrong(game: Path) -> None:
    game.write_text(GAME + '[[option]]\nname = "size"\nvalues = { huge = { board = { files = 99 } } }\n')
    result = run("variant", "check", "--quiet", str(game))
    assert result.exit_code == 2
    assert "files must be from 1 to 26, not 99" in result.stderr


def test_check_of_games_based_on_each_other(tmp_path: Path) -> None:
    for name, other in (("one", "two"), ("two", "one"), ("self", "self")):
        (tmp_path / f"{name}.toml").write_text(f'title = "{name}"\nbased_on = "{other}"\n')
    for name in ("one", "self"):
        result = run("moves", name, "--variant-path", str(tmp_path))
        assert result.exit_code == 2
        assert "in a circle" in result.stderr


def test_check_of_a_file_that_is_no_text(game: Path) -> None:
    game.write_bytes(b'title = "A"\npage = "\xe4"\n')
    result = run("variant", "check", str(game))
    assert result.exit_code == 2
    assert "corner-chess.toml:2:9: error[variant-file]: the file is not UTF-8 text" in result.stderr


def test_check_of_a_mistake(game: Path) -> None:
    game.write_text(GAME.replace('region = "corners"', 'region = "corner"'))
    result = run("variant", "check", str(game))
    assert result.exit_code == 2
    assert "corner-chess.toml:10:" in result.stderr
    assert "the regions are corners" in result.stderr


def test_check_of_a_start_in_which_a_king_can_be_taken(tmp_path: Path) -> None:
    """White is to move, and its rook on e1 attacks the king on e8."""
    path = tmp_path / "open.toml"
    path.write_text('based_on = "makruk"\ntitle = "Open"\nstart = "4k3/8/8/8/8/8/8/K3R3 w - - 0 1"\n')
    result = run("variant", "check", str(path))
    assert result.exit_code == 2
    assert "open.toml:3:1: error[variant-file]: the start: black is in check although white is to move" in result.stderr


def test_new(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    assert run("variant", "new", "mine", "-o", str(path)).exit_code == 0
    assert run("variant", "check", "--quiet", str(path)).exit_code == 0
    again = run("variant", "new", "mine", "-o", str(path))
    assert again.exit_code == 2
    assert "exists already; pass --force to replace it" in again.stderr
    assert run("variant", "new", "other", "-o", str(path), "--force").exit_code == 0


@pytest.mark.parametrize("kind", KINDS)
def test_the_beginning_of_each_kind_is_in_order(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    assert run("variant", "new", "mine", "--kind", kind, "-o", str(path)).exit_code == 0
    checked = run("variant", "check", str(path))
    assert (checked.exit_code, checked.stderr) == (0, "")
    assert "no phrase" not in checked.stdout


def test_which_kind_of_game_is_asked_at_a_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "mine.toml"
    monkeypatch.setattr("fairyscore.cli.variant.sys.stdin", Terminal("drops\n"))
    assert new.callback is not None
    new.callback("mine", None, str(path))
    assert "[hand]" in path.read_text()


class Terminal(StringIO):
    """What a user types."""

    def isatty(self) -> bool:
        return True


def test_moves_of_a_game_from_a_file(game: Path, tmp_path: Path) -> None:
    positions = tmp_path / "positions.txt"
    positions.write_text("4k3/8/8/8/8/8/6K1/8 w - - 0 1\n\n7K/8/8/8/8/8/8/4k3 b - - 0 1\n")
    given = ("--variant-path", str(game), "--positions", str(positions))
    result = run("moves", "corner-chess", *given, "--moves", "uci", "--format", "jsonl")
    first, over = map(json.loads, result.stdout.splitlines())
    assert set(first["moves"]) == {"g2f1", "g2f2", "g2f3", "g2g1", "g2g3", "g2h1", "g2h2", "g2h3"}
    assert over["moves"] == []


def test_a_record_of_the_game(game: Path, tmp_path: Path) -> None:
    record = tmp_path / "game.pgn"
    record.write_text('[Variant "Corners"]\n[Result "*"]\n\n1. e4 e5 2. Ke2 Ke7 *\n')
    assert run("validate", str(record), "--variant-path", str(game)).exit_code == 0
    assert run("validate", str(record), "--variant-path", str(game.parent)).exit_code == 0


def test_names_that_clash(game: Path) -> None:
    game.write_text(GAME.replace("Corners", "Crazyhouse"))
    checked = run("variant", "check", str(game))
    assert (checked.exit_code, "'Crazyhouse' is a name of crazyhouse" in checked.stderr) == (2, True)
    assert run("variant", "check", str(game), "--replace").exit_code == 0
    refused = run("moves", "corner-chess", "--variant-path", str(game))
    assert refused.exit_code == 2
    assert "'Crazyhouse' is a name of crazyhouse" in refused.stderr
    assert run("moves", "Crazyhouse", "--variant-path", str(game), "--replace").exit_code == 0
    assert run("moves", "--replace", "corner-chess", "--variant-path", str(game)).exit_code == 0


def test_variants_ini(game: Path) -> None:
    path = game.with_suffix(".ini")
    path.write_text(INI)
    listed = json.loads(run("variants", "--variant-path", str(path), "--format", "json").stdout)
    assert [(entry["name"], entry["judged"], entry["missing"]) for entry in listed] == [
        ("crossing2", True, []),
        ("odd", False, ["connectNxN is not understood: it needs an end by a square block of pieces"]),
    ]
    assert run("moves", "crossing2", "--variant-path", str(path)).exit_code == 0
    half = run("moves", "odd", "--variant-path", str(path))
    assert half.exit_code == 2
    assert "connectNxN is not understood" in half.stderr


def test_convert_there_and_back(game: Path) -> None:
    path = game.with_name("back.ini")
    assert run("variant", "convert", "capablanca", "-o", str(path)).exit_code == 0
    assert "castlingKingsideFile = i" in path.read_text()
    toml = game.with_name("back.toml")
    assert run("variant", "convert", str(path), "-o", str(toml)).exit_code == 0
    assert run("variant", "check", "--quiet", "--replace", str(toml)).exit_code == 0


def test_convert_names_what_is_lost(game: Path) -> None:
    result = run("variant", "convert", "cylinder-chess", "--to", "ini")
    assert result.exit_code == 1
    assert "lost: a board of the shape cylinder cannot be written" in result.stderr


def test_convert_writes_no_other_game(game: Path) -> None:
    path = game.with_name("omega.ini")
    result = run("variant", "convert", "omega-chess", "-o", str(path))
    assert (result.exit_code, path.exists()) == (1, False)
    assert "error[other-game]: in a variants.ini it would be another game:" in result.stderr


def test_convert_knows_its_formats_by_the_name_of_the_file(game: Path) -> None:
    result = run("variant", "convert", "chess", "-o", str(game.with_name("x.zrf")))
    assert result.exit_code == 2
    assert "no format has the suffix .zrf; name it .toml or .ini, or pass --to." in result.stderr


def test_convert_a_diagram(game: Path) -> None:
    diagram = game.with_name("diagram.txt")
    diagram.write_text("files=8\nranks=8\nroyal=2\nsquareSize=35\nWazir:W:W::a1,h1\nKing::K::e1\n")
    toml = game.with_name("diagram.toml")
    assert run("variant", "convert", str(diagram), "-o", str(toml)).exit_code == 0
    assert run("variant", "check", "--quiet", str(toml)).exit_code == 0
    diagram.write_text(CASTLING_DIAGRAM)
    assert run("variant", "convert", str(diagram), "-o", str(toml), "--force").exit_code == 0
    assert run("variant", "check", "--quiet", str(toml)).exit_code == 0
    moves = run("moves", "diagram", "--variant-path", str(toml), "--position", CASTLING_POSITION).stdout.split()
    assert {"O-O", "O-O-O"} <= set(moves)
    diagram.write_text(CASTLING_DIAGRAM.replace("KisO2", "KimAisO2"))
    result = run("variant", "convert", str(diagram), "-o", str(toml), "--force")
    assert (result.exit_code, "lost: In the diagram a king makes its first move" in result.stderr) == (1, True)
    diagram.write_text(CASTLING_DIAGRAM.replace("KisO2", "KyafsW"))
    odd = run("variant", "convert", str(diagram), "-o", str(toml), "--force")
    assert (odd.exit_code, "the modifier y is not understood" in odd.stderr) == (2, True)
    diagram.write_text("files=8\nspell=burn\nKing::K::e1\n")
    refused = run("variant", "convert", str(diagram))
    assert refused.exit_code == 2
    assert "diagram.txt:2:1: error[variant-file]: spell is not understood" in refused.stderr


def test_workers_get_the_file_and_states_notice_when_it_changes(game: Path, tmp_path: Path) -> None:
    records = [tmp_path / f"{number}.pgn" for number in range(4)]
    for record in records:
        record.write_text('[Variant "Corners"]\n[Result "*"]\n\n1. e4 e5 2. Ke2 Ke7 *\n')
    given = ("--variant-path", str(game), *map(str, records))
    assert run("validate", *given, "--jobs", "2").exit_code == 0
    state = str(tmp_path / "games.state")
    assert run("validate", *given, "--state", state).exit_code == 0
    game.write_text(GAME.replace('"a1 h1 a8 h8"', '"e2"'))
    again = run("validate", *given, "--state", state)
    assert again.exit_code == 1
    assert "4 errors" in again.stdout


def test_records_carry_their_game(game: Path, tmp_path: Path) -> None:
    """The tag Rules: file and digest. Where the file at hand is another one, a warning; where there is none, its name."""
    record = tmp_path / "game.pgn"
    record.write_text('[Variant "Corners"]\n[Result "*"]\n\n1. e4 e5 *\n')
    given = ("--variant-path", str(game))
    assert run("fmt", str(record), *given).exit_code == 0
    tag = next(line for line in record.read_text().splitlines() if line.startswith("[Rules "))
    assert re.fullmatch(rf'\[Rules "{game.name} [0-9a-f]{{32}}"\]', tag)
    clean = run("validate", str(record), *given)
    assert clean.exit_code == 0
    assert clean.stdout.splitlines()[-1].startswith(f"rules of {game.stem}: ")
    catalog.forget()
    missing = run("validate", str(record))
    assert f"its rules are in {game.name}, to be passed with --variant-path" in missing.stdout
    game.write_text(f"{GAME}\n# edited\n")
    assert "warning[other-rules]: the record was made with the rules in" in run("validate", str(record), *given).stdout


SAMPLE = '''title = "Sampled"
based_on = "chess"
sample = """
1. e4 {good} (1. d4 {also good} d5) 1... e5 2. Nf3 Nc6
3. Bb5 a6 4. Ba8 Nf6 5. d3 *
"""
'''


def test_an_illegal_move_of_a_sample_game_is_told_at_its_line(tmp_path: Path) -> None:
    file = tmp_path / "sampled.toml"
    file.write_text(SAMPLE)
    checked = run("variant", "check", "-q", str(file))
    assert checked.exit_code == 1
    assert f"{file}:5:14: error[sample]: Ba8: no white bishop can go to a8" in checked.stderr
    folder = tmp_path / "book"
    made = run("rulebook", "sampled", "--variant-path", str(file), "--format", "md", "-o", str(folder))
    assert made.exit_code == 1
    assert "the sample game of sampled is faulty: line 2: Ba8" in made.stderr
    text = (folder / "rules.md").read_text().replace("\N{WORD JOINER}", "")
    assert "e4 good (1.d4 also good 1...d5) 1...e5 2.Nf3 Nc6 3.Bb5 a6 …" in text


def test_a_good_sample_game_is_no_fault(tmp_path: Path) -> None:
    file = tmp_path / "sampled.toml"
    file.write_text(SAMPLE.replace("Ba8", "Ba4"))
    assert run("variant", "check", "-q", str(file)).exit_code == 0
