"""What the tags of a game say before its first move: the variant, and the position it starts from."""

from __future__ import annotations

import re
from functools import lru_cache

from fairyscore.notation.records.collector import DiagnosticCollector
from fairyscore.notation.records.diagnostics import RecordCode
from fairyscore.notation.records.token_stream import TokenStream
from fairyscore.notation.records.tree import DEFAULT_VARIANT, UNKNOWN
from fairyscore.notation.rules.variant import PositionError, State, Variant
from fairyscore.notation.text import shown
from fairyscore.notation.variants.catalog import rules_source
from fairyscore.notation.variants.registry import UnknownVariant, variant

DECIDING = (
    "Variant", "FEN", "Result", "MaxMoves", "NoRepetition", "DiceTable", "Array", "WhiteArray", "SilverArray",
    "BlackArray", "GoldArray", "Fallen", "Colours", "Seats", "Pieces", "Coordinates", "Promotion", "EnPassant",
    "Stalemate", "Unprotected", "TimeControl",
)  # fmt: skip
"""The tags that change a verdict; one of them misspelt would be passed over."""

RULES_TAG = re.compile(r"(\S.*\.(?:toml|ini)) ([0-9a-f]{32})")
"""The value of the tag Rules: a file, and the digest of what it holds."""

USUAL = frozenset(
    ("Event", "Site", "Date", "Round", "White", "Black", "ECO", "WhiteElo", "BlackElo", "PlyCount", "EventDate")
)
"""Tags that most files have, none of them like a deciding one: most of the time nothing needs comparing."""


FEN_FIELDS, CASTLINGS = 6, 2
"""So many fields has the usual FEN, and the place of one of them."""


@lru_cache(maxsize=1024)
def deciding_tag(name: str) -> str:
    """The deciding tag that a name is a slip of, or empty.

    >>> deciding_tag("variant"), deciding_tag("Varient"), deciding_tag("White")
    ('Variant', 'Variant', '')
    """
    if name in DECIDING or name in USUAL:
        return ""
    from difflib import get_close_matches

    folded = {tag.casefold(): tag for tag in DECIDING}
    near = get_close_matches(name.casefold()[:20], folded, n=1, cutoff=0.85)
    return folded[near[0]] if near else ""


class Opening:
    """The opening of one game. unnamed: the game of records that name none."""

    def __init__(self, token_stream: TokenStream, notes: DiagnosticCollector, unnamed: str = "") -> None:
        self.token_stream = token_stream
        self.tags = token_stream.tags
        self.notes = notes
        self.unnamed = unnamed
        misspelt = {name: meant for name in self.tags if (meant := deciding_tag(name)) and meant not in self.tags}
        for name in sorted(misspelt, key=token_stream.place_of):
            self._trouble(RecordCode.MISSPELT_TAG, name, tag=shown(name), meant=misspelt[name])

    def game(self) -> Variant | None:
        """The variant of the tags, else `unnamed`, else chess; None, and a finding, where there is no such game."""
        named = self.tags.get("Variant", "")
        if named in UNKNOWN:
            named = self.unnamed or (DEFAULT_VARIANT if self.tags else "")
        if not named:
            text = self.token_stream.text
            start = len(text) - len(text.lstrip())
            self.notes.trouble(RecordCode.NO_VARIANT, (start, start + 1), {})
            return None
        asked = "Variant"
        try:
            game = variant(named)
            if game.retag is not None:
                asked = next((tag for tag in game.tags if tag in self.tags), "")
                game = game.retag(self.tags) if asked else game
        except (UnknownVariant, PositionError) as fault:
            rules = RULES_TAG.fullmatch(self.tags.get("Rules", ""))
            missing = f"; its rules are in {shown(rules[1])}, to be passed with --variant-path" if rules else ""
            self._trouble(RecordCode.UNKNOWN_VARIANT, asked, why=f"{fault}{missing}")
            return None
        self._compare_rules(game)
        for advice in game.rules.warnings:
            self._trouble(RecordCode.ADVICE, "Variant", why=advice)
        return game

    def _compare_rules(self, game: Variant) -> None:
        """Tell if the tag Rules names another file than the one by which the game is judged."""
        said = RULES_TAG.fullmatch(self.tags.get("Rules", ""))
        if said is None:
            return
        source = rules_source(game.name)
        if source is None or source.digest != said[2]:
            used = f"in {source.file} {source.digest}" if source and source.is_supplied else "that come with fairyscore"
            self._trouble(RecordCode.OTHER_RULES, "Rules", said=shown(said[0]), used=used)

    def position(self, unnamed: str) -> str:
        """The text of the position that the game starts from: of the FEN tag, else `unnamed` where the record names no
        other game; empty for the usual one."""
        text = self.tags.get("FEN", "")
        if text in UNKNOWN:
            if not unnamed:
                return ""
            own = self.tags.get("Variant", "")
            return unnamed if own in UNKNOWN or variant(own) is variant(self.unnamed or DEFAULT_VARIANT) else ""
        return text

    def start(self, game: Variant, text: str) -> State | None:
        """The table at a position; None, and a finding, where it makes no sense."""
        if not text:
            return game.initial_state()
        try:
            state = game.read_position(text)
            self._slips(text, state, game)
            return state
        except PositionError as fault:
            self._trouble(RecordCode.BAD_POSITION, "FEN", why="; ".join(fault.problems))
            return None

    def _slips(self, text: str, state: State, game: Variant) -> None:
        """Tell what of a FEN is read otherwise than it stands: castlings that cannot be, a round 0, nobody to move."""
        fields = text.split()
        if len(fields) == FEN_FIELDS and fields[CASTLINGS] == "-" and fields[5] != "0":
            return
        right = game.write_position(state).split()
        if len(fields) == 1:
            self._trouble(
                RecordCode.UNUSUAL_SPELLING, "FEN", text=shown(text), meant=right[1], why="FEN without a mover"
            )
        if len(right) != FEN_FIELDS or not self.tags.get("FEN"):
            return
        if len(fields) == FEN_FIELDS and fields[5] == "0":
            self._trouble(RecordCode.UNUSUAL_SPELLING, "FEN", text="0", meant="1", why="move number 0 in FEN")
        if len(fields) > CASTLINGS and set(fields[CASTLINGS]) != set(right[CASTLINGS]):
            self._trouble(RecordCode.CASTLING_DROPPED, "FEN", found=shown(fields[CASTLINGS]), meant=right[CASTLINGS])

    def _trouble(self, trouble: RecordCode, at: str, **facts: str) -> None:
        self.notes.trouble(trouble, self.token_stream.place_of(at), facts)
