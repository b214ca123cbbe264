"""A post office that is interrupted anywhere: nothing is lost, nothing is done twice, and the log stays proved."""

import datetime
import json
import random
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from nightly import NIGHTLY
from running import run

from fairyscore.notation.correspondence.log import PostLog
from fairyscore.notation.editing.game_file import write_back
from fairyscore.notation.formats import pgn
from fairyscore.notation.records.tree import Record, numbered

LETTER = (
    "From x Thu Jan  1 00:00:00 2026\nFrom: {sender}\nTo: {receiver}\nSubject: {subject}\n"
    "Message-ID: <m{number}@a.org>\n"
)


def letters_text(letters: list[tuple[str, str, str, str]]) -> str:
    """A mailbox of letters, each a minute after the one before: sender, receiver, subject, text."""
    found = []
    for number, (sender, receiver, subject, text) in enumerate(letters):
        date = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC) + datetime.timedelta(minutes=number)
        head = LETTER.format(sender=sender, receiver=receiver, subject=subject, number=number)
        found.append(f"{head}Date: {date:%a, %d %b %Y %H:%M:%S} +0000\n\n{text}\n\n")
    return "".join(found)


def write_game(folder: Path, number: int) -> Record:
    tags = {"White": "Anna Lindt", "Black": "Bruno Keller", "Event": "Cup", "Round": str(number)}
    tags |= {"WhiteNA": f"white{number}@a.org anna@a.org", "BlackNA": f"black{number}@a.org bruno@a.org"}
    record = Record("chess", tuple(tags.items()))
    text = pgn.write(record, record.game.writing.usual)
    (folder / f"game-{number:02}.pgn").write_text(text, encoding="utf-8")
    return record


def moves_of(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.pgn"))}


def verified(folder: Path) -> dict[str, Any]:
    result = run("post", "verify", "--games", str(folder), "--format", "json")
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def log_of(folder: Path) -> PostLog:
    return PostLog(str(folder / ".post"))


def carried_out(folder: Path) -> list[tuple[str, str]]:
    """The letters and parts that were read, without those that were undone."""
    entries = log_of(folder).entries
    undone = {entry.facts.get("undone") for entry in entries if entry.kind == "undone"}
    return [
        (entry.text("letter"), entry.text("part"))
        for entry in entries
        if entry.kind in ("written", "queued", "known") and entry.number not in undone
    ]


# -- at every seam ----------------------------------------------------------------------------------------------------


class Crash(BaseException):
    """The program ends here."""


CONDITION = [
    ("white1@a.org", "black1@a.org", "Game 1", "1. e4\nIf 1... e5 then 2. Nf3. If 2... Nc6 then 3. Bb5."),
    ("anna@a.org", "bruno@a.org", "Our games", "Game 2: 1. d4\nGame 3: 1. c4"),
    ("black1@a.org", "white1@a.org", "Game 1", "1... e5\nIf 2. Nf3 then 2... Nc6."),
    ("black3@a.org", "white3@a.org", "Game 3", "I think about 1... e5 or 1... c5"),
    ("black2@a.org", "white2@a.org", "Game 2", "I resign."),
]
"""A letter with conditions of both players, which run three moves deep; one about two games; one that waits; an end."""


@pytest.fixture
def fresh(tmp_path: Path) -> Callable[[str], Path]:
    (tmp_path / "inbox.mbox").write_text(letters_text(CONDITION), encoding="utf-8")

    def made(name: str) -> Path:
        folder = tmp_path / name
        folder.mkdir()
        for number in (1, 2, 3):
            write_game(folder, number)
        return folder

    return made


def read(folder: Path) -> None:
    run("post", str(folder.parent / "inbox.mbox"), "--games", str(folder))


def test_the_program_ends_at_each_seam(fresh: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """Before and after each line of the log and each record; the next run does the rest, and nothing twice."""
    whole = fresh("whole")
    read(whole)
    assert "3. Bb5" in moves_of(whole)["game-01.pgn"]
    add = PostLog.add
    seams = 0

    def crashing(wrapped: Callable[..., Any], count: list[int]) -> Callable[..., Any]:
        def step(*arguments: Any, **facts: Any) -> Any:
            count[0] -= 1
            if count[0] == 0:
                raise Crash
            found = wrapped(*arguments, **facts)
            count[0] -= 1
            if count[0] == 0:
                raise Crash
            return found

        return step

    for seam in range(1, 100):
        folder, count = fresh(f"seam-{seam}"), [seam]
        with monkeypatch.context() as patch:
            patch.setattr(PostLog, "add", crashing(add, count))
            patch.setattr("fairyscore.notation.correspondence.game_folder.write_back", crashing(write_back, count))
            try:
                read(folder)
            except Crash:
                seams += 1
        is_finished = count[0] > 0
        read(folder)
        assert moves_of(folder) == moves_of(whole), seam
        assert len(log_of(folder).queue()) == len(log_of(whole).queue()) == 1
        assert sorted(carried_out(folder)) == sorted(carried_out(whole)), seam
        verified(folder)
        shutil.rmtree(folder)
        if is_finished:
            break
    assert seams >= 30


# -- killed at random -------------------------------------------------------------------------------------------------


def season(folder: Path, games: int, plies: int) -> dict[str, list[str]]:
    """Games of random moves, and a mailbox with a letter for each of them, the first moves of all games first."""
    rng = random.Random(28)
    lines: dict[str, list[str]] = {}
    letters = []
    for number in range(1, games + 1):
        record = write_game(folder, number)
        lines[f"game-{number:02}.pgn"] = line = random_line(record, plies, rng)
        for ply, move in enumerate(line):
            seats = [f"white{number}@a.org", f"black{number}@a.org"]
            letters.append((ply, (seats[ply % 2], seats[1 - ply % 2], "Chess", f"Hello,\n{move}\nBest wishes")))
    letters.sort(key=lambda one: one[0])
    (folder.parent / "inbox.mbox").write_text(letters_text([letter for _, letter in letters]), encoding="utf-8")
    return lines


def random_line(record: Record, plies: int, rng: random.Random) -> list[str]:
    notation = record.game.writing.usual
    state, line = record.start(), list[str]()
    while len(line) < plies:
        moves = list(state.moves())
        if not moves or state.outcome() is not None:
            state, line = record.start(), []
            continue
        move = rng.choice(moves)
        line.append(f"{numbered(state)} {notation.write(state.copy(), move, record.game)}")
        state.push_unchecked(move)
    return line


def test_killed_at_random(tmp_path: Path) -> None:
    """1,000 letters of 50 games with 20 kills in the nightly run; fewer in each run."""
    games, plies, kills = (50, 20, 20) if NIGHTLY else (4, 6, 3)
    folder = tmp_path / "games"
    folder.mkdir()
    lines = season(folder, games, plies)
    script = "from fairyscore.cli.main import main; main()"
    arguments = [sys.executable, "-c", script, "post", str(tmp_path / "inbox.mbox"), "--games", str(folder)]
    rng, log = random.Random(7), folder / ".post" / "log"
    killed = 0
    while killed < kills and len(carried_out(folder)) < games * plies:
        before = log.stat().st_size if log.exists() else 0
        process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while process.poll() is None and (log.stat().st_size if log.exists() else 0) == before:
            time.sleep(0.002)  # reading the folder is no news: it writes nothing
        time.sleep(rng.uniform(0, 2 if NIGHTLY else 0.05))
        if process.poll() is None:
            process.kill()
            killed += 1
        process.wait()
    assert killed >= kills // 2
    last = run("post", str(tmp_path / "inbox.mbox"), "--games", str(folder))
    assert last.exit_code == 0, last.output
    for path, line in lines.items():
        text = (folder / path).read_text(encoding="utf-8")
        assert text.count("[%date") == plies, path
        moves = re.sub(r"\[[^]]*\]|\{[^}]*\}|\d+\.+|\*", " ", text).split()
        assert moves == [move.split()[1] for move in line], path
    found = verified(folder)
    assert [game["by_letter"] for game in found["games"]] == [plies] * games
    assert len(set(carried_out(folder))) == len(carried_out(folder)) == games * plies
    again = run("post", str(tmp_path / "inbox.mbox"), "--games", str(folder), "--format", "json")
    assert json.loads(again.stdout) == {"letters": [], "known": games * plies, "waiting": 0}


def test_a_mailbox_that_is_not_there_is_stated_before_the_games_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def opened(*_: Any, **__: Any) -> None:
        raise AssertionError("the folder was read")

    monkeypatch.setattr("fairyscore.cli.post._open", opened)
    result = run("post", "read", "nope", "--games", str(tmp_path))
    assert result.exit_code == 2
    assert "nope cannot be read: No such file or directory" in result.stderr


# -- two at a time ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(50 if NIGHTLY else 3))
def test_two_post_offices_at_a_time_write_one_log(tmp_path: Path, seed: int) -> None:
    """Two programs read two halves of a mailbox at once: the second waits, all is done once, and all is proved."""
    games, plies = 3, 6
    folder = tmp_path / "games"
    folder.mkdir()
    season(folder, games, plies)
    letters = (tmp_path / "inbox.mbox").read_text(encoding="utf-8")
    boxes = [tmp_path / "inbox.mbox", tmp_path / "again.mbox"]
    boxes[1].write_text(letters, encoding="utf-8")
    script = "from fairyscore.cli.main import main; main()"
    running = []
    for box in boxes:
        arguments = [sys.executable, "-c", script, "post", str(box), "--games", str(folder)]
        running.append(subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE))
        time.sleep(random.Random(seed).uniform(0, 0.3))
    for process in running:
        out, err = process.communicate()
        assert process.returncode == 0, (out, err)
    found = verified(folder)
    assert [game["by_letter"] for game in found["games"]] == [plies] * games
    assert len(set(carried_out(folder))) == len(carried_out(folder)) == games * plies
