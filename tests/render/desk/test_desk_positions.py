"""What the desk tells of positions and of entries in the list of moves."""

import json
import re
from typing import Any

from drawn import RECORDS

from fairyscore.render.desk.desk import Desk


def asked(desk: Desk, op: str, **request: Any) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(desk.answer(json.dumps({"op": op, **request})))
    return answer


def opened(text: str) -> tuple[Desk, dict[str, Any]]:
    """A desk with the game of a text, and its answer for the start."""
    desk = Desk()
    asked(desk, "read", text=text)
    return desk, asked(desk, "open", game=1, at=0)


def position(fen: str, variant: str = "chess") -> dict[str, Any]:
    found: dict[str, Any] = asked(Desk(), "new", variant=variant, fen=fen)["position"]
    return found


# -- positions ---------------------------------------------------------------------------------------------------------


def test_a_position_tells_who_is_in_check() -> None:
    found = position("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1")
    assert (found["turn"], found["check"], found["checks"]) == (1, True, ["e8"])
    assert (found["status"], found["outcome"]) == ("black to move, check", None)
    assert found["pieces"] == {"e1": "white king", "e2": "white rook", "e8": "black king"}
    quiet = position("4k3/8/8/8/8/8/3R4/4K3 b - - 0 1")
    assert (quiet["check"], quiet["checks"]) == (False, [])


def test_an_end_has_its_result_and_no_moves() -> None:
    found = position("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1")
    assert found["outcome"] == {"result": "1-0", "ending": "checkmate"}
    assert found["moves"] == []


def test_pieces_in_hand_are_counted_by_kind() -> None:
    found = position("4k3/8/8/8/8/8/8/4K3[PPNq] w - - 0 1", "crazyhouse")
    mine, other = found["hands"]
    assert [(held["letter"], held["name"], held["count"]) for held in mine] == [("P", "pawn", 2), ("N", "knight", 1)]
    assert [(held["letter"], held["name"], held["count"]) for held in other] == [("Q", "queen", 1)]
    assert len({held["look"] for held in (*mine, *other)}) == 3


def test_moves_have_what_tells_them_apart() -> None:
    found = position("4k3/P7/8/8/8/8/8/4K3[N] w - - 0 1", "crazyhouse")["moves"]
    assert {"text": "e1-e2", "from": "e1", "to": "e2"} in found
    queen, rook = (next(move for move in found if move["text"] == f"a7-a8={letter}") for letter in "QR")
    assert queen.pop("look") != rook["look"]
    assert queen == {
        "text": "a7-a8=Q",
        "from": "a7",
        "to": "a8",
        "promotion": "Q",
        "becomes": "queen",
        "shown": "a8=Q+",
    }
    drop = next(move for move in found if not move["from"] and move["to"] == "b3")
    assert (drop["promotion"], drop["becomes"]) == ("N", "knight")
    dice = asked(Desk(), "new", variant="kaleidochess:dice")["position"]["moves"]
    assert all(1 <= move["throw"] <= 6 for move in dice)
    assert not any("throw" in move for move in found)
    ducks = asked(Desk(), "new", variant="duck-chess")["position"]["moves"]
    assert {move["put_on"] for move in ducks if move["text"].startswith("e2-e4")} >= {"e3", "a3"}


def test_the_last_move_is_reported_but_not_at_the_start() -> None:
    desk, start = opened('[Result "*"]\n\n1. e4 *')
    assert start["position"]["last"] == []
    assert asked(desk, "position", game=1, at=1)["position"]["last"] == ["e2", "e4"]


def test_marks_of_comments_are_on_the_board() -> None:
    desk, _ = opened('[Result "*"]\n\n1. e4 $1 {[%csl Ge4][%cal Ye2e4]} e5 *')
    found = asked(desk, "position", game=1, at=1)["position"]
    assert (found["fields"], found["arrows"], found["nags"]) == (["green:e4"], ["yellow:e2e4"], [1])
    assert "mark ring green" in found["marks"][1]
    plain = asked(desk, "position", game=1, at=2)["position"]
    assert (plain["fields"], plain["arrows"], plain["nags"]) == ([], [], [])


def test_lines_that_are_gone_are_reported() -> None:
    """The eighth rank goes away with Silver's seventh move."""
    file = RECORDS / "chamaeleon" / "annotated-three-players.pgn"
    desk, start = opened(file.read_text(encoding="utf-8"))
    assert start["position"]["gone"] == []
    node = next(entry["node"] for entry in start["tree"] if entry.get("text") == "a8-b6")
    assert asked(desk, "position", game=1, at=node)["position"]["gone"] == [f"{file}8" for file in "abcdefgh"]


# -- the board ---------------------------------------------------------------------------------------------------------


def test_a_board_tells_what_stays_the_same() -> None:
    board = asked(Desk(), "new", variant="kaleidochess:dice")["board"]
    assert (board["number"], board["variant"]) == (0, "kaleidochess:dice")
    assert board["throws"]
    assert not asked(Desk(), "new", variant="chess")["board"]["throws"]
    assert asked(Desk(), "new", variant="chess")["board"]["notations"][:2] == ["san", "long"]
    assert len(board["geometry"]["outlines"]) == 89


def test_each_cell_can_be_pointed_at() -> None:
    """A shape for pointers, and a circle in its middle that has its name; under what lies over the pieces."""
    picture = asked(Desk(), "new", variant="chess")["picture"]
    shapes, middles = re.findall(r'<path data-cell="(..)"', picture), re.findall(r'<circle data-field="(..)"', picture)
    assert shapes == middles
    assert len({*shapes}) == 64
    (circle,) = re.findall(r'<circle data-field="e4"[^>]*>', picture)
    assert re.findall(r'c[xy]="(.*?)"', circle) == ["202.5", "202.5"]
    assert re.findall(r' r="(.*?)"', circle) == ["18.9"]
    assert picture.index("data-cell") < picture.index('<g class="over">')
    assert picture.index('<g class="pieces">') < picture.index("data-cell")


def test_boards_of_a_desk_have_numbers_and_drawings_of_their_own() -> None:
    desk = Desk()
    first, second = (asked(desk, "new", variant=name) for name in ("chess", "tor-qi"))
    assert [answer["board"]["number"] for answer in (first, second)] == [0, 1]
    assert 'href="#b0-' in first["picture"]
    assert 'href="#b1-' in second["picture"]


# -- the list of moves -------------------------------------------------------------------------------------------------


def test_entries_of_the_list_of_moves() -> None:
    text = "{Before.} 1. e4 $1 {good [%clk 1:00:00] [%eval 0.3]} e5 (1... c5 {no} {never}) 2. Nf3"
    _, answer = opened(f'[Result "*"]\n\n{text} *')
    start, e4, e5, c5, nf3 = answer["tree"]
    assert start == {"node": 0, "comment": "Before."}
    assert e4 == {
        "node": 1,
        "comment": "good",
        "parent": 0,
        "text": "e4",
        "long": "e2-e4",
        "round": 1,
        "number": "1.",
        "seat": 0,
        "nags": [1],
        "signs": [["!", "good move"]],
        "clk": "1:00:00",
        "eval": "0.3",
        "left": 3600,
    }
    assert e5 == {"node": 2, "parent": 1, "text": "e5", "long": "e7-e5", "round": 1, "number": "1...", "seat": 1}
    assert (c5["instead"], c5["comment"], c5["parent"]) == (2, "no never", 1)
    assert (nf3["round"], nf3["seat"], nf3["parent"], nf3["text"]) == (2, 0, 2, "Nf3")


def test_moves_are_numbered_anew_after_a_change() -> None:
    desk, _ = opened('[Result "*"]\n\n1. e4 e5 (1... c5 2. c3) 2. Nf3 *')
    made = asked(desk, "promote", game=1, at=3)
    assert [entry.get("text") for entry in made["tree"]] == [None, "e4", "c5", "e5", "Nf3", "c3"]
    to_main = asked(opened('[Result "*"]\n\n1. e4 e5 (1... c5 2. c3) 2. Nf3 *')[0], "promote", game=1, at=3, main=True)
    assert to_main["record"].splitlines()[-1] == "1. e4 c5 (1... e5 2. Nf3) 2. c3 *"


def test_a_result_that_players_agreed_on_stays() -> None:
    """Only one by the rules is taken back with the move that it came of."""
    desk, _ = opened('[Result "1-0"]\n\n1. e4 e5 1-0')
    assert asked(desk, "remove", game=1, at=2)["result"] == "1-0"
    desk, _ = opened('[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1')
    assert asked(desk, "remove", game=1, at=4)["result"] == "*"
