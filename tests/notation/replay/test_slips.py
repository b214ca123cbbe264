"""Slips that have one sensible reading are read, kept and told; nothing is dropped."""

import pytest
from foreign import codes, judged_moves

from fairyscore.notation.formats import pgn_writer
from fairyscore.notation.moves import san
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.replay import Validator

READ = [
    ("$10 1. e4 e5 *", "1. e4 $10 e5 *", "nag-before-move"),
    ("= 1. e4 $1 *", "1. e4 $10 $1 *", "nag-before-move"),
    ("1. e4 e5 ($142 1... c5 $1) *", "1. e4 e5 (1... c5 $142 $1) *", "nag-before-move"),
    ("1. e4 (=) e5 *", "1. e4 {(=)} 1... e5 *", "no-move-in-brackets"),
    ("(!) 1. e4 *", "{(!)} 1. e4 *", "no-move-in-brackets"),
    ("1. e4 e5 (+-) *", "1. e4 e5 {(+-)} *", "no-move-in-brackets"),
    ("1. e4 () e5 *", "1. e4 e5 *", "empty-variation"),
    ("1. e4 (1...) (06.03.) e5 *", "1. e4 {(1...)} {(06.03.)} 1... e5 *", "no-move-in-brackets"),
    ("1. e4 (= {offered}) e5 *", "1. e4 {offered} {(=)} 1... e5 *", "no-move-in-brackets"),
    ("1. e4 e5 (1... c5 (=) 2. d4) *", "1. e4 e5 (1... c5 {(=)} 2. d4) *", "no-move-in-brackets"),
    ("1. e4 e5 1 - 0", "1. e4 e5 1-0", "spaced-result"),
    ("1. e4 e5 0 -1", "1. e4 e5 0-1", "spaced-result"),
    ("1. e4 e5 1/2 - 1/2 {agreed}", "1. e4 e5 {agreed} 1/2-1/2", "spaced-result"),
    ("1. e4 e5 \u00bd \u2013 \u00bd", "1. e4 e5 1/2-1/2", "spaced-result"),
    ("1. e4 $300 *", "1. e4 $300 *", "unusual-nag"),
    ("1. e4+ e5 2. Nf3# *", "1. e4 e5 2. Nf3 *", "false-mark"),
    ("1. e4 d5 2. exd5 e.p. Qxd5 e.p. *", "1. e4 d5 2. exd5 Qxd5 *", "false-mark"),
    ("1. e4 d5 2. exd5e.p. Qxd5 *", "1. e4 d5 2. exd5 Qxd5 *", "false-mark"),
    ("1. e4 d5 2. exd5 $1 (2. d4) ep *", "1. e4 d5 2. exd5 $1 (2. d4) *", "false-mark"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "comments"),
    [
        ("agreed then", ["agreed then"]),
        ("agreed - then", ["agreed - then"]),
        ("agreed 12 then", ["agreed 12 then"]),
        ("agreed - - then", ["agreed", "-", "-", "then"]),  # two signs in a row are more than a dash or a date
        ("agreed -", ["agreed", "-"]),  # no word stands behind it
    ],
)
def test_words_between_moves_are_a_comment(words: str, comments: list[str]) -> None:
    verdict = judged_moves(f"1. e4 {words} e5 *")
    assert verdict.record is not None
    assert [comment.text for comment in verdict.record.line.plies[0].comments] == comments
    assert (set(codes(verdict)), verdict.plies) == ({"words"}, 2)


@pytest.mark.parametrize("words", ["agreed 12 13 then", "agreed 12"])
def test_a_number_stands_alone_between_two_words(words: str) -> None:
    verdict = judged_moves(f"1. e4 {words} e5 *")
    assert (codes(verdict), verdict.plies) == (["unreadable-move"], 1)


@pytest.mark.parametrize(
    ("last", "code"),
    [("agreed", "words"), ("agreed -", "words"), ("No", "unreadable-move")],  # `No` may be a move that was cut off
)
def test_the_text_may_end_with_words(last: str, code: str) -> None:
    assert codes(judged_moves(f"1. e4 {last}"))[0] == code


@pytest.mark.parametrize("header", ['[Variant "nonsense"]', '[Variant "chess"]\n[FEN "x"]'])
def test_a_game_that_cannot_begin_has_no_moves(header: str) -> None:
    verdict = Validator().judge(GameText(1, f"{header}\n\n1. e4 e5 *\n", 1))
    assert (verdict.plies, verdict.unjudged, verdict.result, verdict.outcome) == (0, 0, "", None)
    assert (verdict.record, verdict.state, verdict.whole) == (None, None, False)


@pytest.mark.parametrize(("moves", "expected", "code"), READ)
def test_slips_are_kept_and_reported_once_a_game(moves: str, expected: str, code: str) -> None:
    verdict = judged_moves(moves)
    assert codes(verdict) == [code]
    assert verdict.whole
    assert verdict.record is not None
    assert " ".join(pgn_writer.moves(verdict.record, san).split()) == expected


@pytest.mark.parametrize(
    "moves",
    [
        "1. e4 {a} 1… e5 2. Nf3 *",  # as word processors set three dots
        "1. e4 {a} 1…e5 2. Nf3 *",
        "1. e4 {a} 1.… e5 2. Nf3 *",
        "1․e4 {a} e5 2․Nf3 *",
        "1．e4 {a} e5 2．Nf3 *",
        "1。e4 {a} e5 2。Nf3 *",
        "1·e4 {a} e5 2·Nf3 *",
        "１．e4 {a} e5 ２．Nf3 *",
    ],
)
def test_numbers_as_they_are_printed(moves: str) -> None:
    verdict = judged_moves(moves)
    assert (verdict.plies, verdict.findings) == (3, [])


def test_a_comment_keeps_its_ellipsis() -> None:
    verdict = judged_moves("1. e4 {1…c5 is sharp…} 1…e5 (1…c5 2. Nf3) 2. Nf3 *")
    assert verdict.record is not None
    assert verdict.record.line.plies[0].comments[0].text == "1…c5 is sharp…"
    assert verdict.findings == []


@pytest.mark.parametrize("blank", "\u00a0\u2009\u2028\u2029\u202f\u200b\ufeff\u3000")
def test_all_blanks_are_blanks(blank: str) -> None:
    verdict = judged_moves("1._e4_e5 2._Nf3 Nc6_3. Bb5_$1 {a_comment} (3._Bc4)_*".replace("_", blank))
    assert codes(verdict) == []
    assert verdict.record is not None
    assert pgn_writer.moves(verdict.record, san).startswith("1. e4 e5 2. Nf3 Nc6 3. Bb5 $1 {a")


@pytest.mark.parametrize(
    ("players", "text", "result"),
    [
        (3, "1 - 0 - 0", "1-0-0"),
        (4, "1 - 0 - 0 - 0", "1-0-0-0"),
        (4, "1/2 - 0 - 1/2 - 0", "1/2-0-1/2-0"),
        (4, "\u00bd \u2013 0 \u2013 \u00bd \u2013 0", "1/2-0-1/2-0"),
        (4, "1 - 0 -0 -0", "1-0-0-0"),
    ],
)
def test_results_of_several_players_may_have_blanks(players: int, text: str, result: str) -> None:
    verdict = judged_moves(f"1. 1G-1D {text}", Variant=f"kaleidochess:players={players}", Result="?")
    assert (verdict.result, codes(verdict)) == (result, ["spaced-result"])


@pytest.mark.parametrize(
    ("variant", "text"), [("kaleidochess:players=4", "1 - 0 - 0"), ("kaleidochess:players=3", "1 - 0")]
)
def test_a_result_of_fewer_players_is_none(variant: str, text: str) -> None:
    verdict = judged_moves(f"1. 1G-1D {text}", Variant=variant, Result="?")
    assert (verdict.result, codes(verdict)) == ("", ["move-number", "no-result"])


def test_a_right_mark_is_no_slip_and_a_missing_one_neither() -> None:
    assert codes(judged_moves("1. f3 e5 2. g4 Qh4# 0-1")) == []
    assert codes(judged_moves("1. f3 e5 2. g4 Qh4 0-1")) == []
    assert codes(judged_moves("1. e4 e5 2. Qh5 Nc6 3. Qxf7# Kxf7 *")) == ["false-mark"]


@pytest.mark.parametrize("mark", ["e.p.", "ep", " e.p.", "! e.p.", " (3. d3) ep", "+ e.p."])
def test_a_capture_in_passing_may_be_called_so(mark: str) -> None:
    found = judged_moves(f"1. e4 a6 2. e5 d5 3. exd6{mark} cxd6 *").findings
    assert [finding.message for finding in found] == ["exd6+ is marked +, but it gives no check"] * mark.startswith("+")


def test_each_kind_of_false_mark_is_reported() -> None:
    found = judged_moves("1. e4+ d5 2. exd5 e.p. (2. exd5 ep) 2... Qxd5 ep *").findings
    assert [(one.column, one.message) for one in found] == [
        (4, "e4+ is marked +, but it gives no check"),
        (14, "exd5 is marked e.p., but it takes nothing in passing"),
    ]


SPELLED = [
    ("1. e4 e5 2. Nf3. Nc6, *", "1. e4 e5 2. Nf3 Nc6 *"),
    ("1. e4 ...e5 2. Nf3 *", "1. e4 e5 2. Nf3 *"),
    ("1. e4??? e5!!! *", "1. e4 $4 e5 $3 *"),
    ("1. e4 e5* 2. h4 h6*", "1. e4 e5 2. h4 h6 *"),
    ("1. e4 $14. e5 *", "1. e4 $14 e5 *"),
    ("1. f3 e5 2. g4 Qh4#0-1", "1. f3 e5 2. g4 Qh4# 0-1"),
    ("1. e4 e5 (>1... c5 2. Nf3) *", "1. e4 e5 (1... c5 2. Nf3) *"),
    ("1. e2 - e4 e5 *", "1. e4 e5 *"),
    ("1. e4 d5 2. ed5 *", "1. e4 d5 2. exd5 *"),
    (r"1. e4 {a \} b} e5 *", r"1. e4 ; a \} b 1... e5 *"),
]


@pytest.mark.parametrize(("moves", "expected"), SPELLED)
def test_what_is_stuck_to_a_move_is_taken_off(moves: str, expected: str) -> None:
    verdict = judged_moves(moves)
    assert set(codes(verdict)) == {"unusual-spelling"}
    assert verdict.whole
    assert verdict.record is not None
    assert " ".join(pgn_writer.moves(verdict.record, san).split()) == expected


WORDS = [
    ("Hello Bruno, 1. e4 your move e5 *", "{Hello Bruno,} 1. e4 {your move} 1... e5 *"),
    ("1. e4 e5 if 2. Nf3 then 2... Nc6", "1. e4 e5 {if 2. Nf3 then 2... Nc6} *"),
    ("1. e4 e5 (better c5 2. Nf3) *", "1. e4 e5 ({better} 1... c5 2. Nf3) *"),
    ("1. e4 on 3 March, at noon e5 *", "1. e4 {on 3 March, at noon} 1... e5 *"),
    ("1. e4 e5 Black resigns", "1. e4 e5 {Black resigns} 1-0"),
    ("1. e4 e5 resigns", "1. e4 e5 {resigns} 0-1"),
    ("1. e4 e5 Draw agreed.", "1. e4 e5 {Draw agreed.} 1/2-1/2"),
    ("1. e4 e5 White wins on time", "1. e4 e5 {White wins on time} 1-0"),
    ("1. e4 e5 White wins a pawn 2. Nf3 *", "1. e4 e5 {White wins a pawn} 2. Nf3 *"),
]


@pytest.mark.parametrize(("moves", "expected"), WORDS)
def test_words_among_legal_moves_are_a_comment(moves: str, expected: str) -> None:
    verdict = judged_moves(moves, Result="?")
    assert set(codes(verdict)) <= {"words", "worded-result", "no-result"}
    assert verdict.record is not None
    assert " ".join(pgn_writer.moves(verdict.record, san).split()) == expected


@pytest.mark.parametrize("moves", ["hello world *", "1. e4 hello e4 *", "1. e4 maybe 7. Nf3 *", "1. , , , *"])
def test_words_between_moves_that_do_not_follow_are_refused(moves: str) -> None:
    assert codes(judged_moves(moves)) == ["unreadable-move"]


RESTS = [
    (
        "1. e4 e5 2. Nf4 Nc6 3. Bb5 *",
        "the rest (2 moves) is legal if Nf3 or f4 or Nc3 was meant (or 2 other moves)",
    ),
    ("1. e4 e5 2. Nf3 Nf3 Nc6 3. Bb5 *", "the rest (2 moves) is legal if Nf3 is left out"),
    ("1. e4 e5 2. Ra1-a3 a6 3. Nf3 *", "the rest (2 moves) is legal if Ra1-a3 is made all the same"),
    ("1. e4 e5 2. Ra1xa7 Nf6 3. Rxa8 *", "the rest (2 moves) is legal if Ra1xa7 is made all the same"),
]


@pytest.mark.parametrize(("moves", "message"), RESTS)
def test_what_fits_after_a_refused_move_is_reported(moves: str, message: str) -> None:
    first, second = judged_moves(moves).findings
    assert (first.severity.value, second.code, second.severity.value) == ("error", "rest-fits", "info")
    assert second.message == message


@pytest.mark.parametrize(
    "moves",
    [
        "1. e4 e5 2. Ra1xa2 Nf6 3. Rxa7 *",  # White's own pawn
        "1. e4 e5 2. Ra1xe8 Nf6 3. Rxd8 *",  # a king is never captured
    ],
)
def test_no_refused_move_is_made_all_the_same_that_captures_what_no_move_can(moves: str) -> None:
    assert [finding.message for finding in judged_moves(moves).findings if "all the same" in finding.message] == []


@pytest.mark.parametrize("between", ["$999", "$999 {so}", "$999 $1 2..."])
def test_a_false_mark_after_a_sign_that_pgn_does_not_know(between: str) -> None:
    found = judged_moves(f"1. e4 d5 2. exd5 {between} e.p. Qxd5 *").findings
    assert [finding.code for finding in found] == ["unusual-nag", "false-mark"]


def test_no_game_goes_on_with_a_king_that_could_be_captured() -> None:
    (finding,) = judged_moves("1. a4 Nc6 2. Ke5 g6 3. Ra3 *").findings  # the knight attacks e5
    assert finding.code == "no-piece-reaches"


def test_a_second_refused_move_is_reported_as_information() -> None:
    verdict = judged_moves("1. e4 e5 2. Nf4 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Rh1 b5 *")
    assert codes(verdict) == ["no-piece-reaches", "rest-refused"]
    assert verdict.plies == 2


def test_a_game_that_nobody_explains_is_counted_alike() -> None:
    """A wrong capture mark stops no game: five plies are made, whether what was meant is looked for or not."""
    text = GameText(1, '[Variant "chess"]\n\n1. e4 d5 2. exd5 Qxd5 3. Nxc3 *\n', 1)
    explained, counted = (Validator().judge(text, explains=explains) for explains in (True, False))
    assert explained.plies == counted.plies == 5
    assert codes(explained) == codes(counted) == ["capture-mark"]


@pytest.mark.parametrize(
    ("game", "moves", "plies", "code"),
    [
        ("embassy", "1. b3 b6 2. Nc3 Nc6 3. Bb2 Bb7 4. d3 d6 5. Qd2 Qd7 6. O-O O-O *", 12, "unusual-spelling"),
        ("chess", "1. b3 b6 2. Nc3 Nc6 3. Bb2 Bb7 4. d3 d6 5. Qd2 Qd7 6. O-O O-O *", 10, "castling"),
    ],
)
def test_castling_to_the_nearer_side_may_be_called_the_short_one(game: str, moves: str, plies: int, code: str) -> None:
    verdict = Validator(variant=game).judge(GameText(1, moves, 1))
    assert (verdict.plies, verdict.findings[0].code) == (plies, code)
