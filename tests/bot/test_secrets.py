"""A hand is its owner's alone: through a whole game it stands in no public or foreign message, and no log."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import storage
from bot.app import Tortuga
from bot.i18n import Reader
from bot.tables.history import replay_states
from bot.tables.lobby import seed_of_record
from bot.tables.model import Table
from bot.tables.repository import table_from_row
from games.catalogue import catalogue
from games.skull_king.cards import SUITS
from games.text import english
from playground import Playground, Seen, Visitor
from playground.events import Event, PostChanged, PostMade
from playground.model import Message, Post
from playground.rules.components import BUTTON, walk
from storage.models import ActionRow
from tests.games.test_pictures import names_in_hand, stands_in
from tests.support.child import HASTE, child_bot
from tests.support.examples import sampled
from tests.support.failing_bot import ON_PURPOSE
from tests.support.idle import until
from tests.support.leak_detector import LeakDetector, forms, moments_of
from tests.support.renderer import InlineRenderer
from tests.support.table_play import (
    behind_more,
    board_of,
    cards_on_buttons,
    choices,
    choose_any,
    deal,
    hand,
    lists,
    open_lobby,
    play_on,
    press,
    table_of,
)

NUMBERED = re.compile(r"\b[A-Z][a-z]+ \d+\b")
"""A card of a suit, as everybody reads it; there is one of each."""
SUIT_OF = {suit.symbol: english(suit.name) for suit in SUITS}
"""What people read of a suit on a button."""


def written_in(message: Message) -> str:
    """The whole message; cards that buttons show by symbol and number are called as in words."""
    return "\n".join((msgspec.json.encode(message).decode(), *cards_read_on(message)))


def cards_read_on(message: Message) -> list[str]:
    """The cards that buttons show by symbol and number, as they are called in words."""
    buttons = [part for part in walk(message.components) if part["type"] == BUTTON]
    symbols = [(each.get("emoji", {}).get("name"), each.get("label")) for each in buttons]
    return [f"{SUIT_OF[symbol]} {label}" for symbol, label in symbols if symbol in SUIT_OF]


class Watch:
    """Remembers every message posted or changed; afterwards each is held against the hands of its moment."""

    def __init__(self, pg: Playground, bot: Tortuga, table: Table) -> None:
        self._tables = bot.services.tables
        self._files = pg.world.state.files
        self._store = bot.store
        self._id = table.id
        self._seen: list[tuple[Post, str, int]] = []
        self.looked = self.pictures = 0

    def see(self, event: Event) -> None:
        if isinstance(event, PostMade | PostChanged):
            actions = self._tables.repository.cached[self._id].actions
            written = written_in(event.post.message)
            pictures = [self._files[each.id].content for each in event.post.message.attachments]
            self._seen.append((event.post, "".join((written, *map(bytes.decode, pictures))), actions))
            self.pictures += len(pictures)

    async def leaks(self) -> list[str]:
        """Which message said what was in somebody's hand then, and had not been played before."""
        table = await self._tables.table(self._id)
        moments = [(hands_of(table, state), played) for state, played in played_in(table, await self._log())]
        found: list[str] = []
        for post, written, actions in self._seen:
            hands, played = moments[actions]
            for seat, cards in enumerate(hands):
                if post.only_for is None or post.only_for != str(table.seats[seat].user):
                    self.looked += len(cards)
                    found += [f"{card} in {written}" for card in cards - played if _says(written, card)]
        return found

    async def _log(self) -> list[ActionRow]:
        return await self._store.log(self._id)


def hands_of(table: Table, state: Any) -> list[set[str]]:
    """What each seat held in a state of the game."""
    reader = Reader("en")
    hands = [table.game.hand(table.game.observe(state, seat)) for seat in range(len(table.seats))]
    return [
        {found for card in (hand.cards if hand else ()) for found in NUMBERED.findall(reader.plain(card))}
        for hand in hands
    ]


def played_in(table: Table, log: list[ActionRow]) -> Iterator[tuple[Any, set[str]]]:
    """Each state of the game, with all that had been played openly until then."""
    names = {seat: each.name for seat, each in enumerate(table.seats)}
    reader = Reader("en", table.game, names)
    played: set[str] = set()
    for state, events in replay_states(table, log):
        told = (table.game.narrate(event) for event in events if event.audience is None)
        played |= {found for line in told if line for found in NUMBERED.findall(reader.plain(line))}
        yield state, set(played)


def _says(written: str, card: str) -> bool:
    return re.search(rf"{card}(?!\d)", written) is not None


@contextmanager
def watching(pg: Playground, watch: Watch) -> Iterator[None]:
    pg.world.listen(watch.see)
    try:
        yield
    finally:
        pg.world.stop_listening(watch.see)


async def test_no_card_is_seen_by_anybody_else_before_it_is_played(
    pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor, dampier: Visitor
) -> None:
    bot.services.image_service.renderer = InlineRenderer()
    lobby = await open_lobby(anne, calico)
    await anne.press(lobby, "Add robot")
    await anne.press(lobby, "Start")
    table = await bot.services.tables.table(table_of(lobby))
    with watching(pg, watch := Watch(pg, bot, table)):
        board = await board_of(anne, lobby)
        hands = {"Anne": await hand(anne, board), "Calico": await hand(calico, board)}
        for round_ in range(2, 11):
            await play_on(pg, hands, until=f"Round {round_} of")
            for reader in (anne, dampier):
                for label in ("Log", "Words", "Scores"):
                    await behind_more(reader, board, label)
        await play_on(pg, hands)
    assert await watch.leaks() == []
    assert watch.looked > 1000
    assert watch.pictures > 50


async def test_a_buttons_custom_id_names_choices_by_their_index_only(
    pg: Playground, anne: Visitor, calico: Visitor
) -> None:
    lobby = await open_lobby(anne, calico)
    await anne.press(lobby, "Start")
    board = await board_of(anne, lobby)
    hands = {"Anne": await hand(anne, board), "Calico": await hand(calico, board)}
    await play_on(pg, hands, until="Round 3")
    used = {custom_id for shown in hands.values() for custom_id in choices(shown)}
    assert used
    assert all(re.fullmatch(rf"pick:{table_of(lobby)}:[a-z0-9.]+:\d:\d+", custom_id) for custom_id in used)


async def test_whoever_reads_the_buttons_of_anothers_hand_is_noticed_though_no_word_names_a_card(
    pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor
) -> None:
    board = await deal(anne, calico, game="corsari")
    hands = {"Anne": await hand(anne, board), "Calico": await hand(calico, board)}
    while not (cards := cards_on_buttons(hands["Anne"].refresh())):
        await play_on(pg, hands, presses=1)
    detector = LeakDetector(pg, bot, table_of(board))
    detector.note(anne.id, "", cards)
    assert await detector.leaks() == []
    detector.note(calico.id, "", cards)
    detector.note(None, "", cards)
    assert len(await detector.leaks()) > len(cards)


TROUBLE = (
    *("an interaction failed", "a picture was not drawn", "stumble_alone", "attended to"),
    *("an error for which nobody waited", "Ignoring exception in on_interaction"),
)
"""What the log of a bot that stumbles tells."""
CHOSEN = 20
"""Choices of people's at each table of that bot."""


@pytest.mark.parametrize("form", sampled(("json", "console"), "json"))
async def test_no_card_bid_seed_or_token_stands_in_the_log_however_often_something_breaks(
    pg: Playground, tmp_path: Path, form: str
) -> None:
    """A bot that stumbles over hands in every way, with all that the libraries have to say."""
    people = pg.person("Anne"), pg.person("Calico")
    settings = {"LOG_LEVEL": "DEBUG", "LOG_FORMAT": form, "PICTURES": "true", "PYTHONASYNCIODEBUG": "1"}
    settings |= HASTE
    async with child_bot(pg, tmp_path, "tests.support.failing_bot", **settings) as child:
        for slug in list(catalogue())[form == "json" :: 2]:
            lobby = await open_lobby(*people, game=slug, pace="none")
            for _robot in range(catalogue()[slug].players[0] - len(people)):
                await press(people[0], lobby, "robot")
            await press(people[0], lobby, "start")
            await play_a_little(people, await board_of(people[0], lobby))
            await people[0].choices("log", "table", "")
        pg.fail_next("POST /interactions/{interaction_id}/{interaction_token}/callback", 400)
        assert "my mistake" in (await people[0].slash("turns")).text
        for told in TROUBLE:
            await child.has_logged(told)
        await child.stop()
        logged, kept = child.log, await tables_in(child.database)
    assert "took 0." not in logged  # of a debugged event loop, which repeats what it was handed
    names = {name for table, log in kept for name in names_at(table, log)}
    assert len(names) > 60
    for slug in catalogue():
        logged = logged.replace(slug, "")  # "skull-king" names no king
    lines = logged.splitlines()
    told = [line for line in lines if ON_PURPOSE in line]
    assert len([line for line in told if any(stands_in(name, [line]) for name in names)]) > 5
    logged = "\n".join(line for line in lines if ON_PURPOSE not in line)
    assert [name for name in names if stands_in(name, [logged])] == []
    assert re.findall(r"\b(play|bid) [a-z]*\d+", logged) == []
    assert re.findall(r"picks?:\w", logged) == []
    tokens = {each.token for each in pg.backend.interactions.by_id.values()}
    seeds = [secret for table, _log in kept for secret in secrets_of(table)]
    secrets = tokens.union(forms(pg.token.encode()), *map(forms, seeds))
    assert [secret for secret in secrets if secret in logged] == []


async def play_a_little(people: tuple[Visitor, ...], board: Seen) -> None:
    """They take turns to look at their hands, and do whatever they can, until they have done enough: where
    robots are to move, on a busy machine, that takes more looks.
    """
    random, done = Random(1), 0

    async def enough() -> bool:
        nonlocal done
        for person in people:
            await behind_more(person, board, "Log")
            shown = await (await press(person, board, "hand")).settled()
            if shown is not None and (choices(shown) or lists(shown)):
                await choose_any(person, shown, random)
                done += 1
        return done >= CHOSEN

    await until(enough)


async def tables_in(database: Path) -> list[tuple[Table, list[ActionRow]]]:
    """Every table that is stored and goes on, with its log."""
    async with storage.opened(database) as store:
        return [(table_from_row(row), await store.log(row.id)) for row in await store.tables()]


def names_at(table: Table, log: list[ActionRow]) -> Iterator[str]:
    """All that was in a hand at some moment, as people and actions call it."""
    for moment in moments_of(table, [state for state, _events in replay_states(table, log)]):
        for seat in moment.seats:
            yield from names_in_hand(moment, seat)


def secrets_of(table: Table) -> tuple[bytes, bytes]:
    """What all its cards follow from."""
    return bytes.fromhex(table.record.secret), seed_of_record(table.record)
