"""Positions and records show themselves in Jupyter, once `fairyscore.render` is imported there.

`notation` knows no pixel, so its values have no `_repr_svg_` of their own: IPython is told how they look.
"""

from __future__ import annotations

import sys
from typing import Any

from fairyscore.notation.game import Position
from fairyscore.notation.records.tree import Record
from fairyscore.render.board_state import BoardState, last
from fairyscore.render.drawing import diagram


def show_in_notebooks() -> None:
    """Tell a running IPython how positions, moments and records look; without one, nothing happens."""
    module = sys.modules.get("IPython")
    shell = module.get_ipython() if module is not None else None
    if shell is None:
        return
    pictures: Any = shell.display_formatter.formatters["image/svg+xml"]
    for kind in (Position, BoardState):
        pictures.for_type(kind, lambda shown: diagram(shown).svg())
    pictures.for_type(Record, lambda record: diagram(last(record)).svg())
