"""Random games, written as records: of every variant, and files of chess like those that people have. A seed makes them.

That the games are random changes nothing for those who only check moves. The words in them are few and say nothing.

`python -m benchmarks.random_games FOLDER --games 1000000` writes an archive to try the program's strength on. For speed, a
few hundred games of every variant are played, and written again and again under other names, dates and rounds: to the
program, which judges each by itself, they are so many games. One in two thousand has a wrong move, so that there is
something to report.
"""

import argparse
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from random import Random
from textwrap import fill

import chess

from fairyscore.notation.moves import long, san
from fairyscore.notation.rules.moves import Move
from fairyscore.notation.rules.perft import after
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.variants import variant

NAMES = (
    "chess", "cylindrical", "cylindrical:array=protected", "caliph-qi", "tor-qi", "circular-66", "circular-68",
    "circular-70", "kaleidochess", "kaleidochess:players=3", "kaleidochess:players=4", "chamaeleon",
    "chamaeleon:players=3", "chamaeleon:players=4", "chamaeleon:start=drop",
)  # fmt: skip

LONGEST_GAME = 120
"""Plies; random games of chess would go on for hundreds more among a few pieces."""

SEED = 20_26


def random_moves(
    name: str, random: Random, state: State | None = None, write: Callable[[State, Move, Variant], str] = long.write
) -> Iterator[str]:
    """The moves of a random game, with the numbers of the rounds; they are played on `state`, else from the start."""
    game = variant(name)
    state = state or game.initial_state()
    for _ in range(LONGEST_GAME):
        moves = state.moves()
        if not moves:
            return
        tried = random.sample(moves, min(8, len(moves)))  # one that goes on: else KaleidoChess would last five plies
        move = next((move for move in tried if after(state, move).outcome() is None), tried[-1])
        number = f"{state.fullmove_number}. " if state.turn == 0 else ""
        yield number + write(state, move, game)
        state.push_unchecked(move)


def tag_lines(tags: dict[str, str]) -> str:
    """The header of a record."""
    return "".join(f'[{name} "{value}"]\n' for name, value in tags.items())


def write_games(file: Path, name: str, plies: int) -> None:
    """Write a file of random games of a variant, with about so many plies."""
    random = Random(SEED)
    games = (" ".join(random_moves(name, random)) for _ in range(max(1, plies // LONGEST_GAME)))
    tags = tag_lines({"Event": "Random", "Variant": name, "Result": "*"})
    file.write_text("".join(f"{tags}\n{moves} *\n\n" for moves in games), encoding="utf-8")


# -- chess as people have it ------------------------------------------------------------------------------------------

KINDS = ("bare", "clocks", "annotated", "faulty")
GAMES = 80
"""So many games of a kind are made; a file repeats them up to its size."""

LONGEST = 110
WORDS = tuple("white black better than the move before with a strong attack on king and weak pawns".split())  # noqa: SIM905

FAULTS = ("Qh9", "Kd4", "Nxa1", "e9", "Rook takes", "2. 2.", ")", "e4e5e6")


def write_chess(folder: Path, megabytes: int) -> list[Path]:
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
    words = " ".join(_line(kind, variant("chess").initial_state(), random, random.randrange(40, LONGEST)))
    if kind == "faulty" and number % 3 == 0:
        at = words.find(" ", random.randrange(len(words) // 2))
        words = f"{words[:at]} {random.choice(FAULTS)}{words[at:]}"
    lines = fill(words, 79, break_long_words=False, break_on_hyphens=False)
    return f"{tag_lines(tags)}\n{lines} *\n\n"


def _line(kind: str, state: State, random: Random, plies: int, depth: int = 0) -> Iterator[str]:
    """The main line of a game, or a variation at some depth."""
    clocks, fresh = [600.0, 600.0], True
    for _ in range(plies):
        legal = state.moves()
        if not legal:
            return
        seat, before, move = state.turn, state.copy(), random.choice(legal)
        if seat == 0 or fresh or kind == "clocks":
            yield f"{state.fullmove_number}{'...' if seat else '.'}"
        yield san.write(state, move, variant("chess"))
        state.push_unchecked(move)
        fresh = False
        if kind == "clocks":
            clocks[seat] -= random.random() * 5
            minutes, seconds = divmod(int(clocks[seat]), 60)
            yield f"{{ [%eval {random.gauss(0, 2):.2f}] [%clk 0:{minutes:02}:{seconds:02}] }}"
        elif kind != "bare":
            for word in _annotations(kind, before, random, depth):
                fresh = True
                yield word


def _annotations(kind: str, before: State, random: Random, depth: int) -> Iterator[str]:
    """What follows a move; in variations that is other variations only, to some depth."""
    chance = random.random() if depth < 3 else 1.0
    if not depth and chance < 0.1:
        yield f"${random.randrange(1, 7)}"
    if not depth and chance < 0.15:
        yield f"{{{' '.join(random.choices(WORDS, k=random.randrange(3, 30)))}.}}"
    if 0.1 < chance < 0.22 if not depth else chance < 0.1:
        yield f"({' '.join(_line(kind, before.copy(), random, random.randrange(1, 7), depth + 1))})"


# -- variants ---------------------------------------------------------------------------------------------------------

PYTHON_CHESS_VARIANTS = {
    "crazyhouse": "Crazyhouse",
    "atomic": "Atomic",
    "horde": "Horde",
    "three-check": "Three-check",
    "antichess": "Antichess",
    "king-of-the-hill": "King of the Hill",
    "chess960": "Chess960",
}
"""Variants that python-chess judges too -> the tag by which both know them. They are written in SAN."""

OTHER_VARIANTS = (
    "shogi", "xiangqi", "janggi", "makruk", "circular-70", "kaleidochess", "kaleidochess:players=4", "chamaeleon",
    "chamaeleon:players=4",
)  # fmt: skip
"""Variants that nobody else judges as records. They are written in long form."""

DIFFERENT = 60
"""So many games of a variant are made; a file repeats them up to its size."""


def write_variants(folder: Path, megabytes: int) -> list[Path]:
    """A file of each of these variants, of about so many million bytes; its name is that of the variant."""
    files = []
    for name in (*PYTHON_CHESS_VARIANTS, *OTHER_VARIANTS):
        random = Random(name)
        text = "".join(_variant_game(name, random) for _ in range(DIFFERENT))
        files.append(folder / f"{name.replace(':players=', '-')}.pgn")
        files[-1].write_text(text * (megabytes * 1_000_000 // len(text) + 1), encoding="utf-8")
    return files


def _variant_game(name: str, random: Random) -> str:
    """A record of a random game; of Chess960, from a random start."""
    tags = {"Event": "Random", "White": "Adams, Anna", "Black": "Berg, Bo", "Result": "*"}
    tags["Variant"] = PYTHON_CHESS_VARIANTS.get(name, name)
    state = variant(name).initial_state()
    if name == "chess960":
        fen = chess.Board.from_chess960_pos(random.randrange(960)).fen()
        tags |= {"SetUp": "1", "FEN": fen}
        state = variant(name).read_position(fen)
    write = san.write if name in PYTHON_CHESS_VARIANTS else long.write
    moves = " ".join(random_moves(name, random, state, write))
    outcome = state.outcome()
    if outcome is not None:
        tags["Result"] = outcome.result
    lines = fill(f"{moves} {tags['Result']}", 79, break_long_words=False, break_on_hyphens=False)
    return f"{tag_lines(tags)}\n{lines}\n\n"


# -- an archive -------------------------------------------------------------------------------------------------------

PLAYED, PLIES = 40, 40
"""Games of each variant that are really played, and how many plies they have at most."""

SIZES = (1, 10, 100, 1000, 10_000, 50_000)
"""Games in a file."""

PEOPLE = ("Anna", "Boris", "Chiara", "Dmitri", "Emil", "Fatima", "Goro", "Hana", "Igor", "Jana")


def _record(name: str, moves: list[str], number: int, random: Random) -> str:
    date = f"{random.randint(1970, 2025)}.{random.randint(1, 12):02}.{random.randint(1, 28):02}"
    tags = {"Event": f"Archive {number % 97}", "Site": "?", "Date": date, "Round": str(number)}
    tags |= {"White": random.choice(PEOPLE), "Black": random.choice(PEOPLE), "Result": "*", "Variant": name}
    if number % 2000 == 0:
        moves = [*moves[:-1], "z9-z10"]
    lines = (" ".join(moves[first : first + 10]) for first in range(0, len(moves), 10))
    return "\n".join([tag_lines(tags), *lines, "*", "", ""])


def write_archive(folder: Path, games: int, seed: int) -> int:
    """Write an archive, and tell how many files it has. The same seed gives the same bytes."""
    random = Random(seed)
    choice = []
    for name in NAMES:
        for _ in range(PLAYED):
            moves = [*islice(random_moves(name, random), PLIES + 1)]  # one move more is played, and dropped
            choice.append((name, moves[:PLIES]))
    number = count = 0
    while number < games:
        size = min(random.choice(SIZES), games - number)
        path = folder / str(count % 10) / f"{count:05}.pgn"
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(_record(*random.choice(choice), number + at + 1, random) for at in range(size))
        number += size
        count += 1
    return count


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Writes an archive of random games of all variants.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=SEED)
    asked = parser.parse_args()
    print(f"{asked.games:,} games in {write_archive(asked.folder, asked.games, asked.seed):,} files")
