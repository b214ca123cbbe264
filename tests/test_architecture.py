"""The order of the house: what may import what, where games are known by name, and what is shipped."""

import ast
import gc
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("api", "notation", "render", "cli")
SOURCES = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]

# From low to high. A module imports from its own entry and from lower rows; the entries of one row stand beside each
# other and do not meet. A name belongs to the longest entry that it begins with.
LAYERS = (
    ("notation._version", "notation.text", "notation.kernel", "notation.package_data"),
    ("notation.errors",),
    ("notation.mail", "notation.plugins"),
    ("notation.storage",),
    ("notation.lattices",),
    ("notation.boards",),
    ("notation.rules",),
    ("notation.moves", "notation.fen"),
    ("notation.variants",),
    ("notation.records",),
    ("notation.clocks",),
    ("notation.formats",),
    ("notation.replay",),
    ("notation.archive",),
    ("notation.reader",),
    ("notation.editing",),
    ("notation.correspondence",),
    ("notation.work.bulk",),
    ("notation.stats",),
    ("notation.find",),
    ("notation.tournament",),
    ("notation.position",),
    ("notation.game_tree",),
    ("notation.game",),
    ("notation.scan",),
    ("notation.engines",),
    ("notation.work",),
    ("notation",),  # its __init__ only, which hands names on
    ("render",),
    ("render.story",),
    ("render.animation", "render.book", "render.rulebook", "render.sheet", "render.texts", "render.viewer"),
    ("render.desk", "render.documents"),
    ("api",),
    ("cli",),
    ("api.__main__",),  # `python -m fairyscore`
)
LEVELS = {entry: level for level, row in enumerate(LAYERS) for entry in row}

# The only places for libraries of others.
LIBRARIES = {
    "click": ("cli",),
    "pyparsing": (
        "notation.moves",
        "notation.fen",
        "notation.records",
        "notation.variants.registry",
        "notation.variants.betza",
        "notation.find.grammar",
    ),
    "svgwrite": ("render",),
    "markdown_it": ("render.markdown",),
    "mdit_py_plugins": ("render.markdown",),
    "chardet": ("notation.records.encodings",),
}

# Words that only notation/variants may tell apart.
GAMES = re.compile(r"(kaleidochess|cylindrical|caliph-qi|tor-qi|chamaeleon|circular|chess)(-\d+)?", re.IGNORECASE)


ASKED = ast.Import | ast.ImportFrom | ast.FunctionDef | ast.AsyncFunctionDef | ast.Compare | ast.MatchValue


@cache
def parsed(source: str) -> tuple[ast.AST, ...]:
    """The nodes of a source that are asked for, several times. A tree has no circles, so nobody need search for them."""
    gc.disable()
    try:
        return tuple(node for node in ast.walk(ast.parse(source)) if isinstance(node, ASKED))
    finally:
        gc.enable()


def module_of(path: Path) -> str:
    """Return the dotted name of a source file below `fairyscore`, `notation.boards.__init__` for a package."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def inside(name: str, entry: str) -> bool:
    """Tell whether `name` is `entry` or something in it."""
    return f"{name}.".startswith(f"{entry}.")


@cache
def entry_of(name: str) -> str:
    """Return the entry of `LAYERS` that `name` belongs to."""
    return max((entry for entry in LEVELS if inside(name, entry)), key=len)


def imports(module: str, source: str) -> Iterator[tuple[int, str]]:
    """Yield line and absolute name of everything that `source` imports, also inside functions and conditions."""
    for node in parsed(source):
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from ((node.lineno, name) for name in names_in(module, node))


def names_in(module: str, node: ast.Import | ast.ImportFrom) -> list[str]:
    """Return the absolute names of what one statement imports."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    start = ["fairyscore", *module.split(".")][: -node.level] if node.level else []
    base = [*start, node.module] if node.module else start
    return [".".join([*base, alias.name]) for alias in node.names]


def is_misplaced(module: str, name: str) -> bool:
    """Tell whether `module` may not import `name`: something above or beside it, or a library kept elsewhere."""
    top, _, ours = name.partition(".")
    if top in LIBRARIES:
        return not any(inside(module, place) for place in LIBRARIES[top])
    if top != "fairyscore":
        return False
    here, there = entry_of(module), entry_of(ours)
    return here != there and LEVELS[here] <= LEVELS[there]


def compared_games(source: str) -> Iterator[tuple[int, str]]:
    """Yield line and word of every game's name that `source` compares something with."""
    for node in parsed(source):
        if isinstance(node, ast.Compare | ast.MatchValue):
            for part in ast.walk(node):
                if isinstance(part, ast.Constant) and isinstance(part.value, str) and GAMES.fullmatch(part.value):
                    yield node.lineno, part.value


@pytest.mark.parametrize(
    ("module", "statement", "misplaced"),
    [
        ("notation.boards.rings", "from fairyscore.notation.rules import reasons", True),
        ("notation.boards.rings", "from ..rules.reasons import Reason", True),
        ("notation.boards.rings", "from .. import rules", True),
        ("notation.boards.rings", "from .. import Position", True),
        ("notation.boards.rings", "from ..text import plural", False),
        ("notation.boards.rings", "from . import board", False),
        ("notation.boards.__init__", "from .board import Board", False),
        ("notation.boards.__init__", "from ..rules import Rule", True),
        ("notation.rules.seats", "def f():\n    import fairyscore.notation.replay", True),
        ("notation.moves.san", "from ..positions import setup", True),
        ("notation.fen.fen", "from ..moves import san", True),
        ("notation.moves.san", "from ..variants import registry", True),
        ("notation.variants.chess", "from ..moves import san", False),
        ("notation.records.pgn", "from ..variants import registry", False),
        ("notation.replay", "from .records import model", False),
        ("notation.records.pgn", "from ..replay import replay", True),
        ("notation.replay", "from .game import Position", True),
        ("notation.__init__", "from .game import Position", False),
        ("notation.game", "from fairyscore import render", True),
        ("render.diagram", "from fairyscore.notation import Position", False),
        ("render.diagram", "from fairyscore.cli.main import main", True),
        ("cli.main", "import fairyscore.render.diagram", False),
        ("cli.main", "import click", False),
        ("notation.text", "import click.utils", True),
        ("notation.game", "from svgwrite import Drawing", True),
        ("notation.rules.reasons", "import pyparsing as pp", True),
        ("notation.variants.registry", "import pyparsing as pp", False),
        ("notation.variants.names", "import pyparsing as pp", True),
    ],
)
def test_import_order(module: str, statement: str, misplaced: bool) -> None:
    assert [is_misplaced(module, name) for _, name in imports(module, statement)] == [misplaced]


def test_comparisons_with_games_are_found() -> None:
    source = """
if variant == "chess": ...
if "Tor-Qi" != variant.name: ...
if name in ("circular-66", "orthodox"): ...
match name:
    case "chamaeleon": ...
word = "chess"
if word == "chessboard": ...
"""
    assert sorted(compared_games(source)) == [(2, "chess"), (3, "Tor-Qi"), (4, "circular-66"), (6, "chamaeleon")]


def test_imports_run_downward() -> None:
    found = ((module_of(path), imports(module_of(path), path.read_text(encoding="utf-8"))) for path in SOURCES)
    assert [(module, line, name) for module, names in found for line, name in names if is_misplaced(module, name)] == []


def at_import(module: str, source: str) -> Iterator[str]:
    """Yield the absolute names of what `source` imports when it is imported itself, or for its types."""
    inside_functions = {
        id(part)
        for node in parsed(source)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for part in ast.walk(node)
        if isinstance(part, ast.Import | ast.ImportFrom)
    }
    for node in parsed(source):
        if isinstance(node, ast.Import | ast.ImportFrom) and id(node) not in inside_functions:
            yield from names_in(module, node)


def circles(graph: dict[str, set[str]]) -> list[str]:
    """Return the modules that import themselves by way of others."""
    found = []
    for module, names in graph.items():
        reached: set[str] = set()
        ahead = names & graph.keys() - {module}
        while ahead:
            reached |= ahead
            ahead = set().union(*(graph[name] for name in ahead)) & graph.keys() - reached
        if module in reached:
            found.append(module)
    return sorted(found)


def test_circles_are_found() -> None:
    graph = {"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set(), "e": {"e", "d"}}
    assert circles(graph) == ["b", "c"]
    assert list(at_import("notation.a", "from .b import c\ndef f():\n    from .d import e")) == [
        "fairyscore.notation.b.c"
    ]


def graph_of(names: Callable[[str, str], Iterable[str]]) -> dict[str, set[str]]:
    """Return our modules with those of them that each imports; names: what a module imports of its source."""
    ours = {f"fairyscore.{module_of(path)}".removesuffix(".__init__"): path for path in SOURCES}
    graph = {}
    for name, path in ours.items():
        found = set(names(module_of(path), path.read_text(encoding="utf-8")))
        graph[name] = {one if one in ours else one.rpartition(".")[0] for one in found}
    return graph


def test_no_circles() -> None:
    """Also none that only types need: who reads one file of a circle must read them all."""
    assert circles(graph_of(at_import)) == []


def test_no_circles_through_functions() -> None:
    assert circles(graph_of(lambda module, source: (name for _, name in imports(module, source)))) == []


def test_every_module_of_notation_has_its_layer() -> None:
    assert [name for name in map(module_of, SOURCES) if entry_of(name) == "notation"] == ["notation.__init__"]


def test_games_are_distinct_only_in_variants() -> None:
    others = [path for path in SOURCES if not inside(module_of(path), "notation.variants")]
    assert [(path, found) for path in others for found in compared_games(path.read_text(encoding="utf-8"))] == []


def test_every_package_is_shipped() -> None:
    """A folder that is missing in pyproject.toml would be missing in the installed package."""
    metadata = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    folders = {".".join(["fairyscore", *path.parent.relative_to(ROOT).parts]) for path in SOURCES}
    folders = {folder.removesuffix(".api") for folder in folders}
    assert metadata["tool"]["setuptools"]["packages"] == sorted(folders)


def test_every_data_file_is_packed() -> None:
    """What stands beside the modules and is not a module belongs to a package's data, or it is missing once installed."""
    data = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]["package-data"]
    packed = {file for pattern in data["*"] for package in PACKAGES for file in (ROOT / package).rglob(pattern)}
    for package, patterns in data.items():
        folder = ROOT / package.removeprefix("fairyscore.").replace(".", "/")
        packed |= {file for pattern in patterns if package != "*" for file in folder.glob(pattern)}
    made = {".py", ".pyc", ".pyx", ".pxi", ".h", ".so", ".pyd", ".c"}
    found = {file for package in PACKAGES for file in (ROOT / package).rglob("*") if file.is_file()}
    assert {file for file in found if file.suffix not in made} - packed == set()


def test_no_class_name_twice() -> None:
    """One word for one thing, wherever it is read."""
    names = (
        node.name
        for path in SOURCES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    )
    assert [name for name, number in Counter(names).items() if number > 1] == []


LONGEST_FUNCTION = 50
"""Lines, its docstring among them."""


def test_no_function_is_long() -> None:
    functions = (
        (path.relative_to(ROOT), node.name, node.end_lineno - node.lineno + 1)
        for path in SOURCES
        for node in parsed(path.read_text(encoding="utf-8"))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.end_lineno is not None
    )
    assert [one for one in functions if one[2] > LONGEST_FUNCTION] == []


REPEATED_GROUP = re.compile(r"\)(?:[*+?]|\{+\d*,?\d*\}+)\+")
"""A group with a possessive quantifier, in the source of a pattern."""


def test_no_group_is_repeated_possessively() -> None:
    """Python 3.11.0 to 3.11.4, Debian's among them, match such patterns wrongly: where a round of the group fails half
    way, what it had read counts (gh-100061, gh-106052). An atomic group, `(?>(?:...)*)`, is the same and right in all."""
    assert REPEATED_GROUP.search(r"\{(?:a|b)*+\}")
    assert [(path, found[0]) for path in SOURCES for found in REPEATED_GROUP.finditer(path.read_text("utf-8"))] == []
