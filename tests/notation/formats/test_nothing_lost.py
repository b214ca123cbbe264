"""Nothing that stands in a file is dropped without a word, and no game behind a damaged one is lost, whoever reads it.

`python -m tests.notation.formats.test_nothing_lost 2000` tries so many markers and sentinels on each reader.
"""

import random
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairyscore.notation.records.tree import Record
from tests.mutated_files import MARKER, READERS, file_of, is_told, records_for, verdicts, with_marker, with_sentinel

FEW = settings(max_examples=settings.default.max_examples // 5)
DICE = st.integers(0, 2**32).map(random.Random)


@pytest.mark.parametrize("name", READERS)
@FEW
@given(dice=DICE)
def test_a_word_put_anywhere_is_in_the_record_or_a_diagnostic(name: str, dice: random.Random) -> None:
    text, record = with_marker(name, dice)
    assert is_told(verdicts(name, text, record)), text


@pytest.mark.parametrize("name", READERS)
@FEW
@given(dice=DICE)
def test_a_good_game_behind_a_damaged_one_is_read_whole(name: str, dice: random.Random) -> None:
    text, good = with_sentinel(name, dice)
    assert is_whole(name, text, good), text


def is_whole(name: str, text: str, good: Record) -> bool:
    """Whether the last game of a text is the good one, without a fault."""
    (alone,) = (verdict for verdict in verdicts(name, file_of(name, good), good) if verdict.game_text.number)
    last = [verdict for verdict in verdicts(name, text, good) if verdict.game_text.number][-1:]
    return bool(last) and last[0].record == alone.record and not last[0].findings


@pytest.mark.parametrize("name", READERS)
def test_the_files_themselves_are_sound(name: str) -> None:
    for record in records_for(name):
        text = file_of(name, record)
        assert MARKER not in text
        assert not any(verdict.findings for verdict in verdicts(name, text, record))


def main(times: int, seed: int = 0) -> None:
    """Try each reader so many times, and print what it dropped or lost."""
    for name in READERS:
        dice, dropped, lost = random.Random(seed), [], []
        for _ in range(times):
            text, record = with_marker(name, dice)
            dropped += [] if is_told(verdicts(name, text, record)) else [text]
        for _ in range(times // 4):
            text, record = with_sentinel(name, dice)
            lost += [] if is_whole(name, text, record) else [text]
        told = f"{name}: {times} markers, {len(dropped)} dropped; {times // 4} sentinels, {len(lost)} lost"
        sys.stdout.write("\n    ".join([told, *map(repr, (dropped + lost)[:5])]) + "\n")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
