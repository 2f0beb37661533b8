"""Who does not come: asked after one round, out after two, back with a press; and where nobody comes."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import msgspec
import pytest

from bot.i18n import Reader
from bot.pace import DAY
from bot.tables import leaving
from bot.tournaments import actions
from bot.tournaments.attendance import sat_out
from bot.tournaments.model import CommittedChange, Tournament, TournamentSettings
from bot.tournaments.outbox import MissedRound, Trouble
from bot.tournaments.pairing.event import PairingProblem
from tests.bot.tournaments.conftest import HOUR, MINUTE, Evening, entrant
from tests.bot.tournaments.test_actions import event_of
from tests.bot.tournaments.test_entries import refused

SHOW_UP = {"show_up": MINUTE, "drop_absent": True, "how": {"absent_last": True, "rounds": 4}}
EVERYBODY = frozenset(range(101, 109))


async def begun(evening: Evening, **changes: Any) -> Tournament:
    """A cup of eight, whose first tables wait."""
    t = await evening.announced(**{**SHOW_UP, "by_hand": True, **changes})
    await evening.join(t, *sorted(EVERYBODY))
    return (await evening.act(t, actions.Begin())).tournament


async def round_played(evening: Evening, t: Tournament, coming: Collection[int]) -> Tournament:
    """The next round is opened and played; these come to its tables."""
    if (t.record.drawn is None and t.settings.by_hand) or t.record.trouble:
        await evening.act(t, actions.Draw())
    if (await evening.now(t)).record.drawn is not None:
        await evening.act(t, actions.OpenRound())
    await evening.settled()
    for table in await evening.pod_tables(t):
        for seat in table.awaited:
            user = table.seats[seat].person
            if user is not None and user in coming:
                await evening.tables.pods.check_in(evening.press(user), table.id)
    await evening.passes(12 * HOUR)
    t = await evening.now(t)
    assert not t.open_pods()
    return t


def told(evening: Evening) -> list[tuple[int, tuple[str, ...], bool]]:
    """Who was asked, and who was told that they are out."""
    missed = evening.tournament_publisher.told("missed", MissedRound)
    return [(one.round, one.entrants, one.out) for one in missed]


async def test_who_misses_one_round_is_asked_and_who_misses_the_next_is_drawn_no_more(
    evening: Evening,
) -> None:
    t = await round_played(evening, await begun(evening), EVERYBODY - {103})
    assert told(evening) == [(1, ("3",), False)]
    assert entrant(t, 103).state == "in"
    t = await round_played(evening, t, EVERYBODY - {103})
    assert told(evening)[1:] == [(2, ("3",), True)]
    assert entrant(t, 103).state == "dropped"
    assert all("3" not in pod.seats for one in event_of(t).rounds[2:] for pod in one.pods)


async def test_who_says_that_they_are_still_in_is_asked_again(evening: Evening) -> None:
    t = await round_played(evening, await begun(evening), EVERYBODY - {103})
    await evening.tournament_service.still_in(evening.press(103), t.id)
    again = evening.tournament_service.still_in(evening.press(103), t.id)
    assert (await refused(again)).reason == "twice"
    t = await round_played(evening, await evening.now(t), EVERYBODY - {103})
    assert told(evening)[1:] == [(2, ("3",), False)]
    assert entrant(t, 103).state == "in"


async def test_who_came_in_between_is_not_out(evening: Evening) -> None:
    t = await round_played(evening, await begun(evening), EVERYBODY - {103})
    t = await round_played(evening, t, EVERYBODY)
    t = await round_played(evening, t, EVERYBODY - {103})
    assert told(evening) == [(1, ("3",), False), (3, ("3",), False)]
    assert entrant(t, 103).state == "in"


async def test_a_press_brings_back_who_was_dropped_for_that_and_nobody_else(evening: Evening) -> None:
    t = await round_played(evening, await begun(evening), EVERYBODY - {103})
    t = await round_played(evening, t, EVERYBODY - {103})
    await evening.tournament_service.withdraw(evening.press(104), t.id)
    gone = evening.tournament_service.still_in(evening.press(104), t.id)
    assert (await refused(gone)).reason == "late"
    t = (await evening.tournament_service.still_in(evening.press(103), t.id)).tournament
    assert entrant(t, 103).state == "in"
    t = await round_played(evening, t, EVERYBODY - {103, 104})
    assert told(evening)[2:] == [(3, ("3",), False)]
    assert "3" in {who for pod in event_of(t).rounds[2].pods for who in pod.seats}


async def test_a_stranger_and_whoever_came_are_told_that_there_is_nothing_to_say(evening: Evening) -> None:
    t = await round_played(evening, await begun(evening), EVERYBODY - {103})
    for user, reason in ((999, "foreign"), (101, "twice")):
        press = evening.tournament_service.still_in(evening.press(user), t.id)
        assert (await refused(press)).reason == reason


async def test_in_the_last_round_nobody_is_asked_or_dropped(evening: Evening) -> None:
    t = await begun(evening, how={"absent_last": True, "rounds": 1})
    t = await round_played(evening, t, EVERYBODY - {103})
    assert t.phase == "over"
    assert told(evening) == []


async def test_in_the_last_round_of_the_groups_nobody_is_asked_and_whoever_is_out_then_stays_out(
    evening: Evening,
) -> None:
    how = {"absent_last": True, "rounds": 2, "go_on": 2}
    t = await round_played(evening, await begun(evening, format="groups", how=how), EVERYBODY - {104})
    assert told(evening) == [(1, ("4",), False)]
    t = await round_played(evening, t, EVERYBODY - {103, 104})
    assert told(evening)[1:] == [(2, ("4",), True)]
    assert entrant(t, 104).state == "dropped"
    again = evening.tournament_service.still_in(evening.press(104), t.id)
    assert "down to the qualifiers" in str((await refused(again)).text)


async def test_where_nobody_comes_the_event_stops_and_its_organiser_is_told_once(evening: Evening) -> None:
    t = await round_played(evening, await begun(evening, by_hand=False), ())
    assert t.record.trouble == PairingProblem.NOBODY_CAME
    await evening.passes(HOUR)
    t = await evening.now(t)
    assert (t.phase, len(event_of(t).rounds)) == ("running", 1)
    assert told(evening) == []
    assert evening.tournament_publisher.told("trouble", Trouble) == [Trouble("nobody-came")]
    t = (await evening.act(t, actions.Draw())).tournament
    assert (t.record.trouble, len(event_of(t).rounds)) == ("", 2)


async def test_who_missed_a_round_to_which_nobody_came_is_asked_like_others_after_the_next(
    evening: Evening,
) -> None:
    t = await round_played(evening, await begun(evening), ())
    t = await round_played(evening, t, EVERYBODY - {103})
    assert told(evening) == [(2, ("3",), False)]


async def test_a_last_round_without_anybody_is_no_end_by_itself(evening: Evening) -> None:
    t = await begun(evening, how={"absent_last": True, "rounds": 1})
    t = await round_played(evening, t, ())
    assert t.phase == "running"
    t = (await evening.act(t, actions.Finish(), "nobody came")).tournament
    assert t.phase == "over"


async def test_who_leaves_the_game_is_placed_behind_those_who_stay(evening: Evening) -> None:
    t = await begun(evening)
    t = (await evening.act(t, actions.OpenRound())).tournament
    await evening.settled()
    (table, *_others) = await evening.pod_tables(t)
    users = [user for seat in table.seats if (user := seat.person) is not None]
    for user in users:
        await evening.tables.pods.check_in(evening.press(user), table.id)
    await evening.settled()
    await evening.tables.change(evening.press(users[0]), table.id, leaving.concede)
    await evening.passes(12 * HOUR)
    t = await evening.now(t)
    one = next(one for one in t.record.tables if one.table == table.id)
    result = t.result_of(one.round, one.pod)
    assert result is not None
    seat = event_of(t).rounds[0].pods[one.pod - 1].seats.index(entrant(t, users[0]).id)
    assert (result.behind, result.places[seat]) == ((seat,), len(users))


@pytest.mark.parametrize("stored", ['{"name":"Cup"}', '{"name":"Cup","how":{"format":"league"}}'])
def test_a_tournament_of_earlier_days_keeps_the_way_it_began_with(stored: str) -> None:
    kept = msgspec.json.decode(stored, type=TournamentSettings)
    assert (kept.drop_absent, kept.how.absent_last) == (False, False)


async def test_who_was_asked_may_say_so_although_the_last_round_is_drawn(evening: Evening) -> None:
    t = await begun(evening, how={"absent_last": True, "rounds": 2})
    t = await round_played(evening, t, EVERYBODY - {103})
    await evening.act(t, actions.Draw())
    await evening.act(t, actions.OpenRound())
    t = (await evening.tournament_service.still_in(evening.press(103), t.id)).tournament
    assert entrant(t, 103).asked == 0


async def test_whoever_is_given_a_place_by_the_organiser_has_played_wherever_that_was(
    evening: Evening,
) -> None:
    t = await round_played(evening, await begun(evening), ())
    result = t.result_of(1, 1)
    assert result is not None
    assert (result.places, result.stand_ins) == ((1, 1, 1, 1), (0, 1, 2, 3))
    t = (await evening.act(t, actions.Correct(1, 1, (1, 3, 2, 0)), "played by letter")).tournament
    result = t.result_of(1, 1)
    assert result is not None
    assert (result.places, result.stand_ins, result.walk_overs) == ((1, 3, 2, 0), (), (3,))


async def test_a_correction_among_those_who_came_leaves_the_absent_where_they_are(evening: Evening) -> None:
    t = await begun(evening)
    assert t.record.drawn is not None
    pod = t.record.drawn.pods[0]
    away = next(entry.user for entry in t.entrants if entry.id == pod.seats[3])
    t = await round_played(evening, t, EVERYBODY - {away})
    before = t.result_of(1, 1)
    assert before is not None
    assert before.stand_ins == (3,)
    *came, last = before.places
    swapped = (*((2, 3, 1) if came != [2, 3, 1] else (3, 1, 2)), last)
    t = (await evening.act(t, actions.Correct(1, 1, swapped), "misread")).tournament
    result = t.result_of(1, 1)
    assert result is not None
    assert (result.places, result.stand_ins) == (swapped, (3,))


# Sitting out, and vacations.

LEAGUE = {"drop_absent": True, "every": DAY, "how": {"format": "league", "rounds": 4, "absent_last": True}}


async def test_whoever_sits_a_round_out_is_not_drawn_and_not_asked(evening: Evening) -> None:
    t = await begun(evening)
    assert entrant(t, 103).id in seated(t)
    done = await evening.tournament_service.sit_out(evening.press(103), t.id, on=True)
    assert "You sit out round 1" in said_of(done)
    assert entrant(t, 103).id not in seated(done.tournament)  # drawn anew without them
    t = await round_played(evening, t, EVERYBODY - {103})
    assert told(evening) == []
    await evening.act(t, actions.Draw())
    assert entrant(t, 103).id in seated(await evening.now(t))


async def test_whoever_can_play_after_all_is_drawn(evening: Evening) -> None:
    t = await begun(evening)
    for on in (True, False):
        done = await evening.tournament_service.sit_out(evening.press(103), t.id, on=on)
    assert entrant(t, 103).id in seated(done.tournament)


async def test_in_a_knock_out_no_round_can_be_sat_out(evening: Evening) -> None:
    t = await begun(evening, how={"format": "knock-out"})
    refusal = await refused(evening.tournament_service.sit_out(evening.press(103), t.id, on=True))
    assert refusal.reason == "late"


async def test_in_a_league_whoever_is_on_vacation_is_excused_from_the_round(evening: Evening) -> None:
    await evening.tables.vacation_tracker.begin(103, days=1)
    t = await evening.announced("league", **LEAGUE)
    await evening.join(t, *sorted(EVERYBODY))
    t = (await evening.act(t, actions.Begin())).tournament
    assert entrant(t, 103).id not in seated(t)
    assert sat_out(t, entrant(t, 103), 1)


async def test_of_somebody_whose_vacation_begins_in_a_round_nothing_is_asked(evening: Evening) -> None:
    t = await begun(evening, every=DAY, by_hand=True)
    await evening.tables.vacation_tracker.begin(103, days=5)
    await round_played(evening, t, EVERYBODY - {103})
    assert told(evening) == []


def seated(t: Tournament) -> set[str]:
    """Who is in the round that is drawn."""
    drawn = t.record.drawn or t.published[-1]
    return {who for pod in drawn.pods for who in pod.seats if who is not None} | set(drawn.byes)


def said_of(done: CommittedChange) -> str:
    """What whoever pressed is told."""
    assert done.text is not None
    return Reader("en-GB").plain(done.text)
