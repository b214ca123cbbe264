"""The protocol between games and everything else: notations, records, replay and commands know a game only through this."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from fairyscore.notation.boards import Board
from fairyscore.notation.errors import FairyscoreError
from fairyscore.notation.rules.course import Course
from fairyscore.notation.rules.moves import CASTLINGS, Move, ParsedMove
from fairyscore.notation.rules.reasons import Reason
from fairyscore.notation.rules.state import State, Target
from fairyscore.notation.text import shown

if TYPE_CHECKING:
    from fairyscore.notation.rules.readings import AboutGame, GameWords, Reading, RuleSection, RuleSheet, RuleText


class Seat(NamedTuple):
    """One player's place at the board.

    >>> SEATING[3][1]
    Seat(name='silver', letter='s')
    """

    name: str
    letter: str


WHITE, SILVER, BLACK, GOLD = Seat("white", "w"), Seat("silver", "s"), Seat("black", "b"), Seat("gold", "g")

SEATING: dict[int, tuple[Seat, ...]] = {2: (WHITE, BLACK), 3: (WHITE, SILVER, BLACK), 4: (WHITE, SILVER, BLACK, GOLD)}
"""Who sits at a table for two, three or four, in turn order (RULES: seats 0..n-1, clockwise)."""


class Notation(Protocol):
    """One way to write moves: what a module of `moves/` gives."""

    @property
    def name(self) -> str:
        """The name of the notation."""

    def refusal(self, variant: Variant) -> str:
        """Why a game cannot be written so, half a sentence; empty where it can. Notations that it has are not asked for."""

    def read(self, text: str, variant: Variant) -> ParsedMove | tuple[Reason, ...] | None:
        """The parsed move, or why a move of this notation cannot be one here, or None where it is another notation."""

    def write(self, state: State, move: Move, variant: Variant) -> str:
        """A legal move of `state` as text."""


class PieceType(NamedTuple):
    """A kind of piece for notations: its letter(s) in move text and its English name. The place in the tuple is its
    index. picture: names of drawings joined by +, where it is not drawn by its name. also: letters that are read for it.
    other_names: names that are read for it in words."""

    letter: str
    name: str
    picture: str = ""
    also: tuple[str, ...] = ()
    other_names: tuple[str, ...] = ()


NOBODY = -1


class River(NamedTuple):
    """Water between cells. owner: the seat whose river it is, NOBODY if it is nobody's; banks: pairs of cells beside it."""

    owner: int
    banks: tuple[tuple[int, int], ...]


class PieceLook(NamedTuple):
    """The look of pieces in a game's own diagrams. shape: `disc` or `wedge`, empty for pictures of pieces.

    characters: by kind, what stands on each seat's. red, blue: the seats whose discs are so, or `NOBODY`; others are black.
    inks: by seat the colours of pictures, by the names that marks have in themes; empty for those of the seats' names.
    """

    shape: str = ""
    characters: tuple[tuple[str, ...], ...] = ()
    red: int = 0
    blue: int = -1
    inks: tuple[str, ...] = ()


class Idiom(NamedTuple):
    """How those who play a game speak of it, where that is not as in chess.

    players: what the players are called, by seat; empty where these are the names of the seats.
    notations: what its books are printed in, by preference; empty for the printed notation of chess.
    abroad: the same in other languages, by their codes.
    """

    players: tuple[str, ...] = ()
    notations: tuple[str, ...] = ()
    abroad: Mapping[str, str] = {}


CHESS: Final = Idiom()
"""As in chess: nothing is called otherwise."""


class Scenery(NamedTuple):
    """The scenery of a game: what a picture shows beside pieces, as the rules know it; no colour, no place on paper.

    fields: what each cell is, by its number: `light`, `dark`, a colour, `castle`, ...; empty where fields are all alike.
    held: cells of which it matters who stands there, as castles are. gone: the cells that are no longer there.
    wall: the figure that stands on these, as the duck does, and may leave them again; empty where the board has lost them.
    checked: the cells of pieces in check, of who is to move.
    tokens: by kind of piece the signs that the game's page draws on it, `•` for a step, `|` for a flight, `△`; or nothing.
    faces: what the piece on a cell would be on each kind of field: pairs of a name in `fields` and an index in
    `piece_types`.
    news: what has come about between two tables, a move apart: words for people; None where new `State.notes` say it.
    points: cells are points where lines meet. diagonals: pairs of cells with a line between them, as in palaces.
    pieces: their look.
    """

    fields: tuple[str, ...] = ()
    rivers: tuple[River, ...] = ()
    tokens: tuple[str, ...] = ()
    held: tuple[int, ...] = ()
    gone: Callable[[State], tuple[int, ...]] = lambda state: ()
    wall: str = ""
    checked: Callable[[State], tuple[int, ...]] = lambda state: ()
    faces: Callable[[State, int], tuple[tuple[str, int], ...]] = lambda state, cell: ()
    news: Callable[[State, State], tuple[str, ...]] | None = None
    points: bool = False
    diagonals: tuple[tuple[int, int], ...] = ()
    pieces: PieceLook = PieceLook()


class Rules(NamedTuple):
    """The rules of a game as its page states them, and facts that programs need before a move is made.

    page: where the rules come from. sheet: gives the rule sheet, which nobody needs who plays.
    reach: seat, piece type and cell -> where such a piece gets to from there on an empty board, and how.
    lone_piece_position: the same three -> a state with no other piece, for pictures; no game comes to it.
    cells_rule: the rule that says which cells there are. warnings: what the start position has and the page advises
    against. step_verb, leap_verb, capture_verb: how its page says that a piece moves, that it moves over others, and what
    it does to the one it captures. throws: dice are thrown for each move.
    optional_wall: a move may put a wall, and need not; engines then get the first cell for none.
    course: the ends that the course of a game brings; None where it brings none.
    not_compiled: gives the reason why the game is played in plain Python, half a sentence; empty where it is compiled.
    describe: gives the rules in plain words of a language, by its code; None for games whose sheet is written by hand only.
    by_mate: the game is won by mate of the one king that each side has, and by nothing else (`general.mate`).
    alternates: the seats move by turns, one move each.
    by_points: points decide who comes first, and not who stays in the game. hands: pieces may be in hand, beside the board.
    keeps_captures: what is captured comes to a hand, and is not lost.
    """

    page: str
    sheet: Callable[[], RuleSheet]
    reach: Callable[[int, int, int], tuple[Target, ...]]
    lone_piece_position: Callable[[int, int, int], State]
    cells_rule: str = ""
    warnings: tuple[str, ...] = ()
    step_verb: str = "moves"
    leap_verb: str = "leaps"
    capture_verb: str = "takes"
    throws: bool = False
    optional_wall: bool = False
    counts_repetition: bool = False
    course: Course | None = None
    not_compiled: Callable[[], str] = lambda: ""
    describe: Callable[[str], RuleText] | None = None
    by_mate: bool = False
    alternates: bool = True
    hands: bool = False
    keeps_captures: bool = False
    by_points: bool = False

    @property
    def sections(self) -> tuple[RuleSection, ...]:
        """The rule sheet, heading by heading."""
        return self.sheet().sections

    @property
    def about(self) -> AboutGame:
        """The author's texts on the game beside its rules."""
        return self.sheet().about

    def words(self, language: str) -> GameWords:
        """The rule sheet's words for the game in a language."""
        from fairyscore.notation.rules.readings import GameWords

        return self.sheet().words.get(language, GameWords())

    def text(self, language: str) -> RuleText:
        """The rules in plain words of a language; empty where nothing says them so."""
        from fairyscore.notation.rules.readings import RuleText

        return RuleText() if self.describe is None else self.describe(language)

    @property
    def readings(self) -> tuple[Reading, ...]:
        """How the game reads what its page leaves open."""
        return self.sheet().readings


@dataclass(frozen=True, eq=False, repr=False)
class MoveWriting:
    """The notations and coordinate schemes of a game.

    list_notations: gives `notations`, each imported when it is asked for. aliases: what its page calls one.
    schemes: names of the coordinate schemes, the usual one first; empty where there is one only. scheme: this game's.
    castlings: texts of the castlings, by the `castle` index of moves; castling_king_moves: where the king goes in each.
    castling_target: the cell that UCI names as a castling's target, where it is not the king's (Chess960: the rook's).
    digits: letters of the pieces that a promotion or drop names by a digit (ICCF), 1 first.
    beside: texts may say that a move puts a wall or brings a piece in as well, `e4,e5` and `Nf3/H`; elsewhere no text means
    that. adds: moves do. drops: pieces come from the hand. turns_back: promoted pieces may
    become what they were, and no move changes a piece otherwise than by a +.
    null_moves: annotators let a player leave out a move in variations, where nobody ever passes in a game.
    passes: a player may pass in a game. twice: a move may have two steps, with the cell of the first behind a comma.
    """

    list_notations: Callable[[], Iterator[Notation]]
    aliases: Mapping[str, str] = field(default_factory=dict)
    schemes: tuple[str, ...] = ()
    scheme: str = ""
    castlings: tuple[str, ...] = ()
    castling_king_moves: tuple[tuple[int, int], ...] = ()
    castling_target: Callable[[State, Move], int] | None = None
    capture_mark: str = "x"
    digits: tuple[str, ...] = ()
    beside: bool = False
    adds: bool = False
    drops: bool = False
    turns_back: bool = False
    null_moves: bool = False
    passes: bool = False
    twice: bool = False

    @cached_property
    def usual(self) -> Notation:
        """The game's usual notation: the first of `notations`, without the others being imported."""
        return next(self.list_notations())

    @cached_property
    def notations(self) -> tuple[Notation, ...]:
        """All that can say what moves of the game do, in the order in which they are tried."""
        return tuple(self.list_notations())

    @cached_property
    def castling_sides(self) -> Mapping[tuple[int, int], int]:
        """From and to of a castling king -> side, 0 for O-O and 1 for O-O-O."""
        return dict(zip(self.castling_king_moves, map(CASTLINGS.index, self.castlings), strict=False))


class MoveCache(NamedTuple):
    """Moves read before; the same few thousand texts come again and again.

    parsed_moves: by their text. readers: by these texts too, the places of the notations that read them. unique_moves: the
    parsed moves, each once. written_moves: by the move and whether it captures, the values that were made of legal moves
    (`position.LegalMove`).
    """

    parsed_moves: dict[str, ParsedMove]
    readers: dict[str, tuple[int, ...]]
    unique_moves: dict[ParsedMove, ParsedMove]
    written_moves: dict[tuple[Move, bool], Any]


@dataclass(frozen=True, eq=False, repr=False)
class Variant:
    """A game with its options fixed. There is one of each, so it is equal to itself only.

    name: the one text that names it everywhere, as `kaleidochess:players=4,dice`.
    family: the games drawn alike.
    piece_types: the types that texts can name, by index; several may share a letter (a pawn before and after the
    centre).
    initial_state: a fresh state with the start position.
    read_position: FEN -> state; raises `PositionError`.
    write_position: state -> FEN.
    tags: the tags of a record that set options.
    retag: the same game with the options that a record's tags set; raises `PositionError` on a value that makes no
    sense.
    options: the value of each option by its name, `yes` or empty for a switch.
    idiom: what its players say.

    It is pickled by its name, a game of a variant file with the text of that (`variants.registry`).

    >>> from fairyscore.notation.variants.registry import variant
    >>> game = variant("kaleidochess:players=4")
    >>> game.title, [seat.name for seat in game.seats], game.options["players"]
    ('KaleidoChess', ['white', 'silver', 'black', 'gold'], '4')
    """

    name: str
    title: str
    family: str
    board: Board
    seats: tuple[Seat, ...]
    piece_types: tuple[PieceType, ...]
    initial_state: Callable[[], State]
    read_position: Callable[[str], State]
    write_position: Callable[[State], str]
    rules: Rules
    writing: MoveWriting
    scenery: Scenery
    tags: tuple[str, ...] = ()
    retag: Callable[[Mapping[str, str]], Variant] | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    idiom: Idiom = CHESS
    cache: MoveCache = field(default_factory=lambda: MoveCache({}, {}, {}, {}), repr=False, compare=False)

    def __repr__(self) -> str:
        return f"<Variant {shown(self.name, 150)}>"

    def __copy__(self) -> Variant:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Variant:
        return self

    def player(self, seat: int) -> str:
        """A player's name in English: `white`, or `Red` where the game has words of its own.

        >>> from fairyscore.notation.variants.registry import variant
        >>> variant("shogi").player(0), variant("chess").player(0)
        ('Black', 'white')
        """
        return self.idiom.players[seat] if self.idiom.players else self.seats[seat].name

    def seat_called(self, name: str) -> int | None:
        """The number of a seat by its name, or what its player is called where no seat has that name; None for nobody.

        >>> from fairyscore.notation.variants.registry import variant
        >>> variant("xiangqi").seat_called("red"), variant("shogi").seat_called("black")
        (0, 1)
        """
        names = (*(seat.name for seat in self.seats), *map(str.casefold, self.idiom.players))
        return names.index(name) % len(self.seats) if name in names else None

    @cached_property
    def notations(self) -> tuple[str, ...]:
        """The names of its notations, the usual one first: what `Position.write` takes."""
        return tuple(notation.name for notation in self.writing.notations)

    @property
    def sheet(self) -> RuleSheet:
        """The rules in words, heading by heading, and the readings."""
        return self.rules.sheet()

    @property
    def about(self) -> AboutGame:
        """The author's texts on the game beside its rules."""
        return self.rules.about

    @property
    def readings(self) -> tuple[Reading, ...]:
        """How the game reads what its page leaves open."""
        return self.rules.readings

    @cached_property
    def letters(self) -> dict[str, int]:
        """Letter -> index of its piece type, the first one where several share a letter."""
        return {piece.letter: kind for kind, piece in reversed([*enumerate(self.piece_types)]) if piece.letter}

    @cached_property
    def read_letters(self) -> dict[str, int]:
        """`letters`, and the other letters that are read too, as H and E for the horse and elephant of xiangqi.

        A letter of several kinds is left to the position (`moves.fairy`). Two letters, as those of a compound of bishop
        and camel, are read in either order.
        """
        others = [(other, kind) for kind, piece in enumerate(self.piece_types) for other in piece.also]
        compounds = ((piece.letter, kind) for kind, piece in enumerate(self.piece_types) if len(piece.letter) == 2)
        others += [(letters[::-1], kind) for letters, kind in compounds if letters.isalpha()]
        many = Counter(other for other, _ in others)
        return {other: kind for other, kind in others if many[other] == 1} | self.letters


LONGEST_PROBLEM = 300


class UnknownVariant(FairyscoreError, ValueError):
    """A name or option that no game has; the message says which exist and which is nearest, fit for a terminal.

    >>> from fairyscore.notation.position import Position
    >>> try:
    ...     Position.start("cheess")
    ... except UnknownVariant as fault:
    ...     print(str(fault)[:40])
    there is no variant 'cheess'; there are
    """

    def __init__(self, message: str) -> None:
        super().__init__(shown(message, LONGEST_PROBLEM))


class PositionError(FairyscoreError, ValueError):
    """A FEN that cannot be read, or an invalid position.

    problems: all of them, a sentence each; the first is the message. They quote user text, which is made safe to print on a
    terminal: one line, printable characters, limited length.
    mended: the position without the fields that are wrong, where pieces and mover are right; else None.

    >>> from fairyscore.notation.position import Position
    >>> try:
    ...     Position.from_fen("4k3/8/8/8/8/8/8/8 w - - 0 1")
    ... except PositionError as fault:
    ...     print(fault.problems)
    ('white has 0 kings, and should have one',)
    """

    problems: tuple[str, ...]
    mended: State | None

    def __init__(self, *problems: str, mended: State | None = None) -> None:
        self.problems = tuple(shown(problem, LONGEST_PROBLEM) for problem in problems)
        self.mended = mended
        super().__init__(self.problems[0])
