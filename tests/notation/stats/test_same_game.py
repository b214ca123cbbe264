"""When two records are of one game: by their moves in any notation and format, and by what else they say."""

import io
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_records import records

from fairyscore.notation.archive import judge_file
from fairyscore.notation.formats.registry import format_named
from fairyscore.notation.records.tree import MoveLine, Ply, Record, retagged
from fairyscore.notation.replay import Validator, Verdict
from fairyscore.notation.stats.dedupe import Copies, GamePlace, Group
from fairyscore.notation.stats.identity import LONG, Facts, Identity, alike, differences, identity_of, same_name

KNOWN = Facts(("Anna", "Bert"), "1990.05.01", "3", "1-0")


def verdicts(text: str) -> list[Verdict]:
    return list(judge_file(io.BytesIO(text.encode()), Validator(), "a"))


def identity(text: str) -> Identity:
    (verdict,) = verdicts(text)
    return identity_of(verdict)


def found(*texts: str, prefixes: bool = False, keep: str = "richest") -> list[list[tuple[int, bool, tuple[str, ...]]]]:
    """The groups among texts of one game each: numbers from 1, whether each is kept, in what it differs."""
    with Copies(prefixes=prefixes) as copies:
        for number, text in enumerate(texts, 1):
            copies.add(identity(text), GamePlace("a.pgn", number, 1))
        copies.find()
        return [[(copy.place.game, copy.kept, copy.differs) for copy in group.copies] for group in copies.groups(keep)]


# -- what tags say ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Carlsen, Magnus", "Carlsen, Magnus", True),
        ("Carlsen, Magnus", "Magnus Carlsen", True),
        ("Carlsen, M", "Magnus Carlsen", True),
        ("CARLSEN", "Carlsen, Magnus", True),
        ("Müller, J.", "Muller, Jörg", True),
        ("", "Carlsen", True),
        ("Carlsen, Magnus", "Carlsen, Henrik", False),
        ("Anna Smith", "Bob Smith", False),
        ("Anna", "Bert", False),
    ],
)
def test_names(one: str, other: str, same: bool) -> None:
    assert same_name(one, other) is same
    assert same_name(other, one) is same


@pytest.mark.parametrize(
    ("change", "short", "long"),
    [
        ({}, (), ()),
        ({"names": ("Anna", "Cleo")}, ("players",), ("players",)),
        ({"names": ("", "B.")}, (), ()),
        ({"names": ("", "")}, ("players, who are not known",), ()),
        ({"result": "0-1"}, ("results",), ("results",)),
        ({"result": "*"}, (), ()),
        ({"date": "1990.??.??"}, (), ()),
        ({"date": ""}, (), ()),
        ({"date": "1990.05.02"}, ("dates",), ()),
        ({"date": "1991.??.??"}, ("dates",), ()),
        ({"round": "4"}, ("rounds",), ()),
        ({"round": "?"}, (), ()),
    ],
)
def test_what_tells_games_apart(change: dict[str, str], short: tuple[str, ...], long: tuple[str, ...]) -> None:
    other = KNOWN._replace(**change)  # type: ignore[arg-type]
    assert differences(KNOWN, other, LONG - 1) == differences(other, KNOWN, LONG - 1) == short
    assert differences(KNOWN, other, LONG) == long
    assert alike(KNOWN, other, LONG) is (long == ())


# -- what moves say ---------------------------------------------------------------------------------------------------

ANNA = '[White "Anna"]\n[Black "Bert"]\n[Result "1-0"]\n\n'


@pytest.mark.parametrize(
    "other",
    [
        ANNA + "1. e2-e4 e7-e5 2. Ng1-f3 1-0",
        ANNA + "1.e4{best}e5(1...c5)2.Nf3!? $5 1-0",
        '{"variant": "chess", "tags": {"White": "Anna"}, "moves": ["e4", "e5", "Nf3"], "result": "1-0"}',
        '[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]\n' + ANNA + "1. e4 e5 2. Nf3 1-0",
    ],
)
def test_the_same_moves_written_otherwise(other: str) -> None:
    assert identity(ANNA + "1. e4 e5 2. Nf3 1-0").key == identity(other).key


@pytest.mark.parametrize(
    "other",
    [
        ANNA + "1. e4 e5 1-0",
        ANNA + "1. e4 e5 2. Nc3 1-0",
        '[Variant "cylindrical"]\n' + ANNA + "1. e2-e4 e7-e5 2. g1-f3 1-0",
        ANNA + "1. e4 e5 2. Nf6 1-0",
        '[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1"]\n' + ANNA + "1. e4 e5 2. Nf3 1-0",
    ],
)
def test_other_games(other: str) -> None:
    assert identity(ANNA + "1. e4 e5 2. Nf3 1-0").key != identity(other).key


@given(records(plies=12), st.sampled_from(["pgn", "json"]))
def test_a_record_written_in_another_format_is_the_same_game(game: Record, name: str) -> None:
    """Also without what is said about it, and under every coordinate scheme."""
    from fairyscore.notation.records.marks import in_coordinates

    bare = Record(
        game.variant,
        tuple(t for t in game.tags if t[0] == "FEN"),
        MoveLine(tuple(Ply(p.move) for p in game.line.plies)),
    )
    others = [in_coordinates(bare, scheme) for scheme in game.game.writing.schemes] or [bare]
    keys = {identity_of(_written(one, name)).key for one in (game, bare, *others)}
    assert len(keys) == 1


def _written(game: Record, name: str) -> Verdict:
    form = format_named(name)
    text = form.begin + form.write(game, game.game.writing.usual) + form.end
    (verdict,) = judge_file(io.BytesIO(text.encode()), Validator(), form=form)
    return verdict


# -- copies -----------------------------------------------------------------------------------------------------------

RICH = ANNA.replace("]\n\n", ']\n[Date "1990.??.??"]\n\n') + "1. e4 {so} e5 1-0"
POOR = '[White "Anna"]\n\n1. e4 e5 1-0'
OTHERS = '[White "Cleo"]\n\n1. e4 e5 1-0'


def test_the_richest_copy_is_kept() -> None:
    assert found(POOR, OTHERS, RICH) == [[(1, False, ("tags", "comments")), (3, True, ())]]
    assert found(POOR, RICH, keep="first") == [[(1, True, ()), (2, False, ("tags", "comments"))]]


def test_how_copies_differ() -> None:
    assert found(POOR, POOR + "\n", POOR.replace("e4", "e2-e4")) == [
        [(1, True, ()), (2, False, ()), (3, False, ("the way it is written",))]
    ]


def test_games_of_unknown_players_are_copies_only_where_all_is_the_same() -> None:
    bare, other = '[Event "?"]\n\n1. e4 e5 *', '[Event "a"]\n\n1. e4 e5 *'
    assert found(bare, other) == []
    assert found(bare, bare.replace("e4", "e2-e4")) == [[(1, True, ()), (2, False, ("the way it is written",))]]


def test_faulty_games_are_copies_only_of_the_same_text() -> None:
    faulty = ANNA + "1. e4 Ke5 1-0"
    assert found(faulty, faulty.replace("Ke5", "Ke6"), faulty) == [[(1, True, ()), (3, False, ())]]


def test_what_says_little_joins_the_one_it_fits() -> None:
    a, b = (f'[White "{name}"]\n[Black "Zoe"]\n\n1. e4 e5 1-0' for name in ("Anna A.", "Bert B."))
    assert found('[White "Bert"]\n\n1. e4 e5 *', a, b) == [[(1, False, ("tags",)), (3, True, ())]]


LONG_GAME = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5"


def test_beginnings_on_request() -> None:
    whole, begun = ANNA + LONG_GAME + " 1-0", ANNA + LONG_GAME[: LONG_GAME.find("5.")] + " *"
    short, others = ANNA + "1. e4 *", begun.replace("Anna", "Cleo")
    begun = begun.replace(LONG_GAME[: LONG_GAME.find("5.")], LONG_GAME[: LONG_GAME.find("6.")])
    assert found(whole, begun) == []
    assert found(begun, short, others, whole, prefixes=True) == [[(1, False, ("ends after ply 10",)), (4, True, ())]]


def test_chains_of_beginnings_are_one_game() -> None:
    ends = [LONG_GAME.find("6. Re1"), LONG_GAME.find(" b5"), len(LONG_GAME)]
    texts = [ANNA.replace("1-0", "*") + LONG_GAME[:end] + " *" for end in ends]
    (group,) = found(*texts, prefixes=True)
    assert [(number, is_kept) for number, is_kept, _ in group] == [(1, False), (2, False), (3, True)]


def test_doubtful_games() -> None:
    moves = " ".join(f"{n}. Nf3 Nf6 {n + 1}. Ng1 Ng8" for n in range(1, 17, 2))
    with Copies() as copies:
        for number, name in enumerate(("Anna", "Bert"), 1):
            copies.add(identity(f'[White "{name}"]\n\n{moves} *'), GamePlace("a.pgn", number, number))
        copies.find()
        assert list(copies.groups()) == []
        ((plies, one, other, differs),) = copies.doubts(LONG)
    assert (plies, one.game, other.game, differs) == (32, 1, 2, ("players",))


def test_many_games_of_few_moves_take_no_time_to_compare() -> None:
    """More than are compared with each other: then only those that say the same are copies."""
    one = identity('[White "A0"]\n\n1. e4 *')
    with Copies() as copies:
        for number in range(1500):
            facts = Facts((f"A{number // 2}", ""))
            copies.add(one._replace(sign=str(number // 2).encode(), facts=facts), GamePlace("a.pgn", number, 1))
        copies.find()
        assert [len(group.copies) for group in copies.groups()] == [2] * 750


@given(st.lists(records(plies=6), min_size=1, max_size=5), st.integers(0, 99))
def test_groups_do_not_hang_on_the_order(games: list[Record], seed: int) -> None:
    named = [retagged(game, {"White": f"P{place}", "Black": ""}) for place, game in enumerate(games)]
    many = [*named, *named, *(retagged(game, {"Annotator": "X"}) for game in named)]
    there = _grouped(many)
    random.Random(seed).shuffle(many)
    assert _grouped(many) == there


def _grouped(games: list[Record]) -> list[tuple[str, ...]]:
    """What is together, as sorted groups of what the copies say."""
    with Copies() as copies:
        for number, game in enumerate(games):
            copies.add(identity_of(_written(game, "pgn")), GamePlace("a.pgn", number, 1))
        copies.find()
        groups: list[Group] = list(copies.groups())
    return sorted(tuple(sorted(repr(games[copy.place.game].tags) for copy in group.copies)) for group in groups)
