"""A hand is its owner's alone: through a whole game it stands in no public or foreign message, and no log."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import msgspec

from bot.client import Tortuga
from bot.tables.history import replayed
from bot.tables.lobby import seed_in
from bot.tables.table import Record, Table
from bot.words import Reader
from playground import Playground, Visitor
from playground.events import Event, PostChanged, PostMade
from playground.model import Post
from storage.records import ActionRow
from tests.support.child import child_bot
from tests.support.studio import QuickStudio
from tests.support.tavern import board_of, choices, hand, open_lobby, play_on, table_of

NUMBERED = re.compile(r"\b[A-Z][a-z]+ \d+\b")
"""A card of a suit, as everybody reads it; there is one of each."""


class Watch:
    """Remembers every message posted or changed; afterwards each is held against the hands of its moment."""

    def __init__(self, pg: Playground, bot: Tortuga, table: Table) -> None:
        self._house = bot.tavern.house
        self._files = pg.world.state.files
        self._store = bot.store
        self._id = table.id
        self._seen: list[tuple[Post, str, int]] = []
        self.looked = self.pictures = 0

    def see(self, event: Event) -> None:
        if isinstance(event, PostMade | PostChanged):
            actions = self._house._ledger._tables[self._id].actions
            written = msgspec.json.encode(event.post.message).decode()
            pictures = [self._files[each.id].content for each in event.post.message.attachments]
            self._seen.append((event.post, "".join((written, *map(bytes.decode, pictures))), actions))
            self.pictures += len(pictures)

    async def leaks(self) -> list[str]:
        """Which message said what was in somebody's hand then, and had not been played before."""
        table = await self._house.table(self._id)
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
    for state, events in replayed(table, log):
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
    bot.tavern.illustrator._studio = QuickStudio()
    lobby = await open_lobby(anne, calico)
    await anne.press(lobby, "Add robot")
    await anne.press(lobby, "Start")
    table = await bot.tavern.house.table(table_of(lobby))
    with watching(pg, watch := Watch(pg, bot, table)):
        board = await board_of(anne, lobby)
        hands = {"Anne": await hand(anne, board), "Calico": await hand(calico, board)}
        for round_ in range(2, 11):
            await play_on(pg, hands, until=f"Round {round_} of")
            for reader in (anne, dampier):
                await reader.press(board, "Log")
                await reader.press(board, "More")
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


async def test_no_card_bid_or_token_stands_in_the_log_however_much_it_tells(
    pg: Playground, tmp_path: Path
) -> None:
    anne, calico = pg.person("Anne"), pg.person("Calico")
    async with child_bot(pg, tmp_path, LOG_LEVEL="DEBUG") as child:
        lobby = await open_lobby(anne, calico)
        await anne.press(lobby, "Start")
        board = await board_of(anne, lobby)
        hands = {"Anne": await hand(anne, board), "Calico": await hand(calico, board)}
        await play_on(pg, hands, until="Round 3")
        pg.fail_next("PATCH /channels/{channel_id}/messages/{message_id}", 400)
        pg.fail_next("POST /interactions/{interaction_id}/{interaction_token}/callback", 400)
        again = await anne.press(hands["Anne"], "Refresh")
        assert "went wrong" in again.text
        await play_on(pg, {"Anne": await hand(anne, board), "Calico": hands["Calico"]}, until="Round 4")
        tokens = [interaction.token for interaction in pg.backend.interactions._by_id.values()]
        await child.stop()
        with closing(sqlite3.connect(child.database)) as db:
            (record,) = db.execute("SELECT record FROM tables").fetchone()
    kept = msgspec.json.decode(record, type=Record)
    logged = child.log
    assert "an interaction failed" in logged
    assert NUMBERED.findall(logged) == []
    assert re.findall(r"\b(play|bid) [a-z]*\d+", logged) == []
    assert re.findall(r"picks?:\w", logged) == []
    assert [token for token in (pg.token, *tokens) if token in logged] == []
    assert [secret for secret in (kept.secret, seed_in(kept).hex()) if secret in logged] == []
