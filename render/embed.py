"""The position of a drawing within it: written into `<metadata>`, and read back from the text of an SVG file."""

from typing import Any, Final
from xml.parsers import expat

from fairyscore.notation.position import Position
from fairyscore.notation.rules.variant import PositionError
from fairyscore.notation.text import shown
from fairyscore.notation.variants.registry import UnknownVariant
from fairyscore.render.board_state import BoardState
from fairyscore.render.canvas import element
from fairyscore.render.errors import DrawingError

NAMESPACE: Final = "urn:fairyscore:diagram"
VERSION: Final = "2"  # of what stands in drawings for others to rely on: classes, attributes, metadata (docs/svg.md)
READ: Final = ("1", VERSION)  # versions whose positions are read
LONGEST: Final = 20_000_000  # bytes of an SVG file that is read back; drawings of this program have a hundredth of it


def metadata(of: BoardState) -> Any:
    """The element that holds a position."""
    attributes = {
        "xmlns:fs": NAMESPACE,
        "version": VERSION,
        "variant": of.variant.name,
        "position": of.position.fen,
        "ply": str(of.ply),
    }
    made = element("metadata")
    made.add(element("fs:diagram", **attributes))
    return made


def read(data: bytes) -> Position:
    """The position that the first diagram of an SVG file holds. Raises `DrawingError` for any other bytes.

    Entities are not looked up, and a document type is refused: drawings have none.
    """
    if len(data) > LONGEST:
        raise DrawingError(f"the file is not a drawing of this program: it has more than {LONGEST:,} bytes")
    found: list[dict[str, str]] = []

    def start(name: str, attributes: dict[str, str]) -> None:
        if name == f"{NAMESPACE} diagram":
            found.append(attributes)

    def refuse(*_: object) -> None:
        raise DrawingError("the file is not a drawing of this program: it has a document type")

    parser = expat.ParserCreate(namespace_separator=" ")
    parser.StartElementHandler = start
    parser.StartDoctypeDeclHandler = refuse
    try:
        parser.Parse(data, True)
    except DrawingError:
        raise
    except (expat.ExpatError, ValueError, LookupError) as error:  # LookupError: an encoding that nobody knows
        raise DrawingError(f"the file is not an SVG: {shown(str(error))}") from None
    if not found or not {"variant", "position"} <= found[0].keys():
        raise DrawingError("the SVG holds no position: it was not drawn by this program, or its metadata was taken out")
    attributes = found[0]
    if attributes.get("version") not in READ:
        found_version = shown(attributes.get("version", "?"))
        raise DrawingError(
            f"the SVG has a position of version {found_version}; this program reads {' and '.join(READ)}"
        )
    try:
        return Position.from_fen(attributes["position"], attributes["variant"])
    except (UnknownVariant, PositionError) as error:
        raise DrawingError(f"the drawing's position cannot be read: {error}") from None
