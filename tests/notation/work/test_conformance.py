"""The kit for plug-ins: what comes along passes, and what is wrong is found."""

from collections.abc import Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest
from nightly import sampled

from fairyscore.notation.formats.registry import FORMATS, format_named
from fairyscore.notation.game import Game
from fairyscore.notation.moves import long
from fairyscore.notation.records.tree import MoveLine, Ply, Record
from fairyscore.notation.rules.variant import Notation
from fairyscore.notation.variants.registry import variant, variant_from_text
from fairyscore.notation.work.conformance import check_format, check_notation, check_variant

SEEDS = ("kaleidochess:players=3", "cylindrical", "caliph-qi", "tor-qi", "chamaeleon:players=4", "circular-68")
GAMES = (*SEEDS, "chess", "crazyhouse", "shogi", "xiangqi", "janggi", "atomic")


@pytest.mark.parametrize("name", sampled(GAMES, 2))
def test_games_that_come_along_pass(name: str) -> None:
    checked = check_variant(name, games=2, plies=40)
    assert checked.games == 2
    assert checked.moves >= checked.positions > 0
    game = variant(name)
    for notation in game.writing.notations:
        assert check_notation(notation, game, games=1, plies=20).positions
    for form in map(format_named, (name for name, known in FORMATS.items() if known.read)):
        if not form.refusal(_record(name)):
            assert check_format(form, game, games=2, plies=20).games == 2


def _record(name: str) -> Record:
    return Game.new(name).record


def test_a_rule_that_a_position_cannot_say_is_found() -> None:
    """Positions of this game lose their castlings."""
    game = variant("chess")
    forgetful = replace(game, write_position=lambda state: game.write_position(state).replace(" KQkq ", " - "))
    with pytest.raises(AssertionError, match="other moves are legal in what the position's text gives back"):
        check_variant(forgetful, games=40, plies=16)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"write": lambda state, move, game: "e2-e4"}, "e2-e4 is written for"),
        ({"read": lambda text, game: None}, "is written and not read"),
        ({"refusal": lambda game: "it is round"}, "refuses chess: it is round"),
    ],
)
def test_a_notation_that_says_too_little_is_found(change: Mapping[str, Any], message: str) -> None:
    own = SimpleNamespace(name="own", read=long.read, write=long.write, refusal=lambda game: "")
    vars(own).update(change)
    with pytest.raises(AssertionError, match=message):
        check_notation(cast(Notation, own), "chess", games=1, plies=2)


def test_a_format_that_drops_what_it_claims_to_hold_is_found() -> None:
    form = format_named("pgn")
    with pytest.raises(AssertionError, match="other moves, comments or variations are read"):
        check_format(form._replace(write=_bare), "chess", games=3)


def _bare(record: Record, notation: Notation) -> str:
    line = MoveLine(tuple(Ply(ply.move) for ply in record.line.plies))
    return str(format_named("pgn").write(replace(record, line=line), notation))


def test_a_game_from_text_passes() -> None:
    piece = '{ letter = "N", name = "knight", moves = "NN" }'
    game = variant_from_text(f'title = "Mad knights"\nbased_on = "chess"\npiece = [{piece}]')
    assert check_variant(game, games=1, plies=30).positions > 10
    made = Game.new(game)
    made.push("e4")
    assert made.to("moves") == "1. e4 *\n"
    assert made.variant is game
