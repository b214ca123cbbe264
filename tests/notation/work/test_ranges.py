"""However files are cut into ranges, what is said of them is the same, place for place."""

import io
from pathlib import Path
from random import Random

import pytest
from bulk_works import report_lines
from hypothesis import given, settings
from hypothesis import strategies as st
from nightly import NIGHTLY
from packed import PACKERS

from fairyscore.notation.formats import pgn
from fairyscore.notation.records import game_text, text_reader
from fairyscore.notation.replay import Validator
from fairyscore.notation.storage.listing import sources
from fairyscore.notation.storage.source import Source
from fairyscore.notation.work.bulk import ranges
from fairyscore.notation.work.bulk.base import results_here
from fairyscore.notation.work.bulk.engines import Workers
from fairyscore.notation.work.bulk.ranges import ranges_of
from fairyscore.notation.work.bulk.scheduler import run_work
from fairyscore.notation.work.validate import ValidateWork

ROOT = Path(__file__).resolve().parents[3]

GAME = b'[Event "a"]\n[White "Anna"]\n[Result "*"]\n\n1. e4 e5 2. Nf3 *\n\n'
FAULTY = GAME.replace(b"Nf3", b"Ra4")
NUMBERED = GAME.replace(b"2. Nf3", b"7. Nf3")
OPEN = GAME.replace(b"Nf3", b"Nf3 { never closed")
OTHER_TAGS = b'[White "Anna"]\n[Black "Bo"]\n\n1. e4 { open *\n\n[White "Cy"]\n[Black "Di"]\n\n1. e5 *\n\n'
BARE = b"1. e4 e5 2. Ke3 *\n\n"

HOSTILE = {
    "faults": GAME + FAULTY * 3 + NUMBERED * 2 + GAME,
    "open comments": (GAME + OPEN + FAULTY) * 3,
    "open comment over tags that are no Event": OPEN + OTHER_TAGS * 2 + OPEN + FAULTY,
    "open at the end": GAME * 3 + OPEN.rstrip(),
    "CRLF": (GAME + OPEN + FAULTY * 2).replace(b"\n", b"\r\n") * 2,
    "CR": (GAME + OPEN + FAULTY * 2).replace(b"\n", b"\r") * 2,
    "all line ends": FAULTY + FAULTY.replace(b"\n", b"\r\n") + FAULTY.replace(b"\n", b"\r") + FAULTY * 2,
    "CRLF and LF at borders": (FAULTY[:-1] + b"\r\n") * 3
    + (FAULTY[:-2] + b"\r\n\n") * 3
    + (FAULTY[:-2] + b"\n\r\n") * 3,
    "NUL bytes": GAME * 2 + FAULTY.replace(b" ", b"\0") + GAME + FAULTY.replace(b"Anna", b"\0\0") * 2,
    "stray bytes": GAME * 3 + FAULTY.replace(b"Anna", b"J\xf6rg") * 2 + GAME.replace(b"Anna", b"\xc3") * 2,
    "stray byte at a border": GAME[:-2] + b"\xe2\x82\n\n" + FAULTY * 2,
    "stray and NUL bytes in turn": (GAME.replace(b"Anna", b"\xf6") + GAME.replace(b"Anna", b"\0") + FAULTY) * 2,
    "Cyrillic behind much ASCII": GAME * 40 + FAULTY.replace(b"Anna", "Иванов, Пётр Алексеевич".encode("cp1251")) * 3,
    "strays behind much ASCII": GAME * 40 + FAULTY.replace(b"Anna", "Müller, Jörg".encode("cp1252")) * 3,
    "mark of UTF-8": b"\xef\xbb\xbf" + GAME * 2 + FAULTY * 2,
    "UTF-16": (GAME * 2 + FAULTY * 2).decode().encode("utf-16"),
    "UTF-16 without a mark": (GAME * 2 + FAULTY * 2).decode().encode("utf-16-le"),
    "no Event tag": OTHER_TAGS * 5,
    "bare moves, then games": BARE * 2 + FAULTY * 4,
    "blank lines first": b"\n\n  \n\n" + FAULTY * 3,
    "blank line in the tags": (b'[White "A"]\n\n' + FAULTY) * 3,
    "Event among the moves": FAULTY + GAME.replace(b"2. Nf3", b'\n[Event "x"]\n2. Nf3') * 2 + FAULTY,
    "Event in a comment": (GAME.replace(b"Nf3", b'Nf3 {\n\n[Event "x"] }') + FAULTY) * 2,
    "broken Event": (b'[Event "a\n\n1. e4 *\n\n' + FAULTY) * 3,
    "strange beginning": b"The games of the club\n\n" + FAULTY * 5,
    "no game at all": b"The game of chess is old.\n\n" * 20,
    "binary": bytes(range(256)) * 8,
    "no line end at the end": (FAULTY * 3).rstrip(),
    "cut off in a tag": FAULTY * 3 + b'[Event "a"]\n[Whi',
    "one long line": GAME * 2 + b'[Event "a"]\n\n' + b"1. e4 e5 2. Nf3 Nc6 " * 50 + b"\xf6 Ke4 *\n\n" + FAULTY,
    "lines of JSON": b'{"variant": "chess", "moves": ["e2-e4"]}\n{"moves": [1]}\n\n{"moves": ["e5"]}\n' * 4,
    "lines of JSON, CRLF": b'{"variant": "chess", "moves": ["e2-e4"]}\r\n{"moves": [1]}\r\n' * 6 + b"{",
    "JSON": b'[\n{"variant": "chess", "moves": ["e2-e4"]},\n{"moves": [1]}\n]\n',
    "empty": b"",
    "blank": b"\n\n\n",
}


def by_size(paths: list[str], size: int, work: ValidateWork) -> list[str]:
    return report_lines(run_work(work, sources(paths), engine=Workers(), size=size, small=0))


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_stated_does_not_depend_on_ranges(tmp_path: Path, name: str) -> None:
    path = tmp_path / ("games.jsonl" if "lines of JSON" in name else "games.pgn")
    path.write_bytes(HOSTILE[name])
    for work in (
        ValidateWork(),
        ValidateWork(Validator(recover=False)),
        ValidateWork(Validator(variant="chess", info=True, time=True)),
    ):
        whole = report_lines(results_here(work, sources([str(path)])))
        for size in (1, 100, 300):
            assert by_size([str(path)], size, work) == whole


@pytest.mark.parametrize("name", HOSTILE)
def test_nor_on_where_chunks_of_text_end(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A long file is read in chunks; those of a range end elsewhere than those of its file."""
    path = tmp_path / "games.pgn"
    path.write_bytes(HOSTILE[name])
    runs = []
    for chunk in (400, 450, 997, text_reader.CHUNK):
        monkeypatch.setattr("fairyscore.notation.records.text_reader.CHUNK", chunk)
        runs.append(report_lines(results_here(ValidateWork(), sources([str(path)]))))
    if "strange" not in name and "no game" not in name and "binary" not in name and "bare" not in name:
        assert all(one == runs[-1] for one in runs)


@pytest.mark.parametrize("ending", sorted(PACKERS))
@pytest.mark.parametrize("harm", ["cut off", "broken"])
def test_what_is_left_of_damaged_files(tmp_path: Path, ending: str, harm: str) -> None:
    """All games that still come out are judged, however the stream is cut and whoever reads it."""
    dice = Random(ending)
    games = b"".join(FAULTY.replace(b"Anna", str(dice.random()).encode()) for _ in range(150))
    packed = bytearray(PACKERS[ending](games))
    if harm == "cut off":
        del packed[-len(packed) // 4 :]
    else:
        packed[len(packed) * 3 // 4] ^= 255
    path = tmp_path / f"games.pgn.{ending}"
    path.write_bytes(packed)
    whole = report_lines(results_here(ValidateWork(), sources([str(path)])))
    assert any("damaged-archive" in line for line in whole)
    for size in (1000, 1 << 21):
        assert by_size([str(path)], size, ValidateWork()) == whole


def test_too_long_a_game_is_cut_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_text, "LONGEST_GAME", 300)
    monkeypatch.setattr(game_text, "LONGEST_BORDER", 50)
    path = tmp_path / "games.pgn"
    path.write_bytes(FAULTY * 2 + b'[Event "a"]\n\n' + b"1. e4 e5 " * 100 + b"*\n\n" + FAULTY * 2)
    whole = report_lines(results_here(ValidateWork(), sources([str(path)])))
    assert any("too-long" in line for line in whole)
    for size in (1, 100, 500, 2000):
        assert by_size([str(path)], size, ValidateWork()) == whole


@settings(deadline=None, max_examples=20)
@given(st.lists(st.sampled_from(sorted(HOSTILE)), max_size=4), st.integers(1, 400))
def test_any_parts_of_hostile_files_together(
    tmp_path_factory: pytest.TempPathFactory, names: list[str], size: int
) -> None:
    path = tmp_path_factory.mktemp("together") / "games.pgn"
    path.write_bytes(b"".join(HOSTILE[name][:700] for name in names))
    assert by_size([str(path)], size, ValidateWork()) == report_lines(
        results_here(ValidateWork(), sources([str(path)]))
    )


def test_the_samples() -> None:
    games = ROOT / "samples" / "games"
    paths = [str(games if NIGHTLY else games / "chess"), str(ROOT / "samples" / "faults"), str(ROOT / "README.md")]
    work = ValidateWork(Validator(info=True))
    whole = report_lines(results_here(work, sources(paths)))
    assert len(whole) > 100
    for size in (700,):
        assert by_size(paths, size, work) == whole


def test_ranges_end_at_borders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ranges, "TAIL", 30)  # as if games were longer than what is looked through at first
    path = tmp_path / "games.pgn"
    data = FAULTY * 10 + GAME.replace(b"Nf3", b"Nf3 {" + b"long " * 100 + b"}") + FAULTY * 10
    path.write_bytes(data)
    cut_up = ranges_of(Source("games.pgn", str(path), plain=True), Validator(), "", 200)
    assert cut_up is not None
    assert [one.end for one in cut_up[:-1]] == [one.begin for one in cut_up[1:]]
    assert (cut_up[0].begin, cut_up[-1].end) == (0, len(data))
    assert all(data[one.begin :].startswith(b"[Event ") for one in cut_up)
    assert max(one.size for one in cut_up) < 700
    assert [one.first for one in cut_up] == [True] + [False] * (len(cut_up) - 1)


@pytest.mark.parametrize(
    "content", [b"1. e4 *\n\n" * 100, GAME.decode().encode("utf-16") * 100], ids=["bare", "UTF-16"]
)
def test_what_cannot_be_cut_is_read_from_its_beginning(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "games.pgn"
    path.write_bytes(content)
    assert ranges_of(Source("games.pgn", str(path), plain=True), Validator(), "", 100) is None
    assert ranges_of(Source("none.pgn", str(tmp_path / "none.pgn"), plain=True), Validator(), "", 100) is None
    assert ranges_of(Source("folder", str(tmp_path), plain=True), Validator(), "", 100) is None


@pytest.mark.parametrize(
    ("size", "expected"),
    [
        (3 * len(GAME), 2 * len(GAME)),  # the last within so many bytes
        (len(GAME) + 30, len(GAME)),
        (len(GAME) - 20, len(GAME)),  # none: the first in twice as many
        (len(GAME) // 3, 0),
    ],
)
def test_a_range_ends_where_a_game_begins(size: int, expected: int) -> None:
    blocks = ranges.Blocks(io.BytesIO(4 * GAME))
    blocks.hold(size)
    assert blocks.border(pgn.BORDERS, size) == expected
