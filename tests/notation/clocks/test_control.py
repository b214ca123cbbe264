"""Time controls: the forms of PGN and of correspondence servers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairyscore.notation.clocks.control import UNKNOWN, UNLIMITED, Control, Period, read_control
from fairyscore.notation.clocks.times import DAY, HOUR, MINUTE, SECOND


@pytest.mark.parametrize(
    ("text", "periods"),
    [
        ("300", [Period(0, 300 * SECOND)]),
        ("300+2", [Period(0, 300 * SECOND, 2 * SECOND)]),
        ("30+0.3", [Period(0, 30 * SECOND, 300)]),
        ("*180", [Period(0, 180 * SECOND, hourglass=True)]),
        ("40/9000", [Period(40, 9000 * SECOND)]),
        ("40/7200:3600", [Period(40, 7200 * SECOND), Period(0, 3600 * SECOND)]),
        ("40/5400+30:1800+30", [Period(40, 5400 * SECOND, 30 * SECOND), Period(0, 1800 * SECOND, 30 * SECOND)]),
        ("1/259200", [Period(1, 3 * DAY)]),
        ("10/2592000", [Period(10, 30 * DAY)]),
        ("10/50d", [Period(10, 50 * DAY)]),
        ("10/50 days", [Period(10, 50 * DAY)]),
        ("10 moves in 50 days", [Period(10, 50 * DAY)]),
        ("10 Moves  in 50 DAYS", [Period(10, 50 * DAY)]),
        ("3 days per move", [Period(1, 3 * DAY)]),
        ("3 days/move", [Period(1, 3 * DAY)]),
        ("10/move", [Period(1, 10 * SECOND)]),
        ("30d+3d", [Period(0, 30 * DAY, 3 * DAY)]),
        ("90m+30", [Period(0, 90 * MINUTE, 30 * SECOND)]),
        ("1.5h", [Period(0, 90 * MINUTE)]),
        ("20/2h : 1h", [Period(20, 2 * HOUR), Period(0, HOUR)]),
    ],
)
def test_forms(text: str, periods: list[Period]) -> None:
    control = read_control(text)
    assert control == Control(tuple(periods))


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("?", UNKNOWN),
        ("", UNKNOWN),
        ("-", UNLIMITED),
        ("10/50d, whole days", Control((Period(10, 50 * DAY),), whole_days=True)),
        ("10/50d, double after 20d", Control((Period(10, 50 * DAY),), double_after=20 * DAY)),
        ("10/50d, doubled after 20 days, whole days", Control((Period(10, 50 * DAY),), False, True, 20 * DAY)),
    ],
)
def test_signs_and_options(text: str, control: Control) -> None:
    assert read_control(text) == control


@pytest.mark.parametrize(
    "text",
    ["slow", "0/300", "-5", "40/", "/300", "300:", "1/2/3", "10/50d, gladly", "10/" + "9" * 5000, "9" * 5000, "*", "٣"],
)
def test_what_names_no_control(text: str) -> None:
    assert read_control(text) is None


@given(st.text())
def test_no_text_raises(text: str) -> None:
    control = read_control(text)
    assert control is None or str(control) is not None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1/259200", "each move in 3 days"),
        ("40/7200:3600", "40 moves in 2 h, then 1 h for the game"),
        ("300+2", "5 min for the game and 2 s for each move"),
        ("*180", "an hourglass of 3 min"),
        ("?", ""),
    ],
)
def test_controls_for_people(text: str, expected: str) -> None:
    assert str(read_control(text)) == expected


@pytest.mark.parametrize(
    ("text", "used", "charged"),
    [
        ("10/50d", 23 * DAY + HOUR, 23 * DAY + HOUR),
        ("10/50d, whole days", 23 * DAY + HOUR, 23 * DAY),
        ("10/50d, whole days", DAY - 1, 0),
        ("10/50d, double after 20d", 20 * DAY, 20 * DAY),
        ("10/50d, double after 20d", 23 * DAY, 26 * DAY),
        ("10/50d, whole days, double after 20d", 20 * DAY + 1, 20 * DAY),
    ],
)
def test_what_a_move_costs(text: str, used: int, charged: int) -> None:
    control = read_control(text)
    assert control is not None
    assert control.charged(used) == charged
