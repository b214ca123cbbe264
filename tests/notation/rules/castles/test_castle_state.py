"""The table of KaleidoChess: who loses when, who leaves, what may not be done again, dice; and random legal play."""

import pytest
from castle_tables import legal, table, text_of, wished
from hypothesis import given, settings
from hypothesis import strategies as st

from fairyscore.notation.rules.castles.state import CastleState
from fairyscore.notation.rules.moves import GO, PASS, Move, ParsedMove
from fairyscore.notation.rules.outcome import Ending
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.variants import variant

GAMES = (
    "kaleidochess",
    "kaleidochess:players=3",
    "kaleidochess:players=4",
    "kaleidochess:dice",
    "kaleidochess:no-repetition",
    "kaleidochess:players=4,max-moves=6,no-repetition",
    "kaleidochess:black=ravens",
)


def test_start_by_eye() -> None:
    game, state = table()
    assert len(legal(game, state)) == 116
    assert {"1G-1D", "1J+2F"} <= set(legal(game, state))
    assert state.piece_at(game.board.index["1J"]) == (0, 0)
    assert state.piece_at(game.board.index["00"]) is None
    assert state.piece_type_at(game.board.index["00"]) == -1


@pytest.mark.parametrize(
    ("name", "pieces", "moves", "end", "notes"),
    [
        (
            "kaleidochess",
            "1J:wW 5I:wV 5J:bW 3A:bP",
            "5I+5J",
            (Ending.NO_CASTLE, "1-0"),
            "black has no piece left in a castle",
        ),
        (
            "kaleidochess",
            "1J:wV 5J:bW",
            "1J-1I",
            (Ending.CAPITULATION, "0-1"),
            "white gave up the last castle (capitulation)",
        ),
        ("kaleidochess", "1J:wW 1I:wV 5J:bW", "1I+1J", None, ""),
        (
            "kaleidochess",
            "1J:wW 1I:wV 5J:bH 5G:wP 5I:wP 5K:wP",
            "1I-1F",
            (Ending.BLOCKED, "1-0"),
            "black has no legal move",
        ),
        (
            "kaleidochess:players=3",
            "1J:wW 2K:wE 3J:sT 3A:sT 5J:bW",
            "2K+3J",
            None,
            "silver has no piece left in a castle and leaves the game",
        ),
        (
            "kaleidochess:players=3",
            "1J:wW 2K:wE 3J:sT 3A:sT 5J:bE",
            "2K+3J 5J-5F",
            (Ending.CAPITULATION, "1-0-0"),
            "black gave up the last castle (capitulation)",
        ),
        ("kaleidochess:max-moves=1", "1J:wW 1I:wV 5J:bW 5I:bV", "1I-1F 5I-5F", (Ending.MOVE_LIMIT, "1/2-1/2"), ""),
    ],
)
def test_endings(name: str, pieces: str, moves: str, end: tuple[Ending, str] | None, notes: str) -> None:
    _, state = table(name, text_of(pieces), moves)
    outcome = state.outcome()
    assert (outcome and (outcome.ending, outcome.result)) == end
    assert "; ".join(state.notes()).startswith(notes)
    assert bool(state.notes()) is bool(notes)
    assert bool(state.moves()) is (outcome is None)


def test_who_leaves_takes_his_pieces_along() -> None:
    game, state = table("kaleidochess:players=3", text_of("1J:wW 2K:wE 3J:sT 3A:sT 5J:bW"), "2K+3J")
    assert game.write_position(state) == text_of("1J:wW 3J:wE 5J:bW", turn="b", last="w2K-3J")


def test_a_round_is_over_where_the_turn_comes_back_to_the_only_one_left() -> None:
    pieces = "1J:wW 2K:wE 5I:wV 3J:sT 5J:bW 5G:bD"
    game, state = table("kaleidochess:players=3", text_of(pieces), "2K+3J 5G-5D 5I+5J")
    assert state.playing() == (0,)
    assert game.write_position(state) == text_of("1J:wW 3J:wE 5J:wV", last="w5I-5J", number=3)


def test_move_limit_is_a_draw_of_those_still_in() -> None:
    pieces = "1J:wW 2K:wE 3J:sT 5J:bW 5G:bD"
    _, state = table("kaleidochess:players=3,max-moves=2", text_of(pieces), "2K+3J 5G-5D 3J-3F 5D-7D")
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.result == "1/2-0-1/2"


BLOCKED = "1J:wW 1G:wD 3J:sT 3G:wE 3I:wE 3K:wR 5J:bT 5G:wR 5I:wL 5K:gL 7J:gW 7G:gD"
"""Silver's tiger on 3J and Black's on 5J have pieces on all sides."""


def test_blocked_players_leave_when_the_next_one_moves() -> None:
    """Nobody asks for it: the record goes on with Gold's move."""
    game, state = table("kaleidochess:players=4", text_of(BLOCKED), "1G-1D")
    assert game.seats[state.turn].name == "silver"
    assert state.push(wished(game, "7G-7D"))
    assert game.seats[state.turn].name == "white"
    assert state.fullmove_number == 2
    assert state.notes() == (
        "silver has no legal move (blocking) and leaves the game",
        "black has no legal move (blocking) and leaves the game",
    )
    assert state.piece_at(game.board.index["3J"]) is None


def test_blocked_players_leave_when_somebody_asks() -> None:
    game, state = table("kaleidochess:players=4", text_of(BLOCKED), "1G-1D")
    assert all(move.startswith(("5K", "7")) for move in legal(game, state))
    assert game.seats[state.turn].name == "gold"
    assert state.outcome() is None


def test_a_move_is_found_for_who_is_to_move_and_for_who_comes_after_blocked_players() -> None:
    game, state = table("kaleidochess:players=4", text_of(BLOCKED))
    assert state.find(wished(game, "1G-1D")) == Move(game.board.index["1G"], game.board.index["1D"])
    assert state.find(wished(game, "7G-7D")) is None
    assert state.push(wished(game, "1G-1D"))
    assert state.find(wished(game, "7G-7D")) == Move(game.board.index["7G"], game.board.index["7D"])


def test_who_is_not_blocked_keeps_his_turn() -> None:
    game, state = table("kaleidochess:players=3", "", "1G-1D")
    assert not state.push(wished(game, "5G-3E"))
    assert game.seats[state.turn].name == "silver"


def test_a_move_without_its_start_is_reported_with_it() -> None:
    game, state = table()
    move = state.try_push(wished(game, "wizard to 2D"))
    assert move is not None
    assert [game.board.cells[cell] for cell in move[:2]] == ["1J", "2D"]


def test_a_move_is_not_undone_at_once() -> None:
    """K-4, captures included; after another move the way back is free."""
    game, state = table(moves="1G-1D 5G-5D")
    assert not state.push(wished(game, "1D-1G"))
    _, state = table(moves="1G-1D 5G-5D 2G-2D 5D-6B")
    assert state.push(wished(game, "1D-1G"))
    _, state = table("kaleidochess", text_of("1J:wW 1I:wV 1G:bV 5J:bW", last="w1F-1I"))
    assert "1I+1G" in legal(game, state)
    _, state = table("kaleidochess", text_of("1J:wW 1I:wV 1F:bV 5J:bW", last="w1F-1I"))
    assert "1I+1F" not in legal(game, state)


def test_no_repetition_is_for_each_piece() -> None:
    game, state = table(
        "kaleidochess:no-repetition",
        text_of("1J:wW 1I:wV 1G:wV 5J:bW 5I:bV"),
        "1I-1F 5I-4K 1F-8H 4K-4J 1G-1I 4J-4I",
    )
    for move in ("1I-1F", "4I-3K", "1F-1G", "3K-3J"):  # the raven that is now on 8H made the first of them in round 1
        assert state.push(wished(game, move)), move
    assert not state.push(wished(game, "1G-1I"))  # this raven came to 1I from 1G in round 3
    assert state.push(wished(game, "8H-8G"))


def test_a_repeated_move_is_refused() -> None:
    game, state = table("kaleidochess:no-repetition", "", "1G-1D 5G-3E 1D-3D 3E-5E 3D-1G 5E-5G")
    assert "1G-1D" not in legal(game, state)
    assert not state.push(wished(game, "1G-1D"))
    _, state = table("kaleidochess", "", "1G-1D 5G-3E 1D-3D 3E-5E 3D-1G 5E-5G")
    assert state.push(wished(game, "1G-1D"))


DICE = text_of("1J:wH 1G:wP 1I:wP 1K:wP 5J:bW")
"""White's horse has pieces on all sides: a throw of 2 allows nothing, nor do those of pieces that he has not."""


@pytest.mark.parametrize(
    ("move", "fits"),
    [
        ("1: 1G-1D", True),
        ("6: 1G-1D", True),
        ("2: --", True),
        ("5: --", True),
        ("1: --", False),
        ("6: --", False),
        ("--", False),
        ("1G-1D", False),
        ("2: 1G-1D", False),
        ("7: 1G-1D", False),
        ("7: --", False),
    ],
)
def test_dice(move: str, fits: bool) -> None:
    game, state = table("kaleidochess:dice", DICE)
    parsed = wished(game, move)
    assert (state.find(parsed) is not None) is fits
    assert bool(state.reasons(parsed, move)) is not fits
    assert state.push(parsed) is fits
    assert state.turn == int(fits)


def test_moves_of_a_throw() -> None:
    game, state = table("kaleidochess:dice", DICE)
    assert state.moves_with(2) == [Move(-1, -1, throw=2)]
    assert {game.board.cells[move.origin] for move in state.moves_with(1)} == {"1G", "1I", "1K"}
    assert state.moves_with(0) == state.moves_with(7) == []
    assert state.moves() == [move for throw in range(1, 7) for move in state.moves_with(throw)]


def test_a_pass_leaves_the_last_move_as_it_is() -> None:
    """K-4: the pass is not a move, so the one before is still the last."""
    game, state = table("kaleidochess:dice", text_of("1J:wW 1I:wV 5J:bW 5I:bV"), "1: 1I-1F; 1: 5I-5F; 4: --; 1: 5F-5G")
    assert "1: 1F-1I" not in legal(game, state)


def test_nobody_is_blocked_with_dice() -> None:
    _, state = table("kaleidochess:dice", text_of("1J:wW 5J:bH 5G:wP 5I:wP 5K:wP", turn="b"))
    assert state.outcome() is None
    assert [move.target for move in state.moves()] == [-1] * 6


def test_positions_repeat_with_pieces_mover_and_what_may_not_be_undone() -> None:
    shuffles = "1G-1D 5G-5D 1D-3D 5D-7D 3D-1G 7D-5G"
    _, once = table("kaleidochess", "", shuffles)
    _, twice = table("kaleidochess", "", f"{shuffles} {shuffles}")
    assert once.key() == twice.key() != table()[1].key()
    assert once.halfmove_clock == 0


def test_copies_are_independent() -> None:
    game, state = table("kaleidochess:no-repetition", "", "1G-1D")
    before = game.write_position(state)
    twin = state.copy()
    assert twin.push(wished(game, "5G-3E"))
    assert game.write_position(state) == before


def test_forgiving_a_wrong_mark() -> None:
    game, state = table()
    for text, meant in [("1J-2F", "1J+2F"), ("1G+1D", "1G-1D"), ("dragon from 1G knocks out raven at 1D", "1G-1D")]:
        parsed = wished(game, text)
        right = state.forgive(state.reasons(parsed, text), parsed)
        assert right is not None
        assert state.find(right) == state.find(wished(game, meant)) is not None
    parsed = wished(game, "1G-1B")
    assert state.forgive(state.reasons(parsed, "1G-1B"), parsed) is None


def walked(name: str, choices: list[int]) -> tuple[Variant, CastleState]:
    """A random game: every number picks one of the legal moves."""
    game, state = table(name)
    for choice in choices:
        moves = state.moves()
        if not moves:
            break
        state.push_unchecked(moves[choice % len(moves)])
    return game, state


WALKS = st.tuples(st.sampled_from(GAMES), st.lists(st.integers(0, 10**6), max_size=80))


@given(WALKS)
@settings(max_examples=settings().max_examples // 5)
def test_push_takes_exactly_the_legal_moves(walk: tuple[str, list[int]]) -> None:
    game, state = walked(*walk)
    moves = set(state.moves())
    cells = range(len(game.board.cells))
    for throw in range(7 if game.rules.throws else 1):
        fits = {
            Move(origin, target, throw=throw)
            for origin in cells
            for target in cells
            if state.find(ParsedMove(GO, origin=origin, target=target, throw=throw)) is not None
        }
        passing = ParsedMove(PASS, throw=throw)
        if state.copy().push(passing):
            fits.add(Move(-1, -1, throw=throw))
        assert fits == {move for move in moves if move.throw == throw}
    for move in moves:
        parsed = ParsedMove(GO if move.target >= 0 else PASS, move.origin, move.target, throw=move.throw)
        assert state.find(parsed) == move
        assert state.reasons(parsed, "") == ()
        by_push, by_play = state.copy(), state.copy()
        assert by_push.push(parsed)
        by_play.push_unchecked(move)
        assert game.write_position(by_push) == game.write_position(by_play)


WISHES = st.builds(
    ParsedMove,
    action=st.sampled_from([0, 0, 0, 0, 0, 0, 1, 2, 3]),
    origin=st.integers(-1, 88),
    target=st.integers(-1, 88),
    kind=st.integers(-1, 8) | st.just(-1),
    capture=st.sampled_from([None, True, False]),
    becomes=st.sampled_from([-1, -1, -1, 3]),
    victim=st.just(-1) | st.integers(-1, 8),
    castle=st.sampled_from([0, 1]),
    throw=st.integers(0, 9),
    owner=st.integers(-2, 1),
    loser=st.integers(-2, 1),
)


@given(WALKS, st.lists(WISHES, max_size=30), st.data())
def test_reasons_are_empty_where_push_takes_a_parsed(
    walk: tuple[str, list[int]], parsed_moves: list[ParsedMove], data: st.DataObject
) -> None:
    _, state = walked(*walk)
    near = [ParsedMove(GO, m.origin, m.target, throw=m.throw) for m in state.copy().moves() if m.target >= 0]
    if near:  # parsed_moves that miss a legal move by one part only
        parsed = data.draw(st.sampled_from(near))
        for part in ("origin", "target", "kind", "capture", "becomes", "victim", "throw", "owner", "loser"):
            changes = {part: getattr(data.draw(WISHES), part)}
            parsed_moves = [
                *parsed_moves,
                ParsedMove(**{**{n: getattr(parsed, n) for n in ("action", "origin", "target", "throw")}, **changes}),
            ]
    for parsed in parsed_moves:
        found = state.copy().reasons(parsed, "text")
        assert (found == ()) is state.copy().push(parsed), parsed
        assert (state.copy().find(parsed) is not None) is (found == ())
        assert all(str(reason) and reason.rule for reason in found)


@given(WALKS)
def test_position_texts_round_trip(walk: tuple[str, list[int]]) -> None:
    game, state = walked(*walk)
    text = game.write_position(state)
    again = game.read_position(text)
    assert game.write_position(again) == text
    assert (again.outcome() is None) is (state.outcome() is None)
    assert again.moves() == state.moves()


def test_variants_share_their_tables() -> None:
    assert table("kaleidochess")[1].ways is table("kaleidochess:dice")[1].ways
    assert variant("kaleidochess").initial_state() is not variant("kaleidochess").initial_state()
