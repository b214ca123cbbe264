"""Records as values."""

import pickle
import random
from dataclasses import replace

import pytest
from foreign import judged_moves

from fairyscore.notation.records.tree import Comment, MoveLine, Ply, Record, numbered, retagged
from fairyscore.notation.variants.registry import variant

ANNOTATED = (
    "{Anna begins.} 1. e4 $1 {good} (1. d4 {too} d5 (1... Nf6) 2. c4) (1. c4) {after both}"  # three variations
    " 1... e5 2. Nf3 {[%clk 1:00]} *"
)


def record(moves: str, **tags: str) -> Record:
    found = judged_moves(moves, **tags).record
    assert found is not None
    return found


def test_tags_are_set_and_taken_out() -> None:
    """An empty value among the changes takes a tag out; a tag that was empty before stays as it is."""
    record = Record("chess", (("Event", ""), ("Site", "Here"), ("White", "Anna")))
    assert retagged(record, {"Site": "", "Black": "Bert"}).tags == (("Event", ""), ("White", "Anna"), ("Black", "Bert"))


def test_steps_of_three_players_pass_over_who_has_left() -> None:
    """Each ply is made by the seat that is to move on its table, also once a player is out."""
    game = variant("kaleidochess:players=3")
    state, moves = game.initial_state(), []
    chance = random.Random(3)
    for _ in range(200):
        if state.outcome() is not None:
            break
        moves.append(chance.choice(state.moves()))
        state.push_unchecked(moves[-1])
    record = replace(Record("kaleidochess:players=3"), line=MoveLine(tuple(map(Ply, moves))))
    for here, ply in record.steps(record.start()):
        assert ply.move in here.moves()


def test_a_tree_is_walked_ply_by_ply_each_before_its_variations() -> None:
    line = record(ANNOTATED).line
    assert [depth for depth, _ in line.walk()] == [0, 1, 1, 2, 1, 1, 0, 0]
    first = line.plies[0]
    assert [comment.text for comment in first.comments] == ["good", "after both"]
    assert [len(variation.plies) for variation in first.variations] == [3, 1]
    assert (line.plies[1].comments, line.plies[1].variations) == ((), ())


def test_comments_are_changed_at_every_depth_and_nothing_else_is() -> None:
    line = record(ANNOTATED).line
    loud = line.map_comments(lambda comment: replace(comment, text=comment.text.upper()))
    assert loud.intro == (Comment("ANNA BEGINS."),)
    assert [comment.text for _, ply in loud.walk() for comment in ply.comments] == [
        "GOOD",
        "AFTER BOTH",
        "TOO",
        "[%CLK 1:00]",
    ]
    bare = line.map_comments(lambda comment: None)
    assert bare.intro == ()
    assert not any(ply.comments for _, ply in bare.walk())
    assert [(depth, ply.move, ply.nags) for depth, ply in bare.walk()] == [
        (d, ply.move, ply.nags) for d, ply in line.walk()
    ]


@pytest.mark.parametrize("moves", ["*", "{only words} *", "1. e4 *", ANNOTATED, "1. e4 (1. d4 (1. c4 (1. b4))) e5 *"])
def test_what_is_pickled_comes_back(moves: str) -> None:
    line = record(moves).line
    assert pickle.loads(pickle.dumps(line)) == line


def test_the_deepest_tree_is_pickled() -> None:
    line = MoveLine((Ply(record("1. e4 *").line.plies[0].move),))
    for _ in range(50):
        line = MoveLine((replace(line.plies[0], annotations=(line, Comment("deep"))),))
    assert pickle.loads(pickle.dumps(line)) == line


def test_moves_after_a_refused_one_are_kept_and_the_line_is_not_whole() -> None:
    assert record("1. e4 e5 2. Nf3 *").line.is_whole
    assert record("1. e4 (1. e5) e5 *").line.is_whole
    verdict = judged_moves("1. e4 e5 2. Ke3 Nc6 *")
    assert verdict.record is not None
    assert not verdict.record.line.is_whole


@pytest.mark.parametrize(
    ("tags", "expected"),
    [
        ((("Black", "B"), ("White", "A"), ("Annotator", "C")), (("White", "A"), ("Black", "B"), ("Annotator", "C"))),
        ((("White", "A"), ("White", "B")), (("White", "A"),)),  # the first of a name counts
        ((("White", "?"), ("Date", "????.??.??"), ("ECO", "?")), (("ECO", "?"),)),
        ((("Result", "*"),), ()),
        ((("Result", "?"),), ()),
        ((("Result", "1-0"),), (("Result", "1-0"),)),  # the moves end otherwise
        ((("SetUp", "1"),), (("SetUp", "1"),)),
        ((("SetUp", "1"), ("FEN", "8/8/8/8/8/8/8/K1k5 w - - 0 1")), (("FEN", "8/8/8/8/8/8/8/K1k5 w - - 0 1"),)),
        ((("SetUp", "0"), ("FEN", "x")), (("FEN", "x"),)),  # as of `1`: a FEN is given
        ((("Site", "a\nb\0c"),), (("Site", "a b c"),)),
    ],
)
def test_tags_are_brought_into_canonical_order(
    tags: tuple[tuple[str, str], ...], expected: tuple[tuple[str, str], ...]
) -> None:
    found = Record("chess", tags).tags
    assert sorted(found) == sorted(expected)
    assert [name for name, _ in found if name in ("White", "Black")] == [
        name for name, _ in expected if name in ("White", "Black")
    ]


def test_a_game_that_is_not_chess_is_named() -> None:
    assert Record("tor-qi").tags == (("Variant", "tor-qi"),)
    assert Record("tor-qi", (("Variant", "?"),)).tags == (("Variant", "tor-qi"),)
    assert Record("chess").tags == ()


@pytest.mark.parametrize(
    ("game", "plies", "number"),
    [("chess", 0, "1."), ("chess", 1, "1..."), ("chess", 2, "2."), ("kaleidochess:players=3", 2, "1...")],
)
def test_the_number_before_the_next_move(game: str, plies: int, number: str) -> None:
    state = variant(game).initial_state()
    for _ in range(plies):
        state.push_unchecked(state.moves()[0])
    assert numbered(state) == number


def test_the_end_is_the_position_after_the_last_move_of_the_main_line() -> None:
    assert variant("chess").write_position(record(ANNOTATED).end()).startswith("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/")
    set_up = Record("chess", (("FEN", "8/8/8/8/8/8/8/K1k5 w - - 0 1"),))
    assert variant("chess").write_position(set_up.end()) == "8/8/8/8/8/8/8/K1k5 w - - 0 1"
