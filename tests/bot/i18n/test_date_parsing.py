"""Moments as people type them, in four languages, also on the nights on which clocks are changed."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.i18n.date_parsing import parse_moment, weekdays_in

BERLIN = ZoneInfo("Europe/Berlin")
ZONES = [
    *("Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe", "Pacific/Chatham"),
    *("Africa/Casablanca", "America/St_Johns", "Antarctica/Troll", "Pacific/Apia", "UTC"),
]
HOUR, DAY = 3600.0, 86400.0


def at(*when: int, zone: ZoneInfo = BERLIN, fold: int = 0) -> float:
    """The Unix time at which the clocks there show this; for the second time with `fold` 1."""
    return datetime(*when, tzinfo=zone, fold=fold).timestamp()  # type: ignore[misc, arg-type]


THURSDAY = at(2026, 11, 26, 18, 15)
"""Now."""


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("20:00", (2026, 11, 26, 20, 0)),
        ("18:15", (2026, 11, 27, 18, 15)),
        ("8.30", (2026, 11, 27, 8, 30)),
        ("8 pm", (2026, 11, 26, 20, 0)),
        ("8:30 p.m.", (2026, 11, 26, 20, 30)),
        ("12 am", (2026, 11, 27, 0, 0)),
        ("12:05pm", (2026, 11, 27, 12, 5)),
        ("um 20 Uhr", (2026, 11, 26, 20, 0)),
        ("20 Uhr 30", (2026, 11, 26, 20, 30)),
        ("à 20h", (2026, 11, 26, 20, 0)),
        ("20h15", (2026, 11, 26, 20, 15)),
        ("20h30", (2026, 11, 26, 20, 30)),
        ("1h30", (2026, 11, 27, 1, 30)),
        ("alle ore 20:00", (2026, 11, 26, 20, 0)),
        ("today 17:00", (2026, 11, 26, 17, 0)),
        ("tomorrow 19:30", (2026, 11, 27, 19, 30)),
        ("19:30 tomorrow", (2026, 11, 27, 19, 30)),
        ("morgen um 19:30 Uhr", (2026, 11, 27, 19, 30)),
        ("dans 1h30", (2026, 11, 26, 19, 45)),
        ("demain à 19h30", (2026, 11, 27, 19, 30)),
        ("domani alle 19:30", (2026, 11, 27, 19, 30)),
        ("Übermorgen 20:00", (2026, 11, 28, 20, 0)),
        ("après-demain 20:00", (2026, 11, 28, 20, 0)),
        ("aujourd\N{RIGHT SINGLE QUOTATION MARK}hui 21:00", (2026, 11, 26, 21, 0)),
        ("2026-12-01 20:00", (2026, 12, 1, 20, 0)),
        ("2026-12-01T20:00", (2026, 12, 1, 20, 0)),
        ("20:00 2026-12-01", (2026, 12, 1, 20, 0)),
        ("1.12. 20:00", (2026, 12, 1, 20, 0)),
        ("1.12.2027, 20.00", (2027, 12, 1, 20, 0)),
        ("25.11. 20:00", (2027, 11, 25, 20, 0)),
        ("31/12/2026 20:00", (2026, 12, 31, 20, 0)),
        ("12/31/2026 8 pm", (2026, 12, 31, 20, 0)),
        ("1 December 20:00", (2026, 12, 1, 20, 0)),
        ("December 1st, 2027 at 8 pm", (2027, 12, 1, 20, 0)),
        ("1. März 20 Uhr", (2027, 3, 1, 20, 0)),
        ("1er août 2027 à 20h", (2027, 8, 1, 20, 0)),
        ("1 dic 20:00", (2026, 12, 1, 20, 0)),
        ("29 February 20:00", (2028, 2, 29, 20, 0)),
        ("Friday 20:00", (2026, 11, 27, 20, 0)),
        ("Thu 20:00", (2026, 11, 26, 20, 0)),
        ("Donnerstag 18:00", (2026, 12, 3, 18, 0)),
        ("lunedì 20:00", (2026, 11, 30, 20, 0)),
        ("mardi 20h", (2026, 12, 1, 20, 0)),
        ("Tuesday 1 December 20:00", (2026, 12, 1, 20, 0)),
    ],
)
def test_a_moment_is_understood_as_people_write_it(typed: str, meant: tuple[int, ...]) -> None:
    assert parse_moment(typed, THURSDAY, BERLIN) == at(*meant)


@pytest.mark.parametrize(
    ("typed", "seconds"),
    [
        ("in 2 h", 2 * HOUR),
        ("in 2 hours and 30 minutes", 2.5 * HOUR),
        ("in 90 min", 1.5 * HOUR),
        ("+2h", 2 * HOUR),
        ("in 3 Tagen", 3 * DAY),
        ("dans 2 heures", 2 * HOUR),
        ("tra 2 ore", 2 * HOUR),
        ("fra 1 ora e 30 minuti", 1.5 * HOUR),
    ],
)
def test_so_long_from_now_is_counted_in_time_that_passes(typed: str, seconds: float) -> None:
    the_night_before_clocks_change = at(2026, 10, 25, 1, 30)
    assert (
        parse_moment(typed, the_night_before_clocks_change, BERLIN)
        == the_night_before_clocks_change + seconds
    )


@pytest.mark.parametrize(
    "typed",
    [
        *("", "soon", "20", "tomorrow", "2026-12-01", "25:00", "13 pm", "0 am", "20:60", "20:000"),
        *("31.2. 20:00", "2026-13-01 20:00", "3/4 20:00", "30 February 20:00", "32 May 20:00"),
        *("tomorrow 20:00 or 21:00", "20:00 21:00", "Wednesday 1 December 2026 20:00", "in", "in a while"),
        *("in 2 parrots", "99999-01-01 20:00", "20:00 <script>", "-5:00", "tomorrow tomorrow 20:00"),
    ],
)
def test_what_could_mean_anything_or_nothing_is_not_understood(typed: str) -> None:
    assert parse_moment(typed, THURSDAY, BERLIN) is None


def test_what_discord_writes_is_understood() -> None:
    assert parse_moment("<t:1796151600:f>", THURSDAY, BERLIN) == 1796151600
    assert parse_moment("<t:1796151600>", THURSDAY, BERLIN) == 1796151600


def test_a_time_that_the_clocks_skip_is_as_much_later() -> None:
    said = parse_moment("2027-03-28 02:30", THURSDAY, BERLIN)
    assert said == at(2027, 3, 28, 3, 30)


def test_of_a_time_that_comes_twice_the_first_still_to_come_is_meant() -> None:
    first, second = at(2026, 10, 25, 2, 30), at(2026, 10, 25, 2, 30, fold=1)
    assert second - first == HOUR
    assert parse_moment("2026-10-25 02:30", first - DAY, BERLIN) == first
    assert parse_moment("2:30", first - 60, BERLIN) == first
    assert parse_moment("2:30", first + 60, BERLIN) == second
    assert parse_moment("2:30", second, BERLIN) == at(2026, 10, 26, 2, 30)


MOMENTS = st.integers(1_500_000_000, 2_100_000_000)


@given(st.sampled_from(ZONES), MOMENTS, MOMENTS)
@example("Europe/Berlin", int(at(2026, 10, 25, 0, 0)), int(at(2026, 10, 25, 2, 30, fold=1)))
def test_a_moment_written_out_is_read_as_what_the_clocks_there_show(zone: str, now: int, then: int) -> None:
    there = ZoneInfo(zone)
    wall = datetime.fromtimestamp(then, UTC).astimezone(there)
    read = parse_moment(wall.strftime("%Y-%m-%d %H:%M"), now, there)
    assert read is not None
    shown = datetime.fromtimestamp(read, UTC).astimezone(there)
    assert shown.strftime("%Y-%m-%d %H:%M") == wall.strftime("%Y-%m-%d %H:%M")
    assert abs(read - (then - then % 60)) <= HOUR + 60


@given(st.sampled_from(ZONES), MOMENTS, st.integers(0, 23), st.integers(0, 59))
def test_a_time_alone_is_the_next_one(zone: str, now: int, hour: int, minute: int) -> None:
    read = parse_moment(f"{hour}:{minute:02}", now, ZoneInfo(zone))
    assert read is not None
    assert 0 < read - now <= DAY + 2 * HOUR  # two hours where the clocks are put back


@given(st.text(max_size=40), MOMENTS)
@example("1.1.0001 00:00", 1_500_000_000)
@example("9999-12-31 23:59", 1_500_000_000)
@pytest.mark.long
def test_whatever_is_typed_it_is_a_moment_or_not_understood(typed: str, now: int) -> None:
    for zone in ("Pacific/Kiritimati", "America/Los_Angeles"):
        read = parse_moment(typed, now, ZoneInfo(zone))
        assert read is None or isinstance(read, float)


@pytest.mark.parametrize(
    ("name", "days"),
    [
        ("Friday cup", {4}),
        ("Freitagsrunde am Hafen", {4}),
        ("Coupe du VENDREDI", {4}),
        ("Coppa del venerdì, o di sabato", {4, 5}),
        ("Evening cup", set()),
        ("Monks of the Sun", set()),
    ],
)
def test_a_name_says_of_which_days_it_speaks(name: str, days: set[int]) -> None:
    assert weekdays_in(name) == days
