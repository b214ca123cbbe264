"""Which of two copies of a game is proposed, and what decides: letters, the rules, the board, the longer copy."""

from pathlib import Path

import pytest

from fairyscore.notation.correspondence.log import PostLog
from fairyscore.notation.game import loads
from fairyscore.notation.work.compare import GameCopy
from fairyscore.notation.work.reconcile import Proposal, proposal

NAMES = ("annas.pgn", "berts.pgn")
START = "1. e4 e5 2. Nf3 Nc6 "


def proposed(one: str, other: str, *logs: tuple[PostLog, str]) -> Proposal:
    copies = [GameCopy.of_game(game) for text in (one, other) for game in loads(text)]
    return proposal(copies[0], copies[1], logs)


@pytest.fixture
def log(tmp_path: Path) -> PostLog:
    """A log in which a letter of Bert's states 2... Nc6, and one of Anna's 3. Bc4."""
    found = PostLog(str(tmp_path / ".post"))
    found.add("written", letter="b" * 64, game="annas.pgn", wrote=["2... Nc6"], **{"from": "bert@example.org"})
    found.add("written", letter="a" * 64, game="annas.pgn", wrote=["3. Bc4"], **{"from": "anna@example.org"})
    return found


def test_letters_decide_before_all_else(log: PostLog) -> None:
    """Anna's copy is longer, and a letter attests what Bert's has."""
    found = proposed(START + "3. Bb5 a6 4. Ba4 *", START + "3. Bc4 *", (log, "annas.pgn"))
    assert found.taken == 1
    assert found.ruling(NAMES) == [
        "The copies part after 4 plies: there annas.pgn has 3. Bb5 and berts.pgn has 3. Bc4.",
        "3. Bb5 (annas.pgn) is attested by no letter.",
        "3. Bc4 (berts.pgn) is attested by letter aaaaaaaa of anna@example.org (line 2 of the log).",
        "Proposed as the true record: berts.pgn, as letters attest what it states, and none what the other one states.",
    ]


def test_letters_for_both_decide_nothing(log: PostLog) -> None:
    log.add("accepted", letter="c" * 64, game="annas.pgn", wrote=["3. Bb5"])
    found = proposed(START + "3. Bb5 *", START + "3. Bc4 *", (log, "annas.pgn"))
    assert (found.taken, found.reason) == (None, "letters attest both")
    assert found.ruling(NAMES)[-1].endswith("The arbiter must ask both players for their letters.")


def test_a_letter_that_waits_attests_nothing(log: PostLog) -> None:
    log.add("queued", letter="c" * 64, game="annas.pgn", proposal="3. Bb5", wrote=["3. Bb5"])
    assert proposed(START + "3. Bb5 *", START + "3. Bc4 *", (log, "annas.pgn")).taken == 1


@pytest.mark.parametrize(
    ("one", "other", "taken", "reason"),
    [
        (START + "3. Bb5 *", START + "3. Bc4 *", None, "no letter attests either"),
        (START + "3. Bb5 *", START + "3. Bc4 Bc5 4. Ke4 *", 0, "it breaks no rule of the game, and the other one does"),
        (START + "3. Bb5 *", START + "*", 0, "it goes on where the other ends, and nothing contradicts it"),
        (START + "3. Bb5 *", START + "1-0", None, "no letter attests either"),
        ("1. f3 e5 2. g4 Qh4# 0-1", "1. f3 e5 2. g4 Qh4# *", 0, "the position on the board ends the game so"),
        (START + "1-0", START + "*", 0, "it goes on where the other ends, and nothing contradicts it"),
        (START + "1-0", START + "0-1", None, "no letter attests either"),
    ],
)
def test_what_decides(one: str, other: str, taken: int | None, reason: str) -> None:
    found = proposed(one, other)
    assert (found.taken, found.reason) == (taken, reason)
    swapped = proposed(other, one)
    assert (swapped.taken, swapped.reason) == (None if taken is None else 1 - taken, reason)


def test_copies_that_agree() -> None:
    found = proposed(START + "*", START + "*")
    assert (found.dispute, found.ruling(NAMES)) == (None, ["Both copies have the same moves and the same result."])


def test_copies_of_different_games() -> None:
    with pytest.raises(ValueError, match="the copies are of different games"):
        proposed("1. e4 *", '[Variant "atomic"]\n\n1. e4 *')
