"""Stories: keys, numbers, captions, news, times, and lines that are deep, many, strange or at fault."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from made_records import records
from stories import judged, story

from fairyscore.notation.archive import judge_file
from fairyscore.notation.records.tree import MOST_DEEP, Comment, MoveLine, Ply, Record
from fairyscore.notation.replay import Validator
from fairyscore.notation.rules.moves import PASSING, Move
from fairyscore.render.story.builder import Diagrams, story_of, tell
from fairyscore.render.story.model import Remark, Story, StoryDiagram, StoryLine, Unjudged

FAULTS = Path(__file__).resolve().parents[3] / "samples" / "faults"

E4, E5, D4, C5 = Ply(Move(12, 28)), Ply(Move(52, 36)), Ply(Move(11, 27)), Ply(Move(50, 34))


def figures(story: Story) -> list[StoryDiagram]:
    """The diagrams, in the order of the text."""
    items = (*story.line.intro, *(item for _, step in story.line.walk() for item in step.annotations))
    return [item for item in items if isinstance(item, StoryDiagram)]


def lines(line: StoryLine) -> Iterator[StoryLine]:
    yield line
    for step in line.steps:
        for item in step.annotations:
            if isinstance(item, StoryLine):
                yield from lines(item)


@given(records())
def test_keys_and_figures_are_distinguished(record: Record) -> None:
    story = tell(record, Diagrams(every=3, captures=True, end=True))
    keys = [step.key for _, step in story.line.walk()]
    assert len(set(keys)) == len(keys) == sum(1 for _ in record.line.walk())
    assert all(line.steps[0].starts for line in lines(story.line) if line.steps)
    numbers = sorted(item.number for line in lines(story.line) for item in _figures(line))
    assert numbers == list(range(1, len(numbers) + 1))
    assert all(figure.caption for figure in figures(story))


def _figures(line: StoryLine) -> Iterator[StoryDiagram]:
    yield from (item for item in line.intro if isinstance(item, StoryDiagram))
    for step in line.steps:
        yield from (item for item in step.annotations if isinstance(item, StoryDiagram))


@pytest.mark.parametrize(
    ("moves", "numbered"),
    [
        ("1. e4 e5 2. d4", ["1.e4", "e5", "2.d4"]),
        ("1. e4 $1 e5", ["1.e4", "e5"]),  # `!` stands beside the move
        ("1. e4 $9 e5", ["1.e4", "1...e5"]),  # "worst move" stands in words
        ("1. e4 {Yes} e5", ["1.e4", "1...e5"]),
    ],
)
def test_the_second_player_has_a_number_after_words(moves: str, numbered: list[str]) -> None:
    steps = story(f'[Result "*"]\n\n{moves} *').line.steps
    assert [step.numbered if step.starts else step.text for step in steps] == numbered


def test_captions() -> None:
    game_story = story(
        '[Result "*"]\n\n{[%diagram]} 1. e4 $220 e5 {[%diagram "Both are open"]} ({[%diagram]} 1... c5 2. Nf3 $220) '
        "2. Nf3 *",
        "end",
    )
    captions = {figure.number: figure.caption for line in lines(game_story.line) for figure in _figures(line)}
    assert captions == {
        1: "the start",
        2: "after 1.e4",
        3: "Both are open",
        4: "after 1.e4",
        5: "after 2.Nf3",
        6: "the final position",
    }


def test_a_diagram_asked_for_twice_is_one() -> None:
    """By the NAG and by the command behind the same move."""
    game_story = story('[Result "*"]\n\n1. e4 $220 {[%diagram]} e5 {[%diagram]} $220 *')
    assert [figure.caption for figure in figures(game_story)] == ["after 1.e4", "after 1...e5"]


def test_moves_that_begin_with_a_digit_stand_apart_from_their_number() -> None:
    game_story = story('[Variant "kaleidochess"]\n[Result "*"]\n\n1. 1G-2E $220 *')
    assert [figure.caption for figure in figures(game_story)] == ["after 1. 1G-2E"]


def test_news_tell_what_is_new() -> None:
    moves = (
        "1. Nd1-f2 Na5-b3 Nf8-d7 2. Na1xb3 Na6-b4 Ng8-h6 3. Nc1-d3 Bb4-a5 Bd7-g4 4. Bd3-f1 Na7-c8 Rg4-g7 5. Bb3-c4 "
        "Bc8-e6 Ne8-d6 6. Rc4-c6 Qe6xd6 Nh8-g6 7. Qc6xd6 Na8-b6 Bg6xb1 8. Qf1xb1 Nb6-a4 Bh6-e3 9. Qf2xe3 Qa5-f5 Qg7-e7"
    )
    game_story = story(f'[Variant "chamaeleon:players=3"]\n[Result "*"]\n\n{moves} *')
    news = {step.key: list(step.news) for step in game_story.line.steps if step.news}
    assert news == {"7s": ["rank 8 is gone"], "8b": ["file h is gone"], "9b": ["file g is gone"]}


def test_times() -> None:
    step, other = story('[Result "*"]\n\n1. e4 {[%clk 1:02:03] [%emt 0:00:05]} e5 {[%date 2026.11.21]} *').line.steps
    assert (step.left, step.used, step.moved, step.annotations) == (3_723_000, 5_000, "", ())
    assert (other.left, other.used, other.moved) == (None, None, "2026.11.21")


def test_black_begins() -> None:
    game_story = story('[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7"]\n[SetUp "1"]\n[Result "*"]\n\n7... Kd7 8. e4 *')
    assert [(step.key, step.number, step.starts) for step in game_story.line.steps] == [
        ("7b", "7...", True),
        ("8w", "8.", True),
    ]


def test_no_moves_and_only_words() -> None:
    game_story = story('[Result "*"]\n\n{Nobody came.} *', "end")
    assert game_story.line == StoryLine((), (Remark("Nobody came."),))
    assert (game_story.close.how, game_story.last) == ("The game is not finished.", game_story.start)


def test_words_before_a_variation() -> None:
    game_story = story('[Result "*"]\n\n1. e4 e5 {first} ({second} 1... c5) {third} *')
    first, variation, third = game_story.line.steps[1].annotations
    assert (first, third) == (Remark("first"), Remark("third"))
    assert isinstance(variation, StoryLine)
    assert (variation.intro, variation.steps[0].key) == ((Remark("second"),), "1b-v1-1b")


def test_null_moves_in_a_variation() -> None:
    line = MoveLine((E4, replace(E5, annotations=(MoveLine((Ply(PASSING), D4)),))))
    variation = tell(Record("chess", (), line)).line.steps[1].annotations[0]
    assert isinstance(variation, StoryLine)
    assert [step.text for step in variation.steps] == ["--", "d4"]


def test_as_deep_as_records_go() -> None:
    line = MoveLine((E4, C5))
    for _ in range(MOST_DEEP):
        line = MoveLine(
            (E4, replace(E5, annotations=(MoveLine((replace(C5, annotations=line.plies[1].annotations),)),)))
        )
    depths = [depth for depth, _ in tell(Record("chess", (), line)).line.walk()]
    assert max(depths) == MOST_DEEP


def test_the_number_of_variations_is_no_burden() -> None:
    """Of twice as many, twice as much is made: counted in copies of the table, not in time."""
    stories = [
        tell(Record("chess", (), MoveLine((replace(E4, annotations=(MoveLine((D4,)),) * many),))))
        for many in (500, 1000)
    ]
    assert [sum(1 for _ in one.line.walk()) for one in stories] == [501, 1001]
    assert stories[1].line.steps[0].annotations[-1].steps[0].key == "1w-v1000-1w"  # type: ignore[union-attr]


# -- at fault -----------------------------------------------------------------------------------------------------------


def test_a_refused_move_ends_the_story() -> None:
    game_story = story('[Result "1-0"]\n\n1. e4 {good} e5 2. Ke3 {not so} Nc6 (2... d5) 3. Nf3 1-0', "end")
    assert game_story.fault is not None
    assert (game_story.fault.key, game_story.fault.rest) == ("1b", "2. Ke3 {not so} Nc6 (2... d5) 3. Nf3")
    assert game_story.fault.message.startswith("Ke3: ")
    assert game_story.fault.place == "line 3, column 20"
    assert [item for step in game_story.line.steps for item in step.annotations if isinstance(item, Remark)] == [
        Remark("good")
    ]
    assert game_story.close.places == ()
    assert game_story.close.how == "The record can be followed up to 1...e5; the result is what it says."


def test_the_first_move_is_refused() -> None:
    game_story = story('[Result "*"]\n\n{before} 1. Ke3 e5 *')
    assert game_story.fault is not None
    assert (game_story.fault.key, game_story.fault.rest, game_story.line.intro) == (
        "",
        "1. Ke3 e5",
        (Remark("before"),),
    )
    assert game_story.close.how == "The record cannot be followed from its first move on."


def test_a_refused_move_in_a_variation_is_nobodys_remark() -> None:
    game_story = story('[Result "*"]\n\n1. e4 e5 (1... c5 {fine} 2. Ke3 d6) 2. Nf3 *')
    variation = game_story.line.steps[1].annotations[0]
    assert isinstance(variation, StoryLine)
    assert variation.steps[0].annotations == (Remark("fine"), Unjudged("2. Ke3 d6"))
    assert [type(item) for item in variation.steps[0].annotations] == [Remark, Unjudged]
    assert game_story.fault is not None
    assert (game_story.fault.rest, len(game_story.line.steps)) == ("", 3)


def test_a_result_that_the_board_contradicts() -> None:
    game_story = story('[Result "1-0"]\n\n1. f3 e5 2. g4 Qh4# 1-0')
    assert (game_story.close.result, game_story.fault) == ("0-1", None)
    assert game_story.close.how == "Black wins: White is checkmated. (The record says 1-0.)"


def test_an_end_that_the_record_does_not_tell() -> None:
    assert story('[Result "*"]\n\n1. f3 e5 2. g4 Qh4# *').close.result == "0-1"


@pytest.mark.parametrize("path", sorted(FAULTS.glob("*.pgn")), ids=lambda path: path.stem)
def test_every_kind_of_fault_is_reported(path: Path) -> None:
    for verdict in judge_file(path, Validator()):
        story = story_of(verdict)
        if story is None:
            assert verdict.record is None
        else:
            assert (story.fault is None) is verdict.whole
            assert story.fault is None or story.fault.message


def test_a_game_that_cannot_begin_has_no_story() -> None:
    assert story_of(judged('[Variant "no such game"]\n[Result "*"]\n\n1. e4 *')) is None


def test_coordinates() -> None:
    verdict = judged('[Variant "circular-70"]\n[Result "*"]\n\n1. a2-a4 *')
    story = story_of(verdict, scheme="ring")
    plain = story_of(verdict)
    assert story is not None
    assert plain is not None
    assert story.line.steps[0].text != plain.line.steps[0].text


@pytest.mark.parametrize("aside", [True, False])
def test_lines_for_other_programs_are_not_reported(aside: bool) -> None:
    line = MoveLine((replace(E4, annotations=(Comment("words", aside),)),))
    assert bool(tell(Record("chess", (), line)).line.steps[0].annotations) is not aside
