"""What the inventors' pages leave open: each point has an id, and those that can be played otherwise are."""

import io

import pytest

from fairyscore.notation.position import IllegalMove, Position
from fairyscore.notation.rules.variant import PositionError
from fairyscore.notation.variants import variant
from fairyscore.notation.work.validate import validate

IDS = {
    "kaleidochess": "K-1 K-2 K-3 K-4 K-5 K-6 K-7 K-8 K-9 K-10 K-11",
    "cylindrical": "Y-1 Y-2",
    "caliph-qi": "Q-1 Q-2 Q-3 Q-4 Q-5",
    "chamaeleon": "H-1 H-2 H-3 H-4 H-5 H-6",
    "circular-66": "C-1 C-2 C-3 C-4 C-5 C-6",
    "shogi": "SH-1",
    "minishogi": "MS-1",
    "gorogoro-shogi": "GO-1",
    "euroshogi": "EU-1",
    "judkins-shogi": "JU-1",
    "tori-shogi": "TO-1",
}


@pytest.mark.parametrize("game", IDS)
def test_every_decision_has_its_id(game: str) -> None:
    assert " ".join(reading.id for reading in variant(game).rules.readings) == IDS[game]


@pytest.mark.parametrize(
    ("game", "fen", "drop"),
    [
        ("shogi", "k1G6/9/1G7/9/9/9/9/9/4K4[P] w 0 1", "P@a8"),
        ("minishogi", "k1G2/5/1G3/5/4K[P] w 0 1", "P@a4"),
        ("gorogoro-shogi", "k1G2/5/1G3/5/5/4K[P] w 0 1", "P@a5"),
        ("euroshogi", "k1G5/8/1G6/8/8/8/8/4K3[P] w 0 1", "P@a7"),
        ("judkins-shogi", "k1G3/6/1G4/6/6/4K1[P] w 0 1", "P@a5"),
        ("tori-shogi", "k1F4/7/1F5/7/7/7/4K2[S] w 0 1", "S@a6"),
    ],
)
def test_no_pawn_is_dropped_so_that_it_mates(game: str, fen: str, drop: str) -> None:
    """SH-1 and its like: the drop is illegal; without the piece beside the king it gives check and is legal."""
    guard = fen[2]
    assert drop not in {move.text for move in Position.from_fen(fen, game).legal_moves}
    assert drop in {move.text for move in Position.from_fen(fen.replace(f"k1{guard}", "k2"), game).legal_moves}


def moves_of_pawn(fen: str, game: str) -> set[str]:
    """Every legal move that is not a king's, in long form."""
    position = Position.from_fen(fen, game)
    pawns = {cell for cell, piece in position.pieces().items() if piece.type.letter == "P"}
    return {move.text for move in position.legal_moves if move.from_cell in pawns}


def tagged(game: str, tag: str, value: str) -> str:
    """The name of the game that a record with a tag plays."""
    retag = variant(game).retag
    assert retag is not None
    return retag({tag: value}).name


@pytest.mark.parametrize(
    ("game", "tag", "value", "name"),
    [
        ("circular-70", "Promotion", "may", "circular-70:promotion=may"),
        ("circular-68", "EnPassant", "rank", "circular-68:en-passant=rank"),
        ("kaleidochess", "Fallen", "stay", "kaleidochess:fallen=stay"),
        ("kaleidochess", "BlackArray", "PWP/RDR", "kaleidochess:black=PWP/RDR"),
        ("chamaeleon", "Seats", "gs", "chamaeleon:seats=gs"),
        ("chamaeleon", "Pieces", "QRNB/BNRQ/RQBN/NBQR", "chamaeleon:pieces=QRNB/BNRQ/RQBN/NBQR"),
        ("cylindrical", "Unprotected", "error", "cylindrical:unprotected=error"),
        ("cylindrical", "Array", "protected", "cylindrical:array=protected"),
    ],
)
def test_tags_choose(game: str, tag: str, value: str, name: str) -> None:
    assert tagged(game, tag, value) == name


# -- Circular Chess ---------------------------------------------------------------------------------------------------


def test_a_pawn_at_the_edge_may_stay_a_pawn() -> None:
    """C-4. Once it has stayed, it is stuck: nothing is outside the outermost ring."""
    position, may = "4k3*/+P8/9/9/9/9/9/4K3* w - - 0 1", "circular-70:promotion=may"
    promoted = {f"a7-a8={piece}" for piece in "QRBN"}
    assert moves_of_pawn(position, "circular-70") == promoted
    assert moves_of_pawn(position, may) == {"a7-a8", *promoted}
    stayed = Position.from_fen(position, may).play("a7-a8").play("e8-d8")
    assert stayed.fen.startswith("+P2k4*/")
    assert moves_of_pawn(stayed.fen, may) == set()
    with pytest.raises(PositionError, match="cannot be on a8"):
        Position.from_fen(stayed.fen, "circular-70")


@pytest.mark.parametrize(
    ("position", "ring", "rank"),
    [
        ("4k3*/9/9/p+P7/9/9/9/4K3* w - a6 0 1", {"b5-b6", "b5xa6"}, {"b5-b6", "b5xa6"}),  # b5: Black's fourth rank
        (
            "4k3*/9/9/p8/8+P/9/9/4K3* w - a6 0 1",
            {"i4-i3", "i4xa6"},
            {"i4-i3"},
        ),  # i4: beside a5 too, but not on that rank
        ("4k3*/9/9/8+p/P8/9/9/4K3* b - a3 0 1", {"i5-i6", "i5xa3"}, {"i5-i6"}),  # the same for Black
    ],
)
def test_en_passant_by_ring_or_by_rank(position: str, ring: set[str], rank: set[str]) -> None:
    """C-5."""
    assert moves_of_pawn(position, "circular-70") == ring
    start = Position.from_fen(position, "circular-70:en-passant=rank")
    for text in ring - rank:
        with pytest.raises(IllegalMove) as refused:
            start.parse(text)
        assert refused.value.reasons[0].rule == "page: The Pawn, C-5"
    assert moves_of_pawn(position, "circular-70:en-passant=rank") == rank


# -- KaleidoChess -----------------------------------------------------------------------------------------------------


def pieces(position: Position) -> dict[str, str]:
    """The pieces by field: `wW` is White's wizard."""
    return {cell: piece.owner.letter + piece.type.letter for cell, piece in position.pieces().items()}


def test_positions_hold_any_number_of_pieces() -> None:
    """K-9: three players begin with ten pieces each, by a guess from lost pictures."""
    crowd = Position.from_fen(f"1/8/16/16/{'wP' * 20}4/1wW11bW10 w - - 1", "kaleidochess:players=3")
    assert [*pieces(crowd).values()].count("wP") == 20


def test_arrays_stand_as_their_owners_see_them() -> None:
    """K-9. White's middle is 1J, Black's 5J; from left to right is clockwise for both."""
    start = Position.start("kaleidochess:array=R-W-H,black=P")
    assert pieces(start) == {"8K": "wR", "1J": "wW", "2I": "wH", "5J": "bP"}


@pytest.mark.parametrize(
    ("array", "says"),
    [
        ("XWX", "names X; the pieces are W, D, R"),
        ("WW", "an odd number"),
        ("R-R", "white has no piece in a castle"),
        ("W" * 15, "put two pieces on"),
    ],
)
def test_arrays_that_make_no_sense(array: str, says: str) -> None:
    with pytest.raises(PositionError, match=says):
        variant(f"kaleidochess:array={array}")


def test_fallen_pieces_leave_or_stay() -> None:
    """K-5: White's raven on 3I knocks out Silver's wizard on 3J, the only one in a castle; a pawn on 3K is left."""
    position = "1/8/16/16/24/1wW4wVsWsP4bWbP9 w - - 1"
    left = Position.from_fen(position, "kaleidochess:players=3").play("3I+3J")
    assert pieces(left) == {"1J": "wW", "3J": "wV", "5J": "bW", "5K": "bP"}
    stay = Position.from_fen(position, "kaleidochess:players=3,fallen=stay").play("3I+3J")
    assert pieces(stay) == {"1J": "wW", "3J": "wV", "3K": "sP", "5J": "bW", "5K": "bP"}
    for end in (left, stay):
        assert end.turn.name == "black"
        assert end.notes == ("silver has no piece left in a castle and leaves the game",)
    assert Position.from_fen(stay.fen, stay.variant) == stay
    assert stay.fen.split()[2] == "w3I-3J,s-"
    assert "3J+3K" in {move.text for move in stay.play("5K-6I").legal_moves}


# -- Chamaeleon, cylindrical ------------------------------------------------------------------------------------------


def test_seats_are_the_sets_from_who_begins_on() -> None:
    """H-4. The array as in the page's second variant: two from opposite sides, or one set left out."""
    assert Position.start("chamaeleon:seats=gs").fen == "sN7/sN7/sN7/sN7/7gN/7gN/7gN/7gN g 1"
    three = Position.start("chamaeleon:players=3,seats=sbg")
    assert [three.turn.name, three.play("Na5-c6").turn.name] == ["silver", "black"]
    record = io.StringIO('[Variant "chamaeleon"]\n[Seats "bw"]\n\n1... Ne8-d6 2. Nd1-c3 *')
    assert validate(record).diagnostics == ()


@pytest.mark.parametrize(
    ("seats", "says"), [("ws", "two opposite sets"), ("wsb", "add players=3 too"), ("ww", "two opposite sets")]
)
def test_seats_that_nobody_can_take(seats: str, says: str) -> None:
    with pytest.raises(PositionError, match=says):
        variant(f"chamaeleon:seats={seats}")


def test_another_table_of_pieces() -> None:
    """H-5. Red and green are exchanged in it: on the green c3, White's knight of the blue d1 is not a bishop but a rook."""
    usual = Position.start("chamaeleon").play("Nd1-c3")
    other = Position.start("chamaeleon:pieces=QBNR/RNBQ/NRQB/BQRN").play("Nd1-c3")
    assert [pieces(position)["c3"] for position in (usual, other)] == ["wB", "wR"]
    with pytest.raises(PositionError, match="once for each piece and once on each colour"):
        variant("chamaeleon:pieces=NNNN/BNRQ/QRNB/RQBN")


def test_an_unprotected_pawn_is_a_warning_or_an_error() -> None:
    """Y-1: in DCBKBCD the dababah-riders stand beside each other, over the seam, and nothing protects a2 and g2."""
    assert len(variant("cylindrical:array=DCBKBCD").rules.warnings) == 2
    with pytest.raises(PositionError, match="pawn on a2, in front of a dababah-rider, is not protected"):
        variant("cylindrical:array=DCBKBCD,unprotected=error")
