"""Games of Chess.com as its published data has them: `{"games": [...]}` of a month, the daily games, or single objects.

Each object has the game as a text in PGN, `rules` as the name of the variant, and more: the players with ratings and
results, times, the moves once more in a code of its own, the position at the end. Read beside our own JSON, never written.

Our reading: the PGN counts. `rules` becomes the tag Variant, and `initial_setup` FEN, where the PGN has none; a value that
says the same as a tag of the PGN is passed over, and one that says otherwise is named `ChessCom` and its keys; each other
value becomes a tag that is named after its keys, `TimeClass` for `time_class`. Nothing is left out.

>>> value = {"url": "https://www.chess.com/game/daily/1", "rules": "crazyhouse", "pgn": "1. e4 *", "rated": True}
>>> is_game(value), [tag[:2] for tag in extra_tags(value, {})]
(True, [('Link', 'https://www.chess.com/game/daily/1'), ('Variant', 'crazyhouse'), ('Rated', 'true')])
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import Any

from fairyscore.notation.formats import pgn
from fairyscore.notation.formats.lichess import Path, ServerTag, leaves, unique_names
from fairyscore.notation.formats.walk import known_variant
from fairyscore.notation.records.diagnostics import RecordCode
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.records.roster import DEFAULT_VARIANT, UNKNOWN
from fairyscore.notation.records.token_stream import DiagnosticCollector, Span
from fairyscore.notation.rules.reasons import Fact
from fairyscore.notation.rules.variant import PositionError, Variant
from fairyscore.notation.text import shown

WRAPPER = r'\{\s*"games"\s*:\s*\['
"""What stands in front of the games of a month."""

LOOKS = re.compile(rf'\s*(?:{WRAPPER}\s*|\[\s*)?\{{\s*"url"\s*:\s*"https?:(?:\\?/){{2}}(?:www\.)?chess\.com')
"""How a file of such games begins."""

_HIGH_HALF = re.compile(r"\\u[dD][89abAB]")
_LOW_HALF = re.compile(r"\\u[dD][c-fC-F]")
"""Escapes of the halves of a character beyond the first 65536."""

_OPENING = re.compile(rf"[\s,\[\]]*(?:{WRAPPER})?[\s,]*")
_CLOSING = re.compile(r"[\s,\]}]*")


def is_game(value: Any) -> bool:
    """True if a value of JSON is a game of Chess.com."""
    if not isinstance(value, dict) or not isinstance(value.get("url"), str):
        return False
    return isinstance(value.get("rules"), str) and isinstance(value.get("pgn", ""), str)


# -- tags -------------------------------------------------------------------------------------------------------------

_TAG_OF: Mapping[Path, str] = {
    ("url",): "Link",
    ("rules",): "Variant",
    ("initial_setup",): "FEN",
    ("fen",): "CurrentPosition",
    ("time_control",): "TimeControl",
    ("start_time",): "StartTimestamp",
    ("end_time",): "EndTimestamp",
    ("eco",): "ECOUrl",
    ("white", "username"): "White",
    ("white", "rating"): "WhiteElo",
    ("black", "username"): "Black",
    ("black", "rating"): "BlackElo",
}
"""Values that a tag of PGN has a name for."""


def extra_tags(value: Mapping[str, Any], own: Mapping[str, str]) -> tuple[ServerTag, ...]:
    """The tags of what an object says besides its PGN. own: the tags of that."""
    found = []
    for path, leaf in leaves({key: part for key, part in value.items() if key != "pgn"}, ()):
        tag = ServerTag(_TAG_OF.get(path) or _name_of(path), leaf if isinstance(leaf, str) else json.dumps(leaf), path)
        if tag.name in own and tag.name != "Variant" and own[tag.name] != tag.value:
            found.append(tag._replace(name=f"ChessCom{_name_of(path)}"))
        elif tag.name not in own and not _says_nothing(tag):
            found.append(tag)
    return unique_names(found)


def _says_nothing(tag: ServerTag) -> bool:
    """True if a tag names the usual game, or the position it starts from."""
    if tag.name == "Variant":
        return tag.value == DEFAULT_VARIANT
    if tag.name == "FEN":
        usual = known_variant(DEFAULT_VARIANT)
        assert usual is not None
        return tag.value in UNKNOWN or tag.value == usual.write_position(usual.initial_state())
    return False


def _name_of(path: Path) -> str:
    """The name of a tag for the value at a path: `white`, `result` give `WhiteResult`.

    >>> _name_of(("time_class",)), _name_of(("white", "@id"))
    ('TimeClass', 'WhiteId')
    """
    words = re.findall(r"[^\W_]+", " ".join(map(str, path)))
    return "".join(word[:1].upper() + word[1:] for word in words) or "Unnamed"


# -- reading ----------------------------------------------------------------------------------------------------------


class _PgnNotes(DiagnosticCollector):
    """Notes what is wrong in the PGN of an object where that stands in the file."""

    def __init__(self, notes: DiagnosticCollector, place: Callable[[Span], Span]) -> None:
        super().__init__(notes.file, notes.game_text)
        self._notes = notes
        self._place = place

    def report(self, code: RecordCode, span: Span, facts: Mapping[str, Fact], ply: int = 0) -> None:
        """See `DiagnosticCollector`."""
        self._notes.report(code, self._place(span), facts, ply)


class ChessComTokenStream:
    """One game taken apart, a `TokenStream`.

    value: the object, for which `is_game` holds, as it stands in `text[slice(*span)]`; places: where a path leads, in that;
    doubled: what keys begin with that stand twice.
    """

    declares_impasse = False
    unjudged_game = None

    def __init__(
        self,
        game_text: GameText,
        notes: DiagnosticCollector,
        value: Mapping[str, Any],
        *,
        span: Span,
        places: Callable[[], Mapping[Any, Span]],
        doubled: str,
    ) -> None:
        self.text = game_text.text
        self._span = span
        self._places_of = places
        self._paths: dict[str, Path] = {}
        text = value.get("pgn", "").encode("utf-8", "replace").decode()
        self._pgn = pgn.read(game_text._replace(text=text), _PgnNotes(notes, self._in_file))
        self.tags = dict(self._pgn.tags)
        self._note_what_is_no_game(notes)
        if not text:
            notes.bad_value((span[0], span[0] + 1), "the game has no PGN, so its moves are not known")
        for tag in extra_tags(value, self._pgn.tags):
            if any(isinstance(key, str) and key.startswith(doubled) for key in tag.path):
                what = f"a key stands twice; the first counts, not {shown(tag.value)}"
                notes.bad_value(self._places[tag.path], what)
            else:
                self.tags[tag.name] = tag.value.encode("utf-8", "replace").decode()
                self._paths[tag.name] = tag.path
        self._note_other_game(value["rules"], notes)

    def tokens(self, game: Variant) -> Sequence[str]:
        """See `TokenStream`."""
        return self._pgn.tokens(game)

    def spans(self, game: Variant) -> Sequence[Span]:
        """See `TokenStream`."""
        return [self._in_file(span) for span in self._pgn.spans(game)]

    def place_of(self, tag: str) -> Span:
        """See `TokenStream`."""
        if tag in self._paths:
            return self._places[self._paths[tag]]
        return self._in_file(self._pgn.place_of(tag)) if tag in self._pgn.tags else (0, 0)

    def accounted(self, game: Variant) -> Iterator[Span]:
        """See `TokenStream`. All of the object but its PGN is a tag or says the same as one; blanks in that are escaped."""
        start, end = self._places.get(("pgn",), (self._span[1], self._span[1]))
        around = [(0, start + 1), (end - 1, self._span[1])]
        closing = _CLOSING.match(self.text, self._span[1])
        assert closing is not None
        blanks = (self._in_file(blank.span()) for blank in re.finditer(r"\s", self._pgn.text))
        return chain(around, map(self._in_file, self._pgn.accounted(game)), blanks, [closing.span()])

    @cached_property
    def _places(self) -> Mapping[Any, Span]:
        return self._places_of()

    @cached_property
    def _offsets(self) -> list[int]:
        """Where each character of the PGN stands in the file, and where the last of them ends."""
        start, end = self._places.get(("pgn",), (self._span[0], self._span[0]))
        found = []
        after_high = False
        for part in re.finditer(r"\\u[0-9a-fA-F]{4}|\\.|.", self.text[start + 1 : end - 1], re.DOTALL):
            low = after_high and _LOW_HALF.match(part[0]) is not None
            after_high = _HIGH_HALF.match(part[0]) is not None
            if not low:  # the second half of a pair is not a character of its own
                found.append(start + 1 + part.start())
        return [*found, max(start, end - 1)]

    def _in_file(self, span: Span) -> Span:
        """Where a stretch of the PGN stands in the text of the file."""
        last = len(self._offsets) - 1
        return self._offsets[min(span[0], last)], self._offsets[min(span[1], last)]

    def _note_what_is_no_game(self, notes: DiagnosticCollector) -> None:
        """Note what stands in front of the object, and after it, and is not a separator."""
        opening, closing = _OPENING.match(self.text), _CLOSING.match(self.text, self._span[1])
        assert opening is not None
        assert closing is not None
        for start, end in ((opening.end(), self._span[0]), (closing.end(), len(self.text))):
            if start < end:
                notes.bad_value((start, end), f"this belongs to no game: {shown(self.text[start:end])}")

    def _note_other_game(self, rules: str, notes: DiagnosticCollector) -> None:
        """Note rules that are others than the PGN names."""
        named = self._pgn.tags.get("Variant", "")
        if named in UNKNOWN:
            return
        try:
            game, other = known_variant(rules), known_variant(named)
        except PositionError:
            return
        if game is not None and other is not None and game.name != other.name:
            what = f"the rules are {shown(rules)}, and the tag Variant says {shown(named)}; the tag counts"
            notes.bad_value(self._places["rules",], what)
