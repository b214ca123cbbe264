"""A damaged file gives the same bytes, losses and findings, whether the command or the library is asked.

With the profile `nightly` 500 files of each format are damaged, by day a few.
"""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from fuzz.run import changed
from mutated_files import BYTES, DIALECTS, FOREIGN, KEEPING, READERS, file_of, records_for
from nightly import NIGHTLY
from running import run

import fairyscore
from fairyscore.notation.formats.registry import FORMATS
from fairyscore.notation.records.diagnostics import Diagnostic, OnceAFile

FILES = 500 if NIGHTLY else 5
TARGETS = ("pgn", "json", "csv", "kif", "moves", "pgn4", "usi", "ucci", "epd", "bpgn")

MISLED = (
    "1. e4 e5 1-0 2. Nf3 Nc6",  # moves after the result
    "1. e4 e5 {never closed 2. Nf3 Nc6 1-0",
    '[Result "0-1"]\n\n1. e4 e5 1-0',
    "1. e4 e5 (1... Ke3 2. Nf3) 2. Nf3 *",
    "1. e4 e5 2. Ke3 Nc6 *",
    "no game at all",
    "",
)


def whole_files(name: str) -> list[bytes]:
    """Files of a format or dialect without damage."""
    if name in DIALECTS:
        return [DIALECTS[name].text.encode()]
    if name in BYTES:
        return BYTES[name]
    return [*(file_of(name, record).encode() for record in records_for(name)), FOREIGN[name].encode()]


def suffix_of(name: str) -> str:
    return DIALECTS[name].suffix if name in DIALECTS else FORMATS[name].endings[0]


def damaged_files(name: str) -> list[bytes]:
    """Files of a format with a few bytes changed, some of them whole, from the same seeds in every run."""
    given = whole_files(name)
    dice = random.Random(name)
    return [changed(dice.choice(given), given, dice) for _ in range(FILES)]


def finding_rows(found: list[Diagnostic]) -> list[list[Any]]:
    """Findings as the report of a command has them."""
    return [[one.game, one.line, one.column, one.severity.value, one.code, one.message, one.ply] for one in found]


def by_library(path: Path, target: str) -> tuple[bytes, list[Any], list[Any]]:
    """What `convert` makes of a file: its bytes, the losses, the games that are left out."""
    try:
        done = fairyscore.convert(path, target)
    except fairyscore.NotReadable:
        return b"", [], []
    losses = [[loss.game, loss.ply, loss.kind, loss.what] for loss in done.losses]
    return done.data if done.games else b"", losses, [list(one) for one in done.left_out]


def by_command(path: Path, target: str, out: Path) -> tuple[bytes, list[Any], list[Any]]:
    """The same of the command."""
    out.unlink(missing_ok=True)
    result = run("convert", str(path), "--to", target, "-o", str(out), "--format", "json")
    report = json.loads(result.stdout)
    losses = [[loss["game"], loss["ply"], loss["kind"], loss["what"]] for loss in report["losses"]]
    left = [[one["game"], one["why"]] for one in report["not_converted"]]
    return out.read_bytes() if out.exists() else b"", losses, left


def check_same(path: Path, target: str) -> None:
    """Ask both, of each task that both have. The command tells slips of one kind once a file, the library each."""
    library, command = by_library(path, target), by_command(path, target, path.with_name(f"out.{target}"))
    assert library == command, (target, path.read_bytes())
    rows = [
        [row[part] for part in ("game", "line", "column", "severity", "code", "message", "ply")]
        for row in json.loads(run("validate", str(path), "--format", "json", "--info", "--max-errors", "0").stdout)
    ]
    found = finding_rows(OnceAFile().of(list(fairyscore.validate(path).diagnostics)))
    assert sorted(found) == sorted(rows), path.read_bytes()  # the command names errors of a place first
    counts = json.loads(run("stats", str(path), "--format", "json").stdout)
    assert fairyscore.stats(path).games == counts["games"], path.read_bytes()
    try:
        games = list(fairyscore.read_games(path))
    except fairyscore.NotReadable:
        games = []
    assert len(games) == counts["games"], path.read_bytes()


@pytest.mark.parametrize("name", [*DIALECTS, *READERS, *KEEPING, *BYTES])
def test_damaged_files_come_out_alike(name: str, tmp_path: Path) -> None:
    dice = random.Random(f"{name} target")
    for number, data in enumerate(damaged_files(name)):
        path = tmp_path / f"{number}{suffix_of(name)}"
        path.write_bytes(data)
        check_same(path, dice.choice(TARGETS))


@pytest.mark.parametrize("name", DIALECTS)
def test_the_files_of_dialects_are_sound(name: str, tmp_path: Path) -> None:
    path = tmp_path / f"a{suffix_of(name)}"
    path.write_text(DIALECTS[name].text)
    report = fairyscore.validate(path)
    assert report.ok, report.diagnostics
    assert report.plies >= DIALECTS[name].plies


@pytest.mark.parametrize("target", ["pgn", "jsonl"])
@pytest.mark.parametrize("text", MISLED)
def test_what_a_record_would_lose_is_lost_by_neither(text: str, target: str, tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_text(text)
    check_same(path, target)


def test_moves_after_the_result_are_kept_as_a_comment(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_text('[Result "1-0"]\n\n1. e4 e5 1-0 2. Nf3 Nc6\n')
    assert "1. e4 e5 {2. Nf3 Nc6} 1-0" in fairyscore.convert(path, "pgn").text
