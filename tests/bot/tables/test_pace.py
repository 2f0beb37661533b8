"""How fast a table plays, as people type it and read it."""

from __future__ import annotations

import pytest

from bot.pace import PACES, Pace, parse_duration
from bot.refusal import Refusal
from bot.tables import options


@pytest.mark.parametrize(
    ("typed", "seconds"),
    [("90 s", 90), ("10min", 600), ("36 h", 129600), ("3 d", 259200), ("1h 30min", 5400), ("0", 0), ("", 0)],
)
def test_a_length_of_time_is_read_as_people_write_it(typed: str, seconds: float):
    assert parse_duration(typed) == seconds


@pytest.mark.parametrize("typed", ["1h30", "1 h 30", "1H30", "1 Std. 30", "1 heure 30", "90 min"])
def test_minutes_after_hours_need_no_unit_as_in_a_time_of_day(typed: str):
    assert parse_duration(typed) == 5400.0


@pytest.mark.parametrize(
    "typed",
    [
        "1h5",
        "1h75",
        "2 d 30",
        "1h30 s 20",
        "1h300",
        "soon",
        "5",
        "-3 d",
        "3 d and a bit",
        "1e9 s",
        "h",
        "3 xs",
    ],
)
def test_what_is_no_length_of_time_is_none(typed: str):
    assert parse_duration(typed) is None


@pytest.mark.parametrize(
    ("move", "bank", "increment"),
    [
        ("soon", "0", "0"),
        ("10 s", "0", "0"),
        ("15 d", "0", "0"),
        ("", "1 d", "0"),
        ("1 d", "15 d", "0"),
        ("1 d", "3 d", "2 d"),
    ],
)
def test_a_pace_that_makes_no_good_game_is_refused_in_a_sentence(move: str, bank: str, increment: str):
    with pytest.raises(Refusal) as refusal:
        options.own_pace(move, bank, increment)
    assert refusal.value.reason == "input"


def test_a_pace_of_ones_own_is_what_was_typed():
    assert options.own_pace("36 h", "2d", "30 min") == Pace("own", 129600, 172800, 1800)


def test_without_a_reserve_nothing_is_brought_back_and_never_more_than_it_holds():
    assert options.own_pace("5 min", "0", "5 s") == Pace("own", 300, 0, 0)
    assert options.own_pace("1 d", "1 h", "2 h") == Pace("own", 86400, 3600, 3600)


@pytest.mark.parametrize("typed", ["2 hours", "2 Stunden", "2 heures", "2 ore", "120 minuti", "1 h 60 min"])
def test_a_length_of_time_can_be_typed_in_full(typed: str):
    assert parse_duration(typed) == 7200.0


def test_every_pace_can_be_chosen_by_its_name():
    assert [options.named_pace(name) for name in PACES] == list(PACES.values())
