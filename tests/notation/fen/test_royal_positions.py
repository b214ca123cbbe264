"""Position texts of the games won by mate: what they keep, and what no game may have."""

import pytest

from fairyscore.notation.position import Position
from fairyscore.notation.rules.variant import PositionError

WHOLE = [
    ("chess", "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"),
    ("chess", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"),
    ("cylindrical", "bc1kdcb/ppppppp/7/3{BC}3/7/{cd}6/PPPPP1P/BC1KDCB w - - 12 30"),
    ("caliph-qi", "1cqkcm/pppppp/6/6/6/6/6/PPPPPP/M1QK1M[CCm] w - - 0 20"),
    ("circular-68", "rnbqkbnr*/pppppppp*/9/4+P4/9/9/PPPP1PPP*/RNBQKBNR* b KQkq - 0 9"),
]

WRONG = [
    ("chess", "8/8 w", "2 rows, and the board has 8"),
    ("chess", "hello", "has the fields placement, seat to move"),
    ("chess", "4k3/8/8/8/8/8/8/4K4 w - - 0 1", "row 8"),
    ("chess", "4k3/8/8/8/8/8/8/4K2 w - - 0 1", "7 places instead of 8"),
    ("chess", "4k3/8/8/8/x7/8/8/4K3 w - - 0 1", "'x' where one of"),
    ("chess", "8/8/8/8/8/8/8/4K3 w - - 0 1", "black has 0 kings"),
    ("chess", "4k3/8/8/8/8/8/8/4KK2 w - - 0 1", "white has 2 kings"),
    ("chess", "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "black is in check although white is to move"),
    ("chess", "4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "a white pawn cannot be on h8"),
    ("chess", "4k3/8/8/8/8/8/8/4K3 s - - 0 1", "the seat to move is 's', and should be one of w b"),
    ("chess", "4k3/8/8/8/8/8/8/4K3 wb - - 0 1", "the seat to move is 'wb'"),
    ("chess", "4k3/8/8/8/8/8/\u0668/4K3 w - - 0 1", "has '\u0668' where one of"),
    ("chess", "4k3/8/8/8/8/8/0/4K3 w - - 0 1", "counts no empty places"),
    ("chess", "4k3/8/8/8/8/8/8/4K3 w - - \u0661 1", "'\u0661', and should be a whole number"),
    ("chess", f"4k3/8/8/8/8/8/8/4K3 w - - 0 {'9' * 5000}", "whole number from 1 up"),
    ("chess", f"4k3/8/8/8/8/8/{'1' * 5000}/4K3 w - - 0 1", "has more than 8 places"),
    ("chess", "4k3/8/8/8/8/8/8/4K3 w KX - 0 1", "they are written with KQkq or -"),
    ("chess", "4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "no double step can just have passed e6"),
    ("chess", "4k3/8/8/8/8/8/8/4K3 w - - x 1", "whole number from 0 up"),
    ("chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 -1", "whole number from 1 up"),
    ("chess", "4k3/pppppppp/pppppppp/pppppppp/8/8/8/4K3 w - - 0 1", "a side starts with 16"),
    ("chess", "4k3/8/8/8/8/8/8/4K2* w - - 0 1", "marked as missing, but this board has such cells"),
    ("caliph-qi", "6/6/6/6/6/6/6/2k3/3K2 w - - 0 1", "a black king cannot be on c2"),
    ("caliph-qi", "3k2/P5/6/6/6/6/6/6/3K2 w - - 0 1", "a white pawn cannot be on a8"),
    ("caliph-qi", "3k2/6/6/6/6/6/6/6/3K2[W] w - - 0 1", "cannot be among the captured pieces"),
    ("caliph-qi", "3k2/6/6/6/6/6/6/6/3K2[C w - - 0 1", "do not close"),
    (
        "caliph-qi",
        "3k2/6/6/6/6/6/6/PPPPPP/MCQKCM[C] w - - 0 1",
        "white has 12 pieces and 1 captured ones, and a side starts",
    ),
    ("circular-70", "4k4/9/9/9/9/9/9/4K3* w - - 0 1", "on a void"),
]


@pytest.mark.parametrize(("name", "text"), WHOLE)
def test_nothing_is_lost(name: str, text: str) -> None:
    assert Position.from_fen(text, name).fen == text


@pytest.mark.parametrize(("name", "text", "words"), WRONG)
def test_what_no_game_may_have(name: str, text: str, words: str) -> None:
    with pytest.raises(PositionError) as fault:
        Position.from_fen(text, name)
    assert words in "; ".join(fault.value.problems)


def test_the_problems_of_all_fields_are_reported() -> None:
    with pytest.raises(PositionError) as fault:
        Position.from_fen("4k3/8/8/8/8/8/8/4K4 x KX - y z", "chess")
    assert fault.value.problems == (
        "row 8 of the position (4K4) has more than 8 places",
        "the seat to move is 'x', and should be one of w b",
        "the castlings are 'KX'; they are written with KQkq or -",
        "plies without capture is 'y', and should be a whole number from 0 up",
        "round is 'z', and should be a whole number from 1 up",
    )
    with pytest.raises(PositionError) as fault:
        Position.from_fen("4k3/8/8/8/8/8/8/8 w - e6 0 z", "chess")
    assert fault.value.problems == (
        "white has 0 kings, and should have one",
        "round is 'z', and should be a whole number from 1 up",
        "no double step can just have passed e6",
    )


def test_the_last_fields_may_be_missing() -> None:
    assert Position.from_fen("4k3/8/8/8/8/8/8/4K3 b", "chess").fen == "4k3/8/8/8/8/8/8/4K3 b - - 0 1"


@pytest.mark.parametrize(
    ("name", "text", "meant"),
    [
        ("chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 0", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        ("chess", "4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
        ("chess", "4k3/8/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        ("makruk", "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
    ],
)
def test_slips_of_programs_are_read(name: str, text: str, meant: str) -> None:
    assert Position.from_fen(text, name).fen == meant
