"""Several drawings in one: rows of diagrams, each of which stays a document of its own.

>>> two = grid(['<svg width="40mm" height="50mm"><title>A</title></svg>'] * 3, 2)
>>> two.count("<svg "), 'width="84mm" height="104mm"' in two, "<title>A; A; A</title>" in two
(4, True, True)
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from fairyscore.render.export import sizes
from fairyscore.render.geometry import number

APART: Final = 4.0  # millimetres between drawings
_TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)


def grid(drawings: Sequence[str], columns: int) -> str:
    """One SVG of several of ours, so many beside each other, in their order; a row is as high as its highest."""
    measures = [[size.millimetres for size in sizes(svg).values()] for svg in drawings]
    wide = max(width for width, _ in measures)
    parts: list[str] = []
    top = 0.0
    for start in range(0, len(drawings), columns):
        row = measures[start : start + columns]
        for place, (width, height) in enumerate(row):
            left = place * (wide + APART) + (wide - width) / 2
            parts.append(placed(drawings[start + place], left, top, width, height))
        top += max(height for _, height in row) + APART
    right, bottom = number(min(columns, len(drawings)) * (wide + APART) - APART), number(top - APART)
    found = re.search(r'<path class="paper"[^>]*? fill="(#\w+)"', drawings[0])
    paper = f'<path d="M0 0h{right}v{bottom}H0z" fill="{found[1]}"/>' if found else ""  # under all drawings
    title = "; ".join(found[1] for svg in drawings if (found := _TITLE.search(svg)))
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" class="fairyscore-figures" '
        f'role="img" width="{right}mm" height="{bottom}mm" viewBox="0 0 {right} {bottom}"><title>{title}</title>'
        f"{paper}{''.join(parts)}</svg>"
    )


def placed(svg: str, left: float, top: float, width: float, height: float) -> str:
    """A drawing, which is a document of its own, at its place and in its size in another."""
    head, _, rest = svg.partition(">")
    head = re.sub(r' (width|height)="[^"]*"', "", head)
    x, y, wide, high = map(number, (left, top, width, height))
    return f'{head} x="{x}" y="{y}" width="{wide}" height="{high}">{rest}'
