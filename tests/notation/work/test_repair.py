"""The smallest changes that make a game legal."""

import pytest

from fairyscore.notation.formats import json
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.replay import Validator
from fairyscore.notation.work import repair
from fairyscore.notation.work.repair import proposals


def ways(text: str, variant: str = "chess") -> list[list[tuple[str, str]]]:
    found = proposals(GameText(1, text, 1), Validator(variant=variant))
    assert all(proposal.complete for proposal in found)
    return [[(change.was(text), change.becomes) for change in proposal.changes] for proposal in found]


@pytest.mark.parametrize(
    ("variant", "moves", "change"),
    [
        ("chess", "1. e4 e5 2. nf3 Nc6 *", [("nf3", "Nf3")]),
        ("chess", "1. e4 e5 2. Nf3 Nc6 3. Bxb5 a6 4. Bxc6 dxc6 *", [("Bxb5", "Bb5")]),
        ("chess", "1. e4 e5 3. Nf3 Nc6 4. Bb5 *", [("3.", "2."), ("4.", "3.")]),
        ("chess", "1. e4 e5 e5 2. Nf3 *", [("e5 ", "")]),
        ("kaleidochess", "1. I8-K7 6K-7I 2. 2K-3I *", [("I8-K7", "8I-7K")]),
        (
            "kaleidochess",
            "1. 8I-7K 6K-7I 2. 2K-3I 4I-3K 3. 2G-2D 4H-3E 4. 1I-8I 5F-6E 5. 8I-7I *",
            [("8I-7I", "8I+7I")],
        ),
        ("kaleidochess", "1. 2: 8I-7K 6K-7I *", [("2: 8I-7K", "8I-7K")]),
        ("kaleidochess", "1. 8I-7K 6K-7I 2. K2-3I 4I-3K *", [("K2-3I", "2K-3I")]),  # one field of the two
        ("kaleidochess", "1. 8I-7K 6K-7I -- 2. 2K-3I *", [("-- ", "")]),
        ("chess", "1. e4 e5 -- 2. Nf3 *", [("-- ", "")]),  # a null move is played, so the move after it is refused
        ("chess", "1. NF3 Nf6 2. g3 *", [("NF3", "Nf3")]),
        ("chess", "1. Nf3 Nf6 2. G3 g6 *", [("G3", "g3")]),
        ("chess", "1. e4 e5 2. Nf3 Nc6 3. Bb55 a6 *", [("Bb55", "Bb5")]),
        ("chess", "1. e4 e5 2. Nf3 Nc6 3. Bb a6 *", [("Bb", "Bb5")]),
        ("chess", "1. e4 e5 2. Nf3 Nc6 3. Bb5=Q a6 *", [("Bb5=Q", "Bb5")]),
    ],
)
def test_one_best_way(variant: str, moves: str, change: list[tuple[str, str]]) -> None:
    assert ways(moves, variant) == [change]


@pytest.mark.parametrize(
    ("variant", "moves", "why"),
    [
        ("chess", "1. e4 e5 2. nf3 *", "the letter case is another"),
        ("chess", "1. e4 e5 e5 2. Nf3 *", "the move stands twice"),
        ("chess", "1. e4 e5 -- 2. Nf3 *", "who can move does not pass"),
        ("chess", "1. e4 e5 2. Nf3 Nc6 3. Bb5=Q a6 *", "there is no promotion here"),
        ("chess", "1. e4 e5 2. Nf3 Nc6 3. Bb55 a6 *", "one character is another"),
        ("kaleidochess", "1. 2: 8I-7K 6K-7I *", "the game is played without dice"),
        ("kaleidochess", "1. I8-K7 6K-7I *", "ring and letter are swapped"),
    ],
)
def test_why_a_change_is_proposed(variant: str, moves: str, why: str) -> None:
    (proposal,) = proposals(GameText(1, moves, 1), Validator(variant=variant))
    assert [change.why for change in proposal.changes] == [why]


def test_equally_good_ways_are_all_reported() -> None:
    """Each piece that the pawn may become; but with a queen or a rook Black would be in check in the corner."""
    text = '[FEN "8/P6k/8/8/8/8/8/K7 w - - 0 1"]\n\n1. a8 Kg7 2. Kb1 *'
    assert ways(text) == [[("a8", f"a8={piece}")] for piece in "QRBN"]
    corner = text.replace("8/P6k", "7k/P7").replace("Kg7", "Kg8")
    assert ways(corner) == [[("a8", f"a8={piece}")] for piece in "BN"]


@pytest.mark.parametrize("move", ["8I-7K", "5: 8I-7K"])
def test_a_throw_that_is_missing_or_another_one(move: str) -> None:
    """Only a one or a six lets this piece move."""
    assert ways(f"1. {move} *", "kaleidochess:dice") == [[(move, f"{throw}: 8I-7K")] for throw in (1, 6)]


def test_comments_are_not_changed_with_the_moves() -> None:
    """The comment names cells by letter and ring too; only moves are turned."""
    (way,) = ways("1. I8-K7 {from I8 to K7} K6-I7 2. K2-I3 *", "kaleidochess")
    assert way == [("I8-K7", "8I-7K"), ("K6-I7", "6K-7I"), ("K2-I3", "2K-3I")]


def test_ambiguous_move() -> None:
    found = ways("1. d4 d5 2. Nf3 Nf6 3. e3 e6 4. Nd2 *")
    assert found == [[("Nd2", "Nbd2")], [("Nd2", "Nfd2")]]


def test_other_coordinates() -> None:
    text = '[Variant "circular-70"]\n\n1. b1-d1 b7-d7 2. Ra1-b1 Ba8-b11 *'
    assert ways(text) == [[("", '\n[Coordinates "ring"]')]]


def test_swapped_throughout() -> None:
    moves = "1. I8-K7 K6-I7 2. K2-I3 I4-K3 3. G2-D2 H4-E3 *"
    (way,) = ways(moves, "kaleidochess")
    assert [becomes for _, becomes in way] == ["8I-7K", "6K-7I", "2K-3I", "4I-3K", "2G-2D", "4H-3E"]


def test_in_a_variation() -> None:
    assert ways("1. e4 e5 (1... C5 2. nf3) 2. Nf3 *") == [[("C5", "c5"), ("nf3", "Nf3")]]


@pytest.mark.parametrize("moves", ["1. e4 e5 *", "1. e4 {nf3} e5", "*"])
def test_nothing_to_do(moves: str) -> None:
    assert ways(moves) == []


def test_what_nothing_helps() -> None:
    assert ways("1. e4 e5 2. Zz9 Yy8 3. Xx7 Ww6 4. Vv5 *") == []


def test_the_best_attempt_is_reported_as_what_it_is() -> None:
    """More mistakes than are looked for: the changes that come farthest, and that they are not enough."""
    text = "1. " + " ".join(["e44", "e55", "Nf33", "Nc66", "Bb55", "a66"]) + " *"
    (found,) = proposals(GameText(1, text, 1), Validator(variant="chess"))
    assert (found.complete, len(found.changes), found.plies) == (False, 3, 3)


def test_only_the_string_changes_in_json() -> None:
    text = '{"moves": [{"move": "e2-e4"}, {"move": "7e-5e"}, {"move": "g1-f3"}], "result": "*"}'
    (found,) = proposals(GameText(1, text, 1), Validator(variant="chess", read=json.JsonTokenStream))
    assert found.text == text.replace("7e-5e", "e7-e5")


def test_the_text_is_the_old_one_with_the_changes() -> None:
    text = "1. e4 e5 {nice}\n2. nf3 Nc6 3. bb5\n*"
    found = proposals(GameText(1, text, 1), Validator(variant="chess"))
    assert found
    for proposal in found:
        new, moved = text, 0
        for change in proposal.changes:
            new = new[: change.start + moved] + change.becomes + new[change.end + moved :]
            moved += len(change.becomes) - (change.end - change.start)
        assert new == proposal.text
        assert proposals(GameText(1, new, 1), Validator(variant="chess")) == ()


def test_castling_is_meant_by_the_king_on_his_square() -> None:
    moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. Kg1 Be7 6. Re1 d6 *"
    assert ways(moves, "chess") == [[("Kg1", "O-O")]]


def test_a_position_at_the_end_is_no_start() -> None:
    """Old versions of lichess' clients wrote the last position in the tag FEN."""
    fen = '[FEN "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"]'
    text = f'[Event "x"]\n{fen}\n[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n'
    (proposal, *_) = proposals(GameText(1, text, 1), Validator(variant="chess"))
    assert proposal.complete
    assert "FEN" not in proposal.text


def test_a_game_that_is_too_long_is_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "1. e4 e5 2. nf3 Nc6 *"
    monkeypatch.setattr(repair, "LONGEST", len(text))
    assert ways(text) == [[("nf3", "Nf3")]]
    assert ways(f"{text} ") == []
