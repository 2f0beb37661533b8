"""A hand is its owner's alone: through a whole game it stands in no public or foreign message, and no log."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from bot.client import Tortuga
from bot.tables.table import Table
from bot.words import Reader
from playground import Playground, Visitor
from playground.events import Event, PostChanged, PostMade
from playground.model import Post
from tests.bot.test_process import connected
from tests.support.tavern import choices, hand, is_board, open_lobby, play_on, table_of

NUMBERED = re.compile(r"\b[A-Z][a-z]+ \d+\b")
"""A card of a suit, as everybody reads it; there is one of each."""


class Watch:
    """Looks at every message that is posted or changed, with what is in the hands at that moment."""

    def __init__(self, bot: Tortuga, table: Table) -> None:
        self._bot = bot
        self._id = table.id
        self._users = [seat.user for seat in table.seats]
        self._hands: list[set[str]] = [set() for _seat in table.seats]
        self._played: set[str] = set()
        self._round = ""
        self.leaks: list[str] = []
        self.looked = 0

    def see(self, event: Event) -> None:
        if not isinstance(event, PostMade | PostChanged):
            return
        self._look_at_the_hands()
        written = msgspec.json.encode(event.post.message).decode()
        for seat, cards in enumerate(self._hands):
            if not self._may_see(event.post, seat):
                self.looked += len(cards)
                self.leaks += [
                    f"seat {seat}'s {card} in {written}"
                    for card in cards - self._played
                    if _says(written, card)
                ]

    def _may_see(self, post: Post, seat: int) -> bool:
        return post.only_for is not None and post.only_for == str(self._users[seat])

    def _look_at_the_hands(self) -> None:
        """What is in the hands now; what has left one was played: all, if a new round has begun."""
        table = self._bot.tavern.house._ledger._tables[self._id]
        reader = Reader("en")
        headline = reader.plain(table.game.board(table.observe(None)).headline).split(":")[0].split(",")[0]
        new_round, self._round = headline != self._round, headline
        for seat, before in enumerate(self._hands):
            shown = table.game.hand(table.game.observe(table.state, seat))
            words = [reader.plain(card) for card in (shown.cards if shown else ())]
            self._hands[seat] = {found for card in words for found in NUMBERED.findall(card)}
            self._played |= before if new_round else before - self._hands[seat]


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
    lobby = await open_lobby(anne, calico)
    await anne.press(lobby, "Add robot")
    await anne.press(lobby, "Start")
    table = await bot.tavern.house.table(table_of(lobby))
    with watching(pg, watch := Watch(bot, table)):
        board = await anne.wait_for(lambda seen: is_board(seen, table.id) and seen.id != lobby.id)
        hands = {"Anne": await hand(anne, board), "Calico": await hand(calico, board)}
        for round_ in range(2, 11):
            await play_on(pg, hands, until=f"Round {round_} of")
            for reader in (anne, dampier):
                await reader.press(board, "Log")
                await reader.press(board, "More")
        await play_on(pg, hands)
    assert watch.leaks == []
    assert watch.looked > 1000


async def test_a_buttons_custom_id_names_choices_by_their_index_only(
    pg: Playground, anne: Visitor, calico: Visitor
) -> None:
    lobby = await open_lobby(anne, calico)
    await anne.press(lobby, "Start")
    board = await anne.wait_for(lambda seen: is_board(seen, table_of(lobby)) and seen.id != lobby.id)
    hands = {"Anne": await hand(anne, board), "Calico": await hand(calico, board)}
    await play_on(pg, hands, until="Round 3")
    used = {custom_id for shown in hands.values() for custom_id in choices(shown)}
    assert used
    assert all(re.fullmatch(rf"pick:{table_of(lobby)}:[a-z0-9.]+:\d:\d+", custom_id) for custom_id in used)


async def test_no_card_bid_or_token_stands_in_the_log_however_much_it_tells(
    pg: Playground, tmp_path: Path
) -> None:
    anne, calico = pg.person("Anne"), pg.person("Calico")
    async with connected(pg, tmp_path, LOG_LEVEL="DEBUG", LOG_FORMAT="json") as child:
        reading = asyncio.ensure_future(child.stderr.read()) if child.stderr else None
        lobby = await open_lobby(anne, calico)
        await anne.press(lobby, "Start")
        board = await anne.wait_for(lambda seen: is_board(seen, table_of(lobby)) and seen.id != lobby.id)
        hands = {"Anne": await hand(anne, board), "Calico": await hand(calico, board)}
        await play_on(pg, hands, until="Round 3")
        pg.fail_next("PATCH /channels/{channel_id}/messages/{message_id}", 400)
        pg.fail_next("POST /interactions/{interaction_id}/{interaction_token}/callback", 400)
        again = await anne.press(hands["Anne"], "Refresh")
        assert "went wrong" in again.text
        await play_on(pg, {"Anne": await hand(anne, board), "Calico": hands["Calico"]}, until="Round 4")
        tokens = [interaction.token for interaction in pg.backend.interactions._by_id.values()]
        child.terminate()
        assert reading is not None
        logged = (await reading).decode()
    assert "an interaction failed" in logged
    assert NUMBERED.findall(logged) == []
    assert re.findall(r"\b(play|bid) [a-z]*\d+", logged) == []
    assert re.findall(r"picks?:\w", logged) == []
    assert [token for token in tokens if token in logged] == []
