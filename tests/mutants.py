"""Plants small faults in guards of the sources, one at a time, and asks whether the tests of the mirroring folder notice.

    PYTHONPATH=tests python tests/mutants.py [NUMBER [SEED]]

A fault is one of those that people make at a boundary: `<` for `<=`, `and` for `or`, a `not` that is missing, one more or
less, a guard that never holds. The faults are drawn with a seed, each is written into a copy of the sources, and the
mirroring tests run there up to the first that fails. Survivors are named with their line: each is a law that no test
states, or code that nothing needs. The exit status is 1 where more than a tenth survive.
"""

from __future__ import annotations

import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("rules", "replay", "records", "formats", "work", "clocks", "tournament", "correspondence")
"""Rooms of `notation` that are full of guards."""

SECONDS = 400
"""A fault by which the tests do not end is noticed too."""

MOST_SURVIVORS = 0.1

SWAPPED: dict[type[ast.AST], str] = {
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.In: "not in",
    ast.NotIn: "in",
    ast.Is: "is not",
    ast.IsNot: "is",
}


class Mutant(NamedTuple):
    """A fault. start, end: the characters of the file that it replaces by `text`."""

    path: Path
    line: int
    start: int
    end: int
    text: str

    def planted(self, source: str) -> str:
        """The source with the fault."""
        return source[: self.start] + self.text + source[self.end :]

    def describe(self, source: str) -> str:
        """Where it is, and what it changes."""
        was = " ".join(source[self.start : self.end].split())
        return f"{self.path}:{self.line}: {was} -> {' '.join(self.text.split())}"


def mutants_in(path: Path, source: str) -> Iterator[Mutant]:
    """Every fault that can be planted in the functions of a file."""
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    lines = source.splitlines(keepends=True)

    def place(line: int, column: int) -> int:
        return starts[line - 1] + len(lines[line - 1].encode()[:column].decode())

    def replaced(node: ast.expr, text: str) -> Mutant:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start, end = place(node.lineno, node.col_offset), place(node.end_lineno, node.end_col_offset)
        return Mutant(path, node.lineno, start, end, text)

    for function in ast.walk(ast.parse(source)):
        if not isinstance(function, ast.FunctionDef):
            continue
        for node in ast.walk(function):
            for expression, text in changes_of(node):
                yield replaced(expression, text)


def changes_of(node: ast.AST) -> Iterator[tuple[ast.expr, str]]:
    """The expressions of a node that may be wrong, each with the fault."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        swapped = SWAPPED[type(node.ops[0])]
        yield node, f"({ast.unparse(node.left)} {swapped} {ast.unparse(node.comparators[0])})"
    elif isinstance(node, ast.BoolOp):
        other = " or " if isinstance(node.op, ast.And) else " and "
        yield node, f"({other.join(f'({ast.unparse(value)})' for value in node.values)})"
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node, f"({ast.unparse(node.operand)})"
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
        if isinstance(node.right, ast.Constant) and node.right.value == 1:
            yield node, f"({ast.unparse(node.left)})"
    elif isinstance(node, ast.If) and isinstance(node.body[0], ast.Return | ast.Continue | ast.Break):
        yield node.test, "False"


def drawn(number: int, seed: int) -> list[Mutant]:
    """So many faults of all rooms, each file with the same chance for each of its guards."""
    found: list[Mutant] = []
    for room in ROOMS:
        for path in sorted((ROOT / "notation" / room).rglob("*.py")):
            found += mutants_in(path.relative_to(ROOT), path.read_text(encoding="utf-8"))
    return random.Random(seed).sample(sorted(set(found)), number)


def mirroring(path: Path, root: Path) -> Path:
    """The folder of tests that stands beside a file, or the nearest one above it."""
    folder = root / "tests" / path.parent
    while not folder.is_dir():
        folder = folder.parent
    return folder


def copied(place: Path) -> None:
    """Copy what git knows, and what is compiled, and link the packages under their import names."""
    known = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    names = [*filter(None, known.decode().split("\0")), *compiled()]
    for name in names:
        if (ROOT / name).is_file():
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, place / name)
    subprocess.run(["make", "--silent", "types"], cwd=place, check=True)


def compiled() -> list[str]:
    """The compiled kernel, if it is there."""
    return [str(path.relative_to(ROOT)) for path in (ROOT / "notation" / "kernel").glob("*.so")]


def survives(mutant: Mutant, place: Path) -> bool:
    """Whether no test of the mirroring folder notices the fault."""
    path = place / mutant.path
    source = path.read_text(encoding="utf-8")
    paths = os.pathsep.join((str(place / "build" / "types"), str(place / "tests")))
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", str(mirroring(mutant.path, place))]
    path.write_text(mutant.planted(source), encoding="utf-8")
    try:
        done = subprocess.run(
            command,
            cwd=place,
            env={**os.environ, "PYTHONPATH": paths},
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return False
    finally:
        path.write_text(source, encoding="utf-8")
    return done.returncode == 0


def main(number: int = 20, seed: int = 1) -> int:
    """Draw faults, plant them one by one, and name those that survive."""
    mutants = drawn(number, seed)
    survivors = 0
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        copied(place)
        for mutant in mutants:
            if survives(mutant, place):
                survivors += 1
                print(mutant.describe((place / mutant.path).read_text(encoding="utf-8")), flush=True)  # noqa: T201
    print(f"{number} faults, seed {seed}: {survivors} survive")  # noqa: T201
    return int(survivors > MOST_SURVIVORS * number)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:3])))
