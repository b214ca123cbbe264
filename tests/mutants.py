"""Plants small faults in guards of the sources, one at a time, and asks whether the tests of the mirroring folder notice.

    PYTHONPATH=tests python tests/mutants.py [NUMBER [SEED]]

A fault is one of those that people make at a boundary: `<` for `<=`, `and` for `or`, a `not` that is missing, one more or
less, a guard that never holds. The faults are drawn with a seed, each is written into a copy of the sources (which is
compiled anew for a fault of the kernel), and the mirroring tests run there up to the first that fails, those that are
called like the module or name it first. Each fault is reported with the test that notices it; a survivor is a law that
no test states, or code that nothing needs. The exit status is 1 where more than a tenth survive.

Before the first fault of a folder its tests run without one: tests that fail anyway would notice everything, and the
time they take says when a fault keeps them from ending.
"""

from __future__ import annotations

import ast
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("rules", "replay", "records", "formats", "work", "clocks", "tournament", "correspondence")
"""Rooms of `notation` that are full of guards."""

KERNEL = Path("notation", "kernel")
KERNEL_SHARE = 10
"""One fault of so many is one of the kernel, which is compiled for it."""

PATIENCE = 3
"""Tests that take so many times as long as without a fault do not end, and notice it by that."""

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
"""The fault for each operator."""

SIGNS: dict[type[ast.AST], str] = {
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.In: "in",
    ast.NotIn: "not in",
    ast.Is: "is",
    ast.IsNot: "is not",
}
"""How each is written."""


UNREAD = re.compile(
    r'''/\*.*?\*/|//[^\n]*|"""(?:.|\n)*?"""|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\#[^\n]*''', re.DOTALL
)
"""Comments, texts and lines of the preprocessor in C and Cython."""

COMPILED_GUARD = re.compile(r"(?<= )(?:[<>]=?|[=!]=|&&|\|\||and|or)(?= )|(?<=[\w)\]]) [+-] 1\b(?![\w.])|\bnot (?!in\b)")
"""What may be wrong in C and Cython; a cast in angle brackets has no blanks."""

COMPILED_FAULTS = {
    "<": "<=",
    "<=": "<",
    ">": ">=",
    ">=": ">",
    "==": "!=",
    "!=": "==",
    "&&": "||",
    "||": "&&",
    "and": "or",
    "or": "and",
}
"""The fault for each; what is not here is left away."""


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


def compiled_mutants(path: Path, source: str) -> Iterator[Mutant]:
    """Every fault that can be planted in a source of the kernel."""
    read = UNREAD.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), source)
    for found in COMPILED_GUARD.finditer(read):
        start = source.rfind("\n", 0, found.start()) + 1
        end = (source + "\n").index("\n", start)
        faulty = source[start : found.start()] + COMPILED_FAULTS.get(found[0], "") + source[found.end() : end]
        yield Mutant(path, source.count("\n", 0, start) + 1, start, end, faulty)


def changes_of(node: ast.AST) -> Iterator[tuple[ast.expr, str]]:
    """The expressions of a node that may be wrong, each with the fault."""
    if isinstance(node, ast.Compare):
        yield from ((node, text) for text in swapped_comparisons(node))
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


def swapped_comparisons(node: ast.Compare) -> Iterator[str]:
    """A comparison with one of its operators swapped, each in turn."""
    first, *others = map(ast.unparse, (node.left, *node.comparators))
    for fault, wrong in enumerate(node.ops):
        text = first
        for at, (operator, value) in enumerate(zip(node.ops, others, strict=True)):
            text += f" {SWAPPED[type(wrong)] if at == fault else SIGNS[type(operator)]} {value}"
        yield f"({text})"


def drawn(root: Path, number: int, seed: int) -> list[Mutant]:
    """So many faults, a share of them in the kernel; each guard of a room has the same chance."""
    found: set[Mutant] = set()
    for room in ROOMS:
        for path in sorted((root / "notation" / room).rglob("*.py")):
            found.update(mutants_in(path.relative_to(root), path.read_text(encoding="utf-8")))
    below: set[Mutant] = set()
    for path in sorted((root / KERNEL).rglob("*")):
        if path.suffix in {".h", ".pxi", ".pyx"}:
            below.update(compiled_mutants(path.relative_to(root), path.read_text(encoding="utf-8")))
    source = random.Random(seed)
    share = number // KERNEL_SHARE
    return source.sample(sorted(found), number - share) + source.sample(sorted(below), share)


def mirroring(path: Path, root: Path) -> Path:
    """The folder of tests that stands beside a file, or the nearest one above it."""
    folder = root / "tests" / path.parent
    while not folder.is_dir():
        folder = folder.parent
    return folder


def likeliest_first(path: Path, folder: Path) -> list[Path]:
    """The tests of a folder: those called like the module, those that name it, and the folder for all others."""
    called = sorted(folder.rglob(f"test_*{path.stem}*.py"))
    word = re.compile(rf"\b{path.stem}\b")
    naming = [
        one for one in sorted(folder.rglob("test_*.py")) if one not in called and word.search(one.read_text("utf-8"))
    ]
    return [*called, *naming, folder]


def copied(place: Path) -> None:
    """Copy what git knows, and what is compiled, and link the packages under their import names."""
    known = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    names = [*filter(None, known.decode().split("\0")), *compiled(ROOT)]
    for name in names:
        if (ROOT / name).is_file():
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, place / name)
    subprocess.run(["make", "--silent", "types"], cwd=place, check=True)


def compiled(place: Path) -> list[str]:
    """The compiled kernel, if it is there."""
    return [str(path.relative_to(place)) for path in (place / KERNEL).glob("*.so")]


class Bench:
    """A copy of the sources in which faults are planted.

    place: its folder
    seconds: how long the tests of each folder take without a fault
    kernel: the compiled files as they are without one
    """

    def __init__(self, place: Path) -> None:
        self.place = place
        self.seconds: dict[Path, float] = {}
        copied(place)
        self.kernel = {name: (place / name).read_bytes() for name in compiled(place)}

    def run(self, tests: list[Path], seconds: float | None) -> str:
        """The first test that fails, empty where all pass.

        seconds: when tests do not end any more, None for never
        """
        paths = os.pathsep.join((str(self.place / "build" / "types"), str(self.place / "tests")))
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *map(str, tests)]
        environment = {**os.environ, "PYTHONPATH": paths}
        try:
            done = subprocess.run(
                command, cwd=self.place, env=environment, capture_output=True, text=True, timeout=seconds, check=False
            )
        except subprocess.TimeoutExpired:
            return f"no end after {seconds:.0f} s"
        if done.returncode == 0:
            return ""
        failed = re.search(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE)
        return failed[1] if failed else f"pytest does not start: {done.stderr.strip()[-200:]}"

    def noticed(self, mutant: Mutant) -> str:
        """The test of the mirroring folder that notices a fault, or how else it comes to light; empty if none does.

        Raises RuntimeError where the tests fail without a fault.
        """
        folder = mirroring(mutant.path, self.place)
        if folder not in self.seconds:
            start = time.monotonic()
            if failed := self.run([folder], None):
                raise RuntimeError(f"fails without a fault: {failed}")
            self.seconds[folder] = time.monotonic() - start
        path = self.place / mutant.path
        source = path.read_text(encoding="utf-8")
        path.write_text(mutant.planted(source), encoding="utf-8")
        try:
            if path.is_relative_to(self.place / KERNEL) and not compiles(self.place):
                return "the compiler"
            return self.run(likeliest_first(mutant.path, folder), PATIENCE * self.seconds[folder])
        finally:
            path.write_text(source, encoding="utf-8")
            for name, content in self.kernel.items():
                (self.place / name).write_bytes(content)


def compiles(place: Path) -> bool:
    """Compile the kernel of a copy; False if it cannot be."""
    for name in compiled(place):
        (place / name).unlink()
    command = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace", "--force"]
    subprocess.run(command, cwd=place, capture_output=True, check=False)
    return bool(compiled(place))


def main(number: int = 20, seed: int = 1) -> int:
    """Draw faults, plant them one by one, and name those that survive."""
    survivors = 0
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder))
        for mutant in drawn(bench.place, number, seed):
            source = (bench.place / mutant.path).read_text(encoding="utf-8")
            noticed = bench.noticed(mutant)
            survivors += not noticed
            print(f"{mutant.describe(source)}: {noticed or 'SURVIVES'}", flush=True)  # noqa: T201
    print(f"{number} faults, seed {seed}: {survivors} survive")  # noqa: T201
    return int(survivors > MOST_SURVIVORS * number)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:3])))
