"""Where the time goes: the way from bytes to the verdict, measured step by step.

The way is gone anew up to each step, and the difference to the step before is what the step takes: so its memory is as
warm, and its data as cold, as in real work. Each run forgets the moves that were read, as a fresh process knows none.
`report` is all that the command `validate` does beside judging, run in this process with its output thrown away.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout, suppress
from pathlib import Path
from statistics import median
from unittest.mock import patch

from benchmarks.chess_records import by_python_chess, quiet
from benchmarks.measuring import Figure, FigureTable, by_fairyscore, cpu_seconds, in_turn, spread
from benchmarks.random_games import NAMES, write_games
from fairyscore.notation.formats import pgn
from fairyscore.notation.records.collector import DiagnosticCollector
from fairyscore.notation.records.game_setup import game_setup
from fairyscore.notation.records.game_text import GameText, split_games
from fairyscore.notation.records.text_reader import CHUNK, text_of
from fairyscore.notation.records.token_stream import TokenStream
from fairyscore.notation.replay import Validator, Verdict, compiled
from fairyscore.notation.replay.game_replayer import GameReplayer
from fairyscore.notation.replay.runs import gather
from fairyscore.notation.rules.variant import State, Variant
from fairyscore.notation.variants import variant

Opened = tuple[TokenStream, DiagnosticCollector, Variant, State]


def cut(path: Path) -> Iterator[GameText]:
    """The texts of the games."""
    with path.open("rb") as binary:
        text, _ = text_of(binary)
        yield from split_games(iter(lambda: text.read(CHUNK), ""))


def opened(path: Path) -> Iterator[Opened]:
    """Their tags read, their variants found, their pieces set up."""
    for game_text in cut(path):
        notes = DiagnosticCollector("", game_text)
        token_stream = pgn.read(game_text, notes)
        game, _, state = game_setup(token_stream, notes)
        if game is not None and state is not None:
            yield token_stream, notes, game, state


def replayers(path: Path) -> Iterator[GameReplayer]:
    """Their moves texts cut into tokens."""
    for token_stream, notes, game, state in opened(path):
        said = Verdict(notes.game_text, notes.findings, token_stream.tags, game, state_of=lambda state=state: state)
        yield GameReplayer(said, notes, token_stream)


def read(path: Path) -> None:
    """Their moves understood, without a position."""
    for replayer in replayers(path):
        gather(replayer)


def made(path: Path) -> None:
    """Their moves made."""
    for replayer in replayers(path):
        replayer.replay()


def judged(path: Path) -> None:
    """Their ends judged."""
    judge = Validator()
    for game_text in cut(path):
        judge.judge(game_text)


def told(path: Path) -> None:
    """Validated by the command."""
    from fairyscore.cli.validate import command

    with Path(os.devnull).open("w", encoding="utf-8") as nowhere, redirect_stdout(nowhere), suppress(SystemExit):
        command.main([str(path)], standalone_mode=False)


def through(walk: Callable[[Path], Iterator[object]]) -> Callable[[Path], None]:
    """A walk gone to its end."""

    def go(path: Path) -> None:
        for _ in walk(path):
            pass

    return go


STEPS: tuple[tuple[str, Callable[[Path], None]], ...] = (
    ("cutting", through(cut)),
    ("tags and start", through(opened)),
    ("tokens", through(replayers)),
    ("syntax", read),
    ("moves", made),
    ("end of game", judged),
    ("report", told),
)
"""What each step adds to the one before, from the file on."""


def taken(path: Path, names: tuple[str, ...], rounds: int) -> list[list[float]]:
    """Seconds of the way up to each step, by step and round, in plain Python: the kernel takes several steps at once."""

    def clock(step: Callable[[Path], None]) -> float:
        for name in names:
            variant(name).cache.parsed_moves.clear()
            variant(name).cache.unique_moves.clear()
        with patch.object(compiled, "KERNEL", None):
            return cpu_seconds(lambda: step(path))

    return in_turn([step for _, step in STEPS], rounds, clock)


def differences(found: list[list[float]]) -> list[float]:
    """What each step takes beyond the one before it."""
    ways = [median(times) for times in found]
    return [max(way - before, 0.0) for before, way in zip([0.0, *ways], ways, strict=False)]


def measure(path: Path, rounds: int) -> FigureTable:
    """The steps of validating chess games, beside python-chess in the same run."""
    quiet()
    plies = by_fairyscore(path).plies
    found = taken(path, ("chess",), rounds)
    theirs = [cpu_seconds(lambda: by_python_chess(path)) for _ in range(rounds)]
    whole, other = median(found[-1]), median(theirs)
    rows: list[tuple[Figure, ...]] = []
    for (name, _), step, times in zip(STEPS, differences(found), found, strict=True):
        speed = round(plies / step) if step else 0
        rows.append((name, step, speed, 100 * step / whole, other / median(times), spread(times)))
    rows.append(("all", whole, round(plies / whole), 100.0, other / whole, spread(found[-1])))
    rows.append(("python-chess", other, round(plies / other), 0.0, 1.0, spread(theirs)))
    return FigureTable(
        f"Steps of validating: {path.name}, {plies:,} plies",
        ("step", "CPU seconds", "plies/s", "share, %", "so far, times python-chess", "+- %"),
        tuple(rows),
        f"differences of medians of {rounds} runs up to each step; moves read before are forgotten for each run",
    )


def measure_odd(plies: int, rounds: int) -> FigureTable:
    """The shares of the steps for random games of every variant."""
    rows: list[tuple[Figure, ...]] = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "random.pgn")
        for name in NAMES:
            write_games(path, name, plies)
            found = taken(path, (name,), rounds)
            whole = median(found[-1])
            shares = (100 * step / whole for step in differences(found))
            rows.append((name, round(by_fairyscore(path).plies / whole), *shares))
    columns = ("variant", "plies/s", *(f"{name}, %" for name, _ in STEPS))
    return FigureTable(
        "Steps of validating random games", columns, tuple(rows), f"as above; {plies:,} plies a variant, {rounds} runs"
    )
