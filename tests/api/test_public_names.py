"""What `import fairyscore` gives: every name, each more than once, and nothing that is not there."""

import ast
import io
import subprocess
import sys
from pathlib import Path

import pytest

import fairyscore
from fairyscore.notation.formats.loss import LossKind
from fairyscore.notation.mail.codes import LetterCode
from fairyscore.notation.mail.sender_text import LineKind
from fairyscore.notation.records.diagnostics import RecordCode, Severity
from fairyscore.notation.rules.outcome import Ending
from fairyscore.notation.rules.reasons import Code
from fairyscore.notation.storage.source import SourceCode

SOURCE = Path(__file__).resolve().parents[2] / "api" / "__init__.py"
TEXT = '[White "Anna"]\n\n1. e4 e5 2. Nf3 *\n'


def test_every_name_is_found_and_stays() -> None:
    for name in fairyscore.__all__:
        first = getattr(fairyscore, name)
        assert getattr(fairyscore, name) is first, name


def test_type_checkers_see_the_same_names() -> None:
    """The imports for type checkers and the lazy table name the same things in the same places."""
    seen: dict[str, tuple[str, str]] = {}
    for node in ast.walk(ast.parse(SOURCE.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("fairyscore."):
            home = node.module.removeprefix("fairyscore.")
            seen |= {alias.asname or alias.name: (home, alias.name) for alias in node.names}
    lazy = {
        name: (home, fairyscore._CALLED.get(name, name)) for home, names in fairyscore._HOMES.items() for name in names
    }
    assert seen | {"__version__": ("notation._version", "VERSION")} == lazy
    assert sorted(lazy) == sorted(fairyscore.__all__)


def test_functions_can_be_called_again() -> None:
    """No submodule takes the place of a function once it is imported."""
    for _ in range(2):
        assert fairyscore.validate(io.StringIO(TEXT)).ok
        assert [game.result for game in fairyscore.loads(TEXT)] == ["*"]
        assert [game.tags["White"] for game in fairyscore.read_games(io.BytesIO(TEXT.encode()))] == ["Anna"]
        assert fairyscore.get_variant("tor-qi").title == "Tor Qi"
        assert "circular-70" in fairyscore.variants()
        assert fairyscore.explain(fairyscore.Position.start("chess"), "e4") == ()
        assert fairyscore.diagram(fairyscore.Position.start("chess")).svg().startswith("<svg")


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="'fairyscore' has no attribute 'nonsense'"):
        _ = fairyscore.nonsense  # type: ignore[attr-defined]


def test_the_import_alone_loads_nothing_else() -> None:
    script = "import sys; before = set(sys.modules); import fairyscore; print(sorted(set(sys.modules) - before))"
    out = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert out.strip() == "['fairyscore']"


def test_severities_codes_and_ends_compare_with_their_text() -> None:
    """`d.severity == "error"` is what a caller writes first, and must not be silently false."""
    (found,) = fairyscore.validate("samples/faults/path-blocked.pgn").diagnostics[:1]
    assert found.severity == "error"
    public = (Severity, RecordCode, Code, SourceCode, LossKind, Ending, LetterCode, LineKind)
    for kind in public:
        for member in kind:
            assert member == member.value == str(member)
