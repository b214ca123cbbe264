"""Rules of the inventors' pages, each played on a board: what may be played, and what is refused and why."""

import io
from itertools import pairwise

import pytest
from castle_tables import legal, table, text_of, wished

from fairyscore.notation.position import IllegalMove, Position
from fairyscore.notation.rules.variant import PositionError
from fairyscore.notation.variants import variant
from fairyscore.notation.work.validate import validate

MOVES: dict[str, tuple[str, str, str, str]] = {
    # -- Circular Chess
    "rook blocked on its file": ("circular-70", "4k3*/9/9/9/P8/9/9/R3K3* w - - 0 1", "a1-a2 a1-a3", "a1-a5 a1-a8"),
    "rook across the centre": ("circular-70", "4k3*/9/9/9/9/9/9/R3K3* w - - 0 1", "a1-a4 a1-a5 a1-a8", ""),
    "rook stops at a void": ("circular-70", "4k3*/9/9/9/9/4K4/9/R7* w - - 0 1", "a1-b1 a1-h1", "a1-h8 a1-i1"),
    "rook goes round a ring": ("circular-70", "4k3*/9/9/9/9/9/R8/4K3* w - - 0 1", "a2-i2 a2-i7 a2-a7", "a2-a2"),
    "queen goes round a ring": ("circular-70", "4k3*/9/9/9/9/9/Q8/4K3* w - - 0 1", "a2-i2 a2-i7 a2-a7", "a2-a2"),
    "bishop across the centre": ("circular-70", "4k3*/9/9/9/9/3B5/9/4K3* w - - 0 1", "d3-e4 d3-f5 d3-h7 d3-b1", "d3-d5"),
    "bishop blocked": ("circular-70", "4k3*/9/9/5+P3/9/3B5/9/4K3* w - - 0 1", "d3-e4", "d3xf5 d3-g6"),
    "bishop stops at a void": ("circular-70", "4k3*/9/9/9/9/9/8B/4K3* w - - 0 1", "i2-h1", "i2-i1"),
    "queen as rook and bishop": ("circular-70", "4k3*/9/9/9/9/3Q5/9/4K3* w - - 0 1", "d3-d8 d3-f5 d3-h3", "d3-e5"),
    "king beside a void": ("circular-70", "4k3*/9/9/9/9/9/9/7K* w - - 0 1", "h1-g1 h1-g2 h1-h2 h1-i2", "h1-a8 h1-i1"),
    "knight across the centre": ("circular-70", "4k3*/9/9/9/3N5/9/9/4K3* w - - 0 1", "d4-b5 d4-f5 d4-c6 d4-e6", "d4-d6"),
    "knight jumps": ("circular-70", "4k3*/9/9/9/9/9/PPPPPPPP1/1N2K3* w - - 0 1", "b1-a3 b1-c3", "b1-d2"),
    "pawn goes forward": ("circular-70", "4k3*/9/9/9/9/1P7/9/4K3* w - - 0 1", "b3-b4", "b3-b2 b3-c3 b3-c4 b3-b5"),
    "pawn from its start": ("circular-70", "4k3*/9/9/9/9/9/1P7/4K3* w - - 0 1", "b2-b3 b2-b4", "b2-b5"),
    "pawn that has crossed": ("circular-70", "4k3*/9/9/1+P7/9/9/9/4K3* w - - 0 1", "b5-b6", "b5-b4 b5-b7"),
    "pawn takes diagonally": ("circular-70", "4k3*/9/9/9/1nn6/1P7/9/4K3* w - - 0 1", "b3xc4", "b3xb4"),
    "pawn takes across the centre": ("circular-70", "4k3*/9/9/npn6/1P7/9/9/4K3* w - - 0 1", "b4xa5 b4xc5", "b4xb5"),
    "pawn on its own first rank": (
        "circular-70",
        "4k3*/9/9/9/9/9/+P8/4K3* w - - 0 1",
        "a2-a1=Q a2-a1=N",
        "a2-a3 a2-a1=K a2-a1=P",
    ),
    "pawn on the other first rank": (
        "circular-70",
        "4k3*/+P8/9/9/9/9/9/4K3* w - - 0 1",
        "a7-a8=Q a7-a8=R a7-a8=B a7-a8=N",
        "a7-a8=K a7-a8=P",
    ),
    "en passant only at once": ("circular-70", "4k3*/9/9/p+P7/9/9/9/4K3* w - - 0 1", "b5-b6", "b5xa6"),
    "castling": ("circular-70", "r3k2r*/9/9/9/9/9/9/R3K2R* w KQkq - 0 1", "O-O O-O-O", ""),
    "no castling after a move": ("circular-70", "4k3*/9/9/9/9/9/9/R3K2R* w Q - 0 1", "O-O-O", "O-O"),
    "no castling over a piece": ("circular-70", "4k3*/9/9/9/9/9/9/RN2K2R* w KQ - 0 1", "O-O", "O-O-O"),
    "no castling past an attack": ("circular-70", "2k2r2*/9/9/9/9/9/9/R3K2R* w KQ - 0 1", "O-O-O", "O-O"),
    "no castling out of check": ("circular-70", "2k1r3*/9/9/9/9/9/9/R3K2R* w KQ - 0 1", "", "O-O O-O-O"),
    "own pieces stay": ("circular-70", "4k3*/9/9/9/9/9/N8/R3K3* w - - 0 1", "a1-b1", "a1xa2"),
    # -- cylindrical
    "bishop over the seam": ("cylindrical", "k6/7/7/7/6B/7/7/3K3 w - - 0 1", "g4-a5 g4-b6 g4-a3 g4-f5", "g4-a4"),
    "pawns move diagonally": ("cylindrical", "", "a2-b3 a2-g3 g2-a3 d2-c3", "a2-a3 a2-a4 a2-c4 d2-f4"),
    "pawns take diagonally": ("cylindrical", "3k3/7/7/7/7/1cc4/2P4/3K3 w - - 0 1", "c2xb3 c2-d3", "c2xc3"),
    "rider jumps odd squares": ("cylindrical", "k6/7/7/2p4/2P4/7/1p5/1D1K3 w - - 0 1", "b1-b3 b1-b5 b1-b7", "b1-b2 b1-b4"),
    "rider blocked where it lands": ("cylindrical", "k6/7/7/7/7/1B5/7/1D1K3 w - - 0 1", "b1-g1", "b1xb3 b1-b5"),
    "rider makes no null move": ("cylindrical", "k6/7/7/7/7/7/3K3/1D5 w - - 0 1", "b1-a1 b1-g1", "b1-b1"),
    "pawn becomes a compound": (
        "cylindrical",
        "4k2/1P5/7/7/7/7/7/K6 w - - 0 1",
        "b7-c8=BC b7-c8=BD b7-c8=CD b7-a8=BC",
        "b7-c8 b7-c8=B b7-c8=C b7-c8=D b7-c8=K",
    ),
    "no castling on the cylinder": ("cylindrical", "", "a2-b3", "O-O O-O-O"),
    # -- Caliph Qi, Tor Qi
    "pawns of the Qi games": ("caliph-qi", "", "a2-a3 a2-a4", "a2-a5 a2-b3 O-O O-O-O"),
    "en passant in the Qi games": ("caliph-qi", "3k2/6/6/6/6/pP4/6/6/3K2 b - b3 0 1", "a4xb3=W a4-a3=W", "a4xb4"),
    "marshal": ("tor-qi", "6k/7/7/7/3M3/7/7/7/4K2 w - - 0 1", "d5-d7 d5-a5 d5-e7 d5-b4", "d5-e6"),
    "caliph": ("tor-qi", "3k3/7/7/7/3C3/7/7/7/4K2 w - - 0 1", "d5-g8 d5-e6 d5-e8 d5-a4", "d5-d6 d5-e7"),
    "gnu": ("tor-qi", "3k3/7/7/7/7/3G3/7/7/4K2 w - - 0 1", "d4-e6 d4-b3 d4-a5 d4-c1", "d4-d5 d4-e5 d4-e7 d4-c7"),
    "wazir": ("tor-qi", "3k3/7/7/7/3W3/7/7/7/4K2 w - - 0 1", "d5-d6 d5-d4 d5-c5 d5-e5", "d5-e6 d5-d7"),
    "queen's rivers": ("tor-qi", "6k/7/7/7/7/7/3Q3/7/4K2 w - - 0 1", "d3-d4 d3-d6 d3-f5", "d3-d7 d3-a7"),
    "kings between the rivers": ("caliph-qi", "6/6/3k2/6/3K2/6/6/6/6 b - - 0 1", "d7-c7", "d7-d6"),
    "king on his third rank": ("caliph-qi", "6/6/6/6/3k2/6/3K2/6/6 b - - 0 1", "d5-d6", "d5-d4"),
    "beside the king across the river": ("caliph-qi", "6/6/6/6/6/3k2/6/3K2/6 w - - 0 1", "d2-d3", ""),
    "promotion is a choice": ("caliph-qi", "3k2/6/6/6/6/1W4/6/6/3K2[QC] w - - 0 1", "b4-b3 b4-b3=Q b4-b3=C", "b4-b3=M"),
    # -- KaleidoChess
    "no opponent's pieces": ("kaleidochess", "", "1G-1D", "5G-5D"),
}  # fmt: skip


@pytest.mark.parametrize("case", MOVES)
def test_moves(case: str) -> None:
    game, fen, legal, refused = MOVES[case]
    position = Position.from_fen(fen, game) if fen else Position.start(game)
    for move in legal.split():
        assert position.explain(move) == (), move
        position.play(move)
    for move in refused.split():
        assert position.explain(move), move
        with pytest.raises(IllegalMove):
            position.play(move)


@pytest.mark.parametrize("piece", ["R:e2-d2", "B:e2-d3", "Q:e2-d2", "N:e2-c3", "P:e2xd3"])
def test_no_piece_of_circular_chess_may_leave_its_king_in_check(piece: str) -> None:
    letter, move = piece.split(":")
    pinned = Position.from_fen(f"k3r3*/9/9/9/9/3n5/4{letter}4/4K3* w - - 0 1", "circular-70")
    mark = "x" if "x" in move or move == "e2-d3" else "-"
    (reason,) = pinned.explain(move.replace("-", mark))
    assert reason.code.value == "leaves-check"
    free = Position.from_fen(f"k7*/9/9/9/9/3n5/4{letter}4/4K3* w - - 0 1".replace("3n5", "3+p5"), "circular-70")
    assert free.explain(move.replace("-", mark)) == ()


def test_the_king_may_not_go_where_he_can_be_taken() -> None:
    (reason,) = Position.from_fen("k2r4*/9/9/9/9/9/9/4K3* w - - 0 1", "circular-70").explain("e1-d1")
    assert reason.code.value == "leaves-check"


@pytest.mark.parametrize(
    ("piece", "start", "target"),
    [("R", "d2", "d7"), ("B", "d2", "g5"), ("Q", "d2", "g5"), ("N", "d2", "e4"), ("K", "d2", "e2"), ("P", "d3", "e4")],
)
def test_who_is_taken_leaves_the_board_and_the_taker_stands_there(piece: str, start: str, target: str) -> None:
    rows = [["1"] * 9 for _ in range(8)]
    for letter, cell in ((piece, start), ("n", target), ("k", "h8"), *([] if piece == "K" else [("K", "a1")])):
        rows[8 - int(cell[1])][ord(cell[0]) - ord("a")] = letter
    rows[0][8] = rows[7][8] = "*"
    position = Position.from_fen("/".join(map("".join, rows)) + " w - - 0 1", "circular-70")
    after = position.play(f"{start}x{target}")
    pieces = {cell: standing.type.letter for cell, standing in after.pieces().items()}
    assert start not in pieces
    assert pieces[target] == piece
    assert len(pieces) == len(position.pieces()) - 1


@pytest.mark.parametrize(
    ("fen", "moves", "legal"),
    [
        ("4k3*/p8/9/1+P7/9/9/9/4K3* b - - 0 1", "a7-a5", True),
        ("4k3*/p8/9/1+P7/9/9/9/4K3* b - - 0 1", "a7-a5 e1-d1 e8-d8", False),  # a turn later
        ("4k3*/9/p8/1+P7/9/9/9/4K3* b - - 0 1", "a6-a5", False),  # not from where it stood at the start
        ("4k3*/p8/9/9/8P/9/9/4K3* b - - 0 1", "a7-a5", False),  # a pawn that has not crossed
    ],
)
def test_en_passant_at_once_after_the_double_step(fen: str, moves: str, legal: bool) -> None:
    position = Position.from_fen(fen, "circular-70")
    for move in moves.split():
        position = position.play(move)
    assert ("b5xa6" in {move.text for move in position.legal_moves}) is legal


@pytest.mark.parametrize(
    ("move", "after"), [("O-O", "r3k2r*/9/9/9/9/9/9/R4RK1*"), ("O-O-O", "r3k2r*/9/9/9/9/9/9/2KR3R*")]
)
def test_where_king_and_rook_stand_after_castling(move: str, after: str) -> None:
    played = Position.from_fen("r3k2r*/9/9/9/9/9/9/R3K2R* w KQkq - 0 1", "circular-70").play(move)
    assert played.fen.split()[0] == after


def test_a_promoted_pawn_is_replaced_before_the_answer() -> None:
    """At either end of the board."""
    for fen, move, first in (
        ("4k3*/+P8/9/9/9/9/9/4K3* w - - 0 1", "a7-a8=R", "R3k3*"),
        ("4k3*/9/9/9/9/9/+P8/4K3* w - - 0 1", "a2-a1=R", "4k3*"),
    ):
        after = Position.from_fen(fen, "circular-70").play(move)
        assert after.fen.startswith(first)
        assert "P" not in {standing.type.letter for standing in after.pieces().values()}


@pytest.mark.parametrize(
    ("game", "fen", "ending", "result"),
    [
        ("circular-70", "k6R*/4R4/9/9/9/9/9/4K3* b - - 0 1", "checkmate", "1-0"),
        ("circular-70", "k7*/4R4/9/9/1R7/9/9/4K3* b - - 0 1", "stalemate", "1/2-1/2"),
        ("tor-qi", "k5M/5M1/7/7/7/7/7/7/4K2 b - - 0 1", "checkmate", "1-0"),
        ("tor-qi", "k6/1M5/2C4/7/7/7/7/7/4K2 b - - 0 1", "stalemate", "1/2-1/2"),
    ],
)
def test_ends(game: str, fen: str, ending: str, result: str) -> None:
    outcome = Position.from_fen(fen, game).outcome
    assert outcome is not None
    assert (outcome.words, outcome.result) == (ending, result)


@pytest.mark.parametrize(
    ("game", "fen", "move", "check"),
    [
        ("circular-70", "4k3*/9/9/9/9/9/9/R3K3* w - - 0 1", "a1-a8", True),
        ("tor-qi", "3k3/7/7/7/7/7/Q6/7/4K2 w - - 0 1", "a3-d3", False),  # across the enemy's river
        ("tor-qi", "3k3/7/7/7/7/7/M6/7/4K2 w - - 0 1", "a3-d3", True),
        ("caliph-qi", "6/6/6/6/6/3k2/6/3K2/6 w - - 0 1", "d2-d3", True),  # a king on his third rank
    ],
)
def test_check(game: str, fen: str, move: str, check: bool) -> None:
    assert ("check" in Position.from_fen(fen, game).play(move).notes) is check


@pytest.mark.parametrize(
    ("game", "placement"),
    [
        ("circular-66", "rnbqkbnr*/pppppppp*/8*/9/9/8*/PPPPPPPP*/RNBQKBNR*"),
        ("circular-68", "rnbqkbnr*/pppppppp*/9/9/9/9/PPPPPPPP*/RNBQKBNR*"),
        ("circular-70", "rnbqkbnr*/pppppppp1/9/9/9/9/PPPPPPPP1/RNBQKBNR*"),
        ("cylindrical", "bcdkdcb/ppppppp/7/7/7/7/PPPPPPP/BCDKDCB"),
        ("cylindrical:array=protected", "cdbkbdc/ppppppp/7/7/7/7/PPPPPPP/CDBKBDC"),
        ("caliph-qi", "mcqkcm/pppppp/6/6/6/6/6/PPPPPP/MCQKCM"),
        ("tor-qi", "mgqkccm/ppppppp/7/7/7/7/7/PPPPPPP/MGQKCCM"),
    ],
)
def test_starts(game: str, placement: str) -> None:
    start = Position.start(game)
    assert start.fen.split()[0] == placement
    assert start.turn.name == "white"
    assert not variant(game).rules.warnings


@pytest.mark.parametrize("game", ["caliph-qi", "tor-qi"])
def test_each_army_has_a_caliph_on_each_colour(game: str) -> None:
    """A caliph keeps to its colour, as bishop and camel do."""
    standing = Position.start(game).pieces().items()
    cells = [cell for cell, piece in standing if piece.type.letter == "C" and piece.owner.name == "white"]
    assert sorted((ord(cell[0]) + int(cell[1])) % 2 for cell in cells) == [0, 1]


def test_a_rider_keeps_to_odd_or_even_ranks_and_comes_to_every_square_of_them() -> None:
    seen, wanted = {"a1"}, ["a1"]
    while wanted:
        cell = wanted.pop()
        rows = ["7"] * 8
        file = ord(cell[0]) - ord("a")
        rows[8 - int(cell[1])] = f"{file or ''}D{6 - file or ''}"
        rows[6 if int(cell[1]) != 2 else 4] = "K6"
        rows[0 if int(cell[1]) != 8 else 2] = "3k3" if int(cell[1]) != 8 else "6k"
        position = Position.from_fen("/".join(rows) + " w - - 0 1", "cylindrical")
        reached = {move.to_cell for move in position.legal_moves if move.from_cell == cell}
        wanted += reached - seen
        seen |= reached
    assert seen == {f"{file}{rank}" for file in "abcdefg" for rank in (1, 3, 5, 7)}


def test_turns_go_round_clockwise() -> None:
    """From White's side at rank 1 to file a, rank 8 and file h."""
    seats = [seat.name for seat in variant("chamaeleon:players=4").seats]
    assert seats == ["white", "silver", "black", "gold"]
    position = Position.start("chamaeleon:players=4")
    for seat in (*seats, "white"):
        assert position.turn.name == seat
        position = position.play(position.legal_moves[0].text)


# -- KaleidoChess -----------------------------------------------------------------------------------------------------


def test_flyers_pass_pieces_and_walkers_do_not() -> None:
    """On 1J each has pieces on all sides."""
    around = "1G:wP 1F:wP 1H:wP 1I:bP 1K:bP 5J:bW"
    game, walker = table("kaleidochess", text_of(f"1J:wH {around}"))
    assert not [move for move in legal(game, walker) if move.startswith("1J")]
    game, flyer = table("kaleidochess", text_of(f"1J:wE {around}"))
    assert {"1J-8K", "1J-2I"} <= set(legal(game, flyer))


@pytest.mark.parametrize("victim", ["bW", "bD", "bP", "wW", "wP"])
def test_any_piece_knocks_out_any_piece_and_it_is_removed(victim: str) -> None:
    game, state = table("kaleidochess", text_of(f"1J:wP 3J:wR 1I:{victim} 5J:bW"), "1J+1I")
    assert game.write_position(state).split()[0] == text_of("1I:wP 3J:wR 5J:bW").split()[0]


def test_castles_are_not_counted() -> None:
    """One castle is enough, be the other player in four."""
    _, state = table("kaleidochess", text_of("1J:wW 1I:wV 3J:bW 5J:bR 7J:bE 00:bD"), "1I-1F")
    assert state.outcome() is None


def test_a_draw_is_agreed_on_in_a_record() -> None:
    assert validate(io.StringIO('[Variant "kaleidochess"]\n\n1. 1G-1D 5G-5D 1/2-1/2')).diagnostics == ()


def test_what_the_dice_allow_must_be_played_even_if_it_loses() -> None:
    """A throw of 1 allows the raven's moves from the last castle, and only them."""
    game, state = table("kaleidochess:dice", text_of("1J:wV 5J:bW"))
    assert not state.push(wished(game, "1: --"))
    assert state.push(wished(game, "1: 1J-1I"))
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.result == "0-1"


def test_rukh_is_another_name_of_the_roc() -> None:
    game, state = table("kaleidochess")
    assert state.find(wished(game, "rukh from 1I goes to 1C")) == state.find(wished(game, "roc from 1I goes to 1C"))


# -- What the boards look like, and what is as in chess ---------------------------------------------------------------


@pytest.mark.parametrize("game", ["circular-66", "circular-68", "circular-70"])
def test_h1_is_light_and_colours_alternate(game: str) -> None:
    """Along each file, across the centre, and along White's first rank."""
    board = variant(game)
    kinds = dict(zip(board.board.cells, board.scenery.fields, strict=True))
    assert kinds["h1"] == "light"
    assert [kinds[f"{file}1"] for file in "abcdefgh"] == ["dark", "light"] * 4
    for file in "abcdefgh":
        column = [kinds[f"{file}{rank}"] for rank in range(1, 9)]
        assert all(near != far for near, far in pairwise(column))


def test_the_rest_of_cylindrical_chess_is_as_in_chess() -> None:
    """A king may not stay in check, here of a bishop over the seam; check is told."""
    checked = Position.from_fen("3k3/7/7/7/7/5b1/7/1K5 w - - 0 1", "cylindrical")
    assert checked.play("b1-a2").notes == ()
    attacked = Position.from_fen("3k3/7/7/7/7/6b/7/1K5 w - - 0 1", "cylindrical")
    assert [reason.code.value for reason in attacked.explain("b1-a2")] == ["leaves-check"]
    assert "check" in Position.from_fen("3k3/7/7/7/7/7/4b2/1K5 b - - 0 1", "cylindrical").play("e2-d3").notes


@pytest.mark.parametrize(
    ("move", "written"),
    [
        # Page, Pawns: "also known as stone general (in Shogi variants), crab (...) and cross"; Kyrin-king: "diamond".
        ("stone-general from a2 goes to b3", "a2-b3"),
        ("crab from a2 goes to b3", "a2-b3"),
        ("cross from a2 goes to b3", "a2-b3"),
        ("diamond from d1 goes to d3", "d1-d3"),
        ("kyrin from d1 goes to d3", "d1-d3"),
    ],
)
def test_other_names_of_the_page_are_read(move: str, written: str) -> None:
    assert Position.start("cylindrical").parse(move).text == written


@pytest.mark.parametrize(("text", "kind"), [("CB", "caliph"), ("BC", "caliph"), ("DB", "bishop-dababah-rider")])
def test_the_letters_of_a_compound_are_read_in_either_order(text: str, kind: str) -> None:
    position = Position.from_fen("2b4/1P3k1/7/7/7/7/7/3K3 w - - 0 1", "cylindrical")
    promoted = position.play(f"b7xc8={text}").piece_at("c8")
    assert promoted is not None
    assert promoted.type.name == kind


@pytest.mark.parametrize(
    ("placement", "told"),
    [
        (
            "4k3*/9/2P6/9/9/9/9/4K3*",
            "a white pawn cannot be on c6",
        ),  # a capture brings it one space round, a step inward
        ("4k3*/9/9/9/9/3p5/9/4K3*", "a black pawn cannot be on d3"),
        (
            "4k3*/9/9/9/3+P5/9/9/4K3*",
            "a white crossed pawn cannot be on d4",
        ),  # it goes outward from the other half
        ("4k3*/9/9/9/P8/9/9/4K3*", ""),  # by a capture from b3, or straight
        ("4k3*/9/9/p8/8P/9/9/4K3*", ""),  # from h2 by two captures
        ("4k3*/9/9/9/9/9/+P8/4K3*", ""),
    ],
)
def test_pawns_stand_where_they_can_have_come(placement: str, told: str) -> None:
    if told:
        with pytest.raises(PositionError) as refused:
            Position.from_fen(f"{placement} w - - 0 1", "circular-70")
        assert refused.value.problems == (told,)
    else:
        Position.from_fen(f"{placement} w - - 0 1", "circular-70")


@pytest.mark.parametrize(
    ("game", "position", "move", "names_void"),
    [
        ("circular-70", "", "a1-i1", True),  # i1 is a void
        ("circular-66", "", "i3-i4", True),
        ("circular-70", "", "a1-j1", False),
        ("circular-70", "4k3*/9/9/9/9/9/9/4K2R* w - - 0 1", "h1-a8", True),  # over the void at White's right
        ("circular-70", "4k3*/9/9/9/9/9/9/4K2N* w - - 0 1", "h1-a7", True),  # C-2
        ("circular-70", "4k3*/9/9/9/9/9/9/4K2R* w - - 0 1", "h1-c7", False),
        ("circular-70:coordinates=ring", "", "a1-a9", True),
        ("omega-chess", "", "a1-b1", False),
    ],
)
def test_voids_are_named(game: str, position: str, move: str, names_void: bool) -> None:
    start = Position.from_fen(position, game) if position else Position.start(game)
    reason = start.explain(move)[0]
    assert ("void" in reason.advice) is names_void, reason
