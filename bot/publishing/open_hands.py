"""The hands that people have open: private messages, which only the newest press's token can draw anew, for
15 minutes.

They are kept in memory, and through a stop by whoever stops (`OpenHands.kept`). A process that dies takes
them along: a hand is out of date then until its owner presses something on it.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeAlias, cast

import discord
import msgspec
import structlog

from bot.client.discord_errors import DISCORD_ERRORS, DiscordProblem, discord_problem
from bot.i18n import reader_for
from bot.images.model import ImageRequest, RenderedImage
from bot.images.requests import game_image
from bot.images.service import ImageService
from bot.preferences.people import PersonPreferences
from bot.screens.hand import HandView, hand_screen
from bot.tables.clocks import deadline
from bot.tables.model import Plan, Table
from bot.tables.service import TableService
from bot.ui.views import Payload, PayloadView
from games.text import Text
from games.thinking.hints import Hint

# A player's private hand, drawn for that player alone.

HAND_PATIENCE, FIRST_PATIENCE = 0.8, 2.5
"""Seconds that a hand waits for its picture, which says nearly all: words that turn into a picture a moment
later are read for nothing. The first hand waits longer, as nobody presses anything on it yet: its answer is
deferred meanwhile.
"""


async def hand_page(
    tables: TableService,
    image_service: ImageService,
    table: Table,
    user: int,
    preferences: PersonPreferences,
    locale: str,
    notice: Text | None = None,
    patience: float = HAND_PATIENCE,
    *,
    offers_text: bool = False,
    offers_watching: bool = False,
    hint: Hint | None = None,
    result: bool = False,
) -> Payload:
    """The hand of `user`, who plays at the table, at this revision. `notice`: what to say above it;
    `patience`: seconds to wait for its picture; `offers_text`: offer beside it a way without;
    `offers_watching`: lead to what was played meanwhile; `hint`: what is best; `result`: of the round
    that has just ended, in place of the hand.
    """
    seat, reader = table.seat_of(user), reader_for(table, locale)
    view = HandView(
        *(table, user, reader, () if seat is None else await tables.drafts.of(table, seat), notice),
        unix=tables.clock.unix,
        teaching=tables.lessons.show(table, user, preferences),
        hint=hint,
        offers_text=offers_text,
        offers_watching=offers_watching,
        result=result,
    )

    def picture() -> ImageRequest | None:
        """The hand drawn, with what has been chosen so far; at the end of a game its result."""
        if table.state is None or seat is None or table.phase not in ("playing", "over"):
            return None
        asked = table.game, view.seen, reader, f"{table.id} hand {user}"
        if table.phase == "over":
            return game_image("result", *asked)
        if result:
            return game_image("board", table.game, table.observe(None), *asked[2:])
        return game_image("hand", *asked, view.chosen, view.beside.room)

    return hand_screen(view, await image_service.for_one(preferences, picture, patience)).payload()


HandDigest = tuple[str, int | None, str, bool, int, float | None, Plan | None, tuple[int, ...]]


def hand_digest(table: Table, user: int) -> HandDigest:
    """What makes an open hand outdated: the phase, the seat, what is asked of it, whether the game waits for
    it, what all at the table have waited for, until when there is time, what became of its plan, and
    who asks for a pause, or for another pace.

    Not every move of the others: at a full table that would be a drawing for each hand and move.
    """
    seat = table.seat_of(user)
    if table.phase != "playing" or seat is None:
        return table.phase, seat, "", False, 0, None, None, ()
    decision, to_act = table.game.decision(table.state, seat), table.game.to_act(table.state)
    mine = deadline(table, seat), table.plans.get(seat), table.timing.asking
    return table.phase, seat, decision, seat in to_act, table.turning_point, *mine


log = structlog.get_logger(__name__)

LIFE = 14 * 60.0
"""Seconds for which a hand is refreshed; the token lives a minute longer."""
SWEEP_EVERY = 60.0
"""Seconds between two looks for hands that are past that, at whichever table."""

NOTHING: HandDigest = ("", None, "", False, 0, None, None, ())
"""What a hand shows of which nothing is known."""

ANSWER = cast(int, "@original")
"""What Discord calls the message that answered an interaction; discord.py hands it on as it is
(https://discord.com/developers/docs/interactions/receiving-and-responding#edit-original-interaction-response).
"""

DrawHand = Callable[[Table, int, str, bool], Awaitable[Payload]]
"""The hand of a user at a table, in a language; or the result of the round that has just ended."""


Place: TypeAlias = tuple[int, int]
"""Where on a hand somebody pressed: how many lines from the last one, and how many from the first in it."""


class OpenHand(msgspec.Struct):
    """A private message with a hand that is open, and how it is edited."""

    press: int
    """The interaction that opened it."""
    webhook: discord.Webhook
    """Its way to the messages that answered it. (The interaction itself holds the whole message on which
    somebody pressed, with every button: eight kilobytes for each open hand.)
    """
    message: int | None
    """The interaction's message that shows the hand; None: the one that answered it."""
    locale: str
    seen: HandDigest
    """What it shows, as far as that matters."""
    ends: float
    """When the token dies, in the event loop's time."""
    stands_in: int = 0
    """The message that shows it, as far as that is known."""
    actions: int = 0
    """After how many actions of the game it was drawn."""
    tapped: Place | None = None
    """Where on the hand before it its owner pressed to get it."""
    pressed: Place | None = None
    """Where on it its owner has chosen something: not where a second tap of theirs only gets it again."""
    round: int = 0
    """Which round it shows, or the end of which."""
    stays: bool = False
    """The end of a round, which its reader looks at until they go on."""
    shown_at: float = 0.0
    """When it last asked for something else than before, in the event loop's time."""

    def kept(self, table: str, user: int, unix: float) -> KeptHand:
        """The same for a stop at that Unix time."""
        return KeptHand(
            *(table, user, self.press, self.webhook.id, self.webhook.token or "", self.message, self.locale),
            *(self.seen, unix + self.ends - asyncio.get_running_loop().time()),
            *(self.stands_in, self.actions, self.round, self.stays),
        )

    async def draw(self, payload: Payload) -> None:
        """Edits the message of the hand so that it shows this instead, with its pictures."""
        message = ANSWER if self.message is None else self.message
        await self.webhook.edit_message(message, view=PayloadView(payload), attachments=payload.files())


class KeptHand(msgspec.Struct, frozen=True, array_like=True):
    """An open hand as it is stored for whoever goes on after a stop: all of `OpenHand` but what only matters
    for a moment. `until`: when the token dies, in Unix seconds.
    """

    table: str
    user: int
    press: int
    application: int
    token: str
    message: int | None
    locale: str
    seen: HandDigest
    until: float
    stands_in: int
    actions: int
    round: int
    stays: bool


def _round_of(table: Table, user: int) -> int:
    """The round in which the user plays; 0: none, or none that has an end of its own."""
    if table.phase != "playing" or table.seat_of(user) is None:
        return 0
    return table.game.round_of(table.observe(user))


class OpenHands:
    """Open hands by table and user; the newest one counts.

    `outdated` hears of tables at which a hand can be drawn anew, now that its picture is there. `taps`:
    seconds for which a finger may still be about to tap twice; `moment`: for which a round's result stands
    alone; in a course it stands until its reader goes on.
    """

    def __init__(
        self, draw: DrawHand, outdated: Callable[[str], None], taps: float = 0.0, moment: float = 0.0
    ) -> None:
        self._draw = draw
        self._outdated = outdated
        self._taps = taps
        self._moment = moment
        self._open: dict[str, dict[int, OpenHand]] = defaultdict(dict)
        self._pressed: dict[tuple[str, int], int] = {}
        self._skipped: set[tuple[str, int]] = set()
        self._refreshing: set[tuple[str, int]] = set()
        self._sweep_at = 0.0

    def opened(
        self,
        table: Table,
        interaction: discord.Interaction,
        shown: Payload,
        message: int | None = None,
        stands_in: int = 0,
    ) -> None:
        """The interaction's answer, or this later message of its, shows its user's hand at this table.
        `stands_in`: the message in which the answer is seen, if that is known.

        A refreshment on its way meanwhile may have arrived after it; then the hand is drawn once more. So it
        is if a later press has opened one: this press took longer, or was heard again after a process died.
        """
        user, now = interaction.user.id, asyncio.get_running_loop().time()
        self._sweep(now)
        before = self._open.get(table.id, {}).get(user)
        if before is not None and before.press > interaction.id:
            before.seen = NOTHING  # this answer may have come over it
            self._outdated(table.id)
            return
        overtaken = (table.id, user) in self._refreshing
        seen = NOTHING if overtaken else hand_digest(table, user)
        open_hand = OpenHand(
            interaction.id,
            interaction.followup,
            message,
            interaction.locale.value,
            seen,
            now + LIFE,
            message or stands_in,
            table.actions,
            tapped=None if before is None else before.pressed,
            shown_at=now,
            round=_round_of(table, user),
        )
        if before is not None and before.pressed is None and before.seen[2] == seen[2]:
            # Nothing was chosen on it: whoever goes on tapping, or has it drawn anew, is heard as soon as it
            # has been in sight.
            open_hand.tapped, open_hand.shown_at = before.tapped, before.shown_at
        if before is not None and self._ends_round(table, user, before):
            self._show_next_round(table, user, open_hand)
        self._open[table.id][user] = open_hand
        if overtaken:
            self._skipped.add((table.id, user))
        else:
            self._skipped.discard((table.id, user))
        self._complete_later(table.id, user, open_hand, shown)

    def kept(self, unix: float) -> list[KeptHand]:
        """All hands that can still be drawn anew, for a stop at that Unix time. They hold tokens: they are
        for whoever goes on alone.
        """
        now = asyncio.get_running_loop().time()
        return [
            open_hand.kept(table, user, unix)
            for table, there in self._open.items()
            for user, open_hand in there.items()
            if open_hand.ends >= now
        ]

    def take_up(self, kept: Iterable[KeptHand], client: discord.Client, unix: float) -> None:
        """Go on with the hands that a stop kept, unless their owners have others open by now; `unix`: now."""
        now = asyncio.get_running_loop().time()
        for each in kept:
            if each.until < unix or each.user in self._open.get(each.table, {}):
                continue
            self._open[each.table][each.user] = OpenHand(
                each.press,
                discord.Webhook.partial(each.application, each.token, client=client),
                *(each.message, each.locale, each.seen, now + each.until - unix, each.stands_in),
                *(each.actions, None, None, each.round, each.stays, now),
            )
            self._outdated(each.table)

    def covered(self, table: str, interaction: discord.Interaction, message: int) -> None:
        """The interaction's answer stands in this message: a hand that was there is not to be seen any more,
        and nothing is drawn over what its owner reads.
        """
        user = interaction.user.id
        open_hand = self._open.get(table, {}).get(user)
        if open_hand is None or open_hand.press == interaction.id or (table, user) in self._refreshing:
            return
        if open_hand.stands_in in (0, message):
            self._close(table, user, open_hand)

    def _complete_later(self, table: str, user: int, open_hand: OpenHand, shown: Payload) -> None:
        """What the hand lacks of pictures is drawn as soon as it is there."""

        def arrived(picture: asyncio.Future[RenderedImage | None]) -> None:
            is_there = not picture.cancelled() and picture.result() is not None
            if is_there and self._open.get(table, {}).get(user) is open_hand:
                open_hand.seen = NOTHING
                self._outdated(table)

        for picture in shown.pending:
            picture.add_done_callback(arrived)

    def shows_result(self, table: Table, user: int) -> bool:
        """Whether the user's hand, which is about to be shown, gives way to the result of the round that has
        just ended.
        """
        open_hand = self._open.get(table.id, {}).get(user)
        return open_hand is not None and self._ends_round(table, user, open_hand)

    def _ends_round(self, table: Table, user: int, open_hand: OpenHand) -> bool:
        return bool(self._moment) and 0 < open_hand.round < _round_of(table, user)

    def _show_next_round(self, table: Table, user: int, open_hand: OpenHand) -> None:
        """In a moment, when the result has been seen; whoever learns says when."""

        def seen() -> None:
            if self._open.get(table.id, {}).get(user) is open_hand:
                open_hand.seen = NOTHING
                self._outdated(table.id)

        open_hand.stays = table.record.learning
        if not open_hand.stays:
            asyncio.get_running_loop().call_later(self._moment, seen)

    def is_second_tap(self, table: str, user: int, place: Place | None) -> bool:
        """Whether a press at that place of the user's hand was meant for what stood there before: they
        pressed there a moment ago, or the hand has just come to ask for something else.
        """
        open_hand = self._open.get(table, {}).get(user)
        if open_hand is None or place is None:
            return False
        recent = asyncio.get_running_loop().time() - open_hand.shown_at < self._taps
        if recent and open_hand.tapped in (place, None):
            return True
        open_hand.pressed = place
        return False

    @contextmanager
    def pressed(self, table: str, user: int) -> Iterator[None]:
        """A press of the user's is being answered, which draws the hand: nobody else need do it meanwhile.
        What became out of date in that time is drawn afterwards.
        """
        key = table, user
        self._pressed[key] = self._pressed.get(key, 0) + 1
        try:
            yield
        finally:
            self._pressed[key] -= 1
            if not self._pressed[key]:
                del self._pressed[key]
                if key in self._skipped:
                    self._skipped.discard(key)
                    self._outdated(table)

    def due(self, table: Table, held: Table | None = None) -> list[int]:
        """Whose open hands show what is no longer so. Those on which a press is being answered, which draws
        them, are looked at afterwards. `held`: what those are still shown who have seen nothing newer.
        """
        self._forget_expired(table.id, asyncio.get_running_loop().time())
        there = self._open.get(table.id, {})
        pressed = {(table.id, user) for user in there} & self._pressed.keys()
        self._skipped |= pressed
        return [
            user
            for user in there
            if (table.id, user) not in pressed and self.is_outdated(self._newer(table, held, user), user)
        ]

    def _newer(self, table: Table, held: Table | None, user: int) -> Table:
        """What the user is to see: nobody's hand goes back behind their own move."""
        return table if held is None or self._open[table.id][user].actions > held.actions else held

    def is_open(self, table: str, user: int) -> bool:
        """Whether the user has a hand open there, as far as is known."""
        return user in self._open.get(table, {})

    @property
    def tables(self) -> list[str]:
        """The tables at which hands are open."""
        return [*self._open]

    def watched(self, table: str) -> bool:
        """Whether anybody has a hand open there that can still be drawn anew."""
        now = asyncio.get_running_loop().time()
        return any(open_hand.ends >= now for open_hand in self._open.get(table, {}).values())

    def is_outdated(self, table: Table, user: int) -> bool:
        """Whether the user has a hand open that shows what is no longer so."""
        open_hand = self._open.get(table.id, {}).get(user)
        if open_hand is None or (open_hand.stays and open_hand.seen != NOTHING and table.phase == "playing"):
            return False
        return open_hand.seen != hand_digest(table, user)

    async def refresh(self, table: Table, held: Table | None = None) -> bool:
        """Draw every hand anew that is out of date; False if one should be tried again.
        `held`: as in `due`.
        """
        due = [(self._newer(table, held, user), user) for user in self.due(table, held)]
        return all(await asyncio.gather(*(self._refresh(seen, user) for seen, user in due)))

    async def _refresh(self, table: Table, user: int) -> bool:
        open_hand = self._open.get(table.id, {}).get(user)
        if open_hand is None:
            return True
        ends_round = self._ends_round(table, user, open_hand)
        result = ends_round or open_hand.stays
        payload = await self._draw(table, user, open_hand.locale, result)
        if (table.id, user) in self._pressed:  # it took a while, and the answer will show more than this
            self._skipped.add((table.id, user))
            return True
        if self._open.get(table.id, {}).get(user) is not open_hand:
            return True
        seen_before, open_hand.seen = open_hand.seen, hand_digest(table, user)
        if seen_before[2] != open_hand.seen[2]:
            open_hand.shown_at, open_hand.tapped = asyncio.get_running_loop().time(), None
        open_hand.actions, open_hand.round = table.actions, _round_of(table, user)
        if ends_round:
            self._show_next_round(table, user, open_hand)
        self._refreshing.add((table.id, user))
        try:
            await open_hand.draw(payload)
        except DISCORD_ERRORS as error:
            why = discord_problem(error)
            log.debug("an open hand was not refreshed", table=table.id, why=why.value)
            if why is DiscordProblem.PASSING:
                open_hand.seen = seen_before
                return False
            self._close(table.id, user, open_hand)
        else:
            self._complete_later(table.id, user, open_hand, payload)
        finally:
            self._refreshing.discard((table.id, user))
        return True

    def _sweep(self, now: float) -> None:
        """Now and then forget the hands of tables at which nothing happens any more."""
        if now >= self._sweep_at:
            self._sweep_at = now + SWEEP_EVERY
            for table in list(self._open):
                self._forget_expired(table, now)

    def _forget_expired(self, table: str, now: float) -> None:
        still_open = {
            user: open_hand for user, open_hand in self._open.get(table, {}).items() if open_hand.ends >= now
        }
        if still_open:
            self._open[table] = still_open
        else:
            self._open.pop(table, None)

    def _close(self, table: str, user: int, open_hand: OpenHand) -> None:
        """The message or its token is gone; a newer one stays."""
        there = self._open.get(table, {})
        if there.get(user) is open_hand:
            del there[user]
