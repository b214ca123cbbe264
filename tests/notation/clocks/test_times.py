"""Durations and dates as the world writes them; nonsense is None, never an exception."""

import datetime
from datetime import timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairyscore.notation.clocks.times import (
    DAY,
    HOUR,
    MINUTE,
    SECOND,
    TimeStamp,
    between,
    read_duration,
    read_time_stamp,
    spoken,
    times_of,
    write_duration,
)
from fairyscore.notation.records.tree import Comment


@pytest.mark.parametrize(
    ("text", "duration"),
    [
        ("0:00:00", 0),
        ("1:05:23", HOUR + 5 * MINUTE + 23 * SECOND),
        ("1:02:03.5", HOUR + 2 * MINUTE + 3500),
        ("5:23", 5 * MINUTE + 23 * SECOND),
        ("90:00", 90 * MINUTE),
        ("71:59:59", 71 * HOUR + 59 * MINUTE + 59 * SECOND),
        ("102.34", 102_340),
        ("45", 45 * SECOND),
        ("2.03:04:05", 2 * DAY + 3 * HOUR + 4 * MINUTE + 5 * SECOND),
        ("1d 2h", DAY + 2 * HOUR),
        ("3d", 3 * DAY),
        ("10 d 3 m", 10 * DAY + 3 * MINUTE),
        ("90s", 90 * SECOND),
        ("1:60", None),
        ("1:60:00", None),
        ("1.24:00:00", None),
        ("1d 25h", None),
        ("-1", None),
        ("-0:00:05", None),
        ("1::2", None),
        ("1.5d", None),
        ("", None),
        (" ", None),
        ("d", None),
        ("9" * 5000, None),
        ("٣", None),
        ("1:02:03:04", None),
    ],
)
def test_durations(text: str, duration: int | None) -> None:
    assert read_duration(text) == duration


@given(st.integers(0, 10**12))
def test_durations_are_read_as_they_are_written(duration: int) -> None:
    assert read_duration(write_duration(duration)) == duration


@pytest.mark.parametrize(
    ("duration", "expected"),
    [
        (0, "0 s"),
        (62 * SECOND, "1 min 2 s"),
        (HOUR, "1 h"),
        (DAY + 23 * HOUR, "1 day 23 h"),
        (2 * DAY + MINUTE, "2 days"),
        (5000 * DAY, "5,000 days"),
    ],
)
def test_durations_for_people(duration: int, expected: str) -> None:
    assert spoken(duration) == expected


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2018.10.15,20:58:08", "2018.10.15 20:58:08"),
        ("2011.06.16, 17:53:02", "2011.06.16 17:53:02"),
        ("2018.10.02,12:56", "2018.10.02 12:56:00"),
        ("2026.11.21 18:30", "2026.11.21 18:30:00"),
        ("2026-11-21T18:30:05Z", "2026.11.21 18:30:05 +00:00"),
        ("2026.11.21,18:30 -0530", "2026.11.21 18:30:00 -05:30"),
        ("2026/1/2", "2026.01.02"),
        ("2024.02.29", "2024.02.29"),
        ("2026.02.29", None),
        ("2026.13.01", None),
        ("2026.01.01 24:00", None),
        ("2026.01-01", None),
        ("0000.01.01", None),
        ("????.??.??", None),
        ("-2026.01.01", None),
        ("9" * 5000, None),
        ("", None),
    ],
)
def test_moments(text: str, moment: str | None) -> None:
    read = read_time_stamp(text)
    assert (None if read is None else str(read)) == moment


SECONDS = st.times().map(lambda time: time.replace(microsecond=0))


ZONES = st.none() | st.integers(-14 * 60, 14 * 60).map(lambda east: timezone(timedelta(minutes=east)))
CLOCKS = st.builds(lambda time, zone: time.replace(tzinfo=zone), SECONDS, ZONES)


@given(st.builds(TimeStamp, st.dates(), st.none() | CLOCKS))
def test_moments_are_read_as_they_are_written(moment: TimeStamp) -> None:
    assert read_time_stamp(str(moment)) == moment


@given(st.datetimes(), st.datetimes())
def test_time_between_two_moments(first: datetime.datetime, second: datetime.datetime) -> None:
    first, second = first.replace(microsecond=0), second.replace(microsecond=0)
    a, b = TimeStamp(first.date(), first.time()), TimeStamp(second.date(), second.time())
    assert between(a, b) == (second - first) // datetime.timedelta(milliseconds=1) == -between(b, a)
    assert between(TimeStamp(a.day), b) == (b.day - a.day).days * DAY


def test_times_of_a_comment() -> None:
    comment = Comment("well [%clk 1:02:03.5] [%emt 0:01:02] [%ccsnt 2018.10.15,20:58:08] [%emt 9] [%eval 0.3]")
    found = times_of(comment)
    assert (found.left, found.used, str(found.moved)) == (3_723_500, 62 * SECOND, "2018.10.15 20:58:08")
    assert found.unreadable == ()


def test_unreadable_times_are_reported_and_the_others_read() -> None:
    found = times_of(Comment("[%emt soon] [%date 2026.13.01]"), Comment("[%emt 5] [%clk 1:99] [%clk 7]"))
    assert (found.used, found.left, found.moved) == (5 * SECOND, 7 * SECOND, None)
    assert found.unreadable == ("[%emt soon]", "[%date 2026.13.01]", "[%clk 1:99]")


@given(st.text(), st.sampled_from(["clk", "emt", "ccsnt", "date"]))
def test_any_text_is_a_time_or_none(text: str, name: str) -> None:
    assert isinstance(times_of(Comment(f"[%{name} {text}]")).unreadable, tuple)
    duration = read_duration(text)
    assert duration is None or duration >= 0
    moment = read_time_stamp(text)
    assert moment is None or read_time_stamp(str(moment)) == moment


def test_zones_are_counted_where_both_are_reported() -> None:
    noon, plain = read_time_stamp("2026.01.01 12:00+01:00"), read_time_stamp("2026.01.01 12:00")
    greenwich = read_time_stamp("2026.01.01 12:00Z")
    assert noon is not None
    assert plain is not None
    assert greenwich is not None
    assert (between(noon, greenwich), between(noon, plain)) == (HOUR, 0)
