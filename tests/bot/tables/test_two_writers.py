"""Two services over one store: what one of them keeps in memory may change behind its back."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import pytest
import pytest_asyncio
from hypothesis import given
from hypothesis import strategies as st

from bot.pace import DAILY
from bot.preferences.people import DAYS_A_YEAR
from bot.refusal import Refusal
from bot.tables import clocks, history, lobby, moderation, opening, options, plans
from bot.tables.model import Table
from bot.tables.service import TableService
from storage import open_store
from storage.errors import Conflict
from storage.models import WHOLE, News, Shard
from storage.sql.store import Store
from tests.bot.tables.conftest import CHANNEL, GAME, GUILD, PEOPLE, InPlace, Notebook, Tavern
from tests.support.clock import VirtualClock
from tests.support.database import made
from tests.support.examples import examples
from tests.support.idle import until
from tests.support.overtaken import Overtaken

SERVES, SERVES_OTHERS = Shard(0, 2), Shard(1, 2)
"""Shards of the server in which all tables stand, and of others."""


class Pair:
    """Two houses with the same tables: `here`, whose store may be overtaken, and `there`."""

    def __init__(self, store: Store, here: Shard, there: Shard, clock: VirtualClock) -> None:
        self.store, self.overtaken, self.clock = store, Overtaken(store.for_shard(here, 0)), clock
        self.told: list[News] = []
        """What others are told of."""
        store.listen(self.told.append)
        self.here = _house(self.overtaken, clock, here)
        self.there = _house(store.for_shard(there, 0), clock, there)
        self.there.presses = self.here.presses


def _house(store: Any, clock: VirtualClock, shard: Shard) -> Tavern:
    notebook = Notebook()
    tables = TableService(store, notebook, clock=clock, robot_pool=InPlace(), shard=shard)
    return Tavern(tables, store, notebook)


@asynccontextmanager
async def opened(folder: Path, here: Shard = SERVES, there: Shard = SERVES_OTHERS) -> AsyncIterator[Pair]:
    """The two, of which the first runs clocks and outbox."""
    store = await open_store(await made(folder / "tortuga.sqlite3"))
    with patch.object(opening, "MOST_OPENED", 1_000):
        pair = Pair(store, here, there, VirtualClock())
        await pair.here.tables.open()
        yield pair
        await pair.here.tables.close()
        await pair.there.tables.close()
    await store.close()


@pytest_asyncio.fixture
async def pair(tmp_path: Path) -> AsyncIterator[Pair]:
    """The one that serves the server of all tables, and one that serves others."""
    async with opened(tmp_path) as both:
        yield both


def names(table: Table) -> set[str]:
    """Who sits there."""
    return {seat.name for seat in table.seats}


def seat_of(table: Table, name: str) -> int:
    """Where this person sits."""
    seat = table.seat_of(PEOPLE[name])
    assert seat is not None
    return seat


async def test_what_two_did_at_the_same_time_both_counts(pair: Pair) -> None:
    table = await pair.here.lobby("Anne")
    await pair.there.tables.seating.join(pair.there.press("Calico"), table.id)
    done = await pair.here.tables.seating.join(pair.here.press("Dampier"), table.id)
    assert names(done.table) == {"Anne", "Calico", "Dampier"}


async def test_a_press_that_is_overtaken_on_its_way_to_the_store_counts(pair: Pair) -> None:
    table = await pair.here.lobby("Anne")
    pair.overtaken.before = [lambda: pair.there.tables.seating.join(pair.there.press("Calico"), table.id)]
    done = await pair.here.tables.seating.join(pair.here.press("Dampier"), table.id)
    assert names(done.table) == {"Anne", "Calico", "Dampier"}


async def test_whoever_is_overtaken_twice_is_told_so_and_nothing_is_stored_of_it(pair: Pair) -> None:
    table = await pair.here.lobby("Anne")
    pair.overtaken.before = [
        lambda: pair.there.tables.seating.join(pair.there.press("Calico"), table.id),
        lambda: pair.there.tables.seating.join(pair.there.press("Bartholomew"), table.id),
    ]
    with pytest.raises(Conflict):
        await pair.here.tables.seating.join(pair.here.press("Dampier"), table.id)
    assert names(await pair.here.tables.table(table.id)) == {"Anne", "Calico", "Bartholomew"}


async def test_of_two_cards_for_one_decision_the_first_counts(pair: Pair) -> None:
    table = await pair.here.game("Anne", "Calico")
    seat = seat_of(table, "Anne")
    decision = table.game.decision(table.state, seat)

    def bid(house: Tavern, index: int) -> Awaitable[object]:
        return house.tables.playing.choose(house.press("Anne"), table.id, decision, 0, index)

    pair.overtaken.before = [lambda: bid(pair.there, 0)]
    with pytest.raises(Refusal) as refusal:
        await bid(pair.here, 1)
    assert refusal.value.reason == "twice"
    (row,) = await pair.store.log(table.id)
    assert row.action == str(table.game.legal_actions(table.state, seat)[0])


async def test_a_press_is_not_refused_by_what_is_no_longer_so(pair: Pair) -> None:
    """The second to bid is refused a card as long as it is not known that the first has bid."""
    table = await pair.here.game("Anne", "Calico")
    for name in ("Anne", "Calico"):
        await pair.there.choose(name, table.id)
    after = await pair.there.tables.table(table.id)
    leader = pair.there.next_person(after)
    assert leader is not None
    assert pair.here.tables.repository.cached[table.id].actions == 0
    seat = seat_of(after, leader)
    press = pair.here.press(leader)
    done = await pair.here.tables.playing.choose(
        press, table.id, after.game.decision(after.state, seat), 0, 0
    )
    assert done.table.actions == 3


async def test_a_press_that_both_attend_to_acts_once_and_has_one_answer(pair: Pair) -> None:
    table = await pair.here.lobby("Anne")
    press = pair.here.press("Calico")
    done = [await house.tables.seating.join(press, table.id) for house in (pair.there, pair.here)]
    assert done[0] == done[1]
    assert names(done[1].table) == {"Anne", "Calico"}
    pair.overtaken.before = [lambda: pair.there.tables.playing.start(begin, table.id)]
    begin = pair.here.press("Anne")
    assert (await pair.here.tables.playing.start(begin, table.id)).table.phase == "playing"


async def test_a_robots_move_is_not_made_twice(pair: Pair) -> None:
    table = await pair.here.lobby("Anne")
    await pair.here.tables.change(pair.here.press("Anne"), table.id, lobby.add_robot)
    table = (await pair.there.tables.playing.start(pair.there.press("Anne"), table.id)).table
    (robot,) = (seat for seat, sitter in enumerate(table.seats) if sitter.robot)
    decision = table.game.decision(table.state, robot)
    bid = table.game.legal_actions(table.state, robot)[0]

    def there() -> Awaitable[object]:
        return pair.there.tables.playing.move_robot(table.id, robot, decision, bid)

    pair.overtaken.before = [there]
    await pair.here.tables.changed_elsewhere(table.id)  # its robot sets about it
    await until(lambda: not pair.overtaken.before and not pair.here.tables.robots.tasks)
    (row,) = await pair.store.log(table.id)
    assert (row.seat, row.action) == (robot, str(bid))


async def test_a_clock_that_comes_to_its_end_looks_at_what_is_stored(pair: Pair) -> None:
    table = await slow_game(pair, "Anne", "Calico")
    for name in ("Anne", "Calico"):
        await pair.there.tables.playing.pause(pair.there.press(name), table.id)
    known = pair.here.tables.repository.cached[table.id]
    assert known.timing.paused is None
    assert known.due is not None
    pair.clock.advance(known.due + 1.0)
    await until(lambda: pair.here.tables.deadlines.idle)
    after = await pair.here.tables.table(table.id)
    assert after.timing.paused is not None
    assert after.actions == 0
    assert after.revision == known.revision + 2


async def test_a_plan_that_was_made_elsewhere_is_carried_out_and_does_not_get_lost(pair: Pair) -> None:
    table = await pair.here.game("Anne", "Calico")

    def forced(table: Table, seat: int) -> Any:
        return plans.with_forced_moves(table, seat, True)

    await pair.there.tables.plans.change(pair.there.press("Anne"), table.id, forced)
    assert pair.here.tables.repository.cached[table.id].plans == {}
    await pair.here.tables.plans.change(pair.here.press("Calico"), table.id, forced)
    plans_here = (await pair.here.tables.table(table.id)).plans
    assert {seat for seat, plan in plans_here.items() if plan.forced} == {0, 1}


async def test_what_two_moderators_take_back_at_the_same_time_is_taken_back_once(pair: Pair) -> None:
    table = await slow_game(pair, "Anne", "Calico")
    extended = moderation.Extend(3600.0)
    for _time in range(2):
        await pair.here.tables.moderation.apply(pair.here.press("Dampier"), table.id, extended, "")
    first, _second = await pair.store.audit.of_table(table.id)

    def undo(house: Tavern, name: str) -> Awaitable[object]:
        return house.tables.moderation.undo(house.press(name), first.id, "")

    pair.overtaken.before = [lambda: undo(pair.there, "Calico")]
    with pytest.raises(Refusal) as refusal:
        await undo(pair.here, "Anne")
    assert refusal.value.reason == "twice"
    assert [row.undoes for row in await pair.store.audit.of_table(table.id)].count(first.id) == 1


# what people said to another process


async def slow_game(pair: Pair, *people: str) -> Table:
    """A game that lasts for days."""
    host, *others = people
    done = await pair.here.tables.opening.create(
        pair.here.press(host), guild=GUILD, channel=CHANNEL, game=GAME, options={}, pace=DAILY
    )
    for name in others:
        await pair.here.tables.seating.join(pair.here.press(name), done.table.id)
    return (await pair.here.tables.playing.start(pair.here.press(host), done.table.id)).table


async def test_a_vacation_that_was_begun_elsewhere_holds_here_and_ends_with_a_move(pair: Pair) -> None:
    await pair.there.tables.vacation_tracker.begin(PEOPLE["Anne"], days=3)
    table = await slow_game(pair, "Anne", "Calico")
    anne = clocks.clock_of(table, seat_of(table, "Anne"))
    assert anne.away
    after = (await pair.here.choose("Anne", table.id)).table
    assert not clocks.clock_of(after, seat_of(after, "Anne")).away
    # Only this day counts.
    assert await pair.there.tables.vacation_tracker.left(PEOPLE["Anne"]) == DAYS_A_YEAR - 1


async def test_a_vacation_that_was_made_longer_elsewhere_is_not_ended_too_early(pair: Pair) -> None:
    table = await slow_game(pair, "Anne", "Calico")
    tracker, user = pair.here.tables.vacation_tracker, PEOPLE["Anne"]
    ends = await tracker.begin(user, days=2)
    later = await pair.there.tables.vacation_tracker.begin(user, days=5)
    pair.clock.advance(ends + 60.0 - pair.clock.now())
    await until(lambda: tracker.until(user) == later)
    now = await pair.here.tables.table(table.id)
    assert clocks.clock_of(now, seat_of(now, "Anne")).away
    pair.clock.advance(later + 60.0 - pair.clock.now())
    await until(lambda: tracker.until(user) is None)
    now = await pair.here.tables.table(table.id)
    assert not clocks.clock_of(now, seat_of(now, "Anne")).away


async def test_whose_vacation_was_begun_elsewhere_has_it_ended_by_whoever_serves_them(pair: Pair) -> None:
    table = await slow_game(pair, "Anne", "Calico")
    tracker, user = pair.here.tables.vacation_tracker, PEOPLE["Anne"]
    ends = await pair.there.tables.vacation_tracker.begin(user, days=2)
    await pair.here.tables.changed_elsewhere(table.id)
    await tracker.changed_elsewhere(user)
    pair.clock.advance(ends + 60.0 - pair.clock.now())
    await until(lambda: tracker.until(user) is None)
    now = await pair.here.tables.table(table.id)
    assert not clocks.clock_of(now, seat_of(now, "Anne")).away


# what follows from what others did


async def test_what_is_told_of_elsewhere_follows_as_if_it_were_ones_own(pair: Pair) -> None:
    heard: list[int] = []
    pair.here.tables.listen(lambda table: heard.append(table.revision))
    table = await pair.here.lobby("Anne", "Calico")
    pair.here.notebook.shown.clear()
    dealt = (await pair.there.tables.playing.start(pair.there.press("Anne"), table.id)).table
    await pair.here.tables.changed_elsewhere(table.id, dealt.revision)
    assert pair.here.notebook.shown == [(table.id, dealt.revision)]
    assert heard[-1] == dealt.revision
    assert await pair.here.tables.table(table.id) == dealt


async def test_others_are_told_of_what_was_stored_and_nobody_of_what_they_told(pair: Pair) -> None:
    table = await pair.here.lobby("Anne", "Calico")
    pair.told.clear()
    dealt = (await pair.there.tables.playing.start(pair.there.press("Anne"), table.id)).table

    def forced(table: Table, seat: int) -> Any:
        return plans.with_forced_moves(table, seat, True)

    ordered = await pair.there.tables.plans.change(pair.there.press("Anne"), table.id, forced)
    news = [News("table", table.id, GUILD, dealt.revision + more) for more in range(2)]
    assert pair.told == news
    for one in news:
        await pair.here.tables.changed_elsewhere(one.id, one.revision)
    assert pair.told == news
    assert (await pair.here.tables.table(table.id)).plans == ordered.table.plans
    await pair.there.tables.vacation_tracker.begin(PEOPLE["Anne"], days=1)
    assert ("person", PEOPLE["Anne"]) in [(news.kind, news.of) for news in pair.told]


async def test_of_a_table_that_is_looked_at_elsewhere_its_owner_tells(pair: Pair) -> None:
    table = await pair.here.lobby("Anne", "Calico")
    assert pair.told == []
    await pair.store.tell(News("table", table.id, GUILD))
    dealt = (await pair.here.tables.playing.start(pair.here.press("Anne"), table.id)).table
    assert pair.told == [News("table", table.id, GUILD), News("table", table.id, GUILD, dealt.revision)]


async def test_of_a_table_that_was_looked_at_elsewhere_long_ago_nobody_is_told(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.sql.group_commit.FOLLOWED", 0.0)
    table = await pair.here.lobby("Anne", "Calico")
    await pair.store.tell(News("table", table.id, GUILD))
    await pair.here.tables.playing.start(pair.here.press("Anne"), table.id)
    assert pair.told == [News("table", table.id, GUILD)]


async def test_who_was_told_of_nothing_for_a_while_looks_at_everything(pair: Pair) -> None:
    kept, forgotten = await pair.here.lobby("Anne", "Calico"), await slow_game(pair, "Anne", "Calico")
    pair.here.tables.repository.forget(forgotten.id)
    for name in ("Anne", "Calico"):
        await pair.there.tables.playing.pause(pair.there.press(name), forgotten.id)
    dealt = (await pair.there.tables.playing.start(pair.there.press("Anne"), kept.id)).table
    pair.here.notebook.shown.clear()
    await pair.here.tables.look_again()
    assert (kept.id, dealt.revision) in pair.here.notebook.shown
    due = dict(await pair.store.due())
    assert sorted(pair.here.tables.deadlines.moments) == sorted(due.values())


async def test_what_was_only_looked_at_before_it_is_told_of_is_followed_up(pair: Pair) -> None:
    table = await pair.here.lobby("Anne")
    await pair.here.tables.change(pair.here.press("Anne"), table.id, lobby.add_robot)
    dealt = (await pair.there.tables.playing.start(pair.there.press("Anne"), table.id)).table
    pair.here.tables.repository.forget(table.id)  # as nobody has needed it for so long
    assert await pair.here.tables.table(table.id) == dealt
    assert not pair.here.tables.robots.tasks
    await pair.here.tables.changed_elsewhere(table.id, dealt.revision)
    assert pair.here.tables.robots.tasks


async def test_what_is_told_of_twice_or_was_done_here_follows_once(pair: Pair) -> None:
    table = await pair.here.lobby("Anne", "Calico")
    shown = list(pair.here.notebook.shown)
    for revision in (None, table.revision, table.revision - 1):
        await pair.here.tables.changed_elsewhere(table.id, revision)
    assert pair.here.notebook.shown == shown


async def test_of_a_table_that_was_erased_elsewhere_nothing_is_kept(pair: Pair) -> None:
    table = await pair.here.lobby("Anne")
    await pair.store.servers.went(table.guild, 0.0)
    assert await pair.store.servers.erase_some(table.guild, 100) == [table.id]
    await pair.here.tables.changed_elsewhere(table.id)
    with pytest.raises(Refusal):
        await pair.here.tables.table(table.id)


async def test_whoever_is_overtaken_begins_what_follows_from_that(pair: Pair) -> None:
    """Also if nothing comes of their own press."""
    table = await pair.here.lobby("Anne", "Calico")
    dealt = (await pair.there.tables.playing.start(pair.there.press("Anne"), table.id)).table
    pair.here.notebook.shown.clear()
    with pytest.raises(Refusal):
        await pair.here.tables.change(
            pair.here.press("Anne"), table.id, options.set_option, "edition", "classic"
        )
    assert pair.here.notebook.shown == [(table.id, dealt.revision)]


async def test_nothing_is_kept_of_what_others_serve_and_nothing_begun_for_it(pair: Pair) -> None:
    table = await pair.there.lobby("Anne")
    await pair.there.tables.change(pair.there.press("Anne"), table.id, lobby.add_robot)
    table = (await pair.there.tables.playing.start(pair.there.press("Anne"), table.id)).table
    assert not pair.there.tables.repository.cached
    assert not pair.there.tables.robots.tasks
    assert not pair.there.tables.deadlines.moments
    assert pair.there.notebook.shown  # the hands that are open there


async def test_what_is_half_chosen_here_goes_on_there(pair: Pair) -> None:
    table = await pair.here.game("Anne", "Calico", slug="corsari")
    name = pair.here.next_person(table)
    assert name is not None
    seat = seat_of(table, name)
    assert await pair.here.tables.drafts.of(table, seat) == ()
    moved, house = table, itertools.cycle((pair.there, pair.here))
    while moved.actions == table.actions:
        pair.told.clear()
        moved = (await next(house).choose(name, table.id, 0)).table
        for news in pair.told:
            await pair.here.tables.changed_elsewhere(news.id, news.revision or None)
        drafts = [await each.tables.drafts.of(moved, seat) for each in (pair.here, pair.there)]
        assert drafts[0] == drafts[1]


# many at once


@pytest.mark.parametrize(("people", "limits", "most"), [(1, {"lobbies": 3}, 3), (4, {"tables": 4}, 4)])
async def test_ten_tables_opened_in_the_same_moment_pass_no_limit_of_a_member_or_a_server(
    pair: Pair, people: int, limits: dict[str, int], most: int
) -> None:
    await pair.here.tables.servers.change(GUILD, **{"lobbies": 0, "tables": 0, **limits})

    def opens(number: int) -> Awaitable[object]:
        house, name = (pair.here, pair.there)[number % 2], [*PEOPLE][number % people]
        return house.tables.opening.create(
            house.press(name), guild=GUILD, channel=CHANNEL, game=GAME, options={}
        )

    done = await asyncio.gather(*map(opens, range(10)), return_exceptions=True)
    refused = [each for each in done if isinstance(each, BaseException)]
    assert {(type(each), getattr(each, "reason", "")) for each in refused} == {(Refusal, "full")}
    assert len(done) - len(refused) == most
    assert len(await pair.store.tables(guild=GUILD, limit=99)) == most


@pytest.mark.parametrize(("other", "limits"), [("Anne", {"lobbies": 1}), ("Calico", {"tables": 1})])
async def test_a_table_that_is_opened_elsewhere_before_one_is_stored_takes_its_place(
    pair: Pair, other: str, limits: dict[str, int]
) -> None:
    await pair.here.tables.servers.change(GUILD, **{"lobbies": 0, "tables": 0, **limits})

    def opens(house: Tavern, name: str) -> Awaitable[object]:
        return house.tables.opening.create(
            house.press(name), guild=GUILD, channel=CHANNEL, game=GAME, options={}
        )

    pair.overtaken.before = [lambda: opens(pair.there, other)]
    with pytest.raises(Refusal) as refused:
        await opens(pair.here, "Anne")
    assert refused.value.reason == "full"
    assert len(await pair.store.tables(guild=GUILD, limit=99)) == 1


async def _presses_at_random(folder: Path, seed: int, shards: tuple[Shard, Shard]) -> None:
    """Three people press for two games at both houses, several at once."""
    random, people = Random(seed), ("Anne", "Calico", "Dampier")
    async with opened(folder, *shards) as pair:
        table = await pair.here.game(*people)
        made = list[int]()

        async def press(house: Tavern, name: str) -> None:
            now = await house.tables.table(table.id)
            decision = now.game.decision(now.state, seat_of(now, name))
            pressed = house.press(name)
            try:
                done = await house.tables.playing.choose(pressed, table.id, decision, 0, random.randrange(3))
            except (Refusal, Conflict):
                return
            assert done.table.id == table.id
            if await pair.store.answer(pressed.id) is not None:
                made.append(pressed.id)

        for _round in range(25):
            pressing = [
                press(random.choice((pair.here, pair.there)), random.choice(people))
                for _press in range(random.randint(1, 4))
            ]
            await asyncio.gather(*pressing)
            if random.random() < 0.3:
                await pair.here.tables.changed_elsewhere(table.id)
        log, stored = await pair.store.log(table.id), await pair.store.table(table.id)
        assert stored is not None
        assert [row.number for row in log] == [*range(1, stored.actions + 1)]
        assert len(made) == len(set(made)) == len(log)  # each that was answered acted once, and no other
        *_states, (state, _events) = history.replay_states(table, log)
        assert table.game.dump(state) == stored.state
        await pair.here.tables.changed_elsewhere(table.id)
        assert (await pair.here.tables.table(table.id)).revision == stored.revision


@examples(12, deadline=None)
@given(seed=st.integers(0, 2**32), shards=st.sampled_from([(SERVES, SERVES_OTHERS), (WHOLE, WHOLE)]))
def test_presses_at_both_are_each_answered_and_none_acts_twice_or_is_lost(
    seed: int, shards: tuple[Shard, Shard]
) -> None:
    with TemporaryDirectory() as folder:
        asyncio.run(_presses_at_random(Path(folder), seed, shards))
