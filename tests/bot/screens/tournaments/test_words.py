"""A tournament's settings in sentences."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.i18n import Reader
from bot.pace import BLITZ, DAILY, DAY, HOUR, MINUTE, NONE
from bot.screens.tournaments.settings_text import (
    attendance_in_lines,
    entry_in_lines,
    expected_length,
    format_in_lines,
    moments_in_lines,
    plan_in_lines,
    rounds_in_words,
    settings_in_lines,
)
from bot.tournaments.formats.engine import plan
from bot.tournaments.model import TournamentSettings
from bot.tournaments.pairing.event import EventOptions, Fill, TieBreak
from games.catalogue import catalogue
from games.text import Text
from tests.bot.screens.puppet import Puppet

CUP = TournamentSettings("Evening cup")
GAME = catalogue()["skull-king"]
"""One of a known length: 250 moves and more."""


def said(texts: list[Text] | Text) -> str:
    """The sentences, in English."""
    reader = Reader("en-GB", Puppet())
    return "\n".join(map(reader, texts if isinstance(texts, list) else [texts]))


def how(**options: object) -> str:
    """What is said of the draw with these options."""
    return said(format_in_lines(replace(CUP, how=EventOptions(**options))))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({}, "Swiss: everyone plays every round"),
        ({"format": "knock-out"}, "Knock-out: the best of each pod goes on"),
        ({"format": "knock-out", "go_on": 2}, "Knock-out: the best 2 of each pod go on"),
        ({"format": "round-robin"}, "Round robin: everyone meets everyone"),
        ({"format": "groups", "go_on": 2}, "a final for the best 2 of each group"),
        ({"format": "league"}, "League: everyone meets everyone, by a fixed calendar"),
    ],
)
def test_every_format_is_said_in_a_sentence(options: dict[str, object], sentence: str) -> None:
    assert sentence in how(**options)


def test_pods_are_said_with_their_sizes() -> None:
    assert "Pods of 3 to 6, ideally 4" in how()
    assert "Pods of 4 players\n" in how(fewest=4, most=4)


def test_the_published_points_are_said_and_those_of_ones_own_instead() -> None:
    assert "First in a pod gets 60 points" in how()
    own = how(fewest=3, most=4, preferred=4, points={3: (5, 3, 0), 4: (10, 5, 2, 0)})
    assert "Points in a pod of 4, first place first: 10, 5, 2 and 0" in own
    assert "Points in a pod of 3, first place first: 5, 3 and 0" in own
    assert "60 points" not in own
    assert "share the average" in own


def test_own_points_for_some_sizes_stand_beside_the_published_ones() -> None:
    told = how(points={4: (10, 5, 2, 0)})
    assert "60 points" in told
    assert "10, 5, 2 and 0" in told


def test_tie_breaks_are_said_in_their_order_with_the_lot_at_last() -> None:
    assert (
        "in this order: the opponents' average points, the best places, head to head and a random draw"
        in how()
    )
    other = how(tie_breaks=(TieBreak.HEAD_TO_HEAD, TieBreak.OPPONENTS))
    assert "in this order: head to head, the opponents' average points and a random draw" in other
    assert "in this order: a random draw" in how(tie_breaks=())


def test_what_fills_pods_is_said_with_what_a_bye_is_worth() -> None:
    assert "means a bye, worth 30 points" in how()
    assert "means a bye, worth 4.25 points" in how(points={4: (10, 5, 2, 0)})
    assert "Robots fill up pods of fewer than 3" in how(fill=Fill.ROBOTS)
    knock_out = how(format="knock-out")
    assert "a bye: you go on without playing" in knock_out
    assert "30 points" not in knock_out.partition("a bye")[2]


def test_what_becomes_of_those_who_do_not_come_is_said() -> None:
    assert "waits up to 10 minutes for its players" in said(attendance_in_lines(CUP))
    assert "a robot plays for whoever is missing" in said(attendance_in_lines(CUP))
    walk_over = replace(CUP, absent="walk-over", round_lasts=2 * HOUR)
    told = said(attendance_in_lines(walk_over))
    assert "no-shows get nothing" in told
    assert "A round lasts up to 2 hours" in told


def test_where_no_table_waits_nobody_is_said_to_be_replaced_when_it_opens() -> None:
    for absent in ("robot", "walk-over"):
        told = said(attendance_in_lines(replace(CUP, absent=absent, show_up=0.0)))
        assert "I deal as soon as a table opens" in told
        assert "Then" not in told


def test_when_the_next_round_begins_is_said() -> None:
    assert "its tables open 2 minutes later" in said(rounds_in_words(CUP))
    assert "the next round begins" in said(rounds_in_words(replace(CUP, between=0.0)))
    assert "A new round begins every 7 days" in said(rounds_in_words(replace(CUP, every=7 * DAY)))
    assert "The organiser draws each round" in said(rounds_in_words(replace(CUP, by_hand=True)))


def test_who_may_enter_is_said_as_far_as_not_everybody_may_at_any_time() -> None:
    assert said(entry_in_lines(CUP)) == ""
    told = said(entry_in_lines(replace(CUP, roles=(5, 6), cap=16, late=3, check_in=15 * MINUTE)))
    assert "Open to: <@&5> or <@&6>" in told
    assert "16 places; after that there's a waiting list." in told
    assert "until round 3 is drawn" in told
    assert "Check-in opens 15 minutes before the start" in told
    begun = said(entry_in_lines(replace(CUP, roles=(5, 6), cap=16, late=3, check_in=15 * MINUTE), open=False))
    assert "until round 3 is drawn" in begun
    assert "waiting list" not in begun, "nobody waits for a place any more"
    assert "Check-in" not in begun


def test_moments_are_shown_as_each_readers_own_clock_has_them() -> None:
    told = said(moments_in_lines(replace(CUP, opens=1_800_000_000.0, starts=1_800_007_200.0)))
    assert "Entries open <t:1800000000:R>: <t:1800000000:f>." in told
    assert "It starts <t:1800007200:R>: <t:1800007200:F>." in told
    assert "The organiser starts it" in said(moments_in_lines(CUP))
    assert "It starts when you press Begin now" in said(moments_in_lines(CUP, own=True))


def test_a_game_is_told_with_its_options_its_pace_and_what_it_counts_for() -> None:
    told = said(settings_in_lines(Puppet(), replace(CUP, rated=False), open=True))
    assert told.startswith("On a small island\n⏱️ Blitz: 2 minutes")
    assert "don't count for ratings" in told


# How long it will take


def planned(count: int, **changes: object) -> str:
    """What is said of the plan for so many."""
    settings = replace(CUP, **changes)
    return said(plan_in_lines(GAME, settings, plan(settings.how, count), count))


def test_rounds_and_time_are_said_for_as_many_as_are_in() -> None:
    told = planned(16, round_lasts=HOUR)
    assert (
        told
        == "3 rounds with 16 entrants, about 2 hours and 30 minutes in all, 3 hours and 30 minutes at most"
    )


def test_where_nothing_limits_a_move_nobody_can_say_how_long_it_takes() -> None:
    assert "lasts as long as it lasts" in planned(16, pace=NONE)
    assert "about 3 hours in all" in planned(16, pace=NONE, round_lasts=HOUR)


def test_a_league_takes_as_long_as_its_rounds_are_apart() -> None:
    league = TournamentSettings(
        "League", how=EventOptions(format="league"), every=7 * DAY, pace=DAILY, round_lasts=7 * DAY
    )
    found = expected_length(GAME, league, plan(league.how, 16))
    assert found.about is not None
    assert 21 * DAY < found.about <= 28 * DAY


def test_how_a_field_shrinks_to_the_final_is_said_round_by_round() -> None:
    told = planned(16, how=EventOptions(format="knock-out", go_on=1))
    assert "Players round by round: 16 and 4" in told
    assert "round by round" not in planned(16)


def test_with_too_few_it_is_said_how_many_it_takes() -> None:
    assert said(plan_in_lines(Puppet(), CUP, None, 1)).startswith("At least 3 entrants")


@pytest.mark.parametrize("pace", [BLITZ, DAILY, NONE])
@pytest.mark.parametrize("entrants", [3, 16, 128, 512])
def test_at_the_most_is_never_less_than_about(pace: object, entrants: int) -> None:
    settings = replace(CUP, pace=pace, round_lasts=HOUR)
    found = expected_length(GAME, settings, plan(settings.how, entrants))
    assert found.about is not None
    assert found.at_most is not None
    assert found.about <= found.at_most


@pytest.mark.parametrize(
    ("rounds", "words"),
    [(1, ""), (2, "Miss the first round and I ask"), (3, "miss two in a row"), (None, "miss two in a row")],
)
def test_who_misses_rounds_is_warned_of_what_can_come(rounds: int | None, words: str) -> None:
    dropping = replace(CUP, drop_absent=True, how=EventOptions(rounds=rounds))
    assert (words or "Each table waits") in said(attendance_in_lines(dropping))
    assert words or "Miss" not in said(attendance_in_lines(dropping))
