"""Moves as people type them, where just one reading is possible: other dashes, blanks within, a piece by its name.

They are read apart from the notations, so that each use is reported: nothing here goes to `Variant.parsed_moves`.

>>> from fairyscore.notation.variants import variant
>>> chess, castles = variant("chess"), variant("kaleidochess")
>>> [lenient_move(tokens, 0, chess).text for tokens in (["e2\u2212e4"], ["e2", "-", "e4,"], ["knight", "g1-f3"])]
['e2-e4', 'e2-e4', 'knight from g1 to f3']
>>> lenient_move(["8I", "-", "7K", "6K-7I"], 0, castles).used, lenient_move(["hello", "world"], 0, chess)
(3, None)
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import Final, NamedTuple

from fairyscore.notation.moves.cells import files_and_ranks, rank_digits
from fairyscore.notation.moves.reading import read_move
from fairyscore.notation.moves.spoken import spoken_names
from fairyscore.notation.rules.moves import CASTLE, ParsedMove
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.text import late_pattern

DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"
QUOTES = "\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\u00ab\u00bb\"'`"
BLANKS = (
    "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b"
    "\u2028\u2029\u202f\u205f\u2060\u3000\ufeff"
)

FULL_WIDTH = 0xFEE0
"""How far the full-width forms are from ASCII: whole moves are written so in China, `\uff23\uff12\uff1d\uff15`."""

PLAIN = str.maketrans(
    {
        **dict.fromkeys(DASHES, "-"),
        **dict.fromkeys(QUOTES + BLANKS),
        **dict.fromkeys("\u00d7\u2715", "x"),
        **{chr(sign + FULL_WIDTH): chr(sign) for sign in range(ord("!"), ord("~"))},
        **dict.fromkeys("\u041e\u043e\u039f\u03bf\u00d8\u00f8", "O"),  # Cyrillic and Greek, and a struck zero
    }
)
"""How the characters are read that look like those of a move, or like nothing."""

_MARKS = frozenset("-x:+")
_NAME = late_pattern(r"[A-Za-z]{3,24}(?:-[a-z]{2,24}){0,3}")
_FROM_TO = late_pattern(
    r"(?P<origin>[a-z]\d{1,2}|\d[A-Za-z0-9])(?P<mark>[-x:+])(?P<target>[a-z]\d{1,2}|\d[A-Za-z0-9])(?P<rest>.*)"
)
_PROMOTION = late_pattern(r"(?P<move>.*[a-w]\d{1,2}(?!\d))[=/:]?(?P<kind>[A-Za-z])(?P<mark>[+#]?[!?]{0,2})")
"""With a small letter or without its sign: `d8=r`, `e7-e8R`, `g8:Q`."""

_CHECK_FIRST = late_pattern(r"(?P<move>.*[a-w]\d{1,2})(?P<mark>[+#])[=/:]?(?P<kind>[A-Za-z])")
_CAPTURE_BEHIND = late_pattern(r"(?P<piece>[A-Z]?[a-w]?\d{0,2})(?P<target>[a-w]\d{1,2}):(?P<mark>[+#][!?]{0,2})")
_DASHED = late_pattern(r"(?P<kind>[A-Z])-(?P<rest>[a-w]?\d{0,2}[x:]?[a-w]\d{1,2}.*)")
_CASTLING = late_pattern(r"(?P<signs>[O0o]{2,3})(?P<mark>[+#]?[!?]{0,2})")

CAPITALS: Final = "capitals for a cell"
"""Why a move is told to be written unusually: `E4`, `NF3`."""

_NAMED_PROMOTION = late_pattern(
    r"(?P<move>.*[a-w]\d{1,2})[=/(]+(?P<name>[A-Za-z]{3,24}(?:-[a-z]{2,24}){0,3})\)?(?P<mark>[+#]?[!?]{0,2})"
)
"""With the piece by its name: `e8=Queen`, `b7-c8=caliph`."""

_IN_CAPITALS = late_pattern(r"(?P<piece>[A-Z]?)(?P<cell>[A-W]\d{1,2})(?P<rest>(?:=[A-Z])?[+#]?[!?]{0,2})")
_WIDE = late_pattern(r"[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]")
_FIRST = late_pattern(r"[A-Za-z0-9]")

MOST_TOKENS = 6
"""A piece's name, and castling with blanks: `king O - O - O`."""

MOST_WORDS = 4
"""Words of a piece's name, which is written with hyphens in spoken moves: `stone general`."""

MOST_SPOKEN = 12
"""Words of a spoken move, `stone general from b7 goes to c8 and becomes a caliph`."""


class Lenient(NamedTuple):
    """A move, its text as it is read, of how many tokens it is, and why it is not read as it stands, in a few words."""

    move: ParsedMove
    text: str
    used: int
    why: str


def lenient_move(tokens: Sequence[str], place: int, game: Variant) -> Lenient | None:
    """The move that begins with a token which no notation knows, or that goes on after it; None where there is none.

    Whether the move is legal is not looked at.
    """
    if _FIRST.search(tokens[place].translate(PLAIN)) is None:
        return None
    ahead = tokens[place : place + MOST_TOKENS]
    for used, why, text in chain(_readings(ahead), _by_names(tokens, place, game)):
        move = read_move(text, game)
        if isinstance(move, ParsedMove):
            return Lenient(move, text, used, why)
    return None


def _by_names(tokens: Sequence[str], place: int, game: Variant) -> Iterator[tuple[int, str, str]]:
    """Readings with names of the game's pieces: one of several words in front, or that of a promotion."""
    names = spoken_names(game)
    promotion = _NAMED_PROMOTION.fullmatch(tokens[place].translate(PLAIN).rstrip(",.;"))
    if promotion is not None and promotion["name"].lower() in names:
        letter = game.piece_types[names[promotion["name"].lower()]].letter
        yield 1, "the name of a piece", f"{promotion['move']}={letter}{promotion['mark']}"
    for words in range(2, MOST_WORDS + 1):
        name = "-".join(tokens[place : place + words]).lower()
        if name in names:
            first = place + words
            for used, why, text in _readings([name, *tokens[first : first + MOST_TOKENS]]):
                yield used + words - 1, why, text
    for last in range(min(len(tokens), place + MOST_SPOKEN), place + 1, -1):
        spoken = " ".join(tokens[place:last]).lower().split(" ")  # a token may be a whole move without its first word
        for words in range(2, MOST_WORDS + 1):
            name = "-".join(spoken[:words])
            if name in names:
                yield last - place, "the name of a piece", " ".join((name, *spoken[words:]))


def made_plain(text: str, game: Variant) -> str:
    """A text as it is read where it is one move only leniently; else as it is.

    >>> from fairyscore.notation.variants import variant
    >>> made_plain("1B \N{MINUS SIGN} 2F", variant("kaleidochess"))
    '1B-2F'
    """
    tokens = text.split()
    if not tokens or isinstance(read_move(text, game), ParsedMove):
        return text
    found = lenient_move(tokens, 0, game)
    return found.text if found is not None and found.used == len(tokens) else text


def nearer_castling(parsed: ParsedMove, state: State, game: Variant) -> ParsedMove | None:
    """The castling to the nearer side where another one is asked for, which is refused: None where it is not legal.

    Servers call it the short one, O-O, also in games whose king begins on the other half of his rank (Embassy, Janus).
    Where he stands there in a drawn start only (Chess960), the sides keep their names.
    """
    if parsed.action != CASTLE or not rank_digits(game.board.cells):
        return None
    files, _ = files_and_ranks(game.board.cells)
    middle = (files - 1) / 2
    other = replace(parsed, castle=1 - parsed.castle)
    move = state.find(other)
    if move is None or ord(game.board.cells[move.origin][0]) - ord("a") >= middle:
        return None
    begins_there = game.initial_state().piece_at(move.origin) == state.piece_at(move.origin)
    return other if begins_there else None


def as_meant(tokens: Sequence[str]) -> Sequence[str]:
    """Tokens with plain dashes and quotes, and what belongs to one move in one; a look that is cheap, and judges nothing.

    >>> as_meant(["1.", "8I", "-", "7K,", "6K\N{EN DASH}7I"])
    ['1.', '8I-7K', '6K-7I']
    """
    capitals = any(map(_IN_CAPITALS.fullmatch, tokens))
    if "".join(tokens).isascii() and _MARKS.isdisjoint(tokens) and not capitals:
        return tokens
    found: list[str] = []
    place = 0
    while place < len(tokens):
        used, _, text = next(_readings(tokens[place : place + MOST_TOKENS]), (1, "", tokens[place]))
        found.append(text or tokens[place])
        place += used
    return found


def _belongs(before: str, token: str) -> bool:
    """True if a token goes on a move: after a dash, in front of one, or beside a mark that stands by itself; +- is none."""
    if before.endswith("+-") or token.startswith("-+"):
        return False
    return before.endswith("-") or token.startswith("-") or before in _MARKS or token in _MARKS


def _readings(tokens: Sequence[str]) -> Iterator[tuple[int, str, str]]:
    """So many tokens as one text, and why; the longest first, as what follows a dash belongs to it."""
    if _WIDE.search(tokens[0]) is not None:  # such a text has its own blanks
        yield 1, "full-width signs", tokens[0].translate(PLAIN)
        return
    plain = [token.translate(PLAIN) for token in tokens]
    named = _NAME.fullmatch(plain[0]) is not None
    first = int(named and len(plain) > 1)
    end = first + 1
    while end < len(plain) and _belongs(plain[end - 1], plain[end]) and _WIDE.search(tokens[end]) is None:
        end += 1
    joined = "".join(plain[first:end]).rstrip(",.;")
    if first:
        found = _FROM_TO.fullmatch(joined)
        if found:
            verb = "to" if found["mark"] == "-" else "takes on"
            text = f"{plain[0].lower()} from {found['origin']} {verb} {found['target']}{found['rest']}"
            yield end, "the name of a piece", text
    elif end > 1:
        yield end, "blanks within a move", joined
    elif joined != tokens[0] and not joined.isdigit():
        yield 1, "characters", joined
    elif (promotion := _PROMOTION.fullmatch(joined)) is not None:
        yield 1, "a promotion", f"{promotion['move']}={promotion['kind'].upper()}{promotion['mark']}"
    elif (promotion := _CHECK_FIRST.fullmatch(joined)) is not None:
        text = f"{promotion['move']}={promotion['kind'].upper()}{promotion['mark']}"
        yield 1, "the mark stands before the promotion", text
    elif (taking := _CAPTURE_BEHIND.fullmatch(joined)) is not None:
        yield 1, "the sign of capture stands behind", f"{taking['piece']}x{taking['target']}{taking['mark']}"
    elif (dashed := _DASHED.fullmatch(joined)) is not None:
        for letter in dict.fromkeys((dashed["kind"], dashed["kind"].removeprefix("P"))):
            yield 1, "a dash behind the piece", f"{letter}{dashed['rest']}"
    elif (capital := _IN_CAPITALS.fullmatch(joined)) is not None:
        yield 1, CAPITALS, f"{capital['piece']}{capital['cell'].lower()}{capital['rest']}"
    elif (castling := _CASTLING.fullmatch(joined)) is not None:
        yield 1, "castling without dashes", f"{'-'.join('O' * len(castling['signs']))}{castling['mark']}"
