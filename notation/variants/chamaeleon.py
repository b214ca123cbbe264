"""Chamæleon: four pieces a player, each a queen, rook, bishop or knight as the colour of its square has it.

Invented by Wolfgang Großkopf in 1982; the page is by Ivan A Derzhanski.

>>> game = build("chamaeleon", USUAL)
>>> len(game.initial_state().moves())
13
"""

from collections.abc import Mapping
from functools import cache, partial
from itertools import pairwise
from typing import Any, cast

from fairyscore.notation.boards import rectangle
from fairyscore.notation.fen.colours import read, write
from fairyscore.notation.kernel import missing_core
from fairyscore.notation.moves.registry import notations_for
from fairyscore.notation.rules.colours.state import ColourState
from fairyscore.notation.rules.colours.tables import GONE, SEAT, ColourSheet, ColoursPieceType, ColourTables, goals
from fairyscore.notation.rules.general.definition import leaper, rider
from fairyscore.notation.rules.variant import SEATING, MoveWriting, PieceType, PositionError, Rules, Scenery, Variant
from fairyscore.notation.variants.registry import options_in
from fairyscore.notation.variants.rule_sheets import sheet_in

TITLE = "Chamæleon"
PAGE = "Wolfgang Großkopf, 1982; page `Chamæleon` by Ivan A Derzhanski, 1999"

BOARD = rectangle(8, 8)
QUEEN = ColoursPieceType("Q", "queen", (rider(1, 0), rider(1, 1)))
ROOK = ColoursPieceType("R", "rook", (rider(1, 0),))
BISHOP = ColoursPieceType("B", "bishop", (rider(1, 1),))
KNIGHT = ColoursPieceType("N", "knight", (leaper(2, 1),))
KINDS = (QUEEN, ROOK, BISHOP, KNIGHT)

DIGITS = tuple(kind.letter for kind in KINDS)
"""Numeric notation names by these, from 1 on, the piece that is dropped: as the promotions of chess."""

COLOURS = {"R": "red", "Y": "yellow", "G": "green", "B": "blue"}

USUAL = {option.name: option.default for option in options_in("chamaeleon")}
PAINT, PIECES = USUAL["colours"], USUAL["pieces"]
"""H-1: the colours from rank 8 down. H-2: for each of the four pieces what it is on red, yellow, green and blue."""

CLOCKWISE = WHITE, SILVER, BLACK, GOLD = SEATING[4]

# Each player's left half of his own line, from his corner on.
LINES = {
    WHITE: ("a1", "b1", "c1", "d1"),
    SILVER: ("a8", "a7", "a6", "a5"),
    BLACK: ("h8", "g8", "f8", "e8"),
    GOLD: ("h1", "h2", "h3", "h4"),
}

SIDE = {WHITE: "rank 1", SILVER: "file a", BLACK: "rank 8", GOLD: "file h"}

FEWEST = 3  # ranks and files that are always left
OPPOSITE_SETS = 2  # H-4: so far round the table sit two who play alone


def build(name: str, options: Mapping[str, str]) -> Variant:
    """The game with its options; raises `PositionError` where they do not go together."""
    places, first = _seats(options)
    tables = _tables(places, options["start"] == "array", options["colours"], _changes(options["pieces"]))
    game = Variant(
        name=name,
        title=TITLE,
        family="colours",
        board=tables.board,
        seats=tables.sheet.seats,
        piece_types=tuple(PieceType(kind.letter, kind.name) for kind in KINDS),
        initial_state=lambda: ColourState(tables, tables.start, tables.hands, turn=first),
        read_position=lambda text: read(text, tables),
        write_position=lambda state: write(cast(ColourState, state)),
        rules=Rules(
            cells_rule="page: The board",
            page=PAGE,
            sheet=sheet_in("chamaeleon", partial(_words, tables.sheet, first)),
            reach=cache(partial(goals, tables)),
            lone_piece_position=lambda seat, kind, cell: ColourState(
                tables, {cell: seat << SEAT | tables.on[cell][kind]}, turn=seat
            ),
            not_compiled=missing_core,
            hands=any(tables.hands),
        ),
        writing=MoveWriting(lambda: notations_for(game, "long"), digits=DIGITS, drops=True),
        scenery=_scenery(tables),
    )
    return game


def _seats(options: Mapping[str, str]) -> tuple[tuple[int, ...], int]:
    """The places of those who play, clockwise from white on, and which of them begins (H-4)."""
    players, colours = int(options["players"]), options["seats"]
    if not colours:
        return tuple(map(CLOCKWISE.index, SEATING[players])), 0
    if len(colours) != players:
        raise PositionError(
            f"seats={colours} has {len(colours)} letters, but there are {players} players; add players={len(colours)} too"
        )
    places = ["".join(seat.letter for seat in CLOCKWISE).index(letter) for letter in colours]
    steps = [(after - before) % len(CLOCKWISE) for before, after in pairwise([*places, places[0]])]
    if sum(steps) != len(CLOCKWISE) or (players == OPPOSITE_SETS and steps[0] != OPPOSITE_SETS):
        order = "two opposite sets" if players == OPPOSITE_SETS else "clockwise"
        raise PositionError(f"seats={colours} should be {order}")
    ordered = sorted(places)
    return tuple(ordered), ordered.index(places[0])


def _changes(table: str) -> tuple[tuple[tuple[str, str], ...], ...]:
    """The kind of each piece by colour, first the colour on which it is the knight (H-2, H-5)."""
    rows, letters = table.split("/"), sorted(DIGITS)
    if any(sorted(line) != letters for line in (*rows, *map("".join, zip(*rows, strict=True)))):
        once = "once for each piece and once on each colour (H-5)"
        raise PositionError(f"pieces={table} should have each of {' '.join(DIGITS)} {once}")
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
    places: tuple[int, ...], array: bool, paint: str, changes: tuple[tuple[tuple[str, str], ...], ...]
) -> ColourTables:
    seats = tuple(CLOCKWISE[place] for place in places)
    cells = (BOARD.cells[cell] for row in BOARD.rows for cell in row if cell is not None)
    painted = dict(zip(cells, paint.replace("/", ""), strict=True))
    starts = tuple(LINES[seat] for seat in seats) if array else ()
    for names in starts:
        if len({painted[cell] for cell in names}) < len(COLOURS):
            found = f"should have all four, and are {' '.join(painted[cell] for cell in names)}"
            raise PositionError(f"the colours do not fit the array: {', '.join(names)} {found}")
    by_piece = tuple(map(dict, changes))
    return ColourTables(ColourSheet(TITLE, seats, BOARD, KINDS, COLOURS, by_piece, painted, starts, FEWEST))


def _scenery(tables: ColourTables) -> Scenery:
    sheet = tables.sheet
    letters = [kind.letter for kind in sheet.kinds]
    colours = sheet.colours
    faces = [tuple((colours[c], letters.index(kind)) for c, kind in change.items()) for change in sheet.changes]

    def gone(state: ColourState) -> tuple[int, ...]:
        return tuple(cell for cell, code in enumerate(state.board) if code == GONE)

    def faces_at(state: ColourState, cell: int) -> tuple[tuple[str, int], ...]:
        return faces[state.board[cell] % len(faces)] if state.board[cell] >= 0 else ()

    fields = tuple(sheet.colours[sheet.paint[name]] for name in sheet.board.cells)
    news = cast(Any, lambda before, after: after.news(before))
    return Scenery(fields, gone=cast(Any, gone), faces=cast(Any, faces_at), news=news)


def _words(sheet: ColourSheet, first: int) -> dict[str, str]:
    """The rule sheet's words that depend on the options."""
    names, paint = [seat.name for seat in sheet.seats], sheet.paint
    ranks = {rank: "".join(paint[f"{file}{rank}"] for file in "abcdefgh") for rank in range(8, 0, -1)}
    as_usual = "/".join(ranks.values()) == PAINT and sheet.changes == tuple(map(dict, _changes(PIECES)))
    kinds = {kind.letter: kind.name for kind in KINDS}
    changes = ([f"{kinds[kind]} on {COLOURS[c]}" for c, kind in change.items()] for change in sheet.changes)
    seated = {WHITE, BLACK} <= set(sheet.seats)  # as in the examples
    turns = (*sheet.seats[first:], *sheet.seats[:first])
    starts = zip(names, sheet.starts, strict=False)
    return {
        "ranks": "\n".join(f"  {rank}  {' '.join(colours)}" for rank, colours in ranks.items()),
        "places": f"  {', '.join(f'{seat.name} on {SIDE[seat]}' for seat in turns)}",
        "pieces": "\n".join(f"  {', '.join(change)}" for change in changes),
        "array": f"  {', '.join(f'{name} on {cells[0]}-{cells[-1]}' for name, cells in starts)}"
        if sheet.starts
        else "",
        "drop": "" if sheet.starts else "yes",
        "fewest": str(sheet.fewest),
        "seated": "yes" if seated else "",
        "usual": "yes" if seated and as_usual else "",
    }
