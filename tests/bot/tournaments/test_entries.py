"""Who is in: Join, Withdraw, the waiting list, saying that one is here, late entry."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any

import pytest

from bot.i18n import Reader
from bot.pace import DAILY
from bot.profiles.rating_service import rate_next
from bot.refusal import Refusal
from bot.screens.tournaments.mine import Upcoming, mine
from bot.tables.server_moderation import ServerModeration
from bot.tournaments.actions import Begin, CheckIn, Disqualify, Draw, Drop, OpenRound, Reinstate
from bot.tournaments.formats.engine import DRAWS
from bot.tournaments.model import Range
from bot.tournaments.outbox import MovedUp, RoundMessage
from bot.tournaments.pairing.event import Seeding
from bot.tournaments.requirements import OrganiserRights
from tests.bot.profiles.games_over import end, results
from tests.bot.tournaments.conftest import GAME, GUILD, HOUR, MINUTE, ORGANISER, Evening, entrant


async def refused(doing: Awaitable[Any]) -> Refusal:
    """The refusal that this must be met with."""
    with pytest.raises(Refusal) as refusal:
        await doing
    return refusal.value


async def test_who_joins_is_in_and_who_joins_twice_is_told_so(evening: Evening) -> None:
    t = await evening.join(await evening.announced(), 101)
    assert [entry.user for entry in t.entrants] == [101]
    assert (await refused(evening.join(t, 101))).reason == "twice"


async def test_whoever_is_banned_from_the_server_enters_no_tournament_and_is_put_into_none(
    evening: Evening,
) -> None:
    t, moderation = await evening.announced(), ServerModeration(evening.store, evening.tables)
    t = await evening.join(t, 102)
    await moderation.ban(evening.press(1), t.guild, 101, "Anne", 0.0, "spoils games")
    assert (await refused(evening.join(t, 101))).reason == "shut"
    await moderation.ban(evening.press(1), t.guild, 102, "Bart", 60.0, "spoils games")
    assert await evening.tournament_service.organising.drop_everywhere(evening.press(1), t.guild, 102) == 1
    t = await evening.tournament_service.tournament(t.id)
    assert [entry.state for entry in t.entrants] == ["dropped"]
    assert (await refused(evening.join(t, 102))).reason == "shut"
    evening.clock.advance(61)
    out = await refused(evening.join(t, 102))  # the ban is over; whoever took them out lets them back in
    assert "The organiser took you out." in out.text.message
    [taken_out] = t.entrants
    assert (await evening.act(t, Reinstate(taken_out.id))).tournament.playing


async def test_whoever_was_taken_off_the_waiting_list_stays_out_and_can_be_let_back_onto_it(
    evening: Evening,
) -> None:
    t = await evening.announced(cap=4)
    for user in range(101, 107):
        t = await evening.join(t, user)
    [first, second] = t.waiting
    t = (await evening.act(t, Drop(first.id), "was rude")).tournament
    assert [entry.id for entry in t.waiting] == [second.id]
    assert (await refused(evening.join(t, first.user))).reason == "shut"
    t = (await evening.undo(t)).tournament
    assert [entry.id for entry in t.waiting] == [first.id, second.id]


async def test_whoever_has_not_checked_in_can_be_until_the_tables_open_and_is_drawn_then(
    evening: Evening,
) -> None:
    starts = evening.clock.now() + HOUR
    t = await evening.announced(starts=starts, check_in=HOUR / 2, by_hand=True)
    for user in range(101, 106):
        t = await evening.join(t, user)
    await evening.passes(HOUR / 2)
    for user in range(101, 105):
        await evening.tournament_service.check_in(evening.press(user), t.id)
    await evening.passes(HOUR / 2)
    t = await evening.now(t)
    late = t.entry_of(105)
    assert late is not None
    assert (t.phase, late.state, late.missed_start) == ("running", "dropped", True)
    assert t.record.drawn is not None
    assert (await refused(evening.join(t, 105))).reason == "late"
    t = (await evening.act(t, CheckIn(late.id))).tournament
    drawn = t.record.drawn
    assert drawn is not None
    assert late.id in {*drawn.byes, *(who for pod in drawn.pods for who in pod.seats)}
    t = (await evening.act(t, OpenRound())).tournament
    assert not CheckIn.candidates(t)


async def test_nobody_enters_before_entries_open_and_the_announcement_is_redrawn_then(
    evening: Evening,
) -> None:
    t = await evening.announced(opens=evening.clock.now() + HOUR, starts=evening.clock.now() + 3 * HOUR)
    assert (await refused(evening.join(t, 101))).reason == "early"
    before = (await evening.now(t)).revision
    await evening.passes(HOUR)
    assert (await evening.now(t)).revision == before + 1
    assert (await evening.join(t, 101)).entrants
    await evening.passes(HOUR)
    assert (await evening.now(t)).revision == before + 2


async def test_nobody_enters_after_entries_have_closed_and_the_announcement_is_redrawn_then(
    evening: Evening,
) -> None:
    t = await evening.announced(starts=evening.clock.now() + 3 * HOUR, closes=HOUR)
    t = await evening.join(t, 101)
    before = t.revision
    await evening.passes(2 * HOUR)
    assert (await evening.now(t)).revision == before + 1
    assert (await refused(evening.join(t, 102))).reason == "late"
    await evening.tournament_service.withdraw(evening.press(101), t.id)  # whoever is in may still go
    assert not (await evening.now(t)).entrants


async def test_entries_close_before_a_start_that_is_known_and_after_they_have_opened(
    evening: Evening,
) -> None:
    now = evening.clock.now()
    impossible: tuple[dict[str, Any], ...] = (
        {"closes": HOUR},
        {"closes": 2 * HOUR, "starts": now + HOUR},
        {"closes": 2 * HOUR, "starts": now + 4 * HOUR, "opens": now + 3 * HOUR},
    )
    for moments in impossible:
        assert (await refused(evening.announced(**moments))).reason == "input"


async def test_only_those_with_one_of_the_roles_enter(evening: Evening) -> None:
    t = await evening.announced(roles=(7, 8))
    assert (await refused(evening.join(t, 101))).reason == "shut"
    assert (await evening.join(t, 101, roles=(8,))).entrants


DAY = 24 * 3600


async def test_who_lacks_something_is_told_all_of_it(evening: Evening) -> None:
    t = await evening.announced(
        roles=(7,), ratings=Range(1200), games_played=Range(2, 9), membership=Range(7 * DAY, None)
    )
    refusal = await refused(evening.join(t, 101, joined=evening.clock.now() - DAY))
    assert refusal.reason == "shut"
    said = Reader("en")(refusal.text)
    for part in ("<@&7>", "at least 1200 here (you have 1000)", "2 to 9 finished", "at least 7 days", ":R>"):
        assert part in said


@pytest.mark.parametrize(
    ("limits", "days", "enters"),
    [
        (Range(7 * DAY, None), 7, True),
        (Range(7 * DAY, None), 6, False),
        (Range(None, 7 * DAY), 7, True),
        (Range(None, 7 * DAY), 8, False),
        (Range(2 * DAY, 7 * DAY), 5, True),
    ],
)
async def test_the_time_on_the_server_has_both_ends(
    evening: Evening, limits: Range, days: int, enters: bool
) -> None:
    t = await evening.announced(membership=limits)
    joining = evening.join(t, 101, joined=evening.clock.now() - days * DAY)
    if enters:
        assert (await joining).entrants
    else:
        assert (await refused(joining)).reason == "shut"


async def test_games_count_that_were_finished_here_and_so_does_the_rating_they_gave(
    evening: Evening,
) -> None:
    await has_played(evening, 3, winner=101, loser=102)
    veterans = await evening.announced(games_played=Range(3, None))
    assert (await evening.join(veterans, 101)).entrants
    assert (await refused(evening.join(veterans, 103))).reason == "shut"
    strong = await evening.announced(ratings=Range(1001, None))
    assert (await evening.join(strong, 101)).entrants
    assert (await refused(evening.join(strong, 103))).reason == "shut"
    weak = await evening.announced(ratings=Range(None, 1000))
    assert (await refused(evening.join(weak, 101))).reason == "shut"
    assert (await evening.join(weak, 103)).entrants


async def has_played(evening: Evening, games: int, winner: int, loser: int) -> None:
    """So many rated games of the two have ended here."""
    for number in range(games):
        ended = evening.clock.now() + number
        await end(evening.store, results(f"g{number}", winner, loser, ended=ended, guild=GUILD, game=GAME))
    while await rate_next(evening.store.results):
        pass


async def test_the_first_draw_numbers_everybody_by_their_rating_of_that_moment(evening: Evening) -> None:
    await has_played(evening, 2, winner=105, loser=106)
    t = await evening.announced(how={"seeding": Seeding.SNAKE, "fewest": 2, "most": 2, "preferred": 2})
    t = await evening.join(t, 101, 102, 105, 106)
    t = (await evening.act(t, Begin())).tournament
    event = t.record.event
    assert event is not None
    ratings = {entrant.id: entrant.rating for entrant in event.entrants}
    strongest = next(entrant for entrant in event.entrants if entrant.seed == 1)
    assert t.entry(strongest.id) == t.entry_of(105)
    assert ratings[strongest.id] == max(filter(None, ratings.values()))
    assert sorted(entrant.seed for entrant in event.entrants) == [1, 2, 3, 4]
    pods = event.rounds[0].pods
    seeds = {entrant.id: entrant.seed for entrant in event.entrants}
    assert {frozenset(seeds[who or ""] for who in pod.seats) for pod in pods} == {
        frozenset({1, 4}),
        frozenset({2, 3}),
    }
    later = await evening.join(await evening.announced(), 101, 102, 103)
    unseeded = (await evening.act(later, Begin())).tournament.record.event
    assert unseeded is not None
    assert {entrant.rating for entrant in unseeded.entrants} == {None}


async def test_whoever_loses_the_role_later_stays_in(evening: Evening) -> None:
    t = await evening.join(await evening.announced(roles=(7,)), 101, roles=(7,))
    assert (await refused(evening.join(t, 101))).reason == "twice"
    assert [entry.user for entry in (await evening.now(t)).playing] == [101]


async def test_who_comes_after_the_last_place_waits_and_moves_up_when_somebody_withdraws(
    evening: Evening,
) -> None:
    t = await evening.join(await evening.announced(cap=3), 101, 102, 103, 104, 105)
    assert [entry.user for entry in t.waiting] == [104, 105]
    await evening.tournament_service.withdraw(evening.press(102), t.id)
    await evening.settled()
    t = await evening.now(t)
    assert [entry.user for entry in t.entrants] == [101, 103, 104]
    assert [entry.user for entry in t.waiting] == [105]
    assert evening.tournament_publisher.told("moved-up", MovedUp) == [MovedUp((104,))]


async def test_without_a_waiting_list_nobody_waits_and_a_free_place_is_whoevers_comes_first(
    evening: Evening,
) -> None:
    t = await evening.join(await evening.announced(cap=3, waiting_list=False), 101, 102, 103)
    assert (await refused(evening.join(t, 104))).reason == "full"
    await evening.tournament_service.withdraw(evening.press(101), t.id)
    t = await evening.join(t, 105)
    assert [entry.user for entry in t.playing] == [102, 103, 105]
    assert t.waiting == ()


async def test_who_withdraws_from_the_waiting_list_makes_room_for_nobody(evening: Evening) -> None:
    t = await evening.join(await evening.announced(cap=3), 101, 102, 103, 104)
    t = (await evening.tournament_service.withdraw(evening.press(104), t.id)).tournament
    assert not t.waiting
    assert "moved-up" not in evening.tournament_publisher.kinds


async def test_who_withdrew_before_the_start_can_join_again(evening: Evening) -> None:
    t = await evening.join(await evening.announced(), 101)
    t = (await evening.tournament_service.withdraw(evening.press(101), t.id)).tournament
    assert not t.record.entries
    assert (await refused(evening.tournament_service.withdraw(evening.press(101), t.id))).reason == "foreign"
    t = await evening.join(t, 101)
    assert entrant(t, 101).id == "2"


async def test_a_higher_cap_lets_those_who_wait_in_and_a_cap_below_those_in_is_refused(
    evening: Evening,
) -> None:
    t = await evening.join(await evening.announced(cap=3), 101, 102, 103, 104)
    rights = OrganiserRights(ORGANISER)
    t = (await evening.tournament_service.set(evening.press(ORGANISER), rights, t.id, cap=8)).tournament
    assert len(t.playing) == 4
    late = await refused(evening.tournament_service.set(evening.press(ORGANISER), rights, t.id, cap=3))
    assert late.reason == "few"


async def test_a_game_that_takes_longer_than_its_round_is_not_announced_nor_chosen_later(
    evening: Evening,
) -> None:
    said = await refused(evening.announced(pace=DAILY, round_lasts=HOUR))
    assert "Robots would finish the games" in str(said.text.message)
    t, rights = await evening.announced(), OrganiserRights(ORGANISER)
    late = evening.tournament_service.set(
        evening.press(ORGANISER), rights, t.id, pace=DAILY, round_lasts=HOUR
    )
    assert (await refused(late)).reason == "input"
    assert (await evening.now(t)).settings == t.settings


@pytest.mark.usefixtures("unchecked")
async def test_what_was_announced_before_anybody_asked_may_stay_and_everything_else_be_changed(
    evening: Evening,
) -> None:
    t, rights = await evening.announced(pace=DAILY, round_lasts=HOUR), OrganiserRights(ORGANISER)
    t = (await evening.tournament_service.set(evening.press(ORGANISER), rights, t.id, cap=8)).tournament
    assert (t.settings.cap, t.settings.round_lasts) == (8, HOUR)


async def test_who_does_not_say_that_they_are_here_is_not_in_the_draw_and_their_place_is_given_away(
    evening: Evening,
) -> None:
    starts = evening.clock.now() + 2 * HOUR
    t = await evening.announced(cap=4, starts=starts, check_in=10 * MINUTE)
    await evening.join(t, 101, 102, 103, 104, 105, 106, 107)
    assert (await refused(evening.tournament_service.check_in(evening.press(101), t.id))).reason == "early"
    await evening.passes(2 * HOUR - 10 * MINUTE)
    assert evening.tournament_publisher.kinds.count("check-in") == 1
    for user in (101, 103, 104, 106, 107):
        await evening.tournament_service.check_in(evening.press(user), t.id)
    assert (await refused(evening.tournament_service.check_in(evening.press(101), t.id))).reason == "twice"
    await evening.passes(10 * MINUTE)
    t = await evening.now(t)
    assert t.phase == "running"
    assert [entry.user for entry in t.playing] == [101, 103, 104, 106]
    assert [entry.user for entry in t.waiting] == [107]
    assert evening.tournament_publisher.told("moved-up", MovedUp) == [MovedUp((106,))]


async def test_who_joins_while_people_say_that_they_are_here_is_here(evening: Evening) -> None:
    t = await evening.announced(starts=evening.clock.now() + HOUR, check_in=30 * MINUTE)
    await evening.passes(30 * MINUTE)
    t = await evening.join(t, 101)
    assert entrant(t, 101).here


async def test_an_outage_robs_nobody_of_the_time_to_say_that_they_are_here(evening: Evening) -> None:
    t = await evening.announced(starts=evening.clock.now() + HOUR, check_in=10 * MINUTE)
    await evening.join(t, 101, 102, 103)
    evening.clock.away(2 * HOUR)
    evening.tournament_service.clock_went_on()
    await evening.settled()
    t = await evening.now(t)
    assert t.phase == "open"
    assert t.settings.starts == pytest.approx(evening.clock.now() + 10 * MINUTE)
    await evening.passes(4 * MINUTE)
    evening.clock.away(HOUR)
    evening.tournament_service.clock_went_on()
    await evening.settled()
    t = await evening.now(t)
    assert t.settings.starts == pytest.approx(evening.clock.now() + 6 * MINUTE)
    for user in (101, 102, 103):
        await evening.tournament_service.check_in(evening.press(user), t.id)
    await evening.passes(6 * MINUTE)
    assert (await evening.now(t)).phase == "running"
    assert evening.tournament_publisher.kinds.count("check-in") == 1


async def test_it_starts_at_its_moment_by_the_calendar_also_after_the_clock_stood_still(
    evening: Evening,
) -> None:
    t = await evening.announced(starts=evening.clock.now() + 3 * HOUR)
    await evening.join(t, 101, 102, 103)
    evening.clock.away(HOUR)
    evening.tournament_service.clock_went_on()
    await evening.passes(2 * HOUR - 1)
    assert (await evening.now(t)).phase == "open"
    await evening.passes(1)
    assert (await evening.now(t)).phase != "open"


async def test_with_too_few_it_does_not_start_and_the_organiser_is_shown_why(evening: Evening) -> None:
    t = await evening.announced(starts=evening.clock.now() + HOUR, how={"fewest": 3})
    await evening.join(t, 101, 102)
    await evening.passes(HOUR)
    t = await evening.now(t)
    assert (t.phase, t.record.trouble) == ("open", "too-few")
    assert [entry.user for entry in t.playing] == [101, 102]
    assert (await refused(evening.act(t, Begin()))).reason == "few"
    t = await evening.join(t, 103)
    t = (await evening.act(t, Begin())).tournament
    assert (t.phase, t.record.trouble) == ("running", "")


async def test_late_entry_is_open_until_the_round_named_is_drawn_and_draws_a_published_one_anew(
    evening: Evening,
) -> None:
    t = await evening.announced(late=2, by_hand=True, how={"fewest": 3})
    await evening.join(t, *range(101, 107))
    t = (await evening.act(t, Begin())).tournament
    first = t.record.drawn
    assert first is not None
    t = await evening.join(t, 110)
    again = t.record.drawn
    assert again is not None
    assert (again.number, again.draw) == (1, DRAWS)
    assert {one.table for one in t.record.tables}.isdisjoint(
        one.table
        for one in (await evening.tournament_service.tournament(t.id)).record.tables
        if one.round != 1
    )
    await evening.settled()
    assert evening.tournament_publisher.told("round", RoundMessage) == [
        RoundMessage(1, first.draw),
        RoundMessage(1, again.draw),
    ]
    await evening.act(t, OpenRound())
    t = await evening.join(t, 111)
    assert entrant(t, 111).state == "in"
    await evening.passes(HOUR)
    # The second round may be drawn without a result of theirs in the first.
    event = (await evening.now(t)).record.event
    assert event is not None
    assert next(one for one in event.entrants if one.id == entrant(t, 111).id).first_round == 2


async def test_who_comes_late_when_all_places_are_taken_has_the_first_that_becomes_free(
    evening: Evening,
) -> None:
    t = await evening.announced(late=3, cap=4, by_hand=True)
    t = await evening.join(t, 101, 102, 103, 104, 105)
    await evening.act(t, Begin())
    await evening.act(t, OpenRound())
    t = await evening.join(t, 106)
    assert [entry.user for entry in t.waiting] == [105, 106]
    t = (await evening.tournament_service.withdraw(evening.press(101), t.id)).tournament
    assert [entry.user for entry in t.playing] == [102, 103, 104, 105]
    t = await evening.join(t, 107)
    assert [entry.user for entry in t.waiting] == [106, 107]
    t = (await evening.act(t, Drop("2"), "gone")).tournament
    await evening.tournament_service.forget_person(103, t.id)
    t = await evening.now(t)
    assert [entry.user for entry in t.playing] == [104, 105, 106, 107]
    event = t.record.event
    assert event is not None
    assert {one.id: one.first_round for one in event.entrants if one.first_round > 1} == {
        "5": 2,
        "6": 2,
        "7": 2,
    }
    await evening.settled()
    assert evening.tournament_publisher.told("moved-up", MovedUp) == [
        MovedUp((user,)) for user in (105, 106, 107)
    ]


async def test_who_waits_when_nobody_can_enter_any_more_waits_for_nothing_and_is_told_so(
    evening: Evening,
) -> None:
    t = await evening.join(await evening.announced(cap=3, by_hand=True), 101, 102, 103, 104)
    await evening.act(t, Begin())
    await evening.act(t, OpenRound())
    t = (await evening.tournament_service.withdraw(evening.press(101), t.id)).tournament
    assert [entry.user for entry in t.waiting] == [104]
    assert (await refused(evening.join(t, 104))).reason == "late"
    shown = str(mine(t, 104, (), {}, Upcoming(), Reader("en", t.game)).payload())
    assert "No place opened up" in shown
    assert "I'll tell you when you're in" not in shown


async def test_nobody_changes_a_published_round_by_entering_when_that_was_to_be_too_late(
    evening: Evening,
) -> None:
    t = await evening.announced(late=2, by_hand=True, show_up=0.0)
    await evening.join(t, *range(101, 107))
    await evening.act(t, Begin())
    await evening.act(t, OpenRound())
    await evening.passes(HOUR)
    t = (await evening.act(t, Draw())).tournament
    assert (await refused(evening.join(t, 110))).reason == "late"
    assert (await evening.now(t)).record.drawn == t.record.drawn


async def test_nobody_enters_late_where_that_was_not_announced(evening: Evening) -> None:
    t = await evening.join(await evening.announced(by_hand=True), 101, 102, 103)
    await evening.act(t, Begin())
    assert (await refused(evening.join(t, 104))).reason == "late"


async def test_who_withdraws_after_the_start_plays_the_game_they_are_in_and_no_further_one(
    evening: Evening,
) -> None:
    t = await evening.join(await evening.announced(by_hand=True), *range(101, 109))
    await evening.act(t, Begin())
    await evening.act(t, OpenRound())
    t = (await evening.tournament_service.withdraw(evening.press(101), t.id)).tournament
    assert entrant(t, 101).state == "dropped"
    assert not entrant(t, 101).out
    event = t.record.event
    assert event is not None
    assert entrant(t, 101).id not in [one.id for one in event.playing(2)]
    assert (await refused(evening.join(t, 101))).reason == "late"


async def test_who_is_disqualified_before_the_start_cannot_join_again_and_is_not_in_the_draw(
    evening: Evening,
) -> None:
    t = await evening.join(await evening.announced(cap=3), 101, 102, 103, 104)
    t = (await evening.act(t, Disqualify("1"), "rude")).tournament
    assert [entry.user for entry in t.playing] == [102, 103, 104]
    assert (await refused(evening.join(t, 101))).reason == "shut"
    said = await evening.act(t, Reinstate("1"))
    t = said.tournament
    assert [entry.user for entry in t.waiting] == [101]
    assert said.text is not None
    assert "waiting list" in said.text.message
    await evening.act(t, Drop("1"))
    t = (await evening.act(t, Begin())).tournament
    assert t.record.event is not None
    assert len(t.record.event.entrants) == 3


async def test_whose_place_was_given_away_meanwhile_waits_when_that_is_taken_back(evening: Evening) -> None:
    t = await evening.join(await evening.announced(cap=3), 101, 102, 103, 104, 105)
    await evening.act(t, Drop("1"), "by mistake")
    said = await evening.undo(t)
    assert [entry.user for entry in said.tournament.waiting] == [101, 105]
    assert said.text is not None
    assert "on the waiting list" in said.text.message


async def test_nobody_enters_a_knock_out_late(evening: Evening) -> None:
    late = await refused(evening.announced("knock-out", late=2))
    assert late.reason == "input"
