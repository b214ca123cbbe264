"""The colours of Chamaeleon's squares differ for people with any kind of colour vision."""

import math
from itertools import combinations

import pytest

from fairyscore.render.themes import COLOURED, THEMES

Triple = tuple[float, float, float]
Rows = tuple[Triple, Triple, Triple]

# Machado, Oliveira and Fernandes (2009), severity 1, on linear RGB.
SIMULATED: dict[str, Rows] = {
    "all colours": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
TO_XYZ: Rows = ((0.4339, 0.3762, 0.1899), (0.2127, 0.7152, 0.0722), (0.0178, 0.1095, 0.8727))
"""From linear RGB to XYZ, each against the white of daylight."""


def times(rows: Rows, value: Triple) -> Triple:
    one, two, three = (min(1.0, max(0.0, sum(a * b for a, b in zip(row, value, strict=True)))) for row in rows)
    return one, two, three


def lab(colour: str, vision: str) -> Triple:
    red, green, blue = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    linear = (linearised(red), linearised(green), linearised(blue))
    x, y, z = (
        part ** (1 / 3) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116
        for part in times(TO_XYZ, times(SIMULATED[vision], linear))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def linearised(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def delta_e(one: Triple, other: Triple) -> float:
    """CIEDE2000 (Sharma, Wu and Dalal, 2005)."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    stretch = 1.5 - 0.5 * math.sqrt(mean**7 / (mean**7 + 25**7))
    c1, c2 = math.hypot(stretch * a1, b1), math.hypot(stretch * a2, b2)
    h1, h2 = (math.degrees(math.atan2(b, stretch * a)) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = (h2 - h1 + 180) % 360 - 180
    hue, chroma, light = (h1 + turn / 2) % 360, (c1 + c2) / 2, (l1 + l2) / 2
    t = 1 + sum(
        share * math.cos(math.radians(many * hue + off))
        for share, many, off in ((-0.17, 1, -30), (0.24, 2, 0), (0.32, 3, 6), (-0.2, 4, -63))
    )
    dl = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / math.sqrt(20 + (light - 50) ** 2))
    dc = (c2 - c1) / (1 + 0.045 * chroma)
    dh = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn) / 2) / (1 + 0.015 * chroma * t)
    rotated = 2 * math.sqrt(chroma**7 / (chroma**7 + 25**7))
    rotated *= -math.sin(math.radians(60 * math.exp(-(((hue - 275) / 25) ** 2))))
    return math.sqrt(dl * dl + dc * dc + dh * dh + rotated * dc * dh)


def test_delta_e_of_published_pairs() -> None:
    assert delta_e((50, 2.6772, -79.7751), (50, 0, -82.7485)) == pytest.approx(2.0425, abs=1e-4)
    assert delta_e((22.7233, 20.0904, -46.694), (23.0331, 14.973, -42.5619)) == pytest.approx(2.0373, abs=1e-4)


@pytest.mark.parametrize("vision", SIMULATED)
@pytest.mark.parametrize("theme", ["screen", "dark", "colour-blind"])
def test_any_two_colours_differ(theme: str, vision: str) -> None:
    """In print all squares are white, and hatchings tell them apart."""
    seen = [lab(THEMES[theme].fields[kind].fill, vision) for kind in COLOURED]
    assert min(delta_e(one, other) for one, other in combinations(seen, 2)) >= 12
