"""Counts that a person can check by eye, and laws: parts add up to the whole, in any order, also as JSON."""

import io
import json
import random
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_records import records

from fairyscore.notation.archive import judge_file
from fairyscore.notation.formats.registry import format_named
from fairyscore.notation.records.tree import Record
from fairyscore.notation.replay import Validator
from fairyscore.notation.stats.openings import opening_of
from fairyscore.notation.stats.summary import Count, Score, Stats, StatsOptions
from fairyscore.notation.variants import variant
from fairyscore.notation.work.bulk.base import FilePart, of_plain, plain
from fairyscore.notation.work.stats import CountWork, stats

FOUR = """
[White "Anna"]
[Black "Bert"]
[Date "1990.05.01"]

1. e4 e5 2. Nf3 1-0

[White "Bert"]
[Black "Anna"]
[Date "1990.06.??"]
[Termination "Time forfeit"]

1. e2-e4 e7-e5 2. Bc4 0-1

[White " Anna "]
[Black "?"]

1. d4 1/2-1/2

[White "Cleo"]
[Black "Anna"]
[Date "????.??.??"]

1. e4 Ke3 *
"""


ALL = StatsOptions()


def census_of(text: str, options: StatsOptions = ALL) -> Stats:
    stats = Stats(options)
    for verdict in judge_file(io.BytesIO(text.encode()), Validator(), "a.pgn"):
        stats.add(verdict)
    return stats


def written(games: list[Record]) -> str:
    form = format_named("pgn")
    return "".join(form.write(game, game.game.writing.usual) for game in games)


def test_four_games() -> None:
    chess = census_of(FOUR).variants["chess"]
    assert (chess.games, chess.plies, chess.faulty, chess.placed) == (4, 8, 1, 0)
    assert chess.results == {"1-0": 1, "0-1": 1, "1/2-1/2": 1, "*": 1}
    assert chess.endings == {
        "resignation or unknown": 1,
        "time forfeit": 1,
        "draw agreed or unknown": 1,
        "unfinished": 1,
    }
    assert chess.lengths == {3: 2, 1: 2}
    assert (chess.lengths.mean, chess.lengths.median, chess.lengths.longest) == (2.0, 2.0, 3)
    assert chess.years == {"1990": 2}
    assert chess.faults == {("error", "no-piece-reaches"): 1}


def test_openings_are_the_same_in_any_notation() -> None:
    chess = census_of(FOUR).variants["chess"]
    assert [(line.moves, line.games, line.finished, line.points) for line in chess.openings.lines("chess")] == [
        (("e4",), 3, 2, (1.0, 1.0)),
        (("e4", "e5"), 2, 2, (1.0, 1.0)),
        (("e4", "e5", "Bc4"), 1, 1, (0.0, 1.0)),
        (("e4", "e5", "Nf3"), 1, 1, (1.0, 0.0)),
        (("d4",), 1, 1, (0.5, 0.5)),
    ]


def test_players_by_seat() -> None:
    anna, bert, cleo = census_of(FOUR).players.ranking()
    assert (anna.name, anna.score, anna.score.points) == ("Anna", Score(won=2, drawn=1, open=1), 2.5)
    assert anna.seats == (("chess", "black", Score(won=1, open=1)), ("chess", "white", Score(won=1, drawn=1)))
    assert (bert.name, bert.score) == ("Bert", Score(lost=2))
    assert (cleo.name, cleo.score.games, cleo.score.finished) == ("Cleo", 1, 0)


def test_only_games_of_a_player() -> None:
    assert census_of(FOUR, StatsOptions(player="  bERT")).games == 2
    assert census_of(FOUR, StatsOptions(player="Ber")).games == 0


def test_coordinates_of_round_boards_are_one_game() -> None:
    game = '[Variant "circular-70{}"]\n\n1. {} *\n\n'
    standard, ring = variant("circular-70"), variant("circular-70:coordinates=ring")
    move = standard.initial_state().moves()[0]
    texts = [g.writing.usual.write(g.initial_state(), move, g) for g in (standard, ring)]
    assert texts[0] != texts[1]
    stats = census_of(game.format("", texts[0]) + game.format(":coordinates=ring", texts[1]))
    assert list(stats.variants) == ["circular-70"]
    (line,) = stats.variants["circular-70"].openings.lines("circular-70")
    assert (line.moves, line.games) == ((texts[0],), 2)


@pytest.mark.parametrize(
    ("fen", "elsewhere"),
    [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1", 1),
        ("?", 0),
    ],
)
def test_openings_are_of_the_usual_start(fen: str, elsewhere: int) -> None:
    chess = census_of(f'[FEN "{fen}"]\n\n1. e4 *\n').variants["chess"]
    assert (chess.placed, chess.openings.games) == (elsewhere, 1 - elsewhere)


def test_variations_and_slips_are_no_other_opening() -> None:
    text = '[Result "*"]\n\n1. e4 (1. d4 d5) 1... d5 {so} 2. ed5 (2. e5) *\n'
    *_, last = census_of(text).variants["chess"].openings.lines("chess")
    assert last.moves == ("e4", "d5", "exd5")


def test_what_is_no_game_is_counted_apart() -> None:
    stats = census_of('[Variant "no such game"]\n\n1. e4 *\n\n[Event "b"]\n\n1. e4 *\n')
    assert {name: count.games for name, count in stats.variants.items()} == {"": 1, "chess": 1}
    assert stats.variants[""].faults == {("error", "unknown-variant"): 1}
    assert stats.variants[""].results == {}


def test_endings_of_the_rules_come_before_tags() -> None:
    mate = '[Termination "time forfeit"]\n[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n'
    assert census_of(mate).variants["chess"].endings == {"checkmate": 1}


# -- caps -------------------------------------------------------------------------------------------------------------


def test_too_many_lines_make_openings_shorter() -> None:
    games = "".join(f'[Event "?"]\n\n1. {move} {reply} *\n\n' for move in ("e4", "d4") for reply in ("e5", "d5"))
    full = census_of(games, StatsOptions(depth=2, most_lines=6)).variants["chess"].openings
    cut = census_of(games, StatsOptions(depth=2, most_lines=5)).variants["chess"].openings
    assert (full.depth, cut.depth, cut.games) == (2, 1, 4)
    assert [(line.moves, line.games) for line in cut.lines("chess")] == [(("d4",), 2), (("e4",), 2)]


def test_too_many_players_are_nobody() -> None:
    assert census_of(FOUR, StatsOptions(most_players=5)).players.complete
    players = census_of(FOUR, StatsOptions(most_players=4)).players
    assert (players.complete, list(players.ranking()), len(players)) == (False, [], 0)


# -- laws -------------------------------------------------------------------------------------------------------------

ASKED = StatsOptions(depth=3, most_lines=12, most_players=9)
"""So little that random games go beyond it."""


@given(st.lists(records(plies=8), min_size=1, max_size=6), st.data())
def test_parts_add_up_to_the_whole_in_any_order(games: list[Record], data: st.DataObject) -> None:
    """The stats of a file is the sum of those of its parts; each went through JSON, as answers of workers do."""
    named = [
        Record(g.variant, (*g.tags, ("White", data.draw(st.sampled_from("ABCDEFGH")))), g.line, g.result) for g in games
    ]
    whole = census_of(written(named), ASKED)
    parts = list(named)
    random.Random(data.draw(st.integers(0, 99))).shuffle(parts)
    cuts = sorted({0, len(parts), *data.draw(st.lists(st.integers(0, len(parts)), max_size=3))})
    summed = Stats(ASKED)
    for first, last in pairwise(cuts):
        part = census_of(written(parts[first:last]), ASKED)
        part.variants.get("", Count()).faults.clear()  # an empty part is told as an empty file
        summed.merge(of_plain(json.loads(json.dumps(plain(part))), CountWork.kinds))
    whole.variants.pop("", None)
    summed.variants.pop("", None)
    assert (summed.variants, summed.players) == (whole.variants, whole.players)


@given(records(plies=10))
def test_an_opening_is_how_the_game_begins(game: Record) -> None:
    if game.tag("FEN"):  # an opening begins with the first move of the game
        return
    bare = Record(game.variant, (), game.line, game.result)
    stats = census_of(written([bare]), StatsOptions(depth=5))
    (count,) = stats.variants.values()
    if count.faulty or count.placed:
        return
    lines = list(count.openings.lines(next(iter(stats.variants))))
    assert len(lines) == min(5, len(game.line.plies))
    assert [line.games for line in lines] == [1] * len(lines)
    state, texts = bare.start(), []
    for ply in game.line.plies[:5]:
        texts.append(game.game.writing.usual.write(state, ply.move, game.game))
        state.push_unchecked(ply.move)
        state.outcome()
    assert not lines or lines[-1].moves == tuple(texts)


def test_work_is_picklable_and_plain() -> None:
    import pickle

    work = CountWork(Validator(variant="chess"), "pgn", StatsOptions(depth=2))
    assert vars(pickle.loads(pickle.dumps(work))) == vars(work)
    assert json.loads(json.dumps(work.settings())) == work.settings()


def test_empty_values() -> None:
    assert of_plain(plain(Stats()), CountWork.kinds) == Stats()
    assert (Stats().games, Stats().plies) == (0, 0)


def test_many_games_are_several_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fairyscore.notation.work.stats.OFTEN", 3)
    work, total = CountWork(Validator()), Stats(ALL)
    answers = list(work.results(judge_file(io.BytesIO(FOUR.encode() * 2), Validator(), "a.pgn"), FilePart()))
    for answer in answers:
        total.merge(answer)
    assert (len(answers), total.variants) == (3, census_of(FOUR * 2).variants)


@pytest.mark.parametrize(
    "text", ["1.e4 c5 >.Nc3 *", "1.e4 c5 .Nc3 *", "1. e4 c5 2. Nb1 c3 *", "1. e4 (1. d4 d5) c5 2. Nc3! *"]
)
def test_openings_are_the_moves_that_were_played(text: str) -> None:
    (verdict,) = judge_file(io.BytesIO(f'[White "A"]\n\n{text}\n'.encode()), Validator(), "a.pgn")
    assert verdict.record is not None
    played = tuple(ply.move for ply in verdict.record.line.plies)
    assert opening_of(verdict, 4) == played
    assert len(played) == verdict.plies


def test_half_of_a_draw_counts_as_one(tmp_path: Path) -> None:
    """`1/2` says all; files have it in tags and behind the moves."""
    file = tmp_path / "half.pgn"
    file.write_text(
        '[Event "A"]\n[White "Anna"]\n[Result "1/2"]\n\n1. e4 e5 1/2\n\n[Event "B"]\n[Result "1/2"]\n\n1. e4 1/2\n'
    )
    found = stats(file)
    assert found.variants["chess"].results == {"1/2-1/2": 2}
    assert next(found.players.ranking()).score == Score(drawn=1)
