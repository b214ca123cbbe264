"""The table of Chamæleon: what a push changes, how the board shrinks, who is next; and random legal play."""

from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairyscore.notation.moves import long
from fairyscore.notation.rules.colours.state import ColourState
from fairyscore.notation.rules.moves import ABSENT, CASTLE, DROP, GO, PASS, Move, ParsedMove
from fairyscore.notation.rules.outcome import Ending
from fairyscore.notation.rules.state import State
from fairyscore.notation.rules.variant import Variant
from fairyscore.notation.variants import variant

GAMES = [f"chamaeleon:players={n},start={start}" for n in (2, 3, 4) for start in ("array", "drop")]

# A knight in the middle of the smallest board has no move.
STUCK = "********/********/********/**3***/**1wN1***/**bQ2***/********/******** w 9"

# What else a parsed move to go may say; each also with the start left open.
CHANGES: tuple[dict[str, Any], ...] = (
    {"throw": 3},
    {"becomes": 0},
    {"capture": True},
    {"capture": False},
    {"kind": 3},
    {"origin": ABSENT},
    {"origin": ABSENT, "kind": 0},
    {"origin": ABSENT, "kind": 3, "sources": 0xFFFF, "capture": False},
)


def wished(game: Variant, text: str) -> ParsedMove:
    parsed = long.read(text, game)
    assert isinstance(parsed, ParsedMove)
    return parsed


def played(name: str, moves: str, position: str = "") -> tuple[Variant, State]:
    """The table after some moves, each of which must be legal."""
    game = variant(name)
    state = game.read_position(position) if position else game.initial_state()
    for move in moves.split():
        assert state.push(wished(game, move)), move
    return game, state


def legal(game: Variant, state: State) -> list[str]:
    return [long.write(state, move, game) for move in state.moves()]


def test_the_page_gives_the_piece_on_d1_four_moves() -> None:
    game, state = played("chamaeleon", "")
    assert [move for move in legal(game, state) if move.startswith("d1")] == ["d1-b2", "d1-f2", "d1-c3", "d1-e3"]


def test_a_piece_changes_where_it_lands() -> None:
    """Who is a knight on d1, which is blue, is a bishop on c3, which is green (H-1, H-2)."""
    game, state = played("chamaeleon", "d1-c3")
    assert state.piece_at(game.board.index["d1"]) is None
    assert game.piece_types[state.piece_type_at(game.board.index["c3"])].name == "bishop"


@pytest.mark.parametrize(
    ("position", "move", "after"),
    [
        # The last piece leaves file h; g8 still stands on file g.
        ("4bNbNbNbN/8/8/8/8/8/8/wNwNwNwN4 b 1", "h8-f7", "4bNbNbN*/5bN1*/7*/7*/7*/7*/7*/wNwNwNwN3* w 2"),
        # File a and rank 1 both go; b2 keeps file b and rank 2.
        ("7bN/8/8/8/8/8/1wB6/wN7 w 1", "a1-c2", "*6bN/*7/*7/*7/*7/*7/*wBwN5/******** b 1"),
        # Empty file b goes with file a.
        ("7bN/8/8/8/3wR4/8/8/wN7 w 1", "a1-c2", "**5bN/**6/**6/**6/**1wR4/**6/**wN5/******** b 1"),
        # Another piece on file a keeps it; rank 1 goes.
        ("7bN/8/8/8/8/8/wN7/wN7 w 1", "a1-b3", "7bN/8/8/8/8/1wB6/wN7/******** b 1"),
        # Lines that no move has emptied stay, and so does the inner line that a move empties.
        ("8/6bQ1/8/8/2wR5/8/1wN6/8 w 1", "b2-d1", "8/6bQ1/8/8/2wR5/8/8/3wN4 b 1"),
    ],
    ids=["file", "file-and-rank", "neighbours", "rank-only", "never-emptied"],
)
def test_shrinking(position: str, move: str, after: str) -> None:
    game, state = played("chamaeleon", move, position)
    assert game.write_position(state) == after


def test_three_files_and_ranks_always_stay() -> None:
    position = "********/********/********/**bQ2***/**3***/**wB2***/********/******** w 9"
    game, state = played("chamaeleon", "c3-d4", position)
    assert game.write_position(state) == "********/********/********/**bQ2***/**1wQ1***/**3***/********/******** b 9"
    assert state.notes() == ("files a, b, f, g, h are gone", "ranks 1, 2, 6, 7, 8 are gone")


def test_who_loses_his_last_piece_is_left_out() -> None:
    position = "2sN5/8/8/8/8/8/8/wN1wR1bQ3 w 4"
    game, state = played("chamaeleon:players=3", "c1xc8", position)
    assert state.outcome() is None
    assert (state.turn, state.fullmove_number, state.notes()) == (2, 4, ("silver is out",))
    before = game.read_position(position)
    assert isinstance(state, ColourState)
    assert isinstance(before, ColourState)
    assert (state.news(before), state.news(state)) == (("silver is out",), ())


def test_the_last_one_with_pieces_wins() -> None:
    game, state = played("chamaeleon:players=3", "c1xc8", "2sN5/8/8/8/8/8/8/wN1wR5 w 4")
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.ending, outcome.result) == (Ending.LAST_ONE_IN, "1-0-0")
    assert state.moves() == []
    assert not state.push(wished(game, "a1-c2"))
    assert state.find(wished(game, "--")) is None


def test_who_cannot_move_passes() -> None:
    game, state = played("chamaeleon", "", STUCK)
    assert legal(game, state) == ["--"]
    assert state.notes()[-1] == "white must pass"
    assert state.push(wished(game, "--"))
    assert (state.turn, state.fullmove_number) == (1, 9)


def test_pieces_are_dropped_in_turn_and_then_moved() -> None:
    game, state = played("chamaeleon:start=drop", "N@a1 N@h8 N@b1 N@g8 N@c1 N@f8 N@d1 N@e8")
    assert game.write_position(state) == "4bNbNbNbN/8/8/8/8/8/8/wNwNwNwN4 w 5"
    assert state.moves() == variant("chamaeleon").initial_state().moves()


def test_rounds_go_on_after_players_have_left() -> None:
    _, state = played("chamaeleon:players=3", "c1xc8 e1-e2 a1-c2", "2sN5/8/8/8/8/8/8/wN1wR1bQ3 w 4")
    assert (state.turn, state.fullmove_number) == (2, 5)


@pytest.mark.parametrize(
    ("text", "corrected"), [("d1xc3", "d1-c3"), ("d1-c3", None), ("d1xd4", None)], ids=["mark", "legal", "worse"]
)
def test_only_a_wrong_mark_is_forgiven(text: str, corrected: str | None) -> None:
    game, state = played("chamaeleon", "")
    parsed = wished(game, text)
    assert state.forgive(state.reasons(parsed, text), parsed) == (
        None if corrected is None else wished(game, corrected)
    )


@cache
def every_parsed(game_name: str) -> list[ParsedMove]:
    game = variant(game_name)
    cells = range(len(game.board.cells))
    going = [ParsedMove(GO, origin=a, target=b) for a in cells for b in cells]
    dropping = [ParsedMove(DROP, target=cell, kind=kind) for cell in cells for kind in range(len(game.piece_types))]
    return [*going, *dropping, ParsedMove(PASS), ParsedMove(CASTLE, castle=0)]


def as_move(parsed: ParsedMove) -> Move:
    return Move(parsed.origin, parsed.target, becomes=parsed.kind if parsed.action == DROP else -1)


@st.composite
def tables(draw: st.DrawFn) -> tuple[Variant, State]:
    """A position of random legal play, in any form of the game."""
    game = variant(draw(st.sampled_from(GAMES)))
    state = game.initial_state()
    for _ in range(draw(st.integers(0, 120))):
        moves = state.moves()
        if not moves:
            break
        state.push_unchecked(moves[draw(st.integers(0, len(moves) - 1))])
    return game, state


@given(table=tables())
def test_push_takes_exactly_the_legal_moves(table: tuple[Variant, State]) -> None:
    game, state = table
    before = game.write_position(state)
    taken = []
    for parsed in every_parsed(game.name):
        if state.push(parsed):
            taken.append(as_move(parsed))
            state = game.read_position(before)
    assert game.write_position(state) == before
    assert sorted(taken) == sorted(state.moves())


@given(table=tables(), offset=st.integers(0, 60))
@settings(max_examples=settings().max_examples // 2)
def test_there_are_reasons_exactly_where_push_refuses(table: tuple[Variant, State], offset: int) -> None:
    game, state = table
    moves = set(state.moves())
    named = [parsed for parsed in every_parsed(game.name) if parsed.action != CASTLE and as_move(parsed) in moves]
    some = every_parsed(game.name)[offset::61]
    taking = {move: state.takes(move) for move in moves}
    for parsed in (*named, *some, *every_parsed(game.name)[-2:]):
        for asked in (parsed, *(replace(parsed, **change) for change in CHANGES)):
            found = state.find(asked)
            assert found is None or found in moves
            assert found is None or asked.action != GO or asked.capture in (None, taking[found])
            assert state.copy().push(asked) is (found is not None)
            assert (state.reasons(asked, "as written") == ()) is (found is not None)
    assert all(state.find(parsed) == as_move(parsed) for parsed in named)


@given(table=tables())
def test_position_texts_keep_everything(table: tuple[Variant, State]) -> None:
    game, state = table
    text = game.write_position(state)
    again = game.read_position(text)
    assert game.write_position(again) == text
    assert (again.key(), again.fullmove_number, again.halfmove_clock) == (state.key(), state.fullmove_number, 0)
    assert (again.moves(), again.outcome(), again.notes()) == (state.moves(), state.outcome(), state.notes())
    assert state.moves_with(3) == state.moves()


@pytest.mark.parametrize(("text", "legal"), [("Nd1-c3", True), ("d1-c3", True), ("Qd1-c3", False), ("Rd1-c3", False)])
def test_a_move_that_names_another_piece_is_refused(text: str, legal: bool) -> None:
    game = variant("chamaeleon")
    assert (game.initial_state().find(wished(game, text)) is not None) == legal
