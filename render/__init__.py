"""Pictures of positions; geometry lives here and only here.

>>> from fairyscore import render
>>> from fairyscore.notation.position import Position
>>> render.diagram(Position.start("circular-70")).title
'Circular Chess, 70 spaces: white to move'
"""

from fairyscore.render.board_state import BoardState, moments
from fairyscore.render.drawing import Diagram, diagram
from fairyscore.render.errors import DrawingError

__all__ = ["BoardState", "Diagram", "DrawingError", "diagram", "moments"]
