"""The hands that people have open: private messages, which only the newest press's token can draw anew, for
15 minutes.

They are kept in memory only. After a restart a hand is out of date until its owner presses something on it.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import discord
import structlog

from bot.discord_errors import ERRORS, Trouble, trouble
from bot.hands import Seen, seen_by
from bot.page import Page, Payload
from bot.pictures.commissions import Drawn
from bot.tables.table import Table

log = structlog.get_logger(__name__)

LIFE = 14 * 60.0
"""Seconds for which a hand is refreshed; the token lives a minute longer."""
SWEEP_EVERY = 60.0
"""Seconds between two looks for hands that are past that, at whichever table."""

NOTHING: Seen = ("", None, "", False, 0, None, None)
"""What a hand shows of which nothing is known."""

DrawHand = Callable[[Table, int, str], Awaitable[Payload]]
"""The hand of a user at a table, in a language."""


@dataclass(slots=True)
class Window:
    """One hand that is open."""

    interaction: discord.Interaction
    message: int | None
    """The interaction's message that shows the hand; None: the one that answered it."""
    locale: str
    seen: Seen
    """What it shows, as far as that matters."""
    ends: float
    """When the token dies, in the event loop's time."""

    async def draw(self, payload: Payload) -> None:
        """Show this instead."""
        page, files = Page(payload), payload.files()
        if self.message is None:
            await self.interaction.edit_original_response(view=page, attachments=files)
        else:
            await self.interaction.followup.edit_message(self.message, view=page, attachments=files)


class Windows:
    """Open hands by table and user; the newest one counts.

    `outdated` hears of tables at which a hand can be drawn anew, now that its picture is there.
    """

    def __init__(self, draw: DrawHand, outdated: Callable[[str], None]) -> None:
        self._draw = draw
        self._outdated = outdated
        self._open: dict[str, dict[int, Window]] = defaultdict(dict)
        self._pressed: dict[tuple[str, int], int] = {}
        self._skipped: set[tuple[str, int]] = set()
        self._refreshing: set[tuple[str, int]] = set()
        self._sweep_at = 0.0

    def opened(
        self, table: Table, interaction: discord.Interaction, shown: Payload, message: int | None = None
    ) -> None:
        """The interaction's answer, or this later message of its, shows its user's hand at this table.

        A refreshment on its way meanwhile may have arrived after it; then the hand is drawn once more.
        """
        user, now = interaction.user.id, asyncio.get_running_loop().time()
        self._sweep(now)
        overtaken = (table.id, user) in self._refreshing
        seen = NOTHING if overtaken else seen_by(table, user)
        window = Window(interaction, message, interaction.locale.value, seen, now + LIFE)
        self._open[table.id][user] = window
        if overtaken:
            self._skipped.add((table.id, user))
        self._complete_later(table.id, user, window, shown)

    def _complete_later(self, table: str, user: int, window: Window, shown: Payload) -> None:
        """What the hand lacks of pictures is drawn as soon as it is there."""

        def arrived(picture: asyncio.Future[Drawn | None]) -> None:
            is_there = not picture.cancelled() and picture.result() is not None
            if is_there and self._open.get(table, {}).get(user) is window:
                window.seen = NOTHING
                self._outdated(table)

        for picture in shown.coming:
            picture.add_done_callback(arrived)

    @contextmanager
    def pressed(self, table: str, user: int) -> Iterator[None]:
        """A press of the user's is being answered, which draws the hand: nobody else need do it meanwhile."""
        key = table, user
        self._pressed[key] = self._pressed.get(key, 0) + 1
        try:
            yield
        finally:
            self._pressed[key] -= 1
            if not self._pressed[key]:
                del self._pressed[key]

    def due(self, table: Table) -> list[int]:
        """Whose open hands show what is no longer so."""
        self._forget_the_dead(table.id, asyncio.get_running_loop().time())
        outdated = [user for user in self._open.get(table.id, {}) if self.is_outdated(table, user)]
        pressed = {(table.id, user) for user in outdated} & self._pressed.keys()
        self._skipped |= pressed
        return [user for user in outdated if (table.id, user) not in pressed]

    def is_outdated(self, table: Table, user: int) -> bool:
        """Whether the user has a hand open that shows what is no longer so."""
        window = self._open.get(table.id, {}).get(user)
        return window is not None and window.seen != seen_by(table, user)

    def wants_more(self, table: str, user: int) -> bool:
        """Whether the hand became out of date while a press on it was answered; asking settles it."""
        key = table, user
        if key in self._pressed or key not in self._skipped:
            return False
        self._skipped.discard(key)
        return True

    async def refresh(self, table: Table) -> bool:
        """Draw every hand anew that is out of date; False if one should be tried again."""
        return all(await asyncio.gather(*(self._refresh(table, user) for user in self.due(table))))

    async def _refresh(self, table: Table, user: int) -> bool:
        window = self._open.get(table.id, {}).get(user)
        if window is None:
            return True
        payload = await self._draw(table, user, window.locale)
        if (table.id, user) in self._pressed:  # it took a while, and the answer will show more than this
            self._skipped.add((table.id, user))
            return True
        if self._open.get(table.id, {}).get(user) is not window:
            return True
        seen_before, window.seen = window.seen, seen_by(table, user)
        self._refreshing.add((table.id, user))
        try:
            await window.draw(payload)
        except ERRORS as error:
            why = trouble(error)
            log.debug("an open hand was not refreshed", table=table.id, why=why.value)
            if why is Trouble.PASSING:
                window.seen = seen_before
                return False
            self._close(table.id, user, window)
        else:
            self._complete_later(table.id, user, window, payload)
        finally:
            self._refreshing.discard((table.id, user))
        return True

    def _sweep(self, now: float) -> None:
        """Now and then forget the hands of tables at which nothing happens any more."""
        if now >= self._sweep_at:
            self._sweep_at = now + SWEEP_EVERY
            for table in list(self._open):
                self._forget_the_dead(table, now)

    def _forget_the_dead(self, table: str, now: float) -> None:
        living = {user: window for user, window in self._open.get(table, {}).items() if window.ends >= now}
        if living:
            self._open[table] = living
        else:
            self._open.pop(table, None)

    def _close(self, table: str, user: int, window: Window) -> None:
        """The message or its token is gone; a newer one stays."""
        there = self._open.get(table, {})
        if there.get(user) is window:
            del there[user]
