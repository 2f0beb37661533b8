"""What a tournament does on its server beside its messages: the champion's role, and Discord's event.

Both are brought to what the tournament is now, so that a new attempt after a kill does nothing twice: a role
that somebody has is not given again, and an event is known by its last line.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import discord

from bot.client.discord_errors import DISCORD_ERRORS, DiscordProblem, discord_problem
from bot.client.servers import ServerEvent, Servers, why_not_handed_out
from bot.i18n import Reader
from bot.i18n.sanitising import sanitise
from bot.pace import HOUR
from bot.publishing.tournament_messages import TournamentQueries
from bot.runtime.clock import Clock
from bot.runtime.keyed_lock import KeyedLock
from bot.runtime.outbox import RetryLater
from bot.screens.tournaments.lines import name_of
from bot.screens.tournaments.settings_text import expected_length
from bot.tournaments.model import ERASED_USER, Tournament
from bot.tournaments.pairing.standings import honoured
from games.text import Text, _
from storage.models import OutboxRow

LONGEST_EVENT_NAME, LONGEST_EVENT_TEXT = 100, 1000
UNKNOWN_LENGTH = 3 * HOUR
"""Seconds until an event ends of which nobody can say how long it takes: Discord wants to know an end."""

OUT_OF_REACH_PAUSE = 60.0
"""Seconds until a server that is out of reach is looked for again."""

Tell = Callable[[Tournament, OutboxRow, Text], Awaitable[None]]
"""Tells a tournament's organiser, once for an outbox entry."""


class TournamentOnServer:
    """Runs the outbox entries of both kinds. Whatever Discord refuses for good is told to the organiser."""

    def __init__(
        self, servers: Servers, clock: Clock, service: Callable[[], TournamentQueries], tell: Tell
    ) -> None:
        self._servers = servers
        self._clock = clock
        self._service = service
        self._tell = tell
        self._turns = KeyedLock()

    def _require_reach(self, tournament: Tournament) -> None:
        """RetryLater while Discord has an outage there: roles and rights are not known then."""
        if not self._servers.is_within_reach(tournament.guild):
            raise RetryLater(OUT_OF_REACH_PAUSE)

    # the champion

    async def crown(self, tournament: Tournament, entry: OutboxRow) -> None:
        """Whoever has won has the champion's role, and nobody else who won it in a tournament."""
        self._require_reach(tournament)
        winner = await self._winner(tournament)
        role = self._servers.role(tournament.guild, tournament.settings.champion_role)
        if winner == tournament.record.crowned:
            return
        try:
            why = _("That role is gone.") if role is None else why_not_handed_out(role)
            if role is not None and why is None:
                async with self._turns.turn(str(role.id)):  # two tournaments may end in one moment
                    why = await self._pass_on(tournament, role, winner)
        except DISCORD_ERRORS as error:
            why = _refused(error)
        if why is not None:
            told = _("👑 I couldn't hand out the champion's role. {why} Please do it yourself.", why=why)
            await self._tell(tournament, entry, told)

    async def _winner(self, tournament: Tournament) -> int:
        table = honoured(await self._service().standings(tournament))
        first = tournament.entry(table[0].entrant) if table else None
        return ERASED_USER if first is None else first.user

    async def _pass_on(self, tournament: Tournament, role: discord.Role, winner: int) -> Text | None:
        """From whoever has it to the winner; why not, if that could not be. (Without a winner it stays where
        it is, unless this very tournament gave it.)
        """
        service, audit = self._service(), sanitise(tournament.settings.name)
        before = await service.crowned(tournament.guild, role.id)
        if winner == ERASED_USER:
            before = [each for each in before if each.id == tournament.id]
        for each in before:
            if each.record.crowned != winner:
                await self._servers.set_role(role, each.record.crowned, False, audit)
        given = winner != ERASED_USER and await self._servers.set_role(role, winner, True, audit)
        for each in before:
            if each.id != tournament.id:
                await service.set_crowned(each.id, ERASED_USER)
        await service.set_crowned(tournament.id, winner if given else ERASED_USER)
        if given or winner == ERASED_USER:
            return None
        entrant = tournament.entry_of(winner)
        name = "" if entrant is None else name_of(entrant)
        return _("{name} has won, but has left this server.", name=name)

    # Discord's event

    async def keep_event(self, tournament: Tournament, entry: OutboxRow) -> None:
        """Discord's list of events says of it what is so now."""
        self._require_reach(tournament)
        try:
            await self._bring_event(tournament)
        except DISCORD_ERRORS as error:
            told = _("📅 I couldn't keep the Discord event up to date. {why}", why=_refused(error))
            await self._tell(tournament, entry, told)

    async def _bring_event(self, tournament: Tournament) -> None:
        known, mark = tournament.record.event_id, _mark(tournament)
        event = await self._servers.find_event(tournament.guild, known, mark)
        wanted = tournament.settings.scheduled_event and tournament.phase in ("open", "running")
        starts = tournament.settings.starts
        if not wanted or (tournament.phase == "open" and starts is None):
            await self._end_event(tournament, event)
        elif event is None:
            # One that was known and is gone, somebody has deleted, or its time was up.
            if not known and tournament.phase == "open" and (starts or 0.0) > self._clock.now():
                made = await self._servers.make_event(tournament.guild, await self._event(tournament))
                await self._service().set_event(tournament.id, made or 0)
        else:
            await self._change_event(tournament, event)
            if event.id != known:
                await self._service().set_event(tournament.id, event.id)

    async def _change_event(self, tournament: Tournament, event: discord.ScheduledEvent) -> None:
        """(What has begun for Discord does not begin again, and ends no earlier than it was to.)"""
        begun = event.status is discord.EventStatus.active
        if tournament.phase == "running" and not begun:
            await self._servers.set_event_status(event, discord.EventStatus.active)
            begun = True
        wanted = await self._event(tournament)
        if begun:
            ends = 0.0 if event.end_time is None else event.end_time.timestamp()
            wanted = ServerEvent(
                wanted.name,
                wanted.description,
                wanted.place,
                event.start_time.timestamp(),
                max(ends, wanted.ends),
            )
        await self._servers.change_event(event, wanted)

    async def _end_event(self, tournament: Tournament, event: discord.ScheduledEvent | None) -> None:
        if event is not None:
            over = event.status is discord.EventStatus.active
            status = discord.EventStatus.completed if over else discord.EventStatus.cancelled
            await self._servers.set_event_status(event, status)
        if tournament.record.event_id:
            await self._service().set_event(tournament.id, 0)

    async def _event(self, tournament: Tournament) -> ServerEvent:
        """What the list is to say; moments in whole seconds, as Discord keeps them."""
        now, settings = self._clock.now(), tournament.settings
        plan = await self._service().plan(tournament)
        starts = settings.starts or now
        if tournament.phase == "running":
            begun = len(tournament.record.event.rounds) if tournament.record.event is not None else 0
            plan, starts = (plan or ())[max(0, begun - 1) :], now
        length = expected_length(tournament.game, settings, plan).about if plan else None
        return ServerEvent(
            sanitise(settings.name, LONGEST_EVENT_NAME),
            _description(tournament),
            f"https://discord.com/channels/{tournament.guild}/{tournament.channel}",
            int(settings.starts or now),
            int(starts + (length or UNKNOWN_LENGTH)),
        )


def _mark(tournament: Tournament) -> str:
    """The last line of its event, by which it is known again."""
    return f"Tortuga {tournament.id}"


def _description(tournament: Tournament) -> str:
    reader = Reader(tournament.record.locale, tournament.game)
    lines = [
        *(sanitise(line, len(line)) for line in tournament.settings.description.splitlines()),
        reader.plain(_("A tournament in {game}", game=tournament.game.title)),
        _mark(tournament),
    ]
    return "\n".join(lines)[-LONGEST_EVENT_TEXT:]


def _refused(error: BaseException) -> Text:
    """Why Discord does not let the bot; raises what may pass by itself."""
    why = discord_problem(error)
    if why is DiscordProblem.PASSING:
        raise error
    if why is DiscordProblem.FORBIDDEN:
        return _("I lack the permission for it (Server Settings, Roles).")
    return _("Discord refused it.")
