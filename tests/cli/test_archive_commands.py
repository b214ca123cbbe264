"""`split`, `merge` and `dedupe`: no game is lost, nothing is half-written, no path climbs out."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from made_records import records
from running import rows, run, written

from fairyscore.notation.archive import judge_file
from fairyscore.notation.formats.base import TextSink
from fairyscore.notation.formats.registry import format_named
from fairyscore.notation.records.tree import Record, retagged
from fairyscore.notation.replay import Validator

ANNA = '[Event "Cup"]\n[White "Anna"]\n[Black "Bert"]\n[Date "1991.02.03"]\n[Result "1-0"]\n\n1.e4   e5 {so} 1-0\n\n'
BERT = '[Event "Cup"]\n[White "Bert"]\n[Black "Cleo"]\n[Date "1990.??.??"]\n[Result "*"]\n\n1. d4 *\n\n'
BAD = '[Event "Cup"]\n[White "Cleo"]\n[Black "Anna"]\n[Date "1991.01.01"]\n[Result "*"]\n\n1. e4 Ke5 *\n\n'
QI = '[Event "?"]\n[Variant "tor-qi"]\n[White "anna"]\n\n1. b2-b3 *\n\n'
ALL = ANNA + BERT + BAD + QI


def files(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(folder.iterdir())}


@pytest.fixture
def archive(tmp_path: Path) -> str:
    return written(tmp_path / "all.pgn", ALL)


# -- split ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("by", "parts"),
    [
        ("variant", {"chess.pgn": ANNA + BERT + BAD, "tor-qi.pgn": QI}),
        (
            "player",
            {"Anna.pgn": ANNA + BAD, "Bert.pgn": ANNA + BERT, "Cleo.pgn": BERT + BAD, "anna (2).pgn": QI},
        ),
        ("year", {"1990.pgn": BERT, "1991.pgn": ANNA + BAD, "unknown.pgn": QI}),
        ("month", {"1990.pgn": BERT, "1991-01.pgn": BAD, "1991-02.pgn": ANNA, "unknown.pgn": QI}),
        ("count:3", {"00001.pgn": ANNA + BERT + BAD, "00002.pgn": QI}),
        ("winner 'Anna' or variant tor-qi", {"found.pgn": ANNA + QI, "others.pgn": BERT + BAD}),
        ("tag:Black", {"Anna.pgn": BAD, "Bert.pgn": ANNA, "Cleo.pgn": BERT, "unknown.pgn": QI}),
    ],
)
def test_games_stay_as_they_are_written(archive: str, tmp_path: Path, by: str, parts: dict[str, str]) -> None:
    out = tmp_path / "out"
    result = run("split", archive, "-o", str(out), "--by", by)
    assert (result.exit_code, result.stdout) == (0, "")
    assert files(out) == parts
    assert f"in {len(parts)} files of {out}" in result.stderr


def test_split_and_merge_give_the_file_again(archive: str, tmp_path: Path) -> None:
    assert run("split", archive, "-o", str(tmp_path / "out"), "--by", "count:1").exit_code == 0
    assert run("merge", str(tmp_path / "out")).stdout == ALL


HOSTILE = ["../up", "/etc/passwd", "CON", "a\u202eb", "x" * 300, "..", "ÄNNA", "änna", "a/../../b", "~", "-rf", "."]


def test_no_name_climbs_out(tmp_path: Path) -> None:
    texts = [f'[Event "?"]\n[White "{name}"]\n\n1. e4 *\n\n' for name in HOSTILE]
    inner = tmp_path / "deep" / "out"
    inner.parent.mkdir()
    path = written(tmp_path / "all.pgn", "".join(texts))
    assert run("split", path, "-o", str(inner), "--by", "player").exit_code == 0
    assert len(files(inner)) == len(HOSTILE)
    assert sorted(files(inner).values()) == sorted(texts)
    assert [entry.name for entry in tmp_path.iterdir() if entry.name != "deep"] == ["all.pgn"]
    assert [entry.name for entry in inner.parent.iterdir()] == ["out"]


def test_more_parts_than_may_be_open(tmp_path: Path) -> None:
    texts = [f'[Event "?"]\n[White "P{number % 150:03}"]\n\n1. e4 *\n\n' for number in range(450)]
    out = tmp_path / "out"
    assert run("split", written(tmp_path / "all.pgn", "".join(texts)), "-o", str(out), "--by", "white").exit_code == 0
    assert [text.count("[Event") for text in files(out).values()] == [3] * 150


def test_files_that_are_there_are_left(archive: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "1991.pgn").write_text("mine")
    (out / "other.pgn").write_text("mine too")
    result = run("split", archive, "-o", str(out), "--by", "year")
    assert (result.exit_code, files(out)) == (2, {"1991.pgn": "mine", "other.pgn": "mine too"})
    assert "1991.pgn exists already; pass --force to replace it" in result.stderr
    assert run("split", archive, "-o", str(out), "--by", "year", "--force").exit_code == 0
    assert files(out) == {"1990.pgn": BERT, "1991.pgn": ANNA + BAD, "other.pgn": "mine too", "unknown.pgn": QI}


def test_what_goes_wrong_in_the_middle_is_undone(archive: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "out"
    out.mkdir()
    for name in ("1990.pgn", "1991.pgn"):
        (out / name).write_text("mine")
    rename, asked = os.rename, []

    def refusing(source: str, target: str) -> None:
        asked.append(target)
        if len(asked) == 4:  # two are moved away, one is in its place
            raise OSError(28, "No space left on device")
        rename(source, target)

    monkeypatch.setattr(os, "rename", refusing)
    result = run("split", archive, "-o", str(out), "--by", "year", "--force")
    assert (result.exit_code, files(out)) == (2, {"1990.pgn": "mine", "1991.pgn": "mine"})
    assert "No space left on device" in result.stderr


def test_a_folder_in_the_way_is_left_alone(archive: str, tmp_path: Path) -> None:
    mine = tmp_path / "out" / "1991.pgn" / "mine"
    mine.parent.mkdir(parents=True)
    mine.write_text("mine")
    result = run("split", archive, "-o", str(tmp_path / "out"), "--by", "year", "--force")
    assert (result.exit_code, "1991.pgn cannot be written: it is a folder" in result.stderr) == (2, True)
    assert mine.read_text() == "mine"
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["1991.pgn"]


def test_the_folder_is_no_folder(archive: str, tmp_path: Path) -> None:
    result = run("split", archive, "-o", archive, "--by", "year")
    assert (result.exit_code, Path(archive).read_text(encoding="utf-8")) == (2, ALL)
    assert run("split", archive, "-o", str(tmp_path / "no" / "such"), "--by", "year").exit_code == 2
    assert [path.name for path in tmp_path.iterdir()] == ["all.pgn"]


def test_a_folder_cut_into_itself(tmp_path: Path) -> None:
    written(tmp_path / "all.pgn", ALL)
    assert run("split", str(tmp_path), "-o", str(tmp_path), "--by", "variant").exit_code == 0
    assert files(tmp_path) == {"all.pgn": ALL, "chess.pgn": ANNA + BERT + BAD, "tor-qi.pgn": QI}


def test_other_formats_are_kept_or_converted(tmp_path: Path) -> None:
    path = written(
        tmp_path / "a.json", '[{"variant": "chess", "moves": ["e4"]}, {"variant": "tor-qi", "moves": ["b2-b3"]}]'
    )
    out, pgn = tmp_path / "out", tmp_path / "pgn"
    assert run("split", path, "-o", str(out), "--by", "variant").exit_code == 0
    assert json.loads((out / "chess.json").read_text()) == [{"variant": "chess", "moves": ["e4"]}]
    assert json.loads((out / "tor-qi.json").read_text()) == [{"variant": "tor-qi", "moves": ["b2-b3"]}]
    assert run("split", path, "-o", str(pgn), "--by", "variant", "--to", "pgn").exit_code == 0
    assert "1. e4 *" in (pgn / "chess.pgn").read_text()
    assert run("split", path, "-o", str(pgn), "--by", "variant", "--to", "moves").exit_code == 2


def test_games_that_cannot_be_converted_are_reported(tmp_path: Path) -> None:
    good, bad = '{"variant": "chess", "moves": ["e4"]}', '{"variant": "chess", "moves": ["e4", "Ke5"]}'
    path = written(tmp_path / "a.jsonl", f'{good}\n{{"variant": "what", "moves": ["e4"]}}\n{bad}\n')
    result = run("merge", path, "-o", str(tmp_path / "b.pgn"))
    assert result.exit_code == 1
    assert "a.jsonl:2: game 2 is left out" in result.stderr
    assert "a.jsonl:3: game 3 is written up to its fault" in result.stderr
    assert run("merge", path, "-o", str(tmp_path / "b.jsonl")).exit_code == 0
    assert (tmp_path / "b.jsonl").read_text() == Path(path).read_text()


def test_nothing_to_cut(tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert run("split", written(tmp_path / "empty.pgn", ""), "-o", str(out), "--by", "year").exit_code == 2
    assert not out.exists()


@pytest.mark.parametrize("by", ["colour", "count:0", "tag:"])
def test_unknown_ways_to_cut(archive: str, tmp_path: Path, by: str) -> None:
    result = run("split", archive, "-o", str(tmp_path / "out"), "--by", by)
    assert (result.exit_code, "cannot split by" in result.stderr) == (2, True)


# -- merge ------------------------------------------------------------------------------------------------------------


def test_merge_in_order(archive: str, tmp_path: Path) -> None:
    out = tmp_path / "out.pgn"
    assert run("merge", archive, "-o", str(out), "--sort", "date").exit_code == 0
    assert out.read_text(encoding="utf-8") == BERT + BAD + ANNA + QI


def test_merge_of_a_file_without_a_line_end(tmp_path: Path) -> None:
    one, two = written(tmp_path / "1.pgn", BERT.strip()), written(tmp_path / "2.pgn", "1. d4 d5 *")
    merged = run("merge", one, two, "--variant", "chess").stdout
    assert merged == BERT + '[Event "?"]\n\n1. d4 d5 *\n\n'


def test_merge_replaces_nothing_unasked(archive: str, tmp_path: Path) -> None:
    out = tmp_path / "out.pgn"
    out.write_text("mine")
    result = run("merge", archive, "-o", str(out))
    assert (result.exit_code, out.read_text()) == (2, "mine")
    assert "exists already; pass --force to replace it" in result.stderr
    assert run("merge", archive, "-o", str(out), "--force").exit_code == 0
    assert run("merge", str(tmp_path), "-o", archive, "--force").exit_code == 0  # its own input
    assert Path(archive).read_text(encoding="utf-8") == ALL * 2


def test_merge_of_nothing_leaves_the_file(tmp_path: Path) -> None:
    out = tmp_path / "out.pgn"
    assert run("merge", str(tmp_path / "none.pgn"), "-o", str(out)).exit_code == 2
    assert not out.exists()
    assert run("merge", str(tmp_path / "none.pgn")).stdout == ""


def test_a_full_disk(archive: str) -> None:
    result = subprocess.run(
        [sys.executable, "-m", "fairyscore.cli.main", "merge", archive, "-o", "/dev/full"],
        capture_output=True,
        check=False,
    )
    assert result.returncode == 2
    assert b"Traceback" not in result.stderr


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=12)
@given(
    st.lists(records(plies=6), min_size=1, max_size=4),
    st.sampled_from(["variant", "count:2", "year", "tag:Event"]),
    st.data(),
)
def test_split_then_merge_gives_the_same_games(
    tmp_path: Path, games: list[Record], by: str, data: st.DataObject
) -> None:
    form = format_named(data.draw(st.sampled_from(["pgn", "json", "jsonl"])))
    dated = [retagged(game, {"Date": data.draw(st.sampled_from(["1990", "1991.02.03", "x", ""]))}) for game in games]
    texts = [form.write(game, game.game.writing.usual) for game in dated]
    here = Path(tempfile.mkdtemp(dir=tmp_path))
    path = written(here / f"all.{form.name}", form.begin + form.between.join(texts) + form.end)
    assert run("split", path, "-o", str(here / "out"), "--by", by).exit_code == 0
    result = run("merge", str(here / "out"), "--from", form.name, "-o", str(here / "again"), "--to", form.name)
    assert result.exit_code == 0
    again = [verdict.record for verdict in judge_file(here / "again", Validator(), form=form)]
    assert sorted(map(repr, again)) == sorted(map(repr, dated))


# -- dedupe -----------------------------------------------------------------------------------------------------------

COPY = ANNA.replace("1.e4   e5 {so}", "1. e2-e4 e7-e5").replace("Anna", "A.")


def test_dedupe_tells_copies(tmp_path: Path) -> None:
    one, two = written(tmp_path / "1.pgn", ANNA + BERT), written(tmp_path / "2.pgn", BAD + COPY + BAD)
    result = run("dedupe", one, two)
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        "Anna - Bert, 1991.02.03, 2 plies, 2 copies",
        f"  keep  {one}:1 (game 1)",
        f"  copy  {two}:9 (game 2): tags; comments",
        "A game with faults, 2 copies",
        f"  keep  {two}:1 (game 1)",
        f"  copy  {two}:17 (game 3): the same text",
        "5 games: 2 games in several copies, 2 redundant copies",
    ]
    lines = rows(run("dedupe", one, two, "--format", "jsonl"))
    assert lines[0]["copies"][1] == {"file": two, "game": 2, "line": 9, "kept": False, "differs": ["tags", "comments"]}


def test_no_copies(archive: str) -> None:
    result = run("dedupe", archive)
    assert (result.exit_code, result.stdout) == (0, "4 games: no copies\n")


def test_dedupe_writes_each_game_once(archive: str, tmp_path: Path) -> None:
    out = tmp_path / "out.pgn"
    more = written(tmp_path / "more.pgn", COPY + QI)
    result = run("dedupe", more, archive, "-o", str(out))
    assert (result.exit_code, out.read_text(encoding="utf-8")) == (0, QI + ANNA + BERT + BAD)
    assert "4 games in" in result.stderr
    assert run("dedupe", more, archive, "-o", "-", "--keep", "first").stdout == COPY + QI + BERT + BAD
    assert run("dedupe", more, archive, "-o", str(out)).exit_code == 2


def test_dedupe_puts_copies_together(tmp_path: Path) -> None:
    more = COPY.replace("[Date", '[ECO "C20"]\n[Date').replace("e7-e5", "e7-e5 $1 (1... c7-c5)")
    path = written(tmp_path / "a.pgn", ANNA.replace('[Black "Bert"]\n', "") + more + BERT)
    merged = run("dedupe", path, "-o", "-", "--merge", "--keep", "first").stdout
    first = merged[: merged.index(BERT)]
    assert '[White "Anna"]\n[Black "Bert"]\n' in first
    assert '[ECO "C20"]\n\n1. e4 e5 $1 {so} (1... c5) 1-0\n' in first
    assert merged.endswith(BERT)
    assert run("dedupe", path, "--merge").exit_code == 2


def test_dedupe_of_formats(tmp_path: Path) -> None:
    path, out = written(tmp_path / "a.pgn", ANNA), tmp_path / "a.jsonl"
    assert run("convert", path, "-o", str(out)).exit_code == 0
    result = run("dedupe", path, str(out))
    assert (result.exit_code, result.stdout.splitlines()[-1]) == (
        1,
        "2 games: 1 game in several copies, 1 redundant copy",
    )


def test_dedupe_finds_beginnings(tmp_path: Path) -> None:
    moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5"
    tags = '[Event "?"]\n[White "Anna"]\n\n'
    path = written(tmp_path / "a.pgn", f"{tags}{moves[:52]} *\n\n{tags}{moves} *\n\n")
    assert run("dedupe", path).exit_code == 0
    assert run("dedupe", path, "--prefix", "-o", "-").stdout == f"{tags}{moves} *\n\n"


@pytest.mark.parametrize("command", [("split", "--by", "year"), ("merge",), ("merge", "--sort", "date"), ("dedupe",)])
def test_ctrl_c_leaves_all_as_it_was(
    archive: str, tmp_path: Path, command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = []

    def interrupted(self: TextSink, text: str) -> None:
        calls.append(text)
        if len(calls) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(TextSink, "put", interrupted)
    before = sorted(tmp_path.rglob("*"))
    result = run(*command, archive, "-o", str(tmp_path / "out"))
    assert (result.exit_code, len(calls)) == (1, 3)  # click's own; the console entry makes it 130
    assert sorted(tmp_path.rglob("*")) == before
