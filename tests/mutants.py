"""Plants small faults in guards of the sources, one at a time, and asks whether the tests of the mirroring folder notice.

    PYTHONPATH=tests python tests/mutants.py [NUMBER [SEED]]

A fault is one of those that people make at a boundary: `<` for `<=`, `and` for `or`, a `not` that is missing, one more or
less, a guard that never holds. The faults are drawn with a seed, each is written into a copy of the sources (which is
compiled anew for a fault of the kernel), and the mirroring tests run there up to the first that fails. Each fault is
reported with the test that notices it; a survivor is a law that no test states, or code that nothing needs. The exit
status is 1 where more than a tenth survive.

The tests of a folder run once without a fault. Those that fail anyway would notice everything and are left out. Probes
at the places of the faults note which tests come there: these run first, the quick ones before the others, and only if
they all pass the rest of the folder does, which may meet a value that an earlier test has made. So most faults are
noticed within seconds, and each test has a bound in seconds of the processor, whatever else the machine does.
"""

from __future__ import annotations

import ast
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("rules", "replay", "records", "formats", "work", "clocks", "tournament", "correspondence")
"""Rooms of `notation` that are full of guards."""

KERNEL = Path("notation", "kernel")
KERNEL_SHARE = 10
"""One fault of so many is one of the kernel, which is compiled for it."""

PATIENCE = 5
LEAST_SECONDS = 5.0
"""A test that takes so many times as long as without a fault, and these seconds of the processor, does not end, and notices
the fault by that."""

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
                mutant = replaced(expression, text)
                if is_written(source[mutant.start : mutant.end], expression):
                    yield mutant


def is_written(text: str, expression: ast.expr) -> bool:
    """Tell whether an expression stands in a text; inside f-strings Python 3.11 gives wrong places."""
    try:
        return ast.unparse(ast.parse(f"({text})", mode="eval")) == ast.unparse(expression)
    except SyntaxError:
        return False


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


def likeliest_first(path: Path, times: Mapping[str, float], reaching: Collection[str]) -> dict[str, float]:
    """The tests of a folder with their seconds: those that reach the fault, those called like the module, then the others.

    Quick ones stand before slow ones.

    times: the seconds of each test without a fault
    reaching: the tests that come to the place of the fault
    """

    def rank(test: str) -> tuple[bool, bool, float]:
        file = test.partition("::")[0].rpartition("/")[2]
        return test not in reaching, path.stem not in file, times[test]

    return {test: times[test] for test in sorted(times, key=rank)}


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


PROBE = """
import os

met = set()


def reached(number):
    test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]
    if (number, test) not in met:
        met.add((number, test))
        with open({log!r}, "a", encoding="utf-8") as file:
            file.write(f"{{number}}\\t{{test}}\\n")
"""
"""A module of the copy which notes the tests that come to a place."""


def probed(source: str, mutants: Mapping[int, Mutant]) -> str:
    """A source that notes which tests come to the places of some faults, and does what it did."""
    inserted = []
    for number, mutant in mutants.items():
        opening = f'(__import__("fairyscore.notation.probe", fromlist=["reached"]).reached({number}), ('
        inserted.append((mutant.start, 1, -mutant.end, opening))
        inserted.append((mutant.end, 0, -mutant.start, "))[1]"))
    for place, _, _, text in sorted(inserted, reverse=True):
        source = source[:place] + text + source[place:]
    return source


class Baseline(NamedTuple):
    """The tests of a folder without a fault.

    times: the seconds of each that passes
    failing: those that fail anyway, which are left out
    reaching: which tests come to the place of each fault
    """

    times: dict[str, float]
    failing: list[str]
    reaching: dict[Mutant, set[str]]


class Bench:
    """A copy of the sources in which faults are planted.

    place: its folder
    kernel: the compiled files as they are without one
    """

    def __init__(self, place: Path) -> None:
        self.place = place
        copied(place)
        self.kernel = {name: (place / name).read_bytes() for name in compiled(place)}

    def run(self, tests: Collection[str], **settings: str) -> tuple[int, str]:
        """The exit status of pytest, and the first test that fails, empty where all pass.

        settings: variables of the environment, for the plugin
        """
        paths = os.pathsep.join((str(self.place / "build" / "types"), str(self.place / "tests")))
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "mutant_tests", *tests]
        done = subprocess.run(
            command + ["-x"] * ("MUTANT_PLAN" in settings),
            cwd=self.place,
            env={**os.environ, "PYTHONPATH": paths, **settings},
            capture_output=True,
            text=True,
            check=False,
        )
        failed = re.search(r"^(?:FAILED|ERROR) (.+?)(?: - |$)", done.stdout, re.MULTILINE)
        trouble = done.stderr.strip()[-200:] or done.stdout.strip()[-200:]
        return done.returncode, failed[1] if failed else f"pytest stops: {trouble}" * (done.returncode != 0)

    def baseline(self, folder: Path, mutants: list[Mutant]) -> Baseline:
        """Run the tests of a folder once without a fault, with a probe at the place of each fault in Python."""
        numbers = {number: mutant for number, mutant in enumerate(mutants) if mutant.path.suffix == ".py"}
        log, times = self.place / "build" / "reached", self.place / "build" / "times"
        for file in (log, times):
            file.write_text("", encoding="utf-8")
        (self.place / "notation" / "probe.py").write_text(PROBE.format(log=str(log)), encoding="utf-8")
        sources = {mutant.path: (self.place / mutant.path).read_text("utf-8") for mutant in numbers.values()}
        for path, source in sources.items():
            probes = {number: mutant for number, mutant in numbers.items() if mutant.path == path}
            (self.place / path).write_text(probed(source, probes), encoding="utf-8")
        self.run([str(folder.relative_to(self.place))], MUTANT_TIMES=str(times))
        for path, source in sources.items():
            (self.place / path).write_text(source, encoding="utf-8")
        rows = [line.split("\t", 2) for line in times.read_text("utf-8").splitlines()]
        failing = [test for _, outcome, test in rows if outcome == "failed"]
        reaching: dict[Mutant, set[str]] = {mutant: set() for mutant in mutants}
        for line in log.read_text("utf-8").splitlines():
            number, test = line.split("\t", 1)
            reaching[numbers[int(number)]].add(test)
        passing = {test: float(seconds) for seconds, _, test in rows if test not in failing}
        return Baseline(passing, failing, reaching)

    def noticed(self, mutant: Mutant, baseline: Baseline) -> str:
        """The test that notices a fault, or how else it comes to light; empty if none does."""
        path = self.place / mutant.path
        source = path.read_text(encoding="utf-8")
        path.write_text(mutant.planted(source), encoding="utf-8")
        try:
            if path.is_relative_to(self.place / KERNEL) and not compiles(self.place):
                return "the compiler"
            reaching = baseline.reaching[mutant] & baseline.times.keys()
            order = likeliest_first(mutant.path, baseline.times, reaching)
            near = {test: seconds for test, seconds in order.items() if test in reaching}
            far = {test: seconds for test, seconds in order.items() if test not in reaching}
            return self.failing(near) or self.failing(far)
        finally:
            path.write_text(source, encoding="utf-8")
            for name, content in self.kernel.items():
                (self.place / name).write_bytes(content)

    def failing(self, tests: Mapping[str, float]) -> str:
        """The first of some tests that fails or does not end, run in their order; empty if all pass."""
        if not tests:
            return ""
        plan = self.place / "build" / "plan"
        bounds = {test: LEAST_SECONDS + PATIENCE * seconds for test, seconds in tests.items()}
        plan.write_text(json.dumps(bounds), encoding="utf-8")
        return self.run(sorted({test.partition("::")[0] for test in tests}), MUTANT_PLAN=str(plan))[1]


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
    with tempfile.TemporaryDirectory() as place:
        bench = Bench(Path(place))
        folders: dict[Path, list[Mutant]] = {}
        for mutant in drawn(bench.place, number, seed):
            folders.setdefault(mirroring(mutant.path, bench.place), []).append(mutant)
        for folder, mutants in folders.items():
            baseline = bench.baseline(folder, mutants)
            for test in baseline.failing:
                print(f"left out, fails without a fault: {test}", flush=True)  # noqa: T201
            for mutant in mutants:
                source = (bench.place / mutant.path).read_text(encoding="utf-8")
                test = bench.noticed(mutant, baseline)
                survivors += not test
                print(f"{mutant.describe(source)}: {test or 'SURVIVES'}", flush=True)  # noqa: T201
    print(f"{number} faults, seed {seed}: {survivors} survive")  # noqa: T201
    return int(survivors > MOST_SURVIVORS * number)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:3])))
