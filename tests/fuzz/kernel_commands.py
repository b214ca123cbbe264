"""Every command on damaged files, with the compiled kernel and in plain Python: the same bytes.

`PYTHONPATH=tests python tests/fuzz/kernel_commands.py [FILES] [SEED]` makes so many damaged files of games and of rules.
Two processes answer for them, one with `FAIRYSCORE_PURE=1`. What differs is printed, and the exit status is then 1.
"""

import hashlib
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from fuzz.run import changed

if TYPE_CHECKING:
    from fairyscore.notation.game import Game

ROOT = Path(__file__).resolve().parents[2]
LIBRARY = ROOT / "notation" / "variants" / "library"
SAMPLES = ROOT / "samples"

RANDOM_GAMES = ("kaleidochess", "chamaeleon:players=3", "circular-70", "tor-qi", "crazyhouse", "atomic", "janggi")
PLIES = 14
RULES_EVERY = 12
"""One of so many files describes a game; all others hold games."""

MANY_EVERY = 10
"""One of so many files of games holds many of them, of a few variants; few commands read it."""

MANY = 30
MANY_PLIES = 40
FROM_POSITIONS = 0.4
"""So many of these games begin with a position."""

LONGEST = 600
"""Bytes of a seed: every command reads each damaged file twice, so many small files find more than few large ones."""

SHOWN = 600
"""Characters of an output that are shown where it differs."""

GAME_COMMANDS = (
    "validate FILE",
    "validate FILE --format json --info --time",
    "validate FILE OTHER --statistics",
    "replay FILE --format jsonl --legal",
    "diff FILE OTHER",
    "repair FILE --game 1",
    "convert FILE --to pgn --keep-going",
    "convert FILE --to jsonl --moves long",
    "convert FILE OTHER --to jsonl",
    "convert FILE OTHER --to csv",
    "convert FILE --to moves --moves san",
    "fmt FILE --diff",
    "fmt FILE OTHER --check",
    "play FILE e4 --dry-run",
    "play FILE --undo 2 --dry-run --format json",
    "stats FILE OTHER --format json",
    "stats FILE --depth 2",
    "find check FILE OTHER --format jsonl",
    "find comment FILE OTHER -o OUT.pgn",
    "find variation FILE --list",
    "dedupe FILE OTHER -o OUT.pgn",
    "split FILE OTHER -o OUT --by result",
    "merge FILE OTHER --sort plies -o OUT.jsonl",
)
"""FILE: the damaged file; OTHER: another one, damaged otherwise; OUT: what does not exist yet."""

MANY_COMMANDS = (
    "validate FILE --info",
    "convert FILE --to csv --keep-going",
    "convert FILE --to pgn --keep-going --moves san",
    "fmt FILE --diff",
    "stats FILE --depth 3",
)

DRAWING_COMMANDS = (
    "convert FILE --to markdown --diagrams every:10",
    "render FILE -o OUT.svg --arrows last",
    "show FILE",
    "sheet FILE --animate OUT.svg",
    "view FILE OTHER",
)
DRAWING_EVERY = 20
"""One of so many files is drawn too: pictures take longest, and are made of records that other commands write."""

RULE_COMMANDS = (
    "variant check FILE",
    "variant convert FILE --to ini --replace",
    "moves --variant-path FILE --replace NAME --moves san",
    "perft --variant-path FILE --replace NAME 2 --divide",
    "explain --variant-path FILE --replace NAME e2-e4",
)
"""NAME: the game that the file describes."""


class Case(NamedTuple):
    """What is asked of a file. words: for each word in capitals of a command what stands for it."""

    words: dict[str, str]
    commands: tuple[str, ...]


# -- damaged files -----------------------------------------------------------------------------------------------------


def random_game(name: str, dice: random.Random, plies: int = PLIES, fen: str = "") -> bytes:
    """A game of random moves, from a position if one is given."""
    return played(name, dice, plies, **({"FEN": fen} if fen else {})).to("pgn").encode()


def played(name: str, dice: random.Random, plies: int, **tags: str) -> "Game":
    """A game with fewer random moves than so many."""
    from fairyscore.notation.game import Game

    game = Game.new(name, White="A", Black="B", Result="*", **tags)
    for _ in range(dice.randrange(plies)):
        moves = game.position.legal_moves
        if not moves:
            break
        game.push(dice.choice(moves))
    return game


def game_from_position(name: str, dice: random.Random) -> bytes:
    """A game that begins in the middle of another one, two pieces perhaps exchanged."""
    from fairyscore.notation.rules.variant import PositionError

    fen = played(name, dice, MANY_PLIES).position.fen
    rows, space, rest = fen.partition(" ")
    one, other = (dice.randrange(len(rows)) for _ in range(2))
    letters = list(rows)
    if letters[one].isalpha() and letters[other].isalpha():
        letters[one], letters[other] = letters[other], letters[one]
    try:
        return random_game(name, dice, MANY_PLIES, "".join(letters) + space + rest)
    except PositionError:  # the pieces cannot stand so
        return random_game(name, dice, MANY_PLIES, fen)


def many_games(names: Sequence[str], dice: random.Random) -> bytes:
    """Many games of a few variants, the moves of each damaged."""
    chosen = dice.sample(names, 3)
    given = [
        game_from_position(dice.choice(chosen), dice)
        if dice.random() < FROM_POSITIONS
        else random_game(dice.choice(chosen), dice, MANY_PLIES)
        for _ in range(MANY // 3)
    ]
    games = []
    for _ in range(MANY):
        tags, end, moves = dice.choice(given).rpartition(b"]\n\n")
        games.append(tags + end + damaged([moves], dice))
    return b"\n\n".join(games)


def bare_moves(dice: random.Random) -> bytes:
    """The moves of a short game of chess with one tag, set as people do: the kernel reads most of it."""
    moves = random_game("chess", dice).rpartition(b"]\n\n")[2]
    tag = dice.choice((b"", b'[Event "x"]\n\n', b'[ECO "B43"]\n', b'[Variant "chess"]\n[Result "*"]\n\n'))
    return tag + (moves.replace(b". ", b".") if dice.random() < 0.5 else moves)


def seeds(dice: random.Random) -> list[tuple[str, bytes]]:
    """Valid files of games with their suffixes: samples, formats of which there are none, and random games."""
    from mutated_files import READERS, file_of, records_for

    from fairyscore.notation.formats.registry import FORMATS

    suffixes = {suffix for name in READERS for suffix in FORMATS[name].endings}
    samples = (path for path in sorted(SAMPLES.rglob("*")) if path.suffix in suffixes and ".expected" not in path.name)
    found = [(path.suffix, path.read_bytes()[:LONGEST]) for path in samples]
    found += [(FORMATS[name].endings[0], file_of(name, *records_for(name)).encode()) for name in READERS]
    found += [(".pgn", random_game(name, dice)) for name in RANDOM_GAMES * 5]
    found += [(".pgn", bare_moves(dice)) for _ in range(len(found) // 2)]
    return found


def misspelt(data: bytes, dice: random.Random) -> bytes:
    """A text with letters, digits and signs of moves in the places of others: most of it is still read."""
    letters = bytearray(data)
    for _ in range(dice.randint(1, 6)):
        at = dice.randrange(len(letters) + 1)
        letters[at : at + dice.randrange(2)] = bytes((dice.choice(b"abcdefgh12345678KQRBNOx=+#.-! \n()*@"),))
    return bytes(letters)


def other_rules(data: bytes, dice: random.Random) -> bytes:
    """A variant file with one to three letters or digits within quotes in the places of others."""
    letters = bytearray(data)
    places = [at for quoted in re.finditer(rb'"[^"\n]+"', data) for at in range(quoted.start() + 1, quoted.end() - 1)]
    for at in dice.sample(places, dice.randint(1, 3)):
        letters[at] = dice.choice(b"KQRBNPWFDAHCZG12345678abmcfrlkqprn/-*")
    return bytes(letters)


def damaged(given: list[bytes], dice: random.Random) -> bytes:
    """One to three files behind each other, each damaged a little or badly."""
    chosen = dice.choices(given, k=dice.choice((1, 1, 1, 2)))
    return b"\n\n".join(misspelt(one, dice) if dice.random() < 0.6 else changed(one, given, dice) for one in chosen)


def games_case(at: Path, suffix: str, data: bytes, dice: random.Random) -> Case:
    """Write a file of games into a folder, and once more with other faults."""
    (at / f"a{suffix}").write_bytes(data)
    (at / f"b{suffix}").write_bytes(misspelt(data, dice))
    commands = (*GAME_COMMANDS, *DRAWING_COMMANDS) if int(at.name) % DRAWING_EVERY == 0 else GAME_COMMANDS
    return Case({"FILE": f"{at.name}/a{suffix}", "OTHER": f"{at.name}/b{suffix}"}, commands)


def many_case(at: Path, names: Sequence[str], dice: random.Random) -> Case:
    """Write a file of many games into a folder."""
    (at / "a.pgn").write_bytes(many_games(names, dice))
    return Case({"FILE": f"{at.name}/a.pgn"}, MANY_COMMANDS)


def rules_case(at: Path, path: Path, dice: random.Random) -> Case:
    """Write a changed variant file into a folder."""
    (at / path.name).write_bytes(other_rules(path.read_bytes(), dice))
    return Case({"FILE": f"{at.name}/{path.name}", "NAME": path.stem}, RULE_COMMANDS)


def made_cases(folder: Path, files: int, seed: int) -> list[Case]:
    """Write so many damaged files, and say what is asked of them."""
    import fairyscore

    dice = random.Random(seed)
    games, rules = seeds(dice), sorted(LIBRARY.glob("*.toml"))
    names = fairyscore.variants()
    by_suffix = {suffix: [data for own, data in games if own == suffix] for suffix, _ in games}
    cases = list[Case]()
    for number in range(files):
        at = folder / str(number)
        at.mkdir()
        if number % RULES_EVERY == RULES_EVERY - 1:
            cases.append(rules_case(at, dice.choice(rules), dice))
        elif number % MANY_EVERY == MANY_EVERY - 1:
            cases.append(many_case(at, names, dice))
        else:
            suffix = dice.choice(games)[0]
            cases.append(games_case(at, suffix, damaged(by_suffix[suffix], dice), dice))
    return cases


# -- in each of the two processes --------------------------------------------------------------------------------------


def outcome(command: str, words: dict[str, str]) -> str:
    """All that a command leaves: its exit code, what it prints, and the files that it writes."""
    from running import run

    from fairyscore.notation.variants import catalog

    out = Path("out")
    writes = "OUT" in command
    if writes:
        out.mkdir()
    arguments = [words.get(word, word).replace("OUT", "out/o") for word in command.split()]
    result = run(*arguments)
    if catalog.supplied():
        catalog.forget()
    parts = [f"exit {result.exit_code}", repr(result.exception), result.stdout, result.stderr]
    if writes:
        for path in sorted(out.rglob("*")):
            if path.is_file():
                parts.append(f"{path}: {path.read_text(errors='replace')}")
        shutil.rmtree(out)
    return "\n".join(parts)


def answer(cases: list[Case]) -> None:
    """Print the outcome of each command as a line of JSON: what says most of it, and the hash of all."""
    from fairyscore.notation.kernel import STATUS

    sys.stderr.write(f"kernel: {STATUS}\n")
    for case in cases:
        for command in case.commands:
            text = outcome(command, case.words)
            digest = hashlib.sha256(text.encode(errors="replace")).hexdigest()
            sys.stdout.write(json.dumps([case.words["FILE"], command, text[:SHOWN], digest]) + "\n")
        sys.stdout.flush()


# -- side by side ------------------------------------------------------------------------------------------------------


def answers(folder: Path, pure: str) -> subprocess.Popen[str]:
    """A process that answers for the cases of a folder, in that folder."""
    environment = {**os.environ, "FAIRYSCORE_PURE": pure, "PYTHONPATH": str(ROOT / "tests"), "PYTHONHASHSEED": "0"}
    command = [sys.executable, __file__, "--answer", "cases.json"]
    return subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True)


def differences(files: int, seed: int) -> Iterator[str]:
    """What comes out differently."""
    with tempfile.TemporaryDirectory() as name:
        compiled = Path(name) / "compiled"
        compiled.mkdir()
        cases = made_cases(compiled, files, seed)
        (compiled / "cases.json").write_text(json.dumps(cases))
        plain = Path(shutil.copytree(compiled, Path(name) / "plain"))
        with answers(compiled, "0") as one, answers(plain, "1") as two:
            assert one.stdout is not None
            assert two.stdout is not None
            for here, there in zip_longest(one.stdout, two.stdout):
                if here != there:
                    yield f"compiled: {here}\nplain:    {there}"
        for process, what in ((one, "compiled"), (two, "plain")):
            if process.returncode:
                yield f"{what}: the process ended with {process.returncode}"


def main(files: int = 2000, seed: int = 1) -> int:
    """Compare so many files and print what differs."""
    found = 0
    for difference in differences(files, seed):
        found += 1
        sys.stdout.write(f"{difference}\n")
        sys.stdout.flush()
    sys.stdout.write(f"{files:,} damaged files, all commands, seed {seed}: {found} outputs differ\n")
    return int(found > 0)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--answer"]:
        answer([Case(*case) for case in json.loads(Path(sys.argv[2]).read_text())])
    else:
        sys.exit(main(*map(int, sys.argv[1:3])))
