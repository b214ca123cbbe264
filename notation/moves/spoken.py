"""Spoken moves, in English and free letter case: `wizard from 1B goes to 2F`, `pawn from c6 goes to c7 and becomes wazir`.

They are written one way: `knight from b1 goes to c3`, `pawn from e4 takes pawn at d5` (KaleidoChess: `knocks out`),
`pawn from e5 takes pawn at d6 in passing`, `king castles kingside`, `knight drops on c3`, `passes`, and the throw of the
dice in front. They are read as people say them: with articles and owners, `the white wizard from 1B knocks out a black
raven on 2F`, or `own raven`; with other verbs, `e2 to e4`, `white castles short`; and incomplete, `wizard to 2F`, where
one piece only can be meant. Pieces, seats and fields are those of the variant. A blank in a piece's name is a hyphen.

>>> from fairyscore.notation.variants import variant
>>> game = variant("kaleidochess")
>>> state = game.initial_state()
>>> write(state, state.find(read("The white DRAGON from 1g flies to 2E", game)), game)
'dragon from 1G goes to 2E'
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from fairyscore.notation.moves.cells import Read, cell_of, field_fault
from fairyscore.notation.moves.long import write_throw
from fairyscore.notation.rules.moves import ABSENT, CASTLE, CASTLINGS, DROP, GO, OWN, PASS, Move, ParsedMove
from fairyscore.notation.rules.reasons import Code, Reason
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.text import shown

if TYPE_CHECKING:
    import pyparsing as pp

name = "spoken"

# Every piece is possessive (`++`) and begins where a word begins, so that no text makes the search go back and forth.
# All is ASCII, as letters in free case would else take the long s and the Kelvin sign; only blanks may be no-break ones.
_GAP = r"[\s\xa0]"
_WORD = r"[a-z]{3,24}+(?>(?:-[a-z]{2,24}+){0,3})"
_CELL = r"(?:[a-z]{1,2}[0-9]{1,2}+|[0-9][a-z0-9])(?![a-z0-9])"
SPEAKABLE = re.compile(_WORD)
"""What the name of a piece has to look like, blanks as hyphens, to be spoken."""

_SEAT = "white|silver|black|gold|own"
_END = r"[+#]{0,2}+[!?]{0,2}+"


def _words(*words: str) -> str:
    """Regex source of words with a blank after each."""
    return "".join(rf"(?:{word}){_GAP}++" for word in words)


def _maybe(source: str) -> str:
    return f"(?:{source})?"


_ARTICLE = _maybe(_words("the|an?"))
_THROW = rf"(?:(?P<throw>[0-9]):{_GAP}*+)?"
_OWNER = _ARTICLE + _maybe(_words(rf"(?P<owner>{_SEAT})"))
_NO_PIECE = "from|goes|moves|flies|walks|jumps|leaps|steps|takes|captures|knocks|drops"
"""What follows the name of a piece: in front of it `gold` and `silver` are pieces of shogi, and no owners."""
_PIECE = _OWNER + _words(rf"(?!(?:{_NO_PIECE})(?![\w-]))(?P<piece>{_WORD})")
_ORIGIN = _words("from", rf"(?P<origin>{_CELL})")
_START = _maybe(_words("from|on|at")) + _words(rf"(?P<origin>{_CELL})")
_GOES = _words("(?P<goes>goes|moves|flies|walks|jumps|leaps|steps)", "to")
_TAKES = (
    "(?P<takes>"
    + _words(rf"takes|captures|knocks{_GAP}++out")
    + ")"
    + _maybe(_ARTICLE + _maybe(_words(rf"(?P<loser>{_SEAT})")) + _words(rf"(?P<victim>{_WORD})"))
    + _maybe(_words("at|on"))
)
_TO = _words("to")
_TARGET = (
    rf"(?P<target>{_CELL})"
    rf"(?:{_GAP}++in{_GAP}++passing|{_GAP}++en{_GAP}++passant|{_GAP}++e\.p\.)?"
    rf"(?:{_GAP}++(?:and{_GAP}++)?(?:becomes|promotes{_GAP}++to|turns{_GAP}++into){_GAP}++{_ARTICLE}(?P<becomes>{_WORD}))?"
)
_SIDE = (
    rf"(?:(?:on|to){_GAP}++(?:the{_GAP}++)?)?"
    r"(?:(?P<short>king(?:'?s)?[- ]?side|short)|(?:queen(?:'?s)?[- ]?side|long))(?![\w-])"
)
_DROPPING = rf"(?:drops|is{_GAP}++dropped)"

_FULL = rf"{_PIECE}{_ORIGIN}(?:{_GOES}|{_TAKES}|{_TO}){_TARGET}"
_HALF = rf"{_PIECE}{_maybe(_START)}(?:{_GOES}|{_TAKES}|{_TO}){_TARGET}"
_HALF_WITH_VERB = rf"{_PIECE}(?:{_GOES}|{_TAKES}){_TARGET}"
_FIELDS = rf"{_START}(?:{_GOES}|{_TAKES}|{_TO}){_TARGET}"
_CASTLES = (
    rf"{_OWNER}{_maybe(_words('king'))}{_words('castles')}{_SIDE}{_maybe(rf'{_GAP}++to{_GAP}++(?P<target>{_CELL})')}"
)
_DROPS = rf"{_PIECE}{_words(_DROPPING, 'on|at')}(?P<target>{_CELL})"
_DROPS_PIECE = rf"{_OWNER}{_words('drops')}{_ARTICLE}{_words(f'(?P<piece>{_WORD})', 'on|at')}(?P<target>{_CELL})"
_PASSES = rf"{_OWNER}passes(?![\w-])"


def _scanned(*sources: str) -> str:
    """The sources as one for scanners, which have groups of their own."""
    return re.sub(r"\?P<\w+>", "?:", "|".join(sources))


SPAN: str = (
    rf"(?<![\w-])(?ai:{_scanned(_THROW)}"
    rf"(?:{_scanned(_FULL, _HALF_WITH_VERB, _CASTLES, _DROPS, _DROPS_PIECE, _PASSES)}){_END})(?:\.(?!\S))?"
)
"""Regex source of a whole spoken move in running text, for scanners that keep its words together as one token.

It begins with a piece or an owner and has a verb, so no other text of a record looks like it. Only what is incomplete
without a verb, `wizard to 2F`, is not a move in running text.
"""

HINTS: tuple[str, ...] = (
    *("from", "goes", "moves", "flies", "walks", "jumps", "leaps", "steps"),
    *("takes", "captures", "knocks", "castles", "drop", "passes"),
)
"""Words in small letters, one of which is in every text that `SPAN` finds, once its letters are made small."""

LETTERS = "smp"
"""One of them, small or capital, is in every text that `SPAN` finds."""

_WORDS = re.compile(rf"{_GAP}|(?ai:passes)")
"""One of them is in every spoken move."""

CELLS = ("origin", "target")
PIECES = {"piece": "kind", "victim": "victim", "becomes": "becomes"}
"""Parts of a spoken move that name a piece, and the attributes of `ParsedMove` that they fill."""


def refusal(variant: Variant) -> str:
    """A piece is called by its name alone, in one word."""
    if variant.writing.adds:
        return "its moves put walls or bring pieces in"
    kinds = {(_hyphened(piece.name), piece.letter) for piece in variant.piece_types}
    for name, _ in sorted(kinds):
        if SPEAKABLE.fullmatch(name) is None:
            return f"its {shown(name)} has a name that cannot be spoken"
    return "" if len(kinds) == len({name for name, _ in kinds}) else "some of its pieces share a name"


def read(text: str, variant: Variant) -> Read | None:
    """The parsed move that a spoken move is, the reasons why it cannot be one in this game, or None if it is none."""
    if _WORDS.search(text) is None:
        return None  # no form is without a blank but `passes`: nothing else needs the grammar
    import pyparsing as pp

    for grammar, action in _forms():
        try:
            found: re.Match[str] = grammar.parse_string(text)[0]
        except pp.ParseException:
            continue
        return _move_of_parts(action, {part: words for part, words in found.groupdict().items() if words}, variant)
    return None


@lru_cache(maxsize=1)
def _forms() -> tuple[tuple[pp.ParserElement, int], ...]:
    """Each form with what it asks for. One terminal each: fine-grained grammars are seven times slower."""
    import pyparsing as pp

    forms = ((_FIELDS, GO), (_HALF, GO), (_CASTLES, CASTLE), (_DROPS, DROP), (_DROPS_PIECE, DROP), (_PASSES, PASS))
    return tuple((pp.Regex(rf"(?ai){_THROW}{form}{_END}\.?\Z", as_match=True), action) for form, action in forms)


def _move_of_parts(action: int, parts: Mapping[str, str], variant: Variant) -> Read:
    """The move of a spoken text's parts, or those fields, pieces and seats among them that the game does not have."""
    kinds = spoken_names(variant)
    seats = {seat.name: place for place, seat in enumerate(variant.seats)} | {"own": OWN}
    cells = {end: cell_of(parts[end], variant) for end in CELLS if end in parts}
    pieces = {attribute: parts[part].lower() for part, attribute in PIECES.items() if part in parts}
    owners = {owner: parts[owner].lower() for owner in ("owner", "loser") if owner in parts}
    faults = [fault for cell in cells.values() for fault in field_fault(cell, variant)]
    unknown = [piece for piece in pieces.values() if piece not in kinds]
    unknown += [f"{seat} piece" for seat in owners.values() if seat not in seats]
    names = tuple(dict.fromkeys(kind.name for kind in variant.piece_types))
    faults += [
        Reason(Code.NO_SUCH_PIECE, {"piece": piece, "pieces": names, "variant": variant.title}) for piece in unknown
    ]
    if faults:
        return tuple(faults)
    numbers: dict[str, Any] = {end: variant.board.index[cell] for end, cell in cells.items()}
    numbers |= {attribute: kinds[piece] for attribute, piece in pieces.items()}
    numbers |= {owner: seats[seat] for owner, seat in owners.items()}
    if action == CASTLE:
        numbers["castle"] = int("short" not in parts)
    capture = None
    if "takes" in parts or "goes" in parts:
        capture = "takes" in parts
    return ParsedMove(action, capture=capture, throw=int(parts.get("throw", 0)), **numbers)


@lru_cache(maxsize=64)
def spoken_names(variant: Variant) -> dict[str, int]:
    """The names of a game's pieces as they are spoken, in small letters with hyphens, and their kinds."""
    named = reversed([*enumerate(variant.piece_types)])
    return {_hyphened(word): kind for kind, piece in named for word in (*piece.other_names, piece.name)}


def _hyphened(name: str) -> str:
    return name.lower().replace(" ", "-")


def write(state: State, move: Move, variant: Variant) -> str:
    """A legal move in words."""
    return write_throw(move) + _written(state, move, variant)


def _written(state: State, move: Move, variant: Variant) -> str:
    if move.target == ABSENT:
        return "passes"
    origin, target = move.origin, variant.board.cells[move.target]
    becomes = "" if move.becomes == ABSENT else _hyphened(variant.piece_types[move.becomes].name)
    if origin == ABSENT:
        return f"{becomes} drops on {target}"
    piece = _named(state, origin, variant)
    if move.castle != ABSENT:
        written = variant.writing.castlings[move.castle]
        side = CASTLINGS[1] if written.startswith(CASTLINGS[1]) else CASTLINGS[0]
        to = f" to {target}" if written != side else ""
        who = (
            f"{piece} " if piece == "king" else ""
        )  # a royal piece of another name is not distinguished from the others
        return f"{who}castles {'kingside' if side == CASTLINGS[0] else 'queenside'}{to}"
    promoted = f" and becomes {becomes}" if becomes else ""
    start = f"{piece} from {variant.board.cells[origin]}"
    if not state.takes(move):
        return f"{start} goes to {target}{promoted}"
    verb, victim = variant.rules.capture_verb, _named(state, move.target, variant)
    if victim:
        return f"{start} {verb} {victim} at {target}{promoted}"
    taken = variant.piece_types[state.piece_type_at(state.taken_cell(move))].letter  # a pawn, or what is passed
    passed = variant.piece_types[variant.letters[taken]].name
    return f"{start} {verb} {_hyphened(passed)} at {target} in passing{promoted}"


def _named(state: State, cell: int, variant: Variant) -> str:
    """The piece on a cell, or what has to go on from there, in one word; nothing where it is empty."""
    kind = state.piece_type_at(cell)
    return "" if kind == ABSENT else _hyphened(variant.piece_types[kind].name)
