"""The colours of a page as CSS variables, so that one drawing of a board serves light, dark and users' own style sheets.

Everything is drawn in a theme whose colours are numbers of variables (`numbered`); in what is drawn these become
`var(--name)` (`named`), and `definitions` gives the variables their colours.

>>> named('<path fill="#fe0001" />')
'<path fill="var(--paper)" />'
>>> definitions(THEMES["dark"])[:2]
(('--paper', '#1d1f23'), ('--ink', '#e8e6e3'))
"""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from fairyscore.render.themes import THEMES, Theme, values_of

NO_COLOURS: Final = ("name", "hatch", "dash")  # texts of a theme that are not colours
MARK: Final = "#fe0"  # how the numbers of variables begin where a colour is expected; three digits follow

_NUMBERED = re.compile(f'"{MARK}([0-9a-f]{{3}})"')

Place = tuple[str, ...]  # where a theme has a colour: the field, the key within it, the value within that


def _mapped(value: Any, colour_of: Callable[[Place, str], str], place: Place = ()) -> Any:
    """A theme, or a value in it, with other colours. colour_of: the new one, by its place and the one that is there."""
    if isinstance(value, str):
        return value if place[-1] in NO_COLOURS else colour_of(place, value)
    changed = {key: _mapped(inner, colour_of, (*place, key)) for key, inner in values_of(value).items()}
    return changed if isinstance(value, dict) else replace(value, **changed)


def _colours(theme: Theme) -> dict[Place, str]:
    found: dict[Place, str] = {}
    _mapped(theme, found.setdefault)
    return found


_WORDS: Final = {"fields": "field", "owners": "piece", "marks": "mark", "fill": "", "colour": ""}
"""What a variable says instead of a key."""


_NUMBERS: Final = {place: number for number, place in enumerate(_colours(THEMES["screen"]), 1)}


def _variable(place: tuple[str, ...]) -> str:
    """The name of a variable, made of the keys that lead to its colour."""
    words = filter(None, (_WORDS.get(key, key) for key in place))
    return "-".join(("-", *words))


NAMES: Final = tuple(map(_variable, _NUMBERS))
"""The variables, in the order of a theme's colours."""


@lru_cache(maxsize=8)
def numbered(theme: Theme) -> Theme:
    """The theme with a variable's number for each colour; its hatchings and dashes stay."""
    made: Theme = _mapped(theme, lambda place, _: f"{MARK}{_NUMBERS[place]:03x}")
    return made


def named(drawn: str) -> str:
    """A drawing in a numbered theme with the variables of its colours."""
    return _NUMBERED.sub(lambda found: f'"var({NAMES[int(found[1], 16) - 1]})"', drawn)


def definitions(theme: Theme) -> tuple[tuple[str, str], ...]:
    """The variables with the colours that a theme gives them."""
    return tuple(zip(NAMES, _colours(theme).values(), strict=True))
