"""Keys of files that were written before there were rows for them, read as the rows that say the same."""

from collections.abc import Mapping
from typing import Any

from fairyscore.notation.variants.explosions import Explosions, explosions_in
from fairyscore.notation.variants.file_schema import mark_of

FORMER: dict[str, type] = {"blast": dict, "petrify": str, "petrify_blast": bool}
"""Keys of `[capture]` that are now rows of `[[effect]]`, with the types of their values."""

FACED = {"while": "faced", "then": "avoided"}
CORNERED = {"while": "attacked", "by": "*", "then": "takes"}


def renewed(own: Mapping[str, Any], base: Mapping[str, Any]) -> dict[str, Any]:
    """A file's data in the keys of today. base: the data of the game that it is based on."""
    return _with_conditions(_with_effects(own, base), base)


def with_settings(data: Mapping[str, Any]) -> dict[str, Any]:
    """A game's data in those former keys that settings of engines still have: `facing` and `makpong`."""
    found, left = dict(data), []
    for row in data.get("condition", ()):
        says = {key: value for key, value in row.items() if key != "piece"}
        kings = row["piece"] == _royals(data, {})
        if kings and says == FACED:
            found["facing"] = row["piece"]
        elif kings and says == CORNERED:
            found["check"] = {**found.get("check", {}), "makpong": True}
        else:
            left.append(row)
    return {**found, "condition": left}


def _with_conditions(own: Mapping[str, Any], base: Mapping[str, Any]) -> dict[str, Any]:
    """Data in which kings that may not face each other, and such as may only take when in check, are rows."""
    check, rows, kings = own.get("check"), [], _royals(own, base)
    left = dict(own)
    if isinstance(own.get("facing"), str):
        facing = left.pop("facing")
        by = {} if facing == kings else {"by": facing}
        rows += [{"piece": kings, **FACED, **by}] if kings and _marks(facing) else []
    if isinstance(check, dict) and isinstance(check.get("makpong"), bool):
        left["check"] = {key: value for key, value in check.items() if key != "makpong"}
        rows += [{"piece": kings, **CORNERED}] if kings and check["makpong"] else []
    known = own.get("condition", base.get("condition", []))
    return {**left, "condition": [*known, *rows]} if rows else left


def _with_effects(own: Mapping[str, Any], base: Mapping[str, Any]) -> dict[str, Any]:
    """Data in which explosions and stone are rows."""
    capture = own.get("capture")
    if not isinstance(capture, dict):
        return dict(own)
    former = {key: value for key, value in capture.items() if type(value) is FORMER.get(key)}
    if not former:
        return dict(own)
    rows = own.get("effect", base.get("effect", []))
    known = explosions_in(rows)
    said = _explosions(former, known or Explosions(), _pawns(own, base)).rows()
    left = {key: value for key, value in capture.items() if key not in former}
    return {**own, "capture": left, "effect": said if known else [*rows, *said]}


def _explosions(former: Mapping[str, Any], known: Explosions, pawns: str) -> Explosions:
    """The explosions of former keys, laid over those inherited."""
    blast = {"spares": known.spared if known.blasts else pawns, "immune": known.immune, **former.get("blast", {})}
    return Explosions(
        blasts=known.blasts or "blast" in former,
        immune=_marks(blast["immune"]),
        spared=_marks(blast["spares"]),
        petrified=_marks(former.get("petrify", known.petrified)),
        to_walls=former.get("petrify_blast", known.to_walls),
    )


def _marks(pieces: str) -> str:
    return "" if pieces.strip() == "-" else pieces


def _pawns(own: Mapping[str, Any], base: Mapping[str, Any]) -> str:
    """The marks of pawns, which a blast spared where nothing was said."""
    return _those("pawn", own, base)


def _royals(own: Mapping[str, Any], base: Mapping[str, Any]) -> str:
    """The marks of royal pieces."""
    return _those("royal", own, base)


def _those(flag: str, own: Mapping[str, Any], base: Mapping[str, Any]) -> str:
    """The marks of the pieces with a flag."""
    pieces = {mark_of(piece): piece for piece in base.get("piece", ())}
    pieces |= {mark_of(piece): {**pieces.get(mark_of(piece), {}), **piece} for piece in own.get("piece", ())}
    return " ".join(mark for mark, piece in pieces.items() if piece.get(flag))
