"""What players do in a running game: begin it, choose, ask for a hint or a pause."""

from __future__ import annotations

from bot.preferences.servers import ANYBODY, Opener, require_may_open
from bot.refusal import Refusal
from bot.tables import clocks, history, leaving, lobby, play
from bot.tables.model import Press, PressResult, Table
from bot.tables.robot_pool import HintEngine
from bot.tables.seating import Seating
from bot.tables.turns import TableTurns
from games.contract import Action
from games.text import _
from games.thinking.hints import Hint


class Playing:
    """What players do at all tables that play."""

    def __init__(self, turns: TableTurns, seating: Seating, hints: HintEngine) -> None:
        self._turns = turns
        self._seating = seating
        self._hints = hints

    async def start(self, press: Press, table_id: str) -> PressResult:
        """Deals the cards at a table in its lobby. Refusal if people are missing or whoever presses may
        not.
        """
        return await self._turns.change(press, table_id, lobby.start, self._turns.clock.now())

    async def choose(self, press: Press, table_id: str, decision: str, depth: int, index: int) -> PressResult:
        """A button of the hand: the value at `index` of the step that comes after `depth` chosen values.

        A step in the middle is kept as a draft; the last one plays.
        """

        async def work(table: Table) -> tuple[Table, PressResult]:
            try:
                return table, await self._choose(press, table, decision, depth, index)
            except Refusal as refusal:
                if done := await self._turns.repository.stored_result(press):
                    return done.table, done
                if refusal.reason != "stale" or (seat := table.seat_of(press.user)) is None or not decision:
                    raise
                if history.last_decision(table, await self._turns.store.log(table.id), seat) != decision:
                    raise
                # The same player has just made this decision.
                said = _("You'd already decided that: the first press counts. Here's your hand now.")
                raise Refusal("twice", said) from None

        before, done = await self._turns.in_turn(table_id, work)
        return (
            await self._seating.back_from_vacation(press, done)
            if done.table.actions > before.actions
            else done
        )

    async def _choose(self, press: Press, table: Table, decision: str, depth: int, index: int) -> PressResult:
        play.require_running(table)
        kept = table.seat_kept_for(press.user)
        if kept is not None and (table.seats[kept].robot or table.is_missing(kept)):
            # Whoever presses on a hand plays on, though they had left the seat, or had not come yet.
            table = (await self._turns.update(None, table, leaving.owner_returned(table, kept))).table
        seat = play.require_seat(table, press.user)
        if table.game.decision(table.state, seat) != decision or not decision:
            raise Refusal("stale", _("Too late for that. Here's your hand now."))
        chosen = await self._turns.drafts.of(table, seat)
        if depth != len(chosen):
            return PressResult(table)
        choice = play.pick(table, seat, chosen, index)
        if choice.action is None:
            await press.require_answerable()
            await self._turns.drafts.keep(table, seat, decision, (*chosen, choice.value))
            return PressResult(table)
        done = await self._turns.update(press, table, play.move(table.with_move(seat), seat, choice.action))
        if chosen:
            await self._turns.drafts.keep(table, seat, decision, ())
        return done

    async def step_back(self, press: Press, table_id: str, decision: str) -> PressResult:
        """Forget the latest of the values that were chosen so far towards this decision."""

        async def work(table: Table) -> PressResult:
            play.require_running(table)
            seat = play.require_seat(table, press.user)
            await press.require_answerable()
            if table.game.decision(table.state, seat) == decision:
                chosen = await self._turns.drafts.of(table, seat)
                await self._turns.drafts.keep(table, seat, decision, chosen[:-1])
            return PressResult(table)

        return await self._turns.in_turn(table_id, work)

    async def hint(self, press: Press, table_id: str) -> tuple[Table, Hint]:
        """What is best for the user now and why, from what they know. Refusal where no hints are given."""
        done = await self._turns.change(press, table_id, play.mark_helped)
        table = done.table
        chosen = await self._turns.drafts.of(table, play.require_seat(table, press.user))
        return table, await self._hints.hint(table.game.slug, table.observe(press.user), chosen)

    async def move_robot(self, table_id: str, seat: int, decision: str, action: Action) -> None:
        """A robot's move, unless this decision has passed or a person plays there meanwhile."""

        async def work(table: Table) -> None:
            if table.phase != "playing" or not clocks.is_played_by_robot(table, seat):
                return
            if table.game.decision(table.state, seat) == decision:
                await self._turns.update(None, table, play.move(table, seat, action))

        await self._turns.in_turn(table_id, work)

    async def pause(self, press: Press, table_id: str) -> PressResult:
        """Ask for a pause, or agree to one: when everybody has, the clocks stand still."""
        return await self._turns.change(press, table_id, play.pause, self._turns.clock.awake())

    async def share(
        self, press: Press, table_id: str, channel: int | None, opener: Opener = ANYBODY
    ) -> PressResult:
        """How the private game ended is shown in this channel; None: in the one in which it began."""
        table = await self._turns.table(table_id)
        place = channel or table.channel
        await self._turns.bans.require_welcome(table.guild, press.user)
        require_may_open(await self._turns.servers.of(table.guild), opener, place)
        return await self._turns.change(press, table_id, play.share, place)
