"""An archive to try the program's strength on: `python -m benchmarks.archive FOLDER --games 1000000`.

The same seed gives the same bytes. For speed, a few hundred random games of every variant are played, and written again
and again under other names, dates and rounds: to the program, which judges each by itself, they are so many games. One in
two thousand has a wrong move, so that there is something to report.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from random import Random

from benchmarks.random_records import NAMES, SEED, random_moves

PLIES = 40
"""At most, of a game."""

PLAYED = 40
"""Games of each variant that are really played."""

SIZES = (1, 10, 100, 1000, 10_000, 50_000)
"""Games in a file."""

WRONG = 2000

PEOPLE = ("Anna", "Boris", "Chiara", "Dmitri", "Emil", "Fatima", "Goro", "Hana", "Igor", "Jana")


def played(random: Random) -> list[tuple[str, list[str]]]:
    """Games to choose from: the variant and the moves of each."""
    games = []
    for name in NAMES:
        for _ in range(PLAYED):
            moves = [move for move, _ in zip(random_moves(name, random), range(PLIES), strict=False)]
            games.append((name, moves))
    return games


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


def files(games: int, seed: int) -> Iterator[tuple[str, Iterator[str]]]:
    """The name of each file, and its records."""
    random = Random(seed)
    choice = played(random)
    number = count = 0
    while number < games:
        size = min(random.choice(SIZES), games - number)
        first = number + 1
        yield (
            f"{count % 10}/{count:05}.pgn",
            (record(random.choice(choice), n, random) for n in range(first, first + size)),
        )
        number += size
        count += 1


def write(folder: Path, games: int, seed: int) -> int:
    """Write an archive, and tell how many files it has."""
    count = 0
    for name, records in files(games, seed):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(records)
        count += 1
    return count


def main() -> None:
    """See the top of the page."""
    parser = argparse.ArgumentParser(description="Writes an archive of random games of all variants.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=SEED)
    asked = parser.parse_args()
    print(f"{asked.games:,} games in {write(asked.folder, asked.games, asked.seed):,} files")


if __name__ == "__main__":
    main()
