"""Moves text as people paste it: dashes of word processors, signs stuck to moves, signs that PGN does not know."""

import io

import pytest
from scanner_differential import counted

from fairyscore.notation.archive import judge_file
from fairyscore.notation.formats import pgn_writer
from fairyscore.notation.moves import long, san
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.records.tree import Record
from fairyscore.notation.replay import BatchForm, Validator, Verdict

OPENING = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6"


def judged(text: str, tags: str = '[Event "?"]') -> Verdict:
    return Validator().judge(GameText(1, f"{tags}\n\n{text}\n\n", 1, last=True))


def written(verdict: Verdict) -> str:
    return pgn_writer.write_game(record(verdict), san)


def record(verdict: Verdict) -> Record:
    assert verdict.record is not None
    return verdict.record


def written_long(verdict: Verdict) -> str:
    return pgn_writer.write_game(record(verdict), long)


def codes(verdict: Verdict) -> list[str]:
    return [finding.code for finding in verdict.findings]


DASHES = "\u2010\u2011\u2012\u2013\u2014\u2212"


@pytest.mark.parametrize("dash", DASHES)
@pytest.mark.parametrize("zero", ["0", "O", "o", "\N{CYRILLIC CAPITAL LETTER O}", "\N{GREEK CAPITAL LETTER OMICRON}"])
@pytest.mark.parametrize("after", ["Nf6 *", "*", "1-0", ""])
def test_castling_with_other_dashes_is_no_result(dash: str, zero: str, after: str) -> None:
    verdict = judged(f"{OPENING} 5. {zero}{dash}{zero} {after}")
    assert verdict.plies == 9 + after.startswith("Nf6")
    assert verdict.result == after.removeprefix("Nf6 ")
    assert "result-unlike-tag" not in codes(verdict)


def test_a_double_loss_that_the_tag_states_is_a_result() -> None:
    verdict = judged("1. e4 e5 0\N{EN DASH}0", '[Result "0-0"]')
    assert (verdict.plies, verdict.result) == (2, "0-0")


@pytest.mark.parametrize("token", ["$1x", "$1é", "$1\u2192x", "$x"])
def test_what_begins_as_a_nag_is_kept_and_passed(token: str) -> None:
    """The kernel reads the whole of it too, `$1é` not as `$1`."""
    verdict = judged(f"1. e4 {token} e5 2. Nf3 *")
    assert (codes(verdict), verdict.plies) == (["words"], 3)
    assert f"{{{token}}}" in written(verdict)


def test_words_between_the_tags_are_no_moves() -> None:
    """The kernel goes on behind the first line, and not before the tags have ended."""
    text = 'From the club\nNf3 Nc6 was good\n[Event "a"]\n[Result "*"]\n\n1. e4 e5 *\n\n'
    verdict = Validator(variant="chess").judge(GameText(1, text, 1, last=True))
    assert (codes(verdict), verdict.plies) == (["words"], 2)
    assert [comment.text for comment in record(verdict).line.intro] == ["From the club", "Nf3 Nc6 was good"]


def test_ranks_from_0_hold_for_the_whole_of_a_record() -> None:
    """Behind a number without a stop the kernel goes on elsewhere; here it must not, as `h2g2` alone has ranks from 1."""
    verdict = judged("1 b2b4 h7h4 2 i0i2 b7b8 7 h2g2 g9e7 *", '[Variant "xiangqi"]')
    assert (codes(verdict), verdict.plies) == (["move-number"], 6)
    assert "h3-g3" in written_long(verdict)


@pytest.mark.parametrize("null", ["--", "---", "Z0", "null", "pass", "<>", "@@@@", "0000"])
def test_null_moves_of_all_programs(null: str) -> None:
    """ChessForge writes three hyphens, Chess Assistant `<>`, engines `0000`, xboard `@@@@`: the mover changes."""
    verdict = judged(f"1. e4 e5 (1... {null} 2. d4) 2. Nf3 *")
    assert codes(verdict) == ["null-move"]
    assert verdict.plies == 3
    assert "(1... -- 2. d4)" in written(verdict)


def test_a_null_move_of_three_hyphens_passes_the_turn() -> None:
    verdict = judged("1. Rd2 (1. --- Rd5) 1... Ke7 *", '[SetUp "1"]\n[FEN "3rk3/8/8/8/8/8/8/3RK3 w - - 0 1"]')
    assert "(1. -- Rd5)" in written(verdict)


@pytest.mark.parametrize(
    ("token", "nags"),
    [
        ("Nf3$1", (1,)),
        ("Nf3$1$14", (1, 14)),
        ("Nf3!$16", (1, 16)),
        ("Nf3=", (10,)),
        ("Nf3+=", (14,)),
        ("Nf3+/-", (16,)),
        ("Nf3+-", (18,)),
        ("Nf3\N{PLUS-MINUS SIGN}", (16,)),
        ("Nf3!\N{INFINITY}", (1, 13)),
        ("Nf3 \N{DOUBLE EXCLAMATION MARK}", (3,)),
        ("Nf3 +\N{MINUS SIGN}", (18,)),
    ],
)
def test_signs_stuck_to_a_move(token: str, nags: tuple[int, ...]) -> None:
    verdict = judged(f"1. e4 e5 2. {token} Nc6 3. Bb5 *")
    assert verdict.plies == 5
    assert record(verdict).line.plies[2].nags == nags


def test_two_moves_without_a_blank() -> None:
    verdict = judged("1. e4 e5 2. Nf3!Nc6 3. Bb5 *")
    assert (verdict.plies, codes(verdict)) == (5, ["unusual-spelling"])


@pytest.mark.parametrize("sign", ["\u2191", "\u2192", "\u27f3", "\u25cb", "RR", "#"])
def test_a_sign_that_is_unknown_ends_no_game(sign: str) -> None:
    """Arrows and circles of the Informant, its RR: kept as a comment, named, and passed."""
    verdict = judged(f"1. e4 e5 2. Nf3 {sign} Nc6 3. Bb5 a6 1-0")
    assert (verdict.plies, verdict.result, codes(verdict)) == (6, "1-0", ["words"])
    assert sign in written(verdict)


@pytest.mark.parametrize("text", ["1. e4 Nf 2. Nf3 Nc6 *", "1. e4 e5 2. Nf Nc6 3. Bb5 a6 *"])
def test_a_move_that_is_cut_off_is_no_sign(text: str) -> None:
    assert "unreadable-move" in codes(judged(text))


@pytest.mark.parametrize("text", ["0.5-0.5", "0.5:0.5", "0.5–0.5", "0,5-0,5", "1/2:1/2", "1/2 : 1/2", "½ - ½"])
def test_halves_of_a_point(text: str) -> None:
    verdict = judged(f"1. e4 e5 {text}")
    assert (verdict.plies, verdict.result) == (2, "1/2-1/2")


PROMOTIONS = '[SetUp "1"]\n[FEN "8/P7/8/8/8/p6k/P7/K7 w - - 0 1"]'


@pytest.mark.parametrize(
    ("text", "piece"),
    [("a8(Q)", "Q"), ("a8=(N)", "N"), ("a8(q)", "Q"), ("a8=r", "R"), ("a8/b", "B"), ("a7-a8R", "R"), ("a8Q", "Q"),
     ("a8:N", "N"), ("a8=(Q)!", "Q")],
)  # fmt: skip
def test_promotions_as_books_and_boards_write_them(text: str, piece: str) -> None:
    verdict = judged(f"1. {text} Kg3 *", PROMOTIONS)
    assert verdict.plies == 2
    assert {finding.severity for finding in verdict.findings} <= {"info"}
    assert f"a8={piece}" in written(verdict)


def test_a_mark_of_check_stands_behind_the_brackets() -> None:
    verdict = judged("1. a8(Q)+ Kb4 *", '[SetUp "1"]\n[FEN "8/P7/8/8/8/k7/8/2K5 w - - 0 1"]')
    assert (verdict.plies, codes(verdict)) == (2, ["unusual-spelling"])


def test_one_letter_in_brackets_after_a_blank_is_no_promotion() -> None:
    """`e4 (N)` is a remark of the annotator: a novelty."""
    verdict = judged("1. e4 (N) e5 *")
    assert verdict.plies == 2
    assert "=" not in written(verdict).rpartition("]")[2]


def test_captures_without_their_sign_are_noted_once_a_game() -> None:
    """The Informant and several servers never write it; `x` where nothing is taken stays a fault (Appendix C.9)."""
    verdict = judged("1. e4 d5 2. ed5 Qd5 3. Nc3 Qe5+ 4. Be2 Qc3 5. bc3 *")
    assert codes(verdict) == ["unusual-spelling"]
    assert "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qe5+ 4. Be2 Qxc3 5. bxc3 *" in written(verdict)
    assert codes(judged("1. e4 e5 2. Nxf3 *")) == ["capture-mark"]
    assert codes(judged("1. e2-e4 d7-d5 2. e4-d5 *")) == ["capture-mark"]


def test_a_pawn_takes_by_two_files() -> None:
    verdict = judged("1. e4 d5 2. ed Qxd5 *")
    assert "2. exd5 Qxd5" in written(verdict)
    assert verdict.plies == 4
    assert codes(judged("1. e4 d5 2. c4 dc 3. Bxc4 *")) == ["unusual-spelling"]


@pytest.mark.parametrize(("moves", "mark"), [("1. f3 e5 2. g4 Qh4", "#"), ("1. e4 e5 2. Bc4 Nc6 3. Bxf7", "+")])
def test_a_mark_that_stands_apart_belongs_to_its_move(moves: str, mark: str) -> None:
    verdict = judged(f"{moves} {mark} {'Kxf7 *' if mark == '+' else '0-1'}")
    assert codes(verdict) == ["unusual-spelling"]
    assert f"{moves}{mark}" in written(verdict)
    assert "{" not in written(verdict)


def test_a_mark_that_stands_apart_and_is_false_is_kept_as_a_comment() -> None:
    verdict = judged("1. e4 + e5 2. Nf3 # Nc6 *")
    assert verdict.plies == 4
    assert codes(verdict) == ["words", "words"]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("1. N-f3 N-f6 2. P-e4 N-xe4 *", "1. Nf3 Nf6 2. e4 Nxe4 *"),
        (
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. OO Be7 5. Re1 00 *",
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O Be7 5. Re1 O-O *",
        ),
        (
            "1. e4 d5 2. e5 d4 3. e6 d3 4. exf7+ Kd7 5. fxg8=Q dxc2 6. Qd5+ Ke8 7. h3 cxb1+=Q *",
            "1. e4 d5 2. e5 d4 3. e6 d3 4. exf7+ Kd7 5. fxg8=Q dxc2 6. Qd5+ Ke8 7. h3 cxb1=Q *",
        ),
        ("1. e4 e5 RR *", "1. e4 e5 {RR} *"),
    ],
)
def test_spellings_of_books_are_read(text: str, meant: str) -> None:
    """A dash behind the piece, castling without dashes, a check in front of the promotion, an editorial comment."""
    verdict = judged(text)
    assert not verdict.refused
    assert " ".join(written(verdict).rpartition("]\n\n")[2].split()) == meant
    assert set(codes(verdict)) <= {"unusual-spelling", "words"}


@pytest.mark.parametrize("result", ["1/2-1/2", "1-0", "0-1"])
@pytest.mark.parametrize("sign", ['"', ".", ",", "'", "!"])
def test_signs_beside_a_result_do_not_hide_it(result: str, sign: str) -> None:
    verdict = judged(f"1. e4 e5 {result}{sign}", f'[Result "{result}"]')
    assert (verdict.result, verdict.plies) == (result, 2)
    assert codes(verdict) == ["unusual-spelling"]


def test_a_result_in_its_tag_only_is_a_note() -> None:
    """As Vchess writes games; what the words at the end say is held against it."""
    verdict = judged("1. e4 e5", '[Result "1-0"]')
    assert [(found.code, found.severity) for found in verdict.findings] == [("worded-result", "info")]
    assert codes(judged("1. e4 e5 Black resigns", '[Result "0-1"]')) == ["words", "result-unlike-tag", "worded-result"]


def test_a_bad_result_names_the_one_in_it() -> None:
    verdict = judged("1. e4 e5 0-1", '[Result "0-1 (time)"]')
    assert [(found.code, found.facts["example"]) for found in verdict.findings] == [("bad-result", "0-1")]


def test_captures_with_a_dash_are_noted_once_where_a_program_writes_no_other_sign() -> None:
    """The long form of pgn-extract."""
    verdict = judged("1. e2-e4 d7-d5 2. e4-d5 d8-d5 3. b1-c3 d5-a5 4. d2-d4 g8-f6 5. g1-f3 c7-c6 *")
    assert (verdict.plies, codes(verdict)) == (10, ["unusual-spelling"])
    assert codes(judged("1. e2-e4 d7-d5 2. e4-d5 d8xd5 3. b1-c3 d5-a5 4. d2-d4 g8-f6 5. g1-f3 c7-c6 *")) == [
        "capture-mark"
    ]


@pytest.mark.parametrize(("entity", "char"), [("&quot;", '"'), ("&#39;", "'"), ("&uuml;", "\u00fc"), ("&amp;", "&")])
def test_entities_of_html_in_tags_are_named_and_kept(entity: str, char: str) -> None:
    verdict = judged("1. e4 *", f'[Event "a{entity}b"]\n[Site "http://x.example/?a=1&b=2;"]')
    assert [(found.code, found.facts["what"]) for found in verdict.findings] == [
        ("encoding", f"{entity} is {char} in HTML; it is kept as it stands")
    ]
    assert verdict.tags["Event"] == f"a{entity}b"
    assert not judged("1. e4 *", '[Event "R&D; A&B"]').findings


@pytest.mark.parametrize("comment", ["{Ann &amp; Bo}", "; Ann &amp; Bo\n"])
def test_entities_of_html_in_comments_are_named_and_kept(comment: str) -> None:
    verdict = judged(f"1. e4 {comment} e5 *")
    (finding,) = verdict.findings
    assert (finding.code, finding.facts["what"]) == ("encoding", "&amp; is & in HTML; it is kept as it stands")
    assert finding.end_column - finding.column == len("&amp;")
    assert "{Ann &amp; Bo}" in written(verdict)
    assert not judged("1. e4 {R&D; A&B} e5 *").findings


def test_entities_of_html_are_told_of_games_in_batches() -> None:
    text = '[Event "a"]\n[Result "*"]\n\n1. e4 e5 {Ann &amp; Bo} *\n\n'
    assert [finding.game for finding in counted(text * 2, BatchForm.COUNT).findings] == [1, 2]


def test_line_ends_of_html_are_blanks() -> None:
    """As a record is copied from the source of a web page; within comments and tags they stay."""
    verdict = judged(
        "1. e4<br />e5 {a<br>b} <BR/>2. Nf3<br>1-0<br />",
        '[Event "x<br>y"]<br />[White "A"]<br>[Result "1-0"]<br /><br />',
    )
    assert codes(verdict) == ["unusual-spelling"]
    assert verdict.tags == {"Event": "x<br>y", "White": "A", "Result": "1-0"}
    assert written(verdict).rpartition("]\n\n")[2].strip() == "1. e4 e5 {a<br>b} 2. Nf3 1-0"


def test_a_capture_of_a_pawn_by_its_target_is_read_where_it_is_the_only_one() -> None:
    """As lczero wrote captures in passing."""
    verdict = judged("1. e4 d5 2. xd5 Qxd5 3. Nc3 *")
    assert (verdict.plies, codes(verdict)) == (5, ["unusual-spelling"])
    assert judged("1. c4 d5 2. e4 a6 3. xd5 *").plies == 4


def test_signs_without_a_number_stuck_to_a_move_are_comments() -> None:
    """As Lichess once wrote glyphs."""
    verdict = judged("1. e4?\u00b1\u2192 e5\u27f3 2. Nf3 *")
    assert (verdict.plies, codes(verdict)) == (3, ["unusual-spelling", "unusual-spelling"])
    assert written(verdict).rpartition("]\n\n")[2].strip() == "1. e4 $2 $16 {\u2192} 1... e5 {\u27f3} 2. Nf3 *"


@pytest.mark.parametrize("blank", ["", " ", "?"])
def test_a_blank_final_position_says_nothing(blank: str) -> None:
    assert codes(judged("1. e4 *", f'[CurrentPosition "{blank}"]')) == []


def test_hands_behind_a_final_position() -> None:
    """Chess.com writes them so in games of Crazyhouse."""
    tags = '[Variant "Crazyhouse"]\n[CurrentPosition "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3 Pp"]'
    assert codes(judged("1. e4 d5 2. exd5 Qxd5 *", tags)) == []
    assert codes(judged("1. e4 d5 2. exd5 Qxd5 *", tags.replace(" Pp", " Pn"))) == ["tag-unlike-game"]


def test_letters_that_are_alike_in_several_languages_are_read() -> None:
    """S is a knight in German and Polish: it does not matter which was meant."""
    (verdict,) = judge_file(io.BytesIO(b'[Event "x"]\n\n1. d4 Sf6 2. Sf3 d5 *\n'), Validator())
    assert (verdict.plies, [found.facts["why"] for found in verdict.findings]) == (4, ["German or Polish"])


@pytest.mark.parametrize(
    ("token", "moves"),
    [
        ("Qd5$1$14 3. Nc3", "Qxd5 $1 $14 3. Nc3"),
        ("Qd5!Nc3", "Qxd5 $1 3. Nc3"),
        ("Qd5?$14Nc3 Qa5", "Qxd5 $2 $14 3. Nc3 Qa5"),
    ],
)
def test_what_is_stuck_to_a_move_without_its_mark_stays(token: str, moves: str) -> None:
    """The mark of the capture is missing too: the move is made all the same, and what follows it in the token."""
    verdict = judged(f"1. e4 d5 2. exd5 {token} *")
    assert written(verdict).endswith(f"\n1. e4 d5 2. exd5 {moves} *\n\n")


def test_a_result_that_is_stuck_to_a_move_without_its_mark_ends_the_game() -> None:
    verdict = judged("1. e4 d5 2. exd5 Qd51-0", '[Event "?"]\n[Result "1-0"]')
    assert (verdict.result, verdict.plies) == ("1-0", 4)


def test_a_refused_move_ends_its_line_also_where_signs_are_stuck_to_it() -> None:
    verdict = judged("1. e4 d5 2. exd5 Ke4$1$14 3. Nc3 *")
    assert (verdict.plies, verdict.whole) == (3, False)
