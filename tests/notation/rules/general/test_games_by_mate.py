"""Games won by mate: rules by cases, and random play in which push, find, reasons and moves must say the same."""

import random
from collections.abc import Callable, Iterator

import pytest
from general_games import strict_in_python
from hypothesis import given, settings
from hypothesis import strategies as st
from nightly import NIGHTLY

from fairyscore.notation.moves import long, san, uci
from fairyscore.notation.position import Position
from fairyscore.notation.rules.moves import ABSENT, CASTLE, GO, Move, ParsedMove
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.variants import variant

BY_MATE = ("chess", "cylindrical", "caliph-qi", "tor-qi", "circular-66", "circular-68", "circular-70")


ASKED = 0.25
"""Of so many refused moves, chosen by lot, the reasons are asked for."""


def targets(name: str, position: str, origin: str) -> str:
    """Where the piece on a field can go, in alphabetic order."""
    moves = [move.text for move in Position.from_fen(position, name).legal_moves]
    return " ".join(sorted({move[len(origin) + 1 :] for move in moves if move.startswith(origin)}))


@pytest.mark.parametrize(
    ("name", "position", "origin", "reached"),
    [
        # cylindrical: the camel meets two neighbours across the seam; the rider lands on every second square, all round
        ("cylindrical", "k6/7/7/7/7/7/7/3C2K w - - 0 1", "d1", "a2 c4 e4 g2"),
        ("cylindrical", "k6/7/7/7/7/7/4K2/D6 w - - 0 1", "a1", "a3 a5 a7 b1 c1 d1 e1 f1 g1"),
        ("cylindrical", "k6/7/7/7/3K3/7/7/7 w - - 0 1", "d4", "b4 c3 c5 d2 d6 e3 e5 f4"),
        # rivers: the queen stops at the enemy's river, the marshal does not
        ("caliph-qi", "3k2/6/6/6/6/6/6/6/Q1K3 w - - 0 1", "a1", "a2 a3 a4 a5 a6 b1 b2 c3 d4 e5 f6"),
        ("caliph-qi", "5k/6/6/6/6/6/6/2K3/M5 w - - 0 1", "a1", "a2 a3 a4 a5 a6 a7 a8 a9 b1 b3 c1 d1 e1 f1"),
        # circular: straight and both diagonals across the centre; the knight goes across it too, but not over a void
        ("circular-70", "4k3*/9/9/3K5/9/9/9/8* w - - 0 1", "d5", "c4 c5 c6 d4 d6 e4 e5 e6"),
        ("circular-70", "4k3*/9/9/9/9/9/9/4K2N* w - - 0 1", "h1", "f2 g3 i3"),
    ],
)
def test_where_pieces_go(name: str, position: str, origin: str, reached: str) -> None:
    assert targets(name, position, origin) == reached


@pytest.mark.parametrize(
    ("name", "position", "move", "after"),
    [
        ("chess", "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2-e4", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"),
        ("chess", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4xe3", "4k3/8/8/8/8/4p3/8/4K3 w - - 0 2"),
        ("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9", "O-O-O", "r3k2r/8/8/8/8/8/8/2KR3R b kq - 4 9"),
        ("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9", "a1xa8", "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 9"),
        # a pawn over the enemy's river is a wazir at once; a wazir over its own may become a captured piece
        ("caliph-qi", "3k2/6/6/P5/6/6/6/6/3K2 w - - 0 1", "a6-a7", "3k2/6/W5/6/6/6/6/6/3K2 b - - 0 1"),
        ("caliph-qi", "3k2/6/6/6/6/1W4/6/6/3K2[Q] w - - 0 1", "b4-b3=Q", "3k2/6/6/6/6/6/1Q4/6/3K2 b - - 1 1"),
        ("caliph-qi", "3k2/6/6/6/6/1W4/6/6/3K2[Q] w - - 0 1", "b4-b3", "3k2/6/6/6/6/6/1W4/6/3K2[Q] b - - 1 1"),
        # a pawn remembers that it has crossed the centre; beside file i the ranks jump
        ("circular-70", "4k3*/9/9/9/P8/9/9/4K3* w - - 0 1", "a4-a5", "4k3*/9/9/+P8/9/9/9/4K3* b - - 0 1"),
        ("circular-70", "4k3*/9/9/p7P/9/9/9/4K3* w - - 0 1", "i5xa5", "4k3*/9/9/+P8/9/9/9/4K3* b - - 0 1"),
        # en passant beyond the centre lands behind the pawn that made its double step
        ("circular-70", "4k3*/p8/9/1+P7/9/9/9/4K3* b - - 0 1", "a7-a5", "4k3*/9/9/p+P7/9/9/9/4K3* w - a6 0 2"),
        ("circular-70", "4k3*/9/9/p+P7/9/9/9/4K3* w - a6 0 2", "b5xa6", "4k3*/9/+P8/9/9/9/9/4K3* b - - 0 2"),
        ("cylindrical", "4k2/1P5/7/7/7/7/7/K6 w - - 0 1", "b7-c8=BC", "2{BC}1k2/7/7/7/7/7/7/K6 b - - 0 1"),
    ],
)
def test_what_a_move_makes_of_a_position(name: str, position: str, move: str, after: str) -> None:
    assert Position.from_fen(position, name).play(move).fen == after


@pytest.mark.parametrize(
    ("name", "position", "ending", "result"),
    [
        ("chess", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "checkmate", "0-1"),
        ("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "stalemate", "1/2-1/2"),
        ("chess", "7k/8/6K1/8/8/8/8/8 b - - 0 1", "dead position, neither side can mate", "1/2-1/2"),
        ("chess", "7k/8/6K1/7P/8/8/8/8 b - - 0 1", None, None),
    ],
)
def test_how_games_end(name: str, position: str, ending: str | None, result: str | None) -> None:
    outcome = Position.from_fen(position, name).outcome
    assert (outcome and outcome.words, outcome and outcome.result) == (ending, result)


@pytest.mark.parametrize("game_named", [variant, strict_in_python])
@pytest.mark.parametrize(
    ("position", "move", "ending", "result"),
    [
        ("4k3/8/8/7p/7P/3q4/8/K7", "d3b3", "stalemate", "1/2-1/2"),  # the pawn cannot move either
        ("4k3/8/8/7p/6NP/3q4/8/K7", "d3b3", "", ""),  # the knight can
        ("4k3/8/8/6p1/7P/3q4/8/K7", "d3b3", "", ""),  # the pawn can
        ("1r2k3/8/8/8/7r/8/P7/K7", "h4a4", "", ""),
        ("1r2k3/8/8/8/7r/r7/P7/K7", "h4a4", "stalemate", "1/2-1/2"),  # a rook stands in the pawn's way
        ("4k3/8/8/8/8/8/3q4/K7", "d2b2", "", ""),  # the king takes the queen
        ("4k3/8/8/8/8/1r6/3q4/K7", "d2b2", "checkmate", "0-1"),
        ("4k3/8/8/8/8/1r6/3q4/K1R5", "d2b2", "checkmate", "0-1"),  # the rook can move, and helps nobody
        ("4k3/8/8/4q3/8/8/1R6/K7", "e5c3", "", ""),  # the rook is pinned, and the king can move
    ],
)
def test_ends_after_a_move(
    position: str, move: str, ending: str, result: str, game_named: Callable[[str], Variant]
) -> None:
    """After a move of Black."""
    game = game_named("chess")
    state = game.read_position(f"{position} b - - 0 1")
    parsed = uci.read(move, game)
    assert isinstance(parsed, ParsedMove)
    assert state.push(parsed)
    outcome = state.outcome()
    assert (outcome.ending.name.lower() if outcome else "", outcome.result if outcome else "") == (ending, result)


@pytest.mark.parametrize(("option", "result"), [("draw", "1/2-1/2"), ("win", "1-0")])
def test_stalemate_loses_where_the_option_says_so(option: str, result: str) -> None:
    """Black's king on a8 could go to b7, g7, a6, c8, f8: all are held, and a8 is not attacked."""
    stuck = "k6/5{CD}1/7/7/1{BC}5/3K{BD}2/7/7 b - - 0 1"
    outcome = Position.from_fen(stuck, f"cylindrical:stalemate={option}").outcome
    assert outcome is not None
    assert outcome.result == result


def _every_parsed(game: Variant, state: State, dice: random.Random) -> Iterator[ParsedMove]:
    """The mover's pieces to all cells, the others to some, with either mark, some with each promotion; the castlings."""
    cells = range(len(game.board.cells))
    pawns = [cell for cell in cells if state.piece_type_at(cell) == 0]
    promoting = set(dice.sample(pawns, min(2, len(pawns))))
    for origin in cells:
        kinds = range(ABSENT, len(game.piece_types)) if origin in promoting else (ABSENT,)
        standing = state.piece_at(origin)
        for target in cells if standing and standing[0] == state.turn else dice.sample(cells, 4):
            for becomes in kinds:
                for capture in (True, False):
                    if origin != target:
                        yield ParsedMove(GO, origin, target, becomes=becomes, capture=capture)
    yield from (ParsedMove(CASTLE, castle=side) for side in (0, 1))


def _seen(game: Variant, state: State) -> tuple[str, set[Move]]:
    return game.write_position(state), set(state.moves())


@pytest.mark.parametrize("name", BY_MATE)
@settings(max_examples=max(1, settings().max_examples // 100), deadline=None)
@given(seed=st.integers(0, 2**32))
def test_push_find_reasons_and_moves_agree(name: str, seed: int) -> None:
    game, dice = variant(name), random.Random(seed)
    state = game.initial_state()
    for _ in range(dice.randrange(70)):
        state.push_unchecked(dice.choice(state.moves()))
        if not state.moves():
            return
    before = _seen(game, state)
    accepted = set()
    for parsed in _every_parsed(game, state, dice):
        table = state.copy()
        pushed, found = table.push(parsed), state.find(parsed)
        assert pushed is (found is not None), (before[0], parsed)
        if pushed or NIGHTLY or dice.random() < ASKED:
            assert pushed is (not state.reasons(parsed, "x")), (before[0], parsed)
        if found is None:
            assert _seen(game, table)[0] == before[0], "a refused move changes nothing"
            continue
        accepted.add(found)
        played = state.copy()
        played.push_unchecked(found)
        assert _seen(game, played) == _seen(game, table)
    assert {move for move in before[1] if move.becomes == ABSENT} <= accepted <= before[1]
    assert _seen(game, game.read_position(before[0])) == before


@pytest.mark.parametrize("name", BY_MATE)
@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_every_legal_move_is_read_as_it_is_written(name: str, seed: int) -> None:
    game, dice = variant(name), random.Random(seed)
    state = game.initial_state()
    for _ in range(dice.randrange(60)):
        moves = state.moves()
        if not moves:
            return
        for notation in (long, san):
            texts = [notation.write(state, move, game) for move in moves]
            assert len(set(texts)) == len(moves)
            place = dice.randrange(len(moves))
            parsed = notation.read(texts[place], game)
            assert isinstance(parsed, ParsedMove)
            assert state.find(parsed) == moves[place]
            assert state.copy().push(parsed)
        state.push_unchecked(dice.choice(moves))
