"""A tournament as people live it: set up and announced, entered, called to tables, played, looked through."""

from __future__ import annotations

import asyncio
import re
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Container, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from random import Random
from types import MappingProxyType
from typing import Any

import msgspec

from bot.tournaments.export import Exported
from playground import InteractionFailed, Playground, Reply, Seen, Visitor
from playground.events import Event, PostChanged, PostMade
from playground.recorder import Violation
from tests.support.deployment import current
from tests.support.table_play import cards_in, choices, choose_any, is_a_hand, lists, table_of
from tests.support.table_tour import strings

PATIENCE = 60.0
"""Seconds for whatever must happen by itself, on a machine that has much to do."""
DRAWN = 300.0
"""Seconds for files with the replays of all games of a large event, or of a season."""
ZONE = "Europe/Berlin"
"""The time zone in which organisers live."""
ANSWERED = 15.0
"""Seconds for an answer that the bot had to think about."""
STALE = 1.5
"""Seconds without news after which somebody asks for their cards again: a crash makes the old ones dead."""


async def shown(reply: Reply, patience: float = ANSWERED) -> Seen:
    """The private message that a reply has become. AssertionError if others can see it."""
    seen = await reply.settled(patience)
    assert seen is not None
    assert seen.is_ephemeral
    return seen


# the organiser


class Setup:
    """The screen on which an organiser sets a tournament up."""

    def __init__(self, organiser: Visitor, screen: Seen, name: str) -> None:
        self.organiser = organiser
        self._name = name
        self.screen = screen
        self._id = _custom_id(screen, "tsetup").split(":")[1]

    @classmethod
    async def begun(cls, organiser: Visitor, *, name: str, **options: Any) -> Setup:
        """`/tournament create` with these options."""
        screen = await shown(await organiser.slash("tournament create", name=name, **options))
        return cls(organiser, screen, name)

    async def choose(self, page: str, what: str, value: str) -> None:
        """From a list on a page."""
        await self._turn(page)
        await self._then(await self.organiser.choose(self.screen, f"tset:{self._id}:{what}", value))

    async def put(self, page: str, what: str, value: str) -> None:
        """With a button on a page."""
        await self._turn(page)
        await self._then(await self.organiser.press(self.screen, custom_id=f"tput:{self._id}:{what}:{value}"))

    async def write(self, page: str, what: str, **fields: str) -> None:
        """Into the window that a button on a page opens."""
        await self._turn(page)
        opened = await self.organiser.press(self.screen, custom_id=f"twrite:{self._id}:{what}")
        if opened.modal is None:  # a time is typed there: first it is asked where they live
            asked = await shown(opened)
            await self._then(await self.organiser.choose(asked, f"tset:{self._id}:zone", ZONE))
            opened = await self.organiser.press(self.screen, custom_id=f"twrite:{self._id}:{what}")
        assert opened.modal is not None
        await self._then(await self.organiser.submit(opened.modal, fields))

    async def announce(self) -> Seen:
        """The public message of the tournament."""
        await self._turn("all")
        await self.organiser.press(self.screen, custom_id=f"tannounce:{self._id}")
        return await self.organiser.wait_for(
            lambda seen: not seen.is_ephemeral and does(seen, "tjoin") and headed(self._name)(seen), PATIENCE
        )

    async def _turn(self, page: str) -> None:
        to_it = f"tsetup:{self._id}:{page}"
        if to_it in [each.custom_id for each in self.screen.refresh().buttons]:  # else it is shown already
            await self._then(await self.organiser.press(self.screen, custom_id=to_it))

    async def _then(self, reply: Reply) -> None:
        self.screen = await shown(reply)


async def organise(
    organiser: Visitor, act: str, fields: Mapping[str, Any] = MappingProxyType({}), **options: Any
) -> Seen:
    """`/organise`: the window is filled in and sent off, or a press confirms; what the organiser is told
    then. (The act is made once: nobody presses again, so its answer is waited for longer.)
    """
    opened = await organiser.slash(f"organise {act}", **options)
    if opened.modal is None:
        screen = await shown(opened, PATIENCE)
        return await shown(await organiser.press(screen, custom_id=_custom_id(screen, "tdo")), PATIENCE)
    return await shown(await organiser.submit(opened.modal, fields), PATIENCE)


async def correct(organiser: Visitor, pod: str, reason: str, wanted: Sequence[int] = ()) -> Seen:
    """The seats came in as is `wanted`; else first, second and so on, or just the other way. What the
    organiser is told then.
    """
    opened = await organiser.slash("organise correct", pod=pod)
    assert opened.modal is not None
    stood = next(asked.value for asked in opened.modal.questions if asked.custom_id == "places") or ""
    seats = opened.modal.text.count("Seat ")
    places = [str(place) for place in wanted or range(1, seats + 1)]
    if places == stood.split():
        places.reverse()
    fields = {"places": " ".join(places), "reason": reason}
    return await shown(await organiser.submit(opened.modal, fields))


async def take_back(organiser: Visitor, said: Seen) -> Seen:
    """What the organiser was just told of is taken back."""
    opened = await organiser.press(said, custom_id=_custom_id(said, "tback"))
    assert opened.modal is not None
    return await shown(await organiser.submit(opened.modal, {}))


# what stands in the channels


@dataclass(frozen=True, slots=True)
class Call:
    """Somebody was mentioned where a table stands."""

    person: str
    """The id of whoever was mentioned."""
    table: str
    round: int
    """Of its tournament; 0 if the message does not say so (`round_of`)."""


class News:
    """Wakes all who wait for them, at however many tables somebody sits."""

    def __init__(self) -> None:
        self._waiting: list[asyncio.Future[None]] = []

    def tell(self) -> None:
        """Wakes all who wait for something new."""
        waiting, self._waiting = self._waiting, []
        for each in waiting:
            if not each.done():
                each.set_result(None)

    async def wait(self, seconds: float) -> bool:
        """Whether there were any in so many seconds."""
        heard: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(heard)
        done, _waiting = await asyncio.wait((heard,), timeout=seconds)
        return bool(done)


class Channels:
    """Looks on from the beginning: who was called where, and what everybody could read."""

    def __init__(self, pg: Playground) -> None:
        self.calls: list[Call] = []
        """To tables, in the order of the messages."""
        self.public: set[str] = set()
        """All that ever stood in public."""
        self.private: dict[str, set[str]] = defaultdict(set)
        """What only one person could read, by their id."""
        self.cards: dict[str | None, set[tuple[str, ...]]] = defaultdict(set)
        """The hands that somebody could read, by their id; that everybody could, by None."""
        self.notified: list[tuple[str, str]] = []
        """What each message said that has notified somebody, and whom, by id; also of those removed since."""
        self.leaks: list[str] = []
        """Hands that stood where others can see them."""
        self.called: dict[str, asyncio.Queue[Seen]] = defaultdict(asyncio.Queue)
        """The calls that somebody has not followed yet, by their id; each one is theirs alone."""
        self.news: dict[str, News] = defaultdict(News)
        """Told when something that a person holds in their hands changes."""
        self._world = pg.world
        pg.world.listen(self._note)

    def _note(self, event: Event) -> None:
        if not isinstance(event, PostMade | PostChanged):
            return
        seen, reader = Seen(self._world, event.post), event.post.only_for
        self.cards[reader] |= cards_in(seen)
        if reader is not None:
            self.private[reader].update(filter(None, strings(seen)))
            self.news[reader].tell()
            return
        self.public.update(filter(None, strings(seen)))
        if isinstance(event, PostMade):
            self.notified += ((seen.text, person) for person in event.post.notified)
        if is_a_hand(seen):
            self.leaks.append(seen.text)
        if isinstance(event, PostMade) and (does(seen, "here") or does(seen, "hand")):
            for person in event.post.notified:
                self.calls.append(Call(person, table_of(seen), round_of(seen)))
                self.called[person].put_nowait(Seen(self._world, event.post))

    async def until(self, looker: Visitor, holds: Callable[[Seen], bool], patience: float = PATIENCE) -> Seen:
        """The public message of which this holds, as soon as there is one."""
        return await looker.wait_for(lambda seen: not seen.is_ephemeral and holds(seen), patience)


def round_of(call: Seen) -> int:
    """The round of whose table this message is; 0 if it does not say so in English, or calls it the final."""
    found = _ROUND.search(call.text)
    return 0 if found is None else int(found[1])


_ROUND = re.compile(r": Round (\d+)\b")


def headed(title: str) -> Callable[[Seen], bool]:
    """Whether a message has this in its heading."""
    return lambda seen: title in seen.text.split("\n", 1)[0]


def does(seen: Seen, verb: str) -> bool:
    """Whether a message has a button that does this."""
    return any((each.custom_id or "").startswith(f"{verb}:") for each in seen.buttons)


def _custom_id(seen: Seen, verb: str) -> str:
    """Of the first button that does this; LookupError if there is none."""
    custom_ids = [id for each in seen.buttons if (id := str(each.custom_id)).startswith(f"{verb}:")]
    return custom_ids[0]


# the players


Pause = Callable[[Seen, str], Awaitable[None]]
"""What comes before somebody's press about a table to which the message has called them ("come" or "move"),
after one that has shown them their cards ("came"), and after one that was a move ("moved").
"""


async def at_once(call: Seen, what: str) -> None:
    """Returns at once: for players who never hesitate."""


class Player:
    """Goes to every table that they are called to, and plays anything that they may until its end.

    `misses`: the calls that they do not follow; the first one is 1.
    """

    def __init__(
        self,
        person: Visitor,
        channels: Channels,
        seed: str,
        pause: Pause = at_once,
        misses: Container[int] = (),
    ) -> None:
        self.person = person
        self._misses = misses
        self._calls = 0
        self.moves = 0
        self.sitting = 0
        """At how many tables of which they have not seen the end."""
        self.hands = set[tuple[str, ...]]()
        """The cards that they held when they chose something."""
        self._channels = channels
        self._pause = pause
        self._random = Random(f"{seed} {person.name}")

    async def plays(self) -> None:
        """Plays at each table to which they are called, until it is cancelled."""
        calls = self._channels.called[self.person.id]
        async with asyncio.TaskGroup() as tables:
            while True:
                call = await calls.get()
                self._calls += 1
                if self._calls not in self._misses:
                    tables.create_task(self._play(call))

    async def _play(self, call: Seen) -> None:
        news, table = self._channels.news[self.person.id], table_of(call)
        await self._pause(call, "come")
        hand: Seen | None = None
        self.sitting += 1
        while True:
            try:
                if hand is None:
                    verb = "here" if does(call.refresh(), "here") else "hand"
                    if not does(call, verb):  # it ended with their move, of which they never had the answer
                        await self._pause(call, "came")
                        self.sitting -= 1
                        return
                    hand = await shown(await self.person.press(call, custom_id=f"{verb}:{table}"))
                    await self._pause(call, "came")
                elif choices(hand.refresh()) or lists(hand):
                    self.hands |= cards_in(hand)
                    await self._pause(call, "move")
                    hand = await choose_any(self.person, hand, self._random)
                    self.moves += 1
                    await self._pause(call, "moved")
                elif does(hand, "replay"):  # the game is over
                    self.sitting -= 1
                    return
                elif not await news.wait(STALE):
                    hand = None
            except (InteractionFailed, LookupError, TimeoutError):
                hand = None  # the bot is down, or left before its answer, or the message has changed just now
                await asyncio.sleep(0.2)


@asynccontextmanager
async def playing(
    people: Iterable[Visitor],
    channels: Channels,
    misses: Mapping[str, Container[int]] = MappingProxyType({}),
    pause: Pause = at_once,
) -> AsyncIterator[list[Player]]:
    """They go to their tables by themselves, but for the calls that some of them, by name, miss."""
    players = [Player(person, channels, "cup", pause, misses.get(person.name, ())) for person in people]
    async with playing_as(players):
        yield players


@asynccontextmanager
async def playing_as(players: Iterable[Player]) -> AsyncIterator[None]:
    """While it is open these players play; in the end whatever failed is an AssertionError."""
    doing = [asyncio.ensure_future(player.plays()) for player in players]
    try:
        yield
    finally:
        for each in doing:
            each.cancel()
        outcomes = await asyncio.gather(*doing, return_exceptions=True)
    failed = [each for each in outcomes if not isinstance(each, asyncio.CancelledError)]
    assert failed == [], failed


# afterwards


async def exported(pg: Playground, person: Visitor) -> tuple[bytes, Exported]:
    """The tournament.json that `/tournament export` hands out."""
    files = await shown(await person.slash("tournament export"), DRAWN)
    (whole,) = [each for each in files.json.attachments if each.filename.endswith("tournament.json")]
    content = pg.world.state.files[whole.id].content
    return content, msgspec.json.decode(content, type=Exported)


async def exported_with_page(pg: Playground, person: Visitor) -> tuple[bytes, Exported, bytes]:
    """The same with the one HTML file that follows the others."""
    before = {seen.id for seen in person.sees()}
    content, whole = await exported(pg, person)
    page = await person.wait_for(
        lambda seen: (
            seen.id not in before and any(each.filename.endswith(".html") for each in seen.json.attachments)
        ),
        DRAWN,
    )
    [attached] = page.json.attachments
    return content, whole, pg.world.state.files[attached.id].content


_LINE = re.compile(r"^\S+ (\d+)\. (.+?): .*?(\d+(?:\.\d+)?) points?\b", re.M)


def standings_in(text: str) -> list[tuple[int, str, str]]:
    """Place, name and points of each line of the standings in a message."""
    return [(int(place), name, points) for place, name, points in _LINE.findall(text)]


async def standings_page(person: Visitor) -> str:
    """All lines of the private page, of a picture that says everything those of the picture."""
    page = await shown(await person.slash("tournament standings"))
    if not standings_in(page.text):
        return "\n".join(page.alt_texts)
    told = [page.text]
    while further := [
        each for each in page.buttons if (each.custom_id or "").endswith(f":standings-0-{len(told)}")
    ]:
        page = await shown(await person.press(page, custom_id=further[0].custom_id))
        told.append(page.text)
    return "\n".join(told)


_AFTER_A_KILL = {10008, 50083, 160004}
"""Codes: the message is gone already, its thread has been put away, or opened."""


def faults(pg: Playground) -> list[Violation]:
    """What the bot was told off for, but for attempts at what it may have done before it was killed.

    (A fast clock is set back by a restart. Games are then in another order, and shown with new ratings.)
    """
    return [each for each in pg.violations if each.code not in _AFTER_A_KILL | current().explained]
