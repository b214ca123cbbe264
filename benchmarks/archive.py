"""An archive to try the program's strength on: `python -m benchmarks.archive FOLDER --games 1000000`.

The same seed gives the same bytes. For speed, a few hundred random games of every variant are played, and written again
and again under other names, dates and rounds: to the program, which judges each by itself, they are so many games. One in
two thousand has a wrong move, so that there is something to report.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from random import Random

from benchmarks.random_games import NAMES, SEED, random_moves

PLIES = 40
"""At most, of a game."""

PLAYED = 40
"""Games of each variant that are really played."""

SIZES = (1, 10, 100, 1000, 10_000, 50_000)
"""Games in a file."""

WRONG = 2000

PEOPLE = ("Anna", "Boris", "Chiara", "Dmitri", "Emil", "Fatima", "Goro", "Hana", "Igor", "Jana")


def record(game: tuple[str, list[str]], number: int, random: Random) -> str:
    """One game as a record."""
    name, moves = game
    tags = {
        "Event": f"Archive {number % 97}",
        "Site": "?",
        "Date": f"{random.randint(1970, 2025)}.{random.randint(1, 12):02}.{random.randint(1, 28):02}",
        "Round": str(number),
        "White": random.choice(PEOPLE),
        "Black": random.choice(PEOPLE),
        "Result": "*",
        "Variant": name,
    }
    if number % WRONG == 0:
        moves = [*moves[:-1], "z9-z10"]
    lines = (" ".join(moves[first : first + 10]) for first in range(0, len(moves), 10))
    return "\n".join([*(f'[{tag} "{value}"]' for tag, value in tags.items()), "", *lines, "*", "", ""])


def write(folder: Path, games: int, seed: int) -> int:
    """Write an archive, and tell how many files it has."""
    random = Random(seed)
    choice = []
    for name in NAMES:
        for _ in range(PLAYED):
            moves = zip(random_moves(name, random), range(PLIES), strict=False)  # one move more is played, and dropped
            choice.append((name, [move for move, _ in moves]))
    number = count = 0
    while number < games:
        size = min(random.choice(SIZES), games - number)
        path = folder / str(count % 10) / f"{count:05}.pgn"
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(record(random.choice(choice), number + at + 1, random) for at in range(size))
        number += size
        count += 1
    return count


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Writes an archive of random games of all variants.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=SEED)
    asked = parser.parse_args()
    print(f"{asked.games:,} games in {write(asked.folder, asked.games, asked.seed):,} files")
