"""Whatever stands in a file, the readers of other programs' formats tell it with a place in the text and never fail."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairyscore.notation.archive import judge_file
from fairyscore.notation.formats.registry import format_named
from fairyscore.notation.replay import Validator

STARTS = {
    "zsg": "Zillions Save Game File Version 0.02 HH\nRulesFile=chess.zrf\nVariantName=chess\n",
    "gamecourier": "// Variant: chess\n//\n",
    "spoken": "A game of Chess.\nVariant: chess\n\n",
    "pgn4": '[Variant "FFA"]\n[RuleVariants "chamaeleon:players=4"]\n\n',
}
SCRAPS = (
    *(
        "1. Pawn e2 - e4\n",
        "1. ?Dice Two dice\n",
        "(White King e1)\n",
        "VariantName=tor-qi\n",
        "King e1 - g1 Rook h1 - f1",
    ),
    *(
        "1. P e2-e4",
        "1... p e7-e5 // why\n",
        "; Q-e8",
        "; @-d5",
        "N*c3",
        "pass",
        "//",
        "//%",
        "// 1-0\n",
        "// FEN: 8/8\n",
    ),
    *("1. White: pawn from e2 goes to e4.\n", "Glyph: good move\n", "Glyph: $1\n", "Remark: {}\n", "Result: 1-0\n"),
    *(
        "1. Ng4-f6",
        " .. ",
        "@rN-e5",
        "{&#125;}",
        '[Result "Red: 1"]\n',
        '[StartFen4 "4PC"]\n',
        "[RuleVariants",
        "T",
        "#",
    ),
    *(
        "{",
        "}",
        "(",
        ")",
        "[",
        "]",
        "%",
        ";",
        "$",
        "*",
        "\n",
        "\n\n",
        " ",
        "\t",
        "\r",
        "\0",
        "\x1b[31m",
        "\u202e",
        "²",
        "١.",
    ),
)


@pytest.mark.parametrize("name", STARTS)
@given(scraps=st.lists(st.one_of(st.sampled_from(SCRAPS), st.text(max_size=5)), max_size=20))
def test_nothing_makes_a_reader_fail(name: str, scraps: list[str]) -> None:
    text = STARTS[name] + "".join(scraps) + "\n\n" + STARTS[name]
    verdicts = list(judge_file(io.BytesIO(text.encode()), Validator(), form=format_named(name)))
    lines = text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", " ").split("\n")
    for finding in (finding for verdict in verdicts for finding in verdict.findings):
        assert 1 <= finding.line <= len(lines)
        assert 1 <= finding.column <= len(lines[finding.line - 1]) + 1
        assert finding.message.isprintable()
