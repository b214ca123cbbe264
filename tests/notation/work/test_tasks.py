"""What the commands do with whole games and archives, asked from Python."""

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest

import fairyscore
from fairyscore import Game

ROMANTIC = "samples/games/chess/romantic.pgn"
ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(autouse=True)
def _in_the_project(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def game_of(text: str) -> Game:
    (game,) = fairyscore.loads(text)
    return game


def test_a_conversion_names_what_is_lost(tmp_path: Path) -> None:
    game = game_of('[White "Anna"]\n\n1. e4 {best by test} e5 (1... c5) *')
    made = fairyscore.convert(game, "moves", notation="uci")
    assert made.text == "1. e2e4 e7e5 *\n"
    assert [(loss.game, loss.ply, loss.kind) for loss in made.losses] == [
        (1, 0, "tag"),
        (1, 1, "comment"),
        (1, 2, "variation"),
    ]
    made.save(tmp_path / "a.moves")
    assert (tmp_path / "a.moves").read_text() == made.text
    assert not fairyscore.convert(game, "json").losses


def test_a_file_is_converted_and_a_faulty_game_left_out(tmp_path: Path) -> None:
    path = tmp_path / "two.pgn"
    path.write_text('[Event "a"]\n[Result "*"]\n\n1. e4 *\n\n[Event "b"]\n[Result "*"]\n\n1. Ke2 *\n')
    made = fairyscore.convert(path, str(tmp_path / "two.json"))
    assert (made.games, made.left_out) == (1, ((2, "it has a fault"),))
    refused = fairyscore.convert(Game.new("kaleidochess"), "pgn", notation="san")
    assert [one.game for one in refused.left_out] == [1]
    assert "san" in refused.left_out[0].why
    parquet = pytest.importorskip("pyarrow") and fairyscore.convert(path, "parquet")
    with pytest.raises(ValueError, match="is not text"):
        _ = parquet.text


def test_copies_of_a_game_are_compared() -> None:
    one, other = (game_of(f'[White "Anna"]\n\n1. e4 {answer} *') for answer in ("e5", "c5"))
    (found,) = fairyscore.diff(one, other)
    assert (found.kind, found.ply, str(found)[:38]) == ("move", 2, "game 1: ply 2, black: 1... e5 | 1... c5"[:38])
    assert fairyscore.diff(ROMANTIC, ROMANTIC) == []
    assert [found.kind for found in fairyscore.diff(ROMANTIC, one)][-1] == "missing"


def test_a_file_is_formatted_in_place(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_text('[White "Anna"]\n\n1.e4   e5 *\n\n[White "Bert"]\n\n1. e4 Ke5 *\n', encoding="utf-8")
    path.chmod(0o640)
    before = path.read_bytes()
    found = fairyscore.format_file(path, check=True)
    assert (found.changed, found.left, found.refusal, path.read_bytes()) == (True, 1, "", before)
    assert [diagnostic.code for diagnostic in found.diagnostics] == ["no-piece-reaches"]
    assert fairyscore.format_file(path) == found
    assert path.read_text(encoding="utf-8").endswith('\n1. e4 e5 *\n\n[White "Bert"]\n\n1. e4 Ke5 *\n')
    assert path.stat().st_mode & 0o777 == 0o640
    assert not fairyscore.format_file(path).changed


def test_a_file_that_cannot_be_formatted_stays(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("1. e4 e5 *\n", encoding="utf-8")
    found = fairyscore.format_file(path, variant="chess", format="moves")
    assert (found.changed, found.refusal[:45]) == (False, "the format moves cannot be reformatted; conve")
    packed = tmp_path / "a.pgn.gz"
    packed.write_bytes(gzip.compress(b'[White "Anna"]\n\n1.e4 *\n'))
    assert fairyscore.format_file(packed, check=True).changed
    with pytest.raises(fairyscore.NotWritten, match="only plain files"):
        fairyscore.format_file(packed)


PATHS: list[Callable[[str, str], object]] = [
    fairyscore.merge,
    lambda path, output: fairyscore.split(path, output, "player"),
    lambda path, output: fairyscore.dedupe([ROMANTIC, path], output),
    lambda path, _: fairyscore.stats(path),
    lambda path, _: fairyscore.validate(path),
    lambda path, _: list(fairyscore.read_games(path)),
    lambda path, _: fairyscore.scan(path, fairyscore.Visitor()),
    lambda path, _: fairyscore.convert(path, "json"),
    lambda path, _: fairyscore.diff(ROMANTIC, path),
    lambda path, _: fairyscore.format_file(path),
]


@pytest.mark.parametrize("work", PATHS)
def test_a_path_that_is_not_there_is_an_error_and_nothing_is_written(
    work: Callable[[str, str], object], tmp_path: Path
) -> None:
    with pytest.raises(FileNotFoundError):
        work(str(tmp_path / "nothing.pgn"), str(tmp_path / "out.pgn"))
    assert list(tmp_path.iterdir()) == []


def test_wrong_values_are_refused_by_name() -> None:
    with pytest.raises(ValueError, match="jobs is a number of processes from 1, not 0"):
        fairyscore.validate(ROMANTIC, jobs=0)
    with pytest.raises(fairyscore.UnknownVariant, match="there is no variant 'cheess'"):
        fairyscore.validate(ROMANTIC, variant="cheess")
    with pytest.raises(TypeError, match="a source is a path or an open file, not int"):
        fairyscore.validate(5)  # type: ignore[arg-type]
    for document in (fairyscore.sheet, fairyscore.page):
        with pytest.raises(fairyscore.DrawingError, match="there is no game to show"):
            document([])
        with pytest.raises(fairyscore.DrawingError, match="chess has no player 'green'; there are white, black"):
            document(Game.new("chess"), seat="green")


def test_a_game_is_repaired() -> None:
    (way,) = fairyscore.repair(game_of("1. e4 e5 2. NF3 Nc6 *"))
    assert (way.legal, [str(change) for change in way.changes]) == (
        True,
        ["1:13: NF3 -> Nf3 (the letter case is another)"],
    )
    assert way.game.to("moves") == "1. e4 e5 2. Nf3 Nc6 *\n"
    assert fairyscore.repair(game_of("1. e4 *")) == ()
    assert fairyscore.repair(Game.new("chess")) == ()


def test_rows_for_data_frames() -> None:
    games = list(fairyscore.read_games(ROMANTIC))
    rows = fairyscore.rows(games)
    assert [row["plies"] for row in rows] == [len(list(game.mainline())) for game in games]
    plies = fairyscore.rows(games, plies=True)
    assert len(plies) == sum(row["plies"] for row in rows)
    assert {row["game"] for row in plies} == set(range(1, len(games) + 1))


def test_archives_are_joined_and_cut(tmp_path: Path) -> None:
    joined = tmp_path / "all.pgn"
    report = fairyscore.merge(["samples/games/chess", ROMANTIC], joined, sort="date")
    assert report.files == (str(joined),)
    assert report.games == fairyscore.validate(joined).games == fairyscore.stats(joined).games
    with pytest.raises(fairyscore.NotWritten, match="it exists already"):
        fairyscore.merge(ROMANTIC, joined)
    parts = fairyscore.split(joined, tmp_path / "parts", "count:2")
    assert sum(fairyscore.validate(path).games for path in parts.files) == parts.games == report.games
    with pytest.raises(ValueError, match="there is no order"):
        fairyscore.merge(ROMANTIC, tmp_path / "b.pgn", sort="colour")
    with pytest.raises(fairyscore.UnknownFormat, match="holds too little"):
        fairyscore.merge(ROMANTIC, tmp_path / "b.csv")


def test_copies_are_found_and_left_out(tmp_path: Path) -> None:
    twice = [ROMANTIC, "samples/games/chess"]
    found = fairyscore.dedupe(twice)
    assert 0 < found.extra < found.games
    fairyscore.dedupe(twice, tmp_path / "once.pgn")
    assert fairyscore.validate(tmp_path / "once.pgn").games == found.games - found.extra
    assert fairyscore.dedupe(tmp_path / "once.pgn").extra == 0
    with pytest.raises(ValueError, match="there are richest, first"):
        fairyscore.dedupe(twice, keep="best")


def test_a_letter_is_held_against_a_game(tmp_path: Path) -> None:
    game = Game.new("chess", White="Anna Berg", Black="Bert Adler")
    path = tmp_path / "letter.eml"
    path.write_text(
        "From: Anna Berg <a@example.org>\nDate: Mon, 2 Nov 2026 10:00:00 +0100\n\nDear Bert,\n\n1. e4\n\nAnna\n"
    )
    letter = fairyscore.read_letter(path, game)
    assert (letter.sender, letter.move, letter.date) == ("white", "e4", "2026-11-02T10:00:00+01:00")
    assert letter.is_certain
    assert game.push(letter.move).to_cell == "e4"
    again = fairyscore.read_letter(path, game)
    assert not again.move
    assert again.diagnostics


def test_sheets_pages_and_rule_books(tmp_path: Path) -> None:
    games = list(fairyscore.read_games(ROMANTIC))
    sheet = fairyscore.sheet(games[0], size="a5", diagrams="end")
    assert sheet.pages[0].startswith("<svg ")
    assert sheet.save(tmp_path / "game.svg")
    page = fairyscore.page(games, title="Two games")
    assert "<title>Two games</title>" in page
    book = fairyscore.rulebook("tor-qi")
    assert [Path(path).name for path in book.save(tmp_path, "html")] == ["rules.html"]
    with pytest.raises(ValueError, match="there are md, html, pdf"):
        book.save(tmp_path, "epub")
    with pytest.raises(fairyscore.DrawingError):
        fairyscore.sheet(games, columns=9)


@pytest.mark.parametrize("jobs", [1, 2])
def test_bulk_validation_says_the_same_with_any_number_of_processes(jobs: int) -> None:
    seen: list[int] = []
    report = fairyscore.validate("samples/faults", jobs=jobs, on_progress=seen.append)
    alone = fairyscore.validate("samples/faults")
    assert (report.games, report.plies, report.diagnostics) == (alone.games, alone.plies, alone.diagnostics)
    assert sum(seen) > 10_000
