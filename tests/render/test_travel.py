"""What pieces do when a move is made, in all games: the same for everything that moves."""

from itertools import pairwise
from pathlib import Path

import pytest
from drawn import RECORDS, played, record
from hypothesis import given, settings
from made_records import records
from nightly import sampled

from fairyscore.notation.archive import judge_file
from fairyscore.notation.records.tree import Record
from fairyscore.notation.replay import Validator
from fairyscore.notation.rules.moves import ABSENT, Move
from fairyscore.notation.variants import variant
from fairyscore.render.board_state import BoardState, Piece, moments
from fairyscore.render.geometry import Point, distance
from fairyscore.render.layouts.base import UNIT
from fairyscore.render.layouts.registry import layout_of, views
from fairyscore.render.routes import Leg, MovePath
from fairyscore.render.travel import Travel, legs, thinned, travels

SAMPLES = sampled(sorted(path.relative_to(RECORDS).as_posix() for path in RECORDS.rglob("*.pgn")), 3)


def games(path: str) -> list[Record]:
    verdicts = judge_file(RECORDS / path, Validator())
    return [verdict.record for verdict in verdicts if verdict.record is not None]


def standing(shown: BoardState) -> dict[int, Piece]:
    table = shown.position.state
    pieces = ((cell, table.piece_at(cell)) for cell in range(len(shown.position.variant.board.cells)))
    return {cell: piece for cell, piece in pieces if piece is not None}


def carried_out(pieces: dict[int, Piece], done: tuple[Travel, ...]) -> dict[int, Piece]:
    """The pieces after their travels: all set out, then all arrive."""
    left = dict(pieces)
    for travel in done:
        if travel.origin != ABSENT:
            assert left.pop(travel.origin) == travel.piece
    for travel in done:
        if travel.becomes is not None:
            assert travel.target not in left
            left[travel.target] = travel.becomes
    return left


@pytest.mark.parametrize("path", SAMPLES)
def test_travels_lead_from_each_position_to_the_next(path: str) -> None:
    for game in games(path):
        layout = layout_of(game.game)
        for (before, after), ply in zip(pairwise(moments(game)), game.line.plies, strict=True):
            done = travels(before, ply.move, after, layout)
            assert carried_out(standing(before), done) == standing(after)
            taken = [travel.piece for travel in done if travel.taken]
            assert tuple(taken) == after.captured[len(before.captured) :]


@settings(max_examples=60)
@given(records())
def test_travels_of_random_games(game: Record) -> None:
    """Drops, castlings, promotions, players who leave, lines that go away: nobody is lost or comes from nowhere."""
    layout = layout_of(game.game)
    for (before, after), ply in zip(pairwise(moments(game)), game.line.plies, strict=True):
        assert carried_out(standing(before), travels(before, ply.move, after, layout)) == standing(after)


@pytest.mark.parametrize("path", SAMPLES)
def test_ways_go_from_middle_to_middle_without_a_jump(path: str) -> None:
    game = games(path)[0]
    for view in views(game.game):
        layout = layout_of(game.game, view)
        for (before, after), ply in zip(pairwise(moments(game)), game.line.plies, strict=True):
            for travel in travels(before, ply.move, after, layout):
                goes = ABSENT not in (travel.origin, travel.target) and travel.origin != travel.target
                assert bool(travel.legs) == goes
                if goes:
                    first, last = travel.legs[0], travel.legs[-1]
                    assert distance(first.points[0], layout.spots[travel.origin].centre) < 0.001
                    assert distance(last.points[-1], layout.spots[travel.target].centre) < 0.001
                    assert (first.times[0], last.times[-1]) == (0, 1)
                for leg in travel.legs:
                    assert len(leg.points) == len(leg.times) > 1
                    assert list(leg.times) == sorted(leg.times)
                for one, other in pairwise(travel.legs):
                    assert other.times[0] < one.times[-1], "two legs overlap at the seam"


def on(name: str, *cells: str) -> tuple[int, ...]:
    return tuple(variant(name).board.index[cell] for cell in cells)


def test_over_the_seam_a_piece_leaves_at_one_edge_and_enters_at_the_other() -> None:
    """From a1 to the left: a, g, f. He is out at -22.5 and comes in from 7 files and a half to the right of it."""
    layout = layout_of(variant("cylindrical"))
    out, back = legs(layout, MovePath(on("cylindrical", "a1", "g1", "f1"), (False, False)))
    middle = layout.spots[on("cylindrical", "a1")[0]].centre
    end = layout.spots[on("cylindrical", "f1")[0]].centre
    assert out == Leg((middle, Point(-UNIT / 2, middle.y)), (0, 0.5))
    assert back == Leg((Point(layout.period + UNIT / 2, middle.y), end), (0, 1))


def test_a_way_of_exact_steps_has_its_corners() -> None:
    """A way from field to field passes the middle of each."""
    game, ply = record("kaleidochess/two-players.pgn"), 60
    layout = layout_of(game.game)
    before, after = played("kaleidochess/two-players.pgn")[ply - 1 : ply + 1]
    (travel, *_) = travels(before, game.line.plies[ply - 1].move, after, layout)
    assert len(after.marks.way) > 2
    (leg,) = travel.legs
    for cell in after.marks.way:
        assert min(distance(point, layout.spots[cell].centre) for point in _dense(leg.points)) < 1


def _dense(points: tuple[Point, ...]) -> list[Point]:
    return [
        Point(one.x + (other.x - one.x) * k / 50, one.y + (other.y - one.y) * k / 50)
        for one, other in pairwise(points)
        for k in range(51)
    ]


def replayed(text: str, ply: int, folder: Path) -> tuple[Travel, ...]:
    """The travels of a ply of a game."""
    file = folder / "game.pgn"
    file.write_text(text, encoding="utf-8")
    (verdict,) = judge_file(file, Validator())
    assert verdict.record is not None
    found = list(moments(verdict.record))
    move = verdict.record.line.plies[ply - 1].move
    return travels(found[ply - 1], move, found[ply], layout_of(verdict.record.game))


def test_castling_moves_two_pieces(tmp_path: Path) -> None:
    king, rook = replayed('[Result "*"]\n\n1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O *', 7, tmp_path)
    cells = variant("chess").board.cells
    assert [(cells[piece.origin], cells[piece.target]) for piece in (king, rook)] == [("e1", "g1"), ("h1", "f1")]
    assert king.legs
    assert rook.legs


def test_a_piece_taken_in_passing_goes_away_beside_the_target(tmp_path: Path) -> None:
    pawn, taken = replayed('[Result "*"]\n\n1. e4 a6 2. e5 d5 3. exd6 *', 5, tmp_path)
    cells = variant("chess").board.cells
    assert (cells[pawn.target], cells[taken.origin], taken.taken) == ("d6", "d5", True)


def test_a_promoted_piece_arrives_as_another(tmp_path: Path) -> None:
    pawn, taken = replayed('[FEN "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1"]\n\n1. axb8=Q+ *', 1, tmp_path)
    pieces = variant("chess").piece_types
    assert pawn.becomes is not None
    assert (pieces[pawn.piece[1]].name, pieces[pawn.becomes[1]].name) == ("pawn", "queen")
    assert (pieces[taken.piece[1]].name, taken.taken) == ("rook", True)


def test_a_pass_moves_nobody_and_a_drop_appears() -> None:
    name = "chamaeleon/two-players-drop.pgn"
    game, shown = record(name), played(name)
    layout = layout_of(game.game)
    drops = [k for k, ply in enumerate(game.line.plies) if ply.move.origin == ABSENT and ply.move.target >= 0]
    assert drops
    for k in drops:
        first, *_ = (
            travel
            for travel in travels(shown[k], game.line.plies[k].move, shown[k + 1], layout)
            if travel.origin == ABSENT
        )
        assert first.target == game.line.plies[k].move.target
    assert travels(shown[0], Move(ABSENT, ABSENT), shown[0], layout) == ()


def test_a_curve_keeps_the_points_that_it_needs() -> None:
    flat = tuple(Point(x, 0) for x in range(20))
    assert thinned(flat) == (flat[0], flat[-1])
    assert thinned((Point(0, 0), Point(5, 5), Point(10, 0))) == (Point(0, 0), Point(5, 5), Point(10, 0))
    assert thinned((Point(0, 0), Point(5, 5), Point(0, 0))) == (Point(0, 0), Point(5, 5), Point(0, 0))
