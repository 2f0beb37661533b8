"""An arena through the service: who is free plays, until no further game fits into its time."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from bot.pace import BLITZ, PACES
from bot.tables.model import Table
from bot.tournaments import actions, schedule
from bot.tournaments.export import files
from bot.tournaments.formats import arena, engine
from bot.tournaments.formats.arena import BREATH, LONG_PATIENCE, PATIENCE
from bot.tournaments.formats.catalogue import FORMATS
from bot.tournaments.game_lengths import game_length, misfit
from bot.tournaments.model import Tournament, TournamentSettings
from bot.tournaments.outbox import RoundMessage
from bot.tournaments.pairing.event import Event, TieBreak
from bot.tournaments.pairing.standings import scores
from bot.tournaments.settings import checked_settings, default_settings
from bot.tournaments.setup_choices import choose_format
from bot.tournaments.verify import verify_tournament
from games.catalogue import game as game_of
from tests.bot.tournaments.conftest import GAME, HOUR, MINUTE, SHORT, Evening, entrant, opened
from tests.bot.tournaments.test_entries import refused
from tests.bot.tournaments.test_what_counts import one_moved

FIRST = 101
"""The first of those who enter."""


async def begun(evening: Evening, people: int = 8) -> Tournament:
    """An arena of an hour and a half whose first tables stand."""
    t = await evening.announced("arena", how={"absent_last": True})
    t = await evening.join(t, *range(FIRST, FIRST + people))
    await evening.act(t, actions.Begin())
    await evening.settled()
    return await evening.now(t)


def event_of(t: Tournament) -> Event:
    """The tournament's event, which has begun."""
    assert t.record.event is not None
    return t.record.event


def free(t: Tournament) -> set[str]:
    """Who waits for a table."""
    return {each.id for each in arena.free(event_of(t))}


async def tables(evening: Evening, t: Tournament) -> dict[int, Table]:
    """Those that stand, by their pods' numbers."""
    t = await evening.now(t)
    stand = {table.id: table for table in await evening.pod_tables(t)}
    return {one.pod: stand[one.table] for one in t.record.tables if one.table in stand}


async def played(evening: Evening, t: Tournament, number: int, but: Collection[int] = ()) -> Tournament:
    """The game of this pod, to its end, by its people alone; these do nothing."""
    chance = Random(number)
    while (table := (await tables(evening, t))[number]).phase == "playing":
        if not await one_moved(evening, table, tuple(but), chance):
            await evening.passes(MINUTE)
        await evening.settled()
    return await evening.now(t)


async def checked(evening: Evening, t: Tournament) -> None:
    """Everything fits that is computed again from the export."""
    t = await evening.now(t)
    over = {table.id: table for table in await evening.pod_tables(t) if table.phase == "over"}
    made = files(t, engine.standings(event_of(t)), over)
    [whole] = [file.content for file in made if file.name == "tournament.json"]
    found = verify_tournament(whole)
    assert all(each.right for each in found), [each.what for each in found if not each.right]
    assert len([each for each in found if "come out of draw" in each.what]) == len(event_of(t).rounds)


async def test_tables_begin_as_people_are_free_and_others_are_waited_for_a_while(evening: Evening) -> None:
    t = await begun(evening, 12)
    assert sorted(await tables(evening, t)) == [1, 2, 3]
    t = await played(evening, t, 1)
    await evening.passes(LONG_PATIENCE - 1.0)
    assert sorted(await tables(evening, t)) == [1, 2, 3], "the same four would sit together again"
    t = await played(evening, t, 2)
    await evening.passes(BREATH - 1.0)
    assert sorted(await tables(evening, t)) == [1, 2, 3], "who has just played draws breath"
    await evening.passes(1.0)
    assert sorted(await tables(evening, t)) == [1, 2, 3, 4, 5], "the first four have waited long enough"
    for pod in event_of(await evening.now(t)).rounds[1].pods:
        assert all(len(set(pod.seats) & set(was.seats)) == 2 for was in event_of(t).rounds[0].pods[:2])
    await checked(evening, t)


async def test_two_tables_that_end_one_after_the_other_are_mixed(evening: Evening) -> None:
    t = await begun(evening, 12)
    await played(evening, t, 1)
    await evening.passes(PATIENCE / 2)
    await played(evening, t, 2)
    await evening.passes(PATIENCE / 2 - 1.0)
    assert len(await tables(evening, t)) == 3
    await evening.passes(1.0)
    assert len(await tables(evening, t)) == 5


async def test_where_nobody_else_plays_the_next_table_waits_a_breath(evening: Evening) -> None:
    t = await begun(evening, 4)
    t = await played(evening, t, 1)
    assert len(free(t)) == 4
    await evening.passes(BREATH)
    assert sorted(await tables(evening, t)) == [1, 2]


async def test_one_message_stands_for_all_draws_and_the_end_is_told_once(evening: Evening) -> None:
    t = await begun(evening, 4)
    for number in (1, 2):
        await played(evening, t, number)
        await evening.passes(BREATH)
    t = await evening.played(t)
    told = evening.tournament_publisher
    assert told.told("standings", RoundMessage) == [RoundMessage(0, 0)]
    assert "round" not in told.kinds
    assert "missed" not in told.kinds
    assert told.kinds.count("final") == 1
    await checked(evening, t)


@pytest.mark.parametrize("left", [LONG_PATIENCE - 1.0, LONG_PATIENCE + 1.0])
async def test_no_table_begins_whose_game_would_usually_end_too_late_and_running_ones_count(
    evening: Evening, left: float
) -> None:
    t = await begun(evening, 8)
    usual = game_length(t.game, SHORT, 4, BLITZ).usual
    assert schedule.last_table_at(t) - t.record.began == pytest.approx(1.5 * HOUR - usual)
    early = schedule.last_table_at(t) - evening.clock.now() - left
    change = evening.tournament_service.scheduler.change
    await change(t.id, lambda t: t.with_record(began=t.record.began - early))
    await played(evening, t, 1)
    await evening.passes(LONG_PATIENCE + 2.0)
    begin = [1, 2, 3] if left > LONG_PATIENCE else [1, 2]
    assert sorted(await tables(evening, t)) == begin
    t = await evening.now(t)
    assert (t.phase, engine.is_over(event_of(t))) == ("running", True)
    for number in begin[1:]:
        t = await played(evening, t, number)
    await evening.settled()
    assert (await evening.now(t)).phase == "over"
    assert len(event_of(t).results) == len(begin)
    await checked(evening, t)


async def test_whoever_does_not_play_is_drawn_no_more_until_they_are_back(evening: Evening) -> None:
    t = await begun(evening, 8)
    seats = (await tables(evening, t))[1].people
    gone, there = seats[0], seats[1:]
    t = await played(evening, t, 1, but=[gone])
    who = entrant(t, gone)
    assert who.state == "in"
    assert who.id not in free(t)
    assert {entrant(t, user).id for user in there} <= free(t)
    await evening.tournament_service.sit_out(evening.press(gone), t.id, on=False)
    assert who.id in free(await evening.now(t))


async def test_whoever_leaves_keeps_their_points_and_whoever_is_late_is_drawn(evening: Evening) -> None:
    t = await played(evening, await begun(evening, 8), 1)
    user = (await tables(evening, t))[1].people[0]
    points = scores(event_of(t))[entrant(t, user).id].total
    await evening.tournament_service.withdraw(evening.press(user), t.id)
    t = await evening.join(t, 300)
    await evening.passes(LONG_PATIENCE)
    t = await evening.now(t)
    assert entrant(t, 300).id in event_of(t).rounds[1].everybody
    assert entrant(t, user).id not in event_of(t).rounds[1].everybody
    line = next(each for each in engine.standings(event_of(t)) if each.entrant == entrant(t, user).id)
    assert (line.points, line.dropped) == (points, True)
    await checked(evening, t)


async def test_a_pause_lasts_and_ends_with_a_press(evening: Evening) -> None:
    t = await played(evening, await begun(evening, 12), 1)
    user = (await tables(evening, t))[1].people[0]
    sit_out = evening.tournament_service.sit_out
    await sit_out(evening.press(user), t.id, on=True)
    await evening.passes(LONG_PATIENCE)
    t = await played(evening, t, 2)
    await evening.passes(LONG_PATIENCE)
    t = await evening.now(t)
    assert [entrant(t, user).id in one.everybody for one in event_of(t).rounds] == [True, False, False]
    await sit_out(evening.press(user), t.id, on=False)
    assert entrant(t, user).id in free(await evening.now(t))


async def test_clocks_that_stand_still_put_its_end_off(evening: Evening) -> None:
    t = await begun(evening, 4)
    ends = schedule.arena_ends(t)
    await evening.act(t, actions.Pause())
    await evening.passes(10 * MINUTE)
    await evening.act(t, actions.Resume())
    assert schedule.arena_ends(await evening.now(t)) - ends == pytest.approx(10 * MINUTE)


async def test_an_earlier_table_is_corrected_and_one_that_plays_given_time_or_a_move_back(
    evening: Evening,
) -> None:
    t = await played(evening, await begun(evening, 12), 1)
    await evening.passes(LONG_PATIENCE)
    t = await evening.now(t)
    assert len(event_of(t).rounds) == 2
    places = (4, 3, 2, 1)
    t = (await evening.act(t, actions.Correct(1, 1, places), "a slip")).tournament
    result = t.result_of(1, 1)
    assert result is not None
    assert result.places == places
    again = await refused(evening.act(t, actions.PlayAgain(1, 1), "once more"))
    assert again.reason == "late"
    t = (await evening.act(t, actions.Extend(60.0, pod=2), "slow")).tournament
    extra = {one.pod: one.extra for one in t.record.tables}
    assert extra == {1: 0.0, 2: 60.0, 3: 0.0, 4: 0.0}
    seated = {each.id for each in actions.TakeBack.candidates(t)}
    assert seated == {who for _round, pod in t.open_pods() for who in pod.seats}
    t = (await evening.act(t, actions.Void(1, 2), "cut off")).tournament
    await checked(evening, t)


async def test_a_bot_that_is_started_again_in_the_middle_goes_on(tmp_path: Path) -> None:
    async with opened(tmp_path) as evening:
        t = await played(evening, await begun(evening, 8), 1)
        clock, waited = evening.clock, 60.0
        await evening.passes(waited)
        was = t.record.waiting_since
    async with opened(tmp_path, clock) as evening:
        t = await evening.now(t)
        assert t.record.waiting_since == was
        await evening.passes(LONG_PATIENCE - waited)
        assert sorted(await tables(evening, t)) == [1, 2, 3]
        await checked(evening, t)


def test_a_game_is_as_long_as_some_of_it_fit_into_the_evening() -> None:
    usual = {
        slug: default_settings(game_of(slug), "Cup", format="arena")
        for slug in (GAME, "corsari", "buccaneer")
    }
    assert {slug: each.game_options for slug, each in usual.items()} == {
        GAME: {"length": "even"},
        "corsari": {},
        "buccaneer": {},
    }
    for slug, each in usual.items():
        assert (each.lasts, each.show_up, each.between, each.by_hand) == (1.5 * HOUR, 0.0, 0.0, False)
        assert misfit(game_of(slug), each) is None
        assert checked_settings(game_of(slug), each, 0.0).lasts == 1.5 * HOUR


def test_what_an_arena_brings_goes_with_it() -> None:
    game = game_of(GAME)
    swiss = default_settings(game, "Cup")
    there = changed(swiss, choose_format(game, swiss, FORMATS["arena"]))
    there = checked_settings(game, there, 0.0)
    assert (there.game_options, there.lasts) == ({"length": "even"}, 1.5 * HOUR)
    assert there.how.tie_breaks[0] is TieBreak.BEST_PLACES
    back = checked_settings(game, changed(there, choose_format(game, there, FORMATS["swiss"])), 0.0)
    assert back == checked_settings(game, swiss, 0.0)


def changed(now: TournamentSettings, changes: dict[str, object]) -> TournamentSettings:
    """The settings with these changes."""
    return replace(now, **changes)


def test_it_is_played_in_one_sitting() -> None:
    game = game_of(GAME)
    slow = replace(default_settings(game, "Cup", format="arena"), pace=PACES["daily"])
    assert checked_settings(game, slow, 0.0).pace == PACES["blitz"]
