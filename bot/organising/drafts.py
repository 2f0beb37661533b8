"""Tournaments that somebody is setting up and has not announced yet: nothing of them is stored.

Each is kept for an hour after the last change, one for each person and server. After a restart there is
none: nothing was accepted, so nothing is lost but a few choices.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from dataclasses import dataclass

import msgspec

from bot.organising.tournament import Settings
from bot.pace import HOUR
from bot.tables.names import ALPHABET
from bot.tables.refusal import Refusal
from games.contract import AnyGame
from games.text import _

KEPT = HOUR
"""Seconds for which a draft is kept that nobody touches."""
MOST = 1_000
SIGN = "+"
"""How the id of a draft begins; no tournament's does."""


class Draft(msgspec.Struct, frozen=True):
    """Settings that are being chosen. `channel`: where the tournament is to be announced."""

    id: str
    user: int
    guild: int
    channel: int
    game: str
    settings: Settings
    touched: float


@dataclass(frozen=True, slots=True)
class _Key:
    user: int
    guild: int


class Drafts:
    """All that are being set up just now. Times are those of a clock that never goes back."""

    def __init__(self) -> None:
        self._drafts: OrderedDict[_Key, Draft] = OrderedDict()

    def begin(
        self, user: int, guild: int, channel: int, game: AnyGame, settings: Settings, now: float
    ) -> Draft:
        """A new one, in place of any that this person had begun on this server."""
        id = SIGN + "".join(secrets.choice(ALPHABET) for _ in range(6))
        return self._keep(Draft(id, user, guild, channel, game.slug, settings, now))

    def of(self, id: str, user: int, guild: int, now: float) -> Draft:
        """The draft of that id. Refusal if it is no longer kept, or somebody else's."""
        draft = self._drafts.get(_Key(user, guild))
        if draft is None or draft.id != id or draft.touched + KEPT < now:
            raise Refusal(
                "stale",
                _(
                    "These choices are no longer kept: I keep them until you announce them, an hour at most, "
                    "and forget them when I am restarted. /tournament list shows what is announced, "
                    "/tournament create begins again."
                ),
            )
        return draft

    def change(self, draft: Draft, settings: Settings, now: float) -> Draft:
        """The same draft with other settings."""
        return self._keep(msgspec.structs.replace(draft, settings=settings, touched=now))

    def take(self, id: str, user: int, guild: int, now: float) -> Draft:
        """The draft of that id, which is kept no longer: it becomes a tournament, and only one."""
        draft = self.of(id, user, guild, now)
        del self._drafts[_Key(user, guild)]
        return draft

    def _keep(self, draft: Draft) -> Draft:
        key = _Key(draft.user, draft.guild)
        self._drafts[key] = draft
        self._drafts.move_to_end(key)
        while len(self._drafts) > MOST:
            self._drafts.popitem(last=False)
        return draft
