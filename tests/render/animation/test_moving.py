"""Animated drawings: what they show at every time, and that nothing in them is left to chance."""

import os
import re
import subprocess
import sys
from functools import cache

import pytest
from drawn import RECORDS, SVG, record
from hypothesis import given, settings
from injections import HARMLESS, INJECTIONS, planted
from made_records import records
from nightly import NIGHTLY, sampled
from played_css import Played, Shown

from fairyscore.notation.archive import judge_file
from fairyscore.notation.game import loads
from fairyscore.notation.records.tree import Comment, MoveLine, Ply, Record
from fairyscore.notation.replay import Validator
from fairyscore.notation.rules.moves import Move
from fairyscore.notation.variants import variant
from fairyscore.render.animation.moving import animated
from fairyscore.render.animation.script import Scene, Showing, script
from fairyscore.render.board_state import BoardState
from fairyscore.render.errors import DrawingError
from fairyscore.render.geometry import Point, distance
from fairyscore.render.layouts.registry import layout_of
from fairyscore.render.story.builder import tell
from fairyscore.render.story.model import Fault

ELEMENTS = {"svg", "title", "desc", "metadata", "defs", "style", "pattern", "clipPath", "g", "path", "use"}
"""None can run, load or embed anything."""

FEW = (
    "chess/romantic.pgn",
    "cylindrical/classic.pgn",
    "chamaeleon/four-players.pgn",
    "kaleidochess/dice-four-players.pgn",
)
SAMPLES = sorted({*FEW, *sampled(sorted(path.relative_to(RECORDS).as_posix() for path in RECORDS.rglob("*.pgn")), 8)})


@cache
def written(path: str) -> str:
    return animated(tell(record(path)))


@cache
def drawn(path: str) -> Played:
    return Played(written(path))


@cache
def scenes(path: str) -> tuple[Scene, ...]:
    return tuple(script(tell(record(path)), layout_of(record(path).game)))


def standing(shown: BoardState) -> list[tuple[str, str, str]]:
    """Owner, name and field of all pieces."""
    game, table = shown.position.variant, shown.position.state
    pieces = ((cell, table.piece_at(cell)) for cell in range(len(game.board.cells)))
    return sorted(
        (game.seats[piece[0]].name, game.piece_types[piece[1]].name, game.board.cells[cell])
        for cell, piece in pieces
        if piece is not None
    )


def seen(played: Played, path: str, time: float | None) -> list[tuple[str, str, str]]:
    """The same as the drawing shows it: the pieces whose middle lies on that of a field."""
    game = record(path).game
    spots = layout_of(game).spots

    def field(piece: Shown) -> str:
        place = Point(piece.x, piece.y)
        cell = min(range(len(spots)), key=lambda cell: distance(spots[cell].centre, place))
        assert distance(spots[cell].centre, place) < 0.02
        return game.board.cells[cell]

    return sorted((piece.owner, piece.name, field(piece)) for piece in played.pieces(time))


@pytest.mark.parametrize("path", SAMPLES)
def test_every_position_is_shown_in_its_time(path: str) -> None:
    """Just before the next pieces set out."""
    played = drawn(path)
    assert played.texts_at(0)[0] == scenes(path)[0].label
    for scene in scenes(path):
        assert seen(played, path, scene.end - 0.02) == standing(scene.moment)
        assert scene.label in played.texts_at(scene.end - 0.02)


@pytest.mark.parametrize("path", SAMPLES)
def test_what_shows_no_animations_shows_the_end(path: str) -> None:
    played, last = drawn(path), scenes(path)[-1]
    assert seen(played, path, None) == standing(last.moment)
    assert played.texts_at(None)[0] == last.label
    assert record(path).result.replace("1/2", "½").replace("-", "–") in last.label


@pytest.mark.parametrize("path", SAMPLES)
def test_documents_are_plain_svg(path: str) -> None:
    played = drawn(path)
    own = [element.tag for element in played.root.iter() if not element.tag.startswith("{urn:fairyscore:diagram}")]
    assert {tag.removeprefix(SVG) for tag in own} <= ELEMENTS
    assert played.root.get("role") == "img"
    assert not any(key == "style" or key.startswith("on") for element in played.root.iter() for key in element.attrib)
    ids, wanted = played.references()
    assert len(ids) == len(set(ids))
    assert wanted <= set(ids)
    assert len({found.partition("-")[0] for found in ids}) == 1
    assert played.seconds == {scenes(path)[-1].end}


@pytest.mark.parametrize("path", FEW)
def test_nothing_of_it_can_load_anything(path: str) -> None:
    """Inlined in a page, it touches nothing else: every rule is about its own ids and classes."""
    played = drawn(path)
    prefix = played.references()[0][0].partition("-")[0]
    (style,) = played.root.iter(f"{SVG}style")
    sheet = style.text or ""
    assert "url" not in sheet
    assert "import" not in sheet
    selectors = re.findall(r"(?:^|\{)([.#@][^\s{]+)", sheet, re.MULTILINE)
    assert {name for name in selectors if name[0] != "@"}
    assert all(name[1:].startswith(f"{prefix}-") for name in selectors if name[0] != "@")


@pytest.mark.parametrize("path", SAMPLES)
def test_size(path: str) -> None:
    """A game of 60 moves has less than 500 kB."""
    size = len(written(path))
    assert size < 500_000 * max(1.0, len(record(path).line.plies) / 120)


def test_two_animations_share_no_name() -> None:
    """Also where only the colours differ."""
    story = tell(SHORT)
    one, other = (set(Played(animated(story, Showing(theme=theme))).references()[0]) for theme in ("screen", "dark"))
    assert not one & other


def test_the_same_bytes_with_any_hash_seed() -> None:
    code = (
        "import sys; from drawn import record; from fairyscore.render.animation.moving import animated;"
        "from fairyscore.render.story.builder import tell;"
        f"sys.stdout.write(''.join(animated(tell(record(path))) for path in {FEW[:1]!r}))"
    )
    path = os.pathsep.join(sys.path)
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": path},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1
    assert len(outputs.pop()) > 100_000


SHORT = Record("chess", line=MoveLine((Ply(Move(12, 28)), Ply(Move(51, 35)), Ply(Move(28, 35)))))
COMMENTS = Showing(comments=True)


def test_markup_in_names_and_comments_is_text() -> None:
    """Whatever is planted, the elements and attributes are those of a harmless game."""
    harmless = shapes(animated(tell(planted(SHORT, HARMLESS)), COMMENTS))
    for first, *others in sampled(list(zip(*[iter(INJECTIONS)] * 5, strict=True)), 3):
        record_ = planted(SHORT, first)
        comments = (*record_.line.intro, *map(Comment, others))
        line = MoveLine(record_.line.plies, comments)
        names = (("White", others[0]), ("Black", others[1]), ("Event", others[2]), ("Termination", others[3]))
        tags = (*(tag for tag in record_.tags if tag[0] not in dict(names)), *names)
        assert shapes(animated(tell(Record("chess", tags, line)), COMMENTS)) <= harmless, first


def shapes(svg: str) -> set[tuple[str, tuple[str, ...]]]:
    """The elements by name with the names of their attributes."""
    played = Played(svg)
    ids, wanted = played.references()
    assert wanted <= set(ids)
    return {(element.tag, tuple(sorted(element.attrib))) for element in played.root.iter()}


# -- what is shown ------------------------------------------------------------------------------------------------------


def test_pieces_are_on_their_way_when_they_have_set_out() -> None:
    """1. e4: nobody on e2 or e4, and a pawn that is seen on his way."""
    path, (_, first, *_) = "chess/romantic.pgn", scenes("chess/romantic.pgn")
    pieces = list(drawn(path).pieces((first.start + first.arrives) / 2))
    assert len(pieces) == 32
    spots = layout_of(variant("chess")).spots
    e2, e4 = (spots[variant("chess").board.index[cell]].centre for cell in ("e2", "e4"))
    assert not any((piece.x, piece.y) == e4 for piece in pieces)
    assert [piece.name for piece in pieces if (piece.x, piece.y) == e2] == ["pawn"]  # where the flight begins


def test_over_the_seam_a_piece_is_seen_twice_for_a_while() -> None:
    path = "cylindrical/classic.pgn"
    scene = next(scene for scene in scenes(path) if scene.label == "2... g8-b6")
    setting_out, arriving = (
        len(list(drawn(path).pieces(scene.start + share * (scene.arrives - scene.start)))) for share in (0.1, 0.9)
    )
    assert setting_out == arriving + 1 == len(standing(scene.moment)) + 1


def test_throws_and_news_are_stated() -> None:
    path = "kaleidochess/dice-four-players.pgn"
    leaving = next(scene for scene in scenes(path) if scene.words and scene.throw)
    text = drawn(path).texts_at(leaving.end - 0.01)
    assert any("leaves the game" in line for line in text)
    assert len({element.get("data-throw") for element in drawn(path).root.iter() if element.get("data-throw")}) > 3


def test_lines_that_go_away_are_covered_from_then_on() -> None:
    path = "chamaeleon/two-players-drop.pgn"
    played = drawn(path)
    covers = [part for part in played.root if any(inner.get("class") == "lines-gone" for inner in part)]
    assert covers
    first = next(
        scene for scene in scenes(path) if scene.moment.position.variant.scenery.gone(scene.moment.position.state)
    )
    assert sum(played.seen(cover, first.start) for cover in covers) == 0
    assert sum(played.seen(cover, first.end) for cover in covers) == 1
    assert all(played.seen(cover, None) for cover in covers)


def test_a_duck_that_swims_on_blocks_one_cell_at_a_time() -> None:
    played_game = next(loads("1. c3,a4 g6,g4 2. Qa4,h3 a6,a3 3. Qc4,g7 *", variant="duck-chess"))
    story = tell(played_game.record)
    played = Played(animated(story))
    covers = [part for part in played.root if any(inner.get("class") == "walls" for inner in part)]
    ends = [scene.end - 0.01 for scene in script(story, layout_of(story.game))]
    assert [sum(played.seen(cover, end) for cover in covers) for end in ends[:6]] == [0, 1, 1, 1, 1, 1]
    assert sum(played.seen(cover, None) for cover in covers) == 1  # where nothing moves


def test_comments_have_time_to_be_read() -> None:
    story = tell(planted(SHORT, "a remark of some length, which takes its time"))
    layout = layout_of(story.game)
    without, with_ = (tuple(script(story, layout, Showing(comments=comments))) for comments in (False, True))
    assert with_[-1].end > without[-1].end + 2
    assert any("a remark" in line for scene in with_ for line in scene.words)
    assert not any("a remark" in line for scene in without[:-1] for line in scene.words)


def test_a_faulty_record_is_shown_up_to_its_fault() -> None:
    story = tell(record("chess/romantic.pgn"), fault=Fault("5. Nf9: there is no field f9", "4b"))
    *_, last = script(story, layout_of(story.game))
    assert last.words == ("Here the record is at fault: 5. Nf9: there is no field f9",)


@settings(max_examples=200 if NIGHTLY else 12)
@given(records(plies=12))
def test_random_games_with_any_comments_come_to_their_end(game: Record) -> None:
    story = tell(game)
    pieces = sorted((piece.owner, piece.name) for piece in Played(animated(story, COMMENTS)).pieces(None))
    assert pieces == [(owner, name) for owner, name, _ in standing(story.last)]


def test_a_game_without_moves_is_its_start() -> None:
    played = Played(animated(tell(Record("chess"))))
    assert len(list(played.pieces(None))) == len(list(played.pieces(1.0))) == 32


def test_it_is_seen_from_any_seat() -> None:
    path = "kaleidochess/dice-four-players.pgn"
    turned = Played(animated(tell(record(path)), Showing(seat="silver", theme="dark")))
    places = {(piece.x, piece.y) for piece in turned.pieces(0.5)}
    layout = layout_of(record(path).game, turn=2)
    assert places <= {(round(spot.centre.x, 2), round(spot.centre.y, 2)) for spot in layout.spots}
    with pytest.raises(DrawingError, match="no player 'red'"):
        animated(tell(record(path)), Showing(seat="red"))


@pytest.mark.parametrize("seconds", [0, 0.1, 61, float("nan"), -1])
def test_times_that_no_move_can_take(seconds: float) -> None:
    with pytest.raises(DrawingError, match=r"from 0.2 to 60 seconds"):
        Showing(seconds)


def test_who_wants_nothing_to_move_sees_the_end() -> None:
    (style,) = drawn(FEW[0]).root.iter(f"{SVG}style")
    assert re.search(r"@media \(prefers-reduced-motion:reduce\)\{#\S+-game \*\{animation:none\}\}", style.text or "")


def test_all_games_of_a_file() -> None:
    """None of them raises."""
    verdicts = list(judge_file(RECORDS / "circular-70/circular-70.pgn", Validator()))
    for verdict in sampled(verdicts, 4):
        assert verdict.record is not None
        animated(tell(verdict.record))
