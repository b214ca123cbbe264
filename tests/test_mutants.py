"""The faults that `mutants.py` plants."""

from pathlib import Path

import pytest
from mutants import mirroring, mutants_in

PATH = Path("notation/rules/course.py")


@pytest.mark.parametrize(
    ("line", "faults"),
    [
        ("return a < b", ["return (a <= b)"]),
        ("return a + 1", ["return (a)"]),
        ("return not a", ["return (a)"]),
        ("return a and b", ["return ((a) or (b))"]),
        ("return 'ä' in b", ["return ('ä' not in b)"]),
        ("return a + 2", []),
    ],
)
def test_faults(line: str, faults: list[str]) -> None:
    source = f"def f(a, b):\n    {line}\n"
    assert [mutant.planted(source) for mutant in mutants_in(PATH, source)] == [
        f"def f(a, b):\n    {fault}\n" for fault in faults
    ]


def test_a_guard_never_holds() -> None:
    source = "def f(a):\n    if a:\n        return 1\n    return 2\n"
    (mutant,) = mutants_in(PATH, source)
    assert mutant.planted(source) == source.replace("if a", "if False")
    assert mutant.describe(source) == "notation/rules/course.py:2: a -> False"


def test_tests_mirror_the_folders() -> None:
    root = Path(__file__).resolve().parent.parent
    assert mirroring(PATH, root) == root / "tests/notation/rules"
    assert mirroring(Path("notation/rules/nowhere/none.py"), root) == root / "tests/notation/rules"
