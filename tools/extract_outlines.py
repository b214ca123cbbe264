"""Makes the data of the letters from font files; for whoever renews it, nothing else needs this module or fontTools.

    fonts="noto-sans-{latin,greek,cyrillic}*-400-normal.woff noto-sans-{symbols-2,math}-*.woff"
    python tools/extract_outlines.py regular.txt $(eval echo $fonts)

and the same with 700 for bold.txt.

The fonts are Noto Sans, Noto Sans Math and Noto Sans Symbols 2 (OFL 1.1, no reserved font name; OFL.txt beside this
file), as the packages @fontsource/noto-sans, -math and -symbols-2 have them. The first file that has a character wins.
han.txt is made of noto-serif-{jp,tc}-*-700-normal.woff of @fontsource/noto-serif-jp and -tc, with the characters that the
settings name for it.

serif.txt and serif-bold.txt are made in the same way from @fontsource/libertinus-serif (OFL 1.1): latin, latin-ext, greek,
cyrillic and cyrillic-ext.
"""

import sys
import tomllib
from collections.abc import Iterable, Iterator
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

UNITS = 1000
"""Of the em, in which the data is kept; Noto is drawn in them."""

SETTINGS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
WANTED = [code for first, last in SETTINGS["ranges"] for code in range(first, last + 1)]
HAN = [*map(ord, SETTINGS["han"])]


def main(target: str, *fonts: str) -> None:
    """Write `target` with a line for each wanted character of the fonts: number, advance, outline."""
    lines: dict[int, str] = {}
    for font in fonts:
        for code, line in extracted(font, HAN if Path(target).stem == "han" else WANTED):
            lines.setdefault(code, line)
    Path(target).write_text("".join(lines[code] for code in sorted(lines)), encoding="ascii")


def extracted(path: str, wanted: Iterable[int]) -> Iterator[tuple[int, str]]:
    """The characters of a font that are wanted, each with its line."""
    font = import_module("fontTools.ttLib").TTFont(path)
    if font["head"].unitsPerEm != UNITS:
        raise SystemExit(f"{path}: drawn in {font['head'].unitsPerEm} units an em, and should be in {UNITS}")
    names, glyphs = font.getBestCmap(), font.getGlyphSet()
    for code in wanted:
        if code in names:
            glyph = glyphs[names[code]]
            pen = import_module("fontTools.pens.recordingPen").DecomposingRecordingPen(glyphs)
            glyph.draw(pen)
            yield code, f"{code:x} {round(glyph.width)} {outline(pen.value)}".rstrip() + "\n"


def outline(drawing: Iterable[tuple[str, Any]]) -> str:
    """What a pen drew as SVG path data, relative and in whole units, with y downward."""
    parts: list[str] = []
    at = start = (0, 0)
    for operation, points in drawing:
        match operation:
            case "moveTo" | "lineTo":
                steps = [(operation[0], points)]
            case "qCurveTo":  # between two control points, a spline of TrueType goes through their middle
                *controls, end = points
                middles = [((x + x2) / 2, (y + y2) / 2) for (x, y), (x2, y2) in pairwise(controls)]
                steps = [("q", curve) for curve in zip(controls, [*middles, end], strict=True)]
            case "closePath":
                parts.append("z")
                at, steps = start, []
            case _:
                raise SystemExit(f"the font draws with {operation}, for which there is no line here")
        for command, targets in steps:
            whole = [(round(x), -round(y)) for x, y in targets]
            parts.append(_relative(command, [n - from_ for point in whole for n, from_ in zip(point, at, strict=True)]))
            at = whole[-1]
        if operation == "moveTo":
            start = at
    return "".join(parts)


def _relative(command: str, numbers: list[int]) -> str:
    match command, numbers:
        case "l", [across, 0]:
            return f"h{across}"
        case "l", [0, down]:
            return f"v{down}"
        case _:
            return command + str(numbers[0]) + "".join(f"{n}" if n < 0 else f" {n}" for n in numbers[1:])


if __name__ == "__main__":
    main(*sys.argv[1:])
