"""What happens by itself, whatever goes wrong: nothing waits for what nobody sees to."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from bot.pace import BLITZ, DAILY
from bot.refusal import Refusal
from bot.runtime import deadline_queue, outbox
from bot.tournaments import actions, rounds, scheduler
from bot.tournaments.export import ExportFile
from bot.tournaments.formats.engine import next_round, standings, with_round
from bot.tournaments.model import ERASED_USER, Tournament, TournamentRecord, to_row
from bot.tournaments.outbox import RoundMessage
from bot.tournaments.pairing.event import Entrant, Event, EventOptions, PairingError
from bot.tournaments.pairing_pool import PairingPool
from games.text import _
from storage.errors import StorageError
from storage.models import OutboxRow, TournamentChange
from tests.bot.tournaments.conftest import DAY, GUILD, HOUR, MINUTE, Evening, Listener, entrant, opened
from tests.bot.tournaments.test_actions import at_play, begun, drawn, event_of, round_over, table_of
from tests.bot.tournaments.test_rounds import a_tournament
from tests.support.clock import VirtualClock
from tests.support.idle import let_all_run, until, wait_for_file


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits long before they try again."""
    monkeypatch.setattr(outbox, "RETRY_DELAYS", (0.001, 0.001))
    monkeypatch.setattr(deadline_queue, "RETRY_DELAY", 0.0)


# by itself


async def test_rounds_are_drawn_and_opened_by_themselves_with_time_in_between(evening: Evening) -> None:
    t = await evening.announced(between=5 * MINUTE, show_up=MINUTE, how={"rounds": 2})
    await evening.join(t, *range(101, 109))
    await evening.act(t, actions.Begin())
    await evening.settled()
    t = await evening.now(t)
    assert drawn(t).number == 1
    assert not await evening.pod_tables(t)
    await evening.passes(5 * MINUTE)
    assert len(await evening.pod_tables(t)) == 2
    await evening.passes(2 * MINUTE)
    assert drawn(await evening.now(t)).number == 2
    await evening.passes(10 * MINUTE)
    assert (await evening.now(t)).phase == "over"
    told = evening.tournament_publisher.told("round", RoundMessage)
    assert [one.round for one in told] == [1, 2]
    assert evening.tournament_publisher.told("standings", RoundMessage) == told[:1]


class Slow(Listener):
    """Posts a round's message only when it may; notes which tables stood by then."""

    def __init__(self) -> None:
        super().__init__()
        self.may = asyncio.Event()
        self.evening: Evening | None = None
        self.stood: list[int] = []

    async def run(self, tournament: Tournament, entry: OutboxRow) -> None:
        if entry.kind == "round":
            assert self.evening is not None
            await self.may.wait()
            self.stood.append(len(await self.evening.pod_tables(tournament)))
        await super().run(tournament, entry)


def events_kept(evening: Evening) -> int:
    """For how many moments to come the scheduler keeps an event, of which nobody may be waiting any more."""
    kept = (each for each in vars(evening.tournament_service.scheduler).values() if isinstance(each, dict))
    return sum(isinstance(event, asyncio.Event) for each in kept for event in each.values())


async def test_a_rounds_tables_stand_below_its_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler, "MESSAGE_PATIENCE", 600.0)
    slow = Slow()
    async with opened(tmp_path, tournament_publisher=slow) as evening:
        slow.evening = evening
        t = await evening.announced(between=0, show_up=10 * MINUTE, how={"rounds": 1})
        await evening.join(t, *range(101, 109))
        await evening.act(t, actions.Begin())
        await let_all_run(evening.store)
        slow.may.set()
        await evening.settled()
        assert slow.stood == [0]
        assert len(await evening.pod_tables(t)) == 2
        assert not events_kept(evening)


async def test_a_rounds_tables_open_without_its_message_if_that_takes_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler, "MESSAGE_PATIENCE", 0.0)
    slow = Slow()
    async with opened(tmp_path, tournament_publisher=slow) as evening:
        slow.evening = evening
        t = await evening.announced(between=0, show_up=10 * MINUTE, how={"rounds": 1})
        await evening.join(t, *range(101, 109))
        await evening.act(t, actions.Begin())

        async def all_stand() -> bool:
            return len(await evening.pod_tables(t)) == 2

        await until(all_stand)
        slow.may.set()
        await evening.settled()
        assert slow.stood == [2]
        assert not events_kept(evening), "a message that came late is remembered by nobody"


async def test_a_leagues_rounds_follow_the_calendar_even_if_a_table_of_the_last_is_not_done(
    evening: Evening,
) -> None:
    t = await evening.announced(
        "league", every=4 * DAY, show_up=5 * DAY, how={"rounds": 2}, round_lasts=9 * DAY
    )
    await evening.join(t, *range(101, 109))
    await evening.act(t, actions.Begin())
    await evening.passes(4 * DAY - 1)
    assert len(event_of(await evening.now(t)).rounds) == 1
    await evening.passes(1)
    t = await evening.now(t)
    assert len(event_of(t).rounds) == 2
    assert {round.number for round, _pod in t.open_pods()} == {1, 2}
    await evening.passes(3 * DAY)
    assert evening.tournament_publisher.told("standings", RoundMessage) == [RoundMessage(1, 0)]
    await evening.passes(2 * DAY)
    assert (await evening.now(t)).phase == "over"


async def test_tables_of_pods_that_agree_on_an_hour_wait_for_the_organisers(evening: Evening) -> None:
    t = await evening.announced(
        "league", every=7 * DAY, round_lasts=7 * DAY, pace=BLITZ, agreed_hour=5 * DAY, absent="walk-over"
    )
    await evening.join(t, *range(101, 105))
    await evening.act(t, actions.Begin())
    await evening.settled()
    opened = evening.clock.now()
    (table,) = await evening.pod_tables(t)
    assert table.record.pod is not None
    assert abs(table.record.pod.hour - opened - 5 * DAY) < 2
    await evening.passes(5 * DAY)
    (table,) = await evening.pod_tables(t)
    assert table.phase == "lobby"
    assert table.record.pod is not None
    assert table.record.pod.called
    await evening.passes(11 * MINUTE)
    (table,) = await evening.pod_tables(t)
    assert table.phase != "lobby"


@pytest.mark.parametrize("why", ["paused", "away"])
async def test_after_a_long_stop_a_leagues_rounds_are_not_all_played_at_once(
    evening: Evening, why: str
) -> None:
    t = await evening.announced("league", every=7 * DAY, round_lasts=7 * DAY)
    await evening.join(t, *range(101, 106))
    await evening.act(t, actions.Begin())
    await evening.passes(DAY)
    if why == "away":
        evening.clock.away(20 * DAY)
        evening.tournament_service.clock_went_on()
    else:
        await evening.act(t, actions.Pause())
        await evening.passes(20 * DAY)
        await evening.act(t, actions.Resume())
        await evening.settled()
        assert len(event_of(await evening.now(t)).rounds) == 1
        await evening.passes(6 * DAY)
    await evening.settled()
    assert len(event_of(await evening.now(t)).rounds) == 2
    await evening.passes(7 * DAY - 1)
    assert len(event_of(await evening.now(t)).rounds) == 2
    await evening.passes(1)
    assert len(event_of(await evening.now(t)).rounds) == 3


async def test_a_short_outage_moves_no_round_of_a_league(evening: Evening) -> None:
    t = await evening.announced("league", every=7 * DAY, round_lasts=7 * DAY)
    await evening.join(t, *range(101, 106))
    await evening.act(t, actions.Begin())
    await evening.passes(6 * DAY)
    evening.clock.away(2 * DAY)
    evening.tournament_service.clock_went_on()
    await evening.settled()
    assert len(event_of(await evening.now(t)).rounds) == 2
    await evening.passes(6 * DAY - 1)
    assert len(event_of(await evening.now(t)).rounds) == 2
    await evening.passes(1)
    assert len(event_of(await evening.now(t)).rounds) == 3


async def test_a_leagues_first_round_is_drawn_by_itself_again_when_enough_are_back(evening: Evening) -> None:
    t = await evening.announced("league", between=2 * MINUTE, how={"fewest": 3})
    await evening.join(t, 101, 102, 103)
    await evening.act(t, actions.Begin())
    t = (await evening.act(t, actions.Drop("1"), "ill")).tournament
    assert (t.record.drawn, t.record.trouble) == (None, "too-few")
    await evening.act(t, actions.Reinstate("1"))
    await evening.passes(3 * MINUTE)
    assert len(event_of(await evening.now(t)).rounds) == 1


@pytest.mark.usefixtures("unchecked")
async def test_what_an_organiser_gave_a_round_stays_its_own_when_the_next_one_is_opened(
    evening: Evening,
) -> None:
    t = await begun(
        evening,
        how={"format": "league"},
        every=2 * DAY,
        round_lasts=3 * DAY,
        show_up=7 * DAY,
        by_hand=False,
    )
    await evening.act(t, actions.Extend(HOUR))
    await evening.passes(2 * DAY)
    t = await evening.now(t)
    assert len(event_of(t).rounds) == 2
    assert t.record.extra == 0
    assert {one.extra for one in t.record.tables if one.round == 1} == {HOUR}
    await evening.passes(DAY + HOUR - 1)
    assert {round.number for round, _pod in (await evening.now(t)).open_pods()} == {1, 2}
    await evening.passes(1)
    assert {round.number for round, _pod in (await evening.now(t)).open_pods()} == {2}


@pytest.mark.parametrize(("lasts", "played_out"), [(1.9 * DAY, True), (30 * DAY, False)])
async def test_a_result_says_that_robots_finished_the_game_as_its_time_was_up(
    evening: Evening, lasts: float, played_out: bool
) -> None:
    t = await at_play(evening, people=4, pace=DAILY, show_up=HOUR, round_lasts=lasts)
    table = await table_of(evening, t)
    for who in event_of(t).rounds[0].pods[0].seats:
        await evening.tables.pods.check_in(evening.press(entry_user(t, who)), table.id)
    await evening.passes(30 * DAY)
    [result] = event_of(await evening.now(t)).results
    assert result.played_out is played_out


async def test_who_does_not_come_has_a_walk_over_where_that_was_announced(evening: Evening) -> None:
    t = await at_play(evening, people=4, absent="walk-over", show_up=10 * MINUTE)
    pod, table = event_of(t).rounds[0].pods[0], await table_of(evening, t)
    for who in pod.seats[:3]:
        await evening.tables.pods.check_in(evening.press(entry_user(t, who)), table.id)
    await evening.passes(HOUR)
    result = (await evening.now(t)).result_of(1, 1)
    assert result is not None
    assert result.walk_overs == (3,)
    assert result.places[3] == 0
    assert sorted(result.places[:3])[0] == 1
    assert result.stand_ins == ()


def entry_user(t: Any, who: str | None) -> int:
    """Whose seat it is."""
    return t.entry(who).user


async def test_a_message_that_cannot_be_posted_keeps_no_table_waiting(evening: Evening) -> None:
    evening.tournament_publisher.stuck = {"announce"}
    t = await evening.announced(how={"rounds": 1}, show_up=MINUTE)
    await evening.join(t, 101, 102, 103)
    await evening.act(t, actions.Begin())
    await evening.until(lambda: _stand(evening))
    assert not evening.tournament_publisher.ran
    evening.tournament_publisher.stuck = set()
    await evening.settled()
    assert evening.tournament_publisher.kinds[:2] == ["announce", "round"]


async def _stand(evening: Evening) -> bool:
    return bool(await evening.tables.tables_in(GUILD))


# whatever goes wrong


@pytest.mark.parametrize("where", ["commit", "tournament", "outbox", "outbox_begun", "outbox_done"])
async def test_what_could_not_be_stored_or_read_is_done_later(
    evening: Evening, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    t = await begun(evening, by_hand=False, between=5 * MINUTE, how={"rounds": 1})
    failures = 3
    door: Any = evening.store.tournaments
    works = getattr(door, where)

    async def fails(*args: Any) -> Any:
        nonlocal failures
        if failures:
            failures -= 1
            raise StorageError("the disk is full")
        return await works(*args)

    monkeypatch.setattr(door, where, fails)
    evening.tournament_service.scheduler.repository.forget(t.id)
    evening.clock.advance(5 * MINUTE)
    await evening.until(lambda: _stand(evening))
    await evening.settled()
    assert len(await evening.pod_tables(t)) == 2


async def test_a_press_that_could_not_be_stored_changes_nothing(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    t = await evening.announced()

    async def fails(_change: TournamentChange) -> Any:
        raise StorageError("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(evening.store.tournaments, "commit", fails)
        with pytest.raises(StorageError):
            await evening.join(t, 101)
    assert not (await evening.now(t)).entrants
    assert (await evening.join(t, 101)).entrants


async def test_a_tournament_that_cannot_be_read_keeps_no_other_waiting(tmp_path: Path) -> None:
    clock = VirtualClock()
    async with opened(tmp_path, clock) as evening:
        bad = await evening.announced(starts=clock.now() + HOUR)
        good = await evening.announced(starts=clock.now() + HOUR, by_hand=True)
        await evening.join(good, 101, 102, 103)
        row = to_row(await evening.now(bad))
        broken = replace(row, record=b'{"seed": 7}', revision=row.revision + 1)
        await evening.store.tournaments.commit(TournamentChange(broken))
    async with opened(tmp_path, clock) as evening:
        await evening.passes(HOUR)
        assert (await evening.now(good)).phase == "running"
        assert [t.id for t in await evening.tournament_service.tournaments_in(GUILD)] == [good.id]


async def test_a_restart_goes_on_with_everything(tmp_path: Path) -> None:
    clock = VirtualClock()
    async with opened(tmp_path, clock) as evening:
        t = await at_play(evening, show_up=10 * MINUTE, by_hand=False, between=5 * MINUTE, how={"rounds": 2})
        await evening.passes(9 * MINUTE)
    async with opened(tmp_path, VirtualClock(clock.now() + DAY)) as evening:
        await evening.passes(2 * MINUTE)
        t = await evening.now(t)
        assert not t.open_pods()
        assert drawn(t).number == 2
        await evening.passes(HOUR)
        assert (await evening.now(t)).phase == "over"


# servers and people who go


async def test_in_a_server_without_the_bot_everything_stands_still_until_it_is_back(evening: Evening) -> None:
    t = await begun(evening, by_hand=False, between=10 * MINUTE)
    await evening.passes(4 * MINUTE)
    await evening.tables.places.set_server_gone(GUILD, True)
    await evening.tournament_service.set_server_gone(GUILD, True)
    await evening.tournament_service.set_server_gone(GUILD, True)
    await evening.passes(5 * DAY)
    assert not await evening.pod_tables(t)
    await evening.tables.places.set_server_gone(GUILD, False)
    await evening.tournament_service.set_server_gone(GUILD, False)
    await evening.passes(6 * MINUTE - 1)
    assert not await evening.pod_tables(t)
    await evening.passes(1)
    assert len(await evening.pod_tables(t)) == 2


async def test_outbox_entries_wait_until_the_bot_is_back_in_the_server(evening: Evening) -> None:
    t = await begun(evening)
    await evening.settled()
    told = len(evening.tournament_publisher.ran)
    await evening.tournament_service.set_server_gone(GUILD, True)
    await evening.act(t, actions.OpenRound())
    await let_all_run(evening.store)
    assert len(evening.tournament_publisher.ran) == told
    assert not await evening.pod_tables(t)
    await evening.tournament_service.set_server_gone(GUILD, False)
    await evening.settled()
    assert len(await evening.pod_tables(t)) == 2


def test_two_reasons_to_stand_still_count_as_one_time() -> None:
    t = a_tournament(drawn_at=100.0)
    t = rounds.clocks_stopped(t, 110.0, paused=True)
    t = rounds.clocks_stopped(t, 120.0, shut=True)
    t = rounds.clocks_resumed(t, 150.0, paused=True)
    assert t.record.drawn_at == 100.0
    t = rounds.clocks_resumed(t, 170.0, shut=True)
    assert t.record.drawn_at == 160.0
    assert not t.stands_still


async def test_an_erased_servers_tournaments_do_nothing_more(evening: Evening) -> None:
    t = await evening.announced(starts=evening.clock.now() + HOUR)
    await evening.settled()
    await evening.tournament_service.set_server_gone(GUILD, True)
    await evening.tournament_service.forget_server(GUILD)
    while await evening.store.servers.erase_some(GUILD, 20):
        pass
    await evening.passes(2 * HOUR)
    assert not await evening.tournament_service.tournaments_in(GUILD)
    assert await evening.store.tournaments.tournament(t.id) is None


def names(record: bytes, user: int) -> bool:
    """Whether this user stands in the record, which has secrets with the same digits in it."""
    return re.search(rb"(?<![0-9a-f])%d(?![0-9a-f])" % user, record) is not None


async def test_who_is_forgotten_before_the_start_has_no_entry_and_their_place_is_another_ones(
    evening: Evening,
) -> None:
    t = await evening.join(await evening.announced(cap=3), 101, 102, 103, 104)
    for _time in range(2):
        await evening.tournament_service.forget_person(101, t.id)
    t = await evening.now(t)
    assert [entry.user for entry in t.playing] == [102, 103, 104]
    assert not names(to_row(t).record, 101)


async def test_who_is_forgotten_in_the_middle_drops_out_and_stays_as_a_former_player(
    evening: Evening,
) -> None:
    t = await at_play(evening)
    await evening.act(t, actions.Substitute("1", 201, "Sub"))
    await evening.act(t, actions.HandOver(201, "Sub"))
    who = entrant(await evening.now(t), 201).id
    await evening.tournament_service.forget_person(201, t.id)
    await evening.tournament_service.forget_person(101, t.id)
    t = await evening.now(t)
    entry = t.entry(who)
    assert entry is not None
    assert (entry.user, entry.name, entry.state, entry.formerly) == (ERASED_USER, "", "dropped", ("",))
    assert (t.record.organiser, t.record.organiser_name) == (ERASED_USER, "")
    stored = to_row(t).record
    assert not names(stored, 201)
    for told in (b"Sub", b"Player 101"):
        assert told not in stored
    assert who not in [one.id for one in event_of(t).playing(2)]


async def test_who_is_forgotten_is_out_of_a_tournament_whose_game_is_not_installed(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    t = await evening.join(await evening.announced(), 101, 102)
    await evening.settled()
    evening.tournament_service.scheduler.repository.forget(t.id)
    monkeypatch.setattr("bot.tournaments.repository.catalogue", dict)
    await evening.tournament_service.forget_person(101, t.id)
    row = await evening.store.tournaments.tournament(t.id)
    assert row is not None
    record = msgspec.json.decode(row.record, type=TournamentRecord)
    assert [entry.user for entry in record.entries] == [ERASED_USER, 102]


# what is read


async def test_standings_are_worked_out_once_for_as_long_as_nothing_has_changed(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    t = await round_over(evening)
    asked = 0
    pairing_pool: Any = evening.tournament_service.pairing_pool
    works = pairing_pool.standings

    async def counted(event: Event) -> Any:
        nonlocal asked
        asked += 1
        return await works(event)

    monkeypatch.setattr(pairing_pool, "standings", counted)
    first = await asyncio.gather(*(evening.tournament_service.standings(t) for _ in range(5)))
    assert asked == 1
    assert all(each == first[0] for each in first)
    t = (await evening.act(t, actions.Void(1, 1))).tournament
    await evening.tournament_service.standings(t)
    assert asked == 2


async def test_the_plan_is_for_those_who_are_in(evening: Evening) -> None:
    t = await evening.announced(how={"fewest": 3})
    assert await evening.tournament_service.plan(t) is None
    t = await evening.join(t, *range(101, 118))
    plan = await evening.tournament_service.plan(t)
    assert plan is not None
    assert len(plan) == 4


# the process in which it is worked out


@pytest.fixture
async def pairing_pool() -> AsyncIterator[PairingPool]:
    """The real one."""
    there = PairingPool()
    yield there
    there.close()


def an_event(people: int = 9) -> Event:
    """An event that has not begun."""
    entrants = tuple(Entrant(id=str(at), joined=at) for at in range(1, people + 1))
    return Event(options=EventOptions(), seed="5a" * 32, entrants=entrants)


@pytest.mark.long
async def test_the_process_works_out_what_is_worked_out_here(pairing_pool: PairingPool) -> None:
    event = an_event()
    assert await pairing_pool.next_round(event, 1) == next_round(event, 1)
    event = with_round(event, next_round(event))
    assert await pairing_pool.standings(event) == standings(event)
    with pytest.raises(PairingError) as impossible:
        await pairing_pool.next_round(event, 0)
    assert impossible.value.trouble == "results-missing"


@pytest.mark.long
async def test_while_it_works_the_event_loop_goes_on(pairing_pool: PairingPool, tmp_path: Path) -> None:
    may_end = tmp_path / "may end"
    making = asyncio.ensure_future(pairing_pool.files(made_as_soon_as_it_is_there, str(may_end)))
    await asyncio.sleep(0)
    may_end.touch()  # made on the loop itself, they would wait for this for ever
    assert [file.name for file in await making] == ["made"]


def made_as_soon_as_it_is_there(path: str) -> tuple[ExportFile, ...]:
    wait_for_file(Path(path))
    return (ExportFile("made", b""),)


def made_where(word: str) -> tuple[ExportFile, ...]:
    return (ExportFile(word, str(os.getpid()).encode()),)


def nothing_to_make() -> tuple[ExportFile, ...]:
    raise Refusal("early", _("Nothing to export before the first round."))


@pytest.mark.long
async def test_files_are_made_there_too_and_a_refusal_comes_back_as_it_is(pairing_pool: PairingPool) -> None:
    [made] = await pairing_pool.files(made_where, "where.txt")
    assert made.name == "where.txt"
    assert int(made.content) != os.getpid()
    with pytest.raises(Refusal) as refused:
        await pairing_pool.files(nothing_to_make)
    assert refused.value.reason == "early"
    assert refused.value.text == _("Nothing to export before the first round.")
