"""Trees of moves: built, changed, taken back, joined, and written as they were read."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairyscore.notation.game import Game, loads, read_games
from fairyscore.notation.game_tree import Evaluation, Node, line_of, tree_of
from fairyscore.notation.position import IllegalMove, Position
from fairyscore.notation.variants import UnknownVariant

SAMPLES = sorted((Path(__file__).parents[2] / "samples" / "games").rglob("*.pgn"))


def moves_of(game: Game) -> str:
    """The moves text of a game, in one line."""
    return " ".join(game.to("pgn").split("\n\n")[-2].split()) if game.tags else ""


def chess(text: str) -> Game:
    (game,) = loads(f'[White "Anna"]\n\n{text}')
    return game


def test_a_game_with_variations_is_built() -> None:
    game = Game.new("chess")
    e4 = game.root.add("e4", comment="best by test")
    e5 = e4.add("e5")
    c5 = e5.add_variation("c5", nags=[5])
    c5.add("Nf3").add("d6")
    e4.add("e6")  # a move follows already: it becomes a variation of that
    e5.add("Nf3!")
    assert moves_of(game) == "1. e4 {best by test} 1... e5 (1... c5 $5 2. Nf3 d6) (1... e6) 2. Nf3 $1 *"
    assert [node.move.text for node in e5.variations] == ["c7-c5", "e7-e6"]
    assert (c5.parent, e4.parent, game.root.next) == (e4, game.root, e4)


def test_an_illegal_move_changes_nothing() -> None:
    game = chess("1. e4 e5 (1... c5) *")
    before = moves_of(game)
    first = game.root.next
    assert first is not None
    for change in (game.root.add, first.add, first.add_variation):
        with pytest.raises(IllegalMove):
            change("e5xh8")
    assert moves_of(game) == before


def test_the_start_has_neither_a_move_nor_variations() -> None:
    root = Game.new("chess").root
    assert root.move is None
    assert root.parent is None
    assert root.position == Position.start("chess")
    with pytest.raises(ValueError, match="no variations"):
        root.add_variation("e4")
    with pytest.raises(ValueError, match="cannot be removed"):
        root.remove()
    with pytest.raises(ValueError, match="nothing stands before"):
        _ = root.before


def test_variations_are_promoted_step_by_step() -> None:
    game = chess("1. e4 {a} e5 {b} (1... c5 {c} 2. Nf3) (1... e6) 2. Nc3 *")
    first = game.root.next
    assert first is not None
    assert first.next is not None
    _, french = first.next.variations
    french.promote()
    assert moves_of(game) == "1. e4 {a} 1... e5 {b} (1... e6) (1... c5 {c} 2. Nf3) 2. Nc3 *"
    french.promote()
    assert moves_of(game) == "1. e4 {a} 1... e6 (1... e5 {b} 2. Nc3) (1... c5 {c} 2. Nf3) *"
    french.promote()  # it is the main line already
    assert moves_of(game) == "1. e4 {a} 1... e6 (1... e5 {b} 2. Nc3) (1... c5 {c} 2. Nf3) *"


def test_a_node_within_a_variation_promotes_the_whole_variation() -> None:
    game = chess("1. e4 e5 (1... c5 2. Nf3 (2. c3)) 2. Nc3 *")
    first = game.root.next
    assert first is not None
    assert first.next is not None
    sicilian = first.next.variations[0]
    assert sicilian.next is not None
    sicilian.next.promote_to_main()
    assert moves_of(game) == "1. e4 c5 (1... e5 2. Nc3) 2. Nf3 (2. c3) *"


def test_what_is_removed_makes_room_for_its_first_variation() -> None:
    game = chess("1. e4 e5 (1... c5 2. Nf3) (1... e6) 2. Nc3 *")
    first = game.root.next
    assert first is not None
    main = first.next
    assert main is not None
    main.variations[1].remove()
    assert moves_of(game) == "1. e4 e5 (1... c5 2. Nf3) 2. Nc3 *"
    main.remove()
    assert moves_of(game) == "1. e4 c5 2. Nf3 *"
    first.remove()
    assert moves_of(game) == "*"
    assert main.position == Position.start().play("e4").play("e5")  # a removed node still knows where it was


def test_moves_are_taken_back_with_the_result_that_they_brought() -> None:
    game = chess("1. f3 e5 2. g4 Qh4# 0-1")
    assert (game.pop().text, game.result) == ("d8-h4", "*")
    assert game.position.turn.name == "black"
    for _ in range(3):
        game.pop()
    with pytest.raises(IndexError, match="no move to take back"):
        game.pop()
    assert game.push("e4").text == "e2-e4"


def test_a_move_taken_back_leaves_a_result_that_it_did_not_bring() -> None:
    given_up = chess("1. e4 e5 2. Nf3 0-1")  # White gave up, no rule ended the game
    assert (given_up.pop().text, given_up.result) == ("g1-f3", "0-1")
    wrong = chess("1. f3 e5 2. g4 Qh4# 1-0")  # Black gave mate, and yet White is said to have won
    assert (wrong.pop().text, wrong.result) == ("d8-h4", "1-0")


def test_a_game_goes_on_from_a_move_taken_back() -> None:
    """What was taken back has not been played: neither as a mate, nor as one of three times."""
    game = chess("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *")
    assert game.claims == {"threefold-repetition"}
    game.pop()
    game.pop()
    game.push("Nc3")
    assert game.claims == frozenset()
    game.push("Ng8")
    assert game.claims == {"threefold-repetition"}  # Nb1 would bring the position after 1. Nf3 for the third time
    mated = chess("1. f3 e5 2. g4 Qh4# 0-1")
    mated.pop()
    mated.push("d5")
    assert (mated.outcome, mated.result, moves_of(mated)) == (None, "*", "1. f3 e5 2. g4 d5 *")


def test_commands_in_comments_are_values() -> None:
    game = chess("1. e4 {[%clk 0:03:00] [%eval 0.35,20] quick [%cal Gd2d4,Rb1c3][%csl Ye4]} e5 {[%emt 0:00:05.2]} *")
    first, second = game.nodes()
    assert (first.clock, first.emt, second.clock, second.emt) == (180.0, None, None, 5.2)
    assert first.eval == Evaluation(0.35, None, 20)
    assert (first.arrows, first.marks) == (("green:d2d4", "red:b1c3"), ("yellow:e4",))
    first.clock = None
    first.eval = Evaluation(mate=-3)
    first.arrows = ["e2-e4"]
    first.marks = []
    second.clock = 61
    second.eval = -0.5
    assert first.comments == ["[%eval #-3] quick [%cal Ge2e4]"]
    assert second.comments == ["[%eval -0.50] [%clk 0:01:01] [%emt 0:00:05.2]"]
    assert (first.eval, second.clock, second.eval) == (Evaluation(mate=-3), 61.0, Evaluation(-0.5))
    with pytest.raises(ValueError, match="'e9' does not name a cell of chess"):
        first.marks = ["red:e9"]
    with pytest.raises(ValueError, match="'pink' is not a colour; choose one of red"):
        first.arrows = ["pink:e2e4"]


def test_arrows_of_a_round_board_are_named_by_its_fields() -> None:
    node = Game.new("kaleidochess").root.add("1G-2E")
    node.arrows = ["red:1G2E"]
    assert node.arrows == ("red:1G2E",)


def test_tags_that_the_moves_depend_on_are_fixed_by_the_first_move() -> None:
    game = Game.new("chess", White="Anna")
    game.tags["Variant"] = "tor-qi"
    assert game.variant.name == "tor-qi"
    with pytest.raises(UnknownVariant):
        game.tags["Variant"] = "glorp"
    del game.tags["Variant"]
    game.tags["FEN"] = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    game.push("e4")
    for change in ({"FEN": ""}, {"Variant": "tor-qi"}):
        with pytest.raises(ValueError, match="moves of the game depend on it"):
            game.tags.update(change)
    assert game.position.fen.startswith("4k3/8/8/8/4P3")


def test_all_tags_are_removed_at_once_or_none() -> None:
    game = Game.new("chess", White="Anna", FEN="4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    game.set_result("1-0")
    game.tags.clear()
    assert (dict(game.tags), game.position.fen[:8]) == ({"Result": "*"}, "rnbqkbnr")
    other = Game.new("chess", White="Anna", FEN="4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    other.push("e4")
    with pytest.raises(ValueError, match="FEN cannot be changed"):
        other.tags.clear()
    assert list(other.tags) == ["White", "FEN", "Result"]


@pytest.mark.parametrize("name", ["", "A b", 'Q"', "x/y"])
def test_a_name_that_no_record_can_have_is_no_tag(name: str) -> None:
    game = Game.new("chess")
    with pytest.raises(ValueError, match="is not a name of a tag"):
        game.tags[name] = "x"
    assert list(game.tags) == ["Result"]


def test_a_value_of_a_tag_is_text() -> None:
    with pytest.raises(TypeError, match="a tag is text, not int"):
        Game.new("chess").tags["Round"] = 5  # type: ignore[assignment]


@pytest.mark.parametrize("seconds", [-1, float("nan"), float("inf"), 1e12])
def test_what_is_no_time_is_no_clock(seconds: float) -> None:
    node = Game.new("chess").root.add("e4", comment="best by test")
    for name in ("clock", "emt"):
        with pytest.raises(ValueError, match="is not a time in seconds"):
            setattr(node, name, seconds)
    assert node.comments == ["best by test"]


@pytest.mark.parametrize("value", [float("nan"), 1e7, Evaluation(), Evaluation(1.0, 3)])
def test_what_no_comment_can_state_is_no_evaluation(value: Evaluation | float) -> None:
    node = Game.new("chess").root.add("e4")
    with pytest.raises(ValueError, match="is not an evaluation"):
        node.eval = value
    assert (node.eval, node.comments) == (None, [])


def test_the_tag_and_the_result_are_one() -> None:
    game = Game.new("chess", White="Anna")
    game.tags["Result"] = "1-0"
    assert (game.result, list(game.tags)) == ("1-0", ["White", "Result"])
    game.set_result("1/2-1/2")
    assert game.tags["Result"] == "1/2-1/2"
    del game.tags["Result"]
    assert game.result == "*"
    with pytest.raises(ValueError, match="not a result for 2 players"):
        game.tags["Result"] = "2-0"


def test_a_start_that_makes_no_sense_is_none() -> None:
    (game,) = loads('[White "Anna"]\n[FEN "rubbish"]\n\n1. e4 *')
    assert game.start is None
    assert game.tags["FEN"] == "rubbish"
    assert list(game.nodes()) == []
    assert game.to("pgn") == '[White "Anna"]\n[FEN "rubbish"]\n\n1. e4 *'
    with pytest.raises(ValueError, match="as pgn it is written as it was read"):
        game.to("json")


def test_two_records_of_a_game_are_joined() -> None:
    game = chess("1. e4 {a} e5 $1 (1... c5) 2. Nf3 *")
    other = chess("1. e4 {a} {b} e5 (1... c5 2. Nf3 {c}) (1... e6) 2. Nc3 Nc6 1-0")
    other.tags["Date"] = "1990.01.02"
    game.merge(other)
    assert moves_of(game) == "1. e4 {a} {b} 1... e5 $1 (1... c5 2. Nf3 {c}) (1... e6) 2. Nf3 (2. Nc3 Nc6) 1-0"
    assert (game.tags["Date"], game.tags["White"]) == ("1990.01.02", "Anna")
    with pytest.raises(ValueError, match="start from the same position"):
        game.merge(Game.new("tor-qi"))


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: str(path.stem))
def test_a_tree_is_written_as_it_was_read(path: Path) -> None:
    for game in read_games(path):
        record = game.record
        assert game.root.parent is None
        assert game.record == record


def test_text_after_a_fault_stays_as_it_is() -> None:
    game = chess("1. e4 {a} e5 (1... Ke2 2. rubbish {b}) 2. Ke3 Nc6 *")
    record = game.record
    assert line_of(tree_of(record.line, game.start)) == record.line
    assert any(comment.unjudged for ply in game.record.line.plies for comment in ply.comments)


@settings(max_examples=settings().max_examples // 2)
@given(
    st.sampled_from(["chess", "kaleidochess:players=3", "chamaeleon", "tor-qi", "crazyhouse"]), st.integers(0, 1 << 32)
)
def test_random_trees_are_read_as_they_were_built(name: str, seed: int) -> None:
    dice = Random(seed)
    game = Game.new(name)
    nodes: list[Node] = [game.root]
    for number in range(12):
        node = dice.choice(nodes)
        moves = node.position.legal_moves
        if moves:
            nodes.append(node.add(dice.choice(moves), comment="" if number % 3 else f"comment {number}"))
        if number % 4 == 3:
            dice.choice(nodes[1:]).promote()
    (again,) = loads(game.to("pgn"))
    assert {found.code for found in again.diagnostics} <= {"open-result"}
    assert again.record.line == game.record.line
    assert [node.position for node in again.nodes()] == [node.position for node in game.nodes()]
