"""Rule sheets: what a game's options change in the text of its file."""

import pytest

from fairyscore.notation.variants import variant


@pytest.mark.parametrize(
    ("name", "heading", "line"),
    [
        ("caliph-qi", "Board", "The board has 6 files and 9 ranks."),
        ("tor-qi", "The rivers", "King, queen and gnu cannot cross"),
        (
            "chamaeleon:players=3",
            "The players",
            "  white on rank 1, silver on file a, black on rank 8",
        ),
        ("chamaeleon:start=drop", "The start", "The board is empty."),
    ],
)
def test_lines_by_the_options(name: str, heading: str, line: str) -> None:
    lines = [line for section in variant(name).rules.sections if section.heading == heading for line in section.lines]
    assert any(sentence.startswith(line) for sentence in lines)
    assert all(lines)


def test_examples_only_where_they_hold() -> None:
    assert [len(section.examples) for section in variant("circular-68").rules.sections] == [0, 0, 5, 0, 1, 1, 1, 0]
    assert not any(section.examples for section in variant("circular-68:coordinates=ring").rules.sections)


def test_positions_by_the_board() -> None:
    """File i is a void in the three outer rings of the board of 66, in the outermost one of that of 70."""
    first = {name: variant(name).rules.sections[2].examples[0].position for name in ("circular-66", "circular-70")}
    assert first == {
        "circular-66": "4k3*/8*/8*/9/9/R7*/8*/4K3* w - - 0 1",
        "circular-70": "4k3*/9/9/9/9/R8/9/4K3* w - - 0 1",
    }
