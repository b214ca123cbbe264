"""KaleidoChess (1985): castles on a round board, and pieces that go an exact number of steps."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from typing import cast

from fairyscore.notation.boards import bits, mask_of, slices
from fairyscore.notation.fen.castles import read_position, write_position
from fairyscore.notation.kernel import missing_core
from fairyscore.notation.moves.registry import notations_for
from fairyscore.notation.rules.castles.state import CastleState
from fairyscore.notation.rules.castles.tables import CastleSheet, CastlesPieceType, goals
from fairyscore.notation.rules.variant import SEATING, MoveWriting, PieceType, PositionError, Rules, Scenery, Variant
from fairyscore.notation.variants.registry import options_in
from fairyscore.notation.variants.rule_sheets import sheet_in

GAME, TITLE = "kaleidochess", "KaleidoChess"
PAGE = "The inventor's page KaleidoChess, updated 25.12.2016; it does not give his name"

DICE = next(option.default for option in options_in(GAME) if option.name == "dice-table")  # K-6
ARMIES = {"pawns": "P", "ravens": "V"}

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

OTHER_NAMES = {"roc": ("rukh",)}  # the page: "can also be spelled"


def _token(kind: CastlesPieceType) -> str:
    """Dots for a walking piece, lines for a flying one, as many as it goes steps; a wizard has its three as a triangle."""
    if kind.roams:
        return "△"
    sign = "|" if kind.flies else "•"
    return sign * kind.steps


TOKENS = tuple(map(_token, KINDS))
LETTERS = "".join(kind.letter for kind in KINDS)
EMPTY = "-"

SLICES = 8
PER_RING = (1, 2, 2, 3, 3)  # K-1: fields of a slice, ring by ring from the centre
BOARD = slices(SLICES, PER_RING)
CASTLES = ("00", "1J", "3J", "5J", "7J")
HOMES = {2: (1, 5), 3: (1, 3, 5), 4: (1, 3, 5, 7)}  # K-3: the slices of the seats' own castles
ROWS = ((5, "J"), (4, "G"))  # the rings of an array, and the fields in their middle
ARRAYS = {2: "PVERWREVP/PHTLDLTHP", 3: "ERWRE/TLDLT", 4: "ERWRE/TLDLT"}
"""K-3: with more players two sides only have room for so many."""


def setup(arrays: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    """The pieces at the start, as cell, seat and kind; an array for each seat."""
    for seat, (home, array) in enumerate(zip(HOMES[len(arrays)], arrays, strict=True)):
        for (ring, middle), letters in zip(ROWS, array.split("/"), strict=False):
            row = BOARD.rows[ring]
            first = row.index(BOARD.index[f"{home}{middle}"]) - len(letters) // 2
            for place, letter in enumerate(letters, first):
                if letter != EMPTY:
                    yield row[place % len(row)], seat, LETTERS.index(letter)


def _arrays(options: Mapping[str, str], players: int) -> Iterator[str]:
    """The array of each seat. Raises `PositionError` where one has no middle or holds what is not a piece."""
    common = options["array"] or ARRAYS[players]
    for seat in SEATING[players]:
        own = options[seat.name]
        array = re.sub("[A-Z]", ARMIES[own], common) if own in ARMIES else own or common
        unknown = set(array) - set(f"{LETTERS}{EMPTY}/")
        if unknown:
            known = f"the pieces are {', '.join(LETTERS)}, and {EMPTY} is an empty field"
            raise PositionError(f"array {array} names {', '.join(sorted(unknown))}; {known}")
        if any(len(row) % 2 == 0 for row in array.split("/")):
            raise PositionError(f"each row of the array {array} should have a middle, and so an odd number of fields")
        yield array


def _standing(options: Mapping[str, str], players: int) -> tuple[tuple[int, int, int], ...]:
    """The start. Raises `PositionError` where two pieces would stand on a field, or somebody would hold no castle."""
    standing = tuple(setup(tuple(_arrays(options, players))))
    twice = [cell for cell, count in Counter(cell for cell, _, _ in standing).items() if count > 1]
    if twice:
        raise PositionError(f"these arrays put two pieces on {', '.join(BOARD.cells[cell] for cell in twice)}")
    holders = {seat for cell, seat, _ in standing if BOARD.cells[cell] in CASTLES}
    for number, seat in enumerate(SEATING[players]):
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
            known = ", ".join(LETTERS)
            raise PositionError(f"dice-table: {entry} names {''.join(sorted(unknown))}; the pieces are {known}")
        if int(throw) in allowed:
            raise PositionError(f"dice-table: the throw {throw} appears twice")
        allowed[int(throw)] = mask_of(range(len(KINDS)) if letters == "*" else map(LETTERS.index, set(letters)))
    missing = [str(throw) for throw in range(1, 7) if throw not in allowed]
    if missing:
        raise PositionError(f"dice-table: no entry for the throw {', '.join(missing)}")
    return (0, *(allowed[throw] for throw in range(1, 7)))


def _words(options: Mapping[str, str], players: int) -> dict[str, str]:
    """Which sentences of the rule sheet hold: on the usual arrays for two or for several players, or on arrays agreed."""
    agreed = any(options[key] for key in ("array", *(seat.name for seat in SEATING[players])))
    army = "agreed" if agreed else "two" if players == 2 else "several"
    return {key: key if key == army else "" for key in ("agreed", "two", "several")} | {
        "pair": "pair" if players == 2 else ""
    }


def build(name: str, options: Mapping[str, str]) -> Variant:
    """The game with its options. Raises `PositionError` where they do not go together."""
    sheet = _sheet(options)
    start = CastleState(sheet, sheet.setup)
    game = Variant(
        name=name,
        title=TITLE,
        family=GAME,
        board=sheet.board,
        seats=sheet.seats,
        piece_types=tuple(
            PieceType(kind.letter, kind.name, other_names=OTHER_NAMES.get(kind.name, ())) for kind in KINDS
        ),
        initial_state=start.copy,
        read_position=lambda text: read_position(text, sheet),
        write_position=lambda state: write_position(cast(CastleState, state)),
        rules=Rules(
            cells_rule="K-1",
            page=PAGE,
            sheet=sheet_in("kaleidochess", partial(_words, options, len(sheet.seats))),
            reach=cache(partial(goals, sheet)),
            lone_piece_position=lambda seat, kind, cell: CastleState(sheet, [(cell, seat, kind)], seat),
            step_verb="walks",
            leap_verb="flies",
            capture_verb="knocks out",
            throws=bool(sheet.throws),
            not_compiled=lambda: (
                missing_core() or ("" if sheet.repeats else "the core does not know which moves were made")
            ),
        ),
        writing=MoveWriting(lambda: notations_for(game, "long"), aliases={"protocol": "long"}, capture_mark="+"),
        scenery=Scenery(tuple(_fields(sheet)), tokens=TOKENS, held=tuple(bits(sheet.castles))),
    )
    return game


def _fields(sheet: CastleSheet) -> Iterator[str]:
    """Castles, the towns around them, and the rest (page: The board)."""
    towns = mask_of(town for castle in bits(sheet.castles) for town in bits(sheet.board.touching(castle)))
    for cell in range(len(sheet.board.cells)):
        if sheet.castles >> cell & 1:
            yield "castle"
        else:
            yield "town" if towns >> cell & 1 else "plain"


def _sheet(options: Mapping[str, str]) -> CastleSheet:
    players = int(options["players"])
    seats = SEATING[players]
    for seat in SEATING[4]:
        if options[seat.name] and seat not in seats:
            raise PositionError(f"{seat.name}={options[seat.name]}: there is no such seat with {players} players")
    if options["dice-table"] != DICE and not options["dice"]:
        raise PositionError("a dice-table is only used with the option dice")
    return CastleSheet(
        title=TITLE,
        board=BOARD,
        castles=mask_of(BOARD.index[name] for name in CASTLES),
        kinds=KINDS,
        seats=seats,
        setup=_standing(options, players),
        throws=throws(options["dice-table"]) if options["dice"] else (),
        limit=int(options["max-moves"] or 0),
        repeats=not options["no-repetition"],
        fallen_stay=options["fallen"] == "stay",
    )
