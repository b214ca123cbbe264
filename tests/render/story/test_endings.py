"""How a game ended: a sentence for every ending of the rules, for every result, and for what records say of it."""

import re
from pathlib import Path

import pytest

from fairyscore.notation.archive import judge_file
from fairyscore.notation.records.tree import Comment, MoveLine, Ply, Record
from fairyscore.notation.replay import Validator
from fairyscore.notation.rules.moves import Move
from fairyscore.notation.rules.outcome import Ending, FinalScore
from fairyscore.render.story.builder import tell
from fairyscore.render.story.ending import DRAWN, PLACES, WON, how_it_ended

GAMES = Path(__file__).resolve().parents[3] / "samples" / "games"


@pytest.mark.parametrize(
    ("ending", "scores", "expected"),
    [
        (Ending.CHECKMATE, (2, 0), "White wins: Black is checkmated."),
        (Ending.CHECKMATE, (0, 2), "Black wins: White is checkmated."),
        (Ending.STALEMATE, (1, 1), "Drawn: stalemate."),
        (Ending.STALEMATE_LOSES, (2, 0), "White wins: Black is stalemated, which loses here."),
        (Ending.NO_CASTLE, (2, 0), "White wins: Black has no piece left in a castle."),
        (Ending.CAPITULATION, (0, 2), "Black wins: White gave up the last castle."),
        (Ending.BLOCKED, (2, 0), "White wins: Black has no legal move."),
        (Ending.LAST_ONE_IN, (0, 2), "Black wins: White has no pieces left."),
        (Ending.MOVE_LIMIT, (1, 1), "Drawn: the agreed number of moves is reached."),
    ],
)
def test_endings_of_two(ending: Ending, scores: tuple[int, ...], expected: str) -> None:
    assert how_it_ended(Record("chess"), FinalScore(ending, scores), ()) == expected


def test_every_ending_has_its_words() -> None:
    assert set(WON) | set(DRAWN) == set(Ending)


@pytest.mark.parametrize(
    ("variant", "scores", "places", "expected"),
    [
        (
            "kaleidochess:players=4",
            (2, 0, 0, 0),
            ((0,), (3,), (1,), (2,)),
            "White wins: Gold has no piece left in a castle and comes second, Silver third, Black fourth.",
        ),
        (
            "kaleidochess:players=4",
            (0, 0, 2, 0),
            ((2,), (0,), (1, 3)),
            "Black wins: White has no piece left in a castle and comes second, Silver and Gold third.",
        ),
        (
            "kaleidochess:players=3",
            (0, 2, 0),
            ((1,), (0, 2)),
            "Silver wins: White and Black have no piece left in a castle and share the second place.",
        ),
    ],
)
def test_endings_of_more(
    variant: str, scores: tuple[int, ...], places: tuple[tuple[int, ...], ...], expected: str
) -> None:
    assert how_it_ended(Record(variant), FinalScore(Ending.NO_CASTLE, scores), places) == expected


def test_a_draw_of_those_who_are_left() -> None:
    outcome = FinalScore(Ending.MOVE_LIMIT, (1, 0, 1))
    sentence = "Drawn between White and Black: the agreed number of moves is reached."
    assert how_it_ended(Record("kaleidochess:players=3"), outcome, ((0, 2), (1,))) == sentence


@pytest.mark.parametrize(
    ("termination", "result", "expected"),
    [
        ("", "1-0", "White wins."),
        ("normal", "0-1", "Black wins."),
        ("?", "1/2-1/2", "Drawn."),
        ("time forfeit", "1-0", "White wins: Black overstepped the time."),
        ("Time forfeit", "0-1", "Black wins: White overstepped the time."),
        ("adjudication", "1/2-1/2", "Drawn: by adjudication."),
        ("rules infraction", "1-0", "White wins: Black broke the rules."),
        ("abandoned", "*", "The game is not finished: the game was abandoned."),
        ("Anna resigned.", "0-1", "Black wins: White resigned."),
        ("Boris won by resignation", "1-0", "White wins: Black resigned."),
        ("both went home", "1/2-1/2", "Drawn: “both went home”."),
        ("", "*", "The game is not finished."),
        ("time forfeit", "1/2-1/2", "Drawn: time forfeit."),
        ("", "1-0-0", "The game is not finished."),  # of three players
        ("", "1", "The game is not finished."),
        ("", "1-x", "The game is not finished."),
    ],
)
def test_what_the_tag_says(termination: str, result: str, expected: str) -> None:
    assert how_it_ended(Record("chess", (("Termination", termination),), result=result), None, ()) == expected


@pytest.mark.parametrize(
    ("comment", "result", "expected"),
    [
        ("White resigns.", "0-1", "Black wins: White resigned."),
        ("White is fine.", "0-1", "Black wins."),
        ("Draw agreed.", "1/2-1/2", "Drawn: agreed."),
        ("A resigned smile.", "1/2-1/2", "Drawn."),
    ],
)
def test_what_the_last_comment_says(comment: str, result: str, expected: str) -> None:
    line = MoveLine((Ply(Move(12, 28), (), (Comment(comment),)),))
    assert how_it_ended(Record("chess", (), line, result), None, ()) == expected


def test_nobody_resigned_long_before_the_end() -> None:
    line = MoveLine((Ply(Move(12, 28), (), (Comment("Others have resigned here."),)), Ply(Move(52, 36))))
    assert how_it_ended(Record("chess", (), line, "1-0"), None, ()) == "White wins."


@pytest.mark.parametrize("path", sorted(GAMES.rglob("*.pgn")), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_samples_end_in_sentences(path: Path) -> None:
    for verdict in judge_file(path, Validator()):
        assert verdict.record is not None
        close = tell(verdict.record).close
        assert close.result == verdict.result
        assert re.fullmatch(r"[A-Z].*[^.:; ]\.", close.how)
        seats = len(verdict.record.game.seats)
        if close.result == "*":
            assert (close.how, close.places) == ("The game is not finished.", ())
        elif seats > 2 and not verdict.record.game.rules.by_points:
            assert sorted(seat for place in close.places for seat in place) == list(range(seats))
            winners = [verdict.record.game.player(seat).lower() for seat in close.places[0]]
            wins = "wins" if len(winners) == 1 else "win"
            assert close.how.lower().startswith(f"{' and '.join(winners)} {wins}")
            assert len(close.places) <= len(PLACES)
        else:
            assert close.places == ()


def test_places_come_from_the_order_of_leaving() -> None:
    (verdict,) = judge_file(GAMES / "kaleidochess" / "annotated-four-players.pgn", Validator())
    assert verdict.record is not None
    story = tell(verdict.record)
    left = [(step.key, news.split()[0]) for step in story.line.steps for news in step.news]
    assert left == [("5g", "black"), ("6w", "silver"), ("16w", "gold")]
    assert story.close.places == ((0,), (3,), (1,), (2,))
