"""JKF, the JSON Kifu Format: what an object says of a game, in both directions, and what in it is reported."""

import io
import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from dresses import CRLF, MARK, Dress, replaced
from foreign import first_game, judged, judged_all, judged_moves, written

from fairyscore.notation.archive import judge_file
from fairyscore.notation.formats.jkf import JKF, PRESETS
from fairyscore.notation.formats.kif import KIF
from fairyscore.notation.formats.loss import reduced
from fairyscore.notation.formats.registry import begins_as_games, format_of_path, recognised
from fairyscore.notation.formats.shogi import HANDICAPS, without
from fairyscore.notation.records.tree import Comment, MoveLine, Ply, Record
from fairyscore.notation.replay import Validator
from fairyscore.notation.variants.registry import variant

TAGS = (("White", "羽生善治"), ("Black", "佐藤康光"), ("Event", "王将戦"), ("Date", "2017.10.03"), ("Time", "10:30:00"))
REMARKS = ("とても面白い手", '"quoted" } and {', "[%emt 0:01:05]", "評価値=120")


def move(origin: str, target: str, piece: str, color: int, **more: Any) -> dict[str, Any]:
    cells = {"to": {"x": int(target[0]), "y": int(target[1])}}
    if origin:
        cells["from"] = {"x": int(origin[0]), "y": int(origin[1])}
    return {"move": {**cells, "color": color, "piece": piece, **more}}


OPENING = [
    {},
    move("77", "76", "FU", 0),
    move("33", "34", "FU", 1),
    move("88", "22", "KA", 0, capture="KA", promote=False),
    move("31", "22", "GI", 1, capture="KA", same=True),
    move("", "45", "KA", 0),
]


def text_of(*moves: Any, header: Any = None, **more: Any) -> str:
    return json.dumps({"header": header or {}, **more, "moves": moves}, ensure_ascii=False)


def record_of(text: str) -> Record:
    """The record of a text that has no fault."""
    verdict = judged(text, JKF)
    assert verdict.record is not None
    assert [finding.message for finding in verdict.findings] == []
    return verdict.record


def played(record: Record) -> list[str]:
    cells = record.game.board.cells
    return [
        ("*" if ply.move.origin < 0 else cells[ply.move.origin]) + cells[ply.move.target] for ply in record.line.plies
    ]


def test_a_game_of_the_specification() -> None:
    text = text_of(*OPENING, {"special": "CHUDAN"}, header={"先手": "na2hiro", "後手": "うひょ"})
    record = record_of(text)
    assert played(record) == ["c3c4", "g7g6", "b2h8", "g9h8", "*f5"]
    assert (record.tag("White"), record.tag("Black"), record.result) == ("na2hiro", "うひょ", "*")
    assert json.loads(written(record, JKF)) == json.loads(text) | {"initial": {"preset": "HIRATE"}}


def test_forks_stand_in_place_of_their_move_and_promotions_and_drops_have_words() -> None:
    fork = [move("88", "22", "KA", 0, capture="KA", promote=False), move("31", "22", "GI", 1, capture="KA", same=True)]
    moves = [
        {"comments": ["分岐の例"]},
        *OPENING[1:3],
        move("89", "77", "KE", 0) | {"forks": [fork]},
        move("22", "77", "KA", 1, capture="KE", promote=True, same=True),
        move("88", "77", "KA", 0, capture="UM", same=True),
        move("", "33", "KE", 1, relative="H"),
    ]
    record = record_of(text_of(*moves))
    assert [len(ply.variations) for ply in record.line.plies] == [0, 0, 1, 0, 0, 0]
    assert record.line.intro == (Comment("分岐の例"),)
    assert json.loads(written(record, JKF))["moves"] == [*moves, {"special": "CHUDAN"}]


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_are_the_handicaps_of_kif(preset: str) -> None:
    record = record_of(text_of({}, move("51", "52", "OU", 1), initial={"preset": preset}))
    assert record.set_up == without(HANDICAPS[PRESETS[preset]])
    assert json.loads(written(record, JKF))["initial"] == {"preset": preset}
    assert f"手合割：{PRESETS[preset]}" in written(record, KIF)


def test_all_handicaps_have_a_preset() -> None:
    assert sorted(PRESETS.values()) == sorted(HANDICAPS)


def test_a_board_set_up() -> None:
    board: list[list[dict[str, Any]]] = [[{} for _ in range(9)] for _ in range(9)]
    board[4][0], board[4][8], board[2][3] = (
        {"color": 1, "kind": "OU"},
        {"color": 0, "kind": "OU"},
        {"color": 0, "kind": "TO"},
    )
    data = {"color": 1, "board": board, "hands": [{"KI": 1}, {"FU": 2}]}
    record = record_of(text_of({}, move("", "52", "FU", 1), initial={"preset": "OTHER", "data": data}))
    assert record.set_up.split()[:2] == ["4k4/9/9/6+P2/9/9/9/9/4K4[Gpp]", "b"]
    again = json.loads(written(record, JKF))["initial"]["data"]
    assert again["board"] == board
    assert [{kind: number for kind, number in hand.items() if number} for hand in again["hands"]] == data["hands"]
    assert record_of(written(record, JKF)) == record


@pytest.mark.parametrize(
    ("word", "result", "termination"),
    [
        ("TORYO", "1-0", ""),
        ("TIME_UP", "1-0", "time forfeit"),
        ("KACHI", "0-1", ""),
        ("SENNICHITE", "1/2-1/2", ""),
        ("JISHOGI", "1/2-1/2", ""),
        ("-ILLEGAL_ACTION", "1-0", "rules infraction"),
        ("CHUDAN", "*", ""),
    ],
)
def test_words_for_the_end(word: str, result: str, termination: str) -> None:
    verdict = judged(text_of(*OPENING[:2], {"special": word}), JKF)
    assert verdict.record is not None
    assert (verdict.record.result, verdict.record.tag("Termination")) == (result, termination)
    assert json.loads(written(verdict.record, JKF))["moves"][-1] == {"special": word}


def test_a_result_without_a_word_is_in_the_header() -> None:
    record = judged_moves("1. P-7f 0-1", Variant="shogi", Result="0-1").record
    assert record is not None
    text = written(record, JKF)
    assert json.loads(text)["header"] == {"Result": "0-1"}
    assert record_of(text) == record


def time(now: int, total: int) -> dict[str, Any]:
    return {"time": {"now": {"m": now // 60, "s": now % 60}, "total": {"h": 0, "m": total // 60, "s": total % 60}}}


def test_times_are_kept_and_a_total_that_is_not_their_sum_is_a_comment() -> None:
    record = record_of(
        text_of(OPENING[0], OPENING[1] | time(75, 75), OPENING[2] | time(5, 9), {"special": "TORYO"} | time(3, 78))
    )
    first, second = record.line.plies
    assert first.comments == (Comment("[%emt 0:01:15]"),)
    assert second.comments == (Comment("[%emt 0:00:05]"), Comment("0:00:09"), Comment("%TORYO T3"))
    assert json.loads(written(record, JKF))["moves"][-1] == {
        "special": "TORYO",
        "time": {"now": {"h": 0, "m": 0, "s": 3}, "total": {"h": 0, "m": 1, "s": 18}},
    }
    assert record_of(written(record, JKF)) == record


def test_a_variation_in_place_of_the_end_repeats_the_last_move() -> None:
    record = record_of(text_of(*OPENING[:2], {"special": "CHUDAN", "forks": [[OPENING[2], {"special": "TORYO"}]]}))
    (variation,) = record.line.plies[0].variations
    assert [ply.move.target for ply in variation.plies] == [
        record.line.plies[0].move.target,
        variation.plies[1].move.target,
    ]
    assert variation.plies[1].comments == (Comment("%TORYO"),)
    assert record_of(written(record, JKF)) == record


def test_a_cell_may_be_left_out_where_it_is_the_same() -> None:
    fourth = {"move": {"from": {"x": 3, "y": 1}, "same": True, "color": 1, "piece": "GI"}}
    assert played(record_of(text_of(*OPENING[:4], fourth)))[-1] == "g9h8"


def test_headings_are_tags_or_comments() -> None:
    header = {
        "開始日時": "2003/05/03 10:30:00",
        "棋戦": "王位戦",
        "持ち時間": "3時間",
        "手合割": "平手　",
        "WhiteElo": "1800",
        "FEN": "x",
    }
    record = record_of(text_of({}, header=header))
    assert dict(record.tags) == {
        "Event": "王位戦",
        "Date": "2003.05.03",
        "Time": "10:30:00",
        "Variant": "shogi",
        "WhiteElo": "1800",
    }
    assert [comment.text for comment in record.line.intro] == ["持ち時間：3時間", "FEN：x"]


@pytest.mark.parametrize(
    ("initial", "name", "start", "remarks"),
    [
        (None, "六枚落ち", "六枚落ち", []),
        ({"preset": "6"}, "六枚落ち", "六枚落ち", []),
        ({"preset": "6"}, "平手", "六枚落ち", ["手合割：平手"]),
        ({"preset": "HIRATE"}, "詰将棋", "", ["手合割：詰将棋"]),
    ],
)
def test_the_handicap_in_the_header_counts_where_nothing_else_says_it(
    initial: Any, name: str, start: str, remarks: list[str]
) -> None:
    record = record_of(text_of({}, header={"手合割": name}, initial=initial))
    assert record.set_up == (without(HANDICAPS[start]) if start else "")
    assert [comment.text for comment in record.line.intro] == remarks


@pytest.mark.parametrize(("relative", "findings"), [("H", 0), ("L", 1)])
def test_a_drop_may_be_called_one_where_it_need_not(relative: str, findings: int) -> None:
    """H stands for 打, which is written where another piece gets there too and wrong nowhere."""
    verdict = judged(text_of(*OPENING[:-1], OPENING[-1] | {"move": OPENING[-1]["move"] | {"relative": relative}}), JKF)
    assert len(verdict.findings) == findings


# -- faults -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message", "place"),
    [
        (text_of({}, move("77", "76", "FU", 1)), "the move says color: 1, and the board 0", '"color": 1'),
        (text_of({}, move("77", "76", "FU", 0, capture="KI")), 'capture: "KI", and the board nothing', '"KI"'),
        (text_of({}, move("77", "76", "FU", 0, relative="R~")), 'relative: "R~"', '"R~"'),
        (text_of({}, move("77", "76", "FU", 0, same=True)), "same: true", "true"),
        (text_of({}, move("77", "76", "XX", 0)), "this is not a move with its cells and its piece", "{"),
        (text_of({}, move("77", "76", "FU", 0, speed=3)), "a move has no key 'speed'", "3"),
        (text_of({}, 5), "each of the moves is an object, not 5", "5"),
        (text_of({}, OPENING[1] | {"time": 5}), "a time has hours, minutes and seconds", "5"),
        (text_of({}, OPENING[1] | {"comments": [5]}), "comments are strings, not 5", "5"),
        (text_of({}, OPENING[1] | {"forks": [5]}), "forks are arrays of moves", "5"),
        (text_of({}, {"special": "GIVEN_UP"}), '"GIVEN_UP" is not a word for the end', '"GIVEN_UP"'),
        (text_of({}, initial={"preset": "9"}), 'there is no preset "9"', '"9"'),
        (text_of({}, initial={"preset": "OTHER"}), "the preset OTHER needs data", "{"),
        (text_of({}, initial={"preset": "OTHER", "data": {"hands": [{"FU": 99}]}}), "a hand has no 99 of FU", "99"),
        (text_of({}, initial=7), "initial is an object", "7"),
        (text_of({}, header={"先手": 5}), "the heading 先手 is not a string", "5"),
        (text_of({}, header=["先手"]), "the header of a game is an object", "["),
        (text_of({}, footer=1), "a game has no key 'footer'", "1"),
    ],
)
def test_a_wrong_value_is_reported_where_it_stands(text: str, message: str, place: str) -> None:
    found = [finding for finding in judged(text, JKF).findings if message in finding.message]
    assert len(found) == 1
    assert text[found[0].column - 1 :].startswith(place.removeprefix('"color": '))


def test_a_move_that_is_refused_ends_its_line_only() -> None:
    fork = [move("77", "75", "FU", 0), OPENING[2]]
    verdict = judged(text_of({}, OPENING[1] | {"forks": [fork]}, OPENING[2], {"special": "TORYO"}), JKF)
    assert verdict.record is not None
    assert played(verdict.record) == ["c3c4", "g7g6"]
    assert verdict.record.result == "0-1"


# -- how a file is known ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        text_of(*OPENING),
        text_of(*OPENING, initial=None),
        json.dumps({"moves": OPENING, "header": {}}),
        json.dumps({"initial": {"preset": "HIRATE"}, "header": {}, "moves": OPENING}, indent="\t"),
    ],
)
def test_a_file_is_known_by_its_content(text: str) -> None:
    assert recognised(text) is JKF
    assert begins_as_games(text.encode())
    assert format_of_path("a.jkf") == "jkf"


@pytest.mark.parametrize(
    "text",
    [
        '{"variant": "shogi", "moves": [{"move": "P-7f"}]}',
        '{"moves": ["e4"]}',
        '{"header": {"alg": "HS256"}}',
        '{"header": 5}',
    ],
)
def test_other_json_is_none(text: str) -> None:
    assert recognised(text) is not JKF


def test_several_games_in_a_file_are_all_read() -> None:
    one = text_of(*OPENING[:2], {"special": "TORYO"})
    assert [verdict.whole for verdict in judged_all(f"[{one},\n{one}]", JKF)] == [True, True]
    assert first_game(f"{one[:60]}\n{one}", JKF, 2).whole


# -- dresses ------------------------------------------------------------------------------------------------------------


def line(chance: random.Random, state: Any, many: int, depth: int) -> MoveLine:
    """A random line from a position on, the moves with comments, times and lines that could have been."""
    plies = []
    for _ in range(many):
        legal = list(state.moves())
        chosen = chance.choice(legal)
        remarks = [Comment(chance.choice(REMARKS))] if chance.random() < 0.3 else []
        variations = [line(chance, state.copy(), 3, depth + 1)] if depth < 2 and chance.random() < 0.2 else []
        plies.append(Ply(chosen, (), (*remarks, *variations)))
        state.push_unchecked(chosen)
    return MoveLine(tuple(plies), (Comment("ここから"),) if chance.random() < 0.5 else ())


def random_record(seed: int) -> Record:
    """A game of shogi, with a handicap or without, given up by who is to move."""
    game, chance = variant("shogi"), random.Random(seed)
    handicap = (("FEN", without(HANDICAPS[chance.choice(list(HANDICAPS))])),) if seed % 2 else ()
    record = Record("shogi", (*TAGS, *handicap))
    main = line(chance, record.start(), chance.randint(10, 40), 0)
    turn = Record("shogi", record.tags, main).end().turn
    assert game.name == record.game.name
    return Record("shogi", record.tags, main, "0-1" if turn == 0 else "1-0")


def changed(change: Callable[[Any], Any]) -> Dress:
    """A dress that changes the object, or gives another one."""

    def dress(text: str) -> bytes:
        value = json.loads(text)
        return json.dumps(change(value) or value, ensure_ascii=False).encode()

    return dress


def items_of(moves: list[Any]) -> list[Any]:
    return [
        inner
        for item in moves
        for inner in (item, *(part for fork in item.get("forks", ()) for part in items_of(fork)))
    ]


def bare(value: Any) -> None:
    """Moves with what cannot be left out, as a parser without a board gives them."""
    for item in items_of(value["moves"]):
        for key in ("same", "capture", "relative"):
            item.get("move", {}).pop(key, None)


def with_nulls(value: Any) -> None:
    """All keys that may be absent, as null."""
    for item in items_of(value["moves"]):
        item |= {key: item.get(key) for key in ("comments", "time", "special", "forks")}
        if "move" in item:
            item["move"] |= {key: item["move"].get(key) for key in ("from", "same", "promote", "capture", "relative")}


def without_hours(value: Any) -> None:
    for item in items_of(value["moves"]):
        for part in item.get("time", {}).values():
            if not part["h"]:
                del part["h"]


def named_start(value: Any) -> None:
    """The handicap in the header too, as parsers of KIF leave it there."""
    name = PRESETS.get(value["initial"]["preset"], "平手")
    value["header"] = {"手合割": f"{name}　　"} | value["header"]


DRESSES: dict[str, Dress] = {
    "plain": replaced(),
    "indented": lambda text: json.dumps(json.loads(text), ensure_ascii=False, indent=2).encode(),
    "tabs": lambda text: json.dumps(json.loads(text), ensure_ascii=False, indent="\t").encode(),
    "no blanks": lambda text: json.dumps(json.loads(text), ensure_ascii=False, separators=(",", ":")).encode(),
    "escaped": lambda text: json.dumps(json.loads(text)).encode(),
    "keys in another order": changed(lambda value: dict(sorted(value.items()))),
    "moves in front": changed(lambda value: dict(sorted(value.items(), reverse=True))),
    "a mark": replaced(CRLF, encoding=MARK),
    "no last line end": lambda text: text.rstrip("\n").encode(),
    "without what the board says": changed(bare),
    "null for what is absent": changed(with_nulls),
    "no hours": changed(without_hours),
    "start in the header": changed(named_start),
    "an array": changed(lambda value: [value]),
}


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", DRESSES)
def test_a_game_in_all_dresses(name: str, seed: int) -> None:
    record, losses = reduced(random_record(seed), JKF.holds)
    assert not losses
    raw = DRESSES[name](written(record, JKF))
    (verdict,) = judge_file(io.BytesIO(raw), Validator())
    assert [finding.message for finding in verdict.findings] == []
    assert verdict.record == record


@pytest.mark.parametrize("seed", range(8))
def test_kif_there_and_back(seed: int) -> None:
    text = written(random_record(seed), KIF)
    first = judged(text, KIF).record
    assert first is not None
    second = record_of(written(first, JKF))
    assert second == first
    assert written(second, KIF) == written(first, KIF)
