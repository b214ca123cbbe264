"""What an index keeps of many games, sorted: by what is compiled, or in plain Python."""

from array import array

from fairyscore.notation.kernel import grouped_places, sorted_postings


def test_places_are_put_together_by_their_groups() -> None:
    groups, places = array("I", (1, 0, 1)), array("H", (7, 8, 9))
    counts, grouped = grouped_places(groups.tobytes(), places.tobytes(), 3)
    assert array("I", counts).tolist() == [1, 2, 0]
    assert array("H", grouped).tolist() == [8, 7, 9]


def test_positions_are_sorted_within_buckets_of_their_first_bits() -> None:
    numbers = array("Q", (3 << 62 | 5 << 46, 0, 3 << 62 | 1 << 46))
    postings, ends = sorted_postings(numbers.tobytes(), array("H", (1, 2, 3)).tobytes(), 2)
    assert array("I", postings).tolist() == [2, 1 << 16 | 3, 5 << 16 | 1]
    assert array("I", ends).tolist() == [1, 1, 1, 3]
