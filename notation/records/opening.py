"""What stands in front of the moves of a game: its tags, the variant they name, and the position it starts from."""

from __future__ import annotations

import re
from functools import lru_cache

from fairyscore.notation.records.cut import Piece
from fairyscore.notation.records.findings import Trouble
from fairyscore.notation.records.notebook import Notebook, Span
from fairyscore.notation.records.pgn import each_tag, header_end, read_tags
from fairyscore.notation.rules.variant import PositionError, State, Variant
from fairyscore.notation.text import shown
from fairyscore.notation.variants.naming import UnknownVariant, variant

DEFAULT_VARIANT = "chess"
"""What PGN without a Variant tag means."""

UNKNOWN = ("", "?")
"""Values of a tag that say nothing (PGN 8.1.1)."""

DECIDING = ("Variant", "FEN", "Result", "MaxMoves", "NoRepetition", "DiceTable", "Colours")
"""The tags that change a verdict; one of them misspelt would be passed over."""

_FIRST_MARK = re.compile(r"\s*\[")


@lru_cache(maxsize=1024)
def deciding_tag(name: str) -> str:
    """The deciding tag that a name is a slip of, or empty.

    >>> deciding_tag("variant"), deciding_tag("Varient"), deciding_tag("White")
    ('Variant', 'Variant', '')
    """
    from difflib import get_close_matches

    if name in DECIDING:
        return ""
    folded = {tag.casefold(): tag for tag in DECIDING}
    near = get_close_matches(name.casefold()[:20], folded, n=1, cutoff=0.85)
    return folded[near[0]] if near else ""


class Opening:
    """The opening of one game's text. `body` is where its moves begin."""

    def __init__(self, piece: Piece, notes: Notebook) -> None:
        self.text = piece.text
        self.notes = notes
        self.body = header_end(piece.text)
        self._pass_bad_lines()
        self.tags, repeated = read_tags(self.text, self.body)
        if repeated:
            self._tell_repeated()
        for name in self.tags:
            meant = deciding_tag(name)
            if meant and meant not in self.tags:
                self.notes.trouble(Trouble.MISSPELT_TAG, self.place_of(name), {"tag": shown(name), "meant": meant})

    def _pass_bad_lines(self) -> None:
        """Tell the lines in front of the moves that look like tags and are none; the header goes on behind them."""
        while (mark := _FIRST_MARK.match(self.text, self.body)) is not None:
            start = mark.end() - 1
            end = self.text.find("\n", start)
            end = len(self.text) if end < 0 else end
            line = self.text[start:end].rstrip()
            self.notes.trouble(Trouble.BAD_TAG, (start, start + len(line)), {"line": shown(line)})
            self.body = header_end(self.text, end)

    def _tell_repeated(self) -> None:
        met: set[str] = set()
        for tag in each_tag(self.text, self.body):
            first = self.tags[tag.name]
            if tag.name in met and tag.value != first:
                facts = {"tag": tag.name, "first": shown(first), "second": shown(tag.value)}
                self.notes.trouble(Trouble.REPEATED_TAG, (tag.start, tag.end), facts)
            met.add(tag.name)

    def game(self, unnamed: str) -> Variant | None:
        """The variant of the tags, else `unnamed`, else chess; None, and a finding, where there is no such game."""
        named = self.tags.get("Variant", "")
        if named in UNKNOWN:
            named = unnamed or (DEFAULT_VARIANT if self.tags else "")
        if not named:
            start = len(self.text) - len(self.text.lstrip())
            self.notes.trouble(Trouble.NO_VARIANT, (start, start + 1), {})
            return None
        asked = "Variant"
        try:
            game = variant(named)
            if game.retag is not None:
                asked = next((tag for tag in game.tags if tag in self.tags), "")
                game = game.retag(self.tags) if asked else game
        except (UnknownVariant, PositionError) as fault:
            self.notes.trouble(Trouble.UNKNOWN_VARIANT, self.place_of(asked), {"why": str(fault)})
            return None
        for advice in game.warnings:
            self.notes.trouble(Trouble.ADVICE, self.place_of("Variant"), {"why": advice})
        return game

    def start(self, game: Variant, unnamed: str, position: str) -> State | None:
        """The position that the game starts from: of the FEN tag, else `position` where the game is `unnamed`, else the
        usual one. None, and a finding, where it makes no sense."""
        text = self.tags.get("FEN", "")
        if text in UNKNOWN:
            own = self.tags.get("Variant", "")
            text = position if own in UNKNOWN or variant(own) is variant(unnamed or DEFAULT_VARIANT) else ""
        if not text:
            return game.begin()
        try:
            return game.read_position(text)
        except PositionError as fault:
            why = "; ".join(fault.problems)
            self.notes.trouble(Trouble.BAD_POSITION, self.place_of("FEN"), {"why": why})
            return None

    def place_of(self, name: str) -> Span:
        """Where a tag stands, or the beginning of the game where it has none of that name."""
        return next(((tag.start, tag.end) for tag in each_tag(self.text, self.body) if tag.name == name), (0, 0))
