"""Drawings looked at pixel by pixel: what a PNG shows."""

import io
from importlib.util import find_spec
from typing import cast

import pytest

needs_png = pytest.mark.skipif(
    find_spec("resvg_py") is None or find_spec("PIL") is None,
    reason="NO PICTURE WAS LOOKED AT: pip install 'fairyscore[png,gif]' to test what drawings show",
)

Pixel = tuple[int, int, int]


class Png:
    """The pixels of a PNG, as Pillow reads it."""

    def __init__(self, data: bytes) -> None:
        from PIL import Image

        self.image = Image.open(io.BytesIO(data), formats=("PNG",)).convert("RGB")
        self.width, self.height = self.image.size

    def at(self, x: float, y: float) -> Pixel:
        """The colour at a place, from 0 to 1 in both directions."""
        return cast(Pixel, self.image.getpixel((int(x * self.width), int(y * self.height))))
