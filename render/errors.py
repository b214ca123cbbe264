"""What goes wrong when a drawing is asked for."""

from fairyscore.notation.errors import FairyscoreError


class DrawingError(FairyscoreError, ValueError):
    """A drawing that cannot be made. The message is one sentence with the cause, safe to print on a terminal.

    key: the entry of a TOML file that is wrong, as `labels.page`; empty for any other cause.

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
