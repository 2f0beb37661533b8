"""People: they come and go over days, play what waits for them, open tables, and do odd things.

They know no more than what stands on their screens, and what has called them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

from playground import InteractionFailed, NotOffered, acts
from playground.errors import DiscordError
from playground.events import Event, PostChanged, PostMade
from playground.interactions import Interaction
from playground.model import Channel, Person, Post
from playground.rules import components as c
from tests.simulation.watch import custom_ids
from tests.support.table_play import CHOICES

if TYPE_CHECKING:
    from tests.simulation.simulation import Simulation

MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0
VAIN = (InteractionFailed, NotOffered, LookupError, DiscordError, TimeoutError)
"""How an attempt fails: no answer, or what was to be pressed is gone."""
PATIENCE = 60.0
"""Seconds for which somebody looks at "thinking..." before they go on."""
MOST_OLD = 400
"""Messages that are remembered to be pressed on when they have grown old."""
HAND_LIVES = 14 * MINUTE
"""After so long somebody opens their hand anew."""


COMMANDS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("table list", {}),
    ("stats", {}),
    ("leaderboard", {}),
    ("help", {}),
    ("rules", {"game": "corsari"}),
    ("settings me", {}),
    ("puzzle", {}),
    ("turns", {}),
    ("log", {}),
    ("replay", {}),
    ("hand", {}),
    ("table leave", {}),
    ("table close", {}),
    ("vacation start", {"days": 2}),
    ("vacation end", {}),
    ("privacy export", {}),
    ("tournament list", {}),
    ("tournament me", {}),
    ("tournament series", {}),
    ("tournament standings", {}),
)
"""What people write, now and then."""


class Screens:
    """Where what can be pressed stands: the latest public message of each table, and people's own hands."""

    def __init__(self, simulation: Simulation) -> None:
        self._simulation = simulation
        self.lobbies: dict[str, Post] = {}
        self.boards: dict[str, Post] = {}
        self.calls: dict[str, Post] = {}
        self.hands: dict[tuple[str, str], tuple[Post, float]] = {}
        """By user and table, with when it was drawn last."""
        self.old: list[Post] = []
        """Messages of the bot that have stood some time."""
        simulation.world.listen(self.hear)

    def hear(self, event: Event) -> None:
        """Note where things can be pressed now that a message was posted or changed."""
        if not isinstance(event, PostMade | PostChanged):
            return
        post = event.post
        ids = custom_ids(post.message)
        for id in ids:
            verb, _colon, rest = id.partition(":")
            table = rest.partition(":")[0]
            if post.only_for is not None:
                if verb in ("pick", "picks", "hand", "more", "back", "rematch"):
                    self.hands[post.only_for, table] = post, self._simulation.simulator.now
            elif verb == "join":
                self.lobbies[table] = post
            elif verb == "aboard":
                self.calls[table] = post
            elif verb in ("hand", "here"):
                self.boards[table] = post
                self.lobbies.pop(table, None)
            elif verb in ("tjoin", "there", "tstill", "tagain"):
                self._simulation.entries(verb, table, post, isinstance(event, PostMade))
        if isinstance(event, PostMade):
            if ids and len(self.old) < MOST_OLD:
                self.old.append(post)
            elif ids:
                self.old[self._simulation.chance.randrange(MOST_OLD)] = post
            for user in post.notified:
                self._simulation.called(user, ids)


@dataclass(eq=False)
class Somebody:
    """One of the simulated people: what they know of their tables, and how they press."""

    simulation: Simulation
    person: Person
    random: Random
    tables: dict[str, float] = field(default_factory=dict[str, float])
    """Where they sit, with how long they let others wait, in seconds."""
    due: list[tuple[float, str]] = field(default_factory=list[tuple[float, str]])
    is_gone: bool = False
    busy: bool = False

    @property
    def id(self) -> str:
        return self.person.user.id

    # pressing

    async def does(self, begin: Callable[[], Interaction]) -> Interaction | None:
        """Something, and reads what comes of it. None if nothing does."""
        simulation = self.simulation
        try:
            interaction = begin()
            simulation.began(self, interaction)
            await interaction.outcome
            if interaction.deferred:
                async with asyncio.timeout(PATIENCE):
                    await asyncio.shield(interaction.later)
        except VAIN as error:
            if isinstance(error, InteractionFailed | TimeoutError) and simulation.calm_for > PATIENCE + 5.0:
                simulation.watch.is_wrong(f"{self.person.name} is not answered: {error}")
            simulation.watch.counted[f"in vain: {type(error).__name__}"] += 1
            return None
        simulation.watch.counted["answers"] += 1
        simulation.watch.answered(interaction)
        return interaction

    async def uses(self, post: Post, custom_id: str, value: str | None = None) -> Interaction | None:
        """Press a button, or choose `value` in a list, on a message; the interaction, None if that failed."""
        backend, person = self.simulation.backend, self.person
        if value is not None:
            return await self.does(lambda: acts.choose(backend, person, post, custom_id, [value]))
        done = await self.does(lambda: acts.press(backend, person, post, custom_id))
        if done is None:
            self.simulation.watch.unanswered(self.id, custom_id)
        return done

    async def press(self, post: Post, custom_id: str, value: str | None = None) -> Post | None:
        """Press or choose as in `uses`; the message that was the answer, None if there was none."""
        done = await self.uses(post, custom_id, value)
        return None if done is None else self._answer(done)

    async def command(self, name: str, channel: Channel | None = None, /, **options: Any) -> Post | None:
        """Write a command; the message that was the answer, None if there was none."""
        where = channel or self.simulation.tavern(self)
        given = {key.rstrip("_"): value for key, value in options.items()}
        backend = self.simulation.backend
        done = await self.does(lambda: acts.use_command(backend, self.person, where, name, given))
        return None if done is None else self._answer(done)

    async def opens(self, name: str, **options: Any) -> Post | None:
        """Writes a command and fills in the window that it opens, if it does; the message after that."""
        backend, where = self.simulation.backend, self.simulation.tavern(self)
        done = await self.does(lambda: acts.use_command(backend, self.person, where, name, options))
        if done is not None and done.modal is not None:
            done = await self._fills(done)
        return None if done is None else self._answer(done)

    async def completes(self, name: str, option: str, **given: Any) -> list[str]:
        """What is proposed for an option of a command while nothing has been typed into it."""
        backend, where = self.simulation.backend, self.simulation.tavern(self)
        given = {**given, option: ""}
        done = await self.does(lambda: acts.ask_choices(backend, self.person, where, name, given, option))
        return [] if done is None else [str(each["value"]) for each in done.choices]

    async def _fills(self, opened: Interaction) -> Interaction | None:
        """The window that was opened, with something in all that is empty."""
        backend, values = self.simulation.backend, dict[str, Any]()
        assert opened.modal is not None
        for part in c.walk(opened.modal["components"]):
            field = part.get("component", part)
            id, kind, value = field.get("custom_id"), field.get("type"), field.get("value")
            if id == "places":  # often another order, or a tie
                values[id] = " ".join(self.random.choice("1123") for _place in (value or "1 2 3").split())
            elif kind == c.TEXT_INPUT and not value:
                values[id] = self.random.choice(("Because", "Because", "30 min", "1"))
            elif kind == c.STRING_SELECT and field.get("required", True):
                values[id] = [self.random.choice(field["options"])["value"]]
            elif kind == c.USER_SELECT and not field.get("default_values"):
                values[id] = [self.random.choice(self.simulation.people).id]
        return await self.does(lambda: acts.submit(backend, self.person, opened, values))

    async def presses_anything(self, post: Post | None, times: int, favoured: tuple[str, ...] = ()) -> None:
        """Any buttons and lists on a message, and on what they lead to; mostly those with the verbs that are
        `favoured`, where there are any.
        """
        for _each in range(times):
            used = None if post is None else self._anything(post, favoured)
            if post is None or used is None:
                return
            await self._breath(1.0, 20.0)
            done = await self.uses(post, *used)
            if done is not None and done.modal is not None:
                done = await self._fills(done)
            if done is None:
                return
            post = self._answer(done)
            self._is_dealt_in(post)

    def _anything(self, post: Post, favoured: tuple[str, ...]) -> tuple[str, str | None] | None:
        found: list[tuple[str, str | None]] = []
        for part in c.walk(post.message.components):
            id = part.get("custom_id")
            if id is None or part.get("disabled"):
                continue
            if part["type"] == c.BUTTON:
                found.append((id, None))
            elif part["type"] == c.STRING_SELECT and (part.get("min_values") or 1) == 1:
                found.append((id, self.random.choice(part["options"])["value"]))
        liked = [each for each in found if each[0].partition(":")[0] in favoured]
        if liked and self.random.random() < 0.7:
            found = liked
        return self.random.choice(found) if found else None

    def _is_dealt_in(self, post: Post | None) -> str | None:
        """Note that whoever is shown a hand plays there; the table, None if it is no hand."""
        for id in [] if post is None else custom_ids(post.message):
            if id.startswith(CHOICES):
                table = id.split(":")[1]
                self.tables.setdefault(table, 2 * HOUR)
                return table
        return None

    async def wants_calls(self, game: str) -> None:
        """Has themselves called to tables at which this is played, or not any more."""
        settings = await self.command("settings me")
        page = None if settings is None else await self.press(settings, "callme:page")
        ids = [] if page is None else custom_ids(page.message)
        switch = next((id for id in ids if id.startswith(f"wished:call.{game}:")), None)
        if page is not None and switch is not None:
            await self.press(page, switch)

    async def comes_aboard(self, table: str) -> None:
        """Sits down at a table to which they were called, if there still is room."""
        await self._breath(5.0, 300.0)
        call = self.simulation.screens.calls.get(table)
        if call is not None and await self.press(call, f"aboard:{table}") is not None:
            self.tables[table] = 2 * HOUR

    async def does_something_odd(self) -> None:
        """Presses what is old, or asks for anything, or plays alone."""
        random, screens = self.random, self.simulation.screens
        what = random.choices(("old", "command", "alone", "show", "call"), (4, 4, 2, 2, 3))[0]
        if what == "old" and screens.old:
            await self.presses_anything(random.choice(screens.old), random.randint(1, 3))
        elif what == "show" and screens.boards:
            table = random.choice(list(screens.boards))
            await self.presses_anything(await self.command("table show", table=table), random.randint(0, 2))
        elif what == "call":
            await self.calls_bids()
        elif what == "alone":
            name = random.choice(("play", "learn"))
            post = await self.command(name, game=random.choice(("skull-king", "skull-queen", "corsari")))
            table = self._is_dealt_in(post)
            if table is not None and random.random() < 0.2:
                await self.play(table, live=True)
        else:
            name, options = random.choice(COMMANDS)
            await self.presses_anything(await self.command(name, **options), random.randint(0, 3))

    async def calls_bids(self) -> None:
        """Looks on at tables until there is a round to call, and says of some who makes the bid."""
        boards = self.simulation.screens.boards.items()
        boards = [(table, post) for table, post in boards if f"hand:{table}" in custom_ids(post.message)]
        for table, board in self.random.sample(boards, min(len(boards), 12)):
            more = await self.press(board, f"more:{table}")
            if more is None or f"chances:{table}" not in custom_ids(more.message):
                continue
            post = await self.press(more, f"chances:{table}")
            for _each in range(self.random.randint(1, 5)):
                offered = [] if post is None else custom_ids(post.message)
                calls = [id for id in offered if id.startswith("forecast:")]
                if post is None or not calls:
                    break
                post = await self.press(post, self.random.choice(calls))

    def _answer(self, done: Interaction) -> Post | None:
        posts = self.simulation.world.state.posts.get(done.original_channel_id, {})
        return posts.get(done.original_id or "")

    # playing

    async def play(self, table: str, live: bool) -> None:
        """Whatever there is to choose at a table; where all are there, wait for the others now and then."""
        if self.busy or self.is_gone:
            return
        self.busy = True
        try:
            await self._play(table, live)
        finally:
            self.busy = False

    async def _play(self, table: str, live: bool) -> None:
        hand: Post | None = None
        idle = failed = 0
        while failed < 4 and idle < (60 if live else 1):
            hand = hand or await self.open_hand(table)
            if hand is None:
                failed += 1
                await self._breath(2.0, 20.0)
                continue
            if is_over(hand, table):
                self.tables.pop(table, None)
                if self.random.random() < 0.1:
                    await self.presses_anything(hand, 1, ("rematch",))
                return
            if table not in self.tables:
                return
            if live:
                await self._agrees(table, hand)
            choice = self._choice(hand)
            if choice is None:
                idle += 1
                if live:
                    await self._breath(3.0, 15.0)
                    kept = self.simulation.screens.hands.get((self.id, table))
                    hand = kept[0] if kept and self._is_fresh(kept) else None
                    if idle % 12 == 11:
                        hand = None
                continue
            await self._breath(0.5, 8.0)
            idle, hand = 0, await self.press(hand, *choice)
            failed = 0 if hand is not None else failed + 1

    async def _agrees(self, table: str, hand: Post) -> None:
        """Now and then somebody who plays wants to go on tomorrow, and whoever is asked answers."""
        board = self.simulation.screens.boards.get(table)
        asked = [] if board is None else custom_ids(board.message)
        answers = [id for id in asked if id.startswith(("askpace:", "pause:", "unpause:"))]
        if board is not None and answers and self.random.random() < 0.3:
            await self.press(board, self.random.choice(answers))
        more = next((id for id in custom_ids(hand.message) if id.startswith("more:")), None)
        if more is not None and self.random.random() < 0.01:
            await self.presses_anything(await self.press(hand, more), 1, ("askpace", "thistable"))

    def _is_fresh(self, kept: tuple[Post, float]) -> bool:
        return self.simulation.simulator.now - kept[1] < HAND_LIVES

    async def open_hand(self, table: str) -> Post | None:
        """Their hand, by the button under the board, or by what is open still."""
        kept = self.simulation.screens.hands.get((self.id, table))
        if kept is not None and self._is_fresh(kept) and self.random.random() < 0.9:
            return kept[0]
        board = self.simulation.screens.boards.get(table)
        if board is None or self.random.random() < 0.1:
            return await self.command("hand", table=table)
        verb = next((id for id in custom_ids(board.message) if id.startswith(("here:", "hand:"))), None)
        return None if verb is None else await self.press(board, verb)

    def _choice(self, hand: Post) -> tuple[str, str | None] | None:
        found: list[tuple[str, str | None]] = []
        back = None
        for part in c.walk(hand.message.components):
            id = part.get("custom_id") or ""
            if id.startswith(CHOICES) and not part.get("disabled"):
                if part["type"] in c.SELECTS:
                    found += [(id, option["value"]) for option in part["options"]]
                else:
                    found.append((id, None))
            elif id.startswith("back:"):
                back = (id, None)
        return self.random.choice(found) if found else back

    async def rests(self, seconds: float) -> None:
        """Does nothing for so long."""
        await asyncio.sleep(seconds)

    async def _breath(self, low: float, high: float) -> None:
        await asyncio.sleep(self.random.uniform(low, high))


def is_over(hand: Post, table: str) -> bool:
    """Whether a hand says how the game ended."""
    return any(id.startswith((f"rematch:{table}", f"replay:{table}")) for id in custom_ids(hand.message))
