"""Days of vacation are counted: each once, for its year, and not more than there are."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.preferences import people
from bot.preferences.people import DAYS_A_YEAR, VacationDays, Vacations, VacationTooLong

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
    taken = people.begin_vacation(Vacations(), MAY, MAY)
    assert people.vacation_days_left(taken, 2027) == DAYS_A_YEAR - 1
    assert people.vacation_days_left(people.end_vacation(taken, MAY), 2027) == DAYS_A_YEAR - 1


def test_days_that_have_not_begun_are_given_back():
    taken = people.begin_vacation(Vacations(), MAY, date(2027, 5, 20))
    assert people.vacation_days_left(taken, 2027) == DAYS_A_YEAR - 20
    back = people.end_vacation(taken, date(2027, 5, 3))
    assert back == Vacations((VacationDays(MAY, date(2027, 5, 3)),))
    assert people.vacation_days_left(back, 2027) == DAYS_A_YEAR - 3


def test_going_again_on_the_day_of_coming_back_does_not_count_that_day_twice():
    back = people.end_vacation(people.begin_vacation(Vacations(), MAY, date(2027, 5, 20)), date(2027, 5, 3))
    again = people.begin_vacation(back, date(2027, 5, 3), date(2027, 5, 4))
    assert people.vacation_days_left(again, 2027) == DAYS_A_YEAR - 4


def test_a_vacation_that_goes_on_can_be_made_longer_and_shorter():
    taken = people.begin_vacation(Vacations(), MAY, date(2027, 5, 10))
    longer = people.begin_vacation(taken, date(2027, 5, 2), date(2027, 5, 30))
    assert people.vacation_days_left(longer, 2027) == 0
    assert (
        people.vacation_days_left(people.begin_vacation(longer, date(2027, 5, 3), date(2027, 5, 4)), 2027)
        == 26
    )


def test_one_at_the_turn_of_the_year_takes_from_both():
    taken = people.begin_vacation(Vacations(), CHRISTMAS, date(2028, 1, 6))
    assert people.vacation_days_left(taken, 2027) == DAYS_A_YEAR - 8
    assert people.vacation_days_left(taken, 2028) == DAYS_A_YEAR - 6


def test_each_year_has_its_own_days():
    spent = people.begin_vacation(Vacations(), MAY, date(2027, 5, 30))
    home = people.end_vacation(spent, date(2027, 5, 30))
    with pytest.raises(VacationTooLong) as refused:
        people.begin_vacation(home, CHRISTMAS, date(2028, 1, 6))
    assert (refused.value.year, refused.value.left) == (2027, 0)
    assert (
        people.vacation_days_left(people.begin_vacation(home, date(2028, 1, 1), date(2028, 1, 30)), 2028) == 0
    )


def test_more_than_there_is_is_refused_with_what_is_left():
    with pytest.raises(VacationTooLong) as refused:
        people.begin_vacation(Vacations(), MAY, MAY + timedelta(days=DAYS_A_YEAR))
    assert (refused.value.year, refused.value.left) == (2027, DAYS_A_YEAR)
    with pytest.raises(ValueError, match="is before"):
        people.begin_vacation(Vacations(), MAY, MAY - timedelta(days=1))


def test_it_ends_at_midnight_where_its_owner_lives():
    taken = people.begin_vacation(Vacations(), MAY, date(2027, 5, 2))
    assert people.vacation_end(taken, UTC) == datetime(2027, 5, 3, tzinfo=UTC).timestamp()
    assert (
        people.vacation_end(taken, ZoneInfo("Europe/Berlin"))
        == datetime(2027, 5, 2, 22, tzinfo=UTC).timestamp()
    )
    assert people.vacation_end(people.end_vacation(taken, MAY), UTC) is None
    assert people.local_date(
        datetime(2027, 5, 2, 23, tzinfo=UTC).timestamp(), ZoneInfo("Europe/Berlin")
    ) == date(2027, 5, 3)


steps = st.lists(st.tuples(st.integers(0, 90), st.booleans(), st.integers(0, 45)), max_size=25)


@given(st.dates(date(2026, 1, 1), date(2030, 12, 31)), steps)
def test_whatever_people_plan_no_day_counts_twice_and_no_year_has_more_than_there_are(start, steps):
    vacations, away, now = Vacations(), set[date](), start
    for pause, begins, length in steps:
        for _day in range(pause):  # day by day, as a house ends what is over
            until = people.vacation_end(vacations, UTC)
            if until is not None:
                if datetime(now.year, now.month, now.day, tzinfo=UTC).timestamp() >= until:
                    vacations = people.end_vacation(vacations, now)
                else:
                    away.add(now)
            now += timedelta(days=1)
        if begins:
            last = now + timedelta(days=length)
            with suppress(VacationTooLong):
                vacations = people.begin_vacation(vacations, now, last)
                assert vacations.taken[-1].last == last
        else:
            vacations = people.end_vacation(vacations, now)
        until = people.vacation_end(vacations, UTC)
        if until is not None and datetime(now.year, now.month, now.day, tzinfo=UTC).timestamp() < until:
            away.add(now)
        counted = days_of(vacations)
        assert sum((days.last - days.first).days + 1 for days in vacations.taken) == len(counted)
        assert {day for day in away if day.year >= now.year - 1} <= counted
        for year in {day.year for day in counted}:
            assert (
                people.vacation_days_used(vacations, year)
                == sum(day.year == year for day in counted)
                <= DAYS_A_YEAR
            )
