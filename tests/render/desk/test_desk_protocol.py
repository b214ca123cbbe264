"""The judge of the desk: what is played is what is written, refusals are those of `explain`, and edits lead back."""

import json
import random
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest
from nightly import NIGHTLY, sampled

import fairyscore
from fairyscore.render.desk.desk import Desk
from fairyscore.render.idiom import notation_here

SEED_GAMES = (
    "kaleidochess",
    "kaleidochess:players=4,dice",
    "cylindrical",
    "caliph-qi",
    "tor-qi",
    "chamaeleon",
    "chamaeleon:players=4",
    "circular-66",
    "circular-68",
    "circular-70",
)
OTHERS = ("chess", "shogi", "crazyhouse", "duck-chess", "seirawan")


class Asked:
    """A desk that is asked by keywords."""

    def __init__(self, desk: Desk | None = None) -> None:
        self.desk = desk or Desk()

    def __call__(self, op: str, **request: Any) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(self.desk.answer(json.dumps({"op": op, **request})))
        return answer


def played(ask: Asked, variant: str, plies: int) -> tuple[dict[str, Any], list[str]]:
    """A random game by cells, by text where cells leave a choice."""
    dice, answer, moves = random.Random(variant), ask("new", variant=variant), list[str]()
    while answer["position"]["moves"] and len(moves) < plies:
        move = dice.choice(answer["position"]["moves"])
        place = {"game": answer["game"], "at": answer["at"]}
        wanted = {"from": move["from"], "to": move["to"]}
        if not move["from"]:
            wanted = {"drop": move["promotion"], "to": move["to"]} if move["to"] else {"move": move["text"]}
        after = ask("play", **place, **wanted)
        if "choose" in after:
            assert move["text"] in after["choose"]
            after = ask("play", **place, move=move["text"])
        assert after["entry"]["long"] == move["text"], after
        moves.append(move["text"])
        answer = after
    return answer, moves


@pytest.mark.parametrize("variant", sampled([*SEED_GAMES, *OTHERS], 2))
def test_what_is_played_is_what_is_written(variant: str) -> None:
    answer, moves = played(Asked(), variant, 40)
    (game,) = fairyscore.loads(answer["record"])
    assert not [found for found in game.diagnostics if found.severity.value == "error"]
    assert [move.text for move, _ in game.mainline()] == moves
    assert game.position.fen == answer["position"]["fen"]


@pytest.mark.parametrize("variant", sampled([*SEED_GAMES, *OTHERS], 2))
def test_refusals_are_those_of_explain(variant: str) -> None:
    ask, dice = Asked(), random.Random(1)
    answer, _ = played(ask, variant, 6)
    position = fairyscore.Position.from_fen(answer["position"]["fen"], variant)
    for _ in range(60):
        origin, target = dice.choice(position.variant.board.cells), dice.choice(position.variant.board.cells)
        expected = position.explain(origin, target)
        found = ask("explain", game=answer["game"], at=answer["at"], **{"from": origin, "to": target})
        if isinstance(expected, fairyscore.IllegalMove):
            assert [reason["message"] for reason in found["refused"]["reasons"]] == [
                str(one) for one in expected.reasons
            ]
            write, game = notation_here(position.variant).write, position.variant
            near = (
                move
                for move in map(position.parse, expected.suggestions)
                if {origin, target} & {move.from_cell, move.to_cell}
            )
            assert found["refused"]["suggestions"] == [write(position.state, move.raw, game) for move in near]
        else:
            assert found["legal"]


def test_moves_beside_the_record_are_variations_and_can_be_taken_back() -> None:
    ask = Asked()
    ask("new", variant="chess")
    for at, move in enumerate(("e4", "e5", "Nf3")):
        ask("play", game=1, at=at, move=move)
    tried = ask("play", game=1, at=1, move="c5")
    assert (tried["at"], tried["entry"]["instead"], tried["entry"]["parent"]) == (4, 2, 1)
    assert tried["record"].splitlines()[-1] == "1. e4 e5 (1... c5) 2. Nf3 *"
    assert ask("play", game=1, at=1, move="c5").get("entry") is None, "it stands there already"
    promoted = ask("promote", game=1, at=4)
    assert promoted["record"].splitlines()[-1] == "1. e4 c5 (1... e5 2. Nf3) *"
    at = promoted["at"]
    assert next(entry for entry in promoted["tree"] if entry["node"] == at)["text"] == "c5"
    removed = ask("remove", game=1, at=at)
    assert removed["record"].splitlines()[-1] == "1. e4 e5 2. Nf3 *"
    assert ask("undo", game=1)["record"] == promoted["record"]
    assert ask("undo", game=1)["record"] == tried["record"]
    for _ in range(4):
        left = ask("undo", game=1)
    assert left["record"].splitlines()[-1] == "*"
    assert ask("undo", game=1)["error"]["code"] == "bad-request"


def test_notes_stand_beside_moves() -> None:
    ask = Asked()
    ask("new", variant="chess")
    ask("play", game=1, at=0, move="e4")
    ask(
        "annotate",
        game=1,
        at=1,
        comment="best } by test",
        nags=[1],
        arrows=["red:e4e5"],
        fields=["d4"],
        clock=90,
        eval="0.35",
    )
    noted = ask("annotate", game=1, at=1, comment="best by test")
    entry = noted["tree"][-1]
    assert (entry["comment"], entry["nags"], entry["clk"], entry["eval"]) == ("best by test", [1], "0:01:30", "0.35")
    assert noted["position"]["arrows"] == ["red:e4e5"]
    assert noted["position"]["marks"] != ["", ""]
    (game,) = fairyscore.loads(noted["record"])
    assert next(iter(game.nodes())).clock == 90


def test_a_comment_keeps_its_braces_and_a_move_all_signs() -> None:
    ask = Asked()
    ask("read", text="1. e4 $11 e5 $4 $220 $14 {[%cal Ge2e4] [%foo 1] hello} 2. Nf3 *")
    noted = ask("annotate", game=1, at=2, comment="a } b { c", nags=[1, 220, 14, 250])
    (entry,) = (entry for entry in noted["tree"] if entry["node"] == 2)
    assert entry["comment"] == "a } b { c"
    assert entry["signs"] == [
        ["!", "good move"],
        ["D", "diagram"],
        ["⩲", "White is slightly better"],
        ["$250", ""],
    ]
    (game,) = fairyscore.loads(noted["record"])
    e4, e5, _ = list(game.nodes())[-3:]
    assert (e4.nags, e5.nags) == ([11], [1, 220, 14, 250])
    assert " ".join(e5.comments) == "[%cal Ge2e4] [%foo 1] a } b { c"
    assert ask("annotate", game=1, at=1, arrows=["e4z9"])["error"]["code"] == "refused"
    assert ask("position", game=1, at=1)["record"] == noted["record"], "what is refused changes nothing"


def test_a_game_that_ends_by_the_rules_has_its_result() -> None:
    ask = Asked()
    ask("new", variant="chess", tags={"White": "Anna"})
    for at, move in enumerate(("f3", "e5", "g4", "Qh4")):
        answer = ask("play", game=1, at=at, move=move)
    assert answer["position"]["outcome"] == {"result": "0-1", "ending": "checkmate"}
    assert answer["result"] == "0-1"
    assert answer["position"]["moves"] == []
    assert ask("remove", game=1, at=4)["result"] == "*"


def test_a_record_is_read_with_its_faults_and_written_with_its_losses() -> None:
    ask = Asked()
    read = ask("read", text='[White "Anna"]\n\n1. e4 {best} e5 2. Ke3 *')
    found = read["diagnostics"][0]
    assert (found["line"], found["column"], found["end_column"], found["suggestions"]) == (3, 20, 23, ["Ke2"])
    assert read["games"][0]["players"] == "Anna - ?"
    written = ask("write", game=1, format="moves")
    assert written["text"].startswith("1. e4 e5")
    assert 'the tag White "Anna"' in written["losses"]
    assert ask("write", game=1, format="nothing")["error"]["code"] == "refused"
    assert ask("read", text="no game at all")["games"] == []


def test_a_letter_is_read_and_nothing_is_played() -> None:
    ask = Asked()
    ask("new", variant="chess", tags={"White": "Anna Berg", "Black": "Bert Adler"})
    read = ask(
        "letter", game=1, text="From: Anna Berg <anna@example.org>\n\nDear Bert,\n\n1. e4\n\nI offer a draw.\n\nAnna\n"
    )
    assert (read["sender"], read["plays"], read["at"], read["is_certain"]) == ("white", "e2-e4", 0, True)
    assert read["offers_draw"]
    assert ask("position", game=1, at=0)["record"].splitlines()[-1] == "*"
    refused = ask("letter", game=1, text="1. e5")
    assert "plays" not in refused
    assert "no white pawn can go to e5" in refused["diagnostics"][0]["message"]
    assert not ask("letter", game=1, text="Hello.")["is_certain"]
    assert ask("letter", game=2, text="1. e4")["error"]["code"] == "bad-request"


def test_a_text_is_never_the_path_of_a_letter(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("1. e4\n", encoding="utf-8")
    ask = Asked()
    ask("new", variant="chess")
    assert ask("letter", game=1, text=str(tmp_path / "letter.txt"))["move"] == ""


def test_the_tree_of_openings_has_all_games_on_the_desk() -> None:
    ask = Asked()
    lines = ("1. e4 e5 1-0", "1. e4 c5 0-1", "1. d4 d5 2. e4 1/2-1/2")
    ask("read", text="".join(f'[Event "x"]\n\n{line}\n\n' for line in lines))
    tree = ask("continuations", game=1, at=0)
    most = tree["moves"][0]
    assert (most["text"], most["games"], most["results"]) == ("e4", 2, {"1-0": 1, "0-1": 1})
    assert [met["game"] for met in ask("continuations", game=1, at=1)["met"]] == [1, 2]


def test_openings_are_named_in_the_list_and_in_the_tree() -> None:
    ask = Asked()
    lines = ("1. c4 e5 0-1", "1. Nf3 c5 2. e4 a6 1/2-1/2", "1. e4 c5 2. Nf3 a6 1-0", "1. e4 *")
    ask("read", text="".join(f'[Event "x"]\n\n{line}\n\n' for line in lines))
    listed = ask("list", sort="opening")["games"]
    assert [(row["game"], row["opening"]) for row in listed] == [
        (1, "A20 English Opening: King's English Variation"),
        (4, "B00 King's Pawn Game"),
        (2, "B28 Sicilian Defense: O'Kelly Variation"),
        (3, "B28 Sicilian Defense: O'Kelly Variation"),
    ]
    tree = ask("continuations", game=3, at=0)
    assert [(row["text"], list(row["results"].items())) for row in tree["moves"]] == [
        ("e4", [("1-0", 1), ("*", 1)]),
        ("c4", [("0-1", 1)]),
        ("Nf3", [("1/2-1/2", 1)]),
    ]
    assert ask("continuations", game=3, at=3)["opening"] == "B27 Sicilian Defense"


def test_a_position_that_another_order_leads_to_is_the_same() -> None:
    """A pawn that has just gone two cells changes nothing where nobody can take it in passing."""
    ask = Asked()
    ask("read", text='[Event "x"]\n\n1. e4 e5 2. Nf3 *\n\n[Event "x"]\n\n1. Nf3 e5 2. e4 *\n')
    assert [(met["game"], met["at"]) for met in ask("continuations", game=1, at=3)["met"]] == [(1, 3), (2, 3)]


def test_a_position_is_found_in_a_variation_played_since() -> None:
    """Nodes are numbered as they come, so a move played later has a higher number than those that stand behind it."""
    ask = Asked()
    ask("read", text='[White "Anna"]\n\n1. e4 e5 2. Nf3 *\n\n[White "Bert"]\n\n1. d4 *\n')
    played = ask("play", game=1, at=0, move="d4")["at"]
    found = ask("continuations", game=2, at=1)
    assert found["games"] == 2
    assert found["met"] == [
        {"game": 1, "at": played, "title": "Anna - ? *"},
        {"game": 2, "at": 1, "title": "Bert - ? *"},
    ]


def test_only_the_first_games_are_listed_where_most_are_not_wanted() -> None:
    ask = Asked()
    ask("read", text="".join(f'[White "P{number}"]\n\n1. e4 *\n\n' for number in range(5)))
    answer = ask("list", most=2, player="p")
    assert [len(answer["games"]), answer["found"], answer["all"]] == [2, 5, 5]


def test_attackers_are_named_by_seat() -> None:
    ask = Asked()
    ask("new", variant="chess")
    assert ask("attackers", game=1, at=0, cell="f3")["attackers"] == {"white": ["g1", "e2", "g2"], "black": []}


@pytest.mark.parametrize(
    "request_",
    [
        "", "nothing", "[]", "3", '"x"', "{}", '{"op": "play"}', '{"op": "play", "game": 1, "at": 99, "move": "e4"}',
        '{"op": "play", "game": 2, "at": 0, "move": "e4"}', '{"op": "play", "game": 1, "at": "x", "move": "e4"}',
        '{"op": "play", "game": 1, "at": 0, "move": 3}', '{"op": "new", "variant": "nothing"}', "[" * 100_000,
        '{"op": "new", "variant": "chess", "fen": "x"}', '{"op": "remove", "game": 1, "at": 0}',
        '{"op": "annotate", "game": 1, "at": 0, "eval": "x"}', '{"op": "save", "game": 1}',
        '{"op": "annotate", "game": 1, "at": 0, "nags": 3}',
        '{"op": "new", "variant": "chess", "tags": 3}', '{"op": "attackers", "game": 1, "at": 0, "cell": "z9"}',
        '{"op": "tags", "game": 1, "tags": {"Result": "x"}}', '{"op": "new", "variant": "chess", "fen": {}}',
        '{"op": "open", "game": Infinity}', '{"op": "open", "game": 1e999}', '{"op": "open", "game": 1, "at": -1e999}',
        '{"op": "about", "id": NaN}', '{"op": "annotate", "game": 1, "at": 0, "clock": 1' + "0" * 400 + "}",
    ],
)  # fmt: skip
def test_nonsense_is_answered(request_: str) -> None:
    ask = Asked()
    ask("new", variant="chess")
    answer = json.loads(ask.desk.answer(request_))
    assert answer["error"]["code"] in ("bad-request", "refused")
    assert answer["error"]["message"]
    assert ask("position", game=1, at=0)["record"].splitlines()[-1] == "*"


def test_no_file_is_read_for_a_drawing(tmp_path: Path) -> None:
    (tmp_path / "theme.toml").write_text('title = "secret"\n')
    ask = Asked()
    ask("new", variant="chess")
    answer = ask("draw", game=1, at=0, options={"theme": str(tmp_path / "theme.toml")})
    assert answer["error"]["message"].startswith("there is no theme ")
    assert ask("draw", game=1, at=0, options={"theme": "dark"})["svg"].startswith("<svg")


def test_half_a_character_is_no_text_that_is_sent() -> None:
    ask = Asked()
    ask("new", variant="chess")
    half = {"op": "annotate", "game": 1, "at": 0, "comment": "a \ud800 b", "id": "\udfff"}
    answer = ask.desk.answer(json.dumps(half))
    assert answer.encode()
    assert json.loads(answer)["record"].splitlines()[-1] == "{a ? b} *"


@pytest.mark.parametrize(
    ("text", "encoding", "codes"),
    [
        ('[White "Müller"]', "utf-8", []),
        ('[White "Müller, Jörg"]\n[Site "Köln"]', "cp1252", ["encoding"]),
        ('[White "Šťastný, Jiří"]\n[Site "Plzeň"]\n\n1. e4 {žádné překvapení} *', "cp1250", ["encoding"]),
        ("先手：甲\n手合割：平手\n", "cp932", ["encoding"]),
    ],
)
def test_bytes_of_a_file_become_its_text(text: str, encoding: str, codes: list[str]) -> None:
    """A page that reads a file by itself knows UTF-8 only: other names would come in with holes."""
    answer = Asked()("decode", bytes=b64encode(text.encode(encoding)).decode())
    assert (answer["text"], [found["code"] for found in answer["diagnostics"]]) == (text, codes)


@pytest.mark.parametrize("content", ["*", "abc", 3, "é"])
def test_what_is_no_base64_is_refused(content: object) -> None:
    assert Asked()("decode", bytes=content)["error"]["code"] in ("bad-request", "refused")


SORTS: tuple[object, ...] = (
    None, True, -1, 1, 2**70, 0.5, "", "x", "e2", "\ud800", "\0{", "9" * 5000,
    [], [1], ["x"], {}, {"White": "\ud800"}, {"": 1},
)  # fmt: skip
"""A value of every sort, for requests that mean nothing."""


def test_every_request_is_answered_in_json() -> None:
    """Whatever has what name: the answer is JSON that can be sent, and nothing is raised."""
    ask, dice = Asked(), random.Random("requests")
    ask("new", variant="chess")
    operations = ask("about")["operations"]
    names = (
        "game", "at", "move", "from", "to", "drop", "throw", "text", "variant", "format",
        "only_check", "find", "player", "result", "year", "opening", "known", "revision", "fen", "tags",
        "cell", "comment", "nags", "arrows", "fields", "clock", "eval", "main", "notation", "options",
        "id",
    )  # fmt: skip
    for _ in range(20_000 if NIGHTLY else 300):
        asked = {name: dice.choice(SORTS) for name in dice.sample(names, dice.randint(1, 4))}
        request = {"game": 1, "at": 0, **asked, "op": dice.choice(operations)}
        answer = ask.desk.answer(json.dumps(request))
        assert answer.encode(), request
        assert isinstance(json.loads(answer, parse_constant=pytest.fail), dict), request


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        ({}, [1, 2, 3]),
        ({"player": "anna"}, [1, 3]),
        ({"player": "anna", "result": "0-1"}, [3]),
        ({"year": "2024"}, [2]),
        ({"variant": "shogi"}, [3]),
        ({"opening": "1. e4 c"}, [1]),
        ({"opening": "1.e4"}, [1, 2]),
        ({"opening": "e2-e4 e5"}, [2]),
        ({"opening": "e4 e5 Nf3 Nc6"}, []),
        ({"find": "bert", "opening": "e4 e5"}, [2]),
        ({"find": "white 'Anna' or ply 3"}, [1, 2]),
        ({"find": "result 0-1 and move { by black, to e5 }"}, [2]),
        ({"find": "Sicilian"}, [1]),
        ({"find": "C4"}, [2]),
        ({"find": "player 'Anna"}, []),
    ],
)
def test_games_are_found_by_filters(filters: dict[str, str], found: list[int]) -> None:
    desk = Desk()
    records = (
        '[White "Anna"]\n[Date "2023.01.02"]\n\n1. e4 c5 1-0',
        '[Black "Bert"]\n[Date "2024.??.??"]\n\n1. e4 e5 2. Nf3 0-1',
        '[White "Cleo"]\n[Black "Anna"]\n[Variant "shogi"]\n\n1. P-7f P-3d 0-1',
    )
    for text in records:
        assert desk.reply({"op": "read", "text": text})["count"] == 1
    assert [game["game"] for game in desk.reply({"op": "list", **filters})["games"]] == found


def test_a_query_has_a_place_or_is_told_to_be_wrong() -> None:
    desk = Desk()
    assert (
        desk.reply({"op": "read", "text": "[White 'x']\n[Variant \"chess\"]\n\n1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *"})[
            "count"
        ]
        == 1
    )
    (found,) = desk.reply({"op": "list", "find": "move { piece N }"})["games"]
    assert found["at"] == 5  # the nodes of the variation stand before it
    assert "wrong" not in desk.reply({"op": "list", "find": "nobody"})
    wrong = desk.reply({"op": "list", "find": "player 'Anna"})
    assert wrong["wrong"] == "column 8: a text in quotes is expected, not ''Anna'"


def test_tags_are_set_all_or_not_at_all() -> None:
    ask = Asked()
    ask("new", variant="chess", tags={"White": "Anna"})
    refused = ask("tags", game=1, tags={"White": "Bert", "Site": "here", "Result": "nonsense"})
    assert refused["error"]["code"] == "refused"
    tags = ask("open", game=1, at=0)["tags"]
    assert (tags["White"], tags.get("Site", "")) == ("Anna", "")


@pytest.mark.parametrize(
    ("origin", "target", "meant"), [("e1", "e3", ["e3"]), ("a1", "a5", []), ("g1", "g3", ["Nh3", "Nf3", "g3"])]
)
def test_what_is_suggested_has_a_cell_of_the_move(origin: str, target: str, meant: list[str]) -> None:
    """For the king from e1 to e3 nobody has meant a knight on c3."""
    ask = Asked()
    ask("new", variant="chess")
    assert ask("play", game=1, at=0, **{"from": origin, "to": target})["refused"]["suggestions"] == meant
