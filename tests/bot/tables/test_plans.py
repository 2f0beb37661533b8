"""Standing plans at a table: plans carried out or cancelled, forced moves, and who learns of them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.preferences.people import PersonPreferencesRepository
from bot.refusal import Refusal
from bot.tables import automatic_moves, leaving, model, plans, play, repository
from bot.tables import clocks as tables_clocks
from bot.tables.model import NO_PLAN, Plan, Table
from bot.tables.service import TableService
from games.contract import Action, Choice, PlanMenu
from games.text import Text, english
from storage import open_store
from tests.bot.tables.conftest import CHANNEL, GAME, GUILD, PEOPLE, InPlace, Notebook, Tavern
from tests.games.playing import paths
from tests.support.clock import VirtualClock
from tests.support.database import made
from tests.support.idle import has_come_to_rest, until

A_MOMENT = automatic_moves.PLANNED_MOVE_DELAY


class Planners(Tavern):
    """People who make plans, at a service whose time the test moves."""

    def __init__(self, tables: TableService, store: object, notebook: Notebook, clock: VirtualClock) -> None:
        super().__init__(tables, store, notebook)  # type: ignore[arg-type]
        self.clock = clock

    async def now(self, table: Table) -> Table:
        """The table as it is."""
        return await self.tables.table(table.id)

    async def round(self, number: int, *names: str) -> Table:
        """A game in which these people have bid in this round, and the first card is to be led."""
        table = await self.game(*names)
        for now in range(1, number + 1):
            for name in names:
                await self.choose(name, table.id, index=0)
            while now < number and (await self.now(table)).state.table.round == now:
                await self.choose(in_turn(await self.now(table)), table.id)
        return await self.now(table)

    async def does(self, name: str, table: Table, action: Action) -> Table:
        """Somebody presses the buttons of this action."""
        table = await self.now(table)
        observation = table.observe(PEOPLE[name])
        path = next(path for path, choice in paths(table.game, observation) if choice.action == action)
        for depth, value in enumerate(path):
            menu = table.game.steps(observation, path[:depth])
            assert menu is not None
            index = [choice.value for choice in menu.choices].index(value)
            press = self.press(name)
            await self.tables.playing.choose(press, table.id, observation.decision, depth, index)
        return await self.now(table)

    async def plans(self, name: str, table: Table, action: Action, *surprises: str) -> Table:
        """Somebody plans this, to be cancelled by these surprises."""
        table = await self.now(table)
        menu = offer(table, name)
        index = [choice.action for choice in menu.choices].index(action)
        named = sum(1 << at for at, each in enumerate(menu.surprises) if each.name in surprises)
        done = await self.tables.plans.make(self.press(name), table.id, table.actions, index, named)
        return done.table

    async def idle(self) -> None:
        """Wait until whoever moves by himself waits for the clock, or has nothing to do."""
        await until(lambda: has_come_to_rest(self.tables, self.store, self.clock))

    async def a_moment(self) -> None:
        """The time passes after which a move is made by itself, and it is stored."""
        await self.idle()
        self.clock.advance(A_MOMENT)
        await self.idle()

    async def log(self, table: Table) -> list[tuple[int | None, Action]]:
        """Who has done what."""
        return [(row.user, row.action) for row in await self.store.log(table.id)]


def in_turn(table: Table) -> str:
    """Whose turn it is."""
    return next(name for name, user in PEOPLE.items() if table.waiting_for(user))


def seat_of(table: Table, name: str) -> int:
    """Where somebody sits."""
    seat = table.seat_of(PEOPLE[name])
    assert seat is not None
    return seat


def after(table: Table, name: str) -> str:
    """Who comes after somebody."""
    user = table.seats[(seat_of(table, name) + 1) % len(table.seats)].user
    return next(other for other, id in PEOPLE.items() if id == user)


def plan_of(table: Table, name: str) -> Plan:
    """What somebody wants done by itself."""
    return table.plans.get(seat_of(table, name), NO_PLAN)


def offer(table: Table, name: str) -> PlanMenu:
    """What somebody can plan."""
    menu = plans.plan_menu(table, seat_of(table, name))
    assert menu is not None
    return menu


def legal(table: Table, name: str) -> tuple[Action, ...]:
    """What somebody may do."""
    return table.game.legal_actions(table.state, seat_of(table, name))


def first_choices(table: Table, name: str) -> tuple[Choice, ...]:
    """The buttons of somebody's hand."""
    menu = table.game.steps(table.observe(PEOPLE[name]))
    assert menu is not None
    return menu.choices


def told(table: Table, name: str) -> str:
    """What somebody reads of the last plan."""
    became = plan_of(table, name).told
    return "" if became is None else became.kind


@asynccontextmanager
async def open_house(folder: Path, clock: VirtualClock, *forced_move_users: str) -> AsyncIterator[Planners]:
    """A table service over the database in this folder; `fond`: who wants forced moves made everywhere."""
    store = await open_store(await made(folder / "tortuga.sqlite3"))
    notebook = Notebook()

    people = PersonPreferencesRepository(store.people)
    tables = TableService(store, notebook, robot_pool=InPlace(), clock=clock, people=people)
    try:
        for name in forced_move_users:
            await people.change(PEOPLE[name], forced_moves=True)
        await tables.open()
        yield Planners(tables, store, notebook, clock)
    finally:
        await tables.close()
        await store.close()


@pytest.fixture
async def there(tmp_path: Path) -> AsyncIterator[Planners]:
    """An open table service."""
    async with open_house(tmp_path, VirtualClock()) as planners:
        yield planners


Wanted = Callable[[Table, str, str, Action, Action], bool]
"""The table, who leads, who comes after, what the one could lead, what the other could plan."""


async def where(there: Planners, wanted: Wanted) -> tuple[Table, str, str, Action, Action]:
    """A table of two in round 3 at which there are such cards."""
    for _deal in range(60):
        table = await there.round(3, "Anne", "Calico")
        leader = in_turn(table)
        second = after(table, leader)
        for led in legal(table, leader):
            for choice in offer(table, second).choices:
                found = table, leader, second, led, str(choice.action)
                if wanted(*found):
                    return found
    raise AssertionError("no such cards were ever dealt")


def fits(table: Table, leader: str, second: str, led: Action, planned: Action) -> bool:
    """The second may answer the first card with the other, and has a choice."""
    state, _events = table.game.apply(table.state, seat_of(table, leader), led)
    answers = table.game.legal_actions(state, seat_of(table, second))
    return planned in answers and len(answers) > 1


def does_not_fit(table: Table, leader: str, second: str, led: Action, planned: Action) -> bool:
    """The second may not answer the first card with the other."""
    state, _events = table.game.apply(table.state, seat_of(table, leader), led)
    return planned not in table.game.legal_actions(state, seat_of(table, second))


# Plans


async def test_a_plan_is_carried_out_a_moment_after_the_turn_has_come_as_its_players_own_move(
    there: Planners,
) -> None:
    table, leader, second, led, planned = await where(there, fits)
    await there.plans(second, table, planned)
    table = await there.does(leader, table, led)
    await there.idle()
    there.clock.advance(A_MOMENT - 0.1)
    await there.idle()
    assert (await there.now(table)).actions == table.actions
    there.clock.advance(0.1)
    await there.idle()
    assert (await there.log(table))[-2:] == [(PEOPLE[leader], led), (PEOPLE[second], planned)]
    table = await there.now(table)
    assert (plan_of(table, second).move, told(table, second)) == (None, "planned")


async def test_nothing_is_done_before_the_turn_comes_and_nothing_twice(there: Planners) -> None:
    table, leader, second, led, planned = await where(there, fits)
    await there.plans(second, table, planned)
    await there.a_moment()
    assert (await there.now(table)).actions == table.actions
    await there.does(leader, table, led)
    for _again in range(3):
        await there.a_moment()
    done = (await there.log(table))[table.actions :]
    assert done == [(PEOPLE[leader], led), (PEOPLE[second], planned)]


async def test_what_the_rules_do_not_allow_is_cancelled_and_its_player_reads_so(there: Planners) -> None:
    table, leader, second, led, planned = await where(there, does_not_fit)
    await there.plans(second, table, planned)
    table = await there.does(leader, table, led)
    await there.a_moment()
    table = await there.now(table)
    assert (in_turn(table), plan_of(table, second).move, told(table, second)) == (second, None, "illegal")
    assert (await there.log(table))[-1] == (PEOPLE[leader], led)


async def test_a_surprise_that_was_named_cancels_the_plan_and_its_player_reads_which(there: Planners) -> None:
    table, leader, second, led, planned = await where(there, fits)
    await there.plans(second, table, planned, "wins", "loses")  # one of them is certain
    table = await there.does(leader, table, led)
    shown = len(there.notebook.shown)
    await there.a_moment()
    table = await there.now(table)
    became = plan_of(table, second).told
    assert became is not None
    assert became.why is not None
    assert (in_turn(table), became.kind) == (second, "unmet")
    unmet = {"it beats what's there", "it loses to what's there"}  # as the cards fell
    assert english(became.why) in unmet
    assert len(there.notebook.shown) > shown, "an open hand is drawn anew"


async def test_a_surprise_that_was_not_named_cancels_nothing(there: Planners) -> None:
    table, leader, second, led, planned = await where(there, fits)
    await there.plans(second, table, planned, "beast")
    await there.does(leader, table, led)
    await there.a_moment()
    assert told(await there.now(table), second) == "planned"


async def test_a_plan_can_be_changed_until_the_turn_comes_and_afterwards_within_the_moment(
    there: Planners,
) -> None:
    table, leader, second, led, planned = await where(there, fits)
    other = next(str(c.action) for c in offer(table, second).choices if c.action != planned)
    await there.plans(second, table, other)
    table = await there.plans(second, table, planned)
    await there.does(leader, table, led)
    await there.idle()
    await there.tables.plans.change(there.press(second), table.id, plans.without_planned_move)
    await there.a_moment()
    table = await there.now(table)
    assert (in_turn(table), plan_of(table, second)) == (second, NO_PLAN)
    with pytest.raises(Refusal) as refusal:
        await there.tables.plans.change(there.press(second), table.id, plans.without_planned_move)
    assert refusal.value.reason == "stale"


async def test_whoever_presses_within_the_moment_has_moved_and_the_plan_is_done_with(there: Planners) -> None:
    table, leader, second, led, planned = await where(there, fits)
    await there.plans(second, table, planned)
    table = await there.does(leader, table, led)
    await there.idle()
    other = next(action for action in legal(table, second) if action != planned)
    table = await there.does(second, table, other)
    assert plan_of(table, second) == NO_PLAN
    await there.a_moment()
    assert (await there.log(table))[-1] == (PEOPLE[second], other)


async def test_a_plan_that_is_made_too_slowly_is_too_late(there: Planners) -> None:
    table, leader, second, led, planned = await where(there, fits)
    index = [choice.action for choice in offer(table, second).choices].index(planned)
    await there.does(leader, table, led)
    with pytest.raises(Refusal) as refusal:
        await there.tables.plans.make(there.press(second), table.id, table.actions, index, 0)
    assert refusal.value.reason == "stale"


async def test_a_choice_is_found_again_after_others_have_moved(there: Planners) -> None:
    table = await there.round(3, "Anne", "Calico", "Dampier")
    leader = in_turn(table)
    third = after(table, after(table, leader))
    seen = table.actions
    table = await there.does(leader, table, legal(table, leader)[0])
    now = {choice.action for choice in offer(table, third).choices}
    then = await there.tables.plans.plan_menu(table, PEOPLE[third], seen)
    index = next(at for at, choice in enumerate(then.choices) if choice.action in now)
    done = await there.tables.plans.make(there.press(third), table.id, seen, index, 0)
    plan = plan_of(done.table, third).move
    assert plan is not None
    assert (plan.action, plan.since) == (then.choices[index].action, seen)


@pytest.mark.parametrize(("actions", "index"), [(10**6, 0), (-1, 0), (0, 0), (None, 25), (None, -1)])
async def test_what_was_never_offered_cannot_be_planned(
    there: Planners, actions: int | None, index: int
) -> None:
    table = await there.round(2, "Anne", "Calico")
    second = after(table, in_turn(table))
    with pytest.raises(Refusal) as refusal:
        await there.tables.plans.make(
            there.press(second), table.id, table.actions if actions is None else actions, index, 0
        )
    assert refusal.value.reason == "stale"


async def test_only_those_plan_who_play_here_and_wait(there: Planners) -> None:
    table = await there.round(2, "Anne", "Calico")
    for name, reason in ((in_turn(table), "stale"), ("Dampier", "foreign")):
        with pytest.raises(Refusal) as refusal:
            await there.tables.plans.make(there.press(name), table.id, table.actions, 0, 0)
        assert refusal.value.reason == reason
    lobby = await there.lobby("Dampier")
    for doing in (
        there.tables.plans.make(there.press("Dampier"), lobby.id, 0, 0, 0),
        there.tables.plans.change(there.press("Dampier"), lobby.id, plans.without_planned_move),
        there.tables.plans.change(there.press("Dampier"), lobby.id, plans.with_forced_moves, True),
    ):
        with pytest.raises(Refusal) as refusal:
            await doing
        assert refusal.value.reason == "early"


# Forced moves


async def test_a_move_without_a_choice_makes_itself_for_those_who_want_that(there: Planners) -> None:
    table, leader = await alone(there)
    (forced,) = legal(table, leader)
    await there.a_moment()
    assert (await there.now(table)).actions == table.actions, "nobody has said so yet"
    await there.tables.plans.change(there.press(leader), table.id, plans.with_forced_moves, True)
    await there.a_moment()
    assert (await there.log(table))[-1] == (PEOPLE[leader], forced)
    became = plan_of(await there.now(table), leader)
    assert became.forced
    assert became.told is not None
    assert (became.told.kind, english(became.told.label)) in {
        ("forced", english(choice.label)) for choice in first_choices(table, leader)
    }


async def test_a_move_with_a_choice_is_left_to_its_player(there: Planners) -> None:
    table = await there.round(2, "Anne", "Calico")
    leader = in_turn(table)
    assert len(legal(table, leader)) > 1
    await there.tables.plans.change(there.press(leader), table.id, plans.with_forced_moves, True)
    await there.a_moment()
    assert (await there.now(table)).actions == table.actions


async def test_the_switch_works_at_once_and_back(there: Planners) -> None:
    table, leader = await alone(there)
    await there.tables.plans.change(there.press(leader), table.id, plans.with_forced_moves, True)
    await there.tables.plans.change(there.press(leader), table.id, plans.with_forced_moves, False)
    await there.a_moment()
    assert (await there.now(table)).actions == table.actions
    await there.tables.plans.change(there.press(leader), table.id, plans.with_forced_moves, True)
    await there.a_moment()
    assert (await there.now(table)).actions == table.actions + 1


async def alone(there: Planners) -> tuple[Table, str]:
    """A table whose leader has one card that can be played in one way only."""
    for _deal in range(20):
        table = await there.round(1, "Anne", "Calico")
        if len(legal(table, in_turn(table))) == 1:
            return table, in_turn(table)
    raise AssertionError("everybody was always dealt a card with two sides")


async def test_a_plan_that_is_cancelled_leaves_a_forced_move_to_be_made(there: Planners) -> None:
    table, leader, second, led, planned = await where(
        there, lambda *found: does_not_fit(*found) and _one_answer(*found)
    )
    await there.tables.plans.change(there.press(second), table.id, plans.with_forced_moves, True)
    await there.plans(second, table, planned)
    await there.does(leader, table, led)
    await there.a_moment()
    assert (await there.now(table)).actions == table.actions + 2
    assert told(await there.now(table), second) == "forced"


def _one_answer(table: Table, leader: str, second: str, led: Action, planned: Action) -> bool:
    state, _events = table.game.apply(table.state, seat_of(table, leader), led)
    return len(table.game.legal_actions(state, seat_of(table, second))) == 1


async def test_those_who_want_it_everywhere_have_it_where_they_sit_down(tmp_path: Path) -> None:
    async with open_house(tmp_path, VirtualClock(), "Anne") as there:
        table = await there.game("Anne", "Calico")
        assert (plan_of(table, "Anne").forced, plan_of(table, "Calico").forced) == (True, False)
        quick = await there.tables.opening.play(
            there.press("Anne"), guild=GUILD, channel=CHANNEL, game=GAME, options={}
        )
        assert plan_of(quick.table, "Anne").forced


async def test_a_game_that_ends_with_a_forced_move_ends_as_any_other(tmp_path: Path) -> None:
    async with open_house(tmp_path, VirtualClock(), "Anne", "Calico") as there:
        table = await there.game("Anne", "Calico", length="swift")
        while (table := await there.now(table)).phase == "playing":
            if plans.seats_due(table):
                await there.a_moment()
            else:
                await there.choose(in_turn(table), table.id)
        await there.notebook.until("result")
        assert (table.phase, table.plans) == ("over", {})
        assert await there.store.plans.of(table.id) == []
        assert {user for user, _action in await there.log(table)} == {PEOPLE["Anne"], PEOPLE["Calico"]}


# Clocks, robots, those who leave


async def test_an_order_is_carried_out_while_its_player_has_all_the_time_and_nobody_is_late(
    there: Planners,
) -> None:
    table, leader, second, led, planned = await where(there, fits)
    await there.plans(second, table, planned)
    await there.does(leader, table, led)
    await there.a_moment()
    table = await there.now(table)
    clock = tables_clocks.clock_of(table, seat_of(table, second))
    assert (clock.missed, clock.stand_in, clock.overdue) == (0, False, False)
    assert table.record.happenings == ()


async def test_in_a_pause_nothing_makes_itself_and_after_it_what_was_ordered_is_done(there: Planners) -> None:
    table, leader = await alone(there)
    for name in ("Anne", "Calico"):
        await there.tables.playing.pause(there.press(name), table.id)
    await there.tables.plans.change(there.press(leader), table.id, plans.with_forced_moves, True)
    await there.a_moment()
    assert (await there.now(table)).actions == table.actions
    await there.tables.change(there.press(leader), table.id, play.unpause)
    await there.a_moment()
    assert (await there.now(table)).actions == table.actions + 1


async def test_who_leaves_takes_the_orders_along(there: Planners) -> None:
    table, _leader, second, _led, planned = await where(there, fits)
    await there.plans(second, table, planned)
    seat = seat_of(table, second)
    done = await there.tables.change(there.press(second), table.id, leaving.leave_to_robot)
    assert seat not in done.table.plans
    assert await there.store.plans.of(table.id) == []


async def test_a_substitute_finds_no_orders_of_whoever_sat_there(there: Planners) -> None:
    table, _leader, second, _led, planned = await where(there, fits)
    await there.plans(second, table, planned)
    seat = seat_of(table, second)
    await there.tables.seating.call_substitute(there.press(second), table.id)
    assert plan_of(await there.now(table), second).move is not None
    done = await there.tables.seating.take_seat(there.press("Dampier"), table.id, seat)
    assert seat_of(done.table, "Dampier") == seat
    assert done.table.plans == {}
    assert await there.store.plans.of(table.id) == []


async def test_where_a_robot_stands_in_it_plays_as_it_thinks(there: Planners) -> None:
    table, leader = await alone(there)
    await there.tables.plans.change(there.press(leader), table.id, plans.with_forced_moves, True)
    seat = seat_of(table, leader)
    clocks = list(table.timing.seats)
    clocks[seat] = replace(clocks[seat], stand_in=True)
    absent = replace((await there.now(table)).timing, seats=tuple(clocks))
    assert plans.seats_due(replace(await there.now(table), timing=absent)) == []
    assert plans.seats_due(await there.now(table)) == [seat]


# Restarts


async def test_a_stop_between_the_turn_and_the_move_leaves_a_plan_that_is_carried_out_once(
    tmp_path: Path,
) -> None:
    clock = VirtualClock()
    async with open_house(tmp_path, clock) as there:
        table, leader, second, led, planned = await where(there, fits)
        await there.plans(second, table, planned)
        await there.does(leader, table, led)
        await there.idle()
    for _start in range(3):
        async with open_house(tmp_path, clock) as there:
            await there.a_moment()
            log = await there.log(table)
            assert log[-2:] == [(PEOPLE[leader], led), (PEOPLE[second], planned)]
            assert len(log) == table.actions + 2
            assert told(await there.now(table), second) == "planned"


async def test_plans_outlive_a_restart_and_with_them_what_they_became(tmp_path: Path) -> None:
    clock = VirtualClock()
    async with open_house(tmp_path, clock) as there:
        table, _leader, second, _led, planned = await where(there, fits)
        await there.tables.plans.change(there.press(second), table.id, plans.with_forced_moves, True)
        before = await there.plans(second, table, planned, "pirate")
    async with open_house(tmp_path, clock) as there:
        assert (await there.now(table)).plans == before.plans


async def test_a_plan_that_a_move_of_its_player_has_overtaken_is_not_carried_out(there: Planners) -> None:
    """However it came to be left over."""
    table, leader, second, led, planned = await where(there, fits)
    left_over = plan_of(await there.plans(second, table, planned), second)
    await there.does(leader, table, led)
    await there.a_moment()
    table = await there.now(table)
    await there.tables.repository.store_plan(table, seat_of(table, second), left_over)
    there.tables.forget_table(table.id)  # so that it is read again
    while in_turn(table) != second:
        table = await there.does(in_turn(table), table, legal(table, in_turn(table))[0])
    there.tables.plans.planned_moves.start_if_due(await there.now(table))
    await there.a_moment()
    table = await there.now(table)
    assert (in_turn(table), plan_of(table, second).move) == (second, None)


# Secrecy


async def test_a_plan_changes_nothing_that_anybody_else_sees(there: Planners) -> None:
    table, leader, second, _led, planned = await where(there, fits)
    await there.idle()
    row, shown = await there.store.table(table.id), list(there.notebook.shown)
    ran = list(there.notebook.ran)
    seen = {user: table.observe(user) for user in (PEOPLE[leader], PEOPLE["Dampier"], None)}
    log = await there.tables.logs.narrate(table, PEOPLE[leader])
    after_it = await there.plans(second, table, planned, "pirate")
    stored = await there.store.table(table.id)
    assert row is not None
    assert stored is not None
    # By the revision alone another process tells that it has to look again; nobody is shown it.
    assert replace(stored, revision=row.revision) == row
    assert stored.revision == row.revision + 1
    assert there.notebook.shown == shown
    assert {user: after_it.observe(user) for user in seen} == seen
    assert await there.tables.logs.narrate(after_it, PEOPLE[leader]) == log
    await there.idle()
    assert there.notebook.ran == ran


async def test_a_planned_move_is_told_as_any_other(tmp_path: Path) -> None:
    """In the log and the stored game there is nothing by which to tell it from a press."""
    async with open_house(tmp_path, VirtualClock()) as there:
        table, leader, second, led, planned = await where(there, fits)
        await there.plans(second, table, planned)
        await there.does(leader, table, led)
        await there.a_moment()
        lines = await there.tables.logs.narrate(await there.now(table), None)
        stored = await there.store.table(table.id)
        assert stored is not None
        assert b"plan" not in stored.record + (stored.timing or b"")
        state, events = table.game.apply(table.state, seat_of(table, leader), led)
        _state, more = table.game.apply(state, seat_of(table, second), planned)
        told_of = [line for event in (*events, *more) if (line := table.game.narrate(event)) is not None]
        assert lines[-len(told_of) :] == told_of


async def test_nothing_of_a_plan_is_in_the_bots_own_log(
    there: Planners, capsys: pytest.CaptureFixture[str]
) -> None:
    table, leader, second, led, planned = await where(there, does_not_fit)
    await there.plans(second, table, planned)
    await there.does(leader, table, led)
    await there.a_moment()
    out = capsys.readouterr()
    assert planned not in out.out + out.err


async def test_an_order_that_cannot_be_stored_is_tried_again(
    there: Planners, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table, leader, second, led, planned = await where(there, fits)
    await there.plans(second, table, planned)
    real, failures = there.store.commit, [OSError("the disk is full")]

    async def commit(change: object) -> object:
        if failures and getattr(change, "action", None) and change.action.user == PEOPLE[second]:  # type: ignore[attr-defined]
            raise failures.pop()
        return await real(change)  # type: ignore[arg-type]

    monkeypatch.setattr(there.store, "commit", commit)
    await there.does(leader, table, led)
    await there.a_moment()
    assert (await there.now(table)).actions == table.actions + 1
    out = capsys.readouterr().out
    assert "a plan was not carried out" in out
    assert planned not in out
    there.clock.advance(automatic_moves.PLANNED_MOVE_RETRY_DELAY)
    await there.a_moment()
    assert (await there.log(table))[-1] == (PEOPLE[second], planned)


def test_an_order_survives_storage() -> None:
    wanted = Plan(forced=True, told=model.PlanOutcome("forced", Text("Green 7")))
    assert repository.plans_from_rows([repository.plan_to_row("t1", 2, wanted)]) == {2: wanted}
    assert repository.plan_to_row("t1", 2, NO_PLAN).plan == b""


async def test_the_valet_who_is_sent_away_begins_nothing_new(tmp_path: Path) -> None:
    clock = VirtualClock()
    async with open_house(tmp_path, clock) as there:
        table, leader = await alone(there)
        await there.tables.plans.change(there.press(leader), table.id, plans.with_forced_moves, True)
        await there.idle()
        await there.tables.plans.planned_moves.close()
        await there.a_moment()
        there.tables.plans.planned_moves.start_if_due(await there.now(table))
        await asyncio.sleep(0)
        assert (await there.now(table)).actions == table.actions
