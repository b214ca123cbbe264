"""The faults that `mutants.py` plants."""

from pathlib import Path

import pytest
from mutants import compiled_mutants, likeliest_first, mirroring, mutants_in, probed

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
        ("return a <= b < 9", ["return (a < b < 9)", "return (a <= b <= 9)"]),
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


@pytest.mark.parametrize(
    ("line", "faults"),
    [
        (
            "if (a < b && c[0] - 1)  // x < y",
            [
                "if (a <= b && c[0] - 1)  // x < y",
                "if (a < b || c[0] - 1)  // x < y",
                "if (a < b && c[0])  // x < y",
            ],
        ),
        ("if a >= <int>b:  # x < y", ["if a > <int>b:  # x < y"]),
        ("    if not c:", ["    if c:"]),
        ('"""a < b"""', []),
        ("return a not in b", []),
        ("#define HIGH (a > b)", []),
    ],
)
def test_faults_of_what_is_compiled(line: str, faults: list[str]) -> None:
    assert [mutant.text for mutant in compiled_mutants(Path("core/sets.h"), line)] == faults


def test_the_likeliest_tests_come_first() -> None:
    times = {
        "rules/test_a.py::a": 0.1,
        "rules/test_course.py::b": 0.3,
        "rules/test_c.py::c": 0.2,
        "rules/test_d.py::d": 0.4,
    }
    order = likeliest_first(PATH, times, {"rules/test_d.py::d", "rules/test_c.py::c"})
    assert [test[-1] for test in order] == ["c", "d", "b", "a"]


def test_probes_stand_at_the_places_of_faults() -> None:
    source = "def f(a, b):\n    return a < b and not a\n"
    mutants = dict(enumerate(mutants_in(PATH, source)))
    probe = '(__import__("fairyscore.notation.probe", fromlist=["reached"]).reached({}), ('
    both, less, negation = (probe.format(number) for number in range(3))
    assert probed(source, mutants) == source.replace(
        "a < b and not a", f"{both}{less}a < b))[1] and {negation}not a))[1]))[1]"
    )


def test_faults_in_fields_of_texts_are_left_out() -> None:
    source = "def f(a, b):\n    return f\"{'ä'} {a < b}\"\n"
    assert [mutant.text for mutant in mutants_in(PATH, source)] in ([], ["(a <= b)"])
