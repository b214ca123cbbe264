"""What a legal move says of itself, and what a position says of attacks, hands and throws: held against positions."""

from random import Random

import pytest

import fairyscore
from fairyscore.notation.position import IllegalMove, Position
from fairyscore.notation.rules.variant import PositionError
from fairyscore.notation.variants.registry import variant

GAMES = (
    "chess", "crazyhouse", "atomic", "chess960", "shogi", "xiangqi", "janggi", "circular-70", "cylindrical", "tor-qi",
    "kaleidochess", "kaleidochess:players=3", "chamaeleon", "chamaeleon:start=drop",
)  # fmt: skip


@pytest.mark.parametrize("name", GAMES)
def test_facts_agree_with_the_positions_before_and_after(name: str) -> None:
    position, dice = Position.start(name), Random(name)
    for _ in range(40):
        moves = position.legal_moves
        if not moves:
            break
        for move in dice.sample(moves, min(len(moves), 8)):
            after = position.play(move)
            before_pieces, after_pieces = position.pieces(), after.pieces()
            cells = [cell for cell, *_ in move.changes]
            assert {
                cell for cell in position.variant.board.cells if before_pieces.get(cell) != after_pieces.get(cell)
            } <= {*cells}
            for cell, before, there in move.changes:
                assert (before, there) == (before_pieces.get(cell), after_pieces.get(cell))
            assert move.gives_check == after.is_check
            assert move.is_capture == (move.captured is not None)
            assert (move.piece is None) == move.is_pass
            if move.is_drop:
                assert move.piece == move.promotion
            if move.is_en_passant:
                assert position.piece_at(move.to_cell) is None
        position = position.play(dice.choice(moves))


def test_moves_of_chess() -> None:
    position = Position.from_fen("r3k2r/1P6/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1")
    facts = {
        text: (move.piece and move.piece.name, move.is_capture, move.is_castling, move.is_en_passant, move.promotion)
        for text in ("O-O", "exd6", "b8=Q", "bxa8=N")
        for move in [position.parse(text)]
    }
    queen, knight = (position.parse(text).promotion for text in ("b8=Q", "b8=N"))
    assert facts == {
        "O-O": ("king", False, True, False, None),
        "exd6": ("pawn", True, False, True, None),
        "b8=Q": ("pawn", False, False, False, queen),
        "bxa8=N": ("pawn", True, False, False, knight),
    }
    assert [str(change.before or change.after) for change in position.parse("exd6").changes] == [
        "black pawn",
        "white pawn",
        "white pawn",
    ]


def test_attackers_and_checkers() -> None:
    position = Position.from_fen("4k3/8/8/8/8/5n2/4r3/4K3 w - - 0 1")
    assert position.checkers == ("e2", "f3")
    assert position.attackers("e1") == ("e2", "f3")
    assert position.attackers("e2", by=position.turn) == ("e1",)
    with pytest.raises(ValueError, match="no cell 'z9'"):
        position.attackers("z9")


@pytest.mark.parametrize("name", ["chess", "xiangqi", "circular-70", "kaleidochess", "chamaeleon"])
def test_what_captures_on_a_cell_attacks_it(name: str) -> None:
    position, dice = Position.start(name), Random(name)
    for _ in range(60):
        moves = position.legal_moves
        if not moves:
            break
        for move in moves:
            if move.is_capture and not move.is_en_passant and move.from_cell:
                assert move.from_cell in position.attackers(move.to_cell, by=position.turn)
        position = position.play(dice.choice(moves))


def test_a_move_asked_by_cells() -> None:
    position = Position.from_fen("4k3/1P6/8/8/8/8/8/4K3 w - - 0 1")
    choices = position.explain("b7", "b8")
    assert isinstance(choices, tuple)
    assert sorted(str(move)[-1] for move in choices) == ["B", "N", "Q", "R"]
    assert str(position.explain("e1", "d1")) == "e1-d1"
    refused = position.explain("e1", "e3")
    assert isinstance(refused, IllegalMove)
    assert [reason.code.value for reason in refused.reasons] == ["cannot-reach"]


def test_throws() -> None:
    position = Position.start("kaleidochess:dice")
    thrown = position.throw(5)
    assert {move.piece.name for move in thrown.legal_moves if move.piece is not None} == {"wizard"}
    assert {move.throw for move in thrown.legal_moves} == {5}
    assert {move.throw for move in position.legal_moves} >= {1, 5, 6}
    assert thrown != position
    for number, name in ((7, "kaleidochess:dice"), (3, "chess")):
        with pytest.raises(PositionError):
            Position.start(name).throw(number)


def test_no_cell_has_no_piece() -> None:
    assert Position.start("chess").piece_at(None) is None


def test_a_variant_says_what_it_is() -> None:
    game = variant("kaleidochess:players=3,dice")
    assert (game.options["players"], game.options["dice"]) == ("3", "yes")
    assert game.notations[0] == "long"
    assert [reading.id for reading in game.readings][:1] == ["K-1"]
    assert game.sheet.sections


def test_an_option_that_there_is_not_is_refused() -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument 'captoin'; did you mean 'caption'"):
        fairyscore.diagram(Position.start("chess"), captoin="x")  # type: ignore[call-arg]
