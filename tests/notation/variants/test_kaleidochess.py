"""KaleidoChess as its file fills it in: the start, options, tags, the dice table, and what the sheet must say."""

import re
import tomllib
from pathlib import Path

import pytest
from castle_tables import table

from fairyscore.notation.boards import bits
from fairyscore.notation.rules.variant import PositionError
from fairyscore.notation.variants import UnknownVariant, variant
from fairyscore.notation.variants.kaleidochess import BOARD, DICE, KINDS, throws
from fairyscore.notation.variants.registry import options_in


def pieces(name: str, seat: str) -> dict[str, str]:
    """The pieces of a seat at the start, by field."""
    game, state = table(name)
    number = [s.name for s in game.seats].index(seat)
    found = ((cell, state.piece_at(cell)) for cell in range(len(game.board.cells)))
    return {
        game.board.cells[cell]: game.piece_types[piece[1]].letter
        for cell, piece in found
        if piece and piece[0] == number
    }


def test_white_s_pieces_as_the_reading_lists_them() -> None:
    """K-3, ring 5 and ring 4 clockwise."""
    outer = dict(zip(["8I", "8J", "8K", "1I", "1J", "1K", "2I", "2J", "2K"], "PVERWREVP", strict=True))
    inner = dict(zip(["8F", "8G", "8H", "1F", "1G", "1H", "2F", "2G", "2H"], "PHTLDLTHP", strict=True))
    assert pieces("kaleidochess", "white") == outer | inner


def test_three_and_four_have_ten_pieces_each() -> None:
    silver = {"3J": "W", "3I": "R", "3K": "R", "2K": "E", "4I": "E"} | {
        "3G": "D", "3F": "L", "3H": "L", "2H": "T", "4F": "T",
    }  # fmt: skip
    assert pieces("kaleidochess:players=3", "silver") == pieces("kaleidochess:players=4", "silver") == silver
    assert [len(pieces("kaleidochess:players=4", seat)) for seat in ("white", "silver", "black", "gold")] == [10] * 4


def test_seats_are_turned_copies_of_white() -> None:
    white, gold = pieces("kaleidochess:players=4", "white"), pieces("kaleidochess:players=4", "gold")
    assert gold == {f"{(int(cell[0]) + 5) % 8 + 1}{cell[1]}": piece for cell, piece in white.items()}


@pytest.mark.parametrize(("army", "letter"), [("pawns", "P"), ("ravens", "V")])
def test_armies(army: str, letter: str) -> None:
    assert set(pieces(f"kaleidochess:black={army}", "black").values()) == {letter}
    assert pieces(f"kaleidochess:black={army}", "white") == pieces("kaleidochess", "white")


def test_castles() -> None:
    _, state = table()
    assert set(BOARD.names(state.sheet.castles)) == {"00", "1J", "3J", "5J", "7J"}


def test_default_dice_table() -> None:
    letters = ["".join(KINDS[kind].letter for kind in bits(mask)) for mask in throws(DICE)]
    assert letters == ["", "VP", "EH", "RT", "DL", "W", "WDREVLTHP"]


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("kaleidochess:silver=pawns", "silver=pawns: there is no such seat with 2 players"),
        ("kaleidochess:dice-table=1=W 2=* 3=* 4=* 5=* 6=*", "a dice-table is only used with the option dice"),
        ("kaleidochess:dice,dice-table=1=PX 2=* 3=* 4=* 5=* 6=*", "dice-table: 1=PX names X; the pieces are W, D,"),
        ("kaleidochess:dice,dice-table=1=P 1=V", "dice-table: the throw 1 appears twice"),
        ("kaleidochess:dice,dice-table=1=P 2=V 6=*", "dice-table: no entry for the throw 3, 4, 5"),
    ],
)
def test_options_that_make_no_sense(name: str, says: str) -> None:
    with pytest.raises(PositionError, match=re.escape(says)):
        variant(name)


@pytest.mark.parametrize("value", ["players=5", "max-moves=0", "max-moves=10000", "black=wizards", "dice-table=7=P"])
def test_values_that_are_none(value: str) -> None:
    with pytest.raises(UnknownVariant):
        variant(f"kaleidochess:{value}")


@pytest.mark.parametrize(
    ("name", "tags", "retagged"),
    [
        ("kaleidochess", {}, "kaleidochess"),
        ("kaleidochess", {"Event": "?", "MaxMoves": "?", "NoRepetition": "-"}, "kaleidochess"),
        ("kaleidochess:players=4", {"MaxMoves": "40"}, "kaleidochess:players=4,max-moves=40"),
        ("kaleidochess:max-moves=20", {"MaxMoves": "40"}, "kaleidochess:max-moves=40"),
        ("kaleidochess", {"NoRepetition": "yes"}, "kaleidochess:no-repetition"),
        ("kaleidochess:no-repetition", {"NoRepetition": "no"}, "kaleidochess"),
        ("kaleidochess:dice", {"DiceTable": DICE}, "kaleidochess:dice"),
        (
            "kaleidochess:dice",
            {"DiceTable": "1=* 2=* 3=* 4=* 5=* 6=W"},
            "kaleidochess:dice,dice-table=1=* 2=* 3=* 4=* 5=* 6=W",
        ),
    ],
)
def test_tags(name: str, tags: dict[str, str], retagged: str) -> None:
    game = variant(name)
    assert game.retag is not None
    assert game.retag(tags).name == retagged
    assert variant(retagged).name == retagged


@pytest.mark.parametrize(
    ("tags", "says"),
    [
        ({"MaxMoves": "many"}, "tag MaxMoves: option max-moves of kaleidochess cannot be 'many'; it is moves a player"),
        ({"MaxMoves": "40,dice"}, "tag MaxMoves: option max-moves of kaleidochess cannot be '40,dice'"),
        (
            {"NoRepetition": "perhaps"},
            "tag NoRepetition: option no-repetition of kaleidochess must be yes or no, not 'perhaps'",
        ),
        ({"DiceTable": "1=* 2=* 3=* 4=* 5=* 6=W"}, "a dice-table is only used with the option dice"),
    ],
)
def test_tags_that_make_no_sense(tags: dict[str, str], says: str) -> None:
    game = variant("kaleidochess")
    assert game.retag is not None
    with pytest.raises(PositionError, match=re.escape(says)):
        game.retag(tags)


def test_tags_are_those_of_the_options() -> None:
    arrays = ("Array", "WhiteArray", "SilverArray", "BlackArray", "GoldArray")
    assert variant("kaleidochess").tags == (*arrays, "Fallen", "MaxMoves", "NoRepetition", "DiceTable")
    assert all(option.says for option in options_in("kaleidochess"))


def test_every_reading_that_the_code_cites_is_in_the_sheet() -> None:
    root = Path(__file__).resolve().parents[3] / "notation"
    cited = {
        found
        for path in (*(root / "rules" / "castles").glob("*.py"), root / "fen" / "castles.py")
        for found in re.findall(r"K-\d+", path.read_text(encoding="utf-8"))
    }
    known = {reading.id for reading in variant("kaleidochess").rules.readings}
    assert cited <= known == {f"K-{number}" for number in range(1, 12)}


def test_rules_are_cited_by_the_headings_of_the_page() -> None:
    from fairyscore.notation.rules.castles import reasons

    page = Path(__file__).parents[2] / "data" / "seed_pages" / "kaleidochess.toml"
    begins = {sentence["begins"].casefold() for sentence in tomllib.loads(page.read_text("utf-8"))["sentence"]}
    cited = (reasons.MOVING, reasons.WINNING, reasons.PROTOCOL)
    assert {rule.removeprefix("page: ").rstrip("?").casefold() for rule in cited} <= begins
