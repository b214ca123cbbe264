"""What an animated drawing shows at a time: its style sheet read as a browser reads it, as far as such drawings use it."""

import re
from collections.abc import Iterator
from typing import NamedTuple
from xml.etree import ElementTree as ET

from drawn import HREF, SVG

Look = dict[str, str]
"""Properties with their values."""

RULE = re.compile(r"@keyframes (\S+?)\{((?:[^{}]*\{[^{}]*\})*)\}")
FRAME = re.compile(r"([0-9.]+)%\{([^{}]*)\}")
CLASS = re.compile(r"\.(\S+?)\{animation:(\S+) ([0-9.]+)s(?: (-?[0-9.]+)s)? (\S+) infinite\}")
PLACE = re.compile(r"translate\((-?[0-9.]+)(?:px)?[, ](-?[0-9.]+)(?:px)?\)")


class Shown(NamedTuple):
    """A piece that is seen."""

    owner: str
    name: str
    x: float
    y: float


class Played:
    """An animated drawing."""

    def __init__(self, svg: str) -> None:
        self.root = ET.fromstring(svg)
        (style,) = self.root.iter(f"{SVG}style")
        sheet = style.text or ""
        self.frames = {
            name: [
                (float(at), dict(pair.split(":") for pair in declarations.split(";")))
                for at, declarations in FRAME.findall(body)
            ]
            for name, body in RULE.findall(sheet)
        }
        self.classes = {name: declarations for name, *declarations in CLASS.findall(sheet)}
        self.seconds = {float(declarations[1]) for declarations in self.classes.values()}

    def look(self, element: ET.Element, time: float | None) -> Look:
        """What holds for an element at a time between its moves; None: where nothing is animated."""
        found = {key: element.get(key, "") for key in ("transform", "visibility", "opacity") if element.get(key)}
        if time is None or element.get("class") not in self.classes:
            return found
        name, whole, delay, _ = self.classes[element.get("class", "")]
        at = (time - float(delay or 0)) % float(whole) / float(whole) * 100
        for passed, declarations in sorted(self.frames[name], key=lambda frame: frame[0]):
            if passed <= at:
                found |= declarations
        return found

    def seen(self, element: ET.Element, time: float | None) -> bool:
        look = self.look(element, time)
        return look.get("visibility", "visible") == "visible" and look.get("opacity", "1") != "0"

    def pieces(self, time: float | None) -> Iterator[Shown]:
        """The pieces that are seen, without those drawn again behind seams."""
        (pieces,) = (part for part in self.root if part.get("class") == "pieces")
        for piece in pieces:
            if self.seen(piece, time):
                place = PLACE.search(self.look(piece, time)["transform"])
                assert place is not None
                for part in piece:
                    use = part if part.tag == f"{SVG}use" else part[0]
                    if self.seen(part, time):
                        yield Shown(
                            use.get("data-owner", ""), use.get("data-name", ""), float(place[1]), float(place[2])
                        )

    def texts_at(self, time: float | None) -> list[str]:
        """The texts below the board that are seen."""
        (status,) = (part for part in self.root if part.get("class") == "status")
        layers = [layer for layer in status if self.seen(layer, time)]
        return [part.get("data-text", "") for layer in layers for part in layer if part.get("data-text")]

    def references(self) -> tuple[list[str], set[str]]:
        """All ids, and all that is referred to."""
        ids = [element.get("id", "") for element in self.root.iter() if element.get("id")]
        wanted = {element.get(HREF, "")[1:] for element in self.root.iter() if element.get(HREF)}
        for element in self.root.iter():
            for key in ("fill", "clip-path"):
                wanted |= set(re.findall(r"url\(#(.*)\)", element.get(key, "")))
        return ids, wanted
