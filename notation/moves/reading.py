"""A token of a record read in whichever notation of its game knows it, and what to say where none does."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from fairyscore.notation.moves import lan, long, san
from fairyscore.notation.moves.registry import cell_names, installed_notations, native_notation
from fairyscore.notation.rules.did_you_mean import MOST, meant, nearest_texts
from fairyscore.notation.rules.moves import Move, ParsedMove, on_board
from fairyscore.notation.rules.reasons import Code, Reason
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Notation, Variant
from fairyscore.notation.text import late_pattern, shown

MOST_TEXTS = 100_000
"""Move texts kept by a variant; more are forgotten, so that memory does not grow with a file of nonsense."""

LONGEST_MOVE = 40
"""Characters; nothing longer is compared with legal moves."""

MOST_WRITTEN = 600
"""So many legal moves are written in every notation to be compared; more, where moves put walls, in the long form only."""

_NO_MOVES = late_pattern(r"[;%].*|\{.*\}|\$\d+|[!?]+|\.+|e\.?p\.?|[NDT]|inf", re.DOTALL)

_MOVES_BEGIN = frozenset("abcdfghklmnopqrstuvwxyzABCEFGHIJKLMOPQRSUVWXYZ123456789")
"""None of the others begins like this: most tokens are moves and numbers, and need no search."""

_NO_ASSESSMENTS = ("--", "---", "+", "++")
"""Null moves and marks of check: these are made of the signs of assessments, and are none."""

_ASSESSMENTS = "-−+=±∓∞/~□⩲⩱‼⁇⁉⁈"
"""What verdicts on a position are made of. No part of the pattern: compiling a class of such signs takes 4 ms."""


def is_skipped(token: str) -> bool:
    """True if a token is nothing to judge: a comment, a NAG, a glyph, an escaped line.

    >>> [token for token in ("{why?}", "$1", "!?", "+-", "--", "e4") if is_skipped(token)]
    ['{why?}', '$1', '!?', '+-']
    """
    if token[:1] in _MOVES_BEGIN:
        return False
    return token not in _NO_ASSESSMENTS and (not token.strip(_ASSESSMENTS) or _NO_MOVES.fullmatch(token) is not None)


def says_in_passing(token: str) -> bool:
    """True if a token says that a pawn is taken in passing, after its move or alone: `exd6 e.p.`, `ep`."""
    return token.rstrip(".").endswith(("ep", "e.p"))


def read_move(token: str, game: Variant) -> ParsedMove | tuple[Reason, ...] | None:
    """The move of a token in the first notation that knows it; the faults of reading it, or None where none does."""
    faults: tuple[Reason, ...] | None = None
    for notation in _each_notation(game):
        read = notation.read(token, game)
        if isinstance(read, ParsedMove):
            return read
        faults = faults or read
    return faults


def _each_notation(game: Variant) -> Iterator[Notation]:
    """The usual notation of a game, which most texts are in, its others, and those of packages; imported one by one."""
    yield game.writing.usual
    yield from game.writing.notations[1:]
    yield from (notation for notation in installed_notations().values() if not notation.refusal(game))


def reads_whole_records(game: Variant) -> bool:
    """True if a notation of the game says of whole records what their moves are (`in_record`)."""
    return bool(_record_readers(game))


def in_record(tokens: Sequence[str], game: Variant, start: State) -> Sequence[str]:
    """The tokens of a whole record, those made plain that only the others explain (UCCI); most games have none such.

    start: the position before the first.
    """
    for made_plain in _record_readers(game):
        tokens = made_plain(tokens, game, start)
    return tokens


@lru_cache(maxsize=64)
def _record_readers(game: Variant) -> tuple[Callable[[Sequence[str], Variant, State], Sequence[str]], ...]:
    """The `in_record` of each notation of a game that has one."""
    readers = (getattr(notation, "in_record", None) for notation in game.writing.notations)
    return tuple(reader for reader in readers if reader is not None)


def parse_move(token: str, game: Variant) -> ParsedMove | tuple[Reason, ...]:
    """`read_move` with a reason where nothing was read; what is read is kept in the variant's `parsed_moves`.

    Texts that ask for the same, as Nf3 and Nf3+, share one parsed move, and so what the engine has looked up for it.
    """
    known = game.cache.parsed_moves.get(token) or _UNREAD.get((game, token))
    if known is not None:
        return known
    read = read_move(token, game)
    if isinstance(read, ParsedMove):
        if len(game.cache.parsed_moves) > MOST_TEXTS:
            game.cache.parsed_moves.clear()
            game.cache.readers.clear()
            game.cache.unique_moves.clear()
        read = game.cache.parsed_moves[token] = game.cache.unique_moves.setdefault(read, read)
        return read
    reasons = read or (unreadable(token, game),)
    if len(token) <= LONGEST_MOVE:
        if len(_UNREAD) > MOST_TEXTS:
            _UNREAD.clear()
        _UNREAD[game, token] = reasons
    return reasons


_UNREAD: dict[tuple[Variant, str], tuple[Reason, ...]] = {}
"""By game and text, why it is not a move: a file that has one faulty text often has it again."""


def unreadable(token: str, game: Variant) -> Reason:
    """The reason for a token that is a move in no notation of the game."""
    names = tuple(notation.name for notation in game.writing.notations)
    return Reason(Code.UNREADABLE, {"text": shown(token), "variant": game.title, "notations": names})


class MoveRefusal(NamedTuple):
    """All reasons against a move, and legal moves that were probably meant, in the notation of its text."""

    reasons: tuple[Reason, ...]
    suggestions: tuple[str, ...]


def legal_move(text: str, state: State, game: Variant) -> Move | MoveRefusal:
    """The legal move that a text asks for in any notation of its game."""
    parsed = parse_move(text, game)
    if not isinstance(parsed, ParsedMove):
        return MoveRefusal(parsed, tuple(near_unread(text, state, game).values()))
    return judged(parsed, text, state, game)


def judged(parsed: ParsedMove, text: str, state: State, game: Variant) -> Move | MoveRefusal:
    """The legal move that a parsed move asks for, which was written as `text`."""
    if move := state.find(parsed):
        return move
    other = in_other_letters(text, state, game)
    if other is not None and (move := state.find(other)):
        return move
    notation, plain = notation_of_text(text, game), on_board(parsed, state)
    moves = meant(state, plain, game) if isinstance(plain, ParsedMove) else ()
    near = tuple(notation.write(state, move, game) for move in moves)
    return MoveRefusal(state.reasons(parsed, shown(text)), near)


def in_other_letters(text: str, state: State, game: Variant) -> ParsedMove | None:
    """The one legal reading of a move that is refused as it stands, by the letters of Fairy-Stockfish; None without one."""
    from fairyscore.notation.moves import fairy

    return None if fairy.refusal(game) else fairy.reading(text, state, game)


def notation_of_text(text: str, game: Variant) -> Notation:
    """The notation that reads a move text, the usual one of several."""
    return game.writing.notations[next(iter(_readers(text, game)), 0)]


def cells_beside(text: str, game: Variant, tokens: Iterable[str] = ()) -> tuple[str, ...]:
    """The cell names that suit a move text: those of its notation, or of the other moves around it.

    tokens: of the record; where nothing there is a move, cells are called as people call them.

    >>> from fairyscore.notation.variants.registry import variant
    >>> cells_beside("7g7f", variant("shogi"))[0], cells_beside("a1-a2", variant("shogi"))[0]
    ('9i', 'a1')
    """
    place = next(iter(_readers(text, game)), None)
    notation = _notation_around(tokens, game) if place is None else game.writing.notations[place]
    return cell_names(game, (notation or native_notation(game)).name, text)


MOST_AROUND = 100
"""So many tokens of a record show the notation of its moves: not one of a file of nonsense may be a move."""


def _notation_around(tokens: Iterable[str], game: Variant) -> Notation | None:
    """The notation of the first tokens of a record, whichever of them have been read before."""
    first, known = list(islice(tokens, MOST_AROUND)), game.cache.parsed_moves
    for token in first:
        if token not in known and not is_skipped(token):
            parse_move(token, game)
    return notation_of(first, game)


def near_unread(text: str, state: State, game: Variant) -> dict[Move, str]:
    """Legal moves, however they are written, that look most like a text that nobody could read; each as it is written."""
    if len(text) > LONGEST_MOVE:
        return {}
    legal = state.moves()
    others = (n for n in game.writing.notations if n is not long and _SIGNS.get(n.name, bool)(text))
    notations = [long, *(others if len(legal) <= MOST_WRITTEN else ())]
    written: dict[str, tuple[Move, Notation]] = {}
    for notation in notations:  # whether a move gives check is asked of none but the few that are named
        if notation is san:
            texts = san.all_unsigned(state, legal, game)
        else:
            write = getattr(notation, "unsigned", notation.write)
            texts = [write(state, move, game) for move in legal]
        written |= zip(texts, ((move, notation) for move in legal), strict=True)
    near: dict[Move, Notation] = {}  # a move is named once, in the notation that makes it look most like the text
    for found in nearest_texts(text.rstrip("+#!?"), list(written), MOST * len(notations)):
        near.setdefault(*written[found])
    return {move: notation.write(state, move, game) for move, notation in islice(near.items(), MOST)}


_SIGNS: dict[str, Callable[[str], bool]] = {
    "figurine": lambda text: not text.isascii(),
    "japanese": lambda text: not text.isascii(),
    "chinese": lambda text: not text.isascii(),
    "iccf": str.isdecimal,
    "spoken": lambda text: " " in text,
    "fairy": lambda text: False,  # its texts look as those of SAN do
}
"""What texts of a notation have that others have not: without it writing all moves so is not worth while."""


def notation_of(tokens: Iterable[str], game: Variant) -> Notation | None:
    """The notation that reads most of the moves among the tokens, the usual one of several; None where none is a move.

    The long form with the pieces named is long algebraic.
    """
    moves = game.cache.parsed_moves.keys() & set(tokens)
    readers: Counter[int] = Counter()
    known = game.cache.readers
    for token in moves - known.keys():
        _readers(token, game)
    for places, many in Counter(map(known.__getitem__, moves)).items():
        readers.update(dict.fromkeys(places, many))
    best = max(readers.items(), key=lambda found: (found[1], -found[0]), default=None)
    if best is None:
        return None
    found = game.writing.notations[best[0]]
    if found is not long:
        return found
    parsed_moves = (game.cache.parsed_moves[token] for token in moves)
    names_pieces = any(min(parsed.kind, parsed.origin) >= 0 for parsed in parsed_moves)
    return lan if names_pieces else long


def _readers(token: str, game: Variant) -> tuple[int, ...]:
    """The places of the notations that read a text; those of a text that is kept as a parsed move are kept with it."""
    known = game.cache.readers.get(token)
    if known is None:
        reads = (notation.read(token, game) for notation in game.writing.notations)
        known = tuple(place for place, read in enumerate(reads) if isinstance(read, ParsedMove))
        if token in game.cache.parsed_moves:
            game.cache.readers[token] = known
    return known
