"""What a choice on the setup screen changes: what goes with it changes too, and nonsense is refused."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from itertools import product
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.pace import BLITZ, DAILY, DAY, HOUR, PACES, RELAXED
from bot.refusal import Refusal
from bot.tables.options import own_pace
from bot.tournaments.formats.catalogue import FORMATS
from bot.tournaments.game_lengths import WEEK, misfit
from bot.tournaments.model import Range, TournamentSettings
from bot.tournaments.pairing.event import Fill, Seeding, TieBreak
from bot.tournaments.settings import LONGEST_WORDS, checked_settings, default_settings
from bot.tournaments.setup_choices import (
    AUTO,
    LABELS,
    NO_TIE_BREAKS,
    needs_zone,
    organisers_hours,
    remedies,
    typed_entry,
    typed_lengths,
    typed_limits,
    typed_moment,
    typed_points,
    typed_words,
    with_pod_size,
)
from games.catalogue import catalogue
from games.contract import AnyGame
from games.text import english
from tests.bot.screens.tournaments.making import change_from_choice
from tests.support.table_play import GAME

NOW = 1_796_000_000.0
BERLIN = ZoneInfo("Europe/Berlin")
KING = catalogue()[GAME]
USUAL = default_settings(KING, "Evening cup")
WINDOW = {"name": "Evening cup", "opens": "", "starts": "", "check_in": "0", "cap": ""}


def after(what: str, *values: str, now: TournamentSettings = USUAL) -> TournamentSettings:
    """The settings after something was chosen; they make sense."""
    settings = replace(now, **change_from_choice(KING, now, what, values))
    assert checked_settings(KING, settings, NOW)
    return settings


def typed(**given: str) -> TournamentSettings:
    """The settings after the window for name, times and places was sent off."""
    fields: Mapping[str, str] = {**WINDOW, **given}
    return replace(USUAL, **typed_entry(fields.__getitem__, NOW, BERLIN, USUAL))


def test_pods_agree_on_an_hour_where_rounds_are_long_and_games_are_played_in_one_sitting() -> None:
    league = replace(default_settings(KING, "League", pace=BLITZ, format="league"), round_lasts=WEEK)
    hours = organisers_hours(KING, league)
    assert hours[0] == DAY
    assert hours[-1] < WEEK
    agreed = after("agreed_hour", f"{hours[-1]:.0f}", now=league)
    assert agreed.organisers_hour == hours[-1]
    assert agreed.longest_wait > hours[-1]
    assert misfit(KING, agreed) is None
    assert misfit(KING, replace(agreed, agreed_hour=WEEK)) is not None
    assert after("agreed_hour", "0", now=agreed).organisers_hour == 0
    for other in (USUAL, replace(agreed, pace=DAILY)):
        assert organisers_hours(KING, other) == []
        assert other.longest_wait == other.show_up
        with pytest.raises(Refusal):
            after("agreed_hour", f"{DAY:.0f}", now=other)


def test_a_format_brings_along_what_goes_with_it_and_leaves_nothing_of_the_last_one() -> None:
    league = after("format", "league")
    assert (league.how.format, league.pace) == ("league", DAILY)
    assert misfit(KING, league) is None
    assert after("format", "swiss", now=league) == USUAL
    groups = replace(league, how=replace(league.how, go_on=1, group_size=5, rounds=9), late=3)
    knock_out = after("format", "knock-out", now=groups)
    assert (knock_out.how.rounds, knock_out.how.group_size, knock_out.late) == (None, None, 0)


def test_a_pace_in_days_brings_waiting_times_that_are_good_for_it() -> None:
    daily = after("pace", "daily")
    assert (daily.pace, daily.show_up, daily.between) == (DAILY, 0.0, 0.0)
    assert after("pace", "blitz", now=daily) == USUAL
    walk_over = after("absent", "walk-over")
    assert after("pace", "daily", now=walk_over).absent == "robot"


def test_without_a_time_limit_for_moves_a_round_has_one() -> None:
    unlimited = after("pace", "none")
    assert unlimited.round_lasts >= WEEK
    assert misfit(KING, unlimited) is None


def test_what_somebody_chose_themselves_stays_when_the_format_changes() -> None:
    own = replace(USUAL, pace=RELAXED, game_options={"length": "swift"})
    league = after("format", "league", now=own)
    assert (league.pace, league.game_options) == (RELAXED, {"length": "swift"})
    assert misfit(KING, league) is None
    back = after("format", "swiss", now=league)
    assert (back.pace, back.game_options, back.every) == (RELAXED, {"length": "swift"}, 0.0)


@pytest.mark.parametrize("game", catalogue().values(), ids=catalogue())
def test_whatever_pace_and_format_are_chosen_they_fit_each_other(game: AnyGame) -> None:
    usual = default_settings(game, "Cup")
    for pace, format in product(PACES, FORMATS):
        chosen = replace(usual, **change_from_choice(game, usual, "pace", (pace,)))
        chosen = replace(chosen, **change_from_choice(game, chosen, "format", (format,)))
        assert misfit(game, checked_settings(game, chosen, NOW)) is None, (pace, format)


@pytest.mark.parametrize("game", catalogue().values(), ids=catalogue())
def test_each_remedy_makes_a_game_fit_its_round(game: AnyGame) -> None:
    weekly = replace(default_settings(game, "Cup", pace=DAILY, format="league"), every=WEEK, round_lasts=DAY)
    assert misfit(game, weekly) is not None
    found = remedies(game, weekly)
    assert {"pace.blitz"} < found.keys()
    for value in found:
        fitting = replace(weekly, **change_from_choice(game, weekly, "fit", (value,)))
        assert misfit(game, checked_settings(game, fitting, NOW)) is None
    with pytest.raises(Refusal):
        change_from_choice(game, weekly, "fit", ("round.5",))


def test_no_slower_pace_is_offered_as_a_faster_one() -> None:
    own = replace(USUAL, pace=own_pace("12 h", "0", "0"), round_lasts=DAY)
    assert [value for value in remedies(KING, own) if value.startswith("pace.")] == ["pace.blitz"]


def test_tables_may_wait_less_where_that_is_all_it_takes() -> None:
    usual = default_settings(KING, "Cup", pace=BLITZ)
    lazy = replace(usual, show_up=2 * HOUR, round_lasts=2 * HOUR)
    assert misfit(KING, lazy) is not None
    [wait] = [each for each in remedies(KING, lazy).values() if each.kind == "wait"]
    assert wait.changes == {"show_up": usual.show_up}
    weekly = replace(default_settings(KING, "League", pace=BLITZ, format="league"), round_lasts=WEEK)
    agreed = replace(weekly, agreed_hour=WEEK)
    [sooner] = [each for each in remedies(KING, agreed).values() if each.kind == "wait"]
    assert sooner.changes == {"agreed_hour": organisers_hours(KING, agreed)[-1]}
    assert 0 < sooner.changes["agreed_hour"] < WEEK


def test_no_shorter_wait_is_offered_where_it_would_not_be_enough() -> None:
    hopeless = replace(default_settings(KING, "Cup", pace=DAILY, format="league"), round_lasts=DAY)
    assert misfit(KING, hopeless) is not None
    assert [each for each in remedies(KING, hopeless).values() if each.kind == "wait"] == []


def test_shorter_games_are_offered_by_their_names_where_they_fit() -> None:
    weekly = replace(USUAL, pace=DAILY, round_lasts=2 * WEEK)
    named = {value for value, each in remedies(KING, weekly).items() if each.kind == "length"}
    assert "length.bedtime" in named
    assert "length.barrage" not in named
    short = after("fit", "length.bedtime", now=weekly)
    assert (short.game_options, short.round_lasts) == ({"length": "bedtime"}, 2 * WEEK)


@pytest.mark.parametrize(
    ("typed", "needed"),
    [("20:00", True), ("tomorrow 19:30", True), ("in 2 h", False), ("<t:1796000000:R>", False), ("", False)],
)
def test_a_time_on_the_clock_depends_on_where_somebody_lives(typed: str, needed: bool) -> None:
    assert needs_zone(typed, NOW) is needed


def test_a_walk_over_makes_the_tables_wait() -> None:
    daily = after("pace", "daily")
    assert after("absent", "walk-over", now=daily).show_up > 0
    assert after("absent", "walk-over").show_up == USUAL.show_up


def test_other_options_of_the_game_may_take_other_pods() -> None:
    changed = after("option.kraken", "True")
    assert changed.game_options["kraken"] is True
    assert after("option.kraken", "False", now=changed).game_options == {}


def test_pods_stay_within_their_smallest_and_largest() -> None:
    assert after("fewest", "5").how.preferred == 5
    assert after("most", "3").how.preferred == 3
    assert with_pod_size(KING, USUAL, 6).preferred == 6
    with pytest.raises(Refusal, match="Choose a pod size to fit"):
        with_pod_size(catalogue()["buccaneer"], default_settings(catalogue()["buccaneer"], "Cup"), 6)


@pytest.mark.parametrize(("size", "limits"), [(2, (2, 6)), (4, (3, 6)), (8, (3, 8))])
def test_the_limits_follow_the_size_that_is_asked_for(size: int, limits: tuple[int, int]) -> None:
    knock_out = replace(USUAL, how=replace(USUAL.how, format="knock-out", go_on=2))
    for how in (with_pod_size(KING, knock_out, size), after("preferred", str(size), now=knock_out).how):
        assert (how.preferred, how.fewest, how.most) == (size, *limits)
        assert checked_settings(KING, replace(knock_out, how=how), NOW)


def test_every_other_choice_is_what_it_says() -> None:
    assert after("rounds", "5").how.rounds == 5
    assert after("rounds", AUTO).how.rounds is None
    assert after("fill", "robots").how.fill is Fill.ROBOTS
    assert after("tie_breaks", "head-to-head,opponents").how.tie_breaks == (
        TieBreak.HEAD_TO_HEAD,
        TieBreak.OPPONENTS,
    )
    assert after("tie_breaks", NO_TIE_BREAKS).how.tie_breaks == ()
    assert after("rated", "0").rated is False
    assert after("by_hand", "1").by_hand
    assert after("roles", "11", "12").roles == (11, 12)
    assert after("roles").roles == ()
    assert after("late", "3").late == 3


@pytest.mark.parametrize(
    ("what", "value"),
    [
        *(("format", "duel"), ("rounds", "many"), ("go_on", ""), ("tie_breaks", "height"), ("fill", "")),
        *(("absent", "shot"), ("pace", "hasty"), ("option.parrot", "True"), ("option.kraken", "maybe")),
        *(("parrots", "1"), ("roles", "captain"), ("points", "9,9"), ("seed", "00")),
    ],
)
def test_what_no_list_offers_is_refused(what: str, value: str) -> None:
    with pytest.raises(Refusal):
        change_from_choice(KING, USUAL, what, [value])


def test_what_is_written_into_the_window_is_read_by_the_writers_clock() -> None:
    settings = typed(starts="2026-12-01 20:00", opens="2026-12-01 18:00", check_in="30 min", cap="16")
    assert (settings.starts, settings.opens) == (1_796_151_600.0, 1_796_144_400.0)
    assert (settings.check_in, settings.cap) == (1800.0, 16)
    assert typed_moment("2026-12-01 20:00", NOW, BERLIN) == 1_796_151_600.0
    nothing = typed()
    assert (nothing.starts, nothing.opens, nothing.check_in, nothing.cap) == (None, None, 0.0, 0)


def test_a_moment_that_stands_in_the_window_as_it_was_is_kept_to_the_second() -> None:
    kept = replace(USUAL, starts=1_796_151_642.0)
    fields: Mapping[str, str] = {**WINDOW, "starts": "2026-12-01 20:00"}
    assert typed_entry(fields.__getitem__, NOW, BERLIN, kept)["starts"] == 1_796_151_642.0
    fields = {**WINDOW, "starts": "2026-12-01 20:01"}
    assert typed_entry(fields.__getitem__, NOW, BERLIN, kept)["starts"] == 1_796_151_660.0


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("starts", "soon"),
        ("opens", "25:00"),
        ("check_in", "a while"),
        ("cap", "a few"),
        ("cap", "-3"),
        ("cap", "²"),
    ],
)
def test_what_cannot_be_read_is_refused_in_the_words_it_was_written_in(field: str, value: str) -> None:
    with pytest.raises(Refusal) as refused:
        typed(**{field: value})
    said = english(refused.value.text)
    assert said.startswith(f"{english(LABELS[field])}: ")
    assert f"“{value}”" in said


def test_all_that_cannot_be_read_is_named_at_once_each_by_what_stands_above_it() -> None:
    with pytest.raises(Refusal) as refused:
        typed(starts="half past never", check_in="soon", cap="lots")
    lines = english(refused.value.text).split("\n")
    assert [line.partition(": ")[0] for line in lines] == [
        "When it starts",
        "Check-in before the start",
        "How many can enter",
    ]
    assert all(word in line for word, line in zip(("never", "soon", "lots"), lines, strict=True))


def test_nothing_is_announced_for_the_year_after_next() -> None:
    with pytest.raises(Refusal) as refused:
        typed(starts="2029-12-01 20:00")
    assert "more than a year" in english(refused.value.text)


def test_lengths_of_time_and_a_pace_of_ones_own_are_read_like_those_of_a_table() -> None:
    fields = {"round_lasts": "3 d", "between": "5 min", "show_up": "0", "every": "7 d"}
    changes = typed_lengths(fields.__getitem__)
    assert changes == {"round_lasts": 3 * 86400.0, "between": 300.0, "show_up": 0.0, "every": WEEK}
    assert own_pace("90 s", "2 h", "0").move == 90.0


def test_points_for_a_pod_are_as_many_as_places_or_the_published_ones() -> None:
    own = replace(USUAL, **typed_points(USUAL, 4, "10, 6; 3 0"))
    assert own.how.points == {4: (10, 6, 3, 0)}
    assert checked_settings(KING, own, NOW)
    assert typed_points(own, 4, " ")["how"].points == {}
    assert after("points", AUTO, now=own).how.points == {}
    for wrong in ("10, 6, 3", "10 6 3 x", "10 6 3 -1", "10 6 3 99999", "10.5 6 3 0"):
        with pytest.raises(Refusal, match="as points for a pod"):
            typed_points(USUAL, 4, wrong)


@pytest.mark.parametrize("size", range(2, 11))
def test_the_example_of_points_can_be_given_for_the_pod_it_is_told_about(size: int) -> None:
    with pytest.raises(Refusal) as refused:
        typed_points(USUAL, size, "a hundred")
    example = str(refused.value.text.values["example"])
    own = replace(USUAL, **typed_points(USUAL, size, example))
    assert len(own.how.points[size]) == size
    assert checked_settings(KING, own, NOW)


@given(st.text(max_size=30), st.lists(st.text(max_size=20), max_size=3))
def test_whatever_is_pressed_it_is_a_change_or_a_refusal(what: str, values: list[str]) -> None:
    with suppress(Refusal):
        assert replace(USUAL, **change_from_choice(KING, USUAL, what, values))


NO_LIMITS = dict.fromkeys(("ratings", "games_played", "stayed", "membership"), "")


@pytest.mark.parametrize(
    ("typed", "limits"),
    [
        ("", Range()),
        ("  ", Range()),
        ("5-20", Range(5, 20)),
        ("5 – 20", Range(5, 20)),
        ("5-", Range(5, None)),
        ("-20", Range(None, 20)),
        ("0-", Range()),
        ("0-9", Range(None, 9)),
    ],
)
def test_limits_have_both_ends_or_one_or_none(typed: str, limits: Range) -> None:
    assert typed_limits({**NO_LIMITS, "ratings": typed}.__getitem__) == {
        "ratings": limits,
        "games_played": Range(),
        "stayed": Range(),
        "membership": Range(),
    }


def test_time_on_the_server_is_typed_as_any_length_of_time() -> None:
    typed = {**NO_LIMITS, "membership": "36 h-30 d"}
    assert typed_limits(typed.__getitem__)["membership"] == Range(36 * 3600, 30 * 86_400)


@pytest.mark.parametrize("typed", ["5", "five-", "5-x", "5-20-30", "+5-", "1.5-2"])
def test_limits_that_cannot_be_read_are_refused(typed: str) -> None:
    with pytest.raises(Refusal):
        typed_limits({**NO_LIMITS, "ratings": typed}.__getitem__)


def test_limits_that_let_nobody_in_are_refused() -> None:
    settings = replace(default_settings(KING, "Cup"), games_played=Range(9, 5))
    with pytest.raises(Refusal):
        checked_settings(KING, settings, 0.0)


def test_words_keep_their_lines_and_lose_empty_ones() -> None:
    typed = {"description": "  One \r\n\r\n two\u2028three", "prizes": " \n ", "house_rules": "x"}
    assert typed_words(typed.__getitem__) == {
        "description": "One\ntwo\nthree",
        "prizes": "",
        "house_rules": "x",
    }


def test_words_that_are_too_long_for_the_announcement_are_refused() -> None:
    for field, most in LONGEST_WORDS.items():
        settings = default_settings(KING, "Cup")
        assert checked_settings(KING, replace(settings, **{field: "x" * most}), 0.0)
        with pytest.raises(Refusal):
            checked_settings(KING, replace(settings, **{field: "x" * (most + 1)}), 0.0)


@pytest.mark.parametrize("what", ["ping", "champion_role", "tables_channel"])
def test_a_role_or_channel_is_chosen_by_its_id_or_not_at_all(what: str) -> None:
    now = default_settings(KING, "Cup")
    assert change_from_choice(KING, now, what, ["123"]) == {what: 123}
    assert change_from_choice(KING, now, what, []) == {what: 0}
    for wrong in ("-5", "x", "1.5", "٣"):
        with pytest.raises(Refusal):
            change_from_choice(KING, now, what, [wrong])


def test_a_format_without_pods_by_rating_takes_them_away() -> None:
    now = default_settings(KING, "Cup")
    now = replace(now, **change_from_choice(KING, now, "seeding", ["snake"]))
    assert now.how.seeding is Seeding.SNAKE
    league = replace(now, **change_from_choice(KING, now, "format", ["league"]))
    assert league.how.seeding is Seeding.LOT
    cup = replace(now, **change_from_choice(KING, now, "format", ["knock-out"]))
    assert cup.how.seeding is Seeding.SNAKE
