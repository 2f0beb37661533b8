"""What comes again is announced by itself, once each; skipped, stopped and started again by organisers."""

from __future__ import annotations

import itertools
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from bot.pace import DAILY
from bot.recurring.recurrence import Recurrence, weekly_like
from bot.recurring.service import ChangeRepeat, RecurringTournament, tournament_id
from bot.refusal import Refusal
from bot.runtime import deadline_queue
from bot.tournaments.model import Tournament
from storage import open_store
from storage.errors import StorageError
from storage.models import ProgrammeChange, ProgrammeRow, TournamentPhase
from tests.bot.tournaments.conftest import DAY, GUILD, HOUR, ORGANISER, Evening, Listener, opened
from tests.support.clock import VirtualClock
from tests.support.idle import until

WEEK = 7 * DAY
ALL: tuple[TournamentPhase, ...] = ("open", "running", "over", "cancelled")


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits long before they try again."""
    monkeypatch.setattr(deadline_queue, "RETRY_DELAY", 0.0)


async def friday_cup(evening: Evening, **changes: Any) -> tuple[Tournament, RecurringTournament]:
    """A cup that starts in three days, and comes again every week."""
    t = await evening.announced(starts=evening.clock.now() + 3 * DAY)
    rule = replace(weekly_of(t), **changes)
    return t, await recurring(evening).repeat(evening.press(ORGANISER), t, rule)


def weekly_of(t: Tournament) -> Recurrence:
    """Every week at the hour of its start, by the clocks of a zone that never changes them."""
    assert t.settings.starts is not None
    return weekly_like(t.settings.starts, "UTC")


def recurring(evening: Evening):
    """The service."""
    return evening.tournament_service.recurring


async def rested(evening: Evening) -> None:
    """Wait until nothing is due, nor follows."""

    async def at_rest() -> bool:
        return recurring(evening).deadlines.idle and not await evening.store.tournaments.outbox()

    await until(at_rest)


async def pass_by(evening: Evening, seconds: float) -> None:
    """So much time passes, an hour at a time."""
    for _hour in range(round(seconds / HOUR)):
        evening.clock.advance(HOUR)
        await rested(evening)


async def announced(evening: Evening) -> list[Tournament]:
    """Whatever was announced, in the order of the starts."""
    found = await evening.tournament_service.tournaments_in(GUILD, ALL)
    return sorted(found, key=lambda t: t.settings.starts or 0.0)


def of(t: Tournament) -> tuple[str, float]:
    """What it is called and when it starts."""
    return t.settings.name, t.settings.starts or 0.0


async def test_each_is_announced_two_days_before_it_starts(evening: Evening) -> None:
    t, programme = await friday_cup(evening)
    first = t.settings.starts or 0.0
    await pass_by(evening, 3 * DAY + 4 * DAY)
    assert [of(each) for each in await announced(evening)] == [("Cup", first)]
    await pass_by(evening, DAY + HOUR)
    assert [of(each) for each in await announced(evening)] == [("Cup", first), ("Cup #2", first + WEEK)]
    [_first, second] = await announced(evening)
    assert (second.record.organiser, second.record.recurring) == (ORGANISER, programme.id)
    assert second.settings == replace(t.settings, name="Cup #2", starts=first + WEEK)
    assert evening.tournament_publisher.kinds.count("announce") == 2
    await pass_by(evening, 2 * WEEK)
    assert [of(each)[0] for each in await announced(evening)] == ["Cup", "Cup #2", "Cup #3", "Cup #4"]
    assert evening.tournament_publisher.kinds.count("announce") == 4


async def test_what_robots_would_finish_each_week_is_refused(evening: Evening) -> None:
    t = await evening.announced(starts=evening.clock.now() + 3 * DAY)
    programme = await recurring(evening).repeat(evening.press(ORGANISER), t, weekly_of(t))
    hasty = t.with_record(settings=replace(t.settings, pace=DAILY, round_lasts=HOUR))
    with pytest.raises(Refusal, match="Robots would finish the games"):
        await recurring(evening).repeat(evening.press(ORGANISER), hasty, weekly_of(t))
    with pytest.raises(Refusal, match="Robots would finish the games"):
        await recurring(evening).copy(evening.press(ORGANISER), programme.id, hasty)


async def test_after_an_outage_the_missed_ones_are_not_announced_all_at_once(evening: Evening) -> None:
    t, programme = await friday_cup(evening)
    evening.clock.away(3 * DAY + 4 * WEEK - DAY)  # a day before the start of the fifth
    recurring(evening).clock_went_on()
    await rested(evening)
    held = await announced(evening)
    assert [of(each) for each in held] == [
        of(t),
        ("Cup #2", (t.settings.starts or 0.0) + 4 * WEEK),
    ]
    await pass_by(evening, WEEK)
    assert [of(each)[0] for each in await announced(evening)] == ["Cup", "Cup #2", "Cup #3"]
    assert (await recurring(evening).programme(programme.id)).record.missed == 0


async def test_those_left_out_are_counted_until_one_is_announced(evening: Evening) -> None:
    _t, programme = await friday_cup(evening)
    evening.clock.away(3 * DAY + 2 * WEEK + HOUR)
    recurring(evening).clock_went_on()
    await rested(evening)
    assert (await recurring(evening).programme(programme.id)).record.missed == 2


async def test_one_is_skipped_and_the_next_one_is_held(evening: Evening) -> None:
    t, programme = await friday_cup(evening)
    starts = programme.record.next.starts
    programme = await recurring(evening).skip(evening.press(ORGANISER), programme.id, starts)
    with pytest.raises(Refusal):  # pressed on an old screen
        await recurring(evening).skip(evening.press(ORGANISER), programme.id, starts)
    await pass_by(evening, 3 * DAY + 2 * WEEK)
    assert [of(each) for each in await announced(evening)] == [of(t), ("Cup #2", starts + WEEK)]


async def test_another_servers_is_none(evening: Evening) -> None:
    _t, programme = await friday_cup(evening)
    with pytest.raises(Refusal, match="no longer repeats"):
        await recurring(evening).programme(programme.id, GUILD + 1)
    assert await recurring(evening).programme(programme.id, GUILD) == programme


async def test_what_is_skipped_can_be_held_after_all(evening: Evening) -> None:
    _t, programme = await friday_cup(evening)
    starts = programme.record.next.starts
    await recurring(evening).skip(evening.press(ORGANISER), programme.id, starts)
    await recurring(evening).hold(evening.press(ORGANISER), programme.id)
    await pass_by(evening, 3 * DAY + WEEK)
    assert of((await announced(evening))[1])[1] == starts


async def test_what_is_stopped_comes_no_more_until_somebody_starts_it_again(evening: Evening) -> None:
    _t, programme = await friday_cup(evening)
    await recurring(evening).stop(evening.press(ORGANISER), programme.id)
    await pass_by(evening, 3 * WEEK)
    assert len(await announced(evening)) == 1
    programme = await recurring(evening).resume(evening.press(77), programme.id)
    assert (programme.record.organiser, programme.record.missed) == (77, 0)
    await pass_by(evening, WEEK)
    [_first, second] = await announced(evening)
    assert second.record.organiser == 77
    assert (second.settings.starts or 0.0) > evening.clock.now() - WEEK


async def test_every_act_stands_in_the_log_and_a_press_acts_once(evening: Evening) -> None:
    t, programme = await friday_cup(evening)
    press = evening.press(ORGANISER)
    for _delivered in range(2):
        await recurring(evening).stop(press, programme.id)
    again = evening.press(ORGANISER)
    made = [await recurring(evening).repeat(again, t, weekly_of(t)) for _delivered in range(2)]
    assert len({each.id for each in made}) == 1
    assert len(await recurring(evening).of_server(GUILD)) == 2
    await recurring(evening).remove(evening.press(ORGANISER), programme.id)
    kinds = [row.kind for row in reversed(await evening.store.audit.of_server(GUILD))]
    assert kinds == ["recurring", "recurring-stop", "recurring", "recurring-remove"]
    with pytest.raises(Refusal):
        await recurring(evening).programme(programme.id)


async def test_from_now_on_it_comes_as_the_latest_one_is(evening: Evening) -> None:
    _t, programme = await friday_cup(evening)
    await pass_by(evening, 3 * DAY + 5 * DAY + HOUR)
    second = (await announced(evening))[1]
    changed = second.with_record(settings=replace(second.settings, cap=8))
    await recurring(evening).copy(evening.press(ORGANISER), programme.id, changed)
    logged = await evening.latest_act(ChangeRepeat)
    assert logged.was is None
    assert logged.was_held is not None
    assert logged.now_held is not None
    assert (logged.now_held.cap, logged.was_held.cap) == (8, second.settings.cap)
    other = replace(programme.record.rule, minute=1170)
    await recurring(evening).reschedule(evening.press(ORGANISER), programme.id, other)
    logged = await evening.latest_act(ChangeRepeat)
    assert (logged.was, logged.now, logged.was_held) == (programme.record.rule, other, None)
    await recurring(evening).reschedule(evening.press(ORGANISER), programme.id, programme.record.rule)
    await pass_by(evening, WEEK)
    third = (await announced(evening))[2]
    assert (third.settings.name, third.settings.cap) == ("Cup #3", 8)


async def test_entries_cannot_open_after_the_check_in(evening: Evening) -> None:
    t = await evening.announced(starts=evening.clock.now() + 3 * DAY, check_in=HOUR)
    late = replace(weekly_of(t), ahead=HOUR)
    with pytest.raises(Refusal, match="Let them open earlier"):
        await recurring(evening).repeat(evening.press(ORGANISER), t, late)
    assert await recurring(evening).of_server(GUILD) == []


async def test_one_that_nobody_entered_is_called_off_when_the_next_one_comes(evening: Evening) -> None:
    _t, _plan = await friday_cup(evening)
    for _day in range(3 * 7 + 3):
        await evening.passes(DAY)
        await pass_by(evening, 0)
    phases = {t.settings.name: t.phase for t in await announced(evening)}
    assert phases["Cup #2"] == "cancelled"
    assert list(phases.values()).count("open") <= 2


async def test_nothing_is_announced_where_the_bot_is_not_and_nothing_afterwards_at_once(
    evening: Evening,
) -> None:
    _t, _plan = await friday_cup(evening)
    await evening.store.servers.went(GUILD, evening.clock.now())
    await pass_by(evening, 3 * WEEK)
    assert len(await announced(evening)) == 1
    await evening.store.servers.came_back(GUILD)
    await pass_by(evening, WEEK)
    assert len(await announced(evening)) == 2


async def test_what_came_in_the_name_of_somebody_erased_stops_and_names_nobody(evening: Evening) -> None:
    _t, programme = await friday_cup(evening)
    assert await evening.store.privacy.recurring_naming(ORGANISER) == [programme.id]
    for _again in range(2):
        await recurring(evening).forget_person(ORGANISER, programme.id)
    kept = (await recurring(evening).programme(programme.id)).record
    assert (kept.organiser, kept.organiser_name, kept.stopped) == (0, "", True)
    assert await evening.store.privacy.recurring_naming(ORGANISER) == []
    await pass_by(evening, 2 * WEEK)
    assert len(await announced(evening)) == 1


async def test_a_game_that_is_not_installed_any_more_is_told_and_waits_for_nobody(evening: Evening) -> None:
    t, programme = await friday_cup(evening)
    gone = replace(programme.record, game="no-such-game")
    row = ProgrammeRow(programme.id, programme.guild, programme.revision + 1, msgspec.json.encode(gone))
    await evening.store.recurring.commit(ProgrammeChange(row))
    await pass_by(evening, 3 * DAY + WEEK)
    assert [of(each) for each in await announced(evening)] == [of(t)]
    kept = (await recurring(evening).programme(programme.id)).record
    assert kept.trouble is not None
    assert kept.next.starts > evening.clock.now()


# killed


class Killed(StorageError):
    """The process is dead."""


def dying_at(commit: Callable[..., Awaitable[Any]], *, afterwards: bool) -> Callable[..., Awaitable[Any]]:
    """A write that is the last thing that the process does, or the first that it does not."""

    async def die(change: object) -> None:
        if afterwards:
            await commit(change)
        raise Killed("dead")

    return die


@pytest.mark.parametrize("afterwards", [False, True])
@pytest.mark.parametrize("door", ["tournaments", "recurring"])
async def test_a_bot_that_is_killed_while_it_announces_announces_once(
    tmp_path: Path, door: str, afterwards: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, presses, told = VirtualClock(), itertools.count(1000), Listener()
    store = await open_store(tmp_path / "tortuga.sqlite3")
    async with opened(tmp_path, clock, store=store, presses=presses, tournament_publisher=told) as evening:
        _t, programme = await friday_cup(evening)
        await rested(evening)
        doomed = getattr(store, door)
        monkeypatch.setattr(doomed, "commit", dying_at(doomed.commit, afterwards=afterwards))
        monkeypatch.setattr(deadline_queue, "RETRY_DELAY", WEEK)
        clock.advance(3 * DAY + 5 * DAY + HOUR)

        async def dead() -> bool:
            return recurring(evening).deadlines.idle

        await until(dead)
    monkeypatch.undo()
    async with opened(tmp_path, clock, presses=presses, tournament_publisher=told) as evening:
        await rested(evening)
        [_first, second] = await announced(evening)
        assert second.id == tournament_id(programme.id, programme.record.next.starts)
        kept = (await recurring(evening).programme(programme.id)).record
        assert (kept.number, kept.last, kept.after) == (3, second.id, programme.record.next.starts)
        assert told.kinds.count("announce") == 2
