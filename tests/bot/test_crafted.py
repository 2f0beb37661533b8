"""Whatever somebody sends who writes presses by hand: it acts for nobody else, tells nothing that is not
theirs, reaches no moderator's deed, and is answered with a sentence.

Discord lets only those buttons be pressed that stand on a message; that is not what this relies on.
`CRAFTED=100` tries each verb a hundred times with everybody, `CRAFTED_SEED` tries others.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import msgspec
import pytest

from bot.client import Tortuga
from bot.organising.rights import Rights
from bot.organising.settings import default_settings
from bot.screens.moderating import DEEDS as AT_TABLES
from bot.screens.replay import ALL, MINE
from bot.screens.tournaments.deeds import DEEDS as AT_TOURNAMENTS
from bot.tables.press import Press
from bot.tables.table import Table
from games.catalogue import catalogue
from playground import Playground, Seen, Visitor, places, posts
from playground.default_world import BOT_RIGHTS
from playground.events import Event, PostChanged, PostMade
from playground.model import Post
from playground.rules.messages import read_message
from tests.bot.test_secrets import NUMBERED, hands_of, played_in
from tests.support.crafted import Crafted, Forger, answer_to
from tests.support.tavern import GAME, board_of, hand, open_lobby, play_on, table_of

TIMES = int(os.environ.get("CRAFTED", "5"))
"""How often each verb is tried with each of those who press, from each place."""
SEED = int(os.environ.get("CRAFTED_SEED", "1"))
LEAVES = ("forgetconfirm", "concedeconfirm", "leaverobot", "play")
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
        """As it stands."""
        return await self.bot.tavern.house.table(self.tables[at])

    async def known(self) -> Mapping[str, Sequence[str]]:
        """What somebody could know who has seen much, to put into a press."""
        running = await self.table()
        decisions = [running.game.decision(running.state, seat) for seat in range(2)]
        return {
            "table": self.tables,
            "tournament": [self.tournament],
            "decision": ["", *filter(None, decisions)],
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
        cup = await self.bot.tavern.office.tournament(self.tournament)
        return {
            "tables": [replace(await self.table(at), changed=0, revision=0) for at in range(2)],
            "drafts": [await self.bot.tavern.house.draft_of(await self.table(), seat) for seat in range(2)],
            "log": await store.log(self.tables[0]),
            "audit": [await store.audit.of_table(table) for table in self.tables],
            "cup": (cup.phase, cup.settings, cup.record.organiser),
            "deeds": await self.bot.tavern.office.audit(cup),
            "server": await self.bot.tavern.house.servers.of((await self.table()).guild),
        }


@pytest.fixture
async def evening(pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor) -> Evening:
    waiting = await open_lobby(anne)
    await bot.tavern.house.lock(press_of(1, anne), table_of(waiting), True)
    lobby = await open_lobby(anne, calico)
    await anne.press(lobby, "Start")
    board = await board_of(anne, lobby)
    hands = {"Anne": await hand(anne, board), "Calico": await hand(calico, board)}
    await play_on(pg, hands, until="Round 5 of")
    return Evening(bot, board, waiting, hands, await cup(pg, bot, anne))


def press_of(id: int, person: Visitor) -> Press:
    """As the house takes it."""
    return Press(id, int(person.id), person.name)


async def cup(pg: Playground, bot: Tortuga, anne: Visitor) -> str:
    """A tournament of Morgan's that Anne has entered: its id."""
    office, morgan, game = bot.tavern.office, pg.person("Morgan"), catalogue()[GAME]
    said = await office.create(
        press_of(2, morgan),
        Rights(int(morgan.id), manages=True),
        guild=int(pg.guild().id),
        channel=int(pg.channel("tavern").id),
        game=GAME,
        settings=default_settings(game, "Evening cup"),
        locale="en-GB",
    )
    await office.enter(press_of(3, anne), said.tournament.id, ())
    return said.tournament.id


@contextmanager
def every_message(pg: Playground) -> Iterator[list[tuple[Post, str]]]:
    """All that is posted or changed meanwhile, for whomever, as it stood then."""
    seen: list[tuple[Post, str]] = []

    def look(event: Event) -> None:
        if isinstance(event, PostMade | PostChanged):
            seen.append((event.post, msgspec.json.encode(event.post.message).decode()))

    pg.world.listen(look)
    try:
        yield seen
    finally:
        pg.world.stop_listening(look)


async def try_everything(
    pg: Playground, evening: Evening, person: Visitor, sources: Sequence[Post], without: Sequence[str] = ()
) -> None:
    """Every verb, pressed by somebody on these messages; each time they are told something, in a sentence."""
    forger = Forger(SEED, await evening.known())
    random = Random(SEED)
    answers = Counter[str]()
    hidden = await evening.hidden()
    table = await evening.table()
    own = table.seat_of(int(person.id))
    others = set[str]().union(*(cards for seat, cards in enumerate(hidden) if seat != own))
    with every_message(pg) as seen:
        for crafted in forger.presses(TIMES, without):
            said = await answer_to(pg, person, crafted, random.choice(sources))
            assert said, crafted
            assert "went wrong" not in said, crafted
            assert not says_any(said, others), crafted
            answers[said] += 1
    assert len(answers) > 8, "they are told the same of everything: nothing is tried"
    assert others
    everybodys = others.union(*hidden).intersection(set[str]().union(*await evening.hidden()))
    for post, written in seen:
        assert not says_any(written, others if post.only_for == person.id else everybodys), written


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


async def test_whoever_looks_on_changes_nothing_and_sees_no_hand(
    pg: Playground, evening: Evening, dampier: Visitor
) -> None:
    await dampier.slash("help")
    before = await evening.kept()
    await try_everything(pg, evening, dampier, messages_of(dampier, evening.board, evening.lobby), LEAVES)
    assert await evening.kept() == before
    entries = (await evening.bot.tavern.office.tournament(evening.tournament)).record.entries
    assert {entry.name for entry in entries} <= {"Anne", "Dampier"}


async def test_a_player_acts_for_no_other_seat_and_sees_no_other_hand(
    pg: Playground, evening: Evening, calico: Visitor
) -> None:
    await calico.slash("help")
    before = await evening.kept()
    sources = [evening.hands["Calico"].post, *messages_of(calico, evening.board, evening.lobby)]
    await try_everything(pg, evening, calico, sources, LEAVES)
    after = await evening.kept()
    table, anne = await evening.table(), 1 - await seat_of(evening, calico)
    assert {row.seat for row in after["log"][len(before["log"]) :]} <= {1 - anne}
    assert (after["drafts"][anne], table.orders.get(anne)) == (before["drafts"][anne], None)
    assert table.seats == before["tables"][0].seats
    assert after["tables"][1] == before["tables"][1]
    for same in ("audit", "cup", "deeds", "server"):
        assert after[same] == before[same]


async def seat_of(evening: Evening, person: Visitor) -> int:
    seat = (await evening.table()).seat_of(int(person.id))
    assert seat is not None
    return seat


async def test_on_another_server_and_in_direct_messages_nothing_of_a_table_is_told(
    pg: Playground, evening: Evening
) -> None:
    eve = places.add_person(pg.world, "Eve")
    elsewhere = places.add_guild(pg.world, "Port Royal", eve)
    places.add_channel(pg.world, elsewhere, "quay")
    places.invite_bot(pg.world, elsewhere, BOT_RIGHTS)
    stranger = pg.person("Eve", "quay")
    await stranger.slash("help")
    alone = alone_with(pg, stranger)
    before = await evening.kept()
    for source in (stranger.last().post, alone):
        await try_everything(pg, evening, stranger, [source], LEAVES)
    assert await evening.kept() == before
    table, lobby = evening.tables
    for custom_id in (f"log:{table}:-1", f"rules:{table}:0", f"more:{table}", f"join:{lobby}"):
        for source in (stranger.last().post, alone):
            assert "no table of that name" in await answer_to(pg, stranger, Crafted(custom_id), source)


async def test_who_plays_reads_on_in_direct_messages(
    pg: Playground, evening: Evening, anne: Visitor, dampier: Visitor
) -> None:
    log = Crafted(f"log:{evening.tables[0]}:-1")
    for person, told in ((anne, "What happened"), (dampier, "no table of that name")):
        assert told in await answer_to(pg, person, log, alone_with(pg, person))


async def test_a_hand_is_never_drawn_into_a_message_that_others_see(
    pg: Playground, evening: Evening, anne: Visitor
) -> None:
    seat = await seat_of(evening, anne)
    table = await evening.table()
    cards = hands_of(table, table.state)[seat]
    for verb in (f"back:{table.id}:x", f"hand:{table.id}", f"plan:{table.id}", f"pick:{table.id}:x:0:0"):
        with every_message(pg) as seen:
            said = await answer_to(pg, anne, Crafted(verb), evening.board.post)
        assert says_any(said, cards)
        assert [post.only_for for post, written in seen if says_any(written, cards)] == [anne.id]


async def test_an_organiser_who_presses_nonsense_is_told_so(pg: Playground, evening: Evening) -> None:
    morgan = pg.person("Morgan")
    await morgan.slash("help")
    rubbish = (
        "tact:{cup}:drop:1:x",
        "tact:{cup}:drop:1:" + "9" * 40,
        "tback:{cup}:one",
        "mback:{table}:",
        "mlog:x",
    )
    for custom_id in rubbish:
        crafted = Crafted(custom_id.format(cup=evening.tournament, table=evening.tables[0]))
        assert "another version" in await answer_to(pg, morgan, crafted, morgan.last().post)
    await try_everything(pg, evening, morgan, messages_of(morgan, evening.board), LEAVES)
