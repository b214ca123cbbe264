"""Files of chess games like those that people have: bare, with clocks, annotated, faulty. They are made, by a seed.

The games are random, which changes nothing for those who only check moves. The words are few and say nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from textwrap import fill

from fairyscore.notation.moves import san
from fairyscore.notation.rules.variant import State
from fairyscore.notation.variants import variant

GAMES = 80
"""So many games are made; a file repeats them up to its size."""

LONGEST = 110
WORDS = tuple("white black better than the move before with a strong attack on king and weak pawns".split())  # noqa: SIM905

FAULTS = ("Qh9", "Kd4", "Nxa1", "e9", "Rook takes", "2. 2.", ")", "e4e5e6")
KINDS = ("bare", "clocks", "annotated", "faulty")


def write_files(folder: Path, megabytes: int) -> list[Path]:
    """A file of each kind, of about so many million bytes."""
    files = []
    for kind in KINDS:
        random = Random(kind)
        text = "".join(_game(kind, number, random) for number in range(GAMES))
        files.append(folder / f"{kind}.pgn")
        files[-1].write_text(text * (megabytes * 1_000_000 // len(text) + 1), encoding="utf-8")
    return files


def _game(kind: str, number: int, random: Random) -> str:
    tags = {"Event": f"Game {number}", "Site": "Nowhere", "Date": "2026.01.01", "Round": str(number % 9 + 1)}
    tags |= {"White": "Adams, Anna", "Black": "Berg, Bo", "Result": "*", "WhiteElo": "2000", "ECO": "A00"}
    words = " ".join(_moves(kind, random, random.randrange(40, LONGEST)))
    if kind == "faulty" and number % 3 == 0:
        at = words.find(" ", random.randrange(len(words) // 2))
        words = f"{words[:at]} {random.choice(FAULTS)}{words[at:]}"
    lines = fill(words, 79, break_long_words=False, break_on_hyphens=False)
    return "".join(f'[{name} "{value}"]\n' for name, value in tags.items()) + f"\n{lines} *\n\n"


def _moves(kind: str, random: Random, plies: int) -> Iterator[str]:
    game = variant("chess")
    state = game.initial_state()
    clocks, fresh = [600.0, 600.0], True
    for _ in range(plies):
        legal = state.moves()
        if not legal:
            return
        number, seat = state.fullmove_number, state.turn
        before, move = state.copy(), random.choice(legal)
        written = san.write(state, move, game)
        if seat == 0 or fresh or kind == "clocks":
            yield f"{number}{'...' if seat else '.'}"
        yield written
        state.push_unchecked(move)
        fresh = False
        if kind == "clocks":
            clocks[seat] -= random.random() * 5
            minutes, seconds = divmod(int(clocks[seat]), 60)
            yield f"{{ [%eval {random.gauss(0, 2):.2f}] [%clk 0:{minutes:02}:{seconds:02}] }}"
        elif kind != "bare":
            for word in _annotations(before, random):
                fresh = True
                yield word


def _annotations(before: State, random: Random) -> Iterator[str]:
    chance = random.random()
    if chance < 0.1:
        yield f"${random.randrange(1, 7)}"
    if chance < 0.15:
        yield f"{{{' '.join(random.choices(WORDS, k=random.randrange(3, 30)))}.}}"
    if 0.1 < chance < 0.22:
        yield f"({' '.join(_variation(before.copy(), random, 0))})"


def _variation(state: State, random: Random, depth: int) -> Iterator[str]:
    game = variant("chess")
    fresh = True
    for _ in range(random.randrange(1, 7)):
        legal = state.moves()
        if not legal:
            return
        if state.turn == 0 or fresh:
            yield f"{state.fullmove_number}{'...' if state.turn else '.'}"
        before, move = state.copy(), random.choice(legal)
        yield san.write(state, move, game)
        state.push_unchecked(move)
        fresh = depth < 2 and random.random() < 0.1
        if fresh:
            yield f"({' '.join(_variation(before, random, depth + 1))})"
