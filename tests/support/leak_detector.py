"""Every byte that leaves the bot about tables, for whom and when; and what of it its reader may not know.

A card is looked for by its names, as its holder reads them and as actions are written, and by the symbol and
number that a hand's buttons show of it: no reader may find one there that somebody else holds at that moment,
unless their own screens name it in words as well (it lies on the table), or it stands in a line of the log
that was told to them, or of the rule book. What is about one table alone is held against the cards of that
one: others have cards of the same names.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec

from bot.app import Tortuga
from bot.i18n import reader_for
from bot.images.requests import words_for
from bot.tables.history import replay_states
from bot.tables.lobby import seed_of_record
from bot.tables.model import Table
from games.text import Text, english
from playground import Playground, Seen
from playground.events import ChannelChanged, ChannelMade, Event, PostChanged, PostMade
from playground.interactions import Answer
from playground.model import Post
from playground.recorder import Request
from storage.models import ActionRow
from tests.games.hidden import NOTHING_PRIVATE
from tests.games.playing import Beginning, Moment
from tests.games.test_pictures import secrets_from, stands_in
from tests.support.table_play import cards_on_buttons

LOCALE = "en-US"
"""The language in which everybody reads who is looked at."""
_CALLBACK = "POST /interactions/{interaction_id}/{interaction_token}/callback"
_UNSEEN = (Answer.CHOICES, Answer.MODAL)
"""Answers that are no messages."""
LATE, LATE_ANSWER = 6, 2
"""Moves that can be made while a message is on its way: a card counts as told if it was secret all the
while."""
_SNOWFLAKE = re.compile(r"\d{15,}")
_NUMBERED = re.compile(r"(?P<symbol>\W+) \w.* (?P<number>\d+)\b")
"""A card with a number, as its holder reads it."""


@dataclass(frozen=True, slots=True)
class Sent:
    """Something that was sent, and to whom (None: to everybody there)."""

    reader: str | None
    written: str
    actions: Mapping[str, int]
    """How many actions the game of each table had then; of those that were there."""
    cards: frozenset[str] = frozenset()
    """Those that its buttons call by their symbols and numbers."""


class LeakDetector:
    """Takes in all that is sent from now on. `tables`: those that it is held against; more may come."""

    def __init__(self, pg: Playground, bot: Tortuga, *tables: str) -> None:
        self._pg, self._bot = pg, bot
        self.tables = list(tables)
        self.sent: list[Sent] = []
        self.pictures = self.compared = 0
        self.buttons = 0
        """How many cards on buttons were looked at."""

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

    def note(self, reader: str | None, written: str, cards: Iterable[str] = ()) -> None:
        """Something that went another way than through Discord; `cards`: see `Sent`."""
        known = self._bot.services.tables.repository.cached
        actions = {table: known[table].actions for table in self.tables if table in known}
        self.sent.append(Sent(reader, written, actions, frozenset(cards)))

    def _event(self, event: Event) -> None:
        if isinstance(event, PostMade | PostChanged):
            self.pictures += sum(each.filename.endswith(".png") for each in event.post.message.attachments)
            cards = cards_on_buttons(Seen(self._pg.world, event.post))
            for part in parts(written(self._pg, event.post)):
                self.note(event.post.only_for, part, cards)
        elif isinstance(event, ChannelMade | ChannelChanged):
            self.note(None, str(event.channel.name))

    def _request(self, request: Request) -> None:
        """What people see of lists and windows; all else that is sent becomes a message or a channel."""
        if request.route == _CALLBACK and request.json["type"] in _UNSEEN:
            interaction = self._pg.backend.interactions.find(request.path.split("/")[-3])
            self.note(interaction.user_id, request.body.decode())

    async def leaks(self) -> list[str]:
        """What somebody read who may not know it."""
        return [leak for table in self.tables for leak in await self._leaks_of(table)]

    async def _leaks_of(self, id: str) -> list[str]:
        """What somebody read who may not know it of this table."""
        table = await self._bot.services.tables.table(id)
        log = await self._bot.store.log(table.id)
        moments = list(moments_of(table, [each for each, _events in replay_states(table, log)]))
        seats = {str(seat.user): number for number, seat in enumerate(table.seats) if seat.user}
        book = [line for section in table.game.rules(table.options, None) for line in section.lines]
        drawn_book = _drawn_rules(table)
        known = {
            seat: [*drawn_book, *_asked_further(table, log, seat), *_as_written(table, [*book, *heard])]
            for seat, heard in _heard(table, log).items()
        }
        whispers = {
            seat: {line for others in known.values() for line in others} - set(lines)
            for seat, lines in known.items()
        }

        @cache
        def secrets_at(actions: int, seat: int | None) -> set[str]:
            if table.game.slug in NOTHING_PRIVATE:
                return set()
            # A card that is called as its game is, without its symbol, stands wherever the game is named; and
            # whoever has played one of several that are called alike sees where it was to the round's end.
            seen = table.game.observe(moments[actions].state, seat)
            mine = [english(slot.choice.label) for slot in table.game.slots(seen)] if seat is not None else []
            secrets = secrets_from(moments[actions], seat) - {english(table.game.title)}
            return {name for name in secrets if not stands_in(name, mine)}

        found = list[str]()
        for each, actions in await self._sent_about(id):
            moment = moments[actions]
            if not moment.game.to_act(moment.state):
                continue  # the game is over, and its hands are everybody's
            seat = seats.get(each.reader or "")
            drawn = actions - (LATE if each.reader is None else LATE_ANSWER)
            hidden = set[str].intersection(
                *(secrets_at(at, seat) for at in range(max(0, drawn), actions + 1))
            )
            self.compared += len(hidden)
            self.buttons += len(each.cards)
            found += [f"the button {card} in {each}" for card in each.cards & set(map(_on_button, hidden))]
            there = [name for name in hidden if stands_in(name, [each.written])]
            rest = _without(each.written, known[seat]) if there else ""
            found += [f"{name} in {each}" for name in there if stands_in(name, [rest])]
            found += [f"{line} in {each}" for line in whispers[seat] if line in each.written]
        return found

    async def _sent_about(self, id: str) -> list[tuple[Sent, int]]:
        """All that is not about other tables alone, with the actions that this one's game had then."""
        threads = {await self._thread_of(table): table for table in self.tables}

        def is_about(of: Sent) -> bool:
            named = {table for table in self.tables if table in of.written}
            named |= set() if named else {table for thread, table in threads.items() if thread in of.written}
            return not named or id in named

        return [(each, each.actions[id]) for each in self.sent if id in each.actions and is_about(each)]

    async def _thread_of(self, id: str) -> str:
        """The id of the thread in which the table's board stands; without one, the table's own."""
        table = await self._bot.services.tables.table(id)
        board = (await self._bot.services.table_publisher.messages.posts.of(id, table.guild)).get("board")
        return id if board is None or board.channel == table.channel else str(board.channel)


def _on_button(name: str) -> str:
    """What a hand's button shows of the card of this name; nothing if that is the name itself."""
    found = _NUMBERED.fullmatch(name.partition(" (")[0])
    return "" if found is None else f"{found['symbol']} {found['number']}"


def written(pg: Playground, post: Post) -> str:
    """The message as it was sent, with all that is in its files; but for a page's typefaces, in which any
    short word can be found, and for the drawings of its replays, which are of games that are over.
    """
    files = (pg.world.state.files[each.id].content.decode() for each in post.message.attachments)
    left_out = '(?s)data:font/ttf;base64,[A-Za-z0-9+/=]+|<script type="application/json".*?</script>'
    read = (re.sub(left_out, "", file) for file in files)
    return "\n".join((msgspec.json.encode(post.message).decode(), *read))


def parts(sent: str) -> list[str]:
    """A page taken apart, so that what it says of one table stands for itself: others have cards of the same
    names.
    """
    articles = re.findall(r"(?s)<article .*?</article>", sent)
    for article in articles:
        sent = sent.replace(article, "")
    return [sent, *articles]


def bare(text: str) -> str:
    """Without the ids and the moments by which one message differs from the next that says the same."""
    return re.sub(r"\d{4}-\d\d-\d\dT[\d:.]+(\+00:00|Z)?", "", _SNOWFLAKE.sub("", text))


def moments_of(table: Table, states: list[Any]) -> Iterator[Moment]:
    """The table's game as those who know the rules look at it."""
    begun = Beginning(table.game, table.options, len(table.seats), seed_of_record(table.record), 0)
    return (Moment(begun, state, (), ()) for state in states)


def _heard(table: Table, log: list[ActionRow]) -> dict[int | None, list[Text]]:
    """What was told of the moves, to each seat and to whoever looks on (None)."""
    heard = dict[int | None, list[Text]]({seat: [] for seat in (None, *range(len(table.seats)))})
    for _state, events in replay_states(table, log):
        for event in events:
            line = table.game.narrate(event)
            for seat, lines in heard.items():
                if line is not None and (event.audience is None or seat in event.audience):
                    lines.append(line)
    return heard


def _drawn_rules(table: Table) -> list[str]:
    """What stands on the page of rules that is drawn: in the picture, each with its place, and beside it."""
    reader = reader_for(table, LOCALE)
    picture = table.game.reference_picture(table.options, words_for(reader))
    if picture is None:
        return []
    beside = [msgspec.json.encode(reader.plain(line)).decode()[1:-1] for line in picture.alt]
    return [*re.findall(r"<text [^>]*>[^<]*</text>", picture.drawing.svg()), *beside]


def _asked_further(table: Table, log: list[ActionRow], seat: int | None) -> list[str]:
    """The buttons of whatever this seat was asked after a first choice, each with the question it answers:
    Scary Mary is played as a pirate or as an escape.
    """
    reader, found = reader_for(table, LOCALE), dict[str, None]()
    for state, _events in replay_states(table, log):
        if seat is None or seat not in table.game.to_act(state):
            continue
        seen = table.game.observe(state, seat)
        first = table.game.steps(seen, ())
        for choice in () if first is None else [each for each in first.choices if each.action is None]:
            if choice.why_not is not None:
                continue
            then = table.game.steps(seen, (choice.value,))
            for further in () if then is None else then.choices:
                label = msgspec.json.encode(reader.plain(further.short or further.label)).decode()
                found[f'"label":{label},"custom_id":"pick:{table.id}:{seen.decision}:1:'] = None
    return list(found)


def _as_written(table: Table, lines: list[Text]) -> list[str]:
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
