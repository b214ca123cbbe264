"""How families of games are spoken of: what variant files name by `idiom`.

Players are called as the standard works call them: Black and White by the English books on shogi, as SFEN has them, and
by the colour of their discs in xiangqi and janggi.
"""

from collections.abc import Mapping
from typing import Any, Final

from fairyscore.notation.rules.variant import CHESS, Idiom

IDIOMS: Final = {
    "shogi": Idiom(("Black", "White"), ("hodges", "usi"), {"ja": "japanese"}),
    "xiangqi": Idiom(("Red", "Black"), ("wxf",), {"zh": "chinese"}),
    "janggi": Idiom(("Blue", "Red"), ("janggi",)),
}


def idiom_of(data: Mapping[str, Any]) -> Idiom:
    """The idiom that a variant file names; without one its players have the colours of their discs, if there are discs.

    >>> idiom_of({"piece_shape": "disc", "blue": "black"}).players
    ('Red', 'Blue')
    """
    named = IDIOMS.get(data.get("idiom", data.get("rim", "")))
    if named is not None:
        return named
    if data.get("piece_shape") != "disc":
        return CHESS
    colours = {data.get("blue", ""): "Blue", data.get("red", "white"): "Red"}
    return Idiom((colours.get("white", "Black"), colours.get("black", "Black")))
