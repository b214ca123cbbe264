"""Chamæleon: four pieces a player, each a queen, rook, bishop or knight as the colour of its square has it.

Invented by Wolfgang Großkopf in 1982; the page is by Ivan A Derzhanski.

>>> game = build("chamaeleon", {option.name: option.default for option in OPTIONS})
>>> len(game.initial_state().moves())
13
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
from itertools import pairwise

from fairyscore.notation.boards.headed import HeadedBoard
from fairyscore.notation.boards.rectangle import rectangle
from fairyscore.notation.rules.colours import words
from fairyscore.notation.rules.colours.sheet import ColourSheet, ColoursPieceType
from fairyscore.notation.rules.colours.state import ColourState
from fairyscore.notation.rules.colours.tables import EACH, GONE, ColourTables
from fairyscore.notation.rules.colours.targets import alone, goals
from fairyscore.notation.rules.movement import Leap, Ride
from fairyscore.notation.rules.readings import Example, Option, Reading, RuleSection
from fairyscore.notation.rules.seats import BLACK, GOLD, SEATING, SILVER, WHITE, Seat
from fairyscore.notation.rules.variant import MoveWriting, PieceType, PositionError, Rules, Scenery, State, Variant
from fairyscore.notation.variants.registry import retagged

TITLE = "Chamæleon"
PAGE = "Wolfgang Großkopf, 1982; page `Chamæleon` by Ivan A Derzhanski, 1999"

QUEEN = ColoursPieceType("Q", "queen", (Ride(1, 0), Ride(1, 1)))
ROOK = ColoursPieceType("R", "rook", (Ride(1, 0),))
BISHOP = ColoursPieceType("B", "bishop", (Ride(1, 1),))
KNIGHT = ColoursPieceType("N", "knight", (Leap(2, 1),))
KINDS = (QUEEN, ROOK, BISHOP, KNIGHT)

DIGITS = tuple(kind.letter for kind in KINDS)
"""Numeric notation names by these, from 1 on, the piece that is dropped: as the promotions of chess."""

COLOURS = {"R": "red", "Y": "yellow", "G": "green", "B": "blue"}

PIECES = "NBQR/BNRQ/QRNB/RQBN"
"""H-2: for each of the four pieces what it is on red, yellow, green and blue."""

# H-1, from rank 8 down: a1-d4 read RGYB YBRG BYGR GRBY from rank 1 up, and every quarter turn looks the same.
PAINT = "RYBGBYGR/GBYRGRBY/YRGBRGYB/BGRYYBRG/GRBYYRGB/BYGRBGRY/YBRGRYBG/RGYBGBYR"

# Each player's left half of his own line, from his corner on.
LINES = {
    WHITE: ("a1", "b1", "c1", "d1"),
    SILVER: ("a8", "a7", "a6", "a5"),
    BLACK: ("h8", "g8", "f8", "e8"),
    GOLD: ("h1", "h2", "h3", "h4"),
}

AT = {WHITE: "rank 1", SILVER: "file a", BLACK: "rank 8", GOLD: "file h"}

FEWEST = 3
"""Ranks and files that are always left."""

PAINTED = r"[RGYB]{8}(/[RGYB]{8}){7}"
TABLE = r"[QRBN]{4}(/[QRBN]{4}){3}"

CLOCKWISE = SEATING[4]
OPPOSITE_SETS = 2
"""H-4: so far round the table sit two who play alone."""

OPTIONS = (
    Option("players", ("2", "3", "4"), "2", says="white and black; with silver; with silver and gold"),
    Option("start", ("array", "drop"), "array", says="pieces on their left half lines, or dropped in turn"),
    Option(
        "colours",
        default=PAINT,
        tag="Colours",
        says="the squares' colours R G Y B, eight ranks from rank 8 down",
        pattern=PAINTED,
    ),
    Option(
        "seats",
        tag="Seats",
        says="letters of the sets in play, clockwise from who begins, of w s b g: bw, sg, sbg; two are opposite ones",
        pattern="[wsbg]{2,4}",
    ),
    Option(
        "pieces",
        default=PIECES,
        tag="Pieces",
        says="what the four pieces are, Q R B or N, each on red, yellow, green and blue",
        pattern=TABLE,
    ),
)

READINGS = (
    Reading(
        "H-1",
        "The squares a1 to d4 are, rank by rank from rank 1: R G Y B, Y B R G, B Y G R, G R B Y; a quarter turn of the "
        "board clockwise carries each quarter into the next.",
        "The page's diagram is lost; this way every player sees the same board, and the pieces of the array stand on all "
        "four colours.",
        "Colours",
        "colours=",
    ),
    Reading(
        "H-2",
        "Each player has four pieces, one that is a knight on each colour, and on any one colour they are one queen, one "
        "rook, one bishop and one knight.",
        "The page's table is lost; it says that a light or heavy piece on a warm or cold colour is the other light or "
        "heavy piece on the other warm or cold colour.",
        "Pieces",
        "pieces=",
    ),
    Reading(
        "H-3",
        "A player who has pieces but no move passes: --.",
        "The page says nothing about it, and only a player without pieces leaves the game.",
    ),
    Reading(
        "H-4",
        "Two play white and black, three all sets but gold; white begins.",
        'The page lets any two opposite sets play, and any three, and says of white: "assuming he is the one who starts".',
        "Seats",
        "seats=",
    ),
    Reading(
        "H-5",
        "Another table of pieces has each of queen, rook, bishop and knight once for each piece and once on each colour.",
        "So a letter and a square name a piece, and a piece is a knight on one colour, where it stands first.",
        "Pieces",
        "pieces=",
    ),
    Reading(
        "H-6",
        f"Where a move would leave fewer than {FEWEST} ranks or {FEWEST} files, so many lines go as leave {FEWEST}. An "
        "edge that no move has emptied keeps its line, and so do the lines behind it.",
        "The page forbids to reduce the board further, and lets lines go only when a move vacates an end line.",
    ),
)


def build(name: str, options: Mapping[str, str]) -> Variant:
    """The game with its options; raises `PositionError` where they do not go together."""
    seats, first = _seats(options)
    tables = _tables(seats, options["start"] == "array", options["colours"], _changes(options["pieces"]))
    from fairyscore.notation.moves import figurine, iccf, lan, long, san, spoken, uci

    return Variant(
        name=name,
        title=TITLE,
        family="colours",
        board=tables.board,
        seats=tables.sheet.seats,
        piece_types=tuple(PieceType(kind.letter, kind.name) for kind in KINDS),
        initial_state=partial(_begin, tables, first),
        read_position=partial(_read_position, tables),
        write_position=_write_position,
        retag=lambda tags: retagged(name.partition(":")[0], options, OPTIONS, tags),
        tags=tuple(option.tag for option in OPTIONS if option.tag),
        rules=Rules(
            cells_rule="page: The board",
            page=PAGE,
            sections=_sections(tables.sheet, first),
            readings=READINGS,
            reach=cache(partial(goals, tables)),
            lone_piece_position=partial(alone, tables),
        ),
        writing=MoveWriting(
            notations=(long, lan, san, figurine, uci, iccf, spoken),
            digits=DIGITS,
        ),
        scenery=_scenery(tables),
    )


@cache
def _board() -> HeadedBoard:
    return rectangle(8, 8)


def _seats(options: Mapping[str, str]) -> tuple[tuple[Seat, ...], int]:
    """Who plays, clockwise from white on, and which of them begins (H-4)."""
    players, said = int(options["players"]), options["seats"]
    if not said:
        return SEATING[players], 0
    if len(said) != players:
        raise PositionError(f"seats={said} has {len(said)} letters, and {players} play; say players={len(said)} too")
    places = ["".join(seat.letter for seat in CLOCKWISE).index(letter) for letter in said]
    steps = [(after - before) % len(CLOCKWISE) for before, after in pairwise([*places, places[0]])]
    if sum(steps) != len(CLOCKWISE) or (players == OPPOSITE_SETS and steps[0] != OPPOSITE_SETS):
        raise PositionError(
            f"seats={said} should be {'two opposite sets' if players == OPPOSITE_SETS else 'clockwise'}"
        )
    ordered = sorted(places)
    return tuple(CLOCKWISE[place] for place in ordered), ordered.index(places[0])


def _changes(table: str) -> tuple[tuple[tuple[str, str], ...], ...]:
    """What each piece is on which colour, first the colour on which it is the knight (H-2, H-5)."""
    rows, letters = table.split("/"), sorted(DIGITS)
    if any(sorted(line) != letters for line in (*rows, *map("".join, zip(*rows, strict=True)))):
        raise PositionError(
            f"pieces={table} should have each of {' '.join(DIGITS)} once for each piece and once on each colour (H-5)"
        )
    changes = [dict(zip(COLOURS, row, strict=True)) for row in rows]
    found = {}
    for start, colour in enumerate(COLOURS):
        change = next(change for change in changes if change[colour] == KNIGHT.letter)
        # then the other warm (or cold) colour, then the rest: so they are listed and drawn
        order = sorted(range(len(COLOURS)), key=lambda place: (place != start, place // 2 != start // 2, place))
        found[colour] = tuple((letter, change[letter]) for letter in ([*COLOURS][place] for place in order))
    return tuple(found.values())


@cache
def _tables(
    seats: tuple[Seat, ...], array: bool, paint: str, changes: tuple[tuple[tuple[str, str], ...], ...]
) -> ColourTables:
    board = _board()
    cells = (board.cells[cell] for row in board.rows for cell in row if cell is not None)
    painted = dict(zip(cells, paint.replace("/", ""), strict=True))
    starts = tuple(LINES[seat] for seat in seats) if array else ()
    for names in starts:
        if len({painted[cell] for cell in names}) < len(COLOURS):
            raise PositionError(
                f"the colours do not fit the array: {', '.join(names)} should have all four, and are "
                f"{' '.join(painted[cell] for cell in names)}"
            )
    by_piece = tuple(map(dict, changes))
    return ColourTables(ColourSheet(TITLE, seats, board, KINDS, COLOURS, by_piece, painted, starts, FEWEST))


def _begin(tables: ColourTables, first: int) -> State:
    return ColourState(tables, tables.start, tables.hands, turn=first)


def _read_position(tables: ColourTables, text: str) -> State:
    from fairyscore.notation.fen import colours

    return colours.read(text, tables)


def _write_position(state: State) -> str:
    from fairyscore.notation.fen import colours

    assert isinstance(state, ColourState)
    return colours.write(state)


def _scenery(tables: ColourTables) -> Scenery:
    sheet = tables.sheet
    letters = [kind.letter for kind in sheet.kinds]
    faces = tuple(
        tuple((sheet.colours[colour], letters.index(letter)) for colour, letter in change.items())
        for change in sheet.changes
    )

    def gone(state: State) -> tuple[int, ...]:
        assert isinstance(state, ColourState)
        return tuple(cell for cell, code in enumerate(state.pieces) if code == GONE)

    def faces_at(state: State, cell: int) -> tuple[tuple[str, int], ...]:
        assert isinstance(state, ColourState)
        return faces[state.pieces[cell] % EACH] if state.pieces[cell] >= 0 else ()

    def news(before: State, after: State) -> tuple[str, ...]:
        assert isinstance(before, ColourState)
        assert isinstance(after, ColourState)
        return words.news(before, after)

    fields = tuple(sheet.colours[sheet.paint[name]] for name in sheet.board.cells)
    return Scenery(fields, gone=gone, faces=faces_at, news=news)


MOVING = (
    Example(
        "The knight on the yellow d4 lands on the red e6, and is a bishop there.",
        "8/5bNbN1/8/8/3wN4/8/8/wN7 w 5",
        "Nd4-e6",
        after=True,
    ),
)

SHRINKING = (
    Example(
        "The move leaves nobody on file a, and the file is gone.",
        "4bNbNbNbN/8/8/8/8/8/8/wNwNwNwN4 w 1",
        "a1-c2",
        after=True,
    ),
)

DROPPING = (
    Example(
        "With start=drop: White's piece that is a knight on c3 comes there.",
        "8/8/8/8/8/8/8/8[wRwYwGwBbRbYbGbB] w 1",
        "N@c3",
        game="chamaeleon:start=drop",
        after=True,
    ),
)


def _sections(sheet: ColourSheet, first: int) -> tuple[RuleSection, ...]:
    """The rule sheet; what depends on the options is written from them."""
    names = [seat.name for seat in sheet.seats]
    paint = sheet.paint
    painted = "/".join("".join(paint[f"{file}{rank}"] for file in "abcdefgh") for rank in range(8, 0, -1))
    seated = {WHITE, BLACK} <= set(sheet.seats)  # as in the examples
    usual = seated and painted == PAINT and sheet.changes == tuple(map(dict, _changes(PIECES)))
    ranks = [" ".join(paint[f"{file}{rank}"] for file in "abcdefgh") for rank in range(8, 0, -1)]
    return (
        RuleSection(
            "The board",
            (
                "Files a to h and ranks 1 to 8, with squares red (R), green (G), yellow (Y) and blue (B) (H-1):",
                *(f"  {rank}  {colours}" for rank, colours in zip(range(8, 0, -1), ranks, strict=True)),
                "     a b c d e f g h",
            ),
            shows="board",
        ),
        RuleSection(
            "The players",
            (
                f"{len(names)} players, in turn order: {', '.join(names)}; everyone plays against everyone else.",
                f"They sit clockwise: {', '.join(f'{seat.name} at {AT[seat]}' for seat in sheet.seats)}. "
                f"{names[first].title()} begins (H-4).",
            ),
        ),
        RuleSection("The pieces", _pieces_lines(sheet), shows="pieces"),
        RuleSection("The start", _start_lines(sheet), DROPPING, shows="start"),
        RuleSection(
            "Moving",
            (
                "A piece moves and captures as in chess: as the queen, rook, bishop or knight that its square makes it.",
                "Where it lands it becomes what that square makes it; this is not written.",
                "No piece of one's own is captured. There are no pawns, no king, no check, no castling and no promotion.",
                "A move may name what the piece was on the square it left: Nd1-c3, in long form d1-c3; captures d1xc3.",
                "A player who has pieces but no move passes: -- (H-3). Nobody else may pass.",
            ),
            MOVING if usual else (),
        ),
        RuleSection(
            "Shrinking",
            (
                "When a move empties the outermost rank or file that it leaves, that line is gone at once, with the "
                "empty lines next to it; a file goes before a rank.",
                f"Never fewer than {sheet.fewest} ranks or {sheet.fewest} files are left (H-6).",
                "A line that no move has emptied stays, as one on which no piece was dropped (H-6).",
            ),
            SHRINKING if seated else (),
        ),
        RuleSection(
            "The end",
            (
                "A player who has lost all his pieces is out and his turns are left out; the last one who has pieces wins.",
                "The result gives a score for every player, in turn order.",
            ),
        ),
    )


def _pieces_lines(sheet: ColourSheet) -> tuple[str, ...]:
    names = {kind.letter: kind.name for kind in KINDS}
    pieces = (
        ", ".join(f"{names[kind]} on {COLOURS[colour]}" for colour, kind in change.items()) for change in sheet.changes
    )
    return (
        "Each player has four pieces, which change with the colour they stand on (H-2):",
        *(f"  {piece}" for piece in pieces),
        "So on one colour the four are a queen, a rook, a bishop and a knight, and a letter and a square name the piece.",
    )


def _start_lines(sheet: ColourSheet) -> tuple[str, ...]:
    if not sheet.starts:
        return (
            "The board is empty. In turn each player drops a piece on any empty square, four times; then moving begins.",
            "N@c3 drops the piece that is a knight on c3. Until all pieces are dropped nobody moves and nobody is out.",
        )
    places = (f"{seat.name} {names[0]}-{names[-1]}" for seat, names in zip(sheet.seats, sheet.starts, strict=True))
    return (f"Each player's pieces stand on the left half of his own line, each a knight there: {', '.join(places)}.",)
