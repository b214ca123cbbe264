"""What a format holds comes back as it was, for every format that is read and random games of all variants."""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_records import records
from nightly import sampled

from fairyscore import FairyscoreError, Game, loads, variants
from fairyscore.notation.formats.base import Format
from fairyscore.notation.formats.loss import reduced
from fairyscore.notation.formats.registry import FORMATS, format_named
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.records.tree import Record
from fairyscore.notation.replay import Validator, Verdict
from fairyscore.notation.rules.variant import Notation

PLIES = 60
"""Of the random games of each variant."""

READ = [name for name, known in FORMATS.items() if known.read]


def written(record: Record, form: Format, notation: Notation | None = None) -> str:
    """A record as a format writes it, in its own notation, or the one given, or that of the game."""
    return str(form.write(record, form.notation or notation or record.game.writing.usual))


def read(text: str, form: Format, game: str = "") -> Verdict:
    """The verdict on a text that holds one game."""
    assert form.read is not None
    return Validator(read=form.read, variant=game).judge(GameText(1, text, 1))


@pytest.mark.parametrize("name", READ)
@settings(max_examples=settings().max_examples // 2)
@given(data=st.data())
def test_what_a_format_holds_comes_back(name: str, data: st.DataObject) -> None:
    form, record = format_named(name), data.draw(records())
    if form.refusal(record):
        return
    less, _ = reduced(record, form.holds)
    text = written(less, form)
    verdict = read(text, form, record.variant)
    assert verdict.record == less, text
    assert verdict.whole
    assert written(verdict.record, form) == text, "and canonical text stays as it is"


@pytest.mark.parametrize("name", READ)
@settings(max_examples=settings().max_examples // 2)
@given(data=st.data())
def test_games_of_a_file_are_cut_apart_wherever_a_chunk_ends(name: str, data: st.DataObject) -> None:
    form = format_named(name)
    made = [record for record in data.draw(st.lists(records(plies=6), max_size=3)) if not form.refusal(record)]
    parts = [written(reduced(record, form.holds)[0], form) for record in made]
    text = form.begin + form.between.join(parts) + form.end
    places = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=5)))
    assert form.cut is not None
    cut = list(form.cut(text[a:b] for a, b in pairwise([0, *places, len(text)])))
    found = [read(game_text.text, form, record.variant).record for game_text, record in zip(cut, made, strict=True)]
    assert found == [reduced(record, form.holds)[0] for record in made]


@given(record=records(), data=st.data())
def test_pgn_holds_a_record_in_every_notation_of_its_game(record: Record, data: st.DataObject) -> None:
    form = format_named("pgn")
    notation = data.draw(st.sampled_from(record.game.writing.notations))
    text = written(record, form, notation)
    assert read(text, form).record == record, text
    assert all(len(line) < 80 or " " not in line[79:] for line in text.splitlines() if line[:1] not in "[%")


def random_game(name: str) -> Game:
    """A game of a variant with random moves; the name is the seed."""
    game, random = Game.new(name), Random(name)
    for _ in range(PLIES):
        moves = list(game.position.legal_moves)
        if game.outcome is not None or not moves:
            break
        game.push(random.choice(moves))
    return game


def cells_of(game: Game) -> list[tuple[object, ...]]:
    return [(node.move.from_cell, node.move.to_cell, node.move.promotion) for node in game.nodes()]


def texts(game: Game) -> dict[tuple[str, str | None], str]:
    """The game as PGN in each of its notations, and in each other format that can hold it."""
    made = {}
    ways = [("pgn", notation) for notation in game.variant.notations] + [(name, None) for name in READ]
    for name, notation in ways:
        try:
            text = game.to(name, notation=notation)
        except (ValueError, FairyscoreError):
            continue  # the format is of other games
        assert isinstance(text, str)
        if notation == "ucci" and "0" not in text.partition("\n\n")[2]:
            continue  # nothing tells such a record from UCI, which has the same form with ranks from 1
        made[name, notation] = text
    return made


@pytest.mark.parametrize("name", sampled(variants(), 4))
def test_what_is_written_of_a_game_is_read_without_a_remark(name: str) -> None:
    game = random_game(name)
    for (form, notation), text in texts(game).items():
        [back] = loads(text, variant=name, format=form)
        assert [one.message for one in back.diagnostics] == [], (form, notation)
        if format_named(form).holds.moves:
            assert cells_of(back) == cells_of(game), (form, notation)
        else:
            assert back.position.fen == game.position.fen, form


def test_a_plus_after_cells_promotes_also_where_the_cells_alone_were_read_before() -> None:
    tags = '[Variant "gorogoro-shogi"]\n\n'
    plain, promoted = loads(
        f"{tags}1. d3d4 b6b5 2. e1d2 d6d5 3. d4d5 *\n\n{tags}1. d3d4 b6b5 2. e1d2 d6d5 3. d4d5+ *\n"
    )
    assert [str(game.position.piece_at("d5")) for game in (plain, promoted)] == ["white pawn", "white tokin"]
