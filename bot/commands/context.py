"""What a handler is given: one press, window or command, with the services and the ways to answer it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from typing import Any, Concatenate, ParamSpec

import discord

from bot.client.interaction_context import InteractionContext
from bot.i18n import Reader, reader_for
from bot.refusal import Refusal
from bot.runtime.log_context import bind_log_context
from bot.screens.common import CLOSED
from bot.services import Services
from bot.tables.model import Press, PressResult, Table, TableUpdate
from bot.tables.turns import OPEN_PHASES
from bot.tournaments.model import Tournament
from bot.tournaments.requirements import require_organiser
from bot.ui.components import Modal
from games.text import _
from storage.models import Phase

P = ParamSpec("P")
MOST_UPLOADED = 4 * 1024 * 1024
"""Bytes of a file that somebody brings along."""


class Context(InteractionContext):
    """An interaction, and the services with which it is answered."""

    def __init__(
        self, services: Services, interaction: discord.Interaction, kind: str, *args: Any, **named: Any
    ) -> None:
        super().__init__(interaction, kind, *args, **named)
        self.services = services
        self.tables, self.tournaments = services.tables, services.tournament_service
        self.people, self.publisher = services.people, services.table_publisher

    def reader(self, table: Table | None = None) -> Reader:
        """The words for whoever has pressed or asked; `table`: those of its game and players."""
        return Reader(self.locale, self.game, {}) if table is None else reader_for(table, self.locale)

    async def table_here(self, table_id: str, *, to_moderate: bool = False) -> Table:
        """The table of that id on this server. Refusal if there is none: other servers' tables stay theirs,
        and other people's private ones are told of to moderators only.

        In direct messages every table is here at which the user plays or has played; a table of no server is
        here everywhere, and for all who write where it stands.
        """
        table = await self.tables.table(table_id.strip().lower())
        if self.guild and table.guild:
            here = table.guild == self.guild
        elif table.in_group and table.channel == self.group:
            here = True
        else:
            left = any(left.user == self.user for left in table.record.leavers)
            here = left or table.seat_kept_for(self.user) is not None
        if not here or not (to_moderate or table.may_be_seen_by(self.user)):
            if here and table.is_closed:
                raise Refusal("shut", CLOSED)
            raise Refusal("gone", _("I don't know that table. /table list shows them all."))
        return table

    async def tables_here(self, phases: Collection[Phase] = OPEN_PHASES) -> list[Table]:
        """The tables of this server, or of this message between people, of which everybody may know."""
        return await self.tables.tables_in(self.guild, phases, self.group)

    async def tournament_here(self, tournament_id: str) -> Tournament:
        """The tournament of that id on this server. Refusal if there is none: other servers' stay theirs."""
        tournament = await self.tournaments.tournament(tournament_id.strip().lower())
        if tournament.guild != self.guild:
            raise Refusal("gone", _("I don't know that tournament. /tournament list shows what's on."))
        self.concern(tournament)
        return tournament

    def concern(self, tournament: Tournament) -> None:
        """The press is about this tournament: refusals may use its game's words, the log names it."""
        self.game = tournament.game
        bind_log_context("tournament", tournament.id)

    async def require_organiser(self, tournament: Tournament | None = None) -> None:
        """Refusal to those who may not organise here, or not this tournament, just now."""
        require_organiser(self.rights, await self.tables.servers.of(self.guild), tournament)

    def change(
        self,
        table: Table,
        work: Callable[Concatenate[Table, Press, P], Table | TableUpdate],
        *args: P.args,
        **named: P.kwargs,
    ) -> Awaitable[PressResult]:
        """What `work` makes of the table for this press, stored. Refusal if it refuses."""
        return self.tables.change(self.press, table.id, work, *args, **named)

    async def uploaded(self, field: str) -> bytes:
        """The file that a submitted window brings along, empty if it brings none. Refusal if it is too large
        to be looked at.
        """
        data: Any = self.interaction.data
        known = data.get("resolved", {}).get("attachments", {})
        file = known.get(next(iter(self.picked(field)), ""))
        if file is None:
            return b""
        if file["size"] > MOST_UPLOADED:
            raise Refusal("input", _("That file is too large."))
        return await self.interaction.client.http.get_from_cdn(file["url"])

    async def open(self, window: Modal) -> None:
        """Opens the window. Refusal if it cannot be any more, as the answer was deferred."""
        if not await self.open_modal(window.payload()):
            raise Refusal("late", _("That took too long. Try again."))
