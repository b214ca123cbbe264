"""From verdicts to a file in another format: nothing illegal, and every loss named."""

import io
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from made_records import records

from fairyscore.notation.archive import judge_file
from fairyscore.notation.editing.rewrite import Rewriting, canonical
from fairyscore.notation.formats.registry import format_named
from fairyscore.notation.records.marks import in_coordinates
from fairyscore.notation.records.tree import Record
from fairyscore.notation.replay import Validator
from fairyscore.notation.work import convert
from fairyscore.notation.work.convert import Converted, ConvertOptions

SAMPLES = sorted((Path(__file__).resolve().parents[3] / "samples" / "games").rglob("*.pgn"))


def converted(text: str, wanted: ConvertOptions, variant: str = "") -> tuple[str, list[Converted]]:
    stream = io.BytesIO()
    sink = wanted.form.open(stream)
    done = [
        convert.converted(verdict, wanted, sink.put)
        for verdict in judge_file(io.BytesIO(text.encode()), Validator(variant=variant))
        if verdict.game_text.number
    ]
    sink.close()
    return stream.getvalue().decode(), done


def read(text: str) -> list[Record | None]:
    return [verdict.record for verdict in judge_file(io.BytesIO(text.encode()), Validator())]


@pytest.mark.parametrize(
    ("variant", "moves", "notation", "written"),
    [
        ("chess", "1. e4 e5 2. Nf3 *", "long", "1. e2-e4 e7-e5 2. g1-f3 *"),
        ("chess", "1. e2-e4 e7-e5 2. g1-f3 *", "san", "1. e4 e5 2. Nf3 *"),
        ("chess", "1. e4 e5 2. Nf3 *", "uci", "1. e2e4 e7e5 2. g1f3 *"),
        ("chess", "1. e2-e4 e7-e5 *", "", "1. e2-e4 e7-e5 *"),  # as the record has it
        ("kaleidochess", "1. 8I-7K 6K-7I *", "spoken", "1. pawn from 8I goes to 7K pawn from 6K goes to 7I *"),
    ],
)
def test_notations(variant: str, moves: str, notation: str, written: str) -> None:
    text, done = converted(moves, ConvertOptions(format_named("moves"), notation), variant)
    assert text == f"{written}\n"
    assert [one.written for one in done] == [True]


def test_a_format_with_its_own_notation_says_nothing_of_the_next() -> None:
    """JSON is in long form always; what is made of it again is in the usual notation of the game."""
    lines, _ = converted('[Event "a"]\n\n1. Nf3 *\n', ConvertOptions(format_named("jsonl")))
    assert '"g1-f3"' in lines
    assert converted(lines, ConvertOptions(format_named("pgn")))[0].endswith("\n1. Nf3 *\n\n")


def test_every_loss_is_named() -> None:
    text = '[White "Anna"]\n\n{so} 1. e4 $1 {good} (1. d4 d5) e5 1-0\n'
    _, (done,) = converted(text, ConvertOptions(format_named("moves")))
    assert [str(loss) for loss in done.losses] == [
        'the tag White "Anna"',
        'the comment "so"',
        "ply 1: the glyph !",
        'ply 1: the comment "good"',
        "ply 1: the variation of 2 plies",
    ]


@pytest.mark.parametrize(("keep_going", "moves"), [(False, []), (True, ["1. e4 e5 {2. Ke3 Nc6} *"])])
def test_nothing_illegal_is_written(keep_going: bool, moves: list[str]) -> None:
    text, (done,) = converted(
        '[Event "a"]\n\n1. e4 e5 2. Ke3 Nc6 *\n', ConvertOptions(format_named("pgn"), keep_going=keep_going)
    )
    assert done.written is keep_going
    assert [line for line in text.splitlines() if line.startswith("1.")] == moves


def test_what_a_game_cannot_be_written_in_is_stated() -> None:
    text, (done,) = converted("8I-7K 6K-7I *", ConvertOptions(format_named("moves"), "iccf"), "kaleidochess")
    assert (text, done.written) == ("", False)
    assert done.refusal.startswith("KaleidoChess cannot be written in iccf")


def test_a_format_with_its_own_notation_takes_no_other() -> None:
    text, (done,) = converted("e4 e5 *", ConvertOptions(format_named("spoken"), "uci"), "chess")
    assert (text, done.refusal) == ("", "spoken has its own notation of moves, and no other can be chosen")
    assert converted("e4 e5 *", ConvertOptions(format_named("jsonl"), "uci"), "chess")[1] == [Converted(True)]


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_samples_come_back_from_json(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    lines, done = converted(text, ConvertOptions(format_named("jsonl")))
    assert [one.losses for one in done] == [()] * len(done)
    back, _ = converted(lines, ConvertOptions(format_named("pgn")))
    assert read(back) == read(text)


@given(records())
def test_any_record_comes_back_from_any_format_that_holds_it(record: Record) -> None:
    """Written, converted and converted back: nothing is lost where nothing is said to be."""
    pgn, lines = format_named("pgn"), format_named("jsonl")
    assert pgn.write is not None
    text = pgn.write(record, record.game.writing.usual)
    there, (one,) = converted(text, ConvertOptions(lines))
    back, (other,) = converted(there, ConvertOptions(pgn))
    assert (one, other) == (Converted(True), Converted(True, from_long=other.from_long))
    assert read(back) == [record]


@example(Record("chess"), 19, "\x1e")  # a tag of nothing but a line end
@given(records(), st.integers(0, 10_000), st.characters(codec="utf-8"))
def test_rewriting_is_idempotent_and_loses_no_game(record: Record, place: int, char: str) -> None:
    """Also with a character that is wrong somewhere: a game is canonical, or stays as it is."""
    pgn = format_named("pgn")
    assert pgn.write is not None
    text = pgn.write(record, record.game.writing.usual)
    place %= len(text)
    broken = (text + text[:place] + char + text[place + 1 :] + text).encode()
    once = rewritten(broken)
    assert rewritten(once) == once
    moves = text.rstrip().rpartition(" ")[0]  # text that no longer begins a game is kept before the result
    assert once.decode().startswith(moves)


def rewritten(text: bytes) -> bytes:
    stream = io.BytesIO()
    rewriting = Rewriting(stream)
    for verdict in judge_file(io.BytesIO(text), Validator()):
        if verdict.game_text.number:
            rewriting.add(verdict, canonical(verdict) if verdict.whole else "")
    rewriting.close()
    return stream.getvalue()


def test_coordinates_are_renamed_everywhere() -> None:
    text = '[Variant "circular-70"]\n\n1. a2-a4 {[%csl Ga4]} *\n'
    there, _ = converted(text, ConvertOptions(format_named("pgn"), scheme="ring"))
    assert '[Variant "circular-70:coordinates=ring"]' in there
    assert "1. b1-d1 {[%csl Gd1]} *" in there
    assert read(converted(there, ConvertOptions(format_named("pgn"), scheme="standard"))[0]) == read(text)


def test_coordinates_of_a_start_position() -> None:
    record = Record("circular-66")
    placed = Record("circular-66", (("FEN", record.game.write_position(record.start())), ("Coordinates", "standard")))
    there = in_coordinates(placed, "ring")
    assert [name for name, _ in there.tags] == ["FEN", "Variant"]
    assert there.game.write_position(there.start()) == there.tag("FEN")
