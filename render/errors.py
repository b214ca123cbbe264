"""What goes wrong when a drawing is asked for."""

from fairyscore.notation.errors import FairyscoreError


class DrawingError(FairyscoreError, ValueError):
    """A drawing that cannot be made as it is asked for. One sentence, fit for a terminal.

    key: of what it is about, where that stands in a file of keys, as `labels.page`.

    >>> from fairyscore.notation.position import Position
    >>> from fairyscore.render.drawing import diagram
    >>> try:
    ...     diagram(Position.start("chess"), flip="green")
    ... except DrawingError as fault:
    ...     print(fault)
    chess has no player 'green'; there are white, black
    """

    def __init__(self, message: str, key: str = "") -> None:
        super().__init__(message)
        self.key = key
