"""What is said to engines and heard from them, in each protocol; no process is needed."""

import pytest

from fairyscore import Position
from fairyscore.notation.engines.protocols import (
    PROTOCOLS,
    UCCI,
    UCI,
    USI,
    Dialogue,
    EngineCommand,
    Limit,
    MessageKind,
    Offer,
    Phase,
    ProtocolFault,
    last_thoughts,
    line_number,
    thought_of,
)


def greeted(name: str) -> Dialogue:
    dialogue = Dialogue(PROTOCOLS[name])
    dialogue.say(EngineCommand.GREET)
    dialogue.hear(f"{name}ok")
    return dialogue


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        (
            "uci",
            ["setoption name Hash value 16", "ucinewgame", "position startpos moves e2e4", "go nodes 9 movetime 1500"],
        ),
        (
            "usi",
            ["setoption name Hash value 16", "usinewgame", "position startpos moves e2e4", "go nodes 9 byoyomi 1500"],
        ),
        ("ucci", ["setoption Hash 16", "setoption newgame", "position startpos moves e2e4", "go nodes 9 time 1500"]),
    ],
)
def test_what_is_said(name: str, lines: list[str]) -> None:
    protocol, dialogue = PROTOCOLS[name], greeted(name)
    assert [
        dialogue.say(EngineCommand.SET, "Hash", "16"),
        dialogue.say(EngineCommand.NEW_GAME),
        dialogue.say(EngineCommand.POSITION, protocol.start(""), "moves", "e2e4"),
        dialogue.say(EngineCommand.GO, protocol.limit(Limit(nodes=9, seconds=1.5))),
    ] == lines
    assert dialogue.say(EngineCommand.QUIT) == "quit"
    assert dialogue.phase is Phase.OVER


def test_a_button_has_no_value() -> None:
    assert greeted("uci").say(EngineCommand.SET, "Clear Hash", "") == "setoption name Clear Hash"
    assert greeted("ucci").say(EngineCommand.SET, "newgame", "") == "setoption newgame"


def test_positions_by_protocol() -> None:
    fen = Position.start("shogi").fen
    assert USI.start(fen) == "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
    assert UCI.start("8/8 w - - 0 1") == UCCI.start("8/8 w - - 0 1") == "fen 8/8 w - - 0 1"


@pytest.mark.parametrize(
    ("line", "name", "offer"),
    [
        ("option name Clear Hash type button", "Clear Hash", Offer("button")),
        ("option name Debug Log File type string default ", "Debug Log File", Offer("string")),
        ("option name VariantPath type string default <empty>", "VariantPath", Offer("string")),
        ("option name UCI_Variant type combo default b var a var b", "UCI_Variant", Offer("combo", "b", ("a", "b"))),
        ("option name Style type combo default No Risk var No Risk", "Style", Offer("combo", "No Risk", ("No Risk",))),
    ],
)  # fmt: skip
def test_options_are_heard(line: str, name: str, offer: Offer) -> None:
    dialogue = Dialogue(UCI)
    assert dialogue.hear(line) == (MessageKind.OPTION, name)
    assert dialogue.options == {name: offer}


def test_options_of_ucci_have_no_word_in_front() -> None:
    dialogue = Dialogue(UCCI)
    dialogue.hear("option usemillisec type check default true")
    assert dialogue.options == {"usemillisec": Offer("check", "true")}


def test_each_phase_has_its_commands() -> None:
    allowed = {
        Phase.BEGUN: {EngineCommand.GREET},
        Phase.GREETING: set(),
        Phase.READY: {*EngineCommand} - {EngineCommand.GREET, EngineCommand.STOP, EngineCommand.QUIT},
        Phase.WAITING: {EngineCommand.POSITION, EngineCommand.GO},
        Phase.ORDERED: {EngineCommand.STOP},
        Phase.THINKING: {EngineCommand.STOP},
        Phase.LISTING: set(),
        Phase.OVER: set(),
    }
    for phase, commands in allowed.items():
        for command in {*EngineCommand} - {EngineCommand.QUIT}:
            dialogue = Dialogue(UCI)
            dialogue.phase = phase
            if command in commands:
                dialogue.say(command, "a", "b")
            else:
                with pytest.raises(ProtocolFault, match="cannot be told"):
                    dialogue.say(command, "a", "b")


@pytest.mark.parametrize("line", ["uciok", "readyok", "bestmove e2e4", "Nodes searched: 20"])
def test_answers_to_nothing_are_faults(line: str) -> None:
    with pytest.raises(ProtocolFault, match="though nothing was asked"):
        greeted("uci").hear(line)


def test_a_move_before_it_is_ready_answers_nothing() -> None:
    """A search is ordered together with what comes before it; the answer to an older one is none to this."""
    dialogue = greeted("uci")
    for command in (EngineCommand.SYNC, EngineCommand.POSITION, EngineCommand.GO):
        dialogue.say(command, "a")
    assert dialogue.phase is Phase.ORDERED
    with pytest.raises(ProtocolFault, match="says 'bestmove e2e4' though nothing was asked"):
        dialogue.hear("bestmove e2e4")
    assert dialogue.hear("readyok").kind is MessageKind.SYNCED
    assert (dialogue.hear("bestmove e2e4").text, dialogue.phase) == ("e2e4", Phase.READY)


@pytest.mark.parametrize(
    "line", ["", "hello", "infos", "option", "option name x", "id author y", "\x00\x1b[2J", "uciok2"]
)
def test_all_else_is_passed_over(line: str) -> None:
    dialogue = greeted("uci")
    assert dialogue.hear(line).kind is MessageKind.OTHER
    assert dialogue.phase is Phase.READY


@pytest.mark.parametrize(
    ("line", "thought"),
    [
        ("info depth 6 multipv 1 score cp 61 nodes 500 nps 9 pv d7d5 d1f3", (1, 61, None, False, 6, 500, ("d7d5", "d1f3"))),
        ("info depth 5 score cp -92 upperbound nodes 501 pv h7h1", (1, -92, None, True, 5, 501, ("h7h1",))),
        ("info depth 9 multipv 3 score mate -4 pv a1a2", (3, None, -4, False, 9, 0, ("a1a2",))),
        ("info depth 0 score mate 0", (1, None, 0, False, 0, 0, ())),
        ("info depth 6 score 4 pv b0c2 b9c7", (1, 4, None, False, 6, 0, ("b0c2", "b9c7"))),
        ("info score mate + pv 7g7f", (1, None, 1, False, 0, 0, ("7g7f",))),
        ("info score cp 12 depth 99999999999999999999999 pv e2e4", (1, 12, None, False, 0, 0, ("e2e4",))),
    ],
)  # fmt: skip
def test_thoughts(line: str, thought: tuple[object, ...]) -> None:
    assert thought_of(line) == thought
    assert line_number(line) == thought[0]


@pytest.mark.parametrize(
    "line", ["info nodes 3", "info string score cp 5", "info score", "info score cp x", "info depth 3 sco"]
)
def test_lines_without_a_thought(line: str) -> None:
    assert thought_of(line) is None


@pytest.mark.parametrize(
    ("texts", "lines", "depths"),
    [
        (["info depth 1 score cp 1 pv a", "info depth 2 score cp 1 pv a"], 1, [2]),
        (["info depth 1 score cp 1 pv a", "info depth 2 score cp 1 upperbound pv a"], 1, [1]),
        (["info depth 1 score cp 1 lowerbound pv a", "info depth 2 score cp 1 upperbound pv a"], 1, [2]),
        (["info depth 3 multipv 2 score cp 1 pv b", "info depth 4 multipv 1 score cp 1 pv a"], 2, [4, 3]),
        (["info depth 3 multipv 2 score cp 1 pv b", "info depth 4 multipv 1 score cp 1 pv a"], 1, [4]),
        (
            ["info string depth 9 score", "info nodes 3", "readyok", "info depth 1 score cp 1 pv a", "bestmove a"],
            1,
            [1],
        ),
        ([], 1, []),
    ],
)
def test_the_last_exact_thought_of_each_line_counts(texts: list[str], lines: int, depths: list[int]) -> None:
    assert [thought.depth for thought in last_thoughts(texts, lines)] == depths
