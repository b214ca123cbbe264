"""The samples: games without a fault, and for each kind of fault a record with what is to be said about it."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from samples.renew import CODES, EXPECTED, FAULTS, GAMES, SAMPLES, code_of, expected, expected_path

from fairyscore.notation.archive import judge_file
from fairyscore.notation.records.diagnostics import RecordCode
from fairyscore.notation.records.pgn_lexer import each_tag, header_end
from fairyscore.notation.replay import Validator, Verdict
from samples import renew

RECORDS = sorted(GAMES.rglob("*.pgn"))
LISTS = sorted(GAMES.rglob("*.txt"))
FAULTY = renew.faulty()

# What at least two games are to show: the name of a variant begins so, and has these options.
SHOWN = (
    "chess",
    "cylindrical",
    "cylindrical:array=protected",
    "cylindrical:array=BDCKCDB",
    "cylindrical:stalemate=win",
    "caliph-qi",
    "tor-qi",
    "circular-66",
    "circular-68",
    "circular-70",
    "chamaeleon",
    "chamaeleon:players=3",
    "chamaeleon:players=4",
    "chamaeleon:start=drop",
    "chamaeleon:players=3,start=drop",
    "chamaeleon:players=4,start=drop",
    "kaleidochess",
    "kaleidochess:players=3",
    "kaleidochess:players=4",
    "kaleidochess:dice",
    "kaleidochess:black=pawns",
    "kaleidochess:black=ravens",
    "kaleidochess:white=pawns",
)

# Tags that change the rules, each in two games.
TAGS = ("Colours", "DiceTable", "MaxMoves", "NoRepetition")

AT_THE_END = {RecordCode.TRUNCATED_FILE.value}

BEHIND_ANOTHER = {"other-mover", "rest-fits", "rest-refused", "worded-result"}
"""Told only with another finding in front of them."""

SPOKEN = re.compile(r" from \w\w (?:goes to|knocks out)")


def name(path: Path) -> str:
    return str(path.relative_to(SAMPLES))


def verdicts() -> Iterator[Verdict]:
    for path in RECORDS:
        yield from judge_file(path, Validator(), name=name(path))


def findings_of(path: Path, judge: Validator) -> list[str]:
    return [f"{f.line}:{f.column} {f.code}: {f.message}" for v in judge_file(path, judge) for f in v.findings]


@pytest.mark.parametrize("path", RECORDS, ids=name)
def test_game_is_clean(path: Path) -> None:
    assert findings_of(path, Validator()) == []
    assert findings_of(path, Validator(time=True)) == []


@pytest.mark.parametrize("path", RECORDS, ids=name)
def test_game_says_how_it_ended(path: Path) -> None:
    """The result is the one on the board; where the board has none, a comment says who resigned or offered a draw."""
    for verdict in judge_file(path, Validator()):
        assert verdict.result == verdict.tags["Result"]
        if verdict.outcome is None:
            assert re.search(r"resign|agree|draw|in progress", verdict.game_text.text), verdict.tags
        else:
            assert verdict.outcome.result == verdict.result


@pytest.mark.parametrize("path", RECORDS, ids=name)
def test_game_is_well_written(path: Path) -> None:
    """The tags of the roster, then the others in ASCII order; lines under 80 columns behind them."""
    for verdict in judge_file(path, Validator()):
        text = verdict.game_text.text
        tags = [tag.name for tag in each_tag(text, header_end(text))]
        assert tags[:7] == ["Event", "Site", "Date", "Round", "White", "Black", "Result"]
        assert tags[7:] == sorted(tags[7:])
        assert max(map(len, text[header_end(text) :].splitlines())) < 80


@pytest.mark.parametrize("path", LISTS, ids=name)
def test_move_list_is_clean(path: Path) -> None:
    """Bare moves say nothing of their game: the file is called after it."""
    assert findings_of(path, Validator(variant=path.stem)) == []
    assert re.search("no-variant|guessed-variant", findings_of(path, Validator())[0])


def test_every_variant_and_option_is_shown_twice() -> None:
    counted = Counter(verdict.tags["Variant"] for verdict in verdicts())
    assert {shown: counted[shown] for shown in SHOWN if counted[shown] < 2} == {}
    tags = Counter(tag for verdict in verdicts() for tag in verdict.tags)
    assert {tag: tags[tag] for tag in TAGS if tags[tag] < 2} == {}


def test_ways_to_write_are_shown() -> None:
    texts = [(path, path.read_text(encoding="utf-8")) for path in RECORDS]
    assert any(SPOKEN.search(text) for _, text in texts)
    assert any("\n;" in text or " ;" in text for _, text in texts)
    assert any('[SetUp "1"]' in text for _, text in texts)
    assert LISTS


def test_no_game_is_a_copy_of_another() -> None:
    plies = Counter(
        re.sub(r"\{[^}]*\}|\s+", " ", verdict.game_text.text.rpartition("]\n")[2]) for verdict in verdicts()
    )
    assert [text for text, times in plies.items() if times > 1] == []


def test_every_code_has_a_faulty_record() -> None:
    assert {code_of(path) for path in FAULTY} == CODES
    assert {path.stem for path in FAULTY} >= CODES


@pytest.mark.parametrize("path", FAULTY, ids=name)
def test_fault_is_found_as_expected(path: Path) -> None:
    """Else look what has changed, and run `python tests/samples/renew.py`."""
    assert expected(path) == json.loads(expected_path(path).read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", FAULTY, ids=name)
def test_fault_spares_the_other_game(path: Path) -> None:
    """The faulty game stands first, except where the fault is the end of the file."""
    found = renew.verdicts(path)
    codes = [finding.code for verdict in found for finding in verdict.findings]
    assert (
        code_of(path) in codes[: None if code_of(path) in AT_THE_END else 2 if code_of(path) in BEHIND_ANOTHER else 1]
    )
    games = [verdict for verdict in found if verdict.game_text.number]
    if games:
        other = games[0 if code_of(path) in AT_THE_END else 1]
        assert [len(games), other.findings] == [2, []]
        assert other.plies > 0


def test_no_expected_file_is_left_over() -> None:
    assert set(FAULTS.glob(f"*{EXPECTED}")) == {expected_path(path) for path in FAULTY}
