"""Days of vacation are counted: each once, for its year, and not more than there are."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.wishes import vacation
from bot.wishes.vacation import DAYS_A_YEAR, Days, TooLong, Vacations

MAY = date(2027, 5, 1)
CHRISTMAS = date(2027, 12, 24)


def days_of(vacations: Vacations) -> set[date]:
    """Every day that counts."""
    return {
        days.first + timedelta(days=at)
        for days in vacations.taken
        for at in range((days.last - days.first).days + 1)
    }


def test_a_day_of_which_any_part_is_taken_counts():
    taken = vacation.begun(Vacations(), MAY, MAY)
    assert vacation.left(taken, 2027) == DAYS_A_YEAR - 1
    assert vacation.left(vacation.ended(taken, MAY), 2027) == DAYS_A_YEAR - 1


def test_days_that_have_not_begun_are_given_back():
    taken = vacation.begun(Vacations(), MAY, date(2027, 5, 20))
    assert vacation.left(taken, 2027) == DAYS_A_YEAR - 20
    back = vacation.ended(taken, date(2027, 5, 3))
    assert back == Vacations((Days(MAY, date(2027, 5, 3)),))
    assert vacation.left(back, 2027) == DAYS_A_YEAR - 3


def test_going_again_on_the_day_of_coming_back_does_not_count_that_day_twice():
    back = vacation.ended(vacation.begun(Vacations(), MAY, date(2027, 5, 20)), date(2027, 5, 3))
    again = vacation.begun(back, date(2027, 5, 3), date(2027, 5, 4))
    assert vacation.left(again, 2027) == DAYS_A_YEAR - 4


def test_a_vacation_that_goes_on_can_be_made_longer_and_shorter():
    taken = vacation.begun(Vacations(), MAY, date(2027, 5, 10))
    longer = vacation.begun(taken, date(2027, 5, 2), date(2027, 5, 30))
    assert vacation.left(longer, 2027) == 0
    assert vacation.left(vacation.begun(longer, date(2027, 5, 3), date(2027, 5, 4)), 2027) == 26


def test_one_at_the_turn_of_the_year_takes_from_both():
    taken = vacation.begun(Vacations(), CHRISTMAS, date(2028, 1, 6))
    assert vacation.left(taken, 2027) == DAYS_A_YEAR - 8
    assert vacation.left(taken, 2028) == DAYS_A_YEAR - 6


def test_each_year_has_its_own_days():
    spent = vacation.begun(Vacations(), MAY, date(2027, 5, 30))
    home = vacation.ended(spent, date(2027, 5, 30))
    with pytest.raises(TooLong) as refused:
        vacation.begun(home, CHRISTMAS, date(2028, 1, 6))
    assert (refused.value.year, refused.value.left) == (2027, 0)
    assert vacation.left(vacation.begun(home, date(2028, 1, 1), date(2028, 1, 30)), 2028) == 0


def test_more_than_there_is_is_refused_with_what_is_left():
    with pytest.raises(TooLong) as refused:
        vacation.begun(Vacations(), MAY, MAY + timedelta(days=DAYS_A_YEAR))
    assert (refused.value.year, refused.value.left) == (2027, DAYS_A_YEAR)
    with pytest.raises(ValueError, match="is before"):
        vacation.begun(Vacations(), MAY, MAY - timedelta(days=1))


def test_it_ends_at_midnight_where_its_owner_lives():
    taken = vacation.begun(Vacations(), MAY, date(2027, 5, 2))
    assert vacation.ends(taken, UTC) == datetime(2027, 5, 3, tzinfo=UTC).timestamp()
    assert vacation.ends(taken, ZoneInfo("Europe/Berlin")) == datetime(2027, 5, 2, 22, tzinfo=UTC).timestamp()
    assert vacation.ends(vacation.ended(taken, MAY), UTC) is None
    assert vacation.today(
        datetime(2027, 5, 2, 23, tzinfo=UTC).timestamp(), ZoneInfo("Europe/Berlin")
    ) == date(2027, 5, 3)


steps = st.lists(st.tuples(st.integers(0, 90), st.booleans(), st.integers(0, 45)), max_size=25)


@given(st.dates(date(2026, 1, 1), date(2030, 12, 31)), steps)
def test_whatever_people_plan_no_day_counts_twice_and_no_year_has_more_than_there_are(start, steps):
    vacations, away, now = Vacations(), set[date](), start
    for pause, begins, length in steps:
        for _day in range(pause):  # day by day, as a house ends what is over
            until = vacation.ends(vacations, UTC)
            if until is not None:
                if datetime(now.year, now.month, now.day, tzinfo=UTC).timestamp() >= until:
                    vacations = vacation.ended(vacations, now)
                else:
                    away.add(now)
            now += timedelta(days=1)
        if begins:
            last = now + timedelta(days=length)
            with suppress(TooLong):
                vacations = vacation.begun(vacations, now, last)
                assert vacations.taken[-1].last == last
        else:
            vacations = vacation.ended(vacations, now)
        until = vacation.ends(vacations, UTC)
        if until is not None and datetime(now.year, now.month, now.day, tzinfo=UTC).timestamp() < until:
            away.add(now)
        counted = days_of(vacations)
        assert sum((days.last - days.first).days + 1 for days in vacations.taken) == len(counted)
        assert {day for day in away if day.year >= now.year - 1} <= counted
        for year in {day.year for day in counted}:
            assert vacation.used(vacations, year) == sum(day.year == year for day in counted) <= DAYS_A_YEAR
