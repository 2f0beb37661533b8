"""The moderator and organiser at the desks: tables, bans, acts of a tournament, and what is taken back; and
what becomes of the server: channels are locked, deleted and made, messages deleted, threads put away.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from bot.tournaments.actions import ACTIONS
from playground import posts
from playground.model import Post
from tests.simulation.people import HOUR, MINUTE, Somebody

if TYPE_CHECKING:
    from tests.simulation.simulation import Simulation

SELDOM = ("cancel", "finish", "hand-over", "hide-page")
"""Acts after which there is little left to see of a tournament."""
ON_RESULTS = ("correct", "correct", "correct", "again", "void")
"""Acts for which somebody has to have played."""
FAVOURED_VERBS = ("msure", "tsure", "tdo", "sclose", "sban", "slift", "mback", "tback", "sback")
"""What confirms an act, and what takes one back: of a table, a tournament, a server."""


class Moderator:
    """Morgan, who may do everything on the server."""

    def __init__(self, simulation: Simulation) -> None:
        self._simulation = simulation
        self._who: Somebody = simulation.morgan
        self._chance = self._who.random

    async def sees_to_something(self) -> None:
        """One of all that a moderator or an organiser does at a desk."""
        deeds = (self._table, self._looks_through, self._bans, self._lifts, self._acts_on_tournament)
        [deed] = self._chance.choices(deeds, (4, 2, 3, 2, 8))
        await deed()

    async def _table(self) -> None:
        """Opens the desk of a table that waits or plays, and presses what it offers."""
        watch = self._simulation.watch
        tables = [id for id, each in watch.tables.items() if each.table.phase in ("lobby", "playing")]
        if tables:
            shown = await self._who.command("moderate table", table=self._chance.choice(tables))
            await self._presses_on(shown, self._chance.randint(2, 6))

    async def _looks_through(self) -> None:
        """Reads what was done, and takes something of it back; or closes the tables of somebody."""
        name = self._chance.choice(("moderate log", "moderate bans", "moderate close", "settings server"))
        given = {"member": self._somebody().id} if name == "moderate close" else {}
        await self._presses_on(await self._who.command(name, **given), self._chance.randint(1, 4))

    async def _bans(self) -> None:
        """Bans somebody, and thinks better of it now and then."""
        opened = await self._who.opens("moderate ban", member=self._somebody().id)
        await self._presses_on(opened, 3)

    async def _lifts(self) -> None:
        """Takes somebody who is banned out of the list of bans, if there is anybody."""
        found = await self._who.completes("moderate unban", "member")
        if found:
            opened = await self._who.opens("moderate unban", member=self._chance.choice(found))
            await self._presses_on(opened, 2)

    async def mends_result(self) -> None:
        """Corrects a tournament's game that has just ended, has it played again, or counts it for nothing."""
        await asyncio.sleep(self._chance.expovariate(1 / MINUTE))
        await self._acts_on_tournament(ON_RESULTS)

    async def _acts_on_tournament(self, kinds: Sequence[str] = (*ACTIONS,)) -> None:
        """One act of an organiser's on a tournament that goes on, and the way back now and then."""
        tournaments = await self._who.completes("organise extend", "tournament")
        if not tournaments:
            return
        act = ACTIONS[self._chance.choice(kinds)]
        if act.kind() in SELDOM and self._chance.random() < 0.9:
            return
        given = {"tournament": self._chance.choice(tournaments)}
        name = f"organise {act.command}"
        what = {"entrant": "player", "pod": "pod"}.get(act.target)
        if what is not None:
            found = await self._who.completes(name, what, **given)
            if not found:
                return
            given[what] = self._chance.choice(found)
        if act.person:
            given["member"] = self._somebody().id
        await self._presses_on(await self._who.opens(name, **given), self._chance.randint(1, 3))

    async def _presses_on(self, post: Post | None, times: int) -> None:
        """Confirms, or takes back, where that is offered; else presses anything."""
        await self._who.presses_anything(post, times, FAVOURED_VERBS)

    def _somebody(self) -> Somebody:
        return self._chance.choice([each for each in self._simulation.people if not each.is_gone])

    # what becomes of the server

    async def locks_down(self) -> None:
        """The bot may write nothing in a channel for a while."""
        simulation = self._simulation
        channel, lasts = (
            self._chance.choice(simulation.channels),
            self._chance.choice((MINUTE, HOUR, 5 * HOUR)),
        )
        simulation.watch.happened(f"{channel.name} is locked for {lasts}")
        rights = ("send_messages", "send_messages_in_threads", "create_public_threads")
        with simulation.trouble_for(3 * MINUTE):
            simulation.playground.forget_permission(channel, *rights)
            await asyncio.sleep(lasts)
            if channel in simulation.channels:
                simulation.playground.give_permission(channel, *rights)

    async def deletes_channel(self) -> None:
        """A channel is deleted, and another one made; somebody asks for each of its tables there."""
        simulation = self._simulation
        channel = self._chance.choice(simulation.channels[2:])
        simulation.watch.happened(f"{channel.name} is deleted")
        with simulation.trouble_for(3 * MINUTE):
            simulation.channels.remove(channel)
            simulation.channels.append(simulation.playground.add_channel(f"{channel.name}-again"))
            simulation.playground.delete_channel(channel)
            await asyncio.sleep(MINUTE)
        for id, each in list(simulation.watch.tables.items()):
            if str(each.table.channel) == channel.id and each.table.phase == "playing":
                await self._who.command("table show", simulation.channels[-1], table=id)

    async def deletes_message(self) -> None:
        """A message of the bot's, or a thread with all that stands in it, is deleted or put away."""
        simulation, world = self._simulation, self._simulation.world
        threads = [each for each in world.state.channels.values() if each.is_thread]
        with simulation.trouble_for(MINUTE):
            if threads and self._chance.random() < 0.4:
                thread = self._chance.choice(threads)
                simulation.watch.happened(f"the thread {thread.name} is put away")
                simulation.playground.archive(thread)
                return
            stood = (*simulation.screens.boards.values(), *simulation.screens.lobbies.values())
            there = [each for each in stood if each.message.id in world.posts_in(each.message.channel_id)]
            if there:
                gone = self._chance.choice(there)
                simulation.watch.deleted.add(gone.message.id)
                posts.delete(world, gone)
