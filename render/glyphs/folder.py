"""A user's own pieces: a folder with an SVG file for each piece, checked, and made fit to be copied into drawings.

The files are named `white-king.svg` (player and piece as the game calls them, blanks as hyphens) or shortly `wK.svg`
(letters of both). They may hold shapes, gradients and clip paths. Whatever could run, load something, or look different
without its fonts or style sheet is refused with one sentence; what drawing programs leave for themselves is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple
from xml.etree.ElementTree import Element, ParseError, SubElement, fromstring

from fairyscore.notation.package_data import data_sections
from fairyscore.notation.text import shown
from fairyscore.render.errors import DrawingError
from fairyscore.render.geometry import number

if TYPE_CHECKING:
    from fairyscore.notation.rules.variant import Variant

SIZE = 45  # side of the box that a piece's picture is fitted in (`glyphs.set`)
LARGEST = 200_000  # bytes of a file; a piece of Wikimedia's has 2,000
DEEPEST = 30  # how deep elements may be nested
LONGEST_SIDE = 1e6  # of the box that a file shows, in its own units
NAMED = 5  # how many missing files a sentence names
SVG = "{http://www.w3.org/2000/svg}"
HREF = ("{http://www.w3.org/1999/xlink}href", "href")

VOCABULARY = data_sections("fairyscore.render.glyphs", "folder.ini")
SHAPES, OTHERS, LEFT_OUT = (text.split() for text in VOCABULARY["elements"].values())
GEOMETRY, STYLE = (frozenset(text.split()) for text in VOCABULARY["attributes"].values())
"""Attributes that are copied; those of the second list may also stand in `style`."""

LENGTH = re.compile(r"\s*([0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:px)?\s*")
DOCTYPE = re.compile(r"<!DOCTYPE[^\[<>]*>")  # one that names the document type and declares nothing itself
WHERE = re.compile(r"url\(([^()]*)\)", re.IGNORECASE)
"""A reference. What is between the brackets holds no other bracket: so any text is searched in one go."""
NUMBER = re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]{1,2})?")


class PieceFile(NamedTuple):
    """A checked file. root: a group with its shapes; box: left, top, width and height of what it shows."""

    root: Element
    box: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class PieceSet:
    """The pictures of a folder, by the names of player and piece."""

    path: str
    pictures: Mapping[tuple[str, str], PieceFile]

    def symbol(self, game: Variant, piece: tuple[int, int], name: str) -> Any:
        """A piece (seat, index of the kind) as a group of svgwrite's with an id, in a box of 45 units.

        Raises `DrawingError` where the set was loaded for a game without that piece.
        """
        seat, kind = game.seats[piece[0]], game.piece_types[piece[1]]
        picture = self.pictures.get((seat.name, kind.name))
        if picture is None:
            raise DrawingError(f"the piece set {shown(self.path)} was not loaded for {seat.name}'s {kind.name}")
        return placed(picture, name)


def placed(picture: PieceFile, name: str) -> Any:
    """A picture as a group of svgwrite's with an id, in a box of 45 units."""
    left, top, width, height = picture.box
    scale = SIZE / max(width, height)
    across, down = (SIZE - width * scale) / 2 - left * scale, (SIZE - height * scale) / 2 - top * scale
    root = _copied(picture.root, name)
    place = f"translate({number(across)} {number(down)}) scale({scale:.6g})"
    root.attrib |= {"id": name, "class": "glyph", "transform": place}
    return SimpleNamespace(get_xml=lambda: root)  # what svgwrite asks an element of its own


# -- one picture for both players -------------------------------------------------------------------------------------

WHITE, BLACK = ({"#fff", "#ffffff", "white"}, {"#000", "#000000", "black"})
OUTLINE = 3.0  # as pieces of the set have it (`glyphs.set`)


@lru_cache(maxsize=64)
def coloured(file: str, body: str, line: str) -> PieceFile:
    """A file's picture in the two colours of a player: what is white in it becomes `body`, what is black `line`, and
    other colours stay. A picture in black alone is a silhouette: it is filled with `body` and gets an outline.

    Raises `DrawingError`.
    """
    picture = load(Path(file))
    paints = {value.lower() for element in picture.root.iter() for value in _paints(element)}
    if not paints - BLACK - {"none"}:
        return picture._replace(root=_outlined(picture, body, line))
    root = _copied(picture.root, "")
    for element in root.iter():
        for key in ("fill", "stroke", "stop-color"):
            value = element.get(key, "").lower()
            if value in WHITE or value in BLACK:
                element.set(key, body if value in WHITE else line)
    if "fill" not in root.attrib:
        root.set("fill", line)  # what says nothing is black
    return picture._replace(root=root)


def _paints(element: Element) -> Iterator[str]:
    return (element.get(key, "") for key in ("fill", "stroke", "stop-color") if element.get(key))


def _outlined(picture: PieceFile, body: str, line: str) -> Element:
    """A silhouette twice: as a broad line, and filled."""
    both = Element("g")
    scale = max(picture.box[2:]) / SIZE
    for fill, stroke in (("none", line), (body, "none")):
        part = _copied(picture.root, "")
        for element in part.iter():
            for key in ("fill", "stroke", "stroke-width"):
                element.attrib.pop(key, None)
        part.attrib |= {"fill": fill, "stroke": stroke, "stroke-width": number(OUTLINE * scale)}
        part.set("stroke-linejoin", "round")
        both.append(part)
    return both


def load_folder(path: str | Path, game: Variant) -> PieceSet:
    """The piece set of a folder for all pieces of a game. Raises `DrawingError` with what is missing or refused first."""
    folder = Path(path)
    if not folder.is_dir():
        raise DrawingError(f"there is no folder {shown(str(path))} with a piece set")
    found, missing = {}, []
    for seat in game.seats:
        for piece in game.piece_types:
            names = (f"{seat.name}-{piece.name.replace(' ', '-')}.svg", f"{seat.letter}{piece.letter}.svg")
            file = next((folder / name for name in names if (folder / name).is_file()), None)
            if file is None:
                missing.append(" or ".join(names))
            else:
                found[seat.name, piece.name] = load(file)
    if missing:
        more = f", and {len(missing) - NAMED} more" if len(missing) > NAMED else ""
        raise DrawingError(f"the piece set {shown(str(path))} lacks {', '.join(missing[:NAMED])}{more}")
    return PieceSet(str(path), found)


def load(file: Path) -> PieceFile:
    """The picture of one file. Raises `DrawingError`."""
    try:
        with file.open("rb") as stream:
            return read(stream.read(LARGEST + 1))
    except OSError as fault:
        raise DrawingError(f"{shown(file.name)} cannot be read: {fault.strerror}") from None
    except DrawingError as fault:
        raise DrawingError(f"{shown(file.name)} cannot be a piece: {fault}") from None


def read(data: bytes) -> PieceFile:
    """The picture that an SVG file's bytes hold. Raises `DrawingError` with the reason, half a sentence.

    >>> read(b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1L8 8"/></svg>').box
    (0.0, 0.0, 9.0, 9.0)
    """
    if len(data) > LARGEST:
        raise DrawingError(f"it has more than {LARGEST:,} bytes")
    try:
        text = DOCTYPE.sub("", data.decode("utf-8-sig"), count=1)
    except UnicodeDecodeError:
        raise DrawingError("it is not UTF-8 text") from None
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise DrawingError("it declares entities; save it as plain SVG")
    root = _parsed(text)
    if root.tag != f"{SVG}svg":
        raise DrawingError("its root is not an svg element of SVG's namespace")
    shapes = Element("g")
    for child in root:
        _checked(child, shapes)
    for name, value in _attributes(root):
        if name in STYLE:
            shapes.set(name, value)
    if not any(element.tag in SHAPES for element in shapes.iter()):
        raise DrawingError("it shows nothing")
    return PieceFile(shapes, _box(root))


def _parsed(text: str) -> Element:
    """The tree, not too deep: whatever copies or writes it goes down one call a level."""
    try:
        root = fromstring(text)
    except ParseError as fault:
        raise DrawingError(f"it is not XML: {shown(str(fault))}") from None
    level, depth = [root], 0
    while level := [child for element in level for child in element]:
        depth += 1
        if depth == DEEPEST:
            raise DrawingError(f"its elements are nested more than {DEEPEST} deep")
    return root


def _checked(element: Element, parent: Element) -> None:
    """Copy an element that may be copied, with all in it; leave out what drawing programs note for themselves."""
    tag = element.tag.removeprefix(SVG)
    if tag == element.tag or tag in LEFT_OUT:  # the drawing says what a piece is
        return
    if tag not in SHAPES and tag not in OTHERS:
        advice = f"; {VOCABULARY['advice'][tag]}" if tag in VOCABULARY["advice"] else ""
        raise DrawingError(
            f"it has an element {shown(tag)}, and only shapes, gradients and clip paths may be in it{advice}"
        )
    copy = SubElement(parent, tag, dict(_attributes(element)))
    for child in element:
        _checked(child, copy)


def _attributes(element: Element) -> Iterator[tuple[str, str]]:
    """The attributes to copy, those of `style` written out; references lead to ids of the same file."""
    for name, value in element.attrib.items():
        if name.lower().startswith("on"):
            raise DrawingError(f"it has a script in the attribute {shown(name)}")
        if name in HREF:
            if not value.startswith("#"):
                raise DrawingError(f"it refers to something outside, {shown(value)}")
            yield "xlink:href", value
        elif name == "style":
            for declaration in value.split(";"):
                key, _, text = (part.strip() for part in declaration.partition(":"))
                if key in STYLE:
                    yield key, _inward(text.removesuffix("!important").rstrip())
        elif name in GEOMETRY | STYLE:
            yield name, _inward(value)


def _inward(value: str) -> str:
    """A value whose references all lead to ids of the same file."""
    if "\\" in value:  # an escape could hide a reference
        raise DrawingError(f"it has a backslash in {shown(value)}")
    found = [_target(where) for where in WHERE.findall(value)]
    outward = [target for target in found if not target.startswith("#")]
    if outward or len(found) < value.lower().count("url("):
        raise DrawingError(f"it refers to something outside, {shown(outward[0] if outward else value)}")
    return value


def _target(where: str) -> str:
    """The target between the brackets of a reference, without its quotes."""
    return where.strip().strip("'\"")


def _box(root: Element) -> tuple[float, float, float, float]:
    """The box that the file shows: its viewBox, or else its width and height."""
    numbers = [float(text) for text in NUMBER.findall(root.get("viewBox", ""))]
    if not numbers:
        sides = [LENGTH.fullmatch(root.get(name, "")) for name in ("width", "height")]
        numbers = [0.0, 0.0, *(float(side[1]) for side in sides if side)]
    match numbers:
        case [left, top, width, height] if max(map(abs, numbers)) <= LONGEST_SIDE and min(width, height) >= 0.01:
            return left, top, width, height
    raise DrawingError("it has no viewBox, nor a width and height in pixels")


def _copied(element: Element, name: str) -> Element:
    """A copy whose ids begin with a name, so that those of two pieces do not meet on one page."""
    front = f"{name}-" if name else ""
    own = {"id": f"{front}{element.get('id')}", "xlink:href": f"#{front}{element.get('xlink:href', '')[1:]}"}
    copy = Element(element.tag)
    for key, value in element.attrib.items():
        copy.set(key, own.get(key) or WHERE.sub(lambda found: f"url(#{front}{_target(found[1])[1:]})", value))
    copy.extend(_copied(child, name) for child in element)
    return copy
