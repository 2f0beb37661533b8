"""The house: every table there is, and all that anybody can do at one.

A press goes: wait for the table's turn, work out the change (pure functions in `lobby` and `play`), store
it in one
transaction (`ledger`), answer; what must happen afterwards (redraw, tell, robots) is begun from what was
stored.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import msgspec
import structlog

from bot.tables import former, history, leaving, lobby, names, orders, planning, play, timing
from bot.tables.alarms import Alarms
from bot.tables.awake import Awake
from bot.tables.clock import Clock, SystemClock
from bot.tables.drafts import Drafts
from bot.tables.errands import Errands
from bot.tables.ledger import Ledger
from bot.tables.messenger import Messenger
from bot.tables.pace import NO_CLOCKS, NONE, Pace
from bot.tables.press import Done, Outcome, Press
from bot.tables.refusal import Refusal
from bot.tables.robots import Robots, Thinking
from bot.tables.table import Record, Seat, Table, from_row
from bot.tables.thinkers import Thinkers
from bot.tables.turns import Turns
from bot.tables.vacations import Holidays
from bot.tables.valet import Valet
from bot.traces import trace
from bot.wishes.people import People
from bot.wishes.servers import ANYBODY, Opener, Servers, require_may_open, require_room
from games import fairness
from games.catalogue import catalogue
from games.contract import Action, AnyGame, PlanMenu, Sheet
from games.text import Text, _
from storage.doors import Conflict, StorageError, Store
from storage.records import ActionRow, Change, Draft, Errand, ErrandRow, Phase, TableRow

log = structlog.get_logger(__name__)

SIZE_OF_A_QUICK_TABLE = 4
"""Seats at a table that `play` fills with robots, where the game allows so many."""

NOTICED = 60.0
"""Seconds away after which boards are drawn anew, as their deadlines have moved."""
BETWEEN_REDRAWS = 0.2
"""Seconds between two of them: there may be thousands, and people press buttons meanwhile."""

OPEN: tuple[Phase, ...] = ("lobby", "playing")
ALL = 1_000_000
"""More tables than there ever are."""


class House:
    """Opens, changes and shows tables. All that is returned is durable."""

    def __init__(
        self,
        store: Store,
        messenger: Messenger,
        *,
        clock: Clock | None = None,
        people: People | None = None,
        thinkers: Thinking | None = None,
    ) -> None:
        self._store = store
        self._messenger = messenger
        self._people = people or People(store.people)
        self.clock = clock or SystemClock()
        self._ledger = Ledger(store, self.clock, self._afterwards)
        self._drafts = Drafts(store)
        self.servers = Servers(store.servers)
        self._opening = Turns()
        self._reopened: dict[str, asyncio.Event] = {}
        self._robots = Robots(self.table, self._robot_moves, thinkers or Thinkers())
        self._valet = Valet(self.table, self._carry_out, self.clock)
        self._errands = Errands(store, self._run_errand)
        self._awake = Awake(store, self.clock)
        self.holidays = Holidays(self._people, self.clock, self.set_away)
        self._alarms = Alarms(self.clock, self._ring)
        self._redrawing: asyncio.Task[None] | None = None
        self._listeners: list[Callable[[Table], None]] = []

    # opening and closing the house

    async def open(self) -> None:
        """Take up whatever a stop or a crash left undone: errands, outdated messages, robots' turns."""
        away = await self._awake.open()
        self._alarms.open(await self._store.due())
        self._errands.open()
        for post in await self._store.outdated():
            await self._take_up(post.table, self._messenger.changed)
        on_vacation = set[int]()
        for row in await self._store.tables(phases=OPEN, limit=ALL):
            if row.timing is None and row.due is None:
                await self._set_clocks(row.id)
        for row in await self._store.tables(phases=("playing",), limit=ALL):
            await self._take_up(row.id, lambda table: on_vacation.update(timing.those_away(table)))
            await self._take_up(row.id, self._look_at)
        await self.holidays.open(on_vacation)
        self._was_away(away)

    def cut_off(self) -> None:
        """Nobody can reach the bot: clocks stand still."""
        self.clock.stop()

    def within_reach(self) -> None:
        """People can press again: clocks go on."""
        self._was_away(self.clock.go_on())

    def _was_away(self, seconds: float) -> None:
        if seconds > NOTICED and (self._redrawing is None or self._redrawing.done()):
            log.info("deadlines have moved by the time without the bot", seconds=round(seconds))
            self._redrawing = asyncio.create_task(self._redraw_deadlines(), name="redraw deadlines")

    async def _redraw_deadlines(self) -> None:
        """All deadlines have moved by the time for which the bot was away: boards tell the new ones."""
        for table_id, _due in await self._store.due():
            await self._take_up(table_id, self._show_deadline)
            await asyncio.sleep(BETWEEN_REDRAWS)

    def _show_deadline(self, table: Table) -> None:
        if table.phase == "playing" and table.record.pace.limited:
            self._messenger.changed(table)

    async def _set_clocks(self, table_id: str) -> None:
        """A version that kept no time opened the table: it begins now, or nothing would ever end it."""
        async with self._ledger.turn(table_id):
            try:
                table = await self.table(table_id)
            except (Refusal, ValueError) as error:
                log.warning("a table is left as it is", table=table_id, trace=trace(error))
                return
            if table.timing == NO_CLOCKS and table.due is None:
                await self._ledger.store(None, table, Outcome(table))

    async def _take_up(self, table: str, act: Callable[[Table], None]) -> None:
        try:
            act(await self.table(table))
        except Refusal as refusal:
            log.warning("a table cannot be taken up", table=table, why=refusal.text.message)
        except ValueError as error:  # one table that cannot be read must not keep the others waiting
            log.error("a table cannot be read", table=table, trace=trace(error))

    def listen(self, hear: Callable[[Table], None]) -> None:
        """Tell `hear` of every table that changes, once that is stored. It must neither block nor raise."""
        self._listeners.append(hear)

    def errands_have_come(self) -> None:
        """Somebody else has stored errands for tables of this house: they are run."""
        self._errands.wake()

    async def close(self) -> None:
        """Nothing new is begun; whatever was accepted is stored already."""
        if self._redrawing is not None:
            self._redrawing.cancel()
            await asyncio.gather(self._redrawing, return_exceptions=True)
        await self.holidays.close()
        await self._alarms.close()
        await self._robots.close()
        await self._valet.close()
        await self._errands.close()
        await self._awake.close()

    # reading

    async def table(self, table_id: str) -> Table:
        """The table as it is now. Refusal if there is none."""
        return await self._ledger.table(table_id)

    async def tables_of(self, user: int, phases: Collection[Phase] = OPEN) -> list[Table]:
        """The tables at which this user plays, the latest changed first."""
        rows = await self._store.tables(user=user, phases=phases)
        return _readable(rows)

    async def tables_in(self, guild: int, phases: Collection[Phase] = OPEN) -> list[Table]:
        """The tables of a server, the latest changed first."""
        return _readable(await self._store.tables(guild=guild, phases=phases))

    async def draft_of(self, table: Table, seat: int) -> tuple[str, ...]:
        """The values that the seat has chosen so far towards its current decision."""
        return await self._drafts.of(table, seat)

    async def log_of(self, table: Table, user: int | None) -> list[Text]:
        """The game so far in words, only what this user may know."""
        _require_deal(table)
        seat = None if user is None else table.seat_of(user)
        return history.told(table, await self._store.log(table.id), seat)

    async def actions_of(self, table: Table) -> list[ActionRow]:
        """The table's log as it is stored. It tells hidden things: for games that are over."""
        return await self._store.log(table.id)

    async def sheet_at(self, table: Table, actions: int) -> Sheet | None:
        """The score sheet as it was after so many actions; None if there was nothing on it."""
        log = await self._store.log(table.id)
        return history.sheet_after(table, log[:actions])

    async def proof_of(self, table: Table) -> history.Proof:
        """How the shuffle was made. Refusal before the end: it would show every hand."""
        if table.phase != "over":
            raise Refusal(
                "early",
                _(
                    "The shuffle's secret is shown when the game has ended. Its commitment stands in "
                    "the lobby."
                ),
            )
        return history.proof_of(table)

    # opening tables

    async def create(
        self,
        press: Press,
        *,
        guild: int,
        channel: int,
        game: str,
        options: dict[str, Any],
        capacity: int | None = None,
        locale: str = "",
        pace: Pace | None = None,
        opener: Opener = ANYBODY,
    ) -> Done:
        """A new table with its host at it. Without a `pace`, with the server's."""
        if done := await self._ledger.done_before(press):
            return done
        wishes = await self.servers.of(guild)
        require_may_open(wishes, opener, channel)
        rules = lobby.check_game(game)
        checked = lobby.check_options(rules, options)
        seats = (Seat(name=press.name, join=str(press.id), user=press.user),)
        capacity = lobby.check_capacity(rules, checked, capacity)
        kept = checked.model_dump(mode="json", exclude_defaults=True)
        pace = wishes.default_pace if pace is None else pace
        record = _record(press.user, kept, capacity, wishes.locale or locale, seats, pace)
        return await self._open(
            press, Outcome(self._new(guild, channel, rules, record), errands=(Errand("lobby"),))
        )

    async def play(
        self,
        press: Press,
        *,
        guild: int,
        channel: int,
        game: str | None,
        options: dict[str, Any],
        locale: str = "",
        opener: Opener = ANYBODY,
    ) -> Done:
        """A table with robots in every other seat, the game begun."""
        if done := await self._ledger.done_before(press):
            return done
        wishes = await self.servers.of(guild)
        require_may_open(wishes, opener, channel)
        rules = lobby.check_game(game)
        checked = lobby.check_options(rules, options)
        allowed = rules.players_for(checked)
        size = max(allowed[0], min(SIZE_OF_A_QUICK_TABLE, allowed[-1]))
        kept = checked.model_dump(mode="json", exclude_defaults=True)
        seats = (Seat(name=press.name, join=str(press.id), user=press.user),)
        record = _record(press.user, kept, size, wishes.locale or locale, seats, NONE, rated=False)
        table = self._new(guild, channel, rules, record)
        for _robot in range(size - 1):
            table = lobby.add_robot(table, press.user, None, str(press.id))
        fond = await self._fond(table)
        begun = planning.begun(lobby.start(table, press.user, self.clock.now()), fond)
        return await self._open(press, Outcome(begun, errands=(Errand("open"),)))

    async def rematch(self, press: Press, table_id: str, opener: Opener = ANYBODY) -> Done:
        """A new lobby with the same game and options: the first to press is its host, others join it."""
        old = await self.table(table_id)
        if old.phase != "over":
            raise Refusal("early", _("A rematch can be had when this game has ended."))
        # The new table's id follows from the old one's: whoever comes second finds the table there, also
        # after a crash.
        new_id = names.rematch_id(old.id)
        if await self._store.table(new_id) is not None:
            return await self.join(press, new_id)
        wishes = await self.servers.of(old.guild)
        require_may_open(wishes, opener, old.channel)
        seats = (Seat(name=press.name, join=str(press.id), user=press.user),)
        kept = old.record
        record = _record(
            *(press.user, kept.options, kept.capacity, wishes.locale or kept.locale, seats, kept.pace),
            rated=kept.rated,
        )
        table = replace(self._new(old.guild, old.channel, old.game, record), id=new_id)
        try:
            async with self._room(old.guild):
                return await self._ledger.store(press, None, Outcome(table, errands=(Errand("lobby"),)))
        except (Conflict, Refusal):
            if await self._store.table(new_id) is None:  # nobody was quicker: there is no room
                raise
            return await self.join(press, new_id)

    def _new(self, guild: int, channel: int, game: AnyGame, record: Record) -> Table:
        now = self.clock.now()
        return Table(names.table_id(), guild, channel, game, "lobby", 0, 0, record, None, now, now)

    async def _open(self, press: Press, outcome: Outcome) -> Done:
        async with self._room(outcome.table.guild):
            for _attempt in range(5):
                try:
                    return await self._ledger.store(press, None, outcome)
                except Conflict:  # a table of that id exists: take another
                    outcome = replace(outcome, table=replace(outcome.table, id=names.table_id()))
        raise RuntimeError("no free table id was found")

    @asynccontextmanager
    async def _room(self, guild: int) -> AsyncIterator[None]:
        """A table is opened in the block. Refusal if the server wants no more of them at once."""
        wishes = await self.servers.of(guild)
        if not wishes.tables:
            yield
            return
        async with self._opening.turn(str(guild)):  # one after the other, or too many would find room
            require_room(wishes, await self._store.servers.open_tables(guild))
            yield

    # in the lobby

    async def join(self, press: Press, table_id: str) -> Done:
        """Take a seat."""
        return await self._lobby(
            press, table_id, lambda table: lobby.join(table, press.user, press.name, str(press.id))
        )

    async def leave(self, press: Press, table_id: str) -> Done:
        """Give the seat up while the game has not begun: it is free again."""
        return await self._lobby(press, table_id, lambda table: lobby.leave(table, press.user))

    async def remove(self, press: Press, table_id: str, join: str) -> Done:
        """The host empties the seat that was taken with that press."""
        return await self._lobby(press, table_id, lambda table: lobby.remove(table, press.user, join))

    async def add_robot(self, press: Press, table_id: str, strength: str | None = None) -> Done:
        """A robot sits down."""
        return await self._lobby(
            press, table_id, lambda table: lobby.add_robot(table, press.user, strength, str(press.id))
        )

    async def cut(self, press: Press, table_id: str, word: str) -> Done:
        """Put a word into the shuffle; an empty one takes it back."""
        said = _(
            "Your word is in the shuffle. It is shown when the game has ended, so that everybody can "
            "check the deal."
        )
        taken_back = _("Your word is taken out of the shuffle again.")

        def change(table: Table) -> Outcome:
            return Outcome(lobby.cut(table, press.user, word), said if word.strip() else taken_back)

        return await self._ledger.change(press, table_id, change)

    async def set_option(self, press: Press, table_id: str, name: str, value: str) -> Done:
        """The host changes how the game is played."""
        return await self._lobby(
            press, table_id, lambda table: lobby.set_option(table, press.user, name, value)
        )

    async def set_pace(self, press: Press, table_id: str, pace: Pace) -> Done:
        """The host changes how long a move may take."""
        return await self._lobby(press, table_id, lambda table: lobby.set_pace(table, press.user, pace))

    async def set_capacity(self, press: Press, table_id: str, seats: int) -> Done:
        """The host changes how many can sit down."""
        return await self._lobby(press, table_id, lambda table: lobby.set_capacity(table, press.user, seats))

    async def lock(self, press: Press, table_id: str, locked: bool) -> Done:
        """The host shuts or opens the door."""
        return await self._lobby(press, table_id, lambda table: lobby.lock(table, press.user, locked))

    async def invite(self, press: Press, table_id: str, users: Sequence[int] | None) -> Done:
        """The host names who may join; None: everybody."""
        return await self._lobby(press, table_id, lambda table: lobby.invite(table, press.user, users))

    async def rate(self, press: Press, table_id: str, rated: bool) -> Done:
        """The host says whether the result counts for ratings."""
        return await self._lobby(press, table_id, lambda table: lobby.rate(table, press.user, rated))

    async def start(self, press: Press, table_id: str) -> Done:
        """Deal."""
        fond = await self._fond(await self.table(table_id))

        def started(table: Table) -> Outcome:
            begun = lobby.start(table, press.user, self.clock.now())
            return Outcome(planning.begun(begun, fond), errands=(Errand("open"),))

        done = await self._ledger.change(press, table_id, started)
        for user in done.table.people:
            if await self.holidays.see_to(user):
                done = replace(done, table=await self.table(table_id))
        return done

    async def _fond(self, table: Table) -> Collection[int]:
        """Those at the table who want forced moves made by themselves wherever they sit down."""
        return {user for user in table.people if (await self._people.of(user)).forced_moves}

    async def close_table(self, press: Press, table_id: str) -> Done:
        """The host calls it off."""
        return await self._ledger.change(
            press, table_id, lambda table: _closing(lobby.close(table, press.user))
        )

    async def _lobby(self, press: Press, table_id: str, change: Callable[[Table], Table]) -> Done:
        return await self._ledger.change(press, table_id, lambda table: _closing(change(table)))

    # at the table

    async def choose(self, press: Press, table_id: str, decision: str, depth: int, index: int) -> Done:
        """A button of the hand: the value at `index` of the step that comes after `depth` chosen values.

        A step in the middle is kept as a draft; the last one plays.
        """
        async with self._ledger.turn(table_id):
            table = await self.table(table_id)
            try:
                done = await self._choose(press, table, decision, depth, index)
            except Refusal as refusal:
                if done := await self._ledger.done_before(press):
                    return done
                raise await self._explained(refusal, table, press, decision) from None
        return (
            await self._back_from_vacation(press.user, done) if done.table.actions > table.actions else done
        )

    async def _choose(self, press: Press, table: Table, decision: str, depth: int, index: int) -> Done:
        play.require_running(table)
        table = await self._with_owner_back(table, press.user)
        seat = play.require_seat(table, press.user)
        if table.game.decision(table.state, seat) != decision or not decision:
            raise Refusal("stale", _("That decision has passed. Here is your hand as it is now."))
        chosen = await self.draft_of(table, seat)
        if depth != len(chosen):
            return Done(table)
        choice = play.pick(table, seat, chosen, index)
        if choice.action is None:
            await self._drafts.keep(Draft(table.id, seat, decision, (*chosen, choice.value)))
            return Done(table)
        moved, errands = play.move(table, seat, choice.action)
        done = await self._ledger.store(
            press, table, Outcome(moved, errands=errands, action=(seat, choice.action))
        )
        if chosen:
            await self._drafts.keep(Draft(table.id, seat, decision, ()))
        return done

    async def _with_owner_back(self, table: Table, user: int) -> Table:
        """Whoever presses on a hand whose seat they had left to a robot plays on. In the table's turn."""
        seat = table.seat_kept_for(user)
        if seat is None or table.seat_of(user) is not None:
            return table
        return (await self._ledger.store(None, table, Outcome(leaving.returned(table, seat)))).table

    async def _explained(self, refusal: Refusal, table: Table, press: Press, decision: str) -> Refusal:
        """A press that comes too late because this player has just made the same decision is told so."""
        seat = table.seat_of(press.user)
        if refusal.reason != "stale" or seat is None or not decision:
            return refusal
        if history.last_decision(table, await self._store.log(table.id), seat) != decision:
            return refusal
        return Refusal(
            "twice",
            _("You had already decided that; the first press counts. Here is your hand as it is now."),
        )

    async def back(self, press: Press, table_id: str, decision: str) -> Done:
        """Forget what was chosen so far towards this decision."""
        async with self._ledger.turn(table_id):
            table = await self.table(table_id)
            play.require_running(table)
            await self._drafts.keep(Draft(table_id, play.require_seat(table, press.user), decision, ()))
            return Done(table)

    async def _robot_moves(self, table_id: str, seat: int, decision: str, action: Action) -> None:
        async with self._ledger.turn(table_id):
            table = await self.table(table_id)
            if table.phase != "playing" or not timing.plays_itself(table, seat):
                return
            if table.game.decision(table.state, seat) == decision:
                moved, errands = play.move(table, seat, action)
                await self._ledger.store(None, table, Outcome(moved, errands=errands, action=(seat, action)))

    # standing orders

    async def plans_at(self, table: Table, user: int, actions: int | None = None) -> PlanMenu:
        """What the user can plan for their next move, or could after so many actions. Refusal if nothing."""
        play.require_running(table)
        seat = play.require_seat(table, user)
        if actions is None or actions == table.actions:
            return planning.menu_then(table, (), seat, table.actions)
        return planning.menu_then(table, await self._store.log(table.id), seat, actions)

    async def plan(self, press: Press, table_id: str, actions: int, index: int, named: int) -> Done:
        """Plan the choice at `index` of what could be planned after so many actions.

        The bits of `named` say which of its surprises cancel the plan.
        """
        async with self._ledger.turn(table_id):
            table = await self.table(table_id)
            offered = await self.plans_at(table, press.user, actions)
            seat = play.require_seat(table, press.user)
            return await self._ordered(
                table, seat, planning.made(table, seat, offered, index, named, actions)
            )

    async def unplan(self, press: Press, table_id: str) -> Done:
        """Forget what was planned."""
        async with self._ledger.turn(table_id):
            table = await self.table(table_id)
            play.require_running(table)
            seat = play.require_seat(table, press.user)
            if table.orders.get(seat, orders.NOTHING).plan is None:
                raise Refusal(
                    "stale", _("You have planned nothing, or it has been done already. Here is your hand.")
                )
            return await self._ordered(table, seat, planning.withdrawn(table, seat))

    async def set_forced(self, press: Press, table_id: str, on: bool) -> Done:
        """Moves in which there is no choice make themselves at this seat, or do not any more."""
        async with self._ledger.turn(table_id):
            table = await self.table(table_id)
            play.require_running(table)
            seat = play.require_seat(table, press.user)
            done = await self._ordered(table, seat, planning.switched(table, seat, on))
            self._valet.look_at(done.table)
            return done

    async def _ordered(self, table: Table, seat: int, wanted: orders.Orders) -> Done:
        return Done(await self._ledger.order(table, seat, wanted.get(seat, orders.NOTHING)))

    async def _carry_out(self, table_id: str, seat: int, decision: str) -> None:
        """The seat has left orders about this decision."""
        async with self._ledger.turn(table_id):
            table = await self.table(table_id)
            if seat not in planning.due(table) or table.game.decision(table.state, seat) != decision:
                return
            planned = table.orders[seat].plan is not None
            verdict = planning.judged(table, await self._store.log(table_id) if planned else (), seat)
            if verdict.action is None:
                self._messenger.changed(await self._ledger.order(table, seat, verdict.order))
                return
            moved, errands = play.move(table, seat, verdict.action)
            if moved.phase == "playing":
                moved = replace(moved, orders=orders.changed(moved.orders, seat, verdict.order))
            action = seat, verdict.action
            await self._ledger.store(
                None, table, Outcome(moved, errands=errands, action=action, by=table.seats[seat].person)
            )

    # out of the game, and into it

    async def leave_to_robot(self, press: Press, table_id: str) -> Done:
        """A robot plays on in the seat until its owner comes back."""
        said = _(
            "A robot plays on in your seat. My hand brings you back at any time, as long as nobody else has "
            "taken the seat."
        )
        return await self._ledger.change(
            press, table_id, lambda table: Outcome(leaving.left_to_robot(table, press.user), said)
        )

    async def concede(self, press: Press, table_id: str) -> Done:
        """Leave for good."""

        def conceded(table: Table) -> Outcome:
            after = leaving.conceded(table, press.user)
            if after.phase == "over":
                return Outcome(after, _("You have conceded, and the game is over."), (Errand("result"),))
            said = _("You have conceded. A robot plays your seat to the end.")
            return _closing(after, said if after.phase == "playing" else None)

        return await self._ledger.change(press, table_id, conceded)

    async def call_substitute(self, press: Press, table_id: str, seat: int | None = None) -> Done:
        """Look for somebody who takes over the user's seat, or (`seat`) one that a robot keeps."""
        own = _(
            "A message in the channel says that a substitute is wanted. Until somebody takes your seat you "
            "play on, and you can take the call back."
        )
        others = _("A message in the channel says that a substitute is wanted.")

        def called(table: Table) -> Outcome:
            mine = leaving.require_own_seat(table, press.user)
            wanted = mine if seat is None else seat
            now = self.clock.awake()
            return Outcome(leaving.called(table, press.user, wanted, now), own if wanted == mine else others)

        return await self._ledger.change(press, table_id, called)

    async def withdraw_call(self, press: Press, table_id: str, seat: int) -> Done:
        """No substitute is wanted after all."""
        said = _("The call is taken back: no substitute is wanted any more.")
        return await self._ledger.change(
            press, table_id, lambda table: Outcome(leaving.withdrawn(table, press.user, seat), said)
        )

    async def take_seat(self, press: Press, table_id: str, seat: int) -> Done:
        """Sit down in a seat for which a substitute is wanted, and see its hand from then on."""
        async with self._ledger.turn(table_id):
            table = await self.table(table_id)
            try:
                seated = leaving.taken(table, press.user, press.name, seat)
            except Refusal:
                if done := await self._ledger.done_before(press):
                    return done
                raise
            await self._drafts.forget_seat(table_id, seat)  # before anybody else could see it
            done = await self._ledger.store(press, table, Outcome(seated))
        return await self._back_from_vacation(press.user, done)

    # pauses

    async def pause(self, press: Press, table_id: str) -> Done:
        """Ask for a pause, or agree to one: when everybody has, the clocks stand still."""

        def asked(table: Table) -> Outcome:
            play.require_running(table)
            seat = play.require_seat(table, press.user)
            if not table.record.pace.limited:
                raise Refusal(
                    "input", _("This table plays without a time limit: there is no clock to be stopped.")
                )
            asked = timing.ask_for_pause(table, seat, self.clock.awake())
            if asked.timing.paused is not None:
                return Outcome(asked, _("The table pauses: all clocks stand still until somebody plays on."))
            return Outcome(
                asked, _("The board says that you would like a pause. It begins when everybody agrees.")
            )

        return await self._ledger.change(press, table_id, asked)

    async def unpause(self, press: Press, table_id: str) -> Done:
        """End the pause, or say no to one that was asked for."""

        def ended(table: Table) -> Outcome:
            play.require_running(table)
            seat = play.require_seat(table, press.user)
            if table.timing.paused is not None:
                return Outcome(timing.end_pause(table, seat), _("The pause is over: the clocks run again."))
            if table.timing.asking:
                return Outcome(timing.end_pause(table, seat), _("There is no pause: the clocks go on."))
            raise Refusal("stale", _("There is no pause just now: the clocks run."))

        return await self._ledger.change(press, table_id, ended)

    # as time passes

    async def _ring(self, table_id: str) -> None:
        """The table's moment has come."""
        async with self._ledger.turn(table_id):
            try:
                table = await self.table(table_id)
            except (Refusal, ValueError) as error:  # its game is not installed, or it cannot be read
                log.warning("a table's clocks stand still", table=table_id, trace=trace(error))
                return
            outcome = timing.ring(table, self.clock.awake())
            if outcome is None:  # it is not so far yet: something has changed meanwhile
                self._alarms.set(table_id, table.due)
            else:
                await self._ledger.store(None, table, outcome)

    async def came_back(self, user: int, table_id: str) -> Table:
        """The user has opened the hand: a robot in their place gets up. The table as it is then."""
        return await self._at_seat(user, table_id, leaving.returned)

    async def set_away(self, user: int, until: float | None) -> None:
        """The user is on vacation until that Unix time: their clocks stand still at all tables that last for
        days. None: they are here again.

        May be called again and again. `holidays` calls it.
        """
        for table in await self.tables_of(user, ("playing",)):
            await self._at_seat(user, table.id, _away(until))

    async def _back_from_vacation(self, user: int, done: Done) -> Done:
        """Whoever plays is here. What they did is stored, so that nothing of this may fail any more."""
        if self.holidays.until(user) is None:
            return done
        try:
            await self.holidays.end(user)
        except StorageError as error:
            log.error("a vacation could not be ended", trace=trace(error))
        return replace(done, table=await self.table(done.table.id))

    async def _at_seat(self, user: int, table_id: str, change: Callable[[Table, int], Table]) -> Table:
        """What becomes of the user's seat in a running game; nothing is stored if nothing does."""
        table = await self.table(table_id)
        seat = table.seat_kept_for(user)
        if table.phase != "playing" or seat is None or change(table, seat) is table:
            return table  # for nearly everybody who opens a hand: nobody need wait for the table's turn
        async with self._ledger.turn(table_id):
            table = await self.table(table_id)
            seat = table.seat_kept_for(user)
            if table.phase != "playing" or seat is None or (changed := change(table, seat)) is table:
                return table
            return (await self._ledger.store(None, table, Outcome(changed))).table

    # servers and people who go

    async def speak(self, guild: int, locale: str) -> None:
        """The server's open tables are told of in another language from now on."""
        for row in await self._store.tables(guild=guild, phases=OPEN, limit=ALL):
            await self._at_table(row.id, lambda table: table.with_record(locale=locale))

    async def shut(self, guild: int, shut: bool) -> None:
        """The bot was removed from the server: its tables stand still. Or it is there again: they go on.

        May be called again and again.
        """
        for row in await self._store.tables(guild=guild, phases=OPEN, limit=ALL):
            await self._at_table(row.id, lambda table: timing.shut(table, shut))

    async def _at_table(self, table_id: str, change: Callable[[Table], Table]) -> None:
        """What becomes of a table without anybody's press; nothing is stored if nothing does."""
        async with self._ledger.turn(table_id):
            try:
                table = await self.table(table_id)
            except (Refusal, ValueError) as error:
                log.warning("a table is left as it is", table=table_id, trace=trace(error))
                return
            changed = change(table)
            if table.phase in OPEN and changed != table:
                await self._ledger.store(None, table, _closing(changed))

    async def forget_person(self, user: int, table_id: str) -> None:
        """They leave the table for good, and nothing about it names them any more.

        May be called again and again.
        """
        async with self._ledger.turn(table_id):
            row = await self._store.table(table_id)
            if row is None:
                return
            record = msgspec.json.decode(row.record, type=Record)
            # First whatever is only found by the seat, which does not tell afterwards whose it was.
            await self._store.privacy.erase_at_table(table_id, user, former.seats_of(record, user))
            self._drafts.forget(table_id)
            try:
                table = await self.table(table_id)
            except (Refusal, ValueError):  # its game is not installed, or it cannot be read: the names can
                await self._forget_in_record(row, record, user)
                return
            if (after := former.without(table, user)) is not table:
                await self._ledger.store(None, table, _closing(after))

    async def _forget_in_record(self, row: TableRow, record: Record, user: int) -> None:
        after = former.forgotten(record, user)
        if after != record:
            users = tuple(seat.person for seat in after.seats if seat.person is not None)
            changed = replace(row, record=msgspec.json.encode(after), revision=row.revision + 1)
            await self._store.commit(Change(changed, users=users))

    def forget_table(self, table_id: str) -> None:
        """The table was erased."""
        self._alarms.set(table_id, None)
        self._ledger.forget(table_id)
        self._drafts.forget(table_id)
        self._go_on_with_errands(table_id)

    # what follows a change

    def _afterwards(self, table: Table, errands: tuple[Errand, ...]) -> None:
        self._alarms.set(table.id, table.due)
        if errands:
            self._errands.wake()
        if table.phase not in OPEN:
            self._drafts.forget(table.id)
        self._messenger.changed(table)
        if table.timing.shut:
            return
        self._go_on_with_errands(table.id)
        self._look_at(table)
        for hear in self._listeners:
            hear(table)

    def _look_at(self, table: Table) -> None:
        """Whoever moves by themselves may have to."""
        if table.timing.shut:
            return
        self._valet.look_at(table)
        self._robots.look_at(table)

    async def _run_errand(self, errand: ErrandRow) -> None:
        try:
            table = await self._when_not_shut(errand.table)
        except Refusal as refusal:
            log.warning(
                "an errand of a table that is no more is dropped", errand=errand.id, why=refusal.text.message
            )
            return
        await self._messenger.run(table, errand)

    async def _when_not_shut(self, table_id: str) -> Table:
        """The table as soon as its server can be reached. Refusal if there is no such table (any more)."""
        while (table := await self.table(table_id)).timing.shut:
            await self._reopened.setdefault(table_id, asyncio.Event()).wait()
        return table

    def _go_on_with_errands(self, table_id: str) -> None:
        if (reopened := self._reopened.pop(table_id, None)) is not None:
            reopened.set()


def _away(until: float | None) -> Callable[[Table, int], Table]:
    return lambda table, seat: timing.away(table, seat, until)


def _readable(rows: Sequence[TableRow]) -> list[Table]:
    """The tables whose games are installed; one that cannot be read is left out, and the log says so."""
    tables: list[Table] = []
    for row in rows:
        if row.game in catalogue():
            try:
                tables.append(from_row(row))
            except ValueError as error:
                log.error("a table cannot be read", table=row.id, trace=trace(error))
    return tables


def _require_deal(table: Table) -> None:
    """Refusal unless cards were dealt at this table."""
    if table.state is None:
        raise Refusal("early", _("The game has not begun yet, so there is nothing in its log."))


def _record(
    host: int,
    options: dict[str, Any],
    capacity: int,
    locale: str,
    seats: tuple[Seat, ...],
    pace: Pace,
    *,
    rated: bool = True,
) -> Record:
    secret = fairness.new_secret().hex()
    return Record(
        host=host,
        options=options,
        secret=secret,
        capacity=capacity,
        locale=locale,
        seats=seats,
        pace=pace,
        rated=rated,
    )


def _closing(table: Table, said: Text | None = None) -> Outcome:
    """The change, with the errand that a table needs which it has closed."""
    return Outcome(table, said, (Errand("closed"),) if table.phase == "closed" else ())
