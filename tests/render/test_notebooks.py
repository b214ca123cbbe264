"""IPython is told how values look, where it runs."""

import sys
from types import SimpleNamespace

import pytest
from drawn import middle, played, record

from fairyscore.notation.game import Position
from fairyscore.notation.records.tree import Record
from fairyscore.render import diagram
from fairyscore.render.board_state import BoardState
from fairyscore.render.notebooks import show_in_notebooks


def test_values_show_themselves_in_notebooks(monkeypatch: pytest.MonkeyPatch) -> None:
    known: dict[type, object] = {}
    formatter = SimpleNamespace(formatters={"image/svg+xml": SimpleNamespace(for_type=known.__setitem__)})
    shell = SimpleNamespace(display_formatter=formatter)
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    show_in_notebooks()
    assert set(known) == {Position, BoardState, Record}
    position, path = Position.start("tor-qi"), "chess/romantic.pgn"
    for value, expected in (
        (position, position),
        (middle("chess"), middle("chess")),
        (record(path), played(path)[-1]),
    ):
        show = known[type(value)]
        assert callable(show)
        assert show(value) == diagram(expected).svg()


def test_nothing_happens_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "IPython", raising=False)
    show_in_notebooks()
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: None))
    show_in_notebooks()
    assert sys.modules["IPython"] is not None
