"""Tables: every column by eye, text that would be a formula, and the same cells in CSV and Parquet."""

import csv
import io
import sys
from typing import Any

import pytest
from foreign import records_of, samples

from fairyscore.notation.formats import table
from fairyscore.notation.formats.base import Format, MissingExtra
from fairyscore.notation.formats.loss import reduced
from fairyscore.notation.formats.table import COLUMNS, CSV, PARQUET

GAME = """[Event "=1+1"]
[White "Anna, \\"the\\" rook"]
[Black "-b"]
[Date "2026.01.02"]
[FEN "4k3/P7/8/8/4pP2/8/8/4K2R b K f3 0 30"]

30... exf3 $1 $14 {[%clk 0:01:02.5] @home} {second} (30... Kd7) 31. a8=Q+ {[%emt 3]} Kd7 32. O-O 1-0
"""


def as_csv(source: str) -> bytes:
    """The games of a source as CSV."""
    return written(source, CSV)


def written(source: str, form: Format) -> bytes:
    """The games of a source in a format that writes a file as a whole, each in the notation its game is usual in."""
    stream = io.BytesIO()
    sink, write = form.open(stream), form.write
    for record in records_of(source):
        sink.put(write(reduced(record, form.holds)[0], record.game.writing.usual))
    sink.close()
    return stream.getvalue()


def rows_of(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode(), newline="")))


def test_every_column() -> None:
    first, second, _, last = rows_of(as_csv(GAME))
    assert first == {
        "game": "1",
        "event": "'=1+1",
        "site": "",
        "date": "2026.01.02",
        "round": "",
        "white": 'Anna, "the" rook',
        "silver": "",
        "black": "'-b",
        "gold": "",
        "variant": "chess",
        "start": "4k3/P7/8/8/4pP2/8/8/4K2R b K f3 0 30",
        "result": "1-0",
        "ply": "1",
        "number": "30",
        "seat": "black",
        "throw": "",
        "piece": "pawn",
        "origin": "e4",
        "target": "f3",
        "long": "e4xf3",
        "move": "exf3",
        "captured": "pawn",
        "promotion": "",
        "check": "0",
        "nags": "1 14",
        "comment": "[%clk 0:01:02.5] @home | second",
        "clock": "62.5",
        "elapsed": "",
        "position": "4k3/P7/8/8/8/5p2/8/4K2R w K - 0 31",
    }
    assert {name: second[name] for name in ("move", "promotion", "check", "elapsed", "captured", "ply")} == {
        "move": "a8=Q+",
        "promotion": "queen",
        "check": "1",
        "elapsed": "3.0",
        "captured": "",
        "ply": "2",
    }
    assert (last["piece"], last["origin"], last["target"], last["long"]) == ("king", "e1", "g1", "O-O")


@pytest.mark.parametrize(
    ("variant", "moves", "cells"),
    [
        ("chamaeleon:start=drop", "N@c3", ("knight", "", "c3", "N@c3", "", "")),
        ("kaleidochess:players=4,dice", "1: --", ("", "", "", "1: --", "1", "")),
        ("kaleidochess:dice", "2: 2G-2D", ("horse", "2G", "2D", "2: 2G-2D", "2", "")),
        ("chamaeleon", "Nd1-c3 Nh8-g6", ("knight", "h8", "g6", "h8-g6", "", "")),
    ],
)
def test_other_moves(variant: str, moves: str, cells: tuple[str, ...]) -> None:
    row = rows_of(as_csv(f'[Variant "{variant}"]\n\n{moves} *'))[-1]
    assert tuple(row[name] for name in ("piece", "origin", "target", "long", "throw", "captured")) == cells


def test_csv_is_that_of_the_rfc() -> None:
    data = as_csv(GAME)
    assert data.startswith(b"game,event,site,")
    assert data.count(b"\r\n") == data.count(b"\n") == 5
    assert b'"Anna, ""the"" rook"' in data


@pytest.mark.parametrize("text", ["=1", "+1", "-1", "@a", "\t=1"])
def test_what_people_wrote_is_no_formula(text: str) -> None:
    assert table.guarded(text) == f"'{text}"


def test_what_a_row_cannot_hold_is_named() -> None:
    record = records_of('[White "A"]\n[ECO "A00"]\n\n{intro} 1. e4 (1. d4) e5 *')[0]
    assert [str(loss) for loss in reduced(record, CSV.holds)[1]] == [
        'the tag ECO "A00"',
        'the comment "intro"',
        "ply 1: the variation of 1 ply",
    ]


@pytest.mark.parametrize("path", samples())
def test_samples_have_a_row_a_ply(path: str) -> None:
    found = [(int(row["game"]), int(row["ply"])) for row in rows_of(as_csv(path))]
    assert found == [
        (game, ply) for game, record in enumerate(records_of(path), 1) for ply in range(1, len(record.line.plies) + 1)
    ]


def test_parquet_holds_the_same_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    parquet: Any = pytest.importorskip("pyarrow.parquet")
    monkeypatch.setattr(table, "GROUP", 3)
    file = parquet.ParquetFile(io.BytesIO(written(GAME, PARQUET)))
    assert file.num_row_groups == 2
    assert file.schema_arrow.names == list(COLUMNS)
    cells = file.read().to_pylist()
    assert [row["move"] for row in cells] == [row["move"] for row in rows_of(as_csv(GAME))]
    assert cells[0]["event"] == "=1+1"
    assert cells[0]["captured"] == "pawn"
    assert (cells[0]["clock"], cells[1]["elapsed"], cells[1]["check"], cells[0]["site"]) == (62.5, 3.0, True, None)
    assert {field.name: str(field.type) for field in file.schema_arrow if str(field.type) != "string"} == {
        "game": "int32",
        "ply": "int32",
        "number": "int32",
        "throw": "int8",
        "check": "bool",
        "clock": "double",
        "elapsed": "double",
    }


def test_a_parquet_file_without_games_is_one() -> None:
    parquet: Any = pytest.importorskip("pyarrow.parquet")
    stream = io.BytesIO()
    PARQUET.open(stream).close()
    assert parquet.read_table(io.BytesIO(stream.getvalue())).num_rows == 0


def test_without_pyarrow_it_is_stated_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtra, match=r"pip install 'fairyscore\[parquet\]'"):
        PARQUET.open(io.BytesIO())
