"""Games kept as they are written: names of files, parts and orders, texts that follow one another."""

import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_records import records

from fairyscore.notation.archive import judge_file
from fairyscore.notation.editing.rewrite import HOLDING, can_be_rewritten, target_of, text_in
from fairyscore.notation.formats.base import TextSink
from fairyscore.notation.formats.registry import FORMATS, format_named
from fairyscore.notation.records.tree import Comment, MoveLine, Ply, Record
from fairyscore.notation.replay import Validator, Verdict
from fairyscore.notation.rules.moves import Move
from fairyscore.notation.stats.disk_index import SortedTexts
from fairyscore.notation.stats.grouping import CUTS, ORDERS, UnknownCut, cut_named
from fairyscore.notation.storage.file_names import LONGEST, Names, safe
from fairyscore.notation.work.compare import enriched

# -- names ------------------------------------------------------------------------------------------------------------

HOSTILE = [
    "../../etc/passwd",
    "/etc/passwd",
    "..",
    ".",
    "",
    "   ",
    "-rf",
    "C:\\Windows",
    "CON",
    "con.pgn",
    "LPT1",
    "com¹.x",
    "a\0b",
    "a\nb\x1b[31m",
    "\u202eevil",
    "name. ",
    ".hidden",
    "x" * 5000,
    "é" * 500,
    "𝕏" * 90,
    "a/b",
    "a:b*c?",
    "~root",
    "\ud800",
]


@pytest.mark.parametrize("player", HOSTILE, ids=ascii)
def test_hostile_names(player: str, tmp_path: Path) -> None:
    name = safe(player)
    assert name
    assert not set(name) & set('<>:"/\\|?*\0')
    assert name.isprintable()
    assert name[0] not in ".- "
    assert name[-1] not in ". "
    assert len(name.encode(errors="replace")) <= LONGEST
    assert name.split(".")[0].upper() not in {"CON", "PRN", "AUX", "NUL", "COM1", "LPT1", "COM¹"}
    if player != "\ud800":  # is replaced where text is read
        (tmp_path / name).write_text("x")
        assert [path.name for path in tmp_path.iterdir()] == [name]


@given(st.text())
def test_names_stay_names(name: str) -> None:
    assert safe(safe(name)) == safe(name)
    assert "/" not in safe(name)


@given(st.lists(st.sampled_from(["Anna", "ANNA", "anna", "Anna (2)", "ẞ", "ss", "SS", "a/b", "a:b", "", "unknown"])))
def test_names_are_given_once(texts: list[str]) -> None:
    names = Names()
    given_ = {text: names.name(text) for text in texts}
    assert len({name.casefold() for name in given_.values()}) == len(set(texts))
    assert {text: names.name(text) for text in texts} == given_


# -- parts and orders -------------------------------------------------------------------------------------------------


def one(text: str) -> Verdict:
    (verdict,) = judge_file(io.BytesIO(text.encode()), Validator(), "a.pgn")
    return verdict


GAME = '[Event "Cup"]\n[White "Anna"]\n[Black "Bert"]\n[Date "1990.05.07"]\n[Result "1/2-1/2"]\n\n1. e4 1/2-1/2\n'


@pytest.mark.parametrize(
    ("by", "parts"),
    [
        ("variant", ("chess",)),
        ("player", ("Anna", "Bert")),
        ("white", ("Anna",)),
        ("year", ("1990",)),
        ("month", ("1990-05",)),
        ("event", ("Cup",)),
        ("site", ("",)),
        ("result", ("1_2-1_2",)),
        ("count:3", ("00002",)),
        ("tag:Event", ("Cup",)),
        ("tag:ECO", ("",)),
    ],
)
def test_parts(by: str, parts: tuple[str, ...]) -> None:
    assert cut_named(by)(one(GAME), 5) == parts


def test_games_that_cannot_be_read_have_their_part() -> None:
    unknown = one('[Variant "what"]\n[White "Anna"]\n[Silver "Cleo"]\n\n1. e4 *\n')
    bare = one("what is this e4 e5 1. *\n")
    for name, cut in CUTS.items():
        assert cut(bare, 0), name
    assert (CUTS["variant"](unknown, 0), CUTS["player"](unknown, 0)) == (("",), ("Anna", "Cleo"))


@pytest.mark.parametrize("by", ["", "colour", "count:0", "count:x", "count:9999999999", "tag:", "tag:a b", "count"])
def test_unknown_cuts(by: str) -> None:
    with pytest.raises(UnknownCut):
        cut_named(by)


@pytest.mark.parametrize(
    ("order", "first", "second"),
    [
        ("date", '[Date "1851.??.??"]', '[Date "1990.05.01"]'),
        ("date", '[Date "1990.05.30"]', '[Date "1990.??.??"]'),
        ("date", '[Date "1990.05.30"]', '[Date "?"]'),
        ("date", '[Date "1990.05.30"]\n[Event "a"]\n[Round "2"]', '[Date "1990.05.30"]\n[Event "a"]\n[Round "10"]'),
        ("event", '[Event "a"]', '[Event "B"]'),
        ("event", '[Event "b"]', '[Site "?"]'),
        ("white", '[White "anna"]', '[White "Bert"]'),
        ("variant", '[Variant "chess"]', '[Variant "nothing"]'),
    ],
)
def test_orders(order: str, first: str, second: str) -> None:
    keys = [ORDERS[order](one(f"{tags}\n\n1. *\n")) for tags in (first, second)]
    assert keys[0] < keys[1]


def test_store_keeps_equals_in_order() -> None:
    with SortedTexts() as store:
        for number in range(2500):
            store.add(f"game {number} é", str(number % 3))
        assert list(store) == [f"game {number} é" for part in range(3) for number in range(part, 2500, 3)]
        assert store.text(1999) == "game 1999 é"


# -- texts ------------------------------------------------------------------------------------------------------------

ODD = [
    '[Event "a"]\n\n1. e4 e5 1-0',
    "1. e4   e5 *",
    '[White "only"]\n\n1. d4 {never closed *',
    '[White "two"]\n[Black "tags"]\n\n1. e4 Ke5 1-0\n',
    '[Event "open"]\n\n1. e4 { *\n\n[White "x"]\n\n1. d4 *',
    '\n\n[Event "blank lines before"]\n\n1. c4 *\n\n\n',
    "1. Nf3 (1. Nc3",
    '[Variant "what"]\n\n1. zz9 *\n',
    '[Event "aside"]\n\n1. g3 *\n% an escaped line\n',
]


@given(st.permutations(ODD))
def test_every_game_is_found_again_in_any_order(texts: list[str]) -> None:
    pgn, stream = format_named("pgn"), io.BytesIO()
    judge, joined, written = Validator(variant="chess"), TextSink(pgn, stream), []
    for text in texts:
        for verdict in judge_file(io.BytesIO(text.encode()), judge, "a.pgn"):
            written.append(text_in(verdict, pgn).text)
            joined.put(written[-1])
    joined.close()
    stream.seek(0)
    again = [verdict.game_text.text for verdict in judge_file(stream, judge, "a.pgn") if verdict.game_text.number]
    # One may be found within the open comment of another; none is lost in one, and no text is.
    assert {text.strip() for text in written if "{ *" not in text} <= {text.strip() for text in again}
    assert "\n".join(again).split() == "\n".join(written).split()


@given(st.lists(records(plies=6), min_size=1, max_size=4), st.sampled_from(HOLDING), st.sampled_from(HOLDING))
def test_games_of_one_format_in_another(games: list[Record], name: str, target: str) -> None:
    """What is joined is read back as the same records."""
    form, stream = format_named(name), io.BytesIO()
    joined = TextSink(format_named(target), stream)
    for game in games:
        text = form.begin + form.write(game, game.game.writing.usual) + form.end
        for verdict in judge_file(io.BytesIO(text.encode()), Validator(), form=form):
            joined.put(text_in(verdict, format_named(target)).text)
    joined.close()
    stream.seek(0)
    again = judge_file(stream, Validator(), form=format_named(target))
    assert [verdict.record for verdict in again] == games


def test_formats_that_games_are_kept_in() -> None:
    whole = [name for name, known in FORMATS.items() if known.read and can_be_rewritten(format_named(name))]
    assert tuple(whole) == HOLDING
    assert (target_of(format_named("json")).name, target_of(format_named("zsg")).name) == ("json", "pgn")


def test_games_that_cannot_be_written() -> None:
    unknown = one('{"variant": "what", "moves": ["e4"]}')
    assert text_in(unknown, format_named("pgn")).refusal
    assert text_in(unknown, format_named(unknown.form)).text
    faulty = one('{"variant": "chess", "moves": ["e4", "Ke5"]}')
    assert text_in(faulty, format_named("pgn")).short


# -- copies put together ----------------------------------------------------------------------------------------------

E4, E5 = Move(12, 28), Move(52, 36)


def test_what_copies_say_is_put_together() -> None:
    best = Record("chess", (("White", "Anna"), ("ECO", "C20")), MoveLine((Ply(E4, (1,)), Ply(E5))), "*")
    line = MoveLine((Ply(E4, (1, 5), (Comment("so"), MoveLine((Ply(E5),)))), Ply(E5)), (Comment("first"),))
    other = Record("chess", (("White", "A."), ("Black", "Bert")), line, "1-0")
    both = enriched(best, [other])
    assert dict(both.tags) == {"White": "Anna", "ECO": "C20", "Black": "Bert"}
    assert (both.line, both.result) == (line, "1-0")
    assert enriched(both, [best, other]) == both


def test_a_beginning_is_put_into_the_whole() -> None:
    whole, begun = Record("chess", (), MoveLine((Ply(E4), Ply(E5)))), Record("chess", (), MoveLine((Ply(E4, (3,)),)))
    assert enriched(whole, [begun]).line == MoveLine((Ply(E4, (3,)), Ply(E5)))


@given(records(plies=8))
def test_nothing_comes_of_a_copy_that_says_the_same(game: Record) -> None:
    assert enriched(game, [game, game]) == game
