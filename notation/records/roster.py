"""The tags that stand in front of every record, and what tags say where nothing is known (PGN 8.1.1)."""

from typing import Final

HALF_STATED: Final = {"1/2": "1/2-1/2"}
"""Results of which one score is written, and both are meant."""

ROSTER: Final = ("Event", "Site", "Date", "Round", "White", "Silver", "Black", "Gold", "Result")
"""The names of these tags, with the players of games for three and four in their turn order."""

UNKNOWN: Final = ("", "?")
"""Values of a tag that say nothing."""

SAYS_NOTHING: Final = {"Date": "????.??.??"}
"""By the name of a tag, what stands there for an unknown value, where it is no `?`."""

DEFAULT_VARIANT: Final = "chess"
"""What a record without the tag Variant means."""
