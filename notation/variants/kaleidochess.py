"""KaleidoChess (1985): castles on a round board, and pieces that go an exact number of steps."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial

from fairyscore.notation.boards.board import bits, mask_of
from fairyscore.notation.boards.slices import SliceBoard, slices
from fairyscore.notation.fen.castles import read_position, write_position
from fairyscore.notation.moves import lan, long, spoken, uci
from fairyscore.notation.rules.castles.sheet import CastleSheet, CastlesPieceType
from fairyscore.notation.rules.castles.state import CastleState
from fairyscore.notation.rules.castles.targets import alone, goals
from fairyscore.notation.rules.readings import Example, Option, Reading, RuleSection
from fairyscore.notation.rules.seats import SEATING, Seat
from fairyscore.notation.rules.variant import MoveWriting, PieceType, PositionError, Rules, Scenery, State, Variant
from fairyscore.notation.variants.registry import retagged

GAME, TITLE = "kaleidochess", "KaleidoChess"
PAGE = "The inventor's page KaleidoChess, updated 25.12.2016; it does not give his name"

DICE = "1=PV 2=HE 3=TR 4=LD 5=W 6=*"
"""K-6: the page's table is a lost picture. Pieces of as many steps go together; five is the wizard, six all."""

ARMIES = {"pawns": "P", "ravens": "V"}

ARRAY = r"[-A-Z]{1,23}(/[-A-Z]{1,23})?"
"""K-9: a row of letters for the outer ring and one for the ring inside it, as their owner sees them from his left to his
right, the middle one on his castle and in front of it; `-` for an empty field."""

OPTIONS = (
    Option("players", values=("2", "3", "4"), default="2", says="how many play"),
    Option("dice", says="the dice are thrown before each move"),
    Option("array", tag="Array", says="the pieces of all players, in the two outer rings (K-9)", pattern=ARRAY),
    *(
        Option(
            seat.name,
            values=tuple(ARMIES),
            tag=f"{seat.name.title()}Array",
            says=f"all pieces of {seat.name} are pawns, or ravens, or stand as in array=",
            pattern=ARRAY,
        )
        for seat in SEATING[4]
    ),
    Option(
        "fallen",
        values=("leave", "stay"),
        default="leave",
        tag="Fallen",
        says="with three or four players, whether the pieces of who has lost leave the board",
    ),
    Option(
        "max-moves",
        tag="MaxMoves",
        says="moves a player until the game is drawn, 1 to 9999",
        pattern=r"[1-9][0-9]{0,3}",
    ),
    Option("no-repetition", tag="NoRepetition", says="a piece may not make a move again that it made before"),
    Option(
        "dice-table",
        default=DICE,
        tag="DiceTable",
        says=f"the pieces that each throw allows, as in {DICE}",
        pattern=r"[1-6]=(?:[A-Z]+|\*)(?: +[1-6]=(?:[A-Z]+|\*))*",
    ),
)

KINDS = (
    CastlesPieceType("W", "wizard", 3, flies=True, roams=True),
    CastlesPieceType("D", "dragon", 4, flies=True),
    CastlesPieceType("R", "roc", 3, flies=True),
    CastlesPieceType("E", "eagle", 2, flies=True),
    CastlesPieceType("V", "raven", 1, flies=True),
    CastlesPieceType("L", "elephant", 4, flies=False),
    CastlesPieceType("T", "tiger", 3, flies=False),
    CastlesPieceType("H", "horse", 2, flies=False),
    CastlesPieceType("P", "pawn", 1, flies=False),
)

LETTERS = "".join(kind.letter for kind in KINDS)
EMPTY = "-"

SLICES = 8
PER_RING = (1, 2, 2, 3, 3)
"""K-1: fields of a slice, ring by ring from the centre."""

CASTLES = ("00", "1J", "3J", "5J", "7J")
HOMES = {2: (1, 5), 3: (1, 3, 5), 4: (1, 3, 5, 7)}
"""K-3: the slices of the seats' own castles."""

ROWS = ((5, "J"), (4, "G"))
"""The rings of an array, and the fields in their middle."""

ARRAYS = {2: "PVERWREVP/PHTLDLTHP", 3: "ERWRE/TLDLT", 4: "ERWRE/TLDLT"}
"""K-3: with more players two sides only have room for so many."""


@lru_cache(maxsize=1)
def board() -> SliceBoard:
    """The centre field and five rings."""
    return slices(SLICES, PER_RING)


def setup(arrays: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    """The pieces at the start, as cell, seat and kind; an array for each seat."""
    for seat, (home, array) in enumerate(zip(HOMES[len(arrays)], arrays, strict=True)):
        for (ring, middle), letters in zip(ROWS, array.split("/"), strict=False):
            row = board().rows[ring]
            first = row.index(board().index[f"{home}{middle}"]) - len(letters) // 2
            for place, letter in enumerate(letters, first):
                if letter != EMPTY:
                    yield row[place % len(row)], seat, LETTERS.index(letter)


def _arrays(options: Mapping[str, str], seats: tuple[Seat, ...]) -> Iterator[str]:
    """The array of each seat. Raises `PositionError` where one has no middle or holds what is no piece."""
    common = options["array"] or ARRAYS[len(seats)]
    for seat in seats:
        own = options[seat.name]
        array = re.sub("[A-Z]", ARMIES[own], common) if own in ARMIES else own or common
        unknown = set(array) - set(f"{LETTERS}{EMPTY}/")
        if unknown:
            raise PositionError(
                f"array {array} names {', '.join(sorted(unknown))}; the pieces are {', '.join(LETTERS)}, and {EMPTY} is "
                "an empty field"
            )
        if any(len(row) % 2 == 0 for row in array.split("/")):
            raise PositionError(f"each row of the array {array} should have a middle, and so an odd number of fields")
        yield array


def _standing(options: Mapping[str, str], seats: tuple[Seat, ...]) -> tuple[tuple[int, int, int], ...]:
    """The start. Raises `PositionError` where two pieces would stand on a field, or somebody would hold no castle."""
    standing = tuple(setup(tuple(_arrays(options, seats))))
    twice = [cell for cell, count in Counter(cell for cell, _, _ in standing).items() if count > 1]
    if twice:
        raise PositionError(f"by these arrays two pieces stand on {', '.join(board().cells[cell] for cell in twice)}")
    holders = {seat for cell, seat, _ in standing if board().cells[cell] in CASTLES}
    for number, seat in enumerate(seats):
        if number not in holders:
            raise PositionError(f"{seat.name} has no piece in a castle, and would have lost at the start")
    return standing


def throws(table: str) -> tuple[int, ...]:
    """Masks of kinds by throw, from `1=PV 2=HE ...`. Raises `PositionError` where a throw or a piece is wrong."""
    allowed: dict[int, int] = {}
    for entry in table.split():
        throw, _, letters = entry.partition("=")
        unknown = set(letters) - set(LETTERS) - {"*"}
        if unknown:
            raise PositionError(
                f"dice-table: {entry} names {''.join(sorted(unknown))}; the pieces are {', '.join(LETTERS)}"
            )
        if int(throw) in allowed:
            raise PositionError(f"dice-table: the throw {throw} is there twice")
        allowed[int(throw)] = mask_of(range(len(KINDS)) if letters == "*" else map(LETTERS.index, set(letters)))
    missing = [str(throw) for throw in range(1, 7) if throw not in allowed]
    if missing:
        raise PositionError(f"dice-table: nothing is said for the throw {', '.join(missing)}")
    return (0, *(allowed[throw] for throw in range(1, 7)))


def build(name: str, options: Mapping[str, str]) -> Variant:
    """The game with its options. Raises `PositionError` where they do not go together."""
    sheet = _sheet(options)
    start = CastleState(sheet, sheet.setup)

    def write(state: State) -> str:
        assert isinstance(state, CastleState)
        return write_position(state)

    return Variant(
        name=name,
        title=TITLE,
        family=GAME,
        board=sheet.board,
        seats=sheet.seats,
        piece_types=tuple(PieceType(kind.letter, kind.name) for kind in KINDS),
        initial_state=start.copy,
        read_position=lambda text: read_position(text, sheet),
        write_position=write,
        retag=lambda tags: retagged(GAME, options, OPTIONS, tags),
        tags=tuple(option.tag for option in OPTIONS if option.tag),
        rules=Rules(
            cells_rule="K-1",
            page=PAGE,
            sections=SECTIONS,
            readings=READINGS,
            reach=cache(partial(goals, sheet)),
            lone_piece_position=partial(alone, sheet),
            step_verb="walks",
            leap_verb="flies",
            capture_verb="knocks out",
            throws=bool(sheet.throws),
        ),
        writing=MoveWriting(
            notations=(long, lan, spoken, uci),
            aliases={"protocol": "long"},
            capture_mark="+",
        ),
        scenery=Scenery(_fields(sheet), tokens=tuple(map(_token, KINDS)), held=tuple(bits(sheet.castles))),
    )


def _token(kind: CastlesPieceType) -> str:
    """Dots for walking pieces, lines for flying ones, as many as they go steps; a wizard has its three as a triangle."""
    if kind.roams:
        return "△"
    return ("|" if kind.flies else "•") * kind.steps


def _fields(sheet: CastleSheet) -> tuple[str, ...]:
    """Castles, the towns around them, and the rest (page: The board)."""
    board = sheet.board
    towns = mask_of(town for castle in bits(sheet.castles) for town in bits(board.touching(castle)))

    def of(cell: int) -> str:
        if sheet.castles >> cell & 1:
            return "castle"
        return "town" if towns >> cell & 1 else "plain"

    return tuple(map(of, range(len(board.cells))))


def _sheet(options: Mapping[str, str]) -> CastleSheet:
    players = int(options["players"])
    seats = SEATING[players]
    for seat in SEATING[4]:
        if options[seat.name] and seat not in seats:
            raise PositionError(f"{seat.name}={options[seat.name]}: nobody sits there with {players} players")
    if options["dice-table"] != DICE and not options["dice"]:
        raise PositionError("a dice-table is only used with the option dice")
    return CastleSheet(
        title=TITLE,
        board=board(),
        castles=mask_of(board().index[name] for name in CASTLES),
        kinds=KINDS,
        seats=seats,
        setup=_standing(options, seats),
        throws=throws(options["dice-table"]) if options["dice"] else (),
        limit=int(options["max-moves"] or 0),
        repeats=not options["no-repetition"],
        fallen_stay=options["fallen"] == "stay",
    )


READINGS = (
    Reading(
        "K-1",
        "A slice has 1, 2, 2, 3 and 3 fields, ring by ring from the centre: A; B C; D E; F G H; I J K, clockwise in "
        "each ring. Slice 1 holds White's wizard; the slices are numbered clockwise.",
        "The figure is lost. 18 pieces then fill the two outer rings of three slices, a castle has one field in front of "
        "it, and the page's own move 1B-2F is a legal flight of the wizard.",
    ),
    Reading("K-2", "The castles in the outer ring are 1J, 3J, 5J and 7J.", "Four castles, one in every other slice."),
    Reading(
        "K-3",
        "Castles of the players: slices 1 and 5 (two), 1, 3, 5 (three), 1, 3, 5, 7 (four). From the wizard outward in "
        "the outer ring: roc, eagle, raven, pawn; from the dragon in the ring before it: elephant, tiger, horse, pawn. "
        "With three or four players a side has roc and eagle, elephant and tiger only.",
        "The figures are lost. The order follows the strength of the pieces; with more players there is room for so many.",
    ),
    Reading(
        "K-4",
        "A player may not, in his next move, take the same piece back to where his last move took it from, even if it "
        "would knock something out. A pass does not count as a move.",
        "The page forbids to undo the last move and names no exception.",
    ),
    Reading(
        "K-5",
        "With three or four players, who has lost leaves the game with all his pieces, and the last one in wins.",
        "The page says only what happens between two.",
        "Fallen",
        "fallen=stay",
    ),
    Reading(
        "K-6",
        "A throw of 1 moves pawns and ravens, 2 horses and eagles, 3 tigers and rocs, 4 elephants and the dragon, "
        "5 the wizard, 6 any piece.",
        "The table is a lost picture. Five groups of pieces by their steps leave the six for all.",
        "DiceTable",
        "dice-table=",
    ),
    Reading(
        "K-7",
        "A limit of moves counts the moves of each player; when all have made so many, the game is a draw.",
        "The page lets the players agree on a number of moves, and names no result.",
        "MaxMoves",
        "max-moves=",
    ),
    Reading(
        "K-8",
        "Where repetition is forbidden, a piece may not go a second time from and to the same fields, in the whole game.",
        'The page says "repetition of the same move", and not how long it is remembered.',
        "NoRepetition",
        "no-repetition",
    ),
    Reading(
        "K-9",
        "A position may hold any number of pieces of any kind, and players may choose their arrays: array=ERWRE/TLDLT has "
        "the pieces of the outer ring and of the ring inside it, as their owner sees them, - for an empty field; "
        "white=, silver=, black= and gold= say it for one player. The start may also be a position (tag FEN).",
        'The arrays for three and four players (K-3) are guessed from lost pictures, and the page says: "It is also '
        'possible to experiment with the initial set up on the board".',
        "Array, WhiteArray, SilverArray, BlackArray or GoldArray",
        "array=",
    ),
)

MOVING = (
    Example("A tiger walks three steps, over sides only.", "1/8/16/2wT13/13bD10/1wW11bW10 w - - 1", "2D-8E"),
    Example(
        "It may not pass a piece, and here stands one on every way of three steps.",
        "1/8/2wP13/1wHwTwP12/4bV8bD10/1wW11bW10 w - - 1",
        "2D-3E",
        refused="path-blocked",
    ),
    Example("A roc in its place flies over them.", "1/8/2wP13/1wHwRwP12/4bV8bD10/1wW11bW10 w - - 1", "2D-3E"),
    Example("The wizard crosses two borders between rings.", "1/8/wW15/16/13bD10/1wP11bW10 w - - 1", "1B-2F"),
    Example(
        "No other piece does, though a roc has three steps too.",
        "1/8/wR15/16/13bD10/1wW11bW10 w - - 1",
        "1B-2F",
        refused="circles-crossed",
    ),
    Example("An eagle knocks out a pawn of its own side.", "1/8/16/16/13bD10/1wW2wP1wE6bW10 w - - 1", "3I+2J"),
    Example(
        "White's last move was 2F-2E; the eagle may not go straight back.",
        "1/8/16/3wE12/13bD10/1wW11bW10 w w2F-2E - 5",
        "2E-2F",
        refused="taken-back",
    ),
)

WINNING = (
    Example(
        "The wizard leaves the only castle that White holds: capitulation, and Black has won.",
        "1/8/16/3wE12/13bD10/1wW11bW10 w - - 1",
        "1J-2D",
        after=True,
    ),
)

DICING = (
    Example(
        "A throw of 2 moves horses and eagles (K-6).",
        "1/8/16/3wE12/5wH7bD10/1wW11bW10 w - - 1",
        "2: 2H-2F",
        game="kaleidochess:dice",
    ),
    Example(
        "A throw of 1 is for pawns and ravens, which White does not have: he passes.",
        "1/8/16/3wE12/5wH7bD10/1wW11bW10 w - - 1",
        "1: --",
        game="kaleidochess:dice",
    ),
)

SECTIONS = (
    RuleSection(
        "Board",
        (
            "A centre field 00 and five rings cut into eight slices, 1 to 8 clockwise, of eleven fields A to K.",
            "Fields touch by a side where their borders share more than a point (1D touches 1F and 1G), and by a "
            "corner where they share one point (1A and 2B). 00 touches all the A fields by a side.",
            "Castles are 00, 1J, 3J, 5J and 7J. The fields that touch them are towns, which have no rule of their own.",
        ),
        shows="board",
    ),
    RuleSection(
        "Pieces",
        (
            "Flying: wizard W 3 steps, dragon D 4, roc R 3, eagle E 2, raven V 1.",
            "Walking: elephant L 4 steps, tiger T 3, horse H 2, pawn P 1.",
            "A player has one wizard, one dragon, four pawns and two of every other piece; with three or four players no "
            "ravens, horses and pawns (K-3). With black=pawns or black=ravens (white, silver and gold alike) all his "
            "pieces are pawns or ravens. Other arrays may be agreed on (K-9).",
        ),
        shows="pieces",
    ),
    RuleSection(
        "Moving the pieces",
        (
            "White begins, then clockwise. Nobody may pass.",
            "A piece goes exactly as many steps as it has, each to a field that touches by a side, for flying pieces by a "
            "side or a corner. It may not come to a field twice in a move, nor back to where it started.",
            "Walking pieces may not pass a field on which a piece stands; flying pieces may.",
            "A piece crosses at most one border between rings in a move (that of 00 is one too); only the wizard crosses "
            "as many as it likes.",
            "A piece may end its move on any other piece, also of its own side, and knocks it out.",
            "Nobody may undo his last move in his next one.",
        ),
        MOVING,
    ),
    RuleSection(
        "Who is the winner?",
        (
            "Who has no piece in any castle after a move, be it his own (capitulation) or another's, has lost.",
            "Who is to move and has no legal move has lost (blocking).",
            "Otherwise the game is drawn only by agreement. Agreed limits are max-moves= (moves a player, then it is "
            "drawn; K-7) and no-repetition (a piece may not make the same move, from and to the same field, a second time; "
            "K-8).",
            "With three or four players, who has lost leaves with all his pieces, and the others play on; with fallen=stay "
            "his pieces stay where they are, and can be knocked out (K-5).",
        ),
        WINNING,
    ),
    RuleSection(
        "Dice",
        (
            "With the option dice, a throw before each move says which pieces may move; it is written in front: 3: 1K+4B.",
            "If the throw allows a move, it must be played. If not, the player passes, 5: --, and loses nothing.",
        ),
        DICING,
    ),
    RuleSection(
        "Game protocols",
        (
            "A move is 1B-2F, or 1B+2F where it knocks a piece out.",
            "Spoken: wizard from 1B goes to 2F; wizard from 1B knocks out raven at 2F.",
        ),
    ),
)
