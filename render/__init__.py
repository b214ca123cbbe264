"""Pictures of positions; geometry lives here and only here.

>>> from fairyscore import render
>>> from fairyscore.notation.game import Position
>>> render.diagram(Position.start("circular-70")).title
'Circular Chess, 70 spaces: white to move'
"""

from fairyscore.render.board_state import BoardState, moments
from fairyscore.render.drawing import Diagram, diagram
from fairyscore.render.errors import DrawingError
from fairyscore.render.notebooks import show_in_notebooks

__all__ = ["BoardState", "Diagram", "DrawingError", "diagram", "moments"]

show_in_notebooks()
