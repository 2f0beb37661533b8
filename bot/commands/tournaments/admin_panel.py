"""The organiser's panel of a tournament: who is missing what, every act, and what was done."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from bot.client.interaction_context import InteractionContext
from bot.commands.admin_actions import AdminActions, AdminPanel, in_place
from bot.commands.tournaments import lookup
from bot.commands.tournaments.views import links_to
from bot.i18n import Reader
from bot.i18n.sanitising import truncate
from bot.refusal import Refusal
from bot.screens import audit_log
from bot.screens.admin_actions import ActionStep, Prefilled
from bot.screens.tournaments import action_targets
from bot.screens.tournaments import admin_panel as screens
from bot.screens.tournaments.admin_panel import PendingPod
from bot.screens.tournaments.information import Links
from bot.screens.tournaments.lines import name_of
from bot.services import Services
from bot.tables import clocks as tables_clocks
from bot.tournaments import requirements
from bot.tournaments.actions import ACTIONS, AnyAction, EntrantAction, Remind, TournamentAction
from bot.tournaments.model import Tournament
from bot.tournaments.pairing.event import Pod, Round
from bot.tournaments.requirements import OrganiserRights, is_organiser, require_organiser
from bot.ui import notices
from games.text import Listed, Text, _, _n
from storage.models import AuditRow, TournamentPhase


async def require_organised(services: Services, context: InteractionContext, id: str) -> Tournament:
    """The tournament, for somebody who may organise it. Refusal to everybody else."""
    tournament = await lookup.tournament_here(services, context, id)
    require_organiser(context.rights, await services.tables.servers.of(context.guild), tournament)
    return tournament


MOST_NAMED = 25
"""Whom the window of a reminder names; of more it says how many."""


class TournamentPanel(AdminPanel[AnyAction]):
    """What can be done to a tournament."""

    letter = action_targets.LETTER
    actions = ACTIONS
    no_such_action = _("That's gone. The organiser's desk shows what you can choose now.")
    no_such_entry = _("There's no such entry. What was done lists them all.")

    def __init__(self, services: Services, context: InteractionContext, tournament: Tournament) -> None:
        super().__init__(services, context, tournament.id, reader_of(context, tournament))
        self._tournament = tournament

    def step(self, act: type[AnyAction], what: str, page: int = 0) -> ActionStep:
        return action_targets.step(self._tournament, act, what, page, self.reader)

    def target_after_choice(self, act: type[AnyAction], what: str, key: str, value: str) -> str:
        return action_targets.target_after_choice(self._tournament, act, what, key, value)

    async def in_detail(self, now: ActionStep) -> ActionStep:
        """See `AdminPanel`: whom a reminder would reach."""
        if now.act is not Remind:
            return now
        missing = await self.services.tournament_service.missing(self._tournament)
        names = tuple(name_of(entry) for who in missing if (entry := self._tournament.entry(who)) is not None)
        if not names:
            raise Refusal("early", _("Nobody's missing right now."))
        more = len(names) - MOST_NAMED
        about = [_("Missing: {players}.", players=Listed(names[:MOST_NAMED]))]
        about += [_n("and {count} more", "and {count} more", more)] if more > 0 else []
        return replace(now, about=tuple(about))

    async def apply(self, act: AnyAction, reason: str) -> Sequence[Text]:
        about = act.concerns(self._tournament)[1] if isinstance(act, EntrantAction) else ""
        done = await self.services.tournament_service.act(
            self.asked.press, self.asked.rights, self.place, act, reason
        )
        sentence = audit_log.action_sentence(act, self.asked.press.name, about, reason)
        return [sentence, *([done.text] if done.text is not None else [])]

    async def undo(self, entry: int, reason: str) -> Text | None:
        service, asked = self.services.tournament_service, self.asked
        return (await service.undo(asked.press, asked.rights, self.place, entry, reason)).text

    async def rows(self) -> list[AuditRow]:
        return await self.services.tournament_service.audit(self._tournament)

    async def can_undo(self, row: AuditRow, rows: Sequence[AuditRow]) -> bool:
        service = self.services.tournament_service
        return await service.can_undo(await service.tournament(self.place), row)


async def _opened(services: Services, context: InteractionContext, id: str) -> TournamentPanel:
    return TournamentPanel(services, context, await require_organised(services, context, id))


ADMIN_ACTIONS = AdminActions(_opened)


def reader_of(context: InteractionContext, tournament: Tournament) -> Reader:
    """Whoever asks reads about this tournament."""
    return Reader(context.locale, tournament.game)


async def show(services: Services, context: InteractionContext, id: str, page: str = "0") -> None:
    """The panel itself."""
    tournament = await require_organised(services, context, id)
    where = await links_to(services, tournament, tournament.open_pods())
    pending = [
        found
        for round, pod in tournament.open_pods()
        if (found := await _pending(services, tournament, round, pod, where)) is not None
    ]
    shown = screens.panel(
        tournament,
        pending,
        requirements.problem_text(tournament.record.trouble),
        int(page),
        reader_of(context, tournament),
        services.tables.clock.unix,
    )
    await in_place(context, shown.payload())
    word = services.tournament_publisher.problem_for_organiser(tournament, context.user)
    if word is not None:
        await context.follow_up(notices.info(word, reader_of(context, tournament)).payload())


async def _pending(
    services: Services, tournament: Tournament, round: Round, pod: Pod, links: Links
) -> PendingPod | None:
    """What a pod without a result waits for; None if its result is on the way."""
    placed = tournament.table_of(round.number, pod.number)
    if placed is None or not placed.opened:
        return PendingPod(round, pod, "table")
    table = await services.tables.table(placed.table)
    where = links.get((round.number, pod.number), "")
    unix = services.tables.clock.unix
    if table.phase == "lobby":
        missing = tuple(table.names[seat] for seat in table.awaited)
        until = tables_clocks.show_up_deadline(table)
        return PendingPod(
            *(round, pod, "arrival", where, missing), until=None if until is None else unix(until)
        )
    if table.phase != "playing":
        return None
    if table.is_held or table.timing.paused is not None:
        return PendingPod(round, pod, "paused", where)
    seats = [
        seat for seat in table.game.to_act(table.state) if not tables_clocks.is_played_by_robot(table, seat)
    ]
    if not seats:
        return PendingPod(round, pod, "robots", where)
    names = tuple(table.names[seat] for seat in seats)
    seat_clocks = [tables_clocks.clock_of(table, seat) for seat in seats]
    since = [clock.since - clock.used for clock in seat_clocks if clock.since is not None]
    ends = [end for seat in seats if (end := tables_clocks.deadline(table, seat)) is not None]
    return PendingPod(
        *(round, pod, "turn", where, names),
        since=unix(min(since)) if since else None,
        until=unix(min(ends)) if ends else None,
    )


async def log(services: Services, context: InteractionContext, id: str, page: str = "0") -> None:
    """All that was done, the latest first, with what can be taken back."""
    tournament = await require_organised(services, context, id)
    rows = list(reversed(await services.tournament_service.audit(tournament)))
    pages = max(1, -(-len(rows) // audit_log.ON_A_PAGE))
    number = max(0, min(int(page), pages - 1))
    shown = rows[number * audit_log.ON_A_PAGE : (number + 1) * audit_log.ON_A_PAGE]
    undoable = [row for row in shown if await services.tournament_service.can_undo(tournament, row)]
    reader = reader_of(context, tournament)
    screen = audit_log.tournament_log(tournament, shown, undoable, number, pages, reader)
    await in_place(context, screen.payload())


# `/organise`: every act as a command. All lead to the window in which it is confirmed.


GOING_ON: tuple[TournamentPhase, ...] = ("open", "running")
AFTERWARDS: tuple[TournamentPhase, ...] = ("open", "running", "over")


async def take_action(
    services: Services,
    context: InteractionContext,
    act: type[TournamentAction],
    named: str | None,
    what: str = "",
    given: Prefilled | None = None,
) -> None:
    """Ask whether it is meant. `what`: whom or which, as it was written; if nothing was, it is asked."""
    tournament = await tournament_meant(services, context, named)
    spelled = action_targets.target_from_typed(tournament, act, what) if what else ""
    await ADMIN_ACTIONS.sure(services, context, tournament.id, act.kind(), spelled, given or Prefilled())


async def tournament_meant(services: Services, context: InteractionContext, named: str | None) -> Tournament:
    """The tournament that is named, else the one that can only be meant. Refusal if there is none."""
    if named:
        return await lookup.tournament_here(services, context, named)
    known = await organised_by(services, context.guild, context.rights, GOING_ON)
    known = known or (await organised_by(services, context.guild, context.rights, AFTERWARDS))[:1]
    places = lookup.places(context)
    here = [each for each in known if each.channel in places]
    for found in (here, known):
        if len(found) == 1:
            return found[0]
    if known:
        raise Refusal(
            "few",
            _("You organise several. Name one in the option tournament."),
        )
    raise Refusal(
        "gone",
        _("You're not organising a tournament here. /tournament create starts one."),
    )


async def organised_by(
    services: Services, guild: int, rights: OrganiserRights, phases: tuple[TournamentPhase, ...]
) -> list[Tournament]:
    """The tournaments of the server that this person may organise, the latest changed first."""
    preferences = await services.tables.servers.of(guild)
    known = await services.tournament_service.tournaments_in(guild, phases)
    return [each for each in known if is_organiser(rights, preferences, each)]


async def suggested_tournaments(
    services: Services, guild: int, rights: OrganiserRights, typed: str, locale: str
) -> list[tuple[str, str]]:
    """Tournaments that fit what is typed: what to show, and the id."""
    wanted = typed.strip().casefold()
    shown = [
        (_name_and_id(each, locale), each.id)
        for each in await organised_by(services, guild, rights, AFTERWARDS)
    ]
    return [(name, id) for name, id in shown if wanted in name.casefold()][:25]


def _name_and_id(tournament: Tournament, locale: str) -> str:
    reader = Reader(locale, tournament.game)
    named = _("{name} ({id})", name=tournament.settings.name, id=tournament.id)
    return truncate(reader.plain(named), 100)


async def suggested_targets(
    services: Services,
    guild: int,
    rights: OrganiserRights,
    act: type[TournamentAction],
    named: str | None,
    typed: str,
    locale: str,
) -> list[tuple[str, str]]:
    """Players or pods that fit what is typed, of the tournament that is named, else of the only one."""
    known = await organised_by(services, guild, rights, AFTERWARDS)
    fitting = [each for each in known if each.id == named] if named else known
    going_on = [each for each in fitting if each.phase in GOING_ON] or fitting
    if len(going_on) != 1:
        return []
    return action_targets.suggestions(going_on[0], act, typed, Reader(locale, going_on[0].game))
