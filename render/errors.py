"""What goes wrong when a drawing is asked for."""

from __future__ import annotations


class DrawingError(ValueError):
    """A drawing that cannot be made as it is asked for. One sentence, fit for a terminal."""
