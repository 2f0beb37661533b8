"""A bot among people who write interactions by hand: what is there to be had, and what must stay as it is."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from typing import Any

from msgspec.structs import replace

from bot.app import Tortuga
from bot.screens.history import ALL, MINE
from bot.tables import lobby
from bot.tables.model import Press, Table
from bot.tables.moderation import ACTIONS as AT_TABLES
from bot.tournaments.actions import ACTIONS as AT_TOURNAMENTS
from bot.tournaments.qualification import Applicant
from bot.tournaments.requirements import OrganiserRights
from bot.tournaments.settings import default_settings
from games.catalogue import catalogue
from playground import Playground, Seen, Visitor, posts
from playground.events import Event, PostChanged, PostMade
from playground.interactions import Kind
from playground.model import Channel, Post
from playground.rules.messages import read_message
from tests.bot.test_secrets import NUMBERED, hands_of, played_in, written_in
from tests.support.forged_interactions import Crafted, Forger, Typed, answer_to
from tests.support.idle import until_all_is_drawn
from tests.support.table_play import GAME, board_of, hand, open_lobby, play_on, table_of

TIMES = int(os.environ.get("CRAFTED", "3"))
"""How often each verb is tried with each of those who press, from each place."""
SEED = int(os.environ.get("CRAFTED_SEED", "1"))
LEAVES = (
    "forgetconfirm",
    "concedeconfirm",
    "leaverobot",
    "play",
    "against",
    "versus",
    "learn",
    "course",
    "puzzle",
    "puzzles",
    "puzzleof",
    "sharepuzzle",
)
"""What would end the game, or begin another, for whoever presses it: theirs to do."""


@dataclass
class Evening:
    """A running table of Anne's and Calico's, a locked lobby of Anne's, a tournament that is open."""

    bot: Tortuga
    board: Seen
    lobby: Seen
    hands: dict[str, Seen]
    tournament: str

    @property
    def tables(self) -> tuple[str, str]:
        """The running one, and the one that has not begun."""
        return table_of(self.board), table_of(self.lobby)

    async def table(self, at: int = 0) -> Table:
        """The table of this number, as the bot has it now."""
        return await self.bot.services.tables.table(self.tables[at])

    async def known(self) -> Mapping[str, Sequence[str]]:
        """What somebody could know who has seen much, to put into a press."""
        running = await self.table()
        decisions = [running.game.decision(running.state, seat) for seat in range(2)]
        return {
            "table": self.tables,
            "tournament": [self.tournament],
            "decision": [*filter(None, decisions), ""],
            "kind": [*AT_TABLES, *AT_TOURNAMENTS],
            "what": [str(seat.user) for seat in running.seats] + ["1", "2", "1.1", "hand", "log", "moderate"],
            "view": [MINE, ALL],
            "name": ["nudges", "begin", "zone", "text_mode", "edition"],
            "game": [running.game.slug],
            "who": ["all", "only"],
            "on": ["0", "1"],
            "locked": ["0", "1"],
        }

    async def hidden(self) -> list[set[str]]:
        """What each seat holds just now that nobody was shown before."""
        table = await self.table()
        *_before, (_state, played) = played_in(table, await self.bot.store.log(table.id))
        return [cards - played for cards in hands_of(table, table.state)]

    async def kept(self) -> dict[str, Any]:
        """All that only those may change who sit there, or run the place."""
        store = self.bot.store
        cup = await self.bot.services.tournament_service.tournament(self.tournament)
        return {
            "tables": [replace(await self.table(at), changed=0, revision=0) for at in range(2)],
            "drafts": [
                await self.bot.services.tables.drafts.of(await self.table(), seat) for seat in range(2)
            ],
            "log": await store.log(self.tables[0]),
            "audit": [await store.audit.of_table(table) for table in self.tables],
            "cup": (cup.phase, cup.settings, cup.record.organiser),
            "deeds": await self.bot.services.tournament_service.audit(cup),
            "server": await self.bot.services.tables.servers.of((await self.table()).guild),
        }


async def begun(pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor) -> Evening:
    """Anne and Calico have played until the fifth round, or a later one in which each holds a secret.

    Which cards were seen in earlier rounds is a matter of the deal. No more time passes then: however long
    the attempts take, nobody is reminded of a turn, and no robot moves for anybody.
    """
    waiting = await open_lobby(anne)
    await bot.services.tables.change(press_of(1, anne), table_of(waiting), lobby.lock, True)
    started = await open_lobby(anne, calico)
    await anne.press(started, "Start")
    board = await board_of(anne, started)
    hands = {"Anne": await hand(anne, board), "Calico": await hand(calico, board)}
    evening = Evening(bot, board, waiting, hands, await cup(pg, bot, anne))
    for number in range(5, 10):
        await play_on(pg, hands, until=f"Round {number} of")
        if all(await evening.hidden()):
            await until_all_is_drawn(bot)
            bot.services.tables.clock.stop()
            return evening
    raise AssertionError("there was no round in which both held what nobody had seen")


def press_of(id: int, person: Visitor) -> Press:
    """As the house takes it."""
    return Press(id, int(person.id), person.name)


async def cup(pg: Playground, bot: Tortuga, anne: Visitor) -> str:
    """A tournament of Morgan's that Anne has entered: its id."""
    tournament_service, morgan, game = bot.services.tournament_service, pg.person("Morgan"), catalogue()[GAME]
    said = await tournament_service.create(
        press_of(2, morgan),
        OrganiserRights(int(morgan.id), manages=True),
        guild=int(pg.guild().id),
        channel=int(pg.channel("tavern").id),
        game=GAME,
        settings=default_settings(game, "Evening cup"),
        locale="en-GB",
    )
    await tournament_service.enter(press_of(3, anne), said.tournament.id, Applicant())
    return said.tournament.id


@contextmanager
def every_message(pg: Playground) -> Iterator[list[tuple[Post, str]]]:
    """All that is posted or changed meanwhile, for whomever, as it stood then."""
    seen: list[tuple[Post, str]] = []

    def look(event: Event) -> None:
        if isinstance(event, PostMade | PostChanged):
            seen.append((event.post, written_in(event.post.message)))

    pg.world.listen(look)
    try:
        yield seen
    finally:
        pg.world.stop_listening(look)


async def try_everything(
    pg: Playground,
    evening: Evening,
    person: Visitor,
    sources: Sequence[Post],
    without: Sequence[str] = (),
    times: int = TIMES,
    seed: int = SEED,
) -> None:
    """Every verb, pressed by somebody on these messages; each time they are told something, in a sentence."""
    crafted = Forger(seed, await evening.known()).presses(times, without)
    answers = await try_all(pg, evening, person, crafted, sources)
    assert len(answers) > 8, "they are told the same of everything: nothing is tried"


async def try_all(
    pg: Playground,
    evening: Evening,
    person: Visitor,
    everything: Iterable[Crafted | Typed],
    sources: Sequence[Post | Channel],
) -> Counter[str]:
    """Somebody sends all this, from any of these places: what they were told, and how often.

    AssertionError if anybody was shown a card that was somebody else's secret from beginning to end.
    """
    random, before = Random(SEED), await evening.hidden()
    answers = Counter[str]()
    with every_message(pg) as seen:
        for crafted in everything:
            said = await answer_to(pg, person, crafted, random.choice(sources))
            assert said or crafted.kind is Kind.AUTOCOMPLETE, crafted
            assert "my mistake" not in said, crafted
            assert not says_any(said, foreign_to(await evening.table(), person.id, before)), crafted
            answers[said] += 1
    table = await evening.table()
    kept = [cards & then for cards, then in zip(await evening.hidden(), before, strict=True)]
    assert any(foreign_to(table, person.id, kept))
    for post, written in seen:
        assert not says_any(written, foreign_to(table, post.only_for, kept)), written
    return answers


def foreign_to(table: Table, reader: str | None, hidden: Sequence[Set[str]]) -> set[str]:
    """What a reader (None: everybody) may not know of what the seats hold."""
    own = None if reader is None else table.seat_of(int(reader))
    return set[str]().union(*(cards for seat, cards in enumerate(hidden) if seat != own))


def says_any(written: str, cards: Set[str]) -> bool:
    """Whether one of these cards stands there."""
    return not cards.isdisjoint(NUMBERED.findall(written))


def messages_of(person: Visitor, *seen: Seen) -> list[Post]:
    """These, and one that only this person sees."""
    return [each.post for each in seen] + [person.last().post]


def alone_with(pg: Playground, person: Visitor) -> Post:
    """A direct message of the bot's."""
    there = person.direct_messages
    return posts.post(pg.world, there, pg.world.bot, read_message({"content": "Ahoy"}, {}))
