"""Which notations a game has, by name, and why it lacks the others."""

import pytest

from fairyscore.notation.moves.registry import (
    NOTATIONS,
    NotationRefused,
    UnknownNotation,
    load,
    names_of,
    notation_named,
)
from fairyscore.notation.variants import GAMES, variant

ALL = ("long", "lan", "san", "figurine", "uci", "iccf", "spoken")
WITH_FAIRY = (*ALL[:4], "fairy", *ALL[4:])  # their pawns are not those of chess


@pytest.mark.parametrize(
    ("game", "names"),
    [
        ("chess", ("san", "long", "lan", "figurine", "uci", "iccf", "spoken")),
        ("cylindrical", WITH_FAIRY),
        ("caliph-qi", ALL),
        ("tor-qi", ALL),
        ("chamaeleon:players=3", ALL),
        ("circular-66", WITH_FAIRY),
        ("circular-70:coordinates=ring", ("long", "lan", "san", "figurine", "fairy", "uci", "spoken")),
        ("kaleidochess:dice", ("long", "lan", "uci", "spoken", "protocol")),
    ],
)
def test_names(game: str, names: tuple[str, ...]) -> None:
    assert names_of(variant(game)) == names


@pytest.mark.parametrize("name", NOTATIONS)
def test_a_notation_has_the_name_of_its_module(name: str) -> None:
    assert load(name).name == name


@pytest.mark.parametrize("game", GAMES)
def test_every_notation_is_there_or_is_refused_with_a_reason(game: str) -> None:
    there = variant(game).writing.notations
    for name in NOTATIONS:
        notation = load(name)
        assert (notation in there) is (notation.refusal(variant(game)) == "")


@pytest.mark.parametrize(
    ("text", "game", "name"),
    [
        ("SAN", "chess", "san"),
        (" Figurine ", "caliph-qi", "figurine"),
        ("protocol", "kaleidochess", "long"),
        ("hodges", "shogi", "hodges"),
    ],
)
def test_found_by_name(text: str, game: str, name: str) -> None:
    assert notation_named(text, variant(game)).name == name


@pytest.mark.parametrize(
    ("text", "game", "message"),
    [
        ("san", "kaleidochess", "KaleidoChess cannot be written in san: its board, with 8K, has no files and ranks"),
        ("iccf", "kaleidochess", "KaleidoChess cannot be written in iccf: its board, with 8K, has no files and ranks"),
        ("iccf", "circular-70:coordinates=sector", "70 spaces cannot be written in iccf: its j4 lies beyond"),
        ("iccf", "crazyhouse", "cannot be written in iccf: not every piece that its moves name has a digit"),
        ("hodges", "chess", "Chess cannot be written in hodges: it is for games whose promoted pieces have a \\+"),
        ("spoken", "duck", "Duck Chess cannot be written in spoken: its moves put walls or bring pieces in"),
    ],
)
def test_refused(text: str, game: str, message: str) -> None:
    with pytest.raises(NotationRefused, match=message):
        notation_named(text, variant(game))


@pytest.mark.parametrize(
    ("text", "game", "words"),
    [
        ("sans", "chess", "Chess has san, long, lan, figurine, uci, iccf, spoken; did you mean san?"),
        ("protocol", "chess", "there is no notation 'protocol'"),
        ("protocl", "kaleidochess", "did you mean protocol?"),
        ("\x1b[31m\u202e", "chess", "there is no notation '\\x1b[31m\\u202e'"),
        ("x" * 100_000, "chess", "there is no notation 'xxx"),
        ("", "chess", "there is no notation ''"),
    ],
)
def test_unknown(text: str, game: str, words: str) -> None:
    with pytest.raises(UnknownNotation) as fault:
        notation_named(text, variant(game))
    assert words in str(fault.value)
    assert str(fault.value).isprintable()
    assert len(str(fault.value)) <= 300
