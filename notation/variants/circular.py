"""Circular Chess, on boards of 66, 68 and 70 spaces: chess on rings about a centre that pieces cross but never enter."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from fairyscore.notation.boards.headed import HeadedBoard
from fairyscore.notation.boards.rings import FILES, INWARD, OUTWARD, SCHEMES, rings
from fairyscore.notation.rules.movement import Leap, Ride
from fairyscore.notation.rules.readings import Example, Option, Reading, RuleSection
from fairyscore.notation.rules.reasons import Code
from fairyscore.notation.rules.royal.sheet import Castling, Pawn, Promotion, RoyalPieceType, RoyalSheet
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.variants.registry import retagged
from fairyscore.notation.variants.royal_game import Coordinates, royal_game

OPTIONS = (
    Option(
        "coordinates",
        values=tuple(SCHEMES),
        default="standard",
        tag="Coordinates",
        says="how moves name the fields: files across the centre, ring and number, or sector and ring",
    ),
    Option(
        "promotion",
        values=("must", "may"),
        default="must",
        tag="Promotion",
        says="whether a pawn on the outermost ring must become another piece",
    ),
    Option(
        "en-passant",
        values=("ring", "rank"),
        default="ring",
        tag="EnPassant",
        says="where a crossed pawn captures en passant: all along the innermost ring, or on its opponent's fourth rank",
    ),
)

VOID_RINGS = {"circular-70": 1, "circular-68": 2, "circular-66": 3}
HOME = FILES[:8]


def rank(number: int, files: str = HOME) -> tuple[str, ...]:
    """The fields of a rank; the home ranks have the files a to h only."""
    return tuple(f"{file}{number}" for file in files)


INNER = tuple(field for number in range(2, 8) for field in rank(number, FILES))
"""Where pawns can stand: they start on the second ring, and on the outermost one they are promoted, unless they may
stay pawns (C-4)."""

PAWN = Pawn((INWARD, INWARD), quiet=(0,), strike=(-1, 1), double_from=(rank(2), rank(7)))
CROSSED_PAWN = Pawn((OUTWARD, OUTWARD), quiet=(0,), strike=(-1, 1), en_passant=True)
OTHER_RANKS = (rank(4, "i"), rank(5, "i"))
"""C-5: the fields of the innermost ring beside a double step that are not on the opponent's fourth rank, by seat."""


def _pawns(options: Mapping[str, str]) -> tuple[RoyalPieceType, RoyalPieceType]:
    """The pawn before and behind the centre, with the readings C-4 and C-5."""
    places = INNER if options["promotion"] == "must" else (*INNER, *rank(1), *rank(8))
    crossed = CROSSED_PAWN if options["en-passant"] == "ring" else CROSSED_PAWN._replace(not_passing=OTHER_RANKS)
    page = "page: The Pawn"
    return (
        RoyalPieceType("P", "pawn", pawn=PAWN, confined_to=(INNER, INNER), rule=page),
        RoyalPieceType("P", "crossed pawn", pawn=crossed, confined_to=(places, places), mark="+P", rule=page),
    )


PIECES = (
    RoyalPieceType("N", "knight", (Leap(2, 1),), rule="page: The Knight, C-2"),
    RoyalPieceType("B", "bishop", (Ride(1, 1),), rule="page: The Bishop"),
    RoyalPieceType("R", "rook", (Ride(1, 0),), rule="page: The Rook"),
    RoyalPieceType("Q", "queen", (Ride(1, 0), Ride(1, 1)), rule="page: The Queen"),
    RoyalPieceType("K", "king", (Leap(1, 0), Leap(1, 1)), royal=True, rule="page: The King"),
)


RULES = {
    Code.OWN_PIECE: "page: Movement and Capture of Pieces",
    Code.NOT_YOUR_PIECE: "page: Movement and Capture of Pieces",
    Code.MUST_NOT_PASS: "page: Movement and Capture of Pieces",
    Code.LEAVES_CHECK: "page: Check",
    Code.GAME_OVER: "page: Checkmate",
}


def _changes(board: HeadedBoard, must: bool) -> tuple[Promotion, ...]:
    """What pawns turn into. Beside file i the ranks jump (i5 and a4 are neighbours), so rings are named, not ranks."""
    innermost = (*rank(4, FILES), *rank(5, FILES))
    outermost = (*rank(1), *rank(8))
    before_last = tuple(name for name in (*rank(2, FILES), *rank(7, FILES)) if name in board.index)
    crossing = frozenset(product(innermost, innermost))
    outward = frozenset(product(before_last, outermost))
    return (
        Promotion("P", ("+P",), (crossing, crossing), silent=True, rule="page: The Pawn"),
        Promotion("+P", ("Q", "R", "B", "N"), (outward, outward), must=must, rule="page: Pawn Promotion, C-4"),
    )


def _castlings(row: int, seat: int, letters: str) -> tuple[Castling, ...]:
    """Unlike in chess, no space between king and rook may be attacked, so b1 counts too (page: Castling, iii)."""
    a, b, c, d, e, f, g, h = rank(row)
    page = "page: Castling"
    return (
        Castling(seat, 0, letters[0], king=(e, g), rook=(h, f), empty=(f, g), safe=(e, f, g), rule=page),
        Castling(seat, 1, letters[1], king=(e, c), rook=(a, d), empty=(b, c, d), safe=(e, d, c, b), rule=page),
    )


READINGS = (
    Reading(
        "C-1",
        "The outermost ring (70 spaces), the two outer rings (68) or the three outer rings (66) have a void at White's "
        "right and one at White's left. Files a to h run across the centre from White's left, file i through the voids; "
        "a4 is followed by a5.",
        "The page's figures are lost; four rings of 18 less 2, 4 or 6 voids give its three boards, and each rook starts "
        "beside a void.",
    ),
    Reading(
        "C-2",
        "A knight goes two along the ring and one along the file, or two along the file and one along the ring; no space "
        "on that way may be a void, so h1 does not reach a7.",
        "The page forbids it to jump over voids and describes its way in these words.",
    ),
    Reading(
        "C-3",
        "Moves may name the fields in other ways. coordinates=ring: ring a (outermost) to d and a number, 1 to 18 "
        "clockwise from the sector of White's rook on a1. coordinates=sector: a letter, a to r clockwise from there, and "
        "the ring, 1 (outermost) to 4. Voids are counted, so a field has the same name on all boards.",
        "The page names ranks and no fields. Players of round boards call them by file and rank, or by ring and sector; "
        "some of them count the rings from the centre, but here the outermost is White's rank 1 and so the first.",
        "Coordinates",
        "coordinates=ring|sector",
    ),
    Reading(
        "C-4",
        "A pawn that comes to the outermost ring, at either end of the board, must become queen, rook, bishop or knight.",
        'The page says that it "may be promoted", and "just as in traditional Chess", where it must.',
        "Promotion",
        "promotion=may",
    ),
    Reading(
        "C-5",
        "A pawn that has crossed captures en passant from any space of the innermost ring beside the pawn that stepped "
        "twice.",
        "The page says \"its opponent's fourth rank\". By these words White's pawn on i4 and Black's on i5 may not, though "
        "they stand beside such a pawn as all others do.",
        "EnPassant",
        "en-passant=rank",
    ),
    Reading(
        "C-6",
        "Stalemate draws. A position for the third time and fifty moves without a capture or pawn move let a player claim "
        "a draw; they are told with --info and end nothing.",
        "The page names no draws, and refers to traditional chess elsewhere.",
    ),
)


def _placed(voids: int, rows: Mapping[int, str]) -> str:
    """The pieces of a position text, from those on files a to h of the ranks that are not empty."""

    def row(number: int) -> str:
        pieces = rows.get(number, "8")
        if min(number, 9 - number) <= voids:
            return f"{pieces}*"
        return f"{pieces[:-1]}{int(pieces[-1]) + 1}" if pieces[-1].isdigit() else f"{pieces}1"

    return "/".join(map(row, range(8, 0, -1)))


def _examples(voids: int) -> tuple[Example, ...]:
    """Moves about the centre and beside the voids, on the board with so many rings of voids."""
    kings = {8: "4k3", 1: "4K3"}

    def at(rows: Mapping[int, str], rest: str = "w - - 0 1") -> str:
        return f"{_placed(voids, {**kings, **rows})} {rest}"

    return (
        Example("A rook goes straight through the centre.", at({3: "R7"}), "a3-a7"),
        Example("A bishop turns the same way all along, through the centre too.", at({4: "1B6"}), "b4-e7"),
        Example("A rook does not pass the void beside h1.", at({1: "4K2R"}), "h1-a8", refused="cannot-reach"),
        Example("Nor does a knight whose way leads over it (C-2).", at({1: "4K2N"}), "h1-a7", refused="cannot-reach"),
        Example("A pawn captures diagonally forward, across the centre.", at({5: "2pp4", 4: "3P4"}), "d4xc5"),
        Example(
            "En passant: the pawn has crossed the centre, and Black's just came from d7 to d5.",
            at({5: "3p+P3"}, "w - d6 0 2"),
            "e5xd6",
            after=True,
        ),
        Example("On the outermost ring it becomes another piece.", at({7: "+P7"}), "a7-a8=Q"),
        Example("Castling.", at({8: "r3k2r", 1: "R3K2R"}, "w KQkq - 0 1"), "O-O-O", after=True),
    )


def _sections(voids: int, scheme: str) -> tuple[RuleSection, ...]:
    """The rule sheet of the board with so many rings of voids. Examples name the fields as the page does."""
    examples = _examples(voids) if scheme == OPTIONS[0].default else ()
    return (
        RuleSection(
            "Board",
            (
                "Four rings of 18 spaces about a centre-circle that is no space; voids at White's right and left (C-1).",
                "Files a to h run across the centre, ranks 1 to 4 on White's half from outside in, 5 to 8 on the other "
                "from inside out; file i runs through the voids: i2 i3 i4 i5 i6 i7 on the board of 70.",
                "h1 is light, colours alternate.",
                "With coordinates=ring or =sector moves name the fields otherwise (C-3); positions do not.",
            ),
            shows="board",
        ),
        RuleSection("Start", ("R N B Q K B N R on a1 to h1 and on a8 to h8, pawns on ranks 2 and 7.",), shows="start"),
        RuleSection(
            "Pieces",
            (
                "Pieces move as in chess along files, rings and diagonals; across the centre lies the space opposite.",
                "A diagonal goes one space round for each ring, always the same way round, across the centre too: d4 has "
                "c5 and e5 diagonally and d5 straight ahead.",
                "Riders stop at voids; a rook or queen that goes round a ring does not end where it began.",
                "A pawn goes toward the centre until it has crossed it, then away from it; it steps one straight forward, "
                "or two from its start, and captures one diagonally forward, also across the centre.",
                "En passant: only a pawn that has crossed, on the innermost ring, beside a pawn that just made its double "
                "step; it lands on the space behind that pawn. With en-passant=rank not from i4 (White) and i5 (Black) "
                "(C-5).",
                "On the outermost ring, at either end of the board, a pawn becomes Q, R, B or N; with promotion=may it "
                "may stay a pawn, which moves no more (C-4).",
                "Castling O-O to g and O-O-O to c: king and rook unmoved, nothing between them, no space between them "
                "attacked, the king not in check.",
            ),
            examples,
            shows="pieces",
        ),
        RuleSection("End", ("Mate wins, stalemate draws; the rest as in chess (C-6).",)),
    )


def build(name: str, options: Mapping[str, str]) -> Variant:
    """The game on the board that the name says."""
    game = name.partition(":")[0]
    voids = VOID_RINGS[game]
    board = rings(voids)

    def row(number: int, pieces: str = "") -> str:
        void = f"i{number}" not in board.index
        if pieces:
            return pieces + ("*" if void else "1")
        return "8*" if void else "9"

    array = "RNBQKBNR"
    ranks = [row(8, array.lower()), row(7, "p" * 8), *(row(n) for n in (6, 5, 4, 3)), row(2, "P" * 8), row(1, array)]
    sheet = RoyalSheet(
        board=board,
        kinds=(*_pawns(options), *PIECES),
        start=f"{'/'.join(ranks)} w KQkq - 0 1",
        changes=_changes(board, must=options["promotion"] == "must"),
        rules=RULES,
        castlings=(*_castlings(1, 0, "KQ"), *_castlings(8, 1, "kq")),
    )
    title = f"Circular Chess, {len(board.cells)} spaces"
    page = "Circular Chess: the complete rules"
    scheme = options["coordinates"]
    return royal_game(
        name,
        title,
        "circular",
        page,
        sheet,
        sections=_sections(voids, scheme),
        readings=READINGS,
        board_rule="C-1" if scheme == "standard" else "C-3",
        digits=("Q", "R", "B", "N"),
        coordinates=Coordinates(tuple(SCHEMES), scheme, rings(voids, scheme)),
        retag=lambda tags: retagged(game, options, OPTIONS, tags),
        tags=tuple(option.tag for option in OPTIONS),
    )
