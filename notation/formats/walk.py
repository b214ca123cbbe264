"""For formats of lines that hold a main line: where games begin, lines with their places, what moves do and mean."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from fairyscore.notation.moves.cells import cell_of
from fairyscore.notation.moves.reading import parse_move
from fairyscore.notation.records.game_text import LONGEST_GAME, GameText
from fairyscore.notation.records.roster import DEFAULT_VARIANT, UNKNOWN
from fairyscore.notation.records.token_stream import ReadTokenStream, Span
from fairyscore.notation.rules.moves import CASTLINGS, NOT_SAID, Move, ParsedMove
from fairyscore.notation.rules.variant import PositionError, State, Variant
from fairyscore.notation.text import late_pattern
from fairyscore.notation.variants.registry import UnknownVariant, variant

SOUND_MOVE: Final = late_pattern(r"[^\s(){};%$\[\]*][^(){};$\[\]]*")
"""What may be heard as a move: no text that the judge would take for a bracket, comment, glyph or result."""


def besides(state: State, move: Move, game: Variant) -> tuple[int, int]:
    """What else a move does, for formats that say it: the cell that a piece leaves, and the one where he goes.

    The rook of a castling; what is taken in passing goes nowhere; NOT_SAID twice for all other moves.
    """
    passing = move.origin != NOT_SAID and state.piece_at(move.target) is None and state.takes(move)
    if move.castle == NOT_SAID and not passing:
        return NOT_SAID, NOT_SAID
    after = state.copy()
    after.push_unchecked(move)
    seen = [(cell, state.piece_at(cell), after.piece_at(cell)) for cell in range(len(game.board.cells))]
    left = next(cell for cell, was, now in seen if was and not now and cell != move.origin)
    if passing:
        return left, NOT_SAID
    return left, next(cell for cell, was, now in seen if now and now != was and cell != move.target)


def does_besides(text: str, cells: tuple[str, ...], state: State, game: Variant) -> bool:
    """Whether a move does besides what a format says of it; True where it is illegal, which the judge explains.

    cells: the one that a further piece leaves, and the one where it goes; one alone for what is taken in passing.
    """
    parsed = parse_move(text, game)
    move = state.find(parsed) if isinstance(parsed, ParsedMove) else None
    if move is None:
        return True
    does = [game.board.cells[cell] for cell in besides(state, move, game) if cell != NOT_SAID]
    return does == [cell_of(cell, game) for cell in cells]


def castling_between(origin: str, target: str, state: State, game: Variant) -> str | None:
    """The castling in which the king goes from one cell to another, as `O-O`; None where no castling does.

    The game says it where the king is royal. Where he is a piece like others (giveaway), only a legal castling is one.
    """
    index = game.board.index
    way = index.get(origin, NOT_SAID), index.get(target, NOT_SAID)
    side = game.writing.castling_sides.get(way)
    if side is not None:
        return CASTLINGS[side]
    for move in state.moves():
        if move.castle != NOT_SAID and (move.origin, move.target) == way:
            return game.writing.castlings[move.castle]
    return None


def stands(letter: str | None, cell: str, state: State, game: Variant) -> bool:
    """Whether a piece of a letter stands on a cell."""
    index = game.board.index.get(cell_of(cell, game))
    kind = NOT_SAID if index is None else state.piece_type_at(index)
    return kind != NOT_SAID and game.piece_types[kind].letter == letter


_LINE = late_pattern(r"^.*$", re.MULTILINE)


def lines_of(text: str) -> Iterator[tuple[str, Span]]:
    """The lines of a text without their ends, and where they stand.

    >>> list(lines_of("a\\n\\nbc"))
    [('a', (0, 1)), ('', (2, 2)), ('bc', (3, 5))]
    """
    return ((line[0], line.span()) for line in _LINE.finditer(text))


def cut_at(begins: Callable[[str, str], bool], chunks: Iterable[str]) -> Iterator[GameText]:
    """Games cut in front of each line that begins one, as `begins(line, the line before)` tells; memory holds one game.

    >>> [(game.number, game.text, game.line) for game in cut_at(lambda line, before: line == "A", ["\\nA\\n1\\n", "A"])]
    [(1, 'A\\n1', 2), (2, 'A', 4)]
    """

    def games() -> Iterator[str]:
        before, held = "", ""
        for line in parts("\n", chunks):
            if begins(line.rstrip("\n"), before) or len(held) > LONGEST_GAME:
                yield held
                held = ""
            held += line
            before = line.rstrip("\n")
        yield held

    return numbered(games())


def numbered(texts: Iterable[str], blank: str | None = None) -> Iterator[GameText]:
    """The games of a file by their texts, which follow each other. blank: what makes no game, if not white space."""
    number, line, column = 0, 1, 1
    for text in texts:
        if text.strip(blank):
            number += 1
            yield GameText(number, text.removesuffix("\n"), line, len(text) <= LONGEST_GAME, column=column)
        line += text.count("\n")
        column = len(text) - text.rfind("\n") + (0 if "\n" in text else column - 1)


def parts(end: str, chunks: Iterable[str]) -> Iterator[str]:
    """The text cut behind each match of a pattern, which have no line end in them but the first and last character.

    What is longer than any game is cut as well.

    >>> list(parts(";", ["a;b", "c;d"]))
    ['a;', 'bc;', 'd']
    """
    rest = ""
    for chunk in chunks:
        begin, seen = 0, max(0, rest.rfind("\n"))
        rest += chunk
        for found in re.finditer(end, rest[seen:]):
            yield rest[begin : seen + found.end()]
            begin = seen + found.end()
        rest = rest[begin:]
        if len(rest) > LONGEST_GAME:
            yield rest
            rest = ""
    yield rest


def cut_before(first: str) -> Callable[[Iterable[str]], Iterator[GameText]]:
    """What cuts games in front of each line that begins like a pattern."""
    begins = re.compile(first).match
    return lambda chunks: cut_at(lambda line, before: begins(line) is not None, chunks)


def begins_like(pattern: str) -> Callable[[str], bool]:
    """What tells whether a text begins like a pattern, white space in front of it passed over."""
    look = re.compile(rf"\s*+(?:{pattern})").match
    return lambda head: look(head) is not None


class LateTokenStream(ReadTokenStream):
    """One with moves that only their game gives a meaning, or the board alone (`C+.5`, the front cannon).

    in_notation: gives the move in a notation of the game, by its text and the board; the text itself where it is no move.
    Each move is made, since the next one depends on it; after an illegal one the board stays as it is.
    """

    def __init__(self, text: str, *, in_notation: Callable[[str, State, Variant], str]) -> None:
        super().__init__(text)
        self.in_notation = in_notation

    def add_move(self, text: str, span: Span) -> None:
        """Add a move; until its game is known, a blank in front tells it apart from other tokens."""
        self.add_token(f" {text}", span)

    def tokens(self, game: Variant) -> Sequence[str]:
        """See `TokenStream`."""
        fen = self.tags.get("FEN", "")
        try:
            state = game.initial_state() if fen in UNKNOWN else game.read_position(fen)
        except PositionError:
            return [token.removeprefix(" ") for token in self.added]
        found = self.added.copy()
        for place, token in enumerate(self.added):
            if token[0] == " ":
                found[place] = self.in_notation(token[1:], state, game)
                parsed = parse_move(found[place], game)
                if isinstance(parsed, ParsedMove):
                    state.push(parsed)
        return found


def known_variant(name: str) -> Variant | None:
    """The game of a name with options; None where there is none."""
    try:
        return variant(name)
    except (UnknownVariant, PositionError):
        return None


def name_of_variant(name: str, stream: ReadTokenStream, span: Span) -> None:
    """Note which game it is, in a format that has a place of its own for it: the usual game needs no tag."""
    game = known_variant(name)
    if game is None or game.name != DEFAULT_VARIANT:
        stream.tag("Variant", name, span)
    else:
        stream.syntax.append(span)
