"""Positions of the tag FEN: of which nothing is to be reported, and what is read without a field that is wrong."""

import pytest

from fairyscore.notation.formats.base import Holds
from fairyscore.notation.formats.loss import reduced
from fairyscore.notation.records.diagnostics import Severity
from fairyscore.notation.records.game_setup import usual_position
from fairyscore.notation.records.game_text import GameText
from fairyscore.notation.records.tree import Record
from fairyscore.notation.replay import Validator
from fairyscore.notation.variants import variant

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w"
KINGS = "4k3/8/8/8/8/8/8/4K3 w"


@pytest.mark.parametrize(
    ("fen", "usual"),
    [
        (f"{START} KQkq - 0 1", True),
        (f"{START} - - 0 1", True),
        (f"{KINGS} - - 0 1", True),
        (f"{KINGS} KQ - 0 1", False),  # no rook stands there
        (f"{KINGS} - - 0 0", False),  # moves are numbered from 1
        ("4k3/8/44/8/8/8/8/4K3 w - - 0 1", False),  # numbers of empty cells never stand side by side
        (KINGS, False),
        ("", False),
        ("nonsense", False),
    ],
)
def test_a_usual_position_needs_no_remark(fen: str, usual: bool) -> None:
    assert (usual_position(variant("chess"), fen) is not None) == usual


CENTRE = "rnbqkbnr/pppp2pp/5p2/3Pp3/8/8/PPP1PPPP/RNBQKBNR w"


@pytest.mark.parametrize(
    ("game", "fen", "read", "why"),
    [
        ("chess", f"{CENTRE} KQkq e5 0 1", f"{CENTRE} KQkq e6 0 1", "no double step can just have passed e5"),
        ("chess", f"{CENTRE} KQkq e3 0 1", f"{CENTRE} KQkq - 0 1", "no double step can just have passed e3"),
        ("chess", f"{CENTRE} KQkq zz 0 1", f"{CENTRE} KQkq - 0 1", "no double step can just have passed zz"),
        ("chess", f"{START} XYZ - 0 1", f"{START} - - 0 1", "the castlings are 'XYZ'; they are written with KQkq or -"),
        ("chess", f"{START} KQkq - x 1", f"{START} KQkq - 0 1", "plies without capture is 'x'"),
        ("chess", f"{START} KQkq - 0 -4", f"{START} KQkq - 0 1", "round is '-4'"),
        ("chess", f"{START} KQkq - 0 1 7", f"{START} KQkq - 0 1", "'7' is not a field of a FEN of this game"),
        ("chess", f"{START} KQkq - 3+3 0 1", f"{START} KQkq - 0 1", "'3+3' is not a field of a FEN of this game"),
        ("crazyhouse", f"{KINGS} KQkq- - 0 1", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1", "the castlings are 'KQkq-'"),
        ("chess", f"{KINGS[:-1]}Black - - 0 1", f"{KINGS[:-1]}b - - 0 1", "the seat to move is 'Black'"),
        ("chess", f"{START} KQkqKQ - 0 1", f"{START} KQkq - 0 1", "the castlings are 'KQkqKQ'"),
        ("chamaeleon", "", "", "x', and should be a whole number from 1 up"),
        ("kaleidochess", "", "", "should be a seat's letter and its last move"),
    ],
)
def test_a_wrong_field_is_left_out_and_named(game: str, fen: str, read: str, why: str) -> None:
    if not fen:  # the usual start with a field that is wrong
        named = variant(game)
        read = named.write_position(named.initial_state())
        fields = read.split()
        fields[2] = "x"
        fen = " ".join(fields)
    record = Validator(variant=game).judge(GameText(1, f'[FEN "{fen}"]\n\n*\n', 1))
    finding = record.findings[0]
    assert (finding.code, finding.severity) == ("fen-mended", Severity.WARNING)
    assert finding.facts["meant"] == read
    assert why in finding.message
    assert record.record is not None
    assert record.record.tag("FEN") == read
    assert variant(game).write_position(record.record.start()) == read


@pytest.mark.parametrize(
    "fen", [f"{KINGS}x KQ - 0 1", "4k3/8/8/8/8/8/8/8 w KQ e5 0 1", "4k3/8/8/9/8/8/8/4K3 w - - 0 1"]
)
def test_without_pieces_or_mover_there_is_no_position(fen: str) -> None:
    verdict = Validator().judge(GameText(1, f'[FEN "{fen}"]\n\n*\n', 1))
    assert [finding.code for finding in verdict.findings] == ["bad-position"]


def test_a_double_step_named_by_its_pawn_may_be_taken_in_passing() -> None:
    verdict = Validator().judge(GameText(1, f'[FEN "{CENTRE} KQkq e5 0 1"]\n\n1. dxe6 dxe6 *\n', 1))
    assert (verdict.plies, verdict.refused) == (2, False)


@pytest.mark.parametrize(
    ("game", "fen"),
    [
        ("chess", f"{START} KQkq - 0 1"),
        ("crazyhouse", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"),
        ("shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[-] w 0 1"),
        ("xiangqi", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"),
    ],
)
def test_the_usual_start_is_no_position_set_up(game: str, fen: str) -> None:
    record = Record(game, (("FEN", fen),))
    assert record.set_up == ""
    reduced_record, losses = reduced(record, Holds(variant=True))
    assert not losses
    assert all(name != "FEN" for name, _ in reduced_record.tags)


@pytest.mark.parametrize(
    ("tags", "fen", "read"),
    [
        ("", "bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w KQkq - 0 1", "chess960"),
        ('[Variant "From Position"]\n', "2nkn3/2p1p3/8/8/8/6r1/7r/RR3K2 w B - 0 1", "chess960"),
        ('[Variant "Standard"]\n', "nrbqkbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBQKBRN w KQkq - 0 1", "chess960"),
        (
            '[Variant "Capablanca"]\n',
            "rnabkqbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABKQBCNR w KQkq -",
            "capablanca-random",
        ),
        ("", "4k3/8/8/8/8/8/8/1R2K2R w KQ - 0 1", "chess"),  # a right that was lost
        ("", "1r2k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "chess"),
        ("", "bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w - - 0 1", "chess"),
    ],
)
def test_a_shuffled_start_is_read_as_such(tags: str, fen: str, read: str) -> None:
    verdict = Validator().judge(GameText(1, f'{tags}[FEN "{fen}"]\n\n*\n', 1))
    assert verdict.game is variant(read)
    assert any(finding.code == "shuffled-start" for finding in verdict.findings) == (
        read not in ("chess", "capablanca")
    )
    assert verdict.record is not None
    if read != "chess":
        assert verdict.record.tag("Variant") == read


@pytest.mark.parametrize(
    ("hands", "code"),
    [("", "gates-dropped"), ("h", ""), ("HEhe", "")],
)
def test_gates_by_which_nothing_comes_in_are_named_as_gates(hands: str, code: str) -> None:
    fen = f"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[{hands}] w KQBCDFGkqbcdfg - 0 1"
    verdict = Validator().judge(GameText(1, f'[Variant "Seirawan"]\n[FEN "{fen}"]\n\n*\n', 1))
    assert [finding.code for finding in verdict.findings] == [code] * bool(code)


def test_positions_that_differ_by_such_gates_are_the_same() -> None:
    seirawan = variant("seirawan")
    with_gates, without = (
        seirawan.read_position(f"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[he] w KQ{gates}kqbcdfg - 0 1")
        for gates in ("BCDFG", "CDF")
    )
    assert with_gates.key() == without.key()
    fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQBCDFGkqbcdfg - 0 1"
    moves = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *"
    verdict = Validator(info=True).judge(GameText(1, f'[Variant "Seirawan"]\n[FEN "{fen}"]\n\n{moves}\n', 1))
    assert [(finding.code, finding.ply) for finding in verdict.findings[1:]] == [("repetition", 8)]


def test_castlings_say_nothing_in_a_game_without_them() -> None:
    fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    verdict = Validator().judge(GameText(1, f'[Variant "Racing Kings"]\n[FEN "{fen}"]\n\n*\n', 1))
    assert "castling-dropped" not in [finding.code for finding in verdict.findings]
