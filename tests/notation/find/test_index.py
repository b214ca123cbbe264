"""The index beside an archive: with it the same is found as without, and where it is not true it is not believed."""

import os
import random
import shutil
import zipfile
from collections.abc import Iterable
from pathlib import Path

import pytest
from brute_queries import Writer, random_game
from nightly import NIGHTLY
from running import run

from fairyscore.notation.errors import NotWritten
from fairyscore.notation.find import index_search
from fairyscore.notation.find.index_file import index_path
from fairyscore.notation.find.query import Query
from fairyscore.notation.reader import RecordReader, reader_named
from fairyscore.notation.work.bulk.base import WorkResult
from fairyscore.notation.work.bulk.running import results_of
from fairyscore.notation.work.find import FindWork, FoundPlace, find, indexed_results
from fairyscore.notation.work.index import build_index

VARIANTS = ("chess", "kaleidochess", "circular-66", "crazyhouse", "chamaeleon", "tor-qi")
SAMPLES = Path(__file__).parents[3] / "samples" / "games"
OLD = 1_000_000_000
"""A time long ago: a file that has just changed is known by its bytes only."""

ODD = (
    '[Event "x"]\n[White "Ju\xdfen"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 1-0\n\n'
    '[Event "x"]\n[White "Anna"]\n[Result "1-0"]\n\n1. e4 e5 2. Ke3 Nf6 1-0\n\n'
    '[White "Anna"]\n[Result "1-0"]\n\n1. d4 d5 1-0\n\n[White "Bert"]\n[Result "*"]\n\n1. c4 e5 *\n\n'
    '[Event "x"]\n[Variant "none"]\n[Result "*"]\n\n1. e4 e5 *\n\n'
    '[Event "x"]\n[FEN "8/8"]\n[Result "*"]\n\n1. e4 e5 *\n\n'
    '[Event "x"]\n[Result "1-0"]\n\n1. e4 {open e5 *\n\n[Event "x"]\n[Result "*"]\n\n1. e4 e5 2. -- *\n'
)
"""Games that are faulty, two of them without a border between them, and games of which nothing is known."""


def written(path: Path, games: Iterable[str], time: int = OLD) -> None:
    path.write_bytes("".join(games).encode("latin-1"))
    os.utime(path, (time, time))


def searched(results: Iterable[WorkResult]) -> tuple[list[tuple[str, FoundPlace]], list[object]]:
    """The places that are found, and all that is counted and told."""
    places: list[tuple[str, FoundPlace]] = []
    games = faulty = 0
    notices: dict[str, int] = {}
    lacking: set[int] | None = None
    told: list[object] = []
    for got in results:
        games, faulty = games + got.result.games, faulty + got.result.faulty
        notices |= dict(got.result.notices)
        told += [(got.name, len(places), finding) for finding in got.result.diagnostics]
        if got.result.games:
            lacking = set(got.result.lacking) if lacking is None else lacking & set(got.result.lacking)
        if got.result.place is not None:
            places.append((f"{got.name} {games} {faulty}", got.result.place))
    return places, [games, faulty, list(notices.items()), lacking, told]


def check_alike(query: str, folder: Path, reader: RecordReader) -> int:
    """A query finds the same with the index and without it; how many games."""
    work = FindWork(reader.judge, reader.form_name, Query.parse(query), target="pgn", placed=True)
    paths = [str(folder)]
    with_index = searched(indexed_results(work, paths, reader))
    without = searched(results_of(work, reader.sources(paths)))
    for one, other in zip(*with_index[:1], *without[:1], strict=False):
        assert one == other, query
    assert with_index == without, query
    return len(with_index[0])


def test_random_queries_find_the_same_with_an_index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, dice, reader = tmp_path / "games", random.Random(49), reader_named(None, None)
    folder.mkdir()
    games = {name: [random_game(name, seed) for seed in range(4)] for name in VARIANTS}
    texts = {name: [text for _, text in some] for name, some in games.items()}
    writers = [Writer(random.Random(f"{name} index"), some[0][0]) for name, some in games.items()]
    found = 0
    for number in range(300 if NIGHTLY else 40):
        if not number % 10:  # a file more, a file less, a file that is another one
            name = dice.choice(VARIANTS)
            some = dice.choices(texts[name], k=3) + dice.choices(texts[dice.choice(VARIANTS)], k=number % 3)
            written(folder / f"{name}.pgn", [*some, ODD] if number % 20 else some, OLD + number)
            if number == 30:
                (folder / f"{name}.pgn").unlink()
            if number % 30:
                build_index(folder)
        monkeypatch.setattr(index_search, "TOGETHER", dice.choice((1, 1000, 1 << 18)))
        if folder.is_dir() and any(folder.iterdir()):
            found += check_alike(dice.choice(writers).query(), folder, reader)
    assert found > 30


QUERIES = (
    'white "anna"', 'white "ju\xdfen"', 'result 1-0 and not white "Anna"', 'reaches "1. e4 e5"', 'opening "Gambit"',
    'position "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"', "never pieces at least 'Q : q'",
    "count white P <= 7", "mate", "fault",
    'reaches "1. d4 d5 2. c4" and white "Anna"', "castle 00 held by white", 'tag Nothing', "plies 3..", "not ply 3",
)  # fmt: skip


@pytest.mark.parametrize("kind", ["file", "folder", "zip", "gzip"])
def test_each_kind_of_archive_has_an_index(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "one.pgn"
    written(path, [(SAMPLES / "chess" / "romantic.pgn").read_text(), "\n", ODD])
    if kind == "folder":
        path = tmp_path / "all"
        shutil.copytree(SAMPLES / "chess", path)
    elif kind == "zip":
        path = tmp_path / "one.zip"
        with zipfile.ZipFile(path, "w") as archive:
            archive.write(tmp_path / "one.pgn", "in/one.pgn")
            archive.write(tmp_path / "one.pgn", "in/two.pgn")
    elif kind == "gzip":
        import gzip

        path = tmp_path / "one.pgn.gz"
        path.write_bytes(gzip.compress((tmp_path / "one.pgn").read_bytes()))
    made = build_index(path)
    assert made.games >= 3
    assert Path(made.path) == Path(index_path(str(path)))
    reader = reader_named(None, None)
    for query in QUERIES:
        check_alike(query, path, reader)
    for query in QUERIES[3:6]:
        lists = [run("find", query, str(path), "--list", *more) for more in ([], ["--no-index"], ["--jobs", "2"])]
        assert len({(one.exit_code, one.stdout, one.stderr) for one in lists}) == 1, query
    assert build_index(path).read == 0


def test_an_index_that_is_not_true_is_not_asked(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    written(path, ['[Event "x"]\n[White "Anna"]\n[Result "*"]\n\n1. e4 *\n\n'])
    assert build_index(path).read == 1
    assert [one.ply for one in find('white "Anna"', path)] == [0]
    written(path, ['[Event "x"]\n[White "Bert"]\n[Result "*"]\n\n1. e4 *\n\n'], OLD + 1)
    assert [one.ply for one in find('white "Bert"', path)] == [0]
    assert build_index(path).read == 1
    os.utime(path, (OLD + 2, OLD + 2))
    assert build_index(path).read == 0
    whole = Path(index_path(str(path))).read_bytes()
    for at in range(0, len(whole), len(whole) // 7):  # it is cut
        Path(index_path(str(path))).write_bytes(whole[:at])
        assert [one.ply for one in find('white "Bert"', path)] == [0]
    Path(index_path(str(path))).write_bytes(b"SQLite format 3\0" + bytes(5000))
    assert [one.ply for one in find('white "Bert"', path)] == [0]
    with pytest.raises(NotWritten):
        build_index(path)
    Path(index_path(str(path))).write_text("my own notes")
    assert [one.ply for one in find('white "Bert"', path)] == [0]
    with pytest.raises(NotWritten):
        build_index(path)
    assert Path(index_path(str(path))).read_text() == "my own notes"


def test_an_index_of_other_settings_is_not_asked(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    written(path, ['[Event "x"]\n[White "Anna"]\n[Result "*"]\n\n1. e4 *\n\n'])
    build_index(path)
    assert [one.game.variant.name for one in find("ply 1", path, variant="atomic")] == ["atomic"]
    assert build_index(path, variant="atomic").read == 1
    assert [one.game.variant.name for one in find("ply 1", path, variant="atomic")] == ["atomic"]
    assert [one.game.variant.name for one in find("ply 1", path)] == ["chess"]


def test_files_that_are_gone_are_dropped(tmp_path: Path) -> None:
    for name in ("a", "b"):
        written(tmp_path / f"{name}.pgn", ['[Event "x"]\n[White "Anna"]\n[Result "*"]\n\n1. e4 *\n\n'])
    assert (build_index(tmp_path).files, build_index(tmp_path).read) == (2, 0)
    (tmp_path / "a.pgn").unlink()
    made = build_index(tmp_path)
    assert (made.files, made.games, made.dropped, made.read) == (1, 1, 1, 0)
    assert [one.file for one in find("ply 1", tmp_path)] == [str(tmp_path / "b.pgn")]


def test_a_damaged_page_is_noticed(tmp_path: Path) -> None:
    """A page that comes back as zeros makes the files be read."""
    path, dice, size = tmp_path / "a.pgn", random.Random(50), 4096
    text = '[Event "x"]\n[White "{}"]\n[Result "1-0"]\n\n1. {} e5 2. Nf3 1-0\n\n'
    written(path, [text.format(number % 7, dice.choice(("e4", "d4", "c4"))) for number in range(600)])
    build_index(path)
    index = Path(index_path(str(path)))
    whole = index.read_bytes()
    queries = ['reaches "1. d4"', 'white "3"', "pieces at least 'Q : q'"]
    expected = [[(one.number, one.line, one.ply) for one in find(query, path, index=False)] for query in queries]
    for at in range(0, len(whole), size):
        index.write_bytes(whole[:at] + bytes(size) + whole[at + size :])
        found = [[(one.number, one.line, one.ply) for one in find(query, path)] for query in queries]
        assert found == expected, at // size


def test_games_are_read_in_the_encoding_of_their_file(tmp_path: Path) -> None:
    """Its beginning tells it, and not that of the few games that are read."""
    path, text = tmp_path / "a.pgn", '[Event "a"]\n[White "{}"]\n[Result "*"]\n\n1. e4 e5 *\n\n'
    named = text.format("Иванов, Пётр Алексеевич").encode("cp1251")
    path.write_bytes(text.format("Anna").encode() + text.format("Zed").encode() * 60 + named * 3)
    os.utime(path, (OLD, OLD))
    build_index(path)
    names = [[one.game.tags["White"] for one in find('not player "Zed"', path, index=asked)] for asked in (False, True)]
    assert names[0] == names[1]
    assert len(names[0]) == 4
