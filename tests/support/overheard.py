"""Every byte that leaves the bot about one table, for whom and when; and what of it its reader may not know.

A card is looked for by its names, as its holder reads them and as actions are written: no reader may find one
there that somebody else holds at that moment, unless their own screens name it in words as well (it lies on
the table), or it stands in a line of the log that was told to them, or of the rule book.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import msgspec

from bot.client import Tortuga
from bot.tables.history import replayed, told
from bot.tables.lobby import seed_in
from bot.tables.table import Table
from bot.words import reader_for
from playground import Playground
from playground.events import ChannelChanged, ChannelMade, Event, PostChanged, PostMade
from playground.interactions import Answer
from playground.model import Post
from playground.recorder import Request
from tests.games.hidden import NOTHING_PRIVATE
from tests.games.playing import Beginning, Moment, texts_in
from tests.games.test_pictures import secrets_from, stands_in

LOCALE = "en-US"
"""In which everybody reads."""
_CALLBACK = "POST /interactions/{interaction_id}/{interaction_token}/callback"
_UNSEEN = (Answer.CHOICES, Answer.MODAL)
"""Answers that are no messages."""
_SNOWFLAKE = re.compile(r"\d{15,}")


@dataclass(frozen=True, slots=True)
class Heard:
    """Something that was sent, to whom (None: to everybody there), when the game had so many actions."""

    reader: str | None
    written: str
    actions: int


class Ears:
    """Hears all that is sent from now on; `table` is the one that it is held against."""

    def __init__(self, pg: Playground, bot: Tortuga, table: str) -> None:
        self._pg, self._bot, self._table = pg, bot, table
        self.heard: list[Heard] = []
        self.pictures = self.compared = 0

    @contextmanager
    def open(self) -> Iterator[None]:
        """As long as the block lasts."""
        listeners = self._pg.backend.recorder.listeners
        self._pg.world.listen(self._event)
        listeners.append(self._request)
        try:
            yield
        finally:
            self._pg.world.stop_listening(self._event)
            listeners.remove(self._request)

    def note(self, reader: str | None, written: str) -> None:
        """Something that went another way than through Discord."""
        actions = self._bot.tavern.house._ledger._tables[self._table].actions
        self.heard.append(Heard(reader, written, actions))

    def _event(self, event: Event) -> None:
        if isinstance(event, PostMade | PostChanged):
            self.pictures += sum(each.filename.endswith(".png") for each in event.post.message.attachments)
            self.note(event.post.only_for, written(self._pg, event.post))
        elif isinstance(event, ChannelMade | ChannelChanged):
            self.note(None, str(event.channel.name))

    def _request(self, request: Request) -> None:
        """What people see of lists and windows; all else that is sent becomes a message or a channel."""
        if request.route == _CALLBACK and request.json["type"] in _UNSEEN:
            interaction = self._pg.backend.interactions.find(request.path.split("/")[-3])
            self.note(interaction.user_id, request.body.decode())

    async def leaks(self) -> list[str]:
        """What somebody read who may not know it."""
        table = await self._bot.tavern.house.table(self._table)
        log = await self._bot.store.log(table.id)
        moments = list(moments_of(table, [each for each, _events in replayed(table, log)]))
        seats = {str(seat.user): number for number, seat in enumerate(table.seats) if seat.user}
        book = list(texts_in(tuple(table.game.rules(table.options, None))))
        lines = {
            seat: _as_written(table, [*told(table, log, seat), *book])
            for seat in (None, *range(len(table.seats)))
        }
        secrets: dict[tuple[int, int | None], set[str]] = {}
        found = list[str]()
        for each in self.heard:
            moment = moments[each.actions]
            if not moment.game.to_act(moment.state):
                continue  # the game is over, and its hands are everybody's
            seat = seats.get(each.reader or "")
            key = each.actions, seat
            if key not in secrets:
                nobodys = table.game.slug in NOTHING_PRIVATE
                secrets[key] = set() if nobodys else secrets_from(moment, seat)
            rest = _without(each.written, lines[seat])
            self.compared += len(secrets[key])
            found += [f"{name} in {each}" for name in secrets[key] if stands_in(name, [rest])]
        return found


def written(pg: Playground, post: Post) -> str:
    """The message as it was sent, with all that is in its files."""
    files = (pg.world.state.files[each.id].content for each in post.message.attachments)
    return "\n".join((msgspec.json.encode(post.message).decode(), *(file.decode() for file in files)))


def bare(text: str) -> str:
    """Without the ids and the moments by which one message differs from the next that says the same."""
    return re.sub(r"\d{4}-\d\d-\d\dT[\d:.]+(\+00:00|Z)?", "", _SNOWFLAKE.sub("", text))


def moments_of(table: Table, states: list[Any]) -> Iterator[Moment]:
    """The table's game as those who know the rules look at it."""
    begun = Beginning(table.game, table.options, len(table.seats), seed_in(table.record), 0)
    return (Moment(begun, state, (), ()) for state in states)


def _as_written(table: Table, lines: list[Any]) -> list[str]:
    """The lines of a log as they stand in a message, the longest first."""
    reader = reader_for(table, LOCALE)
    said = {msgspec.json.encode(say(line)).decode()[1:-1] for line in lines for say in (reader, reader.plain)}
    return sorted(said, key=len, reverse=True)


def _without(written: str, lines: list[str]) -> str:
    for line in lines:
        written = written.replace(line, "")
    return written


def forms(secret: bytes) -> set[str]:
    """How a secret can be written: as it is, in hexadecimal digits, or in either alphabet of base64."""
    told = {secret.hex(), *(encode(secret).decode().rstrip("=") for encode in _ALPHABETS)}
    return told | ({secret.decode()} if secret.isascii() else set())


_ALPHABETS = (base64.b64encode, base64.urlsafe_b64encode)
