"""When a tournament comes again: by the clocks on the wall, each time once, none in between."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from itertools import islice, pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.pace import DAY, HOUR, MINUTE
from bot.recurring.recurrence import (
    Recurrence,
    next_name,
    notice_needed,
    numbered_name,
    occurrences,
    once_more,
    same_time_next_week,
    split_name,
    week_of,
    weekly_like,
)
from bot.tournaments.settings import LONGEST_NAME, checked_settings, default_settings
from games.catalogue import catalogue
from tests.support.table_play import GAME

KING = catalogue()[GAME]
ZONES = ("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC", "Africa/Cairo")
RULES = st.builds(
    Recurrence,
    zone=st.sampled_from(ZONES),
    days=st.sets(st.integers(0, 6), min_size=1).map(lambda days: tuple(sorted(days))),
    minute=st.integers(0, 24 * 60 - 1),
    week=st.integers(105_000, 106_000),
    weeks=st.integers(1, 8),
    ahead=st.integers(1, 14 * 24).map(lambda hours: hours * HOUR),
)
MOMENTS = st.floats(1_700_000_000, 1_900_000_000)


def berlin(*when: int) -> float:
    """The moment at which the clocks in Berlin show this."""
    year, month, day, hour, *minute = when
    return datetime(year, month, day, hour, *minute, tzinfo=ZoneInfo("Europe/Berlin")).timestamp()


FRIDAYS = weekly_like(berlin(2026, 10, 16, 20), "Europe/Berlin")


def test_every_friday_at_eight_whether_it_is_summer_or_winter() -> None:
    held = list(islice(occurrences(FRIDAYS, berlin(2026, 10, 16, 20)), 3))
    assert [each.starts for each in held] == [berlin(2026, 10, day, 20) for day in (23, 30)] + [
        berlin(2026, 11, 6, 20)
    ]
    assert held[1].starts - held[0].starts == 7 * DAY + HOUR  # the clocks went back in between
    assert [each.announced for each in held[:2]] == [berlin(2026, 10, 21, 20), berlin(2026, 10, 28, 20)]


def test_what_is_so_many_hours_ahead_is_so_many_on_any_day() -> None:
    early = replace(FRIDAYS, days=(6,), minute=4 * 60, ahead=3 * HOUR)
    changed = next(occurrences(early, berlin(2026, 10, 24, 0)))
    assert changed.starts - changed.announced == 3 * HOUR


def test_an_hour_that_the_clocks_skip_is_later_and_of_two_the_first_is_meant() -> None:
    half_past_two = replace(FRIDAYS, days=(6,), minute=2 * 60 + 30)
    spring = next(occurrences(half_past_two, berlin(2027, 3, 27, 12)))
    assert spring.starts == berlin(2027, 3, 28, 3, 30)
    autumn = next(occurrences(half_past_two, berlin(2026, 10, 24, 12)))
    assert autumn.starts == datetime(2026, 10, 25, 0, 30, tzinfo=UTC).timestamp()


@pytest.mark.parametrize("month", [3, 10])
def test_the_same_people_meet_at_the_same_hour_a_week_later_also_when_the_clocks_are_changed_meanwhile(
    month: int,
) -> None:
    berlin = ZoneInfo("Europe/Berlin")
    sunday = max(day for day in range(25, 32) if date(2026, month, day).weekday() == 6)
    then = datetime(2026, month, sunday - 2, 20, 30, 40, tzinfo=berlin)
    for later in (timedelta(hours=2), timedelta(days=6), timedelta(days=7, hours=1)):
        weeks = 1 + later // timedelta(days=7)
        met = same_time_next_week(then.timestamp(), (then + later).timestamp(), "Europe/Berlin")
        assert datetime.fromtimestamp(met, berlin) == then.replace(second=0) + timedelta(days=7 * weeks)


@given(RULES, MOMENTS)
def test_the_next_ones_are_those_that_a_calendar_has(rule: Recurrence, after: float) -> None:
    held = list(islice(occurrences(rule, after), 5))
    zone = ZoneInfo(rule.zone)
    there = [datetime.fromtimestamp(each.starts, UTC).astimezone(zone) for each in held]
    first, last = datetime.fromtimestamp(after, UTC).astimezone(zone).date(), there[-1].date()
    days = (first + timedelta(days=ahead) for ahead in range((last - first).days + 1))
    expected = [
        moment
        for day in days
        if day.weekday() in rule.days and (week_of(day) - rule.week) % rule.weeks == 0
        if (
            moment := datetime(day.year, day.month, day.day, *divmod(rule.minute, 60), tzinfo=zone)
        ).timestamp()
        > after
    ]
    assert [each.starts for each in held] == [moment.timestamp() for moment in expected[:5]]


@given(RULES, MOMENTS)
def test_they_come_one_after_the_other_and_are_announced_before(rule: Recurrence, after: float) -> None:
    held = list(islice(occurrences(rule, after), 6))
    assert held[0].starts > after
    for one, other in pairwise(held):
        assert other.starts - one.starts >= DAY - 2 * HOUR
    for each in held:
        assert abs(each.starts - each.announced - rule.ahead) <= 2 * HOUR
        assert each.announced < each.starts or rule.ahead <= 2 * HOUR
        assert next(occurrences(rule, each.starts - 1)) == each


def test_every_second_week() -> None:
    rule = replace(FRIDAYS, weeks=2)
    held = [each.starts for each in islice(occurrences(rule, berlin(2026, 10, 1, 0)), 3)]
    assert held == [berlin(2026, 10, 2, 20), berlin(2026, 10, 16, 20), berlin(2026, 10, 30, 20)]


def test_a_week_begins_on_monday() -> None:
    sunday, monday = date(2026, 11, 22), date(2026, 11, 23)
    assert week_of(sunday) + 1 == week_of(monday) == week_of(monday + timedelta(days=6))


# once more


CUP = replace(default_settings(KING, "Friday cup"), check_in=20 * MINUTE)


def test_the_same_again_is_on_the_next_such_day_at_the_same_hour() -> None:
    cup = replace(CUP, starts=berlin(2026, 10, 23, 20), opens=berlin(2026, 10, 21, 20), cap=16)
    again = once_more(cup, berlin(2026, 10, 23, 23), "Europe/Berlin")
    assert again.starts == berlin(2026, 10, 30, 20)
    assert again.opens == berlin(2026, 10, 28, 20)  # as long before the start as it was
    assert (again.name, again.cap, again.check_in) == ("Friday cup #2", 16, CUP.check_in)
    long_after = once_more(cup, berlin(2027, 1, 8, 19, 30), "Europe/Berlin")
    assert long_after.starts == berlin(2027, 1, 15, 20)  # half an hour is too short a notice
    assert long_after.opens == berlin(2027, 1, 13, 20)


def test_the_next_one_comes_after_one_that_is_still_to_come() -> None:
    cup = replace(CUP, starts=berlin(2026, 12, 4, 20))
    assert once_more(cup, berlin(2026, 11, 1, 12), "Europe/Berlin").starts == berlin(2026, 12, 11, 20)


def test_without_a_start_it_begins_when_the_organiser_says_so_again() -> None:
    again = once_more(replace(CUP, check_in=0.0, opens=5.0), 1_800_000_000.0, "UTC")
    assert (again.starts, again.opens) == (None, None)


@given(
    MOMENTS,
    st.floats(-400 * DAY, 400 * DAY),
    st.sampled_from(ZONES),
    st.sampled_from([0.0, 5 * MINUTE, DAY]),
    st.sampled_from([0.0, HOUR, 3 * DAY]),
)
def test_what_is_held_again_can_be_announced_now(
    now: float, off: float, zone: str, check_in: float, closes: float
) -> None:
    cup = replace(CUP, starts=now + off, check_in=check_in, closes=closes)
    again = once_more(cup, now, zone)
    assert checked_settings(KING, again, now) == again
    assert again.starts is not None
    assert again.starts - now > notice_needed(again)


@pytest.mark.parametrize(
    ("name", "after"),
    [("Friday cup", "Friday cup #2"), ("Friday cup #9", "Friday cup #10"), ("#3", "#3 #2"), ("A#1", "A #2")],
)
def test_the_next_number(name: str, after: str) -> None:
    assert next_name(name) == after


@given(st.text(min_size=1, max_size=LONGEST_NAME), st.integers(1, 99_999))
def test_a_name_with_its_number_is_never_too_long(base: str, number: int) -> None:
    name = numbered_name(base, number)
    assert len(name) <= LONGEST_NAME
    assert name.endswith(f"#{number}")
    if base.strip() and "#" not in base and not base[0].isspace():
        assert split_name(name)[1] == number
