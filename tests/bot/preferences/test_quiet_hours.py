"""Quiet hours by the clock on the wall: across midnight, and on the nights on which clocks are changed."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.preferences.people import QuietHours, quiet_until, zone_of
from bot.preferences.zone_names import zone_named, zones

BERLIN = ZoneInfo("Europe/Berlin")
LORD_HOWE = ZoneInfo("Australia/Lord_Howe")
NIGHT = QuietHours(22 * 60, 8 * 60)
ZONES = [
    "Europe/Berlin",
    "America/New_York",
    "Asia/Kathmandu",
    "Australia/Lord_Howe",
    "Pacific/Chatham",
    "Africa/Casablanca",
    "America/St_Johns",
    "Antarctica/Troll",
    "UTC",
]


def at(zone: ZoneInfo, *when: int, fold: int = 0) -> float:
    """The Unix time at which the clocks there show this; for the second time with `fold` 1."""
    return datetime(*when, tzinfo=zone, fold=fold).timestamp()  # type: ignore[misc, arg-type]


def shown(zone: ZoneInfo, moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).astimezone(zone).strftime("%d %H:%M")


def is_quiet(quiet: QuietHours, zone: ZoneInfo, moment: float) -> bool:
    wall = datetime.fromtimestamp(moment, UTC).astimezone(zone)
    minute = wall.hour * 60 + wall.minute
    if quiet.begin <= quiet.end:
        return quiet.begin <= minute < quiet.end
    return minute >= quiet.begin or minute < quiet.end


@pytest.mark.parametrize(
    ("now", "until"),
    [
        ((2027, 6, 10, 21, 59), None),
        ((2027, 6, 10, 22, 0), "11 08:00"),
        ((2027, 6, 10, 23, 30), "11 08:00"),
        ((2027, 6, 11, 0, 0), "11 08:00"),
        ((2027, 6, 11, 7, 59), "11 08:00"),
        ((2027, 6, 11, 8, 0), None),
        ((2027, 12, 31, 23, 0), "01 08:00"),
    ],
)
def test_a_quiet_night_lasts_over_midnight(now: tuple[int, ...], until: str | None) -> None:
    end = quiet_until(NIGHT, BERLIN, at(BERLIN, *now))
    assert (None if end is None else shown(BERLIN, end)) == until


def test_a_night_is_an_hour_shorter_or_longer_when_the_clocks_are_changed() -> None:
    for day, month, hours in ((27, 3, 9), (30, 10, 11), (12, 6, 10)):
        evening = at(BERLIN, 2027, month, day, 22, 0)
        assert quiet_until(NIGHT, BERLIN, evening) == evening + hours * 3600


def test_hours_that_end_at_a_time_that_is_left_out_end_when_the_clocks_are_put_forward() -> None:
    end = quiet_until(QuietHours(22 * 60, 2 * 60 + 30), BERLIN, at(BERLIN, 2027, 3, 27, 23, 0))
    assert end == at(BERLIN, 2027, 3, 28, 3, 0)


def test_hours_that_end_at_a_time_that_comes_twice_end_each_time() -> None:
    quiet = QuietHours(22 * 60, 2 * 60 + 30)
    assert quiet_until(quiet, BERLIN, at(BERLIN, 2027, 10, 30, 23, 0)) == at(BERLIN, 2027, 10, 31, 2, 30)
    again = at(BERLIN, 2027, 10, 31, 2, 10, fold=1)
    assert quiet_until(quiet, BERLIN, again) == at(BERLIN, 2027, 10, 31, 2, 30, fold=1)


def test_clocks_that_are_changed_by_half_an_hour() -> None:
    evening = at(LORD_HOWE, 2027, 4, 3, 22, 0)
    assert quiet_until(NIGHT, LORD_HOWE, evening) == evening + 10.5 * 3600


def test_hours_that_begin_when_they_end_are_none() -> None:
    assert quiet_until(QuietHours(480, 480), BERLIN, at(BERLIN, 2027, 6, 11, 8, 0)) is None


@given(
    zone=st.sampled_from(ZONES).map(ZoneInfo),
    begin=st.integers(0, 1439),
    end=st.integers(0, 1439),
    now=st.floats(at(BERLIN, 2026, 1, 1), at(BERLIN, 2029, 1, 1)),
)
@example(zone=BERLIN, begin=120, end=119, now=at(BERLIN, 2027, 3, 28, 3, 0))
@example(zone=BERLIN, begin=150, end=149, now=at(BERLIN, 2027, 10, 31, 2, 30))
def test_it_is_quiet_until_then_and_not_a_moment_longer(
    zone: ZoneInfo, begin: int, end: int, now: float
) -> None:
    quiet = QuietHours(begin, end)
    until = quiet_until(quiet, zone, now)
    assert (until is not None) == is_quiet(quiet, zone, now)
    if until is not None:
        assert now < until <= now + 26 * 3600
        assert not is_quiet(quiet, zone, until)
        assert is_quiet(quiet, zone, until - 0.001) or until - 0.001 < now
        steps = int((until - now) // 60)
        assert all(is_quiet(quiet, zone, now + step * 60) for step in range(steps))


def test_a_zone_is_found_by_its_name_or_by_a_city_and_by_nothing_else() -> None:
    assert zone_named(" europe/BERLIN ") == "Europe/Berlin"
    assert zone_named("new york") == "America/New_York"
    assert zone_named("utc") == "UTC"
    for typed in ("", "  ", "Tortuga", "../../etc/passwd", "Europe/"):
        assert zone_named(typed) is None


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        *[
            (typed, "Europe/Zurich")
            for typed in ("Zürich", "zurich", "ZUERICH", "Zurigo", "Genève", "Geneve", "Bern")
        ],
        *[(typed, "Europe/Vienna") for typed in ("Wien", "Vienna", "Vienne")],
        *[(typed, "Europe/Rome") for typed in ("Rom", "Roma", "Rome", "Mailand", "Milano")],
        *[(typed, "America/Sao_Paulo") for typed in ("São Paulo", "Sao Paulo", "san paolo", "sao_paulo")],
        *[(typed, "Europe/London") for typed in ("Londres", "Londra", "London")],
        *[(typed, "Europe/Berlin") for typed in ("Berlino", "München", "Muenchen", "munchen", "Köln")],
        *[(typed, "Europe/Moscow") for typed in ("Moskau", "Moscou", "Mosca", "Petersburg")],
        *[(typed, "America/St_Johns") for typed in ("St. John’s", "St John's", "st johns")],
        ("San Juan", "America/Puerto_Rico"),
        ("America/Argentina/San Juan", "America/Argentina/San_Juan"),
        ("Port-au-Prince", "America/Port-au-Prince"),
        ("Neu-Delhi", "Asia/Kolkata"),
        ("Kalkutta", "Asia/Kolkata"),
        ("Córdoba", "America/Cordoba"),
        ("Etc/GMT+3", None),
        ("Unbekannt", None),
    ],
)
def test_a_city_is_known_in_every_language_with_its_accents_or_without(typed: str, zone: str | None) -> None:
    assert zone_named(typed) == zone


def test_each_zone_is_found_by_its_own_name() -> None:
    assert all(zone_named(name) == name for name in zones())


def test_a_zone_that_is_no_more_counts_as_utc() -> None:
    for name in ("", "Europe", "Sea/Tortuga", "../x", "/etc/passwd"):
        assert zone_of(name).key == "UTC"
    assert all(zone_of(name).key == name for name in zones())
