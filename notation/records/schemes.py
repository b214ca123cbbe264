"""A record of a round board under another of its coordinate schemes: the same moves, other names of fields.

>>> record = Record("circular-70", (("FEN", "?"),))
>>> in_coordinates(record, "ring").variant, in_coordinates(in_coordinates(record, "ring"), "standard") == record
('circular-70:coordinates=ring', True)
"""

from __future__ import annotations

from fairyscore.notation.records.marks import renamed
from fairyscore.notation.records.tree import UNKNOWN, Record, retagged
from fairyscore.notation.variants.registry import SCHEME, game_of, in_scheme, options_of


def in_coordinates(record: Record, scheme: str) -> Record:
    """The record with its fields named by another scheme: moves, marks in comments and the start position.

    Games with one scheme only stay as they are. Raises `UnknownVariant` where a game has no scheme of that name.
    """
    game = record.game
    if not scheme or not game.writing.schemes:
        return record
    other = in_scheme(game, scheme)
    if other is game:
        return record
    named_by = (option.tag for option in options_of(game_of(game.name)) if option.name == SCHEME)
    changes = dict.fromkeys(("Variant", *named_by), "")  # its new name says both
    if record.tag("FEN") not in UNKNOWN:
        changes["FEN"] = other.write_position(record.start())
    line = record.line.told(lambda comment: renamed(comment, game, other))
    bare = retagged(record, changes)
    return Record(other.name, tuple(tag for tag in bare.tags if tag[0] != "Variant"), line, record.result)
