"""Helpers for readers of formats with a main line only: cutting games, lines with offsets, side effects of moves."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import and_
from typing import Final

from fairyscore.notation.moves.cells import cell_of
from fairyscore.notation.moves.reading import parse_move
from fairyscore.notation.records.game_setup import position_of
from fairyscore.notation.records.game_text import LONGEST_GAME, GameText
from fairyscore.notation.records.roster import DEFAULT_VARIANT, UNKNOWN
from fairyscore.notation.records.token_stream import ReadTokenStream, Span
from fairyscore.notation.rules.moves import ABSENT, CASTLINGS, Move, ParsedMove
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import PositionError, Variant
from fairyscore.notation.text import late_pattern
from fairyscore.notation.variants.registry import UnknownVariant, variant

MOVE_TEXT: Final = late_pattern(r"[^\s(){};%$\[\]*][^(){};$\[\]]*")
"""Text that may be a move. It has nothing that the replay takes for a bracket, a comment, a NAG or a result."""


def other_changes(state: State, move: Move, game: Variant) -> tuple[int, int]:
    """The cell that a second piece leaves in a move, and the cell where it goes. Some formats write both.

    They are those of the rook of a castling. A pawn captured en passant goes nowhere: its second cell is ABSENT. All
    other moves give ABSENT twice. state: before the move.
    """
    passing = move.origin != ABSENT and state.piece_at(move.target) is None and state.takes(move)
    if move.castle == ABSENT and not passing:
        return ABSENT, ABSENT
    after = state.copy()
    after.push_unchecked(move)
    seen = [(cell, state.piece_at(cell), after.piece_at(cell)) for cell in range(len(game.board.cells))]
    left = next(cell for cell, was, now in seen if was and now != was and cell != move.origin)
    if passing:
        return left, ABSENT
    return left, next(cell for cell, was, now in seen if now and now != was and cell != move.target)


def has_other_changes(text: str, cells: tuple[str, ...], state: State, game: Variant) -> bool:
    """True if a move has the `other_changes` that a format writes with it, or is illegal: the replay reports that.

    cells: names of the cell that the second piece leaves and of the one where it goes; only the first of a pawn that is
    captured en passant.
    """
    parsed = parse_move(text, game)
    move = state.find(parsed) if isinstance(parsed, ParsedMove) else None
    if move is None:
        return True
    changed = [game.board.cells[cell] for cell in other_changes(state, move, game) if cell != ABSENT]
    return changed == [cell_of(cell, game) for cell in cells]


def castling_between(origin: str, target: str, state: State, game: Variant) -> str | None:
    """The castling in which the king goes from one cell to another, as `O-O`; None if there is none.

    A royal king's castlings are known from their cells; the move may be illegal. A king that is a piece like others
    (giveaway) may go there by itself, so only a legal castling counts.
    """
    index = game.board.index
    way = index.get(origin, ABSENT), index.get(target, ABSENT)
    side = game.writing.castling_sides.get(way)
    if side is not None:
        return CASTLINGS[side]
    for move in state.moves():
        if move.castle != ABSENT and (move.origin, move.target) == way:
            return game.writing.castlings[move.castle]
    return None


def stands(letter: str | None, cell: str, state: State, game: Variant) -> bool:
    """True if a piece of a type with this letter stands on a cell. cell: its name in any scheme of the game."""
    index = game.board.index.get(cell_of(cell, game))
    kind = ABSENT if index is None else state.piece_type_at(index)
    return kind != ABSENT and game.piece_types[kind].letter == letter


_LINE = late_pattern(r"^.*$", re.MULTILINE)


def lines_of(text: str) -> Iterator[tuple[str, Span]]:
    """The lines of a text without their ends, each with its span in the text.

    >>> list(lines_of("a\\n\\nbc"))
    [('a', (0, 1)), ('', (2, 2)), ('bc', (3, 5))]
    """
    return ((line[0], line.span()) for line in _LINE.finditer(text))


def cut_at(begins: Callable[[str, str], bool], chunks: Iterable[str]) -> Iterator[GameText]:
    """The games of a file. `begins(line, line before)` says whether a line begins a game. Memory holds one game.

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
    """The texts of a file's games with their numbers and places.

    texts: all of the file, in order.
    blank: characters that alone make no game; white space by default.
    """
    number, line, column = 0, 1, 1
    for text in texts:
        if text.strip(blank):
            number += 1
            yield GameText(number, text.removesuffix("\n"), line, len(text) <= LONGEST_GAME, column=column)
        line += text.count("\n")
        column = len(text) - text.rfind("\n") + (0 if "\n" in text else column - 1)


def parts(end: str, chunks: Iterable[str]) -> Iterator[str]:
    """The text, cut after each match of a pattern; a part that is longer than any game is cut as well.

    end: a pattern that matches a line end as its first or last character at most.

    >>> list(parts(";", ["a;b", "c;d"]))
    ['a;', 'bc;', 'd']
    """
    rest = ""
    for chunk in chunks:
        begin = 0
        seen = max(0, rest.rfind("\n"))  # a match may begin with this line end; before it nothing matches
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
    """A function that cuts chunks into games, before each line whose beginning matches a pattern."""
    return cut_behind(((first, ""),))


def cut_behind(borders: Sequence[tuple[str, str]], after: str = "") -> Callable[[Iterable[str]], Iterator[GameText]]:
    """A function that cuts chunks into games where one has begun and a line begins the next.

    borders: how a line begins that may be the first of a game, and how lines begin of which the game before it has one.
    after: how a line begins behind which a game begins whatever follows.

    >>> cut = cut_behind((("#", "[0-9]"),))
    >>> [game.text for game in cut(["# A program\\n# its game\\n1 e4\\n", "# Another\\n1 d4"])]
    ['# A program\\n# its game\\n1 e4', '# Another\\n1 d4']
    """
    known = [(re.compile(first).match, re.compile(body).match) for first, body in borders]
    closes = re.compile(after or r"(?!)").match

    def cut(chunks: Iterable[str]) -> Iterator[GameText]:
        begun = [False] * len(known)

        def begins_game(line: str, before: str) -> bool:
            nonlocal begun
            begun = [was or has_body(before) is not None for was, (_, has_body) in zip(begun, known, strict=True)]
            firsts = [first(line) is not None for first, _ in known]
            new = any(map(and_, begun, firsts)) or closes(before) is not None
            begun = [was and not new for was in begun]
            return new

        return cut_at(begins_game, chunks)

    return cut


def begins_like(pattern: str) -> Callable[[str], bool]:
    """A function that says whether the first text after white space matches a pattern."""
    look = re.compile(rf"\s*+(?:{pattern})").match
    return lambda head: look(head) is not None


class LateTokenStream(ReadTokenStream):
    """A token stream whose moves need the variant, or even the position, to be read (`C+.5`, the front cannon).

    in_notation: from the text of a move, the state and the variant to the move in a notation of the variant; gives the
    text back if it is no move.

    `tokens` makes each move, since the next one may depend on it. An illegal move leaves the state as it was.
    """

    def __init__(self, text: str, *, in_notation: Callable[[str, State, Variant], str]) -> None:
        super().__init__(text)
        self.in_notation = in_notation

    def add_move(self, text: str, span: Span) -> None:
        """Add a move. A blank before it marks it among the tokens until `tokens` converts it."""
        self.add_token(f" {text}", span)

    def tokens(self, game: Variant) -> Sequence[str]:
        """See `TokenStream`."""
        fen = self.tags.get("FEN", "")
        try:
            state = game.initial_state() if fen in UNKNOWN else position_of(game, fen)
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
    """The variant of a name with options; None if there is none."""
    try:
        return variant(name)
    except (UnknownVariant, PositionError):
        return None


def name_of_variant(name: str, stream: ReadTokenStream, span: Span) -> None:
    """Add the tag Variant for a name that a format has outside its tags. Chess needs no tag; its name is only skipped."""
    game = known_variant(name)
    if game is None or game.name != DEFAULT_VARIANT:
        stream.tag("Variant", name, span)
    else:
        stream.syntax.append(span)
