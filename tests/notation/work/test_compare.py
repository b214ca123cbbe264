"""Two copies of one game."""

import pytest

from fairyscore.notation.editing.score_sheet import OFFER
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.records.marks import in_coordinates
from fairyscore.notation.records.tree import Record
from fairyscore.notation.replay import Validator
from fairyscore.notation.work.compare import Difference, compared, enriched


def record(text: str, variant: str = "chess") -> Record:
    found = Validator(variant=variant).judge(GameText(1, text, 1)).record
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("1. e4 e5 2. Nf3 *", "1. e2-e4 e7e5 2. g1-f3 *"),
        ("1. e4 {best} e5 (1... c5) *", "1. e4! e5 *"),
        ('[White "A"]\n\n1. e4 *', '[White "A"]\n[Black "?"]\n[Result "*"]\n\n1. e4 *'),
    ],
)
def test_same(one: str, other: str) -> None:
    assert compared(record(one), record(other)).same


def test_first_move_that_differs() -> None:
    found = compared(record("1. e4 e5 2. Nf3 Nc6 *"), record("1. e4 e5 2. Nc3 Nc6 3. f4 *"))
    parting = found.parting
    assert parting is not None
    assert (parting.ply, parting.seat, parting.moves, parting.left) == (3, "white", ("2. Nf3", "2. Nc3"), (2, 3))
    assert parting.before.startswith("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w")
    assert [after.split()[0][-17:] for after in parting.after] == ["PPPP1PPP/RNBQKB1R", "PPPP1PPP/R1BQKBNR"]


def test_one_goes_on() -> None:
    parting = compared(record("1. e4 *"), record("1. e4 e5 2. Nf3 *")).parting
    assert parting is not None
    assert (parting.ply, parting.moves, parting.after[0], parting.left) == (2, ("", "1... e5"), "", (0, 2))


def test_tags_results_and_games() -> None:
    one = record('[White "A"]\n[ECO "C20"]\n[Result "1-0"]\n\n1. e4 1-0')
    other = record('[White "B"]\n[Round "3"]\n[Result "0-1"]\n\n1. e4 0-1')
    found = compared(one, other)
    assert found.tags == (("White", "A", "B"), ("ECO", "C20", ""), ("Round", "", "3"))
    assert found.results == ("1-0", "0-1")
    assert compared(record("1. e4 *"), record("1. e4 *", "tor-qi")).games == ("chess", "tor-qi")


def test_coordinate_schemes_do_not_matter() -> None:
    here = record("1. a2-a4 d7-d5 *", "circular-70")
    assert compared(here, in_coordinates(here, "ring")).same
    assert compared(in_coordinates(here, "ring"), here).same


def test_players_who_leave_are_settled() -> None:
    """With three players the positions show who is still in, whichever copy tells it."""
    moves = "1. 8I-7K 3F-4I 5F-6I *"
    here = record(moves, "kaleidochess:players=3")
    assert compared(here, here).same


def test_a_copy_is_enriched_with_what_others_say_besides() -> None:
    best = record('[White "Anna"]\n[Event "?"]\n\n{Intro.} 1. e4 {good} e5 *')
    other = record(
        '[White "A."]\n[Event "Open"]\n[Result "1-0"]\n\n{Intro.} {More.} 1. e4 $1 {good} {best} e5 (1... c5) 2. Nf3 1-0'
    )
    both = enriched(best, [other])
    assert (both.tag("White"), both.tag("Event"), both.result) == ("Anna", "Open", "1-0")
    assert [comment.text for comment in both.line.intro] == ["Intro.", "More."]
    first, second = both.line.plies
    assert (first.nags, [comment.text for comment in first.comments]) == ((1,), ["good", "best"])
    assert len(second.variations) == 1


def test_a_copy_keeps_its_own_where_others_differ_or_end_before_it() -> None:
    best = record('[Result "0-1"]\n\n1. e4 $2 e5 {late} 0-1')
    assert enriched(best, [record("1. e4 *")]) == best
    assert enriched(best, [record('[Result "1-0"]\n\n1. e4 e5 1-0')]).result == "0-1"
    assert enriched(best, []) == best


def stated(one: str, other: str) -> list[tuple[str, tuple[str, str]]]:
    return [(fact.what, fact.values) for fact in compared(record(one), record(other)).statements]


def test_silence_contradicts_no_time_and_denies_an_offer() -> None:
    """Who notes no clock says nothing of it; who notes a move and no draw offer says that none was made."""
    plain, clock, offer = "1. e4 e5 *", "1. e4 {[%clk 1:00:00]} e5 *", f"1. e4 {{{OFFER}}} e5 *"
    assert stated(plain, clock) == []
    assert stated(plain, offer) == [("draw offer", ("", "yes"))]
    assert stated(clock, clock.replace("1:00:00", "0:59:00")) == [("clock", ("1:00:00", "0:59:00"))]


@pytest.mark.parametrize(("values", "side"), [(("", "A - B"), "b.pgn"), (("A - B", ""), "a.pgn")])
def test_the_side_that_has_a_game_is_named(values: tuple[str, str], side: str) -> None:
    assert Difference(1, "missing", values).describe(("a.pgn", "b.pgn")) == f"only in {side}"
    assert Difference(1, "fault", values, ply=3).describe(("a.pgn", "b.pgn")).startswith(f"{side} has a fault")
