"""The contrast of colours, as WCAG 2 reckons it."""


def luminance(colour: str) -> float:
    """How light a colour is, 0 to 1 (WCAG 2, relative luminance)."""
    parts = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, 1 to 21 (WCAG 2).

    >>> contrast("#000000", "#ffffff")
    21.0
    """
    darker, lighter = sorted((luminance(one), luminance(other)))
    return round((lighter + 0.05) / (darker + 0.05), 6)
